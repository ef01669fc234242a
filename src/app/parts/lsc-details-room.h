/* lsc-details-room.h - the width that is left beside the details
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What is as high as its width wants, such as a legend, would change the height of the chart beside
 * it when details open. It asks here how wide it will be then, and is that high from the start. */

void lsc_details_room_set (GtkWidget *area, int details_px);
int lsc_details_room_narrow (GtkWidget *widget, int width);

G_END_DECLS
