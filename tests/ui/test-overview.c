/* test-overview.c - the first page and the findings, in the real window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "app/findings/lsc-finding-row.h"
#include "app/modules/lsc-modules-private.h"
#include "app/overview/lsc-overview-page-private.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-table-view.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "app/window/lsc-app.h"
#include "app/window/lsc-window-private.h"
#include "lsc-ui-driver.h"
#include "lsc-ui-overview.h"

static char *scratch;
static char *demo;
static char *small;

/* ---- driving ---- */

static void
act (LscUi *ui, const char *page, const char *action)
{
  g_assert_true (gtk_widget_activate_action (lsc_window_get_page (ui->window, page), action, NULL));
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
}

/* ---- the first page ---- */

/* Whatever was shown before, a project opens with it; unless a page was asked for by name. */
static void
test_first_page (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);

  g_assert_true (lsc_ui_is_front (ui, "overview"));
  g_assert_null (lsc_window_get_page (ui->window, "timeline"));
  g_assert_cmpstr (gtk_label_get_label (lsc_ui_get_overview (ui)->headline), !=, "");
  g_assert_cmpuint (lsc_ui_get_overview (ui)->rows->rows->len, ==, 4);
  lsc_ui_go_to (ui, "modules");
  g_assert_true (lsc_ui_open (ui, small));
  lsc_ui_settle ();
  g_assert_true (lsc_ui_is_front (ui, "overview"));
}

/* Every nanosecond of a bar is in one of its parts. */
static void
test_bars (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  const LscRankRows *rows = lsc_ui_get_overview (ui)->rows;

  for (guint i = 0; i < rows->rows->len; i++)
    {
      const LscRankRow *row = lsc_rank_rows_get (rows, i);
      gint64 sum_ns = 0;

      g_assert_true (row->has_ns);
      for (guint k = 0; k < LSC_BUDGET_N_CATEGORIES; k++)
        sum_ns += row->ns[k];
      g_assert_cmpint (sum_ns, ==, row->length_ns);
    }
}

/* The grid has the same ranks and figures as the bars, finds one by its number and keeps the
 * selection; who chose it gets it again. */
static void
test_grid (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  LscOverviewPage *page = lsc_ui_get_overview (ui);
  g_autoptr (GSettings) settings = g_settings_new (LSC_APP_ID);
  const LscGridView *view;

  gtk_toggle_button_set_active (page->grid_button, TRUE);
  lsc_ui_settle ();
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (page->grid)));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (page->chart)));
  g_assert_true (g_settings_get_boolean (settings, "overview-grid"));
  view = lsc_grid_chart_get_view (lsc_grid_pane_get_chart (page->grid));
  g_assert_null (view->grid->why_plain);
  for (guint i = 0; i < view->grid->cells->len; i++)
    {
      const LscGridCell *cell = lsc_rank_grid_get (view->grid, i);
      guint row =
          lsc_rank_chart_find_index (lsc_overview_chart_get_chart (page->chart), cell->index);

      g_assert_cmpint (cell->ns[LSC_GRID_COMPUTING], ==,
                       lsc_rank_rows_get (page->rows, row)->ns[LSC_BUDGET_COMPUTE]);
    }
  g_assert_true (lsc_grid_pane_search (page->grid, "rank 2"));
  g_assert_cmpint (lsc_rank_grid_get (view->grid, view->selected)->rank, ==, 2);
  g_assert_cmpint (
      lsc_rank_rows_get (page->rows, lsc_overview_chart_get_chart (page->chart)->selected)->rank,
      ==, 2);
  g_assert_false (lsc_grid_pane_search (page->grid, "37"));
  g_settings_reset (settings, "overview-grid");
  lsc_ui_settle ();
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (page->chart)));
}

static gboolean
has_title (LscTableView *table, const char *title)
{
  GtkWidget *view = lsc_ui_find (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW, NULL);
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (view));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (gtk_column_view_column_get_visible (column) &&
          g_str_equal (gtk_column_view_column_get_title (column), title))
        return TRUE;
    }
  return FALSE;
}

/* Why a rank is slow stands there only where one is: it is the widest column. */
static void
test_columns (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  LscTableView *table = lsc_ui_get_overview_table (ui, LSC_OVERVIEW_TAB_RANKS);

  g_assert_true (has_title (table, "Because"));
  g_assert_true (lsc_ui_open (ui, small));
  lsc_ui_settle ();
  table = lsc_ui_get_overview_table (ui, LSC_OVERVIEW_TAB_RANKS);
  g_assert_true (has_title (table, "Median Step Time (ms)"));
  g_assert_false (has_title (table, "Because"));
}

