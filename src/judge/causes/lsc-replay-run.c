/* lsc-replay-run.c - a recorded job, played again without something
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-job-replay-private.h"

/* replay.md#model, replay.md#gain. */

/**
 * Runner: where a rank is
 * @time_ns, @own_ns: at that time it had done so much itself, and went on
 * @gone_ns: what of its own was not there so far
 * @ready, @ready_end: what of LscReplayRank.ready has not been reached
 * @own, @own_end: likewise of LscRankDigest.own; nothing where all of it is there
 *
 * One cache line: each move asks for another rank.
 */
typedef struct
{
  double time_ns;
  double own_ns;
  double gone_ns;
  const LscReplayReady *ready;
  const LscReplayReady *ready_end;
  const LscDigestOwn *own;
  const LscDigestOwn *own_end;
  gboolean has_begun;
} Runner;

/** Where a rank is in what is not there. @step, @place: what of LscRankDigest.own_steps and
 * LscReplayCuts.places has not been reached */
typedef struct
{
  guint32 step;
  gsize place;
} Missing;

/**
 * Run: one replay
 * @missing: of each rank
 * @came_ns, @ready_ns, @ends_ns: of each slot when the last member came so far, when what an
 * operator takes was there, and when it ended
 * @sums_ns: of each rank the steps that count
 * @first_ns, @last_ns: when the first step of all ranks begins, and the last one ends
 */
typedef struct
{
  const LscJobReplay *replay;
  const LscReplayCuts *cuts;
  Runner *runners;
  Missing *missing;
  double *came_ns;
  double *ready_ns;
  double *ends_ns;
  double *sums_ns;
  double first_ns;
  double last_ns;
} Run;

static double
get_part (const Run *self, guint32 rank, const LscDigestOwn *own)
{
  Missing *missing = &self->missing[rank];

  return self->cuts && _lsc_replay_cuts_have (self->cuts, rank)
             ? _lsc_replay_cuts_get_part (self->cuts, rank, self->replay->ranks[rank].digest, own,
                                          &missing->step, &missing->place)
             : 0;
}

/* Passes what the rank did itself until it had done @own_ns. */
static void
pass_own (const Run *self, guint32 rank, Runner *runner, double own_ns)
{
  const LscReplayRank *about = &self->replay->ranks[rank];

  for (; runner->own != runner->own_end && (double) runner->own->own_ns <= own_ns; runner->own++)
    {
      double given = about->given ? about->given[runner->own - about->digest->own.items] : 0;
      double part = get_part (self, rank, runner->own);

      runner->gone_ns += (double) runner->own->ns * (given + (1 - given) * part);
    }
}

/* When the rank has done so much itself if nothing holds it. */
static inline double
get_time_ns (const Run *self, guint32 rank, Runner *runner, double own_ns)
{
  if (runner->own != runner->own_end)
    pass_own (self, rank, runner, own_ns);
  return runner->time_ns + (own_ns - runner->gone_ns) - runner->own_ns;
}

/* What operators take is there on the way. */
static inline void
pass_ready (Run *self, guint32 rank, Runner *runner, double own_ns)
{
  for (; runner->ready != runner->ready_end && runner->ready->own_ns <= own_ns; runner->ready++)
    self->ready_ns[runner->ready->slot] = get_time_ns (self, rank, runner, runner->ready->own_ns);
}

/* When the rank comes to a move if nothing holds it. */
static inline double
come_to (Run *self, const LscReplayMove *move, Runner *runner)
{
  if (!runner->has_begun)
    {
      get_time_ns (self, move->rank, runner, move->own_ns); /* what is gone before it */
      runner->has_begun = TRUE;
      runner->time_ns = self->replay->ranks[move->rank].begin_ns;
      runner->own_ns = move->own_ns - runner->gone_ns;
    }
  pass_ready (self, move->rank, runner, move->own_ns);
  return get_time_ns (self, move->rank, runner, move->own_ns);
}

static inline void
begin_op (Run *self, const LscReplayMove *move, double here_ns)
{
  double time_ns = here_ns + move->lag_ns;

  if (move->has_before)
    time_ns = move->is_queued
                  ? MAX (self->ends_ns[move->other] + move->lag_ns, self->ready_ns[move->slot])
                  : MAX (time_ns, self->ends_ns[move->other]);
  self->came_ns[move->came] = MAX (self->came_ns[move->came], time_ns);
}

