/* test-window.c - the real window on a synthetic profile
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "app/modules/lsc-modules-page.h"
#include "app/pipeline/lsc-pipeline-page.h"
#include "app/pipeline/lsc-pipeline-chart.h"
#include "app/parts/lsc-details-pane.h"
#include "app/parts/lsc-tree-model.h"
#include "app/window/lsc-sidebar-item.h"
#include "app/window/lsc-window-private.h"
#include "base/lsc-task.h"
#include "base/lsc-time.h"
#include "base/lsc-watchdog.h"
#include "base/lsc-visible.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *demo;

/* ---- Reading the window -------------------------------------------------------------------- */

static GtkWidget *
window (LscUi *ui)
{
  return GTK_WIDGET (ui->window);
}

static LscUi *
start_with_demo (const char *page)
{
  LscUi *ui = lsc_ui_start ();

  lsc_window_show_page (ui->window, page);
  g_assert_true (lsc_ui_open (ui, demo));
  return ui;
}

static LscModulesPage *
get_modules (LscUi *ui)
{
  return LSC_MODULES_PAGE (lsc_window_get_page (ui->window, "modules"));
}

typedef struct
{
  GtkWidget *root;
  const char *text;
  GType type;
  gboolean is_wanted;
} Wanted;

static gboolean
label_is_there (gpointer user_data)
{
  const Wanted *wanted = user_data;

  return lsc_ui_find_label (wanted->root, wanted->text) != NULL;
}

/* Windows follow with a delay, on slow machines with a long one. */
static void
assert_label (GtkWidget *root, const char *text)
{
  Wanted wanted = { .root = root, .text = text };

  if (!lsc_ui_wait_until (label_is_there, &wanted, 20.0))
    g_error ("there is no label with \"%s\"", text);
}

static gboolean
widget_is_as_wanted (gpointer user_data)
{
  const Wanted *wanted = user_data;

  return (lsc_ui_find (wanted->root, wanted->type, wanted->text) != NULL) == wanted->is_wanted;
}

static void
assert_widget (GtkWidget *root, GType type, const char *name, gboolean is_wanted)
{
  Wanted wanted = { root, name, type, is_wanted };

  if (!lsc_ui_wait_until (widget_is_as_wanted, &wanted, 20.0))
    g_error ("there is %s %s %s", is_wanted ? "no" : "a", g_type_name (type), name ? name : "");
}

static GtkWidget *
wait_for_widget (GtkWidget *root, GType type, const char *name)
{
  assert_widget (root, type, name, TRUE);
  return lsc_ui_find (root, type, name);
}

static LscTreeModel *
get_model (LscUi *ui)
{
  GtkWidget *table = wait_for_widget (GTK_WIDGET (get_modules (ui)), GTK_TYPE_COLUMN_VIEW, NULL);

  g_assert_nonnull (table);
  return LSC_TREE_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
}

static guint
count_rows (LscUi *ui)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_model (ui)));
}

static guint32
first_node (LscTree *tree)
{
  guint32 n;
  const guint32 *children = lsc_tree_get_children (tree, LSC_TREE_ROOT, &n);

  g_assert_cmpuint (n, >, 0);
  return children[0];
}

static void
activate_on (GtkWidget *widget, const char *action)
{
  g_assert_true (gtk_widget_activate_action (widget, action, NULL));
}

static gboolean
model_is_idle (gpointer user_data)
{
  return !lsc_tree_model_is_busy (user_data);
}

static void
settle (LscUi *ui)
{
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (model_is_idle, get_model (ui), 30.0));
  lsc_ui_settle ();
}

static GtkWidget *
find_dialog (LscUi *ui, GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);

      if (toplevel != window (ui) && g_type_is_a (G_OBJECT_TYPE (toplevel), type) &&
          gtk_widget_get_mapped (toplevel))
        return toplevel;
    }
  return NULL;
}

typedef struct
{
  LscUi *ui;
  GType type;
} WantedDialog;

static gboolean
dialog_is_there (gpointer user_data)
{
  const WantedDialog *wanted = user_data;

  return find_dialog (wanted->ui, wanted->type) != NULL;
}

static GtkWidget *
wait_for_dialog (LscUi *ui, GType type)
{
  WantedDialog wanted = { ui, type };

  lsc_ui_wait_until (dialog_is_there, &wanted, 20.0);
  lsc_ui_settle ();
  return find_dialog (ui, type);
}

/* ---- Start and open ------------------------------------------------------------------------ */

static void
test_start (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  GtkWidget *button;

  assert_label (window (ui), "Open a Profile");
  assert_label (window (ui), "Profiles of Ascend NPUs: a folder");
  assert_label (window (ui), "a database, or text results");
  assert_label (window (ui), "Traces of GPUs from the PyTorch profiler");
  assert_label (window (ui), "Open the Demo");
  button = wait_for_widget (window (ui), GTK_TYPE_BUTTON, NULL);
  g_assert_nonnull (button);
#if GTK_CHECK_VERSION(4, 10, 0)
  if (GTK_IS_TOGGLE_BUTTON (button))
    gtk_test_accessible_assert_role (button, GTK_ACCESSIBLE_ROLE_TOGGLE_BUTTON);
  else
#endif
    gtk_test_accessible_assert_role (button, GTK_ACCESSIBLE_ROLE_BUTTON);
  g_assert_true (lsc_window_is_empty (ui->window));
  g_assert_null (lsc_ui_find_label (window (ui), "Problems"));
}

static void
test_open (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");

  g_assert_false (lsc_window_is_empty (ui->window));
  assert_label (window (ui), "4 ranks · Rank 0 shown");
  assert_label (window (ui), "Rank 3");
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (ui->window)), "demo"));
  g_assert_cmpuint (count_rows (ui), >, 0);
  g_assert_nonnull (lsc_modules_page_get_tree (get_modules (ui)));
}

static void
test_recent (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  GSettings *settings = lsc_application_get_settings (ui->application);
  g_auto (GStrv) uris = g_settings_get_strv (settings, "recent-projects");
  g_autofree char *path = g_filename_from_uri (uris[0], NULL, NULL);

  g_assert_cmpstr (path, ==, demo);
  lsc_ui_activate (ui, "win.close-project", g_variant_new_string (demo));
  lsc_ui_assert_soon (lsc_window_is_empty (ui->window));
  assert_widget (window (ui), GTK_TYPE_LIST_BOX, "recent", TRUE);
  assert_label (window (ui), "demo");
  lsc_ui_activate (ui, "win.open-uri", g_variant_new_string (uris[0]));
  g_assert_true (lsc_ui_wait_ready (ui));
  assert_label (window (ui), "4 ranks"); /* on the first page */
}

static void
copy_tree (const char *from, const char *to)
{
  const char *const argv[] = { "cp", "-r", from, to, NULL };
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
}

