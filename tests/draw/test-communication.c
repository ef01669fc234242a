/* test-communication.c - matrices of links: places, colours, words, files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "draw/communication/lsc-matrix-painter.h"
#include "lsc-test-links.h"
#include "test-communication-support.h"

/** A matrix and a view of it. */
typedef struct
{
  LscTable *links;
  LscLinkMatrix *matrix;
  LscMatrixShades *shades;
  LscMatrixView view;
  PangoContext *context;
  LscText *text;
} Map;

static void
map_color (Map *self, LscMatrixMetric metric)
{
  lsc_matrix_shades_free (self->shades);
  self->shades = lsc_matrix_shades_new (self->matrix, metric);
  self->view.shades = self->shades;
}

static void
map_init_of (Map *self, LscTable *links, double width, double height)
{
  *self = (Map){ .links = links, .matrix = lsc_link_matrix_new (links) };
  self->view = (LscMatrixView){ .matrix = self->matrix,
                                .width = width,
                                .height = height,
                                .margin = 8,
                                .text_px = 12,
                                .scale = 1,
                                .theme = lsc_theme_light () };
  self->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  self->text = lsc_text_new (self->context);
  map_color (self, LSC_MATRIX_OF_KIND);
}

static void
map_init (Map *self, LscTestLinks what, double width, double height)
{
  map_init_of (self, lsc_test_links_new (&what), width, height);
}

static void
map_clear (Map *self)
{
  lsc_matrix_shades_free (self->shades);
  lsc_link_matrix_free (self->matrix);
  lsc_table_unref (self->links);
  lsc_text_free (self->text);
  g_object_unref (self->context);
}

