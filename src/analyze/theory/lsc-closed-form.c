/* lsc-closed-form.c - bubbles of ideal schedules as formulas
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-closed-form.h"

/* A bubble is a count of stages times a sum of durations with small factors. Durations are bounded
 * so that no such sum can overflow; the last product is checked. */
#define MAX_NS (G_MAXINT64 / 16)

static gboolean
finish (gsize n, gint64 per_stage_ns, gint64 *bubble_ns)
{
  return n <= G_MAXINT64 && !__builtin_mul_overflow ((gint64) n, per_stage_ns, bubble_ns);
}

/* 1F1B with a latency on every edge, P divides M (theory.md#closed-forms): about two
 * latencies for each micro-batch. */
static gboolean
add_latency (const LscSchedule *schedule, gint64 latency_ns, gint64 *bubble_ns)
{
  gsize p = schedule->n_stages, m = schedule->n_micro_batches;
  gint64 n, extra;

  if (m % p != 0 || m > G_MAXUINT32 || p > G_MAXUINT32 / 4)
    return FALSE;
  n = (gint64) (2 * (p - 1) * (m / p) + 2 * (p - 2));
  return !__builtin_mul_overflow (n, latency_ns, &extra) &&
         !__builtin_add_overflow (*bubble_ns, extra, bubble_ns);
}

static gboolean
form_1f1b (const LscSchedule *schedule, const LscPlanCosts *costs, gint64 latency_ns,
           LscClosedForm *result)
{
  result->formula = "(P-1)(F+B)";
  result->is_every_rank = TRUE;
  if (!finish (schedule->n_stages - 1, costs->f + costs->b, &result->bubble_ns))
    return FALSE;
  if (latency_ns == 0)
    return TRUE;
  if (schedule->type != LSC_SCHEDULE_1F1B)
    return FALSE;
  result->formula = "(P-1)(F+B)+d(2(P-1)M/P+2(P-2))";
  return add_latency (schedule, latency_ns, &result->bubble_ns);
}

/* The costs are those of a chunk; with F and B of the whole rank it is (P-1)(F+B)/v. */
static gboolean
form_interleaved (const LscSchedule *schedule, const LscPlanCosts *costs, LscClosedForm *result)
{
  result->formula = "(P-1)(F+B)";
  result->is_every_rank = TRUE;
  return schedule->n_micro_batches % schedule->n_stages == 0 &&
         schedule->run_length == schedule->n_stages && !schedule->extra_warmup &&
         finish (schedule->n_stages - 1, costs->f + costs->b, &result->bubble_ns);
}

static gboolean
form_zbh1 (const LscSchedule *schedule, const LscPlanCosts *costs, LscClosedForm *result)
{
  gint64 largest = MAX (MAX (costs->f, costs->i), costs->f + costs->i - costs->w);

  if (costs->w > MIN (costs->f, costs->i))
    result->formula = "(P-1)max(F, I, F+I-W)";
  else
    result->formula = costs->b == costs->i + costs->w ? "(P-1)(F+B-2W)" : "(P-1)(F+I-W)";
  result->is_every_rank = TRUE;
  return schedule->n_micro_batches >= schedule->n_stages &&
         finish (schedule->n_stages - 1, largest, &result->bubble_ns);
}

/* I = F, B = I + W, and a pair costs between its longer part and both. */
static gboolean
is_dual_condition (const LscPlanCosts *costs, gboolean has_pairs, gboolean needs_short_weights)
{
  return costs->i == costs->f && costs->b == costs->i + costs->w &&
         (!needs_short_weights || costs->w <= costs->f) &&
         (!has_pairs || (costs->x >= MAX (costs->f, costs->b) && costs->x <= costs->f + costs->b));
}

static gboolean
form_dualpipe (const LscSchedule *schedule, const LscPlanCosts *costs, LscClosedForm *result)
{
  result->formula = "(P/2-1)(F&B+B-3W)";
  return !schedule->no_overlap && !schedule->fused_first && is_dual_condition (costs, TRUE, TRUE) &&
         finish (schedule->n_stages / 2 - 1, costs->x + costs->b - 3 * costs->w,
                 &result->bubble_ns);
}

