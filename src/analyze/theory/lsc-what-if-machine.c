/* lsc-what-if-machine.c - what lies between the blocks of a step: messages and late hosts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-array.h"
#include "base/lsc-stats.h"
#include "analyze/theory/lsc-what-if-private.h"

/* theory.md#what-if-host. A host that launches late delays each block of its rank. It shows where
 * nothing else explains a wait: between blocks whose data were there before the rank was free.
 * Messages to that rank seem to take as much longer, since the launch comes after them. A schedule
 * that cuts the work into more blocks delays more of them, unless a shorter block is less late. */

#define LEAST_GAPS 3
#define DIFFERENT                                                                                  \
  0.2 /* lengths of forwards and backwards, to tell by which of them hosts are late */
#define LATE_LEAST 0.005 /* of the window, over all blocks of a rank: less is left to the rest */

/* Whether all that @op needs from other ranks was there before @free_ns. */
static gboolean
is_data_there (const LscStudy *study, const LscPlanLatency *latency, const LscPlanOp *op,
               gint64 free_ns)
{
  const LscPlan *plan = study->plan;

  for (guint i = 0; i < op->n_needs; i++)
    {
      guint32 need = op->needs[i];

      if (need == LSC_PLAN_NO_OP)
        return FALSE;
      if (study->times.end_ns[need] +
              lsc_plan_latency_get (plan, latency, plan->ops[need].rank, op->rank) >
          free_ns)
        return FALSE;
    }
  return TRUE;
}

/* Gaps before blocks that nothing but their host can have delayed, and what those blocks took. */
typedef struct
{
  LscInt64s gaps;
  LscInt64s lengths;
} Gaps;

static void
gaps_clear (Gaps *self)
{
  lsc_int64s_clear (&self->gaps);
  lsc_int64s_clear (&self->lengths);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Gaps, gaps_clear)

static void
find_gaps (const LscStudy *study, const LscPlanLatency *latency, gsize rank, Gaps *forward,
           Gaps *backward)
{
  for (guint32 i = study->plan->first[rank] + 1; i < study->plan->first[rank + 1]; i++)
    {
      const LscPlanOp *op = &study->plan->ops[i];
      Gaps *gaps = op->kind == LSC_BLOCK_F ? forward : backward;
      gint64 free_ns = study->times.end_ns[i - 1];

      if (!is_data_there (study, latency, op, free_ns))
        continue;
      lsc_int64s_append (&gaps->gaps, MAX (0, study->times.start_ns[i] - free_ns));
      lsc_int64s_append (&gaps->lengths, study->durations[i]);
    }
}

static void
append_all (LscInt64s *to, const LscInt64s *from)
{
  for (gsize i = 0; i < from->n; i++)
    lsc_int64s_append (to, from->items[i]);
}

static double
median_of (const LscInt64s *values)
{
  return (double) lsc_median_lower_int64 (values->items, values->n);
}

/* Whether forwards and backwards, which take different times, begin equally late: then half a
 * block is as late as a whole one. */
static gboolean
is_by_block (const Gaps *forward, const Gaps *backward)
{
  double f, b, ratio, lengths;

  if (forward->gaps.n < LEAST_GAPS || backward->gaps.n < LEAST_GAPS)
    return FALSE;
  f = median_of (&forward->gaps);
  b = median_of (&backward->gaps);
  lengths = median_of (&backward->lengths) / MAX (1, median_of (&forward->lengths));
  ratio = b / MAX (1, f);
  return fabs (lengths - 1) > DIFFERENT && fabs (ratio - 1) < fabs (lengths - 1) / 2;
}

static void
measure_host (LscWhatIfMachine *self, const LscStudy *study, const LscPlanLatency *latency,
              gsize rank)
{
  double window = (double) (study->times.t1_ns - study->times.t0_ns);
  gsize n_ops = study->plan->first[rank + 1] - study->plan->first[rank];
  g_auto (Gaps) forward = { 0 };
  g_auto (Gaps) backward = { 0 };
  LscInt64s all = { 0 };
  gint64 late;

  find_gaps (study, latency, rank, &forward, &backward);
  append_all (&all, &forward.gaps);
  append_all (&all, &backward.gaps);
  late = all.n >= LEAST_GAPS ? lsc_median_lower_int64 (all.items, all.n) : 0;
  lsc_int64s_clear (&all);
  if ((double) late * (double) n_ops < LATE_LEAST * window)
    return;
  self->late_ns[rank] = late;
  self->is_late = TRUE;
  self->is_by_block &= is_by_block (&forward, &backward);
}

static void
measure_hosts (LscWhatIfMachine *self, const LscStudy *study, const LscPlanLatency *latency)
{
  self->is_by_block = TRUE;
  for (gsize rank = 0; rank < self->n_ranks; rank++)
    measure_host (self, study, latency, rank);
}

