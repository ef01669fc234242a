/* test-pipeline.c - the pipeline page understood: theory, causes, predictions, in the real window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "app/parts/lsc-choices.h"
#include "app/parts/lsc-facts.h"
#include "app/pipeline/lsc-pipeline-describe.h"
#include "app/pipeline/lsc-pipeline-panel.h"
#include "app/pipeline/lsc-pipeline-chart-private.h"
#include "app/parts/lsc-table-view.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "base/lsc-watchdog.h"
#include "app/window/lsc-window-private.h"
#include "base/lsc-time.h"
#include "base/lsc-db.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *straggler; /* 1F1B, P = 4, M = 8, stage 2 slow */
static char *zero;      /* ZB-H1, P = 4, M = 12, two hosts with other clocks */

/* ---- driving ---- */

static LscPipelinePage *
get_page (LscUi *ui)
{
  return LSC_PIPELINE_PAGE (lsc_window_get_page (ui->window, "pipeline"));
}

static const LscPipelineView *
get_chart (LscUi *ui)
{
  return lsc_pipeline_chart_get_chart (get_page (ui)->view);
}

static LscPanel *
get_panel (LscUi *ui, LscPipelineTab tab)
{
  return lsc_app_page_get_panel (LSC_APP_PAGE (get_page (ui)), tab);
}

static gboolean
is_idle (gpointer user_data)
{
  LscUi *ui = user_data;

  return !lsc_window_is_busy (ui->window) && !lsc_app_page_is_busy (LSC_APP_PAGE (get_page (ui))) &&
         !lsc_pipeline_what_if_is_busy (
             LSC_PIPELINE_WHAT_IF (get_panel (ui, LSC_PIPELINE_TAB_WHAT_IF)));
}

static void
settle (LscUi *ui)
{
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_idle, ui, 60.0));
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_idle, ui, 60.0));
}

/* Pictures for people: LANESCOPE_SHOTS names a folder. */
static void
shoot (LscUi *ui, const char *name)
{
  const char *folder = g_getenv ("LANESCOPE_SHOTS");
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  if (folder == NULL)
    return;
  lsc_ui_settle ();
  path = g_strdup_printf ("%s/%s.png", folder, name);
  g_assert_true (lsc_ui_shoot (GTK_WIDGET (ui->window), path, &error));
}

static LscUi *
start_with (const char *path)
{
  LscUi *ui = lsc_ui_start ();
  const char *theme = g_getenv ("LANESCOPE_SHOTS_THEME"), *size = g_getenv ("LANESCOPE_SHOTS_SIZE");
  int width = 1400, height = 950;

  if (theme != NULL)
    g_settings_set_string (lsc_application_get_settings (ui->application), "color-scheme", theme);
  if (size != NULL)
    g_assert_cmpint (sscanf (size, "%dx%d", &width, &height), ==, 2);
  gtk_window_set_default_size (GTK_WINDOW (ui->window), width, height);
  lsc_window_show_page (ui->window, "pipeline");
  g_assert_true (lsc_ui_open (ui, path));
  settle (ui);
  return ui;
}

static LscUi *
start (void)
{
  LscUi *ui = start_with (straggler);

  g_assert_nonnull (get_page (ui)->group);
  g_assert_nonnull (get_page (ui)->study);
  g_assert_nonnull (get_page (ui)->study->study);
  g_assert_null (get_page (ui)->study->study->refusal);
  return ui;
}

static void
act (LscUi *ui, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_page (ui)), action, NULL));
  settle (ui);
}

static void
compare_with (LscUi *ui, const char *what)
{
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (get_page (ui)), "pipecmp.with", "s", what));
  settle (ui);
}

/* The command line that is copied draws what is shown. */
static void
check_command (LscUi *ui)
{
  g_autofree char *said = NULL, *path = g_build_filename (scratch, "pipeline.svg", NULL);

  g_remove (path);
  said = lsc_ui_run_command (ui, scratch);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

static LscTableView *
show_table (LscUi *ui, LscPipelineTab tab)
{
  GtkWidget *table;

  lsc_app_page_show_panel (LSC_APP_PAGE (get_page (ui)), tab);
  settle (ui);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_panel (ui, tab))));
  table = lsc_ui_find (GTK_WIDGET (get_panel (ui, tab)), LSC_TYPE_TABLE_VIEW, NULL);
  g_assert_nonnull (table);
  return LSC_TABLE_VIEW (table);
}

static gsize
count_rows (LscTableView *table)
{
  return g_list_model_get_n_items (G_LIST_MODEL (lsc_table_view_get_model (table)));
}

static gboolean
press_key (GtkWidget *widget, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean is_handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == GTK_TYPE_EVENT_CONTROLLER_KEY)
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &is_handled);
    }
  lsc_ui_settle ();
  return is_handled;
}

static void
on_message (LscPipelinePage *page, const char *text, char **kept)
{
  (void) page;
  g_free (*kept);
  *kept = g_strdup (text);
}

static void
on_told (LscPipelinePage *page, guint *n)
{
  (void) page;
  (*n)++;
}

static gboolean
has_fact (GPtrArray *facts, const char *label, const char *part)
{
  for (guint i = 0; i < facts->len; i++)
    {
      char **pair = g_ptr_array_index (facts, i);

      if (strcmp (pair[0], label) == 0 && (part == NULL || strstr (pair[1], part) != NULL))
        return TRUE;
    }
  return FALSE;
}

/* ---- theory beside the step ---- */

static gint64
twin_window (LscUi *ui)
{
  const LscPipelineTwin *twin = &get_chart (ui)->twin;

  g_assert_nonnull (twin->group);
  return twin->group->steps[twin->step].t1_ns - twin->group->steps[twin->step].t0_ns;
}

