/* test-causes.c - who is slow, and why, on facts made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "judge/causes/lsc-kernel-speed.h"
#include "judge/causes/lsc-noise.h"
#include "judge/causes/lsc-rank-causes.h"

#define MS G_GINT64_CONSTANT (1000000)
#define US G_GINT64_CONSTANT (1000)
#define N_STEPS 6
#define MOST_RANKS 8

/* ---- noise ---- */

/* From tables: 5 % beyond 2.015 with 5 degrees of freedom, 0.5 % beyond 9.925 with 2. */
static void
test_student (void)
{
  g_assert_cmpfloat_with_epsilon (lsc_noise_student_tail (2.015, 5), 0.05, 1e-4);
  g_assert_cmpfloat_with_epsilon (lsc_noise_student_tail (9.925, 2), 0.005, 1e-5);
  g_assert_cmpfloat_with_epsilon (lsc_noise_student_tail (-2.015, 5), 0.95, 1e-4);
  g_assert_cmpfloat_with_epsilon (lsc_noise_student_tail (0, 7), 0.5, 1e-9);
}

/* Four values one after the other in turns: of a saw they count all, of a ramp fewer. */
static void
test_error (void)
{
  const double saw[] = { 1, 3, 1, 3 }, ramp[] = { 1, 1, 3, 3 };
  const double one[] = { 5 };

  g_assert_cmpfloat_with_epsilon (lsc_noise_find_error (saw, 4), sqrt (4.0 / 3 / 4), 1e-9);
  g_assert_cmpfloat (lsc_noise_find_error (ramp, 4), >, 1.5 * lsc_noise_find_error (saw, 4));
  g_assert_cmpfloat (lsc_noise_find_error (one, 1), ==, 0);
}

static guint
count_high (const double *values, gsize n, double error, LscNoiseLevel least)
{
  LscNoiseSample sample = { values, n, error, 0.01, 1 };
  LscNoiseLevel levels[MOST_RANKS];
  guint n_high = 0;

  lsc_noise_find_high (&sample, levels);
  for (gsize i = 0; i < n; i++)
    n_high += levels[i] >= least;
  return n_high;
}

/* What chips differ by is measured at the others; with two ranks nobody can tell. */
static void
test_high (void)
{
  const double even[] = { -0.04, -0.03, -0.02, -0.01, 0.01, 0.02, 0.03, 0.04 };
  const double one[] = { 0, 0.001, -0.002, 0.06, 0.002, -0.001, 0, 0.001 };
  const double three[] = { 0, 0.001, 0.1, 0.06, 0.002, -0.001, 0.08, 0.001 };
  const double pair[] = { 0, 0.08 }, far_pair[] = { 0, 0.2 };

  g_assert_cmpuint (count_high (even, 8, 0, LSC_NOISE_LIKELY), ==, 0);
  g_assert_cmpuint (count_high (one, 8, 0, LSC_NOISE_SURE), ==, 1);
  g_assert_cmpuint (count_high (one, 8, 0.05, LSC_NOISE_LIKELY), ==, 0);
  g_assert_cmpuint (count_high (three, 8, 0, LSC_NOISE_LIKELY), ==, 3);
  g_assert_cmpuint (count_high (pair, 2, 0, LSC_NOISE_LIKELY), ==, 0);
  g_assert_cmpuint (count_high (far_pair, 2, 0, LSC_NOISE_LIKELY), ==, 1);
  g_assert_cmpuint (count_high (far_pair, 2, 0, LSC_NOISE_SURE), ==, 0);
}

/* Fast ones are no measure of what the others differ by, nor are they what a slow one is compared
 * with. */