static void
fill_links (const LscWhatIfMachine *self, const LscStudy *study, gint64 *links, gint64 latency_ns)
{
  for (gsize i = 0; i < self->n_ranks * self->n_ranks; i++)
    {
      gint64 measured = study->link_latency ? study->link_latency[i] : study->latency_ns;
      gint64 late = self->late_ns[i % self->n_ranks];

      links[i] = latency_ns >= 0 ? latency_ns : MAX (measured - late, 0);
    }
}

/**
 * _lsc_what_if_machine_replay:
 * @study: a step of the recording
 * @held: (nullable): by op: how much later it was launched besides, ns
 *
 * Returns: window of the recorded blocks with what @self says lies between them, ns; -1 = it cannot
 *   be had
 */
gint64
_lsc_what_if_machine_replay (const LscWhatIfMachine *self, const LscStudy *study,
                             const gint64 *held)
{
  const LscPlan *plan = study->plan;
  LscPlanLatency latency = { .by_link = self->measured };
  g_autofree gint64 *durations = g_new (gint64, plan->n_ops);
  g_auto (LscPlanTimes) times = { 0 };

  for (gsize i = 0; i < plan->n_ops; i++)
    durations[i] = study->durations[i] + self->late_ns[plan->ops[i].rank] + (held ? held[i] : 0);
  if (!lsc_plan_replay (plan, durations, &latency, &times, NULL))
    return -1;
  for (gsize i = 0; i < plan->n_ops; i++)
    times.start_ns[i] += self->late_ns[plan->ops[i].rank];
  lsc_plan_times_find_window (&times, plan);
  return times.t1_ns - times.t0_ns;
}

static void
forget_hosts (LscWhatIfMachine *self)
{
  for (gsize rank = 0; rank < self->n_ranks; rank++)
    self->late_ns[rank] = 0;
  self->is_late = FALSE;
}

/**
 * _lsc_what_if_machine_init:
 * @study: with a plan
 * @latency_ns: of all links instead of the measured ones; negative = measured
 *
 * Returns: window of the recorded blocks replayed on that machine: rung 4 of the ladder, with the
 *   late hosts in it where they explain more of the step
 */
gint64
_lsc_what_if_machine_init (LscWhatIfMachine *self, const LscStudy *study, gint64 latency_ns)
{
  gint64 window = study->rungs[LSC_RUNG_MEASURED], rung = study->rungs[LSC_RUNG_LATENCY];
  gsize n = study->plan->n_ranks;
  LscPlanLatency latency = lsc_study_latency (study);
  gint64 with_hosts;

  *self = (LscWhatIfMachine){ .n_ranks = n,
                              .links = g_new0 (gint64, n * n),
                              .measured = g_new0 (gint64, n * n),
                              .late_ns = g_new0 (gint64, n) };
  measure_hosts (self, study, &latency);
  if (self->is_late)
    {
      fill_links (self, study, self->measured, -1);
      with_hosts = _lsc_what_if_machine_replay (self, study, NULL);
      if (with_hosts > 0 && ABS (with_hosts - window) < ABS (rung - window))
        rung = with_hosts;
      else
        forget_hosts (self);
    }
  fill_links (self, study, self->measured, -1);
  fill_links (self, study, self->links, latency_ns);
  return rung;
}

/**
 * _lsc_what_if_machine_measure_late:
 * @step: another step of the recording that @self was measured of
 * @late_ns: (out): by rank: how late its host was for each block of it, where that explains the
 *   step better
 */
void
_lsc_what_if_machine_measure_late (const LscWhatIfMachine *self, const LscStudy *step,
                                   gint64 *late_ns)
{
  LscWhatIfMachine other = { .n_ranks = self->n_ranks,
                             .measured = self->measured,
                             .late_ns = late_ns };
  LscPlanLatency latency = { .by_link = self->measured };
  g_autofree gint64 *none = g_new0 (gint64, self->n_ranks);
  LscWhatIfMachine in_time = other;
  gint64 window = step->times.t1_ns - step->times.t0_ns;

  measure_hosts (&other, step, &latency);
  in_time.late_ns = none;
  if (other.is_late && ABS (_lsc_what_if_machine_replay (&other, step, NULL) - window) >=
                           ABS (_lsc_what_if_machine_replay (&in_time, step, NULL) - window))
    forget_hosts (&other);
}

/** Frees what @self holds. */
void
_lsc_what_if_machine_clear (LscWhatIfMachine *self)
{
  g_clear_pointer (&self->links, g_free);
  g_clear_pointer (&self->measured, g_free);
  g_clear_pointer (&self->late_ns, g_free);
}
