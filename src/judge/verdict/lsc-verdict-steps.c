/* lsc-verdict-steps.c - steps that are longer than the others as a whole, or for a pause between
 * blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-stats.h"

/* verdicts.md#steps. Every op has its usual length and its usual waits, the medians of the other
 * steps. Replays of the odd step with the usual ones of all, of one stage or of one op tell what
 * made it longer. */

#define LEAST_STEPS 3
#define DEVIATIONS 5.0 /* of a step, by those of its blocks */
#define MOSTLY 0.5     /* of what the step is longer by */

/** What an op had in the other steps; by group, (nullable). */
typedef struct
{
  LscVerdictData *data;
  gsize step;
  gint64 **durations;
  gint64 **late;
  gint64 **delay; /* by need */
} OddStep;

/** What is taken to be as usual. */
typedef struct
{
  const OddStep *odd;
  gboolean waits; /* or the lengths */
  gsize stage;    /* G_MAXSIZE = of all */
  guint32 op;     /* LSC_PLAN_NO_OP = all */
} Usual;

/* ---- which step ---- */

/* The longest window of the pipelines in a step; -1 if none is known. */
static gint64
window_of (const LscVerdictData *data, gsize step)
{
  gint64 window = -1;

  for (gsize group = 0; group < data->n_groups; group++)
    if (_lsc_verdict_part (data, step, group))
      window = MAX (window, _lsc_verdict_part (data, step, group)->window_ns);
  return window;
}

/* (transfer full): by step */
static gint64 *
list_windows (const LscVerdictData *data)
{
  gint64 *windows = g_new (gint64, data->n_steps + 1);

  for (gsize step = 0; step < data->n_steps; step++)
    windows[step] = window_of (data, step);
  return windows;
}

/* Median of the other steps; -1 if there are too few. */
static gint64
usual_window (const LscVerdictData *data, const gint64 *windows, gsize step)
{
  g_autofree gint64 *others = g_new (gint64, data->n_steps);
  gsize n = 0;

  for (gsize other = 0; other < data->n_steps; other++)
    if (other != step && windows[other] >= 0)
      others[n++] = windows[other];
  return n + 1 < LEAST_STEPS ? -1 : lsc_median_mean_int64 (others, n);
}

/** Returns: by how much lengths of blocks differ, as a variance relative to them */
double
_lsc_verdict_noise_of_blocks (const LscVerdictData *data)
{
  double variance = 0, freedom = 0;

  for (gsize i = 0; i < data->n_groups * data->n_stages * LSC_BLOCK_N_KINDS; i++)
    {
      const LscVerdictCell *cell = &data->cells[LSC_INSIDE_LENGTH][i];

      if (cell->n < 2 || cell->mean <= 0)
        continue;
      variance += (double) (cell->n - 1) * cell->variance / (cell->mean * cell->mean);
      freedom += (double) (cell->n - 1);
    }
  return freedom > 0 ? variance / freedom : 0;
}

/* By how much lengths of blocks alone make steps differ, as a share. */
static double
noise_of_step (const LscVerdictData *data, gsize step, double noise)
{
  double n_ops = 0;

  for (gsize group = 0; group < data->n_groups && n_ops <= 0; group++)
    if (_lsc_verdict_part (data, step, group))
      n_ops = (double) _lsc_verdict_part (data, step, group)->order->plan->n_ops;
  return sqrt (noise * (double) data->n_stages / MAX (n_ops, 1));
}

static gboolean
is_odd (const LscVerdictData *data, const gint64 *windows, double noise, gsize step)
{
  gint64 usual = usual_window (data, windows, step);
  double more;

  if (usual <= 0)
    return FALSE;
  more = (double) windows[step] / (double) usual - 1;
  return more >= MAX (LSC_VERDICT_LEAST_SHARE, DEVIATIONS * noise_of_step (data, step, noise));
}

static gint64
id_of (const LscVerdictData *data, gsize step)
{
  for (gsize group = 0; group < data->n_groups; group++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (data, step, group);

      if (part && lsc_study_get_step (part->order)->has_id)
        return lsc_study_get_step (part->order)->id;
    }
  return LSC_INT_NULL;
}

static gboolean
is_accused (const LscVerdictData *data, gint64 id)
{
  for (guint i = 0; i < data->found->len; i++)
    if (g_array_index (data->found, LscVerdict, i).step == id)
      return TRUE;
  return FALSE;
}

