/* lsc-modules-load.c - building the tree of a rank in a thread
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-analysis-settings.h"
#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "base/lsc-watchdog.h"

#define PROGRESS_MS 100

/** What a thread makes. */
typedef struct
{
  LscRun *run;
  LscModuleData *data; /* (nullable): made if there is none */
  LscTree *tree;
  LscTreeView view;
  gboolean has_range;
  LscInterval range;
  LscAnalysisSettings settings;
  guint64 columns;
} Load;

static void
load_free (gpointer data)
{
  Load *load = data;

  g_clear_pointer (&load->tree, lsc_tree_unref);
  g_clear_pointer (&load->data, lsc_module_data_unref);
  lsc_run_unref (load->run);
  lsc_analysis_settings_clear (&load->settings);
  g_free (load);
}

/* Figures of the largest row that are told in a sentence, so that the window does not compute. */
static void
prepare_main (LscTree *tree)
{
  guint32 node = lsc_tree_find_main (tree);
  gint64 wait_ns, transfer_ns;

  if (node != LSC_INDEX_NONE)
    (void) lsc_tree_waits_mostly (tree, node, &wait_ns, &transfer_ns);
}

static gpointer
run_load (gpointer data, LscJob *job, GError **error)
{
  Load *load = data;

  if (!load->data)
    load->data = lsc_module_data_new (load->run, &load->settings.module, job, error);
  if (load->data)
    load->tree = lsc_tree_new (load->data, load->view, load->has_range ? &load->range : NULL,
                               &load->settings.mfu, job, error);
  if (load->tree && lsc_tree_prepare (load->tree, load->columns, job, error))
    prepare_main (load->tree);
  return NULL;
}

static gboolean
on_progress_tick (gpointer user_data)
{
  LscModulesPage *self = user_data;
  const char *what = lsc_task_get_what (self->loading);
  double share = lsc_task_get_fraction (self->loading);
  LSC_WATCH ("module progress");

  if (what)
    gtk_label_set_label (self->progress_label, what);
  if (share > 0)
    gtk_progress_bar_set_fraction (self->progress, CLAMP (share, 0, 1));
  else
    gtk_progress_bar_pulse (self->progress);
  return G_SOURCE_CONTINUE;
}

static void
end_loading (LscModulesPage *self)
{
  g_clear_handle_id (&self->progress_id, g_source_remove);
  gtk_spinner_set_spinning (self->busy, FALSE);
}

/** _lsc_modules_stop_loading: cancels what is being built */
void
_lsc_modules_stop_loading (LscModulesPage *self)
{
  lsc_task_stop (&self->loading);
  end_loading (self);
}

void
_lsc_modules_drop_tree (LscModulesPage *self)
{
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    lsc_task_stop (&self->preparing[i]);
  lsc_task_stop (&self->detailing);
  lsc_tree_model_set_tree (self->model, NULL);
  g_clear_pointer (&self->labels, lsc_tree_labels_free);
  lsc_release_in_thread (g_steal_pointer (&self->tree), (GDestroyNotify) lsc_tree_unref);
  lsc_indexes_clear (&self->matches);
}

static void
show_error (LscModulesPage *self, const char *title, const char *text)
{
  g_autofree char *escaped = lsc_visible_markup (text);

  adw_status_page_set_title (self->error_page, title);
  adw_status_page_set_description (self->error_page, escaped);
  gtk_stack_set_visible_child_name (self->stack, "error");
}

/* Opens the way to the largest, as far as there is but one way to go, and one level below it. */
static void
expand_first_levels (LscModulesPage *self)
{
  guint32 node = LSC_TREE_ROOT;
  guint position;

  for (guint level = 0; level < 3; level++)
    {
      guint32 child = lsc_tree_hottest_child (self->tree, node);

      if (child == LSC_INDEX_NONE || lsc_tree_get_n_children (self->tree, child) == 0)
        break;
      lsc_tree_model_reveal (self->model, child);
      node = child;
      if (lsc_tree_get_n_children (self->tree, node) > 1 && level > 0)
        break;
    }
  position = node != LSC_TREE_ROOT ? lsc_tree_model_find_position (self->model, node)
                                   : GTK_INVALID_LIST_POSITION;
  if (position != GTK_INVALID_LIST_POSITION && lsc_tree_get_n_children (self->tree, node) < 200)
    lsc_tree_model_set_expanded (self->model, position, TRUE);
  lsc_tree_model_select (self->model, lsc_tree_model_get_node (self->model, 0));
}

/* What a jump leads to: the row of that name on the way to the largest of its time. */
static void
select_wanted (LscModulesPage *self)
{
  g_autofree char *name = g_steal_pointer (&self->wanted);
  guint32 node = LSC_TREE_ROOT;

  while (name && (node = lsc_tree_hottest_child (self->tree, node)) != LSC_INDEX_NONE)
    if (strcmp (lsc_tree_get_name (self->tree, node), name) == 0)
      {
        lsc_tree_model_reveal (self->model, node);
        lsc_tree_model_select (self->model, node);
        return;
      }
}

