/* test-timeline-draw.c - the timeline's painter: places, colours, pictures, files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-error.h"
#include "draw/timeline/lsc-timeline-painter-private.h"
#include "export/lsc-export-picture.h"
#include "lsc-test-files.h"
#include "lsc-test-timeline.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

typedef struct
{
  LscTimelineLayout *layout;
  LscTimelinePainter *painter;
  LscTimelineView view;
} Scene;

static LscTimelinePainter *
new_painter (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  LscTimelinePainter *painter = lsc_timeline_painter_new (context);

  g_object_unref (context);
  return painter;
}

static void
add_timeline (Scene *self, LscTimeline *timeline)
{
  guint32 rank = lsc_timeline_layout_add_rank (self->layout, timeline->rank, NULL);

  lsc_timeline_layout_set_timeline (self->layout, rank, timeline);
  lsc_timeline_unref (timeline);
}

static void
scene_init (Scene *self, LscTimeline *first, LscTimeline *second)
{
  self->layout = lsc_timeline_layout_new ();
  self->painter = new_painter ();
  if (first != NULL)
    add_timeline (self, first);
  if (second != NULL)
    add_timeline (self, second);
  lsc_timeline_view_init (&self->view, self->layout);
}

static void
scene_clear (Scene *self)
{
  lsc_timeline_painter_free (self->painter);
  lsc_timeline_layout_free (self->layout);
}

static cairo_surface_t *
paint_body (Scene *self)
{
  const LscTimelineView *view = &self->view;
  cairo_surface_t *image = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) ((view->port.width - view->port.header_width) * view->scale),
      (int) ((view->port.height - view->ruler_height) * view->scale));

  lsc_timeline_painter_paint_body (self->painter, image, view);
  return image;
}

static cairo_surface_t *
paint_all (Scene *self, gboolean as_raster)
{
  cairo_surface_t *image = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) self->view.port.width, (int) self->view.port.height);
  cairo_t *cr = cairo_create (image);

  lsc_timeline_painter_paint (self->painter, cr, &self->view, as_raster);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

static guint32
pixel (cairo_surface_t *image, double x, double y)
{
  const guchar *data = cairo_image_surface_get_data (image);
  int column = CLAMP ((int) x, 0, cairo_image_surface_get_width (image) - 1);
  int row = CLAMP ((int) y, 0, cairo_image_surface_get_height (image) - 1);

  return *(const guint32 *) (gconstpointer) (data + row * cairo_image_surface_get_stride (image) +
                                             column * 4) &
         0xffffff;
}

static LscTimelineSpot
find_spot (LscTimelineLayout *layout, const char *path, guint32 slice)
{
  LscTimelineSpot spot = { 0, { 0, slice } };

  g_assert_true (lsc_timeline_layout_find_path (layout, path, &spot.rank, &spot.spot.node));
  return spot;
}

/* ---- time and place ---- */

static void
test_mapping (void)
{
  Scene scene;
  GRand *random = g_rand_new_with_seed (3);
  LscTimelineView *view = &scene.view;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), NULL);
  for (guint i = 0; i < 20000; i++)
    {
      gint64 begin = LSC_TEST_TIMELINE_BEGIN_NS + g_rand_int_range (random, 0, 10000000);
      gint64 time;

      view->port.span_ns = exp (g_rand_double_range (random, 0.1, 23));
      view->port.begin_ns = begin;
      view->port.begin_fraction = g_rand_double (random);
      time = begin + (gint64) (g_rand_double (random) * view->port.span_ns);
      /* a time comes back whatever the zoom, and so does a px where a ns has one */
      g_assert_cmpint (
          lsc_viewport_x_to_time (&view->port, lsc_viewport_time_to_x (&view->port, time)), ==,
          time);
    }
  g_rand_free (random);
  scene_clear (&scene);
}

static void
test_fit (void)
{
  Scene scene;
  LscTimelineView *view = &scene.view;
  LscTimeline *timeline;
  double x0, x1;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), NULL);
  timeline = lsc_timeline_layout_get_timeline (scene.layout, 0);
  x0 = lsc_viewport_time_to_x (&view->port, timeline->begin_ns);
  x1 = lsc_viewport_time_to_x (&view->port, timeline->end_ns);
  g_assert_cmpfloat (x0, >, view->port.header_width);
  g_assert_cmpfloat (x0, <, view->port.header_width + 12);
  g_assert_cmpfloat (x1, <, view->port.width);
  g_assert_cmpfloat (x1, >, view->port.width - 12);
  g_assert_cmpint (view->origin_ns, ==, timeline->begin_ns);

  view->port.span_ns = NAN;
  view->port.begin_fraction = NAN;
  view->port.scroll_y = NAN;
  lsc_timeline_view_clamp (view);
  g_assert_true (isfinite (view->port.span_ns) && isfinite (view->port.begin_fraction) &&
                 isfinite (view->port.scroll_y));
  view->port.span_ns = 1e-30;
  view->port.begin_ns = G_MAXINT64;
  view->port.scroll_y = 1e30;
  lsc_timeline_view_clamp (view);
  g_assert_cmpfloat (view->port.span_ns, >=, LSC_TIMELINE_LEAST_SPAN_NS);
  g_assert_cmpint (view->port.begin_ns, <=, timeline->end_ns);
  g_assert_cmpfloat (view->port.scroll_y, <=,
                     lsc_timeline_layout_get_content_height (scene.layout));
  view->port.begin_ns = G_MININT64;
  view->port.span_ns = 1e30;
  lsc_timeline_view_clamp (view);
  g_assert_cmpfloat (view->port.span_ns, <, 1.2 * (double) (timeline->end_ns - timeline->begin_ns));
  scene_clear (&scene);
}

/* ---- what is under a point ---- */

/* The middle of the box of a slice hits it where it is wide; a block of many never is one slice. */
static void
check_hits (Scene *scene, guint *n_slices, guint *n_merged)
{
  const LscTimelineView *view = &scene->view;

  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (scene->layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (scene->layout, i);
      const LscNode *node = lsc_timeline_get_node (
          lsc_timeline_layout_get_timeline (scene->layout, strip->rank), strip->node);

      for (guint32 k = 0; node->lane != NULL && k < node->lane->n; k++)
        {
          LscTimelineSpot spot = { strip->rank, { strip->node, k } };
          double x0, y0, x1, y1, x;
          LscTimelineHit hit;

          if (!lsc_timeline_view_slice_box (view, &spot, &x0, &y0, &x1, &y1))
            {
              g_assert_true (strip->is_cut);
              continue;
            }
          x = (MAX (x0, view->port.header_width) + MIN (x1, view->port.width)) / 2;
          if (x1 < view->port.header_width + 1 || x0 > view->port.width - 1 ||
              y0 < view->ruler_height || y1 > view->port.height)
            continue;
          hit = lsc_timeline_view_hit (view, x, (y0 + y1) / 2);
          g_assert_cmpuint (hit.strip, ==, i);
          g_assert_true (hit.type == LSC_TIMELINE_HIT_SLICE || hit.type == LSC_TIMELINE_HIT_MERGED);
          if (x1 - x0 >= 2)
            {
              g_assert_cmpint (hit.type, ==, LSC_TIMELINE_HIT_SLICE);
              g_assert_cmpuint (hit.spot.spot.slice, ==, k);
              (*n_slices)++;
            }
          if (hit.type == LSC_TIMELINE_HIT_MERGED)
            {
              g_assert_cmpuint (hit.n_merged, >=, 2);
              (*n_merged)++;
            }
        }
    }
}

