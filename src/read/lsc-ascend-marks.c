/* lsc-ascend-marks.c - MSTX_EVENTS and StepTaskInfo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-ascend-private.h"

#include <glib/gi18n-lib.h>

#include "lsc-cell.h"

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
take_mark (LscAscend *self, LscScan *scan, sqlite3_stmt *stmt, LscTimeTallies *tallies)
{
  LscMark mark = { 0 };

  if (!lsc_ascend_keep_times (tallies, scan, MARK_START, &mark.start_ns, &mark.end_ns, FALSE))
    return;
  mark.connection_id = lsc_cell_connection (stmt, MARK_CONNECTION);
  if (mark.connection_id == NO_MARK_CONNECTION)
    mark.connection_id = -1;
  mark.row_id = lsc_cell_int64_or (stmt, MARK_ROWID, lsc_scan_get_n_rows (scan));
  mark.message = lsc_ascend_cell_name (self, scan, stmt, MARK_MESSAGE);
  mark.domain = lsc_ascend_cell_text (self, stmt, MARK_DOMAIN);
  mark.thread = lsc_ascend_add_thread (self, lsc_cell_int64_or (stmt, MARK_TID, 0));
  mark.event_type =
      (gint32) CLAMP (lsc_cell_int64_or (stmt, MARK_TYPE, -1), -1, (gint64) G_MAXINT32);
  lsc_marks_append (&self->run->marks, mark);
}

static gboolean
load_events (LscAscend *self, GError **error)
{
  static const char *const columns[] = { "startNs",  "endNs",     "eventType",
                                         "message",  "globalTid", "connectionId",
                                         "domainId", "rowid",     NULL };
  g_autoptr (LscScan) scan =
      lsc_ascend_scan (self, "MSTX_EVENTS", columns, MARK_CONNECTION, NULL, error);
  LscTimeTallies tallies = { 0 };
  sqlite3_stmt *stmt;

  if (!scan)
    return FALSE;
  self->run->has_mark_domains = lsc_scan_has_column (scan, MARK_DOMAIN);
  stmt = lsc_scan_get_stmt (scan);
  while (lsc_scan_next (scan))
    take_mark (self, scan, stmt, &tallies);
  lsc_ascend_report_times (&tallies, self, "MSTX_EVENTS");
  lsc_ascend_report_names (self, "MSTX_EVENTS");
  return lsc_scan_finish (scan, error);
}

static void
index_connections (LscAscend *self)
{
  const LscMarks *marks = &self->run->marks;
  LscInt64s ids = { 0 };

  lsc_int64s_reserve (&ids, marks->n);
  for (gsize i = 0; i < marks->n; i++)
    if (marks->items[i].connection_id >= 0)
      lsc_int64s_append (&ids, marks->items[i].connection_id);
  lsc_id_map_build (&self->mark_connections, ids.items, ids.n, sizeof *ids.items);
  lsc_int64s_clear (&ids);
}

static gboolean
take_step_task (LscAscend *self, sqlite3_stmt *stmt)
{
  LscStepTask task = { 0 };
  gint64 type;

  if (sqlite3_column_type (stmt, 0) == SQLITE_NULL ||
      sqlite3_column_type (stmt, 1) != SQLITE_INTEGER ||
      sqlite3_column_type (stmt, 2) != SQLITE_INTEGER || !lsc_cell_int64 (stmt, 3, &type))
    return FALSE;
  task.start_ns = sqlite3_column_int64 (stmt, 1);
  task.end_ns = sqlite3_column_int64 (stmt, 2);
  if (task.start_ns < 0 || task.end_ns < task.start_ns ||
      task.end_ns - task.start_ns > LSC_MOST_DURATION_NS)
    return FALSE;
  task.name = lsc_intern_add (self->run->strings, (const char *) sqlite3_column_text (stmt, 0));
  task.type = (gint32) CLAMP (type, G_MININT32, G_MAXINT32);
  lsc_step_tasks_append (&self->run->step_tasks, task);
  return TRUE;
}

/* Rows that the reference tool left in the file (pipeline chart 1.6). */
static gboolean
load_step_tasks (LscAscend *self, GError **error)
{
  static const char *const columns[] = { "name", "startNs", "endNs", "type", NULL };
  g_autoptr (LscScan) scan = lsc_ascend_scan (self, "StepTaskInfo", columns, 4, NULL, error);
  LscTally bad = { 0 };
  sqlite3_stmt *stmt;

  if (!scan)
    return FALSE;
  stmt = lsc_scan_get_stmt (scan);
  while (lsc_scan_next (scan))
    if (!take_step_task (self, stmt))
      lsc_tally_add (&bad, scan);
  lsc_tally_report (&bad,
                    self->run,
                    LSC_SEVERITY_WARNING,
                    "bad-step-task",
                    "StepTaskInfo",
                    _ ("Rows without a name, a type or usable times"),
                    _ ("They are left out."));
  return lsc_scan_finish (scan, error);
}

/**
 * lsc_ascend_load_marks:
 *
 * Reads MSTX_EVENTS, and StepTaskInfo where it exists. Ranges that never ended keep the end 0.
 *
 * Source: module statistic 2 and Q24; pipeline chart 1.2 and 1.6.
 */
gboolean
lsc_ascend_load_marks (LscAscend *self, GError **error)
{
  if (self->run->has_marks_table && !load_events (self, error))
    return FALSE;
  index_connections (self);
  return !lsc_db_has_table (self->db, "StepTaskInfo") || load_step_tasks (self, error);
}
