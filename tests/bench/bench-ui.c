/* bench-ui.c - what the window costs: first frame, opening, scrolling, sorting, searching
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/window/lsc-application.h"
#include "app/modules/lsc-modules-page.h"
#include "base/lsc-watchdog.h"
#include "app/window/lsc-window.h"
#include "bench-profile.h"
#include "bench-report.h"
#include "bench-ui.h"

/* Runs on an X server of its own (tests/wrap-display: 1600x1000, cairo renderer). A frame lasts
 * from the frame clock's "before-paint" to its "after-paint": the step that scrolls, layout,
 * drawing and the hand-over to the display. Every figure has the wall time, and the CPU time of the
 * main thread where other programs of the machine may have got in between. */

#define OPEN_RUNS 3
#define STEP_PX 30.0
#define N_STEPS 400
#define N_JUMPS 120
#define N_WARM_UP 8
#define PATIENCE_S 120.0

#define LIMIT_OPEN_S 2.0
#define LIMIT_CALLBACK_MS 16.0
#define LIMIT_STEP_MS 16.0
#define LIMIT_JUMP_MS 60.0
#define LIMIT_BEYOND_CLI_S 0.5 /* of 128 ranks */

typedef gboolean (*Condition) (gpointer user_data);

typedef struct
{
  LscApplication *application;
  LscWindow *window;
  guint64 n_frames;
  gint64 frame_begin_us;
  gint64 frame_begin_cpu_us;
  gint64 frame_end_us;
  GArray *wall_ms; /* (nullable): double, of each frame */
  GArray *cpu_ms;
} Bench;

static gint64
get_cpu_us (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* Of all threads. */
static double
get_process_cpu_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static double
since_s (gint64 begin_us)
{
  return (double) (g_get_monotonic_time () - begin_us) / G_USEC_PER_SEC;
}

/* ---- The window ------------------------------------------------------------------------------ */

static void
on_before_paint (GdkFrameClock *clock, Bench *self)
{
  self->frame_begin_us = g_get_monotonic_time ();
  self->frame_begin_cpu_us = get_cpu_us ();
}

static void
on_after_paint (GdkFrameClock *clock, Bench *self)
{
  double wall_ms, cpu_ms;

  self->frame_end_us = g_get_monotonic_time ();
  self->n_frames++;
  if (!self->wall_ms || self->frame_begin_us == 0)
    return;
  wall_ms = (double) (self->frame_end_us - self->frame_begin_us) / 1e3;
  cpu_ms = (double) (get_cpu_us () - self->frame_begin_cpu_us) / 1e3;
  g_array_append_val (self->wall_ms, wall_ms);
  g_array_append_val (self->cpu_ms, cpu_ms);
}

static void
open_window (Bench *self, const char *page)
{
  g_autoptr (GError) error = NULL;
  GSettings *settings;
  GdkFrameClock *clock;

  if (!self->application)
    {
      self->application = lsc_application_new (G_APPLICATION_NON_UNIQUE);
      if (!g_application_register (G_APPLICATION (self->application), NULL, &error))
        g_error ("%s", error->message);
      g_application_hold (G_APPLICATION (self->application));
    }
  settings = lsc_application_get_settings (self->application);
  g_settings_set_int (settings, "window-width", 1600);
  g_settings_set_int (settings, "window-height", 1000);
  self->window = lsc_window_new (GTK_APPLICATION (self->application), settings);
  lsc_window_show_page (self->window, page);
  gtk_window_present (GTK_WINDOW (self->window));
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->window));
  g_signal_connect (clock, "before-paint", G_CALLBACK (on_before_paint), self);
  g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), self);
}

static gboolean
on_tick (gpointer user_data)
{
  return G_SOURCE_CONTINUE; /* wakes the main loop, so that conditions are looked at */
}

static void
wait_until (Condition condition, gpointer user_data, const char *what)
{
  guint tick_id = g_timeout_add (2, on_tick, NULL);
  gint64 begin_us = g_get_monotonic_time ();

  while (!condition (user_data))
    {
      g_main_context_iteration (NULL, TRUE);
      if (since_s (begin_us) > PATIENCE_S)
        g_error ("%s took too long", what);
    }
  g_source_remove (tick_id);
}

static gboolean
is_later (gpointer user_data)
{
  return g_get_monotonic_time () >= *(gint64 *) user_data;
}

static void
wait_s (double seconds)
{
  gint64 end_us = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);

  wait_until (is_later, &end_us, "waiting");
}

static gboolean
has_new_frame (gpointer user_data)
{
  Bench *self = user_data;

  return self->n_frames > 0;
}

