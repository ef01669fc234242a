/* lsc-communication-base.c - which operators count, and what their sums are divided by
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * communication.md#base. Worked example: of four ranks two are a group. Each has three steps of 10
 * ms, of which the first does not count, and is exposed in the group for 9, 1 and 3 ms. The group
 * is exposed for (1 + 3 + 1 + 3) / 4 = 2 ms per step of its ranks, 20 % of it.
 */
#include "judge/communication/lsc-communication-private.h"

/* Whether the operators of a rank have their places in its steps; else all that was recorded is
 * looked at. */
static gboolean
has_places (const LscRankDigest *digest)
{
  for (gsize i = 0; i < digest->ops.n; i++)
    if (digest->ops.items[i].step < digest->steps.n)
      return TRUE;
  return FALSE;
}

static LscCommBase
find_base (LscCommunication *self, const LscRankSet *set, gsize rank)
{
  const LscRankDigest *digest = set->digests[rank];
  LscCommBase base = { .n_ranks = 1, .step_ns = LSC_INT_NULL };
  guint n_all = 0;

  for (guint i = set->steps[rank].begin; i < set->steps[rank].end; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_step (digest, i);

      n_all += !step->is_told;
      if (!lsc_rank_set_counts (set, rank, i))
        {
          self->lacks_inner |= i > 0 && !step->is_told;
          continue;
        }
      base.n++;
      if (step->is_told || step->step_ns == LSC_INT_NULL)
        continue;
      base.step_ns = lsc_int_or_zero (base.step_ns) + step->step_ns;
      base.n_known++;
    }
  self->n_steps = MAX (self->n_steps, (guint) base.n_known);
  self->n_all = MAX (self->n_all, n_all);
  self->are_placed[rank] = has_places (digest);
  if (!self->are_placed[rank])
    base.n = MAX (1, set->steps[rank].end - set->steps[rank].begin);
  return base;
}

static void
add_base (LscCommBase *to, const LscCommBase *base)
{
  to->n_ranks += base->n_ranks;
  to->n += base->n;
  to->n_known += base->n_known;
  if (base->step_ns != LSC_INT_NULL)
    to->step_ns = lsc_int_or_zero (to->step_ns) + base->step_ns;
}

/* What members do together is looked at where it counts on any of them. */
static void
keep_counting (LscCommunication *self, const LscRankSet *set)
{
  LscMatchItems *items = &self->match.items;
  gsize n = 0, end;

  for (gsize begin = 0; begin < items->n; begin = end)
    {
      gboolean counts = FALSE;

      for (end = begin;
           end < items->n && lsc_match_is_same (&items->items[begin], &items->items[end]); end++)
        counts = counts || _lsc_communication_counts (self, set, &items->items[end]);
      if (!counts)
        continue;
      memmove (&items->items[n], &items->items[begin], (end - begin) * sizeof *items->items);
      n += end - begin;
    }
  items->n = n;
}

/** Returns: whether an operator is in a step that counts, or steps say nothing of it */
gboolean
_lsc_communication_counts (const LscCommunication *self, const LscRankSet *set,
                           const LscMatchItem *item)
{
  const LscRankDigest *digest = set->digests[item->rank];
  guint32 step = digest->ops.items[item->op].step;

  return step < digest->steps.n ? lsc_rank_set_counts (set, item->rank, step)
                                : !set->has_step && !self->are_placed[item->rank];
}

/**
 * _lsc_communication_find_bases:
 * @self: with all operators matched
 *
 * Finds what figures are divided by, and keeps the operators that count.
 *
 * Cost: O(operators + groups).
 */
void
_lsc_communication_find_bases (LscCommunication *self, const LscRankSet *set)
{
  g_autofree LscCommBase *of_rank = g_new (LscCommBase, set->n + 1);
  g_autofree guint32 *last_group = g_new (guint32, set->n + 1);

  self->are_placed = g_new0 (gboolean, set->n + 1);
  self->base = (LscCommBase){ .step_ns = LSC_INT_NULL };
  for (gsize i = 0; i < set->n; i++)
    {
      of_rank[i] = find_base (self, set, i);
      last_group[i] = LSC_STRING_NONE;
      add_base (&self->base, &of_rank[i]);
    }
  for (guint i = 0; i < self->match.groups->len; i++)
    lsc_comm_bases_append (&self->bases, (LscCommBase){ .step_ns = LSC_INT_NULL });
  for (gsize i = 0; i < self->match.items.n; i++)
    {
      const LscMatchItem *item = &self->match.items.items[i];

      if (last_group[item->rank] == item->group)
        continue;
      last_group[item->rank] = item->group;
      add_base (&self->bases.items[item->group], &of_rank[item->rank]);
    }
  keep_counting (self, set);
}

/** Returns: a share of the steps of the ranks of a base; %LSC_REAL_NULL = not known */
double
_lsc_communication_get_share (gint64 exposed_ns, const LscCommBase *base)
{
  return base->step_ns > 0 && exposed_ns != LSC_INT_NULL
             ? (double) exposed_ns / (double) base->step_ns
             : LSC_REAL_NULL;
}
