/* lsc-nsight-find.c - whether a database is an export of Nsight Systems, and whose work is in it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"

#include <stdlib.h>
#include <string.h>

#define PRODUCT "NVIDIA Nsight Systems"
#define USUAL_NS G_GINT64_CONSTANT (1000000000)

/* Of a table with more rows pieces all over it are looked at. */
#define MOST_WHOLE 262144
#define N_PIECES 64
#define PIECE_ROWS 2048
#define MOST_DEVICES 64

/**
 * lsc_nsight_is_export:
 *
 * Source: formats.md#nsight.
 *
 * Returns: whether a database is an export of Nsight Systems, by its tables
 */
gboolean
lsc_nsight_is_export (LscDb *db)
{
  gint64 n = 0;

  g_return_val_if_fail (db, FALSE);
  for (guint i = 0; i < LSC_NS_N_TABLES; i++)
    if (lsc_db_has_table (db, _lsc_ns_tables[i].name) &&
        (lsc_db_has_table (db, "StringIds") ||
         g_str_has_prefix (_lsc_ns_tables[i].name, "CUPTI_ACTIVITY_")))
      return TRUE;
  return lsc_db_has_column (db, "META_DATA_EXPORT", "value") &&
         lsc_db_query_int64 (db,
                             "SELECT COUNT(*) FROM main.\"META_DATA_EXPORT\""
                             " WHERE \"value\" = '" PRODUCT "'",
                             &n) &&
         n > 0;
}

/* ---- devices ---- */

void
_lsc_ns_device_free (gpointer data)
{
  LscNsightDevice *self = data;

  g_free (self->name);
  g_free (self);
}

static void
count (GPtrArray *devices, gint64 pid, gint64 device, gint64 n)
{
  LscNsightDevice *self;

  for (guint i = 0; i < devices->len; i++)
    {
      self = g_ptr_array_index (devices, i);
      if (self->pid == pid && self->device == device)
        {
          self->n_rows += n;
          return;
        }
    }
  if (devices->len >= MOST_DEVICES)
    return;
  self = g_new0 (LscNsightDevice, 1);
  self->pid = pid;
  self->device = self->gpu = device;
  self->rank = LSC_RANK_UNKNOWN;
  self->n_rows = n;
  g_ptr_array_add (devices, self);
}

static void
count_where (LscDb *db, const char *table, const char *where, GPtrArray *devices)
{
  g_autofree char *sql = g_strdup_printf (
      "SELECT \"globalPid\", \"deviceId\", COUNT(*) FROM main.\"%s\" NOT INDEXED%s GROUP BY 1, 2",
      table, where);
  sqlite3_stmt *stmt = lsc_db_ask (db, sql, NULL);

  while (lsc_db_next (db, &stmt, NULL))
    {
      gint64 global, device, n = 0;

      if (lsc_column_int64 (stmt, 0, &global) && lsc_column_int64 (stmt, 1, &device) &&
          lsc_column_int64 (stmt, 2, &n) && global >= 0 && device >= 0)
        count (devices, _lsc_ns_pid (global), device, n);
    }
}

static void
count_table (LscDb *db, const char *table, GPtrArray *devices)
{
  const char *rowid = lsc_db_get_rowid_name (db, table);
  gint64 n = lsc_db_guess_rows (db, table), most = 0;
  g_autofree char *last = NULL;

  if (!lsc_db_has_column (db, table, "globalPid") || !lsc_db_has_column (db, table, "deviceId"))
    return;
  if (rowid && n > MOST_WHOLE)
    last = g_strdup_printf ("SELECT MAX(%s) FROM main.\"%s\"", rowid, table);
  if (!last || !lsc_db_query_int64 (db, last, &most) || most < MOST_WHOLE)
    {
      count_where (db, table, "", devices);
      return;
    }
  for (guint i = 0; i < N_PIECES; i++)
    {
      gint64 first = (most - PIECE_ROWS) / (N_PIECES - 1) * i;
      g_autofree char *where =
          g_strdup_printf (" WHERE %s >= %" G_GINT64_FORMAT " AND %s < %" G_GINT64_FORMAT, rowid,
                           first, rowid, first + PIECE_ROWS);

      count_where (db, table, where, devices);
    }
}

/* What a process calls its device, against what the host does. */
static void
find_gpus (LscDb *db, GPtrArray *devices)
{
  static const char sql[] =
      "SELECT \"gpuId\", \"cudaId\", \"pid\" FROM main.\"TARGET_INFO_CUDA_DEVICE\"";
  sqlite3_stmt *stmt;

  if (!lsc_db_has_column (db, "TARGET_INFO_CUDA_DEVICE", "gpuId") ||
      !lsc_db_has_column (db, "TARGET_INFO_CUDA_DEVICE", "cudaId") ||
      !lsc_db_has_column (db, "TARGET_INFO_CUDA_DEVICE", "pid"))
    return;
  stmt = lsc_db_ask (db, sql, NULL);
  while (lsc_db_next (db, &stmt, NULL))
    {
      gint64 gpu, device, pid;

      if (!lsc_column_int64 (stmt, 0, &gpu) || !lsc_column_int64 (stmt, 1, &device) ||
          !lsc_column_int64 (stmt, 2, &pid) || gpu < 0)
        continue;
      for (guint i = 0; i < devices->len; i++)
        {
          LscNsightDevice *self = g_ptr_array_index (devices, i);

          if (self->pid == pid && self->device == device)
            self->gpu = gpu;
        }
    }
}

