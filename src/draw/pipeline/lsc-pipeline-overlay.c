/* lsc-pipeline-overlay.c - arrows, selection and hover over the rows of the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define HEAD_PX 5.0
#define MAX_CROSSING 100000 /* links of a window that are looked at */

/* ---- links ---- */

static const LscBlock *
link_block (const LscPipelineStep *step, guint32 row, guint32 block)
{
  return row < step->n_rows && block < step->rows[row].n_blocks ? &step->rows[row].blocks[block]
                                                                : NULL;
}

static gboolean
concerns (const LscPipelineLink *link, const LscBlock *source, const LscBlock *selected)
{
  guint16 mb = link->is_backward ? source->mb_b : source->mb_f;

  return mb != LSC_MB_NONE && (mb == selected->mb_f || mb == selected->mb_b);
}

static int
compare_links (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (((const LscLinkRef *) a)->leave_ns, ((const LscLinkRef *) b)->leave_ns);
}

static void
collect_step_links (LscLinkCache *self, const LscPipelineStep *step, guint32 index,
                    const LscBlock *selected)
{
  for (gsize i = 0; i < step->n_links; i++)
    {
      const LscPipelineLink *link = &step->links[i];
      const LscBlock *source = link_block (step, link->src_row, link->src_block);
      const LscBlock *target = link_block (step, link->dst_row, link->dst_block);
      LscLinkRef ref = { 0, index, (guint32) i };

      if (!source || !target || (selected && !concerns (link, source, selected)))
        continue;
      ref.leave_ns = MIN (source->end_ns, target->start_ns);
      self->longest_ns = MAX (self->longest_ns, ABS (target->start_ns - source->end_ns));
      g_array_append_val (self->refs, ref);
    }
}

static gboolean
same_spot (const LscPipelineSpot *a, const LscPipelineSpot *b)
{
  return a->step == b->step && a->row == b->row && a->block == b->block && a->is_twin == b->is_twin;
}

/* The links that the view may draw, by time; made once for the same steps and selection. */
static void
update_links (LscLinkCache *self, const LscPipelineRows *layout)
{
  const LscPipelineView *view = layout->view;
  const LscBlock *selected = lsc_pipeline_view_block (view, &view->selected);
  LscLinkKey key = { .group = view->group,
                     .first_step = layout->first_step,
                     .n_steps = layout->n_steps,
                     .arrows = view->arrows };

  if (view->arrows == LSC_ARROWS_SELECTION)
    key.selected = view->selected;
  if (key.group == self->key.group && key.first_step == self->key.first_step &&
      key.n_steps == self->key.n_steps && key.arrows == self->key.arrows &&
      same_spot (&key.selected, &self->key.selected))
    return;
  self->key = key;
  self->longest_ns = 0;
  g_array_set_size (self->refs, 0);
  for (gsize s = 0; s < layout->n_steps; s++)
    {
      gsize index = layout->first_step + s;

      if (view->arrows == LSC_ARROWS_ALL)
        collect_step_links (self, _lsc_pipeline_rows_step (layout, s), (guint32) index, NULL);
      else if (selected && view->selected.step == index && !view->selected.is_twin)
        collect_step_links (self, _lsc_pipeline_rows_step (layout, s), (guint32) index, selected);
    }
  g_array_sort (self->refs, compare_links);
}

typedef struct
{
  LscLinkRef ref;
  double x0, y0, x1, y1;
  gboolean is_straight;
  gboolean is_backward;
  gboolean is_measured;
  gboolean is_near; /* touches the selected block */
} Arrow;

