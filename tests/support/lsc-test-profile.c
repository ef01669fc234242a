/* lsc-test-profile.c - builder of small Ascend profiler databases for tests
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-test-profile-private.h"

#include <string.h>

/**
 * lsc_test_profile_new:
 *
 * Creates an empty profile. Everything added is kept in memory until lsc_test_profile_write().
 *
 * Returns: (transfer full): a new builder; free with lsc_test_profile_free()
 */
LscTestProfile *
lsc_test_profile_new (void)
{
  LscTestProfile *self = g_new0 (LscTestProfile, 1);

  self->chunk = g_string_chunk_new (1024);
  self->strings = g_hash_table_new (g_str_hash, g_str_equal);
  self->framework_strings = g_hash_table_new (g_str_hash, g_str_equal);
  self->string_rows = g_array_new (FALSE, FALSE, sizeof (LscTestStringRow));
  self->mstx = g_array_new (FALSE, FALSE, sizeof (LscTestMstxRow));
  self->apis = g_array_new (FALSE, FALSE, sizeof (LscTestApiRow));
  self->kernels = g_array_new (FALSE, FALSE, sizeof (LscTestKernelRow));
  self->comm_tasks = g_array_new (FALSE, FALSE, sizeof (LscTestCommTaskRow));
  self->marks = g_array_new (FALSE, FALSE, sizeof (LscTestMarkTask));
  self->links = g_array_new (FALSE, FALSE, sizeof (LscTestLinkRow));
  self->connections = g_array_new (FALSE, FALSE, sizeof (LscTestConnectionRow));
  self->steps = g_array_new (FALSE, FALSE, sizeof (LscTestStepRow));
  self->metadata = g_ptr_array_new ();
  self->sql = g_ptr_array_new_with_free_func (g_free);
  self->next_launch = LSC_TEST_FIRST_LAUNCH_ID;
  self->next_mstx = LSC_TEST_FIRST_MSTX_ID;
  return self;
}

/**
 * lsc_test_profile_free:
 * @self: (nullable): a builder
 *
 * Frees @self. Files already written stay.
 */
void
lsc_test_profile_free (LscTestProfile *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->strings);
  g_hash_table_unref (self->framework_strings);
  g_array_unref (self->string_rows);
  g_array_unref (self->mstx);
  g_array_unref (self->apis);
  g_array_unref (self->kernels);
  g_array_unref (self->comm_tasks);
  g_array_unref (self->marks);
  g_array_unref (self->links);
  g_array_unref (self->connections);
  g_array_unref (self->steps);
  g_ptr_array_unref (self->metadata);
  g_ptr_array_unref (self->sql);
  g_string_chunk_free (self->chunk);
  g_free (self);
}

static const char *
keep (LscTestProfile *self, const char *text)
{
  return text != NULL ? g_string_chunk_insert (self->chunk, text) : NULL;
}

/* The id of @name in the small (CANN) or in the framework half of STRING_IDS. */
static gint64
intern (LscTestProfile *self, const char *name, gboolean framework)
{
  GHashTable *table = framework ? self->framework_strings : self->strings;
  LscTestStringRow row;
  gpointer found;

  if (name == NULL)
    return LSC_TEST_NULL;
  if (name[0] == '\001')
    return g_ascii_strtoll (name + 1, NULL, 10);
  found = g_hash_table_lookup (table, name);
  if (found != NULL)
    return GPOINTER_TO_SIZE (found);
  row.id = g_hash_table_size (table) + 1 + (framework ? LSC_TEST_FRAMEWORK_STRINGS : 0);
  row.value = keep (self, name);
  g_hash_table_insert (table, (gpointer) row.value, GSIZE_TO_POINTER ((gsize) row.id));
  g_array_append_val (self->string_rows, row);
  return row.id;
}

/**
 * lsc_test_profile_string:
 * @self: a builder
 * @value: any text, or %NULL
 *
 * Makes a STRING_IDS row, for use in raw SQL.
 *
 * Returns: the id, %LSC_TEST_NULL for %NULL
 */
gint64
lsc_test_profile_string (LscTestProfile *self, const char *value)
{
  return intern (self, value, FALSE);
}

/**
 * lsc_test_profile_mstx:
 * @self: a builder
 * @type: event type
 * @domain: (nullable): name of the domain
 * @message: (nullable): message, or %LSC_TEST_DANGLING
 * @start_ns: ns after %LSC_TEST_T0
 * @end_ns: ns after %LSC_TEST_T0, or %LSC_TEST_NULL or %LSC_TEST_ZERO
 * @tid: thread id
 * @connection_id: real id, or 0 to get the next one
 *
 * Adds one MSTX_EVENTS row.
 */
