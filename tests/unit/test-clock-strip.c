/* test-clock-strip.c - two clocks by hand: drift, unequal ways, contradictions, pairs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/clock/lsc-clock-private.h"

#define MS G_GINT64_CONSTANT (1000000)
#define EPOCH G_GINT64_CONSTANT (1760000000000000000)

/** Messages each way every @pause_ns, sent at the same true time; clock 1 shows true time + offset
 * + ppm of the time since the begin. */
typedef struct
{
  gint64 offset_ns;
  gint64 ppm;
  gint64 delays_ns[2];
  gint64 pause_ns;
  gsize n;
} Way;

typedef struct
{
  LscClockRank ranks[2];
  LscClockSamples messages;
  LscClockSamples bounds;
  LscClocks *clocks;
} Pair;

static gint64
ahead_ns (const Way *way, gint64 since_ns)
{
  return way->offset_ns + since_ns / 1000000 * way->ppm;
}

static LscClockSamples
play (const Way *way)
{
  LscClockSamples samples = { NULL, 0, 0 };

  for (gsize i = 0; i < way->n; i++)
    for (guint32 src = 0; src < 2; src++)
      {
        gint64 sent = (gint64) i * way->pause_ns, arrived = sent + way->delays_ns[src];

        lsc_clock_samples_append (
            &samples,
            (LscClockSample){ src, 1 - src, EPOCH + sent + (src == 1 ? ahead_ns (way, sent) : 0),
                              EPOCH + arrived + (src == 0 ? ahead_ns (way, arrived) : 0) });
      }
  return samples;
}

