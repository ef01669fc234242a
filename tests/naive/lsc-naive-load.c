/* lsc-naive-load.c - reads one database into plain arrays (modules.md#join, #calls, #pairs)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-naive-private.h"

#include <gio/gio.h>
#include <sqlite3.h>
#include <string.h>

#define NO_ID G_GINT64_CONSTANT (4294967295)
#define TRACE_PREFIX "nn.Module: "

typedef struct
{
  gint64 task, start_ns, end_ns, connection;
  gboolean good;
} Task;

static sqlite3_stmt *
query (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *stmt = NULL;

  /* A missing table or column reads as no rows. */
  return sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL) == SQLITE_OK ? stmt : NULL;
}

static gboolean
next (sqlite3_stmt *stmt)
{
  return stmt != NULL && sqlite3_step (stmt) == SQLITE_ROW;
}

static gboolean
has_column (sqlite3 *db, const char *table, const char *column)
{
  g_autofree char *sql = g_strdup_printf ("SELECT \"%s\".\"%s\" FROM \"%s\"", table, column, table);
  sqlite3_stmt *stmt = query (db, sql);

  sqlite3_finalize (stmt);
  return stmt != NULL;
}

/* One time: a number of ns from 0 up. A fraction is cut off, everything else is no time. */
static gboolean
read_time (sqlite3_stmt *stmt, int column, gint64 *time_out)
{
  int type = sqlite3_column_type (stmt, column);
  const char *text = (const char *) sqlite3_column_text (stmt, column);
  g_autofree char *whole = NULL;

  if (type == SQLITE_NULL || text == NULL)
    return FALSE;
  if (type == SQLITE_FLOAT)
    {
      double value = sqlite3_column_double (stmt, column);

      *time_out = value >= 0 && value < 9.2e18 ? (gint64) value : -1;
      return *time_out >= 0;
    }
  whole = g_strndup (text, strspn (text, "0123456789"));
  text += strlen (whole);
  if (*whole == '\0' || (*text != '\0' && *text != '.'))
    return FALSE;
  if (*text == '.' && text[1 + strspn (text + 1, "0123456789")] != '\0')
    return FALSE;
  return g_ascii_string_to_unsigned (whole, 10, 0, G_MAXINT64, (guint64 *) time_out, NULL);
}

static void
load_strings (NaiveData *data, sqlite3 *db)
{
  sqlite3_stmt *stmt = query (db, "SELECT id, value FROM STRING_IDS");

  while (next (stmt))
    {
      gint64 *id = g_new (gint64, 1);
      const char *text = (const char *) sqlite3_column_text (stmt, 1);

      *id = sqlite3_column_int64 (stmt, 0);
      if (text == NULL || g_hash_table_contains (data->strings, id))
        g_free (id);
      else
        g_hash_table_insert (data->strings, id, g_string_chunk_insert (data->chunk, text));
    }
  sqlite3_finalize (stmt);
}

/* The text of a name column; %NULL when there is none. */
static const char *
find_name (NaiveData *data, sqlite3_stmt *stmt, int column)
{
  gint64 id = sqlite3_column_int64 (stmt, column);

  if (sqlite3_column_type (stmt, column) == SQLITE_NULL)
    return NULL;
  return g_hash_table_lookup (data->strings, &id);
}

static const char *
read_name (NaiveData *data, sqlite3_stmt *stmt, int column, gboolean *known_out)
{
  gint64 id = sqlite3_column_int64 (stmt, column);
  const char *name = find_name (data, stmt, column);
  g_autofree char *text = NULL;

  if (known_out != NULL)
    *known_out = name != NULL;
  if (name != NULL)
    return name;
  if (sqlite3_column_type (stmt, column) == SQLITE_NULL || id == NO_ID)
    return "<unnamed>";
  text = g_strdup_printf ("<string %" G_GINT64_FORMAT ">", id);
  return g_string_chunk_insert (data->chunk, text);
}

