/* lsc-digest-debts.c - what took away the lead of the host
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-private.h"
#include "base/lsc-stats.h"

/* findings.md#debts. Without a delay all later launches come earlier by it, so that of idle time
 * for lack of launches as much is not there, as long as the host has not been set back by the
 * device since. */

#define USUAL_PERCENT 99 /* of launches follow the one before as soon as is usual */
#define LONG_LAUNCH 4    /* times the median: such an operator is late itself */
#define LONG_PAUSE 2     /* times what a call usually takes until the next launch */
#define MOST_BEHIND 4    /* times the usual pace: more is work by itself */

/* Losses whose delays are known, those first that say most. */
static const LscLoss losses[] = { LSC_LOSS_MEMORY_CALLS, LSC_LOSS_COMPILE, LSC_LOSS_GC,
                                  LSC_LOSS_DATA_LOADER, LSC_LOSS_SYNC };

static gint64
get_launch_ns (const LscDigestDebts *self, gsize index)
{
  return self->launches->items[index].launch_ns + self->skew_ns;
}

/* The first launch that begins at a time or after it. */
static gsize
find_launch (const LscDigestDebts *self, gint64 time_ns)
{
  return LSC_BISECT (i, 0, self->launches->n, get_launch_ns (self, i) < time_ns);
}

/* Whether a delay ended between two launches. */
static gboolean
has_delay (const LscDigestDebts *self, gint64 begin_ns, gint64 end_ns)
{
  const LscHostDelays *delays = self->delays;
  gsize at = LSC_BISECT (i, 0, delays->n, delays->items[i].end_ns <= begin_ns);

  return at < delays->n && delays->items[at].end_ns <= end_ns;
}

static gint64
find_usual_ns (const LscDigestDebts *self)
{
  g_autofree gint64 *values = g_new (gint64, self->launches->n);
  gsize n = 0;

  for (gsize i = 0; i + 1 < self->launches->n; i++)
    if (!has_delay (self, get_launch_ns (self, i), get_launch_ns (self, i + 1)))
      values[n++] = get_launch_ns (self, i + 1) - get_launch_ns (self, i);
  lsc_sort_int64s (values, n);
  if (n == 0)
    return 0;
  return MIN (values[lsc_nearest_rank (n, USUAL_PERCENT)], LONG_LAUNCH * values[n / 2]);
}

/* How long after a delay the next launch comes; -1: none does. */
static gint64
get_after_ns (const LscDigestDebts *self, const LscHostDelay *delay)
{
  gsize next = find_launch (self, delay->end_ns);

  return next < self->launches->n ? get_launch_ns (self, next) - delay->end_ns : -1;
}

/* Blocks are freed and asked for anew when the device has come: that call is part of it. */
static gboolean
is_of_memory (const LscDigestDebts *self, gsize index)
{
  const LscHostDelay *delay = &self->delays->items[index];
  gint64 after_ns = get_after_ns (self, delay);

  for (gsize i = index + 1; i < self->delays->n && after_ns >= 0; i++)
    {
      const LscHostDelay *next = &self->delays->items[i];

      if (next->begin_ns >= delay->end_ns + after_ns)
        return FALSE;
      if (next->begin_ns >= delay->end_ns)
        return next->class == LSC_BUDGET_HOST_MEMORY;
    }
  return FALSE;
}

/* What the host usually does behind a synchronising call, with what the call brought it: printing,
 * comparing. Part of what the call costs. */
static gint64
find_usual_after_ns (const LscDigestDebts *self)
{
  g_autofree gint64 *values = g_new (gint64, self->delays->n + 1);
  gsize n = 0;

  for (gsize i = 0; i < self->delays->n; i++)
    {
      gint64 ns = self->delays->items[i].class == LSC_BUDGET_HOST_SYNC && !is_of_memory (self, i)
                      ? get_after_ns (self, &self->delays->items[i])
                      : -1;

      if (ns >= 0)
        values[n++] = ns;
    }
  return n > 0 ? lsc_median_lower_int64 (values, n) : 0;
}

