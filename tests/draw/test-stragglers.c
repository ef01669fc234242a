/* test-stragglers.c - the map of stragglers: what stands out, colours, places, files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "export/lsc-export-picture.h"
#include "lsc-test-stragglers.h"

/** A study, its marks and a view of them. */
typedef struct
{
  LscStragglers *study;
  LscStragglerMarks *marks;
  LscStragglerView view;
  PangoContext *context;
  LscText *text;
} Map;

static void
map_remark (Map *self)
{
  lsc_straggler_marks_free (self->marks);
  self->marks = lsc_straggler_marks_new (self->study);
  self->view.marks = self->marks;
}

static void
map_init (Map *self, LscTestJob job, double width, double height)
{
  *self = (Map){ .study = lsc_test_stragglers_new (&job) };
  self->view = (LscStragglerView){ .study = self->study,
                                   .width = width,
                                   .height = height,
                                   .margin = 8,
                                   .text_px = 12,
                                   .theme = lsc_theme_light () };
  self->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  self->text = lsc_text_new (self->context);
  map_remark (self);
}

static void
map_clear (Map *self)
{
  lsc_text_free (self->text);
  g_object_unref (self->context);
  lsc_straggler_marks_free (self->marks);
  lsc_stragglers_unref (self->study);
}

static cairo_surface_t *
paint (const Map *self)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) self->view.width,
                                                       (int) self->view.height);
  cairo_t *cr = cairo_create (image);

  lsc_color_set (cr, &self->view.theme.background);
  cairo_paint (cr);
  lsc_straggler_paint (self->text, cr, &self->view);
  cairo_destroy (cr);
  cairo_surface_flush (image);
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

static LscStragglerBox
cell_box (const Map *self, gsize replica, gsize stage)
{
  LscStragglerPlaces places = lsc_straggler_view_place (&self->view, self->text);
  LscStragglerSpot spot = { LSC_STRAGGLER_WORKER, replica, stage, 0 };

  return lsc_straggler_view_get_box (&self->view, &places, &spot);
}

/* ---- what stands out ---- */

static void
check_pattern (LscTestJob job, LscStragglerPattern pattern, const char *text)
{
  Map map;
  g_autofree char *plain = NULL;

  map_init (&map, job, 800, 400);
  plain = lsc_phrase_to_plain (map.marks->text);
  g_assert_cmpint (map.marks->pattern, ==, pattern);
  g_assert_cmpstr (plain, ==, text);
  map_clear (&map);
}

static void
test_patterns (void)
{
  check_pattern ((LscTestJob){ 4, 4, 8, LSC_TEST_EVEN }, LSC_STRAGGLERS_NOTHING,
                 "No outlier: S of each worker is at most 1.00");
  check_pattern ((LscTestJob){ 4, 4, 8, LSC_TEST_LONG_STAGE }, LSC_STRAGGLERS_STAGES,
                 "Stage 3 takes long in all replicas: S 1.23, other stages at most 0.99");
  check_pattern ((LscTestJob){ 32, 2, 8, LSC_TEST_LONG_REPLICA }, LSC_STRAGGLERS_REPLICAS,
                 "Replica 1 takes long in all stages: S 1.21, other replicas at most 1.00");
  check_pattern ((LscTestJob){ 64, 64, 8, LSC_TEST_LONG_WORKER }, LSC_STRAGGLERS_WORKERS,
                 "Worker (replica 1, stage 63) takes long: S 1.21, other workers at most 1.00");
  check_pattern ((LscTestJob){ 32, 2, 8, LSC_TEST_ALL_LONG }, LSC_STRAGGLERS_ALL,
                 "All workers are slow: S 1.14 to 1.19, no single outlier");
  check_pattern ((LscTestJob){ 8, 4, 8, LSC_TEST_SCATTERED }, LSC_STRAGGLERS_SCATTERED,
                 "20 of 32 workers take long: S up to 1.09, spread over stages and replicas");
  check_pattern ((LscTestJob){ 1, 1, 8, LSC_TEST_LONG_STAGE }, LSC_STRAGGLERS_ALONE,
                 "There is only one worker, and nothing to compare it with");
}

/* Of one replica nothing is said of all replicas; its slow stage is no slow worker. */
static void
test_one_replica (void)
{
  check_pattern ((LscTestJob){ 1, 4, 8, LSC_TEST_LONG_STAGE }, LSC_STRAGGLERS_STAGES,
                 "Stage 3 takes long: S 1.23, other stages at most 0.99");
  check_pattern ((LscTestJob){ 8, 1, 8, LSC_TEST_LONG_REPLICA }, LSC_STRAGGLERS_REPLICAS,
                 "Replica 1 takes long: S 1.21, other replicas at most 1.00");
}

