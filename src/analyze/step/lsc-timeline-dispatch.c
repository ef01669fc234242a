/* lsc-timeline-dispatch.c - lists of what the dispatch analysis found in the loaded ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-timeline-dispatch.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-sort.h"
#include "base/lsc-time.h"

#define LEAST_BREAK_NS 50000 /* dispatch.md#breaks: shorter ones are not reported */

static const char *const lengths[LSC_DISPATCH_N_LISTS] = {
  [LSC_DISPATCH_GAPS] = "dur_ns",
  [LSC_DISPATCH_GAPS_OUTSIDE] = "dur_ns",
  [LSC_DISPATCH_BREAKS] = "idle_ns",
  [LSC_DISPATCH_SYNCS] = "dur_ns",
};

/** lsc_timeline_dispatch_get_length: Returns: (nullable): column of the length of what begins at
 * start_ns; %NULL = rows have no such time */
const char *
lsc_timeline_dispatch_get_length (LscTimelineDispatchList list)
{
  return lengths[list];
}

/** lsc_timeline_dispatch_free: @self: (transfer full) */
void
lsc_timeline_dispatch_free (gpointer self)
{
  LscTimelineDispatch *found = self;

  for (guint i = 0; i < LSC_DISPATCH_N_LISTS; i++)
    g_clear_pointer (&found->lists[i], lsc_table_unref);
  g_ptr_array_unref (found->timelines);
  g_free (found->offsets);
  g_free (found->free_shares);
  g_free (found);
}

static gboolean
touches (const LscTimelineLimits *limits, gint64 begin_ns, gint64 end_ns)
{
  return begin_ns < limits->end_ns && end_ns > limits->begin_ns;
}

/* Whether a row begins or ends inside of the limits, which are local here. */
static gboolean
is_inside (LscTimelineDispatchList id, const LscTable *table, guint32 row,
           const LscOverlap *overlap, const LscTimelineLimits *limits)
{
  if (lengths[id] != NULL)
    {
      gint64 begin_ns = lsc_table_get_named (table, row, "start_ns").integer;

      return touches (limits, begin_ns,
                      begin_ns + lsc_table_get_named (table, row, lengths[id]).integer);
    }
  if (id == LSC_DISPATCH_SUMMARY && row < overlap->steps.n)
    {
      const LscOverlapSums *step = &overlap->steps.items[row];

      return touches (limits, step->begin_ns, step->end_ns);
    }
  return TRUE;
}

/* Returns: (transfer full): the rows of a rank's table inside of the limits */
static LscTable *
limit_table (LscTimelineDispatchList id, const LscTable *table, const LscOverlap *overlap,
             const LscTimelineLimits *limits)
{
  LscTable *inside = lsc_table_new_like (table);
  LscIndexes rows = { 0 };

  for (guint32 row = 0; row < lsc_table_get_n_rows (table); row++)
    if (is_inside (id, table, row, overlap, limits))
      lsc_indexes_append (&rows, row);
  lsc_table_append_rows (inside, table, rows.items, rows.n);
  lsc_indexes_clear (&rows);
  return inside;
}

/* Returns: (transfer full): the gaps inside of steps or those outside; without steps all are inside
 */
static LscTable *
make_gaps (const LscTimeline *timeline, const LscDispatch *dispatch, gboolean is_outside)
{
  g_autoptr (LscTable) all = lsc_dispatch_get_gaps (timeline, dispatch);
  LscTable *gaps = lsc_table_new_like (all);
  LscIndexes rows = { 0 };

  for (guint32 row = 0; row < lsc_table_get_n_rows (all); row++)
    if ((timeline->steps.n > 0 && lsc_table_get_named (all, row, "step").is_null) == is_outside)
      lsc_indexes_append (&rows, row);
  lsc_table_append_rows (gaps, all, rows.items, rows.n);
  lsc_indexes_clear (&rows);
  return gaps;
}

static LscTable *
make_table (LscTimelineDispatchList id, const LscTimeline *timeline, const LscDispatch *dispatch)
{
  switch (id)
    {
    case LSC_DISPATCH_GAPS:
    case LSC_DISPATCH_GAPS_OUTSIDE:
      return make_gaps (timeline, dispatch, id == LSC_DISPATCH_GAPS_OUTSIDE);
    case LSC_DISPATCH_BREAKS:
      return lsc_dispatch_get_breaks (timeline, dispatch);
    case LSC_DISPATCH_BREAK_GROUPS:
      return lsc_dispatch_get_break_groups (timeline, dispatch, LEAST_BREAK_NS);
    case LSC_DISPATCH_SYNCS:
      return lsc_dispatch_get_syncs (timeline, dispatch);
    default:
      return lsc_dispatch_get_summary (timeline, dispatch);
    }
}

