/* lsc-dispatch-summary.c - latency, queue and free time in figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "analyze/step/lsc-dispatch-private.h"
#include "analyze/step/lsc-range-private.h"

/* dispatch.md#bound, #gaps, #queue. The queue is that of the whole recording; a step has the
 * launches whose device event starts in it. Percentiles are nearest rank. */

#define FREE_LIMIT 0.10
#define HOST_LIMIT 0.5

/** What is known of every launch, and when the queue was empty. */
typedef struct
{
  const LscDispatch *dispatch;
  guint32 *depth; /* other pairs in the queue that the launch found */
  LscIntervals empty;
} Queue;

/* Launches rise in time as the walk does; one that starts on the device as soon as it is launched
 * is not in the queue. */
static void
queue_init (Queue *self, const LscDispatch *dispatch)
{
  const LscLaunches *launches = &dispatch->launches;
  gboolean is_empty = FALSE;
  gint64 before_ns = 0;
  LscQueueWalk walk;

  *self = (Queue){ .dispatch = dispatch, .depth = g_new (guint32, launches->n + 1) };
  _lsc_queue_walk_init (&walk, dispatch);
  while (_lsc_queue_walk_next (&walk))
    {
      if (is_empty)
        lsc_intervals_append (&self->empty, (LscInterval){ before_ns, walk.time_ns });
      for (gsize i = walk.n_launched; i > 0; i--)
        {
          const LscLaunch *launch = &launches->items[i - 1];

          if (launch->launch_ns + dispatch->skew_ns != walk.time_ns)
            break;
          self->depth[i - 1] = (guint32) (walk.n_launched - walk.n_started -
                                          (launch->start_ns > walk.time_ns ? 1 : 0));
        }
      is_empty = walk.n_launched == walk.n_started;
      before_ns = walk.time_ns;
    }
  _lsc_queue_walk_clear (&walk);
}

static void
queue_clear (Queue *self)
{
  g_free (self->depth);
  lsc_intervals_clear (&self->empty);
}

/* Latencies are never negative: the skew is the smallest. Reorders them. */
static void
sum_latencies (gint64 *latencies, gsize n, LscDispatchSummary *sums)
{
  gsize p50 = lsc_nearest_rank (n, 50), p90 = lsc_nearest_rank (n, 90);

  for (gsize i = 0; i < n; i++)
    {
      sums->le20 += latencies[i] <= 20000;
      sums->le50 += latencies[i] <= 50000;
      sums->le100 += latencies[i] <= 100000;
      sums->max_ns = i == 0 ? latencies[i] : MAX (sums->max_ns, latencies[i]);
    }
  sums->p90_ns = _lsc_select_nth (latencies, n, p90, NULL);
  sums->p50_ns = _lsc_select_nth (latencies, p90 + 1, p50, NULL);
  sums->p10_ns = _lsc_select_nth (latencies, p50 + 1, lsc_nearest_rank (n, 10), NULL);
}

/* @launches: indexes of the step's, in order; at least one. */
static void
sum_launches (const Queue *queue, const guint32 *indexes, gsize n, LscDispatchSummary *sums)
{
  const LscDispatch *dispatch = queue->dispatch;
  const LscLaunch *items = dispatch->launches.items;
  g_autofree gint64 *latencies = g_new (gint64, n);
  gint64 begin_ns = items[indexes[0]].launch_ns + dispatch->skew_ns;
  gint64 end_ns = G_MININT64;

  sums->le20 = sums->le50 = sums->le100 = sums->depth0 = sums->max_depth = 0;
  for (gsize i = 0; i < n; i++)
    {
      const LscLaunch *launch = &items[indexes[i]];
      guint32 depth = queue->depth[indexes[i]];

      latencies[i] = launch->start_ns - launch->launch_ns - dispatch->skew_ns;
      sums->depth0 += depth == 0;
      sums->max_depth = MAX (sums->max_depth, (gint64) depth);
      end_ns = MAX (end_ns, launch->start_ns);
    }
  sum_latencies (latencies, n, sums);
  if (end_ns > begin_ns)
    sums->empty_share = (double) _lsc_intervals_length_in (&queue->empty, begin_ns, end_ns) /
                        (double) (end_ns - begin_ns);
}

/* What of the spans lies in a window; returns all of it. */
static gint64
sum_gaps (const LscGaps *gaps, gint64 begin_ns, gint64 end_ns, LscDispatchSummary *sums)
{
  gint64 free_ns = 0;

  for (gsize i = LSC_BISECT (k, 0, gaps->n, gaps->items[k].end_ns <= begin_ns);
       i < gaps->n && gaps->items[i].begin_ns < end_ns; i++)
    {
      const LscGap *gap = &gaps->items[i];
      gint64 ns = MIN (gap->end_ns, end_ns) - MAX (gap->begin_ns, begin_ns);

      sums->gap_ns[gap->kind - LSC_SLICE_GAP_HOST_SYNC] += ns;
      sums->n_gaps[gap->kind - LSC_SLICE_GAP_HOST_SYNC]++;
      free_ns += ns;
    }
  return free_ns;
}