static void
check_stages (const double *slowdowns, gsize n, guint expected)
{
  Map map;
  guint marked = 0;

  map_init (&map, (LscTestJob){ 4, n, 8, LSC_TEST_LONG_STAGE }, 800, 400);
  for (gsize i = 0; i < n; i++)
    lsc_test_stragglers_set (map.study, i, slowdowns[i], 0, 1.175);
  map_remark (&map);
  for (gsize i = 0; i < n; i++)
    marked |= map.marks->stages[i] ? 1u << i : 0;
  g_assert_cmphex (marked, ==, expected);
  map_clear (&map);
}

/* Beyond the others by more than these lie apart, at least 1.03, at most half of them; who does
 * less than the mean is no measure of how the others vary. */
static void
test_rule (void)
{
  check_stages ((const double[]){ 1.00, 0.99, 1.01, 1.029 }, 4, 0);
  check_stages ((const double[]){ 1.00, 0.99, 1.01, 1.031 }, 4, 1 << 3);
  check_stages ((const double[]){ 0.70, 1.00, 1.00, 1.15 }, 4, 1 << 3);
  check_stages ((const double[]){ 1.00, 1.20, 1.19, 0.98 }, 4, 1 << 1 | 1 << 2);
  check_stages ((const double[]){ 1.20, 1.20, 1.20, 0.90 }, 4, 0);
  check_stages ((const double[]){ 1.00, 1.05, 1.10, 1.15 }, 4, 0);
  check_stages ((const double[]){ 1.20, 1.21, 1.22, 1.26 }, 4, 0);
  check_stages ((const double[]){ 1.15, NAN, 1.00, 1.00 }, 4, 1 << 0);
}

/* A replica whose stages do not matter alone. */
static void
test_long_pipeline (void)
{
  Map map;
  g_autofree char *plain = NULL;

  map_init (&map, (LscTestJob){ 4, 64, 0, LSC_TEST_LONG_REPLICA }, 800, 400);
  for (gsize i = 0; i < 64; i++)
    lsc_test_stragglers_set (map.study, i, 1.004, 1, 1.24);
  map_remark (&map);
  plain = lsc_phrase_to_plain (map.marks->text);
  g_assert_cmpstr (plain, ==, "Replica 1 takes long: S 1.24, other replicas at most 0.99");
  map_clear (&map);
}

/* A row that takes long in some replicas only is not said to take long in all. */
static void
test_part_of_row (void)
{
  Map map;
  g_autofree char *plain = NULL;

  map_init (&map, (LscTestJob){ 4, 4, 8, LSC_TEST_LONG_STAGE }, 800, 400);
  lsc_test_stragglers_set (map.study, 3, 1.2, 0, 1.01);
  lsc_test_stragglers_set (map.study, 3, 1.2, 1, 1.06);
  lsc_test_stragglers_set (map.study, 3, 1.2, 2, 1.11);
  lsc_test_stragglers_set (map.study, 3, 1.2, 3, 1.16);
  map_remark (&map);
  plain = lsc_phrase_to_plain (map.marks->text);
  g_assert_cmpstr (plain, ==,
                   "Stage 3 takes long in 3 of 4 replicas: S 1.20, other stages at most 0.99");
  map_clear (&map);
}

/* Where replicas differ, the row of a long stage looks like the others: no row is named first. */
static void
test_unseen_row (void)
{
  static const double by_replica[] = { 1.00, 1.06, 1.11, 1.16 };
  Map map;
  g_autofree char *text = NULL, *detail = NULL;

  map_init (&map, (LscTestJob){ 4, 2, 0, LSC_TEST_LONG_STAGE }, 800, 400);
  for (gsize i = 0; i < 4; i++)
    lsc_test_stragglers_set (map.study, 0, 1.13, i, by_replica[i]);
  lsc_test_stragglers_set (map.study, 1, 1.42, 0, 1.00);
  map_remark (&map);
  text = lsc_phrase_to_plain (map.marks->text);
  detail = lsc_phrase_to_plain (map.marks->detail);
  g_assert_cmpstr (text, ==,
                   "6 of 8 workers take long: S up to 1.16, spread over stages and replicas");
  g_assert_cmpstr (detail, ==,
                   "Stage 1 is also slower than the others: S 1.42, others at most 1.13");
  map_clear (&map);
}

