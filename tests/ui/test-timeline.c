/* test-timeline.c - the timeline in the real window, by keys, pointer and dialogs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include <gdk/x11/gdkx.h>
#include <glib/gstdio.h>

#include "app/pipeline/lsc-pipeline-chart.h"
#include "app/parts/lsc-chart-private.h"
#include "app/timeline/lsc-timeline-chart-private.h"
#include "app/timeline/lsc-timeline-keys.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "model/lsc-kernel-name.h"
#include "base/lsc-watchdog.h"
#include "base/lsc-time.h"
#include "lsc-ui-driver.h"
#include "lsc-ui-input.h"

/* Keys and the pointer come from xdotool, through the X server, as a user's do. Without it the
 * tests that need them are skipped. The window has no manager: it stands at the corner of the
 * screen. */

static char *scratch;
static char *demo;

/* ---- reading the window ---- */

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

static const LscTimelineView *
get_view (LscUi *ui)
{
  return lsc_timeline_chart_get_view (get_chart (ui));
}

static LscTimeline *
get_timeline (LscUi *ui, guint32 rank)
{
  return lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (get_page (ui)), rank);
}

static gboolean
is_idle (gpointer user_data)
{
  LscUi *ui = user_data;

  return !lsc_window_is_busy (ui->window) && !lsc_app_page_is_busy (LSC_APP_PAGE (get_page (ui)));
}

static void
settle (LscUi *ui)
{
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_idle, ui, 60.0));
  lsc_ui_settle ();
}

static LscUi *
start (void)
{
  LscUi *ui = lsc_ui_start ();

  /* places are told in pixels of the lanes, whose width a selection would change */
  g_settings_set_boolean (lsc_application_get_settings (ui->application), "details-visible", FALSE);
  lsc_window_show_page (ui->window, "timeline");
  g_assert_true (lsc_ui_open (ui, demo));
  settle (ui);
  g_assert_nonnull (get_timeline (ui, 0));
  return ui;
}

static void
act (LscUi *ui, const char *verb)
{
  g_autofree char *action = g_strconcat ("timeline.", verb, NULL);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_page (ui)), action, NULL));
}

static GtkWidget *
find_dialog (LscUi *ui)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (window != GTK_WIDGET (ui->window) && gtk_widget_get_mapped (window))
        return window;
    }
  return NULL;
}

/* ---- driving it ---- */

/* A place of the chart on the screen. */
static void
to_screen (LscUi *ui, double x, double y, char **x_text, char **y_text)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (ui->window));
  double window_x, window_y, shadow_x, shadow_y;
  int left = 0, top = 0;
  Window child;

  gtk_widget_translate_coordinates (GTK_WIDGET (get_chart (ui)), GTK_WIDGET (ui->window), x, y,
                                    &window_x, &window_y);
  gtk_native_get_surface_transform (GTK_NATIVE (ui->window), &shadow_x, &shadow_y);
  XTranslateCoordinates (gdk_x11_display_get_xdisplay (gdk_surface_get_display (surface)),
                         gdk_x11_surface_get_xid (surface),
                         gdk_x11_display_get_xrootwindow (gdk_surface_get_display (surface)), 0, 0,
                         &left, &top, &child);
  *x_text = g_strdup_printf ("%d", left + (int) (window_x + shadow_x));
  *y_text = g_strdup_printf ("%d", top + (int) (window_y + shadow_y));
}

static void
move_to (LscUi *ui, double x, double y)
{
  g_autofree char *x_text = NULL, *y_text = NULL;

  to_screen (ui, x, y, &x_text, &y_text);
  lsc_ui_xdotool ("mousemove", x_text, y_text, NULL);
}

static void
drag (LscUi *ui, const char *modifier, double x0, double y0, double x1, double y1)
{
  move_to (ui, x0, y0);
  if (modifier != NULL)
    lsc_ui_xdotool ("keydown", modifier, NULL);
  lsc_ui_xdotool ("mousedown", "1", NULL);
  for (int i = 1; i <= 4; i++)
    move_to (ui, x0 + (x1 - x0) * i / 4, y0 + (y1 - y0) * i / 4);
  lsc_ui_xdotool ("mouseup", "1", NULL);
  if (modifier != NULL)
    lsc_ui_xdotool ("keyup", modifier, NULL);
  lsc_ui_settle ();
}

/* ---- finding slices ---- */

static LscTimelineSpot
find_slice (LscUi *ui, LscNodeRole role, const char *name)
{
  LscTimeline *timeline = get_timeline (ui, 0);
  LscTimelineSpot spot = LSC_TIMELINE_SPOT_NONE;

  for (guint32 node = 0; node < timeline->nodes->len; node++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

      if (lane == NULL || lsc_timeline_get_node (timeline, node)->role != role)
        continue;
      for (guint32 slice = 0; slice < lane->n; slice++)
        if (name == NULL || strstr (lsc_timeline_text (timeline, lane->name[slice]), name))
          return (LscTimelineSpot){ 0, { node, slice } };
    }
  return spot;
}

/* An op with a launch that has a device event. */
static gboolean
find_linked_op (LscUi *ui, LscTimelineSpot *op)
{
  LscTimeline *timeline = get_timeline (ui, 0);

  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];
      gsize first;

      if (link->kind != LSC_LINK_OP_LAUNCH ||
          lsc_links_find_from (&timeline->links, link->to, &first) == 0 ||
          timeline->links.items[first].kind != LSC_LINK_LAUNCH)
        continue;
      *op = (LscTimelineSpot){ 0, lsc_timeline_get_spot (timeline, link->from) };
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_selected (LscUi *ui, const LscTimelineSpot *spot)
{
  LscTimelineSpot selected = lsc_timeline_page_get_selected (get_page (ui));

  return memcmp (&selected, spot, sizeof selected) == 0;
}

static guint8
selected_kind (LscUi *ui)
{
  LscTimelineSpot spot = lsc_timeline_page_get_selected (get_page (ui));

  g_assert_cmpuint (spot.rank, ==, 0);
  return lsc_timeline_get_node (get_timeline (ui, 0), spot.spot.node)->lane->kind[spot.spot.slice];
}

/* ---- the page ---- */

static void
test_open (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (get_page (ui));
  GtkWidget *chart = GTK_WIDGET (get_chart (ui));

  g_assert_cmpuint (lsc_timeline_layout_get_n_ranks (layout), ==, 4);
  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), >, 8);
  g_assert_null (get_timeline (ui, 1));
  g_assert_true (gtk_widget_has_focus (chart));
  gtk_test_accessible_assert_role (chart, GTK_ACCESSIBLE_ROLE_IMG);
  /* moves are described when they rest */
  lsc_ui_assert_soon (
      strstr (_lsc_chart_private (LSC_CHART (get_chart (ui)))->described, "Nothing selected."));
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (ui->window), "1 of 4 ranks loaded"));
}

/* Coming from another page the keys belong to the lanes, not to the first entry. */
static void
test_focus (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();

  lsc_window_show_page (ui->window, "modules");
  g_assert_true (lsc_ui_open (ui, demo));
  lsc_ui_settle ();
  lsc_ui_activate (ui, "win.show-page", g_variant_new_string ("timeline"));
  settle (ui);
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (get_chart (ui))));
  lsc_ui_activate (ui, "win.previous-pane", NULL);
  g_assert_false (gtk_widget_has_focus (GTK_WIDGET (get_chart (ui))));
  lsc_ui_activate (ui, "win.next-pane", NULL);
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (get_chart (ui))));
  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (ui->window), GTK_DIR_TAB_BACKWARD));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (ui->window)),
                                         GTK_WIDGET (get_page (ui))));
}

static void
test_zoom (void)
{
  g_autoptr (LscUi) ui = start ();
  double whole = get_view (ui)->port.span_ns, zoomed;
  gint64 begin_ns;

  act (ui, "zoom-in");
  zoomed = get_view (ui)->port.span_ns;
  g_assert_cmpfloat_with_epsilon (zoomed, whole / 1.1236, whole * 1e-9);
  begin_ns = get_view (ui)->port.begin_ns;
  act (ui, "later");
  g_assert_cmpfloat_with_epsilon ((double) (get_view (ui)->port.begin_ns - begin_ns), zoomed * 0.05,
                                  2);
  act (ui, "undo");
  g_assert_cmpint (get_view (ui)->port.begin_ns, ==, begin_ns);
  act (ui, "undo");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, ==, whole);
  act (ui, "redo");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, ==, zoomed);
  for (int i = 0; i < 400; i++)
    act (ui, "zoom-in");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, >=, 1);
  act (ui, "reset");
  g_assert_cmpfloat_with_epsilon (get_view (ui)->port.span_ns, whole, whole * 1e-9);
}