/* Until what was changed is on the screen. */
static void
wait_frame (Bench *self)
{
  self->n_frames = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self->window));
  wait_until (has_new_frame, self, "a frame");
}

static LscModulesPage *
get_page (Bench *self)
{
  GtkWidget *page = lsc_window_get_page (self->window, "modules");

  return page ? LSC_MODULES_PAGE (page) : NULL;
}

static GtkWidget *
find_widget (GtkWidget *root, GType type)
{
  GtkWidget *found =
      gtk_widget_get_mapped (root) && g_type_is_a (G_OBJECT_TYPE (root), type) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);
  return found;
}

static GtkColumnView *
get_table (Bench *self)
{
  return GTK_COLUMN_VIEW (find_widget (GTK_WIDGET (get_page (self)), GTK_TYPE_COLUMN_VIEW));
}

static guint
count_rows (Bench *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (get_table (self))));
}

/* ---- Opening --------------------------------------------------------------------------------- */

static gboolean
is_rank_read (gpointer user_data)
{
  LscModulesPage *page = get_page (user_data);

  return page && lsc_modules_page_is_loading (page);
}

static gboolean
is_tree_there (gpointer user_data)
{
  LscModulesPage *page = get_page (user_data);

  return page && lsc_modules_page_get_tree (page) && !lsc_modules_page_is_loading (page) &&
         count_rows (user_data) > 0;
}

static gboolean
is_idle (gpointer user_data)
{
  Bench *self = user_data;

  return is_tree_there (self) && !lsc_window_is_busy (self->window);
}

static gint64
read_status_bytes (const char *key)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0;
  line = strstr (text, key);
  return line ? g_ascii_strtoll (line + strlen (key), NULL, 10) * 1024 : 0;
}

/* Times of one opening. */
typedef struct
{
  double read_s;
  double analyse_s;
  double all_s;
  double read_cpu_s; /* of all threads */
  double analyse_cpu_s;
  double callback_ms;
  double callback_cpu_ms;
  const char *callback;
} Opening;

static Opening
open_profile (Bench *self, const char *folder)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  Opening opening = { 0 };
  gint64 begin_us, read_us;
  double begin_cpu_s, read_cpu_s;

  lsc_watchdog_reset ();
  begin_us = g_get_monotonic_time ();
  begin_cpu_s = get_process_cpu_s ();
  lsc_window_open_file (self->window, file);
  wait_until (is_rank_read, self, "reading");
  read_us = g_get_monotonic_time ();
  read_cpu_s = get_process_cpu_s ();
  wait_until (is_tree_there, self, "the tree");
  wait_frame (self);
  opening.read_cpu_s = read_cpu_s - begin_cpu_s;
  opening.analyse_cpu_s = get_process_cpu_s () - read_cpu_s;
  opening.read_s = (double) (read_us - begin_us) / G_USEC_PER_SEC;
  opening.analyse_s = (double) (self->frame_end_us - read_us) / G_USEC_PER_SEC;
  opening.all_s = (double) (self->frame_end_us - begin_us) / G_USEC_PER_SEC;
  wait_until (is_idle, self, "opening");
  wait_s (0.5);
  opening.callback_ms = lsc_watchdog_get_longest_ms (&opening.callback);
  opening.callback_cpu_ms = lsc_watchdog_get_longest_cpu_ms (NULL);
  return opening;
}

static void
close_window (Bench *self)
{
  gtk_window_close (GTK_WINDOW (self->window));
  wait_s (1.0); /* memory is given back by a thread */
  self->window = NULL;
}

