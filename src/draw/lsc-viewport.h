/* lsc-viewport.h - the part of a time axis and of the rows that a chart shows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscViewPlace: what of everything is visible; what undo goes back to
 * @begin_ns: time of the axis at the left edge of the body, exact at any distance from zero
 * @begin_fraction: the part of a ns after it, 0 to 1, for smooth moves when zoomed in
 * @span_ns: time over the body's width
 * @scroll_y: px of the rows above the window
 * @lane_height: px of a lane, in charts where it can be changed
 */
typedef struct
{
  gint64 begin_ns;
  double begin_fraction;
  double span_ns;
  double scroll_y;
  double lane_height;
} LscViewPlace;

/**
 * LscViewport: the visible place and the window that it is seen through
 *
 * The axis is abstract: what its ns mean is up to the layout of a chart, which maps recorded times
 * to it row by row. Time t lies at x = header_width + (t - begin) * body width / span. Sizes are in
 * user-space units (px at scale 1).
 *
 * @header_width: px left of the body
 */
typedef struct
{
  gint64 begin_ns;
  double begin_fraction;
  double span_ns;
  double scroll_y;
  double lane_height;
  double width;
  double height;
  double header_width;
} LscViewport;

/**
 * LscViewLimits: how far a viewport goes
 * @begin_ns: of everything
 * @end_ns: of everything
 * @least_span_ns: of the window when zoomed in
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  double least_span_ns;
} LscViewLimits;

gint64 lsc_ns_add (gint64 a_ns, gint64 b_ns);
gint64 lsc_ns_subtract (gint64 a_ns, gint64 b_ns);
double lsc_ns_difference (gint64 a_ns, gint64 b_ns);
gint64 lsc_ns_from_double (double ns);

double lsc_viewport_body_width (const LscViewport *self);
double lsc_viewport_px_per_ns (const LscViewport *self);
double lsc_viewport_time_to_x (const LscViewport *self, gint64 time_ns);
gint64 lsc_viewport_x_to_time (const LscViewport *self, double x);
gint64 lsc_viewport_end_ns (const LscViewport *self);

void lsc_viewport_set_begin (LscViewport *self, gint64 begin_ns, double after_ns);
void lsc_viewport_move (LscViewport *self, double by_ns);
void lsc_viewport_zoom (LscViewport *self, const LscViewLimits *limits, double factor, double x);
void lsc_viewport_fit (LscViewport *self, gint64 begin_ns, gint64 end_ns, double least_span_ns);
void lsc_viewport_clamp (LscViewport *self, const LscViewLimits *limits);
void lsc_viewport_clamp_rows (LscViewport *self, double content_height, double room);

LscViewPlace lsc_viewport_get_place (const LscViewport *self);
void lsc_viewport_set_place (LscViewport *self, const LscViewPlace *place);
gboolean lsc_view_place_equal (const LscViewPlace *a, const LscViewPlace *b);

G_END_DECLS