static void
test_hit_slices (void)
{
  Scene scene;
  guint n_slices = 0, n_merged = 0;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 20), NULL);
  lsc_timeline_layout_set_all_expanded (scene.layout, TRUE);
  scene.view.port.height = 1200;
  for (guint i = 0; i < 40; i++)
    {
      check_hits (&scene, &n_slices, &n_merged);
      scene.view.port.begin_ns += (gint64) (scene.view.port.span_ns * 0.17);
      scene.view.port.begin_fraction = i / 40.0;
      scene.view.port.span_ns = MAX (scene.view.port.span_ns * 0.75, 2);
    }
  g_assert_cmpuint (n_slices, >, 500);
  g_assert_cmpuint (n_merged, >, 20);
  scene_clear (&scene);
}

static void
test_hit_frame (void)
{
  Scene scene;
  LscTimelineView *view = &scene.view;
  LscTimelineMark mark = { LSC_TEST_TIMELINE_BEGIN_NS + 3000000,
                           LSC_TEST_TIMELINE_BEGIN_NS + 3000000,
                           0xff0000,
                           TRUE,
                           (char *) "here",
                           NULL,
                           NULL };
  g_autoptr (GPtrArray) marks = g_ptr_array_new ();
  double x0;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), NULL);
  view->port.height = 1200;
  g_assert_cmpint (lsc_timeline_view_hit (view, 500, 10).type, ==, LSC_TIMELINE_HIT_RULER);
  g_assert_cmpint (lsc_timeline_view_hit (view, 12, view->ruler_height + 10).type, ==,
                   LSC_TIMELINE_HIT_EXPANDER);
  g_assert_cmpint (lsc_timeline_view_hit (view, 100, view->ruler_height + 10).type, ==,
                   LSC_TIMELINE_HIT_HEADER);
  g_assert_cmpint (lsc_timeline_view_hit (view, 500, view->ruler_height + 10).type, ==,
                   LSC_TIMELINE_HIT_STRIP);
  g_assert_cmpint (lsc_timeline_view_hit (view, 500, 1190).type, ==, LSC_TIMELINE_HIT_NOTHING);
  g_assert_cmpint (lsc_timeline_view_hit (view, NAN, NAN).type, ==, LSC_TIMELINE_HIT_NOTHING);
  view->has_range = TRUE;
  view->range_begin_ns = LSC_TEST_TIMELINE_BEGIN_NS + 1000000;
  view->range_end_ns = LSC_TEST_TIMELINE_BEGIN_NS + 2000000;
  x0 = lsc_viewport_time_to_x (&view->port, view->range_begin_ns);
  g_assert_cmpint (lsc_timeline_view_hit (view, x0 + 4, 5).type, ==, LSC_TIMELINE_HIT_RANGE_BEGIN);
  g_assert_cmpint (lsc_timeline_view_hit (view, x0 + 2, 300).type, ==,
                   LSC_TIMELINE_HIT_RANGE_BEGIN);
  g_assert_cmpint (lsc_timeline_view_hit (view, x0 + 4, 300).type, !=,
                   LSC_TIMELINE_HIT_RANGE_BEGIN);
  x0 = lsc_viewport_time_to_x (&view->port, view->range_end_ns);
  g_assert_cmpint (lsc_timeline_view_hit (view, x0, 5).type, ==, LSC_TIMELINE_HIT_RANGE_END);
  g_ptr_array_add (marks, &mark);
  view->marks = marks;
  x0 = lsc_viewport_time_to_x (&view->port, mark.begin_ns);
  g_assert_cmpint (lsc_timeline_view_hit (view, x0 + 3, 20).type, ==, LSC_TIMELINE_HIT_MARK);
  scene_clear (&scene);
}

/* ---- pictures ---- */

/* Each row with a slice in the window has ink, and a wide slice is filled with its own colour. */
static void
check_rows (Scene *scene, cairo_surface_t *image)
{
  const LscTimelineView *view = &scene->view;
  guint32 ground = lsc_color_to_rgb (&view->theme.background);

  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (scene->layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (scene->layout, i);
      const LscTimeline *timeline = lsc_timeline_layout_get_timeline (scene->layout, strip->rank);
      const LscLane *lane = lsc_timeline_get_node (timeline, strip->node)->lane;

      for (guint32 k = 0; lane != NULL && k < lane->n; k++)
        {
          LscTimelineSpot spot = { strip->rank, { strip->node, k } };
          double x0, y0, x1, y1;
          guint32 found;

          if (!lsc_timeline_view_slice_box (view, &spot, &x0, &y0, &x1, &y1))
            {
              g_assert_true (strip->is_cut);
              continue;
            }
          if (x0 < view->port.header_width || x1 > view->port.width - 1 || y1 > view->port.height)
            continue;
          found = pixel (image, (MAX (x0, 0) + 1.6 - view->port.header_width) * view->scale,
                         (y0 + 1 - view->ruler_height) * view->scale);
          if (x1 - x0 < 8 || _lsc_palette_hatch (lane->kind[k]) != LSC_HATCH_NONE)
            continue;
          if (_lsc_palette_is_hollow (lane->kind[k]))
            g_assert_cmphex (found, ==, lsc_color_to_rgb (&view->theme.bubble));
          else
            g_assert_cmphex (found, ==, lsc_timeline_palette_fill (timeline, lane, k, view->color));
          g_assert_cmphex (found, !=, ground);
        }
    }
}

static void
test_pixels (void)
{
  static const double scales[] = { 1, 2, 1.5 };

  for (guint s = 0; s < G_N_ELEMENTS (scales); s++)
    for (guint color = 0; color <= LSC_TIMELINE_COLOR_MODULE; color++)
      {
        Scene scene;
        cairo_surface_t *image;

        scene_init (&scene, lsc_test_timeline_new (0, 3, 2), NULL);
        scene.view.scale = scales[s];
        scene.view.port.height = 900;
        scene.view.color = color;
        image = paint_body (&scene);
        check_rows (&scene, image);
        cairo_surface_destroy (image);
        scene_clear (&scene);
      }
}

/* Covered share of a pixel is seen: the blocks of a dense row get paler with its density, and a
 * lone short slice never vanishes. */
