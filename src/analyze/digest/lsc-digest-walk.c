/* lsc-digest-walk.c - one walk over the pieces of a budget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-private.h"

#define CHECK_PIECES 4096

/** Those who take pieces. */
typedef struct
{
  LscDigestWork work;
  LscDigestOwnTime own;
  LscDigestOwners owners;
  LscDigestLosses losses;
  LscDigestComm comm;
  gboolean has_owners;
  gboolean has_losses;
} Takers;

static void
init (Takers *self, LscRankDigest *digest, const LscTimeline *timeline, const LscBudget *budget,
      const LscIntervals *blocks)
{
  self->has_losses = (digest->parts & LSC_DIGEST_JUDGED) != 0;
  self->has_owners = self->has_losses || (digest->parts & LSC_DIGEST_COMPARED) != 0;
  _lsc_digest_work_init (&self->work, digest);
  _lsc_digest_own_init (&self->own, digest, timeline);
  if (self->has_owners)
    _lsc_digest_owners_init (&self->owners, digest, timeline);
  if (self->has_losses)
    {
      _lsc_digest_losses_init (&self->losses, digest, timeline, budget, blocks);
      _lsc_digest_comm_init (&self->comm, digest, timeline);
    }
}

static void
take (Takers *self, const LscBudget *budget, gsize index, guint32 step)
{
  const LscBudgetPiece *piece = &budget->pieces.items[index];
  LscLoss loss = LSC_LOSS_N;

  _lsc_digest_work_take (&self->work, piece);
  if (self->has_owners)
    _lsc_digest_owners_take (&self->owners, piece, step);
  if (self->has_losses)
    {
      loss = _lsc_digest_losses_take (&self->losses, index, step);
      _lsc_digest_comm_take (&self->comm, piece);
    }
  _lsc_digest_own_take (&self->own, piece, loss);
}

static gboolean
take_all (Takers *self, const LscBudget *budget, LscJob *job, GError **error)
{
  for (guint32 i = 0; i < budget->steps.n; i++)
    {
      const LscBudgetStep *step = lsc_budget_get_step (budget, i);

      if (self->has_losses)
        _lsc_digest_losses_begin (&self->losses, i);
      for (gsize k = step->first_piece; k < step->first_piece + step->n_pieces; k++)
        {
          if (k % CHECK_PIECES == 0 && !lsc_job_check (job, error))
            return FALSE;
          take (self, budget, k, i);
        }
    }
  return TRUE;
}

static void
finish (Takers *self)
{
  _lsc_digest_work_finish (&self->work);
  _lsc_digest_own_finish (&self->own);
  if (self->has_owners)
    _lsc_digest_owners_finish (&self->owners);
  if (self->has_losses)
    _lsc_digest_losses_finish (&self->losses);
}

static void
clear (Takers *self)
{
  _lsc_digest_work_clear (&self->work);
  _lsc_digest_own_clear (&self->own);
  if (self->has_owners)
    _lsc_digest_owners_clear (&self->owners);
  if (self->has_losses)
    {
      _lsc_digest_losses_clear (&self->losses);
      _lsc_digest_comm_clear (&self->comm);
    }
}

/**
 * _lsc_digest_walk:
 * @self: with the steps of @budget, operators, groups, and, of #LSC_DIGEST_JUDGED, kernels
 * @budget: of @timeline
 * @blocks: of a pipeline, merged
 *
 * Adds each piece to what it is for: what operators waited for, owners, losses, groups.
 *
 * Cost: O(pieces), of each O(log n) of the slices. Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_digest_walk (LscRankDigest *self, const LscTimeline *timeline, const LscBudget *budget,
                  const LscIntervals *blocks, LscJob *job, GError **error)
{
  Takers takers = { .has_owners = FALSE };
  gboolean is_done;

  g_return_val_if_fail (self->steps.n == budget->steps.n, FALSE);
  init (&takers, self, timeline, budget, blocks);
  is_done = take_all (&takers, budget, job, error);
  if (is_done)
    finish (&takers);
  clear (&takers);
  return is_done;
}
