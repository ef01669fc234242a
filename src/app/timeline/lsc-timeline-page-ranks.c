/* lsc-timeline-page-ranks.c - ranks of the timeline page: reading them on demand, their offsets
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "app/window/lsc-loader-visible.h"
#include "app/parts/lsc-question.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "model/lsc-excerpt.h"

static void
rank_free (gpointer data)
{
  LscTimelineRank *self = data;

  lsc_task_stop (&self->loading);
  lsc_source_unref (self->source);
  g_free (self);
}

static LscTimelineRank *
get_rank (LscTimelinePage *self, guint32 rank)
{
  return rank < self->ranks->len ? g_ptr_array_index (self->ranks, rank) : NULL;
}

static LscTimelineLayout *
get_layout (LscTimelinePage *self)
{
  return lsc_timeline_chart_get_layout (self->chart);
}

/* ---- what is there ---- */

/* Forgets all ranks and stops what reads them. */
void
_lsc_timeline_page_clear_ranks (LscTimelinePage *self)
{
  if (self->ranks)
    g_ptr_array_unref (self->ranks);
  _lsc_timeline_page_forget_offsets (self);
  self->ranks = g_ptr_array_new_with_free_func (rank_free);
  self->n_loading = 0;
  self->worded = NULL;
}

static void
say_not_loaded (LscTimelinePage *self, guint32 rank)
{
  lsc_timeline_layout_set_message (get_layout (self), rank,
                                   _ ("Not loaded. Click, or press Enter, to load this rank."));
}

static void
apply_state (LscTimelinePage *self, guint32 index, gint64 rank)
{
  const char *alias = g_hash_table_lookup (self->state->aliases, &rank);
  const gint64 *offset = g_hash_table_lookup (self->state->offsets, &rank);

  if (!lsc_rank_is_told (rank))
    return;
  if (alias)
    lsc_timeline_layout_set_alias (get_layout (self), index, alias);
  if (offset)
    lsc_timeline_layout_set_offset (get_layout (self), index, *offset);
}

/* A strip for every rank of a cluster, none of them loaded. */
void
_lsc_timeline_page_fill_ranks (LscTimelinePage *self, LscCluster *cluster, LscSource *reading)
{
  _lsc_timeline_page_clear_ranks (self);
  for (guint i = 0; i < cluster->sources->len; i++)
    {
      LscTimelineRank *rank = g_new0 (LscTimelineRank, 1);
      g_autofree char *label = NULL;
      guint32 index;

      rank->source = lsc_source_ref (g_ptr_array_index (cluster->sources, i));
      rank->is_read_elsewhere = rank->source == reading;
      g_ptr_array_add (self->ranks, rank);
      label = lsc_source_get_label (rank->source);
      index = lsc_timeline_layout_add_rank (get_layout (self), rank->source->rank, label);
      say_not_loaded (self, index);
      apply_state (self, index, rank->source->rank);
    }
}

guint32
_lsc_timeline_page_find_rank (LscTimelinePage *self, gint64 rank)
{
  for (guint i = 0; i < self->ranks->len; i++)
    if (get_rank (self, i)->source->rank == rank)
      return i;
  return LSC_SLICE_NONE;
}

/* Ranks that are not known have but their source. */
guint32
_lsc_timeline_page_find_source (LscTimelinePage *self, const LscSource *source)
{
  for (guint i = 0; i < self->ranks->len; i++)
    if (get_rank (self, i)->source == source)
      return i;
  return _lsc_timeline_page_find_rank (self, source->rank);
}

/* The rank that actions without a rank mean: of the lane in focus, of the slice, the first. */
guint32
_lsc_timeline_page_get_current_rank (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);

  if (view->focus_strip < lsc_timeline_layout_get_n_strips (view->layout))
    return lsc_timeline_layout_get_strip (view->layout, view->focus_strip)->rank;
  if (view->selected.rank != LSC_SLICE_NONE)
    return view->selected.rank;
  return 0;
}

/* Shows what was read of a rank. */
void
_lsc_timeline_page_put (LscTimelinePage *self, guint32 rank, LscTimeline *timeline)
{
  get_rank (self, rank)->is_read_elsewhere = FALSE;
  if (lsc_timeline_layout_get_timeline (get_layout (self), rank))
    {
      _lsc_timeline_page_forget_slices (self); /* of the timeline before */
      self->worded = NULL;
    }
  lsc_timeline_layout_set_message (get_layout (self), rank, NULL);
  lsc_timeline_layout_set_timeline (get_layout (self), rank, timeline);
  lsc_timeline_chart_layout_edited (self->chart);
  if (timeline->notices)
    lsc_app_page_found (LSC_APP_PAGE (self), timeline->notices);
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_RANKS);
  _lsc_timeline_page_search_restart (self);
  _lsc_timeline_page_update_labels (self);
  lsc_app_page_retake_selection (LSC_APP_PAGE (self));
  _lsc_timeline_page_try_wanted (self);
}

/* ---- reading ---- */

static void start_waiting (LscTimelinePage *self);

