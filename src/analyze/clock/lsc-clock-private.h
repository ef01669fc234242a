/* lsc-clock-private.h - what joins two clocks, and how a clock follows from another
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/clock/lsc-clock.h"

G_BEGIN_DECLS

/** Of two clocks against each other. No time service slews one by more: 500 parts per million. */
#define LSC_CLOCK_LARGEST_DRIFT 5e-4

enum
{
  LSC_CLOCK_UP,   /* from a to b */
  LSC_CLOCK_DOWN, /* from b to a */
};

/** Between floor and ceiling a line of that slope keeps all bounds; ns, at the strip's origin. */
typedef struct
{
  double slope;
  double floor;
  double ceiling;
} LscClockCorner;

/**
 * LscClockStrip: all lines that bounds of theta allow
 * @at_ns, @base_ns: its origin: a time, and a theta
 * @corners: (element-type LscClockCorner): by slope; between two of them floor and ceiling are
 *   straight
 * @slack_ns: by so much bounds were moved that contradicted each other
 */
typedef struct
{
  gint64 at_ns;
  gint64 base_ns;
  GArray *corners;
  double slack_ns;
} LscClockStrip;

/**
 * LscClockEdge: what is known of the clocks of two domains
 * @messages: by direction: receive ends minus send ends; times are on the clock of b
 * @links: by direction: start of the block that needs minus end of the block that gives
 * @source: %LSC_CLOCK_UNKNOWN if nothing holds
 * @is_tie: measured elsewhere
 * @is_empty: the bounds contradict each other
 * @begin_ns, @end_ns: first and last of the points
 * @strip: (nullable): what theta may be, if that is bounded on both sides
 * @theta_ns: clock of b minus clock of a at @at_ns
 * @low_ns, @high_ns: bounds of theta for clocks that do not drift; %G_MININT64 and %G_MAXINT64
 *   without
 * @uncertainty_ns: between the points, -1 unknown
 * @delta_ns: delay of a message, -1 unknown
 * @drift: of theta, by time on the clock of b
 * @p10_ns, @p90_ns: %LSC_CLOCK_COLLECTIVES: percentiles of theta
 */
typedef struct
{
  guint a;
  guint b;
  LscClockPoints messages[2];
  LscClockPoints links[2];
  LscClockSource source;
  gboolean is_tie;
  gboolean is_empty;
  gint64 begin_ns;
  gint64 end_ns;
  LscClockStrip *strip;
  gint64 theta_ns;
  gint64 low_ns;
  gint64 high_ns;
  gint64 uncertainty_ns;
  gint64 delta_ns;
  double drift;
  gint64 at_ns;
  gsize n_messages;
  gint64 p10_ns;
  gint64 p90_ns;
} LscClockEdge;

/** A clock against the reference: reference = local - offset - drift x (local - at). */
typedef struct
{
  LscClockSource source;
  gint64 offset_ns;
  double drift;
  gint64 at_ns;
  gint64 delta_ns;
  gsize n_messages;
  gint64 p10_ns;
  gint64 p90_ns;
} LscClockPlace;

gboolean _lsc_clock_strip_init (LscClockStrip *self, const LscClockPoints *up,
                                const LscClockPoints *down, gint64 at_ns, gint64 most_slack_ns);
void _lsc_clock_strip_clear (LscClockStrip *self);
gint64 _lsc_clock_strip_choose (const LscClockStrip *self, gboolean with_drift, double share,
                                gint64 *drift_ppb);
gint64 _lsc_clock_strip_distance (const LscClockStrip *self, gint64 theta_ns, double drift,
                                  gint64 time_ns);
GPtrArray *_lsc_clock_edges (const LscClockQuestion *question, const guint *domain_of_rank);
LscClockEdge *_lsc_clock_edge_of_tie (const LscClockTie *tie, const guint *domain_of_rank);
void _lsc_clock_edge_free (LscClockEdge *self);
gboolean _lsc_clock_edge_measure (LscClockEdge *self, gboolean with_links);
gint64 _lsc_clock_edge_uncertainty (const LscClockEdge *self, gint64 begin_ns, gint64 end_ns);
LscClockRefusal _lsc_clock_edge_measure_common (LscClockEdge *self, const LscClockPoints *ends,
                                                LscClockMatching matching);
LscClockPlace _lsc_clock_place_across (const LscClockPlace *from, const LscClockEdge *edge,
                                       gboolean is_up);

G_END_DECLS
