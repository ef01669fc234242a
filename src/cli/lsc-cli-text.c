/* lsc-cli-text.c - result tables as aligned text, row by row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "analyze/lsc-table-labels.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"

#define WIDEST_CELL 60
#define NARROWEST_CELL 24 /* of texts, where all columns then stand beside one another */
#define BLOCK_CELL 40     /* of texts, where columns stand below others anyway */
#define MOST_KEYS 2       /* columns that name a row */
#define SEPARATOR 2       /* cells of a terminal between columns */
#define LEAST_SHOWN 1000  /* part of a unit */

/**
 * lsc_cli_count_cells:
 *
 * Returns: how many cells of a terminal a text takes: Chinese characters take two
 */
int
lsc_cli_count_cells (const char *text)
{
  int n = 0;

  for (const char *at = text; *at; at = g_utf8_next_char (at))
    n += g_unichar_iswide (g_utf8_get_char (at)) ? 2 : 1;
  return n;
}

/* Absolute times are shown as they are: they are for looking up, not for reading. */
static gboolean
is_point_in_time (const char *name)
{
  return strcmp (name, "start_ns") == 0 || strcmp (name, "begin_ns") == 0 ||
         strcmp (name, "end_ns") == 0;
}

struct _LscCliText
{
  LscCliLook look;
  guint n;
  char **titles;
  int *widths;
  LscTimeUnit *units;
  gboolean *is_right;
  GArray *blocks; /* guint: where a block of columns begins, which stand above one another */
  guint n_keys;   /* first columns, which stand before each block */
  gboolean has_header;
  gsize n_shown;
  gsize n_left;
};

/* The smallest and the largest time of the first rows of a column, but for 0. */
static void
find_range (const LscTable *table, guint column, gsize n_rows, gint64 *least_ns, gint64 *most_ns)
{
  for (gsize row = 0; row < n_rows; row++)
    {
      LscValue value = lsc_table_get (table, row, column);
      gint64 ns = value.is_null || value.type != LSC_TYPE_INT ? 0 : value.integer;

      if (ns == 0 || ns == G_MININT64)
        continue;
      *least_ns = MIN (*least_ns, ABS (ns));
      *most_ns = MAX (*most_ns, ABS (ns));
    }
}

/* Of single instances: columns that are compared with each other. */
static gboolean
is_of_instance (const LscTable *table, guint column)
{
  static const char *const names[] = { "p95_ns", "min_ns", "max_ns", NULL };
  const LscColumn *about = lsc_table_get_column (table, column);

  return lsc_cell_is_middle (about) || g_strv_contains (names, about->name);
}

/* @n_rows: those that are shown. Times of single instances have one unit. */
static LscTimeUnit
choose_unit (const LscTable *table, guint column, gsize n_rows)
{
  gboolean is_one = is_of_instance (table, column);
  gint64 least_ns = G_MAXINT64, most_ns = 0;
  LscTimeUnit unit;

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    if (i == column || (is_one && is_of_instance (table, i)))
      find_range (table, i, n_rows, &least_ns, &most_ns);
  unit = lsc_time_common_unit (most_ns > 0 ? least_ns : 0, most_ns);
  if (unit != LSC_TIME_UNIT_AUTO)
    return unit;
  unit = lsc_time_common_unit (0, most_ns); /* five decades apart: smaller, as far as needed */
  while (unit > LSC_TIME_UNIT_NS && least_ns < lsc_time_unit_ns (unit) / LEAST_SHOWN)
    unit--;
  return unit;
}

/**
 * lsc_cli_choose_unit:
 * @column: of times
 *
 * Returns: one unit for all cells of a column, in which none but 0 is shown as 0.000
 */
LscTimeUnit
lsc_cli_choose_unit (const LscTable *table, guint column)
{
  g_return_val_if_fail (table && column < lsc_table_get_n_columns (table), LSC_TIME_UNIT_AUTO);
  return choose_unit (table, column, lsc_table_get_n_rows (table));
}