static void
test_shares (void)
{
  Scene scene;
  LscTimeline *timeline = lsc_test_timeline_new_empty (0);
  LscRawSlices raw = { 0 };
  cairo_surface_t *image;
  guint32 dense, sparse, lone, empty;
  double y;

  for (guint i = 0; i < 10000; i++) /* 9/10 covered, then a tenth */
    lsc_test_timeline_add_slice (timeline, &raw, i * 100, i < 5000 ? 90 : 10, LSC_SLICE_CUBE, "a");
  lsc_test_timeline_add_slice (timeline, &raw, 1500000, 0, LSC_SLICE_CUBE, "a");
  lsc_test_timeline_add_slice (timeline, &raw, 1999999, 1, LSC_SLICE_CUBE, "a");
  lsc_timeline_add_lane (timeline, 0, LSC_ROLE_OTHER, "lane",
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  lsc_raw_slices_clear (&raw);
  lsc_timeline_seal (timeline, NULL);
  scene_init (&scene, timeline, NULL);
  scene.view.port.begin_ns = 0;
  scene.view.port.span_ns = 2000000;
  y = LSC_LAYOUT_GROUP_HEIGHT + 8;
  image = paint_body (&scene);
  dense = pixel (image, 103, y) >> 16;
  sparse = pixel (image, 303, y) >> 16;
  empty = pixel (image, 560, y) >> 16;
  lone = pixel (image, lsc_viewport_time_to_x (&scene.view.port, 1500000) - 180, y) >> 16;
  g_assert_cmpuint (empty, ==, 0xff);
  g_assert_cmpuint (lone, <, 0xf0); /* red falls as blue covers white */
  g_assert_cmpuint (dense, <, 0x60);
  g_assert_cmpuint (sparse, >, dense + 60);
  g_assert_cmpuint (sparse, <, empty);
  cairo_surface_destroy (image);
  scene_clear (&scene);
}

/* Pinned strips lie over the scrolled ones, and the same pixel is painted the same twice. */
static void
test_paint_order (void)
{
  Scene scene;
  cairo_surface_t *before, *after;
  double height;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), NULL);
  scene.view.port.height = 300;
  lsc_timeline_layout_set_pinned (scene.layout, "Rank 0/Device/Stream 2", TRUE);
  lsc_timeline_layout_set_pinned (scene.layout, "Rank 0/Steps", TRUE);
  height = lsc_timeline_layout_get_pinned_height (scene.layout);
  before = paint_body (&scene);
  scene.view.port.scroll_y = 77;
  after = paint_body (&scene);
  for (int y = 0; y < (int) height; y++)
    for (int x = 0; x < 800; x += 3)
      g_assert_cmphex (pixel (before, x, y), ==, pixel (after, x, y));
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (before),
                           cairo_image_surface_get_data (after),
                           (gsize) cairo_image_surface_get_stride (before) * 270),
                   !=, 0);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
  scene_clear (&scene);
}

static double
luminance (guint32 rgb)
{
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (int i = 0; i < 3; i++)
    {
      double value = (rgb >> (16 - 8 * i) & 0xff) / 255.0;

      sum += weights[i] * (value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4));
    }
  return sum;
}

static void
check_contrast (guint32 fill)
{
  double light = luminance (fill) + 0.05;

  g_assert_cmpfloat (lsc_palette_label_is_white (fill) ? 1.05 / light : light / 0.05, >=, 4.5);
}

static void
test_contrast (void)
{
  Scene scene;
  LscTimelineMemory *memory;

  scene_init (&scene, lsc_test_timeline_new (0, 1, 1), NULL);
  memory = _lsc_painter_memory (scene.painter, lsc_timeline_layout_get_timeline (scene.layout, 0));
  for (guint kind = 0; kind < LSC_SLICE_N_KINDS; kind++)
    {
      check_contrast (_lsc_palette_family ((guint8) kind));
      g_assert_cmphex (_lsc_palette_family ((guint8) kind), !=, 0);
      for (guint shade = 0; shade < LSC_TIMELINE_N_SHADES; shade++)
        check_contrast (memory->fills[kind][shade]);
    }
  for (guint family = 0; family < LSC_N_FAMILIES; family++)
    for (guint shade = 0; shade < LSC_TIMELINE_N_SHADES; shade++)
      check_contrast (memory->kernel_fills[family][shade]);
  for (guint i = 0; i < LSC_TIMELINE_N_HEATS; i++)
    check_contrast (memory->heats[i]);
  for (guint i = 0; i < LSC_LINK_N_KINDS; i++)
    check_contrast (_lsc_palette_link (i));
  scene_clear (&scene);
}

/* One operator has one colour, whatever index its name ends with, in every rank. */
static void
test_names (void)
{
  LscTimeline *timeline = lsc_test_timeline_new_empty (0);
  static const char *const names[] = { "MatMulV2_17", "MatMulV2_3", "MatMulV2", "MatMulV2_1_22" };
  LscRawSlices raw = { 0 };
  LscLane *lane;
  guint n_colors = 0;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    lsc_test_timeline_add_slice (timeline, &raw, i * 10, 5, LSC_SLICE_CUBE, names[i]);
  for (guint i = 0; i < 26; i++)
    {
      char name[] = { (char) ('A' + i), 'b', 's', '\0' };

      lsc_test_timeline_add_slice (timeline, &raw, 1000 + i * 10, 5, LSC_SLICE_CUBE, name);
    }
  lane = lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
  for (guint32 i = 1; i < G_N_ELEMENTS (names); i++)
    g_assert_cmphex (lsc_timeline_palette_fill (timeline, lane, i, LSC_TIMELINE_COLOR_NAME), ==,
                     lsc_timeline_palette_fill (timeline, lane, 0, LSC_TIMELINE_COLOR_NAME));
  for (guint32 i = 4; i < lane->n; i++)
    n_colors += g_hash_table_add (seen, GUINT_TO_POINTER (lsc_timeline_palette_fill (
                                            timeline, lane, i, LSC_TIMELINE_COLOR_NAME)));
  g_assert_cmpuint (n_colors, >=, 6);
  lsc_lane_free (lane);
  lsc_raw_slices_clear (&raw);
  lsc_timeline_unref (timeline);
}

/* Extremes of columns against a look at every sample. */
static void
test_counter_columns (void)
{
  GRand *random = g_rand_new_with_seed (9);
  g_autoptr (LscCounter) counter = lsc_counter_new ("c", LSC_COUNTER_LINE, LSC_COUNTER_UNIT_NONE);
  Scene scene;
  const LscSampleBlock *blocks;

  for (guint i = 0; i < 1000; i++)
    lsc_samples_append (&counter->samples, (LscSample){ i * 10 + g_rand_int_range (random, 0, 10),
                                                        g_rand_double_range (random, -5, 5) });
  lsc_counter_seal (counter);
  scene_init (&scene, lsc_test_timeline_new (0, 1, 1), NULL);
  blocks = _lsc_painter_blocks (
      _lsc_painter_memory (scene.painter, lsc_timeline_layout_get_timeline (scene.layout, 0)),
      counter);
  for (guint i = 0; i < 5000; i++)
    {
      gint64 begin = g_rand_int_range (random, -50, 10100);
      gint64 end = begin + 1 + g_rand_int_range (random, 0, i % 2 ? 20 : 4000);
      LscCounterReading reading = lsc_counter_read (counter, begin, end);
      double least, most;

      g_assert_cmpint (_lsc_counter_column (counter, blocks, begin, end, &least, &most), ==,
                       reading.is_known);
      if (!reading.is_known)
        continue;
      g_assert_cmpfloat (most, ==, MAX (reading.most, most));
      g_assert_cmpfloat (most, >=, reading.most);
      g_assert_cmpfloat (least, <=, reading.least);
      /* at most the value that held just before the column is added */
      g_assert_true (most == reading.most ||
                     most == lsc_counter_read (counter, begin - 1, begin).most);
    }
  g_rand_free (random);
  scene_clear (&scene);
}

