/* lsc-csv.c - tables of comma-separated text, row by row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-csv.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/lsc-array.h"
#include "base/lsc-error.h"
#include "base/lsc-time.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Beyond these a table is none of a profiler's. */
#define MOST_ROW_BYTES (64u * 1024 * 1024)
#define MOST_COLUMNS 4096
#define MOST_EXCERPT_BYTES (1024u * 1024)
#define MOST_RUN_BYTES (1024u * 1024) /* of a cell at once: a block may be the whole file */
#define ROWS_BETWEEN_CHECKS 4096
/* Rows of at most so many bytes and cells that lie in one block are read in one go. */
#define MOST_SHORT_BYTES 16384u
#define MOST_SHORT_CELLS 256u
#define STRIDE 16u
G_STATIC_ASSERT (LSC_TEXT_TAIL >= STRIDE);

LSC_DEFINE_ARRAY (Bytes, bytes, char)

typedef enum
{
  AT_CELL,   /* nothing of the cell yet */
  IN_PLAIN,  /* a cell without quotes */
  IN_QUOTES, /* between the quotes of a cell */
  AT_QUOTE,  /* a quote inside quotes: the end, or the first of two */
} State;

struct _LscCsv
{
  LscTextInput *input;
  LscJob *job;
  LscTextBlock block;
  gsize at; /* in the block */
  State state;
  gboolean has_cr; /* the row before ended with CR: an LF belongs to it */
  gboolean is_truncated;
  gboolean is_excerpt; /* nothing comes after the block */
  char *excerpt;
  gint64 offset; /* of the row */
  gint64 row;    /* rows delivered, without the titles */
  Bytes text;    /* cells of the row, each with a NUL */
  LscIndexes cells;
  guint n_titles;
  Bytes title_text;
  LscIndexes titles;
};

static gboolean
fail (LscCsv *self, GError **error, const char *what)
{
  g_autofree char *shown = g_filename_display_name (lsc_text_input_get_path (self->input));

  g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT,
               _ ("%s, at byte %" PRId64 ": %s. The table is read up to there."), shown,
               self->offset, what);
  return FALSE;
}

static void
append (LscCsv *self, const char *text, gsize n)
{
  bytes_reserve (&self->text, self->text.n + n + 1);
  memcpy (self->text.items + self->text.n, text, n);
  self->text.n += n;
}

static void
end_cell (LscCsv *self)
{
  append (self, "", 1);
  lsc_indexes_append (&self->cells, (guint32) self->text.n);
  self->state = AT_CELL;
}

static gsize
run_of_plain (const char *text, gsize n)
{
  gsize i = 0;

  while (i < n && text[i] != ',' && text[i] != '\n' && text[i] != '\r')
    i++;
  return i;
}

static gsize
run_of_quoted (const char *text, gsize n)
{
  const char *quote = memchr (text, '"', n);

  return quote ? (gsize) (quote - text) : n;
}

/* Takes one character that is no run; TRUE when it ends the row. */
static gboolean
take (LscCsv *self, char c)
{
  if (self->state == IN_QUOTES)
    {
      self->state = AT_QUOTE;
      return FALSE;
    }
  if (c == '"' && self->state == AT_CELL)
    {
      self->state = IN_QUOTES;
      return FALSE;
    }
  if (c == '"' && self->state == AT_QUOTE)
    {
      append (self, "\"", 1);
      self->state = IN_QUOTES;
      return FALSE;
    }
  if (c == ',')
    {
      end_cell (self);
      return FALSE;
    }
  if (c == '\n' || c == '\r')
    {
      self->has_cr = c == '\r';
      end_cell (self);
      return TRUE;
    }
  append (self, &c, 1);
  self->state = IN_PLAIN;
  return FALSE;
}

/* Reads on in the block; TRUE at the end of a row. */
static gboolean
scan_block (LscCsv *self)
{
  const char *data = self->block.data;

  while (self->at < self->block.n && self->text.n <= MOST_ROW_BYTES &&
         self->cells.n <= MOST_COLUMNS)
    {
      /* in pieces, so that the limits of a row are looked at before a whole file is one cell */
      gsize left = MIN (self->block.n - self->at, MOST_RUN_BYTES);
      gsize run = self->state == IN_QUOTES  ? run_of_quoted (data + self->at, left)
                  : self->state == IN_PLAIN ? run_of_plain (data + self->at, left)
                                            : 0;

      append (self, data + self->at, run);
      self->at += run;
      if (run < left && take (self, data[self->at++]))
        return TRUE;
    }
  return FALSE;
}

