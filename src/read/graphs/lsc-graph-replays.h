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
 * LscReplayTask:
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
} LscReplayTask;

LSC_DEFINE_ARRAY (LscReplayTasks, lsc_replay_tasks, LscReplayTask)

/**
 * LscReplay: tasks [@first, @first + @n), by node where all nodes are known, else by start
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
} LscReplay;

LSC_DEFINE_ARRAY (LscReplayList, lsc_replay_list, LscReplay)

/** The replays of a timeline, in the order of their launches. */
typedef struct
{
  LscReplayTasks tasks;
  LscReplayList items;
} LscReplays;

gboolean lsc_graph_is_launch (const char *call);
LscGraphKind lsc_graph_kind_of_copy (const char *name);
void lsc_replays_find (LscReplays *self, const LscTimeline *timeline);
void lsc_replays_clear (LscReplays *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscReplays, lsc_replays_clear)

G_END_DECLS
