/* lsc-grid-painter.c - paints a grid of ranks: caption, labels, cells, and what is marked
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/grid/lsc-grid-painter.h"

#include <math.h>

#include "base/lsc-time.h"
#include "draw/lsc-paint.h"
#include "draw/overview/lsc-rank-scale.h"

#define PAD 6.0
#define LABEL_GAP 8.0
#define GAP_LEAST_PX 5.0 /* of cells that have room for gaps */
#define OUTLINE_LEAST_PX 9.0
#define BLOCK_OUT_PX 3.0   /* from cells to the frame around many of them */
#define EXPERTS_OUT_PX 5.0 /* of experts, whose frame stands inside of others */
#define HATCH_PX 4.0
#define VALUE_CHARS "888.8 ms"
#define WHOLE_CELL 4.0   /* px, smaller ones have no frame */
#define MOST_NUMBERS 512 /* more are of no use, and take longer than the cells */

/** A picture while it is painted. */
typedef struct
{
  LscText *text;
  cairo_t *cr;
  const LscGridView *view;
  LscGridPlaces places;
  LscRankScale scale;
  gboolean has_numbers;
  gboolean has_values;
} Paint;

static void
paint_text (const Paint *self, const LscColor *color, LscTextLine line, const char *text)
{
  line.size = self->view->text_px;
  lsc_color_set (self->cr, color);
  lsc_text_draw (self->text, self->cr, &line, text);
}

/* ---- edges ---- */

static guint
choose_stride (double px, double needed)
{
  guint stride = 1;

  while (px * stride < needed && stride < G_MAXINT32)
    stride *= 2;
  return stride;
}

static void
paint_heads (const Paint *self)
{
  const LscRankGrid *grid = self->view->grid;
  guint n = grid->axes[LSC_GRID_BLOCKS_ACROSS].places->len;
  double px = self->places.cell_width * grid->axes[LSC_GRID_CELLS_ACROSS].places->len;
  g_autofree char *widest =
      lsc_grid_view_label_axis (self->view, LSC_GRID_BLOCKS_ACROSS, n - 1, n - 1);
  guint stride =
      choose_stride (px + self->places.gap_x,
                     lsc_text_width (self->text, self->view->text_px, widest) + LABEL_GAP);

  for (guint i = 0; i < n; i += stride)
    {
      guint along[LSC_GRID_N_AXES] = { i, 0, 0, 0 };
      LscGridBox box = lsc_grid_view_get_spot (self->view, &self->places, along);
      g_autofree char *label = lsc_grid_view_label_axis (self->view, LSC_GRID_BLOCKS_ACROSS, i, i);

      paint_text (self, &self->view->theme.dim,
                  (LscTextLine){ .x = box.x, .middle = self->places.head_y }, label);
    }
}

/* Of rows of blocks, or of the lines into which the only row is broken. */
static void
paint_rows (const Paint *self)
{
  const LscRankGrid *grid = self->view->grid;
  gboolean is_broken = grid->axes[LSC_GRID_BLOCKS_DOWN].places->len == 1;
  guint last = grid->axes[LSC_GRID_BLOCKS_ACROSS].places->len - 1;
  double px = self->places.cell_height * grid->axes[LSC_GRID_CELLS_DOWN].places->len;
  guint stride = choose_stride (px + self->places.gap_y, self->view->text_px * 1.3);

  if (is_broken && last == 0)
    return;
  for (guint i = 0; i < self->places.n_lines; i += stride)
    {
      guint from = is_broken ? i * self->places.a_line : i;
      guint to = is_broken ? MIN (from + self->places.a_line - 1, last) : i;
      guint along[LSC_GRID_N_AXES] = { is_broken ? from : 0, is_broken ? 0 : i, 0, 0 };
      LscGridBox box = lsc_grid_view_get_spot (self->view, &self->places, along);
      g_autofree char *label = lsc_grid_view_label_axis (
          self->view, is_broken ? LSC_GRID_BLOCKS_ACROSS : LSC_GRID_BLOCKS_DOWN, from, to);

      paint_text (self, &self->view->theme.dim,
                  (LscTextLine){ .x = self->places.map.x - PAD,
                                 .middle = box.y + MIN (px, MAX (self->places.cell_height, 1)) / 2,
                                 .align = 1 },
                  label);
    }
}

