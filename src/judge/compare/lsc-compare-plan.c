/* lsc-compare-plan.c - which ranks and steps of two recordings are compared
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-digest-steps.h"
#include "judge/compare/lsc-compare-private.h"

static const LscBudgetStep *
get_step (const LscRankDigest *rank, gsize index)
{
  return lsc_rank_digest_get_step (rank, index);
}

/* ---- ranks ---- */

/* Where a rank stands in the layout, as one number; -1 = not known. */
static gint64
find_place (const LscRankDigest *rank)
{
  LscRankPlace place = lsc_rank_record_place (&rank->record, rank->rank, NULL);
  gint64 at = 0;

  if (place.source == LSC_PLACE_NONE)
    return -1;
  for (guint i = 0; i < LSC_DIM_EP; i++) /* experts divide the others */
    {
      if (place.at[i] < 0)
        return -1;
      at = at * 65536 + place.at[i];
    }
  return at;
}

static gboolean
has_same_sizes (const LscRankDigest *a, const LscRankDigest *b)
{
  return a->record.has_sizes && b->record.has_sizes &&
         memcmp (a->record.sizes, b->record.sizes, sizeof a->record.sizes) == 0;
}

typedef gboolean (*IsPairFunc) (const LscRankDigest *before, const LscRankDigest *after);

static gboolean
is_same_place (const LscRankDigest *before, const LscRankDigest *after)
{
  gint64 place = find_place (before);

  return place >= 0 && has_same_sizes (before, after) && place == find_place (after);
}

static gboolean
is_same_rank (const LscRankDigest *before, const LscRankDigest *after)
{
  return before->rank == after->rank && before->rank != LSC_RANK_UNKNOWN;
}

static void
pair_by (GArray *pairs, const LscCompareInput *inputs[LSC_N_SIDES], IsPairFunc is_pair)
{
  g_autofree gboolean *is_taken = g_new0 (gboolean, inputs[LSC_AFTER]->n + 1);

  for (gsize i = 0; i < inputs[LSC_BEFORE]->n; i++)
    for (gsize k = 0; k < inputs[LSC_AFTER]->n; k++)
      {
        const LscCompareRank *before = &inputs[LSC_BEFORE]->ranks[i];
        const LscCompareRank *after = &inputs[LSC_AFTER]->ranks[k];
        LscRankPair pair = { { before->digest, after->digest },
                             { before->kernels, after->kernels } };

        if (is_taken[k] || (is_pair && !is_pair (pair.rank[0], pair.rank[1])))
          continue;
        is_taken[k] = TRUE;
        g_array_append_val (pairs, pair);
        break;
      }
}

static gboolean
is_paired (const GArray *pairs, const LscRankDigest *rank, LscSide side)
{
  for (guint i = 0; i < pairs->len; i++)
    if (g_array_index (pairs, LscRankPair, i).rank[side] == rank)
      return TRUE;
  return FALSE;
}

static void
pair_ranks (LscComparePlan *self, LscCompare *compare, const LscCompareInput *inputs[LSC_N_SIDES])
{
  gsize n = MIN (inputs[LSC_BEFORE]->n, inputs[LSC_AFTER]->n);

  pair_by (self->pairs, inputs, is_same_place);
  self->is_by_place = self->pairs->len == n;
  if (!self->is_by_place)
    {
      g_array_set_size (self->pairs, 0);
      pair_by (self->pairs, inputs, is_same_rank);
    }
  if (self->pairs->len == 0)
    pair_by (self->pairs, inputs, NULL);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    for (gsize i = 0; i < inputs[side]->n; i++)
      if (!is_paired (self->pairs, inputs[side]->ranks[i].digest, side))
        lsc_int64s_append (&compare->unpaired[side], inputs[side]->ranks[i].digest->rank);
}

/* ---- steps ---- */

static gsize
count_steps (const LscComparePlan *self, LscSide side)
{
  gsize n = G_MAXSIZE;

  for (guint i = 0; i < self->pairs->len; i++)
    {
      const LscRankDigest *digest = _lsc_compare_plan_get (self, i)->rank[side];

      n = MIN (n, digest->is_told || lsc_budget_lacks_steps (digest->lack) ? 0 : digest->steps.n);
    }
  return self->pairs->len > 0 ? n : 0;
}