/* At most five, in the order of the Findings page. */
static void
test_sentences (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  const LscFindings *findings = lsc_ui_get_overview (ui)->summary->findings;
  GtkWidget *list =
      lsc_ui_find (GTK_WIDGET (lsc_ui_get_overview (ui)->findings), GTK_TYPE_LIST_BOX, NULL);
  guint n_major = 0, n = 0;

  n_major = lsc_findings_count_outstanding (findings);
  g_assert_cmpuint (n_major, >, 0);
  g_assert_nonnull (list);
  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      const LscFinding *finding = lsc_findings_get_told (findings, n++);
      g_autofree char *words = lsc_phrase_to_words (finding->fact);

      g_assert_nonnull (lsc_ui_find_label (row, words));
      g_assert_cmpint (gtk_widget_get_height (row), >, 10);
    }
  g_assert_cmpuint (n, ==, MIN (n_major, 5));
}

/* What may gain more stands below the bold line of each page by the same words, and leads to where
 * it is told; what was measured has one head and what is predicted another. */
static void
test_larger (void)
{
  const char *samples = g_getenv ("LANESCOPE_SAMPLES");
  g_autofree char *path = samples ? g_build_filename (samples, "pp-dualpipev-4x10", NULL) : NULL;
  const char *measured = lsc_finding_group_get_title (LSC_FINDINGS_OUTSTANDING);
  const char *predicted = lsc_finding_group_get_title (LSC_FINDINGS_PREDICTED);
  g_autoptr (LscUi) ui = NULL;
  LscOverviewPage *overview;
  g_autofree char *words = NULL, *brief = NULL;
  GtkWidget *page, *link;
  gboolean is_handled = FALSE;

  if (!samples)
    {
      g_test_skip ("needs LANESCOPE_SAMPLES");
      return;
    }
  ui = lsc_ui_start_on (path);
  overview = lsc_ui_get_overview (ui);
  words = lsc_phrase_to_words (overview->summary->findings->larger);
  brief = lsc_phrase_to_words (overview->summary->findings->larger_brief);
  link = lsc_ui_find_label (GTK_WIDGET (overview->words), brief);
  g_assert_nonnull (link);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (link), ==, words);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (overview->findings), measured));
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (overview->findings), predicted));
  lsc_ui_go_to (ui, "findings");
  page = lsc_window_get_page (ui->window, "findings");
  g_assert_nonnull (lsc_ui_find_label (page, words));
  g_assert_nonnull (lsc_ui_find_label (page, measured));
  g_assert_nonnull (lsc_ui_find_label (page, predicted));
  lsc_ui_go_to (ui, "overview");
  g_signal_emit_by_name (link, "activate-link", "win.show-page::pipeline", &is_handled);
  g_assert_true (is_handled);
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  g_assert_true (lsc_ui_is_front (ui, "pipeline"));
  g_assert_nonnull (lsc_ui_find_label (lsc_window_get_page (ui->window, "pipeline"), brief));
}

/* Returns: how many ranks of the sidebar are marked as slow, @why: of the last one */
static guint
count_marks (LscUi *ui, const char **why)
{
  GtkWidget *sidebar = lsc_ui_find (GTK_WIDGET (ui->window), g_type_from_name ("LscSidebar"), NULL);
  GtkWidget *list = lsc_ui_find (sidebar, GTK_TYPE_LIST_VIEW, "profiles");
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *label = lsc_ui_find_label (row, "slow");

      if (!label || !gtk_widget_get_mapped (label))
        continue;
      *why = gtk_widget_get_tooltip_text (label);
      n++;
    }
  return n;
}

