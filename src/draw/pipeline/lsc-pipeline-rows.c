/* lsc-pipeline-rows.c - what stands where in the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define STEP_GAP_SHARE 0.03
#define MAX_LANES 8u
#define LEAST_NS_PER_PX 10.0
#define LOOK_BACK 512u /* blocks of other lanes that may still run into the view */

/* ---- steps on the chart's time axis ---- */

static gsize
count_steps (const LscPipelineView *view)
{
  gsize n = view->group ? view->group->n_steps : 0;

  return view->first_step >= n ? 0 : MIN (view->n_steps, n - view->first_step);
}

/* Puts the shown steps on the axis: all of them from the T0 of the first, or side by side, each
 * from its own T0. */
static void
place_steps (const LscPipelineView *view, LscRowMap *map)
{
  gsize n = count_steps (view);
  const LscPipelineStep *steps = n > 0 ? &view->group->steps[view->first_step] : NULL;
  double sum = 0, at = 0;

  for (gsize i = 0; i < n; i++)
    sum += (double) (steps[i].t1_ns - steps[i].t0_ns);
  for (gsize i = 0; i < n; i++)
    {
      gint64 offset_ns = view->side_by_side ? steps[i].t0_ns - (gint64) at : steps[0].t0_ns;

      lsc_row_map_append (map, (LscRowStretch){ steps[i].t0_ns, steps[i].t1_ns, offset_ns });
      at += (double) (steps[i].t1_ns - steps[i].t0_ns) + sum / (double) n * STEP_GAP_SHARE;
    }
}

/**
 * lsc_pipeline_view_length_ns:
 *
 * Returns: the end of the shown steps in chart time, that of the longer side; 0 without any
 */
double
lsc_pipeline_view_length_ns (const LscPipelineView *view)
{
  g_auto (LscRowMap) map = { 0 };
  double length;

  place_steps (view, &map);
  length = (double) lsc_row_map_get_end (&map);
  if (lsc_pipeline_view_has_twin (view))
    {
      const LscPipelineStep *other = &view->twin.group->steps[view->twin.step];

      length = MAX (length, (double) view->twin.offset_ns + (double) (other->t1_ns - other->t0_ns));
    }
  return length;
}

/* ---- rows ---- */

static gboolean
has_legs (const LscPipelineRows *self)
{
  for (gsize s = 0; s < self->n_steps; s++)
    {
      const LscPipelineStep *step = _lsc_pipeline_rows_step (self, s);

      for (gsize r = 0; r < step->n_rows; r++)
        if (step->rows[r].n_legs > 0)
          return TRUE;
    }
  return FALSE;
}

static guint
count_lanes (const LscPipelineRows *self, gsize row)
{
  guint n = 1;

  if (self->view->show_chunk_rows)
    return CLAMP (self->view->group->n_chunks, 1, MAX_LANES);
  for (gsize s = 0; s < self->n_steps; s++)
    {
      const LscPipelineRow *data = _lsc_pipeline_rows_row (self, s, row);

      if (data)
        n = MAX (n, MIN ((guint) data->n_sublanes, MAX_LANES));
    }
  return n;
}

/* Height of a row with all of its lanes. */
double
_lsc_pipeline_rows_row_height (const LscPipelineRows *self, gsize row)
{
  double height = self->rows[row].n_lanes * (self->lane_height + LANE_GAP) - LANE_GAP;

  if (self->delta_height > 0)
    height += LANE_GAP + self->delta_height;
  if (self->p2p_height > 0)
    height += LANE_GAP + self->p2p_height;
  return height;
}

static void
place_rows (LscPipelineRows *self, double y)
{
  for (gsize r = 0; r < self->n_rows; r++)
    {
      self->rows[r].y = y;
      y += self->rows[r].height + self->row_gap;
    }
  self->bottom = self->n_rows > 0 ? y - self->row_gap : y;
}

