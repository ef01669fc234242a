/* lsc-roofline-chart.c - kernels below the roof of their chip as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/operators/lsc-roofline-chart.h"

#include <glib/gi18n-lib.h>

#define TEXT_PX 12.0
#define MARGIN 10.0
#define LEAST_WIDTH 240
#define LEAST_HEIGHT 160

struct _LscRooflineChart
{
  LscCanvas parent_instance;

  LscRooflinePlot *plot; /* (nullable) */
  LscRooflineView view;
};

G_DEFINE_FINAL_TYPE (LscRooflineChart, lsc_roofline_chart, LSC_TYPE_CANVAS)

static guint selection_changed;

/** lsc_roofline_chart_get_view: Returns: (transfer none): what is shown, as it is painted */
const LscRooflineView *
lsc_roofline_chart_get_view (LscRooflineChart *self)
{
  g_return_val_if_fail (LSC_IS_ROOFLINE_CHART (self), NULL);
  self->view.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->view.height = gtk_widget_get_height (GTK_WIDGET (self));
  self->view.theme = lsc_canvas_get_theme (LSC_CANVAS (self));
  return &self->view;
}

static const char *
say_mark (LscRooflineChart *self, guint mark)
{
  return self->plot ? lsc_roofline_plot_get_words (self->plot, mark) : NULL;
}

static void
describe (LscRooflineChart *self)
{
  const char *words = say_mark (self, self->view.selected);

  lsc_canvas_describe (LSC_CANVAS (self), _ ("Roofline"),
                       words ? words : _ ("Arrow keys walk through the marks"));
}

static void
show_selected (LscRooflineChart *self, guint mark)
{
  self->view.selected = mark;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
select_mark (LscRooflineChart *self, guint mark)
{
  if (mark == self->view.selected)
    return;
  show_selected (self, mark);
  g_signal_emit (self, selection_changed, 0);
}

/** lsc_roofline_chart_get_group: Returns: the group of the selected mark, else
 * %LSC_ROOFLINE_NO_GROUP */
gint64
lsc_roofline_chart_get_group (LscRooflineChart *self)
{
  g_return_val_if_fail (LSC_IS_ROOFLINE_CHART (self), LSC_ROOFLINE_NO_GROUP);
  return self->plot && self->view.selected < self->plot->n_marks
             ? self->plot->groups[self->view.selected]
             : LSC_ROOFLINE_NO_GROUP;
}

/** lsc_roofline_chart_select_group: Selects the largest mark of a group, unless one of it is. */
void
lsc_roofline_chart_select_group (LscRooflineChart *self, gint64 group)
{
  g_return_if_fail (LSC_IS_ROOFLINE_CHART (self));
  if (self->plot && lsc_roofline_chart_get_group (self) != group)
    show_selected (self, lsc_roofline_plot_find (self->plot, group));
}

/** lsc_roofline_chart_set_plot: @plot: (transfer full) (nullable): */
void
lsc_roofline_chart_set_plot (LscRooflineChart *self, LscRooflinePlot *plot)
{
  g_return_if_fail (LSC_IS_ROOFLINE_CHART (self));
  lsc_roofline_plot_free (self->plot);
  self->plot = plot;
  self->view.marks = plot ? plot->marks : NULL;
  self->view.n_marks = plot ? plot->n_marks : 0;
  self->view.roof = plot ? plot->roof : (LscRoof){ 0 };
  self->view.hovered = self->view.selected = LSC_ROOFLINE_NONE;
  describe (self);
  lsc_canvas_repaint (LSC_CANVAS (self));
}

/* ---- keys and pointer ---- */

/* The next one that has a place; %LSC_ROOFLINE_NONE behind the last. */
static guint
step_mark (LscRooflineChart *self, int by)
{
  gint64 mark = self->view.selected == LSC_ROOFLINE_NONE
                    ? (by < 0 ? (gint64) self->view.n_marks : -1)
                    : (gint64) self->view.selected;

  for (mark += by; mark >= 0 && mark < (gint64) self->view.n_marks; mark += by)
    if (lsc_roofline_mark_is_shown (&self->view.marks[mark]))
      return (guint) mark;
  return LSC_ROOFLINE_NONE;
}

static gboolean
on_move_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscRooflineChart *self = LSC_ROOFLINE_CHART (widget);
  guint mark;

  if (lsc_roofline_view_is_empty (&self->view))
    return FALSE;
  mark = step_mark (self, g_variant_get_int32 (arguments));
  if (mark == LSC_ROOFLINE_NONE)
    gtk_widget_error_bell (widget);
  else
    select_mark (self, mark);
  return TRUE;
}

