/* lsc-ascend-timeline-details.c - the rest of a slice, read again from its database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"

/* A slice keeps the number of its row; which table that is in follows from its lane and kind. The
 * row's columns are shown under the names of the file, ids of texts and enumerations resolved.
 * Tables that hang on a row without an index (counters of the hardware, call stacks, copies) are
 * looked at where their order tells, else read once, when first asked for: where the rows of an id
 * lie is kept. */

/* ---- columns ---- */

typedef enum
{
  FORMAT_PLAIN,
  FORMAT_TEXT,   /* a string id */
  FORMAT_THREAD, /* a globalTid */
  FORMAT_ENUM,   /* an id of an ENUM table */
  FORMAT_HIDDEN,
} Format;

typedef struct
{
  const char *table; /* (nullable): any */
  const char *column;
  Format format;
  const char *values; /* ENUM table */
} Column;

/* The first that fits; what is not here is shown as it is. */
static const Column columns[] = {
  /* left behind by a viewer, formats.md#other-viewers */
  { NULL, "depth", FORMAT_HIDDEN, NULL },
  { NULL, "waitNs", FORMAT_HIDDEN, NULL },
  { "COMPUTE_TASK_INFO", "globalTaskId", FORMAT_HIDDEN, NULL },
  { "COMMUNICATION_TASK_INFO", "globalTaskId", FORMAT_HIDDEN, NULL },
  { "COMMUNICATION_SCHEDULE_TASK_INFO", "globalTaskId", FORMAT_HIDDEN, NULL },
  { "MEMCPY_INFO", "globalTaskId", FORMAT_HIDDEN, NULL },
  { "CANN_API", "type", FORMAT_ENUM, "ENUM_API_TYPE" },
  { "PYTORCH_API", "type", FORMAT_ENUM, "ENUM_API_TYPE" },
  { "PYTORCH_API", "inputDtypes", FORMAT_TEXT, NULL },
  { "PYTORCH_API", "callchainId", FORMAT_HIDDEN, NULL },
  { "MSTX_EVENTS", "eventType", FORMAT_ENUM, "ENUM_MSTX_EVENT_TYPE" },
  { "MSTX_EVENTS", "message", FORMAT_TEXT, NULL },
  { "MSTX_EVENTS", "domainId", FORMAT_TEXT, NULL },
  { "MEMCPY_INFO", "memcpyOperation", FORMAT_ENUM, "ENUM_MEMCPY_OPERATION" },
  { NULL, "name", FORMAT_TEXT, NULL },
  { NULL, "taskType", FORMAT_TEXT, NULL },
  { NULL, "opName", FORMAT_TEXT, NULL },
  { NULL, "opType", FORMAT_TEXT, NULL },
  { NULL, "groupName", FORMAT_TEXT, NULL },
  { NULL, "algType", FORMAT_TEXT, NULL },
  { NULL, "inputFormats", FORMAT_TEXT, NULL },
  { NULL, "inputDataTypes", FORMAT_TEXT, NULL },
  { NULL, "inputShapes", FORMAT_TEXT, NULL },
  { NULL, "outputFormats", FORMAT_TEXT, NULL },
  { NULL, "outputDataTypes", FORMAT_TEXT, NULL },
  { NULL, "outputShapes", FORMAT_TEXT, NULL },
  { NULL, "attrInfo", FORMAT_TEXT, NULL },
  { NULL, "opState", FORMAT_TEXT, NULL },
  { NULL, "hf32Eligible", FORMAT_TEXT, NULL },
  { NULL, "gridDim", FORMAT_TEXT, NULL },
  { NULL, "globalTid", FORMAT_THREAD, NULL },
  { NULL, "endGlobalTid", FORMAT_THREAD, NULL },
  { NULL, "dataType", FORMAT_ENUM, "ENUM_HCCL_DATA_TYPE" },
  { NULL, "linkType", FORMAT_ENUM, "ENUM_HCCL_LINK_TYPE" },
  { NULL, "transportType", FORMAT_ENUM, "ENUM_HCCL_TRANSPORT_TYPE" },
  { NULL, "rdmaType", FORMAT_ENUM, "ENUM_HCCL_RDMA_TYPE" },
};

/* Numbers that mean "none", by column: elsewhere they may be values. */
static const char *const may_be_none[] = { "connectionId", "contextId",      "modelId",  "planeId",
                                           "srcRank",      "dstRank",        "notifyId", "opId",
                                           "streamId",     "sequenceNumber", "size",     NULL };

/* ---- rows of an id in a table without an index ---- */

