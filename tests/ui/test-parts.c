/* test-parts.c - parts that pages share, each alone in a window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "app/compare/lsc-compare-panels.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-choices.h"
#include "app/parts/lsc-lazy-cell.h"
#include "app/parts/lsc-panel.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-table-view.h"
#include "app/parts/lsc-task-row.h"
#include "app/parts/lsc-toolbar.h"
#include "app/pipeline/lsc-pipeline-panels.h"
#include "app/timeline/lsc-timeline-panels.h"
#include "lsc-ui-driver.h"

/* ---- panels ---- */

/* Every tab says in a sentence what it tells. */
static void
test_tabs (void)
{
  static const LscAppPagePanel *const lists[] = { lsc_overview_panels, lsc_timeline_panels,
                                                  lsc_pipeline_panels, lsc_compare_panels };
  GtkWidget *notebook = g_object_ref_sink (gtk_notebook_new ());
  GtkWidget *panel;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (const LscAppPagePanel *at = lists[i]; at->get_type; at++)
      {
        g_test_message ("%s", at->title);
        g_assert_nonnull (at->about);
        g_assert_true (g_str_has_suffix (at->about, "."));
      }
  panel = lsc_panel_add (GTK_NOTEBOOK (notebook), notebook, lsc_timeline_panels[0].get_type (),
                         lsc_timeline_panels[0].title, lsc_timeline_panels[0].about);
  g_assert_cmpstr (
      gtk_widget_get_tooltip_text (gtk_notebook_get_tab_label (GTK_NOTEBOOK (notebook), panel)), ==,
      lsc_timeline_panels[0].about);
  g_object_unref (notebook);
}

typedef LscPanel TryPanel;
typedef LscPanelClass TryPanelClass;
GType try_panel_get_type (void);
G_DEFINE_TYPE (TryPanel, try_panel, LSC_TYPE_PANEL)

static struct
{
  const char *reason;
  gboolean is_unwanted;
  guint n_filled, n_done, n_asked;
} tried;

static gpointer
run_nothing (gpointer data, LscJob *job, GError **error)
{
  return g_strdup ("result");
}

static void
try_panel_refresh (LscPanel *panel)
{
  tried.n_filled++;
  lsc_panel_start (
      panel, &(LscTaskWork){ .name = "test: panel", .run = run_nothing, .free_result = g_free });
}

static void
try_panel_done (LscPanel *panel, gpointer result, const GError *error)
{
  g_assert_cmpstr (result, ==, "result");
  tried.n_done++;
}

static char *
try_panel_why_not (LscPanel *panel)
{
  return g_strdup (tried.reason);
}

static gboolean
try_panel_wants (LscPanel *panel, guint what)
{
  tried.n_asked++;
  return !tried.is_unwanted;
}

static void
try_panel_init (TryPanel *self)
{
  lsc_panel_set_content (self, gtk_label_new ("content"));
}

static void
try_panel_class_init (TryPanelClass *class)
{
  class->depends = 1 | 2;
  class->outdates = 2;
  class->wants = try_panel_wants;
  class->why_not = try_panel_why_not;
  class->refresh = try_panel_refresh;
  class->done = try_panel_done;
}

static gboolean
is_panel_idle (gpointer panel)
{
  return !lsc_panel_is_busy (panel);
}

static void
wait_for_panel (GtkWidget *panel)
{
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_panel_idle, panel, 60.0));
}

static void
check_seen_panel (GtkNotebook *notebook, GtkWidget *panel)
{
  wait_for_panel (panel);
  g_assert_cmpuint (tried.n_filled, ==, 1);
  g_assert_cmpuint (tried.n_done, ==, 1);
  lsc_panel_tell_all (notebook, 4); /* nothing that it depends on */
  tried.is_unwanted = TRUE;
  lsc_panel_tell_all (notebook, 1);
  tried.is_unwanted = FALSE;
  wait_for_panel (panel);
  g_assert_cmpuint (tried.n_filled, ==, 1);
  lsc_panel_invalidate (LSC_PANEL (panel));
  lsc_panel_tell_all (notebook, 1);
  wait_for_panel (panel);
  g_assert_cmpuint (tried.n_filled, ==, 2); /* once for both */
  g_assert_cmpuint (tried.n_done, ==, 2);
  try_panel_refresh (LSC_PANEL (panel));
  tried.reason = "There is nothing.";
  lsc_panel_tell_all (notebook, 2); /* what was just started is of no use */
  wait_for_panel (panel);
  g_assert_cmpuint (tried.n_filled, ==, 3);
  g_assert_cmpuint (tried.n_done, ==, 2);
  g_assert_nonnull (lsc_ui_find_label (panel, tried.reason));
  g_assert_null (lsc_ui_find_label (panel, "content"));
  tried.reason = NULL;
  lsc_panel_tell_all (notebook, 1);
  wait_for_panel (panel);
  g_assert_nonnull (lsc_ui_find_label (panel, "content"));
  g_assert_cmpuint (tried.n_done, ==, 3);
}

