/* lsc-memory-chart.c - the curves of memory as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/memory/lsc-memory-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LEGEND_PAD 6.0

struct _LscMemoryChart
{
  LscChart parent_instance;

  LscMemoryPainter *painter;
  LscMemoryView view;
  double legend_width; /* for which the height of the legend is known */
  gboolean has_first;  /* this is to be seen as soon as the size is known */
  LscInterval first;
};

G_DEFINE_FINAL_TYPE (LscMemoryChart, lsc_memory_chart, LSC_TYPE_CHART)

static guint signal_activated;

/* ---- what is shown ---- */

/** lsc_memory_chart_get_view: Returns: (transfer none): what is shown, as it is painted */
const LscMemoryView *
lsc_memory_chart_get_view (LscMemoryChart *self)
{
  g_return_val_if_fail (LSC_IS_MEMORY_CHART (self), NULL);
  return &self->view;
}

/**
 * lsc_memory_chart_set_plot:
 * @plot: (nullable): borrowed until another one is set
 * @keeps_place: it is of the same recording: the same time stays visible
 */
void
lsc_memory_chart_set_plot (LscMemoryChart *self, const LscMemoryPlot *plot, gboolean keeps_place)
{
  g_return_if_fail (LSC_IS_MEMORY_CHART (self));
  self->view.plot = plot;
  self->legend_width = -1;
  if (!keeps_place)
    {
      self->has_first = FALSE;
      self->view.moment_ns = plot && plot->main >= 0 ? plot->peak.time_ns : G_MININT64;
      lsc_chart_restart (LSC_CHART (self));
    }
  lsc_chart_changed (LSC_CHART (self));
  lsc_chart_selection_changed (LSC_CHART (self));
}

static void
reveal (LscMemoryChart *self)
{
  LscViewport *port = &self->view.port;
  double x = lsc_viewport_time_to_x (port, self->view.moment_ns);

  if ((x >= port->header_width && x < port->width) || !lsc_chart_is_fitted (LSC_CHART (self)))
    return;
  lsc_chart_note (LSC_CHART (self), LSC_MOVE_JUMP, NULL);
  lsc_viewport_set_begin (port, self->view.moment_ns, -port->span_ns / 2);
  lsc_chart_changed (LSC_CHART (self));
}

/** lsc_memory_chart_set_moment: marks a time, and shows it */
void
lsc_memory_chart_set_moment (LscMemoryChart *self, gint64 time_ns)
{
  g_return_if_fail (LSC_IS_MEMORY_CHART (self));
  if (lsc_memory_view_is_empty (&self->view) || self->view.moment_ns == time_ns)
    return;
  self->view.moment_ns = CLAMP (time_ns, self->view.plot->begin_ns, self->view.plot->end_ns);
  reveal (self);
  lsc_chart_selection_changed (LSC_CHART (self));
}

/** lsc_memory_chart_show_time: makes a time fill the window, now or once it has its size */
void
lsc_memory_chart_show_time (LscMemoryChart *self, gint64 begin_ns, gint64 end_ns)
{
  g_return_if_fail (LSC_IS_MEMORY_CHART (self));
  self->first = (LscInterval){ begin_ns, end_ns };
  self->has_first = !lsc_chart_is_fitted (LSC_CHART (self));
  if (!self->has_first)
    lsc_chart_show_time (LSC_CHART (self), begin_ns, end_ns);
}

/* ---- in words ---- */

static char *
lsc_memory_chart_describe (LscChart *chart)
{
  const LscMemoryView *view = &LSC_MEMORY_CHART (chart)->view;
  g_autofree char *size = NULL, *time = NULL, *moment = NULL;

  if (lsc_memory_view_is_empty (view))
    return g_strdup (_ ("Nothing to show"));
  size = lsc_memory_format_bytes (view->plot->peak.bytes);
  time = lsc_memory_view_name_time (view, view->plot->peak.time_ns);
  moment = lsc_memory_view_describe_time (
      view, view->moment_ns == G_MININT64 ? view->plot->peak.time_ns : view->moment_ns);
  return g_strdup_printf (_ ("Peak %s at %s. Selected: %s"), size, time, moment);
}

