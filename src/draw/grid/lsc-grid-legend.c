/* lsc-grid-legend.c - what the colours and frames of a grid of ranks mean
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/grid/lsc-grid-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "draw/lsc-legend.h"
#include "draw/lsc-paint.h"
#include "draw/overview/lsc-rank-scale.h"

#define ROW_PX 20.0
#define SWATCH 12.0
#define GAP 16.0
#define SCALE_PX 80.0
#define HATCH_PX 4.0
#define FRAME_PX 2.0

/** What stands in the legend; a dimension is added to the last. */
typedef enum
{
  MARK_SCALE,
  MARK_SLOW,
  MARK_UNKNOWN,
  MARK_EMPTY,
  MARK_PEERS,
} Mark;

typedef struct
{
  LscLegendItem place;
  guint what; /* a Mark */
} Item;

/* By dimension: told by the dashes as well as by the colour. */
static const struct
{
  guint32 light;
  guint32 dark;
  double dashes[2]; /* px, 0 = none */
} outlines[LSC_DIM_N] = {
  [LSC_DIM_TP] = { 0x0B62B0, 0x6FB7FF, { 0, 0 } }, [LSC_DIM_CP] = { 0x5E5C64, 0xD0CFD4, { 1, 2 } },
  [LSC_DIM_PP] = { 0x00794F, 0x4FD6A0, { 6, 2 } }, [LSC_DIM_DP] = { 0x9B2C7E, 0xF29AD2, { 3, 2 } },
  [LSC_DIM_EP] = { 0x5B3FBF, 0xB7A4FF, { 1, 1 } },
};

