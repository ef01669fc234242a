/* test-stragglers-random.c - the study of stragglers beside a second, naive one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "analyze/stragglers/lsc-stragglers.h"
#include "lsc-naive-stragglers.h"
#include "lsc-test-job-ops.h"

#define N_JOBS 120
#define SLOT_NS G_GINT64_CONSTANT (1000000000) /* so that a nanosecond is nothing */

/* A job that is made by chance. */
typedef struct
{
  LscJobOps *ops;
  gsize n_replicas;
  gsize n_stages;
  guint n_chunks;
  guint n_micro_batches;
  guint missing; /* one op in so many lacks in later steps, 0 = none */
  gboolean has_gc;
  gboolean has_separate;
  gboolean is_first_in_first_out; /* all forwards first */
  gboolean is_backwards;          /* the last block first, which nobody can run */
  gboolean is_short;              /* a message in the middle lacks */
  guint n_messages[4]; /* of a stage: as many as blocks, one less, none; see add_messages() */
} Job;

static gint64
random_length (void)
{
  return 1000 * (gint64) (g_test_rand_int_range (0, 12) == 0
                              ? g_test_rand_int_range (-50, 0)
                              : g_test_rand_int_range (1000, 900000));
}

static void
add (Job *self, gsize step, gsize worker, guint kind, guint number, gint64 start_ns, gint chunk)
{
  LscJobOp *op;

  if (step > 0 && self->missing > 0 && g_test_rand_int_range (0, (gint) self->missing) == 0)
    return;
  op = lsc_test_job_ops_add (self->ops, step, worker, kind, number, start_ns, random_length ());
  if (chunk >= 0)
    op->chunk = (guint16) chunk;
}

/* The computing of a stage: F and B alternate after a warm-up, or all forwards come first. */
static guint
warmup_of (const Job *self, gsize stage)
{
  guint n = self->n_micro_batches * self->n_chunks;

  return self->is_first_in_first_out ? n : MIN ((guint) (self->n_stages - stage), n);
}

/* As many messages as blocks, one less on the first and last stage, or none there; with chunks some
 * were never launched. With one chunk only those that have a partner. */
static void
add_messages (Job *self, gsize step, gsize worker, guint side, const gint64 *starts, guint n)
{
  static const guint8 kinds[] = { LSC_JOB_OP_FORWARD_SEND, LSC_JOB_OP_FORWARD_RECV,
                                  LSC_JOB_OP_BACKWARD_SEND, LSC_JOB_OP_BACKWARD_RECV };
  gsize stage = worker / self->n_replicas;
  gboolean is_receive = side % 2;
  gboolean is_outer = side == 0 || side == 3 ? stage + 1 == self->n_stages : stage == 0;
  guint count = n, number = 0;

  if (self->n_chunks == 1 && is_outer)
    return;
  if (self->n_chunks > 1 && is_outer)
    count = self->n_messages[side] == 0 ? n : self->n_messages[side] == 1 ? n - 1 : 0;
  if (self->n_chunks > 1 && !is_outer && self->is_short)
    count--;
  if (self->n_chunks > 1 && !is_receive && self->n_messages[side] == 0)
    add (self, step, worker, kinds[side], number++, starts[0] - 40 * SLOT_NS, -1);
  for (guint i = 0; i < count; i++)
    {
      guint block = is_receive && count + 1 == n ? i + 1 : i;

      add (self, step, worker, kinds[side], number++,
           starts[block] + (is_receive ? -SLOT_NS / 3 : SLOT_NS * 19 / 20), -1);
    }
  if (self->n_chunks > 1 && is_receive && self->n_messages[side] == 0)
    add (self, step, worker, kinds[side], number++, starts[n - 1] + 40 * SLOT_NS, -1);
}

static void
add_computing (Job *self, gsize step, gsize worker)
{
  guint n = self->n_micro_batches * self->n_chunks, f = 0, b = 0;
  guint warmup = warmup_of (self, worker / self->n_replicas);
  g_autofree gint64 *forwards = g_new (gint64, n), *backwards = g_new (gint64, n);

  for (guint i = 0; i < 2 * n; i++)
    {
      gboolean is_forward = f < n && (f < warmup || (f - warmup) < b);
      gint64 start_ns = (self->is_backwards ? 2 * n - i + 100 : i + 100) * SLOT_NS;
      gint chunk = (gint) ((is_forward ? f : b) / self->n_micro_batches);

      if (is_forward)
        forwards[f] = start_ns;
      else
        backwards[b] = start_ns;
      add (self, step, worker,
           is_forward ? LSC_JOB_OP_FORWARD_COMPUTE : LSC_JOB_OP_BACKWARD_COMPUTE,
           is_forward ? f : b, start_ns, is_forward ? chunk : (gint) self->n_chunks - 1 - chunk);
      if (is_forward)
        f++;
      else
        b++;
    }
  add_messages (self, step, worker, 0, forwards, n);
  add_messages (self, step, worker, 1, forwards, n);
  add_messages (self, step, worker, 2, backwards, n);
  add_messages (self, step, worker, 3, backwards, n);
}

