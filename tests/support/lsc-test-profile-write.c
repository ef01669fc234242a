/* lsc-test-profile-write.c - writes a built profile as a database and its side files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-test-profile-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <gio/gio.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <string.h>

#define NO_ID G_GINT64_CONSTANT (4294967295)

static const char schema[] =
    "CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY,value TEXT);"
    "CREATE TABLE META_DATA (name TEXT,value TEXT);"
    "CREATE TABLE HOST_INFO (hostUid TEXT,hostName TEXT);"
    "CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER,deviceId INTEGER);"
    "CREATE TABLE NPU_INFO (id INTEGER,name TEXT);"
    "CREATE TABLE ENUM_API_TYPE (id INTEGER PRIMARY KEY,name TEXT);"
    "CREATE TABLE ENUM_MSTX_EVENT_TYPE (id INTEGER PRIMARY KEY,name TEXT);"
    "CREATE TABLE ENUM_HCCL_DATA_TYPE (id INTEGER PRIMARY KEY,name TEXT);"
    "CREATE TABLE MSTX_EVENTS (startNs INTEGER,endNs INTEGER,eventType INTEGER,rangeId INTEGER,"
    "category INTEGER,message INTEGER,globalTid INTEGER,endGlobalTid INTEGER,domainId INTEGER,"
    "connectionId INTEGER);"
    "CREATE TABLE PYTORCH_API (startNs TEXT,endNs TEXT,globalTid INTEGER,connectionId INTEGER,"
    "name INTEGER,sequenceNumber INTEGER,fwdThreadId INTEGER,inputDtypes INTEGER,"
    "inputShapes INTEGER,callchainId INTEGER,type INTEGER);"
    "CREATE TABLE CONNECTION_IDS (id INTEGER,connectionId INTEGER);"
    "CREATE TABLE CANN_API (startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,"
    "connectionId INTEGER PRIMARY KEY,name INTEGER);"
    "CREATE TABLE TASK (startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,"
    "globalTaskId INTEGER,globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER,"
    "taskId INTEGER,modelId INTEGER);"
    "CREATE INDEX TaskIndex ON TASK (startNs,globalTaskId);"
    "CREATE TABLE COMPUTE_TASK_INFO (name INTEGER,globalTaskId INTEGER PRIMARY KEY,"
    "blockDim INTEGER,mixBlockDim INTEGER,taskType INTEGER,opType INTEGER,inputFormats INTEGER,"
    "inputDataTypes INTEGER,inputShapes INTEGER,outputFormats INTEGER,outputDataTypes INTEGER,"
    "outputShapes INTEGER,attrInfo INTEGER);"
    "CREATE TABLE COMMUNICATION_OP (opName INTEGER,startNs INTEGER,endNs INTEGER,"
    "connectionId INTEGER,groupName INTEGER,opId INTEGER PRIMARY KEY,relay INTEGER,retry INTEGER,"
    "dataType INTEGER,algType INTEGER,count NUMERIC,opType INTEGER);"
    "CREATE TABLE COMMUNICATION_TASK_INFO (name INTEGER,globalTaskId INTEGER,taskType INTEGER,"
    "planeId INTEGER,groupName INTEGER,notifyId INTEGER,rdmaType INTEGER,srcRank INTEGER,"
    "dstRank INTEGER,transportType INTEGER,size INTEGER,dataType INTEGER,linkType INTEGER,"
    "opId INTEGER);"
    "CREATE TABLE COMMUNICATION_SCHEDULE_TASK_INFO (name INTEGER,globalTaskId INTEGER PRIMARY KEY,"
    "taskType INTEGER,opType INTEGER);"
    "INSERT INTO ENUM_API_TYPE VALUES (20000,'acl'),(15000,'model'),(10000,'node'),"
    "(5500,'communication'),(5000,'runtime'),(50001,'op'),(50002,'queue'),(50003,'trace'),"
    "(50004,'mstx');"
    "INSERT INTO ENUM_MSTX_EVENT_TYPE VALUES (0,'marker'),(1,'push/pop'),(2,'start/end'),"
    "(3,'marker_ex');"
    "INSERT INTO ENUM_HCCL_DATA_TYPE VALUES (0,'INT8'),(1,'INT16'),(2,'INT32'),(3,'FP16'),"
    "(4,'FP32'),(5,'INT64'),(6,'UINT64'),(7,'UINT8'),(8,'UINT16'),(9,'UINT32'),(10,'FP64'),"
    "(11,'BFP16'),(12,'INT128'),(65534,'N/A'),(65535,'INVALID_TYPE');"
    "INSERT INTO NPU_INFO VALUES (0,'Ascend910B');"
    "INSERT INTO HOST_INFO VALUES ('7207006841845691037','test-host');"
    "INSERT INTO META_DATA VALUES ('SCHEMA_VERSION','1.0.0');";

/* State of one write: the first error stops everything after it. */
typedef struct
{
  LscTestProfile *profile;
  sqlite3 *db;
  gint rank;
  gint64 next_task;
  GHashTable *inserts; /* table to prepared statement */
  gboolean failed;
} Writer;