/* Vectors show what the raster shows: few pixels differ by much (text is drawn otherwise). */
static void
test_vector_like_raster (void)
{
  Scene scene;
  cairo_surface_t *raster, *vector;
  guint n_different = 0, n = 0;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), lsc_test_timeline_new (1, 4, 3));
  lsc_timeline_layout_set_expanded (scene.layout, "Rank 0/Counters", TRUE);
  lsc_timeline_layout_set_expanded (scene.layout, "Rank 1/Device", FALSE);
  lsc_timeline_layout_set_pinned (scene.layout, "Rank 1/Steps", TRUE);
  scene.view.port.height = 1100;
  raster = paint_all (&scene, TRUE);
  vector = paint_all (&scene, FALSE);
  for (int y = 0; y < 1100; y++)
    for (int x = 0; x < 1000; x++, n++)
      for (int shift = 0; shift <= 16; shift += 8)
        if (ABS ((int) (pixel (raster, x, y) >> shift & 0xff) -
                 (int) (pixel (vector, x, y) >> shift & 0xff)) > 64)
          {
            n_different++;
            break;
          }
  g_assert_cmpfloat (n_different, <, 0.02 * n);
  cairo_surface_destroy (raster);
  cairo_surface_destroy (vector);
  scene_clear (&scene);
}

/* ---- everything at once, and nothing ---- */

static void
paint_everything (Scene *scene)
{
  cairo_surface_t *image = paint_all (scene, TRUE);
  cairo_t *cr = cairo_create (image);

  lsc_timeline_painter_paint_hover (scene->painter, cr, &scene->view);
  lsc_timeline_painter_paint_minimap (scene->painter, cr, &scene->view, 800, 40);
  lsc_timeline_painter_paint_minimap (scene->painter, cr, &scene->view, 0, 0);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  cairo_surface_destroy (paint_all (scene, FALSE));
}

static void
test_decorations (void)
{
  Scene scene;
  LscTimelineView *view = &scene.view;
  LscTimelineMark mark = { LSC_TEST_TIMELINE_BEGIN_NS + 1000000,
                           LSC_TEST_TIMELINE_BEGIN_NS + 3000000,
                           0x7A4FC0,
                           FALSE,
                           (char *) "a name",
                           (char *) "a note",
                           NULL };
  g_autoptr (GPtrArray) marks = g_ptr_array_new ();
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (LscTimelineSpot));
  g_autoptr (GArray) range_paths = g_array_new (FALSE, FALSE, sizeof (char *));
  const char *path = "Rank 0/Device";
  cairo_surface_t *without, *with;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), lsc_test_timeline_new (1, 4, 3));
  without = paint_all (&scene, TRUE);
  view->selected = find_spot (scene.layout, "Rank 0/Python/Thread 4711 (main)", 3);
  view->hovered = find_spot (scene.layout, "Rank 0/Device/Stream 2", 1);
  view->hover_x = 400;
  view->chosen_link = 0;
  view->has_range = TRUE;
  view->range_begin_ns = LSC_TEST_TIMELINE_BEGIN_NS + 2000000;
  view->range_end_ns = LSC_TEST_TIMELINE_BEGIN_NS + 4000000;
  view->range_paths = range_paths;
  g_array_append_val (range_paths, path);
  view->focus_strip = 2;
  view->same_name = "Dequeue";
  g_ptr_array_add (marks, &mark);
  view->marks = marks;
  g_ptr_array_add (paths, (gpointer) path);
  view->selected_paths = paths;
  for (guint32 i = 0; i < 20; i++)
    {
      LscTimelineSpot spot = find_spot (scene.layout, "Rank 0/Device/Stream 2", i);

      g_array_append_val (hits, spot);
    }
  g_array_append_val (hits, LSC_TIMELINE_SPOT_NONE); /* of a rank that was closed */
  view->hits = hits;
  view->current_hit = 4;
  with = paint_all (&scene, TRUE);
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (without),
                           cairo_image_surface_get_data (with),
                           (gsize) cairo_image_surface_get_stride (with) * 600),
                   !=, 0);
  cairo_surface_destroy (without);
  cairo_surface_destroy (with);
  for (guint arrows = 0; arrows <= LSC_TIMELINE_ARROWS_ALL; arrows++)
    {
      view->arrows = arrows;
      paint_everything (&scene);
    }
  view->absolute_time = TRUE;
  view->theme = lsc_theme_dark ();
  for (guint i = 0; i < 60; i++) /* down to a ns */
    {
      view->port.span_ns *= 0.7;
      view->port.begin_fraction = 0.3;
      lsc_timeline_view_clamp (view);
      view->absolute_time = i % 2;
      paint_everything (&scene);
    }
  scene_clear (&scene);
}

/* The critical path of a pipeline is marked at the top of every strip of its rank, in the rank's
 * own clock, and nowhere else. */
static void
test_path (void)
{
  static const LscTimelinePathRange ranges[] = {
    { 1, LSC_TEST_TIMELINE_BEGIN_NS + 1000000, LSC_TEST_TIMELINE_BEGIN_NS + 2000000 },
    { 1, LSC_TEST_TIMELINE_BEGIN_NS + 3000000, LSC_TEST_TIMELINE_BEGIN_NS + 4000000 },
    { 7, LSC_TEST_TIMELINE_BEGIN_NS + 1000000, LSC_TEST_TIMELINE_BEGIN_NS + 2000000 },
  };
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (LscTimelinePathRange));
  cairo_surface_t *image;
  Scene scene;
  guint n_marked = 0;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), lsc_test_timeline_new (1, 4, 3));
  lsc_timeline_layout_set_offset (scene.layout, 1, 500000);
  g_array_append_vals (path, ranges, G_N_ELEMENTS (ranges));
  scene.view.path = path;
  image = paint_all (&scene, TRUE);
  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (scene.layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (scene.layout, i);
      double y = _lsc_view_strip_top (&scene.view, strip) + 1;

      for (guint k = 0; k < 5; k++) /* 0.25, 1, 2, 3, 4 ms, 0.5 ms earlier on the screen */
        {
          gint64 time_ns = LSC_TEST_TIMELINE_BEGIN_NS + k * 1000000 + (k == 0 ? 250000 : 0);
          double x = lsc_viewport_time_to_x (&scene.view.port, time_ns);
          gboolean is_on_path = strip->rank == 1 && (k == 1 || k == 3);

          if (y >= scene.view.port.height - 1)
            continue;
          g_assert_true ((pixel (image, x, y) == 0xB00020) == is_on_path);
          n_marked += is_on_path;
        }
    }
  g_assert_cmpuint (n_marked, >=, 4);
  cairo_surface_destroy (image);
  scene_clear (&scene);
}