/* What is named on the command line keeps its order, and the first of it is shown. */
static void
test_order (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  GtkWidget *list;
  GListModel *rows;
  const char *const names[] = { "a_profile_of_some_length_before", "a_profile_of_some_length_after",
                                "a_profile_of_some_length_between" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (scratch, names[i], NULL);

      copy_tree (demo, path);
    }
  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++) /* named twice, open once */
    {
      g_autofree char *path = g_build_filename (scratch, names[i % G_N_ELEMENTS (names)], NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      lsc_window_open_file (ui->window, file);
    }
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_assert_soon (!lsc_window_is_busy (ui->window));
  list = wait_for_widget (window (ui), GTK_TYPE_LIST_VIEW, "profiles");
  rows = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, G_N_ELEMENTS (names) * (1 + 4));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i * (1 + 4));
      g_autoptr (LscSidebarItem) item = gtk_tree_list_row_get_item (row);

      g_assert_nonnull (strstr (lsc_sidebar_item_get_detail (item), names[i]));
    }
  assert_label (window (ui), "…before");
  assert_label (window (ui), "…after");
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (ui->window)), names[0]));
}

/* Among several, what cannot be opened is told, and does not cover what can. */
static void
test_one_missing (void)
{
  const char *const orders[][2] = { { "/nowhere/at/all", NULL }, { NULL, "/nowhere/at/all" } };

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autoptr (LscUi) ui = lsc_ui_start ();

      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (GFile) file = g_file_new_for_path (orders[i][k] ? orders[i][k] : demo);

          lsc_window_open_file (ui->window, file);
        }
      lsc_ui_assert_soon (!lsc_window_is_busy (ui->window));
      g_assert_true (lsc_ui_wait_ready (ui));
      assert_label (window (ui), "could not be opened");
      assert_label (window (ui), "4 ranks");
      assert_widget (window (ui), g_type_from_name ("LscSidebar"), NULL, TRUE);
    }
}

/* Who has no profile at hand can look at the demo; once written it is there. */
static void
test_open_demo (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();

  assert_label (window (ui), "Open the Demo");
  assert_label (window (ui), "trace_view.json");
  for (int i = 0; i < 2; i++)
    {
      lsc_ui_activate (ui, "win.open-demo", NULL);
      lsc_ui_assert_soon (!lsc_window_is_empty (ui->window) && !lsc_window_is_busy (ui->window));
      g_assert_true (lsc_ui_wait_ready (ui));
      assert_label (window (ui), "4 ranks");
    }
}

static void
test_missing (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();

  g_assert_true (lsc_ui_open (ui, "/nonexistent/profile"));
  assert_label (window (ui), "“profile” Could Not Be Opened");
  assert_label (window (ui), "/nonexistent/profile");
  lsc_ui_activate (ui, "win.back", NULL);
  assert_label (window (ui), "Open a Profile");
}

static void
test_format_not_read (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autofree char *folder = g_build_filename (scratch, "raw", NULL);
  g_autofree char *output = g_build_filename (folder, "ASCEND_PROFILER_OUTPUT", NULL);

  g_assert_cmpint (g_mkdir_with_parents (output, 0700), ==, 0);
  g_assert_true (lsc_ui_open (ui, folder));
  assert_label (window (ui), "export as db");
}

static void
test_two_clusters (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autofree char *folder = g_build_filename (scratch, "two", NULL);
  g_autofree char *first = g_build_filename (folder, "monday", NULL);
  g_autofree char *second = g_build_filename (folder, "tuesday", NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  copy_tree (demo, first);
  copy_tree (demo, second);
  g_assert_true (lsc_ui_open (ui, folder));
  assert_label (window (ui), "monday");
  assert_label (window (ui), "tuesday");
  assert_label (window (ui), "4 ranks");
}

/* ---- names with controls ---- */

#define HOSTILE "\033[31mx\nFAKE\342\200\256y\302\233z"
#define HOSTILE_JSON "\\u001b[31mx\\nFAKE\\u202ey\\u009bz"

static guint
check_labels (GtkWidget *widget)
{
  guint n_shown = 0;

  if (GTK_IS_LABEL (widget))
    {
      const char *text = gtk_label_get_text (GTK_LABEL (widget));

      for (const char *p = text; *p; p = g_utf8_next_char (p))
        if (lsc_is_control (g_utf8_get_char (p)) && *p != '\n')
          g_error ("a label with U+%04X: %s", g_utf8_get_char (p), text);
      g_assert_null (strstr (text, "\nFAKE"));
      n_shown += strstr (text, "␛[31mx␊FAKE") != NULL;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    n_shown += check_labels (child);
  return n_shown;
}

static void
test_hostile_names (void)
{
  static const char trace[] =
      "{\"schemaVersion\": 1, \"traceEvents\": ["
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" HOSTILE_JSON
      "\", \"pid\": 0, \"tid\": 7, "
      "\"ts\": 5, \"dur\": 5, \"args\": {\"stream\": 7, \"correlation\": 3}},"
      "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 1, "
      "\"tid\": 1, \"ts\": 2, \"dur\": 1, \"args\": {\"correlation\": 3}},"
      "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" HOSTILE_JSON
      "\", \"pid\": 1, \"tid\": 1, "
      "\"ts\": 1, \"dur\": 3}]}";
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autofree char *folder = g_build_filename (scratch, "dir" HOSTILE, NULL);
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing" HOSTILE, NULL);
  guint n_shown;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  g_assert_true (lsc_ui_open (ui, missing));
  lsc_ui_settle ();
  g_assert_cmpuint (check_labels (window (ui)), >, 0);
  lsc_ui_activate (ui, "win.back", NULL);
  g_assert_true (lsc_ui_open (ui, folder));
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_window_show_page (ui->window, "modules");
  settle (ui);
  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("modules.expand-all"));
  settle (ui);
  n_shown = check_labels (window (ui));
  g_assert_cmpuint (n_shown, >, 2);
  g_assert_null (strchr (gtk_window_get_title (GTK_WINDOW (ui->window)), '\n'));
}

static GtkEventController *
find_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  GtkEventController *found = NULL;
  GtkWidget *child;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (g_type_is_a (G_OBJECT_TYPE (controller), type) && GTK_IS_OVERLAY (widget))
        return controller;
    }
  for (child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_controller (child, type);
  return found;
}

static void
test_drop (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  GtkEventController *target = find_controller (window (ui), GTK_TYPE_DROP_TARGET);
  g_autoptr (GFile) file = g_file_new_for_path (demo);
  GFile *files[] = { file };
  g_auto (GValue) value = G_VALUE_INIT;
  GdkDragAction action;
  gboolean is_taken = FALSE;

  g_assert_nonnull (target);
  g_signal_emit_by_name (target, "enter", 10.0, 10.0, &action);
  g_assert_cmpint (action, ==, GDK_ACTION_COPY);
  assert_label (window (ui), "Drop to Open");
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_array (files, 1));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &is_taken);
  g_assert_true (is_taken);
  g_assert_true (lsc_ui_wait_ready (ui));
  assert_label (window (ui), "4 ranks");
}

/* The first database below @folder. */
static char *
find_database (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      char *found;

      if (g_str_has_prefix (name, "ascend_pytorch_profiler") && g_str_has_suffix (name, ".db"))
        return g_steal_pointer (&path);
      if (g_file_test (path, G_FILE_TEST_IS_DIR) && (found = find_database (path)))
        return found;
    }
  return NULL;
}