/* Length of a step, mean over the ranks. */
static gint64
mean_length (const LscComparePlan *self, LscSide side, gsize step)
{
  gint64 sum = 0;

  for (guint i = 0; i < self->pairs->len; i++)
    sum += get_step (_lsc_compare_plan_get (self, i)->rank[side], step)->step_ns;
  return sum / (gint64) self->pairs->len;
}

static gint64
number_of (const LscComparePlan *self, LscSide side, gsize step)
{
  return get_step (_lsc_compare_plan_get (self, 0)->rank[side], step)->step;
}

static void
choose (LscComparePlan *self, LscSide side, guint32 step)
{
  LscIndexes *places = &self->places[side];

  while (places->n <= step)
    lsc_indexes_append (places, LSC_NOT_CHOSEN);
  places->items[step] = (guint32) self->chosen[side].n;
  lsc_indexes_append (&self->chosen[side], step);
  self->n_steps[side] = self->chosen[side].n;
}

static gboolean
is_one_recording (const LscComparePlan *self)
{
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const LscRankPair *pair = _lsc_compare_plan_get (self, i);

      if (pair->rank[LSC_BEFORE] != pair->rank[LSC_AFTER])
        return FALSE;
    }
  return TRUE;
}

/* Recorded whole, and of the class that takes most of the time, on all ranks. */
static gboolean
is_like_others (const LscComparePlan *self, LscSide side, gsize step)
{
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const LscBudgetStep *known = get_step (_lsc_compare_plan_get (self, i)->rank[side], step);

      if (!lsc_budget_step_is_typical (known) && known->standing != LSC_STEP_FIRST)
        return FALSE;
    }
  return TRUE;
}

/* Those that were asked for, where all ranks have them; of several, those like the others. */
static void
choose_asked (LscComparePlan *self, LscCompareSteps *steps, LscSide side,
              const LscCompareInput *input)
{
  gsize n = count_steps (self, side);

  for (gsize i = 0; i < n; i++)
    {
      gint64 number = number_of (self, side, i);

      if (number < input->first_step || number > input->last_step)
        continue;
      if (input->first_step < input->last_step && !is_like_others (self, side, i))
        {
          lsc_int64s_append (&steps->unlike, number);
          continue;
        }
      lsc_int64s_append (&steps->steps, number);
      lsc_int64s_append (&steps->ns, mean_length (self, side, i));
      choose (self, side, (guint32) i);
    }
}

/* How many of the first ones warm up: by the rule of one recording, else by their lengths. */
static gsize
count_warm (const LscComparePlan *self, LscSide side, const guint32 *steps, const gint64 *lengths,
            gsize n)
{
  if (!self->is_one)
    return lsc_steps_find_first (LSC_STEPS_COMPARED, lengths, n);
  for (guint i = 0; n > 0 && i < self->pairs->len; i++)
    if (get_step (_lsc_compare_plan_get (self, i)->rank[side], steps[0])->standing ==
        LSC_STEP_FIRST)
      return 1;
  return 0;
}

static void
choose_steps (LscComparePlan *self, LscCompareSteps *steps, LscSide side)
{
  gsize n_all = count_steps (self, side), n = 0, n_warm;
  g_autofree gint64 *lengths = g_new (gint64, n_all + 1);
  g_autofree guint32 *indexes = g_new (guint32, n_all + 1);

  for (gsize i = 0; i < n_all; i++)
    if (is_like_others (self, side, i))
      {
        lengths[n] = mean_length (self, side, i);
        indexes[n++] = (guint32) i;
      }
    else
      lsc_int64s_append (&steps->unlike, number_of (self, side, i));
  n_warm = count_warm (self, side, indexes, lengths, n);
  for (gsize i = 0; i < n; i++)
    if (i < n_warm)
      lsc_int64s_append (&steps->dropped, number_of (self, side, indexes[i]));
    else
      {
        choose (self, side, indexes[i]);
        lsc_int64s_append (&steps->steps, number_of (self, side, indexes[i]));
        lsc_int64s_append (&steps->ns, lengths[i]);
      }
}

/* ---- what both sides tell ---- */

static void
find_common (LscComparePlan *self)
{
  gboolean has_ops = TRUE;

  self->has_modules = TRUE;
  for (guint i = 0; i < self->pairs->len; i++)
    for (guint side = 0; side < LSC_N_SIDES; side++)
      {
        const LscRankDigest *rank = _lsc_compare_plan_get (self, i)->rank[side];

        self->has_modules &= rank->has_modules;
        self->is_unsplit |= !rank->is_split;
        has_ops &= rank->has_framework_ops;
      }
  self->ops = has_ops ? LSC_OWNERS_BY_OP : LSC_OWNERS_BY_KERNEL;
}

