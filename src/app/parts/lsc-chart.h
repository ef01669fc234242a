/* lsc-chart.h - rows over an axis as a widget: moves, gestures, undo, what is kept of the picture
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "app/parts/lsc-view-history.h"
#include "draw/lsc-palette.h"

G_BEGIN_DECLS

/* The widget knows an axis, not what lies on it. A subclass says how far the axis goes, where its
 * parts stand, paints them and tells what is under the pointer; it need only give get_areas,
 * get_limits and paint_body. All places are px from the chart's origin, LscChartClass.top px
 * below the widget's top.
 *
 * Signals:
 *
 * "view-changed"        another visible place or size, or other content
 * "selection-changed"   emitted by lsc_chart_selection_changed() */

#define LSC_TYPE_CHART (lsc_chart_get_type ())
G_DECLARE_DERIVABLE_TYPE (LscChart, lsc_chart, LSC, CHART, GtkWidget)

#define LSC_CHART_MINIMAP_HEIGHT 26.0

/**
 * LscChartAreas: where the parts of a chart stand
 * @ruler_height: px from 0
 * @minimap_y: px, may be above 0
 * @minimap_height: 0 = none
 * @body_top: px above the rows
 * @content_height: px of all rows that scroll
 * @room: px of the window for them
 */
typedef struct
{
  double ruler_height;
  double minimap_y;
  double minimap_height;
  double body_top;
  double content_height;
  double room;
} LscChartAreas;

/** What is painted with cairo: each once, until it is said to have changed. */
typedef enum
{
  LSC_CHART_RULER,   /* from 0 to the body's top, over the whole width */
  LSC_CHART_MINIMAP, /* moved to its corner */
  LSC_CHART_HEADERS, /* left of the body */
  LSC_CHART_OVERLAY, /* over the body */
} LscChartPart;

/** What has to be painted again. */
enum
{
  LSC_CHART_DIRTY_BODY = 1 << 0,
  LSC_CHART_DIRTY_FRAME = 1 << 1, /* ruler, minimap, headers */
  LSC_CHART_DIRTY_OVERLAY = 1 << 2,
  LSC_CHART_DIRTY_ALL = LSC_CHART_DIRTY_BODY | LSC_CHART_DIRTY_FRAME | LSC_CHART_DIRTY_OVERLAY,
};

typedef enum
{
  LSC_CHART_DRAG_NONE,
  LSC_CHART_DRAG_UNDECIDED, /* pressed, hardly moved */
  LSC_CHART_DRAG_PAN,
  LSC_CHART_DRAG_MINIMAP, /* moves the window */
  LSC_CHART_DRAG_HEADER,  /* makes the header column wider */
  LSC_CHART_DRAG_ZOOM,    /* a time that is to fill the window */
  LSC_CHART_DRAG_OWN,     /* the subclass's, from here on */
} LscChartDragType;

/**
 * LscChartDrag: what is dragged
 * @type: LscChartDragType, or one of the subclass's
 * @to_x: where the pointer is, no further than the body
 */
typedef struct
{
  guint type;
  double x;
  double y;
  double to_x;
  double to_y;
} LscChartDrag;

/** A verb of lsc_chart_perform() and the keys for the action "chart.VERB". */
typedef struct
{
  const char *verb;
  GdkModifierType modifiers;
  guint keys[4];
} LscChartKey;

/**
 * LscChartClass:
 * @top: px of the widget above 0
 * @key_zoom: factor of a key press
 * @key_pan: share of the window that a key press moves
 * @wheel_zoom: factor of a turn of the wheel
 * @wheel_pan: share of the window that a turn of the wheel moves
 * @wheel_rows_px: what it scrolls
 * @drag_least_px: what moves less is a click
 * @header_least_px: the narrowest column of headers
 * @header_most_px: the widest one
 *
 * @get_areas: %FALSE = there is nothing to paint
 * @get_limits: how far the axis goes; %FALSE = nowhere
 * @fit: everything into the window, by default the limits; @is_first: when size and content are
 *   first known
 * @perform: (nullable): does a verb of its own; %FALSE = not known
 * @describe: (nullable): (transfer full): the chart for a screen reader
 * @forget: (nullable): font, theme or scale changed
 *
 * @paint_body: into an image of the body, RGB24 in device pixels, all of it
 * @paint: (nullable): the parts around it
 * @paint_hover: (nullable): what follows the pointer; @x is negative when it is elsewhere
 * @paint_drag: (nullable): what a drag of its own is about to do
 * @get_minimap: (nullable): the axis of the minimap
 *
 * @hover: (nullable): the pointer moved, out of the chart when @x is negative; returns the cursor's
 *   name, %NULL = the usual one
 * @describe_at: (nullable): (transfer full) (nullable): the tooltip at a place; negative = of the
 *   selection
 * @get_selected_box: (nullable): the selection's place
 * @press: (nullable): %FALSE = nothing of its own is there
 * @release: (nullable): a click that dragged nothing
 * @press_menu: (nullable): to select what the menu is about
 * @turn_wheel: (nullable): %FALSE = it scrolls, as usual
 * @choose_drag: (nullable): what a drag that begins at @drag is
 * @begin_drag: (nullable): of one of its own, as are the others
 */
