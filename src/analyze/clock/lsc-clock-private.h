/* lsc-clock-private.h - what joins two clocks, and how a clock follows from another
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/clock/lsc-clock.h"

G_BEGIN_DECLS

enum
{
  LSC_CLOCK_UP,   /* from a to b */
  LSC_CLOCK_DOWN, /* from b to a */
};

/**
 * LscClockEdge: what is known of the clocks of two domains
 * @messages: by direction: receive ends minus send ends; times are on the clock of b
 * @links: by direction: start of the block that needs minus end of the block that gives
 * @source: %LSC_CLOCK_UNKNOWN if nothing holds
 * @is_tie: measured elsewhere
 * @is_empty: the bounds contradict each other
 * @theta_ns: clock of b minus clock of a at @at_ns
 * @has_bounds: @low_ns and @high_ns bound it
 * @uncertainty_ns: -1 unknown
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
  gboolean has_bounds;
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

GPtrArray *_lsc_clock_edges (const LscClockQuestion *question, const guint *domain_of_rank);
LscClockEdge *_lsc_clock_edge_of_tie (const LscClockTie *tie, const guint *domain_of_rank);
void _lsc_clock_edge_free (LscClockEdge *self);
gboolean _lsc_clock_edge_measure (LscClockEdge *self, gboolean with_links);
LscClockRefusal _lsc_clock_edge_measure_common (LscClockEdge *self, const LscClockPoints *ends,
                                                LscClockMatching matching);
LscClockPlace _lsc_clock_place_across (const LscClockPlace *from, const LscClockEdge *edge,
                                       gboolean is_up);

G_END_DECLS
