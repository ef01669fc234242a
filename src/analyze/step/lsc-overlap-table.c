/* lsc-overlap-table.c - the sums of the overlap analysis as a table, and the step of a slice
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "analyze/step/lsc-overlap-private.h"

typedef struct
{
  gint64 rank;
  gint64 step;
  gint64 computing_ns;
  gint64 communication_ns;
  gint64 not_overlapped_ns;
  gint64 overlapped_ns;
  gint64 free_ns;
  gint64 free_extended_ns;
  const LscPhrase *reason;
  gint64 e2e_ns;
  gint64 stage_ns;
  gint64 bubble_ns;
  gint64 preparing_ns;
  gint64 pp_send_receive_ns;
  gint64 begin_ns;
  gint64 end_ns;
} Row;

#define NS(member, name, title, source, about)                                                     \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NS, source, about)

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_STEP_COLUMN (Row),
  NS (computing_ns, "computing_ns", N_ ("Computing"), "steps.md#overlap",
      N_ ("Time in which at least one kernel computes; what runs at the same time counts once.")),
  NS (communication_ns, "communication_ns", N_ ("Communication"), "steps.md#overlap",
      N_ ("Time in which at least one communication operator runs; what runs at the same time "
          "counts once.")),
  NS (not_overlapped_ns, "communication_not_overlapped_ns", N_ ("Communication (not overlapped)"),
      "steps.md#overlap", N_ ("Communication during which nothing computes.")),
  NS (overlapped_ns, "overlapped_ns", N_ ("Overlapped"), "steps.md#overlap",
      N_ ("Communication during which something computes.")),
  NS (free_ns, "free_ns", N_ ("Free"), "steps.md#free",
      N_ ("Time between the first start and the last end in which the device neither computes nor "
          "communicates.")),
  NS (free_extended_ns, "free_extended_ns", N_ ("Free (extended)"), "steps.md#free-extended",
      N_ ("Free time together with that before the first and after the last kernel, as far as any "
          "task of the device reaches.")),
  LSC_COLUMN (Row, reason, "reason", N_ ("Not available because"), LSC_UNIT_NONE, NULL,
              N_ ("Why figures of this row are missing.")),
  NS (e2e_ns, "e2e_ns", N_ ("End to end"), "steps.md#step-figures",
      N_ ("From the first start to the last end of computing and communication.")),
  NS (stage_ns, "stage_ns", N_ ("Stage"), "steps.md#step-figures",
      N_ ("End to end without the bubble: what the rank's own pipeline stage took.")),
  NS (bubble_ns, "bubble_ns", N_ ("Bubble"), "steps.md#step-figures",
      N_ ("Time in receive operators, those at the same time counted once.")),
  NS (preparing_ns, "preparing_ns", N_ ("Preparing"), "steps.md#step-figures",
      N_ ("From the start of the step on the host to the first work on the device.")),
  NS (pp_send_receive_ns, "pp_send_receive_ns", N_ ("PP send/receive"), "steps.md#step-figures",
      N_ ("Communication in groups of pipeline stages, what runs at the same time counted once.")),
  NS (begin_ns, "begin_ns", N_ ("Start"), "steps.md#step-figures",
      N_ ("First start of computing or communication, as recorded.")),
  NS (end_ns, "end_ns", N_ ("End"), "steps.md#step-figures",
      N_ ("Last end of computing or communication, as recorded.")),
};

const LscTableInfo lsc_overlap_table_info = LSC_TABLE_INFO ("overlap", Row, columns);

static LscPhrase *
make_reason (const LscTimeline *timeline, const LscOverlap *self, const LscOverlapSums *sums)
{
  if (!self->all.has_device)
    return lsc_phrase_new_text (
        N_ ("The recording holds no computing and no communication of a device."));
  if (!sums->has_device)
    return lsc_phrase_new_text (N_ ("The device neither computed nor communicated in this step."));
  if (sums->has_extended)
    return NULL;
  if (timeline->extended_reason)
    return lsc_phrase_copy (timeline->extended_reason);
  return lsc_phrase_new_text (
      N_ ("What else ran on the device is not recorded, so the free time before the first "
          "and after the last kernel is not known."));
}

static void
begin_row (Row *row, const LscTimeline *timeline)
{
  lsc_table_info_clear_row (&lsc_overlap_table_info, row);
  row->rank = timeline->rank >= 0 ? timeline->rank : LSC_INT_NULL;
}

static void
add_row (LscTable *table, const LscTimeline *timeline, const LscOverlap *self,
         const LscOverlapSums *sums)
{
  g_autoptr (LscPhrase) reason = make_reason (timeline, self, sums);
  Row row;

  begin_row (&row, timeline);
  row.step = sums->has_step ? sums->step : LSC_INT_NULL;
  row.reason = reason;
  if (sums->has_device)
    {
      row.computing_ns = sums->computing_ns;
      row.communication_ns = sums->communication_ns;
      row.not_overlapped_ns = sums->not_overlapped_ns;
      row.overlapped_ns = sums->overlapped_ns;
      row.free_ns = sums->free_ns;
      row.free_extended_ns = sums->has_extended ? sums->free_extended_ns : LSC_INT_NULL;
      row.e2e_ns = sums->end_ns - sums->begin_ns;
      row.stage_ns = sums->stage_ns;
      row.bubble_ns = sums->bubble_ns;
      row.preparing_ns = sums->has_step ? sums->preparing_ns : LSC_INT_NULL;
      row.pp_send_receive_ns = sums->pp_send_receive_ns;
      row.begin_ns = sums->begin_ns;
      row.end_ns = sums->end_ns;
    }
  lsc_table_add (table, &row);
}

static gint64
known_or_null (gint64 value_ns)
{
  return value_ns >= 0 ? value_ns : LSC_INT_NULL;
}

static void
add_told_row (LscTable *table, const LscTimeline *timeline, const LscToldStep *told)
{
  g_autoptr (LscPhrase) reason =
      lsc_phrase_new_text (N_ ("The events were not exported: the sums are those of "
                               "step_trace_time.csv, and what is not in it is not known."));
  Row row;

  begin_row (&row, timeline);
  row.step = told->step;
  row.computing_ns = known_or_null (told->computing_ns);
  row.communication_ns = known_or_null (told->communication_ns);
  row.not_overlapped_ns = known_or_null (told->not_overlapped_ns);
  row.overlapped_ns = known_or_null (told->overlapped_ns);
  row.free_ns = known_or_null (told->free_ns);
  row.reason = reason;
  lsc_table_add (table, &row);
}

/**
 * lsc_overlap_get_table:
 *
 * One row a step, or one for the whole recording when there are no steps. What is not recorded is
 * NULL, and the column "reason" says why. Where only tables were exported, the sums are theirs.
 *
 * Returns: (transfer full): the table "overlap"
 */
