/* lsc-table-view.c - a result table on the screen
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-table-view-private.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-one-stop.h"
#include "app/parts/lsc-explain.h"
#include "base/lsc-watchdog.h"
#include "analyze/lsc-cell-format.h"

G_DEFINE_FINAL_TYPE (LscTableView, lsc_table_view, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_ROW_SELECTED,
  SIGNAL_ROW_ACTIVATED,
  SIGNAL_ROW_NARROWED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- sorting ---- */

/* GTK 4.8 does not tell by which column a view is sorted. But it asks the first column's sorter
 * first, and inverts the answer when the order is descending. */
static int
note_column (gconstpointer a, gconstpointer b, gpointer column)
{
  LscTableView *self = g_object_get_data (column, "lsc-view");

  self->noted = _lsc_table_view_column_of (column);
  return -1;
}

/* Whether the first click on a column asks for its largest values. */
static gboolean
is_weight (LscTableView *self, guint column)
{
  const LscColumn *about = lsc_table_get_column (lsc_table_model_get_table (self->model), column);

  return _lsc_table_view_is_number (about) && !_lsc_table_view_is_time (about) &&
         (about->unit == LSC_UNIT_NS || about->unit == LSC_UNIT_SHARE ||
          about->unit == LSC_UNIT_COUNT);
}

static void
on_sorter_changed (GtkSorter *sorter, GtkSorterChange change, LscTableView *self)
{
  g_autoptr (GObject) a = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (GObject) b = g_object_new (G_TYPE_OBJECT, NULL);
  GtkOrdering order;
  LSC_WATCH ("table: sort");

  if (!self->model || self->is_filling || !lsc_table_model_get_table (self->model))
    return;
  self->noted = G_MAXUINT;
  order = gtk_sorter_compare (sorter, a, b);
  /* The first click on a column of weights asks for the largest ones; a second one turns it. */
  if (self->noted != G_MAXUINT && self->noted != self->sorted && order != GTK_ORDERING_LARGER &&
      is_weight (self, self->noted) && !self->is_sorting)
    {
      self->sorted = self->noted;
      lsc_table_view_sort (
          self, lsc_table_get_column (lsc_table_model_get_table (self->model), self->noted)->name,
          TRUE);
      return;
    }
  self->sorted = self->noted;
  lsc_table_model_set_sort (self->model, self->noted == G_MAXUINT ? -1 : (int) self->noted,
                            order == GTK_ORDERING_LARGER);
}

/* ---- columns ---- */

static char *
make_title (LscTableView *self, const LscColumn *about, LscTimeUnit unit)
{
  return self->is_exact
             ? g_strdup (about->name)
             : lsc_cell_head (about, lsc_time_unit_name (unit), self->is_in_mib ? "MiB" : "B");
}

/* GTK 4.8 gives columns no tool tips. Their titles are widgets in the first child; those of columns
 * that the user moved need not stand in the order of columns, but a new one is the last. */
static GtkWidget *
get_last_head (LscTableView *self)
{
  return gtk_widget_get_last_child (gtk_widget_get_first_child (GTK_WIDGET (self->view)));
}

/* Whether a column grows with the table: sentences, else long names. Where there are neither, it
 * ends where its columns end: figures are read beside the words that they belong to. */
static gboolean
takes_room (LscTableView *self, LscTable *table, guint index)
{
  const LscColumn *about = lsc_table_get_column (table, index);

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    if (_lsc_table_view_is_sentence (self, lsc_table_get_column (table, i)))
      return _lsc_table_view_is_sentence (self, about);
  return _lsc_table_view_has_long_names (self, about, index);
}

/* Until the user chooses another one. */
static void
set_width (GtkColumnViewColumn *column, int width_px)
{
  gtk_column_view_column_set_fixed_width (column, width_px);
  g_object_set_data (G_OBJECT (column), "lsc-width", GINT_TO_POINTER (width_px));
}

static gboolean
has_own_width (GtkColumnViewColumn *column)
{
  int width_px = gtk_column_view_column_get_fixed_width (column);

  return width_px >= 0 &&
         width_px != GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), "lsc-width"));
}

