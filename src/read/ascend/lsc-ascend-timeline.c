/* lsc-ascend-timeline.c - the timeline of an Ascend database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-comm-groups.h"
#include "read/ascend/lsc-ascend-timeline-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "read/lsc-timeline-read.h"

/* Each table is read once, in file order, large ones in ranges of their rows side by side. What
 * explains tasks (names of kernels, parts of collectives, marks) comes first, then everything else;
 * lanes are built from what was gathered, and links from what the lanes became. However many
 * threads there are, ranges are joined in file order: the result is the same. */

/* Columns whose absence a run tells, in its order. */
static const char *const mark_columns[] = { "startNs", "endNs",     "eventType",
                                            "message", "globalTid", NULL };
static const char *const kernel_columns[] = { "globalTaskId", "name", NULL };
static const char *const part_columns[] = { "opId", "taskType", "srcRank", "dstRank", NULL };
static const char *const task_columns[] = { "startNs", "endNs", "globalTaskId", "connectionId",
                                            NULL };
static const char *const comm_columns[] = { "startNs", "endNs",        "opName",
                                            "opType",  "connectionId", NULL };
static const char *const op_columns[] = { "startNs",      "endNs", "globalTid",
                                          "connectionId", "name",  NULL };
static const char *const pair_columns[] = { "id", "connectionId", NULL };

/* Tables that TASK is joined to, in any order: what cannot be split is begun first. */
static const LscTableReader explaining[] = {
  { "MSTX_EVENTS", _lsc_piece_read_marks, LSC_TIMELINE_HOST, FALSE, NULL, mark_columns, TRUE },
  { "COMPUTE_TASK_INFO", _lsc_piece_read_compute, LSC_TIMELINE_DEVICE, TRUE, NULL, kernel_columns,
    TRUE },
  { "COMMUNICATION_TASK_INFO", _lsc_piece_read_comm_parts, LSC_TIMELINE_DEVICE, TRUE, NULL,
    part_columns, FALSE },
  { "COMMUNICATION_SCHEDULE_TASK_INFO", _lsc_piece_read_schedule, LSC_TIMELINE_DEVICE, FALSE, NULL,
    kernel_columns, TRUE },
  { "MEMCPY_INFO", _lsc_piece_read_copies, LSC_TIMELINE_DEVICE, FALSE, NULL, NULL, FALSE },
};

/* The longest first: they are begun in this order. */
static const LscTableReader telling[] = {
  { "TASK", _lsc_piece_read_tasks, LSC_TIMELINE_DEVICE, TRUE, NULL, task_columns, FALSE },
  { "PYTORCH_API", _lsc_piece_read_ops, LSC_TIMELINE_HOST, TRUE, NULL, op_columns, TRUE },
  { "CANN_API", _lsc_piece_read_cann, LSC_TIMELINE_DEVICE, TRUE, NULL, NULL, FALSE },
  { "CONNECTION_IDS", _lsc_piece_read_pairs, LSC_TIMELINE_HOST, TRUE, NULL, pair_columns, TRUE },
  { "OSRT_API", _lsc_piece_read_osrt, LSC_TIMELINE_HOST, TRUE, NULL, NULL, FALSE },
  { "COMMUNICATION_OP", _lsc_piece_read_comm_ops, LSC_TIMELINE_COMM, FALSE, NULL, comm_columns,
    TRUE },
  { "GC_RECORD", _lsc_piece_read_gc, LSC_TIMELINE_HOST, FALSE, NULL, NULL, FALSE },
};

#define PARTS_PER_THREAD 2
#define OWN_NAME_BIT 0x80000000u

/* From so many rows on a table is worth several threads. */
static gint64 split_rows = 200000;

/* ---- pieces ---- */