/* Returns: %FALSE if the arrow lies outside of the view */
static gboolean
place_arrow (const LscPipelineRows *layout, Arrow *arrow)
{
  const LscLinkRef *ref = &arrow->ref;
  const LscPipelineView *view = layout->view;
  gsize s = ref->step - layout->first_step;
  const LscPipelineLink *link = &_lsc_pipeline_rows_step (layout, s)->links[ref->link];
  LscBlockBox from = _lsc_pipeline_rows_box (layout, s, link->src_row, link->src_block);
  LscBlockBox to = _lsc_pipeline_rows_box (layout, s, link->dst_row, link->dst_block);

  arrow->is_backward = link->is_backward;
  arrow->is_measured = link->is_measured;
  arrow->x0 = from.x1;
  arrow->y0 = (from.y0 + from.y1) / 2;
  arrow->y1 = (to.y0 + to.y1) / 2;
  if (link->is_measured && layout->p2p_height > 0)
    {
      arrow->x0 = view->port.header_width + _lsc_pipeline_rows_x (layout, s, link->send_start_ns);

      arrow->y0 = _lsc_pipeline_rows_p2p_y (layout, link->src_row) + layout->p2p_height / 2;
    }

  arrow->x1 = to.x0;
  arrow->is_straight = ABS ((gint64) link->src_row - (gint64) link->dst_row) <= 1;
  arrow->is_near =
      ref->step == view->selected.step && !view->selected.is_twin &&
      ((link->src_row == view->selected.row && link->src_block == view->selected.block) ||
       (link->dst_row == view->selected.row && link->dst_block == view->selected.block));
  return MAX (arrow->x0, arrow->x1) >= view->port.header_width &&
         MIN (arrow->x0, arrow->x1) <= view->port.width &&
         MAX (arrow->y0, arrow->y1) >= layout->body_top &&
         MIN (arrow->y0, arrow->y1) <= view->port.height;
}