/* @labels: of the names of kernels; @unit: of times */
static char *
format_cell (const LscTable *table, LscTableLabels *labels, gsize row, guint column,
             LscTimeUnit unit)
{
  const LscColumn *about = lsc_table_get_column (table, column);
  LscValue value = lsc_table_get (table, row, column);

  if (value.is_null)
    return g_strdup ("-");
  if (value.type == LSC_TYPE_TEXT)
    {
      /* Codes stay as the other forms of the result have them, so that they can be looked for. */
      g_autofree char *label = about->title ? lsc_table_labels_get (labels, row, column)
                                            : NULL; /* none of a statement */
      g_autofree char *words =
          about->words || label ? NULL : lsc_table_get_words (table, row, column);

      if (label)
        return lsc_visible_name (label, WIDEST_CELL);

      return lsc_visible_name (words ? words : value.text, WIDEST_CELL);
    }
  if (value.type == LSC_TYPE_REAL &&
      (about->unit == LSC_UNIT_FLOPS || about->unit == LSC_UNIT_FLOPS_PER_S) && about->title)
    {
      char large[LSC_CELL_TEXT];

      lsc_cell_format (large, about, value, unit);
      return g_strdup (large);
    }
  if (value.type == LSC_TYPE_REAL)
    return about->unit == LSC_UNIT_SHARE  ? lsc_format_share (value.real)
           : about->unit == LSC_UNIT_RATE ? g_strdup_printf ("%.2f", value.real)
                                          : lsc_real_to_text (value.real);
  if (about->unit == LSC_UNIT_FLAG)
    return g_strdup (value.integer ? C_ ("flag", "yes") : C_ ("flag", "no"));
  /* Columns of a statement have no title but a name, which says ns. */
  if (about->unit == LSC_UNIT_NS && about->title && !is_point_in_time (about->name))
    return lsc_format_duration (value.integer, unit);
  return g_strdup_printf ("%" G_GINT64_FORMAT, value.integer);
}

static char *
make_title (const LscColumn *column)
{
  g_autofree char *title =
      lsc_visible_line (column->title ? lsc_cell_title (column) : column->name);

  return column->title && is_point_in_time (column->name) ? g_strconcat (title, " (ns)", NULL)
                                                          : g_steal_pointer (&title);
}

/* ---- widths -------------------------------------------------------------------------------- */

static int
get_total (const LscCliText *self)
{
  int total = -SEPARATOR;

  for (guint i = 0; i < self->n; i++)
    total += self->widths[i] + SEPARATOR;
  return total;
}

/* The widest text gives way first, as far as the next. @narrowest: of a text */
static void
narrow_to (LscCliText *self, int narrowest)
{
  int excess = get_total (self) - (int) self->look.width;

  while (excess > 0)
    {
      int widest = -1;
      int next = narrowest;

      for (guint i = 0; i < self->n; i++)
        if (!self->is_right[i] && (widest < 0 || self->widths[i] > self->widths[widest]))
          widest = (int) i;
      if (widest < 0 || self->widths[widest] <= narrowest)
        return;
      for (guint i = 0; i < self->n; i++)
        if (!self->is_right[i] && (int) i != widest)
          next = MAX (next, MIN (self->widths[i], self->widths[widest] - 1));
      next = MAX (next, self->widths[widest] - excess);
      excess -= self->widths[widest] - next;
      self->widths[widest] = next;
    }
}

/* Names that are broken in many places are hard to read, and where the columns do not fit beside
 * one another even so, they need not be. */
static void
narrow (LscCliText *self)
{
  g_autofree int *widths = g_memdup2 (self->widths, self->n * sizeof *widths);

  narrow_to (self, NARROWEST_CELL);
  if (get_total (self) <= (int) self->look.width)
    return;
  memcpy (self->widths, widths, self->n * sizeof *widths);
  narrow_to (self, BLOCK_CELL);
}

