/* test-communication.c - the page of communication in the real window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app/communication/lsc-communication-page-private.h"
#include "app/parts/lsc-table-view.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *job;
static char *alone;

/* ---- driving ---- */

static LscCommunicationPage *
get_page (LscUi *ui)
{
  return LSC_COMMUNICATION_PAGE (lsc_window_get_page (ui->window, "communication"));
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
start (const char *path)
{
  LscUi *ui = lsc_ui_start ();

  gtk_window_set_default_size (GTK_WINDOW (ui->window), 1300, 850);
  lsc_window_show_page (ui->window, "communication");
  g_assert_true (lsc_ui_open (ui, path));
  settle (ui);
  return ui;
}

static gsize
count (LscUi *ui, guint tab)
{
  return get_page (ui)->shown[tab]->len;
}

static LscTableView *
get_table (LscUi *ui, guint tab)
{
  lsc_app_page_show_panel (as_page (ui), tab);
  settle (ui);
  return LSC_TABLE_VIEW (lsc_ui_find (GTK_WIDGET (lsc_app_page_get_panel (as_page (ui), tab)),
                                      LSC_TYPE_TABLE_VIEW, NULL));
}

static gsize
count_rows (LscTableView *view)
{
  LscTable *table = lsc_table_view_get_table (view);

  return table ? lsc_table_get_n_rows (table) : 0;
}

/* ---- tests ---- */

/* First a sentence, then the matrix and the bars of what costs most, and all tables. */
static void
test_first (void)
{
  g_autoptr (LscUi) ui = start (job);
  LscCommunicationPage *page = get_page (ui);
  const LscLinkMatrix *matrix = lsc_matrix_chart_get_view (page->matrix)->matrix;
  gboolean is_of_pipeline;

  g_assert_cmpint (lsc_app_page_get_state (as_page (ui)), ==, LSC_PAGE_READY);
  g_assert_nonnull (strstr (gtk_label_get_label (page->remark), "Exposed communication"));
  g_assert_cmpuint (matrix->n_ranks, ==, 8);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->matrix_stack), ==, "chart");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->bars_stack), ==, "chart");
  g_assert_false (lsc_bar_view_is_empty (lsc_bar_chart_get_view (page->bars)));
  for (guint i = 0; i < LSC_COMMUNICATION_TAB_EXPERTS; i++)
    {
      g_assert_cmpuint (count (ui, i), >, 0);
      g_assert_cmpuint (count_rows (get_table (ui, i)), ==, count (ui, i));
    }
  g_assert_cmpint (gtk_widget_get_visible (GTK_WIDGET (page->finding)), ==,
                   lsc_communication_get_finding (page->communication, &is_of_pipeline) != NULL);
  gtk_test_accessible_assert_role (GTK_WIDGET (page->matrix), GTK_ACCESSIBLE_ROLE_IMG);
}

/* Where there are none it is said why, and the links come back. */
static void
test_no_experts (void)
{
  g_autoptr (LscUi) ui = start (job);
  LscCommunicationPage *page = get_page (ui);

  gtk_drop_down_set_selected (page->metric_choice, LSC_MATRIX_LOAD);
  settle (ui);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->matrix_stack), ==, "reason");
  g_assert_nonnull (strstr (gtk_label_get_label (page->matrix_reason), "GroupedMatmul"));
  g_assert_cmpuint (count (ui, LSC_COMMUNICATION_TAB_EXPERTS), ==, 0);
  gtk_drop_down_set_selected (page->metric_choice, LSC_MATRIX_SIZE);
  settle (ui);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->matrix_stack), ==, "chart");
  g_assert_cmpuint (lsc_matrix_chart_get_view (page->matrix)->matrix->n_ranks, ==, 8);
}

/* A cell leads to its link, the link to its cell. */
static void
test_link (void)
{
  g_autoptr (LscUi) ui = start (job);
  LscCommunicationPage *page = get_page (ui);
  const LscLinkMatrix *matrix = lsc_matrix_chart_get_view (page->matrix)->matrix;
  const LscMatrixCell *cell = lsc_link_matrix_get (matrix, matrix->cells->len / 2);
  LscMatrixSpot spot = { LSC_MATRIX_CELL, cell->src, cell->dst };
  LscTable *links = page->tables[LSC_COMMUNICATION_TAB_LINKS];
  guint32 row;

  lsc_matrix_chart_select (page->matrix, &spot);
  settle (ui);
  g_assert_cmpuint (page->selected.tab, ==, LSC_COMMUNICATION_TAB_LINKS);
  g_assert_cmpint (lsc_table_get_named (links, page->selected.row, "src_rank").integer, ==,
                   matrix->ranks[cell->src]);
  g_assert_cmpint (lsc_table_get_named (links, page->selected.row, "dst_rank").integer, ==,
                   matrix->ranks[cell->dst]);
  g_assert_true (lsc_table_view_get_selected (get_table (ui, LSC_COMMUNICATION_TAB_LINKS), &row));
  g_assert_cmpuint (row, ==, page->selected.row);
  _lsc_communication_page_select (page, LSC_COMMUNICATION_TAB_LINKS, 0);
  spot = lsc_matrix_chart_get_view (page->matrix)->selected;
  g_assert_cmpint (matrix->ranks[spot.src], ==, lsc_table_get_named (links, 0, "src_rank").integer);
}

