/* lsc-inks.c - rectangles by colour, for pictures of paths
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-inks.h"

#include <math.h>

#include "draw/lsc-palette.h"

struct _LscInks
{
  GHashTable *rects; /* rgb -> GArray of LscRect */
  GArray *order;     /* rgb in the order of first use: the same picture is the same file */
};

/* Keeps numbers in the file short. */
static double
to_grid (double value)
{
  return round (value * 16) / 16;
}

/**
 * lsc_rects_new:
 *
 * Returns: (transfer full) (element-type LscRect): without any
 */
GArray *
lsc_rects_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (LscRect));
}

/**
 * lsc_rects_add:
 *
 * Appends a rectangle, its sides moved to sixteenths of a px; one without width is left out.
 */
void
lsc_rects_add (GArray *rects, double x0, double y0, double x1, double y1)
{
  LscRect rect = { to_grid (x0), y0, to_grid (x1) - to_grid (x0), y1 - y0 };

  if (rect.width > 0)
    g_array_append_val (rects, rect);
}

/**
 * lsc_rects_add_path:
 *
 * Adds the rectangles to @cr's path.
 */
void
lsc_rects_add_path (const GArray *rects, cairo_t *cr)
{
  g_return_if_fail (rects && cr);
  for (guint i = 0; i < rects->len; i++)
    {
      const LscRect *rect = &g_array_index (rects, LscRect, i);

      cairo_rectangle (cr, rect->x, rect->y, rect->width, rect->height);
    }
}

/**
 * lsc_inks_new:
 *
 * Returns: (transfer full): without any
 */
LscInks *
lsc_inks_new (void)
{
  LscInks *self = g_new0 (LscInks, 1);

  self->rects = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

/**
 * lsc_inks_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_inks_free (LscInks *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->rects);
  g_array_unref (self->order);
  g_free (self);
}

/**
 * lsc_inks_add:
 * @rgb: 0xRRGGBB
 *
 * Adds a rectangle, see lsc_rects_add().
 */
void
lsc_inks_add (LscInks *self, guint32 rgb, double x0, double y0, double x1, double y1)
{
  GArray *rects = g_hash_table_lookup (self->rects, GUINT_TO_POINTER (rgb));

  if (!rects)
    {
      rects = lsc_rects_new ();
      g_hash_table_insert (self->rects, GUINT_TO_POINTER (rgb), rects);
      g_array_append_val (self->order, rgb);
    }
  lsc_rects_add (rects, x0, y0, x1, y1);
}

/**
 * lsc_inks_fill:
 *
 * Fills all rectangles: one path for each colour, in the order in which colours were used first.
 */
void
lsc_inks_fill (const LscInks *self, cairo_t *cr)
{
  g_return_if_fail (self && cr);
  for (guint i = 0; i < self->order->len; i++)
    {
      guint32 rgb = g_array_index (self->order, guint32, i);

      lsc_color_set_rgb (cr, rgb);
      lsc_rects_add_path (g_hash_table_lookup (self->rects, GUINT_TO_POINTER (rgb)), cr);
      cairo_fill (cr);
    }
}
