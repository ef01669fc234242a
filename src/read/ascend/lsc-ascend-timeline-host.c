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
  LscTimeTallies times;
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
get_op_times (OpTallies *tallies, LscScan *scan, sqlite3_stmt *stmt, gint64 *start_ns,
              gint64 *end_ns)
{
  if (!tallies->has_text_times)
    return lsc_piece_times (&tallies->times, scan, stmt, start_ns, end_ns, TRUE);
  if (G_LIKELY (lsc_cell_usual_time (stmt, OP_START, start_ns) &&
                lsc_cell_usual_time (stmt, OP_END, end_ns) && *end_ns >= *start_ns &&
                *end_ns - *start_ns <= LSC_MOST_DURATION_NS && *end_ns < LSC_MOST_TIME_NS))
    return TRUE;
  return lsc_ascend_keep_cell_times (&tallies->times, scan, OP_START, start_ns, end_ns, TRUE);
}

static void
take_op (LscPiece *self, LscScan *scan, sqlite3_stmt *stmt, OpTallies *tallies)
{
  gint64 start_ns, end_ns, tid, local_id, type, row_id;
  LscRawSlice *slice;
  LscRawLane *lane;
  guint32 name;
  guint8 kind;

  if (!get_op_times (tallies, scan, stmt, &start_ns, &end_ns))
    return;
  tid = sqlite3_column_int64 (stmt, OP_TID);
  if (G_UNLIKELY (tid == 0 && !lsc_cell_int64 (stmt, OP_TID, &tid)))
    lsc_tally_add (&tallies->no_thread, scan);
  name = lsc_piece_cell_name (self, scan, stmt, OP_NAME);
  type = lsc_cell_id (stmt, OP_TYPE, TYPE_UNKNOWN);
  row_id = lsc_cell_id (stmt, OP_ROWID, -1);
  kind = op_kind (type, lsc_ascend_timeline_name_class (self->whole, name));
  lane =
      lsc_raw_lanes_get (&self->lanes, type == TYPE_TRACE ? LSC_RAW_FRAMES : LSC_RAW_OPS, tid, 0);
  slice = lsc_raw_lane_add (lane, start_ns, end_ns, kind, name, row_id);
  local_id = lsc_cell_id (stmt, OP_CONNECTION, G_MININT64);
  if (local_id != G_MININT64)
    {
      if (G_UNLIKELY (local_id < 0 || local_id > G_MAXUINT32))
        lsc_tally_add (&tallies->bad_id, scan);
      slice->link = lsc_piece_link (self, local_id);
      lane->flags |= LSC_RAW_HAS_LINKS;
    }
  if (type == TYPE_TRACE)
    return;
  lane->flags |= op_flags (kind, sqlite3_column_int64 (stmt, OP_FWD_THREAD));
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
  g_autoptr (LscScan) scan = _lsc_piece_scan (self, columns, OP_TYPE, error);
  OpTallies tallies = { 0 };
  sqlite3_stmt *stmt;

  if (!scan)
    return FALSE;
  stmt = lsc_scan_get_stmt (scan);
  while (lsc_scan_next (scan))
    {
      if (G_UNLIKELY (lsc_scan_get_n_rows (scan) == 1))
        tallies.has_text_times = sqlite3_column_type (stmt, OP_START) == SQLITE_TEXT;
      take_op (self, scan, stmt, &tallies);
    }
  _lsc_ascend_report_times (&tallies.times, &self->ascend, "PYTORCH_API");
  _lsc_ascend_report_names (&self->ascend, "PYTORCH_API");
  lsc_tally_report (&tallies.no_thread, self->ascend.run, LSC_SEVERITY_WARNING, "no-thread",
                    "PYTORCH_API", _ ("Ops without a thread"),
                    _ ("They are taken as ops of one thread."));
  lsc_tally_report (&tallies.bad_id, self->ascend.run, LSC_SEVERITY_WARNING, "bad-id",
                    "PYTORCH_API", _ ("Ops with an impossible connection id"),
                    _ ("They are taken as ops without device work."));
  return lsc_scan_finish (scan, error);
}