static void
test_theory (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);
  const LscStudy *study = page->study->study;
  double height = lsc_pipeline_view_content_height (get_chart (ui));
  double lane_height = get_chart (ui)->port.lane_height;

  g_assert_cmpint (get_chart (ui)->twin.mode, ==, LSC_TWIN_NONE);
  compare_with (ui, "theory-stage");
  g_assert_cmpint (get_chart (ui)->twin.mode, ==, LSC_TWIN_BELOW);
  g_assert_cmpint (twin_window (ui), ==, study->rungs[LSC_RUNG_STAGES]);
  g_assert_cmpuint (get_chart (ui)->twin.pairs->n_pairs, ==, study->plan->n_ops);
  g_assert_nonnull (strstr (get_chart (ui)->twin.title, "1F1B"));
  g_assert_cmpfloat (get_chart (ui)->port.lane_height, <, lane_height); /* twice the rows */
  shoot (ui, "theory-below");
  g_settings_set_string (page->settings, "pipeline-twin-mode", "interleaved");
  g_assert_cmpint (get_chart (ui)->twin.mode, ==, LSC_TWIN_INTERLEAVED);
  shoot (ui, "theory-interleaved");
  g_settings_set_string (page->settings, "pipeline-twin-mode", "ghost");
  g_assert_cmpint (get_chart (ui)->twin.mode, ==, LSC_TWIN_GHOST);
  shoot (ui, "theory-ghost");
  check_command (ui);
  g_settings_set_boolean (page->settings, "pipeline-show-delta", FALSE);
  g_assert_false (get_chart (ui)->twin.show_delta);
  compare_with (ui, "theory-global");
  g_assert_cmpint (twin_window (ui), ==, study->rungs[LSC_RUNG_BALANCED]);
  compare_with (ui, "theory-block");
  g_assert_cmpint (twin_window (ui), ==, study->rungs[LSC_RUNG_BLOCKS]);
  g_settings_set_boolean (page->settings, "pipeline-theory-latency", TRUE);
  settle (ui);
  g_assert_cmpint (twin_window (ui), ==, study->rungs[LSC_RUNG_LATENCY]);
  check_command (ui);
  compare_with (ui, "none");
  g_assert_cmpint (get_chart (ui)->twin.mode, ==, LSC_TWIN_NONE);
  g_assert_cmpfloat (lsc_pipeline_view_content_height (get_chart (ui)), ==, height);
}

/* Another step stands beside; going to it leaves nothing stale behind; theory follows. */
/* Returns: the hundredths of percent in a text, added */
static gint64
sum_percent (const char *text)
{
  gint64 sum = 0;

  for (const char *end = text; (end = strstr (end, " %")) != NULL; end++)
    {
      const char *at = end;

      while (g_ascii_isdigit (at[-1]) || at[-1] == '.')
        at--;
      sum += (gint64) (g_ascii_strtod (at, NULL) * 100 + 0.5);
    }
  return sum;
}

/* The line above the chart says what the whole is, and its parts add up as they are written. */
static void
test_figures (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);

  for (gsize i = 0; i < page->group->n_steps; i++)
    {
      const LscPipelineStep *step = &page->group->steps[i];
      g_autofree char *idle = g_strdup_printf ("and %.2f %% idle", step->bubble_ratio * 100);
      g_autofree char *window = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *whole =
          g_strdup_printf ("Of %u × %s, ", (guint) page->group->n_ranks, window);
      const char *text;

      lsc_pipeline_page_show_step (page, i);
      settle (ui);
      text = gtk_label_get_label (page->figures_label);
      g_test_message ("%s", text);
      text = strstr (text, whole);
      g_assert_nonnull (text);
      g_assert_nonnull (strstr (text, idle));
      g_assert_cmpint (sum_percent (text), ==, 10000);
      g_assert_nonnull (
          strstr (gtk_widget_get_tooltip_text (GTK_WIDGET (page->figures_label)), "Bubble over "));
    }
}

static void
test_steps (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);
  gsize shown = page->study->step, other = shown == 0 ? 1 : 0;
  g_autofree char *name = g_strdup_printf ("step-%zu", other);

  g_assert_cmpuint (page->group->n_steps, >=, 3);
  compare_with (ui, name);
  g_assert_cmpint (get_chart (ui)->twin.mode, ==, LSC_TWIN_BELOW);
  g_assert_true (get_chart (ui)->twin.group == page->group);
  g_assert_cmpuint (get_chart (ui)->twin.step, ==, other);
  shoot (ui, "another-step");
  check_command (ui);
  compare_with (ui, "theory-stage");
  lsc_pipeline_page_show_step (page, other);
  settle (ui);
  g_assert_cmpuint (page->study->step, ==, other);
  g_assert_cmpint (twin_window (ui), ==, page->study->study->rungs[LSC_RUNG_STAGES]);
  gtk_drop_down_set_selected (page->step_choice, 1); /* side by side */
  settle (ui);
  g_assert_null (page->study);
  g_assert_cmpint (get_chart (ui)->twin.mode, ==, LSC_TWIN_NONE);
  check_command (ui);
}

/* ---- panels ---- */

/* At most five lines, nothing as it was recorded: the rest is in the details. */
static void
check_tips (LscPipelinePage *page)
{
  const LscPipelineView *view = lsc_pipeline_chart_get_chart (page->view);
  const LscPipelineStep *step = &page->group->steps[page->study->step];
  LscPipelineSpot spot = { .step = page->study->step };

  for (spot.row = 0; spot.row < step->n_rows; spot.row++)
    for (spot.block = 0; spot.block < step->rows[spot.row].n_blocks; spot.block++)
      {
        g_autoptr (GPtrArray) facts =
            lsc_describe_block_tip (lsc_pipeline_chart_get_painter (page->view), view, &spot,
                                    lsc_pipeline_chart_get_study (page->view, spot.step));
        g_autofree char *text = lsc_facts_to_text (facts);

        g_assert_cmpuint (facts->len, >=, 3);
        g_assert_cmpuint (facts->len, <=, 5);
        g_assert_null (strchr (text, '{'));
      }
}

static LscValue
get_shown (LscTableView *table, guint32 position, const char *column)
{
  return lsc_table_get_named (lsc_table_view_get_table (table),
                              lsc_table_model_get_row (lsc_table_view_get_model (table), position),
                              column);
}

