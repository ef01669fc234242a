/* lsc-synth-tables.c - layouts of the tables in both schema versions
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-db.h"

#include <string.h>

/**
 * Layout:
 * @columns: column definitions of schema 1.0
 * @columns12: those of schema 1.2, %NULL if equal. Their first columns have the same meaning.
 */
typedef struct
{
  const char *name;
  const char *columns;
  const char *columns12;
} Layout;

#define ENUM_COLUMNS "id INTEGER PRIMARY KEY,name TEXT"
#define STEP_COLUMNS                                                                               \
  "step TEXT, computing NUMERIC, communication_not_overlapped NUMERIC, overlapped NUMERIC, "       \
  "communication NUMERIC, free NUMERIC, stage NUMERIC, bubble NUMERIC, "                           \
  "communication_not_overlapped_and_exclude_receive NUMERIC, preparing NUMERIC"
#define COMM_OP_COLUMNS                                                                            \
  "opName INTEGER,startNs INTEGER,endNs INTEGER,connectionId INTEGER,groupName INTEGER,"           \
  "opId INTEGER PRIMARY KEY,relay INTEGER,retry INTEGER,dataType INTEGER,algType INTEGER,"         \
  "count NUMERIC,opType INTEGER"
#define COMM_TASK_COLUMNS                                                                          \
  "name INTEGER,globalTaskId INTEGER,taskType INTEGER,planeId INTEGER,groupName INTEGER,"          \
  "notifyId INTEGER,rdmaType INTEGER,srcRank INTEGER,dstRank INTEGER,transportType INTEGER,"       \
  "size INTEGER,dataType INTEGER,linkType INTEGER,opId INTEGER"
#define OP_MEMORY_COLUMNS                                                                          \
  "name INTEGER, size INTEGER, allocationTime INTEGER, releaseTime INTEGER, "                      \
  "activeReleaseTime INTEGER, duration INTEGER, activeDuration INTEGER, "                          \
  "allocationTotalAllocated INTEGER, allocationTotalReserved INTEGER, "                            \
  "allocationTotalActive INTEGER, releaseTotalAllocated INTEGER, releaseTotalReserved INTEGER, "   \
  "releaseTotalActive INTEGER, streamPtr INTEGER, deviceId INTEGER"
#define COMPUTE_TAIL                                                                               \
  "taskType INTEGER,opType INTEGER,inputFormats INTEGER,inputDataTypes INTEGER,"                   \
  "inputShapes INTEGER,outputFormats INTEGER,outputDataTypes INTEGER,outputShapes INTEGER,"        \
  "attrInfo INTEGER"

