/* lsc-rank-set.c - ranks that are looked at together, and how
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/overview/lsc-rank-set.h"

static LscStepRange
find_only (const LscRankDigest *digest, gint64 step)
{
  for (guint i = 0; i < digest->steps.n; i++)
    if (lsc_rank_digest_get_step (digest, i)->step == step)
      return (LscStepRange){ i, i + 1, 1 };
  return (LscStepRange){ 0, 0, 0 };
}

static LscStepRange
find_all (const LscRankDigest *digest)
{
  LscStepRange all = { .end = (guint) digest->steps.n };

  for (guint i = 0; i < all.end; i++)
    all.n_typical += lsc_budget_step_is_typical (lsc_rank_digest_get_step (digest, i));
  return all;
}

/* Where a rank stands, by what was recorded; the given sizes only complete it. */
static void
place_rank (LscRankSet *self, gsize index, const LscGivenLayout *layout)
{
  const LscRankDigest *digest = self->digests[index];
  LscRankRecord record = lsc_given_layout_complete (layout, &digest->record);
  LscPhrase *doubt;

  self->places[index] = lsc_rank_record_place (&record, digest->rank, &doubt);
  if (!self->doubt)
    self->doubt = g_steal_pointer (&doubt);
  lsc_phrase_free (doubt);
}

/**
 * lsc_rank_set_new:
 * @digests: (array length=n): of the ranks, in their order; each of them outlives the set
 * @options: (nullable): %NULL = the defaults
 *
 * Cost: O(n) of ranks, steps and, with a layout, operators. Thread: any.
 *
 * Returns: (transfer full): the ranks as they are looked at; %NULL with %LSC_ERROR_USAGE if one of
 *   them has no place in the layout that the user gives
 */
LscRankSet *
lsc_rank_set_new (const LscRankDigest *const *digests, gsize n, const LscOverviewOptions *options,
                  GError **error)
{
  const LscGivenLayout *layout = options ? options->layout : NULL;
  LscRankSet *self;

  g_return_val_if_fail (digests || n == 0, NULL);
  if (layout && !lsc_given_layout_check (layout, digests, n, error))
    return NULL;
  self = g_new0 (LscRankSet, 1);
  self->digests = g_memdup2 (digests, n * sizeof *digests);
  self->n = n;
  self->has_step = options && options->has_step;
  self->steps = g_new (LscStepRange, n + 1);
  self->places = g_new (LscRankPlace, n + 1);
  self->groups = layout ? lsc_given_groups_new (layout, digests, n) : NULL;
  for (gsize i = 0; i < n; i++)
    {
      self->steps[i] =
          self->has_step ? find_only (digests[i], options->step) : find_all (digests[i]);
      place_rank (self, i, layout);
    }
  return self;
}

void
lsc_rank_set_free (LscRankSet *self)
{
  if (!self)
    return;
  g_free ((gpointer) self->digests);
  g_free (self->steps);
  g_free (self->places);
  g_clear_pointer (&self->groups, lsc_given_groups_free);
  lsc_phrase_free (self->doubt);
  g_free (self);
}
