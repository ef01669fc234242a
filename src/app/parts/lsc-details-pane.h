/* lsc-details-pane.h - what is known of the selection
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LSC_TYPE_DETAILS_PANE (lsc_details_pane_get_type ())
G_DECLARE_FINAL_TYPE (LscDetailsPane, lsc_details_pane, LSC, DETAILS_PANE, GtkWidget)

/** Texts of a row; those after the value may be missing. */
enum
{
  LSC_DETAIL_LABEL,
  LSC_DETAIL_VALUE,
  LSC_DETAIL_ACTION,
  LSC_DETAIL_ABOUT,
  LSC_DETAIL_EXACT,
  LSC_DETAIL_N
};

void lsc_details_pane_set_rows (LscDetailsPane *self, GPtrArray *rows);
char *lsc_details_pane_to_text (LscDetailsPane *self);

G_END_DECLS
