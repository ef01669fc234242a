/* lsc-window-open.c - opening, looking at and closing projects
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"
#include "app/window/lsc-demo.h"
#include "app/window/lsc-recent.h"
#include "base/lsc-watchdog.h"
#include "app/window/lsc-window-private.h"

static void
on_project_changed (LscOpenProject *project, LscWindow *self)
{
  LSC_WATCH ("window: problems changed");

  if (project != self->project)
    return;
  _lsc_window_update_banner (self);
  _lsc_window_update_actions (self);
  lsc_sidebar_set_problems (self->sidebar, project);
}

static void
on_surveyed (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  g_autoptr (LscNotices) failures = result;

  if (failures)
    lsc_open_project_add_notices (data, failures);
}

/**
 * _lsc_window_survey:
 *
 * Looks at the headers of all ranks of the project, once; after what is to be shown was read, so
 * that it does not wait for them.
 */
void
_lsc_window_survey (LscWindow *self)
{
  LscProject *project;

  if (!self->project || !g_hash_table_add (self->surveyed, self->project))
    return;
  project = lsc_open_project_get_project (self->project);
  if (lsc_project_count_ranks (project) < 2)
    return;
  for (guint i = 0; i < project->clusters->len; i++)
    lsc_loader_survey (
        self->loader, project, g_ptr_array_index (project->clusters, i),
        &(LscTaskWish){ self, NULL, on_surveyed, g_object_ref (self->project), g_object_unref });
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

/* A memory snapshot has something to show on one page alone. */
static const char *
choose_page (LscOpenProject *open_project)
{
  const LscProject *project = lsc_open_project_get_project (open_project);
  const LscCluster *cluster = g_ptr_array_index (project->clusters, 0);
  const LscSource *source = g_ptr_array_index (cluster->sources, 0);

  return source->format == LSC_FORMAT_SNAPSHOT ? "memory" : lsc_pages_find (NULL)->name;
}

/* Making a page takes long enough to be a callback of its own. */
static gboolean
on_idle_show (gpointer user_data)
{
  g_autoptr (LscWindow) self = user_data;
  g_autoptr (LscOpenProject) project = g_steal_pointer (&self->to_show);
  LSC_WATCH ("window: show project");

  self->n_opening--;
  if (self->projects && g_list_store_find (self->projects, project, NULL))
    {
      if (!self->has_chosen_page)
        _lsc_window_set_page (self, choose_page (project));
      self->has_chosen_page = FALSE;
      show_first (self, project);
    }
  return G_SOURCE_REMOVE;
}

/* Of what is asked for together, the first that opens is shown. */
static void
add_project (LscWindow *self, LscProject *project)
{
  g_autoptr (LscOpenProject) open_project = lsc_open_project_new (project);
  g_autoptr (GFile) file = g_file_new_for_path (project->path);

  lsc_recent_add (self->settings, file);
  g_signal_connect_object (open_project, "changed", G_CALLBACK (on_project_changed), self, 0);
  g_list_store_append (self->projects, open_project);
  lsc_sidebar_add_project (self->sidebar, open_project);
  if (!self->shows_next || self->to_show)
    return;
  self->shows_next = FALSE;
  self->looks_for_page = TRUE;
  self->to_show = g_object_ref (open_project);
  gtk_stack_set_visible_child_name (self->root, "project");
  adw_window_title_set_title (self->title, lsc_open_project_get_title (open_project));
  self->n_opening++;
  g_idle_add (on_idle_show, g_object_ref (self));
}

static void
show_failure (LscWindow *self, const char *path, const char *text)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = g_strdup_printf (_ ("“%s” Could Not Be Opened"), name);
  g_autofree char *title_markup = lsc_visible_markup (title);
  g_autofree char *markup = lsc_visible_markup (text);

  adw_status_page_set_title (self->failed, title_markup);
  adw_status_page_set_description (self->failed, markup);
  gtk_stack_set_visible_child_name (self->root, "failed");
}

