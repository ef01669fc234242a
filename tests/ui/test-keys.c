/* test-keys.c - where keys lead and what they do there: panes, sidebar, pages
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-chart.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "app/window/lsc-pages.h"
#include "base/lsc-watchdog.h"
#include "lsc-ui-input.h"

/* More than the window has places for the focus. */
#define MOST_STOPS 120

static char *scratch;
static char *demo;

static GtkWidget *
get_focus (LscUi *ui)
{
  return gtk_window_get_focus (GTK_WINDOW (ui->window));
}

static gboolean
focus_is_in (LscUi *ui, GtkWidget *widget)
{
  GtkWidget *focus = get_focus (ui);

  return focus && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

static GtkWidget *
get_sidebar (LscUi *ui)
{
  return lsc_ui_find (GTK_WIDGET (ui->window), g_type_from_name ("LscSidebar"), NULL);
}

static GtkWidget *
get_ranks (LscUi *ui)
{
  return lsc_ui_find (get_sidebar (ui), GTK_TYPE_LIST_VIEW, "profiles");
}

static gboolean
is_idle (gpointer user_data)
{
  LscUi *ui = user_data;
  guint n;
  const LscPageKind *kinds = lsc_pages_list (&n);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *page = lsc_window_get_page (ui->window, kinds[i].name);

      if (page && lsc_app_page_is_busy (LSC_APP_PAGE (page)))
        return FALSE;
    }
  return !lsc_window_is_busy (ui->window);
}

static void
settle (LscUi *ui)
{
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_idle, ui, 60.0));
  lsc_ui_settle ();
}

static void
show_page (LscUi *ui, const char *name)
{
  lsc_window_show_page (ui->window, name);
  settle (ui);
}

static LscUi *
start (const char *page)
{
  LscUi *ui = lsc_ui_start ();

  lsc_window_show_page (ui->window, page);
  g_assert_true (lsc_ui_open (ui, demo));
  settle (ui);
  lsc_ui_focus_window (ui);
  return ui;
}

/* ---- the sidebar ---- */

/* Presses @key until the focus is in the sidebar. */
static void
enter_sidebar (LscUi *ui, const char *key)
{
  for (int i = 0; i < MOST_STOPS && !focus_is_in (ui, get_sidebar (ui)); i++)
    lsc_ui_press (ui, key);
  g_assert_true (focus_is_in (ui, get_sidebar (ui)));
}

/* Tab enters the sidebar once and leaves it, both ways, and comes back to where it was. */
static void
test_one_stop (void)
{
  g_autoptr (LscUi) ui = NULL;
  GtkWidget *page, *row;

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ("timeline");
  page = lsc_window_get_page (ui->window, "timeline");
  g_assert_true (gtk_widget_child_focus (get_ranks (ui), GTK_DIR_TAB_FORWARD));
  for (int round = 0; round < 2; round++)
    {
      row = get_focus (ui);
      lsc_ui_press (ui, "Tab");
      g_assert_true (focus_is_in (ui, page));
      enter_sidebar (ui, "shift+Tab");
      g_assert_true (get_focus (ui) == row);
      lsc_ui_press (ui, "shift+Tab");
      g_assert_false (focus_is_in (ui, get_sidebar (ui)));
      g_assert_false (focus_is_in (ui, page));
      lsc_ui_press (ui, "Tab");
      g_assert_true (get_focus (ui) == row);
      lsc_ui_press (ui, "ctrl+Down"); /* to another row, without choosing it */
      g_assert_true (get_focus (ui) != row);
    }
}

/* Presses @key until the focus is at a row of that name; all on the way is of the sidebar. */
static void
go_to_row (LscUi *ui, const char *key, const char *name)
{
  for (int i = 0; i < 20; i++)
    {
      lsc_ui_press (ui, key);
      g_assert_true (focus_is_in (ui, get_sidebar (ui)));
      if (GTK_IS_LIST_BOX_ROW (get_focus (ui)) &&
          g_strcmp0 (gtk_widget_get_name (get_focus (ui)), name) == 0)
        return;
    }
  g_error ("%s does not lead to %s", key, name);
}