/* ---- cells ---- */

static double
get_gap (const LscGridBox *box)
{
  return MIN (box->width, box->height) >= GAP_LEAST_PX ? 1 : 0;
}

static void
paint_words (const Paint *self, const LscGridCell *cell, const LscGridBox *box, guint32 fill)
{
  gint64 ns = cell->ns[self->view->figure];
  LscColor color = self->view->theme.foreground;
  double middle = box->y + (box->height - 1) / 2, line = self->view->text_px * 1.25;
  g_autofree char *number =
      lsc_rank_is_told (cell->rank) ? lsc_rank_to_text (cell->rank) : g_strdup (cell->label);
  LscTextLine place = { .x = box->x + box->width / 2,
                        .align = 0.5,
                        .is_bold = self->has_values,
                        .room = lsc_rank_is_told (cell->rank) ? 0 : box->width - 2 };

  if (ns != LSC_INT_NULL && lsc_palette_label_is_white (fill))
    color = (LscColor){ 1, 1, 1, 1 };
  else if (ns != LSC_INT_NULL)
    color = (LscColor){ 0, 0, 0, 1 };
  place.middle = self->has_values && ns != LSC_INT_NULL ? middle - line / 2 : middle;
  paint_text (self, &color, place, number);
  if (self->has_values && ns != LSC_INT_NULL)
    {
      g_autofree char *value = lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);

      place.middle = middle + line / 2;
      place.is_bold = FALSE;
      place.room = box->width - 2;
      paint_text (self, &color, place, value);
    }
}

static void
paint_outline (const Paint *self, const LscGridBox *box, double width)
{
  double gap = get_gap (box);

  lsc_color_set (self->cr, &self->view->theme.foreground);
  cairo_set_line_width (self->cr, width);
  cairo_rectangle (self->cr, box->x + width / 2, box->y + width / 2, box->width - gap - width,
                   box->height - gap - width);
  cairo_stroke (self->cr);
}

static void
paint_cell (const Paint *self, guint index)
{
  const LscGridCell *cell = lsc_rank_grid_get (self->view->grid, index);
  LscGridBox box = lsc_grid_view_get_box (self->view, &self->places, index);
  gint64 ns = cell->ns[self->view->figure];
  double gap = get_gap (&box);
  guint32 fill = lsc_rank_scale_fill (&self->scale, (double) ns, self->view->theme.is_dark);

  if (ns == LSC_INT_NULL)
    {
      lsc_color_set (self->cr, &self->view->theme.dim);
      lsc_paint_hatch (self->cr, box.x, box.y, box.width - gap, box.height - gap, HATCH_PX);
    }
  else
    lsc_paint_rect_rgb (self->cr, fill, box.x, box.y, MAX (box.width, 1) - gap,
                        MAX (box.height, 1) - gap);
  if (self->has_numbers)
    paint_words (self, cell, &box, fill);
  if (gap > 0 && cell->is_slow)
    paint_outline (self, &box, 2);
}

