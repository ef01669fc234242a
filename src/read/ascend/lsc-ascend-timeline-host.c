/* lsc-ascend-timeline-host.c - what the host did: ops, launches, marks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include <glib/gi18n-lib.h>

/* ---- PYTORCH_API ---- */

enum
{
  OP_START,
  OP_END,
  OP_TID,
  OP_CONNECTION,
  OP_NAME,
  OP_TYPE,
  OP_FWD_THREAD,
  OP_ROWID,
};

/* formats.md#pytorch-types. */
enum
{
  TYPE_UNKNOWN = 0, /* no such column, or nothing in it */
  TYPE_OP = 50001,
  TYPE_QUEUE,
  TYPE_TRACE,
  TYPE_MSTX,
};

typedef struct
{
  LscTally no_thread;
  LscTally bad_id;
  gboolean has_text_times;
} OpTallies;

static guint8
op_kind (gint64 type, guint name_class)
{
  if (type == TYPE_TRACE)
    return name_class & LSC_NAME_MODULE ? LSC_SLICE_MODULE : LSC_SLICE_PYTHON;
  if ((type == TYPE_QUEUE || type == TYPE_UNKNOWN) && name_class & LSC_NAME_ENQUEUE)
    return LSC_SLICE_ENQUEUE;
  if ((type == TYPE_QUEUE || type == TYPE_UNKNOWN) && name_class & LSC_NAME_DEQUEUE)
    return LSC_SLICE_DEQUEUE;
  if (type == TYPE_MSTX)
    return LSC_SLICE_MARK;
  if (name_class & LSC_NAME_STEP)
    return LSC_SLICE_STEP;
  return type == TYPE_QUEUE ? LSC_SLICE_OTHER : LSC_SLICE_OP;
}

static guint
op_flags (guint8 kind, gint64 fwd_thread)
{
  guint flags = 0;

  if (kind == LSC_SLICE_STEP)
    flags |= LSC_RAW_IS_MAIN;
  if (kind == LSC_SLICE_DEQUEUE)
    flags |= LSC_RAW_IS_DEQUEUE;
  if (fwd_thread != 0)
    flags |= LSC_RAW_IS_BACKWARD;
  return flags;
}

/* Stored as text by the exporter; nothing depends on that. */
static inline gboolean
get_op_times (LscPiece *self, OpTallies *tallies, LscScan *scan, LscCell **cells, gint64 *start_ns,
              gint64 *end_ns)
{
  if (!tallies->has_text_times)
    return lsc_piece_times (self, scan, cells, start_ns, end_ns, TRUE);
  if (G_LIKELY (lsc_value_usual_time (cells[OP_START], start_ns) &&
                lsc_value_usual_time (cells[OP_END], end_ns) && *end_ns >= *start_ns &&
                *end_ns - *start_ns <= LSC_MOST_DURATION_NS && *end_ns < LSC_MOST_TIME_NS))
    return TRUE;
  return _lsc_ascend_keep_times (&self->ascend, scan, cells + OP_START, start_ns, end_ns, TRUE);
}