/* The largest first, and what is not known last; @n_before are not looked at. */
static void
check_by_weight (LscTableView *table, const char *column, guint32 n_before)
{
  gint64 last_ns = G_MAXINT64;

  g_assert_cmpuint (count_rows (table), >=, 4);
  for (guint32 row = n_before; row < count_rows (table); row++)
    {
      LscValue value = get_shown (table, row, column);
      gint64 ns = value.is_null ? -1 : ABS (value.integer);

      g_assert_cmpint (ns, <=, last_ns);
      last_ns = ns;
    }
}

static void
test_panels (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);
  LscTableView *table;
  GtkWidget *matrix;

  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (page->panel)));
  act (ui, "pipeline.panel");
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (page->panel)));
  act (ui, "pipeline.panel");
  g_assert_nonnull (
      lsc_ui_find_label (GTK_WIDGET (page), "Slow device on rank 2: the same kernels take "));
  g_assert_cmpuint (lsc_pipeline_chart_get_chart (page->view)->blamed_row, ==, 2);
  table = show_table (ui, LSC_PIPELINE_TAB_VERDICTS);
  g_assert_cmpuint (count_rows (table), >=, 1);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (table), "% Step"));
  g_assert_null (lsc_ui_find_label (GTK_WIDGET (table), "% Step (%)"));
  g_assert_null (lsc_ui_find_label (GTK_WIDGET (table), "% Pipeline Window"));
  g_assert_cmpint (gtk_label_get_ellipsize (page->verdict_label), ==, PANGO_ELLIPSIZE_NONE);
  shoot (ui, "panel-verdicts");
  _lsc_pipeline_page_show_verdict (page, 0);
  g_assert_cmpuint (lsc_pipeline_chart_get_selected (page->view)->row, ==, 2);
  table = show_table (ui, LSC_PIPELINE_TAB_SUMMARY);
  g_assert_cmpuint (count_rows (table), >, 3);
  shoot (ui, "panel-summary");
  table = show_table (ui, LSC_PIPELINE_TAB_WAITING);
  g_assert_cmpuint (count_rows (table), >, 3);
  matrix = lsc_ui_find (GTK_WIDGET (get_panel (ui, LSC_PIPELINE_TAB_WAITING)),
                        GTK_TYPE_DRAWING_AREA, NULL);
  g_assert_true (press_key (matrix, GDK_KEY_Down));
  g_assert_true (press_key (matrix, GDK_KEY_Down));
  g_assert_true (press_key (matrix, GDK_KEY_Right));
  g_assert_cmpuint (lsc_pipeline_chart_get_selected (page->view)->row, ==, 1);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (page->panel), "does not wait for itself"));
  g_assert_true (press_key (matrix, GDK_KEY_Right));
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (page->panel), "Stage 1 waited"));
  shoot (ui, "panel-waiting");
  table = show_table (ui, LSC_PIPELINE_TAB_BALANCE);
  check_by_weight (table, "mean_ns", 0);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (table), "Forward and backward"));
  shoot (ui, "panel-balance");
  lsc_app_page_show_panel (LSC_APP_PAGE (page), LSC_PIPELINE_TAB_LADDER);
  settle (ui);
  g_assert_cmpuint (lsc_table_get_n_rows (page->study->ladder), ==, LSC_N_RUNGS);
  g_assert_cmpint (
      lsc_table_get_named (page->study->ladder, LSC_RUNG_MEASURED, "window_ns").integer, ==,
      page->study->study->rungs[LSC_RUNG_MEASURED]);
  g_assert_null (lsc_ui_find (GTK_WIDGET (get_panel (ui, LSC_PIPELINE_TAB_LADDER)),
                              LSC_TYPE_TABLE_VIEW, NULL));
  check_tips (page);
  shoot (ui, "panel-ladder");
  g_assert_cmpuint (count_rows (show_table (ui, LSC_PIPELINE_TAB_PATH)), >, 2);
  shoot (ui, "panel-path");
  lsc_app_page_show_panel (LSC_APP_PAGE (page), LSC_PIPELINE_TAB_DELTAS);
  settle (ui);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (page->panel), "Nothing selected"));
  compare_with (ui, "theory-stage");
  table = show_table (ui, LSC_PIPELINE_TAB_DELTAS);
  g_assert_cmpstr (get_shown (table, 0, "what").text, ==, "window");
  check_by_weight (table, "delta_ns", 1);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (table), "Whole step"));
  shoot (ui, "panel-deltas");
  act (ui, "pipeline.clocks");
  g_assert_cmpuint (count_rows (show_table (ui, LSC_PIPELINE_TAB_CLOCKS)), ==, 4);
  shoot (ui, "panel-clocks");
  gtk_drop_down_set_selected (page->step_choice, 2); /* all: there is no single step */
  lsc_app_page_show_panel (LSC_APP_PAGE (page), LSC_PIPELINE_TAB_LADDER);
  settle (ui);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (page->panel), "Choose one step"));
}

static GtkWidget *
find_named (GtkWidget *root, GType type, guint *index)
{
  GtkWidget *found = NULL;

  if (g_type_is_a (G_OBJECT_TYPE (root), type) && (*index)-- == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_named (child, type, index);
  return found;
}

static GtkWidget *
nth (LscUi *ui, LscPipelineTab tab, GType type, guint index)
{
  GtkWidget *widget = find_named (GTK_WIDGET (get_panel (ui, tab)), type, &index);

  g_assert_nonnull (widget);
  return widget;
}

/* A pipeline in which nothing is wrong but that its schedule idles: both schedules are named, and
 * no tick says that all is well. */
static void
test_schedule_line (void)
{
  g_autofree char *folder = g_build_filename (scratch, "even", NULL);
  g_autofree char *synth =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src", "synth", "lanescope-synth", NULL);
  const char *const argv[] = { synth, "--schedule", "dualpipev", "--pp", "4",
                               "-M",  "10",         "--out",     folder, NULL };
  g_autoptr (LscUi) ui = NULL;
  LscPipelinePage *page;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                               NULL, NULL, NULL, NULL));
  ui = start_with (folder);
  page = get_page (ui);
  lsc_ui_assert_soon (gtk_widget_get_visible (page->verdict_line));
  g_assert_cmpstr (gtk_image_get_icon_name (page->verdict_icon), ==, "dialog-information-symbolic");
  g_assert_true (g_str_has_prefix (gtk_label_get_label (page->verdict_label),
                                   "DualPipe instead of DualPipeV may save up to "));
  g_assert_nonnull (strstr (gtk_label_get_label (page->figures_label),
                            "The recorded schedule, DualPipeV, has a bubble of"));
  g_assert_nonnull (strstr (gtk_label_get_label (page->figures_label), "DualPipe (from "));
  g_assert_nonnull (strstr (gtk_label_get_label (page->figures_label), "A step takes "));
}

