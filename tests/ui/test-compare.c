/* test-compare.c - two recordings beside each other, in the real window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "app/compare/lsc-compare-page-private.h"
#include "app/compare/lsc-compare-panels.h"
#include "analyze/lsc-cell-format.h"
#include "app/parts/lsc-facts.h"
#include "app/parts/lsc-table-view.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "base/lsc-time.h"
#include "app/window/lsc-pin-book.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *first;
static char *second;
static char *third;
static char *gpu; /* the first one as GPUs record it */

static LscComparePage *
get_page (LscUi *ui)
{
  return LSC_COMPARE_PAGE (lsc_window_get_page (ui->window, "compare"));
}

/* Two folders, then the page: that is all that a user does. */
static LscUi *
start (void)
{
  LscUi *ui = lsc_ui_start ();

  g_assert_true (lsc_ui_open (ui, first));
  g_assert_true (lsc_ui_open (ui, second));
  lsc_window_show_page (ui->window, "compare");
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  return ui;
}

static void
act (LscUi *ui, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_page (ui)), action, NULL));
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
}

/* (nullable): of a tab; it says why instead where it has no rows */
static LscTable *
get_table (LscUi *ui, guint tab)
{
  LscPanel *panel = lsc_app_page_get_panel (LSC_APP_PAGE (get_page (ui)), tab);
  GtkWidget *view;

  lsc_app_page_show_panel (LSC_APP_PAGE (get_page (ui)), tab);
  lsc_ui_settle ();
  view = lsc_ui_find (GTK_WIDGET (panel), LSC_TYPE_TABLE_VIEW, NULL);
  return view != NULL ? lsc_table_view_get_table (LSC_TABLE_VIEW (view)) : NULL;
}

/* The one that was opened first is before; the sentence stands where the eye falls first. */
static void
test_verdict (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);
  const LscCompare *compare = page->comparison->compare;
  g_autofree char *line = lsc_phrase_to_words (compare->answer);

  g_assert_cmpint (compare->word, ==, LSC_COMPARE_OTHER_WORK); /* of fewer micro-batches */
  g_assert_cmpstr (gtk_label_get_label (page->headline), ==, line);
  g_assert_nonnull (strstr (gtk_label_get_label (page->why), "second"));
  g_assert_nonnull (lsc_waterfall_chart_get_view (page->chart)->waterfall);
}

static void
test_swap (void)
{
  g_autoptr (LscUi) ui = start ();
  gint64 delta_ns = get_page (ui)->comparison->compare->total->step_delta_ns;

  act (ui, "compare.swap");
  g_assert_cmpint (get_page (ui)->comparison->compare->total->step_delta_ns, ==, -delta_ns);
  g_assert_cmpint (get_page (ui)->comparison->compare->word, ==, LSC_COMPARE_OTHER_WORK);
  gtk_editable_set_text (GTK_EDITABLE (get_page (ui)->names[LSC_AFTER]), "old one");
  g_signal_emit_by_name (get_page (ui)->names[LSC_AFTER], "activate");
  g_assert_true (lsc_ui_wait_ready (ui));
  g_assert_nonnull (strstr (gtk_label_get_label (get_page (ui)->headline), "old one"));
}

/* Bars and tables follow the pair of ranks; every list adds up. */
static void
test_ranks (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);

  for (guint position = 0; position <= page->comparison->compare->ranks->len; position++)
    for (guint list = 0; list < LSC_COMPARE_N_LISTS; list++)
      {
        const LscWaterfall *waterfall;
        gint64 sum_ns = 0;

        gtk_drop_down_set_selected (page->rank_choice, position);
        gtk_drop_down_set_selected (page->list_choice, list);
        lsc_ui_settle ();
        waterfall = lsc_waterfall_chart_get_view (page->chart)->waterfall;
        for (guint i = 0; i < waterfall->bars->len; i++)
          {
            const LscWaterfallBar *bar = lsc_waterfall_get (waterfall, i);

            sum_ns += bar->is_step ? 0 : bar->to_ns - bar->from_ns;
          }
        g_assert_cmpint (sum_ns, ==, _lsc_compare_page_get_ranks (page)->step_delta_ns);
      }
}