typedef struct
{
  gint64 id;
  gint64 first_row;
  gint64 last_row;
} Run;

LSC_DEFINE_ARRAY (Runs, runs, Run)

typedef struct
{
  const char *table;
  const char *column;
  gboolean is_built;
  Runs runs;
  LscIdMap map;
} Index;

enum
{
  INDEX_PMU,
  INDEX_COPY,
  INDEX_STACK,
  N_INDEXES,
};

typedef struct
{
  GMutex lock;
  Index indexes[N_INDEXES];
  gboolean steps_are_rows;
} Reader;

static void
reader_free (gpointer data)
{
  Reader *self = data;

  for (guint i = 0; i < N_INDEXES; i++)
    {
      runs_clear (&self->indexes[i].runs);
      lsc_id_map_clear (&self->indexes[i].map);
    }
  g_mutex_clear (&self->lock);
  g_free (self);
}

/** Makes the timeline able to read details. */
void
_lsc_ascend_timeline_init_details (LscAscendTimeline *self)
{
  static const struct
  {
    const char *table;
    const char *column;
  } about[N_INDEXES] = { { "TASK_PMU_INFO", "globalTaskId" },
                         { "MEMCPY_INFO", "globalTaskId" },
                         { "PYTORCH_CALLCHAINS", "id" } };
  Reader *reader = g_new0 (Reader, 1);

  g_mutex_init (&reader->lock);
  for (guint i = 0; i < N_INDEXES; i++)
    {
      reader->indexes[i].table = about[i].table;
      reader->indexes[i].column = about[i].column;
    }
  reader->steps_are_rows = self->steps_are_rows;
  self->timeline->reader = reader;
  self->timeline->free_reader = reader_free;
  self->timeline->read_details = _lsc_ascend_timeline_read_details;
  self->timeline->read_blocks = _lsc_ascend_read_blocks;
}

static gboolean
build_index (Index *self, LscDb *db, GError **error)
{
  const char *const names[] = { self->column, "rowid", NULL };
  g_autoptr (LscScan) scan = lsc_db_scan (db, self->table, names, NULL, error);
  sqlite3_stmt *stmt;
  gint64 id;

  if (!scan)
    return FALSE;
  stmt = lsc_scan_get_stmt (scan);
  runs_clear (&self->runs);
  while (lsc_scan_next (scan))
    {
      gint64 row = sqlite3_column_int64 (stmt, 1);
      Run *last = self->runs.n > 0 ? &self->runs.items[self->runs.n - 1] : NULL;

      if (!lsc_column_int64 (stmt, 0, &id))
        continue;
      if (last && last->id == id)
        last->last_row = row;
      else
        runs_append (&self->runs, (Run){ id, row, row });
    }
  if (!lsc_scan_finish (scan, error))
    return FALSE;
  if (self->runs.n > 0 && self->runs.n < LSC_ID_MAP_NONE)
    lsc_id_map_build (&self->map, &self->runs.items[0].id, self->runs.n, sizeof *self->runs.items);
  self->is_built = TRUE;
  return TRUE;
}

/* ---- one row ---- */

typedef struct
{
  const LscTimeline *timeline;
  Reader *reader;
  LscDb *db;
  GPtrArray *out;
  gint64 task_id; /* globalTaskId of the row, -1 = none */
  gint64 stack;   /* callchainId */
} Ask;

static void
add (Ask *self, const char *table, const char *key, char *value)
{
  LscDetail *detail;

  if (!value)
    return;
  for (guint i = 0; i < self->out->len; i++)
    if (strcmp (((LscDetail *) g_ptr_array_index (self->out, i))->key, key) == 0)
      {
        detail = g_new (LscDetail, 1);
        detail->key = g_strdup_printf ("%s.%s", table, key);
        detail->value = value;
        g_ptr_array_add (self->out, detail);
        return;
      }
  detail = g_new (LscDetail, 1);
  detail->key = g_strdup (key);
  detail->value = value;
  g_ptr_array_add (self->out, detail);
}

static char *
dup_cell (sqlite3_stmt *stmt, int column)
{
  const char *text = (const char *) sqlite3_column_text (stmt, column);

  return text ? g_utf8_make_valid (text, sqlite3_column_bytes (stmt, column)) : NULL;
}

