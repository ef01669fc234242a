/* test-panels.c - the panels below the lanes and the query page, in the real window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "app/parts/lsc-histogram-view.h"
#include "app/parts/lsc-icicle-view.h"
#include "app/query/lsc-query-page.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "app/timeline/lsc-timeline-panel.h"
#include "base/lsc-watchdog.h"
#include "base/lsc-time.h"
#include "model/lsc-sql-schema.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *demo;

/* ---- driving ---- */

static LscTimelinePage *
get_page (LscUi *ui)
{
  return LSC_TIMELINE_PAGE (lsc_window_get_page (ui->window, "timeline"));
}

static void
search (LscUi *ui, const char *name)
{
  gtk_editable_set_text (GTK_EDITABLE (get_page (ui)->search), name);
  _lsc_timeline_page_search_restart (get_page (ui));
}

static LscTimelineChart *
get_chart (LscUi *ui)
{
  return lsc_timeline_page_get_chart (get_page (ui));
}

static LscTimeline *
get_timeline (LscUi *ui, guint32 rank)
{
  return lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (get_page (ui)), rank);
}

static LscPanel *
get_panel (LscUi *ui, LscTimelineTab tab)
{
  return lsc_app_page_get_panel (LSC_APP_PAGE (get_page (ui)), tab);
}

static gboolean
is_idle (gpointer user_data)
{
  LscUi *ui = user_data;

  for (guint tab = 0; tab < LSC_TIMELINE_N_TABS; tab++)
    if (lsc_panel_is_busy (get_panel (ui, (LscTimelineTab) tab)))
      return FALSE;
  return !lsc_window_is_busy (ui->window) && !lsc_app_page_is_busy (LSC_APP_PAGE (get_page (ui)));
}

static void
settle (LscUi *ui)
{
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_idle, ui, 60.0));
  lsc_ui_settle ();
}

/* Pictures for people: LANESCOPE_SHOTS names a folder. */
static void
shoot (LscUi *ui, const char *name)
{
  const char *folder = g_getenv ("LANESCOPE_SHOTS");
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  if (folder == NULL)
    return;
  lsc_ui_settle ();
  path = g_strdup_printf ("%s/%s.png", folder, name);
  g_assert_true (lsc_ui_shoot (GTK_WIDGET (ui->window), path, &error));
}

static LscUi *
start_with (const char *path)
{
  LscUi *ui = lsc_ui_start ();
  const char *theme = g_getenv ("LANESCOPE_SHOTS_THEME");

  if (theme != NULL)
    g_settings_set_string (lsc_application_get_settings (ui->application), "color-scheme", theme);
  gtk_window_set_default_size (GTK_WINDOW (ui->window), 1400, 900);
  lsc_window_show_page (ui->window, "timeline");
  g_assert_true (lsc_ui_open (ui, path));
  settle (ui);
  g_assert_nonnull (get_timeline (ui, 0));
  return ui;
}

static LscUi *
start (void)
{
  const char *path = g_getenv ("LANESCOPE_SHOTS_PROJECT");

  return start_with (path != NULL ? path : demo);
}

static LscPanel *
show (LscUi *ui, LscTimelineTab tab)
{
  LscPanel *panel = get_panel (ui, tab);

  lsc_app_page_show_panel (LSC_APP_PAGE (get_page (ui)), tab);
  settle (ui);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (panel)));
  return panel;
}

static LscTableView *
find_table (LscPanel *panel)
{
  GtkWidget *table = lsc_ui_find (GTK_WIDGET (panel), LSC_TYPE_TABLE_VIEW, NULL);

  g_assert_nonnull (table);
  return LSC_TABLE_VIEW (table);
}

static gsize
count_rows (LscTableView *table)
{
  return g_list_model_get_n_items (G_LIST_MODEL (lsc_table_view_get_model (table)));
}

static gint64
get_int (LscTableView *view, guint32 row, const char *name)
{
  LscTable *table = lsc_table_view_get_table (view);
  int column = lsc_table_find_column (table, name);

  g_assert_cmpint (column, >=, 0);
  return lsc_table_get (table, row, (guint) column).integer;
}

static gboolean
is_null (LscTableView *view, guint32 row, const char *name)
{
  LscTable *table = lsc_table_view_get_table (view);

  return lsc_table_get (table, row, (guint) lsc_table_find_column (table, name)).is_null;
}

static void
press_row (LscTableView *view, guint32 row, const char *signal)
{
  g_signal_emit_by_name (view, signal, row);
}

static gint64
sum_of (LscTableView *view, const char *name)
{
  gint64 sum = 0;

  for (guint32 row = 0; row < count_rows (view); row++)
    sum += get_int (view, row, name);
  return sum;
}

/* The controller of a widget that is of a type, to tell it what a pointer or key does. */
static GtkEventController *
find_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == type)
        return controller; /* the widget holds it */
    }
  g_assert_not_reached ();
}