/* A stage that has more of what all have is told besides, as is a step. */
static void
test_detail (void)
{
  Map map;
  g_autofree char *plain = NULL;

  map_init (&map, (LscTestJob){ 32, 2, 30, LSC_TEST_ALL_LONG }, 800, 400);
  plain = lsc_phrase_to_plain (map.marks->detail);
  g_assert_cmpstr (plain, ==,
                   "Stage 1 is also slower than the others: S 1.44, others at most 1.17 · Step 21 "
                   "is an outlier: S 1.30, other steps at most 1.20");
  g_assert_true (map.marks->steps[1] && !map.marks->steps[0] && !map.marks->steps[2]);
  map_clear (&map);
}

/* Of steps that are nearly alike none stands out. */
static void
test_steps (void)
{
  Map map;

  map_init (&map, (LscTestJob){ 4, 4, 6, LSC_TEST_LONG_STAGE }, 800, 400);
  for (gsize i = 0; i < 6; i++)
    map.study->steps[i].slowdown = i == 1 ? 1.1912 : 1.1905;
  map_remark (&map);
  g_assert_null (map.marks->detail);
  map.study->steps[1].slowdown = 1.2212;
  map_remark (&map);
  g_assert_true (map.marks->steps[1]);
  map_clear (&map);
}

/* What the replay does not explain may be more than what stands out. */
static void
test_doubt (void)
{
  Map map;
  g_autofree char *plain = NULL;

  map_init (&map, (LscTestJob){ 4, 4, 0, LSC_TEST_LONG_STAGE }, 800, 400);
  g_assert_null (map.marks->detail);
  map.study->replay_error = -0.31;
  map_remark (&map);
  plain = lsc_phrase_to_plain (map.marks->detail);
  g_assert_cmpstr (plain, ==, "In doubt: the replay is off by 31.0 %, more than any of this");
  map.study->replay_error = NAN;
  map_remark (&map);
  g_assert_null (map.marks->detail);
  map_clear (&map);
}

/* Steps that were not recorded: a few are none, many are a break. */
static void
test_slots (void)
{
  Map map;
  gsize n_breaks = 0;

  map_init (&map, (LscTestJob){ 2, 2, 30, LSC_TEST_EVEN }, 800, 400);
  for (gsize i = 1; i < map.study->n_steps; i++)
    if (map.marks->slots[i] - map.marks->slots[i - 1] == LSC_STRAGGLER_BREAK)
      n_breaks++;
    else
      g_assert_cmpuint (map.marks->slots[i] - map.marks->slots[i - 1], ==, 1);
  g_assert_cmpuint (n_breaks, ==, 1);
  g_assert_cmpuint (map.marks->n_slots, ==, 30 + LSC_STRAGGLER_BREAK - 1);
  map_clear (&map);
}

/* ---- colours ---- */

static double
luminance (guint32 rgb)
{
  return 0.2126 * ((rgb >> 16) & 0xff) + 0.7152 * ((rgb >> 8) & 0xff) + 0.0722 * (rgb & 0xff);
}

/* 1 is near the page; from it on the contrast to the page rises both ways, up to 1.5. */
static void
check_scale (gboolean is_dark)
{
  double page = is_dark ? luminance (0x1E1E1E) : luminance (0xFFFFFF), before = -1;
  guint32 above = lsc_straggler_fill (1.3, is_dark), below = lsc_straggler_fill (0.8, is_dark);

  g_assert_cmpfloat (fabs (luminance (lsc_straggler_fill (1, is_dark)) - page), <, 20);
  for (int i = 0; i <= 50; i++)
    {
      double contrast = fabs (luminance (lsc_straggler_fill (1 + i / 100.0, is_dark)) - page);

      g_assert_cmpfloat (contrast, >, before);
      before = contrast;
    }
  g_assert_cmphex (lsc_straggler_fill (9, is_dark), ==, lsc_straggler_fill (1.5, is_dark));
  g_assert_cmphex (lsc_straggler_fill (0, is_dark), ==, lsc_straggler_fill (0.75, is_dark));
  g_assert_cmpuint ((above >> 16) & 0xff, >, above & 0xff); /* warm, cool */
  g_assert_cmpuint ((below >> 16) & 0xff, <, below & 0xff);
}