/* Filled when seen, once for all that changed meanwhile. */
static void
test_panel (void)
{
  GtkWidget *window = gtk_window_new (), *notebook = gtk_notebook_new (), *panel;

  gtk_window_set_child (GTK_WINDOW (window), notebook);
  gtk_widget_hide (notebook);
  panel = lsc_panel_add (GTK_NOTEBOOK (notebook), notebook, try_panel_get_type (), "Tried",
                         "What is tried");
  gtk_window_present (GTK_WINDOW (window));
  lsc_ui_settle ();
  lsc_panel_tell_all (GTK_NOTEBOOK (notebook), 1);
  lsc_panel_tell_all (GTK_NOTEBOOK (notebook), 4);
  lsc_ui_settle ();
  g_assert_cmpuint (tried.n_asked, ==, 1);
  g_assert_cmpuint (tried.n_filled, ==, 0);
  gtk_widget_show (notebook);
  check_seen_panel (GTK_NOTEBOOK (notebook), panel);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- tables ---- */

typedef struct
{
  const char *name;
  gint64 count;
  gint64 hidden;
  gint64 bare;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, name, "name", "Name", LSC_UNIT_NONE, NULL, "Name of the row."),
  LSC_COLUMN (Row, count, "count", "Count", LSC_UNIT_COUNT, NULL, "How many there are."),
  LSC_COLUMN (Row, hidden, "hidden", "Hidden", LSC_UNIT_COUNT, NULL, "Not shown."),
  LSC_COLUMN (Row, bare, "bare", "Bare", LSC_UNIT_COUNT, NULL, NULL),
};

static gboolean
is_in_sight (LscTableView *view, GtkWidget *cell)
{
  graphene_rect_t rect;

  return gtk_widget_get_mapped (cell) &&
         gtk_widget_compute_bounds (cell, GTK_WIDGET (view), &rect) && rect.origin.y > 0 &&
         rect.origin.y + rect.size.height < (float) gtk_widget_get_height (GTK_WIDGET (view)) &&
         rect.origin.x > 0 &&
         rect.origin.x + rect.size.width < (float) gtk_widget_get_width (GTK_WIDGET (view));
}

