/* lsc-plan-stats.c - busy and idle time, activations and latencies of a plan that ran
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-plan-rows.h"
#include "analyze/theory/lsc-plan-stats.h"

static gboolean
has_role (const LscPlanOp *op, guint role)
{
  for (guint i = 0; i < op->n_parts; i++)
    if (op->parts[i].role == role)
      return TRUE;
  return FALSE;
}

/* Start of the first op with a backward part, the rank's end without one; end of the last op with a
 * forward part, not before that (pipeline.md#phases). */
static void
find_phases (const LscPlan *plan, const LscPlanTimes *times, const LscPlanRows *rows, gsize rank,
             LscRowMetrics *stats)
{
  gint64 first_backward = rows->cover_ns[plan->first[rank + 1] - 1];
  gint64 last_forward = G_MININT64;

  for (guint32 position = plan->first[rank + 1]; position > plan->first[rank]; position--)
    {
      guint32 op = lsc_plan_rows_op (rows, position - 1);

      /* weight gradients alone do not count */
      if (has_role (&plan->ops[op], LSC_BLOCK_B) || has_role (&plan->ops[op], LSC_BLOCK_I))
        first_backward = times->start_ns[op];
      if (has_role (&plan->ops[op], LSC_BLOCK_F))
        last_forward = MAX (last_forward, times->end_ns[op]);
    }
  stats->warmup_end_ns = first_backward;
  stats->cooldown_begin_ns = MAX (last_forward, first_backward);
}

/* F adds an activation, B or W removes one (pipeline.md#micro-batch). */
static gsize
find_peak (const LscPlan *plan, const LscPlanRows *rows, gsize rank)
{
  gint64 held = 0, peak = 0;

  for (guint32 position = plan->first[rank]; position < plan->first[rank + 1]; position++)
    {
      const LscPlanOp *op = &plan->ops[lsc_plan_rows_op (rows, position)];

      for (guint i = 0; i < op->n_parts; i++)
        {
          guint8 role = op->parts[i].role;

          held += role == LSC_BLOCK_F ? 1 : role == LSC_BLOCK_B || role == LSC_BLOCK_W ? -1 : 0;
          peak = MAX (peak, held);
        }
    }
  return (gsize) peak;
}

static void
measure_rank (const LscPlan *plan, const LscPlanTimes *times, const LscPlanRows *rows, gsize rank,
              LscRowMetrics *stats)
{
  gint64 covered = times->t0_ns;

  find_phases (plan, times, rows, rank, stats);
  for (guint32 position = plan->first[rank]; position < plan->first[rank + 1]; position++)
    {
      guint32 op = lsc_plan_rows_op (rows, position);

      lsc_row_metrics_add (stats, &covered, times->start_ns[op], times->end_ns[op],
                           position == plan->first[rank]);
    }
  lsc_row_metrics_finish (stats, MIN (covered, times->t1_ns), times->t1_ns);
  stats->peak = find_peak (plan, rows, rank);
}

/**
 * lsc_plan_rank_stats:
 * @plan: the ops
 * @times: when they ran, with their window
 * @ratio_out: (out) (nullable): overall bubble ratio, 1 - sum busy / (ranks x window), over the
 * ranks that have ops; -1 without a window
 *
 * Busy time is the union of a rank's ops, bubble the rest of the window, divided as in
 * pipeline.md#bubble, #phases.
 *
 * Returns: (transfer full): by rank, to be freed with g_free(). All times of a rank without ops are
 * -1: not known
 */
LscRowMetrics *
lsc_plan_rank_stats (const LscPlan *plan, const LscPlanTimes *times, double *ratio_out)
{
  g_return_val_if_fail (plan && times, NULL);

  g_auto (LscPlanRows) rows = { NULL };
  LscRowMetrics *stats = g_new0 (LscRowMetrics, MAX (plan->n_ranks, 1));
  double length = (double) (times->t1_ns - times->t0_ns), busy = 0;
  gsize n = 0;

  lsc_plan_rows_init (&rows, plan, times);
  for (gsize rank = 0; rank < plan->n_ranks; rank++)
    {
      if (plan->first[rank] == plan->first[rank + 1])
        {
          stats[rank] = (LscRowMetrics){ -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0 };
          continue;
        }
      measure_rank (plan, times, &rows, rank, &stats[rank]);
      busy += (double) stats[rank].busy_ns;
      n++;
    }
  if (ratio_out)
    *ratio_out = n > 0 && length > 0 ? 1 - busy / ((double) n * length) : -1;
  return stats;
}

/* What is known of a micro-batch while its ops are passed. */
typedef struct
{
  gint64 first_start;
  gint64 last_forward;
  gint64 last_backward;
  gsize n_forward;
  gsize n_backward;
} Flight;

static void
add_part (Flight *flight, guint8 role, gint64 start_ns, gint64 end_ns)
{
  if (role == LSC_BLOCK_F)
    {
      flight->first_start = flight->n_forward ? MIN (flight->first_start, start_ns) : start_ns;
      flight->last_forward = flight->n_forward ? MAX (flight->last_forward, end_ns) : end_ns;
      flight->n_forward++;
    }
  else if (role == LSC_BLOCK_B || role == LSC_BLOCK_I)
    {
      flight->last_backward = flight->n_backward ? MAX (flight->last_backward, end_ns) : end_ns;
      flight->n_backward++;
    }
}

/**
 * lsc_plan_latencies:
 * @plan: the ops
 * @times: when they ran
 * @n_out: (out): number of micro-batches
 *
 * Latencies of the micro-batches (pipeline.md#micro-batch): from the start of the first F to the
 * end of the last F, and to the end of the last B or I. A micro-batch that did not run on every
 * virtual stage has -1.
 *
 * Returns: (transfer full): by micro-batch, to be freed with g_free()
 */
LscMicroBatchLatency *
lsc_plan_latencies (const LscPlan *plan, const LscPlanTimes *times, gsize *n_out)
{
  g_return_val_if_fail (plan && times, NULL);

  gsize n = plan->schedule.n_micro_batches;
  gsize chain = lsc_schedule_chain_length (&plan->schedule);
  g_autofree Flight *flights = g_new0 (Flight, MAX (n, 1));
  LscMicroBatchLatency *latencies = g_new0 (LscMicroBatchLatency, MAX (n, 1));

  for (gsize op = 0; op < plan->n_ops; op++)
    for (guint i = 0; i < plan->ops[op].n_parts; i++)
      {
        const LscPlanPart *part = &plan->ops[op].parts[i];

        if (part->mb < n)
          add_part (&flights[part->mb], part->role, times->start_ns[op], times->end_ns[op]);
      }
  for (gsize mb = 0; mb < n; mb++)
    {
      const Flight *flight = &flights[mb];
      gboolean is_whole = flight->n_forward > 0 && flight->n_forward >= chain;

      latencies[mb].forward_ns = is_whole ? flight->last_forward - flight->first_start : -1;
      is_whole &= flight->n_backward >= chain;
      latencies[mb].full_ns = is_whole ? flight->last_backward - flight->first_start : -1;
    }
  *n_out = n;
  return latencies;
}
