/* test-findings-turns.c - ranks that stop in turns: who is named, and who is slow
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/causes/lsc-rank-turns.h"
#include "test-findings-support.h"

#define N_STEPS 6

static void
add_steps (Case *self)
{
  for (guint r = 0; r < self->overview.ranks->len; r++)
    {
      for (guint i = 2; i < N_STEPS; i++)
        facts_add_step (self->digests[r]);
      for (guint i = 0; i < N_STEPS; i++)
        case_get_step (self, r, i)->step = i;
    }
}

static void
stop (Case *self, guint rank, guint step, gint64 ns)
{
  case_get_step (self, rank, step)->loss_ns[LSC_LOSS_GC] = ns;
}

/* Who stops for less waits for the others. */
static void
wait_for_worst (Case *self)
{
  guint n = self->overview.ranks->len;

  for (guint i = 0; i < N_STEPS; i++)
    {
      gint64 most_ns = 0;

      for (guint r = 0; r < n; r++)
        most_ns = MAX (most_ns, case_get_step (self, r, i)->loss_ns[LSC_LOSS_GC]);
      for (guint r = 0; r < n; r++)
        {
          LscBudgetStep *step = case_get_step (self, r, i);

          step->loss_ns[LSC_LOSS_WAIT] = most_ns - step->loss_ns[LSC_LOSS_GC];
          step->ns[LSC_BUDGET_WAIT] = step->loss_ns[LSC_LOSS_WAIT];
        }
    }
}

/* Rank 3 stops in three steps and rank 1 in one: by their means the second one is no matter, but
 * that step is as long for it. A stop of 6 ms beside one of 14, or in a step that is not hit, is
 * none. */
static void
test_named (void)
{
  g_auto (Case) self = { 0 };
  const LscFinding *found;
  g_autofree char *text = NULL;

  case_init (&self, 4);
  add_steps (&self);
  for (guint i = 0; i < 3; i++)
    stop (&self, 3, i, 14 * MS);
  stop (&self, 1, 4, 12 * MS);
  stop (&self, 2, 0, 6 * MS);
  stop (&self, 2, 5, 6 * MS);
  wait_for_worst (&self);
  found = case_find (&self, "S04");
  g_assert_nonnull (found);
  g_assert_cmpuint (found->ranks->len, ==, 2);
  g_assert_cmpint (g_array_index (found->ranks, gint64, 0), ==, 1);
  g_assert_cmpint (g_array_index (found->ranks, gint64, 1), ==, 3);
  text = lsc_phrase_to_plain (found->text);
  g_assert_nonnull (strstr (text, "on ranks 1, 3"));
}

/* What was lost in the first step is not known of rank 0, which stops often; that nothing was lost
 * there on the others says nothing of the step. Of a rank that hardly stops it is no matter. */
static void
test_first (void)
{
  for (gint64 is_small = 0; is_small < 2; is_small++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      case_init (&self, 2);
      add_steps (&self);
      for (guint r = 0; r < 2; r++)
        {
          LscBudgetStep *step = case_get_step (&self, r, 0);

          step->standing = LSC_STEP_FIRST;
          step->ns[LSC_BUDGET_PREPARE] = r == 0 ? 12 * MS : 0;
          for (guint i = 0; i < self.digests[r]->counted.n; i++)
            self.digests[r]->counted.items[i] = i + 1;
          self.digests[r]->counted.n--;
        }
      for (guint i = 2; i < N_STEPS; i += 2)
        {
          stop (&self, 0, i, is_small ? 1 * MS : 12 * MS);
          stop (&self, 1, i, is_small ? 12 * MS : 0);
        }
      wait_for_worst (&self);
      found = case_find (&self, "S04");
      g_assert_nonnull (found);
      g_assert_cmpfloat_with_epsilon (found->gain_ns, 24 * MS / (is_small ? 6.0 : 5.0), 1);
    }
}

/* A step that is the only one is told of the ranks of which it is known. */
static void
test_only (void)
{
  g_auto (Case) self = { 0 };
  const LscFinding *found;

  case_init (&self, 2);
  for (guint r = 0; r < 2; r++)
    self.digests[r]->counted.n = self.digests[r]->steps.n = 1;
  case_get_step (&self, 1, 0)->standing = LSC_STEP_OPEN;
  self.digests[1]->counted.n = 0;
  case_get_step (&self, 0, 0)->loss_ns[LSC_LOSS_GC] = 20 * MS;
  found = case_find (&self, "S04");
  g_assert_nonnull (found);
  g_assert_cmpint (found->gain_ns, ==, 20 * MS);
}

/* ---- who is slow ---- */

/* Whether rank 0 of @n is slow for its host, where it stops in @own of five steps and its peers in
 * @others of all of theirs. */
static gboolean
is_own (gsize n, gsize own, gsize others)
{
  g_autofree LscRankFigures *figures = g_new0 (LscRankFigures, n);
  g_autofree gint64 *stages = g_new0 (gint64, n);
  g_autofree double *ns = g_new0 (double, 5 * n);
  g_autofree double *usual = g_new0 (double, n);
  g_autofree LscNoiseLevel *levels = g_new0 (LscNoiseLevel, n);
  LscRankSet set = { .n = n };
  LscRankPeers peers = { &set, stages, figures, 100 * MS };
  LscRankExcess excess = { .levels = levels, .usual = usual };

  for (gsize i = 0; i < n; i++)
    {
      figures[i].n_steps = 5;
      figures[i].host_ns = &ns[5 * i];
    }
  for (gsize i = 0; i < own; i++)
    ns[i] = 14 * MS;
  for (gsize i = 0; i < others; i++)
    ns[5 * (1 + i % (n - 1)) + i / (n - 1)] = 14 * MS;
  figures[0].host.median = 14 * MS;
  levels[0] = LSC_NOISE_SURE;
  return lsc_rank_turns_is_own (&peers, &excess, 0);
}

/* 3 of 5 where the peers' steps are hit by 6 of 35 come in 31 % of all cases; by 1 of 35 in 0.2 %.
 */
static void
test_own (void)
{
  g_assert_false (is_own (8, 3, 6));
  g_assert_true (is_own (8, 3, 1));
  g_assert_true (is_own (8, 3, 0));
  g_assert_true (is_own (8, 5, 6));
  g_assert_false (is_own (8, 2, 0)); /* not in most of its steps */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings/turns/named", test_named);
  g_test_add_func ("/findings/turns/first", test_first);
  g_test_add_func ("/findings/turns/only", test_only);
  g_test_add_func ("/findings/turns/own", test_own);
  return g_test_run ();
}