/* Counts cells in sight by column, each of which shows what stands at its position. */
static void
check_cells (LscTableView *view, GtkWidget *widget, guint *n_seen)
{
  LscTableModel *model = lsc_table_view_get_model (view);

  if (LSC_IS_LAZY_CELL (widget) && is_in_sight (view, widget))
    {
      LscLazyCell *cell = LSC_LAZY_CELL (widget);
      guint position = gtk_list_item_get_position (lsc_lazy_cell_get_item (cell));
      g_autofree char *text = lsc_table_view_get_text (
          view, lsc_table_model_get_row (model, position), lsc_lazy_cell_get_column (cell));

      g_assert_cmpstr (lsc_lazy_cell_get_written (cell), ==, text);
      n_seen[lsc_lazy_cell_get_column (cell)]++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_cells (view, child, n_seen);
}

/* Cells in sight are written, wherever the view goes; @column is, @hidden is not. */
static void
check_seen_cells (LscTableView *view, guint column, guint hidden)
{
  guint n_seen[G_N_ELEMENTS (columns)] = { 0 };

  lsc_ui_settle ();
  check_cells (view, GTK_WIDGET (view), n_seen);
  g_assert_cmpuint (n_seen[column], >, 5);
  g_assert_cmpuint (n_seen[column], <, 30);
  g_assert_cmpuint (n_seen[hidden], ==, 0);
}

static void
scroll_by (GtkWidget *view, double x, double y)
{
  GtkScrolledWindow *scrolled = GTK_SCROLLED_WINDOW (gtk_widget_get_first_child (view));
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (scrolled);
  GtkAdjustment *down = gtk_scrolled_window_get_vadjustment (scrolled);

  gtk_adjustment_set_value (across, gtk_adjustment_get_value (across) + x);
  gtk_adjustment_set_value (down, gtk_adjustment_get_value (down) + y);
}

static void
on_items_changed (GListModel *model, guint position, guint removed, guint added, guint *n_changes)
{
  (*n_changes)++;
}

static LscTable *
make_long_table (void)
{
  LscTable *table = lsc_table_new ("rows", columns, G_N_ELEMENTS (columns));

  for (gint64 i = 0; i < 4000; i++)
    lsc_table_add (table, &(Row){ "row", i * 1237 % 4001, i, i });
  return table;
}

/* Sorting changes no item of the list; what is in sight is written anew, after scrolling, too. */
static void
test_table_cells (void)
{
  GtkWidget *window = gtk_window_new (), *widget = lsc_table_view_new ("Rows");
  LscTableView *view = LSC_TABLE_VIEW (widget);
  g_autoptr (LscTable) table = make_long_table ();
  guint n_changes = 0;
  guint32 row = 0;

  gtk_window_set_default_size (GTK_WINDOW (window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  lsc_table_view_set_table (view, table);
  lsc_table_view_widen (view, "hidden", 700);
  check_seen_cells (view, 1, 3);
  g_signal_connect (lsc_table_view_get_model (view), "items-changed", G_CALLBACK (on_items_changed),
                    &n_changes);
  lsc_table_view_sort (view, "count", TRUE);
  check_seen_cells (view, 1, 3);
  scroll_by (widget, 0, 700);
  check_seen_cells (view, 1, 3);
  scroll_by (widget, 700, 0);
  check_seen_cells (view, 3, 1);
  lsc_table_view_select (view, 17);
  lsc_table_view_sort (view, "count", FALSE); /* follows the row */
  check_seen_cells (view, 3, 1);
  g_assert_true (lsc_table_view_get_selected (view, &row));
  g_assert_cmpuint (row, ==, 17);
  g_assert_cmpuint (n_changes, ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

static guint
count_cells (GtkWidget *widget)
{
  guint n = LSC_IS_LAZY_CELL (widget) ? 1 : 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    n += count_cells (child);
  return n;
}

/* Of a long table a few rows are made at once and the others in the frames that follow; a row that
 * is asked for by the program is there at once. */
static void
test_table_growth (void)
{
  GtkWidget *window = gtk_window_new (), *widget = lsc_table_view_new ("Rows");
  LscTableView *view = LSC_TABLE_VIEW (widget);
  g_autoptr (LscTable) table = make_long_table ();
  guint most = 30 * G_N_ELEMENTS (columns);
  guint32 row = 0;

  gtk_window_set_default_size (GTK_WINDOW (window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  lsc_ui_settle ();
  lsc_table_view_set_table (view, table);
  g_assert_cmpuint (count_cells (widget), >, 0);
  g_assert_cmpuint (count_cells (widget), <, most);
  g_assert_true (lsc_table_view_is_busy (view));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (lsc_table_view_get_model (view))), ==,
                    4000); /* whatever the list has of it */
  lsc_ui_assert_soon (!lsc_table_view_is_busy (view));
  g_assert_cmpuint (count_cells (widget), >, most);

  lsc_table_view_set_table (view, NULL);
  lsc_table_view_set_table (view, table);
  lsc_table_view_select (view, 3000);
  g_assert_true (lsc_table_view_get_selected (view, &row));
  g_assert_cmpuint (row, ==, 3000);
  g_assert_false (lsc_table_view_is_busy (view));

  lsc_table_view_set_table (view,
                            NULL); /* while it is not seen nothing comes, and then it goes on */
  lsc_table_view_set_table (view, table);
  gtk_widget_set_visible (widget, FALSE);
  g_assert_false (lsc_table_view_is_busy (view));
  g_assert_cmpuint (count_cells (widget), <, most);
  gtk_widget_set_visible (widget, TRUE);
  lsc_ui_assert_soon (count_cells (widget) > most && !lsc_table_view_is_busy (view));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Each title that is seen tells what its column says. */
static void
check_titles (GtkColumnView *view)
{
  GtkWidget *heads = gtk_widget_get_first_child (GTK_WIDGET (view));
  guint n_seen = 0;

  lsc_ui_settle ();
  for (GtkWidget *head = gtk_widget_get_first_child (heads); head != NULL;
       head = gtk_widget_get_next_sibling (head))
    for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
      if (lsc_ui_find_label (head, columns[i].title) != NULL)
        {
          g_assert_cmpstr (gtk_widget_get_tooltip_text (head), ==, columns[i].about);
          n_seen++;
        }
  g_assert_cmpuint (n_seen, ==, 3);
}

static void
check_widths (LscTableView *table, GtkColumnViewColumn *name, GtkColumnViewColumn *count)
{
  lsc_table_view_widen (table, "count", 321);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (count), ==, 321);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (name), ==, -1);
  lsc_table_view_widen (table, "count", 99); /* the user's, or given before */
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (count), ==, 321);
  lsc_table_view_widen (table, "no such column", 99);
}

/* A column that is not shown asks for no room, whatever its names are. */
static void
test_table_hidden (void)
{
  static const LscColumn texts[] = {
    { .name = "shown", .title = "Shown", .type = LSC_TYPE_TEXT },
    { .name = "hidden", .title = "Hidden", .type = LSC_TYPE_TEXT }
  };
  static const char *const hidden[] = { "hidden", NULL };
  GtkWidget *widget = lsc_table_view_new ("Rows"), *window = gtk_window_new ();
  LscTableView *table = LSC_TABLE_VIEW (widget);
  g_autoptr (LscTable) rows = lsc_table_new ("rows", texts, G_N_ELEMENTS (texts));
  g_autofree char *name = g_strnfill (60, 'm');
  GtkWidget *head;
  int minimum[2];

  lsc_table_add_row (rows);
  lsc_table_set_text (rows, 0, 0, "a");
  lsc_table_set_text (rows, 0, 1, name);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < 2; i++)
    {
      lsc_table_view_set_hidden (table, i == 0 ? NULL : hidden);
      lsc_table_view_set_table (table, rows);
      lsc_table_view_widen (table, "hidden", 500);
      lsc_ui_settle ();
      head = gtk_widget_get_first_child (lsc_ui_find (widget, GTK_TYPE_COLUMN_VIEW, NULL));
      gtk_widget_measure (head, GTK_ORIENTATION_HORIZONTAL, -1, &minimum[i], NULL, NULL, NULL);
    }
  g_assert_cmpint (minimum[0], >=, 500);
  g_assert_cmpint (minimum[1], <, 250);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Whether the names of a table whose only name is @name take the room that is left. */
static gboolean
names_expand (const char *name)
{
  GtkWidget *widget = lsc_table_view_new ("Rows"), *window = gtk_window_new (), *view;
  g_autoptr (LscTable) rows = lsc_table_new ("rows", columns, G_N_ELEMENTS (columns));
  g_autoptr (GtkColumnViewColumn) column = NULL;
  gboolean expands;

  lsc_table_add (rows, &(Row){ name, 1, 2, 3 });
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  lsc_table_view_set_table (LSC_TABLE_VIEW (widget), rows);
  view = lsc_ui_find (widget, GTK_TYPE_COLUMN_VIEW, NULL);
  column = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (view)), 0);
  expands = gtk_column_view_column_get_expand (column);
  gtk_window_destroy (GTK_WINDOW (window));
  return expands;
}

/* Figures stand beside short names; long ones take what room there is. */
static void
test_table_room (void)
{
  g_assert_false (names_expand ("aten::mm"));
  g_assert_true (names_expand ("GPTModel/TransformerBlock/TransformerLayer/SelfAttention"));
}

/* A sentence may take some lines only, and its tool tip has the rest. */
static void
test_table_sentences (void)
{
  static const LscColumn texts[] = {
    { .name = "reason", .title = "Because", .type = LSC_TYPE_TEXT },
  };
  static const char sentence[] =
      "computes for 118.2 ms per step (median), its peers for 89.73 ms; 18.92 ms of the difference "
      "is one kernel that takes longer in each of its calls than on any other rank";
  GtkWidget *widget = lsc_table_view_new ("Rows"), *window = gtk_window_new (), *label;
  g_autoptr (LscTable) rows = lsc_table_new ("rows", texts, G_N_ELEMENTS (texts));

  lsc_table_add_row (rows);
  lsc_table_set_text (rows, 0, 0, sentence);
  lsc_table_view_set_most_lines (LSC_TABLE_VIEW (widget), 2);
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 200);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  lsc_table_view_set_table (LSC_TABLE_VIEW (widget), rows);
  lsc_ui_settle ();
  label = lsc_ui_find_label (widget, "computes for ");
  g_assert_nonnull (label);
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (label))), ==, 2);
  g_assert_true (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (label), "than on any other rank"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_table_titles (void)
{
  static const char *const hidden[] = { "hidden", NULL };
  GtkWidget *window = gtk_window_new (), *widget = lsc_table_view_new ("Rows");
  LscTableView *table = LSC_TABLE_VIEW (widget);
  GtkColumnView *view;
  g_autoptr (LscTable) rows = lsc_table_new ("rows", columns, G_N_ELEMENTS (columns));
  g_autoptr (GtkColumnViewColumn) name = NULL, count = NULL;

  lsc_table_view_widen (table, "count", 99); /* there is none yet */
  lsc_table_view_set_hidden (table, hidden);
  lsc_table_view_set_table (table, rows);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  view = GTK_COLUMN_VIEW (lsc_ui_find (widget, GTK_TYPE_COLUMN_VIEW, NULL));
  check_titles (view);
  name = g_list_model_get_item (gtk_column_view_get_columns (view), 0);
  count = g_list_model_get_item (gtk_column_view_get_columns (view), 1);
  gtk_column_view_insert_column (view, 2, name);
  check_titles (view);
  lsc_table_view_set_table (table, rows);
  check_titles (view);
  check_widths (table, name, count);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- labels ---- */

/* Returns: the lines of a label as narrow as it can be, with a | between them */
static char *
get_lines (GtkLabel *label)
{
  PangoLayout *layout = gtk_label_get_layout (label);
  GString *lines = g_string_new (NULL);

  pango_layout_set_width (layout, PANGO_SCALE);
  for (GSList *l = pango_layout_get_lines_readonly (layout); l; l = l->next)
    {
      const PangoLayoutLine *line = l->data;
      g_autofree char *text =
          g_strndup (gtk_label_get_text (label) + line->start_index, (gsize) line->length);

      g_string_append_printf (lines, "%s%s", lines->len > 0 ? "|" : "", g_strstrip (text));
    }
  return g_string_free (lines, FALSE);
}

/* No line breaks between a number and its unit, in whichever text the label has at the time. */
static void
test_units (void)
{
  static const char *const cases[][2] = {
    { "It took 59.5 % (90.36 ms) of it.", "It|took|59.5 %|(90.36 ms)|of|it." },
    { "9 msec, 3 kernels, 5 s.", "9|msec,|3|kernels,|5 s." },
    { "占 3 GB/s，即 8 %。", "占|3 GB/s，|即|8 %。" },
    { " % 4 ", "%|4" },
  };
  g_autoptr (GtkWidget) widget = g_object_ref_sink (gtk_label_new ("1 ms"));

  gtk_label_set_wrap (GTK_LABEL (widget), TRUE);
  lsc_labels_keep_units (widget);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *lines = NULL;

      gtk_label_set_label (GTK_LABEL (widget), cases[i][0]);
      lines = get_lines (GTK_LABEL (widget));
      g_assert_cmpstr (lines, ==, cases[i][1]);
      g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (widget)), ==, cases[i][0]);
    }
}

