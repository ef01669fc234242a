/* lsc-matrix-painter.c - paints a matrix of links: caption, labels, borders of hosts, spots
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-matrix-painter-private.h"

#include <inttypes.h>
#include <math.h>

#include "draw/lsc-paint.h"

#define PAD 6.0
#define LABEL_GAP 8.0
#define BORDER_LEAST_PX 20.0 /* between two borders of hosts */
#define HOST_LEAST_PX 44.0   /* for a name */
#define BAND_ALPHA 0.09
#define OUTLINE_LEAST_PX 10.0

static void
paint_caption (const LscMatrixPaint *self)
{
  g_autofree char *caption = lsc_matrix_view_get_caption (self->view);

  _lsc_matrix_write (self, &self->view->theme.foreground,
                     (LscTextLine){ .x = self->view->margin,
                                    .middle = self->places.caption_y,
                                    .is_bold = TRUE,
                                    .room = self->view->width - 2 * self->view->margin },
                     caption);
}

/* ---- labels ---- */

/* A round number of ranks from one label to the next; powers of two, as hosts have. */
static gsize
choose_stride (double px_per_rank, double needed)
{
  gsize stride = 1;

  while (px_per_rank * (double) stride < needed && stride < G_MAXINT32)
    stride *= 2;
  return stride;
}

static double
measure_label (const LscMatrixPaint *self)
{
  const LscLinkMatrix *matrix = self->view->matrix;
  char label[32];

  g_snprintf (label, sizeof label, "%" PRId64, matrix->columns[matrix->n_columns - 1]);
  return lsc_text_width (self->text, self->view->text_px, label);
}

/* A label in the middle of its row or column; @is_marked: over others. */
static void
paint_label (const LscMatrixPaint *self, const LscMatrixSpot *spot, gboolean is_marked)
{
  LscMatrixBox box = lsc_matrix_view_get_box (self->view, &self->places, spot);
  const LscMatrixBox *map = &self->places.map;
  gboolean is_row = spot->type == LSC_MATRIX_SRC;
  double x = is_row ? map->x - PAD : box.x + box.width / 2;
  double middle = is_row ? box.y + box.height / 2 : self->places.head_y, size = self->view->text_px;
  LscTextLine line = { .x = x, .middle = middle, .align = is_row ? 1 : 0.5, .is_bold = is_marked };
  char label[32];
  double width;

  if (is_row ? middle < map->y || middle > map->y + map->height
             : x < map->x || x > map->x + map->width)
    return;
  g_snprintf (label, sizeof label, "%" PRId64,
              is_row ? self->view->matrix->ranks[spot->src]
                     : self->view->matrix->columns[spot->dst]);
  if (is_marked)
    {
      width = lsc_text_width_bold (self->text, size, label) + LABEL_GAP;
      lsc_paint_rect (self->cr, &self->view->theme.background,
                      is_row ? x - width + LABEL_GAP / 2 : x - width / 2, middle - size * 0.7,
                      width, size * 1.4);
    }
  _lsc_matrix_write (self, is_marked ? &self->view->theme.accent : &self->view->theme.dim, line,
                     label);
}

static void
paint_labels (const LscMatrixPaint *self)
{
  gsize rows = choose_stride (self->places.cell_height, self->view->text_px * 1.3);
  gsize columns = choose_stride (self->places.cell_width, measure_label (self) + LABEL_GAP);

  for (gsize i = 0; i < self->view->matrix->n_ranks; i += rows)
    paint_label (self, &(LscMatrixSpot){ LSC_MATRIX_SRC, i, i }, FALSE);
  for (gsize i = 0; i < self->view->matrix->n_columns; i += columns)
    paint_label (self, &(LscMatrixSpot){ LSC_MATRIX_DST, i, i }, FALSE);
}

/* ---- hosts ---- */

static gboolean
is_border (const LscLinkMatrix *matrix, gsize i)
{
  return i > 0 && matrix->hosts[i] != matrix->hosts[i - 1];
}

/* px from one border to the next at least; those that would lie closer say nothing */
static double
find_distance (const LscMatrixPaint *self)
{
  const LscLinkMatrix *matrix = self->view->matrix;
  gsize n = 0;

  for (gsize i = 1; i < matrix->n_ranks; i++)
    n += is_border (matrix, i) ? 1 : 0;
  return n > 0 ? MIN (self->places.cell_width, self->places.cell_height) *
                     (double) matrix->n_ranks / (double) (n + 1)
               : 0;
}

