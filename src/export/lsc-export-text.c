/* lsc-export-text.c - result tables as json lines, csv, tsv and Markdown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-table-unknown.h"
#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "export/lsc-export-table.h"
#include "export/lsc-json-text.h"

#define FLUSH_BYTES ((gsize) 256 * 1024)
/* Rows that one thread writes at a time. */
#define PIECE_ROWS ((gsize) 4096)
#define PIECE_BYTES ((gsize) 2 * 1024 * 1024)

typedef void (*RowFunc) (GString *out, const LscTable *table, gsize row, gconstpointer style);

/* As "%d" does: most cells of a table are whole numbers. */
static void
append_int (GString *out, gint64 value)
{
  guint64 left = value < 0 ? 0 - (guint64) value : (guint64) value;
  char digits[20]; /* as many as 2^64 has */
  gsize n = sizeof digits;

  do
    {
      digits[--n] = (char) ('0' + left % 10);
      left /= 10;
    }
  while (left > 0);
  if (value < 0)
    g_string_append_c (out, '-');
  g_string_append_len (out, digits + n, (gssize) (sizeof digits - n));
}

/* A rank without a number is null, as programs expect a number, and its name stands beside it. */
static void
append_json_rank (GString *out, const LscTable *table, guint column, const char *name)
{
  const char *key = lsc_table_get_column (table, column)->name;
  gboolean is_rank = strcmp (key, "rank") == 0;
  g_autofree char *own = g_strconcat (key, "_name", NULL);

  g_string_append (out, "null, ");
  lsc_json_text_append (out, is_rank && lsc_table_find_column (table, "name") < 0 ? "name" : own);
  g_string_append (out, ": ");
  lsc_json_text_append (out, name);
}

/**
 * JsonRows: what is needed beside a table
 * @needs: (nullable): nothing lacks
 * @head: what a row begins with
 * @keys: what stands before the cell of each column
 */
typedef struct
{
  LscColumnNeed *needs;
  GString *head;
  GPtrArray *keys;
} JsonRows;

static void
free_string (gpointer string)
{
  g_string_free (string, TRUE);
}

static void
json_rows_init (JsonRows *self, const LscTable *table, const LscJsonStyle *style)
{
  const char *comma = "";

  self->needs = lsc_table_list_needs (table);
  self->keys = g_ptr_array_new_with_free_func (free_string);
  self->head = g_string_new ("{");
  if (style && style->with_table_key)
    {
      g_string_append (self->head, "\"table\": ");
      lsc_json_text_append (self->head, style->table_key);
      comma = ", ";
    }
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      GString *key = g_string_new (comma);

      lsc_json_text_append (key, lsc_table_get_column (table, i)->name);
      g_string_append (key, ": ");
      g_ptr_array_add (self->keys, key);
      comma = ", ";
    }
}

