/* bench-ui-pages.c - what opening Operators and Memory costs beside Overview, and their frames
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-ui.h"

#include <stdio.h>
#include <time.h>

#include "app/parts/lsc-app-page.h"
#include "app/parts/lsc-canvas.h"
#include "app/parts/lsc-chart.h"
#include "app/window/lsc-application.h"
#include "app/window/lsc-window.h"
#include "bench-profile.h"
#include "bench-report.h"

/* A page is opened by a window of its own: the recordings are read for it, not for another page.
 * Wall time is what a user waits; CPU of all threads is the figure on a machine with other work. A
 * frame is what the page's charts draw, each by its own draw function, as the pointer moves. */

#define OPEN_RUNS 3
#define N_FRAMES 60
#define PATIENCE_S 300.0

#define LIMIT_TO_OVERVIEW 1.3
#define LIMIT_FRAME_MS 8.0

typedef struct
{
  LscApplication *application;
  LscWindow *window;
  const char *page;
  guint n_frames;
} Bench;

typedef struct
{
  double wall_s;
  double cpu_s;
} Cost;

static double
get_cpu_s (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static gboolean
on_tick (gpointer user_data)
{
  return G_SOURCE_CONTINUE; /* wakes the main loop, so that conditions are looked at */
}

static gboolean
is_there (Bench *self)
{
  GtkWidget *page = lsc_window_get_page (self->window, self->page);

  return page && !lsc_window_is_busy (self->window) &&
         (!LSC_IS_APP_PAGE (page) || !lsc_app_page_is_busy (LSC_APP_PAGE (page)));
}

static void
iterate (double seconds)
{
  gint64 end_us = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);

  while (g_get_monotonic_time () < end_us)
    g_main_context_iteration (NULL, TRUE);
}

static void
on_after_paint (GdkFrameClock *clock, Bench *self)
{
  self->n_frames++;
}

static void
wait_frame (Bench *self)
{
  guint n = self->n_frames;

  gtk_widget_queue_draw (GTK_WIDGET (self->window));
  while (self->n_frames == n)
    g_main_context_iteration (NULL, TRUE);
}

static void
open_window (Bench *self)
{
  GSettings *settings = lsc_application_get_settings (self->application);

  g_settings_set_int (settings, "window-width", 1600);
  g_settings_set_int (settings, "window-height", 1000);
  self->window = lsc_window_new (GTK_APPLICATION (self->application), settings);
  lsc_window_show_page (self->window, self->page);
  gtk_window_present (GTK_WINDOW (self->window));
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (self->window)), "after-paint",
                    G_CALLBACK (on_after_paint), self);
  wait_frame (self);
  iterate (0.2);
}

static void
close_window (Bench *self)
{
  gtk_window_close (GTK_WINDOW (self->window));
  iterate (1.5); /* memory is given back by a thread */
  self->window = NULL;
}

static Cost
open_page (Bench *self, const char *folder)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  gint64 begin_us;
  Cost cost;

  open_window (self);
  begin_us = g_get_monotonic_time ();
  cost.cpu_s = get_cpu_s (CLOCK_PROCESS_CPUTIME_ID);
  lsc_window_open_file (self->window, file);
  while (!is_there (self))
    {
      g_main_context_iteration (NULL, TRUE);
      if (g_get_monotonic_time () - begin_us > PATIENCE_S * G_USEC_PER_SEC)
        g_error ("page \"%s\" took too long", self->page);
    }
  wait_frame (self);
  cost.cpu_s = get_cpu_s (CLOCK_PROCESS_CPUTIME_ID) - cost.cpu_s;
  cost.wall_s = (double) (g_get_monotonic_time () - begin_us) / G_USEC_PER_SEC;
  return cost;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