/* ---- what is usual ---- */

static gint64
usual_of (const OddStep *self, gsize group, gsize at,
          const gint64 *(*values) (const LscVerdictPart *) )
{
  const LscVerdictData *data = self->data;
  gsize n_ops = _lsc_verdict_part (data, self->step, group)->order->plan->n_ops, n = 0;
  g_autofree gint64 *others = g_new (gint64, data->n_steps);

  for (gsize step = 0; step < data->n_steps; step++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (data, step, group);

      if (step != self->step && part && part->order->plan->n_ops == n_ops)
        others[n++] = values (part)[at];
    }
  return n > 0 ? lsc_median_mean_int64 (others, n)
               : values (_lsc_verdict_part (data, self->step, group))[at];
}

static const gint64 *
durations_of (const LscVerdictPart *part)
{
  return part->order->durations;
}

static const gint64 *
late_of (const LscVerdictPart *part)
{
  return part->late;
}

static const gint64 *
delay_of (const LscVerdictPart *part)
{
  return part->delay;
}

static void
odd_step_init (OddStep *self, LscVerdictData *data, gsize step)
{
  *self = (OddStep){ data, step, g_new0 (gint64 *, data->n_groups),
                     g_new0 (gint64 *, data->n_groups), g_new0 (gint64 *, data->n_groups) };
  for (gsize group = 0; group < data->n_groups; group++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (data, step, group);
      gsize n = part ? part->order->plan->n_ops : 0;

      if (!part)
        continue;
      self->durations[group] = g_new (gint64, n);
      self->late[group] = g_new (gint64, n);
      self->delay[group] = g_new (gint64, n * LSC_PLAN_N_NEEDS);
      for (gsize op = 0; op < n; op++)
        {
          self->durations[group][op] = usual_of (self, group, op, durations_of);
          self->late[group][op] = usual_of (self, group, op, late_of);
        }
      for (gsize at = 0; at < n * LSC_PLAN_N_NEEDS; at++)
        self->delay[group][at] = usual_of (self, group, at, delay_of);
    }
}

static void
odd_step_clear (OddStep *self)
{
  for (gsize group = 0; group < self->data->n_groups; group++)
    {
      g_free (self->durations[group]);
      g_free (self->late[group]);
      g_free (self->delay[group]);
    }
  g_free (self->durations);
  g_free (self->late);
  g_free (self->delay);
}

/* ---- what made it longer ---- */

static gboolean
take_usual (const LscVerdictData *data, gsize step, gsize group, gint64 *durations, gint64 *delay,
            gint64 *late, gpointer user_data)
{
  const Usual *self = user_data;
  const LscPlan *plan = _lsc_verdict_part (data, step, group)->order->plan;

  for (guint32 op = 0; op < plan->n_ops; op++)
    {
      if ((self->stage != G_MAXSIZE && plan->ops[op].rank != self->stage) ||
          (self->op != LSC_PLAN_NO_OP && op != self->op))
        continue;
      if (!self->waits)
        {
          durations[op] = self->odd->durations[group][op];
          continue;
        }
      late[op] = self->odd->late[group][op];
      for (gsize i = 0; i < LSC_PLAN_N_NEEDS; i++)
        delay[op * LSC_PLAN_N_NEEDS + i] = self->odd->delay[group][op * LSC_PLAN_N_NEEDS + i];
    }
  return TRUE;
}

static LscVerdictTrial
make_trial (const Usual *usual)
{
  return (LscVerdictTrial){ take_usual, (gpointer) usual, NULL, usual->odd->step, FALSE };
}

static gint64
gain_of (const Usual *usual)
{
  LscVerdictTrial trial = make_trial (usual);
  gint64 gain = 0;
  double share;

  if (!_lsc_verdict_gain (usual->odd->data, &trial, &gain, &share))
    return 0;
  return gain;
}

/* The stage that alone explains most of what all do together; G_MAXSIZE if none does. */
static gsize
find_stage (const Usual *all, gint64 gain)
{
  Usual one = *all;
  gsize best = G_MAXSIZE;
  gint64 most = (gint64) (MOSTLY * (double) gain);

  for (gsize stage = 0; stage < all->odd->data->n_stages; stage++)
    {
      gint64 alone;

      one.stage = stage;
      alone = gain_of (&one);
      if (alone < most)
        continue;
      most = alone;
      best = stage;
    }
  return best;
}

