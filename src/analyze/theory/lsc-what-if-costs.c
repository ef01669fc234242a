/* lsc-what-if-costs.c - what a block of a predicted schedule costs, and its replay
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/theory/lsc-what-if-private.h"
#include "base/lsc-error.h"

/* theory.md#what-if-costs. Whatever schedule was recorded, its virtual stages are equal parts of
 * the model's depth in order: their mean costs are a density over that depth, constant on each
 * part. A virtual stage of the target costs the integral over its own part. In DualPipe two ranks
 * hold the same part; their blocks are averaged. */

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

/* Adds embedding and head, and what a device takes longer than the others. */
static void
add_lumps (LscChunkCosts *self, const LscDepthCosts *depth, const LscSchedule *target)
{
  gsize last = lsc_schedule_chain_length (target) - 1;

  for (gsize at = 0; at < self->n_ranks * self->n_chunks; at++)
    {
      gsize rank = at / self->n_chunks;
      gsize k = lsc_schedule_virtual_stage (target, rank, (guint) (at % self->n_chunks));

      self->f[at] += (k == 0 ? depth->first_f : 0) + (k == last ? depth->last_f : 0);
      self->b[at] += (k == 0 ? depth->first_b : 0) + (k == last ? depth->last_b : 0);
      self->f[at] *= depth->device_f[rank];
      self->b[at] *= depth->device_b[rank];
    }
}

/* Moves a share of the layers of @from to @to, spread evenly over the chunks there. */
static void
move_share (double *values, guint n_chunks, const LscLayerMove *move)
{
  double moved = 0;

  for (guint c = 0; c < n_chunks; c++)
    {
      moved += values[move->from * n_chunks + c] * move->share;
      values[move->from * n_chunks + c] *= 1 - move->share;
    }
  for (guint c = 0; c < n_chunks; c++)
    values[move->to * n_chunks + c] += moved / n_chunks;
}

/**
 * _lsc_chunk_costs_init:
 * @n_chunks_now: chunks of a rank as recorded: their launch cost is in the measured blocks
 * @overhead_ns: added to each op of a further chunk
 * @move: layers that move
 */
void
_lsc_chunk_costs_init (LscChunkCosts *self, const LscDepthCosts *depth, const LscSchedule *target,
                       guint n_chunks_now, double overhead_ns, const LscLayerMove *move)
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
  for (gsize at = 0; at < self->n_ranks * n_chunks; at++)
    {
      gsize k = lsc_schedule_virtual_stage (target, at / n_chunks, (guint) (at % n_chunks));

      self->f[at] = integrate_depth (depth->f, depth->n, k, n_virtual);
      self->b[at] = integrate_depth (depth->b, depth->n, k, n_virtual);
    }
  if (move->share > 0)
    {
      move_share (self->f, n_chunks, move);
      move_share (self->b, n_chunks, move);
    }
  add_lumps (self, depth, target);
}

/** Frees what @self holds. */
void
_lsc_chunk_costs_clear (LscChunkCosts *self)
{
  g_clear_pointer (&self->f, g_free);
  g_clear_pointer (&self->b, g_free);
}

/* A number that looks like chance and is always the same. */
static guint32
scatter (guint32 value)
{
  value = (value ^ (value >> 16)) * 0x7feb352dU;
  value = (value ^ (value >> 15)) * 0x846ca68bU;
  return value ^ (value >> 16);
}

/* By what a draw moves: all ranks draw the same micro-batch, so that what a long one does to all of
 * them is kept; chunks and weight gradients draw their own. */
static inline guint32
draw_kind (guint chunk, guint role)
{
  return chunk * 2U + (role == LSC_BLOCK_W);
}

/* Which measured micro-batch each one of the target takes its noise from: [kind x M + micro-batch].
 */
static void
fill_drawn (LscWhatIfBench *self, guint draw)
{
  guint32 m = (guint32) self->stages->n_micro_batches;
  gsize n = self->plan->schedule.n_micro_batches;

  for (guint32 kind = 0; kind < 2 * self->costs.n_chunks; kind++)
    {
      guint32 seed = scatter (draw * 0x10001U + kind);

      for (gsize mb = 0; mb < n; mb++)
        self->drawn[kind * n + mb] = scatter (seed + (guint32) mb) % m;
    }
}

