/* lsc-bar-chart.c - a plot of bars as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/communication/lsc-bar-chart.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define TEXT_PX 12.0
#define MARGIN 10.0
#define LEAST_WIDTH 240
#define LEAST_HEIGHT 160

struct _LscBarChart
{
  GtkWidget parent_instance;

  LscText *text;
  LscBarPlot *plot; /* (nullable) */
  LscBarView view;
  GskRenderNode *picture; /* (nullable): of all but what is marked */
};

G_DEFINE_FINAL_TYPE (LscBarChart, lsc_bar_chart, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_BAR_ACTIVATED,
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
  self->view.theme = adw_style_manager_get_dark (adw_style_manager_get_default ())
                         ? lsc_theme_dark ()
                         : lsc_theme_light ();
  return &self->view;
}

static void
repaint (LscBarChart *self)
{
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
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

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->plot ? self->plot->caption : _ ("Bars"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  words ? words : _ ("Arrow keys walk through the bars"), -1);
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
  repaint (self);
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
  places = lsc_bar_view_place (&self->view, self->text);
  return lsc_bar_view_find (&self->view, &places, x, y);
}

static void
hover (LscBarChart *self, guint bar)
{
  if (bar == self->view.hovered)
    return;
  self->view.hovered = bar;
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventController *controller, double x, double y, LscBarChart *self)
{
  hover (self, find (self, x, y));
}

static void
on_leave (GtkEventController *controller, LscBarChart *self)
{
  hover (self, LSC_BAR_NONE);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, LscBarChart *self)
{
  guint bar = find (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  select_bar (self, bar);
  if (n_press == 2 && bar != LSC_BAR_NONE)
    g_signal_emit (self, signals[SIGNAL_BAR_ACTIVATED], 0);
}

static gboolean
lsc_bar_chart_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard,
                             GtkTooltip *tooltip)
{
  LscBarChart *self = LSC_BAR_CHART (widget);
  const char *words = get_words (self, by_keyboard ? self->view.selected : find (self, x, y));

  if (words)
    gtk_tooltip_set_text (tooltip, words);
  return words != NULL;
}

/* ---- painting ---- */

static GskRenderNode *
make_picture (LscBarChart *self)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  const LscBarView *view = &self->view;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) view->width, (float) view->height));

  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  lsc_bars_paint (self->text, cr, view);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
lsc_bar_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscBarChart *self = LSC_BAR_CHART (widget);
  const LscBarView *view = lsc_bar_chart_get_view (self);
  cairo_t *cr;

  if (view->width < 1 || view->height < 1)
    return;
  if (!self->picture)
    self->picture = make_picture (self);
  if (self->picture)
    gtk_snapshot_append_node (snapshot, self->picture);
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) view->width, (float) view->height));
  lsc_bars_paint_spots (self->text, cr, view);
  cairo_destroy (cr);
}

static void
lsc_bar_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                       int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : LEAST_HEIGHT;
}

static void
lsc_bar_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  repaint (LSC_BAR_CHART (widget));
}

static void
on_style_changed (LscBarChart *self)
{
  lsc_text_reset (self->text);
  repaint (self);
}

static void
lsc_bar_chart_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lsc_bar_chart_parent_class)->css_changed (widget, change);
  on_style_changed (LSC_BAR_CHART (widget));
}

/* ---- life ---- */

static void
lsc_bar_chart_finalize (GObject *object)
{
  LscBarChart *self = LSC_BAR_CHART (object);

  g_clear_pointer (&self->picture, gsk_render_node_unref);
  lsc_bar_plot_free (self->plot);
  lsc_text_free (self->text);
  G_OBJECT_CLASS (lsc_bar_chart_parent_class)->finalize (object);
}

static void
lsc_bar_chart_class_init (LscBarChartClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_bar_chart_finalize;
  widget_class->snapshot = lsc_bar_chart_snapshot;
  widget_class->measure = lsc_bar_chart_measure;
  widget_class->size_allocate = lsc_bar_chart_size_allocate;
  widget_class->css_changed = lsc_bar_chart_css_changed;
  widget_class->query_tooltip = lsc_bar_chart_query_tooltip;
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 0);
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
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lsc_bar_chart_init (LscBarChart *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->text = lsc_text_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  self->view = (LscBarView){
    .text_px = TEXT_PX, .margin = MARGIN, .selected = LSC_BAR_NONE, .hovered = LSC_BAR_NONE
  };
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (on_style_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  describe (self);
}
