/* lsc-pipeline-path.c - the critical path over the rows of the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define LINE_PX 2.0
#define HEAD_PX 7.0
#define STRIP_LINE_PX 2.0
#define LEAST_BOX_PX 4.0 /* narrower ones are marked above the row */

/**
 * lsc_pipeline_path_color:
 *
 * Returns: the colour of the critical path as 0xRRGGBB; none of the kinds has it
 */
guint32
lsc_pipeline_path_color (const LscTheme *theme)
{
  g_return_val_if_fail (theme, 0);
  return theme->is_dark ? 0xFF6B6B : 0xB00020;
}

/* Returns: %FALSE if the path names no block */
static gboolean
find_box (const LscPipelineRows *layout, const LscPipelinePathBlock *at, LscBlockBox *box)
{
  const LscPipelineRow *row =
      layout->n_steps > 0 ? _lsc_pipeline_rows_row (layout, 0, at->row) : NULL;

  if (!row || at->block >= row->n_blocks)
    return FALSE;
  *box = _lsc_pipeline_rows_box (layout, 0, at->row, at->block);
  return TRUE;
}

static gboolean
is_seen (const LscPipelineRows *layout, double x0, double x1)
{
  const LscPipelineView *view = layout->view;

  return MAX (x0, x1) >= view->port.header_width - 4 && MIN (x0, x1) <= view->port.width + 4;
}

static void
outline (cairo_t *cr, const LscPipelineRows *layout, const LscBlockBox *box)
{
  double left = layout->view->port.header_width - 8, right = layout->view->port.width + 8;
  double x0 = floor (CLAMP (box->x0, left, right) + 0.5);
  double x1 = floor (CLAMP (box->x1, left, right) + 0.5);

  cairo_rectangle (cr, x0 + LINE_PX / 2, box->y0 + LINE_PX / 2, MAX (x1 - x0 - LINE_PX, 0.5),
                   box->y1 - box->y0 - LINE_PX);
}

/* From the end of one block to the start of the next, on another row. */
static void
draw_hop (cairo_t *cr, const LscBlockBox *from, const LscBlockBox *to)
{
  gboolean is_down = to->y0 > from->y0;
  double x0 = from->x1 - 1, x1 = to->x0 + 1;
  double y0 = is_down ? from->y1 - 3 : from->y0 + 3, y1 = is_down ? to->y0 : to->y1;
  double angle = atan2 (y1 - y0, x1 - x0);

  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1 - HEAD_PX * 0.7 * cos (angle), y1 - HEAD_PX * 0.7 * sin (angle));
  cairo_stroke (cr);
  lsc_paint_head (cr, x1, y1, angle, HEAD_PX);
}

/* A stretch of the path on one row whose blocks are too narrow for outlines. */
static void
draw_stretch (cairo_t *cr, const LscPipelineRows *layout, const LscBlockBox *box, double from)
{
  double left = layout->view->port.header_width - 8, right = layout->view->port.width + 8;
  double x0 = CLAMP (MIN (from, box->x0), left, right), x1 = CLAMP (box->x1, left, right);

  cairo_rectangle (cr, floor (x0), floor (box->y0 - STRIP_LINE_PX), MAX (ceil (x1) - floor (x0), 1),
                   STRIP_LINE_PX);
}

/* Outlines the blocks of the path and joins those on different rows; the caller clips. */
void
_lsc_body_paint_path (cairo_t *cr, const LscPipelineRows *layout)
{
  const LscPipelineView *view = layout->view;
  LscBlockBox last = { 0 }, box;
  guint32 last_row = G_MAXUINT32;
  gboolean is_narrow;

  lsc_color_set_rgb (cr, lsc_pipeline_path_color (&view->theme));
  cairo_set_line_width (cr, LINE_PX);
  for (gsize i = 0; i < view->n_path; i++)
    {
      const LscPipelinePathBlock *at = &view->path[i];

      if (!find_box (layout, at, &box))
        {
          last_row = G_MAXUINT32;
          continue;
        }
      is_narrow = box.x1 - box.x0 < LEAST_BOX_PX;
      if (is_seen (layout, box.x0, box.x1))
        {
          if (is_narrow)
            draw_stretch (cr, layout, &box, at->row == last_row ? last.x1 : box.x0);
          else
            outline (cr, layout, &box);
        }
      if (at->is_hop && last_row != G_MAXUINT32 && last_row != at->row &&
          is_seen (layout, last.x1, box.x0))
        {
          is_narrow ? cairo_fill (cr) : cairo_stroke (cr);
          draw_hop (cr, &last, &box);
        }
      else
        is_narrow ? cairo_fill (cr) : cairo_stroke (cr);
      last = box;
      last_row = at->row;
    }
}