/* One of several does not cover the others. */
static void
tell_failure (LscWindow *self, const char *path, const char *text)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *sentence = g_strdup_printf (_ ("“%s” could not be opened. %s"), name, text);

  _lsc_window_tell (self, sentence);
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
      if (i == LSC_FORMAT_SNAPSHOT)
        g_string_append (
            text, _ ("A memory snapshot has no timeline. Open it alone to see what is in it."));
      else
        g_string_append_printf (text, _ ("%s, not read by this version; export as db."),
                                lsc_format_name (i));
      g_string_append_printf (text, "\n%s\n", path);
      if (counts[i] > 1)
        g_string_append_printf (
            text, g_dngettext (GETTEXT_PACKAGE, "and %u more\n", "and %u more\n", counts[i] - 1),
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
          text, "%s %s\n\n", notice->what,
          lsc_notice_get_window_remedy (notice) ? lsc_notice_get_window_remedy (notice) : "");
    }
  if (text->len == 0)
    g_string_append (text, _ ("No recording was found here."));
  return g_strchomp (g_string_free (g_steal_pointer (&text), FALSE));
}

static void open_next (LscWindow *self);

static void
on_opened (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscWindow *self = owner;
  g_autoptr (LscProject) project = result;
  g_autofree char *text = NULL;

  self->n_opening--;
  self->is_opening = FALSE;
  if (_lsc_window_error_is_cancel (error))
    _lsc_window_forget_to_open (self);
  if (project)
    lsc_project_take_snapshot (project);
  if (project && lsc_project_count_ranks (project) > 0)
    {
      add_project (self, project);
      open_next (self);
      return;
    }
  open_next (self);
  text = project ? explain_nothing (project) : g_strdup (error->message);
  if ((!error || !_lsc_window_error_is_cancel (error)) && self->opens_several &&
      (!self->shows_next || self->is_opening)) /* another is there, or may come */
    tell_failure (self, data, text);
  else if (!error || !_lsc_window_error_is_cancel (error))
    show_failure (self, data, text);
  else
    gtk_stack_set_visible_child_name (self->root, self->project ? "project" : "start");
}

/** _lsc_window_forget_to_open: what waits for being opened is not wanted any more */
void
_lsc_window_forget_to_open (LscWindow *self)
{
  self->n_opening -= g_queue_get_length (&self->to_open);
  g_queue_clear_full (&self->to_open, g_free);
}

static void
open_next (LscWindow *self)
{
  char *path = g_queue_pop_head (&self->to_open);

  while (path && find_project (self, path)) /* named twice */
    {
      self->n_opening--;
      g_free (path);
      path = g_queue_pop_head (&self->to_open);
    }
  self->is_opening = path != NULL;
  if (path)
    lsc_loader_open (self->loader, path, &(LscTaskWish){ self, NULL, on_opened, path, g_free });
}

/**
 * _lsc_window_open_path:
 *
 * Opens a folder or file beside what is open, or shows it if it is open already. What is asked for
 * together opens in that order.
 */
void
_lsc_window_open_path (LscWindow *self, const char *path)
{
  LscOpenProject *project = find_project (self, path);

  if (project)
    {
      show_first (self, project);
      return;
    }
  self->n_opening++;
  g_queue_push_tail (&self->to_open, g_strdup (path));
  if (self->is_opening)
    {
      self->opens_several = TRUE;
      return;
    }
  self->opens_several = FALSE;
  self->shows_next = TRUE;
  open_next (self);
}

/**
 * _lsc_window_open_beside:
 *
 * Opens a folder or file beside what is open, and goes on showing that.
 */
void
_lsc_window_open_beside (LscWindow *self, const char *path)
{
  if (find_project (self, path))
    return;
  self->n_opening++;
  self->opens_several = TRUE;
  g_queue_push_tail (&self->to_open, g_strdup (path));
  if (self->is_opening)
    return;
  self->shows_next = FALSE;
  open_next (self);
}

static void
on_demo_made (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscWindow *self = owner;
  g_autofree char *path = result;

  self->n_opening--;
  if (path)
    _lsc_window_open_path (self, path);
  else
    _lsc_window_tell (self, error->message);
}

