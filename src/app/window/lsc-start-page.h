/* lsc-start-page.h - the empty state: what can be opened and how to record it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LSC_TYPE_START_PAGE (lsc_start_page_get_type ())
G_DECLARE_FINAL_TYPE (LscStartPage, lsc_start_page, LSC, START_PAGE, GtkWidget)

void lsc_start_page_set_settings (LscStartPage *self, GSettings *settings);

G_END_DECLS
