/* lsc-modules-columns.c - columns of the module tree: cells, chooser, sorting, units
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-modules-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "lsc-tree-cell.h"
#include "lsc-tree-expander.h"
#include "lsc-watchdog.h"

static const LscTreeColumn default_columns[] = {
  LSC_TREE_NAME,         LSC_TREE_CALLS,     LSC_TREE_TOTAL,   LSC_TREE_SELF,
  LSC_TREE_PERCENT_STEP, LSC_TREE_MFU_TOTAL, LSC_TREE_FORWARD, LSC_TREE_BACKWARD,
};

/* ---- Cells --------------------------------------------------------------------------------- */

static gboolean
is_number (LscTreeColumn column)
{
  return lsc_tree_column (column)->type != LSC_TYPE_TEXT;
}

/* Names come from the file and need not be UTF-8. */
static const char *
get_valid_name (LscTree *tree, guint32 node, char **owned)
{
  const char *name = lsc_tree_get_name (tree, node);

  if (g_utf8_validate (name, -1, NULL))
    return name;
  return *owned = g_utf8_make_valid (name, -1);
}

static const char *
get_name_class (LscTree *tree, guint32 node)
{
  switch (lsc_tree_get_kind (tree, node))
    {
    case LSC_NODE_MODULE:
      return "lsc-modules-module";
    case LSC_NODE_GROUP:
    case LSC_NODE_PHASE:
      return "lsc-modules-group";
    case LSC_NODE_KERNEL:
      return "lsc-modules-kernel";
    default:
      return NULL;
    }
}

static LscExpanderState
get_state (LscModulesPage *self, LscTree *tree, guint32 node)
{
  if (lsc_tree_get_n_children (tree, node) == 0)
    return LSC_EXPANDER_LEAF;
  return tree == lsc_tree_model_get_tree (self->model) &&
                 lsc_tree_model_is_expanded (self->model, node)
             ? LSC_EXPANDER_OPEN
             : LSC_EXPANDER_CLOSED;
}

static const char *
get_text (LscTree *tree, guint32 node, LscTreeColumn column)
{
  static const char *const kinds[] = { N_ ("Root"),   N_ ("Rank"), N_ ("Phase"), N_ ("Group"),
                                       N_ ("Module"), N_ ("Op"),   N_ ("Kernel") };
  LscPhase phase = lsc_tree_get_phase (tree, node);
  LscValue value;

  if (column == LSC_TREE_KIND)
    return _ (kinds[lsc_tree_get_kind (tree, node)]);
  if (column == LSC_TREE_PHASE)
    return phase == LSC_PHASE_NONE ? "" : _ (lsc_phase_title (phase));
  value = lsc_tree_value (tree, node, column);
  return value.is_null ? "" : value.text;
}

static double
get_bar (LscTree *tree, guint32 node, LscTreeColumn column, LscValue value)
{
  double total = (double) lsc_tree_get_total_ns (tree);

  switch (column)
    {
    case LSC_TREE_TOTAL:
      return total > 0 ? (double) value.integer / total : 0;
    case LSC_TREE_PERCENT_STEP:
    case LSC_TREE_PERCENT_PARENT:
    case LSC_TREE_MFU_CORE:
    case LSC_TREE_MFU_TOTAL:
      return value.is_null ? 0 : value.real;
    default:
      return 0;
    }
}

static void
fill_cell (GtkWidget *cell, const LscCellInfo *info)
{
  LscTreeRow *row = info->list_item ? gtk_list_item_get_item (info->list_item) : NULL;
  char text[LSC_CELL_TEXT];
  LscTree *tree;
  guint32 node;

  if (!row)
    return;
  tree = lsc_tree_row_get_tree (row);
  node = lsc_tree_row_get_node (row);
  if (info->column == LSC_TREE_NAME)
    {
      g_autofree char *owned = NULL;

      lsc_tree_expander_set (LSC_TREE_EXPANDER (cell),
                             lsc_tree_get_depth (tree, node) - 1,
                             get_state (info->page, tree, node),
                             get_valid_name (tree, node, &owned),
                             get_name_class (tree, node));
    }
  else if (!is_number (info->column))
    lsc_tree_cell_set (LSC_TREE_CELL (cell), get_text (tree, node, info->column), 0);
  else
    {
      LscValue value = lsc_tree_value (tree, node, info->column);

      _lsc_format_cell (text, lsc_tree_column (info->column), value, info->page->shown_unit);
      lsc_tree_cell_set (LSC_TREE_CELL (cell), text, get_bar (tree, node, info->column, value));
    }
}