static gint64
absolute (gint64 time_ns)
{
  return time_ns == LSC_TEST_NULL ? LSC_TEST_NULL : LSC_TEST_T0 + time_ns;
}

static void
run (Writer *w, const char *sql)
{
  if (!w->failed && sqlite3_exec (w->db, sql, NULL, NULL, NULL) != SQLITE_OK)
    w->failed = TRUE;
}

/* The prepared INSERT of @table, made at its first use; %NULL after an error. */
static sqlite3_stmt *
insert_statement (Writer *w, const char *table, gsize n_columns)
{
  sqlite3_stmt *stmt = g_hash_table_lookup (w->inserts, table);
  g_autoptr (GString) sql = NULL;

  if (stmt != NULL)
    return stmt;
  sql = g_string_new (NULL);
  g_string_printf (sql, "INSERT INTO %s VALUES (?", table);
  for (gsize i = 1; i < n_columns; i++)
    g_string_append (sql, ",?");
  g_string_append (sql, ")");
  if (sqlite3_prepare_v2 (w->db, sql->str, -1, &stmt, NULL) == SQLITE_OK)
    g_hash_table_insert (w->inserts, (gpointer) table, stmt);
  return stmt;
}

static void
bind_number (sqlite3_stmt *stmt, int column, gint64 value, gboolean as_text)
{
  g_autofree char *text = NULL;

  if (value == LSC_TEST_NULL)
    sqlite3_bind_null (stmt, column);
  else if (as_text)
    {
      text = g_strdup_printf ("%" G_GINT64_FORMAT, value);
      sqlite3_bind_text (stmt, column, text, -1, SQLITE_TRANSIENT);
    }
  else
    sqlite3_bind_int64 (stmt, column, value);
}

/* Inserts one row; @types has a letter per column: i = gint64 (LSC_TEST_NULL is NULL),
 * t = gint64 time written as text, s = text. */
static void
insert (Writer *w, const char *table, const char *types, ...)
{
  sqlite3_stmt *stmt = w->failed ? NULL : insert_statement (w, table, strlen (types));
  va_list args;

  if (stmt == NULL)
    {
      w->failed = TRUE;
      return;
    }
  va_start (args, types);
  for (int i = 0; types[i] != '\0'; i++)
    {
      if (types[i] == 's')
        sqlite3_bind_text (stmt, i + 1, va_arg (args, const char *), -1, SQLITE_TRANSIENT);
      else
        bind_number (stmt, i + 1, va_arg (args, gint64), types[i] == 't');
    }
  va_end (args);
  w->failed = sqlite3_step (stmt) != SQLITE_DONE;
  sqlite3_reset (stmt);
}

static void
finalize (gpointer stmt)
{
  sqlite3_finalize (stmt);
}

static gint
compare_apis_by_start (gconstpointer a, gconstpointer b, gpointer data)
{
  GArray *apis = data;
  guint ia = *(const guint *) a, ib = *(const guint *) b;
  const LscTestApiRow *ra = &g_array_index (apis, LscTestApiRow, ia);
  const LscTestApiRow *rb = &g_array_index (apis, LscTestApiRow, ib);

  if (ra->start_ns != rb->start_ns)
    return ra->start_ns < rb->start_ns ? -1 : 1;
  return ia < ib ? -1 : ia > ib;
}

