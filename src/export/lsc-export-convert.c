/* lsc-export-convert.c - whole timelines into a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-convert.h"

#include <glib/gi18n-lib.h>
#include <sqlite3.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-intern.h"
#include "base/lsc-output.h"

#define CHECK_ROWS 4096

typedef enum
{
  INSERT_ABOUT,
  INSERT_RANK,
  INSERT_LANE,
  INSERT_NAME,
  INSERT_KIND,
  INSERT_SLICE,
  INSERT_LINK,
  INSERT_SERIES,
  INSERT_SAMPLE,
  N_INSERTS,
} Insert;

struct _LscConvert
{
  char *path;
  LscOutput *output;
  sqlite3 *db;
  sqlite3_stmt *inserts[N_INSERTS];
  GHashTable *tables; /* char *name -> sqlite3_stmt *: result tables */
  LscIntern *names;
  gint64 n_ranks;
  gint64 n_lanes;
  gint64 n_series;
};

/* A slice of the i-th rank has the id (i << 32) | its number, as in queries. */
#define SLICE_ID(index, id) (((gint64) (index) << 32) | (gint64) (id))

/* The output brings the file to the disk. */
static const char begin[] =
    "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; "
    "PRAGMA application_id=" G_STRINGIFY (LSC_OUTPUT_APPLICATION_ID) "; "
                                                                     "BEGIN";

static const char schema[] =
    "CREATE TABLE about (name TEXT PRIMARY KEY, text TEXT);"
    "CREATE TABLE ranks (id INTEGER PRIMARY KEY, rank INTEGER, device INTEGER, host TEXT, "
    "file TEXT, level INTEGER, begin_ns INTEGER, end_ns INTEGER);"
    "CREATE TABLE lanes (id INTEGER PRIMARY KEY, rank INTEGER, lane TEXT, name TEXT, rows INTEGER, "
    "group_name TEXT);"
    "CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE kinds (id INTEGER PRIMARY KEY, kind TEXT);"
    "CREATE TABLE slice_rows (id INTEGER PRIMARY KEY, lane_id INTEGER, row INTEGER, "
    "name_id INTEGER, kind_id INTEGER, start_ns INTEGER, dur_ns INTEGER, self_ns INTEGER, "
    "step INTEGER, parent INTEGER);"
    "CREATE TABLE link_rows (\"from\" INTEGER, \"to\" INTEGER, kind TEXT);"
    "CREATE TABLE series (id INTEGER PRIMARY KEY, rank INTEGER, lane TEXT, name TEXT);"
    "CREATE TABLE samples (series_id INTEGER, time_ns INTEGER, value REAL);"
    "CREATE VIEW slices AS SELECT l.rank, l.lane, s.row, n.name, s.start_ns, s.dur_ns, s.self_ns, "
    "s.step, s.id, s.parent, k.kind, s.start_ns + s.dur_ns AS end_ns FROM slice_rows s "
    "JOIN lanes l ON l.id = s.lane_id JOIN names n ON n.id = s.name_id "
    "JOIN kinds k ON k.id = s.kind_id;"
    "CREATE VIEW links AS SELECT r.rank, \"from\", \"to\", kind FROM link_rows "
    "JOIN ranks r ON r.id = \"from\" >> 32;"
    "CREATE VIEW kernels AS SELECT * FROM slices WHERE kind IN ('kernel-cube', 'kernel-vector', "
    "'kernel-mix', 'kernel-ai-cpu', 'kernel-dsa', 'kernel');"
    "CREATE VIEW collectives AS SELECT * FROM slices WHERE kind = 'communication';"
    "CREATE VIEW launches AS SELECT r.rank, a.id AS launch, b.id AS device, "
    "a.start_ns AS launch_ns, b.start_ns AS device_ns, b.start_ns - a.start_ns AS latency_ns "
    "FROM link_rows l JOIN slice_rows a ON a.id = l.\"from\" JOIN slice_rows b ON b.id = l.\"to\" "
    "JOIN ranks r ON r.id = l.\"from\" >> 32 WHERE l.kind = 'HostToDevice';"
    "CREATE VIEW counters AS SELECT s.rank, s.lane, s.name, p.time_ns, p.value FROM samples p "
    "JOIN series s ON s.id = p.series_id;";

