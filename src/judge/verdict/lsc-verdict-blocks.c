/* lsc-verdict-blocks.c - micro-batches that are long on every stage, blocks that pause once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-array.h"
#include "base/lsc-stats.h"

/* verdicts.md#blocks. The length of a block over the usual one of its stage and kind. */

#define EVERY_STAGE 0.3 /* of the excess: the least that any stage shows */
#define PAUSE_DEVIATIONS 6.0
#define MOSTLY 0.5 /* of a pause: what went into collectives */
#define ONCE 0.5   /* of a pause: what the same block of other steps may show; or micro-batches */
#define SPREAD 1.4826
#define MEDIAN_DEVIATION 1.25

LSC_DEFINE_ARRAY (Doubles, doubles, double)

/* ---- micro-batches ---- */

/* What one pipeline shows of its micro-batches. */
typedef struct
{
  LscVerdictData *data;
  gsize group;
  gsize n_micro_batches;
  double *shown;  /* by micro-batch: lower median of what all stages and steps show */
  double *spread; /* by micro-batch: standard deviation of that */
} Batches;

/* Micro-batch of a part. */
static gsize
batch_of (const LscVerdictData *data, const LscPlan *plan, const LscPlanPart *part)
{
  return data->is_reversed && part->role != LSC_BLOCK_F
             ? plan->schedule.n_micro_batches - 1 - part->mb
             : part->mb;
}

static gboolean
has_batch (const LscVerdictData *data, const LscPlan *plan, const LscPlanOp *op, gsize mb)
{
  return batch_of (data, plan, &op->parts[0]) == mb ||
         (op->n_parts > 1 && batch_of (data, plan, &op->parts[1]) == mb);
}

/* How much longer a block is than usual; of two parts one is taken to have it all. */
static double
show_op (const LscVerdictData *data, const LscVerdictPart *part, gsize group, guint32 op)
{
  const LscPlanOp *at = &part->order->plan->ops[op];
  double usual = _lsc_verdict_expected (data, group, at->rank, at->kind);

  if (usual <= 0)
    return 0;
  return ((double) part->inside[LSC_INSIDE_LENGTH][op] / usual - 1) * at->n_parts;
}

/* Of every micro-batch: what its blocks show on the stages [first, end), in all steps. */
static void
collect_batches (const Batches *self, gsize first, gsize end, Doubles *of_batch)
{
  const LscVerdictData *data = self->data;

  for (gsize step = 0; step < data->n_steps; step++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (data, step, self->group);
      const LscPlan *plan = part ? part->order->plan : NULL;

      for (guint32 op = plan ? plan->first[first] : 0; plan && op < plan->first[end]; op++)
        for (guint i = 0; i < plan->ops[op].n_parts; i++)
          {
            gsize mb = batch_of (data, plan, &plan->ops[op].parts[i]);
            gboolean is_twice = i == 1 && batch_of (data, plan, &plan->ops[op].parts[0]) == mb;

            if (mb < self->n_micro_batches && !is_twice)
              doubles_append (&of_batch[mb], show_op (data, part, self->group, op));
          }
    }
}

static void
measure_batch (Batches *self, gsize mb, Doubles *values)
{
  double median = values->n > 0 ? lsc_median_lower_double (values->items, values->n) : 0;

  self->shown[mb] = median;
  for (gsize i = 0; i < values->n; i++)
    values->items[i] = fabs (values->items[i] - median);
  self->spread[mb] = values->n > 0 ? MEDIAN_DEVIATION * SPREAD *
                                         lsc_median_upper_double (values->items, values->n) /
                                         sqrt ((double) values->n)
                                   : 0;
}

/* Median of what the other micro-batches show. */
static double
others_show (const Batches *self, gsize mb)
{
  g_autofree double *others = g_new (double, self->n_micro_batches);
  gsize n = 0;

  for (gsize i = 0; i < self->n_micro_batches; i++)
    if (i != mb)
      others[n++] = self->shown[i];
  return n > 0 ? lsc_median_mean_double (others, n) : 0;
}