static LscPiece *
piece_new (LscAscendTimeline *whole, const LscTableReader *reader, gboolean is_first)
{
  LscPiece *self = g_new0 (LscPiece, 1);
  const LscAscend *first = &whole->first;

  self->whole = whole;
  self->reader = reader;
  self->is_first = is_first;
  self->ascend.flags = first->flags;
  self->ascend.job = first->job;
  self->ascend.map_device = first->map_device;
  self->ascend.strings = first->strings; /* whose arrays stay those of @first */
  self->ascend.strings.own_name_bit = OWN_NAME_BIT;
  memset (&self->ascend.strings.unknown, 0, sizeof self->ascend.strings.unknown);
  memset (&self->ascend.strings.missing, 0, sizeof self->ascend.strings.missing);
  self->ascend.run = lsc_run_new (first->run->source);
  self->ascend.run->rank = first->run->rank;
  self->told = lsc_run_new (first->run->source);
  self->told->rank = first->run->rank;
  self->strips = lsc_counter_strips_new ();
  self->first_row = G_MININT64;
  self->last_row = G_MAXINT64;
  self->first_device = -1;
  self->runtime_at = G_MAXSIZE;
  self->extended_begin_ns = G_MAXINT64;
  self->extended_end_ns = G_MININT64;
  return self;
}

