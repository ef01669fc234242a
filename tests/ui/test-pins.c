/* test-pins.c - what is pinned on a page is the same in the report, figure by figure
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "analyze/theory/lsc-study.h"
#include "app/parts/lsc-panel.h"
#include "app/parts/lsc-table-view-private.h"
#include "app/query/lsc-query-page.h"
#include "app/window/lsc-pin-book.h"
#include "app/window/lsc-pins-dialog.h"
#include "export/lsc-export-table.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *profile;
static char *other;

static LscUi *
start (void)
{
  LscUi *ui = lsc_ui_start ();

  gtk_window_set_default_size (GTK_WINDOW (ui->window), 1400, 900);
  g_assert_true (lsc_ui_open (ui, profile));
  return ui;
}

static LscAppPage *
go_to (LscUi *ui, const char *name)
{
  lsc_window_show_page (ui->window, name);
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  return LSC_APP_PAGE (lsc_window_get_page (ui->window, name));
}

/* (transfer full): the pins of a page, as they are kept */
static GPtrArray *
read_pins (LscAppPage *page)
{
  g_autoptr (GPtrArray) book = NULL;
  LscReportOf what;

  g_assert_true (lsc_app_page_get_report (page, &what));
  book = lsc_pin_book_open (&what, NULL);
  return lsc_pin_book_collect (book);
}

/* ---- tables ---- */

/** What stood on the page when it was pinned: rows as they are sorted. */
typedef struct
{
  char *title;
  char *rows;
} Shown;

static void
shown_free (gpointer data)
{
  Shown *self = data;

  g_free (self->title);
  g_free (self->rows);
  g_free (self);
}

static char *
to_lines (LscTable *table)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GBytes) bytes = NULL;

  g_assert_true (lsc_export_json_lines (table, NULL, memory, NULL, NULL));
  g_assert_true (g_output_stream_close (memory, NULL, NULL));
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
pin_table (LscUi *ui, LscTableView *view, GPtrArray *all)
{
  LscTable *table = lsc_table_view_get_table (view);
  g_autoptr (LscTable) ordered = NULL;
  g_autofree guint32 *order = NULL;
  Shown *shown;
  gsize n;

  if (table == NULL || lsc_table_get_n_rows (table) == 0)
    return;
  lsc_ui_assert_soon (!lsc_table_view_is_busy (view));
  order = lsc_table_model_copy_order (lsc_table_view_get_model (view), &n);
  ordered = lsc_table_model_copy_rows (table, order, n);
  shown = g_new0 (Shown, 1);
  shown->title = g_strdup (view->label);
  shown->rows = to_lines (ordered);
  g_ptr_array_add (all, shown);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "table.pin", NULL));
}

/* Every table below a widget that can be seen. */
static void
pin_tables (LscUi *ui, GtkWidget *widget, GPtrArray *all)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (LSC_IS_TABLE_VIEW (widget))
    pin_table (ui, LSC_TABLE_VIEW (widget), all);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    pin_tables (ui, child, all);
}

/* All pages of a stack that the user chooses from. */
static void
pin_stack (LscUi *ui, GtkWidget *root, const char *name, GPtrArray *all)
{
  GtkWidget *stack = lsc_ui_find (root, GTK_TYPE_STACK, name);
  GtkSelectionModel *pages;

  if (stack == NULL)
    {
      pin_tables (ui, root, all);
      return;
    }
  pages = gtk_stack_get_pages (GTK_STACK (stack));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      gtk_selection_model_select_item (pages, i, TRUE);
      lsc_ui_settle ();
      pin_tables (ui, root, all);
    }
  g_object_unref (pages);
}