/* A row leads to its longest instance on the timeline of its own recording. */
static void
test_jump (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTable *table = get_table (ui, LSC_COMPARE_TAB_OPS);
  gint64 begin_ns = lsc_table_get_named (table, 0, "before_begin_ns").integer;
  LscTimelinePage *timeline;

  g_assert_cmpuint (lsc_table_get_n_rows (table), >, 0);
  _lsc_compare_page_show (get_page (ui), LSC_COMPARE_OPS, 0, LSC_BEFORE);
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  timeline = LSC_TIMELINE_PAGE (lsc_window_get_page (ui->window, "timeline"));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (timeline)));
  g_assert_cmpstr (lsc_app_page_get_source (LSC_APP_PAGE (timeline))->project->path, ==, first);
  g_assert_cmpint (begin_ns, >, 0);
}

static void
test_tables (void)
{
  g_autoptr (LscUi) ui = start ();

  for (guint tab = 0; tab < LSC_COMPARE_N_TABS; tab++)
    if (tab != LSC_COMPARE_TAB_MEMORY && tab != LSC_COMPARE_TAB_UNMATCHED && /* which are empty */
        tab != LSC_COMPARE_TAB_TRANSITIONS && tab != LSC_COMPARE_TAB_RUNS &&
        tab != LSC_COMPARE_TAB_CHIPS)
      g_assert_nonnull (get_table (ui, tab));
  g_assert_cmpuint (lsc_table_get_n_rows (get_table (ui, LSC_COMPARE_TAB_STEPS)), ==, 12);
}

static void
assert_said (LscUi *ui, guint tab, const char *text)
{
  LscPanel *panel = lsc_app_page_get_panel (LSC_APP_PAGE (get_page (ui)), tab);

  g_assert_nonnull (get_table (ui, tab));
  g_test_message ("%u: %s", tab, text);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (panel), text));
}

/* Above a table stands which ranks it is of: a sentence about one of them is above it all. */
static void
test_scope (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);
  g_autofree char *all =
      g_strdup_printf ("Mean per step of all %u ranks", page->comparison->compare->ranks->len);

  g_assert_cmpuint (page->comparison->compare->ranks->len, >, 1);
  assert_said (ui, LSC_COMPARE_TAB_RANKS, "Each rank by itself, mean per step");
  assert_said (ui, LSC_COMPARE_TAB_OPS, all);
  gtk_drop_down_set_selected (page->rank_choice, 1);
  lsc_ui_settle ();
  assert_said (ui, LSC_COMPARE_TAB_OPS, "Mean per step of the chosen rank alone: Rank 0");
  assert_said (ui, LSC_COMPARE_TAB_COMMUNICATION, all);
}

/* A bar tells its figures with their units, and a difference its sign. */
static void
test_details (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);
  const LscChange *change = lsc_rank_change_get (page->comparison->compare->total, 0, 0);
  g_autofree char *delta = lsc_format_duration (change->delta_ns, LSC_TIME_UNIT_AUTO);
  LscColumn bytes = { .unit = LSC_UNIT_BYTES };
  LscValue less = { .type = LSC_TYPE_INT, .integer = -75497472 };
  g_autoptr (GPtrArray) facts = NULL;
  g_autofree char *said = NULL;
  char text[LSC_CELL_TEXT];

  lsc_waterfall_chart_select (page->chart, 1);
  facts = lsc_app_page_get_details (LSC_APP_PAGE (page));
  said = lsc_facts_to_text (facts);
  g_assert_nonnull (strstr (said, delta));
  g_assert_null (strstr (said, "Slice"));
  lsc_cell_format (text, &bytes, less, LSC_TIME_UNIT_AUTO);
  g_assert_cmpstr (text, ==,
                   "-75\xc2\xa0"
                   "497\xc2\xa0"
                   "472");
}