static gboolean
press_key (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  gboolean is_handled = FALSE;

  g_signal_emit_by_name (find_controller (widget, GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed",
                         key, 0, modifiers, &is_handled);
  lsc_ui_settle ();
  return is_handled;
}

static void
click (GtkWidget *widget, double x, double y)
{
  g_signal_emit_by_name (find_controller (widget, GTK_TYPE_GESTURE_CLICK), "pressed", 1, x, y);
  lsc_ui_settle ();
}

/* ---- Range ---- */

static void
check_range (LscUi *ui, LscTableView *table)
{
  LscTimelineRanges *ranges = lsc_timeline_page_get_ranges (get_page (ui));
  g_autoptr (LscRangeStats) stats = lsc_range_stats_new (ranges->ranges, ranges->n, NULL, NULL);
  gint64 sum = 0;

  for (guint i = 0; i < stats->rows->len; i++)
    sum += g_array_index (stats->rows, LscRangeRow, i).sum_ns;
  g_assert_cmpuint (count_rows (table), ==, stats->rows->len);
  g_assert_cmpuint (count_rows (table), >, 3);
  g_assert_cmpint (sum_of (table, "sum_ns"), ==, sum);
  g_assert_cmpint (sum_of (table, "count"), ==, (gint64) stats->n_slices);
  lsc_timeline_ranges_free (ranges);
}

/* At first the device alone is counted, the heaviest first; a selected lane is taken whole. */
static void
test_range_kinds (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPanel *panel = show (ui, LSC_TIMELINE_TAB_RANGE);
  LscTableView *table = find_table (panel);
  const LscTimeline *timeline = get_timeline (ui, 0);
  guint32 steps = LSC_SLICE_NONE;
  gsize n_all;

  for (guint32 i = 0; i < count_rows (table); i++)
    {
      g_assert_true (lsc_slice_kind_is_device (
          (guint8) lsc_table_get_named (lsc_table_view_get_table (table), i, "kind").integer));
      g_assert_cmpfloat (lsc_table_get_named (lsc_table_view_get_table (table), i, "share").real,
                         <=, 1);
    }
  g_assert_cmpint (
      get_int (table, lsc_table_model_get_row (lsc_table_view_get_model (table), 0), "self_ns"), >=,
      get_int (table, lsc_table_model_get_row (lsc_table_view_get_model (table), 1), "self_ns"));
  n_all = count_rows (table);
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    if (lsc_timeline_get_node (timeline, i)->role == LSC_ROLE_STEPS)
      steps = i;
  g_assert_cmpuint (steps, !=, LSC_SLICE_NONE);
  lsc_timeline_chart_select_lane (get_chart (ui), 0, steps);
  settle (ui);
  g_assert_cmpuint (count_rows (table), <, n_all);
  g_assert_cmpint (sum_of (table, "count"), ==,
                   (gint64) lsc_timeline_get_node (timeline, steps)->lane->n);
}

/* All kinds of everything, as the analysis has them. */
static LscPanel *
show_all_kinds (LscUi *ui)
{
  LscPanel *panel = show (ui, LSC_TIMELINE_TAB_RANGE);
  GtkWidget *kinds = lsc_ui_find (GTK_WIDGET (panel), GTK_TYPE_DROP_DOWN, NULL);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (kinds), 4);
  settle (ui);
  return panel;
}

/* By keys the rows are those of Operators, of what starts in the range. */
static void
test_range_keys (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPanel *panel = show (ui, LSC_TIMELINE_TAB_RANGE);
  LscTableView *view = find_table (panel);
  GtkWidget *keys = lsc_ui_find (GTK_WIDGET (panel), GTK_TYPE_DROP_DOWN, "keys");
  LscTimeline *timeline = get_timeline (ui, 0);
  gint64 half_ns = timeline->begin_ns + (timeline->end_ns - timeline->begin_ns) / 2, count = 0;
  const LscTimelineView *chart = lsc_timeline_chart_get_view (get_chart (ui));
  LscTable *table;

  g_assert_nonnull (keys);
  lsc_timeline_chart_set_range (get_chart (ui), timeline->begin_ns, half_ns, NULL);
  for (guint choice = 1; choice < 12; choice++)
    {
      gint64 n = 0;

      gtk_drop_down_set_selected (GTK_DROP_DOWN (keys), choice);
      settle (ui);
      table = lsc_table_view_get_table (view);
      if (!table) /* of such keys nothing was recorded, and a sentence says so */
        continue;
      for (guint32 i = 0; i < lsc_table_get_n_rows (table); i++)
        {
          n += get_int (view, i, "count");
          g_assert_cmpint (get_int (view, i, "last_ns"), <, half_ns);
        }
      g_assert_cmpint (n, >, 0);
      g_assert_true (count == 0 || n == count); /* whatever the keys */
      count = n;
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (keys), 1);
  settle (ui);
  g_signal_emit_by_name (view, "row-activated", 0);
  settle (ui);
  g_assert_cmpuint (chart->selected.rank, ==, 0);
}

static void
test_range (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPanel *panel = show_all_kinds (ui);
  LscTableView *table = find_table (panel);
  const LscTimeline *timeline = get_timeline (ui, 0);
  gint64 length = timeline->end_ns - timeline->begin_ns;
  gint64 whole = sum_of (table, "sum_ns");
  LscOverlapSums sums;
  g_autofree char *computing = NULL;

  check_range (ui, table);
  shoot (ui, "range");
  sums = lsc_overlap_sum_range (lsc_timeline_get_analysis (timeline)->overlap, timeline->begin_ns,
                                timeline->end_ns);
  computing = lsc_format_duration (sums.computing_ns, LSC_TIME_UNIT_AUTO);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (panel), computing));
  lsc_timeline_chart_set_range (get_chart (ui), timeline->begin_ns + length / 4,
                                timeline->begin_ns + length / 2, NULL);
  settle (ui);
  check_range (ui, table);
  g_assert_cmpint (sum_of (table, "sum_ns"), <, whole);
  lsc_table_view_sort (table, "name", FALSE);
  lsc_ui_settle ();
  g_assert_cmpstr (lsc_table_view_get_text (
                       table, lsc_table_model_get_row (lsc_table_view_get_model (table), 0), 1),
                   <=,
                   lsc_table_view_get_text (
                       table, lsc_table_model_get_row (lsc_table_view_get_model (table), 1), 1));
  lsc_timeline_chart_clear_range (get_chart (ui));
  settle (ui);
  g_assert_cmpint (sum_of (table, "sum_ns"), ==, whole);
}

