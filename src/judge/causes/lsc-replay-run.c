/* lsc-replay-run.c - a recorded job, played again without something
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-job-replay-private.h"

/* replay.md#model, replay.md#gain. */

/** What of its own is not there up to @own_ns: @gone_ns of it, all together. */
typedef struct
{
  double own_ns;
  double gone_ns;
} Gone;

LSC_DEFINE_ARRAY (Gones, gones, Gone)

/**
 * Runner: where a rank is
 * @time_ns, @own_ns: at that time it had done so much itself, and went on
 * @gone_ns: what of its own was not there so far
 * @ready, @ready_end: what of LscReplayRank.ready has not been reached
 * @gone, @gone_end: likewise of what is not there; nothing where all of it is
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
  const Gone *gone;
  const Gone *gone_end;
  gboolean has_begun;
} Runner;

/**
 * Run: one replay
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
  double *came_ns;
  double *ready_ns;
  double *ends_ns;
  double *sums_ns;
  double first_ns;
  double last_ns;
} Run;

/* When the rank has done so much itself if nothing holds it. */
static inline double
get_time_ns (Runner *runner, double own_ns)
{
  for (; runner->gone != runner->gone_end && runner->gone->own_ns <= own_ns; runner->gone++)
    runner->gone_ns = runner->gone->gone_ns;
  return runner->time_ns + (own_ns - runner->gone_ns) - runner->own_ns;
}

/* What operators take is there on the way. */
static inline void
pass_ready (Run *self, Runner *runner, double own_ns)
{
  for (; runner->ready != runner->ready_end && runner->ready->own_ns <= own_ns; runner->ready++)
    self->ready_ns[runner->ready->slot] = get_time_ns (runner, runner->ready->own_ns);
}

/* When the rank comes to a move if nothing holds it. */
static inline double
come_to (Run *self, const LscReplayMove *move, Runner *runner)
{
  if (!runner->has_begun)
    {
      get_time_ns (runner, move->own_ns); /* what is gone before it */
      runner->has_begun = TRUE;
      runner->time_ns = self->replay->ranks[move->rank].begin_ns;
      runner->own_ns = move->own_ns - runner->gone_ns;
    }
  pass_ready (self, runner, move->own_ns);
  return get_time_ns (runner, move->own_ns);
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

/* Appends what of a rank's own is not there, where anything is not. Here and not on the way, which
 * goes from rank to rank: what was kept of one is far from what was kept of another. */
static void
list_gone (const LscJobReplay *self, const LscReplayCuts *cuts, guint32 rank, Gones *gones)
{
  const LscReplayRank *about = &self->ranks[rank];
  const LscDigestOwns *own = &about->digest->own;
  gboolean is_cut = cuts && _lsc_replay_cuts_have (cuts, rank);
  double gone_ns = 0;
  guint32 step = 0;
  gsize place = 0;

  for (gsize i = 0; (is_cut || about->given) && i < own->n; i++)
    {
      const LscDigestOwn *item = &own->items[i];
      double given = about->given ? about->given[i] : 0;
      double part =
          is_cut ? _lsc_replay_cuts_get_part (cuts, rank, about->digest, item, &step, &place) : 0;
      double here_ns = (double) item->ns * (given + (1 - given) * part);

      if (here_ns == 0)
        continue;
      gone_ns += here_ns;
      gones_append (gones, (Gone){ (double) item->own_ns, gone_ns });
    }
}

static Runner *
list_runners (const LscJobReplay *self, const LscReplayCuts *cuts, Gones *gones)
{
  g_autofree gsize *first = g_new0 (gsize, self->n + 1);
  Runner *runners = g_new0 (Runner, self->n + 1);

  for (guint32 i = 0; i < self->n; i++)
    {
      list_gone (self, cuts, i, gones);
      first[i + 1] = gones->n;
    }
  for (guint32 i = 0; i < self->n && gones->n > 0; i++)
    {
      runners[i].gone = gones->items + first[i];
      runners[i].gone_end = gones->items + first[i + 1];
    }
  for (guint32 i = 0; i < self->n; i++)
    {
      runners[i].ready = self->ranks[i].ready.items;
      runners[i].ready_end = self->ranks[i].ready.items + self->ranks[i].ready.n;
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

static double *
new_slots (gsize n, double value)
{
  double *slots = lsc_array_alloc (n + 1, sizeof *slots);

  for (gsize i = 0; i <= n; i++)
    slots[i] = value;
  return slots;
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
  Gones gones = { 0 };
  g_autofree Runner *runners = list_runners (self, cuts, &gones);
  g_autofree double *came_ns = new_slots (self->slots.n_came, -G_MAXDOUBLE);
  g_autofree double *ready_ns = new_slots (self->slots.n_ready, 0);
  g_autofree double *ends_ns = new_slots (self->slots.n_ends, 0);
  g_autofree double *sums_ns = g_new0 (double, self->n + 1);
  Run run = { self, cuts, runners, came_ns, ready_ns, ends_ns, sums_ns, G_MAXDOUBLE, 0 };

  run_all (&run);
  gones_clear (&gones);
  return (LscReplayTotal){ find_longest_ns (self, sums_ns), run.last_ns - run.first_ns };
}
