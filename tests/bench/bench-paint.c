/* bench-paint.c - how long painting the pipeline chart takes, from fit to 20 blocks a row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "analyze/theory/lsc-blame.h"
#include "analyze/theory/lsc-plan.h"
#include "draw/pipeline/lsc-pipeline-painter.h"
#include "lsc-test-pipeline.h"

#define STAGES 64
#define MICRO_BATCHES 512
#define STEPS 10
#define WIDTH 1600
#define HEIGHT 1280
#define FRAMES 24
#define LEAST_BLOCKS 20
#define ZOOM 0.7
#define BUDGET_MS 8.0
#define BUDGET_LABELS 1500

typedef struct
{
  LscPipelinePainter *painter;
  LscPipelineView view;
  cairo_surface_t *image;
  double worst_p95_ms;
  guint most_labels;
  gboolean is_beyond; /* more than the budget is for */
  GArray *all;        /* double, ms */
} Bench;

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

static double
quantile (GArray *sorted, double share)
{
  return g_array_index (sorted, double, (guint) ((sorted->len - 1) * share + 0.5));
}

static gsize
count_visible (const LscPipelineView *view)
{
  gsize n = 0;

  for (gsize s = 0; s < view->group->n_steps; s++)
    {
      const LscPipelineRow *row = &view->group->steps[s].rows[0];

      for (gsize i = 0; i < row->n_blocks; i++)
        {
          double begin = lsc_pipeline_view_block_time (view, s, row->blocks[i].start_ns);

          n += begin < lsc_pipeline_view_begin (view) + view->port.span_ns &&
               begin + (double) (row->blocks[i].end_ns - row->blocks[i].start_ns) >
                   lsc_pipeline_view_begin (view);
        }
    }
  return n;
}

/* One zoom step: frames panned by a few pixels each, as a user would see them. */
static void
measure (Bench *self, int step, gsize n_visible)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  double begin = lsc_pipeline_view_begin (&self->view), p95;
  guint n_labels = 0;

  for (int i = 0; i < FRAMES; i++)
    {
      double start, ms;

      lsc_viewport_set_begin (&self->view.port, 0,
                              begin + self->view.port.span_ns * 0.003 * (i - FRAMES / 2));
      start = cpu_ms ();
      lsc_pipeline_painter_paint_body (self->painter, self->image, &self->view);
      ms = cpu_ms () - start;
      g_array_append_val (times, ms);
      g_array_append_val (self->all, ms);
      n_labels = MAX (n_labels, lsc_pipeline_painter_get_n_labels (self->painter));
    }
  lsc_viewport_set_begin (&self->view.port, 0, begin);
  g_array_sort (times, compare);
  p95 = quantile (times, 0.95);
  printf ("  %4d  %10" G_GSIZE_FORMAT "  %7.2f  %7.2f  %6u\n", step, n_visible,
          quantile (times, 0.5), p95, n_labels);
  self->worst_p95_ms = MAX (self->worst_p95_ms, p95);
  self->most_labels = MAX (self->most_labels, n_labels);
}

static void
run_zooms (Bench *self)
{
  double center;
  gsize n_visible = count_visible (&self->view);

  center = lsc_pipeline_view_begin (&self->view) + self->view.port.span_ns * 0.47;
  printf ("  step  row blocks   p50 ms   p95 ms  labels\n");
  for (int step = 0; step < 100; step++)
    {
      measure (self, step, n_visible);
      if (n_visible <= LEAST_BLOCKS)
        break;
      self->view.port.span_ns *= ZOOM;
      lsc_viewport_set_begin (&self->view.port, 0, center - self->view.port.span_ns / 2);
      n_visible = count_visible (&self->view);
    }
}

static void
add_idle (GArray *idle, guint32 row, gint64 begin_ns, gint64 end_ns)
{
  LscBlamePiece one = {
    .begin_ns = begin_ns, .end_ns = end_ns, .rank = row, .cause = (guint8) (idle->len % LSC_CAUSE_N)
  };

  if (end_ns > begin_ns)
    g_array_append_val (idle, one);
}

