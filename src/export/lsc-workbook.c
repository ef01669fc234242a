/* lsc-workbook.c - a thin layer over libxlsxwriter that checks and cuts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-workbook.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "export/lsc-workbook-check.h"

/* Rows are written in order with constant memory. In that mode the library writes a merged range's
 * blanks at once when it is given a format, and then refuses the later cells of those rows; given
 * no format it only notes the range. So ranges are merged without format and their cells written
 * one by one. */

#define CELL_UNITS 32767
#define PAPER_A4 9
#define CUT_MARK " ..."
#define EPOCH_1980_S ((time_t) 315532800)
#define HEADER_HEIGHT 27.0

static void
note (LscWorkbook *self, lxw_error code)
{
  if (code != LXW_NO_ERROR && self->failure == LXW_NO_ERROR)
    self->failure = code;
}

/* Sheets are written one after another, so a cell is one of the last. */
static void
note_cell (LscWorkbook *self, lxw_error code)
{
  note (self, code);
  if (code == LXW_NO_ERROR)
    g_array_index (self->n_cells, gsize, self->n_cells->len - 1)++;
}

static lxw_format *
add_format (lxw_workbook *book, gboolean is_header)
{
  lxw_format *format = workbook_add_format (book);

  format_set_font_name (format, "Times New Roman");
  format_set_font_size (format, 11);
  format_set_border (format, LXW_BORDER_THIN);
  format_set_align (format, LXW_ALIGN_VERTICAL_CENTER);
  if (is_header)
    {
      format_set_bold (format);
      format_set_bg_color (format, 0xAFEEEE);
    }
  return format;
}

/**
 * lsc_workbook_open:
 * @path: the file to write
 * @created_ns: date of the document (ns since the epoch), 0 = 1980-01-01
 *
 * Returns: (transfer full) (nullable): a workbook without sheets, to be closed with
 *   lsc_workbook_close(); %NULL with %LSC_ERROR_IO
 */
LscWorkbook *
lsc_workbook_open (const char *path, gint64 created_ns, GError **error)
{
  LscWorkbook *self;
  lxw_workbook_options options = { .constant_memory = LXW_TRUE, .use_zip64 = LXW_FALSE };
  g_autofree char *name = NULL;
  const char *scratch;

  g_return_val_if_fail (path, NULL);
  self = g_new0 (LscWorkbook, 1);
  self->output = lsc_output_new (path, LSC_OUTPUT_PLAIN, error);
  scratch = self->output ? lsc_output_make_scratch (self->output, error) : NULL;
  if (!scratch)
    {
      lsc_output_discard (self->output);
      g_free (self);
      return NULL;
    }
  self->path = g_strdup (path);
  self->n_cells = g_array_new (FALSE, TRUE, sizeof (gsize));
  options.tmpdir = (char *) scratch;
  name = lsc_output_get_open_name (self->output);
  self->book = workbook_new_opt (name, &options);
  if (!self->book)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_IO, _ ("“%s” could not be written."), path);
      lsc_workbook_discard (self);
      return NULL;
    }
  self->created_ns = created_ns;
  lsc_workbook_describe (self, NULL, NULL, NULL);
  self->header = add_format (self->book, TRUE);
  self->body = add_format (self->book, FALSE);
  return self;
}

/**
 * lsc_workbook_describe:
 * @title, @subject, @author: (nullable): what a list of files shows of the document
 *
 * Sets the properties of the document, in place of those that it had.
 */
void
lsc_workbook_describe (LscWorkbook *self, const char *title, const char *subject,
                       const char *author)
{
  g_autofree char *valid_title = title ? lsc_xml_text (title) : NULL;
  g_autofree char *valid_subject = subject ? lsc_xml_text (subject) : NULL;
  g_autofree char *valid_author = author ? lsc_xml_text (author) : NULL;
  lxw_doc_properties properties = {
    .title = valid_title,
    .subject = valid_subject,
    .author = valid_author,
    .created = EPOCH_1980_S,
  };

  g_return_if_fail (self);
  if (self->created_ns > 0)
    properties.created = (time_t) (self->created_ns / 1000000000);
  note (self, workbook_set_properties (self->book, &properties));
}

