/* lsc-budget.c - where the time of a step went: every nanosecond once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/budget/lsc-budget.h"

#include "analyze/budget/lsc-budget-private.h"
#include "base/lsc-forget.h"
#include "base/lsc-sort.h"

/* budget.md#categories. A sweep over a step: between two moments at which something of the device
 * begins or ends, one category holds, the first of them that may. */

#define MOST_NEAR 16
#define CHECK_EVERY 4096
#define FORGET_EVERY 8

/**
 * Sweep: the step that is walked
 * @first: of each class the first event that was not forgotten
 * @later_ns: when the first of the steps behind begins
 * @at: of each class the first owned interval that ends after @now_ns
 * @link: among the links by their targets, where the launch was that was asked for last
 * @gaps: (nullable): idle time between the first work and the last, split and explained
 * @gap: the first of them that ends after @now_ns
 * @first_ns, @last_ns: first begin and last end of computing and communication that begins in it;
 *   equal when there is none; of a device's step all of it lies between
 */
typedef struct
{
  const LscTimeline *timeline;
  const LscDeviceEvents *events;
  const LscHostCalls *calls;
  gint64 skew_ns;
  const LscGaps *gaps;
  gsize gap;
  LscBudget *result;
  LscBudgetStep *step;
  gsize first[LSC_DEVICE_N];
  gint64 later_ns;
  gsize at[LSC_DEVICE_N];
  gsize link;
  gint64 now_ns;
  gint64 first_ns;
  gint64 last_ns;
} Sweep;

/* ---- pieces ---- */

static gboolean
continues (const LscBudgetPiece *before, const LscBudgetPiece *piece)
{
  return before->category == piece->category && before->owner == piece->owner &&
         before->cause == piece->cause && before->detail == piece->detail &&
         before->side == piece->side;
}

static void
add_piece (Sweep *self, LscBudgetPiece piece)
{
  LscBudgetStep *step = self->step;
  LscBudgetPieces *pieces = &self->result->pieces;
  gint64 ns = piece.end_ns - piece.begin_ns;

  if (ns <= 0)
    return;
  step->ns[piece.category] += ns;
  if (piece.category == LSC_BUDGET_COMPUTE)
    step->core_ns[piece.detail] += ns;
  if (piece.category == LSC_BUDGET_FREE_HOST)
    step->host_ns[piece.detail] += ns;
  if (piece.category == LSC_BUDGET_PREPARE && piece.side == LSC_BUDGET_LAUNCHED)
    step->prepare_launched_ns += ns;
  if (piece.category == LSC_BUDGET_PREPARE && piece.side == LSC_BUDGET_UNLINKED)
    step->prepare_unlinked_ns += ns;
  if (step->n_pieces > 0 && continues (&pieces->items[pieces->n - 1], &piece))
    {
      pieces->items[pieces->n - 1].end_ns = piece.end_ns;
      return;
    }
  lsc_budget_pieces_append (pieces, piece);
  step->n_pieces++;
}

/* ---- idle time ---- */

/* The task that starts next; of several the one with precedence. */
static guint32
find_next (const Sweep *self, gint64 *begin_ns)
{
  static const LscDeviceClass order[] = { LSC_DEVICE_COMPUTE, LSC_DEVICE_COMM, LSC_DEVICE_COPY };
  guint32 next = LSC_SLICE_NONE;

  *begin_ns = G_MAXINT64;
  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const LscOwnedList *owned = &self->events->owned[order[i]];
      gsize at = self->at[order[i]];

      if (at < owned->n && owned->items[at].begin_ns < *begin_ns)
        {
          *begin_ns = owned->items[at].begin_ns;
          next = owned->items[at].owner;
        }
    }
  return next;
}

static gint64
get_end_ns (const LscTimeline *timeline, guint32 slice)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, slice);

  return lsc_lane_get_end_ns (lsc_timeline_get_node (timeline, spot.node)->lane, spot.slice);
}

static gint64
get_begin_ns (const LscTimeline *timeline, guint32 slice)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, slice);

  return lsc_timeline_get_node (timeline, spot.node)->lane->start_ns[spot.slice];
}

/* Whether the time of a slice says anything. */
static gboolean
has_time (const LscTimeline *timeline, guint32 slice)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, slice);

  return lsc_timeline_get_node (timeline, spot.node)->lane->kind[spot.slice] != LSC_SLICE_MISTIMED;
}

