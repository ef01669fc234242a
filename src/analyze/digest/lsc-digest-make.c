/* lsc-digest-make.c - the digest of a rank from its timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-private.h"
#include "analyze/digest/lsc-digest-parts-private.h"

/* The number of a rank is put into words where it is shown. */
static void
name_folder (LscRankDigest *self, const LscSource *source)
{
  const char *path = source->folder && !source->is_loose ? source->folder : source->file;

  self->folder = lsc_intern_add_take (self->texts, g_filename_display_basename (path));
}

static void
describe (LscRankDigest *self, const LscTimeline *timeline)
{
  self->rank = timeline->rank;
  if (timeline->rank < 0)
    name_folder (self, timeline->source);
  self->replica = lsc_rank_digest_add_text (self, timeline->source->replica);
  self->host = lsc_rank_digest_add_text (self, timeline->host_name);
  self->is_gpu = timeline->is_gpu;
  self->is_of_ops = lsc_timeline_is_of_ops (timeline);
  self->level = timeline->level;
  self->is_damaged = lsc_notices_have_end_lost (timeline->notices);
  self->chip = lsc_rank_digest_add_text (self, timeline->chip_name);
  self->arguments =
      lsc_rank_digest_add_text (self, lsc_timeline_metadata (timeline, "distributed_args"));
  lsc_rank_record_read (&self->record, timeline->metadata, timeline->rank);
}

/* What rules need that stands beside the events. */
static void
take_recorded (LscRankDigest *self, const LscTimeline *timeline, const LscBudget *budget,
               LscJob *job)
{
  _lsc_digest_take_links (self, timeline);
  _lsc_digest_take_contention (self, timeline);
  _lsc_digest_take_memory (self, timeline, budget);
  _lsc_digest_take_peaks (self, timeline, job);
  _lsc_digest_take_variables (self, timeline);
}

/* Who judges, compares or draws waits needs the pieces; of what is only told there are none. */
static gboolean
take_pieces (LscRankDigest *self, const LscTimeline *timeline, const LscBudget *budget,
             const LscIntervals *blocks, LscJob *job, GError **error)
{
  gboolean is_judged = (self->parts & LSC_DIGEST_JUDGED) != 0, ok = TRUE;

  if (is_judged)
    {
      self->has_blocks = blocks->n > 0;
      take_recorded (self, timeline, budget, job);
      ok = _lsc_digest_count_kernels (self, timeline, job, error) &&
           _lsc_digest_take_shapes (self, timeline, job, error) &&
           _lsc_digest_take_experts (self, timeline, job, error);
    }
  if (ok && !self->is_told && budget->pieces.n > 0)
    ok = _lsc_digest_walk (self, timeline, budget, blocks, job, error);
  if (ok && is_judged)
    {
      _lsc_digest_take_details (self, timeline);
      _lsc_digest_take_awaited (self, timeline);
      _lsc_digest_take_sequences (self, timeline, budget);
    }
  return ok;
}

/**
 * lsc_rank_digest_new_of_budget:
 * @budget: that of @timeline
 *
 * As lsc_rank_digest_new() for who needs the budget as well.
 *
 * Returns: (transfer full): what is kept of it; %NULL with %LSC_ERROR_CANCELLED
 */
LscRankDigest *
lsc_rank_digest_new_of_budget (const LscTimeline *timeline, const LscBudget *budget,
                               const LscIntervals *blocks, LscDigestParts parts, LscJob *job,
                               GError **error)
{
  static const LscIntervals none = { 0 };
  g_autoptr (LscRankDigest) self = NULL;

  g_return_val_if_fail (timeline && budget, NULL);
  self = lsc_rank_digest_new_blank (parts);
  describe (self, timeline);
  _lsc_digest_take_traffic (self, timeline, budget);
  _lsc_digest_take_busy (self, timeline, budget);
  if (!take_pieces (self, timeline, budget, blocks ? blocks : &none, job, error))
    return NULL;
  if (self->parts & LSC_DIGEST_COMPARED)
    _lsc_digest_take_compared (self, timeline);
  /* Where clocks differ, the same kernels tell what that costs. */
  if (!(self->parts & LSC_DIGEST_JUDGED) && self->mean_mhz > 0 &&
      !_lsc_digest_take_shapes (self, timeline, job, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * lsc_rank_digest_new:
 * @timeline: a completed recording
 * @blocks: (nullable): those of the rank's pipeline, merged (lsc_pipeline_rank_list_blocks()),
 * which #LSC_DIGEST_JUDGED needs; %NULL: it has none
 * @parts: what is needed of it
 *
 * Thread: any. Cost: that of one budget, and for each part a look at the slices of the device.
 *
 * Returns: (transfer full): what is kept of it; %NULL with %LSC_ERROR_CANCELLED
 */
LscRankDigest *
lsc_rank_digest_new (const LscTimeline *timeline, const LscIntervals *blocks, LscDigestParts parts,
                     LscJob *job, GError **error)
{
  g_autoptr (LscBudget) budget = NULL;

  g_return_val_if_fail (timeline, NULL);
  budget = lsc_budget_new (timeline, job, error);
  return budget ? lsc_rank_digest_new_of_budget (timeline, budget, blocks, parts, job, error)
                : NULL;
}