void
lsc_test_profile_mstx (LscTestProfile *self, LscTestMstxType type, const char *domain,
                       const char *message, gint64 start_ns, gint64 end_ns, gint64 tid,
                       gint64 connection_id)
{
  LscTestMstxRow row = { .type = type, .start_ns = start_ns, .end_ns = end_ns, .tid = tid };

  row.domain = intern (self, domain, FALSE);
  row.message = intern (self, message, FALSE);
  row.connection = connection_id != 0 ? connection_id : self->next_mstx++;
  g_array_append_val (self->mstx, row);
}

/**
 * lsc_test_profile_module:
 * @self: a builder
 * @name: (nullable): class name, or %LSC_TEST_DANGLING
 * @start_ns: ns after %LSC_TEST_T0
 * @end_ns: ns after %LSC_TEST_T0, or %LSC_TEST_NULL or %LSC_TEST_ZERO for a range never closed
 * @tid: thread id
 *
 * Adds a start/end range of domain Module. The order of the calls is the order of the rows.
 */
void
lsc_test_profile_module (LscTestProfile *self, const char *name, gint64 start_ns, gint64 end_ns,
                         gint64 tid)
{
  lsc_test_profile_mstx (self, LSC_TEST_MSTX_START_END, "Module", name, start_ns, end_ns, tid, 0);
}

/**
 * lsc_test_profile_mstx_task:
 * @self: a builder
 * @domain: (nullable): name of the domain
 * @message: message
 * @start_ns: host start, ns after %LSC_TEST_T0
 * @end_ns: host end
 * @tid: thread id
 * @device_start_ns: start of the device task, ns after %LSC_TEST_T0
 * @device_end_ns: end of the device task
 * @stream: stream of the device task
 *
 * Adds a start/end range together with its device task.
 *
 * Returns: the connection id both share
 */
gint64
lsc_test_profile_mstx_task (LscTestProfile *self, const char *domain, const char *message,
                            gint64 start_ns, gint64 end_ns, gint64 tid, gint64 device_start_ns,
                            gint64 device_end_ns, gint64 stream)
{
  LscTestMarkTask task = { .start_ns = device_start_ns,
                           .end_ns = device_end_ns,
                           .stream = stream,
                           .connection = self->next_mstx++ };

  lsc_test_profile_mstx (self, LSC_TEST_MSTX_START_END, domain, message, start_ns, end_ns, tid,
                         task.connection);
  g_array_append_val (self->marks, task);
  return task.connection;
}

static guint
add_api (LscTestProfile *self, gint64 type, const char *name, gint64 start_ns, gint64 end_ns,
         gint64 tid)
{
  LscTestApiRow row = { .type = type,
                        .start_ns = start_ns,
                        .end_ns = end_ns,
                        .tid = tid,
                        .local_id = LSC_TEST_NULL,
                        .sequence = LSC_TEST_NULL,
                        .fwd_thread = LSC_TEST_NULL,
                        .types = LSC_TEST_NULL,
                        .shapes = LSC_TEST_NULL };

  row.name = intern (self, name, TRUE);
  if (type == LSC_TEST_API_OP)
    {
      row.sequence = -1;
      row.fwd_thread = 0;
    }
  g_array_append_val (self->apis, row);
  return self->apis->len - 1;
}

/**
 * lsc_test_profile_op:
 * @self: a builder
 * @name: (nullable): op name, or %LSC_TEST_DANGLING
 * @start_ns: ns after %LSC_TEST_T0
 * @end_ns: ns after %LSC_TEST_T0
 * @tid: thread id
 *
 * Adds a PYTORCH_API row of type 50001 with sequence number -1 and forward thread 0. It gets a
 * local id when a kernel or a link is put on it.
 *
 * Returns: the handle of the op
 */
guint
lsc_test_profile_op (LscTestProfile *self, const char *name, gint64 start_ns, gint64 end_ns,
                     gint64 tid)
{
  return add_api (self, LSC_TEST_API_OP, name, start_ns, end_ns, tid);
}

/**
 * lsc_test_profile_queue:
 * @self: a builder
 * @name: Enqueue, Dequeue@something
 * @start_ns: ns after %LSC_TEST_T0
 * @end_ns: ns after %LSC_TEST_T0
 * @tid: thread id
 *
 * Adds a task queue row (type 50002). Pair two of them with lsc_test_profile_link().
 *
 * Returns: a handle like that of an op
 */