/* The sentence above the chart names kernels; one click shows the longest of them on that rank. */
static void
test_kernels (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);
  const LscVerdict *first = lsc_verdicts_get_first (page->verdicts);
  LscTimelinePage *page_shown;
  const LscTimelineView *view;
  const LscTimeline *timeline;
  LscTimelineSpot spot;
  gint64 begin_ns, end_ns;
  double length;

  g_assert_nonnull (first->op);
  g_assert_true (gtk_widget_get_mapped (page->verdict_kernels));
  act (ui, "pipeline.show-kernels");
  g_assert_true (lsc_ui_wait_ready (ui));
  page_shown = LSC_TIMELINE_PAGE (lsc_window_get_page (ui->window, "timeline"));
  spot = lsc_timeline_chart_get_selected (lsc_timeline_page_get_chart (page_shown));
  g_assert_cmpuint (spot.spot.slice, !=, LSC_SLICE_NONE);
  timeline =
      lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (page_shown), spot.rank);
  g_assert_cmpint (timeline->source->rank, ==, 2);
  view = lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page_shown));
  g_assert_true (lsc_timeline_chart_get_slice_time (lsc_timeline_page_get_chart (page_shown), &spot,
                                                    &begin_ns, &end_ns));
  length = (double) (end_ns - begin_ns); /* the kernel fills two thirds, not all of its blocks */
  g_assert_true (view->has_range && fabs (view->port.span_ns - 1.5 * length) < 0.01 * length);
  g_assert_cmpstr (
      lsc_intern_text (
          timeline->strings,
          lsc_timeline_get_node (timeline, spot.spot.node)->lane->name[spot.spot.slice]),
      ==, first->op);
}

/* A prediction that stands beside is the side after, in its table and in that of differences: both
 * are negative where it is shorter. */
static void
check_same_sign (LscUi *ui, LscTableView *table, guint32 index)
{
  const LscTable *rows = lsc_table_view_get_table (table);
  gint64 change_ns = lsc_table_get_named (rows, index, "change_ns").integer;
  gint64 now_ns = get_page (ui)->study->study->rungs[LSC_RUNG_MEASURED];
  LscTableView *deltas = show_table (ui, LSC_PIPELINE_TAB_DELTAS);
  gint64 delta_ns = get_shown (deltas, 0, "delta_ns").integer;
  gint64 mean_ns = get_shown (deltas, 0, "mean_ns").integer;

  g_assert_cmpint (change_ns, <, 0); /* ZB-H1 does better than 1F1B */
  g_assert_cmpfloat_with_epsilon (lsc_table_get_named (rows, index, "change").real,
                                  (double) change_ns / (double) now_ns, 1e-9);
  g_assert_cmpstr (get_shown (deltas, 0, "what").text, ==, "window");
  g_assert_cmpint (delta_ns, <, 0);
  g_assert_cmpint (mean_ns + delta_ns, ==, twin_window (ui));
  g_assert_cmpfloat_with_epsilon (get_shown (deltas, 0, "change").real,
                                  (double) delta_ns / (double) mean_ns, 1e-9);
}

static void
test_what_if (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);
  LscTableView *table = show_table (ui, LSC_PIPELINE_TAB_WHAT_IF);
  const LscWhatIfRow *row = NULL;
  gint64 first_ns = 0;
  guint32 index = 0;
  g_autofree char *title = NULL, *command = NULL;

  g_assert_nonnull (page->what_if);
  g_assert_cmpuint (count_rows (table), ==, page->what_if->rows->len);
  g_assert_cmpuint (count_rows (table), >, 3);
  /* advice names the fields of the panel, not options of the command line */
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (page->panel), "narrowed most by"));
  g_assert_null (lsc_ui_find_label (GTK_WIDGET (page->panel), "--"));
  for (guint32 i = 1; i < page->what_if->rows->len; i++)
    {
      row = g_ptr_array_index (page->what_if->rows, i);
      if (row->target.schedule.type == LSC_SCHEDULE_ZBH1 && row->refusal == NULL)
        index = i;
    }
  g_assert_cmpuint (index, >, 0);
  row = g_ptr_array_index (page->what_if->rows, index);
  first_ns = row->window_ns;
  g_signal_emit_by_name (table, "row-activated", index);
  settle (ui);
  g_assert_cmpint (get_chart (ui)->twin.mode, ==, LSC_TWIN_BELOW);
  g_assert_cmpint (twin_window (ui), ==, row->replay_ns);
  title = lsc_phrase_to_words (row->title);
  g_assert_nonnull (strstr (get_chart (ui)->twin.title, title));
  check_same_sign (ui, table, index);
  show_table (ui, LSC_PIPELINE_TAB_WHAT_IF);
  shoot (ui, "panel-what-if");
  check_command (ui);
  gtk_spin_button_set_value (
      GTK_SPIN_BUTTON (nth (ui, LSC_PIPELINE_TAB_WHAT_IF, GTK_TYPE_SPIN_BUTTON, 1)), 0.2);
  settle (ui);
  row = g_ptr_array_index (page->what_if->rows, index);
  g_assert_cmpfloat (page->what_if->inputs.w_share, ==, 0.2);
  g_assert_cmpint (row->window_ns, !=, first_ns);
  check_command (ui);
  gtk_editable_set_text (GTK_EDITABLE (nth (ui, LSC_PIPELINE_TAB_WHAT_IF, GTK_TYPE_ENTRY, 1)),
                         "10,10,10,10+2.5");
  settle (ui);
  g_assert_cmpfloat (page->what_if->inputs.head, ==, 2.5);
  g_signal_emit_by_name (table, "row-activated", index);
  settle (ui);
  shoot (ui, "panel-what-if-head");
  command = lsc_app_page_get_command (LSC_APP_PAGE (page));
  g_assert_nonnull (strstr (command, " --layers 10,10,10,10+2.5 "));
  check_command (ui);
  gtk_editable_set_text (GTK_EDITABLE (nth (ui, LSC_PIPELINE_TAB_WHAT_IF, GTK_TYPE_ENTRY, 1)), "");
  gtk_editable_set_text (GTK_EDITABLE (nth (ui, LSC_PIPELINE_TAB_WHAT_IF, GTK_TYPE_ENTRY, 0)),
                         "zbh1, nonsense");
  settle (ui);
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (page->panel), "nonsense"));
  gtk_editable_set_text (GTK_EDITABLE (nth (ui, LSC_PIPELINE_TAB_WHAT_IF, GTK_TYPE_ENTRY, 0)),
                         "zbh1");
  gtk_spin_button_set_value (
      GTK_SPIN_BUTTON (nth (ui, LSC_PIPELINE_TAB_WHAT_IF, GTK_TYPE_SPIN_BUTTON, 0)), 32);
  settle (ui);
  g_assert_cmpuint (count_rows (table), ==, 3); /* now; M = 32; ZB-H1 with M = 32 */
  row = g_ptr_array_index (page->what_if->rows, 2);
  g_assert_cmpuint (row->target.micro_batches, ==, 32);
  shoot (ui, "panel-what-if-32");
  lsc_pipeline_page_show_step (page, page->study->step == 0 ? 1 : 0);
  settle (ui);
  g_assert_cmpint (get_chart (ui)->twin.mode, ==, LSC_TWIN_NONE); /* it was of the other step */
}