static void
set_sheet_error (LscWorkbook *self, const char *name, int code, GError **error)
{
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("The workbook “%s” could not be written: no temporary file could be made for its "
                  "sheet %s: %s. Set TMPDIR to a folder with room; each sheet takes an open file "
                  "(ulimit -n)."),
               self->path, name,
               code ? g_strerror (code) : lxw_strerror (LXW_ERROR_CREATING_TMPFILE));
}

/**
 * lsc_workbook_begin_sheet:
 * @name: name of the sheet, at most 31 characters
 *
 * Begins a sheet without a header; the one before it is complete. On paper all its columns stand
 * beside each other.
 *
 * Returns: (transfer none) (nullable): %NULL with %LSC_ERROR_IO when the name does not do, or no
 *   temporary file can be made for it
 */
lxw_worksheet *
lsc_workbook_begin_sheet (LscWorkbook *self, const char *name, GError **error)
{
  lxw_worksheet *sheet;

  g_return_val_if_fail (self && name, NULL);
  errno = 0;
  sheet = workbook_add_worksheet (self->book, name);
  if (!sheet)
    {
      set_sheet_error (self, name, errno, error);
      return NULL;
    }
  g_array_set_size (self->n_cells, self->n_cells->len + 1);
  worksheet_set_landscape (sheet);
  worksheet_set_paper (sheet, PAPER_A4);
  worksheet_fit_to_pages (sheet, 1, 0);
  return sheet;
}

/**
 * lsc_workbook_add_sheet:
 * @name: name of the sheet, at most 31 characters
 * @widths: (array length=n_columns): widths of the columns, 0 = the default
 *
 * Begins a sheet; the one before it is complete.
 *
 * Returns: (transfer none) (nullable): a sheet with the height of its header row set and frozen;
 *   %NULL with %LSC_ERROR_IO when the name does not do, or no temporary file can be made for it
 */
lxw_worksheet *
lsc_workbook_add_sheet (LscWorkbook *self, const char *name, const double *widths, guint n_columns,
                        GError **error)
{
  lxw_worksheet *sheet;

  g_return_val_if_fail (self && name && (widths || n_columns == 0), NULL);
  sheet = lsc_workbook_begin_sheet (self, name, error);
  if (!sheet)
    return NULL;
  for (guint i = 0; i < n_columns; i++)
    if (widths[i] > 0)
      note (self, worksheet_set_column (sheet, (lxw_col_t) i, (lxw_col_t) i, widths[i], NULL));
  note (self, worksheet_set_row (sheet, 0, HEADER_HEIGHT, NULL));
  worksheet_freeze_panes (sheet, 1, 0);
  worksheet_repeat_rows (sheet, 0, 0); /* the header, on each page */
  return sheet;
}

/* Cuts where the spreadsheet's limit, counted in UTF-16 units, is reached. */
static char *
cut_text (const char *text)
{
  gsize limit = CELL_UNITS - strlen (CUT_MARK);
  gsize units = 0;
  const char *p = text;

  while (*p)
    {
      gsize size = g_utf8_get_char (p) > 0xffff ? 2 : 1;

      if (units + size > limit)
        break;
      units += size;
      p = g_utf8_next_char (p);
    }
  return g_strdup_printf ("%.*s%s", (int) (p - text), text, CUT_MARK);
}

static gboolean
is_too_long (const char *text)
{
  gsize units = 0;

  if (strlen (text) <= CELL_UNITS)
    return FALSE;
  for (const char *p = text; *p; p = g_utf8_next_char (p))
    units += g_utf8_get_char (p) > 0xffff ? 2 : 1;
  return units > CELL_UNITS;
}