static void
show_rank (LscTimelinePage *self, guint32 rank)
{
  lsc_timeline_chart_select_lane (self->chart, rank, 0);
}

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTimelinePage *self = owner;
  LscTimelineRank *rank = data;
  g_autoptr (LscTimeline) timeline = result;
  guint index;

  if (!g_ptr_array_find (self->ranks, rank, &index))
    g_assert_not_reached (); /* ranks that go stop what reads them */
  self->n_loading--;
  if (timeline)
    {
      _lsc_timeline_page_put (self, index, timeline);
      if (rank->is_wanted)
        show_rank (self, index);
      rank->is_wanted = FALSE;
    }
  else if (g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    say_not_loaded (self, index);
  else
    lsc_timeline_layout_set_message (get_layout (self), index, error->message);
  lsc_timeline_chart_layout_edited (self->chart);
  start_waiting (self);
  _lsc_timeline_page_update_labels (self);
}

static void
start_load (LscTimelinePage *self, guint32 index)
{
  LscTimelineRank *rank = get_rank (self, index);

  rank->is_waiting = FALSE;
  self->n_loading++;
  lsc_timeline_layout_set_message (get_layout (self), index, _ ("Being read…"));
  lsc_loader_load_visible (lsc_app_page_get_source (LSC_APP_PAGE (self))->loader, rank->source,
                           &(LscTaskWish){ self, &rank->loading, on_loaded, .data = rank });
}

/* As many at once as there are processors. */
static void
start_waiting (LscTimelinePage *self)
{
  guint n_most = MAX (g_get_num_processors (), 1);

  for (guint i = 0; i < self->ranks->len && self->n_loading < n_most; i++)
    if (get_rank (self, i)->is_waiting)
      start_load (self, i);
}

/* Reads a rank, unless it is there or being read. */
void
_lsc_timeline_page_load (LscTimelinePage *self, guint32 rank, gboolean show)
{
  LscTimelineRank *item = get_rank (self, rank);

  if (!item)
    return;
  if (lsc_timeline_layout_get_timeline (get_layout (self), rank))
    {
      if (show)
        show_rank (self, rank);
      return;
    }
  item->is_wanted |= show;
  if (item->loading || item->is_waiting || item->is_read_elsewhere)
    return;
  item->is_waiting = TRUE;
  lsc_timeline_layout_set_message (get_layout (self), rank, _ ("Waits to be read…"));
  start_waiting (self);
  lsc_timeline_chart_layout_edited (self->chart);
  _lsc_timeline_page_update_labels (self);
}

/* Reads a rank again, whose file has grown; what is shown stays until it is there. */
static void
reload_rank (LscTimelinePage *self)
{
  guint32 rank = _lsc_timeline_page_get_current_rank (self);
  LscTimelineRank *item = get_rank (self, rank);

  if (!item || item->loading || item->is_waiting || item->is_read_elsewhere)
    {
      _lsc_timeline_page_bell (self);
      return;
    }
  lsc_loader_forget_timeline (lsc_app_page_get_source (LSC_APP_PAGE (self))->loader, item->source);
  item->is_waiting = TRUE;
  start_waiting (self);
}

static void
load_rank (LscTimelinePage *self)
{
  _lsc_timeline_page_load (self, _lsc_timeline_page_get_current_rank (self), TRUE);
}

static void
load_all (LscTimelinePage *self)
{
  for (guint32 i = 0; i < self->ranks->len; i++)
    _lsc_timeline_page_load (self, i, FALSE);
}

/* The group of the lane in focus; else the smallest that the rank shares with others. */
static LscCommGroup *
find_group (LscTimelinePage *self, LscTimeline *timeline)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  LscCommGroup *found = NULL;

  if (view->focus_strip < lsc_timeline_layout_get_n_strips (view->layout))
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, view->focus_strip);
      const LscNode *node = lsc_timeline_get_node (timeline, strip->node);

      if (node->text)
        found = lsc_timeline_get_comm_group (timeline, node->text);
    }
  for (guint i = 0; !found && i < timeline->comm_groups->len; i++)
    {
      LscCommGroup *group = g_ptr_array_index (timeline->comm_groups, i);

      if (group->ranks.n > 1 && (!found || group->ranks.n < found->ranks.n))
        found = group;
    }
  return found;
}

static void
load_group (LscTimelinePage *self)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (
      get_layout (self), _lsc_timeline_page_get_current_rank (self));
  LscCommGroup *group = timeline ? find_group (self, timeline) : NULL;

  if (!group)
    {
      lsc_timeline_page_say (
          self, timeline && lsc_excerpt_is (timeline)
                    ? _ ("An excerpt does not say which ranks communicate with this one.")
                    : _ ("The recording does not say which ranks communicate with this one."));
      return;
    }
  for (gsize i = 0; i < group->ranks.n; i++)
    _lsc_timeline_page_load (self, _lsc_timeline_page_find_rank (self, group->ranks.items[i]),
                             FALSE);
}

/* ---- names and offsets ---- */