static void
add_worker (Job *self, gsize step, gsize worker)
{
  gsize stage = worker / self->n_replicas;
  gint64 end_ns = 10000 * (gint64) SLOT_NS;

  for (guint c = 0; c < self->n_chunks; c++)
    {
      add (self, step, worker, LSC_JOB_OP_PARAMS_ALL_GATHER, c, c * SLOT_NS, (gint) c);
      add (self, step, worker, LSC_JOB_OP_REDUCE_SCATTER, c, end_ns + 3 * SLOT_NS + c, (gint) c);
    }
  add_computing (self, step, worker);
  if (self->has_gc)
    add (self, step, worker, LSC_JOB_OP_GC, 0, end_ns, -1);
  add (self, step, worker, LSC_JOB_OP_LAYERNORM_ALL_REDUCE, 0, end_ns + SLOT_NS, -1);
  if (stage == 0 || stage + 1 == self->n_stages)
    add (self, step, worker, LSC_JOB_OP_EMBEDDING_ALL_REDUCE, 0, end_ns + 2 * SLOT_NS, -1);
  if (self->has_separate)
    add (self, step, worker, LSC_JOB_OP_SEPARATE_ALL_REDUCE, 0, end_ns + 4 * SLOT_NS, -1);
  add (self, step, worker, LSC_JOB_OP_CLIP_GRAD, 0, end_ns + 5 * SLOT_NS, -1);
  add (self, step, worker, LSC_JOB_OP_OPTIMIZER, 0, end_ns + 6 * SLOT_NS, -1);
}

static LscJobOps *
make_job (void)
{
  Job job = { .n_replicas = (gsize) g_test_rand_int_range (1, 4),
              .n_stages = (gsize) g_test_rand_int_range (1, 5),
              .n_chunks = (guint) g_test_rand_int_range (1, 3),
              .n_micro_batches = (guint) g_test_rand_int_range (1, 5),
              .missing = g_test_rand_bit () ? 0 : 150,
              .has_gc = g_test_rand_bit (),
              .has_separate = g_test_rand_int_range (0, 4) == 0,
              .is_first_in_first_out = g_test_rand_bit (),
              .is_backwards = g_test_rand_int_range (0, 10) == 0,
              .is_short = g_test_rand_int_range (0, 10) == 0 };
  gsize n_steps = (gsize) g_test_rand_int_range (1, 4);

  for (guint i = 0; i < 4; i++)
    job.n_messages[i] = (guint) g_test_rand_int_range (0, 3);
  job.ops = lsc_test_job_ops_new (job.n_replicas, job.n_stages, n_steps);
  for (gsize step = 0; step < n_steps; step++)
    for (gsize worker = 0; worker < job.ops->workers.n; worker++)
      add_worker (&job, step, worker);
  lsc_test_job_ops_seal (job.ops);
  return job.ops;
}

/* ---- comparison ---- */

static void
assert_same (double ours, double naive)
{
  if (isnan (naive))
    g_assert_true (isnan (ours));
  else
    g_assert_cmpfloat_with_epsilon (ours, naive, 1e-5 * MAX (fabs (naive), 0.1));
}

static void
compare (const LscStragglers *self, const LscNaiveStudy *naive)
{
  assert_same (self->slowdown, naive->slowdown);
  g_assert_cmpuint (self->n_steps, ==, naive->n_steps);
  g_assert_cmpuint (self->n_stages, ==, naive->n_stages);
  g_assert_cmpuint (self->n_replicas, ==, naive->n_replicas);
  for (gsize i = 0; i < self->n_steps; i++)
    {
      g_assert_cmpint (self->steps[i].number, ==, naive->steps[i]);
      assert_same (self->steps[i].slowdown, naive->by_step[i]);
    }
  for (gsize p = 0; p < self->n_stages; p++)
    assert_same (self->stages[p].slowdown, naive->by_stage[p]);
  for (gsize d = 0; d < self->n_replicas; d++)
    assert_same (self->slowdown_of_replica[d], naive->by_replica[d]);
  g_assert_cmpuint (self->n_kinds, ==, g_hash_table_size (naive->by_kind));
  for (gsize i = 0; i < self->n_kinds; i++)
    {
      const double *slowdown = g_hash_table_lookup (naive->by_kind, self->kinds[i].name);

      g_assert_nonnull (slowdown);
      assert_same (self->kinds[i].slowdown, *slowdown);
    }
}

/* The loss is a small difference, and which workers are the slowest may hang on a nanosecond. */
static void
compare_shares (const LscStragglers *self, const LscNaiveStudy *naive)
{
  if (self->slowdown < 1.01)
    return;
  assert_same (self->m_s, naive->m_s);
  assert_same (self->m_w, naive->m_w);
}

static void
test_random (void)
{
  guint n_studied = 0, n_refused = 0, n_left_out = 0;

  for (guint i = 0; i < N_JOBS; i++)
    {
      g_autoptr (LscJobOps) ops = make_job ();
      g_autoptr (LscNaiveStudy) naive = lsc_naive_study_of_ops (ops);
      g_autoptr (GError) error = NULL;
      g_autoptr (LscStragglers) self = lsc_stragglers_new_from_ops (ops, NULL, NULL, &error);

      g_assert_no_error (error);
      if (naive->is_refused != (self->refusal != NULL))
        {
          g_autofree char *reason = self->refusal ? lsc_phrase_to_plain (self->refusal) : NULL;

          g_error ("%s", reason ? reason : "the other one was refused");
        }
      n_refused += naive->is_refused;
      n_left_out += self->n_left_out > 0;
      if (naive->is_refused)
        continue;
      n_studied++;
      compare (self, naive);
      compare_shares (self, naive);
    }
  g_test_message ("%u studied, %u refused, %u with steps left out", n_studied, n_refused,
                  n_left_out);
  g_assert_cmpuint (n_studied, >, N_JOBS / 3);
  g_assert_cmpuint (n_refused, >, 0);
  g_assert_cmpuint (n_left_out, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stragglers/random", test_random);
  return g_test_run ();
}
