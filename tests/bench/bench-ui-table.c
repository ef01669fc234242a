/* bench-ui-table.c - what showing, sorting and scrolling the table of many ranks costs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "judge/overview/lsc-overview.h"
#include "app/parts/lsc-table-view.h"
#include "base/lsc-stats.h"
#include "bench-report.h"

/* The table view that all pages share, with the columns of the table of ranks. What is measured
 * lasts from the request to the end of the frame that shows it, CPU of the main thread. */

#define N_RANKS 4096
#define WIDTH 1600
#define HEIGHT 700
#define N_SORTS 10
#define N_STEPS 120
#define STEP_PX 60
#define LIMIT_MS 50.0
#define MS G_GINT64_CONSTANT (1000000)

typedef struct
{
  GtkWindow *window;
  LscTableView *view;
  gint64 end_us; /* of the last frame */
  double end_cpu_ms;
  guint n_frames;
} Bench;

static double
get_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static void
on_after_paint (GdkFrameClock *clock, Bench *self)
{
  (void) clock;
  self->end_us = g_get_monotonic_time ();
  self->end_cpu_ms = get_cpu_ms ();
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

/* ---- the table ---- */

static void
fill_rank (LscOverviewRank *rank, gint64 i)
{
  rank->rank = i;
  rank->host = g_strdup_printf ("node-%02d", (int) (i / 8));
  rank->group = i % 16 == 0 ? g_strdup_printf ("tp group %d", (int) (i / 8)) : NULL;
  rank->place = (LscRankPlace){
    .at = { [LSC_DIM_PP] = i / 512, [LSC_DIM_DP] = i / 8 % 64, [LSC_DIM_TP] = i % 8 }
  };
  rank->has_stage = TRUE;
  rank->stage = i / 512;
  rank->n_steps = 10;
  rank->has_waits = TRUE;
  rank->verdict = i % 97 == 0 ? LSC_RANK_SLOW : LSC_RANK_FINE;
  if (rank->verdict == LSC_RANK_SLOW)
    rank->reason =
        lsc_phrase_new_text ("It computes more than its peers, most of it in one kernel");
  for (guint k = 0; k < LSC_BUDGET_N_CATEGORIES; k++)
    rank->ns[k] = (i * 7919 + k * 104729) % 400009 * 1000;
  rank->ns[LSC_BUDGET_COMM] = LSC_INT_NULL; /* as it can be split */
  rank->step_ns = 500 * MS + i * 7919 % 4099 * 1009;
  rank->least_ns = rank->step_ns - MS;
  rank->most_ns = rank->step_ns + 9 * MS;
  rank->mad_ns = i * 31 % 997 * 1000;
  rank->comm_ns = rank->ns[LSC_BUDGET_WAIT];
  rank->intrinsic_ns = rank->comm_ns / 2;
  rank->caused_wait_ns = i * 104729 % 400009 * 1000;
  rank->waited_ns = i * 1299709 % 400009 * 1000;
  rank->message_wait_ns = rank->waited_ns / 3;
  rank->late_ns = rank->waited_ns / 5;
}

static LscTable *
make_table (void)
{
  LscOverview overview = { .ranks = g_array_new (FALSE, TRUE, sizeof (LscOverviewRank)) };
  LscTable *table;

  g_array_set_size (overview.ranks, N_RANKS);
  for (guint i = 0; i < N_RANKS; i++)
    fill_rank (&g_array_index (overview.ranks, LscOverviewRank, i), i);
  table = lsc_overview_get_table (&overview);
  for (guint i = 0; i < N_RANKS; i++)
    {
      LscOverviewRank *rank = &g_array_index (overview.ranks, LscOverviewRank, i);

      g_free (rank->host);
      g_free (rank->group);
      g_clear_pointer (&rank->reason, lsc_phrase_free);
    }
  g_array_unref (overview.ranks);
  return table;
}

static void
open_window (Bench *self)
{
  self->view = LSC_TABLE_VIEW (lsc_table_view_new ("Ranks"));
  self->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_decorated (self->window, FALSE);
  gtk_window_set_default_size (self->window, WIDTH, HEIGHT);
  gtk_window_set_child (self->window, GTK_WIDGET (self->view));
  gtk_window_present (self->window);
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (self->window)), "after-paint",
                    G_CALLBACK (on_after_paint), self);
  for (int i = 0; i < 3; i++)
    wait_frame (self);
}

/* ---- what is measured ---- */

static double
print_line (const char *title, double *cpu_ms, gsize n)
{
  lsc_sort_doubles (cpu_ms, n);
  printf ("  %s: CPU median %.1f ms, most %.1f ms\n", title, cpu_ms[n / 2], cpu_ms[n - 1]);
  return cpu_ms[n / 2];
}

static void
judge_line (const char *title, double *cpu_ms, gsize n)
{
  bench_report ("its median", print_line (title, cpu_ms, n), LIMIT_MS, "ms");
}

static void
bench_sort (Bench *self)
{
  static const char *const names[] = { "step_ns", "compute_ns", "host", "reason", "waited_ns" };
  double cpu_ms[N_SORTS];

  for (guint i = 0; i < N_SORTS; i++)
    {
      double begin_ms = get_cpu_ms ();

      lsc_table_view_sort (self->view, names[i % G_N_ELEMENTS (names)],
                           i / G_N_ELEMENTS (names) % 2);
      wait_frame (self);
      cpu_ms[i] = self->end_cpu_ms - begin_ms;
    }
  judge_line ("sorting 4,096 ranks", cpu_ms, N_SORTS);
}

static void
bench_scroll (Bench *self)
{
  GtkWidget *list = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (list));
  double cpu_ms[N_STEPS];

  for (guint i = 0; i < N_STEPS; i++)
    {
      double begin_ms = get_cpu_ms ();

      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + STEP_PX);
      wait_frame (self);
      cpu_ms[i] = self->end_cpu_ms - begin_ms;
    }
  judge_line ("scrolling 4,096 ranks", cpu_ms, N_STEPS);
}

static void
bench_jump (Bench *self)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  double cpu_ms[N_SORTS];

  for (guint i = 0; i < N_SORTS; i++)
    {
      double begin_ms = get_cpu_ms ();

      lsc_table_view_select (self->view, (guint32) g_rand_int_range (random, 0, N_RANKS));
      wait_frame (self);
      cpu_ms[i] = self->end_cpu_ms - begin_ms;
    }
  print_line ("going to one of 4,096 ranks", cpu_ms, N_SORTS);
}

/** Prints what the table of many ranks costs. */
void
bench_ui_table (void)
{
  Bench self = { 0 };
  g_autoptr (LscTable) table = make_table ();
  double begin_ms;

  open_window (&self);
  begin_ms = get_cpu_ms ();
  lsc_table_view_set_hidden (self.view,
                             (const char *const[]){ "comm_ns", "excess_ns", "excess_module_ns",
                                                    "begin_ns", "end_ns", NULL });
  lsc_table_view_set_table (self.view, table);
  lsc_table_view_widen (self.view, "reason", 320);
  wait_frame (&self);
  printf ("  table of 4,096 ranks, %u columns: shown after %.1f ms CPU\n",
          lsc_table_get_n_columns (table), self.end_cpu_ms - begin_ms);
  bench_sort (&self);
  bench_scroll (&self);
  bench_jump (&self);
  gtk_window_destroy (self.window);
}
