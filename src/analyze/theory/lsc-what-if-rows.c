/* lsc-what-if-rows.c - one prediction with its sensitivities
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-what-if-parse.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-error.h"
#include "analyze/theory/lsc-what-if-private.h"

#define DRAWS_LEAST 3 /* replays with noise */
#define DRAWS_MOST 16
#define DRAW_OPS ((gsize) 1 << 19) /* all of them together */

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

/* What noise does to the window: waits for whichever is late add up. */
static gboolean
draw_noise (LscWhatIfMaker *self, GError **error)
{
  gsize n = CLAMP (DRAW_OPS / MAX (self->bench.plan->n_ops, 1), DRAWS_LEAST, DRAWS_MOST);
  double sum = 0, squares = 0, mean;
  gint64 replay;

  self->stretch = 1;
  if (!self->work->stages.has_noise)
    return TRUE;
  for (gsize i = 1; i <= n; i++)
    {
      if (!lsc_job_check (self->work->job, error) ||
          !_lsc_what_if_bench_run (&self->bench, &self->work->point, (guint) i, &replay, error))
        return FALSE;
      sum += (double) replay;
      squares += (double) replay * (double) replay;
    }
  if (!_lsc_what_if_bench_run (&self->bench, &self->work->point, LSC_NO_DRAW, &replay, error))
    return FALSE;
  mean = sum / (double) n;
  if (replay <= 0 || mean <= 0)
    return TRUE;
  self->stretch = mean / (double) replay;
  self->deviation =
      sqrt (MAX (0, squares / (double) n - mean * mean) * (double) n / (double) (n - 1)) / mean;
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

/* (nullable): why there is no prediction of a target. */
static LscPhrase *
explain_target (const LscWhatIfWork *work, const LscWhatIfTarget *target,
                const LscSchedule *schedule)
{
  LscPhrase *refusal = lsc_schedule_make_refusal (schedule);

  if (!refusal && target->move_layers > 0)
    refusal = explain_move (work, target, schedule);
  if (!refusal && work->refusal)
    refusal = lsc_phrase_copy (work->refusal);
  return refusal;
}

/* The recorded order is shown with means: what noise does to it is what it took. */
static gboolean
fill_windows (LscWhatIfMaker *self, gboolean is_recorded, GError **error)
{
  LscWhatIfRow *row = self->row;

  if (!draw_noise (self, error) || !_lsc_what_if_draw_events (self, error) ||
      !_lsc_what_if_run (self, &self->work->point, &self->base_ns, error))
    return FALSE;
  if (is_recorded)
    self->work->deviation = self->deviation;
  row->window_ns = is_recorded ? llrint ((double) self->base_ns / self->stretch) : self->base_ns;
  return _lsc_what_if_fill_range (self, error);
}

static gboolean
fill_row (LscWhatIfMaker *self, gboolean is_recorded, GError **error)
{
  LscWhatIfWork *work = self->work;
  LscWhatIfRow *row = self->row;
  gint64 replay;

  /* The sensitivities need the row's own window, its own times are to be the last ones. */
  if (!fill_windows (self, is_recorded, error) ||
      !_lsc_what_if_bench_run (&self->bench, &work->point, LSC_NO_DRAW, &replay, error))
    return FALSE;
  _lsc_what_if_bench_take_times (&self->bench, &row->times);
  row->plan = g_steal_pointer (&self->bench.plan);
  row->replay_ns = row->times.t1_ns - row->times.t0_ns;
  row->step_ns = work->self->step_time_ns < 0
                     ? -1
                     : work->self->step_time_ns - work->window_ns + row->window_ns;
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
  LscWhatIfMaker maker = { .work = work,
                           .row = row,
                           .schedule = resolve_schedule (work->self->study, target),
                           .stretch = 1,
                           .surplus = { 1, 1 },
                           .events = { 1, 1 } };
  g_autoptr (GError) local = NULL;
  g_auto (LscChunkCosts) costs = { 0 };
  gboolean is_done;

  row->target = *target;
  if (target->schedule.type != LSC_SCHEDULE_NONE)
    row->target.schedule = maker.schedule;
  row->title = title ? lsc_phrase_new_text (title) : lsc_what_if_target_make_title (&row->target);
  row->step_ns = -1;
  row->refusal = explain_target (work, target, &maker.schedule);
  if (row->refusal)
    return row;
  _lsc_what_if_init_costs (work, target, &maker.schedule, &work->supposed, &costs);
  is_done = _lsc_what_if_bench_init (&maker.bench, &maker.schedule, &costs, &work->machine,
                                     &work->stages, &work->point, &local) &&
            fill_row (&maker, title != NULL, &local);
  _lsc_what_if_bench_clear (&maker.bench);
  if (is_done)
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
