/* lsc-ascend-kernels.c - the kernel tables joined to TASK
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "read/text/lsc-cell.h"

/* TASK is by far the longest of these tables and nothing in it is needed but what the others point
 * to. So they are read first and indexed by globalTaskId; then TASK is read once and never kept. A
 * task that runs several times under one id (graph replay) thereby becomes several kernels, in the
 * order in which they stand in TASK. */

enum
{
  TASK_START,
  TASK_END,
  TASK_ID,
  TASK_CONNECTION,
  TASK_DEVICE,
  TASK_STREAM,
  TASK_ROWID,
  TASK_TYPE,
};

/* Rows of COMPUTE_TASK_INFO or COMMUNICATION_SCHEDULE_TASK_INFO, by globalTaskId. */
typedef struct
{
  LscInt64s ids;
  LscIndexes names;
  LscIdMap map;
  guint8 *seen;
  gint64 n_repeated;
} TaskInfo;

typedef struct
{
  LscAscend *ascend;
  TaskInfo compute;
  TaskInfo schedule;
  LscIdMap comm_tasks;
  LscKernels later; /* classes that follow the compute kernels */
  LscKernels copies;
  gboolean wants_place; /* streams */
  gboolean wants_copies;
  gboolean wants_marks;
  guint32 copy_name;
  gint64 first_device;
  gboolean has_devices; /* several */
} Join;

static void
clear_info (TaskInfo *info)
{
  lsc_int64s_clear (&info->ids);
  lsc_indexes_clear (&info->names);
  lsc_id_map_clear (&info->map);
  g_clear_pointer (&info->seen, g_free);
}

static void
clear_join (Join *join)
{
  clear_info (&join->compute);
  clear_info (&join->schedule);
  lsc_id_map_clear (&join->comm_tasks);
  lsc_kernels_clear (&join->later);
  lsc_kernels_clear (&join->copies);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Join, clear_join)

enum
{
  INFO_ID,
  INFO_NAME,
  INFO_DETAILS,
};

/* From INFO_DETAILS on, as LSC_INFO_DETAIL_COLUMNS. */
enum
{
  DETAIL_OP_TYPE,
  DETAIL_TASK_TYPE,
  DETAIL_INPUT_SHAPES,
  DETAIL_INPUT_TYPES,
  DETAIL_OUTPUT_SHAPES,
  DETAIL_CORES,
  DETAIL_OUTPUT_TYPES,
  DETAIL_INPUT_FORMATS,
  DETAIL_OUTPUT_FORMATS,
};

/**
 * _lsc_ascend_take_detail:
 * @cells: the columns of COMPUTE_TASK_INFO from opType on, in the order in which
 *   LSC_INFO_DETAIL_COLUMNS names them
 *
 * Adds a row to LscRun.kernel_details.
 */
void
_lsc_ascend_take_detail (LscAscend *self, LscCell **cells, gint64 id)
{
  LscKernelDetail *detail = lsc_kernel_details_add (&self->run->kernel_details);

  detail->global_task_id = id;
  detail->op_type = _lsc_ascend_value_text (self, cells[DETAIL_OP_TYPE]);
  detail->task_type = _lsc_ascend_value_text (self, cells[DETAIL_TASK_TYPE]);
  detail->input_shapes = _lsc_ascend_value_text (self, cells[DETAIL_INPUT_SHAPES]);
  detail->input_types = _lsc_ascend_value_text (self, cells[DETAIL_INPUT_TYPES]);
  detail->output_shapes = _lsc_ascend_value_text (self, cells[DETAIL_OUTPUT_SHAPES]);
  detail->output_types = _lsc_ascend_value_text (self, cells[DETAIL_OUTPUT_TYPES]);
  detail->input_formats = _lsc_ascend_value_text (self, cells[DETAIL_INPUT_FORMATS]);
  detail->output_formats = _lsc_ascend_value_text (self, cells[DETAIL_OUTPUT_FORMATS]);
  detail->core_count = lsc_value_uint32 (cells[DETAIL_CORES]);
  if (detail->core_count == G_MAXUINT32)
    detail->core_count = 0;
}

typedef struct
{
  LscAscend *ascend;
  TaskInfo *info;
  gboolean with_names;
  gboolean with_details;
  LscTally no_id;
} InfoReader;