static void
test_damaged_rank (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autofree char *folder = g_build_filename (scratch, "damaged", NULL);
  g_autofree char *database = NULL;
  GtkWidget *dialog;

  copy_tree (demo, folder);
  database = find_database (folder);
  g_assert_nonnull (database);
  g_assert_true (g_file_set_contents (database, "SQLite format 3", -1, NULL));
  g_assert_true (lsc_ui_open (ui, folder));
  assert_label (window (ui), "1 of 4 ranks could not be read.");
  lsc_ui_activate (ui, "win.problems", NULL);
  dialog = wait_for_dialog (ui, GTK_TYPE_WINDOW);
  g_assert_nonnull (dialog);
  assert_label (dialog, database);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static guint
shown_problems (LscUi *ui)
{
  GtkWidget *row = lsc_ui_find (window (ui), GTK_TYPE_LIST_BOX_ROW, "problems");
  GtkWidget *badge =
      gtk_widget_get_last_child (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row)));

  if (!gtk_widget_get_mapped (badge))
    return 0;
  return (guint) g_ascii_strtoull (gtk_label_get_label (GTK_LABEL (badge)), NULL, 10);
}

static void
find_something (LscUi *ui, LscSeverity severity, const char *what)
{
  g_autoptr (LscNotices) notices = lsc_notices_new ();

  lsc_notices_add (notices, lsc_notice_new (severity, "odd", "%s", what));
  lsc_app_page_found (LSC_APP_PAGE (get_modules (ui)), notices);
  lsc_ui_settle ();
}

/* Notes are no problems: the badge does not count them, and they are listed by themselves. */
static void
test_notes (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  GtkWidget *dialog;
  guint n;

  settle (ui);
  n = shown_problems (ui);
  find_something (ui, LSC_SEVERITY_NOTE, "This was done.");
  g_assert_cmpuint (shown_problems (ui), ==, n);
  find_something (ui, LSC_SEVERITY_WARNING, "This is odd.");
  g_assert_cmpuint (shown_problems (ui), ==, n + 1);
  lsc_ui_activate (ui, "win.problems", NULL);
  dialog = wait_for_dialog (ui, GTK_TYPE_WINDOW);
  assert_label (dialog, "This is odd.");
  g_assert_null (lsc_ui_find_label (dialog, "This was done."));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (lsc_ui_find (dialog, GTK_TYPE_DROP_DOWN, NULL)), 3);
  assert_label (dialog, "This was done.");
  g_assert_null (lsc_ui_find_label (dialog, "This is odd."));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* ---- Modules ------------------------------------------------------------------------------- */

static void
test_expand (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  guint all, collapsed;

  settle (ui);
  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("modules.collapse-all"));
  settle (ui);
  collapsed = count_rows (ui);
  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("modules.expand-all"));
  settle (ui);
  all = count_rows (ui);
  g_assert_cmpuint (all, >, collapsed);
  lsc_tree_model_set_expanded (get_model (ui), 0, FALSE);
  settle (ui);
  g_assert_cmpuint (count_rows (ui), <, all);
}

/* What costs most stands first, is selected, and is where the key leads from anywhere. */
/* MFU stands with the part of the time for which FLOPs are known. */
static void
test_known (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  LscTree *tree;
  g_autofree char *mfu = NULL, *known = NULL, *text = NULL;

  settle (ui);
  tree = lsc_modules_page_get_tree (get_modules (ui));
  mfu = lsc_format_share (lsc_tree_value (tree, LSC_TREE_ROOT, LSC_TREE_MFU_TOTAL).real);
  known = lsc_format_share (lsc_tree_value (tree, LSC_TREE_ROOT, LSC_TREE_MFU_KNOWN).real);
  text = g_strdup_printf ("MFU %s, known for %s of device time", mfu, known);
  g_assert_cmpstr (mfu, !=, known);
  assert_label (window (ui), text);
}

static void
test_hottest (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  LscTreeModel *model;
  LscTree *tree;
  guint32 hottest, node;

  settle (ui);
  model = get_model (ui);
  tree = lsc_modules_page_get_tree (get_modules (ui));
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (ui->window),
                                       " added, TransformerLayer (in TransformerBlock) takes "));
  hottest = lsc_tree_hottest_child (tree, LSC_TREE_ROOT);
  g_assert_cmpuint (lsc_tree_model_get_node (model, 0), ==, hottest);
  g_assert_cmpuint (lsc_tree_model_get_selected (model), ==, hottest);
  g_assert_cmpuint (lsc_tree_get_n_children (tree, LSC_TREE_ROOT), >, 1);
  lsc_tree_model_select (model, lsc_tree_model_get_node (model, count_rows (ui) - 1));
  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("modules.expand-hottest"));
  settle (ui);
  node = lsc_tree_model_get_selected (model);
  g_assert_cmpint (lsc_tree_get_kind (tree, node), ==, LSC_NODE_OP);
  for (guint32 i = 1; i < lsc_tree_get_n_nodes (tree); i++)
    if (lsc_tree_get_kind (tree, i) == LSC_NODE_OP)
      g_assert_cmpint (lsc_tree_value (tree, i, LSC_TREE_TOTAL).integer, <=,
                       lsc_tree_value (tree, node, LSC_TREE_TOTAL).integer);
}

/* What a collective takes is mostly the lateness of other ranks: the sentence says so. */
static void
test_waiting (void)
{
  const char *samples = g_getenv ("LANESCOPE_SAMPLES");
  g_autofree char *path = samples ? g_build_filename (samples, "ascend-db-level1", NULL) : NULL;
  g_autoptr (LscUi) ui = NULL;

  if (path == NULL)
    {
      g_test_skip ("no samples");
      return;
    }
  ui = lsc_ui_start ();
  lsc_window_show_page (ui->window, "modules");
  g_assert_true (lsc_ui_open (ui, path));
  settle (ui);
  g_assert_nonnull (lsc_ui_find_label (
      GTK_WIDGET (ui->window), "Most of that, 97.69 ms, is notify wait; data moves for 4.291 ms."));
}

/* A step, a range and all: each with the figures of itself alone. */
static void
test_part (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  LscModulesPage *page;
  LscRun *run;
  gint64 all_ns, sum_ns = 0;
  const LscKernel *first;

  settle (ui);
  page = get_modules (ui);
  run = lsc_tree_get_data (lsc_modules_page_get_tree (page))->run;
  all_ns = lsc_tree_get_total_ns (lsc_modules_page_get_tree (page));
  g_assert_cmpuint (run->steps.n, ==, 2);
  for (gsize i = 0; i < run->steps.n; i++)
    {
      g_assert_true (lsc_modules_page_select_step (page, run->steps.items[i].id));
      settle (ui);
      g_assert_cmpint (lsc_tree_get_total_ns (lsc_modules_page_get_tree (page)), <, all_ns);
      sum_ns += lsc_tree_get_total_ns (lsc_modules_page_get_tree (page));
    }
  g_assert_cmpint (sum_ns, <=, all_ns);
  g_assert_cmpint (sum_ns, >, all_ns / 2);
  first = &run->kernels.items[0];
  for (gsize i = 1; i < run->kernels.n; i++)
    if (run->kernels.items[i].start_ns < first->start_ns)
      first = &run->kernels.items[i];
  lsc_modules_page_select_range (page, first->start_ns, first->start_ns + 1);
  settle (ui);
  g_assert_cmpint (lsc_tree_get_total_ns (lsc_modules_page_get_tree (page)), ==,
                   first->end_ns - first->start_ns);
  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("modules.clear-search"));
  settle (ui);
  g_assert_cmpint (lsc_tree_get_total_ns (lsc_modules_page_get_tree (page)), ==, all_ns);
}

