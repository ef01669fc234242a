/* lsc-grid-view.c - a grid of ranks: where its parts stand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/grid/lsc-grid-view.h"

#include <math.h>

#define PAD 6.0
#define GAP 6.0           /* between blocks of several cells */
#define SMALL_GAP 2.0     /* where these are small */
#define MOST_CELL_PX 56.0 /* high */
#define WIDENING 3.0      /* of a cell by its height, where there is room */
#define NARROWING 1.6     /* likewise, of its height by its width */
#define MOST_WIDE_PX 96.0
#define WHOLE_PX 3.0 /* from here on cells are whole pixels */

static guint
count (const LscGridView *self, LscGridAxisPlace where)
{
  return self->grid->axes[where].places->len;
}

/* ---- size of the cells ---- */

/* Cells that @places has room for, as its lines are. */
static void
fit_cells (const LscGridView *self, LscGridPlaces *places, double width, double height)
{
  guint across = count (self, LSC_GRID_CELLS_ACROSS), down = count (self, LSC_GRID_CELLS_DOWN);
  double n_across = (double) places->a_line * across, n_down = (double) places->n_lines * down;

  double gap = width / n_across < 4 || height / n_down < 4 ? SMALL_GAP : GAP;

  places->gap_x = across > 1 ? gap : 0;
  places->gap_y = down > 1 ? gap : 0;
  places->cell_width = MAX (width - places->gap_x * (places->a_line - 1), 1) / n_across;
  places->cell_height = MAX (height - places->gap_y * (places->n_lines - 1), 1) / n_down;
  places->cell_height = MIN (places->cell_height, MOST_CELL_PX);
  places->cell_width = MIN (places->cell_width, MAX (places->cell_height, 12) * WIDENING);
  places->cell_width = MIN (places->cell_width, MOST_WIDE_PX);
  places->cell_height = MIN (places->cell_height, MAX (places->cell_width, 12) * NARROWING);
  if (places->cell_width >= WHOLE_PX)
    places->cell_width = floor (places->cell_width);
  if (places->cell_height >= WHOLE_PX)
    places->cell_height = floor (places->cell_height);
}

static double
get_size (const LscGridPlaces *places)
{
  return MIN (places->cell_width / NARROWING, places->cell_height);
}

/* A single row of blocks is broken where that makes the cells largest: into lines of a power of
 * two, as hosts and groups have. */
static void
choose_lines (const LscGridView *self, LscGridPlaces *places, double width, double height)
{
  guint n = count (self, LSC_GRID_BLOCKS_ACROSS);
  LscGridPlaces best = *places;

  best.a_line = n;
  best.n_lines = count (self, LSC_GRID_BLOCKS_DOWN);
  fit_cells (self, &best, width, height);
  for (guint a_line = 1; a_line < n && count (self, LSC_GRID_BLOCKS_DOWN) == 1; a_line *= 2)
    {
      LscGridPlaces other = *places;

      other.a_line = a_line;
      other.n_lines = (n + a_line - 1) / a_line;
      fit_cells (self, &other, width, height);
      if (get_size (&other) > get_size (&best) ||
          (get_size (&other) >= get_size (&best) && best.a_line != n))
        best = other;
    }
  *places = best;
}

/* ---- places ---- */

static double
measure_rows (const LscGridView *self, LscText *text)
{
  guint n = count (self, LSC_GRID_BLOCKS_DOWN);
  gboolean is_broken = n == 1;
  guint last = is_broken ? count (self, LSC_GRID_BLOCKS_ACROSS) - 1 : n - 1;
  g_autofree char *label =
      lsc_grid_view_label_axis (self, is_broken ? LSC_GRID_BLOCKS_ACROSS : LSC_GRID_BLOCKS_DOWN,
                                is_broken ? last - 1 : last, last);

  if (is_broken && last == 0)
    return 0;
  return ceil (lsc_text_width (text, self->text_px, label)) + PAD;
}

/**
 * lsc_grid_view_place:
 * @self: not empty
 *
 * Finds where the parts stand.
 */
