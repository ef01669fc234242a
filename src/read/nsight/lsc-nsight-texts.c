/* lsc-nsight-texts.c - rows of an export, found again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-json-write.h"
#include "base/lsc-sort.h"

/* A row is found by its table and number. As the text of an event stands what PyTorch would have
 * written of it in JSON, with the columns of the row under their names behind that. */

#define ROW_MASK ((G_GINT64_CONSTANT (1) << LSC_NS_ROW_BITS) - 1)

/** @is_brief: without the texts that ids stand for, but for ranges */
typedef struct
{
  LscDb *db;
  LscNsTable table;
  sqlite3_stmt *row;
  GString *out;
  gboolean has_args;
  gboolean is_brief;
} Printer;

static void
print_text (Printer *self, const char *text)
{
  lsc_json_append_string (self->out, text, strlen (text));
}

static void
print_key (Printer *self, const char *key)
{
  if (self->has_args)
    g_string_append (self->out, ", ");
  self->has_args = TRUE;
  print_text (self, key);
  g_string_append (self->out, ": ");
}

static void
print_int (Printer *self, const char *key, gint64 value)
{
  print_key (self, key);
  g_string_append_printf (self->out, "%" PRId64, value);
}

/* ---- columns ---- */

static int
find_column (const Printer *self, const char *name)
{
  int n = sqlite3_column_count (self->row);

  for (int i = 0; i < n; i++)
    if (g_ascii_strcasecmp (sqlite3_column_name (self->row, i), name) == 0)
      return i;
  return -1;
}

static gboolean
get_int (const Printer *self, const char *name, gint64 *value)
{
  int column = find_column (self, name);

  return column >= 0 && lsc_column_int64 (self->row, column, value);
}

/* Returns: (transfer full) (nullable): the text of an id */
static char *
look_up (const Printer *self, gint64 id)
{
  sqlite3_stmt *stmt;
  char *text = NULL;

  if (!lsc_db_has_column (self->db, "StringIds", "id") ||
      !lsc_db_has_column (self->db, "StringIds", "value"))
    return NULL;
  stmt =
      lsc_db_get_statement (self->db, "SELECT \"value\" FROM main.\"StringIds\" WHERE \"id\" = ?1");
  if (!stmt)
    return NULL;
  sqlite3_bind_int64 (stmt, 1, id);
  if (sqlite3_step (stmt) == SQLITE_ROW)
    text = g_strdup ((const char *) sqlite3_column_text (stmt, 0));
  sqlite3_reset (stmt);
  return text;
}

