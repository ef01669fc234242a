/* lsc-table-view-cells.c - what stands in the cells of a table, and how wide they are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-label.h"
#include "app/parts/lsc-table-view-private.h"

#include <math.h>

#include "base/lsc-stats.h"
#include "base/lsc-visible.h"
#include "analyze/lsc-cell-format.h"
#include "analyze/lsc-table-unknown.h"
#include "model/lsc-kernel-label.h"

#define ROWS_LOOKED_AT 10000 /* to choose the unit of a column */
#define ROWS_WRITTEN 200     /* to choose the width of a column */
#define WIDEST_TEXT 48       /* characters of a column of names, unless there is room */
#define LEAST_TEXT 11        /* of one of words: "not known" */
#define USUAL_TEXT 18
#define USUAL_NAME 34 /* in which kernels can mostly be told apart */
#define CELL_PAD 18   /* px, around a text */
#define MIB ((gint64) 1 << 20)
#define BRIEF_TEXT 24 /* characters that always find room */

/** _lsc_table_view_column_of: which column of the table a label, a factory or a column stands for
 */
guint
_lsc_table_view_column_of (gpointer object)
{
  return GPOINTER_TO_UINT (g_object_get_data (object, "lsc-column"));
}

/* ---- texts ---- */

/** _lsc_table_view_is_time: whether cells are points in time rather than durations */
gboolean
_lsc_table_view_is_time (const LscColumn *column)
{
  static const char *const names[] = { "start_ns",      "begin_ns",  "end_ns",
                                       "active_end_ns", "oldest_ns", NULL };

  return g_strv_contains (names, column->name);
}

/* The same; where times have an origin, "time_ns" is one, too: elsewhere it is a duration. */
static gboolean
is_moment (LscTableView *self, const LscColumn *column)
{
  return _lsc_table_view_is_time (column) ||
         (self->has_origin && g_str_equal (column->name, "time_ns"));
}

/* Two digits, as in documents; what is less than that is still something. */
static char *
format_mib (gint64 bytes)
{
  if (bytes != 0 && ABS (bytes) < MIB / 200)
    return g_strdup (bytes > 0 ? "< 0.01" : "> −0.01");
  return g_strdup_printf ("%.2f", (double) bytes / MIB);
}

static char *
get_text (LscTableView *self, LscTable *table, guint32 row, guint column)
{
  const LscColumn *about = lsc_table_get_column (table, column);
  LscValue value = lsc_table_get (table, row, column);
  char text[LSC_CELL_TEXT];

  if (self->is_exact)
    return lsc_cell_exact (value, "NULL");
  if (value.is_null)
    return g_strdup ("–");
  if (value.type == LSC_TYPE_TEXT)
    return lsc_table_get_words (table, row, column);
  if (value.type == LSC_TYPE_INT && (about->unit == LSC_UNIT_ID || about->unit == LSC_UNIT_NONE))
    return g_strdup_printf ("%" G_GINT64_FORMAT, value.integer);
  if (self->is_in_mib && value.type == LSC_TYPE_INT && about->unit == LSC_UNIT_BYTES)
    return format_mib (value.integer);
  if (self->has_origin && value.type == LSC_TYPE_INT && is_moment (self, about))
    value.integer -= self->origin_ns;
  lsc_cell_format (text, about, value, self->units[column]);
  return g_strdup (text);
}

/**
 * lsc_table_view_get_text:
 *
 * Returns: (transfer full): a cell as it is shown
 */
char *
lsc_table_view_get_text (LscTableView *self, guint32 row, guint column)
{
  return get_text (self, lsc_table_model_get_table (self->model), row, column);
}

/** _lsc_table_view_is_number: whether cells are figures, which stand to the right */
gboolean
_lsc_table_view_is_number (const LscColumn *column)
{
  return column->type != LSC_TYPE_TEXT;
}

/** _lsc_table_view_is_sentence: whether cells are whole sentences, which lose their sense where
 * they are cut */
