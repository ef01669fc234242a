/* lsc-table.c - a result table: typed columns with unit and source
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/lsc-table.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-renamed.h"
#include "base/lsc-intern.h"

/* One array of 64-bit cells per column and a byte for NULL. A text cell holds an id of the table's
 * own pool in its lower half; where the text was made of a phrase, the phrase's id + 1 is in the
 * upper one. Column descriptions are copied shallowly: their texts are string literals. */

typedef struct
{
  LscColumn about;
  guint64 *cells;
  guint8 *known; /* one byte a row: a bit would save little and cost a mask; see KNOWN_NUMBER */
} Column;

/* Of a text that is a number. */
#define KNOWN_NUMBER 2

struct _LscTable
{
  gatomicrefcount refs;
  char *name;
  Column *columns;
  guint n_columns;
  gsize n_rows;
  gsize capacity;
  LscIntern *texts;
  GArray *lacks; /* (nullable): RankLacks */
};

/** What the recording of a rank lacks, %LSC_INT_NULL: of any. */
typedef struct
{
  gint64 rank;
  LscLacks lacks;
} RankLacks;

/**
 * lsc_table_info_clear_row:
 * @row: (out): a struct of that table
 *
 * Makes every column of a row NULL.
 */
void
lsc_table_info_clear_row (const LscTableInfo *self, gpointer row)
{
  memset (row, 0, self->row_size);
  for (guint i = 0; i < self->n_columns; i++)
    {
      gpointer member = (guint8 *) row + self->columns[i].offset;

      if (self->columns[i].form == LSC_FORM_INT)
        *(gint64 *) member = LSC_INT_NULL;
      else if (self->columns[i].form == LSC_FORM_REAL)
        *(double *) member = LSC_REAL_NULL;
      else if (self->columns[i].form == LSC_FORM_CODE)
        *(int *) member = LSC_CODE_NULL;
    }
}

/**
 * lsc_table_new:
 * @name: name of the table in a database
 * @columns: (array length=n_columns): copied; the texts in it must be static
 *
 * Returns: (transfer full): a table without rows
 */
LscTable *
lsc_table_new (const char *name, const LscColumn *columns, guint n_columns)
{
  LscTable *self = g_new0 (LscTable, 1);

  g_atomic_ref_count_init (&self->refs);
  self->name = g_strdup (name);
  self->n_columns = n_columns;
  self->columns = g_new0 (Column, n_columns);
  for (guint i = 0; i < n_columns; i++)
    self->columns[i].about = columns[i];
  self->texts = lsc_intern_new ();
  return self;
}

/**
 * lsc_table_new_for:
 * @info: static
 *
 * Returns: (transfer full): a table without rows
 */
LscTable *
lsc_table_new_for (const LscTableInfo *info)
{
  return lsc_table_new (info->name, info->columns, info->n_columns);
}

/** lsc_table_new_like: Returns: (transfer full): a table without rows, columns as in another */
LscTable *
lsc_table_new_like (const LscTable *table)
{
  LscTable *self = lsc_table_new (table->name, NULL, 0);

  self->n_columns = table->n_columns;
  self->columns = g_renew (Column, self->columns, MAX (table->n_columns, 1));
  for (guint i = 0; i < table->n_columns; i++)
    self->columns[i] = (Column){ .about = table->columns[i].about };
  return self;
}

LscTable *
lsc_table_ref (LscTable *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_table_unref (LscTable *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < self->n_columns; i++)
    {
      g_free (self->columns[i].cells);
      g_free (self->columns[i].known);
    }
  g_free (self->columns);
  lsc_intern_unref (self->texts);
  g_clear_pointer (&self->lacks, g_array_unref);
  g_free (self->name);
  g_free (self);
}

const char *
lsc_table_get_name (const LscTable *self)
{
  return self->name;
}

guint
lsc_table_get_n_columns (const LscTable *self)
{
  return self->n_columns;
}

gsize
lsc_table_get_n_rows (const LscTable *self)
{
  return self->n_rows;
}

/**
 * lsc_table_get_column:
 *
 * Returns: (transfer none): the description of a column
 */
const LscColumn *
lsc_table_get_column (const LscTable *self, guint column)
{
  g_return_val_if_fail (column < self->n_columns, NULL);
  return &self->columns[column].about;
}

/**
 * lsc_table_find_column:
 *
 * Returns: the column that has that name, or had it before (lsc_renamed_find()); -1 if there is
 * none
 */
int
lsc_table_find_column (const LscTable *self, const char *name)
{
  const char *now;

  for (guint i = 0; i < self->n_columns; i++)
    if (strcmp (self->columns[i].about.name, name) == 0)
      return (int) i;
  now = lsc_renamed_find (name);
  return now ? lsc_table_find_column (self, now) : -1;
}