static void
draw_arrow (cairo_t *cr, const LscPipelineView *view, const Arrow *arrow)
{
  static const double dashes[] = { 4, 3 };
  guint32 rgb = arrow->is_backward ? lsc_palette_kind_fill (LSC_BLOCK_B, 0)
                                   : lsc_palette_kind_fill (LSC_BLOCK_F, view->theme.is_dark);
  double bend = MAX (fabs (arrow->x1 - arrow->x0) / 2, 24);
  double angle = arrow->is_straight ? atan2 (arrow->y1 - arrow->y0, arrow->x1 - arrow->x0) : 0;

  lsc_color_set_rgb_alpha (cr, rgb, arrow->is_near ? 0.95 : 0.4);
  cairo_set_line_width (cr, arrow->is_near ? 1.5 : 1);
  if (!arrow->is_measured)
    cairo_set_dash (cr, dashes, 2, 0);
  cairo_move_to (cr, arrow->x0, arrow->y0);
  if (arrow->is_straight)
    cairo_line_to (cr, arrow->x1, arrow->y1);
  else
    cairo_curve_to (cr, arrow->x0 + bend, arrow->y0, arrow->x1 - bend, arrow->y1, arrow->x1,
                    arrow->y1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  lsc_paint_head (cr, arrow->x1, arrow->y1, angle, HEAD_PX);
}

/* Range of the links that may cross the view. Steps side by side have no common clock: all. */
static void
visible_links (const LscLinkCache *self, const LscPipelineRows *layout, gsize *first, gsize *end)
{
  const LscViewport *port = &layout->view->port;
  const LscRowStretch *stretch = &layout->map.items[0];
  const LscLinkRef *refs = (const LscLinkRef *) (gpointer) self->refs->data;
  gint64 begin_ns = lsc_row_from_axis (stretch, port->begin_ns - self->longest_ns);
  gint64 end_ns = lsc_row_from_axis (stretch, lsc_viewport_end_ns (port) + self->longest_ns);

  *first = 0;
  *end = self->refs->len;
  if (layout->view->side_by_side && layout->n_steps > 1)
    return;
  *first = LSC_BISECT (i, 0, *end, refs[i].leave_ns < begin_ns);
  *end = MIN (LSC_BISECT (i, *first, *end, refs[i].leave_ns <= end_ns), *first + MAX_CROSSING);
}

static gboolean
has_wide_blocks (const LscPipelineRows *layout)
{
  gsize n;

  for (gsize r = 0; r < layout->n_rows; r++)
    if (_lsc_row_mean_width (layout, r, &n) >= STRIP_BELOW_PX && n > 0)
      return TRUE;
  return FALSE;
}

/* The arrows in the view; none when there would be too many. */
static GArray *
visible_arrows (LscPipelinePainter *painter, const LscPipelineRows *layout)
{
  LscLinkCache *self = &painter->links[layout->is_second];
  GArray *arrows = g_array_new (FALSE, FALSE, sizeof (Arrow));
  gsize first, end;

  if (layout->n_steps == 0 || (layout->view->arrows == LSC_ARROWS_ALL && !has_wide_blocks (layout)))
    return arrows;
  update_links (self, layout);
  visible_links (self, layout, &first, &end);
  for (gsize i = first; i < end && arrows->len <= MAX_ARROWS; i++)
    {
      Arrow arrow;

      arrow.ref = g_array_index (self->refs, LscLinkRef, i);
      if (place_arrow (layout, &arrow))
        g_array_append_val (arrows, arrow);
    }
  if (arrows->len > MAX_ARROWS)
    g_array_set_size (arrows, 0);
  return arrows;
}

static void
draw_arrows (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout)
{
  g_autoptr (GArray) arrows = visible_arrows (self, layout);

  for (guint i = 0; i < arrows->len; i++)
    draw_arrow (cr, layout->view, &g_array_index (arrows, Arrow, i));
}

static double
distance_to_line (double x, double y, double x0, double y0, double x1, double y1)
{
  double dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy;
  double share = length > 0 ? CLAMP (((x - x0) * dx + (y - y0) * dy) / length, 0, 1) : 0;

  return hypot (x - x0 - share * dx, y - y0 - share * dy);
}

static double
distance_to_arrow (const Arrow *arrow, double x, double y)
{
  double bend = MAX (fabs (arrow->x1 - arrow->x0) / 2, 24), best = G_MAXDOUBLE;
  double last_x = arrow->x0, last_y = arrow->y0;

  if (arrow->is_straight)
    return distance_to_line (x, y, arrow->x0, arrow->y0, arrow->x1, arrow->y1);
  for (int i = 1; i <= 16; i++)
    {
      double t = i / 16.0, u = 1 - t;
      double at_x = u * u * u * arrow->x0 + 3 * u * u * t * (arrow->x0 + bend) +
                    3 * u * t * t * (arrow->x1 - bend) + t * t * t * arrow->x1;
      double at_y =
          (u * u * u + 3 * u * u * t) * arrow->y0 + (3 * u * t * t + t * t * t) * arrow->y1;

      best = MIN (best, distance_to_line (x, y, last_x, last_y, at_x, at_y));
      last_x = at_x;
      last_y = at_y;
    }
  return best;
}

/**
 * lsc_pipeline_painter_link_hit:
 * @step_out: (out): index of the link's step in the group
 *
 * Returns: (transfer none) (nullable): the link of the first side whose arrow passes within 3 px of
 *   a point
 */
const LscPipelineLink *
lsc_pipeline_painter_link_hit (LscPipelinePainter *self, const LscPipelineView *view, double x,
                               double y, gsize *step_out)
{
  g_autoptr (GArray) arrows = NULL;
  const LscPipelineLink *found = NULL;
  g_auto (LscPipelineRows) layout = { 0 };
  double best = 3;

  g_return_val_if_fail (self && view && step_out, NULL);
  layout = _lsc_pipeline_rows_new (view);
  if (!view->group || view->arrows == LSC_ARROWS_NONE || x < view->port.header_width ||
      y < lsc_pipeline_view_body_top (view))
    return NULL;
  arrows = visible_arrows (self, &layout);
  for (guint i = 0; i < arrows->len; i++)
    {
      const Arrow *arrow = &g_array_index (arrows, Arrow, i);
      double distance = distance_to_arrow (arrow, x, y);

      if (distance < best)
        {
          best = distance;
          *step_out = arrow->ref.step;
          found = &view->group->steps[arrow->ref.step].links[arrow->ref.link];
        }
    }
  return found;
}

/* ---- selection and hover ---- */

static void
draw_instants (cairo_t *cr, const LscPipelineRows *layout)
{
  static const double dashes[] = { 2, 3 };
  const LscPipelineView *view = layout->view;
  gsize index = _lsc_pipeline_rows_marked_row (layout);
  const LscRowPlace *last = &layout->rows[layout->n_rows - 1];

  lsc_color_set (cr, &view->theme.dim);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dashes, 2, 0);
  for (gsize s = 0; s < layout->n_steps; s++)
    {
      const LscPipelineRow *row = _lsc_pipeline_rows_row (layout, s, index);
      gint64 t[3];

      if (!row || row->n_blocks == 0)
        continue;
      t[0] = row->metrics.warmup_end_ns;
      t[1] = row->metrics.cooldown_begin_ns;
      t[2] = _lsc_pipeline_rows_step (layout, s)->t1_ns;
      for (int i = 0; i < 3; i++)
        {
          double x = floor (view->port.header_width + _lsc_pipeline_rows_x (layout, s, t[i])) + 0.5;

          cairo_move_to (cr, x, layout->body_top);
          cairo_line_to (cr, x, last->y + last->height + BOTTOM_PAD);
        }
    }
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_spot (cairo_t *cr, const LscPipelineRows *layout, const LscPipelineSpot *spot,
           const LscColor *color, double thickness)
{
  const LscPipelineView *view = layout->view;
  LscBlockBox box;
  double x0, x1;

  if (!_lsc_pipeline_rows_find_box (layout, spot, &box))
    return;
  x0 = floor (CLAMP (box.x0, -10, view->port.width + 10) + 0.5);
  x1 = MAX (floor (CLAMP (box.x1, -10, view->port.width + 10) + 0.5), x0 + 3);
  lsc_color_set (cr, &view->theme.background);
  cairo_set_line_width (cr, thickness + 2);
  cairo_rectangle (cr, x0 - 0.5, box.y0 - 0.5, x1 - x0 + 1, box.y1 - box.y0 + 1);
  cairo_stroke_preserve (cr);
  lsc_color_set (cr, color);
  cairo_set_line_width (cr, thickness);
  cairo_stroke (cr);
}

/* A block and, thinner, its pair on the other side. */
static void
draw_pair (cairo_t *cr, const LscPipelineRows *layout, const LscPipelineSpot *spot,
           const LscColor *color, double thickness)
{
  LscPipelineSpot pair;

  if (lsc_pipeline_view_pair (layout->view, spot, &pair))
    draw_spot (cr, layout, &pair, color, 1);
  draw_spot (cr, layout, spot, color, thickness);
}

/**
 * lsc_pipeline_painter_paint_overlay:
 *
 * Paints over the rows what is selected: the outline of its block and of its pair on the other
 * side, the three instants of its row (end of warm-up, start of cool-down, end of the window), and
 * the arrows that the view asks for (drawing.md#arrows): all, but none when blocks are narrower
 * than 3 px or more than 2,000 would be visible; or those of the selected micro-batch. Of a second
 * side likewise, there those of the pair of the selected block.
 */
void
lsc_pipeline_painter_paint_overlay (LscPipelinePainter *self, cairo_t *cr,
                                    const LscPipelineView *view)
{
  g_auto (LscPipelineRows) layout = { 0 };

  g_return_if_fail (self && cr && view);
  layout = _lsc_pipeline_rows_new (view);
  if (!view->group)
    return;
  cairo_save (cr);
  _lsc_pipeline_clip_body (cr, &layout);
  if (view->arrows != LSC_ARROWS_NONE)
    draw_arrows (self, cr, &layout);
  if (view->arrows != LSC_ARROWS_NONE && layout.twin && !layout.twin->is_ghost)
    draw_arrows (self, cr, layout.twin);
  if (view->show_brackets && layout.n_rows > 0)
    draw_instants (cr, &layout);
  draw_pair (cr, &layout, &view->selected, &view->theme.accent, 2);
  cairo_restore (cr);
}

/**
 * lsc_pipeline_painter_paint_hover:
 *
 * Paints the outlines of the block under the pointer and of its pair on the other side.
 */
void
lsc_pipeline_painter_paint_hover (LscPipelinePainter *self, cairo_t *cr,
                                  const LscPipelineView *view)
{
  g_auto (LscPipelineRows) layout = { 0 };

  g_return_if_fail (self && cr && view);
  layout = _lsc_pipeline_rows_new (view);
  (void) self;
  cairo_save (cr);
  _lsc_pipeline_clip_body (cr, &layout);
  draw_pair (cr, &layout, &view->hovered, &view->theme.foreground, 1);
  cairo_restore (cr);
}
