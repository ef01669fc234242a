/* lsc-timeline-page-offsets.c - offsets of ranks and of single lanes that the user types, and undo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-question.h"
#include "app/timeline/lsc-timeline-page-private.h"

#define MOST_UNDONE 100

/** All offsets before a change of them. */
typedef struct
{
  GArray *ranks;     /* gint64 of each rank of the layout, ns */
  GHashTable *lanes; /* path -> gint64 *, ns */
} Offsets;

static LscTimelineLayout *
get_layout (LscTimelinePage *self)
{
  return lsc_timeline_chart_get_layout (self->chart);
}

/* ---- undo ---- */

static void
offsets_free (gpointer data)
{
  Offsets *offsets = data;

  g_array_unref (offsets->ranks);
  g_hash_table_unref (offsets->lanes);
  g_free (offsets);
}

/** Forgets what could be undone: the ranks are others. */
void
_lsc_timeline_page_forget_offsets (LscTimelinePage *self)
{
  g_clear_pointer (&self->offsets_before, g_ptr_array_unref);
}

/** To be called before a change of offsets: it can be undone then. */
void
_lsc_timeline_page_note_offsets (LscTimelinePage *self)
{
  LscTimelineLayout *layout = get_layout (self);
  Offsets *before = g_new0 (Offsets, 1);

  before->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (layout); rank++)
    {
      gint64 offset_ns = lsc_timeline_layout_get_offset (layout, rank);

      g_array_append_val (before->ranks, offset_ns);
    }
  before->lanes = lsc_timeline_layout_dup_lane_offsets (layout);
  if (!self->offsets_before)
    self->offsets_before = g_ptr_array_new_with_free_func (offsets_free);
  if (self->offsets_before->len == MOST_UNDONE)
    g_ptr_array_remove_index (self->offsets_before, 0);
  g_ptr_array_add (self->offsets_before, before);
}

static void
undo (LscTimelinePage *self)
{
  guint n = self->offsets_before ? self->offsets_before->len : 0;
  const Offsets *before;

  if (n == 0)
    {
      lsc_timeline_page_say (self, _ ("There is no change of offsets to undo."));
      return;
    }
  before = g_ptr_array_index (self->offsets_before, n - 1);
  for (guint32 rank = 0; rank < before->ranks->len; rank++)
    _lsc_timeline_page_set_offset (self, rank, g_array_index (before->ranks, gint64, rank));
  lsc_timeline_layout_set_lane_offsets (get_layout (self), before->lanes);
  g_ptr_array_remove_index (self->offsets_before, n - 1);
  _lsc_timeline_page_offsets_changed (self);
  lsc_timeline_page_say (self, _ ("Offsets are as before the last change."));
}

/** To be called after a change of offsets. */
void
_lsc_timeline_page_offsets_changed (LscTimelinePage *self)
{
  lsc_timeline_chart_layout_edited (self->chart);
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_RANKS);
  _lsc_timeline_page_search_restart (self);
  _lsc_timeline_page_queue_save (self);
}

/* ---- lanes ---- */

static void
move_lanes (LscTimelinePage *self, GPtrArray *paths, gint64 offset_ns)
{
  _lsc_timeline_page_note_offsets (self);
  for (guint i = 0; i < paths->len; i++)
    lsc_timeline_layout_set_lane_offset (get_layout (self), g_ptr_array_index (paths, i),
                                         offset_ns);
  _lsc_timeline_page_offsets_changed (self);
}

static void
say_no_lane (LscTimelinePage *self)
{
  lsc_timeline_page_say (
      self, _ ("Select a lane first. A group has no offset of its own; a rank has one."));
}

static void
reset_lane (LscTimelinePage *self)
{
  g_autoptr (GPtrArray) paths = _lsc_timeline_page_list_lanes (self);

  if (paths)
    move_lanes (self, paths, 0);
  else
    say_no_lane (self);
}

/* ---- asking ---- */

/** @paths: (nullable): lanes that are to be moved; else it is the rank */
typedef struct
{
  LscTimelinePage *page;
  guint32 rank;
  GPtrArray *paths;
  GtkEditable *entry;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->page);
  g_clear_pointer (&question->paths, g_ptr_array_unref);
  g_free (question);
}

static void
on_answer (AdwMessageDialog *dialog, const char *response, Question *question)
{
  LscTimelinePage *self = question->page;
  gint64 offset_ns;

  if (!g_str_equal (response, "ok") || !self->chart || question->rank >= self->ranks->len)
    return;
  if (!_lsc_timeline_parse_time (gtk_editable_get_text (question->entry), &offset_ns))
    {
      lsc_timeline_page_say (
          self, _ ("That is no time. Write a number and a unit, such as 5 ms or -120 µs."));
      return;
    }
  if (question->paths)
    {
      move_lanes (self, question->paths, offset_ns);
      return;
    }
  _lsc_timeline_page_note_offsets (self);
  _lsc_timeline_page_set_offset (self, question->rank, offset_ns);
  _lsc_timeline_page_offsets_changed (self);
}

/* @paths: (transfer full) (nullable) */
static void
ask (LscTimelinePage *self, guint32 rank, GPtrArray *paths, gint64 offset_ns)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *old = g_strdup_printf ("%" G_GINT64_FORMAT " ns", offset_ns);
  Question *question = g_new0 (Question, 1);
  AdwMessageDialog *dialog = lsc_question_new (
      GTK_WIDGET (self), paths ? _ ("Offset of the Lane") : _ ("Offset of the Rank"),
      paths ? _ ("The lane is shown this much earlier, such as 5 ms; -120 µs shows it later. Only "
                 "the Timeline moves it: analyses use the recorded times.")
            : _ ("So much earlier the rank is shown, such as 5 ms or -120 µs."),
      entry);

  gtk_editable_set_text (GTK_EDITABLE (entry), old);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "ok", _ ("_Apply"), NULL);
  adw_message_dialog_set_default_response (dialog, "ok");
  adw_message_dialog_set_response_appearance (dialog, "ok", ADW_RESPONSE_SUGGESTED);
  *question = (Question){ g_object_ref (self), rank, paths, GTK_EDITABLE (entry) };
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_answer), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
ask_rank (LscTimelinePage *self)
{
  guint32 rank = _lsc_timeline_page_get_current_rank (self);

  if (rank < self->ranks->len)
    ask (self, rank, NULL, lsc_timeline_layout_get_offset (get_layout (self), rank));
  else
    _lsc_timeline_page_bell (self);
}

static void
ask_lane (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  GPtrArray *paths = _lsc_timeline_page_list_lanes (self);
  const LscStrip *strip;

  if (!paths)
    {
      say_no_lane (self);
      return;
    }
  strip = lsc_timeline_layout_get_strip (view->layout, view->focus_strip);
  ask (self, strip->rank, paths,
       lsc_timeline_layout_get_lane_offset (view->layout, strip->rank, strip->node));
}

const LscAppPageAction _lsc_timeline_page_offset_actions[] = {
  { "timeline.set-offset", G_CALLBACK (ask_rank) },
  { "timeline.set-lane-offset", G_CALLBACK (ask_lane) },
  { "timeline.reset-lane-offset", G_CALLBACK (reset_lane) },
  { "timeline.undo-offset", G_CALLBACK (undo) },
  { NULL },
};