static void
add_range (NaiveData *data, sqlite3_stmt *stmt, const char *name)
{
  NaiveRange range = { .name = name, .kind = NAIVE_FORWARD, .order = data->ranges->len };
  gint64 end_ns = 0;

  if (!read_time (stmt, 0, &range.start_ns))
    return;
  if (sqlite3_column_type (stmt, 1) != SQLITE_NULL && !read_time (stmt, 1, &end_ns))
    return;
  range.open = end_ns == 0;
  range.end_ns = end_ns;
  range.tid = sqlite3_column_int64 (stmt, 2);
  if (range.open || range.end_ns >= range.start_ns)
    g_array_append_val (data->ranges, range);
}

static void
load_mstx (NaiveData *data, sqlite3 *db)
{
  sqlite3_stmt *stmt =
      query (db, "SELECT startNs, endNs, globalTid, message, eventType, domainId FROM MSTX_EVENTS");

  while (next (stmt))
    if (sqlite3_column_int (stmt, 4) == 2 && g_strcmp0 (find_name (data, stmt, 5), "Module") == 0)
      add_range (data, stmt, read_name (data, stmt, 3, NULL));
  sqlite3_finalize (stmt);
}

static const char *
class_name (NaiveData *data, const char *trace_name)
{
  g_autofree char *name = g_strdup (trace_name + strlen (TRACE_PREFIX));
  gsize n = strlen (name);

  while (n > 0 && g_ascii_isdigit (name[n - 1]))
    n--;
  if (n > 1 && name[n - 1] == '_' && name[n] != '\0')
    name[n - 1] = '\0';
  return g_string_chunk_insert (data->chunk, name);
}

static void
load_trace (NaiveData *data, sqlite3 *db)
{
  sqlite3_stmt *stmt =
      query (db, "SELECT startNs, endNs, globalTid, name FROM PYTORCH_API WHERE type = 50003");

  while (next (stmt))
    {
      const char *name = find_name (data, stmt, 3);

      if (name != NULL && g_str_has_prefix (name, TRACE_PREFIX))
        add_range (data, stmt, class_name (data, name));
    }
  sqlite3_finalize (stmt);
  data->from_trace = data->ranges->len > 0;
}

static void
load_ops (NaiveData *data, sqlite3 *db)
{
  const char *columns = has_column (db, "PYTORCH_API", "fwdThreadId") ? "fwdThreadId" : "NULL";
  g_autofree char *sql =
      g_strdup_printf ("SELECT startNs, endNs, globalTid, connectionId, name, %s "
                       "FROM PYTORCH_API WHERE connectionId IS NOT NULL",
                       columns);
  sqlite3_stmt *stmt = query (db, sql);

  while (next (stmt))
    {
      NaiveOp op = { .order = NAIVE_NONE, .fwd_thread = -1 };

      if (!read_time (stmt, 0, &op.start_ns) || !read_time (stmt, 1, &op.end_ns) ||
          op.end_ns < op.start_ns)
        continue;
      op.tid = sqlite3_column_int64 (stmt, 2);
      op.local_id = sqlite3_column_int64 (stmt, 3);
      op.name = read_name (data, stmt, 4, &op.name_known);
      if (sqlite3_column_type (stmt, 5) != SQLITE_NULL)
        op.fwd_thread = sqlite3_column_int64 (stmt, 5);
      if (op.local_id >= 0 && op.local_id != NO_ID)
        g_array_append_val (data->ops, op);
    }
  sqlite3_finalize (stmt);
}

static void
load_connections (NaiveData *data, sqlite3 *db)
{
  sqlite3_stmt *stmt = query (db, "SELECT DISTINCT id, connectionId FROM CONNECTION_IDS "
                                  "WHERE id IS NOT NULL AND connectionId IS NOT NULL");

  while (next (stmt))
    {
      NaiveConnection c = { sqlite3_column_int64 (stmt, 0), sqlite3_column_int64 (stmt, 1) };

      if (c.real_id >= 0 && c.real_id != NO_ID && c.local_id >= 0 && c.local_id != NO_ID)
        g_array_append_val (data->connections, c);
    }
  sqlite3_finalize (stmt);
}

/* Links one kernel to every op that has its connection id. */
static void
add_kernel (NaiveData *data, NaiveKernel kernel)
{
  if (kernel.end_ns < kernel.start_ns || kernel.end_ns == 0)
    return;
  for (guint c = 0; c < data->connections->len; c++)
    {
      const NaiveConnection *link = &g_array_index (data->connections, NaiveConnection, c);

      if (link->real_id != kernel.connection)
        continue;
      for (guint o = 0; o < data->ops->len; o++)
        {
          NaiveOp *op = &g_array_index (data->ops, NaiveOp, o);

          if (op->local_id != link->local_id)
            continue;
          kernel.op = o;
          op->n_kernels++;
          g_array_append_val (data->kernels, kernel);
        }
    }
}

