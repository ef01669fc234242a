/* test-plan-forms.c - closed forms of bubbles against replays
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/theory/lsc-closed-form.h"

typedef struct
{
  gint64 smallest;
  gint64 largest;
  gint64 window;
} Bubbles;

static Bubbles
replay_bubbles (const LscSchedule *schedule, const LscPlanCosts *costs, gint64 latency_ns)
{
  LscPlanLatency latency = { .ns = latency_ns };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscPlan) plan = lsc_plan_new (schedule, &error);
  g_autofree gint64 *durations = NULL;
  g_auto (LscPlanTimes) times = { 0 };
  Bubbles result = { .smallest = G_MAXINT64, .largest = G_MININT64 };

  g_assert_no_error (error);
  durations = g_new (gint64, plan->n_ops);
  lsc_plan_cost_ops (plan, costs, durations);
  g_assert_true (lsc_plan_replay (plan, durations, &latency, &times, &error));
  result.window = times.t1_ns - times.t0_ns;
  for (gsize r = 0; r < plan->n_ranks; r++)
    {
      gint64 bubble = result.window;

      for (guint32 i = plan->first[r]; i < plan->first[r + 1]; i++)
        bubble -= durations[i];
      result.smallest = MIN (result.smallest, bubble);
      result.largest = MAX (result.largest, bubble);
    }
  return result;
}

/* ---- a formula as it is printed ---- */

typedef struct
{
  const char *p;
  const LscSchedule *schedule;
  const LscPlanCosts *costs;
  double latency_ns;
} Formula;

static double read_sum (Formula *self);

static double
read_max (Formula *self)
{
  double largest = read_sum (self), value;

  while (*self->p == ',')
    {
      self->p += strlen (", ");
      value = read_sum (self);
      largest = MAX (largest, value);
    }
  return largest;
}

static double
read_factor (Formula *self)
{
  const LscPlanCosts *costs = self->costs;
  double value;

  if (g_ascii_isdigit (*self->p))
    return g_ascii_strtod (self->p, (char **) &self->p);
  if (g_str_has_prefix (self->p, "max"))
    self->p += strlen ("max");
  if (*self->p == '(')
    {
      self->p++;
      value = read_max (self);
      g_assert_cmpint (*self->p++, ==, ')');
      return value;
    }
  if (g_str_has_prefix (self->p, "F&B"))
    {
      self->p += strlen ("F&B");
      return (double) costs->x;
    }
  switch (*self->p++)
    {
    case 'P':
      return (double) self->schedule->n_stages;
    case 'M':
      return (double) self->schedule->n_micro_batches;
    case 'd':
      return self->latency_ns;
    case 'F':
      return (double) costs->f;
    case 'B':
      return (double) costs->b;
    case 'I':
      return (double) costs->i;
    case 'W':
      return (double) costs->w;
    default:
      g_error ("\"%s\" is no part of a formula", self->p - 1);
    }
}

/* Factors stand side by side. */
static double
read_product (Formula *self)
{
  double value = read_factor (self);

  while (*self->p && !strchr ("+-),", *self->p))
    if (*self->p == '/')
      {
        self->p++;
        value /= read_factor (self);
      }
    else
      value *= read_factor (self);
  return value;
}

static double
read_sum (Formula *self)
{
  double value = read_product (self);

  while (*self->p == '+' || *self->p == '-')
    value += *self->p++ == '+' ? read_product (self) : -read_product (self);
  return value;
}

static void
check_formula (const LscSchedule *schedule, const LscPlanCosts *costs, gint64 latency_ns,
               const LscClosedForm *form)
{
  Formula formula = { form->formula, schedule, costs, (double) latency_ns };
  double value = read_sum (&formula);

  g_assert_cmpint (*formula.p, ==, 0);
  if (ABS (value - (double) form->bubble_ns) > 0.5)
    g_error ("%s is printed beside %" G_GINT64_FORMAT ", but gives %g", form->formula,
             form->bubble_ns, value);
}

