/* lsc-pipeline-panel-waiting.c - who waited for whom: a matrix of stages, and the same as a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "app/pipeline/lsc-pipeline-panel.h"
#include "app/parts/lsc-template.h"

#define MARGIN 44.0    /* for the numbers of stages */
#define TOP 34.0       /* for those on top, and a line of words */
#define CELL_MOST 80.0 /* px */
#define SCALE_PX 60
#define CELL_TEXT 38.0 /* narrower cells carry no text */

typedef enum
{
  WAIT_MEASURED,
  WAIT_IDEAL,
  WAIT_EXCESS,
} WaitMode;

struct _LscPipelineWaiting
{
  LscPanel parent_instance;

  GtkDropDown *mode;
  GtkDrawingArea *matrix;
  GtkWidget *table;
  gsize n; /* stages; 0 = nothing to show */
  gint64 *cells;
  gint64 most_ns; /* of their sizes */
  gsize row;      /* under the keyboard's cursor; >= n: none */
  gsize column;
};

G_DEFINE_FINAL_TYPE (LscPipelineWaiting, lsc_pipeline_waiting, LSC_TYPE_PANEL)

/* ---- the matrix ---- */

static void
fill_cells (LscPipelineWaiting *self, const LscStudy *study)
{
  WaitMode mode = (WaitMode) gtk_drop_down_get_selected (self->mode);

  g_clear_pointer (&self->cells, g_free);
  self->n = 0;
  self->most_ns = 0;
  if (!study->wait || (mode != WAIT_MEASURED && !study->ideal_wait))
    return;
  self->n = study->wait->n_ranks;
  self->cells = g_new (gint64, self->n * self->n);
  for (gsize row = 0; row < self->n; row++)
    for (gsize column = 0; column < self->n; column++)
      {
        gint64 *cell = &self->cells[row * self->n + column];

        if (mode == WAIT_EXCESS)
          *cell = lsc_study_excess (study, row, column);
        else
          *cell = lsc_study_waited (study, mode == WAIT_IDEAL ? study->ideal_wait : study->wait,
                                    row, column);
        self->most_ns = MAX (self->most_ns, ABS (*cell));
      }
  if (self->row >= self->n || self->column >= self->n)
    self->row = self->column = G_MAXSIZE;
}

static double
cell_size (LscPipelineWaiting *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self->matrix)) - MARGIN - 6;
  double height = gtk_widget_get_height (GTK_WIDGET (self->matrix)) - TOP - 6;

  return CLAMP (MIN (width, height * 2) / (double) MAX (self->n, 1), 2, CELL_MOST);
}

/* Cells are at most twice as wide as high. */
static double
cell_height (LscPipelineWaiting *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self->matrix)) - TOP - 6;

  return CLAMP (height / (double) MAX (self->n, 1), 2, MIN (cell_size (self), 30));
}

/* Returns: where the text ends */
static double
show_text (cairo_t *cr, GtkWidget *widget, const char *text, double x, double y, double align)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  PangoAttrList *attributes = pango_attr_list_new ();
  int width, height;

  pango_attr_list_insert (attributes, pango_attr_scale_new (PANGO_SCALE_SMALL));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &width, &height);
  cairo_move_to (cr, x - align * width, y - height / 2.0);
  pango_cairo_show_layout (cr, layout);
  return x + (1 - align) * width;
}

/* Three digits and a unit: cells are small. */
static char *
short_duration (gint64 ns)
{
  static const char *const units[] = { "ns", "µs", "ms", "s" };
  double value = fabs ((double) ns);
  guint unit = 0;

  while (value >= 999.5 && unit + 1 < G_N_ELEMENTS (units))
    {
      value /= 1000;
      unit++;
    }
  return g_strdup_printf ("%s%.*f %s", ns < 0 ? "-" : "",
                          value >= 99.5 || unit == 0 ? 0 : (value >= 9.95 ? 1 : 2), value,
                          units[unit]);
}

