/* lsc-graph-capture.h - traces of the capture of graphs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-intern.h"
#include "base/lsc-job.h"
#include "read/graphs/lsc-graph-replays.h"

G_BEGIN_DECLS

#define LSC_GRAPH_NO_SIZE (-1)

/**
 * LscCaptureItem: a call that made a node
 * @kernel: name of the kernel, where the call tells it, %LSC_STRING_NONE
 * @path: modules around the call, as LscGraphName.path; %LSC_STRING_NONE outside of all
 * @op: the op that the call is of
 * @call: equal for calls of one op
 */
typedef struct
{
  gint64 start_ns;
  gint64 detail;
  guint32 kernel;
  guint32 path;
  guint32 op;
  guint32 call;
  guint32 kind; /* LscGraphKind */
  guint32 reserved;
} LscCaptureItem;

LSC_DEFINE_ARRAY (LscCaptureItems, lsc_capture_items, LscCaptureItem)

/**
 * LscCapture: items [@first, @first + @n), as they were called
 * @file: index of LscCaptures.files
 * @size: batch that it was captured for, %LSC_GRAPH_NO_SIZE
 * @is_piece: one of several graphs of a step
 */
typedef struct
{
  gint64 size;
  guint32 file;
  guint32 is_piece;
  gsize first;
  gsize n;
} LscCapture;

LSC_DEFINE_ARRAY (LscCaptureList, lsc_capture_list, LscCapture)

/**
 * LscCaptures: of all files of a recording
 * @texts: of the names
 * @files: (element-type utf8): paths
 */
typedef struct
{
  LscCaptureItems items;
  LscCaptureList list;
  LscIntern *texts;
  GPtrArray *files;
} LscCaptures;

void lsc_captures_init (LscCaptures *self);
void lsc_captures_clear (LscCaptures *self);
gboolean lsc_captures_add (LscCaptures *self, const char *path, guint n_threads, LscJob *job,
                           GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscCaptures, lsc_captures_clear)

G_END_DECLS
