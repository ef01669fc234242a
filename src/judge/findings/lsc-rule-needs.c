/* lsc-rule-needs.c - what recordings lack for a rule to be judged
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "judge/findings/lsc-findings-private.h"

/* One rank that has what a rule needs is enough: the rule says what it sees of that one. */

static const char *const reasons[LSC_N_NEEDS] = {
  [LSC_NEED_RANKS] = N_ ("One rank alone cannot be compared. Open the folder of all ranks."),
  [LSC_NEED_FREQUENCY] = N_ ("The frequency was not recorded. Set aic_metrics or sys_hardware in "
                             "the profiler's experimental settings."),
  [LSC_NEED_LINKS] =
      N_ ("Source, target and size of transfers were not recorded. Set profiler_level to Level1."),
  [LSC_NEED_TYPES] = N_ ("The reason is not known, because input data types were not recorded. Set "
                         "profiler_level to Level1."),
  [LSC_NEED_PIPES] = N_ ("Core counters were not recorded. Set profiler_level to Level1 and "
                         "aic_metrics to PipeUtilization."),
  [LSC_NEED_CORES] =
      N_ ("The number of cores that kernels use was not recorded. Set profiler_level to Level1."),
  [LSC_NEED_MEMORY] =
      N_ ("Memory was not recorded over at least three steps. Set profile_memory=True."),
  [LSC_NEED_BLOCKS] = N_ ("Memory blocks could not be read: %s."),
  [LSC_NEED_LIMIT] = N_ ("How close the process comes to the device's memory is not known, because "
                         "the memory size was not recorded."),
  [LSC_NEED_STATES] = N_ ("Whether kernels are dynamic (OP State) was not recorded. Set "
                          "profiler_level to Level1, and export text."),
};

/* What GPU traces lack, whatever is set for NPUs. */
static const char *const gpu_reasons[LSC_N_NEEDS] = {
  [LSC_NEED_FREQUENCY] = N_ ("The SM clock of the device was not recorded."),
  [LSC_NEED_LINKS] = N_ ("GPU traces record a kernel per collective, not its transfers."),
  [LSC_NEED_MEMORY] = N_ ("Memory was not recorded over at least three steps. Record with "
                          "torch.profiler and profile_memory=True."),
};

/* Nor have op timelines. */
static const char *const ops_reasons[LSC_N_NEEDS] = {
  [LSC_NEED_FREQUENCY] = N_ ("Op timelines have no device frequency."),
  [LSC_NEED_LINKS] = N_ ("Op timelines have no source, target and size of transfers."),
  [LSC_NEED_TYPES] = N_ ("The reason is not known, because op timelines have no data types."),
  [LSC_NEED_PIPES] = N_ ("Op timelines have no core counters."),
  [LSC_NEED_CORES] = N_ ("Op timelines do not show how many cores kernels use."),
  [LSC_NEED_MEMORY] = N_ ("Op timelines have no memory data."),
  [LSC_NEED_STATES] = N_ ("Op timelines have no kernels."),
};

static gboolean
has_any (const LscJudge *self, gboolean (*has) (const LscRankDigest *digest))
{
  for (gsize i = 0; i < self->n; i++)
    if (has (self->ranks[i].digest))
      return TRUE;
  return FALSE;
}

/* What is looked for in the events of a recording. */
static gboolean
is_of_events (LscRuleNeed need)
{
  return need != LSC_NEED_RANKS && need != LSC_NEED_BLOCKS && need != LSC_NEED_LIMIT;
}

static gboolean
is_of_ops (const LscRankDigest *digest)
{
  return digest->is_of_ops;
}

static const char *
find_reason (const LscJudge *self, LscRuleNeed need)
{
  if (has_any (self, is_of_ops) && ops_reasons[need])
    return ops_reasons[need];
  return gpu_reasons[need] && _lsc_judge_is_of_gpus (self) ? gpu_reasons[need] : reasons[need];
}

static gboolean
has_frequency (const LscRankDigest *digest)
{
  return digest->usual_mhz > 0;
}

static gboolean
has_links (const LscRankDigest *digest)
{
  return digest->links.n > 0;
}

static gboolean
has_unplaced_links (const LscRankDigest *digest)
{
  return digest->has_unplaced_links;
}