static void
on_toggled (LscTreeExpander *expander, LscCellInfo *info)
{
  guint position =
      info->list_item ? gtk_list_item_get_position (info->list_item) : GTK_INVALID_LIST_POSITION;
  guint32 node = lsc_tree_model_get_node (info->page->model, position);
  LSC_WATCH ("toggle row");

  if (node == LSC_INDEX_NONE)
    return;
  lsc_tree_model_set_expanded (
      info->page->model, position, !lsc_tree_model_is_expanded (info->page->model, node));
  _lsc_modules_columns_refresh (info->page);
}

static LscTreeColumn
get_factory_column (gpointer factory)
{
  return (LscTreeColumn) GPOINTER_TO_UINT (g_object_get_data (factory, "lsc-column"));
}

/* GTK does not always tear down the items of a column that is hidden, so neither a cell nor its
 * item may be taken to outlive the other. */
static void
cell_info_free (gpointer data)
{
  LscCellInfo *info = data;

  g_clear_weak_pointer (&info->list_item);
  g_hash_table_remove (info->cells, info->cell);
  g_hash_table_unref (info->cells);
  g_free (info);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *list_item, LscModulesPage *self)
{
  LscTreeColumn column = get_factory_column (factory);
  LscCellInfo *info = g_new0 (LscCellInfo, 1);

  info->page = self;
  info->column = column;
  info->cells = g_hash_table_ref (self->cells);
  g_set_weak_pointer (&info->list_item, list_item);
  if (column == LSC_TREE_NAME)
    {
      info->cell = lsc_tree_expander_new ();
      g_signal_connect (info->cell, "toggled", G_CALLBACK (on_toggled), info);
    }
  else
    {
      info->cell = lsc_tree_cell_new (is_number (column));
      if (column == LSC_TREE_TOTAL || lsc_tree_column (column)->unit == LSC_UNIT_SHARE)
        gtk_widget_add_css_class (info->cell, "lsc-modules-bar");
    }
  g_hash_table_insert (self->cells, info->cell, info);
  g_object_set_data_full (G_OBJECT (info->cell), "lsc-cell", info, cell_info_free);
  gtk_list_item_set_child (list_item, info->cell);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *list_item, LscModulesPage *self)
{
  GtkWidget *cell = gtk_list_item_get_child (list_item);
  LscCellInfo *info = g_hash_table_lookup (self->cells, cell);

  fill_cell (cell, info);
}

/** _lsc_modules_columns_refresh: fills the cells that exist again, without a change of the list */
void
_lsc_modules_columns_refresh (LscModulesPage *self)
{
  GHashTableIter iter;
  gpointer cell, info;
  LSC_WATCH ("refresh cells");

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, &info))
    fill_cell (cell, info);
}

/**
 * _lsc_modules_cell_at:
 *
 * Returns: (nullable): the cell under a point of the table
 */
LscCellInfo *
_lsc_modules_cell_at (LscModulesPage *self, double x, double y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self->table), x, y, GTK_PICK_DEFAULT);

  for (; widget && widget != GTK_WIDGET (self->table); widget = gtk_widget_get_parent (widget))
    {
      GtkWidget *child = gtk_widget_get_first_child (widget);
      LscCellInfo *info = g_hash_table_lookup (self->cells, widget);

      if (!info && child) /* the margin around a cell */
        info = g_hash_table_lookup (self->cells, child);
      if (info)
        return info->list_item ? info : NULL;
    }
  return NULL;
}

/**
 * _lsc_modules_exact_text:
 *
 * Returns: (transfer full) (nullable): a value with every digit, %NULL where there is none
 */
