/* test-stragglers.c - the study of stragglers on jobs that were made for it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "analyze/stragglers/lsc-stragglers.h"
#include "base/lsc-error.h"
#include "lsc-test-job-ops.h"

#define UNIT_NS 1000000

static LscStragglers *
study (const LscJobOps *ops)
{
  g_autoptr (GError) error = NULL;
  LscStragglers *self = lsc_stragglers_new_from_ops (ops, NULL, NULL, &error);

  g_assert_no_error (error);
  return self;
}

static void
assert_near (double value, double expected)
{
  g_assert_cmpfloat_with_epsilon (value, expected, 6e-8);
}

/* ---- the case of stragglers.md#example, counted by hand ---- */

typedef struct
{
  const char *name;
  double slowdown;
} Kind;

static const Kind kinds[] = {
  { "params-all-gather", 1 },
  { "forward-compute", 1.0174292 },
  { "backward-compute", 1.0544662 },
  { "gc", 1 },
  { "layernorm-grads-all-reduce", 1 },
  { "embedding-grads-all-reduce", 1 },
  { "grads-reduce-scatter", 1 },
  { "optimizer-clip-main-grad", 1 },
  { "optimizer", 1 },
  { "forward-pp-comm", 1 },
  { "backward-pp-comm", 1 },
};

static void
test_small (void)
{
  static const double workers[] = { 1, 1, 1.0588235, 1.0130719 };
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);
  g_autoptr (LscStragglers) self = study (ops);

  g_assert_null (self->refusal);
  assert_near (self->base_ns, 123 * UNIT_NS);
  assert_near (self->ideal_ns, 114.75 * UNIT_NS);
  assert_near (self->slowdown, 1.0718954);
  g_assert_cmpuint (self->n_steps, ==, 1);
  g_assert_cmpint (self->steps[0].number, ==, 1);
  g_assert_cmpint (self->steps[0].recorded_ns, ==, 123 * UNIT_NS);
  assert_near (self->steps[0].slowdown, 1.0718954);
  assert_near (self->replay_error, 0);
  g_assert_cmpuint (self->n_kinds, ==, G_N_ELEMENTS (kinds));
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_assert_cmpstr (self->kinds[i].name, ==, kinds[i].name);
      assert_near (self->kinds[i].slowdown, kinds[i].slowdown);
    }
  assert_near (self->stages[0].slowdown, 1.0588235);
  assert_near (self->stages[1].slowdown, 1.0130719);
  assert_near (self->slowdown_of_replica[0], 1);
  assert_near (self->slowdown_of_replica[1], 1.0718954);
  for (gsize i = 0; i < G_N_ELEMENTS (workers); i++)
    assert_near (self->workers[i].slowdown, workers[i]);
  g_assert_cmpuint (self->n_slowest, ==, 1);
  g_assert_cmpuint (self->slowest[0], ==, 2);
  assert_near (self->m_w, 0.8181818);
  assert_near (self->m_s, 0.1818182);
}

/* What findings are made of, of the same case. */
static void
test_even (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);
  g_autoptr (LscStragglers) self = study (ops);

  assert_near (self->stages[0].forward_ns, 10 * UNIT_NS);
  assert_near (self->stages[0].backward_ns, 22.5 * UNIT_NS);
  assert_near (self->stages[0].forward_spread, 0);
  assert_near (self->stages[0].backward_spread, (0 + 5. / 25) / 2); /* of both replicas */
  g_assert_true (isnan (self->stages[0].agreement));                /* all forwards are alike */
  g_assert_cmpuint (self->worst, ==, 2);
  assert_near (self->workers[2].excess, 70 / 65. - 1); /* 60 and 70, the median between them */
  assert_near (self->workers[0].excess, 60 / 65. - 1);
  g_assert_cmpfloat (self->even_ns, <, self->base_ns);
  g_assert_cmpfloat (self->worst_ns, <, self->base_ns);
}

/* Of all stages' computing as long as the mean over them; the two replicas differ as before. */
static void
test_balanced (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);
  g_autoptr (LscStragglers) self = study (ops);

  /* forward 12 everywhere, backward 21.25 on stage 1; on stage 0 the long one 30 x 21.25 / 22.5 */
  assert_near (
      self->balanced_ns / UNIT_NS /
          (2 + 12 + 1 + 12 + 21.25 + 12 + 21.25 + 1 + 30 * 21.25 / 22.5 + 0 + 1 + 2 + 3 + 1 + 4),
      1);
}

static void
test_ideal_place (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);
  g_autoptr (LscStragglers) self = study (ops);
  const LscStragglerOp *last = &self->ops[self->n_ops - 1];

  g_assert_cmpuint (last->kind, ==, LSC_JOB_OP_OPTIMIZER);
  g_assert_cmpint (last->start_ns, ==, (gint64) (110.75 * UNIT_NS));
  g_assert_cmpint (last->length_ns, ==, 4 * UNIT_NS);
}

