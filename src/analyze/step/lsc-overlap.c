/* lsc-overlap.c - computing, communication and free time of a rank, exactly
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/extent/lsc-stretch.h"
#include "analyze/step/lsc-step-private.h"

/* steps.md#overlap. A row of a lane is sorted and free of overlaps, so it is merged by reading it
 * once; rows are then united two by two. Nothing is ever sorted: the cost is linear in the events
 * and logarithmic in the rows. */

/* How many slices are looked at between two questions whether the user wants it stopped. */
#define CHECK_EVERY 65536

/** Rows that hold the sets C and K of steps.md#sets, among other slices. */
typedef struct
{
  const LscTimeline *timeline;
  LscRowParts streams;
  LscRowParts groups;
} BusyRows;

/** What a time range on the device comes to, before anything is subtracted. */
typedef struct
{
  LscIntervals computing;
  LscIntervals communication;
  LscIntervals receives;
  LscIntervals pipeline;
} BusySets;

static void
busy_sets_clear (BusySets *self)
{
  lsc_intervals_clear (&self->computing);
  lsc_intervals_clear (&self->communication);
  lsc_intervals_clear (&self->receives);
  lsc_intervals_clear (&self->pipeline);
}

/* Appends an interval of a row: rows are sorted, so only the last can be touched. */
static inline void
append_merged (LscIntervals *out, gint64 begin_ns, gint64 end_ns)
{
  if (out->n > 0 && begin_ns <= out->items[out->n - 1].end_ns)
    out->items[out->n - 1].end_ns = MAX (end_ns, out->items[out->n - 1].end_ns);
  else
    lsc_intervals_append (out, (LscInterval){ begin_ns, end_ns });
}

static void
read_computing (const LscRowPart *part, LscIntervals *out)
{
  const LscLane *lane = part->lane;

  for (guint32 i = part->begin; i < part->end; i++)
    if (lsc_slice_kind_is_computing (lane->kind[i]) && lane->duration[i] > 0)
      append_merged (out, lane->start_ns[i], lsc_lane_get_end_ns (lane, i));
}

static void
read_communication (const LscRowPart *part, LscIntervals *out)
{
  const LscLane *lane = part->lane;

  for (guint32 i = part->begin; i < part->end; i++)
    if (lane->kind[i] == LSC_SLICE_COMM_OP && lane->duration[i] > 0)
      append_merged (out, lane->start_ns[i], lsc_lane_get_end_ns (lane, i));
}

static void
read_receives (const LscTimeline *timeline, const LscRowPart *part, LscIntervals *out)
{
  const LscLane *lane = part->lane;

  for (guint32 i = part->begin; i < part->end; i++)
    if (lane->kind[i] == LSC_SLICE_COMM_OP && lane->duration[i] > 0 &&
        g_str_has_prefix (lsc_intern_text (timeline->strings, lane->name[i]), "hcom_receive"))
      append_merged (out, lane->start_ns[i], lsc_lane_get_end_ns (lane, i));
}

/* Unites neighbours until one list is left, which becomes @out. Empties @lists. */
static void
unite_all (LscIntervals *lists, gsize n, LscIntervals *out)
{
  for (; n > 1; n = (n + 1) / 2)
    for (gsize i = 0; i < n; i += 2)
      {
        LscIntervals united = { 0 };

        if (i + 1 == n)
          united = lists[i];
        else if (lists[i].n == 0 || lists[i + 1].n == 0)
          {
            gboolean is_first = lists[i + 1].n == 0;

            united = lists[is_first ? i : i + 1];
            lsc_intervals_clear (&lists[is_first ? i + 1 : i]);
          }
        else
          {
            lsc_intervals_reserve (&united, lists[i].n + lists[i + 1].n);
            lsc_intervals_unite (&lists[i], &lists[i + 1], &united);
            lsc_intervals_clear (&lists[i]);
            lsc_intervals_clear (&lists[i + 1]);
          }
        lists[i / 2] = united;
      }
  lsc_intervals_clear (out);
  if (n == 1)
    *out = lists[0];
}