static gboolean
is_text_id (const char *name)
{
  static const char *const names[] = { "nameId", "textId", "demangledName", "shortName",
                                       "mangledName" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

static void
print_value (Printer *self, const char *name, int column)
{
  g_autofree char *text = NULL;
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  double real;

  switch (sqlite3_column_type (self->row, column))
    {
    case SQLITE_INTEGER:
      if (is_text_id (name) && !self->is_brief)
        text = look_up (self, sqlite3_column_int64 (self->row, column));
      print_key (self, name);
      if (text)
        print_text (self, text);
      else
        g_string_append_printf (self->out, "%" PRId64,
                                (gint64) sqlite3_column_int64 (self->row, column));
      break;
    case SQLITE_FLOAT:
      real = sqlite3_column_double (self->row, column);
      print_key (self, name);
      g_string_append (self->out,
                       isfinite (real) ? g_ascii_dtostr (buffer, sizeof buffer, real) : "null");
      break;
    case SQLITE_TEXT:
      print_key (self, name);
      print_text (self, (const char *) sqlite3_column_text (self->row, column));
      break;
    default:
      break;
    }
}

/* ---- what PyTorch calls it ---- */

static void
print_size (Printer *self, const char *key, const char *x, const char *y, const char *z)
{
  gint64 sizes[3];

  if (!get_int (self, x, &sizes[0]) || !get_int (self, y, &sizes[1]) ||
      !get_int (self, z, &sizes[2]))
    return;
  print_key (self, key);
  g_string_append_printf (self->out, "[%" PRId64 ", %" PRId64 ", %" PRId64 "]", sizes[0], sizes[1],
                          sizes[2]);
}

static void
print_kernel (Printer *self)
{
  gint64 value, fixed = 0, dynamic = 0;
  gboolean has_memory = get_int (self, "staticSharedMemory", &fixed);

  has_memory |= get_int (self, "dynamicSharedMemory", &dynamic);
  print_size (self, "grid", "gridX", "gridY", "gridZ");
  print_size (self, "block", "blockX", "blockY", "blockZ");
  if (get_int (self, "registersPerThread", &value))
    print_int (self, "registers per thread", value);
  if (has_memory && fixed >= 0 && dynamic >= 0 && fixed < G_MAXINT32 && dynamic < G_MAXINT32)
    print_int (self, "shared memory", fixed + dynamic);
}

/* Whether a text is a list of lists of numbers, and nothing else. */
static gsize
measure_sizes (const char *text)
{
  int depth = 0;

  for (gsize i = 0; text[i] && strchr ("[]0123456789, -", text[i]); i++)
    {
      depth += (text[i] == '[') - (text[i] == ']');
      if (depth == 0)
        return text[0] == '[' ? i + 1 : 0;
    }
  return 0;
}

static void
print_range (Printer *self)
{
  int column = find_column (self, "text");
  const char *text = column >= 0 ? (const char *) sqlite3_column_text (self->row, column) : NULL;
  g_autofree char *found = NULL;
  const char *sizes;
  gint64 id;
  gsize n;

  if (!text && get_int (self, "textId", &id))
    text = found = look_up (self, id);
  sizes = text ? strstr (text, ", sizes = ") : NULL;
  if (!sizes)
    return;
  sizes += strlen (", sizes = ");
  n = measure_sizes (sizes);
  if (n == 0)
    return;
  print_key (self, "Input Dims");
  g_string_append_len (self->out, sizes, (gssize) n);
}

static void
print_row (Printer *self)
{
  gint64 value;

  g_string_append (self->out, "{\"ph\": \"X\", \"cat\": ");
  print_text (self, _lsc_ns_tables[self->table].category);
  g_string_append (self->out, ", \"args\": {");
  if (get_int (self, "streamId", &value))
    print_int (self, "stream", value);
  if (get_int (self, "correlationId", &value))
    print_int (self, "correlation", value);
  if (self->table == LSC_NS_KERNEL)
    print_kernel (self);
  else if (self->table == LSC_NS_NVTX)
    print_range (self);
  for (int i = 0; !self->is_brief && i < sqlite3_column_count (self->row); i++)
    print_value (self, sqlite3_column_name (self->row, i), i);
  g_string_append (self->out, "}}");
}

/* Returns: %FALSE where there is no such row */
static gboolean
print (Printer *self, gint64 detail)
{
  gint64 table = detail >> LSC_NS_ROW_BITS;
  const char *name = detail >= 0 && table < LSC_NS_N_TABLES ? _lsc_ns_tables[table].name : NULL;
  const char *rowid = name ? lsc_db_get_rowid_name (self->db, name) : NULL;
  g_autofree char *sql = NULL;
  gboolean ok;

  if (!rowid)
    return FALSE;
  sql = g_strdup_printf ("SELECT * FROM main.\"%s\" WHERE %s = ?1", name, rowid);
  self->row = lsc_db_get_statement (self->db, sql);
  if (!self->row)
    return FALSE;
  self->table = (LscNsTable) table;
  self->has_args = FALSE;
  sqlite3_bind_int64 (self->row, 1, detail & ROW_MASK);
  ok = sqlite3_step (self->row) == SQLITE_ROW;
  if (ok)
    print_row (self);
  sqlite3_reset (self->row);
  return ok;
}

/* LscTraceTexts.read of the path of an export; errors as lsc_db_open(), %LSC_ERROR_MISSING when the
 * row is gone. Any thread. */
static char *
read_text (gpointer path, gint64 detail, gsize *n_out, GError **error)
{
  g_autoptr (LscDb) db = NULL;
  g_autofree char *shown = NULL;
  Printer printer = { 0 };
  gboolean ok;

  db = lsc_db_borrow (path, NULL, error);
  if (!db)
    return NULL;
  printer.db = db;
  printer.out = g_string_new (NULL);
  ok = print (&printer, detail);
  lsc_db_return (g_steal_pointer (&db));
  if (ok)
    {
      *n_out = printer.out->len;
      lsc_json_append_pad (printer.out);
      return g_string_free (printer.out, FALSE);
    }
  g_string_free (printer.out, TRUE);
  shown = g_filename_display_name (path);
  lsc_fail (error, LSC_ERROR_MISSING, _ ("%s: the event's row is not there. Open the file again."),
            shown);
  return NULL;
}

static gint64
detail_key (gsize index, gconstpointer data)
{
  return ((const gint64 *) data)[index];
}

/* LscTraceTexts.visit, table by table: texts have what PyTorch's would, no more. Cost: O(n log n).
 */
static gboolean
visit_rows (gpointer path, const gint64 *details, gsize n, LscTraceVisitFunc func,
            gpointer user_data, LscJob *job, GError **error)
{
  g_autoptr (LscDb) db = NULL;
  g_autofree guint32 *order = NULL;
  Printer printer = { .is_brief = TRUE };
  gboolean ok = TRUE;

  g_return_val_if_fail ((details || n == 0) && func, FALSE);
  db = n > 0 ? lsc_db_borrow (path, job, NULL) : NULL;
  if (!db)
    return TRUE;
  order = lsc_sort_order (n, detail_key, details);
  printer.db = db;
  printer.out = g_string_new (NULL);
  for (gsize i = 0; i < n && ok; i++)
    {
      gsize index = order ? order[i] : i;
      gboolean is_there;
      gsize n_text;

      ok = i % 1024 != 0 || lsc_job_check (job, error);
      if (!ok)
        break;
      g_string_truncate (printer.out, 0);
      is_there = print (&printer, details[index]);
      n_text = printer.out->len;
      lsc_json_append_pad (printer.out);
      func (index, is_there ? printer.out->str : NULL, is_there ? n_text : 0, user_data);
    }
  g_string_free (printer.out, TRUE);
  lsc_db_return (g_steal_pointer (&db));
  return ok;
}

/** Returns: what finds rows of the export again that @reader has read, to be cleared */
LscTraceTexts
_lsc_ns_make_texts (const LscNsReader *reader)
{
  return (LscTraceTexts){ g_strdup (reader->source->file), read_text, visit_rows, g_free };
}