static void
take_op (LscPiece *self, LscScan *scan, LscCell **cells, gpointer user_data)
{
  OpTallies *tallies = user_data;
  gint64 start_ns, end_ns, tid, local_id, type, row_id;
  LscRawSlice *slice;
  LscRawLane *lane;
  guint32 name;
  guint8 kind;

  if (G_UNLIKELY (lsc_scan_get_n_rows (scan) == 1))
    tallies->has_text_times = lsc_cell_get_type (cells[OP_START]) == SQLITE_TEXT;
  if (!get_op_times (self, tallies, scan, cells, &start_ns, &end_ns))
    return;
  tid = lsc_cell_get_int64 (cells[OP_TID]);
  if (G_UNLIKELY (tid == 0 && !lsc_value_int64 (cells[OP_TID], &tid)))
    lsc_tally_add (&tallies->no_thread, scan);
  name = lsc_piece_value_name (self, scan, cells[OP_NAME]);
  type = lsc_value_id (cells[OP_TYPE], TYPE_UNKNOWN);
  if (lsc_piece_keeps_rows (self))
    _lsc_piece_keep_op (self, cells,
                        (LscOp){ .start_ns = start_ns, .end_ns = end_ns, .name = name });
  row_id = lsc_value_id (cells[OP_ROWID], -1);
  kind = op_kind (type, lsc_ascend_timeline_name_class (self->whole, name));
  lane =
      lsc_raw_lanes_get (&self->lanes, type == TYPE_TRACE ? LSC_RAW_FRAMES : LSC_RAW_OPS, tid, 0);
  slice = lsc_raw_lane_add (lane, start_ns, end_ns, kind, name, row_id);
  local_id = lsc_value_id (cells[OP_CONNECTION], G_MININT64);
  if (local_id != G_MININT64)
    {
      if (G_UNLIKELY (local_id < 0 || local_id > G_MAXUINT32))
        lsc_tally_add (&tallies->bad_id, scan);
      slice->link = lsc_piece_link (self, local_id);
      lane->flags |= LSC_RAW_HAS_LINKS;
    }
  if (type == TYPE_TRACE)
    return;
  lane->flags |= op_flags (kind, lsc_cell_get_int64 (cells[OP_FWD_THREAD]));
  if (kind == LSC_SLICE_STEP)
    lsc_raw_lane_add (lsc_raw_lanes_get (&self->lanes, LSC_RAW_STEPS, 0, 0), start_ns, end_ns, kind,
                      name, row_id);
}

/**
 * _lsc_piece_read_ops:
 *
 * Reads rows of PYTORCH_API, all types: frames go to a lane of their own.
 *
 * Source: lanes.md#tree; formats.md#pytorch-types.
 */
gboolean
_lsc_piece_read_ops (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "startNs",      "endNs", "globalTid",
                                         "connectionId", "name",  "type",
                                         "fwdThreadId",  "rowid", NULL };
  OpTallies tallies = { 0 };
  gboolean ok;
  gsize n_told;

  _lsc_piece_reserve_ops (self);
  ok = _lsc_piece_read (self, columns, OP_TYPE, take_op, &tallies, error);
  n_told = lsc_notices_get_count (self->ascend.run->notices);
  lsc_tally_report (&tallies.no_thread, self->ascend.run, LSC_SEVERITY_WARNING, "no-thread",
                    "PYTORCH_API", _ ("Ops without a thread"),
                    _ ("They are taken as ops of one thread."));
  lsc_tally_report (&tallies.bad_id, self->ascend.run, LSC_SEVERITY_WARNING, "bad-id",
                    "PYTORCH_API", _ ("Ops with an impossible connection id"),
                    _ ("They are taken as ops without device work."));
  _lsc_piece_tell_run (self, n_told);
  return ok;
}

static void
take_pair (LscPiece *self, LscScan *scan, LscCell **cells, gpointer bad)
{
  LscIdPair pair = { lsc_value_id32 (cells[0]), lsc_piece_value_link (self, cells[1]) };

  if (lsc_piece_keeps_rows (self))
    _lsc_ascend_take_link (cells, &self->told->connections);

  if (G_LIKELY (pair.local != G_MAXUINT32 && pair.real != LSC_SLICE_NONE))
    lsc_id_pairs_append (&self->pairs, pair);
  else
    lsc_tally_add (bad, scan);
}

/** Reads CONNECTION_IDS. */
gboolean
_lsc_piece_read_pairs (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "id", "connectionId", NULL };
  LscTally bad = { 0 };
  gboolean ok;
  gsize n_told;

  _lsc_piece_reserve_links (self);
  ok = _lsc_piece_read (self, columns, 2, take_pair, &bad, error);
  n_told = lsc_notices_get_count (self->ascend.run->notices);
  lsc_tally_report (&bad, self->ascend.run, LSC_SEVERITY_NOTE, "bad-id", "CONNECTION_IDS",
                    _ ("Links without a usable id"), _ ("They were skipped."));
  _lsc_piece_tell_run (self, n_told);
  return ok;
}