LscTable *
lsc_overlap_get_table (const LscTimeline *timeline, const LscOverlap *self)
{
  LscTable *table = lsc_table_new_for (&lsc_overlap_table_info);

  if (!self->all.has_device && timeline->told_steps.n > 0)
    {
      for (gsize i = 0; i < timeline->told_steps.n; i++)
        add_told_row (table, timeline, &timeline->told_steps.items[i]);
      return table;
    }
  for (guint i = 0; i < self->steps->len; i++)
    add_row (table, timeline, self, &g_array_index (self->steps, LscOverlapSums, i));
  return table;
}

static gboolean
is_on_device (guint32 role)
{
  return role == LSC_ROLE_STREAM || role == LSC_ROLE_COMM_GROUP || role == LSC_ROLE_COMM_PLANE ||
         role == LSC_ROLE_OVERLAP_LANE || role == LSC_ROLE_GAPS;
}

/**
 * lsc_timeline_find_step:
 * @spot: a slice
 * @step: (out): its step
 *
 * On the device that is the step in whose extent the slice starts, elsewhere the one in whose host
 * times it does (steps.md#step).
 *
 * Cost: O(log steps).
 *
 * Returns: whether it starts in a step
 */
gboolean
lsc_timeline_find_step (const LscTimeline *timeline, LscSpot spot, gint64 *step)
{
  const LscNode *node = lsc_timeline_get_node (timeline, spot.node);
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  gint64 start_ns = node->lane->start_ns[spot.slice];
  const LscOverlapSums *found;
  gsize index;

  if (analysis && is_on_device (node->role))
    {
      found = _lsc_overlap_find_step (analysis->overlap, start_ns);
      if (found)
        *step = found->step;
      return found != NULL;
    }
  index = _lsc_steps_find (&timeline->steps, start_ns);
  if (index == timeline->steps.n)
    return FALSE;
  *step = timeline->steps.items[index].id;
  return TRUE;
}
