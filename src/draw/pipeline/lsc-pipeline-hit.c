/* lsc-pipeline-hit.c - what is under a point of the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define SLACK_PX 2.0 /* a narrow block may be missed by this much */

typedef struct
{
  const LscPipelineRows *layout;
  gsize step;
  gsize row;
  double x; /* px of the body */
  double y;
} Probe;

/* The side that has a row at a height; the first under a ghost. */
static const LscPipelineRows *
find_row (const LscPipelineRows *layout, double y, gsize *row)
{
  double slack = layout->twin ? 1 : layout->row_gap / 2;

  for (; layout; layout = layout->twin)
    for (gsize r = layout->n_shared_rows; r < layout->n_rows; r++)
      if (y >= layout->rows[r].y - slack && y < layout->rows[r].y + layout->rows[r].height + slack)
        {
          *row = r;
          return layout;
        }
  return NULL;
}

static double
distance_to (const Probe *probe, gint64 start_ns, gint64 end_ns)
{
  double x0 = _lsc_pipeline_rows_x (probe->layout, probe->step, start_ns);
  double x1 = _lsc_pipeline_rows_x (probe->layout, probe->step, end_ns);

  if (probe->x < x0)
    return x0 - probe->x;
  return probe->x < x1 ? 0 : probe->x - x1;
}

/* First block that starts behind the probe. */
static gsize
upper_bound (const Probe *probe, const LscPipelineRow *row)
{
  return LSC_BISECT (i, 0, row->n_blocks,
                     _lsc_pipeline_rows_x (probe->layout, probe->step, row->blocks[i].start_ns) <=
                         probe->x);
}

static gboolean
has_pair (const Probe *probe, guint32 block)
{
  LscPipelineSpot spot = { .step = probe->layout->first_step,
                           .row = (guint32) probe->row,
                           .block = block };
  LscPipelineSpot other;

  return lsc_pipeline_view_pair (probe->layout->view, &spot, &other);
}

static guint32
find_block (const Probe *probe, const LscPipelineRow *row)
{
  const LscPipelineView *view = probe->layout->view;
  gsize upper = upper_bound (probe, row), back = row->n_sublanes > 1 ? 512 : 3;
  double best_distance = SLACK_PX;
  guint32 best = G_MAXUINT32;
  guint first, end;
  double strip_y = probe->layout->delta_height > 0
                       ? _lsc_pipeline_rows_delta_y (probe->layout, probe->row) - LANE_GAP / 2
                       : G_MAXDOUBLE;

  for (gsize i = MIN (upper + 1, row->n_blocks); i > 0 && upper + 1 - i < back; i--)
    {
      const LscBlock *block = &row->blocks[i - 1];
      double distance = distance_to (probe, block->start_ns, block->end_ns);

      if (lsc_block_is_hidden (block, view->hidden_kinds))
        continue;
      if (probe->y >= strip_y) /* the strip of differences stands for the lanes above it */
        {
          if (distance < best_distance && has_pair (probe, (guint32) (i - 1)))
            {
              best_distance = distance;
              best = (guint32) (i - 1);
            }
          continue;
        }
      _lsc_pipeline_rows_block_lanes (probe->layout, probe->row, row, block, &first, &end);
      if (probe->y < _lsc_pipeline_rows_lane_y (probe->layout, probe->row, first) - LANE_GAP / 2 ||
          probe->y >= _lsc_pipeline_rows_lane_y (probe->layout, probe->row, end) - LANE_GAP / 2)
        continue;
      if (distance < best_distance)
        {
          best_distance = distance;
          best = (guint32) (i - 1);
        }
    }
  return best;
}

static guint32
find_leg (const Probe *probe, const LscPipelineRow *row)
{
  double best_distance = SLACK_PX;
  guint32 best = G_MAXUINT32;
  gsize first, end;

  _lsc_pipeline_rows_visible_legs (probe->layout, probe->step, probe->row, &first, &end);
  for (gsize i = first; i < end; i++)
    {
      double distance = distance_to (probe, row->legs[i].start_ns, row->legs[i].end_ns);

      if (distance <= best_distance)
        {
          best_distance = distance;
          best = (guint32) i;
        }
    }
  return best;
}