/* Leaves the window of the last run open. A limit of 0 is none. */
static void
bench_open (Bench *self, const char *title, const char *folder, double limit_s)
{
  Opening best = { .read_s = G_MAXDOUBLE,
                   .analyse_s = G_MAXDOUBLE,
                   .all_s = G_MAXDOUBLE,
                   .read_cpu_s = G_MAXDOUBLE,
                   .analyse_cpu_s = G_MAXDOUBLE,
                   .callback_ms = G_MAXDOUBLE,
                   .callback_cpu_ms = G_MAXDOUBLE };

  for (int i = 0; i < OPEN_RUNS; i++)
    {
      Opening opening;

      if (self->window)
        close_window (self);
      open_window (self, "modules");
      wait_frame (self);
      wait_s (0.2);
      opening = open_profile (self, folder);
      best.read_s = MIN (best.read_s, opening.read_s);
      best.analyse_s = MIN (best.analyse_s, opening.analyse_s);
      best.all_s = MIN (best.all_s, opening.all_s);
      best.read_cpu_s = MIN (best.read_cpu_s, opening.read_cpu_s);
      best.analyse_cpu_s = MIN (best.analyse_cpu_s, opening.analyse_cpu_s);
      best.callback_cpu_ms = MIN (best.callback_cpu_ms, opening.callback_cpu_ms);
      if (opening.callback_ms < best.callback_ms)
        {
          best.callback_ms = opening.callback_ms;
          best.callback = opening.callback;
        }
    }
  printf ("  %s, best of %d:\n", title, OPEN_RUNS);
  if (limit_s > 0)
    bench_report ("from asking to the first frame", best.all_s, limit_s, "s");
  else
    printf ("    from asking to the first frame  %6.2f s\n", best.all_s);
  printf ("    of which reading                %6.2f s, analysis and first frame %.2f; %zu nodes\n",
          best.read_s, best.analyse_s,
          lsc_tree_get_n_nodes (lsc_modules_page_get_tree (get_page (self))) - 1);
  printf ("    CPU of all threads              %6.2f s reading, %.2f s analysis and first frame\n",
          best.read_cpu_s, best.analyse_cpu_s);
  printf ("    longest callback, %s: CPU %.1f ms\n", best.callback, best.callback_cpu_ms);
  bench_report ("longest callback, wall", best.callback_ms, LIMIT_CALLBACK_MS, "ms");
  printf ("    memory                          %6.0f MB anonymous, %.0f MB resident\n",
          (double) read_status_bytes ("RssAnon:") / 1e6,
          (double) read_status_bytes ("VmRSS:") / 1e6);
}

static gboolean
is_overview_there (gpointer user_data)
{
  Bench *self = user_data;

  return lsc_window_get_page (self->window, "overview") && !lsc_window_is_busy (self->window);
}

/* The page that a first opening shows, whole: bars, headline and findings.
 * Returns: the seconds of the fastest opening. */
static double
bench_overview (Bench *self, const char *folder)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  double best_s = G_MAXDOUBLE;

  for (int i = 0; i < OPEN_RUNS; i++)
    {
      gint64 begin_us;

      open_window (self, "overview");
      wait_frame (self);
      wait_s (0.2);
      begin_us = g_get_monotonic_time ();
      lsc_window_open_file (self->window, file);
      wait_until (is_overview_there, self, "the overview");
      wait_frame (self);
      best_s = MIN (best_s, since_s (begin_us));
      close_window (self);
    }
  printf ("  the same, overview with its findings, best of %d: %.2f s\n", OPEN_RUNS, best_s);
  return best_s;
}

/* Many ranks: the window may take no more than the command line and what its first frame takes. */
static void
bench_ranks (Bench *self)
{
  g_autofree char *folder = bench_make_profile (
      "ranks-128", "--preset small --schedule 1f1b --pp 8 --tp 4 --dp 4 --hosts 16 -M 16 --steps 3"
                   " --straggler 77:1.3 --seed 9107");
  g_autofree char *cli = g_build_filename (bench_get_build_dir (), "src/cli/lanescope-cli", NULL);
  const char *argv[] = { cli, "findings", folder, NULL };
  double best_s = G_MAXDOUBLE;

  for (int i = 0; i < OPEN_RUNS; i++)
    {
      gint64 begin_us = g_get_monotonic_time ();

      if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                         NULL, NULL, NULL))
        g_error ("%s does not start", cli);
      best_s = MIN (best_s, since_s (begin_us));
    }
  printf ("128 ranks: findings on the command line, best of %d: %.2f s\n", OPEN_RUNS, best_s);
  bench_report ("window until the overview stands, beyond that",
                bench_overview (self, folder) - best_s, LIMIT_BEYOND_CLI_S, "s");
}

/* A figure with the longest callback since the watchdog was reset. */
static void
report (const char *title, double seconds, gsize n)
{
  const char *callback;
  double ms = lsc_watchdog_get_longest_ms (&callback);

  printf ("  %-32s  %6.2f s; longest callback %.1f ms: %s; %zu rows or nodes\n", title, seconds, ms,
          callback, n);
}

static void
show_view (Bench *self, LscTreeView view)
{
  lsc_modules_page_set_view (get_page (self), view);
  wait_until (is_idle, self, "the view");
  wait_frame (self);
}