/* ---- toolbars ---- */

#define N_BUTTONS 8

static GtkWidget *
make_toolbar (GtkWidget **tools)
{
  GtkWidget *toolbar = g_object_new (LSC_TYPE_TOOLBAR, NULL);

  for (guint i = 0; i < N_BUTTONS; i++)
    {
      tools[i] = gtk_button_new_from_icon_name ("edit-copy-symbolic");
      gtk_widget_set_tooltip_text (tools[i], "What it does");
      gtk_widget_insert_before (tools[i], toolbar, gtk_widget_get_last_child (toolbar));
    }
  tools[N_BUTTONS] = gtk_search_entry_new ();
  gtk_widget_set_hexpand (tools[N_BUTTONS], TRUE);
  gtk_widget_insert_before (tools[N_BUTTONS], toolbar, gtk_widget_get_last_child (toolbar));
  return toolbar;
}

/* Every tool is in the row, inside it and beside the others, or in the menu. */
static guint
check_tools (GtkWidget *toolbar, GtkWidget **tools)
{
  double right = 0;
  guint n_menu = 0;

  for (guint i = 0; i <= N_BUTTONS; i++)
    {
      double x = 0, y = 0;

      if (gtk_widget_get_parent (tools[i]) != toolbar)
        {
          g_assert_nonnull (gtk_widget_get_ancestor (tools[i], GTK_TYPE_POPOVER));
          g_assert_true (ADW_IS_BUTTON_CONTENT (gtk_button_get_child (GTK_BUTTON (tools[i]))));
          n_menu++;
          continue;
        }
      g_assert_true (i == N_BUTTONS || gtk_button_get_icon_name (GTK_BUTTON (tools[i])));
      g_assert_true (gtk_widget_translate_coordinates (tools[i], toolbar, 0, 0, &x, &y));
      g_assert_cmpfloat (x, >=, right);
      right = x + gtk_widget_get_width (tools[i]);
    }
  g_assert_cmpfloat (right, <=, gtk_widget_get_width (toolbar));
  g_assert_cmpuint (lsc_toolbar_get_n_hidden (LSC_TOOLBAR (toolbar)), ==, n_menu);
  return n_menu;
}

