/* lsc-synth-rows.c - the events of a rank, read back from the database that was written
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>
#include <sqlite3.h>
#include <string.h>

#include "synth/lsc-synth-trace.h"

/* Plain SQL on purpose: the traces say what the database says, by another way than the readers'. */

typedef void (*RowFunc) (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data);

static gint64
number (sqlite3_stmt *stmt, int column)
{
  return sqlite3_column_type (stmt, column) == SQLITE_NULL ? -1
                                                           : sqlite3_column_int64 (stmt, column);
}

static gint64 *
key_of (gint64 value)
{
  return g_memdup2 (&value, sizeof value);
}

/* Keys of the maps are small positive numbers: they fit the pointer itself. */
gint64
lsc_synth_rows_find (GHashTable *table, gint64 key)
{
  return (gint64) (gintptr) g_hash_table_lookup (table, (gpointer) (gintptr) key) - 1;
}

static void
remember (GHashTable *table, gint64 key, gsize index, gboolean replace)
{
  if (replace || !g_hash_table_contains (table, (gpointer) (gintptr) key))
    g_hash_table_insert (table, (gpointer) (gintptr) key, (gpointer) (gintptr) (index + 1));
}

static void
add_string (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  g_hash_table_insert (self->strings, key_of (sqlite3_column_int64 (stmt, 0)),
                       g_strdup ((const char *) sqlite3_column_text (stmt, 1)));
}

static void
add_op (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  LscSynthOpRow row = { number (stmt, 0), number (stmt, 1),      number (stmt, 2), number (stmt, 3),
                        number (stmt, 4), number (stmt, 5),      number (stmt, 6), number (stmt, 7),
                        number (stmt, 8), (int) number (stmt, 9) };

  g_array_append_val (self->ops, row);
}

static void
add_link (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  gint64 local = number (stmt, 0), real = number (stmt, 1);
  GArray *list = g_hash_table_lookup (self->links, &local);

  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_hash_table_insert (self->links, key_of (local), list);
    }
  g_array_append_val (list, real);
}

static void
add_call (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  LscSynthCallRow row = { number (stmt, 0), number (stmt, 1), number (stmt, 2),
                          number (stmt, 3), number (stmt, 4), (int) number (stmt, 5) };

  remember (self->call_of, row.connection, self->calls->len, TRUE);
  g_array_append_val (self->calls, row);
}

static void
add_kernel (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  GHashTable *by_task = user_data;
  LscSynthKernelRow row = { number (stmt, 1), number (stmt, 2), number (stmt, 3), number (stmt, 4),
                            number (stmt, 5), number (stmt, 6), number (stmt, 7), number (stmt, 8),
                            number (stmt, 9), number (stmt, 10) };

  remember (by_task, number (stmt, 0), self->kernels->len, FALSE);
  g_array_append_val (self->kernels, row);
}

static gint64
index_of_group (LscSynthRows *self, gint64 id)
{
  const char *name = lsc_synth_rows_text (self, id);

  for (guint i = 0; i < self->groups->len; i++)
    if (strcmp (g_ptr_array_index (self->groups, i), name) == 0)
      return i;
  g_ptr_array_add (self->groups, g_strdup (name));
  return (gint64) self->groups->len - 1;
}

static void
add_comm (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  LscSynthCommRow row = { number (stmt, 0), number (stmt, 1),
                          number (stmt, 2), number (stmt, 3),
                          number (stmt, 4), index_of_group (self, number (stmt, 5)) };

  remember (self->comm_of, row.connection, self->comms->len, FALSE);
  g_array_append_val (self->comms, row);
}

static void
add_part (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  GHashTable *by_task = user_data;
  LscSynthPartRow row = {
    number (stmt, 1), number (stmt, 2), index_of_group (self, number (stmt, 3)),
    number (stmt, 4), number (stmt, 5), number (stmt, 6)
  };

  remember (by_task, number (stmt, 0), self->parts->len, FALSE);
  g_array_append_val (self->parts, row);
}

/* Kernels and parts by global task id. */
typedef struct
{
  GHashTable *kernels;
  GHashTable *parts;
} ByTask;

static void
add_task (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  const ByTask *by_task = user_data;
  gint64 id = number (stmt, 6);
  LscSynthTaskRow row = { number (stmt, 0),
                          number (stmt, 1),
                          number (stmt, 2),
                          number (stmt, 3),
                          number (stmt, 4),
                          number (stmt, 5),
                          0,
                          0 };

  row.compute = lsc_synth_rows_find (by_task->kernels, id);
  row.part = lsc_synth_rows_find (by_task->parts, id);
  remember (self->first_task_of, row.connection, self->tasks->len, FALSE);
  g_array_append_val (self->tasks, row);
}

static void
add_mark (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  LscSynthMarkRow row = { number (stmt, 0),      number (stmt, 1), number (stmt, 2),
                          number (stmt, 3),      number (stmt, 4), number (stmt, 5),
                          (int) number (stmt, 6) };

  g_array_append_val (self->marks, row);
}

static void
add_step (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  LscSynthStepRow row = { number (stmt, 0), number (stmt, 1), number (stmt, 2) };

  g_array_append_val (self->steps, row);
}

static void
add_freq (LscSynthRows *self, sqlite3_stmt *stmt, gpointer user_data)
{
  gint64 pair[2] = { number (stmt, 0), number (stmt, 1) };

  g_array_append_vals (self->freqs, pair, 2);
}

static gboolean
scan (LscSynthRows *self, sqlite3 *db, const char *sql, RowFunc func, gpointer user_data,
      GError **error)
{
  sqlite3_stmt *stmt = NULL;
  int code = sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL);

  while (code == SQLITE_OK || code == SQLITE_ROW)
    {
      code = sqlite3_step (stmt);
      if (code == SQLITE_ROW)
        func (self, stmt, user_data);
    }
  if (code != SQLITE_DONE)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", sqlite3_errmsg (db));
  sqlite3_finalize (stmt);
  return code == SQLITE_DONE;
}