static void
take_info (LscScan *scan, LscCell **cells, gpointer user_data)
{
  InfoReader *reader = user_data;
  TaskInfo *info = reader->info;
  gint64 id;

  if (G_UNLIKELY (!lsc_value_int64 (cells[INFO_ID], &id)))
    {
      lsc_tally_add (&reader->no_id, scan);
      return;
    }
  lsc_int64s_append (&info->ids, id);
  if (reader->with_names)
    lsc_indexes_append (&info->names,
                        _lsc_ascend_value_name (reader->ascend, scan, cells[INFO_NAME]));
  if (reader->with_details)
    _lsc_ascend_take_detail (reader->ascend, cells + INFO_DETAILS, id);
}

static gboolean
load_info (LscAscend *self, const char *table, const char *const *columns, TaskInfo *info,
           GError **error)
{
  guint n_columns = g_strv_length ((char **) columns);
  InfoReader reader = { .ascend = self,
                        .info = info,
                        .with_names = n_columns > INFO_NAME,
                        .with_details = n_columns > INFO_DETAILS };
  const LscAscendTable about = { table, columns, MIN (n_columns, 2), take_info };
  gint64 n_rows;
  gboolean ok;

  if (!lsc_db_has_table (self->db, table))
    return TRUE;
  n_rows = lsc_db_guess_rows (self->db, table);
  lsc_int64s_reserve (&info->ids, (gsize) n_rows);
  if (reader.with_names)
    lsc_indexes_reserve (&info->names, (gsize) n_rows);
  ok = _lsc_ascend_read (self, &about, &reader, error);
  lsc_tally_report_loss (&reader.no_id, self->run, "bad-id", table,
                         _ ("Rows without a globalTaskId"),
                         _ ("They belong to no task and were skipped."));
  lsc_id_map_build (&info->map, info->ids.items, info->ids.n, sizeof *info->ids.items);
  info->seen = g_new0 (guint8, info->ids.n + 1);
  return ok;
}

static const char *const *
info_columns (const LscAscend *self)
{
  static const char *const named[] = { "globalTaskId", "name", NULL };
  static const char *const nameless[] = { "globalTaskId", NULL };

  return self->flags & (LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_NAMES) ? named : nameless;
}

static gboolean
load_compute (LscAscend *self, TaskInfo *info, GError **error)
{
  gboolean with_details = (self->flags & LSC_LOAD_SHAPES) != 0;
  const char *const all[] = { "globalTaskId", "name", LSC_INFO_DETAIL_COLUMNS (self->db), NULL };

  return load_info (self, "COMPUTE_TASK_INFO", with_details ? all : info_columns (self), info,
                    error);
}

static gboolean
load_schedule (LscAscend *self, TaskInfo *info, GError **error)
{
  return load_info (self, "COMMUNICATION_SCHEDULE_TASK_INFO", info_columns (self), info, error);
}

static inline void
note_device (Join *join, gint64 device)
{
  if (G_LIKELY (device == join->first_device || device < 0))
    return;
  if (join->first_device >= 0)
    join->has_devices = TRUE;
  else
    join->first_device = device;
}

/* Fills in what the row says of place and time; %FALSE drops it as a kernel. */
static gboolean
fill_kernel (Join *join, LscScan *scan, LscCell **cells, gint64 device, LscKernel *kernel)
{
  if (!_lsc_ascend_keep_times (join->ascend, scan, cells + TASK_START, &kernel->start_ns,
                               &kernel->end_ns, TRUE))
    return FALSE;
  kernel->connection_id = lsc_value_connection (cells[TASK_CONNECTION]);
  kernel->device = device >= 0 && device < G_MAXUINT16 ? (guint16) device : G_MAXUINT16;
  kernel->stream = join->wants_place ? lsc_value_uint32 (cells[TASK_STREAM]) : LSC_ID_NONE;
  kernel->reserved = 0;
  return TRUE;
}

static void
add_kernels (LscKernels *kernels, TaskInfo *info, guint32 item, LscKernel kernel,
             LscKernelClass kernel_class, gboolean with_details)
{
  kernel.kernel_class = (guint8) kernel_class;
  for (; item != LSC_ID_MAP_NONE; item = lsc_id_map_next (&info->map, item))
    {
      info->n_repeated += info->seen[item];
      info->seen[item] = 1;
      kernel.name = info->names.n > 0 ? info->names.items[item] : LSC_STRING_NONE;
      kernel.detail = with_details ? item : LSC_ID_NONE;
      lsc_kernels_append (kernels, kernel);
    }
}

