/* test-findings-stragglers.c - what the rules find in the study of a job, made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "test-findings-support.h"

#define N_STAGES 2
#define UNEVEN "uneven_work"
#define STAGE "stage_imbalance"
#define SLOW "slow_rank"

/* A job in which nothing is slow, of steps of 100 ms; the ranks of the case are the first of its
 * workers. */
static void
case_study (Case *self, gsize n_replicas)
{
  LscStragglers *study = g_new0 (LscStragglers, 1);

  g_atomic_ref_count_init (&study->refs);
  study->is_of_ops = TRUE;
  study->replay_error = 0.001;
  study->base_ns = study->even_ns = study->balanced_ns = study->even_balanced_ns = study->worst_ns =
      STEP_NS;
  study->n_stages = N_STAGES;
  study->n_replicas = n_replicas;
  study->stages = g_new0 (LscStragglerStage, N_STAGES);
  study->workers = g_new0 (LscStragglerWorker, N_STAGES * n_replicas);
  for (gint64 i = 0; i < N_STAGES; i++)
    study->stages[i] = (LscStragglerStage){ .stage = i,
                                            .forward_ns = 10 * MS,
                                            .backward_ns = 20 * MS,
                                            .forward_spread = 0.01,
                                            .backward_spread = 0.01,
                                            .agreement = 0.9 };
  for (gsize i = 0; i < N_STAGES * n_replicas; i++)
    study->workers[i] = (LscStragglerWorker){ .replica = (gint64) (i / N_STAGES),
                                              .stage = (gint64) (i % N_STAGES),
                                              .rank = (gint64) i,
                                              .excess = i % 4 < 2 ? 0.002 : -0.002 };
  for (guint i = 0; i < self->overview.ranks->len; i++)
    {
      LscOverviewRank *rank = &g_array_index (self->overview.ranks, LscOverviewRank, i);

      rank->has_stage = TRUE;
      rank->stage = i % N_STAGES;
    }
  self->study = study;
}

static void
make_uneven (Case *self)
{
  self->study->stages[1].forward_spread = 0.2;
  self->study->stages[1].agreement = 0.98;
  self->study->even_ns = self->study->even_balanced_ns = 75 * MS;
}

static void
make_last_stage_long (Case *self)
{
  self->study->stages[1].backward_ns = 30 * MS;
  self->study->balanced_ns = 90 * MS;
  self->study->even_balanced_ns = self->study->even_ns - 15 * MS;
}

static void
make_slow (Case *self, gsize worker, double excess)
{
  self->study->workers[worker].excess = excess;
  self->study->worst = worker;
  self->study->worst_ns = 92 * MS;
}

static void
assert_says (const LscFinding *finding, const char *part)
{
  g_autofree char *text = lsc_phrase_to_words (finding->text);
  g_autofree char *unknown = finding->unknown ? lsc_phrase_to_words (finding->unknown) : NULL;

  if (!strstr (text, part) && (!unknown || !strstr (unknown, part)))
    g_error ("\"%s\" (%s) does not say \"%s\"", text, unknown, part);
}

static void
test_quiet (void)
{
  g_auto (Case) c;

  case_init (&c, 2);
  case_study (&c, 4);
  g_assert_null (case_find (&c, UNEVEN));
  g_assert_null (case_find (&c, STAGE));
  g_assert_null (case_find (&c, SLOW));
}

static void
test_uneven (void)
{
  g_auto (Case) c;
  const LscFinding *found;

  case_init (&c, 2);
  case_study (&c, 4);
  make_uneven (&c);
  found = case_find (&c, UNEVEN);
  g_assert_nonnull (found);
  g_assert_cmpint (found->gain_ns, ==, 25 * MS);
  g_assert_true (lsc_finding_stands_out (found));
  g_assert_cmpuint (found->ranks->len, ==, 2);
  assert_says (found, "stage 1");
  assert_says (found, "20.0 %");
  assert_says (found, "deviates from the recording by 0.10 %");
}

