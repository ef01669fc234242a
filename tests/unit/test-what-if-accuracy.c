/* test-what-if-accuracy.c - predictions against recordings of what was predicted
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "test-what-if-support.h"

/* A 1F1B recording with equal stages and jitter of one percent, and one of another schedule that
 * cost the same: what the first predicts has to be what the second took. */

#define N_SEEDS 400
#define MAX_VIRTUAL 64

typedef struct
{
  gsize p, m;
  gint64 f, b, latency;
  double share, gain;
  LscSchedule target;
  guint32 seed;
} Case;

static const LscScheduleType types[] = {
  LSC_SCHEDULE_GPIPE, LSC_SCHEDULE_INTERLEAVED, LSC_SCHEDULE_ZBH1,
  LSC_SCHEDULE_ZBV,   LSC_SCHEDULE_DUALPIPE,    LSC_SCHEDULE_DUALPIPEV,
};

static Case
make_case (guint32 seed, LscScheduleType type)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Case self = { .seed = seed };

  self.p = (gsize) g_rand_int_range (random, 2, 9);
  self.m = (gsize) g_rand_int_range (random, 2 * (int) self.p, 4 * (int) self.p + 1);
  if (type == LSC_SCHEDULE_DUALPIPE)
    {
      self.p += self.p % 2;
      self.m = MAX (self.m + self.m % 2, 2 * self.p);
    }
  self.f = g_rand_int_range (random, 500000, 20000000);
  self.b = (gint64) ((double) self.f * g_rand_double_range (random, 1.5, 3));
  self.latency = (gint64) ((double) self.f * g_rand_double_range (random, 0, 0.05));
  self.share = g_rand_double_range (random, 0.25, 0.75);
  self.gain = g_rand_double_range (random, 0, 0.24);
  self.target = lsc_plan_default_schedule (type, self.p, self.m);
  if (type == LSC_SCHEDULE_INTERLEAVED)
    self.target.n_chunks = (guint) g_rand_int_range (random, 2, 5);
  if (type == LSC_SCHEDULE_INTERLEAVED && !lsc_schedule_is_possible (&self.target))
    self.target.run_length = self.m;
  if (type == LSC_SCHEDULE_DUALPIPEV)
    {
      self.target.late_weights = (guint8) g_rand_boolean (random);
      self.target.no_overlap = (guint8) g_rand_boolean (random);
    }
  return self;
}

/* @slow: stage that takes a third longer where each stage has one part, G_MAXSIZE for none */
static LscStudy *
record_slow (const Case *self, const LscSchedule *schedule, guint32 seed, gsize slow)
{
  gint64 f[MAX_VIRTUAL], b[MAX_VIRTUAL];
  gsize n = lsc_schedule_chain_length (schedule);
  WiModel model = {
    .f = f,
    .b = b,
    .share = self->share,
    .gain = self->gain,
    .jitter = 0.01,
    .latency_ns = self->latency,
    .seed = seed,
  };

  g_assert_cmpuint (n, <=, MAX_VIRTUAL);
  for (gsize i = 0; i < n; i++)
    {
      f[i] = self->f * (gint64) self->p / (gint64) n;
      b[i] = self->b * (gint64) self->p / (gint64) n;
      f[i] += i == slow ? f[i] / 3 : 0;
      b[i] += i == slow ? b[i] / 3 : 0;
    }
  return wi_study_new (schedule, &model);
}

static LscStudy *
record (const Case *self, const LscSchedule *schedule, guint32 seed)
{
  return record_slow (self, schedule, seed, G_MAXSIZE);
}

static LscWhatIf *
predict (LscStudy *study, const LscWhatIfTarget *target, const LscWhatIfInputs *inputs)
{
  g_autoptr (GError) error = NULL;
  LscWhatIf *result = lsc_what_if_new (study, target, 1, inputs, NULL, &error);

  g_assert_no_error (error);
  g_assert_null (wi_row (result, 1)->refusal);
  return result;
}

/* The range without the margin for the model covers the prediction for any plausible input. */
static void
assert_inside (const LscWhatIf *guessed, gint64 window)
{
  const LscWhatIfRange *range = &wi_row (guessed, 1)->range;

  g_assert_cmpfloat ((double) range->low_ns / (1 - guessed->model_margin), <=,
                     (double) window * 1.0005);
  g_assert_cmpfloat ((double) range->high_ns / (1 + guessed->model_margin), >=,
                     (double) window * 0.9995);
}

