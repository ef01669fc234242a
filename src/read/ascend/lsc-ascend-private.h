/* lsc-ascend-private.h - shared by the parts of the reader of profiler databases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-db.h"
#include "read/lsc-id-map.h"
#include "read/lsc-tally.h"
#include "model/lsc-run.h"

G_BEGIN_DECLS

/* A string id is looked up in one of three plain arrays, one for each part of the exporter
 * (formats.md#ids), else in a hash table. */
#define LSC_STRING_RANGE_BITS 28
#define LSC_STRING_N_RANGES 3
#define LSC_STRING_ABSENT (G_MAXUINT32 - 1)

typedef struct
{
  LscIndexes ranges[LSC_STRING_N_RANGES];
  GHashTable *others; /* string id to id of the pool, for ids outside the ranges */
  guint32 unnamed;
  GHashTable *modules;   /* (nullable): texts that name calls of nn.Module */
  guint32 own_name_bit;  /* set in the ids of names that are made up, see lsc-ascend-parallel.c */
  guint32 not_available; /* the text N/A, LSC_STRING_NONE if the file has none */
  LscTally unknown;
  LscTally missing;
} LscAscendStrings;

/** Columns of MSTX_EVENTS, as _lsc_ascend_mark_columns names them. */
enum
{
  LSC_MARK_COLUMN_START,
  LSC_MARK_COLUMN_END,
  LSC_MARK_COLUMN_TYPE,
  LSC_MARK_COLUMN_MESSAGE,
  LSC_MARK_COLUMN_TID,
  LSC_MARK_COLUMN_CONNECTION,
  LSC_MARK_COLUMN_DOMAIN,
  LSC_MARK_COLUMN_ROWID,
};

extern const char *const _lsc_ascend_mark_columns[];

/* Written for "none" by the older interface of marks. */
#define LSC_NO_MARK_CONNECTION G_GINT64_CONSTANT (4000000000)

/* Threads seen: the last few by their place in a small table, all in a hash table. */
#define LSC_THREAD_CACHE 64

typedef struct
{
  gint64 ids[LSC_THREAD_CACHE];
  guint32 indexes[LSC_THREAD_CACHE];
  GHashTable *all;
} LscAscendThreads;

/** What was wrong with the times of the rows of a table. */
typedef struct
{
  LscTally bad;
  LscTally truncated;
  LscTally negative;
  LscTally endless;
} LscTimeTallies;

/** One loading of one database. */
typedef struct
{
  LscDb *db;
  LscRun *run;
  LscLoadFlags flags;
  LscJob *job;
  LscAscendStrings strings;
  LscTimeTallies times; /* of the table that is being read */
  LscAscendThreads threads;
  LscIdMap mark_connections;
  gint64 map_device; /* the rank's device in RANK_DEVICE_MAP, -1 = none */
} LscAscend;

/* Nothing takes longer than this: 2^53 ns, 104 days. A double holds any such length, and a thousand
 * of them do not leave 64 bits. */
#define LSC_MOST_DURATION_NS (G_GINT64_CONSTANT (1) << 53)
/* Nor does anything happen later: in the year 2111. A time and the distance of two others add up to
 * what 64 bits hold. */
#define LSC_MOST_TIME_NS ((G_GINT64_CONSTANT (1) << 62) - (G_GINT64_CONSTANT (1) << 57))

/**
 * LscAscendTable: how a table is read
 * @n_needed: the first columns whose absence is worth a word
 * @take: told each row
 */
typedef struct
{
  const char *table;
  const char *const *columns;
  guint n_needed;
  LscRowFunc take;
} LscAscendTable;

/* Columns of COMPUTE_TASK_INFO that describe a kernel. blockDim was renamed to blockNum, and a
 * blockDim of another meaning came later (formats.md#core-count). */
#define LSC_INFO_DETAIL_COLUMNS(db)                                                                \
  "opType", "taskType", "inputShapes", "inputDataTypes", "outputShapes",                           \
      lsc_db_has_column ((db), "COMPUTE_TASK_INFO", "blockNum") ? "blockNum" : "blockDim",         \
      "outputDataTypes", "inputFormats", "outputFormats"

gboolean _lsc_ascend_check_kind (LscAscend *self, GError **error);
void _lsc_ascend_report_missing_tables (LscAscend *self);
void _lsc_ascend_report_answers (LscAscend *self, LscDb *db);
void _lsc_ascend_report_change (LscAscend *self);
void _lsc_ascend_clear (LscAscend *self);