/* A trace of 30 kernels in 90 us, and two events that lie half a century away on both sides. */
static char *
write_stray (void)
{
  char *path = g_build_filename (scratch, "stray.json", NULL);
  g_autoptr (GString) text = g_string_new ("{\"traceEvents\": [");

  for (int i = 0; i < 32; i++)
    g_string_append_printf (text,
                            "%s{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"MatMul\","
                            " \"pid\": 0, \"tid\": 7, \"ts\": %" G_GINT64_FORMAT ", \"dur\": 2}",
                            i > 0 ? ",\n" : "",
                            i == 30   ? 0
                            : i == 31 ? G_GINT64_CONSTANT (3500000000000000)
                                      : G_GINT64_CONSTANT (1760000000000000) + i * 3);
  g_string_append (text, "]}");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}

/* The first view and Ctrl+0 show what belongs together; the rest is there for who zooms out. */
static void
test_stray (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autofree char *path = write_stray ();
  const double length = 89e3;
  const LscTimeline *timeline;

  lsc_window_show_page (ui->window, "timeline");
  g_assert_true (lsc_ui_open (ui, path));
  settle (ui);
  timeline = get_timeline (ui, 0);
  g_assert_cmpint (timeline->main_end_ns - timeline->main_begin_ns, ==, (gint64) length);
  g_assert_cmpint (get_view (ui)->origin_ns, ==, timeline->main_begin_ns);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (ui->window), "90.78 µs visible"));
  for (int round = 0; round < 2; round++)
    {
      g_assert_cmpfloat_with_epsilon (get_view (ui)->port.span_ns, length * 1.02, 100);
      g_assert_cmpint (get_view (ui)->port.begin_ns, <, timeline->main_begin_ns);
      g_assert_cmpint (get_view (ui)->port.begin_ns, >, timeline->main_begin_ns - 5000);
      for (int i = 0; i < 400; i++)
        lsc_chart_zoom (LSC_CHART (get_chart (ui)), 0.8);
      g_assert_cmpfloat (get_view (ui)->port.span_ns, >, (double) timeline->end_ns);
      g_assert_cmpint (get_view (ui)->port.begin_ns, <=, 0);
      act (ui, "reset");
    }
}

/* checks.md#features: 100 random moves undone return to the start, and redone to the end. */
/* Percentages between two places of a text, added. */
static double
sum_shares (const char *text, const char *end)
{
  double sum = 0;

  for (; text < end; text++)
    if (g_ascii_isdigit (*text) && !g_ascii_isdigit (text[-1]) && text[-1] != '.')
      sum += g_ascii_strtod (text, NULL);
  return sum;
}

/* The line above the lanes names the causes of idle time, the largest first, until less than an
 * eighth of it is left. */
static void
test_idle_words (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelinePage *page = get_page (ui);
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (get_timeline (ui, 0));
  const gint64 *gap_ns = analysis->dispatch->all.gap_ns;
  g_autofree char *share = NULL;
  const char *text;
  gint64 sum_ns = 0, most_ns = 0;

  for (guint i = 0; i < 5; i++)
    {
      sum_ns += gap_ns[i];
      most_ns = MAX (most_ns, gap_ns[i]);
    }
  g_assert_cmpint (most_ns, >, 0);
  share = g_strdup_printf ("Idle time: %.1f %% ", 100 * (double) most_ns / (double) sum_ns);
  lsc_ui_assert_soon (gtk_widget_get_visible (GTK_WIDGET (page->words_label)));
  text = gtk_label_get_label (page->words_label);
  g_test_message ("%s", text);
  text = strstr (text, share);
  g_assert_nonnull (text);
  /* what is left without a name is too little to ask for */
  g_assert_cmpfloat (sum_shares (text, strstr (text, ". ")), >=, 87);
}

/* The status line tells the window that is drawn, before anything was moved and after. */
static void
test_window_label (void)
{
  static const char *const moves[] = { "zoom-in", "reset" };
  g_autoptr (LscUi) ui = start ();

  for (guint i = 0; i <= G_N_ELEMENTS (moves); i++)
    {
      g_autofree char *span =
          lsc_format_duration ((gint64) get_view (ui)->port.span_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *text = g_strconcat (span, " visible", NULL);

      lsc_ui_assert_soon (lsc_ui_find_label (GTK_WIDGET (ui->window), text));
      if (i < G_N_ELEMENTS (moves))
        act (ui, moves[i]);
    }
}

/* The chart has the short name of a kernel, details all of it. */
static void
test_kernel_name (void)
{
  static const char name[] = "void deep_ep::internode::combine<int, 4>(int*, float)";
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autofree char *path = g_build_filename (scratch, "kernel.json", NULL);
  g_autofree char *trace = g_strdup_printf (
      "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"%s\", \"pid\": 0,"
      " \"tid\": 7, \"ts\": 10, \"dur\": 2}]}",
      name);
  g_autofree char *shortened = lsc_kernel_name_shorten (name);
  g_autoptr (GPtrArray) rows = NULL;
  gboolean is_told = FALSE;

  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  lsc_window_show_page (ui->window, "timeline");
  g_assert_true (lsc_ui_open (ui, path));
  settle (ui);
  g_assert_cmpstr (shortened, ==, "internode::combine");
  for (guint32 node = 0; node < get_timeline (ui, 0)->nodes->len; node++)
    {
      const LscLane *lane = lsc_timeline_get_node (get_timeline (ui, 0), node)->lane;

      if (lane && lane->n > 0 &&
          g_str_equal (lsc_timeline_text (get_timeline (ui, 0), lane->name[0]), name))
        lsc_timeline_page_show_slice (get_page (ui), 0, (LscSpot){ node, 0 });
    }
  settle (ui);
  rows = lsc_app_page_get_details (LSC_APP_PAGE (get_page (ui)));
  for (guint i = 0; rows && i < rows->len; i++)
    is_told |= g_str_equal (((char **) rows->pdata[i])[0], "Name") &&
               g_str_equal (((char **) rows->pdata[i])[1], name);
  g_assert_true (is_told);
}

static gboolean
choose_project (LscUi *ui, guint row)
{
  GtkWidget *list = lsc_ui_find (GTK_WIDGET (ui->window), GTK_TYPE_LIST_VIEW, "profiles");

  return gtk_selection_model_select_item (gtk_list_view_get_model (GTK_LIST_VIEW (list)), row,
                                          TRUE);
}

/* Another project has another window, which is told at once, there and back. */
static void
test_window_label_of_project (void)
{
  g_autoptr (LscUi) ui = start ();
  g_autofree char *path = write_stray (), *text = NULL;
  g_autofree char *span =
      lsc_format_duration ((gint64) get_view (ui)->port.span_ns, LSC_TIME_UNIT_AUTO);

  text = g_strconcat (span, " visible", NULL);
  g_assert_true (lsc_ui_open (ui, path));
  lsc_window_show_page (ui->window, "timeline");
  settle (ui);
  g_assert_true (choose_project (ui, 5)); /* behind the project and its four ranks */
  lsc_ui_assert_soon (lsc_ui_find_label (GTK_WIDGET (ui->window), "90.78 µs visible"));
  g_assert_null (lsc_ui_find_label (GTK_WIDGET (ui->window), text));
  g_assert_true (choose_project (ui, 0));
  lsc_ui_assert_soon (lsc_ui_find_label (GTK_WIDGET (ui->window), text));
  g_assert_null (lsc_ui_find_label (GTK_WIDGET (ui->window), "90.78 µs visible"));
}

static void
test_undo (void)
{
  static const char *const moves[] = { "zoom-in", "zoom-out",   "earlier",     "later",
                                       "reset",   "lanes-down", "focus-slice", "page-down" };
  g_autoptr (LscUi) ui = start ();
  LscViewPlace first, last, now;
  LscTimelineChart *chart = get_chart (ui);
  guint n_undone = 0, n_redone = 0;

  first = lsc_viewport_get_place (&chart->view.port);
  act (ui, "enter-lane");
  for (int i = 0; i < 100; i++)
    act (ui, moves[g_test_rand_int_range (0, G_N_ELEMENTS (moves))]);
  last = lsc_viewport_get_place (&chart->view.port);
  while (lsc_chart_undo (LSC_CHART (chart)))
    n_undone++;
  now = lsc_viewport_get_place (&chart->view.port);
  g_assert_cmpint (now.begin_ns, ==, first.begin_ns);
  g_assert_cmpfloat (now.begin_fraction, ==, first.begin_fraction);
  g_assert_cmpfloat (now.span_ns, ==, first.span_ns);
  g_assert_cmpfloat (now.scroll_y, ==, first.scroll_y);
  while (lsc_chart_redo (LSC_CHART (chart)))
    n_redone++;
  now = lsc_viewport_get_place (&chart->view.port);
  g_assert_cmpint (now.begin_ns, ==, last.begin_ns);
  g_assert_cmpfloat (now.span_ns, ==, last.span_ns);
  g_assert_cmpuint (n_undone, ==, n_redone);
  g_assert_cmpuint (n_undone, >, 20);
}

/* ---- slices ---- */

static char *
get_detail (LscUi *ui, const char *label)
{
  g_autoptr (GPtrArray) rows = lsc_app_page_get_details (LSC_APP_PAGE (get_page (ui)));

  for (guint i = 0; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);

      if (strstr (row[0], label) != NULL)
        return g_strdup (row[1]);
    }
  return NULL;
}

