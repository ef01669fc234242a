/* lsc-pipeline-chart.c - the pipeline chart as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-chart-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "app/pipeline/lsc-pipeline-describe.h"

G_DEFINE_FINAL_TYPE (LscPipelineChart, lsc_pipeline_chart, LSC_TYPE_CHART)

/* ---- what is shown ---- */

/**
 * lsc_pipeline_chart_get_chart:
 *
 * Returns: (transfer none): what is shown
 */
const LscPipelineView *
lsc_pipeline_chart_get_chart (LscPipelineChart *self)
{
  return &self->chart;
}

/**
 * lsc_pipeline_chart_edit_chart:
 *
 * Returns: (transfer none): what is shown, to be changed; lsc_chart_changed() follows
 */
LscPipelineView *
lsc_pipeline_chart_edit_chart (LscPipelineChart *self)
{
  return &self->chart;
}

/**
 * lsc_pipeline_chart_get_painter:
 *
 * Returns: (transfer none): the widget's painter
 */
LscPipelinePainter *
lsc_pipeline_chart_get_painter (LscPipelineChart *self)
{
  return self->painter;
}

static void
forget_spots (LscPipelineChart *self)
{
  self->chart.selected = self->chart.hovered = LSC_PIPELINE_SPOT_NONE;
  lsc_chart_selection_changed (LSC_CHART (self));
}

/**
 * lsc_pipeline_chart_set_group:
 * @pipeline: (nullable): kept
 * @group: (nullable): one of its groups
 *
 * Shows a group's median step, fitted; the switches stay as they are.
 */
void
lsc_pipeline_chart_set_group (LscPipelineChart *self, LscPipeline *pipeline,
                              LscPipelineGroup *group)
{
  LscPipeline *old;

  g_return_if_fail (LSC_IS_PIPELINE_CHART (self));
  old = self->pipeline;
  lsc_pipeline_painter_reset (self->painter);
  self->chart.twin = (LscPipelineTwin){ LSC_TWIN_NONE }; /* they are of the old group */
  self->chart.path = NULL;
  self->chart.n_path = 0;
  self->chart.idle = NULL;
  self->chart.n_idle = 0;
  self->pipeline = pipeline ? lsc_pipeline_ref (pipeline) : NULL;
  self->chart.pipeline = pipeline;
  self->chart.group = group;
  self->chart.first_step = group ? group->median_step : 0;
  self->chart.n_steps = 1;
  self->chart.hidden_kinds = 0;
  lsc_chart_restart (LSC_CHART (self));
  forget_spots (self);
  lsc_pipeline_view_fit (&self->chart);
  lsc_chart_changed (LSC_CHART (self));
  g_clear_pointer (&old, lsc_pipeline_unref);
}

/**
 * lsc_pipeline_chart_set_steps:
 * @first: index into the group's steps
 * @side_by_side: each from its own start instead of on one time axis
 *
 * Shows other steps, fitted.
 */
void
lsc_pipeline_chart_set_steps (LscPipelineChart *self, gsize first, gsize n_steps,
                              gboolean side_by_side)
{
  g_return_if_fail (LSC_IS_PIPELINE_CHART (self));
  if (self->chart.first_step == first && self->chart.n_steps == n_steps &&
      self->chart.side_by_side == side_by_side)
    return;
  self->chart.first_step = first;
  self->chart.n_steps = n_steps;
  self->chart.side_by_side = side_by_side;
  lsc_chart_forget_moves (LSC_CHART (self));
  forget_spots (self);
  lsc_pipeline_view_fit (&self->chart);
  lsc_chart_changed (LSC_CHART (self));
}

/**
 * lsc_pipeline_chart_set_study:
 * @study: (nullable): kept; tells causes of idle times and slack
 * @step: index of its step
 */
void
lsc_pipeline_chart_set_study (LscPipelineChart *self, LscStudy *study, gsize step)
{
  g_return_if_fail (LSC_IS_PIPELINE_CHART (self));
  if (study)
    lsc_study_ref (study);
  if (self->study)
    lsc_study_unref (self->study);
  self->study = study;
  self->study_step = step;
}

/**
 * lsc_pipeline_chart_get_study:
 *
 * Returns: (transfer none) (nullable): what is known of a step beyond its blocks
 */
LscStudy *
lsc_pipeline_chart_get_study (LscPipelineChart *self, gsize step)
{
  return self->study && self->study_step == step && !self->study->refusal ? self->study : NULL;
}

/**
 * lsc_pipeline_chart_set_twin:
 * @twin: what it names is borrowed until another one, with mode %LSC_TWIN_NONE, is set
 *
 * Shows a second side beside the step.
 */