static void
piece_free (LscPiece *self)
{
  _lsc_raw_lanes_clear (&self->lanes);
  lsc_task_names_clear (&self->names);
  lsc_comm_parts_clear (&self->parts);
  lsc_transfers_clear (&self->transfers);
  lsc_comm_waits_clear (&self->waits);
  lsc_comm_facts_clear (&self->op_facts);
  lsc_comm_sizes_clear (&self->sizes);
  lsc_kernel_keys_clear (&self->kernel_keys);
  lsc_copies_clear (&self->copy_rows);
  lsc_copies_clear (&self->copies);
  lsc_id_pairs_clear (&self->pairs);
  g_ptr_array_unref (self->strips);
  lsc_run_unref (self->ascend.run);
  lsc_run_unref (self->told);
  lsc_odd_kernels_clear (&self->odd_kernels);
  for (guint i = 0; i < G_N_ELEMENTS (self->kernels); i++)
    lsc_kernels_clear (&self->kernels[i]);
  g_clear_pointer (&self->ascend.threads.all, g_hash_table_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static LscDb *
take_connection (LscAscendTimeline *self, GError **error)
{
  LscDb *db = g_async_queue_try_pop (self->idle);

  return db ? db : lsc_db_borrow (self->first.run->source->file, self->first.job, error);
}

static void
read_piece (gsize index, gpointer user_data)
{
  LscPiece *self = g_ptr_array_index ((GPtrArray *) user_data, index);

  if (!lsc_job_check (self->ascend.job, &self->error))
    return;
  self->ascend.db = take_connection (self->whole, &self->error);
  if (!self->ascend.db)
    return;
  self->reader->read (self, &self->error);
  g_async_queue_push (self->whole->idle, g_steal_pointer (&self->ascend.db));
}

static gboolean
get_row_ids (LscDb *db, const char *table, gint64 *first, gint64 *last)
{
  const char *rowid = lsc_db_get_rowid_name (db, table);
  g_autofree char *first_sql = g_strdup_printf ("SELECT min(%s) FROM main.\"%s\"", rowid, table);
  g_autofree char *last_sql = g_strdup_printf ("SELECT max(%s) FROM main.\"%s\"", rowid, table);

  return rowid && lsc_db_query_int64 (db, first_sql, first) &&
         lsc_db_query_int64 (db, last_sql, last) && *first >= 0 && *first <= *last;
}

/**
 * _lsc_ascend_timeline_set_split_rows:
 * @n_rows: of tables that are read in ranges
 *
 * For tests, whose recordings are small. Thread: before any reads.
 */
void
_lsc_ascend_timeline_set_split_rows (gint64 n_rows)
{
  split_rows = n_rows;
}

/* Ranges without an end at either side, so that none depends on what the file says of itself. */
static void
add_parts (LscAscendTimeline *self, const LscTableReader *reader, GPtrArray *pieces)
{
  gint64 first = 0, last = 0;
  guint n = 1;

  if (!(reader->parts & self->timeline->parts) || !lsc_db_has_table (self->first.db, reader->table))
    return;
  if (self->n_threads > 1 && reader->may_split &&
      lsc_db_guess_rows (self->first.db, reader->table) >= split_rows &&
      get_row_ids (self->first.db, reader->table, &first, &last))
    n = self->n_threads * PARTS_PER_THREAD;
  for (guint i = 0; i < n; i++)
    {
      LscPiece *piece = piece_new (self, reader, i == 0);
      gint64 begin = first + (last - first) / n * i, end = first + (last - first) / n * (i + 1);

      if (i > 0)
        piece->first_row = begin;
      if (i < n - 1)
        piece->last_row = end - 1;
      g_ptr_array_add (pieces, piece);
    }
}

/* ---- joining ---- */

/* Names that a piece had to make up get ids of the common pool. */
static void
adopt_names (LscPiece *self)
{
  if (lsc_intern_size (self->ascend.run->strings) == 0)
    return;
  for (gsize i = 0; i < self->names.n; i++)
    {
      LscTaskName *row = &self->names.items[i];

      row->name = _lsc_piece_adopt_name (self, row->name);
      row->type = _lsc_piece_adopt_name (self, row->type);
      row->shapes = _lsc_piece_adopt_name (self, row->shapes);
    }
  for (gsize k = 0; k < self->lanes.n; k++)
    for (gsize i = 0; i < self->lanes.items[k]->raw.n; i++)
      {
        LscRawSlice *slice = &self->lanes.items[k]->raw.items[i];

        slice->name = _lsc_piece_adopt_name (self, slice->name);
      }
}

static void
join_devices (LscAscendTimeline *self, const LscPiece *piece)
{
  if (piece->has_devices || (piece->first_device >= 0 && self->first_device >= 0 &&
                             piece->first_device != self->first_device))
    self->has_devices = TRUE;
  if (self->first_device < 0)
    self->first_device = piece->first_device;
}

static void
join_extent (LscAscendTimeline *self, const LscPiece *piece)
{
  LscTimeline *timeline = self->timeline;

  if (piece->extended_begin_ns > piece->extended_end_ns)
    return;
  if (!timeline->has_extended || piece->extended_begin_ns < timeline->extended_begin_ns)
    timeline->extended_begin_ns = piece->extended_begin_ns;
  if (!timeline->has_extended || piece->extended_end_ns > timeline->extended_end_ns)
    timeline->extended_end_ns = piece->extended_end_ns;
  timeline->has_extended = TRUE;
}

static LscTaskNames *
names_of (LscAscendTimeline *self, const LscTableReader *reader)
{
  if (reader->read == _lsc_piece_read_compute)
    return &self->compute.rows;
  return reader->read == _lsc_piece_read_schedule ? &self->schedule.rows : &self->marks.rows;
}

/* Pieces of a table come in file order. */
static void
join_calls (LscAscendTimeline *self, const LscPiece *piece)
{
  if (piece->runtime_at < piece->n_calls && self->n_calls + piece->runtime_at < LSC_LEVEL_ROWS)
    self->has_runtime = TRUE;
  self->n_calls += piece->n_calls;
}

static void
join_piece (LscAscendTimeline *self, LscPiece *piece)
{
  adopt_names (piece);
  _lsc_ascend_timeline_join_rows (self, piece);
  _lsc_ascend_timeline_join_facts (self, piece);
  LSC_TAKE_ARRAY (lsc_task_names, names_of (self, piece->reader), &piece->names);
  LSC_TAKE_ARRAY (lsc_comm_parts, &self->comm_parts, &piece->parts);
  LSC_TAKE_ARRAY (lsc_id_pairs, &self->pairs, &piece->pairs);
  lsc_transfers_take (&self->timeline->transfers, &piece->transfers);
  LSC_TAKE_ARRAY (lsc_comm_waits, &self->timeline->comm_waits, &piece->waits);
  LSC_TAKE_ARRAY (lsc_comm_facts, &self->op_facts, &piece->op_facts);
  LSC_TAKE_ARRAY (lsc_comm_sizes, &self->comm_sizes, &piece->sizes);
  LSC_TAKE_ARRAY (lsc_kernel_keys, &self->timeline->kernel_keys, &piece->kernel_keys);
  LSC_TAKE_ARRAY (lsc_copies, &self->copy_rows, &piece->copy_rows);
  LSC_TAKE_ARRAY (lsc_copies, &self->timeline->copies, &piece->copies);
  _lsc_raw_lanes_take (&self->lanes, &piece->lanes);
  lsc_counter_strips_take (self->strips, piece->strips);
  join_devices (self, piece);
  join_extent (self, piece);
  join_calls (self, piece);
  lsc_notices_add_all (self->timeline->notices, piece->ascend.run->notices);
  if (piece->n_wide_ids > 0)
    {
      LscNotice *notice =
          lsc_notice_new (LSC_SEVERITY_WARNING, "bad-id",
                          _ ("Connection ids beyond 32 bits: %" PRId64 "."), piece->n_wide_ids);

      lsc_notice_set_help (notice, _ ("Nothing is linked through them."), NULL);
      lsc_timeline_take_notice (self->timeline, notice, piece->reader->table, piece->n_wide_ids);
    }
}

/* Pieces of a table come one after the other. Takes them all away if one of them is disordered. */
static void
drop_disordered (LscAscendTimeline *self, GPtrArray *pieces, GPtrArray *again)
{
  for (guint begin = 0, end; begin < pieces->len; begin = end)
    {
      const LscTableReader *reader = ((LscPiece *) pieces->pdata[begin])->reader;
      gboolean is_disordered = FALSE;

      for (end = begin; end < pieces->len && ((LscPiece *) pieces->pdata[end])->reader == reader;
           end++)
        is_disordered = is_disordered || ((LscPiece *) pieces->pdata[end])->is_disordered;
      if (!is_disordered)
        continue;
      g_ptr_array_remove_range (pieces, begin, end - begin);
      g_ptr_array_insert (pieces, (int) begin, piece_new (self, reader, TRUE));
      g_ptr_array_add (again, pieces->pdata[begin]);
      end = begin + 1;
    }
}

/* A table whose pages do not agree on which rows they have is read again as a whole, as it would be
 * by one thread. */
static void
read_pieces (LscAscendTimeline *self, GPtrArray *pieces)
{
  g_autoptr (GPtrArray) again = g_ptr_array_new ();

  lsc_job_run_parallel (self->n_threads, pieces->len, read_piece, pieces);
  drop_disordered (self, pieces, again);
  lsc_job_run_parallel (self->n_threads, again->len, read_piece, again);
}

static gboolean
read_tables (LscAscendTimeline *self, GPtrArray *pieces, GError **error)
{
  read_pieces (self, pieces);
  for (guint i = 0; i < pieces->len; i++)
    {
      LscPiece *piece = g_ptr_array_index (pieces, i);

      if (piece->error)
        {
          g_propagate_error (error, g_steal_pointer (&piece->error));
          return FALSE;
        }
      join_piece (self, piece);
    }
  return TRUE;
}

static void
index_info (LscTaskInfo *info)
{
  if (info->rows.n > 0)
    lsc_id_map_build (&info->map, &info->rows.items[0].id, info->rows.n, sizeof *info->rows.items);
  info->seen = g_new0 (guint8, info->rows.n + 1);
}

/* Kernels that both tables have are looked up once. */
static void
mark_schedule_kernels (LscAscendTimeline *self)
{
  for (gsize i = 0; i < self->schedule.rows.n; i++)
    {
      guint32 item = lsc_id_map_find (&self->compute.map, self->schedule.rows.items[i].id);

      for (; item != LSC_ID_MAP_NONE; item = lsc_id_map_next (&self->compute.map, item))
        {
          self->compute.rows.items[item].extra = LSC_SLICE_SCHEDULE;
          self->schedule.seen[i] = 1; /* missed as a kernel, if at all */
        }
    }
}

static gboolean
read_explaining (LscAscendTimeline *self, GError **error)
{
  g_autoptr (GPtrArray) pieces = g_ptr_array_new_with_free_func ((GDestroyNotify) piece_free);

  for (gsize i = 0; i < G_N_ELEMENTS (explaining); i++)
    add_parts (self, &explaining[i], pieces);
  if (!read_tables (self, pieces, error))
    return FALSE;
  index_info (&self->compute);
  index_info (&self->schedule);
  index_info (&self->marks);
  _lsc_ascend_index_marks (&self->first, &self->timeline->facts->marks);
  mark_schedule_kernels (self);
  if (self->comm_parts.n > 0)
    lsc_id_map_build (&self->comm_map, &self->comm_parts.items[0].id, self->comm_parts.n,
                      sizeof *self->comm_parts.items);
  if (self->copy_rows.n > 0)
    lsc_id_map_build (&self->copy_map, &self->copy_rows.items[0].detail, self->copy_rows.n,
                      sizeof *self->copy_rows.items);
  return _lsc_ascend_timeline_read_recorded (self, error);
}

static gboolean
read_telling (LscAscendTimeline *self, GError **error)
{
  g_autoptr (GPtrArray) pieces = g_ptr_array_new_with_free_func ((GDestroyNotify) piece_free);
  gsize n_counters;
  const LscTableReader *counters = _lsc_ascend_counter_tables (&n_counters);

  for (gsize i = 0; i < G_N_ELEMENTS (telling); i++)
    add_parts (self, &telling[i], pieces);
  for (gsize i = 0; i < n_counters; i++)
    add_parts (self, &counters[i], pieces);
  return read_tables (self, pieces, error);
}

/* ---- what to say of it ---- */

static void
take_notice (LscAscendTimeline *self, gboolean is_loss, const char *code, const char *table,
             gint64 count, char *what, const char *why)
{
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_WARNING, code, "%s", what);

  if (is_loss)
    lsc_notice_mark_loss (notice);
  lsc_notice_set_help (notice, why, NULL);
  lsc_timeline_take_notice (self->timeline, notice, table, count);
  g_free (what);
}

static void
report_lost (LscAscendTimeline *self, const LscTaskInfo *info, const char *table)
{
  gint64 n_lost = 0;

  for (gsize i = 0; i < info->rows.n; i++)
    n_lost += !info->seen[i];
  /* those of other devices were never looked for */
  if (n_lost > 0 && !self->has_devices)
    take_notice (self, TRUE, "kernel-without-task", table, n_lost,
                 g_strdup_printf (_ ("Kernels without a row in TASK: %" PRId64 "."), n_lost),
                 _ ("They have no times and were skipped."));
}

static void
report (LscAscendTimeline *self)
{
  LscTimeline *timeline = self->timeline;

  if (self->has_devices)
    take_notice (self, FALSE, "several-devices", "TASK", -1,
                 g_strdup_printf (self->device >= 0
                                      ? _ ("Several devices in one database; shown is device "
                                           "%" PRId64 " of the rank.")
                                      : _ ("Several devices in one database and none named as the "
                                           "rank's; all are shown together (first: %" PRId64 ")."),
                                  timeline->device),
                 NULL);
  if (self->lanes.n_refused > 0)
    take_notice (self, FALSE, "too-many-lanes", NULL, self->lanes.n_refused,
                 g_strdup_printf (_ ("Slices of more threads or streams than can be shown: "
                                     "%" PRId64 "."),
                                  self->lanes.n_refused),
                 _ ("They share a lane."));
  report_lost (self, &self->compute, "COMPUTE_TASK_INFO");
  report_lost (self, &self->schedule, "COMMUNICATION_SCHEDULE_TASK_INFO");
}

static void
say_what_is_missing (LscAscendTimeline *self)
{
  LscTimeline *timeline = self->timeline;
  LscDb *db = self->first.db;

  if (!timeline->has_extended && lsc_db_has_table (db, "TASK"))
    {
      /* No task widens the extent: the extended rule gives what the inner one gives. */
      timeline->has_extended = TRUE;
      timeline->extended_begin_ns = G_MAXINT64;
      timeline->extended_end_ns = G_MININT64;
    }
  else if (!timeline->has_extended)
    timeline->extended_reason =
        lsc_phrase_new_text (N_ ("not available because table TASK is not in the file"));
  if (!lsc_db_has_table (db, "CANN_API"))
    timeline->launch_reason = lsc_phrase_new_text (
        N_ ("not available because table CANN_API is not in the file; collect with "
            "ProfilerActivity.CPU and profiler_level Level0 or higher"));
  else if (!lsc_db_has_column (db, "CANN_API", "connectionId") ||
           !lsc_db_has_column (db, "TASK", "connectionId"))
    timeline->launch_reason =
        lsc_phrase_new_text (N_ ("not available because the file does not say which "
                                 "call launched which task"));
  if (self->strips->len == 0 && (timeline->parts & LSC_TIMELINE_COUNTERS))
    timeline->counter_reason =
        g_strdup (_ ("not available because the file has no table of a counter; collect with "
                     "profiler_level Level1 or higher, sys_io=True or l2_cache=True, and with "
                     "profile_memory=True for memory"));
}

/* ---- the whole ---- */

/* Tasks of other devices are left out when it is known which is the rank's and TASK has it. */
static void
choose_device (LscAscendTimeline *self)
{
  gint64 device = self->first.map_device, found;
  g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM main.\"TASK\" NOT INDEXED WHERE "
                                          "\"deviceId\" = %" PRId64 " LIMIT 1",
                                          device);

  self->device = -1;
  if (device >= 0 && lsc_db_has_column (self->first.db, "TASK", "deviceId") &&
      lsc_db_query_int64 (self->first.db, sql, &found))
    self->device = device;
}