gboolean _lsc_ascend_load_strings (LscAscend *self, GError **error);
void _lsc_ascend_clear_strings (LscAscend *self);
guint32 _lsc_ascend_find_other_string (const LscAscendStrings *self, gint64 id);
gboolean _lsc_ascend_is_module_name (LscAscend *self, guint32 name);

guint32 _lsc_ascend_add_thread (LscAscend *self, gint64 global_tid);

gboolean _lsc_ascend_load_events (LscAscend *self, GError **error);
gboolean _lsc_ascend_load_header (LscAscend *self, GError **error);
/** So many rows of a table tell the level of the profiler. */
#define LSC_LEVEL_ROWS 20000

int _lsc_ascend_find_level (LscAscend *self);
int _lsc_ascend_guess_level (LscAscend *self, gboolean *may_be_more);
gboolean _lsc_ascend_has_runtime (LscAscend *self);
gboolean _lsc_ascend_load_kernels (LscAscend *self, GError **error);
gboolean _lsc_ascend_load_counters (LscAscend *self, const LscIdMap *compute, GError **error);
void _lsc_ascend_take_detail (LscAscend *self, LscCell **cells, gint64 id);
void _lsc_ascend_find_core_count (LscRun *run);
void _lsc_ascend_drop_other_devices (LscKernels *kernels, gint64 device);
void _lsc_ascend_append_kernels (LscKernels *kernels, LscKernels *more);
void _lsc_ascend_add_comm_kernel (const LscRun *run, gsize op, LscKernels *kernels);
gboolean _lsc_ascend_load_comm_ops (LscAscend *self, LscKernels *kernels, GError **error);
gboolean _lsc_ascend_load_comm_tasks (LscAscend *self, LscIdMap *by_task, GError **error);
guint32 _lsc_ascend_comm_type (LscIntern *strings, const char *name);
GHashTable *_lsc_ascend_list_messages (const LscCommOps *ops, const LscIntern *strings);
gboolean _lsc_ascend_is_of_message (const LscCommTask *task, GHashTable *messages);
void _lsc_ascend_report_untyped (LscAscend *self, const LscTally *untyped);
void _lsc_ascend_report_devices (LscAscend *self, gboolean is_named);
void _lsc_ascend_report_kernels (LscAscend *self, const char *table, gint64 n_lost,
                                 gint64 n_repeated);
gboolean _lsc_ascend_fill_op (LscAscend *self, LscCell **cells, LscOp *op);
gboolean _lsc_ascend_take_link (LscCell **cells, LscConnections *connections);
gboolean _lsc_ascend_load_ops (LscAscend *self, GError **error);
gboolean _lsc_ascend_load_links (LscAscend *self, GError **error);
gboolean _lsc_ascend_load_marks (LscAscend *self, GError **error);
gboolean _lsc_ascend_load_step_tasks (LscAscend *self, GError **error);
void _lsc_ascend_index_marks (LscAscend *self, const LscMarks *marks);

LscScan *_lsc_ascend_scan (LscAscend *self, const char *table, const char *const *columns,
                           guint n_needed, GError **error);
gboolean _lsc_ascend_read (LscAscend *self, const LscAscendTable *table, gpointer user_data,
                           GError **error);
gboolean _lsc_ascend_keep_times (LscAscend *self, LscScan *scan, LscCell **cells, gint64 *start_ns,
                                 gint64 *end_ns, gboolean needs_end);
void _lsc_ascend_report_rows (LscAscend *self, const char *table);
void _lsc_ascend_report_column (LscAscend *self, const char *table, const char *column);

/** Returns: the text's id in the run, %LSC_STRING_ABSENT if the file has no such string */
static inline guint32
lsc_ascend_find_string (const LscAscendStrings *self, gint64 id)
{
  guint64 range = (guint64) id >> LSC_STRING_RANGE_BITS;
  guint64 offset = (guint64) id & ((1u << LSC_STRING_RANGE_BITS) - 1);

  /* an array may have grown beyond ids that came before it was to reach so far */
  if (G_LIKELY (range < LSC_STRING_N_RANGES && offset < self->ranges[range].n &&
                self->ranges[range].items[offset] != LSC_STRING_ABSENT))
    return self->ranges[range].items[offset];
  return _lsc_ascend_find_other_string (self, id);
}

guint32 _lsc_ascend_value_name (LscAscend *self, LscScan *scan, LscCell *cell);
guint32 _lsc_ascend_value_text (LscAscend *self, LscCell *cell);

G_END_DECLS
