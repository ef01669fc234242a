/* lsc-pipeline-chart-paint.c - painting of the pipeline widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>

#include "app/pipeline/lsc-pipeline-chart-private.h"

/* The rows are painted by our own rasteriser into an image that is kept as a render node; so are
 * axis and header, and so are arrows and selection. Moving the pointer repaints one outline. */

static GskRenderNode *
make_body (LscPipelineChart *self)
{
  LscPipelineView *chart = &self->chart;
  double top = lsc_pipeline_view_body_top (chart);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) chart->port.header_width, (float) top,
                                               (float) lsc_viewport_body_width (&chart->port),
                                               (float) MAX (chart->port.height - top, 1));
  int width = (int) (bounds.size.width * (float) chart->scale);
  int height = (int) (bounds.size.height * (float) chart->scale);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  GskRenderNode *node = gsk_cairo_node_new (&bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  lsc_pipeline_painter_paint_body (self->painter, image, chart);
  cairo_translate (cr, bounds.origin.x, bounds.origin.y);
  cairo_scale (cr, 1 / chart->scale, 1 / chart->scale);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  return node;
}

static GskRenderNode *
make_frame (LscPipelineChart *self)
{
  LscPipelineView *chart = &self->chart;
  double top = lsc_pipeline_view_body_top (chart);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_t *cr;

  /* Two strips, so that no node is as large as the window. */
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) chart->port.width, (float) top));
  lsc_pipeline_painter_paint_axis (self->painter, cr, chart);
  cairo_translate (cr, chart->port.header_width, lsc_pipeline_view_axis_height (chart));
  lsc_pipeline_painter_paint_minimap (
      self->painter, cr, chart, lsc_viewport_body_width (&chart->port), chart->minimap_height - 4);
  cairo_destroy (cr);
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, (float) top, (float) chart->port.header_width,
                                     (float) MAX (chart->port.height - top, 1)));
  lsc_pipeline_painter_paint_header (self->painter, cr, chart);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static GskRenderNode *
make_overlay (LscPipelineChart *self)
{
  LscPipelineView *chart = &self->chart;
  double top = lsc_pipeline_view_body_top (chart);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) chart->port.header_width, (float) top,
                                     (float) lsc_viewport_body_width (&chart->port),
                                     (float) MAX (chart->port.height - top, 1)));

  lsc_pipeline_painter_paint_links (self->painter, cr, chart);
  lsc_pipeline_painter_paint_selection (self->painter, cr, chart);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
refresh (GskRenderNode **node, LscPipelineChart *self, guint bit,
         GskRenderNode *(*make) (LscPipelineChart *self))
{
  if (*node != NULL && !(self->dirty & bit))
    return;
  g_clear_pointer (node, gsk_render_node_unref);
  *node = make (self);
  self->dirty &= ~bit;
}

static gboolean
is_same_spot (const LscPipelineSpot *a, const LscPipelineSpot *b)
{
  return a->step == b->step && a->row == b->row && a->block == b->block && a->is_twin == b->is_twin;
}

/* Where hovering paints: the block, and the one that belongs to it on the other side. */
static gboolean
hover_bounds (LscPipelineChart *self, graphene_rect_t *bounds)
{
  double x0, x1, y0, y1, pair_x0, pair_x1, pair_y0, pair_y1;
  LscPipelineSpot pair;

  if (!lsc_pipeline_view_block_box (&self->chart, &self->chart.hovered, &x0, &x1, &y0, &y1))
    return FALSE;
  if (lsc_pipeline_view_pair (&self->chart, &self->chart.hovered, &pair) &&
      lsc_pipeline_view_block_box (&self->chart, &pair, &pair_x0, &pair_x1, &pair_y0, &pair_y1))
    {
      x0 = MIN (x0, pair_x0);
      x1 = MAX (x1, pair_x1);
      y0 = MIN (y0, pair_y0);
      y1 = MAX (y1, pair_y1);
    }
  x0 = CLAMP (x0, -10, self->chart.port.width + 10);
  x1 = CLAMP (x1, -10, self->chart.port.width + 10);
  y0 = CLAMP (y0, -10, self->chart.port.height + 10);
  y1 = CLAMP (y1, -10, self->chart.port.height + 10);
  *bounds = GRAPHENE_RECT_INIT ((float) x0 - 4, (float) y0 - 4, (float) (x1 - x0) + 10,
                                (float) (y1 - y0) + 8);
  return TRUE;
}

