/* test-operators.c - the page of operators in the real window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "app/operators/lsc-operators-page-private.h"
#include "app/parts/lsc-table-view.h"
#include "draw/operators/lsc-operator-plots.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *job;

/* ---- driving ---- */

static LscOperatorsPage *
get_page (LscUi *ui)
{
  return LSC_OPERATORS_PAGE (lsc_window_get_page (ui->window, "operators"));
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
         lsc_app_page_get_state (as_page (ui)) >= LSC_PAGE_READY;
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

  gtk_window_set_default_size (GTK_WINDOW (ui->window), 1300, 850);
  lsc_window_show_page (ui->window, "operators");
  g_assert_true (lsc_ui_open (ui, job));
  settle (ui);
  return ui;
}

static LscTable *
get_groups (LscUi *ui)
{
  return get_page (ui)->tables[LSC_OPERATORS_TAB_GROUPS];
}

static gint64
sum (const LscTable *table, const char *column)
{
  gint64 total = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    total += lsc_table_get_named (table, i, column).integer;
  return total;
}

static LscTableView *
get_view (LscUi *ui, guint tab)
{
  lsc_app_page_show_panel (as_page (ui), tab);
  settle (ui);
  return LSC_TABLE_VIEW (lsc_ui_find (GTK_WIDGET (lsc_app_page_get_panel (as_page (ui), tab)),
                                      LSC_TYPE_TABLE_VIEW, NULL));
}

static void
choose_keys (LscUi *ui, LscOpKeys keys)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (get_page (ui)->keys_box));

  /* on before off: one key is left at any time */
  for (guint is_off = 0; is_off < 2; is_off++)
    for (GtkWidget *check = child; check; check = gtk_widget_get_next_sibling (check))
      {
        guint key = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "lsc-key"));

        if (((keys & key) != 0) != (is_off != 0))
          gtk_check_button_set_active (GTK_CHECK_BUTTON (check), !is_off);
      }
  settle (ui);
}

/* ---- tests ---- */

/* First what is to blame and what it costs, what takes most and what 100 % is, then the shares and
 * what the first group is made of. */
static void
test_first (void)
{
  g_autoptr (LscUi) ui = start ();
  LscOperatorsPage *page = get_page (ui);
  const LscBarPlot *shares = lsc_bar_chart_get_view (page->shares)->plot;
  double all = 0;

  g_assert_nonnull (strstr (gtk_label_get_label (page->headline), " per step ("));
  g_assert_nonnull (strstr (gtk_label_get_label (page->base), "takes most"));
  g_assert_nonnull (strstr (gtk_label_get_label (page->base), "100 % = "));
  g_assert_cmpuint (lsc_table_get_n_rows (get_groups (ui)), >, 5);
  for (guint i = 0; i < shares->bars->len; i++)
    all += lsc_plot_bar_get_end (lsc_bar_plot_get (shares, i));
  g_assert_cmpfloat_with_epsilon (all, 1, 1e-9);
  g_assert_true (page->has_group);
  g_assert_cmpuint (page->group_row, ==, 0);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->parts_stack), ==, "bars");
  g_assert_cmpuint (gtk_drop_down_get_selected (page->chart_choice), ==,
                    LSC_OPERATORS_CHART_SHAPES);
  for (guint i = 0; i < LSC_OPERATORS_N_TABS; i++)
    g_assert_cmpuint (lsc_table_get_n_rows (lsc_table_view_get_table (get_view (ui, i))), >, 0);
  gtk_test_accessible_assert_role (GTK_WIDGET (page->shares), GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_role (GTK_WIDGET (page->scatter), GTK_ACCESSIBLE_ROLE_IMG);
}