static void
write_string (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column, const char *text,
              lxw_format *format)
{
  g_autofree char *valid = lsc_xml_text (text);
  g_autofree char *cut = NULL;

  text = valid;
  if (is_too_long (text))
    {
      text = cut = cut_text (text);
      self->n_cut++;
    }
  note_cell (self,
             worksheet_write_string (sheet, (lxw_row_t) row, (lxw_col_t) column, text, format));
}

void
lsc_workbook_write_header (LscWorkbook *self, lxw_worksheet *sheet, guint column, const char *text)
{
  g_return_if_fail (self && sheet && text);
  write_string (self, sheet, 0, column, text, self->header);
}

/**
 * lsc_workbook_write_title:
 * @last_column: it goes over the columns from @column to this one
 *
 * Writes a header into a row of one's own choice, for sheets whose header has two rows.
 */
void
lsc_workbook_write_title (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                          guint last_column, const char *text)
{
  g_return_if_fail (self && sheet && text && column <= last_column);
  if (last_column > column)
    note (self, worksheet_merge_range (sheet, (lxw_row_t) row, (lxw_col_t) column, (lxw_row_t) row,
                                       (lxw_col_t) last_column, "", self->header));
  for (guint i = column + 1; i <= last_column; i++) /* each of them is counted */
    note_cell (self, worksheet_write_blank (sheet, (lxw_row_t) row, (lxw_col_t) i, self->header));
  write_string (self, sheet, row, column, text, self->header);
}

/**
 * lsc_workbook_write_text:
 *
 * Writes a text as text, whatever it looks like: never as a formula or link.
 */
void
lsc_workbook_write_text (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                         const char *text)
{
  write_string (self, sheet, row, column, text, self->body);
}

/** lsc_workbook_write_formatted: likewise, with a format of the document's own */
void
lsc_workbook_write_formatted (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                              const char *text, lxw_format *format)
{
  g_return_if_fail (self && sheet && text && format);
  write_string (self, sheet, row, column, text, format);
}

/** lsc_workbook_write_real: writes a number with a format of the document's own */
void
lsc_workbook_write_real (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                         double number, lxw_format *format)
{
  g_return_if_fail (self && sheet && format);
  if (!isfinite (number))
    lsc_workbook_write_empty (self, sheet, row, column, format);
  else
    note_cell (self,
               worksheet_write_number (sheet, (lxw_row_t) row, (lxw_col_t) column, number, format));
}

/** lsc_workbook_write_empty: writes a cell of what is not known */
void
lsc_workbook_write_empty (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                          lxw_format *format)
{
  g_return_if_fail (self && sheet && format);
  note_cell (self, worksheet_write_blank (sheet, (lxw_row_t) row, (lxw_col_t) column, format));
}

/**
 * lsc_workbook_write_link:
 * @to: name of a sheet of this workbook, which is what the cell says
 *
 * Writes a name that leads to its sheet.
 */
void
lsc_workbook_write_link (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                         const char *to, lxw_format *format)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *quoted = NULL, *url = NULL;

  g_return_if_fail (self && sheet && to && format);
  parts = g_strsplit (to, "'", -1);
  quoted = g_strjoinv ("''", parts);
  url = g_strdup_printf ("internal:'%s'!A1", quoted);
  note_cell (self, worksheet_write_url_opt (sheet, (lxw_row_t) row, (lxw_col_t) column, url, format,
                                            to, NULL));
}

static void
write_number (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column, double number)
{
  note_cell (self, worksheet_write_number (sheet, (lxw_row_t) row, (lxw_col_t) column, number,
                                           self->body));
}

/**
 * lsc_workbook_write_value:
 *
 * Writes a value; a whole number that a spreadsheet's double cannot hold is written as text.
 */