static void
test_selection (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineSpot first = find_slice (ui, LSC_ROLE_STREAM, NULL), spot;
  g_autofree char *name = NULL, *start_text = NULL, *kind = NULL;
  gint64 begin_ns, end_ns;

  lsc_timeline_page_show_slice (get_page (ui), 0, first.spot);
  settle (ui);
  g_assert_true (is_selected (ui, &first));
  g_assert_true (lsc_timeline_chart_get_slice_time (get_chart (ui), &first, &begin_ns, &end_ns));
  name = get_detail (ui, "Name");
  start_text = get_detail (ui, "Start as recorded");
  kind = get_detail (ui, "Kind");
  g_assert_nonnull (name);
  g_assert_cmpint (g_ascii_strtoll (start_text, NULL, 10), ==, begin_ns);
  g_assert_nonnull (kind);
  lsc_ui_activate (ui, "win.show-details", NULL);
  lsc_ui_assert_soon (lsc_ui_find_label (GTK_WIDGET (ui->window), name));
  lsc_ui_activate (ui, "win.show-details", NULL);
  act (ui, "next-slice");
  spot = lsc_timeline_page_get_selected (get_page (ui));
  g_assert_cmpuint (spot.spot.node, ==, first.spot.node);
  g_assert_false (is_selected (ui, &first));
  act (ui, "previous-slice");
  g_assert_true (is_selected (ui, &first));
  act (ui, "last-slice");
  spot = lsc_timeline_page_get_selected (get_page (ui));
  act (ui, "next-slice"); /* nothing follows */
  g_assert_true (is_selected (ui, &spot));
  act (ui, "first-slice");
  act (ui, "range-from-slice");
  g_assert_true (get_view (ui)->has_range);
  act (ui, "zoom-to-range");
  g_assert_cmpint (get_view (ui)->port.begin_ns, ==, get_view (ui)->range_begin_ns);
  act (ui, "extend-later");
  g_assert_cmpint (get_view (ui)->range_end_ns, >, get_view (ui)->range_begin_ns);
  act (ui, "clear");
  g_assert_cmpuint (lsc_timeline_page_get_selected (get_page (ui)).rank, ==, LSC_SLICE_NONE);
  g_assert_true (get_view (ui)->has_range);
  act (ui, "clear");
  g_assert_false (get_view (ui)->has_range);
}

static void
test_nesting (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineSpot spot = find_slice (ui, LSC_ROLE_HOST_THREAD, NULL);
  LscTimelineSpot child;
  const LscLane *lane = lsc_timeline_get_node (get_timeline (ui, 0), spot.spot.node)->lane;

  lsc_timeline_page_show_slice (get_page (ui), 0, spot.spot);
  act (ui, "child-slice");
  child = lsc_timeline_page_get_selected (get_page (ui));
  if (memcmp (&child, &spot, sizeof spot) == 0)
    return; /* nothing inside */
  g_assert_cmpuint (lsc_lane_get_parent (lane, child.spot.slice), ==, spot.spot.slice);
  act (ui, "parent-slice");
  g_assert_true (is_selected (ui, &spot));
}

/* checks.md#features: op -> launch -> kernel in two steps, and back to the same op. */
static void
test_links (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineSpot op, launch;
  g_autoptr (GArray) links = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  gboolean has_link_row = FALSE;

  g_assert_true (find_linked_op (ui, &op));
  lsc_timeline_page_show_slice (get_page (ui), 0, op.spot);
  links = lsc_timeline_chart_list_links (get_chart (ui));
  for (guint i = 0; i < links->len; i++)
    if (g_array_index (links, LscTimelineLink, i).kind == LSC_LINK_OP_LAUNCH)
      {
        while (get_view (ui)->chosen_link != i)
          act (ui, "next-link");
        break;
      }
  act (ui, "follow-link");
  g_assert_true (lsc_slice_kind_is_launch (selected_kind (ui)));
  launch = lsc_timeline_page_get_selected (get_page (ui));
  act (ui, "follow-link");
  g_assert_true (lsc_slice_kind_is_device (selected_kind (ui)));
  act (ui, "follow-back");
  g_assert_true (is_selected (ui, &launch));
  act (ui, "follow-back");
  g_assert_true (is_selected (ui, &op));
  rows = lsc_app_page_get_details (LSC_APP_PAGE (get_page (ui)));
  for (guint i = 0; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);

      has_link_row |= row[2] != NULL && g_str_has_prefix (row[2], "timeline.follow(");
    }
  g_assert_true (has_link_row);
  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("timeline.follow(uint32 0)"));
  g_assert_false (is_selected (ui, &op));
}

/* ---- search ---- */

static void
set_search (LscUi *ui, const char *text)
{
  search (ui, text);
  settle (ui);
}

/* A match is wide enough to be seen, and the window shows next to nothing beside the recording. */
static void
check_seen (LscUi *ui, const LscTimelineSpot *spot)
{
  const LscTimelineView *view = get_view (ui);
  const LscTimeline *timeline = get_timeline (ui, 0);
  double x0, y0, x1, y1, margin = view->port.span_ns * 0.02;

  g_assert_true (lsc_timeline_view_slice_box (view, spot, &x0, &y0, &x1, &y1));
  g_assert_cmpfloat (x1 - x0, >=, 3);
  g_assert_cmpfloat (x0, >=, view->port.header_width);
  g_assert_cmpfloat (x1, <=, view->port.width);
  g_assert_cmpfloat ((double) (timeline->begin_ns - view->port.begin_ns), <=, margin);
  g_assert_cmpfloat ((double) (view->port.begin_ns - timeline->end_ns) + view->port.span_ns, <=,
                     margin);
}

static void
test_search (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineSpot kernel = find_slice (ui, LSC_ROLE_STREAM, NULL);
  LscSearch search = { .most = 0 };
  g_autoptr (LscSearchResult) expected = NULL;
  g_autofree char *name = NULL;
  gsize n;

  lsc_timeline_page_show_slice (get_page (ui), 0, kernel.spot);
  name = get_detail (ui, "Name");
  search.text = name;
  expected = lsc_search_run (get_timeline (ui, 0), &search, NULL, NULL);
  g_assert_nonnull (expected);
  g_assert_false (gtk_widget_get_mapped (get_page (ui)->find_tools));
  set_search (ui, name);
  lsc_ui_assert_soon (gtk_widget_get_mapped (get_page (ui)->find_tools));
  g_assert_nonnull (get_view (ui)->hits);
  n = get_view (ui)->hits->len;
  g_assert_cmpuint (n, ==, expected->hits->len);
  g_assert_cmpuint (n, >, 0);
  act (ui, "reset");
  for (gsize i = 0; i < MIN (n, 5); i++)
    {
      LscTimelineSpot spot;

      act (ui, "find-next");
      g_assert_cmpuint (get_view (ui)->current_hit, ==, i);
      spot = g_array_index (get_view (ui)->hits, LscTimelineSpot, i);
      g_assert_true (is_selected (ui, &spot));
      check_seen (ui, &spot);
    }
  act (ui, "find-previous");
  g_assert_cmpuint (get_view (ui)->current_hit, ==, MIN (n, 5) >= 2 ? MIN (n, 5) - 2 : n - 1);
  set_search (ui, "no slice is called that");
  g_assert_cmpuint (get_view (ui)->hits->len, ==, 0);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (ui->window), "No match"));
  act (ui, "clear"); /* the slice */
  act (ui, "clear"); /* the search */
  lsc_ui_assert_soon (!gtk_widget_get_mapped (get_page (ui)->find_tools));
  settle (ui);
  g_assert_null (get_view (ui)->hits);
}