static GArray *
load_tasks (sqlite3 *db)
{
  GArray *tasks = g_array_new (FALSE, FALSE, sizeof (Task));
  sqlite3_stmt *stmt = query (db, "SELECT globalTaskId, startNs, endNs, connectionId FROM TASK");

  while (next (stmt))
    {
      Task task = { .task = sqlite3_column_int64 (stmt, 0), .connection = -1 };

      task.good = read_time (stmt, 1, &task.start_ns) && read_time (stmt, 2, &task.end_ns);
      if (sqlite3_column_type (stmt, 3) != SQLITE_NULL)
        task.connection = sqlite3_column_int64 (stmt, 3);
      g_array_append_val (tasks, task);
    }
  sqlite3_finalize (stmt);
  return tasks;
}

static void
load_task_kernels (NaiveData *data, sqlite3 *db, GArray *tasks, const char *table, guint klass)
{
  g_autofree char *sql = g_strdup_printf ("SELECT name, globalTaskId FROM %s", table);
  sqlite3_stmt *stmt = query (db, sql);
  guint row = 0;

  while (next (stmt))
    {
      const char *name = read_name (data, stmt, 0, NULL);
      gint64 task_id = sqlite3_column_int64 (stmt, 1);

      for (guint i = 0; i < tasks->len; i++)
        {
          const Task *task = &g_array_index (tasks, Task, i);
          NaiveKernel kernel = {
            name, task->start_ns, task->end_ns, task->connection, klass, 0, 0
          };

          if (task->task != task_id || !task->good)
            continue;
          kernel.row = row++;
          add_kernel (data, kernel);
        }
    }
  sqlite3_finalize (stmt);
}

/* The kernel name of a communication op: its type, else its own name up to "__". */
static const char *
comm_name (NaiveData *data, sqlite3_stmt *stmt)
{
  const char *type = find_name (data, stmt, 0);
  const char *name = find_name (data, stmt, 1);
  g_auto (GStrv) parts = NULL;

  if (type != NULL)
    return type;
  if (name == NULL)
    return read_name (data, stmt, 0, NULL);
  parts = g_strsplit (name, "__", 2);
  return g_string_chunk_insert (data->chunk, parts[0]);
}

static void
load_comm_kernels (NaiveData *data, sqlite3 *db)
{
  sqlite3_stmt *stmt =
      query (db, "SELECT opType, opName, startNs, endNs, connectionId FROM COMMUNICATION_OP");
  guint row = 0;

  while (next (stmt))
    {
      NaiveKernel kernel = { .klass = 1, .connection = -1 };

      if (!read_time (stmt, 2, &kernel.start_ns) || !read_time (stmt, 3, &kernel.end_ns))
        continue;
      kernel.name = comm_name (data, stmt);
      if (sqlite3_column_type (stmt, 4) != SQLITE_NULL)
        kernel.connection = sqlite3_column_int64 (stmt, 4);
      kernel.row = row++;
      add_kernel (data, kernel);
    }
  sqlite3_finalize (stmt);
}

static guint
op_of_local_id (NaiveData *data, gint64 local_id)
{
  for (guint i = 0; i < data->ops->len; i++)
    if (g_array_index (data->ops, NaiveOp, i).local_id == local_id)
      return i;
  return NAIVE_NONE;
}

static gboolean
is_queue_name (const char *name)
{
  return g_ascii_strncasecmp (name, "Enqueue", 7) == 0 ||
         g_ascii_strncasecmp (name, "Dequeue", 7) == 0;
}

