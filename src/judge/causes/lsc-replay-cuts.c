/* lsc-replay-cuts.c - what is not there in a replay
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-job-replay-private.h"

/* replay.md#gain. */

static gboolean
is_of_kind (const LscReplayChange *change, const LscDigestOwn *own)
{
  return change->what == LSC_REPLAY_WORK ? own->work == change->kind : own->loss == change->kind;
}

/* What the rank moves, and nothing hides, belongs to all members of the operators. */
static gboolean
is_transfer (const LscReplayChange *change)
{
  return change->what == LSC_REPLAY_LOSS &&
         (change->kind == LSC_LOSS_TRANSFER || change->kind == LSC_LOSS_COMM);
}

/* What of its own a rank spends on what is to change, in the step or on the mean. */
static double
measure (const LscReplayRank *rank, const LscReplayChange *change)
{
  const LscRankDigest *digest = rank->digest;
  double sum_ns = 0;

  if (change->step == LSC_REPLAY_ALL_STEPS)
    return change->what == LSC_REPLAY_WORK ? rank->work_ns[change->kind]
                                           : rank->loss_ns[change->kind];
  for (gsize i = 0; i < digest->own.n; i++)
    if (is_of_kind (change, &digest->own.items[i]) &&
        _lsc_replay_find_step (digest, 0, digest->own.items[i].own_ns) == change->step &&
        _lsc_replay_is_in_step (digest, change->step, digest->own.items[i].own_ns))
      sum_ns += (double) digest->own.items[i].ns * (1 - _lsc_replay_get_given (rank, i));
  return sum_ns;
}

static void
cut_rank (LscReplayCuts *self, const LscJobReplay *replay, const LscReplayChange *change)
{
  const LscReplayRank *rank = &replay->ranks[change->rank];
  guint n_steps = (guint) rank->digest->own_steps.n;
  double there_ns = measure (rank, change), part;

  if (there_ns <= 0)
    return;
  part = MIN (change->ns / there_ns, 1);
  if (part == 0)
    return;
  self->has_any = TRUE;
  if (!self->of_rank[change->rank])
    self->of_rank[change->rank] = g_new0 (LscReplayCut, n_steps + 1);
  for (guint i = 0; i <= n_steps; i++)
    if (change->step == LSC_REPLAY_ALL_STEPS || change->step == i)
      {
        LscReplayCut *cut = &self->of_rank[change->rank][i];

        *(change->what == LSC_REPLAY_WORK ? &cut->work[change->kind] : &cut->loss[change->kind]) +=
            part;
      }
}

static void
cut_joint (LscReplayCuts *self, const LscJobReplay *replay, gsize joint, double ns)
{
  if (ns == 0)
    return;
  if (!self->of_joint)
    self->of_joint = g_new0 (double, replay->joints.n + 1);
  self->of_joint[joint] += ns;
  self->has_any = TRUE;
}

/* @parts: (array): of each rank what part of its transfers is not there */
static void
cut_transfers (LscReplayCuts *self, const LscJobReplay *replay, const double *parts)
{
  for (gsize i = 0; i < replay->ops.n; i++)
    {
      const LscReplayOp *op = &replay->ops.items[i];

      cut_joint (self, replay, op->joint,
                 parts[op->rank] * op->open_ns / replay->joints.items[op->joint].n);
    }
}

static double
get_transfer_part (const LscJobReplay *replay, const LscReplayChange *change)
{
  double there_ns = replay->ranks[change->rank].transfer_ns;

  return there_ns > 0 ? CLAMP (change->ns / there_ns, 0, 1) : 0;
}

/**
 * _lsc_replay_cuts_init:
 * @self: (out caller-allocates): to be cleared with _lsc_replay_cuts_clear()
 * @changes: (array length=n): what is not there
 */
void
_lsc_replay_cuts_init (LscReplayCuts *self, const LscJobReplay *replay,
                       const LscReplayChange *changes, gsize n)
{
  g_autofree double *parts = g_new0 (double, replay->n + 1);
  gboolean has_parts = FALSE;

  *self = (LscReplayCuts){ .of_rank = g_new0 (LscReplayCut *, replay->n + 1),
                           .places = g_new0 (LscReplayPlaces, replay->n + 1),
                           .n = replay->n };
  for (gsize i = 0; i < n; i++)
    {
      has_parts = has_parts || is_transfer (&changes[i]);
      if (changes[i].what == LSC_REPLAY_TRANSFER)
        cut_joint (self, replay, changes[i].kind, MAX (changes[i].ns, 0));
      else if (is_transfer (&changes[i]))
        parts[changes[i].rank] =
            MAX (parts[changes[i].rank], get_transfer_part (replay, &changes[i]));
      else if (changes[i].until_ns > changes[i].from_ns)
        _lsc_replay_places_add (&self->places[changes[i].rank],
                                replay->ranks[changes[i].rank].digest, &changes[i]);
      else
        cut_rank (self, replay, &changes[i]);
    }
  for (gsize i = 0; i < self->n; i++)
    {
      _lsc_replay_places_sort (&self->places[i]);
      self->has_any = self->has_any || self->places[i].n > 0;
    }
  if (has_parts)
    cut_transfers (self, replay, parts);
}

void
_lsc_replay_cuts_clear (LscReplayCuts *self)
{
  for (gsize i = 0; i < self->n; i++)
    {
      g_free (self->of_rank[i]);
      lsc_replay_places_clear (&self->places[i]);
    }
  g_free (self->of_rank);
  g_free (self->places);
  g_free (self->of_joint);
}

/** Returns: whether anything of the rank's own is not there */
gboolean
_lsc_replay_cuts_have (const LscReplayCuts *self, guint32 rank)
{
  return self->of_rank[rank] || self->places[rank].n > 0;
}

/**
 * _lsc_replay_cuts_get_part:
 * @digest: of the rank
 * @own: each behind those before it
 * @step, @place: (inout): 0, or as they were left for what was asked for before
 *
 * Returns: what part of what the rank did itself is not there; below 0 it is longer
 */
double
_lsc_replay_cuts_get_part (const LscReplayCuts *self, guint32 rank, const LscRankDigest *digest,
                           const LscDigestOwn *own, guint32 *step, gsize *place)
{
  const LscReplayCut *cuts = self->of_rank[rank];
  double part = _lsc_replay_places_get_part (&self->places[rank], place, own);

  *step = _lsc_replay_find_step (digest, *step, own->own_ns);
  if (cuts)
    {
      gboolean is_inside = _lsc_replay_is_in_step (digest, *step, own->own_ns);
      const LscReplayCut *cut = &cuts[is_inside ? *step : digest->own_steps.n];

      part += cut->work[own->work] + cut->loss[own->loss];
    }
  return MIN (part, 1);
}