static void
paint_cell (LscPipelineWaiting *self, cairo_t *cr, const GdkRGBA *ink, gsize row, gsize column)
{
  gint64 ns = self->cells[row * self->n + column];
  double share = self->most_ns > 0 ? (double) ABS (ns) / (double) self->most_ns : 0;
  double width = cell_size (self), height = cell_height (self);
  double x = MARGIN + (double) column * width, y = TOP + (double) row * height;
  double gap = width > 6 ? 1 : 0;

  if (ns != 0)
    {
      /* orange: waited; blue: waited less than the schedule asks for */
      if (ns > 0)
        cairo_set_source_rgba (cr, 0.90, 0.45, 0.10, 0.08 + 0.62 * share);
      else
        cairo_set_source_rgba (cr, 0.20, 0.45, 0.85, 0.08 + 0.62 * share);
      cairo_rectangle (cr, x, y, width - gap, height - gap);
      cairo_fill (cr);
    }
  if (ns != 0 && width >= CELL_TEXT && height >= 13)
    {
      g_autofree char *text = short_duration (ns);

      gdk_cairo_set_source_rgba (cr, ink);
      show_text (cr, GTK_WIDGET (self->matrix), text, x + width / 2, y + height / 2, 0.5);
    }
  if (row == self->row && column == self->column)
    {
      gdk_cairo_set_source_rgba (cr, ink);
      cairo_set_line_width (cr, 2);
      cairo_rectangle (cr, x, y, width - gap, height - gap);
      cairo_stroke (cr);
    }
}

/* Returns: where the words above the matrix end */
static double
paint_numbers (LscPipelineWaiting *self, cairo_t *cr)
{
  double width = cell_size (self), height = cell_height (self);
  gsize every_column = (gsize) ceil (22 / width), every_row = (gsize) ceil (13 / height);

  for (gsize i = 0; i < self->n; i++)
    {
      g_autofree char *text = g_strdup_printf ("%zu", i);

      if (i % MAX (every_column, 1) == 0)
        show_text (cr, GTK_WIDGET (self->matrix), text, MARGIN + ((double) i + 0.5) * width,
                   TOP - 9, 0.5);
      if (i % MAX (every_row, 1) == 0)
        show_text (cr, GTK_WIDGET (self->matrix), text, MARGIN - 8,
                   TOP + ((double) i + 0.5) * height, 1);
    }
  return show_text (cr, GTK_WIDGET (self->matrix), _ ("row waited for column, by stage"), MARGIN, 9,
                    0);
}

/* What the strongest colour stands for: right of the words above the matrix, else below it, where
 * there is room. */
static void
paint_scale (LscPipelineWaiting *self, cairo_t *cr, const GdkRGBA *ink, double words_end)
{
  double right = gtk_widget_get_width (GTK_WIDGET (self->matrix)) - 70, y = 9;
  g_autofree char *most = short_duration (self->most_ns);

  if (right - SCALE_PX - 20 < words_end)
    {
      right = MARGIN + SCALE_PX + 16;
      y = TOP + (double) self->n * cell_height (self) + 13;
    }
  for (int i = 0; i < SCALE_PX; i++)
    {
      cairo_set_source_rgba (cr, 0.90, 0.45, 0.10, 0.08 + 0.62 * i / SCALE_PX);
      cairo_rectangle (cr, right - SCALE_PX + i, y - 5, 1, 10);
      cairo_fill (cr);
    }
  gdk_cairo_set_source_rgba (cr, ink);
  show_text (cr, GTK_WIDGET (self->matrix), "0", right - SCALE_PX - 4, y, 1);
  show_text (cr, GTK_WIDGET (self->matrix), most, right + 4, y, 0);
}

