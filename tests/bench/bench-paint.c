/* bench-paint.c - how long painting the pipeline chart takes, from fit to 20 blocks a row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "draw/lsc-pipeline-painter.h"
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
  LscChartPainter *painter;
  LscChartView view;
  cairo_surface_t *image;
  double worst_p95_ms;
  guint most_labels;
  GArray *all; /* double, ms */
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
count_visible (const LscChartView *view)
{
  gsize n = 0;

  for (gsize s = 0; s < view->group->n_steps; s++)
    {
      const LscPipelineRow *row = &view->group->steps[s].rows[0];

      for (gsize i = 0; i < row->n_blocks; i++)
        {
          double begin = lsc_chart_view_block_time (view, s, row->blocks[i].start_ns);

          n += begin < view->begin + view->span &&
               begin + (double) (row->blocks[i].end_ns - row->blocks[i].start_ns) > view->begin;
        }
    }
  return n;
}

/* One zoom step: frames panned by a few pixels each, as a user would see them. */
static void
measure (Bench *self, int step, gsize n_visible)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  double begin = self->view.begin, p95;
  guint n_labels = 0;

  for (int i = 0; i < FRAMES; i++)
    {
      double start, ms;

      self->view.begin = begin + self->view.span * 0.003 * (i - FRAMES / 2);
      start = cpu_ms ();
      lsc_chart_painter_paint_body (self->painter, self->image, &self->view);
      ms = cpu_ms () - start;
      g_array_append_val (times, ms);
      g_array_append_val (self->all, ms);
      n_labels = MAX (n_labels, lsc_chart_painter_get_n_labels (self->painter));
    }
  self->view.begin = begin;
  g_array_sort (times, compare);
  p95 = quantile (times, 0.95);
  printf ("  %4d  %10" G_GSIZE_FORMAT "  %7.2f  %7.2f  %6u\n",
          step,
          n_visible,
          quantile (times, 0.5),
          p95,
          n_labels);
  self->worst_p95_ms = MAX (self->worst_p95_ms, p95);
  self->most_labels = MAX (self->most_labels, n_labels);
}

static void
run_zooms (Bench *self)
{
  double center;
  gsize n_visible = count_visible (&self->view);

  center = self->view.begin + self->view.span * 0.47;
  printf ("  step  row blocks   p50 ms   p95 ms  labels\n");
  for (int step = 0; step < 100; step++)
    {
      measure (self, step, n_visible);
      if (n_visible <= LEAST_BLOCKS)
        break;
      self->view.span *= ZOOM;
      self->view.begin = center - self->view.span / 2;
      n_visible = count_visible (&self->view);
    }
}

/* Returns: whether the budget was kept */
static gboolean
run (const char *title, LscPipeline *pipeline, double lane_height, LscColorMode mode)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  Bench self = { .all = g_array_new (FALSE, FALSE, sizeof (double)) };
  gboolean kept;

  self.painter = lsc_chart_painter_new (context);
  lsc_chart_view_init (&self.view, pipeline, g_ptr_array_index (pipeline->groups, 0));
  self.view.first_step = 0;
  self.view.n_steps = STEPS;
  self.view.header_width = 0; /* the image is the body */
  self.view.show_brackets = FALSE;
  self.view.width = WIDTH;
  self.view.height = HEIGHT + lsc_chart_view_body_top (&self.view);
  self.view.lane_height = lane_height;
  self.view.color_mode = mode;
  lsc_chart_view_fit (&self.view);
  self.image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  printf ("%s\n", title);
  run_zooms (&self);
  g_array_sort (self.all, compare);
  kept = quantile (self.all, 0.95) <= BUDGET_MS && self.most_labels <= BUDGET_LABELS;
  printf ("  all frames: p50 %.2f ms, p95 %.2f ms, budget %.0f ms: %s; worst step p95 %.2f ms; "
          "at most %u labels\n",
          quantile (self.all, 0.5),
          quantile (self.all, 0.95),
          BUDGET_MS,
          kept ? "kept" : "EXCEEDED",
          self.worst_p95_ms,
          self.most_labels);
  cairo_surface_destroy (self.image);
  lsc_chart_painter_free (self.painter);
  g_array_unref (self.all);
  g_object_unref (context);
  return kept;
}

int
main (void)
{
  LscPipeline *plain = lsc_test_pipeline_1f1b (STAGES, MICRO_BATCHES, STEPS, FALSE);
  LscPipeline *with_legs;
  gboolean kept;

  printf (
      "Painting %d stages x %d micro-batches x %d steps = %d blocks into %d x %d px, thread CPU\n",
      STAGES,
      MICRO_BATCHES,
      STEPS,
      STAGES * MICRO_BATCHES * 2 * STEPS,
      WIDTH,
      HEIGHT);
  kept = run ("All 64 rows (lane 14 px), colours by kind", plain, 14, LSC_COLOR_BY_KIND);
  kept &= run ("33 rows of full height, colours by kind", plain, 22, LSC_COLOR_BY_KIND);
  kept &= run ("All 64 rows, colours by duration", plain, 14, LSC_COLOR_BY_DURATION);
  lsc_test_pipeline_free (plain);
  with_legs = lsc_test_pipeline_1f1b (STAGES, MICRO_BATCHES, STEPS, TRUE);
  run ("33 rows with 1,310,720 send and receive operators (beyond the budget's scene)",
       with_legs,
       22,
       LSC_COLOR_BY_KIND);
  lsc_test_pipeline_free (with_legs);
  return kept ? EXIT_SUCCESS : EXIT_FAILURE;
}