static void
add_pair (NaiveData *data, gint64 lo, gint64 hi)
{
  NaivePair pair = { op_of_local_id (data, lo), op_of_local_id (data, hi), NAIVE_NONE };
  const NaiveOp *forward, *backward;

  if (pair.forward == NAIVE_NONE || pair.backward == NAIVE_NONE)
    return;
  forward = &g_array_index (data->ops, NaiveOp, pair.forward);
  backward = &g_array_index (data->ops, NaiveOp, pair.backward);
  if (backward->fwd_thread == 0 && forward->fwd_thread > 0)
    {
      NaivePair swapped = { pair.backward, pair.forward, NAIVE_NONE };

      pair = swapped;
      forward = backward;
    }
  if (forward->name_known && !is_queue_name (forward->name))
    g_array_append_val (data->pairs, pair);
}

/* modules.md#pairs: one pair per real id that several local ids share, ascending real id. */
static void
find_pairs (NaiveData *data, sqlite3 *db)
{
  sqlite3_stmt *stmt = query (db, "SELECT connectionId, MIN(id), MAX(id) FROM CONNECTION_IDS "
                                  "WHERE id >= 0 AND id <> 4294967295 "
                                  "GROUP BY connectionId ORDER BY connectionId");

  while (next (stmt))
    {
      gint64 real_id = sqlite3_column_int64 (stmt, 0);
      gint64 lo = sqlite3_column_int64 (stmt, 1), hi = sqlite3_column_int64 (stmt, 2);

      if (sqlite3_column_type (stmt, 0) != SQLITE_NULL && real_id >= 0 && real_id != NO_ID &&
          lo != hi)
        add_pair (data, lo, hi);
    }
  sqlite3_finalize (stmt);
}

/* exports.md#q24: the end of a range that was never closed. */
static void
close_one_range (NaiveData *data, NaiveRange *open)
{
  const NaiveRange *best = NULL;

  for (guint i = 0; i < data->ranges->len; i++)
    {
      const NaiveRange *r = &g_array_index (data->ranges, NaiveRange, i);

      if (r->open || r->tid != open->tid || r->start_ns > open->start_ns ||
          r->end_ns < open->start_ns)
        continue;
      if (best == NULL || r->start_ns > best->start_ns ||
          (r->start_ns == best->start_ns && r->end_ns <= best->end_ns))
        best = r;
    }
  open->end_ns = open->start_ns;
  if (best != NULL)
    open->end_ns = best->end_ns;
  for (guint i = 0; best == NULL && i < data->ops->len; i++)
    {
      const NaiveOp *op = &g_array_index (data->ops, NaiveOp, i);

      if (op->tid == open->tid)
        open->end_ns = MAX (open->end_ns, op->end_ns);
    }
  open->open = FALSE;
}

static void
close_ranges (NaiveData *data)
{
  for (;;)
    {
      NaiveRange *first = NULL;

      for (guint i = 0; i < data->ranges->len; i++)
        {
          NaiveRange *r = &g_array_index (data->ranges, NaiveRange, i);

          if (r->open && (first == NULL || r->start_ns < first->start_ns))
            first = r;
        }
      if (first == NULL)
        return;
      close_one_range (data, first);
    }
}

/* modules.md#threads: whether any range has the thread id of any op. */
static gboolean
threads_comparable (NaiveData *data)
{
  for (guint i = 0; i < data->ranges->len; i++)
    for (guint k = 0; k < data->ops->len; k++)
      if (g_array_index (data->ranges, NaiveRange, i).tid ==
          g_array_index (data->ops, NaiveOp, k).tid)
        return TRUE;
  return FALSE;
}

static void
merge_threads (NaiveData *data)
{
  for (guint i = 0; i < data->ranges->len; i++)
    g_array_index (data->ranges, NaiveRange, i).tid = 0;
  for (guint i = 0; i < data->ops->len; i++)
    g_array_index (data->ops, NaiveOp, i).tid = 0;
  data->merged = TRUE;
}

static gboolean
load_step (NaiveData *data, sqlite3 *db, const LscNaiveOptions *options, GError **error)
{
  sqlite3_stmt *stmt;
  gboolean found = FALSE;

  data->step_start_ns = G_MININT64;
  data->step_end_ns = G_MAXINT64;
  if (!options->has_step)
    return TRUE;
  stmt = query (db, "SELECT startNs, endNs FROM STEP_TIME WHERE id = ?1");
  if (stmt != NULL)
    sqlite3_bind_int64 (stmt, 1, options->step_id);
  if (next (stmt))
    found = read_time (stmt, 0, &data->step_start_ns) && read_time (stmt, 1, &data->step_end_ns);
  sqlite3_finalize (stmt);
  if (!found)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no step %" G_GINT64_FORMAT,
                 options->step_id);
  return found;
}