/* n visits each occurrence of a name once, in time order. */
static void
test_same_name (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimeline *timeline = get_timeline (ui, 0);
  LscTimelineSpot spot = find_slice (ui, LSC_ROLE_STREAM, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (LscSearchResult) expected = NULL;
  LscSearch search = { .is_exact = TRUE, .is_case_sensitive = TRUE };
  gint64 last_ns = G_MININT64, begin_ns, end_ns;

  lsc_timeline_page_show_slice (get_page (ui), 0, spot.spot);
  search.text = get_view (ui)->same_name;
  expected = lsc_search_run (timeline, &search, NULL, NULL);
  spot.spot = g_array_index (expected->hits, LscSpot, 0);
  lsc_timeline_page_show_slice (get_page (ui), 0, spot.spot);
  for (guint i = 0; i < expected->hits->len; i++)
    {
      LscTimelineSpot now = lsc_timeline_page_get_selected (get_page (ui));

      g_assert_true (
          g_hash_table_add (seen, GUINT_TO_POINTER (lsc_timeline_get_id (timeline, now.spot) + 1)));
      g_assert_true (lsc_timeline_chart_get_slice_time (get_chart (ui), &now, &begin_ns, &end_ns));
      g_assert_cmpint (begin_ns, >=, last_ns);
      last_ns = begin_ns;
      act (ui, "next-same");
      settle (ui);
    }
  if (expected->hits->len > 1)
    g_assert_true (is_selected (ui, &spot)); /* round */
}

/* ---- lanes ---- */

static void
test_lanes (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (get_page (ui));
  gsize n = lsc_timeline_layout_get_n_strips (layout);
  g_auto (GStrv) paths = NULL;

  act (ui, "lane-down");
  act (ui, "lane-down");
  act (ui, "lane-down");
  g_assert_cmpuint (get_view (ui)->focus_strip, <, n);
  paths = lsc_timeline_chart_get_selected_paths (get_chart (ui));
  g_assert_cmpuint (g_strv_length (paths), ==, 1);
  act (ui, "pin");
  g_assert_cmpfloat (lsc_timeline_layout_get_pinned_height (layout), >, 0);
  act (ui, "unpin-all");
  g_assert_cmpfloat (lsc_timeline_layout_get_pinned_height (layout), ==, 0);
  act (ui, "hide");
  lsc_ui_settle ();
  g_assert_cmpuint (lsc_timeline_layout_get_n_hidden (layout), ==, 1);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (ui->window), "1 lane hidden"));
  act (ui, "show-all");
  g_assert_cmpuint (lsc_timeline_layout_get_n_hidden (layout), ==, 0);
  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), ==, n);
  act (ui, "extend-lanes-down");
  act (ui, "extend-lanes-down");
  g_strfreev (g_steal_pointer (&paths));
  paths = lsc_timeline_chart_get_selected_paths (get_chart (ui));
  g_assert_cmpuint (g_strv_length (paths), >=, 2);
  act (ui, "collapse-all");
  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), <, n);
  act (ui, "expand-all");
  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), >=, n);
}

/* Names of lanes are read whole, such as "Communication(Not Overlapped)". */
static void
test_headers (void)
{
  g_autoptr (LscUi) ui = start ();
  const LscTimelineView *view = get_view (ui);
  g_autoptr (LscTimelinePainter) painter =
      lsc_timeline_painter_new (gtk_widget_get_pango_context (GTK_WIDGET (get_page (ui)->chart)));
  double names = lsc_timeline_painter_measure_names (painter, view);

  g_assert_cmpfloat (names, >, 212); /* what they have otherwise */
  g_assert_cmpfloat (view->port.header_width, >=, names);
}

/* What the colours of the shown lanes mean stands under the lanes, if it is wanted. */
static void
test_legend (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineLegend *legend = get_page (ui)->legend;
  GSettings *settings = get_page (ui)->settings;
  int height;
  guint n;

  lsc_ui_assert_soon (lsc_timeline_legend_get_n_swatches (legend) > 2);
  n = lsc_timeline_legend_get_n_swatches (legend);
  lsc_ui_settle ();
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (legend)), >=, 20);
  gtk_widget_measure (GTK_WIDGET (legend), GTK_ORIENTATION_VERTICAL, 1037, NULL, &height, NULL,
                      NULL);
  g_assert_cmpint (height, <=, 42); /* two rows in a window of 1,280 px, with margins */
  gtk_editable_set_text (GTK_EDITABLE (get_page (ui)->filter), "Idle by Cause");
  lsc_ui_assert_soon (lsc_timeline_legend_get_n_swatches (legend) < n);
  g_assert_cmpuint (lsc_timeline_legend_get_n_swatches (legend), >, 0);
  gtk_editable_set_text (GTK_EDITABLE (get_page (ui)->filter),
                         "Not Overlapped"); /* the largest colour, which no other lane has */
  lsc_ui_assert_soon (lsc_timeline_legend_get_n_swatches (legend) == 1);
  gtk_editable_set_text (GTK_EDITABLE (get_page (ui)->filter), "Computing"); /* has that name */
  lsc_ui_assert_soon (lsc_timeline_legend_get_n_swatches (legend) == 0);
  gtk_editable_set_text (GTK_EDITABLE (get_page (ui)->filter), "");
  lsc_ui_assert_soon (lsc_timeline_legend_get_n_swatches (legend) == n);
  g_settings_set_boolean (settings, "timeline-show-legend", FALSE);
  g_assert_cmpuint (lsc_timeline_legend_get_n_swatches (legend), ==, 0);
  g_settings_set_boolean (settings, "timeline-show-legend", TRUE);
  g_assert_cmpuint (lsc_timeline_legend_get_n_swatches (legend), ==, n);
}

static gboolean
says (GtkLabel *label, const char *text)
{
  return strstr (gtk_label_get_label (label), text) != NULL;
}

/* What costs the rank at hand most stands above the lanes, as other pages say it, and below it what
 * the device spent its time on. */
static void
test_words (void)
{
  g_autoptr (LscUi) ui = start ();
  GtkLabel *label = get_page (ui)->words_label, *headline = get_page (ui)->headline_label;

  lsc_ui_assert_soon (says (label, "Rank 0: "));
  g_test_message ("%s / %s", gtk_label_get_label (headline), gtk_label_get_label (label));
  g_assert_true (says (headline, " per step (")); /* what may be gained */
  g_assert_true (says (label, " ms from first to last task (2 steps take "));
  g_assert_true (says (label, "Largest kernel: aclnn"));
  g_assert_true (says (label, " of computing, "));
  g_assert_true (says (label, " % computing, "));
  g_assert_true (says (label, " % idle. "));
  act (ui, "load-all");
  lsc_ui_assert_soon (
      lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (get_page (ui)), 1) != NULL);
  lsc_timeline_chart_select_lane (get_page (ui)->chart, 1, 0);
  lsc_ui_assert_soon (says (label, "Rank 1: "));
}

static void
test_ranks (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (get_page (ui));

  act (ui, "load-all");
  settle (ui);
  for (guint32 i = 0; i < 4; i++)
    g_assert_nonnull (get_timeline (ui, i));
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (ui->window), "4 of 4 ranks loaded"));
  act (ui, "align-first");
  for (guint32 i = 0; i < 4; i++)
    g_assert_cmpint (get_timeline (ui, i)->begin_ns - lsc_timeline_layout_get_offset (layout, i),
                     ==, get_timeline (ui, 0)->begin_ns);
  act (ui, "default-offsets");
  for (guint32 i = 0; i < 4; i++)
    g_assert_cmpint (lsc_timeline_layout_get_offset (layout, i), ==, 0);
}

