/* lsc-bar-chart.c - a plot of bars as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/communication/lsc-bar-chart.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-details-room.h"

#define TEXT_PX 12.0
#define MARGIN 10.0
#define LEAST_WIDTH 240
#define LEAST_HEIGHT 160

struct _LscBarChart
{
  LscCanvas parent_instance;

  LscBarPlot *plot; /* (nullable) */
  LscBarView view;
  gboolean yields; /* width to the details */
  guint n_fitting;
};

G_DEFINE_FINAL_TYPE (LscBarChart, lsc_bar_chart, LSC_TYPE_CANVAS)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_BAR_ACTIVATED,
  SIGNAL_FITTING_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/** lsc_bar_chart_get_view: Returns: (transfer none): what is shown, as it is painted */
const LscBarView *
lsc_bar_chart_get_view (LscBarChart *self)
{
  g_return_val_if_fail (LSC_IS_BAR_CHART (self), NULL);
  self->view.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->view.height = gtk_widget_get_height (GTK_WIDGET (self));
  self->view.theme = lsc_canvas_get_theme (LSC_CANVAS (self));
  if (self->yields)
    self->view.legend_width =
        lsc_details_room_narrow (GTK_WIDGET (self), gtk_widget_get_width (GTK_WIDGET (self)));
  return &self->view;
}

/** lsc_bar_chart_yield: it becomes narrower when details open, by which no bar moves */
void
lsc_bar_chart_yield (LscBarChart *self)
{
  g_return_if_fail (LSC_IS_BAR_CHART (self));
  self->yields = TRUE;
}

/** lsc_bar_chart_count_fitting: Returns: how many lying bars have room for labels, 0 before it has
 * a size */
guint
lsc_bar_chart_count_fitting (LscBarChart *self)
{
  g_return_val_if_fail (LSC_IS_BAR_CHART (self), 0);
  return self->n_fitting;
}

static void
lsc_bar_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LscBarChart *self = LSC_BAR_CHART (widget);
  guint n = lsc_bar_view_count_fitting (&self->view, height);

  GTK_WIDGET_CLASS (lsc_bar_chart_parent_class)->size_allocate (widget, width, height, baseline);
  if (n == self->n_fitting)
    return;
  self->n_fitting = n;
  g_signal_emit (self, signals[SIGNAL_FITTING_CHANGED], 0);
}

static const char *
get_words (LscBarChart *self, guint bar)
{
  return self->plot && bar < self->plot->bars->len ? lsc_bar_plot_get (self->plot, bar)->words
                                                   : NULL;
}

static void
describe (LscBarChart *self)
{
  const char *words = get_words (self, self->view.selected);

  lsc_canvas_describe (LSC_CANVAS (self), self->plot ? self->plot->caption : _ ("Bars"),
                       words ? words : _ ("Arrow keys walk through the bars"));
}

static void
select_bar (LscBarChart *self, guint bar)
{
  if (bar == self->view.selected)
    return;
  self->view.selected = bar;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/** lsc_bar_chart_get_selected: Returns: %FALSE if no bar is; @tag: (out): of the bar */
gboolean
lsc_bar_chart_get_selected (LscBarChart *self, gint64 *tag)
{
  g_return_val_if_fail (LSC_IS_BAR_CHART (self) && tag, FALSE);
  if (!self->plot || self->view.selected >= self->plot->bars->len)
    return FALSE;
  *tag = lsc_bar_plot_get (self->plot, self->view.selected)->tag;
  return TRUE;
}

/** lsc_bar_chart_select: marks the bar with that tag, or none; tells nobody */
void
lsc_bar_chart_select (LscBarChart *self, gint64 tag)
{
  guint n, bar = LSC_BAR_NONE;

  g_return_if_fail (LSC_IS_BAR_CHART (self));
  n = self->plot ? self->plot->bars->len : 0;
  for (guint i = 0; i < n && bar == LSC_BAR_NONE; i++)
    if (lsc_bar_plot_get (self->plot, i)->tag == tag)
      bar = i;
  if (bar == self->view.selected)
    return;
  self->view.selected = bar;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** lsc_bar_chart_set_plot: @plot: (transfer full) (nullable): */
void
lsc_bar_chart_set_plot (LscBarChart *self, LscBarPlot *plot)
{
  g_return_if_fail (LSC_IS_BAR_CHART (self));
  lsc_bar_plot_free (self->plot);
  self->plot = plot;
  self->view.plot = plot;
  self->view.hovered = self->view.selected = LSC_BAR_NONE;
  describe (self);
  lsc_canvas_repaint (LSC_CANVAS (self));
}

/* ---- keys and pointer ---- */

static gboolean
on_move_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscBarChart *self = LSC_BAR_CHART (widget);
  int by = g_variant_get_int32 (arguments);
  guint bar = self->view.selected;

  if (lsc_bar_view_is_empty (&self->view))
    return FALSE;
  if (bar == LSC_BAR_NONE)
    bar = 0;
  else if (by < 0 ? bar == 0 : bar + 1 >= self->plot->bars->len)
    gtk_widget_error_bell (widget);
  else
    bar = by < 0 ? bar - 1 : bar + 1;
  select_bar (self, bar);
  return TRUE;
}

static gboolean
on_leave_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscBarChart *self = LSC_BAR_CHART (widget);

  if (self->view.selected == LSC_BAR_NONE)
    return FALSE;
  select_bar (self, LSC_BAR_NONE);
  return TRUE;
}

