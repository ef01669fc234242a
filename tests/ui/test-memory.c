/* test-memory.c - the page of memory in the real window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app/memory/lsc-memory-page-private.h"
#include "app/parts/lsc-table-view.h"
#include "export/report/lsc-pin-maker.h"
#include "lsc-ui-driver.h"

#define MIB ((gint64) 1 << 20)
#define N_STEPS 4
#define STEP_US 10000
#define BASE_US 1000000

static char *scratch;
static char *growing;
static char *bare;

/* ---- a trace ---- */

/* In step s, counted from 0: 64 MiB for a product, which are released, and 8 MiB that are kept. So
 * the peak is that of the last step, (s + 1) * 8 + 64 MiB, at BASE + s * STEP + 4000 us. */
static void
append_memory (GString *text, int us, gint64 *total, gint64 bytes, gint64 address)
{
  *total += bytes;
  g_string_append_printf (
      text,
      ",\n{\"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"name\": \"[memory]\", "
      "\"pid\": 10, \"tid\": 10, \"ts\": %d, \"args\": {\"Total Reserved\": %" G_GINT64_FORMAT
      ", \"Total Allocated\": %" G_GINT64_FORMAT ", \"Bytes\": %" G_GINT64_FORMAT
      ", \"Addr\": %" G_GINT64_FORMAT ", \"Device Id\": 0, \"Device Type\": 1}}",
      us, 256 * MIB, *total, bytes, address);
}

static void
append_span (GString *text, const char *category, const char *name, int us, int length_us)
{
  g_string_append_printf (text,
                          ",\n{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": 10, "
                          "\"tid\": 10, \"ts\": %d, \"dur\": %d, \"args\": {}}",
                          category, name, us, length_us);
}

static void
append_step (GString *text, int step, gint64 *total, gboolean has_memory)
{
  g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", step + 5);
  int us = BASE_US + step * STEP_US;

  append_span (text, "user_annotation", name, us, STEP_US - 10);
  append_span (text, "cpu_op", "aten::cat", us + 1900, 300);
  append_span (text, "cpu_op", "aten::mm", us + 3900, 300);
  g_string_append_printf (text,
                          ",\n{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"gemm\", \"pid\": 0, "
                          "\"tid\": 7, \"ts\": %d, \"dur\": 500, \"args\": {\"stream\": 7, "
                          "\"device\": 0}}",
                          us + 4500);
  if (!has_memory)
    return;
  append_memory (text, us + 2000, total, 8 * MIB, 4096 + step * 16 * MIB);
  append_memory (text, us + 4000, total, 64 * MIB, 1024 * MIB);
  append_memory (text, us + 6000, total, -64 * MIB, 1024 * MIB);
}

static char *
write_trace (const char *name, gboolean has_memory)
{
  g_autoptr (GString) text = g_string_new ("{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": "
                                           "0, \"name\": \"GPU\"}], \"traceEvents\": [\n"
                                           "{\"ph\": \"M\", \"name\": \"process_name\", "
                                           "\"pid\": 10, \"args\": {\"name\": \"python\"}}");
  char *path = g_build_filename (scratch, name, NULL);
  g_autoptr (GError) error = NULL;
  gint64 total = 0;

  for (int step = 0; step < N_STEPS; step++)
    append_step (text, step, &total, has_memory);
  g_string_append (text, "\n]}\n");
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  return path;
}

/* ---- driving ---- */

static LscMemoryPage *
get_page (LscUi *ui)
{
  return LSC_MEMORY_PAGE (lsc_window_get_page (ui->window, "memory"));
}

static LscAppPage *
as_page (LscUi *ui)
{
  return LSC_APP_PAGE (get_page (ui));
}

static gboolean
is_idle (gpointer user_data)
{
  LscUi *ui = user_data;

  return !lsc_window_is_busy (ui->window) && !lsc_app_page_is_busy (as_page (ui)) &&
         lsc_app_page_get_state (as_page (ui)) >= LSC_PAGE_READY &&
         (lsc_app_page_get_state (as_page (ui)) == LSC_PAGE_FAILED ||
          (!lsc_panel_is_busy (lsc_app_page_get_panel (as_page (ui), LSC_MEMORY_TAB_LIVE)) &&
           !lsc_panel_is_busy (lsc_app_page_get_panel (as_page (ui), LSC_MEMORY_TAB_OPS))));
}

static void
settle (LscUi *ui)
{
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_idle, ui, 60.0));
  lsc_ui_settle ();
}

static LscUi *
start (const char *path)
{
  LscUi *ui = lsc_ui_start ();

  gtk_window_set_default_size (GTK_WINDOW (ui->window), 1300, 850);
  lsc_window_show_page (ui->window, "memory");
  g_assert_true (lsc_ui_open (ui, path));
  settle (ui);
  return ui;
}