static void
json_rows_clear (JsonRows *self)
{
  g_free (self->needs);
  g_clear_pointer (&self->head, free_string);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (JsonRows, json_rows_clear)

static void
append_string (GString *out, const GString *text)
{
  g_string_append_len (out, text->str, (gssize) text->len);
}

/**
 * lsc_export_json_unknown:
 * @list: (element-type LscUnknownCells)
 * @out: appended to
 *
 * Writes what is not known as a JSON list of objects with `code`, `reason`, `remedy` and `of`, the
 * keys that it is about.
 */
void
lsc_export_json_unknown (const GPtrArray *list, GString *out)
{
  g_return_if_fail (list && out);
  g_string_append_c (out, '[');
  for (guint i = 0; i < list->len; i++)
    {
      const LscUnknownCells *cells = list->pdata[i];

      g_string_append (out, i > 0 ? ", {\"code\": " : "{\"code\": ");
      lsc_json_text_append (out, lsc_unknown_get_code (cells->unknown));
      g_string_append (out, ", \"reason\": ");
      lsc_json_text_append (out, lsc_unknown_get_reason (cells->unknown));
      g_string_append (out, ", \"remedy\": ");
      lsc_json_text_append (out, lsc_unknown_get_remedy (cells->unknown, cells->recorder));
      g_string_append (out, ", \"of\": [");
      for (guint k = 0; k < cells->columns->len; k++)
        {
          g_string_append (out, k > 0 ? ", " : "");
          lsc_json_text_append (out, cells->columns->pdata[k]);
        }
      g_string_append (out, "]}");
    }
  g_string_append_c (out, ']');
}

static void
append_json_unknown (GString *out, const LscTable *table, gsize row, const LscColumnNeed *needs)
{
  g_autoptr (GPtrArray) list = lsc_unknown_cells_new_list ();

  lsc_table_explain_row (table, row, needs, list);
  if (list->len == 0)
    return;
  g_string_append (out, ", \"not_known\": ");
  lsc_export_json_unknown (list, out);
}

static void
append_json_row (GString *out, const LscTable *table, gsize row, gconstpointer data)
{
  const JsonRows *rows = data;

  append_string (out, rows->head);
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      LscValue value = lsc_table_get (table, row, i);

      append_string (out, rows->keys->pdata[i]);
      if (value.is_null)
        g_string_append (out, "null");
      else if (value.is_number || lsc_table_get_column (table, i)->unit == LSC_UNIT_LIST)
        g_string_append (out, value.text);
      else if (value.type != lsc_table_get_column (table, i)->type)
        append_json_rank (out, table, i, value.text);
      else if (value.type == LSC_TYPE_TEXT)
        lsc_json_text_append (out, value.text);
      else if (lsc_table_get_column (table, i)->unit == LSC_UNIT_FLAG)
        g_string_append (out, value.integer ? "true" : "false");
      else if (value.type == LSC_TYPE_INT)
        append_int (out, value.integer);
      else
        lsc_real_to_string (out, value.real);
    }
  if (rows->needs)
    append_json_unknown (out, table, row, rows->needs);
  g_string_append (out, "}\n");
}

/* Spreadsheets compute what begins so, unless it is a number; a name may be a command there. */
static gboolean
is_formula (const char *text)
{
  char *end;

  if (!*text || !strchr ("=+-@\t\r", *text))
    return FALSE;
  g_ascii_strtod (text, &end);
  return end == text || *end != '\0';
}

/* RFC 4180: quotes only where needed; NULL is an empty cell, an empty text a quoted one. */
static void
append_csv_text (GString *out, const char *text, LscCsvForm form)
{
  g_autofree char *valid = NULL;
  g_autofree char *marked = NULL;

  if (!g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, -1);
  if (form == LSC_CSV_MARKED && is_formula (text))
    text = marked = g_strconcat ("'", text, NULL);
  if (*text && !strpbrk (text, "\",\r\n"))
    {
      g_string_append (out, text);
      return;
    }
  g_string_append_c (out, '"');
  for (const char *p = text; *p; p++)
    {
      if (*p == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *p);
    }
  g_string_append_c (out, '"');
}

static void
append_csv_row (GString *out, const LscTable *table, gsize row, gconstpointer data)
{
  const LscCsvForm *form = data;

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      LscValue value = lsc_table_get (table, row, i);

      if (i > 0)
        g_string_append_c (out, ',');
      if (value.is_null)
        continue;
      if (value.type == LSC_TYPE_TEXT)
        append_csv_text (out, value.text, *form);
      else if (value.type == LSC_TYPE_INT)
        append_int (out, value.integer);
      else
        lsc_real_to_string (out, value.real);
    }
  g_string_append_c (out, '\n');
}

static gboolean
write_error (GError *cause, GError **error)
{
  if (cause->domain != G_IO_ERROR) /* a stream of our own has said what failed */
    {
      g_propagate_error (error, cause);
      return FALSE;
    }
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO, _ ("Writing failed: %s"), cause->message);
  g_error_free (cause);
  return FALSE;
}

static gboolean
flush (GString *buffer, GOutputStream *out, GError **error)
{
  GError *cause = NULL;

  if (!g_output_stream_write_all (out, buffer->str, buffer->len, NULL, NULL, &cause))
    return write_error (cause, error);
  g_string_truncate (buffer, 0);
  return TRUE;
}

/** Pieces of a table that are written side by side. */
typedef struct
{
  const LscTable *table;
  RowFunc append_row;
  gconstpointer style;
  gsize begin; /* row of the first piece */
  GString **texts;
  gsize *ends; /* rows up to which there is text */
} Pieces;

static gsize
end_of_piece (const Pieces *self, gsize index)
{
  return MIN (self->begin + (index + 1) * PIECE_ROWS, lsc_table_get_n_rows (self->table));
}

