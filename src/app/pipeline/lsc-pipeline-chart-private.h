/* lsc-pipeline-chart-private.h - what the parts of the pipeline widget share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/pipeline/lsc-pipeline-chart.h"
#include "app/parts/lsc-view-history.h"

G_BEGIN_DECLS

#define LSC_MINIMAP_HEIGHT 26.0

/** What a drag does. */
typedef enum
{
  DRAG_NONE,
  DRAG_RANGE,   /* in the ruler: zoom to the range */
  DRAG_MINIMAP, /* moves the window */
  DRAG_PAN,
  DRAG_HEADER, /* makes the header column wider */
} LscViewDrag;

enum
{
  LSC_DIRTY_BODY = 1 << 0,
  LSC_DIRTY_FRAME = 1 << 1,
  LSC_DIRTY_OVERLAY = 1 << 2,
  LSC_DIRTY_ALL = LSC_DIRTY_BODY | LSC_DIRTY_FRAME | LSC_DIRTY_OVERLAY,
};

struct _LscPipelineChart
{
  GtkWidget parent_instance;

  LscPipeline *pipeline;
  LscPipelineView chart;
  LscStudy *study; /* (nullable): of one of the group's steps */
  gsize study_step;
  LscPipelinePainter *painter;
  LscViewHistory *history;
  gboolean fit_pending; /* until the first size is known */

  GtkAdjustment *scroll;
  GtkWidget *scrollbar;
  GtkWidget *menu; /* GtkPopoverMenu */
  gboolean scroll_is_ours;
  int height; /* as allocated last */

  guint dirty;
  GskRenderNode *body_node;
  GskRenderNode *frame_node;
  GskRenderNode *overlay_node;

  double pointer_x; /* negative: not over the chart */
  double pointer_y;
  LscViewDrag drag;
  double drag_x;
  double drag_y;
  LscViewPlace drag_place;
  double range_from_x; /* the range being drawn in the ruler, equal: none */
  double range_to_x;
  double pinch_span;

  char *described; /* what the screen reader was told last */
};

void _lsc_pipeline_chart_changed (LscPipelineChart *self);
void _lsc_pipeline_chart_fit_rows (LscPipelineChart *self);
void _lsc_pipeline_chart_update_theme (LscPipelineChart *self);
void _lsc_pipeline_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
void _lsc_pipeline_chart_add_controllers (LscPipelineChart *self);
void _lsc_pipeline_chart_note (LscPipelineChart *self, LscViewMove move);
void _lsc_pipeline_chart_moved (LscPipelineChart *self);
void _lsc_pipeline_chart_zoom_at (LscPipelineChart *self, double factor, double x);
void _lsc_pipeline_chart_scroll_by (LscPipelineChart *self, double dy);
void _lsc_pipeline_chart_invalidate (LscPipelineChart *self, guint dirty);
void _lsc_pipeline_chart_activate_block (LscPipelineChart *self);
void _lsc_pipeline_chart_popup (LscPipelineChart *self, double x, double y);
GPtrArray *_lsc_pipeline_chart_describe_block (LscPipelineChart *self, const LscPipelineSpot *spot);
GPtrArray *_lsc_pipeline_chart_describe_point (LscPipelineChart *self, double x, double y);

G_END_DECLS