static void
test_toolbar (void)
{
  static const int widths[] = { 900, 360, 240, 300, 900 };
  GtkWidget *window = gtk_window_new (), *fixed = gtk_fixed_new ();
  GtkWidget *tools[N_BUTTONS + 1];
  GtkWidget *toolbar = make_toolbar (tools);
  guint n_before = 0;

  gtk_fixed_put (GTK_FIXED (fixed), toolbar, 0, 0);
  gtk_window_set_child (GTK_WINDOW (window), fixed);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      guint n;

      gtk_widget_set_size_request (toolbar, widths[i], -1);
      lsc_ui_settle ();
      n = check_tools (toolbar, tools);
      g_test_message ("%d px: %u in the menu", widths[i], n);
      g_assert_true (gtk_widget_get_parent (tools[N_BUTTONS]) == toolbar);
      g_assert_cmpuint (n == 0, ==, widths[i] == 900);
      g_assert_true (i == 0 || (widths[i] < widths[i - 1] ? n > n_before : n < n_before));
      n_before = n;
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What is in the menu can be read without opening it; without a menu nothing is told. */
static void
test_toolbar_more (void)
{
  GtkWidget *window = gtk_window_new (), *fixed = gtk_fixed_new ();
  GtkWidget *tools[N_BUTTONS + 1];
  GtkWidget *toolbar = make_toolbar (tools), *more = gtk_widget_get_last_child (toolbar);

  gtk_widget_set_tooltip_text (tools[N_BUTTONS - 1], "What the last one does");
  gtk_fixed_put (GTK_FIXED (fixed), toolbar, 0, 0);
  gtk_window_set_child (GTK_WINDOW (window), fixed);
  gtk_widget_set_size_request (toolbar, 240, -1);
  gtk_window_present (GTK_WINDOW (window));
  lsc_ui_settle ();
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (more), "\nWhat the last one does"));
  gtk_widget_set_size_request (toolbar, 900, -1);
  lsc_ui_settle ();
  g_assert_cmpuint (lsc_toolbar_get_n_hidden (LSC_TOOLBAR (toolbar)), ==, 0);
  g_assert_null (strchr (gtk_widget_get_tooltip_text (more), '\n'));
  gtk_window_destroy (GTK_WINDOW (window));
}

