/* lsc-run.h - one rank's recording, loaded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-intern.h"
#include "model/lsc-graph-names.h"
#include "model/lsc-kernel-counters.h"
#include "model/lsc-kernel-launch.h"
#include "model/lsc-metadata.h"
#include "model/lsc-notice.h"
#include "model/lsc-source.h"

G_BEGIN_DECLS

/* All times are int64 ns since the epoch, all intervals half-open unless a formula says otherwise.
 * Names are ids of LscRun.strings; equal texts have equal ids within a run. Ids of the file (string
 * ids, thread ids) do not occur here, except where a field says so. */

/** PYTORCH_API.type (formats.md#pytorch-types). */
typedef enum
{
  LSC_OP_UNTYPED = 0, /* the column is missing */
  LSC_OP_FRAMEWORK,   /* 50001 */
  LSC_OP_QUEUE,       /* 50002: Enqueue, Dequeue */
  LSC_OP_TRACE,       /* 50003: Python frames, nn.Module calls */
  LSC_OP_MSTX,        /* 50004 */
} LscOpType;

/** What PYTORCH_API.fwdThreadId says of an op. */
typedef enum
{
  LSC_FWD_UNKNOWN,
  LSC_FWD_FORWARD,  /* 0 */
  LSC_FWD_BACKWARD, /* anything else */
} LscFwdRole;

/** A row of PYTORCH_API. 32 bytes. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 name;
  guint32 thread;   /* index into LscRun.threads */
  guint32 local_id; /* PYTORCH_API.connectionId, LSC_ID_NONE if NULL */
  guint8 type;      /* LscOpType */
  guint8 fwd_role;  /* LscFwdRole */
  guint16 reserved;
} LscOp;

#define LSC_ID_NONE G_MAXUINT32

/** A row of CONNECTION_IDS: a local id owns a list of real ids (modules.md#connections). 12 bytes:
 * of no other row are there as many in memory. */
typedef struct
{
  gint64 real_id;
  guint32 local_id;
} __attribute__ ((packed, aligned (4))) LscConnection;

typedef enum
{
  LSC_KERNEL_COMPUTE,
  LSC_KERNEL_COMMUNICATION,
  LSC_KERNEL_SCHEDULE,
  LSC_KERNEL_COPY, /* MEMCPY_ASYNC task; never part of module_statistic rows */
} LscKernelClass;

/** A device event of one of the kernel tables joined to TASK; classes follow each other in the
 * array (compute, communication, schedule, copy), in file order inside each. 40 bytes. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 connection_id; /* real id, -1 = none */
  guint32 name;
  guint32 detail; /* compute: index into kernel_details if loaded; communication: index into
                     comm_ops; else LSC_ID_NONE */
  guint32 stream;
  guint16 device;
  guint8 kernel_class; /* LscKernelClass */
  guint8 reserved;
} LscKernel;

/** The descriptive columns of COMPUTE_TASK_INFO. */
typedef struct
{
  gint64 global_task_id;
  guint32 op_type;
  guint32 task_type;
  guint32 input_shapes;
  guint32 input_types;
  guint32 output_shapes;
  guint32 output_types;
  guint32 core_count; /* blockNum or blockDim */
  guint32 input_formats;
  guint32 output_formats;
} LscKernelDetail;

/** The descriptive columns of COMMUNICATION_OP. */
typedef struct
{
  gint64 op_id;
  gint64 connection_id;
  gint64 start_ns;
  gint64 end_ns;
  guint32 op_name; /* hcom_send__849_0_1 */
  guint32 op_type; /* hcom_send_ */
  guint32 group;
  guint32 device;
  guint32 op_connection_id; /* text of opConnectionId, LSC_STRING_NONE */
  guint32 reserved;
} LscCommOp;

/** A row of COMMUNICATION_TASK_INFO; times from TASK (0, 0 when there is no row). Ranks are local
 * to the group, LSC_ID_NONE = none. */
typedef struct
{
  gint64 op_id;
  gint64 start_ns;
  gint64 end_ns;
  guint32 task_type;
  guint32 group;
  guint32 src_rank;
  guint32 dst_rank;
} LscCommTask;

/** MSTX_EVENTS.eventType; other values occur. */
enum
{
  LSC_MSTX_MARKER = 0,
  LSC_MSTX_PUSH_POP = 1,
  LSC_MSTX_START_END = 2,
  LSC_MSTX_MARKER_EX = 3,
};

