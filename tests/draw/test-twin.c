/* test-twin.c - the pipeline painter with a second side, a critical path, causes of idle time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "analyze/theory/lsc-blame.h"
#include "analyze/theory/lsc-plan.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"
#include "draw/pipeline/lsc-pipeline-sheet.h"
#include "export/lsc-export-picture.h"
#include "lsc-test-pipeline.h"

#define F_NS 10000000

/** A measured pipeline with theory beside it. */
typedef struct
{
  LscPipeline *first;
  LscPipeline *second;
  LscPipelineStep *step;
  LscPipelineStep *other;
  LscBlockPairs *pairs;
  LscPipelineView view;
} Scene;

/* 1F1B as the theory has it: forward 10 ms, backward 20 ms, no latency. */
static LscPipeline *
new_theory (gsize n_stages, gsize n_micro_batches)
{
  LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, n_stages, n_micro_batches);
  LscPlanCosts costs = { F_NS, 2 * F_NS, F_NS, F_NS, 3 * F_NS };
  g_autoptr (LscPlan) plan = lsc_plan_new (&schedule, NULL);
  g_autofree gint64 *durations = NULL;
  g_auto (LscPlanTimes) times = { 0 };
  LscPipeline *pipeline;

  g_assert_nonnull (plan);
  durations = g_new0 (gint64, plan->n_ops);
  lsc_plan_cost_ops (plan, &costs, durations);
  g_assert_true (lsc_plan_times_init (&times, plan));
  g_assert_true (lsc_plan_replay (plan, durations, NULL, &times, NULL));
  pipeline = lsc_plan_to_pipeline (plan, &times, NULL, "theory", NULL);
  g_assert_nonnull (pipeline);
  return pipeline;
}

static void
scene_init (Scene *self, guint n_stages, guint n_micro_batches, gsize n_other, LscTwinMode mode)
{
  *self = (Scene){ .first = lsc_test_pipeline_1f1b (n_stages, n_micro_batches, 1, FALSE),
                   .second = new_theory (n_other, n_micro_batches) };
  self->step = lsc_pipeline_get_group (self->first, 0)->steps;
  self->other = lsc_pipeline_get_group (self->second, 0)->steps;
  self->pairs = lsc_block_pairs_new (self->step, self->other);
  g_assert_nonnull (self->pairs);
  lsc_pipeline_view_init (&self->view, self->first, lsc_pipeline_get_group (self->first, 0));
  self->view.labels = LSC_LABELS_NONE;
  self->view.port.width = 1340;
  self->view.twin = (LscPipelineTwin){ .mode = mode,
                                       .pipeline = self->second,
                                       .group = lsc_pipeline_get_group (self->second, 0),
                                       .title = "theory: means",
                                       .first_title = "measured",
                                       .pairs = self->pairs };
  lsc_pipeline_view_fit (&self->view);
  self->view.port.height = lsc_pipeline_view_content_height (&self->view);
}

static void
scene_clear (Scene *self)
{
  lsc_block_pairs_free (self->pairs);
  lsc_test_pipeline_free (self->first);
  lsc_pipeline_unref (self->second);
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
paint_body (const LscPipelineView *view)
{
  cairo_surface_t *image = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) (lsc_viewport_body_width (&view->port) * view->scale),
      (int) ((view->port.height - lsc_pipeline_view_body_top (view)) * view->scale));
  LscPipelinePainter *painter = new_painter ();

  lsc_pipeline_painter_paint_body (painter, image, view);
  lsc_pipeline_painter_free (painter);
  return image;
}

/* Pixel at view coordinates. */
static guint32
pixel (cairo_surface_t *image, const LscPipelineView *view, double x, double y)
{
  const guchar *data = cairo_image_surface_get_data (image);
  int left = (int) floor (x - view->port.header_width);
  int top = (int) floor (y - lsc_pipeline_view_body_top (view));

  g_assert_cmpint (left, >=, 0);
  g_assert_cmpint (left, <, cairo_image_surface_get_width (image));
  g_assert_cmpint (top, >=, 0);
  g_assert_cmpint (top, <, cairo_image_surface_get_height (image));
  return *(const guint32 *) (gconstpointer) (data + top * cairo_image_surface_get_stride (image) +
                                             left * 4) &
         0xffffff;
}

/* ---- places ---- */

/* Every block of both sides: what is hit in the middle of its box is it, and its kind is painted
 * there. */
