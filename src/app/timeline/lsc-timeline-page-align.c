/* lsc-timeline-page-align.c - making the clocks of ranks agree: by a slice, by collectives
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-align.h"
#include "base/lsc-time.h"
#include "app/timeline/lsc-timeline-page-private.h"

static LscTimelineLayout *
get_layout (LscTimelinePage *self)
{
  return lsc_timeline_chart_get_layout (self->chart);
}

static gboolean
is_spot (const LscTimelineSpot *spot)
{
  return spot->rank != LSC_SLICE_NONE;
}

static void
offsets_changed (LscTimelinePage *self)
{
  lsc_timeline_chart_layout_edited (self->chart);
  _lsc_timeline_page_emit_ranks_changed (self);
  _lsc_timeline_page_search_restart (self);
  _lsc_timeline_page_queue_save (self);
}

/* ---- by a slice (timeline 10) ---- */

/* The selected slice's rank moves so that both slices begin, or end, together. */
static void
align_pair (LscTimelinePage *self, const LscTimelineSpot *slice, gboolean by_end)
{
  gint64 base_begin, base_end, begin_ns, end_ns, offset;

  if (!lsc_timeline_chart_get_slice_time (self->chart, &self->base, &base_begin, &base_end) ||
      !lsc_timeline_chart_get_slice_time (self->chart, slice, &begin_ns, &end_ns))
    return;
  offset = lsc_timeline_layout_get_offset (get_layout (self), slice->rank);
  offset += by_end ? end_ns - base_end : begin_ns - base_begin;
  _lsc_timeline_page_set_offset (self, slice->rank, offset);
}

/* Every other rank moves by its occurrence of the base slice. */
static guint
align_all (LscTimelinePage *self, const LscTimelineSpot *base, gboolean by_end)
{
  LscTimelineLayout *layout = get_layout (self);
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, base->rank);
  gint64 base_offset = lsc_timeline_layout_get_offset (layout, base->rank), offset;
  guint n = 0;

  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (layout); rank++)
    {
      LscTimeline *other = lsc_timeline_layout_get_timeline (layout, rank);

      if (other == NULL || rank == base->rank ||
          !lsc_align_by_slice (timeline, base->spot, other, by_end, &offset))
        continue;
      _lsc_timeline_page_set_offset (self, rank, offset + base_offset);
      n++;
    }
  return n;
}

static void
align_by_slice (LscTimelinePage *self, gboolean by_end)
{
  LscTimelineSpot slice = lsc_timeline_chart_get_selected (self->chart);
  g_autofree char *text = NULL;
  guint n = 1;

  if (!is_spot (&slice))
    {
      lsc_timeline_page_say (self, _ ("Select a slice first: ranks are aligned by it."));
      return;
    }
  if (is_spot (&self->base) && self->base.rank != slice.rank)
    align_pair (self, &slice, by_end);
  else
    n = align_all (self, &slice, by_end);
  text = n > 0 ? g_strdup_printf (
                     g_dngettext (GETTEXT_PACKAGE, "%u rank aligned", "%u ranks aligned", n), n)
               : g_strdup (_ ("No other loaded rank has a slice of that name."));
  lsc_timeline_page_say (self, text);
  offsets_changed (self);
}

static void
set_base (LscTimelinePage *self)
{
  LscTimelineSpot slice = lsc_timeline_chart_get_selected (self->chart);

  self->base = slice;
  lsc_timeline_page_say (
      self, is_spot (&slice) ? _ ("Base of alignment set. Select a slice of another rank, then "
                                  "press L or R.")
                             : _ ("Select a slice first: ranks are aligned by it."));
}

/* ---- by collectives ---- */

typedef struct
{
  GPtrArray *timelines; /* LscTimeline */
  LscInt64s ranks;      /* of the layout */
  guint base;
} Align;

static void
align_free (gpointer data)
{
  Align *self = data;

  g_ptr_array_unref (self->timelines);
  lsc_int64s_clear (&self->ranks);
  g_free (self);
}

static gpointer
run_align (gpointer data, LscJob *job, GError **error)
{
  Align *self = data;

  if (self->timelines->len < 2)
    return NULL; /* which is told */
  return lsc_align_by_collectives ((LscTimeline *const *) self->timelines->pdata,
                                   self->timelines->len, self->base);
}