/* Alone it says what to do; closing one of two leads there, too. */
static void
test_alone (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();

  g_assert_true (lsc_ui_open (ui, first));
  lsc_window_show_page (ui->window, "compare");
  g_assert_true (lsc_ui_wait_ready (ui));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_page (ui)->stack), ==, "alone");
  lsc_window_keep_page (ui->window, "compare");
  g_assert_true (lsc_ui_open (ui, second));
  lsc_ui_settle ();
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_page (ui)->stack), ==, "compared");
  lsc_ui_activate (ui, "win.close-project", g_variant_new_string (first));
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_page (ui)->stack), ==, "alone");
}

/* The command that is copied says the same sentence. */
static void
test_command (void)
{
  g_autoptr (LscUi) ui = start ();
  g_autofree char *words = lsc_phrase_to_words (get_page (ui)->comparison->compare->why);
  g_autofree char *said = lsc_ui_run_command (ui, scratch);

  g_assert_nonnull (strstr (said, words));
}

static gsize
count_levels (LscUi *ui, LscSide side)
{
  LscComparison *comparison = get_page (ui)->comparison;

  return comparison ? comparison->compare->levels[side].n : 0;
}

static void
add_run (LscUi *ui, LscSide side, const char *path)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_list_store_append (files, file);
  _lsc_compare_page_add_runs (get_page (ui), side, G_LIST_MODEL (files));
}

/* The list of runs, as its button opens it. */
static void
pop_up_runs (LscUi *ui, gboolean is_open)
{
  GtkWidget *popover =
      gtk_widget_get_ancestor (GTK_WIDGET (get_page (ui)->run_lists[LSC_BEFORE]), GTK_TYPE_POPOVER);

  if (is_open)
    gtk_popover_popup (GTK_POPOVER (popover));
  else
    gtk_popover_popdown (GTK_POPOVER (popover));
  lsc_ui_settle ();
}

/* (transfer full): where the pins of what is compared are kept */
static char *
find_sheet (LscUi *ui)
{
  g_autoptr (GPtrArray) book = NULL;
  LscReportOf what;

  g_assert_true (lsc_app_page_get_report (LSC_APP_PAGE (get_page (ui)), &what));
  book = lsc_pin_book_open (&what, NULL);
  return g_strdup (((LscPinSheet *) book->pdata[0])->path);
}

/* A second run before opens beside what is shown, which stays; a button takes it away again. */
static void
test_runs (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);
  g_autofree char *shown = g_strdup (lsc_app_page_get_source (LSC_APP_PAGE (page))->project->path);
  g_autofree char *command = NULL, *of_two = find_sheet (ui), *of_three = NULL, *again = NULL;
  GtkWidget *remove;

  g_assert_null (gtk_list_box_get_row_at_index (page->run_lists[LSC_BEFORE], 1));
  add_run (ui, LSC_BEFORE, third);
  lsc_ui_assert_soon (count_levels (ui, LSC_BEFORE) == 2);
  g_assert_cmpuint (count_levels (ui, LSC_AFTER), ==, 1);
  g_assert_cmpstr (lsc_app_page_get_source (LSC_APP_PAGE (page))->project->path, ==, shown);
  g_assert_cmpuint (lsc_table_get_n_rows (get_table (ui, LSC_COMPARE_TAB_RUNS)), ==, 3);
  g_assert_nonnull (gtk_list_box_get_row_at_index (page->run_lists[LSC_BEFORE], 1));
  g_assert_null (gtk_list_box_get_row_at_index (page->run_lists[LSC_AFTER], 1));
  command = _lsc_compare_page_get_command (page);
  g_assert_nonnull (strstr (command, " --before "));
  of_three = find_sheet (ui);
  g_assert_cmpstr (of_three, !=, of_two); /* pins of all runs are not those of two of them */
  pop_up_runs (ui, TRUE);
  remove = lsc_ui_find (GTK_WIDGET (page->run_lists[LSC_BEFORE]), GTK_TYPE_BUTTON, NULL);
  g_assert_nonnull (remove);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (remove), ==, "Remove “first” from the Runs Before");
  g_signal_emit_by_name (remove, "clicked");
  lsc_ui_assert_soon (count_levels (ui, LSC_BEFORE) == 1);
  again = find_sheet (ui);
  g_assert_cmpstr (again, !=, of_three);
  g_assert_null (lsc_ui_find (GTK_WIDGET (page->run_lists[LSC_BEFORE]), GTK_TYPE_BUTTON, NULL));
  pop_up_runs (ui, FALSE);
  act (ui, "compare.swap");
  g_assert_cmpstr (_lsc_compare_page_get_run (page, LSC_AFTER)->path, ==, third);
}

