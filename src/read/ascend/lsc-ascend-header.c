/* lsc-ascend-header.c - rank, device, host, metadata, steps and level of a profiler database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "read/text/lsc-cell.h"
#include "read/find/lsc-cluster-groups.h"
#include "read/find/lsc-metadata.h"
#include "read/find/lsc-recognise.h"

/* Metadata larger than this is none. */
#define MOST_PAIRS 10000

/* A text for display; bad bytes are replaced. */
static char *
dup_text (sqlite3_stmt *stmt, int column)
{
  const char *text = (const char *) sqlite3_column_text (stmt, column);

  return text ? g_utf8_make_valid (text, -1) : NULL;
}

static void
load_metadata_file (LscRun *run)
{
  const char *path = run->source->metadata_json;
  g_autoptr (GError) error = NULL;

  if (!path || lsc_metadata_read_file (run->metadata, path, &error) || !error)
    return;
  lsc_run_take_notice (run,
                       lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, "bad-metadata",
                                                             "%s", error->message)),
                       "profiler_metadata.json", -1);
}

static gboolean
load_metadata (LscAscend *self, GError **error)
{
  static const char *const columns[] = { "name", "value", NULL };
  LscMetadata *metadata = self->run->metadata;
  g_autoptr (LscScan) scan = NULL;
  sqlite3_stmt *stmt;

  if (lsc_db_has_table (self->db, "META_DATA"))
    {
      scan = _lsc_ascend_scan (self, "META_DATA", columns, 2, error);
      if (!scan)
        return FALSE;
      stmt = lsc_scan_get_stmt (scan);
      while (lsc_scan_next (scan))
        {
          g_autofree char *name = dup_text (stmt, 0);
          g_autofree char *value = dup_text (stmt, 1);

          if (name && value && lsc_metadata_get_n_pairs (metadata) < MOST_PAIRS)
            lsc_metadata_add_take (metadata, g_steal_pointer (&name), g_steal_pointer (&value));
        }
      if (!lsc_scan_finish (scan, error))
        return FALSE;
    }
  self->run->schema_version = g_strdup (lsc_run_metadata (self->run, "SCHEMA_VERSION"));
  load_metadata_file (self->run);
  lsc_metadata_report (metadata, self->run->notices, self->run->rank, self->run->source->file);
  lsc_run_load_cluster_groups (self->run);
  return TRUE;
}

static gboolean
load_host (LscAscend *self, GError **error)
{
  static const char *const host_columns[] = { "hostUid", "hostName", NULL };
  static const char *const chip_columns[] = { "id", "name", NULL };
  LscRun *run = self->run;

  if (lsc_db_has_table (self->db, "HOST_INFO"))
    {
      g_autoptr (LscScan) scan = _lsc_ascend_scan (self, "HOST_INFO", host_columns, 0, error);

      if (!scan)
        return FALSE;
      if (lsc_scan_next (scan))
        {
          run->host_uid = dup_text (lsc_scan_get_stmt (scan), 0);
          run->host_name = dup_text (lsc_scan_get_stmt (scan), 1);
        }
      else if (!lsc_scan_finish (scan, error))
        return FALSE;
    }
  if (lsc_db_has_table (self->db, "NPU_INFO"))
    {
      g_autoptr (LscScan) scan = _lsc_ascend_scan (self, "NPU_INFO", chip_columns, 0, error);

      if (!scan)
        return FALSE;
      if (lsc_scan_next (scan))
        run->chip_name = dup_text (lsc_scan_get_stmt (scan), 1);
      else if (!lsc_scan_finish (scan, error))
        return FALSE;
    }
  return TRUE;
}

static void
report_ranks (LscAscend *self, gint64 name_rank, gint64 map_rank, gint64 info_rank)
{
  LscNotice *notice;

  if ((map_rank < 0 || map_rank == self->run->rank) &&
      (info_rank < 0 || info_rank == self->run->rank))
    return;
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "rank-mismatch",
                           _ ("The rank is %" PRId64 " by the file's name, "
                              "%" PRId64 " by RANK_DEVICE_MAP, %" PRId64
                              " by profiler_info (-1 = not said)."),
                           name_rank, map_rank, info_rank);
  lsc_notice_set_help (notice, _ ("The first that is said is used."),
                       _ ("Rename the file if it is in the wrong place."));
  lsc_run_take_notice (self->run, notice, "RANK_DEVICE_MAP", -1);
}

