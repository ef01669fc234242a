/* lsc-matrix-cells.c - paints the cells of a matrix of links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-matrix-painter-private.h"

#include <math.h>
#include <string.h>

#include "draw/lsc-paint.h"

/* Smaller cells are written into an image: cairo takes a µs for each rectangle, and a matrix of
 * 1,024 ranks has a million of them. */
#define RECT_LEAST_PX 14.0
#define RECT_MOST_RANKS 32.0
#define GAP_PX 1.0
#define HATCH_PX 4.0
#define VALUE_PAD 6.0
#define RING_PX 5.0 /* radius */
#define MOST_RINGS 200
#define SPARSE_PX 2.0 /* of a rank: below it a link is hard to see */
#define MOST_SPARSE 8 /* links of a rank on average, so that the field is mostly empty */

/** The ranks of an axis that are seen, and their first pixels in the image. */
typedef struct
{
  gsize begin;
  gsize end;
  int *pixels; /* of @begin on, one more at the end */
} Axis;

static gsize
get_end_row (const LscMatrixPaint *self)
{
  return MIN ((gsize) ceil (self->places.first_src + self->places.n), self->view->matrix->n_ranks);
}

static gsize
get_end_column (const LscMatrixPaint *self)
{
  return MIN ((gsize) ceil (self->places.first_dst + self->places.n_columns),
              self->view->matrix->n_columns);
}

/* ---- as an image ---- */

static Axis
make_axis (double first, gsize end, double px_per_rank, int n_pixels)
{
  Axis axis = { (gsize) first, end, NULL };

  axis.pixels = g_new (int, axis.end - axis.begin + 1);
  for (gsize i = axis.begin; i <= axis.end; i++)
    axis.pixels[i - axis.begin] =
        CLAMP ((int) floor (((double) i - first) * px_per_rank), 0, n_pixels);
  return axis;
}

/* The first pixels of what begins with rank @i; at least one, within the image. */
static void
get_span (const Axis *axis, gsize i, int n_pixels, int *from, int *to)
{
  *from = MIN (axis->pixels[i - axis->begin], n_pixels - 1);
  *to = CLAMP (axis->pixels[i - axis->begin + 1], *from + 1, n_pixels);
}

/* Of cells that share a pixel the one with the highest code is seen. */
static void
add_row (const LscMatrixPaint *self, const Axis *columns, gsize src, guint8 *line, int n_pixels)
{
  const LscLinkMatrix *matrix = self->view->matrix;
  const guint8 *codes = self->view->shades->codes;

  for (guint32 i = matrix->first[src]; i < matrix->first[src + 1]; i++)
    {
      gsize dst = matrix->dsts[i];
      int from, to;

      if (dst < columns->begin || dst >= columns->end)
        continue;
      get_span (columns, dst, n_pixels, &from, &to);
      for (int x = from; x < to; x++)
        line[x] = MAX (line[x], codes[i]);
    }
}

static void
find_fills (const LscMatrixPaint *self, guint32 *fills)
{
  for (guint i = 0; i < 256; i++)
    fills[i] = lsc_matrix_shades_fill (self->view->shades, (guint8) i, self->view->theme.is_dark);
}

/* @codes: of each pixel. Fills those of the rows that begin at @from. */
static void
write_rows (guint8 *codes, int from, int to, const guint8 *line, int n_pixels)
{
  for (int y = from; y < to; y++)
    memcpy (codes + (gsize) y * (gsize) n_pixels, line, (gsize) n_pixels);
}

static void
find_codes (const LscMatrixPaint *self, guint8 *codes, int width, int height)
{
  double scale = self->view->scale;
  Axis columns = make_axis (self->places.first_dst, get_end_column (self),
                            self->places.cell_width * scale, width);
  Axis rows = make_axis (self->places.first_src, get_end_row (self),
                         self->places.cell_height * scale, height);
  g_autofree guint8 *line = g_malloc ((gsize) width);

  for (gsize src = rows.begin, next; src < rows.end; src = next)
    {
      int from, to, last;

      memset (line, LSC_MATRIX_EMPTY, (gsize) width);
      get_span (&rows, src, height, &from, &to);
      for (next = src; next < rows.end; next++) /* all that share the first pixel */
        {
          get_span (&rows, next, height, &last, &to);
          if (last != from)
            break;
          add_row (self, &columns, next, line, width);
        }
      get_span (&rows, next - 1, height, &last, &to);
      write_rows (codes, from, next == rows.end ? height : to, line, width);
    }
  g_free (columns.pixels);
  g_free (rows.pixels);
}

/* ---- few links among many ranks ---- */

