/* test-draw.c - the pipeline painter: places, colours, pictures, files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

#include "base/lsc-error.h"
#include "draw/lsc-legend.h"
#include "draw/lsc-minimap.h"
#include "draw/lsc-ruler.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"
#include "export/lsc-export-picture.h"
#include "lsc-test-pipeline.h"

static LscPipelineGroup *
first_group (LscPipeline *pipeline)
{
  return g_ptr_array_index (pipeline->groups, 0);
}

static LscPipelinePainter *
new_painter (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  LscPipelinePainter *painter = lsc_pipeline_painter_new (context);

  g_object_unref (context);
  return painter;
}

static cairo_surface_t *
paint_body (LscPipelinePainter *painter, const LscPipelineView *view)
{
  cairo_surface_t *image = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) (lsc_viewport_body_width (&view->port) * view->scale),
      (int) ((view->port.height - lsc_pipeline_view_body_top (view)) * view->scale));

  lsc_pipeline_painter_paint_body (painter, image, view);
  return image;
}

static guint32
pixel (cairo_surface_t *image, int x, int y)
{
  const guchar *data = cairo_image_surface_get_data (image);

  return *(const guint32 *) (gconstpointer) (data + y * cairo_image_surface_get_stride (image) +
                                             x * 4) &
         0xffffff;
}

/* ---- colours ---- */

static double
luminance (guint32 rgb)
{
  double sum = 0;
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };

  for (int i = 0; i < 3; i++)
    {
      double value = (rgb >> (16 - 8 * i) & 0xff) / 255.0;

      sum += weights[i] * (value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4));
    }
  return sum;
}

static void
test_palette (void)
{
  static const guint32 expected[] = { 0x0072B2, 0xE69F00, 0xFFE08A, 0x009E73,
                                      0xE69F00, 0xA0522D, 0x4A4A4A };

  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    {
      guint32 fill = lsc_palette_kind_fill (kind, 0);
      double light = luminance (fill) + 0.05;

      g_assert_cmphex (fill, ==, expected[kind]);
      g_assert_cmpfloat (lsc_palette_label_is_white (fill) ? 1.05 / light : light / 0.05, >=, 5.1);
    }
  g_assert_cmphex (lsc_palette_kind_fill (LSC_BLOCK_F, 1), ==, 0x56B4E9);
  g_assert_true (lsc_palette_label_is_white (0x0072B2));
  g_assert_false (lsc_palette_label_is_white (0x56B4E9));
  g_assert_true (lsc_palette_label_is_white (0x4A4A4A));
}

/* ---- axis ---- */

static void
check_label (double begin, double span, guint index, const char *expected, const char *unit)
{
  LscAxis axis = lsc_axis_new (begin, span, 800, 80);
  g_autofree char *label = lsc_axis_label (&axis, index);

  g_assert_cmpstr (label, ==, expected);
  g_assert_cmpstr (axis.unit, ==, unit);
  g_assert_cmpfloat (axis.step_ns * 800 / span, >=, 80 * 0.999);
}

static void
test_axis (void)
{
  check_label (0, 1e6 - 1, 1, "100", "µs");
  check_label (0, 10e6, 1, "1", "ms");
  check_label (0, 9e6, 3, "3", "ms");
  check_label (0, 4e6, 1, "0.5", "ms");
  check_label (-3e6, 10e6, 0, "-3", "ms");
  check_label (0, 25e9, 2, "10", "s");
  check_label (500, 8000, 0, "1", "µs");
  g_assert_cmpuint (lsc_axis_new (0, 0, 800, 80).n_ticks, ==, 0);
  g_assert_cmpuint (lsc_axis_new (0, NAN, 800, 80).n_ticks, ==, 0);

  LscAxis axis = lsc_axis_new (1700000000e9, 10e6, 800, 80);
  g_autofree char *clock = lsc_axis_clock_label (&axis, 0);

  g_assert_cmpstr (clock, ==, "22:13:20.000");
}

static double
first_tick_x (const LscViewport *port, const LscRulerScale *scale)
{
  g_autoptr (GArray) xs = g_array_new (FALSE, FALSE, sizeof (double));
  LscRuler ruler = lsc_ruler_new (port, scale);

  lsc_ruler_tick_xs (&ruler, xs);
  return xs->len > 0 ? g_array_index (xs, double, 0) : -1;
}

static void
test_ruler (void)
{
  LscViewport port = { .begin_ns = 3000005, .span_ns = 1000, .width = 1100, .header_width = 100 };
  LscRulerScale scale = { .least_distance = 80, .may_shorten = TRUE };
  LscRuler ruler = lsc_ruler_new (&port, &scale);

  g_assert_cmpfloat (ruler.axis.step_ns, ==, 100);
  g_assert_cmpint (ruler.base_ns, ==, 3000000);
  g_assert_cmpint (ruler.zero_ns, ==, 3000000);
  g_assert_cmpint (ruler.axis.first, ==, 1);
  g_assert_cmpfloat_with_epsilon (first_tick_x (&port, &scale), 95, 1e-9);
  scale.may_shorten = FALSE;
  g_assert_cmpint (lsc_ruler_new (&port, &scale).base_ns, ==, 0);
  scale.origin_ns = 2999950;
  g_assert_cmpfloat_with_epsilon (first_tick_x (&port, &scale), 45, 1e-9);

  /* of the day: to the ns, however far the origin is */
  scale = (LscRulerScale){ .origin_ns = -G_GINT64_CONSTANT (1700000000000000017),
                           .least_distance = 80,
                           .is_clock = TRUE };
  ruler = lsc_ruler_new (&port, &scale);
  g_assert_cmpfloat_with_epsilon (first_tick_x (&port, &scale), 78, 1e-9);
  g_autofree char *clock = lsc_axis_clock_label (&ruler.axis, 0);
  g_assert_cmpstr (clock, ==, "22:13:20.0030001");

  /* in an own unit of 250 ns */
  scale = (LscRulerScale){ .least_distance = 80, .unit = "u", .unit_ns = 250 };
  ruler = lsc_ruler_new (&port, &scale);
  g_assert_cmpstr (ruler.axis.unit, ==, "u");
  g_assert_cmpfloat_with_epsilon (first_tick_x (&port, &scale), 120, 1e-6);
  g_autofree char *label = lsc_axis_label (&ruler.axis, 0);
  g_assert_cmpstr (label, ==, "12000.5");
}