static void
clear_info (LscTaskInfo *info)
{
  lsc_task_names_clear (&info->rows);
  lsc_id_map_clear (&info->map);
  g_clear_pointer (&info->seen, g_free);
}

static void
clear_whole (LscAscendTimeline *self)
{
  LscDb *db;

  while (self->idle && (db = g_async_queue_try_pop (self->idle)))
    if (db != self->first.db)
      lsc_db_return (db);
  g_clear_pointer (&self->idle, g_async_queue_unref);
  clear_info (&self->compute);
  clear_info (&self->schedule);
  clear_info (&self->marks);
  lsc_comm_ends_clear (&self->comm_ends);
  lsc_comm_parts_clear (&self->comm_parts);
  lsc_id_map_clear (&self->comm_map);
  lsc_copies_clear (&self->copy_rows);
  lsc_id_map_clear (&self->copy_map);
  lsc_comm_facts_clear (&self->op_facts);
  lsc_comm_sizes_clear (&self->comm_sizes);
  _lsc_raw_lanes_clear (&self->lanes);
  lsc_id_pairs_clear (&self->pairs);
  g_clear_pointer (&self->strips, g_ptr_array_unref);
  g_clear_pointer (&self->name_classes, g_free);
  g_clear_pointer (&self->recorded, g_hash_table_unref);
  g_clear_pointer (&self->timeline, lsc_timeline_unref);
  _lsc_ascend_timeline_clear_rows (self);
  _lsc_ascend_clear (&self->first);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscAscendTimeline, clear_whole)