/* A pixel of a link in an empty field is hard to see and to point at. In a full one it would cover
 * its neighbours. */
static gboolean
is_sparse (const LscMatrixPaint *self)
{
  const LscLinkMatrix *matrix = self->view->matrix;

  return MIN (self->places.cell_width, self->places.cell_height) < SPARSE_PX &&
         matrix->cells->len <= matrix->n_ranks * MOST_SPARSE;
}

static void
take_highest (guint8 *codes, const guint8 *others, gsize n)
{
  for (gsize i = 0; i < n; i++)
    codes[i] = MAX (codes[i], others[i]);
}

/* Each pixel gets the highest code of those up to @by away, row by row as they lie in memory. */
static void
widen (guint8 *codes, int width, int height, int by)
{
  gsize row = (gsize) width, n = row * (gsize) height;
  g_autofree guint8 *before = g_memdup2 (codes, n);

  for (int y = 0; y < height; y++)
    for (gsize k = 1; k <= MIN ((gsize) by, row - 1); k++)
      {
        take_highest (codes + (gsize) y * row + k, before + (gsize) y * row, row - k);
        take_highest (codes + (gsize) y * row, before + (gsize) y * row + k, row - k);
      }
  memcpy (before, codes, n);
  for (gsize k = 1; k <= MIN ((gsize) by, (gsize) height - 1); k++)
    {
      take_highest (codes + k * row, before, n - k * row);
      take_highest (codes, before + k * row, n - k * row);
    }
}

static void
fill_image (const LscMatrixPaint *self, cairo_surface_t *image)
{
  int width = cairo_image_surface_get_width (image),
      height = cairo_image_surface_get_height (image);
  int stride = cairo_image_surface_get_stride (image);
  g_autofree guint8 *codes = g_malloc ((gsize) width * (gsize) height);
  guchar *pixels = cairo_image_surface_get_data (image);
  guint32 fills[256];

  memset (codes, LSC_MATRIX_EMPTY, (gsize) width * (gsize) height);
  find_codes (self, codes, width, height);
  if (is_sparse (self))
    widen (codes, width, height, (int) MAX (1, self->view->scale));
  find_fills (self, fills);
  for (int y = 0; y < height; y++)
    {
      guint32 *line = (guint32 *) (gpointer) (pixels + (gsize) y * (gsize) stride);

      for (int x = 0; x < width; x++)
        line[x] = fills[codes[(gsize) y * (gsize) width + (gsize) x]];
    }
}

static void
paint_image (const LscMatrixPaint *self)
{
  const LscMatrixBox *map = &self->places.map;
  cairo_surface_t *image = lsc_paint_new_image (map->width, map->height, self->view->scale);

  if (cairo_image_surface_get_width (image) > 0 && cairo_image_surface_get_height (image) > 0)
    {
      cairo_surface_flush (image);
      fill_image (self, image);
      cairo_surface_mark_dirty (image);
      lsc_paint_image (self->cr, image, map->x, map->y, self->view->scale);
    }
  cairo_surface_destroy (image);
}

/* ---- as rectangles ---- */

static char *
make_value (const LscMatrixPaint *self, const LscMatrixCell *cell)
{
  LscMatrixMetric metric = self->view->shades->metric;
  double value = lsc_matrix_cell_get (cell, metric);

  if (isnan (value))
    return NULL;
  if (metric == LSC_MATRIX_TRANSPORT)
    return g_strdup (g_ptr_array_index (self->view->matrix->transports, cell->transport));
  if (metric == LSC_MATRIX_BANDWIDTH) /* the legend has the unit */
    return g_strdup_printf (value >= 99.95 ? "%.0f" : "%.1f", value);
  if (metric == LSC_MATRIX_LOAD) /* likewise */
    return g_strdup_printf ("%.0f", 100 * value);
  return lsc_matrix_value_text (metric, value);
}

/* Figures of a few digits are as wide as each other, which spares measuring each of them. */
static gboolean
has_room (const LscMatrixPaint *self, const LscMatrixBox *box, const char *value)
{
  LscMatrixMetric metric = self->view->shades->metric;
  gboolean is_short = metric == LSC_MATRIX_OF_KIND || metric == LSC_MATRIX_BANDWIDTH;

  return box->width - VALUE_PAD >=
         (is_short ? self->value_width : lsc_text_width (self->text, self->view->text_px, value));
}

