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
 * W / B somewhere inside its span. What a surplus is, and what late hosts delay, has two or three
 * answers; each is replayed alone, and widens the range by the ratio to the first answer. */

#define SEARCH_STEPS 7      /* for the W / B of the shortest window */
#define GOLDEN 0.6180339887 /* part of the span that is left after each */
#define DRAWS_LEAST 3       /* replays with noise */
#define DRAWS_MOST 16
#define DRAW_OPS ((gsize) 1 << 19) /* all of them together */
#define DEVIATIONS 2               /* of windows with noise */
#define ORDER_SHORTER 0.02
#define ORDER_LONGER 0.045
#define SHARED_PARTS 5    /* ways in which lump and device are tried to share a surplus */
#define SLOW_DEVICE 1.5   /* the most that a device is taken to be slower where nothing tells */
#define NARROW_LEAST 0.02 /* of the window: an input that narrows by less is not named */

/* Ratios to the row's own window. */
typedef struct
{
  double low;
  double high;
} Ratios;

/** A row in the making: its target's replay, and what noise does to it. */
typedef struct
{
  LscWhatIfWork *work;
  LscWhatIfRow *row;
  LscWhatIfBench bench;
  LscSchedule schedule;
  gint64 base_ns;     /* predicted window, with noise */
  double stretch;     /* mean window with noise / window with means */
  double deviation;   /* of windows with noise / their mean */
  double layers_span; /* what is in doubt because layers are not known, as a share */
  Ratios surplus;     /* what is in doubt because of what surpluses are */
} RowMaker;

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
            const LscSupposition *supposed, LscChunkCosts *costs)
{
  guint n_chunks_now = MAX (work->self->study->plan->schedule.n_chunks, 1);
  LscLayerMove move = { 0 };
  g_auto (LscDepthCosts) depth = { 0 };

  if (target->move_layers > 0)
    move = (LscLayerMove){ (gsize) target->move_from, (gsize) target->move_to,
                           (double) target->move_layers / work->given->layers[target->move_from] };
  _lsc_depth_costs_init (&depth, &work->stages, supposed, work->layers);
  if (target->is_balanced)
    _lsc_depth_costs_balance (&depth);
  _lsc_chunk_costs_init (costs, &depth, schedule, n_chunks_now,
                         (double) work->given->chunk_overhead_ns, &move);
}

/* L x replay / rung 4 x @stretch, half to even. */
static gint64
predict (const LscWhatIfWork *work, gint64 replay, gint64 unit, double stretch)
{
  long double value = (long double) work->window_ns * (long double) replay;

  return llrintl (value / ((long double) work->rung_ns * (long double) unit) *
                  (long double) stretch);
}

static gboolean
run (RowMaker *self, const LscWhatIfPoint *point, gint64 *window, GError **error)
{
  gint64 replay;

  if (!lsc_job_check (self->work->job, error) ||
      !_lsc_what_if_bench_run (&self->bench, point, LSC_NO_DRAW, &replay, error))
    return FALSE;
  *window = predict (self->work, replay, self->bench.unit, self->stretch);
  return TRUE;
}

/* What noise does to the window: waits for whichever is late add up. */
static gboolean
draw_noise (RowMaker *self, GError **error)
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

static void
widen (LscWhatIfRange *range, gint64 value)
{
  range->low_ns = MIN (range->low_ns, value);
  range->high_ns = MAX (range->high_ns, value);
}

static gboolean
widen_at (RowMaker *self, LscWhatIfPoint point, LscWhatIfRange *range, GError **error)
{
  gint64 window;

  if (!run (self, &point, &window, error))
    return FALSE;
  widen (range, window);
  return TRUE;
}

/* The three sensitivities of the row: one number at a time. */
static gboolean
fill_sensitivities (RowMaker *self, GError **error)
{
  LscWhatIfRow *row = self->row;

  for (int sign = -1; sign <= 1; sign += 2)
    {
      double factor = 1 + sign * LSC_WHAT_IF_SPREAD;
      LscWhatIfPoint share = self->work->point, gain = share, latency = share;

      share.share = MIN (1, share.share * factor);
      gain.gain = MIN (1, gain.gain * factor);
      latency.latency = factor;
      if (self->bench.has_split && !widen_at (self, share, &row->by_share, error))
        return FALSE;
      if (self->bench.has_overlap && !widen_at (self, gain, &row->by_gain, error))
        return FALSE;
      if (!widen_at (self, latency, &row->by_latency, error))
        return FALSE;
    }
  return TRUE;
}