/* Places of the layout whose rank was not recorded or is not chosen: an empty frame. */
static void
paint_empty (const Paint *self)
{
  const LscRankGrid *grid = self->view->grid;
  guint along[LSC_GRID_N_AXES] = { 0, 0, 0, 0 };
  guint64 n = 1;

  for (guint i = 0; i < LSC_GRID_N_AXES; i++)
    n *= grid->axes[i].places->len;
  if (n == grid->cells->len || MIN (self->places.cell_width, self->places.cell_height) < WHOLE_CELL)
    return;
  lsc_color_set (self->cr, &self->view->theme.grid);
  cairo_set_line_width (self->cr, 1);
  for (guint64 i = 0; i < n; i++)
    {
      guint64 rest = i;
      LscGridBox box;

      for (guint k = 0; k < LSC_GRID_N_AXES; k++)
        {
          along[k] = (guint) (rest % grid->axes[k].places->len);
          rest /= grid->axes[k].places->len;
        }
      box = lsc_grid_view_get_spot (self->view, &self->places, along);
      cairo_rectangle (self->cr, box.x + 0.5, box.y + 0.5, box.width - 2, box.height - 2);
    }
  cairo_stroke (self->cr);
}

static Paint
begin (LscText *text, cairo_t *cr, const LscGridView *view)
{
  const LscRankGrid *grid = view->grid;
  Paint self = { text, cr, view, lsc_grid_view_place (view, text), { 0 }, FALSE, FALSE };
  g_autofree gint64 *values = g_new (gint64, grid->cells->len);
  gint64 last = lsc_rank_grid_get (grid, grid->cells->len - 1)->rank;
  g_autofree char *widest = lsc_rank_is_told (last) ? lsc_rank_to_text (last) : g_strdup ("0000");
  double height = self.places.cell_height, width = self.places.cell_width;

  for (guint i = 0; i < grid->cells->len; i++)
    values[i] = lsc_rank_grid_get (grid, i)->ns[view->figure];
  self.scale = lsc_rank_scale_new_whole (values, grid->cells->len);
  self.has_numbers = grid->cells->len <= MOST_NUMBERS && height >= view->text_px * 1.2 &&
                     width >= lsc_text_width (text, view->text_px, widest) + 3;
  self.has_values = self.has_numbers && height >= view->text_px * 2.7 &&
                    width >= lsc_text_width (text, view->text_px, VALUE_CHARS) + 3;
  return self;
}

/** lsc_grid_paint: paints all but what is marked; nothing of an empty view */
void
lsc_grid_paint (LscText *text, cairo_t *cr, const LscGridView *view)
{
  g_autofree char *caption = NULL;
  Paint self;

  g_return_if_fail (text && cr && view);
  if (lsc_grid_view_is_empty (view))
    return;
  self = begin (text, cr, view);
  caption = lsc_grid_view_get_caption (view);
  paint_text (&self, &view->theme.foreground,
              (LscTextLine){ .x = view->margin,
                             .middle = self.places.caption_y,
                             .is_bold = TRUE,
                             .room = MAX (view->width - 2 * view->margin, 1) },
              caption);
  if (view->grid->axes[LSC_GRID_BLOCKS_DOWN].places->len > 1 &&
      view->grid->axes[LSC_GRID_BLOCKS_ACROSS].places->len > 1)
    paint_heads (&self);
  paint_rows (&self);
  paint_empty (&self);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  for (guint i = 0; i < view->grid->cells->len; i++)
    paint_cell (&self, i);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
  cairo_save (cr);
  cairo_translate (cr, self.places.legend.x, self.places.legend.y);
  lsc_grid_view_paint_legend (view, text, cr, self.places.legend.width);
  cairo_restore (cr);
}

/* ---- what is marked ---- */

/* Around a cell, outside of it where it is small. */
static void
paint_frame (const Paint *self, guint cell, const LscColor *color)
{
  LscGridBox box = lsc_grid_view_get_box (self->view, &self->places, cell);
  double out = MIN (box.width, box.height) >= OUTLINE_LEAST_PX ? 1 : 3, gap = get_gap (&box);

  cairo_rectangle (self->cr, box.x - out, box.y - out, box.width - gap + 2 * out,
                   box.height - gap + 2 * out);
  lsc_color_set (self->cr, &self->view->theme.background);
  cairo_set_line_width (self->cr, 4);
  cairo_stroke_preserve (self->cr);
  lsc_color_set (self->cr, color);
  cairo_set_line_width (self->cr, 2);
  cairo_stroke (self->cr);
}

