/* lsc-what-if-bench.c - replays of one target under varying costs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-error.h"
#include "analyze/theory/lsc-what-if-private.h"

/* Ops of a target that is still worth a replay; a larger one is a slip of the pen. */
#define MAX_OPS ((gsize) 1 << 22)

#define MAX_UNIT ((gint64) 1 << 16)
#define MAX_TIME 0x1p60

static gboolean
check_size (const LscSchedule *schedule, GError **error)
{
  gsize n, chunks = schedule->type == LSC_SCHEDULE_DUALPIPE ? 1 : MAX (schedule->n_chunks, 1);

  if (g_size_checked_mul (&n, schedule->n_stages, schedule->n_micro_batches) &&
      g_size_checked_mul (&n, n, 3 * chunks) && n <= MAX_OPS)
    return TRUE;
  g_set_error (error, LSC_ERROR, LSC_ERROR_LIMIT,
               _ ("Too large to predict: %zu stages with %zu micro-batches"), schedule->n_stages,
               schedule->n_micro_batches);
  return FALSE;
}

/* Fills @links and returns the largest. */
static gint64
fill_links (LscWhatIfBench *self, const LscStudy *study, gint64 latency_ns)
{
  gsize n = self->plan->n_ranks * self->plan->n_ranks;
  gint64 largest = 0;

  self->links = g_new (gint64, n);
  self->scaled_links = g_new (gint64, n);
  for (gsize i = 0; i < n; i++)
    {
      gint64 measured = study->link_latency ? study->link_latency[i] : study->latency_ns;

      self->links[i] = latency_ns >= 0 ? latency_ns : MAX (measured, 0);
      largest = MAX (largest, self->links[i]);
    }
  return largest;
}

/* The finest unit in which no sum of lengths comes near the end of 64 bits. */
static gboolean
choose_unit (LscWhatIfBench *self, gint64 latency_ns, const LscWhatIfPoint *point, GError **error)
{
  double total = (double) latency_ns * (double) self->plan->n_ops;

  for (gsize i = 0; i < self->plan->n_ops; i++)
    total += fabs (_lsc_chunk_costs_of (&self->costs, &self->plan->ops[i], point));
  for (self->unit = MAX_UNIT; self->unit > 0; self->unit /= 2)
    if (total * (double) self->unit < MAX_TIME)
      return TRUE;
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_LIMIT, _ ("The times are too long to predict"));
  return FALSE;
}

/**
 * _lsc_what_if_bench_init:
 * @self: is cleared by _lsc_what_if_bench_clear() also after an error
 * @schedule: possible
 * @costs: of its chunks; borrowed, must outlive @self
 * @study: for the measured latencies
 * @latency_ns: of all remote edges instead of them; negative = measured
 * @point: about where it will be replayed
 */
gboolean
_lsc_what_if_bench_init (LscWhatIfBench *self, const LscSchedule *schedule,
                         const LscChunkCosts *costs, const LscStudy *study, gint64 latency_ns,
                         const LscWhatIfPoint *point, GError **error)
{
  *self = (LscWhatIfBench){ .costs = *costs };
  if (!check_size (schedule, error))
    return FALSE;
  self->plan = lsc_plan_new (schedule, error);
  if (!self->plan || !choose_unit (self, fill_links (self, study, latency_ns), point, error))
    return FALSE;
  self->durations = g_new (gint64, self->plan->n_ops);
  for (gsize i = 0; i < self->plan->n_ops; i++)
    {
      self->has_split |= self->plan->ops[i].kind == LSC_BLOCK_W;
      self->has_overlap |= self->plan->ops[i].kind == LSC_BLOCK_X;
    }
  if (lsc_plan_times_init (&self->times, self->plan))
    return TRUE;
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_LIMIT, _ ("Too large to predict"));
  return FALSE;
}

/** Frees what @self holds. */
void
_lsc_what_if_bench_clear (LscWhatIfBench *self)
{
  g_clear_pointer (&self->plan, lsc_plan_free);
  g_clear_pointer (&self->durations, g_free);
  g_clear_pointer (&self->links, g_free);
  g_clear_pointer (&self->scaled_links, g_free);
  lsc_plan_times_clear (&self->times);
}

/**
 * _lsc_what_if_bench_run:
 * @window: (out): length of the replay in 1 / @unit ns
 *
 * Cost: O(ops).
 */
gboolean
_lsc_what_if_bench_run (LscWhatIfBench *self, const LscWhatIfPoint *point, gint64 *window,
                        GError **error)
{
  gsize n_links = self->plan->n_ranks * self->plan->n_ranks;
  LscPlanLatency latency = { .by_link = self->scaled_links };
  double unit = (double) self->unit;

  for (gsize i = 0; i < self->plan->n_ops; i++)
    {
      double cost = _lsc_chunk_costs_of (&self->costs, &self->plan->ops[i], point);

      self->durations[i] = MAX (0, llrint (cost * unit));
    }
  for (gsize i = 0; i < n_links; i++)
    self->scaled_links[i] = llrint ((double) self->links[i] * point->latency * unit);
  if (!lsc_plan_replay (self->plan, self->durations, &latency, &self->times, error))
    return FALSE;
  lsc_plan_times_find_window (&self->times, self->plan);
  *window = self->times.t1_ns - self->times.t0_ns;
  return TRUE;
}

static gint64
to_ns (gint64 value, gint64 unit)
{
  return (value + unit / 2) / unit; /* never negative: a replay starts at 0 */
}

/** _lsc_what_if_bench_take_times: moves the times of the last run to @times, rounded to ns; borders
 * that met still do. */
void
_lsc_what_if_bench_take_times (LscWhatIfBench *self, LscPlanTimes *times)
{
  for (gsize i = 0; i < self->plan->n_ops; i++)
    {
      self->times.start_ns[i] = to_ns (self->times.start_ns[i], self->unit);
      self->times.end_ns[i] = to_ns (self->times.end_ns[i], self->unit);
    }
  self->times.t0_ns = to_ns (self->times.t0_ns, self->unit);
  self->times.t1_ns = to_ns (self->times.t1_ns, self->unit);
  *times = self->times;
  self->times = (LscPlanTimes){ 0 };
}