/* Gives every row that has a launch or a pair a local id: free numbers from 0 in start order. */
static GArray *
assign_local_ids (LscTestProfile *p)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *used = g_new0 (gboolean, p->apis->len + 1);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_direct_hash, g_direct_equal);
  gsize next = 0;

  for (guint i = 0; i < p->kernels->len; i++)
    {
      guint op = g_array_index (p->kernels, LscTestKernelRow, i).op;

      if (op != LSC_TEST_NONE)
        used[op] = TRUE;
    }
  for (guint i = 0; i < p->links->len; i++)
    {
      used[g_array_index (p->links, LscTestLinkRow, i).forward_op] = TRUE;
      used[g_array_index (p->links, LscTestLinkRow, i).backward_op] = TRUE;
    }
  for (guint i = 0; i < p->apis->len; i++)
    {
      gint64 fixed = g_array_index (p->apis, LscTestApiRow, i).local_id;

      if (fixed != LSC_TEST_NULL)
        g_hash_table_add (taken, GSIZE_TO_POINTER ((gsize) fixed + 1));
      g_array_append_val (order, i);
    }
  g_array_sort_with_data (order, compare_apis_by_start, p->apis);
  for (guint i = 0; i < order->len; i++)
    {
      guint op = g_array_index (order, guint, i);
      LscTestApiRow *row = &g_array_index (p->apis, LscTestApiRow, op);

      if (row->local_id != LSC_TEST_NULL || !used[op])
        continue;
      while (g_hash_table_contains (taken, GSIZE_TO_POINTER (next + 1)))
        next++;
      row->local_id = (gint64) next++;
    }
  return order;
}

static void
connect_once (Writer *w, GHashTable *done, gint64 local_id, gint64 real_id)
{
  char *pair;

  if (real_id == LSC_TEST_NULL)
    return;
  pair = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, local_id, real_id);
  if (g_hash_table_add (done, pair))
    insert (w, "CONNECTION_IDS", "ii", local_id, real_id);
}

/* CONNECTION_IDS, in the order of the local ids: launches of an op, then its pair. */
static void
write_connections (Writer *w, GArray *order)
{
  LscTestProfile *p = w->profile;
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < order->len; i++)
    {
      guint op = g_array_index (order, guint, i);
      gint64 local_id = g_array_index (p->apis, LscTestApiRow, op).local_id;

      if (local_id == LSC_TEST_NULL)
        continue;
      for (guint k = 0; k < p->kernels->len; k++)
        {
          const LscTestKernelRow *kernel = &g_array_index (p->kernels, LscTestKernelRow, k);

          if (kernel->op == op)
            connect_once (w, done, local_id, kernel->connection);
        }
      for (guint k = 0; k < p->links->len; k++)
        {
          const LscTestLinkRow *link = &g_array_index (p->links, LscTestLinkRow, k);

          if (link->forward_op == op || link->backward_op == op)
            connect_once (w, done, local_id, link->real_id);
        }
    }
  for (guint i = 0; i < p->connections->len; i++)
    {
      const LscTestConnectionRow *row = &g_array_index (p->connections, LscTestConnectionRow, i);

      insert (w, "CONNECTION_IDS", "ii", row->local_id, row->real_id);
    }
}

static void
write_apis (Writer *w)
{
  GArray *apis = w->profile->apis;

  for (guint i = 0; i < apis->len; i++)
    {
      const LscTestApiRow *r = &g_array_index (apis, LscTestApiRow, i);
      g_autofree char *start = r->start_text != NULL
                                   ? g_strdup (r->start_text)
                                   : g_strdup_printf ("%" G_GINT64_FORMAT, absolute (r->start_ns));

      insert (w, "PYTORCH_API", "stiiiiiiiii", start, absolute (r->end_ns), r->tid, r->local_id,
              r->name, r->sequence, r->fwd_thread, r->types, r->shapes, LSC_TEST_NULL, r->type);
    }
}

static gint64
write_task (Writer *w, gint64 start_ns, gint64 end_ns, gint64 device, gint64 stream,
            gint64 connection, const char *type)
{
  gint64 id = w->next_task++;

  insert (w, "TASK", "iiiiiiiiiii", absolute (start_ns), absolute (end_ns), device, connection, id,
          (gint64) 1000, lsc_test_profile_string (w->profile, type), NO_ID, stream, id, NO_ID);
  return id;
}

static void
write_launch (Writer *w, const LscTestKernelRow *kernel)
{
  const LscTestApiRow *op;

  if (kernel->op == LSC_TEST_NONE || kernel->connection == LSC_TEST_NULL)
    return;
  op = &g_array_index (w->profile->apis, LscTestApiRow, kernel->op);
  insert (w, "CANN_API", "iiiiii", absolute (op->start_ns), absolute (op->end_ns), (gint64) 10000,
          op->tid, kernel->connection, lsc_test_profile_string (w->profile, "launch"));
}

