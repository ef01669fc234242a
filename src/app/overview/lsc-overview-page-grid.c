/* lsc-overview-page-grid.c - the ranks of the overview in their layout
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/overview/lsc-overview-page-private.h"

#include "app/window/lsc-app.h"

/** Returns: whether ranks stand in their layout instead of as bars */
gboolean
_lsc_overview_page_is_grid (LscOverviewPage *self)
{
  return gtk_toggle_button_get_active (self->grid_button);
}

/** Puts the ranks that are shown into their layout; the pane shows the same figures as the bars.
 * @step: (nullable): that is shown instead of the median */
void
_lsc_overview_page_fill_grid (LscOverviewPage *self, const gint64 *step)
{
  lsc_grid_pane_set (
      self->grid, self->rows ? lsc_rank_grid_new (self->summary->overview, self->rows, step) : NULL,
      NULL);
}

/** Marks the rank that is selected in the bars. */
void
_lsc_overview_page_follow_grid (LscOverviewPage *self)
{
  guint row = lsc_overview_chart_get_chart (self->chart)->selected;

  if (self->rows && row < self->rows->rows->len)
    lsc_grid_pane_select_index (self->grid, lsc_rank_rows_get (self->rows, row)->index);
  else
    lsc_grid_chart_select (lsc_grid_pane_get_chart (self->grid), LSC_GRID_NONE);
}

/** Gives the grid its figures, and shows it if the user did so last. */
void
_lsc_overview_page_set_up_grid (LscOverviewPage *self)
{
  static const LscGridFigure figures[] = {
    LSC_GRID_COMPUTING, LSC_GRID_EXPOSED, LSC_GRID_TRANSFER, LSC_GRID_WAITED,
    LSC_GRID_CAUSED,    LSC_GRID_BUBBLE,  LSC_GRID_IDLE,     LSC_GRID_STEP,
  };
  g_autoptr (GSettings) settings = g_settings_new (LSC_APP_ID);

  lsc_grid_pane_set_figures (self->grid, figures, G_N_ELEMENTS (figures));
  g_settings_bind (settings, "overview-grid", self->grid_button, "active", G_SETTINGS_BIND_DEFAULT);
}