/* The text of an id in a table of ids and texts. */
static char *
look_up (Ask *self, const char *table, const char *text_column, gint64 id)
{
  g_autofree char *sql =
      g_strdup_printf ("SELECT \"%s\" FROM main.\"%s\" WHERE \"id\" = ?1", text_column, table);
  sqlite3_stmt *stmt;
  char *text = NULL;

  if (!lsc_db_has_column (self->db, table, "id") ||
      !lsc_db_has_column (self->db, table, text_column) ||
      !(stmt = lsc_db_get_statement (self->db, sql)))
    return NULL;
  sqlite3_bind_int64 (stmt, 1, id);
  if (sqlite3_step (stmt) == SQLITE_ROW)
    text = dup_cell (stmt, 0);
  sqlite3_reset (stmt);
  return text;
}

/* Lists of shapes stand in quotes. */
static char *
strip_quotes (char *text)
{
  gsize length = text ? strlen (text) : 0;

  if (length < 2 || text[0] != '"' || text[length - 1] != '"')
    return text;
  memmove (text, text + 1, length - 2);
  text[length - 2] = '\0';
  return text;
}

static const Column *
find_column (Ask *self, const char *table, const char *column)
{
  /* a name with two meanings, formats.md#core-count */
  static const Column grid = { NULL, "blockDim", FORMAT_TEXT, NULL };

  if (strcmp (table, "COMPUTE_TASK_INFO") == 0 && g_ascii_strcasecmp (column, "blockDim") == 0 &&
      lsc_db_has_column (self->db, table, "blockNum"))
    return &grid;
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    if (g_ascii_strcasecmp (columns[i].column, column) == 0 &&
        (!columns[i].table || strcmp (columns[i].table, table) == 0))
      return &columns[i];
  return NULL;
}

static gboolean
means_none (const char *column, gint64 value)
{
  return g_strv_contains (may_be_none, column) &&
         (value < 0 || value == G_MAXUINT32 || value == G_MAXINT64);
}

static char *
format_cell (Ask *self, const Column *about, sqlite3_stmt *stmt, int column)
{
  Format format = about ? about->format : FORMAT_PLAIN;
  char *text = NULL;
  gint64 id;

  if (format == FORMAT_HIDDEN || sqlite3_column_type (stmt, column) == SQLITE_NULL)
    return NULL;
  if (!lsc_column_int64 (stmt, column, &id))
    return dup_cell (stmt, column);
  if (format == FORMAT_TEXT)
    {
      text = strip_quotes (look_up (self, "STRING_IDS", "value", id));
      if (!text)
        text = id == G_MAXUINT32 ? g_strdup (_ ("not available"))
                                 : g_strdup_printf ("<string %" PRId64 ">", id);
      return text;
    }
  if (format == FORMAT_ENUM)
    text = look_up (self, about->values, "name", id);
  if (text)
    return text;
  if (format == FORMAT_THREAD)
    return g_strdup_printf (_ ("process %" PRId64 ", thread %" PRId64), id >> 32,
                            id & (gint64) G_MAXUINT32);
  if (means_none (sqlite3_column_name (stmt, column), id))
    return g_strdup (_ ("not available"));
  return dup_cell (stmt, column);
}

/* Adds the columns of the rows that have @id in @column; %FALSE if there was none. */
static gboolean
add_rows (Ask *self, const char *table, const char *column, gint64 id)
{
  g_autofree char *sql =
      g_strdup_printf ("SELECT * FROM main.\"%s\" WHERE \"%s\" = ?1", table, column);
  sqlite3_stmt *stmt =
      lsc_db_has_table (self->db, table) ? lsc_db_get_statement (self->db, sql) : NULL;
  gboolean has_row = FALSE;

  if (stmt)
    sqlite3_bind_int64 (stmt, 1, id);
  while (stmt && sqlite3_step (stmt) == SQLITE_ROW)
    {
      has_row = TRUE;
      for (int i = 0; i < sqlite3_column_count (stmt); i++)
        {
          const char *name = sqlite3_column_name (stmt, i);

          add (self, table, name, format_cell (self, find_column (self, table, name), stmt, i));
          if (strcmp (name, "globalTaskId") == 0)
            lsc_column_int64 (stmt, i, &self->task_id);
          if (strcmp (name, "callchainId") == 0)
            lsc_column_int64 (stmt, i, &self->stack);
        }
    }
  sqlite3_reset (stmt);
  return has_row;
}

/* ---- what hangs on it ---- */

typedef void (*RowsFunc) (Ask *self, sqlite3_stmt *stmt, gpointer user_data);

