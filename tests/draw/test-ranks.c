/* test-ranks.c - the chart of ranks: places, colours, files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "draw/overview/lsc-rank-painter.h"
#include "export/lsc-export-picture.h"

#define MS G_GINT64_CONSTANT (1000000)

/* Stage 0 computes 4 ms of 10, stage 1 6 ms; the others wait. Rank 3 is slow, rank 2 unknown. */
static void
add_rank (LscRankRows *rows, gint64 rank, const char *group)
{
  LscRankRow *row = lsc_rank_rows_add (rows, (gsize) rank, rank);
  LscRankPoint points[] = { { 7, 10 * MS }, { 8, 11 * MS + rank * MS / 10 } };

  row->label = g_strdup_printf ("Rank %d", (int) rank);
  row->group = g_strdup (group);
  row->is_slow = rank == 3;
  if (rank == 2)
    {
      row->missing = g_strdup ("not available because of a test");
      return;
    }
  row->has_ns = TRUE;
  row->ns[LSC_BUDGET_COMPUTE] = rank < 2 ? 4 * MS : 6 * MS;
  row->ns[LSC_BUDGET_WAIT] = rank < 2 ? 6 * MS : 4 * MS;
  row->length_ns = 10 * MS;
  row->least_ns = 9 * MS;
  row->most_ns = 11 * MS;
  row->points = g_array_new (FALSE, FALSE, sizeof (LscRankPoint));
  g_array_append_vals (row->points, points, G_N_ELEMENTS (points));
}

static LscRankRows *
make_rows (gboolean with_groups)
{
  LscRankRows *rows = lsc_rank_rows_new ();

  for (gint64 i = 0; i < 4; i++)
    add_rank (rows, i, !with_groups ? NULL : i < 2 ? "Stage 0" : "Stage 1");
  lsc_rank_rows_seal (rows);
  return rows;
}

static LscRankRows *
make_many (guint n, guint a_group)
{
  LscRankRows *rows = lsc_rank_rows_new ();

  for (guint i = 0; i < n; i++)
    {
      LscRankRow *row = lsc_rank_rows_add (rows, i, i);

      row->label = g_strdup_printf ("Rank %u", i);
      row->group = a_group > 0 ? g_strdup_printf ("Stage %u", i / a_group) : NULL;
      row->has_ns = TRUE;
      row->length_ns = 100 * MS + (i % 7) * MS;
      row->ns[LSC_BUDGET_COMPUTE] = row->length_ns;
    }
  lsc_rank_rows_seal (rows);
  return rows;
}

static void
show (LscRankChart *chart, const LscRankRows *rows, double width, double height)
{
  lsc_rank_chart_init (chart, rows);
  chart->port.width = width;
  chart->port.height = height;
  chart->port.header_width = 100;
  lsc_rank_chart_fit (chart);
}

static cairo_surface_t *
paint (const LscRankChart *chart)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (LscRankPainter) painter = lsc_rank_painter_new (context);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) chart->port.width,
                                                       (int) chart->port.height);
  cairo_t *cr = cairo_create (image);

  lsc_rank_painter_paint_body (painter, cr, chart);
  lsc_rank_painter_paint_headers (painter, cr, chart);
  lsc_rank_painter_paint_ruler (painter, cr, chart);
  lsc_rank_painter_paint_overlay (painter, cr, chart);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  g_object_unref (context);
  return image;
}

static guint32
pixel (cairo_surface_t *image, double x, double y)
{
  const guchar *data = cairo_image_surface_get_data (image);

  return *(const guint32 *) (gconstpointer) (data +
                                             (int) y * cairo_image_surface_get_stride (image) +
                                             (int) x * 4) &
         0xFFFFFF;
}

static guint32
fill_of (LscBudgetCategory category)
{
  return lsc_palette_budget_fill (category, FALSE);
}

/* ---- bars ---- */