/* Copies up to a comma or a line end, a stride at a time: up to a stride more than that is read and
 * written. Returns how many bytes count, at least @n when there is no such end. */
static inline gsize
copy_plain (char *out, const char *text, gsize n)
{
  gsize i = 0;

#ifdef __SSE2__
  for (; i < n; i += STRIDE)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) (gconstpointer) (text + i));
      __m128i found = _mm_or_si128 (_mm_cmpeq_epi8 (bytes, _mm_set1_epi8 (',')),
                                    _mm_or_si128 (_mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('\n')),
                                                  _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('\r'))));
      guint mask = (guint) _mm_movemask_epi8 (found);

      _mm_storeu_si128 ((__m128i *) (gpointer) (out + i), bytes);
      if (mask != 0)
        return i + (gsize) __builtin_ctz (mask);
    }
#else
  for (; i < n && text[i] != ',' && text[i] != '\n' && text[i] != '\r'; i++)
    out[i] = text[i];
#endif
  return i;
}

/* Copies what stands between quotes, from behind the first to behind the last. %NULL when the text
 * ends before that. */
static const char *
copy_quoted (char **out, const char *p, const char *end)
{
  for (;;)
    {
      const char *quote = p < end ? memchr (p, '"', (gsize) (end - p)) : NULL;

      if (!quote || quote + 1 >= end)
        return NULL;
      memcpy (*out, p, (gsize) (quote - p));
      *out += quote - p;
      if (quote[1] != '"')
        return quote + 1;
      *(*out)++ = '"';
      p = quote + 2;
    }
}

/* Reads a row that lies in the block as a whole, as scan_block() would. FALSE when it does not, or
 * is long; nothing has been read then. */
static gboolean
read_short_row (LscCsv *self)
{
  const char *begin = self->block.data + self->at;
  const char *p = begin;
  const char *end = begin + MIN (self->block.n - self->at, MOST_SHORT_BYTES);
  char *out;

  /* for copy_plain(), which writes up to a stride too much, and a NUL for each cell */
  bytes_reserve (&self->text, MOST_SHORT_BYTES + MOST_SHORT_CELLS + 2 * STRIDE);
  lsc_indexes_reserve (&self->cells, MOST_SHORT_CELLS);
  out = self->text.items;
  for (guint n_cells = 0; n_cells < MOST_SHORT_CELLS;)
    {
      gsize n;

      if (p < end && *p == '"')
        p = copy_quoted (&out, p + 1, end);
      if (!p || p >= end)
        return FALSE;
      n = copy_plain (out, p, (gsize) (end - p));
      /* no end of the cell before that of the block: the row goes on in the next one */
      if (n >= (gsize) (end - p))
        return FALSE;
      out += n;
      p += n;
      *out++ = '\0';
      self->cells.items[n_cells++] = (guint32) (out - self->text.items);
      if (*p++ == ',')
        continue;
      self->has_cr = p[-1] == '\r';
      self->cells.n = n_cells;
      self->text.n = (gsize) (out - self->text.items);
      self->at += (gsize) (p - begin);
      return TRUE;
    }
  return FALSE;
}

/* Empty lines, and the LF of a CR LF, are nothing. */
static void
skip_line_ends (LscCsv *self)
{
  while (self->at < self->block.n &&
         (self->block.data[self->at] == '\n' || self->block.data[self->at] == '\r'))
    self->at++;
}

typedef enum
{
  ROW_READ,
  ROW_NONE,
  ROW_FAILED,
} Row;

/* The text ends: without a line end the last row is whole only when it has all its cells. */
static Row
end_text (LscCsv *self, gboolean has_begun)
{
  gboolean in_quotes = self->state == IN_QUOTES;

  if (!has_begun)
    return ROW_NONE;
  end_cell (self);
  if (in_quotes || (self->n_titles > 0 && self->cells.n < self->n_titles))
    {
      self->is_truncated = TRUE;
      return ROW_NONE;
    }
  return ROW_READ;
}