struct _LscChartClass
{
  GtkWidgetClass parent_class;

  double top;
  double key_zoom;
  double key_pan;
  double wheel_zoom;
  double wheel_pan;
  double wheel_rows_px;
  double drag_least_px;
  double header_least_px;
  double header_most_px;

  gboolean (*get_areas) (LscChart *self, LscChartAreas *areas);
  gboolean (*get_limits) (LscChart *self, LscViewLimits *limits);
  void (*fit) (LscChart *self, gboolean is_first);
  void (*height_changed) (LscChart *self);
  gboolean (*perform) (LscChart *self, const char *verb);
  char *(*describe) (LscChart *self);
  void (*forget) (LscChart *self);

  void (*paint_body) (LscChart *self, cairo_surface_t *image);
  void (*paint) (LscChart *self, cairo_t *cr, LscChartPart part);
  void (*paint_hover) (LscChart *self, GtkSnapshot *snapshot, double x);
  void (*paint_drag) (LscChart *self, GtkSnapshot *snapshot, const LscChartDrag *drag);
  LscViewport (*get_minimap) (LscChart *self);

  const char *(*hover) (LscChart *self, double x, double y);
  char *(*describe_at) (LscChart *self, double x, double y);
  gboolean (*get_selected_box) (LscChart *self, double *x0, double *y0, double *x1, double *y1);
  gboolean (*press) (LscChart *self, int n_press, double x, double y, GdkModifierType modifiers);
  void (*release) (LscChart *self, double x, double y, GdkModifierType modifiers);
  void (*press_menu) (LscChart *self, double x, double y);
  gboolean (*turn_wheel) (LscChart *self, double dy, GdkModifierType modifiers);
  guint (*choose_drag) (LscChart *self, const LscChartDrag *drag, GdkModifierType modifiers);
  void (*begin_drag) (LscChart *self, const LscChartDrag *drag);
  void (*update_drag) (LscChart *self, const LscChartDrag *drag);
  void (*end_drag) (LscChart *self, const LscChartDrag *drag);
};

/* ---- for subclasses ---- */
void lsc_chart_class_add_usual_keys (LscChartClass *class);
void lsc_chart_class_add_keys (LscChartClass *class, const LscChartKey *keys, gsize n);
void lsc_chart_use_view (LscChart *self, LscViewport *port, LscTheme *theme, double *scale);
LscViewport *lsc_chart_get_port (LscChart *self);
gboolean lsc_chart_get_pointer (LscChart *self, double *x, double *y);
void lsc_chart_restart (LscChart *self);
void lsc_chart_forget_moves (LscChart *self);
gboolean lsc_chart_was_moved (LscChart *self);
void lsc_chart_note (LscChart *self, LscViewMove move, const LscViewPlace *before);
void lsc_chart_invalidate (LscChart *self, guint dirty);
void lsc_chart_describe (LscChart *self);
void lsc_chart_selection_changed (LscChart *self);
void lsc_chart_append_box (GtkSnapshot *snapshot, const LscColor *color, double x0, double y0,
                           double x1, double y1);

/* ---- for everybody ---- */
void lsc_chart_changed (LscChart *self);
void lsc_chart_fit (LscChart *self);
void lsc_chart_zoom (LscChart *self, double factor);
void lsc_chart_zoom_at (LscChart *self, double factor, double x);
void lsc_chart_pan (LscChart *self, double share);
void lsc_chart_scroll (LscChart *self, double dy);
gboolean lsc_chart_is_fitted (LscChart *self);
void lsc_chart_show_time (LscChart *self, gint64 begin_ns, gint64 end_ns);
gboolean lsc_chart_undo (LscChart *self);
gboolean lsc_chart_redo (LscChart *self);
gboolean lsc_chart_perform (LscChart *self, const char *verb);
void lsc_chart_set_menu (LscChart *self, GMenuModel *menu);
void lsc_chart_popup_content (LscChart *self, GtkWidget *content);
void lsc_chart_popup (LscChart *self, double x, double y);

void lsc_chart_hold_scale_in (GtkWidget *root);

G_END_DECLS