/* Shortest window over W / B: it is convex, so the golden section finds it. */
static gboolean
search_shortest (RowMaker *self, LscWhatIfRange *range, GError **error)
{
  const LscWhatIf *what_if = self->work->self;
  LscWhatIfPoint a = { what_if->share_low, what_if->gain_high, 1 - LSC_WHAT_IF_SPREAD, 1 }, b = a;
  double low = what_if->share_low, high = what_if->share_high;
  gint64 window_a, window_b;

  if (!self->bench.has_split || low == high)
    return widen_at (self, a, range, error);
  a.share = high - GOLDEN * (high - low);
  b.share = low + GOLDEN * (high - low);
  if (!run (self, &a, &window_a, error) || !run (self, &b, &window_b, error))
    return FALSE;
  for (int i = 2; i < SEARCH_STEPS; i++)
    {
      gboolean is_left = window_a <= window_b;

      *(is_left ? &high : &low) = is_left ? b.share : a.share;
      widen (range, MIN (window_a, window_b));
      if (is_left)
        {
          b.share = a.share;
          window_b = window_a;
          a.share = high - GOLDEN * (high - low);
        }
      else
        {
          a.share = b.share;
          window_a = window_b;
          b.share = low + GOLDEN * (high - low);
        }
      if (!run (self, is_left ? &a : &b, is_left ? &window_a : &window_b, error))
        return FALSE;
    }
  widen (range, MIN (window_a, window_b));
  a.share = what_if->share_low;
  b.share = what_if->share_high;
  return widen_at (self, a, range, error) && widen_at (self, b, range, error);
}

static gboolean
widen_by_inputs (RowMaker *self, LscWhatIfRange *range, GError **error)
{
  const LscWhatIf *what_if = self->work->self;
  LscWhatIfPoint least = { what_if->share_low, what_if->gain_low, 1 + LSC_WHAT_IF_SPREAD, 1 };
  LscWhatIfPoint most = least;

  most.share = what_if->share_high;
  return search_shortest (self, range, error) && widen_at (self, least, range, error) &&
         (!self->bench.has_split || widen_at (self, most, range, error));
}

/* Other variants of a schedule whose variant nobody gave: the extremes, the others lie between. A
 * gain that was given says that there is overlap. */