guint
lsc_test_profile_queue (LscTestProfile *self, const char *name, gint64 start_ns, gint64 end_ns,
                        gint64 tid)
{
  return add_api (self, LSC_TEST_API_QUEUE, name, start_ns, end_ns, tid);
}

/**
 * lsc_test_profile_trace_range:
 * @self: a builder
 * @name: the whole name, for example "nn.Module: Linear_3"
 * @start_ns: ns after %LSC_TEST_T0
 * @end_ns: ns after %LSC_TEST_T0
 * @tid: thread id
 *
 * Adds a Python trace row (type 50003).
 */
void
lsc_test_profile_trace_range (LscTestProfile *self, const char *name, gint64 start_ns,
                              gint64 end_ns, gint64 tid)
{
  add_api (self, LSC_TEST_API_TRACE, name, start_ns, end_ns, tid);
}

static LscTestApiRow *
api_row (LscTestProfile *self, guint op)
{
  g_assert (op < self->apis->len);
  return &g_array_index (self->apis, LscTestApiRow, op);
}

/**
 * lsc_test_profile_op_set_local_id:
 * @self: a builder
 * @op: handle
 * @local_id: value of PYTORCH_API.connectionId
 *
 * Fixes the local id of @op; the others still get free ids in start order.
 */
void
lsc_test_profile_op_set_local_id (LscTestProfile *self, guint op, gint64 local_id)
{
  api_row (self, op)->local_id = local_id;
}

/**
 * lsc_test_profile_op_set_sequence:
 * @self: a builder
 * @op: handle
 * @sequence_number: autograd sequence number, or %LSC_TEST_NULL
 * @fwd_thread_id: 0 for a forward op, else the forward thread, or %LSC_TEST_NULL
 *
 * Sets what the autograd columns of @op hold.
 */
void
lsc_test_profile_op_set_sequence (LscTestProfile *self, guint op, gint64 sequence_number,
                                  gint64 fwd_thread_id)
{
  api_row (self, op)->sequence = sequence_number;
  api_row (self, op)->fwd_thread = fwd_thread_id;
}

/**
 * lsc_test_profile_op_set_start_text:
 * @self: a builder
 * @op: handle
 * @text: written to PYTORCH_API.startNs as it is
 *
 * Damages the start time of one row. The order of local ids still follows the number given before.
 */
void
lsc_test_profile_op_set_start_text (LscTestProfile *self, guint op, const char *text)
{
  api_row (self, op)->start_text = keep (self, text);
}

/**
 * lsc_test_profile_op_set_shapes:
 * @self: a builder
 * @op: handle
 * @types: (nullable): inputDtypes, arguments separated by ";\r\n"
 * @shapes: (nullable): inputShapes, likewise
 *
 * Sets the recorded argument types and shapes of @op.
 */
void
lsc_test_profile_op_set_shapes (LscTestProfile *self, guint op, const char *types,
                                const char *shapes)
{
  gint64 types_id = intern (self, types, TRUE);
  gint64 shapes_id = intern (self, shapes, TRUE);

  api_row (self, op)->types = types_id;
  api_row (self, op)->shapes = shapes_id;
}

static LscTestKernelRow
kernel_row (LscTestProfile *self, guint op, LscTestKernelClass klass, gint64 start, gint64 end)
{
  LscTestKernelRow row = { .klass = klass,
                           .op = op,
                           .start_ns = start,
                           .end_ns = end,
                           .device = 0,
                           .stream = klass == LSC_TEST_KERNEL_COMPUTE ? 2 : 11,
                           .connection = self->next_launch++,
                           .block_dim = 1 };
  const char *task_type = klass == LSC_TEST_KERNEL_SCHEDULE ? "AI_CPU" : "AI_CORE";

  g_assert (op == LSC_TEST_NONE || op < self->apis->len);
  row.task_type = intern (self, task_type, FALSE);
  row.input_types = row.input_shapes = intern (self, "N/A", FALSE);
  row.output_types = row.output_shapes = row.input_types;
  row.op_type = row.input_types;
  return row;
}

/**
 * lsc_test_profile_kernel_on:
 * @self: a builder
 * @op: handle of the op that launched it, or %LSC_TEST_NONE for no link
 * @klass: which of the three kernel tables
 * @name: (nullable): kernel name; for communication the op type, for example "hcom_allReduce_"
 * @start_ns: device start, ns after %LSC_TEST_T0
 * @end_ns: device end
 *
 * Adds one kernel with a launch of its own. Rows keep the order of the calls.
 *
 * Returns: the handle of the kernel
 */