static void
add_column (LscTableView *self, LscTable *table, guint index)
{
  const LscColumn *about = lsc_table_get_column (table, index);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autofree char *title = make_title (self, about, self->units[index]);
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (title, factory);
  GtkSorter *sorter = GTK_SORTER (gtk_custom_sorter_new (note_column, column, NULL));

  g_object_set_data (G_OBJECT (factory), "lsc-column", GUINT_TO_POINTER (index));
  g_object_set_data (G_OBJECT (column), "lsc-column", GUINT_TO_POINTER (index));
  g_object_set_data (G_OBJECT (column), "lsc-view", self);
  _lsc_table_view_fill_factory (self, factory, about);
  gtk_column_view_column_set_sorter (column, sorter);
  g_object_unref (sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, takes_room (self, table, index));
  gtk_column_view_append_column (self->view, column);
  if (about->about)
    gtk_widget_set_tooltip_text (get_last_head (self), _ (about->about));
}

static gboolean
is_hidden (LscTableView *self, const char *name)
{
  return self->hidden && g_strv_contains ((const char *const *) self->hidden, name);
}

static void
remove_columns (LscTableView *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
}

static gboolean
has_same_columns (LscTable *a, LscTable *b)
{
  if (!a || !b || lsc_table_get_n_columns (a) != lsc_table_get_n_columns (b))
    return FALSE;
  for (guint i = 0; i < lsc_table_get_n_columns (a); i++)
    if (!g_str_equal (lsc_table_get_column (a, i)->name, lsc_table_get_column (b, i)->name) ||
        lsc_table_get_column (a, i)->type != lsc_table_get_column (b, i)->type)
      return FALSE;
  return TRUE;
}

/* GTK 4.8 counts the widths of hidden columns: rows would be as wide as all, and keep that when the
 * table gets another width. */
static void
show_column (LscTableView *self, LscTable *table, GtkColumnViewColumn *column, guint index)
{
  const LscColumn *about = lsc_table_get_column (table, index);
  gboolean is_shown = !is_hidden (self, about->name);
  int width_px = _lsc_table_view_measure_words (self, about, index);

  gtk_column_view_column_set_visible (column, is_shown);
  gtk_column_view_column_set_expand (column, is_shown && takes_room (self, table, index));
  if (!is_shown)
    set_width (column, -1);
  else if (width_px > 0 && gtk_column_view_column_get_fixed_width (column) < 0)
    set_width (column, width_px);
}

/* Titles carry units, and those follow the values. */
static void
update_titles (LscTableView *self, LscTable *table)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      guint index = _lsc_table_view_column_of (column);
      g_autofree char *title =
          make_title (self, lsc_table_get_column (table, index), self->units[index]);

      gtk_column_view_column_set_title (column, title);
      show_column (self, table, column, index);
    }
}

/* ---- the table ---- */

/**
 * lsc_table_view_set_table:
 * @table: (nullable) (transfer none): sealed
 *
 * Shows another table; columns keep their widths and the order of rows when it has the same ones.
 */
void
lsc_table_view_set_table (LscTableView *self, LscTable *table)
{
  gboolean is_like;

  g_return_if_fail (LSC_IS_TABLE_VIEW (self));
  is_like = has_same_columns (lsc_table_model_get_table (self->model), table);
  g_clear_pointer (&self->labels, lsc_table_labels_free); /* which borrow from the table */
  if (table)
    lsc_explain_table (GTK_WIDGET (self), table);
  self->is_filling = TRUE;
  self->has_selected = FALSE;
  if (!is_like)
    {
      /* without rows: else each column that goes would have all rows laid out anew */
      lsc_table_model_set_table (self->model, NULL);
      remove_columns (self);
    }
  if (table)
    {
      _lsc_table_view_choose_units (self, table);
      _lsc_table_view_choose_widths (self, table);
    }
  /* before there are rows: cells of columns that are hidden in the end would cost most of the time
   */
  for (guint i = 0; table && !is_like && i < lsc_table_get_n_columns (table); i++)
    add_column (self, table, i);
  if (table)
    update_titles (self, table);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->model)) == 0)
    _lsc_table_view_grow (self, table ? lsc_table_get_n_rows (table) : 0);
  lsc_table_model_set_table (self->model, table);
  self->is_filling = FALSE;
}

/** lsc_table_view_get_table: Returns: (transfer none) (nullable): what is shown */
LscTable *
lsc_table_view_get_table (LscTableView *self)
{
  g_return_val_if_fail (LSC_IS_TABLE_VIEW (self), NULL);
  return lsc_table_model_get_table (self->model);
}

/** lsc_table_view_get_model: Returns: (transfer none): the rows as they are sorted */
LscTableModel *
lsc_table_view_get_model (LscTableView *self)
{
  return self->model;
}

