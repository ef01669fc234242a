/* test-tour.c - every page of several recordings: what it says, and whether it fits
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "app/parts/lsc-lazy-cell.h"
#include "app/parts/lsc-toolbar.h"
#include "app/window/lsc-pages.h"
#include "base/lsc-watchdog.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *demo;
static char *pipeline; /* without ranges of modules */
static char *gpu;

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

static LscUi *
start (const char *path)
{
  LscUi *ui = lsc_ui_start ();

  g_assert_true (lsc_ui_open (ui, path));
  settle (ui);
  return ui;
}

typedef void (*Look) (LscUi *ui, GtkWidget *widget);

static void
look_at (LscUi *ui, GtkWidget *widget, Look look)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  look (ui, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    look_at (ui, child, look);
}

static void
look_at_pages (LscUi *ui, Look look)
{
  guint n;
  const LscPageKind *kinds = lsc_pages_list (&n);

  for (guint i = 0; i < n; i++)
    {
      g_test_message ("%s", kinds[i].name);
      lsc_window_show_page (ui->window, kinds[i].name);
      settle (ui);
      look_at (ui, GTK_WIDGET (ui->window), look);
    }
}

/* ---- words ---- */

/* What no user of the window has asked for: options of the command line, whose settings have names
 * of their own here, and what the reference tool writes into its log. */
static void
check_text (const char *text)
{
  static const char *const foreign[] = { "Can not export", "mstx range event" };
  const char *option = strstr (text, "--");

  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    if (strstr (text, foreign[i]))
      g_error ("the reference's words: %s", text);
  if (option && g_ascii_isalpha (option[2]))
    g_error ("an option of the command line: %s", text);
}

static void
check_words (LscUi *ui, GtkWidget *widget)
{
  const char *tip = gtk_widget_get_tooltip_text (widget);

  if (GTK_IS_LABEL (widget))
    check_text (gtk_label_get_text (GTK_LABEL (widget)));
  if (LSC_IS_LAZY_CELL (widget) && lsc_lazy_cell_get_written (LSC_LAZY_CELL (widget)))
    check_text (lsc_lazy_cell_get_written (LSC_LAZY_CELL (widget)));
  if (tip)
    check_text (tip);
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

/* Problems of all kinds, and the notes. */
static void
check_problems (LscUi *ui)
{
  GtkWidget *dialog, *choice;
  guint n;

  lsc_ui_activate (ui, "win.problems", NULL);
  lsc_ui_assert_soon ((dialog = find_dialog (ui)) != NULL);
  choice = lsc_ui_find (dialog, GTK_TYPE_DROP_DOWN, NULL);
  n = choice ? g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (choice))) : 0;
  for (guint i = 0; i < n; i++)
    {
      gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), i);
      lsc_ui_settle ();
      look_at (ui, dialog, check_words);
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_words (gconstpointer data)
{
  const char *const *path = data;
  g_autoptr (LscUi) ui = start (*path);

  look_at_pages (ui, check_words);
  check_problems (ui);
}

/* ---- room ---- */

static gboolean
is_control (GtkWidget *widget)
{
  return GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget) || GTK_IS_DROP_DOWN (widget) ||
         GTK_IS_EDITABLE (widget) || GTK_IS_SPIN_BUTTON (widget);
}

static graphene_rect_t
get_bounds (LscUi *ui, GtkWidget *widget)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (ui->window), &bounds));
  return bounds;
}

/* What stands in a list or table may be out of sight. */
static gboolean
is_scrolled (LscUi *ui, GtkWidget *widget)
{
  GtkWidget *page = lsc_window_get_page (ui->window, "overview");
  GtkWidget *list = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  return list && list != gtk_widget_get_ancestor (page, GTK_TYPE_SCROLLED_WINDOW);
}

static void
check_apart (LscUi *ui, GtkWidget *widget, const graphene_rect_t *bounds)
{
  for (GtkWidget *next = gtk_widget_get_next_sibling (widget); next;
       next = gtk_widget_get_next_sibling (next))
    {
      graphene_rect_t other;

      if (!gtk_widget_get_mapped (next) || !gtk_widget_get_child_visible (next))
        continue;
      other = get_bounds (ui, next);
      graphene_rect_inset (&other, 1, 1);
      g_assert_false (graphene_rect_intersection (bounds, &other, NULL));
    }
}