static guint
list_variants (const LscSchedule *schedule, gboolean has_gain, LscSchedule *variants)
{
  guint n = 0;

  if (schedule->type != LSC_SCHEDULE_DUALPIPEV && schedule->type != LSC_SCHEDULE_DUALPIPE)
    return 0;
  variants[n] = *schedule;
  variants[n].no_overlap = 1;
  n += !has_gain;
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
widen_by_variant (RowMaker *self, const LscSchedule *variant, LscWhatIfRange *range, GError **error)
{
  LscWhatIfWork *work = self->work;
  RowMaker other = *self;
  gboolean is_done;

  is_done = _lsc_what_if_bench_init (&other.bench, variant, &self->bench.costs, &work->machine,
                                     &work->stages, &work->point, error) &&
            widen_by_inputs (&other, range, error);
  _lsc_what_if_bench_clear (&other.bench);
  return is_done;
}

static gboolean
widen_by_variants (RowMaker *self, LscWhatIfRange *range, GError **error)
{
  const LscWhatIfTarget *target = &self->row->target;
  LscSchedule variants[3];
  guint n = 0;

  if (!target->is_variant_given && target->schedule.type != LSC_SCHEDULE_NONE)
    n = list_variants (&self->schedule, self->work->self->gain_source == LSC_WHAT_IF_GIVEN,
                       variants);
  for (guint i = 0; i < n; i++)
    if (!widen_by_variant (self, &variants[i], range, error))
      return FALSE;
  return TRUE;
}

static void
multiply (LscWhatIfRange *range, const Ratios *ratios)
{
  range->low_ns = llrint ((double) range->low_ns * ratios->low);
  range->high_ns = llrint ((double) range->high_ns * ratios->high);
}

/* The window if surpluses were something else. */
static gboolean
suppose (RowMaker *self, const LscSupposition *supposed, Ratios *ratios, GError **error)
{
  LscWhatIfWork *work = self->work;
  g_auto (LscChunkCosts) costs = { 0 };
  LscChunkCosts own = self->bench.costs;
  gint64 window;
  gboolean is_done;

  init_costs (work, &self->row->target, &self->schedule, supposed, &costs);
  self->bench.costs = costs;
  is_done = run (self, &work->point, &window, error);
  self->bench.costs = own;
  if (!is_done)
    return FALSE;
  ratios->low = MIN (ratios->low, (double) window / (double) self->base_ns);
  ratios->high = MAX (ratios->high, (double) window / (double) self->base_ns);
  return TRUE;
}

/* A lump and a slow device may share the surplus of an end: where a target puts the lump on another
 * rank, both together make the step shorter than either alone. */
static gboolean
suppose_device (RowMaker *self, LscSuspect suspect, Ratios *ratios, GError **error)
{
  LscSupposition supposed = self->work->supposed;
  gboolean is_shared = supposed.of[suspect] == LSC_SURPLUS_LUMP;

  supposed.of[suspect] = LSC_SURPLUS_DEVICE;
  for (guint part = is_shared ? 1 : SHARED_PARTS; part <= SHARED_PARTS; part++)
    {
      supposed.device_part = (double) part / SHARED_PARTS;
      if (!suppose (self, &supposed, ratios, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
widen_by_suspect (RowMaker *self, LscSuspect suspect, GError **error)
{
  LscWhatIfWork *work = self->work;
  LscSupposition layers = work->supposed;
  Ratios by_layers = { 1, 1 }, all;

  if (!_lsc_stage_costs_is_suspect (&work->stages, suspect, work->layers))
    return TRUE;
  layers.of[suspect] = LSC_SURPLUS_LAYERS;
  /* Known layers leave nothing to suppose about the inner ones; at the ends a head may be there. */
  if (work->supposed.of[suspect] == LSC_SURPLUS_LUMP && !work->layers &&
      !suppose (self, &layers, &by_layers, error))
    return FALSE;
  all = by_layers;
  if (work->supposed.of[suspect] != LSC_SURPLUS_DEVICE &&
      !suppose_device (self, suspect, &all, error))
    return FALSE;
  self->surplus.low *= all.low;
  self->surplus.high *= all.high;
  if (!work->layers)
    self->layers_span +=
        suspect == LSC_SUSPECT_INNER ? all.high - all.low : by_layers.high - by_layers.low;
  return TRUE;
}

/* Of two parts that differ the shorter one may have a surplus as well: a slow device on one, a head
 * or embedding on the other. */
static gboolean
widen_by_pair (RowMaker *self, GError **error)
{
  const LscWhatIfWork *work = self->work;
  LscSupposition supposed = work->supposed;

  if (work->stages.n != 2 || work->given->spread_lumps ||
      (!_lsc_stage_costs_is_suspect (&work->stages, LSC_SUSPECT_FIRST, work->layers) &&
       !_lsc_stage_costs_is_suspect (&work->stages, LSC_SUSPECT_LAST, work->layers)))
    return TRUE;
  supposed.unit = 1 / SLOW_DEVICE;
  for (LscSuspect slow = LSC_SUSPECT_FIRST; slow <= LSC_SUSPECT_LAST; slow++)
    {
      supposed.of[LSC_SUSPECT_FIRST] = supposed.of[LSC_SUSPECT_LAST] = LSC_SURPLUS_LUMP;
      supposed.of[slow] = LSC_SURPLUS_DEVICE;
      if (!suppose (self, &supposed, &self->surplus, error))
        return FALSE;
    }
  return TRUE;
}

/* Late hosts may delay each block, or the step by as much as they did. */
static gboolean
widen_by_hosts (RowMaker *self, GError **error)
{
  const LscWhatIfWork *work = self->work;
  LscWhatIfPoint point = work->point;
  Ratios ratios;
  gint64 window;

  if (!work->machine.is_late || work->machine.is_by_block)
    return TRUE;
  point.late = (double) work->self->study->plan->n_ops / (double) self->bench.plan->n_ops *
               (double) self->bench.plan->schedule.n_micro_batches /
               (double) work->self->study->plan->schedule.n_micro_batches;
  if (!run (self, &point, &window, error))
    return FALSE;
  ratios.low = MIN (1, (double) window / (double) self->base_ns);
  ratios.high = MAX (1, (double) window / (double) self->base_ns);
  multiply (&self->row->range, &ratios);
  return TRUE;
}

/* The margin of the model and of noise, and of ZB-V what its order is worth: programs search it for
 * costs that they measured, ours is made for equal ones. */
static void
widen_by_margin (RowMaker *self)
{
  LscWhatIfRow *row = self->row;
  gboolean is_searched = self->schedule.type == LSC_SCHEDULE_ZBV &&
                         self->work->self->study->plan->schedule.type != LSC_SCHEDULE_ZBV;
  double low, high;

  row->margin =
      MAX (self->work->margin, DEVIATIONS * hypot (self->work->deviation, self->deviation));
  low = hypot (row->margin, is_searched ? ORDER_SHORTER : 0);
  high = hypot (row->margin, is_searched ? ORDER_LONGER : 0);
  row->range.low_ns = llrint ((double) row->range.low_ns * (1 - MIN (low, 1)));
  row->range.high_ns = llrint ((double) row->range.high_ns * (1 + high));
}

static gboolean
fill_range (RowMaker *self, GError **error)
{
  LscWhatIfRow *row = self->row;

  row->range = (LscWhatIfRange){ self->base_ns, self->base_ns };
  if (!widen_by_inputs (self, &row->range, error) ||
      !widen_by_variants (self, &row->range, error) || !widen_by_hosts (self, error))
    return FALSE;
  for (guint suspect = 0; suspect < LSC_N_SUSPECTS; suspect++)
    if (!widen_by_suspect (self, (LscSuspect) suspect, error))
      return FALSE;
  if (!widen_by_pair (self, error))
    return FALSE;
  multiply (&row->range, &self->surplus);
  widen_by_margin (self);
  return TRUE;
}

/* ---- which input would narrow a wide range ---- */

static gboolean
span_of (RowMaker *self, LscWhatIfPoint low, LscWhatIfPoint high, double *span, GError **error)
{
  LscWhatIfRange range = { self->base_ns, self->base_ns };

  if (!widen_at (self, low, &range, error) || !widen_at (self, high, &range, error))
    return FALSE;
  *span = (double) (range.high_ns - range.low_ns) / (double) self->base_ns;
  return TRUE;
}

/* What is in doubt by each input that was not given, alone; the largest one is named. */
static gboolean
find_narrowing (RowMaker *self, GError **error)
{
  const LscWhatIf *what_if = self->work->self;
  LscWhatIfPoint low = self->work->point, high = low;
  double share = 0, gain = 0, most = NARROW_LEAST;

  self->row->width = (double) (self->row->range.high_ns - self->row->range.low_ns) /
                     (double) MAX (self->row->window_ns, 1);
  if (self->row->width <= LSC_WHAT_IF_WIDE)
    return TRUE;
  low.share = what_if->share_low;
  high.share = what_if->share_high;
  if (what_if->share_source == LSC_WHAT_IF_ASSUMED && self->bench.has_split &&
      !span_of (self, low, high, &share, error))
    return FALSE;
  low = high = self->work->point;
  low.gain = what_if->gain_low;
  high.gain = what_if->gain_high;
  if (what_if->gain_source == LSC_WHAT_IF_ASSUMED && self->bench.has_overlap &&
      !span_of (self, low, high, &gain, error))
    return FALSE;
  if (gain > most)
    self->row->narrow_by = LSC_WHAT_IF_BY_GAIN;
  most = MAX (most, gain);
  if (share > most)
    self->row->narrow_by = LSC_WHAT_IF_BY_SHARE;
  most = MAX (most, share);
  if (self->layers_span > most)
    self->row->narrow_by = LSC_WHAT_IF_BY_LAYERS;
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
fill_windows (RowMaker *self, gboolean is_recorded, GError **error)
{
  LscWhatIfRow *row = self->row;

  if (!draw_noise (self, error) || !run (self, &self->work->point, &self->base_ns, error))
    return FALSE;
  if (is_recorded)
    self->work->deviation = self->deviation;
  row->window_ns = is_recorded ? llrint ((double) self->base_ns / self->stretch) : self->base_ns;
  row->by_share = (LscWhatIfRange){ self->base_ns, self->base_ns };
  row->by_gain = row->by_latency = row->by_share;
  if (!fill_sensitivities (self, error) || !fill_range (self, error))
    return FALSE;
  widen (&row->range, row->window_ns);
  return find_narrowing (self, error);
}

static gboolean
fill_row (RowMaker *self, gboolean is_recorded, GError **error)
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
  RowMaker maker = { .work = work,
                     .row = row,
                     .schedule = resolve_schedule (work->self->study, target),
                     .stretch = 1,
                     .surplus = { 1, 1 } };
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
  init_costs (work, target, &maker.schedule, &work->supposed, &costs);
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
