/* lsc-nsight-tables.c - the tables of events, and what takes their rows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"

/* formats.md#nsight-tables. */

#define TIMES "rowid", "start", "end"

static const char *const kernel_columns[] = {
  TIMES,           "deviceId",  "streamId",    "correlationId", "globalPid",
  "demangledName", "shortName", "graphNodeId", "graphId",       NULL
};
static const char *const memcpy_columns[] = { TIMES,       "deviceId", "streamId", "correlationId",
                                              "globalPid", "copyKind", "bytes",    "graphNodeId",
                                              "srcKind",   "dstKind",  NULL };
static const char *const memset_columns[] = { TIMES,           "deviceId",  "streamId",
                                              "correlationId", "globalPid", "bytes",
                                              "graphNodeId",   "memKind",   NULL };
static const char *const sync_columns[] = { TIMES,       "deviceId", "streamId", "correlationId",
                                            "globalPid", "syncType", NULL };
static const char *const graph_columns[] = { TIMES,       "deviceId", "streamId", "correlationId",
                                             "globalPid", "graphId",  NULL };
static const char *const runtime_columns[] = { TIMES,    "globalTid",  "correlationId",
                                               "nameId", "eventClass", NULL };
static const char *const nvtx_columns[] = { TIMES,    "eventType", "globalTid",    "text",
                                            "textId", "domainId",  "endGlobalTid", NULL };
static const char *const call_columns[] = { TIMES, "globalTid", "nameId", NULL };
static const char *const overhead_columns[] = { TIMES, "globalTid", "nameId", "overheadType",
                                                NULL };

/* The categories are those of PyTorch's traces. */
const LscNsTableInfo _lsc_ns_tables[LSC_NS_N_TABLES] = {
  [LSC_NS_KERNEL] = { "CUPTI_ACTIVITY_KIND_KERNEL", "kernel", kernel_columns, 8,
                      _lsc_ns_take_kernel },
  [LSC_NS_MEMCPY] = { "CUPTI_ACTIVITY_KIND_MEMCPY", "gpu_memcpy", memcpy_columns, 9,
                      _lsc_ns_take_memcpy },
  [LSC_NS_MEMSET] = { "CUPTI_ACTIVITY_KIND_MEMSET", "gpu_memset", memset_columns, 8,
                      _lsc_ns_take_memset },
  [LSC_NS_SYNC] = { "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "cuda_sync", sync_columns, 8,
                    _lsc_ns_take_sync },
  [LSC_NS_GRAPH] = { "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "kernel", graph_columns, 8,
                     _lsc_ns_take_graph },
  [LSC_NS_RUNTIME] = { "CUPTI_ACTIVITY_KIND_RUNTIME", "cuda_runtime", runtime_columns, 6,
                       _lsc_ns_take_runtime },
  [LSC_NS_NVTX] = { "NVTX_EVENTS", "user_annotation", nvtx_columns, 5, _lsc_ns_take_nvtx },
  [LSC_NS_OSRT] = { "OSRT_API", "osrt", call_columns, 5, _lsc_ns_take_osrt },
  [LSC_NS_OVERHEAD] = { "PROFILER_OVERHEAD", "overhead", overhead_columns, 4,
                        _lsc_ns_take_overhead },
  [LSC_NS_CUPTI_OVERHEAD] = { "CUPTI_ACTIVITY_KIND_OVERHEAD", "overhead", overhead_columns, 4,
                              _lsc_ns_take_overhead },
};

/** Reads a table of events. */
void
_lsc_ns_read_table (LscNsReader *self, LscNsTable table)
{
  const LscNsTableInfo *info = &_lsc_ns_tables[table];

  self->table = table;
  self->categories[table] = lsc_trace_add_category (self->worker, info->category);
  _lsc_ns_scan (self, info->name, info->columns, info->n_needed, info->take);
}