static cairo_surface_t *
paint (const Map *self)
{
  cairo_t *cr;
  cairo_surface_t *image = new_image (self->view.width, self->view.height, &cr);

  lsc_matrix_paint (self->text, cr, &self->view);
  lsc_matrix_paint_spots (self->text, cr, &self->view);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

static LscMatrixBox
cell_box (const Map *self, gsize src, gsize dst)
{
  LscMatrixPlaces places = lsc_matrix_view_place (&self->view, self->text);
  LscMatrixSpot spot = { LSC_MATRIX_CELL, src, dst };

  return lsc_matrix_view_get_box (&self->view, &places, &spot);
}

/* ---- axes and cells ---- */

/* A group of ranks 0 and 2 has the axes 0 and 2, not positions in the group. */
static void
test_global_numbers (void)
{
  LscTable *links = lsc_test_links_new (NULL);
  Map map;
  gsize index;
  g_autofree char *words = NULL;

  lsc_test_links_add (links, 0, 2, "HCCS", 1000, 100, LSC_REAL_NULL);
  lsc_test_links_add (links, 2, 0, "HCCS", 3000, 100, LSC_REAL_NULL);
  lsc_test_links_add (links, LSC_INT_NULL, 0, "HCCS", 3000, 100, LSC_REAL_NULL);
  map_init_of (&map, links, 400, 300);
  g_assert_cmpuint (map.matrix->n_ranks, ==, 2);
  g_assert_cmpint (map.matrix->ranks[0], ==, 0);
  g_assert_cmpint (map.matrix->ranks[1], ==, 2);
  g_assert_cmpuint (map.matrix->cells->len, ==, 2);
  g_assert_true (lsc_link_matrix_find_rank (map.matrix, 2, &index));
  g_assert_cmpuint (index, ==, 1);
  g_assert_false (lsc_link_matrix_find_rank (map.matrix, 1, &index));
  g_assert_null (lsc_link_matrix_find (map.matrix, 0, 0));
  words = lsc_matrix_view_describe (&map.view, &(LscMatrixSpot){ LSC_MATRIX_CELL, 1, 0 });
  g_assert_cmpstr (words, ==, "Rank 2 → rank 0 (HCCS): 30 GB/s\n3 kB in 100 ns");
  map_clear (&map);
}

/* Two transports between the same ranks are one cell; the slower one is the row that it leads to.
 * What is not known stays so in the sum. */
static void
test_transports (void)
{
  LscTable *links = lsc_test_links_new (NULL);
  Map map;
  const LscMatrixCell *cell;

  lsc_test_links_add (links, 0, 1, "HCCS", 1000, 100, 1.02);
  lsc_test_links_add (links, 0, 1, "RDMA", 500, 200, 0.7);
  lsc_test_links_add (links, 1, 0, "HCCS", LSC_INT_NULL, 100, LSC_REAL_NULL);
  map_init_of (&map, links, 400, 300);
  cell = lsc_link_matrix_find (map.matrix, 0, 1);
  g_assert_cmpint (cell->size_bytes, ==, 1500);
  g_assert_cmpint (cell->time_ns, ==, 300);
  g_assert_cmpuint (cell->n_rows, ==, 2);
  g_assert_cmpuint (cell->row, ==, 1);
  g_assert_cmpfloat (cell->of_kind, ==, 0.7);
  g_assert_cmpstr (g_ptr_array_index (map.matrix->transports, cell->transport), ==, "HCCS");
  cell = lsc_link_matrix_find (map.matrix, 1, 0);
  g_assert_true (isnan (lsc_matrix_cell_get_bandwidth (cell)));
  g_assert_cmpuint (map.shades->codes[map.matrix->first[1]], ==, LSC_MATRIX_UNKNOWN);
  map_clear (&map);
}

/* The best link is that with the largest bandwidth, and has the last colour. */
static void
test_scale (void)
{
  Map map;
  guint8 slow, usual, least = LSC_MATRIX_MOST;
  guint at = 0;

  map_init (&map, (LscTestLinks){ 8, 1, 0, 8, 2, 5 }, 400, 300);
  slow = lsc_matrix_shades_code (map.shades, 0.7);
  usual = lsc_matrix_shades_code (map.shades, 1);
  g_assert_cmpuint (slow, >, usual); /* seen over others */
  g_assert_cmpuint (lsc_matrix_shades_code (map.shades, NAN), ==, LSC_MATRIX_UNKNOWN);
  g_assert_cmpuint (lsc_matrix_shades_fill (map.shades, usual, FALSE), !=,
                    lsc_matrix_shades_fill (map.shades, slow, FALSE));
  map_color (&map, LSC_MATRIX_BANDWIDTH);
  for (guint i = 0; i < map.matrix->cells->len; i++)
    if (map.shades->codes[i] < least)
      {
        least = map.shades->codes[i];
        at = i;
      }
  for (guint i = 0; i < map.matrix->cells->len; i++)
    g_assert_cmpfloat (lsc_matrix_cell_get_bandwidth (lsc_link_matrix_get (map.matrix, i)), <=,
                       lsc_matrix_cell_get_bandwidth (lsc_link_matrix_get (map.matrix, at)) + 1e-9);
  g_assert_false (lsc_matrix_has_metric (map.matrix, LSC_MATRIX_TRANSPORT)); /* one says nothing */
  map_clear (&map);
}

/* ---- places ---- */

static void
check_places (gsize n_ranks, double width, double height)
{
  Map map;
  LscMatrixPlaces places;

  map_init (&map, (LscTestLinks){ n_ranks, 1, 3, 8, 0, 0 }, width, height);
  places = lsc_matrix_view_place (&map.view, map.text);
  g_assert_cmpfloat (places.map.x + places.map.width, <=, width);
  g_assert_cmpfloat (places.map.y + places.map.height, <=, height);
  g_assert_cmpfloat (places.legend.x + places.legend.width, <=, width + 0.5);
  g_assert_cmpfloat (MIN (places.map.width, places.map.height), >=,
                     MIN (64.0 * (double) n_ranks, MIN (width, height) * 0.4));
  for (gsize i = 0; i < n_ranks; i += n_ranks / 4)
    {
      LscMatrixSpot wanted = { LSC_MATRIX_CELL, i, n_ranks - 1 - i };
      LscMatrixBox box = cell_box (&map, wanted.src, wanted.dst);
      LscMatrixSpot found =
          lsc_matrix_view_find (&map.view, &places, box.x + box.width / 2, box.y + box.height / 2);

      g_assert_true (lsc_matrix_spot_equal (&found, &wanted));
    }
  map_clear (&map);
}

static void
test_places (void)
{
  static const gsize ranks[] = { 4, 8, 64, 1024 };
  static const double sizes[][2] = { { 300, 220 }, { 420, 300 }, { 700, 320 }, { 1200, 900 } };

  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
      check_places (ranks[i], sizes[k][0], sizes[k][1]);
}

/* Whether anything is painted within 300 px right of a place, or below it. */
static gboolean
has_ink (cairo_surface_t *image, double x, double y, gboolean is_across)
{
  for (int i = 0; i < 300; i++)
    if (pixel (image, is_across ? x + i : x, is_across ? y : y + i) != 0xFFFFFF)
      return TRUE;
  return FALSE;
}

/* Hosts are named where there are several, and few enough are seen. */
static void
test_hosts (void)
{
  static const struct
  {
    gsize n_ranks;
    double n_shown;
    gboolean has_hosts;
  } cases[] = { { 8, 0, FALSE }, { 16, 0, TRUE }, { 1024, 0, FALSE }, { 1024, 64, TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Map map;
      LscMatrixPlaces places;
      cairo_surface_t *image;

      map_init (&map, (LscTestLinks){ cases[i].n_ranks, 1, 1, 8, 0, 0 }, 700, 600);
      map.view.n_shown = cases[i].n_shown;
      places = lsc_matrix_view_place (&map.view, map.text);
      g_assert_cmpint (places.has_hosts, ==, cases[i].has_hosts);
      image = paint (&map);
      if (places.has_hosts)
        {
          g_assert_cmpstr (g_ptr_array_index (map.matrix->host_names, 1), ==, "node001");
          g_assert_true (has_ink (image, places.map.x, places.host_y, TRUE));
          g_assert_true (has_ink (image, places.host_x, places.map.y, FALSE));
        }
      cairo_surface_destroy (image);
      map_clear (&map);
    }
}

/* What was under the pointer stays there; the window ends where the ranks do. */
static void
test_zoom (void)
{
  Map map;
  LscMatrixPlaces places;
  LscMatrixSpot before, after;
  double x, y;

  map_init (&map, (LscTestLinks){ 64, 1, 3, 8, 0, 0 }, 700, 600);
  places = lsc_matrix_view_place (&map.view, map.text);
  x = places.map.x + places.map.width * 0.7;
  y = places.map.y + places.map.height * 0.3;
  before = lsc_matrix_view_find (&map.view, &places, x, y);
  lsc_matrix_view_zoom (&map.view, map.text, 1.5, x, y);
  places = lsc_matrix_view_place (&map.view, map.text);
  after = lsc_matrix_view_find (&map.view, &places, x, y);
  g_assert_cmpfloat (places.n, <, 44);
  g_assert_true (lsc_matrix_spot_equal (&before, &after));
  lsc_matrix_view_move (&map.view, 1000, -1000);
  g_assert_cmpfloat (map.view.first_src + places.n, <=, 64.001);
  g_assert_cmpfloat (map.view.first_dst, ==, 0);
  lsc_matrix_view_reveal (&map.view, &(LscMatrixSpot){ LSC_MATRIX_CELL, 3, 60 });
  g_assert_cmpfloat (map.view.first_src, <=, 3);
  g_assert_cmpfloat (map.view.first_dst + places.n, >=, 61);
  lsc_matrix_view_zoom (&map.view, map.text, 0.01, x, y);
  g_assert_cmpfloat (map.view.n_shown, ==, 0);
  g_assert_cmpfloat (map.view.first_src, ==, 0);
  map_clear (&map);
}

/* ---- pixels ---- */

static void
test_cells (void)
{
  Map map;
  cairo_surface_t *image;
  LscMatrixBox box;

  map_init (&map, (LscTestLinks){ 8, 1, 0, 4, 2, 5 }, 700, 600);
  image = paint (&map);
  box = cell_box (&map, 2, 5);
  g_assert_cmphex (
      pixel (image, box.x + 2, box.y + 2), ==,
      lsc_matrix_shades_fill (map.shades, lsc_matrix_shades_code (map.shades, 0.7), FALSE));
  box = cell_box (&map, 3, 3);
  g_assert_cmphex (pixel (image, box.x + 4, box.y + 4), ==,
                   lsc_matrix_shades_fill (map.shades, LSC_MATRIX_EMPTY, FALSE));
  box = cell_box (&map, 4, 1); /* the border of hosts is above it, not in the middle of one */
  g_assert_cmphex (pixel (image, box.x + 9, box.y - 1), !=, pixel (image, box.x + 9, box.y + 3));
  cairo_surface_destroy (image);
  map_clear (&map);
}

/* Of cells below a pixel the slow one is seen, wherever it stands. */
static void
test_narrow (void)
{
  static const gsize places[][2] = { { 0, 1 }, { 517, 518 }, { 1022, 1023 }, { 1023, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      Map map;
      cairo_surface_t *image;
      LscMatrixBox box;
      guint32 slow;
      guint found = 0;

      map_init (&map, (LscTestLinks){ 1024, 1, 16, 8, places[i][0], places[i][1] }, 500, 400);
      slow = lsc_matrix_shades_fill (map.shades, lsc_matrix_shades_code (map.shades, 0.7), FALSE);
      image = paint (&map);
      box = cell_box (&map, places[i][0], places[i][1]);
      g_assert_cmpfloat (box.width, <, 1);
      for (double x = box.x - 1; x <= box.x + 1; x++)
        for (double y = box.y - 1; y <= box.y + 1; y++)
          found += pixel (image, x, y) == slow ? 1 : 0;
      g_assert_cmpuint (found, >=, 1);
      cairo_surface_destroy (image);
      map_clear (&map);
    }
}

/* A few links among thousands of ranks are lines that can be seen, not threads of a pixel. */
static void
test_sparse (void)
{
  Map map;
  cairo_surface_t *image;
  LscMatrixBox box;
  guint32 empty;
  guint n_across = 0, n_down = 0;

  map_init (&map, (LscTestLinks){ 4096, 1, 1, 8, 0, 0 }, 700, 600);
  empty = lsc_matrix_shades_fill (map.shades, LSC_MATRIX_EMPTY, FALSE);
  image = paint (&map);
  box = cell_box (&map, 2000, 2001);
  for (int i = -4; i <= 4; i++)
    {
      n_across += pixel (image, box.x + i, box.y) != empty;
      n_down += pixel (image, box.x, box.y + i) != empty;
    }
  g_assert_cmpuint (n_across, >=, 3);
  g_assert_cmpuint (n_down, >=, 3);
  g_assert_cmpuint (n_across, <=, 7);
  cairo_surface_destroy (image);
  map_clear (&map);
}

/* As image and as rectangles the same cells have the same colours. */
static void
test_image (void)
{
  Map map;
  cairo_surface_t *image;

  map_init (&map, (LscTestLinks){ 48, 1, 0, 8, 11, 30 }, 620, 520); /* about 9 px a cell */
  image = paint (&map);
  for (gsize i = 0; i < 48; i += 5)
    for (gsize k = 0; k < 48; k += 3)
      {
        const LscMatrixCell *cell = lsc_link_matrix_find (map.matrix, i, k);
        LscMatrixBox box = cell_box (&map, i, k);
        guint8 code = cell ? lsc_matrix_shades_code (map.shades, cell->of_kind) : LSC_MATRIX_EMPTY;

        g_assert_cmphex (pixel (image, box.x + box.width / 2, box.y + box.height / 2), ==,
                         lsc_matrix_shades_fill (map.shades, code, FALSE));
      }
  cairo_surface_destroy (image);
  map_clear (&map);
}

/* Row and column of the pointer are marked, also over empty cells. */
static void
test_spots (void)
{
  Map map;
  cairo_surface_t *plain, *marked;
  LscMatrixBox row, column, other;

  map_init (&map, (LscTestLinks){ 8, 1, 1, 4, 0, 0 }, 700, 600);
  plain = paint (&map);
  map.view.hovered = (LscMatrixSpot){ LSC_MATRIX_CELL, 5, 2 };
  marked = paint (&map);
  row = cell_box (&map, 5, 0);
  column = cell_box (&map, 0, 2);
  other = cell_box (&map, 1, 6);
  g_assert_cmphex (pixel (plain, row.x + 5, row.y + 5), !=, pixel (marked, row.x + 5, row.y + 5));
  g_assert_cmphex (pixel (plain, column.x + 5, column.y + 5), !=,
                   pixel (marked, column.x + 5, column.y + 5));
  g_assert_cmphex (pixel (plain, other.x + 5, other.y + 5), ==,
                   pixel (marked, other.x + 5, other.y + 5));
  cairo_surface_destroy (plain);
  cairo_surface_destroy (marked);
  map_clear (&map);
}

/* ---- words ---- */

static void
test_words (void)
{
  Map map;
  g_autofree char *sum = NULL, *none = NULL, *row = NULL, *column = NULL, *empty = NULL,
                  *cell = NULL;

  map_init (&map, (LscTestLinks){ 8, 2, 2, 4, 3, 5 }, 700, 600);
  sum = lsc_matrix_view_sum_up (&map.view);
  g_assert_cmpstr (sum, ==,
                   "8 ranks · 16 pairs with transfers · Rank 6 → rank 10 (RDMA): 8.4 GB/s, 0.70 of "
                   "the median of its kind 64 MB in 7.619 ms, 16 MB per transfer");
  cell = lsc_matrix_view_describe (&map.view, &(LscMatrixSpot){ LSC_MATRIX_CELL, 3, 5 });
  g_assert_true (g_str_has_suffix (cell, "\nIts kind: 5 links of the same transport, place and "
                                         "transfer size to higher ranks, median 12 GB/s"));
  row = lsc_matrix_view_describe (&map.view, &(LscMatrixSpot){ LSC_MATRIX_SRC, 3, 0 });
  g_assert_cmpstr (row, ==, "Rank 6 sends 128 MB to 2 ranks");
  column = lsc_matrix_view_describe (&map.view, &(LscMatrixSpot){ LSC_MATRIX_DST, 0, 5 });
  g_assert_cmpstr (column, ==, "Rank 10 receives 128 MB from 2 ranks");
  empty = lsc_matrix_view_describe (&map.view, &(LscMatrixSpot){ LSC_MATRIX_CELL, 0, 0 });
  g_assert_cmpstr (empty, ==, "Rank 0 → rank 0: no transfer recorded");
  none = lsc_matrix_view_describe (&map.view, &(LscMatrixSpot){ LSC_MATRIX_NONE, 0, 0 });
  g_assert_null (none);
  map_clear (&map);
}

/* ---- files ---- */

static gboolean
write_matrix (gconstpointer view, const LscPictureOptions *options, GError **error)
{
  return lsc_export_matrix (view, options, error);
}

static void
test_files (void)
{
  Map map;

  map_init (&map, (LscTestLinks){ 16, 1, 0, 8, 3, 5 }, 700, 600);
  check_files (write_matrix, &map.view, "Rank 3 → rank 5 (HCCS): 16.8 GB/s, 0.70 of the median");
  map_clear (&map);
  map_init (&map, (LscTestLinks){ 256, 1, 4, 8, 3, 5 }, 700, 600);
  check_files (write_matrix, &map.view, "Rank 3 → rank 5 (HCCS)");
  map_clear (&map);
}

static void
test_nothing (void)
{
  Map map;
  LscPictureOptions options = { .path = "none.svg", .scale = 1 };
  g_autoptr (GError) error = NULL;

  map_init_of (&map, lsc_test_links_new (NULL), 400, 300);
  g_assert_true (lsc_matrix_view_is_empty (&map.view));
  g_assert_false (lsc_export_matrix (&map.view, &options, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  cairo_surface_destroy (paint (&map)); /* paints nothing */
  map_clear (&map);
}

/* ---- experts ---- */

typedef struct
{
  gint64 rank;
  gint64 step;
  gint64 tokens;
  double of_mean;
} Load;

static const LscColumn load_columns[] = {
  LSC_COLUMN (Load, rank, "rank", NULL, LSC_UNIT_ID, NULL, NULL),
  LSC_COLUMN (Load, step, "step", NULL, LSC_UNIT_ID, NULL, NULL),
  LSC_COLUMN (Load, tokens, "tokens", NULL, LSC_UNIT_COUNT, NULL, NULL),
  LSC_COLUMN (Load, of_mean, "of_mean", NULL, LSC_UNIT_SHARE, NULL, NULL),
};
static const LscTableInfo load_info = LSC_TABLE_INFO ("expert_load", Load, load_columns);

static void
check_words (const Map *map, LscMatrixSpot spot, const char *expected)
{
  g_autofree char *words = lsc_matrix_view_describe (&map->view, &spot);

  g_assert_cmpstr (words, ==, expected);
}

/* Rows are ranks, columns steps, as many as there are of each; the order of the table does not
 * matter. What has no step has no place. */
static void
test_experts (void)
{
  static const Load rows[] = { { 5, 9, 300, 1.5 }, { 5, 7, 200, 1 },
                               { 2, 7, 200, 1 },   { 2, 8, LSC_INT_NULL, LSC_REAL_NULL },
                               { 2, 9, 100, 0.5 }, { 2, LSC_INT_NULL, 7, 1 } };
  LscTable *load = lsc_table_new_for (&load_info);
  Map map;
  LscMatrixPlaces places;
  LscMatrixBox box;
  LscMatrixSpot spot;
  cairo_surface_t *image;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    lsc_table_add (load, &rows[i]);
  map_init_of (&map, load, 400, 300);
  lsc_link_matrix_free (map.matrix);
  map.view.matrix = map.matrix = lsc_link_matrix_new_experts (load);
  map_color (&map, LSC_MATRIX_LOAD);
  g_assert_cmpuint (map.matrix->n_ranks, ==, 2);
  g_assert_cmpuint (map.matrix->n_columns, ==, 3);
  g_assert_cmpuint (map.matrix->cells->len, ==, 5);
  check_words (&map, (LscMatrixSpot){ LSC_MATRIX_CELL, 1, 2 },
               "Rank 5, step 9: 300 tokens, 150.0 % of the mean of its expert group");
  check_words (&map, (LscMatrixSpot){ LSC_MATRIX_CELL, 0, 1 },
               "Rank 2, step 8: an unknown number of tokens");
  check_words (&map, (LscMatrixSpot){ LSC_MATRIX_CELL, 1, 1 },
               "Rank 5, step 8: no kernels of experts");
  check_words (&map, (LscMatrixSpot){ LSC_MATRIX_SRC, 1, 0 }, "Rank 5: 500 tokens in all steps");
  check_words (&map, (LscMatrixSpot){ LSC_MATRIX_DST, 0, 2 }, "Step 9: 400 tokens on all ranks");
  g_assert_cmpuint (map.shades->codes[4], ==, LSC_MATRIX_MOST);
  g_assert_cmpuint (map.shades->codes[1], ==, LSC_MATRIX_UNKNOWN);
  places = lsc_matrix_view_place (&map.view, map.text);
  box = cell_box (&map, 1, 2);
  spot = lsc_matrix_view_find (&map.view, &places, box.x + 2, box.y + 2);
  g_assert_cmpuint (spot.src, ==, 1);
  g_assert_cmpuint (spot.dst, ==, 2);
  image = paint (&map);
  g_assert_cmphex (pixel (image, box.x + 3, box.y + 3), ==,
                   lsc_matrix_shades_fill (map.shades, LSC_MATRIX_MOST, FALSE));
  cairo_surface_destroy (image);
  lsc_matrix_view_zoom (&map.view, map.text, 100, box.x + 1, box.y + 1);
  places = lsc_matrix_view_place (&map.view, map.text);
  g_assert_cmpfloat (places.n, ==, 2);
  g_assert_cmpfloat (places.n_columns, ==, 2);
  g_assert_cmpfloat (places.first_dst, <=, 1);
  map_clear (&map);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/communication/global-numbers", test_global_numbers);
  g_test_add_func ("/communication/transports", test_transports);
  g_test_add_func ("/communication/scale", test_scale);
  g_test_add_func ("/communication/places", test_places);
  g_test_add_func ("/communication/hosts", test_hosts);
  g_test_add_func ("/communication/zoom", test_zoom);
  g_test_add_func ("/communication/cells", test_cells);
  g_test_add_func ("/communication/narrow", test_narrow);
  g_test_add_func ("/communication/image", test_image);
  g_test_add_func ("/communication/sparse", test_sparse);
  g_test_add_func ("/communication/spots", test_spots);
  g_test_add_func ("/communication/words", test_words);
  g_test_add_func ("/communication/files", test_files);
  g_test_add_func ("/communication/experts", test_experts);
  g_test_add_func ("/communication/nothing", test_nothing);
  return g_test_run ();
}
