/* test-memory.c - charts of memory: columns, peaks at any zoom, stacks, words, files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "draw/memory/lsc-memory-painter.h"
#include "lsc-test-memory.h"
#include "test-communication-support.h"

#define BLUE 0x0072B2 /* of what is allocated */

/** A plot and a view of it. */
typedef struct
{
  LscMemoryLog *log;
  LscMemoryPlot *plot;
  LscMemoryView view;
  LscMemoryPainter *painter;
  PangoContext *context;
} Picture;

static void
picture_init (Picture *self, LscMemoryLog *log, LscMemoryPlotForm form)
{
  *self = (Picture){ .log = log, .plot = lsc_memory_plot_new (log, 0, form, &log->marks) };
  lsc_memory_view_init (&self->view, self->plot);
  self->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  self->painter = lsc_memory_painter_new (self->context);
}

static void
picture_clear (Picture *self)
{
  lsc_memory_painter_free (self->painter);
  g_object_unref (self->context);
  lsc_memory_plot_free (self->plot);
  lsc_memory_log_unref (self->log);
}

static cairo_surface_t *
paint (const Picture *self)
{
  cairo_t *cr;
  cairo_surface_t *image = new_image (self->view.port.width, self->view.port.height, &cr);

  lsc_memory_painter_paint_body (self->painter, cr, &self->view);
  lsc_memory_painter_paint_headers (self->painter, cr, &self->view);
  lsc_memory_painter_paint_ruler (self->painter, cr, &self->view);
  lsc_memory_painter_paint_moment (self->painter, cr, &self->view);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

/* ---- columns ---- */

/* What a column is, said point by point. */
static gboolean
look_at_all (const GArray *points, gint64 begin_ns, gint64 end_ns, LscMemoryColumn *column)
{
  gboolean is_any = FALSE;

  for (guint i = 0; i < points->len; i++)
    {
      const LscMemoryPoint *point = &g_array_index (points, LscMemoryPoint, i);
      gboolean is_before = point->time_ns <= begin_ns;

      if (point->time_ns >= end_ns)
        break;
      if (!is_any || (is_before && point->time_ns < begin_ns))
        *column = (LscMemoryColumn){ point->bytes, point->bytes, point->bytes, point->bytes };
      else if (is_before && g_array_index (points, LscMemoryPoint, i - 1).time_ns < begin_ns)
        *column = (LscMemoryColumn){ point->bytes, point->bytes, point->bytes, point->bytes };
      column->least_bytes = MIN (column->least_bytes, point->bytes);
      column->most_bytes = MAX (column->most_bytes, point->bytes);
      column->last_bytes = point->bytes;
      is_any = TRUE;
    }
  return is_any;
}

/* Every point counts in its column, wherever the blocks of points begin; also of equal times. */
static void
test_columns (void)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (LscMemoryPoint));
  LscMemorySeries series;
  gint64 time_ns = 0;
  gsize near_point = 0;

  for (guint i = 0; i < 3000; i++)
    {
      LscMemoryPoint point = { time_ns, g_test_rand_int_range (0, 1000) };

      g_array_append_val (points, point);
      time_ns += g_test_rand_int_range (0, 4);
    }
  lsc_memory_series_init (&series, LSC_MEMORY_ALLOCATED,
                          &(LscMemoryPoints){ (gpointer) points->data, points->len, points->len });
  for (guint i = 0; i < 2000; i++)
    {
      gint64 begin_ns = g_test_rand_int_range (-50, (int) time_ns + 50);
      gint64 end_ns = begin_ns + g_test_rand_int_range (1, i % 2 ? 20 : 3000);
      LscMemoryColumn column = { 0 }, expected = { 0 };
      gboolean is_any = look_at_all (points, begin_ns, end_ns, &expected);

      g_assert_cmpint (
          lsc_memory_series_get_column (&series, begin_ns, end_ns, &near_point, &column), ==,
          is_any);
      if (!is_any)
        continue;
      g_assert_cmpint (column.first_bytes, ==, expected.first_bytes);
      g_assert_cmpint (column.least_bytes, ==, expected.least_bytes);
      g_assert_cmpint (column.most_bytes, ==, expected.most_bytes);
      g_assert_cmpint (column.last_bytes, ==, expected.last_bytes);
    }
  lsc_memory_series_clear (&series);
}

