/* lsc-what-if-costs.c - measured costs spread over the depth of the model, and cut anew
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-stats.h"
#include "analyze/theory/lsc-what-if-private.h"

/* theory.md#what-if-costs. Whatever schedule was recorded, its virtual stages are equal parts of
 * the model's depth in order: their mean costs are a density over that depth, constant on each
 * part. A virtual stage of the target costs the integral over its own part. In DualPipe two ranks
 * hold the same part; their blocks are averaged. */

typedef struct
{
  double f, b, i, w; /* sums */
  gsize n_f, n_b, n_i, n_w;
} PieceSums;

/* Virtual stage of a part of an op. */
static gsize
piece_of (const LscPlan *plan, const LscPlanOp *op, guint part)
{
  return lsc_schedule_virtual_stage (&plan->schedule, op->rank, op->parts[part].chunk);
}

/* Which backward passes left their weight gradients to a block of their own: [piece * M + mb]. */
static guint8 *
find_split (const LscPlan *plan, gsize n_pieces)
{
  gsize m = plan->schedule.n_micro_batches;
  guint8 *split = g_new0 (guint8, n_pieces * m);

  for (gsize i = 0; i < plan->n_ops; i++)
    {
      const LscPlanOp *op = &plan->ops[i];
      gsize piece;

      if (op->kind != LSC_BLOCK_W || op->parts[0].mb >= m)
        continue;
      piece = piece_of (plan, op, 0);
      if (piece < n_pieces)
        split[piece * m + op->parts[0].mb] = 1;
    }
  return split;
}

static void
add_op (PieceSums *sums, const LscPlan *plan, const LscPlanOp *op, double duration,
        gboolean is_split)
{
  LscBlockKind role = (LscBlockKind) op->parts[0].role;

  /* A range with a plain backward's name may be one for inputs only: of schedules that split
   * every backward, or where a range for the weights follows. */
  if (role == LSC_BLOCK_B &&
      (is_split || (plan->schedule.no_weights && (plan->schedule.type == LSC_SCHEDULE_ZBV ||
                                                  plan->schedule.type == LSC_SCHEDULE_ZBH1))))
    role = LSC_BLOCK_I;
  switch (role)
    {
    case LSC_BLOCK_F:
      sums->f += duration;
      sums->n_f++;
      break;
    case LSC_BLOCK_B:
      sums->b += duration;
      sums->n_b++;
      break;
    case LSC_BLOCK_I:
      sums->i += duration;
      sums->n_i++;
      break;
    case LSC_BLOCK_W:
      sums->w += duration;
      sums->n_w++;
      break;
    default:
      break;
    }
}

static PieceSums *
sum_pieces (const LscStudy *study, gsize n_pieces)
{
  const LscPlan *plan = study->plan;
  gsize m = plan->schedule.n_micro_batches;
  PieceSums *sums = g_new0 (PieceSums, n_pieces);
  g_autofree guint8 *split = find_split (plan, n_pieces);

  for (gsize i = 0; i < plan->n_ops; i++)
    {
      const LscPlanOp *op = &plan->ops[i];
      gsize piece;

      if (op->n_parts != 1)
        continue;
      piece = piece_of (plan, op, 0);
      if (piece < n_pieces && op->parts[0].mb < m)
        add_op (&sums[piece], plan, op, (double) study->durations[i],
                split[piece * m + op->parts[0].mb]);
    }
  return sums;
}

/* W / B over all backward passes that were split; negative without. */
static double
measure_share (const PieceSums *sums, gsize n)
{
  double i = 0, w = 0;

  for (gsize k = 0; k < n; k++)
    if (sums[k].n_i > 0 && sums[k].n_w > 0)
      {
        i += sums[k].i / (double) sums[k].n_i;
        w += sums[k].w / (double) sums[k].n_w;
      }
  return i + w > 0 ? w / (i + w) : -1;
}

/* Mean of a whole backward. Without a weight gradient of its own an I stands for the rest of a B
 * by @share. */
static double
mean_backward (const PieceSums *sums, double share)
{
  double split = 0;

  if (sums->n_i > 0)
    {
      double i = sums->i / (double) sums->n_i;

      split = sums->n_w > 0 ? i + sums->w / (double) sums->n_w : i / (1 - MIN (share, 0.99));
    }
  if (sums->n_i == 0)
    return sums->b / (double) sums->n_b;
  if (sums->n_b == 0)
    return split;
  if (sums->n_w == 0)
    return sums->b / (double) sums->n_b; /* measured whole: nothing is to be guessed */
  return (sums->b + split * (double) sums->n_i) / (double) (sums->n_b + sums->n_i);
}

