/* lsc-comparison.c - two recordings beside each other, for the page that shows them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-comparison.h"

/**
 * lsc_comparison_new:
 *
 * Errors: those of lsc_session_pair_get_compare(). Thread: any.
 *
 * Returns: (transfer full) (nullable): the pair, compared
 */
LscComparison *
lsc_comparison_new (LscSessionPair *pair, LscJob *job, GError **error)
{
  g_autoptr (LscCompare) compare = NULL;
  g_autoptr (LscChips) chips = NULL;
  LscComparison *self;

  g_return_val_if_fail (pair, NULL);
  compare = lsc_session_pair_get_compare (pair, job, error);
  if (!compare)
    return NULL;
  if (lsc_compare_wants_chips (compare, LSC_ACROSS_CHIPS_AUTO) &&
      !(chips = lsc_session_pair_get_chips (pair, job, error)))
    return NULL;
  self = g_new0 (LscComparison, 1);
  g_atomic_ref_count_init (&self->refs);
  self->pair = lsc_session_pair_ref (pair);
  self->compare = g_steal_pointer (&compare);
  self->chips = g_steal_pointer (&chips);
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
  lsc_compare_unref (self->compare);
  g_clear_pointer (&self->chips, lsc_chips_unref);
  lsc_session_pair_unref (self->pair);
  g_free (self);
}

/** Returns: (transfer none) (nullable): the recording of a rank of a side */
LscSource *
lsc_comparison_find_source (const LscComparison *self, LscSide side, gint64 rank)
{
  g_return_val_if_fail (self && side < LSC_N_SIDES, NULL);
  return lsc_session_pair_find_source (self->pair, side, rank);
}
