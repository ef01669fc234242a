/* lsc-ascend-comm.c - COMMUNICATION_OP and COMMUNICATION_TASK_INFO
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "read/text/lsc-cell.h"

enum
{
  COMM_START,
  COMM_END,
  COMM_NAME,
  COMM_TYPE,
  COMM_CONNECTION,
  COMM_OP_ID,
  COMM_GROUP,
  COMM_DEVICE,
  COMM_OP_CONNECTION,
};

/** Returns: the name of an operator up to its number, hcom_send of hcom_send__849_0_1, in @strings
 */
guint32
_lsc_ascend_comm_type (LscIntern *strings, const char *name)
{
  const char *end = strstr (name, "__");

  return end ? lsc_intern_add_bytes (strings, name, (gsize) (end - name))
             : lsc_intern_add (strings, name);
}

static guint32
take_any_text (LscRun *run, LscCell *cell)
{
  const char *text = lsc_cell_get_text (cell);

  return text ? lsc_intern_add_bytes (run->strings, text, (gsize) lsc_cell_get_bytes (cell))
              : LSC_STRING_NONE;
}

typedef struct
{
  LscAscend *ascend;
  LscKernels *kernels;
  LscTally untyped;
} CommReader;

static gboolean
keep_comm_op (CommReader *reader, LscScan *scan, LscCell **cells)
{
  LscAscend *self = reader->ascend;
  LscCommOp op = { 0 };

  if (!_lsc_ascend_keep_times (self, scan, cells + COMM_START, &op.start_ns, &op.end_ns, TRUE))
    return FALSE;
  op.op_id = lsc_value_int64_or (cells[COMM_OP_ID], -1);
  op.connection_id = lsc_value_connection (cells[COMM_CONNECTION]);
  op.op_name = _lsc_ascend_value_name (self, scan, cells[COMM_NAME]);
  op.op_type = _lsc_ascend_value_text (self, cells[COMM_TYPE]);
  if (op.op_type == LSC_STRING_NONE)
    {
      lsc_tally_add (&reader->untyped, scan);
      op.op_type = _lsc_ascend_comm_type (self->run->strings, lsc_run_text (self->run, op.op_name));
    }
  op.group = _lsc_ascend_value_text (self, cells[COMM_GROUP]);
  op.device = lsc_value_uint32 (cells[COMM_DEVICE]);
  if (op.device == G_MAXUINT32 && self->run->device >= 0)
    op.device = (guint32) self->run->device;
  op.op_connection_id = take_any_text (self->run, cells[COMM_OP_CONNECTION]);
  lsc_comm_ops_append (&self->run->comm_ops, op);
  return TRUE;
}

/** Adds the kernel that an operator of the run is. */
void
_lsc_ascend_add_comm_kernel (const LscRun *run, gsize index, LscKernels *kernels)
{
  const LscCommOp *op = &run->comm_ops.items[index];
  LscKernel *kernel = lsc_kernels_add (kernels);

  memset (kernel, 0, sizeof *kernel);
  kernel->start_ns = op->start_ns;
  kernel->end_ns = op->end_ns;
  kernel->connection_id = op->connection_id;
  kernel->name = op->op_type;
  kernel->detail = (guint32) index;
  kernel->stream = LSC_ID_NONE;
  kernel->device = op->device < G_MAXUINT16 ? (guint16) op->device : G_MAXUINT16;
  kernel->kernel_class = LSC_KERNEL_COMMUNICATION;
}

static gboolean
is_on_device (const LscAscend *self, LscScan *scan, LscCell **cells)
{
  gint64 device;

  return self->map_device < 0 || !lsc_scan_has_column (scan, COMM_DEVICE) ||
         !lsc_value_int64 (cells[COMM_DEVICE], &device) || device < 0 || device == self->map_device;
}

static void
take_comm_op (LscScan *scan, LscCell **cells, gpointer user_data)
{
  CommReader *reader = user_data;
  const LscRun *run = reader->ascend->run;

  if (is_on_device (reader->ascend, scan, cells) && keep_comm_op (reader, scan, cells))
    _lsc_ascend_add_comm_kernel (run, run->comm_ops.n - 1, reader->kernels);
}

void
_lsc_ascend_report_untyped (LscAscend *self, const LscTally *untyped)
{
  lsc_tally_report (untyped, self->run, LSC_SEVERITY_WARNING, "unknown-op-type", "COMMUNICATION_OP",
                    _ ("Communication operators without a known type"),
                    _ ("Their type is taken from their name."));
}