/* Every gap with some cause. */
static GArray *
make_idle (const LscPipelineStep *step)
{
  GArray *idle = g_array_new (FALSE, FALSE, sizeof (LscBlamePiece));

  for (guint32 r = 0; r < step->n_rows; r++)
    {
      gint64 end_ns = step->t0_ns;

      for (gsize i = 0; i < step->rows[r].n_blocks; i++)
        {
          add_idle (idle, r, end_ns, step->rows[r].blocks[i].start_ns);
          end_ns = step->rows[r].blocks[i].end_ns;
        }
      add_idle (idle, r, end_ns, step->t1_ns);
    }
  return idle;
}

/* As long as a critical path can be: down the stages, along the last, up again. */
static GArray *
make_path (const LscPipelineStep *step)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (LscPipelinePathBlock));
  const LscPipelineRow *last = &step->rows[step->n_rows - 1];

  for (guint32 r = 0; r < step->n_rows; r++)
    g_array_append_val (path, ((LscPipelinePathBlock){ r, 0, r > 0 }));
  for (guint32 i = 1; i < last->n_blocks; i++)
    g_array_append_val (path, ((LscPipelinePathBlock){ (guint32) step->n_rows - 1, i, FALSE }));
  for (guint32 r = (guint32) step->n_rows - 1; r > 0; r--)
    g_array_append_val (
        path, ((LscPipelinePathBlock){ r - 1, (guint32) step->rows[r - 1].n_blocks - 1, TRUE }));
  return path;
}

static LscPipeline *
make_theory (void)
{
  LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, STAGES, MICRO_BATCHES);
  LscPlanCosts costs = { 10000000, 20000000, 10000000, 10000000, 30000000 };
  g_autoptr (LscPlan) plan = lsc_plan_new (&schedule, NULL);
  g_autofree gint64 *durations = g_new0 (gint64, plan->n_ops);
  g_auto (LscPlanTimes) times = { 0 };

  lsc_plan_cost_ops (plan, &costs, durations);
  if (!lsc_plan_times_init (&times, plan) || !lsc_plan_replay (plan, durations, NULL, &times, NULL))
    exit (EXIT_FAILURE);
  return lsc_plan_to_pipeline (plan, &times, NULL, "theory", NULL);
}

static void
bench_init (Bench *self, LscPipeline *pipeline, double lane_height, LscColorMode mode)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());

  *self = (Bench){ .all = g_array_new (FALSE, FALSE, sizeof (double)) };
  self->painter = lsc_pipeline_painter_new (context);
  g_object_unref (context);
  lsc_pipeline_view_init (&self->view, pipeline, g_ptr_array_index (pipeline->groups, 0));
  self->view.first_step = 0;
  self->view.n_steps = STEPS;
  self->view.port.header_width = 0; /* the image is the body */
  self->view.show_brackets = FALSE;
  self->view.port.width = WIDTH;
  self->view.port.height = HEIGHT + lsc_pipeline_view_body_top (&self->view);
  self->view.port.lane_height = lane_height;
  self->view.color_mode = mode;
  self->image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
}

static gboolean
bench_finish (Bench *self, const char *title)
{
  gboolean kept;

  lsc_pipeline_view_fit (&self->view);
  printf ("%s\n", title);
  run_zooms (self);
  g_array_sort (self->all, compare);
  kept = quantile (self->all, 0.95) <= BUDGET_MS && self->most_labels <= BUDGET_LABELS;
  printf ("  all frames: p50 %.2f ms, p95 %.2f ms, budget %.0f ms: %s; worst step p95 %.2f ms; "
          "at most %u labels\n",
          quantile (self->all, 0.5), quantile (self->all, 0.95), BUDGET_MS,
          kept              ? "PASS"
          : self->is_beyond ? "over"
                            : "FAIL",
          self->worst_p95_ms, self->most_labels);
  cairo_surface_destroy (self->image);
  lsc_pipeline_painter_free (self->painter);
  g_array_unref (self->all);
  return kept;
}