/* Returns: free part of a rank's time, or of that inside of the limits; negative = not known */
static double
get_free_share (const LscTimelineDispatch *found, guint rank)
{
  const LscTimelineAnalysis *analysis =
      lsc_timeline_get_analysis (g_ptr_array_index (found->timelines, rank));
  gint64 offset = found->offsets[rank], length_ns;
  LscOverlapSums sums;

  if (analysis == NULL || analysis->dispatch == NULL)
    return -1;
  if (!found->limits.is_set || !analysis->overlap->all.has_device)
    return analysis->dispatch->all.free_share;
  sums = lsc_overlap_sum_range (analysis->overlap, found->limits.begin_ns + offset,
                                found->limits.end_ns + offset);
  length_ns = sums.computing_ns + sums.not_overlapped_ns + sums.free_ns;
  return length_ns > 0 ? (double) sums.free_ns / (double) length_ns : -1;
}

static void
add_rank (LscTimelineDispatch *found, guint rank)
{
  const LscTimeline *timeline = g_ptr_array_index (found->timelines, rank);
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  LscTimelineLimits limits = { found->limits.is_set, found->limits.begin_ns + found->offsets[rank],
                               found->limits.end_ns + found->offsets[rank] };

  found->free_shares[rank] = get_free_share (found, rank);
  for (guint i = 0; analysis != NULL && analysis->dispatch != NULL && i < LSC_DISPATCH_N_LISTS; i++)
    {
      g_autoptr (LscTable) table =
          make_table ((LscTimelineDispatchList) i, timeline, analysis->dispatch);

      if (limits.is_set)
        {
          g_autoptr (LscTable) all = g_steal_pointer (&table);

          table = limit_table ((LscTimelineDispatchList) i, all, analysis->overlap, &limits);
        }
      if (found->lists[i] == NULL)
        found->lists[i] = g_steal_pointer (&table);
      else
        lsc_table_append_table (found->lists[i], table);
    }
}

/**
 * lsc_timeline_dispatch_find:
 * @asked_data: an LscTimelineDispatch with timelines, offsets and limits; not changed
 *
 * Makes the lists, on a thread.
 *
 * Returns: (transfer full) (nullable): an LscTimelineDispatch; %NULL with @error when cancelled
 */
gpointer
lsc_timeline_dispatch_find (gpointer asked_data, LscJob *job, GError **error)
{
  const LscTimelineDispatch *asked = asked_data;
  LscTimelineDispatch *found = g_new0 (LscTimelineDispatch, 1);

  found->timelines = g_ptr_array_ref (asked->timelines);
  found->offsets = g_memdup2 (asked->offsets, asked->timelines->len * sizeof *asked->offsets);
  found->limits = asked->limits;
  found->free_shares = g_new (double, asked->timelines->len + 1);
  for (guint i = 0; i < found->timelines->len; i++)
    {
      if (!lsc_job_check (job, error))
        {
          lsc_timeline_dispatch_free (found);
          return NULL;
        }
      add_rank (found, i);
    }
  return found;
}

/* ---- in words ---- */

/**
 * lsc_timeline_dispatch_describe_rank:
 * @rank: index in the timelines
 *
 * Returns: (transfer full): how much of its time is free, and why that matters; "" = not known
 */
char *
lsc_timeline_dispatch_describe_rank (const LscTimelineDispatch *self, guint rank)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const LscTimelineAnalysis *analysis =
      lsc_timeline_get_analysis (g_ptr_array_index (self->timelines, rank));
  double free_share = self->free_shares[rank];
  g_autofree char *reason = NULL;

  if (analysis == NULL || analysis->dispatch == NULL)
    return g_strdup ("");
  if (free_share >= 0)
    {
      g_autofree char *share = lsc_format_share (free_share);
      gboolean is_bound = analysis->dispatch->all.is_dispatch_bound && !self->limits.is_set;

      g_string_append_printf (
          text, self->limits.is_set ? _ ("Free %s of the selected range") : _ ("Free %s"), share);
      g_string_append (text, is_bound ? _ (", dispatch-bound") : "");
      if (free_share > 0.1 && !is_bound)
        g_string_append (text, free_share > 0.3 ? _ (", severe") : _ (", above 10 %"));
    }
  reason = lsc_phrase_to_words (analysis->dispatch->reason);
  if (reason != NULL)
    g_string_append_printf (text, "%s%s", free_share >= 0 ? ". " : "", reason);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static int
compare_free (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscTimelineDispatch *self = user_data;

  return LSC_ORDER (self->free_shares[*(const guint *) b], self->free_shares[*(const guint *) a]);
}

/**
 * lsc_timeline_dispatch_describe:
 * @n_lines: how many ranks at most
 *
 * Returns: (transfer full): a line for each rank, the worst first
 */
char *
lsc_timeline_dispatch_describe (const LscTimelineDispatch *self, guint n_lines)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->timelines->len; i++)
    g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_free, (gpointer) self);
  for (guint i = 0; i < MIN (order->len, n_lines); i++)
    {
      guint rank = g_array_index (order, guint, i);
      g_autofree char *label = lsc_timeline_get_label (g_ptr_array_index (self->timelines, rank));

      g_autofree char *words = lsc_timeline_dispatch_describe_rank (self, rank);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? "\n" : "", label, words);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