/* ---- peaks ---- */

static gboolean
is_blue (guint32 rgb)
{
  int red = (int) (rgb >> 16), green = (int) (rgb >> 8 & 0xFF), blue = (int) (rgb & 0xFF);

  return ABS (red - (BLUE >> 16)) + ABS (green - (BLUE >> 8 & 0xFF)) + ABS (blue - (BLUE & 0xFF)) <
         120;
}

/* Returns: px of the highest pixel of what is allocated, in columns around @x */
static double
find_top (const Picture *self, cairo_surface_t *image, double x)
{
  double from = lsc_memory_view_body_top (&self->view);

  for (double y = from; y < self->view.port.height; y++)
    for (double at = MAX (x - 2, self->view.port.header_width);
         at <= MIN (x + 2, self->view.port.width - 1); at++)
      if (is_blue (pixel (image, at, y)))
        return y;
  return self->view.port.height;
}

/* One point among 200,000 is seen at every zoom and place, as high as it is. */
static void
test_peak_at_any_zoom (void)
{
  Picture picture;
  gint64 peak_ns;

  picture_init (&picture, lsc_test_memory_new (&(LscTestMemory){ 200000, 0, 0, 123457 }),
                LSC_MEMORY_PLOT_CURVES);
  peak_ns = picture.plot->peak.time_ns;
  g_assert_cmpint (peak_ns, ==, LSC_TEST_MEMORY_BEGIN_NS + 123457 * LSC_TEST_MEMORY_POINT_NS);
  g_assert_cmpint (picture.plot->peak.bytes, ==, 96 * LSC_TEST_MIB);
  for (guint i = 0; i < 60; i++)
    {
      LscViewport *port = &picture.view.port;
      LscViewLimits limits = lsc_memory_view_get_limits (&picture.view);
      cairo_surface_t *image;
      double y = 0, x;

      port->width = g_test_rand_int_range (200, 900);
      port->height = g_test_rand_int_range (120, 400);
      lsc_memory_view_fit (&picture.view);
      lsc_viewport_zoom (port, &limits, pow (10, g_test_rand_double_range (0, 7)),
                         lsc_viewport_time_to_x (port, peak_ns));
      x = lsc_viewport_time_to_x (port, peak_ns);
      g_assert_cmpfloat (x, >=, port->header_width);
      g_assert_cmpfloat (x, <, port->width);
      image = paint (&picture);
      y = lsc_memory_view_value_to_y (&picture.view, (double) picture.plot->peak.bytes);
      g_assert_cmpfloat (fabs (find_top (&picture, image, x) - y), <=, 2.5);
      cairo_surface_destroy (image);
    }
  picture_clear (&picture);
}

/* Each step has its own; keys go from one to the next. */
static void
test_moments (void)
{
  Picture picture;
  const LscMemoryPlot *plot;
  gint64 begin_ns = LSC_TEST_MEMORY_BEGIN_NS, peak_ns;

  picture_init (&picture, lsc_test_memory_new (&(LscTestMemory){ 400, 4, 0, 150 }),
                LSC_MEMORY_PLOT_CURVES);
  plot = picture.plot;
  peak_ns = begin_ns + 150 * LSC_TEST_MEMORY_POINT_NS;
  g_assert_cmpuint (plot->bands->len, ==, 4);
  g_assert_cmpuint (plot->peaks->len, ==, 4);
  /* The saw is 32 MiB at points 16, 33, 50 … */
  g_assert_cmpint (g_array_index (plot->peaks, LscMemoryPlotPeak, 0).time_ns, ==,
                   begin_ns + 16 * LSC_TEST_MEMORY_POINT_NS);
  g_assert_cmpint (g_array_index (plot->peaks, LscMemoryPlotPeak, 1).time_ns, ==, peak_ns);
  g_assert_cmpint (plot->peak.time_ns, ==, peak_ns);
  g_assert_cmpint (lsc_memory_plot_find_peak (plot, begin_ns, 1), ==,
                   begin_ns + 16 * LSC_TEST_MEMORY_POINT_NS);
  g_assert_cmpint (lsc_memory_plot_find_peak (plot, peak_ns, -1), ==,
                   begin_ns + 16 * LSC_TEST_MEMORY_POINT_NS);
  g_assert_cmpint (lsc_memory_plot_find_peak (plot, begin_ns, -1), ==, G_MININT64);
  g_assert_cmpint (lsc_memory_plot_find_step (plot, begin_ns, 1), ==,
                   begin_ns + 100 * LSC_TEST_MEMORY_POINT_NS);
  g_assert_cmpint (lsc_memory_plot_find_step (plot, plot->end_ns, -1), ==,
                   begin_ns + 300 * LSC_TEST_MEMORY_POINT_NS);
  g_assert_cmpint (lsc_memory_plot_find_change (plot, peak_ns, 1), ==,
                   peak_ns + LSC_TEST_MEMORY_POINT_NS);
  g_assert_cmpint (lsc_memory_plot_find_change (plot, peak_ns, -1), ==,
                   peak_ns - LSC_TEST_MEMORY_POINT_NS);
  g_assert_cmpint (lsc_memory_plot_find_change (plot, begin_ns, -1), ==, G_MININT64);
  g_assert_cmpstr (lsc_memory_plot_find_band (plot, peak_ns, 0)->name, ==, "Step 6");
  g_assert_null (lsc_memory_plot_find_band (plot, begin_ns - 1, 0));
  picture_clear (&picture);
}