static void
collect_charts (GtkWidget *root, GPtrArray *charts)
{
  if (!gtk_widget_get_mapped (root))
    return;
  if (LSC_IS_CHART (root) || LSC_IS_CANVAS (root))
    g_ptr_array_add (charts, root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    collect_charts (child, charts);
}

static double
draw_charts (GPtrArray *charts)
{
  double begin_s = get_cpu_s (CLOCK_THREAD_CPUTIME_ID);

  for (guint i = 0; i < charts->len; i++)
    {
      GtkWidget *widget = charts->pdata[i];
      GtkSnapshot *snapshot = gtk_snapshot_new ();
      GskRenderNode *node;

      GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
      node = gtk_snapshot_free_to_node (snapshot);
      g_clear_pointer (&node, gsk_render_node_unref);
    }
  return (get_cpu_s (CLOCK_THREAD_CPUTIME_ID) - begin_s) * 1e3;
}

/* Charts that have an axis are moved between frames, so that nothing drawn before is of use. */
static void
bench_frames (Bench *self)
{
  g_autoptr (GPtrArray) charts = g_ptr_array_new ();
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

  collect_charts (lsc_window_get_page (self->window, self->page), charts);
  for (guint i = 0; i < N_FRAMES; i++)
    {
      double ms;

      for (guint k = 0; k < charts->len; k++)
        if (LSC_IS_CHART (charts->pdata[k]))
          {
            lsc_chart_zoom (LSC_CHART (charts->pdata[k]), i < N_FRAMES / 2 ? 1.1 : 1 / 1.1);
            lsc_chart_pan (LSC_CHART (charts->pdata[k]), i % 2 ? 0.004 : -0.004);
          }
      ms = draw_charts (charts);
      g_array_append_val (times, ms);
      wait_frame (self);
    }
  g_array_sort (times, compare);
  printf ("  %s: %u charts, a frame of them, CPU: p50 %.2f ms\n", self->page, charts->len,
          g_array_index (times, double, N_FRAMES / 2));
  bench_report ("p95", g_array_index (times, double, N_FRAMES * 95 / 100), LIMIT_FRAME_MS, "ms");
}

static Cost
bench_page (Bench *self, const char *page, const char *folder)
{
  Cost best = { G_MAXDOUBLE, G_MAXDOUBLE };

  self->page = page;
  for (int i = 0; i < OPEN_RUNS; i++)
    {
      Cost cost = open_page (self, folder);

      best.wall_s = MIN (best.wall_s, cost.wall_s);
      best.cpu_s = MIN (best.cpu_s, cost.cpu_s);
      if (i == OPEN_RUNS - 1)
        bench_frames (self);
      close_window (self);
    }
  printf ("  %s opened, best of %d: %.2f s wall, %.2f s CPU\n", page, OPEN_RUNS, best.wall_s,
          best.cpu_s);
  return best;
}

/** bench_ui_pages: @folder: (nullable): a recording, else one of 8 ranks is made */
void
bench_ui_pages (const char *folder)
{
  static const char *const pages[] = { "operators", "memory" };
  g_autofree char *made =
      folder ? NULL : bench_make_profile ("ranks-8e6", "--preset bench --ranks 8 --tasks 1000000");
  g_autoptr (GError) error = NULL;
  Bench self = { .application = lsc_application_new (G_APPLICATION_NON_UNIQUE) };
  guint tick_id = g_timeout_add (2, on_tick, NULL);
  Cost overview;

  if (!g_application_register (G_APPLICATION (self.application), NULL, &error))
    g_error ("%s", error->message);
  g_application_hold (G_APPLICATION (self.application));
  folder = folder ? folder : made;
  overview = bench_page (&self, "overview", folder);
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      Cost cost = bench_page (&self, pages[i], folder);

      bench_report ("its CPU to Overview's", cost.cpu_s / overview.cpu_s, LIMIT_TO_OVERVIEW, "x");
      bench_report ("its wall time to Overview's", cost.wall_s / overview.wall_s, LIMIT_TO_OVERVIEW,
                    "x");
    }
  g_source_remove (tick_id);
  g_application_release (G_APPLICATION (self.application));
  g_object_unref (self.application);
}