/* A row leads to the list of its slices, and a slice of it to the lanes. */
static void
test_slices (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTableView *names = find_table (show_all_kinds (ui));
  LscPanel *panel = get_panel (ui, LSC_TIMELINE_TAB_SLICES);
  LscTable *table = lsc_table_view_get_table (names);
  guint32 row = 0;
  LscTableView *slices;
  const LscHistogram *histogram;
  LscHistogramView *view;
  LscTimelineSpot spot;
  gsize n = 0, brushed = 0;
  gint64 most = 0;

  for (guint32 i = 0; i < count_rows (names); i++) /* durations of more than one bin */
    if (get_int (names, i, "max_ns") > 2 * get_int (names, i, "min_ns") &&
        (most == 0 || get_int (names, i, "count") > most))
      {
        row = i;
        most = get_int (names, i, "count");
      }
  g_assert_cmpint (most, >, 1);
  g_assert_nonnull (lsc_table_get (table, row, 1).text);
  press_row (names, row, "row-activated");
  settle (ui);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (panel)));
  slices = find_table (panel);
  view = LSC_HISTOGRAM_VIEW (lsc_ui_find (GTK_WIDGET (panel), LSC_TYPE_HISTOGRAM_VIEW, NULL));
  histogram = lsc_histogram_view_get (view);
  for (guint i = 0; i < histogram->bins->len; i++)
    n += g_array_index (histogram->bins, LscHistogramBin, i).n;
  g_assert_cmpuint (n, ==, histogram->n);
  g_assert_cmpuint (n, ==, count_rows (slices));
  g_assert_cmpint ((gint64) n, >=, get_int (names, row, "count"));
  press_row (slices, 1, "row-selected");
  settle (ui);
  spot = lsc_timeline_page_get_selected (get_page (ui));
  g_assert_cmpuint (lsc_timeline_get_id (get_timeline (ui, spot.rank), spot.spot), ==,
                    (guint32) get_int (slices, 1, "id"));
  g_assert_cmpuint (count_rows (slices), ==, n); /* the list stays */
  for (guint i = 0; i < histogram->bins->len && brushed == 0; i++)
    if (g_array_index (histogram->bins, LscHistogramBin, i).n > 0)
      {
        lsc_histogram_view_brush (view, (int) i, (int) i);
        brushed = g_array_index (histogram->bins, LscHistogramBin, i).n;
      }
  settle (ui);
  g_assert_cmpuint (count_rows (slices), ==, brushed);
  g_assert_cmpuint (brushed, <, n);
  shoot (ui, "occurrences");
  g_assert_true (press_key (GTK_WIDGET (view), GDK_KEY_Escape, 0));
  settle (ui);
  g_assert_cmpuint (count_rows (slices), ==, n);
  g_assert_true (press_key (GTK_WIDGET (view), GDK_KEY_Right, 0));
  g_assert_true (press_key (GTK_WIDGET (view), GDK_KEY_Right, GDK_SHIFT_MASK));
  settle (ui);
  brushed = g_array_index (histogram->bins, LscHistogramBin, 0).n;
  if (histogram->bins->len > 1)
    brushed += g_array_index (histogram->bins, LscHistogramBin, 1).n;
  g_assert_cmpuint (count_rows (slices), ==, brushed);
}

/* ---- Flame graph ---- */

static void
test_flame (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPanel *panel = show (ui, LSC_TIMELINE_TAB_FLAME);
  LscIcicleView *view =
      LSC_ICICLE_VIEW (lsc_ui_find (GTK_WIDGET (panel), LSC_TYPE_ICICLE_VIEW, NULL));
  const LscIcicle *icicle = lsc_icicle_view_get (view);
  LscTimelineRanges *ranges = lsc_timeline_page_get_ranges (get_page (ui));
  GtkDropDown *lanes = GTK_DROP_DOWN (lsc_ui_find (GTK_WIDGET (panel), GTK_TYPE_DROP_DOWN, NULL));
  GtkStringObject *path = gtk_drop_down_get_selected_item (lanes);
  guint32 rank, node;
  g_autoptr (LscRangeStats) stats = NULL;
  graphene_rect_t before, after;
  guint32 child = g_array_index (icicle->nodes, LscIcicleNode, 0).first_child;

  shoot (ui, "flame");
  g_assert_true (lsc_timeline_layout_find_path (lsc_timeline_page_get_layout (get_page (ui)),
                                                gtk_string_object_get_string (path), &rank, &node));
  *(guint32 *) ranges->ranges[0].nodes = node; /* one lane alone */
  ranges->ranges[0].n_nodes = 1;
  stats = lsc_range_stats_new (ranges->ranges, 1, NULL, NULL);
  g_assert_cmpint (icicle->root_ns, ==, stats->top_ns);
  g_assert_cmpint (icicle->root_ns, <=, ranges->ranges[0].end_ns - ranges->ranges[0].begin_ns);
  g_assert_true (lsc_icicle_view_get_box (view, 0, &before));
  click (GTK_WIDGET (view), before.origin.x + before.size.width / 2, before.origin.y + 5);
  g_assert_cmpuint (lsc_icicle_view_get_zoom (view), ==, 0);
  g_assert_cmpuint (lsc_icicle_view_get_focus (view), ==, 0);
  g_assert_true (lsc_icicle_view_get_box (view, 0, &after));
  g_assert_cmpfloat (after.size.width, >, before.size.width);
  g_assert_cmpfloat (after.size.width, ==, gtk_widget_get_width (GTK_WIDGET (view)));
  if (child != LSC_SLICE_NONE)
    {
      g_autofree char *text = lsc_icicle_view_describe (view, child);

      g_assert_nonnull (strstr (text, lsc_icicle_view_get_name (view, child)));
      g_assert_true (press_key (GTK_WIDGET (view), GDK_KEY_Down, 0));
      g_assert_cmpuint (lsc_icicle_view_get_focus (view), ==, child); /* the widest is the first */
      g_assert_true (press_key (GTK_WIDGET (view), GDK_KEY_Return, 0));
      g_assert_cmpuint (lsc_icicle_view_get_zoom (view), ==, child);
      g_assert_true (press_key (GTK_WIDGET (view), GDK_KEY_Up, 0));
      g_assert_cmpuint (lsc_icicle_view_get_focus (view), ==, 0);
    }
  shoot (ui, "flame-zoomed");
  g_assert_true (press_key (GTK_WIDGET (view), GDK_KEY_Escape, 0));
  g_assert_cmpuint (lsc_icicle_view_get_zoom (view), ==, LSC_SLICE_NONE);
  g_assert_true (lsc_icicle_view_get_box (view, 0, &after));
  g_assert_cmpfloat (after.size.width, ==, before.size.width);
  lsc_timeline_ranges_free (ranges);
}

