/* lsc-pipeline-chart-move.c - visible range and selection of the pipeline widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "app/pipeline/lsc-pipeline-chart-private.h"

/* ---- public: visible range ---- */

/* Chooses a row height at which everything can be seen: the usual 22 px, or down to 14. Two sides
 * are worth smaller rows, and when they do not fit they are at least low. */
void
_lsc_pipeline_chart_fit_rows (LscPipelineChart *self)
{
  LscPipelineView *chart = &self->chart;
  gboolean has_twin = lsc_pipeline_view_has_twin (chart);
  double least = has_twin ? 10 : 14;

  for (chart->port.lane_height = 22; chart->port.lane_height >= least; chart->port.lane_height--)
    if (lsc_pipeline_view_content_height (chart) <= chart->port.height)
      return;
  chart->port.lane_height = has_twin ? 14 : 22;
}

/**
 * lsc_pipeline_chart_fit:
 *
 * Shows everything.
 */
void
lsc_pipeline_chart_fit (LscPipelineChart *self)
{
  _lsc_pipeline_chart_note (self, LSC_MOVE_JUMP);
  lsc_pipeline_view_fit (&self->chart);
  _lsc_pipeline_chart_fit_rows (self);
  self->chart.port.scroll_y = 0;
  _lsc_pipeline_chart_changed (self);
}

/**
 * lsc_pipeline_chart_zoom:
 * @factor: above 1 to see less
 *
 * Zooms around the pointer, or the middle when it is elsewhere.
 */
void
lsc_pipeline_chart_zoom (LscPipelineChart *self, double factor)
{
  double middle = self->chart.port.header_width + lsc_viewport_body_width (&self->chart.port) / 2;

  _lsc_pipeline_chart_zoom_at (
      self, factor, self->pointer_x > self->chart.port.header_width ? self->pointer_x : middle);
}

/**
 * lsc_pipeline_chart_zoom_to_selection:
 *
 * Shows the selected block with some room around it.
 */
void
lsc_pipeline_chart_zoom_to_selection (LscPipelineChart *self)
{
  const LscBlock *block = lsc_pipeline_view_block (&self->chart, &self->chart.selected);
  LscViewport *port = &self->chart.port;
  double x0, x1, y0, y1, width_ns;

  if (block == NULL)
    return;
  if (!lsc_pipeline_view_block_box (&self->chart, &self->chart.selected, &x0, &x1, &y0, &y1))
    return;
  _lsc_pipeline_chart_note (self, LSC_MOVE_JUMP);
  width_ns = (x1 - x0) / lsc_viewport_px_per_ns (port);
  lsc_viewport_move (port, (x0 - port->header_width) / lsc_viewport_px_per_ns (port) - width_ns);
  port->span_ns = width_ns * 3;
  _lsc_pipeline_chart_moved (self);
}

/**
 * lsc_pipeline_chart_pan:
 * @share: of the visible span, positive to later times
 */
void
lsc_pipeline_chart_pan (LscPipelineChart *self, double share)
{
  _lsc_pipeline_chart_note (self, LSC_MOVE_PAN);
  lsc_viewport_move (&self->chart.port, share * self->chart.port.span_ns);
  _lsc_pipeline_chart_moved (self);
}

/**
 * lsc_pipeline_chart_scale_rows:
 *
 * Makes rows taller or lower, between 4 and 48 px.
 */
void
lsc_pipeline_chart_scale_rows (LscPipelineChart *self, double factor)
{
  _lsc_pipeline_chart_note (self, LSC_MOVE_ROWS);
  self->chart.port.lane_height = CLAMP (round (self->chart.port.lane_height * factor),
                                        LSC_PIPELINE_LANE_LEAST, LSC_PIPELINE_LANE_MOST);
  _lsc_pipeline_chart_changed (self);
}

static void
go (LscPipelineChart *self, const LscViewPlace *place)
{
  lsc_viewport_set_place (&self->chart.port, place);
  _lsc_pipeline_chart_changed (self);
}

/**
 * lsc_pipeline_chart_undo:
 */