/* The least that a single stage shows of a micro-batch. */
static double
least_of_stages (const Batches *self, gsize mb)
{
  double least = G_MAXDOUBLE;

  for (gsize stage = 0; stage < self->data->n_stages; stage++)
    {
      g_autofree Doubles *of_batch = g_new0 (Doubles, self->n_micro_batches);

      collect_batches (self, stage, stage + 1, of_batch);
      if (of_batch[mb].n > 0)
        least = MIN (least, lsc_median_mean_double (of_batch[mb].items, of_batch[mb].n));
      for (gsize i = 0; i < self->n_micro_batches; i++)
        doubles_clear (&of_batch[i]);
    }
  return least;
}

typedef struct
{
  gsize mb;
  double excess;
} LongBatch;

static gboolean
cut_batch (const LscVerdictData *data, gsize step, gsize group, gint64 *durations, gint64 *delay,
           gint64 *late, gpointer user_data)
{
  const LongBatch *self = user_data;
  const LscVerdictPart *part = _lsc_verdict_part (data, step, group);
  const LscPlan *plan = part->order->plan;

  (void) delay;
  (void) late;
  for (guint32 op = 0; op < plan->n_ops; op++)
    if (has_batch (data, plan, &plan->ops[op], self->mb))
      {
        double more = self->excess / plan->ops[op].n_parts;

        durations[op] -= llround ((double) part->inside[LSC_INSIDE_LENGTH][op] * more / (1 + more));
      }
  return TRUE;
}

/* A schedule with chunks has a micro-batch once a chunk: where it could be one, a long micro-batch
 * of a single number is that of the plain one. */
static gboolean
is_only_one (const Batches *self, gsize mb, double usual)
{
  for (gsize i = 0; i < self->n_micro_batches; i++)
    if (i != mb && self->shown[i] - usual > ONCE * (self->shown[mb] - usual))
      return FALSE;
  return TRUE;
}

static gboolean
find_batch (Batches *self)
{
  LscVerdict verdict = lsc_verdict_init (LSC_VERDICT_LONG_MICRO_BATCH);
  LongBatch batch = { 0, 0 };
  double usual;

  for (gsize mb = 1; mb < self->n_micro_batches; mb++)
    if (self->shown[mb] > self->shown[batch.mb])
      batch.mb = mb;
  usual = others_show (self, batch.mb);
  batch.excess = (1 + self->shown[batch.mb]) / (1 + usual) - 1;
  if (self->n_micro_batches < 2 || usual <= -1 ||
      self->shown[batch.mb] - usual < LSC_VERDICT_Z * self->spread[batch.mb] ||
      least_of_stages (self, batch.mb) - usual < EVERY_STAGE * (self->shown[batch.mb] - usual) ||
      (self->data->known_by != LSC_ORDER_RECOGNISED && !is_only_one (self, batch.mb, usual)))
    return FALSE;
  verdict.group = self->data->groups[self->group];
  verdict.micro_batch = (gint64) batch.mb;
  verdict.excess = batch.excess;
  verdict.evidence = LSC_EVIDENCE_BLOCKS;
  verdict.certainty = self->data->n_stages > 2 && self->data->known_by != LSC_ORDER_ASSUMED
                          ? LSC_CERTAINTY_SURE
                          : LSC_CERTAINTY_LIKELY;
  return _lsc_verdict_offer (self->data, &verdict,
                             &(LscVerdictTrial){ cut_batch, &batch, NULL, G_MAXSIZE, TRUE });
}

static gsize
count_batches (const LscVerdictData *data, gsize group)
{
  gsize n = 0;

  for (gsize step = 0; step < data->n_steps; step++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (data, step, group);

      if (part)
        n = MAX (n, part->order->plan->schedule.n_micro_batches);
    }
  return n;
}

/* The pipelines of a job often have the same long micro-batch: the first that shows it is enough.
 */