static gboolean
form_dualpipev (const LscSchedule *schedule, const LscPlanCosts *costs, LscClosedForm *result)
{
  static const char *const formulas[2][2] = {
    { "(P-1)(F&B+B-W)", "(P-1)(F&B+B-3W)" },
    { "(P-1)(2B-W)", "(P-1)(2B-3W)" },
  };
  gboolean has_pairs = !schedule->no_overlap, is_split = schedule->late_weights;
  gint64 forward = has_pairs ? costs->x : costs->b;

  result->formula = formulas[!has_pairs][is_split != 0];
  return !schedule->fused_first && !schedule->fused_middle &&
         is_dual_condition (costs, has_pairs, is_split) &&
         finish (schedule->n_stages - 1, forward + costs->b - (is_split ? 3 : 1) * costs->w,
                 &result->bubble_ns);
}

static gboolean
form_breadth_first (const LscSchedule *schedule, const LscPlanCosts *costs, LscClosedForm *result)
{
  result->formula = "(P-1)(F+B)";
  result->is_every_rank = TRUE;
  return finish (schedule->n_stages - 1, costs->f + costs->b, &result->bubble_ns);
}

/* ZB-V, that of PyTorch and ZB-H2. */
static gboolean
form_zbv (const LscSchedule *schedule, const LscPlanCosts *costs, LscClosedForm *result)
{
  result->formula = "(P-1)F";
  result->is_every_rank = TRUE;
  return schedule->n_micro_batches + 1 >= 2 * schedule->n_stages && costs->i == costs->f &&
         costs->w == costs->f && finish (schedule->n_stages - 1, costs->f, &result->bubble_ns);
}

/* Whole backwards of one chunk: how many forwards come first moves the bubble, it does not change
 * it. */
static gboolean
is_plain (LscScheduleType type)
{
  return type == LSC_SCHEDULE_1F1B || type == LSC_SCHEDULE_EAGER_1F1B ||
         type == LSC_SCHEDULE_GPIPE || type == LSC_SCHEDULE_GPIPE_REVERSED;
}

static gboolean
is_in_range (gint64 ns)
{
  return ns >= 0 && ns <= MAX_NS;
}

/**
 * lsc_closed_form:
 * @costs: of an op, so of one chunk where ranks hold several
 * @latency_ns: of every edge between ranks; only 1F1B has a form with it
 * @result: (out caller-allocates): set on %TRUE only
 *
 * The bubble of an ideal schedule by formula (theory.md#closed-forms).
 *
 * Returns: %FALSE where no formula holds for this schedule with these durations
 */
gboolean
lsc_closed_form (const LscSchedule *schedule, const LscPlanCosts *costs, gint64 latency_ns,
                 LscClosedForm *result)
{
  g_return_val_if_fail (schedule && costs, FALSE);

  static gboolean (*const forms[LSC_SCHEDULE_N_TYPES]) (const LscSchedule *, const LscPlanCosts *,
                                                        LscClosedForm *) = {
    [LSC_SCHEDULE_INTERLEAVED] = form_interleaved,
    [LSC_SCHEDULE_ZBH1] = form_zbh1,
    [LSC_SCHEDULE_DUALPIPE] = form_dualpipe,
    [LSC_SCHEDULE_DUALPIPEV] = form_dualpipev,
    [LSC_SCHEDULE_ZBV] = form_zbv,
    [LSC_SCHEDULE_BREADTH_FIRST] = form_breadth_first,
    [LSC_SCHEDULE_ZBH2] = form_zbv,
    [LSC_SCHEDULE_ZBV_PYTORCH] = form_zbv,
  };
  gint64 latency = schedule->n_stages > 1 ? latency_ns : 0;
  LscClosedForm form = { 0 };
  gboolean holds = FALSE;

  if (!lsc_schedule_is_possible (schedule) || schedule->no_weights || !is_in_range (costs->f) ||
      !is_in_range (costs->b) || !is_in_range (costs->i) || !is_in_range (costs->w) ||
      !is_in_range (costs->x) || latency < 0)
    return FALSE;
  if (is_plain (schedule->type))
    holds = form_1f1b (schedule, costs, latency, &form);
  else if (latency == 0 && forms[schedule->type])
    holds = forms[schedule->type](schedule, costs, &form);
  if (holds)
    *result = form;
  return holds;
}
