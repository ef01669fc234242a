/* lsc-straggler-lengths.c - ideal lengths, and how even those are that were recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-straggler-model-private.h"

#include "base/lsc-stats.h"

/* ---- ideal lengths ---- */

static gint64
divide_rounded (gint64 sum, gint64 n)
{
  return sum >= 0 ? (sum + n / 2) / n : -((-sum + n / 2) / n);
}

static gboolean
takes_mean (guint kind)
{
  return _lsc_straggler_kind_computes (kind) || kind == LSC_JOB_OP_OPTIMIZER ||
         kind == LSC_JOB_OP_GC;
}

static gint64
find_ideal (const LscStragglerModel *self, guint kind, gint64 *scratch)
{
  gint64 sum = 0;
  gsize n = 0;

  for (gsize op = 0; op < self->n_ops; op++)
    if (self->ops[op].kind == kind)
      for (gsize step = 0; step < self->n_steps; step++)
        {
          const gint64 *row = _lsc_straggler_model_row (self, step, op);

          for (gsize d = 0; d < self->n_replicas; d++)
            {
              sum += row[d];
              scratch[n++] = row[d];
            }
        }
  if (n == 0)
    return 0;
  return takes_mean (kind) ? divide_rounded (sum, (gint64) n)
                           : lsc_median_mean_among_int64 (scratch, n);
}

/**
 * _lsc_straggler_ideal_lengths:
 *
 * The mean of a kind that computes, the median of one that moves data (stragglers.md#ideal).
 *
 * Returns: (transfer full) (array length=LSC_STRAGGLER_N_KINDS) (nullable): by kind, to the
 *   nanosecond, 0 where there are none; %NULL if there is not enough memory
 */
gint64 *
_lsc_straggler_ideal_lengths (const LscStragglerModel *self)
{
  gsize n_ops[LSC_STRAGGLER_N_KINDS] = { 0 };
  gsize most = 0;
  g_autofree gint64 *scratch = NULL;
  g_autofree gint64 *ideal = g_new0 (gint64, LSC_STRAGGLER_N_KINDS);

  for (gsize op = 0; op < self->n_ops; op++)
    most = MAX (most, ++n_ops[self->ops[op].kind]);
  scratch = LSC_TRY_NEW (gint64, most * self->n_steps * self->n_replicas + 1);
  if (!scratch)
    return NULL;
  for (guint kind = 0; kind < LSC_STRAGGLER_N_KINDS; kind++)
    ideal[kind] = find_ideal (self, kind, scratch);
  return g_steal_pointer (&ideal);
}

/* ---- means of stages ---- */

typedef struct
{
  double sum;
  double n;
} Mean;

static double
mean_of (const Mean *self)
{
  return self->n > 0 ? self->sum / self->n : NAN;
}

static void
measure_means (LscStragglers *self, const LscStragglerModel *model)
{
  g_autofree Mean *forward = g_new0 (Mean, model->n_stages);
  g_autofree Mean *backward = g_new0 (Mean, model->n_stages);

  for (gsize op = 0; op < model->n_ops; op++)
    {
      guint kind = model->ops[op].kind;
      Mean *mean = kind == LSC_JOB_OP_FORWARD_COMPUTE    ? &forward[model->ops[op].stage]
                   : kind == LSC_JOB_OP_BACKWARD_COMPUTE ? &backward[model->ops[op].stage]
                                                         : NULL;

      for (gsize step = 0; mean && step < model->n_steps; step++)
        for (gsize d = 0; d < model->n_replicas; d++)
          {
            mean->sum += (double) _lsc_straggler_model_row (model, step, op)[d];
            mean->n++;
          }
    }
  for (gsize p = 0; p < model->n_stages; p++)
    {
      self->stages[p].forward_ns = mean_of (&forward[p]);
      self->stages[p].backward_ns = mean_of (&backward[p]);
    }
}

/* ---- spread and agreement ---- */

/* Ops of one kind, stage and chunk, as indexes; ops of different chunks differ by what they are. */
typedef struct
{
  guint32 stage;
  guint16 chunk;
  guint8 kind;
  LscIndexes ops;
} Class;

