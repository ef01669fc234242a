/* lsc-straggler-chart.c - the map of stragglers as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-straggler-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/stragglers/lsc-straggler-painter.h"

#define TEXT_PX 12.0
#define MARGIN 12.0
#define LEAST_WIDTH 320
#define USUAL_WIDTH 720

struct _LscStragglerChart
{
  LscCanvas parent_instance;

  LscStragglerView view;
  GtkWidget *menu;
};

G_DEFINE_FINAL_TYPE (LscStragglerChart, lsc_straggler_chart, LSC_TYPE_CANVAS)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_SPOT_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const LscStragglerSpot nothing = { LSC_STRAGGLER_NONE, 0, 0, 0 };

/** lsc_straggler_chart_get_view: Returns: (transfer none): what is shown, as it is painted */
const LscStragglerView *
lsc_straggler_chart_get_view (LscStragglerChart *self)
{
  g_return_val_if_fail (LSC_IS_STRAGGLER_CHART (self), NULL);
  self->view.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->view.height = gtk_widget_get_height (GTK_WIDGET (self));
  self->view.theme = lsc_canvas_get_theme (LSC_CANVAS (self));
  return &self->view;
}

static LscStragglerPlaces
get_places (LscStragglerChart *self)
{
  return lsc_straggler_view_place (lsc_straggler_chart_get_view (self),
                                   lsc_canvas_get_text (LSC_CANVAS (self)));
}

/* ---- what is selected ---- */

/* The label says which kind of cause it is, the description what is selected. */
static void
describe (LscStragglerChart *self)
{
  gboolean is_empty = lsc_straggler_view_is_empty (&self->view);
  g_autofree char *caption =
      is_empty ? g_strdup ("") : lsc_phrase_to_words (self->view.marks->text);
  g_autofree char *label = is_empty ? g_strdup (_ ("Map of stragglers"))
                                    : g_strdup_printf (_ ("Map of stragglers: %s"), caption);
  g_autofree char *spot = lsc_straggler_view_describe (&self->view, &self->view.selected);

  lsc_canvas_describe (LSC_CANVAS (self), label,
                       spot ? spot
                            : _ ("Arrow keys walk through the workers, stages and replicas"));
}

static void
update_actions (LscStragglerChart *self)
{
  LscStragglerSpotType type = self->view.selected.type;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stragglers.show-pipeline",
                                 type != LSC_STRAGGLER_NONE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stragglers.show-timeline",
                                 type != LSC_STRAGGLER_NONE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stragglers.copy", type != LSC_STRAGGLER_NONE);
}

/* Scrolls what is selected into view, where a map is higher than its room. */
static void
reveal (LscStragglerChart *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  LscStragglerPlaces places;
  LscStragglerBox box;

  if (!scrolled || self->view.selected.type == LSC_STRAGGLER_NONE)
    return;
  places = get_places (self);
  box = lsc_straggler_view_get_box (&self->view, &places, &self->view.selected);
  if (self->view.selected.type ==
      LSC_STRAGGLER_REPLICA) /* its bar, rather than all of its column */
    box = (LscStragglerBox){ box.x, places.by_replica.y, box.width, places.by_replica.height };
  gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
                             box.y - 2 * places.row, box.y + box.height + places.row);
}

