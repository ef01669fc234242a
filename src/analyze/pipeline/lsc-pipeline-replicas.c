/* lsc-pipeline-replicas.c - which pipelines there are, to choose one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-replicas.h"

#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

static void
replica_free (gpointer data)
{
  LscPipelineReplica *self = data;

  g_free (self->label);
  g_free (self->ranks);
  g_free (self);
}

static LscPipelineReplica *
replica_new (const LscPipelineLayout *layout)
{
  LscPipelineReplica *self = g_new0 (LscPipelineReplica, 1);

  self->n_ranks = layout->ranks->len;
  self->ranks = g_memdup2 (layout->ranks->data, self->n_ranks * sizeof (gint64));
  self->has_stages = layout->has_stages;
  self->label = _lsc_pipeline_make_label (self->ranks, self->n_ranks);
  return self;
}

/* As a pipeline is: one of ranks without any block is none. */
static gboolean
has_blocks (LscPipelineBuild *build, const LscPipelineLayout *layout)
{
  gboolean found = FALSE;

  for (guint i = 0; i < layout->ranks->len; i++)
    {
      gint64 rank = g_array_index (layout->ranks, gint64, i);
      LscPipelineMember *member = _lsc_pipeline_take_member (build, rank);

      found |= member && member->recorded->n > 0;
      _lsc_pipeline_leave_member (member);
    }
  return found;
}

static int
compare_replicas (gconstpointer a, gconstpointer b)
{
  const LscPipelineReplica *x = *(LscPipelineReplica *const *) a;
  const LscPipelineReplica *y = *(LscPipelineReplica *const *) b;

  return LSC_ORDER (_lsc_pipeline_find_lowest (x->ranks, x->n_ranks),
                    _lsc_pipeline_find_lowest (y->ranks, y->n_ranks));
}

static void
index_ranks (LscPipelineReplicas *self)
{
  for (guint i = self->list->len; i > 0; i--)
    {
      LscPipelineReplica *replica = g_ptr_array_index (self->list, i - 1);

      for (gsize k = 0; k < replica->n_ranks; k++)
        g_hash_table_replace (self->of_rank, &replica->ranks[k], GUINT_TO_POINTER (i));
    }
}

/**
 * lsc_pipeline_replicas_new:
 * @ranks: (element-type LscPipelineRank): as for lsc_pipeline_new_from_ranks()
 * @options: (nullable): %NULL = the defaults
 *
 * Lists the pipelines that lsc_pipeline_new_from_ranks() would find, in its order, without looking
 * at their steps.
 *
 * Cost: O(ranks log ranks), where metadata tells of them. Thread: any. Source: pipeline.md#stages.
 *
 * Returns: (transfer full) (nullable): the pipelines, perhaps none; %NULL with %LSC_ERROR_USAGE for
 *   options that cannot be read
 */
LscPipelineReplicas *
lsc_pipeline_replicas_new (GPtrArray *ranks, const LscPipelineOptions *options, GError **error)
{
  static const LscPipelineOptions defaults = { 0 };
  LscPipelineReplicas *self;
  g_autoptr (GPtrArray) layouts = NULL;
  LscPipelineBuild build;

  g_return_val_if_fail (ranks, NULL);
  options = options ? options : &defaults;
  if (!_lsc_pipeline_check_options (options, error))
    return NULL;
  self = g_new0 (LscPipelineReplicas, 1);
  g_atomic_ref_count_init (&self->refs);
  self->list = g_ptr_array_new_with_free_func (replica_free);
  self->of_rank = g_hash_table_new (g_int64_hash, g_int64_equal);
  _lsc_pipeline_build_init (&build, ranks, options, NULL);
  layouts = _lsc_pipeline_layouts (&build);
  for (guint i = 0; i < layouts->len; i++)
    if (has_blocks (&build, g_ptr_array_index (layouts, i)))
      g_ptr_array_add (self->list, replica_new (g_ptr_array_index (layouts, i)));
  _lsc_pipeline_build_clear (&build);
  g_ptr_array_sort (self->list, compare_replicas);
  index_ranks (self);
  return self;
}

/** Takes a reference. Thread: any */
LscPipelineReplicas *
lsc_pipeline_replicas_ref (LscPipelineReplicas *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** Takes a reference from @self and frees it with the last one; from any thread. */
void
lsc_pipeline_replicas_unref (LscPipelineReplicas *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_hash_table_unref (self->of_rank);
  g_ptr_array_unref (self->list);
  g_free (self);
}

/** Returns: how many pipelines there are */
gsize
lsc_pipeline_replicas_get_n (const LscPipelineReplicas *self)
{
  g_return_val_if_fail (self, 0);
  return self->list->len;
}

/** Returns: (transfer none) (nullable): the one at @index, which is that of its group, too */
const LscPipelineReplica *
lsc_pipeline_replicas_get (const LscPipelineReplicas *self, gsize index)
{
  g_return_val_if_fail (self, NULL);
  return index < self->list->len ? g_ptr_array_index (self->list, index) : NULL;
}

/** Returns: the index of the first one that holds @rank, G_MAXSIZE without any. Cost: O(1) */
gsize
lsc_pipeline_replicas_find (const LscPipelineReplicas *self, gint64 rank)
{
  guint found;

  g_return_val_if_fail (self, G_MAXSIZE);
  found = GPOINTER_TO_UINT (g_hash_table_lookup (self->of_rank, &rank));
  return found > 0 ? found - 1 : G_MAXSIZE;
}

/**
 * lsc_pipeline_replicas_pick:
 * @ranks: (element-type LscPipelineRank): of which @self was made
 *
 * Cost: O(ranks).
 *
 * Returns: (transfer container) (element-type LscPipelineRank): the ranks of the pipeline at
 *   @index, borrowed, to be shown alone by lsc_pipeline_new_from_ranks()
 */
GPtrArray *
lsc_pipeline_replicas_pick (const LscPipelineReplicas *self, gsize index, GPtrArray *ranks)
{
  GPtrArray *picked = g_ptr_array_new ();

  g_return_val_if_fail (self && ranks, picked);
  for (guint i = 0; i < ranks->len; i++)
    {
      LscPipelineRank *rank = g_ptr_array_index (ranks, i);

      if (rank && lsc_pipeline_replicas_find (self, rank->rank) == index)
        g_ptr_array_add (picked, rank);
    }
  return picked;
}
