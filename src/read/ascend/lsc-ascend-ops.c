/* lsc-ascend-ops.c - PYTORCH_API, CONNECTION_IDS and threads
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-private.h"

#include <glib/gi18n-lib.h>

#include "read/text/lsc-cell.h"

enum
{
  OP_START,
  OP_END,
  OP_TID,
  OP_CONNECTION,
  OP_NAME,
  OP_TYPE,
  OP_FWD_THREAD,
};

#define TYPE_FRAMEWORK 50001
#define TYPE_TRACE 50003 /* a Python frame */

static guint32
find_thread (LscAscend *self, gint64 global_tid)
{
  LscAscendThreads *threads = &self->threads;
  gpointer found;
  gint64 *key;

  if (!threads->all)
    threads->all = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (g_hash_table_lookup_extended (threads->all, &global_tid, NULL, &found))
    return GPOINTER_TO_UINT (found);
  key = g_new (gint64, 1);
  *key = global_tid;
  g_hash_table_insert (threads->all, key, GUINT_TO_POINTER ((guint) self->run->threads.n));
  lsc_int64s_append (&self->run->threads, global_tid);
  return (guint32) self->run->threads.n - 1;
}

/**
 * _lsc_ascend_add_thread:
 *
 * Returns: the thread's index in LscRun.threads, new or known
 */
guint32
_lsc_ascend_add_thread (LscAscend *self, gint64 global_tid)
{
  LscAscendThreads *threads = &self->threads;
  guint slot = (guint) global_tid % LSC_THREAD_CACHE;

  if (G_LIKELY (threads->ids[slot] == global_tid && threads->indexes[slot] > 0))
    return threads->indexes[slot] - 1;
  threads->ids[slot] = global_tid;
  threads->indexes[slot] = find_thread (self, global_tid) + 1;
  return threads->indexes[slot] - 1;
}

static guint8
op_type (LscCell *cell)
{
  gint64 type = lsc_value_int64_or (cell, 0) - TYPE_FRAMEWORK;

  return type >= 0 && type <= LSC_OP_MSTX - LSC_OP_FRAMEWORK ? (guint8) (type + LSC_OP_FRAMEWORK)
                                                             : LSC_OP_UNTYPED;
}

static guint8
fwd_role (LscCell *cell)
{
  gint64 thread;

  if (!lsc_value_int64 (cell, &thread))
    return LSC_FWD_UNKNOWN;
  return thread == 0 ? LSC_FWD_FORWARD : LSC_FWD_BACKWARD;
}

/* Most rows of a recording with stacks are Python frames. They are left out before anything is said
 * of their times and names, which nobody asked for. */
static gboolean
is_wanted (LscAscend *self, LscCell **cells)
{
  gint64 type, name;

  if (self->flags & LSC_LOAD_ALL_OPS &&
      (!lsc_value_int64 (cells[OP_TYPE], &type) || type != TYPE_TRACE))
    return TRUE;
  if (lsc_cell_get_type (cells[OP_CONNECTION]) != SQLITE_NULL)
    return TRUE;
  return self->strings.modules && lsc_value_int64 (cells[OP_NAME], &name) &&
         _lsc_ascend_is_module_name (self, lsc_ascend_find_string (&self->strings, name));
}

typedef struct
{
  LscAscend *ascend;
  LscTally no_thread;
  LscTally bad_id;
} OpReader;

/**
 * _lsc_ascend_fill_op:
 * @cells: start, end, thread, connection, name, type, thread of the forward op
 * @op: (inout): with times and name
 *
 * Returns: whether it is one of those that LscAscend.flags ask for; if not, it is not complete
 */
gboolean
_lsc_ascend_fill_op (LscAscend *self, LscCell **cells, LscOp *op)
{
  gboolean wants_all = (self->flags & LSC_LOAD_ALL_OPS) != 0;
  gint64 local_id;

  op->type = op_type (cells[OP_TYPE]);
  op->local_id =
      lsc_value_int64 (cells[OP_CONNECTION], &local_id) && local_id >= 0 && local_id < G_MAXUINT32
          ? (guint32) local_id
          : LSC_ID_NONE;
  if (op->local_id == LSC_ID_NONE && !(wants_all && op->type != LSC_OP_TRACE) &&
      !_lsc_ascend_is_module_name (self, op->name))
    return FALSE;
  op->thread = _lsc_ascend_add_thread (self, lsc_value_int64_or (cells[OP_TID], 0));
  op->fwd_role = fwd_role (cells[OP_FWD_THREAD]);
  return TRUE;
}

