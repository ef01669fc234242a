/* lsc-timeline-page-align.c - making the clocks of ranks agree: by a slice, by what was recorded
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

/* ---- by a slice (times.md#align-slice) ---- */

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

      if (!other || rank == base->rank ||
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
  _lsc_timeline_page_note_offsets (self);
  if (is_spot (&self->base) && self->base.rank != slice.rank)
    align_pair (self, &slice, by_end);
  else
    n = align_all (self, &slice, by_end);
  text = n > 0 ? g_strdup_printf (
                     g_dngettext (GETTEXT_PACKAGE, "%u rank aligned", "%u ranks aligned", n), n)
               : g_strdup (_ ("No other loaded rank has a slice of that name."));
  lsc_timeline_page_say (self, text);
  _lsc_timeline_page_offsets_changed (self);
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

/* ---- by what was recorded of messages and collectives ---- */

typedef struct
{
  GPtrArray *timelines; /* LscTimeline */
  guint base;           /* index into @timelines */
} Align;

static void
align_free (gpointer data)
{
  Align *self = data;

  g_ptr_array_unref (self->timelines);
  g_free (self);
}

static char *
describe_refusal (const LscClock *clock)
{
  g_autofree char *spread = lsc_format_duration (clock->p90_ns - clock->p10_ns, LSC_TIME_UNIT_AUTO);

  if (clock->refusal == LSC_CLOCK_DISAGREE)
    return g_strdup_printf (_ ("The matched collectives disagree by %s; more than 1 ms cannot be "
                               "the clocks. The ranks may be of different runs."),
                            spread);
  return g_strdup_printf (_ ("Only %zu collectives of all members were found on both ranks; "
                             "at least three are needed."),
                          clock->n_messages);
}

/* What the offset of a clock was taken from. */
static char *
describe_source (const LscClock *clock)
{
  g_autofree char *far = clock->uncertainty_ns < 0
                             ? g_strdup (_ ("uncertainty unknown"))
                             : lsc_format_duration (clock->uncertainty_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *uncertainty =
      clock->uncertainty_ns < 0 ? g_strdup (far) : g_strdup_printf ("±%s", far);
  g_autofree char *p10 = lsc_format_duration (clock->p10_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *p90 = lsc_format_duration (clock->p90_ns, LSC_TIME_UNIT_AUTO);

  switch (clock->source)
    {
    case LSC_CLOCK_P2P:
    case LSC_CLOCK_ONE_SIDED:
      return g_strdup_printf (_ ("%zu messages, %s"), clock->n_messages, uncertainty);
    case LSC_CLOCK_BOUNDS:
      return g_strdup_printf (_ ("dependencies between blocks, %s"), uncertainty);
    case LSC_CLOCK_COLLECTIVES:
      return g_strdup_printf (_ ("%zu collectives, %s to %s"), clock->n_messages, p10, p90);
    default:
      return g_strdup (_ ("same host"));
    }
}

static void
append_clock (GString *text, const LscClock *clock)
{
  g_autofree char *offset = lsc_format_duration (clock->offset_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *about =
      clock->source == LSC_CLOCK_UNKNOWN ? describe_refusal (clock) : describe_source (clock);
  g_autoptr (LscPhrase) name = lsc_rank_name_new (clock->rank, NULL);
  g_autofree char *rank = lsc_phrase_to_words (name);

  if (text->len > 0)
    g_string_append (text, " · ");
  if (clock->source == LSC_CLOCK_UNKNOWN)
    g_string_append_printf (text, _ ("%s: %s"), rank, about);
  else
    g_string_append_printf (text, _ ("%s: %s (%s)"), rank, offset, about);
}

/* The rank of a timeline that was aligned; another project may be shown by now. */
static guint32
find_timeline (LscTimelinePage *self, const LscTimeline *timeline)
{
  LscTimelineLayout *layout = get_layout (self);

  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (layout); rank++)
    if (lsc_timeline_layout_get_timeline (layout, rank) == timeline)
      return rank;
  return LSC_SLICE_NONE;
}

static void
apply_clocks (LscTimelinePage *self, const Align *align, const LscClocks *clocks)
{
  guint32 base = find_timeline (self, g_ptr_array_index (align->timelines, align->base));
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 base_offset;

  if (base == LSC_SLICE_NONE)
    return;
  _lsc_timeline_page_note_offsets (self);
  base_offset = lsc_timeline_layout_get_offset (get_layout (self), base);
  for (guint i = 0; i < clocks->n_clocks; i++)
    {
      const LscClock *clock = &clocks->clocks[i];
      guint32 rank = find_timeline (self, g_ptr_array_index (align->timelines, i));

      if (rank == LSC_SLICE_NONE || rank == base)
        continue;
      append_clock (text, clock);
      if (clock->source != LSC_CLOCK_UNKNOWN)
        _lsc_timeline_page_set_offset (self, rank, clock->offset_ns + base_offset);
    }
  lsc_timeline_page_say (self, text->str);
  _lsc_timeline_page_offsets_changed (self);
}

static void
on_aligned (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  g_autoptr (LscClocks) clocks = result;

  if (clocks) /* else it was cancelled */
    apply_clocks (owner, data, clocks);
}

static void
align_auto (LscTimelinePage *self)
{
  LscTimelineLayout *layout = get_layout (self);
  guint32 current = _lsc_timeline_page_get_current_rank (self);
  Align *align = g_new0 (Align, 1);
  const LscTaskWish wish = { .owner = self,
                             .slot = &self->aligning,
                             .done = on_aligned,
                             .data = align,
                             .free_data = align_free };

  align->timelines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);
  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (layout); rank++)
    {
      LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, rank);

      if (!timeline)
        continue;
      if (rank == current)
        align->base = align->timelines->len;
      g_ptr_array_add (align->timelines, lsc_timeline_ref (timeline));
    }
  if (align->timelines->len > 1)
    {
      const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));

      lsc_loader_align (source->loader,
                        &(LscAlignOf){ source->cluster, align->timelines, align->base }, &wish);
      return;
    }
  lsc_timeline_page_say (self, _ ("Load two ranks or more to align them."));
  align_free (align);
}

