/* lsc-lazy-cell.c - a cell of a result table, written when it is seen
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-lazy-cell.h"

#include <string.h>

#include "base/lsc-visible.h"

/* GTK keeps 200 rows of a list, most of them out of sight: a label in each of 40 columns would lay
 * out 8,000 texts when rows are sorted or jumped to. A cell asks for its text when it is drawn
 * inside the view, and until then only knows its place. GTK draws rows that come into sight, but
 * of those in sight all cells at once, however wide the table is. */

#define DIM_ALPHA 0.55f /* as the class dim-label */

struct _LscLazyCell
{
  GtkWidget parent_instance;

  LscLazyCells *cells;
  GList link;        /* in the list of cells */
  GtkListItem *item; /* (nullable): its row, while it has one */
  guint column;
  char *written; /* (nullable): what it shows; NULL = was out of sight, or is to change */
};

G_DEFINE_FINAL_TYPE (LscLazyCell, lsc_lazy_cell, GTK_TYPE_WIDGET)

static LscLazyCellColumn *
get_column (LscLazyCell *self)
{
  return &g_array_index (self->cells->columns, LscLazyCellColumn, self->column);
}

/* ---- what is seen ---- */

static gboolean
is_seen (LscLazyCell *self)
{
  GtkWidget *view = self->cells->view, *widget = GTK_WIDGET (self);
  double x, y;

  return gtk_widget_get_mapped (widget) && /* most rows are not */
         gtk_widget_translate_coordinates (widget, view, 0, 0, &x, &y) &&
         x < gtk_widget_get_width (view) && x + gtk_widget_get_width (widget) > 0 &&
         y < gtk_widget_get_height (view) && y + gtk_widget_get_height (widget) > 0;
}

static void
forget_text (LscLazyCell *self)
{
  if (self->written)
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL);
  g_clear_pointer (&self->written, g_free);
}

static PangoLayout *
make_layout (LscLazyCells *cells, const LscLazyCellColumn *column, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (cells->view, text);

  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (column->is_number) /* digits of equal width, as the class numeric has them */
    {
      PangoAttrList *attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
      pango_layout_set_attributes (layout, attributes);
      pango_attr_list_unref (attributes);
    }
  return layout;
}

/* Between the first members of a group and its last one. */
#define LEFT_OUT ", … "

/* A name is cut at its end only, the tool tip has the whole; of a path, of a kernel whose name ends
 * with its tile, and of what is behind a name to tell it from others, both ends tell something. */
static PangoEllipsizeMode
place_dots (const LscLazyCellColumn *column, const char *text)
{
  if (column->is_number || strstr (text, LEFT_OUT))
    return PANGO_ELLIPSIZE_END;
  return lsc_is_path (text) || g_str_has_suffix (text, "]") ||
                 (strchr (text, '_') && !strchr (text, ' '))
             ? PANGO_ELLIPSIZE_MIDDLE
             : PANGO_ELLIPSIZE_END;
}

/**
 * lsc_lazy_cell_leave_out:
 * @text: such as "dp [0, 1, … 63]"
 *
 * What has such a mark would have two if it was cut somewhere else.
 *
 * Returns: (transfer full) (nullable): the text without the member before what is left out, "dp [0,
 *   … 63]"; %NULL where there is no other, or nothing is left out
 */
char *
lsc_lazy_cell_leave_out (const char *text)
{
  const char *mark, *first, *member;
  g_autofree char *head = NULL;

  g_return_val_if_fail (text, NULL);
  mark = strstr (text, LEFT_OUT);
  first = mark ? g_strrstr_len (text, mark - text, "[") : NULL;
  member = first ? g_strrstr_len (first, mark - first, ", ") : NULL;
  if (!member)
    return NULL;
  head = g_strndup (text, (gsize) (member - text));
  return g_strconcat (head, mark, NULL);
}

/* Names of groups lose members until they fit. */
static void
leave_out (PangoLayout *layout, int room)
{
  g_autofree char *shorter = NULL;
  int width;

  while (pango_layout_get_pixel_size (layout, &width, NULL), width > room)
    {
      g_free (shorter);
      shorter = lsc_lazy_cell_leave_out (pango_layout_get_text (layout));
      if (!shorter)
        return;
      pango_layout_set_text (layout, shorter, -1);
    }
}

