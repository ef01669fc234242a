/* lsc-waterfall-chart.c - the bars from before to after
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/compare/lsc-waterfall-chart.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#define TEXT_PX 12.0
#define USUAL_WIDTH 600

struct _LscWaterfallChart
{
  GtkWidget parent_instance;

  LscText *text;
  LscWaterfall *waterfall; /* (nullable) */
  LscWaterfallView view;
};

G_DEFINE_FINAL_TYPE (LscWaterfallChart, lsc_waterfall_chart, GTK_TYPE_WIDGET)

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

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
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
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** lsc_waterfall_chart_get_view: Returns: (transfer none): what is shown, as it is painted */
const LscWaterfallView *
lsc_waterfall_chart_get_view (LscWaterfallChart *self)
{
  g_return_val_if_fail (LSC_IS_WATERFALL_CHART (self), NULL);
  self->view.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->view.height = gtk_widget_get_height (GTK_WIDGET (self));
  self->view.theme = adw_style_manager_get_dark (adw_style_manager_get_default ())
                         ? lsc_theme_dark ()
                         : lsc_theme_light ();
  return &self->view;
}

/* ---- input ---- */

static void
on_motion (GtkEventController *controller, double x, double y, LscWaterfallChart *self)
{
  guint bar = lsc_waterfall_view_find (lsc_waterfall_chart_get_view (self), x, y);

  if (bar == self->view.hovered)
    return;
  self->view.hovered = bar;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (GtkEventController *controller, LscWaterfallChart *self)
{
  self->view.hovered = LSC_WATERFALL_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, LscWaterfallChart *self)
{
  guint bar = lsc_waterfall_view_find (lsc_waterfall_chart_get_view (self), x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
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
lsc_waterfall_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscWaterfallChart *self = LSC_WATERFALL_CHART (widget);
  const LscWaterfallView *view = lsc_waterfall_chart_get_view (self);
  cairo_t *cr;

  if (view->width < 1 || view->height < 1)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) view->width, (float) view->height));
  lsc_waterfall_paint (self->text, cr, view);
  cairo_destroy (cr);
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
on_style_changed (LscWaterfallChart *self)
{
  lsc_text_reset (self->text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
lsc_waterfall_chart_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lsc_waterfall_chart_parent_class)->css_changed (widget, change);
  on_style_changed (LSC_WATERFALL_CHART (widget));
}

static void
lsc_waterfall_chart_finalize (GObject *object)
{
  LscWaterfallChart *self = LSC_WATERFALL_CHART (object);

  g_clear_pointer (&self->waterfall, lsc_waterfall_free);
  lsc_text_free (self->text);
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

  G_OBJECT_CLASS (class)->finalize = lsc_waterfall_chart_finalize;
  widget_class->snapshot = lsc_waterfall_chart_snapshot;
  widget_class->measure = lsc_waterfall_chart_measure;
  widget_class->css_changed = lsc_waterfall_chart_css_changed;
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_BAR_ACTIVATED] =
      g_signal_new ("bar-activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "waterfall");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_pointer (LscWaterfallChart *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

static void
lsc_waterfall_chart_init (LscWaterfallChart *self)
{
  self->text = lsc_text_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  self->view = (LscWaterfallView){ .text_px = TEXT_PX,
                                   .selected = LSC_WATERFALL_NONE,
                                   .hovered = LSC_WATERFALL_NONE };
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (on_style_changed), self, G_CONNECT_SWAPPED);
  add_pointer (self);
  describe (self);
}