/* A lane that the user moved alone is drawn, found under the pointer and marked where it is shown;
 * the others stay. */
static void
test_lane_offset (void)
{
  const gint64 shift_ns = 700000;
  double x0, y0, x1, y1, moved_x0, other_x0, other_moved_x0;
  LscTimelineSpot spot = LSC_TIMELINE_SPOT_NONE, other = LSC_TIMELINE_SPOT_NONE;
  LscTimelineHit hit;
  Scene scene;
  LscTimeline *timeline;
  g_autofree char *path = NULL;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), NULL);
  timeline = lsc_timeline_layout_get_timeline (scene.layout, 0);
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == LSC_ROLE_STREAM && spot.rank == LSC_SLICE_NONE)
        spot = (LscTimelineSpot){ 0, { i, 0 } };
      else if (node->role == LSC_ROLE_STEPS)
        other = (LscTimelineSpot){ 0, { i, 0 } };
    }
  lsc_timeline_layout_reveal (scene.layout, 0, spot.spot.node);
  path = lsc_timeline_layout_get_path (scene.layout, 0, spot.spot.node);
  g_assert_true (lsc_timeline_view_slice_box (&scene.view, &spot, &x0, &y0, &x1, &y1));
  g_assert_true (lsc_timeline_view_slice_box (&scene.view, &other, &other_x0, &y0, &x1, &y1));
  lsc_timeline_layout_set_lane_offset (scene.layout, path, -shift_ns);
  g_assert_true (lsc_timeline_view_slice_box (&scene.view, &other, &other_moved_x0, &y0, &x1, &y1));
  g_assert_cmpfloat (other_moved_x0, ==, other_x0);
  g_assert_true (lsc_timeline_view_slice_box (&scene.view, &spot, &moved_x0, &y0, &x1, &y1));
  g_assert_cmpfloat_with_epsilon (
      moved_x0 - x0, (double) shift_ns * lsc_viewport_px_per_ns (&scene.view.port), 1e-6);
  hit = lsc_timeline_view_hit (&scene.view, (moved_x0 + x1) / 2, (y0 + y1) / 2);
  g_assert_cmpuint (hit.spot.spot.node, ==, spot.spot.node);
  g_assert_cmpuint (hit.spot.spot.slice, ==, spot.spot.slice);
  hit = lsc_timeline_view_hit (&scene.view, (x0 + moved_x0) / 2, (y0 + y1) / 2);
  g_assert_false (hit.type == LSC_TIMELINE_HIT_SLICE && hit.spot.spot.slice == spot.spot.slice);
  paint_everything (&scene);
  lsc_timeline_layout_set_lane_offset (scene.layout, path, G_MAXINT64);
  paint_everything (&scene);
  scene_clear (&scene);
}

static void
test_replaced (void)
{
  Scene scene;
  LscTimeline *other = lsc_test_timeline_new (0, 2, 1);
  cairo_surface_t *image;

  /* a reload gives other numbers to the same names: no stale text, no stale pointer */
  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), NULL);
  image = paint_body (&scene);
  g_assert_cmpuint (lsc_timeline_painter_get_n_labels (scene.painter), >, 0);
  cairo_surface_destroy (image);
  lsc_timeline_layout_set_timeline (scene.layout, 0, other);
  lsc_timeline_unref (other);
  cairo_surface_destroy (paint_body (&scene));
  g_assert_cmpuint (scene.painter->memories->len, ==, 1);
  lsc_timeline_painter_reset (scene.painter);
  cairo_surface_destroy (paint_body (&scene));
  scene_clear (&scene);
}

static void
test_hostile (void)
{
  Scene scene;
  LscTimeline *timeline;
  LscRawSlices raw = { 0 };
  g_autofree char *name = g_strnfill (10240, 'x');
  LscCounter *counter;
  guint32 node;

  scene_init (&scene, NULL, NULL); /* no rank at all */
  paint_everything (&scene);
  scene_clear (&scene);

  scene_init (&scene, lsc_test_timeline_new_empty (0), NULL); /* nothing in it */
  lsc_timeline_layout_add_rank (scene.layout, 1, NULL);       /* not loaded */
  paint_everything (&scene);
  scene.view.port.width = 10;
  scene.view.port.height = 3;
  paint_everything (&scene);
  scene_clear (&scene);

  timeline = lsc_test_timeline_new_empty (0);
  for (guint i = 200; i < 300; i++) /* UTF-8 across the place where it is cut */
    memcpy (name + (i - 200) * 3 + 91, "\xe4\xb8\xad", 3);
  lsc_test_timeline_add_slice (timeline, &raw, 0, G_GINT64_CONSTANT (8000000000000), LSC_SLICE_OP,
                               name);
  lsc_test_timeline_add_slice (timeline, &raw, 5, 0, LSC_SLICE_OP, "");
  lsc_test_timeline_add_slice (timeline, &raw, 5, 0, LSC_SLICE_OP, "\xff\xfe not text \n\t");
  lsc_test_timeline_add_slice (timeline, &raw, 6, 1, LSC_SLICE_OP, "\xff\xfe not text \n\t");
  lsc_test_timeline_add_slice (timeline, &raw, G_MAXINT64 / 2, 100, LSC_SLICE_N_KINDS - 1,
                               "far away");
  lsc_timeline_add_lane (timeline, 0, LSC_ROLE_OTHER, name,
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  lsc_raw_slices_clear (&raw);
  node = lsc_timeline_add_counter (timeline, 0, LSC_ROLE_COUNTER, "empty counter");
  counter = lsc_counter_new ("none", LSC_COUNTER_AREA, LSC_COUNTER_UNIT_BYTES);
  g_ptr_array_add (lsc_timeline_get_node (timeline, node)->series, counter);
  node = lsc_timeline_add_counter (timeline, 0, LSC_ROLE_COUNTER, "huge counter");
  counter = lsc_counter_new ("huge", LSC_COUNTER_LINE, LSC_COUNTER_UNIT_BYTES);
  lsc_samples_append (&counter->samples, (LscSample){ 1, -1e308 });
  lsc_samples_append (&counter->samples, (LscSample){ 2, 1e308 });
  lsc_samples_append (&counter->samples, (LscSample){ 3, NAN });
  lsc_counter_seal (counter);
  g_ptr_array_add (lsc_timeline_get_node (timeline, node)->series, counter);
  lsc_timeline_seal (timeline, NULL);
  scene_init (&scene, timeline, NULL);
  scene.view.selected = (LscTimelineSpot){ 0, { 1, 999 } };
  scene.view.hovered = (LscTimelineSpot){ 7, { 1, 0 } };
  for (guint i = 0; i < 90; i++)
    {
      paint_everything (&scene);
      scene.view.port.span_ns *= 0.6;
      lsc_timeline_view_clamp (&scene.view);
      lsc_timeline_view_hit (&scene.view, 500, 80);
    }
  scene.view.port.begin_ns = 0;
  scene.view.port.span_ns = 20;
  paint_everything (&scene);
  lsc_timeline_layout_set_offset (scene.layout, 0, G_MAXINT64);
  paint_everything (&scene);
  lsc_timeline_layout_set_offset (scene.layout, 0, G_MININT64 + 1);
  paint_everything (&scene);
  scene_clear (&scene);
}

static void
test_many_lanes (void)
{
  Scene scene;
  gint64 start;

  scene_init (&scene, lsc_test_timeline_new_wide (10000, 100000), NULL);
  paint_everything (&scene); /* layout and first sight */
  start = g_get_monotonic_time ();
  scene.view.port.scroll_y = 100000;
  paint_everything (&scene);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 1000000);
  lsc_timeline_layout_set_expanded (scene.layout, "Rank 0/Device", FALSE);
  scene.view.port.scroll_y = 0;
  start = g_get_monotonic_time ();
  paint_everything (&scene); /* a summary of 10,000 lanes */
  g_assert_cmpint (g_get_monotonic_time () - start, <, 1000000);
  scene_clear (&scene);
}

