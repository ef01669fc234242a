/* lsc-timeline-chart-paint.c - painting of the timeline widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <math.h>

#include "app/timeline/lsc-timeline-chart-private.h"

/* The lanes are painted by our own rasteriser into an image that is kept as a render node; so are
 * ruler and headers, and so are selection, range, arrows and marks. Moving the pointer repaints one
 * line. The painter counts y from the ruler; the minimap stands above it. */

#define TOP LSC_TIMELINE_MINIMAP_HEIGHT

/* An image of that size: the one before last, when nothing refers to it any more. */
static cairo_surface_t *
take_image (LscTimelineChart *self, int width, int height)
{
  cairo_surface_t *image = g_steal_pointer (&self->spare);

  self->spare = g_steal_pointer (&self->image);
  if (image == NULL || cairo_image_surface_get_width (image) != width ||
      cairo_image_surface_get_height (image) != height ||
      cairo_surface_get_reference_count (image) != 1)
    {
      g_clear_pointer (&image, cairo_surface_destroy);
      image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
    }
  self->image = image;
  return image;
}

static GskRenderNode *
make_body (LscTimelineChart *self)
{
  const LscTimelineView *view = &self->view;
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT ((float) view->port.header_width, (float) (view->ruler_height + TOP),
                          (float) (view->port.width - view->port.header_width),
                          (float) (view->port.height - view->ruler_height));
  int width = (int) ceil (bounds.size.width * (float) view->scale);
  int height = (int) ceil (bounds.size.height * (float) view->scale);
  cairo_surface_t *image = take_image (self, width, height);
  GskRenderNode *node = gsk_cairo_node_new (&bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  lsc_timeline_painter_paint_body (self->painter, image, view);
  cairo_translate (cr, bounds.origin.x, bounds.origin.y);
  cairo_scale (cr, 1 / view->scale, 1 / view->scale);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_paint (cr);
  cairo_destroy (cr);
  return node;
}

static cairo_t *
begin_area (GtkSnapshot *snapshot, double x, double y, double width, double height)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) x, (float) (y + TOP), (float) MAX (width, 1),
                                               (float) MAX (height, 1));
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);

  cairo_translate (cr, 0, TOP);
  return cr;
}