static void
take_comm_tasks (LscAscend *self, Join *join, LscCell **cells, guint32 item)
{
  gint64 start_ns, end_ns;

  if (!lsc_value_int64 (cells[TASK_START], &start_ns) ||
      !lsc_value_int64 (cells[TASK_END], &end_ns) || start_ns < 0 || end_ns < start_ns ||
      end_ns - start_ns > LSC_MOST_DURATION_NS)
    return;
  for (; item != LSC_ID_MAP_NONE; item = lsc_id_map_next (&join->comm_tasks, item))
    {
      LscCommTask *task = &self->run->comm_tasks.items[item];

      task->start_ns = start_ns;
      task->end_ns = end_ns;
    }
}

static void
take_mark_task (LscAscend *self, Join *join, LscScan *scan, LscCell **cells, gint64 device)
{
  gint64 connection_id = lsc_value_connection (cells[TASK_CONNECTION]);
  LscMarkTask task = { 0 };

  if (connection_id < 0 ||
      lsc_id_map_find (&self->mark_connections, connection_id) == LSC_ID_MAP_NONE ||
      !_lsc_ascend_keep_times (join->ascend, scan, cells + TASK_START, &task.start_ns, &task.end_ns,
                               TRUE))
    return;
  task.connection_id = connection_id;
  task.row_id = lsc_value_int64_or (cells[TASK_ROWID], lsc_scan_get_n_rows (scan));
  task.stream = lsc_value_uint32 (cells[TASK_STREAM]);
  task.device = device >= 0 && device < G_MAXUINT32 ? (guint32) device : LSC_ID_NONE;
  lsc_mark_tasks_append (&self->run->mark_tasks, task);
}

static void
take_task (LscScan *scan, LscCell **cells, gpointer user_data)
{
  Join *join = user_data;
  LscAscend *self = join->ascend;
  gint64 id = -1, device = lsc_value_int64_or (cells[TASK_DEVICE], -1);
  gboolean has_id = lsc_value_int64 (cells[TASK_ID], &id);
  guint32 compute = has_id ? lsc_id_map_find (&join->compute.map, id) : LSC_ID_MAP_NONE;
  guint32 schedule = has_id ? lsc_id_map_find (&join->schedule.map, id) : LSC_ID_MAP_NONE;
  guint32 comm_task = has_id ? lsc_id_map_find (&join->comm_tasks, id) : LSC_ID_MAP_NONE;
  gboolean with_details = self->run->kernel_details.n > 0;
  LscKernel kernel = { 0 };

  note_device (join, device);
  if (comm_task != LSC_ID_MAP_NONE)
    take_comm_tasks (self, join, cells, comm_task);
  if (join->wants_marks)
    take_mark_task (self, join, scan, cells, device);
  if (compute != LSC_ID_MAP_NONE || schedule != LSC_ID_MAP_NONE)
    {
      if (!fill_kernel (join, scan, cells, device, &kernel))
        return;
      add_kernels (&self->run->kernels, &join->compute, compute, kernel, LSC_KERNEL_COMPUTE,
                   with_details);
      add_kernels (&join->later, &join->schedule, schedule, kernel, LSC_KERNEL_SCHEDULE, FALSE);
    }
  else if (join->wants_copies &&
           _lsc_ascend_value_text (self, cells[TASK_TYPE]) == join->copy_name &&
           fill_kernel (join, scan, cells, device, &kernel))
    {
      kernel.kernel_class = LSC_KERNEL_COPY;
      kernel.name = join->copy_name;
      kernel.detail = LSC_ID_NONE;
      lsc_kernels_append (&join->copies, kernel);
    }
}

static gboolean
load_tasks (LscAscend *self, Join *join, GError **error)
{
  const char *const columns[] = { "startNs",
                                  "endNs",
                                  "globalTaskId",
                                  "connectionId",
                                  "deviceId",
                                  join->wants_place ? "streamId" : NULL,
                                  "rowid",
                                  join->wants_copies ? "taskType" : NULL,
                                  NULL };
  const LscAscendTable table = { "TASK", columns, TASK_DEVICE, take_task };

  return _lsc_ascend_read (self, &table, join, error);
}