/* ---- files ---- */

static char *export(Scene *scene, const char *folder, const char *name, gboolean all, double scale,
                    int code)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  LscPictureOptions options = {
    .path = path,
    .scale = scale,
    .page = { .is_whole = all, .title = "A <project> & more", .footer = "Lanescope" },
  };
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  gboolean done = lsc_export_timeline (&scene->view, &options, &error);

  if (code >= 0)
    {
      g_assert_false (done);
      g_assert_error (error, LSC_ERROR, code);
      g_assert_nonnull (strstr (error->message, name));
      return NULL;
    }
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_remove (path);
  return text;
}

static void
test_export (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL);
  Scene scene;
  g_autofree char *svg = NULL, *second = NULL, *again = NULL, *pdf = NULL, *png = NULL;
  g_autofree char *larger = NULL;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), lsc_test_timeline_new (1, 4, 3));
  svg = export(&scene, folder, "a.svg", TRUE, 1, -1);
  g_assert_nonnull (strstr (svg, "<title>A &lt;project&gt; &amp; more</title>"));
  second = export(&scene, folder, "a.svg", TRUE, 1, -1);
  g_assert_cmpstr (second, ==, svg);
  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (scene.layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (scene.layout, i);
      g_autofree char *path = lsc_timeline_layout_get_path (scene.layout, strip->rank, strip->node);
      g_autofree char *line = g_strconcat (path, "\n", NULL);

      g_assert_nonnull (strstr (svg, line));
    }
  pdf = export(&scene, folder, "a.PDF", FALSE, 1, -1);
  g_assert_true (g_str_has_prefix (pdf, "%PDF-"));
  png = export(&scene, folder, "a.png", FALSE, 1, -1);
  larger = export(&scene, folder, "a.png", FALSE, 3, -1);
  /* width in the header of a PNG file */
  g_assert_cmpuint ((guint8) png[18] << 8 | (guint8) png[19], ==, 1000 + 32);
  g_assert_cmpuint ((guint8) larger[18] << 8 | (guint8) larger[19], ==, 3 * (1000 + 32));
  export(&scene, folder, "a.gif", FALSE, 1, LSC_ERROR_USAGE);
  export(&scene, "/nowhere/at/all", "a.png", FALSE, 1, LSC_ERROR_IO);
  scene_clear (&scene);

  scene_init (&scene, NULL, NULL);
  export(&scene, folder, "a.svg", FALSE, 1, LSC_ERROR_NOTHING);
  scene_clear (&scene);

  scene_init (&scene, lsc_test_timeline_new_wide (3000, 6000), NULL);
  export(&scene, folder, "a.png", TRUE, 1, LSC_ERROR_LIMIT);
  again = export(&scene, folder, "a.png", FALSE, 2, -1);
  scene_clear (&scene);
  g_rmdir (folder);
}

/* Idle time is grey, and no two of its kinds look the same. */
static void
test_idle_is_grey (void)
{
  static const guint8 kinds[] = {
    LSC_SLICE_FREE,       LSC_SLICE_FREE_EDGE,       LSC_SLICE_GAP_HOST_SYNC,
    LSC_SLICE_GAP_HOST,   LSC_SLICE_GAP_QUEUED_TASK, LSC_SLICE_GAP_QUEUED_IDLE,
    LSC_SLICE_GAP_UNKNOWN
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint32 rgb = _lsc_palette_family (kinds[i]);

      g_assert_cmpuint (rgb >> 16, ==, rgb & 255);
      g_assert_cmpuint (rgb >> 16, ==, rgb >> 8 & 255);
      for (guint k = 0; k < i; k++)
        g_assert_cmphex (rgb, !=, _lsc_palette_family (kinds[k]));
    }
}

/* Two causes of idle time differ in their lines, or by far in their greys: narrow blocks show none.
 */
static void
test_causes_differ (void)
{
  for (guint8 a = LSC_SLICE_GAP_HOST_SYNC; a <= LSC_SLICE_GAP_UNKNOWN; a++)
    for (guint8 b = LSC_SLICE_GAP_HOST_SYNC; b < a; b++)
      {
        int grey_a = _lsc_palette_family (a) & 255, grey_b = _lsc_palette_family (b) & 255;

        g_assert_false (_lsc_palette_is_hollow (a) || _lsc_palette_is_hollow (b));
        if (_lsc_palette_hatch (a) == _lsc_palette_hatch (b))
          g_assert_cmpint (ABS (grey_a - grey_b), >=, 0x40);
      }
}

/* A legend that lists one is not read as the other. */
static void
test_copy_is_no_communication (void)
{
  for (guint8 kind = 0; kind < LSC_SLICE_COMPUTING; kind++)
    if (lsc_slice_kind_is_device (kind))
      {
        g_assert_cmphex (_lsc_palette_family (kind), !=,
                         _lsc_palette_family (LSC_SLICE_NOT_OVERLAPPED));
        g_assert_cmphex (_lsc_palette_family (kind), !=, _lsc_palette_family (LSC_SLICE_FREE));
      }
}

static int
distance (guint32 a, guint32 b)
{
  return ABS ((int) (a >> 16) - (int) (b >> 16)) +
         ABS ((int) (a >> 8 & 255) - (int) (b >> 8 & 255)) +
         ABS ((int) (a & 255) - (int) (b & 255));
}