static gboolean
find_batches (LscVerdictData *data)
{
  gboolean is_found = FALSE;

  for (gsize group = 0; group < data->n_groups && !is_found; group++)
    {
      Batches self = { .data = data,
                       .group = group,
                       .n_micro_batches = count_batches (data, group) };
      g_autofree Doubles *of_batch = g_new0 (Doubles, self.n_micro_batches + 1);

      if (data->team[group] != group || self.n_micro_batches == 0)
        continue;
      self.shown = g_new0 (double, self.n_micro_batches);
      self.spread = g_new0 (double, self.n_micro_batches);
      collect_batches (&self, 0, data->n_stages, of_batch);
      for (gsize mb = 0; mb < self.n_micro_batches; mb++)
        {
          measure_batch (&self, mb, &of_batch[mb]);
          doubles_clear (&of_batch[mb]);
        }
      is_found = find_batch (&self);
      g_free (self.shown);
      g_free (self.spread);
    }
  return is_found;
}

/* Whether the blocks are those of GPipe in both of its orders. */
static gboolean
may_be_reversed (const LscVerdictData *data)
{
  const LscPipelineGroup *group = _lsc_verdict_group (data, 0);

  for (gsize i = 0; i < group->n_candidates; i++)
    if (group->candidates[i].type == LSC_SCHEDULE_GPIPE_REVERSED)
      return !group->schedule || group->candidates[0].type == LSC_SCHEDULE_GPIPE;
  return data->known_by == LSC_ORDER_OPEN;
}

/* Which order it is only a long micro-batch shows: it is long in both directions. */
static void
find_batches_both_ways (LscVerdictData *data)
{
  if (find_batches (data) || !may_be_reversed (data))
    return;
  data->is_reversed = TRUE;
  data->is_reversed = find_batches (data);
}

/* ---- pauses ---- */

typedef struct
{
  gsize group;
  guint32 op;
  double excess_ns;
} Pause;

static double
excess_of (const LscVerdictData *data, gsize step, gsize group, guint32 op)
{
  const LscVerdictPart *part = _lsc_verdict_part (data, step, group);
  const LscPlanOp *at;

  if (!part || op >= part->order->plan->n_ops)
    return 0;
  at = &part->order->plan->ops[op];
  return (double) part->inside[LSC_INSIDE_LENGTH][op] -
         _lsc_verdict_expected (data, group, at->rank, at->kind);
}

/* A team pauses together. */
static gboolean
cut_pause (const LscVerdictData *data, gsize step, gsize group, gint64 *durations, gint64 *delay,
           gint64 *late, gpointer user_data)
{
  const Pause *self = user_data;

  (void) delay;
  (void) late;
  if (self->op >= _lsc_verdict_part (data, step, group)->order->plan->n_ops)
    return FALSE;
  durations[self->op] = MAX (durations[self->op] - llround (self->excess_ns), 0);
  return TRUE;
}

static gboolean
is_accused (const LscVerdictData *data, const LscPlan *plan, const LscPlanOp *op)
{
  for (guint i = 0; i < data->found->len; i++)
    {
      const LscVerdict *verdict = &g_array_index (data->found, LscVerdict, i);

      if (verdict->cause == LSC_VERDICT_LONG_MICRO_BATCH &&
          has_batch (data, plan, op, (gsize) verdict->micro_batch))
        return TRUE;
    }
  return FALSE;
}

/* The block of a step that is longest beyond the usual. */
static Pause
find_longest (const LscVerdictData *data, gsize step)
{
  Pause best = { 0, LSC_PLAN_NO_OP, 0 };

  for (gsize group = 0; group < data->n_groups; group++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (data, step, group);

      for (guint32 op = 0; part && op < part->order->plan->n_ops; op++)
        {
          double excess = excess_of (data, step, group, op);

          if (excess > best.excess_ns &&
              !is_accused (data, part->order->plan, &part->order->plan->ops[op]))
            best = (Pause){ group, op, excess };
        }
    }
  return best;
}