#define N_WORDS 3

static GtkWidget *
make_worded_toolbar (GtkWidget **tools)
{
  GtkWidget *toolbar = g_object_new (LSC_TYPE_TOOLBAR, NULL);

  for (guint i = 0; i < N_WORDS; i++)
    {
      GtkWidget *content = adw_button_content_new ();

      adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (content), "edit-copy-symbolic");
      adw_button_content_set_label (ADW_BUTTON_CONTENT (content), "A word");
      tools[i] = i == 1 ? gtk_menu_button_new () : gtk_button_new ();
      g_object_set (tools[i], "child", content, "tooltip-text", "What it does", NULL);
      gtk_widget_insert_before (tools[i], toolbar, gtk_widget_get_last_child (toolbar));
    }
  return toolbar;
}

/* Returns: what a button shows: the words, or "icon", or "menu: " and the words */
static char *
get_face (GtkWidget *button, GtkWidget *toolbar)
{
  g_autoptr (GtkWidget) child = NULL;

  g_object_get (button, "child", &child, NULL);
  if (!ADW_IS_BUTTON_CONTENT (child))
    return g_strdup ("icon");
  return g_strconcat (gtk_widget_get_parent (button) == toolbar ? "" : "menu: ",
                      adw_button_content_get_label (ADW_BUTTON_CONTENT (child)), NULL);
}

