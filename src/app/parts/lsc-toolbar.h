/* lsc-toolbar.h - a row of controls; those that do not fit are in a menu at its end
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LSC_TYPE_TOOLBAR (lsc_toolbar_get_type ())
G_DECLARE_FINAL_TYPE (LscToolbar, lsc_toolbar, LSC, TOOLBAR, GtkWidget)

guint lsc_toolbar_get_n_hidden (LscToolbar *self);

G_END_DECLS