/** Reads CONNECTION_IDS. */
gboolean
_lsc_piece_read_pairs (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "id", "connectionId", NULL };
  g_autoptr (LscScan) scan = _lsc_piece_scan (self, columns, 2, error);
  LscTally bad = { 0 };
  sqlite3_stmt *stmt;

  if (!scan)
    return FALSE;
  stmt = lsc_scan_get_stmt (scan);
  while (lsc_scan_next (scan))
    {
      LscIdPair pair = { lsc_cell_id32 (stmt, 0), lsc_piece_cell_link (self, stmt, 1) };

      if (G_LIKELY (pair.local != G_MAXUINT32 && pair.real != LSC_SLICE_NONE))
        lsc_id_pairs_append (&self->pairs, pair);
      else
        lsc_tally_add (&bad, scan);
    }
  lsc_tally_report (&bad, self->ascend.run, LSC_SEVERITY_NOTE, "bad-id", "CONNECTION_IDS",
                    _ ("Links without a usable id"), _ ("They are left out."));
  return lsc_scan_finish (scan, error);
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

/** Reads the calls of CANN. */
gboolean
_lsc_piece_read_cann (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "startNs",      "endNs", "type",  "globalTid",
                                         "connectionId", "name",  "rowid", NULL };
  g_autoptr (LscScan) scan = _lsc_piece_scan (self, columns, API_ROWID, error);
  LscTimeTallies times = { 0 };
  gint64 start_ns, end_ns;
  sqlite3_stmt *stmt;

  if (!scan)
    return FALSE;
  stmt = lsc_scan_get_stmt (scan);
  while (lsc_scan_next (scan))
    {
      LscRawLane *lane;
      guint32 link;

      if (!lsc_piece_times (&times, scan, stmt, &start_ns, &end_ns, TRUE))
        continue;
      link = lsc_piece_cell_link (self, stmt, API_CONNECTION);
      lane = lsc_raw_lanes_get (&self->lanes, LSC_RAW_CANN, lsc_cell_id (stmt, API_TID, 0), 0);
      lane->flags |= LSC_RAW_HAS_LINKS;
      lsc_raw_lane_add (lane, start_ns, end_ns, api_kind (lsc_cell_id (stmt, API_TYPE, 0)),
                        lsc_piece_cell_name (self, scan, stmt, API_NAME),
                        lsc_cell_id (stmt, API_ROWID, -1))
          ->link = link;
    }
  _lsc_ascend_report_times (&times, &self->ascend, "CANN_API");
  _lsc_ascend_report_names (&self->ascend, "CANN_API");
  return lsc_scan_finish (scan, error);
}

/* ---- MSTX_EVENTS ---- */

enum
{
  MARK_START,
  MARK_END,
  MARK_TYPE,
  MARK_MESSAGE,
  MARK_TID,
  MARK_CONNECTION,
  MARK_DOMAIN,
  MARK_ROWID,
};

/* Written for "none" by the older interface. */
#define NO_MARK_CONNECTION G_GINT64_CONSTANT (4000000000)

static void
take_mark (LscPiece *self, LscScan *scan, sqlite3_stmt *stmt, LscTimeTallies *times, guint32 module)
{
  gint64 start_ns, end_ns, connection, type;
  guint32 name, domain;
  LscRawSlice *slice;
  LscRawLane *lane;

  if (!lsc_piece_times (times, scan, stmt, &start_ns, &end_ns, FALSE))
    return;
  if (end_ns == 0)
    {
      lsc_tally_add (&self->endless, scan);
      end_ns = start_ns;
    }
  connection = lsc_cell_id (stmt, MARK_CONNECTION, -1);
  if (connection == NO_MARK_CONNECTION || connection == G_MAXUINT32)
    connection = -1;
  name = lsc_piece_cell_name (self, scan, stmt, MARK_MESSAGE);
  domain = lsc_piece_cell_text (self, stmt, MARK_DOMAIN);
  type = lsc_cell_id (stmt, MARK_TYPE, -1);
  lane = lsc_raw_lanes_get (&self->lanes, LSC_RAW_MARKS, (gint64) domain,
                            lsc_cell_id (stmt, MARK_TID, 0));
  slice = lsc_raw_lane_add (lane, start_ns, end_ns,
                            domain == module && module != LSC_STRING_NONE &&
                                    type != LSC_MSTX_MARKER && type != LSC_MSTX_MARKER_EX
                                ? LSC_SLICE_MODULE
                                : LSC_SLICE_MARK,
                            name, lsc_cell_id (stmt, MARK_ROWID, -1));
  slice->link = lsc_piece_link (self, connection);
  if (slice->link == LSC_SLICE_NONE)
    return;
  lane->flags |= LSC_RAW_HAS_LINKS;
  lsc_task_names_append (&self->names, (LscTaskName){ slice->link, name, domain });
}