/* Arrows lead from the ranks to the views, to the problems and round to the ranks. */
static void
test_arrows (void)
{
  g_autoptr (LscUi) ui = NULL;
  guint n;
  const LscPageKind *kinds = lsc_pages_list (&n);

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ("modules");
  g_assert_true (gtk_widget_child_focus (get_ranks (ui), GTK_DIR_TAB_FORWARD));
  go_to_row (ui, "Down", kinds[0].name);
  for (guint i = 1; i < n; i++)
    {
      lsc_ui_press (ui, "Down");
      g_assert_cmpstr (gtk_widget_get_name (get_focus (ui)), ==, kinds[i].name);
    }
  for (int i = 0; i < 2 && !focus_is_in (ui, get_ranks (ui)); i++) /* problems, if there are any */
    lsc_ui_press (ui, "Down");
  g_assert_true (focus_is_in (ui, get_ranks (ui)));
  go_to_row (ui, "Up", kinds[n - 1].name);
  go_to_row (ui, "Up", kinds[0].name);
  lsc_ui_press (ui, "Up");
  g_assert_true (focus_is_in (ui, get_ranks (ui)));
}

/* Nothing of it was recorded: the sentence that says so stands in the place of the page. */
static gboolean
is_failed (LscUi *ui, const char *name)
{
  return lsc_app_page_get_state (LSC_APP_PAGE (lsc_window_get_page (ui->window, name))) ==
         LSC_PAGE_FAILED;
}

/* ---- which page is shown ---- */

/* One row looks like the page that is shown, whichever has the focus. */
static void
assert_highlighted (LscUi *ui, const char *name)
{
  GtkWidget *views = lsc_ui_find (get_sidebar (ui), GTK_TYPE_LIST_BOX, "views");

  g_assert_true (gtk_widget_get_mapped (lsc_window_get_page (ui->window, name)) ||
                 is_failed (ui, name));
  for (GtkWidget *row = gtk_widget_get_first_child (views); row;
       row = gtk_widget_get_next_sibling (row))
    {
      gboolean is_shown = g_str_equal (gtk_widget_get_name (row), name);

      g_assert_true (gtk_widget_has_css_class (row, "shown") == is_shown);
      g_assert_false (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED);
    }
}

static void
test_highlighted (void)
{
  g_autoptr (LscUi) ui = NULL;
  guint n;
  const LscPageKind *kinds = lsc_pages_list (&n);

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ("pipeline");
  assert_highlighted (ui, "pipeline");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = g_strdup_printf ("alt+%c", kinds[i].digit);

      lsc_ui_press (ui, key);
      settle (ui);
      assert_highlighted (ui, kinds[i].name);
    }
  /* the focus may go where it likes */
  show_page (ui, "pipeline");
  g_assert_true (gtk_widget_child_focus (get_ranks (ui), GTK_DIR_TAB_FORWARD));
  go_to_row (ui, "Up", "query");
  assert_highlighted (ui, "pipeline");
  lsc_ui_press (ui, "Tab");
  assert_highlighted (ui, "pipeline");
  lsc_ui_press (ui, "shift+Tab"); /* among the views it comes back to the one that is shown */
  g_assert_cmpstr (gtk_widget_get_name (get_focus (ui)), ==, "pipeline");
  go_to_row (ui, "Up", "timeline");
  assert_highlighted (ui, "pipeline");
  lsc_ui_press (ui, "Return");
  settle (ui);
  assert_highlighted (ui, "timeline");
}

/* ---- panes ---- */

static gboolean
closes_something (GtkWidget *widget)
{
  const char *icon = GTK_IS_BUTTON (widget) ? gtk_button_get_icon_name (GTK_BUTTON (widget)) : NULL;

  return icon && g_str_equal (icon, "window-close-symbolic");
}

static void
walk_panes (LscUi *ui, const char *key)
{
  guint n_sidebar = 0, n_page = 0;

  for (int i = 0; i < 6; i++)
    {
      GtkWidget *focus;

      lsc_ui_press (ui, key);
      focus = get_focus (ui);
      g_assert_nonnull (focus);
      if (closes_something (focus))
        g_error ("%s leads to a button that closes something: %s", key,
                 gtk_widget_get_tooltip_text (focus));
      n_sidebar += focus_is_in (ui, get_sidebar (ui));
      n_page += gtk_widget_get_ancestor (focus, LSC_TYPE_APP_PAGE) != NULL;
    }
  g_assert_cmpuint (n_sidebar, >=, 2);
  g_assert_cmpuint (n_page, >=, 2);
}

