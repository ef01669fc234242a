/* lsc-graph-naming-private.h - what the sources of names share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "read/graphs/lsc-graph-capture.h"
#include "read/graphs/lsc-graph-naming.h"
#include "read/graphs/lsc-graph-notes.h"
#include "read/graphs/lsc-graph-replays.h"

G_BEGIN_DECLS

/**
 * LscGraphNaming:
 * @paths: dotted name -> id of its path in the timeline's strings + 1
 * @n_named: tasks that the source at work was the first to name
 * @n_disagree: tasks of which a later source says otherwise
 * @used: (element-type utf8): the sources that named some, as people call them
 */
typedef struct
{
  LscTimeline *timeline;
  LscGraphReplays replays;
  LscJob *job;
  guint n_threads;
  GHashTable *paths;
  gsize n_named;
  gsize n_disagree;
  GPtrArray *used;
} LscGraphNaming;

/* lsc-graph-naming-paths.c */
guint32 _lsc_graph_naming_get_path (LscGraphNaming *self, const char *dotted, gboolean is_dotted);
void _lsc_graph_naming_set (LscGraphNaming *self, LscGraphReplayTask *task, guint32 path);
void _lsc_graph_naming_end_source (LscGraphNaming *self, const char *source);
void _lsc_graph_naming_refuse_as (LscGraphNaming *self, LscSeverity severity, const char *file,
                                  const char *why);
void _lsc_graph_naming_refuse (LscGraphNaming *self, const char *file, const char *why);

/* lsc-graph-naming-notes.c */
gboolean _lsc_graph_naming_use_notes (LscGraphNaming *self, const char *path, GError **error);

/* lsc-graph-naming-captures.c */
gboolean _lsc_graph_naming_use_captures (LscGraphNaming *self, const char *const *paths,
                                         GError **error);

/* lsc-graph-match.c */
char *_lsc_graph_match (const LscGraphNaming *self, const LscCaptures *captures,
                        const LscGraphReplay *replay, const LscCapture *capture, guint32 *items);

G_END_DECLS