static Row
read_row (LscCsv *self, GError **error)
{
  g_autoptr (GError) local = NULL;
  gboolean has_begun = FALSE;

  self->text.n = 0;
  self->cells.n = 0;
  self->state = AT_CELL;
  for (;;)
    {
      if (!has_begun)
        skip_line_ends (self);
      if (self->at < self->block.n)
        {
          if (!has_begun)
            {
              self->offset = self->block.offset + (gint64) self->at;
              if (G_LIKELY (read_short_row (self)))
                return ROW_READ;
            }
          has_begun = TRUE;
          if (scan_block (self))
            return ROW_READ;
        }
      if (self->text.n > MOST_ROW_BYTES || self->cells.n > MOST_COLUMNS)
        {
          fail (self, error, _ ("a row is longer than any of a profiler's table"));
          return ROW_FAILED;
        }
      self->at = 0;
      self->block.n = 0;
      if (self->is_excerpt)
        return end_text (self, has_begun);
      if (!lsc_text_input_next (self->input, &self->block, &local))
        {
          self->block.n = 0;
          if (!local)
            return end_text (self, has_begun);
          g_propagate_error (error, g_steal_pointer (&local));
          return ROW_FAILED;
        }
    }
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Cell @index of a row, without the blanks around it. */
static const char *
get_cell (const Bytes *text, const LscIndexes *cells, guint index, gsize *n)
{
  gsize begin = index == 0 ? 0 : cells->items[index - 1];
  gsize end = cells->items[index] - 1;

  while (begin < end && is_blank (text->items[begin]))
    begin++;
  while (end > begin && is_blank (text->items[end - 1]))
    end--;
  *n = end - begin;
  return text->items + begin;
}

static gboolean
read_titles (LscCsv *self, GError **error)
{
  Row row = read_row (self, error);

  if (row == ROW_FAILED)
    return FALSE;
  if (row == ROW_NONE)
    return fail (self, error, _ ("there is no table"));
  self->title_text = self->text;
  self->titles = self->cells;
  self->n_titles = (guint) self->cells.n;
  self->text = (Bytes){ 0 };
  self->cells = (LscIndexes){ 0 };
  /* Titles end where their text ends. */
  for (guint i = 0; i < self->n_titles; i++)
    {
      gsize n;
      const char *title = get_cell (&self->title_text, &self->titles, i, &n);

      self->title_text.items[(gsize) (title - self->title_text.items) + n] = '\0';
    }
  return TRUE;
}

/**
 * lsc_csv_open:
 * @path: a table; also gzipped or a member of an archive
 * @job: (nullable): cancellation
 *
 * Reads the titles, the first row. A byte order mark is passed over.
 *
 * Errors: those of lsc_text_input_open(); %LSC_ERROR_CORRUPT when there is no row at all.
 *
 * Returns: (transfer full) (nullable): the table, before its first row
 */
LscCsv *
lsc_csv_open (const char *path, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);

  g_autoptr (LscCsv) self = g_new0 (LscCsv, 1);

  self->job = job;
  self->input = lsc_text_input_open (path, job, error);
  if (!self->input || !read_titles (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * lsc_csv_open_at:
 * @offset: of a row, from lsc_csv_get_offset()
 *
 * As lsc_csv_open(), to read one row again, of at most a few MiB: lsc_csv_next() once.
 */
LscCsv *
lsc_csv_open_at (const char *path, gint64 offset, GError **error)
{
  g_return_val_if_fail (path, NULL);

  g_autoptr (LscCsv) self = lsc_csv_open (path, NULL, error);
  gsize n = 0;

  if (!self)
    return NULL;
  self->excerpt = lsc_text_input_read_at (self->input, offset, MOST_EXCERPT_BYTES, &n, error);
  if (!self->excerpt)
    return NULL;
  self->is_excerpt = TRUE;
  self->block = (LscTextBlock){ .data = self->excerpt, .n = n, .offset = offset };
  self->at = 0;
  return g_steal_pointer (&self);
}

void
lsc_csv_close (LscCsv *self)
{
  if (!self)
    return;
  g_free (self->excerpt);
  g_clear_pointer (&self->input, lsc_text_input_close);
  bytes_clear (&self->text);
  bytes_clear (&self->title_text);
  lsc_indexes_clear (&self->cells);
  lsc_indexes_clear (&self->titles);
  g_free (self);
}

guint
lsc_csv_get_n_columns (const LscCsv *self)
{
  g_return_val_if_fail (self, 0);
  return self->n_titles;
}

/** Returns: (transfer none): the title of a column, without blanks around it */
const char *
lsc_csv_get_title (const LscCsv *self, guint column)
{
  g_return_val_if_fail (self, NULL);

  gsize n;
  const char *title = get_cell (&self->title_text, &self->titles, column, &n);

  return column == 0 && g_str_has_prefix (title, "\357\273\277") ? title + 3 : title;
}

/** Returns: the first column of that title, %LSC_CSV_NONE if there is none */
int
lsc_csv_find (const LscCsv *self, const char *title)
{
  g_return_val_if_fail (self && title, LSC_CSV_NONE);
  for (guint i = 0; i < self->n_titles; i++)
    if (strcmp (lsc_csv_get_title (self, i), title) == 0)
      return (int) i;
  return LSC_CSV_NONE;
}

/**
 * lsc_csv_find_any:
 * @titles: %NULL-terminated: what versions call a column, the best first
 *
 * Returns: the column, %LSC_CSV_NONE if there is none
 */
int
lsc_csv_find_any (const LscCsv *self, const char *const *titles)
{
  g_return_val_if_fail (self && titles, LSC_CSV_NONE);

  int column = LSC_CSV_NONE;

  for (; *titles && column == LSC_CSV_NONE; titles++)
    column = lsc_csv_find (self, *titles);
  return column;
}

/**
 * lsc_csv_next:
 *
 * Reads a row. Its cells are valid until the next call.
 *
 * Errors: those of lsc_text_input_next(), %LSC_ERROR_CORRUPT (a row beyond every limit),
 * %LSC_ERROR_CANCELLED
 *
 * Returns: %FALSE at the end, or with @error set
 */
gboolean
lsc_csv_next (LscCsv *self, GError **error)
{
  if (self->is_truncated ||
      (self->row % ROWS_BETWEEN_CHECKS == 0 && !lsc_job_check (self->job, error)) ||
      read_row (self, error) != ROW_READ)
    return FALSE;
  self->row++;
  return TRUE;
}

/** Returns: byte offset of the row in the text */
gint64
lsc_csv_get_offset (const LscCsv *self)
{
  return self->offset;
}

/** Returns: number of the row, from 1; the titles do not count */
gint64
lsc_csv_get_row (const LscCsv *self)
{
  return self->row;
}

/** Returns: whether the text ended inside a row, which was left out */
gboolean
lsc_csv_is_truncated (const LscCsv *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->is_truncated;
}

/**
 * lsc_csv_get:
 * @column: from lsc_csv_find()
 * @n: (out): length
 *
 * Returns: (transfer none) (nullable): the cell without the blanks around it, not terminated;
 *   %NULL when the row or the table has no such cell
 */
const char *
lsc_csv_get (const LscCsv *self, int column, gsize *n)
{
  *n = 0;
  if (column < 0 || (gsize) column >= self->cells.n)
    return NULL;
  return get_cell (&self->text, &self->cells, (guint) column, n);
}

/**
 * lsc_csv_get_known:
 *
 * Source: times.md#not-available: an empty cell and N/A both mean missing.
 *
 * Returns: (transfer none) (nullable): as lsc_csv_get(), %NULL for a cell that says nothing
 */
const char *
lsc_csv_get_known (const LscCsv *self, int column, gsize *n)
{
  const char *text = lsc_csv_get (self, column, n);

  if (!text || *n == 0 || (*n == 3 && memcmp (text, "N/A", 3) == 0))
    return NULL;
  return text;
}

/** Returns: %FALSE when the cell is no whole number of 64 bits */
gboolean
lsc_csv_get_int64 (const LscCsv *self, int column, gint64 *value)
{
  gsize n;
  const char *text = lsc_csv_get_known (self, column, &n);

  return text && lsc_parse_int64 (text, n, value) == LSC_PARSE_OK;
}

/** Returns: %FALSE when the cell is no time in microseconds; else @value_ns is exact */
gboolean
lsc_csv_get_us (const LscCsv *self, int column, gint64 *value_ns)
{
  gsize n;
  const char *text = lsc_csv_get_known (self, column, &n);

  return text && lsc_parse_us_to_ns (text, n, value_ns) == LSC_PARSE_OK;
}

/** Returns: %FALSE when the cell is no finite number */
gboolean
lsc_csv_get_double (const LscCsv *self, int column, double *value)
{
  gsize n;
  const char *text = lsc_csv_get_known (self, column, &n);
  char copy[64];
  char *end;

  if (!text || n >= sizeof copy)
    return FALSE;
  memcpy (copy, text, n);
  copy[n] = '\0';
  *value = g_ascii_strtod (copy, &end);
  return end == copy + n && isfinite (*value);
}