/* Ticks stand in their stretch alone, and no label begins before the one before it has ended. */
static void
test_ruler_stretches (void)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 500, 20);
  cairo_t *cr = cairo_create (image);
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (LscText) text = lsc_text_new (context);
  LscViewport port = { .span_ns = 400e3, .width = 500, .header_width = 100 };
  LscRuler ruler = lsc_ruler_new (&port, &(LscRulerScale){ .least_distance = 80 });
  LscRulerLook look = { .tick = { 1, 0, 0, 1 },
                        .label = { 1, 1, 1, 1 },
                        .tick_top = 16,
                        .tick_height = 4,
                        .label_middle = 8,
                        .label_size = 11,
                        .end_of_last = 100 };
  const guint32 *line;

  lsc_ruler_paint_ticks (&ruler, cr, text, &look, 100e3, 250e3);
  cairo_surface_flush (image);
  line = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (image) +
                                            18 * cairo_image_surface_get_stride (image));
  for (int x = 0; x < 500; x++)
    g_assert_cmphex (line[x] & 0xffffff, ==, x == 200 || x == 300 ? 0xff0000 : 0);
  g_assert_cmpfloat (look.end_of_last, >, 300);
  g_assert_cmpfloat (look.end_of_last, <, 320);
  look.end_of_last = 399;
  lsc_ruler_paint_ticks (&ruler, cr, text, &look, 400e3, 400e3);
  g_assert_cmpfloat (look.end_of_last, ==, 399);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  g_object_unref (context);
}

/* ---- legend ---- */

static void
add_legend_item (GArray *items, double swatch_width, const char *text)
{
  LscLegendItem item = { .swatch_width = swatch_width, .text = g_strdup (text) };

  g_array_append_val (items, item);
}

static void
test_legend (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (LscText) text = lsc_text_new (context);
  g_autoptr (GArray) items = lsc_legend_new (sizeof (LscLegendItem));
  LscLegendLook look = { text, .text_size = 11, .row_height = 20, .gap = 10, .most_text = 34 };
  const LscLegendItem *item = NULL;

  g_assert_cmpfloat (lsc_legend_place (&look, items, 100), ==, 0);
  for (int i = 0; i < 3; i++) /* 60 px each */
    add_legend_item (items, 20, "a text that is longer than there is room for");
  item = &g_array_index (items, LscLegendItem, 0);

  /* the gap after the last of a row needs no room */
  g_assert_cmpfloat (lsc_legend_place (&look, items, 130), ==, 40);
  g_assert_cmpfloat (item[0].width, ==, 60);
  g_assert_cmpfloat (lsc_legend_text_x (&item[1]), ==, 96);
  g_assert_cmpfloat (item[1].y, ==, 0);
  g_assert_cmpfloat (item[2].x, ==, 0);
  g_assert_cmpfloat (item[2].y, ==, 20);
  g_assert_cmpfloat (lsc_legend_place (&look, items, 129), ==, 60);
  g_assert_cmpfloat (lsc_legend_place (&look, items, 10), ==, 60);
  look.is_centred = TRUE;
  g_assert_cmpfloat (lsc_legend_place (&look, items, 150), ==, 40);
  g_assert_cmpfloat (item[0].x, ==, 10);
  g_assert_cmpfloat (item[1].x, ==, 80);
  g_assert_cmpfloat (item[2].x, ==, 45);

  g_assert_cmpint (lsc_legend_find (&look, items, 139, 19), ==, 1);
  g_assert_cmpint (lsc_legend_find (&look, items, 75, 5), ==, -1);
  g_assert_cmpint (lsc_legend_find (&look, items, 45, 20), ==, 2);
  g_assert_cmpint (lsc_legend_find (&look, items, 45, 40), ==, -1);
  g_object_unref (context);
}

/* ---- minimap ---- */

static void
test_minimap (void)
{
  LscViewport whole = { .begin_ns = 1000, .span_ns = 10000, .width = 100 };
  LscViewport port = { .begin_ns = 3000, .span_ns = 1000, .width = 600, .header_width = 100 };
  LscViewPlace from = lsc_viewport_get_place (&port);
  LscMinimapSize size = { 100, 20, 1 };
  LscMinimap minimap = { 0 };

  g_assert_false (lsc_minimap_jump (&whole, &port, 20.5));
  g_assert_false (lsc_minimap_jump (&whole, &port, 29.5));
  g_assert_cmpint (port.begin_ns, ==, 3000);
  g_assert_true (lsc_minimap_jump (&whole, &port, 30.5));
  g_assert_cmpint (port.begin_ns, ==, 3550);
  g_assert_true (lsc_minimap_jump (&whole, &port, 19.5));
  g_assert_cmpint (port.begin_ns, ==, 2450);
  lsc_minimap_drag (&whole, &port, &from, -7);
  g_assert_cmpint (port.begin_ns, ==, 2300);
  g_assert_cmpfloat (port.span_ns, ==, 1000);

  g_assert_true (lsc_minimap_renew (&minimap, &size, "one", 3));
  g_assert_false (lsc_minimap_renew (&minimap, &size, "one", 3));
  g_assert_true (lsc_minimap_renew (&minimap, &size, "two", 3));
  size.scale = 1.5;
  g_assert_true (lsc_minimap_renew (&minimap, &size, "two", 3));
  g_assert_cmpint (cairo_image_surface_get_width (minimap.image), ==, 150);
  g_assert_cmpint (cairo_image_surface_get_height (minimap.image), ==, 30);
  lsc_minimap_clear (&minimap);
  g_assert_true (lsc_minimap_renew (&minimap, &size, "two", 3));
  lsc_minimap_clear (&minimap);
}