static gboolean
is_pipeline (const LscTimeline *timeline, guint32 node)
{
  const char *name = lsc_timeline_get_node (timeline, node)->text;
  const LscCommGroup *group = name ? lsc_timeline_get_comm_group (timeline, name) : NULL;

  return group && group->is_pipeline;
}

static gboolean
read_streams (const BusyRows *rows, gint64 begin_ns, gint64 end_ns, BusySets *sets, LscJob *job,
              GError **error)
{
  g_autofree LscIntervals *lists = g_new0 (LscIntervals, rows->streams.n + 1);
  gboolean is_done = TRUE;
  gsize n_read = 0;

  for (gsize i = 0; i < rows->streams.n && is_done; i++)
    {
      LscRowPart part = _lsc_row_part_between (&rows->streams.items[i], begin_ns, end_ns);

      while (part.begin < part.end && is_done)
        {
          LscRowPart piece = part;

          piece.end = MIN (part.end, part.begin + MIN (CHECK_EVERY, G_MAXUINT32 - part.begin));
          read_computing (&piece, &lists[i]);
          n_read += piece.end - piece.begin;
          part.begin = piece.end;
          if (n_read >= CHECK_EVERY)
            {
              n_read = 0;
              is_done = lsc_job_check (job, error);
            }
        }
    }
  unite_all (lists, rows->streams.n, &sets->computing);
  return is_done;
}

static void
read_groups (const BusyRows *rows, gint64 begin_ns, gint64 end_ns, BusySets *sets)
{
  g_autofree LscIntervals *lists = g_new0 (LscIntervals, rows->groups.n + 1);
  g_autofree LscIntervals *receives = g_new0 (LscIntervals, rows->groups.n + 1);
  g_autofree LscIntervals *pipeline = g_new0 (LscIntervals, rows->groups.n + 1);

  for (gsize i = 0; i < rows->groups.n; i++)
    {
      LscRowPart part = _lsc_row_part_between (&rows->groups.items[i], begin_ns, end_ns);

      read_communication (&part, &lists[i]);
      read_receives (rows->timeline, &part, &receives[i]);
      if (is_pipeline (rows->timeline, part.node))
        read_communication (&part, &pipeline[i]);
    }
  unite_all (lists, rows->groups.n, &sets->communication);
  unite_all (receives, rows->groups.n, &sets->receives);
  unite_all (pipeline, rows->groups.n, &sets->pipeline);
}

/* Free = [lo, hi) - merge (C u K), inner rule: what lies between neighbours of the union. */
static gint64
find_free (const BusySets *sets, LscOverlapSums *sums, LscIntervals *out)
{
  LscIntervals busy = { 0 };
  gint64 free_ns = 0;

  lsc_intervals_reserve (&busy, sets->computing.n + sets->communication.n);
  lsc_intervals_unite (&sets->computing, &sets->communication, &busy);
  sums->has_device = busy.n > 0;
  sums->begin_ns = sums->end_ns = sums->host_begin_ns;
  if (busy.n > 0)
    {
      sums->begin_ns = busy.items[0].begin_ns;
      sums->end_ns = busy.items[busy.n - 1].end_ns;
    }
  for (gsize i = 1; i < busy.n; i++)
    {
      free_ns += busy.items[i].begin_ns - busy.items[i - 1].end_ns;
      if (out)
        lsc_intervals_append (out,
                              (LscInterval){ busy.items[i - 1].end_ns, busy.items[i].begin_ns });
    }
  lsc_intervals_clear (&busy);
  return free_ns;
}

/* From the begin of a step on the host to its first work; not known of a step that began at a time
 * far from everything else. */
static gint64
get_preparing_ns (const LscTimeline *timeline, const LscOverlapSums *sums)
{
  LscInterval begin = { sums->host_begin_ns, sums->host_begin_ns };
  LscInterval others = { timeline->main_begin_ns, timeline->main_end_ns };

  if (!lsc_time_is_near (&begin, &others))
    return 0;
  return sums->begin_ns - sums->host_begin_ns;
}

