/* lsc-timeline-chart.c - lanes over time as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-chart-private.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "app/window/lsc-app.h"
#include "app/timeline/lsc-timeline-describe.h"
#include "app/timeline/lsc-timeline-keys.h"

/* Longer recordings start with their first five minutes (drawing.md#axis). */
#define FIRST_SPAN_NS (5.0 * 60.0 * 1e9)

#define HEADER_WIDTH_PX 212.0
#define DESCRIBE_DELAY_MS 250

G_DEFINE_FINAL_TYPE (LscTimelineChart, lsc_timeline_chart, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_RANGE_CHANGED,
  SIGNAL_VIEW_CHANGED,
  SIGNAL_LANES_CHANGED,
  SIGNAL_HOVERED,
  SIGNAL_LOAD_RANK,
  SIGNAL_EDIT_MARK,
  SIGNAL_HITS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- state ---- */

void
_lsc_timeline_chart_invalidate (LscTimelineChart *self, guint dirty)
{
  self->dirty |= dirty;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update_accessible (LscTimelineChart *self)
{
  g_autofree char *text = lsc_timeline_describe_state (&self->view);

  if (g_strcmp0 (text, self->described) == 0)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  g_free (self->described);
  self->described = g_steal_pointer (&text);
}

static gboolean
on_describe (gpointer user_data)
{
  LscTimelineChart *self = user_data;

  self->describe_id = 0;
  update_accessible (self);
  return G_SOURCE_REMOVE;
}

/* A screen reader is not told every frame of a move. */
static void
queue_describe (LscTimelineChart *self)
{
  if (self->describe_id == 0)
    self->describe_id = g_timeout_add (DESCRIBE_DELAY_MS, on_describe, self);
}

static void
update_scroll (LscTimelineChart *self)
{
  double pinned = lsc_timeline_layout_get_pinned_height (self->layout);
  double content = lsc_timeline_layout_get_content_height (self->layout);
  double page = MAX (self->view.port.height - self->view.ruler_height - pinned, 1);
  gboolean needs_bar = content > page + 0.5;

  self->view.port.scroll_y = CLAMP (self->view.port.scroll_y, 0, MAX (content - page, 0));
  self->scroll_is_ours = TRUE;
  gtk_adjustment_configure (self->scroll, self->view.port.scroll_y, 0, MAX (content, page),
                            LSC_TIMELINE_SCROLL_STEP, page * 0.9, page);
  self->scroll_is_ours = FALSE;
  if (needs_bar == gtk_widget_get_child_visible (self->scrollbar))
    return;
  gtk_widget_set_child_visible (self->scrollbar, needs_bar);
  gtk_widget_queue_allocate (GTK_WIDGET (self)); /* the lanes' width changes */
}

/* To be called after anything that is drawn has changed. */
void
_lsc_timeline_chart_changed (LscTimelineChart *self)
{
  lsc_timeline_view_clamp (&self->view);
  update_scroll (self);
  queue_describe (self);
  _lsc_timeline_chart_invalidate (self, LSC_REPAINT_ALL);
  g_signal_emit (self, signals[SIGNAL_VIEW_CHANGED], 0);
}

/* To be called after the user changed lanes. */
void
_lsc_timeline_chart_lanes_changed (LscTimelineChart *self)
{
  if (self->view.focus_strip >= lsc_timeline_layout_get_n_strips (self->layout))
    self->view.focus_strip = G_MAXSIZE;
  _lsc_timeline_chart_changed (self);
  g_signal_emit (self, signals[SIGNAL_LANES_CHANGED], 0);
}

void
_lsc_timeline_chart_selection_changed (LscTimelineChart *self)
{
  update_accessible (self);
  _lsc_timeline_chart_invalidate (self, LSC_REPAINT_OVERLAY);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

void
_lsc_timeline_chart_range_changed (LscTimelineChart *self)
{
  update_accessible (self);
  _lsc_timeline_chart_invalidate (self, LSC_REPAINT_OVERLAY | LSC_REPAINT_FRAME);
  g_signal_emit (self, signals[SIGNAL_RANGE_CHANGED], 0);
}

void
_lsc_timeline_chart_load_rank (LscTimelineChart *self, guint rank)
{
  g_signal_emit (self, signals[SIGNAL_LOAD_RANK], 0, rank);
}

void
_lsc_timeline_chart_edit_mark (LscTimelineChart *self, guint mark)
{
  g_signal_emit (self, signals[SIGNAL_EDIT_MARK], 0, mark);
}

void
_lsc_timeline_chart_hovered (LscTimelineChart *self)
{
  g_signal_emit (self, signals[SIGNAL_HOVERED], 0);
}

/* ---- public: what is shown ---- */

/**
 * lsc_timeline_chart_new:
 */
GtkWidget *
lsc_timeline_chart_new (void)
{
  return g_object_new (LSC_TYPE_TIMELINE_CHART, NULL);
}

/**
 * lsc_timeline_chart_take_layout:
 * @layout: (transfer full): ranks and their lanes
 *
 * Shows other ranks, fitted as soon as one of them has slices. Selection, range and history are
 * forgotten; switches such as colours stay.
 */
void
lsc_timeline_chart_take_layout (LscTimelineChart *self, LscTimelineLayout *layout)
{
  LscTimelineLayout *old = self->layout;

  self->layout = self->view.layout = layout;
  lsc_timeline_painter_reset (self->painter);
  self->view.port.scroll_y = 0;
  self->view.focus_strip = G_MAXSIZE;
  lsc_timeline_chart_take_hits (self, NULL, G_MAXSIZE);
  self->view.marks = NULL;
  _lsc_timeline_chart_forget_spots (self);
  lsc_view_history_clear (self->history);
  self->fit_pending = TRUE;
  _lsc_timeline_chart_drop_nodes (self);
  g_clear_pointer (&old, lsc_timeline_layout_free);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  _lsc_timeline_chart_changed (self);
}

/**
 * lsc_timeline_chart_get_layout:
 *
 * Returns: (transfer none): ranks and lanes; after changing them call
 *   lsc_timeline_chart_layout_edited()
 */
LscTimelineLayout *
lsc_timeline_chart_get_layout (LscTimelineChart *self)
{
  return self->layout;
}

/**
 * lsc_timeline_chart_get_view:
 *
 * Returns: (transfer none): what is visible
 */
const LscTimelineView *
lsc_timeline_chart_get_view (LscTimelineChart *self)
{
  return &self->view;
}

/**
 * lsc_timeline_chart_edit_view:
 *
 * Returns: (transfer none): what is visible, to have its switches changed;
 *   lsc_timeline_chart_view_edited() follows
 */
LscTimelineView *
lsc_timeline_chart_edit_view (LscTimelineChart *self)
{
  return &self->view;
}

/** lsc_timeline_chart_view_edited: repaints everything */
void
lsc_timeline_chart_view_edited (LscTimelineChart *self)
{
  _lsc_timeline_chart_changed (self);
}

/**
 * lsc_timeline_chart_layout_edited:
 *
 * To be called after ranks, offsets or lanes were changed by program: nothing is announced as a
 * change by the user.
 */
void
lsc_timeline_chart_layout_edited (LscTimelineChart *self)
{
  gint64 begin_ns, end_ns;

  if (self->view.focus_strip >= lsc_timeline_layout_get_n_strips (self->layout))
    self->view.focus_strip = G_MAXSIZE;
  if (_lsc_timeline_chart_get_extent (self, &begin_ns, &end_ns))
    self->view.origin_ns = begin_ns;
  if (self->fit_pending)
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  _lsc_timeline_chart_changed (self);
}

/**
 * lsc_timeline_chart_set_marks:
 * @marks: (nullable) (element-type LscTimelineMark): borrowed until set again
 */
void
lsc_timeline_chart_set_marks (LscTimelineChart *self, GPtrArray *marks)
{
  self->view.marks = marks;
  _lsc_timeline_chart_invalidate (self, LSC_REPAINT_OVERLAY | LSC_REPAINT_FRAME);
}

/**
 * lsc_timeline_chart_set_path:
 * @path: (nullable) (element-type LscTimelinePathRange): by rank and time; borrowed until set again
 */
void
lsc_timeline_chart_set_path (LscTimelineChart *self, const GArray *path)
{
  self->view.path = path;
  _lsc_timeline_chart_invalidate (self, LSC_REPAINT_OVERLAY);
}

/**
 * lsc_timeline_chart_take_hits:
 * @hits: (nullable) (transfer full) (element-type LscTimelineSpot): search results by time
 * @current: index, %G_MAXSIZE = none
 */
void
lsc_timeline_chart_take_hits (LscTimelineChart *self, GArray *hits, gsize current)
{
  if (hits != self->view.hits && self->view.hits != NULL)
    g_ptr_array_add (self->retired_hits, self->view.hits);
  self->view.hits = hits;
  self->view.current_hit = current;
  _lsc_timeline_chart_invalidate (self, LSC_REPAINT_OVERLAY | LSC_REPAINT_FRAME);
  g_signal_emit (self, signals[SIGNAL_HITS_CHANGED], 0);
}

/**
 * lsc_timeline_chart_get_pointer_ns:
 *
 * Returns: whether the pointer is over a time; @time_ns is aligned
 */
gboolean
lsc_timeline_chart_get_pointer_ns (LscTimelineChart *self, gint64 *time_ns)
{
  if (self->pointer_x <= self->view.port.header_width)
    return FALSE;
  *time_ns = lsc_viewport_x_to_time (&self->view.port, self->pointer_x);
  return TRUE;
}

/**
 * lsc_timeline_chart_perform:
 * @verb: of the key table
 *
 * Returns: whether the widget knows that verb
 */
gboolean
lsc_timeline_chart_perform (LscTimelineChart *self, const char *verb)
{
  return _lsc_timeline_chart_move_verb (self, verb) ||
         _lsc_timeline_chart_select_verb (self, verb) ||
         _lsc_timeline_chart_lanes_verb (self, verb);
}

/* ---- menu ---- */

/**
 * lsc_timeline_chart_set_menu:
 *
 * Sets what a right click opens.
 */
void
lsc_timeline_chart_set_menu (LscTimelineChart *self, GMenuModel *menu)
{
  if (self->menu == NULL)
    {
      self->menu = gtk_popover_menu_new_from_model (menu);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  else
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), menu);
}

static void
place_of_selection (LscTimelineChart *self, double *x, double *y)
{
  double x0, y0, x1, y1;

  *x = self->view.port.header_width + 20;
  *y = LSC_TIMELINE_MINIMAP_HEIGHT + self->view.ruler_height + 20;
  if (!_lsc_timeline_chart_spot_is (&self->view.selected) ||
      !lsc_timeline_view_slice_box (&self->view, &self->view.selected, &x0, &y0, &x1, &y1))
    return;
  *x = CLAMP ((x0 + x1) / 2, self->view.port.header_width, self->view.port.width);
  *y = CLAMP (y1, 0, self->view.port.height) + LSC_TIMELINE_MINIMAP_HEIGHT;
}

/**
 * lsc_timeline_chart_popup:
 * @x: widget px; negative = at the selected slice
 *
 * Opens the menu.
 */
void
lsc_timeline_chart_popup (LscTimelineChart *self, double x, double y)
{
  if (self->menu == NULL)
    return;
  if (x < 0)
    place_of_selection (self, &x, &y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle){ (int) MAX (x, 0), (int) MAX (y, 0), 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* ---- geometry ---- */

static void
lsc_timeline_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                            int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 140;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 400;
  *minimum_baseline = *natural_baseline = -1;
  (void) widget;
  (void) for_size;
}

static gboolean
on_fitted (gpointer user_data)
{
  LscTimelineChart *self = user_data;

  self->fitted_id = 0;
  g_signal_emit (self, signals[SIGNAL_VIEW_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* The first time that there are both slices and a size. Whoever hears of it may change a label,
 * which is not allowed while sizes are given out. */
static void
fit_first (LscTimelineChart *self)
{
  gint64 begin_ns, end_ns;

  if (!self->fit_pending || self->view.port.width <= self->view.port.header_width ||
      !_lsc_timeline_chart_get_extent (self, &begin_ns, &end_ns))
    return;
  self->fit_pending = FALSE;
  self->view.origin_ns = begin_ns;
  lsc_timeline_view_fit (&self->view);
  if (self->view.port.span_ns > FIRST_SPAN_NS)
    {
      self->view.port.begin_ns = begin_ns;
      self->view.port.span_ns = FIRST_SPAN_NS;
    }
  lsc_timeline_view_clamp (&self->view);
  if (self->fitted_id == 0)
    self->fitted_id = g_idle_add (on_fitted, self);
}

static void
lsc_timeline_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (widget);
  int bar, unused, lanes_width;

  gtk_widget_measure (self->scrollbar, GTK_ORIENTATION_HORIZONTAL, -1, &bar, &unused, NULL, NULL);
  self->view.port.height = MAX (height - LSC_TIMELINE_MINIMAP_HEIGHT, 1);
  update_scroll (self);
  lanes_width = gtk_widget_get_child_visible (self->scrollbar) ? width - bar : width;
  if (self->view.port.width != lanes_width || self->height != height)
    {
      self->view.port.width = lanes_width;
      self->height = height;
      self->dirty = LSC_REPAINT_ALL;
    }
  self->width = width;
  if (self->fit_pending)
    {
      fit_first (self);
      self->dirty = LSC_REPAINT_ALL;
    }
  if (gtk_widget_get_child_visible (self->scrollbar))
    gtk_widget_size_allocate (self->scrollbar, &(GtkAllocation){ width - bar, 0, bar, height },
                              baseline);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
on_scroll_changed (LscTimelineChart *self)
{
  if (self->scroll_is_ours)
    return;
  _lsc_timeline_chart_note (self, LSC_MOVE_SCROLL);
  self->view.port.scroll_y = gtk_adjustment_get_value (self->scroll);
  _lsc_timeline_chart_invalidate (self, LSC_REPAINT_ALL);
}

/* ---- life ---- */

static void
on_theme_changed (LscTimelineChart *self)
{
  _lsc_timeline_chart_update_theme (self);
  lsc_timeline_painter_reset (self->painter);
  _lsc_timeline_chart_invalidate (self, LSC_REPAINT_ALL);
}

static void
lsc_timeline_chart_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (widget);

  GTK_WIDGET_CLASS (lsc_timeline_chart_parent_class)->system_setting_changed (widget, setting);
  if (setting == GTK_SYSTEM_SETTING_DPI || setting == GTK_SYSTEM_SETTING_FONT_NAME ||
      setting == GTK_SYSTEM_SETTING_FONT_CONFIG)
    {
      lsc_timeline_painter_reset (self->painter);
      _lsc_timeline_chart_invalidate (self, LSC_REPAINT_ALL);
    }
}

static void
lsc_timeline_chart_dispose (GObject *object)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (object);

  g_clear_handle_id (&self->describe_id, g_source_remove);
  g_clear_handle_id (&self->fitted_id, g_source_remove);
  g_clear_pointer (&self->scrollbar, gtk_widget_unparent);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  _lsc_timeline_chart_drop_nodes (self);
  G_OBJECT_CLASS (lsc_timeline_chart_parent_class)->dispose (object);
}

static void
lsc_timeline_chart_finalize (GObject *object)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (object);

  g_clear_pointer (&self->view.hits, g_array_unref);
  if (self->view.range_paths != NULL)
    g_array_unref ((GArray *) self->view.range_paths);
  g_ptr_array_unref (self->retired_hits);
  g_ptr_array_unref (self->selected_paths);
  g_array_unref (self->crumbs);
  lsc_view_history_free (self->history);
  g_free (self->same_name);
  g_free (self->described);
  lsc_timeline_painter_free (self->painter);
  lsc_timeline_layout_free (self->layout);
  G_OBJECT_CLASS (lsc_timeline_chart_parent_class)->finalize (object);
}

static guint
add_signal (const char *name, GType parameter)
{
  return g_signal_new (name, LSC_TYPE_TIMELINE_CHART, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                       G_TYPE_NONE, parameter == G_TYPE_NONE ? 0 : 1, parameter);
}

static void
lsc_timeline_chart_class_init (LscTimelineChartClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lsc_timeline_chart_dispose;
  object_class->finalize = lsc_timeline_chart_finalize;
  widget_class->snapshot = _lsc_timeline_chart_snapshot;
  widget_class->measure = lsc_timeline_chart_measure;
  widget_class->size_allocate = lsc_timeline_chart_size_allocate;
  widget_class->system_setting_changed = lsc_timeline_chart_system_setting_changed;
  gtk_widget_class_set_css_name (widget_class, "timelinechart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);

  signals[SIGNAL_SELECTION_CHANGED] = add_signal ("selection-changed", G_TYPE_NONE);
  signals[SIGNAL_RANGE_CHANGED] = add_signal ("range-changed", G_TYPE_NONE);
  signals[SIGNAL_VIEW_CHANGED] = add_signal ("view-changed", G_TYPE_NONE);
  signals[SIGNAL_LANES_CHANGED] = add_signal ("lanes-changed", G_TYPE_NONE);
  signals[SIGNAL_HOVERED] = add_signal ("hovered", G_TYPE_NONE);
  signals[SIGNAL_LOAD_RANK] = add_signal ("load-rank", G_TYPE_UINT);
  signals[SIGNAL_EDIT_MARK] = add_signal ("edit-mark", G_TYPE_UINT);
  signals[SIGNAL_HITS_CHANGED] = add_signal ("hits-changed", G_TYPE_NONE);
}

static void
init_view (LscTimelineChart *self)
{
  self->layout = lsc_timeline_layout_new ();
  lsc_timeline_view_init (&self->view, self->layout);
  self->view.port.header_width = HEADER_WIDTH_PX;
  self->selected_paths = g_ptr_array_new_with_free_func (g_free);
  self->view.selected_paths = self->selected_paths;
  self->retired_hits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->crumbs = g_array_new (FALSE, FALSE, sizeof (LscTimelineSpot));
  self->history = lsc_view_history_new ();
  self->centred = LSC_TIMELINE_SPOT_NONE;
  self->painter = lsc_timeline_painter_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
}

static void
lsc_timeline_chart_init (LscTimelineChart *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->pointer_x = self->pointer_y = -1;
  self->dirty = LSC_REPAINT_ALL;
  init_view (self);
  self->scroll = gtk_adjustment_new (0, 0, 1, 1, 1, 1);
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->scroll);
  gtk_widget_set_parent (self->scrollbar, GTK_WIDGET (self));
  g_signal_connect_object (self->scroll, "value-changed", G_CALLBACK (on_scroll_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (on_theme_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (on_theme_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), self);
  _lsc_timeline_chart_update_theme (self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Timeline"), -1);
  _lsc_timeline_chart_add_controllers (self);
}