static void
write_comm (Writer *w, guint index, const LscTestKernelRow *k)
{
  LscTestProfile *p = w->profile;
  gint64 op_id = index + 1;

  insert (w, "COMMUNICATION_OP", "iiiiiiiiiiii", k->name, absolute (k->start_ns),
          absolute (k->end_ns), k->connection, k->group, op_id, (gint64) 0, (gint64) 0,
          k->data_type, k->alg_type, k->count, k->op_type);
  for (guint i = 0; i < p->comm_tasks->len; i++)
    {
      const LscTestCommTaskRow *row = &g_array_index (p->comm_tasks, LscTestCommTaskRow, i);
      const LscTestCommTask *t = &row->task;
      gint64 task;

      if (row->comm != index)
        continue;
      task = write_task (w, t->start_ns, t->end_ns, k->device, k->stream, k->connection, "SDMA");
      insert (w, "COMMUNICATION_TASK_INFO", "iiiiiiiiiiiiii", k->name, task, row->task_type,
              t->plane_id, k->group, t->notify_id, (gint64) 65535, t->src_rank, t->dst_rank,
              t->transport_type, t->size_bytes, k->data_type, t->link_type, op_id);
    }
}

static void
write_compute (Writer *w, const LscTestKernelRow *k)
{
  gint64 formats = lsc_test_profile_string (w->profile, "ND");
  gint64 task =
      write_task (w, k->start_ns, k->end_ns, k->device, k->stream, k->connection, "KERNEL_AICORE");

  insert (w, "COMPUTE_TASK_INFO", "iiiiiiiiiiiii", k->name, task, k->block_dim, (gint64) 0,
          k->task_type, k->op_type, formats, k->input_types, k->input_shapes, formats,
          k->output_types, k->output_shapes, lsc_test_profile_string (w->profile, "N/A"));
}

static void
write_schedule (Writer *w, const LscTestKernelRow *k)
{
  gint64 task =
      write_task (w, k->start_ns, k->end_ns, k->device, k->stream, k->connection, "KERNEL_AICPU");

  insert (w, "COMMUNICATION_SCHEDULE_TASK_INFO", "iiii", k->name, task, k->task_type, k->op_type);
}

static void
write_kernels (Writer *w)
{
  LscTestProfile *p = w->profile;
  g_autoptr (GHashTable) launched = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < p->kernels->len; i++)
    {
      LscTestKernelRow *k = &g_array_index (p->kernels, LscTestKernelRow, i);

      if (g_hash_table_add (launched, &k->connection))
        write_launch (w, k);
      if (k->klass == LSC_TEST_KERNEL_COMPUTE)
        write_compute (w, k);
      else if (k->klass == LSC_TEST_KERNEL_COMM)
        write_comm (w, i, k);
      else
        write_schedule (w, k);
    }
}

static void
write_mstx (Writer *w)
{
  LscTestProfile *p = w->profile;

  for (guint i = 0; i < p->mstx->len; i++)
    {
      const LscTestMstxRow *r = &g_array_index (p->mstx, LscTestMstxRow, i);

      insert (w, "MSTX_EVENTS", "iiiiiiiiii", absolute (r->start_ns), absolute (r->end_ns), r->type,
              NO_ID, (gint64) 0, r->message, r->tid, r->tid, r->domain, r->connection);
    }
  for (guint i = 0; i < p->marks->len; i++)
    {
      const LscTestMarkTask *t = &g_array_index (p->marks, LscTestMarkTask, i);

      write_task (w, t->start_ns, t->end_ns, 0, t->stream, t->connection, "MsTx");
    }
}

static void
write_rest (Writer *w)
{
  LscTestProfile *p = w->profile;

  insert (w, "RANK_DEVICE_MAP", "ii", (gint64) w->rank, (gint64) 0);
  for (guint i = 0; i + 1 < p->metadata->len; i += 2)
    insert (w, "META_DATA", "ss", p->metadata->pdata[i], p->metadata->pdata[i + 1]);
  if (p->steps->len > 0)
    run (w, "CREATE TABLE STEP_TIME (id INTEGER,startNs INTEGER,endNs INTEGER)");
  for (guint i = 0; i < p->steps->len; i++)
    {
      const LscTestStepRow *s = &g_array_index (p->steps, LscTestStepRow, i);

      insert (w, "STEP_TIME", "iii", s->id, absolute (s->start_ns), absolute (s->end_ns));
    }
  for (guint i = 0; i < p->string_rows->len; i++)
    {
      const LscTestStringRow *s = &g_array_index (p->string_rows, LscTestStringRow, i);

      insert (w, "STRING_IDS", "is", s->id, s->value);
    }
  g_hash_table_remove_all (w->inserts);
  for (guint i = 0; i < p->sql->len; i++)
    run (w, p->sql->pdata[i]);
}

