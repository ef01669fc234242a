/* lsc-graph-replays.h - the tasks of each launch of a graph
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** What a node of a graph does. */
typedef enum
{
  LSC_GRAPH_KERNEL,
  LSC_GRAPH_COPY,
  LSC_GRAPH_SET,
} LscGraphKind;

/**
 * LscGraphReplayTask:
 * @id: of its slice
 * @graph, @node: %LSC_GRAPH_NONE where they are not recorded
 * @module, @note: as LscGraphTask
 * @stream: node of the timeline
 * @name: of LscTimeline.strings
 * @path: of LscTimeline.strings, %LSC_STRING_NONE as long as its module is not known
 * @op, @call: as LscGraphName
 */
typedef struct
{
  gint64 start_ns;
  gint64 graph;
  gint64 node;
  guint32 id;
  guint32 stream;
  guint32 name;
  guint32 module;
  guint32 note;
  guint32 path;
  guint32 op;
  guint32 call;
  guint8 kind; /* LscGraphKind */
  guint8 is_communication;
} LscGraphReplayTask;

LSC_DEFINE_ARRAY (LscGraphReplayTasks, lsc_replay_tasks, LscGraphReplayTask)

/**
 * LscGraphReplay: tasks [@first, @first + @n), by node where all nodes are known, else by start
 * @launch: id of the call
 * @graph: of its first task, %LSC_GRAPH_NONE
 */
typedef struct
{
  gint64 start_ns;
  gint64 graph;
  guint32 launch;
  guint32 has_nodes;
  gsize first;
  gsize n;
} LscGraphReplay;

LSC_DEFINE_ARRAY (LscGraphReplayList, lsc_replay_list, LscGraphReplay)

/** The replays of a timeline, in the order of their launches. */
typedef struct
{
  LscGraphReplayTasks tasks;
  LscGraphReplayList items;
} LscGraphReplays;

gboolean lsc_graph_is_launch (const char *call);
LscGraphKind lsc_graph_kind_of_copy (const char *name);
void lsc_replays_find (LscGraphReplays *self, const LscTimeline *timeline);
void lsc_replays_clear (LscGraphReplays *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscGraphReplays, lsc_replays_clear)

G_END_DECLS