/* F6 goes from pane to pane, and from no page to a button that closes a profile or a pane. */
static void
test_panes (void)
{
  g_autoptr (LscUi) ui = NULL;
  guint n;
  const LscPageKind *kinds = lsc_pages_list (&n);

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ("overview");
  for (guint i = 0; i < n; i++)
    {
      g_test_message ("%s", kinds[i].name);
      show_page (ui, kinds[i].name);
      if (is_failed (ui, kinds[i].name))
        continue;
      for (int round = 0; round < 2; round++) /* with and without details */
        {
          walk_panes (ui, "F6");
          walk_panes (ui, "shift+F6");
          lsc_ui_activate (ui, "win.show-details", NULL);
          settle (ui);
        }
    }
}

/* ---- keys of the page ---- */

static GtkWidget *
find_chart (LscUi *ui)
{
  return lsc_ui_find (GTK_WIDGET (ui->window), LSC_TYPE_CHART, NULL);
}

static double
get_span (LscUi *ui)
{
  return lsc_chart_get_port (LSC_CHART (find_chart (ui)))->span_ns;
}

/* Keys zoom and undo, from where the focus is. */
static void
assert_keys_work (LscUi *ui)
{
  GtkWidget *focus = get_focus (ui);
  double span = get_span (ui);

  lsc_ui_press (ui, "w");
  if (!(get_span (ui) < span))
    g_error ("w does not zoom where the focus is at %s", G_OBJECT_TYPE_NAME (focus));
  lsc_ui_press (ui, "BackSpace");
  g_assert_cmpfloat (get_span (ui), ==, span);
  g_assert_true (get_focus (ui) == focus);
}

/* Through the whole window by Tab: header, sidebar, toolbar, chart, panel. No table or list holds
 * whoever wants to go on, and a text lets go by Ctrl+Tab. */
static void
walk_window (LscUi *ui, GtkWidget *page)
{
  GtkWidget *first = get_focus (ui);
  guint n_stops = 0, n_page = 0;

  g_assert_true (focus_is_in (ui, page));
  do
    {
      GtkWidget *focus;

      g_assert_cmpuint (n_stops++, <, MOST_STOPS);
      lsc_ui_press (ui, GTK_IS_TEXT_VIEW (get_focus (ui)) ? "ctrl+Tab" : "Tab");
      focus = get_focus (ui);
      g_assert_nonnull (focus);
      n_page += focus_is_in (ui, page);
      if (find_chart (ui) && !GTK_IS_TEXT (focus) && !GTK_IS_TEXT_VIEW (focus))
        assert_keys_work (ui);
    }
  while (get_focus (ui) != first);
  g_test_message ("%u stops, %u of them on the page", n_stops, n_page);
  g_assert_cmpuint (n_page, >=, 1);
  g_assert_cmpuint (n_stops, >=, n_page + 4); /* the sidebar and what stands above it */
}

static void
test_anywhere (gconstpointer data)
{
  static const char *const panels[] = { "overview-panel", "timeline-panel", "pipeline-panel" };
  const char *name = data;
  g_autoptr (LscUi) ui = NULL;
  GtkWidget *page;

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start (name);
  page = lsc_window_get_page (ui->window, name);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    g_settings_set_boolean (lsc_application_get_settings (ui->application), panels[i], TRUE);
  settle (ui);
  if (is_failed (ui, name))
    return;
  if (!focus_is_in (ui, page))
    g_assert_true (gtk_widget_grab_focus (page) ||
                   gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD));
  walk_window (ui, page);
  if (!find_chart (ui))
    return;
  lsc_ui_press (ui, "F10"); /* the menu of the window, and away */
  lsc_ui_press (ui, "Escape");
  assert_keys_work (ui);
}

/* Each key that the page is known by, while a button of its toolbar has the focus. */
static void
press_at (LscUi *ui, GtkWidget *button, const char *keys)
{
  g_assert_true (gtk_widget_grab_focus (button));
  lsc_ui_press (ui, keys);
}

static void
test_from_button (void)
{
  g_autoptr (LscUi) ui = NULL;
  LscTimelinePage *page;
  const LscTimelineView *view;
  GtkWidget *button;
  double whole;
  gint64 begin_ns;

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ("timeline");
  page = LSC_TIMELINE_PAGE (lsc_window_get_page (ui->window, "timeline"));
  view = lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page));
  button = lsc_ui_find (GTK_WIDGET (page), GTK_TYPE_BUTTON, NULL);
  whole = view->port.span_ns;
  press_at (ui, button, "w");
  press_at (ui, button, "w");
  begin_ns = view->port.begin_ns;
  press_at (ui, button, "d");
  g_assert_cmpint (view->port.begin_ns, >, begin_ns);
  begin_ns = view->port.begin_ns;
  press_at (ui, button, "a");
  g_assert_cmpint (view->port.begin_ns, <, begin_ns);
  press_at (ui, button, "s");
  g_assert_cmpfloat (view->port.span_ns, <, whole);
  press_at (ui, button, "ctrl+0");
  g_assert_cmpfloat_with_epsilon (view->port.span_ns, whole, whole * 1e-9);
}