/* What is outside is shaded, what is inside is framed; nothing when all is visible. */
static void
test_minimap_window (void)
{
  LscViewport whole = { .begin_ns = 1000, .span_ns = 10000, .width = 100 };
  LscViewport port = { .begin_ns = 3000, .span_ns = 1000, .width = 600, .header_width = 100 };
  LscMinimap minimap = { .size = { 100, 20, 1 } };
  LscTheme theme = lsc_theme_light ();
  guint32 accent = lsc_color_to_rgb (&theme.accent);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 20);
  cairo_t *cr = cairo_create (image);
  const guint32 *line =
      (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (image) +
                                         10 * cairo_image_surface_get_stride (image));

  lsc_minimap_paint_window (&minimap, cr, &whole, &whole, &theme);
  cairo_surface_flush (image);
  for (int x = 0; x < 100; x++)
    g_assert_cmphex (line[x] & 0xffffff, ==, 0);
  lsc_minimap_paint_window (&minimap, cr, &whole, &port, &theme);
  cairo_surface_flush (image);
  for (int x = 0; x < 100; x++)
    if (x == 20 || x == 29)
      g_assert_cmphex (line[x] & 0xffffff, ==, accent);
    else if (x > 20 && x < 29)
      g_assert_cmphex (line[x] & 0xffffff, ==, 0);
    else
      g_assert_cmphex (line[x] & 0xff, >, 0x80);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
}

/* ---- places ---- */

static void
find_row (const LscPipelineView *view, guint32 row, double *y, double *height)
{
  g_auto (LscPipelineRows) layout = _lsc_pipeline_rows_new (view);

  *y = layout.rows[row].y;
  *height = layout.rows[row].height;
}

/* Steps side by side do not overlap, and their times lead back to themselves. */
static void
check_steps_apart (const LscPipelineView *view)
{
  g_auto (LscPipelineRows) layout = _lsc_pipeline_rows_new (view);

  g_assert_cmpuint (layout.map.n, ==, view->n_steps);
  for (gsize s = 0; s < layout.map.n; s++)
    {
      const LscRowStretch *stretch = &layout.map.items[s];
      gint64 time_ns = view->group->steps[view->first_step + s].t0_ns + 5;

      g_assert_cmpint (lsc_row_from_axis (stretch, lsc_row_to_axis (stretch, time_ns)), ==,
                       time_ns);
      if (s > 0)
        g_assert_cmpint (lsc_row_to_axis (stretch, stretch->begin_ns), >,
                         lsc_row_to_axis (stretch - 1, stretch[-1].end_ns));
    }
}

static void
test_mapping (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 8, 3, FALSE);
  LscPipelineGroup *group = first_group (pipeline);
  LscPipelineView view;
  double y0, y1, height;

  lsc_pipeline_view_init (&view, pipeline, group);
  g_assert_cmpuint (view.first_step, ==, 1);
  view.port.width = 1140;
  lsc_viewport_set_begin (&view.port, 0, 0);
  view.port.span_ns = 1e8;
  g_assert_cmpfloat (lsc_viewport_time_to_x (&view.port, 0), ==, 140);
  g_assert_cmpfloat (lsc_viewport_time_to_x (&view.port, 50000000), ==, 640);
  g_assert_cmpint (lsc_viewport_x_to_time (&view.port, 640), ==, 50000000);
  g_assert_cmpfloat (lsc_pipeline_view_block_time (&view, 1, group->steps[1].t0_ns + 77), ==, 77);
  find_row (&view, 0, &y0, &height);
  find_row (&view, 1, &y1, &height);
  g_assert_cmpfloat (height, ==, 22);
  g_assert_cmpfloat (y1 - y0, ==, 28);

  view.first_step = 0;
  view.n_steps = 3;
  view.side_by_side = TRUE;
  g_assert_cmpfloat (lsc_pipeline_view_block_time (&view, 0, group->steps[0].t0_ns), ==, 0);
  g_assert_cmpfloat (lsc_pipeline_view_block_time (&view, 1, group->steps[1].t0_ns), >=,
                     (double) (group->steps[0].t1_ns - group->steps[0].t0_ns));
  check_steps_apart (&view);
  lsc_test_pipeline_free (pipeline);
}

static void
test_hit (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 8, 1, TRUE);
  LscPipelineGroup *group = first_group (pipeline);
  LscPipelineRow *rows = group->steps[0].rows;
  LscPipelineView view;
  gint64 begin_ns, end_ns;
  guint32 leg;
  LscPipelineSpot spot;

  lsc_pipeline_view_init (&view, pipeline, group);
  view.port.width = 1400;
  for (guint32 r = 0; r < 4; r++)
    for (guint32 i = 0; i < rows[r].n_blocks; i++)
      {
        LscPipelineSpot wanted = { .row = r, .block = i };
        double x0, x1, y0, y1;

        g_assert_true (lsc_pipeline_view_block_box (&view, &wanted, &x0, &x1, &y0, &y1));
        g_assert_cmpint (lsc_pipeline_view_hit (&view, (x0 + x1) / 2, (y0 + y1) / 2, &spot,
                                                &begin_ns, &end_ns, &leg),
                         ==, LSC_HIT_BLOCK);
        g_assert_cmpuint (spot.row, ==, r);
        g_assert_cmpuint (spot.block, ==, i);
      }

  double y, height, x = lsc_viewport_time_to_x (&view.port, 1000000);

  find_row (&view, 3, &y, &height);
  g_assert_cmpint (lsc_pipeline_view_hit (&view, x, y + 3, &spot, &begin_ns, &end_ns, &leg), ==,
                   LSC_HIT_BUBBLE);
  g_assert_cmpint (begin_ns, ==, group->steps[0].t0_ns);
  g_assert_cmpint (end_ns, ==, rows[3].blocks[0].start_ns);
  g_assert_cmpint (lsc_pipeline_view_hit (&view, 10, y + 3, &spot, &begin_ns, &end_ns, &leg), ==,
                   LSC_HIT_HEADER);
  g_assert_cmpuint (spot.row, ==, 3);
  g_assert_cmpint (lsc_pipeline_view_hit (&view, 300, 4, &spot, &begin_ns, &end_ns, &leg), ==,
                   LSC_HIT_AXIS);
  x = lsc_viewport_time_to_x (&view.port, (gint64) lsc_pipeline_view_block_time (
                                              &view, 0, rows[3].legs[1].start_ns + 100000));
  g_assert_cmpint (
      lsc_pipeline_view_hit (&view, x, y + height - 3, &spot, &begin_ns, &end_ns, &leg), ==,
      LSC_HIT_LEG);
  lsc_test_pipeline_free (pipeline);
}