static LscTableView *
get_table (LscUi *ui, guint tab)
{
  lsc_app_page_show_panel (as_page (ui), tab);
  settle (ui);
  return LSC_TABLE_VIEW (lsc_ui_find (GTK_WIDGET (lsc_app_page_get_panel (as_page (ui), tab)),
                                      LSC_TYPE_TABLE_VIEW, NULL));
}

static gint64
get_moment (LscUi *ui)
{
  return lsc_memory_chart_get_view (get_page (ui)->chart)->moment_ns;
}

/* Returns: of the whole table that is in front */
static gint64
sum_bytes (LscTableView *view)
{
  LscTable *table = lsc_table_view_get_table (view);
  gint64 sum = 0;

  for (gsize i = 0; table && i < lsc_table_get_n_rows (table); i++)
    sum += lsc_int_or_zero (lsc_table_get_named (table, i, "bytes").integer);
  return sum;
}

/* ---- tests ---- */

/* First a sentence, the curves with their peak, and what is allocated then. */
static void
test_first (void)
{
  g_autoptr (LscUi) ui = start (growing);
  LscMemoryPage *page = get_page (ui);
  const LscMemoryPlot *plot = page->plot;

  g_assert_cmpint (lsc_app_page_get_state (as_page (ui)), ==, LSC_PAGE_READY);
  g_assert_cmpuint (strlen (gtk_label_get_label (page->headline)), >, 20);
  g_assert_cmpint (plot->peak.bytes, ==, (N_STEPS * 8 + 64) * MIB);
  g_assert_cmpint (get_moment (ui), ==, plot->peak.time_ns);
  g_assert_cmpuint (plot->series->len, ==, 2); /* allocated, reserved */
  g_assert_cmpuint (plot->peaks->len, ==, N_STEPS);
  g_assert_cmpint (sum_bytes (get_table (ui, LSC_MEMORY_TAB_LIVE)), ==, plot->peak.bytes);
  gtk_test_accessible_assert_role (GTK_WIDGET (page->chart), GTK_ACCESSIBLE_ROLE_IMG);
}

static gsize
count_live (LscUi *ui)
{
  return lsc_table_get_n_rows (lsc_table_view_get_table (get_table (ui, LSC_MEMORY_TAB_LIVE)));
}

/* All tables have rows or say why not; what lives adds up to the curve however it is grouped. */
static void
test_tables (void)
{
  g_autoptr (LscUi) ui = start (growing);
  LscMemoryPage *page = get_page (ui);
  gsize n_groups;

  for (guint tab = 0; tab < LSC_MEMORY_N_TABS; tab++)
    {
      LscTableView *view = get_table (ui, tab);
      gsize n = _lsc_memory_page_count_rows (page, tab);

      g_assert_cmpint (view != NULL, ==, n > 0); /* else a sentence stands there */
      if (view)
        g_assert_cmpuint (lsc_table_get_n_rows (lsc_table_view_get_table (view)), ==, n);
    }
  g_assert_cmpuint (_lsc_memory_page_count_rows (page, LSC_MEMORY_TAB_BLOCKS), ==, 2 * N_STEPS);
  g_assert_cmpuint (_lsc_memory_page_count_rows (page, LSC_MEMORY_TAB_SEGMENTS), ==, 0);
  n_groups = count_live (ui);
  for (guint by = 0; by <= LSC_MEMORY_BY_NOTHING; by++)
    {
      _lsc_memory_page_set_by (page, (LscMemoryBy) by);
      settle (ui);
      g_assert_cmpint (sum_bytes (get_table (ui, LSC_MEMORY_TAB_LIVE)), ==, page->plot->peak.bytes);
    }
  g_assert_cmpuint (count_live (ui), >=, N_STEPS + 1); /* block by block */
  g_assert_cmpuint (count_live (ui), >, n_groups);
}