/* As lsc_find_launch(), but looks first where the launch of the task before was: those of a stream
 * stand together. */
static gboolean
find_launch (Sweep *self, guint32 task, guint32 *launch)
{
  const LscLinks *links = &self->timeline->links;
  gsize end = MIN (links->n, self->link + MOST_NEAR);
  gsize at = self->link;

  while (at < end && lsc_links_get_to (links, at)->to < task)
    at++;
  for (; at < end && lsc_links_get_to (links, at)->to == task; at++)
    if (lsc_links_get_to (links, at)->kind == LSC_LINK_LAUNCH)
      {
        self->link = at;
        *launch = lsc_links_get_to (links, at)->from;
        return TRUE;
      }
  lsc_links_find_to (links, task, &self->link);
  return lsc_find_launch (self->timeline, task, launch);
}

static LscBudgetPiece
make_piece (gint64 begin_ns, gint64 end_ns, LscBudgetCategory category, guint32 owner)
{
  return (LscBudgetPiece){ begin_ns, end_ns, owner, LSC_SLICE_NONE, (guint8) category, 0, 0, 0 };
}

static void
add_host_piece (Sweep *self, LscBudgetPiece piece, guint32 launch)
{
  LscBudgetPiece late = piece;

  if (piece.end_ns <= piece.begin_ns)
    return;
  piece.end_ns = late.begin_ns = _lsc_host_calls_find_late_ns (self->calls, &piece, launch);
  if (piece.end_ns > piece.begin_ns)
    _lsc_host_calls_explain (self->calls, &piece, launch);
  if (late.end_ns > late.begin_ns)
    _lsc_host_calls_explain (self->calls, &late, launch);
  add_piece (self, piece);
  add_piece (self, late);
}

/* Idle time of one side of the launch; preparing keeps its category. */
static void
add_side (Sweep *self, LscBudgetPiece piece, LscBudgetSide side, guint32 launch)
{
  static const LscBudgetCategory categories[] = {
    [LSC_BUDGET_NOT_LAUNCHED] = LSC_BUDGET_FREE_HOST,
    [LSC_BUDGET_LAUNCHED] = LSC_BUDGET_FREE_DEVICE,
    [LSC_BUDGET_UNLINKED] = LSC_BUDGET_FREE_UNLINKED,
  };

  piece.side = (guint8) side;
  if (piece.category != LSC_BUDGET_PREPARE)
    piece.category = (guint8) categories[side];
  if (side == LSC_BUDGET_NOT_LAUNCHED)
    add_host_piece (self, piece, launch);
  else
    add_piece (self, piece);
}

static gsize
find_first (const Sweep *self, LscDeviceClass class, gint64 time_ns)
{
  const LscOwnedList *list = &self->events->events[class];

  return LSC_BISECT (i, self->first[class], list->n, list->items[i].begin_ns < time_ns);
}

/* @next or, of what starts together with it, the first that has a launch, as a gap has it; no copy
 * starts together with work. */
static guint32
prefer_launched (Sweep *self, guint32 next)
{
  gint64 begin_ns;
  guint32 launch;

  if (next == LSC_SLICE_NONE || find_launch (self, next, &launch))
    return next;
  begin_ns = get_begin_ns (self->timeline, next);
  for (guint class = LSC_DEVICE_COMPUTE; class <= LSC_DEVICE_COMM; class ++)
    {
      const LscOwnedList *events = &self->events->events[class];

      for (gsize i = find_first (self, class, begin_ns);
           i < events->n && events->items[i].begin_ns == begin_ns; i++)
        if (events->items[i].end_ns > begin_ns &&
            find_launch (self, events->items[i].owner, &launch))
          return events->items[i].owner;
    }
  return next;
}

/* Before the first work of the recording or behind the last: by the same rule as a gap. */
static void
split_at_launch (Sweep *self, LscBudgetPiece piece, guint32 next)
{
  LscBudgetPiece after = piece;
  guint32 launch;

  next = prefer_launched (self, next);
  piece.owner = after.owner = next;
  if (next == LSC_SLICE_NONE || !find_launch (self, next, &launch) ||
      !has_time (self->timeline, launch))
    {
      add_side (self, piece, LSC_BUDGET_UNLINKED, LSC_SLICE_NONE);
      return;
    }
  piece.is_graph = after.is_graph = _lsc_host_calls_is_graph (self->calls, launch);
  piece.end_ns = after.begin_ns =
      CLAMP (get_end_ns (self->timeline, launch) + self->skew_ns, piece.begin_ns, piece.end_ns);
  add_side (self, piece, LSC_BUDGET_NOT_LAUNCHED, launch);
  add_side (self, after, LSC_BUDGET_LAUNCHED, launch);
}

