/* lsc-graph-replays.c - the tasks of each launch of a graph
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-replays.h"

#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"

/* formats.md#graph-replays: a replay is all that one call started. */

/** Returns: whether a call of the runtime launches a graph: cudaGraphLaunch, hipGraphLaunch,
 * cuGraphLaunch_ptsz */
gboolean
lsc_graph_is_launch (const char *call)
{
  return call && strstr (call, "GraphLaunch") != NULL;
}

/** Returns: whether what moves memory copies it or sets it, by the name of the call or the task */
LscGraphKind
lsc_graph_kind_of_copy (const char *name)
{
  return name && (strstr (name, "Memset") || strstr (name, "memset")) ? LSC_GRAPH_SET
                                                                      : LSC_GRAPH_COPY;
}

static gboolean
is_work (const LscNode *node, guint8 kind)
{
  return node->role == LSC_ROLE_STREAM &&
         (lsc_slice_kind_is_computing (kind) || kind == LSC_SLICE_COPY ||
          kind == LSC_SLICE_COMM_TASK || kind == LSC_SLICE_DEVICE);
}

static const LscGraphTask *
find_told (const LscTimeline *timeline, guint32 id)
{
  const LscGraphTasks *tasks = &timeline->graph_tasks;
  gsize at = LSC_BISECT (i, 0, tasks->n, tasks->items[i].id < id);

  return at < tasks->n && tasks->items[at].id == id ? &tasks->items[at] : NULL;
}

static void
add_task (LscGraphReplays *self, const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);
  const LscNode *node = lsc_timeline_get_node (timeline, spot.node);
  guint8 kind = node->lane->kind[spot.slice];
  const LscGraphTask *told = find_told (timeline, id);
  LscGraphReplayTask *task;

  if (!is_work (node, kind))
    return;
  task = lsc_replay_tasks_add (&self->tasks);
  *task = (LscGraphReplayTask){ .start_ns = node->lane->start_ns[spot.slice],
                                .graph = told ? told->graph : LSC_GRAPH_NONE,
                                .node = told ? told->node : LSC_GRAPH_NONE,
                                .id = id,
                                .stream = spot.node,
                                .name = node->lane->name[spot.slice],
                                .module = told ? told->module : LSC_STRING_NONE,
                                .note = told ? told->note : LSC_STRING_NONE,
                                .path = LSC_STRING_NONE,
                                .op = LSC_STRING_NONE,
                                .kind = LSC_GRAPH_KERNEL,
                                .is_communication = kind == LSC_SLICE_COMM_TASK };
  if (kind == LSC_SLICE_COPY)
    task->kind = (guint8) lsc_graph_kind_of_copy (lsc_timeline_text (timeline, task->name));
}

static int
compare_by_node (gconstpointer a, gconstpointer b)
{
  const LscGraphReplayTask *x = a, *y = b;

  LSC_RETURN_ORDER (x->node, y->node);
  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (x->id, y->id);
}

static int
compare_by_start (gconstpointer a, gconstpointer b)
{
  const LscGraphReplayTask *x = a, *y = b;

  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (x->id, y->id);
}

static void
end_replay (LscGraphReplays *self, const LscTimeline *timeline, guint32 launch, gsize first)
{
  LscGraphReplayTask *tasks = lsc_replay_tasks_from (&self->tasks, first);
  gsize n = self->tasks.n - first;
  LscSpot spot = lsc_timeline_get_spot (timeline, launch);
  gboolean has_nodes = TRUE;

  for (gsize i = 0; i < n; i++)
    has_nodes = has_nodes && tasks[i].node != LSC_GRAPH_NONE;
  if (n > 1)
    qsort (tasks, n, sizeof *tasks, has_nodes ? compare_by_node : compare_by_start);
  for (gsize i = 1; i < n && has_nodes; i++)
    has_nodes = tasks[i].node != tasks[i - 1].node; /* what is there twice is no number */
  if (!has_nodes && n > 1)
    qsort (tasks, n, sizeof *tasks, compare_by_start);
  lsc_replay_list_append (
      &self->items,
      (LscGraphReplay){ .start_ns =
                            lsc_timeline_get_node (timeline, spot.node)->lane->start_ns[spot.slice],
                        .graph = tasks[0].graph,
                        .launch = launch,
                        .has_nodes = has_nodes,
                        .first = first,
                        .n = n });
}

static int
compare_replays (gconstpointer a, gconstpointer b)
{
  const LscGraphReplay *x = a, *y = b;

  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (x->launch, y->launch);
}

/* Which names are those of launches; few recordings have any. */
static GHashTable *
find_names (const LscTimeline *timeline)
{
  gsize n = lsc_intern_size (timeline->strings);
  GHashTable *names = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < n; i++)
    if (lsc_graph_is_launch (lsc_intern_text (timeline->strings, (guint32) i)))
      g_hash_table_add (names, GSIZE_TO_POINTER (i + 1));
  return names;
}

/**
 * lsc_replays_find:
 * @self: (out): empty
 * @timeline: sealed
 *
 * Cost: O(names); where there are launches of graphs O(links log tasks).
 */
void
lsc_replays_find (LscGraphReplays *self, const LscTimeline *timeline)
{
  const LscLinks *links = &timeline->links;
  g_autoptr (GHashTable) names = find_names (timeline);
  gsize end;

  for (gsize begin = 0; begin < links->n && g_hash_table_size (names) > 0; begin = end)
    {
      guint32 from = links->items[begin].from;
      LscSpot spot = lsc_timeline_get_spot (timeline, from);
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
      gboolean is_graph =
          g_hash_table_contains (names, GSIZE_TO_POINTER ((gsize) lane->name[spot.slice] + 1));
      gsize first = self->tasks.n;

      for (end = begin; end < links->n && links->items[end].from == from; end++)
        if (is_graph && links->items[end].kind == LSC_LINK_LAUNCH)
          add_task (self, timeline, links->items[end].to);
      if (self->tasks.n > first)
        end_replay (self, timeline, from, first);
    }
  if (self->items.n > 1)
    qsort (self->items.items, self->items.n, sizeof *self->items.items, compare_replays);
}

void
lsc_replays_clear (LscGraphReplays *self)
{
  lsc_replay_tasks_clear (&self->tasks);
  lsc_replay_list_clear (&self->items);
}