static void
test_search (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  LscTree *tree;
  GtkWidget *entry, *focus;
  g_autofree char *needle = NULL;
  guint32 selected, child;

  settle (ui);
  tree = lsc_modules_page_get_tree (get_modules (ui));
  child = lsc_tree_hottest_child (tree, first_node (tree));
  needle = g_strdup (lsc_tree_get_name (tree, child));
  lsc_ui_activate (ui, "win.search", NULL);
  entry = wait_for_widget (window (ui), GTK_TYPE_SEARCH_ENTRY, NULL);
  focus = gtk_window_get_focus (GTK_WINDOW (ui->window));
  g_assert_nonnull (entry);
  g_assert_true (focus && gtk_widget_is_ancestor (focus, entry));
  gtk_editable_set_text (GTK_EDITABLE (entry), needle);
  g_signal_emit_by_name (entry, "search-changed"); /* which would come after a delay */
  settle (ui);
  g_signal_emit_by_name (entry, "next-match");
  settle (ui);
  selected = lsc_modules_page_get_selected (get_modules (ui));
  g_test_message ("searched %s, found %s", needle, lsc_tree_get_name (tree, selected));
  g_assert_nonnull (strstr (lsc_tree_get_name (tree, selected), needle));
}

static gboolean
siblings_are_sorted (LscUi *ui, LscTreeColumn column, gboolean descending)
{
  LscTree *tree = lsc_modules_page_get_tree (get_modules (ui));
  LscTreeModel *model = get_model (ui);
  guint n = count_rows (ui);
  double last = 0.0;
  gboolean is_first = TRUE;

  for (guint i = 0; i < n; i++)
    {
      guint32 node = lsc_tree_model_get_node (model, i);
      double key = lsc_tree_sort_key (tree, node, column);

      if (lsc_tree_get_depth (tree, node) !=
          lsc_tree_get_depth (tree, lsc_tree_model_get_node (model, 0)))
        continue;
      if (!is_first && (descending ? key > last : key < last))
        return FALSE;
      last = key;
      is_first = FALSE;
    }
  return TRUE;
}

static GtkColumnViewColumn *
find_column (GtkColumnView *table, const char *prefix)
{
  GListModel *columns = gtk_column_view_get_columns (table);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_has_prefix (gtk_column_view_column_get_title (column), prefix))
        return column;
    }
  return NULL;
}

static void
test_sort (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  GtkColumnView *table;
  GtkColumnViewColumn *total;

  settle (ui);
  table = GTK_COLUMN_VIEW (wait_for_widget (window (ui), GTK_TYPE_COLUMN_VIEW, NULL));
  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("modules.collapse-all"));
  total = find_column (table, "Total");
  g_assert_nonnull (total);
  gtk_column_view_sort_by_column (table, total, GTK_SORT_ASCENDING);
  settle (ui);
  g_assert_true (siblings_are_sorted (ui, LSC_TREE_TOTAL, FALSE));
  g_assert_false (siblings_are_sorted (ui, LSC_TREE_TOTAL, TRUE));
  gtk_column_view_sort_by_column (table, total, GTK_SORT_DESCENDING);
  settle (ui);
  g_assert_true (siblings_are_sorted (ui, LSC_TREE_TOTAL, TRUE));
}

static void
test_switch_rank (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  GtkSelectionModel *selection;
  GtkWidget *list;

  settle (ui);
  list = wait_for_widget (window (ui), GTK_TYPE_LIST_VIEW, "profiles");
  g_assert_nonnull (list);
  selection = gtk_list_view_get_model (GTK_LIST_VIEW (list));
  gtk_selection_model_select_item (selection, 3, TRUE); /* the project, then ranks 0, 1, 2 */
  assert_label (window (ui), "4 ranks · Rank 2 shown");
  g_assert_true (lsc_ui_wait_ready (ui));
  g_assert_cmpint (lsc_modules_page_get_data (get_modules (ui))->run->rank, ==, 2);
  g_assert_true (lsc_window_show_rank (ui->window, 1));
  g_assert_true (lsc_ui_wait_ready (ui));
  g_assert_cmpint (lsc_modules_page_get_data (get_modules (ui))->run->rank, ==, 1);
  g_assert_true (gtk_selection_model_is_selected (selection, 2));
  g_assert_false (lsc_window_show_rank (ui->window, 77));
}

/* The page that was asked for has nothing to show of a profile without a pipeline: another one is
 * shown, until the user asks for it again. */
static void
test_page_with_something (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *small = lsc_ui_write_profile (scratch, "small", &error);
  g_autoptr (LscUi) ui = lsc_ui_start ();

  g_assert_no_error (error);
  lsc_window_show_page (ui->window, "pipeline");
  g_assert_true (lsc_ui_open (ui, small));
  lsc_ui_settle ();
  g_assert_true (gtk_widget_get_mapped (lsc_window_get_page (ui->window, "overview")));
  lsc_window_show_page (ui->window, "pipeline");
  g_assert_true (lsc_ui_wait_ready (ui));
  g_assert_false (gtk_widget_get_mapped (lsc_window_get_page (ui->window, "overview")));
}

/* (transfer full) (nullable): what the details say under a label */
static char *
get_detail (LscUi *ui, const char *label, guint at)
{
  g_autoptr (GPtrArray) rows = lsc_app_page_get_details (LSC_APP_PAGE (get_modules (ui)));

  for (guint i = 0; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);

      if (g_str_equal (row[0], label))
        return g_strdup (row[at]);
    }
  return NULL;
}

/* In the unit of the table with few digits; what is copied has all of them. */
static void
check_detail_units (LscUi *ui)
{
  static const char *const units[] = { "us", "ms", "s" };
  GSettings *settings = lsc_application_get_settings (ui->application);
  LscTree *tree = lsc_modules_page_get_tree (get_modules (ui));
  gint64 total_ns = lsc_tree_value (tree, first_node (tree), LSC_TREE_TOTAL).integer;
  g_autofree char *exact = lsc_format_ns_exact (total_ns);

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *unit = g_strdup_printf (" %s", i == 0 ? "µs" : units[i]);
      g_autofree char *title = g_strdup_printf ("Total (%s)", unit + 1);
      g_autofree char *text = NULL, *copied = NULL, *line = NULL, *shown = NULL, *all = NULL;

      g_settings_set_string (settings, "time-unit", units[i]);
      settle (ui);
      assert_label (window (ui), title); /* of the column */
      text = get_detail (ui, "Total", LSC_DETAIL_VALUE);
      all = get_detail (ui, "Total", LSC_DETAIL_EXACT);
      shown = lsc_format_duration (total_ns, (LscTimeUnit) (LSC_TIME_UNIT_US + i));
      g_test_message ("%s", text);
      g_assert_nonnull (strstr (text, unit));
      g_assert_cmpstr (text, ==, shown);
      g_assert_cmpstr (all, ==, exact);
      copied = lsc_details_pane_to_text (ui->window->details);
      line = g_strdup_printf ("Total\t%s\n", exact);
      g_assert_nonnull (strstr (copied, line));
    }
  g_settings_reset (settings, "time-unit");
}

