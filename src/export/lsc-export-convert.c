/* lsc-export-convert.c - whole timelines into a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-convert.h"

#include "analyze/query/lsc-sql-rows.h"
#include "export/lsc-export-convert-private.h"

#define CHECK_ROWS 4096

static const char *const insert_tables[LSC_CONVERT_N_INSERTS] = {
  [LSC_CONVERT_ABOUT] = "about",
  [LSC_CONVERT_NODE] = "nodes",
  [LSC_CONVERT_NAME] = "names",
  [LSC_CONVERT_KIND] = "kinds",
  [LSC_CONVERT_SLICE] = "slice_rows",
  [LSC_CONVERT_LINK] = "link_rows",
  [LSC_CONVERT_SERIES] = "series",
  [LSC_CONVERT_SAMPLE] = "samples",
  [LSC_CONVERT_STEP] = "step_rows",
  [LSC_CONVERT_TOLD_STEP] = "told_steps",
  [LSC_CONVERT_COMM_GROUP] = "comm_groups",
  [LSC_CONVERT_FACT] = "facts",
  [LSC_CONVERT_KERNEL_KIND] = "kernel_kinds",
  [LSC_CONVERT_KERNEL] = "kernel_rows",
  [LSC_CONVERT_PEER] = "peer_rows",
  [LSC_CONVERT_WAIT] = "wait_rows",
};

/** A recording on its way into the database. */
typedef struct
{
  LscConvert *convert;
  const LscTimeline *timeline;
  guint32 first_computed; /* node */
  guint32 *names;         /* ids in the database, LSC_STRING_NONE: not written yet */
} Rank;

/* The output brings the file to the disk. */
static const char begin[] =
    "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; "
    "PRAGMA application_id=" G_STRINGIFY (
        LSC_OUTPUT_APPLICATION_ID) "; "
                                   "PRAGMA user_version=" G_STRINGIFY (LSC_SQL_VERSION) "; BEGIN";

static void
bind_known (sqlite3_stmt *stmt, int column, gint64 value, gboolean is_known)
{
  if (is_known)
    sqlite3_bind_int64 (stmt, column, value);
  else
    sqlite3_bind_null (stmt, column);
}

/* ---- what every database has --------------------------------------------------------------- */