/* By how much a part of an op differs from its mean: as a measured block of its rank did, of a
 * micro-batch that was drawn. */
static double
noise_of (const LscWhatIfBench *self, const LscPlanOp *op, const LscPlanPart *part)
{
  const LscStageCosts *stages = self->stages;
  gsize place = op->rank * stages->n_chunks + part->chunk % stages->n_chunks;
  gsize row = draw_kind (part->chunk, part->role) * self->plan->schedule.n_micro_batches;

  return (double)
      stages->noise[(place * 2 + (part->role != LSC_BLOCK_F)) * stages->n_micro_batches +
                    self->drawn[row + part->mb]];
}

/** Returns: what a part of an op of the target takes, ns, not yet rounded (retarget of the
 *   reference generators) */
static double
part_cost (const LscChunkCosts *self, gsize at, guint role, const LscWhatIfPoint *point)
{
  switch ((LscBlockKind) role)
    {
    case LSC_BLOCK_F:
      return self->f[at];
    case LSC_BLOCK_B:
      return self->b[at];
    case LSC_BLOCK_I:
      return self->b[at] * (1 - point->share);
    case LSC_BLOCK_W:
      return self->b[at] * point->share;
    default:
      return 0;
    }
}

static inline gsize
place_of (const LscWhatIfBench *self, const LscPlanOp *op, guint part)
{
  return (op->rank * self->costs.n_chunks + op->parts[part].chunk) * LSC_BLOCK_N_KINDS +
         op->parts[part].role;
}

/* What every part that there can be takes at @point: ops are many, kinds of them are few. */
static void
fill_parts (LscWhatIfBench *self, const LscWhatIfPoint *point)
{
  const LscChunkCosts *costs = &self->costs;

  for (gsize at = 0; at < costs->n_ranks * costs->n_chunks; at++)
    {
      double overhead = at % costs->n_chunks >= costs->n_chunks_now ? costs->overhead_ns : 0;

      for (guint role = 0; role < LSC_BLOCK_N_KINDS; role++)
        {
          double cost = part_cost (costs, at, role, point);

          self->part_ns[at * LSC_BLOCK_N_KINDS + role] = cost;
          self->part_length[at * LSC_BLOCK_N_KINDS + role] =
              llrint ((overhead + cost) * (double) self->unit);
        }
    }
}

/* Returns: what an op takes, ns, without its host; with the means or with noise. */
static double
cost_of (const LscWhatIfBench *self, const LscPlanOp *op, const LscWhatIfPoint *point, guint draw)
{
  const LscChunkCosts *costs = &self->costs;
  double cost = 0, overhead = 0;

  for (guint part = 0; part < op->n_parts; part++)
    {
      double one = self->part_ns[place_of (self, op, part)];

      if (draw != LSC_NO_DRAW)
        one *= noise_of (self, op, &op->parts[part]);
      cost += one;
      if (op->parts[part].chunk >= costs->n_chunks_now)
        overhead = costs->overhead_ns;
    }
  return overhead + (op->kind == LSC_BLOCK_X ? cost * (1 - point->gain) : cost);
}