/* ---- critical path, causes, dependencies ---- */

static void
test_path (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);
  const LscCriticalPath *path = page->study->study->path;
  g_autoptr (GArray) ranges = NULL;
  guint n_told = 0;
  gint64 busy_ns = 0;

  g_signal_connect (page, "path-changed", G_CALLBACK (on_told), &n_told);
  g_assert_null (_lsc_pipeline_page_get_path (LSC_APP_PAGE (page)));
  act (ui, "pipeline.critical-path");
  g_assert_cmpuint (n_told, >, 0);
  ranges = _lsc_pipeline_page_get_path (LSC_APP_PAGE (page));
  g_assert_cmpuint (ranges->len, ==, path->n_steps);
  check_command (ui);
  g_assert_cmpuint (get_chart (ui)->n_path, ==, ranges->len);
  for (guint i = 0; i < ranges->len; i++)
    {
      const LscTimelinePathRange *range = &g_array_index (ranges, LscTimelinePathRange, i);

      busy_ns += range->end_ns - range->begin_ns;
    }
  g_assert_cmpint (busy_ns, ==, path->busy_ns);
  g_settings_set_boolean (page->settings, "pipeline-show-causes", TRUE);
  g_assert_cmpuint (get_chart (ui)->n_idle, ==, page->study->study->pieces->len);
  shoot (ui, "path-and-causes");
  act (ui, "pipeline.critical-path");
  g_assert_cmpuint (get_chart (ui)->n_path, ==, 0);
}

/* Pointing at the idle time after a block tells what the rank waited for. */
static void
check_bubble (LscPipelinePage *page, const LscPipelineSpot *spot)
{
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (page->view);
  LscPipelineSpot next = *spot;
  g_autoptr (GPtrArray) facts = NULL;
  double end, begin, x0, x1, y0, y1;

  next.block++;
  g_assert_true (lsc_pipeline_view_block_box (chart, spot, &x0, &end, &y0, &y1));
  g_assert_true (lsc_pipeline_view_block_box (chart, &next, &begin, &x1, &y0, &y1));
  g_assert_cmpfloat (begin, >, end + 10);
  facts = _lsc_pipeline_chart_describe_point (page->view, (end + begin) / 2, (y0 + y1) / 2);
  g_assert_nonnull (facts);
  g_assert_true (has_fact (facts, "Idle", NULL));
  g_assert_true (has_fact (facts, "Cause", "stage"));
}

static void
test_follow (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);
  const LscPipelineStep *step = &page->group->steps[page->study->step];
  LscPipelineSpot spot = { .step = page->study->step, .row = 1, .block = 0 };
  const LscPipelineSpot *selected = lsc_pipeline_chart_get_selected (page->view);
  g_autoptr (GPtrArray) facts = NULL;

  lsc_pipeline_chart_select (page->view, &spot);
  lsc_ui_settle ();
  facts = lsc_app_page_get_details (LSC_APP_PAGE (page));
  g_assert_true (has_fact (facts, "Cause", NULL)); /* stage 1 waits for the first forward */
  g_assert_true (has_fact (facts, "Slack", NULL));
  check_bubble (page, &(LscPipelineSpot){ .step = page->study->step, .row = 0, .block = 3 });
  act (ui, "pipeline.decided-by");
  g_assert_cmpuint (selected->row, ==, 0);
  g_assert_cmpuint (step->rows[0].blocks[selected->block].mb_f, ==, 0);
  act (ui, "pipeline.depends");
  g_assert_cmpuint (selected->row, ==, 1);
  g_assert_cmpuint (selected->block, ==, 0);
  g_clear_pointer (&facts, g_ptr_array_unref);
  compare_with (ui, "theory-stage");
  facts = lsc_app_page_get_details (LSC_APP_PAGE (page));
  g_assert_true (has_fact (facts, "The other side starts", NULL));
}

/* ---- another recording ---- */