static void
check_bars (gboolean with_groups, gboolean is_share)
{
  g_autoptr (LscRankRows) rows = make_rows (with_groups);
  LscRankChart chart;
  cairo_surface_t *image;
  double end, x, y;

  show (&chart, rows, 900, 300);
  chart.is_share = is_share;
  lsc_rank_chart_fit (&chart);
  end = lsc_viewport_time_to_x (&chart.port, is_share ? LSC_RANK_CHART_ALL_NS : 10 * MS);
  x = 100 + (end - 100) * 0.5; /* between the 40 % of rank 0 and the 60 % of rank 3 */
  image = paint (&chart);
  y = lsc_rank_chart_row_y (&chart, 0) + 3;
  g_assert_cmphex (pixel (image, 116, y), ==, fill_of (LSC_BUDGET_COMPUTE));
  g_assert_cmphex (pixel (image, x, y), ==, fill_of (LSC_BUDGET_WAIT));
  y = lsc_rank_chart_row_y (&chart, 3) + 3;
  g_assert_cmphex (pixel (image, x, y), ==, fill_of (LSC_BUDGET_COMPUTE));
  g_assert_cmphex (pixel (image, end - 4, y), ==, fill_of (LSC_BUDGET_WAIT));
  g_assert_cmphex (pixel (image, 104, lsc_rank_chart_row_y (&chart, 2) + 2), ==, 0xFFFFFF);
  cairo_surface_destroy (image);
}

static void
test_bars (void)
{
  check_bars (FALSE, FALSE);
  check_bars (TRUE, FALSE);
  check_bars (FALSE, TRUE);
  check_bars (TRUE, TRUE);
}

/* Every colour is another one, in both themes, and idle times are told by their lines. */
static void
test_colours (void)
{
  for (int dark = 0; dark < 2; dark++)
    for (int a = 0; a < LSC_BUDGET_N_CATEGORIES; a++)
      for (int b = 0; b < a; b++)
        if (a != LSC_BUDGET_COMM || b != LSC_BUDGET_TRANSFER) /* never in one bar */
          g_assert_cmphex (lsc_palette_budget_fill (a, dark), !=,
                           lsc_palette_budget_fill (b, dark));
  for (int a = LSC_BUDGET_PREPARE; a < LSC_BUDGET_N_CATEGORIES; a++)
    for (int b = LSC_BUDGET_PREPARE; b < a; b++)
      if (a != LSC_BUDGET_TAIL || b != LSC_BUDGET_FREE_HOST) /* both plain: dark and pale */
        g_assert_cmpuint (lsc_palette_budget_hatch (a), !=, lsc_palette_budget_hatch (b));
}

static void
test_find (void)
{
  g_autoptr (LscRankRows) rows = make_rows (TRUE);
  LscRankChart chart;
  LscRankSpot spot;

  show (&chart, rows, 900, 300);
  for (guint i = 0; i < 4; i++)
    {
      double y = lsc_rank_chart_row_y (&chart, i) + 4;

      g_assert_true (lsc_rank_chart_find (&chart, 120, y, &spot));
      g_assert_cmpuint (spot.row, ==, i);
      g_assert_cmpint (spot.category, ==, i == 2 ? -1 : LSC_BUDGET_COMPUTE);
      g_assert_true (
          lsc_rank_chart_find (&chart, lsc_viewport_time_to_x (&chart.port, 9 * MS), y, &spot));
      g_assert_cmpint (spot.category, ==, i == 2 ? -1 : LSC_BUDGET_WAIT);
      g_assert_true (lsc_rank_chart_find (&chart, 20, y, &spot));
      g_assert_cmpint (spot.category, ==, -1);
    }
  g_assert_false (lsc_rank_chart_find (&chart, 110, 5, &spot));   /* the ruler */
  g_assert_false (lsc_rank_chart_find (&chart, 110, 28, &spot));  /* a group's name */
  g_assert_false (lsc_rank_chart_find (&chart, 110, 290, &spot)); /* below all */
  g_assert_cmpuint (lsc_rank_chart_find_index (&chart, 3), ==, 3);
  g_assert_cmpuint (lsc_rank_chart_find_index (&chart, 4), ==, LSC_RANK_CHART_NONE);
}