/* What a group is made of comes to the group, in each of the charts and tables. */
static void
test_parts (void)
{
  g_autoptr (LscUi) ui = start ();
  LscOperatorsPage *page = get_page (ui);

  for (guint32 row = 0; row < 3; row++)
    {
      gint64 total_ns = lsc_table_get_named (get_groups (ui), row, "total_ns").integer;
      gint64 count = lsc_table_get_named (get_groups (ui), row, "count").integer, all_ns = 0;

      _lsc_operators_page_select (page, LSC_OPERATORS_TAB_GROUPS, row);
      settle (ui);
      g_assert_cmpint ((gint64) page->parts->instances.n, ==, count);
      for (gsize i = 0; i < page->parts->instances.n; i++)
        all_ns += page->parts->instances.items[i].duration_ns;
      g_assert_cmpint (all_ns, ==, total_ns);
      g_assert_cmpint (sum (page->tables[LSC_OPERATORS_TAB_SHAPES], "total_ns"), ==, total_ns);
      g_assert_cmpint (sum (page->tables[LSC_OPERATORS_TAB_RANKS], "total_ns"), ==, total_ns);
      for (guint choice = 0; choice <= LSC_OPERATORS_CHART_RANKS; choice++)
        {
          gtk_drop_down_set_selected (page->chart_choice, choice);
          settle (ui);
          g_assert_cmpstr (gtk_stack_get_visible_child_name (page->parts_stack), ==,
                           choice == LSC_OPERATORS_CHART_DRIFT ? "points" : "bars");
        }
    }
}

static gboolean
has_no_answer (gpointer user_data)
{
  return get_page (user_data)->roofline_task == NULL;
}

static void
choose_roofline (LscUi *ui)
{
  gtk_drop_down_set_selected (get_page (ui)->chart_choice, LSC_OPERATORS_CHART_ROOFLINE);
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (has_no_answer, ui, 60.0));
  settle (ui);
}

/* Without a bandwidth there is a reason; with one there are marks, and each leads to its group. */
static void
test_roofline (void)
{
  g_autoptr (LscUi) ui = start ();
  LscOperatorsPage *page = get_page (ui);
  GSettings *settings = lsc_application_get_settings (ui->application);
  const LscRooflineView *view;
  LscRooflinePlaces places;
  LscCanvas *canvas = LSC_CANVAS (page->roofline_chart);
  gint64 group;
  gsize n_rows;

  choose_roofline (ui);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->parts_stack), ==, "reason");
  g_test_message ("%s", gtk_label_get_label (page->parts_reason));
  g_assert_nonnull (strstr (gtk_label_get_label (page->parts_reason), "Not known"));
  g_settings_set_double (settings, "peak-tflops", 300);
  g_settings_set_double (settings, "peak-bandwidth", 1600);
  choose_roofline (ui);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->parts_stack), ==, "roofline");
  view = lsc_roofline_chart_get_view (page->roofline_chart);
  g_assert_false (lsc_roofline_view_is_empty (view));
  g_assert_cmpfloat_with_epsilon (view->roof.bandwidth, 1600e9, 1);
  n_rows = view->n_marks;
  /* a click on the first mark leads to the group of its type */
  places = lsc_roofline_view_place (view, lsc_canvas_get_text (canvas));
  LSC_CANVAS_GET_CLASS (canvas)->press (
      canvas, lsc_roofline_places_get_x (&places, view->marks[0].intensity),
      lsc_roofline_places_get_y (&places, view->marks[0].flops_per_s), 1, GDK_BUTTON_PRIMARY);
  settle (ui);
  group = lsc_roofline_chart_get_group (page->roofline_chart);
  g_assert_cmpint (group, >=, 0);
  g_assert_cmpint ((gint64) page->group_row, ==, group);
  g_assert_cmpuint (page->selected.row, ==, (guint32) group);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->parts_stack), ==, "roofline");
  /* groups that the search hides have no marks */
  gtk_editable_set_text (GTK_EDITABLE (page->search), "no such operator");
  g_signal_emit_by_name (page->search, "search-changed");
  settle (ui);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->parts_stack), ==, "reason");
  gtk_editable_set_text (GTK_EDITABLE (page->search), "");
  g_signal_emit_by_name (page->search, "search-changed");
  settle (ui);
  g_assert_cmpuint (lsc_roofline_chart_get_view (page->roofline_chart)->n_marks, ==, n_rows);
  g_settings_reset (settings, "peak-tflops");
  g_settings_reset (settings, "peak-bandwidth");
  settle (ui);
}

