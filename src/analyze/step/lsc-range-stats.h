/* lsc-range-stats.h - what the slices of a time range come to, name by name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscRange: what is looked at
 * @nodes: lanes of @timeline, each once
 * @inside_only: leave out slices that the range cuts, instead of clipping them
 * @kinds: mask of 1 << #LscSliceKind to count in statistics, 0 = all; icicle and histogram take all
 * @offset_ns: of the rank: aligned = local - offset; @begin_ns and @end_ns are local
 */
typedef struct
{
  const LscTimeline *timeline;
  const guint32 *nodes;
  gsize n_nodes;
  gint64 begin_ns;
  gint64 end_ns;
  gboolean inside_only;
  guint64 kinds;
} LscRange;

/**
 * LscRangeRow: one name of one kind (steps.md#range)
 * @sum_ns: clipped; @self_ns: clipped, without direct children
 * @covered_ns: of the range; slices at the same time count once
 * @mean_ns, @median_ns, @p90_ns, @least_ns, @most_ns: of whole durations
 */
typedef struct
{
  guint32 name;
  guint32 timeline; /* index into the ranges */
  guint8 kind;
  gsize n;
  gint64 sum_ns;
  gint64 self_ns;
  gint64 covered_ns;
  double mean_ns;
  gint64 median_ns;
  gint64 p90_ns;
  gint64 least_ns;
  gint64 most_ns;
  LscSpot longest;
} LscRangeRow;

typedef struct
{
  GArray *rows; /* LscRangeRow, by sum, falling */
  gsize n_slices;
  gint64 top_ns; /* sum of the top level slices, clipped: root of the icicle */
} LscRangeStats;

LscRangeStats *lsc_range_stats_new (const LscRange *ranges, gsize n_ranges, LscJob *job,
                                    GError **error);
void lsc_range_stats_free (LscRangeStats *self);
LscTable *lsc_range_stats_get_table (const LscRangeStats *self, const LscRange *ranges);

/** A node of the icicle: slices of the same name under the same parent; children follow. */
typedef struct
{
  guint32 name;
  guint32 timeline;
  guint32 parent; /* LSC_SLICE_NONE = top level */
  guint32 first_child;
  guint32 next;
  guint16 depth;
  guint8 kind;
  gsize n;
  gint64 sum_ns; /* clipped */
  LscSpot longest;
} LscIcicleNode;

/** Top level nodes are linked by @next from 0; @root_ns is the sum of the top level slices. */
typedef struct
{
  GArray *nodes; /* LscIcicleNode */
  gint64 root_ns;
  guint n_levels;
} LscIcicle;

LscIcicle *lsc_icicle_new (const LscRange *ranges, gsize n_ranges, LscJob *job, GError **error);
void lsc_icicle_free (LscIcicle *self);

/** Durations of one name: bins of equal width in log2, quarter octaves. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gsize n;
  gint64 sum_ns;
} LscHistogramBin;

typedef struct
{
  GArray *bins; /* LscHistogramBin, by begin */
  gsize n;
  double mean_ns;
  double sigma_ns;
  gint64 percentile_ns[7]; /* 0, 25, 50, 75, 90, 99, 100 */
} LscHistogram;

LscHistogram *lsc_histogram_new (const LscRange *ranges, gsize n_ranges, const char *name,
                                 LscJob *job, GError **error);
LscHistogram *lsc_histogram_new_of (gint64 *durations_ns, gsize n);
void lsc_histogram_free (LscHistogram *self);

/**
 * LscSearch: what to find (steps.md#search)
 *
 * Words of @text are names to contain, or fields: `dur>1ms` (also < >= <=), `core:AI_CPU`,
 * `group:tp`, `lane:Stream`, `kind:copy`, `step:3`.
 */
typedef struct
{
  const char *text;
  gboolean is_regex;
  gboolean is_case_sensitive;
  gboolean is_whole_word;
  gboolean is_exact; /* the whole name */
  gboolean has_range;
  gint64 begin_ns; /* touching [begin, end) */
  gint64 end_ns;
  gsize most; /* stop after that many, 0 = no limit */
} LscSearch;

/** Hits by time: start, then node, then slice. */
typedef struct
{
  GArray *hits; /* LscSpot */
  gboolean is_cut;
} LscSearchResult;

LscSearchResult *lsc_search_run (const LscTimeline *timeline, const LscSearch *search, LscJob *job,
                                 GError **error);
void lsc_search_result_free (LscSearchResult *self);
GArray *lsc_lane_slices_list (const LscRange *range);
void lsc_lane_slices_sort (GArray *spots, const LscTimeline *timeline);
LscTable *lsc_slices_get_table (const LscTimeline *timeline, const LscSpot *spots, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRangeStats, lsc_range_stats_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscIcicle, lsc_icicle_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscHistogram, lsc_histogram_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSearchResult, lsc_search_result_free)

G_END_DECLS