char *
_lsc_modules_exact_text (LscTree *tree, guint32 node, LscTreeColumn column)
{
  const LscColumn *about = lsc_tree_column (column);
  LscValue value;

  if (column == LSC_TREE_NAME)
    return g_utf8_make_valid (lsc_tree_get_name (tree, node), -1);
  if (!is_number (column))
    return *get_text (tree, node, column) ? g_strdup (get_text (tree, node, column)) : NULL;
  value = lsc_tree_value (tree, node, column);
  if (value.is_null)
    return NULL;
  if (about->unit == LSC_UNIT_NS && value.type == LSC_TYPE_INT)
    return lsc_format_ns_exact (value.integer);
  if (about->unit == LSC_UNIT_NS)
    {
      g_autofree char *whole = lsc_format_count ((gint64) value.real);

      return g_strdup_printf ("%s.%d ns", whole, (int) (value.real * 10) % 10);
    }
  if (about->unit == LSC_UNIT_FLOPS || about->unit == LSC_UNIT_FLOPS_PER_S)
    {
      char *text = g_malloc (LSC_CELL_TEXT);

      _lsc_format_cell (text, about, value, LSC_TIME_UNIT_NS);
      return text;
    }
  if (about->unit == LSC_UNIT_SHARE)
    return g_strdup_printf ("%.4f %%", value.real * 100);
  if (value.type == LSC_TYPE_INT)
    return lsc_format_count (value.integer);
  return g_strdup_printf ("%.6g", value.real);
}

static gboolean
on_query_tooltip (
    GtkWidget *table, int x, int y, gboolean keyboard, GtkTooltip *tooltip, LscModulesPage *self)
{
  LscCellInfo *info = keyboard ? NULL : _lsc_modules_cell_at (self, x, y);
  LscTreeRow *row = info ? gtk_list_item_get_item (info->list_item) : NULL;
  const LscColumn *about;
  g_autofree char *exact = NULL;
  g_autofree char *text = NULL;

  if (!row)
    return FALSE;
  about = lsc_tree_column (info->column);
  if (info->column == LSC_TREE_NAME)
    {
      g_autofree char *path =
          lsc_tree_get_path (lsc_tree_row_get_tree (row), lsc_tree_row_get_node (row));

      exact = g_utf8_make_valid (path, -1);
    }
  else
    exact = _lsc_modules_exact_text (
        lsc_tree_row_get_tree (row), lsc_tree_row_get_node (row), info->column);
  text = g_strdup_printf ("%s: %s%s%s",
                          _ (about->title),
                          exact ? exact : _ ("not known"),
                          about->source && info->column != LSC_TREE_NAME ? "\n" : "",
                          about->source && info->column != LSC_TREE_NAME ? _ (about->source) : "");
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- Sorting ------------------------------------------------------------------------------- */

/* GTK 4.8 does not tell by which column a view is sorted. But it asks the first column's sorter
 * first, and inverts the answer when the order is descending. */
static int
note_column (gconstpointer a, gconstpointer b, gpointer column)
{
  LscModulesPage *self = g_object_get_data (column, "lsc-page");

  self->noted = (LscTreeColumn) GPOINTER_TO_UINT (g_object_get_data (column, "lsc-column"));
  return -1;
}

static void
on_sorter_changed (GtkSorter *sorter, GtkSorterChange change, LscModulesPage *self)
{
  g_autoptr (GObject) a = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (GObject) b = g_object_new (G_TYPE_OBJECT, NULL);
  GtkOrdering order;
  LSC_WATCH ("sort rows");

  if (!self->model) /* the view takes its columns away when the window closes */
    return;
  self->noted = LSC_TREE_N_COLUMNS;
  order = gtk_sorter_compare (sorter, a, b);
  lsc_tree_model_set_sort (self->model, self->noted, order == GTK_ORDERING_LARGER);
}

/* ---- Choice -------------------------------------------------------------------------------- */

static gboolean
is_available (const LscModulesPage *self, LscTreeColumn column)
{
  return !self->tree || lsc_tree_has_column (self->tree, column);
}

/**
 * _lsc_modules_columns_list:
 * @columns: (out caller-allocates): room for %LSC_TREE_N_COLUMNS
 *
 * Returns: the number of columns shown, in their order
 */
guint
_lsc_modules_columns_list (LscModulesPage *self, LscTreeColumn *columns)
{
  GListModel *list = gtk_column_view_get_columns (self->table);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (list, i);

      if (gtk_column_view_column_get_visible (column))
        columns[n++] =
            (LscTreeColumn) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (column), "lsc-column"));
    }
  return n;
}

