/* test-operators.c - charts of operators: shares, parts, durations, ranks, starts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "draw/communication/lsc-bar-view.h"
#include "draw/operators/lsc-operator-plots.h"
#include "draw/operators/lsc-roofline-plot.h"
#include "draw/operators/lsc-scatter-view.h"
#include "test-communication-support.h"

/* ---- tables ---- */

/** A row of the tables of groups and ranks, as far as plots read them. */
typedef struct
{
  const char *type, *core, *shapes;
  gint64 rank, count, total_ns, mean_ns;
  double share, mfu, mac_ratio, vec_ratio, deviation;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, type, "type", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (Row, core, "core", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (Row, shapes, "shapes", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (Row, rank, "rank", NULL, LSC_UNIT_ID, NULL, NULL),
  LSC_COLUMN (Row, count, "count", NULL, LSC_UNIT_COUNT, NULL, NULL),
  LSC_COLUMN (Row, total_ns, "total_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (Row, mean_ns, "mean_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (Row, share, "share", NULL, LSC_UNIT_SHARE, NULL, NULL),
  LSC_COLUMN (Row, mfu, "mfu", NULL, LSC_UNIT_SHARE, NULL, NULL),
  LSC_COLUMN (Row, mac_ratio, "mac_ratio", NULL, LSC_UNIT_SHARE, NULL, NULL),
  LSC_COLUMN (Row, vec_ratio, "vec_ratio", NULL, LSC_UNIT_SHARE, NULL, NULL),
  LSC_COLUMN (Row, deviation, "deviation", NULL, LSC_UNIT_SHARE, NULL, NULL),
};

static const LscTableInfo info = LSC_TABLE_INFO ("operators", Row, columns);

/* 20 groups: 40 %, 20 %, 10 %, then 30 % in 17 equal ones. */
static LscTable *
make_groups (void)
{
  LscTable *table = lsc_table_new_for (&info);

  for (guint i = 0; i < 20; i++)
    {
      double share = i == 0 ? 0.4 : i == 1 ? 0.2 : i == 2 ? 0.1 : 0.3 / 17;
      g_autofree char *type = g_strdup_printf ("Op%u", i);

      lsc_table_add (table, &(Row){ .type = type,
                                    .core = "AI_CORE",
                                    .shapes = i == 0 ? "4096,5120" : NULL,
                                    .rank = LSC_INT_NULL,
                                    .count = 10,
                                    .total_ns = (gint64) (share * 1e6),
                                    .mean_ns = (gint64) (share * 1e5),
                                    .share = share,
                                    .mfu = i == 0 ? 0.412 : LSC_REAL_NULL,
                                    .mac_ratio = i <= 1 ? 0.63 : LSC_REAL_NULL,
                                    .vec_ratio = i == 1 ? 0.7 : LSC_REAL_NULL,
                                    .deviation = LSC_REAL_NULL });
    }
  return table;
}

static double
sum_bars (const LscBarPlot *plot)
{
  double sum = 0;

  for (guint i = 0; i < plot->bars->len; i++)
    sum += lsc_plot_bar_get_end (lsc_bar_plot_get (plot, i));
  return sum;
}

/* ---- plots ---- */

/* The bars are 100 %, however few are shown and whatever a search leaves out. */
static void
test_pareto (void)
{
  g_autoptr (LscTable) groups = make_groups ();
  guint32 rows[20];

  for (guint32 i = 0; i < 20; i++)
    rows[i] = i;
  for (guint most = 1; most <= 20; most++)
    {
      g_autoptr (LscBarPlot) plot = lsc_plot_new_pareto (groups, rows, 20, most);
      const LscPlotBar *last = lsc_bar_plot_get (plot, plot->bars->len - 1);

      g_assert_cmpuint (plot->bars->len, ==, MIN (most + 1, 20));
      g_assert_cmpfloat_with_epsilon (sum_bars (plot), 1, 1e-9);
      g_assert_cmpfloat_with_epsilon (last->reached, 1, 1e-9);
      g_assert_cmpint (last->tag, ==, most < 20 ? LSC_OPERATOR_REST : 19);
    }
  {
    g_autoptr (LscBarPlot) plot = lsc_plot_new_pareto (groups, rows + 1, 2, 15); /* a search */

    g_assert_cmpuint (plot->bars->len, ==, 3);
    g_assert_cmpfloat_with_epsilon (sum_bars (plot), 1, 1e-9);
    g_assert_cmpstr (lsc_bar_plot_get (plot, 2)->notes[plot->n_notes - 1], ==, "70.0 %");
    g_assert_cmpstr (lsc_bar_plot_get (plot, 2)->label, ==, "18 others");
  }
}

/* What a bar says: the keys, its share, the use of the chip; what is not known is not said. */
static void
test_words (void)
{
  g_autoptr (LscTable) groups = make_groups ();
  guint32 rows[] = { 0, 1, 2 };
  g_autoptr (LscBarPlot) plot = lsc_plot_new_pareto (groups, rows, 3, 15);

  g_assert_cmpstr (lsc_bar_plot_get (plot, 0)->label, ==, "Op0 · AI_CORE · 4096,5120");
  g_assert_cmpstr (lsc_bar_plot_get (plot, 0)->notes[1], ==, "41.2 %");
  g_assert_cmpstr (lsc_bar_plot_get (plot, 1)->notes[0], ==, "70.0 %");
  g_assert_null (lsc_bar_plot_get (plot, 2)->notes[1]);
  g_assert_cmpstr (plot->note_titles[0], ==, "Busy");
  g_assert_cmpstr (plot->note_titles[1], ==, "MFU");
  g_assert_cmpstr (plot->note_titles[2], ==, "Share");
  g_assert_cmpstr (lsc_bar_plot_get (plot, 2)->label, ==, "Op2 · AI_CORE");
  g_assert_nonnull (strstr (lsc_bar_plot_get (plot, 0)->words, "40.0 % of the time: 400.0 µs"));
  g_assert_cmpuint (plot->keys->len, ==, 3);
}

/* Parts of a group, with what one of their kernels takes. */
static void
test_split (void)
{
  g_autoptr (LscTable) groups = make_groups ();
  guint32 rows[20];
  g_autoptr (LscBarPlot) plot = NULL;
  g_autofree char *total =
      lsc_format_duration (lsc_table_get_named (groups, 0, "total_ns").integer, LSC_TIME_UNIT_AUTO);

  for (guint32 i = 0; i < 20; i++)
    rows[i] = i;
  plot = lsc_plot_new_split (groups, rows, 20, "shapes", "Shapes of Op");
  g_assert_cmpuint (plot->bars->len, ==, 16);
  g_assert_cmpstr (lsc_bar_plot_get (plot, 0)->label, ==, "4096,5120");
  g_assert_cmpstr (lsc_bar_plot_get (plot, 1)->label, ==, "Not known");
  g_assert_cmpstr (lsc_bar_plot_get (plot, 0)->notes[0], ==, "40.00 µs");
  g_assert_cmpstr (plot->note_titles[0], ==, "Mean");
  g_assert_cmpstr (lsc_bar_plot_get (plot, 0)->notes[3], ==, total);
  g_assert_cmpstr (plot->note_titles[3], ==, "Total");
  g_assert_cmpstr (lsc_bar_plot_get (plot, 15)->label, ==, "5 others");
  g_assert_null (lsc_bar_plot_get (plot, 15)->notes[0]);
  g_assert_nonnull (lsc_bar_plot_get (plot, 15)->notes[3]);
  g_assert_cmpfloat_with_epsilon (sum_bars (plot), 1e6, 20);
}

/* The longest rank stands out, and the scale begins at 0. */
static void
test_ranks (void)
{
  g_autoptr (LscTable) ranks = lsc_table_new_for (&info);
  g_autoptr (LscBarPlot) plot = NULL;

  for (gint64 i = 0; i < 4; i++)
    lsc_table_add (ranks, &(Row){ .rank = i,
                                  .count = 5,
                                  .total_ns = i == 2 ? 1300 : 1000,
                                  .mean_ns = 200,
                                  .deviation = i == 2 ? 0.3 : 0 });
  plot = lsc_plot_new_totals (ranks, "MatMul");
  g_assert_cmpfloat (plot->low, ==, 0);
  g_assert_cmpfloat (plot->high, ==, 1300);
  g_assert_cmpuint (lsc_bar_plot_get (plot, 2)->parts[0].ink, ==, LSC_PLOT_FIRST_CYCLE);
  g_assert_cmpuint (lsc_bar_plot_get (plot, 3)->parts[0].ink, ==, LSC_PLOT_COMPUTE);
  g_assert_nonnull (
      strstr (lsc_bar_plot_get (plot, 2)->words, "+30.0 % from the median of the ranks"));
}

/* A bar for each bin; the numbers of kernels sum up. */
static void
test_durations (void)
{
  gint64 durations_ns[] = { 1000, 1000, 1010, 2000, 64000 };
  g_autoptr (LscHistogram) histogram =
      lsc_histogram_new_of (durations_ns, G_N_ELEMENTS (durations_ns));
  g_autoptr (LscBarPlot) plot = lsc_plot_new_durations (histogram, "MatMul");

  g_assert_cmpfloat (sum_bars (plot), ==, 5);
  g_assert_cmpfloat (lsc_plot_bar_get_end (lsc_bar_plot_get (plot, 0)), ==, 3);
  g_assert_cmpint (plot->scale, ==, LSC_PLOT_COUNT);
  g_assert_nonnull (strstr (plot->about, "median 1.010 µs"));
}

/* ---- pixels of bars ---- */

static LscText *
make_text (PangoContext **context)
{
  *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  return lsc_text_new (*context);
}

/* The line of what is reached runs beyond the bars, from the end of the first to the whole scale;
 * figures have a column of their own, as long as there is room. */
static void
test_line (void)
{
  g_autoptr (LscTable) groups = make_groups ();
  guint32 rows[] = { 0, 1, 2 };
  g_autoptr (LscBarPlot) plot = lsc_plot_new_pareto (groups, rows, 3, 15);
  PangoContext *context;
  g_autoptr (LscText) text = make_text (&context);
  LscBarView view = { .plot = plot,
                      .width = 700,
                      .height = 300,
                      .margin = 8,
                      .text_px = 12,
                      .theme = lsc_theme_light (),
                      .selected = LSC_BAR_NONE,
                      .hovered = LSC_BAR_NONE };
  LscBarPlaces places = lsc_bar_view_place (&view, text);
  cairo_t *cr;
  cairo_surface_t *image = new_image (700, 300, &cr);
  double box[4];

  lsc_bars_paint (text, cr, &view);
  cairo_surface_flush (image);
  g_assert_cmpuint (places.first_note, ==, 0);
  g_assert_cmpfloat (places.note_x[1], <=, 700 - 8);
  lsc_bar_view_get_box (&view, &places, 1, box);
  g_assert_cmphex (pixel (image, box[0] + box[2] * 0.1, box[1] + box[3] / 2), ==,
                   lsc_palette_budget_fill (LSC_BUDGET_COMPUTE, FALSE));
  g_assert_cmphex (pixel (image, box[0] + box[2] * 0.6, box[1] + box[3] / 2), ==, 0x1E1E1E);
  view.width = 260;
  places = lsc_bar_view_place (&view, text);
  g_assert_cmpuint (places.first_note, ==, 3); /* bars before figures */
  g_assert_cmpfloat (places.width, >, 100);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  g_object_unref (context);
}

/* ---- points ---- */

typedef struct
{
  LscScatterView view;
  PangoContext *context;
  LscText *text;
} Scatter;

/* @n kernels of 1 ms over 1 s, of which @odd takes 10 ms and is told apart. */
static void
scatter_init (Scatter *self, gsize n, gsize odd)
{
  LscScatterPlot *plot = lsc_scatter_plot_new ("Drift", "Start");

  for (gsize i = 0; i < n; i++)
    lsc_scatter_points_append (&plot->points,
                               (LscScatterPoint){ (gint64) (i * 1000000000 / MAX (n - 1, 1)),
                                                  i == odd ? 10000000 : 1000000, i == odd });
  plot->keys[0] = g_strdup ("Other ranks");
  plot->keys[1] = g_strdup ("Rank 3, the longest");
  plot->median_ns = 1000000;
  lsc_scatter_plot_fit (plot);
  *self = (Scatter){ .view = { .plot = plot,
                               .width = 500,
                               .height = 300,
                               .margin = 8,
                               .text_px = 12,
                               .theme = lsc_theme_light (),
                               .selected = LSC_SCATTER_NONE,
                               .hovered = LSC_SCATTER_NONE } };
  self->text = make_text (&self->context);
}

static void
scatter_clear (Scatter *self)
{
  lsc_scatter_plot_free ((LscScatterPlot *) self->view.plot);
  lsc_text_free (self->text);
  g_object_unref (self->context);
}

/* Of a million points the one that is longest is seen where it stands, and found there. */
static void
test_extremes (void)
{
  static const gsize sizes[] = { 1, 2, 100, 1000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      Scatter scatter;
      LscScatterPlaces places;
      cairo_t *cr;
      cairo_surface_t *image = new_image (500, 300, &cr);
      double x, y;

      scatter_init (&scatter, sizes[i], sizes[i] / 2);
      places = lsc_scatter_view_place (&scatter.view, scatter.text);
      lsc_scatter_paint (scatter.text, cr, &scatter.view);
      cairo_surface_flush (image);
      lsc_scatter_view_get_spot (&scatter.view, &places, sizes[i] / 2, &x, &y);
      g_assert_cmpfloat_with_epsilon (y, places.y, 1e-6);
      g_assert_cmphex (pixel (image, x, y + 1), ==, 0xD55E00);
      g_assert_cmpuint (lsc_scatter_view_find (&scatter.view, &places, x + 2, y + 1), ==,
                        sizes[i] / 2);
      g_assert_cmpuint (lsc_scatter_view_find (&scatter.view, &places, x, y + places.height / 2),
                        ==, LSC_SCATTER_NONE);
      cairo_destroy (cr);
      cairo_surface_destroy (image);
      scatter_clear (&scatter);
    }
}

static gboolean
write_scatter (gconstpointer view, const LscPictureOptions *options, GError **error)
{
  return lsc_export_scatter (view, options, error);
}

static void
test_files (void)
{
  Scatter scatter;
  LscScatterView nothing = { .text_px = 12 };
  LscPictureOptions options = { .path = "none.svg", .scale = 1 };
  g_autoptr (GError) error = NULL;

  scatter_init (&scatter, 50, 7);
  check_files (write_scatter, &scatter.view, "50 kernels, the longest takes 10.00 ms");
  scatter_clear (&scatter);
  g_assert_false (lsc_export_scatter (&nothing, &options, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
}

/* ---- roofline ---- */

/** A row of the table "roofline", as far as plots read it. */
typedef struct
{
  const char *name, *shapes;
  gint64 time_ns;
  double intensity, flops_per_s, roof_share;
  const char *bound;
  const char *type;
} RoofRow;

static const LscColumn roof_columns[] = {
  LSC_COLUMN (RoofRow, name, "name", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (RoofRow, shapes, "shapes", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (RoofRow, time_ns, "time_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (RoofRow, intensity, "intensity", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (RoofRow, flops_per_s, "flops_per_s", NULL, LSC_UNIT_FLOPS_PER_S, NULL, NULL),
  LSC_COLUMN (RoofRow, roof_share, "roof_share", NULL, LSC_UNIT_SHARE, NULL, NULL),
  LSC_COLUMN (RoofRow, bound, "bound", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (RoofRow, type, "type", NULL, LSC_UNIT_NONE, NULL, NULL),
};

static const LscTableInfo roof_info = LSC_TABLE_INFO ("roofline", RoofRow, roof_columns);

/* Two of the first group, of which one has its shapes, one of the second, one of no type. */
static LscTable *
make_roofline (void)
{
  static const RoofRow rows[] = {
    { "MatMul", "4096,5120 -> 4096", 4000, 1000, 200e12, 0.5, "compute", "Op0" },
    { "MatMul", "1,1 -> 1", 3000, 2, 1e12, 0.25, "memory", "Op0" },
    { "MatMul", "2,2 -> 2", 2000, LSC_REAL_NULL, 1e12, LSC_REAL_NULL, "unknown", "Op1" },
    { "aten::mm", "3,3 -> 3", 1000, 10, 2e12, 0.1, "memory", NULL },
  };
  LscTable *table = lsc_table_new_for (&roof_info);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    lsc_table_add (table, &rows[i]);
  return table;
}

static const LscRoof roof = { 400e12, 1e12 };

/* Marks are of the groups shown; what is the type of no kernel stays, without a group. */
static void
test_roofline_marks (void)
{
  g_autoptr (LscTable) groups = make_groups ();
  g_autoptr (LscTable) table = make_roofline ();
  const guint32 all[] = { 0, 1, 2 };
  LscRooflineJoin join = { groups, all, 3, groups };
  g_autoptr (LscRooflinePlot) plot = lsc_roofline_plot_new (table, &roof, &join);
  g_autoptr (LscRooflinePlot) few = NULL;

  /* the groups have shapes: the second row is of none of them, but of their type */
  g_assert_cmpuint (plot->n_marks, ==, 2);
  g_assert_cmpint (plot->groups[0], ==, 0);
  g_assert_cmpint (plot->groups[1], ==, LSC_ROOFLINE_NO_GROUP);
  g_assert_cmpstr (plot->marks[1].name, ==, "aten::mm");
  g_assert_cmpint (plot->marks[0].bound, ==, LSC_BOUND_COMPUTE);
  g_assert_cmpuint (lsc_roofline_plot_find (plot, 0), ==, 0);
  g_assert_cmpuint (lsc_roofline_plot_find (plot, 1), ==, LSC_ROOFLINE_NONE);
  g_assert_cmpstr (lsc_roofline_plot_get_words (plot, 0), ==,
                   "MatMul 4096,5120 -> 4096\n1000 FLOP/byte, 200 TFLOP/s, 50.0 % of the roof; "
                   "takes 4.000 µs");
  g_assert_null (lsc_roofline_plot_get_words (plot, 2));
  join.n_shown = 0;
  few = lsc_roofline_plot_new (table, &roof, &join);
  g_assert_cmpuint (few->n_marks, ==, 1);
}

static gboolean
write_roofline (gconstpointer view, const LscPictureOptions *options, GError **error)
{
  return lsc_export_roofline (view, options, error);
}

static void
test_roofline_files (void)
{
  g_autoptr (LscTable) groups = make_groups ();
  g_autoptr (LscTable) table = make_roofline ();
  const guint32 all[] = { 0 };
  LscRooflineJoin join = { groups, all, 1, groups };
  g_autoptr (LscRooflinePlot) plot = lsc_roofline_plot_new (table, &roof, &join);
  LscRooflineView view = { .marks = plot->marks,
                           .n_marks = plot->n_marks,
                           .roof = roof,
                           .width = 500,
                           .height = 300,
                           .text_px = 12,
                           .theme = lsc_theme_light () };
  LscPictureOptions options = { .path = "none.svg", .scale = 1 };
  g_autoptr (GError) error = NULL;

  check_files (write_roofline, &view, "2 marks below 400 TFLOP/s and 1000 GB/s");
  view.n_marks = 0;
  g_assert_false (lsc_export_roofline (&view, &options, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/operators/pareto", test_pareto);
  g_test_add_func ("/operators/words", test_words);
  g_test_add_func ("/operators/split", test_split);
  g_test_add_func ("/operators/ranks", test_ranks);
  g_test_add_func ("/operators/durations", test_durations);
  g_test_add_func ("/operators/line", test_line);
  g_test_add_func ("/operators/extremes", test_extremes);
  g_test_add_func ("/operators/files", test_files);
  g_test_add_func ("/operators/roofline-marks", test_roofline_marks);
  g_test_add_func ("/operators/roofline-files", test_roofline_files);
  return g_test_run ();
}
