/* lsc-ascend-timeline-comm.c - communication: COMMUNICATION_TASK_INFO and COMMUNICATION_OP
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

/* ---- COMMUNICATION_TASK_INFO ---- */

/* A number of an enumeration, of which all are small. */
static inline guint16
value_code (LscCell *cell)
{
  return (guint16) MIN (lsc_value_id32 (cell), G_MAXUINT16);
}

static void
take_comm_part (LscPiece *self, LscScan *scan, LscCell **cells, gpointer no_id)
{
  LscCommPart part = { .name = lsc_piece_value_text (self, cells[1]),
                       .plane = lsc_value_id32 (cells[2]),
                       .group = lsc_piece_value_text (self, cells[3]),
                       .op_id = lsc_value_id (cells[4], -1),
                       .source = lsc_value_id32 (cells[5]),
                       .target = lsc_value_id32 (cells[6]),
                       .transport = value_code (cells[7]),
                       .link = value_code (cells[9]),
                       .bytes = lsc_value_int64_or (cells[8], 0) };

  if (G_UNLIKELY (!lsc_value_has_id (cells[0], &part.id)))
    {
      part.id = LSC_COMM_PART_NO_ID;
      lsc_tally_add (no_id, scan);
    }
  lsc_comm_parts_append (&self->parts, part);
}

/** Reads the parts of collectives: what they are called and on which plane they ran. */
gboolean
_lsc_piece_read_comm_parts (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "globalTaskId", "taskType", "planeId", "groupName",
                                         "opId",         "srcRank",  "dstRank", "transportType",
                                         "size",         "linkType", NULL };
  LscTally no_id = { 0 };
  gboolean ok = _lsc_piece_read (self, columns, 5, take_comm_part, &no_id, error);

  _lsc_piece_report_no_id (self, &no_id);
  return ok;
}

/* ---- COMMUNICATION_OP ---- */

enum
{
  OP_START,
  OP_END,
  OP_NAME,
  OP_CONNECTION,
  OP_GROUP,
  OP_ID,
  OP_DEVICE,
  OP_ROWID,
  OP_TYPE,
  OP_OP_CONNECTION,
};

/* A text that the piece made up. */
static guint32
own_text (LscPiece *self, guint32 text)
{
  return text == LSC_STRING_NONE ? text : text | self->ascend.strings.own_name_bit;
}

/* The type of an operator, from its name where there is none. */
static guint32
get_comm_type (LscPiece *self, LscScan *scan, LscCell *cell, guint32 name, LscTally *untyped)
{
  guint32 own_bit = self->ascend.strings.own_name_bit, type;
  const char *text;

  type = _lsc_ascend_value_text (&self->ascend, cell);
  if (type != LSC_STRING_NONE)
    return type;
  lsc_tally_add (untyped, scan);
  text = name & own_bit ? lsc_run_text (self->ascend.run, name & ~own_bit)
                        : lsc_timeline_text (self->whole->timeline, name);
  return own_text (self, _lsc_ascend_comm_type (self->ascend.run->strings, text));
}

/* The row as a run has it. */
static void
keep_comm_op (LscPiece *self, LscScan *scan, LscCell **cells, LscCommOp op, LscTally *untyped)
{
  const char *text = lsc_cell_get_text (cells[OP_OP_CONNECTION]);
  gint64 device;

  if (self->ascend.map_device >= 0 && lsc_value_int64 (cells[OP_DEVICE], &device) && device >= 0 &&
      device != self->ascend.map_device)
    return;
  op.op_id = lsc_value_int64_or (cells[OP_ID], -1);
  op.connection_id = lsc_value_connection (cells[OP_CONNECTION]);
  op.op_type = get_comm_type (self, scan, cells[OP_TYPE], op.op_name, untyped);
  op.group = _lsc_ascend_value_text (&self->ascend, cells[OP_GROUP]);
  op.device = lsc_value_uint32 (cells[OP_DEVICE]);
  op.op_connection_id = LSC_STRING_NONE;
  if (text)
    op.op_connection_id = own_text (
        self, lsc_intern_add_bytes (self->ascend.run->strings, text,
                                    (gsize) lsc_cell_get_bytes (cells[OP_OP_CONNECTION])));
  lsc_comm_ops_append (&self->told->comm_ops, op);
}

static void
take_comm_op (LscPiece *self, LscScan *scan, LscCell **cells, gpointer untyped)
{
  gint64 device = lsc_value_int64_or (cells[OP_DEVICE], -1);
  gint64 start_ns, end_ns;
  LscRawSlice *slice;
  LscRawLane *lane;
  guint32 name;

  if ((self->whole->device >= 0 && device >= 0 && device != G_MAXUINT32 &&
       device != self->whole->device) ||
      !lsc_piece_times (self, scan, cells, &start_ns, &end_ns, TRUE))
    return;
  lane = lsc_raw_lanes_get (&self->lanes, LSC_RAW_COMM_GROUP,
                            (gint64) _lsc_ascend_value_text (&self->ascend, cells[OP_GROUP]), 0);
  while (lane->op_ids.n < lane->raw.n)
    lsc_int64s_append (&lane->op_ids, -1);
  lsc_int64s_append (&lane->op_ids, lsc_value_int64_or (cells[OP_ID], -1));
  name = _lsc_ascend_value_name (&self->ascend, scan, cells[OP_NAME]);
  slice = lsc_raw_lane_add (lane, start_ns, end_ns, LSC_SLICE_COMM_OP, name,
                            lsc_value_int64_or (cells[OP_ROWID], -1));
  slice->link = lsc_piece_value_link (self, cells[OP_CONNECTION]);
  lane->flags |= LSC_RAW_HAS_LINKS;
  keep_comm_op (self, scan, cells,
                (LscCommOp){ .start_ns = start_ns, .end_ns = end_ns, .op_name = name }, untyped);
}

/** Reads the communication operators. */
gboolean
_lsc_piece_read_comm_ops (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "startNs",   "endNs",          "opName",   "connectionId",
                                         "groupName", "opId",           "deviceId", "rowid",
                                         "opType",    "opConnectionId", NULL };
  LscTally untyped = { 0 };
  LscAscend teller;
  gboolean ok;

  lsc_comm_ops_reserve (&self->told->comm_ops,
                        (gsize) lsc_db_guess_rows (self->ascend.db, self->reader->table));
  ok = _lsc_piece_read (self, columns, OP_DEVICE, take_comm_op, &untyped, error);
  teller = _lsc_piece_get_teller (self);
  _lsc_ascend_report_untyped (&teller, &untyped);
  return ok;
}