static void
pair_clear (Pair *self)
{
  lsc_clock_samples_clear (&self->messages);
  lsc_clock_samples_clear (&self->bounds);
  g_clear_pointer (&self->clocks, lsc_clocks_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

static const LscClock *
ask (Pair *self, const char *first, const char *second)
{
  LscClockQuestion question = {
    .ranks = self->ranks, .n_ranks = 2, .messages = &self->messages, .bounds = &self->bounds
  };

  self->ranks[0] = (LscClockRank){ .rank = 0, .host = first, .is_recorded = TRUE };
  self->ranks[1] = (LscClockRank){ .rank = 1, .host = second, .is_recorded = TRUE };
  g_clear_pointer (&self->clocks, lsc_clocks_free);
  self->clocks = lsc_clocks_new (&question);
  return &self->clocks->clocks[1];
}

/* How far the answer is from the truth at a true time. */
static gint64
error_at (const LscClock *clock, const Way *way, gint64 since_ns)
{
  gint64 local = EPOCH + since_ns + ahead_ns (way, since_ns);

  return ABS (local + lsc_clock_shift (clock, local) - EPOCH - since_ns);
}

static gint64
largest_error (const LscClock *clock, const Way *way)
{
  gint64 last = (gint64) (way->n - 1) * way->pause_ns;

  return MAX (error_at (clock, way, 0), error_at (clock, way, last));
}

/* Without messages, and with a drift that no constant fits: a line between the bounds. */
static void
test_drift_of_bounds (void)
{
  const Way way = { 1000 * MS, 200, { 50000, 50000 }, 10 * MS, 100 };
  g_auto (Pair) pair = { .bounds = play (&way) };
  const LscClock *clock = ask (&pair, "a", "b");

  g_assert_cmpint (clock->source, ==, LSC_CLOCK_BOUNDS);
  g_assert_false (pair.clocks->is_empty);
  g_assert_cmpint (ABS (clock->drift_ppb - 200000), <, 100);
  g_assert_cmpint (largest_error (clock, &way), <, 100);
  g_assert_cmpint (clock->uncertainty_ns, >=, 50000);
  g_assert_cmpint (clock->uncertainty_ns, <, 51000);
}

/* Ways that are not equally long move the middle by half of what they differ: that is inside. */
static void
test_unequal_delays (void)
{
  const Way way = { -300 * MS, 20, { 10000, 900000 }, 10 * MS, 100 };
  g_auto (Pair) pair = { .messages = play (&way) };
  const LscClock *clock = ask (&pair, "a", "b");

  g_assert_cmpint (clock->source, ==, LSC_CLOCK_P2P);
  g_assert_cmpint (ABS (largest_error (clock, &way) - 445000), <, 15000);
  g_assert_cmpint (clock->uncertainty_ns, >=, largest_error (clock, &way));
  g_assert_cmpint (clock->uncertainty_ns, <, 500000);
}

/* The fastest messages tell the clock: slower ones change nothing, however often they are there. */
static void
test_repeated (void)
{
  const Way way = { 1000 * MS, 200, { 50000, 70000 }, 10 * MS, 100 };
  g_auto (Pair) once = { .messages = play (&way) };
  g_auto (Pair) often = { .messages = play (&way) };
  gsize n = often.messages.n;
  const LscClock *expected = ask (&once, "a", "b"), *found;

  for (gsize i = 10; i + 10 < n; i++)
    for (guint k = 0; k < 6; k++)
      {
        LscClockSample sample = often.messages.items[i];

        sample.dst_ns += k / 2 * 100000;
        lsc_clock_samples_append (&often.messages, sample);
      }
  found = ask (&often, "a", "b");
  g_assert_cmpint (found->source, ==, LSC_CLOCK_P2P);
  g_assert_cmpint (found->offset_ns, ==, expected->offset_ns);
  g_assert_cmpint (found->drift_ppb, ==, expected->drift_ppb);
  g_assert_cmpint (found->at_ns, ==, expected->at_ns);
  g_assert_cmpint (found->uncertainty_ns, ==, expected->uncertainty_ns);
  g_assert_cmpint (ABS (found->drift_ppb - 200000), <, 100);
  g_assert_cmpint (found->uncertainty_ns, <, 61000);
  g_assert_cmpint (largest_error (found, &way), <, 11000);
}

/* A clock that jumps has no line; one that is off by what a conversion may be has. */
static void
test_contradiction (void)
{
  const Way way = { 7 * MS, 0, { 1000, 1000 }, 10 * MS, 50 };

  for (gint64 jump_ns = 20000; jump_ns <= 5 * MS; jump_ns += 5 * MS - 20000)
    {
      g_auto (Pair) pair = { .messages = play (&way) };
      const LscClock *clock;

      for (gsize i = pair.messages.n / 2; i < pair.messages.n; i++)
        *(i % 2 == 0 ? &pair.messages.items[i].dst_ns : &pair.messages.items[i].src_ns) += jump_ns;
      clock = ask (&pair, "a", "b");
      g_assert_cmpint (pair.clocks->is_empty, ==, jump_ns > MS);
      g_assert_cmpint (clock->source, ==, jump_ns > MS ? LSC_CLOCK_UNKNOWN : LSC_CLOCK_P2P);
      if (jump_ns < MS)
        g_assert_cmpint (clock->uncertainty_ns, >=, jump_ns / 2);
    }
}

/* One host, whose messages show two clocks; and a message that a clock may be off by. */
static void
test_same_host (void)
{
  const Way way = { 500 * MS, 0, { 20000, 20000 }, 10 * MS, 20 };
  const Way near = { 900, 0, { 0, 0 }, 10 * MS, 20 };
  g_auto (Pair) pair = { .messages = play (&way) };
  g_auto (Pair) close = { .messages = play (&near) };

  g_assert_cmpint (ask (&pair, "a", "a")->offset_ns, ==, 500 * MS);
  g_assert_true (pair.clocks->is_refuted);
  ask (&pair, NULL, NULL);
  g_assert_true (pair.clocks->is_refuted);
  ask (&pair, "a", "b");
  g_assert_false (pair.clocks->is_refuted);
  ask (&close, "a", "a");
  g_assert_false (close.clocks->is_refuted);
}

/* The ranks recorded longer than they sent: what a drift may add there counts. */
static void
test_beyond (void)
{
  const Way way = { 0, 0, { 5000, 5000 }, 10 * MS, 2 };
  g_auto (Pair) pair = { .messages = play (&way) };
  LscClockQuestion question = { .ranks = pair.ranks, .n_ranks = 2, .messages = &pair.messages };
  gint64 near;

  near = ask (&pair, "a", "b")->uncertainty_ns;
  pair.ranks[0].begin_ns = EPOCH - 100 * MS;
  pair.ranks[0].end_ns = EPOCH + 10 * MS;
  g_clear_pointer (&pair.clocks, lsc_clocks_free);
  pair.clocks = lsc_clocks_new (&question);
  g_assert_cmpint (near, <, 11000);
  /* 500 parts per million of 100 ms, at most */
  g_assert_cmpint (pair.clocks->clocks[1].uncertainty_ns, >, near + 40000);
  g_assert_cmpint (pair.clocks->clocks[1].uncertainty_ns, <=, near + 51000);
}

static gssize
find_shift (gint64 ppm, gsize cut)
{
  LscInt64s sends = { NULL, 0, 0 }, receives = { NULL, 0, 0 };
  gssize shift;

  /* Regular as a clock but for a pause every 18 messages. */
  for (gsize i = 0; i < 54; i++)
    {
      gint64 at = (gint64) i * 11 * MS + (gint64) (i / 18) * (cut > 0 ? 40 * MS : 0);

      if (i >= cut)
        lsc_int64s_append (&sends, EPOCH + at);
      lsc_int64s_append (&receives, EPOCH + at + 30000 + at / 1000000 * ppm);
    }
  shift = lsc_clock_find_shift (&sends, &receives);
  lsc_int64s_clear (&sends);
  lsc_int64s_clear (&receives);
  return shift;
}

/* A drift is no reason to pair each message with another; a recording that begins later is. */
static void
test_pairs (void)
{
  static const gint64 drifts[] = { 0, 1, -1, 20, -200, 400 };

  for (gsize i = 0; i < G_N_ELEMENTS (drifts); i++)
    {
      g_assert_cmpint (find_shift (drifts[i], 0), ==, 0);
      g_assert_cmpint (find_shift (drifts[i], 1), ==, 1);
      g_assert_cmpint (find_shift (drifts[i], 3), ==, 3);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock-strip/drift-of-bounds", test_drift_of_bounds);
  g_test_add_func ("/clock-strip/unequal-delays", test_unequal_delays);
  g_test_add_func ("/clock-strip/repeated", test_repeated);
  g_test_add_func ("/clock-strip/contradiction", test_contradiction);
  g_test_add_func ("/clock-strip/same-host", test_same_host);
  g_test_add_func ("/clock-strip/beyond", test_beyond);
  g_test_add_func ("/clock-strip/pairs", test_pairs);
  return g_test_run ();
}