/* ---- cells ---- */

static void
check_cells (guint n, guint a_group, guint n_groups)
{
  g_autoptr (LscRankRows) rows = make_many (n, a_group);
  LscRankChart chart;
  LscRankSpot spot;
  cairo_surface_t *image;

  show (&chart, rows, 1200, 400);
  g_assert_true (lsc_rank_chart_has_cells (&chart));
  g_assert_cmpuint (rows->n_groups, ==, n_groups);
  for (guint i = 0; i < n; i += 97)
    {
      double x0, y0, x1, y1;

      lsc_rank_chart_row_box (&chart, i, &x0, &y0, &x1, &y1);
      g_assert_cmpfloat (x1 - x0, >=, 1);
      g_assert_cmpfloat (y1 - y0, >=, 1);
      g_assert_true (lsc_rank_chart_find (&chart, (x0 + x1) / 2, (y0 + y1) / 2, &spot));
      g_assert_cmpuint (spot.row, ==, i);
    }
  image = paint (&chart);
  g_assert_cmphex (pixel (image, 140, 27), !=, 0xFFFFFF);
  cairo_surface_destroy (image);
}

static void
test_cells (void)
{
  check_cells (257, 0, 5);
  check_cells (4096, 256, 16);
  check_cells (4096, 0, 64);
  check_cells (10000, 1000, 10);
}

/* A slow rank is one among thousands of cells of a few pixels: the sign of the legend is beside it,
 * on the left where there is no room on the right. */
static void
test_slow_cell (void)
{
  static const guint slow[] = { 1365, 255, 1365 };
  static const double width[] = { 1200, 1200, 2600 }; /* the last has cells with a frame inside */

  for (guint i = 0; i < G_N_ELEMENTS (slow); i++)
    {
      g_autoptr (LscRankRows) rows = make_many (4096, 256);
      LscRankChart chart;
      cairo_surface_t *image;
      double x0, y0, x1, y1;
      guint n = 0;

      g_array_index (rows->rows, LscRankRow, slow[i]).is_slow = TRUE;
      show (&chart, rows, width[i], 400);
      lsc_rank_chart_row_box (&chart, slow[i], &x0, &y0, &x1, &y1);
      image = paint (&chart);
      for (double x = MAX (x0 - 20, 0); x < MIN (x1 + 20, width[i]); x++)
        n += pixel (image, x, (y0 + y1) / 2 + 4) == lsc_palette_warning ();
      g_assert_cmpuint (n, >=, 5);
      g_assert_cmpuint (n, <=, 12);
      cairo_surface_destroy (image);
    }
}

/* A few odd ranks do not take the colour from the others; what is unknown has none. */
static void
test_metric (void)
{
  g_autoptr (LscRankRows) rows = make_many (300, 0);
  LscRankChart chart;
  cairo_surface_t *image;
  double x0, y0, x1, y1;

  g_array_index (rows->rows, LscRankRow, 0).length_ns = 100000 * MS;
  show (&chart, rows, 1200, 400);
  image = paint (&chart);
  lsc_rank_chart_row_box (&chart, 1, &x0, &y0, &x1, &y1);
  g_assert_cmphex (pixel (image, x0 + 4, y0 + 4), !=,
                   pixel (image, x0 + 4 + 2 * (x1 - x0), y0 + 4));
  cairo_surface_destroy (image);
  chart.metric = LSC_RANK_METRIC_CAUSED;
  g_assert_true (lsc_rank_chart_value (&chart, lsc_rank_rows_get (rows, 5)) == LSC_INT_NULL);
  chart.metric = LSC_RANK_METRIC_CATEGORY + LSC_BUDGET_COMPUTE;
  g_assert_cmpint (lsc_rank_chart_value (&chart, lsc_rank_rows_get (rows, 5)), ==, 105 * MS);
  image = paint (&chart);
  cairo_surface_destroy (image);
}

/* ---- steps ---- */