static LscBudgetSide
find_side (const LscGap *span)
{
  if (span->kind == LSC_SLICE_GAP_UNKNOWN)
    return LSC_BUDGET_UNLINKED;
  return lsc_gap_is_of_host (span) ? LSC_BUDGET_NOT_LAUNCHED : LSC_BUDGET_LAUNCHED;
}

/* What of a span of a gap lies in the piece. */
static void
add_span_of_gap (Sweep *self, LscBudgetPiece piece, const LscGap *span)
{
  LscBudgetSide side = find_side (span);

  piece.begin_ns = MAX (piece.begin_ns, span->begin_ns);
  piece.end_ns = MIN (piece.end_ns, span->end_ns);
  piece.owner = span->next;
  piece.is_graph = span->is_graph;
  if (side == LSC_BUDGET_LAUNCHED)
    piece.cause = span->cause;
  add_side (self, piece, side, span->launch);
}

/* Idle time, split as the gaps are (dispatch.md#gaps). */
static void
add_split (Sweep *self, LscBudgetPiece piece, guint32 next)
{
  const LscGaps *gaps = self->gaps;
  gint64 end_ns = piece.end_ns;

  if (piece.end_ns <= piece.begin_ns)
    return;
  while (gaps && self->gap < gaps->n && gaps->items[self->gap].end_ns <= piece.begin_ns)
    self->gap++;
  for (gsize i = self->gap; gaps && i < gaps->n && gaps->items[i].begin_ns < end_ns; i++)
    {
      const LscGap *span = &gaps->items[i];

      if (span->begin_ns > piece.begin_ns)
        {
          piece.end_ns = span->begin_ns;
          split_at_launch (self, piece, next);
          piece.begin_ns = span->begin_ns;
        }
      piece.end_ns = end_ns;
      add_span_of_gap (self, piece, span);
      piece.begin_ns = MIN (span->end_ns, end_ns);
    }
  piece.end_ns = end_ns;
  if (piece.begin_ns < end_ns)
    split_at_launch (self, piece, next);
}

/* Behind the last kernel of a step nothing is launched for it; what its thread does then is told.
 */
static void
add_tail (Sweep *self, LscBudgetPiece piece)
{
  const LscBudgetPieces *pieces = &self->result->pieces;
  gsize last = pieces->n;
  guint32 launch = LSC_SLICE_NONE;

  if (piece.end_ns <= piece.begin_ns)
    return;
  while (last > self->step->first_piece && pieces->items[last - 1].category != LSC_BUDGET_COMPUTE)
    last--;
  if (last == self->step->first_piece ||
      !find_launch (self, pieces->items[last - 1].owner, &launch))
    launch = LSC_SLICE_NONE;
  _lsc_host_calls_explain_tail (self->calls, &piece, launch);
  add_piece (self, piece);
}

/* Idle time, before, between or after what belongs to the step. */
static void
add_idle (Sweep *self, gint64 end_ns)
{
  gint64 begin_ns = self->now_ns, next_ns;
  guint32 next = find_next (self, &next_ns);
  gint64 prepared_ns = CLAMP (self->first_ns, begin_ns, end_ns);
  gint64 tail_ns = CLAMP (self->last_ns, prepared_ns, end_ns);

  add_split (self, make_piece (begin_ns, prepared_ns, LSC_BUDGET_PREPARE, next), next);
  add_split (self, make_piece (prepared_ns, tail_ns, LSC_BUDGET_FREE_HOST, next), next);
  add_tail (self, make_piece (tail_ns, end_ns, LSC_BUDGET_TAIL, LSC_SLICE_NONE));
}

/* ---- busy time ---- */

static const LscOwned *
get_running (const Sweep *self, LscDeviceClass class)
{
  const LscOwnedList *owned = &self->events->owned[class];
  gsize at = self->at[class];

  return at < owned->n && owned->items[at].begin_ns <= self->now_ns ? &owned->items[at] : NULL;
}

/* What communication does: whether it waits for a message, or for the others of a group, or moves
 * data. */