static void
take_op (LscScan *scan, LscCell **cells, gpointer user_data)
{
  OpReader *reader = user_data;
  LscAscend *self = reader->ascend;
  gint64 value;
  LscOp op = { 0 };

  if (!is_wanted (self, cells))
    return;
  if (lsc_value_int64 (cells[OP_CONNECTION], &value) && (value < 0 || value > G_MAXUINT32))
    lsc_tally_add (&reader->bad_id, scan);
  if (!_lsc_ascend_keep_times (self, scan, cells + OP_START, &op.start_ns, &op.end_ns, TRUE))
    return;
  op.name = _lsc_ascend_value_name (self, scan, cells[OP_NAME]);
  if (!_lsc_ascend_fill_op (self, cells, &op))
    return;
  if (!lsc_value_int64 (cells[OP_TID], &value))
    lsc_tally_add (&reader->no_thread, scan);
  lsc_ops_append (&self->run->ops, op);
}

static void
report_ops (LscAscend *self, const OpReader *reader)
{
  lsc_tally_report (&reader->no_thread, self->run, LSC_SEVERITY_WARNING, "no-thread", "PYTORCH_API",
                    _ ("Ops without a thread"), _ ("They are taken as ops of one thread."));
  lsc_tally_report (&reader->bad_id, self->run, LSC_SEVERITY_WARNING, "bad-id", "PYTORCH_API",
                    _ ("Ops with an impossible connection id"),
                    _ ("They are taken as ops without device work."));
}

/**
 * _lsc_ascend_load_ops:
 *
 * Reads the wanted rows of PYTORCH_API in file order, none when no flag wants them.
 *
 * Source: modules.md#input, formats.md#bad-rows; formats.md#pytorch-types.
 */
gboolean
_lsc_ascend_load_ops (LscAscend *self, GError **error)
{
  static const char *const columns[] = { "startNs", "endNs", "globalTid",   "connectionId",
                                         "name",    "type",  "fwdThreadId", NULL };
  const LscAscendTable table = { "PYTORCH_API", columns, OP_TYPE, take_op };
  OpReader reader = { .ascend = self };
  gboolean ok;

  if (!(self->flags & (LSC_LOAD_LINKED_OPS | LSC_LOAD_ALL_OPS)) ||
      !lsc_db_has_table (self->db, "PYTORCH_API"))
    return TRUE;
  lsc_ops_reserve (&self->run->ops, (gsize) lsc_db_guess_rows (self->db, "PYTORCH_API"));
  ok = _lsc_ascend_read (self, &table, &reader, error);
  report_ops (self, &reader);
  return ok;
}

typedef struct
{
  LscConnections *connections;
  LscTally bad;
} LinkReader;

/**
 * _lsc_ascend_take_link:
 * @cells: local id, real id
 *
 * Returns: whether both can be used; if not, nothing was added
 */
gboolean
_lsc_ascend_take_link (LscCell **cells, LscConnections *connections)
{
  LscConnection link = { lsc_value_connection (cells[1]), lsc_value_uint32 (cells[0]) };

  if (G_UNLIKELY (link.real_id < 0 || link.local_id == LSC_ID_NONE))
    return FALSE;
  lsc_connections_append (connections, link);
  return TRUE;
}

static void
take_link (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LinkReader *reader = user_data;

  if (!_lsc_ascend_take_link (cells, reader->connections))
    lsc_tally_add (&reader->bad, scan);
}

/**
 * _lsc_ascend_load_links:
 *
 * Reads CONNECTION_IDS in file order, if wanted.
 *
 * Source: modules.md#connections.
 */
gboolean
_lsc_ascend_load_links (LscAscend *self, GError **error)
{
  static const char *const columns[] = { "id", "connectionId", NULL };
  const LscAscendTable table = { "CONNECTION_IDS", columns, 2, take_link };
  LinkReader reader = { .connections = &self->run->connections };
  gboolean ok;

  if (!(self->flags & LSC_LOAD_LINKS) || !lsc_db_has_table (self->db, "CONNECTION_IDS"))
    return TRUE;
  lsc_connections_reserve (reader.connections,
                           (gsize) lsc_db_guess_rows (self->db, "CONNECTION_IDS"));
  ok = _lsc_ascend_read (self, &table, &reader, error);
  lsc_tally_report (&reader.bad, self->run, LSC_SEVERITY_NOTE, "bad-id", "CONNECTION_IDS",
                    _ ("Links without a usable id"), _ ("They were skipped."));
  return ok;
}
