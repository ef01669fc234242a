/* lsc-what-if-rows.c - one prediction with its sensitivities
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-error.h"
#include "analyze/theory/lsc-what-if-private.h"

/* All lengths of blocks are linear in W / B, in the gain of overlap and in the latency, and a
 * replay is the longest of many paths. So the window is a convex function of them: the longest is
 * found at the ends of their spans, the shortest at the largest gain and the least latency, with
 * W / B somewhere inside its span. */

#define SEARCH_STEPS 9 /* for the W / B of the shortest window */

/** Frees a row. */
void
_lsc_what_if_row_free (LscWhatIfRow *self)
{
  lsc_phrase_free (self->title);
  lsc_phrase_free (self->refusal);
  g_free (self->peaks);
  g_clear_pointer (&self->plan, lsc_plan_free);
  lsc_plan_times_clear (&self->times);
  g_free (self);
}

static LscSchedule
resolve_schedule (const LscStudy *study, const LscWhatIfTarget *target)
{
  const LscSchedule *now = &study->plan->schedule;
  LscSchedule result = target->schedule.type == LSC_SCHEDULE_NONE ? *now : target->schedule;
  LscSchedule plain;

  result.n_stages = now->n_stages;
  result.n_micro_batches = target->micro_batches > 0 ? target->micro_batches : now->n_micro_batches;
  plain = lsc_plan_default_schedule (result.type, result.n_stages, result.n_micro_batches);
  if (result.n_chunks == 0)
    result.n_chunks = plain.n_chunks;
  if (result.run_length == 0)
    result.run_length = plain.run_length;
  result.no_logits = 1;
  result.no_weights = 0;
  return result;
}

/* Whether a rank holds the same part of the model in both. */
static gboolean
is_same_placement (const LscSchedule *a, const LscSchedule *b)
{
  if (a->type == LSC_SCHEDULE_DUALPIPE || b->type == LSC_SCHEDULE_DUALPIPE)
    return FALSE; /* every stage lies on two ranks */
  if (lsc_schedule_chain_length (a) != lsc_schedule_chain_length (b))
    return FALSE;
  for (gsize rank = 0; rank < a->n_stages; rank++)
    for (guint chunk = 0; chunk < MAX (a->n_chunks, 1); chunk++)
      if (lsc_schedule_virtual_stage (a, rank, chunk) !=
          lsc_schedule_virtual_stage (b, rank, chunk))
        return FALSE;
  return TRUE;
}

/* (nullable): why the layers cannot be moved. */
static LscPhrase *
explain_move (const LscWhatIfWork *work, const LscWhatIfTarget *target, const LscSchedule *schedule)
{
  const LscWhatIfInputs *given = work->given;
  int n = (int) schedule->n_stages;

  if (target->move_from < 0 || target->move_from >= n || target->move_to < 0 ||
      target->move_to >= n || target->move_from == target->move_to)
    return lsc_phrase_new (N_ ("Layers can be moved between two of the stages 0 to %d"), n - 1);
  if (!given->layers || given->n_layers != schedule->n_stages)
    return lsc_phrase_new_text (N_ ("How many layers each stage has is not known: give them"));
  if (given->layers[target->move_from] <= target->move_layers)
    return lsc_phrase_new (N_ ("Stage %d has %d layers: %d cannot be taken from it"),
                           target->move_from, given->layers[target->move_from],
                           target->move_layers);
  if (!is_same_placement (&work->self->study->plan->schedule, schedule))
    return lsc_phrase_new_text (
        N_ ("Layers can be moved only where each rank keeps its part of the model"));
  return NULL;
}

static void
init_costs (const LscWhatIfWork *work, const LscWhatIfTarget *target, const LscSchedule *schedule,
            LscChunkCosts *costs)
{
  guint n_chunks_now = MAX (work->self->study->plan->schedule.n_chunks, 1);

  _lsc_chunk_costs_init (costs, target->is_balanced ? &work->balanced : &work->depth, schedule,
                         n_chunks_now, (double) work->given->chunk_overhead_ns);
  if (target->move_layers > 0)
    _lsc_chunk_costs_move (costs, (gsize) target->move_from, (gsize) target->move_to,
                           (double) target->move_layers / work->given->layers[target->move_from]);
}

/* L x replay / rung 4, half to even. */
static gint64
predict (const LscWhatIfWork *work, gint64 replay, gint64 unit)
{
  long double value = (long double) work->window_ns * (long double) replay;

  return llrintl (value / ((long double) work->rung_ns * (long double) unit));
}