/* Returns whether there was a form; it has to hold. */
static gboolean
check_form (const LscSchedule *schedule, const LscPlanCosts *costs, gint64 latency_ns)
{
  LscClosedForm form;
  Bubbles bubbles;

  if (!lsc_closed_form (schedule, costs, latency_ns, &form))
    return FALSE;
  bubbles = replay_bubbles (schedule, costs, latency_ns);
  if (form.bubble_ns != bubbles.largest ||
      (form.is_every_rank && bubbles.smallest != bubbles.largest))
    g_error ("%s P %zu M %zu v %u overlap %d late %d: F %" G_GINT64_FORMAT " B %" G_GINT64_FORMAT
             " I %" G_GINT64_FORMAT " W %" G_GINT64_FORMAT " X %" G_GINT64_FORMAT
             " d %" G_GINT64_FORMAT ": %s = %" G_GINT64_FORMAT ", replay %" G_GINT64_FORMAT
             " to %" G_GINT64_FORMAT,
             lsc_schedule_type_name (schedule->type), schedule->n_stages, schedule->n_micro_batches,
             schedule->n_chunks, !schedule->no_overlap, schedule->late_weights, costs->f, costs->b,
             costs->i, costs->w, costs->x, latency_ns, form.formula, form.bubble_ns,
             bubbles.smallest, bubbles.largest);
  check_formula (schedule, costs, latency_ns, &form);
  return TRUE;
}

static gint64
pick (GRand *rand, gint64 begin, gint64 end)
{
  return begin >= end ? begin : begin + g_rand_int_range (rand, 0, (gint32) (end - begin + 1));
}

static LscPlanCosts
any_costs (GRand *rand)
{
  LscPlanCosts costs = { .f = pick (rand, 0, 2000), .i = pick (rand, 0, 2000) };

  costs.w = g_rand_boolean (rand) ? pick (rand, 0, 2000) : pick (rand, 0, MIN (costs.f, costs.i));
  costs.b = g_rand_boolean (rand) ? costs.i + costs.w : pick (rand, 0, 4000);
  costs.x = costs.f + costs.b;
  return costs;
}

/* Those of the conditions of DualPipe(V). */
static LscPlanCosts
dual_costs (GRand *rand, gboolean has_long_weights)
{
  LscPlanCosts costs = { .f = pick (rand, 1, 2000) };

  costs.i = costs.f;
  costs.w = pick (rand, 0, has_long_weights ? 3 * costs.f : costs.f);
  costs.b = costs.i + costs.w;
  costs.x = pick (rand, MAX (costs.f, costs.b), costs.f + costs.b);
  return costs;
}

static void
test_gpipe_and_1f1b (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (gsize p = 1; p <= 12; p++)
    for (gsize m = 1; m <= 3 * p + 1; m++)
      {
        LscPlanCosts costs = any_costs (rand);
        LscSchedule gpipe = lsc_plan_default_schedule (LSC_SCHEDULE_GPIPE, p, m);
        LscSchedule f1b1 = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, p, m);
        gint64 latency = pick (rand, 1, MIN (costs.f, costs.b));

        g_assert_true (check_form (&gpipe, &costs, 0));
        g_assert_true (check_form (&f1b1, &costs, 0));
        if (p > 1)
          g_assert_false (check_form (&gpipe, &costs, 1));
        check_form (&f1b1, &costs, latency);
        check_form (&f1b1, &costs, pick (rand, 0, 9000));
      }
}