void
lsc_pipeline_chart_undo (LscPipelineChart *self)
{
  LscViewPlace place = lsc_viewport_get_place (&self->chart.port);

  if (lsc_view_history_undo (self->history, &place))
    go (self, &place);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/**
 * lsc_pipeline_chart_redo:
 */
void
lsc_pipeline_chart_redo (LscPipelineChart *self)
{
  LscViewPlace place = lsc_viewport_get_place (&self->chart.port);

  if (lsc_view_history_redo (self->history, &place))
    go (self, &place);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* ---- public: selection ---- */

/* Scrolls so that the selected block is visible. */
static void
reveal_selection (LscPipelineChart *self)
{
  double x0, x1, y0, y1, top = lsc_pipeline_view_body_top (&self->chart);
  LscPipelineView *chart = &self->chart;

  if (!lsc_pipeline_view_block_box (chart, &chart->selected, &x0, &x1, &y0, &y1))
    return;
  if (x1 < chart->port.header_width || x0 > chart->port.width)
    lsc_viewport_move (&chart->port,
                       ((x0 + x1 - chart->port.header_width - chart->port.width) / 2) /
                           lsc_viewport_px_per_ns (&chart->port));
  if (y0 < top + 4)
    chart->port.scroll_y -= top + 4 - y0;
  else if (y1 > chart->port.height - 4)
    chart->port.scroll_y += y1 - chart->port.height + 4;
}

/**
 * lsc_pipeline_chart_select:
 * @spot: (nullable): %NULL = nothing
 *
 * Selects a block, or a whole row when @spot names no block.
 */
void
lsc_pipeline_chart_select (LscPipelineChart *self, const LscPipelineSpot *spot)
{
  self->chart.selected = spot != NULL ? *spot : LSC_PIPELINE_SPOT_NONE;
  _lsc_pipeline_chart_changed (self);
  g_signal_emit_by_name (self, "selection-changed");
}

/**
 * lsc_pipeline_chart_select_and_reveal:
 *
 * Selects a block and moves the chart so that it is seen.
 */
void
lsc_pipeline_chart_select_and_reveal (LscPipelineChart *self, const LscPipelineSpot *spot)
{
  self->chart.selected = *spot;
  reveal_selection (self);
  lsc_pipeline_chart_select (self, spot);
}

/**
 * lsc_pipeline_chart_get_selected:
 *
 * Returns: (transfer none): the selected spot; its row is %G_MAXUINT32 when nothing is selected
 */
const LscPipelineSpot *
lsc_pipeline_chart_get_selected (LscPipelineChart *self)
{
  return &self->chart.selected;
}

/* The first block of a row that ends inside the view. */
static LscPipelineSpot
first_visible (LscPipelineChart *self)
{
  LscPipelineSpot spot = { .step = self->chart.first_step };
  const LscPipelineStep *step = &self->chart.group->steps[spot.step];

  if (self->chart.selected.row < step->n_rows)
    spot.row = self->chart.selected.row;
  for (; step->n_rows > 0 && spot.block + 1 < step->rows[spot.row].n_blocks; spot.block++)
    if (lsc_pipeline_view_block_time (&self->chart, spot.step,
                                      step->rows[spot.row].blocks[spot.block].end_ns) >
        lsc_pipeline_view_begin (&self->chart))
      break;
  return spot;
}

/**
 * lsc_pipeline_chart_select_next:
 * @blocks: -1 or 1: neighbour in the row
 * @stages: -1 or 1: the same micro-batch on the neighbouring virtual stage
 *
 * Moves the selection; without one selects the first visible block.
 */
void
lsc_pipeline_chart_select_next (LscPipelineChart *self, int blocks, int stages)
{
  LscPipelineSpot spot = self->chart.selected;
  const LscPipelineStep *step;

  if (self->chart.group == NULL || self->chart.first_step >= self->chart.group->n_steps)
    return;
  if (lsc_pipeline_view_block (&self->chart, &spot) == NULL)
    spot = first_visible (self);
  else if (stages != 0)
    {
      guint32 block = G_MAXUINT32;

      step = lsc_pipeline_view_spot_step (&self->chart, &spot);
      spot.row =
          lsc_pipeline_neighbour_stage (spot.is_twin ? self->chart.twin.group : self->chart.group,
                                        step, spot.row, spot.block, stages, &block);
      spot.block = block;
    }
  else if (blocks < 0 ? spot.block > 0 : TRUE)
    spot.block += (guint32) blocks;
  if (lsc_pipeline_view_block (&self->chart, &spot) == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  lsc_pipeline_chart_select_and_reveal (self, &spot);
}