/* The same kernels with a node for each call of a module. */
static void
bench_view (Bench *self)
{
  gint64 begin_us = g_get_monotonic_time ();
  double seconds;

  lsc_watchdog_reset ();
  show_view (self, LSC_TREE_BY_CALL);
  seconds = since_s (begin_us);
  wait_s (0.3);
  report ("the same, view by call", seconds,
          lsc_tree_get_n_nodes (lsc_modules_page_get_tree (get_page (self))) - 1);
  show_view (self, LSC_TREE_BY_PATH);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static gboolean
has_all_rows (gpointer user_data)
{
  Bench *self = user_data;
  gsize n = lsc_tree_get_n_nodes (lsc_modules_page_get_tree (get_page (self))) - 1;

  return !lsc_modules_page_is_loading (get_page (self)) && count_rows (self) == n;
}

static void
expand_all (Bench *self)
{
  gint64 begin_us = g_get_monotonic_time ();

  lsc_watchdog_reset ();
  gtk_widget_activate_action (GTK_WIDGET (get_page (self)), "modules.expand-all", NULL);
  wait_until (has_all_rows, self, "expanding");
  wait_frame (self);
  report ("all expanded", since_s (begin_us), count_rows (self));
}

typedef struct
{
  Bench *bench;
  GtkAdjustment *adjustment;
  GRand *random; /* (nullable): jump instead of stepping */
  guint n_left;
} Scroll;

/* In the update phase of the frame, so that it is part of what is measured. */
static gboolean
on_scroll_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  Scroll *scroll = user_data;
  double top = gtk_adjustment_get_upper (scroll->adjustment) -
               gtk_adjustment_get_page_size (scroll->adjustment);
  double value = scroll->random ? g_rand_double_range (scroll->random, 0, top)
                                : gtk_adjustment_get_value (scroll->adjustment) + STEP_PX;

  if (scroll->n_left == 0)
    return G_SOURCE_REMOVE;
  scroll->n_left--;
  gtk_adjustment_set_value (scroll->adjustment, value);
  return G_SOURCE_CONTINUE;
}

static gboolean
has_scrolled (gpointer user_data)
{
  return ((Scroll *) user_data)->n_left == 0;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

static double
get_quantile (GArray *sorted, double share)
{
  return g_array_index (sorted, double, (guint) ((sorted->len - 1) * share + 0.5));
}

static void
scroll_rows (Bench *self, gboolean jumps, guint n)
{
  GtkColumnView *table = get_table (self);
  Scroll scroll = { .bench = self,
                    .adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table)),
                    .random = jumps ? g_rand_new_with_seed (7) : NULL,
                    .n_left = n };

  if (!jumps)
    gtk_adjustment_set_value (scroll.adjustment,
                              gtk_adjustment_get_upper (scroll.adjustment) * 0.4);
  wait_frame (self);
  gtk_widget_add_tick_callback (GTK_WIDGET (table), on_scroll_tick, &scroll, NULL);
  wait_until (has_scrolled, &scroll, "scrolling");
  wait_s (0.1); /* the callback takes itself away */
  g_clear_pointer (&scroll.random, g_rand_free);
}

static void
bench_scroll (Bench *self, const char *title, gboolean jumps, guint n, double limit_ms)
{
  scroll_rows (self, jumps, N_WARM_UP);
  self->wall_ms = g_array_new (FALSE, FALSE, sizeof (double));
  self->cpu_ms = g_array_new (FALSE, FALSE, sizeof (double));
  scroll_rows (self, jumps, n);
  g_array_sort (self->wall_ms, compare);
  g_array_sort (self->cpu_ms, compare);
  printf ("  %-32s  wall p50 %.1f ms; CPU p95 %.1f ms, p50 %.1f ms\n", title,
          get_quantile (self->wall_ms, 0.5), get_quantile (self->cpu_ms, 0.95),
          get_quantile (self->cpu_ms, 0.5));
  bench_report ("its frames, wall, p95", get_quantile (self->wall_ms, 0.95), limit_ms, "ms");
  g_clear_pointer (&self->wall_ms, g_array_unref);
  g_clear_pointer (&self->cpu_ms, g_array_unref);
}

/* ---- Sorting and searching ------------------------------------------------------------------- */

static GtkColumnViewColumn *
find_column (Bench *self, const char *prefix)
{
  GListModel *columns = gtk_column_view_get_columns (get_table (self));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_has_prefix (gtk_column_view_column_get_title (column), prefix))
        return column; /* the view keeps it */
    }
  return NULL;
}