static void
test_steps (void)
{
  g_autoptr (LscRankRows) rows = make_rows (FALSE);
  LscRankChart chart;
  LscRankSpot spot;
  cairo_surface_t *image;
  double x, y;

  show (&chart, rows, 900, 200);
  chart.kind = LSC_RANK_CHART_STEPS;
  lsc_rank_chart_fit (&chart);
  x = lsc_viewport_time_to_x (&chart.port, 8 * LSC_RANK_CHART_UNIT_NS);
  y = lsc_rank_chart_point_y (&chart, 11 * MS + 3 * MS / 10);
  g_assert_true (lsc_rank_chart_find (&chart, x, y, &spot));
  g_assert_cmpuint (spot.row, ==, 3);
  g_assert_false (lsc_rank_chart_find (&chart, (x + 100) / 2, y, &spot));
  image = paint (&chart);
  g_assert_cmphex (pixel (image, x, y), ==, lsc_palette_warning ()); /* the slow one, on top */
  cairo_surface_destroy (image);
}

/* ---- nothing, and files ---- */

static void
test_empty (void)
{
  g_autoptr (LscRankRows) rows = lsc_rank_rows_new ();
  g_autoptr (GError) error = NULL;
  LscRankChart chart;
  LscRankSpot spot;

  lsc_rank_rows_seal (rows);
  show (&chart, rows, 900, 300);
  g_assert_true (lsc_rank_chart_is_empty (&chart));
  g_assert_false (lsc_rank_chart_find (&chart, 200, 100, &spot));
  g_assert_false (lsc_export_ranks (&chart, &(LscPictureOptions){ .path = "x.png" }, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
}

/* The same chart is the same file, names its ranks and has the title. */
static void
check_file (const LscRankChart *chart, const char *folder, const char *ending)
{
  g_autofree char *name = g_strconcat ("ranks.", ending, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  LscPictureOptions options = { .path = path,
                                .scale = 1,
                                .page = { .is_whole = TRUE, .title = "A run" } };
  g_autofree char *first = NULL, *second = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_first, n_second;

  g_assert_true (lsc_export_ranks (chart, &options, &error));
  g_assert_true (g_file_get_contents (path, &first, &n_first, NULL));
  g_assert_true (lsc_export_ranks (chart, &options, &error));
  g_assert_true (g_file_get_contents (path, &second, &n_second, NULL));
  g_assert_cmpmem (first, n_first, second, n_second);
  g_assert_true (!g_str_equal (ending, "svg") ||
                 (strstr (first, "<title>A run") && strstr (first, "Rank 3: 10.00 ms")));
  g_remove (path);
}

static void
test_files (void)
{
  g_autoptr (LscRankRows) rows = make_rows (TRUE), many = make_many (300, 0);
  g_autofree char *folder = g_dir_make_tmp ("lanescope-ranks-XXXXXX", NULL);
  static const char *const endings[] = { "png", "svg", "pdf" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      LscRankChart chart;

      show (&chart, rows, 900, 100);
      check_file (&chart, folder, endings[i]);
      chart.kind = LSC_RANK_CHART_STEPS;
      check_file (&chart, folder, endings[i]);
      show (&chart, many, 900, 300);
      chart.theme = lsc_theme_dark ();
    }
  g_rmdir (folder);
}

/* The slow rank is kept before the first of its group, and all stay in their order. */
static void
test_pick (void)
{
  g_autoptr (LscRankRows) rows = make_rows (TRUE), one = NULL, two = NULL, all = NULL;

  one = lsc_rank_rows_pick (rows, 1);
  g_assert_cmpuint (one->rows->len, ==, 1);
  g_assert_cmpint (lsc_rank_rows_get (one, 0)->rank, ==, 3);
  g_assert_true (lsc_rank_rows_get (one, 0)->points != NULL);
  two = lsc_rank_rows_pick (rows, 2);
  g_assert_cmpuint (two->rows->len, ==, 2);
  g_assert_cmpint (lsc_rank_rows_get (two, 0)->rank, ==, 0);
  g_assert_cmpint (lsc_rank_rows_get (two, 1)->rank, ==, 3);
  g_assert_cmpuint (two->n_groups, ==, 2);
  all = lsc_rank_rows_pick (rows, 99);
  g_assert_cmpuint (all->rows->len, ==, 4);
}

/* Bars get lower before groups lose their lines, and those before ranks are left out. */
static void
test_paper (void)
{
  g_autoptr (LscRankRows) rows = make_many (16, 4);
  LscRankChart chart;

  lsc_rank_chart_init (&chart, rows);
  g_assert_cmpuint (lsc_rank_chart_fit_paper (&chart, 600), ==, 16);
  g_assert_cmpfloat (chart.port.lane_height, ==, 20);
  g_assert_false (chart.is_dense);
  g_assert_cmpuint (lsc_rank_chart_fit_paper (&chart, 24 + 16 * 10 + 4 * 15), ==, 16);
  g_assert_cmpfloat (chart.port.lane_height, ==, 10);
  g_assert_cmpuint (lsc_rank_chart_fit_paper (&chart, 24 + 16 * 10 + 4 * 4), ==, 16);
  g_assert_true (chart.is_dense);
  g_assert_cmpuint (lsc_rank_chart_fit_paper (&chart, 24 + 4 * 4 + 75), ==, 7);
  chart.port.height = LSC_RANK_CHART_RULER_PX + lsc_rank_chart_content_height (&chart);
  g_assert_cmpuint (lsc_rank_chart_count_seen (&chart), ==, 16);
  chart.port.height -= 1;
  g_assert_cmpuint (lsc_rank_chart_count_seen (&chart), ==, 15);
}

/* Long names get the column that they need, up to a limit. */
/* In a low window groups lose their lines before ranks are out of sight. */
static void
test_low (void)
{
  g_autoptr (LscRankRows) rows = make_many (16, 4);
  LscRankChart chart;

  show (&chart, rows, 900, LSC_RANK_CHART_RULER_PX + 16 * 13 + 4 * 15);
  g_assert_false (chart.is_dense);
  g_assert_cmpuint (lsc_rank_chart_count_seen (&chart), ==, 16);
  show (&chart, rows, 900, LSC_RANK_CHART_RULER_PX + 16 * 10 + 4 * 4);
  g_assert_true (chart.is_dense);
  g_assert_cmpfloat (chart.port.lane_height, ==, 10);
  g_assert_cmpuint (lsc_rank_chart_count_seen (&chart), ==, 16);
  show (&chart, rows, 900, LSC_RANK_CHART_RULER_PX + 16 * 10 + 4 * 4 - 1);
  g_assert_false (chart.is_dense); /* what has to be scrolled to is well legible */
  g_assert_cmpuint (lsc_rank_chart_count_seen (&chart), <, 16);
  g_assert_cmpfloat (chart.port.lane_height, >=, 13);
}

/* What is out of sight is said in the legend, where it covers neither bars nor ticks. */
static void
test_out_of_sight (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  LscRankPainter *painter = lsc_rank_painter_new (context);
  g_autoptr (LscRankRows) rows = make_many (16, 4);
  LscRankChart chart;
  double whole;

  lsc_rank_chart_init (&chart, rows);
  lsc_rank_chart_fit (&chart);
  chart.port.height = LSC_RANK_CHART_RULER_PX + lsc_rank_chart_content_height (&chart);
  whole = lsc_rank_painter_paint_legend (painter, NULL, &chart, 60); /* an item a row */
  chart.port.height -= 1;
  g_assert_cmpfloat (lsc_rank_painter_paint_legend (painter, NULL, &chart, 60), >, whole);
  chart.kind = LSC_RANK_CHART_STEPS;
  g_assert_cmpfloat (lsc_rank_painter_paint_legend (painter, NULL, &chart, 60), <=, whole);
  lsc_rank_painter_free (painter);
  g_object_unref (context);
}

/* Names of thousands of ranks are not drawn, so that none of them is measured. */
static void
check_headers_of_many (LscRankPainter *painter, LscRankChartKind kind)
{
  g_autoptr (LscRankRows) rows = make_many (4096, 256);
  LscRankRow *row = &g_array_index (rows->rows, LscRankRow, 1365);
  LscRankChart chart;
  double usual;

  rows->has_points = TRUE;
  lsc_rank_chart_init (&chart, rows);
  chart.kind = kind;
  lsc_rank_chart_fit (&chart);
  usual = lsc_rank_painter_measure_headers (painter, &chart);
  g_free (row->label);
  row->label = g_strnfill (500, 'w');
  g_assert_cmpfloat (lsc_rank_painter_measure_headers (painter, &chart), ==, usual);
}

static void
test_headers (void)
{
  PangoFontMap *fonts = pango_cairo_font_map_get_default ();
  PangoContext *context = pango_font_map_create_context (fonts);
  LscRankPainter *painter = lsc_rank_painter_new (context);
  g_autoptr (LscRankRows) rows = make_rows (TRUE);
  LscRankRow *row = &g_array_index (rows->rows, LscRankRow, 1);
  LscRankChart chart;
  double usual, wide;

  lsc_rank_chart_init (&chart, rows);
  lsc_rank_chart_fit (&chart);
  usual = lsc_rank_painter_measure_headers (painter, &chart);
  g_free (row->label);
  row->label = g_strdup ("Rank 1 of the second replica");
  wide = lsc_rank_painter_measure_headers (painter, &chart);
  g_assert_cmpfloat (wide, >, usual);
  g_free (row->label);
  row->label = g_strnfill (500, 'w');
  g_assert_cmpfloat (lsc_rank_painter_measure_headers (painter, &chart), ==, 300);
  check_headers_of_many (painter, LSC_RANK_CHART_BARS);
  check_headers_of_many (painter, LSC_RANK_CHART_STEPS);
  lsc_rank_painter_free (painter);
  g_object_unref (context);
}

/* Where all ranks have the same step time, cells show what they compute. */
static void
test_telling (void)
{
  g_autoptr (LscRankRows) rows = make_many (600, 8);
  LscRankChart chart;

  show (&chart, rows, 900, 300);
  g_assert_cmpuint (lsc_rank_chart_find_metric (&chart), ==, LSC_RANK_METRIC_LENGTH);
  for (guint i = 0; i < rows->rows->len; i++)
    g_array_index (rows->rows, LscRankRow, i).length_ns = 100 * MS + (i % 7);
  g_assert_cmpuint (lsc_rank_chart_find_metric (&chart), ==,
                    LSC_RANK_METRIC_CATEGORY + LSC_BUDGET_COMPUTE);
  for (guint i = 0; i < rows->rows->len; i++)
    g_array_index (rows->rows, LscRankRow, i).has_ns = FALSE; /* nothing but lengths is known */
  g_assert_cmpuint (lsc_rank_chart_find_metric (&chart), ==, LSC_RANK_METRIC_LENGTH);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ranks/bars", test_bars);
  g_test_add_func ("/ranks/colours", test_colours);
  g_test_add_func ("/ranks/find", test_find);
  g_test_add_func ("/ranks/cells", test_cells);
  g_test_add_func ("/ranks/slow-cell", test_slow_cell);
  g_test_add_func ("/ranks/metric", test_metric);
  g_test_add_func ("/ranks/metric/telling", test_telling);
  g_test_add_func ("/ranks/steps", test_steps);
  g_test_add_func ("/ranks/empty", test_empty);
  g_test_add_func ("/ranks/pick", test_pick);
  g_test_add_func ("/ranks/paper", test_paper);
  g_test_add_func ("/ranks/low", test_low);
  g_test_add_func ("/ranks/headers", test_headers);
  g_test_add_func ("/ranks/out-of-sight", test_out_of_sight);
  g_test_add_func ("/ranks/files", test_files);
  return g_test_run ();
}
