/* lsc-graph-batch.c - the batch that a launch was for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-batch.h"

#include <string.h>

#include "model/lsc-around.h"

/* formats.md#graph-batches: step[DECODE bs=64], decode[bs=117/128 …],
 * execute_context_0(0)_generation_64(64), execute_64_context_… */

static gint64
read_number (const char *text)
{
  return g_ascii_isdigit (*text) ? (gint64) MIN (g_ascii_strtoull (text, NULL, 10), G_MAXINT32)
                                 : LSC_GRAPH_NO_BATCH;
}

/* What stands in brackets is the number of tokens. */
static gint64
add_brackets (const char *text)
{
  gint64 sum = LSC_GRAPH_NO_BATCH;

  for (const char *at = strchr (text, '('); at; at = strchr (at + 1, '('))
    {
      gint64 number = read_number (at + 1);

      if (number >= 0)
        sum = MAX (sum, 0) + number;
    }
  return sum;
}

/**
 * lsc_graph_batch_parse:
 * @mark: text of an annotation
 *
 * Returns: the batch of the step that it marks, %LSC_GRAPH_NO_BATCH if it marks none
 */
gint64
lsc_graph_batch_parse (const char *mark)
{
  const char *at;

  g_return_val_if_fail (mark, LSC_GRAPH_NO_BATCH);
  if (g_str_has_prefix (mark, "step[") || g_str_has_prefix (mark, "decode["))
    {
      at = strstr (mark, "bs=");
      return at ? read_number (at + strlen ("bs=")) : LSC_GRAPH_NO_BATCH;
    }
  if (g_str_has_prefix (mark, "execute_context_"))
    return add_brackets (mark);
  return g_str_has_prefix (mark, "execute_") ? read_number (mark + strlen ("execute_"))
                                             : LSC_GRAPH_NO_BATCH;
}

static const LscNode *
find_marks (const LscTimeline *timeline, const LscNode *thread)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->type == LSC_NODE_LANE && node->role == LSC_ROLE_MARK_LANE &&
          node->pid == thread->pid && node->tid == thread->tid)
        return node;
    }
  return NULL;
}

/**
 * lsc_graph_batch_find:
 * @launch: id of a call
 * @mark: (out): id of the annotation around it that tells the batch, %LSC_SLICE_NONE
 *
 * Returns: the batch, %LSC_GRAPH_NO_BATCH if none is told
 */
gint64
lsc_graph_batch_find (const LscTimeline *timeline, guint32 launch, guint32 *mark)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, launch);
  const LscNode *thread = lsc_timeline_get_node (timeline, spot.node);
  const LscNode *marks = find_marks (timeline, thread);
  guint32 slice = marks ? lsc_lane_find_deepest (marks->lane, thread->lane->start_ns[spot.slice])
                        : LSC_SLICE_NONE;

  *mark = LSC_SLICE_NONE;
  for (guint i = 0; i < LSC_AROUND_MOST_LEVELS && slice != LSC_SLICE_NONE; i++)
    {
      gint64 batch = lsc_graph_batch_parse (lsc_timeline_text (timeline, marks->lane->name[slice]));

      if (batch != LSC_GRAPH_NO_BATCH)
        {
          *mark = marks->first_id + slice;
          return batch;
        }
      slice = lsc_lane_get_parent (marks->lane, slice);
    }
  return LSC_GRAPH_NO_BATCH;
}