static GskRenderNode *
make_frame (LscTimelineChart *self)
{
  const LscTimelineView *view = &self->view;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  double body = lsc_viewport_body_width (&self->view.port);
  cairo_t *cr;

  /* Three strips, so that no node is as large as the window. */
  cr = begin_area (snapshot, 0, -TOP, view->port.width, TOP);
  cairo_translate (cr, view->port.header_width, 2 - TOP);
  lsc_timeline_painter_paint_minimap (self->painter, cr, view, body, TOP - 4);
  cairo_destroy (cr);
  cr = begin_area (snapshot, 0, 0, view->port.width, view->ruler_height);
  lsc_timeline_painter_paint_ruler (self->painter, cr, view);
  cairo_destroy (cr);
  cr = begin_area (snapshot, 0, view->ruler_height, view->port.header_width,
                   view->port.height - view->ruler_height);
  lsc_timeline_painter_paint_headers (self->painter, cr, view);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static GskRenderNode *
make_overlay (LscTimelineChart *self)
{
  const LscTimelineView *view = &self->view;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_t *cr = begin_area (snapshot, 0, 0, view->port.width, view->port.height);

  lsc_timeline_painter_paint_overlay (self->painter, cr, view);
  cairo_destroy (cr);
  if (view->hits != NULL && view->hits->len > 0)
    g_ptr_array_set_size (self->retired_hits, 0);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
refresh (GskRenderNode **node, LscTimelineChart *self, guint bit,
         GskRenderNode *(*make) (LscTimelineChart *self))
{
  if (*node != NULL && !(self->dirty & bit))
    return;
  g_clear_pointer (node, gsk_render_node_unref);
  *node = make (self);
  self->dirty &= ~bit;
}

void
_lsc_timeline_chart_drop_nodes (LscTimelineChart *self)
{
  g_clear_pointer (&self->body_node, gsk_render_node_unref);
  g_clear_pointer (&self->frame_node, gsk_render_node_unref);
  g_clear_pointer (&self->overlay_node, gsk_render_node_unref);
  g_clear_pointer (&self->spare, cairo_surface_destroy);
  g_clear_pointer (&self->image, cairo_surface_destroy);
}

static void
snapshot_hover (LscTimelineChart *self, GtkSnapshot *snapshot)
{
  LscTimelineView *view = &self->view;
  double x0, y0, x1, y1;
  cairo_t *cr;

  view->hover_x = self->drag == LSC_DRAG_NONE ? self->pointer_x : -1;
  if (view->hover_x > view->port.header_width)
    {
      cr = begin_area (snapshot, view->hover_x - 1, view->ruler_height, 3,
                       view->port.height - view->ruler_height);
      lsc_timeline_painter_paint_hover (self->painter, cr, view);
      cairo_destroy (cr);
      cr = begin_area (snapshot, view->port.header_width, 0, view->port.width, view->ruler_height);
      lsc_timeline_painter_paint_hover (self->painter, cr, view);
      cairo_destroy (cr);
    }
  if (!_lsc_timeline_chart_spot_is (&view->hovered) ||
      !lsc_timeline_view_slice_box (view, &view->hovered, &x0, &y0, &x1, &y1))
    return;
  x0 = CLAMP (x0, view->port.header_width - 4, view->port.width);
  x1 = CLAMP (x1, x0, view->port.width + 4);
  cr = begin_area (snapshot, x0 - 3, y0 - 3, x1 - x0 + 6, y1 - y0 + 6);
  lsc_timeline_painter_paint_hover (self->painter, cr, view);
  cairo_destroy (cr);
}

static GdkRGBA
rgba (const LscColor *color, float alpha)
{
  return (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue, alpha };
}

static void
add_box (GtkSnapshot *snapshot, double x0, double y0, double x1, double y1, const LscColor *color)
{
  graphene_rect_t area =
      GRAPHENE_RECT_INIT ((float) MIN (x0, x1), (float) (MIN (y0, y1) + TOP),
                          (float) MAX (ABS (x1 - x0), 1), (float) MAX (ABS (y1 - y0), 1));
  GdkRGBA fill = rgba (color, 0.18f), line = rgba (color, 0.9f);
  GdkRGBA lines[4] = { line, line, line, line };
  float widths[4] = { 1, 1, 1, 1 };
  GskRoundedRect outline;

  gtk_snapshot_append_color (snapshot, &fill, &area);
  gsk_rounded_rect_init_from_rect (&outline, &area, 0);
  gtk_snapshot_append_border (snapshot, &outline, widths, lines);
}

/* What a drag is about to do. */
static void
snapshot_drag (LscTimelineChart *self, GtkSnapshot *snapshot)
{
  const LscTimelineView *view = &self->view;
  double top = view->ruler_height;

  if (self->drag == LSC_DRAG_ZOOM_BOX)
    add_box (snapshot, self->drag_x, top, self->drag_to_x, view->port.height,
             &self->view.theme.foreground);
  else if (self->drag == LSC_DRAG_BOX)
    add_box (snapshot, self->drag_x, self->drag_y, self->drag_to_x, MAX (self->drag_to_y, top),
             &self->view.theme.accent);
  else if (self->drag == LSC_DRAG_PINNED)
    add_box (snapshot, 0, self->drag_to_y - 1, view->port.width, self->drag_to_y,
             &view->theme.accent);
}

static void
snapshot_focus (LscTimelineChart *self, GtkSnapshot *snapshot)
{
  GdkRGBA color = rgba (&self->view.theme.accent, 1);
  GdkRGBA colors[4] = { color, color, color, color };
  GskRoundedRect outline;
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT (0, 0, (float) self->width, (float) MAX (self->height, 1));
  float widths[4] = { 2, 2, 2, 2 };

  if (!gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    return;
  gsk_rounded_rect_init_from_rect (&outline, &bounds, 4);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

/* Takes the colours of the desktop. */
void
_lsc_timeline_chart_update_theme (LscTimelineChart *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  LscTheme *theme = &self->view.theme;

  *theme = adw_style_manager_get_dark (manager) ? lsc_theme_dark () : lsc_theme_light ();
  if (adw_style_manager_get_high_contrast (manager))
    {
      theme->dim = theme->foreground;
      theme->grid = lsc_theme_light ().dim;
    }
}

static void
notice_changes (LscTimelineChart *self)
{
  guint revision = lsc_timeline_layout_get_revision (self->layout);
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (self->view.scale != scale)
    {
      self->view.scale = scale;
      lsc_timeline_painter_reset (self->painter);
      self->dirty = LSC_REPAINT_ALL;
    }
  if (self->revision != revision)
    {
      self->revision = revision;
      self->dirty = LSC_REPAINT_ALL;
    }
}

void
_lsc_timeline_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (widget);
  GdkRGBA color = rgba (&self->view.theme.background, 1);

  notice_changes (self);
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (0, 0, (float) self->width, (float) self->height));
  if (self->view.port.width > self->view.port.header_width + 8 &&
      self->view.port.height > self->view.ruler_height + 8)
    {
      refresh (&self->body_node, self, LSC_REPAINT_BODY, make_body);
      refresh (&self->frame_node, self, LSC_REPAINT_FRAME, make_frame);
      refresh (&self->overlay_node, self, LSC_REPAINT_OVERLAY, make_overlay);
      gtk_snapshot_append_node (snapshot, self->body_node);
      if (self->overlay_node != NULL)
        gtk_snapshot_append_node (snapshot, self->overlay_node);
      if (self->frame_node != NULL)
        gtk_snapshot_append_node (snapshot, self->frame_node);
      snapshot_hover (self, snapshot);
      snapshot_drag (self, snapshot);
    }
  gtk_widget_snapshot_child (widget, self->scrollbar, snapshot);
  snapshot_focus (self, snapshot);
}
