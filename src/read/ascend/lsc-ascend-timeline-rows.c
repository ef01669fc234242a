/* lsc-ascend-timeline-rows.c - a run of the operators, from the rows that the lanes are made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include "read/lsc-timeline-read.h"

/* Who groups operators needs the lanes, which say where and when, and the rows of ops, links and
 * kernels, which say what. Both are of the same tables, and stepping over these is most of what
 * reading costs. So each row is kept for the run as it passes by; the run equals the one that is
 * read of the file for itself. Notices are the timeline's. */

/* Columns of TASK that a kernel is made of, as _lsc_piece_read_tasks() names them. */
enum
{
  TASK_START,
  TASK_END,
  TASK_ID,
  TASK_CONNECTION,
  TASK_DEVICE,
  TASK_STREAM,
};

/** Begins, when the texts of the file are there. */
void
_lsc_ascend_timeline_open_rows (LscAscendTimeline *self)
{
  LscAscend *rows = &self->rows;

  *rows = (LscAscend){ .db = self->first.db,
                       .flags = LSC_LOAD_FOR_OPERATORS,
                       .job = self->first.job,
                       .strings = self->first.strings, /* whose arrays stay those of @first */
                       .map_device = self->first.map_device };
  rows->run = lsc_run_new (self->first.run->source);
  rows->run->loaded = rows->flags;
  rows->run->rank = self->timeline->rank;
  rows->run->max_freq_mhz = self->first.run->max_freq_mhz;
  lsc_intern_unref (rows->run->strings);
  rows->run->strings = lsc_intern_ref (self->timeline->strings);
  self->copy_name = lsc_intern_find (self->timeline->strings, "MEMCPY_ASYNC");
}

/* ---- rows of a piece ---- */

/* Of the file, for a row that room is made for: it may say that it has any number of them. */
#define LEAST_ROW_BYTES 24

/* Room for what a piece may keep of its rows. The first one gets room for those of all, behind
 * which the others are put: what is not filled is never touched. */
static gsize
count_room (const LscPiece *self)
{
  gint64 n_rows = lsc_db_guess_rows (self->ascend.db, self->reader->table);
  gint64 most = lsc_db_get_size_bytes (self->ascend.db) / LEAST_ROW_BYTES;
  gint64 first = MAX (self->first_row, 0), last = MIN (self->last_row, n_rows);

  return (gsize) CLAMP (self->is_first ? n_rows : last - first + 1, 0, MAX (most, 0));
}

/** Makes room for what will be kept of PYTORCH_API, if anything was asked for. */
void
_lsc_piece_reserve_ops (LscPiece *self)
{
  if (lsc_piece_keeps_rows (self))
    lsc_ops_reserve (&self->told->ops, count_room (self));
}

/** As _lsc_piece_reserve_ops() of CONNECTION_IDS. */
void
_lsc_piece_reserve_links (LscPiece *self)
{
  if (lsc_piece_keeps_rows (self))
    lsc_connections_reserve (&self->told->connections, count_room (self));
}

/** As _lsc_piece_reserve_ops() of TASK. */
void
_lsc_piece_reserve_kernels (LscPiece *self)
{
  if (lsc_piece_keeps_rows (self))
    lsc_kernels_reserve (&self->kernels[LSC_KERNEL_COMPUTE],
                         MIN (count_room (self), self->whole->compute.rows.n));
}

/** As _lsc_piece_reserve_ops() of COMPUTE_TASK_INFO. */
void
_lsc_piece_reserve_details (LscPiece *self)
{
  lsc_kernel_details_reserve (&self->told->kernel_details, count_room (self));
}

/**
 * _lsc_piece_keep_op:
 * @cells: as _lsc_ascend_fill_op() takes them
 * @op: with times and name
 */
void
_lsc_piece_keep_op (LscPiece *self, LscCell **cells, LscOp op)
{
  if (_lsc_ascend_fill_op (&self->ascend, cells, &op))
    lsc_ops_append (&self->told->ops, op);
}

/* What is odd is counted by who makes slices of the rows. */
static gboolean
fill_kernel (LscPiece *self, LscScan *scan, LscCell **cells, LscKernel *kernel)
{
  gint64 device = lsc_value_int64_or (cells[TASK_DEVICE], -1);

  if (G_UNLIKELY (
          !lsc_cells_have_usual_times (cells + TASK_START, &kernel->start_ns, &kernel->end_ns)))
    {
      LscTimeTallies before = self->ascend.times;
      gboolean ok = _lsc_ascend_keep_times (&self->ascend, scan, cells + TASK_START,
                                            &kernel->start_ns, &kernel->end_ns, TRUE);

      self->ascend.times = before;
      if (!ok)
        return FALSE;
    }
  kernel->connection_id = lsc_value_connection (cells[TASK_CONNECTION]);
  kernel->device = device >= 0 && device < G_MAXUINT16 ? (guint16) device : G_MAXUINT16;
  kernel->stream = lsc_value_uint32 (cells[TASK_STREAM]);
  return TRUE;
}

static void
add_kernels (LscPiece *self, const LscTaskInfo *info, guint32 item, LscKernel kernel,
             LscKernelClass class, gboolean with_details)
{
  kernel.kernel_class = (guint8) class;
  for (; item != LSC_ID_MAP_NONE; item = lsc_id_map_next (&info->map, item))
    {
      kernel.name = info->rows.items[item].name;
      kernel.detail = with_details ? item : LSC_ID_NONE;
      lsc_kernels_append (&self->kernels[class], kernel);
    }
}