/* Of the transitions there is a table, or the reason why not. */
static void
test_transitions (void)
{
  g_autoptr (LscUi) ui = start ();
  LscTable *table = get_table (ui, LSC_COMPARE_TAB_TRANSITIONS);
  g_autoptr (LscTable) same = lsc_compare_get_transition_table (get_page (ui)->comparison->compare);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, lsc_table_get_n_rows (same));
}

static char *
record_with (const char *name, const char *first_word, const char *second_word)
{
  char *path = g_build_filename (scratch, name, NULL);
  g_autofree char *synth =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src/synth/lanescope-synth", NULL);
  const char *words[] = { synth, "--preset=pipeline", "--pp=2",    "--dp=2", "--steps=6", "--out",
                          path,  first_word,          second_word, NULL };
  int status = 0;

  g_assert_true (g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                               &status, NULL));
  g_assert_cmpint (status, ==, 0);
  return path;
}

static char *
record (const char *name, const char *micro_batches)
{
  return record_with (name, micro_batches, NULL);
}

static char *
record_traces (const char *name)
{
  return record_with (name, "--kineto", "--no-db");
}

static void
remove_scratch (void)
{
  const char *const words[] = { "rm", "-rf", scratch, NULL };

  g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
}

static void
wait_for_twin (LscUi *ui)
{
  for (guint tries = 0; tries < 500 && !get_page (ui)->twin_is_filled; tries++)
    {
      g_usleep (20000);
      lsc_ui_settle ();
    }
  g_assert_true (get_page (ui)->twin_is_filled);
}

static gint64
place_on_axis (LscUi *ui, const LscChange *change, LscSide side)
{
  LscTimelineLayout *layout = lsc_timeline_chart_get_layout (get_page (ui)->twin);

  return change->places[side].begin_ns - lsc_timeline_layout_get_offset (layout, side);
}

/* Both timelines have one ruler; a row brings its longest instances below one another. */
static void
test_twin (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);
  const LscChange *change =
      lsc_rank_change_get (page->comparison->compare->total, LSC_COMPARE_OPS, 0);
  const LscTimelineView *view;

  act (ui, "compare.timelines");
  wait_for_twin (ui);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->views), ==, "timelines");
  g_assert_cmpuint (lsc_timeline_layout_get_n_ranks (lsc_timeline_chart_get_layout (page->twin)),
                    ==, 2);
  g_assert_true (_lsc_compare_page_show_pair (page, change));
  wait_for_twin (ui);
  lsc_ui_settle ();
  g_assert_cmpint (place_on_axis (ui, change, LSC_BEFORE), ==,
                   place_on_axis (ui, change, LSC_AFTER));
  view = lsc_timeline_chart_get_view (page->twin);
  g_assert_cmpint (view->port.begin_ns, <, place_on_axis (ui, change, LSC_AFTER));
  g_assert_cmpint (view->origin_ns, ==, place_on_axis (ui, change, LSC_BEFORE));
  g_assert_nonnull (strstr (gtk_label_get_label (page->twin_label), change->name));
  act (ui, "compare.timelines");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->views), ==, "bars");
}

static void
wait_for_pipelines (LscUi *ui)
{
  for (guint tries = 0; tries < 500 && get_page (ui)->pipes.twins == NULL; tries++)
    {
      g_usleep (20000);
      lsc_ui_settle ();
    }
  g_assert_nonnull (get_page (ui)->pipes.twins);
  lsc_ui_settle ();
}