/* ---- pictures ---- */

/* Texts are left out: glyphs differ from machine to machine. LANESCOPE_WRITE_REFERENCES=1 writes
 * the pictures anew; look at them before they are kept. */
static void
compare_with_reference (cairo_surface_t *image, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  const char *root = g_getenv ("LANESCOPE_SOURCE_DIR");
  g_autofree char *path = g_build_filename (root ? root : ".", "tests", "draw", "ref", file, NULL);
  cairo_surface_t *reference;
  guint n_different = 0;

  if (g_getenv ("LANESCOPE_WRITE_REFERENCES") != NULL)
    {
      cairo_surface_write_to_png (image, path);
      return;
    }
  reference = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (reference), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (reference), ==,
                   cairo_image_surface_get_width (image));
  g_assert_cmpint (cairo_image_surface_get_height (reference), ==,
                   cairo_image_surface_get_height (image));
  for (int y = 0; y < cairo_image_surface_get_height (image); y++)
    for (int x = 0; x < cairo_image_surface_get_width (image); x++)
      n_different += pixel (image, x, y) != pixel (reference, x, y);
  if (n_different > 0)
    {
      g_autofree char *found = g_build_filename (g_get_tmp_dir (), file, NULL);

      cairo_surface_write_to_png (image, found);
      g_test_message ("%s: %u pixels differ; what was painted is in %s", name, n_different, found);
    }
  g_assert_cmpuint (n_different, ==, 0);
  cairo_surface_destroy (reference);
}

static void
paint_reference (LscPipeline *pipeline, const char *name, gboolean is_dark)
{
  LscPipelinePainter *painter = new_painter ();
  cairo_surface_t *image;
  LscPipelineView view;

  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  view.port.width = 1100;
  view.labels = LSC_LABELS_NONE;
  if (is_dark)
    view.theme = lsc_theme_dark ();
  view.port.height = lsc_pipeline_view_content_height (&view);
  image = paint_body (painter, &view);
  compare_with_reference (image, name);
  cairo_surface_destroy (image);
  lsc_pipeline_painter_free (painter);
}

static void
test_reference_1f1b (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 8, 1, TRUE);

  paint_reference (pipeline, "1f1b-4x8", FALSE);
  lsc_test_pipeline_free (pipeline);
}

static void
test_reference_dualpipev (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_dualpipev (4, 10);

  g_assert_cmpuint (first_group (pipeline)->steps[0].rows[0].n_blocks, ==, 44);
  g_assert_cmpuint (first_group (pipeline)->steps[0].rows[3].n_blocks, ==, 29);
  paint_reference (pipeline, "dualpipev-4x10", FALSE);
  paint_reference (pipeline, "dualpipev-4x10-dark", TRUE);
  lsc_test_pipeline_free (pipeline);
}

/* Covered columns of a row: those whose pixel is neither idle nor page. */
static double
box_coverage (LscBodyPaint *paint, gsize row)
{
  const LscTheme *theme = &paint->layout->view->theme;
  double covered = 0;

  _lsc_body_paint_boxes (paint, row);
  for (int x = 0; x < paint->raster->width; x++)
    {
      guint32 rgb = paint->painter->line[x] & 0xffffff;

      covered +=
          rgb != lsc_color_to_rgb (&theme->bubble) && rgb != lsc_color_to_rgb (&theme->background);
    }
  return covered;
}

static double
strip_coverage (LscBodyPaint *paint, gsize row)
{
  double covered = 0;

  _lsc_body_paint_strip (paint, row);
  for (int x = 0; x < paint->raster->width; x++)
    covered += paint->painter->columns[x][3];
  return covered;
}

static double
true_coverage (const LscPipelineRows *layout, gsize row)
{
  const LscPipelineRow *data = _lsc_pipeline_rows_row (layout, 0, row);
  double covered = 0;

  for (gsize i = 0; i < data->n_blocks; i++)
    covered += (double) (data->blocks[i].end_ns - data->blocks[i].start_ns) * layout->px_per_ns;
  return covered;
}

static void
test_coverage (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (6, 160, 1, FALSE);
  LscPipelinePainter *painter = new_painter ();
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1500, 300);
  g_auto (LscPipelineRows) layout = { 0 };
  LscBlockColors colors;
  LscPipelineView view;
  LscRaster raster;
  LscBodyPaint paint = { painter, &layout, &colors, &raster, 1 };

  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  view.port.header_width = 0;
  view.port.width = 1500;
  lsc_pipeline_view_fit (&view);
  g_assert_true (lsc_raster_begin (&raster, image));
  layout = _lsc_pipeline_rows_new (&view);
  _lsc_block_colors_init (&colors, painter, &layout);
  _lsc_body_reserve (painter, raster.width);
  g_assert_cmpfloat (_lsc_row_mean_width (&layout, 0, NULL), >, STRIP_BELOW_PX);
  for (gsize r = 0; r < 6; r++)
    {
      double truth = true_coverage (&layout, r);

      g_assert_cmpfloat_with_epsilon (strip_coverage (&paint, r), truth, truth * 0.001);
      g_assert_cmpfloat_with_epsilon (box_coverage (&paint, r), truth, truth * 0.01);
    }

  cairo_surface_destroy (image);
  lsc_pipeline_painter_free (painter);
  lsc_test_pipeline_free (pipeline);
}

/* Lines at x = 2, 8, 14 of the first row; one px on in each row, to the left, the right or both; or
 * level ones. */