/* A mark within a step is a module of it, however many steps there are. */
static void
test_modules (void)
{
  LscMemoryLog *log = lsc_test_memory_new (&(LscTestMemory){ 100, 0, 0, 50 });
  static const struct
  {
    const char *name;
    int begin, end;
    guint depth;
  } marks[] = { { "Step 1", 0, 40, 0 },  { "Model/A", 0, 10, 1 },  { "Model/B", 10, 40, 1 },
                { "Step 2", 40, 90, 0 }, { "Model/A", 45, 60, 1 }, { "Tail", 85, 95, 0 } };
  Picture picture;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    lsc_memory_marks_append (
        &log->marks,
        (LscMemoryMark){ lsc_intern_add (log->texts, marks[i].name),
                         LSC_TEST_MEMORY_BEGIN_NS + marks[i].begin * LSC_TEST_MEMORY_POINT_NS,
                         LSC_TEST_MEMORY_BEGIN_NS + marks[i].end * LSC_TEST_MEMORY_POINT_NS,
                         FALSE });
  picture_init (&picture, log, LSC_MEMORY_PLOT_CURVES);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    g_assert_cmpuint (g_array_index (picture.plot->bands, LscMemoryBand, i).depth, ==,
                      marks[i].depth);
  g_assert_cmpuint (picture.plot->peaks->len, ==, 3);
  picture_clear (&picture);
}

/* ---- stacks ---- */

/* Levels add up to the sum of all components, also where the smallest are one. */
static void
check_stack (guint n_components, guint n_series)
{
  LscTestMemory what = { 300, 2, n_components, 100 };
  Picture picture;

  picture_init (&picture, lsc_test_memory_new (&what), LSC_MEMORY_PLOT_COMPONENTS);
  g_assert_cmpuint (picture.plot->series->len, ==, n_series);
  for (gsize i = 0; i < what.n_points; i += 7)
    {
      gint64 time_ns = LSC_TEST_MEMORY_BEGIN_NS + (gint64) i * LSC_TEST_MEMORY_POINT_NS;
      gint64 sum = 0, expected = 0, bytes;

      for (guint k = 0; k < n_components; k++)
        expected += (k + 1 + (gint64) i % 3) * LSC_TEST_MIB;
      for (guint k = 0; k < n_series; k++)
        {
          g_assert_true (lsc_memory_view_get_own (&picture.view, k, time_ns, &bytes));
          g_assert_cmpint (bytes, >, 0);
          sum += bytes;
        }
      g_assert_cmpint (sum, ==, expected);
    }
  /* The largest lies at the bottom. */
  g_assert_cmpint (lsc_memory_plot_get (picture.plot, 0)->peak_bytes, ==,
                   (n_components + 2) * LSC_TEST_MIB);
  picture_clear (&picture);
}

static void
test_stacks (void)
{
  check_stack (1, 1);
  check_stack (8, 8);
  check_stack (20, 8);
}

/* ---- the picture ---- */