/* Everything but where the rows stand. */
void
_lsc_pipeline_rows_init_side (LscPipelineRows *self, const LscPipelineView *view)
{
  *self = (LscPipelineRows){ .view = view, .first_step = view->first_step };

  place_steps (view, &self->map);
  self->n_steps = self->map.n;
  self->body_top = lsc_pipeline_view_body_top (view);
  self->body_width = lsc_viewport_body_width (&view->port);
  self->body_height = MAX (
      view->port.height - self->body_top - (view->is_figure ? LSC_PIPELINE_AXIS_HEIGHT : 0), 0);
  self->px_per_ns = view->port.span_ns > 0 ? self->body_width / view->port.span_ns : 0;
  self->lane_height =
      CLAMP (view->port.lane_height, LSC_PIPELINE_LANE_LEAST, LSC_PIPELINE_LANE_MOST);
  self->row_gap = self->lane_height >= 10 ? 6 : 3;
  self->selected = lsc_pipeline_view_block (view, &view->selected);
  if (view->show_p2p && self->lane_height >= 10 && has_legs (self))
    self->p2p_height = P2P_HEIGHT;
  for (gsize s = 0; s < self->n_steps; s++)
    self->n_rows = MAX (self->n_rows, _lsc_pipeline_rows_step (self, s)->n_rows);
  self->rows = g_new0 (LscRowPlace, self->n_rows);
  for (gsize r = 0; r < self->n_rows; r++)
    self->rows[r].n_lanes = count_lanes (self, r);
}

/* Returns: the places of a view; _lsc_pipeline_rows_clear() frees them */
LscPipelineRows
_lsc_pipeline_rows_new (const LscPipelineView *view)
{
  LscPipelineRows self;
  double y;

  _lsc_pipeline_rows_init_side (&self, view);
  y = self.body_top + TOP_PAD - view->port.scroll_y;
  if (lsc_pipeline_view_has_twin (view))
    {
      _lsc_pipeline_rows_add_twin (&self);
      self.bottom = _lsc_pipeline_rows_place_sides (&self, y);
      return self;
    }
  for (gsize r = 0; r < self.n_rows; r++)
    self.rows[r].height = _lsc_pipeline_rows_row_height (&self, r);
  place_rows (&self, y);
  return self;
}

void
_lsc_pipeline_rows_clear (LscPipelineRows *self)
{
  lsc_row_map_clear (&self->map);
  g_clear_pointer (&self->rows, g_free);
  g_clear_pointer (&self->own_view, g_free);
  if (self->twin)
    _lsc_pipeline_rows_clear (self->twin);
  g_clear_pointer (&self->twin, g_free);
}

const LscPipelineStep *
_lsc_pipeline_rows_step (const LscPipelineRows *self, gsize index)
{
  return &self->view->group->steps[self->first_step + index];
}

/* Returns: (nullable): the row's data in a shown step */
const LscPipelineRow *
_lsc_pipeline_rows_row (const LscPipelineRows *self, gsize step, gsize row)
{
  const LscPipelineStep *data = _lsc_pipeline_rows_step (self, step);

  return row < data->n_rows ? &data->rows[row] : NULL;
}

gboolean
_lsc_pipeline_rows_has_blocks (const LscPipelineRows *self, gsize step, gsize row)
{
  const LscPipelineRow *data = _lsc_pipeline_rows_row (self, step, row);

  return data && data->n_blocks > 0;
}

gboolean
_lsc_pipeline_rows_row_is_visible (const LscPipelineRows *self, gsize row)
{
  const LscRowPlace *place = &self->rows[row];

  return place->y < self->view->port.height && place->y + place->height > self->body_top - TOP_PAD;
}

void
_lsc_pipeline_clip_body (cairo_t *cr, const LscPipelineRows *self)
{
  lsc_paint_clip (cr, self->view->port.header_width, self->body_top, self->body_width,
                  self->body_height);
}

/* The row whose phases are marked: that of the selected block of the first side, else the first. */
gsize
_lsc_pipeline_rows_marked_row (const LscPipelineRows *self)
{
  const LscPipelineSpot *selected = &self->view->selected;

  return selected->row < self->n_rows && !selected->is_twin ? selected->row : 0;
}

/* ---- what of a row lies in the view ---- */

/* Recorded times at the edges of the window. */
static void
get_window (const LscPipelineRows *self, gsize step, gint64 *begin_ns, gint64 *end_ns)
{
  const LscViewport *port = &self->view->port;

  *begin_ns = lsc_row_from_axis (&self->map.items[step], port->begin_ns);
  *end_ns = lsc_row_from_axis (&self->map.items[step], lsc_viewport_end_ns (port));
}