static gboolean
has_column (sqlite3 *db, const char *table, const char *column)
{
  return sqlite3_table_column_metadata (db, NULL, table, column, NULL, NULL, NULL, NULL, NULL) ==
         SQLITE_OK;
}

static gboolean
read_device (LscSynthRows *self, sqlite3 *db, GError **error)
{
  g_autoptr (GHashTable) kernels = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) parts = g_hash_table_new (NULL, NULL);
  ByTask by_task = { kernels, parts };
  g_autofree char *sql = g_strdup_printf (
      "SELECT globalTaskId, name, taskType, opType, %s, inputShapes, inputDataTypes, inputFormats, "
      "outputShapes, outputDataTypes, outputFormats FROM COMPUTE_TASK_INFO",
      has_column (db, "COMPUTE_TASK_INFO", "blockNum") ? "blockNum" : "blockDim");

  return scan (self, db, sql, add_kernel, kernels, error) &&
         scan (self, db,
               "SELECT startNs, endNs, connectionId, opName, opType, groupName FROM "
               "COMMUNICATION_OP ORDER BY startNs",
               add_comm, NULL, error) &&
         scan (self, db,
               "SELECT globalTaskId, taskType, planeId, groupName, size, srcRank, dstRank FROM "
               "COMMUNICATION_TASK_INFO",
               add_part, parts, error) &&
         scan (self, db,
               "SELECT startNs, endNs, connectionId, taskType, streamId, taskId, globalTaskId FROM "
               "TASK ORDER BY startNs, globalTaskId",
               add_task, &by_task, error);
}

static gboolean
read_host (LscSynthRows *self, sqlite3 *db, GError **error)
{
  return scan (self, db,
               "SELECT startNs, endNs, globalTid, connectionId, name, sequenceNumber, fwdThreadId, "
               "inputShapes, inputDtypes, type FROM PYTORCH_API",
               add_op, NULL, error) &&
         scan (self, db, "SELECT id, connectionId FROM CONNECTION_IDS", add_link, NULL, error) &&
         scan (self, db, "SELECT startNs, endNs, globalTid, connectionId, name, type FROM CANN_API",
               add_call, NULL, error) &&
         scan (self, db,
               "SELECT startNs, endNs, globalTid, connectionId, message, domainId, eventType FROM "
               "MSTX_EVENTS",
               add_mark, NULL, error) &&
         scan (self, db, "SELECT id, startNs, endNs FROM STEP_TIME ORDER BY startNs", add_step,
               NULL, error) &&
         scan (self, db, "SELECT timestampNs, freq FROM AICORE_FREQ ORDER BY timestampNs", add_freq,
               NULL, error);
}

static void
free_list (gpointer list)
{
  g_array_unref (list);
}

static LscSynthRows *
rows_new (void)
{
  LscSynthRows *self = g_new0 (LscSynthRows, 1);

  self->ops = g_array_new (FALSE, FALSE, sizeof (LscSynthOpRow));
  self->calls = g_array_new (FALSE, FALSE, sizeof (LscSynthCallRow));
  self->tasks = g_array_new (FALSE, FALSE, sizeof (LscSynthTaskRow));
  self->kernels = g_array_new (FALSE, FALSE, sizeof (LscSynthKernelRow));
  self->comms = g_array_new (FALSE, FALSE, sizeof (LscSynthCommRow));
  self->parts = g_array_new (FALSE, FALSE, sizeof (LscSynthPartRow));
  self->marks = g_array_new (FALSE, FALSE, sizeof (LscSynthMarkRow));
  self->steps = g_array_new (FALSE, FALSE, sizeof (LscSynthStepRow));
  self->freqs = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->groups = g_ptr_array_new_with_free_func (g_free);
  self->strings = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->links = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_list);
  self->call_of = g_hash_table_new (NULL, NULL);
  self->first_task_of = g_hash_table_new (NULL, NULL);
  self->comm_of = g_hash_table_new (NULL, NULL);
  return self;
}

/**
 * lsc_synth_rows_read:
 * @path: a complete database of the writer
 *
 * Returns: (transfer full) (nullable): its events
 */
LscSynthRows *
lsc_synth_rows_read (const char *path, GError **error)
{
  g_autoptr (LscSynthRows) self = rows_new ();
  sqlite3 *db = NULL;
  gboolean is_read;

  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", path, sqlite3_errmsg (db));
      sqlite3_close (db);
      return NULL;
    }
  is_read = scan (self, db, "SELECT id, value FROM STRING_IDS", add_string, NULL, error) &&
            read_device (self, db, error) && read_host (self, db, error);
  sqlite3_close (db);
  return is_read ? g_steal_pointer (&self) : NULL;
}

void
lsc_synth_rows_free (LscSynthRows *self)
{
  GArray **arrays[] = { &self->ops,   &self->calls, &self->tasks, &self->kernels, &self->comms,
                        &self->parts, &self->marks, &self->steps, &self->freqs };
  GHashTable *tables[] = { self->strings, self->links, self->call_of, self->first_task_of,
                           self->comm_of };

  for (gsize i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (*arrays[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    g_hash_table_unref (tables[i]);
  g_ptr_array_unref (self->groups);
  g_free (self);
}

/** lsc_synth_rows_text: (transfer none): the text of a string id, "N/A" if there is none. */
const char *
lsc_synth_rows_text (const LscSynthRows *self, gint64 id)
{
  const char *text = g_hash_table_lookup (self->strings, &id);

  return text ? text : "N/A";
}
