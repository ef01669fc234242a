/* lsc-op-groups-merge.c - groups of single ranks, put together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-sort.h"
#include "judge/operators/lsc-operators-private.h"

static guint64
hash_group (const LscOpGroup *group)
{
  return lsc_hash_bytes ((const char *) &group->key, sizeof group->key);
}

static gboolean
is_same_group (const LscOpGroup *a, const LscOpGroup *b)
{
  return memcmp (&a->key, &b->key, sizeof a->key) == 0;
}

LSC_DEFINE_HASH (groups, LscOpGroup, hash_group, is_same_group)

static void
add_sums (LscOpSums *to, const LscOpSums *from)
{
  if (from->n > 0 && from->most_ns > to->most_ns)
    {
      to->most_ns = from->most_ns;
      to->longest = from->longest;
      to->longest_rank = from->longest_rank;
    }
  to->n += from->n;
  to->total_ns += from->total_ns;
  to->owned_ns += from->owned_ns;
  to->wait_ns += from->wait_ns;
  to->squares += from->squares;
  to->least_ns = MIN (to->least_ns, from->least_ns);
  to->first_ns = MIN (to->first_ns, from->first_ns);
  to->last_ns = MAX (to->last_ns, from->last_ns);
}

static void
add_extras (LscOpExtras *to, const LscOpExtras *from)
{
  to->flops += from->flops;
  to->flops_ns += from->flops_ns;
  to->peak_work += from->peak_work;
  to->blocks = MAX (to->blocks, from->blocks);
  to->bytes += from->bytes;
  to->flops_bytes += from->flops_bytes;
  to->n_with_bytes += from->n_with_bytes;
  to->n_flops += from->n_flops;
  to->n_flops_bytes += from->n_flops_bytes;
  to->tensor_ns += from->tensor_ns;
  to->no_tensor_ns += from->no_tensor_ns;
  to->recomputed_ns += from->recomputed_ns;
  for (guint i = 0; i < LSC_LAUNCH_N_FIGURES; i++)
    {
      to->launches[i] += from->launches[i];
      to->launch_ns[i] += from->launch_ns[i];
    }
  for (guint i = 0; i < LSC_KERNEL_N_COUNTERS; i++)
    {
      to->counters[i] += from->counters[i];
      to->weights_ns[i] += from->weights_ns[i];
    }
}

static guint32
put_group (LscOpGroups *self, LscHash *index, const LscOpGroupKey *key)
{
  LscOpGroup group = { .key = *key,
                       .sums = { .least_ns = G_MAXINT64,
                                 .most_ns = -1,
                                 .first_ns = G_MAXINT64,
                                 .last_ns = G_MININT64 },
                       .median_ns = LSC_INT_NULL,
                       .p95_ns = LSC_INT_NULL };
  guint32 at = groups_put (index, self->groups.items, &group, (guint32) self->groups.n);

  if (at == self->groups.n)
    lsc_op_group_list_append (&self->groups, group);
  return at;
}

static void
add_scan (LscOpGroups *self, LscHash *index, LscOpScan *scan)
{
  scan->group_of = g_new (guint32, scan->n + 1);
  for (gsize i = 0; i < scan->n; i++)
    {
      guint32 at;

      scan->group_of[i] = LSC_OP_ANY;
      if (scan->sums[i].n == 0 && scan->sums[i].owned_ns == 0)
        continue;
      at = scan->group_of[i] = put_group (self, index, &scan->keys[i]);
      add_sums (&self->groups.items[at].sums, &scan->sums[i]);
      add_extras (&self->groups.items[at].extras, &scan->extras[i]);
      if (scan->sums[i].n > 0)
        lsc_op_rank_sums_append (&self->rank_sums, (LscOpRankSum){ at, scan->rank, scan->sums[i].n,
                                                                   scan->sums[i].total_ns });
    }
}

/* ---- in order ---- */

static int
compare_groups (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscOpGroup *items = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  LSC_RETURN_ORDER (items[y].sums.total_ns, items[x].sums.total_ns);
  LSC_RETURN_ORDER (items[y].sums.owned_ns, items[x].sums.owned_ns);
  return LSC_ORDER (x, y);
}

static int
compare_rank_sums (gconstpointer a, gconstpointer b)
{
  const LscOpRankSum *x = a, *y = b;

  LSC_RETURN_ORDER (x->group, y->group);
  return LSC_ORDER (x->rank, y->rank);
}

/* Returns: (transfer full): of each group its new place */
static guint32 *
sort_groups (LscOpGroups *self)
{
  gsize n = self->groups.n;
  g_autofree guint32 *order = g_new (guint32, n + 1);
  guint32 *places = g_new (guint32, n + 1);
  LscOpGroup *sorted = g_new (LscOpGroup, n + 1);

  for (gsize i = 0; i < n; i++)
    order[i] = (guint32) i;
  if (n > 1)
    g_qsort_with_data (order, (int) n, sizeof *order, compare_groups, self->groups.items);
  for (gsize i = 0; i < n; i++)
    {
      sorted[i] = self->groups.items[order[i]];
      places[order[i]] = (guint32) i;
    }
  g_free (self->groups.items);
  self->groups.items = sorted;
  self->groups.capacity = n + 1;
  return places;
}

/* What several parts of a rank have of a group. */
static void
join_parts (LscOpGroups *self)
{
  LscOpRankSum *items = self->rank_sums.items;
  gsize n = 0;

  for (gsize i = 0; i < self->rank_sums.n; i++)
    if (n > 0 && items[n - 1].group == items[i].group && items[n - 1].rank == items[i].rank)
      {
        items[n - 1].n += items[i].n;
        items[n - 1].total_ns += items[i].total_ns;
      }
    else
      items[n++] = items[i];
  self->rank_sums.n = n;
}

static void
move (LscOpGroups *self, LscOpScan *scans, guint n_scans, const guint32 *places)
{
  for (guint i = 0; i < n_scans; i++)
    for (gsize k = 0; k < scans[i].n; k++)
      if (scans[i].group_of[k] != LSC_OP_ANY)
        scans[i].group_of[k] = places[scans[i].group_of[k]];
  for (gsize i = 0; i < self->rank_sums.n; i++)
    self->rank_sums.items[i].group = places[self->rank_sums.items[i].group];
  if (self->rank_sums.n > 1)
    qsort (self->rank_sums.items, self->rank_sums.n, sizeof (LscOpRankSum), compare_rank_sums);
  join_parts (self);
  for (gsize i = 0; i < self->rank_sums.n; i++)
    {
      LscOpGroup *group = &self->groups.items[self->rank_sums.items[i].group];

      if (group->n_ranks++ == 0)
        group->first_rank = i;
    }
}

/** Fills the groups; of each of @scans LscOpScan.group_of. */
void
_lsc_op_groups_merge (LscOpGroups *self, LscOpScan *scans, guint n_scans)
{
  LscHash index = { 0 };
  g_autofree guint32 *places = NULL;

  self->only_step = LSC_INT_NULL;
  for (guint i = 0; i < n_scans; i++)
    {
      add_scan (self, &index, &scans[i]);
      self->base_ns += scans[i].base_ns;
      self->step_ns += scans[i].is_first ? scans[i].step_ns : 0;
      self->n_ranks += scans[i].is_first;
      self->n_rank_steps += scans[i].is_first ? scans[i].n_steps : 0;
      self->n_steps = MAX (self->n_steps, scans[i].n_steps);
      self->only_step = scans[i].only_step;
      self->only_rank = scans[i].rank;
    }
  lsc_hash_clear (&index);
  places = sort_groups (self);
  move (self, scans, n_scans, places);
}