/* However they are grouped, the kernels are the same. */
static void
test_keys (void)
{
  g_autoptr (LscUi) ui = start ();
  LscOperatorsPage *page = get_page (ui);
  gint64 total_ns = sum (get_groups (ui), "total_ns"), count = sum (get_groups (ui), "count");
  gsize n = lsc_table_get_n_rows (get_groups (ui));

  choose_keys (ui, LSC_OP_BY_TYPE | LSC_OP_BY_CORE | LSC_OP_BY_RANK);
  g_assert_cmpuint (lsc_table_get_n_rows (get_groups (ui)), >, n);
  g_assert_cmpint (sum (get_groups (ui), "total_ns"), ==, total_ns);
  g_assert_cmpint (sum (get_groups (ui), "count"), ==, count);
  choose_keys (ui, LSC_OP_BY_RANK);
  g_assert_cmpuint (lsc_table_get_n_rows (get_groups (ui)), ==, 4);
  g_assert_cmpint (sum (get_groups (ui), "total_ns"), ==, total_ns);
  choose_keys (ui, LSC_OP_BY_TYPE | LSC_OP_BY_SHAPES);
  g_assert_cmpint (sum (get_groups (ui), "total_ns"), ==, total_ns);
  gtk_drop_down_set_selected (page->chart_choice, LSC_OPERATORS_CHART_SHAPES);
  settle (ui);
  g_assert_nonnull (strstr (gtk_label_get_label (page->parts_reason), "by shapes already"));
  gtk_drop_down_set_selected (page->preset_choice, 0);
  settle (ui);
  g_assert_cmpuint (lsc_table_get_n_rows (get_groups (ui)), ==, n);
  g_assert_cmpint (page->keys, ==, LSC_OP_BY_TYPE | LSC_OP_BY_CORE);
}

/* Filters leave kernels out and say so, a search hides groups alone. */
static void
test_filters (void)
{
  g_autoptr (LscUi) ui = start ();
  LscOperatorsPage *page = get_page (ui);
  gint64 count = sum (get_groups (ui), "count");
  gsize n = lsc_table_get_n_rows (get_groups (ui));
  GtkWidget *core = gtk_widget_get_first_child (GTK_WIDGET (page->controls.cores));
  g_autofree char *wanted = NULL;

  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (page->only_box)));
  gtk_editable_set_text (GTK_EDITABLE (page->controls.type), "matmul");
  settle (ui);
  g_assert_cmpuint (lsc_table_get_n_rows (get_groups (ui)), <, n);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (page->only_box)));
  g_assert_nonnull (strstr (gtk_label_get_label (page->only), "type with “matmul”"));
  gtk_widget_activate_action (GTK_WIDGET (page), "operators.show-all", NULL);
  settle (ui);
  g_assert_cmpint (sum (get_groups (ui), "count"), ==, count);
  gtk_spin_button_set_value (page->controls.least_us, 50);
  settle (ui);
  g_assert_cmpint (sum (get_groups (ui), "count"), <, count);
  gtk_widget_activate_action (GTK_WIDGET (page), "operators.show-all", NULL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (core), FALSE);
  settle (ui);
  g_assert_cmpint (sum (get_groups (ui), "count"), <, count);
  gtk_widget_activate_action (GTK_WIDGET (page), "operators.show-all", NULL);
  settle (ui);
  wanted = lsc_operator_key (get_groups (ui), (gsize) n - 1, "type");
  gtk_editable_set_text (GTK_EDITABLE (page->search), wanted);
  g_signal_emit_by_name (page->search, "search-changed");
  settle (ui);
  g_assert_cmpuint (page->shown->len, >, 0);
  g_assert_cmpuint (page->shown->len, <, n);
  g_assert_cmpuint (lsc_table_get_n_rows (get_groups (ui)), ==, n);
  g_assert_nonnull (strstr (page->group_label, wanted));
  g_assert_cmpuint (
      lsc_table_get_n_rows (lsc_table_view_get_table (get_view (ui, LSC_OPERATORS_TAB_GROUPS))), ==,
      page->shown->len);
}