static void
for_rows (Ask *self, const char *table, const char *list, gint64 first, gint64 last, RowsFunc func,
          gpointer user_data)
{
  const char *rowid = lsc_db_get_rowid_name (self->db, table);
  g_autofree char *sql =
      g_strdup_printf ("SELECT %s FROM main.\"%s\" NOT INDEXED WHERE %s BETWEEN ?1 AND ?2", list,
                       table, rowid ? rowid : "NULL");
  sqlite3_stmt *stmt = lsc_db_get_statement (self->db, sql);

  if (!stmt)
    return;
  sqlite3_bind_int64 (stmt, 1, first);
  sqlite3_bind_int64 (stmt, 2, last);
  while (sqlite3_step (stmt) == SQLITE_ROW)
    func (self, stmt, user_data);
  sqlite3_reset (stmt);
}

/* Where the order of the table tells its rows; FALSE = it does not. */
static gboolean
for_rows_in_order (Ask *self, const Index *index, const char *list, gint64 id, RowsFunc func,
                   gpointer user_data)
{
  LscInt64s rows = { 0 };
  gboolean ok = _lsc_ascend_find_rows (self->db, index->table, index->column, id, &rows);

  for (gsize i = 0; i < rows.n; i++)
    for_rows (self, index->table, list, rows.items[i], rows.items[i], func, user_data);
  lsc_int64s_clear (&rows);
  return ok;
}

/* Calls @func for each row of an id. */
static gboolean
for_each_row (Ask *self, guint which, const char *list, gint64 id, RowsFunc func,
              gpointer user_data, GError **error)
{
  Index *index = &self->reader->indexes[which];
  gboolean ok = TRUE;

  if (!lsc_db_has_column (self->db, index->table, index->column) ||
      for_rows_in_order (self, index, list, id, func, user_data))
    return TRUE;
  g_mutex_lock (&self->reader->lock);
  if (!index->is_built)
    ok = build_index (index, self->db, error);
  g_mutex_unlock (&self->reader->lock);
  if (!ok)
    return FALSE;
  for (guint32 run = lsc_id_map_find (&index->map, id); run != LSC_ID_MAP_NONE;
       run = lsc_id_map_next (&index->map, run))
    for_rows (self, index->table, list, index->runs.items[run].first_row,
              index->runs.items[run].last_row, func, user_data);
  return TRUE;
}

static void
add_metric (Ask *self, sqlite3_stmt *stmt, gpointer user_data)
{
  g_autofree char *name = look_up (self, "STRING_IDS", "value", sqlite3_column_int64 (stmt, 0));

  if (name)
    add (self, "TASK_PMU_INFO", name, dup_cell (stmt, 1));
}

static void
add_copy (Ask *self, sqlite3_stmt *stmt, gpointer user_data)
{
  for (int i = 0; i < sqlite3_column_count (stmt); i++)
    {
      const char *name = sqlite3_column_name (stmt, i);

      add (self, "MEMCPY_INFO", name,
           format_cell (self, find_column (self, "MEMCPY_INFO", name), stmt, i));
    }
}

static gboolean
add_task (Ask *self, GError **error)
{
  static const char *const tables[] = { "COMPUTE_TASK_INFO", "COMMUNICATION_SCHEDULE_TASK_INFO",
                                        "COMMUNICATION_TASK_INFO" };
  gint64 id = self->task_id;

  if (id < 0)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    if (lsc_db_has_column (self->db, tables[i], "globalTaskId"))
      add_rows (self, tables[i], "globalTaskId", id);
  return for_each_row (self, INDEX_COPY, "*", id, add_copy, NULL, error) &&
         (!lsc_db_has_column (self->db, "TASK_PMU_INFO", "name") ||
          !lsc_db_has_column (self->db, "TASK_PMU_INFO", "value") ||
          for_each_row (self, INDEX_PMU, "\"name\", \"value\"", id, add_metric, NULL, error));
}

typedef struct
{
  gint64 depth;
  char *text;
} Frame;

static void
clear_frame (gpointer data)
{
  g_free (((Frame *) data)->text);
}

static void
add_frame (Ask *self, sqlite3_stmt *stmt, gpointer user_data)
{
  Frame frame = { sqlite3_column_int64 (stmt, 1),
                  look_up (self, "STRING_IDS", "value", sqlite3_column_int64 (stmt, 0)) };

  if (frame.text)
    g_array_append_val ((GArray *) user_data, frame);
}

static int
compare_frames (gconstpointer a, gconstpointer b)
{
  const Frame *left = a, *right = b;

  return left->depth < right->depth ? -1 : left->depth > right->depth;
}

