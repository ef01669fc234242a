/* lsc-query-bytes.c - bytes of collectives that only the op above them describes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "analyze/query/lsc-query-private.h"
#include "base/lsc-json.h"

/* sql.md#slices: kernels of collectives of older traces say nothing of their size, but the op or
 * annotation nccl:… around their launch has Input Dims and Input type. */

#define MOST_LEVELS 8

static const char *
name_of (const LscTimeline *timeline, LscSpot spot)
{
  return lsc_timeline_text (timeline,
                            lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice]);
}

static guint32
find_from (const LscTimeline *timeline, guint32 to, guint kind)
{
  gsize first;
  gsize n = lsc_links_find_to (&timeline->links, to, &first);

  for (gsize i = 0; i < n; i++)
    if (lsc_links_get_to (&timeline->links, first + i)->kind == kind)
      return lsc_links_get_to (&timeline->links, first + i)->from;
  return LSC_SLICE_NONE;
}

/* The slice nccl:… of a lane around a time. */
static gboolean
find_around (const LscTimeline *timeline, guint32 node, gint64 time_ns, LscSpot *found)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;
  guint32 slice = lsc_lane_find_deepest (lane, time_ns);

  for (guint i = 0; i < MOST_LEVELS && slice != LSC_SLICE_NONE;
       i++, slice = lsc_lane_get_parent (lane, slice))
    {
      *found = (LscSpot){ node, slice };
      if (g_str_has_prefix (name_of (timeline, *found), "nccl:"))
        return TRUE;
    }
  return FALSE;
}

/**
 * _lsc_query_find_collective:
 * @spot: a slice of communication of a GPU trace
 * @found: (out): the op or annotation nccl:… in which it was launched
 *
 * Returns: whether there is one
 */
gboolean
_lsc_query_find_collective (const LscTimeline *timeline, LscSpot spot, LscSpot *found)
{
  guint32 launch = find_from (timeline, lsc_timeline_get_id (timeline, spot), LSC_LINK_LAUNCH);
  const LscNode *call;
  LscSpot at;
  gint64 time_ns;

  if (!timeline->is_gpu || launch == LSC_SLICE_NONE)
    return FALSE;
  at = lsc_timeline_get_spot (timeline, launch);
  call = lsc_timeline_get_node (timeline, at.node);
  time_ns = call->lane->start_ns[at.slice];
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if ((node->role == LSC_ROLE_HOST_THREAD || node->role == LSC_ROLE_MARK_LANE) &&
          node->type == LSC_NODE_LANE && node->pid == call->pid && node->tid == call->tid &&
          find_around (timeline, i, time_ns, found))
        return TRUE;
    }
  return FALSE;
}

/* Bytes of an element of a type as PyTorch names it, 0 = not known. */
static guint
get_type_bytes (const char *type)
{
  static const struct
  {
    const char *name;
    guint bytes;
  } known[] = {
    { "c10::BFloat16", 2 },
    { "c10::Half", 2 },
    { "float", 4 },
    { "double", 8 },
    { "int", 4 },
    { "long", 8 },
    { "long int", 8 },
    { "short", 2 },
    { "unsigned char", 1 },
    { "signed char", 1 },
    { "char", 1 },
    { "bool", 1 },
    { "c10::complex<float>", 8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (known[i].name, type) == 0)
      return known[i].bytes;
  return g_str_has_prefix (type, "c10::Float8") ? 1 : 0;
}

/* Elements of a tensor, of a list of tensors those of all; FALSE for what is none. */
static gboolean
count_elements (JsonNode *dims, gint64 *n)
{
  JsonArray *list = dims && JSON_NODE_HOLDS_ARRAY (dims) ? json_node_get_array (dims) : NULL;
  gint64 product = 1, sum = 0;

  if (!list || json_array_get_length (list) == 0)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonNode *item = json_array_get_element (list, i);
      gint64 inner;

      if (JSON_NODE_HOLDS_ARRAY (item))
        {
          if (!count_elements (item, &inner) || __builtin_add_overflow (sum, inner, &sum))
            return FALSE;
          product = 0;
        }
      else if (!JSON_NODE_HOLDS_VALUE (item) || json_node_get_int (item) < 0 ||
               __builtin_mul_overflow (product, json_node_get_int (item), &product))
        return FALSE;
    }
  *n = product > 0 && sum == 0 ? product : sum;
  return TRUE;
}

/**
 * _lsc_query_sum_dims:
 * @dims: (nullable): "Input Dims" of an op
 * @types: (nullable): its "Input type"
 * @bytes: (out): what its tensors hold together
 *
 * Returns: whether that is known
 */
gboolean
_lsc_query_sum_dims (const char *dims, const char *types, gint64 *bytes)
{
  g_autoptr (JsonNode) all_dims = lsc_json_parse_text (dims, NULL);
  g_autoptr (JsonNode) all_types = lsc_json_parse_text (types, NULL);
  JsonArray *tensors, *names;

  *bytes = 0;
  if (!all_dims || !all_types || !JSON_NODE_HOLDS_ARRAY (all_dims) ||
      !JSON_NODE_HOLDS_ARRAY (all_types))
    return FALSE;
  tensors = json_node_get_array (all_dims);
  names = json_node_get_array (all_types);
  for (guint i = 0; i < json_array_get_length (tensors) && i < json_array_get_length (names); i++)
    {
      JsonNode *name = json_array_get_element (names, i);
      guint size = JSON_NODE_HOLDS_VALUE (name) && json_node_get_value_type (name) == G_TYPE_STRING
                       ? get_type_bytes (json_node_get_string (name))
                       : 0;
      gint64 n, part;

      if (size == 0 || !count_elements (json_array_get_element (tensors, i), &n))
        continue;
      if (__builtin_mul_overflow (n, (gint64) size, &part) ||
          __builtin_add_overflow (*bytes, part, bytes))
        return FALSE;
    }
  return *bytes > 0;
}