/* ---- CANN_API ---- */

enum
{
  API_START,
  API_END,
  API_TYPE,
  API_TID,
  API_CONNECTION,
  API_NAME,
  API_ROWID,
};

/* Numbers, because the names changed (formats.md#api-types). */
static guint8
api_kind (gint64 type)
{
  switch (type)
    {
    case 20000:
      return LSC_SLICE_CANN_ACL;
    case 15000:
      return LSC_SLICE_CANN_MODEL;
    case 10000:
      return LSC_SLICE_CANN_NODE;
    case 5500:
      return LSC_SLICE_CANN_COMM;
    case 5000:
      return LSC_SLICE_CANN_RUNTIME;
    default:
      return LSC_SLICE_OTHER;
    }
}

static void
take_call (LscPiece *self, LscScan *scan, LscCell **cells, gpointer user_data)
{
  gint64 start_ns, end_ns;
  LscRawLane *lane;
  guint8 kind = api_kind (lsc_value_id (cells[API_TYPE], 0));
  guint32 link;

  if (kind == LSC_SLICE_CANN_RUNTIME && self->runtime_at == G_MAXSIZE)
    self->runtime_at = self->n_calls;
  self->n_calls++;
  if (!lsc_piece_times (self, scan, cells, &start_ns, &end_ns, TRUE))
    return;
  link = lsc_piece_value_link (self, cells[API_CONNECTION]);
  lane = lsc_raw_lanes_get (&self->lanes, LSC_RAW_CANN, lsc_value_id (cells[API_TID], 0), 0);
  lane->flags |= LSC_RAW_HAS_LINKS;
  lsc_raw_lane_add (lane, start_ns, end_ns, kind,
                    lsc_piece_value_name (self, scan, cells[API_NAME]),
                    lsc_value_id (cells[API_ROWID], -1))
      ->link = link;
}

/** Reads the calls of CANN. */
gboolean
_lsc_piece_read_cann (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "startNs",      "endNs", "type",  "globalTid",
                                         "connectionId", "name",  "rowid", NULL };

  return _lsc_piece_read (self, columns, API_ROWID, take_call, NULL, error);
}

/* ---- MSTX_EVENTS ---- */

typedef struct
{
  guint32 module; /* the name of the domain */
  LscTally endless;
} Marks;

/* The row as a run has it. */
static void
keep_mark (LscPiece *self, LscScan *scan, LscCell **cells, LscMark mark)
{
  mark.connection_id = lsc_value_connection (cells[LSC_MARK_COLUMN_CONNECTION]);
  if (mark.connection_id == LSC_NO_MARK_CONNECTION)
    mark.connection_id = -1;
  mark.row_id = lsc_value_int64_or (cells[LSC_MARK_COLUMN_ROWID], lsc_scan_get_n_rows (scan));
  mark.thread =
      _lsc_ascend_add_thread (&self->ascend, lsc_value_int64_or (cells[LSC_MARK_COLUMN_TID], 0));
  mark.event_type = (gint32) CLAMP (lsc_value_int64_or (cells[LSC_MARK_COLUMN_TYPE], -1), -1,
                                    (gint64) G_MAXINT32);
  lsc_marks_append (&self->told->marks, mark);
}