/* Orders that only move the bubble of GPipe and 1F1B. */
static void
test_forwards_first (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (gsize p = 1; p <= 8; p++)
    for (gsize m = 1; m <= 3 * p + 1; m++)
      {
        LscPlanCosts costs = any_costs (rand);
        LscSchedule reversed = lsc_plan_default_schedule (LSC_SCHEDULE_GPIPE_REVERSED, p, m);
        LscSchedule eager = lsc_plan_default_schedule (LSC_SCHEDULE_EAGER_1F1B, p, m);
        LscSchedule breadth = lsc_plan_default_schedule (LSC_SCHEDULE_BREADTH_FIRST, p, m);

        breadth.n_chunks = (guint) pick (rand, 1, 4);
        g_assert_true (check_form (&reversed, &costs, 0));
        g_assert_true (check_form (&eager, &costs, 0));
        g_assert_cmpint (check_form (&breadth, &costs, 0), ==, m >= p);
        if (p > 1)
          g_assert_false (check_form (&eager, &costs, 1));
      }
}

/* Without bubbles but the way in, where all three cost the same and micro-batches suffice. */
static void
test_zero_bubble (void)
{
  static const LscScheduleType types[] = { LSC_SCHEDULE_ZBH2, LSC_SCHEDULE_ZBV_PYTORCH };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    for (gsize p = 1; p <= 8; p++)
      for (gsize m = 1; m <= 3 * p; m++)
        {
          LscPlanCosts costs = { .f = 7, .b = 14, .i = 7, .w = 7, .x = 21 };
          LscSchedule schedule = lsc_plan_default_schedule (types[i], p, m);

          g_assert_cmpint (check_form (&schedule, &costs, 0), ==, m + 1 >= 2 * p);
          costs.w = 6;
          g_assert_false (check_form (&schedule, &costs, 0));
        }
}

static void
test_interleaved (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (gsize p = 1; p <= 8; p++)
    for (guint v = 1; v <= 4; v++)
      for (gsize k = 1; k <= 5; k++)
        {
          LscPlanCosts costs = any_costs (rand);
          LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_INTERLEAVED, p, p * k);

          schedule.n_chunks = v;
          g_assert_true (check_form (&schedule, &costs, 0));
          schedule.run_length = p + 1;
          if (lsc_schedule_is_possible (&schedule))
            g_assert_false (check_form (&schedule, &costs, 0));
        }
}

static void
test_zbh1 (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < 600; i++)
    {
      gsize p = (gsize) pick (rand, 1, 12), m = (gsize) pick (rand, 1, 4 * (gint64) p);
      LscPlanCosts costs = any_costs (rand);
      LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_ZBH1, p, m);

      g_assert_cmpint (check_form (&schedule, &costs, 0), ==, m >= p);
    }
}

static void
test_dualpipev (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  gsize n_long = 0;

  for (guint i = 0; i < 1200; i++)
    {
      gsize p = (gsize) pick (rand, 1, 9), m = 2 * p + (gsize) pick (rand, 0, 9);
      gboolean is_late = (i & 1) != 0;
      LscPlanCosts costs = dual_costs (rand, !is_late && i % 3 == 0);
      LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_DUALPIPEV, p, m);

      schedule.late_weights = is_late;
      schedule.no_overlap = (i & 2) != 0;
      n_long += costs.w > costs.f;
      g_assert_true (check_form (&schedule, &costs, 0));
      g_assert_cmpint (check_form (&schedule, &costs, 1), ==, p == 1);
      costs.i++;
      g_assert_false (check_form (&schedule, &costs, 0));
    }
  g_assert_cmpuint (n_long, >, 20);
}

static void
test_dualpipe (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint i = 0; i < 400; i++)
    {
      gsize p = 2 * (gsize) pick (rand, 1, 6), m = 2 * p + 2 * (gsize) pick (rand, 0, 5);
      LscPlanCosts costs = dual_costs (rand, FALSE);
      LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_DUALPIPE, p, m);

      g_assert_true (check_form (&schedule, &costs, 0));
      costs.x = costs.f + costs.b + 1;
      g_assert_false (check_form (&schedule, &costs, 0));
    }
}