gboolean
_lsc_table_view_is_sentence (LscTableView *self, const LscColumn *column)
{
  static const char *const names[] = { "text",   "note",        "refusal",    "reason",
                                       "remedy", "before_text", "after_text", NULL };

  return !self->is_exact && !_lsc_table_view_is_number (column) &&
         g_strv_contains (names, column->name);
}

/* (transfer full) (nullable): the name of a kernel without what nobody reads */
static char *
label_kernel (LscTableView *self, LscTable *table, guint32 row, guint column)
{
  if (self->is_exact)
    return NULL;
  if (table != lsc_table_model_get_table (self->model)) /* whose widths are chosen */
    {
      g_autofree char *exact = get_text (self, table, row, column);

      return lsc_kernel_label (exact);
    }
  if (!self->labels)
    self->labels = lsc_table_labels_new (table);
  return lsc_table_labels_get (self->labels, row, column);
}

/* (transfer full): in one line */
static char *
make_shown (LscTableView *self, LscTable *table, guint32 row, guint column)
{
  g_autofree char *exact = get_text (self, table, row, column);
  g_autofree char *label = NULL;

  if (_lsc_table_view_is_number (lsc_table_get_column (table, column)))
    return g_steal_pointer (&exact);
  label = label_kernel (self, table, row, column);
  return lsc_visible_line (label ? label : exact);
}

/* (transfer full) (nullable): why a cell is empty, where that is known */
static char *
explain_cell (LscTableView *self, guint32 row, guint column)
{
  LscTable *table = lsc_table_model_get_table (self->model);
  LscLacks lacks = lsc_table_get_lacks (table, row);
  LscUnknown unknown = lsc_unknown_find (&lacks, lsc_table_get_name (table),
                                         lsc_table_get_column (table, column)->name);

  return unknown == LSC_UNKNOWN_NONE ? NULL : lsc_unknown_to_window_words (unknown, lacks.recorder);
}

/* (transfer full) (nullable): where a cell may not show it all */
static char *
make_tooltip (LscTableView *self, guint32 row, guint column)
{
  if (lsc_table_get (lsc_table_model_get_table (self->model), row, column).is_null)
    return explain_cell (self, row, column);

  g_autofree char *exact = lsc_table_view_get_text (self, row, column);
  g_autofree char *label =
      label_kernel (self, lsc_table_model_get_table (self->model), row, column);
  g_autofree char *text = lsc_visible_line (exact);

  return label || strlen (text) > BRIEF_TEXT ? g_steal_pointer (&text) : NULL;
}

static gboolean
is_there (LscTableView *self, guint position)
{
  return lsc_table_model_get_table (self->model) &&
         position < g_list_model_get_n_items (G_LIST_MODEL (self->model));
}

static char *
get_cell_text (gpointer owner, guint position, guint column, gboolean *is_dim)
{
  LscTableView *self = owner;
  LscTable *table = lsc_table_model_get_table (self->model);
  guint32 row;

  if (!is_there (self, position))
    return g_strdup ("");
  row = lsc_table_model_get_row (self->model, position);
  *is_dim = lsc_table_get (table, row, column).is_null;
  return make_shown (self, table, row, column);
}

static char *
get_cell_tooltip (gpointer owner, guint position, guint column)
{
  LscTableView *self = owner;

  return is_there (self, position)
             ? make_tooltip (self, lsc_table_model_get_row (self->model, position), column)
             : NULL;
}

/* ---- sentences, in labels that wrap ---- */

static void
on_setup_sentence (GtkSignalListItemFactory *factory, GtkListItem *item, LscTableView *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  lsc_label_keep_units (GTK_LABEL (label));
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_TEXT);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDEST_TEXT);
  if (self->most_lines > 0)
    {
      gtk_label_set_lines (GTK_LABEL (label), self->most_lines);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    }
  g_object_set_data (G_OBJECT (label), "lsc-column",
                     g_object_get_data (G_OBJECT (factory), "lsc-column"));
  g_object_set_data (G_OBJECT (label), "lsc-item", item);
  gtk_list_item_set_child (item, label);
  g_ptr_array_add (self->sentences, label);
}