static void
draw_text (LscLazyCell *self, GtkSnapshot *snapshot, const char *text, gboolean is_dim)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const LscLazyCellColumn *column = get_column (self);
  g_autoptr (PangoLayout) layout = make_layout (self->cells, column, text);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int room = gtk_widget_get_width (widget), width, height;
  GdkRGBA color;

  leave_out (layout, room);
  pango_layout_get_pixel_size (layout, &width, &height);
  if (width > room)
    {
      pango_layout_set_ellipsize (layout, place_dots (column, text));
      pango_layout_set_width (layout, room * PANGO_SCALE);
      width = room;
    }
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  if (is_dim)
    color.alpha *= DIM_ALPHA;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT ((column->is_number && !column->is_id) != rtl ? room - width : 0,
                            (gtk_widget_get_height (widget) - height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
lsc_lazy_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscLazyCell *self = LSC_LAZY_CELL (widget);
  gboolean is_dim = FALSE;
  char *text;

  if (!self->item || !is_seen (self))
    {
      forget_text (self);
      return;
    }
  text = self->cells->get_text (self->cells->owner, gtk_list_item_get_position (self->item),
                                self->column, &is_dim);
  draw_text (self, snapshot, text, is_dim);
  if (g_strcmp0 (text, self->written) != 0) /* for people who do not see it */
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_free (self->written);
  self->written = text;
}

/* ---- size ---- */

static int
measure_text (LscLazyCells *cells, const LscLazyCellColumn *column)
{
  g_autoptr (PangoLayout) layout =
      make_layout (cells, column, column->widest ? column->widest : "");
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static void
get_font (LscLazyCells *cells, int *char_px, int *line_px)
{
  PangoFontMetrics *metrics =
      pango_context_get_metrics (gtk_widget_get_pango_context (cells->view), NULL, NULL);

  *char_px = PANGO_PIXELS_CEIL (MAX (pango_font_metrics_get_approximate_char_width (metrics),
                                     pango_font_metrics_get_approximate_digit_width (metrics)));
  *line_px = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics));
  pango_font_metrics_unref (metrics);
}

static void
measure_column (LscLazyCells *cells, LscLazyCellColumn *column)
{
  int width = measure_text (cells, column), char_px, line_px;

  get_font (cells, &char_px, &line_px);
  column->least_px = MAX (column->least_chars > 0 ? column->least_chars * char_px : width, 1);
  column->natural_px = column->most_chars > 0 ? MIN (width, column->most_chars * char_px) : width;
  column->natural_px = MAX (column->natural_px, column->least_px);
  column->line_px = MAX (line_px, 1);
}

static void
lsc_lazy_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                       int *natural, int *minimum_baseline, int *natural_baseline)
{
  LscLazyCell *self = LSC_LAZY_CELL (widget);
  LscLazyCellColumn *column = get_column (self);

  if (column->least_px == 0)
    measure_column (self->cells, column);
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? column->line_px : column->least_px;
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? column->line_px : column->natural_px;
}

/* ---- life ---- */

static gboolean
lsc_lazy_cell_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                             GtkTooltip *tooltip)
{
  LscLazyCell *self = LSC_LAZY_CELL (widget);
  g_autofree char *text = NULL;

  if (self->item)
    text = self->cells->get_tooltip (self->cells->owner, gtk_list_item_get_position (self->item),
                                     self->column);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
lsc_lazy_cell_dispose (GObject *object)
{
  LscLazyCell *self = LSC_LAZY_CELL (object);

  if (self->cells)
    g_queue_unlink (&self->cells->cells, &self->link);
  self->cells = NULL;
  self->item = NULL;
  g_clear_pointer (&self->written, g_free);
  G_OBJECT_CLASS (lsc_lazy_cell_parent_class)->dispose (object);
}

static void
lsc_lazy_cell_class_init (LscLazyCellClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_lazy_cell_dispose;
  widget_class->snapshot = lsc_lazy_cell_snapshot;
  widget_class->measure = lsc_lazy_cell_measure;
  widget_class->query_tooltip = lsc_lazy_cell_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
lsc_lazy_cell_init (LscLazyCell *self)
{
  self->link.data = self;
}

/** lsc_lazy_cell_new: @column: of the table, one of those of @cells */
GtkWidget *
lsc_lazy_cell_new (LscLazyCells *cells, guint column)
{
  LscLazyCell *self;

  g_return_val_if_fail (cells && column < cells->columns->len, NULL);
  self = g_object_new (LSC_TYPE_LAZY_CELL, NULL);
  self->cells = cells;
  self->column = column;
  g_queue_push_tail_link (&cells->cells, &self->link);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), !get_column (self)->is_number);
  return GTK_WIDGET (self);
}

