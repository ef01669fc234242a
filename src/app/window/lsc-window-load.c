/* lsc-window-load.c - filling the pages
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-task-row.h"
#include "base/lsc-visible.h"
#include "base/lsc-watchdog.h"
#include "app/window/lsc-window-private.h"

static void
on_busy_notify (LscTask *task, GParamSpec *pspec, LscWindow *self)
{
  const char *phase = lsc_task_row_find_phase (task);
  LSC_WATCH ("window: progress");

  gtk_progress_bar_set_fraction (self->busy_progress, lsc_task_get_fraction (task));
  gtk_label_set_label (self->busy_phase, phase ? phase : "");
}

static void
forget_busy (LscWindow *self)
{
  if (self->busy_task)
    g_clear_signal_handler (&self->busy_id, self->busy_task);
  self->busy_id = 0;
  g_clear_weak_pointer (&self->busy_task);
}

/* A bar that moves with the work; a spinner would redraw the window all the time. */
static void
show_busy (LscWindow *self, const char *title, LscTask *task)
{
  forget_busy (self);
  gtk_progress_bar_set_fraction (self->busy_progress, 0.0);
  gtk_label_set_label (self->busy_phase, "");
  if (task)
    {
      g_set_weak_pointer (&self->busy_task, task);
      self->busy_id = g_signal_connect (task, "notify", G_CALLBACK (on_busy_notify), self);
      on_busy_notify (task, NULL, self);
    }
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
 * Moves the focus to the page, so that its keys work at once; not from the sidebar or a field. GTK
 * gives it to the first text of a page that comes into view, where it would show a cursor.
 */
void
_lsc_window_focus_page (LscWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *page = GTK_WIDGET (_lsc_window_get_page (self));
  GtkWidget *table;

  if (!page || (focus && gtk_widget_get_mapped (focus) && !GTK_IS_LABEL (focus) &&
                gtk_widget_is_ancestor (focus, GTK_WIDGET (self->root))))
    return;
  if (gtk_widget_grab_focus (page))
    return;
  table = find_table (page);
  if (table) /* to a row as Tab does it: those of GTK 4.18 refuse arrows that come from outside */
    gtk_widget_child_focus (table, GTK_DIR_TAB_FORWARD);
}

/* What an extract does not hold is no failure of reading it. */
static const char *
name_failure (LscWindow *self, LscAppPage *page)
{
  const GError *error = lsc_app_page_get_error (page);

  return self->source->format == LSC_FORMAT_EXTRACT &&
                 g_error_matches (error, LSC_ERROR, LSC_ERROR_UNSUPPORTED)
             ? _ ("Not in the Extract")
             : _ (LSC_APP_PAGE_GET_CLASS (page)->failed_title);
}

/* Shows the visible page, or what keeps it from being shown; starts what it still needs. */
static void
update_content (LscWindow *self)
{
  LscAppPage *page = _lsc_window_get_page (self);
  LscAppPageClass *class = LSC_APP_PAGE_GET_CLASS (page);
  g_autofree char *label = lsc_source_get_label (self->source);
  g_autofree char *title = NULL;

  lsc_app_page_load (page);
  title = class->loading_title ? g_strdup (_ (class->loading_title))
                               : g_strdup_printf (_ ("Reading %s"), label);
  lsc_task_strip_leave_out (self->tasks, lsc_app_page_get_state (page) == LSC_PAGE_LOADING
                                             ? lsc_app_page_get_task (page)
                                             : NULL);
  if (lsc_app_page_get_state (page) == LSC_PAGE_LOADING)
    show_busy (self, title, lsc_app_page_get_task (page));
  else if (lsc_app_page_get_state (page) == LSC_PAGE_FAILED)
    show_error (self, lsc_app_page_get_error (page), name_failure (self, page));
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
  _lsc_window_update_banner (self);
  _lsc_window_update_actions (self);
  lsc_sidebar_set_problems (self->sidebar, self->project);
  if (!self->source)
    {
      _lsc_window_update_title (self);
      return;
    }
  _lsc_window_ensure_page (self);
  _lsc_window_update_title (self);
  update_content (self);
  _lsc_window_update_selection (self);
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
  for (GtkWidget *page = _lsc_window_first_page (self); page; page = _lsc_window_next_page (page))
    lsc_app_page_retry (LSC_APP_PAGE (page));
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
  lsc_app_page_cancel (_lsc_window_get_page (self));
}

/**
 * _lsc_window_choose:
 *
 * Tells the pages what is chosen.
 */
void
_lsc_window_choose (LscWindow *self)
{
  LscAppPageSource source = { .loader = self->loader,
                              .projects = G_LIST_MODEL (self->projects),
                              .selection = self->selection };

  if (self->project)
    {
      source.project = lsc_open_project_get_project (self->project);
      source.title = lsc_open_project_get_title (self->project);
      source.cluster = self->cluster;
      source.source = self->source;
    }
  for (GtkWidget *page = _lsc_window_first_page (self); page; page = _lsc_window_next_page (page))
    lsc_app_page_choose (LSC_APP_PAGE (page), &source);
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
  if (cluster != self->cluster)
    lsc_selection_clear (self->selection, LSC_NARROW_ALL);
  g_set_object (&self->project, project);
  self->cluster = cluster;
  self->source = source;
  gtk_stack_set_visible_child_name (self->root, project ? "project" : "start");
  _lsc_window_choose (self);
  if (project)
    lsc_sidebar_select (self->sidebar, project, source);
  _lsc_window_update (self);
  _lsc_window_look_for_changes (self);
}

/* ---- what of it all pages show ---- */

/** _lsc_window_update_selection: the bar is there while something is chosen: nothing is left out
 * unseen */
void
_lsc_window_update_selection (LscWindow *self)
{
  LscAppPage *page = self->source ? _lsc_window_get_page (self) : NULL;

  lsc_selection_bar_update (self->selection_bar, self->selection, page,
                            _ (lsc_pages_find (_lsc_window_get_page_name (self))->title));
}

/* Pages that show one rank go to one that is chosen. */
static void
follow_ranks (LscWindow *self)
{
  const GArray *ranks = lsc_selection_get_ranks (self->selection);

  if (self->source && ranks->len > 0 &&
      !lsc_selection_has_rank (self->selection, self->source->rank))
    (void) lsc_window_show_rank (self, g_array_index (ranks, gint64, 0));
}

static void
on_selection_changed (LscSelection *selection, guint parts, LscWindow *self)
{
  LSC_WATCH ("window: selection");

  if (parts & LSC_NARROW_RANKS)
    follow_ranks (self);
  for (GtkWidget *page = _lsc_window_first_page (self); page; page = _lsc_window_next_page (page))
    lsc_app_page_take_selection (LSC_APP_PAGE (page), parts);
  _lsc_window_update_selection (self);
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
  g_signal_connect_object (self->loader, "judged", G_CALLBACK (lsc_sidebar_show_summary),
                           self->sidebar, G_CONNECT_SWAPPED);
  self->projects = g_list_store_new (LSC_TYPE_OPEN_PROJECT);
  self->dismissed = g_hash_table_new (NULL, NULL);
  self->surveyed = g_hash_table_new (NULL, NULL);
  self->selection = lsc_selection_new ();
  g_signal_connect_object (self->selection, "changed", G_CALLBACK (on_selection_changed), self, 0);
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
  _lsc_window_forget_to_open (self);
  if (self->loader)
    lsc_loader_cancel_all (self->loader);
  g_clear_object (&self->loader);
  g_clear_object (&self->project);
  g_clear_object (&self->to_show);
  g_clear_object (&self->projects);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->dismissed, g_hash_table_unref);
  g_clear_pointer (&self->surveyed, g_hash_table_unref);
  forget_busy (self);
  self->cluster = NULL;
  self->source = NULL;
}
