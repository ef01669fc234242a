/* lsc-window-load.c - opening projects and filling the pages
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "lsc-modules-page.h"
#include "lsc-pipeline-page.h"
#include "lsc-recent.h"
#include "lsc-watchdog.h"
#include "lsc-window-private.h"

static gboolean
is_cancelled (const GError *error)
{
  return g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static gboolean
is_closed (LscWindow *self)
{
  return self->loader == NULL;
}

static void
page_load_clear (LscPageLoad *load)
{
  if (load->cancellable)
    g_cancellable_cancel (load->cancellable);
  g_clear_object (&load->cancellable);
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
  lsc_modules_page_select_range (
      LSC_MODULES_PAGE (self->modules_page), self->range_start_ns, self->range_end_ns);
}

static void
on_rank_loaded (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LscWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscRun) run = lsc_loader_load_rank_finish (LSC_LOADER (object), result, &error);
  LSC_WATCH ("window: rank loaded");

  if (is_closed (self) || self->modules.state != LSC_PAGE_LOADING ||
      g_task_get_cancellable (G_TASK (result)) != self->modules.cancellable)
    return;
  g_clear_object (&self->modules.cancellable);
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
      self->modules.error = g_steal_pointer (&error);
    }
  _lsc_window_update (self);
}

static void
load_modules (LscWindow *self)
{
  self->modules.state = LSC_PAGE_LOADING;
  lsc_loader_load_rank_async (
      self->loader, self->source, &self->modules.cancellable, on_rank_loaded, g_object_ref (self));
}

/* ---- Pipeline ------------------------------------------------------------------------------ */

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
                               lsc_open_project_get_title (self->project),
                               NULL);
  lsc_pipeline_page_set_pipeline (LSC_PIPELINE_PAGE (self->pipeline_page), pipeline);
}

static void
on_pipeline_loaded (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LscWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscNotices) notices = NULL;
  g_autoptr (LscPipeline) pipeline
      = lsc_loader_load_pipeline_finish (LSC_LOADER (object), result, &notices, &error);
  LSC_WATCH ("window: pipeline loaded");

  if (is_closed (self) || self->pipeline.state != LSC_PAGE_LOADING ||
      g_task_get_cancellable (G_TASK (result)) != self->pipeline.cancellable)
    return;
  g_clear_object (&self->pipeline.cancellable);
  lsc_open_project_add_notices (self->project, notices);
  if (pipeline)
    {
      lsc_open_project_add_notices (self->project, pipeline->notices);
      take_pipeline (self, pipeline);
    }
  else
    {
      self->pipeline.state = LSC_PAGE_FAILED;
      self->pipeline.error = g_steal_pointer (&error);
    }
  _lsc_window_update (self);
}

static void
load_pipeline (LscWindow *self)
{
  self->pipeline.state = LSC_PAGE_LOADING;
  self->pipeline_rank = self->source->rank;
  lsc_loader_load_pipeline_async (self->loader,
                                  lsc_open_project_get_project (self->project),
                                  self->cluster,
                                  self->source->rank,
                                  &self->pipeline.cancellable,
                                  on_pipeline_loaded,
                                  g_object_ref (self));
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

/* ---- What is in the middle ----------------------------------------------------------------- */

static void
show_busy (LscWindow *self, const char *title)
{
  adw_status_page_set_title (self->busy, title);
  gtk_stack_set_visible_child_name (self->content, "busy");
}

static void
show_error (LscWindow *self, const GError *error, const char *title)
{
  g_autofree char *text = NULL;
  g_autofree char *markup = NULL;

  if (is_cancelled (error))
    {
      title = _ ("Cancelled");
      text = g_strdup (_ ("Reading was stopped. Nothing is lost: try again, or choose another rank."));
    }
  else
    text = g_strdup (error ? error->message : "");
  markup = g_markup_escape_text (text, -1);
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
    show_busy (self, title);
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
  _lsc_window_update (self);
}

/**
 * _lsc_window_cancel_shown:
 *
 * Stops reading what the visible page waits for.
 */
void
_lsc_window_cancel_shown (LscWindow *self)
{
  LscPageLoad *load = g_strcmp0 (_lsc_window_get_page_name (self), "pipeline") == 0
                          ? &self->pipeline
                          : &self->modules;

  if (load->cancellable)
    g_cancellable_cancel (load->cancellable);
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
  lsc_sidebar_select (self->sidebar, project, source);
  _lsc_window_update (self);
}

/* ---- Opening ------------------------------------------------------------------------------- */

static void
on_project_changed (LscOpenProject *project, LscWindow *self)
{
  LSC_WATCH ("window: problems changed");

  if (project != self->project || is_closed (self))
    return;
  _lsc_window_update_banner (self);
  _lsc_window_update_actions (self);
  lsc_sidebar_set_problems (self->sidebar, project);
}

typedef struct
{
  LscWindow *window;
  LscOpenProject *project;
} Surveying;

static void
on_surveyed (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autofree Surveying *surveying = user_data;
  g_autoptr (LscWindow) self = surveying->window;
  g_autoptr (LscOpenProject) project = surveying->project;
  g_autoptr (LscNotices) failures = lsc_loader_survey_finish (LSC_LOADER (object), result, NULL);
  LSC_WATCH ("window: ranks looked at");

  if (failures && !is_closed (self))
    lsc_open_project_add_notices (project, failures);
}

static void
survey (LscWindow *self, LscOpenProject *open_project)
{
  LscProject *project = lsc_open_project_get_project (open_project);

  for (guint i = 0; i < project->clusters->len; i++)
    {
      Surveying *surveying = g_new0 (Surveying, 1);

      surveying->window = g_object_ref (self);
      surveying->project = g_object_ref (open_project);
      lsc_loader_survey_async (
          self->loader, project, g_ptr_array_index (project->clusters, i), on_surveyed, surveying);
    }
}

static LscOpenProject *
find_project (LscWindow *self, const char *path)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->projects));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscOpenProject) project = g_list_model_get_item (G_LIST_MODEL (self->projects), i);

      if (g_strcmp0 (lsc_open_project_get_project (project)->path, path) == 0)
        return project;
    }
  return NULL;
}