/** A row of MSTX_EVENTS. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;        /* 0 = never ended */
  gint64 connection_id; /* -1 = none */
  gint64 row_id;        /* rowid in the file: file order */
  guint32 message;
  guint32 domain;
  guint32 thread;
  gint32 event_type;
} LscMark;

/** A TASK row whose connectionId is an mstx one: the device side of a range. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 connection_id;
  gint64 row_id;
  guint32 stream;
  guint32 device;
} LscMarkTask;

/** A row of STEP_TIME. */
typedef struct
{
  gint64 id;
  gint64 start_ns;
  gint64 end_ns;
} LscStep;

/** A row of StepTaskInfo found in the file (pipeline.md#step-task-info). */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 name;
  gint32 type;
} LscStepTask;

LSC_DEFINE_ARRAY (LscOps, lsc_ops, LscOp)
LSC_DEFINE_ARRAY (LscConnections, lsc_connections, LscConnection)
LSC_DEFINE_ARRAY (LscKernels, lsc_kernels, LscKernel)
LSC_DEFINE_ARRAY (LscKernelDetails, lsc_kernel_details, LscKernelDetail)
LSC_DEFINE_ARRAY (LscCommOps, lsc_comm_ops, LscCommOp)
LSC_DEFINE_ARRAY (LscCommTasks, lsc_comm_tasks, LscCommTask)
LSC_DEFINE_ARRAY (LscMarks, lsc_marks, LscMark)
LSC_DEFINE_ARRAY (LscMarkTasks, lsc_mark_tasks, LscMarkTask)
LSC_DEFINE_ARRAY (LscSteps, lsc_steps, LscStep)
LSC_DEFINE_ARRAY (LscStepTasks, lsc_step_tasks, LscStepTask)

/**
 * LscLoadFlags: what of a recording to load. What is not asked for stays empty.
 * @LSC_LOAD_LINKED_OPS: PYTORCH_API rows with a local id, and nn.Module trace rows
 * @LSC_LOAD_ALL_OPS: every PYTORCH_API row but the other Python frames
 * @LSC_LOAD_LINKS: CONNECTION_IDS
 * @LSC_LOAD_KERNELS: the three kernel tables joined to TASK
 * @LSC_LOAD_SHAPES: LscRun.kernel_details
 * @LSC_LOAD_COPIES: MEMCPY_ASYNC tasks as kernels, and the streams of all kernels
 * @LSC_LOAD_MARKS: MSTX_EVENTS
 * @LSC_LOAD_MARK_TASKS: their device rows
 * @LSC_LOAD_COMM_TASKS: COMMUNICATION_TASK_INFO
 * @LSC_LOAD_KERNEL_TIMES: as %LSC_LOAD_KERNELS, which includes it, but of the kernels that are no
 *   communication operators only times, device and class
 * @LSC_LOAD_KERNEL_NAMES: with %LSC_LOAD_KERNEL_TIMES the names of all kernels
 * @LSC_LOAD_COMM_PAIRS: with %LSC_LOAD_KERNEL_TIMES, of the tasks of messages that name both ranks,
 *   which %LSC_LOAD_COMM_TASKS includes, operator, type and ranks
 * @LSC_LOAD_COUNTERS: with %LSC_LOAD_SHAPES, LscRun.kernel_counters and launches
 * @LSC_LOAD_SIDE_BY_SIDE: nothing more, but two tables at a time: less wall time for the same CPU
 */
