/* test-findings-groups.c - groups whose collectives are slower than those of others, made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-findings-support.h"

#define N_RANKS 8
#define N_PAIRS 4
#define BYTES 1000000

/**
 * Pairs: what the collectives of the ranks 0 and 4, 1 and 5, 2 and 6, 3 and 7 are like
 * @moved_ms: how long they move data
 * @late_ms: how much later than the other the second rank comes
 * @bytes: how large they are, times BYTES; -1 = not recorded
 * @longer_ms: how much more its ranks compute, all beside communication that this hides
 * @hosts: of how many hosts their ranks are; 0 = not recorded
 */
typedef struct
{
  double moved_ms[N_PAIRS];
  double late_ms[N_PAIRS];
  gint64 bytes[N_PAIRS];
  guint hosts[N_PAIRS];
  gint64 longer_ms[N_PAIRS];
} Pairs;

static void
spend (LscRankDigest *digest, gint64 *own_ns, gint64 ns)
{
  *own_ns += ns;
  lsc_digest_owns_append (&digest->own,
                          (LscDigestOwn){ *own_ns, ns, LSC_WORK_COMPUTE, LSC_LOSS_N });
}

/* Both steps of a rank: it computes, and reduces with the other rank of its pair. */
static void
make_rank (LscRankDigest *digest, const Pairs *pairs)
{
  guint pair = (guint) digest->rank % N_PAIRS, half = (guint) digest->rank / N_PAIRS;
  gint64 late_ns = (gint64) (pairs->late_ms[pair] * (double) MS);
  gint64 moved_ns = (gint64) (pairs->moved_ms[pair] * (double) MS), own_ns = 0, at_ns = 0;
  gint64 compute_ns = (60 + pairs->longer_ms[pair]) * MS;
  LscRankGroup *group =
      lsc_rank_digest_add_group (digest, (const char *[]){ "a", "b", "c", "d" }[pair], "dp");

  digest->has_work = TRUE;
  digest->host =
      pairs->hosts[pair] == 0
          ? LSC_STRING_NONE
          : lsc_rank_digest_add_text (digest, half < pairs->hosts[pair] && half ? "h1" : "h0");
  lsc_int64s_append (&group->ranks, pair);
  lsc_int64s_append (&group->ranks, pair + N_PAIRS);
  for (guint32 i = 0; i < 2; i++)
    {
      LscBudgetStep *step = &digest->steps.items[i];
      LscRankOp op = { .kind = LSC_RANK_OP_JOINT,
                       .peer = LSC_RANK_UNKNOWN,
                       .step = i,
                       .slice = LSC_SLICE_NONE,
                       .bytes = pairs->bytes[pair] > 0 ? pairs->bytes[pair] * BYTES : -1,
                       .sizes_ns = -1,
                       .own_begin_ns = own_ns + compute_ns + half * late_ns,
                       .holds = TRUE };

      step->step = i;
      step->hidden_comm_ns = pairs->longer_ms[pair] * MS;
      step->begin_ns = at_ns;
      op.begin_ns = at_ns + compute_ns + half * late_ns;
      op.end_ns = at_ns + compute_ns + late_ns + moved_ns;
      step->end_ns = at_ns = op.end_ns;
      step->step_ns = step->end_ns - step->begin_ns;
      lsc_digest_own_steps_append (&digest->own_steps,
                                   (LscDigestOwnStep){ own_ns, op.own_begin_ns });
      spend (digest, &own_ns, compute_ns + half * late_ns);
      op.own_end_ns = own_ns;
      op.group = group->name;
      op.name = lsc_rank_digest_add_text (digest, "ncclDevKernel_AllGather_RING_LL");
      lsc_rank_ops_append (&digest->ops, op);
    }
}

/* (nullable) */
static const LscFinding *
find (Case *self, const Pairs *pairs)
{
  case_init (self, N_RANKS);
  self->overview.step_ns = STEP_NS;
  for (guint i = 0; i < N_RANKS; i++)
    make_rank (self->digests[i], pairs);
  return case_find (self, "slow_group");
}