/* Chooses rank and device (formats.md#rank) from the rows of RANK_DEVICE_MAP: rows without a rank
 * count only when there is no other. */
static void
choose_rank (LscAscend *self, const LscInt64s *ranks, const LscInt64s *devices)
{
  gint64 name_rank = lsc_recognise_rank (self->run->source->file);
  gint64 info_rank = lsc_profiler_info_get_rank (self->run->source->info_json);
  gint64 map_rank = LSC_RANK_UNKNOWN;
  gsize chosen = 0;

  for (gsize i = 0; i < ranks->n; i++)
    {
      gboolean is_wanted = name_rank >= 0 && ranks->items[i] == name_rank;

      if (ranks->items[i] >= 0 && (map_rank < 0 || (is_wanted && map_rank != name_rank)))
        {
          map_rank = ranks->items[i];
          chosen = i;
        }
    }
  if (lsc_rank_is_named (self->run->source->rank)) /* what its number is does not tell it apart */
    self->run->rank = self->run->source->rank;
  else if (name_rank >= 0)
    self->run->rank = name_rank;
  else if (map_rank >= 0)
    self->run->rank = map_rank;
  else
    self->run->rank = self->run->source->rank;
  if (devices->n > 0)
    self->map_device = devices->items[chosen];
  self->run->device = self->map_device;
  if (!lsc_rank_is_named (self->run->rank))
    report_ranks (self, name_rank, map_rank, info_rank);
}

static gboolean
load_rank (LscAscend *self, GError **error)
{
  static const char *const columns[] = { "rankId", "deviceId", NULL };
  g_autoptr (LscScan) scan = NULL;
  LscInt64s ranks = { 0 }, devices = { 0 };
  gboolean ok = TRUE;
  sqlite3_stmt *stmt;

  self->map_device = -1;
  if (lsc_db_has_table (self->db, "RANK_DEVICE_MAP"))
    {
      scan = _lsc_ascend_scan (self, "RANK_DEVICE_MAP", columns, 2, error);
      if (!scan)
        return FALSE;
      stmt = lsc_scan_get_stmt (scan);
      while (lsc_scan_next (scan))
        {
          gint64 device = lsc_column_int64_or (stmt, 1, -1);

          lsc_int64s_append (&ranks, lsc_column_int64_or (stmt, 0, -1));
          lsc_int64s_append (&devices, device >= 0 && device < G_MAXUINT16 ? device : -1);
        }
      ok = lsc_scan_finish (scan, error);
    }
  if (ok)
    choose_rank (self, &ranks, &devices);
  lsc_int64s_clear (&ranks);
  lsc_int64s_clear (&devices);
  return ok;
}

static int
compare_steps (const void *a, const void *b)
{
  const LscStep *left = a, *right = b;

  if (left->start_ns != right->start_ns)
    return left->start_ns < right->start_ns ? -1 : 1;
  return left->id < right->id ? -1 : left->id > right->id;
}

static void
take_step (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LscAscend *self = user_data;
  LscStep step;

  if (_lsc_ascend_keep_times (self, scan, cells, &step.start_ns, &step.end_ns, TRUE) &&
      lsc_value_int64 (cells[2], &step.id))
    lsc_steps_append (&self->run->steps, step);
}

static gboolean
load_steps (LscAscend *self, GError **error)
{
  static const char *const columns[] = { "startNs", "endNs", "id", NULL };
  LscSteps *steps = &self->run->steps;
  const LscAscendTable table = { "STEP_TIME", columns, 3, take_step };
  gboolean ok = _lsc_ascend_read (self, &table, self, error);

  if (steps->n > 1)
    qsort (steps->items, steps->n, sizeof *steps->items, compare_steps);
  return ok;
}

/* The level shows in the first rows: with it every compute row has a type, and calls of the
 * runtime stand between all others. Looking at all rows would cost as much as reading them. */
#define LEVEL_ROWS G_STRINGIFY (LSC_LEVEL_ROWS)

static gboolean
exists (LscAscend *self, const char *sql)
{
  gint64 value;

  return lsc_db_query_int64 (self->db, sql, &value);
}

/** Returns: whether calls of the runtime are among the first of CANN_API */
gboolean
_lsc_ascend_has_runtime (LscAscend *self)
{
  return lsc_db_has_column (self->db, "CANN_API", "type") &&
         exists (self, "SELECT 1 FROM (SELECT \"type\" AS t FROM main.\"CANN_API\" NOT INDEXED "
                       "LIMIT " LEVEL_ROWS ") WHERE t = 5000 LIMIT 1");
}

