/* lsc-timeline-chart.c - lanes over time as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-chart-private.h"

#include <glib/gi18n-lib.h>

#include "app/timeline/lsc-timeline-describe.h"

/* Longer recordings start with their first five minutes (drawing.md#axis). */
#define FIRST_SPAN_NS (5.0 * 60.0 * 1e9)

#define HEADER_WIDTH_PX 212.0
#define MOST_HEADER_PX 340.0   /* longer names are elided */
#define MOST_HEADER_SHARE 0.42 /* of the chart */
#define LEAST_WIDTH_PX 240
#define LEAST_HEIGHT_PX 140

G_DEFINE_FINAL_TYPE (LscTimelineChart, lsc_timeline_chart, LSC_TYPE_CHART)

enum
{
  SIGNAL_RANGE_CHANGED,
  SIGNAL_LANES_CHANGED,
  SIGNAL_HOVERED,
  SIGNAL_LOAD_RANK,
  SIGNAL_EDIT_MARK,
  SIGNAL_HITS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- state ---- */

/* To be called after the user changed lanes. */
void
_lsc_timeline_chart_lanes_changed (LscTimelineChart *self)
{
  if (self->view.focus_strip >= lsc_timeline_layout_get_n_strips (self->layout))
    self->view.focus_strip = G_MAXSIZE;
  lsc_chart_changed (LSC_CHART (self));
  g_signal_emit (self, signals[SIGNAL_LANES_CHANGED], 0);
}

void
_lsc_timeline_chart_range_changed (LscTimelineChart *self)
{
  lsc_chart_describe (LSC_CHART (self));
  lsc_chart_invalidate (LSC_CHART (self), LSC_CHART_DIRTY_OVERLAY | LSC_CHART_DIRTY_FRAME);
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
  LscTimelineLayout *old;

  g_return_if_fail (LSC_IS_TIMELINE_CHART (self) && layout);
  old = self->layout;
  self->layout = self->view.layout = layout;
  lsc_timeline_layout_set_folds_hosts (layout, TRUE);
  lsc_timeline_painter_reset (self->painter);
  self->view.focus_strip = G_MAXSIZE;
  lsc_timeline_chart_take_hits (self, NULL, G_MAXSIZE);
  self->view.marks = NULL;
  _lsc_timeline_chart_forget_spots (self);
  lsc_chart_restart (LSC_CHART (self));
  g_clear_pointer (&old, lsc_timeline_layout_free);
  lsc_chart_changed (LSC_CHART (self));
}

/**
 * lsc_timeline_chart_set_menus:
 * @slice_menu: what a right click on a slice opens, and the key while one is selected
 * @lane_menu: what it opens elsewhere: nothing in it needs a slice
 */
void
lsc_timeline_chart_set_menus (LscTimelineChart *self, GMenuModel *slice_menu, GMenuModel *lane_menu)
{
  g_return_if_fail (LSC_IS_TIMELINE_CHART (self) && slice_menu && lane_menu);
  g_set_object (&self->slice_menu, slice_menu);
  g_set_object (&self->lane_menu, lane_menu);
  lsc_chart_set_menu (LSC_CHART (self), lane_menu);
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
 *   lsc_chart_changed() follows
 */
LscTimelineView *
lsc_timeline_chart_edit_view (LscTimelineChart *self)
{
  return &self->view;
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

  g_return_if_fail (LSC_IS_TIMELINE_CHART (self));
  if (self->view.focus_strip >= lsc_timeline_layout_get_n_strips (self->layout))
    self->view.focus_strip = G_MAXSIZE;
  if (lsc_timeline_layout_get_extent (self->layout, &begin_ns, &end_ns))
    self->view.origin_ns = begin_ns;
  lsc_chart_changed (LSC_CHART (self));
}

/**
 * lsc_timeline_chart_set_marks:
 * @marks: (nullable) (element-type LscTimelineMark): borrowed until set again
 */
void
lsc_timeline_chart_set_marks (LscTimelineChart *self, GPtrArray *marks)
{
  g_return_if_fail (LSC_IS_TIMELINE_CHART (self));
  self->view.marks = marks;
  lsc_chart_invalidate (LSC_CHART (self), LSC_CHART_DIRTY_OVERLAY | LSC_CHART_DIRTY_FRAME);
}

/**
 * lsc_timeline_chart_set_path:
 * @path: (nullable) (element-type LscTimelinePathRange): by rank and time; borrowed until set again
 */
void
lsc_timeline_chart_set_path (LscTimelineChart *self, const GArray *path)
{
  g_return_if_fail (LSC_IS_TIMELINE_CHART (self));
  self->view.path = path;
  lsc_chart_invalidate (LSC_CHART (self), LSC_CHART_DIRTY_OVERLAY);
}

/**
 * lsc_timeline_chart_take_hits:
 * @hits: (nullable) (transfer full) (element-type LscTimelineSpot): search results by time
 * @current: index, %G_MAXSIZE = none
 */
void
lsc_timeline_chart_take_hits (LscTimelineChart *self, GArray *hits, gsize current)
{
  g_return_if_fail (LSC_IS_TIMELINE_CHART (self));
  if (hits != self->view.hits && self->view.hits)
    g_ptr_array_add (self->retired_hits, self->view.hits);
  self->view.hits = hits;
  self->view.current_hit = current;
  lsc_chart_invalidate (LSC_CHART (self), LSC_CHART_DIRTY_OVERLAY | LSC_CHART_DIRTY_FRAME);
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
  double x, y;

  g_return_val_if_fail (LSC_IS_TIMELINE_CHART (self) && time_ns, FALSE);
  if (!lsc_chart_get_pointer (LSC_CHART (self), &x, &y) || x <= self->view.port.header_width)
    return FALSE;
  *time_ns = lsc_viewport_x_to_time (&self->view.port, x);
  return TRUE;
}

/* ---- what is visible ---- */

static gboolean
lsc_timeline_chart_get_areas (LscChart *chart, LscChartAreas *areas)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  double top = self->view.ruler_height;

  *areas = (LscChartAreas){
    .ruler_height = top,
    .minimap_y = -LSC_CHART_MINIMAP_HEIGHT,
    .minimap_height = LSC_CHART_MINIMAP_HEIGHT,
    .body_top = top,
    .content_height = lsc_timeline_layout_get_content_height (self->layout),
    .room = self->view.port.height - top - lsc_timeline_layout_get_pinned_height (self->layout),
  };
  return TRUE;
}

static gboolean
lsc_timeline_chart_get_limits (LscChart *chart, LscViewLimits *limits)
{
  return lsc_timeline_view_get_limits (&LSC_TIMELINE_CHART (chart)->view, limits);
}

static LscViewport
lsc_timeline_chart_get_minimap (LscChart *chart)
{
  const LscTimelineView *view = &LSC_TIMELINE_CHART (chart)->view;
  LscTimelineView whole;

  lsc_timeline_view_minimap (view, lsc_viewport_body_width (&view->port), &whole);
  return whole.port;
}

/* The names of lanes shall be read whole, unless the user has given the column a width. */
static void
fit_headers (LscTimelineChart *self)
{
  LscViewport *port = &self->view.port;
  double names = lsc_timeline_painter_measure_names (self->painter, &self->view);
  double most = MIN (MOST_HEADER_PX, floor (MOST_HEADER_SHARE * port->width));

  if (port->header_width != self->fitted_header_px)
    return;
  port->header_width = CLAMP (names, HEADER_WIDTH_PX, MAX (most, HEADER_WIDTH_PX));
  self->fitted_header_px = port->header_width;
}

static void
lsc_timeline_chart_fit (LscChart *chart, gboolean is_first)
{
  LscTimelineView *view = &LSC_TIMELINE_CHART (chart)->view;
  gint64 begin_ns, end_ns;

  if (is_first)
    fit_headers (LSC_TIMELINE_CHART (chart));
  lsc_timeline_view_fit (view);
  if (!is_first || !lsc_timeline_layout_get_extent (view->layout, &begin_ns, &end_ns))
    return;
  view->origin_ns = begin_ns;
  if (view->port.span_ns > FIRST_SPAN_NS)
    {
      view->port.begin_ns = begin_ns;
      view->port.span_ns = FIRST_SPAN_NS;
    }
  lsc_timeline_view_clamp (view);
}

static char *
lsc_timeline_chart_describe (LscChart *chart)
{
  return lsc_timeline_describe_state (&LSC_TIMELINE_CHART (chart)->view);
}

static gboolean
zoom_to_range (LscTimelineChart *self)
{
  if (!self->view.has_range)
    return FALSE;
  lsc_chart_show_time (LSC_CHART (self), self->view.range_begin_ns, self->view.range_end_ns);
  return TRUE;
}

static gboolean
reset (LscTimelineChart *self)
{
  lsc_chart_fit (LSC_CHART (self));
  return TRUE;
}

static const LscTimelineVerb move_verbs[] = {
  { "reset", G_CALLBACK (reset) },
  { "zoom-to-range", G_CALLBACK (zoom_to_range) },
  { NULL },
};

static gboolean
perform_one (LscTimelineChart *self, const LscTimelineVerb *verbs, const char *name)
{
  for (; verbs->name; verbs++)
    if (g_str_equal (verbs->name, name))
      {
        if (!((gboolean (*) (LscTimelineChart *, int)) verbs->function) (self, verbs->argument))
          gtk_widget_error_bell (GTK_WIDGET (self));
        return TRUE;
      }
  return FALSE;
}

static gboolean
lsc_timeline_chart_perform (LscChart *chart, const char *verb)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);

  return perform_one (self, move_verbs, verb) ||
         perform_one (self, _lsc_timeline_chart_select_verbs, verb) ||
         perform_one (self, _lsc_timeline_chart_link_verbs, verb) ||
         perform_one (self, _lsc_timeline_chart_lanes_verbs, verb) ||
         _lsc_timeline_chart_change_lanes (self, verb);
}

