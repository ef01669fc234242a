/* lsc-waterfall-chart.c - the bars from before to after
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/compare/lsc-waterfall-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define TEXT_PX 12.0
#define USUAL_WIDTH 600

struct _LscWaterfallChart
{
  LscCanvas parent_instance;

  LscWaterfall *waterfall; /* (nullable) */
  LscWaterfallView view;
};

G_DEFINE_FINAL_TYPE (LscWaterfallChart, lsc_waterfall_chart, LSC_TYPE_CANVAS)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_BAR_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
describe (LscWaterfallChart *self)
{
  guint bar = self->view.selected;
  g_autofree char *value = self->waterfall && bar != LSC_WATERFALL_NONE
                               ? lsc_waterfall_describe (self->waterfall, bar)
                               : NULL;
  g_autofree char *text =
      value ? g_strdup_printf ("%s: %s", lsc_waterfall_get (self->waterfall, bar)->name, value)
            : g_strdup (_ ("The change of a step, part by part"));

  lsc_canvas_describe (LSC_CANVAS (self), text, NULL);
}

/** lsc_waterfall_chart_select: @bar: %LSC_WATERFALL_NONE for none */
void
lsc_waterfall_chart_select (LscWaterfallChart *self, guint bar)
{
  g_return_if_fail (LSC_IS_WATERFALL_CHART (self));
  if (self->view.selected == bar)
    return;
  self->view.selected = bar;
  describe (self);
  lsc_canvas_repaint (LSC_CANVAS (self));
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0, bar);
}

/** lsc_waterfall_chart_set: @waterfall: (transfer full) (nullable) */
void
lsc_waterfall_chart_set (LscWaterfallChart *self, LscWaterfall *waterfall)
{
  g_return_if_fail (LSC_IS_WATERFALL_CHART (self));
  g_clear_pointer (&self->waterfall, lsc_waterfall_free);
  self->waterfall = waterfall;
  self->view.waterfall = waterfall;
  self->view.hovered = LSC_WATERFALL_NONE;
  lsc_waterfall_chart_select (self, LSC_WATERFALL_NONE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  lsc_canvas_repaint (LSC_CANVAS (self));
}

/** lsc_waterfall_chart_get_view: Returns: (transfer none): what is shown, as it is painted */
const LscWaterfallView *
lsc_waterfall_chart_get_view (LscWaterfallChart *self)
{
  g_return_val_if_fail (LSC_IS_WATERFALL_CHART (self), NULL);
  self->view.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->view.height = gtk_widget_get_height (GTK_WIDGET (self));
  self->view.theme = lsc_canvas_get_theme (LSC_CANVAS (self));
  return &self->view;
}

/* ---- input ---- */

static void
lsc_waterfall_chart_point (LscCanvas *canvas, double x, double y)
{
  LscWaterfallChart *self = LSC_WATERFALL_CHART (canvas);
  guint bar = x < 0 ? LSC_WATERFALL_NONE
                    : lsc_waterfall_view_find (lsc_waterfall_chart_get_view (self), x, y);

  if (bar == self->view.hovered)
    return;
  self->view.hovered = bar;
  lsc_canvas_repaint (canvas);
}

static void
lsc_waterfall_chart_press (LscCanvas *canvas, double x, double y, int n_press, guint button)
{
  LscWaterfallChart *self = LSC_WATERFALL_CHART (canvas);
  guint bar = lsc_waterfall_view_find (lsc_waterfall_chart_get_view (self), x, y);

  if (button != GDK_BUTTON_PRIMARY)
    return;
  lsc_waterfall_chart_select (self, bar);
  if (n_press == 2 && bar != LSC_WATERFALL_NONE)
    g_signal_emit (self, signals[SIGNAL_BAR_ACTIVATED], 0, bar);
}

static gboolean
move (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscWaterfallChart *self = LSC_WATERFALL_CHART (widget);
  int by = g_variant_get_int32 (arguments);
  guint n = self->waterfall ? self->waterfall->bars->len : 0;
  guint bar = self->view.selected;

  if (n == 0)
    return FALSE;
  if (bar == LSC_WATERFALL_NONE)
    bar = by > 0 ? 0 : n - 1;
  else
    bar = (guint) CLAMP ((int) bar + by, 0, (int) n - 1);
  lsc_waterfall_chart_select (self, bar);
  return TRUE;
}

static gboolean
activate (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscWaterfallChart *self = LSC_WATERFALL_CHART (widget);

  if (self->view.selected == LSC_WATERFALL_NONE)
    return FALSE;
  g_signal_emit (self, signals[SIGNAL_BAR_ACTIVATED], 0, self->view.selected);
  return TRUE;
}

/* ---- painting ---- */

static void
lsc_waterfall_chart_paint (LscCanvas *canvas, cairo_t *cr)
{
  lsc_waterfall_paint (lsc_canvas_get_text (canvas), cr,
                       lsc_waterfall_chart_get_view (LSC_WATERFALL_CHART (canvas)));
}

static void
lsc_waterfall_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
  LscWaterfallChart *self = LSC_WATERFALL_CHART (widget);

  *minimum_baseline = *natural_baseline = -1;
  *minimum = 0;
  *natural = USUAL_WIDTH;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = (int) lsc_waterfall_view_height (&self->view);
}

static void
lsc_waterfall_chart_finalize (GObject *object)
{
  LscWaterfallChart *self = LSC_WATERFALL_CHART (object);

  g_clear_pointer (&self->waterfall, lsc_waterfall_free);
  G_OBJECT_CLASS (lsc_waterfall_chart_parent_class)->finalize (object);
}

static void
add_keys (GtkWidgetClass *class)
{
  gtk_widget_class_add_binding (class, GDK_KEY_Up, 0, move, "i", -1);
  gtk_widget_class_add_binding (class, GDK_KEY_Down, 0, move, "i", 1);
  gtk_widget_class_add_binding (class, GDK_KEY_Home, 0, move, "i", -1000);
  gtk_widget_class_add_binding (class, GDK_KEY_End, 0, move, "i", 1000);
  gtk_widget_class_add_binding (class, GDK_KEY_Return, 0, activate, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_KP_Enter, 0, activate, NULL);
}

static void
lsc_waterfall_chart_class_init (LscWaterfallChartClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscCanvasClass *canvas_class = LSC_CANVAS_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_waterfall_chart_finalize;
  widget_class->measure = lsc_waterfall_chart_measure;
  canvas_class->is_clear = TRUE;
  canvas_class->paint = lsc_waterfall_chart_paint;
  canvas_class->point = lsc_waterfall_chart_point;
  canvas_class->press = lsc_waterfall_chart_press;
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_BAR_ACTIVATED] =
      g_signal_new ("bar-activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "waterfall");
}

static void
lsc_waterfall_chart_init (LscWaterfallChart *self)
{
  self->view = (LscWaterfallView){ .text_px = TEXT_PX,
                                   .selected = LSC_WATERFALL_NONE,
                                   .hovered = LSC_WATERFALL_NONE };
  describe (self);
}