static gboolean
open_file (LscAscendTimeline *self, LscSource *source, LscTimelineParts parts, gboolean with_rows,
           GError **error)
{
  LscAscend *first = &self->first;

  first->flags = LSC_LOAD_EVERYTHING;
  if (!with_rows)
    first->flags &= ~(guint) LSC_LOAD_SHAPES;
  first->db = lsc_db_borrow (source->file, first->job, error);
  if (!first->db)
    return FALSE;
  first->run = lsc_run_new (source);
  self->timeline = lsc_timeline_new (source);
  self->timeline->parts = parts;
  /* texts and notices of the header are those of the timeline */
  lsc_intern_unref (first->run->strings);
  first->run->strings = lsc_intern_ref (self->timeline->strings);
  lsc_notices_unref (first->run->notices);
  first->run->notices = lsc_notices_ref (self->timeline->notices);
  self->idle = g_async_queue_new ();
  g_async_queue_push (self->idle, first->db);
  self->strips = lsc_counter_strips_new ();
  self->first_device = -1;
  /* a copy is private to its connection */
  if (lsc_db_is_copy (first->db))
    self->n_threads = 1;
  return _lsc_ascend_check_kind (first, error);
}

static gboolean
load_header (LscAscendTimeline *self, GError **error)
{
  LscTimeline *timeline = self->timeline;
  LscRun *run = self->first.run;
  gsize n_told;

  if (!_lsc_ascend_load_header (&self->first, error))
    return FALSE;
  timeline->rank = run->rank;
  _lsc_ascend_timeline_open_facts (self);
  n_told = lsc_notices_get_count (timeline->notices);
  timeline->level = _lsc_ascend_guess_level (&self->first, &self->calls_tell_level);
  _lsc_ascend_timeline_tell_run (self, n_told, LSC_TELL_LEVEL);
  timeline->host_name = g_steal_pointer (&run->host_name);
  timeline->host_uid = g_steal_pointer (&run->host_uid);
  timeline->chip_name = g_strdup (run->chip_name);
  lsc_metadata_unref (timeline->metadata);
  timeline->metadata = lsc_metadata_ref (run->metadata);
  timeline->steps = run->steps;
  run->steps = (LscSteps){ 0 };
  if (timeline->steps.n == 0) /* operators tell of steps, or all events are one */
    timeline->parts |= LSC_TIMELINE_EVENTS;
  return TRUE;
}

