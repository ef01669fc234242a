/* lsc-verdict-cells.c - robust means of what blocks hold, by pipeline, stage and kind
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-stats.h"

/* verdicts.md#means. One block that pauses, or one long micro-batch, is no property of a stage:
 * values far from the median are left out. */

#define FAR 5.0          /* robust deviations */
#define DEVIATION 1.4826 /* of a normal distribution / median of absolute deviations */
#define NEAR 0.002       /* of the median: never far */
#define FEW 3            /* values that have no mean of their own */

/**
 * _lsc_verdict_cell:
 * @values: their order is changed
 *
 * Returns: mean and variance of the values that are not far from the median
 */
LscVerdictCell
_lsc_verdict_cell (double *values, gsize n)
{
  LscVerdictCell cell = { 0, 0, 0 };
  g_autofree double *off = g_new (double, n + 1);
  double median, limit, sum = 0, squares = 0;

  if (n == 0)
    return cell;
  median = lsc_median_mean_double (values, n);
  for (gsize i = 0; i < n; i++)
    off[i] = fabs (values[i] - median);
  limit = MAX (FAR * DEVIATION * lsc_median_upper_double (off, n), NEAR * fabs (median));
  for (gsize i = 0; i < n; i++)
    if (fabs (values[i] - median) <= limit)
      {
        sum += values[i] - median;
        squares += (values[i] - median) * (values[i] - median);
        cell.n++;
      }
  cell.mean = median + sum / (double) cell.n;
  if (cell.n > 1)
    cell.variance = MAX (squares - sum * sum / (double) cell.n, 0) / (double) (cell.n - 1);
  return cell;
}

/* What the blocks of a place hold, by kind. */
typedef struct
{
  double *values[LSC_BLOCK_N_KINDS]; /* of one array */
  gsize n[LSC_BLOCK_N_KINDS];
} Values;

/* How many blocks a place has in all steps, by kind. */
static void
count_kinds (const LscVerdictData *self, gsize group, gsize stage, gsize *n)
{
  for (gsize step = 0; step < self->n_steps; step++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (self, step, group);
      const LscPlan *plan = part ? part->order->plan : NULL;

      for (guint32 op = plan ? plan->first[stage] : 0; plan && op < plan->first[stage + 1]; op++)
        n[plan->ops[op].kind]++;
    }
}

static void
collect (const LscVerdictData *self, LscInside inside, gsize group, gsize stage, Values *values)
{
  for (gsize step = 0; step < self->n_steps; step++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (self, step, group);
      const LscPlan *plan = part ? part->order->plan : NULL;

      for (guint32 op = plan ? plan->first[stage] : 0; plan && op < plan->first[stage + 1]; op++)
        if (part->inside[inside][op] >= 0)
          {
            guint kind = plan->ops[op].kind;

            values->values[kind][values->n[kind]++] = (double) part->inside[inside][op];
          }
    }
}

/* The most blocks that a place may have in all steps. */
static gsize
most_blocks (const LscVerdictData *self)
{
  gsize most = 0;

  for (gsize group = 0; group < self->n_groups; group++)
    {
      gsize n = 0;

      for (gsize step = 0; step < self->n_steps; step++)
        if (_lsc_verdict_part (self, step, group))
          n += _lsc_verdict_part (self, step, group)->order->plan->n_ops;
      most = MAX (most, n);
    }
  return most;
}

static void
fill_place (LscVerdictData *self, gsize group, gsize stage, double *scratch)
{
  gsize n[LSC_BLOCK_N_KINDS] = { 0 };

  count_kinds (self, group, stage, n);
  for (guint inside = 0; inside < LSC_INSIDE_N; inside++)
    {
      Values values = { { NULL }, { 0 } };
      double *free_values = scratch;

      if (inside != LSC_INSIDE_LENGTH && !self->knows_inside)
        continue;
      for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
        {
          values.values[kind] = free_values;
          free_values += n[kind];
        }
      collect (self, (LscInside) inside, group, stage, &values);
      for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
        *_lsc_verdict_cell_at (self, (LscInside) inside, group, stage, kind) =
            _lsc_verdict_cell (values.values[kind], values.n[kind]);
    }
}

/* What the other stages of a pipeline have, by stage; of blocks that are many enough. */
static double
usual_of_others (const LscVerdictData *self, gsize group, gsize stage, guint kind)
{
  g_autofree double *means = g_new (double, self->n_stages);
  gsize n = 0;

  for (gsize i = 0; i < self->n_stages; i++)
    {
      const LscVerdictCell *cell = _lsc_verdict_cell_at (self, LSC_INSIDE_LENGTH, group, i, kind);

      if (i != stage && cell->n >= FEW)
        means[n++] = cell->mean;
    }
  return n > 0 ? lsc_median_mean_double (means, n) : 0;
}

static double
expect (const LscVerdictData *self, gsize group, gsize stage, guint kind)
{
  const LscVerdictCell *own = _lsc_verdict_cell_at (self, LSC_INSIDE_LENGTH, group, stage, kind);
  double others;

  if (own->n >= FEW)
    return own->mean;
  others = usual_of_others (self, group, stage, kind);
  return others > 0 ? others : own->n > 0 ? own->mean : 0;
}

/** Fills the cells of all kinds of insides that are known, and what is expected of blocks. */
void
_lsc_verdict_fill_cells (LscVerdictData *self)
{
  g_autofree double *scratch = g_new (double, most_blocks (self) + 1);
  gsize n_places = self->n_groups * self->n_stages;

  for (guint inside = 0; inside < LSC_INSIDE_N; inside++)
    self->cells[inside] = g_new0 (LscVerdictCell, n_places * LSC_BLOCK_N_KINDS);
  self->expected = g_new (double, n_places *LSC_BLOCK_N_KINDS);
  for (gsize i = 0; i < n_places; i++)
    fill_place (self, i / self->n_stages, i % self->n_stages, scratch);
  for (gsize i = 0; i < n_places; i++)
    for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
      self->expected[i * LSC_BLOCK_N_KINDS + kind] =
          expect (self, i / self->n_stages, i % self->n_stages, kind);
}