/* The idle time around the probe, inside the window. */
static gboolean
find_bubble (const Probe *probe, const LscPipelineRow *row, gint64 *begin_ns, gint64 *end_ns)
{
  const LscPipelineStep *step = _lsc_pipeline_rows_step (probe->layout, probe->step);
  const LscViewport *port = &probe->layout->view->port;
  double after_ns = floor (port->begin_fraction + probe->x / probe->layout->px_per_ns);
  gint64 time_ns = lsc_row_from_axis (&probe->layout->map.items[probe->step],
                                      port->begin_ns + lsc_ns_from_double (after_ns));
  gsize upper = upper_bound (probe, row);
  gsize back = row->n_sublanes > 1 ? 512 : 3;

  if (row->n_blocks == 0 || time_ns < step->t0_ns || time_ns >= step->t1_ns)
    return FALSE;
  *begin_ns = step->t0_ns;
  for (gsize i = upper; i > 0 && upper - i < back; i--)
    *begin_ns = MAX (*begin_ns, row->blocks[i - 1].end_ns);
  *end_ns = upper < row->n_blocks ? row->blocks[upper].start_ns : step->t1_ns;
  return *begin_ns <= time_ns && time_ns < *end_ns;
}

static LscHit
hit_row (Probe *probe, LscPipelineSpot *spot, gint64 *bubble_begin_ns, gint64 *bubble_end_ns,
         guint32 *leg)
{
  const LscPipelineRows *layout = probe->layout;
  double lanes_end = _lsc_pipeline_rows_p2p_y (layout, probe->row) - LANE_GAP / 2;

  for (gsize s = layout->n_steps; s > 0; s--)
    {
      const LscPipelineRow *row = _lsc_pipeline_rows_row (layout, s - 1, probe->row);

      probe->step = s - 1;
      if (!row)
        continue;
      spot->step = layout->first_step + s - 1;
      if (layout->p2p_height > 0 && probe->y >= lanes_end)
        {
          *leg = find_leg (probe, row);
          if (*leg != G_MAXUINT32)
            return LSC_HIT_LEG;
          continue;
        }
      spot->block = find_block (probe, row);
      if (spot->block != G_MAXUINT32)
        return LSC_HIT_BLOCK;
      if (find_bubble (probe, row, bubble_begin_ns, bubble_end_ns))
        return LSC_HIT_BUBBLE;
    }
  return LSC_HIT_NOTHING;
}

/**
 * lsc_pipeline_view_hit:
 * @spot: (out): row, and block if one was hit
 *   with is_twin of the second side
 * @bubble_begin_ns: (out): recorded time of the side, if a bubble was hit
 * @bubble_end_ns: (out): the same
 * @leg: (out): index into the row's legs, if one was hit
 *
 * Looks up a point. Cost: O(log n) in the blocks of the row.
 */
LscHit
lsc_pipeline_view_hit (const LscPipelineView *view, double x, double y, LscPipelineSpot *spot,
                       gint64 *bubble_begin_ns, gint64 *bubble_end_ns, guint32 *leg)
{
  g_auto (LscPipelineRows) layout = { 0 };
  LscHit hit = LSC_HIT_NOTHING;
  Probe probe;

  g_return_val_if_fail (view && spot && bubble_begin_ns && bubble_end_ns, LSC_HIT_NOTHING);
  layout = _lsc_pipeline_rows_new (view);
  probe = (Probe){ .x = x - view->port.header_width, .y = y };
  *spot = LSC_PIPELINE_SPOT_NONE;
  *bubble_begin_ns = *bubble_end_ns = 0;
  *leg = G_MAXUINT32;
  if (y < LSC_PIPELINE_AXIS_HEIGHT)
    return x < view->port.header_width ? LSC_HIT_NOTHING : LSC_HIT_AXIS;
  if (!view->group || y < lsc_pipeline_view_body_top (view))
    return LSC_HIT_NOTHING;
  probe.layout = find_row (&layout, y, &probe.row);
  if (probe.layout && layout.px_per_ns > 0)
    {
      spot->step = probe.layout->first_step;
      spot->is_twin = probe.layout->is_second;
      hit = x < view->port.header_width
                ? LSC_HIT_HEADER
                : hit_row (&probe, spot, bubble_begin_ns, bubble_end_ns, leg);
      spot->row = (guint32) probe.row;
    }
  return hit;
}