static void
grow (LscTable *self)
{
  gsize capacity = self->capacity + self->capacity / 2 + 64;

  for (guint i = 0; i < self->n_columns; i++)
    {
      Column *column = &self->columns[i];

      column->cells = g_realloc_n (column->cells, capacity, sizeof *column->cells);
      column->known = g_realloc_n (column->known, capacity, 1);
    }
  self->capacity = capacity;
}

/**
 * lsc_table_add_row:
 *
 * Returns: the index of a new row, all NULL
 */
gsize
lsc_table_add_row (LscTable *self)
{
  if (self->n_rows == self->capacity)
    grow (self);
  for (guint i = 0; i < self->n_columns; i++)
    self->columns[i].known[self->n_rows] = FALSE;
  return self->n_rows++;
}

static guint64 *
cell_to_set (LscTable *self, gsize row, guint column, LscType type)
{
  g_return_val_if_fail (row < self->n_rows && column < self->n_columns, NULL);
  g_return_val_if_fail (self->columns[column].about.type == type, NULL);
  self->columns[column].known[row] = TRUE;
  return &self->columns[column].cells[row];
}

/**
 * lsc_table_set_title:
 * @title: what people call the column in this table alone, such as the name of a side
 */
void
lsc_table_set_title (LscTable *self, guint column, const char *title)
{
  g_return_if_fail (column < self->n_columns && title);
  self->columns[column].about.title = g_intern_string (title);
}

void
lsc_table_set_int (LscTable *self, gsize row, guint column, gint64 value)
{
  guint64 *cell = cell_to_set (self, row, column, LSC_TYPE_INT);

  if (cell)
    memcpy (cell, &value, sizeof value);
}

void
lsc_table_set_real (LscTable *self, gsize row, guint column, double value)
{
  guint64 *cell = cell_to_set (self, row, column, LSC_TYPE_REAL);

  if (cell)
    memcpy (cell, &value, sizeof value);
}

/**
 * lsc_table_set_text:
 * @value: (nullable): copied; %NULL leaves the cell NULL
 */
void
lsc_table_set_text (LscTable *self, gsize row, guint column, const char *value)
{
  guint64 *cell;

  if (!value)
    return;
  cell = cell_to_set (self, row, column, LSC_TYPE_TEXT);
  if (cell)
    *cell = lsc_intern_add (self->texts, value);
}

/**
 * lsc_table_set_number:
 * @digits: a number as JSON writes it; copied
 *
 * Sets a number in a column of texts.
 */
void
lsc_table_set_number (LscTable *self, gsize row, guint column, const char *digits)
{
  g_return_if_fail (digits);
  lsc_table_set_text (self, row, column, digits);
  self->columns[column].known[row] = KNOWN_NUMBER;
}

static guint64
pack_phrase (LscTable *self, const LscPhrase *phrase)
{
  g_autofree char *plain = lsc_phrase_to_plain (phrase);
  guint64 id = lsc_intern_add (self->texts, plain);
  guint64 phrase_id = lsc_intern_add (self->texts, lsc_phrase_as_argument (phrase));

  return (phrase_id + 1) << 32 | id;
}

/**
 * lsc_table_set_phrase:
 * @value: (nullable): copied; %NULL leaves the cell NULL
 */
void
lsc_table_set_phrase (LscTable *self, gsize row, guint column, const LscPhrase *value)
{
  guint64 *cell;

  if (!value)
    return;
  cell = cell_to_set (self, row, column, LSC_TYPE_TEXT);
  if (cell)
    *cell = pack_phrase (self, value);
}

static void
take_member (LscTable *self, Column *column, gconstpointer row)
{
  const guint8 *member = (const guint8 *) row + column->about.offset;
  guint64 *cell = &column->cells[self->n_rows];
  gboolean is_known = FALSE;

  switch (column->about.form)
    {
    case LSC_FORM_INT:
      memcpy (cell, member, sizeof *cell);
      is_known = *(const gint64 *) member != LSC_INT_NULL;
      break;
    case LSC_FORM_REAL:
      memcpy (cell, member, sizeof *cell);
      is_known = !isnan (*(const double *) member);
      break;
    case LSC_FORM_TEXT:
      is_known = *(const char *const *) member != NULL;
      if (is_known)
        *cell = lsc_intern_add (self->texts, *(const char *const *) member);
      break;
    case LSC_FORM_PHRASE:
      is_known = *(const LscPhrase *const *) member != NULL;
      if (is_known)
        *cell = pack_phrase (self, *(const LscPhrase *const *) member);
      break;
    case LSC_FORM_CODE:
      is_known = (guint) * (const int *) member < column->about.n_words;
      *cell = (guint64) * (const int *) member;
      break;
    case LSC_FORM_NONE:
    default:
      break;
    }
  column->known[self->n_rows] = is_known;
}