static gboolean
write_db (LscTestProfile *self, const char *path, gint rank, GError **error)
{
  Writer w = { .profile = self, .rank = rank, .next_task = 1 };
  g_autoptr (GArray) order = NULL;

  w.inserts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, finalize);
  g_unlink (path);
  if (sqlite3_open (path, &w.db) != SQLITE_OK)
    w.failed = TRUE;
  run (&w, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN");
  run (&w, schema);
  order = assign_local_ids (self);
  write_apis (&w);
  write_connections (&w, order);
  write_kernels (&w);
  write_mstx (&w);
  write_rest (&w);
  run (&w, "COMMIT");
  g_hash_table_unref (w.inserts);
  if (w.failed)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", path, sqlite3_errmsg (w.db));
  sqlite3_close (w.db);
  return !w.failed;
}

/* Side files: run info, metadata, and the chip description when asked for. */
static gboolean
write_side_files (LscTestProfile *self, const char *rank_dir, gint rank, GError **error)
{
  g_autofree char *info_name = g_strdup_printf ("profiler_info_%d.json", rank);
  g_autofree char *info_path = g_build_filename (rank_dir, info_name, NULL);
  g_autofree char *meta_path = g_build_filename (rank_dir, "profiler_metadata.json", NULL);
  g_autofree char *info = g_strdup_printf (
      "{\"config\":{\"common_config\":{\"activities\":[\"ProfilerActivity.CPU\","
      "\"ProfilerActivity.NPU\"],\"with_stack\":false,\"with_modules\":false},"
      "\"experimental_config\":{\"_profiler_level\":\"Level1\",\"_msprof_tx\":true,"
      "\"_export_type\":[\"db\"]}},\"rank_id\":%d}",
      rank);
  g_autoptr (GString) meta = g_string_new ("{");

  for (guint i = 0; i + 1 < self->metadata->len; i += 2)
    g_string_append_printf (meta, "%s\"%s\": %s", i > 0 ? ", " : "",
                            (const char *) self->metadata->pdata[i],
                            (const char *) self->metadata->pdata[i + 1]);
  g_string_append (meta, "}");
  return g_file_set_contents (info_path, info, -1, error) &&
         g_file_set_contents (meta_path, meta->str, -1, error);
}

static gboolean
write_chip (LscTestProfile *self, const char *rank_dir, gint rank, GError **error)
{
  g_autofree char *device = g_strdup_printf ("device_%d", rank);
  g_autofree char *name = g_strdup_printf ("info.json.%d", rank);
  g_autofree char *dir = g_build_filename (rank_dir, "PROF_000001_test", device, NULL);
  g_autofree char *path = g_build_filename (dir, name, NULL);
  g_autofree char *json = NULL;

  if (self->aic_frequency == NULL)
    return TRUE;
  g_mkdir_with_parents (dir, 0755);
  json = g_strdup_printf ("{\"platform_version\":\"5\",\"rank_id\":%d,\"devices\":\"%d\","
                          "\"DeviceInfo\":[{\"id\":%d,\"ai_core_num\":%d,\"aiv_num\":%d,"
                          "\"aic_frequency\":\"%s\",\"aiv_frequency\":\"%s\"}]}",
                          rank, rank, rank, self->ai_core_num, 2 * self->ai_core_num,
                          self->aic_frequency, self->aic_frequency);
  return g_file_set_contents (path, json, -1, error);
}

/**
 * lsc_test_profile_db_path:
 * @rank_dir: folder given to lsc_test_profile_write()
 * @rank: rank given to it
 *
 * Returns: (transfer full): path of the database it writes
 */
char *
lsc_test_profile_db_path (const char *rank_dir, gint rank)
{
  g_autofree char *name = g_strdup_printf ("ascend_pytorch_profiler_%d.db", rank);

  return g_build_filename (rank_dir, "ASCEND_PROFILER_OUTPUT", name, NULL);
}

/**
 * lsc_test_profile_write:
 * @self: a builder
 * @rank_dir: folder of the rank; made when missing
 * @rank: rank number, used in the file names
 * @error: return location
 *
 * Writes ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_{rank}.db, profiler_info_{rank}.json and
 * profiler_metadata.json, and info.json when lsc_test_profile_set_chip() was called. An existing
 * database of that name is replaced. May be called several times with different places.
 *
 * Returns: %FALSE with @error (of GIO or GFile) when something could not be written
 */
gboolean
lsc_test_profile_write (LscTestProfile *self, const char *rank_dir, gint rank, GError **error)
{
  g_autofree char *path = lsc_test_profile_db_path (rank_dir, rank);
  g_autofree char *dir = g_path_get_dirname (path);

  if (g_mkdir_with_parents (dir, 0755) != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", dir, g_strerror (errno));
      return FALSE;
    }
  return write_db (self, path, rank, error) && write_side_files (self, rank_dir, rank, error) &&
         write_chip (self, rank_dir, rank, error);
}