static LscBudgetCategory
find_communication (const Sweep *self, const LscOwned *op)
{
  if (!self->result->is_split)
    return LSC_BUDGET_COMM;
  if (get_running (self, LSC_DEVICE_TRANSFER))
    return LSC_BUDGET_TRANSFER;
  if (!get_running (self, LSC_DEVICE_WAIT))
    return LSC_BUDGET_COMM_OTHER;
  return op->detail ? LSC_BUDGET_BUBBLE : LSC_BUDGET_WAIT;
}

static void
add_span (Sweep *self, gint64 end_ns)
{
  const LscOwned *compute = get_running (self, LSC_DEVICE_COMPUTE);
  const LscOwned *op = get_running (self, LSC_DEVICE_COMM);
  const LscOwned *copy = get_running (self, LSC_DEVICE_COPY);
  LscBudgetPiece piece = make_piece (self->now_ns, end_ns, LSC_BUDGET_MEMCPY, LSC_SLICE_NONE);

  if (compute)
    {
      piece.category = LSC_BUDGET_COMPUTE;
      piece.owner = compute->owner;
      piece.detail = compute->detail;
      self->step->hidden_comm_ns += op ? end_ns - self->now_ns : 0;
    }
  else if (op)
    {
      piece.category = (guint8) find_communication (self, op);
      piece.owner = op->owner;
      if (piece.category == LSC_BUDGET_COMM && op->detail)
        self->step->message_ns += end_ns - self->now_ns;
    }
  else if (copy)
    piece.owner = copy->owner;
  else
    {
      add_idle (self, end_ns);
      return;
    }
  add_piece (self, piece);
}

/* ---- the walk ---- */

/* The next moment at which something begins or ends. */
static gint64
find_next_ns (const Sweep *self)
{
  gint64 next_ns = self->step->end_ns;

  for (guint i = 0; i < LSC_DEVICE_N; i++)
    {
      const LscOwnedList *owned = &self->events->owned[i];
      const LscOwned *item;

      if (self->at[i] >= owned->n)
        continue;
      item = &owned->items[self->at[i]];
      next_ns = MIN (next_ns, item->begin_ns > self->now_ns ? item->begin_ns : item->end_ns);
    }
  return next_ns;
}

static void
advance (Sweep *self, gint64 to_ns)
{
  self->now_ns = to_ns;
  for (guint i = 0; i < LSC_DEVICE_N; i++)
    {
      const LscOwnedList *owned = &self->events->owned[i];

      while (self->at[i] < owned->n && owned->items[self->at[i]].end_ns <= to_ns)
        self->at[i]++;
    }
}

static void
learn_events (Sweep *self, LscDeviceClass class)
{
  const LscOwnedList *events = &self->events->events[class];
  LscBudgetStep *step = self->step;

  for (gsize i = find_first (self, class, step->begin_ns);
       i < events->n && events->items[i].begin_ns < step->end_ns; i++)
    {
      const LscDeviceEvent *event = &events->items[i];

      self->first_ns = MIN (self->first_ns, event->begin_ns);
      self->last_ns = MAX (self->last_ns, event->end_ns);
      step->n_clipped += event->end_ns > step->end_ns;
      step->clipped_ns += MAX (event->end_ns - step->end_ns, 0);
    }
}

/* What of the device begins in the step, and what its edges cut. Without any, all of a window of
 * the host's prepares. A device's step ends where the first kernel of the next one begins: time
 * without work before that is idle as any other. */
static void
learn_extent (Sweep *self)
{
  self->first_ns = G_MAXINT64;
  self->last_ns = G_MININT64;
  learn_events (self, LSC_DEVICE_COMPUTE);
  learn_events (self, LSC_DEVICE_COMM);
  if (self->result->rule == LSC_STEPS_BY_DEVICE)
    {
      self->first_ns = self->step->begin_ns;
      self->last_ns = self->step->end_ns;
    }
}

/* Kernels that have ended go while pieces come, unless another step begins before: of a large rank
 * that is the most that is in memory. Where events own all of their time nobody asks for one that
 * began earlier. */
static void
forget_events (Sweep *self)
{
  const LscDeviceEvents *all = self->events;
  const LscOwnedList *events = &all->events[LSC_DEVICE_COMPUTE];
  gsize first = self->first[LSC_DEVICE_COMPUTE], to = self->at[LSC_DEVICE_COMPUTE];

  if (events->items != all->owned[LSC_DEVICE_COMPUTE].items ||
      all->events[LSC_DEVICE_COMM].items != all->owned[LSC_DEVICE_COMM].items ||
      self->later_ns < self->now_ns)
    return;
  lsc_forget (events->items, first * sizeof *events->items, to * sizeof *events->items);
  self->first[LSC_DEVICE_COMPUTE] = to;
}