/* ---- Dispatch ---- */

static LscTableView *
show_dispatch (LscPanel *panel, const char *name)
{
  GtkStack *stack = GTK_STACK (lsc_ui_find (GTK_WIDGET (panel), GTK_TYPE_STACK, "lists"));
  GtkDropDown *choice = GTK_DROP_DOWN (lsc_ui_find (GTK_WIDGET (panel), GTK_TYPE_DROP_DOWN, NULL));
  GListModel *pages = gtk_drop_down_get_model (choice);

  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (pages, i);

      if (g_str_equal (gtk_stack_page_get_name (GTK_STACK_PAGE (page)), name))
        gtk_drop_down_set_selected (choice, i);
    }
  lsc_ui_settle ();
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, name);
  return LSC_IS_TABLE_VIEW (gtk_stack_get_visible_child (stack))
             ? LSC_TABLE_VIEW (gtk_stack_get_visible_child (stack))
             : NULL;
}

static void
check_longest_first (LscTableView *table, const char *column)
{
  LscTableModel *rows = lsc_table_view_get_model (table);

  for (guint i = 1; i < count_rows (table); i++)
    g_assert_cmpint (get_int (table, lsc_table_model_get_row (rows, i - 1), column), >=,
                     get_int (table, lsc_table_model_get_row (rows, i), column));
}

/* Rows of both lists of gaps: those of steps, and apart those of none. */
static guint
count_gaps (LscPanel *panel)
{
  LscTableView *outside = show_dispatch (panel, "Gaps outside Steps");
  guint n_outside = count_rows (outside);
  LscTableView *inside;

  for (guint32 row = 0; row < n_outside; row++)
    g_assert_true (is_null (outside, row, "step"));
  inside = show_dispatch (panel, "Gaps");
  for (guint32 row = 0; row < count_rows (inside); row++)
    g_assert_false (is_null (inside, row, "step"));
  return n_outside + count_rows (inside);
}

/* How much of a step is free is seen without scrolling. */
static void
check_free_is_near (LscTableView *table)
{
  GListModel *columns = gtk_column_view_get_columns (
      GTK_COLUMN_VIEW (lsc_ui_find (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW, NULL)));
  guint n_before = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (!gtk_column_view_column_get_visible (column))
        continue;
      if (g_str_has_prefix (gtk_column_view_column_get_title (column), "Free"))
        break;
      n_before++;
    }
  g_assert_cmpuint (n_before, <=, 3);
}

static void
test_dispatch (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPanel *panel = show (ui, LSC_TIMELINE_TAB_DISPATCH);
  LscTableView *gaps = show_dispatch (panel, "Gaps"), *table;
  const LscDispatch *dispatch = lsc_timeline_get_analysis (get_timeline (ui, 0))->dispatch;
  const LscTimelineView *view = lsc_timeline_chart_get_view (get_chart (ui));
  LscTimelineSpot spot;
  guint n_inside;

  n_inside = count_rows (gaps);
  g_assert_cmpuint (count_gaps (panel), ==, dispatch->gaps.n);
  g_assert_cmpuint (n_inside, >, 0);
  g_assert_cmpuint (n_inside, <, dispatch->gaps.n);
  check_longest_first (gaps, "dur_ns");
  lsc_timeline_chart_set_range (get_chart (ui), get_int (gaps, 0, "start_ns"),
                                get_int (gaps, 0, "start_ns") + 1, NULL);
  settle (ui);
  g_assert_cmpuint (count_rows (gaps), ==, 1);
  lsc_timeline_chart_clear_range (get_chart (ui));
  settle (ui);
  g_assert_cmpuint (count_rows (gaps), ==, n_inside);
  press_row (gaps, 0, "row-selected");
  settle (ui);
  g_assert_cmpuint (count_rows (gaps), ==, n_inside);
  lsc_ui_settle ();
  g_assert_true (view->has_range);
  g_assert_cmpint (view->range_begin_ns, ==, get_int (gaps, 0, "start_ns"));
  g_assert_cmpint (view->range_end_ns - view->range_begin_ns, ==, get_int (gaps, 0, "dur_ns"));
  spot = lsc_timeline_page_get_selected (get_page (ui));
  g_assert_cmpuint (spot.rank, ==, 0);
  g_assert_cmpint (lsc_timeline_get_node (get_timeline (ui, 0), spot.spot.node)->role, ==,
                   LSC_ROLE_GAPS);
  shoot (ui, "dispatch-gaps");
  table = show_dispatch (panel, "By Step");
  g_assert_cmpuint (count_rows (table), >, 0);
  check_free_is_near (table);
  press_row (table, 0, "row-selected");
  shoot (ui, "dispatch-steps");
  table = show_dispatch (panel, "Synchronising Calls");
  g_assert_cmpuint (count_rows (table), ==, dispatch->syncs.n);
  if (count_rows (table) > 0)
    {
      press_row (table, 0, "row-selected");
      spot = lsc_timeline_page_get_selected (get_page (ui));
      g_assert_cmpuint (lsc_timeline_get_id (get_timeline (ui, 0), spot.spot), ==,
                        (guint32) get_int (table, 0, "slice_id"));
    }
  shoot (ui, "dispatch-syncs");
  table = show_dispatch (panel, "Breaks by Cause");
  if (count_rows (table) > 0 && !is_null (table, 0, "launch_id"))
    {
      press_row (table, 0, "row-selected");
      spot = lsc_timeline_page_get_selected (get_page (ui));
      g_assert_cmpuint (lsc_timeline_get_id (get_timeline (ui, 0), spot.spot), ==,
                        (guint32) get_int (table, 0, "launch_id"));
    }
  shoot (ui, "dispatch-breaks");
  show_dispatch (panel, "remedies");
  shoot (ui, "dispatch-remedies");
}

