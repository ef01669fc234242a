/* test-lanes.c - the offset of a single lane, and all events of one, in the real window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/step/lsc-slice-args.h"
#include "app/parts/lsc-table-view.h"
#include "app/timeline/lsc-timeline-describe.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "app/timeline/lsc-timeline-panel.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *demo;

/* ---- driving ---- */

static LscTimelinePage *
get_page (LscUi *ui)
{
  return LSC_TIMELINE_PAGE (lsc_window_get_page (ui->window, "timeline"));
}

static const LscTimelineView *
get_view (LscUi *ui)
{
  return lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (get_page (ui)));
}

static LscTimeline *
get_timeline (LscUi *ui)
{
  return lsc_timeline_layout_get_timeline (get_view (ui)->layout, 0);
}

static LscPanel *
get_panel (LscUi *ui)
{
  return lsc_app_page_get_panel (LSC_APP_PAGE (get_page (ui)), LSC_TIMELINE_TAB_EVENTS);
}

static gboolean
is_idle (gpointer user_data)
{
  LscUi *ui = user_data;

  return !lsc_panel_is_busy (get_panel (ui)) && !lsc_window_is_busy (ui->window) &&
         !lsc_app_page_is_busy (LSC_APP_PAGE (get_page (ui)));
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
start (void)
{
  LscUi *ui = lsc_ui_start ();
  const char *theme = g_getenv ("LANESCOPE_SHOTS_THEME");
  const char *project = g_getenv ("LANESCOPE_SHOTS_PROJECT");
  const char *size = g_getenv ("LANESCOPE_SHOTS_SIZE");
  int width = 1400, height = 900;

  if (theme != NULL)
    g_settings_set_string (lsc_application_get_settings (ui->application), "color-scheme", theme);
  if (size != NULL)
    g_assert_cmpint (sscanf (size, "%dx%d", &width, &height), ==, 2);
  gtk_window_set_default_size (GTK_WINDOW (ui->window), width, height);
  lsc_window_show_page (ui->window, "timeline");
  g_assert_true (lsc_ui_open (ui, project != NULL ? project : demo));
  settle (ui);
  g_assert_nonnull (get_timeline (ui));
  return ui;
}

static void
act (LscUi *ui, const char *verb)
{
  g_autofree char *action = g_strconcat ("timeline.", verb, NULL);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_page (ui)), action, NULL));
}

/* The stream with the most slices, and the slice in its middle. */
static LscTimelineSpot
find_spot (LscUi *ui)
{
  LscTimeline *timeline = get_timeline (ui);
  LscTimelineSpot spot = LSC_TIMELINE_SPOT_NONE;
  gsize most = 0;

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role != LSC_ROLE_STREAM || !node->lane || node->lane->n <= most)
        continue;
      most = node->lane->n;
      spot = (LscTimelineSpot){ 0, { i, (guint32) node->lane->n / 2 } };
    }
  g_assert_cmpuint (most, >, 2);
  return spot;
}

static GtkWidget *
find_dialog (LscUi *ui)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_mapped (window))
        return window;
    }
  return NULL;
}

/* Types the offset of the lane in focus. */
static void
type_offset (LscUi *ui, const char *text)
{
  GtkWidget *dialog, *entry;

  act (ui, "set-lane-offset");
  lsc_ui_assert_soon (find_dialog (ui) != NULL);
  dialog = find_dialog (ui);
  entry = lsc_ui_find (dialog, GTK_TYPE_ENTRY, NULL);
  g_assert_nonnull (entry);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (dialog)), "analyses"));
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "ok");
  gtk_window_close (GTK_WINDOW (dialog));
  settle (ui);
}

static gint64
get_offset (LscUi *ui, const LscTimelineSpot *spot)
{
  return lsc_timeline_layout_get_node_offset (get_view (ui)->layout, 0, spot->spot.node);
}

/* (nullable): what the details say under a label */
static const char *
find_detail (GPtrArray *rows, const char *label)
{
  for (guint i = 0; i < rows->len; i++)
    if (strcmp (((char **) rows->pdata[i])[0], label) == 0)
      return ((char **) rows->pdata[i])[1];
  return NULL;
}

/* ---- the offset ---- */