static void
test_details (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  LscTree *tree;
  GtkWidget *flow;

  settle (ui);
  tree = lsc_modules_page_get_tree (get_modules (ui));
  lsc_tree_model_select (get_model (ui), first_node (tree));
  flow = wait_for_widget (window (ui), GTK_TYPE_FLOW_BOX, "details");
  g_assert_nonnull (flow);
  assert_label (flow, lsc_tree_get_name (tree, first_node (tree)));
  check_detail_units (ui);
  lsc_ui_activate (ui, "win.show-details", NULL);
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", FALSE);
  lsc_ui_activate (ui, "win.show-details", NULL);
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", TRUE);
}

/* Nothing selected, no pane; a narrow window shows it over the page, and only when it is asked to.
 */
static void
test_details_need_selection (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("pipeline");
  LscPipelineSpot spot = { .row = 2, .block = 3 };
  const LscViewport *port;
  GtkWidget *chart;
  double span, width;

  lsc_ui_settle ();
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", FALSE);
  chart = wait_for_widget (window (ui), LSC_TYPE_PIPELINE_CHART, NULL);
  port = &lsc_pipeline_chart_get_chart (LSC_PIPELINE_CHART (chart))->port;
  span = port->span_ns;
  width = port->width;
  lsc_pipeline_chart_select (LSC_PIPELINE_CHART (chart), &spot);
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", TRUE);

  /* all of it is seen still, until the user zooms; a second click means what the first has hit */
  lsc_ui_assert_soon (port->width < width);
  g_assert_cmpfloat_with_epsilon (port->span_ns, span, span * 1e-9);
  gtk_window_set_default_size (GTK_WINDOW (ui->window), 1000, 700);
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", FALSE);
  spot.block = 4;
  lsc_pipeline_chart_select (LSC_PIPELINE_CHART (chart), &spot);
  lsc_ui_settle ();
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", FALSE);
  lsc_ui_activate (ui, "win.show-details", NULL);
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", TRUE);
  gtk_window_set_default_size (GTK_WINDOW (ui->window), 1300, 700);
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", TRUE);
  lsc_pipeline_chart_select (LSC_PIPELINE_CHART (chart), NULL);
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", FALSE);
}

/* What a click at the middle of the page meets, from top to bottom: @n_border pixels of a border
 * that can be moved, and everything else is of the page itself. */
static guint
count_border (LscUi *ui, GtkWidget *page)
{
  double left, top;
  guint n_border = 0;

  g_assert_true (gtk_widget_translate_coordinates (
      page, window (ui), gtk_widget_get_width (page) / 2.0, 0, &left, &top));
  for (int y = 0; y < gtk_widget_get_height (page); y++)
    {
      GtkWidget *hit = gtk_widget_pick (window (ui), left, top + y, GTK_PICK_DEFAULT);

      g_assert_nonnull (hit);
      g_assert_true (gtk_widget_is_ancestor (hit, page));
      n_border += GTK_IS_PANED (hit) || g_str_equal (G_OBJECT_TYPE_NAME (hit), "GtkPanedHandle");
    }
  return n_border;
}

/* Closed Details leave nothing behind that takes clicks. */
static void
test_details_gone (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("pipeline");
  GtkWidget *page = lsc_window_get_page (ui->window, "pipeline");
  LscPipelineSpot spot = { .row = 2, .block = 3 };
  GtkWidget *chart;
  guint before;

  lsc_ui_settle ();
  before = count_border (ui, page);
  g_assert_cmpuint (before, >, 0);
  g_assert_cmpuint (before, <=, 16); /* and not twice */
  chart = wait_for_widget (window (ui), LSC_TYPE_PIPELINE_CHART, NULL);
  lsc_pipeline_chart_select (LSC_PIPELINE_CHART (chart), &spot);
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", TRUE);
  lsc_ui_activate (ui, "win.show-details", NULL);
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", FALSE);
  lsc_ui_settle ();
  g_assert_cmpuint (count_border (ui, page), ==, before);
  gtk_widget_activate_action (page, "pipeline.panel", NULL);
  lsc_ui_settle ();
  g_assert_cmpuint (count_border (ui, page), ==, 0);
  gtk_widget_activate_action (page, "pipeline.panel", NULL);
  lsc_ui_settle ();
  g_assert_cmpuint (count_border (ui, page), ==, before);
}

/* ---- Pipeline ------------------------------------------------------------------------------ */

static LscPipelineChart *
get_chart (LscUi *ui)
{
  GtkWidget *view = wait_for_widget (window (ui), LSC_TYPE_PIPELINE_CHART, NULL);

  g_assert_nonnull (view);
  return LSC_PIPELINE_CHART (view);
}

static void
test_pipeline (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  LscPipelineChart *view;
  double whole, zoomed;

  assert_label (window (ui), "4 ranks · Rank 0 shown");
  lsc_ui_activate (ui, "win.show-page", g_variant_new_string ("pipeline"));
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  assert_label (window (ui), "4 ranks");
  g_assert_null (lsc_ui_find_label (window (ui), "Rank 0 shown")); /* it shows all of them */
  view = get_chart (ui);
  g_assert_cmpuint (lsc_pipeline_chart_get_chart (view)->group->n_ranks, ==, 4);
  g_assert_cmpstr (lsc_pipeline_chart_get_chart (view)->group->schedule, ==, "dualpipev");
  whole = lsc_pipeline_chart_get_chart (view)->port.span_ns;
  activate_on (GTK_WIDGET (view), "chart.zoom-in");
  lsc_ui_settle ();
  zoomed = lsc_pipeline_chart_get_chart (view)->port.span_ns;
  g_assert_cmpfloat (zoomed, <, whole);
  activate_on (GTK_WIDGET (view), "chart.undo");
  lsc_ui_settle ();
  g_assert_cmpfloat_with_epsilon (lsc_pipeline_chart_get_chart (view)->port.span_ns, whole,
                                  whole * 1e-6);
}

/* (transfer none): what was asked for is read and shown */
static LscTree *
show_modules_of (LscUi *ui, const LscPipelineSpot *spot)
{
  lsc_ui_activate (ui, "win.show-page", g_variant_new_string ("pipeline"));
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  lsc_pipeline_chart_select (get_chart (ui), spot);
  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("pipeline.modules-in-block"));
  g_assert_true (lsc_ui_wait_ready (ui));
  settle (ui);
  return lsc_modules_page_get_tree (get_modules (ui));
}