static gboolean
run (LscWhatIfWork *work, LscWhatIfBench *bench, const LscWhatIfPoint *point, gint64 *window,
     GError **error)
{
  gint64 replay;

  if (!lsc_job_check (work->job, error) || !_lsc_what_if_bench_run (bench, point, &replay, error))
    return FALSE;
  *window = predict (work, replay, bench->unit);
  return TRUE;
}

static void
widen (LscWhatIfRange *range, gint64 value)
{
  range->low_ns = MIN (range->low_ns, value);
  range->high_ns = MAX (range->high_ns, value);
}

static gboolean
widen_at (LscWhatIfWork *work, LscWhatIfBench *bench, LscWhatIfPoint point, LscWhatIfRange *range,
          GError **error)
{
  gint64 window;

  if (!run (work, bench, &point, &window, error))
    return FALSE;
  widen (range, window);
  return TRUE;
}

/* The three sensitivities of the row: one number at a time. */
static gboolean
fill_sensitivities (LscWhatIfWork *work, LscWhatIfBench *bench, LscWhatIfRow *row, GError **error)
{
  for (int sign = -1; sign <= 1; sign += 2)
    {
      double factor = 1 + sign * LSC_WHAT_IF_SPREAD;
      LscWhatIfPoint share = work->point, gain = work->point, latency = work->point;

      share.share = MIN (1, share.share * factor);
      gain.gain = MIN (1, gain.gain * factor);
      latency.latency = factor;
      if (bench->has_split && !widen_at (work, bench, share, &row->by_share, error))
        return FALSE;
      if (bench->has_overlap && !widen_at (work, bench, gain, &row->by_gain, error))
        return FALSE;
      if (!widen_at (work, bench, latency, &row->by_latency, error))
        return FALSE;
    }
  return TRUE;
}

/* Shortest window over W / B: it is convex, so the span is cut by thirds. */
static gboolean
search_shortest (LscWhatIfWork *work, LscWhatIfBench *bench, LscWhatIfRange *range, GError **error)
{
  const LscWhatIf *self = work->self;
  LscWhatIfPoint a = { self->share_low, self->gain_high, 1 - LSC_WHAT_IF_SPREAD }, b = a;
  double low = self->share_low, high = self->share_high;
  gint64 window_a, window_b;

  if (!bench->has_split)
    return widen_at (work, bench, a, range, error);
  for (int i = 0; i < SEARCH_STEPS; i++)
    {
      a.share = low + (high - low) / 3;
      b.share = high - (high - low) / 3;
      if (!run (work, bench, &a, &window_a, error) || !run (work, bench, &b, &window_b, error))
        return FALSE;
      widen (range, window_a);
      widen (range, window_b);
      if (window_a <= window_b)
        high = b.share;
      else
        low = a.share;
    }
  a.share = self->share_low;
  b.share = self->share_high;
  return widen_at (work, bench, a, range, error) && widen_at (work, bench, b, range, error);
}

static gboolean
fill_range_of (LscWhatIfWork *work, LscWhatIfBench *bench, LscWhatIfRange *range, GError **error)
{
  const LscWhatIf *self = work->self;
  LscWhatIfPoint least = { self->share_low, self->gain_low, 1 + LSC_WHAT_IF_SPREAD }, most = least;

  most.share = self->share_high;
  return search_shortest (work, bench, range, error) &&
         widen_at (work, bench, least, range, error) &&
         (!bench->has_split || widen_at (work, bench, most, range, error));
}

/* Other variants of a schedule whose variant nobody gave: the extremes, the others lie between. */
static guint
list_variants (const LscSchedule *schedule, LscSchedule *variants)
{
  guint n = 0;

  if (schedule->type != LSC_SCHEDULE_DUALPIPEV && schedule->type != LSC_SCHEDULE_DUALPIPE)
    return 0;
  variants[n] = *schedule;
  variants[n++].no_overlap = 1;
  variants[n] = *schedule;
  variants[n++].fused_first = 1;
  if (schedule->type == LSC_SCHEDULE_DUALPIPE)
    return n;
  variants[n - 1].fused_middle = 1;
  variants[n - 1].late_weights = 0;
  variants[n] = *schedule;
  variants[n++].late_weights = 0;
  return n;
}

