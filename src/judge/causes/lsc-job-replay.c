/* lsc-job-replay.c - what a step would gain if something that a rank did were not there
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "judge/causes/lsc-job-replay-private.h"

/* replay.md. */

#define MOST_ERROR 0.005 /* of the step: what is replayed worse tells no gains */

/* ---- a replay ---- */

/**
 * Runner: where a rank is
 * @time_ns, @own_ns: at that time it had done so much itself, and went on
 * @gone_ns: what of its own was not there so far
 * @at, @step: what of LscRankDigest.own and own_steps has not been reached
 * @ready, @place: likewise of LscReplayRank.ready and LscReplayCuts.places
 * @own, @n_own, @given: those of the rank, which is asked for at each event
 * @has_cuts: anything of its own is not there
 */
typedef struct
{
  gboolean has_begun;
  gboolean has_cuts;
  double time_ns;
  double own_ns;
  double gone_ns;
  gsize at;
  gsize ready;
  gsize place;
  guint32 step;
  const LscDigestOwn *own;
  gsize n_own;
  const double *given;
} Runner;

/**
 * Run: one replay
 * @came_ns: of each joint when the last of its members came, so far, by LscJobReplay.came
 * @ready_ns, @ends_ns: of each operator when what it takes was there, and when it ended
 * @sums_ns: of each rank the steps that count
 * @first_ns, @last_ns: when the first step of all ranks begins, and the last one ends
 */
typedef struct
{
  const LscJobReplay *replay;
  const LscReplayCuts *cuts;
  Runner *runners;
  double *came_ns;
  double *ready_ns;
  double *ends_ns;
  double *sums_ns;
  double first_ns;
  double last_ns;
} Run;

/* Passes what the rank did itself until it had done @own_ns. */
static void
pass_own (const Run *self, guint32 rank, double own_ns)
{
  Runner *runner = &self->runners[rank];

  if (!runner->has_cuts && !runner->given)
    return;
  for (; runner->at < runner->n_own && (double) runner->own[runner->at].own_ns <= own_ns;
       runner->at++)
    {
      const LscDigestOwn *own = &runner->own[runner->at];
      double given = runner->given ? runner->given[runner->at] : 0;
      double part =
          runner->has_cuts
              ? _lsc_replay_cuts_get_part (self->cuts, rank, self->replay->ranks[rank].digest, own,
                                           &runner->step, &runner->place)
              : 0;

      runner->gone_ns += (double) own->ns * (given + (1 - given) * part);
    }
}

/* When the rank has done so much itself if nothing holds it. */
static double
get_time_ns (const Run *self, guint32 rank, double own_ns)
{
  const Runner *runner = &self->runners[rank];

  pass_own (self, rank, own_ns);
  return runner->time_ns + (own_ns - runner->gone_ns) - runner->own_ns;
}

/* What operators take is there on the way. */
static void
pass_ready (Run *self, guint32 rank, double own_ns)
{
  const LscReplayReadies *ready = &self->replay->ranks[rank].ready;
  Runner *runner = &self->runners[rank];

  for (; runner->ready < ready->n; runner->ready++)
    {
      const LscReplayReady *at = &ready->items[runner->ready];

      if (at->own_ns > own_ns)
        return;
      self->ready_ns[at->op] = get_time_ns (self, rank, at->own_ns);
    }
}

/* When the rank comes to an event if nothing holds it. */
static double
come_to (Run *self, const LscReplayEvent *event, Runner *runner)
{
  if (!runner->has_begun)
    {
      get_time_ns (self, event->rank, event->own_ns); /* what is gone before it */
      runner->has_begun = TRUE;
      runner->time_ns = (double) event->time_ns;
      runner->own_ns = event->own_ns - runner->gone_ns;
    }
  pass_ready (self, event->rank, event->own_ns);
  return get_time_ns (self, event->rank, event->own_ns);
}

static void
begin_op (Run *self, const LscReplayEvent *event, double here_ns)
{
  double time_ns = here_ns + event->lag_ns;

  if (event->has_before)
    time_ns = event->is_queued
                  ? MAX (self->ends_ns[event->before] + event->lag_ns, self->ready_ns[event->index])
                  : MAX (time_ns, self->ends_ns[event->before]);
  self->came_ns[event->came] = MAX (self->came_ns[event->came], time_ns);
}

static void
end_op (Run *self, const LscReplayEvent *event, Runner *runner, double here_ns)
{
  double saved_ns = self->cuts && self->cuts->of_joint ? self->cuts->of_joint[event->joint] : 0;
  double end_ns = self->came_ns[event->came] + MAX (event->lag_ns - saved_ns, 0);

  self->ends_ns[event->index] = end_ns;
  if (!event->holds)
    return;
  runner->time_ns = MAX (here_ns, end_ns);
  runner->own_ns = event->own_ns - runner->gone_ns;
}

static void
run_all (Run *self)
{
  const LscReplayEvents *events = &self->replay->events;

  for (gsize i = 0; i < events->n; i++)
    {
      const LscReplayEvent *event = &events->items[i];
      Runner *runner = &self->runners[event->rank];
      double here_ns = come_to (self, event, runner);

      switch ((LscReplayEventKind) event->kind)
        {
        case LSC_REPLAY_BEGIN:
          begin_op (self, event, here_ns);
          break;
        case LSC_REPLAY_END:
          end_op (self, event, runner, here_ns);
          break;
        case LSC_REPLAY_STEP_BEGIN:
          self->first_ns = MIN (self->first_ns, here_ns + event->lag_ns);
          if (self->replay->ranks[event->rank].counts[event->index])
            self->sums_ns[event->rank] -= here_ns + event->lag_ns;
          break;
        case LSC_REPLAY_STEP_END:
          self->last_ns = MAX (self->last_ns, here_ns + event->lag_ns);
          if (self->replay->ranks[event->rank].counts[event->index])
            self->sums_ns[event->rank] += here_ns + event->lag_ns;
          break;
        }
    }
}