static void
draw_matrix (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  LscPipelineWaiting *self = user_data;
  GdkRGBA ink, dim;
  double words_end;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &ink);
  dim = ink;
  dim.alpha *= 0.7f;
  gdk_cairo_set_source_rgba (cr, &dim);
  words_end = paint_numbers (self, cr);
  if (self->most_ns > 0)
    paint_scale (self, cr, &dim, words_end);
  dim.alpha *= 0.2f;
  gdk_cairo_set_source_rgba (cr, &dim);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, MARGIN - 1.5, TOP - 1.5, cell_size (self) * (double) self->n + 2,
                   cell_height (self) * (double) self->n + 2);
  cairo_stroke (cr);
  for (gsize row = 0; row < self->n; row++)
    for (gsize column = 0; column < self->n; column++)
      paint_cell (self, cr, &ink, row, column);
  if (gtk_widget_has_visible_focus (GTK_WIDGET (area)))
    {
      gdk_cairo_set_source_rgba (cr, &ink);
      cairo_rectangle (cr, 1, 1, width - 2, height - 2);
      cairo_stroke (cr);
    }
}

static char *
describe_cell (LscPipelineWaiting *self, gsize row, gsize column)
{
  gint64 ns = self->cells[row * self->n + column];
  g_autofree char *time = lsc_format_duration (ABS (ns), LSC_TIME_UNIT_AUTO);

  switch ((WaitMode) gtk_drop_down_get_selected (self->mode))
    {
    case WAIT_IDEAL:
      return g_strdup_printf (_ ("In the ideal schedule stage %zu waits %s for stage %zu"), row,
                              time, column);
    case WAIT_EXCESS:
      return ns < 0 ? g_strdup_printf (
                          _ ("Stage %zu waited %s less for stage %zu than the schedule asks for"),
                          row, time, column)
                    : g_strdup_printf (
                          _ ("Stage %zu waited %s more for stage %zu than the schedule asks for"),
                          row, time, column);
    case WAIT_MEASURED:
    default:
      if (row == column)
        return g_strdup (_ ("A stage does not wait for itself"));
      if (ns == 0)
        return g_strdup_printf (_ ("Stage %zu did not wait for stage %zu"), row, column);
      return g_strdup_printf (_ ("Stage %zu waited %s for stage %zu"), row, time, column);
    }
}

static gboolean
find_cell (LscPipelineWaiting *self, double x, double y, gsize *row, gsize *column)
{
  if (self->n == 0 || x < MARGIN || y < TOP)
    return FALSE;
  *row = (gsize) ((y - TOP) / cell_height (self));
  *column = (gsize) ((x - MARGIN) / cell_size (self));
  return *row < self->n && *column < self->n;
}

/* ---- choosing ---- */

/* Selects the stage that waited, and tells the screen reader. */
static void
set_cursor (LscPipelineWaiting *self, gsize row, gsize column)
{
  LscPipelinePage *page = lsc_pipeline_panel_get_page (LSC_PANEL (self));
  LscPipelineSpot spot = { .row = (guint32) row, .block = G_MAXUINT32 };
  g_autofree char *text = describe_cell (self, row, column);

  self->row = row;
  self->column = column;
  lsc_panel_set_text (LSC_PANEL (self), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->matrix),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self->matrix));
  if (!page || !page->study)
    return;
  spot.step = page->study->step;
  lsc_pipeline_chart_select (page->view, &spot);
}

static void
on_matrix_pressed (GtkGestureClick *gesture, int n, double x, double y, LscPipelineWaiting *self)
{
  gsize row, column;

  gtk_widget_grab_focus (GTK_WIDGET (self->matrix));
  if (find_cell (self, x, y, &row, &column))
    set_cursor (self, row, column);
}

static gboolean
on_matrix_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
               LscPipelineWaiting *self)
{
  int dx = (key == GDK_KEY_Right) - (key == GDK_KEY_Left);
  int dy = (key == GDK_KEY_Down) - (key == GDK_KEY_Up);
  gint64 row = self->row < self->n ? (gint64) self->row + dy : 0;
  gint64 column = self->column < self->n ? (gint64) self->column + dx : 0;

  if (self->n == 0 || (dx == 0 && dy == 0))
    return FALSE;
  set_cursor (self, (gsize) CLAMP (row, 0, (gint64) self->n - 1),
              (gsize) CLAMP (column, 0, (gint64) self->n - 1));
  return TRUE;
}

