/* lsc-window-jump.c - the same thing on another page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-window-private.h"
#include "base/lsc-visible.h"
#include "base/lsc-watchdog.h"
#include "model/lsc-rank-name.h"
#include "session/lsc-session-excerpt.h"

/** A jump that waits until it is known whether the events are there. */
typedef struct
{
  LscSource *source;
  LscJump jump; /* its name is @name */
  char *name;
  gboolean has_events;
} Waiting;

static void
waiting_free (gpointer data)
{
  Waiting *self = data;

  lsc_source_unref (self->source);
  g_free (self->name);
  g_free (self);
}

static Waiting *
waiting_new (LscSource *source, const LscJump *jump)
{
  Waiting *self = g_new0 (Waiting, 1);

  self->source = lsc_source_ref (source);
  self->jump = *jump;
  self->name = g_strdup (jump->name);
  self->jump.name = self->name;
  self->jump.timeline = NULL; /* of the page that it comes from, and only to save time */
  return self;
}

/* ---- going there ---- */

/* Shows a rank of whatever project has it. */
static gboolean
show_source (LscWindow *self, LscSource *source)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->projects));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscOpenProject) open = g_list_model_get_item (G_LIST_MODEL (self->projects), i);
      GPtrArray *clusters = lsc_open_project_get_project (open)->clusters;

      for (guint k = 0; k < clusters->len; k++)
        if (g_ptr_array_find (((LscCluster *) clusters->pdata[k])->sources, source, NULL))
          {
            _lsc_window_show (self, open, clusters->pdata[k], source);
            return TRUE;
          }
    }
  return FALSE;
}

static void
go (LscWindow *self, LscSource *source, const LscJump *jump)
{
  const LscPageKind *kind = lsc_pages_find_place (jump->place);

  if (!kind || (source != self->source && !show_source (self, source)))
    return;
  lsc_window_show_page (self, kind->name);
  lsc_app_page_show (_lsc_window_get_page (self), jump);
}

/* ---- what an extract does not hold ---- */

static void
on_response (AdwMessageDialog *dialog, const char *response, Waiting *waiting)
{
  LscWindow *self = LSC_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (dialog)));

  if (!g_str_equal (response, "timeline"))
    return;
  waiting->jump.place = LSC_PLACE_SLICE;
  go (self, waiting->source, &waiting->jump);
}

static void
free_answer (gpointer data, GClosure *closure)
{
  waiting_free (data);
}

static char *
say_where (const LscSource *source)
{
  g_autofree char *place = g_filename_display_name (source->origin ? source->origin : "");
  g_autofree char *shown = lsc_visible_line (place);
  g_autofree char *host = source->origin_host ? lsc_visible_line (source->origin_host) : NULL;

  return host ? g_strdup_printf (
                    _ ("Modules need all events of a rank, and an extract holds the largest only. "
                       "Open the recording on host %s: %s"),
                    host, shown)
              : g_strdup_printf (
                    _ ("Modules need all events of a rank, and an extract holds the largest only. "
                       "Open the recording: %s"),
                    shown);
}

/* An error page would lead away from what was just read. */
static void
say_not_here (LscWindow *self, const Waiting *waiting)
{
  const LscSource *source = waiting->source;
  g_autofree char *rank = lsc_rank_name_get_title (source->rank, source->folder);
  g_autofree char *heading = g_strdup_printf (_ ("The Extract of %s Has No Modules"), rank);
  g_autofree char *body = say_where (source);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, body);

  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"), "timeline",
                                    _ ("Show in _Timeline"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "timeline",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "timeline");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "close");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response),
                         waiting_new (waiting->source, &waiting->jump), free_answer, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static gpointer
look_for_events (gpointer data, LscJob *job, GError **error)
{
  Waiting *waiting = data;

  waiting->has_events = lsc_session_has_events (waiting->source, job);
  return NULL;
}

static void
on_looked (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscWindow *self = owner;
  const Waiting *waiting = data;

  if (error)
    return;
  if (waiting->has_events)
    go (self, waiting->source, &waiting->jump);
  else
    say_not_here (self, waiting);
}

/* The recording may be on a disk that takes its time to answer. */
static void
go_if_there (LscWindow *self, LscSource *source, const LscJump *jump)
{
  lsc_task_start (self, NULL,
                  &(LscTaskWork){ .name = "window: look for events",
                                  .title = _ ("Looking for the recording"),
                                  .run = look_for_events,
                                  .data = waiting_new (source, jump),
                                  .free_data = waiting_free,
                                  .done = on_looked });
}

/**
 * _lsc_window_jump:
 * @jump: what is to be seen on another page
 *
 * Goes there. Modules of an extract are there only where its recording is; else a dialog says where
 * that is, and the page stays.
 */
void
_lsc_window_jump (LscWindow *self, const LscJump *jump)
{
  LscSource *source = jump->source;
  LSC_WATCH ("window: jump");

  if (!source && self->source && jump->rank == self->source->rank)
    source = self->source;
  if (!source && self->cluster)
    source = lsc_cluster_find_rank (self->cluster, jump->rank);
  if (!source)
    _lsc_window_tell (self, _ ("This rank was not recorded"));
  else if (jump->place == LSC_PLACE_MODULES && source->format == LSC_FORMAT_EXTRACT)
    go_if_there (self, source, jump);
  else
    go (self, source, jump);
}