/* Moves a rank and remembers it. */
void
_lsc_timeline_page_set_offset (LscTimelinePage *self, guint32 rank, gint64 offset_ns)
{
  LscTimelineRank *item = get_rank (self, rank);

  if (!item)
    return;
  lsc_timeline_layout_set_offset (get_layout (self), rank, offset_ns);
  if (!lsc_rank_is_told (item->source->rank))
    return; /* nothing to remember it by */
  if (offset_ns == 0)
    g_hash_table_remove (self->state->offsets, &item->source->rank);
  else
    g_hash_table_insert (self->state->offsets, g_memdup2 (&item->source->rank, sizeof (gint64)),
                         g_memdup2 (&offset_ns, sizeof (gint64)));
}

/* Digits up to the first other character, times ten to the power of @digits. */
static gboolean
parse_decimal (const char *text, int digits, gint64 *value)
{
  gboolean is_negative = *text == '-', has_digit = FALSE;
  int left = -1; /* digits of the fraction still wanted, -1 = before the point */
  gint64 sum = 0;

  if (*text == '-' || *text == '+')
    text++;
  for (; *text != '\0'; text++)
    {
      if (*text == '.' && left < 0)
        left = digits;
      else if (!g_ascii_isdigit (*text))
        return FALSE;
      else if (left == 0)
        continue;
      else if (__builtin_mul_overflow (sum, 10, &sum) ||
               __builtin_add_overflow (sum, *text - '0', &sum))
        return FALSE;
      else if (left > 0)
        left--;
      has_digit |= g_ascii_isdigit (*text);
    }
  for (left = left < 0 ? digits : left; left > 0; left--)
    if (__builtin_mul_overflow (sum, 10, &sum))
      return FALSE;
  *value = is_negative ? -sum : sum;
  return has_digit;
}

/* Reads "5 ms", "-120us", "1.5" (us), exactly; what is below a ns is cut. */
gboolean
_lsc_timeline_parse_time (const char *text, gint64 *ns)
{
  static const struct
  {
    const char *name;
    int digits;
  } units[] = { { "", 3 }, { "us", 3 }, { "µs", 3 }, { "ns", 0 }, { "ms", 6 }, { "s", 9 } };
  g_autofree char *copy = g_strstrip (g_strdup (text));
  gsize length = strspn (copy, "+-0123456789.");
  g_autofree char *number = g_strndup (copy, length);
  const char *unit = copy + length;

  while (*unit == ' ')
    unit++;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (unit, units[i].name))
      return parse_decimal (number, units[i].digits, ns);
  return FALSE;
}

typedef struct
{
  LscTimelinePage *page;
  guint32 rank;
  GtkEditable *entry;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->page);
  g_free (question);
}

static void
take_alias (LscTimelinePage *self, guint32 rank, const char *text)
{
  LscTimelineRank *item = get_rank (self, rank);

  lsc_timeline_layout_set_alias (get_layout (self), rank, *text != '\0' ? text : NULL);
  if (!lsc_rank_is_told (item->source->rank))
    return;
  if (*text == '\0')
    g_hash_table_remove (self->state->aliases, &item->source->rank);
  else
    g_hash_table_insert (self->state->aliases, g_memdup2 (&item->source->rank, sizeof (gint64)),
                         g_strdup (text));
}

static void
on_answer (AdwMessageDialog *dialog, const char *response, Question *question)
{
  LscTimelinePage *self = question->page;

  if (!g_str_equal (response, "ok") || !self->chart || !get_rank (self, question->rank))
    return;
  take_alias (self, question->rank, gtk_editable_get_text (question->entry));
  lsc_timeline_chart_layout_edited (self->chart);
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_RANKS);
  _lsc_timeline_page_queue_save (self);
}

static void
ask_alias (LscTimelinePage *self)
{
  guint32 rank = _lsc_timeline_page_get_current_rank (self);
  Question *question;
  AdwMessageDialog *dialog;
  GtkWidget *entry = gtk_entry_new ();

  if (!get_rank (self, rank))
    {
      _lsc_timeline_page_bell (self);
      return;
    }
  dialog = lsc_question_new (GTK_WIDGET (self), _ ("Name of the Rank"),
                             _ ("Leave it empty for the usual name."), entry);
  gtk_editable_set_text (GTK_EDITABLE (entry),
                         lsc_timeline_layout_get_label (get_layout (self), rank));
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "ok", _ ("_Apply"), NULL);
  adw_message_dialog_set_default_response (dialog, "ok");
  adw_message_dialog_set_response_appearance (dialog, "ok", ADW_RESPONSE_SUGGESTED);
  question = g_new0 (Question, 1);
  *question = (Question){ g_object_ref (self), rank, GTK_EDITABLE (entry) };
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_answer), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

const LscAppPageAction _lsc_timeline_page_rank_actions[] = {
  { "timeline.load-rank", G_CALLBACK (load_rank) },
  { "timeline.reload-rank", G_CALLBACK (reload_rank) },
  { "timeline.load-all", G_CALLBACK (load_all) },
  { "timeline.load-group", G_CALLBACK (load_group) },
  { "timeline.set-alias", G_CALLBACK (ask_alias) },
  { NULL },
};
