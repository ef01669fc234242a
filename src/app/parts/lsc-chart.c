/* lsc-chart.c - rows over an axis as a widget: what is visible, undo, what a screen reader is told
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-chart.h"

#include <adwaita.h>

#include "app/parts/lsc-chart-private.h"

#define DESCRIBE_DELAY_MS 250
#define PAGE_SHARE 0.9 /* of the rows' window, what a page scrolls */

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LscChart, lsc_chart, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_VIEW_CHANGED,
  SIGNAL_SELECTION_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

LscChartPrivate *
_lsc_chart_private (LscChart *self)
{
  return lsc_chart_get_instance_private (self);
}

gboolean
_lsc_chart_get_areas (LscChart *self, LscChartAreas *areas)
{
  *areas = (LscChartAreas){ 0 };
  return LSC_CHART_GET_CLASS (self)->get_areas (self, areas);
}

/* ---- state ---- */

/**
 * lsc_chart_use_view:
 * @port: what is visible, as the others read and written from now on
 * @theme: follows the desktop
 * @scale: device pixels a px
 *
 * Keeps all that in a struct of the subclass instead of in the chart.
 */
void
lsc_chart_use_view (LscChart *self, LscViewport *port, LscTheme *theme, double *scale)
{
  LscChartPrivate *priv;

  g_return_if_fail (LSC_IS_CHART (self) && port && theme && scale);
  priv = _lsc_chart_private (self);
  priv->port = port;
  priv->theme = theme;
  priv->scale = scale;
  _lsc_chart_update_theme (self);
}

/** lsc_chart_get_port: Returns: (transfer none): what is visible; see lsc_chart_changed() */
LscViewport *
lsc_chart_get_port (LscChart *self)
{
  return _lsc_chart_private (self)->port;
}

/** lsc_chart_get_pointer: Returns: %FALSE if the pointer is elsewhere */
gboolean
lsc_chart_get_pointer (LscChart *self, double *x, double *y)
{
  LscChartPrivate *priv;

  g_return_val_if_fail (LSC_IS_CHART (self) && x && y, FALSE);
  priv = _lsc_chart_private (self);
  *x = priv->pointer_x;
  *y = priv->pointer_y;
  return priv->pointer_x >= 0;
}

/**
 * lsc_chart_invalidate:
 * @dirty: mask of LSC_CHART_DIRTY_BODY and others
 */
