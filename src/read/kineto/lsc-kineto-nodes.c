/* lsc-kineto-nodes.c - which tasks are nodes of graphs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "read/kineto/lsc-kineto-private.h"

/* formats.md#graph-nodes: the driver's number of a node has 64 bits, of which the upper half is the
 * graph. Some writers give the whole, others the lower half beside the graph. */

#define NODE_BITS 32
#define NODE_MASK G_GINT64_CONSTANT (0xffffffff)

static LscGraphTask
make_task (const LscTraceNode *told, guint32 id)
{
  LscGraphTask task = { .graph = LSC_GRAPH_NONE,
                        .node = LSC_GRAPH_NONE,
                        .id = id,
                        .module = told->module,
                        .note = told->note,
                        .stack = LSC_STRING_NONE };

  if (told->node >= 0)
    task.node = told->node & NODE_MASK;
  if (told->graph >= 0)
    task.graph = told->graph;
  else if (told->node > NODE_MASK)
    task.graph = told->node >> NODE_BITS;
  return task;
}

static gint64
task_key (gsize index, gconstpointer data)
{
  return ((const LscGraphTask *) data)[index].id;
}

/**
 * _lsc_kineto_add_nodes:
 * @build: whose lanes are made
 *
 * Fills LscTimeline.graph_tasks. Cost: O(tasks of graphs).
 */
void
_lsc_kineto_add_nodes (LscKinetoBuild *build)
{
  LscGraphTasks *tasks = &build->timeline->graph_tasks;

  lsc_graph_tasks_reserve (tasks, build->nodes.n);
  for (gsize i = 0; i < build->nodes.n; i++)
    {
      const LscKinetoNode *node = &build->nodes.items[i];
      const LscKinetoBucket *bucket = _lsc_kineto_bucket (build, node->bucket);
      guint32 slice;

      if (bucket->node == LSC_SLICE_NONE) /* left out: too many slices */
        continue;
      slice = _lsc_kineto_slice (bucket, node->raw);
      lsc_graph_tasks_append (
          tasks,
          make_task (&build->trace->graph_nodes.items[node->told],
                     lsc_timeline_get_id (build->timeline, (LscSpot){ bucket->node, slice })));
    }
  lsc_sort_items (tasks->items, tasks->n, sizeof *tasks->items, task_key);
  lsc_trace_nodes_clear (&build->trace->graph_nodes);
}