/* Words from the first on as far as they fit, then icons, then the menu; and back. */
static void
test_toolbar_words (void)
{
  static const struct
  {
    int width;
    const char *faces;
  } cases[] = {
    { 600, "A word|A word|A word" }, { 240, "A word|A word|icon" },
    { 150, "icon|icon|icon" },       { 100, "icon|menu: What it does|menu: What it does" },
    { 600, "A word|A word|A word" },
  };
  GtkWidget *window = gtk_window_new (), *fixed = gtk_fixed_new ();
  GtkWidget *tools[N_WORDS];
  GtkWidget *toolbar = make_worded_toolbar (tools);

  gtk_fixed_put (GTK_FIXED (fixed), toolbar, 0, 0);
  gtk_window_set_child (GTK_WINDOW (window), fixed);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *first = NULL, *second = NULL, *third = NULL, *faces = NULL;

      gtk_widget_set_size_request (toolbar, cases[i].width, -1);
      lsc_ui_settle ();
      first = get_face (tools[0], toolbar);
      second = get_face (tools[1], toolbar);
      third = get_face (tools[2], toolbar);
      faces = g_strjoin ("|", first, second, third, NULL);
      g_test_message ("%d px: %s", cases[i].width, faces);
      g_assert_cmpstr (faces, ==, cases[i].faces);
      for (guint k = 0; k < N_WORDS; k++) /* what is in the row is drawn */
        g_assert_cmpint (gtk_widget_get_mapped (tools[k]), ==,
                         gtk_widget_get_parent (tools[k]) == toolbar);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The first has an icon that all know, the third is used less: the word of the one goes first, then
 * the other whole, so that the second keeps its word; where that is not enough all have icons. */
static void
test_toolbar_order (void)
{
  static const struct
  {
    int width;
    const char *faces;
  } cases[] = { { 600, "A word|A word|A word" },
                { 250, "icon|A word|A word" },
                { 200, "icon|A word|menu: What it does" },
                { 140, "icon|icon|icon" } };
  GtkWidget *window = gtk_window_new (), *fixed = gtk_fixed_new ();
  GtkWidget *tools[N_WORDS];
  GtkWidget *toolbar = make_worded_toolbar (tools);

  gtk_widget_add_css_class (tools[0], "word-goes-first");
  gtk_widget_add_css_class (tools[2], "goes-first");
  gtk_fixed_put (GTK_FIXED (fixed), toolbar, 0, 0);
  gtk_window_set_child (GTK_WINDOW (window), fixed);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *first = NULL, *second = NULL, *third = NULL, *faces = NULL;

      gtk_widget_set_size_request (toolbar, cases[i].width, -1);
      lsc_ui_settle ();
      first = get_face (tools[0], toolbar);
      second = get_face (tools[1], toolbar);
      third = get_face (tools[2], toolbar);
      faces = g_strjoin ("|", first, second, third, NULL);
      g_test_message ("%d px: %s", cases[i].width, faces);
      g_assert_cmpstr (faces, ==, cases[i].faces);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Words leave a short label its room. */
static void
test_toolbar_label (void)
{
  GtkWidget *window = gtk_window_new (), *fixed = gtk_fixed_new ();
  GtkWidget *tools[N_WORDS], *label = gtk_label_new ("12 of 34");
  GtkWidget *toolbar = make_worded_toolbar (tools);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_insert_before (label, toolbar, gtk_widget_get_last_child (toolbar));
  gtk_fixed_put (GTK_FIXED (fixed), toolbar, 0, 0);
  gtk_window_set_child (GTK_WINDOW (window), fixed);
  gtk_window_present (GTK_WINDOW (window));
  for (int width = 240; width <= 480; width += 20)
    {
      gtk_widget_set_size_request (toolbar, width, -1);
      lsc_ui_settle ();
      g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- jobs ---- */

/** A job that stops where the test wants to look at it. */
typedef struct
{
  int n_wanted; /* how far it may go: read half, read all, conclude, end */
  gboolean is_done;
} Judging;

static gpointer
run_judging (gpointer data, LscJob *job, GError **error)
{
  Judging *self = data;
  int n_done = 0;

  while (n_done < 4)
    {
      if (n_done >= g_atomic_int_get (&self->n_wanted))
        {
          g_usleep (1000);
          continue;
        }
      if (n_done == 0)
        {
          lsc_job_add_work (job, 2);
          lsc_job_did (job, 1);
          lsc_job_say (job, "Reading Rank 1");
        }
      else if (n_done == 1)
        {
          lsc_job_did (job, 1);
          lsc_job_say (job, "Comparing");
        }
      else if (n_done == 2)
        lsc_job_say (job, "Judging: applying the rules");
      n_done++;
    }
  return NULL;
}

static void
on_judged (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  ((Judging *) data)->is_done = TRUE;
}

static void
wait_for_progress (Judging *judging, LscTask *task, double share, const char *what)
{
  g_atomic_int_inc (&judging->n_wanted);
  while (lsc_task_get_fraction (task) != share || g_strcmp0 (lsc_task_get_what (task), what) != 0)
    g_main_context_iteration (NULL, TRUE);
}

/* A share is shown while it grows; then what is concluded is, and never the title twice. */
static void
test_task_phase (void)
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  LscTask *slot = NULL;
  Judging judging = { 0 };
  g_autoptr (LscTask) task = g_object_ref (lsc_task_start (owner, &slot,
                                                           &(LscTaskWork){ .name = "judging",
                                                                           .title = "Comparing",
                                                                           .run = run_judging,
                                                                           .data = &judging,
                                                                           .done = on_judged }));

  wait_for_progress (&judging, task, 0.5, "Reading Rank 1");
  g_assert_null (lsc_task_row_find_phase (task));
  wait_for_progress (&judging, task, 1.0, "Comparing");
  g_assert_null (lsc_task_row_find_phase (task));
  wait_for_progress (&judging, task, 1.0, "Judging: applying the rules");
  g_assert_cmpstr (lsc_task_row_find_phase (task), ==, "Judging: applying the rules");
  g_atomic_int_inc (&judging.n_wanted);
  while (!judging.is_done)
    g_main_context_iteration (NULL, TRUE);
}

/* A name that leaves out members already leaves out more of them, and is not cut a second time. */
static void
test_leave_out (void)
{
  g_autofree char *shorter = lsc_lazy_cell_leave_out ("dp [3840, 3841, … 4095]");
  g_autofree char *shortest = lsc_lazy_cell_leave_out (shorter);
  g_autofree char *whole = lsc_lazy_cell_leave_out ("tp [0, 1, 2, 3]");
  g_autofree char *words = lsc_lazy_cell_leave_out ("dp, all of it [0, … 4095]");

  g_assert_cmpstr (shorter, ==, "dp [3840, … 4095]");
  g_assert_null (shortest);
  g_assert_null (whole);
  g_assert_null (words);
}

/* ---- choices ---- */

static GtkWidget *
find_in (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_in (child, type);
  return found;
}

static gboolean
has_focus_in (GtkWindow *window, GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (window);

  return focus && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

/* Who types the number of a rank finds it, wherever in a name it is. */
static void
test_choice_search (void)
{
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  GtkDropDown *choice = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  GtkStringList *names = gtk_string_list_new (NULL);
  GListModel *shown;

  for (guint i = 0; i < 4096; i++)
    gtk_string_list_take (names, g_strdup_printf ("Rank %u", i));
  gtk_window_set_child (window, GTK_WIDGET (choice));
  gtk_window_present (window);
  gtk_drop_down_set_model (choice, G_LIST_MODEL (names));
  lsc_choice_set_search (choice, TRUE);
  shown = G_LIST_MODEL (
      gtk_list_view_get_model (GTK_LIST_VIEW (find_in (GTK_WIDGET (choice), GTK_TYPE_LIST_VIEW))));
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 4096);
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (find_in (GTK_WIDGET (choice), GTK_TYPE_TOGGLE_BUTTON)), TRUE);
  lsc_ui_assert_soon (has_focus_in (window, find_in (GTK_WIDGET (choice), GTK_TYPE_SEARCH_ENTRY)));
  gtk_editable_set_text (GTK_EDITABLE (find_in (GTK_WIDGET (choice), GTK_TYPE_SEARCH_ENTRY)),
                         "1365");
  lsc_ui_assert_soon (g_list_model_get_n_items (shown) == 1);
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (find_in (GTK_WIDGET (choice), GTK_TYPE_TOGGLE_BUTTON)), FALSE);
  lsc_ui_settle ();
  g_object_unref (names);
  gtk_window_destroy (window);
}

static char *
get_found (GListModel *shown)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr (GtkStringObject) name = g_list_model_get_item (shown, i);

      g_string_append_printf (found, "%s;", gtk_string_object_get_string (name));
    }
  return g_strdup (found->str);
}

