/* lsc-panel-place.h - where the border between a chart and its panels is
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void lsc_panel_place_below (GtkNotebook *notebook, GtkPaned *paned, int height_px);
void lsc_panel_place_set_room (GtkPaned *paned, int least_px, int most_px, GtkWidget *legend);

G_END_DECLS