/* What is chosen for all pages holds here. */
static void
test_selection (void)
{
  g_autoptr (LscUi) ui = start ();
  LscSelection *selection = lsc_app_page_get_selection (as_page (ui));
  gint64 count = sum (get_groups (ui), "count"), all = 0;

  for (gint64 rank = 0; rank < 4; rank++)
    {
      lsc_selection_set_ranks (selection, &rank, 1);
      settle (ui);
      all += sum (get_groups (ui), "count");
      g_assert_cmpuint (lsc_table_get_n_rows (get_page (ui)->tables[LSC_OPERATORS_TAB_RANKS]), ==,
                        1);
    }
  g_assert_cmpint (all, ==, count);
  lsc_selection_clear (selection, LSC_NARROW_ALL);
  settle (ui);
  g_assert_cmpint (sum (get_groups (ui), "count"), ==, count);
  g_assert_cmpuint (lsc_app_page_get_followed (as_page (ui)), ==,
                    LSC_NARROW_RANKS | LSC_NARROW_STEP | LSC_NARROW_RANGE | LSC_NARROW_MODULE);
}

/* A group opens to its kernels, the longest first; one of them leads to the timeline. */
static void
test_elsewhere (void)
{
  g_autoptr (LscUi) ui = start ();
  LscOperatorsPage *page = get_page (ui);
  LscTableView *view = get_view (ui, LSC_OPERATORS_TAB_GROUPS);
  const LscTable *list = page->tables[LSC_OPERATORS_TAB_INSTANCES];
  gint64 begin_ns, end_ns;

  g_signal_emit_by_name (view, "row-activated", 0u);
  settle (ui);
  g_assert_cmpint (gtk_notebook_get_current_page (page->panel), ==, LSC_OPERATORS_TAB_INSTANCES);
  for (gsize i = 1; i < lsc_table_get_n_rows (list); i++)
    g_assert_cmpint (lsc_table_get_named (list, i - 1, "duration_ns").integer, >=,
                     lsc_table_get_named (list, i, "duration_ns").integer);
  begin_ns = lsc_table_get_named (list, 0, "begin_ns").integer;
  end_ns = begin_ns + lsc_table_get_named (list, 0, "duration_ns").integer;
  view = get_view (ui, LSC_OPERATORS_TAB_INSTANCES);
  g_signal_emit_by_name (view, "row-activated", 0u);
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_ready (ui));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (page)));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (lsc_window_get_page (ui->window, "timeline"))));
  g_assert_true (lsc_selection_get_range (lsc_app_page_get_selection (as_page (ui)), NULL,
                                          &begin_ns, &end_ns) == FALSE ||
                 end_ns > begin_ns);
}

/* The details say what the table says. */
static void
test_details (void)
{
  g_autoptr (LscUi) ui = start ();
  g_autoptr (GPtrArray) facts = lsc_app_page_get_details (as_page (ui));
  g_autofree char *type = lsc_operator_key (get_groups (ui), 0, "type");

  g_assert_nonnull (facts);
  g_assert_cmpuint (facts->len, >, 8);
  g_assert_cmpstr (((char **) facts->pdata[0])[1], ==, type);
}

static void
write_profiles (void)
{
  static const char *const many[] = {
    "--preset=pipeline", "--pp=2", "--tp=2", "--dp=1", "--steps=3", "--level=2",
    "--straggler=1:1.3", NULL
  };
  g_autoptr (GError) error = NULL;

  scratch = g_dir_make_tmp ("lanescope-operators-XXXXXX", &error);
  g_assert_no_error (error);
  job = lsc_ui_write_profile_of (scratch, "job", many, &error);
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  g_autofree char *command = NULL;
  int status;

  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  write_profiles ();
  g_test_add_func ("/operators/first", test_first);
  g_test_add_func ("/operators/parts", test_parts);
  g_test_add_func ("/operators/roofline", test_roofline);
  g_test_add_func ("/operators/keys", test_keys);
  g_test_add_func ("/operators/filters", test_filters);
  g_test_add_func ("/operators/selection", test_selection);
  g_test_add_func ("/operators/details", test_details);
  g_test_add_func ("/operators/elsewhere", test_elsewhere);
  status = g_test_run ();
  command = g_strdup_printf ("rm -rf '%s'", scratch);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  g_free (job);
  g_free (scratch);
  return status;
}