static void
test_times (void)
{
  static const struct
  {
    const char *text;
    gint64 ns;
  } good[] = { { "5 ms", 5000000 },    { "-120us", -120000 }, { "1.5", 1500 },
               { "0.000001 s", 1000 }, { "7ns", 7 },          { "-0.5 ms", -500000 },
               { "1.23456 us", 1234 } };
  static const char *const bad[] = {
    "", "x", "5 m", "--5 us", "1.2.3 us", "99999999999999 s", "."
  };
  gint64 ns;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_assert_true (_lsc_timeline_parse_time (good[i].text, &ns));
      g_assert_cmpint (ns, ==, good[i].ns);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (_lsc_timeline_parse_time (bad[i], &ns));
}

/* ---- what is kept ---- */

static gint64
sum_of_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  gint64 sum = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      GStatBuf about;

      g_assert_cmpint (g_stat (child, &about), ==, 0);
      sum += about.st_mtime + about.st_size + 1;
      if (S_ISDIR (about.st_mode))
        sum += sum_of_folder (child);
    }
  return sum;
}

static void
test_marks (void)
{
  gint64 before = sum_of_folder (demo), begin_ns, end_ns;
  g_autofree char *pinned = NULL;

  {
    g_autoptr (LscUi) ui = start ();
    LscTimelineSpot spot = find_slice (ui, LSC_ROLE_STREAM, NULL);
    GPtrArray *marks = lsc_timeline_page_get_marks (get_page (ui));
    LscTimelineMark *mark;

    g_assert_cmpuint (marks->len, ==, 0);
    lsc_timeline_page_show_slice (get_page (ui), 0, spot.spot);
    g_assert_true (lsc_timeline_chart_get_slice_time (get_chart (ui), &spot, &begin_ns, &end_ns));
    act (ui, "mark");
    g_assert_cmpuint (marks->len, ==, 1);
    mark = g_ptr_array_index (marks, 0);
    g_assert_cmpint (mark->begin_ns, ==, begin_ns);
    g_free (mark->note);
    mark->note = g_strdup ("why — 为什么 \"so\" slow?");
    lsc_timeline_page_marks_edited (get_page (ui));
    pinned = lsc_timeline_layout_get_path (lsc_timeline_page_get_layout (get_page (ui)), 0,
                                           spot.spot.node);
    act (ui, "pin");
    lsc_ui_settle (); /* closing stores what is not stored yet */
  }
  {
    g_autoptr (LscUi) ui = start ();
    GPtrArray *marks = lsc_timeline_page_get_marks (get_page (ui));
    const LscTimelineMark *mark;

    g_assert_cmpuint (marks->len, ==, 1);
    mark = g_ptr_array_index (marks, 0);
    g_assert_cmpint (mark->begin_ns, ==, begin_ns);
    g_assert_cmpint (mark->end_ns, ==, end_ns);
    g_assert_cmpstr (mark->note, ==, "why — 为什么 \"so\" slow?");
    g_assert_true (
        lsc_timeline_layout_is_pinned (lsc_timeline_page_get_layout (get_page (ui)), pinned));
    act (ui, "next-mark");
    lsc_timeline_page_show_mark (get_page (ui), 0);
    g_assert_cmpint (get_view (ui)->range_begin_ns, ==, begin_ns);
    lsc_timeline_page_delete_mark (get_page (ui), 0);
    g_assert_cmpuint (marks->len, ==, 0);
    act (ui, "unpin-all");
  }
  g_assert_cmpint (sum_of_folder (demo), ==, before);
}

static void
test_bad_state (void)
{
  g_autofree char *path = lsc_timeline_state_get_path (demo);
  g_autofree char *folder = g_path_get_dirname (path);
  static const char *const texts[] = {
    "",
    "[",
    "null",
    "[1,2]",
    "{\"marks\":[1,{\"begin_ns\":\"x\"},{}],\"aliases\":{\"x\":1,\"1\":2},\"offsets_ns\":[]}",
    "{\"lanes\":{\"x\":[1]},\"marks\":{},\"offsets_ns\":{\"1\":\"a\",\"2\":5}}",
  };
  g_autofree char *deep = g_strnfill (200000, '[');
  g_autoptr (LscTimelineState) from_deep = NULL;
  g_autoptr (GError) deep_error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LscTimelineState) state = NULL;
      g_autoptr (GError) error = NULL;
      gint64 two = 2;

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      state = lsc_timeline_state_load (demo, &error);
      g_assert_nonnull (state);
      if (i < 4)
        g_assert_nonnull (error);
      else
        g_assert_no_error (error);
      if (i == 5)
        g_assert_cmpint (*(gint64 *) g_hash_table_lookup (state->offsets, &two), ==, 5);
      g_assert_cmpuint (g_hash_table_size (state->aliases), ==, 0);
    }
  g_assert_true (g_file_set_contents (path, deep, -1, NULL));
  from_deep = lsc_timeline_state_load (demo, &deep_error);
  g_assert_nonnull (from_deep);
  g_assert_nonnull (deep_error);
  g_assert_cmpint (g_unlink (path), ==, 0);
}

/* ---- keys and pointer ---- */

static void
test_keys (void)
{
  g_autoptr (LscUi) ui = NULL;
  GtkWidget *entry;
  double span;

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ();
  lsc_ui_focus_window (ui);
  span = get_view (ui)->port.span_ns;
  lsc_ui_press (ui, "w");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, <, span);
  lsc_ui_press (ui, "BackSpace");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, ==, span);
  lsc_ui_press (ui, "shift+BackSpace");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, <, span);
  lsc_ui_press (ui, "ctrl+0");
  g_assert_cmpfloat_with_epsilon (get_view (ui)->port.span_ns, span, span * 1e-9);
  lsc_ui_press (ui, "ctrl+Down");
  lsc_ui_press (ui, "ctrl+Down");
  lsc_ui_press (ui, "ctrl+Down");
  lsc_ui_press (ui, "Return");
  g_assert_cmpuint (lsc_timeline_page_get_selected (get_page (ui)).rank, ==, 0);
  lsc_ui_press (ui, "period");
  lsc_ui_press (ui, "m");
  g_assert_true (get_view (ui)->has_range);
  lsc_ui_press (ui, "shift+z");
  g_assert_cmpint (get_view (ui)->port.begin_ns, ==, get_view (ui)->range_begin_ns);
  lsc_ui_press (ui, "shift+period");
  lsc_ui_press (ui, "Escape");
  lsc_ui_press (ui, "Escape");
  g_assert_false (get_view (ui)->has_range);
  span = get_view (ui)->port.span_ns;
  lsc_ui_press (ui, "ctrl+f");
  entry = gtk_window_get_focus (GTK_WINDOW (ui->window));
  g_assert_true (GTK_IS_TEXT (entry));
  lsc_ui_press (ui, "w");
  lsc_ui_press (ui, "s");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "ws");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, ==, span);
  lsc_ui_press (ui, "Escape");
  lsc_ui_settle ();
  lsc_ui_press (ui, "w");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, <, span);
  lsc_ui_press (ui, "question");
  lsc_ui_assert_soon (find_dialog (ui));
  gtk_window_destroy (GTK_WINDOW (find_dialog (ui)));
  settle (ui);
}

/* The whole way from an op to its kernel and back, by keys alone. */
static gboolean
focus_is_in (LscUi *ui, const char *type)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (ui->window));

  return focus && gtk_widget_get_ancestor (focus, g_type_from_name (type));
}

/* Keys of the page work after a click into its toolbar or the sidebar, which is one stop for Tab.
 */
static void
test_keys_elsewhere (void)
{
  g_autoptr (LscUi) ui = NULL;
  GtkWidget *button, *list;
  double span;

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ();
  lsc_ui_focus_window (ui);
  button = lsc_ui_find (GTK_WIDGET (get_page (ui)), GTK_TYPE_BUTTON, NULL);
  g_assert_true (gtk_widget_grab_focus (button));
  span = get_view (ui)->port.span_ns;
  lsc_ui_press (ui, "w");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, <, span);
  lsc_ui_press (ui, "BackSpace");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, ==, span);
  lsc_ui_press (ui, "q");
  lsc_ui_assert_soon (lsc_ui_find (GTK_WIDGET (get_page (ui)), GTK_TYPE_NOTEBOOK, NULL));

  list = lsc_ui_find (GTK_WIDGET (ui->window), GTK_TYPE_LIST_VIEW, "profiles");
  g_assert_true (gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD));
  g_assert_true (focus_is_in (ui, "GtkListView"));
  lsc_ui_press (ui, "w");
  g_assert_cmpfloat (get_view (ui)->port.span_ns, <, span);
  lsc_ui_press (ui, "Tab");
  g_assert_false (focus_is_in (ui, "LscSidebar"));
  g_assert_true (focus_is_in (ui, "LscTimelinePage"));
}