static void
test_axis (void)
{
  LscMemoryLog *log = lsc_test_memory_new (&(LscTestMemory){ 400, 2, 0, 150 });
  Picture picture;

  picture_init (&picture, log, LSC_MEMORY_PLOT_CURVES);
  g_assert_cmpfloat (lsc_memory_view_value_to_y (&picture.view, 0), ==, picture.view.port.height);
  g_assert_cmpint (picture.plot->top_bytes, ==, 128 * LSC_TEST_MIB);
  g_assert_false (picture.plot->is_device_seen);
  picture_clear (&picture);
  /* A limit that is near is a line, one far above does not press the curves down. */
  log = lsc_test_memory_new (&(LscTestMemory){ 400, 2, 0, 150 });
  log->device_bytes = 256 * LSC_TEST_MIB;
  picture_init (&picture, log, LSC_MEMORY_PLOT_CURVES);
  g_assert_true (picture.plot->is_device_seen);
  g_assert_cmpint (picture.plot->top_bytes, ==, 256 * LSC_TEST_MIB);
  cairo_surface_destroy (paint (&picture));
  picture_clear (&picture);
  log = lsc_test_memory_new (&(LscTestMemory){ 400, 2, 0, 150 });
  log->device_bytes = 65536 * LSC_TEST_MIB;
  picture_init (&picture, log, LSC_MEMORY_PLOT_CURVES);
  g_assert_false (picture.plot->is_device_seen);
  g_assert_cmpint (picture.plot->top_bytes, ==, 128 * LSC_TEST_MIB);
  picture_clear (&picture);
}

/* A leak of a mebibyte in each step is less than a pixel, and is written; without one nothing is.
 */
static void
test_floors (void)
{
  for (guint grows = 0; grows < 2; grows++)
    {
      LscMemoryLog *log = lsc_test_memory_new (&(LscTestMemory){ 408, 4, 0, 150 });
      LscMemoryCurve *curve = &g_array_index (log->curves, LscMemoryCurve, 0);
      Picture picture;

      for (gsize i = 0; grows && i < curve->points.n; i++)
        curve->points.items[i].bytes += (gint64) (i / 102) * LSC_TEST_MIB;
      picture_init (&picture, log, LSC_MEMORY_PLOT_CURVES);
      g_assert_cmpuint (picture.plot->floors->len, ==, grows ? 4 : 0);
      if (grows)
        {
          const LscMemoryFloor *last = &g_array_index (picture.plot->floors, LscMemoryFloor, 3);
          cairo_surface_t *image;
          int x, y;

          g_assert_cmpint (last->bytes, ==, 19 * LSC_TEST_MIB);
          g_assert_cmpint (last->growth_bytes, ==, LSC_TEST_MIB);
          image = paint (&picture);
          x = (int) lsc_viewport_time_to_x (&picture.view.port, last->begin_ns) + 2;
          y = (int) round (lsc_memory_view_value_to_y (&picture.view, (double) last->bytes));
          g_assert_cmphex (pixel (image, x, y), ==,
                           lsc_color_to_rgb (&picture.view.theme.foreground));
          cairo_surface_destroy (image);
        }
      picture_clear (&picture);
    }
}

/* What the process holds is seen, unless it would press the curves of the pool flat. */
static void
test_process (void)
{
  static const gint64 held[] = { 500, 2000 };

  for (guint i = 0; i < G_N_ELEMENTS (held); i++)
    {
      LscMemoryLog *log = lsc_test_memory_new (&(LscTestMemory){ 400, 2, 0, 150 });
      const LscMemoryPoint point = { LSC_TEST_MEMORY_BEGIN_NS, held[i] * LSC_TEST_MIB };
      Picture picture;

      lsc_test_memory_add_curve (log, lsc_test_memory_add_pool (log, "APP"), LSC_MEMORY_PROCESS,
                                 &point, 1);
      picture_init (&picture, log, LSC_MEMORY_PLOT_CURVES);
      g_assert_cmpuint (picture.plot->series->len, ==, 3);
      g_assert_cmpint (lsc_memory_plot_get (picture.plot, 2)->is_beyond, ==, i == 1);
      g_assert_cmpint (picture.plot->top_bytes, ==, (i == 0 ? held[0] : 128) * LSC_TEST_MIB);
      cairo_surface_destroy (paint (&picture));
      picture_clear (&picture);
    }
}

