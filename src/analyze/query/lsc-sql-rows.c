/* lsc-sql-rows.c - the rows of SQL tables, for queries and for our own database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/query/lsc-sql-rows.h"

#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"

/**
 * lsc_sql_table_new:
 * @about: a table that the schema describes
 *
 * Returns: (transfer full): it, without rows
 */
LscTable *
lsc_sql_table_new (const LscSqlTable *about)
{
  static const LscType types[] = { LSC_TYPE_TEXT, LSC_TYPE_INT, LSC_TYPE_REAL };
  g_autofree LscColumn *columns = NULL;

  g_return_val_if_fail (about && about->n_columns > 0, NULL);
  columns = g_new0 (LscColumn, about->n_columns);
  for (guint i = 0; i < about->n_columns; i++)
    {
      const char *unit = about->columns[i].unit;

      columns[i].name = about->columns[i].name;
      columns[i].type = types[about->columns[i].type];
      columns[i].unit = !unit                      ? LSC_UNIT_NONE
                        : strcmp (unit, "ns") == 0 ? LSC_UNIT_NS
                                                   : LSC_UNIT_SHARE;
    }
  return lsc_table_new (about->name, columns, about->n_columns);
}

static void
set_known (LscTable *table, gsize row, guint column, gint64 value, gboolean is_known)
{
  if (is_known)
    lsc_table_set_int (table, row, column, value);
}

static void
add_rank (LscTable *table, const LscTimeline *timeline, guint index)
{
  gsize row = lsc_table_add_row (table);

  lsc_table_set_int (table, row, 0, timeline->rank);
  set_known (table, row, 1, timeline->device, timeline->device >= 0);
  if (timeline->host_name)
    lsc_table_set_text (table, row, 2, timeline->host_name);
  lsc_table_set_text (table, row, 3, timeline->origin_format);
  lsc_table_set_text (table, row, 4, timeline->origin_file);
  set_known (table, row, 5, timeline->level, timeline->level >= 0);
  lsc_table_set_int (table, row, 6, timeline->n_slices);
  set_known (table, row, 7, timeline->main_begin_ns, timeline->n_slices > 0);
  set_known (table, row, 8, timeline->main_end_ns, timeline->n_slices > 0);
  lsc_table_set_int (table, row, 9, index);
}

/** Lanes on their way to a table. */
typedef struct
{
  LscTable *table;
  guint index;
  gint64 first_node;
} Lanes;

static void
add_lane (LscTimeline *timeline, guint32 number, gpointer user_data)
{
  const Lanes *lanes = user_data;
  LscTable *table = lanes->table;
  const LscNode *node = lsc_timeline_get_node (timeline, number);
  g_autofree char *path = NULL;
  gsize row;

  if (node->flags & LSC_NODE_HIDDEN)
    return;
  path = lsc_timeline_get_path (timeline, number, FALSE);
  row = lsc_table_add_row (table);
  lsc_table_set_int (table, row, 0, timeline->rank);
  lsc_table_set_text (table, row, 1, path);
  lsc_table_set_text (table, row, 2, node->name);
  lsc_table_set_int (table, row, 3, node->lane->n_rows);
  lsc_table_set_int (table, row, 4, (gint64) node->lane->n);
  lsc_table_set_int (table, row, 5, LSC_SQL_SLICE_ID (lanes->index, node->first_id));
  lsc_table_set_int (table, row, 6, lanes->first_node + number);
  if (node->text)
    lsc_table_set_text (table, row, 7, node->text);
}

static void
add_samples (LscTable *table, const LscTimeline *timeline, guint32 number)
{
  const LscNode *node = lsc_timeline_get_node (timeline, number);
  g_autofree char *path = NULL;

  if (node->type != LSC_NODE_COUNTER || !node->series)
    return;
  path = lsc_timeline_get_path (timeline, number, FALSE);
  for (guint i = 0; i < node->series->len; i++)
    {
      const LscCounter *counter = g_ptr_array_index (node->series, i);

      for (gsize k = 0; k < counter->samples.n; k++)
        {
          gsize row = lsc_table_add_row (table);

          lsc_table_set_int (table, row, 0, timeline->rank);
          lsc_table_set_text (table, row, 1, path);
          lsc_table_set_text (table, row, 2, counter->name);
          lsc_table_set_int (table, row, 3, counter->samples.items[k].time_ns);
          lsc_table_set_real (table, row, 4, counter->samples.items[k].value);
        }
    }
}