/* The pointer has a box of its own; the keyboard asks for the moment. */
static char *
lsc_memory_chart_describe_at (LscChart *chart, double x, double y)
{
  const LscMemoryView *view = &LSC_MEMORY_CHART (chart)->view;

  if (x >= 0 || lsc_memory_view_is_empty (view) || view->moment_ns == G_MININT64)
    return NULL;
  return lsc_memory_view_describe_time (view, view->moment_ns);
}

/* ---- geometry ---- */

static void
measure_legend (LscMemoryChart *self)
{
  double width = self->view.port.width - 2 * LEGEND_PAD;

  if (self->legend_width == width)
    return;
  self->legend_width = width;
  self->view.legend_px =
      ceil (lsc_memory_painter_paint_legend (self->painter, NULL, &self->view, width));
}

static gboolean
lsc_memory_chart_get_areas (LscChart *chart, LscChartAreas *areas)
{
  LscMemoryChart *self = LSC_MEMORY_CHART (chart);

  if (lsc_memory_view_is_empty (&self->view))
    return FALSE;
  measure_legend (self);
  *areas = (LscChartAreas){ .ruler_height = lsc_memory_view_body_top (&self->view),
                            .body_top = lsc_memory_view_body_top (&self->view),
                            .content_height = lsc_memory_view_room (&self->view),
                            .room = lsc_memory_view_room (&self->view) };
  return TRUE;
}

static gboolean
lsc_memory_chart_get_limits (LscChart *chart, LscViewLimits *limits)
{
  const LscMemoryView *view = &LSC_MEMORY_CHART (chart)->view;

  if (lsc_memory_view_is_empty (view))
    return FALSE;
  *limits = lsc_memory_view_get_limits (view);
  return TRUE;
}

static void
lsc_memory_chart_fit (LscChart *chart, gboolean is_first)
{
  LscMemoryChart *self = LSC_MEMORY_CHART (chart);

  if (is_first && self->has_first)
    lsc_viewport_fit (&self->view.port, self->first.begin_ns, self->first.end_ns, 1);
  else
    lsc_memory_view_fit (&self->view);
  self->has_first = FALSE;
}

static gboolean
lsc_memory_chart_get_selected_box (LscChart *chart, double *x0, double *y0, double *x1, double *y1)
{
  const LscMemoryView *view = &LSC_MEMORY_CHART (chart)->view;

  if (lsc_memory_view_is_empty (view) || view->moment_ns == G_MININT64)
    return FALSE;
  *x0 = *x1 = lsc_viewport_time_to_x (&view->port, view->moment_ns);
  *y0 = lsc_memory_view_body_top (view);
  *y1 = *y0 + lsc_memory_view_bands_px (view);
  return TRUE;
}

/* ---- painting ---- */

static void
lsc_memory_chart_forget (LscChart *chart)
{
  LscMemoryChart *self = LSC_MEMORY_CHART (chart);

  lsc_memory_painter_reset (self->painter);
  self->legend_width = -1;
}

static void
lsc_memory_chart_paint_body (LscChart *chart, cairo_surface_t *image)
{
  LscMemoryChart *self = LSC_MEMORY_CHART (chart);
  cairo_t *cr = cairo_create (image);

  cairo_scale (cr, self->view.scale, self->view.scale);
  cairo_translate (cr, -self->view.port.header_width, -lsc_memory_view_body_top (&self->view));
  lsc_memory_painter_paint_body (self->painter, cr, &self->view);
  cairo_destroy (cr);
}

static void
lsc_memory_chart_paint (LscChart *chart, cairo_t *cr, LscChartPart part)
{
  LscMemoryChart *self = LSC_MEMORY_CHART (chart);

  if (part == LSC_CHART_RULER)
    lsc_memory_painter_paint_ruler (self->painter, cr, &self->view);
  else if (part == LSC_CHART_HEADERS)
    lsc_memory_painter_paint_headers (self->painter, cr, &self->view);
  else if (part == LSC_CHART_OVERLAY)
    lsc_memory_painter_paint_moment (self->painter, cr, &self->view);
}

