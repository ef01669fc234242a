/* lsc-comparison.c - two recordings beside each other, and what was read of each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-comparison.h"

#include "app/window/lsc-rank-reading.h"

static gpointer
keep (LscTimeline *timeline, LscJob *job, GError **error)
{
  return lsc_rank_digest_new (timeline, LSC_DIGEST_COMPARED, job, error);
}

/**
 * lsc_side_set_new:
 * @sources: (element-type LscSource): the ranks of a cluster
 *
 * Thread: any.
 *
 * Returns: (transfer full): %NULL with the errors of lsc_rank_reading_init()
 */
LscSideSet *
lsc_side_set_new (GPtrArray *sources, LscJob *job, GError **error)
{
  LscRankReading reading;
  LscSideSet *self = NULL;

  if (lsc_rank_reading_init (&reading, sources, keep, (GDestroyNotify) lsc_rank_digest_unref, job,
                             error))
    {
      self = g_new0 (LscSideSet, 1);
      g_atomic_ref_count_init (&self->refs);
      self->sources = g_ptr_array_ref (reading.sources);
      self->ranks = g_ptr_array_ref (reading.kept);
      self->notices = lsc_notices_ref (reading.notices);
    }
  lsc_rank_reading_clear (&reading);
  return self;
}

LscSideSet *
lsc_side_set_ref (LscSideSet *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * lsc_side_set_unref:
 * @self: (transfer full):
 */
void
lsc_side_set_unref (LscSideSet *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->ranks);
  lsc_notices_unref (self->notices);
  g_free (self);
}

/* @ranks: has room for those of @side */
static LscCompareInput
make_input (const LscSideSet *side, const char *name, LscSideRank **ranks)
{
  for (guint i = 0; i < side->ranks->len; i++)
    ranks[i] = ((LscRankDigest *) side->ranks->pdata[i])->side;
  return (LscCompareInput){ name, ranks, side->ranks->len };
}

/**
 * lsc_comparison_new:
 * @names: (nullable) each
 *
 * Thread: any.
 *
 * Returns: (transfer full): %NULL with %LSC_ERROR_CANCELLED
 */
LscComparison *
lsc_comparison_new (LscSideSet *before, LscSideSet *after, const char *const names[LSC_N_SIDES],
                    LscJob *job, GError **error)
{
  g_autofree LscSideRank **first = g_new (LscSideRank *, before->ranks->len);
  g_autofree LscSideRank **second = g_new (LscSideRank *, after->ranks->len);
  LscCompareInput inputs[LSC_N_SIDES] = { make_input (before, names[LSC_BEFORE], first),
                                          make_input (after, names[LSC_AFTER], second) };
  LscCompare *compare = lsc_compare_new (&inputs[LSC_BEFORE], &inputs[LSC_AFTER], NULL, job, error);
  LscComparison *self;

  if (compare == NULL)
    return NULL;
  self = g_new0 (LscComparison, 1);
  g_atomic_ref_count_init (&self->refs);
  self->sides[LSC_BEFORE] = lsc_side_set_ref (before);
  self->sides[LSC_AFTER] = lsc_side_set_ref (after);
  self->compare = compare;
  return self;
}

/**
 * lsc_comparison_unref:
 * @self: (transfer full):
 */
void
lsc_comparison_unref (LscComparison *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    lsc_side_set_unref (self->sides[side]);
  lsc_compare_unref (self->compare);
  g_free (self);
}

/** Returns: (transfer none) (nullable): the recording of a rank of a side */
LscSource *
lsc_comparison_find_source (const LscComparison *self, LscSide side, gint64 rank)
{
  const LscSideSet *set = self->sides[side];

  for (guint i = 0; i < set->ranks->len; i++)
    if (((LscRankDigest *) set->ranks->pdata[i])->facts->rank == rank)
      return set->sources->pdata[i];
  return NULL;
}
