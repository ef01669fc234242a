/* lsc-overlap-steps.c - the steps of a recording on the device, and their figures as a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "analyze/step/lsc-step-private.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-sort.h"
#include "model/lsc-excerpt.h"

/* steps.md#step. What a step launched says where it is on the device: from the start of its first
 * task to the end of its last, but at least to the end of the step on the host. Where two extents
 * overlap, the later step begins with the first work that it launched itself: a copy that runs
 * ahead on another stream does not take kernels from the step before. */

/**
 * find_step:
 * @time_ns: a time on the host
 *
 * Returns: index of the step that holds it, or the number of steps
 */
static gsize
find_step (const LscSteps *steps, gint64 time_ns)
{
  gsize next = LSC_BISECT (i, 0, steps->n, steps->items[i].start_ns <= time_ns);

  return next > 0 && time_ns < steps->items[next - 1].end_ns ? next - 1 : steps->n;
}

/* Without launches: from the start of a step on the host to that of the next. */
static void
use_host_times (LscOverlap *self)
{
  const LscDeviceStepList *steps = &self->device->steps;

  for (gsize i = 0; i < steps->n; i++)
    {
      LscOverlapSums *step = &self->steps.items[i];

      step->extent_begin_ns = steps->items[i].host_begin_ns;
      step->extent_end_ns = i + 1 < steps->n ? steps->items[i + 1].host_begin_ns : G_MAXINT64;
    }
}

/* Where the host is ahead, a copy of the first step may run while kernels from before the recording
 * still do. */
static gint64
find_begin_ns (const LscOverlap *self, const LscDeviceStep *step)
{
  return self->device->rule == LSC_STEPS_BY_DEVICE && step->first_busy_ns < G_MAXINT64
             ? step->first_busy_ns
             : step->first_task_ns;
}

static void
use_extents (LscOverlap *self)
{
  const LscDeviceStepList *steps = &self->device->steps;
  gint64 done_ns = G_MININT64;

  for (gsize i = 0; i < steps->n; i++)
    {
      const LscDeviceStep *device = &steps->items[i];
      LscOverlapSums *step = &self->steps.items[i];
      gint64 next_ns = G_MAXINT64;

      step->extent_begin_ns = step->extent_end_ns = done_ns;
      if (device->first_task_ns == G_MAXINT64)
        continue;
      for (gsize k = i + 1; k < steps->n && next_ns == G_MAXINT64; k++)
        next_ns = steps->items[k].first_busy_ns;
      step->extent_begin_ns = MAX (done_ns, find_begin_ns (self, device));
      step->extent_end_ns = MAX (device->tasks.end_ns, device->host_end_ns);
      step->extent_end_ns = MIN (step->extent_end_ns, next_ns);
      step->extent_end_ns = MAX (step->extent_end_ns, step->extent_begin_ns);
      done_ns = step->extent_end_ns;
    }
}

/**
 * _lsc_overlap_find_extents:
 * @self: with @device; gets one item of @steps for each step, with its host and device extent
 */
void
_lsc_overlap_find_extents (LscOverlap *self)
{
  const LscDeviceStepList *steps = &self->device->steps;

  for (gsize i = 0; i < steps->n; i++)
    {
      LscOverlapSums step = { .has_step = TRUE,
                              .step = steps->items[i].step,
                              .host_begin_ns = steps->items[i].host_begin_ns,
                              .host_end_ns = steps->items[i].host_end_ns };

      lsc_overlap_steps_append (&self->steps, step);
    }
  if (self->device->rule == LSC_STEPS_UNLINKED)
    use_host_times (self);
  else
    use_extents (self);
}

/**
 * _lsc_overlap_find_step:
 * @time_ns: a time on the device
 *
 * Cost: O(log steps).
 *
 * Returns: (transfer none) (nullable): the step in whose extent it lies
 */