static void
show_first (LscWindow *self, LscOpenProject *open_project)
{
  LscProject *project = lsc_open_project_get_project (open_project);
  LscCluster *cluster = g_ptr_array_index (project->clusters, 0);

  _lsc_window_show (self, open_project, cluster, g_ptr_array_index (cluster->sources, 0));
}

/* Making a page takes long enough to be a callback of its own. */
static gboolean
on_idle_show (gpointer user_data)
{
  g_autoptr (LscWindow) self = user_data;
  g_autoptr (LscOpenProject) last = NULL;
  guint n = self->projects ? g_list_model_get_n_items (G_LIST_MODEL (self->projects)) : 0;
  LSC_WATCH ("window: show project");

  self->n_opening--;
  if (n == 0)
    return G_SOURCE_REMOVE;
  last = g_list_model_get_item (G_LIST_MODEL (self->projects), n - 1);
  show_first (self, last);
  return G_SOURCE_REMOVE;
}

static void
add_project (LscWindow *self, LscProject *project)
{
  g_autoptr (LscOpenProject) open_project = lsc_open_project_new (project);
  g_autoptr (GFile) file = g_file_new_for_path (project->path);

  lsc_recent_add (self->settings, file);
  g_signal_connect_object (open_project, "changed", G_CALLBACK (on_project_changed), self, 0);
  g_list_store_append (self->projects, open_project);
  lsc_sidebar_add_project (self->sidebar, open_project);
  gtk_stack_set_visible_child_name (self->root, "project");
  adw_window_title_set_title (self->title, lsc_open_project_get_title (open_project));
  survey (self, open_project);
  self->n_opening++;
  g_idle_add (on_idle_show, g_object_ref (self));
}

static void
show_failure (LscWindow *self, const char *path, const char *text)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = g_strdup_printf (_ ("“%s” Could Not Be Opened"), name);
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_status_page_set_title (self->failed, title_markup);
  adw_status_page_set_description (self->failed, markup);
  gtk_stack_set_visible_child_name (self->root, "failed");
}

/* One line for each format that is not read: how many, and the first of them. */
static void
append_unread (GString *text, LscProject *project)
{
  guint counts[LSC_FORMAT_UNKNOWN + 1] = { 0 };
  const LscSource *first[LSC_FORMAT_UNKNOWN + 1] = { NULL };

  for (guint i = 0; i < project->unread->len; i++)
    {
      const LscSource *source = g_ptr_array_index (project->unread, i);

      if (counts[source->format]++ == 0)
        first[source->format] = source;
    }
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *path = NULL;

      if (counts[i] == 0)
        continue;
      path = g_filename_display_name (first[i]->file ? first[i]->file : first[i]->folder);
      g_string_append_printf (
          text, _ ("%s, not read by this version; export as db."), lsc_format_name (i));
      g_string_append_printf (text, "\n%s\n", path);
      if (counts[i] > 1)
        g_string_append_printf (
            text,
            g_dngettext (GETTEXT_PACKAGE, "and %u more\n", "and %u more\n", counts[i] - 1),
            counts[i] - 1);
      g_string_append_c (text, '\n');
    }
}