/* Above its columns, and turned beside its rows. @from, @to: ranks, half-open */
static void
paint_host (const LscMatrixPaint *self, const char *name, gsize from, gsize to)
{
  const LscMatrixBox *map = &self->places.map;
  LscMatrixSpot spots[2] = { { LSC_MATRIX_CELL, from, from }, { LSC_MATRIX_CELL, to, to } };
  LscMatrixBox first = lsc_matrix_view_get_box (self->view, &self->places, &spots[0]);
  LscMatrixBox end = lsc_matrix_view_get_box (self->view, &self->places, &spots[1]);
  double left = MAX (first.x, map->x), right = MIN (end.x, map->x + map->width);
  double top = MAX (first.y, map->y), bottom = MIN (end.y, map->y + map->height);
  LscTextLine line = { .align = 0.5, .keeps_ends = TRUE };
  double least = /* less of it tells no host from another */
      MIN (lsc_text_width (self->text, self->view->text_px, name), HOST_LEAST_PX) + LABEL_GAP;

  if (right - left >= least)
    {
      line.x = (left + right) / 2;
      line.middle = self->places.host_y;
      line.room = right - left - LABEL_GAP;
      _lsc_matrix_write (self, &self->view->theme.dim, line, name);
    }
  if (bottom - top < least)
    return;
  cairo_save (self->cr);
  cairo_translate (self->cr, self->places.host_x, (top + bottom) / 2);
  cairo_rotate (self->cr, -G_PI / 2);
  line.x = line.middle = 0;
  line.room = bottom - top - LABEL_GAP;
  _lsc_matrix_write (self, &self->view->theme.dim, line, name);
  cairo_restore (self->cr);
}

static void
paint_host_names (const LscMatrixPaint *self)
{
  const LscLinkMatrix *matrix = self->view->matrix;
  gsize end;

  for (gsize begin = 0; self->places.has_hosts && begin < matrix->n_ranks; begin = end)
    {
      for (end = begin + 1; end < matrix->n_ranks && !is_border (matrix, end);)
        end++;
      if (matrix->hosts[begin] != LSC_MATRIX_NO_HOST)
        paint_host (self, g_ptr_array_index (matrix->host_names, matrix->hosts[begin]), begin, end);
    }
}

static void
paint_hosts (const LscMatrixPaint *self)
{
  const LscLinkMatrix *matrix = self->view->matrix;
  const LscMatrixBox *map = &self->places.map;

  lsc_color_set (self->cr, &self->view->theme.grid);
  cairo_set_line_width (self->cr, 1);
  cairo_rectangle (self->cr, map->x - 0.5, map->y - 0.5, map->width + 1, map->height + 1);
  cairo_stroke (self->cr);
  if (find_distance (self) < BORDER_LEAST_PX)
    return;
  lsc_color_set_alpha (self->cr, &self->view->theme.foreground, 0.4);
  for (gsize i = 1; i < matrix->n_ranks; i++)
    {
      LscMatrixSpot spot = { LSC_MATRIX_CELL, i, i };
      LscMatrixBox box = lsc_matrix_view_get_box (self->view, &self->places, &spot);
      double x = round (box.x) - 0.5, y = round (box.y) - 0.5;

      if (!is_border (matrix, i))
        continue;
      if (x > map->x && x < map->x + map->width)
        {
          cairo_move_to (self->cr, x, map->y);
          cairo_line_to (self->cr, x, map->y + map->height);
        }
      if (y > map->y && y < map->y + map->height)
        {
          cairo_move_to (self->cr, map->x, y);
          cairo_line_to (self->cr, map->x + map->width, y);
        }
    }
  cairo_stroke (self->cr);
}

/* ---- spots ---- */