/* An op that launched a kernel, which ] leads to. */
static void
select_launcher (LscUi *ui, LscTimelinePage *page)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (page), 0);

  for (gsize i = 0; i < timeline->links.n; i++)
    if (timeline->links.items[i].kind == LSC_LINK_LAUNCH)
      {
        LscSpot spot = lsc_timeline_get_spot (timeline, timeline->links.items[i].from);

        lsc_timeline_page_show_slice (page, 0, spot);
        settle (ui);
        return;
      }
  g_error ("there is no launch");
}

static gboolean
is_at (LscTimelinePage *page, const LscTimelineSpot *spot)
{
  LscTimelineSpot selected = lsc_timeline_page_get_selected (page);

  return selected.rank == spot->rank && selected.spot.node == spot->spot.node &&
         selected.spot.slice == spot->spot.slice;
}

static void
test_selection_from_button (void)
{
  g_autoptr (LscUi) ui = NULL;
  LscTimelinePage *page;
  const LscTimelineView *view;
  LscTimelineSpot launch;
  GtkWidget *button;
  gboolean has_panel;
  double span;

  if (!lsc_ui_has_xdotool ())
    return;
  ui = start ("timeline");
  page = LSC_TIMELINE_PAGE (lsc_window_get_page (ui->window, "timeline"));
  view = lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page));
  button = lsc_ui_find (GTK_WIDGET (page), GTK_TYPE_BUTTON, NULL);
  select_launcher (ui, page);
  launch = lsc_timeline_page_get_selected (page);
  press_at (ui, button, "bracketright");
  g_assert_false (is_at (page, &launch));
  press_at (ui, button, "bracketleft");
  g_assert_true (is_at (page, &launch));
  g_assert_false (view->has_range);
  press_at (ui, button, "m");
  g_assert_true (view->has_range);
  press_at (ui, button, "ctrl+0");
  span = view->port.span_ns;
  press_at (ui, button, "f");
  press_at (ui, button, "f");
  g_assert_cmpfloat (view->port.span_ns, <, span);
  press_at (ui, button, "BackSpace");
  g_assert_cmpfloat (view->port.span_ns, ==, span);
  press_at (ui, button, "Escape");
  press_at (ui, button, "Escape");
  g_assert_false (view->has_range);
  has_panel = lsc_ui_find (GTK_WIDGET (page), GTK_TYPE_NOTEBOOK, NULL) != NULL;
  press_at (ui, button, "q");
  lsc_ui_assert_soon ((lsc_ui_find (GTK_WIDGET (page), GTK_TYPE_NOTEBOOK, NULL) != NULL) !=
                      has_panel);
}

/* ---- the program ---- */

static void
remove_scratch (void)
{
  const char *const argv[] = { "rm", "-rf", scratch, NULL };

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
}

static void
add_window_tests (void)
{
  g_test_add_func ("/keys/one-stop", test_one_stop);
  g_test_add_func ("/keys/arrows", test_arrows);
  g_test_add_func ("/keys/highlighted", test_highlighted);
  g_test_add_func ("/keys/panes", test_panes);
  g_test_add_func ("/keys/from-button", test_from_button);
  g_test_add_func ("/keys/selection-from-button", test_selection_from_button);
}

static void
add_page_tests (void)
{
  guint n;
  const LscPageKind *kinds = lsc_pages_list (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strconcat ("/keys/anywhere/", kinds[i].name, NULL);

      g_test_add_data_func (name, kinds[i].name, test_anywhere);
    }
}

/* Takes which half of the tests to run, so that two processors share them; else all. */
int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-keys-XXXXXX", &error);
  g_assert_no_error (error);
  demo = lsc_ui_write_profile (scratch, "demo", &error);
  g_assert_no_error (error);

  if (argc < 2 || g_str_equal (argv[1], "window"))
    add_window_tests ();
  if (argc < 2 || g_str_equal (argv[1], "pages"))
    add_page_tests ();
  status = g_test_run ();
  lsc_watchdog_report ();
  remove_scratch ();
  g_free (scratch);
  g_free (demo);
  return status;
}
