/* lsc-timeline-page-status.c - the line below the lanes, and storing what the user did
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "app/timeline/lsc-timeline-describe.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "base/lsc-watchdog.h"

#define SAVE_DELAY_MS 400

/* ---- what is stored ---- */

/* Stores what the user did, at once. */
void
_lsc_timeline_page_save (LscTimelinePage *self)
{
  g_autofree char *json = NULL;
  g_autoptr (GError) error = NULL;

  g_clear_handle_id (&self->save_id, g_source_remove);
  if (!self->path)
    return;
  g_free (self->state->lanes);
  self->state->lanes = lsc_timeline_layout_save (lsc_timeline_chart_get_layout (self->chart));
  json = lsc_timeline_state_to_json (self->state, self->path);
  if (!lsc_timeline_state_write (self->path, json, &error))
    lsc_timeline_page_say (self, error->message);
}

static gboolean
on_save (gpointer user_data)
{
  LscTimelinePage *self = user_data;
  LSC_WATCH ("timeline: save view");

  self->save_id = 0;
  _lsc_timeline_page_save (self);
  return G_SOURCE_REMOVE;
}

/* Stores what the user did, once for several changes. */
void
_lsc_timeline_page_queue_save (LscTimelinePage *self)
{
  if (self->save_id == 0 && self->path)
    self->save_id = g_timeout_add (SAVE_DELAY_MS, on_save, self);
}

/* ---- the line below the lanes ---- */

static void
set_label (GtkLabel *label, const char *text)
{
  if (g_strcmp0 (gtk_label_get_label (label), text) != 0)
    gtk_label_set_label (label, text);
  gtk_widget_set_visible (GTK_WIDGET (label), *text != '\0');
}

/* Shows the time under the pointer. */
void
_lsc_timeline_page_update_pointer (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  g_autofree char *text = NULL;
  gint64 time_ns;

  if (lsc_timeline_chart_get_pointer_ns (self->chart, &time_ns))
    text = lsc_timeline_format_time (view, time_ns);
  gtk_label_set_label (self->pointer_label, text ? text : "");
}

void
_lsc_timeline_page_update_range_label (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  g_autofree char *length = NULL, *text = NULL;

  if (view->has_range)
    {
      length = lsc_format_duration (view->range_end_ns - view->range_begin_ns, LSC_TIME_UNIT_AUTO);
      text = g_strdup_printf (_ ("range %s"), length);
    }
  set_label (self->range_label, text ? text : "");
  gtk_widget_set_visible (self->lock_image, view->has_range && self->range_is_locked);
}

void
_lsc_timeline_page_update_window_label (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  g_autofree char *span = lsc_format_duration ((gint64) view->port.span_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *text = g_strdup_printf (_ ("%s visible"), span);

  set_label (self->window_label, text);
}

/* Ranks that are loaded, lanes that are hidden. */
void
_lsc_timeline_page_update_labels (LscTimelinePage *self)
{
  LscTimelineLayout *layout = lsc_timeline_chart_get_layout (self->chart);
  guint32 n_ranks = lsc_timeline_layout_get_n_ranks (layout), n_loaded = 0;
  guint n_hidden = lsc_timeline_layout_get_n_hidden (layout);
  g_autofree char *ranks = NULL;
  g_autofree char *hidden = NULL;

  for (guint32 i = 0; i < n_ranks; i++)
    n_loaded += lsc_timeline_layout_get_timeline (layout, i) != NULL;
  ranks = n_ranks > 1 ? g_strdup_printf (_ ("%u of %u ranks loaded"), n_loaded, n_ranks)
                      : g_strdup ("");
  hidden = n_hidden > 0 ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u lane hidden",
                                                        "%u lanes hidden", n_hidden),
                                           n_hidden)
                        : g_strdup ("");
  gtk_widget_set_visible (self->align_button, n_ranks > 1);
  set_label (self->ranks_label, ranks);
  set_label (self->hidden_label, hidden);
  gtk_widget_set_visible (self->load_all, n_loaded < n_ranks);
  gtk_widget_set_visible (self->show_hidden, n_hidden > 0);
  _lsc_timeline_page_update_window_label (self);
  _lsc_timeline_page_update_range_label (self);
  _lsc_timeline_page_update_words (self);
}
