/* lsc-ascend-timeline-comm.c - communication: COMMUNICATION_TASK_INFO and COMMUNICATION_OP
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include <stdlib.h>

#include "base/lsc-sort.h"

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
  OP_ALGORITHM,
  OP_DATA_TYPE,
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

/* What is beside its times; its number stands where the time of its tasks will. */
static void
keep_fact (LscPiece *self, LscCell **cells, gint64 detail)
{
  guint32 algorithm = lsc_piece_value_text (self, cells[OP_ALGORITHM]);

  if (algorithm != LSC_STRING_NONE && algorithm & self->ascend.strings.own_name_bit)
    algorithm = LSC_STRING_NONE;
  lsc_comm_facts_append (&self->op_facts,
                         (LscCommFact){ .detail = detail,
                                        .moved_ns = lsc_value_int64_or (cells[OP_ID], -1),
                                        .algorithm = algorithm,
                                        .data_type = lsc_value_id32 (cells[OP_DATA_TYPE]) });
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
  keep_fact (self, cells, slice->detail);
  keep_comm_op (self, scan, cells,
                (LscCommOp){ .start_ns = start_ns, .end_ns = end_ns, .op_name = name }, untyped);
}

/** Reads the communication operators. */
gboolean
_lsc_piece_read_comm_ops (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "startNs",   "endNs",          "opName",   "connectionId",
                                         "groupName", "opId",           "deviceId", "rowid",
                                         "opType",    "opConnectionId", "algType",  "dataType",
                                         NULL };
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

/* ---- what operators moved ---- */

static int
compare_sizes (const void *a, const void *b)
{
  const LscCommSize *x = a, *y = b;

  return LSC_ORDER (x->op_id, y->op_id);
}

static int
compare_facts (const void *a, const void *b)
{
  const LscCommFact *x = a, *y = b;

  return LSC_ORDER (x->detail, y->detail);
}

/* The tasks of an operator, of which @sizes stand by number. */
static void
set_size (LscCommFact *fact, const LscCommSizes *sizes)
{
  gint64 op_id = fact->moved_ns;
  LscCommSize sum = { .op_id = op_id };
  gsize i = LSC_BISECT (k, 0, sizes->n, sizes->items[k].op_id < op_id);

  fact->bytes = fact->moved_ns = -1;
  if (i >= sizes->n || sizes->items[i].op_id != op_id)
    return;
  for (; i < sizes->n && sizes->items[i].op_id == op_id; i++)
    _lsc_comm_size_add (&sum, sizes->items[i].bytes, sizes->items[i].ns);
  fact->bytes = sum.bytes;
  fact->moved_ns = sum.ns;
}

/** Gives the timeline what is known of operators beside their times, when all tables are read. */
void
_lsc_ascend_timeline_end_comm (LscAscendTimeline *self)
{
  LscCommFacts *facts = &self->timeline->comm_facts;

  if (self->comm_sizes.n > 1)
    qsort (self->comm_sizes.items, self->comm_sizes.n, sizeof (LscCommSize), compare_sizes);
  for (gsize i = 0; i < self->op_facts.n; i++)
    set_size (&self->op_facts.items[i], &self->comm_sizes);
  LSC_TAKE_ARRAY (lsc_comm_facts, facts, &self->op_facts);
  if (facts->n > 1)
    qsort (facts->items, facts->n, sizeof (LscCommFact), compare_facts);
}