/* What is not in the row is in its menu, which is there then: nothing is lost. */
static void
check_toolbar (GtkWidget *toolbar)
{
  gboolean has_menu = FALSE;

  for (GtkWidget *tool = gtk_widget_get_first_child (toolbar); tool;
       tool = gtk_widget_get_next_sibling (tool))
    {
      const char *tip = gtk_widget_get_tooltip_text (tool);

      if (tip && g_str_has_prefix (tip, "More controls"))
        has_menu = gtk_widget_get_mapped (tool);
      else if (gtk_widget_get_visible (tool) && !gtk_widget_get_child_visible (tool))
        g_error ("there is no room for a %s (%s)", G_OBJECT_TYPE_NAME (tool), tip);
    }
  g_assert_true (has_menu == (lsc_toolbar_get_n_hidden (LSC_TOOLBAR (toolbar)) > 0));
}

/* A sentence is read to its end, or by its tool tip; a name may be cut. */
static void
check_whole (GtkLabel *label)
{
  const char *text = gtk_label_get_text (label);

  if (g_str_has_suffix (text, ".") && strchr (text, ' ') &&
      pango_layout_is_ellipsized (gtk_label_get_layout (label)) &&
      g_strcmp0 (gtk_widget_get_tooltip_text (GTK_WIDGET (label)), text) != 0)
    g_error ("a sentence is cut: %s", text);
}

/* No control is cut off by the window, or lies over the one beside it. */
static void
check_room (LscUi *ui, GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);
  float width = (float) gtk_widget_get_width (GTK_WIDGET (ui->window));
  graphene_rect_t bounds;

  if (LSC_IS_TOOLBAR (widget))
    check_toolbar (widget);
  if (GTK_IS_LABEL (widget))
    check_whole (GTK_LABEL (widget));
  if (!is_control (widget) || !gtk_widget_get_child_visible (widget) || is_scrolled (ui, widget))
    return;
  bounds = get_bounds (ui, widget);
  if (bounds.origin.x < -0.5f || bounds.origin.x + bounds.size.width > width + 0.5f)
    g_error ("a %s (%s) reaches from %g to %g", G_OBJECT_TYPE_NAME (widget),
             gtk_widget_get_tooltip_text (widget), bounds.origin.x,
             bounds.origin.x + bounds.size.width);
  if (GTK_IS_BOX (parent) || LSC_IS_TOOLBAR (parent))
    check_apart (ui, widget, &bounds);
}

/* But for the border that the window draws where there is no manager. */
static gboolean
has_size (LscUi *ui, int width, int height)
{
  int has_width = gtk_widget_get_width (GTK_WIDGET (ui->window));
  int has_height = gtk_widget_get_height (GTK_WIDGET (ui->window));

  return has_width <= width && has_width > width - 40 && has_height <= height &&
         has_height > height - 40;
}

/* A small window holds every page with its panel and with details; it does not grow by itself. */
static void
test_room (gconstpointer data)
{
  const char *const *path = data;
  static const char *const panels[] = { "overview-panel", "timeline-panel", "pipeline-panel",
                                        "communication-panel", "operators-panel" };
  static const int sizes[][2] = { { 900, 600 }, { 1280, 800 } };
  g_autoptr (LscUi) ui = start (*path);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (int has_panel = 0; has_panel < 2; has_panel++)
      {
        for (guint k = 0; k < G_N_ELEMENTS (panels); k++)
          g_settings_set_boolean (lsc_application_get_settings (ui->application), panels[k],
                                  has_panel);
        gtk_window_set_default_size (GTK_WINDOW (ui->window), sizes[i][0], sizes[i][1]);
        lsc_ui_assert_soon (has_size (ui, sizes[i][0], sizes[i][1]));
        look_at_pages (ui, check_room);
        lsc_ui_activate (ui, "win.show-details", NULL);
        settle (ui);
        look_at_pages (ui, check_room);
        lsc_ui_activate (ui, "win.show-details", NULL);
        settle (ui);
        g_assert_true (has_size (ui, sizes[i][0], sizes[i][1]));
      }
}

/* ---- details ---- */

static gboolean
has_details (LscUi *ui)
{
  return lsc_ui_find (GTK_WIDGET (ui->window), GTK_TYPE_FLOW_BOX, "details") != NULL;
}