const LscOverlapSums *
_lsc_overlap_find_step (const LscOverlap *self, gint64 time_ns)
{
  const LscOverlapSums *steps = self->steps.items, *step;
  gsize next = LSC_BISECT (i, 0, self->steps.n, steps[i].extent_begin_ns <= time_ns);

  if (next == 0)
    return NULL;
  step = &steps[next - 1];
  return step->has_step && time_ns < step->extent_end_ns ? step : NULL;
}

typedef struct
{
  gint64 rank;
  gint64 step;
  LscOverlapSums sums;
  gint64 e2e_ns;
  gint64 step_begin_ns;
  gint64 step_end_ns;
  gint64 host_begin_ns;
  gint64 host_end_ns;
  const LscPhrase *reason;
} Row;

#define NS(member, name, title, source, about)                                                     \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NS, source, about)

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_STEP_COLUMN (Row),
  NS (sums.computing_ns, "computing_ns", N_ ("Computing"), "steps.md#overlap",
      N_ ("Time in which at least one kernel computes; what runs at the same time counts once.")),
  NS (sums.communication_ns, "communication_ns", N_ ("Communication"), "steps.md#overlap",
      N_ ("Time in which at least one communication operator runs; what runs at the same time "
          "counts once.")),
  NS (sums.not_overlapped_ns, "communication_not_overlapped_ns", N_ ("Exposed Communication"),
      "steps.md#overlap", N_ ("Communication during which nothing computes.")),
  NS (sums.overlapped_ns, "overlapped_ns", N_ ("Overlapped Communication"), "steps.md#overlap",
      N_ ("Communication during which something computes.")),
  NS (sums.free_ns, "free_ns", N_ ("Free"), "steps.md#free",
      N_ ("Time between the first start and the last end in which the device neither computes nor "
          "communicates.")),
  NS (sums.free_extended_ns, "free_extended_ns", N_ ("Free (extended)"), "steps.md#free-extended",
      N_ ("Free time together with that before the first and after the last kernel, as far as any "
          "task of the device reaches.")),
  LSC_COLUMN (Row, reason, "reason", N_ ("Not available because"), LSC_UNIT_NONE, NULL,
              N_ ("Why figures of this row are missing.")),
  NS (e2e_ns, "e2e_ns", N_ ("End to end"), "steps.md#step-figures",
      N_ ("From the first start to the last end of computing and communication.")),
  NS (sums.stage_ns, "stage_ns", N_ ("Stage"), "steps.md#step-figures",
      N_ ("End to end without the time in receives: what the rank's own pipeline stage took.")),
  NS (sums.bubble_ns, "bubble_ns", N_ ("Time in Receives"), "steps.md#step-figures",
      N_ ("Time in receive operators, those at the same time counted once.")),
  NS (sums.preparing_ns, "preparing_ns", N_ ("Time to First Work"), "steps.md#step-figures",
      N_ ("From the start of the step on the host to the first work on the device.")),
  NS (sums.pp_send_receive_ns, "pp_send_receive_ns", N_ ("PP send/receive"),
      "steps.md#step-figures",
      N_ ("Communication in groups of pipeline stages, what runs at the same time counted once.")),
  NS (sums.begin_ns, "begin_ns", N_ ("Start"), "steps.md#step-figures",
      N_ ("First start of computing or communication, as recorded.")),
  NS (sums.end_ns, "end_ns", N_ ("End"), "steps.md#step-figures",
      N_ ("Last end of computing or communication, as recorded.")),
  NS (step_begin_ns, "step_begin_ns", N_ ("Step Start"), "steps.md#device-step",
      N_ ("Start of the step, as recorded.")),
  NS (step_end_ns, "step_end_ns", N_ ("Step End"), "steps.md#device-step",
      N_ ("End of the step, as recorded.")),
  NS (host_begin_ns, "host_begin_ns", N_ ("Host Step Start"), "steps.md#host-step",
      N_ ("Start of the step on the host.")),
  NS (host_end_ns, "host_end_ns", N_ ("Host Step End"), "steps.md#host-step",
      N_ ("End of the step on the host.")),
};