/* Both pipelines of the pair are counted, and one is drawn below that of the same ranks. */
static void
test_pipelines (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);
  const LscPipelineView *view = lsc_pipeline_chart_get_chart (page->pipes_chart);
  LscTable *table;

  act (ui, "compare.pipelines");
  wait_for_pipelines (ui);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->views), ==, "pipelines");
  g_assert_cmpuint (gtk_drop_down_get_selected (page->view_choice), ==, 2);
  g_assert_cmpuint (page->pipes.twins->len, ==, 2);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (page->pipes_choice)));
  gtk_drop_down_set_selected (page->pipes_choice, 1);
  lsc_ui_settle ();
  g_assert_cmpstr (view->group->label, ==, view->twin.group->label);
  g_assert_cmpstr (view->twin.first_title, ==, "first");
  g_assert_cmpstr (view->twin.title, ==, "second");
  g_assert_cmpuint (view->group->micro_batches, ==, 8);
  g_assert_cmpuint (view->twin.group->micro_batches, ==, 6);
  table = get_table (ui, LSC_COMPARE_TAB_PIPELINES);
  g_assert_cmpstr (lsc_table_get_named (table, 1, "what").text, ==, "window");
  g_assert_cmpint (lsc_table_get_named (table, 2, "count").integer, ==, 16); /* of both */
  g_assert_cmpint (lsc_table_get_named (table, 2, "other_count").integer, ==, 12);
  act (ui, "compare.swap");
  wait_for_pipelines (ui);
  g_assert_cmpstr (view->twin.title, ==, "first");
}

/* What became of the findings, and one sentence on the first of them. */
static void
test_findings (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);
  g_autofree char *words = NULL;
  LscTable *table;

  get_table (ui, LSC_COMPARE_TAB_FINDINGS);
  for (guint tries = 0; tries < 500 && page->losses.changes == NULL; tries++)
    {
      g_usleep (20000);
      lsc_ui_settle ();
    }
  g_assert_nonnull (page->losses.changes);
  table = get_table (ui, LSC_COMPARE_TAB_FINDINGS);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, page->losses.changes->len);
  g_assert_cmpuint (page->losses.changes->len, >, 0);
  words = _lsc_compare_page_say_findings (page);
  g_assert_nonnull (strstr (words, "Largest finding before, "));
}

/* Operators stand in a tab and are what the bars are of; both add up, whatever they are paired by.
 */
static void
test_operators (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);
  g_autofree char *words = NULL;

  for (guint preset = 0; preset < 3; preset++)
    {
      const LscWaterfall *waterfall;

      _lsc_compare_page_choose_operator_keys (page, preset);
      get_table (ui, LSC_COMPARE_TAB_OPERATORS);
      gtk_drop_down_set_selected (page->list_choice, LSC_COMPARE_BARS_OPERATORS);
      for (guint tries = 0; tries < 500 && page->operators.changes == NULL; tries++)
        {
          g_usleep (20000);
          lsc_ui_settle ();
        }
      g_assert_nonnull (page->operators.changes);
      g_assert_cmpuint (lsc_table_get_n_rows (get_table (ui, LSC_COMPARE_TAB_OPERATORS)), ==,
                        page->operators.changes->changes->len);
      waterfall = lsc_waterfall_chart_get_view (page->chart)->waterfall;
      g_assert_cmpint (lsc_waterfall_get (waterfall, waterfall->bars->len - 1)->to_ns, ==,
                       page->operators.changes->ns[LSC_AFTER]);
    }
  words = _lsc_compare_page_say_operators (page);
  g_assert_nonnull (strstr (words, "Kernels per step and rank: "));
}

/* Of recordings without memory it is said why there is nothing. */
static void
test_no_memory (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);

  get_table (ui, LSC_COMPARE_TAB_MEMORY);
  for (guint tries = 0; tries < 500 && page->memory.missing == NULL; tries++)
    {
      g_usleep (20000);
      lsc_ui_settle ();
    }
  g_assert_nonnull (
      strstr (_lsc_compare_page_wait_for_memory (page), "because the recording before has none"));
}