static void
test_scale (void)
{
  check_scale (FALSE);
  check_scale (TRUE);
}

/* ---- pixels ---- */

static void
test_cells (void)
{
  Map map;
  cairo_surface_t *image;

  map_init (&map, (LscTestJob){ 4, 4, 8, LSC_TEST_EVEN }, 900, 420);
  lsc_test_stragglers_set (map.study, 0, 1, 0, 1);
  lsc_test_stragglers_set (map.study, 1, 1.4, 1, 1.4);
  map.study->workers[3 * 4 + 3].slowdown = NAN;
  map_remark (&map);
  image = paint (&map);
  for (gsize i = 0; i < 4; i++)
    for (gsize k = 0; k < 4; k++)
      {
        LscStragglerBox box = cell_box (&map, i, k);
        double slowdown = lsc_straggler_view_get_slowdown (&map.view, i, k);

        if (!isnan (slowdown)) /* in the corner, where no value stands */
          g_assert_cmphex (pixel (image, box.x + 3, box.y + 3), ==,
                           lsc_straggler_fill (slowdown, FALSE));
      }
  cairo_surface_destroy (image);
  map_clear (&map);
}

/* Whether the line around a box is there, at the middle of its sides. */
static gboolean
has_frame (const Map *map, cairo_surface_t *image, const LscStragglerBox *box)
{
  guint32 ink = lsc_color_to_rgb (&map->view.theme.foreground);

  return pixel (image, box->x + box->width / 2, box->y - 2) == ink &&
         pixel (image, box->x - 2, box->y + box->height / 2) == ink;
}

static void
check_frames (LscTestJob job, LscStragglerSpotType type)
{
  Map map;
  LscStragglerPlaces places;
  LscStragglerBox box;
  LscStragglerSpot spot = { type, 1, job.n_stages - 1, 0 };
  LscStragglerSpot other = { type, 0, 0, 0 };
  cairo_surface_t *image;

  map_init (&map, job, 900, 460);
  places = lsc_straggler_view_place (&map.view, map.text);
  image = paint (&map);
  box = type == LSC_STRAGGLER_NONE ? places.map
                                   : lsc_straggler_view_get_box (&map.view, &places, &spot);
  g_assert_true (has_frame (&map, image, &box));
  box = type == LSC_STRAGGLER_NONE ? cell_box (&map, 1, 1)
                                   : lsc_straggler_view_get_box (&map.view, &places, &other);
  g_assert_false (has_frame (&map, image, &box));
  cairo_surface_destroy (image);
  map_clear (&map);
}

static void
test_frames (void)
{
  static const gsize sizes[][2] = { { 4, 4 }, { 32, 2 }, { 64, 64 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      LscTestJob job = { sizes[i][0], sizes[i][1], 30, LSC_TEST_LONG_STAGE };

      check_frames (job, LSC_STRAGGLER_STAGE);
      job.cause = LSC_TEST_LONG_REPLICA;
      check_frames (job, LSC_STRAGGLER_REPLICA);
      job.cause = LSC_TEST_LONG_WORKER;
      check_frames (job, LSC_STRAGGLER_WORKER);
      job.cause = LSC_TEST_ALL_LONG;
      check_frames (job, LSC_STRAGGLER_NONE);
    }
}

/* Of cells below a pixel the slowest is seen. */
static void
test_narrow (void)
{
  Map map;
  cairo_surface_t *image;
  guint32 slow = lsc_straggler_fill (1.5, FALSE);
  LscStragglerBox box;
  guint found = 0;

  map_init (&map, (LscTestJob){ 4096, 1, 0, LSC_TEST_EVEN }, 700, 200);
  lsc_test_stragglers_set (map.study, 0, 1.5, 2001, 1.5);
  map_remark (&map);
  map.marks->pattern = LSC_STRAGGLERS_NOTHING; /* no frame over it */
  image = paint (&map);
  box = cell_box (&map, 2001, 0);
  for (double x = box.x - 1; x <= box.x + 1; x++)
    found += pixel (image, x, box.y + 4) == slow ? 1 : 0;
  g_assert_cmpuint (found, >=, 1);
  cairo_surface_destroy (image);
  map_clear (&map);
}

/* ---- places ---- */

static void
check_places (LscTestJob job, double width)
{
  Map map;
  LscStragglerPlaces places;

  map_init (&map, job, width, 0);
  map.view.height = lsc_straggler_view_height (&map.view, map.text);
  places = lsc_straggler_view_place (&map.view, map.text);
  g_assert_cmpfloat (places.height, <=, map.view.height);
  g_assert_cmpfloat (places.by_stage.x + places.by_stage.width + places.value_width, <=, width);
  g_assert_cmpfloat (places.map.height, >=, 3 * (double) job.n_stages);
  if (job.n_steps > 0)
    {
      g_assert_cmpfloat (places.curve.width, >=, 180);
      g_assert_cmpfloat (places.curve.x + places.curve.width, <=, width);
      g_assert_cmpfloat (places.curve.y + places.curve.height + places.row, <=,
                         places.is_compact ? places.height : places.legend_y);
    }
  for (gsize i = 0; i < job.n_replicas; i += 3)
    for (gsize k = 0; k < job.n_stages; k += 3)
      {
        LscStragglerBox box = cell_box (&map, i, k);
        LscStragglerSpot spot = lsc_straggler_view_find (&map.view, &places, box.x + box.width / 2,
                                                         box.y + box.height / 2);

        g_assert_true (
            lsc_straggler_spot_equal (&spot, &(LscStragglerSpot){ LSC_STRAGGLER_WORKER, i, k, 0 }));
      }
  map_clear (&map);
}

static void
test_places (void)
{
  static const double widths[] = { 420, 640, 900, 1280, 2560 };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      check_places ((LscTestJob){ 4, 4, 32, LSC_TEST_LONG_STAGE }, widths[i]);
      check_places ((LscTestJob){ 32, 2, 45, LSC_TEST_ALL_LONG }, widths[i]);
      check_places ((LscTestJob){ 64, 64, 45, LSC_TEST_LONG_WORKER }, widths[i]);
      check_places ((LscTestJob){ 1, 1, 1, LSC_TEST_EVEN }, widths[i]);
      check_places ((LscTestJob){ 2, 4, 0, LSC_TEST_EVEN }, widths[i]);
    }
}

