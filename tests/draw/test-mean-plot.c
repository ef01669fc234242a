/* test-mean-plot.c - the mean step of each rank as a bar, and texts of SVG files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-bar-view.h"
#include "draw/overview/lsc-mean-plot.h"
#include "test-communication-support.h"

typedef struct
{
  gint64 step;
  gint64 computing_ns;
  gint64 communication_ns;
  gint64 not_overlapped_ns;
  gint64 overlapped_ns;
  gint64 free_ns;
} Row;

#define CELL(field, name) LSC_COLUMN (Row, field, name, NULL, LSC_UNIT_NS, NULL, NULL)

static const LscColumn columns[] = {
  CELL (step, "step"),
  CELL (computing_ns, "computing_ns"),
  CELL (communication_ns, "communication_ns"),
  CELL (not_overlapped_ns, "communication_not_overlapped_ns"),
  CELL (overlapped_ns, "overlapped_ns"),
  CELL (free_ns, "free_ns"),
};
static const LscTableInfo info = LSC_TABLE_INFO ("overlap", Row, columns);

static LscTable *
make_table (const Row *rows, guint n)
{
  LscTable *table = lsc_table_new_for (&info);

  for (guint i = 0; i < n; i++)
    lsc_table_add (table, &rows[i]);
  return table;
}

static const Row steps[] = { { 7, 100, 60, 40, 20, 10 }, { 8, 120, 80, 50, 30, 30 } };
static const Row unknown[] = { { 7, 100, LSC_INT_NULL, LSC_INT_NULL, LSC_INT_NULL, 10 } };
static const Row whole[] = { { LSC_INT_NULL, 100, 60, 40, 20, 10 } };

static LscBarPlot *
make_plot (const Row *rows, guint n)
{
  g_autoptr (LscTable) table = make_table (rows, n);
  LscBarPlot *plot = lsc_mean_plot_new (LSC_MEAN_OVERLAP);

  lsc_mean_plot_add (plot, LSC_MEAN_OVERLAP, table, "Rank 3");
  return plot;
}

/* Parts are means, and together as long as the mean step; what is beside is a quotient of sums. */
static void
test_means (void)
{
  g_autoptr (LscBarPlot) plot = make_plot (steps, G_N_ELEMENTS (steps));
  const LscPlotBar *bar = lsc_bar_plot_get (plot, 0);
  static const double lengths[] = { 110 - 25, 25, 45, 20 };

  g_assert_cmpuint (plot->bars->len, ==, 1);
  g_assert_cmpstr (bar->label, ==, "Rank 3");
  g_assert_cmpuint (bar->n_parts, ==, G_N_ELEMENTS (lengths));
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    g_assert_cmpfloat (bar->parts[i].length, ==, lengths[i]);
  g_assert_cmpfloat (lsc_plot_bar_get_end (bar), ==, 110 + 45 + 20);
  g_assert_cmpstr (bar->notes[0], ==, "35.7 %"); /* 25 of 70 */
  g_assert_cmpstr (plot->caption, ==, "Mean step from its first to its last kernel");
}

/* Without one of the parts the others would stand in its place. */
static void
test_unknown (void)
{
  g_autoptr (LscBarPlot) plot = make_plot (unknown, 1);
  g_autoptr (LscBarPlot) all = make_plot (whole, 1);
  const LscPlotBar *bar = lsc_bar_plot_get (plot, 0);

  g_assert_cmpuint (bar->n_parts, ==, 0);
  g_assert_cmpstr (bar->notes[0], ==, "-");
  g_assert_nonnull (strstr (bar->words, "Exposed communication: not known"));
  g_assert_nonnull (strstr (bar->words, "Idle: 10 ns"));
  g_assert_cmpstr (all->caption, ==, "Whole recording from its first to its last kernel");
}

/* ---- texts of SVG files ---- */

static gboolean
write_bars (gconstpointer view, const LscPictureOptions *options, GError **error)
{
  return lsc_export_bars (view, options, error);
}

static gboolean
write_outlines (gconstpointer view, const LscPictureOptions *options, GError **error)
{
  LscPictureOptions own = *options;

  own.is_outlined = TRUE;
  return lsc_export_bars (view, &own, error);
}

/* Each element that is written can be read again, has a fallback for its font, and what is drawn of
 * it as shapes on demand. */
static void
test_texts (void)
{
  g_autoptr (LscBarPlot) plot = make_plot (steps, G_N_ELEMENTS (steps));
  LscBarView view = { .plot = plot, .width = 600, .text_px = 12, .theme = lsc_theme_light () };
  gsize n;
  g_autofree char *texts = write_file (write_bars, &view, "a.svg", &n);
  g_autofree char *shapes = write_file (write_outlines, &view, "a.svg", &n);

  g_assert_nonnull (strstr (texts, ">Rank 3</text>"));
  g_assert_nonnull (strstr (texts, ">Exposed communication</text>"));
  g_assert_nonnull (strstr (texts, "textLength=\""));
  g_assert_true (g_regex_match_simple ("font-family=\"'[^',]+', .*sans-serif\"", texts, 0, 0));
  g_assert_null (strstr (texts, "glyph"));
  g_assert_null (strstr (shapes, "<text"));
  g_assert_nonnull (strstr (shapes, "glyph"));
  for (guint i = 0; i < 2; i++)
    {
      g_assert_nonnull (strstr (i == 0 ? texts : shapes, "<title>"));
      g_assert_nonnull (strstr (i == 0 ? texts : shapes, "<desc>"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mean-plot/means", test_means);
  g_test_add_func ("/mean-plot/unknown", test_unknown);
  g_test_add_func ("/svg/texts", test_texts);
  return g_test_run ();
}