/* Long rows are left to who flushes: no more than so many bytes wait for their turn. */
static void
append_piece (gsize index, gpointer data)
{
  Pieces *self = data;
  gsize end = end_of_piece (self, index), row = self->begin + index * PIECE_ROWS;

  for (; row < end && self->texts[index]->len < PIECE_BYTES; row++)
    self->append_row (self->texts[index], self->table, row, self->style);
  self->ends[index] = row;
}

static gboolean
flush_piece (Pieces *self, gsize index, GOutputStream *out, LscJob *job, GError **error)
{
  GString *text = self->texts[index];
  gsize end = end_of_piece (self, index);

  for (gsize row = self->ends[index]; row < end; row++)
    {
      if (text->len >= FLUSH_BYTES && (!lsc_job_check (job, error) || !flush (text, out, error)))
        return FALSE;
      self->append_row (text, self->table, row, self->style);
    }
  return lsc_job_check (job, error) && flush (text, out, error);
}

static gboolean
write_pieces (Pieces *self, guint n_threads, GOutputStream *out, LscJob *job, GError **error)
{
  gsize n = lsc_table_get_n_rows (self->table), n_pieces;

  for (; self->begin < n; self->begin += n_pieces * PIECE_ROWS)
    {
      n_pieces = MIN (n_threads, (n - self->begin + PIECE_ROWS - 1) / PIECE_ROWS);
      lsc_job_run_parallel (n_threads, n_pieces, append_piece, self);
      for (gsize i = 0; i < n_pieces; i++)
        if (!flush_piece (self, i, out, job, error))
          return FALSE;
    }
  return TRUE;
}

/* @head: (nullable): what stands before the rows */
static gboolean
write_rows (const LscTable *table, RowFunc append_row, gconstpointer style, GString *head,
            GOutputStream *out, LscJob *job, GError **error)
{
  guint n_threads = lsc_job_get_n_threads (job);
  g_autofree gsize *ends = g_new (gsize, n_threads);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (free_string);
  Pieces pieces = { table, append_row, style, 0, NULL, ends };

  if (head && !flush (head, out, error))
    return FALSE;
  for (guint i = 0; i < n_threads; i++)
    g_ptr_array_add (texts, g_string_new (NULL));
  pieces.texts = (GString **) texts->pdata;
  return write_pieces (&pieces, n_threads, out, job, error);
}

/**
 * lsc_export_json_lines:
 * @style: (nullable): what to put around a line
 * @out: stays open
 *
 * Writes one JSON object a row, keys in column order; REAL as the shortest text that reads back
 * equal, NULL as null, bytes that are not UTF-8 as U+FFFD. What is not known in a row follows as
 * `not_known` (lsc_export_json_unknown()), where the table says what lacks.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_json_lines (const LscTable *table, const LscJsonStyle *style, GOutputStream *out,
                       LscJob *job, GError **error)
{
  g_auto (JsonRows) rows = { 0 };

  g_return_val_if_fail (table && G_IS_OUTPUT_STREAM (out), FALSE);
  json_rows_init (&rows, table, style);
  return write_rows (table, append_json_row, &rows, NULL, out, job, error);
}

static void
append_csv_header (GString *out, const LscTable *table, LscCsvForm form)
{
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_csv_text (out, lsc_table_get_column (table, i)->name, form);
    }
  g_string_append_c (out, '\n');
}

static gboolean
write_file (const LscTable *table, RowFunc append_row, gconstpointer style, GString *head,
            const char *path, LscJob *job, GError **error)
{
  g_autoptr (LscOutput) output = lsc_output_new (path, LSC_OUTPUT_PLAIN, error);
  g_autofree char *shown = g_filename_display_name (path);
  g_autoptr (GError) cause = NULL;

  if (!output)
    return FALSE;
  if (write_rows (table, append_row, style, head, lsc_output_get_stream (output), job, &cause))
    return lsc_output_commit (g_steal_pointer (&output), error);
  if (g_error_matches (cause, LSC_ERROR, LSC_ERROR_IO))
    g_prefix_error (&cause, "%s: ", shown);
  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

/**
 * lsc_export_json_file:
 * @style: (nullable): %NULL: without the key "table"
 *
 * Writes lsc_export_json_lines() to a file, complete or not at all.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_json_file (const LscTable *table, const LscJsonStyle *style, const char *path,
                      LscJob *job, GError **error)
{
  g_auto (JsonRows) rows = { 0 };

  g_return_val_if_fail (table && path, FALSE);
  json_rows_init (&rows, table, style);
  return write_file (table, append_json_row, &rows, NULL, path, job, error);
}

/**
 * lsc_export_csv_lines:
 * @out: stays open
 *
 * Writes a table by RFC 4180 with LF line ends and the numbers of the JSON form, its header first.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_csv_lines (const LscTable *table, LscCsvForm form, GOutputStream *out, LscJob *job,
                      GError **error)
{
  g_autoptr (GString) head = NULL;

  g_return_val_if_fail (table && G_IS_OUTPUT_STREAM (out), FALSE);
  head = g_string_new (NULL);
  append_csv_header (head, table, form);
  return write_rows (table, append_csv_row, &form, head, out, job, error);
}

/**
 * lsc_export_csv_rows:
 * @out: stays open
 *
 * Writes more rows of a table whose beginning lsc_export_csv_lines() has written.
 *
 * Returns: as that
 */
