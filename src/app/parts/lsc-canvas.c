/* lsc-canvas.c - a picture painted by cairo as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-canvas.h"

#include <adwaita.h>
#include <math.h>

#define REST_PX 3.0 /* what moves less has not been moved by the user */
#define TIP_ROW_PX 20

typedef struct
{
  LscText *text;
  double pointer_x, pointer_y; /* where the pointer is */
  double rest_x, rest_y;       /* where it came in, or pressed: until it moves it gets no tip */
  GskRenderNode *picture;      /* (nullable): of all but the marks */
} LscCanvasPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LscCanvas, lsc_canvas, GTK_TYPE_WIDGET)

static LscCanvasPrivate *
get_private (LscCanvas *self)
{
  return lsc_canvas_get_instance_private (self);
}

/** lsc_canvas_get_text: Returns: (transfer none): what measures and paints words in its font */
LscText *
lsc_canvas_get_text (LscCanvas *self)
{
  g_return_val_if_fail (LSC_IS_CANVAS (self), NULL);
  return get_private (self)->text;
}

/** lsc_canvas_get_theme: Returns: the colours of the window, light or dark */
LscTheme
lsc_canvas_get_theme (LscCanvas *self)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ()) ? lsc_theme_dark ()
                                                                       : lsc_theme_light ();
}

/** lsc_canvas_repaint: the picture is another one; for marks a redraw is enough */
void
lsc_canvas_repaint (LscCanvas *self)
{
  g_return_if_fail (LSC_IS_CANVAS (self));
  g_clear_pointer (&get_private (self)->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** lsc_canvas_point_changed: something else is pointed at: marks and tool tip */
void
lsc_canvas_point_changed (LscCanvas *self)
{
  g_return_if_fail (LSC_IS_CANVAS (self));
  if (gtk_widget_get_has_tooltip (GTK_WIDGET (self)))
    gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * lsc_canvas_describe:
 * @label: what the picture shows
 * @description: (nullable): what is selected, or which keys there are
 *
 * Tells the screen reader.
 */
void
lsc_canvas_describe (LscCanvas *self, const char *label, const char *description)
{
  g_return_if_fail (LSC_IS_CANVAS (self) && label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (description)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    description, -1);
}

/* ---- pointer ---- */

static void
on_enter (GtkEventController *controller, double x, double y, LscCanvas *self)
{
  LscCanvasPrivate *private = get_private (self);

  private->rest_x = private->pointer_x = x;
  private->rest_y = private->pointer_y = y;
}

static gboolean
is_resting (LscCanvas *self)
{
  const LscCanvasPrivate *private = get_private (self);

  return private->pointer_x >= 0 && hypot (private->pointer_x - private->rest_x,
                                           private->pointer_y - private->rest_y) < REST_PX;
}

static void
on_motion (GtkEventController *controller, double x, double y, LscCanvas *self)
{
  get_private (self)->pointer_x = x;
  get_private (self)->pointer_y = y;
  if (LSC_CANVAS_GET_CLASS (self)->point)
    LSC_CANVAS_GET_CLASS (self)->point (self, x, y);
}

static void
on_leave (GtkEventController *controller, LscCanvas *self)
{
  get_private (self)->pointer_x = -1;
  if (LSC_CANVAS_GET_CLASS (self)->point)
    LSC_CANVAS_GET_CLASS (self)->point (self, -1, -1);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, LscCanvas *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  on_enter (GTK_EVENT_CONTROLLER (gesture), x, y, self);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (LSC_CANVAS_GET_CLASS (self)->press)
    LSC_CANVAS_GET_CLASS (self)->press (self, x, y, n_press, button);
}

static gboolean
lsc_canvas_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard,
                          GtkTooltip *tooltip)
{
  LscCanvasClass *class = LSC_CANVAS_GET_CLASS (widget);
  GdkRectangle area = { 0, 0, 0, 0 };
  g_autofree char *tip = NULL;

  if (!by_keyboard && is_resting (LSC_CANVAS (widget)))
    return FALSE;
  tip = class->get_tip ? class->get_tip (LSC_CANVAS (widget), x, y, by_keyboard, &area) : NULL;
  if (!tip)
    return FALSE;
  gtk_tooltip_set_text (tooltip, tip);
  if (area.width <= 0 && !by_keyboard) /* below what it is about, not over it */
    area = (GdkRectangle){ x, y - TIP_ROW_PX, 1, 2 * TIP_ROW_PX };
  if (area.width > 0)
    gtk_tooltip_set_tip_area (tooltip, &area);
  return TRUE;
}

/* ---- painting ---- */

static GskRenderNode *
make_picture (LscCanvas *self, const graphene_rect_t *room)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, room);

  if (!LSC_CANVAS_GET_CLASS (self)->is_clear)
    {
      LscTheme theme = lsc_canvas_get_theme (self);

      lsc_color_set (cr, &theme.background);
      cairo_paint (cr);
    }
  LSC_CANVAS_GET_CLASS (self)->paint (self, cr);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
lsc_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscCanvas *self = LSC_CANVAS (widget);
  LscCanvasPrivate *private = get_private (self);
  graphene_rect_t room = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                             (float) gtk_widget_get_height (widget));
  cairo_t *cr;

  if (room.size.width < 1 || room.size.height < 1)
    return;
  if (!private->picture)
  private->picture = make_picture (self, &room);
  if (private->picture) /* nothing was painted, where it is clear */
    gtk_snapshot_append_node (snapshot, private->picture);
  if (!LSC_CANVAS_GET_CLASS (self)->paint_marks)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &room);
  LSC_CANVAS_GET_CLASS (self)->paint_marks (self, cr);
  cairo_destroy (cr);
}

static void
lsc_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  const LscCanvasClass *class = LSC_CANVAS_GET_CLASS (widget);

  *minimum_baseline = *natural_baseline = -1;
  *minimum = *natural =
      orientation == GTK_ORIENTATION_HORIZONTAL ? class->least_width : class->least_height;
}

static void
lsc_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  lsc_canvas_repaint (LSC_CANVAS (widget));
}

static void
on_style_changed (LscCanvas *self)
{
  lsc_text_reset (get_private (self)->text);
  lsc_canvas_repaint (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
lsc_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lsc_canvas_parent_class)->css_changed (widget, change);
  on_style_changed (LSC_CANVAS (widget));
}

/* ---- life ---- */

static void
lsc_canvas_constructed (GObject *object)
{
  G_OBJECT_CLASS (lsc_canvas_parent_class)->constructed (object);
  gtk_widget_set_has_tooltip (GTK_WIDGET (object), LSC_CANVAS_GET_CLASS (object)->get_tip != NULL);
}

static void
lsc_canvas_finalize (GObject *object)
{
  LscCanvasPrivate *private = get_private (LSC_CANVAS (object));

  g_clear_pointer (&private->picture, gsk_render_node_unref);
  lsc_text_free (private->text);
  G_OBJECT_CLASS (lsc_canvas_parent_class)->finalize (object);
}

static void
lsc_canvas_class_init (LscCanvasClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->constructed = lsc_canvas_constructed;
  G_OBJECT_CLASS (class)->finalize = lsc_canvas_finalize;
  widget_class->snapshot = lsc_canvas_snapshot;
  widget_class->measure = lsc_canvas_measure;
  widget_class->size_allocate = lsc_canvas_size_allocate;
  widget_class->css_changed = lsc_canvas_css_changed;
  widget_class->query_tooltip = lsc_canvas_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lsc_canvas_init (LscCanvas *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  get_private (self)->pointer_x = -1;
  get_private (self)->text = lsc_text_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (on_style_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect (motion, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