/* The example of findings.md#groups. */
static void
test_slow (void)
{
  static const Pairs pairs = { { 2, 2.02, 1.98, 12 }, { 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 } };
  g_auto (Case) self = { 0 };
  const LscFinding *found = find (&self, &pairs);
  g_autofree char *words = NULL;

  g_assert_nonnull (found);
  words = lsc_phrase_to_words (found->fact);
  g_assert_cmpstr (words, ==,
                   "Collectives between ranks 3, 7 take up to 6.0 times as long as the same ones "
                   "in similar groups.");
  g_assert_cmpuint (found->ranks->len, ==, 2);
  g_assert_cmpint (g_array_index (found->ranks, gint64, 0), ==, 3);
  g_assert_cmpint (g_array_index (found->ranks, gint64, 1), ==, 7);
  g_assert_cmpint (found->gain_ns, ==, 998 * MS / 100); /* the next slowest takes 2.02 ms */
  g_assert_cmpint (found->certainty, ==, LSC_FINDING_SURE);
}

/* Where it is not known how far the way of each is, it is likely. */
static void
test_no_hosts (void)
{
  static const Pairs pairs = { { 2, 2.02, 1.98, 12 }, { 0 }, { 1, 1, 1, 1 }, { 0, 0, 0, 0 } };
  g_auto (Case) self = { 0 };
  const LscFinding *found = find (&self, &pairs);

  g_assert_nonnull (found);
  g_assert_cmpint (found->certainty, ==, LSC_FINDING_LIKELY);
}

/* 1.4 times as long is enough where the others are alike. */
static void
test_little (void)
{
  static const Pairs pairs = {
    { 10, 10.1, 9.9, 14 }, { 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 }, { 0 }
  };
  g_auto (Case) self = { 0 };
  const LscFinding *found = find (&self, &pairs);

  g_assert_nonnull (found);
  g_assert_cmpint (found->gain_ns, ==, 39 * MS / 10);
}

/* What takes as long by chance, is larger, of another network, half of all, or merely awaited. */
static void
test_not_slow (void)
{
  static const Pairs cases[] = {
    { { 12, 12.1, 12, 14.5 }, { 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 } },
    { { 2, 2, 2, 12 }, { 0 }, { 1, 1, 1, 6 }, { 2, 2, 2, 2 } },
    { { 2, 2, 2, 12 }, { 0 }, { -1, -1, -1, -1 }, { 2, 2, 2, 2 } },
    { { 2, 2, 2, 12 }, { 0 }, { 1, 1, 1, 1 }, { 1, 1, 1, 2 } },
    { { 2, 2, 12, 12 }, { 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 } },
    { { 2, 2, 2, 2 }, { 0, 0, 0, 10 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 } },
    { { 2, 2, 9, 12 }, { 0 }, { 2, 3, 1, 1 }, { 2, 2, 2, 2 } }, /* two of a kind */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };

      g_test_message ("case %zu", i);
      g_assert_null (find (&self, &cases[i]));
    }
}

/* What overlap would gain is told of the rest: what the others would still expose, and nothing
 * where others, who hide theirs, last as long without the slow one. */
static void
test_rest (void)
{
  static const Pairs pairs[] = {
    { { 4, 4, 4, 24 }, { 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 }, { 0 } },
    { { 4, 4, 4, 24 }, { 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 }, { 16 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      found = find (&self, &pairs[i]);
      g_assert_nonnull (found);
      g_assert_cmpint (found->gain_ns, ==, (i == 0 ? 20 : 4) * MS);
      found = case_find (&self, "uncovered_communication");
      g_assert_cmpint (found ? found->gain_ns : 0, ==, (i == 0 ? 4 : 0) * MS);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings-groups/slow", test_slow);
  g_test_add_func ("/findings-groups/no-hosts", test_no_hosts);
  g_test_add_func ("/findings-groups/little", test_little);
  g_test_add_func ("/findings-groups/not-slow", test_not_slow);
  g_test_add_func ("/findings-groups/rest", test_rest);
  return g_test_run ();
}