/** Reports rows of @table that TASK lacks, and those that it has again and again. */
void
_lsc_ascend_report_kernels (LscAscend *self, const char *table, gint64 n_lost, gint64 n_repeated)
{
  LscNotice *notice;

  if (n_lost > 0)
    {
      notice = lsc_notice_mark_loss (
          lsc_notice_new (LSC_SEVERITY_WARNING, "kernel-without-task",
                          _ ("Kernels without a row in TASK: %" PRId64 "."), n_lost));
      lsc_notice_set_help (notice, _ ("They have no times and were skipped."), NULL);
      lsc_run_take_notice (self->run, notice, table, n_lost);
    }
  if (n_repeated > 0)
    {
      notice = lsc_notice_new (LSC_SEVERITY_NOTE, "graph-replay",
                               _ ("Tasks that ran again under the id of an earlier one (graph "
                                  "replay): %" PRId64 "."),
                               n_repeated);
      lsc_notice_set_help (
          notice, _ ("All of them count as kernels of the op that launched the first."), NULL);
      lsc_run_take_notice (self->run, notice, "TASK", n_repeated);
    }
}

static void
report_info (LscAscend *self, const TaskInfo *info, const char *table)
{
  gint64 n_lost = 0;

  for (gsize i = 0; i < info->ids.n; i++)
    n_lost += !info->seen[i];
  _lsc_ascend_report_kernels (self, table, n_lost, info->n_repeated);
}

/** Leaves the kernels of a device, and those of none that is known. */
void
_lsc_ascend_drop_other_devices (LscKernels *kernels, gint64 device)
{
  gsize n = 0;

  for (gsize i = 0; i < kernels->n; i++)
    if (kernels->items[i].device == device || kernels->items[i].device == G_MAXUINT16)
      kernels->items[n++] = kernels->items[i];
  kernels->n = n;
}

static void
drop_other_marks (LscMarkTasks *tasks, gint64 device)
{
  gsize n = 0;

  for (gsize i = 0; i < tasks->n; i++)
    if (tasks->items[i].device == device || tasks->items[i].device == LSC_ID_NONE)
      tasks->items[n++] = tasks->items[i];
  tasks->n = n;
}

/**
 * _lsc_ascend_report_devices:
 * @is_named: whether it is known which device is the rank's
 *
 * Reports that TASK has several.
 */
void
_lsc_ascend_report_devices (LscAscend *self, gboolean is_named)
{
  LscNotice *notice =
      lsc_notice_new (LSC_SEVERITY_WARNING, "several-devices",
                      is_named ? _ ("Several devices in one database; shown is device "
                                    "%" PRId64 " of the rank.")
                               : _ ("Several devices in one database and none named as the "
                                    "rank's; all are shown together (first: %" PRId64 ")."),
                      self->run->device);

  lsc_run_take_notice (self->run, notice, "TASK", -1);
}

/* One process that drives several cards: what is not on the rank's own is left out. */
static void
choose_device (LscAscend *self, Join *join)
{
  LscRun *run = self->run;

  if (run->device < 0)
    run->device = join->first_device;
  if (!join->has_devices)
    return;
  _lsc_ascend_report_devices (self, self->map_device >= 0);
  if (self->map_device < 0)
    return;
  _lsc_ascend_drop_other_devices (&run->kernels, self->map_device);
  _lsc_ascend_drop_other_devices (&join->later, self->map_device);
  _lsc_ascend_drop_other_devices (&join->copies, self->map_device);
  drop_other_marks (&run->mark_tasks, self->map_device);
}

/* Who reads pairs of ranks wants those of messages; of collectives there are many. */
static void
keep_messages (LscRun *run)
{
  g_autoptr (GHashTable) messages = _lsc_ascend_list_messages (&run->comm_ops, run->strings);
  gsize n = 0;

  for (gsize i = 0; i < run->comm_tasks.n; i++)
    if (_lsc_ascend_is_of_message (&run->comm_tasks.items[i], messages))
      run->comm_tasks.items[n++] = run->comm_tasks.items[i];
  run->comm_tasks.n = n;
}