static void
lsc_memory_chart_paint_hover (LscChart *chart, GtkSnapshot *snapshot, double x)
{
  LscMemoryChart *self = LSC_MEMORY_CHART (chart);
  const LscViewport *port = &self->view.port;
  double pointer_x, pointer_y;
  cairo_t *cr;

  if (!lsc_chart_get_pointer (chart, &pointer_x, &pointer_y) ||
      !lsc_memory_view_is_over_body (&self->view, x, pointer_y))
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) port->width, (float) port->height));
  lsc_memory_painter_paint_readout (self->painter, cr, &self->view, x);
  cairo_destroy (cr);
}

/* ---- input ---- */

static const char *
lsc_memory_chart_hover (LscChart *chart, double x, double y)
{
  LscMemoryChart *self = LSC_MEMORY_CHART (chart);

  gtk_widget_queue_draw (GTK_WIDGET (self));
  return lsc_memory_view_is_over_body (&self->view, x, y) ? "crosshair" : NULL;
}

static gboolean
lsc_memory_chart_press (LscChart *chart, int n_press, double x, double y, GdkModifierType modifiers)
{
  LscMemoryChart *self = LSC_MEMORY_CHART (chart);

  if (n_press != 2 || !lsc_memory_view_is_over_body (&self->view, x, y))
    return FALSE;
  g_signal_emit (self, signal_activated, 0);
  return TRUE;
}

static void
set_moment_at (LscMemoryChart *self, double x, double y)
{
  if (lsc_memory_view_is_over_body (&self->view, x, y))
    lsc_memory_chart_set_moment (self, lsc_viewport_x_to_time (&self->view.port, x));
}

static void
lsc_memory_chart_release (LscChart *chart, double x, double y, GdkModifierType modifiers)
{
  set_moment_at (LSC_MEMORY_CHART (chart), x, y);
}

static void
lsc_memory_chart_press_menu (LscChart *chart, double x, double y)
{
  set_moment_at (LSC_MEMORY_CHART (chart), x, y);
}

/* There are no rows to scroll: the wheel zooms. */
static gboolean
lsc_memory_chart_turn_wheel (LscChart *chart, double dy, GdkModifierType modifiers)
{
  double x, y;

  if (!lsc_chart_get_pointer (chart, &x, &y))
    return FALSE;
  lsc_chart_note (chart, LSC_MOVE_ZOOM, NULL);
  lsc_chart_zoom_at (chart, pow (LSC_CHART_GET_CLASS (chart)->wheel_zoom, -dy),
                     MAX (x, lsc_chart_get_port (chart)->header_width));
  return TRUE;
}

/* ---- keys ---- */

static void
go_to (LscMemoryChart *self, gint64 time_ns)
{
  if (time_ns == G_MININT64)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    lsc_memory_chart_set_moment (self, time_ns);
}

static gboolean
lsc_memory_chart_perform (LscChart *chart, const char *verb)
{
  static const struct
  {
    const char *verb;
    gint64 (*find) (const LscMemoryPlot *plot, gint64 from_ns, int by);
    int by;
  } moves[] = {
    { "previous-peak", lsc_memory_plot_find_peak, -1 },
    { "next-peak", lsc_memory_plot_find_peak, 1 },
    { "previous-step", lsc_memory_plot_find_step, -1 },
    { "next-step", lsc_memory_plot_find_step, 1 },
    { "previous-change", lsc_memory_plot_find_change, -1 },
    { "next-change", lsc_memory_plot_find_change, 1 },
  };
  LscMemoryChart *self = LSC_MEMORY_CHART (chart);
  const LscMemoryView *view = &self->view;

  if (g_str_equal (verb, "activate"))
    g_signal_emit (self, signal_activated, 0);
  else if (g_str_equal (verb, "highest-peak"))
    go_to (self, lsc_memory_plot_get_main (view->plot) ? view->plot->peak.time_ns : G_MININT64);
  else
    {
      for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
        if (g_str_equal (verb, moves[i].verb))
          {
            go_to (self, lsc_memory_view_is_empty (view)
                             ? G_MININT64
                             : moves[i].find (view->plot, view->moment_ns, moves[i].by));
            return TRUE;
          }
      return FALSE;
    }
  return TRUE;
}