/* The sidebar marks the ranks that the overview calls slow, and says why; no others. */
static void
test_marks (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  LscRankSummary *summary = lsc_ui_get_overview (ui)->summary;
  LscOverviewRank *rank = &g_array_index (summary->overview->ranks, LscOverviewRank, 2);
  LscRankVerdict verdict = rank->verdict;
  g_autoptr (LscPhrase) reason = lsc_phrase_new ("computes longer");
  LscPhrase *before = rank->reason;
  const char *why = NULL;

  g_assert_cmpuint (count_marks (ui, &why), ==, summary->overview->n_slow);
  rank->verdict = LSC_RANK_SLOW;
  rank->reason = reason;
  g_signal_emit_by_name (ui->window->loader, "judged", summary);
  lsc_ui_settle ();
  g_assert_cmpuint (count_marks (ui, &why), ==, 1);
  g_assert_cmpstr (why, ==, "computes longer");
  rank->verdict = LSC_RANK_FINE;
  g_signal_emit_by_name (ui->window->loader, "judged", summary);
  lsc_ui_settle ();
  g_assert_cmpuint (count_marks (ui, &why), ==, 0);
  rank->verdict = verdict;
  rank->reason = before;
}

static gboolean
is_listed (LscUi *ui, const char *words)
{
  GtkWidget *sidebar = lsc_ui_find (GTK_WIDGET (ui->window), g_type_from_name ("LscSidebar"), NULL);
  GtkWidget *label =
      lsc_ui_find_label (lsc_ui_find (sidebar, GTK_TYPE_LIST_VIEW, "profiles"), words);

  return label && gtk_widget_get_mapped (label);
}

/* Ranks of several hosts are below these, of one host they are not; marks and choice stay. */
static void
test_hosts (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  LscRankSummary *summary = lsc_ui_get_overview (ui)->summary;
  const char *why = NULL;

  g_assert_false (is_listed (ui, "node-b"));
  for (guint i = 0; i < summary->overview->ranks->len; i++)
    {
      LscOverviewRank *rank = &g_array_index (summary->overview->ranks, LscOverviewRank, i);

      g_free (rank->host);
      rank->host = g_strdup (i < 2 ? "node-a" : "node-b");
    }
  for (guint i = 0; i < 2; i++) /* once more changes nothing */
    {
      g_signal_emit_by_name (ui->window->loader, "judged", summary);
      lsc_ui_settle ();
      g_assert_true (is_listed (ui, "node-a"));
      g_assert_true (is_listed (ui, "node-b"));
      g_assert_true (is_listed (ui, "Rank 3"));
      g_assert_cmpuint (count_marks (ui, &why), ==, summary->overview->n_slow);
      g_assert_true (lsc_ui_is_front (ui, "overview"));
    }
}

/* A rank chosen in one place is chosen in all of them. */
static void
test_selection (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  LscOverviewPage *page = lsc_ui_get_overview (ui);
  LscTableView *table = lsc_ui_get_overview_table (ui, LSC_OVERVIEW_TAB_RANKS);
  g_autoptr (GPtrArray) facts = NULL;
  guint32 row;

  g_assert_null (lsc_app_page_get_details (LSC_APP_PAGE (page)));
  _lsc_overview_page_select (page, 2);
  lsc_ui_settle ();
  g_assert_true (lsc_table_view_get_selected (table, &row));
  g_assert_cmpuint (row, ==, 0); /* it is slow, and first therefore */
  facts = lsc_app_page_get_details (LSC_APP_PAGE (page));
  g_assert_cmpuint (facts->len, >, 3);
  g_signal_emit_by_name (table, "row-selected", 2);
  lsc_ui_settle ();
  row = lsc_overview_chart_get_chart (page->chart)->selected;
  g_assert_cmpuint (lsc_rank_rows_get (page->rows, row)->index, ==, 1);
  gtk_drop_down_set_selected (page->order_choice, LSC_OVERVIEW_BY_LENGTH);
  lsc_ui_settle ();
  row = lsc_overview_chart_get_chart (page->chart)->selected;
  g_assert_cmpuint (lsc_rank_rows_get (page->rows, row)->index, ==, 1);
  g_assert_true (lsc_chart_perform (LSC_CHART (page->chart), "clear-selection"));
  g_assert_true (lsc_chart_perform (LSC_CHART (page->chart), "next-rank"));
  g_assert_cmpuint (lsc_overview_chart_get_chart (page->chart)->selected, ==, 0);
}