/* A block leads to both timelines; one that the other side lacks to none. */
static void
test_block (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);
  LscTimelineLayout *layout;
  LscPipelineSpot spot = { 0, 0, 0, FALSE };

  act (ui, "compare.pipelines");
  wait_for_pipelines (ui);
  spot.step = lsc_pipeline_chart_get_chart (page->pipes_chart)->first_step;
  lsc_pipeline_chart_select (page->pipes_chart, &spot);
  lsc_ui_settle ();
  g_assert_nonnull (lsc_app_page_get_details (LSC_APP_PAGE (page)));
  act (ui, "compare.show-block");
  wait_for_twin (ui);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->views), ==, "timelines");
  layout = lsc_timeline_chart_get_layout (page->twin);
  g_assert_cmpint (
      page->twin_places[LSC_BEFORE].begin_ns - lsc_timeline_layout_get_offset (layout, LSC_BEFORE),
      ==,
      page->twin_places[LSC_AFTER].begin_ns - lsc_timeline_layout_get_offset (layout, LSC_AFTER));
}

/* From any page: of both recordings on this one, of the shown one elsewhere. */
static void
assert_report (LscUi *ui, const char *page, const char *name, const char *telling)
{
  g_autofree char *path = g_build_filename (scratch, name, NULL);
  g_autofree char *text = NULL;

  lsc_window_show_page (ui->window, page);
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_app_page_write_report (LSC_APP_PAGE (lsc_window_get_page (ui->window, page)), path, FALSE);
  for (guint tries = 0; tries < 500 && !g_file_test (path, G_FILE_TEST_EXISTS); tries++)
    {
      g_usleep (20000);
      lsc_ui_settle ();
    }
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, telling));
}

static void
test_report (void)
{
  g_autoptr (LscUi) ui = start ();
  g_autofree char *head = lsc_phrase_to_words (get_page (ui)->comparison->compare->head);
  g_auto (GStrv) parts = g_strsplit (head, ":", 2);

  assert_report (ui, "compare", "pair.html", parts[0]);
  assert_report (ui, "overview", "one.md", "Where the step goes");
}

/* Recordings of different chips show these first; those of one chip say so. */
static void
test_chips (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  LscComparePage *page;
  g_autofree char *head = NULL;

  g_assert_true (lsc_ui_open (ui, first));
  g_assert_true (lsc_ui_open (ui, gpu));
  lsc_window_show_page (ui->window, "compare");
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  page = get_page (ui);
  g_assert_nonnull (page->comparison->chips);
  head = lsc_phrase_to_words (page->comparison->chips->head);
  g_assert_true (_lsc_compare_page_shows (page, "chips"));
  g_assert_cmpstr (gtk_label_get_label (page->why), ==, head);
  g_assert_cmpuint (lsc_bar_chart_get_view (page->chips_chart)->plot->bars->len, ==, 2);
  g_assert_cmpuint (lsc_table_get_n_rows (get_table (ui, LSC_COMPARE_TAB_CHIPS)), >, 0);
  gtk_drop_down_set_selected (page->list_choice, LSC_COMPARE_OPS);
  lsc_ui_settle ();
  g_assert_cmpstr (lsc_table_get_name (get_table (ui, LSC_COMPARE_TAB_CHIPS)), ==, "ChipOps");
  act (ui, "compare.chips");
  g_assert_true (_lsc_compare_page_shows (page, "bars"));
}

static void
test_one_chip (void)
{
  g_autoptr (LscUi) ui = start ();
  LscComparePage *page = get_page (ui);

  g_assert_null (page->comparison->chips);
  g_assert_true (_lsc_compare_page_shows (page, "bars"));
  act (ui, "compare.chips");
  g_assert_true (_lsc_compare_page_shows (page, "chips"));
  g_assert_null (lsc_bar_chart_get_view (page->chips_chart)->plot);
  g_assert_nonnull (strstr (gtk_label_get_label (page->chips_label), "different chips"));
  g_assert_null (get_table (ui, LSC_COMPARE_TAB_CHIPS));
}

/* The rank or step of the page that is chosen in the dialog, as text. */
static LscSessionPart *
make_part (const char *path, const char *part)
{
  g_autofree char *text = g_strconcat (path, part, NULL);
  LscSessionPart *made = lsc_session_part_parse (text, NULL);

  g_assert_nonnull (made);
  return made;
}

