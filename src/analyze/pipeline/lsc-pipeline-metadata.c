/* lsc-pipeline-metadata.c - what the recorded metadata says of the parallel layout
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-metadata.h"

#include <string.h>

#include "base/lsc-json.h"

/* pipeline.md#metadata. */

static gboolean
node_int (JsonNode *node, gint64 *value)
{
  if (!node || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  *value = json_node_get_int (node);
  return TRUE;
}

static GArray *
read_ranks (JsonNode *node)
{
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  JsonArray *array;

  if (!node || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  array = json_node_get_array (node);
  if (json_array_get_length (array) == 0 || json_array_get_length (array) > LSC_MAX_STAGES)
    return NULL;
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      gint64 rank;

      if (!node_int (json_array_get_element (array, i), &rank) || rank < 0 ||
          !g_hash_table_add (seen, g_memdup2 (&rank, sizeof rank)))
        return NULL;
      g_array_append_val (ranks, rank);
    }
  return g_steal_pointer (&ranks);
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
 * lsc_parallel_groups_new:
 * @metadata: key to JSON text
 *
 * Cost: O(text), which names every member of every group that a rank is in.
 *
 * Returns: (transfer full) (nullable): the groups; %NULL without any
 */
LscParallelGroups *
lsc_parallel_groups_new (GHashTable *metadata)
{
  g_return_val_if_fail (metadata, NULL);
  return lsc_json_parse_kind (g_hash_table_lookup (metadata, "parallel_group_info"),
                              JSON_NODE_OBJECT, NULL);
}

/** Frees them. @self: (nullable) */
void
lsc_parallel_groups_free (LscParallelGroups *self)
{
  g_clear_pointer (&self, json_node_unref);
}

/**
 * lsc_parallel_groups_find:
 * @self: (nullable)
 * @kind: "pp", "tp"
 * @rank: the recording's rank
 *
 * Returns: (transfer full) (nullable): global ranks of the group of that kind that holds @rank, by
 *   their place in it
 */
GArray *
lsc_parallel_groups_find (LscParallelGroups *self, const char *kind, gint64 rank)
{
  JsonObjectIter iter;
  JsonNode *member;
  const char *key;

  if (!self)
    return NULL;
  json_object_iter_init (&iter, json_node_get_object (self));
  while (json_object_iter_next (&iter, &key, &member))
    {
      JsonNode *name;
      g_autoptr (GArray) ranks = NULL;

      if (!JSON_NODE_HOLDS_OBJECT (member))
        continue;
      name = json_object_get_member (json_node_get_object (member), "group_name");
      if (!name || !JSON_NODE_HOLDS_VALUE (name) ||
          g_strcmp0 (json_node_get_string (name), kind) != 0)
        continue;
      ranks = read_ranks (json_object_get_member (json_node_get_object (member), "global_ranks"));
      if (lsc_metadata_find_rank (ranks, rank) >= 0)
        return g_steal_pointer (&ranks);
    }
  return NULL;
}

/**
 * lsc_parallel_groups_get_members:
 * @self: (nullable)
 * @group: name of a communication group
 *
 * Returns: (transfer full) (nullable): its global ranks, by local rank
 */
GArray *
lsc_parallel_groups_get_members (LscParallelGroups *self, const char *group)
{
  JsonNode *member = self ? json_object_get_member (json_node_get_object (self), group) : NULL;

  if (!member || !JSON_NODE_HOLDS_OBJECT (member))
    return NULL;
  return read_ranks (json_object_get_member (json_node_get_object (member), "global_ranks"));
}

/**
 * lsc_metadata_ranks:
 * @metadata: key to JSON text
 *
 * Returns: (transfer full) (nullable): lsc_parallel_groups_find() in a text that nothing else is
 *   asked of
 */
GArray *
lsc_metadata_ranks (GHashTable *metadata, const char *kind, gint64 rank)
{
  g_autoptr (LscParallelGroups) groups = lsc_parallel_groups_new (metadata);

  return lsc_parallel_groups_find (groups, kind, rank);
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
lsc_metadata_sizes (GHashTable *metadata, LscParallelSizes *sizes)
{
  g_autoptr (JsonNode) node = lsc_json_parse_kind (
      g_hash_table_lookup (metadata, "distributed_args"), JSON_NODE_OBJECT, NULL);
  JsonObject *object;

  memset (sizes, 0, sizeof *sizes);
  if (!node)
    return FALSE;
  object = json_node_get_object (node);
  if (!json_object_has_member (object, "pipeline_model_parallel_size"))
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
lsc_metadata_pp_info (GHashTable *metadata, char **type, gint64 *micro_batches)
{
  g_autoptr (JsonNode) node =
      lsc_json_parse_kind (g_hash_table_lookup (metadata, "pp_info"), JSON_NODE_OBJECT, NULL);
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