/* Of 32 ranks one is slow: it is seen without scrolling, and first in the table. */
static void
test_blamed (void)
{
  static const char *const options[] = {
    "--preset=pipeline", "--schedule=1f1b",    "--pp=8", "--dp=4", "--steps=2",
    "--level=1",         "--straggler=29:1.4", NULL
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = lsc_ui_write_profile_of (scratch, "blamed", options, &error);
  g_autoptr (LscUi) ui = NULL;
  LscOverviewPage *page;
  const LscRankChart *chart;
  double x0, y0, x1, y1;

  g_assert_no_error (error);
  ui = lsc_ui_start_on (folder);
  page = lsc_ui_get_overview (ui);
  chart = lsc_overview_chart_get_chart (page->chart);
  g_assert_cmpuint (chart->selected, ==, LSC_RANK_CHART_NONE);
  lsc_rank_chart_row_box (chart, lsc_rank_chart_find_index (chart, 29), &x0, &y0, &x1, &y1);
  g_assert_cmpfloat (y0, >, LSC_RANK_CHART_RULER_PX);
  g_assert_cmpfloat (y1, <, chart->port.height);
  g_signal_emit_by_name (lsc_ui_get_overview_table (ui, LSC_OVERVIEW_TAB_RANKS), "row-selected", 0);
  lsc_ui_settle ();
  g_assert_cmpuint (lsc_rank_rows_get (page->rows, chart->selected)->index, ==, 29);
}

/* One step holds on every page, until the bar takes it back. */
static void
test_step (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  LscOverviewPage *page = lsc_ui_get_overview (ui);
  gint64 median_ns = lsc_rank_rows_get (page->rows, 0)->most_ns, step;
  LscModulesPage *modules;

  g_assert_cmpuint (page->steps->len, ==, 2);
  step = g_array_index (page->steps, gint64, 1);
  gtk_drop_down_set_selected (page->step_choice, 2);
  lsc_ui_settle ();
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (ui->window), "Only"));
  g_assert_cmpint (lsc_rank_rows_get (page->rows, 0)->length_ns, <=, median_ns);
  g_assert_true (lsc_rank_rows_get (page->rows, 0)->most_ns == LSC_INT_NULL);
  lsc_ui_go_to (ui, "modules");
  lsc_ui_settle ();
  modules = LSC_MODULES_PAGE (lsc_window_get_page (ui->window, "modules"));
  g_assert_true (modules->has_step);
  g_assert_cmpint (modules->step_id, ==, step);
  lsc_ui_activate (ui, "win.show-all", g_variant_new_uint32 (LSC_NARROW_STEP));
  g_assert_true (lsc_ui_wait_ready (ui));
  g_assert_false (modules->has_step);
  g_assert_null (lsc_ui_find_label (GTK_WIDGET (ui->window), "Only"));
  g_assert_cmpuint (gtk_drop_down_get_selected (page->step_choice), ==, 0);
  g_assert_cmpint (lsc_rank_rows_get (page->rows, 0)->most_ns, ==, median_ns);
}

static LscSelectionBar *
get_bar (LscUi *ui)
{
  return ui->window->selection_bar;
}

static guint
get_followed (LscUi *ui, const char *page)
{
  return lsc_app_page_get_followed (LSC_APP_PAGE (lsc_window_get_page (ui->window, page)));
}

static LscSelection *
get_selection (LscUi *ui)
{
  return lsc_app_page_get_selection (LSC_APP_PAGE (lsc_ui_get_overview (ui)));
}

/* Ranks that are chosen in a table are the only ones on all pages that tell ranks apart; the others
 * say that they do not follow. */
static void
test_narrow_ranks (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  LscOverviewPage *page = lsc_ui_get_overview (ui);
  LscTableView *table = lsc_ui_get_overview_table (ui, LSC_OVERVIEW_TAB_RANKS);
  gint64 rank = lsc_overview_get_rank (page->summary->overview, 2)->rank;

  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (get_bar (ui))));
  lsc_table_view_select (table, 0); /* the slow one stands first */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (table), "table.narrow", NULL));
  lsc_ui_settle ();
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (get_bar (ui))));
  g_assert_cmpuint (page->rows->rows->len, ==, 1);
  g_assert_cmpint (lsc_rank_rows_get (page->rows, 0)->rank, ==, rank);
  g_assert_true (g_str_has_prefix (gtk_label_get_label (page->headline), "All ranks: "));
  table = lsc_ui_get_overview_table (ui, LSC_OVERVIEW_TAB_RANKS);
  g_assert_cmpuint (lsc_table_get_n_rows (lsc_table_view_get_table (table)), ==, 1);
  g_signal_emit_by_name (table, "row-selected", 0); /* the row of the third rank now */
  g_assert_cmpuint (lsc_rank_rows_get (page->rows, 0)->index, ==, 2);
  g_assert_cmpint (lsc_app_page_get_source (LSC_APP_PAGE (page))->source->rank, ==, rank);
  lsc_ui_go_to (ui, "timeline");
  lsc_ui_settle ();
  g_assert_true (get_followed (ui, "timeline") & LSC_NARROW_RANKS);
  lsc_ui_go_to (ui, "pipeline");
  lsc_ui_settle ();
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (get_bar (ui)),
                                       "Pipeline is not narrowed by: ranks (it shows all stages of "
                                       "a pipeline)"));
  lsc_ui_activate (ui, "win.show-all", g_variant_new_uint32 (LSC_NARROW_ALL));
  g_assert_true (lsc_ui_wait_ready (ui));
  g_assert_cmpuint (page->rows->rows->len, ==, 4);
  g_assert_false (g_str_has_prefix (gtk_label_get_label (page->headline), "All ranks: "));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (get_bar (ui))));
}