/* Fills @sums; @free and @not_overlapped are optional. */
static void
sum_up (const LscTimeline *timeline, const BusySets *sets, LscOverlapSums *sums, LscIntervals *free,
        LscIntervals *not_overlapped)
{
  LscIntervals alone = { 0 };

  sums->free_ns = find_free (sets, sums, free);
  sums->computing_ns = lsc_intervals_length (&sets->computing);
  sums->communication_ns = lsc_intervals_length (&sets->communication);
  lsc_intervals_subtract (&sets->communication, &sets->computing, &alone);
  sums->not_overlapped_ns = lsc_intervals_length (&alone);
  sums->overlapped_ns = sums->communication_ns - sums->not_overlapped_ns;
  sums->bubble_ns = lsc_intervals_length (&sets->receives);
  sums->stage_ns = sums->end_ns - sums->begin_ns - sums->bubble_ns;
  sums->pp_send_receive_ns = lsc_intervals_length (&sets->pipeline);
  if (sums->has_step && sums->has_device)
    sums->preparing_ns = get_preparing_ns (timeline, sums);
  if (not_overlapped)
    *not_overlapped = alone;
  else
    lsc_intervals_clear (&alone);
}

/* steps.md#free-extended: a head before the first and a tail after the last event. What a
 * stray task would make of them is not known without it. */
static void
find_edges (const LscTimeline *timeline, LscOverlap *self)
{
  LscOverlapSums *all = &self->all;

  all->has_extended = timeline->has_extended && all->has_device;
  all->free_extended_ns = all->free_ns;
  if (!all->has_extended)
    return;
  if (timeline->extended_begin_ns < all->begin_ns &&
      lsc_timeline_counts (timeline, timeline->extended_begin_ns, all->begin_ns))
    lsc_intervals_append (&self->edges,
                          (LscInterval){ timeline->extended_begin_ns, all->begin_ns });
  if (timeline->extended_end_ns > all->end_ns &&
      lsc_timeline_counts (timeline, all->end_ns, timeline->extended_end_ns))
    lsc_intervals_append (&self->edges, (LscInterval){ all->end_ns, timeline->extended_end_ns });
  all->free_extended_ns += lsc_intervals_length (&self->edges);
}

/* Whether everything starts in the step, so that its sums are those of the recording. */
static gboolean
holds_all (const BusyRows *rows, const LscOverlapSums *step)
{
  const LscRowParts *lists[] = { &rows->streams, &rows->groups };

  for (gsize k = 0; k < G_N_ELEMENTS (lists); k++)
    for (gsize i = 0; i < lists[k]->n; i++)
      {
        const LscRowPart *part = &lists[k]->items[i];

        if (part->begin < part->end && (part->lane->start_ns[part->begin] < step->extent_begin_ns ||
                                        part->lane->start_ns[part->end - 1] >= step->extent_end_ns))
          return FALSE;
      }
  return TRUE;
}

/* The step's own are its number and times. */
static void
copy_sums (const LscTimeline *timeline, const LscOverlapSums *all, LscOverlapSums *step)
{
  LscOverlapSums sums = *all;

  sums.has_step = TRUE;
  sums.step = step->step;
  sums.host_begin_ns = step->host_begin_ns;
  sums.host_end_ns = step->host_end_ns;
  sums.extent_begin_ns = step->extent_begin_ns;
  sums.extent_end_ns = step->extent_end_ns;
  sums.preparing_ns = sums.has_device ? get_preparing_ns (timeline, &sums) : 0;
  *step = sums;
}

/**
 * lsc_overlap_sums_get_busy_ns:
 *
 * Returns: how long the device computed or communicated, what runs at the same time once; 0 where
 *   it did neither
 */
gint64
lsc_overlap_sums_get_busy_ns (const LscOverlapSums *self)
{
  g_return_val_if_fail (self, 0);
  return self->has_device ? self->computing_ns + self->not_overlapped_ns : 0;
}

/* An event that runs on into the next step is counted in both: so there is none outside. */
static void
find_outside (LscOverlap *self)
{
  gint64 inside_ns = 0;

  for (guint i = 0; i < self->steps.n; i++)
    inside_ns += lsc_overlap_sums_get_busy_ns (&self->steps.items[i]);
  if (self->steps.n > 0)
    self->outside_ns = MAX (lsc_overlap_sums_get_busy_ns (&self->all) - inside_ns, 0);
}