static void
test_hatch (void)
{
  static const LscHatch hatches[] = { LSC_HATCH_NONE, LSC_HATCH_RISING, LSC_HATCH_FALLING,
                                      LSC_HATCH_CROSSED, LSC_HATCH_LEVEL };

  for (guint i = 0; i < G_N_ELEMENTS (hatches); i++)
    {
      cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 20, 10);
      LscRaster raster;

      g_assert_true (lsc_raster_begin (&raster, image));
      lsc_raster_fill (&raster, 0xFFFFFF);
      lsc_raster_hatch (&raster, 1, 0, 19, 10,
                        &(LscRasterLines){ .hatch = hatches[i],
                                           .period = 6,
                                           .thickness = 1,
                                           .phase = 2,
                                           .rgb = 0x123456,
                                           .alpha = 255 });
      for (int y = 0; y < 10; y++)
        for (int x = 0; x < 20; x++)
          {
            gboolean rises = (hatches[i] & LSC_HATCH_RISING) && (x + y + 4) % 6 == 0;
            gboolean falls = (hatches[i] & LSC_HATCH_FALLING) && (x - y + 16) % 6 == 0;
            gboolean is_level = (hatches[i] & LSC_HATCH_LEVEL) && y % 6 == 3;
            guint32 found = raster.pixels[y * raster.stride + x] & 0xFFFFFF;

            g_assert_cmphex (
                found, ==, x >= 1 && x < 19 && (rises || falls || is_level) ? 0x123456 : 0xFFFFFF);
          }
      lsc_raster_end (&raster, image);
      cairo_surface_destroy (image);
    }
}

static void
test_labels_limit (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (64, 128, 1, FALSE);
  LscPipelinePainter *painter = new_painter ();
  LscPipelineView view;
  double length;

  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  view.port.width = 1600;
  view.port.height = 1300;
  view.port.lane_height = 12;
  length = lsc_pipeline_view_length_ns (&view);
  for (double span = length; span > length / 50; span *= 0.8)
    {
      cairo_surface_t *image;

      lsc_viewport_set_begin (&view.port, 0, length * 0.4);
      view.port.span_ns = span;
      image = paint_body (painter, &view);
      g_assert_cmpuint (lsc_pipeline_painter_get_n_labels (painter), <=, 1500);
      cairo_surface_destroy (image);
    }
  g_assert_cmpuint (lsc_pipeline_painter_get_n_labels (painter), >, 100);
  lsc_pipeline_painter_free (painter);
  lsc_test_pipeline_free (pipeline);
}

#define RESCALE(time_ns) ((time_ns) = ((time_ns) -from_ns) / SHRINK + to_ns)
#define SHRINK 5000000

/* Blocks of 2 ns, from @to_ns on. */
static void
move_step (LscPipelineStep *step, gint64 to_ns)
{
  gint64 from_ns = step->t0_ns;

  for (gsize r = 0; r < step->n_rows; r++)
    {
      LscPipelineRow *row = &step->rows[r];

      for (gsize i = 0; i < row->n_blocks; i++)
        {
          RESCALE (row->blocks[i].start_ns);
          RESCALE (row->blocks[i].end_ns);
        }
      for (gsize i = 0; i < row->n_legs; i++)
        {
          RESCALE (row->legs[i].start_ns);
          RESCALE (row->legs[i].end_ns);
        }
      RESCALE (row->metrics.warmup_end_ns);
      RESCALE (row->metrics.cooldown_begin_ns);
    }
  RESCALE (step->t0_ns);
  RESCALE (step->t1_ns);
}

static cairo_surface_t *
paint_moved (gint64 to_ns)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 1024, 1, TRUE);
  LscPipelinePainter *painter = new_painter ();
  cairo_surface_t *image;
  LscPipelineView view;

  move_step (&first_group (pipeline)->steps[0], to_ns);
  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  view.port.span_ns /= 2;
  lsc_viewport_move (&view.port, view.port.span_ns / 3);
  image = paint_body (painter, &view);
  lsc_pipeline_painter_free (painter);
  lsc_test_pipeline_free (pipeline);
  return image;
}

/* Times since 1970 are as exact as those since the start: no ns is lost on the way to a px. */
static void
test_far_from_zero (void)
{
  cairo_surface_t *near = paint_moved (0);
  cairo_surface_t *far = paint_moved (G_GINT64_CONSTANT (1700000000123456789));
  gsize size =
      (gsize) cairo_image_surface_get_stride (near) * (gsize) cairo_image_surface_get_height (near);

  g_assert_cmpmem (cairo_image_surface_get_data (near), size, cairo_image_surface_get_data (far),
                   size);
  cairo_surface_destroy (near);
  cairo_surface_destroy (far);
}

static void
test_selection_dims (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 8, 1, FALSE);
  LscPipelinePainter *painter = new_painter ();
  LscPipelineSpot other = { .block = 1 };
  cairo_surface_t *image;
  LscPipelineView view;
  double x0, x1, y0, y1;
  int x, y;

  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  view.labels = LSC_LABELS_NONE;
  g_assert_true (lsc_pipeline_view_block_box (&view, &other, &x0, &x1, &y0, &y1));
  x = (int) ((x0 + x1) / 2 - view.port.header_width);
  y = (int) ((y0 + y1) / 2 - lsc_pipeline_view_body_top (&view));
  image = paint_body (painter, &view);
  g_assert_cmphex (pixel (image, x, y), ==, 0x0072B2);
  cairo_surface_destroy (image);
  view.selected = (LscPipelineSpot){ .row = 2 };
  image = paint_body (painter, &view);
  g_assert_cmphex (pixel (image, x, y), ==, lsc_color_mix_rgb (0xF2F2F2, 0x0072B2, 0.35));
  cairo_surface_destroy (image);
  view.selected = LSC_PIPELINE_SPOT_NONE;
  view.hidden_kinds = 1u << LSC_BLOCK_F;
  image = paint_body (painter, &view);
  g_assert_cmphex (pixel (image, x, y), ==, 0xffffff);
  cairo_surface_destroy (image);
  lsc_pipeline_painter_free (painter);
  lsc_test_pipeline_free (pipeline);
}

