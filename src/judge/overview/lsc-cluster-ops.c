/* lsc-cluster-ops.c - operators of all ranks as the reference tool matches them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "judge/overview/lsc-cluster-private.h"
#include "base/lsc-sort.h"

/* By what the rank recorded, else by the layout that the user gives; 0 = not known. */
static guint32
count_members (const LscRankSet *set, guint32 rank, guint32 group)
{
  const LscRankDigest *digest = set->digests[rank];
  const GPtrArray *given = set->groups ? set->groups->of_rank[rank] : NULL;

  for (gsize i = 0; i < digest->groups.n; i++)
    if (digest->groups.items[i].name == group)
      return (guint32) digest->groups.items[i].ranks.n;
  for (guint i = 0; given && i < given->len; i++)
    {
      const LscGivenGroup *known = given->pdata[i];

      if (g_str_equal (known->name, lsc_intern_text (digest->texts, group)))
        return (guint32) known->ranks.n;
    }
  return 0;
}

static void
add_rank (LscClusterOps *self, LscIntern *texts, const LscRankSet *set, guint32 rank)
{
  const LscRankDigest *digest = set->digests[rank];
  guint32 group = LSC_STRING_NONE, n_members = 0;

  for (gsize i = 0; i < digest->ops.n; i++)
    {
      const LscRankOp *op = &digest->ops.items[i];
      LscClusterOp item = { .rank = rank, .op = op };

      if (op->group != group) /* operators stand by group */
        n_members = count_members (set, rank, op->group);
      group = op->group;
      if (op->step >= digest->steps.n || !lsc_rank_set_has_op (set, rank, op))
        continue;
      item.n_members = n_members;
      item.step = lsc_rank_digest_get_step (digest, op->step)->step;
      item.group = lsc_intern_add (texts, lsc_intern_text (digest->texts, op->group));
      item.name = lsc_intern_add (texts, lsc_intern_text (digest->texts, op->name));
      lsc_cluster_ops_append (self, item);
    }
}

static int
compare_ops (const void *a, const void *b)
{
  const LscClusterOp *x = a, *y = b;

  LSC_RETURN_ORDER (x->group, y->group);
  LSC_RETURN_ORDER (x->name, y->name);
  LSC_RETURN_ORDER (x->step, y->step);
  LSC_RETURN_ORDER (x->rank, y->rank);
  return LSC_ORDER (x->op->begin_ns, y->op->begin_ns);
}

/**
 * _lsc_cluster_ops_collect:
 * @self: zero-filled; to be cleared with lsc_cluster_ops_clear(); borrows the operators of @set
 *
 * Lists the operators that are in a step, by group, name, step and rank.
 *
 * Returns: (transfer full): the texts of groups and names
 */
LscIntern *
_lsc_cluster_ops_collect (LscClusterOps *self, const LscRankSet *set)
{
  LscIntern *texts = lsc_intern_new ();

  for (gsize i = 0; i < set->n; i++)
    add_rank (self, texts, set, (guint32) i);
  if (self->n > 1)
    qsort (self->items, self->n, sizeof (LscClusterOp), compare_ops);
  return texts;
}

/** Returns: the end of the run of one operator that begins at @begin */
gsize
_lsc_cluster_ops_find_end (const LscClusterOps *self, gsize begin)
{
  const LscClusterOp *first = &self->items[begin];
  gsize end = begin + 1;

  while (end < self->n && self->items[end].group == first->group &&
         self->items[end].name == first->name && self->items[end].step == first->step)
    end++;
  return end;
}