/* An operator shows its longest instance over its ranks, another instance that one. */
static void
test_operator (void)
{
  g_autoptr (LscUi) ui = start (job);
  LscCommunicationPage *page = get_page (ui);
  gint64 instance;

  for (guint32 row = 0; row < MIN (count (ui, LSC_COMMUNICATION_TAB_OPERATORS), 6); row++)
    {
      const LscTable *operators = page->tables[LSC_COMMUNICATION_TAB_OPERATORS];
      LscTable *instances;
      gint64 most_ns = 0;

      _lsc_communication_page_select (page, LSC_COMMUNICATION_TAB_OPERATORS, row);
      settle (ui);
      instances = page->tables[LSC_COMMUNICATION_TAB_INSTANCES];
      g_assert_cmpuint (page->operator_row, ==, row);
      g_assert_cmpuint (lsc_table_get_n_rows (instances), >, 0);
      for (gsize i = 0; i < lsc_table_get_n_rows (page->members); i++)
        most_ns = MAX (most_ns, lsc_table_get_named (page->members, i, "length_ns").integer);
      g_assert_cmpint (most_ns * 2, >=, lsc_table_get_named (operators, row, "max_ns").integer);
    }
  instance =
      lsc_table_get_named (page->tables[LSC_COMMUNICATION_TAB_INSTANCES], 0, "instance").integer;
  _lsc_communication_page_select (page, LSC_COMMUNICATION_TAB_INSTANCES, 0);
  g_assert_cmpint (page->instance, ==, instance);
  for (guint i = 0; i < 3; i++)
    {
      gtk_drop_down_set_selected (page->bars_choice, i);
      settle (ui);
      g_assert_cmpstr (gtk_stack_get_visible_child_name (page->bars_stack), ==, "chart");
    }
}

/* Groups, kinds and forms leave fewer rows in all tables. */
static void
test_filters (void)
{
  g_autoptr (LscUi) ui = start (job);
  LscCommunicationPage *page = get_page (ui);
  gsize groups = count (ui, LSC_COMMUNICATION_TAB_GROUPS);
  gsize operators = count (ui, LSC_COMMUNICATION_TAB_OPERATORS);
  gsize links = count (ui, LSC_COMMUNICATION_TAB_LINKS);

  gtk_drop_down_set_selected (page->group_choice, 1);
  settle (ui);
  g_assert_cmpuint (count (ui, LSC_COMMUNICATION_TAB_GROUPS), ==, 1);
  g_assert_cmpuint (count (ui, LSC_COMMUNICATION_TAB_OPERATORS), <, operators);
  g_assert_cmpuint (count (ui, LSC_COMMUNICATION_TAB_LINKS), >, 0);
  g_assert_cmpuint (count (ui, LSC_COMMUNICATION_TAB_LINKS), <, links);
  g_assert_cmpuint (lsc_matrix_chart_get_view (page->matrix)->matrix->n_ranks, <, 8);
  gtk_drop_down_set_selected (page->group_choice, 0);
  gtk_drop_down_set_selected (page->form_choice, 2);
  settle (ui);
  g_assert_cmpuint (count (ui, LSC_COMMUNICATION_TAB_OPERATORS), <, operators);
  g_assert_cmpuint (count (ui, LSC_COMMUNICATION_TAB_GROUPS), <, groups);
  gtk_drop_down_set_selected (page->form_choice, 0);
  settle (ui);
  g_assert_cmpuint (count (ui, LSC_COMMUNICATION_TAB_OPERATORS), ==, operators);
}

