/* test-communication-bars.c - plots of bars: places, words, files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-error.h"
#include "draw/communication/lsc-bar-view.h"
#include "draw/communication/lsc-communication-plots.h"
#include "test-communication-support.h"

typedef struct
{
  LscBarView view;
  PangoContext *context;
  LscText *text;
} Plot;

static void
plot_init (Plot *self, LscBarPlot *plot, double width, double height)
{
  *self = (Plot){ .view = { .plot = plot,
                            .width = width,
                            .height = height,
                            .margin = 8,
                            .text_px = 12,
                            .theme = lsc_theme_light (),
                            .selected = LSC_BAR_NONE,
                            .hovered = LSC_BAR_NONE } };
  self->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  self->text = lsc_text_new (self->context);
}

static void
plot_clear (Plot *self)
{
  lsc_bar_plot_free ((LscBarPlot *) self->view.plot);
  lsc_text_free (self->text);
  g_object_unref (self->context);
}

/* n bars of 10 ms each, of which half is a wait; @longest has 20. */
static LscBarPlot *
make_plot (guint n, gboolean is_upright, guint longest)
{
  LscBarPlot *plot = lsc_bar_plot_new ("Caption", LSC_PLOT_TIME, is_upright);

  for (guint i = 0; i < n; i++)
    {
      LscPlotBar *bar = lsc_bar_plot_add (plot, g_strdup_printf ("%u", i), 0);

      lsc_plot_bar_add (bar, 5e6, LSC_PLOT_TRANSFER);
      lsc_plot_bar_add (bar, i == longest ? 15e6 : 5e6, LSC_PLOT_WAIT);
      bar->words = g_strdup_printf ("Rank %u", i);
    }
  lsc_bar_plot_add_key (plot, LSC_PLOT_TRANSFER, "Transfer");
  lsc_bar_plot_add_key (plot, LSC_PLOT_WAIT, "Wait for Peers");
  lsc_bar_plot_fit (plot);
  return plot;
}