/**
 * lsc_table_view_set_hidden:
 * @names: (nullable): columns that are not shown; exports have them
 */
void
lsc_table_view_set_hidden (LscTableView *self, const char *const *names)
{
  LscTable *table;

  g_return_if_fail (LSC_IS_TABLE_VIEW (self));
  table = lsc_table_model_get_table (self->model);
  g_strfreev (self->hidden);
  self->hidden = g_strdupv ((char **) names);
  if (table)
    update_titles (self, table);
}

/** lsc_table_view_set_origin: points in time are shown since this one */
void
lsc_table_view_set_origin (LscTableView *self, gint64 origin_ns)
{
  g_return_if_fail (LSC_IS_TABLE_VIEW (self));
  self->has_origin = TRUE;
  self->origin_ns = origin_ns;
}

/** lsc_table_view_set_in_mib: whether sizes are shown in MiB instead of in bytes; called once */
void
lsc_table_view_set_in_mib (LscTableView *self, gboolean is_in_mib)
{
  g_return_if_fail (LSC_IS_TABLE_VIEW (self));
  self->is_in_mib = is_in_mib;
}

/** lsc_table_view_set_exact: whether values and names of columns are shown as they are stored */
void
lsc_table_view_set_exact (LscTableView *self, gboolean is_exact)
{
  self->is_exact = is_exact;
}

/** lsc_table_view_is_busy: whether rows are sorted, written or still to come */
gboolean
lsc_table_view_is_busy (LscTableView *self)
{
  return self->n_exporting > 0 || self->growth_id != 0 || lsc_table_model_is_busy (self->model);
}

/* The user may have put columns into another order. */
static GtkColumnViewColumn *
find_column (LscTableView *self, const char *name)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  LscTable *table = lsc_table_model_get_table (self->model);

  for (guint i = 0; table && i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_equal (lsc_table_get_column (table, _lsc_table_view_column_of (column))->name,
                       name))
        return g_steal_pointer (&column);
    }
  return NULL;
}

/**
 * lsc_table_view_widen:
 * @column: its name; nothing happens while the table has none
 *
 * Gives a column of words room, and never less than it has; the user can still change it.
 */
void
lsc_table_view_widen (LscTableView *self, const char *column, int width_px)
{
  g_autoptr (GtkColumnViewColumn) found = NULL;

  g_return_if_fail (LSC_IS_TABLE_VIEW (self) && column && width_px > 0);
  found = find_column (self, column);
  if (found && gtk_column_view_column_get_visible (found) && !has_own_width (found))
    set_width (found, MAX (width_px, gtk_column_view_column_get_fixed_width (found)));
}

/**
 * lsc_table_view_place:
 * @column: its name; nothing happens without such a column
 * @position: among all columns, hidden ones too
 *
 * Moves a column, as the user can.
 */
void
lsc_table_view_place (LscTableView *self, const char *column, guint position)
{
  g_autoptr (GtkColumnViewColumn) found = NULL;

  g_return_if_fail (LSC_IS_TABLE_VIEW (self) && column);
  found = find_column (self, column);
  if (found)
    gtk_column_view_insert_column (self->view, position, found);
}

/**
 * lsc_table_view_sort:
 * @column: its name
 *
 * Sorts as a click on the head does.
 */