static int
get_keys_width (const LscCliText *self)
{
  int width = 0;

  for (guint i = 0; i < self->n_keys; i++)
    width += self->widths[i] + SEPARATOR;
  return width;
}

/* Columns that a line has no room for stand below, behind the first columns once more. */
static void
make_blocks (LscCliText *self)
{
  int used = 0;

  if (2 * get_keys_width (self) > (int) self->look.width)
    self->n_keys = 1;
  for (guint i = 0; i < self->n; i++)
    {
      int more = self->widths[i] + SEPARATOR;

      if (i == 0 || (self->look.width > 0 && i > self->n_keys &&
                     used + more - SEPARATOR > (int) self->look.width))
        {
          g_array_append_val (self->blocks, i);
          used = i == 0 ? 0 : get_keys_width (self);
        }
      used += more;
    }
}

/* How many of the first columns it takes to tell the shown rows apart. */
static guint
count_keys (const LscCliText *self, const LscTable *table)
{
  g_autoptr (LscTableLabels) labels = lsc_table_labels_new (table);
  gsize n_rows = MIN (lsc_table_get_n_rows (table), self->look.most_rows);

  for (guint n = 1; n < MIN (MOST_KEYS, self->n); n++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      gboolean is_key = TRUE;

      for (gsize row = 0; row < n_rows && is_key; row++)
        is_key =
            g_hash_table_add (seen, format_cell (table, labels, row, n - 1, self->units[n - 1]));
      if (is_key)
        return n;
    }
  return MAX (MIN (MOST_KEYS, self->n), 1);
}

static void
measure (LscCliText *self, const LscTable *table)
{
  gsize n_rows = MIN (lsc_table_get_n_rows (table), self->look.most_rows);
  g_autoptr (LscTableLabels) labels = lsc_table_labels_new (table);

  for (gsize row = 0; row < n_rows; row++)
    for (guint i = 0; i < self->n; i++)
      {
        g_autofree char *cell = format_cell (table, labels, row, i, self->units[i]);

        self->widths[i] = MAX (self->widths[i], lsc_cli_count_cells (cell));
      }
}

/**
 * lsc_cli_text_new:
 * @first: the first rows of a table, by which columns are measured; later ones that are wider move
 *   what is right of them
 * @look: how much of it is shown, and how wide
 *
 * Returns: (transfer full): a table to which rows are added
 */
LscCliText *
lsc_cli_text_new (const LscTable *first, const LscCliLook *look)
{
  LscCliText *self;

  g_return_val_if_fail (first && look, NULL);
  self = g_new0 (LscCliText, 1);
  self->look = *look;
  self->n = lsc_table_get_n_columns (first);
  self->titles = g_new0 (char *, self->n + 1);
  self->widths = g_new0 (int, self->n + 1);
  self->units = g_new0 (LscTimeUnit, self->n + 1);
  self->is_right = g_new0 (gboolean, self->n + 1);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < self->n; i++)
    {
      const LscColumn *column = lsc_table_get_column (first, i);

      self->titles[i] = make_title (column);
      self->widths[i] = lsc_cli_count_cells (self->titles[i]);
      self->is_right[i] = column->type != LSC_TYPE_TEXT;
      if (column->unit == LSC_UNIT_NS)
        self->units[i] =
            choose_unit (first, i, MIN (lsc_table_get_n_rows (first), self->look.most_rows));
    }
  measure (self, first);
  self->n_keys = self->look.width > 0 ? count_keys (self, first) : 1;
  if (self->look.width > 0)
    narrow (self);
  make_blocks (self);
  return self;
}

void
lsc_cli_text_free (LscCliText *self)
{
  if (!self)
    return;
  g_strfreev (self->titles);
  g_free (self->widths);
  g_free (self->units);
  g_free (self->is_right);
  g_array_unref (self->blocks);
  g_free (self);
}

/* ---- rows ---------------------------------------------------------------------------------- */