/**
 * _lsc_piece_keep_kernels:
 * @cells: of a row of TASK
 * @type: text of its type
 *
 * Of whatever device: which one is the rank's is not known yet.
 */
void
_lsc_piece_keep_kernels (LscPiece *self, LscScan *scan, LscCell **cells, guint32 type)
{
  const LscAscendTimeline *whole = self->whole;
  guint32 compute = LSC_ID_MAP_NONE, schedule = LSC_ID_MAP_NONE;
  LscKernel kernel = { .name = whole->copy_name, .detail = LSC_ID_NONE };
  gboolean is_copy;
  gint64 id;

  if (lsc_value_int64 (cells[TASK_ID], &id))
    {
      compute = lsc_id_map_find (&whole->compute.map, id);
      schedule = lsc_id_map_find (&whole->schedule.map, id);
    }
  is_copy = compute == LSC_ID_MAP_NONE && schedule == LSC_ID_MAP_NONE;
  if ((is_copy && (whole->copy_name == LSC_STRING_NONE || type != whole->copy_name)) ||
      !fill_kernel (self, scan, cells, &kernel))
    return;
  add_kernels (self, &whole->compute, compute, kernel, LSC_KERNEL_COMPUTE,
               whole->rows.run->kernel_details.n > 0);
  add_kernels (self, &whole->schedule, schedule, kernel, LSC_KERNEL_SCHEDULE, FALSE);
  kernel.kernel_class = LSC_KERNEL_COPY;
  if (is_copy)
    lsc_kernels_append (&self->kernels[LSC_KERNEL_COPY], kernel);
}

/* ---- all pieces ---- */

/* Threads are numbered as one pass over all rows would. */
static void
join_ops (LscAscendTimeline *self, LscPiece *piece)
{
  const LscInt64s *threads = &piece->ascend.run->threads;
  g_autofree guint32 *thread_of = g_new (guint32, threads->n + 1);
  LscOps *ops = &piece->told->ops;

  for (gsize i = 0; i < threads->n; i++)
    thread_of[i] = _lsc_ascend_add_thread (&self->rows, threads->items[i]);
  for (gsize i = 0; i < ops->n; i++)
    {
      ops->items[i].thread = thread_of[ops->items[i].thread];
      ops->items[i].name = _lsc_piece_adopt_name (piece, ops->items[i].name);
    }
  LSC_TAKE_ARRAY (lsc_ops, &self->rows.run->ops, ops);
}

/** Takes over what a piece kept, if anything was asked for. Pieces of a table come in file order;
 * to be called before the facts of the piece are. */
void
_lsc_ascend_timeline_join_rows (LscAscendTimeline *self, LscPiece *piece)
{
  LscRun *run = self->rows.run;

  if (!run)
    return;
  join_ops (self, piece);
  LSC_TAKE_ARRAY (lsc_connections, &run->connections, &piece->told->connections);
  LSC_TAKE_ARRAY (lsc_kernel_details, &run->kernel_details, &piece->told->kernel_details);
  for (guint i = 0; i < G_N_ELEMENTS (self->kernels); i++)
    LSC_TAKE_ARRAY (lsc_kernels, &self->kernels[i], &piece->kernels[i]);
}

/* Operators are facts that the timeline has, too. */
static void
copy_operators (LscAscendTimeline *self)
{
  const LscCommOps *ops = &self->timeline->facts->comm_ops;
  LscRun *run = self->rows.run;

  lsc_comm_ops_reserve (&run->comm_ops, ops->n);
  for (gsize i = 0; i < ops->n; i++)
    {
      lsc_comm_ops_append (&run->comm_ops, ops->items[i]);
      _lsc_ascend_add_comm_kernel (run, i, &self->kernels[LSC_KERNEL_COMMUNICATION]);
    }
}

/**
 * _lsc_ascend_timeline_end_rows:
 *
 * Puts kernels in order and reads their counters; while the tables of kernels are still there, and
 * the facts are complete.
 */
gboolean
_lsc_ascend_timeline_end_rows (LscAscendTimeline *self, GError **error)
{
  gint64 only_device = self->timeline->facts->only_device;
  LscRun *run = self->rows.run;

  for (guint i = 0; i < G_N_ELEMENTS (self->kernels) && only_device >= 0; i++)
    _lsc_ascend_drop_other_devices (&self->kernels[i], only_device);
  copy_operators (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->kernels); i++)
    {
      run->class_begin[i] = run->kernels.n;
      if (i == LSC_KERNEL_COMPUTE)
        LSC_TAKE_ARRAY (lsc_kernels, &run->kernels, &self->kernels[i]);
      else
        _lsc_ascend_append_kernels (&run->kernels, &self->kernels[i]);
    }
  run->class_begin[LSC_KERNEL_COPY + 1] = run->kernels.n;
  _lsc_ascend_find_core_count (run);
  return _lsc_ascend_load_counters (&self->rows, &self->compute.map, error);
}

/** Returns: (transfer full): the run, to be completed with what the timeline's facts have */
LscRun *
_lsc_ascend_timeline_take_rows (LscAscendTimeline *self)
{
  return g_steal_pointer (&self->rows.run);
}

/** Frees what belongs to the run alone. */
void
_lsc_ascend_timeline_clear_rows (LscAscendTimeline *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->kernels); i++)
    lsc_kernels_clear (&self->kernels[i]);
  g_clear_pointer (&self->rows.threads.all, g_hash_table_unref);
  g_clear_pointer (&self->rows.run, lsc_run_unref);
}