/* What one op waited longer than usual, in the pipeline in which that is most. */
static gint64
extra_wait (const OddStep *self, gsize group, guint32 op)
{
  return _lsc_verdict_part (self->data, self->step, group)->late[op] - self->late[group][op];
}

/* The block before which a stage waited longest beyond the usual. */
static guint32
find_wait (const OddStep *self, gsize stage, gsize *group_out)
{
  guint32 best = LSC_PLAN_NO_OP;
  gint64 most = 0;

  for (gsize group = 0; group < self->data->n_groups; group++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (self->data, self->step, group);
      const LscPlan *plan = part ? part->order->plan : NULL;

      for (guint32 op = plan ? plan->first[stage] : 0; plan && op < plan->first[stage + 1]; op++)
        if (extra_wait (self, group, op) > most)
          {
            most = extra_wait (self, group, op);
            best = op;
            *group_out = group;
          }
    }
  return best;
}

/* One rank stood still between two blocks. */
static gboolean
offer_pause (OddStep *self, gsize stage, gint64 gain, LscVerdict verdict)
{
  gsize group = 0;
  guint32 op = find_wait (self, stage, &group);
  Usual alone = { self, TRUE, stage, op };
  LscVerdictTrial trial = make_trial (&alone);
  const LscVerdictPart *part;

  if (op == LSC_PLAN_NO_OP || gain_of (&alone) < (gint64) (MOSTLY * (double) gain))
    return FALSE;
  part = _lsc_verdict_part (self->data, self->step, group);
  verdict.cause = LSC_VERDICT_PAUSE;
  verdict.group = self->data->groups[group];
  verdict.rank = _lsc_verdict_rank (self->data, group, stage);
  verdict.kind = part->order->plan->ops[op].kind;
  if (self->data->known_by == LSC_ORDER_RECOGNISED)
    verdict.micro_batch = part->order->plan->ops[op].parts[0].mb;
  verdict.evidence = LSC_EVIDENCE_GAPS;
  verdict.certainty = part->is_own[op] ? LSC_CERTAINTY_SURE : LSC_CERTAINTY_LIKELY;
  return _lsc_verdict_offer (self->data, &verdict, &trial);
}

/* What the blocks of a stage (G_MAXSIZE: of all) hold in a step, ns. */
static double
sum_inside (const LscVerdictData *data, gsize step, gsize group, gsize stage, LscInside inside)
{
  const LscVerdictPart *part = _lsc_verdict_part (data, step, group);
  const LscPlan *plan = part ? part->order->plan : NULL;
  double sum = 0;

  for (guint32 op = 0; plan && op < plan->n_ops; op++)
    if (stage == G_MAXSIZE || plan->ops[op].rank == stage)
      sum += (double) part->inside[inside][op];
  return sum;
}

/* By how much that is more than in the other steps, in a pipeline. */
static double
more_inside (const OddStep *self, gsize group, gsize stage, LscInside inside, double *usual_out)
{
  const LscVerdictData *data = self->data;
  g_autofree double *others = g_new (double, data->n_steps);
  double usual;
  gsize n = 0;

  for (gsize step = 0; step < data->n_steps; step++)
    if (step != self->step && _lsc_verdict_part (data, step, group))
      others[n++] = sum_inside (data, step, group, stage, inside);
  usual = n > 0 ? lsc_median_mean_double (others, n) : 0;
  if (usual_out)
    *usual_out = usual;
  return sum_inside (data, self->step, group, stage, inside) - usual;
}

/* The pipeline whose blocks are longest beyond the usual, and whether only its team's are. */
static gsize
find_worst (const OddStep *self, gsize stage, gboolean *is_alone)
{
  const LscVerdictData *data = self->data;
  g_autofree double *more = g_new0 (double, data->n_groups);
  gsize worst = 0;

  for (gsize group = 0; group < data->n_groups; group++)
    {
      if (_lsc_verdict_part (data, self->step, group))
        more[group] = more_inside (self, group, stage, LSC_INSIDE_LENGTH, NULL);
      if (more[group] > more[worst])
        worst = group;
    }
  *is_alone = TRUE;
  for (gsize group = 0; group < data->n_groups; group++)
    *is_alone &= data->team[group] == data->team[worst] || more[group] < MOSTLY * more[worst];
  return worst;
}