/* Work that is from before the first step ends where that begins. */
static void
find_before (LscOverlap *self)
{
  LscOverlapSums sums;

  if (self->device->rule != LSC_STEPS_BY_DEVICE ||
      self->device->before.n_kernels + self->device->before.n_comms == 0)
    return;
  sums = lsc_overlap_sum_range (self, self->all.begin_ns, self->steps.items[0].extent_begin_ns);
  self->before_ns = MIN (lsc_overlap_sums_get_busy_ns (&sums), self->outside_ns);
}

static gboolean
sum_steps (const BusyRows *rows, LscOverlap *self, LscJob *job, GError **error)
{
  for (guint i = 0; i < self->steps.n; i++)
    {
      LscOverlapSums *step = &self->steps.items[i];
      gint64 edges_begin_ns = i == 0 ? G_MININT64 : step->extent_begin_ns;
      gint64 edges_end_ns = i + 1 == self->steps.n ? G_MAXINT64 : step->extent_end_ns;
      BusySets sets = { 0 };
      gboolean is_done;

      if (self->steps.n == 1 && holds_all (rows, step))
        {
          copy_sums (rows->timeline, &self->all, step);
          break;
        }
      is_done = read_streams (rows, step->extent_begin_ns, step->extent_end_ns, &sets, job, error);

      if (is_done)
        {
          read_groups (rows, step->extent_begin_ns, step->extent_end_ns, &sets);
          sum_up (rows->timeline, &sets, step, NULL, NULL);
          step->has_extended = self->all.has_extended && step->has_device;
          step->free_extended_ns =
              step->free_ns + _lsc_intervals_length_in (&self->edges, edges_begin_ns, edges_end_ns);
        }
      busy_sets_clear (&sets);
      if (!is_done)
        return FALSE;
    }
  return TRUE;
}

/* Steps of an op timeline have a clock each: what lies between them is no time. */
static void
drop_no_time (LscOverlap *self, const LscTimeline *timeline)
{
  LscIntervals free = { 0 };

  for (gsize i = 1; i < timeline->steps.n; i++)
    if (timeline->steps.items[i].start_ns > timeline->steps.items[i - 1].end_ns)
      lsc_intervals_append (&self->no_time, (LscInterval){ timeline->steps.items[i - 1].end_ns,
                                                           timeline->steps.items[i].start_ns });
  lsc_intervals_subtract (&self->free, &self->no_time, &free);
  lsc_intervals_clear (&self->free);
  self->free = free;
  self->all.free_ns = lsc_intervals_length (&free);
}

static gboolean
sum_all (const BusyRows *rows, LscOverlap *self, LscJob *job, GError **error)
{
  BusySets sets = { 0 };

  if (!read_streams (rows, G_MININT64, G_MAXINT64, &sets, job, error))
    {
      busy_sets_clear (&sets);
      return FALSE;
    }
  read_groups (rows, G_MININT64, G_MAXINT64, &sets);
  sum_up (rows->timeline, &sets, &self->all, &self->free, &self->not_overlapped);
  if (lsc_timeline_is_of_ops (rows->timeline))
    drop_no_time (self, rows->timeline);
  self->computing = sets.computing;
  self->communication = sets.communication;
  self->receives = sets.receives;
  self->pipeline = sets.pipeline;
  self->all.extent_begin_ns = G_MININT64;
  self->all.extent_end_ns = G_MAXINT64;
  find_edges (rows->timeline, self);
  return TRUE;
}

/**
 * lsc_overlap_new:
 * @timeline: sealed, with links
 * @job: (nullable): stops it
 *
 * Overlap analysis of steps.md#overlap, of the whole recording and of each step. A step whose
 * launches are not recorded is taken from its host times.
 *
 * Cost: O(events * log rows + links).
 *
 * Returns: (transfer full) (nullable): the analysis; %NULL with %LSC_ERROR_CANCELLED
 */
