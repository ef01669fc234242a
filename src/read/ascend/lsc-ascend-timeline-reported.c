/* lsc-ascend-timeline-reported.c - communication of which only the exporter's tables tell
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "read/ascend/lsc-ascend-timeline-private.h"

#include <string.h>

#include "base/lsc-db.h"
#include "model/lsc-transfers.h"
#include "read/text/lsc-text-tables.h"

#define US 1000
#define MS 1000000
#define MB 1000000 /* of the exporter, not of memory */
#define TOTAL "-total"

static const char *
get_text (sqlite3_stmt *stmt, int column)
{
  return (const char *) sqlite3_column_text (stmt, column);
}

/* A figure of the exporter's, which it wrote as a floating one. */
static gboolean
get_whole (sqlite3_stmt *stmt, int column, gint64 unit, gint64 *whole)
{
  double value =
      sqlite3_column_type (stmt, column) == SQLITE_NULL ? -1 : sqlite3_column_double (stmt, column);
  gint64 units;

  if (!(value >= 0 && value < (double) (G_MAXINT64 / unit)))
    return FALSE;
  units = (gint64) value;
  *whole = units * unit + (gint64) ((value - (double) units) * (double) unit + 0.5);
  return TRUE;
}

/* "step50" */
static gint64
get_step (const char *text)
{
  return text ? g_ascii_strtoll (text + strcspn (text, "0123456789"), NULL, 10) : 0;
}

static void
take_op (LscTimeline *timeline, sqlite3_stmt *stmt)
{
  const char *name = get_text (stmt, 0), *hash = get_text (stmt, 1);
  LscToldComm comm = { .step = get_step (get_text (stmt, 2)) };

  if (!name || !*name || !hash || !*hash || !get_whole (stmt, 3, US, &comm.start_ns) ||
      !get_whole (stmt, 4, MS, &comm.duration_ns))
    return;
  comm.name = lsc_intern_add (timeline->strings, name);
  comm.group =
      lsc_intern_add (timeline->strings, lsc_text_get_group_of_hash (timeline, hash)->name);
  lsc_told_comms_append (&timeline->told_comms, comm);
}

/* Beside the sum of a kind stand some of its operators. */
static void
take_link (LscTimeline *timeline, sqlite3_stmt *stmt)
{
  const char *name = get_text (stmt, 0), *hash = get_text (stmt, 1);
  const char *source = get_text (stmt, 2), *target = get_text (stmt, 3);
  LscToldLink link = { .hash = hash, .transport = get_text (stmt, 4) };
  g_autofree char *ends = source && target ? g_strconcat (source, "-", target, NULL) : NULL;

  link.ends = ends;
  if (name && g_str_has_suffix (name, TOTAL) && hash && ends &&
      get_whole (stmt, 5, MB, &link.bytes) && get_whole (stmt, 6, MS, &link.ns))
    lsc_text_take_link (timeline, &timeline->transfers, &link);
}

static void
foreach_row (LscTimeline *timeline, LscDb *db, const char *table, const char *sql,
             void (*take) (LscTimeline *timeline, sqlite3_stmt *stmt))
{
  sqlite3_stmt *stmt = lsc_db_has_table (db, table) ? lsc_db_ask (db, sql, NULL) : NULL;

  while (stmt && lsc_db_next (db, &stmt, NULL))
    take (timeline, stmt);
}

static void
read_analysis (LscTimeline *timeline, LscJob *job)
{
  const char *path = timeline->source->analysis_db;
  LscDb *db = path ? lsc_db_open (path, job, NULL) : NULL;

  if (!db)
    return;
  foreach_row (timeline, db, "CommAnalyzerTime",
               "SELECT hccl_op_name, group_name, step, start_timestamp, elapse_time FROM "
               "CommAnalyzerTime",
               take_op);
  if (lsc_transfers_get_n (&timeline->transfers) == 0)
    foreach_row (timeline, db, "CommAnalyzerMatrix",
                 "SELECT hccl_op_name, group_name, src_rank, dst_rank, transport_type, "
                 "transit_size, transit_time FROM CommAnalyzerMatrix",
                 take_link);
  lsc_db_close (db);
}

static void
read_texts (LscTimeline *timeline)
{
  g_autoptr (LscTextFiles) files = lsc_text_files_new (timeline->source);
  g_autoptr (GHashTable) groups = lsc_text_read_groups (files, timeline->notices);

  lsc_text_read_comms (files, timeline, groups);
  if (lsc_transfers_get_n (&timeline->transfers) == 0)
    lsc_text_read_matrix (timeline, files, &timeline->transfers);
}

/**
 * _lsc_ascend_timeline_read_reported:
 *
 * Where the database has no communication operator: what the exporter lists of operators and links,
 * if it did. The timeline is not sealed yet.
 *
 * Source: CommAnalyzerTime, CommAnalyzerMatrix of analysis.db, else communication.json and
 * communication_matrix.json (communication.md#sources).
 */
void
_lsc_ascend_timeline_read_reported (LscAscendTimeline *self)
{
  LscTimeline *timeline = self->timeline;

  if (timeline->comm_facts.n > 0 || !(timeline->parts & LSC_TIMELINE_COMM))
    return;
  read_analysis (timeline, self->first.job);
  if (timeline->told_comms.n == 0)
    read_texts (timeline);
}