/** Reads the ranges and markers of the user; they name the device side of theirs. */
gboolean
_lsc_piece_read_marks (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "startNs",  "endNs",     "eventType",
                                         "message",  "globalTid", "connectionId",
                                         "domainId", "rowid",     NULL };
  g_autoptr (LscScan) scan = _lsc_piece_scan (self, columns, MARK_CONNECTION, error);
  guint32 module = lsc_intern_find (self->whole->timeline->strings, "Module");
  LscTimeTallies times = { 0 };
  sqlite3_stmt *stmt;

  if (!scan)
    return FALSE;
  stmt = lsc_scan_get_stmt (scan);
  while (lsc_scan_next (scan))
    take_mark (self, scan, stmt, &times, module);
  _lsc_ascend_report_times (&times, &self->ascend, "MSTX_EVENTS");
  _lsc_ascend_report_names (&self->ascend, "MSTX_EVENTS");
  lsc_tally_report (&self->endless, self->ascend.run, LSC_SEVERITY_NOTE, "endless-range",
                    "MSTX_EVENTS", _ ("Ranges that never ended"),
                    _ ("They are shown as markers where they began."));
  return lsc_scan_finish (scan, error);
}

/* ---- the rest ---- */

static gboolean
read_intervals (LscPiece *self, LscRawClass class, guint8 kind, const char *own_name,
                GError **error)
{
  static const char *const columns[] = { "startNs", "endNs", "globalTid", "name", "rowid", NULL };
  g_autoptr (LscScan) scan = _lsc_piece_scan (self, columns, own_name ? 3 : 4, error);
  LscTimeTallies times = { 0 };
  gint64 start_ns, end_ns;
  sqlite3_stmt *stmt;

  if (!scan)
    return FALSE;
  stmt = lsc_scan_get_stmt (scan);
  while (lsc_scan_next (scan))
    if (lsc_ascend_keep_cell_times (&times, scan, 0, &start_ns, &end_ns, TRUE))
      lsc_raw_lane_add (lsc_raw_lanes_get (&self->lanes, class, lsc_cell_int64_or (stmt, 2, 0), 0),
                        start_ns, end_ns, kind,
                        own_name ? lsc_intern_find (self->whole->timeline->strings, own_name)
                                 : lsc_ascend_cell_name (&self->ascend, scan, stmt, 3),
                        lsc_cell_int64_or (stmt, 4, -1));
  _lsc_ascend_report_times (&times, &self->ascend, self->reader->table);
  _lsc_ascend_report_names (&self->ascend, self->reader->table);
  return lsc_scan_finish (scan, error);
}

/** Reads the runs of Python's garbage collector, which stand among the ops of their thread. */
gboolean
_lsc_piece_read_gc (LscPiece *self, GError **error)
{
  return read_intervals (self, LSC_RAW_OPS, LSC_SLICE_GC, "GC", error);
}

/** Reads calls of the operating system. */
gboolean
_lsc_piece_read_osrt (LscPiece *self, GError **error)
{
  return read_intervals (self, LSC_RAW_OSRT, LSC_SLICE_OSRT, NULL, error);
}
