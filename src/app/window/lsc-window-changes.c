/* lsc-window-changes.c - recordings whose files change while they are open
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Files are looked at when a project was opened and when the window gets the focus, not in between.
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "app/parts/lsc-chart.h"
#include "base/lsc-watchdog.h"
#include "app/window/lsc-window-private.h"

#define LEAST_PAUSE_US (2 * G_USEC_PER_SEC) /* between two looks */
#define POLL_MS 50
#define MOST_POLLS 1200 /* until a page that is read anew shows its charts */

/** What is seen of a chart. */
typedef struct
{
  LscChart *chart; /* (owned) */
  LscViewport port;
} Place;

/**
 * Changes: of a window
 * @known: of an LscOpenProject, which it holds, a hash of its files when they were told of last
 * @places: (element-type Place): what comes back once the page is ready
 */
typedef struct
{
  LscWindow *window;
  GHashTable *known;
  GtkInfoBar *bar;
  GtkLabel *text;
  LscOpenProject *changed; /* (nullable): the one that the bar is about */
  LscTask *task;
  LscTask *reload;
  gint64 looked_us;
  GArray *places;
  guint poll;
  guint n_polls;
} Changes;

static Changes *
get (LscWindow *self)
{
  return g_object_get_data (G_OBJECT (self), "lsc-changes");
}

/* ---- what is on the disk ---- */

static void
add_file (GChecksum *sum, const char *path)
{
  GStatBuf about = { 0 };
  gint64 facts[3];

  if (!path)
    return;
  if (g_stat (path, &about) == 0)
    {
      facts[0] = about.st_size;
      facts[1] = about.st_mtim.tv_sec;
      facts[2] = about.st_mtim.tv_nsec;
    }
  else
    facts[0] = facts[1] = facts[2] = -1;
  g_checksum_update (sum, (const guchar *) facts, sizeof facts);
}

static void
add_files (GChecksum *sum, const GStrv paths)
{
  for (guint i = 0; paths && paths[i]; i++)
    add_file (sum, paths[i]);
}

/** What is looked at. */
typedef struct
{
  LscOpenProject *project;
  GPtrArray *sources;
} Look;

static void
look_free (gpointer data)
{
  Look *self = data;

  g_ptr_array_unref (self->sources);
  g_object_unref (self->project);
  g_free (self);
}

/* Size and time of all that a recording was read from; nothing that the program writes is there. */
static gpointer
run_look (gpointer data, LscJob *job, GError **error)
{
  const GPtrArray *sources = ((Look *) data)->sources;
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < sources->len; i++)
    {
      const LscSource *source = sources->pdata[i];

      if (!lsc_job_check (job, error))
        return NULL;
      add_file (sum, source->file);
      add_file (sum, source->info_json);
      add_file (sum, source->metadata_json);
      add_files (sum, source->parts);
      add_files (sum, source->note_files);
      add_files (sum, source->capture_files);
    }
  return g_strdup (g_checksum_get_string (sum));
}

static void
say_changed (Changes *self, LscOpenProject *project)
{
  g_autofree char *text =
      g_strdup_printf (_ ("The files of “%s” changed on disk. What is shown is older."),
                       lsc_open_project_get_title (project));

  g_set_object (&self->changed, project);
  gtk_label_set_label (self->text, text);
  gtk_info_bar_set_revealed (self->bar, TRUE);
}

static void
on_looked (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  Changes *self = get (owner);
  LscOpenProject *project = ((Look *) data)->project;
  const char *known = g_hash_table_lookup (self->known, project);
  g_autofree char *now = result;

  if (!now || project != self->window->project)
    return;
  if (known && strcmp (known, now) != 0)
    say_changed (self, project);
  g_hash_table_insert (self->known, g_object_ref (project), g_steal_pointer (&now));
}

