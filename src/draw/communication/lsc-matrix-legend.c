/* lsc-matrix-legend.c - paints the scale of colours of a matrix of links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-matrix-painter-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/lsc-paint.h"

#define PAD 6.0
#define GAP 14.0
#define SCALE_PX 12.0
#define MOST_LENGTH 210.0
#define SWATCH 12.0
#define KIND_LEAST_PX 120.0 /* right of the scale, for words */

/* Length of the scale; the unknown has a line below an upright one. */
static double
get_length (const LscMatrixPaint *self)
{
  double unknown = self->view->shades->has_unknown ? 2 * self->places.row : 0;

  return self->places.is_beside
             ? CLAMP (self->places.legend.height - self->places.row - unknown, 20, MOST_LENGTH)
             : MIN (MOST_LENGTH, self->places.legend.width * 0.6);
}

static void
paint_scale (const LscMatrixPaint *self, double length)
{
  const LscMatrixBox *legend = &self->places.legend;
  const LscMatrixShades *shades = self->view->shades;

  /* each to the end, as documents show seams between neighbours; the highest value on top */
  for (int i = 0; i < (int) length; i++)
    {
      double share = i / MAX (length - 1, 1);
      guint8 code = lsc_matrix_shades_code (
          shades, lsc_matrix_shades_value (shades, self->places.is_beside ? 1 - share : share));
      guint32 fill = lsc_matrix_shades_fill (shades, code, self->view->theme.is_dark);

      if (self->places.is_beside)
        lsc_paint_rect_rgb (self->cr, fill, legend->x, legend->y + i, SCALE_PX,
                            MIN (length - i, 2));
      else
        lsc_paint_rect_rgb (self->cr, fill, legend->x + i, legend->y, MIN (length - i, 2),
                            SCALE_PX);
    }
}

static char *
make_tick (const LscMatrixShades *shades, double share)
{
  double value = lsc_matrix_shades_value (shades, share);

  if (shades->metric == LSC_MATRIX_LOAD && share != 0.5)
    return g_strdup_printf (share < 0.5 ? "≤ %.0f %%" : "≥ %.0f %%", 100 * value);
  if (shades->metric != LSC_MATRIX_OF_KIND)
    return lsc_matrix_value_text (shades->metric, value);
  return share <= 0   ? g_strdup_printf ("≤ %.1f", value)
         : share >= 1 ? g_strdup_printf ("≥ %.1f", value)
                      : g_strdup_printf ("%.0f", value);
}

static void
paint_ticks (const LscMatrixPaint *self, double length)
{
  const LscMatrixBox *legend = &self->places.legend;
  const LscColor *ink = &self->view->theme.dim;
  double size = self->view->text_px;

  for (guint i = 0; i < 3; i++)
    {
      double share = i / 2.0;
      g_autofree char *label = make_tick (self->view->shades, share);

      if (self->places.is_beside)
        _lsc_matrix_write (
            self, ink,
            (LscTextLine){ .x = legend->x + SCALE_PX + PAD,
                           .middle = legend->y +
                                     CLAMP ((1 - share) * length, size / 2, length - size / 2) },
            label);
      else
        _lsc_matrix_write (self, ink,
                           (LscTextLine){ .x = legend->x + share * length,
                                          .middle = legend->y + SCALE_PX + self->places.row / 2,
                                          .align = share },
                           label);
    }
}

/* Returns: px of its width */
static double
paint_item (const LscMatrixPaint *self, double x, double middle, guint8 code, const char *text)
{
  double top = round (middle - SWATCH / 2), room = self->view->width - x - SWATCH - PAD;

  lsc_paint_rect_rgb (self->cr,
                      lsc_matrix_shades_fill (self->view->shades, code, self->view->theme.is_dark),
                      x, top, SWATCH, SWATCH);
  if (code == LSC_MATRIX_UNKNOWN)
    {
      lsc_color_set (self->cr, &self->view->theme.grid);
      lsc_paint_hatch (self->cr, x, top, SWATCH, SWATCH, 4);
    }
  _lsc_matrix_write (
      self, &self->view->theme.dim,
      (LscTextLine){ .x = x + SWATCH + PAD, .middle = middle, .room = MAX (room, 1) }, text);
  return SWATCH + PAD + lsc_text_width (self->text, self->view->text_px, text);
}

static void
paint_transports (const LscMatrixPaint *self)
{
  const LscLinkMatrix *matrix = self->view->matrix;
  double x = self->places.legend.x, y = self->places.legend.y + SWATCH / 2;

  for (guint i = 0; i < matrix->transports->len; i++)
    {
      const char *name = g_ptr_array_index (matrix->transports, i);
      double width = paint_item (self, x, y, (guint8) (LSC_MATRIX_LEAST + MIN (i, 200)),
                                 *name ? name : _ ("Not known"));

      if (self->places.is_beside)
        y += self->places.row;
      else
        x += width + GAP;
    }
}

/* What is compared with what, right of the scale. */
static void
paint_kind (const LscMatrixPaint *self, double length)
{
  static const char *const lines[] = { N_ ("Kind: same transport,"), N_ ("place, transfer size") };
  double x = self->places.legend.x + length + 2 * GAP;
  double room = self->view->width - self->view->margin - x;

  if (room < KIND_LEAST_PX)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    _lsc_matrix_write (self, &self->view->theme.dim,
                       (LscTextLine){ .x = x,
                                      .middle = self->places.legend.y + SCALE_PX / 2 +
                                                i * (SCALE_PX + self->places.row) / 2,
                                      .room = room },
                       _ (lines[i]));
}

/** Paints the scale of colours, or what each colour stands for. */
void
_lsc_matrix_paint_legend (const LscMatrixPaint *self)
{
  const LscMatrixBox *legend = &self->places.legend;
  double length = get_length (self);

  if (self->view->shades->metric == LSC_MATRIX_TRANSPORT)
    {
      paint_transports (self);
      return;
    }
  paint_scale (self, length);
  paint_ticks (self, length);
  if (self->view->shades->metric == LSC_MATRIX_OF_KIND && !self->places.is_beside &&
      !self->view->shades->has_unknown)
    paint_kind (self, length);
  if (!self->view->shades->has_unknown)
    return;
  if (self->places.is_beside)
    paint_item (self, legend->x, legend->y + length + self->places.row, LSC_MATRIX_UNKNOWN,
                _ ("Not known"));
  else
    paint_item (self, legend->x + length + GAP, legend->y + SWATCH / 2, LSC_MATRIX_UNKNOWN,
                _ ("Not known"));
}
