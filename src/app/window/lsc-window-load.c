/* lsc-window-load.c - filling the pages
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"
#include "app/modules/lsc-modules-page.h"
#include "app/pipeline/lsc-pipeline-page.h"
#include "app/query/lsc-query-page.h"
#include "app/timeline/lsc-timeline-page.h"
#include "base/lsc-watchdog.h"
#include "app/window/lsc-window-private.h"

static void
page_load_clear (LscPageLoad *load)
{
  lsc_task_stop (&load->task);
  g_clear_error (&load->error);
  load->state = LSC_PAGE_STALE;
}

/* ---- Modules ------------------------------------------------------------------------------- */

static void
select_wanted_range (LscWindow *self)
{
  if (!self->has_range || !self->source || self->range_rank != self->source->rank)
    return;
  self->has_range = FALSE;
  lsc_modules_page_select_range (LSC_MODULES_PAGE (self->modules_page), self->range_start_ns,
                                 self->range_end_ns);
}

static void
on_rank_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscWindow *self = owner;
  g_autoptr (LscRun) run = result;

  if (run)
    {
      self->modules.state = LSC_PAGE_READY;
      lsc_open_project_add_notices (self->project, run->notices);
      lsc_modules_page_set_run (LSC_MODULES_PAGE (self->modules_page), run);
      select_wanted_range (self);
    }
  else
    {
      self->modules.state = LSC_PAGE_FAILED;
      self->modules.error = g_error_copy (error);
      _lsc_window_survey (self);
    }
  _lsc_window_update (self);
}

static void
load_modules (LscWindow *self)
{
  self->modules.state = LSC_PAGE_LOADING;
  lsc_loader_load_rank (
      self->loader, self->source,
      &(LscTaskWish){ .owner = self, .slot = &self->modules.task, .done = on_rank_loaded });
}

/* ---- Pipeline ------------------------------------------------------------------------------ */

static void
tell_source (LscWindow *self)
{
  lsc_pipeline_page_set_source (LSC_PIPELINE_PAGE (self->pipeline_page), self->loader,
                                lsc_open_project_get_project (self->project), self->cluster);
}

static void
take_pipeline (LscWindow *self, LscPipeline *pipeline)
{
  self->pipeline.state = LSC_PAGE_READY;
  g_ptr_array_set_size (self->pipeline_ranks, 0);
  for (guint i = 0; i < pipeline->groups->len; i++)
    {
      LscPipelineGroup *group = g_ptr_array_index (pipeline->groups, i);

      for (gsize k = 0; k < group->n_ranks; k++)
        g_ptr_array_add (self->pipeline_ranks, g_memdup2 (&group->ranks[k], sizeof (gint64)));
    }
  lsc_pipeline_page_set_title (LSC_PIPELINE_PAGE (self->pipeline_page),
                               lsc_open_project_get_title (self->project), NULL);
  tell_source (self);
  lsc_pipeline_page_set_pipeline (LSC_PIPELINE_PAGE (self->pipeline_page), pipeline);
}

static void
select_wanted_block (LscWindow *self)
{
  if (!self->has_time)
    return;
  self->has_time = FALSE;
  if (!lsc_pipeline_page_select_time (LSC_PIPELINE_PAGE (self->pipeline_page), self->range_rank,
                                      self->range_start_ns))
    _lsc_window_tell (self, _ ("No block of the pipeline ran at that time"));
}

static void
on_pipeline_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscWindow *self = owner;
  LscNotices *notices = data;
  g_autoptr (LscPipeline) pipeline = result;

  lsc_open_project_add_notices (self->project, notices);
  if (pipeline)
    {
      lsc_open_project_add_notices (self->project, pipeline->notices);
      take_pipeline (self, pipeline);
    }
  else if (g_error_matches (error, LSC_ERROR, LSC_ERROR_NOTHING))
    { /* the page itself tells how to record one */
      self->pipeline.state = LSC_PAGE_READY;
      g_ptr_array_set_size (self->pipeline_ranks, 0);
      tell_source (self);
      lsc_pipeline_page_set_missing (LSC_PIPELINE_PAGE (self->pipeline_page), error->message);
    }
  else
    {
      self->pipeline.state = LSC_PAGE_FAILED;
      self->pipeline.error = g_error_copy (error);
    }
  _lsc_window_survey (self);
  _lsc_window_update (self);
}

