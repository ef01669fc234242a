/* lsc-job-replay.c - what a step would gain if something that a rank did were not there
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "judge/causes/lsc-job-replay-private.h"

/* replay.md. */

#define MOST_ERROR 0.005 /* of the step: what is replayed worse tells no gains */

static double
known_ns (gint64 ns)
{
  return ns != LSC_INT_NULL ? (double) ns : 0;
}

static void
measure_own (LscReplayRank *self)
{
  const LscRankDigest *digest = self->digest;
  guint32 step = 0;

  for (gsize i = 0; i < digest->own.n; i++)
    {
      const LscDigestOwn *own = &digest->own.items[i];
      double given = _lsc_replay_get_given (self, i);
      double ns = (double) own->ns * (1 - given) / self->n_counted;

      step = _lsc_replay_find_step (digest, step, own->own_ns);
      if (!_lsc_replay_is_in_step (digest, step, own->own_ns) || !self->counts[step])
        continue;
      if (own->work < LSC_WORK_N)
        self->work_ns[own->work] += ns;
      if (own->loss < LSC_LOSS_N)
        self->loss_ns[own->loss] += ns;
      self->given_ns += (double) own->ns * given / self->n_counted;
    }
}

static void
read_rank (LscReplayRank *self, const LscRankSet *set, gsize rank)
{
  const LscStepRange *steps = &set->steps[rank];

  self->digest = lsc_rank_digest_ref ((LscRankDigest *) set->digests[rank]);
  self->counts = g_new0 (guint8, self->digest->steps.n + 1);
  self->first_step = steps->begin;
  self->end_step = steps->end;
  for (guint i = steps->begin; i < steps->end; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_step (self->digest, i);

      if (!lsc_rank_set_counts (set, rank, i))
        continue;
      self->counts[i] = TRUE;
      self->n_counted++;
      self->step_ns += known_ns (step->step_ns);
      self->busy_ns += known_ns (step->step_ns) - known_ns (step->ns[LSC_BUDGET_WAIT]) -
                       known_ns (step->ns[LSC_BUDGET_BUBBLE]);
    }
  self->step_ns /= MAX (self->n_counted, 1);
  self->busy_ns /= MAX (self->n_counted, 1);
}

/* Transfers of op timelines begin when the last one has come: waiting is idle time there. */
static gboolean
can_replay (const LscJobReplay *self)
{
  for (gsize i = 0; i < self->n; i++)
    {
      const LscReplayRank *rank = &self->ranks[i];

      if (rank->digest->is_of_ops || rank->digest->own.n == 0 || rank->n_counted == 0)
        return FALSE;
    }
  return self->n > 0 && self->n < G_GUINT64_CONSTANT (1) << LSC_REPLAY_RANK_BITS;
}

/* Whether the job, replayed as it was recorded, takes as long as it did. */
static void
check (LscJobReplay *self)
{
  double recorded_ns = 0;

  self->times = _lsc_replay_run (self, NULL);
  for (gsize i = 0; i < self->n; i++)
    recorded_ns = MAX (recorded_ns, self->ranks[i].step_ns);
  self->error = recorded_ns > 0 ? ABS (self->times.step_ns - recorded_ns) / recorded_ns : 1;
  self->is_bound = !(self->error <= MOST_ERROR);
}

/* Returns: %FALSE with %LSC_ERROR_CANCELLED */
static gboolean
read_ops (LscJobReplay *self, const LscRankSet *set, const LscMatch *match, LscJob *job,
          GError **error)
{
  LscMatch own;
  gboolean is_done = TRUE;

  if (match)
    _lsc_replay_read_ops (self, match);
  else
    {
      is_done = lsc_match_ranks (&own, set, job, error);
      if (is_done)
        _lsc_replay_read_ops (self, &own);
      lsc_match_clear (&own);
    }
  return is_done && lsc_job_check (job, error);
}

static void
make_moves (LscJobReplay *self)
{
  LscReplayEvents events;
  LscIndexes held = { 0 };

  _lsc_replay_list_events (self, &events);
  _lsc_replay_make_moves (self, &events, &held);
  _lsc_replay_events_clear (&events);
  _lsc_replay_measure_transfers (self, &held);
  lsc_indexes_clear (&held);
}

/**
 * lsc_job_replay_new:
 * @set: whose digests stay with the replay
 * @match: (nullable): of @set, if that is known
 *
 * Formulas: replay.md.
 *
 * Thread: any. Cost: O(n) of the operators of all ranks, O(n log n) without @match.
 *
 * Returns: (transfer full): the job, ready to be replayed; %NULL with %LSC_ERROR_CANCELLED
 */