static void
check_type (gconstpointer data)
{
  LscScheduleType type = GPOINTER_TO_INT (data);
  double worst = 0, width = 0;

  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      Case about = make_case (seed, type);
      LscSchedule source = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, about.p, about.m);
      LscWhatIfTarget given = { .schedule = about.target, .is_variant_given = TRUE };
      LscWhatIfTarget open = { .schedule = about.target };
      LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
      g_autoptr (LscStudy) study = record (&about, &source, 2 * seed);
      g_autoptr (LscStudy) truth = record (&about, &about.target, 2 * seed + 1);
      g_autoptr (LscWhatIf) told = NULL;
      g_autoptr (LscWhatIf) guessed = NULL;
      double length = (double) truth->rungs[LSC_RUNG_MEASURED];
      const LscWhatIfRow *row;

      if (type == LSC_SCHEDULE_DUALPIPEV) /* nothing but the name is known */
        open.schedule = lsc_plan_default_schedule (type, about.p, about.m);
      inputs.w_share = about.share;
      inputs.overlap_gain = about.gain;
      told = predict (study, &given, &inputs);
      guessed = predict (study, &open, NULL);
      row = wi_row (told, 1);
      worst = MAX (worst, fabs ((double) row->window_ns / length - 1));
      row = wi_row (guessed, 1);
      g_assert_cmpint (row->range.low_ns, <=, truth->rungs[LSC_RUNG_MEASURED]);
      g_assert_cmpint (row->range.high_ns, >=, truth->rungs[LSC_RUNG_MEASURED]);
      assert_inside (guessed, wi_row (told, 1)->window_ns);
      width += (double) (row->range.high_ns - row->range.low_ns) / length / N_SEEDS;
    }
  g_test_message ("%s: worst error %.3f %%, mean width of the range %.1f %%",
                  lsc_schedule_type_name (type), 100 * worst, 100 * width);
  g_assert_cmpfloat (worst, <, 0.02);
}

/* Back again: the costs of any schedule are found in its recording. */
static void
check_back (gconstpointer data)
{
  LscScheduleType type = GPOINTER_TO_INT (data);

  for (guint32 seed = 0; seed < N_SEEDS / 4; seed++)
    {
      Case about = make_case (seed, type);
      LscSchedule plain = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, about.p, about.m);
      LscWhatIfTarget target = { .schedule = plain };
      g_autoptr (LscStudy) study = record (&about, &about.target, 2 * seed);
      g_autoptr (LscStudy) truth = record (&about, &plain, 2 * seed + 1);
      g_autoptr (LscWhatIf) what_if = predict (study, &target, NULL);
      double length = (double) truth->rungs[LSC_RUNG_MEASURED];

      g_assert_cmpfloat (fabs ((double) wi_row (what_if, 1)->window_ns / length - 1), <, 0.02);
      if (what_if->share_source == LSC_WHAT_IF_MEASURED)
        g_assert_cmpfloat (fabs (what_if->inputs.w_share - about.share), <, 0.02);
      if (what_if->gain_source == LSC_WHAT_IF_MEASURED)
        g_assert_cmpfloat (fabs (what_if->inputs.overlap_gain - about.gain), <, 0.02);
    }
}

/* With one stage on a slow device: what the step of another schedule is once that is fixed, too. */
static void
check_fixed (gconstpointer data)
{
  LscScheduleType type = GPOINTER_TO_INT (data);

  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      Case about = make_case (seed, type);
      LscSchedule source = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, about.p, about.m);
      LscWhatIfTarget target = { .schedule = about.target, .is_variant_given = TRUE };
      LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
      gsize slow = seed % about.p;
      LscSuspect suspect = slow == 0             ? LSC_SUSPECT_FIRST
                           : slow == about.p - 1 ? LSC_SUSPECT_LAST
                                                 : LSC_SUSPECT_INNER;
      g_autoptr (LscStudy) study = record_slow (&about, &source, 2 * seed, slow);
      g_autoptr (LscStudy) truth = record (&about, &about.target, 2 * seed + 1);
      g_autoptr (LscWhatIf) what_if = NULL;
      double length = (double) truth->rungs[LSC_RUNG_MEASURED];
      const LscWhatIfRow *row;

      inputs.w_share = about.share;
      inputs.overlap_gain = about.gain;
      what_if = predict (study, &target, &inputs);
      row = wi_row (what_if, 1);
      g_assert_cmpfloat (fabs ((double) row->fixed_ns[suspect] / length - 1), <, 0.02);
      g_assert_cmpint (row->fixed_ns[suspect], <, row->window_ns);
      for (guint other = 0; other < LSC_N_SUSPECTS; other++)
        if (other != suspect)
          g_assert_cmpfloat (fabs ((double) row->fixed_ns[other] / (double) row->window_ns - 1), <,
                             0.02);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      const char *name = lsc_schedule_type_name (types[i]);
      g_autofree char *there = g_strdup_printf ("/what-if-accuracy/%s", name);
      g_autofree char *back = g_strdup_printf ("/what-if-accuracy/from-%s", name);
      g_autofree char *fixed = g_strdup_printf ("/what-if-accuracy/fixed-%s", name);

      g_test_add_data_func (there, GINT_TO_POINTER (types[i]), check_type);
      g_test_add_data_func (back, GINT_TO_POINTER (types[i]), check_back);
      g_test_add_data_func (fixed, GINT_TO_POINTER (types[i]), check_fixed);
    }
  return g_test_run ();
}