static gboolean
load_texts (LscAscendTimeline *self, GError **error)
{
  LscTimeline *timeline = self->timeline;
  gsize n_told = lsc_notices_get_count (timeline->notices);

  _lsc_ascend_report_missing_tables (&self->first);
  _lsc_ascend_timeline_tell_run (self, n_told, LSC_TELL_MISSING);
  n_told = lsc_notices_get_count (timeline->notices);
  if (!_lsc_ascend_load_strings (&self->first, error))
    return FALSE;
  _lsc_ascend_timeline_tell_run (self, n_told, LSC_TELL_STRINGS);
  if (!_lsc_ascend_timeline_read_step_tasks (self, error))
    return FALSE;
  lsc_intern_add (timeline->strings, "GC");
  self->exchange_group =
      lsc_intern_add_take (timeline->strings, lsc_comm_group_find_experts (timeline->metadata));
  _lsc_ascend_timeline_classify_names (self);
  choose_device (self);
  if (self->first.flags & LSC_LOAD_SHAPES)
    _lsc_ascend_timeline_open_rows (self);
  self->has_compute_table = lsc_db_has_table (self->first.db, "COMPUTE_TASK_INFO");
  return TRUE;
}

static void
finish (LscAscendTimeline *self)
{
  LscTimeline *timeline = self->timeline;
  LscLinkList links = { 0 };

  clear_info (&self->compute);
  clear_info (&self->schedule);
  _lsc_ascend_timeline_keep_ends (self);
  lsc_comm_parts_clear (&self->comm_parts);
  lsc_id_map_clear (&self->comm_map);
  _lsc_ascend_timeline_end_comm (self);
  _lsc_ascend_timeline_read_reported (self);
  _lsc_ascend_timeline_build_lanes (self);
  _lsc_ascend_timeline_build_tree (self);
  _lsc_ascend_timeline_add_counters (self);
  say_what_is_missing (self);
  _lsc_ascend_timeline_name_peers (self);
  _lsc_ascend_timeline_link (self, &links);
  lsc_kernel_keys_seal (&timeline->kernel_keys);
  lsc_copies_seal (&timeline->copies);
  lsc_timeline_seal (timeline, &links);
  lsc_link_list_clear (&links);
  _lsc_ascend_timeline_init_details (self);
}