static void
test_zbv (void)
{
  for (gsize p = 1; p <= 16; p++)
    for (gsize m = 2 * p; m <= 3 * p + 2; m++)
      {
        LscPlanCosts costs = { .f = 7, .b = 14, .i = 7, .w = 7, .x = 21 };
        LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_ZBV, p, m);

        g_assert_true (check_form (&schedule, &costs, 0));
        g_assert_cmpint (replay_bubbles (&schedule, &costs, 0).window, ==,
                         (gint64) (2 * m * 21 + (p - 1) * 7));
        costs.w = 6;
        g_assert_false (check_form (&schedule, &costs, 0));
      }
}

/* The numbers of the table in theory.md#windows. */
static void
test_published_numbers (void)
{
  const LscPlanCosts costs = { .f = 1, .b = 2, .i = 1, .w = 1, .x = 3 };
  static const struct
  {
    LscScheduleType type;
    gboolean late_weights;
    gint64 window;
    gint64 bubble;
  } rows[] = {
    { LSC_SCHEDULE_1F1B, FALSE, 33, 9 },        { LSC_SCHEDULE_ZBH1, FALSE, 27, 3 },
    { LSC_SCHEDULE_INTERLEAVED, FALSE, 57, 9 }, { LSC_SCHEDULE_ZBV, FALSE, 51, 3 },
    { LSC_SCHEDULE_DUALPIPEV, TRUE, 54, 6 },    { LSC_SCHEDULE_DUALPIPEV, FALSE, 60, 12 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LscSchedule schedule = lsc_plan_default_schedule (rows[i].type, 4, 8);
      LscClosedForm form;
      Bubbles bubbles;

      schedule.late_weights = (guint8) rows[i].late_weights;
      bubbles = replay_bubbles (&schedule, &costs, 0);
      g_assert_cmpint (bubbles.window, ==, rows[i].window);
      g_assert_cmpint (bubbles.largest, ==, rows[i].bubble);
      g_assert_cmpint (bubbles.smallest, ==, rows[i].bubble);
      g_assert_true (lsc_closed_form (&schedule, &costs, 0, &form));
      g_assert_cmpint (form.bubble_ns, ==, rows[i].bubble);
    }
}

static void
test_none (void)
{
  const gint64 huge = G_MAXINT64 / 16;
  LscPlanCosts costs = { .f = huge, .b = huge, .i = huge, .w = 0, .x = huge };
  LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, 64, 64);
  LscClosedForm form;

  g_assert_false (lsc_closed_form (&schedule, &costs, 0, &form)); /* beyond int64 */
  costs.f = -1;
  schedule.n_stages = 2;
  g_assert_false (lsc_closed_form (&schedule, &costs, 0, &form));
  costs.f = 1;
  g_assert_true (lsc_closed_form (&schedule, &costs, 0, &form));
  schedule.n_stages = 0;
  g_assert_false (lsc_closed_form (&schedule, &costs, 0, &form));
  schedule = (LscSchedule){ .n_stages = 2, .n_micro_batches = 2 };
  g_assert_false (lsc_closed_form (&schedule, &costs, 0, &form));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan-forms/gpipe-and-1f1b", test_gpipe_and_1f1b);
  g_test_add_func ("/plan-forms/interleaved", test_interleaved);
  g_test_add_func ("/plan-forms/zbh1", test_zbh1);
  g_test_add_func ("/plan-forms/dualpipev", test_dualpipev);
  g_test_add_func ("/plan-forms/dualpipe", test_dualpipe);
  g_test_add_func ("/plan-forms/zbv", test_zbv);
  g_test_add_func ("/plan-forms/forwards-first", test_forwards_first);
  g_test_add_func ("/plan-forms/zero-bubble", test_zero_bubble);
  g_test_add_func ("/plan-forms/published-numbers", test_published_numbers);
  g_test_add_func ("/plan-forms/none", test_none);
  return g_test_run ();
}
