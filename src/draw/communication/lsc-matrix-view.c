/* lsc-matrix-view.c - a matrix of links: where its parts stand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-matrix-view.h"

#include <inttypes.h>
#include <math.h>

#define PAD 6.0
#define SCALE_PX 12.0     /* across the legend's scale */
#define MOST_CELL_PX 96.0 /* high */
#define MOST_WIDENING 1.8 /* of a cell by its height */
#define LEAST_SHOWN 2.0   /* ranks of the closest zoom */
#define MOST_HOSTS 32.0   /* that are seen: names of more would have no room */
#define LEGEND_CHARS "99.99 GB/s"

/** lsc_matrix_view_is_empty: Returns: whether there is nothing to paint */
gboolean
lsc_matrix_view_is_empty (const LscMatrixView *self)
{
  g_return_val_if_fail (self, TRUE);
  return !self->matrix || !self->shades || self->matrix->n_ranks == 0;
}

/** lsc_matrix_spot_equal: Returns: whether both are of the same place */
gboolean
lsc_matrix_spot_equal (const LscMatrixSpot *a, const LscMatrixSpot *b)
{
  g_return_val_if_fail (a && b, FALSE);
  if (a->type != b->type)
    return FALSE;
  return (a->type == LSC_MATRIX_NONE || a->type == LSC_MATRIX_DST || a->src == b->src) &&
         (a->type == LSC_MATRIX_NONE || a->type == LSC_MATRIX_SRC || a->dst == b->dst);
}

/* ---- zoom ---- */

/* Of an axis of @n rows or columns. */
static double
get_n_shown_of (const LscMatrixView *self, gsize n)
{
  return self->n_shown > 0 ? CLAMP (self->n_shown, MIN (LEAST_SHOWN, (double) n), (double) n)
                           : (double) n;
}

static double
get_n_shown (const LscMatrixView *self)
{
  return get_n_shown_of (self, self->matrix->n_ranks);
}

static double
get_n_columns (const LscMatrixView *self)
{
  return get_n_shown_of (self, self->matrix->n_columns);
}

static void
clamp_first (LscMatrixView *self)
{
  self->first_src = CLAMP (self->first_src, 0, (double) self->matrix->n_ranks - get_n_shown (self));
  self->first_dst =
      CLAMP (self->first_dst, 0, (double) self->matrix->n_columns - get_n_columns (self));
}

/** lsc_matrix_view_move: moves the window by that many ranks, as far as there are any */
void
lsc_matrix_view_move (LscMatrixView *self, double by_src, double by_dst)
{
  g_return_if_fail (self);
  if (lsc_matrix_view_is_empty (self))
    return;
  self->first_src += by_src;
  self->first_dst += by_dst;
  clamp_first (self);
}

/** lsc_matrix_view_zoom: shows @factor times fewer ranks, with what is at @x and @y left there */
void
lsc_matrix_view_zoom (LscMatrixView *self, LscText *text, double factor, double x, double y)
{
  LscMatrixPlaces places;
  double across, down;

  g_return_if_fail (self && text && factor > 0);
  if (lsc_matrix_view_is_empty (self))
    return;
  places = lsc_matrix_view_place (self, text);
  across = CLAMP ((x - places.map.x) / places.map.width, 0, 1);
  down = CLAMP ((y - places.map.y) / places.map.height, 0, 1);
  self->n_shown = MAX (MAX (places.n, places.n_columns) / factor, LEAST_SHOWN);
  if (self->n_shown >= (double) MAX (self->matrix->n_ranks, self->matrix->n_columns))
    self->n_shown = 0;
  lsc_matrix_view_move (self, down * (places.n - get_n_shown (self)),
                        across * (places.n_columns - get_n_columns (self)));
}

static void
reveal_index (double *first, double n, gsize index)
{
  if ((double) index < *first)
    *first = (double) index;
  else if ((double) index + 1 > *first + n)
    *first = (double) index + 1 - n;
}

/** lsc_matrix_view_reveal: moves the window to what it does not show */
void
lsc_matrix_view_reveal (LscMatrixView *self, const LscMatrixSpot *spot)
{
  g_return_if_fail (self && spot);
  if (lsc_matrix_view_is_empty (self) || spot->type == LSC_MATRIX_NONE)
    return;
  if (spot->type != LSC_MATRIX_DST)
    reveal_index (&self->first_src, get_n_shown (self), spot->src);
  if (spot->type != LSC_MATRIX_SRC)
    reveal_index (&self->first_dst, get_n_columns (self), spot->dst);
  clamp_first (self);
}

/* ---- places ---- */

static double
measure_label (const LscMatrixView *self, LscText *text)
{
  char label[32];

  g_snprintf (label, sizeof label, "%" PRId64, self->matrix->ranks[self->matrix->n_ranks - 1]);
  return ceil (lsc_text_width_bold (text, self->text_px, label));
}

/* Whether hosts are named: there are several, and few enough of them are seen. */
static gboolean
names_hosts (const LscMatrixView *self)
{
  const LscLinkMatrix *matrix = self->matrix;

  return matrix->host_names->len > 1 &&
         (double) matrix->host_names->len * get_n_shown (self) / (double) matrix->n_ranks <=
             MOST_HOSTS;
}

