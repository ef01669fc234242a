/* lsc-straggler-painter.c - paints a map of stragglers and the curve of the steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/stragglers/lsc-straggler-painter-private.h"

/* Which kind of cause the map shows, in words above it. */
static void
paint_caption (const LscStragglerPaint *self)
{
  const LscStragglerView *view = self->view;
  g_autofree char *text = lsc_phrase_to_words (view->marks->text);
  g_autofree char *detail = view->marks->detail ? lsc_phrase_to_words (view->marks->detail) : NULL;
  double left = view->margin;
  LscTextLine line = { .x = left,
                       .middle = self->places.caption_y,
                       .size = view->text_px + 1,
                       .is_bold = TRUE,
                       .room = view->width - 2 * left };

  _lsc_straggler_write (self, &view->theme.foreground, line, text);
  if (!detail)
    return;
  line.middle += self->places.row;
  line.is_bold = FALSE;
  line.size = view->text_px;
  _lsc_straggler_write (self, &view->theme.foreground, line, detail);
}

/**
 * lsc_straggler_paint:
 *
 * Paints the caption, the map with stages as rows and replicas as columns, S by stage and by
 * replica at its edges, the curve of S over the steps, and the legend (drawing.md#straggler-map).
 */
void
lsc_straggler_paint (LscText *text, cairo_t *cr, const LscStragglerView *view)
{
  LscStragglerPaint self;

  g_return_if_fail (text && cr && view);
  if (lsc_straggler_view_is_empty (view))
    return;
  self = (LscStragglerPaint){ text, cr, view, lsc_straggler_view_place (view, text) };
  paint_caption (&self);
  _lsc_straggler_paint_labels (&self);
  _lsc_straggler_paint_cells (&self);
  _lsc_straggler_paint_bars (&self);
  _lsc_straggler_paint_frames (&self);
  _lsc_straggler_paint_curve (&self);
  _lsc_straggler_paint_legend (&self);
}

/** lsc_straggler_paint_spots: marks what is selected and what is under the pointer, over the rest
 */
void
lsc_straggler_paint_spots (LscText *text, cairo_t *cr, const LscStragglerView *view)
{
  LscStragglerPaint self;

  g_return_if_fail (text && cr && view);
  if (lsc_straggler_view_is_empty (view))
    return;
  self = (LscStragglerPaint){ text, cr, view, lsc_straggler_view_place (view, text) };
  _lsc_straggler_paint_outlines (&self);
}