/**
 * lsc_table_view_set_most_lines:
 * @most_lines: of cells that are sentences, from 1; what is longer ends with an ellipsis
 *
 * Keeps rows low; the tool tip of a cell has all of it. To be called before there is a table.
 */
void
lsc_table_view_set_most_lines (LscTableView *self, int most_lines)
{
  g_return_if_fail (LSC_IS_TABLE_VIEW (self) && most_lines > 0);
  self->most_lines = most_lines;
}

static void
on_teardown_sentence (GtkSignalListItemFactory *factory, GtkListItem *item, LscTableView *self)
{
  GtkWidget *label = gtk_list_item_get_child (item);

  if (label)
    g_ptr_array_remove_fast (self->sentences, label);
}

static void
fill_sentence (LscTableView *self, GtkWidget *label)
{
  GtkListItem *item = g_object_get_data (G_OBJECT (label), "lsc-item");
  guint column = _lsc_table_view_column_of (label), position = gtk_list_item_get_position (item);
  g_autofree char *text = NULL, *tooltip = NULL;
  gboolean is_dim = FALSE;

  if (!is_there (self, position))
    return;
  text = get_cell_text (self, position, column, &is_dim);
  tooltip = get_cell_tooltip (self, position, column);
  gtk_label_set_label (GTK_LABEL (label), text);
  if (g_strcmp0 (tooltip, gtk_widget_get_tooltip_text (label)) != 0) /* which costs */
    gtk_widget_set_tooltip_text (label, tooltip);
  if (is_dim)
    gtk_widget_add_css_class (label, "dim-label");
  else
    gtk_widget_remove_css_class (label, "dim-label");
}

static void
on_bind_sentence (GtkSignalListItemFactory *factory, GtkListItem *item, LscTableView *self)
{
  fill_sentence (self, gtk_list_item_get_child (item));
}

/* ---- cells ---- */

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, LscTableView *self)
{
  gtk_list_item_set_child (item,
                           lsc_lazy_cell_new (&self->cells, _lsc_table_view_column_of (factory)));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, LscTableView *self)
{
  lsc_lazy_cell_set_item (LSC_LAZY_CELL (gtk_list_item_get_child (item)), item);
}

static void
on_teardown (GtkSignalListItemFactory *factory, GtkListItem *item, LscTableView *self)
{
  if (gtk_list_item_get_child (item))
    lsc_lazy_cell_set_item (LSC_LAZY_CELL (gtk_list_item_get_child (item)), NULL);
}