/* One click hides one colour: the first chunk of forward goes, the later one stays. */
static void
test_hidden_chunk (void)
{
  LscPipeline *v = lsc_test_pipeline_dualpipev (4, 10);
  const LscPipelineRow *row = &first_group (v)->steps[0].rows[0];
  guint n[2] = { 0 };

  for (gsize i = 0; i < row->n_blocks; i++)
    if (row->blocks[i].kind == LSC_BLOCK_F)
      {
        guint later = lsc_block_chunk_f (&row->blocks[i]) >= 1;

        n[later]++;
        g_assert_true (lsc_block_is_hidden (&row->blocks[i], 1u << LSC_BLOCK_F) == !later);
        g_assert_true (lsc_block_is_hidden (&row->blocks[i], 1u << LSC_HIDDEN_LATER_CHUNK) ==
                       (later != 0));
      }
  g_assert_cmpuint (n[0], >, 0);
  g_assert_cmpuint (n[1], >, 0);
  lsc_test_pipeline_free (v);
}

/* Numbers of one digit alone, beside boxes too narrow for two, would look like lost labels. */
static void
test_labels_even (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 64, 1, FALSE);
  LscPipelinePainter *painter = new_painter ();
  LscPipelineView view;

  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  view.port.height = 300;
  lsc_pipeline_view_fit (&view);
  for (double width = 600; width < 6000; width += 100)
    {
      cairo_surface_t *image;

      view.port.width = width;
      lsc_pipeline_view_fit (&view);
      image = paint_body (painter, &view);
      if (lsc_pipeline_painter_get_n_labels (painter) > 0)
        g_assert_cmpuint (lsc_pipeline_painter_get_n_labels (painter), >=, 4 * 64 * 3 / 4);
      cairo_surface_destroy (image);
    }
  g_assert_cmpuint (lsc_pipeline_painter_get_n_labels (painter), ==, 2 * 4 * 64);
  lsc_pipeline_painter_free (painter);
  lsc_test_pipeline_free (pipeline);
}

static double
measure_as_told (guint64 key, gpointer widths)
{
  return ((const double *) widths)[(key >> 56 & 1) != 0]; /* a short form's is odd */
}

/* "3F" beside "7" would look like two numberings: all kinds have the form of the tightest. */
static void
test_labels_one_form (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 8, 1, FALSE);
  g_autoptr (GArray) wishes = g_array_new (FALSE, FALSE, sizeof (LscLabelWish));
  double widths[] = { 20, 10 };
  LscBlock wide = { .kind = LSC_BLOCK_F, .mb_f = 3, .mb_b = LSC_MB_NONE };
  LscBlock tight = { .kind = LSC_BLOCK_B, .mb_f = LSC_MB_NONE, .mb_b = 7 };
  LscLabelWish asked[] = { { .block = &wide, .x1 = 100 },
                           { .block = &tight, .x1 = 100 },
                           { .block = &tight, .x1 = 100 },
                           { .block = &tight, .x1 = 100 } };
  LscPipelineView view;

  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  for (int room = 100; room > 0; room -= 5)
    {
      guint64 form = room >= 26 ? 0 : 1; /* with the room that words and numbers leave */

      /* two of three: the third alone would look as if there was no other */
      asked[1].x1 = asked[2].x1 = room;
      g_array_set_size (wishes, 0);
      g_array_append_vals (wishes, asked, 4);
      _lsc_label_wishes_fit (wishes, &view, 0, 1, measure_as_told, widths);
      g_assert_cmpuint (wishes->len, ==, room >= 13 ? 4 : 1);
      if (room < 13) /* a kind without labels asks nothing of the others */
        form = 0;
      for (guint i = 0; i < wishes->len; i++)
        g_assert_cmpuint (g_array_index (wishes, LscLabelWish, i).key >> 56 & 1, ==, form);
    }
  lsc_test_pipeline_free (pipeline);
}

/* Two digits that have no room across are turned, and so are all numbers of the kind. */
static void
test_labels_turned (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 8, 1, FALSE);
  g_autoptr (GArray) wishes = g_array_new (FALSE, FALSE, sizeof (LscLabelWish));
  double widths[] = { 20, 14 };
  LscBlock block = { .kind = LSC_BLOCK_F, .mb_f = 12, .mb_b = LSC_MB_NONE };
  LscLabelWish asked = { .block = &block, .x1 = 12, .y1 = 30 };
  LscPipelineView view;

  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  view.port.lane_height = 22; /* text of 10 px: a digit is 7.5 px high, and 3 px of room */
  for (int height = 30; height > 10; height--)
    for (int width = 30; width > 5; width--)
      {
        gboolean is_across = width >= 17, is_turned = !is_across && width >= 11 && height >= 17;

        asked.x1 = width;
        asked.y1 = height;
        g_array_set_size (wishes, 0);
        g_array_append_val (wishes, asked);
        _lsc_label_wishes_fit (wishes, &view, 0, 1, measure_as_told, widths);
        g_assert_cmpuint (wishes->len, ==, is_across || is_turned);
        if (wishes->len > 0)
          g_assert_true (g_array_index (wishes, LscLabelWish, 0).is_turned == is_turned);
      }
  view.port.lane_height = 15; /* less than 7 pt cannot be read */
  asked.x1 = 12;
  asked.y1 = 30;
  g_array_set_size (wishes, 0);
  g_array_append_val (wishes, asked);
  _lsc_label_wishes_fit (wishes, &view, 0, 1, measure_as_told, widths);
  g_assert_cmpuint (wishes->len, ==, 0);
  lsc_test_pipeline_free (pipeline);
}

/* A rank that was not recorded is not shown as idle. */
static void
test_not_recorded (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 8, 1, FALSE);
  LscPipelineRow *row = &first_group (pipeline)->steps[0].rows[2];
  LscPipelinePainter *painter = new_painter ();
  gsize n_blocks = row->n_blocks;
  gint64 begin_ns, end_ns;
  cairo_surface_t *image;
  LscPipelineView view;
  LscPipelineSpot spot;
  double y, height;
  guint32 leg;

  row->n_blocks = 0;
  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  find_row (&view, 2, &y, &height);
  image = paint_body (painter, &view);
  for (int x = 0; x < cairo_image_surface_get_width (image); x++)
    g_assert_cmphex (pixel (image, x, (int) (y + 5 - lsc_pipeline_view_body_top (&view))), ==,
                     0xffffff);
  g_assert_cmpint (lsc_pipeline_view_hit (&view, 600, y + 5, &spot, &begin_ns, &end_ns, &leg), ==,
                   LSC_HIT_NOTHING);
  row->n_blocks = n_blocks;
  cairo_surface_destroy (image);
  lsc_pipeline_painter_free (painter);
  lsc_test_pipeline_free (pipeline);
}

