/* lsc-straggler-cells.c - paints the cells of a map of stragglers, and what stands out
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/stragglers/lsc-straggler-painter-private.h"

#include <math.h>

#include "draw/lsc-paint.h"

#define GAP_LEAST_PX 6.0 /* of a cell's shorter side, for a gap to its neighbours */
#define HATCH_PX 4.0
#define VALUE_PAD 4.0
#define FRAME_PX 2.5
#define OUTLINE_LEAST_PX 12.0

static LscStragglerBox
get_cell (const LscStragglerPaint *self, gsize replica, gsize stage)
{
  LscStragglerSpot spot = { LSC_STRAGGLER_WORKER, replica, stage, 0 };

  return lsc_straggler_view_get_box (self->view, &self->places, &spot);
}

/* S of what a column of pixels shows: where a cell is narrower, the highest of its neighbours. */
static double
get_shown (const LscStragglerPaint *self, gsize replica, gsize stage, gsize *next)
{
  const LscStragglers *study = self->view->study;
  LscStragglerBox box = get_cell (self, replica, stage);
  double shown = lsc_straggler_view_get_slowdown (self->view, replica, stage);

  *next = replica + 1;
  while (box.width < 1 && *next < study->n_replicas)
    {
      LscStragglerBox other = get_cell (self, *next, stage);
      double slowdown = lsc_straggler_view_get_slowdown (self->view, *next, stage);

      if (!isnan (slowdown) && !(slowdown <= shown))
        shown = slowdown;
      (*next)++;
      if (other.x + other.width > box.x)
        break;
    }
  return shown;
}

static void
paint_value (const LscStragglerPaint *self, const LscStragglerBox *box, double slowdown)
{
  guint32 fill = lsc_straggler_fill (slowdown, self->view->theme.is_dark);
  g_autofree char *value = g_strdup_printf ("%.2f", slowdown);

  lsc_color_set_rgb (self->cr, lsc_palette_label_is_white (fill) ? 0xFFFFFF : 0x000000);
  lsc_text_draw (self->text, self->cr,
                 &(LscTextLine){ .x = box->x + box->width / 2,
                                 .middle = box->y + box->height / 2,
                                 .align = 0.5,
                                 .size = self->view->text_px },
                 value);
}

static void
paint_cell (const LscStragglerPaint *self, const LscStragglerBox *box, double slowdown,
            gboolean has_value)
{
  double gap = MIN (box->width, box->height) >= GAP_LEAST_PX ? 1 : 0;

  if (isnan (slowdown))
    {
      lsc_color_set (self->cr, &self->view->theme.dim);
      lsc_paint_hatch (self->cr, box->x, box->y, box->width - gap, box->height - gap, HATCH_PX);
      return;
    }
  lsc_paint_rect_rgb (self->cr, lsc_straggler_fill (slowdown, self->view->theme.is_dark), box->x,
                      box->y, MAX (box->width, 1) - gap, box->height - gap);
  if (has_value)
    paint_value (self, box, slowdown);
}

/** Paints the cells, with values where all of them fit. */
void
_lsc_straggler_paint_cells (const LscStragglerPaint *self)
{
  const LscStragglers *study = self->view->study;
  LscStragglerBox first = get_cell (self, 0, 0);
  gboolean has_values =
      first.height >= self->view->text_px + VALUE_PAD / 2 &&
      first.width >= lsc_text_width (self->text, self->view->text_px, "1.88") + VALUE_PAD;

  for (gsize stage = 0; stage < study->n_stages; stage++)
    for (gsize replica = 0, next; replica < study->n_replicas; replica = next)
      {
        LscStragglerBox box = get_cell (self, replica, stage);
        double slowdown = get_shown (self, replica, stage, &next);

        paint_cell (self, &box, slowdown, has_values);
      }
}

/* ---- what stands out ---- */