static void
check_boxes (const Scene *scene, const LscPipelineStep *step, gboolean is_twin)
{
  const LscPipelineView *view = &scene->view;
  g_auto (LscPipelineRows) layout = _lsc_pipeline_rows_new (view);
  const LscPipelineRows *side = is_twin ? layout.twin : &layout;
  cairo_surface_t *image = paint_body (view);
  gint64 begin_ns, end_ns;
  LscPipelineSpot spot;
  guint32 leg;

  for (guint32 r = 0; r < step->n_rows; r++)
    for (guint32 i = 0; i < step->rows[r].n_blocks; i++)
      {
        LscPipelineSpot wanted = { .row = r, .block = i, .is_twin = is_twin };
        double x0, x1, y0, y1, x, y;

        g_assert_true (lsc_pipeline_view_block (view, &wanted) == &step->rows[r].blocks[i]);
        g_assert_true (lsc_pipeline_view_block_box (view, &wanted, &x0, &x1, &y0, &y1));
        x = (x0 + x1) / 2;
        y = (y0 + y1) / 2;
        g_assert_cmpint (lsc_pipeline_view_hit (view, x, y, &spot, &begin_ns, &end_ns, &leg), ==,
                         LSC_HIT_BLOCK);
        g_assert_cmpint (spot.is_twin, ==, is_twin);
        g_assert_cmpuint (spot.row, ==, r);
        g_assert_cmpuint (spot.block, ==, i);
        g_assert_cmphex (pixel (image, view, x, y), ==,
                         lsc_palette_kind_fill (step->rows[r].blocks[i].kind, 0));
        g_assert_cmpfloat_with_epsilon (
            lsc_row_to_x (&side->map.items[0], &view->port, step->rows[r].blocks[i].start_ns), x0,
            1e-6);
      }
  cairo_surface_destroy (image);
}

static void
find_row (const LscPipelineView *view, guint32 row, double *y, double *height)
{
  g_auto (LscPipelineRows) layout = _lsc_pipeline_rows_new (view);

  *y = layout.rows[row].y;
  *height = layout.rows[row].height;
}

static double
box_y (const LscPipelineView *view, guint32 row, gboolean is_twin)
{
  LscPipelineSpot spot = { .row = row, .is_twin = is_twin };
  double x0, x1, y0, y1;

  g_assert_true (lsc_pipeline_view_block_box (view, &spot, &x0, &x1, &y0, &y1));
  return y0;
}

static void
test_below (void)
{
  Scene scene;
  double y, height;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  g_assert_true (lsc_pipeline_view_has_twin (&scene.view));
  check_boxes (&scene, scene.step, FALSE);
  check_boxes (&scene, scene.other, TRUE);
  find_row (&scene.view, 3, &y, &height);
  g_assert_cmpfloat (y, ==, box_y (&scene.view, 3, FALSE));
  for (guint32 r = 0; r < 4; r++)
    g_assert_cmpfloat (box_y (&scene.view, r, TRUE), >, y + height);
  scene_clear (&scene);
}

static void
test_interleaved (void)
{
  Scene scene;
  double y, height;

  scene_init (&scene, 4, 8, 6, LSC_TWIN_INTERLEAVED);
  check_boxes (&scene, scene.step, FALSE);
  check_boxes (&scene, scene.other, TRUE);
  for (guint32 r = 0; r < 4; r++)
    {
      find_row (&scene.view, r, &y, &height);
      g_assert_cmpfloat (box_y (&scene.view, r, TRUE), ==, y + height + LANE_GAP);
      g_assert_cmpfloat (box_y (&scene.view, r + 1, TRUE), >, y + height);
    }
  scene_clear (&scene);
}

/* Stages that only the other side has get rows of their own. */
static void
test_ghost_places (void)
{
  Scene scene;

  scene_init (&scene, 4, 8, 6, LSC_TWIN_GHOST);
  for (guint32 r = 0; r < 4; r++)
    g_assert_cmpfloat (box_y (&scene.view, r, TRUE), ==, box_y (&scene.view, r, FALSE));
  g_assert_cmpfloat (box_y (&scene.view, 4, TRUE), >, box_y (&scene.view, 3, FALSE) + 22);
  g_assert_cmpfloat (lsc_pipeline_view_content_height (&scene.view), >,
                     box_y (&scene.view, 5, TRUE) + 22);
  scene_clear (&scene);
}