/* One line a frame, the innermost first. */
static gboolean
add_stack (Ask *self, GError **error)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autoptr (GString) text = g_string_new (NULL);

  g_array_set_clear_func (frames, clear_frame);
  if (self->stack < 0 || !lsc_db_has_column (self->db, "PYTORCH_CALLCHAINS", "stack") ||
      !lsc_db_has_column (self->db, "PYTORCH_CALLCHAINS", "stackDepth"))
    return TRUE;
  if (!for_each_row (self, INDEX_STACK, "\"stack\", \"stackDepth\"", self->stack, add_frame, frames,
                     error))
    return FALSE;
  g_array_sort (frames, compare_frames);
  for (guint i = 0; i < frames->len; i++)
    g_string_append_printf (text, "%s%s", i ? "\n" : "", g_array_index (frames, Frame, i).text);
  if (text->len > 0)
    add (self, "PYTORCH_CALLCHAINS", "Call stack", g_strdup (text->str));
  return TRUE;
}

/* ---- a slice ---- */

static const char *
table_of (const LscNode *node, guint8 kind)
{
  if (kind == LSC_SLICE_GC)
    return "GC_RECORD";
  if (kind == LSC_SLICE_OSRT)
    return "OSRT_API";
  switch (node->role)
    {
    case LSC_ROLE_STEPS:
    case LSC_ROLE_HOST_THREAD:
    case LSC_ROLE_PYTHON_STACK:
      return "PYTORCH_API";
    case LSC_ROLE_MARK_LANE:
      return kind == LSC_SLICE_DEVICE_MARK ? "TASK" : "MSTX_EVENTS";
    case LSC_ROLE_CANN_THREAD:
      return "CANN_API";
    case LSC_ROLE_STREAM:
    case LSC_ROLE_COMM_PLANE:
      return "TASK";
    case LSC_ROLE_COMM_GROUP:
      return "COMMUNICATION_OP";
    default:
      return NULL;
    }
}

static void
add_step (Ask *self, gint64 index)
{
  const LscSteps *steps = &self->timeline->steps;
  const LscStep *step;

  if (index < 0 || (gsize) index >= steps->n)
    return;
  step = &steps->items[index];
  add (self, "STEP_TIME", "id", g_strdup_printf ("%" PRId64, step->id));
  add (self, "STEP_TIME", "startNs", g_strdup_printf ("%" PRId64, step->start_ns));
  add (self, "STEP_TIME", "endNs", g_strdup_printf ("%" PRId64, step->end_ns));
}

static gboolean
add_slice (Ask *self, const char *table, gint64 row, GError **error)
{
  const char *rowid = lsc_db_get_rowid_name (self->db, table);
  g_autofree char *shown = NULL;

  if (rowid && add_rows (self, table, rowid, row))
    return add_task (self, error) && add_stack (self, error);
  shown = g_filename_display_name (lsc_db_get_path (self->db));
  g_set_error (error, LSC_ERROR, LSC_ERROR_MISSING,
               _ ("%s: table %s has no row %" PRId64 " any more. The file changed since it was "
                  "opened: open it again."),
               shown, table, row);
  return FALSE;
}

/**
 * _lsc_ascend_timeline_read_details:
 *
 * Reads the row of a slice and what hangs on it: kernel, part of a collective, hardware counters,
 * copy, call stack. The first that asks for hardware counters, copies or stacks may wait for one
 * pass over their table.
 *
 * Errors: as lsc_db_open(); %LSC_ERROR_MISSING when the row is gone.
 *
 * Source: lanes.md#details.
 *
 * Returns: (transfer full) (nullable) (element-type LscDetail): fields in the order of the file;
 *   none for what the program itself computed
 */
GPtrArray *
_lsc_ascend_timeline_read_details (const LscTimeline *timeline, LscSpot spot, GError **error)
{
  const LscNode *node = lsc_timeline_get_node (timeline, spot.node);
  const char *table = table_of (node, node->lane->kind[spot.slice]);
  gint64 row = lsc_lane_get_detail (node->lane, spot.slice);
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_detail_free);
  g_autoptr (LscDb) db = NULL;
  Ask ask = { timeline, timeline->reader, NULL, out, -1, -1 };

  if (node->role == LSC_ROLE_STEPS && ask.reader->steps_are_rows)
    add_step (&ask, row);
  else if (table && row >= 0)
    {
      db = lsc_db_borrow (timeline->source->file, NULL, error);
      ask.db = db;
      if (!db || !add_slice (&ask, table, row, error))
        return NULL;
      lsc_db_return (g_steal_pointer (&db));
    }
  return g_steal_pointer (&out);
}