/** _lsc_modules_columns_wanted: Returns: bits of the columns that are chosen */
guint64
_lsc_modules_columns_wanted (LscModulesPage *self)
{
  g_auto (GStrv) names = g_settings_get_strv (self->settings, "module-columns");
  guint64 wanted = 0;

  for (guint i = 0; names[i]; i++)
    if (lsc_tree_column_from_name (names[i]) < LSC_TREE_N_COLUMNS)
      wanted |= LSC_TREE_COLUMN_BIT (lsc_tree_column_from_name (names[i]));
  if (wanted == 0)
    for (guint i = 0; i < G_N_ELEMENTS (default_columns); i++)
      wanted |= LSC_TREE_COLUMN_BIT (default_columns[i]);
  return wanted | LSC_TREE_COLUMN_BIT (LSC_TREE_NAME);
}

/* Keeps those that this recording cannot fill but the next one may. */
static void
save_columns (LscModulesPage *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GListModel *list = gtk_column_view_get_columns (self->table);
  guint64 wanted = _lsc_modules_columns_wanted (self);

  if (self->columns_are_set)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (list, i);
      LscTreeColumn id =
          (LscTreeColumn) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (column), "lsc-column"));

      if (is_available (self, id) ? gtk_column_view_column_get_visible (column)
                                  : (wanted & LSC_TREE_COLUMN_BIT (id)) != 0)
        g_ptr_array_add (names, (gpointer) lsc_tree_column (id)->name);
    }
  g_ptr_array_add (names, NULL);
  g_settings_set_strv (self->settings, "module-columns", (const char *const *) names->pdata);
}

static void
prepare_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  LscTreeColumn column =
      (LscTreeColumn) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (task), "c"));
  GError *error = NULL;

  if (lsc_tree_prepare (data, LSC_TREE_COLUMN_BIT (column), job, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_prepared (GObject *object, GAsyncResult *result, gpointer user_data)
{
  LscModulesPage *self = LSC_MODULES_PAGE (object);
  LscTreeColumn column = (LscTreeColumn) GPOINTER_TO_UINT (user_data);

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;
  gtk_column_view_column_set_visible (self->columns[column], TRUE);
  save_columns (self);
  gtk_spinner_set_spinning (self->busy, FALSE);
}

/* A column that takes long is computed before it is shown. */
static void
show_column (LscModulesPage *self, LscTreeColumn column)
{
  g_autoptr (GTask) task = NULL;

  if (!self->tree)
    return;
  if (!self->preparing)
    self->preparing = g_cancellable_new ();
  gtk_spinner_set_spinning (self->busy, TRUE);
  task = g_task_new (self, self->preparing, on_prepared, GUINT_TO_POINTER (column));
  g_task_set_name (task, "modules: show column");
  g_object_set_data (G_OBJECT (task), "c", GUINT_TO_POINTER (column));
  g_task_set_task_data (task, lsc_tree_ref (self->tree), (GDestroyNotify) lsc_tree_unref);
  g_task_run_in_thread (task, prepare_thread);
}

static void
on_check_toggled (GtkCheckButton *check, LscModulesPage *self)
{
  LscTreeColumn column =
      (LscTreeColumn) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "lsc-column"));

  if (self->columns_are_set)
    return;
  if (gtk_check_button_get_active (check))
    {
      show_column (self, column);
      return;
    }
  gtk_column_view_column_set_visible (self->columns[column], FALSE);
  save_columns (self);
}

static void
on_reset_clicked (GtkButton *button, LscModulesPage *self)
{
  g_settings_reset (self->settings, "module-columns");
  _lsc_modules_columns_update (self);
  gtk_menu_button_popdown (self->columns_button);
}