/* "Modules in This Block" has the events of that block, and of no other moment. */
static void
test_modules_of_block (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("pipeline");
  LscPipelineSpot spot = { .row = 2 };
  gint64 sum_ns = 0, all_ns, last_end_ns = G_MININT64;
  LscTree *tree;

  for (spot.block = 0; spot.block < 3; spot.block++)
    {
      gint64 start_ns, end_ns;
      const char *name;

      tree = show_modules_of (ui, &spot);
      g_assert_cmpint (lsc_tree_get_total_ns (tree), >, 0);
      g_assert_true (lsc_tree_find_longest (tree, LSC_TREE_ROOT, &start_ns, &end_ns, &name));
      g_assert_cmpint (start_ns, >=, last_end_ns); /* no event counts in two blocks */
      last_end_ns = end_ns;
      sum_ns += lsc_tree_get_total_ns (tree);
    }
  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("modules.clear-search"));
  settle (ui);
  all_ns = lsc_tree_get_total_ns (lsc_modules_page_get_tree (get_modules (ui)));
  g_assert_cmpint (sum_ns, <, all_ns / 4);
}

static void
test_pipeline_selection (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("pipeline");
  LscPipelineChart *view;
  LscPipelineSpot spot = { .row = 2, .block = 3 };

  lsc_ui_settle ();
  view = get_chart (ui);
  lsc_pipeline_chart_select (view, &spot);
  assert_widget (window (ui), GTK_TYPE_FLOW_BOX, "details", TRUE);
  lsc_ui_activate (ui, "win.page-action", g_variant_new_string ("pipeline.modules-in-block"));
  g_assert_true (lsc_ui_wait_ready (ui));
  settle (ui);
  assert_label (window (ui), "Rank 2 shown");
  g_assert_cmpint (lsc_modules_page_get_data (get_modules (ui))->run->rank, ==, 2);
  g_assert_cmpuint (count_rows (ui), >, 0);
}

/* ---- Export -------------------------------------------------------------------------------- */

static gboolean
file_is_there (gpointer path)
{
  g_autofree char *text = NULL;
  gsize length = 0;

  return g_file_get_contents (path, &text, &length, NULL) && length > 0;
}

/* Answers the file dialog that @action opens. */
static void
export_to (LscUi *ui, const char *action, const char *path)
{
  g_autoptr (GFile) folder = g_file_new_for_path (scratch);
  g_autofree char *name = g_path_get_basename (path);
  GtkWidget *dialog;

  lsc_ui_activate (ui, "win.page-action", g_variant_new_string (action));
  dialog = wait_for_dialog (ui, GTK_TYPE_FILE_CHOOSER_DIALOG);
  g_assert_nonnull (dialog);
  g_assert_true (gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  lsc_ui_assert_soon (lsc_ui_is_folder_of (dialog, folder));
  lsc_ui_settle ();
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  g_assert_true (lsc_ui_wait_until (file_is_there, (gpointer) path, 30.0));
  lsc_ui_settle ();
}

static gsize
count_lines (const char *text)
{
  gsize n = 0;

  for (; *text; text++)
    n += *text == '\n';
  return n;
}

static void
test_export (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  g_autofree char *csv = g_build_filename (scratch, "table.csv", NULL);
  g_autofree char *whole = g_build_filename (scratch, "whole.csv", NULL);
  g_autofree char *workbook = g_build_filename (scratch, "workbook.xlsx", NULL);
  g_autofree char *svg = g_build_filename (scratch, "chart.svg", NULL);
  g_autofree char *text = NULL;
  const char *name;
  gsize n_rows;

  settle (ui);
  name = lsc_tree_get_name (lsc_modules_page_get_tree (get_modules (ui)), 1);
  export_to (ui, "modules.export-table", csv);
  g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, name));
  n_rows = count_lines (text);
  g_assert_cmpuint (n_rows, ==, count_rows (ui) + 1);
  g_clear_pointer (&text, g_free);
  export_to (ui, "modules.export-tree", whole);
  g_assert_true (g_file_get_contents (whole, &text, NULL, NULL));
  g_assert_cmpuint (count_lines (text), >, n_rows);
  g_assert_cmpuint (count_lines (text), ==,
                    lsc_tree_get_n_nodes (lsc_modules_page_get_tree (get_modules (ui))) + 1);
  export_to (ui, "modules.export-workbook", workbook);
  lsc_ui_activate (ui, "win.show-page", g_variant_new_string ("pipeline"));
  g_assert_true (lsc_ui_wait_ready (ui));
  export_to (ui, "pipeline.export", svg);
  g_clear_pointer (&text, g_free);
  g_assert_true (g_file_get_contents (svg, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
}

/* ---- Window -------------------------------------------------------------------------------- */

static gboolean
focus_is_in (LscUi *ui, GtkWidget *pane)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (ui->window));

  return focus && pane && (focus == pane || gtk_widget_is_ancestor (focus, pane));
}

static void
test_panes (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  GtkWidget *sidebar, *page;

  settle (ui);
  sidebar = wait_for_widget (window (ui), g_type_from_name ("LscSidebar"), NULL);
  page = lsc_window_get_page (ui->window, "modules");
  g_assert_true (focus_is_in (ui, page));
  lsc_ui_activate (ui, "win.previous-pane", NULL);
  g_assert_true (focus_is_in (ui, sidebar));
  g_assert_false (GTK_IS_BUTTON (gtk_window_get_focus (GTK_WINDOW (ui->window))));
  lsc_ui_activate (ui, "win.next-pane", NULL);
  g_assert_true (focus_is_in (ui, page));
  lsc_ui_activate (ui, "win.show-sidebar", NULL);
  assert_widget (window (ui), g_type_from_name ("LscSidebar"), NULL, FALSE);
}

/* The border that a chart shares with its panels. */
static GtkPaned *
find_panel_border (LscUi *ui)
{
  GtkWidget *notebook = wait_for_widget (window (ui), GTK_TYPE_NOTEBOOK, NULL);

  g_assert_nonnull (notebook);
  return GTK_PANED (gtk_widget_get_ancestor (notebook, GTK_TYPE_PANED));
}

static double
get_panel_share (GtkPaned *paned)
{
  return 1 - (double) gtk_paned_get_position (paned) / gtk_widget_get_height (GTK_WIDGET (paned));
}

static void
resize_to (LscUi *ui, int width, int height)
{
  int before = gtk_widget_get_height (window (ui));

  gtk_window_set_default_size (GTK_WINDOW (ui->window), width, height);
  lsc_ui_assert_soon (gtk_widget_get_height (window (ui)) != before);
  lsc_ui_settle ();
}