/**
 * _lsc_digest_debts_init:
 * @self: (out caller-allocates): without anything to clear
 */
void
_lsc_digest_debts_init (LscDigestDebts *self, const LscTimeline *timeline, const LscBudget *budget)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);

  *self = (LscDigestDebts){ .delays = &budget->delays, .busy_ns = G_MININT64 };
  for (guint i = 0; i < LSC_LOSS_N; i++)
    self->causes[i] = LSC_SLICE_NONE;
  if (!analysis || !analysis->dispatch || analysis->dispatch->launches.n < 2)
    return;
  self->launches = &analysis->dispatch->launches;
  self->skew_ns = analysis->dispatch->skew_ns;
  self->usual_ns = find_usual_ns (self);
  self->after_ns = MIN (find_usual_after_ns (self), MOST_BEHIND * self->usual_ns);
}

/* Whether the host is as far ahead again as it was before the call. */
static gboolean
has_caught_up (const LscDigestDebts *self, gint64 until_ns)
{
  for (gsize i = find_launch (self, self->sync_ns);
       i < self->launches->n && get_launch_ns (self, i) < until_ns; i++)
    if (self->launches->items[i].start_ns - get_launch_ns (self, i) >= self->lead_ns)
      return TRUE;
  return FALSE;
}

/* A call that waits for the device sets the host back: what delayed it before is paid. */
static void
take_sync (LscDigestDebts *self, gsize index)
{
  const LscHostDelay *delay = &self->delays->items[index];
  LscLoss loss = is_of_memory (self, index) ? LSC_LOSS_MEMORY_CALLS : LSC_LOSS_SYNC;
  gint64 blocked_ns;

  if (self->busy_ns <= delay->begin_ns)
    return;
  blocked_ns = MIN (self->busy_ns, delay->end_ns) - delay->begin_ns;
  if (has_caught_up (self, delay->begin_ns))
    self->left_ns[LSC_LOSS_SYNC] = 0;
  for (guint i = 0; i < LSC_LOSS_N; i++)
    if (i != LSC_LOSS_SYNC)
      self->left_ns[i] = 0;
  self->left_ns[loss] += blocked_ns + (loss == LSC_LOSS_SYNC ? self->after_ns : 0);
  self->causes[loss] = delay->slice;
  self->sync_ns = delay->end_ns;
  self->lead_ns = self->left_ns[LSC_LOSS_SYNC];
}

/* Takes what ended by a time. */
static void
take_delays (LscDigestDebts *self, gint64 time_ns)
{
  for (; self->at < self->delays->n && self->delays->items[self->at].end_ns <= time_ns; self->at++)
    {
      const LscHostDelay *delay = &self->delays->items[self->at];
      LscLoss loss = lsc_loss_of_host (delay->class);

      if (delay->class == LSC_BUDGET_HOST_SYNC)
        {
          self->n_syncs += !is_of_memory (self, self->at);
          take_sync (self, self->at);
          continue;
        }
      self->left_ns[loss] += delay->end_ns - delay->begin_ns;
      self->causes[loss] = delay->slice;
    }
}

/* How long the host took from one launch to another one beside its delays. */
static gint64
measure_pace (const LscDigestDebts *self, gint64 before_ns, gint64 launch_ns)
{
  gint64 ns = launch_ns - before_ns, begin_ns = launch_ns;

  for (gsize i = self->at; i > 0 && self->delays->items[i - 1].end_ns > before_ns; i--)
    {
      const LscHostDelay *delay = &self->delays->items[i - 1];
      gint64 from_ns = MAX (delay->begin_ns, before_ns);

      ns -= MAX (MIN (delay->end_ns, begin_ns) - from_ns, 0);
      begin_ns = MIN (begin_ns, from_ns);
    }
  return ns;
}