/* Keys go from peak to peak and from step to step; the table follows. */
static void
test_moments (void)
{
  g_autoptr (LscUi) ui = start (growing);
  LscMemoryPage *page = get_page (ui);
  LscChart *chart = LSC_CHART (page->chart);
  gint64 peak_ns = page->plot->peak.time_ns;
  gint64 step_ns = (gint64) STEP_US * 1000;

  lsc_chart_perform (chart, "previous-peak");
  settle (ui);
  g_assert_cmpint (get_moment (ui), ==, peak_ns - step_ns);
  g_assert_cmpint (sum_bytes (get_table (ui, LSC_MEMORY_TAB_LIVE)), ==,
                   ((N_STEPS - 1) * 8 + 64) * MIB);
  lsc_chart_perform (chart, "previous-step");
  g_assert_cmpint (get_moment (ui), ==, peak_ns - step_ns - 4000 * 1000);
  lsc_chart_perform (chart, "next-change"); /* what is kept */
  g_assert_cmpint (get_moment (ui), ==, peak_ns - step_ns - 2000 * 1000);
  lsc_chart_zoom (chart, 50);
  gtk_widget_activate_action (GTK_WIDGET (page), "memory.peak", NULL);
  settle (ui);
  g_assert_cmpint (get_moment (ui), ==, peak_ns);
  g_assert_cmpfloat (lsc_viewport_time_to_x (lsc_chart_get_port (chart), peak_ns), <,
                     lsc_chart_get_port (chart)->width);
}

/* The step that is chosen for all pages is what the chart and the blocks show. */
static void
test_selection (void)
{
  g_autoptr (LscUi) ui = start (growing);
  LscMemoryPage *page = get_page (ui);
  LscSelection *selection = lsc_app_page_get_selection (as_page (ui));
  const LscViewport *port = lsc_chart_get_port (LSC_CHART (page->chart));

  lsc_selection_set_step (selection, 6);
  settle (ui);
  g_assert_cmpfloat (port->span_ns, <, 2.0 * STEP_US * 1000);
  g_assert_cmpint (get_moment (ui), ==, page->plot->peak.time_ns - 2 * (gint64) STEP_US * 1000);
  /* Its own two, and the one that the step before has kept. */
  g_assert_cmpuint (_lsc_memory_page_count_rows (page, LSC_MEMORY_TAB_BLOCKS), ==, 3);
  lsc_selection_clear (selection, LSC_NARROW_ALL);
  settle (ui);
  g_assert_cmpuint (_lsc_memory_page_count_rows (page, LSC_MEMORY_TAB_BLOCKS), ==, 2 * N_STEPS);
}

/* A block leads to the operator that asked for it. */
static void
test_jump (void)
{
  g_autoptr (LscUi) ui = start (growing);
  LscMemoryPage *page = get_page (ui);
  const LscTable *blocks = page->tables[LSC_MEMORY_TAB_BLOCKS];

  _lsc_memory_page_select (page, LSC_MEMORY_TAB_BLOCKS, 2);
  g_assert_cmpint (get_moment (ui), ==, lsc_table_get_named (blocks, 2, "begin_ns").integer);
  gtk_widget_activate_action (GTK_WIDGET (page), "memory.show-timeline", NULL);
  lsc_ui_settle ();
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (page)));
}

/* Operators are summed up when somebody looks, follow what is chosen, and lead to a call. */
static void
test_ops (void)
{
  g_autoptr (LscUi) ui = start (growing);
  LscMemoryPage *page = get_page (ui);
  LscSelection *selection = lsc_app_page_get_selection (as_page (ui));
  const LscTable *table;

  g_assert_null (page->tables[LSC_MEMORY_TAB_OPS]);
  get_table (ui, LSC_MEMORY_TAB_OPS);
  table = page->tables[LSC_MEMORY_TAB_OPS];
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  g_assert_cmpstr (lsc_table_get_named (table, 0, "op").text, ==, "aten::mm");
  g_assert_cmpint (lsc_table_get_named (table, 0, "allocated_bytes").integer, ==,
                   N_STEPS * 64 * MIB);
  g_assert_cmpint (lsc_table_get_named (table, 1, "kept_bytes").integer, ==, N_STEPS * 8 * MIB);
  lsc_selection_set_op (selection, "aten::cat");
  settle (ui);
  g_assert_cmpuint (_lsc_memory_page_count_rows (page, LSC_MEMORY_TAB_OPS), ==, 1);
  _lsc_memory_page_select (page, LSC_MEMORY_TAB_OPS, 1);
  g_assert_cmpint (get_moment (ui), ==, lsc_table_get_named (table, 1, "time_ns").integer);
  gtk_widget_activate_action (GTK_WIDGET (page), "memory.show-timeline", NULL);
  lsc_ui_settle ();
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (page)));
}

/* Chart and tables can be pinned, with what makes them anew; the command gives the table in front.
 */