static void
test_window (void)
{
  LscPipeline *several = lsc_test_pipeline_1f1b (2, 4, 3, FALSE);
  gint64 length;
  Scene scene;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  length = scene.step->t1_ns - scene.step->t0_ns;
  g_assert_cmpfloat (lsc_pipeline_view_length_ns (&scene.view), ==, (double) length);
  scene.view.twin.offset_ns = length;
  g_assert_cmpfloat (lsc_pipeline_view_length_ns (&scene.view), ==,
                     (double) (length + scene.other->t1_ns - scene.other->t0_ns));
  scene.view.twin.offset_ns = -F_NS;
  lsc_pipeline_view_fit (&scene.view);
  g_assert_cmpfloat (lsc_pipeline_view_begin (&scene.view), <, -F_NS);
  g_assert_cmpfloat (lsc_pipeline_view_begin (&scene.view) + scene.view.port.span_ns, >,
                     (double) length);
  /* what is fitted stays when the window is kept within its limits */
  for (int lengths = -9; lengths <= 9; lengths += 3)
    {
      LscViewLimits limits;
      LscViewport fitted;

      scene.view.twin.offset_ns = lengths * length;
      lsc_pipeline_view_fit (&scene.view);
      fitted = scene.view.port;
      limits = lsc_pipeline_view_get_limits (&scene.view);
      lsc_viewport_clamp (&scene.view.port, &limits);
      g_assert_cmpint (scene.view.port.begin_ns, ==, fitted.begin_ns);
      g_assert_cmpfloat (scene.view.port.span_ns, ==, fitted.span_ns);
    }
  scene.view.n_steps = 2; /* all of the recording's one */
  g_assert_true (lsc_pipeline_view_has_twin (&scene.view));
  scene.view.group = lsc_pipeline_get_group (several, 0); /* several steps: no second side */
  g_assert_false (lsc_pipeline_view_has_twin (&scene.view));
  lsc_test_pipeline_free (several);
  scene_clear (&scene);
}

static void
test_odd_spots (void)
{
  LscPipeline *several = lsc_test_pipeline_1f1b (4, 8, 3, FALSE);
  LscPipelineSpot odd = { .step = 3, .row = 1, .block = 1, .is_twin = TRUE }, other;
  double x0, x1, y0, y1;
  Scene scene;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  g_assert_null (lsc_pipeline_view_block (&scene.view, &odd));
  odd.step = 0;
  g_assert_nonnull (lsc_pipeline_view_block (&scene.view, &odd));
  odd.block = 999;
  g_assert_false (lsc_pipeline_view_block_box (&scene.view, &odd, &x0, &x1, &y0, &y1));
  g_assert_false (lsc_pipeline_view_pair (&scene.view, &odd, &other));
  odd.block = 1;
  scene.view.twin.group = lsc_pipeline_get_group (several, 0);
  scene.view.twin.step = 1;
  g_assert_null (lsc_pipeline_view_block (&scene.view, &odd)); /* of a step that is not shown */
  odd.step = 1;
  g_assert_nonnull (lsc_pipeline_view_block (&scene.view, &odd));
  scene.view.twin.mode = LSC_TWIN_NONE;
  g_assert_null (lsc_pipeline_view_block (&scene.view, &odd));
  g_assert_false (lsc_pipeline_view_block_box (&scene.view, &odd, &x0, &x1, &y0, &y1));

  lsc_test_pipeline_free (several);
  scene_clear (&scene);
}

/* ---- pairs ---- */

static void
test_pairs (void)
{
  LscPipelineSpot spot = { .row = 2, .block = 5 }, other, back;
  gsize n = 0;
  Scene scene;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  for (spot.row = 0; spot.row < 4; spot.row++)
    for (spot.block = 0; spot.block < 16; spot.block++)
      {
        const LscBlock *a = lsc_pipeline_view_block (&scene.view, &spot), *b;

        g_assert_true (lsc_pipeline_view_pair (&scene.view, &spot, &other));
        g_assert_true (other.is_twin);
        b = lsc_pipeline_view_block (&scene.view, &other);
        g_assert_true (a->kind == b->kind && a->mb_f == b->mb_f && a->mb_b == b->mb_b);
        g_assert_true (lsc_pipeline_view_pair (&scene.view, &other, &back));
        g_assert_true (back.row == spot.row && back.block == spot.block && !back.is_twin);
        n++;
      }
  g_assert_cmpuint (n, ==, scene.pairs->n_pairs);
  scene_clear (&scene);
}

