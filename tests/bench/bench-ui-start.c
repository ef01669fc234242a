/* bench-ui-start.c - what it costs to start the program, up to its first frame
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/window/lsc-application.h"
#include "bench-report.h"

#define START_RUNS 5
#define LIMIT_START_S 0.4

static void
on_first_paint (GdkFrameClock *clock, gpointer user_data)
{
  _exit (0);
}

static void
on_first_realize (GtkWidget *window, gpointer user_data)
{
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (on_first_paint),
                    NULL);
}

static void
on_first_added (GtkApplication *application, GtkWindow *window, gpointer user_data)
{
  g_signal_connect_after (window, "realize", G_CALLBACK (on_first_realize), NULL);
}

/** The child: the program, up to the end of its first frame. */
int
bench_ui_run_until_first_frame (void)
{
  g_autoptr (LscApplication) application = lsc_application_new (G_APPLICATION_NON_UNIQUE);
  char *argv[] = { "lanescope", NULL };

  g_signal_connect (application, "window-added", G_CALLBACK (on_first_added), NULL);
  g_application_run (G_APPLICATION (application), 1, argv);
  return EXIT_FAILURE; /* there was no frame */
}

static double
measure_start (double *wall_s)
{
  struct rusage usage = { 0 };
  gint64 begin_us = g_get_monotonic_time ();
  int status = 0;
  pid_t pid = fork ();

  if (pid == 0)
    {
      execl ("/proc/self/exe", "bench-ui", "--first-frame", NULL);
      _exit (127);
    }
  wait4 (pid, &status, 0, &usage);
  *wall_s = (double) (g_get_monotonic_time () - begin_us) / G_USEC_PER_SEC;
  if (status != 0)
    g_error ("the window did not come up");
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/** The parent: starts the child several times and prints what that took. */
void
bench_ui_start (void)
{
  double best_cpu_s = G_MAXDOUBLE, best_wall_s = G_MAXDOUBLE;

  for (int i = 0; i < START_RUNS; i++)
    {
      double wall_s, cpu_s = measure_start (&wall_s);

      best_cpu_s = MIN (best_cpu_s, cpu_s);
      best_wall_s = MIN (best_wall_s, wall_s);
    }
  printf ("  first window, best of %d: %.2f s wall\n", START_RUNS, best_wall_s);
  bench_report ("first window, CPU", best_cpu_s, LIMIT_START_S, "s");
}