guint
lsc_test_profile_kernel_on (LscTestProfile *self, guint op, LscTestKernelClass klass,
                            const char *name, gint64 start_ns, gint64 end_ns)
{
  LscTestKernelRow row;

  if (klass == LSC_TEST_KERNEL_COMM)
    {
      g_autofree char *unique = g_strdup_printf ("hcom_test__865_%u_1", self->kernels->len);
      LscTestCommOp comm = { .op = op,
                             .op_name = unique,
                             .op_type = name,
                             .group = "group_name_0",
                             .alg_type = "MESH-RING",
                             .start_ns = start_ns,
                             .end_ns = end_ns,
                             .count = 1024,
                             .data_type = 3 };

      return lsc_test_profile_comm_op (self, &comm, NULL, 0);
    }
  row = kernel_row (self, op, klass, start_ns, end_ns);
  row.name = intern (self, name, FALSE);
  g_array_append_val (self->kernels, row);
  return self->kernels->len - 1;
}

static LscTestKernelRow *
kernel_at (LscTestProfile *self, guint kernel)
{
  g_assert (kernel < self->kernels->len);
  return &g_array_index (self->kernels, LscTestKernelRow, kernel);
}

static gint64
quoted (LscTestProfile *self, const char *shapes)
{
  g_autofree char *text = shapes != NULL ? g_strdup_printf ("\"%s\"", shapes) : g_strdup ("N/A");

  return intern (self, text, FALSE);
}

/**
 * lsc_test_profile_kernel_set_info:
 * @self: a builder
 * @kernel: handle of a compute kernel
 * @info: what to write to COMPUTE_TASK_INFO
 *
 * Sets types and shapes; each %NULL becomes "N/A".
 */
void
lsc_test_profile_kernel_set_info (LscTestProfile *self, guint kernel, const LscTestKernelInfo *info)
{
  LscTestKernelRow *row = kernel_at (self, kernel);

  row->op_type = intern (self, info->op_type != NULL ? info->op_type : "N/A", FALSE);
  row->task_type = intern (self, info->task_type != NULL ? info->task_type : "N/A", FALSE);
  row->input_types = intern (self, info->input_types != NULL ? info->input_types : "N/A", FALSE);
  row->output_types = intern (self, info->output_types != NULL ? info->output_types : "N/A", FALSE);
  row->input_shapes = quoted (self, info->input_shapes);
  row->output_shapes = quoted (self, info->output_shapes);
  row->block_dim = info->block_dim;
}

/**
 * lsc_test_profile_kernel_set_connection:
 * @self: a builder
 * @kernel: handle
 * @connection_id: real id, or %LSC_TEST_NULL
 *
 * Replaces the launch id of @kernel. Several kernels may share one.
 */
void
lsc_test_profile_kernel_set_connection (LscTestProfile *self, guint kernel, gint64 connection_id)
{
  kernel_at (self, kernel)->connection = connection_id;
}

/**
 * lsc_test_profile_kernel_set_place:
 * @self: a builder
 * @kernel: handle
 * @device: device id
 * @stream: stream id
 *
 * Moves @kernel; by default compute runs on stream 2 and the rest on stream 11 of device 0.
 */
void
lsc_test_profile_kernel_set_place (LscTestProfile *self, guint kernel, gint64 device, gint64 stream)
{
  kernel_at (self, kernel)->device = device;
  kernel_at (self, kernel)->stream = stream;
}

/**
 * lsc_test_profile_comm_op:
 * @self: a builder
 * @comm: the operation
 * @tasks: (nullable) (array length=n_tasks): its tasks
 * @n_tasks: number of tasks
 *
 * Adds a COMMUNICATION_OP row and, per task, a COMMUNICATION_TASK_INFO and a TASK row.
 *
 * Returns: the handle of the kernel it counts as
 */
guint
lsc_test_profile_comm_op (LscTestProfile *self, const LscTestCommOp *comm,
                          const LscTestCommTask *tasks, guint n_tasks)
{
  LscTestKernelRow row =
      kernel_row (self, comm->op, LSC_TEST_KERNEL_COMM, comm->start_ns, comm->end_ns);

  row.name = intern (self, comm->op_name, FALSE);
  row.op_type = intern (self, comm->op_type, FALSE);
  row.group = intern (self, comm->group, FALSE);
  row.alg_type = intern (self, comm->alg_type, FALSE);
  row.count = comm->count;
  row.data_type = comm->data_type;
  g_array_append_val (self->kernels, row);
  for (guint i = 0; i < n_tasks; i++)
    {
      LscTestCommTaskRow task = { .task = tasks[i], .comm = self->kernels->len - 1 };

      task.task_type = intern (self, tasks[i].task_type, FALSE);
      g_array_append_val (self->comm_tasks, task);
    }
  return self->kernels->len - 1;
}