/* A group is found by a rank that its name leaves out, and by no other that begins alike. */
static void
test_choice_words (void)
{
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  GtkDropDown *choice = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  GtkStringList *names = gtk_string_list_new (
      (const char *const[]){ "dp [0, 4, … 1000]", "dp [1, 5, … 1001]", "other", NULL });
  GtkEditable *entry;
  GListModel *shown;
  g_autofree char *found = NULL;

  gtk_window_set_child (window, GTK_WIDGET (choice));
  gtk_window_present (window);
  lsc_choice_set_words (G_LIST_MODEL (names), 0, "dp [0,4,8,120,1000]");
  lsc_choice_set_words (G_LIST_MODEL (names), 1, "dp [1,5,9,12,1001]");
  gtk_drop_down_set_model (choice, G_LIST_MODEL (names));
  lsc_choice_set_search (choice, TRUE);
  shown = G_LIST_MODEL (
      gtk_list_view_get_model (GTK_LIST_VIEW (find_in (GTK_WIDGET (choice), GTK_TYPE_LIST_VIEW))));
  entry = GTK_EDITABLE (find_in (GTK_WIDGET (choice), GTK_TYPE_SEARCH_ENTRY));
  gtk_editable_set_text (entry, " 12 ");
  lsc_ui_assert_soon (g_list_model_get_n_items (shown) == 1);
  found = get_found (shown);
  g_assert_cmpstr (found, ==, "dp [1, 5, … 1001];");
  gtk_editable_set_text (entry, "DP");
  lsc_ui_assert_soon (g_list_model_get_n_items (shown) == 2);
  gtk_editable_set_text (entry, "oth");
  lsc_ui_assert_soon (g_list_model_get_n_items (shown) == 1);
  gtk_editable_set_text (entry, "");
  lsc_ui_assert_soon (g_list_model_get_n_items (shown) == 3);
  g_object_unref (names);
  gtk_window_destroy (window);
}

int
main (int argc, char **argv)
{
  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parts/panel", test_panel);
  g_test_add_func ("/parts/tabs", test_tabs);
  g_test_add_func ("/parts/table-titles", test_table_titles);
  g_test_add_func ("/parts/table-hidden", test_table_hidden);
  g_test_add_func ("/parts/table-room", test_table_room);
  g_test_add_func ("/parts/table-sentences", test_table_sentences);
  g_test_add_func ("/parts/units", test_units);
  g_test_add_func ("/parts/table-cells", test_table_cells);
  g_test_add_func ("/parts/table-growth", test_table_growth);
  g_test_add_func ("/parts/toolbar", test_toolbar);
  g_test_add_func ("/parts/toolbar/more", test_toolbar_more);
  g_test_add_func ("/parts/toolbar/words", test_toolbar_words);
  g_test_add_func ("/parts/toolbar/order", test_toolbar_order);
  g_test_add_func ("/parts/toolbar/label", test_toolbar_label);
  g_test_add_func ("/parts/task-phase", test_task_phase);
  g_test_add_func ("/parts/leave-out", test_leave_out);
  g_test_add_func ("/parts/choice-search", test_choice_search);
  g_test_add_func ("/parts/choice-words", test_choice_words);
  return g_test_run ();
}
