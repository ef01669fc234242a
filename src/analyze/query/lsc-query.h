/* lsc-query.h - read-only SQL over slices, links, gaps, modules and blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"
#include "model/lsc-run.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscQueryLoader: how recordings come to the query; analyses know no file formats
 * @n_threads: for @load_timeline; 0 = one for each processor
 * @data: (nullable): for both; it outlives the query
 *
 * A timeline may be completed already; then it may be shared, too.
 */
typedef struct
{
  LscTimeline *(*load_timeline) (gpointer data, LscSource *source, guint n_threads, LscJob *job,
                                 GError **error);
  LscRun *(*load_run) (gpointer data, LscSource *source, LscLoadFlags flags, LscJob *job,
                       GError **error);
  guint n_threads;
  gpointer data;
} LscQueryLoader;

/**
 * LscQueryBudget: what a statement may cost
 * @timeout_ms: time of the statement itself, reading the recordings not counted; 0 = no limit
 * @most_rows: rows of the result; 0 = no limit
 * @most_bytes: memory of the statement and its result, the recordings not counted; 0 = no limit
 */
typedef struct
{
  gint64 timeout_ms;
  gsize most_rows;
  gint64 most_bytes;
} LscQueryBudget;

/** What a statement may cost unless somebody says otherwise. */
#define LSC_QUERY_USUAL_BUDGET                                                                     \
  {                                                                                                \
    .timeout_ms = 60000, .most_rows = 1000000, .most_bytes = G_GINT64_CONSTANT (1) << 30           \
  }

/** How a statement ended. */
typedef enum
{
  LSC_QUERY_WHOLE,
  LSC_QUERY_OUT_OF_TIME, /* the rows found until then are in the result */
  LSC_QUERY_OUT_OF_ROWS,
  LSC_QUERY_OUT_OF_MEMORY,
} LscQueryEnd;

/**
 * LscQuery:
 *
 * The tables of model/lsc-sql-schema.h over some recordings, filled when a statement first reads
 * them. Use from one thread at a time.
 */
typedef struct _LscQuery LscQuery;

LscQuery *lsc_query_new (GPtrArray *sources, const LscQueryLoader *loader, GError **error);
void lsc_query_free (LscQuery *self);
void lsc_query_set_timeline (LscQuery *self, gsize index, LscTimeline *timeline);
LscTable *lsc_query_run (LscQuery *self, const char *sql, const LscQueryBudget *budget, LscJob *job,
                         LscQueryEnd *end, GError **error);
LscNotices *lsc_query_get_notices (LscQuery *self);
gsize lsc_query_get_n_failed (LscQuery *self);
const char *const *lsc_query_list_tables (void);
const char *lsc_query_describe_table (const char *name);
const char *lsc_query_explain_table (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscQuery, lsc_query_free)

G_END_DECLS