/**
 * _lsc_ascend_load_comm_ops:
 * @kernels: (inout): receives one kernel for each operator
 *
 * Reads COMMUNICATION_OP in file order. An operator without a type is named after itself, up to
 * the two underscores (formats.md#bad-rows).
 */
gboolean
_lsc_ascend_load_comm_ops (LscAscend *self, LscKernels *kernels, GError **error)
{
  static const char *const columns[] = { "startNs",        "endNs", "opName",    "opType",
                                         "connectionId",   "opId",  "groupName", "deviceId",
                                         "opConnectionId", NULL };
  const LscAscendTable table = { "COMMUNICATION_OP", columns, COMM_OP_ID, take_comm_op };
  CommReader reader = { .ascend = self, .kernels = kernels };
  gboolean ok = _lsc_ascend_read (self, &table, &reader, error);

  _lsc_ascend_report_untyped (self, &reader.untyped);
  return ok;
}

enum
{
  PART_OP_ID,
  PART_TYPE,
  PART_SRC,
  PART_DST,
  PART_TASK_ID,
  PART_GROUP,
  N_PARTS,
};

typedef struct
{
  LscAscend *ascend;
  LscInt64s ids;
  gboolean pairs_only;
} PartReader;

static void
take_comm_task (LscScan *scan, LscCell **cells, gpointer user_data)
{
  PartReader *reader = user_data;
  LscAscend *self = reader->ascend;
  LscCommTask *task = lsc_comm_tasks_add (&self->run->comm_tasks);

  *task = (LscCommTask){
    .op_id = lsc_value_int64_or (cells[PART_OP_ID], -1),
    .task_type = _lsc_ascend_value_text (self, cells[PART_TYPE]),
    .group = LSC_STRING_NONE,
    .src_rank = lsc_value_uint32 (cells[PART_SRC]),
    .dst_rank = lsc_value_uint32 (cells[PART_DST]),
  };
  if (reader->pairs_only)
    return;
  task->group = _lsc_ascend_value_text (self, cells[PART_GROUP]);
  lsc_int64s_append (&reader->ids, lsc_value_int64_or (cells[PART_TASK_ID], -1));
}

/**
 * _lsc_ascend_load_comm_tasks:
 * @by_task: (out caller-allocates): finds them by globalTaskId, for their times in TASK; empty
 *   where only pairs are wanted
 *
 * Reads COMMUNICATION_TASK_INFO in file order.
 *
 * Source: formats.md#tables; pipeline.md#input.
 */
gboolean
_lsc_ascend_load_comm_tasks (LscAscend *self, LscIdMap *by_task, GError **error)
{
  static const char *const all[] = { "opId",         "taskType",  "srcRank", "dstRank",
                                     "globalTaskId", "groupName", NULL };
  static const char *const few[] = { "opId", "taskType", "srcRank", "dstRank", NULL };
  PartReader reader = { .ascend = self, .pairs_only = !(self->flags & LSC_LOAD_COMM_TASKS) };
  const LscAscendTable table = { "COMMUNICATION_TASK_INFO", reader.pairs_only ? few : all,
                                 reader.pairs_only ? PART_TASK_ID : N_PARTS, take_comm_task };
  gboolean ok = _lsc_ascend_read (self, &table, &reader, error);

  lsc_id_map_build (by_task, reader.ids.items, reader.ids.n, sizeof *reader.ids.items);
  lsc_int64s_clear (&reader.ids);
  return ok;
}

static gboolean
is_message (const char *name)
{
  g_autofree char *text = g_ascii_strdown (name, -1);

  return strstr (text, "send") || strstr (text, "recv") || strstr (text, "receive");
}

/** Returns: (transfer full): the ids of operators that send or receive, as they stand in @ops */
GHashTable *
_lsc_ascend_list_messages (const LscCommOps *ops, const LscIntern *strings)
{
  GHashTable *messages = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (gsize i = 0; i < ops->n; i++)
    {
      const char *name = lsc_intern_text (strings, ops->items[i].op_name);

      if (name && is_message (name))
        g_hash_table_add (messages, &ops->items[i].op_id);
    }
  return messages;
}

/** Returns: whether a task says between whom a message goes */
gboolean
_lsc_ascend_is_of_message (const LscCommTask *task, GHashTable *messages)
{
  return task->src_rank != LSC_ID_NONE && task->dst_rank != LSC_ID_NONE &&
         g_hash_table_contains (messages, &task->op_id);
}
