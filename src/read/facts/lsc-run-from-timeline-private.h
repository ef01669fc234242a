/* lsc-run-from-timeline-private.h - what the parts share that turn a timeline into a run
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-run.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** State while a timeline becomes a run. */
typedef struct
{
  LscTimeline *timeline;
  LscRun *run;
  LscLoadFlags flags;
  LscJob *job;
  guint32 *name_of; /* by string of the timeline: string of the run, LSC_STRING_NONE = not yet */
  gsize n_names;
  guint32 *first_op;     /* by node: op of its first slice, LSC_ID_NONE */
  GHashTable *threads;   /* globalTid -> index + 1 */
  GHashTable *stacks;    /* globalTid -> node of the Python stack + 1 */
  GHashTable *marks;     /* globalTid -> node of the annotations + 1 */
  guint8 *fused_of;      /* by string of the timeline: 0 = not asked, 1 = no, 2 = a fused kernel */
  gboolean shares_names; /* the strings of the run are those of the timeline */
} LscRunBuild;

/** Real ids of what is no launch lie far from numbers of slices. */
#define LSC_RUN_FIRST_PAIR_ID (G_GINT64_CONSTANT (1) << 40)
#define LSC_RUN_FIRST_MARK_ID G_GINT64_CONSTANT (5000000000)

static inline gint64
_lsc_run_build_tid (const LscNode *node)
{
  return (gint64) ((guint64) node->pid << 32 | ((guint64) node->tid & G_MAXUINT32));
}

static inline gint64
_lsc_run_build_start (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);

  return lsc_timeline_get_node (timeline, spot.node)->lane->start_ns[spot.slice];
}

static inline guint8
_lsc_run_build_kind (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);

  return lsc_timeline_get_node (timeline, spot.node)->lane->kind[spot.slice];
}

/* lsc-run-from-timeline-lookup.c */
guint32 _lsc_run_build_name (LscRunBuild *build, guint32 name);
guint32 _lsc_run_build_global_tid (LscRunBuild *build, gint64 tid);
guint32 _lsc_run_build_thread (LscRunBuild *build, const LscNode *node);
guint32 _lsc_run_build_find_node (GHashTable *table, const LscNode *node);
guint32 _lsc_run_build_find_link (const LscTimeline *timeline, guint32 to, guint kind);
guint32 _lsc_run_build_find_frame (const LscLane *lane, gint64 time_ns,
                                   gboolean (*is_wanted) (guint8 kind));

/* lsc-run-from-timeline-ops.c */
gboolean _lsc_run_build_ops (LscRunBuild *build, GError **error);
gboolean _lsc_run_build_connections (LscRunBuild *build, GError **error);

/* lsc-run-from-timeline-graphs.c */
void _lsc_run_build_graph_calls (LscRunBuild *build, gsize begin, gsize end);

/* lsc-run-from-timeline-facts.c */
void _lsc_run_build_share_names (LscRunBuild *build);
void _lsc_run_build_facts (LscRunBuild *build);
void _lsc_run_build_facts_marks (LscRunBuild *build);
gboolean _lsc_run_build_facts_kernels (LscRunBuild *build, GError **error);

/* lsc-run-from-timeline-device.c */
gboolean _lsc_run_build_is_kernel (guint8 kind);
gboolean _lsc_run_build_kernels (LscRunBuild *build, GError **error);

/* lsc-run-from-timeline-shapes.c */
gboolean _lsc_run_build_shapes (LscRunBuild *build, GError **error);

/* lsc-run-from-timeline-dims.c */
gboolean _lsc_run_build_dims (LscRunBuild *build, GError **error);

/* lsc-run-from-timeline-own.c */
void _lsc_run_build_own_chip (LscRunBuild *build);
gboolean _lsc_run_build_own_kernels (LscRunBuild *build, GError **error);

/* lsc-run-from-timeline-launches.c */
guint32 _lsc_run_build_find_kernel (const LscRun *run, const LscLane *lane, guint32 slice,
                                    guint32 stream);
gboolean _lsc_run_build_launches (LscRunBuild *build, GError **error);

/* lsc-run-from-timeline-marks.c */
gboolean _lsc_run_build_marks (LscRunBuild *build, GError **error);

G_END_DECLS
