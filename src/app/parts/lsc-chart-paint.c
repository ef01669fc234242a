/* lsc-chart-paint.c - what is kept of a chart's picture
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <math.h>

#include "app/parts/lsc-chart-private.h"

/* The rows are painted by our own rasteriser into an image that is kept as a render node; so are
 * ruler and headers, and so is what lies over the rows. Moving the pointer repaints a line. */

/* An image of that size: the one before last, when nothing refers to it any more. */
static cairo_surface_t *
take_image (LscChartPrivate *priv, int width, int height)
{
  cairo_surface_t *image = g_steal_pointer (&priv->spare);

  priv->spare = g_steal_pointer (&priv->image);
  if (!image || cairo_image_surface_get_width (image) != width ||
      cairo_image_surface_get_height (image) != height ||
      cairo_surface_get_reference_count (image) != 1)
    {
      g_clear_pointer (&image, cairo_surface_destroy);
      image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
    }
  priv->image = image;
  return image;
}

static GskRenderNode *
make_body (LscChart *self, const LscChartAreas *areas)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  const LscViewport *port = priv->port;
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) port->header_width, (float) areas->body_top,
                                               (float) lsc_viewport_body_width (port),
                                               (float) MAX (port->height - areas->body_top, 1));
  int width = (int) ceil (bounds.size.width * *priv->scale);
  int height = (int) ceil (bounds.size.height * *priv->scale);
  cairo_surface_t *image = take_image (priv, width, height);
  GskRenderNode *node = gsk_cairo_node_new (&bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  LSC_CHART_GET_CLASS (self)->paint_body (self, image);
  cairo_translate (cr, bounds.origin.x, bounds.origin.y);
  cairo_scale (cr, 1 / *priv->scale, 1 / *priv->scale);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_paint (cr);
  cairo_destroy (cr);
  return node;
}

static void
append_part (LscChart *self, GtkSnapshot *snapshot, LscChartPart part,
             const graphene_rect_t *bounds, double y)
{
  LscViewport *port = _lsc_chart_private (self)->port;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);

  if (part == LSC_CHART_MINIMAP)
    cairo_translate (cr, port->header_width, y);
  if (LSC_CHART_GET_CLASS (self)->paint)
    LSC_CHART_GET_CLASS (self)->paint (self, cr, part);
  cairo_destroy (cr);
}

static GskRenderNode *
make_frame (LscChart *self, const LscChartAreas *areas)
{
  const LscViewport *port = _lsc_chart_private (self)->port;
  float width = (float) port->width, top = (float) areas->body_top;
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  /* Strips, so that no node is as large as the window. */
  append_part (self, snapshot, LSC_CHART_RULER, &GRAPHENE_RECT_INIT (0, 0, width, top), 0);
  if (areas->minimap_height > 0)
    append_part (
        self, snapshot, LSC_CHART_MINIMAP,
        &GRAPHENE_RECT_INIT (0, (float) areas->minimap_y, width, (float) areas->minimap_height),
        areas->minimap_y);
  append_part (self, snapshot, LSC_CHART_HEADERS,
               &GRAPHENE_RECT_INIT (0, top, (float) port->header_width,
                                    (float) MAX (port->height - areas->body_top, 1)),
               0);
  return gtk_snapshot_free_to_node (snapshot);
}

static GskRenderNode *
make_overlay (LscChart *self, const LscChartAreas *areas)
{
  const LscViewport *port = _lsc_chart_private (self)->port;
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  append_part (self, snapshot, LSC_CHART_OVERLAY,
               &GRAPHENE_RECT_INIT (0, 0, (float) port->width, (float) port->height), 0);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
append_kept (LscChart *self, GtkSnapshot *snapshot, GskRenderNode **node, guint bit,
             const LscChartAreas *areas,
             GskRenderNode *(*make) (LscChart *self, const LscChartAreas *areas))
{
  LscChartPrivate *priv = _lsc_chart_private (self);

  if (*node == NULL || priv->dirty & bit)
    {
      g_clear_pointer (node, gsk_render_node_unref);
      *node = make (self, areas);
      priv->dirty &= ~bit;
    }
  if (*node != NULL)
    gtk_snapshot_append_node (snapshot, *node);
}

void
_lsc_chart_drop_nodes (LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);

  g_clear_pointer (&priv->body_node, gsk_render_node_unref);
  g_clear_pointer (&priv->frame_node, gsk_render_node_unref);
  g_clear_pointer (&priv->overlay_node, gsk_render_node_unref);
  g_clear_pointer (&priv->spare, cairo_surface_destroy);
  g_clear_pointer (&priv->image, cairo_surface_destroy);
}