static void
test_low (void)
{
  const double one[] = { -0.22, 0, 0.01, -0.01, 0.005, 0.27, -0.005, 0 };
  const double two[] = { -0.22, 0, 0.01, -0.01, 0.005, 0.27, -0.21, 0 };
  const double alike[] = { -0.04, 0.02, 0.01, -0.03, 0.005, 0.06, -0.01, 0 };
  LscNoiseSample sample = { two, 8, 0, 0.01, 1 };
  LscNoiseLevel levels[MOST_RANKS];

  g_assert_cmpuint (count_high (one, 8, 0, LSC_NOISE_SURE), ==, 1);
  g_assert_cmpuint (count_high (two, 8, 0, LSC_NOISE_SURE), ==, 1);
  g_assert_cmpuint (count_high (alike, 8, 0, LSC_NOISE_LIKELY), ==, 0);
  g_assert_cmpfloat_with_epsilon (lsc_noise_find_high (&sample, levels), 0, 1e-9);
  g_assert_cmpint (levels[5], ==, LSC_NOISE_SURE);
}

/* Half of them take longer: which half is usual nobody can tell, and all but one of it do not stand
 * out for the one. Who is beyond both halves does. */
static void
test_half (void)
{
  for (guint has_one = 0; has_one < 2; has_one++)
    {
      double values[64];
      LscNoiseLevel levels[64];
      LscNoiseSample sample = { values, 64, 0, 0.01, 1 };

      for (guint i = 0; i < 64; i++)
        values[i] = (i % 2 ? 0.11 : -0.11) + 0.001 * (i % 5);
      if (has_one)
        values[20] = 0.9;
      lsc_noise_find_high (&sample, levels);
      for (guint i = 0; i < 64; i++)
        g_assert_cmpint (levels[i], ==, has_one && i == 20 ? LSC_NOISE_SURE : LSC_NOISE_WITHIN);
    }
}

static guint
count_upper (const double *values, gsize n)
{
  LscNoiseSample sample = { values, n, 0, 0.01, 1 };
  LscNoiseLevel levels[2 * MOST_RANKS];
  double usual = lsc_noise_find_upper (&sample, levels);
  guint n_upper = 0;

  for (gsize i = 0; i < n; i++)
    {
      n_upper += levels[i] == LSC_NOISE_LIKELY;
      g_assert_cmpint (levels[i], <, LSC_NOISE_SURE);
    }
  g_assert_true (isnan (usual) == (n_upper == 0));
  return n_upper;
}

/* Half of them or more are far above the others, at least two of which show what is possible. Not
 * where values are spread, where the difference is small, or where one alone is odd. */
static void
test_upper (void)
{
  const double half[] = { 0.11, 0, 0.111, 0.001, 0.112, 0, 0.11, 0.002 };
  const double most[] = { 0.11, 0, 0.111, 0.001, 0.112, 0.11, 0.11, 0.002 };
  const double few[] = { 0.11, 0, 0.001, 0.001, 0.112, 0, 0.11, 0.002 };
  const double one_low[] = { 0.11, 0, 0.111, 0.112, 0.112, 0.11, 0.11, 0.11 };
  const double near[] = {
    0.04, 0, 0.04, 0, 0.041, 0, 0.04, 0, 0.04, 0, 0.04, 0, 0.041, 0, 0.04, 0
  };
  const double spread[] = { 0.15, 0.13, 0.11, 0.1, 0.02, 0, -0.02, -0.04 };
  const double pair[] = { 0.5, 0 }, three[] = { 0.5, 0.5, 0 };

  g_assert_cmpuint (count_upper (half, 8), ==, 4);
  g_assert_cmpuint (count_upper (most, 8), ==, 5);
  g_assert_cmpuint (count_upper (few, 8), ==, 0);
  g_assert_cmpuint (count_upper (one_low, 8), ==, 0);
  g_assert_cmpuint (count_upper (near, 16), ==, 0);
  g_assert_cmpuint (count_upper (spread, 8), ==, 0);
  g_assert_cmpuint (count_upper (pair, 2), ==, 0);
  g_assert_cmpuint (count_upper (three, 3), ==, 0);
}

/* ---- ranks ---- */

/**
 * Ranks whose steps of 100 ms compute kernels, and wait for the rest.
 */
