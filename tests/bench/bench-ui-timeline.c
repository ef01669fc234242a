/* bench-ui-timeline.c - frames of the real timeline widget over ten million slices
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "app/timeline/lsc-timeline-chart.h"
#include "bench-report.h"
#include "lsc-test-timeline.h"

/* Zooms in from everything to single slices and out again, moving by a few pixels in between, as a
 * user does. What is measured is the widget's own draw function (lanes, ruler, names, minimap,
 * selection), and for comparison the whole frame with the hand-over to the display. */

#define N_LANES 40
#define N_SLICES 10000000u
#define WIDTH 1600
#define HEIGHT 900
#define N_ZOOMS 90
#define N_PANS 3
#define LIMIT_MEDIAN_MS 8.0
#define LIMIT_P99_MS 16.0

typedef struct
{
  GtkWindow *window;
  LscTimelineChart *chart;
  GArray *draw_cpu_ms; /* double */
  GArray *draw_wall_ms;
  GArray *frame_ms;
  gint64 frame_begin_us;
  guint n_frames;
} Bench;

static double
get_cpu_ms (void)
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
quantile (GArray *values, double share)
{
  g_array_sort (values, compare);
  return g_array_index (values, double, (guint) ((values->len - 1) * share + 0.5));
}

static void
on_before_paint (GdkFrameClock *clock, Bench *self)
{
  (void) clock;
  self->frame_begin_us = g_get_monotonic_time ();
}

static void
on_after_paint (GdkFrameClock *clock, Bench *self)
{
  double ms = (double) (g_get_monotonic_time () - self->frame_begin_us) / 1e3;

  (void) clock;
  self->n_frames++;
  g_array_append_val (self->frame_ms, ms);
}

static void
wait_frame (Bench *self)
{
  guint n = self->n_frames;

  gtk_widget_queue_draw (GTK_WIDGET (self->chart));
  while (self->n_frames == n)
    g_main_context_iteration (NULL, TRUE);
}

/* One call of the widget's draw function after a move, then the frame that shows it. */
static void
measure (Bench *self)
{
  GtkWidget *widget = GTK_WIDGET (self->chart);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  double cpu_ms = get_cpu_ms (), wall_ms;
  gint64 begin_us = g_get_monotonic_time ();
  GskRenderNode *node;

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  cpu_ms = get_cpu_ms () - cpu_ms;
  wall_ms = (double) (g_get_monotonic_time () - begin_us) / 1e3;
  g_array_append_val (self->draw_cpu_ms, cpu_ms);
  g_array_append_val (self->draw_wall_ms, wall_ms);
  node = gtk_snapshot_free_to_node (snapshot);
  g_clear_pointer (&node, gsk_render_node_unref);
  wait_frame (self);
}

static void
move (Bench *self, double factor)
{
  lsc_chart_zoom (LSC_CHART (self->chart), factor);
  measure (self);
  for (int i = 0; i < N_PANS; i++)
    {
      lsc_chart_pan (LSC_CHART (self->chart), 0.004);
      measure (self);
    }
}

static void
open_window (Bench *self)
{
  LscTimelineLayout *layout = lsc_timeline_layout_new ();
  LscTimeline *timeline = lsc_test_timeline_new_wide (N_LANES, N_SLICES);
  GdkFrameClock *clock;

  lsc_timeline_layout_add_rank (layout, 0, NULL);
  lsc_timeline_layout_set_timeline (layout, 0, timeline);
  lsc_timeline_layout_set_row_height (layout, 17); /* all lanes at once */
  lsc_timeline_unref (timeline);
  self->chart = LSC_TIMELINE_CHART (lsc_timeline_chart_new ());
  gtk_widget_set_size_request (GTK_WIDGET (self->chart), WIDTH, HEIGHT);
  self->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_decorated (self->window, FALSE);
  gtk_window_set_child (self->window, GTK_WIDGET (self->chart));
  lsc_timeline_chart_take_layout (self->chart, layout);
  gtk_window_present (self->window);
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->window));
  g_signal_connect (clock, "before-paint", G_CALLBACK (on_before_paint), self);
  g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), self);
  for (int i = 0; i < 3; i++)
    wait_frame (self);
}

static void
print_line (const char *title, GArray *values)
{
  printf ("  %-38s median %6.2f ms, p99 %6.2f ms, most %6.2f ms\n", title, quantile (values, 0.5),
          quantile (values, 0.99), quantile (values, 1));
}

/** Prints what a frame of the timeline costs. */
void
bench_ui_timeline (void)
{
  Bench self = { .draw_cpu_ms = g_array_new (FALSE, FALSE, sizeof (double)),
                 .draw_wall_ms = g_array_new (FALSE, FALSE, sizeof (double)),
                 .frame_ms = g_array_new (FALSE, FALSE, sizeof (double)) };

  open_window (&self);
  lsc_chart_perform (LSC_CHART (self.chart), "first-visible-slice");
  for (int i = 0; i < 4; i++)
    lsc_chart_zoom (LSC_CHART (self.chart), 1.1236); /* labels are made once */
  wait_frame (&self);
  lsc_chart_fit (LSC_CHART (self.chart));
  g_array_set_size (self.frame_ms, 0);
  for (int i = 0; i < N_ZOOMS; i++)
    move (&self, 1.1236);
  for (int i = 0; i < N_ZOOMS; i++)
    move (&self, 1 / 1.1236);
  printf ("  timeline widget of %d x %d, %d lanes, %u slices, %u frames:\n",
          gtk_widget_get_width (GTK_WIDGET (self.chart)),
          gtk_widget_get_height (GTK_WIDGET (self.chart)), N_LANES, N_SLICES,
          self.draw_cpu_ms->len);
  print_line ("draw function, CPU of its thread", self.draw_cpu_ms);
  bench_report ("its median", quantile (self.draw_cpu_ms, 0.5), LIMIT_MEDIAN_MS, "ms");
  bench_report ("its p99", quantile (self.draw_cpu_ms, 0.99), LIMIT_P99_MS, "ms");
  print_line ("draw function, wall", self.draw_wall_ms);
  print_line ("whole frame, wall, with X server", self.frame_ms);
  gtk_window_destroy (self.window);
  g_array_unref (self.draw_cpu_ms);
  g_array_unref (self.draw_wall_ms);
  g_array_unref (self.frame_ms);
}