/* What grew inside of the blocks. */
static LscEvidence
find_evidence (const OddStep *self, gsize group, gsize stage)
{
  double compute, collective, idle;

  if (!self->data->knows_inside)
    return LSC_EVIDENCE_BLOCKS;
  compute = more_inside (self, group, stage, LSC_INSIDE_COMPUTE, NULL);
  collective = more_inside (self, group, stage, LSC_INSIDE_COLLECTIVE, NULL);
  idle = more_inside (self, group, stage, LSC_INSIDE_IDLE, NULL);
  if (compute >= MAX (collective, idle))
    return LSC_EVIDENCE_KERNELS;
  return collective >= idle ? LSC_EVIDENCE_COLLECTIVES : LSC_EVIDENCE_IDLE;
}

static LscVerdictCause
cause_of (LscEvidence evidence, gboolean is_one_rank)
{
  switch (evidence)
    {
    case LSC_EVIDENCE_COLLECTIVES:
      return LSC_VERDICT_SLOW_COLLECTIVE;
    case LSC_EVIDENCE_IDLE:
      return LSC_VERDICT_HOST_GAPS;
    default:
      return is_one_rank ? LSC_VERDICT_SLOW_RANK : LSC_VERDICT_HEAVY_STAGE;
    }
}

static void
offer_lengths (OddStep *self, const Usual *usual, LscVerdict verdict)
{
  LscVerdictData *data = self->data;
  LscVerdictTrial trial = make_trial (usual);
  gboolean is_alone;
  gsize worst = find_worst (self, usual->stage, &is_alone);
  double more, base;

  more = more_inside (self, worst, usual->stage, LSC_INSIDE_LENGTH, &base);
  verdict.group = data->groups[worst];
  verdict.excess = base > 0 ? more / base : LSC_REAL_NULL;
  verdict.evidence = find_evidence (self, worst, usual->stage);
  if (usual->stage != G_MAXSIZE)
    {
      gboolean has_peers = data->n_groups > 1 && is_alone;

      verdict.cause = cause_of (verdict.evidence, has_peers);
      verdict.certainty = LSC_CERTAINTY_LIKELY;
      if (data->n_groups == 1 || (is_alone && data->team[worst] == worst && data->knows_inside))
        verdict.rank = _lsc_verdict_rank (data, worst, usual->stage);
    }
  _lsc_verdict_offer (data, &verdict, &trial);
}

static void
judge_step (OddStep *self, gint64 id)
{
  Usual lengths = { self, FALSE, G_MAXSIZE, LSC_PLAN_NO_OP }, waits = lengths;
  LscVerdict verdict = lsc_verdict_init (LSC_VERDICT_UNKNOWN);
  gint64 by_lengths = gain_of (&lengths), by_waits;
  Usual *main = &lengths;
  LscVerdictTrial trial;

  waits.waits = TRUE;
  by_waits = gain_of (&waits);
  if (by_waits > by_lengths)
    main = &waits;
  main->stage = find_stage (main, MAX (by_waits, by_lengths));
  verdict.step = id;
  verdict.certainty = LSC_CERTAINTY_UNKNOWN;
  verdict.stage = main->stage == G_MAXSIZE ? LSC_INT_NULL : (gint64) main->stage;
  if (main == &lengths)
    {
      offer_lengths (self, main, verdict);
      return;
    }
  if (main->stage != G_MAXSIZE && self->data->known_by != LSC_ORDER_ASSUMED &&
      offer_pause (self, main->stage, by_waits, verdict))
    return;
  verdict.group = self->data->groups[0];
  verdict.evidence = LSC_EVIDENCE_GAPS;
  trial = make_trial (main);
  _lsc_verdict_offer (self->data, &verdict, &trial);
}

/** Finds steps that are longer than the others, where no block that pauses explains it. */
void
_lsc_verdict_find_steps (LscVerdictData *self)
{
  g_autofree gint64 *windows = list_windows (self);
  double noise = _lsc_verdict_noise_of_blocks (self);

  for (gsize step = 0; step < self->n_steps; step++)
    {
      gint64 id = id_of (self, step);
      OddStep odd;

      if (id == LSC_INT_NULL || is_accused (self, id) || !is_odd (self, windows, noise, step) ||
          !lsc_job_check (self->job, NULL))
        continue;
      odd_step_init (&odd, self, step);
      judge_step (&odd, id);
      odd_step_clear (&odd);
    }
}