void
lsc_table_view_sort (LscTableView *self, const char *column, gboolean descending)
{
  g_autoptr (GtkColumnViewColumn) found = NULL;

  g_return_if_fail (LSC_IS_TABLE_VIEW (self) && column);
  found = find_column (self, column);
  self->is_sorting = TRUE;
  if (found)
    gtk_column_view_sort_by_column (self->view, found,
                                    descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  self->is_sorting = FALSE;
}

/* ---- selection ---- */

/**
 * lsc_table_view_get_selected:
 * @row: (out): the selected row of the table, the first of several
 *
 * Returns: whether any row is selected
 */
gboolean
lsc_table_view_get_selected (LscTableView *self, guint32 *row)
{
  g_autoptr (GtkBitset) set = NULL;

  g_return_val_if_fail (LSC_IS_TABLE_VIEW (self) && row, FALSE);
  set = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (gtk_bitset_is_empty (set))
    return FALSE;
  *row = lsc_table_model_get_row (self->model, gtk_bitset_get_minimum (set));
  return TRUE;
}

/** lsc_table_view_select: selects a row of the table alone and scrolls to it; tells nobody */
void
lsc_table_view_select (LscTableView *self, guint32 row)
{
  guint position;
  GtkWidget *list;

  g_return_if_fail (LSC_IS_TABLE_VIEW (self));
  position = lsc_table_model_find_position (self->model, row);
  list = gtk_widget_get_last_child (GTK_WIDGET (self->view));
  if (position == G_MAXUINT)
    return;
  self->is_filling = TRUE;
  _lsc_table_view_grow_to (self, position);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
  self->is_filling = FALSE;
  self->has_selected = TRUE;
  self->selected = row;
}

static void
on_selection_changed (GtkSelectionModel *model, guint position, guint n, LscTableView *self)
{
  g_autoptr (GtkBitset) set = gtk_selection_model_get_selection (model);
  LSC_WATCH ("table: selection");

  if (self->is_filling || gtk_bitset_get_size (set) != 1)
    return;
  self->has_selected = TRUE;
  self->selected = lsc_table_model_get_row (self->model, gtk_bitset_get_minimum (set));
  g_signal_emit (self, signals[SIGNAL_ROW_SELECTED], 0, self->selected);
}

/* The list knows of no change: its places have other texts. */
static void
on_sorted (LscTableView *self)
{
  self->is_filling = TRUE;
  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (self->selection));
  self->is_filling = FALSE;
  _lsc_table_view_refresh_cells (self);
  if (self->has_selected)
    lsc_table_view_select (self, self->selected);
  else
    gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (self->view)),
                                "list.scroll-to-item", "u", 0);
}

static void
on_activate (GtkColumnView *view, guint position, LscTableView *self)
{
  g_signal_emit (self, signals[SIGNAL_ROW_ACTIVATED], 0,
                 lsc_table_model_get_row (self->model, position));
}

/* ---- actions ---- */

/* The page of comparisons asks with what; it begins with what is chosen on all pages. */
static void
compare_row (LscTableView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  guint32 row;

  if (!lsc_table_view_get_selected (self, &row))
    return;
  g_signal_emit (self, signals[SIGNAL_ROW_NARROWED], 0, row);
  gtk_widget_activate_action (widget, "win.show-page", "s", "compare");
  gtk_widget_activate_action (widget, "win.page-action", "s", "compare.parts");
}

static void
on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LscTableView *self = LSC_TABLE_VIEW (widget);
  guint32 row;
  LSC_WATCH ("table: action");

  if (!lsc_table_model_get_table (self->model))
    return;
  if (g_str_equal (name, "table.copy"))
    _lsc_table_view_copy_rows (self, FALSE);
  else if (g_str_equal (name, "table.copy-all"))
    _lsc_table_view_copy_rows (self, TRUE);
  else if (g_str_equal (name, "table.copy-cell"))
    _lsc_table_view_copy_cell (self);
  else if (g_str_equal (name, "table.export"))
    lsc_table_view_ask_export (self);
  else if (g_str_equal (name, "table.narrow"))
    {
      if (lsc_table_view_get_selected (self, &row))
        g_signal_emit (self, signals[SIGNAL_ROW_NARROWED], 0, row);
    }
  else if (g_str_equal (name, "table.compare"))
    compare_row (self);
  else if (g_str_equal (name, "table.pin"))
    _lsc_table_view_pin (self, LSC_TABLE_WHOLE);
  else if (g_str_equal (name, "table.pin-rows"))
    _lsc_table_view_pin (self, LSC_TABLE_ROWS);
  else if (g_str_equal (name, "table.pin-cell"))
    _lsc_table_view_pin (self, LSC_TABLE_CELL);
  else
    {
      self->menu_row = G_MAXUINT32;
      _lsc_table_view_popup (self, gtk_widget_get_width (widget) / 2.0,
                             gtk_widget_get_height (widget) / 2.0);
    }
}

/* ---- life ---- */

static void
lsc_table_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LscTableView *self = LSC_TABLE_VIEW (widget);

  gtk_widget_allocate (self->scrolled, width, height, baseline, NULL);
  gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
lsc_table_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (LSC_TABLE_VIEW (widget)->scrolled, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static gboolean
lsc_table_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (
      gtk_widget_get_last_child (GTK_WIDGET (LSC_TABLE_VIEW (widget)->view)));
}

/* Tab leaves a table, whatever the number of rows: arrows go on inside. */
static gboolean
lsc_table_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return !lsc_one_stop_leaves (widget, direction) &&
         gtk_widget_child_focus (LSC_TABLE_VIEW (widget)->scrolled, direction);
}