/* Analyses take the range at the recorded times of the lane, wherever it is shown. */
static void
check_range (LscUi *ui, const LscTimelineSpot *spot, gint64 begin_ns, gint64 end_ns)
{
  LscTimelineChart *chart = lsc_timeline_page_get_chart (get_page (ui));
  const LscLane *lane = lsc_timeline_get_node (get_timeline (ui), spot->spot.node)->lane;
  LscTimelineRanges *ranges;
  gboolean is_found = FALSE;

  lsc_timeline_chart_set_range (chart, begin_ns, end_ns, NULL);
  ranges = lsc_timeline_page_get_ranges (get_page (ui));
  g_assert_cmpuint (ranges->n_ranks, ==, 1);
  g_assert_cmpuint (ranges->n, ==, 2); /* the lane apart from the others */
  for (gsize i = 0; i < ranges->n; i++)
    for (gsize k = 0; k < ranges->ranges[i].n_nodes; k++)
      if (ranges->ranges[i].nodes[k] == spot->spot.node)
        {
          is_found = TRUE;
          g_assert_cmpuint (ranges->ranges[i].n_nodes, ==, 1);
          g_assert_cmpint (ranges->ranges[i].begin_ns, ==, lane->start_ns[spot->spot.slice]);
        }
  g_assert_true (is_found);
  lsc_timeline_ranges_free (ranges);
  lsc_timeline_chart_clear_range (chart);
}

static void
test_offset (void)
{
  LscTimelineSpot spot;
  gint64 before_ns, begin_ns, end_ns;

  {
    g_autoptr (LscUi) ui = start ();
    LscTimelineChart *chart = lsc_timeline_page_get_chart (get_page (ui));
    g_autoptr (GPtrArray) details = NULL, plain = NULL;

    spot = find_spot (ui);
    lsc_timeline_page_show_slice (get_page (ui), 0, spot.spot);
    plain = lsc_timeline_details_new (get_view (ui), &spot);
    g_assert_null (find_detail (plain, "Offset of the lane"));
    g_assert_true (lsc_timeline_chart_get_slice_time (chart, &spot, &before_ns, &end_ns));
    type_offset (ui, "-1.2 ms");
    g_assert_cmpint (get_offset (ui, &spot), ==, -1200000);
    g_assert_true (lsc_timeline_chart_get_slice_time (chart, &spot, &begin_ns, &end_ns));
    g_assert_cmpint (begin_ns, ==, before_ns + 1200000);
    details = lsc_timeline_details_new (get_view (ui), &spot);
    g_assert_cmpstr (find_detail (details, "Offset of the lane"), ==, "shown 1.200 ms later");
    check_range (ui, &spot, begin_ns, MAX (end_ns, begin_ns + 1));
    shoot (ui, "lane-offset");
    type_offset (ui, "nonsense");
    g_assert_cmpint (get_offset (ui, &spot), ==, -1200000);
    type_offset (ui, "3 us");
    g_assert_cmpint (get_offset (ui, &spot), ==, 3000);
    act (ui, "undo-offset");
    g_assert_cmpint (get_offset (ui, &spot), ==, -1200000);
    act (ui, "undo-offset");
    g_assert_cmpint (get_offset (ui, &spot), ==, 0);
    act (ui, "undo-offset"); /* says that there is none */
    act (ui, "align-first");
    act (ui, "undo-offset");
    type_offset (ui, "-1.2 ms");
    lsc_ui_settle (); /* closing stores what is not stored yet */
  }
  {
    g_autoptr (LscUi) ui = start ();

    g_assert_cmpint (get_offset (ui, &spot), ==, -1200000);
    lsc_timeline_page_show_slice (get_page (ui), 0, spot.spot);
    act (ui, "reset-lane-offset");
    g_assert_cmpint (get_offset (ui, &spot), ==, 0);
    act (ui, "undo-offset");
    g_assert_cmpint (get_offset (ui, &spot), ==, -1200000);
    act (ui, "default-offsets");
    g_assert_cmpint (get_offset (ui, &spot), ==, 0);
  }
}

/* ---- the events ---- */

static gsize
count_rows (LscTableView *table)
{
  return lsc_table_view_get_table (table) ? lsc_table_get_n_rows (lsc_table_view_get_table (table))
                                          : 0;
}

static gint64
get_id (LscTableView *table, guint row)
{
  return lsc_table_get_named (lsc_table_view_get_table (table), row, "id").integer;
}

static guint
count_args (LscTable *table)
{
  guint n = 0;

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    n += g_str_has_prefix (lsc_table_get_column (table, i)->name, LSC_SLICE_ARGS_PREFIX);
  return n;
}