/** lsc_lazy_cell_set_item: @item: (nullable) (transfer none): its row, which outlives that */
void
lsc_lazy_cell_set_item (LscLazyCell *self, GtkListItem *item)
{
  self->item = item;
  if (self->written) /* else the next layout finds it, if it is in sight then */
    gtk_widget_queue_draw (GTK_WIDGET (self));
  forget_text (self);
}

/** lsc_lazy_cell_get_item: Returns: (transfer none) (nullable): its row */
GtkListItem *
lsc_lazy_cell_get_item (LscLazyCell *self)
{
  return self->item;
}

/** lsc_lazy_cell_get_written: Returns: (transfer none) (nullable): its text, if it is in sight */
const char *
lsc_lazy_cell_get_written (LscLazyCell *self)
{
  return self->written;
}

/** lsc_lazy_cell_get_column: Returns: its column of the table */
guint
lsc_lazy_cell_get_column (LscLazyCell *self)
{
  return self->column;
}

/* ---- all cells ---- */

static void
clear_column (gpointer column)
{
  g_free (((LscLazyCellColumn *) column)->widest);
}

/** lsc_lazy_cells_init: @view: as in LscLazyCells; the functions are still to be set */
void
lsc_lazy_cells_init (LscLazyCells *self, GtkWidget *view, gpointer owner)
{
  g_return_if_fail (self && GTK_IS_WIDGET (view));
  self->view = view;
  self->owner = owner;
  g_queue_init (&self->cells);
  self->columns = g_array_new (FALSE, TRUE, sizeof (LscLazyCellColumn));
  g_array_set_clear_func (self->columns, clear_column);
}

/** lsc_lazy_cells_clear: cells that still exist, because somebody holds them, stay empty */
void
lsc_lazy_cells_clear (LscLazyCells *self)
{
  GList *link;

  g_return_if_fail (self);
  while ((link = g_queue_peek_head_link (&self->cells)) != NULL)
    g_object_run_dispose (link->data);
  g_array_unref (self->columns);
}

/** lsc_lazy_cells_set_columns: forgets what was known of them */
void
lsc_lazy_cells_set_columns (LscLazyCells *self, guint n)
{
  g_return_if_fail (self && self->columns);
  g_array_set_size (self->columns, 0);
  g_array_set_size (self->columns, n);
}

/** lsc_lazy_cells_forget_widths: the font is another, or the longest texts are */
void
lsc_lazy_cells_forget_widths (LscLazyCells *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    g_array_index (self->columns, LscLazyCellColumn, i).least_px = 0;
  for (GList *l = self->cells.head; l; l = l->next)
    gtk_widget_queue_resize (l->data);
}

/**
 * lsc_lazy_cells_measure_chars:
 * @most_chars: no wider than so many
 *
 * Returns: px of the longest text of a column; 0 = it has at most the width that it always has
 */
int
lsc_lazy_cells_measure_chars (LscLazyCells *self, guint column, int most_chars)
{
  LscLazyCellColumn *about;
  int char_px, line_px, width;

  g_return_val_if_fail (self && column < self->columns->len, 0);
  about = &g_array_index (self->columns, LscLazyCellColumn, column);
  get_font (self, &char_px, &line_px);
  width = MIN (measure_text (self, about), most_chars * char_px);
  return width > about->least_chars * char_px ? width : 0;
}

/** lsc_lazy_cells_refresh: every position may have another text */
void
lsc_lazy_cells_refresh (LscLazyCells *self)
{
  for (GList *l = self->cells.head; l; l = l->next)
    {
      forget_text (l->data);
      if (is_seen (l->data))
        gtk_widget_queue_draw (l->data);
    }
}

/** lsc_lazy_cells_draw_seen: after cells moved: those that came into sight */
void
lsc_lazy_cells_draw_seen (LscLazyCells *self)
{
  for (GList *l = self->cells.head; l; l = l->next)
    {
      LscLazyCell *cell = l->data;

      if (!cell->written && cell->item && is_seen (cell))
        gtk_widget_queue_draw (GTK_WIDGET (cell));
    }
}