typedef enum
{
  LSC_LOAD_LINKED_OPS = 1 << 0,
  LSC_LOAD_ALL_OPS = 1 << 1,
  LSC_LOAD_LINKS = 1 << 2,
  LSC_LOAD_KERNELS = 1 << 3,
  LSC_LOAD_SHAPES = 1 << 4,
  LSC_LOAD_COPIES = 1 << 5,
  LSC_LOAD_MARKS = 1 << 6,
  LSC_LOAD_MARK_TASKS = 1 << 7,
  LSC_LOAD_COMM_TASKS = 1 << 8,
  LSC_LOAD_SIDE_BY_SIDE = 1 << 9,
  LSC_LOAD_KERNEL_TIMES = 1 << 10,
  LSC_LOAD_COMM_PAIRS = 1 << 11,
  LSC_LOAD_KERNEL_NAMES = 1 << 12,
  LSC_LOAD_COUNTERS = 1 << 13,

  LSC_LOAD_FOR_MODULES = LSC_LOAD_LINKED_OPS | LSC_LOAD_LINKS | LSC_LOAD_KERNELS | LSC_LOAD_MARKS,
  LSC_LOAD_FOR_TREE = LSC_LOAD_FOR_MODULES | LSC_LOAD_ALL_OPS | LSC_LOAD_SHAPES | LSC_LOAD_COPIES |
                      LSC_LOAD_COMM_TASKS,
  LSC_LOAD_FOR_PIPELINE = LSC_LOAD_MARKS | LSC_LOAD_MARK_TASKS | LSC_LOAD_KERNEL_TIMES |
                          LSC_LOAD_KERNEL_NAMES | LSC_LOAD_COMM_PAIRS,
  LSC_LOAD_EVERYTHING = LSC_LOAD_FOR_TREE | LSC_LOAD_FOR_PIPELINE,
} LscLoadFlags;

/**
 * LscRun:
 *
 * One rank's recording. Filled by a reader, sealed, then shared by threads without locks.
 * Unknown: rank -1, device -1, level -1, texts NULL, figures 0 with a notice.
 */
typedef struct
{
  gatomicrefcount refs;
  LscSource *source;
  LscLoadFlags loaded;

  gint64 rank;
  gint64 device;
  char *host_name;
  char *host_uid;
  char *schema_version;
  char *chip_name;
  int level; /* with LSC_LOAD_KERNELS: 0, 1, 2; -1 unknown */
  gint64 collection_end_ns;
  LscMetadata *metadata;

  double ai_core_count;  /* info.json of the rank's device; 0 = unknown */
  double ai_core_mhz;    /* the same */
  gint64 max_freq_mhz;   /* largest AICORE_FREQ.freq, 0 = unknown */
  gint64 max_core_count; /* largest core count of AI_CORE kernels, 0 = unknown */

  LscIntern *strings;
  LscInt64s threads; /* globalTid of each thread index */
  LscSteps steps;    /* by start */
  LscOps ops;        /* file order */
  LscConnections connections;
  guint32 *link_order; /* (nullable): lsc_connections_order(), where a reader had time for it */
  gsize n_links;       /* in that order */
  LscKernels kernels;
  gsize class_begin[5]; /* first kernel of each class; [4] = count */
  LscKernelDetails kernel_details;
  LscKernelCounterList kernel_counters; /* of each of these; empty = not recorded */
  LscKernelLaunches launches;           /* of GPUs, those that differ */
  guint32 *launch_of;                   /* (nullable): of each kernel, LSC_ID_NONE */
  LscCommOps comm_ops;
  LscCommTasks comm_tasks;
  LscMarks marks; /* file order */
  LscMarkTasks mark_tasks;
  LscStepTasks step_tasks;
  LscGraphCalls graph_calls; /* by replay; ops that tell their module without standing in a call */
  gboolean has_marks_table;
  gboolean has_mark_domains;

  /* what kind of recording it is, whatever its format */
  gboolean is_gpu;             /* the device is a GPU */
  gboolean is_of_ops;          /* of an op timeline: no kernels, no launches */
  gboolean has_copy_launches;  /* copies tell which call launched them, as kernels do */
  gboolean has_spanning_marks; /* the device time of a mark is what its kernels span, on side
                                  streams, too: neighbours may interleave */

  LscNotices *notices;
} LscRun;

LscRun *lsc_run_new (LscSource *source);
LscRun *lsc_run_ref (LscRun *self);
void lsc_run_unref (LscRun *self);
void lsc_run_drop_links (LscRun *self);
guint32 *lsc_connections_order (const LscConnections *self, gsize *n);
gint64 lsc_steps_sum_ns (const LscSteps *steps);
const char *lsc_run_text (const LscRun *self, guint32 id);
const char *lsc_run_metadata (const LscRun *self, const char *key);
void lsc_run_add_metadata (LscRun *self, const char *key, const char *json);
char *lsc_run_get_label (const LscRun *self);
void lsc_run_take_notice (LscRun *self, LscNotice *notice, const char *table, gint64 count);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRun, lsc_run_unref)

G_END_DECLS