static Runner *
list_runners (const LscJobReplay *self, const LscReplayCuts *cuts)
{
  Runner *runners = g_new0 (Runner, self->n + 1);

  for (guint32 i = 0; i < self->n; i++)
    {
      const LscReplayRank *rank = &self->ranks[i];

      runners[i].own = rank->digest->own.items;
      runners[i].n_own = rank->digest->own.n;
      runners[i].given = rank->given;
      runners[i].has_cuts = cuts && _lsc_replay_cuts_have (cuts, i);
    }
  return runners;
}

/* @steps_ns: (array): of each rank the mean step that counts. Returns: from the begin of the first
 * step to the end of the last */
static double
replay (const LscJobReplay *self, const LscReplayCuts *cuts, double *steps_ns)
{
  g_autofree Runner *runners = list_runners (self, cuts);
  g_autofree double *came_ns = g_new (double, self->joints.n + 1);
  g_autofree double *ready_ns = g_new0 (double, self->ops.n + 1);
  g_autofree double *ends_ns = g_new0 (double, self->ops.n + 1);
  Run run = { self, cuts, runners, came_ns, ready_ns, ends_ns, steps_ns, G_MAXDOUBLE, 0 };

  for (gsize i = 0; i < self->joints.n; i++)
    came_ns[i] = -G_MAXDOUBLE;
  memset (steps_ns, 0, self->n * sizeof *steps_ns);
  run_all (&run);
  for (gsize i = 0; i < self->n; i++)
    steps_ns[i] /= MAX (self->ranks[i].n_counted, 1);
  return run.last_ns - run.first_ns;
}

static double
find_most (const double *values, gsize n)
{
  double most = 0;

  for (gsize i = 0; i < n; i++)
    most = MAX (most, values[i]);
  return most;
}

/* ---- the job ---- */

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
  return self->n > 0;
}

/* Whether the job, replayed as it was recorded, takes as long as it did. */
static void
check (LscJobReplay *self)
{
  g_autofree double *steps_ns = g_new0 (double, self->n + 1);
  double recorded_ns = 0;

  self->run_ns = replay (self, NULL, steps_ns);
  for (gsize i = 0; i < self->n; i++)
    recorded_ns = MAX (recorded_ns, self->ranks[i].step_ns);
  self->step_ns = find_most (steps_ns, self->n);
  self->error = recorded_ns > 0 ? ABS (self->step_ns - recorded_ns) / recorded_ns : 1;
  self->is_bound = !(self->error <= MOST_ERROR);
}

/**
 * lsc_job_replay_new:
 * @set: whose digests stay with the replay
 *
 * Formulas: replay.md.
 *
 * Thread: any. Cost: O(n log n) of the operators of all ranks.
 *
 * Returns: (transfer full): the job, ready to be replayed; %NULL with %LSC_ERROR_CANCELLED
 */
LscJobReplay *
lsc_job_replay_new (const LscRankSet *set, LscJob *job, GError **error)
{
  g_autoptr (LscJobReplay) self = NULL;

  g_return_val_if_fail (set, NULL);
  self = g_new0 (LscJobReplay, 1);
  g_atomic_ref_count_init (&self->refs);
  self->n = set->n;
  self->is_bound = TRUE;
  self->error = (double) NAN;
  self->ranks = g_new0 (LscReplayRank, set->n + 1);
  for (gsize i = 0; i < set->n; i++)
    read_rank (&self->ranks[i], set, i);
  if (!can_replay (self))
    return g_steal_pointer (&self);
  if (!_lsc_replay_read_ops (self, set, job, error))
    return NULL;
  _lsc_replay_align (self);
  _lsc_replay_find_meets (self);
  for (gsize i = 0; i < self->n; i++)
    measure_own (&self->ranks[i]);
  _lsc_replay_read_events (self);
  _lsc_replay_measure_transfers (self);
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
  lsc_replay_events_clear (&self->events);
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
  g_autofree double *steps_ns = NULL;
  LscReplayCuts cuts;

  g_return_val_if_fail (self && (changes || n == 0), 0);
  if (self->is_bound)
    return bound_gain (self, changes, n);
  steps_ns = g_new0 (double, self->n + 1);
  _lsc_replay_cuts_init (&cuts, self, changes, n);
  replay (self, &cuts, steps_ns);
  _lsc_replay_cuts_clear (&cuts);
  return self->step_ns - find_most (steps_ns, self->n);
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
  g_autofree double *steps_ns = NULL;
  LscReplayCuts cuts;
  double run_ns;

  g_return_val_if_fail (self && (changes || n == 0), 0);
  if (self->is_bound)
    return (double) NAN;
  steps_ns = g_new0 (double, self->n + 1);
  _lsc_replay_cuts_init (&cuts, self, changes, n);
  run_ns = replay (self, &cuts, steps_ns);
  _lsc_replay_cuts_clear (&cuts);
  return self->run_ns - run_ns;
}
