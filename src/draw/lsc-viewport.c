/* lsc-viewport.c - the part of a time axis and of the rows that a chart shows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-viewport.h"

#include <math.h>

#define FIT_MARGIN 0.01     /* of the extent, on both sides */
#define MOST_SPAN_SHARE 1.1 /* of the extent, when zoomed out */
#define USUAL_SPAN_NS 1e9

/* ---- times ---- */

/**
 * lsc_ns_add:
 *
 * Returns: the sum, or the nearest time that there is
 */
gint64
lsc_ns_add (gint64 a_ns, gint64 b_ns)
{
  gint64 sum;

  if (!__builtin_add_overflow (a_ns, b_ns, &sum))
    return sum;
  return b_ns < 0 ? G_MININT64 : G_MAXINT64;
}

/**
 * lsc_ns_subtract:
 *
 * Returns: @a_ns - @b_ns, or the nearest time that there is
 */
gint64
lsc_ns_subtract (gint64 a_ns, gint64 b_ns)
{
  gint64 difference;

  if (!__builtin_sub_overflow (a_ns, b_ns, &difference))
    return difference;
  return b_ns < 0 ? G_MAXINT64 : G_MININT64;
}

/**
 * lsc_ns_difference:
 *
 * Returns: @a_ns - @b_ns; exact as long as it is below 2^53, however far both are from zero
 */
double
lsc_ns_difference (gint64 a_ns, gint64 b_ns)
{
  gint64 result;

  return __builtin_sub_overflow (a_ns, b_ns, &result) ? (double) a_ns - (double) b_ns
                                                      : (double) result;
}

/**
 * lsc_ns_from_double:
 *
 * Returns: @ns towards zero, or the nearest time that there is
 */
gint64
lsc_ns_from_double (double ns)
{
  if (!(ns < 9.2e18))
    return G_MAXINT64;
  return ns > -9.2e18 ? (gint64) ns : G_MININT64;
}

/* ---- time and place ---- */

/**
 * lsc_viewport_body_width:
 *
 * Returns: px right of the headers, at least one
 */
double
lsc_viewport_body_width (const LscViewport *self)
{
  return MAX (self->width - self->header_width, 1);
}

/**
 * lsc_viewport_px_per_ns:
 *
 * Returns: the scale of the axis
 */
double
lsc_viewport_px_per_ns (const LscViewport *self)
{
  return lsc_viewport_body_width (self) / MAX (self->span_ns, 1e-3);
}

/**
 * lsc_viewport_time_to_x:
 *
 * Returns: px; may lie outside of the window
 */
double
lsc_viewport_time_to_x (const LscViewport *self, gint64 time_ns)
{
  return self->header_width + (lsc_ns_difference (time_ns, self->begin_ns) - self->begin_fraction) *
                                  lsc_viewport_px_per_ns (self);
}

/**
 * lsc_viewport_x_to_time:
 *
 * Returns: the ns in which a px begins
 */
gint64
lsc_viewport_x_to_time (const LscViewport *self, double x)
{
  double ns = self->begin_fraction + (x - self->header_width) / lsc_viewport_px_per_ns (self);

  return lsc_ns_add (self->begin_ns, lsc_ns_from_double (floor (ns + 1e-4)));
}

/**
 * lsc_viewport_end_ns:
 *
 * Returns: the first ns right of the window
 */
gint64
lsc_viewport_end_ns (const LscViewport *self)
{
  return lsc_ns_add (self->begin_ns,
                     lsc_ns_from_double (ceil (self->begin_fraction + self->span_ns)));
}

/* ---- moves ---- */

/**
 * lsc_viewport_set_begin:
 * @after_ns: to be added, of any size and sign
 *
 * Sets the time at the left edge.
 */
void
lsc_viewport_set_begin (LscViewport *self, gint64 begin_ns, double after_ns)
{
  double whole;

  g_return_if_fail (self);
  if (!isfinite (after_ns))
    after_ns = 0;
  whole = floor (after_ns);
  self->begin_ns = lsc_ns_add (begin_ns, lsc_ns_from_double (whole));
  self->begin_fraction = CLAMP (after_ns - whole, 0, 1);
}

/**
 * lsc_viewport_move:
 *
 * Moves the window to later times; every ns is kept.
 */
void
lsc_viewport_move (LscViewport *self, double by_ns)
{
  if (isfinite (by_ns) && ABS (by_ns) < 9e18)
    lsc_viewport_set_begin (self, self->begin_ns, self->begin_fraction + by_ns);
}