/* Calls were read for the lanes; of a table that has no lanes it is asked. */
static void
find_level (LscAscendTimeline *self)
{
  if (!self->calls_tell_level)
    return;
  if (!(self->timeline->parts & LSC_TIMELINE_EVENTS))
    self->timeline->level = -1;
  else if (self->n_calls > 0 ? self->has_runtime : _lsc_ascend_has_runtime (&self->first))
    self->timeline->level = 2;
}

/* All connections are idle when all has been read. */
static void
report_connections (LscAscendTimeline *self)
{
  for (int n = g_async_queue_length (self->idle); n > 0; n--)
    {
      LscDb *db = g_async_queue_pop (self->idle);

      _lsc_ascend_report_answers (&self->first, db);
      g_async_queue_push (self->idle, db);
    }
}

/**
 * lsc_ascend_timeline_load:
 * @parts: what is needed of it; a table that none of them needs is not read
 * @n_threads: 0 = one for each processor
 * @rows: (nullable) (out): with #LSC_TIMELINE_EVENTS: what of the same rows a run with
 *   %LSC_LOAD_FOR_OPERATORS has, to be completed by lsc_run_complete_rows()
 *
 * Loads events of one rank's database. Cost: one pass over each table that is read.
 *
 * Errors: as lsc_ascend_db_load().
 *
 * Source: lanes.md#tree, #counters, #links; formats.md#tables.
 *
 * Returns: (transfer full) (nullable): the timeline, sealed
 */