/* What is there instead of a recording that this version reads. */
static char *
explain_nothing (LscProject *project)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (project->notices);

  append_unread (text, project);
  for (guint i = 0; project->unread->len == 0 && i < notices->len && i < 8; i++)
    {
      const LscNotice *notice = g_ptr_array_index (notices, i);

      g_string_append_printf (
          text, "%s %s\n\n", notice->what, notice->remedy ? notice->remedy : "");
    }
  if (text->len == 0)
    g_string_append (text, _ ("No recording was found here."));
  return g_strchomp (g_string_free (g_steal_pointer (&text), FALSE));
}

typedef struct
{
  LscWindow *window;
  char *path;
} Opening;

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->window);
  g_free (opening->path);
  g_free (opening);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opening, opening_free)

static void
on_opened (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Opening) opening = user_data;
  LscWindow *self = opening->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_loader_open_finish (LSC_LOADER (object), result, &error);
  g_autofree char *text = NULL;
  LSC_WATCH ("window: opened");

  self->n_opening--;
  if (is_closed (self))
    return;
  if (project && lsc_project_count_ranks (project) > 0)
    {
      add_project (self, project);
      return;
    }
  text = project ? explain_nothing (project) : g_strdup (error->message);
  if (!error || !is_cancelled (error))
    show_failure (self, opening->path, text);
  else
    gtk_stack_set_visible_child_name (self->root, self->project ? "project" : "start");
}

/**
 * _lsc_window_open_path:
 *
 * Opens a folder or file beside what is open, or shows it if it is open already.
 */
void
_lsc_window_open_path (LscWindow *self, const char *path)
{
  LscOpenProject *project = find_project (self, path);
  Opening *opening;

  if (project)
    {
      show_first (self, project);
      return;
    }
  opening = g_new0 (Opening, 1);
  opening->window = g_object_ref (self);
  opening->path = g_strdup (path);
  self->n_opening++;
  lsc_loader_open_async (self->loader, path, on_opened, opening);
}

/**
 * _lsc_window_close_project:
 *
 * Closes a project and gives its memory back.
 */
void
_lsc_window_close_project (LscWindow *self, LscOpenProject *open_project)
{
  g_autoptr (LscOpenProject) project = g_object_ref (open_project);
  g_autoptr (LscOpenProject) next = NULL;
  GPtrArray *clusters = lsc_open_project_get_project (project)->clusters;
  guint position;

  if (!g_list_store_find (self->projects, project, &position))
    return;
  g_list_store_remove (self->projects, position);
  lsc_sidebar_remove_project (self->sidebar, project);
  g_hash_table_remove (self->dismissed, project);
  if (project == self->project)
    {
      if (self->modules_page)
        lsc_modules_page_set_run (LSC_MODULES_PAGE (self->modules_page), NULL);
      if (self->pipeline_page)
        lsc_pipeline_page_set_pipeline (LSC_PIPELINE_PAGE (self->pipeline_page), NULL);
      next = g_list_model_get_item (G_LIST_MODEL (self->projects), 0);
      if (next)
        show_first (self, next);
      else
        _lsc_window_show (self, NULL, NULL, NULL);
    }
  for (guint i = 0; i < clusters->len; i++)
    lsc_loader_forget_cluster (self->loader, g_ptr_array_index (clusters, i));
}

static void
on_rank_chosen (LscSidebar *sidebar,
                LscOpenProject *project,
                LscCluster *cluster,
                LscSource *source,
                LscWindow *self)
{
  LSC_WATCH ("window: rank chosen");

  if (!source && project == self->project && (!cluster || cluster == self->cluster))
    return;
  if (!cluster)
    cluster = g_ptr_array_index (lsc_open_project_get_project (project)->clusters, 0);
  if (!source)
    source = g_ptr_array_index (cluster->sources, 0);
  _lsc_window_show (self, project, cluster, source);
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
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
  lsc_task_strip_set_tasks (self->tasks, lsc_loader_get_tasks (self->loader));
  g_signal_connect_object (
      self->sidebar, "rank-chosen", G_CALLBACK (on_rank_chosen), self, 0);
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
  if (self->loader)
    lsc_loader_cancel_all (self->loader);
  g_clear_object (&self->loader);
  g_clear_object (&self->project);
  g_clear_object (&self->projects);
  g_clear_pointer (&self->pipeline_ranks, g_ptr_array_unref);
  g_clear_pointer (&self->dismissed, g_hash_table_unref);
  self->cluster = NULL;
  self->source = NULL;
}