static const char *const inserts[N_INSERTS] = {
  [INSERT_ABOUT] = "INSERT INTO about VALUES (?, ?)",
  [INSERT_RANK] = "INSERT INTO ranks VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  [INSERT_LANE] = "INSERT INTO lanes VALUES (?, ?, ?, ?, ?, ?)",
  [INSERT_NAME] = "INSERT INTO names VALUES (?, ?)",
  [INSERT_KIND] = "INSERT INTO kinds VALUES (?, ?)",
  [INSERT_SLICE] = "INSERT INTO slice_rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  [INSERT_LINK] = "INSERT INTO link_rows VALUES (?, ?, ?)",
  [INSERT_SERIES] = "INSERT INTO series VALUES (?, ?, ?, ?)",
  [INSERT_SAMPLE] = "INSERT INTO samples VALUES (?, ?, ?)",
};

static const struct
{
  const char *name;
  const char *text;
} descriptions[] = {
  { "schema", "1" },
  { "times", "int64 ns since the epoch as recorded; durations in ns" },
  { "ids", "slice id = (ranks.id << 32) + number of the slice" },
  { "slices", "view: every slice with its lane, row (nesting), name, times, step, parent, kind" },
  { "links", "view: from slice to slice: op_launch, HostToDevice, async_task_queue, fwdbwd, ..." },
  { "kernels", "view: slices that count as computing" },
  { "collectives", "view: communication operators" },
  { "launches", "view: launch and device slice of each launch link, with the latency" },
  { "counters", "view: samples of every series; a value holds until the next" },
  { "steps", "overlap figures of each rank and step; NULL = not recorded, see reason" },
  { "gaps", "intervals without computing and communication, with class and cause" },
  { "breaks", "times when the device had done all that was launched" },
  { "syncs", "synchronising calls with the free time each caused" },
  { "dispatch", "launch latency and queue depth of each rank and step" },
};

static gboolean
fail (LscConvert *self, GError **error)
{
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO, _ ("The database “%s” could not be written: %s."),
               self->path, self->db ? sqlite3_errmsg (self->db) : _ ("out of memory"));
  return FALSE;
}

static void
bind_text (sqlite3_stmt *stmt, int column, const char *text)
{
  if (!text)
    sqlite3_bind_null (stmt, column);
  else if (g_utf8_validate (text, -1, NULL))
    sqlite3_bind_text (stmt, column, text, -1, SQLITE_TRANSIENT);
  else
    sqlite3_bind_text (stmt, column, g_utf8_make_valid (text, -1), -1, g_free);
}

static gboolean
step (LscConvert *self, sqlite3_stmt *stmt, GError **error)
{
  int code = sqlite3_step (stmt);

  sqlite3_reset (stmt);
  return code == SQLITE_DONE || fail (self, error);
}

static void
finalize (gpointer stmt)
{
  sqlite3_finalize (stmt);
}

