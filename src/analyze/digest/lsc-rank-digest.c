/* lsc-rank-digest.c - what stays of a rank when its timeline goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-rank-digest.h"

/**
 * lsc_rank_digest_new:
 * @timeline: a completed recording
 *
 * Thread: any. Cost: that of its budget, and a look at the slices of the device.
 *
 * Returns: (transfer full): what is kept of it; %NULL when the job was cancelled
 */
LscRankDigest *
lsc_rank_digest_new (const LscTimeline *timeline, LscJob *job, GError **error)
{
  g_autoptr (LscBudget) budget = NULL;
  g_autoptr (LscRankDigest) self = g_new0 (LscRankDigest, 1);

  g_return_val_if_fail (timeline, NULL);
  budget = lsc_budget_new (timeline, job, error);
  if (!budget)
    return NULL;
  self->facts = lsc_rank_facts_new (timeline, budget, job, error);
  if (!self->facts || !lsc_rank_facts_find_owners (self->facts, timeline, budget, job, error))
    return NULL;
  self->budget = lsc_budget_get_table (timeline, budget);
  self->rules = lsc_rule_facts_new (timeline, budget, job, error);
  return self->rules ? g_steal_pointer (&self) : NULL;
}

void
lsc_rank_digest_free (LscRankDigest *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->facts, lsc_rank_facts_free);
  g_clear_pointer (&self->rules, lsc_rule_facts_free);
  g_clear_pointer (&self->budget, lsc_table_unref);
  g_free (self);
}