static void
select_row (LscUi *ui, guint row)
{
  GtkWidget *page = lsc_window_get_page (ui->window, "modules");
  GtkWidget *table = lsc_ui_find (page, GTK_TYPE_COLUMN_VIEW, NULL);

  gtk_selection_model_select_item (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)), row, TRUE);
  settle (ui);
}

static void
open_modules (LscUi *ui)
{
  lsc_window_show_page (ui->window, "modules");
  g_assert_true (lsc_ui_open (ui, demo));
  settle (ui);
}

/* Closed details stay closed, for the next selection and in the next window; opened ones open. */
static void
test_remembered (void)
{
  for (int round = 0; round < 2; round++)
    {
      LscApplication *application;
      LscUi again = { NULL };
      g_autoptr (LscUi) ui = lsc_ui_start ();

      application = ui->application;
      open_modules (ui);
      select_row (ui, 0);
      lsc_ui_assert_soon (has_details (ui));
      for (int i = 0; i <= round; i++) /* close; open */
        lsc_ui_activate (ui, "win.show-details", NULL);
      settle (ui);
      select_row (ui, 1);
      g_assert_true (has_details (ui) == (round == 1));
      again.application = application;
      again.window = lsc_window_new (GTK_APPLICATION (application),
                                     lsc_application_get_settings (application));
      gtk_window_present (GTK_WINDOW (again.window));
      open_modules (&again);
      select_row (&again, 1);
      g_assert_true (has_details (&again) == (round == 1));
      gtk_window_close (GTK_WINDOW (again.window));
    }
}

/* ---- heads ---- */

/* Each head of the tree of modules has something to tell. */
static void
test_heads (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autoptr (GObject) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  GtkWidget *table, *heads;
  guint n = 0;

  open_modules (ui);
  table = lsc_ui_find (lsc_window_get_page (ui->window, "modules"), GTK_TYPE_COLUMN_VIEW, NULL);
  heads = gtk_widget_get_first_child (table);
  for (GtkWidget *head = gtk_widget_get_first_child (heads); head;
       head = gtk_widget_get_next_sibling (head))
    {
      graphene_rect_t bounds;
      gboolean is_told = FALSE;

      if (!gtk_widget_get_mapped (head))
        continue;
      g_assert_true (gtk_widget_compute_bounds (head, table, &bounds));
      g_signal_emit_by_name (
          table, "query-tooltip", (int) (bounds.origin.x + bounds.size.width / 2),
          (int) (bounds.origin.y + bounds.size.height / 2), FALSE, tooltip, &is_told);
      g_assert_true (is_told);
      n++;
    }
  g_assert_cmpuint (n, >=, 6);
}

/* ---- the program ---- */

static char *
write_gpu_trace (void)
{
  static const char trace[] =
      "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA H800\"}],"
      "\"traceEvents\": ["
      "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"ProfilerStep#4\", \"pid\": 1, "
      "\"tid\": 1, \"ts\": 5, \"dur\": 20},"
      "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::add\", \"pid\": 1, \"tid\": 1, "
      "\"ts\": 6, \"dur\": 2},"
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"add\", \"pid\": 0, \"tid\": 7, "
      "\"ts\": 30, \"dur\": 10, \"args\": {\"device\": 0, \"stream\": 7}}]}";
  char *path = g_build_filename (scratch, "trace.json", NULL);

  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  return path;
}

static void
remove_scratch (void)
{
  const char *const argv[] = { "rm", "-rf", scratch, NULL };

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-tour-XXXXXX", &error);
  g_assert_no_error (error);
  demo = lsc_ui_write_profile (scratch, "demo", &error);
  g_assert_no_error (error);
  pipeline = lsc_ui_write_profile (scratch, "pipeline", &error);
  g_assert_no_error (error);
  gpu = write_gpu_trace ();

  g_test_add_data_func ("/tour/words/demo", &demo, test_words);
  g_test_add_data_func ("/tour/words/pipeline", &pipeline, test_words);
  g_test_add_data_func ("/tour/words/gpu", &gpu, test_words);
  g_test_add_data_func ("/tour/room/demo", &demo, test_room);
  g_test_add_data_func ("/tour/room/gpu", &gpu, test_room);
  g_test_add_func ("/tour/details-remembered", test_remembered);
  g_test_add_func ("/tour/modules-heads", test_heads);
  status = g_test_run ();
  lsc_watchdog_report ();
  remove_scratch ();
  g_free (scratch);
  g_free (demo);
  g_free (pipeline);
  g_free (gpu);
  return status;
}