/* Pins all tables of all panels of a page. */
static void
pin_panels (LscUi *ui, LscAppPage *page, GPtrArray *all)
{
  GtkWidget *notebook;

  if (LSC_APP_PAGE_GET_CLASS (page)->panel_setting == NULL)
    {
      pin_stack (ui, GTK_WIDGET (page), NULL, all);
      return;
    }
  lsc_app_page_show_panel (page, 0);
  lsc_ui_settle ();
  notebook = lsc_ui_find (GTK_WIDGET (page), GTK_TYPE_NOTEBOOK, NULL);
  g_assert_nonnull (notebook);
  for (int i = 0; i < gtk_notebook_get_n_pages (GTK_NOTEBOOK (notebook)); i++)
    {
      LscPanel *panel = lsc_app_page_get_panel (page, (guint) i);

      if (!gtk_widget_get_visible (GTK_WIDGET (panel))) /* nothing to tell here */
        continue;
      lsc_app_page_show_panel (page, (guint) i);
      lsc_ui_settle ();
      lsc_ui_assert_soon (!lsc_app_page_is_busy (page) && !lsc_panel_is_busy (panel) &&
                          !lsc_window_is_busy (ui->window));
      lsc_ui_settle ();
      pin_stack (ui, GTK_WIDGET (panel), "lists", all);
    }
}

/* ---- the report ---- */

static JsonNode *
write_report (LscAppPage *page)
{
  g_autofree char *path = g_build_filename (scratch, "pins.json", NULL);
  g_autofree char *text = NULL;
  JsonNode *root;

  g_unlink (path);
  lsc_app_page_write_report (page, path, TRUE);
  lsc_ui_assert_soon (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  root = json_from_string (text, NULL);
  g_assert_nonnull (root);
  return root;
}

/* The rows of a section, a line each, as the form of tables has them. */
static char *
get_rows (JsonObject *section)
{
  JsonArray *items = json_object_get_array_member (section, "items");

  for (guint i = 0; i < json_array_get_length (items); i++)
    {
      JsonObject *item = json_array_get_object_element (items, i);

      if (json_object_has_member (item, "rows"))
        return json_to_string (json_object_get_member (item, "rows"), FALSE);
      if (json_object_has_member (item, "text"))
        g_test_message ("%s: %s", json_object_get_string_member (section, "title"),
                        json_object_get_string_member (item, "text"));
    }
  return NULL;
}

static char *
normalise (const char *lines)
{
  g_auto (GStrv) parts = g_strsplit (lines, "\n", -1);
  g_autofree char *joined = NULL, *text = NULL;
  g_autoptr (JsonNode) node = NULL;

  if (g_strv_length (parts) > 0 && *parts[g_strv_length (parts) - 1] == '\0')
    g_clear_pointer (&parts[g_strv_length (parts) - 1], g_free);
  joined = g_strjoinv (",", parts);
  text = g_strdup_printf ("[%s]", joined);
  node = json_from_string (text, NULL);
  g_assert_nonnull (node);
  return json_to_string (node, FALSE);
}

/* Each pinned table stands in the report as it stood on the page, row by row, in its order. */
static void
assert_same (LscAppPage *page, const GPtrArray *all)
{
  g_autoptr (JsonNode) root = write_report (page);
  JsonArray *sections = json_object_get_array_member (json_node_get_object (root), "sections");

  g_assert_cmpuint (json_array_get_length (sections), ==, all->len + 1);
  for (guint i = 0; i < all->len; i++)
    {
      const Shown *shown = all->pdata[i];
      JsonObject *section = json_array_get_object_element (sections, i);
      g_autofree char *rows = get_rows (section), *was = normalise (shown->rows);

      g_assert_cmpstr (json_object_get_string_member (section, "title"), ==, shown->title);
      g_assert_cmpstr (rows, ==, was);
    }
}

static void
remove_pins (LscAppPage *page)
{
  g_autoptr (GPtrArray) book = NULL;
  LscReportOf what;

  g_assert_true (lsc_app_page_get_report (page, &what));
  book = lsc_pin_book_open (&what, NULL);
  for (guint i = 0; i < book->len; i++)
    {
      LscPinSheet *sheet = book->pdata[i];

      g_ptr_array_set_size (sheet->pins, 0);
      g_assert_true (lsc_pin_sheet_save (sheet, NULL));
    }
}

/* ---- the tests ---- */

static void
walk (LscUi *ui, const char *name, guint least)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (shown_free);
  LscAppPage *page = go_to (ui, name);

  pin_panels (ui, page, all);
  g_test_message ("%s: %u tables", name, all->len);
  g_assert_cmpuint (all->len, >=, least);
  assert_same (page, all);
  remove_pins (page);
}