/* g of X = (F + B)(1 - g) over all overlapped blocks; NaN without. */
static double
measure_gain (const LscDepthCosts *self, const LscStudy *study)
{
  const LscPlan *plan = study->plan;
  double together = 0, apart = 0;

  for (gsize i = 0; i < plan->n_ops; i++)
    {
      const LscPlanOp *op = &plan->ops[i];
      gsize f, b;

      if (op->n_parts != 2)
        continue;
      f = piece_of (plan, op, 0);
      b = piece_of (plan, op, 1);
      if (f >= self->n || b >= self->n)
        continue;
      together += (double) study->durations[i];
      apart += self->f[f] + self->b[b];
    }
  return apart > 0 ? 1 - together / apart : (double) NAN;
}

static double
sum_of (const double *values, gsize n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += values[i];
  return sum;
}

/**
 * _lsc_depth_costs_init:
 * @study: with a plan
 * @assumed_share: W / B where input gradients were recorded without their weight gradients
 *
 * Takes the means of the recorded blocks. Overlapped blocks only say what the overlap gained.
 *
 * Returns: (transfer full) (nullable): why they cannot be had; @self is then cleared
 */
char *
_lsc_depth_costs_init (LscDepthCosts *self, const LscStudy *study, double assumed_share)
{
  gsize n = lsc_schedule_chain_length (&study->plan->schedule);
  g_autofree PieceSums *sums = sum_pieces (study, n);
  double f, b;

  *self = (LscDepthCosts){ .n = n, .f = g_new0 (double, n), .b = g_new0 (double, n) };
  self->share = measure_share (sums, n);
  for (gsize k = 0; k < n; k++)
    {
      if (sums[k].n_f == 0 || sums[k].n_b + sums[k].n_i == 0)
        {
          _lsc_depth_costs_clear (self);
          return g_strdup_printf (
              sums[k].n_f == 0
                  ? _ ("Virtual stage %zu has no forward of its own: its cost is not known")
                  : _ ("Virtual stage %zu has no backward of its own: its cost is not known"),
              k);
        }
      self->f[k] = sums[k].f / (double) sums[k].n_f;
      self->b[k] = mean_backward (&sums[k], self->share >= 0 ? self->share : assumed_share);
    }
  self->gain = measure_gain (self, study);
  f = sum_of (self->f, n);
  b = sum_of (self->b, n);
  self->gain_limit = f + b > 0 ? MIN (f, b) / (f + b) : 0;
  return NULL;
}

/** Frees what @self holds. */
void
_lsc_depth_costs_clear (LscDepthCosts *self)
{
  g_clear_pointer (&self->f, g_free);
  g_clear_pointer (&self->b, g_free);
}

static double
median_of_inner (const double *values, gsize n)
{
  g_autofree double *inner = g_memdup2 (values + 1, (n - 2) * sizeof *values);

  return lsc_median_mean_double (inner, n - 2);
}

/* Takes from both ends what they have above the inner pieces. */
static void
take_lumps (double *values, gsize n, double *first, double *last)
{
  double median = median_of_inner (values, n);

  *first = MAX (0, values[0] - median);
  *last = MAX (0, values[n - 1] - median);
  values[0] -= *first;
  values[n - 1] -= *last;
}

/**
 * _lsc_depth_costs_make_lumps:
 *
 * Takes embedding and head out of the density: e_0 = max(0, F_0 - median of the inner pieces),
 * e_{n-1} likewise (theory.md#what-if-costs). Nothing happens with less than three pieces: there is
 * no inner one to compare with.
 */
void
_lsc_depth_costs_make_lumps (LscDepthCosts *self)
{
  if (self->n < 3)
    return;
  take_lumps (self->f, self->n, &self->first_f, &self->last_f);
  take_lumps (self->b, self->n, &self->first_b, &self->last_b);
}

/**
 * _lsc_depth_costs_balance:
 * @result: to be cleared; all pieces have the mean, lumps included
 */
void
_lsc_depth_costs_balance (LscDepthCosts *self, LscDepthCosts *result)
{
  double f = sum_of (self->f, self->n) + self->first_f + self->last_f;
  double b = sum_of (self->b, self->n) + self->first_b + self->last_b;

  *result = (LscDepthCosts){
    .n = self->n,
    .f = g_new (double, self->n),
    .b = g_new (double, self->n),
    .share = self->share,
    .gain = self->gain,
    .gain_limit = self->gain_limit,
  };
  for (gsize i = 0; i < self->n; i++)
    {
      result->f[i] = f / (double) self->n;
      result->b[i] = b / (double) self->n;
    }
}