/* Hovering one side draws around the block of the other. */
static void
test_hover (void)
{
  cairo_surface_t *image;
  LscPipelinePainter *painter = new_painter ();
  double x0, x1, y0, y1;
  LscPipelineSpot pair;
  Scene scene;
  cairo_t *cr;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  scene.view.hovered = (LscPipelineSpot){ .row = 1, .block = 3 };
  g_assert_true (lsc_pipeline_view_pair (&scene.view, &scene.view.hovered, &pair));
  for (int i = 0; i < 2; i++)
    {
      image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1400, 600);
      cr = cairo_create (image);
      lsc_pipeline_painter_paint_hover (painter, cr, &scene.view);
      cairo_surface_flush (image);
      g_assert_true (lsc_pipeline_view_block_box (&scene.view, &pair, &x0, &x1, &y0, &y1));
      g_assert_cmphex (((const guint32 *) (gconstpointer) cairo_image_surface_get_data (
                           image))[(int) (y0 - 1) * 1400 + (int) ((x0 + x1) / 2)] &
                           0xffffff,
                       !=, 0);
      cairo_destroy (cr);
      cairo_surface_destroy (image);
      pair = scene.view.hovered; /* and the other way round */
      g_assert_true (lsc_pipeline_view_pair (&scene.view, &pair, &scene.view.hovered));
    }
  lsc_pipeline_painter_free (painter);
  scene_clear (&scene);
}

/* ---- differences ---- */

static gint64
delta_of (const Scene *scene, gsize row, gsize block)
{
  guint32 other = scene->pairs->other[row][block];

  return (scene->other->rows[row].blocks[other].start_ns - scene->other->t0_ns) -
         (scene->step->rows[row].blocks[block].start_ns - scene->step->t0_ns);
}

static gint64
largest_delta (const Scene *scene)
{
  gint64 largest = 0;

  for (gsize r = 0; r < scene->step->n_rows; r++)
    for (gsize i = 0; i < scene->step->rows[r].n_blocks; i++)
      largest = MAX (largest, ABS (delta_of (scene, r, i)));
  return largest;
}

static void
test_delta (void)
{
  gint64 begin_ns, end_ns, largest;
  cairo_surface_t *image;
  LscPipelineSpot spot;
  guint32 leg;
  Scene scene;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  scene.view.twin.show_delta = TRUE;
  scene.view.port.height = lsc_pipeline_view_content_height (&scene.view);
  largest = largest_delta (&scene);
  g_assert_cmpint (largest, >, 0);
  image = paint_body (&scene.view);
  for (guint32 r = 0; r < 4; r++)
    for (guint32 i = 0; i < 16; i++)
      {
        LscPipelineSpot wanted = { .row = r, .block = i };
        double x0, x1, y0, y1, share = (double) delta_of (&scene, r, i) / (double) largest;
        guint32 found, fill = lsc_palette_duration_fill (share * 0.5);

        g_assert_true (lsc_pipeline_view_block_box (&scene.view, &wanted, &x0, &x1, &y0, &y1));
        found = pixel (image, &scene.view, (x0 + x1) / 2, y1 + LANE_GAP + 3);
        for (int shift = 0; shift <= 16; shift += 8)
          g_assert_cmpint (ABS ((int) (found >> shift & 0xff) - (int) (fill >> shift & 0xff)), <=,
                           1);
        g_assert_cmpint (lsc_pipeline_view_hit (&scene.view, (x0 + x1) / 2, y1 + LANE_GAP + 3,
                                                &spot, &begin_ns, &end_ns, &leg),
                         ==, LSC_HIT_BLOCK);
        g_assert_cmpuint (spot.block, ==, i);
      }
  cairo_surface_destroy (image);
  scene_clear (&scene);
}