/* Rows of the pipeline follow the height, until the user gives them one; panels keep their part. */
static void
test_height (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("pipeline");
  GSettings *settings = lsc_application_get_settings (ui->application);
  GtkWidget *chart = wait_for_widget (window (ui), LSC_TYPE_PIPELINE_CHART, NULL);
  const LscViewport *port = &lsc_pipeline_chart_get_chart (LSC_PIPELINE_CHART (chart))->port;
  GtkPaned *paned;
  double chosen, share;

  resize_to (ui, 1200, 380);
  chosen = port->lane_height;
  resize_to (ui, 1200, 950);
  g_assert_cmpfloat (port->lane_height, >, chosen);
  g_assert_cmpfloat (port->lane_height, <=, LSC_PIPELINE_LANE_MOST);
  lsc_chart_perform (LSC_CHART (chart), "lower-rows");
  chosen = port->lane_height;
  resize_to (ui, 1200, 700);
  g_assert_cmpfloat (port->lane_height, ==, chosen);
  lsc_chart_perform (LSC_CHART (chart), "fit");
  g_settings_set_boolean (settings, "pipeline-panel", TRUE);
  resize_to (ui, 1200, 980);
  paned = find_panel_border (ui);
  g_assert_cmpfloat (port->lane_height, >, 40); /* comfortable */
  g_assert_cmpfloat (get_panel_share (paned), >, 0.3);
  g_assert_cmpint (gtk_paned_get_position (paned), <,
                   lsc_pipeline_chart_get_most_height (LSC_PIPELINE_CHART (chart)) + 120);
  /* a small window: the rows can still be read */
  resize_to (ui, 900, 600);
  g_assert_cmpint (gtk_paned_get_position (paned), >,
                   lsc_pipeline_chart_get_least_height (LSC_PIPELINE_CHART (chart)));
  g_assert_cmpfloat (port->lane_height, >=, 14);
  lsc_ui_assert_soon (port->lane_height < 30); /* what else is laid out may come first */
  resize_to (ui, 1200, 980);
  gtk_paned_set_position (paned, gtk_widget_get_height (GTK_WIDGET (paned)) / 2 + 20);
  lsc_ui_settle ();
  share = get_panel_share (paned);
  g_assert_cmpfloat_with_epsilon (g_settings_get_double (settings, "panel-share"), share, 0.01);
  resize_to (ui, 1200, 950);
  g_assert_cmpfloat_with_epsilon (get_panel_share (paned), share, 0.01);
  g_settings_reset (settings, "pipeline-panel");
  g_settings_reset (settings, "panel-share");
}