static void
bench_sort (Bench *self, const char *title, const char *what)
{
  GtkColumnViewColumn *column = find_column (self, title);
  gint64 begin_us = g_get_monotonic_time ();
  double seconds;

  if (!column)
    g_error ("there is no column \"%s\"", title);
  lsc_watchdog_reset ();
  gtk_column_view_sort_by_column (get_table (self), column, GTK_SORT_DESCENDING);
  wait_until (has_all_rows, self, "sorting");
  wait_frame (self);
  seconds = since_s (begin_us);
  wait_s (0.3);
  report (what, seconds, count_rows (self));
}

typedef struct
{
  Bench *bench;
  guint32 node; /* selected before */
} Search;

static gboolean
has_found (gpointer user_data)
{
  Search *search = user_data;

  return lsc_modules_page_get_selected (get_page (search->bench)) != search->node;
}

static void
bench_search (Bench *self, const char *needle)
{
  GtkWidget *entry = find_widget (GTK_WIDGET (get_page (self)), GTK_TYPE_SEARCH_ENTRY);
  Search search = { self, lsc_modules_page_get_selected (get_page (self)) };
  gint64 begin_us;
  double seconds;

  lsc_watchdog_reset ();
  gtk_editable_set_text (GTK_EDITABLE (entry), needle);
  begin_us = g_get_monotonic_time ();
  g_signal_emit_by_name (entry, "search-changed"); /* which waits for more letters otherwise */
  wait_until (has_found, &search, "searching");
  wait_frame (self);
  seconds = since_s (begin_us);
  wait_s (0.3);
  report ("searched for one name", seconds, count_rows (self));
}

/* ---- All ------------------------------------------------------------------------------------- */

static guint
count_columns (Bench *self)
{
  GListModel *columns = gtk_column_view_get_columns (get_table (self));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      n += gtk_column_view_column_get_visible (column);
    }
  return n;
}

static void
run (void)
{
  Bench self = { 0 };
  g_autofree char *few = bench_make_profile ("kernels-1e6", "--preset bench --kernels 1000000");
  g_autofree char *distinct = bench_make_profile (
      "kernels-1e6-distinct", "--preset bench --kernels 1000000 --distinct-shapes");

  bench_open (&self, "1,000,000 kernels of few shapes", few, LIMIT_OPEN_S);
  bench_view (&self);
  close_window (&self);
  bench_overview (&self, few);
  bench_open (&self, "1,000,000 kernels, each its own row", distinct, 0);
  expand_all (&self);
  printf ("  window %d x %d, %u columns\n", gtk_widget_get_width (GTK_WIDGET (self.window)),
          gtk_widget_get_height (GTK_WIDGET (self.window)), count_columns (&self));
  bench_scroll (&self, "scrolling by 30 px", FALSE, N_STEPS, LIMIT_STEP_MS);
  bench_scroll (&self, "random jumps", TRUE, N_JUMPS, LIMIT_JUMP_MS);
  bench_sort (&self, "Total", "sorted by total");
  bench_sort (&self, "Name", "sorted by name");
  bench_search (&self, "0777777");
  close_window (&self);
  bench_ranks (&self);
}

static void
set_up_places (void)
{
  g_autofree char *data = g_build_filename (bench_get_build_dir (), "data", NULL);

  g_setenv ("LANESCOPE_BUILD_DIR", bench_get_build_dir (), FALSE);
  g_setenv ("GSETTINGS_SCHEMA_DIR", data, TRUE);
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
}

int
main (int argc, char **argv)
{
  setvbuf (stdout, NULL, _IOLBF, 0);
  set_up_places ();
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  if (argc > 1 && strcmp (argv[1], "--first-frame") == 0)
    return bench_ui_run_until_first_frame ();
  if (argc > 1 && strcmp (argv[1], "--timeline") == 0)
    {
      gtk_init ();
      bench_ui_timeline ();
      return bench_get_exit_status ();
    }
  if (argc > 1 && strcmp (argv[1], "--ranks") == 0)
    {
      bench_ui_start ();
      bench_ranks (&(Bench){ 0 });
      return bench_get_exit_status ();
    }
  if (argc > 1 && strcmp (argv[1], "--pages") == 0)
    {
      gtk_init ();
      bench_ui_pages (argc > 2 ? argv[2] : NULL);
      return bench_get_exit_status ();
    }
  if (argc > 1 && strcmp (argv[1], "--table") == 0)
    {
      gtk_init ();
      bench_ui_table ();
      return bench_get_exit_status ();
    }
  bench_ui_start ();
  g_setenv ("LANESCOPE_WATCHDOG", "1", TRUE);
  run ();
  bench_ui_table ();
  bench_ui_timeline ();
  return bench_get_exit_status ();
}