typedef struct
{
  LscRankDigest *digests[MOST_RANKS];
  gint64 stages[MOST_RANKS];
  gsize n;
  LscRankSet *set;
  LscJobReplay *replay;
  LscRankCauses *causes;
} Case;

static void
case_init (Case *self, gsize n)
{
  *self = (Case){ .n = n };
  for (gsize i = 0; i < n; i++)
    {
      self->digests[i] = lsc_rank_digest_new_blank (LSC_DIGEST_JUDGED);
      self->digests[i]->rank = (gint64) i;
      for (guint k = 0; k < N_STEPS; k++)
        {
          LscBudgetStep step = { .step = k, .standing = LSC_STEP_TYPICAL, .step_ns = 100 * MS };

          lsc_indexes_append (&self->digests[i]->counted, k);
          lsc_budget_steps_append (&self->digests[i]->steps, step);
        }
    }
}

static void
case_clear (Case *self)
{
  g_clear_pointer (&self->causes, lsc_rank_causes_free);
  g_clear_pointer (&self->replay, lsc_job_replay_unref);
  g_clear_pointer (&self->set, lsc_rank_set_free);
  for (gsize i = 0; i < self->n; i++)
    lsc_rank_digest_unref (self->digests[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

/* Of each step @n[step] kernels of @ns[step] each. @shapes: (nullable): they were not recorded */
static void
add_kernels_of_steps (Case *self, gsize rank, const char *name, const char *shapes,
                      const guint32 *n, const gint64 *ns)
{
  LscRankDigest *digest = self->digests[rank];
  LscDigestShape shape = { .name = lsc_rank_digest_add_text (digest, name),
                           .shapes = lsc_rank_digest_add_text (digest, shapes),
                           .first_cell = (guint32) digest->shape_cells.n,
                           .n_cells = N_STEPS };

  for (guint k = 0; k < N_STEPS; k++)
    {
      LscDigestShapeCell cell = { .step = k, .n = n[k], .ns = n[k] * ns[k] };

      lsc_digest_shape_cells_append (&digest->shape_cells, cell);
      digest->steps.items[k].ns[LSC_BUDGET_COMPUTE] += n[k] * ns[k];
      shape.n += n[k];
      shape.ns += n[k] * ns[k];
    }
  lsc_digest_shapes_append (&digest->shapes, shape);
}

/* The same in each step. */
static void
add_kernels (Case *self, gsize rank, const char *name, const char *shapes, guint32 n, gint64 ns)
{
  guint32 counts[N_STEPS];
  gint64 lengths[N_STEPS];

  for (guint k = 0; k < N_STEPS; k++)
    {
      counts[k] = n;
      lengths[k] = ns;
    }
  add_kernels_of_steps (self, rank, name, shapes, counts, lengths);
}

static const LscRankCauses *
find (Case *self)
{
  for (gsize i = 0; i < self->n; i++)
    for (guint k = 0; k < N_STEPS; k++)
      {
        LscBudgetStep *step = &self->digests[i]->steps.items[k];

        step->ns[LSC_BUDGET_WAIT] =
            step->step_ns - step->ns[LSC_BUDGET_COMPUTE] - step->ns[LSC_BUDGET_FREE_HOST];
      }
  self->set = lsc_rank_set_new ((const LscRankDigest *const *) self->digests, self->n, NULL, NULL);
  self->replay = lsc_job_replay_new (self->set, NULL, NULL, NULL);
  self->causes = lsc_rank_causes_new (self->set, self->stages, self->replay);
  return self->causes;
}

/* findings.md#like: 25 % longer for the same kernels is a slow device, whatever its stage has to
 * do; the parts add up to the difference. */
static void
test_device (void)
{
  g_auto (Case) self = { 0 };
  const LscRankCause *cause;

  case_init (&self, 8);
  for (gsize i = 0; i < 8; i++)
    {
      self.stages[i] = (gint64) i / 2;
      add_kernels (&self, i, "MatMul", "4,4", i < 2 ? 600 : 500, (i == 5 ? 113500 : 90800));
    }
  cause = &find (&self)->ranks[5];
  g_assert_cmpint (cause->kind, ==, LSC_RANK_CAUSE_DEVICE);
  g_assert_cmpint (cause->level, ==, LSC_NOISE_SURE);
  g_assert_true (cause->is_root);
  g_assert_cmpfloat_with_epsilon (cause->more, 0.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (cause->excess_ns, 500 * 22700, 1);
  g_assert_cmpfloat_with_epsilon (cause->ns[LSC_RANK_CAUSE_WORK], 0, 1);
  g_assert_cmpstr (cause->kernel, ==, "MatMul");
  g_assert_cmpfloat_with_epsilon (cause->kernel_ns, 113500, 1e-6);
  g_assert_cmpfloat_with_epsilon (cause->peer_kernel_ns, 90800, 1e-6);
  for (gsize i = 0; i < 8; i++)
    if (i != 5)
      g_assert_cmpint (self.causes->ranks[i].kind, ==, LSC_RANK_CAUSE_NONE);
}

/* Five of eight devices are slower than the others, which is one of two levels; not where the two
 * halves run different programs. */
static void
test_devices_of_upper_level (void)
{
  for (guint is_other = 0; is_other < 2; is_other++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 8);
      for (gsize i = 0; i < 8; i++)
        {
          LscRankDigest *digest = self.digests[i];
          LscDigestKernel kernel = { .name = lsc_rank_digest_add_text (digest, "MatMul"),
                                     .n = 500 * N_STEPS + (is_other && i < 3 ? 25 * N_STEPS : 0),
                                     .ns = 50 * MS * N_STEPS };

          lsc_digest_kernels_append (&digest->kernels, kernel);
          add_kernels (&self, i, "MatMul", "4,4", 500, (i < 3 ? 100 : 112) * US);
        }
      find (&self);
      for (gsize i = 0; i < 8; i++)
        {
          const LscRankCause *cause = &self.causes->ranks[i];

          g_assert_true (cause->is_upper == (i >= 3 && !is_other));
          g_assert_cmpint (cause->kind, ==,
                           i >= 3 && !is_other ? LSC_RANK_CAUSE_DEVICE : LSC_RANK_CAUSE_NONE);
          g_assert_true (cause->is_root == cause->is_upper);
          g_assert_cmpint (cause->level, ==, cause->is_upper ? LSC_NOISE_LIKELY : LSC_NOISE_WITHIN);
          if (cause->is_upper)
            g_assert_cmpfloat_with_epsilon (cause->more, 0.12, 1e-9);
        }
      if (!is_other)
        g_assert_cmpfloat_with_epsilon (self.causes->gains_ns[LSC_RANK_CAUSE_DEVICE], 6 * MS, 1e3);
    }
}

/* A stage that runs equal kernels in 0.79 of the time: its slow rank is 30 % slower than the others
 * of it, though hardly slower than other stages. */
static void
test_device_of_fast_stage (void)
{
  g_auto (Case) self = { 0 };
  const LscRankCause *cause;

  case_init (&self, 8);
  for (gsize i = 0; i < 8; i++)
    {
      self.stages[i] = (gint64) i / 4;
      add_kernels (&self, i, "MatMul", "4,4", 500, i < 4 ? 100000 : i == 5 ? 102700 : 79000);
    }
  cause = &find (&self)->ranks[5];
  g_assert_cmpint (cause->kind, ==, LSC_RANK_CAUSE_DEVICE);
  g_assert_cmpint (cause->level, ==, LSC_NOISE_SURE);
  g_assert_cmpfloat_with_epsilon (cause->more, 0.3, 1e-9);
  g_assert_cmpfloat_with_epsilon (cause->excess_ns, 500 * 23700, 1);
  for (gsize i = 0; i < 8; i++)
    if (i != 5)
      g_assert_cmpint (self.causes->ranks[i].kind, ==, LSC_RANK_CAUSE_NONE);
}

/* Where all of a stage are slow, the slowest of it is no faster for that. */
static void
test_devices_of_slow_stage (void)
{
  g_auto (Case) self = { 0 };

  case_init (&self, 8);
  for (gsize i = 0; i < 8; i++)
    {
      self.stages[i] = i >= 5;
      add_kernels (&self, i, "MatMul", "4,4", 500, (i < 5 ? 100 : i < 7 ? 125 : 160) * US);
    }
  find (&self);
  for (gsize i = 0; i < 8; i++)
    g_assert_cmpint (self.causes->ranks[i].kind, ==,
                     i < 5 ? LSC_RANK_CAUSE_NONE : LSC_RANK_CAUSE_DEVICE);
  g_assert_cmpfloat_with_epsilon (self.causes->ranks[5].more, 0.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (self.causes->ranks[7].more, 0.6, 1e-9);
}

/* As many kernels with larger shapes are work; they take as long on another rank. */
static void
test_work (void)
{
  g_auto (Case) self = { 0 };
  const LscRankCause *cause;

  case_init (&self, 4);
  for (gsize i = 0; i < 4; i++)
    {
      add_kernels (&self, i, "MatMul", "4,4", 400, 100 * US);
      if (i == 2)
        add_kernels (&self, i, "MatMul", "8,4", 150, 100 * US);
    }
  cause = &find (&self)->ranks[2];
  g_assert_cmpint (cause->kind, ==, LSC_RANK_CAUSE_WORK);
  g_assert_true (cause->is_root);
  g_assert_cmpfloat_with_epsilon (cause->excess_ns, 15 * MS, 1);
  g_assert_cmpfloat_with_epsilon (cause->ns[LSC_RANK_CAUSE_DEVICE], 0, 1);
  g_assert_cmpuint (self.causes->changes[LSC_RANK_CAUSE_WORK]->len, ==, N_STEPS);
}

/* findings.md#uneven-steps: in each step another one of four ranks has 14 ms to compute, the others
 * 10: with 11 ms each of them a step would be 3 ms shorter. A rank that always has more is one that
 * others wait for, and no such case; nor is one that always has less, nor work of which shapes tell
 * nothing. */
static void
test_uneven_steps (void)
{
  enum
  {
    ANEW,
    SAME,
    LESS,
    NO_SHAPES,
    N_CASES
  };

  for (guint c = 0; c < N_CASES; c++)
    {
      g_auto (Case) self = { 0 };
      const LscUnevenSteps *uneven;

      case_init (&self, 4);
      for (gsize i = 0; i < 4; i++)
        {
          guint32 counts[N_STEPS];
          gint64 lengths[N_STEPS];

          for (gsize k = 0; k < N_STEPS; k++)
            {
              gboolean is_most = i == (c == SAME || c == LESS ? 2 : k % 4);

              lengths[k] = 100 * US;
              counts[k] = !is_most ? 100 + (c == LESS && i == k % 4) : c == LESS ? 70 : 140;
            }
          add_kernels_of_steps (&self, i, "MatMul", c == NO_SHAPES ? NULL : "4,4", counts, lengths);
        }
      uneven = &find (&self)->uneven;
      g_assert_cmpint (uneven->is_found, ==, c == ANEW);
      g_assert_cmpint (self.causes->ranks[2].is_root, ==, c == SAME);
      if (c != ANEW)
        continue;
      g_assert_cmpfloat_with_epsilon (uneven->gain_ns, 3 * MS, 1);
      g_assert_cmpfloat_with_epsilon (uneven->most, 14.0 / 11 - 1, 1e-9);
      g_assert_cmpuint (uneven->step, ==, uneven->rank);
      g_assert_cmpuint (uneven->changes->len, ==, 4 * N_STEPS);
    }
}

/* A device takes 4 % longer for the same kernels in the first step, 4 % more in each: 24 % in the
 * last one, of 50 ms. One that always takes 14 % longer does not get slower. */
static void
test_growth (void)
{
  for (guint grows = 0; grows < 2; grows++)
    {
      g_auto (Case) self = { 0 };
      const LscRankCause *cause;

      case_init (&self, 8);
      for (gsize i = 0; i < 8; i++)
        {
          guint32 counts[N_STEPS];
          gint64 lengths[N_STEPS];

          for (gsize k = 0; k < N_STEPS; k++)
            {
              counts[k] = 500;
              lengths[k] = i != 5 ? 100 * US : grows ? (104 + 4 * (gint64) k) * US : 114 * US;
            }
          add_kernels_of_steps (&self, i, "MatMul", "4,4", counts, lengths);
        }
      cause = &find (&self)->ranks[5];
      g_assert_cmpint (cause->kind, ==, LSC_RANK_CAUSE_DEVICE);
      g_assert_true (cause->is_root);
      g_assert_cmpint (cause->by_step_ns != NULL, ==, grows);
      if (!grows)
        continue;
      g_assert_cmpfloat_with_epsilon (cause->first_more, 0.04, 1e-3);
      g_assert_cmpfloat_with_epsilon (cause->last_more, 0.24, 1e-3);
      for (gsize k = 0; k < N_STEPS; k++)
        g_assert_cmpfloat_with_epsilon (cause->by_step_ns[k], 2 * (k + 1) * MS, 0.05 * MS);
    }
}

/* Without shapes nobody can tell, and it is never sure; a recorded clock tells. */
static void
test_unknown (void)
{
  for (guint has_clock = 0; has_clock < 2; has_clock++)
    {
      g_auto (Case) self = { 0 };
      const LscRankCause *cause;

      case_init (&self, 8);
      for (gsize i = 0; i < 8; i++)
        {
          add_kernels (&self, i, "MatMul", NULL, 500, (i == 3 ? 125 : 100) * US);
          for (guint k = 0; has_clock && k < N_STEPS; k++)
            self.digests[i]->steps.items[k].cycles_mhz_ns = 1800.0 * 50 * MS;
        }
      cause = &find (&self)->ranks[3];
      g_assert_cmpint (cause->kind, ==, has_clock ? LSC_RANK_CAUSE_CLOCK : LSC_RANK_CAUSE_COMPUTE);
      g_assert_cmpint (cause->level, ==, LSC_NOISE_LIKELY);
      g_assert_true (isnan (cause->ns[LSC_RANK_CAUSE_WORK]));
    }
}

/* A rank that runs other numbers of kernels does something else; one of the others may be slow. */
static void
test_other_role (void)
{
  for (gint64 n = 150; n <= 151; n++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 8);
      for (gsize i = 0; i < 8; i++)
        {
          add_kernels (&self, i, "MatMul", NULL, 500, (i == 3 ? 150 : i == 5 ? 125 : 100) * US);
          self.digests[i]->n_kernels = i == 3 ? n : 100;
        }
      g_assert_cmpint (find (&self)->ranks[3].kind, ==,
                       n == 150 ? LSC_RANK_CAUSE_COMPUTE : LSC_RANK_CAUSE_NONE);
      g_assert_cmpint (self.causes->ranks[5].kind, ==, LSC_RANK_CAUSE_COMPUTE);
    }
}

/* A slow device that nobody waits for is no root: another rank is busy for longer. */
static void
test_root (void)
{
  g_auto (Case) self = { 0 };

  case_init (&self, 8);
  for (gsize i = 0; i < 8; i++)
    {
      self.stages[i] = (gint64) i / 4;
      add_kernels (&self, i, "MatMul", "4,4", i < 4 ? 300 : 900, (i == 1 ? 120 : 100) * US);
    }
  find (&self);
  g_assert_cmpint (self.causes->ranks[1].kind, ==, LSC_RANK_CAUSE_DEVICE);
  g_assert_false (self.causes->ranks[1].is_root);
}

/* findings.md#stages: 4, 5, 5 and 4 layers of 10 ms, and a head on the last, are even; 5, 2, 3 and
 * 3 are not. */
static void
test_stages (void)
{
  static const struct
  {
    guint32 layers[4];
    gint64 moved[4];
  } cases[] = { { { 4, 5, 5, 4 }, { 0, 0, 0, 0 } }, { { 5, 2, 3, 3 }, { 1, -1, 0, 0 } } };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 4);
      for (gsize i = 0; i < 4; i++)
        {
          self.stages[i] = (gint64) i;
          add_kernels (&self, i, "MatMul", "4,4", 50 * cases[c].layers[i], 150 * US);
          add_kernels (&self, i, "Norm", "4", 100 * cases[c].layers[i], 25 * US);
        }
      add_kernels (&self, 3, "Head", "9", 90, 100 * US);
      find (&self);
      g_assert_cmpfloat_with_epsilon (self.causes->layer_ns, 10 * MS, 1);
      for (gsize i = 0; i < 4; i++)
        g_assert_cmpint (g_array_index (self.causes->stages, LscStageWork, i).n_moved, ==,
                         cases[c].moved[i]);
      g_assert_cmpuint (self.causes->stage_changes->len, ==, c == 0 ? 0 : 2);
    }
}

/* Rank 2 takes 25 % longer, which tells what a kernel usually takes that only it and rank 1 ran. */
static void
test_speeds (void)
{
  g_auto (Case) self = { 0 };
  g_autoptr (LscKernelSpeeds) speeds = NULL;
  const gboolean is_usual[] = { TRUE, TRUE, FALSE };
  double longer[N_STEPS];
  LscKernelProof proof;

  case_init (&self, 3);
  for (gsize i = 0; i < 3; i++)
    add_kernels (&self, i, "MatMul", "4,4", 10, (i == 2 ? 125 : 100) * US);
  add_kernels (&self, 1, "Gelu", "7", 4, 80 * US);
  add_kernels (&self, 2, "Gelu", "7", 4, 100 * US);
  add_kernels (&self, 2, "Alone", "1", 1, 100 * US);
  speeds = lsc_kernel_speeds_new ((const LscRankDigest *const *) self.digests, 3);
  g_assert_cmpuint (lsc_kernel_speeds_list_longer (speeds, 2, longer), ==, N_STEPS);
  g_assert_cmpfloat_with_epsilon (longer[1], 0.25, 0.002);
  lsc_kernel_speeds_list_longer (speeds, 1, longer);
  g_assert_cmpfloat_with_epsilon (longer[1], 0, 0.002);
  g_assert_cmpfloat_with_epsilon (lsc_kernel_speeds_get_covered (speeds, 2), 1650.0 / 1750, 1e-9);
  proof = lsc_kernel_speeds_find_proof (speeds, 2, is_usual);
  g_assert_cmpint (proof.kernel->n, ==, 10 * N_STEPS);
  g_assert_cmpuint (proof.peer, ==, 0);
  g_assert_cmpint (proof.peer_kernel->ns, ==, 10 * N_STEPS * 100 * US);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/causes/noise/student", test_student);
  g_test_add_func ("/causes/noise/error", test_error);
  g_test_add_func ("/causes/noise/high", test_high);
  g_test_add_func ("/causes/noise/low", test_low);
  g_test_add_func ("/causes/noise/half", test_half);
  g_test_add_func ("/causes/noise/upper", test_upper);
  g_test_add_func ("/causes/speeds", test_speeds);
  g_test_add_func ("/causes/device", test_device);
  g_test_add_func ("/causes/device-of-fast-stage", test_device_of_fast_stage);
  g_test_add_func ("/causes/devices-of-slow-stage", test_devices_of_slow_stage);
  g_test_add_func ("/causes/devices-of-upper-level", test_devices_of_upper_level);
  g_test_add_func ("/causes/work", test_work);
  g_test_add_func ("/causes/uneven-steps", test_uneven_steps);
  g_test_add_func ("/causes/growth", test_growth);
  g_test_add_func ("/causes/unknown", test_unknown);
  g_test_add_func ("/causes/other-role", test_other_role);
  g_test_add_func ("/causes/root", test_root);
  g_test_add_func ("/causes/stages", test_stages);
  return g_test_run ();
}