static void
test_recording (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);
  g_autofree char *message = NULL, *command = NULL, *again = NULL, *named = NULL;
  LscPipelineSpot spot = { .step = page->study->step, .row = 3, .block = 2 }, other;
  const LscPipelineView *chart = get_chart (ui);
  double x0, x1, y0, y1, other_x0;

  g_signal_connect (page, "message", G_CALLBACK (on_message), &message);
  lsc_pipeline_page_open_comparison (page, zero);
  settle (ui);
  g_assert_null (message);
  g_assert_cmpint (chart->twin.mode, ==, LSC_TWIN_BELOW);
  g_assert_cmpuint (chart->twin.group->micro_batches, ==, 12);
  g_assert_cmpuint (chart->twin.pairs->n_pairs, >, 0);
  shoot (ui, "recordings");
  command = lsc_app_page_get_command (LSC_APP_PAGE (page));
  g_assert_true (g_str_has_prefix (command, "lanescope-cli pp '"));
  g_assert_nonnull (strstr (command, zero));
  g_assert_nonnull (strstr (command, " --compare '"));
  g_assert_true (g_str_has_suffix (command, " --out pipeline.svg"));
  lsc_pipeline_page_set_names (page, &(LscPictureNames){ "It's fused", " ", "after" });
  named = lsc_app_page_get_command (LSC_APP_PAGE (page));
  g_assert_nonnull (strstr (named, " --title 'It'\\''s fused' --second-name 'after' --out"));
  check_command (ui);
  lsc_pipeline_chart_select (page->view, &spot);
  act (ui, "pipeline.align-block");
  g_assert_true (lsc_pipeline_view_pair (chart, &spot, &other));
  g_assert_true (lsc_pipeline_view_block_box (chart, &spot, &x0, &x1, &y0, &y1));
  g_assert_true (lsc_pipeline_view_block_box (chart, &other, &other_x0, &x1, &y0, &y1));
  g_assert_cmpfloat_with_epsilon (x0, other_x0, 0.01);
  g_assert_cmpint (chart->twin.offset_ns, !=, 0);
  g_settings_set_string (page->settings, "pipeline-twin-mode", "interleaved");
  shoot (ui, "recordings-aligned");
  lsc_pipeline_chart_select (page->view, &other); /* blocks of the other one have no timeline */
  g_assert_null (_lsc_pipeline_page_own_row (page, &other));
  act (ui, "pipeline.align-start");
  g_assert_cmpint (chart->twin.offset_ns, ==, 0);
  g_assert_cmpuint (count_rows (show_table (ui, LSC_PIPELINE_TAB_DELTAS)), >=, 4);
  shoot (ui, "recordings-deltas");
  again = g_strconcat ("recording:", page->compare.recording_path, NULL);
  compare_with (ui, "none");
  compare_with (ui, again); /* it stays at hand */
  g_assert_cmpint (chart->twin.mode, ==, LSC_TWIN_INTERLEAVED);
  lsc_pipeline_page_open_comparison (page, "/nowhere");
  settle (ui);
  g_assert_nonnull (message);
  g_assert_nonnull (strstr (message, "cannot be shown"));
  g_assert_cmpint (chart->twin.mode, ==, LSC_TWIN_INTERLEAVED); /* what was there stays */
}

/* What is open stands first, what is shown is not offered, and the chooser has one entry. */
static void
test_opened_recordings (void)
{
  g_autoptr (LscUi) ui = start_with (zero);
  LscPipelinePage *page = get_page (ui);
  GMenuModel *menu = G_MENU_MODEL (page->recordings_menu);
  g_autofree char *target = NULL, *action = NULL;

  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 1);
  g_assert_true (lsc_ui_open (ui, straggler));
  lsc_window_show_page (ui->window, "pipeline");
  g_assert_true (lsc_ui_wait_ready (ui));
  settle (ui);
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 2);
  g_assert_true (g_menu_model_get_item_attribute (menu, 0, G_MENU_ATTRIBUTE_TARGET, "s", &target));
  g_assert_nonnull (strstr (target, zero));
  g_assert_true (g_menu_model_get_item_attribute (menu, 1, G_MENU_ATTRIBUTE_ACTION, "s", &action));
  g_assert_cmpstr (action, ==, "pipeline.compare-other");
  compare_with (ui, target);
  g_assert_cmpint (get_chart (ui)->twin.mode, !=, LSC_TWIN_NONE);
  g_assert_cmpuint (get_chart (ui)->twin.group->micro_batches, ==, 12);
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 2);
}

static void
test_clocks (void)
{
  g_autoptr (LscUi) ui = start_with (zero);
  LscPipelinePage *page = get_page (ui);
  const LscPipelineRow *row;
  LscPipelineSpot spot;
  gint64 recorded_ns;

  act (ui, "pipeline.clocks");
  shoot (ui, "clocks-two-hosts");
  _lsc_pipeline_page_realign (page, LSC_ALIGN_NONE, NULL);
  settle (ui);
  row = &page->group->steps[page->study->step].rows[2];
  g_assert_false (page->group->clocks.is_applied);
  recorded_ns = row->blocks[0].start_ns;
  shoot (ui, "clocks-as-recorded");
  _lsc_pipeline_page_realign (page, LSC_ALIGN_GIVEN, "2=3000000;3=3000000");
  settle (ui);
  row = &page->group->steps[page->study->step].rows[2];
  g_assert_true (page->group->clocks.is_applied);
  g_assert_cmpint (row->blocks[0].start_ns, ==, recorded_ns - 3000000);
  g_assert_true (lsc_pipeline_page_select_time (page, row->rank, recorded_ns + 1));
  spot = *lsc_pipeline_chart_get_selected (page->view);
  g_assert_cmpuint (spot.row, ==, 2); /* times of other views are as recorded */
  g_assert_cmpuint (spot.block, ==, 0);
}

/* ---- the rest ---- */

static void
on_text_read (GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static gboolean
has_text (gpointer text)
{
  return *(char **) text != NULL;
}

static void
test_status (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);
  g_autofree char *text = NULL;

  lsc_pipeline_page_set_missing (page, "Nothing was marked.");
  lsc_ui_settle ();
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (page), "Nothing was marked."));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->stack), ==, "status");
  g_assert_true (gtk_widget_get_mapped (page->snippet_button));
  g_assert_true (gtk_widget_get_mapped (page->gpu_snippet_button));
  shoot (ui, "status");
  act (ui, "pipeline.copy-snippet");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (page)), NULL, on_text_read,
                                 &text);
  g_assert_true (lsc_ui_wait_until (has_text, &text, 5.0));
  g_assert_nonnull (strstr (text, "mstx"));
}