static gboolean
write_constants (LscConvert *self, GError **error)
{
  sqlite3_stmt *about = self->inserts[INSERT_ABOUT];
  sqlite3_stmt *kind = self->inserts[INSERT_KIND];

  bind_text (about, 1, "program");
  bind_text (about, 2, "Lanescope " LSC_VERSION);
  if (!step (self, about, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (descriptions); i++)
    {
      bind_text (about, 1, descriptions[i].name);
      bind_text (about, 2, descriptions[i].text);
      if (!step (self, about, error))
        return FALSE;
    }
  for (int i = 0; i < LSC_SLICE_N_KINDS; i++)
    {
      sqlite3_bind_int (kind, 1, i);
      bind_text (kind, 2, lsc_slice_kind_name ((guint8) i));
      if (!step (self, kind, error))
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
  g_autoptr (LscConvert) self = g_new0 (LscConvert, 1);

  self->path = g_strdup (path);
  self->names = lsc_intern_new ();
  self->tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, finalize);
  self->output = lsc_output_new (path, LSC_OUTPUT_OWN_DATABASE, error);
  if (!self->output)
    return NULL;
  if (sqlite3_open_v2 (lsc_output_get_temporary (self->output), &self->db, OPEN_FLAGS, NULL) !=
          SQLITE_OK ||
      sqlite3_exec (self->db, begin, NULL, NULL, NULL) != SQLITE_OK ||
      sqlite3_exec (self->db, schema, NULL, NULL, NULL) != SQLITE_OK)
    {
      fail (self, error);
      return NULL;
    }
  for (int i = 0; i < N_INSERTS; i++)
    if (sqlite3_prepare_v2 (self->db, inserts[i], -1, &self->inserts[i], NULL) != SQLITE_OK)
      {
        fail (self, error);
        return NULL;
      }
  return write_constants (self, error) ? g_steal_pointer (&self) : NULL;
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
  g_clear_pointer (&self->tables, g_hash_table_unref);
  for (int i = 0; i < N_INSERTS; i++)
    sqlite3_finalize (self->inserts[i]);
  sqlite3_close (self->db);
  lsc_output_discard (self->output);
  lsc_intern_unref (self->names);
  g_free (self->path);
  g_free (self);
}

/* ---- result tables ------------------------------------------------------------------------- */

static sqlite3_stmt *
get_table (LscConvert *self, const char *name, const LscTable *table, GError **error)
{
  static const char *const types[] = { "TEXT", "INTEGER", "REAL" };
  sqlite3_stmt *stmt = g_hash_table_lookup (self->tables, name);
  g_autoptr (GString) create = g_string_new (NULL);
  g_autoptr (GString) insert = g_string_new (NULL);

  if (stmt)
    return stmt;
  g_string_printf (create, "CREATE TABLE \"%s\" (", name);
  g_string_printf (insert, "INSERT INTO \"%s\" VALUES (", name);
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const LscColumn *column = lsc_table_get_column (table, i);

      g_string_append_printf (create, "%s\"%s\" %s", i > 0 ? ", " : "", column->name,
                              types[column->type]);
      g_string_append (insert, i > 0 ? ", ?" : "?");
    }
  g_string_append_c (create, ')');
  g_string_append_c (insert, ')');
  if (sqlite3_exec (self->db, create->str, NULL, NULL, NULL) != SQLITE_OK ||
      sqlite3_prepare_v2 (self->db, insert->str, -1, &stmt, NULL) != SQLITE_OK)
    {
      fail (self, error);
      return NULL;
    }
  g_hash_table_insert (self->tables, g_strdup (name), stmt);
  return stmt;
}

