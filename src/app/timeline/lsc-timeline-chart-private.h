/* lsc-timeline-chart-private.h - what the parts of the timeline widget share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-view-history.h"
#include "app/timeline/lsc-timeline-chart.h"

G_BEGIN_DECLS

#define LSC_TIMELINE_MINIMAP_HEIGHT 26.0
#define LSC_TIMELINE_ZOOM_STEP 1.1236 /* one key press or turn of the wheel, drawing.md#axis */
#define LSC_TIMELINE_PAN_STEP 0.05
#define LSC_TIMELINE_SCROLL_STEP 20.0

/** What a drag does. */
typedef enum
{
  LSC_DRAG_NONE,
  LSC_DRAG_UNDECIDED, /* pressed, not yet moved by 2 px */
  LSC_DRAG_BOX,       /* in the lanes: range and lanes */
  LSC_DRAG_RULER,     /* range over all lanes */
  LSC_DRAG_ZOOM_BOX,
  LSC_DRAG_PAN,
  LSC_DRAG_MINIMAP,
  LSC_DRAG_HEADER, /* makes the header column wider */
  LSC_DRAG_PINNED, /* orders pinned lanes */
  LSC_DRAG_RANGE_BEGIN,
  LSC_DRAG_RANGE_END,
} LscTimelineDrag;

enum
{
  LSC_REPAINT_BODY = 1 << 0,
  LSC_REPAINT_FRAME = 1 << 1,
  LSC_REPAINT_OVERLAY = 1 << 2,
  LSC_REPAINT_ALL = LSC_REPAINT_BODY | LSC_REPAINT_FRAME | LSC_REPAINT_OVERLAY,
};

struct _LscTimelineChart
{
  GtkWidget parent_instance;

  LscTimelineView view;
  LscTimelineLayout *layout;
  LscTimelinePainter *painter;
  gboolean fit_pending; /* until size and data are known */

  LscViewHistory *history;

  GtkAdjustment *scroll;
  GtkWidget *scrollbar;
  GtkWidget *menu; /* (nullable): GtkPopoverMenu */
  gboolean scroll_is_ours;
  int height; /* as allocated last, with the minimap */
  int width;

  guint dirty;
  guint revision; /* of the layout when the body was painted */
  GskRenderNode *body_node;
  GskRenderNode *frame_node;
  GskRenderNode *overlay_node;
  cairo_surface_t *spare; /* image of the body before this one, to be used again */
  cairo_surface_t *image;

  double pointer_x; /* negative: elsewhere; y counts from the ruler, so the minimap is negative */
  double pointer_y;
  LscTimelineDrag drag;
  guint drag_button;
  double drag_x;
  double drag_y;
  double drag_to_x;
  double drag_to_y;
  LscViewPlace drag_place;
  gint64 drag_ns; /* fixed end of the range that is drawn */
  gsize drag_strip;
  double pinch_span;

  GPtrArray *selected_paths; /* char*: lanes */
  GPtrArray *retired_hits;   /* GArray: the painter knows hits by their address, so the address of
                                those it saw must not come up again before it saw others */
  GArray *crumbs;            /* LscTimelineSpot: slices that links were followed from */
  LscTimelineSpot centred;   /* the slice that was centred last: the next time it is fitted */
  char *same_name;

  guint describe_id;
  guint fitted_id;
  char *described; /* what the screen reader was told last */
};

/* -- lsc-timeline-chart.c -- */
void _lsc_timeline_chart_invalidate (LscTimelineChart *self, guint dirty);
void _lsc_timeline_chart_changed (LscTimelineChart *self);
void _lsc_timeline_chart_lanes_changed (LscTimelineChart *self);
void _lsc_timeline_chart_selection_changed (LscTimelineChart *self);
void _lsc_timeline_chart_range_changed (LscTimelineChart *self);
void _lsc_timeline_chart_load_rank (LscTimelineChart *self, guint rank);
void _lsc_timeline_chart_edit_mark (LscTimelineChart *self, guint mark);
void _lsc_timeline_chart_hovered (LscTimelineChart *self);

/* -- lsc-timeline-chart-paint.c -- */
void _lsc_timeline_chart_update_theme (LscTimelineChart *self);
void _lsc_timeline_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
void _lsc_timeline_chart_drop_nodes (LscTimelineChart *self);

/* -- lsc-timeline-chart-input.c -- */
void _lsc_timeline_chart_add_controllers (LscTimelineChart *self);

/* -- lsc-timeline-chart-move.c -- */
void _lsc_timeline_chart_go (LscTimelineChart *self, const LscViewPlace *place);
void _lsc_timeline_chart_note (LscTimelineChart *self, LscViewMove move);
void _lsc_timeline_chart_zoom_at (LscTimelineChart *self, double factor, double x);
void _lsc_timeline_chart_shift (LscTimelineChart *self, double by_ns);
gboolean _lsc_timeline_chart_get_extent (LscTimelineChart *self, gint64 *begin_ns, gint64 *end_ns);
gboolean _lsc_timeline_chart_move_verb (LscTimelineChart *self, const char *verb);

/* -- lsc-timeline-chart-select.c -- */
gboolean _lsc_timeline_chart_spot_is (const LscTimelineSpot *spot);
const LscLane *_lsc_timeline_chart_get_lane (LscTimelineChart *self, const LscTimelineSpot *spot);
gboolean _lsc_timeline_chart_select_verb (LscTimelineChart *self, const char *verb);
void _lsc_timeline_chart_forget_spots (LscTimelineChart *self);

/* -- lsc-timeline-chart-lanes.c -- */
gboolean _lsc_timeline_chart_lanes_verb (LscTimelineChart *self, const char *verb);
void _lsc_timeline_chart_press_header (LscTimelineChart *self, gsize strip,
                                       GdkModifierType modifiers);
void _lsc_timeline_chart_toggle_strip (LscTimelineChart *self, gsize strip);
GStrv _lsc_timeline_chart_paths_between (LscTimelineChart *self, double y0, double y1);
void _lsc_timeline_chart_reveal_strip (LscTimelineChart *self, gsize strip);

G_END_DECLS
