/* lsc-rank-digest.c - what stays of a rank when its timeline goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-rank-digest.h"

#include "analyze/digest/lsc-side-rank-private.h"

static gboolean
make_parts (LscRankDigest *self, const LscTimeline *timeline, const LscBudget *budget, LscJob *job,
            GError **error)
{
  if (self->parts & LSC_DIGEST_JUDGED)
    {
      if (!lsc_rank_facts_find_owners (self->facts, timeline, budget, job, error))
        return FALSE;
      self->rules = lsc_rule_facts_new (timeline, budget, job, error);
      if (!self->rules)
        return FALSE;
    }
  if (self->parts & LSC_DIGEST_COMPARED)
    self->side = _lsc_side_rank_new (timeline, self->facts, budget, job, error);
  if ((self->parts & LSC_DIGEST_COMPARED) && !self->side)
    return FALSE;
  return !(self->parts & LSC_DIGEST_SHEETS) ||
         _lsc_side_rank_add_details (self->side, timeline, job, error);
}

/**
 * lsc_rank_digest_new:
 * @timeline: a completed recording
 * @parts: what is needed of it
 *
 * Thread: any. Cost: that of one budget, and for each part a look at the slices of the device.
 *
 * Returns: (transfer full): what is kept of it; %NULL with %LSC_ERROR_CANCELLED, or, of
 *   #LSC_DIGEST_SHEETS, when the file of a recording with blocks cannot be read again
 */
LscRankDigest *
lsc_rank_digest_new (const LscTimeline *timeline, LscDigestParts parts, LscJob *job, GError **error)
{
  g_autoptr (LscBudget) budget = NULL;
  g_autoptr (LscRankDigest) self = NULL;

  g_return_val_if_fail (timeline, NULL);
  budget = lsc_budget_new (timeline, job, error);
  if (!budget)
    return NULL;
  self = g_new0 (LscRankDigest, 1);
  g_atomic_ref_count_init (&self->refs);
  self->parts = parts & LSC_DIGEST_SHEETS ? parts | LSC_DIGEST_COMPARED : parts;
  self->budget = lsc_budget_get_table (timeline, budget);
  self->facts = lsc_rank_facts_new (timeline, budget, job, error);
  if (!self->facts || !make_parts (self, timeline, budget, job, error))
    return NULL;
  return g_steal_pointer (&self);
}

LscRankDigest *
lsc_rank_digest_ref (LscRankDigest *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * lsc_rank_digest_unref:
 * @self: (transfer full):
 */
void
lsc_rank_digest_unref (LscRankDigest *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->side, lsc_side_rank_free);
  g_clear_pointer (&self->rules, lsc_rule_facts_free);
  g_clear_pointer (&self->facts, lsc_rank_facts_free);
  g_clear_pointer (&self->budget, lsc_table_unref);
  g_free (self);
}