/* In a low view the legend stands beside the caption, if both have room; else below. */
static void
test_legend (void)
{
  Map map;

  map_init (&map, (LscTestJob){ 4, 4, 32, LSC_TEST_LONG_STAGE }, 1000, 190);
  g_assert_true (lsc_straggler_view_place (&map.view, map.text).is_compact);
  map.view.height = 400;
  g_assert_false (lsc_straggler_view_place (&map.view, map.text).is_compact);
  map.view.height = 190;
  map.view.width = 600;
  g_assert_false (lsc_straggler_view_place (&map.view, map.text).is_compact);
  map_clear (&map);
}

static void
check_spot (const Map *map, double x, double y, LscStragglerSpotType type, const char *words)
{
  LscStragglerPlaces places = lsc_straggler_view_place (&map->view, map->text);
  LscStragglerSpot spot = lsc_straggler_view_find (&map->view, &places, x, y);
  g_autofree char *text = lsc_straggler_view_describe (&map->view, &spot);

  g_assert_cmpint (spot.type, ==, type);
  g_assert_cmpstr (text, ==, words);
}

/* What it is of, and how much of the loss whom. */
static void
test_sum (void)
{
  Map map;
  g_autofree char *usual = NULL, *none = NULL;

  map_init (&map, (LscTestJob){ 2, 4, 32, LSC_TEST_LONG_STAGE }, 1000, 420);
  map.study->m_s = 1.219;
  map.study->m_w = -0.001;
  usual = lsc_straggler_view_sum_up (&map.view);
  g_assert_cmpstr (usual, ==,
                   "S of the job 1.180 · last stage 122 % of the loss (M_S) · slowest workers 0 % "
                   "(M_W) · 4 stages · 2 replicas · 32 steps · replay off by +1.9 %");
  map.study->m_s = map.study->m_w = NAN;
  map.study->replay_error = -0.0001;
  none = lsc_straggler_view_sum_up (&map.view);
  g_assert_cmpstr (none, ==,
                   "S of the job 1.180 · 4 stages · 2 replicas · 32 steps · replay off by 0.0 %");
  map_clear (&map);
}