const LscTableInfo lsc_overlap_table_info = LSC_TABLE_INFO ("overlap", Row, columns);

static LscPhrase *
make_reason (const LscTimeline *timeline, const LscOverlap *self, const LscOverlapSums *sums)
{
  if (!self->all.has_device && lsc_notices_have_end_lost (timeline->notices))
    return lsc_phrase_new_text (N_ ("The recording is truncated or damaged; the part that could be "
                                    "read has no device computation or communication."));
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
  row->rank = lsc_rank_or_null (timeline->rank);
}

static void
place_row (Row *row, const LscDeviceStep *step)
{
  if (lsc_device_step_counts (step))
    {
      row->step_begin_ns = step->begin_ns;
      row->step_end_ns = step->end_ns;
    }
  row->host_begin_ns = step->host_begin_ns;
  row->host_end_ns = step->host_end_ns;
}

/* @step: (nullable): none where the row is all of the recording */
static void
add_row (LscTable *table, const LscTimeline *timeline, const LscOverlap *self,
         const LscOverlapSums *sums, const LscDeviceStep *step)
{
  g_autoptr (LscPhrase) reason = make_reason (timeline, self, sums);
  Row row;

  begin_row (&row, timeline);
  row.step = sums->has_step ? sums->step : LSC_INT_NULL;
  row.reason = reason;
  if (step)
    place_row (&row, step);
  if (sums->has_device)
    {
      row.sums = *sums;
      row.e2e_ns = sums->end_ns - sums->begin_ns;
      if (!sums->has_extended)
        row.sums.free_extended_ns = LSC_INT_NULL;
      if (!sums->has_step)
        row.sums.preparing_ns = LSC_INT_NULL;
    }
  lsc_table_add (table, &row);
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
  row.sums.computing_ns = lsc_int_or_null (told->computing_ns);
  row.sums.communication_ns = lsc_int_or_null (told->communication_ns);
  row.sums.not_overlapped_ns = lsc_int_or_null (told->not_overlapped_ns);
  row.sums.overlapped_ns = lsc_int_or_null (told->overlapped_ns);
  row.sums.free_ns = lsc_int_or_null (told->free_ns);
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
  for (guint i = 0; i < self->steps.n; i++)
    add_row (table, timeline, self, &self->steps.items[i],
             i < self->device->steps.n ? &self->device->steps.items[i] : NULL);
  return table;
}

static gboolean
is_on_device (guint32 role)
{
  return role == LSC_ROLE_STREAM || role == LSC_ROLE_COMM_GROUP || role == LSC_ROLE_COMM_PLANE ||
         role == LSC_ROLE_OVERLAP_LANE || role == LSC_ROLE_DEVICE_STEPS;
}

/**
 * lsc_timeline_find_step:
 * @spot: a slice
 * @step: (out): its step
 *
 * On the device that is the step in whose extent the slice starts, of idle time the one in which it
 * lies (dispatch.md#steps), elsewhere the one in whose host times it starts (steps.md#step).
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
  const LscExcerpt *excerpt = lsc_excerpt_get (timeline);
  const LscOverlapSums *found;
  gsize index;

  if (excerpt)
    {
      *step = excerpt->steps[node->first_id + spot.slice];
      return *step != LSC_INT_NULL;
    }
  if (analysis && analysis->dispatch && node->role == LSC_ROLE_GAPS)
    {
      LscGap span = { .begin_ns = start_ns,
                      .end_ns = lsc_lane_get_end_ns (node->lane, spot.slice) };

      return lsc_dispatch_find_step (analysis->dispatch, &span, step);
    }
  if (analysis && is_on_device (node->role))
    {
      found = _lsc_overlap_find_step (analysis->overlap, start_ns);
      if (found)
        *step = found->step;
      return found != NULL;
    }
  index = find_step (&timeline->steps, start_ns);
  if (index == timeline->steps.n)
    return FALSE;
  *step = timeline->steps.items[index].id;
  return TRUE;
}