/* ---- several ranks ---- */

static GtkWidget *
find_label_with (GtkWidget *widget, const char *text)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_label_with (child, text);
  return found;
}

/* Each rank has a line, the one that is free most first. */
static void
check_lines (LscUi *ui, guint32 n)
{
  guint32 worst = 0;
  GtkLabel *label;
  g_autofree char *name = NULL;

  for (guint32 i = 1; i < n; i++)
    if (lsc_timeline_get_analysis (get_timeline (ui, i))->dispatch->all.free_share >
        lsc_timeline_get_analysis (get_timeline (ui, worst))->dispatch->all.free_share)
      worst = i;
  name = lsc_timeline_get_label (get_timeline (ui, worst));
  label =
      GTK_LABEL (find_label_with (GTK_WIDGET (get_panel (ui, LSC_TIMELINE_TAB_DISPATCH)), "\n"));
  g_assert_nonnull (label);
  g_assert_true (g_str_has_prefix (gtk_label_get_label (label), name));
}

static void
test_ranks (void)
{
  g_autoptr (LscUi) ui = start_with (demo);
  LscTableView *gaps;
  LscPanel *panel;
  LscTableView *table;
  gsize n_gaps = 0;
  guint32 row = 0;
  LscTimelineSpot spot;
  guint32 n = lsc_timeline_layout_get_n_ranks (lsc_timeline_page_get_layout (get_page (ui)));

  g_assert_cmpuint (n, >, 1);
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (get_page (ui)), "timeline.load-all", NULL));
  settle (ui);
  table = find_table (show_all_kinds (ui));
  check_range (ui, table);
  for (row = 0; row < count_rows (table); row++) /* of the range of its rank, not of all added */
    g_assert_cmpfloat (lsc_table_get_named (lsc_table_view_get_table (table), row, "share").real,
                       <=, 1);
  row = 0;
  panel = show (ui, LSC_TIMELINE_TAB_DISPATCH);
  gaps = show_dispatch (panel, "Gaps");
  for (guint32 i = 0; i < n; i++)
    n_gaps += lsc_timeline_get_analysis (get_timeline (ui, i))->dispatch->gaps.n;
  g_assert_cmpuint (count_gaps (panel), ==, n_gaps);
  check_lines (ui, n);
  while (get_int (gaps, row, "rank") != get_timeline (ui, n - 1)->rank)
    row++;
  press_row (gaps, row, "row-activated");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (ui->window)) == GTK_WIDGET (get_chart (ui)));
  spot = lsc_timeline_page_get_selected (get_page (ui));
  g_assert_cmpuint (spot.rank, ==, n - 1);
  search (ui, "hcom");
  lsc_ui_settle ();
  table = find_table (show (ui, LSC_TIMELINE_TAB_HITS));
  g_assert_cmpuint (count_rows (table), ==,
                    lsc_timeline_chart_get_view (get_chart (ui))->hits->len);
  for (row = 0; row + 1 < count_rows (table) &&
                get_int (table, row, "rank") != get_timeline (ui, n - 1)->rank;)
    row++;
  press_row (table, row, "row-selected");
  spot = lsc_timeline_page_get_selected (get_page (ui));
  g_assert_cmpuint (lsc_timeline_get_id (get_timeline (ui, spot.rank), spot.spot), ==,
                    (guint32) get_int (table, row, "id"));
  g_assert_cmpint (get_timeline (ui, spot.rank)->rank, ==, get_int (table, row, "rank"));
}

/* ---- Marks and matches ---- */

static void
test_marks (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPanel *panel = show (ui, LSC_TIMELINE_TAB_MARKS);
  GPtrArray *marks = lsc_timeline_page_get_marks (get_page (ui));
  guint n = marks->len;
  GtkWidget *entry;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (panel), "timeline.mark", NULL));
  settle (ui);
  marks = lsc_timeline_page_get_marks (get_page (ui));
  g_assert_cmpuint (marks->len, ==, n + 1);
  entry = lsc_ui_find (GTK_WIDGET (panel), GTK_TYPE_ENTRY, NULL);
  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "here it begins");
  settle (ui);
  g_assert_cmpstr (((LscTimelineMark *) g_ptr_array_index (marks, 0))->name, ==, "here it begins");
  g_assert_true (gtk_widget_get_mapped (entry)); /* not made anew under the typist */
  shoot (ui, "marks");
  lsc_timeline_page_delete_mark (get_page (ui), 0);
  settle (ui);
  g_assert_null (lsc_ui_find (GTK_WIDGET (panel), GTK_TYPE_ENTRY, NULL));
}

static void
test_hits (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPanel *panel = show (ui, LSC_TIMELINE_TAB_HITS);
  LscTableView *table = find_table (panel);
  const GArray *hits;
  LscTimelineSpot spot;

  g_assert_cmpuint (count_rows (table), ==, 0);
  search (ui, "a");
  settle (ui);
  hits = lsc_timeline_chart_get_view (get_chart (ui))->hits;
  g_assert_nonnull (hits);
  g_assert_cmpuint (hits->len, >, 1);
  g_assert_cmpuint (count_rows (table), ==, MIN (hits->len, 200000u));
  press_row (table, 1, "row-selected");
  spot = lsc_timeline_page_get_selected (get_page (ui));
  g_assert_cmpmem (&spot, sizeof spot, &g_array_index (hits, LscTimelineSpot, 1), sizeof spot);
  shoot (ui, "matches");
}

