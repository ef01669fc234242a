/* bench-timeline.c - how long painting the timeline takes, from everything to single slices
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "draw/timeline/lsc-timeline-painter.h"
#include "draw/timeline/lsc-timeline-twin.h"
#include "lsc-test-timeline.h"

#define LANES 40
#define SLICES 10000000u
#define WIDTH 1600
#define HEIGHT 900
#define PANS 12
#define ZOOM 0.6
#define LEAST_SPAN_NS 20000.0
#define MEDIAN_BUDGET_MS 8.0
#define P99_BUDGET_MS 16.0

typedef struct
{
  LscTimelinePainter *painter;
  LscTimelineView view;
  cairo_surface_t *image;
  GArray *all; /* double, ms */
  guint most_labels;
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

/* Frames at one zoom, panned by a few pixels each, as a user would see them. */
static void
measure (Bench *self, guint step)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  gint64 begin = self->view.port.begin_ns;
  guint n_labels = 0;

  for (int i = 0; i < PANS; i++)
    {
      double start, ms;

      self->view.port.begin_ns =
          begin + (gint64) (self->view.port.span_ns * 0.004 * (i - PANS / 2));
      start = cpu_ms ();
      lsc_timeline_painter_paint_body (self->painter, self->image, &self->view);
      ms = cpu_ms () - start;
      g_array_append_val (times, ms);
      g_array_append_val (self->all, ms);
      n_labels = MAX (n_labels, lsc_timeline_painter_get_n_labels (self->painter));
    }
  self->view.port.begin_ns = begin;
  self->most_labels = MAX (self->most_labels, n_labels);
  g_array_sort (times, compare);
  printf ("  %4u  %12.0f us  %7.2f  %7.2f  %6u\n", step, self->view.port.span_ns / 1000,
          quantile (times, 0.5), quantile (times, 1), n_labels);
}

/* Returns: whether the budget was kept */
static gboolean
run (const char *title, LscTimelineLayout *layout, double row_height, LscTimelineColor color)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  Bench self = { .all = g_array_new (FALSE, FALSE, sizeof (double)) };
  gboolean kept;

  self.painter = lsc_timeline_painter_new (context);
  lsc_timeline_layout_set_row_height (layout, row_height);
  lsc_timeline_view_init (&self.view, layout);
  self.view.port.header_width = 0; /* the image is the body */
  self.view.ruler_height = 0;
  self.view.port.width = WIDTH;
  self.view.port.height = HEIGHT;
  self.view.color = color;
  lsc_timeline_view_fit (&self.view);
  self.image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  printf ("%s\n  step            span   p50 ms   max ms  labels\n", title);
  for (guint step = 0; self.view.port.span_ns > LEAST_SPAN_NS; step++)
    {
      double center = self.view.port.span_ns * 0.437;

      measure (&self, step);
      self.view.port.begin_ns += (gint64) (center * (1 - ZOOM));
      self.view.port.span_ns *= ZOOM;
    }
  g_array_sort (self.all, compare);
  kept = quantile (self.all, 0.5) <= MEDIAN_BUDGET_MS && quantile (self.all, 0.99) <= P99_BUDGET_MS;
  printf ("  all frames: p50 %.2f ms, p99 %.2f ms, budget %.0f/%.0f ms: %s; at most %u labels\n",
          quantile (self.all, 0.5), quantile (self.all, 0.99), MEDIAN_BUDGET_MS, P99_BUDGET_MS,
          kept ? "PASS" : "FAIL", self.most_labels);
  cairo_surface_destroy (self.image);
  lsc_timeline_painter_free (self.painter);
  g_array_unref (self.all);
  g_object_unref (context);
  return kept;
}

/* Both sides of a comparison under one ruler: the same, with half of the lanes from each. */
static gboolean
run_twin (LscTimeline *timeline)
{
  LscTimelineTwinSide above = { timeline, "before", 0 }, below = { timeline, "after", 12345 };
  g_autoptr (LscTimelineLayout) layout = lsc_timeline_twin_new (&above, &below);

  return run ("Two recordings, rows of 10 px, colours by name", layout, 10,
              LSC_TIMELINE_COLOR_NAME);
}

int
main (int argc, char **argv)
{
  gboolean is_one = argc > 1 && strcmp (argv[1], "--one") == 0; /* one recording alone */
  g_autoptr (LscTimeline) timeline = lsc_test_timeline_new_wide (LANES, SLICES);
  g_autoptr (LscTimelineLayout) layout = lsc_timeline_layout_new ();
  gboolean kept;

  lsc_timeline_layout_add_rank (layout, 0, NULL);
  lsc_timeline_layout_set_timeline (layout, 0, timeline);
  printf ("Painting %d lanes, %u slices into %d x %d px, thread CPU\n", LANES, timeline->n_slices,
          WIDTH, HEIGHT);
  kept = run ("Rows of 20 px, colours by name", layout, 20, LSC_TIMELINE_COLOR_NAME);
  kept &=
      run ("All 40 lanes (rows of 17 px), colours by name", layout, 17, LSC_TIMELINE_COLOR_NAME);
  kept &= run ("All 40 lanes, colours by duration", layout, 17, LSC_TIMELINE_COLOR_DURATION);
  if (!is_one)
    kept &= run_twin (timeline);
  return kept ? EXIT_SUCCESS : EXIT_FAILURE;
}