/* @window: from the first work to the last; empty where there is none. */
static LscDispatchSummary
sum_up (const Queue *queue, const guint32 *indexes, gsize n, LscStep window)
{
  LscDispatchSummary sums = { .step = window.id,
                              .has_launches = n > 0,
                              .n_launches = n,
                              .p10_ns = LSC_INT_NULL,
                              .p50_ns = LSC_INT_NULL,
                              .p90_ns = LSC_INT_NULL,
                              .max_ns = LSC_INT_NULL,
                              .le20 = LSC_INT_NULL,
                              .le50 = LSC_INT_NULL,
                              .le100 = LSC_INT_NULL,
                              .depth0 = LSC_INT_NULL,
                              .max_depth = LSC_INT_NULL,
                              .empty_share = LSC_REAL_NULL,
                              .free_share = LSC_REAL_NULL };
  gint64 host_ns, free_ns;

  if (n > 0)
    sum_launches (queue, indexes, n, &sums);
  if (window.end_ns <= window.start_ns)
    return sums;
  free_ns = sum_gaps (&queue->dispatch->gaps, window.start_ns, window.end_ns, &sums);
  sums.free_share = (double) free_ns / (double) (window.end_ns - window.start_ns);
  host_ns = sums.gap_ns[LSC_SLICE_GAP_HOST_SYNC - LSC_SLICE_GAP_HOST_SYNC] +
            sums.gap_ns[LSC_SLICE_GAP_HOST - LSC_SLICE_GAP_HOST_SYNC];
  sums.is_dispatch_bound =
      sums.free_share > FREE_LIMIT && (double) host_ns >= HOST_LIMIT * (double) free_ns;
  return sums;
}

/* Indexes of the launches by window, windows in order, then those of none; @begin gets their number
 * + 2. */
static guint32 *
group_by_window (const LscDispatch *self, gsize *begin)
{
  const LscLaunches *launches = &self->launches;
  gsize n_windows = self->windows.n;
  g_autofree guint32 *window_of = g_new (guint32, launches->n + 1);
  guint32 *indexes = g_new (guint32, launches->n + 1);
  g_autofree gsize *at = g_new0 (gsize, n_windows + 2);

  for (gsize i = 0; i < launches->n; i++)
    {
      window_of[i] = (guint32) _lsc_dispatch_find_window (self, launches->items[i].start_ns);
      at[window_of[i] + 1]++;
    }
  for (gsize i = 0; i <= n_windows; i++)
    {
      at[i + 1] += at[i];
      begin[i] = at[i];
    }
  begin[n_windows + 1] = launches->n;
  for (gsize i = 0; i < launches->n; i++)
    indexes[at[window_of[i]]++] = (guint32) i;
  return indexes;
}

/* A row a step, also of those that do not count; of these nothing is known. */
static void
sum_steps (LscDispatchBuild *self, const Queue *queue)
{
  const LscDeviceStepList *steps = &self->overlap->device->steps;
  LscDispatch *result = self->result;
  g_autofree gsize *begin = g_new0 (gsize, result->windows.n + 2);
  g_autofree guint32 *indexes = group_by_window (result, begin);
  gsize at = 0;

  for (gsize i = 0; i < steps->n; i++)
    {
      LscDispatchSummary sums;

      if (lsc_device_step_counts (&steps->items[i]) && at < result->windows.n)
        {
          sums = sum_up (queue, indexes + begin[at], begin[at + 1] - begin[at],
                         result->windows.items[at]);
          at++;
        }
      else
        sums = sum_up (queue, NULL, 0, (LscStep){ steps->items[i].step, 0, 0 });
      sums.has_step = TRUE;
      sums.is_cut = steps->items[i].is_cut;
      lsc_dispatch_summaries_append (&result->steps, sums);
    }
  if (steps->n == 0 && self->overlap->steps.n > 0)
    lsc_dispatch_summaries_append (&result->steps, result->all);
}

/**
 * _lsc_dispatch_sum_up:
 *
 * Fills the summaries of the steps and of everything. Needs launches, gaps and windows.
 */
void
_lsc_dispatch_sum_up (LscDispatchBuild *self)
{
  const LscOverlapSums *all = &self->overlap->all;
  gsize n = self->result->launches.n;
  g_autofree guint32 *indexes = g_new (guint32, n + 1);
  LscStep window = { LSC_INT_NULL, 0, 0 };
  Queue queue;

  queue_init (&queue, self->result);
  for (gsize i = 0; i < n; i++)
    indexes[i] = (guint32) i;
  if (all->has_device)
    window = (LscStep){ LSC_INT_NULL, all->begin_ns, all->end_ns };
  self->result->all = sum_up (&queue, indexes, n, window);
  sum_steps (self, &queue);
  queue_clear (&queue);
}