static void
lsc_table_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (lsc_table_view_parent_class)->map (widget);
  _lsc_table_view_watch_frames (LSC_TABLE_VIEW (widget), TRUE);
  _lsc_table_view_go_on (LSC_TABLE_VIEW (widget), TRUE);
}

static void
lsc_table_view_unmap (GtkWidget *widget)
{
  _lsc_table_view_go_on (LSC_TABLE_VIEW (widget), FALSE);
  _lsc_table_view_watch_frames (LSC_TABLE_VIEW (widget), FALSE);
  GTK_WIDGET_CLASS (lsc_table_view_parent_class)->unmap (widget);
}

static void
lsc_table_view_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (lsc_table_view_parent_class)->system_setting_changed (widget, setting);
  lsc_lazy_cells_forget_widths (&LSC_TABLE_VIEW (widget)->cells); /* fonts */
}

static void
lsc_table_view_dispose (GObject *object)
{
  LscTableView *self = LSC_TABLE_VIEW (object);

  self->is_filling = TRUE;
  _lsc_table_view_watch_frames (self, FALSE);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->slice);
  g_clear_pointer (&self->labels, lsc_table_labels_free);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (lsc_table_view_parent_class)->dispose (object);
}

static void
lsc_table_view_finalize (GObject *object)
{
  LscTableView *self = LSC_TABLE_VIEW (object);

  lsc_lazy_cells_clear (&self->cells);
  g_ptr_array_unref (self->sentences);
  g_strfreev (self->hidden);
  g_free (self->label);
  g_free (self->units);
  G_OBJECT_CLASS (lsc_table_view_parent_class)->finalize (object);
}

static guint
add_signal (const char *name)
{
  return g_signal_new (name, LSC_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                       G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
lsc_table_view_class_init (LscTableViewClass *class)
{
  static const char *const actions[] = { "table.copy",    "table.copy-cell", "table.copy-all",
                                         "table.export",  "table.narrow",    "table.compare",
                                         "table.menu",    "table.pin",       "table.pin-rows",
                                         "table.pin-cell" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_table_view_dispose;
  G_OBJECT_CLASS (class)->finalize = lsc_table_view_finalize;
  widget_class->size_allocate = lsc_table_view_size_allocate;
  widget_class->measure = lsc_table_view_measure;
  widget_class->map = lsc_table_view_map;
  widget_class->unmap = lsc_table_view_unmap;
  widget_class->system_setting_changed = lsc_table_view_system_setting_changed;
  widget_class->grab_focus = lsc_table_view_grab_focus;
  widget_class->focus = lsc_table_view_focus;
  signals[SIGNAL_ROW_SELECTED] = add_signal ("row-selected");
  signals[SIGNAL_ROW_ACTIVATED] = add_signal ("row-activated");
  signals[SIGNAL_ROW_NARROWED] = add_signal ("row-narrowed");
  g_signal_new ("pinning", LSC_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                1, G_TYPE_POINTER);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, on_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "table.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "table.menu",
                                       NULL);
}

static void
lsc_table_view_init (LscTableView *self)
{
  self->model = lsc_table_model_new ();
  self->slice = gtk_slice_list_model_new (G_LIST_MODEL (g_object_ref (self->model)), 0, G_MAXUINT);
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (self->slice)));
  self->view =
      GTK_COLUMN_VIEW (gtk_column_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection))));
  _lsc_table_view_init_cells (self);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "result-table");
  gtk_column_view_set_reorderable (self->view, TRUE);
  lsc_one_stop_keep_place (GTK_WIDGET (self->view));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  _lsc_table_view_add_menu (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.narrow", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.compare", FALSE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (self->model, "sorted", G_CALLBACK (on_sorted), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (on_selection_changed),
                           self, 0);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self, 0);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed",
                           G_CALLBACK (on_sorter_changed), self, 0);
}

/** lsc_table_view_set_label: says what the table is, for people who do not see it */
void
lsc_table_view_set_label (LscTableView *self, const char *label)
{
  g_return_if_fail (LSC_IS_TABLE_VIEW (self) && label);
  g_free (self->label);
  self->label = g_strdup (label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

/**
 * lsc_table_view_new:
 * @label: what the table is, for people who do not see it
 */
GtkWidget *
lsc_table_view_new (const char *label)
{
  LscTableView *self;

  g_return_val_if_fail (label, NULL);
  self = g_object_new (LSC_TYPE_TABLE_VIEW, NULL);
  lsc_table_view_set_label (self, label);
  return GTK_WIDGET (self);
}