/* Every finding that is left is about one of the ranks, or all of them. */
static void
test_narrow_findings (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  const LscFindings *findings = lsc_ui_get_overview (ui)->summary->findings;
  GtkWidget *page, *list;
  guint n_all = findings->rows->len, n = 0;

  lsc_ui_go_to (ui, "findings");
  page = lsc_window_get_page (ui->window, "findings");
  for (guint i = 0; i < n_all; i++)
    {
      const GArray *ranks = lsc_findings_get (findings, i)->ranks;
      gboolean has_first = ranks->len == 0;

      for (guint k = 0; k < ranks->len; k++)
        has_first |= g_array_index (ranks, gint64, k) == 0;
      n += has_first;
    }
  g_assert_cmpuint (n, <, n_all); /* something is to be left out */
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (lsc_ui_find (page, GTK_TYPE_TOGGLE_BUTTON, NULL)), TRUE);
  lsc_selection_set_ranks (get_selection (ui), (gint64[]){ 0 }, 1);
  lsc_ui_settle ();
  list = lsc_ui_find (page, LSC_TYPE_TABLE_VIEW, NULL);
  g_assert_cmpuint (lsc_table_get_n_rows (lsc_table_view_get_table (LSC_TABLE_VIEW (list))), ==, n);
  lsc_selection_set_op (get_selection (ui), "nothing has this name");
  lsc_ui_settle ();
  g_assert_nonnull (lsc_ui_find_label (page, "No finding is about what is chosen."));
  lsc_selection_clear (get_selection (ui), LSC_NARROW_ALL);
  lsc_ui_settle ();
  g_assert_cmpuint (lsc_table_get_n_rows (lsc_table_view_get_table (LSC_TABLE_VIEW (list))), ==,
                    n_all);
}

static gboolean
has_row (LscModulesPage *page, guint32 node)
{
  return lsc_tree_model_find_position (page->model, node) != GTK_INVALID_LIST_POSITION;
}

/* A module of the tree holds on it and is taken back; a name that it does not have leaves it. */
static void
test_narrow_modules (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  LscModulesPage *page;
  guint32 node = 1;

  lsc_ui_go_to (ui, "modules");
  lsc_ui_settle ();
  page = LSC_MODULES_PAGE (lsc_window_get_page (ui->window, "modules"));
  while (lsc_tree_get_kind (page->tree, node) != LSC_NODE_MODULE ||
         lsc_tree_get_parent (page->tree, node) == LSC_TREE_ROOT)
    g_assert_cmpuint (++node, <, lsc_tree_get_n_nodes (page->tree));
  lsc_tree_model_reveal (page->model, node);
  lsc_tree_model_select (page->model, node);
  act (ui, "modules", "modules.narrow");
  g_assert_true (get_followed (ui, "modules") & LSC_NARROW_MODULE);
  g_assert_true (lsc_tree_model_has_filter (page->model));
  g_assert_true (has_row (page, node));
  g_assert_cmpstr (lsc_selection_get_module (get_selection (ui)), !=, NULL);
  lsc_selection_set_module (get_selection (ui), "no such module");
  lsc_ui_settle ();
  g_assert_false (get_followed (ui, "modules") & LSC_NARROW_MODULE);
  g_assert_false (lsc_tree_model_has_filter (page->model));
  lsc_selection_clear (get_selection (ui), LSC_NARROW_ALL);
}

