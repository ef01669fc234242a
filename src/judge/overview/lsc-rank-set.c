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
      return (LscStepRange){ i, i + 1, 1, FALSE };
  return (LscStepRange){ 0, 0, 0, FALSE };
}

static LscStepRange
find_all (const LscRankDigest *digest)
{
  return (LscStepRange){ .end = (guint) digest->steps.n };
}

static void
count_typical (LscRankSet *self, gsize index)
{
  LscStepRange *steps = &self->steps[index];

  steps->n_typical = 0;
  for (guint i = steps->begin; i < steps->end; i++)
    steps->n_typical +=
        lsc_rank_set_likes (self, lsc_rank_digest_get_step (self->digests[index], i));
  steps->is_any = steps->n_typical == 0;
  if (steps->is_any)
    steps->n_typical = steps->end - steps->begin;
}

/* -1 where it says nothing of other ranks. */
static gint64
get_number (const LscRankSet *self, gsize index, guint step)
{
  return self->digests[index]->steps_unnumbered
             ? -1
             : lsc_rank_digest_get_step (self->digests[index], step)->step;
}

/* Whether the ranks have numbered steps, and some of them in common: @first to @last. */
static gboolean
find_common (const LscRankSet *self, gint64 *first, gint64 *last, gboolean *is_same)
{
  *first = G_MININT64;
  *last = G_MAXINT64;
  *is_same = TRUE;
  for (gsize i = 0; i < self->n; i++)
    {
      const LscStepRange *steps = &self->steps[i];

      if (steps->begin == steps->end || get_number (self, i, steps->begin) < 0)
        return FALSE;
      for (guint k = steps->begin + 1; k < steps->end; k++)
        if (get_number (self, i, k) <= get_number (self, i, k - 1))
          return FALSE;
      *is_same =
          *is_same &&
          get_number (self, i, steps->begin) == get_number (self, 0, self->steps[0].begin) &&
          get_number (self, i, steps->end - 1) == get_number (self, 0, self->steps[0].end - 1);
      *first = MAX (*first, get_number (self, i, steps->begin));
      *last = MIN (*last, get_number (self, i, steps->end - 1));
    }
  return *first <= *last;
}

/* Whether the first of the common steps is the first that every rank recorded. */
static gboolean
all_warm_up (const LscRankSet *self)
{
  for (gsize i = 0; i < self->n; i++)
    if (get_number (self, i, 0) != self->first_step)
      return FALSE;
  return TRUE;
}

/* Of ranks that began or ended at other steps those that all have are compared
 * (overview.md#common); a step counts for all or for none. */
static void
keep_common (LscRankSet *self)
{
  gboolean is_same;

  if (self->n < 2 || self->has_step ||
      !find_common (self, &self->first_step, &self->last_step, &is_same) || is_same)
    return;
  self->is_cut = TRUE;
  self->counts_first = !all_warm_up (self);
  for (gsize i = 0; i < self->n; i++)
    {
      LscStepRange *steps = &self->steps[i];

      while (steps->begin + 1 < steps->end && get_number (self, i, steps->begin) < self->first_step)
        steps->begin++;
      while (steps->end > steps->begin + 1 &&
             get_number (self, i, steps->end - 1) > self->last_step)
        steps->end--;
    }
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
  keep_common (self);
  for (gsize i = 0; i < n; i++)
    count_typical (self, i);
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