/**
 * lsc_table_add:
 * @row: the struct that the columns describe; its texts are copied
 *
 * A column without a member stays NULL.
 *
 * Returns: the index of the new row
 */
gsize
lsc_table_add (LscTable *self, gconstpointer row)
{
  if (self->n_rows == self->capacity)
    grow (self);
  for (guint i = 0; i < self->n_columns; i++)
    take_member (self, &self->columns[i], row);
  return self->n_rows++;
}

/* Of columns that hold ranks, the name of one that has no number. */
static const char *
find_rank_name (const Column *column, guint64 cell)
{
  gint64 rank;

  if (column->about.type != LSC_TYPE_INT)
    return NULL;
  memcpy (&rank, &cell, sizeof rank);
  return lsc_rank_name_find (rank);
}

/* ---- what the recordings lack ---- */

/**
 * lsc_table_add_lacks:
 * @rank: of whose rows it is, %LSC_INT_NULL = of all
 *
 * What a recording lacks explains empty cells (lsc_table_explain()).
 */
void
lsc_table_add_lacks (LscTable *self, gint64 rank, const LscLacks *lacks)
{
  RankLacks own;

  g_return_if_fail (self && lacks);
  own = (RankLacks){ rank, *lacks };
  if (lacks->bits == 0)
    return;
  if (!self->lacks)
    self->lacks = g_array_new (FALSE, FALSE, sizeof (RankLacks));
  for (guint i = 0; i < self->lacks->len; i++)
    {
      RankLacks *known = &g_array_index (self->lacks, RankLacks, i);

      if (known->rank != rank)
        continue;
      known->lacks.bits |= lacks->bits;
      return;
    }
  g_array_append_val (self->lacks, own);
}

/* What was said of the rows of another table holds of them here, too. */
static void
take_lacks (LscTable *self, const LscTable *other)
{
  for (guint i = 0; other->lacks && i < other->lacks->len; i++)
    {
      const RankLacks *own = &g_array_index (other->lacks, RankLacks, i);

      lsc_table_add_lacks (self, own->rank, &own->lacks);
    }
}

/** Returns: whether anything lacks */
gboolean
lsc_table_has_lacks (const LscTable *self)
{
  return self->lacks && self->lacks->len > 0;
}

/**
 * lsc_table_get_lacks:
 *
 * Returns: what the recording of a row lacks: of its rank, where the table has that column and it
 *   is one of those that lack something by themselves
 */
LscLacks
lsc_table_get_lacks (const LscTable *self, gsize row)
{
  LscLacks all = { 0 };
  int column;
  gint64 rank = LSC_INT_NULL;

  if (!lsc_table_has_lacks (self))
    return all;
  column = lsc_table_find_column (self, "rank");
  if (column >= 0 && row < self->n_rows && self->columns[column].known[row] &&
      self->columns[column].about.type == LSC_TYPE_INT)
    memcpy (&rank, &self->columns[column].cells[row], sizeof rank);
  for (guint i = 0; i < self->lacks->len; i++)
    {
      const RankLacks *own = &g_array_index (self->lacks, RankLacks, i);

      if (rank != LSC_INT_NULL && own->rank != LSC_INT_NULL && own->rank != rank)
        continue;
      all.bits |= own->lacks.bits;
      all.recorder = own->lacks.recorder;
    }
  return all;
}

/**
 * lsc_table_get:
 *
 * Returns: the value of a cell; its text is valid as long as the table
 */
LscValue
lsc_table_get (const LscTable *self, gsize row, guint column)
{
  LscValue value = { .is_null = TRUE, .type = LSC_TYPE_TEXT };
  const Column *store;

  g_return_val_if_fail (row < self->n_rows && column < self->n_columns, value);
  store = &self->columns[column];
  value.type = store->about.type;
  value.is_null = !store->known[row];
  value.is_number = store->known[row] == KNOWN_NUMBER;
  if (value.is_null)
    return value;
  if (store->about.words)
    {
      value.integer = (gint64) store->cells[row];
      value.text = store->about.words[value.integer].key;
    }
  else if (value.type == LSC_TYPE_TEXT)
    value.text = lsc_intern_text (self->texts, (guint32) store->cells[row]);
  else if (value.type == LSC_TYPE_INT)
    {
      memcpy (&value.integer, &store->cells[row], sizeof value.integer);
      value.text = find_rank_name (store, store->cells[row]);
      value.type = value.text ? LSC_TYPE_TEXT : LSC_TYPE_INT;
    }
  else
    memcpy (&value.real, &store->cells[row], sizeof value.real);
  return value;
}

