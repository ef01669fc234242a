/* lsc-graph-names.h - tasks of graphs: their nodes, and the modules that they are of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** Joins the names of a path of modules: no name holds it. */
#define LSC_GRAPH_PATH_SEPARATOR "\x1f"

/** Begins names that are those of frames: what follows is a class and a number. */
#define LSC_GRAPH_FRAME_PREFIX "nn.Module: "

/** The number of a node that is not recorded, as that of a graph. */
#define LSC_GRAPH_NONE G_MININT64

/**
 * LscGraphTask: what a recording says of a task that a graph started
 * @id: of its slice
 * @graph, @node: numbers of the executable graph and of the node in it, %LSC_GRAPH_NONE
 * @module: dotted name of the module, @note: what the program called the node, @stack: where the
 *   program launched it at the capture, innermost frame first, a line each: ids of
 *   LscTimeline.strings, %LSC_STRING_NONE
 */
typedef struct
{
  gint64 graph;
  gint64 node;
  guint32 id;
  guint32 module;
  guint32 note;
  guint32 stack;
} LscGraphTask;

LSC_DEFINE_ARRAY (LscGraphTasks, lsc_graph_tasks, LscGraphTask)

/**
 * LscGraphName: whose a task of a graph is
 * @id: of its slice, or of its communication operator
 * @path: names of modules from the outermost on, joined by %LSC_GRAPH_PATH_SEPARATOR: id of
 *   LscTimeline.strings
 * @op: name of the op that launched it when the graph was captured, %LSC_STRING_NONE
 * @call: tasks of one replay with the same path, op and call were launched by one op
 */
typedef struct
{
  guint32 id;
  guint32 path;
  guint32 op;
  guint32 call;
} LscGraphName;

LSC_DEFINE_ARRAY (LscGraphNames, lsc_graph_names, LscGraphName)

/**
 * LscGraphCall: an op that stands for tasks of a replay
 * @op: index of LscRun.ops
 * @path: as LscGraphName.path, of LscRun.strings
 * @replay: equal for the ops of one launch
 * @end_ns: of the launch
 */
typedef struct
{
  gint64 end_ns;
  guint32 op;
  guint32 path;
  guint32 replay;
  guint32 reserved;
} LscGraphCall;

LSC_DEFINE_ARRAY (LscGraphCalls, lsc_graph_calls, LscGraphCall)

G_END_DECLS