/* A slice with nothing of its own to follow, and with something inside that launched. */
static gboolean
find_outer_op (LscUi *ui, LscTimelineSpot *op)
{
  LscTimeline *timeline = get_timeline (ui, 0);

  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];
      LscSpot spot = lsc_timeline_get_spot (timeline, link->from);
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
      gsize first;

      if (link->kind != LSC_LINK_OP_LAUNCH ||
          lsc_lane_get_parent (lane, spot.slice) == LSC_SLICE_NONE)
        continue;
      spot.slice = lsc_lane_get_parent (lane, spot.slice);
      *op = (LscTimelineSpot){ 0, spot };
      if (lsc_links_find_from (&timeline->links, lsc_timeline_get_id (timeline, spot), &first) == 0)
        return TRUE;
    }
  return FALSE;
}

/* An op without links of its own leads to the kernels launched inside of it: to the only one, or to
 * a list of them; where there is none the page says so. */
static void
test_links_inside (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineSpot op, none;
  g_autoptr (GArray) launched = NULL;

  g_assert_true (find_outer_op (ui, &op));
  lsc_timeline_page_show_slice (get_page (ui), 0, op.spot);
  launched = lsc_timeline_chart_list_launched (get_chart (ui));
  g_assert_cmpuint (launched->len, >, 0);
  act (ui, "follow-link");
  if (launched->len > 1)
    {
      GtkWidget *list = lsc_ui_find (GTK_WIDGET (get_chart (ui)), GTK_TYPE_LIST_BOX, NULL);

      g_assert_nonnull (list);
      g_signal_emit_by_name (list, "row-activated",
                             gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0));
      lsc_ui_settle ();
    }
  g_assert_true (is_selected (ui, &g_array_index (launched, LscTimelineSpot, 0)));
  g_assert_true (lsc_slice_kind_is_device (selected_kind (ui)));
  none = lsc_timeline_page_get_selected (get_page (ui));
  act (ui, "follow-link"); /* a kernel leads nowhere: told, and nothing moves */
  g_assert_true (is_selected (ui, &none));
  act (ui, "follow-back");
  g_assert_true (is_selected (ui, &op));
}

static gboolean
find_pass (LscUi *ui, LscTimelineSpot *forward, LscTimelineSpot *backward)
{
  LscTimeline *timeline = get_timeline (ui, 0);

  for (gsize i = 0; i < timeline->links.n; i++)
    if (timeline->links.items[i].kind == LSC_LINK_FWD_BWD)
      {
        *forward =
            (LscTimelineSpot){ 0, lsc_timeline_get_spot (timeline, timeline->links.items[i].from) };
        *backward =
            (LscTimelineSpot){ 0, lsc_timeline_get_spot (timeline, timeline->links.items[i].to) };
        return TRUE;
      }
  return FALSE;
}

/* The backward op has a key of its own, which leads there and back. */
static void
test_pass_key (void)
{
  g_autoptr (LscUi) ui = NULL;
  LscTimelineSpot forward, backward;

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ();
  lsc_ui_focus_window (ui);
  g_assert_true (find_pass (ui, &forward, &backward));
  lsc_timeline_page_show_slice (get_page (ui), 0, forward.spot);
  settle (ui);
  lsc_ui_press (ui, "shift+bracketright");
  g_assert_true (is_selected (ui, &backward));
  lsc_ui_press (ui, "shift+bracketright");
  g_assert_true (is_selected (ui, &forward));
}

static void
test_link_keys (void)
{
  g_autoptr (LscUi) ui = NULL;
  LscTimelineSpot op;

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ();
  lsc_ui_focus_window (ui);
  g_assert_true (find_linked_op (ui, &op));
  lsc_timeline_page_show_slice (get_page (ui), 0, op.spot);
  settle (ui);
  lsc_ui_press (ui, "bracketright");
  lsc_ui_press (ui, "bracketright");
  for (int i = 0; i < 3 && !lsc_slice_kind_is_device (selected_kind (ui)); i++)
    lsc_ui_press (ui, "bracketright");
  g_assert_true (lsc_slice_kind_is_device (selected_kind (ui)));
  for (int i = 0; i < 5 && !is_selected (ui, &op); i++)
    lsc_ui_press (ui, "bracketleft");
  g_assert_true (is_selected (ui, &op));
  lsc_ui_press (ui, "ctrl+bracketright");
  g_assert_cmpuint (get_view (ui)->chosen_link, ==, 0);
  lsc_ui_press (ui, "f");
  lsc_ui_press (ui, "f");
  lsc_ui_press (ui, "n");
  settle (ui);
  lsc_ui_press (ui, "k");
  g_assert_cmpuint (lsc_timeline_page_get_marks (get_page (ui))->len, ==, 1);
  lsc_timeline_page_delete_mark (get_page (ui), 0);
  settle (ui);
}

static void
test_rebind (void)
{
  g_autoptr (LscUi) ui = start ();
  GSettings *settings = get_page (ui)->settings;
  g_autofree char *label = NULL;
  double span;

  g_assert_true (lsc_timeline_keys_set (settings, "zoom-in", "<Control>y"));
  g_assert_false (lsc_timeline_keys_set (settings, "zoom-in", "<Nonsense>y"));
  label = lsc_timeline_keys_get_label (settings, "zoom-in");
  g_assert_cmpstr (label, ==, "Ctrl+Y");
  g_assert_cmpstr (lsc_timeline_keys_find_owner (settings, "<Control>y"), ==, "zoom-in");
  g_assert_null (lsc_timeline_keys_find_owner (settings, "w"));
  if (g_find_program_in_path ("xdotool") != NULL)
    {
      lsc_ui_focus_window (ui);
      span = get_view (ui)->port.span_ns;
      lsc_ui_press (ui, "w");
      g_assert_cmpfloat (get_view (ui)->port.span_ns, ==, span);
      lsc_ui_press (ui, "ctrl+y");
      g_assert_cmpfloat (get_view (ui)->port.span_ns, <, span);
    }
  g_assert_true (lsc_timeline_keys_set (settings, "zoom-in", NULL));
  g_assert_cmpstr (lsc_timeline_keys_find_owner (settings, "w"), ==, "zoom-in");
}

/* No key is given twice, and none of a single letter belongs to the application. */
static void
test_key_table (void)
{
  g_autoptr (LscUi) ui = start ();
  const LscTimelineKey *keys;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize n;

  keys = lsc_timeline_keys_list (&n);
  for (gsize i = 0; i < n; i++)
    {
      g_auto (GStrv) words = g_strsplit (keys[i].keys, " ", -1);
      g_autofree char *action = g_strconcat ("timeline.", keys[i].verb, NULL);
      g_auto (GStrv) accels =
          gtk_application_get_accels_for_action (GTK_APPLICATION (ui->application), action);

      g_assert_cmpuint (g_strv_length (accels), ==, 0);
      for (guint k = 0; words[k] != NULL; k++)
        {
          guint value;
          GdkModifierType modifiers;

          if (*words[k] == '\0')
            continue;
          g_assert_true (gtk_accelerator_parse (words[k], &value, &modifiers));
          if (!g_hash_table_add (seen, gtk_accelerator_name (value, modifiers)))
            g_error ("%s is given twice", words[k]);
        }
    }
}

