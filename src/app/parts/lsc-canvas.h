/* lsc-canvas.h - a picture painted by cairo as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"

G_BEGIN_DECLS

/* The widget keeps the picture until it changes, in size, style or by lsc_canvas_repaint(), and
 * tells the subclass what the pointer does. A subclass paints, and knows what is where; it need
 * only give paint. Places are px from the widget's corner. */

#define LSC_TYPE_CANVAS (lsc_canvas_get_type ())
G_DECLARE_DERIVABLE_TYPE (LscCanvas, lsc_canvas, LSC, CANVAS, GtkWidget)

/**
 * LscCanvasClass:
 * @least_width, @least_height: px; 0 = the subclass measures
 * @is_clear: what is below shows through; else the background of the theme is painted
 * @paint: what is kept until it changes
 * @paint_marks: (nullable): what is painted over it each time: the selection, what is pointed at
 * @point: (nullable): the pointer is there now; both negative: it has left
 * @press: (nullable): a button went down; the widget has the focus
 * @get_tip: (nullable): (transfer full) (nullable): what is at a place, or of @by_keyboard what is
 *   selected; @area: where that holds, the widget as long as it is not set
 */
struct _LscCanvasClass
{
  GtkWidgetClass parent_class;

  int least_width;
  int least_height;
  gboolean is_clear;
  void (*paint) (LscCanvas *self, cairo_t *cr);
  void (*paint_marks) (LscCanvas *self, cairo_t *cr);
  void (*point) (LscCanvas *self, double x, double y);
  void (*press) (LscCanvas *self, double x, double y, int n_press, guint button);
  char *(*get_tip) (LscCanvas *self, double x, double y, gboolean by_keyboard, GdkRectangle *area);
};

LscText *lsc_canvas_get_text (LscCanvas *self);
LscTheme lsc_canvas_get_theme (LscCanvas *self);
void lsc_canvas_repaint (LscCanvas *self);
void lsc_canvas_point_changed (LscCanvas *self);
void lsc_canvas_describe (LscCanvas *self, const char *label, const char *description);

G_END_DECLS