/* Where many blocks share a pixel the largest difference shows. */
static void
test_delta_low_zoom (void)
{
  LscBlock *late;
  cairo_surface_t *image;
  LscPipelineSpot spot = { .row = 1, .block = 401 };
  double x0, x1, y0, y1;
  Scene scene;

  scene_init (&scene, 2, 400, 2, LSC_TWIN_BELOW);
  /* All blocks begin as their pairs do, but one late: its pair begins earlier. */
  for (gsize r = 0; r < 2; r++)
    for (gsize i = 0; i < scene.step->rows[r].n_blocks; i++)
      {
        LscBlock *block = &scene.step->rows[r].blocks[i];
        guint32 other = scene.pairs->other[r][i];

        block->start_ns =
            scene.step->t0_ns + scene.other->rows[r].blocks[other].start_ns - scene.other->t0_ns;
        block->end_ns = block->start_ns + F_NS;
      }
  late = &scene.step->rows[1].blocks[401];
  late->start_ns += F_NS / 4;
  scene.view.twin.show_delta = TRUE;
  scene.view.port.width = 340;
  scene.view.port.height = lsc_pipeline_view_content_height (&scene.view);
  image = paint_body (&scene.view);
  g_assert_true (lsc_pipeline_view_block_box (&scene.view, &spot, &x0, &x1, &y0, &y1));
  g_assert_cmpfloat (x1 - x0, <, 1);
  g_assert_cmphex (pixel (image, &scene.view, floor (x0 + 0.5), y1 + LANE_GAP + 3), ==, 0x0072B2);
  g_assert_cmphex (pixel (image, &scene.view, floor (x0 + 0.5) + 6, y1 + LANE_GAP + 3), ==,
                   0xF7F7F7);
  cairo_surface_destroy (image);
  scene_clear (&scene);
}

/* ---- outlines ---- */

/* How many pixels of two pictures of the same view differ inside a box. */
static guint
count_changes (const LscPipelineView *a, const LscPipelineView *b, const LscPipelineSpot *spot)
{
  cairo_surface_t *before = paint_body (a), *after = paint_body (b);
  double x0, x1, y0, y1;
  guint n = 0;

  g_assert_true (lsc_pipeline_view_block_box (b, spot, &x0, &x1, &y0, &y1));
  for (double y = y0; y < y1; y++)
    for (double x = x0; x < x1; x++)
      n += pixel (before, a, x, y) != pixel (after, b, x, y);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
  return n;
}

static void
test_ghost (void)
{
  LscPipelineSpot spot = { .row = 0, .block = 7, .is_twin = TRUE };
  LscPipelineView plain;
  guint n;
  Scene scene;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_GHOST);
  plain = scene.view;
  plain.twin.group = lsc_pipeline_get_group (scene.first, 0); /* itself, far away */
  plain.twin.pipeline = scene.first;
  plain.twin.pairs = NULL;
  plain.twin.offset_ns = G_GINT64_CONSTANT (1000000000000);
  n = count_changes (&plain, &scene.view, &spot);
  g_assert_cmpuint (n, >, 60);  /* an outline, dashed */
  g_assert_cmpuint (n, <, 400); /* but no fill */
  scene_clear (&scene);
}

static void
test_path (void)
{
  LscPipelinePathBlock path[] = { { 0, 0, FALSE }, { 1, 0, TRUE }, { 1, 1, FALSE } };
  guint32 rgb = 0xB00020;
  cairo_surface_t *image;
  double x0, x1, y0, y1;
  LscPipelineSpot spot = { 0 };
  guint n = 0;
  Scene scene;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  scene.view.twin.mode = LSC_TWIN_NONE;
  scene.view.path = path;
  scene.view.n_path = 3;
  image = paint_body (&scene.view);
  for (guint i = 0; i < 3; i++)
    {
      spot = (LscPipelineSpot){ .row = path[i].row, .block = path[i].block };
      g_assert_true (lsc_pipeline_view_block_box (&scene.view, &spot, &x0, &x1, &y0, &y1));
      g_assert_cmphex (pixel (image, &scene.view, (x0 + x1) / 2, y0), ==, rgb);
      g_assert_cmphex (pixel (image, &scene.view, (x0 + x1) / 2, (y0 + y1) / 2), !=, rgb);
    }
  spot = (LscPipelineSpot){ .row = 1, .block = 0 };
  g_assert_true (lsc_pipeline_view_block_box (&scene.view, &spot, &x0, &x1, &y0, &y1));
  for (double x = x0 - 12; x < x0 + 12; x++) /* the arrow crosses the gap above the row */
    n += pixel (image, &scene.view, x, y0 - 3) == rgb;
  g_assert_cmpuint (n, >, 0);
  cairo_surface_destroy (image);
  /* Low zoom: a line along the top of the row. */
  scene.view.port.span_ns *= 20;
  image = paint_body (&scene.view);
  spot = (LscPipelineSpot){ .row = 1, .block = 1 };
  g_assert_true (lsc_pipeline_view_block_box (&scene.view, &spot, &x0, &x1, &y0, &y1));
  g_assert_cmphex (pixel (image, &scene.view, x0 + 0.5, y0 - 1), ==, rgb);
  cairo_surface_destroy (image);
  path[1].block = 4000; /* unknown blocks are passed over */
  path[2].row = 77;
  cairo_surface_destroy (paint_body (&scene.view));
  scene_clear (&scene);
}