static void
paint_value (const LscMatrixPaint *self, const LscMatrixBox *box, const LscMatrixCell *cell,
             guint32 fill)
{
  g_autofree char *value = NULL;
  double size = self->view->text_px;

  if (box->height < size + VALUE_PAD / 2 || box->width - VALUE_PAD < self->value_width)
    return;
  value = make_value (self, cell);
  if (!value || !has_room (self, box, value))
    return;
  lsc_color_set_rgb (self->cr, lsc_palette_label_is_white (fill) ? 0xFFFFFF : 0x000000);
  lsc_text_draw (self->text, self->cr,
                 &(LscTextLine){ .x = box->x + (box->width - GAP_PX) / 2,
                                 .middle = box->y + (box->height - GAP_PX) / 2,
                                 .align = 0.5,
                                 .size = size },
                 value);
}

static void
paint_cell (const LscMatrixPaint *self, guint32 index)
{
  const LscMatrixCell *cell = lsc_link_matrix_get (self->view->matrix, index);
  LscMatrixSpot spot = { LSC_MATRIX_CELL, cell->src, cell->dst };
  LscMatrixBox box = lsc_matrix_view_get_box (self->view, &self->places, &spot);
  guint8 code = self->view->shades->codes[index];
  guint32 fill = lsc_matrix_shades_fill (self->view->shades, code, self->view->theme.is_dark);

  lsc_paint_rect_rgb (self->cr, fill, box.x, box.y, box.width - GAP_PX, box.height - GAP_PX);
  if (code == LSC_MATRIX_UNKNOWN)
    {
      lsc_color_set (self->cr, &self->view->theme.grid);
      lsc_paint_hatch (self->cr, box.x, box.y, box.width - GAP_PX, box.height - GAP_PX, HATCH_PX);
    }
  paint_value (self, &box, cell, fill);
}

static void
paint_rectangles (const LscMatrixPaint *self)
{
  const LscLinkMatrix *matrix = self->view->matrix;
  const LscMatrixBox *map = &self->places.map;
  gsize end_src = get_end_row (self);
  gsize end_dst = get_end_column (self);

  cairo_save (self->cr);
  lsc_paint_clip (self->cr, map->x, map->y, map->width, map->height);
  lsc_paint_rect_rgb (
      self->cr,
      lsc_matrix_shades_fill (self->view->shades, LSC_MATRIX_EMPTY, self->view->theme.is_dark),
      map->x, map->y, map->width, map->height);
  for (gsize src = (gsize) self->places.first_src; src < end_src; src++)
    for (guint32 i = matrix->first[src]; i < matrix->first[src + 1]; i++)
      if (matrix->dsts[i] >= (guint32) self->places.first_dst && matrix->dsts[i] < end_dst)
        paint_cell (self, i);
  cairo_restore (self->cr);
}

/* ---- slow links ---- */

/* A dot of a pixel is seen by nobody who does not know where it is. */
static void
paint_ring (const LscMatrixPaint *self, const LscMatrixCell *cell)
{
  LscMatrixSpot spot = { LSC_MATRIX_CELL, cell->src, cell->dst };
  LscMatrixBox box = lsc_matrix_view_get_box (self->view, &self->places, &spot);
  const LscMatrixBox *map = &self->places.map;
  double x = box.x + box.width / 2, y = box.y + box.height / 2;

  if (x < map->x || y < map->y || x > map->x + map->width || y > map->y + map->height)
    return;
  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x, y, RING_PX, 0, 2 * G_PI);
}

static void
paint_rings (const LscMatrixPaint *self)
{
  const LscLinkMatrix *matrix = self->view->matrix;
  guint8 slow = lsc_matrix_shades_code (self->view->shades, LSC_MATRIX_SLOW);
  guint n = 0;

  for (guint32 i = 0; i < matrix->cells->len && n < MOST_RINGS; i++)
    if (self->view->shades->codes[i] > slow)
      {
        paint_ring (self, lsc_link_matrix_get (matrix, i));
        n++;
      }
  lsc_color_set_rgb (self->cr,
                     lsc_matrix_shades_fill (self->view->shades,
                                             lsc_matrix_shades_code (self->view->shades, 0.65),
                                             self->view->theme.is_dark));
  cairo_set_line_width (self->cr, 2);
  cairo_stroke (self->cr);
}

/** Paints the cells, with values where those fit; small slow ones have a ring around them. */
void
_lsc_matrix_paint_cells (const LscMatrixPaint *self)
{
  if (MIN (self->places.cell_width, self->places.cell_height) >= RECT_LEAST_PX &&
      MAX (self->places.n, self->places.n_columns) <= RECT_MOST_RANKS)
    paint_rectangles (self);
  else
    paint_image (self);
  if (self->view->shades->metric == LSC_MATRIX_OF_KIND &&
      MIN (self->places.cell_width, self->places.cell_height) < RING_PX)
    paint_rings (self);
}