static gboolean
on_matrix_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip,
                   LscPipelineWaiting *self)
{
  gsize row = self->row, column = self->column;
  g_autofree char *text = NULL;

  if (by_keyboard ? row >= self->n || column >= self->n : !find_cell (self, x, y, &row, &column))
    return FALSE;
  text = describe_cell (self, row, column);
  gtk_tooltip_set_text (tooltip, text);
  if (!by_keyboard)
    gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x, y, 1, 1 });
  return TRUE;
}

/* ---- filling ---- */

static gboolean
is_all_zero (LscTable *table, guint column)
{
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      LscValue value = lsc_table_get (table, row, column);

      if (!value.is_null && value.integer != 0)
        return FALSE;
    }
  return TRUE;
}

/* Kinds that nobody waited for only take room; the export has them. */
static void
show_table (LscPipelineWaiting *self, LscTable *table)
{
  g_autoptr (GPtrArray) hidden = g_ptr_array_new ();

  g_ptr_array_add (hidden, (gpointer) "group_id");
  g_ptr_array_add (hidden, (gpointer) "step");
  g_ptr_array_add (hidden, (gpointer) "rank");
  g_ptr_array_add (hidden, (gpointer) "waited_rank");
  for (guint i = 0; table && i < lsc_table_get_n_columns (table); i++)
    if (lsc_table_get_column (table, i)->unit == LSC_UNIT_NS && is_all_zero (table, i))
      g_ptr_array_add (hidden, (gpointer) lsc_table_get_column (table, i)->name);
  g_ptr_array_add (hidden, NULL);
  lsc_table_view_set_hidden (LSC_TABLE_VIEW (self->table), (const char *const *) hidden->pdata);
  lsc_table_view_set_table (LSC_TABLE_VIEW (self->table), table);
  lsc_table_view_sort (LSC_TABLE_VIEW (self->table), "total_ns", TRUE);
}

static void
lsc_pipeline_waiting_refresh (LscPanel *panel)
{
  LscPipelineWaiting *self = LSC_PIPELINE_WAITING (panel);
  LscPipelinePage *page = lsc_pipeline_panel_get_page (panel);

  fill_cells (self, page->study->study);
  show_table (self, page->study->wait);
  lsc_panel_set_text (panel, self->n > 0
                                 ? _ ("Idle time of each stage, charged to the stage it waited for")
                                 : _ ("The ideal waiting is not available: ranks are missing"));
  gtk_widget_queue_draw (GTK_WIDGET (self->matrix));
}

static void
lsc_pipeline_waiting_finalize (GObject *object)
{
  g_free (LSC_PIPELINE_WAITING (object)->cells);
  G_OBJECT_CLASS (lsc_pipeline_waiting_parent_class)->finalize (object);
}

static void
lsc_pipeline_waiting_class_init (LscPipelineWaitingClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscPipelineWaiting, mode),
                                               LSC_CHILD (LscPipelineWaiting, matrix),
                                               LSC_CHILD (LscPipelineWaiting, table) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_pipeline_waiting_finalize;
  LSC_PANEL_CLASS (class)->refresh = lsc_pipeline_waiting_refresh;
  LSC_PANEL_CLASS (class)->why_not = lsc_pipeline_panel_why_no_study;
  lsc_template_set (class, "lsc-pipeline-waiting", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, lsc_panel_invalidate);
  gtk_widget_class_bind_template_callback (widget_class, on_matrix_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, on_matrix_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_matrix_key);
}

static void
lsc_pipeline_waiting_init (LscPipelineWaiting *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->row = self->column = G_MAXSIZE;
  gtk_drawing_area_set_draw_func (self->matrix, draw_matrix, self, NULL);
  lsc_pipeline_panel_prepare_table (self->table, _ ("Who waited for whom"));
}