/**
 * _lsc_ascend_guess_level:
 * @may_be_more: (out): the level is 2 if _lsc_ascend_has_runtime(), else as returned
 *
 * Cost: a look at the first rows of a table, milliseconds.
 *
 * Source: formats.md#level.
 *
 * Returns: the level of the profiler as far as CANN_API does not tell, -1 for unknown
 */
int
_lsc_ascend_guess_level (LscAscend *self, gboolean *may_be_more)
{
  /* Each type is looked up by its id: to list the ids of a text reads all texts there are. */
  static const char *const typed =
      "SELECT 1 FROM (SELECT DISTINCT t FROM (SELECT \"opType\" AS t"
      " FROM main.\"COMPUTE_TASK_INFO\" NOT INDEXED LIMIT " LEVEL_ROWS "))"
      " WHERE CASE WHEN t IS NULL"
      " THEN NOT EXISTS (SELECT 1 FROM main.\"STRING_IDS\" NOT INDEXED WHERE \"value\" = 'N/A')"
      " ELSE NOT EXISTS (SELECT 1 FROM main.\"STRING_IDS\" NOT INDEXED"
      " WHERE \"id\" = t AND \"value\" = 'N/A') END LIMIT 1";
  LscDb *db = self->db;
  int asked = lsc_profiler_info_get_level (self->run->source->info_json, self->run->rank,
                                           self->run->notices);

  *may_be_more = FALSE;
  if (!lsc_db_has_column (db, "COMPUTE_TASK_INFO", "opType") ||
      !exists (self, "SELECT 1 FROM main.\"COMPUTE_TASK_INFO\" NOT INDEXED LIMIT 1"))
    return lsc_db_has_table (db, "CANN_API") ? asked : -1;
  if (!lsc_db_has_column (db, "STRING_IDS", "id") ||
      !lsc_db_has_column (db, "STRING_IDS", "value") || !exists (self, typed))
    return 0;
  *may_be_more = TRUE;
  return 1;
}

/**
 * _lsc_ascend_find_level:
 *
 * Cost: a look at the first rows of two tables, milliseconds.
 *
 * Returns: the level of the profiler, -1 for unknown
 */
int
_lsc_ascend_find_level (LscAscend *self)
{
  gboolean may_be_more;
  int level = _lsc_ascend_guess_level (self, &may_be_more);

  return may_be_more && _lsc_ascend_has_runtime (self) ? 2 : level;
}

/* SESSION_TIME_INFO ends exactly half an hour after its start when the profiler was killed. */
#define KILLED_SESSION_NS (G_GINT64_CONSTANT (30) * 60 * 1000000000)

static void
find_collection_end (LscAscend *self)
{
  gint64 start_ns = 0, end_ns = 0;

  self->run->collection_end_ns = lsc_profiler_info_get_end_ns (self->run->source->info_json);
  if (self->run->collection_end_ns > 0 ||
      !lsc_db_has_column (self->db, "SESSION_TIME_INFO", "startTimeNs") ||
      !lsc_db_has_column (self->db, "SESSION_TIME_INFO", "endTimeNs") ||
      !lsc_db_query_int64 (
          self->db, "SELECT \"startTimeNs\" FROM main.\"SESSION_TIME_INFO\" LIMIT 1", &start_ns) ||
      !lsc_db_query_int64 (self->db, "SELECT \"endTimeNs\" FROM main.\"SESSION_TIME_INFO\" LIMIT 1",
                           &end_ns))
    return;
  if (start_ns > 0 && end_ns > start_ns && end_ns - start_ns != KILLED_SESSION_NS)
    self->run->collection_end_ns = end_ns;
}

/**
 * _lsc_ascend_load_header:
 *
 * Reads all that a recording says of itself, but for its level, and no events.
 *
 * Source: formats.md#rank, #profiler-info, #metadata, #level.
 */
gboolean
_lsc_ascend_load_header (LscAscend *self, GError **error)
{
  if (!load_metadata (self, error) || !load_rank (self, error) || !load_host (self, error) ||
      !load_steps (self, error))
    return FALSE;
  find_collection_end (self);
  if ((self->flags & LSC_LOAD_SHAPES) && lsc_db_has_column (self->db, "AICORE_FREQ", "freq"))
    lsc_db_query_int64 (self->db, "SELECT max(\"freq\") FROM main.\"AICORE_FREQ\" NOT INDEXED",
                        &self->run->max_freq_mhz);
  return TRUE;
}