/* ---- Tables ---- */

static gboolean
exists (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_export (void)
{
  static const char *const endings[] = { "csv", "xlsx", "md", "json", "db" };
  g_autoptr (LscUi) ui = start ();
  LscTableView *table = find_table (show_all_kinds (ui));
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strdup_printf ("range.%s", endings[i]);
      g_autofree char *path = g_build_filename (scratch, name, NULL);

      lsc_table_view_export (table, path);
      g_assert_true (lsc_ui_wait_until (exists, path, 20.0));
      lsc_ui_settle ();
      if (i == 0)
        g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_unlink (path);
    }
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, count_rows (table) + 2);
  g_assert_nonnull (strstr (lines[0], "sum_ns"));
}

/* Sorting keeps the rows, puts them in order and rows without a value last. */
static void
test_table_model (void)
{
  static const LscColumn columns[] = {
    { "number", NULL, LSC_TYPE_INT, LSC_UNIT_NONE, NULL },
    { "text", NULL, LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
  };
  g_autoptr (LscTable) table = lsc_table_new ("t", columns, 2);
  g_autoptr (LscTableModel) model = lsc_table_model_new ();

  for (gint64 i = 0; i < 100; i++)
    {
      gsize row = lsc_table_add_row (table);

      if (i % 10 != 3)
        lsc_table_set_int (table, row, 0, i * 37 % 100);
      lsc_table_set_text (table, row, 1, i % 2 ? "odd" : "even");
    }
  lsc_table_model_set_table (model, table);
  for (int descending = 0; descending < 2; descending++)
    {
      lsc_table_model_set_sort (model, 0, descending);
      for (guint i = 0; i < 100; i++)
        {
          LscValue value = lsc_table_get (table, lsc_table_model_get_row (model, i), 0);
          LscValue next;

          g_assert_cmpint (value.is_null, ==, i >= 90);
          if (i + 1 >= 90)
            continue;
          next = lsc_table_get (table, lsc_table_model_get_row (model, i + 1), 0);
          g_assert_cmpint (descending ? -value.integer : value.integer, <,
                           descending ? -next.integer : next.integer);
        }
    }
  lsc_table_model_set_sort (model, 1, FALSE);
  g_assert_cmpuint (lsc_table_model_get_row (model, 0), ==, 0);
  g_assert_cmpuint (lsc_table_model_get_row (model, 1), ==, 2);
  g_assert_cmpuint (lsc_table_model_find_position (model, 2), ==, 1);
  lsc_table_model_set_sort (model, -1, FALSE);
  g_assert_cmpuint (lsc_table_model_get_row (model, 1), ==, 1);
}

/* ---- Query ---- */

static LscQueryPage *
get_query (LscUi *ui)
{
  return LSC_QUERY_PAGE (lsc_window_get_page (ui->window, "query"));
}

static gboolean
is_answered (gpointer user_data)
{
  return !lsc_app_page_is_busy (LSC_APP_PAGE (get_query (user_data)));
}

static void
ask (LscUi *ui, const char *sql)
{
  lsc_query_page_set_text (get_query (ui), sql);
  lsc_query_page_run (get_query (ui));
  g_assert_true (lsc_ui_wait_until (is_answered, ui, 60.0));
  lsc_ui_settle ();
}

static LscUi *
start_query (void)
{
  LscUi *ui = start ();

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_page (ui)), "timeline.query", NULL));
  lsc_ui_settle ();
  g_assert_nonnull (get_query (ui));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_query (ui))));
  return ui;
}

static void
test_query (void)
{
  g_autoptr (LscUi) ui = start_query ();
  GtkWidget *page = GTK_WIDGET (get_query (ui));
  LscTableView *view = lsc_query_page_get_view (get_query (ui));
  const LscTimeline *timeline = get_timeline (ui, 0);
  g_autofree char *sql = g_strdup_printf (
      "SELECT count(*) AS n FROM slices WHERE rank = %" G_GINT64_FORMAT, timeline->rank);
  LscTimelineSpot spot;
  guint32 id;

  shoot (ui, "query-empty");
  ask (ui, sql);
  g_assert_cmpuint (count_rows (view), ==, 1);
  g_assert_cmpint (get_int (view, 0, "n"), ==, timeline->n_slices);
  g_assert_nonnull (lsc_ui_find_label (page, "1 row in"));
  ask (ui, "UPDATE slices SET name = 'x'");
  g_assert_null (lsc_table_view_get_table (view)); /* what was there answers something else */
  g_assert_nonnull (lsc_ui_find_label (page, "Not answered"));
  shoot (ui, "query-refused");
  ask (ui, "SELECT nothing FROM slices");
  g_assert_nonnull (lsc_ui_find_label (page, "nothing"));
  g_free (sql);
  sql = g_strdup_printf ("SELECT rank, name, kind, start_ns, dur_ns, id FROM slices WHERE "
                         "rank = %" G_GINT64_FORMAT " AND kind LIKE 'kernel%%' "
                         "ORDER BY dur_ns DESC",
                         timeline->rank);
  ask (ui, sql);
  g_assert_cmpuint (count_rows (view), >, 2);
  g_assert_null (lsc_ui_find_label (page, "Not answered"));
  shoot (ui, "query-result");
  id = (guint32) get_int (view, 2, "id");
  press_row (view, 2, "row-activated");
  settle (ui);
  spot = lsc_timeline_page_get_selected (get_page (ui));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_page (ui))));
  g_assert_cmpuint (lsc_timeline_get_id (get_timeline (ui, spot.rank), spot.spot), ==, id);
}