static const Layout layouts[LSC_SYNTH_N_TABLES] = {
  [LSC_SYNTH_STRING_IDS] = { "STRING_IDS", "id INTEGER PRIMARY KEY,value TEXT", NULL },
  [LSC_SYNTH_META_DATA] = { "META_DATA", "name TEXT,value TEXT", NULL },
  [LSC_SYNTH_HOST_INFO] = { "HOST_INFO", "hostUid TEXT,hostName TEXT", NULL },
  [LSC_SYNTH_NPU_INFO] = { "NPU_INFO", "id INTEGER,name TEXT", NULL },
  [LSC_SYNTH_RANK_DEVICE_MAP] = { "RANK_DEVICE_MAP", "rankId INTEGER, deviceId INTEGER", NULL },
  [LSC_SYNTH_SESSION_TIME_INFO] = { "SESSION_TIME_INFO", "startTimeNs INTEGER,endTimeNs INTEGER",
                                    NULL },
  [LSC_SYNTH_STEP_TIME] = { "STEP_TIME", "id INTEGER, startNs INTEGER, endNs INTEGER", NULL },
  [LSC_SYNTH_TASK] = { "TASK",
                       "startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId "
                       "INTEGER,globalTaskId INTEGER,"
                       "globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId "
                       "INTEGER,taskId INTEGER,"
                       "modelId INTEGER",
                       NULL },
  [LSC_SYNTH_COMPUTE_TASK_INFO] = { "COMPUTE_TASK_INFO",
                                    "name INTEGER,globalTaskId INTEGER PRIMARY KEY,blockDim "
                                    "INTEGER,mixBlockDim "
                                    "INTEGER," COMPUTE_TAIL,
                                    "name INTEGER,globalTaskId INTEGER PRIMARY KEY,blockNum "
                                    "INTEGER,mixBlockNum "
                                    "INTEGER," COMPUTE_TAIL
                                    ",opState INTEGER,hf32Eligible INTEGER,gridDim "
                                    "INTEGER,blockDim INTEGER" },
  [LSC_SYNTH_COMMUNICATION_OP] = { "COMMUNICATION_OP", COMM_OP_COLUMNS,
                                   COMM_OP_COLUMNS ",deviceId INTEGER,rankSize INTEGER" },
  [LSC_SYNTH_COMMUNICATION_TASK_INFO] = { "COMMUNICATION_TASK_INFO", COMM_TASK_COLUMNS,
                                          COMM_TASK_COLUMNS ",isMaster INTEGER,bandwidth NUMERIC" },
  [LSC_SYNTH_COMMUNICATION_SCHEDULE_TASK_INFO] = { "COMMUNICATION_SCHEDULE_TASK_INFO",
                                                   "name INTEGER,globalTaskId INTEGER PRIMARY "
                                                   "KEY,taskType INTEGER,opType INTEGER",
                                                   NULL },
  [LSC_SYNTH_CANN_API] = { "CANN_API",
                           "startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,"
                           "connectionId INTEGER PRIMARY KEY,name INTEGER",
                           NULL },
  [LSC_SYNTH_PYTORCH_API] = { "PYTORCH_API",
                              "startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER, "
                              "name INTEGER, "
                              "sequenceNumber INTEGER, fwdThreadId INTEGER, inputDtypes INTEGER, "
                              "inputShapes INTEGER, "
                              "callchainId INTEGER, type INTEGER",
                              NULL },
  [LSC_SYNTH_CONNECTION_IDS] = { "CONNECTION_IDS", "id INTEGER, connectionId INTEGER", NULL },
  [LSC_SYNTH_PYTORCH_CALLCHAINS] = { "PYTORCH_CALLCHAINS",
                                     "id INTEGER, stack INTEGER, stackDepth INTEGER", NULL },
  [LSC_SYNTH_MSTX_EVENTS] = { "MSTX_EVENTS",
                              "startNs INTEGER,endNs INTEGER,eventType INTEGER,rangeId "
                              "INTEGER,category INTEGER,"
                              "message INTEGER,globalTid INTEGER,endGlobalTid INTEGER,domainId "
                              "INTEGER,"
                              "connectionId INTEGER",
                              NULL },
  [LSC_SYNTH_TASK_PMU_INFO] = { "TASK_PMU_INFO", "globalTaskId INTEGER,name INTEGER,value NUMERIC",
                                NULL },
  [LSC_SYNTH_AICORE_FREQ] = { "AICORE_FREQ", "deviceId INTEGER,timestampNs NUMERIC,freq INTEGER",
                              "deviceId INTEGER,timestampNs NUMERIC,freq INTEGER,dieId NUMERIC" },
  [LSC_SYNTH_ENUM_API_TYPE] = { "ENUM_API_TYPE", ENUM_COLUMNS, NULL },
  [LSC_SYNTH_ENUM_HCCL_DATA_TYPE] = { "ENUM_HCCL_DATA_TYPE", ENUM_COLUMNS, NULL },
  [LSC_SYNTH_ENUM_HCCL_LINK_TYPE] = { "ENUM_HCCL_LINK_TYPE", ENUM_COLUMNS, NULL },
  [LSC_SYNTH_ENUM_HCCL_RDMA_TYPE] = { "ENUM_HCCL_RDMA_TYPE", ENUM_COLUMNS, NULL },
  [LSC_SYNTH_ENUM_HCCL_TRANSPORT_TYPE] = { "ENUM_HCCL_TRANSPORT_TYPE", ENUM_COLUMNS, NULL },
  [LSC_SYNTH_ENUM_MODULE] = { "ENUM_MODULE", ENUM_COLUMNS, NULL },
  [LSC_SYNTH_ENUM_MSTX_EVENT_TYPE] = { "ENUM_MSTX_EVENT_TYPE", ENUM_COLUMNS, NULL },
  [LSC_SYNTH_STEP_TRACE_TIME] = { "StepTraceTime", STEP_COLUMNS,
                                  "deviceId INTEGER, " STEP_COLUMNS },
  [LSC_SYNTH_COMM_ANALYZER_TIME] = { "CommAnalyzerTime",
                                     "hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, "
                                     "elapse_time NUMERIC, "
                                     "transit_time NUMERIC, wait_time NUMERIC, "
                                     "synchronization_time NUMERIC, idle_time NUMERIC, "
                                     "step TEXT, type TEXT",
                                     NULL },
  [LSC_SYNTH_OP_MEMORY] = { "OP_MEMORY", OP_MEMORY_COLUMNS, NULL },
  [LSC_SYNTH_MEMORY_RECORD] = { "MEMORY_RECORD",
                                "component INTEGER, timestamp INTEGER, totalAllocated INTEGER, "
                                "totalReserved INTEGER, totalActive INTEGER, streamPtr INTEGER, "
                                "deviceId INTEGER",
                                NULL },
  [LSC_SYNTH_NPU_MEM] = { "NPU_MEM",
                          "type INTEGER,ddr NUMERIC,hbm NUMERIC,timestampNs INTEGER,deviceId "
                          "INTEGER",
                          NULL },
  [LSC_SYNTH_NPU_MODULE_MEM] = { "NPU_MODULE_MEM",
                                 "moduleId INTEGER,timestampNs INTEGER,totalReserved NUMERIC,"
                                 "deviceId INTEGER",
                                 NULL },
};