static gboolean
add_table (LscConvert *self, const char *name, const LscTable *table, GError **error)
{
  sqlite3_stmt *stmt = get_table (self, name, table, error);

  if (!stmt)
    return FALSE;
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
        {
          LscValue value = lsc_table_get (table, row, i);
          int column = (int) i + 1;

          if (value.is_null)
            sqlite3_bind_null (stmt, column);
          else if (value.type == LSC_TYPE_INT)
            sqlite3_bind_int64 (stmt, column, value.integer);
          else if (value.type == LSC_TYPE_REAL)
            sqlite3_bind_double (stmt, column, value.real);
          else
            bind_text (stmt, column, value.text);
        }
      if (!step (self, stmt, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_analysis (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  g_autoptr (LscTable) steps = lsc_overlap_get_table (timeline, analysis->overlap);
  g_autoptr (LscTable) gaps = lsc_dispatch_get_gaps (timeline, analysis->dispatch);
  g_autoptr (LscTable) breaks = lsc_dispatch_get_breaks (timeline, analysis->dispatch);
  g_autoptr (LscTable) syncs = lsc_dispatch_get_syncs (timeline, analysis->dispatch);
  g_autoptr (LscTable) summary = lsc_dispatch_get_summary (timeline, analysis->dispatch);

  return add_table (self, "steps", steps, error) && add_table (self, "gaps", gaps, error) &&
         add_table (self, "breaks", breaks, error) && add_table (self, "syncs", syncs, error) &&
         add_table (self, "dispatch", summary, error);
}

/* ---- slices -------------------------------------------------------------------------------- */

static gboolean
add_rank (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[INSERT_RANK];

  sqlite3_bind_int64 (stmt, 1, self->n_ranks);
  sqlite3_bind_int64 (stmt, 2, timeline->rank);
  if (timeline->device >= 0)
    sqlite3_bind_int64 (stmt, 3, timeline->device);
  else
    sqlite3_bind_null (stmt, 3);
  bind_text (stmt, 4, timeline->host_name);
  bind_text (stmt, 5, timeline->source->file);
  if (timeline->level >= 0)
    sqlite3_bind_int64 (stmt, 6, timeline->level);
  else
    sqlite3_bind_null (stmt, 6);
  sqlite3_bind_int64 (stmt, 7, timeline->main_begin_ns);
  sqlite3_bind_int64 (stmt, 8, timeline->main_end_ns);
  return step (self, stmt, error);
}

/* Ids of the timeline's names in the database, where they are shared by the ranks. */
static guint32 *
map_names (LscConvert *self, const LscTimeline *timeline)
{
  gsize n = lsc_intern_size (timeline->strings);
  guint32 *ids = g_new (guint32, n + 1);

  for (gsize i = 0; i < n; i++)
    ids[i] = lsc_intern_add (self->names, lsc_timeline_text (timeline, (guint32) i));
  return ids;
}

static gboolean
add_slice (LscConvert *self, const LscTimeline *timeline, guint32 number, guint32 slice,
           const guint32 *names, GError **error)
{
  const LscNode *node = lsc_timeline_get_node (timeline, number);
  const LscLane *lane = node->lane;
  sqlite3_stmt *stmt = self->inserts[INSERT_SLICE];
  gint64 step_id;

  sqlite3_bind_int64 (stmt, 1, SLICE_ID (self->n_ranks, node->first_id + slice));
  sqlite3_bind_int64 (stmt, 2, self->n_lanes);
  sqlite3_bind_int64 (stmt, 3, lsc_lane_get_row (lane, slice));
  sqlite3_bind_int64 (stmt, 4, names[lane->name[slice]]);
  sqlite3_bind_int64 (stmt, 5, lane->kind[slice]);
  sqlite3_bind_int64 (stmt, 6, lane->start_ns[slice]);
  sqlite3_bind_int64 (stmt, 7, lsc_lane_get_duration_ns (lane, slice));
  sqlite3_bind_int64 (stmt, 8, lsc_lane_get_self_ns (lane, slice));
  if (lsc_timeline_find_step (timeline, (LscSpot){ number, slice }, &step_id))
    sqlite3_bind_int64 (stmt, 9, step_id);
  else
    sqlite3_bind_null (stmt, 9);
  if (lane->parent[slice] != LSC_SLICE_NONE)
    sqlite3_bind_int64 (stmt, 10, SLICE_ID (self->n_ranks, node->first_id + lane->parent[slice]));
  else
    sqlite3_bind_null (stmt, 10);
  return step (self, stmt, error);
}

static gboolean
add_lane (LscConvert *self, const LscTimeline *timeline, guint32 number, const guint32 *names,
          LscJob *job, GError **error)
{
  const LscNode *node = lsc_timeline_get_node (timeline, number);
  g_autofree char *path = lsc_timeline_get_path (timeline, number, FALSE);
  sqlite3_stmt *stmt = self->inserts[INSERT_LANE];

  sqlite3_bind_int64 (stmt, 1, self->n_lanes);
  sqlite3_bind_int64 (stmt, 2, timeline->rank);
  bind_text (stmt, 3, path);
  bind_text (stmt, 4, node->name);
  sqlite3_bind_int64 (stmt, 5, node->lane->n_rows);
  bind_text (stmt, 6, node->text);
  if (!step (self, stmt, error))
    return FALSE;
  for (guint32 slice = 0; slice < node->lane->n; slice++)
    {
      if (slice % CHECK_ROWS == 0 && !lsc_job_check (job, error))
        return FALSE;
      if (!add_slice (self, timeline, number, slice, names, error))
        return FALSE;
    }
  self->n_lanes++;
  return TRUE;
}

static gboolean
add_links (LscConvert *self, const LscTimeline *timeline, LscJob *job, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[INSERT_LINK];

  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];

      if (i % CHECK_ROWS == 0 && !lsc_job_check (job, error))
        return FALSE;
      sqlite3_bind_int64 (stmt, 1, SLICE_ID (self->n_ranks, link->from));
      sqlite3_bind_int64 (stmt, 2, SLICE_ID (self->n_ranks, link->to));
      sqlite3_bind_text (stmt, 3, lsc_link_kind_name (link->kind), -1, SQLITE_STATIC);
      if (!step (self, stmt, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_series (LscConvert *self, const LscTimeline *timeline, guint32 number,
            const LscCounter *counter, GError **error)
{
  g_autofree char *path = lsc_timeline_get_path (timeline, number, FALSE);
  sqlite3_stmt *series = self->inserts[INSERT_SERIES];
  sqlite3_stmt *sample = self->inserts[INSERT_SAMPLE];

  sqlite3_bind_int64 (series, 1, self->n_series);
  sqlite3_bind_int64 (series, 2, timeline->rank);
  bind_text (series, 3, path);
  bind_text (series, 4, counter->name);
  if (!step (self, series, error))
    return FALSE;
  for (gsize i = 0; i < counter->samples.n; i++)
    {
      sqlite3_bind_int64 (sample, 1, self->n_series);
      sqlite3_bind_int64 (sample, 2, counter->samples.items[i].time_ns);
      sqlite3_bind_double (sample, 3, counter->samples.items[i].value);
      if (!step (self, sample, error))
        return FALSE;
    }
  self->n_series++;
  return TRUE;
}

static gboolean
add_node (LscConvert *self, const LscTimeline *timeline, guint32 number, const guint32 *names,
          LscJob *job, GError **error)
{
  const LscNode *node = lsc_timeline_get_node (timeline, number);

  if (node->type == LSC_NODE_LANE)
    return add_lane (self, timeline, number, names, job, error);
  for (guint i = 0; node->type == LSC_NODE_COUNTER && node->series && i < node->series->len; i++)
    if (!add_series (self, timeline, number, g_ptr_array_index (node->series, i), error))
      return FALSE;
  return TRUE;
}

/**
 * lsc_convert_add:
 * @timeline: completed
 *
 * Errors: %LSC_ERROR_IO, %LSC_ERROR_CANCELLED; the database is then of no use any more.
 */
gboolean
lsc_convert_add (LscConvert *self, LscTimeline *timeline, LscJob *job, GError **error)
{
  g_autofree guint32 *names = map_names (self, timeline);

  if (!add_rank (self, timeline, error))
    return FALSE;
  for (guint32 node = 0; node < timeline->nodes->len; node++)
    if (!add_node (self, timeline, node, names, job, error))
      return FALSE;
  if (!add_links (self, timeline, job, error) || !add_analysis (self, timeline, error))
    return FALSE;
  self->n_ranks++;
  return TRUE;
}

static gboolean
write_names (LscConvert *self, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[INSERT_NAME];

  for (guint32 i = 0; i < lsc_intern_size (self->names); i++)
    {
      sqlite3_bind_int64 (stmt, 1, i);
      bind_text (stmt, 2, lsc_intern_text (self->names, i));
      if (!step (self, stmt, error))
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

  if (!write_names (self, error))
    return FALSE;
  if (sqlite3_exec (self->db, indexes, NULL, NULL, NULL) != SQLITE_OK)
    return fail (self, error);
  g_hash_table_remove_all (self->tables);
  for (int i = 0; i < N_INSERTS; i++)
    g_clear_pointer (&self->inserts[i], sqlite3_finalize);
  if (sqlite3_close (self->db) != SQLITE_OK)
    return fail (self, error);
  self->db = NULL;
  return lsc_output_commit (g_steal_pointer (&self->output), error);
}