/** lsc_grid_view_outline: marks a rank at @box as a member of a group of that dimension */
void
lsc_grid_view_outline (const LscGridView *self, cairo_t *cr, LscDim dim, const LscGridBox *box)
{
  double inset = dim == LSC_DIM_EP ? 1.5 * FRAME_PX : FRAME_PX / 2;

  g_return_if_fail (self && cr && box && dim < LSC_DIM_N);
  cairo_save (cr);
  if (MIN (box->width, box->height) < 3 * inset + FRAME_PX) /* as a spot */
    {
      lsc_paint_rect_rgb (cr, self->theme.is_dark ? outlines[dim].dark : outlines[dim].light,
                          box->x, box->y, MAX (box->width, 2), MAX (box->height, 2));
      cairo_restore (cr);
      return;
    }
  cairo_rectangle (cr, box->x + inset, box->y + inset, box->width - 1 - 2 * inset,
                   box->height - 1 - 2 * inset);
  lsc_color_set (cr, &self->theme.background);
  cairo_set_line_width (cr, FRAME_PX + 1);
  cairo_stroke_preserve (cr);
  lsc_color_set_rgb (cr, self->theme.is_dark ? outlines[dim].dark : outlines[dim].light);
  cairo_set_line_width (cr, FRAME_PX);
  if (outlines[dim].dashes[0] > 0)
    cairo_set_dash (cr, outlines[dim].dashes, 2, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* ---- what there is ---- */

static void
add (GArray *items, guint what, double width, const char *text)
{
  Item item = { { .swatch_width = width, .text = g_strdup (text) }, what };

  g_array_append_val (items, item);
}

static LscRankScale
find_scale (const LscGridView *self)
{
  guint n = self->grid->cells->len;
  g_autofree gint64 *values = g_new (gint64, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    values[i] = lsc_rank_grid_get (self->grid, i)->ns[self->figure];
  return lsc_rank_scale_new_whole (values, n);
}

static void
add_scale (GArray *items, const LscRankScale *scale)
{
  g_autofree char *low = lsc_format_duration ((gint64) scale->low, LSC_TIME_UNIT_AUTO);
  g_autofree char *high = lsc_format_duration ((gint64) scale->high, LSC_TIME_UNIT_AUTO);
  g_autofree char *text = g_strdup_printf (_ ("%s to %s"), low, high);

  if (scale->is_known)
    add (items, MARK_SCALE, SCALE_PX, text);
}

static void
add_cells (GArray *items, const LscGridView *self)
{
  gboolean is_slow = FALSE, is_unknown = FALSE;
  guint64 n = 1;

  for (guint i = 0; i < self->grid->cells->len; i++)
    {
      const LscGridCell *cell = lsc_rank_grid_get (self->grid, i);
      gint64 ns = cell->ns[self->figure];

      is_slow = is_slow || cell->is_slow;
      is_unknown = is_unknown || ns == LSC_INT_NULL;
    }
  for (guint i = 0; i < LSC_GRID_N_AXES; i++)
    n *= self->grid->axes[i].places->len;
  if (is_slow)
    add (items, MARK_SLOW, SWATCH, _ ("Slow rank"));
  if (is_unknown)
    add (items, MARK_UNKNOWN, SWATCH, _ ("Not known"));
  if (n > self->grid->cells->len)
    add (items, MARK_EMPTY, SWATCH, _ ("Rank not recorded or not chosen"));
}

static GArray *
list_items (const LscGridView *self)
{
  GArray *items = lsc_legend_new (sizeof (Item));
  LscRankScale scale = find_scale (self);

  add_scale (items, &scale);
  add_cells (items, self);
  for (LscDim dim = 0; dim < LSC_DIM_N; dim++)
    if (dim == LSC_DIM_EP ? self->grid->experts != 0 : lsc_rank_grid_has_dim (self->grid, dim))
      {
        g_autofree char *text = g_strdup_printf (_ ("Same %s group"), lsc_dim_names[dim]);

        add (items, MARK_PEERS + dim, SWATCH, text);
      }
  return items;
}

/* ---- how it is painted ---- */

static void
paint_scale (cairo_t *cr, const LscGridView *self, double x, double y)
{
  LscRankScale ends = { TRUE, 0, SCALE_PX - 1 };

  for (int i = 0; i < (int) SCALE_PX; i++)
    lsc_paint_rect_rgb (cr, lsc_rank_scale_fill (&ends, i, self->theme.is_dark), x + i, y, 1,
                        SWATCH);
}

static void
paint_box (cairo_t *cr, const LscColor *color, double width, double x, double y)
{
  lsc_color_set (cr, color);
  cairo_set_line_width (cr, width);
  cairo_rectangle (cr, x + width / 2, y + width / 2, SWATCH - width, SWATCH - width);
  cairo_stroke (cr);
}

static void
paint_swatch (cairo_t *cr, const LscGridView *self, const Item *item)
{
  double x = item->place.x, y = round (item->place.y + (ROW_PX - SWATCH) / 2);
  LscGridBox box = { x, y, SWATCH + 1, SWATCH + 1 };

  if (item->what == MARK_SCALE)
    paint_scale (cr, self, x, y);
  else if (item->what == MARK_SLOW)
    paint_box (cr, &self->theme.foreground, 2, x, y);
  else if (item->what == MARK_EMPTY)
    paint_box (cr, &self->theme.grid, 1, x, y);
  else if (item->what == MARK_UNKNOWN)
    {
      lsc_color_set (cr, &self->theme.dim);
      lsc_paint_hatch (cr, x, y, SWATCH, SWATCH, HATCH_PX);
    }
  else
    lsc_grid_view_outline (self, cr, (LscDim) (item->what - MARK_PEERS), &box);
}

/**
 * lsc_grid_view_paint_legend:
 * @self: not empty
 * @cr: (nullable): %NULL: only measures
 * @width: px
 *
 * Paints what occurs in the grid from the origin on, as much as fits into each row.
 *
 * Returns: the height, px
 */
double
lsc_grid_view_paint_legend (const LscGridView *self, LscText *text, cairo_t *cr, double width)
{
  LscLegendLook look;
  g_autoptr (GArray) items = NULL;
  double height;

  g_return_val_if_fail (self && text, 0);
  look =
      (LscLegendLook){ .text = text, .text_size = self->text_px, .row_height = ROW_PX, .gap = GAP };
  items = list_items (self);
  height = lsc_legend_place (&look, items, MAX (width, 1));
  for (guint i = 0; i < items->len && cr; i++)
    {
      const Item *item = &g_array_index (items, Item, i);

      paint_swatch (cr, self, item);
      lsc_color_set (cr, &self->theme.foreground);
      lsc_legend_paint_text (&look, cr, &item->place);
    }
  return height;
}