static gint
compare_kernels (gconstpointer a, gconstpointer b, gpointer user_data)
{
  NaiveData *data = user_data;
  const NaiveKernel *ka = a, *kb = b;
  const NaiveOp *oa = &g_array_index (data->ops, NaiveOp, ka->op);
  const NaiveOp *ob = &g_array_index (data->ops, NaiveOp, kb->op);
  gint64 va[] = { ka->klass, oa->start_ns, ka->start_ns, ka->row, oa->local_id, ka->op };
  gint64 vb[] = { kb->klass, ob->start_ns, kb->start_ns, kb->row, ob->local_id, kb->op };

  for (guint i = 0; i < G_N_ELEMENTS (va); i++)
    if (va[i] != vb[i])
      return va[i] < vb[i] ? -1 : 1;
  return 0;
}

static void
number_ops (NaiveData *data)
{
  guint n = 0;

  g_array_sort_with_data (data->kernels, compare_kernels, data);
  for (guint i = 0; i < data->kernels->len; i++)
    {
      NaiveOp *op =
          &g_array_index (data->ops, NaiveOp, g_array_index (data->kernels, NaiveKernel, i).op);

      if (op->order == NAIVE_NONE)
        op->order = n++;
    }
}

static gboolean
load_all (NaiveData *data, sqlite3 *db, const LscNaiveOptions *options, GError **error)
{
  g_autoptr (GArray) tasks = NULL;

  load_strings (data, db);
  if (options->source != LSC_NAIVE_SOURCE_TRACE)
    load_mstx (data, db);
  if (options->source != LSC_NAIVE_SOURCE_MSTX && data->ranges->len == 0)
    load_trace (data, db);
  if (data->ranges->len == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no module ranges");
      return FALSE;
    }
  load_ops (data, db);
  load_connections (data, db);
  tasks = load_tasks (db);
  load_task_kernels (data, db, tasks, "COMPUTE_TASK_INFO", 0);
  load_comm_kernels (data, db);
  load_task_kernels (data, db, tasks, "COMMUNICATION_SCHEDULE_TASK_INFO", 2);
  find_pairs (data, db);
  close_ranges (data);
  if (options->threads == LSC_NAIVE_THREADS_MERGED || !threads_comparable (data))
    merge_threads (data);
  number_ops (data);
  return load_step (data, db, options, error);
}

NaiveData *
_naive_data_load (const char *db_path, const LscNaiveOptions *options, GError **error)
{
  g_autoptr (NaiveData) data = g_new0 (NaiveData, 1);
  g_autofree char *absolute = g_canonicalize_filename (db_path, NULL);
  g_autofree char *uri = g_filename_to_uri (absolute, NULL, NULL);
  g_autofree char *read_only = g_strconcat (uri, "?immutable=1", NULL);
  sqlite3 *db = NULL;
  gboolean ok = FALSE;

  data->chunk = g_string_chunk_new (4096);
  data->strings = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  data->ranges = g_array_new (FALSE, FALSE, sizeof (NaiveRange));
  data->ops = g_array_new (FALSE, FALSE, sizeof (NaiveOp));
  data->connections = g_array_new (FALSE, FALSE, sizeof (NaiveConnection));
  data->kernels = g_array_new (FALSE, FALSE, sizeof (NaiveKernel));
  data->pairs = g_array_new (FALSE, FALSE, sizeof (NaivePair));
  if (sqlite3_open_v2 (read_only, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) == SQLITE_OK)
    ok = load_all (data, db, options, error);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", db_path, sqlite3_errmsg (db));
  sqlite3_close (db);
  return ok ? g_steal_pointer (&data) : NULL;
}

void
_naive_data_free (NaiveData *data)
{
  g_hash_table_unref (data->strings);
  g_array_unref (data->ranges);
  g_array_unref (data->ops);
  g_array_unref (data->connections);
  g_array_unref (data->kernels);
  g_array_unref (data->pairs);
  g_string_chunk_free (data->chunk);
  g_free (data);
}