/**
 * lsc_table_get_named:
 * @name: of a column
 *
 * Returns: the value of a cell; NULL if there is no such column
 */
LscValue
lsc_table_get_named (const LscTable *self, gsize row, const char *name)
{
  int column = lsc_table_find_column (self, name);
  LscValue none = { .is_null = TRUE };

  return column >= 0 ? lsc_table_get (self, row, (guint) column) : none;
}

/**
 * lsc_table_get_words:
 * @column: of %LSC_TYPE_TEXT, or one of ranks
 *
 * Returns: (transfer full) (nullable): what a cell says, in the user's language; %NULL if nothing
 */
char *
lsc_table_get_words (const LscTable *self, gsize row, guint column)
{
  const Column *store;
  guint64 cell;

  g_return_val_if_fail (row < self->n_rows && column < self->n_columns, NULL);
  store = &self->columns[column];
  cell = store->cells[row];
  if (!store->known[row])
    return NULL;
  if (find_rank_name (store, cell))
    return g_strdup (find_rank_name (store, cell));
  g_return_val_if_fail (store->about.type == LSC_TYPE_TEXT, NULL);
  if (store->about.words)
    {
      const LscWord *word = &store->about.words[cell];

      return g_strdup (word->title ? _ (word->title) : word->key);
    }
  if (cell >> 32 == 0)
    return g_strdup (lsc_intern_text (self->texts, (guint32) cell));
  return lsc_phrase_to_words (
      lsc_phrase_from_argument (lsc_intern_text (self->texts, (guint32) ((cell >> 32) - 1))));
}

/* ---- rows of another table ----------------------------------------------------------------- */

/* What a text cell was made of goes with it; a code stays one where both columns know it. */
static void
copy_text (LscTable *self, gsize row, guint column, const LscTable *other, gsize from_row,
           guint from_column)
{
  const Column *from = &other->columns[from_column];
  Column *to = &self->columns[column];
  guint64 cell = from->cells[from_row];

  if (to->about.words && to->about.words != from->about.words)
    return;
  to->known[row] = from->known[from_row];
  if (to->about.words)
    to->cells[row] = cell;
  else if (!from->about.words && cell >> 32 != 0)
    to->cells[row] = pack_phrase (self, lsc_phrase_from_argument (lsc_intern_text (
                                            other->texts, (guint32) ((cell >> 32) - 1))));
  else
    to->cells[row] =
        lsc_intern_add (self->texts, lsc_table_get (other, from_row, from_column).text);
}

static void
copy_cell (LscTable *self, gsize row, guint column, const LscTable *other, gsize from_row,
           guint from_column)
{
  LscValue value = lsc_table_get (other, from_row, from_column);
  LscType type = self->columns[column].about.type, from = other->columns[from_column].about.type;

  if (value.is_null)
    return;
  if ((type == LSC_TYPE_TEXT) != (from == LSC_TYPE_TEXT))
    return;
  if (type == LSC_TYPE_TEXT)
    copy_text (self, row, column, other, from_row, from_column);
  else if (type == LSC_TYPE_INT)
    lsc_table_set_int (self, row, column,
                       from == LSC_TYPE_REAL ? (gint64) value.real : value.integer);
  else
    lsc_table_set_real (self, row, column,
                        from == LSC_TYPE_REAL ? value.real : (double) value.integer);
}

/**
 * lsc_table_append_rows:
 * @other: a table whose columns are found by name; what it lacks stays NULL
 * @rows: (nullable) (array length=n): which rows of it; %NULL = the first @n
 */
void
lsc_table_append_rows (LscTable *self, const LscTable *other, const guint32 *rows, gsize n)
{
  g_autofree int *from = g_new (int, MAX (self->n_columns, 1));

  for (guint i = 0; i < self->n_columns; i++)
    from[i] = lsc_table_find_column (other, self->columns[i].about.name);
  for (gsize k = 0; k < n; k++)
    {
      gsize row = lsc_table_add_row (self);

      for (guint i = 0; i < self->n_columns; i++)
        if (from[i] >= 0)
          copy_cell (self, row, i, other, rows ? rows[k] : k, (guint) from[i]);
    }
  take_lacks (self, other);
}

/**
 * lsc_table_append_table:
 *
 * Adds all rows of another table, as lsc_table_append_rows() does.
 */
void
lsc_table_append_table (LscTable *self, const LscTable *other)
{
  lsc_table_append_rows (self, other, NULL, other->n_rows);
}