/* Two ranks of the only open recording: asked for, compared, named, swapped, left again. */
static void
test_parts (void)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  LscComparePage *page;
  g_autofree char *head = NULL;
  g_autofree char *command = NULL;
  GtkWidget *dialog = NULL;
  g_autoptr (LscTable) table = NULL;
  gint64 delta_ns;

  g_assert_true (lsc_ui_open (ui, first));
  lsc_window_show_page (ui->window, "compare");
  g_assert_true (lsc_ui_wait_ready (ui));
  page = get_page (ui);
  act (ui, "compare.parts");
  for (guint i = 0; i < g_list_model_get_n_items (gtk_window_get_toplevels ()); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (gtk_window_get_toplevels (), i);

      if (ADW_IS_MESSAGE_DIALOG (window))
        dialog = window;
    }
  g_assert_nonnull (dialog);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "compare");
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  g_assert_cmpstr (page->parts[LSC_BEFORE]->rank, ==, "0");
  g_assert_cmpstr (page->parts[LSC_AFTER]->rank, ==, "1");
  g_assert_nonnull (page->comparison);
  head = lsc_phrase_to_words (page->comparison->compare->head);
  g_assert_nonnull (strstr (head, "Rank 0"));
  g_assert_nonnull (strstr (head, "Rank 1"));
  table = lsc_compare_get_table (page->comparison->compare, page->comparison->compare->total,
                                 LSC_COMPARE_CATEGORIES);
  g_assert_cmpstr (
      lsc_table_get_column (table, (guint) lsc_table_find_column (table, "before_ns"))->title, ==,
      "Rank 0");
  command = _lsc_compare_page_get_command (page);
  g_assert_nonnull (strstr (command, "@rank=0"));
  delta_ns = page->comparison->compare->total->step_delta_ns;
  act (ui, "compare.swap");
  g_assert_cmpstr (page->parts[LSC_BEFORE]->rank, ==, "1");
  g_assert_cmpint (page->comparison->compare->total->step_delta_ns, ==, -delta_ns);
  _lsc_compare_page_set_parts (page, make_part (page->parts[0]->path, "@step=8"),
                               make_part (page->parts[0]->path, "@step=9"));
  g_assert_true (lsc_ui_wait_ready (ui));
  lsc_ui_settle ();
  g_assert_cmpuint (page->comparison->compare->steps[LSC_AFTER].steps.n, ==, 1);
  g_assert_cmpint (page->comparison->compare->steps[LSC_AFTER].steps.items[0], ==, 9);
}

int
main (int argc, char **argv)
{
  int result;

  lsc_ui_set_up_places ();
  g_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-compare-XXXXXX", NULL);
  first = record ("first", "--micro-batches=8");
  second = record ("second", "--micro-batches=6");
  third = record ("third", "--micro-batches=8");
  gpu = record_traces ("gpu");
  g_test_add_func ("/compare-page/verdict", test_verdict);
  g_test_add_func ("/compare-page/swap", test_swap);
  g_test_add_func ("/compare-page/ranks", test_ranks);
  g_test_add_func ("/compare-page/jump", test_jump);
  g_test_add_func ("/compare-page/tables", test_tables);
  g_test_add_func ("/compare-page/details", test_details);
  g_test_add_func ("/compare-page/scope", test_scope);
  g_test_add_func ("/compare-page/alone", test_alone);
  g_test_add_func ("/compare-page/command", test_command);
  g_test_add_func ("/compare-page/parts", test_parts);
  g_test_add_func ("/compare-page/runs", test_runs);
  g_test_add_func ("/compare-page/transitions", test_transitions);
  g_test_add_func ("/compare-page/twin", test_twin);
  g_test_add_func ("/compare-page/pipelines", test_pipelines);
  g_test_add_func ("/compare-page/findings", test_findings);
  g_test_add_func ("/compare-page/operators", test_operators);
  g_test_add_func ("/compare-page/no-memory", test_no_memory);
  g_test_add_func ("/compare-page/block", test_block);
  g_test_add_func ("/compare-page/report", test_report);
  g_test_add_func ("/compare-page/chips", test_chips);
  g_test_add_func ("/compare-page/one-chip", test_one_chip);
  result = g_test_run ();
  remove_scratch ();
  g_free (first);
  g_free (second);
  g_free (third);
  g_free (gpu);
  g_free (scratch);
  return result;
}