static gboolean
on_activate_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  if (LSC_BAR_CHART (widget)->view.selected == LSC_BAR_NONE)
    return FALSE;
  g_signal_emit (widget, signals[SIGNAL_BAR_ACTIVATED], 0);
  return TRUE;
}

static guint
find (LscBarChart *self, double x, double y)
{
  LscBarPlaces places;

  if (lsc_bar_view_is_empty (lsc_bar_chart_get_view (self)))
    return LSC_BAR_NONE;
  places = lsc_bar_view_place (&self->view, lsc_canvas_get_text (LSC_CANVAS (self)));
  return lsc_bar_view_find (&self->view, &places, x, y);
}

static void
lsc_bar_chart_point (LscCanvas *canvas, double x, double y)
{
  LscBarChart *self = LSC_BAR_CHART (canvas);
  guint bar = x < 0 ? LSC_BAR_NONE : find (self, x, y);

  if (bar == self->view.hovered)
    return;
  self->view.hovered = bar;
  lsc_canvas_point_changed (canvas);
}

static void
lsc_bar_chart_press (LscCanvas *canvas, double x, double y, int n_press, guint button)
{
  LscBarChart *self = LSC_BAR_CHART (canvas);
  guint bar = find (self, x, y);

  if (button != GDK_BUTTON_PRIMARY)
    return;
  select_bar (self, bar);
  if (n_press == 2 && bar != LSC_BAR_NONE)
    g_signal_emit (self, signals[SIGNAL_BAR_ACTIVATED], 0);
}

static char *
lsc_bar_chart_get_tip (LscCanvas *canvas, double x, double y, gboolean by_keyboard,
                       GdkRectangle *area)
{
  LscBarChart *self = LSC_BAR_CHART (canvas);

  return g_strdup (get_words (self, by_keyboard ? self->view.selected : find (self, x, y)));
}

/* ---- painting ---- */

static void
lsc_bar_chart_paint (LscCanvas *canvas, cairo_t *cr)
{
  lsc_bars_paint (lsc_canvas_get_text (canvas), cr,
                  lsc_bar_chart_get_view (LSC_BAR_CHART (canvas)));
}

static void
lsc_bar_chart_paint_marks (LscCanvas *canvas, cairo_t *cr)
{
  lsc_bars_paint_spots (lsc_canvas_get_text (canvas), cr,
                        lsc_bar_chart_get_view (LSC_BAR_CHART (canvas)));
}

/* ---- life ---- */

static void
lsc_bar_chart_finalize (GObject *object)
{
  LscBarChart *self = LSC_BAR_CHART (object);

  lsc_bar_plot_free (self->plot);
  G_OBJECT_CLASS (lsc_bar_chart_parent_class)->finalize (object);
}

static void
lsc_bar_chart_class_init (LscBarChartClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscCanvasClass *canvas_class = LSC_CANVAS_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_bar_chart_finalize;
  canvas_class->least_width = LEAST_WIDTH;
  canvas_class->least_height = LEAST_HEIGHT;
  canvas_class->paint = lsc_bar_chart_paint;
  canvas_class->paint_marks = lsc_bar_chart_paint_marks;
  canvas_class->point = lsc_bar_chart_point;
  canvas_class->press = lsc_bar_chart_press;
  canvas_class->get_tip = lsc_bar_chart_get_tip;
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 0);
  widget_class->size_allocate = lsc_bar_chart_size_allocate;
  signals[SIGNAL_FITTING_CHANGED] =
      g_signal_new ("fitting-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_BAR_ACTIVATED] =
      g_signal_new ("bar-activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, on_move_key, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, 0, on_move_key, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, on_move_key, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, 0, on_move_key, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_leave_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, on_activate_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, on_activate_key, NULL);
  gtk_widget_class_set_css_name (widget_class, "barchart");
}

static void
lsc_bar_chart_init (LscBarChart *self)
{
  self->view = (LscBarView){
    .text_px = TEXT_PX, .margin = MARGIN, .selected = LSC_BAR_NONE, .hovered = LSC_BAR_NONE
  };
  describe (self);
}