/* A pin says whose events they are, so that a report can list them again. */
static void
check_pin (LscUi *ui, LscTableView *table, const LscTimelineSpot *spot)
{
  g_autoptr (LscPin) pin = lsc_pin_new ("timeline/slices", "Events");
  g_autofree char *lanes = g_strdup_printf ("%u", spot->spot.node);

  g_signal_emit_by_name (table, "pinning", pin);
  g_assert_true (_lsc_timeline_page_complete_pin (LSC_APP_PAGE (get_page (ui)), pin, NULL));
  g_assert_cmpstr (lsc_pin_get (pin, "events"), ==, "yes");
  g_assert_cmpstr (lsc_pin_get (pin, "lanes"), ==, lanes);
  g_assert_cmpstr (lsc_pin_get (pin, "offsets"), ==, "0");
}

/* Only rows that have the text; all again without it. */
static void
check_filter (LscUi *ui, LscTableView *table, const char *name, gsize n_all)
{
  GtkWidget *entry = lsc_ui_find (GTK_WIDGET (get_panel (ui)), GTK_TYPE_SEARCH_ENTRY, NULL);
  gsize n;

  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  g_signal_emit_by_name (entry, "search-changed");
  settle (ui);
  n = count_rows (table);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, n_all);
  g_signal_emit_by_name (table, "row-activated", 0);
  settle (ui);
  g_assert_cmpint (lsc_timeline_get_id (get_timeline (ui), get_view (ui)->selected.spot), ==,
                   get_id (table, 0));
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  g_signal_emit_by_name (entry, "search-changed");
  settle (ui);
  g_assert_cmpuint (count_rows (table), ==, n_all);
}

static void
test_events (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineSpot spot = find_spot (ui), selected;
  const LscLane *lane = lsc_timeline_get_node (get_timeline (ui), spot.spot.node)->lane;
  const char *name = lsc_timeline_text (get_timeline (ui), lane->name[spot.spot.slice]);
  LscTimelineChart *chart = lsc_timeline_page_get_chart (get_page (ui));
  LscTableView *table;
  guint row;

  lsc_timeline_page_show_slice (get_page (ui), 0, spot.spot);
  act (ui, "lane-events");
  settle (ui);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_panel (ui))));
  table = LSC_TABLE_VIEW (lsc_ui_find (GTK_WIDGET (get_panel (ui)), LSC_TYPE_TABLE_VIEW, NULL));
  g_assert_cmpuint (count_rows (table), ==, lane->n);
  g_assert_cmpuint (count_args (lsc_table_view_get_table (table)), >, 3);
  shoot (ui, "lane-events");
  row = (guint) count_rows (table) - 1;
  g_signal_emit_by_name (table, "row-activated", row);
  settle (ui);
  selected = lsc_timeline_page_get_selected (get_page (ui));
  g_assert_cmpint (lsc_timeline_get_id (get_timeline (ui), selected.spot), ==, get_id (table, row));
  g_assert_cmpuint (count_rows (table), ==, lane->n); /* the list stays */
  check_filter (ui, table, name, lane->n);
  check_pin (ui, table, &spot);
  lsc_timeline_chart_set_range (chart, lane->begin_ns,
                                lane->begin_ns + (lane->end_ns - lane->begin_ns) / 4, NULL);
  settle (ui);
  g_assert_cmpuint (count_rows (table), <, lane->n);
  g_assert_cmpuint (count_rows (table), >, 0);
  lsc_timeline_chart_clear_range (chart);
  settle (ui);
  g_assert_cmpuint (count_rows (table), ==, lane->n);
}

/* A group and a counter have no events; a sentence says so and nothing is listed. */
static void
test_no_lane (void)
{
  g_autoptr (LscUi) ui = start ();

  lsc_timeline_chart_select_lane (lsc_timeline_page_get_chart (get_page (ui)), 0, 0);
  act (ui, "lane-events");
  act (ui, "set-lane-offset");
  act (ui, "reset-lane-offset");
  settle (ui);
  g_assert_null (find_dialog (ui));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_panel (ui))));
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-ui-XXXXXX", &error);
  g_assert_no_error (error);
  demo = lsc_ui_write_profile (scratch, "demo", &error);
  g_assert_no_error (error);
  g_test_add_func ("/lanes/offset", test_offset);
  g_test_add_func ("/lanes/events", test_events);
  g_test_add_func ("/lanes/no-lane", test_no_lane);
  return g_test_run ();
}