static void
add_keys (LscChartClass *class)
{
  static const LscChartKey keys[] = {
    { "previous-peak", 0, { GDK_KEY_Left } },
    { "next-peak", 0, { GDK_KEY_Right } },
    { "previous-step", 0, { GDK_KEY_Page_Up } },
    { "next-step", 0, { GDK_KEY_Page_Down } },
    { "previous-change", 0, { GDK_KEY_comma } },
    { "next-change", 0, { GDK_KEY_period } },
    { "highest-peak", 0, { GDK_KEY_Home } },
    { "activate", 0, { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter } },
  };

  lsc_chart_class_add_usual_keys (class);
  lsc_chart_class_add_keys (class, keys, G_N_ELEMENTS (keys));
}

/* ---- life ---- */

static void
lsc_memory_chart_finalize (GObject *object)
{
  lsc_memory_painter_free (LSC_MEMORY_CHART (object)->painter);
  G_OBJECT_CLASS (lsc_memory_chart_parent_class)->finalize (object);
}

static void
init_chart_class (LscChartClass *class)
{
  class->key_zoom = 1.25;
  class->key_pan = 0.15;
  class->wheel_zoom = 1.18;
  class->wheel_pan = 0.08;
  class->drag_least_px = 4;
  class->header_least_px = LSC_MEMORY_HEADER_PX;
  class->header_most_px = LSC_MEMORY_HEADER_PX;
  class->get_areas = lsc_memory_chart_get_areas;
  class->get_limits = lsc_memory_chart_get_limits;
  class->fit = lsc_memory_chart_fit;
  class->perform = lsc_memory_chart_perform;
  class->describe = lsc_memory_chart_describe;
  class->describe_at = lsc_memory_chart_describe_at;
  class->get_selected_box = lsc_memory_chart_get_selected_box;
  class->forget = lsc_memory_chart_forget;
  class->paint_body = lsc_memory_chart_paint_body;
  class->paint = lsc_memory_chart_paint;
  class->paint_hover = lsc_memory_chart_paint_hover;
  class->hover = lsc_memory_chart_hover;
  class->press = lsc_memory_chart_press;
  class->release = lsc_memory_chart_release;
  class->press_menu = lsc_memory_chart_press_menu;
  class->turn_wheel = lsc_memory_chart_turn_wheel;
}

static void
lsc_memory_chart_class_init (LscMemoryChartClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lsc_memory_chart_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "memorychart");
  init_chart_class (LSC_CHART_CLASS (class));
  add_keys (LSC_CHART_CLASS (class));
  signal_activated = g_signal_new ("moment-activated", LSC_TYPE_MEMORY_CHART, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
add_menu (LscMemoryChart *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) moment = g_menu_new ();
  g_autoptr (GMenu) range = g_menu_new ();

  g_menu_append (moment, _ ("Show in _Timeline"), "memory.show-moment");
  g_menu_append (moment, _ ("Go to the _Peak"), "chart.highest-peak");
  g_menu_append (range, _ ("_Fit"), "chart.fit");
  g_menu_append (range, _ ("_Undo View Change"), "chart.undo");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (moment));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (range));
  lsc_chart_set_menu (LSC_CHART (self), G_MENU_MODEL (menu));
}

static void
lsc_memory_chart_init (LscMemoryChart *self)
{
  self->painter = lsc_memory_painter_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  lsc_memory_view_init (&self->view, NULL);
  self->legend_width = -1;
  lsc_chart_use_view (LSC_CHART (self), &self->view.port, &self->view.theme, &self->view.scale);
  add_menu (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Chart of the memory"), -1);
}