static void
append_cell (GString *out, const char *text, gsize length, int pad, gboolean is_right)
{
  if (is_right)
    g_string_append_printf (out, "%*s%.*s", pad, "", (int) length, text);
  else
    g_string_append_printf (out, "%.*s%*s", (int) length, text, pad, "");
}

/* How much of @text a line of @width takes: to a blank, a slash or the like, where there is one.
 * @n_cells: (out): of that */
static gsize
take_piece (const char *text, int width, int *n_cells)
{
  const char *stop = text;
  const char *at = text;
  int used = 0;

  for (*n_cells = 0; *at; at = g_utf8_next_char (at))
    {
      int more = g_unichar_iswide (g_utf8_get_char (at)) ? 2 : 1;

      if (used + more > width && at > text)
        break;
      used += more;
      if (!strchr (" /_;:,", *at))
        continue;
      stop = at + 1;
      *n_cells = used;
    }
  if (*at && stop > text)
    return (gsize) (stop - text);
  *n_cells = used;
  return (gsize) (at - text);
}

/* Nothing is behind the last text of a line that others go on below. */
static void
end_line (const LscCliText *self, GString *out)
{
  while (self->look.width > 0 && out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

/* One row of a block, in as many lines as its cells need. @cells: of all columns; they are read to
 * their ends */
static void
append_lines (LscCliText *self, guint block, const char **cells, GString *out)
{
  guint begin = g_array_index (self->blocks, guint, block);
  guint end =
      block + 1 < self->blocks->len ? g_array_index (self->blocks, guint, block + 1) : self->n;
  guint n_keys = begin == 0 ? 0 : self->n_keys; /* the first stand before each block */
  gboolean has_more = TRUE;

  while (has_more)
    {
      has_more = FALSE;
      for (guint k = begin - n_keys; k < end; k++)
        {
          guint i = k < begin ? k - (begin - n_keys) : k;
          gboolean is_last = k == end - 1;
          gsize length = strlen (cells[i]);
          int n_cells = lsc_cli_count_cells (cells[i]);

          if (self->look.width == 0)
            self->widths[i] = MAX (self->widths[i], n_cells);
          else if (n_cells > self->widths[i])
            length = take_piece (cells[i], self->widths[i], &n_cells);
          append_cell (out, cells[i], length,
                       is_last && !self->is_right[i] ? 0 : MAX (self->widths[i] - n_cells, 0),
                       self->is_right[i]);
          if (!is_last)
            g_string_append (out, "  ");
          cells[i] += length;
          has_more = has_more || *cells[i];
        }
      end_line (self, out);
    }
}

static void
append_titles (LscCliText *self, guint block, GString *out)
{
  g_autofree const char **cells = g_new (const char *, self->n + 1);

  memcpy (cells, self->titles, self->n * sizeof *cells);
  if (self->look.is_bold)
    g_string_append (out, "\033[1m");
  append_lines (self, block, cells, out);
  if (self->look.is_bold)
    g_string_insert (out, (gssize) out->len - 1, "\033[0m");
}

static void
append_block (LscCliText *self, guint block, const LscTable *table, gsize n_rows, GString *out)
{
  g_autofree char **owned = g_new (char *, self->n + 1);
  g_autofree const char **cells = g_new (const char *, self->n + 1);
  g_autoptr (LscTableLabels) labels = lsc_table_labels_new (table);

  if (block > 0)
    g_string_append_c (out, '\n');
  if (!self->has_header || self->blocks->len > 1)
    append_titles (self, block, out);
  for (gsize row = 0; row < n_rows; row++)
    {
      for (guint i = 0; i < self->n; i++)
        cells[i] = owned[i] = format_cell (table, labels, row, i, self->units[i]);
      append_lines (self, block, cells, out);
      for (guint i = 0; i < self->n; i++)
        g_free (owned[i]);
    }
}

/**
 * lsc_cli_text_append:
 * @table: more rows of the table
 *
 * Appends lines; the titles before the first.
 *
 * Returns: %FALSE once no further row is shown
 */
gboolean
lsc_cli_text_append (LscCliText *self, const LscTable *table, GString *out)
{
  gsize n_rows;
  gsize n_new;

  g_return_val_if_fail (self && table && out, FALSE);
  n_rows = lsc_table_get_n_rows (table);
  n_new = MIN (n_rows, self->look.most_rows - self->n_shown);
  for (guint block = 0; block < self->blocks->len; block++)
    append_block (self, block, table, n_new, out);
  self->has_header = TRUE;
  self->n_shown += n_new;
  self->n_left += n_rows - n_new;
  return self->n_left == 0;
}

/**
 * lsc_cli_text_finish:
 * @is_whole: all rows were handed over, so that those that are not shown are known
 *
 * Says what is not shown.
 */
void
lsc_cli_text_finish (const LscCliText *self, gboolean is_whole, GString *out)
{
  g_return_if_fail (self && out);
  if (self->n_left > 0 && is_whole)
    lsc_cli_append_left_rows (out, self->n_left);
  else if (self->n_left > 0)
    g_string_append (out, _ ("… more rows; --all shows them\n"));
}

/** lsc_cli_append_left_rows: Says how many rows are not shown. */
void
lsc_cli_append_left_rows (GString *out, gsize n_left)
{
  g_autofree char *count = lsc_format_count ((gint64) n_left);

  g_return_if_fail (out);
  g_string_append_printf (out,
                          ngettext ("… %s more row; --all shows it\n",
                                    "… %s more rows; --all shows them\n", (gulong) n_left),
                          count);
}

/**
 * lsc_cli_append_left_ranks:
 * @n: ranks
 * @usual: how many of them a terminal shows
 *
 * Says how many ranks are not shown, if any are not.
 */
void
lsc_cli_append_left_ranks (GString *out, gsize n, gsize usual)
{
  gsize most = lsc_cli_stdout_get_most (usual);

  g_return_if_fail (out);
  if (n > most)
    g_string_append_printf (out,
                            ngettext ("… %zu more rank; --all shows it\n",
                                      "… %zu more ranks; --all shows them\n", (gulong) (n - most)),
                            n - most);
}

static char *
to_text (const LscTable *table, const LscCliLook *look)
{
  GString *out = g_string_new (NULL);
  LscCliText *text = lsc_cli_text_new (table, look);

  lsc_cli_text_append (text, table, out);
  lsc_cli_text_finish (text, TRUE, out);
  lsc_cli_text_free (text);
  return g_string_free (out, FALSE);
}

/**
 * lsc_cli_table_to_text:
 *
 * Returns: (transfer full): the table in aligned columns, for people: on a terminal its first rows
 *   within its width
 */
char *
lsc_cli_table_to_text (const LscTable *table)
{
  LscCliLook look = lsc_cli_stdout_get_look ();

  g_return_val_if_fail (table, NULL);
  look.is_bold = FALSE; /* the text goes on through lsc_cli_print_text(), which shows controls */
  return to_text (table, &look);
}

/**
 * lsc_cli_rows_to_text:
 *
 * Returns: (transfer full): as lsc_cli_table_to_text(), with all rows: of a table whose first were
 *   picked
 */
char *
lsc_cli_rows_to_text (const LscTable *table)
{
  LscCliLook look = lsc_cli_stdout_get_look ();

  g_return_val_if_fail (table, NULL);
  look.is_bold = FALSE;
  look.most_rows = G_MAXSIZE;
  return to_text (table, &look);
}

/**
 * lsc_cli_table_print:
 *
 * Prints lsc_cli_table_to_text(), on a terminal with its titles in bold.
 *
 * Returns: as lsc_cli_print()
 */
gboolean
lsc_cli_table_print (const LscTable *table)
{
  LscCliLook look = lsc_cli_stdout_get_look ();
  g_autofree char *text = NULL;

  g_return_val_if_fail (table, FALSE);
  if (lsc_cli_stdout_is_silent ())
    return TRUE;
  text = to_text (table, &look);
  return lsc_cli_print (text, strlen (text));
}
