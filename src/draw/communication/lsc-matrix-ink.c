/* lsc-matrix-ink.c - lines of text of a matrix of links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-matrix-painter-private.h"

/** Writes a line of text at the size of the picture. */
void
_lsc_matrix_write (const LscMatrixPaint *self, const LscColor *color, LscTextLine line,
                   const char *text)
{
  if (line.size <= 0)
    line.size = self->view->text_px;
  lsc_color_set (self->cr, color);
  lsc_text_draw (self->text, self->cr, &line, text);
}
