/* test-stragglers.c - the map of stragglers in the real window: keys, jumps, what it says
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-straggler-panel.h"
#include "app/pipeline/lsc-pipeline-page-private.h"
#include "app/pipeline/lsc-pipeline-panels.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "app/window/lsc-window-private.h"
#include "base/lsc-watchdog.h"
#include "lsc-ui-driver.h"

static char *scratch;
static char *jobs; /* two replicas of two stages, worker (1, 0) takes long */

/* ---- driving ---- */

static LscAppPage *
get_page (LscUi *ui, const char *name)
{
  return LSC_APP_PAGE (lsc_window_get_page (ui->window, name));
}

static LscStragglerPanel *
get_panel (LscUi *ui, const char *name)
{
  guint tab = g_str_equal (name, "overview") ? (guint) LSC_OVERVIEW_TAB_STRAGGLERS
                                             : (guint) LSC_PIPELINE_TAB_STRAGGLERS;

  return LSC_STRAGGLER_PANEL (lsc_app_page_get_panel (get_page (ui, name), tab));
}

/* Pages are made when they are first shown. */
static gboolean
is_at_rest (LscUi *ui, const char *name)
{
  GtkWidget *page = lsc_window_get_page (ui->window, name);

  return !page || (!lsc_app_page_is_busy (LSC_APP_PAGE (page)) &&
                   !lsc_panel_is_busy (LSC_PANEL (get_panel (ui, name))));
}

static gboolean
is_idle (gpointer user_data)
{
  LscUi *ui = user_data;

  return !lsc_window_is_busy (ui->window) && is_at_rest (ui, "overview") &&
         is_at_rest (ui, "pipeline");
}

static void
settle (LscUi *ui)
{
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_idle, ui, 60.0));
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_idle, ui, 60.0));
}

static LscUi *
start_with (const char *path)
{
  LscUi *ui = lsc_ui_start ();

  gtk_window_set_default_size (GTK_WINDOW (ui->window), 1280, 900);
  g_assert_true (lsc_ui_open (ui, path));
  settle (ui);
  return ui;
}

/* The map of a page, with the focus. */
static LscStragglerChart *
show (LscUi *ui, const char *page)
{
  LscStragglerChart *chart;

  lsc_window_show_page (ui->window, page);
  settle (ui);
  g_assert_true (gtk_widget_activate_action (
      GTK_WIDGET (get_page (ui, page)),
      g_str_equal (page, "overview") ? "overview.stragglers" : "pipeline.stragglers", NULL));
  settle (ui);
  chart = lsc_straggler_panel_get_chart (get_panel (ui, page));
  gtk_widget_grab_focus (GTK_WIDGET (chart));
  return chart;
}

/* As the keys of the class do it. */
static void
press (LscStragglerChart *chart, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (chart));
  gboolean is_found = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      for (guint k = 0; GTK_IS_SHORTCUT_CONTROLLER (controller) &&
                        k < g_list_model_get_n_items (G_LIST_MODEL (controller));
           k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (!GTK_IS_KEYVAL_TRIGGER (trigger) ||
              gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) != key ||
              gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) != modifiers)
            continue;
          gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, GTK_WIDGET (chart),
                                        gtk_shortcut_get_arguments (shortcut));
          is_found = TRUE;
        }
    }
  g_assert_true (is_found);
}

static void
assert_selected (LscStragglerChart *chart, LscStragglerSpot wanted)
{
  const LscStragglerSpot *spot = &lsc_straggler_chart_get_view (chart)->selected;

  g_assert_cmpint (spot->type, ==, wanted.type);
  g_assert_true (lsc_straggler_spot_equal (spot, &wanted));
}

static void
assert_described (LscStragglerChart *chart, GtkAccessibleProperty property, const char *text)
{
  g_autofree char *difference =
      gtk_test_accessible_check_property (GTK_ACCESSIBLE (chart), property, text);

  g_assert_cmpstr (difference, ==, NULL);
}

/* ---- what is shown ---- */

