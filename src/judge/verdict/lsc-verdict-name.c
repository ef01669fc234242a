/* lsc-verdict-name.c - what a verdict is about, in a few words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/verdict/lsc-verdict.h"
#include "model/lsc-rank-name.h"

/* findings.md#line: the subject of a verb in the singular, with its place. */

/**
 * lsc_verdict_name_slow_rank:
 * @rank: %LSC_INT_NULL, or of another number below 0: it is not known which
 *
 * Returns: (transfer full): "Slow rank 5 (stage 1)"
 */
LscPhrase *
lsc_verdict_name_slow_rank (gint64 rank, gint64 stage)
{
  if (rank < 0)
    return lsc_phrase_new (N_ ("Slow rank in stage %" PRId64), stage);
  return lsc_phrase_new (N_ ("Slow rank %" PRId64 " (stage %" PRId64 ")"), rank, stage);
}

static LscPhrase *
name_ends (const LscVerdict *self)
{
  return lsc_phrase_new (self->cause == LSC_VERDICT_SLOW_LINK
                             ? N_ ("Slow link between stages %" PRId64 " and %" PRId64)
                             : N_ ("Delay between stages %" PRId64 " and %" PRId64),
                         self->stage, self->peer_stage);
}

static LscPhrase *
name_at (const LscVerdict *self, const char *message)
{
  return self->stage != LSC_INT_NULL ? lsc_phrase_new (message, self->stage) : NULL;
}

/**
 * lsc_verdict_name:
 *
 * Returns: (transfer full) (nullable): "Heavy stage 3"; %NULL of one that names no place
 */
LscPhrase *
lsc_verdict_name (const LscVerdict *self)
{
  g_return_val_if_fail (self, NULL);
  if (self->step != LSC_INT_NULL)
    return lsc_phrase_new (N_ ("Outlier step %" PRId64), self->step);
  switch (self->cause)
    {
    case LSC_VERDICT_SLOW_RANK:
      return lsc_verdict_name_slow_rank (self->rank, self->stage);
    case LSC_VERDICT_HEAVY_STAGE:
      return name_at (self, self->evidence == LSC_EVIDENCE_MORE_KERNELS
                                ? N_ ("Heavy stage %" PRId64)
                                : N_ ("Slow stage %" PRId64));
    case LSC_VERDICT_SLOW_LINK:
    case LSC_VERDICT_HOST_OR_LINK:
      return name_ends (self);
    case LSC_VERDICT_LATE_HOST:
    case LSC_VERDICT_HOST_GAPS:
      return name_at (self, N_ ("Late host of stage %" PRId64));
    case LSC_VERDICT_SLOW_COLLECTIVE:
      return name_at (self, N_ ("Slow collective on stage %" PRId64));
    case LSC_VERDICT_LONG_MICRO_BATCH:
      return lsc_phrase_new (N_ ("Long micro-batch %" PRId64), self->micro_batch);
    case LSC_VERDICT_PAUSE:
      return name_at (self, N_ ("Stalled block on stage %" PRId64));
    default:
      return NULL;
    }
}