static void
test_idle (void)
{
  LscBlamePiece idle[LSC_CAUSE_N];
  cairo_surface_t *image;
  double y, height;
  Scene scene;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  /* The last stage's first wait, in six parts. */
  for (guint i = 0; i < LSC_CAUSE_N; i++)
    {
      gint64 length = scene.step->rows[3].blocks[0].start_ns - scene.step->t0_ns;

      idle[i] = (LscBlamePiece){ .begin_ns = scene.step->t0_ns + length * i / LSC_CAUSE_N,
                                 .end_ns = scene.step->t0_ns + length * (i + 1) / LSC_CAUSE_N,
                                 .rank = 3,
                                 .cause = (guint8) i };
    }
  scene.view.idle = idle;
  scene.view.n_idle = LSC_CAUSE_N;
  for (int is_dark = 0; is_dark < 2; is_dark++)
    {
      if (is_dark)
        scene.view.theme = lsc_theme_dark ();
      image = paint_body (&scene.view);
      find_row (&scene.view, 3, &y, &height);
      for (guint i = 0; i < LSC_CAUSE_N; i++)
        {
          guint32 fill = lsc_pipeline_cause_fill (i, &scene.view.theme);
          guint n_fill = 0, n_ink = 0;

          for (guint other = 0; other < i; other++)
            g_assert_cmphex (fill, !=, lsc_pipeline_cause_fill (other, &scene.view.theme));
          for (double x = 2; x < 10; x++)
            for (double at = y + 1; at < y + 21; at++)
              {
                double left = lsc_viewport_time_to_x (
                    &scene.view.port,
                    (gint64) lsc_pipeline_view_block_time (&scene.view, 0, idle[i].begin_ns));
                guint32 rgb = pixel (image, &scene.view, left + x, at);

                n_fill += rgb == fill;
                n_ink += rgb != fill;
              }
          g_assert_cmpuint (n_fill, >, 60);
          if (i == LSC_CAUSE_END)
            g_assert_cmpuint (n_ink, ==, 0);
          else
            g_assert_cmpuint (n_ink, >=, 4); /* not by colour alone */
        }
      cairo_surface_destroy (image);
    }
  scene_clear (&scene);
}

/* ---- whole pictures and files ---- */

static void
paint_whole (const LscPipelineView *view)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 700, 500);
  LscPipelinePainter *painter = new_painter ();
  cairo_t *cr = cairo_create (image);

  lsc_pipeline_painter_paint (painter, cr, view);
  lsc_pipeline_painter_paint_legend (painter, cr, view, 680, FALSE);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  lsc_pipeline_painter_free (painter);
}

/* Strange views in every mode neither crash nor hang. */
static void
test_odd (void)
{
  LscPipelineStep no_rows = { .t0_ns = 5, .t1_ns = 5 };
  LscPipelineGroup hollow = { .label = (char *) "()", .steps = &no_rows, .n_steps = 1 };
  LscPipelineGroup empty = { .label = (char *) "()" };

  for (guint mode = 0; mode <= LSC_TWIN_GHOST; mode++)
    {
      LscPipelineView view;
      Scene scene;

      scene_init (&scene, 4, 8, 2, mode);
      scene.view.twin.show_delta = TRUE;
      scene.view.minimap_height = 20;
      scene.view.arrows = LSC_ARROWS_ALL;
      scene.view.selected = (LscPipelineSpot){ .row = 1, .block = 2, .is_twin = TRUE };
      paint_whole (&scene.view);
      scene.view.labels = LSC_LABELS_AUTO;
      scene.view.show_chunk_rows = TRUE;
      scene.view.color_mode = LSC_COLOR_BY_DURATION;
      paint_whole (&scene.view);
      scene.view.port.lane_height = 4;
      scene.view.port.scroll_y = 60;
      paint_whole (&scene.view);
      scene.view.is_figure = TRUE;
      scene.view.units_per_ns = 1e-7;
      paint_whole (&scene.view);
      view = scene.view;
      lsc_viewport_set_begin (&view.port, 0, -1e18);
      view.port.span_ns = 1e18;
      paint_whole (&view);
      view.port.span_ns = 0;
      paint_whole (&view);
      view = scene.view;
      view.twin.pairs = NULL;
      view.twin.group = &hollow;
      paint_whole (&view);
      view.twin.group = &empty;
      paint_whole (&view);
      view = scene.view;
      view.twin.pairs = NULL;
      view.group = &hollow;
      view.first_step = 0;
      paint_whole (&view);
      scene_clear (&scene);
    }
}