/* A range of the timeline is that of the module tree of the same rank, and of no other. */
static void
test_narrow_range (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  LscSource *source = lsc_app_page_get_source (LSC_APP_PAGE (lsc_ui_get_overview (ui)))->source;
  LscTimelinePage *timeline;
  LscModulesPage *modules;
  gint64 begin_ns, end_ns;

  lsc_ui_go_to (ui, "timeline");
  lsc_ui_settle ();
  timeline = LSC_TIMELINE_PAGE (lsc_window_get_page (ui->window, "timeline"));
  begin_ns =
      lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (timeline), 0)->main_begin_ns;
  end_ns = begin_ns + 2000000;
  lsc_timeline_chart_set_range (lsc_timeline_page_get_chart (timeline), begin_ns, end_ns, NULL);
  act (ui, "timeline", "timeline.only-range");
  g_assert_true (lsc_selection_get_range (get_selection (ui), source, &begin_ns, &end_ns));
  g_assert_true (get_followed (ui, "timeline") & LSC_NARROW_RANGE);
  lsc_ui_go_to (ui, "modules");
  lsc_ui_settle ();
  modules = LSC_MODULES_PAGE (lsc_window_get_page (ui->window, "modules"));
  g_assert_true (modules->has_range);
  g_assert_cmpint (modules->range.begin_ns, ==, begin_ns);
  g_assert_cmpint (modules->range.end_ns, ==, end_ns);
  g_assert_true (get_followed (ui, "modules") & LSC_NARROW_RANGE);
  g_assert_true (lsc_window_show_rank (ui->window, 1));
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  g_assert_false (modules->has_range);
  g_assert_false (get_followed (ui, "modules") & LSC_NARROW_RANGE);
  lsc_ui_activate (ui, "win.show-all", g_variant_new_uint32 (LSC_NARROW_RANGE));
  g_assert_true (lsc_ui_wait_ready (ui));
  g_assert_false (lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (timeline))->has_range);
}

/* ---- elsewhere ---- */

/* The tree has the op of the evidence, and it is selected. */
static void
test_modules (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);

  lsc_ui_go_to (ui, "findings");
  act (ui, "findings", "findings.show-modules");
  g_assert_true (lsc_ui_is_front (ui, "modules"));
  g_assert_true (LSC_MODULES_PAGE (lsc_window_get_page (ui->window, "modules"))->has_range);
}

/* ---- one rank, and none ---- */

static void
test_one_rank (void)
{
  g_autoptr (GDir) folder = g_dir_open (small, 0, NULL);
  g_autofree char *rank = g_build_filename (small, g_dir_read_name (folder), NULL);
  g_autoptr (LscUi) ui = lsc_ui_start_on (rank);

  g_assert_cmpuint (lsc_ui_get_overview (ui)->rows->rows->len, ==, 1);
  g_assert_nonnull (
      strstr (gtk_label_get_label (lsc_ui_get_overview (ui)->remark), "only one rank was opened"));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (lsc_ui_get_overview (ui)->order_choice)));
}

static void
test_cancel (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autoptr (GFile) file = g_file_new_for_path (demo);
  LscAppPage *page;

  lsc_window_open_file (ui->window, file);
  lsc_ui_assert_soon (lsc_window_get_page (ui->window, "overview") != NULL);
  page = LSC_APP_PAGE (lsc_ui_get_overview (ui));
  lsc_ui_activate (ui, "win.cancel", NULL);
  g_assert_true (lsc_ui_wait_ready (ui));
  if (lsc_app_page_get_state (page) != LSC_PAGE_READY) /* it may have been faster */
    {
      g_assert_cmpint (lsc_app_page_get_state (page), ==, LSC_PAGE_FAILED);
      lsc_ui_activate (ui, "win.retry", NULL);
      g_assert_true (lsc_ui_wait_ready (ui));
    }
  g_assert_cmpint (lsc_app_page_get_state (page), ==, LSC_PAGE_READY);
}

/* ---- taking it along ---- */

static gboolean
file_is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_export (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  g_autofree char *path = g_build_filename (scratch, "ranks.csv", NULL);
  g_autofree char *command = lsc_app_page_get_command (LSC_APP_PAGE (lsc_ui_get_overview (ui)));
  g_autofree char *text = NULL;

  lsc_table_view_export (lsc_ui_get_overview_table (ui, LSC_OVERVIEW_TAB_RANKS), path);
  g_assert_true (lsc_ui_wait_until (file_is_there, path, 30));
  lsc_ui_settle ();
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "caused_wait_ns"));
  g_assert_nonnull (strstr (command, "lanescope-cli overview "));
  _lsc_overview_page_select (lsc_ui_get_overview (ui), 0);
  act (ui, "overview", "overview.copy-row");
}