/* ---- headers ---- */

/* Pixels of a colour in the header of a row. */
static guint
count_pixels (LscPipelinePainter *painter, const LscPipelineView *view, gsize row, guint32 rgb)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 140, 600);
  cairo_t *cr = cairo_create (image);
  double y, height;
  guint n = 0;

  find_row (view, row, &y, &height);
  lsc_paint_rect_rgb (cr, 0xffffff, 0, 0, 140, 600);
  lsc_pipeline_painter_paint_header (painter, cr, view);
  cairo_destroy (cr);
  for (int at = (int) y; at < (int) (y + height); at++)
    for (int x = 0; x < 140; x++)
      n += pixel (image, x, at) == rgb;
  cairo_surface_destroy (image);
  return n;
}

/* The stage that is to blame has the sign of the line that says so; a bar is solid for work and
 * hatched for what is idle. */
static void
test_headers (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 8, 1, FALSE);
  LscPipelinePainter *painter = new_painter ();
  LscPipelineView view;
  guint32 dim;
  guint n_busy, n_idle;

  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  view.port.lane_height = 40;
  view.port.height = 600;
  dim = lsc_color_to_rgb (&view.theme.dim);
  g_assert_cmpuint (count_pixels (painter, &view, 1, 0xC64600), ==, 0);
  view.blamed_row = 1;
  g_assert_cmpuint (count_pixels (painter, &view, 1, 0xC64600), >, 20);
  g_assert_cmpuint (count_pixels (painter, &view, 2, 0xC64600), ==, 0);

  first_group (pipeline)->steps[0].rows[2].metrics.bubble_ns = 0;
  first_group (pipeline)->steps[0].rows[3].metrics.bubble_ns =
      first_group (pipeline)->steps[0].t1_ns - first_group (pipeline)->steps[0].t0_ns;
  n_busy = count_pixels (painter, &view, 2, dim);
  n_idle = count_pixels (painter, &view, 3, dim);
  g_assert_cmpuint (n_busy, >, n_idle + 150);
  lsc_pipeline_painter_free (painter);
  lsc_test_pipeline_free (pipeline);
}

/* ---- texts ---- */

static void
check_text (const LscPipelineView *view, const LscBlock *block, const char *full, const char *brief)
{
  char text[96];

  _lsc_block_text (_lsc_block_text_key (view, block, FALSE), (gpointer) view->pipeline, text,
                   sizeof text);
  g_assert_cmpstr (text, ==, full);
  _lsc_block_text (_lsc_block_text_key (view, block, TRUE), (gpointer) view->pipeline, text,
                   sizeof text);
  g_assert_cmpstr (text, ==, brief);
}

static void
test_texts (void)
{
  LscPipeline *v = lsc_test_pipeline_dualpipev (4, 10);
  LscPipeline *plain = lsc_test_pipeline_1f1b (4, 8, 1, FALSE);
  const LscBlock *blocks = first_group (v)->steps[0].rows[1].blocks;
  LscPipelineView view;

  lsc_pipeline_view_init (&view, v, first_group (v));
  check_text (&view, &blocks[0], "0.0F", "0");
  check_text (&view, &blocks[8], "0.1b", "0");
  check_text (&view, &blocks[14], "6.0F+2.1B", "6/2");
  view.labels = LSC_LABELS_MB_CHUNK;
  check_text (&view, &blocks[8], "0.1b", "0.1");
  check_text (&view, &blocks[14], "6.0F+2.1B", "6.0/2.1");
  lsc_pipeline_view_init (&view, plain, first_group (plain));
  check_text (&view, &first_group (plain)->steps[0].rows[3].blocks[1], "0B", "0");
  lsc_test_pipeline_free (v);
  lsc_test_pipeline_free (plain);
}

/* ---- files ---- */

static void
export_twice (const LscPipelineView *view, const char *folder, const char *ending, double scale)
{
  g_autofree char *name = g_strconcat ("chart.", ending, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *first = NULL, *second = NULL;
  gsize n_first, n_second;
  LscPictureOptions options = {
    .path = path,
    .scale = scale,
    .created_ns = G_GINT64_CONSTANT (1700000000000000000),
    .page = { .is_whole = TRUE, .title = "run <1> & more", .footer = "Lanescope" },
  };
  GError *error = NULL;

  lsc_export_chart (view, &options, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &first, &n_first, NULL));
  lsc_export_chart (view, &options, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &second, &n_second, NULL));
  g_assert_cmpmem (first, n_first, second, n_second);
  if (strcmp (ending, "svg") == 0)
    {
      g_assert_nonnull (strstr (first, "<svg"));
      g_assert_nonnull (strstr (first, "<title>run &lt;1&gt; &amp; more</title>\n<desc>"));
      g_assert_nonnull (strstr (first, "\nstage 3 · rank "));
    }
  if (strcmp (ending, "pdf") == 0)
    g_assert_nonnull (g_strstr_len (first, (gssize) n_first, "%PDF"));
  g_remove (path);
}

/* Documents of recordings without a date are of 1980, so that they are the same at any time. */
/* Whether a PDF has these bytes, as they stand or in one of its streams, which newer versions of
 * cairo pack the dates into. */
static gboolean
pdf_has (const char *bytes, gsize n, const char *wanted)
{
  const char *at = bytes, *end = bytes + n;

  if (memmem (bytes, n, wanted, strlen (wanted)) != NULL)
    return TRUE;
  while ((at = memmem (at, (gsize) (end - at), "stream\n", 7)) != NULL)
    {
      static guint8 text[65536];
      z_stream stream = { .next_in = (Bytef *) at + 7,
                          .avail_in = (uInt) (end - at - 7),
                          .next_out = text,
                          .avail_out = sizeof text };

      g_assert_cmpint (inflateInit (&stream), ==, Z_OK);
      inflate (&stream, Z_FINISH); /* "endstream" is none, and others may be longer */
      inflateEnd (&stream);
      if (memmem (text, sizeof text - stream.avail_out, wanted, strlen (wanted)) != NULL)
        return TRUE;
      at += 7;
    }
  return FALSE;
}