static void
open_all (GtkWidget *widget)
{
  if (GTK_IS_EXPANDER (widget))
    gtk_expander_set_expanded (GTK_EXPANDER (widget), TRUE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    open_all (child);
}

/* The button of a word, with what stands beside the word. */
static GtkWidget *
find_word (GtkWidget *widget, const char *word, const char *remark)
{
  GtkWidget *found = NULL;

  if (g_strcmp0 (g_object_get_data (G_OBJECT (widget), "lsc-word"), word) == 0 &&
      lsc_ui_find_label (widget, remark))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_word (child, word, remark);
  return found;
}

/* The list of tables tells of every column its type, its unit and in a sentence what it is. */
static void
test_query_schema (void)
{
  g_autoptr (LscUi) ui = start_query ();
  GtkWidget *page = GTK_WIDGET (get_query (ui));
  guint n_tables, n_columns = 0;
  const LscSqlTable *tables = lsc_sql_list_tables (&n_tables);

  open_all (page);
  lsc_ui_settle ();
  for (guint i = 0; i < n_tables; i++)
    for (guint k = 0; tables[i].places & LSC_SQL_IN_QUERY && k < tables[i].n_columns; k++)
      {
        const LscSqlColumn *column = &tables[i].columns[k];
        g_autofree char *type = g_ascii_strdown (lsc_sql_type_name (column->type), -1);
        g_autofree char *remark =
            column->unit ? g_strconcat (type, ", ", column->unit, NULL) : g_strdup (type);
        GtkWidget *button = find_word (page, column->name, remark);

        if (!button)
          g_error ("%s.%s (%s) is not listed", tables[i].name, column->name, remark);
        g_assert_nonnull (gtk_widget_get_tooltip_text (button));
        n_columns++;
      }
  g_assert_cmpuint (n_columns, >, 50);
}

/* A slice of a rank that is not the one shown: its id says of which it is. */
static void
test_query_other_rank (void)
{
  g_autoptr (LscUi) ui = start_query ();
  LscTableView *view = lsc_query_page_get_view (get_query (ui));
  LscTimelineSpot spot;
  gint64 id;

  ask (ui, "SELECT s.name, s.start_ns, s.id FROM slices s JOIN ranks r ON r.rank = s.rank "
           "WHERE r.id = 1 AND kind LIKE 'kernel%' ORDER BY dur_ns DESC LIMIT 3");
  g_assert_cmpuint (count_rows (view), ==, 3);
  id = get_int (view, 1, "id");
  g_assert_cmpint (id >> 32, ==, 1);
  press_row (view, 1, "row-activated");
  settle (ui);
  spot = lsc_timeline_page_get_selected (get_page (ui));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_page (ui))));
  g_assert_cmpuint (lsc_timeline_get_id (get_timeline (ui, spot.rank), spot.spot), ==,
                    (guint32) id);
  g_assert_cmpint (get_timeline (ui, spot.rank)->rank, !=, get_timeline (ui, 0)->rank);
}

/* A loop of the statement's, and one call of a function: the page is ready again at once. */
static void
test_query_cancel (void)
{
  static const char *const endless[] = {
    "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT sum(x) FROM t",
    "SELECT length(trim(printf('%.*c', 1000000, 'a'), printf('%.*c', 500000, 'b') || 'a'))",
  };
  g_autoptr (LscUi) ui = start_query ();
  LscQueryPage *page = get_query (ui);

  ask (ui, "SELECT 7 AS n");
  for (gsize i = 0; i < G_N_ELEMENTS (endless); i++)
    {
      gint64 began_us;

      lsc_query_page_set_text (page, endless[i]);
      lsc_query_page_run (page);
      lsc_ui_assert_soon (lsc_app_page_is_busy (LSC_APP_PAGE (page)));
      began_us = g_get_monotonic_time ();
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "query.cancel", NULL));
      g_assert_true (lsc_ui_wait_until (is_answered, ui, 5.0));
      g_assert_cmpint (g_get_monotonic_time () - began_us, <, 500000);
      g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (page), "Cancelled"));
      g_assert_null (lsc_table_view_get_table (lsc_query_page_get_view (page)));
    }
  ask (ui, "SELECT count(*) AS n FROM ranks"); /* it goes on working */
  g_assert_cmpint (get_int (lsc_query_page_get_view (page), 0, "n"), >, 0);
}

static void
assert_text (LscQueryPage *page, const char *text)
{
  g_autofree char *shown = lsc_query_page_get_text (page);

  g_assert_cmpstr (shown, ==, text);
}

static void
test_query_history (void)
{
  g_autoptr (LscUi) ui = start_query ();
  GtkWidget *page = GTK_WIDGET (get_query (ui));

  ask (ui, "SELECT 1 AS a");
  ask (ui, "SELECT 2 AS a");
  gtk_widget_activate_action (page, "query.older", NULL);
  assert_text (get_query (ui), "SELECT 1 AS a");
  gtk_widget_activate_action (page, "query.newer", NULL);
  assert_text (get_query (ui), "SELECT 2 AS a");
  lsc_query_page_set_text (get_query (ui), "SELECT draft");
  gtk_widget_activate_action (page, "query.older", NULL);
  assert_text (get_query (ui), "SELECT 2 AS a");
  gtk_widget_activate_action (page, "query.newer", NULL);
  assert_text (get_query (ui), "SELECT draft");
  ask (ui, "SELECT 1 AS a"); /* not kept twice */
  gtk_widget_activate_action (page, "query.older", NULL);
  assert_text (get_query (ui), "SELECT 2 AS a");
  gtk_widget_activate_action (page, "query.older", NULL);
  assert_text (get_query (ui), "SELECT 2 AS a");
}

static GtkTextView *
get_editor (LscQueryPage *page)
{
  return GTK_TEXT_VIEW (lsc_ui_find (GTK_WIDGET (page), GTK_SOURCE_TYPE_VIEW, "statement"));
}

static void
type (LscQueryPage *page, const char *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (get_editor (page));

  gtk_widget_grab_focus (GTK_WIDGET (get_editor (page)));
  for (const char *c = text; *c != '\0'; c++)
    {
      gtk_text_buffer_insert_interactive_at_cursor (buffer, c, 1, TRUE);
      lsc_ui_settle ();
    }
}

