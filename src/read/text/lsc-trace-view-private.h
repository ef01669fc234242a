/* lsc-trace-view-private.h - shared by the parts of the reader of text exports
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-slice-cut.h"
#include "read/text/lsc-kernel-csv.h"
#include "read/text/lsc-text-tables.h"
#include "read/trace/lsc-trace-file.h"

G_BEGIN_DECLS

/** What the process of a track is, by its name (formats.md#trace-view). */
typedef enum
{
  LSC_LAYER_PYTHON,
  LSC_LAYER_MARKS,
  LSC_LAYER_CANN,
  LSC_LAYER_DEVICE,
  LSC_LAYER_COMM,
  LSC_LAYER_OVERLAP, /* computed again, not shown */
  LSC_LAYER_OTHER,
} LscTraceLayer;

/** What a lane of the reader is. */
typedef enum
{
  LSC_VIEW_STEPS,
  LSC_VIEW_OPS,
  LSC_VIEW_FRAMES,
  LSC_VIEW_MARKS,
  LSC_VIEW_CANN,
  LSC_VIEW_ANCHORS,
  LSC_VIEW_STREAM,
  LSC_VIEW_COMM_GROUP,
  LSC_VIEW_COMM_PLANE,
  LSC_VIEW_OTHER,
} LscViewClass;

/**
 * LscViewLane: a lane on its way from the trace to the timeline
 * @track: index of the track, G_MAXUINT32 for lanes of a table
 * @text: (nullable): marks: the domain
 * @links: once built: LscRawSlice.link by slice; only of CANN, device and communication, where
 *   that of a plane's task is its number in LscTraceFile.pairs
 * @lane: from building to handing over; @node and @built then
 * @cut: once built: tasks of a stream whose length was impossible
 */
typedef struct
{
  LscViewClass class;
  guint track;
  gint64 pid;
  gint64 tid;
  gint64 sort;
  char *name;
  char *text;
  LscRawSlices raw;
  guint32 *links;
  LscLane *lane;
  const LscLane *built;
  LscOverruns cut;
  guint32 node;
  gint64 computing_ns;
  gint64 communication_ns;
  gboolean is_main;
  gboolean is_dequeue;
  gboolean is_backward;
  gboolean has_pairs; /* of planes */
  guint group;        /* of planes: index of the lane of their group */
} LscViewLane;

/** A kernel's slice and the row of the table that tells more of it. Sorted by start. */
typedef struct
{
  gint64 start_ns;
  gint64 offset;
  gint64 stream;
} LscKernelPlace;

LSC_DEFINE_ARRAY (LscKernelPlaces, lsc_kernel_places, LscKernelPlace)

/** What LscTimeline.read_details and read_blocks need. */
typedef struct
{
  LscTextInput *input; /* (nullable): the trace */
  char *kernel_path;   /* (nullable) */
  char *blocks_path;   /* (nullable): the table of blocks of memory */
  LscKernelPlaces kernels;
  GHashTable *table_nodes; /* nodes whose details are rows of the kernel table */
} LscViewReader;

/** One loading. */
typedef struct
{
  LscSource *source;
  LscJob *job;
  guint n_threads;
  LscTimeline *timeline;
  LscTextFiles *files;
  LscTraceFile *trace;     /* (nullable): a result without a trace */
  LscKernelTable *kernels; /* (nullable) */
  GHashTable *groups;      /* of communication.json */
  GPtrArray *lanes;        /* LscViewLane */
  guint8 *layers;          /* LscTraceLayer by track */
  guint *lane_of;          /* lane that flows of a track end on, G_MAXUINT */
  LscViewReader *reader;
  gint64 n_kernels_found;
  gboolean has_launches;
} LscView;

/* Lanes of text that are not translated: parts of paths that users type. */
LscViewLane *_lsc_view_add_lane (LscView *self, LscViewClass class, guint track, const char *name);
void _lsc_view_lane_free (gpointer lane);

void _lsc_view_split_tracks (LscView *self);
void _lsc_view_add_table_lanes (LscView *self);
void _lsc_view_add_table_steps (LscView *self);
void _lsc_view_set_device_kinds (LscView *self);
GHashTable *_lsc_view_collect_comm_links (const LscView *self);
void _lsc_view_find_exchanges (LscView *self);
void _lsc_view_build_lanes (LscView *self);
void _lsc_view_build_tree (LscView *self);
void _lsc_view_set_steps (LscView *self);
void _lsc_view_add_anchors (LscView *self);
void _lsc_view_link (LscView *self, LscLinkList *links);
void _lsc_view_name_peers (LscView *self);
void _lsc_view_take_transfers (LscView *self);
void _lsc_view_add_counters (LscView *self);

void _lsc_view_reader_free (gpointer reader);
GPtrArray *_lsc_view_read_details (const LscTimeline *timeline, LscSpot spot, GError **error);

G_END_DECLS
