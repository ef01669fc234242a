/* lsc-chart-private.h - what the parts of the chart's widget share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-chart.h"

G_BEGIN_DECLS

typedef struct
{
  LscViewport *port; /* the subclass's, or own_port */
  LscTheme *theme;
  double *scale;
  LscViewport own_port;
  LscTheme own_theme;
  double own_scale;

  LscViewHistory *history;
  gboolean fit_pending; /* until size and content are known */
  gboolean holds_scale; /* the next time that the width changes */
  gboolean fills_width; /* what is seen is all, or a time that was asked for, not a zoom by hand */
  guint fitted_id;

  GtkAdjustment *scroll;
  GtkWidget *scrollbar;
  GtkWidget *menu;   /* (nullable): GtkPopoverMenu */
  GtkWidget *bubble; /* (nullable): GtkPopover at the selection */
  gboolean scroll_is_ours;
  int width; /* as allocated last */
  int height;

  guint dirty;
  GskRenderNode *body_node;
  GskRenderNode *frame_node;
  GskRenderNode *overlay_node;
  cairo_surface_t *spare; /* image of the body before this one, to be used again */
  cairo_surface_t *image;

  double pointer_x; /* negative: elsewhere */
  double pointer_y;
  double rest_x; /* where it came in, or pressed: until it moves from there it gets no tip */
  double rest_y;
  double press_width; /* of the chart at the first press of a double click, px */
  gint64 press_ns;    /* that was under the pointer then */
  LscChartDrag drag;
  guint drag_button;
  LscViewPlace drag_place; /* what was visible when it began */
  double pinch_span;

  guint describe_id;
  char *described; /* what the screen reader was told last */
} LscChartPrivate;

LscChartPrivate *_lsc_chart_private (LscChart *self);
gboolean _lsc_chart_get_areas (LscChart *self, LscChartAreas *areas);
void _lsc_chart_add_controllers (LscChart *self);
void _lsc_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
void _lsc_chart_drop_nodes (LscChart *self);
void _lsc_chart_update_theme (LscChart *self);

G_END_DECLS