LscGridPlaces
lsc_grid_view_place (const LscGridView *self, LscText *text)
{
  LscGridPlaces places = { .row = ceil (self->text_px * 1.5) };
  double left = self->margin + measure_rows (self, text);
  double top = self->margin + places.row;
  double width = MAX (self->width - left - self->margin, 1), legend, height;
  gboolean has_heads =
      count (self, LSC_GRID_BLOCKS_DOWN) > 1 && count (self, LSC_GRID_BLOCKS_ACROSS) > 1;

  legend = lsc_grid_view_paint_legend (self, text, NULL, self->width - 2 * self->margin) + PAD;
  if (has_heads)
    top += places.row;
  height = MAX (self->height - top - legend - self->margin, 1);
  choose_lines (self, &places, width, height);
  places.map = (LscGridBox){
    left, top,
    places.a_line * (places.cell_width * count (self, LSC_GRID_CELLS_ACROSS) + places.gap_x) -
        places.gap_x,
    places.n_lines * (places.cell_height * count (self, LSC_GRID_CELLS_DOWN) + places.gap_y) -
        places.gap_y
  };
  places.caption_y = self->margin + places.row / 2;
  places.head_y = top - places.row / 2;
  places.legend = (LscGridBox){ self->margin, top + places.map.height + PAD,
                                self->width - 2 * self->margin, legend - PAD };
  return places;
}

/** lsc_grid_view_get_spot: Returns: the place along the axes, whether or not a rank is there */
LscGridBox
lsc_grid_view_get_spot (const LscGridView *self, const LscGridPlaces *places,
                        const guint along[LSC_GRID_N_AXES])
{
  guint block = along[LSC_GRID_BLOCKS_ACROSS];
  guint line = along[LSC_GRID_BLOCKS_DOWN] + block / places->a_line;
  double width = places->cell_width * count (self, LSC_GRID_CELLS_ACROSS) + places->gap_x;
  double height = places->cell_height * count (self, LSC_GRID_CELLS_DOWN) + places->gap_y;

  return (LscGridBox){ places->map.x + (block % places->a_line) * width +
                           along[LSC_GRID_CELLS_ACROSS] * places->cell_width,
                       places->map.y + line * height +
                           along[LSC_GRID_CELLS_DOWN] * places->cell_height,
                       places->cell_width, places->cell_height };
}

/** lsc_grid_view_get_box: Returns: the place of a cell */
LscGridBox
lsc_grid_view_get_box (const LscGridView *self, const LscGridPlaces *places, guint cell)
{
  g_return_val_if_fail (self && places && cell < self->grid->cells->len,
                        ((LscGridBox){ 0, 0, 0, 0 }));
  return lsc_grid_view_get_spot (self, places, lsc_rank_grid_get (self->grid, cell)->along);
}

/** lsc_grid_view_find: Returns: the cell at a place of the picture, %LSC_GRID_NONE without one */
guint
lsc_grid_view_find (const LscGridView *self, const LscGridPlaces *places, double x, double y)
{
  g_return_val_if_fail (self && places, LSC_GRID_NONE);
  for (guint i = 0; i < self->grid->cells->len; i++)
    {
      LscGridBox box = lsc_grid_view_get_box (self, places, i);

      if (x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)
        return i;
    }
  return LSC_GRID_NONE;
}

/**
 * lsc_grid_view_step:
 * @dx, @dy: one of them -1 or 1, the other 0
 *
 * Returns: the next cell from the selected one in that direction; the first one if none is
 *   selected, %LSC_GRID_NONE at the edge
 */
guint
lsc_grid_view_step (const LscGridView *self, const LscGridPlaces *places, int dx, int dy)
{
  guint found = LSC_GRID_NONE;
  double least = INFINITY;
  LscGridBox from;

  g_return_val_if_fail (self && places, LSC_GRID_NONE);
  if (self->selected >= self->grid->cells->len)
    return self->grid->cells->len > 0 ? 0 : LSC_GRID_NONE;
  from = lsc_grid_view_get_box (self, places, self->selected);
  for (guint i = 0; i < self->grid->cells->len; i++)
    {
      LscGridBox box = lsc_grid_view_get_box (self, places, i);
      double along = dx != 0 ? (box.x - from.x) * dx : (box.y - from.y) * dy;
      double beside = dx != 0 ? fabs (box.y - from.y) : fabs (box.x - from.x);

      if (along <= 0.01 || beside > 0.01 || along >= least)
        continue;
      least = along;
      found = i;
    }
  return found;
}