static void
load_pipeline (LscWindow *self)
{
  LscNotices *notices = lsc_notices_new ();

  self->pipeline.state = LSC_PAGE_LOADING;
  self->pipeline_rank = self->source->rank;
  lsc_loader_load_pipeline (self->loader,
                            &(LscPipelineOf){ lsc_open_project_get_project (self->project),
                                              self->cluster, self->source->rank, notices },
                            &(LscTaskWish){ self, &self->pipeline.task, on_pipeline_loaded, notices,
                                            (GDestroyNotify) lsc_notices_unref });
}

/* Whether the pipeline that is shown, being read or failed is that of the chosen rank. */
static gboolean
has_pipeline_of_rank (LscWindow *self)
{
  if (self->pipeline_rank == self->source->rank)
    return TRUE;
  for (guint i = 0; i < self->pipeline_ranks->len; i++)
    if (*(gint64 *) g_ptr_array_index (self->pipeline_ranks, i) == self->source->rank)
      return TRUE;
  return FALSE;
}

/* ---- Timeline ------------------------------------------------------------------------------ */

static void
on_timeline_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscWindow *self = owner;
  LscTimeline *timeline = result;

  if (timeline)
    {
      self->timeline.state = LSC_PAGE_READY;
      lsc_timeline_page_take_timeline (LSC_TIMELINE_PAGE (self->timeline_page), timeline);
    }
  else
    {
      self->timeline.state = LSC_PAGE_FAILED;
      self->timeline.error = g_error_copy (error);
    }
  _lsc_window_survey (self);
  _lsc_window_update (self);
}

static void
load_timeline (LscWindow *self)
{
  self->timeline.state = LSC_PAGE_LOADING;
  lsc_timeline_page_set_cluster (LSC_TIMELINE_PAGE (self->timeline_page), self->loader,
                                 self->cluster, self->source,
                                 lsc_open_project_get_title (self->project));
  lsc_loader_load_timeline (
      self->loader, self->source, 0,
      &(LscTaskWish){ .owner = self, .slot = &self->timeline.task, .done = on_timeline_loaded });
}

/* Another rank of the same cluster: the page reads it and scrolls there. */
static void
show_timeline_rank (LscWindow *self)
{
  if (self->timeline.state == LSC_PAGE_READY && self->timeline_page)
    lsc_timeline_page_show_rank (LSC_TIMELINE_PAGE (self->timeline_page), self->source);
  else
    page_load_clear (&self->timeline);
}

/* ---- Query --------------------------------------------------------------------------------- */

static void
start_query (LscWindow *self)
{
  lsc_query_page_set_cluster (LSC_QUERY_PAGE (self->query_page), self->loader, self->cluster);
  self->query.state = LSC_PAGE_READY;
}

/* ---- What is in the middle ----------------------------------------------------------------- */

/* A bar that moves with the work; a spinner would redraw the window all the time. */
static void
show_busy (LscWindow *self, const char *title, LscTask *task)
{
  GBinding *binding = self->busy_binding;

  if (binding)
    {
      g_clear_weak_pointer (&self->busy_binding);
      g_binding_unbind (binding);
    }
  gtk_progress_bar_set_fraction (self->busy_progress, 0.0);
  if (task)
    g_set_weak_pointer (&self->busy_binding,
                        g_object_bind_property (task, "fraction", self->busy_progress, "fraction",
                                                G_BINDING_SYNC_CREATE));
  adw_status_page_set_title (self->busy, title);
  gtk_stack_set_visible_child_name (self->content, "busy");
}