static void
test_pins (void)
{
  g_autoptr (LscUi) ui = start (growing);
  g_autoptr (LscPin) chart = lsc_pin_new ("memory/chart", "Curves");
  g_autoptr (LscPin) live = lsc_pin_new ("memory/memory_live", "Peak");
  g_autofree char *command = NULL;
  gint64 value;

  g_assert_true (lsc_app_page_complete_pin (as_page (ui), chart, NULL));
  g_assert_true (lsc_pin_get_int (chart, "pool", &value));
  g_assert_true (lsc_pin_get_int (chart, "end_ns", &value));
  _lsc_memory_page_set_by (get_page (ui), LSC_MEMORY_BY_SIZE_CLASS);
  g_assert_true (lsc_app_page_complete_pin (as_page (ui), live, NULL));
  g_assert_true (lsc_pin_get_int (live, "moment_ns", &value));
  g_assert_cmpint (value, ==, get_moment (ui));
  g_assert_true (lsc_pin_get_int (live, "by", &value));
  g_assert_cmpint (value, ==, LSC_MEMORY_BY_SIZE_CLASS);
  g_assert_true (lsc_pin_is_chart (chart));
  for (guint i = 0; i < LSC_MEMORY_N_TABS; i++)
    {
      LscTable *table = get_page (ui)->tables[i];
      g_autofree char *view = table ? g_strconcat ("memory/", lsc_table_get_name (table), NULL)
                                    : g_strdup ("memory/memory_live");

      g_assert_true (lsc_pin_takes_table (view));
    }
  get_table (ui, LSC_MEMORY_TAB_BLOCKS);
  command = lsc_app_page_get_command (as_page (ui));
  g_assert_true (g_str_has_suffix (command, " --blocks"));
}

/* Where nothing was recorded the page says how to record it. */
static void
test_nothing (void)
{
  g_autoptr (LscUi) ui = start (bare);

  g_assert_cmpint (lsc_app_page_get_state (as_page (ui)), ==, LSC_PAGE_FAILED);
  g_assert_nonnull (strstr (lsc_app_page_get_error (as_page (ui))->message, "profile_memory=True"));
}

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* A memory snapshot opens by itself, on the page that has something of it. */
static void
test_snapshot (void)
{
  g_autofree char *path = g_build_filename (scratch, "job.json", NULL);
  static const char text[] =
      "{\"segments\":[{\"device\":0,\"address\":4096,\"total_size\":2097152,\"stream\":0,"
      "\"segment_type\":\"large\",\"blocks\":[{\"address\":4096,\"size\":2097152,"
      "\"requested_size\":2097152,\"state\":\"active_allocated\",\"frames\":[]}]}],"
      "\"device_traces\":[[{\"action\":\"segment_alloc\",\"addr\":4096,\"size\":2097152,"
      "\"stream\":0,\"time_us\":10,\"frames\":[]},{\"action\":\"alloc\",\"addr\":4096,"
      "\"size\":2097152,\"stream\":0,\"time_us\":20,\"frames\":[{\"name\":\"keep\","
      "\"filename\":\"/job/train.py\",\"line\":7}]}]]}";
  g_autofree char *report = NULL, *words = NULL;
  g_autoptr (LscUi) ui = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  ui = start (path);
  g_assert_cmpint (lsc_app_page_get_state (as_page (ui)), ==, LSC_PAGE_READY);
  g_assert_nonnull (strstr (gtk_label_get_label (get_page (ui)->headline), "keep (train.py:7)"));
  g_assert_cmpint (sum_bytes (get_table (ui, LSC_MEMORY_TAB_LIVE)), ==, 2 * MIB);
  g_assert_cmpint (get_page (ui)->by, ==, LSC_MEMORY_BY_STACK);
  g_assert_null (get_table (ui, LSC_MEMORY_TAB_OPS)); /* a sentence instead */
  report = g_build_filename (scratch, "job.md", NULL);
  lsc_app_page_write_report (as_page (ui), report, FALSE);
  g_assert_true (lsc_ui_wait_until (is_there, report, 60.0));
  settle (ui);
  g_assert_true (g_file_get_contents (report, &words, NULL, NULL));
  g_assert_nonnull (strstr (words, "What Is Allocated at the Peak"));
}

int
main (int argc, char **argv)
{
  g_autofree char *command = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-memory-XXXXXX", &error);
  g_assert_no_error (error);
  growing = write_trace ("growing.json", TRUE);
  bare = write_trace ("bare.json", FALSE);
  g_test_add_func ("/memory/first", test_first);
  g_test_add_func ("/memory/tables", test_tables);
  g_test_add_func ("/memory/moments", test_moments);
  g_test_add_func ("/memory/selection", test_selection);
  g_test_add_func ("/memory/jump", test_jump);
  g_test_add_func ("/memory/ops", test_ops);
  g_test_add_func ("/memory/pins", test_pins);
  g_test_add_func ("/memory/nothing", test_nothing);
  g_test_add_func ("/memory/snapshot", test_snapshot);
  status = g_test_run ();
  command = g_strdup_printf ("rm -rf '%s'", scratch);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  g_free (growing);
  g_free (bare);
  g_free (scratch);
  return status;
}