static void
add_box (LscGridBox *all, const LscGridBox *box)
{
  double right = MAX (all->x + all->width, box->x + box->width);
  double bottom = MAX (all->y + all->height, box->y + box->height);

  all->x = MIN (all->x, box->x);
  all->y = MIN (all->y, box->y);
  all->width = right - all->x;
  all->height = bottom - all->y;
}

static gboolean
has_centre (const LscGridBox *all, const LscGridBox *box)
{
  double x = box->x + box->width / 2, y = box->y + box->height / 2;

  return x > all->x && x < all->x + all->width && y > all->y && y < all->y + all->height;
}

/* Cells of a few pixels would be hidden by the mark of each. Where a group has all of a row or a
 * block, that is framed. @masks: of all cells; @all: (out): with all of the group
 * Returns: whether there is nothing else in it */
static gboolean
find_block (const Paint *self, guint of, guint dim, const guint *masks, LscGridBox *all)
{
  guint n = self->view->grid->cells->len, n_members = 1, n_inside = 0;

  *all = lsc_grid_view_get_box (self->view, &self->places, of);
  if (MIN (all->width, all->height) >= OUTLINE_LEAST_PX)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (i != of && masks[i] & 1u << dim)
      {
        LscGridBox box = lsc_grid_view_get_box (self->view, &self->places, i);

        add_box (all, &box);
        n_members++;
      }
  for (guint i = 0; i < n; i++)
    {
      LscGridBox box = lsc_grid_view_get_box (self->view, &self->places, i);

      n_inside += has_centre (all, &box);
    }
  return n_members > 1 && n_inside == n_members;
}

/* The members of the groups along a dimension. */
static void
paint_group (const Paint *self, guint of, LscDim dim, const guint *masks)
{
  double out = dim == LSC_DIM_EP ? EXPERTS_OUT_PX : BLOCK_OUT_PX;
  LscGridBox all;

  if (find_block (self, of, dim, masks, &all))
    {
      all = (LscGridBox){ all.x - out, all.y - out, all.width + 2 * out, all.height + 2 * out };
      lsc_grid_view_outline (self->view, self->cr, dim, &all);
      return;
    }
  for (guint i = 0; i < self->view->grid->cells->len; i++)
    if (masks[i] & 1u << dim)
      {
        LscGridBox box = lsc_grid_view_get_box (self->view, &self->places, i);

        lsc_grid_view_outline (self->view, self->cr, dim, &box);
      }
}

/** lsc_grid_paint_spots: marks what is selected and what the pointer is on, with its groups */
void
lsc_grid_paint_spots (LscText *text, cairo_t *cr, const LscGridView *view)
{
  Paint self = { text, cr, view, { { 0 } }, { 0 }, FALSE, FALSE };
  g_autofree guint *masks = NULL;
  guint of, any = 0;

  g_return_if_fail (text && cr && view);
  if (lsc_grid_view_is_empty (view))
    return;
  of = view->hovered < view->grid->cells->len ? view->hovered : view->selected;
  if (of >= view->grid->cells->len)
    return;
  self.places = lsc_grid_view_place (view, text);
  masks = g_new (guint, view->grid->cells->len);
  for (guint i = 0; i < view->grid->cells->len; i++)
    {
      masks[i] = lsc_rank_grid_find_peering (view->grid, of, i);
      any |= masks[i];
    }
  for (LscDim dim = 0; dim < LSC_DIM_N; dim++)
    if (any & 1u << dim)
      paint_group (&self, of, dim, masks);
  if (view->selected < view->grid->cells->len)
    paint_frame (&self, view->selected, &view->theme.accent);
  if (of != view->selected)
    paint_frame (&self, of, &view->theme.foreground);
}