static void
test_dialogs (void)
{
  g_autoptr (LscUi) ui = start ();
  GtkWidget *dialog, *entry;
  const LscTimelineKey *keys;
  gsize n;

  act (ui, "keys");
  lsc_ui_assert_soon ((dialog = find_dialog (ui)));
  keys = lsc_timeline_keys_list (&n);
  for (gsize i = 0; i < n; i++)
    if (lsc_ui_find_label (dialog, keys[i].title) == NULL)
      g_error ("the list of keys lacks \"%s\"", keys[i].title);
  gtk_window_destroy (GTK_WINDOW (dialog));
  lsc_ui_assert_soon (!find_dialog (ui));

  act (ui, "jump");
  lsc_ui_assert_soon ((dialog = find_dialog (ui)));
  entry = lsc_ui_find (dialog, GTK_TYPE_SEARCH_ENTRY, NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "rank 0 steps");
  g_signal_emit_by_name (entry, "search-changed"); /* which would come after a delay */
  g_signal_emit_by_name (entry, "activate");
  lsc_ui_assert_soon (!find_dialog (ui));
  {
    g_auto (GStrv) paths = lsc_timeline_chart_get_selected_paths (get_chart (ui));

    g_assert_cmpuint (g_strv_length (paths), ==, 1);
    g_assert_nonnull (strstr (paths[0], "Steps"));
  }
  act (ui, "mark");
  lsc_timeline_page_edit_mark (get_page (ui), 0);
  lsc_ui_assert_soon ((dialog = find_dialog (ui)));
  g_assert_true (ADW_IS_MESSAGE_DIALOG (dialog));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "delete");
  lsc_ui_assert_soon (lsc_timeline_page_get_marks (get_page (ui))->len == 0);
}

static void
test_pointer (void)
{
  g_autoptr (LscUi) ui = NULL;
  const LscTimelineView *view;
  double left, width, top, span, begin;
  gint64 expected, tolerance, old;

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ();
  lsc_ui_focus_window (ui);
  view = get_view (ui);
  left = view->port.header_width;
  width = view->port.width - left;
  top = 26 + view->ruler_height;
  tolerance = (gint64) (view->port.span_ns / width * 3);

  /* a box: its time, and the lanes it touches */
  drag (ui, NULL, left + width * 0.25, top + 30, left + width * 0.5, top + 80);
  g_assert_true (view->has_range);
  expected = lsc_viewport_x_to_time (&view->port, left + width * 0.25);
  g_assert_cmpint (ABS (view->range_begin_ns - expected), <=, tolerance);
  expected = lsc_viewport_x_to_time (&view->port, left + width * 0.5);
  g_assert_cmpint (ABS (view->range_end_ns - expected), <=, tolerance);
  g_assert_nonnull (view->range_paths);
  g_assert_cmpuint (view->range_paths->len, >=, 2);
  {
    g_autoptr (LscTimelineRanges) ranges = lsc_timeline_page_get_ranges (get_page (ui));

    g_assert_true (ranges->is_selected);
    g_assert_cmpuint (ranges->n, ==, 1);
    g_assert_cmpint (ranges->ranges[0].begin_ns, ==, view->range_begin_ns);
    g_assert_cmpuint (ranges->ranges[0].n_nodes, >=, 1);
  }

  /* its edge */
  old = view->range_begin_ns;
  drag (ui, NULL, left + width * 0.5, top + 200, left + width * 0.6, top + 200);
  g_assert_cmpint (view->range_begin_ns, ==, old);
  expected = lsc_viewport_x_to_time (&view->port, left + width * 0.6);
  g_assert_cmpint (ABS (view->range_end_ns - expected), <=, tolerance);

  /* the ruler: all lanes */
  drag (ui, NULL, left + width * 0.1, 26 + 12, left + width * 0.2, 26 + 12);
  g_assert_null (view->range_paths);
  expected = lsc_viewport_x_to_time (&view->port, left + width * 0.1);
  g_assert_cmpint (ABS (view->range_begin_ns - expected), <=, tolerance);

  /* Ctrl + drag moves, Shift + drag zooms */
  span = view->port.span_ns;
  begin = (double) view->port.begin_ns;
  drag (ui, "ctrl", left + width * 0.6, top + 150, left + width * 0.5, top + 150);
  g_assert_cmpfloat (view->port.span_ns, ==, span);
  g_assert_cmpfloat_with_epsilon ((double) view->port.begin_ns - begin, span * 0.1,
                                  (double) tolerance);
  lsc_ui_xdotool ("keydown", "shift", NULL);
  drag (ui, NULL, left + width * 0.3, top + 150, left + width * 0.4, top + 150);
  lsc_ui_xdotool ("keyup", "shift", NULL);
  g_assert_cmpfloat_with_epsilon (view->port.span_ns, span * 0.1, span * 0.02);

  /* wheel */
  span = view->port.span_ns;
  move_to (ui, left + width * 0.5, top + 100);
  lsc_ui_xdotool ("keydown", "ctrl", "click", "4", "keyup", "ctrl", NULL);
  lsc_ui_settle ();
  g_assert_cmpfloat_with_epsilon (view->port.span_ns, span / 1.1236, span * 1e-6);
  settle (ui);
}

static gint64
get_double_click_us (void)
{
  int time_ms;

  g_object_get (gtk_settings_get_default (), "gtk-double-click-time", &time_ms, NULL);
  return (gint64) time_ms * 1000;
}

/* The panel that opens below does not cover the slice that is selected. */
static void
test_selected_stays (void)
{
  g_autoptr (LscUi) ui = start ();
  GtkWidget *page = GTK_WIDGET (get_page (ui));
  LscTimelineSpot spot = find_slice (ui, LSC_ROLE_STREAM, NULL);
  double x0, y0, x1, y1;

  lsc_timeline_chart_select (get_chart (ui), &spot);
  lsc_timeline_chart_fit_slice (get_chart (ui), &spot);
  lsc_ui_settle ();
  g_assert_true (lsc_timeline_view_slice_box (get_view (ui), &spot, &x0, &y0, &x1, &y1));
  lsc_chart_scroll (LSC_CHART (get_chart (ui)), y1 - get_view (ui)->port.height);
  lsc_ui_settle ();
  g_assert_true (gtk_widget_activate_action (page, "timeline.panel", NULL));
  lsc_ui_settle ();
  g_assert_true (lsc_timeline_view_slice_box (get_view (ui), &spot, &x0, &y0, &x1, &y1));
  g_assert_cmpfloat (y1, <=, get_view (ui)->port.height);
}

/* Until another click is no second half of the last one. */
static void
wait_out_double_click (void)
{
  gint64 over_us = g_get_monotonic_time () + get_double_click_us ();

  lsc_ui_assert_soon (g_get_monotonic_time () > over_us);
}

/* A click on a slice selects it, one on a lane's name the lane, a double click fits. */
static void
test_click (void)
{
  g_autoptr (LscUi) ui = NULL;
  LscTimelineSpot spot;
  double x0, y0, x1, y1;

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ();
  lsc_ui_focus_window (ui);
  spot = find_slice (ui, LSC_ROLE_STREAM, NULL);
  lsc_timeline_chart_fit_slice (get_chart (ui), &spot);
  lsc_chart_zoom (LSC_CHART (get_chart (ui)), 0.5);
  g_assert_true (lsc_timeline_view_slice_box (get_view (ui), &spot, &x0, &y0, &x1, &y1));
  move_to (ui, (x0 + x1) / 2, (y0 + y1) / 2 + 26);
  lsc_ui_xdotool ("click", "1", NULL);
  lsc_ui_assert_soon (is_selected (ui, &spot));
  wait_out_double_click ();
  lsc_ui_xdotool ("click", "--repeat", "2", "--delay", "60", "1", NULL);
  lsc_ui_settle ();
  g_assert_true (lsc_timeline_view_slice_box (get_view (ui), &spot, &x0, &y0, &x1, &y1));
  g_assert_cmpfloat (x1 - x0, >,
                     (get_view (ui)->port.width - get_view (ui)->port.header_width) * 0.6);
  move_to (ui, 100, (y0 + y1) / 2 + 26);
  lsc_ui_xdotool ("click", "1", NULL);
  lsc_ui_settle ();
  {
    g_auto (GStrv) paths = lsc_timeline_chart_get_selected_paths (get_chart (ui));

    g_assert_cmpuint (g_strv_length (paths), ==, 1);
  }
  lsc_ui_xdotool ("click", "3", NULL);
  lsc_ui_settle ();
  lsc_ui_press (ui, "Escape");
  settle (ui);
}

/* ---- to and from other pages, export ---- */

