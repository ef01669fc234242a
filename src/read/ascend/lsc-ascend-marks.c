/* lsc-ascend-marks.c - MSTX_EVENTS and StepTaskInfo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-private.h"

#include <glib/gi18n-lib.h>

#include "read/text/lsc-cell.h"

const char *const _lsc_ascend_mark_columns[] = { "startNs",  "endNs",     "eventType",
                                                 "message",  "globalTid", "connectionId",
                                                 "domainId", "rowid",     NULL };

typedef struct
{
  LscAscend *ascend;
  LscTally bad;
} MarkReader;

static void
take_mark (LscScan *scan, LscCell **cells, gpointer user_data)
{
  MarkReader *reader = user_data;
  LscAscend *self = reader->ascend;
  LscMark mark = { 0 };

  if (!_lsc_ascend_keep_times (self, scan, cells + LSC_MARK_COLUMN_START, &mark.start_ns,
                               &mark.end_ns, FALSE))
    return;
  mark.connection_id = lsc_value_connection (cells[LSC_MARK_COLUMN_CONNECTION]);
  if (mark.connection_id == LSC_NO_MARK_CONNECTION)
    mark.connection_id = -1;
  mark.row_id = lsc_value_int64_or (cells[LSC_MARK_COLUMN_ROWID], lsc_scan_get_n_rows (scan));
  mark.message = _lsc_ascend_value_name (self, scan, cells[LSC_MARK_COLUMN_MESSAGE]);
  mark.domain = _lsc_ascend_value_text (self, cells[LSC_MARK_COLUMN_DOMAIN]);
  mark.thread = _lsc_ascend_add_thread (self, lsc_value_int64_or (cells[LSC_MARK_COLUMN_TID], 0));
  mark.event_type = (gint32) CLAMP (lsc_value_int64_or (cells[LSC_MARK_COLUMN_TYPE], -1), -1,
                                    (gint64) G_MAXINT32);
  lsc_marks_append (&self->run->marks, mark);
}

static gboolean
load_events (LscAscend *self, GError **error)
{
  const LscAscendTable table = { "MSTX_EVENTS", _lsc_ascend_mark_columns,
                                 LSC_MARK_COLUMN_CONNECTION, take_mark };
  MarkReader reader = { .ascend = self };

  return _lsc_ascend_read (self, &table, &reader, error);
}

/** Lets LscAscend.mark_connections find the connections of marks. */
void
_lsc_ascend_index_marks (LscAscend *self, const LscMarks *marks)
{
  LscInt64s ids = { 0 };

  lsc_int64s_reserve (&ids, marks->n);
  for (gsize i = 0; i < marks->n; i++)
    if (marks->items[i].connection_id >= 0)
      lsc_int64s_append (&ids, marks->items[i].connection_id);
  lsc_id_map_build (&self->mark_connections, ids.items, ids.n, sizeof *ids.items);
  lsc_int64s_clear (&ids);
}

static gboolean
keep_step_task (LscAscend *self, LscCell **cells)
{
  LscStepTask task = { 0 };
  const char *name;
  gint64 type;

  if (lsc_cell_get_type (cells[0]) == SQLITE_NULL ||
      lsc_cell_get_type (cells[1]) != SQLITE_INTEGER ||
      lsc_cell_get_type (cells[2]) != SQLITE_INTEGER || !lsc_value_int64 (cells[3], &type))
    return FALSE;
  task.start_ns = lsc_cell_get_int64 (cells[1]);
  task.end_ns = lsc_cell_get_int64 (cells[2]);
  if (task.start_ns < 0 || task.end_ns < task.start_ns ||
      task.end_ns - task.start_ns > LSC_MOST_DURATION_NS)
    return FALSE;
  name = lsc_cell_get_text (cells[0]);
  task.name =
      name ? lsc_intern_add_bytes (self->run->strings, name, (gsize) lsc_cell_get_bytes (cells[0]))
           : LSC_STRING_NONE;
  task.type = (gint32) CLAMP (type, G_MININT32, G_MAXINT32);
  lsc_step_tasks_append (&self->run->step_tasks, task);
  return TRUE;
}

static void
take_step_task (LscScan *scan, LscCell **cells, gpointer user_data)
{
  MarkReader *reader = user_data;

  if (!keep_step_task (reader->ascend, cells))
    lsc_tally_add (&reader->bad, scan);
}

/** Reads rows that the reference tool left in the file (pipeline.md#step-task-info). */
gboolean
_lsc_ascend_load_step_tasks (LscAscend *self, GError **error)
{
  static const char *const columns[] = { "name", "startNs", "endNs", "type", NULL };
  const LscAscendTable table = { "StepTaskInfo", columns, 4, take_step_task };
  MarkReader reader = { .ascend = self };
  gboolean ok = _lsc_ascend_read (self, &table, &reader, error);

  lsc_tally_report_loss (&reader.bad, self->run, "bad-step-task", "StepTaskInfo",
                         _ ("Rows without a name, a type or usable times"),
                         _ ("They were skipped."));
  return ok;
}

/**
 * _lsc_ascend_load_marks:
 *
 * Reads MSTX_EVENTS, and StepTaskInfo where it exists. Ranges that never ended keep the end 0.
 *
 * Source: modules.md#input, exports.md#q24; pipeline.md#input, #step-task-info.
 */
gboolean
_lsc_ascend_load_marks (LscAscend *self, GError **error)
{
  if (!load_events (self, error))
    return FALSE;
  _lsc_ascend_index_marks (self, &self->run->marks);
  return _lsc_ascend_load_step_tasks (self, error);
}