static void
test_date (void)
{
  static const struct
  {
    gint64 created_ns;
    const char *date;
  } cases[] = {
    { G_GINT64_CONSTANT (1700000000999999999), "20231114221320Z" },
    { 0, "19800101000000Z" },
    { -1, "19800101000000Z" },
  };
  g_autofree char *folder = g_dir_make_tmp ("lanescope-draw-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "chart.pdf", NULL);
  LscPipeline *pipeline = lsc_test_pipeline_dualpipev (4, 10);
  LscPipelineView view;

  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LscPictureOptions options = { .path = path, .scale = 1, .created_ns = cases[i].created_ns };
      g_autofree char *bytes = NULL;
      g_autoptr (GError) error = NULL;
      gsize n;

      lsc_export_chart (&view, &options, &error);
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      g_assert_true (pdf_has (bytes, n, cases[i].date));
    }
  g_remove (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  lsc_test_pipeline_free (pipeline);
}

static void
test_export (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-draw-XXXXXX", NULL);
  LscPipeline *small = lsc_test_pipeline_dualpipev (4, 10);
  LscPipeline *large = lsc_test_pipeline_1f1b (16, 256, 1, FALSE);
  LscPictureOptions options = { .path = "chart.gif" };
  GError *error = NULL;
  LscPipelineView view;

  lsc_pipeline_view_init (&view, small, first_group (small));
  export_twice (&view, folder, "svg", 1);
  export_twice (&view, folder, "pdf", 1);
  export_twice (&view, folder, "png", 3);
  view.selected = (LscPipelineSpot){ .row = 1, .block = 3 };
  view.arrows = LSC_ARROWS_ALL;
  export_twice (&view, folder, "svg", 1);
  lsc_pipeline_view_init (&view, large, first_group (large));
  export_twice (&view, folder, "svg", 1);
  export_twice (&view, folder, "pdf", 1);
  g_assert_false (lsc_export_chart (&view, &options, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  g_clear_error (&error);
  options.path = "/nonexistent-folder/chart.svg";
  g_assert_false (lsc_export_chart (&view, &options, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
  g_clear_error (&error);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  lsc_test_pipeline_free (small);
  lsc_test_pipeline_free (large);
}

/* ---- odd input ---- */

static void
paint_whole (const LscPipelineView *view)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 200);
  LscPipelinePainter *painter = new_painter ();
  cairo_t *cr = cairo_create (image);

  lsc_pipeline_painter_paint (painter, cr, view);
  lsc_pipeline_painter_paint_legend (painter, cr, view, 380, FALSE);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  lsc_pipeline_painter_free (painter);
}

static void
test_odd (void)
{
  LscPipeline *pipeline = lsc_test_pipeline_1f1b (4, 8, 1, TRUE);
  LscPipelineGroup empty = { .label = (char *) "()" };
  LscPipelineStep no_rows = { .t0_ns = 5, .t1_ns = 5 };
  LscPipelineGroup hollow = { .label = (char *) "()", .steps = &no_rows, .n_steps = 1 };
  LscPipelineView view;

  lsc_pipeline_view_init (&view, pipeline, &empty);
  view.port.width = 400;
  view.port.height = 200;
  view.minimap_height = 20;
  paint_whole (&view);
  lsc_pipeline_view_init (&view, pipeline, &hollow);
  view.port.width = 400;
  view.minimap_height = 20;
  paint_whole (&view);
  lsc_pipeline_view_init (&view, pipeline, first_group (pipeline));
  view.port.width = 400;
  view.port.height = 200;
  view.port.span_ns = 1;
  paint_whole (&view);
  lsc_viewport_set_begin (&view.port, 0, -1e18);
  view.port.span_ns = 1e18;
  paint_whole (&view);
  view.selected = (LscPipelineSpot){ .step = 7, .row = 77, .block = 777 };
  view.first_step = 99;
  paint_whole (&view);
  view.port.width = 10;
  view.first_step = 0;
  paint_whole (&view);
  lsc_test_pipeline_free (pipeline);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/palette", test_palette);
  g_test_add_func ("/draw/axis", test_axis);
  g_test_add_func ("/draw/ruler", test_ruler);
  g_test_add_func ("/draw/ruler-stretches", test_ruler_stretches);
  g_test_add_func ("/draw/legend", test_legend);
  g_test_add_func ("/draw/minimap", test_minimap);
  g_test_add_func ("/draw/minimap-window", test_minimap_window);
  g_test_add_func ("/draw/mapping", test_mapping);
  g_test_add_func ("/draw/hit", test_hit);
  g_test_add_func ("/draw/reference/1f1b", test_reference_1f1b);
  g_test_add_func ("/draw/reference/dualpipev", test_reference_dualpipev);
  g_test_add_func ("/draw/coverage", test_coverage);
  g_test_add_func ("/draw/labels-limit", test_labels_limit);
  g_test_add_func ("/draw/labels-even", test_labels_even);
  g_test_add_func ("/draw/labels-one-form", test_labels_one_form);
  g_test_add_func ("/draw/labels-turned", test_labels_turned);
  g_test_add_func ("/draw/hidden-chunk", test_hidden_chunk);
  g_test_add_func ("/draw/selection-dims", test_selection_dims);
  g_test_add_func ("/draw/far-from-zero", test_far_from_zero);
  g_test_add_func ("/draw/not-recorded", test_not_recorded);
  g_test_add_func ("/draw/hatch", test_hatch);
  g_test_add_func ("/draw/headers", test_headers);
  g_test_add_func ("/draw/texts", test_texts);
  g_test_add_func ("/draw/export", test_export);
  g_test_add_func ("/draw/date", test_date);
  g_test_add_func ("/draw/odd-input", test_odd);
  return g_test_run ();
}
