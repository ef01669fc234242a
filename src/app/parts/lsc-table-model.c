/* lsc-table-model.c - the rows of a result table as a list
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-table-model.h"

#include <string.h>

#include "base/lsc-task.h"

/* Sorting is a permutation of row numbers of our own: a sort model of GTK would make an object for
 * every row. Larger tables are sorted in a thread. */
#define MOST_SORTED_HERE 5000

struct _LscTableRow
{
  GObject parent_instance;
};

G_DEFINE_FINAL_TYPE (LscTableRow, lsc_table_row, G_TYPE_OBJECT)

static void
lsc_table_row_class_init (LscTableRowClass *class)
{
}

static void
lsc_table_row_init (LscTableRow *self)
{
}

struct _LscTableModel
{
  GObject parent_instance;

  LscTable *table; /* (nullable) */
  guint32 *order;  /* (nullable): position to row; NULL = as in the table */
  guint n;
  int column; /* -1 = as in the table */
  gboolean is_descending;
  LscTask *sorting; /* (nullable) */
};

static void lsc_table_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LscTableModel, lsc_table_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, lsc_table_model_list_init))

enum
{
  SIGNAL_SORTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- the list ---- */

static GType
get_item_type (GListModel *list)
{
  return LSC_TYPE_TABLE_ROW;
}

static guint
get_n_items (GListModel *list)
{
  return LSC_TABLE_MODEL (list)->n;
}

static gpointer
get_item (GListModel *list, guint position)
{
  return position < LSC_TABLE_MODEL (list)->n ? g_object_new (LSC_TYPE_TABLE_ROW, NULL) : NULL;
}

static void
lsc_table_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* Told as one change the view uses its widgets again, but fetches every new row in search of the
 * old ones: good for few rows, not for many. */
static void
replace_rows (LscTableModel *self, guint n)
{
  guint before = self->n;

  if (MAX (before, n) > MOST_SORTED_HERE && before > 0)
    {
      self->n = 0;
      g_list_model_items_changed (G_LIST_MODEL (self), 0, before, 0);
      before = 0;
    }
  self->n = n;
  if (n > 0 || before > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, before, n);
}

/* ---- sorting ---- */

typedef struct
{
  LscTable *table;
  guint column;
  gboolean is_descending;
  guint32 n;
} Sorting;

static void
sorting_free (gpointer data)
{
  Sorting *sorting = data;

  lsc_table_unref (sorting->table);
  g_free (sorting);
}

/* Of a column of texts that has numbers as well; @a and @b are no texts alone. */
static int
compare_digits (const LscValue *a, const LscValue *b)
{
  double x, y;

  if (a->is_number != b->is_number) /* numbers before texts */
    return a->is_number ? -1 : 1;
  x = g_ascii_strtod (a->text, NULL);
  y = g_ascii_strtod (b->text, NULL);
  return x != y ? (x > y) - (x < y) : strcmp (a->text, b->text);
}

static int
compare_values (const LscValue *a, const LscValue *b)
{
  if (a->is_number || b->is_number)
    return compare_digits (a, b);
  if (a->type == LSC_TYPE_INT)
    return (a->integer > b->integer) - (a->integer < b->integer);
  if (a->type == LSC_TYPE_REAL)
    return (a->real > b->real) - (a->real < b->real);
  return strcmp (a->text, b->text);
}

/* Rows without a value come last, whatever the direction; equals stay in the table's order. */
static int
compare_rows (gconstpointer left, gconstpointer right, gpointer user_data)
{
  const Sorting *sorting = user_data;
  guint32 a = *(const guint32 *) left, b = *(const guint32 *) right;
  LscValue x = lsc_table_get (sorting->table, a, sorting->column);
  LscValue y = lsc_table_get (sorting->table, b, sorting->column);
  int order = 0;

  if (x.is_null || y.is_null)
    order = (int) x.is_null - (int) y.is_null;
  else if ((order = compare_values (&x, &y)) != 0 && sorting->is_descending)
    order = -order;
  return order != 0 ? order : (a > b) - (a < b);
}

static guint32 *
sort_rows (Sorting *sorting)
{
  guint32 *order = g_new (guint32, MAX (sorting->n, 1));

  for (guint32 i = 0; i < sorting->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) sorting->n, sizeof *order, compare_rows, sorting);
  return order;
}

static gpointer
run_sort (gpointer data, LscJob *job, GError **error)
{
  return sort_rows (data);
}

/* No item changes: they stand for positions. The view would bind each of its cells again. */
static void
take_order (LscTableModel *self, guint32 *order)
{
  g_free (self->order);
  self->order = order;
  g_signal_emit (self, signals[SIGNAL_SORTED], 0);
}

static void
on_sorted (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  take_order (owner, result);
}

static void
start_sorting (LscTableModel *self)
{
  Sorting sorting = { self->table, (guint) self->column, self->is_descending, self->n };

  if (self->n <= MOST_SORTED_HERE)
    {
      take_order (self, sort_rows (&sorting));
      return;
    }
  lsc_table_ref (sorting.table);
  lsc_task_start (self, &self->sorting,
                  &(LscTaskWork){ .name = "table: sort",
                                  .run = run_sort,
                                  .data = g_memdup2 (&sorting, sizeof sorting),
                                  .free_data = sorting_free,
                                  .free_result = g_free,
                                  .done = on_sorted });
}

static void
resort (LscTableModel *self)
{
  lsc_task_stop (&self->sorting);
  if (!self->table || self->n == 0)
    return;
  if (self->column >= 0 && (guint) self->column < lsc_table_get_n_columns (self->table))
    start_sorting (self);
  else if (self->order)
    take_order (self, NULL);
}

