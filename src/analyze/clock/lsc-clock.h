/* lsc-clock.h - how the clocks of ranks stand to each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/* Every page and every command that compares times of several ranks asks lsc_clocks_new(). It knows
 * points of time alone; who holds a recording makes them of what it knows: messages, dependencies,
 * collectives. */

/** Where the offset of a rank's clock comes from (times.md#clock-sources). */
typedef enum
{
  LSC_CLOCK_REFERENCE,   /* the others are measured against it */
  LSC_CLOCK_SAME_HOST,   /* tied to a rank of its host */
  LSC_CLOCK_P2P,         /* messages in both directions */
  LSC_CLOCK_ONE_SIDED,   /* messages in one direction */
  LSC_CLOCK_BOUNDS,      /* dependencies between blocks */
  LSC_CLOCK_COLLECTIVES, /* ends of common collectives */
  LSC_CLOCK_GIVEN,       /* by the user */
  LSC_CLOCK_UNKNOWN,
} LscClockSource;

/** Why the collectives that a rank shares with others tell nothing of its clock. */
typedef enum
{
  LSC_CLOCK_NOT_REFUSED,
  LSC_CLOCK_TOO_FEW,
  LSC_CLOCK_DISAGREE, /* by more than clocks can */
} LscClockRefusal;

/**
 * LscClock: the clock of one rank; aligned = local - offset - drift x time since @at_ns
 * @uncertainty_ns: at any time of the recording the true offset is that of the line +- that; -1 =
 *   unknown
 * @drift_ppb: parts per 1e9 of time since @at_ns (local), 0 without
 * @n_messages: of what it was measured by: messages, or collectives
 * @p10_ns, @p90_ns: %LSC_CLOCK_COLLECTIVES: percentiles of the offset that each collective gives;
 *   with @refusal percentiles of what the refused ones differ by
 * @refusal: %LSC_CLOCK_UNKNOWN only
 */
typedef struct
{
  gint64 rank;
  const char *host; /* (nullable) */
  LscClockSource source;
  gint64 offset_ns;
  gint64 uncertainty_ns;
  gint64 drift_ppb;
  gint64 at_ns;
  gint64 delay_ns; /* of a message, median; -1 unknown */
  gsize n_messages;
  gint64 p10_ns;
  gint64 p90_ns;
  LscClockRefusal refusal;
} LscClock;

/**
 * LscClockSample: two points of time on two clocks, the second no earlier than the first
 * @src, @dst: indexes of the ranks
 * @src_ns: the first: end of a send, or of the block that gives
 * @dst_ns: the second: end of the receive, or start of the block that needs
 */
typedef struct
{
  guint32 src;
  guint32 dst;
  gint64 src_ns;
  gint64 dst_ns;
} LscClockSample;

LSC_DEFINE_ARRAY (LscClockSamples, lsc_clock_samples, LscClockSample)

/** The second clock minus the first, at a time of the second. */
typedef struct
{
  gint64 time_ns;
  gint64 diff_ns;
} LscClockPoint;

LSC_DEFINE_ARRAY (LscClockPoints, lsc_clock_points, LscClockPoint)

/** How the collectives of two ranks were matched, which says how far they are believed. */
typedef enum
{
  LSC_CLOCK_BY_NAME,  /* by a name that either rank has once: one is enough */
  LSC_CLOCK_BY_COUNT, /* by how many of the kind ran before: they must bear each other out */
} LscClockMatching;

/**
 * LscClockCommonFunc:
 * @a, @b: indexes of two ranks
 * @ends: (inout): to append to: when collectives of both ended on @b, and how much later than on @a
 */
typedef void (*LscClockCommonFunc) (gsize a, gsize b, LscClockPoints *ends, gpointer user_data);

/**
 * LscClockRank: a rank of which a clock is asked
 * @host: (nullable): what tells hosts apart
 * @is_recorded: there is something to ask @find_common for
 * @begin_ns, @end_ns: the span of its clock in which the uncertainty is to hold; both 0 = that of
 *   the samples
 */
typedef struct
{
  gint64 rank;
  const char *host;
  gboolean is_recorded;
  gint64 begin_ns;
  gint64 end_ns;
} LscClockRank;

/** What is known of the clock at @b against that at @a from another answer. */
typedef struct
{
  guint32 a;
  guint32 b;
  LscClock clock;
} LscClockTie;

LSC_DEFINE_ARRAY (LscClockTies, lsc_clock_ties, LscClockTie)

/**
 * LscClockQuestion:
 * @reference: index of the rank that the others are measured against; @n_ranks = none, so that
 *   nothing is measured
 * @messages, @bounds: (nullable): samples; those of bounds were no messages, the time between the
 *   two may be anything
 * @ties: (nullable): come before all samples
 * @find_common: (nullable): asked where neither ties nor messages join two ranks
 * @with_messages_alone: nothing but messages; hosts do not count
 * @hosts_last: ranks of a host are measured each by itself and share a clock only where nothing
 *   joins them; else they share one if there are several hosts and no message says otherwise
 */
typedef struct
{
  const LscClockRank *ranks;
  gsize n_ranks;
  gsize reference;
  const LscClockSamples *messages;
  const LscClockSamples *bounds;
  const LscClockTies *ties;
  LscClockCommonFunc find_common;
  gpointer user_data;
  LscClockMatching matching;
  gboolean with_messages_alone;
  gboolean hosts_last;
} LscClockQuestion;

/**
 * LscClocks: the answer
 * @n_hosts: 0 = not known of all ranks
 * @is_empty: somewhere the bounds contradicted each other
 * @is_refuted: between ranks that are not known to be on different hosts a message arrived before
 *   it was sent
 */
typedef struct
{
  LscClock *clocks; /* by rank */
  gsize n_clocks;
  gsize n_hosts;
  gboolean is_empty;
  gboolean is_refuted;
} LscClocks;

LscClocks *lsc_clocks_new (const LscClockQuestion *question);
void lsc_clocks_free (LscClocks *self);
gint64 lsc_clock_shift (const LscClock *self, gint64 local_ns);
gssize lsc_clock_find_shift (const LscInt64s *sends, const LscInt64s *receives);
gboolean lsc_clock_are_timed (const LscInt64s *sends, const LscInt64s *receives, gsize k,
                              gssize shift);

/** Of an end that is not known. */
#define LSC_CLOCK_NO_TIME G_MININT64

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscClocks, lsc_clocks_free)

G_END_DECLS