/* When it is opened: three dozen check buttons would slow down the opening of a recording. */
static void
fill_chooser (GtkMenuButton *button, gpointer user_data)
{
  LscModulesPage *self = user_data;
  GtkWidget *child;
  GtkWidget *reset;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->columns_box))))
    gtk_box_remove (self->columns_box, child);
  for (guint i = LSC_TREE_NAME + 1; i < LSC_TREE_N_COLUMNS; i++)
    {
      const LscColumn *about = lsc_tree_column ((LscTreeColumn) i);

      if (!is_available (self, (LscTreeColumn) i))
        continue;
      child = gtk_check_button_new_with_label (_ (about->title));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (child),
                                   gtk_column_view_column_get_visible (self->columns[i]));
      if (about->source)
        gtk_widget_set_tooltip_text (child, _ (about->source));
      g_object_set_data (G_OBJECT (child), "lsc-column", GUINT_TO_POINTER (i));
      g_signal_connect (child, "toggled", G_CALLBACK (on_check_toggled), self);
      gtk_box_append (self->columns_box, child);
    }
  reset = gtk_button_new_with_label (_ ("Reset"));
  g_signal_connect (reset, "clicked", G_CALLBACK (on_reset_clicked), self);
  gtk_box_append (self->columns_box, reset);
}

/* Columns in the order in which they were saved, the others after them. */
static void
arrange_columns (LscModulesPage *self)
{
  g_auto (GStrv) names = g_settings_get_strv (self->settings, "module-columns");
  guint position = 0;

  for (guint i = 0; names[i]; i++)
    {
      LscTreeColumn column = lsc_tree_column_from_name (names[i]);

      if (column < LSC_TREE_N_COLUMNS)
        gtk_column_view_insert_column (self->table, position++, self->columns[column]);
    }
}

/** _lsc_modules_columns_update: shows the columns that are chosen and that the tree can fill */
void
_lsc_modules_columns_update (LscModulesPage *self)
{
  guint64 wanted = _lsc_modules_columns_wanted (self);

  self->columns_are_set = TRUE;
  arrange_columns (self);
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    {
      gboolean visible =
          (wanted & LSC_TREE_COLUMN_BIT (i)) && is_available (self, (LscTreeColumn) i);

      /* the view by class is there to see classes whole */
      if (i == LSC_TREE_INCLUSIVE && is_available (self, LSC_TREE_INCLUSIVE) && self->tree)
        visible = TRUE;
      gtk_column_view_column_set_visible (self->columns[i], visible);
    }
  self->columns_are_set = FALSE;
  _lsc_modules_columns_set_unit (self, self->unit);
}

static void
on_columns_changed (
    GListModel *list, guint position, guint removed, guint added, LscModulesPage *self)
{
  /* dragged by the user: one is taken out and put in again */
  if (!self->columns_are_set && g_list_model_get_n_items (list) == LSC_TREE_N_COLUMNS)
    save_columns (self);
}

/* ---- Units --------------------------------------------------------------------------------- */

/** _lsc_modules_columns_set_unit: shows times in @unit, which stands in the heads of the columns */
void
_lsc_modules_columns_set_unit (LscModulesPage *self, LscTimeUnit unit)
{
  self->unit = unit;
  self->shown_unit = _lsc_column_unit (unit, self->tree ? lsc_tree_get_total_ns (self->tree) : 0);
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    {
      const LscColumn *about = lsc_tree_column ((LscTreeColumn) i);
      g_autofree char *title = NULL;

      if (about->unit == LSC_UNIT_NS)
        title =
            g_strdup_printf ("%s (%s)", _ (about->title), lsc_time_unit_name (self->shown_unit));
      else if (about->unit == LSC_UNIT_SHARE && about->title[0] != '%')
        title = g_strdup_printf ("%s (%%)", _ (about->title));
      else
        title = g_strdup (_ (about->title));
      gtk_column_view_column_set_title (self->columns[i], title);
    }
  _lsc_modules_columns_refresh (self);
}

/* ---- Widths -------------------------------------------------------------------------------- */

#define NAME_WIDTH_PX 280

static int
get_width (LscTreeColumn column)
{
  if (column == LSC_TREE_NAME)
    return NAME_WIDTH_PX;
  if (column == LSC_TREE_CALLS || lsc_tree_column (column)->unit == LSC_UNIT_SHARE)
    return 96;
  if (column == LSC_TREE_INCLUSIVE)
    return 190;
  return column == LSC_TREE_FLAGS ? 200 : 136;
}