/* px of a cell's height where the map has that room */
static double
fit_cells (const LscMatrixView *self, double width, double height)
{
  return MIN (MIN (width / get_n_columns (self), height / get_n_shown (self)), MOST_CELL_PX);
}

static double
measure_transports (const LscMatrixView *self, LscText *text)
{
  double widest = 0;

  for (guint i = 0; i < self->matrix->transports->len; i++)
    widest = MAX (widest, lsc_text_width (text, self->text_px,
                                          g_ptr_array_index (self->matrix->transports, i)));
  return widest;
}

static double
measure_legend (const LscMatrixView *self, LscText *text)
{
  double words = lsc_text_width (text, self->text_px, LEGEND_CHARS);

  if (self->shades->metric == LSC_MATRIX_TRANSPORT)
    words = MAX (words, measure_transports (self, text));
  return ceil (SCALE_PX + PAD + words + PAD);
}

static void
place_map (const LscMatrixView *self, LscMatrixPlaces *places, LscMatrixBox room)
{
  double cell = fit_cells (self, room.width, room.height);

  places->cell_height = MIN (room.height / places->n, MAX (cell, MIN (cell, MOST_CELL_PX)));
  places->cell_width = MIN (room.width / places->n_columns, places->cell_height * MOST_WIDENING);
  places->map = (LscMatrixBox){ room.x, room.y, places->cell_width * places->n_columns,
                                places->cell_height * places->n };
}

/**
 * lsc_matrix_view_place:
 * @self: not empty
 *
 * Finds where the parts stand: the legend is where it leaves the map more room.
 */
LscMatrixPlaces
lsc_matrix_view_place (const LscMatrixView *self, LscText *text)
{
  LscMatrixPlaces places = { .n = get_n_shown (self),
                             .n_columns = get_n_columns (self),
                             .first_src = self->first_src,
                             .first_dst = self->first_dst,
                             .row = ceil (self->text_px * 1.5),
                             .has_hosts = names_hosts (self) };
  double hosts = places.has_hosts ? places.row : 0;
  double label = measure_label (self, text) + PAD + hosts;
  double legend = measure_legend (self, text), below = 2 * places.row + PAD;
  double left = self->margin + label, top = self->margin + 2 * places.row + hosts;
  double width = MAX (self->width - left - self->margin, 1);
  double height = MAX (self->height - top - self->margin, 1);
  LscMatrixBox room = { left, top, width, height };

  places.is_beside = fit_cells (self, MAX (width - legend - 2 * PAD, 1), height) >=
                     fit_cells (self, width, MAX (height - below, 1));
  if (places.is_beside)
    room.width = MAX (width - legend - 2 * PAD, 1);
  else
    room.height = MAX (height - below, 1);
  place_map (self, &places, room);
  places.caption_y = self->margin + places.row / 2;
  places.head_y = self->margin + places.row * 1.5 + hosts;
  places.host_x = self->margin + places.row / 2;
  places.host_y = self->margin + places.row * 1.5;
  places.legend = places.is_beside
                      ? (LscMatrixBox){ places.map.x + places.map.width + 2 * PAD, places.map.y,
                                        legend, height }
                      : (LscMatrixBox){ self->margin, places.map.y + places.map.height + PAD,
                                        self->width - 2 * self->margin, below - PAD };
  return places;
}

/** lsc_matrix_view_find: Returns: what is at a place of the picture */
LscMatrixSpot
lsc_matrix_view_find (const LscMatrixView *self, const LscMatrixPlaces *places, double x, double y)
{
  LscMatrixSpot spot = { LSC_MATRIX_NONE, 0, 0 };
  double across, down;
  gboolean is_column, is_row;

  g_return_val_if_fail (self && places, spot);
  if (lsc_matrix_view_is_empty (self))
    return spot;
  across = places->first_dst + (x - places->map.x) / places->cell_width;
  down = places->first_src + (y - places->map.y) / places->cell_height;
  is_column = x >= places->map.x && x < places->map.x + places->map.width &&
              across < (double) self->matrix->n_columns;
  is_row = y >= places->map.y && y < places->map.y + places->map.height &&
           down < (double) self->matrix->n_ranks;
  spot.dst = is_column ? (gsize) across : 0;
  spot.src = is_row ? (gsize) down : 0;
  if (is_column && is_row)
    spot.type = LSC_MATRIX_CELL;
  else if (is_row && x < places->map.x)
    spot.type = LSC_MATRIX_SRC;
  else if (is_column && y < places->map.y && y >= places->head_y - places->row / 2)
    spot.type = LSC_MATRIX_DST;
  return spot;
}

/** lsc_matrix_view_get_box: Returns: the place of a cell, row or column; may be outside of the map
 */
LscMatrixBox
lsc_matrix_view_get_box (const LscMatrixView *self, const LscMatrixPlaces *places,
                         const LscMatrixSpot *spot)
{
  LscMatrixBox box = { 0, 0, 0, 0 };

  g_return_val_if_fail (self && places && spot, box);
  box = places->map;
  if (spot->type != LSC_MATRIX_DST)
    {
      box.y = places->map.y + ((double) spot->src - places->first_src) * places->cell_height;
      box.height = places->cell_height;
    }
  if (spot->type != LSC_MATRIX_SRC)
    {
      box.x = places->map.x + ((double) spot->dst - places->first_dst) * places->cell_width;
      box.width = places->cell_width;
    }
  return box;
}
