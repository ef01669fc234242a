/* lsc-naive-module.h - slow, plain second implementation of the module statistic rows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  LSC_NAIVE_SOURCE_AUTO, /* mstx ranges if the file has any, else trace ranges */
  LSC_NAIVE_SOURCE_MSTX,
  LSC_NAIVE_SOURCE_TRACE,
} LscNaiveSource;

typedef enum
{
  LSC_NAIVE_THREADS_AUTO,
  LSC_NAIVE_THREADS_OWN,
  LSC_NAIVE_THREADS_MERGED,
} LscNaiveThreads;

typedef struct
{
  LscNaiveSource source;
  LscNaiveThreads threads;
  gboolean has_step; /* keep only the ops that start in step step_id */
  gint64 step_id;
} LscNaiveOptions;

typedef struct
{
  char *parent; /* path of the enclosing modules, "" at top level */
  char *module; /* label, with [Backward] and suffix */
  char *op;
  char *kernels; /* names joined with ", " */
  gint64 total_ns;
  double avg_ns;
  gint64 count;
} LscNaiveRow;

/* What was read, for checks of the loading itself. */
typedef struct
{
  guint n_ranges;   /* forward ranges */
  guint n_ops;      /* ops with kernels */
  guint n_kernels;  /* kernels that found an op, once per op */
  guint n_pairs;    /* forward/backward pairs */
  guint n_pairs_in; /* of them, forward op inside a module */
  guint n_runs;     /* backward modules made */
  gboolean from_trace;
  gboolean merged; /* thread ids could not be compared */
} LscNaiveStats;

GPtrArray *lsc_naive_module_rows (const char *db_path, const LscNaiveOptions *options,
                                  GError **error);
GPtrArray *lsc_naive_module_rows_full (const char *db_path, const LscNaiveOptions *options,
                                       LscNaiveStats *stats_out, GError **error);
void lsc_naive_row_free (LscNaiveRow *row);
char *lsc_naive_row_to_string (const LscNaiveRow *row);

G_END_DECLS