/**
 * lsc_test_profile_link:
 * @self: a builder
 * @forward_op: handle
 * @backward_op: handle
 *
 * Gives both ops one more real id in common. Pair ids rise in the order of the calls. Two ops also
 * get a sequence number in common, and the second a forward thread other than 0.
 *
 * Returns: number of the link, counted from 0
 */
guint
lsc_test_profile_link (LscTestProfile *self, guint forward_op, guint backward_op)
{
  LscTestLinkRow link = { .forward_op = forward_op,
                          .backward_op = backward_op,
                          .real_id = LSC_TEST_FIRST_PAIR_ID + self->links->len };

  if (api_row (self, forward_op)->type == LSC_TEST_API_OP)
    {
      lsc_test_profile_op_set_sequence (self, forward_op, 1000 + self->links->len, 0);
      lsc_test_profile_op_set_sequence (self, backward_op, 1000 + self->links->len, 1);
    }
  g_array_append_val (self->links, link);
  return self->links->len - 1;
}

/**
 * lsc_test_profile_connection:
 * @self: a builder
 * @local_id: value of CONNECTION_IDS.id
 * @real_id: value of CONNECTION_IDS.connectionId
 *
 * Adds a CONNECTION_IDS row as it is, after all others.
 */
void
lsc_test_profile_connection (LscTestProfile *self, gint64 local_id, gint64 real_id)
{
  LscTestConnectionRow row = { local_id, real_id };

  g_array_append_val (self->connections, row);
}

/**
 * lsc_test_profile_step:
 * @self: a builder
 * @id: step number
 * @start_ns: ns after %LSC_TEST_T0
 * @end_ns: ns after %LSC_TEST_T0
 *
 * Adds a STEP_TIME row. Without any call the table is not made.
 */
void
lsc_test_profile_step (LscTestProfile *self, gint64 id, gint64 start_ns, gint64 end_ns)
{
  LscTestStepRow row = { id, start_ns, end_ns };

  g_array_append_val (self->steps, row);
}

/**
 * lsc_test_profile_metadata:
 * @self: a builder
 * @name: for example "pp_info"
 * @json: JSON text
 *
 * Adds a META_DATA row and the same pair in profiler_metadata.json.
 */
void
lsc_test_profile_metadata (LscTestProfile *self, const char *name, const char *json)
{
  g_ptr_array_add (self->metadata, (gpointer) keep (self, name));
  g_ptr_array_add (self->metadata, (gpointer) keep (self, json));
}

/**
 * lsc_test_profile_sql:
 * @self: a builder
 * @sql: any statements
 *
 * Keeps statements that are run, in order, after everything else has been written. Times in them
 * are absolute.
 */
void
lsc_test_profile_sql (LscTestProfile *self, const char *sql)
{
  g_ptr_array_add (self->sql, g_strdup (sql));
}

/**
 * lsc_test_profile_drop_table:
 * @self: a builder
 * @table: name
 *
 * Leaves @table out of the file.
 */
void
lsc_test_profile_drop_table (LscTestProfile *self, const char *table)
{
  g_ptr_array_add (self->sql, g_strdup_printf ("DROP TABLE IF EXISTS \"%s\"", table));
}

/**
 * lsc_test_profile_drop_column:
 * @self: a builder
 * @table: name
 * @column: name
 *
 * Leaves @column out of @table.
 */
void
lsc_test_profile_drop_column (LscTestProfile *self, const char *table, const char *column)
{
  g_ptr_array_add (self->sql,
                   g_strdup_printf ("ALTER TABLE \"%s\" DROP COLUMN \"%s\"", table, column));
}

/**
 * lsc_test_profile_set_chip:
 * @self: a builder
 * @ai_core_num: number of cores
 * @aic_frequency: (nullable): MHz, a text as in real files
 *
 * Asks for PROF_000001_test/device_{rank}/info.json.{rank} beside the output folder.
 */
void
lsc_test_profile_set_chip (LscTestProfile *self, gint ai_core_num, const char *aic_frequency)
{
  self->ai_core_num = ai_core_num;
  self->aic_frequency = keep (self, aic_frequency);
}