static void
test_spots (void)
{
  Map map;
  LscStragglerBox box;
  LscStragglerPlaces places;

  map_init (&map, (LscTestJob){ 4, 4, 30, LSC_TEST_LONG_STAGE }, 1000, 420);
  places = lsc_straggler_view_place (&map.view, map.text);
  box = cell_box (&map, 2, 3);
  check_spot (&map, box.x + 2, box.y + 2, LSC_STRAGGLER_WORKER,
              "Replica 2, stage 3, rank 14: S 1.174 (replica 1.174, stage 1.230)\n"
              "Computing: -0.1 % against the median of its stage");
  check_spot (&map, places.by_stage.x + 9, box.y + 2, LSC_STRAGGLER_STAGE,
              "Stage 3, all replicas: S 1.230\nMean forward 67.10 ms, mean backward 143.4 ms");
  check_spot (&map, box.x + 9, places.by_replica.y + 9, LSC_STRAGGLER_REPLICA,
              "Replica 2, all stages: S 1.174");
  check_spot (&map, lsc_straggler_view_step_x (&map.view, &places, 1), places.curve.y + 5,
              LSC_STRAGGLER_STEP,
              "Step 21: S 1.298\nRecorded 131.1 ms, replay 129.8 ms, ideal 100.0 ms");
  check_spot (&map, 0, 0, LSC_STRAGGLER_NONE, NULL);
  map_clear (&map);
}

/* ---- files ---- */

static char *export(const Map *map, const char *name, gsize *length)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;
  LscPictureOptions options = { .path = path,
                                .scale = 1,
                                .page = { .is_whole = TRUE, .footer = "footer" } };

  g_assert_true (lsc_export_stragglers (&map->view, &options, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, length, NULL));
  g_unlink (path);
  g_rmdir (folder);
  return bytes;
}

/* All kinds; the same view gives the same bytes; SVG says what is seen in words. */
static void
test_files (void)
{
  static const char *const names[] = { "map.png", "map.svg", "map.pdf" };
  Map map;

  map_init (&map, (LscTestJob){ 4, 4, 30, LSC_TEST_LONG_STAGE }, 880, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize first_length, second_length;
      g_autofree char *first = export(&map, names[i], &first_length);
      g_autofree char *second = export(&map, names[i], &second_length);

      g_assert_cmpmem (first, first_length, second, second_length);
      if (i == 1)
        {
          g_assert_nonnull (strstr (first, "Stage 3 takes long in all replicas"));
          g_assert_nonnull (strstr (first, "Replica 2, all stages: S 1.174"));
        }
    }
  map_clear (&map);
}

/* Without a study the reason is the error. */
static void
test_refusal (void)
{
  LscStragglers study = { .refusal = lsc_phrase_new ("No stages were recorded") };
  g_autoptr (LscStragglerMarks) marks = lsc_straggler_marks_new (&study);
  LscStragglerView view = { .study = &study, .marks = marks, .width = 800, .text_px = 12 };
  LscPictureOptions options = { .path = "none.svg", .scale = 1 };
  g_autoptr (GError) error = NULL;
  g_autofree char *plain = lsc_phrase_to_plain (marks->text);

  g_assert_false (lsc_export_stragglers (&view, &options, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_assert_nonnull (strstr (error->message, "No stages were recorded"));
  g_assert_cmpint (marks->pattern, ==, LSC_STRAGGLERS_UNKNOWN);
  g_assert_cmpstr (plain, ==, "No stages were recorded");
  lsc_phrase_free (study.refusal);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stragglers/patterns", test_patterns);
  g_test_add_func ("/stragglers/one-replica", test_one_replica);
  g_test_add_func ("/stragglers/rule", test_rule);
  g_test_add_func ("/stragglers/long-pipeline", test_long_pipeline);
  g_test_add_func ("/stragglers/part-of-row", test_part_of_row);
  g_test_add_func ("/stragglers/unseen-row", test_unseen_row);
  g_test_add_func ("/stragglers/detail", test_detail);
  g_test_add_func ("/stragglers/steps", test_steps);
  g_test_add_func ("/stragglers/doubt", test_doubt);
  g_test_add_func ("/stragglers/slots", test_slots);
  g_test_add_func ("/stragglers/scale", test_scale);
  g_test_add_func ("/stragglers/cells", test_cells);
  g_test_add_func ("/stragglers/frames", test_frames);
  g_test_add_func ("/stragglers/narrow", test_narrow);
  g_test_add_func ("/stragglers/places", test_places);
  g_test_add_func ("/stragglers/legend", test_legend);
  g_test_add_func ("/stragglers/sum", test_sum);
  g_test_add_func ("/stragglers/spots", test_spots);
  g_test_add_func ("/stragglers/files", test_files);
  g_test_add_func ("/stragglers/refusal", test_refusal);
  return g_test_run ();
}
