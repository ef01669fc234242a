/* lsc-own-private.h - what the readers of our own databases share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-db.h"
#include "model/lsc-timeline.h"
#include "read/own/lsc-own-kernels.h"

G_BEGIN_DECLS

/**
 * LscOwn: a recording while it is read
 * @nodes: those of the timeline that a reader makes; what an analysis made is made again
 * @new_ids: number of each slice of the file in the timeline
 * @is_there: the file has that recording
 */
typedef struct
{
  LscDb *db;
  LscSource *source;
  LscJob *job;
  LscTimeline *timeline;
  gint64 first_link;
  gint64 n_links;
  gint64 first_sample;
  gint64 n_samples;
  LscIndexes new_ids;
  LscIndexes graph_texts; /* of names of tasks of graphs: ids of LscTimeline.strings */
  LscOwnKernels *kernels;
  gboolean is_there;
  const char *fault; /* (nullable): the table with a row that does not hold what it should */
} LscOwn;

/** Reads a row of a table; what is odd is noted as LscOwn.fault. */
typedef void (*LscOwnRow) (LscScan *scan, LscCell **cells, gpointer user_data);

LscDb *_lsc_own_open (const char *path, LscJob *job, GError **error);
gboolean _lsc_own_corrupt (LscDb *db, const char *table, GError **error);
gboolean _lsc_own_scan (LscOwn *self, const char *table, const char *where, LscOwnRow func,
                        gpointer user_data, GError **error);
char *_lsc_own_text (LscCell *cell);
gint64 _lsc_own_int64 (LscCell *cell, gint64 fallback);
LscOwnKernels *_lsc_own_kernels_new (void);
void _lsc_own_kernels_free (LscOwnKernels *self);
gboolean _lsc_own_read_kernels (LscOwn *self, GError **error);
gboolean _lsc_own_read_header (LscOwn *self, GError **error);
gboolean _lsc_own_read_lanes (LscOwn *self, GError **error);
gboolean _lsc_own_find_slice (const LscOwn *self, LscCell *cell, guint32 *slice);
gboolean _lsc_own_read_messages (LscOwn *self, GError **error);
gboolean _lsc_own_read_links (LscOwn *self, LscLinkList *links, GError **error);

G_END_DECLS