/* Long and short at random is no length of micro-batches, nor is what costs nothing. */
static void
test_not_uneven (void)
{
  g_auto (Case) random;
  g_auto (Case) cheap;

  case_init (&random, 2);
  case_study (&random, 4);
  make_uneven (&random);
  random.study->stages[1].agreement = 0.3;
  g_assert_null (case_find (&random, UNEVEN));
  case_init (&cheap, 2);
  case_study (&cheap, 4);
  make_uneven (&cheap);
  cheap.study->even_ns = 99 * MS;
  g_assert_null (case_find (&cheap, UNEVEN));
}

static void
test_last_stage (void)
{
  g_auto (Case) c;
  const LscFinding *found;

  case_init (&c, 2);
  case_study (&c, 4);
  make_last_stage_long (&c);
  found = case_find (&c, STAGE);
  g_assert_nonnull (found);
  g_assert_cmpint (get_only_rank (found), ==, 1);
  g_assert_cmpint (found->gain_ns, ==, 10 * MS);
  g_assert_false (found->is_bound);
  assert_says (found, "Stage 1, the last one");
  assert_says (found, "40.00 ms");
}

/* Where micro-batches are uneven, layers that move gain most once they are even. */
static void
test_both (void)
{
  g_auto (Case) c;
  const LscFinding *found;

  case_init (&c, 2);
  case_study (&c, 4);
  make_uneven (&c);
  make_last_stage_long (&c);
  found = case_find (&c, STAGE);
  g_assert_nonnull (found);
  g_assert_cmpint (found->gain_ns, ==, 15 * MS);
  g_assert_true (found->is_bound);
  assert_says (found, "Fixing this alone saves 10.0 %");
  g_assert_cmpstr (lsc_findings_get (c.findings, 0)->id, ==, UNEVEN);
}

static void
test_slow_worker (void)
{
  g_auto (Case) c;
  const LscFinding *found;

  case_init (&c, 2);
  case_study (&c, 4);
  make_slow (&c, 1, 0.1);
  found = case_find (&c, SLOW);
  g_assert_nonnull (found);
  g_assert_cmpint (get_only_rank (found), ==, 1);
  g_assert_cmpint (found->gain_ns, ==, 8 * MS);
  assert_says (found, "replica 0");
}

/* The worst of one replica is the one of the longest stage; one that is no longer than its peers
 * deviate anyhow is none. */
static void
test_no_slow_worker (void)
{
  g_auto (Case) one;
  g_auto (Case) usual;

  case_init (&one, 2);
  case_study (&one, 1);
  make_slow (&one, 1, 0.1);
  g_assert_null (case_find (&one, SLOW));
  case_init (&usual, 2);
  case_study (&usual, 4);
  for (gsize i = 0; i < 8; i++)
    usual.study->workers[i].excess = i % 4 < 2 ? 0.03 : -0.03;
  make_slow (&usual, 1, 0.1);
  g_assert_null (case_find (&usual, SLOW));
}

/* A gain below the error of the replay is not certain. */
static void
test_error (void)
{
  g_auto (Case) c;
  const LscFinding *found;

  case_init (&c, 2);
  case_study (&c, 4);
  make_last_stage_long (&c);
  c.study->replay_error = 0.12;
  found = case_find (&c, STAGE);
  g_assert_nonnull (found);
  g_assert_false (lsc_finding_stands_out (found));
  assert_says (found, "more than the gain");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings-stragglers/quiet", test_quiet);
  g_test_add_func ("/findings-stragglers/uneven", test_uneven);
  g_test_add_func ("/findings-stragglers/not-uneven", test_not_uneven);
  g_test_add_func ("/findings-stragglers/last-stage", test_last_stage);
  g_test_add_func ("/findings-stragglers/both", test_both);
  g_test_add_func ("/findings-stragglers/slow-worker", test_slow_worker);
  g_test_add_func ("/findings-stragglers/no-slow-worker", test_no_slow_worker);
  g_test_add_func ("/findings-stragglers/error", test_error);
  return g_test_run ();
}