/*
 * @pieces: costs of @n_pieces equal parts of the depth
 * @virtual_stage: one of @n_stages equal parts
 *
 * Returns: the cost of that part (depth_cost of the reference generators, with the borders as
 *   integers so that equal ones meet exactly)
 */
static double
integrate_depth (const double *pieces, gsize n_pieces, gsize virtual_stage, gsize n_stages)
{
  gsize begin = virtual_stage * n_pieces, end = begin + n_pieces; /* in 1 / (n_pieces n_stages) */
  double sum = 0;

  for (gsize i = begin / n_stages; i < n_pieces && i * n_stages < end; i++)
    {
      gsize low = MAX (begin, i * n_stages), high = MIN (end, (i + 1) * n_stages);

      sum += pieces[i] * (double) (high - low) / (double) n_stages;
    }
  return sum;
}

/**
 * _lsc_chunk_costs_init:
 * @n_chunks_now: chunks of a rank as recorded: their launch cost is in the measured blocks
 * @overhead_ns: added to each op of a further chunk
 */
void
_lsc_chunk_costs_init (LscChunkCosts *self, const LscDepthCosts *depth, const LscSchedule *target,
                       guint n_chunks_now, double overhead_ns)
{
  gsize n_virtual = lsc_schedule_chain_length (target);
  guint n_chunks = MAX (target->n_chunks, 1);

  if (target->type == LSC_SCHEDULE_DUALPIPE)
    n_chunks_now = MAX (n_chunks_now, 2); /* whole stages: no more ops than with one chunk */
  *self = (LscChunkCosts){
    .n_ranks = target->n_stages,
    .n_chunks = n_chunks,
    .n_chunks_now = n_chunks_now,
    .f = g_new0 (double, target->n_stages *n_chunks),
    .b = g_new0 (double, target->n_stages *n_chunks),
    .overhead_ns = overhead_ns,
  };
  for (gsize rank = 0; rank < target->n_stages; rank++)
    for (guint chunk = 0; chunk < n_chunks; chunk++)
      {
        gsize k = lsc_schedule_virtual_stage (target, rank, chunk);
        gsize at = rank * n_chunks + chunk;

        self->f[at] = integrate_depth (depth->f, depth->n, k, n_virtual);
        self->b[at] = integrate_depth (depth->b, depth->n, k, n_virtual);
        self->f[at] += k == 0 ? depth->first_f : 0;
        self->b[at] += k == 0 ? depth->first_b : 0;
        self->f[at] += k == n_virtual - 1 ? depth->last_f : 0;
        self->b[at] += k == n_virtual - 1 ? depth->last_b : 0;
      }
}

/** Frees what @self holds. */
void
_lsc_chunk_costs_clear (LscChunkCosts *self)
{
  g_clear_pointer (&self->f, g_free);
  g_clear_pointer (&self->b, g_free);
}

/* Moves a share of what @from costs to @to, spread evenly over the chunks there. */
static void
move_share (double *values, guint n_chunks, gsize from, gsize to, double share)
{
  double moved = 0;

  for (guint c = 0; c < n_chunks; c++)
    {
      moved += values[from * n_chunks + c] * share;
      values[from * n_chunks + c] *= 1 - share;
    }
  for (guint c = 0; c < n_chunks; c++)
    values[to * n_chunks + c] += moved / n_chunks;
}

/** _lsc_chunk_costs_move: moves @share of the layers of rank @from to rank @to. */
void
_lsc_chunk_costs_move (LscChunkCosts *self, gsize from, gsize to, double share)
{
  move_share (self->f, self->n_chunks, from, to, share);
  move_share (self->b, self->n_chunks, from, to, share);
}

/** Returns: what an op of the target takes, ns, not yet rounded (retarget of the reference
 *   generators) */
double
_lsc_chunk_costs_of (const LscChunkCosts *self, const LscPlanOp *op, const LscWhatIfPoint *point)
{
  gsize at = op->rank * self->n_chunks + op->parts[0].chunk;
  double cost = op->parts[0].chunk >= self->n_chunks_now ? self->overhead_ns : 0;

  switch ((LscBlockKind) op->kind)
    {
    case LSC_BLOCK_F:
      return cost + self->f[at];
    case LSC_BLOCK_B:
      return cost + self->b[at];
    case LSC_BLOCK_I:
      return cost + self->b[at] * (1 - point->share);
    case LSC_BLOCK_W:
      return cost + self->b[at] * point->share;
    case LSC_BLOCK_X:
      if (op->parts[1].chunk >= self->n_chunks_now)
        cost = self->overhead_ns;
      return cost + (self->f[at] + self->b[op->rank * self->n_chunks + op->parts[1].chunk]) *
                        (1 - point->gain);
    default:
      return cost;
    }
}