/* The names take what the other columns leave, until the user gives them a width. An expanding
 * column would do so too, but it grows and shrinks with the names on screen. */
static gboolean
fit_name_column (gpointer user_data)
{
  LscModulesPage *self = user_data;
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->table));
  int left = (int) gtk_adjustment_get_page_size (adjustment);
  LSC_WATCH ("fit columns");

  self->fit_id = 0;
  if (gtk_column_view_column_get_fixed_width (self->columns[LSC_TREE_NAME]) != self->name_width)
    return G_SOURCE_REMOVE;
  for (guint i = LSC_TREE_NAME + 1; i < LSC_TREE_N_COLUMNS; i++)
    if (gtk_column_view_column_get_visible (self->columns[i]))
      left -= gtk_column_view_column_get_fixed_width (self->columns[i]);
  self->name_width = MAX (left, NAME_WIDTH_PX);
  gtk_column_view_column_set_fixed_width (self->columns[LSC_TREE_NAME], self->name_width);
  return G_SOURCE_REMOVE;
}

static void
queue_fit (LscModulesPage *self)
{
  if (self->fit_id == 0)
    self->fit_id = g_idle_add (fit_name_column, self);
}

/* ---- Life ---------------------------------------------------------------------------------- */

static void
add_column (LscModulesPage *self, LscTreeColumn id)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column;
  g_autoptr (GtkSorter) sorter = NULL;

  g_object_set_data (G_OBJECT (factory), "lsc-column", GUINT_TO_POINTER (id));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  column = gtk_column_view_column_new (NULL, factory);
  g_object_set_data (G_OBJECT (column), "lsc-column", GUINT_TO_POINTER (id));
  g_object_set_data (G_OBJECT (column), "lsc-page", self);
  sorter = GTK_SORTER (gtk_custom_sorter_new (note_column, column, NULL));
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_fixed_width (column, get_width (id));
  gtk_column_view_column_set_visible (column, FALSE);
  gtk_column_view_append_column (self->table, column);
  self->columns[id] = column; /* the view owns it too */
}

/* Heads stand above their figures: GTK 4.8 has no property for it. The heads are there in the order
 * in which the columns were added. */
static void
align_heads (LscModulesPage *self)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->table));
  GtkWidget *head = header ? gtk_widget_get_first_child (header) : NULL;

  for (guint i = 0; head && i < LSC_TREE_N_COLUMNS; i++, head = gtk_widget_get_next_sibling (head))
    {
      GtkWidget *box = gtk_widget_get_first_child (head);

      if (box && is_number ((LscTreeColumn) i))
        gtk_widget_set_halign (box, GTK_ALIGN_END);
    }
}

void
_lsc_modules_columns_init (LscModulesPage *self)
{
  self->cells = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    add_column (self, (LscTreeColumn) i);
  align_heads (self);
  gtk_column_view_set_reorderable (self->table, TRUE);
  g_signal_connect_object (gtk_column_view_get_columns (self->table),
                           "items-changed",
                           G_CALLBACK (on_columns_changed),
                           self,
                           0);
  g_signal_connect_object (
      gtk_column_view_get_sorter (self->table), "changed", G_CALLBACK (on_sorter_changed), self, 0);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->table), TRUE);
  g_signal_connect (self->table, "query-tooltip", G_CALLBACK (on_query_tooltip), self);
  gtk_menu_button_set_create_popup_func (self->columns_button, fill_chooser, self, NULL);
  self->name_width = NAME_WIDTH_PX;
  g_signal_connect_object (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->table)),
                           "notify::page-size",
                           G_CALLBACK (queue_fit),
                           self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    g_signal_connect_object (
        self->columns[i], "notify::visible", G_CALLBACK (queue_fit), self, G_CONNECT_SWAPPED);
}

void
_lsc_modules_columns_dispose (LscModulesPage *self)
{
  self->columns_are_set = TRUE;
  g_clear_handle_id (&self->fit_id, g_source_remove);
  if (self->preparing)
    g_cancellable_cancel (self->preparing);
  g_clear_object (&self->preparing);
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    g_clear_object (&self->columns[i]);
}