/* All but the cell of a spot, which keeps its colour. */
static void
clip_beside (const LscMatrixPaint *self, const LscMatrixSpot *spot)
{
  LscMatrixBox box = lsc_matrix_view_get_box (self->view, &self->places, spot);
  const LscMatrixBox *map = &self->places.map;

  lsc_paint_clip (self->cr, map->x, map->y, map->width, map->height);
  if (spot->type != LSC_MATRIX_CELL)
    return;
  cairo_rectangle (self->cr, map->x, map->y, map->width, map->height);
  cairo_rectangle (self->cr, box.x, box.y, box.width, box.height);
  cairo_set_fill_rule (self->cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_clip (self->cr);
}

/* The row and the column of a spot, as far as they are seen, with their numbers. In grey: colours
 * are figures here. */
static void
paint_bands (const LscMatrixPaint *self, const LscMatrixSpot *spot)
{
  LscMatrixSpot row = { LSC_MATRIX_SRC, spot->src, spot->src };
  LscMatrixSpot column = { LSC_MATRIX_DST, spot->dst, spot->dst };

  cairo_save (self->cr);
  clip_beside (self, spot);
  lsc_color_set_alpha (self->cr, &self->view->theme.foreground, BAND_ALPHA);
  for (guint i = 0; i < 2; i++)
    {
      LscMatrixBox box =
          lsc_matrix_view_get_box (self->view, &self->places, i == 0 ? &row : &column);

      if (spot->type == (i == 0 ? LSC_MATRIX_DST : LSC_MATRIX_SRC))
        continue;
      cairo_rectangle (self->cr, box.x, box.y, MAX (box.width, 1), MAX (box.height, 1));
      cairo_fill (self->cr);
    }
  cairo_restore (self->cr);
  if (spot->type != LSC_MATRIX_DST)
    paint_label (self, &row, TRUE);
  if (spot->type != LSC_MATRIX_SRC)
    paint_label (self, &column, TRUE);
}

/* Inside of its cell, around one that is too small. */
static void
paint_outline (const LscMatrixPaint *self, const LscMatrixSpot *spot)
{
  LscMatrixBox box = lsc_matrix_view_get_box (self->view, &self->places, spot);
  const LscMatrixBox *map = &self->places.map;
  double inset = MIN (box.width, box.height) >= OUTLINE_LEAST_PX ? 1.5 : -2;

  cairo_save (self->cr);
  lsc_paint_clip (self->cr, map->x - 3, map->y - 3, map->width + 6, map->height + 6);
  cairo_rectangle (self->cr, box.x + inset, box.y + inset, MAX (box.width - 2 * inset - 1, 1),
                   MAX (box.height - 2 * inset - 1, 1));
  lsc_color_set (self->cr, &self->view->theme.background);
  cairo_set_line_width (self->cr, 4);
  cairo_stroke_preserve (self->cr);
  lsc_color_set (self->cr, &self->view->theme.accent);
  cairo_set_line_width (self->cr, 2);
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
}

static LscMatrixPaint
begin (LscText *text, cairo_t *cr, const LscMatrixView *view)
{
  return (LscMatrixPaint){ text, cr, view, lsc_matrix_view_place (view, text),
                           lsc_text_width (text, view->text_px, "8.88") };
}

/**
 * lsc_matrix_paint:
 * @view: as it is placed by lsc_matrix_view_place()
 *
 * Paints the caption, the numbers of ranks, the cells, the borders and names of hosts and the
 * legend (drawing.md#matrix).
 *
 * Cost: O(pixels + links that are seen).
 */
void
lsc_matrix_paint (LscText *text, cairo_t *cr, const LscMatrixView *view)
{
  LscMatrixPaint self;

  g_return_if_fail (text && cr && view && view->scale > 0);
  if (lsc_matrix_view_is_empty (view))
    return;
  self = begin (text, cr, view);
  paint_caption (&self);
  paint_labels (&self);
  _lsc_matrix_paint_cells (&self);
  paint_hosts (&self);
  paint_host_names (&self);
  _lsc_matrix_paint_legend (&self);
}

/** lsc_matrix_paint_spots: marks what is selected, and row and column of the pointer, over the rest
 */
void
lsc_matrix_paint_spots (LscText *text, cairo_t *cr, const LscMatrixView *view)
{
  LscMatrixPaint self;

  g_return_if_fail (text && cr && view);
  if (lsc_matrix_view_is_empty (view))
    return;
  self = begin (text, cr, view);
  if (view->selected.type != LSC_MATRIX_NONE)
    {
      paint_outline (&self, &view->selected);
      if (view->hovered.type == LSC_MATRIX_NONE)
        paint_bands (&self, &view->selected);
    }
  if (view->hovered.type != LSC_MATRIX_NONE)
    paint_bands (&self, &view->hovered);
}