void
lsc_chart_invalidate (LscChart *self, guint dirty)
{
  _lsc_chart_private (self)->dirty |= dirty;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** lsc_chart_describe: tells a screen reader what the chart shows now */
void
lsc_chart_describe (LscChart *self)
{
  LscChartPrivate *priv;
  g_autofree char *text = NULL;

  g_return_if_fail (LSC_IS_CHART (self));
  priv = _lsc_chart_private (self);
  if (!LSC_CHART_GET_CLASS (self)->describe)
    return;
  text = LSC_CHART_GET_CLASS (self)->describe (self);
  if (g_strcmp0 (text, priv->described) == 0)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  g_free (priv->described);
  priv->described = g_steal_pointer (&text);
}

static gboolean
on_describe (gpointer user_data)
{
  _lsc_chart_private (user_data)->describe_id = 0;
  lsc_chart_describe (user_data);
  return G_SOURCE_REMOVE;
}

static void
update_scroll (LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  LscChartAreas areas;
  gboolean needs_bar = _lsc_chart_get_areas (self, &areas);
  double page = MAX (areas.room, 1);

  needs_bar = needs_bar && areas.content_height > page + 0.5;
  lsc_viewport_clamp_rows (priv->port, areas.content_height, page);
  /* The bar tells of every change, also of this one, which must not move the view again. */
  priv->scroll_is_ours = TRUE;
  gtk_adjustment_configure (priv->scroll, priv->port->scroll_y, 0, MAX (areas.content_height, page),
                            LSC_CHART_GET_CLASS (self)->wheel_rows_px / 2, page * PAGE_SHARE, page);
  priv->scroll_is_ours = FALSE;
  if (needs_bar == gtk_widget_get_child_visible (priv->scrollbar))
    return;
  gtk_widget_set_child_visible (priv->scrollbar, needs_bar);
  gtk_widget_queue_allocate (GTK_WIDGET (self)); /* the rows' width changes */
}

/**
 * lsc_chart_changed:
 *
 * To be called after anything that is drawn has changed: brings the window back inside the limits
 * (drawing.md#axis), repaints everything and tells so.
 */
void
lsc_chart_changed (LscChart *self)
{
  LscChartPrivate *priv;
  LscViewLimits limits;

  g_return_if_fail (LSC_IS_CHART (self));
  priv = _lsc_chart_private (self);
  if (LSC_CHART_GET_CLASS (self)->get_limits (self, &limits))
    lsc_viewport_clamp (priv->port, &limits);
  update_scroll (self);
  if (priv->describe_id == 0) /* a screen reader is not told every frame of a move */
    priv->describe_id = g_timeout_add (DESCRIBE_DELAY_MS, on_describe, self);
  if (priv->fit_pending)
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  lsc_chart_invalidate (self, LSC_CHART_DIRTY_ALL);
  g_signal_emit (self, signals[SIGNAL_VIEW_CHANGED], 0);
}

/**
 * lsc_chart_selection_changed:
 *
 * To be called after something else was selected, or nothing.
 */
void
lsc_chart_selection_changed (LscChart *self)
{
  lsc_chart_describe (self);
  lsc_chart_invalidate (self, LSC_CHART_DIRTY_OVERLAY);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/** lsc_chart_forget_moves: undo does not lead back to what was visible so far */
void
lsc_chart_forget_moves (LscChart *self)
{
  lsc_view_history_clear (_lsc_chart_private (self)->history);
}

/** lsc_chart_was_moved: Returns: whether the user went away from what was shown first */
gboolean
lsc_chart_was_moved (LscChart *self)
{
  return !lsc_view_history_is_empty (_lsc_chart_private (self)->history);
}

/**
 * lsc_chart_restart:
 *
 * To be called when other content is shown: it is fitted as soon as its size is known, and undo
 * does not lead back to what was shown before.
 */
void
lsc_chart_restart (LscChart *self)
{
  LscChartPrivate *priv;

  g_return_if_fail (LSC_IS_CHART (self));
  priv = _lsc_chart_private (self);
  priv->port->scroll_y = 0;
  lsc_chart_forget_moves (self);
  priv->fit_pending = TRUE;
  priv->fills_width = TRUE;
  _lsc_chart_drop_nodes (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/** lsc_chart_is_fitted: whether what is shown has its size, so that a part of it can be shown */
gboolean
lsc_chart_is_fitted (LscChart *self)
{
  return !_lsc_chart_private (self)->fit_pending;
}

/* ---- what is visible ---- */

/**
 * lsc_chart_note:
 * @before: (nullable): what was visible, %NULL = what is
 *
 * To be called before the visible place changes, so that the change can be undone.
 */
void
lsc_chart_note (LscChart *self, LscViewMove move, const LscViewPlace *before)
{
  LscChartPrivate *priv;
  LscViewPlace place;

  g_return_if_fail (LSC_IS_CHART (self));
  priv = _lsc_chart_private (self);
  place = lsc_viewport_get_place (priv->port);
  /* who zooms or moves by hand wants that place to stay when the window is resized */
  if (move == LSC_MOVE_ZOOM || move == LSC_MOVE_PAN)
    priv->fills_width = FALSE;
  lsc_view_history_note (priv->history, move, before ? before : &place, g_get_monotonic_time ());
}

static gboolean
go_back (LscChart *self, gboolean (*step) (LscViewHistory *history, LscViewPlace *place))
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  LscViewPlace place = lsc_viewport_get_place (priv->port);

  if (!step (priv->history, &place))
    return FALSE;
  lsc_viewport_set_place (priv->port, &place);
  lsc_chart_changed (self);
  return TRUE;
}

/** lsc_chart_undo: Returns: %FALSE when there is no move to undo */
gboolean
lsc_chart_undo (LscChart *self)
{
  return go_back (self, lsc_view_history_undo);
}

/** lsc_chart_redo: Returns: %FALSE when there is no move to do again */
gboolean
lsc_chart_redo (LscChart *self)
{
  return go_back (self, lsc_view_history_redo);
}

/** lsc_chart_fit: shows everything */
void
lsc_chart_fit (LscChart *self)
{
  g_return_if_fail (LSC_IS_CHART (self));
  lsc_chart_note (self, LSC_MOVE_JUMP, NULL);
  _lsc_chart_private (self)->fills_width = TRUE;
  LSC_CHART_GET_CLASS (self)->fit (self, FALSE);
  lsc_chart_changed (self);
}

/**
 * lsc_chart_zoom_at:
 * @x: the time under it stays there
 *
 * Zooms and leaves it to the caller to note it.
 */
void
lsc_chart_zoom_at (LscChart *self, double factor, double x)
{
  LscViewLimits limits;

  g_return_if_fail (LSC_IS_CHART (self) && factor > 0);
  if (!LSC_CHART_GET_CLASS (self)->get_limits (self, &limits))
    return;
  lsc_viewport_zoom (_lsc_chart_private (self)->port, &limits, factor, x);
  lsc_chart_changed (self);
}

/**
 * lsc_chart_zoom:
 * @factor: above 1 to see less
 *
 * Zooms around the pointer, or the middle when it is elsewhere.
 */
void
lsc_chart_zoom (LscChart *self, double factor)
{
  LscChartPrivate *priv;
  double header_width, middle;

  g_return_if_fail (LSC_IS_CHART (self) && factor > 0);
  priv = _lsc_chart_private (self);
  header_width = priv->port->header_width;
  middle = header_width + lsc_viewport_body_width (priv->port) / 2;
  lsc_chart_note (self, LSC_MOVE_ZOOM, NULL);
  lsc_chart_zoom_at (self, factor, priv->pointer_x > header_width ? priv->pointer_x : middle);
}

/**
 * lsc_chart_pan:
 * @share: of the visible time, positive to later times
 */
void
lsc_chart_pan (LscChart *self, double share)
{
  LscViewport *port;

  g_return_if_fail (LSC_IS_CHART (self));
  port = _lsc_chart_private (self)->port;
  lsc_chart_note (self, LSC_MOVE_PAN, NULL);
  lsc_viewport_move (port, share * port->span_ns);
  lsc_chart_changed (self);
}

/**
 * lsc_chart_scroll:
 * @dy: px, positive to lower rows
 */
void
lsc_chart_scroll (LscChart *self, double dy)
{
  g_return_if_fail (LSC_IS_CHART (self));
  lsc_chart_note (self, LSC_MOVE_SCROLL, NULL);
  _lsc_chart_private (self)->port->scroll_y += dy;
  lsc_chart_changed (self);
}

/**
 * lsc_chart_show_time:
 * @begin_ns: of the axis
 * @end_ns: of the axis, later
 *
 * Makes a time fill the window.
 */
void
lsc_chart_show_time (LscChart *self, gint64 begin_ns, gint64 end_ns)
{
  LscViewport *port;

  g_return_if_fail (LSC_IS_CHART (self));
  port = _lsc_chart_private (self)->port;
  if (end_ns < begin_ns)
    return;
  lsc_chart_note (self, LSC_MOVE_JUMP, NULL);
  lsc_viewport_set_begin (port, begin_ns, 0);
  port->span_ns = MAX ((double) (end_ns - begin_ns), 1);
  _lsc_chart_private (self)->fills_width = TRUE;
  _lsc_chart_private (self)->holds_scale = FALSE; /* what is beside may be on its way */
  lsc_chart_changed (self);
}

/* ---- by name ---- */

static void
page_scroll (LscChart *self, int direction)
{
  LscChartAreas areas;

  _lsc_chart_get_areas (self, &areas);
  lsc_chart_scroll (self, direction * MAX (areas.room * PAGE_SHARE, 1));
}

static void
bell_unless (LscChart *self, gboolean done)
{
  if (!done)
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/**
 * lsc_chart_perform:
 * @verb: what a key does
 *
 * Returns: whether the chart knows that verb
 */
gboolean
lsc_chart_perform (LscChart *self, const char *verb)
{
  LscChartClass *class;

  g_return_val_if_fail (LSC_IS_CHART (self) && verb, FALSE);
  class = LSC_CHART_GET_CLASS (self);
  if (g_str_equal (verb, "zoom-in"))
    lsc_chart_zoom (self, class->key_zoom);
  else if (g_str_equal (verb, "zoom-out"))
    lsc_chart_zoom (self, 1 / class->key_zoom);
  else if (g_str_equal (verb, "earlier"))
    lsc_chart_pan (self, -class->key_pan);
  else if (g_str_equal (verb, "later"))
    lsc_chart_pan (self, class->key_pan);
  else if (g_str_equal (verb, "lanes-up"))
    lsc_chart_scroll (self, -class->wheel_rows_px / 2);
  else if (g_str_equal (verb, "lanes-down"))
    lsc_chart_scroll (self, class->wheel_rows_px / 2);
  else if (g_str_equal (verb, "page-up"))
    page_scroll (self, -1);
  else if (g_str_equal (verb, "page-down"))
    page_scroll (self, 1);
  else if (g_str_equal (verb, "undo"))
    bell_unless (self, lsc_chart_undo (self));
  else if (g_str_equal (verb, "redo"))
    bell_unless (self, lsc_chart_redo (self));
  else if (g_str_equal (verb, "fit"))
    lsc_chart_fit (self);
  else if (g_str_equal (verb, "menu"))
    lsc_chart_popup (self, -1, -1);
  else
    return class->perform && class->perform (self, verb);
  return TRUE;
}

/* ---- geometry ---- */

static void
lsc_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                   int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 120;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 400;
  *minimum_baseline = *natural_baseline = -1;
}

static gboolean
on_fitted (gpointer user_data)
{
  _lsc_chart_private (user_data)->fitted_id = 0;
  g_signal_emit (user_data, signals[SIGNAL_VIEW_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/**
 * lsc_chart_hold_scale_in:
 * @root: where something is about to be put beside charts, or taken away
 *
 * The next time that charts in it become wider or narrower, what is under the pointer stays there
 * if the user has zoomed or moved; else all that is shown, or the time that was asked for, goes on
 * filling the width.
 */
void
lsc_chart_hold_scale_in (GtkWidget *root)
{
  if (LSC_IS_CHART (root))
    _lsc_chart_private (LSC_CHART (root))->holds_scale =
        gtk_widget_get_mapped (root) && !_lsc_chart_private (LSC_CHART (root))->fills_width;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    lsc_chart_hold_scale_in (child);
}

/* The first time that there are both content and a size. Whoever hears of it may change a label,
 * which is not allowed while sizes are given out. */
static void
fit_first (LscChart *self, int width)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  LscViewLimits limits;

  priv->dirty = LSC_CHART_DIRTY_ALL;
  if (width <= priv->port->header_width || !LSC_CHART_GET_CLASS (self)->get_limits (self, &limits))
    return;
  priv->fit_pending = FALSE;
  priv->port->width = width;
  LSC_CHART_GET_CLASS (self)->fit (self, TRUE);
  if (priv->fitted_id == 0)
    priv->fitted_id = g_idle_add (on_fitted, self);
}

/* What is seen stays where it is, more or less of it at the right. */
static void
hold_scale (LscChart *self, int width)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  double old = lsc_viewport_body_width (priv->port);
  LscViewLimits limits;

  priv->holds_scale = FALSE;
  priv->port->width = width;
  priv->port->span_ns *= lsc_viewport_body_width (priv->port) / old;
  if (LSC_CHART_GET_CLASS (self)->get_limits (self, &limits))
    lsc_viewport_clamp (priv->port, &limits);
  priv->dirty = LSC_CHART_DIRTY_ALL;
}

static void
lsc_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LscChart *self = LSC_CHART (widget);
  LscChartPrivate *priv = _lsc_chart_private (self);
  int bar, unused, rows_width;

  gtk_widget_measure (priv->scrollbar, GTK_ORIENTATION_HORIZONTAL, -1, &bar, &unused, NULL, NULL);
  priv->port->height = MAX (height - LSC_CHART_GET_CLASS (self)->top, 1);
  if (priv->fit_pending)
    fit_first (self, width);
  else if (priv->height != height && LSC_CHART_GET_CLASS (self)->height_changed)
    LSC_CHART_GET_CLASS (self)->height_changed (self);
  update_scroll (self);
  rows_width = gtk_widget_get_child_visible (priv->scrollbar) ? width - bar : width;
  if (priv->holds_scale && priv->port->width != rows_width)
    hold_scale (self, rows_width);
  if (priv->port->width != rows_width || priv->height != height)
    {
      priv->port->width = rows_width;
      priv->dirty = LSC_CHART_DIRTY_ALL;
    }
  priv->width = width;
  priv->height = height;
  if (gtk_widget_get_child_visible (priv->scrollbar))
    gtk_widget_size_allocate (priv->scrollbar, &(GtkAllocation){ width - bar, 0, bar, height },
                              baseline);
  if (priv->menu)
    gtk_popover_present (GTK_POPOVER (priv->menu));
  if (priv->bubble)
    gtk_popover_present (GTK_POPOVER (priv->bubble));
}

static void
on_scroll_changed (LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);

  if (priv->scroll_is_ours)
    return;
  lsc_chart_note (self, LSC_MOVE_SCROLL, NULL);
  priv->port->scroll_y = gtk_adjustment_get_value (priv->scroll);
  lsc_chart_invalidate (self, LSC_CHART_DIRTY_ALL);
}

/* ---- life ---- */

static void
forget (LscChart *self)
{
  if (LSC_CHART_GET_CLASS (self)->forget)
    LSC_CHART_GET_CLASS (self)->forget (self);
  lsc_chart_invalidate (self, LSC_CHART_DIRTY_ALL);
}

static void
on_theme_changed (LscChart *self)
{
  _lsc_chart_update_theme (self);
  forget (self);
}

static void
lsc_chart_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (lsc_chart_parent_class)->system_setting_changed (widget, setting);
  if (setting == GTK_SYSTEM_SETTING_DPI || setting == GTK_SYSTEM_SETTING_FONT_NAME ||
      setting == GTK_SYSTEM_SETTING_FONT_CONFIG)
    forget (LSC_CHART (widget));
}

static void
lsc_chart_dispose (GObject *object)
{
  LscChartPrivate *priv = _lsc_chart_private (LSC_CHART (object));

  g_clear_handle_id (&priv->describe_id, g_source_remove);
  g_clear_handle_id (&priv->fitted_id, g_source_remove);
  g_clear_pointer (&priv->scrollbar, gtk_widget_unparent);
  g_clear_pointer (&priv->menu, gtk_widget_unparent);
  g_clear_pointer (&priv->bubble, gtk_widget_unparent);
  _lsc_chart_drop_nodes (LSC_CHART (object));
  G_OBJECT_CLASS (lsc_chart_parent_class)->dispose (object);
}

static void
lsc_chart_finalize (GObject *object)
{
  LscChartPrivate *priv = _lsc_chart_private (LSC_CHART (object));

  lsc_view_history_free (priv->history);
  g_free (priv->described);
  G_OBJECT_CLASS (lsc_chart_parent_class)->finalize (object);
}

static void
fit_limits (LscChart *self, gboolean is_first)
{
  LscViewport *port = lsc_chart_get_port (self);
  LscViewLimits limits;

  if (!LSC_CHART_GET_CLASS (self)->get_limits (self, &limits))
    return;
  lsc_viewport_fit (port, limits.begin_ns, limits.end_ns, limits.least_span_ns);
  port->scroll_y = 0;
}

static void
lsc_chart_class_init (LscChartClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_chart_dispose;
  G_OBJECT_CLASS (class)->finalize = lsc_chart_finalize;
  widget_class->snapshot = _lsc_chart_snapshot;
  widget_class->measure = lsc_chart_measure;
  widget_class->size_allocate = lsc_chart_size_allocate;
  widget_class->system_setting_changed = lsc_chart_system_setting_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  class->fit = fit_limits;
  class->key_zoom = class->wheel_zoom = 1.1236; /* drawing.md#axis */
  class->key_pan = class->wheel_pan = 0.05;
  class->wheel_rows_px = 40;
  class->drag_least_px = 2; /* drawing.md#keys */
  class->header_least_px = 90;
  class->header_most_px = 420;

  signals[SIGNAL_VIEW_CHANGED] = g_signal_new ("view-changed", LSC_TYPE_CHART, G_SIGNAL_RUN_LAST, 0,
                                               NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SELECTION_CHANGED] = g_signal_new (
      "selection-changed", LSC_TYPE_CHART, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lsc_chart_init (LscChart *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  LscChartPrivate *priv = _lsc_chart_private (self);
  GtkWidget *widget = GTK_WIDGET (self);

  priv->own_port = (LscViewport){ .span_ns = 1e9, .lane_height = 22, .header_width = 140 };
  priv->own_scale = 1;
  lsc_chart_use_view (self, &priv->own_port, &priv->own_theme, &priv->own_scale);
  priv->pointer_x = priv->pointer_y = -1;
  priv->dirty = LSC_CHART_DIRTY_ALL;
  priv->fit_pending = TRUE;
  priv->history = lsc_view_history_new ();
  priv->scroll = gtk_adjustment_new (0, 0, 1, 1, 1, 1);
  priv->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, priv->scroll);
  gtk_widget_set_parent (priv->scrollbar, widget);
  g_signal_connect_object (priv->scroll, "value-changed", G_CALLBACK (on_scroll_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (on_theme_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (on_theme_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  _lsc_chart_add_controllers (self);
}