static const char *
layout_columns (LscSynthTable table, gboolean schema12)
{
  const Layout *layout = &layouts[table];

  return schema12 && layout->columns12 != NULL ? layout->columns12 : layout->columns;
}

/**
 * lsc_synth_table_name:
 * @table: a table
 *
 * Returns: (transfer none): its name in the database
 */
const char *
lsc_synth_table_name (LscSynthTable table)
{
  return layouts[table].name;
}

/**
 * lsc_synth_table_columns:
 * @table: a table
 * @schema12: whether the database follows schema 1.2
 *
 * Returns: the number of its columns
 */
guint
lsc_synth_table_columns (LscSynthTable table, gboolean schema12)
{
  guint n = 1;

  for (const char *p = layout_columns (table, schema12); *p; p++)
    n += *p == ',';
  return n;
}

/**
 * lsc_synth_table_sql:
 * @table: a table
 * @schema12: whether the database follows schema 1.2
 *
 * Source: formats.md#tables, #pytorch-types, #analysis-db, #versions.
 *
 * Returns: (transfer full): the statement that creates it
 */
char *
lsc_synth_table_sql (LscSynthTable table, gboolean schema12)
{
  return g_strdup_printf ("CREATE TABLE %s (%s)", layouts[table].name,
                          layout_columns (table, schema12));
}

static const char *const api_types[] = { "5000",  "runtime", "5500",  "hccl",  "10000",
                                         "node",  "15000",   "model", "20000", "acl",
                                         "50001", "op",      "50002", "queue", "50003",
                                         "trace", "50004",   "mstx",  NULL };
static const char *const data_types[] = { "0",  "INT8",   "1",     "INT16", "2",     "INT32",
                                          "3",  "FP16",   "4",     "FP32",  "5",     "INT64",
                                          "6",  "UINT64", "7",     "UINT8", "8",     "UINT16",
                                          "9",  "UINT32", "10",    "FP64",  "11",    "BFP16",
                                          "12", "INT128", "65534", "N/A",   "65535", "INVALID_TYPE",
                                          NULL };
static const char *const link_types[] = {
  "0",     "ON_CHIP", "1",     "HCCS",         "2", "PCIE",          "3", "ROCE",
  "4",     "SIO",     "5",     "HCCS_SW",      "6", "STANDARD_ROCE", "7", "RESERVED",
  "65534", "N/A",     "65535", "INVALID_TYPE", NULL
};
static const char *const rdma_types[] = { "0",     "RDMA_SEND_NOTIFY",
                                          "1",     "RDMA_SEND_PAYLOAD",
                                          "2",     "RDMA_PAYLOAD_PREPARE",
                                          "3",     "RDMA_PAYLOAD_CHECK",
                                          "4",     "RDMA_PAYLOAD_ACK",
                                          "5",     "RDMA_SEND_OP",
                                          "65534", "N/A",
                                          "65535", "INVALID_TYPE",
                                          NULL };
static const char *const transport_types[] = { "0",     "SDMA",         "1",     "RDMA",
                                               "2",     "LOCAL",        "65534", "N/A",
                                               "65535", "INVALID_TYPE", NULL };
static const char *const modules[] = { "3", "HCCL", "7", "RUNTIME", "33", "APP", "45", "GE", NULL };
static const char *const event_types[] = { "0",         "marker", "1",         "push/pop", "2",
                                           "start/end", "3",      "marker_ex", NULL };

/**
 * lsc_synth_table_values:
 *
 * Returns: (nullable): number and text of each row of an ENUM table, ended by %NULL; %NULL for
 *   other tables
 */
const char *const *
lsc_synth_table_values (LscSynthTable table)
{
  return table == LSC_SYNTH_ENUM_API_TYPE              ? api_types
         : table == LSC_SYNTH_ENUM_HCCL_DATA_TYPE      ? data_types
         : table == LSC_SYNTH_ENUM_HCCL_LINK_TYPE      ? link_types
         : table == LSC_SYNTH_ENUM_HCCL_RDMA_TYPE      ? rdma_types
         : table == LSC_SYNTH_ENUM_HCCL_TRANSPORT_TYPE ? transport_types
         : table == LSC_SYNTH_ENUM_MODULE              ? modules
         : table == LSC_SYNTH_ENUM_MSTX_EVENT_TYPE     ? event_types
                                                       : NULL;
}