static double
clamp_span (const LscViewLimits *limits, double span_ns)
{
  double most = lsc_ns_difference (limits->end_ns, limits->begin_ns) * MOST_SPAN_SHARE;

  return CLAMP (span_ns, limits->least_span_ns, MAX (most, limits->least_span_ns));
}

/**
 * lsc_viewport_zoom:
 * @factor: above 1 to see less
 * @x: the time under it stays there
 */
void
lsc_viewport_zoom (LscViewport *self, const LscViewLimits *limits, double factor, double x)
{
  double share, span_ns;

  g_return_if_fail (self && limits);
  share = CLAMP ((x - self->header_width) / lsc_viewport_body_width (self), 0, 1);
  if (!(factor > 0))
    return;
  span_ns = clamp_span (limits, self->span_ns / factor);
  lsc_viewport_move (self, share * (self->span_ns - span_ns));
  self->span_ns = span_ns;
}

/**
 * lsc_viewport_fit:
 *
 * Shows a time with a margin of 1 % on both sides.
 */
void
lsc_viewport_fit (LscViewport *self, gint64 begin_ns, gint64 end_ns, double least_span_ns)
{
  double length;

  g_return_if_fail (self);
  length = lsc_ns_difference (end_ns, begin_ns);
  self->span_ns = MAX (length * (1 + 2 * FIT_MARGIN), least_span_ns);
  lsc_viewport_set_begin (self, begin_ns, (length - self->span_ns) / 2);
}

/**
 * lsc_viewport_clamp:
 *
 * Brings the window back to where something is: at least @limits' least span, at most a little more
 * than everything, half of it beyond an end.
 */
void
lsc_viewport_clamp (LscViewport *self, const LscViewLimits *limits)
{
  gint64 half_ns, least_ns, most_ns;

  g_return_if_fail (self && limits);
  if (!isfinite (self->span_ns))
    self->span_ns = USUAL_SPAN_NS;
  lsc_viewport_set_begin (self, self->begin_ns, self->begin_fraction);
  self->span_ns = clamp_span (limits, self->span_ns);
  half_ns = lsc_ns_from_double (self->span_ns / 2);
  least_ns = lsc_ns_add (limits->begin_ns, -half_ns);
  most_ns = MAX (least_ns, lsc_ns_add (limits->end_ns, -half_ns));
  if (self->begin_ns < least_ns || self->begin_ns > most_ns)
    {
      self->begin_ns = CLAMP (self->begin_ns, least_ns, most_ns);
      self->begin_fraction = 0;
    }
}

/**
 * lsc_viewport_clamp_rows:
 * @content_height: px of all rows
 * @room: px of the window for them
 *
 * Scrolls no further down than the last row.
 */
void
lsc_viewport_clamp_rows (LscViewport *self, double content_height, double room)
{
  g_return_if_fail (self);
  if (!isfinite (self->scroll_y))
    self->scroll_y = 0;
  self->scroll_y = CLAMP (self->scroll_y, 0, MAX (content_height - MAX (room, 0), 0));
}

/* ---- places ---- */

/**
 * lsc_viewport_get_place:
 *
 * Returns: what is visible, to come back to
 */
LscViewPlace
lsc_viewport_get_place (const LscViewport *self)
{
  g_return_val_if_fail (self, (LscViewPlace){ 0 });
  return (LscViewPlace){ self->begin_ns, self->begin_fraction, self->span_ns, self->scroll_y,
                         self->lane_height };
}

/**
 * lsc_viewport_set_place:
 *
 * Shows a place as it was; the window keeps its size.
 */
void
lsc_viewport_set_place (LscViewport *self, const LscViewPlace *place)
{
  g_return_if_fail (self && place);
  self->begin_ns = place->begin_ns;
  self->begin_fraction = place->begin_fraction;
  self->span_ns = place->span_ns;
  self->scroll_y = place->scroll_y;
  self->lane_height = place->lane_height;
}

/**
 * lsc_view_place_equal:
 */
gboolean
lsc_view_place_equal (const LscViewPlace *a, const LscViewPlace *b)
{
  return a->begin_ns == b->begin_ns && a->begin_fraction == b->begin_fraction &&
         a->span_ns == b->span_ns && a->scroll_y == b->scroll_y && a->lane_height == b->lane_height;
}