LscTimeline *
lsc_ascend_timeline_load (LscSource *source, LscTimelineParts parts, guint n_threads, LscRun **rows,
                          LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);
  g_return_val_if_fail (!rows || (parts & LSC_TIMELINE_EVENTS) == LSC_TIMELINE_EVENTS, NULL);

  g_auto (LscAscendTimeline)
      self = { .first = { .job = job },
               .n_threads = n_threads ? n_threads : g_get_num_processors () };
  gsize n_told;

  if (!open_file (&self, source, parts, rows != NULL, error) || !load_header (&self, error) ||
      !load_texts (&self, error) || !read_explaining (&self, error) || !read_telling (&self, error))
    return NULL;
  self.timeline->device =
      self.device >= 0 ? self.device
                       : (self.first_device >= 0 ? self.first_device : self.first.run->device);
  find_level (&self);
  report (&self);
  _lsc_ascend_timeline_find_facts (&self);
  if (rows && !_lsc_ascend_timeline_end_rows (&self, error))
    return NULL;
  finish (&self);
  n_told = lsc_notices_get_count (self.timeline->notices);
  report_connections (&self);
  _lsc_ascend_report_change (&self.first);
  _lsc_ascend_timeline_seal_facts (&self, n_told);
  if (!lsc_job_check (job, error))
    return NULL;
  if (rows)
    *rows = _lsc_ascend_timeline_take_rows (&self);
  return g_steal_pointer (&self.timeline);
}
