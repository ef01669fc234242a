/* lsc-modules-columns.c - columns of the module tree: chooser, sorting, units, widths
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-one-stop.h"
#include "base/lsc-watchdog.h"
#include "analyze/lsc-cell-format.h"

static const LscTreeColumn default_columns[] = {
  LSC_TREE_NAME,          LSC_TREE_CALLS,     LSC_TREE_TOTAL,   LSC_TREE_SELF,
  LSC_TREE_PERCENT_TOTAL, LSC_TREE_MFU_TOTAL, LSC_TREE_FORWARD, LSC_TREE_BACKWARD,
};

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

/** A column to be computed. */
typedef struct
{
  LscTree *tree;
  LscTreeColumn column;
} Prepare;

static void
prepare_free (gpointer data)
{
  Prepare *work = data;

  lsc_tree_unref (work->tree);
  g_free (work);
}

static gpointer
run_prepare (gpointer data, LscJob *job, GError **error)
{
  Prepare *work = data;

  lsc_tree_prepare (work->tree, LSC_TREE_COLUMN_BIT (work->column), job, error);
  return NULL;
}

static void
on_prepared (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscModulesPage *self = owner;
  Prepare *work = data;

  if (error)
    return;
  gtk_column_view_column_set_visible (self->columns[work->column], TRUE);
  save_columns (self);
  gtk_spinner_set_spinning (self->busy, FALSE);
}

/* A column that takes long is computed before it is shown; several may be on their way. */
static void
show_column (LscModulesPage *self, LscTreeColumn column)
{
  Prepare *work;

  if (!self->tree)
    return;
  gtk_spinner_set_spinning (self->busy, TRUE);
  work = g_new (Prepare, 1);
  *work = (Prepare){ lsc_tree_ref (self->tree), column };
  lsc_task_start (self, &self->preparing[column],
                  &(LscTaskWork){ .name = "modules: prepare column",
                                  .run = run_prepare,
                                  .data = work,
                                  .free_data = prepare_free,
                                  .done = on_prepared });
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

      gtk_column_view_column_set_visible (self->columns[i], visible);
    }
  self->columns_are_set = FALSE;
  _lsc_modules_columns_set_unit (self, self->unit);
}

static void
on_columns_changed (GListModel *list, guint position, guint removed, guint added,
                    LscModulesPage *self)
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
  self->shown_unit =
      lsc_cell_choose_unit (unit, self->tree ? lsc_tree_get_total_ns (self->tree) : 0);
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    {
      const LscColumn *about = lsc_tree_column ((LscTreeColumn) i);
      g_autofree char *title = lsc_cell_head (about, lsc_time_unit_name (self->shown_unit), "B");

      gtk_column_view_column_set_title (self->columns[i], title);
    }
  _lsc_modules_columns_refresh (self);
}

/* ---- Widths -------------------------------------------------------------------------------- */

/* The usual columns up to MFU fit beside Details in a window of 1,280 px. */
#define NAME_WIDTH_PX 208
/* Where more than those have to be scrolled for anyway, names have that much. */
#define ROOMY_NAME_PX 256

static int
get_width (LscTreeColumn column)
{
  if (column == LSC_TREE_NAME)
    return NAME_WIDTH_PX;
  if (column == LSC_TREE_PERCENT_TOTAL)
    return 118;
  if (column == LSC_TREE_CALLS)
    return 70;
  if (lsc_tree_column (column)->unit == LSC_UNIT_SHARE)
    return 86;
  return column == LSC_TREE_FLAGS ? 200 : 114;
}

/* The names take what the other columns leave, until the user gives them a width. An expanding
 * column would do so too, but it grows and shrinks with the names on screen. */
static gboolean
fit_name_column (gpointer user_data)
{
  LscModulesPage *self = user_data;
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->table));
  int left = (int) gtk_adjustment_get_page_size (adjustment), left_of_usual = left;
  LSC_WATCH ("fit columns");

  self->fit_id = 0;
  if (gtk_column_view_column_get_fixed_width (self->columns[LSC_TREE_NAME]) != self->name_width)
    return G_SOURCE_REMOVE;
  for (guint i = LSC_TREE_NAME + 1; i < LSC_TREE_N_COLUMNS; i++)
    if (gtk_column_view_column_get_visible (self->columns[i]))
      {
        int width = gtk_column_view_column_get_fixed_width (self->columns[i]);

        left -= width;
        left_of_usual -= i <= LSC_TREE_MFU_TOTAL ? width : 0;
      }
  self->name_width = MAX (left, CLAMP (left_of_usual, NAME_WIDTH_PX, ROOMY_NAME_PX));
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
  GtkColumnViewColumn *column = gtk_column_view_column_new (NULL, NULL);
  g_autoptr (GtkListItemFactory) factory = _lsc_modules_factory_new (self, id);
  g_autoptr (GtkSorter) sorter = NULL;

  gtk_column_view_column_set_factory (column, factory);
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

      if (box && _lsc_modules_is_number ((LscTreeColumn) i))
        gtk_widget_set_halign (box, GTK_ALIGN_END);
    }
}

void
_lsc_modules_columns_init (LscModulesPage *self)
{
  _lsc_modules_cells_init (self);
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    add_column (self, (LscTreeColumn) i);
  align_heads (self);
  gtk_column_view_set_reorderable (self->table, TRUE);
  lsc_one_stop_keep_place (GTK_WIDGET (self->table));
  g_signal_connect_object (gtk_column_view_get_columns (self->table), "items-changed",
                           G_CALLBACK (on_columns_changed), self, 0);
  g_signal_connect_object (gtk_column_view_get_sorter (self->table), "changed",
                           G_CALLBACK (on_sorter_changed), self, 0);
  gtk_menu_button_set_create_popup_func (self->columns_button, fill_chooser, self, NULL);
  self->name_width = NAME_WIDTH_PX;
  g_signal_connect_object (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->table)),
                           "notify::page-size", G_CALLBACK (queue_fit), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    g_signal_connect_object (self->columns[i], "notify::visible", G_CALLBACK (queue_fit), self,
                             G_CONNECT_SWAPPED);
  gtk_column_view_sort_by_column (self->table, self->columns[LSC_TREE_TOTAL], GTK_SORT_DESCENDING);
}

void
_lsc_modules_columns_dispose (LscModulesPage *self)
{
  self->columns_are_set = TRUE;
  g_clear_handle_id (&self->fit_id, g_source_remove);
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    g_clear_object (&self->columns[i]);
}