static void
test_preferences (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  GSettings *settings = lsc_application_get_settings (ui->application);
  GtkWidget *dialog;

  g_action_group_activate_action (G_ACTION_GROUP (ui->application), "preferences", NULL);
  dialog = wait_for_dialog (ui, ADW_TYPE_PREFERENCES_WINDOW);
  g_assert_nonnull (dialog);
  assert_label (dialog, "Unit of Times");
  g_settings_set_string (settings, "color-scheme", "dark");
  lsc_ui_assert_soon (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_settings_set_string (settings, "color-scheme", "light");
  lsc_ui_assert_soon (!adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_settings_reset (settings, "color-scheme");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What the user tells of a recording changes what is shown of it, at once. */
static void
test_analysis_preferences (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  GSettings *settings = lsc_application_get_settings (ui->application);
  LscValue before, after;

  settle (ui);
  before = lsc_tree_value (lsc_modules_page_get_tree (get_modules (ui)), LSC_TREE_ROOT,
                           LSC_TREE_MFU_TOTAL);
  g_assert_false (before.is_null);
  g_settings_set_double (settings, "peak-tflops", 1000.0);
  settle (ui);
  after = lsc_tree_value (lsc_modules_page_get_tree (get_modules (ui)), LSC_TREE_ROOT,
                          LSC_TREE_MFU_TOTAL);
  g_assert_cmpfloat (after.real, <, before.real);
  g_assert_cmpint (lsc_tree_get_peak (lsc_modules_page_get_tree (get_modules (ui))).source, ==,
                   LSC_PEAK_USER);
  g_settings_set_string (settings, "module-domains", "no such domain");
  settle (ui);
  g_assert_cmpint (lsc_tree_get_module_total_ns (lsc_modules_page_get_tree (get_modules (ui))), ==,
                   0);
  assert_label (window (ui), "Name the domain of modules in the preferences.");
  g_settings_reset (settings, "module-domains");
  g_settings_reset (settings, "peak-tflops");
  settle (ui);
  g_assert_cmpint (lsc_tree_get_module_total_ns (lsc_modules_page_get_tree (get_modules (ui))), >,
                   0);
}

/* Sizes that cannot be are a problem that names the setting, for as long as they are set. */
static void
test_parallel_sizes (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("overview");
  GSettings *settings = lsc_application_get_settings (ui->application);
  guint n;

  lsc_ui_assert_soon (!lsc_window_is_busy (ui->window));
  n = shown_problems (ui);
  g_settings_set_string (settings, "parallel-sizes", "pp=x");
  lsc_ui_assert_soon (shown_problems (ui) == n + 1);
  lsc_ui_activate (ui, "win.problems", NULL);
  assert_label (wait_for_dialog (ui, GTK_TYPE_WINDOW),
                "Change the parallel sizes in the preferences.");
  gtk_window_destroy (GTK_WINDOW (find_dialog (ui, GTK_TYPE_WINDOW)));
  g_settings_set_string (settings, "parallel-sizes", "pp=4");
  lsc_ui_assert_soon (shown_problems (ui) == n);
  g_settings_reset (settings, "parallel-sizes");
}

/* Adds the keys that a shortcuts window tells, as GTK spells them. */
static void
collect_keys (GtkWidget *widget, GHashTable *keys)
{
  if (GTK_IS_SHORTCUTS_SHORTCUT (widget))
    {
      g_autofree char *text = NULL;
      g_auto (GStrv) words = NULL;

      g_object_get (widget, "accelerator", &text, NULL);
      words = g_strsplit (text ? text : "", " ", -1);
      for (guint i = 0; words[i]; i++)
        {
          GdkModifierType modifiers;
          guint key;

          g_assert_true (gtk_accelerator_parse (words[i], &key, &modifiers));
          g_hash_table_add (keys, gtk_accelerator_name (key, modifiers));
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    collect_keys (child, keys);
}

/* Every key that works in the whole window stands there. */
static void
test_shortcuts (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) actions =
      gtk_application_list_action_descriptions (GTK_APPLICATION (ui->application));
  guint n_told = 0;
  GtkWidget *dialog;

  g_action_group_activate_action (G_ACTION_GROUP (ui->application), "shortcuts", NULL);
  dialog = wait_for_dialog (ui, GTK_TYPE_SHORTCUTS_WINDOW);
  g_assert_nonnull (dialog);
  collect_keys (dialog, told);
  for (guint i = 0; actions[i]; i++)
    {
      g_auto (GStrv) keys =
          gtk_application_get_accels_for_action (GTK_APPLICATION (ui->application), actions[i]);

      g_test_message ("%s", actions[i]);
      for (guint k = 0; keys[k]; k++)
        n_told += g_hash_table_contains (told, keys[k]);
      g_assert_true (!keys[0] || g_hash_table_contains (told, keys[0]));
    }
  g_assert_cmpuint (n_told, >=, 15);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_close_while_reading (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autoptr (GFile) file = g_file_new_for_path (demo);

  lsc_window_open_file (ui->window, file);
  lsc_ui_assert_soon (lsc_window_is_busy (ui->window));
  gtk_window_close (GTK_WINDOW (ui->window));
  lsc_ui_assert_soon (ui->window == NULL);
}

/* ---- one bar a job -------------------------------------------------------------------------- */

/* More than GIO has threads at hand: what comes behind them waits until they are released. */
#define N_BLOCKERS 40

static gpointer
run_until_released (gpointer data, LscJob *job, GError **error)
{
  while (!g_atomic_int_get ((int *) data))
    g_usleep (1000);
  return NULL;
}

static guint
count_bars (GtkWidget *root)
{
  guint n = GTK_IS_PROGRESS_BAR (root) && gtk_widget_get_mapped (root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_bars (child);
  return n;
}

/* A page that is filled has the bar of that job in its middle; the bottom of the window has no
 * second one, however long it takes. From another page it is seen there. */
static void
test_one_bar (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  int is_released = FALSE;
  LscAppPage *page;
  gint64 begin_us;

  settle (ui);
  lsc_ui_assert_soon (!lsc_window_is_busy (ui->window)); /* ranks are judged behind the tree */
  for (guint i = 0; i < N_BLOCKERS; i++)
    lsc_task_start (
        ui->window, NULL,
        &(LscTaskWork){ .name = "test: wait", .run = run_until_released, .data = &is_released });
  lsc_window_show_page (ui->window, "pipeline");
  page = LSC_APP_PAGE (lsc_window_get_page (ui->window, "pipeline"));
  lsc_ui_assert_soon (lsc_app_page_get_state (page) == LSC_PAGE_LOADING);
  begin_us = g_get_monotonic_time ();
  do /* longer than the patience of the bottom */
    g_assert_cmpuint (count_bars (window (ui)), <=, 1);
  while (lsc_ui_run_until (begin_us + G_USEC_PER_SEC) &&
         g_get_monotonic_time () < begin_us + 6 * G_USEC_PER_SEC / 10);
  g_assert_cmpint (lsc_app_page_get_state (page), ==, LSC_PAGE_LOADING);
  g_assert_cmpuint (count_bars (window (ui)), ==, 1);
  lsc_window_show_page (ui->window, "modules");
  lsc_ui_assert_soon (count_bars (window (ui)) == 1); /* that at the bottom */
  g_atomic_int_set (&is_released, TRUE);
  settle (ui);
  lsc_ui_assert_soon (count_bars (window (ui)) == 0);
}

/* ---- commands ------------------------------------------------------------------------------- */

static void
assert_picture (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *content = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  g_assert_cmpuint (length, >, 1000);
  g_assert_nonnull (strstr (content, "<svg"));
}

/* The window writes the same bytes as its command: with the chip, the modules and the step that
 * were chosen. */
static void
check_workbook (LscUi *ui, const char *folder)
{
  g_autofree char *own = g_build_filename (scratch, "own.xlsx", NULL);
  g_autofree char *theirs = g_build_filename (
      folder, "cluster_analysis_output/ModuleStatistic/module_statistic_0.xlsx", NULL);
  g_autofree char *a = NULL, *b = NULL, *said = lsc_ui_run_command (ui, folder);
  gsize n_a, n_b;

  g_remove (own);
  export_to (ui, "modules.export-workbook", own);
  g_assert_true (g_file_get_contents (own, &a, &n_a, NULL));
  g_assert_true (g_file_get_contents (theirs, &b, &n_b, NULL));
  g_assert_cmpmem (a, n_a, b, n_b);
}

/* What the window copies, run in a shell: each page's command writes or prints what the page
 * shows. */
static void
test_commands (void)
{
  g_autoptr (LscUi) ui = start_with_demo ("modules");
  g_autofree char *folder = g_build_filename (scratch, "commands", NULL);
  g_autofree char *pipeline = NULL, *timeline = NULL, *query = NULL;
  GSettings *settings = lsc_application_get_settings (ui->application);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  settle (ui);
  check_workbook (ui, folder);
  g_settings_set_string (settings, "chip", "Ascend910B4");
  g_settings_set_string (settings, "module-domains", "Module, it's mine");
  g_settings_set_int (settings, "module-tolerance-us", 3);
  settle (ui);
  g_assert_true (lsc_modules_page_select_step (get_modules (ui), 7));
  settle (ui);
  check_workbook (ui, folder);
  lsc_window_show_page (ui->window, "timeline");
  g_assert_true (lsc_ui_wait_ready (ui));
  timeline = lsc_ui_run_command (ui, folder);
  assert_picture (folder, "timeline.svg");
  lsc_window_show_page (ui->window, "pipeline");
  g_assert_true (lsc_ui_wait_ready (ui));
  pipeline = lsc_ui_run_command (ui, folder);
  assert_picture (folder, "pipeline.svg");
  lsc_window_show_page (ui->window, "query");
  g_assert_true (lsc_ui_wait_ready (ui));
  query = lsc_ui_run_command (ui, folder);
  g_assert_nonnull (strstr (query, "dur_ns"));
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
  /* A bare root entered by chroot has no /proc, of which GIO warns when a file dialog opens. */
  if (!g_file_test ("/proc/mounts", G_FILE_TEST_EXISTS))
    g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
  scratch = g_dir_make_tmp ("lanescope-ui-XXXXXX", &error);
  g_assert_no_error (error);
  demo = lsc_ui_write_profile (scratch, "demo", &error);
  g_assert_no_error (error);

  g_test_add_func ("/window/start", test_start);
  g_test_add_func ("/window/open", test_open);
  g_test_add_func ("/window/recent", test_recent);
  g_test_add_func ("/window/missing", test_missing);
  g_test_add_func ("/window/format-not-read", test_format_not_read);
  g_test_add_func ("/window/damaged-rank", test_damaged_rank);
  g_test_add_func ("/window/two-clusters", test_two_clusters);
  g_test_add_func ("/window/hostile-names", test_hostile_names);
  g_test_add_func ("/window/drop", test_drop);
  g_test_add_func ("/window/modules/expand", test_expand);
  g_test_add_func ("/window/modules/search", test_search);
  g_test_add_func ("/window/modules/sort", test_sort);
  g_test_add_func ("/window/modules/switch-rank", test_switch_rank);
  g_test_add_func ("/window/order", test_order);
  g_test_add_func ("/window/one-missing", test_one_missing);
  g_test_add_func ("/window/open-demo", test_open_demo);
  g_test_add_func ("/window/notes", test_notes);
  g_test_add_func ("/window/modules/hottest", test_hottest);
  g_test_add_func ("/window/modules/waiting", test_waiting);
  g_test_add_func ("/window/modules/known", test_known);
  g_test_add_func ("/window/modules/part", test_part);
  g_test_add_func ("/window/page-with-something", test_page_with_something);
  g_test_add_func ("/window/modules/details", test_details);
  g_test_add_func ("/window/details-need-selection", test_details_need_selection);
  g_test_add_func ("/window/details-gone", test_details_gone);
  g_test_add_func ("/window/pipeline/zoom", test_pipeline);
  g_test_add_func ("/window/pipeline/selection", test_pipeline_selection);
  g_test_add_func ("/window/pipeline/modules-of-block", test_modules_of_block);
  g_test_add_func ("/window/export", test_export);
  g_test_add_func ("/window/panes", test_panes);
  g_test_add_func ("/window/height", test_height);
  g_test_add_func ("/window/preferences", test_preferences);
  g_test_add_func ("/window/analysis-preferences", test_analysis_preferences);
  g_test_add_func ("/window/parallel-sizes", test_parallel_sizes);
  g_test_add_func ("/window/shortcuts", test_shortcuts);
  g_test_add_func ("/window/close-while-reading", test_close_while_reading);
  g_test_add_func ("/window/commands", test_commands);
  g_test_add_func ("/window/one-bar", test_one_bar);
  status = g_test_run ();
  lsc_watchdog_report ();
  remove_scratch ();
  return status;
}
