/* lsc-what-if-costs.c - what a block of a predicted schedule costs, and its replay
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-stats.h"
#include "analyze/theory/lsc-what-if-private.h"
#include "base/lsc-error.h"

/* theory.md#what-if-costs. Whatever schedule was recorded, its virtual stages are equal parts of
 * the model's depth in order: their mean costs are a density over that depth, constant on each
 * part. A virtual stage of the target costs the integral over its own part. In DualPipe two ranks
 * hold the same part; their blocks are averaged. */

/** By role. */
typedef struct
{
  double sum[LSC_BLOCK_N_KINDS];
  gsize n[LSC_BLOCK_N_KINDS];
} PieceSums;

/* Of a role that was recorded. */
static double
mean_of (const PieceSums *self, LscBlockKind role)
{
  return self->sum[role] / (double) self->n[role];
}

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
  sums->sum[role] += duration;
  sums->n[role]++;
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
    if (sums[k].n[LSC_BLOCK_I] > 0 && sums[k].n[LSC_BLOCK_W] > 0)
      {
        i += mean_of (&sums[k], LSC_BLOCK_I);
        w += mean_of (&sums[k], LSC_BLOCK_W);
      }
  return i + w > 0 ? w / (i + w) : -1;
}

/* Mean of a whole backward. Without a weight gradient of its own an I stands for the rest of a B
 * by @share. */
static double
mean_backward (const PieceSums *sums, double share)
{
  gsize n_b = sums->n[LSC_BLOCK_B], n_i = sums->n[LSC_BLOCK_I], n_w = sums->n[LSC_BLOCK_W];
  double split;

  /* measured whole: nothing is to be guessed */
  if (n_i == 0 || (n_b > 0 && n_w == 0))
    return mean_of (sums, LSC_BLOCK_B);
  split = mean_of (sums, LSC_BLOCK_I);
  split = n_w > 0 ? split + mean_of (sums, LSC_BLOCK_W) : split / (1 - MIN (share, 0.99));
  if (n_b == 0)
    return split;
  return (sums->sum[LSC_BLOCK_B] + split * (double) n_i) / (double) (n_b + n_i);
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
      if (sums[k].n[LSC_BLOCK_F] == 0 || sums[k].n[LSC_BLOCK_B] + sums[k].n[LSC_BLOCK_I] == 0)
        {
          _lsc_depth_costs_clear (self);
          return g_strdup_printf (
              sums[k].n[LSC_BLOCK_F] == 0
                  ? _ ("Virtual stage %zu has no forward of its own: its cost is not known")
                  : _ ("Virtual stage %zu has no backward of its own: its cost is not known"),
              k);
        }
      self->f[k] = mean_of (&sums[k], LSC_BLOCK_F);
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
static double
cost_of (const LscChunkCosts *self, const LscPlanOp *op, const LscWhatIfPoint *point)
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

/* Ops of a target that is still worth a replay; a larger one is a slip of the pen. */
#define MAX_OPS ((gsize) 1 << 22)

#define MAX_UNIT ((gint64) 1 << 16)
#define MAX_TIME 0x1p60

static gboolean
check_size (const LscSchedule *schedule, GError **error)
{
  gsize n, chunks = schedule->type == LSC_SCHEDULE_DUALPIPE ? 1 : MAX (schedule->n_chunks, 1);

  if (g_size_checked_mul (&n, schedule->n_stages, schedule->n_micro_batches) &&
      g_size_checked_mul (&n, n, 3 * chunks) && n <= MAX_OPS)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_LIMIT,
                   _ ("Too large to predict: %zu stages with %zu micro-batches"),
                   schedule->n_stages, schedule->n_micro_batches);
}

/* Fills @links and returns the largest. */
static gint64
fill_links (LscWhatIfBench *self, const LscStudy *study, gint64 latency_ns)
{
  gsize n = self->plan->n_ranks * self->plan->n_ranks;
  gint64 largest = 0;

  self->links = g_new (gint64, n);
  self->scaled_links = g_new (gint64, n);
  for (gsize i = 0; i < n; i++)
    {
      gint64 measured = study->link_latency ? study->link_latency[i] : study->latency_ns;

      self->links[i] = latency_ns >= 0 ? latency_ns : MAX (measured, 0);
      largest = MAX (largest, self->links[i]);
    }
  return largest;
}