/* ---- what is left out, and what cannot be replayed ---- */

static LscJobOp *
find_op (LscJobOps *ops, gsize step, gsize worker, LscJobOpKind kind)
{
  gsize n;
  const LscJobOp *items = lsc_job_ops_get (ops, step, worker, &n);

  for (gsize i = 0; i < n; i++)
    if (items[i].kind == kind)
      return (LscJobOp *) &items[i];
  g_assert_not_reached ();
}

static void
append_step (LscJobOps *ops)
{
  gsize n = ops->ops.n, n_cells = ops->steps.n * ops->workers.n;
  LscJobStep step = ops->steps.items[0];

  step.number = ops->steps.items[ops->steps.n - 1].number + 1;
  lsc_job_steps_append (&ops->steps, step);
  ops->first = g_renew (gsize, ops->first, n_cells + ops->workers.n + 1);
  for (gsize w = 0; w < ops->workers.n; w++)
    {
      for (gsize i = ops->first[w]; i < ops->first[w + 1]; i++)
        lsc_job_op_array_append (&ops->ops,
                                 (LscJobOp){ .length_ns = ops->ops.items[i].length_ns,
                                             .start_ns = ops->ops.items[i].start_ns,
                                             .name = ops->ops.items[i].name,
                                             .number = ops->ops.items[i].number,
                                             .micro_batch = ops->ops.items[i].micro_batch,
                                             .chunk = ops->ops.items[i].chunk,
                                             .kind = ops->ops.items[i].kind });
      ops->first[n_cells + w + 1] = ops->ops.n;
    }
  g_assert_cmpuint (ops->first[n_cells], ==, n);
}

static void
test_missing_op (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);
  g_autoptr (LscStragglers) self = NULL;
  g_autoptr (LscNotice) notice = NULL;
  g_autofree char *text = NULL;

  append_step (ops);
  append_step (ops);
  find_op (ops, 1, 3, LSC_JOB_OP_GC)->kind = LSC_JOB_OP_OTHER;
  self = study (ops);
  g_assert_null (self->refusal);
  g_assert_cmpuint (self->n_steps, ==, 2);
  g_assert_cmpint (self->steps[1].number, ==, 3);
  assert_near (self->slowdown, 1.0718954);
  g_assert_cmpuint (self->n_left_out, ==, 1);
  g_assert_true (lsc_notices_have_loss (self->notices));
  notice = lsc_notices_copy_nth (self->notices, 0);
  text = lsc_notice_to_text (notice);
  g_assert_nonnull (strstr (text, "1 step is excluded from the study of stragglers: 2"));
}

static void
test_extra_op (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);
  g_autoptr (LscStragglers) self = NULL;

  append_step (ops);
  find_op (ops, 0, 0, LSC_JOB_OP_GC)->kind = LSC_JOB_OP_OTHER; /* the template has none */
  self = study (ops);
  g_assert_null (self->refusal);
  g_assert_cmpuint (self->n_steps, ==, 2);
  assert_near (self->slowdown, 1.0718954);
  g_assert_true (lsc_notices_have_loss (self->notices));
}

static void
assert_refused (const LscJobOps *ops, const char *part)
{
  g_autoptr (LscStragglers) self = study (ops);
  g_autofree char *text = NULL;

  g_assert_nonnull (self->refusal);
  text = lsc_phrase_to_plain (self->refusal);
  if (!strstr (text, part))
    g_error ("\"%s\" is not in: %s", part, text);
  g_assert_true (isnan (self->slowdown));
  g_assert_cmpuint (self->n_steps, ==, 0);
}

/* The backward runs before the forward of stage 1 on stage 0, which cannot be. */
static void
test_cycle (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_new (1, 2, 1);

  lsc_test_job_ops_add (ops, 0, 0, LSC_JOB_OP_BACKWARD_RECV, 0, 0, 1);
  lsc_test_job_ops_add (ops, 0, 0, LSC_JOB_OP_BACKWARD_COMPUTE, 0, 1, 1);
  lsc_test_job_ops_add (ops, 0, 0, LSC_JOB_OP_FORWARD_COMPUTE, 0, 2, 1);
  lsc_test_job_ops_add (ops, 0, 0, LSC_JOB_OP_FORWARD_SEND, 0, 3, 1);
  lsc_test_job_ops_add (ops, 0, 1, LSC_JOB_OP_FORWARD_RECV, 0, 3, 1);
  lsc_test_job_ops_add (ops, 0, 1, LSC_JOB_OP_FORWARD_COMPUTE, 0, 4, 1);
  lsc_test_job_ops_add (ops, 0, 1, LSC_JOB_OP_BACKWARD_COMPUTE, 0, 5, 1);
  lsc_test_job_ops_add (ops, 0, 1, LSC_JOB_OP_BACKWARD_SEND, 0, 6, 1);
  lsc_test_job_ops_seal (ops);
  assert_refused (ops, "wait for each other");
}