static char *
export_text (const LscPipelineView *view, const LscPictureOptions *options, gsize *size)
{
  GError *error = NULL;
  char *text = NULL;

  lsc_export_chart (view, options, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (options->path, &text, size, NULL));
  g_remove (options->path);
  return text;
}

static void
check_export (const LscPipelineView *view, const char *folder, const char *ending,
              gboolean is_figure)
{
  g_autofree char *name = g_strconcat ("twin.", ending, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  LscPictureOptions options = { .path = path,
                                .scale = 2,
                                .page = { .is_whole = TRUE, .is_figure = is_figure } };
  gsize n_first, n_second, n_without;
  g_autofree char *first = export_text (view, &options, &n_first);
  g_autofree char *second = export_text (view, &options, &n_second);
  g_autofree char *without = NULL;
  LscPipelineView untitled = *view;

  g_assert_cmpmem (first, n_first, second, n_second);
  untitled.twin.title = "a";
  without = export_text (&untitled, &options, &n_without);
  g_assert_false (n_first == n_without && memcmp (first, without, n_first) == 0);
  g_free (without);
  untitled = *view;
  untitled.twin.first_title = "b";
  without = export_text (&untitled, &options, &n_without);
  g_assert_false (n_first == n_without && memcmp (first, without, n_first) == 0);
  if (strcmp (ending, "png") != 0) /* paths, no picture of the rows */
    g_assert_null (g_strstr_len (first, (gssize) n_first, "<image"));
}

/* How many areas are filled in it, behind the definitions of glyphs, which versions of cairo have
 * in different numbers. */
static guint
count_areas (const LscPipelineView *view, const LscPictureOptions *options)
{
  gsize size;
  g_autofree char *text = export_text (view, options, &size);
  guint n = 0;

  for (const char *at = strstr (text, "</defs>"); (at = strstr (at, " Z")) != NULL; at++)
    n++;
  return n;
}

/* Both sides are there, and the strip between them: 64 blocks a side. */
static void
check_sides (const LscPipelineView *view, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "sides.svg", NULL);
  LscPictureOptions options = { .path = path, .scale = 1, .page = { .is_whole = TRUE } };
  LscPipelineView plain = *view, alone = *view;
  guint n_both;

  plain.labels = alone.labels = LSC_LABELS_NONE;
  plain.twin.show_delta = FALSE;
  n_both = count_areas (&plain, &options);
  plain.twin.show_delta = TRUE;
  g_assert_cmpuint (count_areas (&plain, &options), >, n_both);
  alone.twin.mode = LSC_TWIN_NONE;
  g_assert_cmpuint (n_both, >=, count_areas (&alone, &options) + 64);
}

/* The same bytes each time; the titles of both sides are in the page. */
static void
test_export (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-twin-XXXXXX", NULL);

  for (guint mode = LSC_TWIN_BELOW; mode <= LSC_TWIN_GHOST; mode++)
    for (int is_figure = 0; is_figure < 2; is_figure++)
      {
        Scene scene;

        scene_init (&scene, 4, 8, 4, mode);
        scene.view.twin.show_delta = TRUE;
        scene.view.labels = LSC_LABELS_AUTO;
        check_export (&scene.view, folder, "svg", is_figure);
        check_export (&scene.view, folder, "pdf", is_figure);
        check_export (&scene.view, folder, "png", is_figure);
        if (!is_figure)
          check_sides (&scene.view, folder);
        scene_clear (&scene);
      }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A figure is smaller than a page: no title, table, footer. */
static void
test_figure (void)
{
  LscPictureOptions options = { .path = "x.png", .scale = 1, .page.is_whole = TRUE };
  cairo_surface_t *page, *figure;
  Scene scene;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  page = lsc_export_chart_image (&scene.view, &options);
  options.page.is_figure = TRUE;
  figure = lsc_export_chart_image (&scene.view, &options);
  g_assert_cmpint (cairo_image_surface_get_height (figure), <,
                   cairo_image_surface_get_height (page) - 60);
  cairo_surface_destroy (page);
  cairo_surface_destroy (figure);
  scene_clear (&scene);
}

static guint
count_figure_labels (LscPipelineView *view, double width)
{
  LscPipelinePainter *painter = new_painter ();
  cairo_surface_t *image;
  guint n;

  view->port.width = width;
  view->is_figure = TRUE;
  view->labels = LSC_LABELS_AUTO;
  image = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) lsc_viewport_body_width (&view->port), (int) view->port.height);
  lsc_pipeline_painter_paint_body (painter, image, view);
  n = lsc_pipeline_painter_get_n_labels (painter);
  cairo_surface_destroy (image);
  lsc_pipeline_painter_free (painter);
  return n;
}