/* Amber is communication and nothing else, on the pages of all ranks, too. */
static void
test_amber (void)
{
  guint32 amber = _lsc_palette_family (LSC_SLICE_COMM_OP);

  g_assert_cmphex (amber, ==, _lsc_palette_family (LSC_SLICE_COMMUNICATION));
  g_assert_cmphex (amber, ==, _lsc_palette_family (LSC_SLICE_CANN_COMM));
  g_assert_cmphex (amber, ==, _lsc_palette_kernels (LSC_FAMILY_COMMUNICATION));
  g_assert_cmphex (amber, ==, lsc_palette_budget_fill (LSC_BUDGET_TRANSFER, FALSE));
  for (guint8 kind = 0; kind < LSC_SLICE_N_KINDS; kind++)
    if (kind != LSC_SLICE_COMM_OP && kind != LSC_SLICE_COMMUNICATION &&
        kind != LSC_SLICE_CANN_COMM && kind != LSC_SLICE_COMM_TASK)
      g_assert_cmpint (distance (_lsc_palette_family (kind), amber), >=, 80);
  for (guint family = 0; family < LSC_N_FAMILIES; family++)
    if (family != LSC_FAMILY_COMMUNICATION)
      g_assert_cmpint (distance (_lsc_palette_kernels (family), amber), >=, 80);
}

/* The same cause of idle time has the same lines in the timeline and in the parts of a step. */
static void
test_same_lines (void)
{
  g_assert_cmpuint (lsc_palette_budget_hatch (LSC_BUDGET_FREE_DEVICE), ==,
                    _lsc_palette_hatch (LSC_SLICE_GAP_QUEUED_IDLE));
  g_assert_cmpuint (lsc_palette_budget_hatch (LSC_BUDGET_FREE_HOST), ==,
                    _lsc_palette_hatch (LSC_SLICE_GAP_HOST));
  g_assert_cmpuint (lsc_palette_budget_hatch (LSC_BUDGET_FREE_UNLINKED), ==,
                    _lsc_palette_hatch (LSC_SLICE_GAP_UNKNOWN));
  g_assert_cmpuint (lsc_palette_budget_hatch (LSC_BUDGET_PREPARE), ==,
                    _lsc_palette_hatch (LSC_SLICE_FREE_EDGE));
}

/* GPU kernels have the hue of their family, NPU kernels of the same name keep theirs. */
static void
test_kernel_families (void)
{
  LscTimeline *timeline = lsc_test_timeline_new_empty (0);
  static const char *const texts[] = { "ampere_sgemm_32x32_tn", "ampere_sgemm_64x64_nn",
                                       "void flash::flash_fwd_kernel<int>(int)" };
  LscRawSlices raw = { 0 };
  guint32 npu, rgb[G_N_ELEMENTS (texts)];
  g_autoptr (LscLane) lane = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    lsc_test_timeline_add_slice (timeline, &raw, i * 10, 5, LSC_SLICE_COMPUTE, texts[i]);
  lane = lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
  npu = lsc_timeline_palette_fill (timeline, lane, 0, LSC_TIMELINE_COLOR_CORE);
  timeline->is_gpu = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    rgb[i] = lsc_timeline_palette_fill (timeline, lane, i, LSC_TIMELINE_COLOR_CORE);
  g_assert_cmphex (rgb[0], ==, rgb[1]);
  g_assert_cmphex (rgb[0], !=, rgb[2]);
  g_assert_cmphex (rgb[0], !=, npu);
  lsc_raw_slices_clear (&raw);
  lsc_timeline_unref (timeline);
}

static const LscTimelineMeaning *
meaning_at (const GArray *meanings, guint index)
{
  return &g_array_index (meanings, LscTimelineMeaning, index);
}

static gboolean
has_meaning (const GArray *meanings, const char *name)
{
  for (guint i = 0; i < meanings->len; i++)
    if (strcmp (meaning_at (meanings, i)->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* As in the lanes: free time is hollow, its causes and work are not. */
static void
check_free (const GArray *meanings)
{
  guint n_hollow = 0;

  for (guint i = 0; i < meanings->len; i++)
    {
      const LscTimelineMeaning *at = meaning_at (meanings, i);
      gboolean is_hollow = (at->rgb & LSC_TIMELINE_LEGEND_HOLLOW) != 0;

      g_assert_cmpint (is_hollow, ==, g_str_has_prefix (at->name, "Free"));
      n_hollow += is_hollow;
    }
  g_assert_cmpuint (n_hollow, >, 0);
}

/* Those of a group stand together, so that its name stands once. */
static void
check_groups (const GArray *meanings)
{
  g_autoptr (GHashTable) ended = g_hash_table_new (g_str_hash, g_str_equal);
  const char *last = NULL;

  for (guint i = 0; i < meanings->len; i++)
    {
      const char *group = meaning_at (meanings, i)->group;

      if (last != NULL && g_strcmp0 (group, last) != 0)
        g_hash_table_add (ended, (gpointer) last);
      g_assert_false (group != NULL && g_hash_table_contains (ended, group));
      last = group;
    }
}

/* Of a recording that has all kinds, too: the device comes first. */
static void
test_legend_groups (void)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (LscTimelineMeaning));

  for (guint i = 0; i < 2 * LSC_SLICE_N_KINDS; i++)
    {
      guint8 kind = (guint8) (i % LSC_SLICE_N_KINDS);
      LscTimelineMeaning meaning = { 0 };

      if (lsc_slice_kind_is_device (kind) != (i < LSC_SLICE_N_KINDS) ||
          (kind >= LSC_SLICE_COMPUTING && kind <= LSC_SLICE_NOT_OVERLAPPED))
        continue;
      (void) _lsc_timeline_legend_words (kind, &meaning.group);
      g_assert_nonnull (meaning.group);
      g_array_append_val (all, meaning);
    }
  check_groups (all);
}

static void
test_legend (void)
{
  Scene scene;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), NULL);
  for (guint color = 0; color <= LSC_TIMELINE_COLOR_MODULE; color++)
    {
      g_autoptr (GArray) meanings = NULL;

      scene.view.color = color;
      meanings = lsc_timeline_legend_list (&scene.view, NULL);
      g_assert_cmpuint (meanings->len, >=, 2);
      for (guint i = 1; i < meanings->len; i++) /* each once */
        for (guint k = 0; k < i; k++)
          g_assert_false (meaning_at (meanings, i)->rgb == meaning_at (meanings, k)->rgb &&
                          strcmp (meaning_at (meanings, i)->name, meaning_at (meanings, k)->name) ==
                              0);
      check_groups (meanings);
      if (color == LSC_TIMELINE_COLOR_NAME)
        check_free (meanings);
    }
  scene_clear (&scene);
}

/* What is found once for all lanes is what each of them has, but for what has a lane of its name:
 * the host's colours, too. */