/* Arrows walk through the cells, from the last ones on to the bars; what is selected is told. */
static void
check_keys (const char *page)
{
  g_autoptr (LscUi) ui = start_with (jobs);
  LscStragglerChart *chart = show (ui, page);
  const LscStragglerView *view = lsc_straggler_chart_get_view (chart);

  g_assert_nonnull (view->study);
  g_assert_cmpint (view->marks->pattern, ==, LSC_STRAGGLERS_WORKERS);
  assert_described (chart, GTK_ACCESSIBLE_PROPERTY_LABEL,
                    "Map of stragglers: Worker (replica 1, stage 0) takes long: S 1.06, other "
                    "workers at most 1.01");
  press (chart, GDK_KEY_Right, 0);
  assert_selected (chart, (LscStragglerSpot){ LSC_STRAGGLER_WORKER, 0, 0, 0 });
  press (chart, GDK_KEY_Right, 0);
  assert_selected (chart, (LscStragglerSpot){ LSC_STRAGGLER_WORKER, 1, 0, 0 });
  press (chart, GDK_KEY_Right, 0);
  assert_selected (chart, (LscStragglerSpot){ LSC_STRAGGLER_STAGE, 0, 0, 0 });
  press (chart, GDK_KEY_Down, 0);
  press (chart, GDK_KEY_Left, 0);
  assert_selected (chart, (LscStragglerSpot){ LSC_STRAGGLER_WORKER, 1, 1, 0 });
  press (chart, GDK_KEY_Down, 0);
  assert_selected (chart, (LscStragglerSpot){ LSC_STRAGGLER_REPLICA, 1, 0, 0 });
  assert_described (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Replica 1, all stages: S 1.072");
  press (chart, GDK_KEY_Right, GDK_CONTROL_MASK);
  assert_selected (chart, (LscStragglerSpot){ LSC_STRAGGLER_STEP, 0, 0, 0 });
  press (chart, GDK_KEY_End, GDK_CONTROL_MASK);
  assert_selected (chart, (LscStragglerSpot){ LSC_STRAGGLER_WORKER, 1, 1, 0 });
  press (chart, GDK_KEY_Escape, 0);
  assert_selected (chart, (LscStragglerSpot){ LSC_STRAGGLER_NONE, 0, 0, 0 });
}

static void
test_keys (void)
{
  check_keys ("pipeline");
  check_keys ("overview");
}

/* ---- where it leads ---- */

static void
assert_pipeline_of (LscUi *ui, gint64 rank)
{
  LscPipelinePage *page = LSC_PIPELINE_PAGE (get_page (ui, "pipeline"));
  const LscPipelineSpot *spot = lsc_pipeline_chart_get_selected (page->view);

  g_assert_cmpstr (_lsc_window_get_page_name (ui->window), ==, "pipeline");
  g_assert_nonnull (spot);
  g_assert_cmpint (page->group->steps[spot->step].rows[spot->row].rank, ==, rank);
  g_assert_cmpuint (spot->block, !=, G_MAXUINT32);
}

/* A cell leads to the row of its stage in the pipeline of its replica, and to its lanes. */
static void
check_jumps (const char *page)
{
  g_autoptr (LscUi) ui = start_with (jobs);
  LscStragglerChart *chart = show (ui, page);
  const LscStragglers *study = lsc_straggler_chart_get_view (chart)->study;

  for (gsize replica = 0; replica < 2; replica++)
    {
      gint64 rank = study->workers[replica * study->n_stages + 1].rank;

      chart = show (ui, page);
      lsc_straggler_chart_select (chart,
                                  &(LscStragglerSpot){ LSC_STRAGGLER_WORKER, replica, 1, 0 });
      press (chart, GDK_KEY_Return, 0);
      settle (ui);
      assert_pipeline_of (ui, rank);
      chart = show (ui, page);
      lsc_straggler_chart_select (chart,
                                  &(LscStragglerSpot){ LSC_STRAGGLER_WORKER, replica, 1, 0 });
      press (chart, GDK_KEY_Return, GDK_SHIFT_MASK);
      settle (ui);
      g_assert_cmpstr (_lsc_window_get_page_name (ui->window), ==, "timeline");
      g_assert_cmpint (lsc_app_page_get_source (get_page (ui, "timeline"))->source->rank, ==, rank);
    }
}

static void
test_jumps (void)
{
  check_jumps ("pipeline");
  check_jumps ("overview");
}

static char *
write_small (const char *name)
{
  static const char *const options[] = { "--preset=small", NULL };
  g_autoptr (GError) error = NULL;
  char *path = lsc_ui_write_profile_of (scratch, name, options, &error);

  g_assert_no_error (error);
  return path;
}

/* Of one rank nothing can be replayed: it says why. */
static void
test_reason (void)
{
  g_autofree char *path = write_small ("alone");
  g_autoptr (LscUi) ui = start_with (path);

  show (ui, "overview");
  g_assert_false (gtk_widget_get_mapped (
      GTK_WIDGET (lsc_straggler_panel_get_chart (get_panel (ui, "overview")))));
  g_assert_nonnull (lsc_ui_find_label (GTK_WIDGET (get_panel (ui, "overview")), "pipeline"));
}

/* Another recording: nothing of the one before is left. */
static void
test_other (void)
{
  g_autofree char *path = write_small ("other");
  g_autoptr (LscUi) ui = start_with (jobs);
  LscStragglerChart *chart = show (ui, "overview");

  g_assert_nonnull (lsc_straggler_chart_get_view (chart)->study);
  g_assert_true (lsc_ui_open (ui, path));
  settle (ui);
  show (ui, "overview");
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (chart)));
}

int
main (int argc, char **argv)
{
  const char *source = g_getenv ("LANESCOPE_SOURCE_DIR");
  g_autoptr (GError) error = NULL;
  g_autofree char *command = NULL;
  int status;

  g_setenv ("LANESCOPE_WATCHDOG", "1", TRUE);
  g_setenv ("GTK_A11Y", "test", TRUE); /* without a bus, what is told can still be looked at */
  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-stragglers-XXXXXX", &error);
  g_assert_no_error (error);
  jobs = g_build_filename (source ? source : ".", "tests", "data", "ops", NULL);
  g_test_add_func ("/stragglers/keys", test_keys);
  g_test_add_func ("/stragglers/jumps", test_jumps);
  g_test_add_func ("/stragglers/reason", test_reason);
  g_test_add_func ("/stragglers/other", test_other);
  status = g_test_run ();
  lsc_watchdog_report ();
  command = g_strdup_printf ("rm -rf '%s'", scratch);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  g_free (scratch);
  g_free (jobs);
  return status;
}
