/* lsc-synth-db.h - writes one profiler database: tables, strings, rows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bound as NULL. */
#define LSC_SYNTH_NULL G_MININT64

/* Values that mean "none" in these tables. */
#define LSC_SYNTH_NONE_32 G_GINT64_CONSTANT (4294967295)
#define LSC_SYNTH_NONE_16 G_GINT64_CONSTANT (65535)

typedef enum
{
  LSC_SYNTH_STRING_IDS,
  LSC_SYNTH_META_DATA,
  LSC_SYNTH_HOST_INFO,
  LSC_SYNTH_NPU_INFO,
  LSC_SYNTH_RANK_DEVICE_MAP,
  LSC_SYNTH_SESSION_TIME_INFO,
  LSC_SYNTH_STEP_TIME,
  LSC_SYNTH_TASK,
  LSC_SYNTH_COMPUTE_TASK_INFO,
  LSC_SYNTH_COMMUNICATION_OP,
  LSC_SYNTH_COMMUNICATION_TASK_INFO,
  LSC_SYNTH_COMMUNICATION_SCHEDULE_TASK_INFO,
  LSC_SYNTH_CANN_API,
  LSC_SYNTH_PYTORCH_API,
  LSC_SYNTH_CONNECTION_IDS,
  LSC_SYNTH_PYTORCH_CALLCHAINS,
  LSC_SYNTH_MSTX_EVENTS,
  LSC_SYNTH_TASK_PMU_INFO,
  LSC_SYNTH_AICORE_FREQ,
  LSC_SYNTH_ENUM_API_TYPE,
  LSC_SYNTH_ENUM_HCCL_DATA_TYPE,
  LSC_SYNTH_ENUM_HCCL_LINK_TYPE,
  LSC_SYNTH_ENUM_HCCL_RDMA_TYPE,
  LSC_SYNTH_ENUM_HCCL_TRANSPORT_TYPE,
  LSC_SYNTH_ENUM_MODULE,
  LSC_SYNTH_ENUM_MSTX_EVENT_TYPE,
  LSC_SYNTH_STEP_TRACE_TIME,
  LSC_SYNTH_COMM_ANALYZER_TIME,
  LSC_SYNTH_OP_MEMORY, /* from here on only where memory is wanted */
  LSC_SYNTH_MEMORY_RECORD,
  LSC_SYNTH_NPU_MEM,
  LSC_SYNTH_NPU_MODULE_MEM,
  LSC_SYNTH_N_TABLES,
} LscSynthTable;

typedef struct _LscSynthDb LscSynthDb;

const char *lsc_synth_table_name (LscSynthTable table);
guint lsc_synth_table_columns (LscSynthTable table, gboolean schema12);
char *lsc_synth_table_sql (LscSynthTable table, gboolean schema12);
const char *const *lsc_synth_table_values (LscSynthTable table);

LscSynthDb *lsc_synth_db_create (const char *path, gboolean schema12, GError **error);
void lsc_synth_db_set_drift (LscSynthDb *self, gint64 drift_ppb, gint64 origin_ns);
void lsc_synth_db_create_table (LscSynthDb *self, LscSynthTable table);
gint64 lsc_synth_db_id (LscSynthDb *self, guint name);
gint64 lsc_synth_db_framework_id (LscSynthDb *self, guint name);
gint64 lsc_synth_db_memory_id (LscSynthDb *self, guint name);
gint64 lsc_synth_db_add_string (LscSynthDb *self, const char *text);
void lsc_synth_db_insert (LscSynthDb *self, LscSynthTable table, const gint64 *values);
void lsc_synth_db_insert_text (LscSynthDb *self, LscSynthTable table, const char *const *values);
gint64 lsc_synth_db_count (const LscSynthDb *self, LscSynthTable table);
void lsc_synth_db_execute (LscSynthDb *self, const char *sql);
void lsc_synth_db_enter_wal (LscSynthDb *self);
gboolean lsc_synth_db_close (LscSynthDb *self, GError **error);
void lsc_synth_db_discard (LscSynthDb *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSynthDb, lsc_synth_db_discard)

G_END_DECLS
