/* lsc-selection-bar.h - what all pages are narrowed to, above them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

/* A chip for each part of the selection, whose press takes it back, and one sentence on what of it
 * the page in front does not follow. It is hidden while nothing is chosen. */
#define LSC_TYPE_SELECTION_BAR (lsc_selection_bar_get_type ())
G_DECLARE_FINAL_TYPE (LscSelectionBar, lsc_selection_bar, LSC, SELECTION_BAR, GtkWidget)

void lsc_selection_bar_update (LscSelectionBar *self, LscSelection *selection, LscAppPage *page,
                               const char *title);

G_END_DECLS