LscJobReplay *
lsc_job_replay_new (const LscRankSet *set, const LscMatch *match, LscJob *job, GError **error)
{
  g_autoptr (LscJobReplay) self = NULL;

  g_return_val_if_fail (set, NULL);
  self = g_new0 (LscJobReplay, 1);
  g_atomic_ref_count_init (&self->refs);
  self->n = set->n;
  self->memo = _lsc_replay_memo_new ();
  self->is_bound = TRUE;
  self->error = (double) NAN;
  self->ranks = g_new0 (LscReplayRank, set->n + 1);
  for (gsize i = 0; i < set->n; i++)
    read_rank (&self->ranks[i], set, i);
  if (!can_replay (self))
    return g_steal_pointer (&self);
  if (!read_ops (self, set, match, job, error))
    return NULL;
  _lsc_replay_align (self);
  _lsc_replay_find_meets (self);
  for (gsize i = 0; i < self->n; i++)
    measure_own (&self->ranks[i]);
  make_moves (self);
  check (self);
  return g_steal_pointer (&self);
}

LscJobReplay *
lsc_job_replay_ref (LscJobReplay *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * lsc_job_replay_unref:
 * @self: (transfer full) (nullable):
 */
void
lsc_job_replay_unref (LscJobReplay *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  for (gsize i = 0; i < self->n; i++)
    {
      lsc_rank_digest_unref (self->ranks[i].digest);
      lsc_replay_readies_clear (&self->ranks[i].ready);
      g_free (self->ranks[i].counts);
      g_free (self->ranks[i].given);
      lsc_replay_meets_clear (&self->ranks[i].meets);
    }
  g_free (self->ranks);
  lsc_replay_ops_clear (&self->ops);
  lsc_replay_joints_clear (&self->joints);
  g_free (self->came);
  lsc_replay_moves_clear (&self->moves);
  _lsc_replay_memo_free (self->memo);
  g_free (self);
}

/** Returns: whether gains are upper bounds, as the recording could not be replayed */
gboolean
lsc_job_replay_is_bound (const LscJobReplay *self)
{
  g_return_val_if_fail (self, TRUE);
  return self->is_bound;
}

/** Returns: by what share the longest step is replayed longer or shorter than it was recorded;
 *   %NAN where there is nothing to replay */
double
lsc_job_replay_get_error (const LscJobReplay *self)
{
  g_return_val_if_fail (self, (double) NAN);
  return self->error;
}

static double
find_most (const double *values, gsize n)
{
  double most = 0;

  for (gsize i = 0; i < n; i++)
    most = MAX (most, values[i]);
  return most;
}

/* Where the job cannot be replayed: a step lasts as long as what the busiest rank does without
 * waiting. */
static double
bound_gain (const LscJobReplay *self, const LscReplayChange *changes, gsize n)
{
  g_autofree double *after_ns = g_new0 (double, self->n + 1);
  double before_ns = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      after_ns[i] = self->ranks[i].busy_ns;
      before_ns = MAX (before_ns, after_ns[i]);
    }
  for (gsize i = 0; i < n; i++)
    if (changes[i].what != LSC_REPLAY_TRANSFER)
      after_ns[changes[i].rank] -=
          changes[i].step == LSC_REPLAY_ALL_STEPS
              ? changes[i].ns
              : changes[i].ns / MAX (self->ranks[changes[i].rank].n_counted, 1);
  return before_ns - find_most (after_ns, self->n);
}

/* Most of what is asked for takes nothing away, and much is asked for by several. */
static LscReplayTotal
replay (const LscJobReplay *self, const LscReplayChange *changes, gsize n)
{
  LscReplayTotal times = self->times;
  LscReplayCuts cuts;

  if (_lsc_replay_memo_find (self->memo, changes, n, &times))
    return times;
  _lsc_replay_cuts_init (&cuts, self, changes, n);
  if (cuts.has_any)
    times = _lsc_replay_run (self, &cuts);
  _lsc_replay_cuts_clear (&cuts);
  _lsc_replay_memo_keep (self->memo, changes, n, &times);
  return times;
}

/**
 * lsc_job_replay_gain:
 * @changes: (array length=n): what is not there, all at once
 *
 * Source: replay.md#gain. Thread: any. Cost: O(operators of all ranks).
 *
 * Returns: ns by which a step would be shorter, mean of those that count
 */
double
lsc_job_replay_gain (const LscJobReplay *self, const LscReplayChange *changes, gsize n)
{
  g_return_val_if_fail (self && (changes || n == 0), 0);
  if (self->is_bound)
    return bound_gain (self, changes, n);
  return self->times.step_ns - replay (self, changes, n).step_ns;
}

/**
 * lsc_job_replay_gain_of_run:
 * @changes: (array length=n): what is not there, all at once
 *
 * What is there in some steps alone, and also where steps do not count.
 *
 * Returns: ns by which all steps that are looked at together would be shorter; %NAN where the job
 *   cannot be replayed
 */
double
lsc_job_replay_gain_of_run (const LscJobReplay *self, const LscReplayChange *changes, gsize n)
{
  g_return_val_if_fail (self && (changes || n == 0), 0);
  if (self->is_bound)
    return (double) NAN;
  return self->times.run_ns - replay (self, changes, n).run_ns;
}
