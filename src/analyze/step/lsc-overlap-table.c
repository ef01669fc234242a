/* lsc-overlap-table.c - the sums of the overlap analysis as a table, and the step of a slice
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "analyze/step/lsc-overlap-private.h"

#define NS(name, title, source)                                                                    \
  {                                                                                                \
    name, title, LSC_TYPE_INT, LSC_UNIT_NS, source                                                 \
  }

static const LscColumn columns[] = {
  { "rank", N_ ("Rank"), LSC_TYPE_INT, LSC_UNIT_ID, "rank" },
  { "step", N_ ("Step"), LSC_TYPE_INT, LSC_UNIT_ID, "STEP_TIME.id" },
  NS ("computing_ns", N_ ("Computing"), "timeline 4.2"),
  NS ("communication_ns", N_ ("Communication"), "timeline 4.2"),
  NS ("communication_not_overlapped_ns", N_ ("Communication (not overlapped)"), "timeline 4.2"),
  NS ("overlapped_ns", N_ ("Overlapped"), "timeline 4.2"),
  NS ("free_ns", N_ ("Free"), "timeline 4.2, inner"),
  NS ("free_extended_ns", N_ ("Free (extended)"), "timeline 4.2, extended"),
  { "reason", N_ ("Not available because"), LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
  NS ("e2e_ns", N_ ("End to end"), "timeline 4.4"),
  NS ("stage_ns", N_ ("Stage"), "timeline 4.4"),
  NS ("bubble_ns", N_ ("Bubble"), "timeline 4.4"),
  NS ("preparing_ns", N_ ("Preparing"), "timeline 4.4"),
  NS ("pp_send_receive_ns", N_ ("PP send/receive"), "timeline 4.4"),
  NS ("begin_ns", N_ ("Start"), "timeline 4.4"),
  NS ("end_ns", N_ ("End"), "timeline 4.4"),
};

enum
{
  RANK,
  STEP,
  COMPUTING,
  COMMUNICATION,
  NOT_OVERLAPPED,
  OVERLAPPED,
  FREE,
  FREE_EXTENDED,
  REASON,
  E2E,
  STAGE,
  BUBBLE,
  PREPARING,
  PP_SEND_RECEIVE,
  BEGIN,
  END,
};

static const char *
get_reason (const LscTimeline *timeline, const LscOverlap *self, const LscOverlapSums *sums)
{
  if (!self->all.has_device)
    return _ ("The recording holds no computing and no communication of a device.");
  if (!sums->has_device)
    return _ ("The device neither computed nor communicated in this step.");
  if (sums->has_extended)
    return NULL;
  return timeline->extended_reason
             ? timeline->extended_reason
             : _ ("What else ran on the device is not recorded, so the free time before the first "
                  "and after the last kernel is not known.");
}

static void
add_row (LscTable *table, const LscTimeline *timeline, const LscOverlap *self,
         const LscOverlapSums *sums)
{
  gsize row = lsc_table_add_row (table);
  const char *reason = get_reason (timeline, self, sums);

  if (timeline->rank >= 0)
    lsc_table_set_int (table, row, RANK, timeline->rank);
  if (sums->has_step)
    lsc_table_set_int (table, row, STEP, sums->step);
  if (reason)
    lsc_table_set_text (table, row, REASON, reason);
  if (!sums->has_device)
    return;
  lsc_table_set_int (table, row, COMPUTING, sums->computing_ns);
  lsc_table_set_int (table, row, COMMUNICATION, sums->communication_ns);
  lsc_table_set_int (table, row, NOT_OVERLAPPED, sums->not_overlapped_ns);
  lsc_table_set_int (table, row, OVERLAPPED, sums->overlapped_ns);
  lsc_table_set_int (table, row, FREE, sums->free_ns);
  if (sums->has_extended)
    lsc_table_set_int (table, row, FREE_EXTENDED, sums->free_extended_ns);
  lsc_table_set_int (table, row, E2E, sums->end_ns - sums->begin_ns);
  lsc_table_set_int (table, row, STAGE, sums->stage_ns);
  lsc_table_set_int (table, row, BUBBLE, sums->bubble_ns);
  if (sums->has_step)
    lsc_table_set_int (table, row, PREPARING, sums->preparing_ns);
  lsc_table_set_int (table, row, PP_SEND_RECEIVE, sums->pp_send_receive_ns);
  lsc_table_set_int (table, row, BEGIN, sums->begin_ns);
  lsc_table_set_int (table, row, END, sums->end_ns);
}

static void
set_told (LscTable *table, gsize row, guint column, gint64 value_ns)
{
  if (value_ns >= 0)
    lsc_table_set_int (table, row, column, value_ns);
}

static void
add_told_row (LscTable *table, const LscTimeline *timeline, const LscToldStep *told)
{
  gsize row = lsc_table_add_row (table);

  if (timeline->rank >= 0)
    lsc_table_set_int (table, row, RANK, timeline->rank);
  lsc_table_set_int (table, row, STEP, told->step);
  set_told (table, row, COMPUTING, told->computing_ns);
  set_told (table, row, COMMUNICATION, told->communication_ns);
  set_told (table, row, NOT_OVERLAPPED, told->not_overlapped_ns);
  set_told (table, row, OVERLAPPED, told->overlapped_ns);
  set_told (table, row, FREE, told->free_ns);
  lsc_table_set_text (table, row, REASON,
                      _ ("The events were not exported: the sums are those of "
                         "step_trace_time.csv, and what is not in it is not known."));
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
  LscTable *table = lsc_table_new ("overlap", columns, G_N_ELEMENTS (columns));

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
 * times it does (timeline 4.4).
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