/** Fills LscRun.max_core_count. */
void
_lsc_ascend_find_core_count (LscRun *run)
{
  guint32 ai_core = lsc_intern_find (run->strings, "AI_CORE");

  for (gsize i = 0; i < run->kernel_details.n; i++)
    if (run->kernel_details.items[i].task_type == ai_core && ai_core != LSC_STRING_NONE)
      run->max_core_count =
          MAX (run->max_core_count, (gint64) run->kernel_details.items[i].core_count);
}

/** Moves kernels behind others. */
void
_lsc_ascend_append_kernels (LscKernels *kernels, LscKernels *more)
{
  if (more->n > 0)
    {
      lsc_kernels_reserve (kernels, kernels->n + more->n);
      memcpy (&kernels->items[kernels->n], more->items, more->n * sizeof *more->items);
      kernels->n += more->n;
    }
  lsc_kernels_clear (more);
}

static void
prepare (LscAscend *self, Join *join)
{
  gint64 n_tasks = lsc_db_guess_rows (self->db, "TASK");

  join->first_device = -1;
  join->copy_name = lsc_intern_find (self->run->strings, "MEMCPY_ASYNC");
  join->wants_copies = (self->flags & LSC_LOAD_COPIES) && join->copy_name != LSC_STRING_NONE;
  join->wants_marks = (self->flags & LSC_LOAD_MARK_TASKS) && self->run->marks.n > 0;
  join->wants_place = (self->flags & (LSC_LOAD_COPIES | LSC_LOAD_MARK_TASKS)) != 0;
  lsc_kernels_reserve (&self->run->kernels, MIN (join->compute.ids.n, (gsize) n_tasks));
}

static gboolean
load_all (LscAscend *self, Join *join, GError **error)
{
  gboolean wants_kernels = (self->flags & (LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES)) != 0;
  LscKernels comm = { 0 };
  gboolean ok;

  if (wants_kernels && (!load_compute (self, &join->compute, error) ||
                        !load_schedule (self, &join->schedule, error)))
    return FALSE;
  if ((self->flags & (LSC_LOAD_COMM_TASKS | LSC_LOAD_COMM_PAIRS)) &&
      !_lsc_ascend_load_comm_tasks (self, &join->comm_tasks, error))
    return FALSE;
  prepare (self, join);
  if (!load_tasks (self, join, error))
    return FALSE;
  choose_device (self, join);
  report_info (self, &join->compute, "COMPUTE_TASK_INFO");
  report_info (self, &join->schedule, "COMMUNICATION_SCHEDULE_TASK_INFO");
  _lsc_ascend_find_core_count (self->run);
  if ((self->flags & LSC_LOAD_COUNTERS) &&
      !_lsc_ascend_load_counters (self, &join->compute.map, error))
    return FALSE;
  self->run->class_begin[LSC_KERNEL_COMMUNICATION] = self->run->kernels.n;
  ok = !wants_kernels || _lsc_ascend_load_comm_ops (self, &comm, error);
  if (wants_kernels && !(self->flags & LSC_LOAD_COMM_TASKS))
    keep_messages (self->run);
  _lsc_ascend_append_kernels (&self->run->kernels, &comm);
  return ok;
}

/**
 * _lsc_ascend_load_kernels:
 *
 * Fills LscRun.kernels and what hangs on TASK: details, mark tasks, times of communication tasks.
 *
 * Cost: one pass over each table; memory for the rows of COMPUTE_TASK_INFO while it runs.
 *
 * Source: modules.md#join, formats.md#bad-rows; formats.md#core-count.
 */
gboolean
_lsc_ascend_load_kernels (LscAscend *self, GError **error)
{
  g_auto (Join) join = { .ascend = self };
  LscRun *run = self->run;

  if (!load_all (self, &join, error))
    return FALSE;
  run->class_begin[LSC_KERNEL_SCHEDULE] = run->kernels.n;
  _lsc_ascend_append_kernels (&run->kernels, &join.later);
  run->class_begin[LSC_KERNEL_COPY] = run->kernels.n;
  _lsc_ascend_append_kernels (&run->kernels, &join.copies);
  run->class_begin[LSC_KERNEL_COPY + 1] = run->kernels.n;
  return TRUE;
}