/* ---- painting ---- */

static void
lsc_timeline_chart_forget (LscChart *chart)
{
  lsc_timeline_painter_reset (LSC_TIMELINE_CHART (chart)->painter);
}

static void
lsc_timeline_chart_paint_body (LscChart *chart, cairo_surface_t *image)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);

  lsc_timeline_painter_paint_body (self->painter, image, &self->view);
}

static void
lsc_timeline_chart_paint (LscChart *chart, cairo_t *cr, LscChartPart part)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  const LscTimelineView *view = &self->view;

  if (part == LSC_CHART_RULER)
    lsc_timeline_painter_paint_ruler (self->painter, cr, view);
  else if (part == LSC_CHART_HEADERS)
    lsc_timeline_painter_paint_headers (self->painter, cr, view);
  else if (part == LSC_CHART_MINIMAP)
    {
      cairo_translate (cr, 0, 2);
      lsc_timeline_painter_paint_minimap (self->painter, cr, view,
                                          lsc_viewport_body_width (&view->port),
                                          LSC_CHART_MINIMAP_HEIGHT - 4);
    }
  else
    {
      lsc_timeline_painter_paint_overlay (self->painter, cr, view);
      if (view->hits && view->hits->len > 0)
        g_ptr_array_set_size (self->retired_hits, 0);
    }
}