static gint64
count_tables (const char *path, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, &error);

  g_assert_no_error (error);
  return lsc_db_has_table (db, name);
}

static gboolean
is_written (gpointer message)
{
  return *(char **) message != NULL;
}

static void
test_export (void)
{
  g_autoptr (LscUi) ui = start ();
  LscPipelinePage *page = get_page (ui);
  g_autofree char *message = NULL, *path = g_build_filename (scratch, "tables.db", NULL);

  compare_with (ui, "theory-stage");
  show_table (ui, LSC_PIPELINE_TAB_WHAT_IF);
  g_signal_connect (page, "message", G_CALLBACK (on_message), &message);
  lsc_pipeline_page_export_tables (page, path);
  g_assert_true (lsc_ui_wait_until (is_written, &message, 30.0));
  g_assert_nonnull (strstr (message, "tables.db"));
  g_assert_true (count_tables (path, "PpBlock"));
  g_assert_true (count_tables (path, lsc_table_get_name (page->study->ladder)));
  g_assert_true (count_tables (path, lsc_table_get_name (page->study->wait)));
  g_assert_true (count_tables (path, lsc_table_get_name (page->twin->deltas)));
}

/* ---- the file dialog ---- */

static GtkWidget *
find_file_dialog (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (GTK_IS_FILE_CHOOSER_DIALOG (window) && gtk_widget_get_mapped (window))
        return window;
    }
  return NULL;
}

/* The list of choices that holds that text. */
static GtkWidget *
find_choices (GtkWidget *root, const char *text)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = GTK_IS_DROP_DOWN (child) && lsc_ui_find_label (child, text) != NULL
                             ? child
                             : find_choices (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Writes a picture by the dialog, as a user does. Returns: (transfer full): it */
static char *
write_by_dialog (LscUi *ui, guint choice, const char *name)
{
  g_autofree char *path = g_build_filename (scratch, name, NULL);
  g_autofree char *message = NULL;
  GtkWidget *dialog, *choices;
  char *written = NULL;
  gulong id = g_signal_connect (get_page (ui), "message", G_CALLBACK (on_message), &message);

  act (ui, "pipeline.export");
  lsc_ui_assert_soon ((dialog = find_file_dialog ()) != NULL);
  choices = find_choices (dialog, "Whole step");
  g_assert_nonnull (choices);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choices), choice);
  {
    g_autoptr (GFile) folder = g_file_new_for_path (scratch);

    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
    lsc_ui_settle ();
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
    lsc_ui_settle ();
  }
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  g_assert_true (lsc_ui_wait_until (is_written, &message, 30.0));
  g_signal_handler_disconnect (get_page (ui), id);
  g_assert_true (g_file_get_contents (path, &written, NULL, NULL));
  return written;
}

/* The whole step, whatever is zoomed to, or what is seen of it. */
static void
test_picture_part (void)
{
  g_autoptr (LscUi) ui = start ();
  g_autofree char *whole = write_by_dialog (ui, 0, "whole.svg");
  g_autofree char *visible = write_by_dialog (ui, 1, "visible.svg");
  g_autofree char *whole_later = NULL, *visible_later = NULL;

  for (int i = 0; i < 6; i++)
    act (ui, "pipeline.zoom-in");
  whole_later = write_by_dialog (ui, 0, "whole-later.svg");
  visible_later = write_by_dialog (ui, 1, "visible-later.svg");
  g_assert_true (g_str_equal (whole_later, whole)); /* too long to be printed */
  g_assert_false (g_str_equal (visible_later, visible));
  g_assert_false (g_str_equal (visible_later, whole));
}

/* Nothing of this holds up the main loop. */
static AdwMessageDialog *
find_message_dialog (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_mapped (window))
        return ADW_MESSAGE_DIALOG (window);
    }
  return NULL;
}

static void
collect_entries (GtkWidget *widget, GPtrArray *entries)
{
  if (ADW_IS_ENTRY_ROW (widget))
    g_ptr_array_add (entries, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    collect_entries (child, entries);
}

/* Title and sides are typed, and stand in the picture with both recordings. */
static void
test_picture_names (void)
{
  static const char *const names[] = { "A title of mine", "The slow one", "The even one" };
  g_autoptr (LscUi) ui = start ();
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();
  g_autofree char *usual = NULL, *named = NULL;
  AdwMessageDialog *dialog;

  compare_with (ui, "theory-stage");
  usual = write_by_dialog (ui, 0, "usual.svg");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_page (ui)), "pipeline.names", NULL));
  lsc_ui_assert_soon ((dialog = find_message_dialog ()) != NULL);
  collect_entries (GTK_WIDGET (dialog), entries);
  g_assert_cmpuint (entries->len, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < entries->len; i++)
    {
      g_assert_true (gtk_widget_get_sensitive (entries->pdata[i]));
      gtk_editable_set_text (entries->pdata[i], names[i]);
    }
  adw_message_dialog_response (dialog, "take");
  settle (ui);
  g_assert_cmpstr (get_page (ui)->names.title, ==, names[0]);
  g_assert_cmpstr (get_page (ui)->names.first, ==, names[1]);
  g_assert_cmpstr (get_page (ui)->names.second, ==, names[2]);
  named = write_by_dialog (ui, 0, "named.svg");
  g_assert_nonnull (strstr (named, names[0]));
  g_assert_null (strstr (usual, names[0]));
}

/* A bit for each kind that the chart draws. */
static guint
find_drawn_kinds (LscUi *ui)
{
  const LscPipelineView *chart = get_chart (ui);
  guint kinds = 0;

  for (gsize step = 0; step < chart->group->n_steps; step++)
    for (guint32 row = 0; row < chart->group->steps[step].n_rows; row++)
      for (guint32 i = 0; i < chart->group->steps[step].rows[row].n_blocks; i++)
        kinds |= 1u << chart->group->steps[step].rows[row].blocks[i].kind;
  return kinds;
}

