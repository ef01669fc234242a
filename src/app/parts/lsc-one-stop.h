/* lsc-one-stop.h - a list or table that Tab passes at one step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LSC_TYPE_ONE_STOP (lsc_one_stop_get_type ())
G_DECLARE_FINAL_TYPE (LscOneStop, lsc_one_stop, LSC, ONE_STOP, GtkWidget)

gboolean lsc_one_stop_leaves (GtkWidget *widget, GtkDirectionType direction);
void lsc_one_stop_keep_place (GtkWidget *list);

G_END_DECLS