static void
test_shared (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTimelineSpot kernel = find_slice (ui, LSC_ROLE_STREAM, NULL), found;
  gint64 begin_ns, end_ns, found_begin, found_end;
  GtkWidget *modules, *pipeline;

  lsc_timeline_page_show_slice (get_page (ui), 0, kernel.spot);
  g_assert_true (lsc_timeline_chart_get_slice_time (get_chart (ui), &kernel, &begin_ns, &end_ns));
  act (ui, "show-modules");
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  modules = lsc_window_get_page (ui->window, "modules");
  g_assert_true (gtk_widget_get_mapped (modules));

  /* back, by the selected row; its first device event has the same times in both pages */
  lsc_app_page_jump (LSC_APP_PAGE (modules), &(LscJump){ .place = LSC_PLACE_SLICE,
                                                         .rank = get_timeline (ui, 0)->rank,
                                                         .begin_ns = begin_ns,
                                                         .end_ns = end_ns });
  settle (ui);
  found = lsc_timeline_page_get_selected (get_page (ui));
  g_assert_true (
      lsc_timeline_chart_get_slice_time (get_chart (ui), &found, &found_begin, &found_end));
  g_assert_cmpint (found_begin, ==, begin_ns);
  g_assert_cmpint (found_end, ==, end_ns);

  /* from a block of the pipeline to its range, and back to the block */
  lsc_ui_activate (ui, "win.show-page", g_variant_new_string ("pipeline"));
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  pipeline = lsc_window_get_page (ui->window, "pipeline");
  {
    GtkWidget *view = lsc_ui_find (pipeline, LSC_TYPE_PIPELINE_CHART, NULL);
    const LscPipelineView *chart = lsc_pipeline_chart_get_chart (LSC_PIPELINE_CHART (view));
    LscPipelineSpot spot = { .step = chart->first_step, .row = 1, .block = 2 };
    const LscPipelineRow *row = &chart->group->steps[spot.step].rows[spot.row];
    const LscBlock *block = &row->blocks[spot.block];
    LscTimelineSpot nothing = LSC_TIMELINE_SPOT_NONE;
    gint64 rank = row->rank, offset;
    guint32 index;

    lsc_pipeline_chart_select (LSC_PIPELINE_CHART (view), &spot);
    lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("pipeline.show-timeline"));
    settle (ui);
    index = _lsc_timeline_page_find_rank (get_page (ui), rank);
    offset = lsc_timeline_layout_get_offset (lsc_timeline_page_get_layout (get_page (ui)), index);
    g_assert_true (get_view (ui)->has_range);
    g_assert_cmpint (get_view (ui)->range_begin_ns + offset, ==, block->start_ns);
    g_assert_cmpint (get_view (ui)->range_end_ns + offset, ==, block->end_ns);
    lsc_pipeline_chart_select (LSC_PIPELINE_CHART (view), NULL);
    if (is_selected (ui, &nothing))
      lsc_timeline_chart_select_lane (get_chart (ui), index, 0);
    act (ui, "show-pipeline");
    g_assert_true (lsc_ui_wait_ready (ui));
    lsc_ui_settle ();
    g_assert_cmpuint (lsc_pipeline_chart_get_selected (LSC_PIPELINE_CHART (view))->row, ==,
                      spot.row);
    g_assert_cmpuint (lsc_pipeline_chart_get_selected (LSC_PIPELINE_CHART (view))->block, ==,
                      spot.block);
  }
}

static gboolean
file_is_there (gpointer path)
{
  g_autofree char *text = NULL;
  gsize length = 0;

  return g_file_get_contents (path, &text, &length, NULL) && length > 0;
}

static gboolean
dialog_is_there (gpointer ui)
{
  return GTK_IS_FILE_CHOOSER_DIALOG (find_dialog (ui));
}

static void
export_to (LscUi *ui, const char *name, char **text)
{
  g_autoptr (GFile) folder = g_file_new_for_path (scratch);
  g_autofree char *path = g_build_filename (scratch, name, NULL);
  GtkWidget *dialog;

  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("timeline.export"));
  g_assert_true (lsc_ui_wait_until (dialog_is_there, ui, 20));
  dialog = find_dialog (ui);
  lsc_ui_settle ();
  g_assert_true (gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  lsc_ui_assert_soon (lsc_ui_is_folder_of (dialog, folder));
  lsc_ui_settle ();
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  g_assert_true (lsc_ui_wait_until (file_is_there, path, 30));
  g_assert_true (g_file_get_contents (path, text, NULL, NULL));
  lsc_ui_settle ();
}

static void
test_export (void)
{
  g_autoptr (LscUi) ui = start ();
  g_autofree char *svg = NULL, *png = NULL, *pdf = NULL;

  export_to (ui, "lanes.svg", &svg);
  g_assert_nonnull (strstr (svg, "<svg"));
  export_to (ui, "lanes.png", &png);
  g_assert_true (g_str_has_prefix (png, "\x89PNG"));
  export_to (ui, "lanes.pdf", &pdf);
  g_assert_true (g_str_has_prefix (pdf, "%PDF"));
}

static void
test_close_while_reading (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autoptr (GFile) file = g_file_new_for_path (demo);

  lsc_window_show_page (ui->window, "timeline");
  lsc_window_open_file (ui->window, file);
  lsc_ui_assert_soon (lsc_window_is_busy (ui->window));
  gtk_window_close (GTK_WINDOW (ui->window));
  lsc_ui_assert_soon (ui->window == NULL);
}

static void
test_close_while_loading (void)
{
  g_autoptr (LscUi) ui = start ();

  act (ui, "load-all");
  act (ui, "mark");
  lsc_timeline_page_edit_mark (get_page (ui), 0);
  act (ui, "set-offset");
  lsc_timeline_page_delete_mark (get_page (ui), 0);
  search (ui, "a");
  g_main_context_iteration (NULL, FALSE);
  gtk_window_close (GTK_WINDOW (ui->window));
  lsc_ui_assert_soon (ui->window == NULL);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_tree (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  if (!g_file_test ("/proc/mounts", G_FILE_TEST_EXISTS))
    g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
  scratch = g_dir_make_tmp ("lanescope-ui-XXXXXX", &error);
  g_assert_no_error (error);
  demo = lsc_ui_write_profile (scratch, "demo", &error);
  g_assert_no_error (error);

  g_test_add_func ("/timeline/open", test_open);
  g_test_add_func ("/timeline/focus", test_focus);
  g_test_add_func ("/timeline/zoom", test_zoom);
  g_test_add_func ("/timeline/stray", test_stray);
  g_test_add_func ("/timeline/window-label", test_window_label);
  g_test_add_func ("/timeline/window-label-of-project", test_window_label_of_project);
  g_test_add_func ("/timeline/kernel-name", test_kernel_name);
  g_test_add_func ("/timeline/idle-words", test_idle_words);
  g_test_add_func ("/timeline/undo", test_undo);
  g_test_add_func ("/timeline/selection", test_selection);
  g_test_add_func ("/timeline/nesting", test_nesting);
  g_test_add_func ("/timeline/links", test_links);
  g_test_add_func ("/timeline/links-inside", test_links_inside);
  g_test_add_func ("/timeline/search", test_search);
  g_test_add_func ("/timeline/same-name", test_same_name);
  g_test_add_func ("/timeline/lanes", test_lanes);
  g_test_add_func ("/timeline/ranks", test_ranks);
  g_test_add_func ("/timeline/times", test_times);
  g_test_add_func ("/timeline/bad-state", test_bad_state);
  g_test_add_func ("/timeline/marks", test_marks);
  g_test_add_func ("/timeline/keys", test_keys);
  g_test_add_func ("/timeline/keys-elsewhere", test_keys_elsewhere);
  g_test_add_func ("/timeline/link-keys", test_link_keys);
  g_test_add_func ("/timeline/pass-key", test_pass_key);
  g_test_add_func ("/timeline/rebind", test_rebind);
  g_test_add_func ("/timeline/key-table", test_key_table);
  g_test_add_func ("/timeline/dialogs", test_dialogs);
  g_test_add_func ("/timeline/pointer", test_pointer);
  g_test_add_func ("/timeline/click", test_click);
  g_test_add_func ("/timeline/shared", test_shared);
  g_test_add_func ("/timeline/words", test_words);
  g_test_add_func ("/timeline/selected-stays", test_selected_stays);
  g_test_add_func ("/timeline/legend", test_legend);
  g_test_add_func ("/timeline/headers", test_headers);
  g_test_add_func ("/timeline/export", test_export);
  g_test_add_func ("/timeline/close-while-reading", test_close_while_reading);
  g_test_add_func ("/timeline/close-while-loading", test_close_while_loading);
  status = g_test_run ();
  lsc_watchdog_report ();
  remove_tree (scratch);
  g_free (scratch);
  g_free (demo);
  return status;
}