/* Clicks at every place of the legend: @n_hidden of them hid a kind and showed it again. */
static guint
click_through_legend (LscUi *ui, GtkWidget *legend)
{
  const LscPipelineView *chart = get_chart (ui);
  guint hidden = 0;

  for (int y = 2; y < gtk_widget_get_height (legend); y += 8)
    for (int x = 2; x < gtk_widget_get_width (legend); x += 8)
      {
        int kind =
            lsc_pipeline_painter_legend_hit (lsc_pipeline_chart_get_painter (get_page (ui)->view),
                                             chart, gtk_widget_get_width (legend), x, y);

        if (kind < 0 || hidden >> kind & 1)
          continue;
        hidden |= 1u << kind;
        g_signal_emit_by_name (legend, "kind-clicked", kind);
        g_assert_cmphex (chart->hidden_kinds, ==, 1u << kind);
        g_signal_emit_by_name (legend, "kind-clicked", kind);
        g_assert_cmphex (chart->hidden_kinds, ==, 0);
      }
  return hidden;
}

/* Every kind that is drawn has its entry, and one click hides it alone. */
static void
test_legend (void)
{
  g_autoptr (LscUi) ui = start ();
  guint drawn = find_drawn_kinds (ui);

  g_assert_cmphex (drawn, !=, 0);
  g_assert_cmphex (click_through_legend (ui, GTK_WIDGET (get_page (ui)->legend)) & drawn, ==,
                   drawn);
}

static void
test_speed (void)
{
  g_autofree char *folder = g_build_filename (scratch, "large", NULL);
  g_autoptr (LscUi) ui = NULL;
  const char *where;
  double ms;

  if (g_getenv ("LANESCOPE_SLOW") == NULL)
    {
      g_test_skip ("LANESCOPE_SLOW is not set");
      return;
    }
  {
    g_autofree char *synth = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src", "synth",
                                               "lanescope-synth", NULL);
    const char *const argv[] = { synth,     "--schedule", "1f1b",     "--pp", "32",   "-M", "256",
                                 "--steps", "2",          "--jitter", "0.05", folder, NULL };

    g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                                 NULL, NULL, NULL, NULL));
  }
  ui = start_with (folder);
  lsc_watchdog_reset ();
  for (int tab = 0; tab < LSC_PIPELINE_N_TABS; tab++)
    {
      lsc_app_page_show_panel (LSC_APP_PAGE (get_page (ui)), (LscPipelineTab) tab);
      settle (ui);
    }
  compare_with (ui, "theory-stage");
  act (ui, "pipeline.critical-path");
  g_settings_set_boolean (get_page (ui)->settings, "pipeline-show-causes", TRUE);
  settle (ui);
  shoot (ui, "large");
  ms = lsc_watchdog_get_longest_cpu_ms (&where);
  g_test_message ("the main loop was held up %.0f ms by %s", ms, where != NULL ? where : "nobody");
  g_assert_cmpfloat (ms, <, 50.0);
}

static char *
write_profile (const char *name, const char *const *options)
{
  g_autofree char *synth =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src", "synth", "lanescope-synth", NULL);
  g_autofree char *folder = g_build_filename (scratch, name, NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  int status = 1;

  g_ptr_array_add (argv, synth);
  for (guint i = 0; options[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) options[i]);
  g_ptr_array_add (argv, folder);
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  return g_steal_pointer (&folder);
}

/* A pipeline is found by any of its ranks, and by its number, but not by how many there are. */
static void
test_group_words (void)
{
  g_autoptr (LscUi) ui = start ();
  GListModel *names = gtk_drop_down_get_model (get_page (ui)->group_choice);
  g_autoptr (GObject) name = g_list_model_get_item (names, 0);
  const char *words = g_object_get_data (name, "lsc-words");

  g_assert_cmpstr (words, ==, "group 1 · worst · Rank 0 · Rank 1 · Rank 2 · Rank 3");
  g_assert_true (lsc_choice_has_words (words, "rank 2"));
  g_assert_true (lsc_choice_has_words (words, "group 1"));
  g_assert_false (lsc_choice_has_words (words, "4"));
}

int
main (int argc, char **argv)
{
  static const char *const straggler_options[] = { "--schedule", "1f1b", "--pp",        "4",
                                                   "-M",         "8",    "--steps",     "3",
                                                   "--jitter",   "0.05", "--straggler", "2:1.3",
                                                   NULL };
  static const char *const zero_options[] = { "--schedule",   "zbh1",    "--pp",    "4",
                                              "-M",           "12",      "--steps", "3",
                                              "--jitter",     "0.05",    "--hosts", "2",
                                              "--clock-skew", "3000000", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *command = NULL;
  int status;

  g_setenv ("LANESCOPE_WATCHDOG", "1", TRUE);
  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-pipeline-XXXXXX", &error);
  g_assert_no_error (error);
  straggler = write_profile ("straggler", straggler_options);
  zero = write_profile ("zero", zero_options);
  g_test_add_func ("/pipeline/group-words", test_group_words);
  g_test_add_func ("/pipeline/theory", test_theory);
  g_test_add_func ("/pipeline/figures", test_figures);
  g_test_add_func ("/pipeline/steps", test_steps);
  g_test_add_func ("/pipeline/panels", test_panels);
  g_test_add_func ("/pipeline/schedule-line", test_schedule_line);
  g_test_add_func ("/pipeline/kernels", test_kernels);
  g_test_add_func ("/pipeline/what-if", test_what_if);
  g_test_add_func ("/pipeline/path", test_path);
  g_test_add_func ("/pipeline/follow", test_follow);
  g_test_add_func ("/pipeline/recording", test_recording);
  g_test_add_func ("/pipeline/opened-recordings", test_opened_recordings);
  g_test_add_func ("/pipeline/clocks", test_clocks);
  g_test_add_func ("/pipeline/status", test_status);
  g_test_add_func ("/pipeline/export", test_export);
  g_test_add_func ("/pipeline/picture-part", test_picture_part);
  g_test_add_func ("/pipeline/picture-names", test_picture_names);
  g_test_add_func ("/pipeline/legend", test_legend);
  g_test_add_func ("/pipeline/speed", test_speed);
  status = g_test_run ();
  lsc_watchdog_report ();
  command = g_strdup_printf ("rm -rf '%s'", scratch);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  return status;
}
