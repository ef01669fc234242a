/* test-changes.c - a recording whose files change is told of once, and read anew where it is seen
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#include "app/parts/lsc-chart.h"
#include "app/parts/lsc-selection.h"
#include "app/timeline/lsc-timeline-chart.h"
#include "app/window/lsc-open-project.h"
#include "app/window/lsc-window-private.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *profile;

static LscUi *
start (void)
{
  LscUi *ui = lsc_ui_start ();

  gtk_window_set_default_size (GTK_WINDOW (ui->window), 1400, 900);
  g_assert_true (lsc_ui_open (ui, profile));
  return ui;
}

/* The bar that says so. */
static GtkInfoBar *
find_bar (LscUi *ui)
{
  return GTK_INFO_BAR (lsc_ui_find (GTK_WIDGET (ui->window), GTK_TYPE_INFO_BAR, "changed"));
}

static void
look (LscUi *ui)
{
  g_usleep (2100000); /* it looks every other second at most */
  _lsc_window_look_for_changes (ui->window);
  lsc_ui_settle ();
}

/* As a profiler that writes it again does. */
static void
touch (LscUi *ui, gint64 mtime_s)
{
  struct utimbuf times = { mtime_s, mtime_s };

  g_assert_cmpint (g_utime (ui->window->source->file, &times), ==, 0);
}

static void
test_told_once (void)
{
  g_autoptr (LscUi) ui = start ();
  GtkInfoBar *bar = find_bar (ui);

  g_assert_nonnull (bar);
  lsc_ui_settle ();
  look (ui);
  g_assert_false (gtk_info_bar_get_revealed (bar));
  touch (ui, 1700000000);
  look (ui);
  lsc_ui_assert_soon (gtk_info_bar_get_revealed (bar));
  gtk_info_bar_response (bar, GTK_RESPONSE_CLOSE);
  look (ui);
  g_assert_false (gtk_info_bar_get_revealed (bar));
}

/* Page, rank, selection and zoom stay. */
static void
test_reload (void)
{
  g_autoptr (LscUi) ui = start ();
  GtkWidget *page, *chart;
  LscOpenProject *before = ui->window->project;
  gint64 rank, begin_ns;
  double span_ns;

  lsc_window_show_page (ui->window, "timeline");
  g_assert_true (lsc_window_show_rank (ui->window, 1));
  g_assert_true (lsc_ui_wait_ready (ui));
  page = lsc_window_get_page (ui->window, "timeline");
  chart = lsc_ui_find (page, LSC_TYPE_TIMELINE_CHART, NULL);
  lsc_ui_assert_soon (lsc_chart_is_fitted (LSC_CHART (chart)));
  rank = ui->window->source->rank;
  lsc_selection_set_ranks (ui->window->selection, &rank, 1);
  lsc_chart_zoom (LSC_CHART (chart), 8);
  lsc_ui_settle ();
  begin_ns = lsc_chart_get_port (LSC_CHART (chart))->begin_ns;
  span_ns = lsc_chart_get_port (LSC_CHART (chart))->span_ns;
  touch (ui, 1700000100);
  look (ui);
  lsc_ui_assert_soon (gtk_info_bar_get_revealed (find_bar (ui)));
  gtk_info_bar_response (find_bar (ui), GTK_RESPONSE_ACCEPT);
  lsc_ui_assert_soon (ui->window->project && ui->window->project != before);
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_assert_soon (lsc_chart_get_port (LSC_CHART (chart))->span_ns == span_ns);
  g_assert_cmpint (lsc_chart_get_port (LSC_CHART (chart))->begin_ns, ==, begin_ns);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (ui->window->projects)), ==, 1);
  g_assert_cmpint (ui->window->source->rank, ==, rank);
  g_assert_true (lsc_selection_has_rank (ui->window->selection, rank));
  g_assert_cmpuint (lsc_selection_get_ranks (ui->window->selection)->len, ==, 1);
  g_assert_true (_lsc_window_get_page (ui->window) == LSC_APP_PAGE (page));
  look (ui);
  g_assert_false (gtk_info_bar_get_revealed (find_bar (ui)));
}

/* A replay of two kernels, and which modules they are of. */
static const char graph_trace[] =
    "{\"traceEvents\": ["
    "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaGraphLaunch\", \"pid\": 1, "
    "\"tid\": 1, \"ts\": 1, \"dur\": 5, \"args\": {\"correlation\": 7}},"
    "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"a\", \"pid\": 0, \"tid\": 7, "
    "\"ts\": 10, \"dur\": 5, \"args\": {\"stream\": 7, \"correlation\": 7, "
    "\"graph node id\": 21474836480}},"
    "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"b\", \"pid\": 0, \"tid\": 7, "
    "\"ts\": 20, \"dur\": 5, \"args\": {\"stream\": 7, \"correlation\": 7, "
    "\"graph node id\": 21474836481}}]}";
static const char graph_notes[] = "{\"21474836480\": [{\"module_fqn\": \"layers.0\"}], "
                                  "\"21474836481\": [{\"module_fqn\": \"head\"}]}";

static GFile *
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *place = g_build_filename (scratch, folder, NULL);
  g_autofree char *path = g_build_filename (place, name, NULL);

  g_mkdir_with_parents (place, 0755);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

/* What names kernels of graphs is added to what is shown; anything else opens beside it. */
static void
test_names (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autoptr (GFile) trace = write_file ("graph", "rank0.json", graph_trace);
  g_autoptr (GFile) notes = write_file ("elsewhere", "names.json", graph_notes);
  g_autofree char *path = g_file_get_path (notes);
  LscOpenProject *before;

  g_assert_true (lsc_ui_open (ui, g_file_peek_path (trace)));
  g_assert_null (ui->window->source->note_files);
  before = ui->window->project;
  _lsc_window_take_file (ui->window, notes);
  lsc_ui_assert_soon (ui->window->project && ui->window->project != before);
  g_assert_true (lsc_ui_wait_ready (ui));
  g_assert_nonnull (ui->window->source->note_files);
  g_assert_cmpstr (ui->window->source->note_files[0], ==, path);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (ui->window->projects)), ==, 1);
  _lsc_window_take_file (ui->window, trace);
  lsc_ui_settle ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (ui->window->projects)), ==, 1);
}

static void
remove_scratch (void)
{
  const char *const words[] = { "rm", "-rf", scratch, NULL };

  g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  lsc_ui_set_up_places ();
  g_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-changes-XXXXXX", &error);
  g_assert_no_error (error);
  profile = lsc_ui_write_profile (scratch, "demo", &error);
  g_assert_no_error (error);
  g_test_add_func ("/changes/told-once", test_told_once);
  g_test_add_func ("/changes/reload", test_reload);
  g_test_add_func ("/changes/names", test_names);
  status = g_test_run ();
  remove_scratch ();
  g_free (profile);
  g_free (scratch);
  return status;
}