static gboolean
fill_range (LscWhatIfWork *work, LscWhatIfBench *bench, const LscWhatIfTarget *target,
            LscWhatIfRow *row, GError **error)
{
  LscSchedule variants[3];
  guint n = 0;
  double margin = work->self->model_margin;

  row->range = row->by_share;
  widen (&row->range, row->by_gain.low_ns);
  widen (&row->range, row->by_gain.high_ns);
  widen (&row->range, row->by_latency.low_ns);
  widen (&row->range, row->by_latency.high_ns);
  if (!fill_range_of (work, bench, &row->range, error))
    return FALSE;
  if (!target->is_variant_given && target->schedule.type != LSC_SCHEDULE_NONE)
    n = list_variants (&bench->plan->schedule, variants);
  for (guint i = 0; i < n; i++)
    {
      g_auto (LscWhatIfBench) other = { 0 };

      if (!_lsc_what_if_bench_init (&other, &variants[i], &bench->costs, work->self->study,
                                    work->given->latency_ns, &work->point, error) ||
          !fill_range_of (work, &other, &row->range, error))
        return FALSE;
    }
  row->range.low_ns = llrint ((double) row->range.low_ns * (1 - MIN (margin, 1)));
  row->range.high_ns = llrint ((double) row->range.high_ns * (1 + margin));
  return TRUE;
}

/** Returns: how often data has to go from one rank to another */
gsize
_lsc_what_if_count_messages (const LscPlan *plan)
{
  gsize n = 0;

  for (gsize i = 0; i < plan->n_ops; i++)
    for (guint k = 0; k < plan->ops[i].n_needs; k++)
      {
        guint32 need = plan->ops[i].needs[k];

        n += need != LSC_PLAN_NO_OP && plan->ops[need].rank != plan->ops[i].rank;
      }
  return n;
}

static void
fill_stats (LscWhatIfRow *row)
{
  g_autofree LscRowMetrics *stats = lsc_plan_rank_stats (row->plan, &row->times, &row->ratio);

  row->peaks = g_new0 (gsize, row->plan->n_ranks);
  for (gsize i = 0; stats && i < row->plan->n_ranks; i++)
    {
      row->peaks[i] = stats[i].peak;
      row->peak = MAX (row->peak, stats[i].peak);
    }
}

static gboolean
fill_row (LscWhatIfWork *work, LscWhatIfBench *bench, LscWhatIfRow *row, GError **error)
{
  const LscWhatIf *self = work->self;
  gint64 replay;

  /* The sensitivities need the row's own window, its own times are to be the last ones. */
  if (!run (work, bench, &work->point, &row->window_ns, error))
    return FALSE;
  row->by_share = (LscWhatIfRange){ row->window_ns, row->window_ns };
  row->by_gain = row->by_latency = row->by_share;
  if (!fill_sensitivities (work, bench, row, error) ||
      !fill_range (work, bench, &row->target, row, error) ||
      !_lsc_what_if_bench_run (bench, &work->point, &replay, error))
    return FALSE;
  _lsc_what_if_bench_take_times (bench, &row->times);
  row->plan = g_steal_pointer (&bench->plan);
  row->replay_ns = row->times.t1_ns - row->times.t0_ns;
  row->step_ns =
      self->step_time_ns < 0 ? -1 : self->step_time_ns - work->window_ns + row->window_ns;
  row->n_messages_extra =
      (gint64) _lsc_what_if_count_messages (row->plan) - (gint64) work->n_messages;
  fill_stats (row);
  return TRUE;
}

/**
 * _lsc_what_if_row_new:
 * @title: (nullable): a message instead of the target's own
 *
 * Returns: (transfer full): a prediction or the reason why there is none; %NULL with
 *   %LSC_ERROR_CANCELLED
 */
LscWhatIfRow *
_lsc_what_if_row_new (LscWhatIfWork *work, const LscWhatIfTarget *target, const char *title,
                      GError **error)
{
  LscWhatIfRow *row = g_new0 (LscWhatIfRow, 1);
  LscSchedule schedule = resolve_schedule (work->self->study, target);
  g_autoptr (GError) local = NULL;
  g_auto (LscWhatIfBench) bench = { 0 };
  g_auto (LscChunkCosts) costs = { 0 };

  row->target = *target;
  if (target->schedule.type != LSC_SCHEDULE_NONE)
    row->target.schedule = schedule;
  row->title = title ? lsc_phrase_new_text (title) : lsc_what_if_target_make_title (&row->target);
  row->step_ns = -1;
  row->refusal = lsc_schedule_make_refusal (&schedule);
  if (!row->refusal && target->move_layers > 0)
    row->refusal = explain_move (work, target, &schedule);
  if (row->refusal)
    return row;
  init_costs (work, target, &schedule, &costs);
  if (_lsc_what_if_bench_init (&bench, &schedule, &costs, work->self->study,
                               work->given->latency_ns, &work->point, &local) &&
      fill_row (work, &bench, row, &local))
    return row;
  if (!g_error_matches (local, LSC_ERROR, LSC_ERROR_CANCELLED))
    {
      row->refusal = lsc_phrase_new_verbatim (local->message);
      return row;
    }
  g_propagate_error (error, g_steal_pointer (&local));
  _lsc_what_if_row_free (row);
  return NULL;
}