static void
find_ranks (LscDb *db, GPtrArray *devices)
{
  sqlite3_stmt *stmt;

  if (!lsc_db_has_column (db, "MPI_RANKS", "globalTid") ||
      !lsc_db_has_column (db, "MPI_RANKS", "rank"))
    return;
  stmt = lsc_db_ask (db, "SELECT \"globalTid\", \"rank\" FROM main.\"MPI_RANKS\"", NULL);
  while (lsc_db_next (db, &stmt, NULL))
    {
      gint64 thread, rank;

      if (!lsc_column_int64 (stmt, 0, &thread) || !lsc_column_int64 (stmt, 1, &rank) || rank < 0 ||
          thread < 0)
        continue;
      for (guint i = 0; i < devices->len; i++)
        {
          LscNsightDevice *self = g_ptr_array_index (devices, i);

          if (self->pid == _lsc_ns_pid (thread))
            self->rank = rank;
        }
    }
}

static int
compare_devices (gconstpointer a, gconstpointer b)
{
  const LscNsightDevice *x = *(LscNsightDevice *const *) a, *y = *(LscNsightDevice *const *) b;

  if (x->gpu != y->gpu)
    return x->gpu < y->gpu ? -1 : 1;
  if (x->pid != y->pid)
    return x->pid < y->pid ? -1 : 1;
  return (x->device > y->device) - (x->device < y->device);
}

static gboolean
is_shared (const GPtrArray *devices, guint index)
{
  const LscNsightDevice *self = g_ptr_array_index (devices, index);

  for (guint i = 0; i < devices->len; i++)
    if (i != index && ((const LscNsightDevice *) g_ptr_array_index (devices, i))->gpu == self->gpu)
      return TRUE;
  return FALSE;
}

/* One rank that several devices have is the number of none of them. */
static void
drop_double_ranks (GPtrArray *devices)
{
  for (guint i = 0; i < devices->len; i++)
    for (guint k = 0; k < devices->len; k++)
      {
        LscNsightDevice *a = g_ptr_array_index (devices, i), *b = g_ptr_array_index (devices, k);

        if (i == k || a->rank < 0 || a->rank != b->rank)
          continue;
        for (guint j = 0; j < devices->len; j++)
          ((LscNsightDevice *) g_ptr_array_index (devices, j))->rank = LSC_RANK_UNKNOWN;
        return;
      }
}

/**
 * lsc_nsight_list_devices:
 * @db: an export
 *
 * Lists what processes ran on which devices. Of large tables pieces all over the file are looked
 * at: what has a part worth telling is met in them.
 *
 * Source: CUPTI_ACTIVITY_KIND_KERNEL, _GRAPH_TRACE and, without either, _MEMCPY;
 * TARGET_INFO_CUDA_DEVICE; MPI_RANKS.
 *
 * Returns: (transfer full) (element-type LscNsightDevice): by GPU and process
 */
GPtrArray *
lsc_nsight_list_devices (LscDb *db)
{
  GPtrArray *devices = g_ptr_array_new_with_free_func (_lsc_ns_device_free);

  g_return_val_if_fail (db, devices);
  count_table (db, _lsc_ns_tables[LSC_NS_KERNEL].name, devices);
  count_table (db, _lsc_ns_tables[LSC_NS_GRAPH].name, devices);
  if (devices->len == 0)
    count_table (db, _lsc_ns_tables[LSC_NS_MEMCPY].name, devices);
  find_gpus (db, devices);
  find_ranks (db, devices);
  drop_double_ranks (devices);
  g_ptr_array_sort (devices, compare_devices);
  for (guint i = 0; i < devices->len; i++)
    {
      LscNsightDevice *self = g_ptr_array_index (devices, i);

      self->name = is_shared (devices, i)
                       ? g_strdup_printf ("GPU %" G_GINT64_FORMAT " process %" G_GINT64_FORMAT,
                                          self->gpu, self->pid)
                       : g_strdup_printf ("%" G_GINT64_FORMAT, self->gpu);
    }
  return devices;
}

/**
 * lsc_nsight_find_window:
 * @begin_ns, @end_ns: (out): about when it was recorded
 *
 * Source: TARGET_INFO_SESSION_START_TIME, ANALYSIS_DETAILS.
 *
 * Returns: %FALSE where the export does not tell
 */
gboolean
lsc_nsight_find_window (LscDb *db, gint64 *begin_ns, gint64 *end_ns)
{
  gint64 stop = 0;

  g_return_val_if_fail (db && begin_ns && end_ns, FALSE);
  if (!lsc_db_has_column (db, "TARGET_INFO_SESSION_START_TIME", "utcEpochNs") ||
      !lsc_db_query_int64 (
          db, "SELECT \"utcEpochNs\" FROM main.\"TARGET_INFO_SESSION_START_TIME\" LIMIT 1",
          begin_ns) ||
      *begin_ns <= 0 || *begin_ns > LSC_TRACE_MOST_TIME_NS / 2)
    return FALSE;
  if (!lsc_db_has_column (db, "ANALYSIS_DETAILS", "stopTime") ||
      !lsc_db_query_int64 (db, "SELECT \"stopTime\" FROM main.\"ANALYSIS_DETAILS\" LIMIT 1",
                           &stop) ||
      stop <= 0 || stop > LSC_TRACE_MOST_DURATION_NS)
    stop = USUAL_NS;
  *end_ns = *begin_ns + stop;
  return TRUE;
}
