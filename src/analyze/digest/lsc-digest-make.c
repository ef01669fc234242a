/* lsc-digest-make.c - the digest of a rank from its timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-rank-facts-private.h"
#include "analyze/digest/lsc-side-rank-private.h"

static void
describe (LscRankDigest *self, const LscTimeline *timeline)
{
  self->rank = timeline->rank;
  self->label = lsc_timeline_get_label (timeline);
  self->host = g_strdup (timeline->host_name);
  self->is_gpu = timeline->is_gpu;
  self->level = timeline->level;
  self->chip = g_strdup (timeline->chip_name);
  self->arguments = g_strdup (lsc_timeline_metadata (timeline, "distributed_args"));
  lsc_rank_record_read (&self->record, timeline->metadata, timeline->rank);
}

static gboolean
take_parts (LscRankDigest *self, const LscTimeline *timeline, const LscBudget *budget, LscJob *job,
            GError **error)
{
  if (!_lsc_rank_digest_take_facts (self, timeline, budget, job, error))
    return FALSE;
  if ((self->parts & LSC_DIGEST_JUDGED) &&
      (!_lsc_rank_digest_take_owners (self, timeline, budget, job, error) ||
       !_lsc_rank_digest_take_rules (self, timeline, budget, job, error)))
    return FALSE;
  if ((self->parts & LSC_DIGEST_COMPARED) &&
      !_lsc_rank_digest_take_side (self, timeline, budget, job, error))
    return FALSE;
  return !(self->parts & LSC_DIGEST_SHEETS) ||
         _lsc_side_rank_add_details (self, timeline, job, error);
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
  self = lsc_rank_digest_new_blank (parts);
  describe (self, timeline);
  if (!take_parts (self, timeline, budget, job, error))
    return NULL;
  self->budget = lsc_budget_make_table (self->steps, self->rank, self->lack);
  return g_steal_pointer (&self);
}