static void
class_clear (gpointer class)
{
  lsc_indexes_clear (&((Class *) class)->ops);
}

static GArray *
list_classes (const LscStragglerModel *model)
{
  GArray *classes = g_array_new (FALSE, TRUE, sizeof (Class));

  g_array_set_clear_func (classes, class_clear);
  for (gsize op = 0; op < model->n_ops; op++)
    {
      const LscStragglerOp *info = &model->ops[op];
      Class *class = NULL;

      if (info->kind != LSC_JOB_OP_FORWARD_COMPUTE && info->kind != LSC_JOB_OP_BACKWARD_COMPUTE)
        continue;
      for (guint i = classes->len; i > 0 && !class; i--) /* ops of a stage stand together */
        {
          Class *other = &g_array_index (classes, Class, i - 1);

          if (other->stage == info->stage && other->kind == info->kind &&
              other->chunk == info->chunk)
            class = other;
        }
      if (!class)
        {
          g_array_set_size (classes, classes->len + 1);
          class = &g_array_index (classes, Class, classes->len - 1);
          class->stage = info->stage;
          class->kind = info->kind;
          class->chunk = info->chunk;
        }
      lsc_indexes_append (&class->ops, (guint32) op);
    }
  return classes;
}

static double
class_mean (const Class *self, const LscStragglerModel *model, gsize step, gsize replica)
{
  double sum = 0;

  for (gsize i = 0; i < self->ops.n; i++)
    sum += (double) _lsc_straggler_model_row (model, step, self->ops.items[i])[replica];
  return self->ops.n > 0 ? sum / (double) self->ops.n : 0;
}

/* Standard deviation / mean of the micro-batches of a worker in one step, over steps and replicas.
 */
static void
add_spread (const Class *self, const LscStragglerModel *model, Mean *spread)
{
  if (self->ops.n < 2)
    return;
  for (gsize step = 0; step < model->n_steps; step++)
    for (gsize d = 0; d < model->n_replicas; d++)
      {
        double mean = class_mean (self, model, step, d), squares = 0;

        if (mean <= 0)
          continue;
        for (gsize i = 0; i < self->ops.n; i++)
          {
            double off =
                (double) _lsc_straggler_model_row (model, step, self->ops.items[i])[d] - mean;

            squares += off * off;
          }
        spread->sum += sqrt (squares / (double) self->ops.n) / mean;
        spread->n++;
      }
}

static void
measure_spread (LscStragglers *self, const LscStragglerModel *model, const GArray *classes)
{
  g_autofree Mean *forward = g_new0 (Mean, model->n_stages);
  g_autofree Mean *backward = g_new0 (Mean, model->n_stages);

  for (guint i = 0; i < classes->len; i++)
    {
      const Class *class = &g_array_index (classes, Class, i);

      add_spread (class, model,
                  class->kind == LSC_JOB_OP_FORWARD_COMPUTE ? &forward[class->stage]
                                                            : &backward[class->stage]);
    }
  for (gsize p = 0; p < model->n_stages; p++)
    {
      self->stages[p].forward_spread = mean_of (&forward[p]);
      self->stages[p].backward_spread = mean_of (&backward[p]);
    }
}

/* Sums of products of what lies off the mean of a worker's step. */
typedef struct
{
  double xx, yy, xy;
} Products;

static const Class *
find_backward (const GArray *classes, const Class *forward)
{
  for (guint i = 0; i < classes->len; i++)
    {
      const Class *class = &g_array_index (classes, Class, i);

      if (class->kind == LSC_JOB_OP_BACKWARD_COMPUTE && class->stage == forward->stage &&
          class->chunk == forward->chunk)
        return class;
    }
  return NULL;
}

/* The backward of the micro-batch of a forward, G_MAXUINT32 if there is none. Without micro-batches
 * those with the same number belong together. */
static guint32
find_partner (const LscStragglerModel *model, const Class *backward, guint32 forward)
{
  const LscStragglerOp *op = &model->ops[forward];

  for (gsize i = 0; i < backward->ops.n; i++)
    {
      const LscStragglerOp *other = &model->ops[backward->ops.items[i]];

      if (op->micro_batch != LSC_JOB_NO_MICRO_BATCH
              ? op->micro_batch == other->micro_batch
              : other->micro_batch == LSC_JOB_NO_MICRO_BATCH && op->number == other->number)
        return backward->ops.items[i];
    }
  return G_MAXUINT32;
}

