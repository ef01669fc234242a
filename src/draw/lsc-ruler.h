/* lsc-ruler.h - the ticks of a chart's time axis
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-axis.h"
#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"
#include "draw/lsc-viewport.h"

G_BEGIN_DECLS

/**
 * LscRulerScale: what the ticks of a ruler count
 * @origin_ns: where they count from, on the viewport's axis; with @is_clock that of 1970
 * @least_distance: px between two ticks
 * @is_clock: the labels are times of the day in UTC
 * @may_shorten: when the window is short against the time since the origin, the labels count from
 *   a base, which whoever allows it has to name; not in an own unit
 * @unit: (nullable): symbol of an own unit instead of us, ms or s
 * @unit_ns: of the axis in one of @unit
 */
typedef struct
{
  gint64 origin_ns;
  double least_distance;
  gboolean is_clock;
  gboolean may_shorten;
  const char *unit;
  double unit_ns;
} LscRulerScale;

/**
 * LscRuler: ticks at whole multiples of a step after a zero near the window: doubles hold them
 * exactly enough, because what they count is short.
 * @axis: of all ticks in the window, in ns or own units after @zero_ns
 * @zero_ns: on the viewport's axis
 * @base_ns: of the labels, since the origin; 0 = they are complete
 */
typedef struct
{
  LscRulerScale scale;
  const LscViewport *port;
  LscAxis axis;
  gint64 zero_ns;
  gint64 base_ns;
} LscRuler;

/**
 * LscRulerLook: where ticks and labels stand, px
 * @end_of_last: right edge of the last label; changed with each, so that none overlap
 */
typedef struct
{
  LscColor tick;
  LscColor label;
  double tick_top;
  double tick_height;
  double label_middle;
  double label_size;
  double end_of_last;
} LscRulerLook;

LscRuler lsc_ruler_new (const LscViewport *port, const LscRulerScale *scale);
void lsc_ruler_tick_xs (const LscRuler *self, GArray *xs);
void lsc_ruler_paint_ticks (const LscRuler *self, cairo_t *cr, LscText *text, LscRulerLook *look,
                            gint64 from_ns, gint64 to_ns);

G_END_DECLS