static void
test_no_places (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);

  for (gsize w = 0; w < ops->workers.n; w++)
    ops->workers.items[w].stage = -1;
  assert_refused (ops, "not known which replica");
}

static void
test_no_worker (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);

  ops->workers.items[3].replica = 7;
  assert_refused (ops, "Stage 1 of replica 1 was not recorded");
}

static void
test_no_kinds (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);

  for (gsize i = 0; i < ops->ops.n; i++)
    ops->ops.items[i].kind = LSC_JOB_OP_OTHER;
  assert_refused (ops, "no op of a kind");
}

static void
test_huge (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);

  for (gsize i = 0; i < ops->ops.n; i++)
    ops->ops.items[i].length_ns = G_MAXINT64 / 2;
  assert_refused (ops, "more than a time can hold");
}

static void
test_no_such_step (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscStepList) list = lsc_step_list_new ("2-9, 17", &error);

  g_assert_no_error (error);
  g_assert_null (lsc_stragglers_new_from_ops (ops, list, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

/* No loss: shares are not known. */
static void
test_no_loss (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);
  g_autoptr (LscStragglers) self = NULL;

  for (gsize i = 0; i < ops->ops.n; i++)
    ops->ops.items[i].length_ns = UNIT_NS;
  self = study (ops);
  assert_near (self->slowdown, 1);
  g_assert_true (isnan (self->m_w));
  g_assert_true (isnan (self->m_s));
}

/* The same again and again: what is a ratio stays, as do the workers beside those of their stage.
 */
static void
test_repeated (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_small (UNIT_NS);
  g_autoptr (LscJobOps) many = lsc_test_job_ops_repeat (ops, 50);
  g_autoptr (LscStragglers) self = study (ops);
  g_autoptr (LscStragglers) repeated = study (many);

  g_assert_cmpuint (repeated->n_replicas, ==, 100);
  g_assert_cmpfloat (repeated->slowdown, ==, self->slowdown);
  for (gsize d = 0; d < 100; d++)
    g_assert_cmpfloat (repeated->slowdown_of_replica[d], ==, self->slowdown_of_replica[d % 2]);
  for (gsize p = 0; p < 2; p++)
    g_assert_cmpfloat (repeated->stages[p].slowdown, ==, self->stages[p].slowdown);
  g_assert_cmpuint (repeated->n_slowest, ==, 6);
}

/* ---- lists of steps ---- */

static void
test_list (void)
{
  static const char *const wrong[] = { "",   ",",   "1,",   "a",     "3-1",
                                       "-2", "1 2", "1--2", "1-2-3", "99999999999999999999" };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscStepList) list = lsc_step_list_new (" 16-30,33 , 40 - 41", &error);

  g_assert_no_error (error);
  g_assert_true (lsc_step_list_has (list, 16) && lsc_step_list_has (list, 30));
  g_assert_true (lsc_step_list_has (list, 33) && lsc_step_list_has (list, 41));
  g_assert_false (lsc_step_list_has (list, 15) || lsc_step_list_has (list, 31));
  g_assert_true (lsc_step_list_has (NULL, 5));
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) failure = NULL;

      g_assert_null (lsc_step_list_new (wrong[i], &failure));
      g_assert_error (failure, LSC_ERROR, LSC_ERROR_USAGE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stragglers/small", test_small);
  g_test_add_func ("/stragglers/even", test_even);
  g_test_add_func ("/stragglers/balanced", test_balanced);
  g_test_add_func ("/stragglers/ideal-place", test_ideal_place);
  g_test_add_func ("/stragglers/missing-op", test_missing_op);
  g_test_add_func ("/stragglers/extra-op", test_extra_op);
  g_test_add_func ("/stragglers/cycle", test_cycle);
  g_test_add_func ("/stragglers/no-places", test_no_places);
  g_test_add_func ("/stragglers/no-worker", test_no_worker);
  g_test_add_func ("/stragglers/no-kinds", test_no_kinds);
  g_test_add_func ("/stragglers/huge", test_huge);
  g_test_add_func ("/stragglers/no-such-step", test_no_such_step);
  g_test_add_func ("/stragglers/no-loss", test_no_loss);
  g_test_add_func ("/stragglers/repeated", test_repeated);
  g_test_add_func ("/stragglers/list", test_list);
  return g_test_run ();
}