gboolean
lsc_export_csv_rows (const LscTable *table, LscCsvForm form, GOutputStream *out, LscJob *job,
                     GError **error)
{
  g_return_val_if_fail (table && G_IS_OUTPUT_STREAM (out), FALSE);
  return write_rows (table, append_csv_row, &form, NULL, out, job, error);
}

/**
 * lsc_export_csv_file:
 *
 * Writes lsc_export_csv_lines() to a file, complete or not at all.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_csv_file (const LscTable *table, LscCsvForm form, const char *path, LscJob *job,
                     GError **error)
{
  g_autoptr (GString) head = NULL;

  g_return_val_if_fail (table && path, FALSE);
  head = g_string_new (NULL);
  append_csv_header (head, table, form);
  return write_file (table, append_csv_row, &form, head, path, job, error);
}

static void
append_plain (GString *out, const LscValue *value, const char *stop)
{
  if (value->is_null)
    return;
  if (value->type == LSC_TYPE_INT)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, value->integer);
  else if (value->type == LSC_TYPE_REAL)
    lsc_real_to_string (out, value->real);
  else
    for (const char *p = value->text; *p; p++)
      g_string_append_c (out, strchr (stop, *p) ? ' ' : *p);
}

/**
 * lsc_export_tsv_text:
 * @out: appended to: a header line and a line per row, cells parted by tabs, as spreadsheets paste;
 *   what they would compute is marked as in %LSC_CSV_MARKED
 *
 * Returns: %TRUE
 */
gboolean
lsc_export_tsv_text (const LscTable *table, GString *out)
{
  guint n_columns;

  g_return_val_if_fail (table && out, FALSE);
  n_columns = lsc_table_get_n_columns (table);
  for (guint i = 0; i < n_columns; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? "\t" : "", lsc_table_get_column (table, i)->name);
  g_string_append_c (out, '\n');
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      for (guint i = 0; i < n_columns; i++)
        {
          LscValue value = lsc_table_get (table, row, i);

          if (i > 0)
            g_string_append_c (out, '\t');
          if (!value.is_null && value.type == LSC_TYPE_TEXT && is_formula (value.text))
            g_string_append_c (out, '\'');
          append_plain (out, &value, "\t\r\n");
        }
      g_string_append_c (out, '\n');
    }
  return TRUE;
}

/**
 * lsc_export_markdown_text:
 *
 * Returns: (transfer full): the table in Markdown, numbers to the right
 */
char *
lsc_export_markdown_text (const LscTable *table)
{
  GString *out;
  guint n_columns;

  g_return_val_if_fail (table, NULL);
  out = g_string_new ("|");
  n_columns = lsc_table_get_n_columns (table);
  for (guint i = 0; i < n_columns; i++)
    g_string_append_printf (out, " %s |", lsc_table_get_column (table, i)->name);
  g_string_append (out, "\n|");
  for (guint i = 0; i < n_columns; i++)
    g_string_append (out,
                     lsc_table_get_column (table, i)->type == LSC_TYPE_TEXT ? " --- |" : " ---: |");
  g_string_append_c (out, '\n');
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      g_string_append_c (out, '|');
      for (guint i = 0; i < n_columns; i++)
        {
          LscValue value = lsc_table_get (table, row, i);

          g_string_append_c (out, ' ');
          append_plain (out, &value, "|\r\n");
          g_string_append (out, " |");
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}