/**
 * lsc_table_model_set_sort:
 * @column: of the table; -1 = the order of the table
 *
 * Cost: large tables are sorted in a thread; "sorted" tells when that is done.
 */
void
lsc_table_model_set_sort (LscTableModel *self, int column, gboolean descending)
{
  g_return_if_fail (LSC_IS_TABLE_MODEL (self));
  if (column == self->column && (column < 0 || descending == self->is_descending))
    return;
  self->column = column;
  self->is_descending = descending;
  resort (self);
}

/** lsc_table_model_get_sort: Returns: the column by which rows are sorted, -1 = in their own order
 */
int
lsc_table_model_get_sort (LscTableModel *self, gboolean *is_descending)
{
  g_return_val_if_fail (LSC_IS_TABLE_MODEL (self) && is_descending, -1);
  *is_descending = self->is_descending;
  return self->column;
}

/** lsc_table_model_is_busy: whether rows are being sorted */
gboolean
lsc_table_model_is_busy (LscTableModel *self)
{
  return self->sorting != NULL;
}

/* ---- the table ---- */

/**
 * lsc_table_model_new:
 *
 * Returns: (transfer full): a list without rows
 */
LscTableModel *
lsc_table_model_new (void)
{
  return g_object_new (LSC_TYPE_TABLE_MODEL, NULL);
}

/**
 * lsc_table_model_set_table:
 * @table: (nullable) (transfer none): sealed; when it follows another, it has the same columns
 *
 * Shows other rows, sorted as those before; after %NULL in their own order.
 */
void
lsc_table_model_set_table (LscTableModel *self, LscTable *table)
{
  LscTable *old;
  guint n;

  g_return_if_fail (LSC_IS_TABLE_MODEL (self));
  old = self->table;
  n = table ? (guint) MIN (lsc_table_get_n_rows (table), (gsize) G_MAXINT) : 0;
  lsc_task_stop (&self->sorting);
  if (!table)
    self->column = -1;
  self->table = table ? lsc_table_ref (table) : NULL;
  g_clear_pointer (&self->order, g_free);
  if (self->column >= 0 && n > 0 && n <= MOST_SORTED_HERE)
    {
      Sorting sorting = { self->table, (guint) self->column, self->is_descending, n };

      self->order = sort_rows (&sorting);
    }
  replace_rows (self, n);
  if (self->column >= 0 && n > MOST_SORTED_HERE)
    start_sorting (self);
  lsc_release_in_thread (old, (GDestroyNotify) lsc_table_unref);
}

/** lsc_table_model_get_table: Returns: (transfer none) (nullable): the table */
LscTable *
lsc_table_model_get_table (LscTableModel *self)
{
  return self->table;
}

/** lsc_table_model_get_row: Returns: the row of the table that stands at a position */
guint32
lsc_table_model_get_row (LscTableModel *self, guint position)
{
  return self->order ? self->order[position] : position;
}

/** lsc_table_model_find_position: Returns: where a row of the table stands, %G_MAXUINT = nowhere */
guint
lsc_table_model_find_position (LscTableModel *self, guint32 row)
{
  if (!self->order)
    return row < self->n ? row : G_MAXUINT;
  for (guint i = 0; i < self->n; i++)
    if (self->order[i] == row)
      return i;
  return G_MAXUINT;
}

/** lsc_table_model_copy_order: Returns: (transfer full): rows of the table as they are shown */
guint32 *
lsc_table_model_copy_order (LscTableModel *self, gsize *n_rows)
{
  guint32 *order;

  g_return_val_if_fail (LSC_IS_TABLE_MODEL (self) && n_rows, NULL);
  order = g_new (guint32, MAX (self->n, 1));
  for (guint i = 0; i < self->n; i++)
    order[i] = lsc_table_model_get_row (self, i);
  *n_rows = self->n;
  return order;
}

/**
 * lsc_table_model_copy_rows:
 *
 * Thread: any.
 *
 * Returns: (transfer full): a table of some rows in that order
 */
LscTable *
lsc_table_model_copy_rows (LscTable *table, const guint32 *rows, gsize n_rows)
{
  LscTable *copy;

  g_return_val_if_fail (table && (rows || n_rows == 0), NULL);
  copy = lsc_table_new_like (table);
  lsc_table_append_rows (copy, table, rows, n_rows);
  return copy;
}

/**
 * lsc_table_get_int:
 * @name: (nullable): of a column, which the table need not have
 * @value: (out): set where there is one
 *
 * Returns: whether there is a number in that cell
 */
gboolean
lsc_table_get_int (LscTable *table, guint row, const char *name, gint64 *value)
{
  LscValue cell = { .is_null = TRUE };

  g_return_val_if_fail (table && row < lsc_table_get_n_rows (table) && value, FALSE);
  if (name)
    cell = lsc_table_get_named (table, row, name);
  if (cell.is_null || cell.type != LSC_TYPE_INT)
    return FALSE;
  *value = cell.integer;
  return TRUE;
}

/* ---- life ---- */

static void
lsc_table_model_finalize (GObject *object)
{
  LscTableModel *self = LSC_TABLE_MODEL (object);

  lsc_task_stop (&self->sorting);
  lsc_release_in_thread (self->table, (GDestroyNotify) lsc_table_unref);
  g_free (self->order);
  G_OBJECT_CLASS (lsc_table_model_parent_class)->finalize (object);
}

static void
lsc_table_model_class_init (LscTableModelClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lsc_table_model_finalize;
  signals[SIGNAL_SORTED] = g_signal_new ("sorted", LSC_TYPE_TABLE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);
}

static void
lsc_table_model_init (LscTableModel *self)
{
  self->column = -1;
}
