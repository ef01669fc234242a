/* lsc-straggler-ink.c - colours and lines of text of a map of stragglers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/stragglers/lsc-straggler-painter-private.h"

/** A colour of the scale. */
typedef struct
{
  double slowdown;
  guint32 light;
  guint32 dark;
} Stop;

/* Blue to orange: distinct for colour-blind eyes, too. The middle is near the page, and away from
 * it the contrast to the page only rises (drawing.md#straggler-colours). */
static const Stop stops[] = {
  { 0.75, 0x2A78B5, 0x6AB0E8 }, { 1.00, 0xF1F1F1, 0x303030 }, { 1.10, 0xFBD9AE, 0x5C4326 },
  { 1.25, 0xEF9032, 0xB5701C }, { 1.50, 0x9A3400, 0xFFC266 },
};

/**
 * lsc_straggler_fill:
 * @slowdown: S
 *
 * Returns: the fill of a cell as 0xRRGGBB (drawing.md#straggler-colours); that of the page's
 *   neighbour for 1
 */
guint32
lsc_straggler_fill (double slowdown, gboolean is_dark)
{
  gsize at = 1;
  double share;

  while (at + 1 < G_N_ELEMENTS (stops) && slowdown > stops[at].slowdown)
    at++;
  share = (slowdown - stops[at - 1].slowdown) / (stops[at].slowdown - stops[at - 1].slowdown);
  return lsc_color_mix_rgb (is_dark ? stops[at - 1].dark : stops[at - 1].light,
                            is_dark ? stops[at].dark : stops[at].light, CLAMP (share, 0, 1));
}

/** Writes a line of text at the size of the picture. */
void
_lsc_straggler_write (const LscStragglerPaint *self, const LscColor *color, LscTextLine line,
                      const char *text)
{
  if (line.size <= 0)
    line.size = self->view->text_px;
  lsc_color_set (self->cr, color);
  lsc_text_draw (self->text, self->cr, &line, text);
}