void
lsc_pipeline_chart_set_twin (LscPipelineChart *self, const LscPipelineTwin *twin)
{
  gboolean is_other;

  g_return_if_fail (LSC_IS_PIPELINE_CHART (self) && twin);
  is_other = self->chart.twin.group != twin->group;
  if (self->chart.twin.mode == LSC_TWIN_NONE && twin->mode == LSC_TWIN_NONE)
    {
      self->chart.twin = *twin;
      return;
    }
  self->chart.twin = *twin;
  self->chart.hovered = LSC_PIPELINE_SPOT_NONE;
  lsc_pipeline_painter_reset (self->painter);
  if (self->chart.selected.is_twin && is_other)
    forget_spots (self);
  lsc_chart_changed (LSC_CHART (self));
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static char *
lsc_pipeline_chart_describe (LscChart *chart)
{
  LscPipelineView *view = &LSC_PIPELINE_CHART (chart)->chart;
  g_autofree char *selected = lsc_describe_block_briefly (view, &view->selected);
  g_autofree char *span = lsc_format_duration ((gint64) view->port.span_ns, LSC_TIME_UNIT_AUTO);

  if (!view->group)
    return g_strdup (_ ("Nothing to show"));
  if (selected)
    return g_strdup_printf (_ ("Selected: %s. Showing %s."), selected, span);
  return g_strdup_printf (_ ("Nothing selected. Showing %s of group %s, %d rows."), span,
                          view->group->label, (int) lsc_pipeline_view_n_rows (view));
}

/* ---- geometry ---- */

static gboolean
lsc_pipeline_chart_get_areas (LscChart *chart, LscChartAreas *areas)
{
  const LscPipelineView *view = &LSC_PIPELINE_CHART (chart)->chart;

  if (!view->group)
    return FALSE;
  *areas = (LscChartAreas){
    .ruler_height = LSC_PIPELINE_AXIS_HEIGHT,
    .minimap_y = LSC_PIPELINE_AXIS_HEIGHT,
    .minimap_height = view->minimap_height,
    .body_top = lsc_pipeline_view_body_top (view),
    .content_height = lsc_pipeline_view_content_height (view),
    .room = view->port.height,
  };
  return TRUE;
}

static gboolean
lsc_pipeline_chart_get_limits (LscChart *chart, LscViewLimits *limits)
{
  const LscPipelineView *view = &LSC_PIPELINE_CHART (chart)->chart;

  *limits = lsc_pipeline_view_get_limits (view);
  return view->group != NULL;
}

static LscViewport
lsc_pipeline_chart_get_minimap (LscChart *chart)
{
  const LscPipelineView *view = &LSC_PIPELINE_CHART (chart)->chart;
  LscPipelineView whole;

  lsc_pipeline_view_minimap (view, lsc_viewport_body_width (&view->port), &whole);
  return whole.port;
}

#define ROWS_LEAST_PX 14
#define TWIN_ROWS_LEAST_PX 10
#define MUCH_TO_SCROLL 1.5 /* times the height */

/* The largest rows at which everything can be seen, or most of it. Two sides are worth smaller
 * ones; when much has to be scrolled to anyway they are at least legible. */
static void
fit_rows (LscPipelineView *chart)
{
  gboolean has_twin = lsc_pipeline_view_has_twin (chart);
  double least = has_twin ? TWIN_ROWS_LEAST_PX : ROWS_LEAST_PX;

  for (chart->port.lane_height = LSC_PIPELINE_LANE_MOST; chart->port.lane_height >= least;
       chart->port.lane_height--)
    if (lsc_pipeline_view_content_height (chart) <= chart->port.height)
      return;
  chart->port.lane_height = least;
  if (lsc_pipeline_view_content_height (chart) > chart->port.height * MUCH_TO_SCROLL)
    chart->port.lane_height = has_twin ? ROWS_LEAST_PX : 22;
}

static int
get_height_at (LscPipelineChart *self, double lane_height)
{
  LscPipelineView view = self->chart;

  view.port.lane_height = lane_height;
  return view.group ? (int) ceil (lsc_pipeline_view_content_height (&view)) : 0;
}

/** lsc_pipeline_chart_get_least_height: Returns: px with which all rows can just be read; 0 = there
 * are none */
int
lsc_pipeline_chart_get_least_height (LscPipelineChart *self)
{
  g_return_val_if_fail (LSC_IS_PIPELINE_CHART (self), 0);
  return get_height_at (self, ROWS_LEAST_PX);
}

/** lsc_pipeline_chart_get_most_height: Returns: px with which all rows are as high as they get; 0 =
 * there are none */
int
lsc_pipeline_chart_get_most_height (LscPipelineChart *self)
{
  g_return_val_if_fail (LSC_IS_PIPELINE_CHART (self), 0);
  return get_height_at (self, LSC_PIPELINE_LANE_MOST);
}

/* Rows follow the height until the user gives them one. */
static void
lsc_pipeline_chart_height_changed (LscChart *chart)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (chart);

  if (self->chart.group && !self->rows_are_chosen)
    fit_rows (&self->chart);
}

static void
lsc_pipeline_chart_fit (LscChart *chart, gboolean is_first)
{
  LscPipelineView *view = &LSC_PIPELINE_CHART (chart)->chart;

  LSC_PIPELINE_CHART (chart)->rows_are_chosen = FALSE;
  fit_rows (view);
  if (is_first)
    view->port.header_width =
        lsc_pipeline_painter_measure_header (LSC_PIPELINE_CHART (chart)->painter, view);
  if (is_first) /* the time is that of lsc_pipeline_chart_set_group() */
    return;
  lsc_pipeline_view_fit (view);
  view->port.scroll_y = 0;
}