static inline void
end_op (Run *self, const LscReplayMove *move, Runner *runner, double here_ns)
{
  double saved_ns = self->cuts && self->cuts->of_joint ? self->cuts->of_joint[move->other] : 0;
  double end_ns = self->came_ns[move->came] + MAX (move->lag_ns - saved_ns, 0);

  self->ends_ns[move->slot] = end_ns;
  if (!move->holds)
    return;
  runner->time_ns = MAX (here_ns, end_ns);
  runner->own_ns = move->own_ns - runner->gone_ns;
}

static void
begin_step (Run *self, const LscReplayMove *move, double here_ns)
{
  self->first_ns = MIN (self->first_ns, here_ns + move->lag_ns);
  if (self->replay->ranks[move->rank].counts[move->slot])
    self->sums_ns[move->rank] -= here_ns + move->lag_ns;
}

static void
end_step (Run *self, const LscReplayMove *move, double here_ns)
{
  self->last_ns = MAX (self->last_ns, here_ns + move->lag_ns);
  if (self->replay->ranks[move->rank].counts[move->slot])
    self->sums_ns[move->rank] += here_ns + move->lag_ns;
}

static void
run_all (Run *self)
{
  const LscReplayMoves *moves = &self->replay->moves;

  for (gsize i = 0; i < moves->n; i++)
    {
      const LscReplayMove *move = &moves->items[i];
      Runner *runner = &self->runners[move->rank];
      double here_ns = come_to (self, move, runner);

      if (move->kind == LSC_REPLAY_BEGIN)
        begin_op (self, move, here_ns);
      else if (move->kind == LSC_REPLAY_END)
        end_op (self, move, runner, here_ns);
      else if (move->kind == LSC_REPLAY_STEP_BEGIN)
        begin_step (self, move, here_ns);
      else
        end_step (self, move, here_ns);
    }
}

static Runner *
list_runners (const LscJobReplay *self, const LscReplayCuts *cuts)
{
  Runner *runners = g_new0 (Runner, self->n + 1);

  for (guint32 i = 0; i < self->n; i++)
    {
      const LscReplayRank *rank = &self->ranks[i];
      const LscDigestOwns *own = &rank->digest->own;
      gboolean is_less = rank->given || (cuts && _lsc_replay_cuts_have (cuts, i));

      runners[i].ready = rank->ready.items;
      runners[i].ready_end = rank->ready.items + rank->ready.n;
      runners[i].own = is_less ? own->items : NULL;
      runners[i].own_end = is_less ? own->items + own->n : NULL;
    }
  return runners;
}

static double
find_longest_ns (const LscJobReplay *self, const double *sums_ns)
{
  double most_ns = 0;

  for (gsize i = 0; i < self->n; i++)
    most_ns = MAX (most_ns, sums_ns[i] / MAX (self->ranks[i].n_counted, 1));
  return most_ns;
}

/**
 * _lsc_replay_run:
 * @cuts: (nullable): what is not there
 *
 * Cost: O(operators of all ranks and what they do themselves). Thread: any.
 */
LscReplayTotal
_lsc_replay_run (const LscJobReplay *self, const LscReplayCuts *cuts)
{
  g_autofree Runner *runners = list_runners (self, cuts);
  g_autofree Missing *missing = g_new0 (Missing, self->n + 1);
  g_autofree double *came_ns = g_new (double, self->slots.n_came + 1);
  g_autofree double *ready_ns = g_new0 (double, self->slots.n_ready + 1);
  g_autofree double *ends_ns = g_new0 (double, self->slots.n_ends + 1);
  g_autofree double *sums_ns = g_new0 (double, self->n + 1);
  Run run = { self, cuts, runners, missing, came_ns, ready_ns, ends_ns, sums_ns, G_MAXDOUBLE, 0 };

  for (gsize i = 0; i < self->slots.n_came; i++)
    came_ns[i] = -G_MAXDOUBLE;
  run_all (&run);
  return (LscReplayTotal){ find_longest_ns (self, sums_ns), run.last_ns - run.first_ns };
}