/* ---- by the first event, and back ---- */

static void
align_first (LscTimelinePage *self)
{
  LscTimelineLayout *layout = get_layout (self);
  gboolean has_base = FALSE;
  gint64 base_ns = 0;

  _lsc_timeline_page_note_offsets (self);
  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (layout); rank++)
    {
      LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, rank);

      if (!timeline)
        continue;
      if (!has_base)
        base_ns = timeline->main_begin_ns - lsc_timeline_layout_get_offset (layout, rank);
      has_base = TRUE;
      _lsc_timeline_page_set_offset (self, rank, timeline->main_begin_ns - base_ns);
    }
  _lsc_timeline_page_offsets_changed (self);
}

static void
default_offsets (LscTimelinePage *self)
{
  _lsc_timeline_page_note_offsets (self);
  lsc_timeline_layout_clear_lane_offsets (get_layout (self));
  for (guint32 rank = 0; rank < self->ranks->len; rank++)
    _lsc_timeline_page_set_offset (self, rank, 0);
  _lsc_timeline_page_offsets_changed (self);
}

static void
clear_base (LscTimelinePage *self)
{
  self->base = LSC_TIMELINE_SPOT_NONE;
}

const LscAppPageAction _lsc_timeline_page_align_actions[] = {
  { "timeline.set-base", G_CALLBACK (set_base) },
  { "timeline.clear-base", G_CALLBACK (clear_base) },
  { "timeline.align-start", G_CALLBACK (align_by_slice), FALSE },
  { "timeline.align-end", G_CALLBACK (align_by_slice), TRUE },
  { "timeline.align-auto", G_CALLBACK (align_auto) },
  { "timeline.align-first", G_CALLBACK (align_first) },
  { "timeline.default-offsets", G_CALLBACK (default_offsets) },
  { NULL },
};