static void
add_products (const LscStragglerModel *model, const Class *forward, const Class *backward,
              Products *sums)
{
  g_autofree guint32 *partners = g_new (guint32, forward->ops.n);

  for (gsize i = 0; i < forward->ops.n; i++)
    partners[i] = find_partner (model, backward, forward->ops.items[i]);
  for (gsize step = 0; step < model->n_steps; step++)
    for (gsize d = 0; d < model->n_replicas; d++)
      {
        double mean_f = class_mean (forward, model, step, d);
        double mean_b = class_mean (backward, model, step, d);

        for (gsize i = 0; i < forward->ops.n; i++)
          if (partners[i] != G_MAXUINT32)
            {
              double x = (double) _lsc_straggler_model_row (model, step, forward->ops.items[i])[d] -
                         mean_f;
              double y = (double) _lsc_straggler_model_row (model, step, partners[i])[d] - mean_b;

              sums->xx += x * x;
              sums->yy += y * y;
              sums->xy += x * y;
            }
      }
}

static void
measure_agreement (LscStragglers *self, const LscStragglerModel *model, const GArray *classes)
{
  g_autofree Products *sums = g_new0 (Products, model->n_stages);

  for (guint i = 0; i < classes->len; i++)
    {
      const Class *forward = &g_array_index (classes, Class, i);
      const Class *backward =
          forward->kind == LSC_JOB_OP_FORWARD_COMPUTE ? find_backward (classes, forward) : NULL;

      if (backward)
        add_products (model, forward, backward, &sums[forward->stage]);
    }
  for (gsize p = 0; p < model->n_stages; p++)
    self->stages[p].agreement =
        sums[p].xx > 0 && sums[p].yy > 0 ? sums[p].xy / sqrt (sums[p].xx * sums[p].yy) : NAN;
}

/* ---- workers beside those of their stage ---- */

static gint64 *
sum_computing (const LscStragglerModel *model)
{
  gint64 *sums = g_new0 (gint64, model->n_replicas * model->n_stages);

  for (gsize op = 0; op < model->n_ops; op++)
    if (_lsc_straggler_kind_computes (model->ops[op].kind))
      for (gsize step = 0; step < model->n_steps; step++)
        for (gsize d = 0; d < model->n_replicas; d++)
          sums[d * model->n_stages + model->ops[op].stage] +=
              _lsc_straggler_model_row (model, step, op)[d];
  return sums;
}

static void
measure_excess (LscStragglers *self, const LscStragglerModel *model)
{
  g_autofree gint64 *sums = sum_computing (model);
  g_autofree gint64 *of_stage = g_new (gint64, model->n_replicas);

  for (gsize p = 0; p < model->n_stages; p++)
    {
      gint64 median;

      for (gsize d = 0; d < model->n_replicas; d++)
        of_stage[d] = sums[d * model->n_stages + p];
      median = lsc_median_mean_among_int64 (of_stage, model->n_replicas);
      for (gsize d = 0; d < model->n_replicas; d++)
        {
          gsize w = d * model->n_stages + p;

          self->workers[w].excess = median > 0 ? (double) sums[w] / (double) median - 1 : NAN;
        }
    }
  self->worst = 0;
  for (gsize w = 1; w < model->n_replicas * model->n_stages; w++)
    if (isnan (self->workers[self->worst].excess) ||
        self->workers[w].excess > self->workers[self->worst].excess)
      self->worst = w;
}

/**
 * _lsc_stragglers_measure:
 * @self: with its stages and workers
 *
 * Fills in what is known of lengths without a replay (stragglers.md#even).
 */
void
_lsc_stragglers_measure (LscStragglers *self, const LscStragglerModel *model)
{
  g_autoptr (GArray) classes = list_classes (model);

  measure_means (self, model);
  measure_spread (self, model, classes);
  measure_agreement (self, model, classes);
  measure_excess (self, model);
}