/* Every rank that was judged is found by where it was read from, and no other. */
static void
test_summary_sources (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  const LscRankSummary *summary = lsc_ui_get_overview (ui)->summary;
  g_autoptr (LscSource) other = lsc_source_copy (summary->sources->pdata[0]);
  guint index = G_MAXUINT;

  for (guint i = 0; i < summary->sources->len; i++)
    {
      g_assert_true (lsc_rank_summary_find_source (summary, summary->sources->pdata[i], &index));
      g_assert_cmpuint (index, ==, i);
    }
  g_assert_false (lsc_rank_summary_find_source (summary, other, &index));
}

/* The pages of all ranks keep what they show when another rank is chosen. */
static void
test_other_rank (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  LscAppPage *page = LSC_APP_PAGE (lsc_ui_get_overview (ui));
  LscRankSummary *summary = lsc_ui_get_overview (ui)->summary;
  gint64 rank = lsc_app_page_get_source (page)->source->rank;

  g_assert_true (lsc_window_show_rank (ui->window, rank == 0 ? 1 : 0));
  g_assert_cmpint (lsc_app_page_get_source (page)->source->rank, !=, rank);
  g_assert_cmpint (lsc_app_page_get_state (page), ==, LSC_PAGE_READY);
  g_assert_true (lsc_ui_get_overview (ui)->summary == summary);
}

static void
test_findings_table (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (demo);
  g_autofree char *command = NULL;
  GtkWidget *page, *toggle;

  lsc_ui_go_to (ui, "findings");
  page = lsc_window_get_page (ui->window, "findings");
  command = lsc_app_page_get_command (LSC_APP_PAGE (page));
  g_assert_true (g_str_has_prefix (command, "lanescope-cli findings "));
  g_assert_nonnull (strstr (command, lsc_app_page_get_source (LSC_APP_PAGE (page))->cluster->path));
  toggle = lsc_ui_find (page, GTK_TYPE_TOGGLE_BUTTON, NULL);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  lsc_ui_settle ();
  g_assert_nonnull (lsc_ui_find (page, LSC_TYPE_TABLE_VIEW, NULL));
  act (ui, "findings", "findings.copy-row");
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
  scratch = g_dir_make_tmp ("lanescope-overview-XXXXXX", &error);
  g_assert_no_error (error);
  demo = lsc_ui_write_profile (scratch, "demo", &error);
  g_assert_no_error (error);
  small = lsc_ui_write_profile (scratch, "small", &error);
  g_assert_no_error (error);
  g_test_add_func ("/overview/first-page", test_first_page);
  g_test_add_func ("/overview/bars", test_bars);
  g_test_add_func ("/overview/columns", test_columns);
  g_test_add_func ("/overview/grid", test_grid);
  g_test_add_func ("/overview/sentences", test_sentences);
  g_test_add_func ("/overview/larger", test_larger);
  g_test_add_func ("/overview/marks", test_marks);
  g_test_add_func ("/overview/summary-sources", test_summary_sources);
  g_test_add_func ("/overview/hosts", test_hosts);
  g_test_add_func ("/overview/selection", test_selection);
  g_test_add_func ("/overview/blamed", test_blamed);
  g_test_add_func ("/overview/step", test_step);
  g_test_add_func ("/overview/narrow-ranks", test_narrow_ranks);
  g_test_add_func ("/overview/narrow-modules", test_narrow_modules);
  g_test_add_func ("/overview/narrow-range", test_narrow_range);
  g_test_add_func ("/overview/modules", test_modules);
  g_test_add_func ("/overview/one-rank", test_one_rank);
  g_test_add_func ("/overview/other-rank", test_other_rank);
  g_test_add_func ("/overview/cancel", test_cancel);
  g_test_add_func ("/overview/export", test_export);
  g_test_add_func ("/findings/table", test_findings_table);
  g_test_add_func ("/findings/narrow", test_narrow_findings);
  status = g_test_run ();
  remove_scratch ();
  g_free (demo);
  g_free (small);
  g_free (scratch);
  return status;
}