/* ---- transfers ---- */

static void
set_rank (LscTable *table, gsize row, guint column, const LscCommGroup *group, guint32 place)
{
  if (group && place < group->ranks.n)
    lsc_table_set_int (table, row, column, group->ranks.items[place]);
}

static void
add_transfer (LscTable *table, const LscTimeline *timeline, const LscTransfer *transfer)
{
  const char *name = lsc_timeline_text (timeline, transfer->group);
  const LscCommGroup *group = lsc_timeline_get_comm_group (timeline, name);
  gsize row = lsc_table_add_row (table);

  lsc_table_set_int (table, row, 0, timeline->rank);
  set_rank (table, row, 1, group, transfer->source);
  set_rank (table, row, 2, group, transfer->target);
  lsc_table_set_int (table, row, 3, transfer->source);
  lsc_table_set_int (table, row, 4, transfer->target);
  lsc_table_set_text (table, row, 5, name);
  lsc_table_set_text (table, row, 6,
                      lsc_transfer_get_carrier (transfer->transport, transfer->link));
  set_known (table, row, 7, transfer->n, transfer->n > 0);
  lsc_table_set_int (table, row, 8, transfer->bytes);
  lsc_table_set_int (table, row, 9, transfer->ns);
  if (transfer->ns > 0)
    lsc_table_set_real (table, row, 10, (double) transfer->bytes / (double) transfer->ns);
}

/* (transfer full) (nullable): what an analysis made for that table */
static LscTable *
get_analysis (const LscTimeline *timeline, const char *name)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);

  if (!analysis)
    return NULL;
  if (strcmp (name, "steps") == 0)
    return lsc_overlap_get_table (timeline, analysis->overlap);
  if (strcmp (name, "gaps") == 0)
    return lsc_dispatch_get_gaps (timeline, analysis->dispatch);
  if (strcmp (name, "breaks") == 0)
    return lsc_dispatch_get_breaks (timeline, analysis->dispatch);
  if (strcmp (name, "syncs") == 0)
    return lsc_dispatch_get_syncs (timeline, analysis->dispatch);
  return lsc_dispatch_get_summary (timeline, analysis->dispatch);
}

/* Analyses number slices within their recording; in SQL one number names any slice. */
static void
renumber_slices (LscTable *table, gsize first_row, guint index)
{
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    if (g_str_has_suffix (lsc_table_get_column (table, i)->name, "_id"))
      for (gsize row = first_row; row < lsc_table_get_n_rows (table); row++)
        {
          LscValue value = lsc_table_get (table, row, i);

          if (!value.is_null)
            lsc_table_set_int (table, row, i, LSC_SQL_SLICE_ID (index, value.integer));
        }
}

/**
 * lsc_sql_table_add_timeline:
 * @self: of lsc_sql_table_new(): ranks, lanes, counters, transfers, steps, gaps, breaks, syncs or
 *   dispatch
 * @timeline: completed
 * @index: of the recording, see LSC_SQL_SLICE_ID()
 * @first_node: nodes of the recordings before it
 *
 * Adds the rows of a recording.
 */
void
lsc_sql_table_add_timeline (LscTable *self, LscTimeline *timeline, guint index, gint64 first_node)
{
  const char *name;
  gsize first_row;
  g_autoptr (LscTable) part = NULL;
  Lanes lanes = { self, index, first_node };

  g_return_if_fail (self && timeline);
  name = lsc_table_get_name (self);
  first_row = lsc_table_get_n_rows (self);
  if (strcmp (name, "ranks") == 0)
    add_rank (self, timeline, index);
  else if (strcmp (name, "lanes") == 0)
    lsc_timeline_foreach_lane (timeline, 0, add_lane, &lanes);
  else if (strcmp (name, "counters") == 0)
    for (guint32 node = 0; node < timeline->nodes->len; node++)
      add_samples (self, timeline, node);
  else if (strcmp (name, "transfers") == 0)
    for (guint i = 0; i < lsc_transfers_get_n (&timeline->transfers); i++)
      add_transfer (self, timeline, lsc_transfers_get (&timeline->transfers, i));
  else if ((part = get_analysis (timeline, name)))
    {
      lsc_table_append_table (self, part);
      renumber_slices (self, first_row, index);
    }
}