static void
test_hues (void)
{
  Scene scene;
  g_autofree LscTimelineHues *hues = NULL;
  g_autoptr (GArray) all = NULL, known = NULL;
  const LscTimeline *timeline;
  guint n_lanes = 0;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), NULL);
  timeline = lsc_timeline_layout_get_timeline (scene.view.layout, 0);
  hues = lsc_timeline_hues_new (timeline, NULL, NULL);
  for (guint i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      guint64 kinds = 0;

      for (gsize k = 0; node->lane != NULL && k < node->lane->n; k++)
        if (node->lane->kind[k] < LSC_SLICE_COMPUTING ||
            node->lane->kind[k] > LSC_SLICE_COMMUNICATION)
          kinds |= (guint64) 1 << node->lane->kind[k];
      g_assert_cmpuint (hues[i].kinds, ==, kinds);
      n_lanes += kinds != 0;
    }
  g_assert_cmpuint (n_lanes, >, 0);
  all = lsc_timeline_legend_list (&scene.view, NULL);
  known = lsc_timeline_legend_list (&scene.view, (const LscTimelineHues *const[]){ hues });
  g_assert_cmpuint (known->len, >, 0);
  g_assert_cmpuint (known->len, <, all->len);
  g_assert_true (has_meaning (known, "framework op"));
  for (guint i = 0; i < known->len; i++)
    g_assert_true (has_meaning (all, meaning_at (known, i)->name));
  scene_clear (&scene);
}

static guint
count_arrows (const LscTimelineView *view, const LscTimelineHues *hues)
{
  g_autoptr (GArray) meanings =
      lsc_timeline_legend_list (view, hues ? (const LscTimelineHues *const[]){ hues } : NULL);
  guint n = 0;

  for (guint i = 0; i < meanings->len; i++)
    {
      const LscTimelineMeaning *at = meaning_at (meanings, i);

      if (!at->arrow)
        continue;
      g_assert_cmphex (at->rgb, ==, _lsc_palette_link (at->arrow - 1));
      g_assert_true (view->arrow_kinds & 1u << (at->arrow - 1));
      n++;
    }
  check_groups (meanings);
  return n;
}

/* Arrows are explained while they may be seen, and only kinds that are drawn. */
static void
test_legend_arrows (void)
{
  Scene scene;
  g_autofree LscTimelineHues *hues = NULL;
  LscTimelineView *view = &scene.view;

  scene_init (&scene, lsc_test_timeline_new (0, 4, 3), NULL);
  hues = lsc_timeline_hues_new (lsc_timeline_layout_get_timeline (view->layout, 0), NULL, NULL);
  view->arrows = LSC_TIMELINE_ARROWS_ALL;
  view->arrow_kinds = 0x7f;
  g_assert_cmpuint (count_arrows (view, hues), >, 0);
  g_assert_cmpuint (count_arrows (view, NULL), ==, count_arrows (view, hues));
  view->arrow_kinds = 0;
  g_assert_cmpuint (count_arrows (view, hues), ==, 0);
  view->arrow_kinds = 0x7f;
  view->arrows = LSC_TIMELINE_ARROWS_SELECTION;
  g_assert_cmpuint (count_arrows (view, hues), ==, 0);
  for (guint32 node = 0; !lsc_timeline_view_get_lane (view, &view->selected); node++)
    view->selected = (LscTimelineSpot){ 0, { node, 0 } };
  g_assert_cmpuint (count_arrows (view, hues), >, 0);
  view->arrows = LSC_TIMELINE_ARROWS_OFF;
  g_assert_cmpuint (count_arrows (view, hues), ==, 0);
  scene_clear (&scene);
}

/* ---- a real recording ---- */

static void
add_sample (Scene *scene, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (path, NULL, &error);

  g_assert_no_error (error);
  for (guint c = 0; c < project->clusters->len; c++)
    {
      const LscCluster *cluster = g_ptr_array_index (project->clusters, c);

      for (guint i = 0; i < cluster->sources->len; i++)
        {
          LscTimeline *timeline =
              lsc_timeline_load (g_ptr_array_index (cluster->sources, i), 1, NULL, &error);

          g_assert_no_error (error);
          lsc_timeline_complete (timeline, NULL, &error);
          g_assert_no_error (error);
          add_timeline (scene, timeline);
        }
    }
}

static void
test_sample (void)
{
  g_autofree char *folder = lsc_test_require_samples ();
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "module-small", NULL) : NULL;
  Scene scene;
  guint n_slices = 0, n_merged = 0;

  if (folder == NULL)
    return;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the sample is not there");
      return;
    }
  scene_init (&scene, NULL, NULL);
  add_sample (&scene, path);
  scene.view.port.height = 1400;
  lsc_timeline_view_fit (&scene.view);
  for (guint i = 0; i < 12; i++)
    {
      cairo_surface_t *image;

      scene.view.color = i % (LSC_TIMELINE_COLOR_MODULE + 1);
      scene.view.arrows = LSC_TIMELINE_ARROWS_ALL;
      image = paint_body (&scene);
      check_rows (&scene, image);
      cairo_surface_destroy (image);
      check_hits (&scene, &n_slices, &n_merged);
      paint_everything (&scene);
      scene.view.port.begin_ns += (gint64) (scene.view.port.span_ns * 0.27);
      scene.view.port.span_ns *= 0.6;
    }
  g_assert_cmpuint (n_slices, >, 500);
  g_assert_cmpuint (n_merged, >, 500);
  scene_clear (&scene);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-draw/mapping", test_mapping);
  g_test_add_func ("/timeline-draw/fit", test_fit);
  g_test_add_func ("/timeline-draw/hit-slices", test_hit_slices);
  g_test_add_func ("/timeline-draw/hit-frame", test_hit_frame);
  g_test_add_func ("/timeline-draw/pixels", test_pixels);
  g_test_add_func ("/timeline-draw/shares", test_shares);
  g_test_add_func ("/timeline-draw/paint-order", test_paint_order);
  g_test_add_func ("/timeline-draw/contrast", test_contrast);
  g_test_add_func ("/timeline-draw/names", test_names);
  g_test_add_func ("/timeline-draw/counter-columns", test_counter_columns);
  g_test_add_func ("/timeline-draw/vector-like-raster", test_vector_like_raster);
  g_test_add_func ("/timeline-draw/decorations", test_decorations);
  g_test_add_func ("/timeline-draw/path", test_path);
  g_test_add_func ("/timeline-draw/lane-offset", test_lane_offset);
  g_test_add_func ("/timeline-draw/replaced", test_replaced);
  g_test_add_func ("/timeline-draw/hostile", test_hostile);
  g_test_add_func ("/timeline-draw/many-lanes", test_many_lanes);
  g_test_add_func ("/timeline-draw/export", test_export);
  g_test_add_func ("/timeline-draw/amber", test_amber);
  g_test_add_func ("/timeline-draw/same-lines", test_same_lines);
  g_test_add_func ("/timeline-draw/legend", test_legend);
  g_test_add_func ("/timeline-draw/legend-arrows", test_legend_arrows);
  g_test_add_func ("/timeline-draw/legend-groups", test_legend_groups);
  g_test_add_func ("/timeline-draw/hues", test_hues);
  g_test_add_func ("/timeline-draw/idle-is-grey", test_idle_is_grey);
  g_test_add_func ("/timeline-draw/causes-differ", test_causes_differ);
  g_test_add_func ("/timeline-draw/copy-is-no-communication", test_copy_is_no_communication);
  g_test_add_func ("/timeline-draw/kernel-families", test_kernel_families);
  g_test_add_func ("/timeline-draw/sample", test_sample);
  return g_test_run ();
}