/* ---- painting ---- */

static void
lsc_pipeline_chart_forget (LscChart *chart)
{
  lsc_pipeline_painter_reset (LSC_PIPELINE_CHART (chart)->painter);
}

static void
lsc_pipeline_chart_paint_body (LscChart *chart, cairo_surface_t *image)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (chart);

  lsc_pipeline_painter_paint_body (self->painter, image, &self->chart);
}

static void
lsc_pipeline_chart_paint (LscChart *chart, cairo_t *cr, LscChartPart part)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (chart);
  const LscPipelineView *view = &self->chart;

  if (part == LSC_CHART_RULER)
    lsc_pipeline_painter_paint_axis (self->painter, cr, view);
  else if (part == LSC_CHART_MINIMAP)
    lsc_pipeline_painter_paint_minimap (
        self->painter, cr, view, lsc_viewport_body_width (&view->port), view->minimap_height - 4);
  else if (part == LSC_CHART_HEADERS)
    lsc_pipeline_painter_paint_header (self->painter, cr, view);
  else
    lsc_pipeline_painter_paint_overlay (self->painter, cr, view);
}

/* Where hovering paints: the block, and the one that belongs to it on the other side. */
static gboolean
hover_bounds (const LscPipelineView *view, graphene_rect_t *bounds)
{
  double x0, x1, y0, y1, pair_x0, pair_x1, pair_y0, pair_y1;
  LscPipelineSpot pair;

  if (!lsc_pipeline_view_block_box (view, &view->hovered, &x0, &x1, &y0, &y1))
    return FALSE;
  if (lsc_pipeline_view_pair (view, &view->hovered, &pair) &&
      lsc_pipeline_view_block_box (view, &pair, &pair_x0, &pair_x1, &pair_y0, &pair_y1))
    {
      x0 = MIN (x0, pair_x0);
      x1 = MAX (x1, pair_x1);
      y0 = MIN (y0, pair_y0);
      y1 = MAX (y1, pair_y1);
    }
  x0 = CLAMP (x0, -10, view->port.width + 10);
  x1 = CLAMP (x1, -10, view->port.width + 10);
  y0 = CLAMP (y0, -10, view->port.height + 10);
  y1 = CLAMP (y1, -10, view->port.height + 10);
  *bounds = GRAPHENE_RECT_INIT ((float) x0 - 4, (float) y0 - 4, (float) (x1 - x0) + 10,
                                (float) (y1 - y0) + 8);
  return TRUE;
}

static void
lsc_pipeline_chart_paint_hover (LscChart *chart, GtkSnapshot *snapshot, double x)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (chart);
  graphene_rect_t bounds;
  cairo_t *cr;

  if (_lsc_pipeline_spot_equal (&self->chart.hovered, &self->chart.selected) ||
      !hover_bounds (&self->chart, &bounds))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  lsc_pipeline_painter_paint_hover (self->painter, cr, &self->chart);
  cairo_destroy (cr);
}

/* ---- life ---- */

static void
lsc_pipeline_chart_finalize (GObject *object)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (object);

  lsc_pipeline_painter_free (self->painter);
  if (self->study)
    lsc_study_unref (self->study);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  G_OBJECT_CLASS (lsc_pipeline_chart_parent_class)->finalize (object);
}

static void
lsc_pipeline_chart_class_init (LscPipelineChartClass *class)
{
  LscChartClass *chart_class = LSC_CHART_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_pipeline_chart_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "pipelinechart");
  chart_class->key_zoom = 1.25;
  chart_class->key_pan = 0.15;
  chart_class->wheel_zoom = 1.18;
  chart_class->wheel_pan = 0.08;
  chart_class->wheel_rows_px = 48;
  chart_class->drag_least_px = 4;
  chart_class->header_least_px = 80;
  chart_class->header_most_px = 320;
  chart_class->get_areas = lsc_pipeline_chart_get_areas;
  chart_class->get_limits = lsc_pipeline_chart_get_limits;
  chart_class->get_minimap = lsc_pipeline_chart_get_minimap;
  chart_class->fit = lsc_pipeline_chart_fit;
  chart_class->height_changed = lsc_pipeline_chart_height_changed;
  chart_class->describe = lsc_pipeline_chart_describe;
  chart_class->forget = lsc_pipeline_chart_forget;
  chart_class->paint_body = lsc_pipeline_chart_paint_body;
  chart_class->paint = lsc_pipeline_chart_paint;
  chart_class->paint_hover = lsc_pipeline_chart_paint_hover;
  _lsc_pipeline_chart_add_input (chart_class);
}

static void
lsc_pipeline_chart_init (LscPipelineChart *self)
{
  self->painter = lsc_pipeline_painter_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  lsc_pipeline_view_init (&self->chart, NULL, NULL);
  self->chart.minimap_height = LSC_CHART_MINIMAP_HEIGHT;
  lsc_chart_use_view (LSC_CHART (self), &self->chart.port, &self->chart.theme, &self->chart.scale);
  _lsc_pipeline_chart_add_menu (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pipeline chart"), -1);
}