static void
fill_durations (LscWhatIfBench *self, const LscWhatIfPoint *point, guint draw)
{
  const LscPlanOp *ops = self->plan->ops;
  gboolean has_noise = draw != LSC_NO_DRAW;

  fill_parts (self, point);
  if (has_noise)
    fill_drawn (self, draw);
  for (gsize i = 0; i < self->plan->n_ops; i++)
    {
      gboolean is_plain = !has_noise && ops[i].n_parts == 1 && ops[i].kind != LSC_BLOCK_X;
      gint64 length = is_plain
                          ? self->part_length[place_of (self, &ops[i], 0)]
                          : llrint (cost_of (self, &ops[i], point, draw) * (double) self->unit);

      self->durations[i] =
          MAX (0, length) + self->scaled_late[ops[i].rank] + (self->extra ? self->extra[i] : 0);
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

/* The finest unit in which no sum of lengths comes near the end of 64 bits. */
static gboolean
choose_unit (LscWhatIfBench *self, const LscWhatIfPoint *point, GError **error)
{
  const LscWhatIfMachine *machine = self->machine;
  double total = 0, longest = 0;

  for (gsize i = 0; i < machine->n_ranks * machine->n_ranks; i++)
    longest = MAX (longest, (double) machine->links[i]);
  fill_parts (self, point);
  for (gsize i = 0; i < self->plan->n_ops; i++)
    total += fabs (cost_of (self, &self->plan->ops[i], point, LSC_NO_DRAW)) + longest +
             (double) machine->late_ns[self->plan->ops[i].rank];
  for (self->unit = MAX_UNIT; self->unit > 0; self->unit /= 2)
    if (total * (double) self->unit < MAX_TIME)
      return TRUE;
  return lsc_fail (error, LSC_ERROR_LIMIT, _ ("The times are too long to predict"));
}

/**
 * _lsc_what_if_bench_init:
 * @self: is cleared by _lsc_what_if_bench_clear() also after an error
 * @schedule: possible
 * @costs: of its chunks; borrowed like @machine and @stages, must outlive @self
 * @stages: for how blocks vary
 * @point: about where it will be replayed
 */
gboolean
_lsc_what_if_bench_init (LscWhatIfBench *self, const LscSchedule *schedule,
                         const LscChunkCosts *costs, const LscWhatIfMachine *machine,
                         const LscStageCosts *stages, const LscWhatIfPoint *point, GError **error)
{
  gsize n = machine->n_ranks;

  *self = (LscWhatIfBench){
    .costs = *costs, .machine = machine, .stages = stages, .late_ns = machine->late_ns
  };
  if (!check_size (schedule, error))
    return FALSE;
  self->plan = lsc_plan_new (schedule, error);
  if (!self->plan)
    return FALSE;
  self->part_ns = g_new (double, costs->n_ranks * costs->n_chunks * LSC_BLOCK_N_KINDS);
  self->part_length = g_new (gint64, costs->n_ranks * costs->n_chunks * LSC_BLOCK_N_KINDS);
  self->drawn = g_new (guint32, 2 * costs->n_chunks * schedule->n_micro_batches);
  if (!choose_unit (self, point, error))
    return FALSE;
  self->scaled_links = g_new (gint64, n * n);
  self->scaled_late = g_new (gint64, n);
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
  g_clear_pointer (&self->part_ns, g_free);
  g_clear_pointer (&self->part_length, g_free);
  g_clear_pointer (&self->drawn, g_free);
  g_clear_pointer (&self->scaled_links, g_free);
  g_clear_pointer (&self->scaled_late, g_free);
  lsc_plan_times_clear (&self->times);
}

static void
scale_machine (LscWhatIfBench *self, const LscWhatIfPoint *point)
{
  const LscWhatIfMachine *machine = self->machine;
  double unit = (double) self->unit;

  for (gsize i = 0; i < machine->n_ranks * machine->n_ranks; i++)
    self->scaled_links[i] = llrint ((double) machine->links[i] * point->latency * unit);
  for (gsize i = 0; i < machine->n_ranks; i++)
    self->scaled_late[i] = llrint ((double) self->late_ns[i] * point->late * unit);
}

/**
 * _lsc_what_if_bench_run:
 * @draw: which noise, or %LSC_NO_DRAW
 * @window: (out): length of the replay in 1 / @unit ns
 *
 * Cost: O(ops).
 */
gboolean
_lsc_what_if_bench_run (LscWhatIfBench *self, const LscWhatIfPoint *point, guint draw,
                        gint64 *window, GError **error)
{
  LscPlanLatency latency = { .by_link = self->scaled_links };

  scale_machine (self, point);
  fill_durations (self, point, draw);
  if (!lsc_plan_replay (self->plan, self->durations, &latency, &self->times, error))
    return FALSE;
  if (self->machine->is_late || self->late_ns != self->machine->late_ns)
    {
      /* The block itself begins when its host has launched it. */
      for (gsize i = 0; i < self->plan->n_ops; i++)
        self->times.start_ns[i] += self->scaled_late[self->plan->ops[i].rank];
      lsc_plan_times_find_window (&self->times, self->plan);
    }
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