static gboolean
on_leave_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscRooflineChart *self = LSC_ROOFLINE_CHART (widget);

  if (self->view.selected == LSC_ROOFLINE_NONE)
    return FALSE;
  select_mark (self, LSC_ROOFLINE_NONE);
  return TRUE;
}

static guint
find (LscRooflineChart *self, double x, double y)
{
  LscRooflinePlaces places;

  if (lsc_roofline_view_is_empty (lsc_roofline_chart_get_view (self)))
    return LSC_ROOFLINE_NONE;
  places = lsc_roofline_view_place (&self->view, lsc_canvas_get_text (LSC_CANVAS (self)));
  return lsc_roofline_view_find (&self->view, &places, x, y);
}

static void
lsc_roofline_chart_point (LscCanvas *canvas, double x, double y)
{
  LscRooflineChart *self = LSC_ROOFLINE_CHART (canvas);
  guint mark = x < 0 ? LSC_ROOFLINE_NONE : find (self, x, y);

  if (mark == self->view.hovered)
    return;
  self->view.hovered = mark;
  lsc_canvas_point_changed (canvas);
}

static void
lsc_roofline_chart_press (LscCanvas *canvas, double x, double y, int n_press, guint button)
{
  if (button == GDK_BUTTON_PRIMARY)
    select_mark (LSC_ROOFLINE_CHART (canvas), find (LSC_ROOFLINE_CHART (canvas), x, y));
}

static char *
lsc_roofline_chart_get_tip (LscCanvas *canvas, double x, double y, gboolean by_keyboard,
                            GdkRectangle *area)
{
  LscRooflineChart *self = LSC_ROOFLINE_CHART (canvas);

  return g_strdup (say_mark (self, by_keyboard ? self->view.selected : find (self, x, y)));
}

/* ---- painting ---- */

static void
lsc_roofline_chart_paint (LscCanvas *canvas, cairo_t *cr)
{
  lsc_roofline_paint (lsc_canvas_get_text (canvas), cr,
                      lsc_roofline_chart_get_view (LSC_ROOFLINE_CHART (canvas)));
}

static void
lsc_roofline_chart_paint_marks (LscCanvas *canvas, cairo_t *cr)
{
  lsc_roofline_paint_spots (lsc_canvas_get_text (canvas), cr,
                            lsc_roofline_chart_get_view (LSC_ROOFLINE_CHART (canvas)));
}

/* ---- life ---- */

static void
lsc_roofline_chart_finalize (GObject *object)
{
  lsc_roofline_plot_free (LSC_ROOFLINE_CHART (object)->plot);
  G_OBJECT_CLASS (lsc_roofline_chart_parent_class)->finalize (object);
}

static void
lsc_roofline_chart_class_init (LscRooflineChartClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscCanvasClass *canvas_class = LSC_CANVAS_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_roofline_chart_finalize;
  canvas_class->least_width = LEAST_WIDTH;
  canvas_class->least_height = LEAST_HEIGHT;
  canvas_class->paint = lsc_roofline_chart_paint;
  canvas_class->paint_marks = lsc_roofline_chart_paint_marks;
  canvas_class->point = lsc_roofline_chart_point;
  canvas_class->press = lsc_roofline_chart_press;
  canvas_class->get_tip = lsc_roofline_chart_get_tip;
  selection_changed = g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class),
                                    G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, on_move_key, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, on_move_key, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_leave_key, NULL);
  gtk_widget_class_set_css_name (widget_class, "rooflinechart");
}

static void
lsc_roofline_chart_init (LscRooflineChart *self)
{
  self->view = (LscRooflineView){ .text_px = TEXT_PX,
                                  .margin = MARGIN,
                                  .selected = LSC_ROOFLINE_NONE,
                                  .hovered = LSC_ROOFLINE_NONE };
  describe (self);
}