/* A frame around a part of the map, with a lighter edge to be seen on any colour. */
static void
paint_frame (const LscStragglerPaint *self, LscStragglerBox box)
{
  double gap = MIN (box.width, box.height) >= GAP_LEAST_PX ? 1 : 0;

  cairo_rectangle (self->cr, box.x - FRAME_PX / 2 - 0.5, box.y - FRAME_PX / 2 - 0.5,
                   box.width - gap + FRAME_PX + 1, box.height - gap + FRAME_PX + 1);
  lsc_color_set (self->cr, &self->view->theme.background);
  cairo_set_line_width (self->cr, FRAME_PX + 2);
  cairo_stroke_preserve (self->cr);
  lsc_color_set (self->cr, &self->view->theme.foreground);
  cairo_set_line_width (self->cr, FRAME_PX);
  cairo_stroke (self->cr);
}

/* Rows or columns that stand out, neighbours as one. */
static void
paint_runs (const LscStragglerPaint *self, LscStragglerSpotType type, const gboolean *marks,
            gsize n)
{
  for (gsize i = 0, end; i < n; i = end + 1)
    {
      LscStragglerSpot first = { type, i, i, 0 }, last;
      LscStragglerBox from, to;

      for (end = i; end < n && marks[end]; end++)
        ;
      if (end == i)
        continue;
      last = (LscStragglerSpot){ type, end - 1, end - 1, 0 };
      from = lsc_straggler_view_get_box (self->view, &self->places, &first);
      to = lsc_straggler_view_get_box (self->view, &self->places, &last);
      paint_frame (self, (LscStragglerBox){ from.x, from.y, to.x + to.width - from.x,
                                            to.y + to.height - from.y });
    }
}

/** Paints frames around the rows, columns or cells that stand out, or around everything. */
void
_lsc_straggler_paint_frames (const LscStragglerPaint *self)
{
  const LscStragglers *study = self->view->study;
  const LscStragglerMarks *marks = self->view->marks;

  if (marks->pattern == LSC_STRAGGLERS_ALL)
    paint_frame (self, self->places.map);
  else if (marks->pattern == LSC_STRAGGLERS_STAGES)
    paint_runs (self, LSC_STRAGGLER_STAGE, marks->stages, study->n_stages);
  else if (marks->pattern == LSC_STRAGGLERS_REPLICAS)
    paint_runs (self, LSC_STRAGGLER_REPLICA, marks->replicas, study->n_replicas);
  else if (marks->pattern == LSC_STRAGGLERS_WORKERS)
    for (gsize i = 0; i < study->n_replicas; i++)
      for (gsize k = 0; k < study->n_stages; k++)
        if (lsc_straggler_marks_has_worker (marks, i, k))
          paint_frame (self, get_cell (self, i, k));
}

/* ---- what is chosen ---- */

/* Inside of its cell, row or column, where frames are not; around a cell that is too small. */
static void
paint_outline (const LscStragglerPaint *self, const LscStragglerSpot *spot, double alpha)
{
  LscStragglerBox box;
  double inset;

  if (spot->type == LSC_STRAGGLER_NONE)
    return;
  box = lsc_straggler_view_get_box (self->view, &self->places, spot);
  inset = MIN (box.width, box.height) >= OUTLINE_LEAST_PX ? 1.5 : -1;
  cairo_rectangle (self->cr, floor (box.x) + inset, floor (box.y) + inset,
                   MAX (ceil (box.width) - 2 * inset - 1, 1),
                   MAX (ceil (box.height) - 2 * inset - 1, 1));
  lsc_color_set_alpha (self->cr, &self->view->theme.background, alpha);
  cairo_set_line_width (self->cr, 4);
  cairo_stroke_preserve (self->cr);
  lsc_color_set_alpha (self->cr, &self->view->theme.accent, alpha);
  cairo_set_line_width (self->cr, 2);
  cairo_stroke (self->cr);
}

/** Marks what is selected and what is under the pointer. */
void
_lsc_straggler_paint_outlines (const LscStragglerPaint *self)
{
  if (!lsc_straggler_spot_equal (&self->view->hovered, &self->view->selected))
    paint_outline (self, &self->view->hovered, 0.5);
  paint_outline (self, &self->view->selected, 1);
}