static void
append_alignment (GString *text, const LscAlignment *alignment)
{
  g_autofree char *offset = lsc_format_duration (alignment->offset_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *p10 = lsc_format_duration (alignment->p10_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *p90 = lsc_format_duration (alignment->p90_ns, LSC_TIME_UNIT_AUTO);

  if (text->len > 0)
    g_string_append (text, " · ");
  if (alignment->refusal != NULL)
    g_string_append_printf (text, _ ("rank %" PRId64 ": %s"), alignment->rank, alignment->refusal);
  else
    g_string_append_printf (text, _ ("rank %" PRId64 ": %s (%zu collectives, %s to %s)"),
                            alignment->rank, offset, alignment->n_matches, p10, p90);
}

static void
on_aligned (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTimelinePage *self = owner;
  const Align *align = data;
  g_autoptr (GArray) found = result;
  g_autoptr (GString) text = g_string_new (NULL);
  LscTimelineLayout *layout = get_layout (self);
  gint64 base_offset =
      align->ranks.n == 0
          ? 0
          : lsc_timeline_layout_get_offset (layout, (guint32) align->ranks.items[align->base]);

  for (guint i = 0; found != NULL && i < found->len; i++)
    {
      const LscAlignment *alignment = &g_array_index (found, LscAlignment, i);
      guint32 rank = found->len == align->ranks.n
                         ? (guint32) align->ranks.items[i]
                         : _lsc_timeline_page_find_rank (self, alignment->rank);

      if (rank == LSC_SLICE_NONE || rank == (guint32) align->ranks.items[align->base])
        continue;
      append_alignment (text, alignment);
      if (alignment->refusal == NULL)
        _lsc_timeline_page_set_offset (self, rank, alignment->offset_ns + base_offset);
    }
  lsc_timeline_page_say (self,
                         text->len > 0 ? text->str : _ ("Load two ranks or more to align them."));
  offsets_changed (self);
}

static void
align_auto (LscTimelinePage *self)
{
  LscTimelineLayout *layout = get_layout (self);
  guint32 current = _lsc_timeline_page_get_current_rank (self);
  Align *align = g_new0 (Align, 1);

  align->timelines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);
  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (layout); rank++)
    {
      LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, rank);

      if (timeline == NULL)
        continue;
      if (rank == current)
        align->base = align->timelines->len;
      g_ptr_array_add (align->timelines, lsc_timeline_ref (timeline));
      lsc_int64s_append (&align->ranks, rank);
    }
  lsc_task_start (self, &self->aligning,
                  &(LscTaskWork){ .name = "timeline: align ranks",
                                  .run = run_align,
                                  .data = align,
                                  .free_data = align_free,
                                  .free_result = (GDestroyNotify) g_array_unref,
                                  .done = on_aligned });
}

/* ---- by the first event, and back ---- */

static void
align_first (LscTimelinePage *self)
{
  LscTimelineLayout *layout = get_layout (self);
  gboolean has_base = FALSE;
  gint64 base_ns = 0;

  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (layout); rank++)
    {
      LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, rank);

      if (timeline == NULL)
        continue;
      if (!has_base)
        base_ns = timeline->main_begin_ns - lsc_timeline_layout_get_offset (layout, rank);
      has_base = TRUE;
      _lsc_timeline_page_set_offset (self, rank, timeline->main_begin_ns - base_ns);
    }
  offsets_changed (self);
}

static void
default_offsets (LscTimelinePage *self)
{
  for (guint32 rank = 0; rank < self->ranks->len; rank++)
    _lsc_timeline_page_set_offset (self, rank, 0);
  offsets_changed (self);
}

/* Does what the key table calls @verb, when it belongs to alignment. */
gboolean
_lsc_timeline_page_align_verb (LscTimelinePage *self, const char *verb)
{
  if (g_str_equal (verb, "set-base"))
    set_base (self);
  else if (g_str_equal (verb, "clear-base"))
    self->base = LSC_TIMELINE_SPOT_NONE;
  else if (g_str_equal (verb, "align-start"))
    align_by_slice (self, FALSE);
  else if (g_str_equal (verb, "align-end"))
    align_by_slice (self, TRUE);
  else if (g_str_equal (verb, "align-auto"))
    align_auto (self);
  else if (g_str_equal (verb, "align-first"))
    align_first (self);
  else if (g_str_equal (verb, "default-offsets"))
    default_offsets (self);
  else
    return FALSE;
  return TRUE;
}
