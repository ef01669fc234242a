/* lsc-pipeline-metadata.c - what the recorded metadata says of the parallel layout
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-metadata.h"

#include <string.h>

/* pipeline.md#metadata. */

static gboolean
node_int (JsonNode *node, gint64 *value)
{
  if (!node || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  *value = json_node_get_int (node);
  return TRUE;
}

static gboolean
are_distinct (const LscInt64s *ranks)
{
  g_autoptr (GHashTable) seen = NULL;
  gsize n = 1;

  while (n < ranks->n && ranks->items[n - 1] < ranks->items[n])
    n++;
  if (n >= ranks->n) /* most are written in order */
    return TRUE;
  seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (gsize i = 0; i < ranks->n; i++)
    if (!g_hash_table_add (seen, &ranks->items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
are_ranks (const LscInt64s *ranks)
{
  if (ranks->n == 0 || ranks->n > LSC_MAX_STAGES)
    return FALSE;
  for (gsize i = 0; i < ranks->n; i++)
    if (ranks->items[i] < 0)
      return FALSE;
  return are_distinct (ranks);
}

static GArray *
read_ranks (const LscMetadataGroup *group)
{
  LscInt64s read = { 0 };
  GArray *ranks = NULL;

  if (lsc_metadata_group_read_ranks (group, &read) && are_ranks (&read))
    {
      ranks = g_array_sized_new (FALSE, FALSE, sizeof (gint64), (guint) read.n);
      g_array_append_vals (ranks, read.items, (guint) read.n);
    }
  lsc_int64s_clear (&read);
  return ranks;
}

/** Returns: the place of @rank among @ranks, (nullable), of gint64; -1 without one */
int
lsc_metadata_find_rank (GArray *ranks, gint64 rank)
{
  for (guint i = 0; ranks && i < ranks->len; i++)
    if (g_array_index (ranks, gint64, i) == rank)
      return (int) i;
  return -1;
}

/**
 * lsc_metadata_ranks:
 * @kind: "pp", "tp"
 * @rank: the recording's rank
 *
 * Cost: O(ranks of the groups of that kind).
 *
 * Returns: (transfer full) (nullable): global ranks of the group of that kind that holds @rank, by
 *   their place in it
 */
GArray *
lsc_metadata_ranks (LscMetadata *self, const char *kind, gint64 rank)
{
  g_return_val_if_fail (self && kind, NULL);

  gsize n;
  const LscMetadataGroup *groups = lsc_metadata_get_groups (self, &n, NULL);

  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GArray) ranks =
          g_strcmp0 (groups[i].kind, kind) == 0 ? read_ranks (&groups[i]) : NULL;

      if (lsc_metadata_find_rank (ranks, rank) >= 0)
        return g_steal_pointer (&ranks);
    }
  return NULL;
}

/**
 * lsc_metadata_members:
 * @group: name of a communication group
 *
 * Returns: (transfer full) (nullable): its global ranks, by local rank
 */
GArray *
lsc_metadata_members (LscMetadata *self, const char *group)
{
  g_return_val_if_fail (self && group, NULL);

  const LscMetadataGroup *found = lsc_metadata_find_group (self, group);

  return found ? read_ranks (found) : NULL;
}

/* A size: 1 if it is not there, 0 if it is there and makes no sense. */
static gint64
read_size (JsonObject *object, const char *key)
{
  gint64 value;

  if (!json_object_has_member (object, key) || json_object_get_null_member (object, key))
    return 1;
  if (!node_int (json_object_get_member (object, key), &value) || value < 1 || value > G_MAXINT32)
    return 0;
  return value;
}

/**
 * lsc_metadata_sizes:
 * @sizes: (out): the sizes of distributed_args
 *
 * Returns: whether there are any that make sense; %FALSE with sizes->is_bad for those that do not
 */
gboolean
lsc_metadata_sizes (LscMetadata *self, LscParallelSizes *sizes)
{
  g_return_val_if_fail (self && sizes, FALSE);

  JsonNode *node = lsc_metadata_parse (self, "distributed_args", JSON_NODE_OBJECT, NULL);
  JsonObject *object;

  memset (sizes, 0, sizeof *sizes);
  if (!node)
    return FALSE;
  object = json_node_get_object (node);
  if (!json_object_has_member (object, "pipeline_model_parallel_size") ||
      json_object_get_null_member (object, "pipeline_model_parallel_size"))
    return FALSE;
  sizes->tp = read_size (object, "tensor_model_parallel_size");
  sizes->pp = read_size (object, "pipeline_model_parallel_size");
  sizes->dp = read_size (object, "data_parallel_size");
  sizes->cp = read_size (object, "context_parallel_size");
  sizes->ep = MAX (read_size (object, "expert_model_parallel_size"), 1);
  if (json_object_has_member (object, "world_size") &&
      !json_object_get_null_member (object, "world_size") &&
      (!node_int (json_object_get_member (object, "world_size"), &sizes->world) ||
       sizes->world < 1 || sizes->world > G_MAXINT32))
    sizes->is_bad = TRUE;
  sizes->is_bad |= sizes->tp < 1 || sizes->pp < 1 || sizes->dp < 1 || sizes->cp < 1 ||
                   sizes->pp > LSC_MAX_STAGES;
  return !sizes->is_bad;
}

/**
 * lsc_metadata_pp_info:
 * @type: (out) (transfer full) (nullable): name of the schedule
 * @micro_batches: (out): M, 0 = not said
 *
 * Reads the key pp_info, which its writers fill by hand.
 *
 * Returns: whether there is one
 */
gboolean
lsc_metadata_pp_info (LscMetadata *self, char **type, gint64 *micro_batches)
{
  g_return_val_if_fail (self && type && micro_batches, FALSE);

  JsonNode *node = lsc_metadata_parse (self, "pp_info", JSON_NODE_OBJECT, NULL);
  JsonNode *member;

  *type = NULL;
  *micro_batches = 0;
  if (!node)
    return FALSE;
  member = json_object_get_member (json_node_get_object (node), "pp_type");
  if (member && JSON_NODE_HOLDS_VALUE (member) &&
      json_node_get_value_type (member) == G_TYPE_STRING)
    *type = g_ascii_strdown (json_node_get_string (member), -1);
  node_int (json_object_get_member (json_node_get_object (node), "microbatch_num"), micro_batches);
  *micro_batches = MAX (*micro_batches, 0);
  return TRUE;
}