/* Blocks [first, end) that may be seen. Found by start; a row with one lane can only have one block
 * that began before the view, others are looked back for. */
void
_lsc_pipeline_rows_visible (const LscPipelineRows *self, gsize step, gsize row, gsize *first,
                            gsize *end)
{
  const LscPipelineRow *data = _lsc_pipeline_rows_row (self, step, row);
  gint64 begin_ns, end_ns;
  gsize back, start;

  *first = *end = 0;
  if (!data || data->n_blocks == 0)
    return;
  get_window (self, step, &begin_ns, &end_ns);
  start = LSC_BISECT (i, 0, data->n_blocks, data->blocks[i].start_ns < begin_ns);
  *first = start;
  *end = LSC_BISECT (i, 0, data->n_blocks, data->blocks[i].start_ns < end_ns);
  back = data->n_sublanes > 1 ? LOOK_BACK : 2; /* 2: neighbours may overlap by rounding */
  for (gsize k = 1; k <= MIN (back, start); k++)
    if (data->blocks[start - k].end_ns > begin_ns)
      *first = start - k;
}

void
_lsc_pipeline_rows_visible_legs (const LscPipelineRows *self, gsize step, gsize row, gsize *first,
                                 gsize *end)
{
  const LscPipelineRow *data = _lsc_pipeline_rows_row (self, step, row);
  gint64 begin_ns, end_ns;

  *first = *end = 0;
  if (!data)
    return;
  get_window (self, step, &begin_ns, &end_ns);
  *end = LSC_BISECT (i, 0, data->n_legs, data->legs[i].start_ns < begin_ns);
  *first = *end - MIN (*end, 16); /* receives are posted early and overlap */
  *end = LSC_BISECT (i, *end, data->n_legs, data->legs[i].start_ns < end_ns);
}

/* Lanes [first, end) of the row that a block stands in: its sub-lane, or its chunk's. An overlapped
 * block of two chunks takes the lanes of both. */
void
_lsc_pipeline_rows_block_lanes (const LscPipelineRows *self, gsize row, const LscPipelineRow *data,
                                const LscBlock *block, guint *first, guint *end)
{
  guint n = self->rows[row].n_lanes;
  guint f = lsc_block_chunk_f (block), b = lsc_block_chunk_b (block);

  *first = 0;
  if (n > 1 && !self->view->show_chunk_rows && data->details)
    *first = MIN (data->details[block->detail].sublane, n - 1);
  *end = *first + 1;
  if (n == 1 || !self->view->show_chunk_rows)
    return;
  if (f == LSC_CHUNK_NONE)
    f = b == LSC_CHUNK_NONE ? 0 : b;
  if (b == LSC_CHUNK_NONE)
    b = f;
  *first = MIN (MIN (f, b), n - 1);
  *end = MIN (MAX (f, b), n - 1) + 1;
}

/* Returns: where a block stands, in view coordinates, also outside of the view */
LscBlockBox
_lsc_pipeline_rows_box (const LscPipelineRows *self, gsize step, gsize row, gsize block)
{
  const LscPipelineRow *data = _lsc_pipeline_rows_row (self, step, row);
  double left = self->view->port.header_width;
  guint first, end;

  _lsc_pipeline_rows_block_lanes (self, row, data, &data->blocks[block], &first, &end);
  return (LscBlockBox){ left + _lsc_pipeline_rows_x (self, step, data->blocks[block].start_ns),
                        left + _lsc_pipeline_rows_x (self, step, data->blocks[block].end_ns),
                        _lsc_pipeline_rows_lane_y (self, row, first),
                        _lsc_pipeline_rows_lane_y (self, row, end) - LANE_GAP };
}

/* The same for a spot of either side. Returns: %FALSE if there is no such block in a shown step */
gboolean
_lsc_pipeline_rows_find_box (const LscPipelineRows *self, const LscPipelineSpot *spot,
                             LscBlockBox *box)
{
  const LscPipelineRows *side = spot->is_twin ? self->twin : self;

  if (!lsc_pipeline_view_block (self->view, spot) || spot->step < side->first_step ||
      spot->step - side->first_step >= side->n_steps)
    return FALSE;
  *box = _lsc_pipeline_rows_box (side, spot->step - side->first_step, spot->row, spot->block);
  return TRUE;
}

/* ---- the view's own functions ---- */