static void
test_words (void)
{
  Picture picture;
  g_autofree char *words = NULL;

  picture_init (&picture, lsc_test_memory_new (&(LscTestMemory){ 400, 4, 0, 150 }),
                LSC_MEMORY_PLOT_CURVES);
  words = lsc_memory_view_describe_time (&picture.view, picture.plot->peak.time_ns);
  g_assert_cmpstr (words, ==, "1.500 ms · Step 6\nAllocated: 96.00 MiB\nReserved: 128.00 MiB");
  g_clear_pointer (&words, g_free);
  words = lsc_memory_view_describe_time (&picture.view, LSC_TEST_MEMORY_BEGIN_NS - 1000);
  g_assert_nonnull (strstr (words, "Allocated: not recorded yet"));
  picture_clear (&picture);
}

static gboolean
write_memory (gconstpointer view, const LscPictureOptions *options, GError **error)
{
  return lsc_export_memory (view, options, error);
}

static void
test_files (void)
{
  g_autoptr (GError) error = NULL;
  LscPictureOptions options = { .path = "/tmp/none.svg" };
  Picture picture;
  LscMemoryView nothing;

  picture_init (&picture, lsc_test_memory_new (&(LscTestMemory){ 4000, 4, 12, 1500 }),
                LSC_MEMORY_PLOT_CURVES);
  picture.view.moment_ns = picture.plot->peak.time_ns;
  check_files (write_memory, &picture.view, "Allocated: at most 96.00 MiB, at 15.00 ms · Step 6");
  picture_clear (&picture);
  picture_init (&picture, lsc_test_memory_new (&(LscTestMemory){ 4000, 4, 12, 1500 }),
                LSC_MEMORY_PLOT_COMPONENTS);
  check_files (write_memory, &picture.view, "PART_11: at most 14.00 MiB");
  picture_clear (&picture);
  lsc_memory_view_init (&nothing, NULL);
  g_assert_false (lsc_export_memory (&nothing, &options, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
}

/* Curves without length, below nothing, at the ends of time: they are painted, or there are none.
 */
static void
test_odd (void)
{
  static const LscMemoryPoint odd[][3] = {
    { { 5, 0 }, { 5, 0 }, { 5, 0 } },
    { { 5, -7 }, { 6, -9 }, { 7, 3 } },
    { { G_MININT64, 1 }, { 0, G_MAXINT64 }, { G_MAXINT64 - 1, 0 } },
  };
  LscMemoryLog *log = lsc_memory_log_new (LSC_MEMORY_FROM_TRACE);
  Picture picture;

  picture_init (&picture, log, LSC_MEMORY_PLOT_CURVES);
  g_assert_true (lsc_memory_view_is_empty (&picture.view));
  g_assert_false (lsc_memory_plot_can_show (log, 0, LSC_MEMORY_PLOT_CURVES));
  picture_clear (&picture);
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    for (guint form = 0; form < 2; form++)
      {
        log = lsc_memory_log_new (LSC_MEMORY_FROM_TRACE);
        lsc_test_memory_add_curve (log, lsc_test_memory_add_pool (log, "GPU 0"),
                                   form == LSC_MEMORY_PLOT_CURVES ? LSC_MEMORY_ALLOCATED
                                                                  : LSC_MEMORY_COMPONENT,
                                   odd[i], 3);
        log->begin_ns = odd[i][0].time_ns;
        log->end_ns = odd[i][2].time_ns;
        picture_init (&picture, log, (LscMemoryPlotForm) form);
        if (!lsc_memory_view_is_empty (&picture.view))
          cairo_surface_destroy (paint (&picture));
        picture_clear (&picture);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/columns", test_columns);
  g_test_add_func ("/memory/peak-at-any-zoom", test_peak_at_any_zoom);
  g_test_add_func ("/memory/moments", test_moments);
  g_test_add_func ("/memory/modules", test_modules);
  g_test_add_func ("/memory/stacks", test_stacks);
  g_test_add_func ("/memory/axis", test_axis);
  g_test_add_func ("/memory/floors", test_floors);
  g_test_add_func ("/memory/process", test_process);
  g_test_add_func ("/memory/words", test_words);
  g_test_add_func ("/memory/files", test_files);
  g_test_add_func ("/memory/odd", test_odd);
  return g_test_run ();
}
