/* lsc-timeline-counters.c - curves of counters, column by column
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "draw/timeline/lsc-timeline-painter-private.h"

#define PAD 4.0 /* px above and below the curve */

/* Returns: (transfer none): least and most of each block of samples, so that a column that holds
 * many costs little */
const LscSampleBlock *
_lsc_painter_blocks (LscTimelineMemory *memory, LscCounter *counter)
{
  LscSampleBlock *blocks = g_hash_table_lookup (memory->blocks, counter);
  const LscSamples *samples = &counter->samples;
  gsize n = samples->n / LSC_TIMELINE_SAMPLE_BLOCK;

  if (blocks)
    return blocks;
  blocks = g_new (LscSampleBlock, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      const LscSample *first = samples->items + i * LSC_TIMELINE_SAMPLE_BLOCK;

      blocks[i] = (LscSampleBlock){ first->value, first->value };
      for (gsize k = 1; k < LSC_TIMELINE_SAMPLE_BLOCK; k++)
        {
          blocks[i].least = MIN (blocks[i].least, first[k].value);
          blocks[i].most = MAX (blocks[i].most, first[k].value);
        }
    }
  g_hash_table_insert (memory->blocks, counter, blocks);
  return blocks;
}

/* Returns: how many samples lie before @time_ns */
static gsize
count_before (const LscSamples *samples, gint64 time_ns)
{
  return LSC_BISECT (i, 0, samples->n, samples->items[i].time_ns < time_ns);
}

/* Extremes of a series over [begin_ns, end_ns): of the value that holds at its begin and of the
 * samples in it. Returns: FALSE before the first sample */
gboolean
_lsc_counter_column (const LscCounter *counter, const LscSampleBlock *blocks, gint64 begin_ns,
                     gint64 end_ns, double *least, double *most)
{
  const LscSamples *samples = &counter->samples;
  gsize first = count_before (samples, begin_ns), end = count_before (samples, end_ns), i;

  if (end == 0)
    return FALSE;
  i = first > 0 ? first - 1 : 0;
  end = MAX (end, i + 1);
  *least = *most = samples->items[i].value;
  while (i < end)
    {
      if (i % LSC_TIMELINE_SAMPLE_BLOCK == 0 && i + LSC_TIMELINE_SAMPLE_BLOCK <= end)
        {
          const LscSampleBlock *block = &blocks[i / LSC_TIMELINE_SAMPLE_BLOCK];

          *least = MIN (*least, block->least);
          *most = MAX (*most, block->most);
          i += LSC_TIMELINE_SAMPLE_BLOCK;
          continue;
        }
      *least = MIN (*least, samples->items[i].value);
      *most = MAX (*most, samples->items[i].value);
      i++;
    }
  return isfinite (*least) && isfinite (*most);
}

/* The scale of a counter's strip: from nothing to the most, unless all values lie in the upper half
 * of that, where a drop of a few percent is to be seen. */
void
_lsc_counter_range (const LscNode *node, double *low, double *high)
{
  gboolean is_area = FALSE;

  *low = G_MAXDOUBLE;
  *high = -G_MAXDOUBLE;
  for (guint i = 0; node->series && i < node->series->len; i++)
    {
      const LscCounter *counter = g_ptr_array_index (node->series, i);

      if (counter->samples.n == 0)
        continue;
      *low = MIN (*low, counter->least);
      *high = MAX (*high, counter->most);
      is_area |= counter->shape == LSC_COUNTER_AREA;
    }
  if (!(*low <= *high))
    {
      *low = 0;
      *high = 1;
      return;
    }
  if (is_area || *low <= *high / 2)
    *low = MIN (*low, 0);
  if (*high <= *low)
    {
      *low = MIN (*low, 0);
      *high = MAX (*high, *low + 1);
    }
}

typedef struct
{
  LscTimelineBody *body;
  const LscCounter *counter;
  const LscSampleBlock *blocks;
  double low, high;
  int top, bottom; /* device px of the lowest and highest value */
  guint32 rgb;
} Curve;

static int
value_y (const Curve *curve, double value)
{
  double share = CLAMP ((value - curve->low) / (curve->high - curve->low), 0, 1);

  return curve->bottom - (int) lround (share * (curve->bottom - curve->top));
}

static void
paint_curve (const Curve *curve, const LscRowStretch *stretch)
{
  LscTimelineBody *body = curve->body;
  const LscTimelineView *view = body->view;
  int thickness = MAX ((int) lround (body->scale * 1.2), 1), last = G_MAXINT;
  gint64 begin_ns = lsc_row_from_x (stretch, &view->port, view->port.header_width);

  for (int x = 0; x < body->width; x++)
    {
      gint64 next_ns =
          lsc_row_from_x (stretch, &view->port, view->port.header_width + (x + 1) / body->scale);
      gint64 end_ns = MAX (next_ns, lsc_ns_add (begin_ns, 1));
      double least, most;
      int y0, y1;

      if (_lsc_counter_column (curve->counter, curve->blocks, begin_ns, end_ns, &least, &most))
        {
          y0 = value_y (curve, most);
          y1 = value_y (curve, least);
          if (curve->counter->shape == LSC_COUNTER_AREA)
            lsc_raster_blend_rect (body->raster, x, y0, x + 1, curve->bottom, curve->rgb, 90);
          if (last != G_MAXINT) /* joins the columns: a step line has no gaps */
            lsc_raster_fill_rect (body->raster, x, MIN (y0, last), x + 1,
                                  MAX (MAX (y0, last), y0 + thickness), curve->rgb);
          lsc_raster_blend_rect (body->raster, x, y0, x + 1, y1, curve->rgb, 140);
          lsc_raster_fill_rect (body->raster, x, y0, x + 1, y0 + thickness, curve->rgb);
          lsc_raster_fill_rect (body->raster, x, y1, x + 1, y1 + thickness, curve->rgb);
          last = y1;
        }
      begin_ns = next_ns;
    }
}

/* Paints the series of a strip over one another: step lines, areas filled down to the base, and the
 * range between least and most shaded where a column holds several samples. @top: device px */
void
_lsc_body_paint_counter (LscTimelineBody *body, const LscStrip *strip, int top)
{
  const LscTimelineView *view = body->view;
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, strip->rank);
  LscTimelineMemory *memory = _lsc_painter_memory (body->painter, timeline);
  const LscNode *node = lsc_timeline_get_node (timeline, strip->node);
  LscRowStretch stretch =
      lsc_timeline_layout_get_lane_stretch (view->layout, strip->rank, strip->node);
  Curve curve = { .body = body };

  _lsc_counter_range (node, &curve.low, &curve.high);
  curve.top = top + (int) lround (PAD * body->scale);
  curve.bottom = top + (int) lround ((strip->height - PAD) * body->scale);
  for (guint i = 0; node->series && i < node->series->len; i++)
    {
      LscCounter *counter = g_ptr_array_index (node->series, i);

      if (counter->samples.n == 0)
        continue;
      curve.counter = counter;
      curve.blocks = _lsc_painter_blocks (memory, counter);
      curve.rgb = _lsc_palette_series (i);
      paint_curve (&curve, &stretch);
    }
}