static cairo_surface_t *
paint_plot (const Plot *self)
{
  cairo_t *cr;
  cairo_surface_t *image = new_image (self->view.width, self->view.height, &cr);

  lsc_bars_paint (self->text, cr, &self->view);
  lsc_bars_paint_spots (self->text, cr, &self->view);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

/* The parts of a bar follow each other on the scale, lying and upright. */
static void
test_bars (void)
{
  for (int is_upright = 0; is_upright < 2; is_upright++)
    {
      Plot plot;
      LscBarPlaces places;
      cairo_surface_t *image;
      double box[4], across, along[3];
      static const double shares[] = { 0.2, 0.4, 0.8 };
      guint32 inks[3];

      plot_init (&plot, make_plot (8, is_upright, 3), 500, 300);
      places = lsc_bar_view_place (&plot.view, plot.text);
      image = paint_plot (&plot);
      lsc_bar_view_get_box (&plot.view, &places, 2, box);
      across = is_upright ? box[0] + box[2] / 2 : box[1] + box[3] / 2;
      for (guint i = 0; i < 3; i++)
        {
          along[i] = is_upright ? box[1] + box[3] * (1 - shares[i]) : box[0] + box[2] * shares[i];
          inks[i] = is_upright ? pixel (image, across, along[i]) : pixel (image, along[i], across);
        }
      g_assert_cmphex (inks[0], ==, lsc_palette_budget_fill (LSC_BUDGET_TRANSFER, FALSE));
      g_assert_cmphex (inks[1], ==, lsc_palette_budget_fill (LSC_BUDGET_WAIT, FALSE));
      g_assert_cmphex (inks[2], !=, inks[1]); /* beyond its end */
      g_assert_cmpuint (lsc_bar_view_find (&plot.view, &places, box[0] + 5, box[1] + 3), ==, 2);
      g_assert_cmpuint (lsc_bar_view_find (&plot.view, &places, box[0] + 5, 2), ==, LSC_BAR_NONE);
      cairo_surface_destroy (image);
      plot_clear (&plot);
    }
}

/* Of bars that share a place the longest is seen. */
static void
test_many_bars (void)
{
  Plot plot;
  LscBarPlaces places;
  cairo_surface_t *image;
  double box[4];

  plot_init (&plot, make_plot (2000, FALSE, 777), 500, 300);
  places = lsc_bar_view_place (&plot.view, plot.text);
  g_assert_cmpuint (places.n_together, >, 1);
  g_assert_cmpfloat (places.y + places.height, <=, 300);
  g_assert_cmpuint (lsc_bar_view_get_shown (&plot.view, &places, 776), ==, 777);
  image = paint_plot (&plot);
  lsc_bar_view_get_box (&plot.view, &places, 777, box);
  g_assert_cmphex (pixel (image, box[0] + box[2] * 0.9, box[1] + box[3] / 2), ==,
                   lsc_palette_budget_fill (LSC_BUDGET_WAIT, FALSE));
  cairo_surface_destroy (image);
  plot_clear (&plot);
}

/* ---- plots of tables ---- */

/** A row of the tables of members and instances, as far as plots read them. */
typedef struct
{
  gint64 instance, rank, step, length_ns, transfer_ns, wait_recorded_ns, wait_unexplained_ns,
      other_ns, spread_ns, last_rank, begin_ns;
  const char *name;
} PlotRow;

static const LscColumn plot_columns[] = {
  LSC_COLUMN (PlotRow, instance, "instance", NULL, LSC_UNIT_ID, NULL, NULL),
  LSC_COLUMN (PlotRow, rank, "rank", NULL, LSC_UNIT_ID, NULL, NULL),
  LSC_COLUMN (PlotRow, step, "step", NULL, LSC_UNIT_ID, NULL, NULL),
  LSC_COLUMN (PlotRow, length_ns, "length_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (PlotRow, transfer_ns, "transfer_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (PlotRow, wait_recorded_ns, "wait_recorded_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (PlotRow, wait_unexplained_ns, "wait_unexplained_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (PlotRow, other_ns, "other_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (PlotRow, spread_ns, "spread_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (PlotRow, last_rank, "last_rank", NULL, LSC_UNIT_ID, NULL, NULL),
  LSC_COLUMN (PlotRow, begin_ns, "begin_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (PlotRow, spread_ns, "late_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (PlotRow, name, "name", NULL, LSC_UNIT_NONE, NULL, NULL),
};

static const LscTableInfo plot_info = LSC_TABLE_INFO ("plot", PlotRow, plot_columns);

/* Bars end together, begin together, or stand by the clock; parts that are not known are one. */
static void
test_members (void)
{
  static const double from[][2] = { { 0, 60 }, { 0, 0 }, { 0, 70 } };
  g_autoptr (LscTable) members = lsc_table_new_for (&plot_info);

  lsc_table_add (members, &(PlotRow){ 0, 4, 1, 100, 30, 60, LSC_INT_NULL, 10, 0, LSC_INT_NULL, 1000,
                                      "allReduce" });
  lsc_table_add (members, &(PlotRow){ 0, 6, 1, 40, LSC_INT_NULL, LSC_INT_NULL, LSC_INT_NULL,
                                      LSC_INT_NULL, 60, LSC_INT_NULL, 1070, "allReduce" });
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LscBarPlot) plot = lsc_plot_new_members (members, (LscPlotAlign) i, FALSE);
      const LscPlotBar *first = lsc_bar_plot_get (plot, 0), *second = lsc_bar_plot_get (plot, 1);

      g_assert_cmpstr (plot->caption, ==, "allReduce over its ranks");
      g_assert_cmpstr (second->label, ==, "Rank 6");
      g_assert_cmpfloat (first->from, ==, from[i][0]);
      g_assert_cmpfloat (second->from, ==, from[i][1]);
      g_assert_cmpuint (first->n_parts, ==, 3);
      g_assert_cmpuint (first->parts[0].ink, ==, LSC_PLOT_WAIT);
      g_assert_cmpfloat (first->parts[1].length, ==, 30);
      g_assert_cmpuint (second->n_parts, ==, 1);
      g_assert_cmpuint (second->parts[0].ink, ==, LSC_PLOT_WHOLE);
      g_assert_cmpuint (plot->keys->len, ==, 4);
    }
}

/* The waiting of a message is a pipeline's bubble, and has its colour. */
static void
test_messages (void)
{
  g_autoptr (LscTable) members = lsc_table_new_for (&plot_info);
  g_autoptr (LscBarPlot) plot = NULL;

  lsc_table_add (members,
                 &(PlotRow){ 0, 4, 1, 100, 30, 60, 10, 0, 0, LSC_INT_NULL, 1000, "receive" });
  plot = lsc_plot_new_members (members, LSC_PLOT_BY_END, TRUE);
  g_assert_cmpuint (lsc_bar_plot_get (plot, 0)->parts[0].ink, ==, LSC_PLOT_MESSAGE);
  g_assert_cmpuint (lsc_bar_plot_get (plot, 0)->parts[1].ink, ==, LSC_PLOT_MESSAGE_OTHER);
}

/* Who comes last most often has the first colour; what is not known has no bar. */
static void
test_arrivals (void)
{
  static const gint64 lasts[] = { 3, 5, 5, LSC_INT_NULL, 5 };
  g_autoptr (LscTable) instances = lsc_table_new_for (&plot_info);
  g_autoptr (LscBarPlot) plot = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (lasts); i++)
    lsc_table_add (instances,
                   &(PlotRow){ .instance = 10 + i,
                               .step = 7 + i / 2,
                               .spread_ns = i == 3 ? LSC_INT_NULL : 1000 * (gint64) (i + 1),
                               .last_rank = lasts[i] });
  plot = lsc_plot_new_arrivals (instances, "allReduce");
  g_assert_cmpuint (plot->bars->len, ==, 4);
  g_assert_cmpuint (lsc_bar_plot_get (plot, 1)->parts[0].ink, ==, LSC_PLOT_FIRST_CYCLE);
  g_assert_cmpuint (lsc_bar_plot_get (plot, 0)->parts[0].ink, ==, LSC_PLOT_FIRST_CYCLE + 1);
  g_assert_cmpint (lsc_bar_plot_get (plot, 3)->tag, ==, 14);
  g_assert_cmpstr (lsc_bar_plot_get (plot, 0)->label, ==, "7");
  g_assert_cmpstr (lsc_bar_plot_get (plot, 1)->label, ==, ""); /* of the same step */
  g_assert_cmpstr (
      lsc_bar_plot_get (plot, 0)->words, ==,
      "Step 7: the last rank arrives 1.000 µs after the first\nLast to arrive: rank 3");
  g_assert_cmpstr (g_array_index (plot->keys, LscPlotKey, 0).text, ==, "Rank 5 last, 3×");
  g_assert_cmpfloat (plot->high, ==, 5000);
}

/* ---- files ---- */

static gboolean
write_bars (gconstpointer view, const LscPictureOptions *options, GError **error)
{
  return lsc_export_bars (view, options, error);
}

static void
test_files (void)
{
  Plot plot;

  plot_init (&plot, make_plot (16, FALSE, 3), 500, 300);
  check_files (write_bars, &plot.view, "Rank 3");
  plot_clear (&plot);
}

static void
test_nothing (void)
{
  LscBarView bars = { .text_px = 12 };
  LscPictureOptions options = { .path = "none.svg", .scale = 1 };
  g_autoptr (GError) error = NULL;

  g_assert_false (lsc_export_bars (&bars, &options, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/communication/bars", test_bars);
  g_test_add_func ("/communication/many-bars", test_many_bars);
  g_test_add_func ("/communication/members", test_members);
  g_test_add_func ("/communication/messages", test_messages);
  g_test_add_func ("/communication/arrivals", test_arrivals);
  g_test_add_func ("/communication/bar-files", test_files);
  g_test_add_func ("/communication/no-bars", test_nothing);
  return g_test_run ();
}