/**
 * lsc_pipeline_view_init:
 * @view: (out): a view of the group's median step, fitted
 *
 * The caller sets width and height and fits again.
 */
void
lsc_pipeline_view_init (LscPipelineView *view, const LscPipeline *pipeline,
                        const LscPipelineGroup *group)
{
  g_return_if_fail (view);
  *view = (LscPipelineView){
    .pipeline = pipeline,
    .group = group,
    .first_step = group ? group->median_step : 0,
    .n_steps = 1,
    .port = { .lane_height = 22, .width = 1200, .height = 400, .header_width = 140 },
    .arrows = LSC_ARROWS_SELECTION,
    .show_bubbles = TRUE,
    .show_p2p = TRUE,
    .show_brackets = TRUE,
    .selected = LSC_PIPELINE_SPOT_NONE,
    .hovered = LSC_PIPELINE_SPOT_NONE,
    .blamed_row = G_MAXUINT32,
    .theme = lsc_theme_light (),
    .scale = 1,
  };
  lsc_pipeline_view_fit (view);
}

/* Chart time where the earlier side begins. */
static gint64
get_begin_ns (const LscPipelineView *view)
{
  return lsc_pipeline_view_has_twin (view) ? MIN (view->twin.offset_ns, 0) : 0;
}

/**
 * lsc_pipeline_view_fit:
 *
 * Shows all of the chosen steps, and of the second side, with a little room on both sides.
 */
void
lsc_pipeline_view_fit (LscPipelineView *view)
{
  gint64 end_ns, begin_ns;

  g_return_if_fail (view);
  end_ns = lsc_ns_from_double (lsc_pipeline_view_length_ns (view));
  begin_ns = get_begin_ns (view);
  if (end_ns <= begin_ns)
    end_ns = begin_ns + 1000;
  lsc_viewport_fit (&view->port, begin_ns, end_ns, 0);
}

/**
 * lsc_pipeline_view_get_limits:
 *
 * Returns: how far the window goes: down to 10 ns a px, up to all of both sides
 */
LscViewLimits
lsc_pipeline_view_get_limits (const LscPipelineView *view)
{
  gint64 begin_ns;
  double length, least;

  g_return_val_if_fail (view, (LscViewLimits){ 0 });
  begin_ns = get_begin_ns (view);
  length = MAX (lsc_pipeline_view_length_ns (view) - (double) begin_ns, 1000);
  least = lsc_viewport_body_width (&view->port) * LEAST_NS_PER_PX;
  return (LscViewLimits){ begin_ns, lsc_ns_add (begin_ns, lsc_ns_from_double (length)),
                          MIN (least, length) };
}

/**
 * lsc_pipeline_view_n_rows:
 *
 * Returns: rows of the first side
 */
gsize
lsc_pipeline_view_n_rows (const LscPipelineView *view)
{
  gsize n = 0;

  for (gsize i = 0; i < count_steps (view); i++)
    n = MAX (n, view->group->steps[view->first_step + i].n_rows);
  return n;
}

/**
 * lsc_pipeline_view_body_top:
 *
 * Returns: px above the rows: axis, minimap and brackets. A figure has its axis below the rows.
 */
double
lsc_pipeline_view_body_top (const LscPipelineView *view)
{
  return (view->is_figure ? 0 : LSC_PIPELINE_AXIS_HEIGHT) + view->minimap_height +
         (view->show_brackets ? BRACKET_HEIGHT : 0);
}

/**
 * lsc_pipeline_view_content_height:
 *
 * Returns: the height at which nothing needs to be scrolled
 */
double
lsc_pipeline_view_content_height (const LscPipelineView *view)
{
  g_auto (LscPipelineRows) layout = { 0 };

  g_return_val_if_fail (view, 0);
  layout = _lsc_pipeline_rows_new (view);
  return ceil (layout.bottom + view->port.scroll_y + BOTTOM_PAD +
               (view->is_figure ? LSC_PIPELINE_AXIS_HEIGHT : 0));
}

/**
 * lsc_pipeline_view_begin:
 *
 * Returns: the chart time at the left edge of the body
 */
double
lsc_pipeline_view_begin (const LscPipelineView *view)
{
  return (double) view->port.begin_ns + view->port.begin_fraction;
}

/**
 * lsc_pipeline_view_block_time:
 * @step: index into the group's steps; one that is shown
 *
 * Returns: the chart time of a recorded time
 */
