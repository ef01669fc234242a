/* lsc-grid-chart.c - ranks in their layout as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-grid-chart.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "draw/grid/lsc-grid-painter.h"

#define TEXT_PX 12.0
#define MARGIN 10.0
#define LEAST_WIDTH 240
#define LEAST_HEIGHT 140

struct _LscGridChart
{
  GtkWidget parent_instance;

  LscText *text;
  LscGridView view;
  GskRenderNode *picture; /* (nullable): of all but what is marked */
};

G_DEFINE_FINAL_TYPE (LscGridChart, lsc_grid_chart, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_RANK_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/** lsc_grid_chart_get_view: Returns: (transfer none): what is shown, as it is painted */
const LscGridView *
lsc_grid_chart_get_view (LscGridChart *self)
{
  g_return_val_if_fail (LSC_IS_GRID_CHART (self), NULL);
  self->view.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->view.height = gtk_widget_get_height (GTK_WIDGET (self));
  self->view.theme = adw_style_manager_get_dark (adw_style_manager_get_default ())
                         ? lsc_theme_dark ()
                         : lsc_theme_light ();
  return &self->view;
}

static void
repaint (LscGridChart *self)
{
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The label says what the grid shows, the description what is selected, or how large it is. */
static void
describe (LscGridChart *self)
{
  g_autofree char *caption = lsc_grid_view_get_caption (&self->view);
  g_autofree char *cell = lsc_grid_view_describe (&self->view, self->view.selected);
  g_autofree char *sum = lsc_grid_view_sum_up (&self->view);
  g_autofree char *label = g_strdup_printf (_ ("Grid of ranks: %s"), caption);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, cell ? cell : sum, -1);
}

/** lsc_grid_chart_set_grid: @grid: (nullable): borrowed until another is set */
void
lsc_grid_chart_set_grid (LscGridChart *self, const LscRankGrid *grid)
{
  g_return_if_fail (LSC_IS_GRID_CHART (self));
  self->view.grid = grid;
  self->view.selected = self->view.hovered = LSC_GRID_NONE;
  describe (self);
  repaint (self);
}

/** lsc_grid_chart_set_figure: what the colours stand for */
void
lsc_grid_chart_set_figure (LscGridChart *self, LscGridFigure figure)
{
  g_return_if_fail (LSC_IS_GRID_CHART (self));
  self->view.figure = figure;
  describe (self);
  repaint (self);
}

/** lsc_grid_chart_select: @cell: %LSC_GRID_NONE for nothing; no signal tells it */
void
lsc_grid_chart_select (LscGridChart *self, guint cell)
{
  g_return_if_fail (LSC_IS_GRID_CHART (self));
  if (self->view.selected == cell)
    return;
  self->view.selected = cell;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** lsc_grid_chart_choose: selects a cell as the user does */
void
lsc_grid_chart_choose (LscGridChart *self, guint cell)
{
  g_return_if_fail (LSC_IS_GRID_CHART (self));
  if (self->view.selected == cell)
    return;
  lsc_grid_chart_select (self, cell);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/* ---- keys ---- */

static gboolean
on_move_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscGridChart *self = LSC_GRID_CHART (widget);
  LscGridPlaces places;
  guint next;
  int dx, dy;

  if (lsc_grid_view_is_empty (lsc_grid_chart_get_view (self)))
    return FALSE;
  g_variant_get (arguments, "(ii)", &dx, &dy);
  places = lsc_grid_view_place (&self->view, self->text);
  next = lsc_grid_view_step (&self->view, &places, dx, dy);
  if (next == LSC_GRID_NONE)
    gtk_widget_error_bell (widget);
  else
    lsc_grid_chart_choose (self, next);
  return TRUE;
}

static gboolean
on_leave_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  if (LSC_GRID_CHART (widget)->view.selected == LSC_GRID_NONE)
    return FALSE;
  lsc_grid_chart_choose (LSC_GRID_CHART (widget), LSC_GRID_NONE);
  return TRUE;
}

static gboolean
on_activate_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  if (LSC_GRID_CHART (widget)->view.selected == LSC_GRID_NONE)
    return FALSE;
  g_signal_emit (widget, signals[SIGNAL_RANK_ACTIVATED], 0);
  return TRUE;
}

/* ---- pointer ---- */

