/* lsc-what-if-range.c - what the range of one prediction covers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "analyze/theory/lsc-what-if-private.h"

/* All lengths of blocks are linear in W / B, in the gain of overlap and in the latency, and a
 * replay is the longest of many paths. So the window is a convex function of them: the longest is
 * found at the ends of their spans, the shortest at the largest gain and the least latency, with
 * W / B somewhere inside its span. What a surplus is, and what late hosts delay, has two or three
 * answers; each is replayed alone, and widens the range by the ratio to the first answer. */

#define SEARCH_STEPS 7      /* for the W / B of the shortest window */
#define GOLDEN 0.6180339887 /* part of the span that is left after each */
#define DEVIATIONS 2        /* of windows with noise */
#define ORDER_SHORTER 0.02
#define ORDER_LONGER 0.045
#define SEARCH_MOST ((gsize) 1 << 21) /* P cubed x M: what a search for an order may take */
#define SHARED_PARTS 5    /* ways in which lump and device are tried to share a surplus */
#define SLOW_DEVICE 1.5   /* the most that a device is taken to be slower where nothing tells */
#define NARROW_LEAST 0.02 /* of the window: an input that narrows by less is not named */

/* Whether each rank has one part of the model, in order, now and then. */
static gboolean
is_plain (const LscWhatIfWork *work, const LscSchedule *schedule)
{
  const LscStageCosts *stages = &work->stages;

  return stages->n_chunks == 1 && stages->n == stages->n_ranks && schedule->n_chunks <= 1 &&
         schedule->type != LSC_SCHEDULE_DUALPIPE;
}

/** _lsc_what_if_init_costs: costs of the chunks of a target, if surpluses are what is supposed */
void
_lsc_what_if_init_costs (const LscWhatIfWork *work, const LscWhatIfTarget *target,
                         const LscSchedule *schedule, const LscSupposition *supposed,
                         LscChunkCosts *costs)
{
  guint n_chunks_now = MAX (work->self->study->plan->schedule.n_chunks, 1);
  LscLayerMove move = { 0 };
  g_auto (LscDepthCosts) depth = { 0 };

  if (target->move_layers > 0)
    move = (LscLayerMove){ (gsize) target->move_from, (gsize) target->move_to,
                           (double) target->move_layers / work->given->layers[target->move_from] };
  _lsc_depth_costs_init (&depth, &work->stages, supposed, work->layers);
  if (target->is_balanced)
    _lsc_depth_costs_balance (&depth, is_plain (work, schedule));
  _lsc_chunk_costs_init (costs, &depth, schedule, n_chunks_now,
                         (double) work->given->chunk_overhead_ns, &move);
}

/* L x replay / rung 4 x @stretch, half to even. */
static gint64
predict (const LscWhatIfWork *work, gint64 replay, gint64 unit, double stretch)
{
  /* The product of two times of hours in ns does not fit the 53 bits of a double. */
  long double value = (long double) work->window_ns * (long double) replay;

  return llrintl (value / ((long double) work->rung_ns * (long double) unit) *
                  (long double) stretch);
}

/** _lsc_what_if_run: a replay with means as a window, ns, noise added as its mean */
gboolean
_lsc_what_if_run (LscWhatIfMaker *self, const LscWhatIfPoint *point, gint64 *window, GError **error)
{
  gint64 replay;

  if (!lsc_job_check (self->work->job, error) ||
      !_lsc_what_if_bench_run (&self->bench, point, LSC_NO_DRAW, &replay, error))
    return FALSE;
  *window = predict (self->work, replay, self->bench.unit, self->stretch);
  return TRUE;
}

static void
widen (LscWhatIfRange *range, gint64 value)
{
  range->low_ns = MIN (range->low_ns, value);
  range->high_ns = MAX (range->high_ns, value);
}

static gboolean
widen_at (LscWhatIfMaker *self, LscWhatIfPoint point, LscWhatIfRange *range, GError **error)
{
  gint64 window;

  if (!_lsc_what_if_run (self, &point, &window, error))
    return FALSE;
  widen (range, window);
  return TRUE;
}