/** _lsc_table_view_fill_factory: lets it make the cells of a column */
void
_lsc_table_view_fill_factory (LscTableView *self, GtkListItemFactory *factory,
                              const LscColumn *column)
{
  gboolean wraps = _lsc_table_view_is_sentence (self, column);

  g_signal_connect (factory, "setup", G_CALLBACK (wraps ? on_setup_sentence : on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (wraps ? on_bind_sentence : on_bind), self);
  if (wraps)
    g_signal_connect (factory, "teardown", G_CALLBACK (on_teardown_sentence), self);
  else
    g_signal_connect (factory, "teardown", G_CALLBACK (on_teardown), self);
}

/** _lsc_table_view_find_cell: Returns: whether a widget is a cell; @item: its row */
gboolean
_lsc_table_view_find_cell (GtkWidget *widget, GtkListItem **item, guint *column)
{
  if (LSC_IS_LAZY_CELL (widget))
    {
      *item = lsc_lazy_cell_get_item (LSC_LAZY_CELL (widget));
      *column = lsc_lazy_cell_get_column (LSC_LAZY_CELL (widget));
    }
  else if ((*item = g_object_get_data (G_OBJECT (widget), "lsc-item")) != NULL)
    *column = _lsc_table_view_column_of (widget);
  return *item != NULL;
}

/** _lsc_table_view_refresh_cells: rows stand in another order */
void
_lsc_table_view_refresh_cells (LscTableView *self)
{
  lsc_lazy_cells_refresh (&self->cells);
  for (guint i = 0; i < self->sentences->len; i++)
    fill_sentence (self, g_ptr_array_index (self->sentences, i));
}

/* ---- units and widths ---- */

static double
get_number (LscValue value)
{
  return value.type == LSC_TYPE_REAL ? value.real : (double) value.integer;
}

/* A difference is read beside what it is one of; most rows may differ by next to nothing. */
static gboolean
is_difference (const LscTable *table, guint column)
{
  return g_str_has_suffix (lsc_table_get_column (table, column)->name, "delta_ns");
}

static double
find_largest (const GArray *sizes)
{
  double largest = 0;

  for (guint i = 0; i < sizes->len; i++)
    largest = MAX (largest, g_array_index (sizes, double, i));
  return largest;
}

/* The median, by whose unit most rows read as a figure of one to four digits and a fraction; rows
 * without time say nothing of the others. Of differences the largest. */
static double
find_typical_ns (LscTable *table, guint column)
{
  gsize n = MIN (lsc_table_get_n_rows (table), (gsize) ROWS_LOOKED_AT);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (double));

  for (gsize row = 0; row < n; row++)
    {
      LscValue value = lsc_table_get (table, row, column);
      double size = value.is_null ? 0 : fabs (get_number (value));

      if (size > 0)
        g_array_append_val (sizes, size);
    }
  if (sizes->len == 0 || is_difference (table, column))
    return find_largest (sizes);
  return lsc_median_lower_double ((double *) sizes->data, sizes->len);
}

/* Takes the text of a row as the widest, if it has more letters. */
static void
take_width (LscTableView *self, LscTable *table, LscLazyCellColumn *width, guint32 row,
            guint column)
{
  char *text = make_shown (self, table, row, column);

  if (!width->widest || g_utf8_strlen (text, -1) > g_utf8_strlen (width->widest, -1))
    {
      g_free (width->widest);
      width->widest = text;
    }
  else
    g_free (text);
}

/* Figures with most digits, before the point and with a sign, are the largest and the least. */
static void
find_extremes (LscTable *table, guint column, guint32 *least, guint32 *most)
{
  gsize n = lsc_table_get_n_rows (table);
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;

  *least = *most = 0;
  for (gsize row = 0; row < n && row < G_MAXUINT32; row++)
    {
      LscValue value = lsc_table_get (table, row, column);

      if (value.is_null)
        continue;
      if (get_number (value) < low)
        {
          low = get_number (value);
          *least = (guint32) row;
        }
      if (get_number (value) > high)
        {
          high = get_number (value);
          *most = (guint32) row;
        }
    }
}

static void
choose_width (LscTableView *self, LscTable *table, guint column)
{
  LscLazyCellColumn *width = &g_array_index (self->cells.columns, LscLazyCellColumn, column);
  const LscColumn *about = lsc_table_get_column (table, column);
  gsize n = lsc_table_get_n_rows (table);
  guint32 rows[2];

  width->is_number = _lsc_table_view_is_number (about);
  width->is_id = about->unit == LSC_UNIT_ID;
  if (!width->is_number)
    {
      width->least_chars = LEAST_TEXT;
      width->most_chars = WIDEST_TEXT;
    }
  for (gsize i = 0; i < MIN (n, ROWS_WRITTEN); i++)
    take_width (self, table, width, (guint32) (i * n / MIN (n, ROWS_WRITTEN)), column);
  if (!width->is_number || n <= ROWS_WRITTEN)
    return;
  find_extremes (table, column, &rows[0], &rows[1]);
  take_width (self, table, width, rows[0], column);
  take_width (self, table, width, rows[1], column);
}