/* Returns: how many words are offered below the cursor */
static guint
count_words (LscQueryPage *page)
{
  GtkWidget *popover = lsc_ui_find (GTK_WIDGET (page), GTK_TYPE_POPOVER, "words");
  GtkWidget *list;

  if (popover == NULL || !gtk_widget_get_mapped (popover))
    return 0;
  list = lsc_ui_find (popover, GTK_TYPE_LIST_VIEW, NULL);
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list))));
}

/* Words are offered after two letters, chosen by keys, and put; what is not chosen changes nothing
 * of what a key does. The popover opens many times without a word of GTK. */
static void
test_query_words (void)
{
  g_autoptr (LscUi) ui = start_query ();
  LscQueryPage *page = get_query (ui);
  GtkWidget *editor = GTK_WIDGET (get_editor (page));

  lsc_query_page_set_text (page, "");
  type (page, "s");
  g_assert_cmpuint (count_words (page), ==, 0);
  type (page, "e");
  g_assert_cmpuint (count_words (page), >, 0);
  g_assert_false (press_key (editor, GDK_KEY_Return, 0));
  type (page, "le");
  g_assert_cmpuint (count_words (page), ==, 1);
  g_assert_true (press_key (editor, GDK_KEY_Tab, 0));
  g_assert_cmpuint (count_words (page), ==, 0);
  assert_text (page, "SELECT");
  g_assert_false (press_key (editor, GDK_KEY_Tab, 0));
  type (page, " * FROM sl");
  g_assert_true (press_key (editor, GDK_KEY_Down, 0));
  g_assert_true (press_key (editor, GDK_KEY_Return, 0));
  assert_text (page, "SELECT * FROM slices");
  type (page, " AS k WHERE k.");
  g_assert_cmpuint (count_words (page), >, 3);
  shoot (ui, "query-words");
  type (page, "ki");
  g_assert_true (press_key (editor, GDK_KEY_Up, 0));
  g_assert_true (press_key (editor, GDK_KEY_Return, 0));
  assert_text (page, "SELECT * FROM slices AS k WHERE k.kind");
  type (page, " = 1 AND me");
  g_assert_true (press_key (editor, GDK_KEY_Escape, 0));
  g_assert_cmpuint (count_words (page), ==, 0);
  g_assert_false (press_key (editor, GDK_KEY_Escape, 0));
  type (page, "d");
  g_assert_true (press_key (editor, GDK_KEY_Tab, 0));
  assert_text (page, "SELECT * FROM slices AS k WHERE k.kind = 1 AND median(");
  g_assert_true (press_key (editor, GDK_KEY_space, GDK_CONTROL_MASK));
  g_assert_cmpuint (count_words (page), >, 50);
  gtk_widget_activate_action (GTK_WIDGET (page), "query.use", "s", "SELECT du");
  g_assert_cmpuint (count_words (page), ==, 0);
}

/* A million rows come, sort and go without holding up the window. */
static void
test_query_large (void)
{
  g_autoptr (LscUi) ui = start_query ();
  LscTableView *view = lsc_query_page_get_view (get_query (ui));
  LscTable *table;
  const char *where;
  gint64 began_us;
  double ms;

  lsc_watchdog_reset ();
  ask (ui, "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t LIMIT 900000) "
           "SELECT x, x * 7919 % 1000003 AS y FROM t");
  g_assert_cmpuint (count_rows (view), ==, 900000);
  began_us = g_get_monotonic_time ();
  lsc_table_view_sort (view, "y", TRUE);
  g_assert_true (lsc_ui_wait_until (is_answered, ui, 60.0));
  table = lsc_table_view_get_table (view);
  g_assert_cmpint (
      lsc_table_get (table, lsc_table_model_get_row (lsc_table_view_get_model (view), 0), 1)
          .integer,
      >,
      lsc_table_get (table, lsc_table_model_get_row (lsc_table_view_get_model (view), 1), 1)
          .integer);
  ms = lsc_watchdog_get_longest_cpu_ms (&where);
  g_test_message ("sorted in %.0f ms; the main loop was held up %.0f ms by %s",
                  (double) (g_get_monotonic_time () - began_us) / 1000.0, ms,
                  where != NULL ? where : "nobody");
  g_assert_cmpfloat (ms, <, 1000.0);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *command = NULL;
  int status;

  g_setenv ("LANESCOPE_WATCHDOG", "1", TRUE);
  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-panels-XXXXXX", &error);
  g_assert_no_error (error);
  demo = lsc_ui_write_profile (scratch, "demo", &error);
  g_assert_no_error (error);
  g_test_add_func ("/panels/table-model", test_table_model);
  g_test_add_func ("/panels/range", test_range);
  g_test_add_func ("/panels/slices", test_slices);
  g_test_add_func ("/panels/flame", test_flame);
  g_test_add_func ("/panels/range-kinds", test_range_kinds);
  g_test_add_func ("/panels/range-keys", test_range_keys);
  g_test_add_func ("/panels/dispatch", test_dispatch);
  g_test_add_func ("/panels/ranks", test_ranks);
  g_test_add_func ("/panels/marks", test_marks);
  g_test_add_func ("/panels/hits", test_hits);
  g_test_add_func ("/panels/export", test_export);
  g_test_add_func ("/query/run", test_query);
  g_test_add_func ("/query/schema", test_query_schema);
  g_test_add_func ("/query/other-rank", test_query_other_rank);
  g_test_add_func ("/query/cancel", test_query_cancel);
  g_test_add_func ("/query/history", test_query_history);
  g_test_add_func ("/query/words", test_query_words);
  g_test_add_func ("/query/large", test_query_large);
  status = g_test_run ();
  lsc_watchdog_report ();
  command = g_strdup_printf ("rm -rf '%s'", scratch);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  return status;
}