/* The three sensitivities of the row: one number at a time. */
static gboolean
fill_sensitivities (LscWhatIfMaker *self, GError **error)
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
search_shortest (LscWhatIfMaker *self, LscWhatIfRange *range, GError **error)
{
  const LscWhatIf *what_if = self->work->self;
  LscWhatIfPoint a = { what_if->share_low, what_if->gain_high, 1 - LSC_WHAT_IF_SPREAD, 1 }, b = a;
  double low = what_if->share_low, high = what_if->share_high;
  gint64 window_a, window_b;

  if (!self->bench.has_split || low == high)
    return widen_at (self, a, range, error);
  a.share = high - GOLDEN * (high - low);
  b.share = low + GOLDEN * (high - low);
  if (!_lsc_what_if_run (self, &a, &window_a, error) ||
      !_lsc_what_if_run (self, &b, &window_b, error))
    return FALSE;
  /* from 2: two windows are known already, each round needs one more */
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
      if (!_lsc_what_if_run (self, is_left ? &a : &b, is_left ? &window_a : &window_b, error))
        return FALSE;
    }
  widen (range, MIN (window_a, window_b));
  /* The search comes close to an end, but never to it. */
  a.share = what_if->share_low;
  b.share = what_if->share_high;
  return widen_at (self, a, range, error) && widen_at (self, b, range, error);
}