/** Returns: whether cells are names of kernels, operators or modules */
gboolean
_lsc_table_view_is_name (const LscColumn *column)
{
  static const char *const names[] = { "name", "type",   "op",     "kernel", "operator",
                                       "path", "module", "shapes", NULL };

  return g_strv_contains (names, column->name);
}

/** Returns: whether some cells are names that have more letters than the column is wide by itself;
 * to be asked once widths are chosen */
gboolean
_lsc_table_view_has_long_names (LscTableView *self, const LscColumn *about, guint column)
{
  const char *widest = g_array_index (self->cells.columns, LscLazyCellColumn, column).widest;

  return !_lsc_table_view_is_number (about) && _lsc_table_view_is_name (about) && widest &&
         g_utf8_strlen (widest, -1) > USUAL_NAME;
}

/** _lsc_table_view_measure_words: Returns: px that a column of words should have where the table is
 * too narrow for all of them; 0 = what its cells ask for */
int
_lsc_table_view_measure_words (LscTableView *self, const LscColumn *about, guint column)
{
  int width;

  if (_lsc_table_view_is_number (about) || _lsc_table_view_is_sentence (self, about))
    return 0;
  width = lsc_lazy_cells_measure_chars (&self->cells, column,
                                        _lsc_table_view_is_name (about) ? USUAL_NAME : USUAL_TEXT);
  return width > 0 ? width + CELL_PAD : 0;
}

/** _lsc_table_view_choose_units: of times, for all columns */
void
_lsc_table_view_choose_units (LscTableView *self, LscTable *table)
{
  guint n = lsc_table_get_n_columns (table), n_times = 0;
  g_autofree const LscColumn **columns = g_new (const LscColumn *, MAX (n, 1));
  g_autofree double *medians_ns = g_new (double, MAX (n, 1));
  g_autofree guint *places = g_new (guint, MAX (n, 1));
  g_autofree LscTimeUnit *units = g_new (LscTimeUnit, MAX (n, 1));

  g_free (self->units);
  self->units = g_new0 (LscTimeUnit, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      const LscColumn *about = lsc_table_get_column (table, i);

      self->units[i] = LSC_TIME_UNIT_MS;
      if (about->unit != LSC_UNIT_NS || is_moment (self, about))
        continue;
      columns[n_times] = about;
      medians_ns[n_times] = find_typical_ns (table, i);
      places[n_times++] = i;
    }
  lsc_cell_share_units (columns, medians_ns, n_times, units);
  for (guint i = 0; i < n_times; i++)
    self->units[places[i]] = units[i];
}

/** _lsc_table_view_choose_widths: of all columns, in the units that were chosen */
void
_lsc_table_view_choose_widths (LscTableView *self, LscTable *table)
{
  lsc_lazy_cells_set_columns (&self->cells, lsc_table_get_n_columns (table));
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    choose_width (self, table, i);
  lsc_lazy_cells_forget_widths (&self->cells);
}

/* ---- life ---- */

static void
on_layout (LscTableView *self)
{
  lsc_lazy_cells_draw_seen (&self->cells);
}

/** _lsc_table_view_watch_frames: cells that come into sight are written in the same frame */
void
_lsc_table_view_watch_frames (LscTableView *self, gboolean is_shown)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  if (self->layout_id != 0)
    g_signal_handler_disconnect (self->clock, self->layout_id);
  self->layout_id = 0;
  g_clear_object (&self->clock);
  if (!is_shown || !clock)
    return;
  self->clock = g_object_ref (clock);
  self->layout_id = g_signal_connect_data (clock, "layout", G_CALLBACK (on_layout), self, NULL,
                                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

/** _lsc_table_view_init_cells: before any table is shown */
void
_lsc_table_view_init_cells (LscTableView *self)
{
  lsc_lazy_cells_init (&self->cells, GTK_WIDGET (self->view), self);
  self->cells.get_text = get_cell_text;
  self->cells.get_tooltip = get_cell_tooltip;
  self->sentences = g_ptr_array_new ();
}