static void
show_error (LscWindow *self, const GError *error, const char *title)
{
  g_autofree char *text = NULL;
  g_autofree char *markup = NULL;

  if (_lsc_window_error_is_cancel (error))
    {
      title = _ ("Cancelled");
      text =
          g_strdup (_ ("Reading was stopped. Nothing is lost: try again, or choose another rank."));
    }
  else
    text = g_strdup (error ? error->message : "");
  markup = lsc_visible_markup (text);
  adw_status_page_set_title (self->message, title);
  adw_status_page_set_description (self->message, markup);
  gtk_stack_set_visible_child_name (self->content, "message");
}

static GtkWidget *
find_table (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_COLUMN_VIEW (widget) ? widget : NULL;
  GtkWidget *child;

  for (child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_table (child);
  return found;
}

/**
 * _lsc_window_focus_page:
 *
 * Moves the focus to the page, so that its keys work at once; not from the sidebar or a field.
 */
void
_lsc_window_focus_page (LscWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *page = _lsc_window_get_page (self);
  GtkWidget *table;

  if (!page || (focus && gtk_widget_get_mapped (focus) &&
                gtk_widget_is_ancestor (focus, GTK_WIDGET (self->root))))
    return;
  if (gtk_widget_grab_focus (page))
    return;
  table = find_table (page);
  if (table)
    gtk_widget_child_focus (table, GTK_DIR_DOWN);
}

/* Shows the visible page, or what keeps it from being shown; starts what it still needs. */
static void
update_load (LscWindow *self, LscPageLoad *load, void (*start) (LscWindow *), const char *failure)
{
  g_autofree char *label = lsc_source_get_label (self->source);
  g_autofree char *title = NULL;

  if (load->state == LSC_PAGE_STALE)
    start (self);
  title = load == &self->pipeline ? g_strdup (_ ("Reading the Pipeline"))
                                  : g_strdup_printf (_ ("Reading %s"), label);
  if (load->state == LSC_PAGE_LOADING)
    show_busy (self, title, load->task);
  else if (load->state == LSC_PAGE_FAILED)
    show_error (self, load->error, failure);
  else
    {
      gtk_stack_set_visible_child_name (self->content, "pages");
      _lsc_window_focus_page (self);
    }
}

/**
 * _lsc_window_update:
 *
 * Brings the middle of the window in line with the chosen rank and page.
 */
void
_lsc_window_update (LscWindow *self)
{
  const char *page = _lsc_window_get_page_name (self);

  _lsc_window_update_title (self);
  _lsc_window_update_banner (self);
  _lsc_window_update_actions (self);
  lsc_sidebar_set_problems (self->sidebar, self->project);
  if (!self->source)
    return;
  _lsc_window_ensure_page (self);
  if (g_strcmp0 (page, "modules") == 0)
    update_load (self, &self->modules, load_modules, _ ("This Rank Could Not Be Read"));
  if (g_strcmp0 (page, "pipeline") == 0)
    update_load (self, &self->pipeline, load_pipeline, _ ("No Pipeline to Show"));
  if (g_strcmp0 (page, "timeline") == 0)
    update_load (self, &self->timeline, load_timeline, _ ("This Rank Could Not Be Read"));
  if (g_strcmp0 (page, "query") == 0)
    {
      update_load (self, &self->query, start_query, "");
      _lsc_window_update_actions (self);
    }
  if (g_strcmp0 (page, "modules") == 0 && self->modules.state == LSC_PAGE_READY)
    select_wanted_range (self);
  if (g_strcmp0 (page, "pipeline") == 0 && self->pipeline.state == LSC_PAGE_READY)
    select_wanted_block (self);
  _lsc_window_update_details (self);
}

/**
 * _lsc_window_retry:
 *
 * Reads again what failed or was cancelled.
 */
void
_lsc_window_retry (LscWindow *self)
{
  if (self->modules.state == LSC_PAGE_FAILED)
    page_load_clear (&self->modules);
  if (self->pipeline.state == LSC_PAGE_FAILED)
    page_load_clear (&self->pipeline);
  if (self->timeline.state == LSC_PAGE_FAILED)
    page_load_clear (&self->timeline);
  _lsc_window_update (self);
}

/**
 * _lsc_window_get_load:
 *
 * Returns: (transfer none): how far the chosen page is
 */
LscPageLoad *
_lsc_window_get_load (LscWindow *self)
{
  const char *name = _lsc_window_get_page_name (self);

  if (g_strcmp0 (name, "pipeline") == 0)
    return &self->pipeline;
  if (g_strcmp0 (name, "query") == 0)
    return &self->query;
  return g_strcmp0 (name, "timeline") == 0 ? &self->timeline : &self->modules;
}

/**
 * _lsc_window_cancel_shown:
 *
 * Stops reading what the visible page waits for.
 */
void
_lsc_window_cancel_shown (LscWindow *self)
{
  LscPageLoad *load = _lsc_window_get_load (self);

  if (load->task)
    lsc_task_cancel (load->task);
}

/**
 * _lsc_window_show:
 * @project: (nullable): %NULL = nothing is open
 * @cluster: (nullable): of @project
 * @source: (nullable): of @cluster
 *
 * Chooses what the pages show.
 */
void
_lsc_window_show (LscWindow *self, LscOpenProject *project, LscCluster *cluster, LscSource *source)
{
  gboolean is_other_cluster = cluster != self->cluster;
  gboolean is_other_source = source != self->source;

  g_set_object (&self->project, project);
  self->cluster = cluster;
  self->source = source;
  gtk_stack_set_visible_child_name (self->root, project ? "project" : "start");
  if (!project)
    {
      page_load_clear (&self->modules);
      page_load_clear (&self->pipeline);
      page_load_clear (&self->timeline);
      page_load_clear (&self->query);
      _lsc_window_update (self);
      return;
    }
  if (is_other_source)
    page_load_clear (&self->modules);
  if (is_other_cluster || (source && !has_pipeline_of_rank (self)))
    {
      page_load_clear (&self->pipeline);
      g_ptr_array_set_size (self->pipeline_ranks, 0);
    }
  if (is_other_cluster)
    page_load_clear (&self->query);
  if (is_other_cluster)
    page_load_clear (&self->timeline);
  else if (is_other_source)
    show_timeline_rank (self);
  lsc_sidebar_select (self->sidebar, project, source);
  _lsc_window_update (self);
}

/**
 * _lsc_window_init_load:
 *
 * Called once, from the instance's initialisation.
 */
void
_lsc_window_init_load (LscWindow *self)
{
  self->loader = lsc_loader_new ();
  self->projects = g_list_store_new (LSC_TYPE_OPEN_PROJECT);
  self->pipeline_ranks = g_ptr_array_new_with_free_func (g_free);
  self->dismissed = g_hash_table_new (NULL, NULL);
  self->surveyed = g_hash_table_new (NULL, NULL);
  lsc_task_strip_set_tasks (self->tasks, lsc_loader_get_tasks (self->loader));
  _lsc_window_init_open (self);
}

/**
 * _lsc_window_clear_load:
 *
 * Stops all work; called from the instance's disposal.
 */
void
_lsc_window_clear_load (LscWindow *self)
{
  page_load_clear (&self->modules);
  page_load_clear (&self->pipeline);
  page_load_clear (&self->timeline);
  if (self->loader)
    lsc_loader_cancel_all (self->loader);
  g_clear_object (&self->loader);
  g_clear_object (&self->project);
  g_clear_object (&self->projects);
  g_clear_pointer (&self->pipeline_ranks, g_ptr_array_unref);
  g_clear_pointer (&self->dismissed, g_hash_table_unref);
  g_clear_pointer (&self->surveyed, g_hash_table_unref);
  g_clear_weak_pointer (&self->busy_binding);
  self->cluster = NULL;
  self->source = NULL;
}