static gboolean
widen_by_inputs (LscWhatIfMaker *self, LscWhatIfRange *range, GError **error)
{
  const LscWhatIf *what_if = self->work->self;
  LscWhatIfPoint least = { what_if->share_low, what_if->gain_low, 1 + LSC_WHAT_IF_SPREAD, 1 };
  LscWhatIfPoint most = least;

  /* Longest are the windows with least gain and slow messages; over W / B, in which the window is
   * convex, at one of both ends (theory.md#what-if-range). */
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
widen_by_variant (LscWhatIfMaker *self, const LscSchedule *variant, LscWhatIfRange *range,
                  GError **error)
{
  LscWhatIfWork *work = self->work;
  LscWhatIfMaker other = *self;
  gboolean is_done;

  is_done = _lsc_what_if_bench_init (&other.bench, variant, &self->bench.costs, &work->machine,
                                     &work->stages, &work->point, error) &&
            widen_by_inputs (&other, range, error);
  _lsc_what_if_bench_clear (&other.bench);
  return is_done;
}

static gboolean
widen_by_variants (LscWhatIfMaker *self, LscWhatIfRange *range, GError **error)
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
multiply (LscWhatIfRange *range, const LscWhatIfRatios *ratios)
{
  range->low_ns = llrint ((double) range->low_ns * ratios->low);
  range->high_ns = llrint ((double) range->high_ns * ratios->high);
}

/* The window if surpluses were something else. */
static gboolean
suppose (LscWhatIfMaker *self, const LscSupposition *supposed, LscWhatIfRatios *ratios,
         GError **error)
{
  LscWhatIfWork *work = self->work;
  g_auto (LscChunkCosts) costs = { 0 };
  LscChunkCosts own = self->bench.costs;
  gint64 window;
  gboolean is_done;

  _lsc_what_if_init_costs (work, &self->row->target, &self->schedule, supposed, &costs);
  self->bench.costs = costs;
  is_done = _lsc_what_if_run (self, &work->point, &window, error);
  /* before any return: the costs of the supposition go with this function */
  self->bench.costs = own;
  if (!is_done)
    return FALSE;
  ratios->low = MIN (ratios->low, (double) window / (double) self->base_ns);
  ratios->high = MAX (ratios->high, (double) window / (double) self->base_ns);
  return TRUE;
}

/* A lump and a slow device may share the surplus of an end: where a target puts the lump on another
 * rank, both together make the step shorter than either alone. Where another device is known to be
 * slow, that this one is as well, and has a lump besides, is one chance too many. */
static gboolean
suppose_device (LscWhatIfMaker *self, LscSuspect suspect, LscWhatIfRatios *ratios, GError **error)
{
  LscSupposition supposed = self->work->supposed;
  gboolean is_shared = supposed.of[suspect] == LSC_SURPLUS_LUMP &&
                       !_lsc_stage_costs_has_slow_device (&self->work->stages, self->work->layers);

  supposed.of[suspect] = LSC_SURPLUS_DEVICE;
  for (guint part = is_shared ? 1 : SHARED_PARTS; part <= SHARED_PARTS; part++)
    {
      supposed.device_part[suspect] = (double) part / SHARED_PARTS;
      if (!suppose (self, &supposed, ratios, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
widen_by_suspect (LscWhatIfMaker *self, LscSuspect suspect, GError **error)
{
  LscWhatIfWork *work = self->work;
  LscSupposition layers = work->supposed;
  LscWhatIfRatios by_layers = { 1, 1 }, all;

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
  /* Suspects are independent: their ratios multiply. */
  self->surplus.low *= all.low;
  self->surplus.high *= all.high;
  if (!work->layers)
    self->layers_span +=
        suspect == LSC_SUSPECT_INNER ? all.high - all.low : by_layers.high - by_layers.low;
  else if (suspect == LSC_SUSPECT_LAST && !work->has_head)
    self->head_span = all.high - all.low;
  return TRUE;
}

/* Of two parts that differ the shorter one may have a surplus as well: a slow device on one, a head
 * or embedding on the other. */
static gboolean
widen_by_pair (LscWhatIfMaker *self, GError **error)
{
  const LscWhatIfWork *work = self->work;
  LscSupposition supposed = work->supposed;

  if (work->stages.n != 2 || work->given->spread_lumps || work->has_head ||
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

/* The window if a slow device is fixed as well. The lump that an end may have had in its surplus is
 * then gone with it: who knows that the device is slow asks for this. */
static gboolean
fill_fixed (LscWhatIfMaker *self, LscSuspect suspect, GError **error)
{
  const LscWhatIfWork *work = self->work;
  LscSupposition fixed = work->supposed;
  LscWhatIfRatios ratios = { INFINITY, 0 };

  self->row->fixed_ns[suspect] = self->row->window_ns;
  if (!_lsc_stage_costs_is_suspect (&work->stages, suspect, work->layers))
    return TRUE;
  fixed.of[suspect] = LSC_SURPLUS_FIXED;
  if (!suppose (self, &fixed, &ratios, error))
    return FALSE;
  self->row->fixed_ns[suspect] = llrint ((double) self->row->window_ns * ratios.low);
  return TRUE;
}

/* Late hosts may delay each block, or the step by as much as they did. */
static gboolean
widen_by_hosts (LscWhatIfMaker *self, GError **error)
{
  const LscWhatIfWork *work = self->work;
  LscWhatIfPoint point = work->point;
  LscWhatIfRatios ratios;
  gint64 window;

  if (!work->machine.is_late || work->machine.is_by_block)
    return TRUE;
  point.late = (double) work->self->study->plan->n_ops / (double) self->bench.plan->n_ops *
               (double) self->bench.plan->schedule.n_micro_batches /
               (double) work->self->study->plan->schedule.n_micro_batches;
  if (!_lsc_what_if_run (self, &point, &window, error))
    return FALSE;
  /* What is certain is that the row itself is possible: the range keeps it. */
  ratios.low = MIN (1, (double) window / (double) self->base_ns);
  ratios.high = MAX (1, (double) window / (double) self->base_ns);
  multiply (&self->row->range, &ratios);
  return TRUE;
}

/* ZB-V as programs run it: they search its order for costs that they measured, ours is made for
 * equal ones. */
static gboolean
is_searched (const LscWhatIfMaker *self)
{
  return self->schedule.type == LSC_SCHEDULE_ZBV &&
         self->work->self->study->plan->schedule.type != LSC_SCHEDULE_ZBV;
}

/* Whether the search for an order takes no longer than the replays. */
static gboolean
is_quick (const LscSchedule *schedule)
{
  gsize p = schedule->n_stages, n;

  return g_size_checked_mul (&n, p, p) && g_size_checked_mul (&n, n, p) &&
         g_size_checked_mul (&n, n, schedule->n_micro_batches) && n <= SEARCH_MOST;
}

/* The window of another order / that of the row's own, if surpluses are what is supposed. */
static gboolean
compare_order (LscWhatIfMaker *self, LscWhatIfMaker *other, const LscSupposition *supposed,
               LscWhatIfRatios *orders, GError **error)
{
  LscWhatIfWork *work = self->work;
  g_auto (LscChunkCosts) costs = { 0 };
  LscChunkCosts own = self->bench.costs;
  gint64 window, other_window;
  gboolean is_done;
  double ratio;

  _lsc_what_if_init_costs (work, &self->row->target, &self->schedule, supposed, &costs);
  self->bench.costs = other->bench.costs = costs;
  is_done = _lsc_what_if_run (self, &work->point, &window, error) &&
            _lsc_what_if_run (other, &work->point, &other_window, error);
  self->bench.costs = own;
  if (!is_done)
    return FALSE;
  ratio = (double) other_window / (double) MAX (window, 1);
  orders->low = MIN (orders->low, ratio);
  orders->high = MAX (orders->high, ratio);
  return TRUE;
}

/* What the order that is found for equal costs takes on this machine: where one rank has a head and
 * another is slow it waits longer than ours does. */
static gboolean
compare_orders (LscWhatIfMaker *self, LscWhatIfRatios *orders, GError **error)
{
  LscWhatIfWork *work = self->work;
  LscSchedule greedy = self->schedule;
  LscSupposition slow = work->supposed;
  LscWhatIfMaker other = *self;
  gboolean is_done;

  greedy.type = LSC_SCHEDULE_ZBV_GREEDY;
  if (!is_searched (self) || !is_quick (&greedy) || !lsc_schedule_is_possible (&greedy))
    return TRUE;
  slow.of[LSC_SUSPECT_INNER] = LSC_SURPLUS_DEVICE;
  is_done = _lsc_what_if_bench_init (&other.bench, &greedy, &self->bench.costs, &work->machine,
                                     &work->stages, &work->point, error) &&
            compare_order (self, &other, &work->supposed, orders, error) &&
            compare_order (self, &other, &slow, orders, error);
  _lsc_what_if_bench_clear (&other.bench);
  return is_done;
}

/* The margin of the model and of noise, and of ZB-V what its order is worth. */
static gboolean
widen_by_margin (LscWhatIfMaker *self, GError **error)
{
  LscWhatIfRow *row = self->row;
  LscWhatIfRatios orders = { 1, 1 };
  double low, high;

  if (!compare_orders (self, &orders, error))
    return FALSE;
  row->margin =
      MAX (self->work->margin, DEVIATIONS * hypot (self->work->deviation, self->deviation));
  low = hypot (row->margin, is_searched (self) ? ORDER_SHORTER : 0);
  high = hypot (row->margin, is_searched (self) ? ORDER_LONGER : 0);
  orders.low = MAX (MIN (orders.low * (1 - row->margin), 1 - low), 0);
  orders.high = MAX (orders.high * (1 + row->margin), 1 + high);
  multiply (&row->range, &orders);
  return TRUE;
}

/* Limits are for targets: by its own range the recorded order, the first row, is judged itself. */
static gboolean
has_limit (const LscWhatIfMaker *self)
{
  return self->work->given->limit_ns > 0 && self->work->self->rows->len > 0;
}

static gboolean
is_beyond_limit (const LscWhatIfMaker *self)
{
  return has_limit (self) && self->row->range.high_ns >= self->work->given->limit_ns;
}

/* Whatever widens a range, its end never comes down again: what is beyond the limit stays so. */
static gboolean
fill_range (LscWhatIfMaker *self, GError **error)
{
  LscWhatIfRow *row = self->row;

  row->range = (LscWhatIfRange){ self->base_ns, self->base_ns };
  if (is_beyond_limit (self))
    return TRUE;
  if (!widen_by_inputs (self, &row->range, error))
    return FALSE;
  if (is_beyond_limit (self))
    return TRUE;
  if (!widen_by_variants (self, &row->range, error) || !widen_by_hosts (self, error))
    return FALSE;
  for (guint suspect = 0; suspect < LSC_N_SUSPECTS; suspect++)
    if (!widen_by_suspect (self, (LscSuspect) suspect, error) ||
        !fill_fixed (self, (LscSuspect) suspect, error))
      return FALSE;
  if (!widen_by_pair (self, error))
    return FALSE;
  multiply (&row->range, &self->surplus);
  multiply (&row->range, &self->events);
  if (!widen_by_margin (self, error))
    return FALSE;
  widen (&row->range, row->window_ns);
  return TRUE;
}

/* ---- which input would narrow a wide range ---- */

static gboolean
span_of (LscWhatIfMaker *self, LscWhatIfPoint low, LscWhatIfPoint high, double *span,
         GError **error)
{
  LscWhatIfRange range = { self->base_ns, self->base_ns };

  if (!widen_at (self, low, &range, error) || !widen_at (self, high, &range, error))
    return FALSE;
  *span = (double) (range.high_ns - range.low_ns) / (double) self->base_ns;
  return TRUE;
}

/* What is in doubt by each input that was not given, alone; the largest one is named. */
static gboolean
find_narrowing (LscWhatIfMaker *self, GError **error)
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
  most = MAX (most, self->layers_span);
  if (self->head_span > most)
    self->row->narrow_by = LSC_WHAT_IF_BY_HEAD;
  return TRUE;
}

static LscWhatIfDirection
find_direction (const LscWhatIfMaker *self)
{
  const LscWhatIfRange *range = &self->row->range;
  gint64 measured = self->work->window_ns;

  return range->high_ns < measured  ? LSC_WHAT_IF_SHORTER
         : range->low_ns > measured ? LSC_WHAT_IF_LONGER
                                    : LSC_WHAT_IF_NOT_KNOWN;
}

/** _lsc_what_if_fill_range: sensitivities and range of a row that has its window, and what would
 * narrow the range */
gboolean
_lsc_what_if_fill_range (LscWhatIfMaker *self, GError **error)
{
  LscWhatIfRow *row = self->row;

  row->by_share = (LscWhatIfRange){ self->base_ns, self->base_ns };
  row->by_gain = row->by_latency = row->by_share;
  if (self->work->given->limit_ns > 0) /* nothing but the range is asked for */
    return fill_range (self, error);
  if (!fill_sensitivities (self, error) || !fill_range (self, error))
    return FALSE;
  row->direction = find_direction (self);
  return find_narrowing (self, error);
}
