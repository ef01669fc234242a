/* lsc-modules-cells.c - cells of the module tree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"
#include "analyze/lsc-cell-format.h"
#include "app/parts/lsc-tree-cell.h"
#include "app/parts/lsc-tree-expander.h"
#include "base/lsc-watchdog.h"

gboolean
_lsc_modules_is_number (LscTreeColumn column)
{
  return lsc_tree_column (column)->type != LSC_TYPE_TEXT;
}

/* Names come from the file and need not be UTF-8; those of kernels are long. */
static char *
make_name (LscModulesPage *self, LscTree *tree, guint32 node)
{
  g_autofree char *label = NULL;

  if (!lsc_tree_labels_is_of (self->labels, tree))
    {
      g_clear_pointer (&self->labels, lsc_tree_labels_free);
      self->labels = lsc_tree_labels_new (tree);
    }
  label = lsc_tree_labels_get (self->labels, node);
  return lsc_visible_line (label);
}

static const char *
get_name_class (LscTree *tree, guint32 node)
{
  switch (lsc_tree_get_kind (tree, node))
    {
    case LSC_NODE_MODULE:
      return "lsc-modules-module";
    case LSC_NODE_REMAINDER:
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
  static const char *const kinds[] = { N_ ("Root"),   N_ ("Rank"), N_ ("Phase"), N_ ("Category"),
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
    case LSC_TREE_PERCENT_TOTAL:
    case LSC_TREE_PERCENT_STEP:
    case LSC_TREE_PERCENT_PARENT:
    case LSC_TREE_MFU_CORE:
    case LSC_TREE_MFU_TOTAL:
    case LSC_TREE_MFU_KNOWN:
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
      g_autofree char *name = make_name (info->page, tree, node);

      lsc_tree_expander_set (LSC_TREE_EXPANDER (cell), lsc_tree_get_depth (tree, node) - 1,
                             get_state (info->page, tree, node), name, get_name_class (tree, node));
    }
  else if (!_lsc_modules_is_number (info->column))
    lsc_tree_cell_set (LSC_TREE_CELL (cell), get_text (tree, node, info->column), 0);
  else
    {
      LscValue value = lsc_tree_value (tree, node, info->column);

      lsc_cell_format (text, lsc_tree_column (info->column), value, info->page->shown_unit);
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
  lsc_tree_model_set_expanded (info->page->model, position,
                               !lsc_tree_model_is_expanded (info->page->model, node));
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
      info->cell = lsc_tree_cell_new (_lsc_modules_is_number (column));
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
  if (!_lsc_modules_is_number (column))
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

      lsc_cell_format (text, about, value, LSC_TIME_UNIT_NS);
      return text;
    }
  if (about->unit == LSC_UNIT_SHARE)
    return g_strdup_printf ("%.4f %%", value.real * 100);
  if (value.type == LSC_TYPE_INT)
    return lsc_format_count (value.integer);
  return g_strdup_printf ("%.6g", value.real);
}

/* The column whose head is at a place; %LSC_TREE_N_COLUMNS for none. Heads stand in the order of
 * the columns. */
static LscTreeColumn
find_head (LscModulesPage *self, int x, int y)
{
  GtkWidget *heads = gtk_widget_get_first_child (GTK_WIDGET (self->table));
  GListModel *columns = gtk_column_view_get_columns (self->table);
  guint i = 0;

  for (GtkWidget *head = gtk_widget_get_first_child (heads); head;
       head = gtk_widget_get_next_sibling (head), i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      double in_x, in_y;

      if (column && gtk_widget_get_mapped (head) &&
          gtk_widget_translate_coordinates (GTK_WIDGET (self->table), head, x, y, &in_x, &in_y) &&
          gtk_widget_contains (head, in_x, in_y))
        return (LscTreeColumn) GPOINTER_TO_UINT (
            g_object_get_data (G_OBJECT (column), "lsc-column"));
    }
  return LSC_TREE_N_COLUMNS;
}

static gboolean
show_head_tooltip (LscModulesPage *self, int x, int y, GtkTooltip *tooltip)
{
  LscTreeColumn column = find_head (self, x, y);

  if (column == LSC_TREE_N_COLUMNS)
    return FALSE;
  gtk_tooltip_set_text (tooltip, _ (lsc_tree_column (column)->about));
  return TRUE;
}

static gboolean
on_query_tooltip (GtkWidget *table, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                  LscModulesPage *self)
{
  LscCellInfo *info = keyboard ? NULL : _lsc_modules_cell_at (self, x, y);
  LscTreeRow *row = info ? gtk_list_item_get_item (info->list_item) : NULL;
  const LscColumn *about;
  g_autofree char *exact = NULL;
  g_autofree char *text = NULL;

  if (!row)
    return !keyboard && show_head_tooltip (self, x, y, tooltip);
  about = lsc_tree_column (info->column);
  if (info->column == LSC_TREE_NAME)
    {
      g_autofree char *path =
          lsc_tree_get_path (lsc_tree_row_get_tree (row), lsc_tree_row_get_node (row));

      exact = lsc_visible_line (path);
    }
  else
    exact = _lsc_modules_exact_text (lsc_tree_row_get_tree (row), lsc_tree_row_get_node (row),
                                     info->column);
  if (info->column == LSC_TREE_NAME &&
      lsc_tree_get_about (lsc_tree_row_get_tree (row), lsc_tree_row_get_node (row)))
    text = g_strdup_printf (
        "%s\n%s", exact,
        lsc_tree_get_about (lsc_tree_row_get_tree (row), lsc_tree_row_get_node (row)));
  else if (info->column == LSC_TREE_NAME)
    text = g_strdup (exact);
  else
    text = g_strdup_printf ("%s: %s%s%s", _ (about->title), exact ? exact : _ ("not known"),
                            about->source ? "\n" : "", about->source ? _ (about->source) : "");
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/**
 * _lsc_modules_factory_new:
 *
 * Returns: (transfer full): what makes and fills the cells of a column
 */
GtkListItemFactory *
_lsc_modules_factory_new (LscModulesPage *self, LscTreeColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_object_set_data (G_OBJECT (factory), "lsc-column", GUINT_TO_POINTER (column));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  return factory;
}

void
_lsc_modules_cells_init (LscModulesPage *self)
{
  self->cells = g_hash_table_new (NULL, NULL);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->table), TRUE);
  g_signal_connect (self->table, "query-tooltip", G_CALLBACK (on_query_tooltip), self);
}