/** lsc_straggler_chart_select: @spot: of type %LSC_STRAGGLER_NONE for nothing */
void
lsc_straggler_chart_select (LscStragglerChart *self, const LscStragglerSpot *spot)
{
  g_return_if_fail (LSC_IS_STRAGGLER_CHART (self) && spot);
  if (lsc_straggler_spot_equal (&self->view.selected, spot))
    return;
  self->view.selected = *spot;
  describe (self);
  update_actions (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/**
 * lsc_straggler_chart_set:
 * @study: (nullable): borrowed until another is set, as @marks
 */
void
lsc_straggler_chart_set (LscStragglerChart *self, const LscStragglers *study,
                         const LscStragglerMarks *marks)
{
  g_return_if_fail (LSC_IS_STRAGGLER_CHART (self));
  self->view.study = study;
  self->view.marks = marks;
  lsc_canvas_repaint (LSC_CANVAS (self));
  self->view.hovered = nothing;
  self->view.selected = nothing;
  describe (self);
  update_actions (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/* ---- keys ---- */

static gsize
move_index (gsize index, int by, gsize n)
{
  return by < 0 ? (index > (gsize) -by ? index - (gsize) -by : 0) : MIN (index + (gsize) by, n - 1);
}

/* From the last column on to the right is the stage's bar, from the last row down the replica's. */
static LscStragglerSpot
find_next (const LscStragglerView *view, int dx, int dy)
{
  gsize n_replicas = view->study->n_replicas, n_stages = view->study->n_stages;
  LscStragglerSpot spot = view->selected;

  if (spot.type == LSC_STRAGGLER_NONE || spot.type == LSC_STRAGGLER_STEP)
    return (LscStragglerSpot){ LSC_STRAGGLER_WORKER, 0, 0, 0 };
  if (spot.type == LSC_STRAGGLER_STAGE)
    {
      spot.stage = move_index (spot.stage, dy, n_stages);
      if (dx < 0)
        spot = (LscStragglerSpot){ LSC_STRAGGLER_WORKER, n_replicas - 1, spot.stage, 0 };
    }
  else if (spot.type == LSC_STRAGGLER_REPLICA)
    {
      spot.replica = move_index (spot.replica, dx, n_replicas);
      if (dy < 0)
        spot = (LscStragglerSpot){ LSC_STRAGGLER_WORKER, spot.replica, n_stages - 1, 0 };
    }
  else if (dx > 0 && spot.replica + 1 == n_replicas)
    spot.type = LSC_STRAGGLER_STAGE;
  else if (dy > 0 && spot.stage + 1 == n_stages)
    spot.type = LSC_STRAGGLER_REPLICA;
  else
    {
      spot.replica = move_index (spot.replica, dx, n_replicas);
      spot.stage = move_index (spot.stage, dy, n_stages);
    }
  return spot;
}

static gboolean
go_to (LscStragglerChart *self, LscStragglerSpot spot)
{
  if (lsc_straggler_spot_equal (&spot, &self->view.selected))
    gtk_widget_error_bell (GTK_WIDGET (self));
  lsc_straggler_chart_select (self, &spot);
  reveal (self);
  return TRUE;
}

static gboolean
move (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscStragglerChart *self = LSC_STRAGGLER_CHART (widget);
  int dx, dy;

  if (lsc_straggler_view_is_empty (&self->view))
    return FALSE;
  g_variant_get (arguments, "(ii)", &dx, &dy);
  return go_to (self, find_next (&self->view, dx, dy));
}

/* To the first or last replica of the stage, and with Ctrl of all. */
static gboolean
move_to_end (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscStragglerChart *self = LSC_STRAGGLER_CHART (widget);
  LscStragglerSpot spot = { LSC_STRAGGLER_WORKER, 0, self->view.selected.stage, 0 };
  gboolean is_end, is_whole;

  if (lsc_straggler_view_is_empty (&self->view))
    return FALSE;
  g_variant_get (arguments, "(bb)", &is_end, &is_whole);
  if (is_whole)
    spot.stage = is_end ? self->view.study->n_stages - 1 : 0;
  spot.replica = is_end ? self->view.study->n_replicas - 1 : 0;
  return go_to (self, spot);
}

static gboolean
move_step (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscStragglerChart *self = LSC_STRAGGLER_CHART (widget);
  LscStragglerSpot spot = { LSC_STRAGGLER_STEP, 0, 0, 0 };

  if (lsc_straggler_view_is_empty (&self->view) || self->view.study->n_steps == 0)
    return FALSE;
  if (self->view.selected.type == LSC_STRAGGLER_STEP)
    spot.step = move_index (self->view.selected.step, g_variant_get_int32 (arguments),
                            self->view.study->n_steps);
  return go_to (self, spot);
}

static void
activate (LscStragglerChart *self, LscStragglerTarget target)
{
  if (self->view.selected.type != LSC_STRAGGLER_NONE)
    g_signal_emit (self, signals[SIGNAL_SPOT_ACTIVATED], 0, (int) target);
}

static gboolean
leave_selection (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscStragglerChart *self = LSC_STRAGGLER_CHART (widget);

  if (self->view.selected.type == LSC_STRAGGLER_NONE)
    return FALSE;
  lsc_straggler_chart_select (self, &nothing);
  return TRUE;
}

/* ---- pointer and menu ---- */

static LscStragglerSpot
find (LscStragglerChart *self, double x, double y)
{
  LscStragglerPlaces places = get_places (self);

  return lsc_straggler_view_find (&self->view, &places, x, y);
}

static void
lsc_straggler_chart_point (LscCanvas *canvas, double x, double y)
{
  LscStragglerChart *self = LSC_STRAGGLER_CHART (canvas);
  LscStragglerSpot spot = x < 0 ? nothing : find (self, x, y);

  if (lsc_straggler_spot_equal (&spot, &self->view.hovered))
    return;
  self->view.hovered = spot;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                   spot.type == LSC_STRAGGLER_NONE ? NULL : "pointer");
  lsc_canvas_point_changed (canvas);
}

static void
popup (LscStragglerChart *self, double x, double y)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
lsc_straggler_chart_press (LscCanvas *canvas, double x, double y, int n_press, guint button)
{
  LscStragglerChart *self = LSC_STRAGGLER_CHART (canvas);
  LscStragglerSpot spot = find (self, x, y);

  lsc_straggler_chart_select (self, &spot);
  if (button == GDK_BUTTON_SECONDARY && spot.type != LSC_STRAGGLER_NONE)
    popup (self, x, y);
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2)
    activate (self, LSC_STRAGGLER_TO_PIPELINE);
}

static gboolean
open_menu (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscStragglerChart *self = LSC_STRAGGLER_CHART (widget);
  LscStragglerPlaces places;
  LscStragglerBox box;

  if (self->view.selected.type == LSC_STRAGGLER_NONE)
    return FALSE;
  places = get_places (self);
  box = lsc_straggler_view_get_box (&self->view, &places, &self->view.selected);
  popup (self, box.x + box.width / 2, box.y + box.height);
  return TRUE;
}

static char *
lsc_straggler_chart_get_tip (LscCanvas *canvas, double x, double y, gboolean by_keyboard,
                             GdkRectangle *area)
{
  LscStragglerChart *self = LSC_STRAGGLER_CHART (canvas);
  LscStragglerSpot spot = by_keyboard ? self->view.selected : find (self, x, y);
  LscStragglerPlaces places = get_places (self);
  LscStragglerBox box;

  if (spot.type == LSC_STRAGGLER_WORKER)
    {
      box = lsc_straggler_view_get_box (&self->view, &places, &spot);
      *area = (GdkRectangle){ (int) box.x, (int) box.y, (int) box.width, (int) box.height };
    }
  return lsc_straggler_view_describe (&self->view, &spot);
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LscStragglerChart *self = LSC_STRAGGLER_CHART (widget);
  g_autofree char *text = lsc_straggler_view_describe (&self->view, &self->view.selected);

  if (g_str_equal (name, "stragglers.show-pipeline"))
    activate (self, LSC_STRAGGLER_TO_PIPELINE);
  else if (g_str_equal (name, "stragglers.show-timeline"))
    activate (self, LSC_STRAGGLER_TO_TIMELINE);
  else if (text)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* ---- painting ---- */

static void
lsc_straggler_chart_paint (LscCanvas *canvas, cairo_t *cr)
{
  lsc_straggler_paint (lsc_canvas_get_text (canvas), cr,
                       lsc_straggler_chart_get_view (LSC_STRAGGLER_CHART (canvas)));
}

static void
lsc_straggler_chart_paint_marks (LscCanvas *canvas, cairo_t *cr)
{
  lsc_straggler_paint_spots (lsc_canvas_get_text (canvas), cr,
                             lsc_straggler_chart_get_view (LSC_STRAGGLER_CHART (canvas)));
}

static GtkSizeRequestMode
lsc_straggler_chart_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
lsc_straggler_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
  LscStragglerChart *self = LSC_STRAGGLER_CHART (widget);
  LscStragglerView view = self->view;

  *minimum_baseline = *natural_baseline = -1;
  *minimum = LEAST_WIDTH;
  *natural = USUAL_WIDTH;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  view.width = for_size > 0 ? for_size : USUAL_WIDTH;
  *minimum = *natural =
      (int) ceil (lsc_straggler_view_height (&view, lsc_canvas_get_text (LSC_CANVAS (self))));
}

static void
lsc_straggler_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS (lsc_straggler_chart_parent_class)
      ->size_allocate (widget, width, height, baseline);
  gtk_popover_present (GTK_POPOVER (LSC_STRAGGLER_CHART (widget)->menu));
}

/* ---- life ---- */

static void
lsc_straggler_chart_dispose (GObject *object)
{
  g_clear_pointer (&LSC_STRAGGLER_CHART (object)->menu, gtk_widget_unparent);
  G_OBJECT_CLASS (lsc_straggler_chart_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *class)
{
  static const guint enters[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter };

  gtk_widget_class_add_binding (class, GDK_KEY_Left, 0, move, "(ii)", -1, 0);
  gtk_widget_class_add_binding (class, GDK_KEY_Right, 0, move, "(ii)", 1, 0);
  gtk_widget_class_add_binding (class, GDK_KEY_Up, 0, move, "(ii)", 0, -1);
  gtk_widget_class_add_binding (class, GDK_KEY_Down, 0, move, "(ii)", 0, 1);
  gtk_widget_class_add_binding (class, GDK_KEY_Home, 0, move_to_end, "(bb)", FALSE, FALSE);
  gtk_widget_class_add_binding (class, GDK_KEY_End, 0, move_to_end, "(bb)", TRUE, FALSE);
  gtk_widget_class_add_binding (class, GDK_KEY_Home, GDK_CONTROL_MASK, move_to_end, "(bb)", FALSE,
                                TRUE);
  gtk_widget_class_add_binding (class, GDK_KEY_End, GDK_CONTROL_MASK, move_to_end, "(bb)", TRUE,
                                TRUE);
  gtk_widget_class_add_binding (class, GDK_KEY_Left, GDK_CONTROL_MASK, move_step, "i", -1);
  gtk_widget_class_add_binding (class, GDK_KEY_Right, GDK_CONTROL_MASK, move_step, "i", 1);
  gtk_widget_class_add_binding (class, GDK_KEY_Escape, 0, leave_selection, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_Menu, 0, open_menu, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_F10, GDK_SHIFT_MASK, open_menu, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (enters); i++)
    {
      gtk_widget_class_add_binding_action (class, enters[i], 0, "stragglers.show-pipeline", NULL);
      gtk_widget_class_add_binding_action (class, enters[i], GDK_SHIFT_MASK,
                                           "stragglers.show-timeline", NULL);
    }
  gtk_widget_class_add_binding_action (class, GDK_KEY_t, GDK_CONTROL_MASK,
                                       "stragglers.show-timeline", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_c, GDK_CONTROL_MASK, "stragglers.copy", NULL);
}

static void
lsc_straggler_chart_class_init (LscStragglerChartClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscCanvasClass *canvas_class = LSC_CANVAS_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_straggler_chart_dispose;
  canvas_class->paint = lsc_straggler_chart_paint;
  canvas_class->paint_marks = lsc_straggler_chart_paint_marks;
  canvas_class->point = lsc_straggler_chart_point;
  canvas_class->press = lsc_straggler_chart_press;
  canvas_class->get_tip = lsc_straggler_chart_get_tip;
  widget_class->get_request_mode = lsc_straggler_chart_get_request_mode;
  widget_class->measure = lsc_straggler_chart_measure;
  widget_class->size_allocate = lsc_straggler_chart_size_allocate;
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SPOT_ACTIVATED] =
      g_signal_new ("spot-activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_install_action (widget_class, "stragglers.show-pipeline", NULL, run_action);
  gtk_widget_class_install_action (widget_class, "stragglers.show-timeline", NULL, run_action);
  gtk_widget_class_install_action (widget_class, "stragglers.copy", NULL, run_action);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "stragglerchart");
}

static void
add_menu (LscStragglerChart *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("Show in _Pipeline"), "stragglers.show-pipeline");
  g_menu_append (menu, _ ("Show in _Timeline"), "stragglers.show-timeline");
  g_menu_append (menu, _ ("_Copy Figures"), "stragglers.copy");
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
}

static void
lsc_straggler_chart_init (LscStragglerChart *self)
{
  self->view = (LscStragglerView){ .text_px = TEXT_PX, .margin = MARGIN };
  add_menu (self);
  describe (self);
  update_actions (self);
}
