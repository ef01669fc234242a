/* lsc-label.h - what labels of sentences have in common
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void lsc_label_keep_units (GtkLabel *label);
void lsc_labels_keep_units (GtkWidget *root);
void lsc_label_set_certainty (GtkLabel *label, const char *title, const char *about);

G_END_DECLS