static void
test_tables (void)
{
  g_autoptr (LscUi) ui = start ();

  walk (ui, "overview", 1);
  walk (ui, "findings", 1);
  walk (ui, "timeline", 4);
}

static gboolean
has_view (const GPtrArray *pins, const char *view)
{
  for (guint i = 0; i < pins->len; i++)
    if (g_str_equal (lsc_pins_get (pins, i)->view, view))
      return TRUE;
  return FALSE;
}

/* The tables of a step, with what stands beside it and what is predicted of it. */
static void
test_pipeline (void)
{
  g_autoptr (LscUi) ui = start ();
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (shown_free);
  g_autoptr (GPtrArray) pins = NULL;
  LscAppPage *page;

  page = go_to (ui, "pipeline");
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (page), "pipecmp.with", "s", "theory-stage"));
  lsc_ui_settle ();
  lsc_ui_assert_soon (!lsc_app_page_is_busy (page));
  pin_panels (ui, page, all);
  pins = read_pins (page);
  g_assert_cmpuint (pins->len, ==, all->len); /* none was refused */
  g_assert_true (has_view (pins, "pipeline/PpDelta") && has_view (pins, "pipeline/PpWhatIf"));
  assert_same (page, all);
  remove_pins (page);
}

/* The tables of both recordings, and each view above them. */
static void
test_compare (void)
{
  static const char *const views[] = { NULL, "compare.timelines", "compare.pipelines" };
  g_autoptr (LscUi) ui = start ();
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (shown_free), pins = NULL;
  LscAppPage *page;

  g_assert_true (lsc_ui_open (ui, other));
  page = go_to (ui, "compare");
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      if (views[i] != NULL)
        g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), views[i], NULL));
      lsc_ui_settle ();
      lsc_ui_assert_soon (!lsc_app_page_is_busy (page) && !lsc_window_is_busy (ui->window));
      lsc_ui_settle ();
      gtk_window_set_focus (GTK_WINDOW (ui->window), NULL);
      lsc_ui_activate (ui, "win.pin", NULL);
      lsc_ui_settle ();
    }
  pins = read_pins (page);
  g_assert_true (has_view (pins, "compare/chart") && has_view (pins, "compare/timelines") &&
                 has_view (pins, "compare/pipelines"));
  remove_pins (page);
  pin_panels (ui, page, all);
  g_clear_pointer (&pins, g_ptr_array_unref);
  pins = read_pins (page);
  g_assert_cmpuint (pins->len, ==, all->len);
  g_assert_true (has_view (pins, "compare/PpTwins") && has_view (pins, "compare/FindingChange"));
  assert_same (page, all);
  remove_pins (page);
}

/* Brings a panel to the front and gives its tab the focus. */
static void
focus_tab (LscUi *ui, LscAppPage *page, guint panel)
{
  GtkWidget *notebook;

  lsc_app_page_show_panel (page, panel);
  lsc_ui_settle ();
  lsc_ui_assert_soon (!lsc_app_page_is_busy (page) && !lsc_window_is_busy (ui->window));
  notebook = gtk_widget_get_ancestor (GTK_WIDGET (lsc_app_page_get_panel (page, panel)),
                                      GTK_TYPE_NOTEBOOK);
  g_assert_true (gtk_widget_grab_focus (notebook));
  lsc_ui_settle ();
}

/* The key pins what a panel shows as @view, or tells why it does not: %NULL. */
static void
pin_panel (LscUi *ui, LscAppPage *page, guint panel, const char *view)
{
  g_autoptr (GPtrArray) before = read_pins (page), after = NULL;
  const char *no_pin = LSC_PANEL_GET_CLASS (lsc_app_page_get_panel (page, panel))->no_pin;

  focus_tab (ui, page, panel);
  lsc_ui_activate (ui, "win.pin", NULL);
  lsc_ui_settle ();
  after = read_pins (page);
  g_assert_cmpuint (after->len, ==, before->len + (view != NULL));
  if (view != NULL)
    g_assert_cmpstr (lsc_pins_get (after, after->len - 1)->view, ==, view);
  else
    lsc_ui_assert_soon (lsc_ui_find_label (
        GTK_WIDGET (ui->window), no_pin != NULL ? no_pin : "There is nothing here to pin yet"));
}