void
lsc_workbook_write_value (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                          const LscValue *value)
{
  const gint64 exact = (gint64) 1 << 53;

  if (value->is_null || (value->type == LSC_TYPE_REAL && !isfinite (value->real)))
    {
      note_cell (self,
                 worksheet_write_blank (sheet, (lxw_row_t) row, (lxw_col_t) column, self->body));
    }
  else if (value->type == LSC_TYPE_TEXT)
    {
      lsc_workbook_write_text (self, sheet, row, column, value->text);
    }
  else if (value->type == LSC_TYPE_REAL)
    {
      write_number (self, sheet, row, column, value->real);
    }
  else if (value->integer > exact || value->integer < -exact)
    {
      char digits[32];

      g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, value->integer);
      lsc_workbook_write_text (self, sheet, row, column, digits);
    }
  else
    {
      write_number (self, sheet, row, column, (double) value->integer);
    }
}

/**
 * lsc_workbook_write_merged:
 * @row: first row of the range, the one being written
 * @last_row: last row of the range; its other cells stay to be written blank
 *
 * Merges a vertical range that begins in the present row and writes its text.
 */
void
lsc_workbook_write_merged (LscWorkbook *self, lxw_worksheet *sheet, gsize row, gsize last_row,
                           guint column, const char *text)
{
  g_return_if_fail (self && sheet && text && row < last_row);
  note (self, worksheet_merge_range (sheet, (lxw_row_t) row, (lxw_col_t) column,
                                     (lxw_row_t) last_row, (lxw_col_t) column, "", NULL));
  lsc_workbook_write_text (self, sheet, row, column, text);
}

/**
 * lsc_workbook_end_sheet:
 * @n_rows: rows below the header
 *
 * Sets the automatic filter over what was written.
 */
void
lsc_workbook_end_sheet (LscWorkbook *self, lxw_worksheet *sheet, gsize n_rows, guint n_columns)
{
  g_return_if_fail (self && sheet);
  if (n_rows > 0 && n_columns > 0)
    note (self,
          worksheet_autofilter (sheet, 0, 0, (lxw_row_t) n_rows, (lxw_col_t) (n_columns - 1)));
}

static void
workbook_free (LscWorkbook *self)
{
  g_clear_pointer (&self->n_cells, g_array_unref);
  g_free (self->path);
  g_free (self);
}

/**
 * lsc_workbook_discard:
 * @self: (transfer full): a workbook that is given up
 */
void
lsc_workbook_discard (LscWorkbook *self)
{
  g_return_if_fail (self);
  /* closing would add a sheet, and use it even if there can be none */
  if (self->book && self->book->num_worksheets == 0)
    lxw_workbook_free (self->book);
  else if (self->book)
    workbook_close (self->book);
  lsc_output_discard (self->output);
  workbook_free (self);
}

/* The library reports what fails at the workbook itself; the rest shows when it is read back. */
static gboolean
finish (LscWorkbook *self, GError **error)
{
  g_autofree char *name = lsc_output_get_open_name (self->output);
  g_autoptr (GError) cause = NULL;
  int why;

  errno = 0;
  note (self, workbook_close (self->book));
  why = errno;
  if (self->failure == LXW_NO_ERROR &&
      lsc_workbook_check (name, (const gsize *) self->n_cells->data, self->n_cells->len, &cause))
    return TRUE;
  return lsc_fail (error, LSC_ERROR_IO, _ ("The workbook “%s” could not be written: %s."),
                   self->path,
                   cause      ? cause->message
                   : why != 0 ? g_strerror (why) /* the library's words begin with its own names */
                              : lxw_strerror (self->failure));
}

/**
 * lsc_workbook_close:
 * @self: (transfer full): a workbook
 *
 * Writes the file and gives it its name, unless any cell was refused or lost.
 *
 * Returns: %FALSE with %LSC_ERROR_IO; an older file is as it was
 */
gboolean
lsc_workbook_close (LscWorkbook *self, GError **error)
{
  gboolean is_written;

  g_return_val_if_fail (self, FALSE);
  is_written = finish (self, error);
  if (is_written)
    is_written = lsc_output_commit (self->output, error);
  else
    lsc_output_discard (self->output);
  workbook_free (self);
  return is_written;
}
