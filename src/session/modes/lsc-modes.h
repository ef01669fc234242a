/* lsc-modes.h - the reference tool's modes: tables made of what is recorded, by its rules
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-unknown.h"
#include "session/lsc-session.h"

G_BEGIN_DECLS

/**
 * LscModeOptions: zero-filled = the defaults
 * @top_num: rows of tables that have the first of a list alone; 0 or less = the mode's own number
 * @leaves_out_op_names: compute_op_sum without its table by operator
 * @parallel_types: (nullable): kinds of groups, `dp,edp;tp`
 * @rank: whose operators communication_bottleneck looks at
 * @base: (nullable): folder of the results that cluster_time_compare_summary compares with
 * @results: (nullable): folder of the results of this recording
 * @has_step: the step @step alone, in modes that look at steps
 */
typedef struct
{
  gint64 top_num;
  gboolean leaves_out_op_names;
  const char *parallel_types;
  gint64 rank;
  const char *base;
  const char *results;
  gboolean has_step;
  gint64 step;
} LscModeOptions;

/** A table that a mode writes, and its file in the text form. */
typedef struct
{
  const char *name;
  const char *file;
} LscModeTable;

typedef struct _LscModeRun LscModeRun;

/**
 * LscMode: a mode, described
 * @folder: of its files in the text form, below `cluster_analysis_output`
 * @tables: (array length=n_tables): what it may write
 * @has_text: the reference tool has a text form of it
 * @text_ns: a unit of times in the text form, ns: 1,000 for us
 * @is_by_rank: in the text form, which is its usual one, each rank has a folder of its own; the
 * last column of its tables is the rank
 * @is_copy: its tables go into copies of the ranks' databases, which all ranks get that were used;
 *   the last column is the rank
 * @headers: (nullable) (array zero-terminated=1): titles of the columns in the text form, where
 *   they are not those of the table
 * @is_dated: the name of its file in the text form ends in the time at which it is written
 */
typedef struct
{
  const char *name;
  const char *folder;
  const LscModeTable *tables;
  guint n_tables;
  gboolean has_text;
  gint64 text_ns;
  gboolean is_by_rank;
  gboolean is_copy;
  const char *const *headers;
  gboolean is_dated;
  gboolean (*run) (LscModeRun *run, GError **error);
} LscMode;

/** A file of the results that is no table; @file is its name in the folder of all results. */
typedef struct
{
  const char *file;
  char *text;
} LscModeDocument;

/**
 * LscModeResult: what a mode made
 * @tables: (element-type LscTable): those that have rows
 * @n_ranks: that were asked
 * @n_used: of them, that have what it needs
 * @copied: (element-type LscSource): whose databases get the tables, of a mode that is a copy
 * @documents: (element-type LscModeDocument): files beside the tables
 * @has_failed: something of a rank could not be read, so that rows are missing
 * @lacks: why ranks were left out
 */
typedef struct
{
  GPtrArray *tables;
  guint n_ranks;
  guint n_used;
  GPtrArray *copied;
  GPtrArray *documents;
  gboolean has_failed;
  LscLacks lacks;
} LscModeResult;

const LscMode *lsc_mode_find (const char *name);
const LscMode *lsc_mode_get_time_summary (void);
const LscMode *const *lsc_mode_list (guint *n);
const char *lsc_mode_get_file (const LscMode *self, const char *table);
LscTable *lsc_mode_to_text_form (const LscMode *self, const LscTable *table);
LscTable *lsc_mode_pick_rank (const LscTable *table, gint64 rank);
gboolean lsc_session_run_mode (LscSession *self, const LscMode *mode, const LscModeOptions *options,
                               LscModeResult *result, LscJob *job, GError **error);
void lsc_mode_result_clear (LscModeResult *self);

/** What exporters report of communication, by #LscReportedTable of the tables. */
typedef enum
{
  LSC_REPORTED_TIMES,      /* "ClusterCommunicationTime" */
  LSC_REPORTED_BANDWIDTHS, /* "ClusterCommunicationBandwidth" */
  LSC_REPORTED_N_TABLES,
} LscReportedTable;

LscTable *lsc_session_get_reported (LscSession *self, LscReportedTable which, LscJob *job,
                                    GError **error);

G_END_DECLS