static gboolean
walk_step (Sweep *self, LscJob *job, GError **error)
{
  gsize n = 0;

  self->step->first_piece = self->result->pieces.n;
  learn_extent (self);
  for (guint i = 0; i < LSC_DEVICE_N; i++)
    {
      const LscOwnedList *owned = &self->events->owned[i];

      self->at[i] =
          LSC_BISECT (k, self->first[i], owned->n, owned->items[k].end_ns <= self->step->begin_ns);
    }
  if (self->gaps)
    self->gap =
        LSC_BISECT (k, 0, self->gaps->n, self->gaps->items[k].end_ns <= self->step->begin_ns);
  self->now_ns = self->step->begin_ns;
  while (self->now_ns < self->step->end_ns)
    {
      gint64 next_ns = MIN (find_next_ns (self), self->step->end_ns);

      add_span (self, next_ns);
      advance (self, next_ns);
      if (++n % FORGET_EVERY == 0)
        forget_events (self);
      if (n % CHECK_EVERY == 0 && !lsc_job_check (job, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- steps ---- */

/* What is told of communication, each moment once: what computing hides stands beside the rest. */
static void
finish_step (LscBudgetStep *step)
{
  step->step_ns = step->end_ns - step->begin_ns;
  step->free_ns = LSC_INT_NULL;
  step->comm_ns = step->hidden_comm_ns;
  for (guint i = LSC_BUDGET_TRANSFER; i <= LSC_BUDGET_BUBBLE; i++)
    step->comm_ns += step->ns[i];
}

static void
check_step (const LscBudget *self, const LscBudgetStep *step)
{
#ifndef NDEBUG
  gint64 sum_ns = 0, at_ns = step->begin_ns;

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    sum_ns += step->ns[i];
  g_assert (sum_ns == step->end_ns - step->begin_ns);
  for (gsize i = 0; i < step->n_pieces; i++)
    {
      const LscBudgetPiece *piece = &self->pieces.items[step->first_piece + i];

      g_assert (piece->begin_ns == at_ns);
      at_ns = piece->end_ns;
    }
  g_assert (at_ns == step->end_ns);
#endif
}

/* Without steps the whole recording is one: from its first event to its last. */
static void
add_capture (LscBudget *self, const LscTimeline *timeline)
{
  LscBudgetStep step = { .step = LSC_INT_NULL,
                         .class = LSC_CLASS_NONE,
                         .begin_ns =
                             timeline->has_strays ? timeline->main_begin_ns : timeline->begin_ns,
                         .end_ns = timeline->has_strays ? timeline->main_end_ns : timeline->end_ns,
                         .host_step_ns = LSC_INT_NULL,
                         .lead_begin_ns = LSC_INT_NULL,
                         .lead_end_ns = LSC_INT_NULL };

  step.host_begin_ns = step.begin_ns;
  step.host_end_ns = step.end_ns;
  if (step.end_ns > step.begin_ns)
    lsc_budget_steps_append (&self->steps, step);
}

static LscBudgetStep
make_step (const LscDeviceStep *known, LscStepsRule rule)
{
  LscBudgetStep step = { .step = known->step,
                         .standing = known->standing,
                         .class = known->class,
                         .begin_ns = known->begin_ns,
                         .end_ns = known->end_ns,
                         .host_begin_ns = known->host_begin_ns,
                         .host_end_ns = known->host_end_ns,
                         .host_step_ns = known->host_end_ns - known->host_begin_ns,
                         .lead_begin_ns = LSC_INT_NULL,
                         .lead_end_ns = LSC_INT_NULL };

  if (rule == LSC_STEPS_BY_DEVICE)
    {
      step.lead_begin_ns = lsc_device_step_get_lead_begin_ns (known);
      step.lead_end_ns = lsc_device_step_get_lead_end_ns (known);
    }
  return step;
}

static void
list_steps (LscBudget *self, const LscTimeline *timeline)
{
  const LscDeviceSteps *device = lsc_timeline_get_analysis (timeline)->overlap->device;

  self->rule = device->rule;
  self->main_class = device->main_class;
  for (gsize i = 0; i < device->classes.n; i++)
    lsc_step_classes_append (&self->classes, device->classes.items[i]);
  for (gsize i = 0; i < device->steps.n; i++)
    if (lsc_device_step_counts (&device->steps.items[i]))
      lsc_budget_steps_append (&self->steps, make_step (&device->steps.items[i], device->rule));
  if (device->steps.n == 0)
    add_capture (self, timeline);
}

/* A trace of a GPU has one kernel for a collective, whatever that does. */
static void
learn_split (LscBudget *self, const LscTimeline *timeline, const LscDeviceEvents *events)
{
  self->is_split = !timeline->is_gpu && (events->events[LSC_DEVICE_COMM].n == 0 ||
                                         events->events[LSC_DEVICE_TRANSFER].n > 0 ||
                                         events->events[LSC_DEVICE_WAIT].n > 0);
  if (self->is_split || events->events[LSC_DEVICE_COMM].n == 0)
    return;
  self->lack = timeline->is_gpu ? LSC_BUDGET_LACKS_WAITS : LSC_BUDGET_LACKS_TASKS;
}

static LscBudgetLack
find_lack (const LscTimeline *timeline)
{
  if (timeline->told_steps.n > 0)
    return LSC_BUDGET_LACKS_EVENTS;
  return lsc_notices_have_end_lost (timeline->notices) ? LSC_BUDGET_LACKS_REST
                                                       : LSC_BUDGET_LACKS_DEVICE;
}

/* Returns: (transfer full): when the first step from each one on begins; of none, never */
static gint64 *
list_begins (const LscBudgetSteps *steps)
{
  gint64 *begins = g_new (gint64, steps->n + 1);

  begins[steps->n] = G_MAXINT64;
  for (gsize i = steps->n; i-- > 0;)
    begins[i] = MIN (begins[i + 1], steps->items[i].begin_ns);
  return begins;
}

static gboolean
walk_steps (Sweep *self, LscJob *job, GError **error)
{
  LscBudget *result = self->result;
  g_autofree gint64 *begins = NULL;

  if (self->events->events[LSC_DEVICE_COMPUTE].n + self->events->events[LSC_DEVICE_COMM].n == 0)
    {
      result->lack = find_lack (self->timeline);
      return TRUE;
    }
  learn_split (result, self->timeline, self->events);
  list_steps (result, self->timeline);
  begins = list_begins (&result->steps);
  for (guint i = 0; i < result->steps.n; i++)
    {
      self->step = &result->steps.items[i];
      self->later_ns = begins[i + 1];
      if (!walk_step (self, job, error))
        return FALSE;
      finish_step (self->step);
      check_step (result, self->step);
    }
  return TRUE;
}

/**
 * lsc_budget_new:
 * @timeline: a completed recording
 *
 * Thread: any. Cost: O(n log n) of the slices of the device, and one look at those of the host.
 *
 * Returns: (transfer full): the budget of each step, or of the whole recording if it has none; no
 *   steps where nothing of the device was recorded; %NULL when the job was cancelled
 */
LscBudget *
lsc_budget_new (const LscTimeline *timeline, LscJob *job, GError **error)
{
  LscBudget *self;
  LscDeviceEvents events = { { { 0 } } };
  LscHostCalls calls = { 0 };
  const LscTimelineAnalysis *analysis;
  Sweep sweep = { .timeline = timeline, .events = &events, .calls = &calls };
  gboolean ok;

  g_return_val_if_fail (timeline, NULL);
  analysis = lsc_timeline_get_analysis (timeline);
  self = g_new0 (LscBudget, 1);
  self->main_class = LSC_CLASS_NONE;
  sweep.result = self;
  sweep.skew_ns = analysis && analysis->dispatch ? analysis->dispatch->skew_ns : 0;
  sweep.gaps = analysis && analysis->dispatch ? &analysis->dispatch->gaps : NULL;
  ok = _lsc_device_events_collect (&events, timeline, job, error) &&
       _lsc_host_calls_collect (&calls, timeline, job, error) && walk_steps (&sweep, job, error);
  if (ok)
    _lsc_host_calls_list_delays (&calls, &self->delays);
  _lsc_device_events_clear (&events);
  _lsc_host_calls_clear (&calls);
  if (!ok)
    g_clear_pointer (&self, lsc_budget_free);
  return self;
}

void
lsc_budget_free (LscBudget *self)
{
  if (!self)
    return;
  lsc_budget_steps_clear (&self->steps);
  lsc_budget_pieces_clear (&self->pieces);
  lsc_host_delays_clear (&self->delays);
  lsc_step_classes_clear (&self->classes);
  g_free (self);
}