static void
look (LscWindow *window)
{
  Changes *self = get (window);
  LscProject *project;
  Look *what;

  if (!window->project)
    return;
  self->looked_us = g_get_monotonic_time ();
  project = lsc_open_project_get_project (window->project);
  what = g_new0 (Look, 1);
  what->project = g_object_ref (window->project);
  what->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  for (guint i = 0; i < project->clusters->len; i++)
    g_ptr_array_extend (what->sources, ((LscCluster *) project->clusters->pdata[i])->sources,
                        (GCopyFunc) (void (*) (void)) lsc_source_ref, NULL);
  lsc_task_start (window, &self->task,
                  &(LscTaskWork){ .name = "look at files",
                                  .run = run_look,
                                  .data = what,
                                  .free_data = look_free,
                                  .free_result = g_free,
                                  .done = on_looked,
                                  .priority = G_PRIORITY_LOW });
}

/** _lsc_window_look_for_changes: a project is shown, or the window was brought to the front */
void
_lsc_window_look_for_changes (LscWindow *self)
{
  Changes *changes = get (self);
  gboolean is_known =
      changes && self->project && g_hash_table_contains (changes->known, self->project);

  if (!changes || (is_known && (!gtk_window_is_active (GTK_WINDOW (self)) ||
                                g_get_monotonic_time () - changes->looked_us < LEAST_PAUSE_US)))
    return;
  if (changes->changed != self->project)
    gtk_info_bar_set_revealed (changes->bar, FALSE);
  look (self);
}

/* ---- the view ---- */

static void
clear_places (Changes *self)
{
  for (guint i = 0; i < self->places->len; i++)
    g_object_unref (g_array_index (self->places, Place, i).chart);
  g_array_set_size (self->places, 0);
  g_clear_handle_id (&self->poll, g_source_remove);
}