LscOverlap *
lsc_overlap_new (const LscTimeline *timeline, LscJob *job, GError **error)
{
  g_autoptr (LscOverlap) self = g_new0 (LscOverlap, 1);
  BusyRows rows = { .timeline = timeline };
  const LscRowRequest requests[] = { { LSC_ROLE_STREAM, &rows.streams },
                                     { LSC_ROLE_COMM_GROUP, &rows.groups } };
  gboolean is_done;

  _lsc_row_parts_collect (timeline, G_MAXUINT32, requests, G_N_ELEMENTS (requests));
  is_done = sum_all (&rows, self, job, error);
  if (is_done)
    {
      self->device = lsc_device_steps_new (timeline);
      _lsc_overlap_find_extents (self);
      is_done = sum_steps (&rows, self, job, error);
      find_outside (self);
      find_before (self);
    }
  if (is_done && self->steps.n == 0)
    lsc_overlap_steps_append (&self->steps, self->all);
  lsc_row_parts_clear (&rows.streams);
  lsc_row_parts_clear (&rows.groups);
  return is_done ? g_steal_pointer (&self) : NULL;
}

/**
 * lsc_overlap_forget_ranges:
 *
 * Gives back what lsc_overlap_sum_range() needs, which must not be called any more: 16 bytes for
 * each interval. Sums of steps and of the whole stay.
 */
void
lsc_overlap_forget_ranges (LscOverlap *self)
{
  g_return_if_fail (self);
  lsc_intervals_clear (&self->computing);
  lsc_intervals_clear (&self->communication);
  lsc_intervals_clear (&self->not_overlapped);
  lsc_intervals_clear (&self->receives);
  lsc_intervals_clear (&self->pipeline);
}

void
lsc_overlap_free (LscOverlap *self)
{
  if (!self)
    return;
  lsc_overlap_forget_ranges (self);
  lsc_intervals_clear (&self->free);
  lsc_intervals_clear (&self->edges);
  lsc_intervals_clear (&self->no_time);
  lsc_overlap_steps_clear (&self->steps);
  lsc_device_steps_free (self->device);
  g_free (self);
}

/**
 * lsc_overlap_sum_range:
 * @begin_ns, @end_ns: half open
 *
 * Sums of what lies inside a time range, for the statistics of a selection. Intervals are clipped;
 * the free time is that of the whole recording, so sums of neighbouring ranges add up.
 *
 * Cost: O(log n + intervals inside).
 *
 * Returns: sums without a step
 */
LscOverlapSums
lsc_overlap_sum_range (const LscOverlap *self, gint64 begin_ns, gint64 end_ns)
{
  LscOverlapSums sums = { .has_device = self->all.has_device };
  gint64 edges_ns;

  if (!sums.has_device || begin_ns >= end_ns)
    {
      sums.begin_ns = sums.end_ns = begin_ns;
      return sums;
    }
  sums.begin_ns = CLAMP (begin_ns, self->all.begin_ns, self->all.end_ns);
  sums.end_ns = CLAMP (end_ns, self->all.begin_ns, self->all.end_ns);
  sums.extent_begin_ns = begin_ns;
  sums.extent_end_ns = end_ns;
  sums.computing_ns = _lsc_intervals_length_in (&self->computing, begin_ns, end_ns);
  sums.communication_ns = _lsc_intervals_length_in (&self->communication, begin_ns, end_ns);
  sums.not_overlapped_ns = _lsc_intervals_length_in (&self->not_overlapped, begin_ns, end_ns);
  sums.overlapped_ns = sums.communication_ns - sums.not_overlapped_ns;
  /* What free holds there, which a complete timeline has as a lane only. */
  sums.free_ns = sums.end_ns - sums.begin_ns - sums.computing_ns - sums.not_overlapped_ns -
                 _lsc_intervals_length_in (&self->no_time, sums.begin_ns, sums.end_ns);
  edges_ns = _lsc_intervals_length_in (&self->edges, begin_ns, end_ns);
  sums.has_extended = self->all.has_extended;
  sums.free_extended_ns = sums.free_ns + edges_ns;
  sums.bubble_ns = _lsc_intervals_length_in (&self->receives, begin_ns, end_ns);
  sums.pp_send_receive_ns = _lsc_intervals_length_in (&self->pipeline, begin_ns, end_ns);
  sums.stage_ns = sums.end_ns - sums.begin_ns - sums.bubble_ns;
  return sums;
}
