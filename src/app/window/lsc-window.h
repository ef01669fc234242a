/* lsc-window.h - the main window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

#include "app/window/lsc-open-project.h"

G_BEGIN_DECLS

#define LSC_TYPE_WINDOW (lsc_window_get_type ())
G_DECLARE_FINAL_TYPE (LscWindow, lsc_window, LSC, WINDOW, AdwApplicationWindow)

LscWindow *lsc_window_new (GtkApplication *application, GSettings *settings);
void lsc_window_open_file (LscWindow *self, GFile *file);
gboolean lsc_window_is_empty (LscWindow *self);
gboolean lsc_window_is_busy (LscWindow *self);
void lsc_window_show_page (LscWindow *self, const char *name);
void lsc_window_keep_page (LscWindow *self, const char *name);
GtkWidget *lsc_window_get_page (LscWindow *self, const char *name);
gboolean lsc_window_show_rank (LscWindow *self, gint64 rank);

G_END_DECLS