static guint
find (LscGridChart *self, double x, double y)
{
  LscGridPlaces places;

  if (lsc_grid_view_is_empty (lsc_grid_chart_get_view (self)))
    return LSC_GRID_NONE;
  places = lsc_grid_view_place (&self->view, self->text);
  return lsc_grid_view_find (&self->view, &places, x, y);
}

static void
hover (LscGridChart *self, guint cell)
{
  if (cell == self->view.hovered)
    return;
  self->view.hovered = cell;
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventController *controller, double x, double y, LscGridChart *self)
{
  hover (self, find (self, x, y));
}

static void
on_leave (GtkEventController *controller, LscGridChart *self)
{
  hover (self, LSC_GRID_NONE);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, LscGridChart *self)
{
  guint cell = find (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  lsc_grid_chart_choose (self, cell);
  if (n_press == 2 && cell != LSC_GRID_NONE)
    g_signal_emit (self, signals[SIGNAL_RANK_ACTIVATED], 0);
}

static gboolean
lsc_grid_chart_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard,
                              GtkTooltip *tooltip)
{
  LscGridChart *self = LSC_GRID_CHART (widget);
  guint cell = by_keyboard ? self->view.selected : find (self, x, y);
  g_autofree char *text = lsc_grid_view_describe (&self->view, cell);

  if (!text)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 2, y - 2, 4, 4 });
  return TRUE;
}

/* ---- painting ---- */

static GskRenderNode *
make_picture (LscGridChart *self)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  const LscGridView *view = &self->view;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) view->width, (float) view->height));

  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  lsc_grid_paint (self->text, cr, view);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
lsc_grid_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscGridChart *self = LSC_GRID_CHART (widget);
  const LscGridView *view = lsc_grid_chart_get_view (self);
  cairo_t *cr;

  if (view->width < 1 || view->height < 1)
    return;
  if (!self->picture)
    self->picture = make_picture (self);
  if (self->picture)
    gtk_snapshot_append_node (snapshot, self->picture);
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) view->width, (float) view->height));
  lsc_grid_paint_spots (self->text, cr, view);
  cairo_destroy (cr);
}

static void
lsc_grid_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : LEAST_HEIGHT;
}

static void
lsc_grid_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  repaint (LSC_GRID_CHART (widget));
}

static void
on_style_changed (LscGridChart *self)
{
  lsc_text_reset (self->text);
  repaint (self);
}

static void
lsc_grid_chart_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lsc_grid_chart_parent_class)->css_changed (widget, change);
  on_style_changed (LSC_GRID_CHART (widget));
}

/* ---- life ---- */

static void
lsc_grid_chart_finalize (GObject *object)
{
  LscGridChart *self = LSC_GRID_CHART (object);

  g_clear_pointer (&self->picture, gsk_render_node_unref);
  lsc_text_free (self->text);
  G_OBJECT_CLASS (lsc_grid_chart_parent_class)->finalize (object);
}

static void
add_keys (GtkWidgetClass *class)
{
  gtk_widget_class_add_binding (class, GDK_KEY_Left, 0, on_move_key, "(ii)", -1, 0);
  gtk_widget_class_add_binding (class, GDK_KEY_Right, 0, on_move_key, "(ii)", 1, 0);
  gtk_widget_class_add_binding (class, GDK_KEY_Up, 0, on_move_key, "(ii)", 0, -1);
  gtk_widget_class_add_binding (class, GDK_KEY_Down, 0, on_move_key, "(ii)", 0, 1);
  gtk_widget_class_add_binding (class, GDK_KEY_Escape, 0, on_leave_key, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_Return, 0, on_activate_key, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_KP_Enter, 0, on_activate_key, NULL);
}

static void
lsc_grid_chart_class_init (LscGridChartClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_grid_chart_finalize;
  widget_class->snapshot = lsc_grid_chart_snapshot;
  widget_class->measure = lsc_grid_chart_measure;
  widget_class->size_allocate = lsc_grid_chart_size_allocate;
  widget_class->css_changed = lsc_grid_chart_css_changed;
  widget_class->query_tooltip = lsc_grid_chart_query_tooltip;
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_RANK_ACTIVATED] =
      g_signal_new ("rank-activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "gridchart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lsc_grid_chart_init (LscGridChart *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->text = lsc_text_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  self->view = (LscGridView){
    .text_px = TEXT_PX, .margin = MARGIN, .selected = LSC_GRID_NONE, .hovered = LSC_GRID_NONE
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