/* GPUs have no such counters to be recorded. */
static gboolean
has_pipes (const LscRankDigest *digest)
{
  for (gsize i = 0; i < digest->kernels.n; i++)
    if (digest->kernels.items[i].has_pipes)
      return TRUE;
  return digest->is_gpu;
}

static gboolean
has_cores (const LscRankDigest *digest)
{
  return digest->n_cores > 0 || digest->is_gpu;
}

static gboolean
has_memory (const LscRankDigest *digest)
{
  return digest->memory.n >= LSC_GROWTH_LEAST_STEPS;
}

static gboolean
has_few_steps (const LscRankDigest *digest)
{
  return digest->memory.n > 0 && !has_memory (digest);
}

/* How near the limit is matters to those who know how much they hold. */
static gboolean
has_process (const LscRankDigest *digest)
{
  return digest->peaks.process_bytes != LSC_INT_NULL;
}

/* Level1 or more: what kernels and transfers are like was recorded. */
static gboolean
has_details (const LscRankDigest *digest)
{
  return digest->links.n > 0 || digest->n_cores > 0 || digest->has_unplaced_links;
}

static gboolean
has_states (const LscRankDigest *digest)
{
  for (gsize i = 0; i < digest->kernels.n; i++)
    if (digest->kernels.items[i].has_state)
      return TRUE;
  return digest->is_gpu;
}

static const char *
find_error (const LscJudge *self)
{
  for (gsize i = 0; i < self->n; i++)
    if (self->ranks[i].digest->blocks_state == LSC_BLOCKS_UNREADABLE)
      return lsc_rank_digest_text (self->ranks[i].digest, self->ranks[i].digest->blocks_detail);
  return NULL;
}

static gboolean
is_lacking (const LscJudge *self, LscRuleNeed need)
{
  switch (need)
    {
    case LSC_NEED_RANKS:
      return self->n < 2;
    case LSC_NEED_FREQUENCY:
      return !has_any (self, has_frequency);
    case LSC_NEED_LINKS:
      return !has_any (self, has_links);
    case LSC_NEED_TYPES:
      return _lsc_rule_lacks_types (self);
    case LSC_NEED_PIPES:
      return !has_any (self, has_pipes);
    case LSC_NEED_CORES:
      return !has_any (self, has_cores);
    case LSC_NEED_MEMORY:
      return !has_any (self, has_memory);
    case LSC_NEED_BLOCKS:
      return find_error (self) != NULL;
    case LSC_NEED_LIMIT:
      return has_any (self, has_process);
    case LSC_NEED_STATES:
      return _lsc_rule_is_host_late (self) && !has_any (self, has_states);
    default: /* whether clocks can be compared the verdicts say */
      return FALSE;
    }
}

/* (nullable): what is still to be done where some of what is advised was done */
static const char *
find_rest (const LscJudge *self, LscRuleNeed need)
{
  if (need == LSC_NEED_MEMORY && (has_any (self, has_process) || has_any (self, has_few_steps)))
    return N_ (
        "Whether memory grows is not known, because it takes at least three recorded steps.");
  if (need == LSC_NEED_STATES && has_any (self, has_details))
    return N_ ("Whether kernels are dynamic (OP State) was not recorded. Export text as well.");
  if (need == LSC_NEED_PIPES && has_any (self, has_details))
    return N_ ("Core counters were not recorded. Set aic_metrics to PipeUtilization.");
  return NULL;
}

static gboolean
is_damaged (const LscRankDigest *digest)
{
  return digest->is_damaged;
}

/** Returns: (transfer full) (nullable): why what a rule needs is not there; %NULL where it is */
LscPhrase *
_lsc_judge_find_lack (const LscJudge *self, LscRuleNeed need)
{
  if (!is_lacking (self, need))
    return NULL;
  if (need == LSC_NEED_BLOCKS)
    return lsc_phrase_new (reasons[need], find_error (self));
  if (need == LSC_NEED_LINKS && has_any (self, has_unplaced_links))
    return lsc_phrase_new_text (
        N_ ("Transfers were recorded, but not between which ranks, because the members of the "
            "groups are not known. Keep profiler_metadata.json with the result."));
  if (is_of_events (need) && has_any (self, is_damaged))
    return lsc_phrase_new_text (N_ ("The recording is truncated or damaged, and this was not found "
                                    "in the part that could be read."));
  return lsc_phrase_new_text (find_rest (self, need) ? find_rest (self, need)
                                                     : find_reason (self, need));
}