/* Why there is nothing to show. */
static void
show_nothing (LscModulesPage *self)
{
  if (self->data->run->is_of_ops)
    show_error (self, _ ("No Modules"),
                _ ("This recording has ops of pipelines, no kernels. Pipeline and Timeline show "
                   "them."));
  else
    show_error (self, _ ("No Device Events"),
                self->has_step || self->has_range
                    ? _ ("No op, kernel or communication of this rank starts here.")
                    : _ ("This recording holds no op, kernel or communication of this rank. "
                         "Collect it with the NPU activity switched on."));
}

static void
show_tree (LscModulesPage *self, Load *load)
{
  if (load->data != self->data)
    {
      lsc_release_in_thread (g_steal_pointer (&self->data), (GDestroyNotify) lsc_module_data_unref);
      self->data = lsc_module_data_ref (load->data);
    }
  _lsc_modules_drop_tree (self);
  self->tree = g_steal_pointer (&load->tree);
  _lsc_modules_columns_update (self);
  lsc_tree_model_set_tree (self->model, self->tree);
  expand_first_levels (self);
  select_wanted (self);
  _lsc_modules_update_texts (self);
  if (lsc_tree_get_n_nodes (self->tree) > 1)
    gtk_stack_set_visible_child_name (self->stack, "content");
  else
    show_nothing (self);
  _lsc_modules_search_restart (self);
  lsc_app_page_retake_selection (LSC_APP_PAGE (self)); /* which names another tree may not have */
  _lsc_modules_update_actions (self);
  _lsc_modules_show_selected (self);
}

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscModulesPage *self = owner;

  end_loading (self);
  if (!error)
    show_tree (self, data);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
           g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    show_error (self, _ ("Cancelled"), _ ("The analysis of this rank was cancelled."));
  else
    show_error (self, _ ("This Rank Cannot Be Analysed"), error->message);
  if (self->data) /* what the analysis found belongs to the problems, too */
    lsc_app_page_found (LSC_APP_PAGE (self), self->data->notices);
  lsc_app_page_settle (LSC_APP_PAGE (self));
}

static void
start_loading (LscModulesPage *self)
{
  Load *load = g_new0 (Load, 1);

  _lsc_modules_stop_loading (self);
  load->run = lsc_run_ref (self->run);
  load->data = self->data ? lsc_module_data_ref (self->data) : NULL;
  load->view = self->view;
  load->has_range = self->has_range;
  load->range = self->range;
  lsc_analysis_settings_read (&load->settings, self->settings);
  load->settings.mfu.flops = LSC_FLOPS_SHAPES;
  load->settings.module.has_step = self->has_step;
  load->settings.module.step_id = self->step_id;
  load->columns = _lsc_modules_columns_wanted (self);
  lsc_task_start (self, &self->loading,
                  &(LscTaskWork){ .name = "modules: load",
                                  .title = _ ("Building the module tree…"),
                                  .run = run_load,
                                  .data = load,
                                  .free_data = load_free,
                                  .done = on_loaded });
  self->progress_id = g_timeout_add (PROGRESS_MS, on_progress_tick, self);
  if (self->tree)
    gtk_spinner_set_spinning (self->busy, TRUE);
  else
    {
      gtk_label_set_label (self->progress_label, _ ("Building the module tree…"));
      gtk_progress_bar_set_fraction (self->progress, 0);
      gtk_stack_set_visible_child_name (self->stack, "loading");
    }
}

void
_lsc_modules_reload (LscModulesPage *self)
{
  if (self->run)
    start_loading (self);
}

/**
 * lsc_modules_page_set_run:
 * @run: (nullable): a rank loaded with %LSC_LOAD_FOR_TREE, %NULL for none
 *
 * Shows the module tree of a rank. It is built in a thread; "settled" tells when.
 */
void
lsc_modules_page_set_run (LscModulesPage *self, LscRun *run)
{
  g_return_if_fail (LSC_IS_MODULES_PAGE (self));
  if (run == self->run)
    return;
  _lsc_modules_stop_loading (self);
  _lsc_modules_drop_tree (self);
  lsc_release_in_thread (g_steal_pointer (&self->data), (GDestroyNotify) lsc_module_data_unref);
  lsc_release_in_thread (g_steal_pointer (&self->run), (GDestroyNotify) lsc_run_unref);
  self->run = run ? lsc_run_ref (run) : NULL;
  _lsc_modules_part_reset (self);
  _lsc_modules_queue_announce (self);
  if (!run)
    {
      gtk_stack_set_visible_child_name (self->stack, "empty");
      return;
    }
  start_loading (self);
}
