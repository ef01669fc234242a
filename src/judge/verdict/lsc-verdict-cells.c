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

typedef struct
{
  LscVerdictData *data;
  double *values;
} Filler;

static gsize
collect (const Filler *self, LscInside inside, gsize group, gsize stage, guint kind)
{
  gsize n = 0;

  for (gsize step = 0; step < self->data->n_steps; step++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (self->data, step, group);
      const LscPlan *plan = part ? part->order->plan : NULL;

      for (guint32 op = plan ? plan->first[stage] : 0; plan && op < plan->first[stage + 1]; op++)
        if (plan->ops[op].kind == kind && part->inside[inside][op] >= 0)
          self->values[n++] = (double) part->inside[inside][op];
    }
  return n;
}

/* The most blocks that a stage has in all steps. */
static gsize
most_blocks (const LscVerdictData *self)
{
  gsize n = 0;

  for (gsize i = 0; i < self->n_steps * self->n_groups; i++)
    if (self->parts[i])
      n += self->parts[i]->order->plan->n_ops;
  return n;
}

/** Fills the cells of all kinds of insides that are known. */
void
_lsc_verdict_fill_cells (LscVerdictData *self)
{
  g_autofree double *values = g_new (double, most_blocks (self) + 1);
  Filler filler = { self, values };
  gsize n_cells = self->n_groups * self->n_stages * LSC_BLOCK_N_KINDS;

  for (guint inside = 0; inside < LSC_INSIDE_N; inside++)
    {
      self->cells[inside] = g_new0 (LscVerdictCell, n_cells);
      for (gsize i = 0; i < n_cells && (inside == LSC_INSIDE_LENGTH || self->knows_inside); i++)
        {
          gsize place = i / LSC_BLOCK_N_KINDS;
          guint kind = (guint) (i % LSC_BLOCK_N_KINDS);
          gsize n = collect (&filler, (LscInside) inside, place / self->n_stages,
                             place % self->n_stages, kind);

          self->cells[inside][i] = _lsc_verdict_cell (values, n);
        }
    }
}

/* Median of what the other stages of a pipeline have; 0 without any. */
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

/**
 * _lsc_verdict_expected:
 *
 * Returns: the usual length of a block, ns: of its own stage, or, if there are few of them, of the
 *   other stages; 0 = not known
 */
double
_lsc_verdict_expected (const LscVerdictData *self, gsize group, gsize stage, guint kind)
{
  const LscVerdictCell *own = _lsc_verdict_cell_at (self, LSC_INSIDE_LENGTH, group, stage, kind);
  double others;

  if (own->n >= FEW)
    return own->mean;
  others = usual_of_others (self, group, stage, kind);
  return others > 0 ? others : own->n > 0 ? own->mean : 0;
}