static gboolean
create_tables (LscConvert *self, GError **error)
{
  guint n_tables;
  const LscSqlTable *tables = lsc_sql_list_tables (&n_tables);

  for (guint i = 0; i < n_tables; i++)
    {
      const LscSqlTable *table = &tables[i];
      g_autofree char *sql = table->file_view ? g_strdup_printf ("CREATE VIEW \"%s\" AS %s",
                                                                 table->name, table->file_view)
                                              : lsc_sql_declare (table, TRUE);

      if ((table->places & LSC_SQL_IN_FILE) && !_lsc_sql_execute (&self->target, sql, error))
        return FALSE;
    }
  for (int i = 0; i < LSC_CONVERT_N_INSERTS; i++)
    {
      self->inserts[i] = _lsc_sql_prepare_insert (
          &self->target, insert_tables[i], lsc_sql_find_table (insert_tables[i])->n_columns, error);
      if (!self->inserts[i])
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_about (LscConvert *self, const char *name, const char *text, GError **error)
{
  _lsc_sql_bind_text (self->inserts[LSC_CONVERT_ABOUT], 1, name);
  _lsc_sql_bind_text (self->inserts[LSC_CONVERT_ABOUT], 2, text);
  return _lsc_convert_insert (self, LSC_CONVERT_ABOUT, error);
}

static gboolean
explain_table (LscConvert *self, const LscSqlTable *table, GError **error)
{
  if (!add_about (self, table->name, table->text, error))
    return FALSE;
  for (guint i = 0; i < table->n_columns; i++)
    {
      const LscSqlColumn *column = &table->columns[i];
      g_autofree char *name = g_strconcat (table->name, ".", column->name, NULL);
      g_autofree char *text =
          column->unit ? g_strdup_printf ("%s (%s)", column->text, column->unit) : NULL;

      if (!column->is_on_demand && !add_about (self, name, text ? text : column->text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_constants (LscConvert *self, GError **error)
{
  guint n_tables;
  const LscSqlTable *tables = lsc_sql_list_tables (&n_tables);

  if (!add_about (self, "program", "Lanescope " LSC_VERSION, error) ||
      !add_about (self, "schema", G_STRINGIFY (LSC_SQL_VERSION), error) ||
      !add_about (self, "times", "int64 ns since the epoch as recorded; durations in ns", error) ||
      !add_about (self, "ids", "slice id = (ranks.id << 32) + number of the slice", error))
    return FALSE;
  for (guint i = 0; i < n_tables; i++)
    if ((tables[i].places & LSC_SQL_IN_FILE) && !explain_table (self, &tables[i], error))
      return FALSE;
  for (int i = 0; i < LSC_SLICE_N_KINDS; i++)
    {
      sqlite3_bind_int (self->inserts[LSC_CONVERT_KIND], 1, i);
      _lsc_sql_bind_text (self->inserts[LSC_CONVERT_KIND], 2, lsc_slice_kind_name ((guint8) i));
      if (!_lsc_convert_insert (self, LSC_CONVERT_KIND, error))
        return FALSE;
    }
  return TRUE;
}

/* One thread uses it: no lock is needed around each value. */
#define OPEN_FLAGS (SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX)

/**
 * lsc_convert_new:
 * @path: file to write; an earlier result of this function is replaced at the end, nothing else is
 *
 * Errors: %LSC_ERROR_IO.
 *
 * Returns: (transfer full) (nullable): the database, empty
 */
LscConvert *
lsc_convert_new (const char *path, GError **error)
{
  g_autoptr (LscConvert) self = NULL;

  g_return_val_if_fail (path, NULL);
  self = g_new0 (LscConvert, 1);
  self->path = g_strdup (path);
  self->target.path = self->path;
  self->names = lsc_intern_new ();
  self->kernel_kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->output = lsc_output_new (path, LSC_OUTPUT_OWN_DATABASE, error);
  if (!self->output)
    return NULL;
  if (sqlite3_open_v2 (lsc_output_get_temporary (self->output), &self->target.db, OPEN_FLAGS,
                       NULL) != SQLITE_OK)
    {
      _lsc_sql_fail (&self->target, error);
      return NULL;
    }
  if (!_lsc_sql_execute (&self->target, begin, error) || !create_tables (self, error) ||
      !write_constants (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * lsc_convert_free:
 *
 * What is not finished is thrown away.
 */
void
lsc_convert_free (LscConvert *self)
{
  if (!self)
    return;
  for (int i = 0; i < LSC_CONVERT_N_INSERTS; i++)
    sqlite3_finalize (self->inserts[i]);
  sqlite3_close (self->target.db);
  lsc_output_discard (self->output);
  lsc_intern_unref (self->names);
  g_hash_table_unref (self->kernel_kinds);
  g_free (self->path);
  g_free (self);
}

/* ---- figures ------------------------------------------------------------------------------- */

/* The same rows as queries have. */
static gboolean
add_figures (LscConvert *self, LscTimeline *timeline, GError **error)
{
  static const char *const names[] = { "ranks", "steps", "gaps", "breaks", "syncs", "dispatch" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (LscTable) table = lsc_sql_table_new (lsc_sql_find_table (names[i]));

      lsc_sql_table_add_timeline (table, timeline, self->n_ranks, self->n_nodes);
      if (!_lsc_sql_insert_table (&self->target, table, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- slices -------------------------------------------------------------------------------- */

/* Names are shared by the ranks. */
static gint64
get_name (Rank *rank, guint32 name)
{
  if (rank->names[name] == LSC_STRING_NONE)
    rank->names[name] =
        lsc_intern_add (rank->convert->names, lsc_timeline_text (rank->timeline, name));
  return rank->names[name];
}

static gboolean
add_slice (Rank *rank, guint32 number, guint32 slice, GError **error)
{
  LscConvert *self = rank->convert;
  const LscNode *node = lsc_timeline_get_node (rank->timeline, number);
  const LscLane *lane = node->lane;
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_SLICE];
  gint64 step_id = 0;
  gboolean has_step = lsc_timeline_find_step (rank->timeline, (LscSpot){ number, slice }, &step_id);

  sqlite3_bind_int64 (stmt, 1, LSC_SQL_SLICE_ID (self->n_ranks, node->first_id + slice));
  sqlite3_bind_int64 (stmt, 2, self->n_nodes + number);
  sqlite3_bind_int64 (stmt, 3, lsc_lane_get_row (lane, slice));
  sqlite3_bind_int64 (stmt, 4, get_name (rank, lane->name[slice]));
  sqlite3_bind_int64 (stmt, 5, lane->kind[slice]);
  sqlite3_bind_int64 (stmt, 6, lane->start_ns[slice]);
  sqlite3_bind_int64 (stmt, 7, lsc_lane_get_duration_ns (lane, slice));
  sqlite3_bind_int64 (stmt, 8, lsc_lane_get_self_ns (lane, slice));
  bind_known (stmt, 9, step_id, has_step);
  bind_known (stmt, 10,
              LSC_SQL_SLICE_ID (self->n_ranks, node->first_id + lsc_lane_get_parent (lane, slice)),
              lsc_lane_get_parent (lane, slice) != LSC_SLICE_NONE);
  return _lsc_convert_insert (self, LSC_CONVERT_SLICE, error);
}

static gboolean
add_slices (Rank *rank, guint32 number, LscJob *job, GError **error)
{
  const LscLane *lane = lsc_timeline_get_node (rank->timeline, number)->lane;

  for (guint32 slice = 0; slice < lane->n; slice++)
    if ((slice % CHECK_ROWS == 0 && !lsc_job_check (job, error)) ||
        !add_slice (rank, number, slice, error))
      return FALSE;
  return TRUE;
}

/* All that were recorded. */
static gboolean
add_links (LscConvert *self, const LscTimeline *timeline, LscJob *job, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_LINK];

  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];

      if (i % CHECK_ROWS == 0 && !lsc_job_check (job, error))
        return FALSE;
      if (link->kind == LSC_LINK_STEP)
        continue;
      sqlite3_bind_int64 (stmt, 1, LSC_SQL_SLICE_ID (self->n_ranks, link->from));
      sqlite3_bind_int64 (stmt, 2, LSC_SQL_SLICE_ID (self->n_ranks, link->to));
      sqlite3_bind_text (stmt, 3, lsc_link_kind_name (link->kind), -1, SQLITE_STATIC);
      if (!_lsc_convert_insert (self, LSC_CONVERT_LINK, error))
        return FALSE;
      self->n_links++;
    }
  return TRUE;
}

/* ---- lanes and counters -------------------------------------------------------------------- */

static gboolean
add_series (Rank *rank, guint32 number, const LscCounter *counter, GError **error)
{
  LscConvert *self = rank->convert;
  g_autofree char *path = lsc_timeline_get_path (rank->timeline, number, FALSE);
  sqlite3_stmt *series = self->inserts[LSC_CONVERT_SERIES];
  sqlite3_stmt *sample = self->inserts[LSC_CONVERT_SAMPLE];

  sqlite3_bind_int64 (series, 1, self->n_series);
  if (lsc_rank_is_named (rank->timeline->rank))
    _lsc_sql_bind_text (series, 2, lsc_rank_name_find (rank->timeline->rank));
  else
    sqlite3_bind_int64 (series, 2, rank->timeline->rank);
  _lsc_sql_bind_text (series, 3, path);
  _lsc_sql_bind_text (series, 4, counter->name);
  sqlite3_bind_int64 (series, 5, self->n_nodes + number);
  sqlite3_bind_int64 (series, 6, counter->shape);
  sqlite3_bind_int64 (series, 7, counter->unit);
  if (!_lsc_convert_insert (self, LSC_CONVERT_SERIES, error))
    return FALSE;
  /* SQLite keeps what was bound when a statement is run again: once a series, not once a sample */
  sqlite3_bind_int64 (sample, 1, self->n_series);
  for (gsize i = 0; i < counter->samples.n; i++)
    {
      sqlite3_bind_int64 (sample, 2, counter->samples.items[i].time_ns);
      sqlite3_bind_double (sample, 3, counter->samples.items[i].value);
      if (!_lsc_convert_insert (self, LSC_CONVERT_SAMPLE, error))
        return FALSE;
    }
  self->n_samples += (gint64) counter->samples.n;
  self->n_series++;
  return TRUE;
}

static gboolean
add_node (Rank *rank, guint32 number, gint64 place, GError **error)
{
  static const char *const types[] = { "group", "lane", "counter" };
  LscConvert *self = rank->convert;
  const LscNode *node = lsc_timeline_get_node (rank->timeline, number);
  gboolean is_lane = node->type == LSC_NODE_LANE;
  g_autofree char *path = lsc_timeline_get_path (rank->timeline, number, FALSE);
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_NODE];

  sqlite3_bind_int64 (stmt, 1, self->n_nodes + number);
  sqlite3_bind_int64 (stmt, 2, self->n_ranks);
  sqlite3_bind_int64 (stmt, 3, rank->timeline->rank);
  sqlite3_bind_int64 (stmt, 4, number);
  bind_known (stmt, 5, node->parent, node->parent != LSC_SLICE_NONE);
  sqlite3_bind_int64 (stmt, 6, place);
  _lsc_sql_bind_text (stmt, 7, types[node->type]);
  sqlite3_bind_int64 (stmt, 8, node->role);
  _lsc_sql_bind_text (stmt, 9, node->name);
  _lsc_sql_bind_text (stmt, 10, path);
  bind_known (stmt, 11, is_lane ? node->lane->n_rows : 0, is_lane);
  bind_known (stmt, 12, is_lane ? (gint64) node->lane->n : 0, is_lane);
  bind_known (stmt, 13, LSC_SQL_SLICE_ID (self->n_ranks, node->first_id), is_lane);
  _lsc_sql_bind_text (stmt, 14, node->text);
  bind_known (stmt, 15, node->pid, node->pid != -1);
  bind_known (stmt, 16, node->tid, node->tid != -1);
  sqlite3_bind_int (stmt, 17, (node->flags & LSC_NODE_COLLAPSED) != 0);
  sqlite3_bind_int (stmt, 18, (node->flags & LSC_NODE_HIDDEN) != 0);
  sqlite3_bind_int (stmt, 19, is_lane && node->lane->rule == LSC_LANE_SLACK);
  sqlite3_bind_int (stmt, 20, number >= rank->first_computed);
  return _lsc_convert_insert (self, LSC_CONVERT_NODE, error);
}

/* (array) (transfer full): the place of each node among its siblings */
static gint64 *
get_places (const LscTimeline *timeline)
{
  gint64 *places = g_new0 (gint64, timeline->nodes->len);

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      gint64 place = 0;

      for (guint32 child = lsc_timeline_get_node (timeline, i)->first_child;
           child != LSC_SLICE_NONE; child = lsc_timeline_get_node (timeline, child)->next)
        places[child] = place++;
    }
  return places;
}

static gboolean
add_nodes (Rank *rank, LscJob *job, GError **error)
{
  g_autofree gint64 *places = get_places (rank->timeline);

  for (guint32 i = 0; i < rank->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (rank->timeline, i);

      if (!add_node (rank, i, places[i], error) ||
          (node->type == LSC_NODE_LANE && !add_slices (rank, i, job, error)))
        return FALSE;
      for (guint k = 0; node->type == LSC_NODE_COUNTER && node->series && k < node->series->len;
           k++)
        if (!add_series (rank, i, g_ptr_array_index (node->series, k), error))
          return FALSE;
    }
  return TRUE;
}

/**
 * lsc_convert_add:
 * @timeline: completed
 * @run: (nullable): its rows with shapes and counters; %NULL where they could not be read
 *
 * Errors: %LSC_ERROR_IO, %LSC_ERROR_CANCELLED; the database is then of no use any more.
 */
gboolean
lsc_convert_add (LscConvert *self, LscTimeline *timeline, const LscRun *run, LscJob *job,
                 GError **error)
{
  gsize n_names;
  g_autofree guint32 *names = NULL;
  gint64 first_link, first_sample;
  Rank rank;

  g_return_val_if_fail (self && timeline, FALSE);
  n_names = lsc_intern_size (timeline->strings);
  names = g_new (guint32, n_names + 1);
  first_link = self->n_links;
  first_sample = self->n_samples;
  rank = (Rank){ self, timeline, lsc_timeline_get_analysis (timeline)->first_node, names };
  for (gsize i = 0; i < n_names; i++)
    names[i] = LSC_STRING_NONE;
  self->target.job = job;
  if (!_lsc_convert_add_facts (self, timeline, run, error) || !add_nodes (&rank, job, error) ||
      !add_links (self, timeline, job, error) ||
      !_lsc_convert_add_messages (self, timeline, error) ||
      !_lsc_convert_add_places (self, first_link, first_sample, error) ||
      !add_figures (self, timeline, error) ||
      (run && !_lsc_convert_add_kernels (self, timeline, run, error)))
    return FALSE;
  /* last: the rows above are numbered from what was there before this rank */
  self->n_ranks++;
  self->n_nodes += timeline->nodes->len;
  return TRUE;
}

static gboolean
write_names (LscConvert *self, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_NAME];

  for (guint32 i = 0; i < lsc_intern_size (self->names); i++)
    {
      sqlite3_bind_int64 (stmt, 1, i);
      _lsc_sql_bind_text (stmt, 2, lsc_intern_text (self->names, i));
      if (!_lsc_convert_insert (self, LSC_CONVERT_NAME, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * lsc_convert_finish:
 *
 * Writes the names and the indexes and gives the file its own name.
 *
 * Errors: %LSC_ERROR_IO.
 */
gboolean
lsc_convert_finish (LscConvert *self, GError **error)
{
  static const char indexes[] = "CREATE INDEX slices_by_lane ON slice_rows (lane_id, start_ns);"
                                "CREATE INDEX slices_by_name ON slice_rows (name_id);"
                                "CREATE INDEX links_by_from ON link_rows (\"from\");"
                                "CREATE INDEX links_by_to ON link_rows (\"to\");"
                                "COMMIT";

  g_return_val_if_fail (self, FALSE);
  /* Indexes last: filling one row by row is several times slower than sorting it once. */
  if (!write_names (self, error))
    return FALSE;
  if (!_lsc_sql_execute (&self->target, indexes, error))
    return FALSE;
  /* A database with open statements cannot be closed, and only a closed one is complete. */
  for (int i = 0; i < LSC_CONVERT_N_INSERTS; i++)
    g_clear_pointer (&self->inserts[i], sqlite3_finalize);
  if (sqlite3_close (self->target.db) != SQLITE_OK)
    return _lsc_sql_fail (&self->target, error);
  self->target.db = NULL;
  return lsc_output_commit (g_steal_pointer (&self->output), error);
}