/** _lsc_window_open_demo: writes the demo, if it is not there, and opens it */
void
_lsc_window_open_demo (LscWindow *self)
{
  self->n_opening++;
  lsc_demo_make (&(LscTaskWish){ .owner = self, .done = on_demo_made });
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
  _lsc_window_forget_changes (self, project);
  g_hash_table_remove (self->surveyed, project);
  if (project == self->project)
    {
      for (GtkWidget *page = _lsc_window_first_page (self); page;
           page = _lsc_window_next_page (page))
        lsc_app_page_clear (LSC_APP_PAGE (page));
      next = g_list_model_get_item (G_LIST_MODEL (self->projects), 0);
      if (next)
        show_first (self, next);
      else
        _lsc_window_show (self, NULL, NULL, NULL);
    }
  for (guint i = 0; i < clusters->len; i++)
    lsc_loader_forget_cluster (self->loader, g_ptr_array_index (clusters, i));
}

/* The same place in a project that was read anew; @cluster, @source: (out) */
static void
find_place (const LscWindow *self, const LscProject *project, LscCluster **cluster,
            LscSource **source)
{
  *cluster = g_ptr_array_index (project->clusters, 0);
  for (guint i = 0; i < project->clusters->len; i++)
    {
      LscCluster *one = g_ptr_array_index (project->clusters, i);

      if (g_strcmp0 (one->path, self->cluster->path) == 0 &&
          g_strcmp0 (one->name, self->cluster->name) == 0)
        *cluster = one;
    }
  *source = g_ptr_array_index ((*cluster)->sources, 0);
  for (guint i = 0; i < (*cluster)->sources->len; i++)
    {
      LscSource *one = g_ptr_array_index ((*cluster)->sources, i);

      if (one->rank == self->source->rank && g_strcmp0 (one->file, self->source->file) == 0)
        *source = one;
    }
}

/* Shows a project where the shown one was; what is chosen on all pages stays, but for a range. */
static void
show_instead (LscWindow *self, LscOpenProject *open_project)
{
  g_autoptr (GArray) ranks = g_array_copy ((GArray *) lsc_selection_get_ranks (self->selection));
  g_autofree char *module = g_strdup (lsc_selection_get_module (self->selection));
  g_autofree char *op = g_strdup (lsc_selection_get_op (self->selection));
  LscCluster *cluster;
  LscSource *source;
  gint64 step;
  gboolean has_step = lsc_selection_get_step (self->selection, &step);

  find_place (self, lsc_open_project_get_project (open_project), &cluster, &source);
  _lsc_window_show (self, open_project, cluster, source);
  if (ranks->len > 0)
    lsc_selection_set_ranks (self->selection, (const gint64 *) (gpointer) ranks->data, ranks->len);
  if (has_step)
    lsc_selection_set_step (self->selection, step);
  if (module)
    lsc_selection_set_module (self->selection, module);
  if (op)
    lsc_selection_set_op (self->selection, op);
}

/**
 * _lsc_window_replace_project:
 * @project: read from where @old was
 *
 * Shows it in the place of the old one, on the same page with the same selection.
 */
void
_lsc_window_replace_project (LscWindow *self, LscOpenProject *old, LscProject *project)
{
  g_autoptr (LscOpenProject) open_project = lsc_open_project_new (project);
  guint position;

  if (!g_list_store_find (self->projects, old, &position))
    return;
  g_signal_connect_object (open_project, "changed", G_CALLBACK (on_project_changed), self, 0);
  g_list_store_insert (self->projects, position, open_project);
  lsc_sidebar_add_project (self->sidebar, open_project);
  if (self->project == old)
    show_instead (self, open_project);
  _lsc_window_close_project (self, old);
}

static void
on_rank_chosen (LscSidebar *sidebar, LscOpenProject *project, LscCluster *cluster,
                LscSource *source, LscWindow *self)
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
 * _lsc_window_init_open:
 *
 * Called once, from _lsc_window_init_load().
 */
void
_lsc_window_init_open (LscWindow *self)
{
  g_signal_connect_object (self->sidebar, "rank-chosen", G_CALLBACK (on_rank_chosen), self, 0);
  _lsc_window_init_changes (self);
}