/* The finest unit in which no sum of lengths comes near the end of 64 bits. */
static gboolean
choose_unit (LscWhatIfBench *self, gint64 latency_ns, const LscWhatIfPoint *point, GError **error)
{
  double total = (double) latency_ns * (double) self->plan->n_ops;

  for (gsize i = 0; i < self->plan->n_ops; i++)
    total += fabs (cost_of (&self->costs, &self->plan->ops[i], point));
  for (self->unit = MAX_UNIT; self->unit > 0; self->unit /= 2)
    if (total * (double) self->unit < MAX_TIME)
      return TRUE;
  return lsc_fail (error, LSC_ERROR_LIMIT, _ ("The times are too long to predict"));
}

/**
 * _lsc_what_if_bench_init:
 * @self: is cleared by _lsc_what_if_bench_clear() also after an error
 * @schedule: possible
 * @costs: of its chunks; borrowed, must outlive @self
 * @study: for the measured latencies
 * @latency_ns: of all remote edges instead of them; negative = measured
 * @point: about where it will be replayed
 */
gboolean
_lsc_what_if_bench_init (LscWhatIfBench *self, const LscSchedule *schedule,
                         const LscChunkCosts *costs, const LscStudy *study, gint64 latency_ns,
                         const LscWhatIfPoint *point, GError **error)
{
  *self = (LscWhatIfBench){ .costs = *costs };
  if (!check_size (schedule, error))
    return FALSE;
  self->plan = lsc_plan_new (schedule, error);
  if (!self->plan || !choose_unit (self, fill_links (self, study, latency_ns), point, error))
    return FALSE;
  self->durations = g_new (gint64, self->plan->n_ops);
  for (gsize i = 0; i < self->plan->n_ops; i++)
    {
      self->has_split |= self->plan->ops[i].kind == LSC_BLOCK_W;
      self->has_overlap |= self->plan->ops[i].kind == LSC_BLOCK_X;
    }
  if (lsc_plan_times_init (&self->times, self->plan))
    return TRUE;
  return lsc_fail (error, LSC_ERROR_LIMIT, _ ("Too large to predict"));
}

/** Frees what @self holds. */
void
_lsc_what_if_bench_clear (LscWhatIfBench *self)
{
  g_clear_pointer (&self->plan, lsc_plan_free);
  g_clear_pointer (&self->durations, g_free);
  g_clear_pointer (&self->links, g_free);
  g_clear_pointer (&self->scaled_links, g_free);
  lsc_plan_times_clear (&self->times);
}

/**
 * _lsc_what_if_bench_run:
 * @window: (out): length of the replay in 1 / @unit ns
 *
 * Cost: O(ops).
 */
gboolean
_lsc_what_if_bench_run (LscWhatIfBench *self, const LscWhatIfPoint *point, gint64 *window,
                        GError **error)
{
  gsize n_links = self->plan->n_ranks * self->plan->n_ranks;
  LscPlanLatency latency = { .by_link = self->scaled_links };
  double unit = (double) self->unit;

  for (gsize i = 0; i < self->plan->n_ops; i++)
    {
      double cost = cost_of (&self->costs, &self->plan->ops[i], point);

      self->durations[i] = MAX (0, llrint (cost * unit));
    }
  for (gsize i = 0; i < n_links; i++)
    self->scaled_links[i] = llrint ((double) self->links[i] * point->latency * unit);
  if (!lsc_plan_replay (self->plan, self->durations, &latency, &self->times, error))
    return FALSE;
  lsc_plan_times_find_window (&self->times, self->plan);
  *window = self->times.t1_ns - self->times.t0_ns;
  return TRUE;
}

static gint64
to_ns (gint64 value, gint64 unit)
{
  return (value + unit / 2) / unit; /* never negative: a replay starts at 0 */
}

/** _lsc_what_if_bench_take_times: moves the times of the last run to @times, rounded to ns; borders
 * that met still do. */
void
_lsc_what_if_bench_take_times (LscWhatIfBench *self, LscPlanTimes *times)
{
  for (gsize i = 0; i < self->plan->n_ops; i++)
    {
      self->times.start_ns[i] = to_ns (self->times.start_ns[i], self->unit);
      self->times.end_ns[i] = to_ns (self->times.end_ns[i], self->unit);
    }
  self->times.t0_ns = to_ns (self->times.t0_ns, self->unit);
  self->times.t1_ns = to_ns (self->times.t1_ns, self->unit);
  *times = self->times;
  self->times = (LscPlanTimes){ 0 };
}