static void
append_hover (LscTimelineChart *self, GtkSnapshot *snapshot, double x, double y, double width,
              double height)
{
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot,
      &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) MAX (width, 1), (float) MAX (height, 1)));

  lsc_timeline_painter_paint_hover (self->painter, cr, &self->view);
  cairo_destroy (cr);
}

static void
lsc_timeline_chart_paint_hover (LscChart *chart, GtkSnapshot *snapshot, double x)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  const LscViewport *port = &self->view.port;
  double x0, y0, x1, y1, top = self->view.ruler_height;

  self->view.hover_x = x;
  if (x > port->header_width)
    {
      append_hover (self, snapshot, x - 1, top, 3, port->height - top);
      append_hover (self, snapshot, port->header_width, 0, port->width, top);
    }
  if (!_lsc_timeline_chart_spot_is (&self->view.hovered) ||
      !lsc_timeline_view_slice_box (&self->view, &self->view.hovered, &x0, &y0, &x1, &y1))
    return;
  x0 = CLAMP (x0, port->header_width - 4, port->width);
  x1 = CLAMP (x1, x0, port->width + 4);
  append_hover (self, snapshot, x0 - 3, y0 - 3, x1 - x0 + 6, y1 - y0 + 6);
}

/* ---- life ---- */

static void
lsc_timeline_chart_finalize (GObject *object)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (object);

  g_clear_pointer (&self->view.hits, g_array_unref);
  if (self->view.range_paths)
    g_array_unref ((GArray *) self->view.range_paths);
  g_ptr_array_unref (self->retired_hits);
  g_ptr_array_unref (self->selected_paths);
  g_array_unref (self->crumbs);
  g_free (self->same_name);
  g_clear_object (&self->slice_menu);
  g_clear_object (&self->lane_menu);
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
  LscChartClass *chart_class = LSC_CHART_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_timeline_chart_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "timelinechart");
  chart_class->top = LSC_CHART_MINIMAP_HEIGHT;
  chart_class->get_areas = lsc_timeline_chart_get_areas;
  chart_class->get_limits = lsc_timeline_chart_get_limits;
  chart_class->get_minimap = lsc_timeline_chart_get_minimap;
  chart_class->fit = lsc_timeline_chart_fit;
  chart_class->height_changed = _lsc_timeline_chart_height_changed;
  chart_class->perform = lsc_timeline_chart_perform;
  chart_class->describe = lsc_timeline_chart_describe;
  chart_class->forget = lsc_timeline_chart_forget;
  chart_class->paint_body = lsc_timeline_chart_paint_body;
  chart_class->paint = lsc_timeline_chart_paint;
  chart_class->paint_hover = lsc_timeline_chart_paint_hover;
  _lsc_timeline_chart_add_input (chart_class);

  signals[SIGNAL_RANGE_CHANGED] = add_signal ("range-changed", G_TYPE_NONE);
  signals[SIGNAL_LANES_CHANGED] = add_signal ("lanes-changed", G_TYPE_NONE);
  signals[SIGNAL_HOVERED] = add_signal ("hovered", G_TYPE_NONE);
  signals[SIGNAL_LOAD_RANK] = add_signal ("load-rank", G_TYPE_UINT);
  signals[SIGNAL_EDIT_MARK] = add_signal ("edit-mark", G_TYPE_UINT);
  signals[SIGNAL_HITS_CHANGED] = add_signal ("hits-changed", G_TYPE_NONE);
}

static void
lsc_timeline_chart_init (LscTimelineChart *self)
{
  LscTimelineView *view = &self->view;

  self->layout = lsc_timeline_layout_new ();
  lsc_timeline_view_init (view, self->layout);
  view->port.header_width = self->fitted_header_px = HEADER_WIDTH_PX;
  self->selected_paths = g_ptr_array_new_with_free_func (g_free);
  view->selected_paths = self->selected_paths;
  self->retired_hits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->crumbs = g_array_new (FALSE, FALSE, sizeof (LscTimelineSpot));
  self->painter = lsc_timeline_painter_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  lsc_chart_use_view (LSC_CHART (self), &view->port, &view->theme, &view->scale);
  gtk_widget_set_size_request (GTK_WIDGET (self), LEAST_WIDTH_PX, LEAST_HEIGHT_PX);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Timeline"), -1);
}
