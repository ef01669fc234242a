/* lsc-pipeline-view.c - the pipeline chart as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-pipeline-view-private.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "lsc-pipeline-describe.h"

/* The rows are painted by our own rasteriser into an image that is kept as a render node; so are
 * axis and header, and so are arrows and selection. Moving the pointer repaints one outline. */

#define ZOOM_STEP 1.25
#define PAN_STEP 0.15
#define ROW_STEP 1.15

G_DEFINE_FINAL_TYPE (LscPipelineView, lsc_pipeline_view, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_ACTIVATE_BLOCK,
  SIGNAL_VIEW_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- state ---- */

void
_lsc_pipeline_view_invalidate (LscPipelineView *self, guint dirty)
{
  self->dirty |= dirty;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update_accessible (LscPipelineView *self)
{
  g_autofree char *selected = lsc_describe_block_briefly (&self->chart, &self->chart.selected);
  g_autofree char *span = lsc_format_duration ((gint64) self->chart.span, LSC_TIME_UNIT_AUTO);
  g_autofree char *text = NULL;

  if (self->chart.group == NULL)
    text = g_strdup (_ ("Nothing to show"));
  else if (selected != NULL)
    text = g_strdup_printf (_ ("Selected: %s. Showing %s."), selected, span);
  else
    text = g_strdup_printf (_ ("Nothing selected. Showing %s of group %s, %d rows."),
                            span,
                            self->chart.group->label,
                            (int) lsc_chart_view_n_rows (&self->chart));
  if (g_strcmp0 (text, self->described) == 0)
    return;
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  g_free (self->described);
  self->described = g_steal_pointer (&text);
}

static void
update_scroll (LscPipelineView *self)
{
  double content = lsc_chart_view_content_height (&self->chart);
  double page = MAX (self->chart.height, 1);
  gboolean needs_bar = self->chart.group != NULL && content > page + 0.5;

  self->chart.scroll_y = CLAMP (self->chart.scroll_y, 0, MAX (content - page, 0));
  self->scroll_is_ours = TRUE;
  gtk_adjustment_configure (
      self->scroll, self->chart.scroll_y, 0, MAX (content, page), 30, page * 0.8, page);
  self->scroll_is_ours = FALSE;
  if (needs_bar == gtk_widget_get_child_visible (self->scrollbar))
    return;
  gtk_widget_set_child_visible (self->scrollbar, needs_bar);
  gtk_widget_queue_allocate (GTK_WIDGET (self)); /* the chart's width changes */
}

static void
changed (LscPipelineView *self)
{
  update_scroll (self);
  update_accessible (self);
  _lsc_pipeline_view_invalidate (self, LSC_DIRTY_ALL);
  g_signal_emit (self, signals[SIGNAL_VIEW_CHANGED], 0);
}

static LscViewRange
current_range (LscPipelineView *self)
{
  return (LscViewRange){
    self->chart.begin, self->chart.span, self->chart.scroll_y, self->chart.lane_height
  };
}

/* To be called before the visible range changes. */
void
_lsc_pipeline_view_note (LscPipelineView *self)
{
  LscViewRange range = current_range (self);

  lsc_view_history_note (self->history, &range, g_get_monotonic_time ());
}

/* Sets the visible range inside the limits of zooming (pipeline chart 4.4). */
void
_lsc_pipeline_view_set_range (LscPipelineView *self, double begin, double span)
{
  double length = MAX (lsc_chart_view_length_ns (&self->chart), 1000);
  double least = LSC_CHART_LEAST_SPAN_NS (lsc_chart_view_body_width (&self->chart));
  double margin;

  if (!isfinite (begin) || !isfinite (span))
    return;
  self->chart.span = CLAMP (span, MIN (least, length), length * 1.1);
  margin = self->chart.span * 0.5;
  self->chart.begin = CLAMP (begin, -margin, length + margin - self->chart.span);
  changed (self);
}

void
_lsc_pipeline_view_zoom_at (LscPipelineView *self, double factor, double x)
{
  double time = lsc_chart_view_x_to_time (&self->chart, MAX (x, self->chart.header_width));
  double length = MAX (lsc_chart_view_length_ns (&self->chart), 1000);
  double least = LSC_CHART_LEAST_SPAN_NS (lsc_chart_view_body_width (&self->chart));
  double span = CLAMP (self->chart.span / factor, MIN (least, length), length * 1.1);
  double share = (time - self->chart.begin) / self->chart.span;

  _lsc_pipeline_view_note (self);
  _lsc_pipeline_view_set_range (self, time - share * span, span);
}

void
_lsc_pipeline_view_scroll_by (LscPipelineView *self, double dy)
{
  self->chart.scroll_y += dy;
  changed (self);
}

/* ---- public: data ---- */

/**
 * lsc_pipeline_view_new:
 */
GtkWidget *
lsc_pipeline_view_new (void)
{
  return g_object_new (LSC_TYPE_PIPELINE_VIEW, NULL);
}

/**
 * lsc_pipeline_view_get_chart:
 *
 * Returns: (transfer none): what is shown
 */
const LscChartView *
lsc_pipeline_view_get_chart (LscPipelineView *self)
{
  return &self->chart;
}

/**
 * lsc_pipeline_view_edit_chart:
 *
 * Returns: (transfer none): what is shown, to be changed; lsc_pipeline_view_chart_edited() follows
 */
LscChartView *
lsc_pipeline_view_edit_chart (LscPipelineView *self)
{
  return &self->chart;
}

/**
 * lsc_pipeline_view_chart_edited:
 */
void
lsc_pipeline_view_chart_edited (LscPipelineView *self)
{
  changed (self);
}

/**
 * lsc_pipeline_view_get_painter:
 *
 * Returns: (transfer none): the widget's painter
 */
LscChartPainter *
lsc_pipeline_view_get_painter (LscPipelineView *self)
{
  return self->painter;
}

static void
forget_spots (LscPipelineView *self)
{
  self->chart.selected = self->chart.hovered = LSC_CHART_SPOT_NONE;
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/**
 * lsc_pipeline_view_set_group:
 * @pipeline: (nullable): kept
 * @group: (nullable): one of its groups
 *
 * Shows a group's median step, fitted; the switches stay as they are.
 */
void
lsc_pipeline_view_set_group (LscPipelineView *self, LscPipeline *pipeline, LscPipelineGroup *group)
{
  LscPipeline *old = self->pipeline;

  lsc_chart_painter_reset (self->painter);
  self->pipeline = pipeline != NULL ? lsc_pipeline_ref (pipeline) : NULL;
  self->chart.pipeline = pipeline;
  self->chart.group = group;
  self->chart.first_step = group != NULL ? group->median_step : 0;
  self->chart.n_steps = 1;
  self->chart.scroll_y = 0;
  self->chart.hidden_kinds = 0;
  lsc_view_history_clear (self->history);
  forget_spots (self);
  lsc_chart_view_fit (&self->chart);
  self->fit_pending = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  changed (self);
  g_clear_pointer (&old, lsc_pipeline_unref);
}

/**
 * lsc_pipeline_view_set_steps:
 * @first: index into the group's steps
 * @side_by_side: each from its own start instead of on one time axis
 *
 * Shows other steps, fitted.
 */
void
lsc_pipeline_view_set_steps (LscPipelineView *self,
                             gsize first,
                             gsize n_steps,
                             gboolean side_by_side)
{
  if (self->chart.first_step == first && self->chart.n_steps == n_steps &&
      self->chart.side_by_side == side_by_side)
    return;
  self->chart.first_step = first;
  self->chart.n_steps = n_steps;
  self->chart.side_by_side = side_by_side;
  lsc_view_history_clear (self->history);
  forget_spots (self);
  lsc_chart_view_fit (&self->chart);
  changed (self);
}

/* ---- public: visible range ---- */

/* Chooses a row height at which everything can be seen: the usual 22 px, or down to 14. */
static void
fit_rows (LscPipelineView *self)
{
  LscChartView *chart = &self->chart;

  for (chart->lane_height = 22; chart->lane_height >= 14; chart->lane_height--)
    if (lsc_chart_view_content_height (chart) <= chart->height)
      return;
  chart->lane_height = 22;
}

/**
 * lsc_pipeline_view_fit:
 *
 * Shows everything.
 */
void
lsc_pipeline_view_fit (LscPipelineView *self)
{
  _lsc_pipeline_view_note (self);
  lsc_chart_view_fit (&self->chart);
  fit_rows (self);
  self->chart.scroll_y = 0;
  changed (self);
}

/**
 * lsc_pipeline_view_zoom:
 * @factor: above 1 to see less
 *
 * Zooms around the pointer, or the middle when it is elsewhere.
 */
void
lsc_pipeline_view_zoom (LscPipelineView *self, double factor)
{
  double middle = self->chart.header_width + lsc_chart_view_body_width (&self->chart) / 2;

  _lsc_pipeline_view_zoom_at (
      self, factor, self->pointer_x > self->chart.header_width ? self->pointer_x : middle);
}

/**
 * lsc_pipeline_view_zoom_to_selection:
 *
 * Shows the selected block with some room around it.
 */
void
lsc_pipeline_view_zoom_to_selection (LscPipelineView *self)
{
  const LscBlock *block = lsc_chart_view_block (&self->chart, &self->chart.selected);
  double begin, end;

  if (block == NULL)
    return;
  begin = lsc_chart_view_block_time (&self->chart, self->chart.selected.step, block->start_ns);
  end = lsc_chart_view_block_time (&self->chart, self->chart.selected.step, block->end_ns);
  _lsc_pipeline_view_note (self);
  _lsc_pipeline_view_set_range (self, begin - (end - begin), (end - begin) * 3);
}

/**
 * lsc_pipeline_view_pan:
 * @share: of the visible span, positive to later times
 */
void
lsc_pipeline_view_pan (LscPipelineView *self, double share)
{
  _lsc_pipeline_view_note (self);
  _lsc_pipeline_view_set_range (
      self, self->chart.begin + share * self->chart.span, self->chart.span);
}

/**
 * lsc_pipeline_view_scale_rows:
 *
 * Makes rows taller or lower, between 4 and 48 px.
 */
void
lsc_pipeline_view_scale_rows (LscPipelineView *self, double factor)
{
  _lsc_pipeline_view_note (self);
  self->chart.lane_height =
      CLAMP (round (self->chart.lane_height * factor), LSC_CHART_LANE_LEAST, LSC_CHART_LANE_MOST);
  changed (self);
}

static void
apply_range (LscPipelineView *self, const LscViewRange *range)
{
  self->chart.begin = range->begin;
  self->chart.span = range->span;
  self->chart.scroll_y = range->scroll_y;
  self->chart.lane_height = range->lane_height;
  changed (self);
}

/**
 * lsc_pipeline_view_undo:
 */
void
lsc_pipeline_view_undo (LscPipelineView *self)
{
  LscViewRange range = current_range (self);

  if (lsc_view_history_undo (self->history, &range))
    apply_range (self, &range);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/**
 * lsc_pipeline_view_redo:
 */
void
lsc_pipeline_view_redo (LscPipelineView *self)
{
  LscViewRange range = current_range (self);

  if (lsc_view_history_redo (self->history, &range))
    apply_range (self, &range);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* ---- public: selection ---- */

/* Scrolls so that the selected block is visible. */
static void
reveal_selection (LscPipelineView *self)
{
  double x0, x1, y0, y1, top = lsc_chart_view_body_top (&self->chart);
  LscChartView *chart = &self->chart;

  if (!lsc_chart_view_block_box (chart, &chart->selected, &x0, &x1, &y0, &y1))
    return;
  if (x1 < chart->header_width || x0 > chart->width)
    chart->begin += ((x0 + x1) / 2 - chart->header_width - lsc_chart_view_body_width (chart) / 2) /
                    lsc_chart_view_body_width (chart) * chart->span;
  if (y0 < top + 4)
    chart->scroll_y -= top + 4 - y0;
  else if (y1 > chart->height - 4)
    chart->scroll_y += y1 - chart->height + 4;
}

/**
 * lsc_pipeline_view_select:
 * @spot: (nullable): %NULL = nothing
 *
 * Selects a block, or a whole row when @spot names no block.
 */
void
lsc_pipeline_view_select (LscPipelineView *self, const LscChartSpot *spot)
{
  self->chart.selected = spot != NULL ? *spot : LSC_CHART_SPOT_NONE;
  changed (self);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/**
 * lsc_pipeline_view_get_selected:
 *
 * Returns: (transfer none): the selected spot; its row is %G_MAXUINT32 when nothing is selected
 */
const LscChartSpot *
lsc_pipeline_view_get_selected (LscPipelineView *self)
{
  return &self->chart.selected;
}

/* The first block of a row that ends inside the view. */
static LscChartSpot
first_visible (LscPipelineView *self)
{
  LscChartSpot spot = { self->chart.first_step, 0, 0 };
  const LscPipelineStep *step = &self->chart.group->steps[spot.step];

  if (self->chart.selected.row < step->n_rows)
    spot.row = self->chart.selected.row;
  for (; step->n_rows > 0 && spot.block + 1 < step->rows[spot.row].n_blocks; spot.block++)
    if (lsc_chart_view_block_time (
            &self->chart, spot.step, step->rows[spot.row].blocks[spot.block].end_ns) >
        self->chart.begin)
      break;
  return spot;
}

/**
 * lsc_pipeline_view_select_next:
 * @blocks: -1 or 1: neighbour in the row
 * @stages: -1 or 1: the same micro-batch on the neighbouring virtual stage
 *
 * Moves the selection; without one selects the first visible block.
 */
void
lsc_pipeline_view_select_next (LscPipelineView *self, int blocks, int stages)
{
  LscChartSpot spot = self->chart.selected;
  const LscPipelineStep *step;

  if (self->chart.group == NULL || self->chart.first_step >= self->chart.group->n_steps)
    return;
  if (lsc_chart_view_block (&self->chart, &spot) == NULL)
    spot = first_visible (self);
  else if (stages != 0)
    {
      guint32 block = G_MAXUINT32;

      step = &self->chart.group->steps[spot.step];
      spot.row = lsc_pipeline_neighbour_stage (
          self->chart.group, step, spot.row, spot.block, stages, &block);
      spot.block = block;
    }
  else if (blocks < 0 ? spot.block > 0 : TRUE)
    spot.block += (guint32) blocks;
  if (lsc_chart_view_block (&self->chart, &spot) == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  self->chart.selected = spot;
  reveal_selection (self);
  lsc_pipeline_view_select (self, &spot);
}

void
_lsc_pipeline_view_activate_block (LscPipelineView *self)
{
  if (lsc_chart_view_block (&self->chart, &self->chart.selected) != NULL)
    g_signal_emit (self, signals[SIGNAL_ACTIVATE_BLOCK], 0);
}

/* Facts on whatever is at a point; %NULL = nothing. */
GPtrArray *
_lsc_pipeline_view_describe_point (LscPipelineView *self, double x, double y)
{
  const LscPipelineLink *link;
  gint64 begin_ns, end_ns;
  LscChartSpot spot;
  guint32 leg;
  gsize step;

  link = lsc_chart_painter_link_hit (self->painter, &self->chart, x, y, &step);
  if (link != NULL)
    return lsc_describe_link (&self->chart, step, link);
  switch (lsc_chart_view_hit (&self->chart, x, y, &spot, &begin_ns, &end_ns, &leg))
    {
    case LSC_HIT_BLOCK:
      return lsc_describe_block (self->painter, &self->chart, &spot);
    case LSC_HIT_BUBBLE:
      return lsc_describe_bubble (&self->chart, &spot, begin_ns, end_ns);
    case LSC_HIT_LEG:
      return lsc_describe_leg (&self->chart, &spot, leg);
    case LSC_HIT_HEADER:
      return lsc_describe_row (&self->chart, &spot);
    case LSC_HIT_NOTHING:
    case LSC_HIT_AXIS:
    default:
      return NULL;
    }
}

/* ---- painting ---- */

static GskRenderNode *
make_body (LscPipelineView *self)
{
  LscChartView *chart = &self->chart;
  double top = lsc_chart_view_body_top (chart);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) chart->header_width,
                                               (float) top,
                                               (float) lsc_chart_view_body_width (chart),
                                               (float) MAX (chart->height - top, 1));
  int width = (int) (bounds.size.width * (float) chart->scale);
  int height = (int) (bounds.size.height * (float) chart->scale);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  GskRenderNode *node = gsk_cairo_node_new (&bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  lsc_chart_painter_paint_body (self->painter, image, chart);
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
make_frame (LscPipelineView *self)
{
  LscChartView *chart = &self->chart;
  double top = lsc_chart_view_body_top (chart);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_t *cr;

  /* Two strips, so that no node is as large as the window. */
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) chart->width, (float) top));
  lsc_chart_painter_paint_axis (self->painter, cr, chart);
  cairo_translate (cr, chart->header_width, lsc_chart_view_axis_height (chart));
  lsc_chart_painter_paint_minimap (
      self->painter, cr, chart, lsc_chart_view_body_width (chart), chart->minimap_height - 4);
  cairo_destroy (cr);
  cr = gtk_snapshot_append_cairo (
      snapshot,
      &GRAPHENE_RECT_INIT (
          0, (float) top, (float) chart->header_width, (float) MAX (chart->height - top, 1)));
  lsc_chart_painter_paint_header (self->painter, cr, chart);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static GskRenderNode *
make_overlay (LscPipelineView *self)
{
  LscChartView *chart = &self->chart;
  double top = lsc_chart_view_body_top (chart);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_t *cr =
      gtk_snapshot_append_cairo (snapshot,
                                 &GRAPHENE_RECT_INIT ((float) chart->header_width,
                                                      (float) top,
                                                      (float) lsc_chart_view_body_width (chart),
                                                      (float) MAX (chart->height - top, 1)));

  lsc_chart_painter_paint_links (self->painter, cr, chart);
  lsc_chart_painter_paint_selection (self->painter, cr, chart);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
refresh (GskRenderNode **node,
         LscPipelineView *self,
         guint bit,
         GskRenderNode *(*make) (LscPipelineView *self))
{
  if (*node != NULL && !(self->dirty & bit))
    return;
  g_clear_pointer (node, gsk_render_node_unref);
  *node = make (self);
  self->dirty &= ~bit;
}

static void
snapshot_hover (LscPipelineView *self, GtkSnapshot *snapshot)
{
  double x0, x1, y0, y1;
  cairo_t *cr;

  if (memcmp (&self->chart.hovered, &self->chart.selected, sizeof (LscChartSpot)) == 0 ||
      !lsc_chart_view_block_box (&self->chart, &self->chart.hovered, &x0, &x1, &y0, &y1))
    return;
  x0 = CLAMP (x0, -10, self->chart.width + 10);
  x1 = CLAMP (x1, -10, self->chart.width + 10);
  cr = gtk_snapshot_append_cairo (
      snapshot,
      &GRAPHENE_RECT_INIT (
          (float) x0 - 4, (float) y0 - 4, (float) (x1 - x0) + 10, (float) (y1 - y0) + 8));
  lsc_chart_painter_paint_hover (self->painter, cr, &self->chart);
  cairo_destroy (cr);
}

static void
snapshot_range (LscPipelineView *self, GtkSnapshot *snapshot)
{
  const LscColor *accent = &self->chart.theme.accent;
  GdkRGBA color = { (float) accent->red, (float) accent->green, (float) accent->blue, 0.25f };
  double x0 = MIN (self->range_from_x, self->range_to_x);
  double x1 = MAX (self->range_from_x, self->range_to_x);

  if (self->drag == DRAG_RANGE && x1 - x0 >= 2)
    gtk_snapshot_append_color (
        snapshot,
        &color,
        &GRAPHENE_RECT_INIT ((float) x0, 0, (float) (x1 - x0), (float) self->chart.height));
}

static void
snapshot_focus (LscPipelineView *self, GtkSnapshot *snapshot)
{
  const LscColor *accent = &self->chart.theme.accent;
  GdkRGBA color = { (float) accent->red, (float) accent->green, (float) accent->blue, 1 };
  GdkRGBA colors[4] = { color, color, color, color };
  GskRoundedRect outline;
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0,
                                               0,
                                               (float) gtk_widget_get_width (GTK_WIDGET (self)),
                                               (float) gtk_widget_get_height (GTK_WIDGET (self)));
  float widths[4] = { 2, 2, 2, 2 };

  if (!gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    return;
  gsk_rounded_rect_init_from_rect (&outline, &bounds, 4);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

static void
update_theme (LscPipelineView *self)
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

static void
lsc_pipeline_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscPipelineView *self = LSC_PIPELINE_VIEW (widget);
  const LscColor *background = &self->chart.theme.background;
  GdkRGBA color = {
    (float) background->red, (float) background->green, (float) background->blue, 1
  };
  int scale = gtk_widget_get_scale_factor (widget);

  if (self->chart.scale != scale)
    {
      self->chart.scale = scale;
      self->dirty = LSC_DIRTY_ALL;
    }
  gtk_snapshot_append_color (
      snapshot,
      &color,
      &GRAPHENE_RECT_INIT (
          0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget)));
  if (self->chart.group != NULL && self->chart.width > self->chart.header_width + 8 &&
      self->chart.height > lsc_chart_view_body_top (&self->chart) + 4)
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

/* ---- geometry ---- */

static void
lsc_pipeline_view_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  LscPipelineView *self = LSC_PIPELINE_VIEW (widget);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 120;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                 ? 800
                 : (int) MAX (lsc_chart_view_content_height (&self->chart), 240);
  *minimum_baseline = *natural_baseline = -1;
  (void) for_size;
}

static void
lsc_pipeline_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LscPipelineView *self = LSC_PIPELINE_VIEW (widget);
  int bar, unused, chart_width;

  gtk_widget_measure (self->scrollbar, GTK_ORIENTATION_HORIZONTAL, -1, &bar, &unused, NULL, NULL);
  self->chart.height = height;
  if (self->fit_pending && self->chart.group != NULL)
    {
      self->fit_pending = FALSE;
      fit_rows (self);
      self->dirty = LSC_DIRTY_ALL;
    }
  update_scroll (self);
  chart_width = gtk_widget_get_child_visible (self->scrollbar) ? width - bar : width;
  if (self->chart.width != chart_width || self->height != height)
    {
      self->chart.width = chart_width;
      self->height = height;
      self->dirty = LSC_DIRTY_ALL;
    }
  if (gtk_widget_get_child_visible (self->scrollbar))
    gtk_widget_size_allocate (
        self->scrollbar, &(GtkAllocation){ width - bar, 0, bar, height }, baseline);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
on_scroll_changed (LscPipelineView *self)
{
  if (self->scroll_is_ours)
    return;
  self->chart.scroll_y = gtk_adjustment_get_value (self->scroll);
  _lsc_pipeline_view_invalidate (self, LSC_DIRTY_ALL);
}

/* ---- actions ---- */

static void
on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LscPipelineView *self = LSC_PIPELINE_VIEW (widget);
  const char *verb = name + sizeof "chart." - 1;

  (void) parameter;
  if (g_str_equal (verb, "zoom-in"))
    lsc_pipeline_view_zoom (self, ZOOM_STEP);
  else if (g_str_equal (verb, "zoom-out"))
    lsc_pipeline_view_zoom (self, 1 / ZOOM_STEP);
  else if (g_str_equal (verb, "zoom-to-selection"))
    lsc_pipeline_view_zoom_to_selection (self);
  else if (g_str_equal (verb, "earlier"))
    lsc_pipeline_view_pan (self, -PAN_STEP);
  else if (g_str_equal (verb, "later"))
    lsc_pipeline_view_pan (self, PAN_STEP);
  else if (g_str_equal (verb, "fit"))
    lsc_pipeline_view_fit (self);
  else if (g_str_equal (verb, "undo"))
    lsc_pipeline_view_undo (self);
  else if (g_str_equal (verb, "redo"))
    lsc_pipeline_view_redo (self);
  else if (g_str_equal (verb, "taller-rows"))
    lsc_pipeline_view_scale_rows (self, ROW_STEP);
  else if (g_str_equal (verb, "lower-rows"))
    lsc_pipeline_view_scale_rows (self, 1 / ROW_STEP);
  else if (g_str_equal (verb, "previous-block"))
    lsc_pipeline_view_select_next (self, -1, 0);
  else if (g_str_equal (verb, "next-block"))
    lsc_pipeline_view_select_next (self, 1, 0);
  else if (g_str_equal (verb, "previous-stage"))
    lsc_pipeline_view_select_next (self, 0, -1);
  else if (g_str_equal (verb, "next-stage"))
    lsc_pipeline_view_select_next (self, 0, 1);
  else if (g_str_equal (verb, "activate"))
    _lsc_pipeline_view_activate_block (self);
  else if (g_str_equal (verb, "clear-selection"))
    lsc_pipeline_view_select (self, NULL);
  else if (g_str_equal (verb, "menu"))
    _lsc_pipeline_view_popup (self, -1, -1);
}

static void
install_actions (GtkWidgetClass *class)
{
  static const struct
  {
    const char *name;
    guint keys[4];
    GdkModifierType modifiers;
  } actions[] = {
    { "chart.zoom-in", { GDK_KEY_w, GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add }, 0 },
    { "chart.zoom-out", { GDK_KEY_s, GDK_KEY_minus, GDK_KEY_KP_Subtract }, 0 },
    { "chart.earlier", { GDK_KEY_a }, 0 },
    { "chart.later", { GDK_KEY_d }, 0 },
    { "chart.fit", { GDK_KEY_f }, 0 },
    { "chart.undo", { GDK_KEY_BackSpace }, 0 },
    { "chart.redo", { GDK_KEY_BackSpace }, GDK_SHIFT_MASK },
    { "chart.zoom-to-selection", { GDK_KEY_z, GDK_KEY_Z }, GDK_SHIFT_MASK },
    { "chart.taller-rows", { GDK_KEY_w, GDK_KEY_W }, GDK_SHIFT_MASK },
    { "chart.lower-rows", { GDK_KEY_s, GDK_KEY_S }, GDK_SHIFT_MASK },
    { "chart.previous-block", { GDK_KEY_Left }, 0 },
    { "chart.next-block", { GDK_KEY_Right }, 0 },
    { "chart.previous-stage", { GDK_KEY_Up }, 0 },
    { "chart.next-stage", { GDK_KEY_Down }, 0 },
    { "chart.activate", { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter }, 0 },
    { "chart.clear-selection", { GDK_KEY_Escape }, 0 },
    { "chart.menu", { GDK_KEY_Menu }, 0 },
    { "chart.menu", { GDK_KEY_F10 }, GDK_SHIFT_MASK },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      if (i == 0 || !g_str_equal (actions[i].name, actions[i - 1].name))
        gtk_widget_class_install_action (class, actions[i].name, NULL, on_action);
      for (guint k = 0; k < G_N_ELEMENTS (actions[i].keys) && actions[i].keys[k] != 0; k++)
        gtk_widget_class_add_binding_action (
            class, actions[i].keys[k], actions[i].modifiers, actions[i].name, NULL);
    }
  gtk_widget_class_add_binding_action (class, GDK_KEY_plus, GDK_SHIFT_MASK, "chart.zoom-in", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Page_Down, 0, "pipeline.next-step", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Page_Up, 0, "pipeline.previous-step", NULL);
}

/* ---- life ---- */

static void
on_theme_changed (LscPipelineView *self)
{
  update_theme (self);
  _lsc_pipeline_view_invalidate (self, LSC_DIRTY_ALL);
}

static void
lsc_pipeline_view_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  LscPipelineView *self = LSC_PIPELINE_VIEW (widget);

  GTK_WIDGET_CLASS (lsc_pipeline_view_parent_class)->system_setting_changed (widget, setting);
  if (setting == GTK_SYSTEM_SETTING_DPI || setting == GTK_SYSTEM_SETTING_FONT_NAME ||
      setting == GTK_SYSTEM_SETTING_FONT_CONFIG)
    {
      lsc_chart_painter_reset (self->painter);
      _lsc_pipeline_view_invalidate (self, LSC_DIRTY_ALL);
    }
}

static void
lsc_pipeline_view_dispose (GObject *object)
{
  LscPipelineView *self = LSC_PIPELINE_VIEW (object);

  g_clear_pointer (&self->scrollbar, gtk_widget_unparent);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->body_node, gsk_render_node_unref);
  g_clear_pointer (&self->frame_node, gsk_render_node_unref);
  g_clear_pointer (&self->overlay_node, gsk_render_node_unref);
  G_OBJECT_CLASS (lsc_pipeline_view_parent_class)->dispose (object);
}

static void
lsc_pipeline_view_finalize (GObject *object)
{
  LscPipelineView *self = LSC_PIPELINE_VIEW (object);

  lsc_chart_painter_free (self->painter);
  lsc_view_history_free (self->history);
  g_free (self->described);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  G_OBJECT_CLASS (lsc_pipeline_view_parent_class)->finalize (object);
}

static void
lsc_pipeline_view_class_init (LscPipelineViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lsc_pipeline_view_dispose;
  object_class->finalize = lsc_pipeline_view_finalize;
  widget_class->snapshot = lsc_pipeline_view_snapshot;
  widget_class->measure = lsc_pipeline_view_measure;
  widget_class->size_allocate = lsc_pipeline_view_size_allocate;
  widget_class->system_setting_changed = lsc_pipeline_view_system_setting_changed;
  gtk_widget_class_set_css_name (widget_class, "pipelinechart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  install_actions (widget_class);

  signals[SIGNAL_SELECTION_CHANGED] = g_signal_new ("selection-changed",
                                                    LSC_TYPE_PIPELINE_VIEW,
                                                    G_SIGNAL_RUN_LAST,
                                                    0,
                                                    NULL,
                                                    NULL,
                                                    NULL,
                                                    G_TYPE_NONE,
                                                    0);
  signals[SIGNAL_ACTIVATE_BLOCK] = g_signal_new ("activate-block",
                                                 LSC_TYPE_PIPELINE_VIEW,
                                                 G_SIGNAL_RUN_LAST,
                                                 0,
                                                 NULL,
                                                 NULL,
                                                 NULL,
                                                 G_TYPE_NONE,
                                                 0);
  signals[SIGNAL_VIEW_CHANGED] = g_signal_new ("view-changed",
                                               LSC_TYPE_PIPELINE_VIEW,
                                               G_SIGNAL_RUN_LAST,
                                               0,
                                               NULL,
                                               NULL,
                                               NULL,
                                               G_TYPE_NONE,
                                               0);
}

static void
lsc_pipeline_view_init (LscPipelineView *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->pointer_x = self->pointer_y = -1;
  self->dirty = LSC_DIRTY_ALL;
  self->history = lsc_view_history_new ();
  self->painter = lsc_chart_painter_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  lsc_chart_view_init (&self->chart, NULL, NULL);
  self->chart.minimap_height = LSC_MINIMAP_HEIGHT;
  self->scroll = gtk_adjustment_new (0, 0, 1, 1, 1, 1);
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->scroll);
  gtk_widget_set_parent (self->scrollbar, GTK_WIDGET (self));
  g_signal_connect_object (
      self->scroll, "value-changed", G_CALLBACK (on_scroll_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (
      manager, "notify::dark", G_CALLBACK (on_theme_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (
      manager, "notify::high-contrast", G_CALLBACK (on_theme_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), self);
  update_theme (self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Pipeline chart"), -1);
  _lsc_pipeline_view_add_controllers (self);
}