/* The report makes all pins of a page anew. */
static void
assert_made (LscAppPage *page)
{
  g_autofree char *path = g_build_filename (scratch, "panels.html", NULL), *html = NULL;

  g_unlink (path);
  lsc_app_page_write_report (page, path, TRUE);
  lsc_ui_assert_soon (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (path, &html, NULL, NULL));
  g_assert_null (strstr (html, "Not available"));
}

/* Without a table a panel pins the one of what it draws. Nothing was chosen, searched, marked or
 * drawn beside, and only one rank is loaded. */
static void
test_panels (void)
{
  static const struct
  {
    const char *page;
    const char *views[11];
  } pages[] = {
    { "overview",
      { "overview/overview", "overview/overview_waits", "overview/steps", "overview/computing",
        "overview/stragglers" } },
    { "timeline",
      { "timeline/range", "timeline/range", NULL, NULL, "timeline/gaps", NULL, NULL, NULL } },
    { "pipeline",
      { "pipeline/PpVerdict", "pipeline/PpSummary", "pipeline/PpWait", "pipeline/PpBalance",
        "pipeline/stragglers", "pipeline/PpLadder", "pipeline/PpPath", "pipeline/PpWhatIf", NULL,
        "pipeline/PpClock" } },
  };
  g_autoptr (LscUi) ui = start ();

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      LscAppPage *page = go_to (ui, pages[i].page);

      for (guint panel = 0; lsc_app_page_get_panel (page, panel) != NULL; panel++)
        pin_panel (ui, page, panel, pages[i].views[panel]);
      assert_made (page);
      remove_pins (page);
    }
}

/* A flame graph is pinned as the names of the one lane that it draws. */
static void
test_flame (void)
{
  g_autoptr (LscUi) ui = start ();
  LscAppPage *page = go_to (ui, "timeline");
  g_autoptr (GPtrArray) pins = NULL;
  gint64 all, lane;

  pin_panel (ui, page, 0, "timeline/range");
  pin_panel (ui, page, 1, "timeline/range");
  pins = read_pins (page);
  g_assert_false (lsc_pin_get_int (lsc_pins_get (pins, 0), "lanes", &all));
  g_assert_true (lsc_pin_get_int (lsc_pins_get (pins, 1), "lanes", &lane));
  g_assert_cmpint (lane, >, 0);
  g_assert_cmpstr (lsc_pins_get (pins, 1)->title, ==, "Flame Graph");
  remove_pins (page);
}

/* What is drawn beside a step goes with it, where it is of this recording. */
static void
test_beside (void)
{
  g_autoptr (LscUi) ui = start ();
  LscAppPage *page = go_to (ui, "pipeline");
  g_autoptr (GPtrArray) pins = NULL;
  gint64 costs;
  LscPin *pin;

  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (page), "pipecmp.with", "s", "theory-stage"));
  lsc_ui_settle ();
  lsc_ui_assert_soon (!lsc_app_page_is_busy (page));
  lsc_ui_settle ();
  gtk_window_set_focus (GTK_WINDOW (ui->window), NULL);
  lsc_ui_activate (ui, "win.pin", NULL);
  lsc_ui_settle ();
  pins = read_pins (page);
  g_assert_cmpuint (pins->len, ==, 1);
  pin = lsc_pins_get (pins, 0);
  g_assert_cmpstr (lsc_pin_get (pin, "twin"), ==, "1");
  g_assert_true (lsc_pin_get_int (pin, "costs", &costs));
  g_assert_cmpint (costs, ==, LSC_THEORY_STAGE);
  g_assert_nonnull (lsc_pin_get (pin, "beside_title"));
  remove_pins (page);
}