double
lsc_pipeline_view_block_time (const LscPipelineView *view, gsize step, gint64 time_ns)
{
  g_auto (LscRowMap) map = { 0 };

  place_steps (view, &map);
  if (step < view->first_step || step - view->first_step >= map.n)
    return 0;
  return (double) lsc_row_to_axis (&map.items[step - view->first_step], time_ns);
}

/**
 * lsc_pipeline_view_has_twin:
 *
 * Returns: whether a second side is shown: only beside a single step
 */
gboolean
lsc_pipeline_view_has_twin (const LscPipelineView *view)
{
  const LscPipelineTwin *twin;

  g_return_val_if_fail (view, FALSE);
  twin = &view->twin;
  return twin->mode != LSC_TWIN_NONE && twin->group && twin->step < twin->group->n_steps &&
         count_steps (view) == 1;
}

/**
 * lsc_pipeline_view_spot_step:
 *
 * Returns: (transfer none) (nullable): the step of a spot, of whichever side it is
 */
const LscPipelineStep *
lsc_pipeline_view_spot_step (const LscPipelineView *view, const LscPipelineSpot *spot)
{
  const LscPipelineGroup *group;

  g_return_val_if_fail (view && spot, NULL);
  group = view->group;
  if (spot->is_twin)
    group = lsc_pipeline_view_has_twin (view) && spot->step == view->twin.step ? view->twin.group
                                                                               : NULL;
  return group && spot->step < group->n_steps ? &group->steps[spot->step] : NULL;
}

/**
 * lsc_pipeline_view_pair:
 * @other: (out): the spot of the same block on the other side
 *
 * Returns: %FALSE if the spot has no block or that has no pair
 */
gboolean
lsc_pipeline_view_pair (const LscPipelineView *view, const LscPipelineSpot *spot,
                        LscPipelineSpot *other)
{
  const LscBlockPairs *pairs;
  guint32 block;

  g_return_val_if_fail (view && spot && other, FALSE);
  pairs = view->twin.pairs;
  *other = LSC_PIPELINE_SPOT_NONE;
  if (!pairs || !lsc_pipeline_view_has_twin (view) || !lsc_pipeline_view_block (view, spot) ||
      (!spot->is_twin && spot->step != view->first_step) ||
      spot->row >= (spot->is_twin ? pairs->n_other_rows : pairs->n_rows))
    return FALSE;
  block =
      spot->is_twin ? pairs->back[spot->row][spot->block] : pairs->other[spot->row][spot->block];
  if (block == LSC_PAIR_NONE)
    return FALSE;
  *other = (LscPipelineSpot){ .step = spot->is_twin ? view->first_step : view->twin.step,
                              .row = spot->row,
                              .block = block,
                              .is_twin = !spot->is_twin };
  return lsc_pipeline_view_block (view, other) != NULL;
}

/**
 * lsc_pipeline_view_block:
 *
 * Returns: (nullable): the block of a spot of either side, %NULL if there is none
 */
const LscBlock *
lsc_pipeline_view_block (const LscPipelineView *view, const LscPipelineSpot *spot)
{
  const LscPipelineStep *step = lsc_pipeline_view_spot_step (view, spot);

  if (!step || spot->row >= step->n_rows || spot->block >= step->rows[spot->row].n_blocks)
    return NULL;
  return &step->rows[spot->row].blocks[spot->block];
}

/**
 * lsc_pipeline_view_block_box:
 *
 * Finds the box of a block of either side in view coordinates, which may lie outside of the view.
 *
 * Returns: %FALSE if there is no such block in a shown step
 */
gboolean
lsc_pipeline_view_block_box (const LscPipelineView *view, const LscPipelineSpot *spot, double *x0,
                             double *x1, double *y0, double *y1)
{
  g_auto (LscPipelineRows) layout = { 0 };
  LscBlockBox box;

  g_return_val_if_fail (view && spot && x0 && x1 && y0 && y1, FALSE);
  layout = _lsc_pipeline_rows_new (view);
  if (!_lsc_pipeline_rows_find_box (&layout, spot, &box))
    return FALSE;
  *x0 = box.x0;
  *x1 = box.x1;
  *y0 = box.y0;
  *y1 = box.y1;
  return TRUE;
}