static void
keep_places (Changes *self, GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (LSC_IS_CHART (widget) && lsc_chart_is_fitted (LSC_CHART (widget)) &&
      lsc_chart_was_moved (LSC_CHART (widget)))
    {
      Place place = { g_object_ref (LSC_CHART (widget)), *lsc_chart_get_port (LSC_CHART (widget)) };

      g_array_append_val (self->places, place);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    keep_places (self, child);
}

static void
restore (const Place *place)
{
  LscViewport *port;

  if (!gtk_widget_get_root (GTK_WIDGET (place->chart)))
    return;
  lsc_chart_show_time (place->chart, place->port.begin_ns,
                       place->port.begin_ns + (gint64) place->port.span_ns);
  port = lsc_chart_get_port (place->chart);
  port->begin_fraction = place->port.begin_fraction;
  port->span_ns = place->port.span_ns;
  lsc_chart_scroll (place->chart, place->port.scroll_y - port->scroll_y);
}

static gboolean
on_poll (gpointer data)
{
  Changes *self = data;
  LscAppPage *page = self->window->source ? _lsc_window_get_page (self->window) : NULL;
  gboolean is_ready = page && lsc_app_page_get_state (page) == LSC_PAGE_READY;

  for (guint i = 0; i < self->places->len && is_ready; i++)
    {
      const Place *place = &g_array_index (self->places, Place, i);

      is_ready = lsc_chart_is_fitted (place->chart);
    }
  if (!is_ready && ++self->n_polls < MOST_POLLS)
    return G_SOURCE_CONTINUE;
  self->poll = 0;
  for (guint i = 0; i < self->places->len && is_ready; i++)
    restore (&g_array_index (self->places, Place, i));
  clear_places (self);
  return G_SOURCE_REMOVE;
}

/* ---- reading anew ---- */

static void
on_reopened (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscWindow *window = owner;
  Changes *self = get (window);
  g_autoptr (LscProject) project = result;
  LscOpenProject *old = data;

  window->n_opening--;
  if (project)
    lsc_project_take_snapshot (project);
  if (!project || lsc_project_count_ranks (project) == 0)
    {
      lsc_loader_forget_names (window->loader, lsc_open_project_get_project (old)->path);
      if (!error || !_lsc_window_error_is_cancel (error))
        _lsc_window_tell (window, error ? error->message
                                        : _ ("There is no recording any more where this one was"));
      return;
    }
  clear_places (self);
  if (window->project == old)
    keep_places (self, GTK_WIDGET (window->page_area));
  g_hash_table_remove (self->known, old);
  g_clear_object (&self->changed);
  _lsc_window_replace_project (window, old, project);
  self->n_polls = 0;
  if (self->places->len > 0)
    self->poll = g_timeout_add (POLL_MS, on_poll, self);
}

/**
 * _lsc_window_reload:
 *
 * Reads the shown project anew. Page, rank, selection and what is seen of the charts stay.
 */
void
_lsc_window_reload (LscWindow *self)
{
  Changes *changes = get (self);

  if (!self->project)
    return;
  gtk_info_bar_set_revealed (changes->bar, FALSE);
  self->n_opening++;
  lsc_loader_open (self->loader, lsc_open_project_get_project (self->project)->path,
                   &(LscTaskWish){ self, &changes->reload, on_reopened,
                                   g_object_ref (self->project), g_object_unref });
}

/* ---- life ---- */

static void
on_bar_response (GtkInfoBar *bar, int response, LscWindow *self)
{
  gtk_info_bar_set_revealed (bar, FALSE);
  if (response == GTK_RESPONSE_ACCEPT)
    _lsc_window_reload (self);
}

static void
on_active_changed (LscWindow *self)
{
  LSC_WATCH ("window: active");

  if (gtk_window_is_active (GTK_WINDOW (self)))
    _lsc_window_look_for_changes (self);
}

static void
add_bar (LscWindow *self, Changes *changes)
{
  GtkWidget *bar = gtk_info_bar_new ();

  changes->bar = GTK_INFO_BAR (bar);
  gtk_widget_set_name (bar, "changed");
  changes->text = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (changes->text, 0);
  gtk_label_set_wrap (changes->text, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (changes->text), TRUE);
  gtk_info_bar_add_child (changes->bar, GTK_WIDGET (changes->text));
  gtk_info_bar_add_button (changes->bar, _ ("_Reload"), GTK_RESPONSE_ACCEPT);
  gtk_info_bar_set_show_close_button (changes->bar, TRUE);
  gtk_info_bar_set_message_type (changes->bar, GTK_MESSAGE_INFO);
  gtk_info_bar_set_revealed (changes->bar, FALSE);
  g_signal_connect (bar, "response", G_CALLBACK (on_bar_response), self);
  gtk_box_insert_child_after (GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->banner))), bar,
                              GTK_WIDGET (self->banner));
}

static void
changes_free (gpointer data)
{
  Changes *self = data;

  clear_places (self);
  lsc_task_stop (&self->task);
  lsc_task_stop (&self->reload);
  g_array_unref (self->places);
  g_hash_table_unref (self->known);
  g_clear_object (&self->changed);
  g_free (self);
}

/** _lsc_window_init_changes: called once, from _lsc_window_init_open() */
void
_lsc_window_init_changes (LscWindow *self)
{
  Changes *changes = g_new0 (Changes, 1);

  changes->window = self;
  changes->known = g_hash_table_new_full (NULL, NULL, g_object_unref, g_free);
  changes->places = g_array_new (FALSE, FALSE, sizeof (Place));
  add_bar (self, changes);
  g_object_set_data_full (G_OBJECT (self), "lsc-changes", changes, changes_free);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (on_active_changed), NULL);
}

/** _lsc_window_forget_changes: a project is closed */
void
_lsc_window_forget_changes (LscWindow *self, LscOpenProject *project)
{
  Changes *changes = get (self);

  if (!changes)
    return;
  g_hash_table_remove (changes->known, project);
  if (changes->changed == project)
    {
      g_clear_object (&changes->changed);
      gtk_info_bar_set_revealed (changes->bar, FALSE);
    }
}