static void
snapshot_hover (LscPipelineChart *self, GtkSnapshot *snapshot)
{
  graphene_rect_t bounds;
  cairo_t *cr;

  if (is_same_spot (&self->chart.hovered, &self->chart.selected) || !hover_bounds (self, &bounds))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  lsc_pipeline_painter_paint_hover (self->painter, cr, &self->chart);
  cairo_destroy (cr);
}

static void
snapshot_range (LscPipelineChart *self, GtkSnapshot *snapshot)
{
  const LscColor *accent = &self->chart.theme.accent;
  GdkRGBA color = { (float) accent->red, (float) accent->green, (float) accent->blue, 0.25f };
  double x0 = MIN (self->range_from_x, self->range_to_x);
  double x1 = MAX (self->range_from_x, self->range_to_x);

  if (self->drag == DRAG_RANGE && x1 - x0 >= 2)
    gtk_snapshot_append_color (
        snapshot, &color,
        &GRAPHENE_RECT_INIT ((float) x0, 0, (float) (x1 - x0), (float) self->chart.port.height));
}

static void
snapshot_focus (LscPipelineChart *self, GtkSnapshot *snapshot)
{
  const LscColor *accent = &self->chart.theme.accent;
  GdkRGBA color = { (float) accent->red, (float) accent->green, (float) accent->blue, 1 };
  GdkRGBA colors[4] = { color, color, color, color };
  GskRoundedRect outline;
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (GTK_WIDGET (self)),
                          (float) gtk_widget_get_height (GTK_WIDGET (self)));
  float widths[4] = { 2, 2, 2, 2 };

  if (!gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    return;
  gsk_rounded_rect_init_from_rect (&outline, &bounds, 4);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

/* Takes the colours of the desktop. */
void
_lsc_pipeline_chart_update_theme (LscPipelineChart *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  LscTheme *theme = &self->chart.theme;

  *theme = adw_style_manager_get_dark (manager) ? lsc_theme_dark () : lsc_theme_light ();
  if (adw_style_manager_get_high_contrast (manager))
    {
      theme->dim = theme->foreground;
      theme->grid = lsc_theme_light ().dim;
    }
}

void
_lsc_pipeline_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (widget);
  const LscColor *background = &self->chart.theme.background;
  GdkRGBA color = { (float) background->red, (float) background->green, (float) background->blue,
                    1 };
  int scale = gtk_widget_get_scale_factor (widget);

  if (self->chart.scale != scale)
    {
      self->chart.scale = scale;
      self->dirty = LSC_DIRTY_ALL;
    }
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                  (float) gtk_widget_get_height (widget)));
  if (self->chart.group != NULL && self->chart.port.width > self->chart.port.header_width + 8 &&
      self->chart.port.height > lsc_pipeline_view_body_top (&self->chart) + 4)
    {
      refresh (&self->body_node, self, LSC_DIRTY_BODY, make_body);
      refresh (&self->frame_node, self, LSC_DIRTY_FRAME, make_frame);
      refresh (&self->overlay_node, self, LSC_DIRTY_OVERLAY, make_overlay);
      gtk_snapshot_append_node (snapshot, self->body_node);
      if (self->frame_node != NULL)
        gtk_snapshot_append_node (snapshot, self->frame_node);
      if (self->overlay_node != NULL)
        gtk_snapshot_append_node (snapshot, self->overlay_node);
      snapshot_hover (self, snapshot);
      snapshot_range (self, snapshot);
    }
  gtk_widget_snapshot_child (widget, self->scrollbar, snapshot);
  snapshot_focus (self, snapshot);
}