/* What each page shows is pinned by its key, and can be made anew. */
static void
test_charts (void)
{
  static const char *const pages[] = { "overview", "timeline", "modules", "pipeline", "findings" };
  g_autoptr (LscUi) ui = start ();
  g_autoptr (GPtrArray) pins = NULL;
  g_autofree char *path = g_build_filename (scratch, "charts.html", NULL), *html = NULL;
  LscAppPage *page = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      page = go_to (ui, pages[i]);
      gtk_window_set_focus (GTK_WINDOW (ui->window), NULL);
      lsc_ui_activate (ui, "win.pin", NULL);
      lsc_ui_settle ();
    }
  pins = read_pins (page);
  g_assert_cmpuint (pins->len, ==, G_N_ELEMENTS (pages));
  lsc_app_page_write_report (page, path, TRUE);
  lsc_ui_assert_soon (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (path, &html, NULL, NULL));
  g_assert_null (strstr (html, "Not available"));
  g_assert_nonnull (strstr (html, "stage 1</text>"));
  remove_pins (page);
}

/* (nullable): the widget with that tooltip */
static GtkWidget *
find_tooltip (GtkWidget *widget, const char *text)
{
  GtkWidget *found = NULL;

  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_tooltip (child, text);
  return found;
}

static void
click (GtkWidget *dialog, const char *tooltip)
{
  GtkWidget *button = find_tooltip (dialog, tooltip);

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  lsc_ui_settle ();
}

/* The list edits, orders and removes; all of it is kept, and not in the profile. */
static void
test_list (void)
{
  static const char *const pages[] = { "overview", "modules", "findings" };
  g_autoptr (LscUi) ui = start ();
  g_autoptr (GPtrArray) pins = NULL;
  LscAppPage *page = NULL;
  GtkWidget *dialog;

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      page = go_to (ui, pages[i]);
      gtk_window_set_focus (GTK_WINDOW (ui->window), NULL);
      lsc_ui_activate (ui, "win.pin", NULL);
    }
  dialog = lsc_pins_dialog_new (GTK_WINDOW (ui->window), page);
  gtk_window_present (GTK_WINDOW (dialog));
  lsc_ui_settle ();
  gtk_editable_set_text (GTK_EDITABLE (lsc_ui_find (dialog, GTK_TYPE_ENTRY, NULL)), "My ranks");
  if (g_getenv ("LANESCOPE_SHOTS") != NULL) /* a picture for people */
    {
      g_autofree char *path = g_build_filename (g_getenv ("LANESCOPE_SHOTS"), "pins.png", NULL);

      g_autoptr (GError) error = NULL;

      lsc_ui_settle ();
      if (!lsc_ui_shoot (dialog, path, &error))
        g_test_message ("%s", error->message);
    }
  click (dialog, "Move \342\200\234Findings\342\200\235 up");
  click (dialog, "Remove \342\200\234Modules\342\200\235");
  gtk_window_close (GTK_WINDOW (dialog));
  lsc_ui_settle ();
  pins = read_pins (page);
  g_assert_cmpuint (pins->len, ==, 2);
  g_assert_cmpstr (lsc_pins_get (pins, 0)->title, ==, "My ranks");
  g_assert_cmpstr (lsc_pins_get (pins, 1)->title, ==, "Findings");
  remove_pins (page);
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
  int result;

  lsc_ui_set_up_places ();
  g_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-pins-XXXXXX", NULL);
  profile = lsc_ui_write_profile (scratch, "demo", NULL);
  other = lsc_ui_write_profile (scratch, "small", NULL);
  g_assert_nonnull (profile);
  g_assert_nonnull (other);
  g_test_add_func ("/pins/tables", test_tables);
  g_test_add_func ("/pins/pipeline", test_pipeline);
  g_test_add_func ("/pins/compare", test_compare);
  g_test_add_func ("/pins/panels", test_panels);
  g_test_add_func ("/pins/flame", test_flame);
  g_test_add_func ("/pins/beside", test_beside);
  g_test_add_func ("/pins/charts", test_charts);
  g_test_add_func ("/pins/list", test_list);
  result = g_test_run ();
  remove_scratch ();
  g_free (profile);
  g_free (other);
  g_free (scratch);
  return result;
}