/* All boxes of a figure have their number, in smaller type if need be, or none has. */
static void
test_figure_labels (void)
{
  Scene scene;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  g_assert_cmpuint (count_figure_labels (&scene.view, 1340), ==, 128);
  g_assert_cmpuint (count_figure_labels (&scene.view, 500), ==, 128);
  g_assert_cmpuint (count_figure_labels (&scene.view, 220), ==, 0);
  scene_clear (&scene);
}

/* A picture of a small window has all rows of both sides, and tells of both. */
static void
test_page_of_both (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  LscPageOptions options = { .title = "run" };
  double all, width, alone, both;
  Scene scene;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  all = scene.view.port.height;
  scene.view.port.height = 120;
  scene.view.port.scroll_y = 30;
  {
    g_autoptr (LscPage) page = lsc_pipeline_sheet_new (&scene.view, &options, context);

    g_assert_cmpfloat (page->height, >=, all);
    g_assert_true (g_str_has_prefix (page->about, "measured: "));
    g_assert_nonnull (strstr (page->other, "theory: means: window "));
    g_assert_nonnull (strstr (page->other, "shorter"));
    lsc_page_measure (page, &width, &both);
    both -= page->height;
  }
  scene.view.twin.mode = LSC_TWIN_NONE;
  {
    g_autoptr (LscPage) page = lsc_pipeline_sheet_new (&scene.view, &options, context);

    g_assert_null (page->other);
    lsc_page_measure (page, &width, &alone);
    alone -= page->height;
  }
  g_assert_cmpfloat (both, >=, alone + 16 * 6); /* a line, two names, four rows of the table */
  g_object_unref (context);
  scene_clear (&scene);
}

/* Labels of the second side come from its own names. */
static void
test_labels (void)
{
  LscPipelinePainter *painter = new_painter ();
  cairo_surface_t *image;
  Scene scene;
  guint n;

  scene_init (&scene, 4, 8, 4, LSC_TWIN_BELOW);
  scene.view.labels = LSC_LABELS_AUTO;
  image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1200, (int) scene.view.port.height);
  lsc_pipeline_painter_paint_body (painter, image, &scene.view);
  n = lsc_pipeline_painter_get_n_labels (painter);
  g_assert_cmpuint (n, ==, 128);
  scene.view.twin.mode = LSC_TWIN_NONE;
  lsc_pipeline_painter_paint_body (painter, image, &scene.view);
  g_assert_cmpuint (lsc_pipeline_painter_get_n_labels (painter), ==, 64);
  cairo_surface_destroy (image);
  lsc_pipeline_painter_free (painter);
  scene_clear (&scene);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/twin/below", test_below);
  g_test_add_func ("/twin/interleaved", test_interleaved);
  g_test_add_func ("/twin/ghost-places", test_ghost_places);
  g_test_add_func ("/twin/window", test_window);
  g_test_add_func ("/twin/odd-spots", test_odd_spots);
  g_test_add_func ("/twin/pairs", test_pairs);
  g_test_add_func ("/twin/hover", test_hover);
  g_test_add_func ("/twin/delta", test_delta);
  g_test_add_func ("/twin/delta-low-zoom", test_delta_low_zoom);
  g_test_add_func ("/twin/ghost", test_ghost);
  g_test_add_func ("/twin/path", test_path);
  g_test_add_func ("/twin/idle", test_idle);
  g_test_add_func ("/twin/odd", test_odd);
  g_test_add_func ("/twin/export", test_export);
  g_test_add_func ("/twin/figure", test_figure);
  g_test_add_func ("/twin/figure-labels", test_figure_labels);
  g_test_add_func ("/twin/labels", test_labels);
  g_test_add_func ("/twin/page-of-both", test_page_of_both);
  return g_test_run ();
}