/* ---- the job ---- */

/** Returns: ranks of the job, 0 = not known */
gint64
_lsc_compare_count_world (const LscCompareInput *input)
{
  gint64 world = input->n > 0 ? input->ranks[0].digest->record.world : 0;

  return world > 0 ? world : 0;
}

/** Returns: whether the parallel sizes, or the numbers of ranks, are known to differ */
gboolean
_lsc_compare_plan_is_other_job (const LscComparePlan *self,
                                const LscCompareInput *inputs[LSC_N_SIDES])
{
  const LscRankPair *pair = _lsc_compare_plan_get (self, 0);
  const LscRankRecord *before = &pair->rank[LSC_BEFORE]->record;
  const LscRankRecord *after = &pair->rank[LSC_AFTER]->record;
  gint64 world[] = { _lsc_compare_count_world (inputs[LSC_BEFORE]),
                     _lsc_compare_count_world (inputs[LSC_AFTER]) };

  if (before->has_sizes && after->has_sizes &&
      memcmp (before->sizes, after->sizes, sizeof before->sizes) != 0)
    return TRUE;
  return world[0] > 0 && world[1] > 0 && world[0] != world[1];
}

static LscWorkPair
make_work_pair (const LscComparePlan *self, const LscRankPair *pair)
{
  LscWorkPair made = { 0 };

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      made.kernels[side] = pair->kernels[side];
      made.steps[side] = self->chosen[side].items;
      made.n[side] = self->chosen[side].n;
    }
  return made;
}

/**
 * _lsc_compare_plan_match_work:
 *
 * Returns: whether the steps that count do the same work, by the kernels of the pairs
 */
LscCompareWork
_lsc_compare_plan_match_work (const LscComparePlan *self,
                              const LscCompareInput *inputs[LSC_N_SIDES])
{
  g_autofree LscWorkPair *pairs = g_new (LscWorkPair, self->pairs->len + 1);
  gboolean is_other = self->pairs->len > 0 && _lsc_compare_plan_is_other_job (self, inputs);
  double scale[LSC_N_SIDES] = { 1, 1 };
  gsize n = 0;

  for (guint i = 0; i < self->pairs->len; i++)
    if (_lsc_rank_pair_has_kernels (_lsc_compare_plan_get (self, i)))
      pairs[n++] = make_work_pair (self, _lsc_compare_plan_get (self, i));
  if (is_other && _lsc_compare_count_world (inputs[LSC_BEFORE]) > 0 &&
      _lsc_compare_count_world (inputs[LSC_AFTER]) > 0)
    for (guint side = 0; side < LSC_N_SIDES; side++)
      scale[side] = (double) _lsc_compare_count_world (inputs[side]) / (double) MAX (n, 1);
  return lsc_compare_work_new (pairs, n, scale, is_other);
}

/**
 * _lsc_compare_plan_init:
 * @self: (out caller-allocates)
 * @compare: its steps, unpaired ranks and reasons are filled in
 *
 * Pairs ranks by their place in the layout, else by number, else by order (compare.md#pairs), and
 * chooses the steps that count, or those that were asked for.
 */
void
_lsc_compare_plan_init (LscComparePlan *self, LscCompare *compare,
                        const LscCompareInput *inputs[LSC_N_SIDES], const LscNameMap *map)
{
  *self = (LscComparePlan){ .pairs = g_array_new (FALSE, FALSE, sizeof (LscRankPair)), .map = map };
  pair_ranks (self, compare, inputs);
  self->is_one = is_one_recording (self);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (inputs[side]->has_steps)
      choose_asked (self, &compare->steps[side], side, inputs[side]);
    else
      choose_steps (self, &compare->steps[side], side);
  find_common (self);
  lsc_pair_orders_init (&self->orders, self->n_steps[LSC_BEFORE], self->n_steps[LSC_AFTER]);
}

void
_lsc_compare_plan_clear (LscComparePlan *self)
{
  g_array_unref (self->pairs);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      lsc_indexes_clear (&self->chosen[side]);
      lsc_indexes_clear (&self->places[side]);
    }
  lsc_pair_orders_clear (&self->orders);
}