static GdkRGBA
rgba (const LscColor *color, float alpha)
{
  return (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue, alpha };
}

static void
append_border (GtkSnapshot *snapshot, const graphene_rect_t *area, float radius, float width,
               GdkRGBA color)
{
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, area, radius);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]){ width, width, width, width },
                              (GdkRGBA[4]){ color, color, color, color });
}

/**
 * lsc_chart_append_box:
 *
 * Appends an outlined box between two corners, as a drag draws it.
 */
void
lsc_chart_append_box (GtkSnapshot *snapshot, const LscColor *color, double x0, double y0, double x1,
                      double y1)
{
  graphene_rect_t area =
      GRAPHENE_RECT_INIT ((float) MIN (x0, x1), (float) MIN (y0, y1),
                          (float) MAX (ABS (x1 - x0), 1), (float) MAX (ABS (y1 - y0), 1));
  GdkRGBA fill = rgba (color, 0.18f);

  gtk_snapshot_append_color (snapshot, &fill, &area);
  append_border (snapshot, &area, 0, 1, rgba (color, 0.9f));
}

/* Takes the colours of the desktop. */
void
_lsc_chart_update_theme (LscChart *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  LscTheme *theme = _lsc_chart_private (self)->theme;

  *theme = adw_style_manager_get_dark (manager) ? lsc_theme_dark () : lsc_theme_light ();
  if (adw_style_manager_get_high_contrast (manager))
    {
      theme->dim = theme->foreground;
      theme->grid = lsc_theme_light ().dim;
    }
}

static void
notice_scale (LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (*priv->scale == scale)
    return;
  *priv->scale = scale;
  priv->dirty = LSC_CHART_DIRTY_ALL;
  if (LSC_CHART_GET_CLASS (self)->forget)
    LSC_CHART_GET_CLASS (self)->forget (self);
}

static void
append_content (LscChart *self, GtkSnapshot *snapshot, const LscChartAreas *areas)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);
  LscChartPrivate *priv = _lsc_chart_private (self);
  const LscChartDrag *drag = &priv->drag;

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) class->top));
  append_kept (self, snapshot, &priv->body_node, LSC_CHART_DIRTY_BODY, areas, make_body);
  append_kept (self, snapshot, &priv->overlay_node, LSC_CHART_DIRTY_OVERLAY, areas, make_overlay);
  append_kept (self, snapshot, &priv->frame_node, LSC_CHART_DIRTY_FRAME, areas, make_frame);
  if (class->paint_hover)
    class->paint_hover (self, snapshot, drag->type == LSC_CHART_DRAG_NONE ? priv->pointer_x : -1);
  if (drag->type == LSC_CHART_DRAG_ZOOM)
    lsc_chart_append_box (snapshot, &priv->theme->foreground, drag->x, areas->body_top, drag->to_x,
                          priv->port->height);
  else if (drag->type >= LSC_CHART_DRAG_OWN && class->paint_drag)
    class->paint_drag (self, snapshot, drag);
  gtk_snapshot_restore (snapshot);
}

void
_lsc_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscChart *self = LSC_CHART (widget);
  LscChartPrivate *priv = _lsc_chart_private (self);
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT (0, 0, (float) priv->width, (float) MAX (priv->height, 1));
  GdkRGBA background = rgba (&priv->theme->background, 1);
  LscChartAreas areas;

  notice_scale (self);
  gtk_snapshot_append_color (snapshot, &background, &bounds);
  if (_lsc_chart_get_areas (self, &areas) && priv->port->width > priv->port->header_width + 8 &&
      priv->port->height > areas.body_top + 4)
    append_content (self, snapshot, &areas);
  gtk_widget_snapshot_child (widget, priv->scrollbar, snapshot);
  if (gtk_widget_has_visible_focus (widget))
    append_border (snapshot, &bounds, 4, 2, rgba (&priv->theme->accent, 1));
}