/* One step with theory under it. Returns: whether the budget was kept */
static gboolean
run_twin (const char *title, LscPipeline *pipeline, LscPipeline *theory, LscTwinMode mode,
          double lane_height, gboolean with_study)
{
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  LscPipelineGroup *other = lsc_pipeline_get_group (theory, 0);
  g_autoptr (LscBlockPairs) pairs = lsc_block_pairs_new (&group->steps[0], &other->steps[0]);
  g_autoptr (GArray) idle = make_idle (&group->steps[0]);
  g_autoptr (GArray) path = make_path (&group->steps[0]);
  Bench self;

  bench_init (&self, pipeline, lane_height, LSC_COLOR_BY_KIND);
  self.view.n_steps = 1;
  self.view.twin = (LscPipelineTwin){ .mode = mode,
                                      .pipeline = theory,
                                      .group = other,
                                      .title = "theory",
                                      .first_title = "measured",
                                      .pairs = pairs,
                                      .show_delta = TRUE };
  if (with_study)
    {
      self.view.idle = (const LscBlamePiece *) (gpointer) idle->data;
      self.view.n_idle = idle->len;
      self.view.path = (const LscPipelinePathBlock *) (gpointer) path->data;
      self.view.n_path = path->len;
    }
  return bench_finish (&self, title);
}

/* Returns: whether the budget was kept */
static gboolean
run (const char *title, LscPipeline *pipeline, double lane_height, LscColorMode mode,
     gboolean is_beyond)
{
  Bench self;

  bench_init (&self, pipeline, lane_height, mode);
  self.is_beyond = is_beyond;
  return bench_finish (&self, title);
}

int
main (void)
{
  LscPipeline *plain = lsc_test_pipeline_1f1b (STAGES, MICRO_BATCHES, STEPS, FALSE);
  LscPipeline *theory = make_theory ();
  LscPipeline *with_legs;
  gboolean kept;

  printf (
      "Painting %d stages x %d micro-batches x %d steps = %d blocks into %d x %d px, thread CPU\n",
      STAGES, MICRO_BATCHES, STEPS, STAGES * MICRO_BATCHES * 2 * STEPS, WIDTH, HEIGHT);
  kept = run ("All 64 rows (lane 14 px), colours by kind", plain, 14, LSC_COLOR_BY_KIND, FALSE);
  kept &= run ("33 rows of full height, colours by kind", plain, 22, LSC_COLOR_BY_KIND, FALSE);
  kept &= run ("All 64 rows, colours by duration", plain, 14, LSC_COLOR_BY_DURATION, FALSE);
  kept &= run_twin ("Theory below, all 128 rows (lane 4 px), differences", plain, theory,
                    LSC_TWIN_BELOW, 4, FALSE);
  kept &= run_twin ("Theory below, lane 10 px, differences, critical path, causes", plain, theory,
                    LSC_TWIN_BELOW, 10, TRUE);
  kept &= run_twin ("Theory between, lane 10 px", plain, theory, LSC_TWIN_INTERLEAVED, 10, FALSE);
  kept &= run_twin ("Theory as outlines, lane 14 px", plain, theory, LSC_TWIN_GHOST, 14, FALSE);
  lsc_pipeline_unref (theory);
  lsc_test_pipeline_free (plain);
  with_legs = lsc_test_pipeline_1f1b (STAGES, MICRO_BATCHES, STEPS, TRUE);
  run ("33 rows with 1,310,720 send and receive operators (beyond the budget's scene)", with_legs,
       22, LSC_COLOR_BY_KIND, TRUE);
  lsc_test_pipeline_free (with_legs);
  return kept ? EXIT_SUCCESS : EXIT_FAILURE;
}