static void
take_mark (LscPiece *self, LscScan *scan, LscCell **cells, gpointer user_data)
{
  Marks *marks = user_data;
  gint64 start_ns, end_ns, connection, type;
  guint32 name, domain;
  LscRawSlice *slice;
  LscRawLane *lane;

  if (!lsc_piece_times (self, scan, cells, &start_ns, &end_ns, FALSE))
    return;
  name = lsc_piece_value_name (self, scan, cells[LSC_MARK_COLUMN_MESSAGE]);
  domain = lsc_piece_value_text (self, cells[LSC_MARK_COLUMN_DOMAIN]);
  keep_mark (
      self, scan, cells,
      (LscMark){ .start_ns = start_ns, .end_ns = end_ns, .message = name, .domain = domain });
  if (end_ns == 0)
    {
      lsc_tally_add (&marks->endless, scan);
      end_ns = start_ns;
    }
  connection = lsc_value_id (cells[LSC_MARK_COLUMN_CONNECTION], -1);
  if (connection == LSC_NO_MARK_CONNECTION || connection == G_MAXUINT32)
    connection = -1;
  type = lsc_value_id (cells[LSC_MARK_COLUMN_TYPE], -1);
  lane = lsc_raw_lanes_get (&self->lanes, LSC_RAW_MARKS, (gint64) domain,
                            lsc_value_id (cells[LSC_MARK_COLUMN_TID], 0));
  slice = lsc_raw_lane_add (lane, start_ns, end_ns,
                            domain == marks->module && domain != LSC_STRING_NONE &&
                                    type != LSC_MSTX_MARKER && type != LSC_MSTX_MARKER_EX
                                ? LSC_SLICE_MODULE
                                : LSC_SLICE_MARK,
                            name, lsc_value_id (cells[LSC_MARK_COLUMN_ROWID], -1));
  slice->link = lsc_piece_link (self, connection);
  if (slice->link == LSC_SLICE_NONE)
    return;
  lane->flags |= LSC_RAW_HAS_LINKS;
  lsc_task_names_append (&self->names,
                         (LscTaskName){ .id = slice->link, .name = name, .extra = domain });
}

/** Reads the ranges and markers of the user; they name the device side of theirs. */
gboolean
_lsc_piece_read_marks (LscPiece *self, GError **error)
{
  Marks marks = { .module = lsc_intern_find (self->whole->timeline->strings, "Module") };
  gboolean ok;

  lsc_marks_reserve (&self->told->marks,
                     (gsize) lsc_db_guess_rows (self->ascend.db, self->reader->table));
  ok = _lsc_piece_read (self, _lsc_ascend_mark_columns, LSC_MARK_COLUMN_CONNECTION, take_mark,
                        &marks, error);
  lsc_tally_report (&marks.endless, self->ascend.run, LSC_SEVERITY_NOTE, "endless-range",
                    "MSTX_EVENTS", _ ("Ranges that never ended"),
                    _ ("They are shown as markers where they began."));
  return ok;
}

/* ---- the rest ---- */

typedef struct
{
  LscRawClass class;
  guint8 kind;
  guint32 name; /* of all; LSC_STRING_NONE = the row's own */
} Intervals;

static void
take_interval (LscPiece *self, LscScan *scan, LscCell **cells, gpointer user_data)
{
  const Intervals *about = user_data;
  gint64 start_ns, end_ns;

  if (lsc_piece_times (self, scan, cells, &start_ns, &end_ns, TRUE))
    lsc_raw_lane_add (
        lsc_raw_lanes_get (&self->lanes, about->class, lsc_value_int64_or (cells[2], 0), 0),
        start_ns, end_ns, about->kind,
        about->name != LSC_STRING_NONE ? about->name
                                       : _lsc_ascend_value_name (&self->ascend, scan, cells[3]),
        lsc_value_int64_or (cells[4], -1));
}

static gboolean
read_intervals (LscPiece *self, Intervals about, GError **error)
{
  static const char *const columns[] = { "startNs", "endNs", "globalTid", "name", "rowid", NULL };

  return _lsc_piece_read (self, columns, about.name != LSC_STRING_NONE ? 3 : 4, take_interval,
                          &about, error);
}

/** Reads the runs of Python's garbage collector, which stand among the ops of their thread. */
gboolean
_lsc_piece_read_gc (LscPiece *self, GError **error)
{
  guint32 name = lsc_intern_find (self->whole->timeline->strings, "GC");

  return read_intervals (self, (Intervals){ LSC_RAW_OPS, LSC_SLICE_GC, name }, error);
}

/** Reads calls of the operating system. */
gboolean
_lsc_piece_read_osrt (LscPiece *self, GError **error)
{
  return read_intervals (self, (Intervals){ LSC_RAW_OSRT, LSC_SLICE_OSRT, LSC_STRING_NONE }, error);
}