/* Whether the host launched what ends a piece as soon as it usually does: it was late before. */
static gboolean
is_at_pace (const LscDigestDebts *self, const LscBudgetPiece *piece)
{
  gsize next = find_launch (self, piece->end_ns);
  gint64 usual_ns = self->usual_ns;
  gint64 before_ns, launch_ns = piece->end_ns;

  /* That of a copy is not among them. */
  if (next > 0 && self->launches->items[next - 1].device == piece->owner)
    launch_ns = get_launch_ns (self, --next);
  if (next == 0)
    return FALSE;
  before_ns = get_launch_ns (self, next - 1);
  if (self->sync_ns > before_ns)
    usual_ns = MAX (usual_ns, LONG_PAUSE * self->after_ns);
  return measure_pace (self, before_ns, launch_ns) <= usual_ns;
}

/* Part of a piece, and of what is left, that explains it. */
static gboolean
explains (gint64 left_ns, gint64 ns)
{
  return left_ns > 0 && 2 * left_ns >= ns;
}

/* What several calls of a class cover of a piece, one behind another. Returns the class that covers
 * most, if it covers half, else %LSC_LOSS_N. */
static LscLoss
find_cover (const LscDigestDebts *self, const LscBudgetPiece *piece, guint32 *cause)
{
  gint64 covered_ns[LSC_LOSS_N] = { 0 };
  LscLoss most = LSC_LOSS_N;

  for (gsize i = self->at; i > 0 && self->delays->items[i - 1].end_ns > piece->begin_ns; i--)
    {
      const LscHostDelay *delay = &self->delays->items[i - 1];
      LscLoss loss = lsc_loss_of_host (delay->class);

      covered_ns[loss] +=
          MAX (MIN (delay->end_ns, piece->end_ns) - MAX (delay->begin_ns, piece->begin_ns), 0);
      if (loss != LSC_LOSS_SYNC && explains (covered_ns[loss], piece->end_ns - piece->begin_ns) &&
          (most == LSC_LOSS_N || covered_ns[loss] > covered_ns[most]))
        {
          most = loss;
          *cause = delay->slice;
        }
    }
  return most;
}

/**
 * _lsc_digest_debts_take:
 * @piece: they are asked for by time, all of them
 * @loss: what it was lost to, by what lasted meanwhile
 * @cause: (inout): slice id of that
 *
 * Returns: what it was lost to, by what the host had been delayed by
 */
LscLoss
_lsc_digest_debts_take (LscDigestDebts *self, const LscBudgetPiece *piece, LscLoss loss,
                        guint32 *cause)
{
  gint64 ns = piece->end_ns - piece->begin_ns;

  if (!self->launches)
    return loss;
  if (piece->category < LSC_BUDGET_PREPARE)
    self->busy_ns = piece->end_ns;
  take_delays (self, piece->end_ns);
  if (piece->category < LSC_BUDGET_PREPARE || piece->side != LSC_BUDGET_NOT_LAUNCHED)
    return loss;
  if (loss == LSC_LOSS_SYNC && *cause == self->causes[LSC_LOSS_MEMORY_CALLS] &&
      *cause != LSC_SLICE_NONE)
    loss = LSC_LOSS_MEMORY_CALLS;
  if (loss == LSC_LOSS_HOST || loss == LSC_LOSS_SMALL_KERNELS)
    {
      LscLoss cover = find_cover (self, piece, cause);

      loss = cover != LSC_LOSS_N ? cover : loss;
    }
  if ((loss == LSC_LOSS_HOST || loss == LSC_LOSS_SMALL_KERNELS) && is_at_pace (self, piece))
    for (guint i = 0; i < G_N_ELEMENTS (losses); i++)
      if (explains (self->left_ns[losses[i]], ns) &&
          (losses[i] != LSC_LOSS_SYNC || loss == LSC_LOSS_HOST))
        {
          loss = losses[i];
          *cause = self->causes[loss];
          break;
        }
  if (loss != LSC_LOSS_N)
    self->left_ns[loss] = MAX (self->left_ns[loss] - ns, 0);
  return loss;
}