/* Whether other steps have no such block there. */
static gboolean
is_once (const LscVerdictData *data, gsize step, const Pause *pause)
{
  for (gsize other = 0; other < data->n_steps; other++)
    if (other != step && excess_of (data, other, pause->group, pause->op) > ONCE * pause->excess_ns)
      return FALSE;
  return TRUE;
}

/* Whether most of what a block has too much of went into collectives, for each of its team. */
static gboolean
is_collective (const LscVerdictData *data, gsize step, const Pause *pause)
{
  if (!data->knows_inside)
    return FALSE;
  for (gsize group = 0; group < data->n_groups; group++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (data, step, group);
      const LscPlanOp *op;
      const LscVerdictCell *usual;

      if (data->team[group] != data->team[pause->group] || !part ||
          pause->op >= part->order->plan->n_ops)
        continue;
      op = &part->order->plan->ops[pause->op];
      usual = _lsc_verdict_cell_at (data, LSC_INSIDE_COLLECTIVE, group, op->rank, op->kind);
      if ((double) part->inside[LSC_INSIDE_COLLECTIVE][pause->op] - usual->mean <
          MOSTLY * pause->excess_ns)
        return FALSE;
    }
  return TRUE;
}

/* (transfer full): by group: whether it is of the same team */
static gboolean *
list_team (const LscVerdictData *data, gsize group)
{
  gboolean *is_hit = g_new (gboolean, data->n_groups);

  for (gsize other = 0; other < data->n_groups; other++)
    is_hit[other] = data->team[other] == data->team[group];
  return is_hit;
}

static void
find_pause (LscVerdictData *data, gsize step)
{
  Pause pause = find_longest (data, step);
  LscVerdict verdict = lsc_verdict_init (LSC_VERDICT_PAUSE);
  g_autofree gboolean *is_hit = NULL;
  const LscVerdictPart *part;
  const LscPlanOp *op;
  const LscPipelineStep *measured;
  const LscVerdictCell *cell;

  if (pause.op == LSC_PLAN_NO_OP)
    return;
  part = _lsc_verdict_part (data, step, pause.group);
  op = &part->order->plan->ops[pause.op];
  cell = _lsc_verdict_cell_at (data, LSC_INSIDE_LENGTH, pause.group, op->rank, op->kind);
  if (pause.excess_ns < PAUSE_DEVIATIONS * sqrt (cell->variance) || !is_once (data, step, &pause))
    return;
  measured = lsc_study_get_step (part->order);
  verdict.group = data->groups[pause.group];
  verdict.step = measured->has_id ? measured->id : LSC_INT_NULL;
  verdict.stage = op->rank;
  verdict.rank = _lsc_verdict_rank (data, pause.group, op->rank);
  verdict.kind = op->kind;
  if (data->known_by == LSC_ORDER_RECOGNISED)
    verdict.micro_batch = op->parts[0].mb;
  verdict.excess = pause.excess_ns / MAX (cell->mean, 1);
  verdict.evidence = LSC_EVIDENCE_BLOCKS;
  verdict.certainty = data->n_steps > 1 ? LSC_CERTAINTY_SURE : LSC_CERTAINTY_LIKELY;
  if (is_collective (data, step, &pause))
    {
      verdict.cause = LSC_VERDICT_SLOW_COLLECTIVE;
      verdict.evidence = LSC_EVIDENCE_COLLECTIVES;
      verdict.certainty = LSC_CERTAINTY_SURE;
      verdict.rank = LSC_INT_NULL;
    }
  is_hit = list_team (data, pause.group);
  _lsc_verdict_offer (data, &verdict, &(LscVerdictTrial){ cut_pause, &pause, is_hit, step, TRUE });
}

/** Finds a micro-batch that is long everywhere, and in each step the block that pauses. */
void
_lsc_verdict_find_blocks (LscVerdictData *self)
{
  find_batches_both_ways (self);
  for (gsize step = 0; step < self->n_steps; step++)
    find_pause (self, step);
}