/* What is selected leads to the timeline, and to the overview of its ranks alone. */
static void
test_elsewhere (void)
{
  g_autoptr (LscUi) ui = start (job);
  LscCommunicationPage *page = get_page (ui);
  const GArray *ranks;

  _lsc_communication_page_select (page, LSC_COMMUNICATION_TAB_LINKS, 1);
  gtk_widget_activate_action (GTK_WIDGET (page), "communication.show-overview", NULL);
  settle (ui);
  ranks = lsc_selection_get_ranks (lsc_app_page_get_selection (LSC_APP_PAGE (page)));
  g_assert_cmpuint (ranks->len, ==, 2);
  lsc_window_show_page (ui->window, "communication");
  settle (ui);
  g_assert_cmpuint (count (ui, LSC_COMMUNICATION_TAB_LINKS), <,
                    lsc_table_get_n_rows (page->tables[LSC_COMMUNICATION_TAB_LINKS]));
  lsc_selection_clear (lsc_app_page_get_selection (LSC_APP_PAGE (page)), LSC_NARROW_ALL);
  settle (ui);
  _lsc_communication_page_select (page, LSC_COMMUNICATION_TAB_OPERATORS, 0);
  settle (ui);
  gtk_widget_activate_action (GTK_WIDGET (page), "communication.show-timeline", NULL);
  settle (ui);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (page)));
}

/* Where nothing was recorded the page says why. */
static void
test_nothing (void)
{
  g_autoptr (LscUi) ui = start (alone);

  g_assert_cmpint (lsc_app_page_get_state (as_page (ui)), ==, LSC_PAGE_FAILED);
  g_assert_nonnull (
      strstr (lsc_app_page_get_error (as_page (ui))->message, "No communication was recorded"));
}

static void
write_profiles (void)
{
  static const char *const many[] = { "--preset=pipeline", "--pp=2",    "--tp=2",    "--dp=2",
                                      "--steps=2",         "--level=1", "--hosts=2", NULL };
  static const char *const one[] = { "--preset=pipeline", "--pp=1",   "--tp=1", "--dp=1",
                                     "--steps=2",         "--no-p2p", NULL };
  g_autoptr (GError) error = NULL;

  scratch = g_dir_make_tmp ("lanescope-communication-XXXXXX", &error);
  g_assert_no_error (error);
  job = lsc_ui_write_profile_of (scratch, "job", many, &error);
  g_assert_no_error (error);
  alone = lsc_ui_write_profile_of (scratch, "alone", one, &error);
  g_assert_no_error (error);
}

static gboolean
has_grid (gpointer user_data)
{
  LscCommunicationPage *page = get_page (user_data);

  return lsc_grid_chart_get_view (lsc_grid_pane_get_chart (page->grid))->grid != NULL;
}

/* The ranks in their layout are loaded when they are asked for, and follow the ranks chosen above.
 */
static void
test_grid (void)
{
  g_autoptr (LscUi) ui = start (job);
  LscCommunicationPage *page = get_page (ui);
  const LscGridView *view = lsc_grid_chart_get_view (lsc_grid_pane_get_chart (page->grid));
  const gint64 two[] = { 0, 1 };

  g_assert_null (view->grid);
  gtk_toggle_button_set_active (page->grid_button, TRUE);
  g_assert_true (lsc_ui_wait_until (has_grid, ui, 60.0));
  settle (ui);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (page->grid)));
  g_assert_cmpint (view->figure, ==, LSC_GRID_EXPOSED);
  g_assert_true (lsc_rank_grid_has_figure (view->grid, LSC_GRID_EXPOSED));
  g_assert_cmpuint (view->grid->cells->len, >, 2);
  lsc_selection_set_ranks (lsc_app_page_get_selection (as_page (ui)), two, G_N_ELEMENTS (two));
  settle (ui);
  g_assert_cmpuint (view->grid->cells->len, ==, 2);
  gtk_toggle_button_set_active (page->grid_button, FALSE);
  settle (ui);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (page->matrix_stack)));
}

int
main (int argc, char **argv)
{
  g_autofree char *command = NULL;
  int status;

  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  write_profiles ();
  g_test_add_func ("/communication/first", test_first);
  g_test_add_func ("/communication/no-experts", test_no_experts);
  g_test_add_func ("/communication/link", test_link);
  g_test_add_func ("/communication/operator", test_operator);
  g_test_add_func ("/communication/filters", test_filters);
  g_test_add_func ("/communication/grid", test_grid);
  g_test_add_func ("/communication/elsewhere", test_elsewhere);
  g_test_add_func ("/communication/nothing", test_nothing);
  status = g_test_run ();
  command = g_strdup_printf ("rm -rf '%s'", scratch);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  g_free (job);
  g_free (alone);
  g_free (scratch);
  return status;
}
