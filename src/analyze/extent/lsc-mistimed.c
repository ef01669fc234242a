/* lsc-mistimed.c - events whose times cannot be
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/extent/lsc-mistimed.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "base/lsc-time.h"

/* times.md#impossible. Two kinds of times cannot be, however near they are to others:
 *
 * Early: a task that begins before its own launch. Clocks of host and device that disagree move all
 * tasks alike, so the skew is what most launches allow; the few that lie far below all others
 * contradict it, and it is their times that are wrong. Far is by the launches themselves: below the
 * lower quartile by more than eight times what lies between it and the median, or, of a tenth of
 * them at most, away from the next one by more than half of what they are before their launch.
 *
 * Unset: events at the time 0 of the file, or within a millisecond of it, with nothing behind them
 * for longer than all others take together. */

#define LEAST_LAUNCHES 4
#define LEAST_EARLY_NS (100 * 1000)
#define LEAST_SPREAD_NS (50 * 1000)
#define FENCE 8
#define FEW_PARTS 10 /* a tenth of the launches */
#define MOST_PARTS 4 /* no more than a quarter is left out */
#define MOST_TOLD_STEPS 3
#define BEGIN_NS (1000 * 1000)
#define FAR_TIMES 10
#define FEW 3
#define FEW_PERCENT 1
#define LEAST_OTHERS 4

static LscSpot
get_spot (const LscTimeline *timeline, guint32 id)
{
  return lsc_timeline_get_spot (timeline, id);
}

static gint64
get_start_ns (const LscTimeline *timeline, LscSpot spot)
{
  return lsc_timeline_get_node (timeline, spot.node)->lane->start_ns[spot.slice];
}

static gboolean
counts (const LscTimeline *timeline, LscSpot spot)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;

  return lsc_timeline_counts (timeline, lane->start_ns[spot.slice],
                              lsc_lane_get_end_ns (lane, spot.slice));
}

static guint8 *
get_kind (const LscTimeline *timeline, LscSpot spot)
{
  return &lsc_timeline_get_node (timeline, spot.node)->lane->kind[spot.slice];
}

/* ---- Before their launch ------------------------------------------------------------------------
 */

/** A task and how long after its launch it begins. */
typedef struct
{
  gint64 delay_ns;
  LscSpot task;
  gint64 launch_ns;
} Launched;

LSC_DEFINE_ARRAY (LaunchedList, launched_list, Launched)

/** Finds slices by their number, which rise. */
typedef struct
{
  const LscTimeline *timeline;
  guint32 node;
} Finder;

static LscSpot
find_spot (Finder *self, guint32 id)
{
  const LscNode *node = lsc_timeline_get_node (self->timeline, self->node);
  LscSpot spot = { self->node, id - node->first_id };

  if (!node->lane || id < node->first_id || id - node->first_id >= node->lane->n)
    spot = get_spot (self->timeline, id);
  self->node = spot.node;
  return spot;
}

static gboolean
is_launched_kind (guint8 kind)
{
  return lsc_slice_kind_is_computing (kind) || kind == LSC_SLICE_COPY ||
         kind == LSC_SLICE_COMM_OP || kind == LSC_SLICE_COMM_TASK || kind == LSC_SLICE_SCHEDULE;
}

/* All that was launched; where @list is %NULL only the least delay is asked for. */
static gint64
list_launched (const LscTimeline *timeline, LaunchedList *list)
{
  const LscLinks *links = &timeline->links;
  Finder calls = { timeline, 0 }, tasks = { timeline, 0 };
  gint64 least_ns = G_MAXINT64;

  for (gsize i = 0; i < links->n; i++)
    {
      const LscLink *link = &links->items[i];
      Launched launched;
      LscSpot call;

      if (link->kind != LSC_LINK_LAUNCH)
        continue;
      call = find_spot (&calls, link->from);
      launched.task = find_spot (&tasks, link->to);
      if (!is_launched_kind (*get_kind (timeline, launched.task)) ||
          (timeline->has_strays && (!counts (timeline, launched.task) || !counts (timeline, call))))
        continue;
      launched.launch_ns = get_start_ns (timeline, call);
      if (__builtin_sub_overflow (get_start_ns (timeline, launched.task), launched.launch_ns,
                                  &launched.delay_ns))
        launched.delay_ns = G_MININT64;
      least_ns = MIN (least_ns, launched.delay_ns);
      if (list)
        launched_list_append (list, launched);
    }
  return least_ns;
}

/* The largest delay that is left out; %G_MININT64 = none is. @delays: sorted */
static gint64
find_limit (const gint64 *delays, gsize n)
{
  double low = (double) delays[n / 4], spread = (double) delays[n / 2] - low;
  double fence = low - FENCE * MAX (spread, LEAST_SPREAD_NS);
  gsize n_out = 0;

  while (n_out < n && (double) delays[n_out] < fence && delays[n_out] < -LEAST_EARLY_NS)
    n_out++;
  for (gsize i = n_out; i < MAX (n / FEW_PARTS, 1) && delays[i] < -LEAST_EARLY_NS; i++)
    {
      double gap = (double) delays[i + 1] - (double) delays[i];

      if (gap > MAX (LEAST_EARLY_NS, -(double) delays[i] / 2))
        n_out = i + 1;
    }
  return n_out > 0 && n_out <= MAX (n / MOST_PARTS, 1) ? delays[n_out - 1] : G_MININT64;
}

/* (transfer full): "1, 2 and 5 more"; "" where there are no steps */
static char *
list_steps (const LscTimeline *timeline, const LaunchedList *early)
{
  GString *out = g_string_new (NULL);
  const LscStep *last = NULL;
  guint n = 0;

  for (gsize i = 0; i < timeline->steps.n; i++)
    {
      const LscStep *step = &timeline->steps.items[i];

      for (gsize k = 0; k < early->n && last != step; k++)
        if (early->items[k].launch_ns >= step->start_ns && early->items[k].launch_ns < step->end_ns)
          {
            last = step;
            if (n++ < MOST_TOLD_STEPS)
              g_string_append_printf (out, "%s%" PRId64, n > 1 ? ", " : "", step->id);
          }
    }
  if (n > MOST_TOLD_STEPS)
    g_string_append (out, ", …");
  return g_string_free (out, FALSE);
}

static void
tell_early (LscTimeline *timeline, const LaunchedList *early, const Launched *first)
{
  const LscNode *node = lsc_timeline_get_node (timeline, first->task.node);
  const char *name = lsc_timeline_text (timeline, node->lane->name[first->task.slice]);
  g_autofree char *path = lsc_timeline_get_path (timeline, first->task.node, TRUE);
  g_autofree char *distance = lsc_format_duration (-first->delay_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *steps = list_steps (timeline, early);
  g_autofree char *why =
      *steps ? g_strdup_printf (_ ("Such times are wrong: no other launch allows them. Sums leave "
                                   "these tasks out, so that they are missing in step %s; tables "
                                   "of events keep them."),
                                steps)
             : g_strdup (_ ("Such times are wrong: no other launch allows them. Sums leave these "
                            "tasks out; tables of events keep them."));
  LscNotice *notice = lsc_notice_new (
      LSC_SEVERITY_WARNING, "task-before-launch",
      ngettext ("%zu task begins before its own launch: “%s” of %s, by %s",
                "%zu tasks begin before their own launch; the first, “%s” of %s, by %s", early->n),
      early->n, name, path, distance);

  lsc_notice_set_help (notice, why, NULL);
  lsc_timeline_take_notice (timeline, notice, NULL, (gint64) early->n);
}

/* A collective of a GPU is its kernel, and stands beside it. */
static void
mark_task (LscTimeline *timeline, LscSpot task)
{
  guint32 id = lsc_timeline_get_id (timeline, task);
  gsize first, n = lsc_links_find_to (&timeline->links, id, &first);

  *get_kind (timeline, task) = LSC_SLICE_MISTIMED;
  for (gsize i = 0; timeline->is_gpu && i < n; i++)
    {
      const LscLink *link = lsc_links_get_to (&timeline->links, first + i);

      if (link->kind == LSC_LINK_COMM_TASK)
        *get_kind (timeline, get_spot (timeline, link->from)) = LSC_SLICE_MISTIMED;
    }
}

/**
 * lsc_mistimed_mark_early:
 * @timeline: sealed with links, not yet shared, its stray slices are known
 *
 * Makes tasks that begin long before their own launch, against what most launches allow, events of
 * an impossible time, and tells of them.
 *
 * Cost: O(links), O(n log n) of them where some task begins before its launch.
 *
 * Returns: how many there are
 */
gsize
lsc_mistimed_mark_early (LscTimeline *timeline)
{
  LaunchedList launched = { 0 }, early = { 0 };
  gsize n_early;

  g_return_val_if_fail (timeline, 0);
  if (list_launched (timeline, NULL) < -LEAST_EARLY_NS)
    list_launched (timeline, &launched);
  if (launched.n >= LEAST_LAUNCHES)
    {
      g_autofree gint64 *delays = g_new (gint64, launched.n);
      const Launched *first = NULL;
      gint64 limit;

      for (gsize i = 0; i < launched.n; i++)
        delays[i] = launched.items[i].delay_ns;
      lsc_sort_int64s (delays, launched.n);
      limit = find_limit (delays, launched.n);
      for (gsize i = 0; i < launched.n; i++)
        if (limit != G_MININT64 && launched.items[i].delay_ns <= limit)
          {
            const Launched *item = &launched.items[i];

            launched_list_append (&early, *item);
            if (!first || item->launch_ns < first->launch_ns)
              first = item;
          }
      if (early.n > 0)
        tell_early (timeline, &early, first);
      for (gsize i = 0; i < early.n; i++)
        mark_task (timeline, early.items[i].task);
    }
  n_early = early.n;
  launched_list_clear (&launched);
  launched_list_clear (&early);
  return n_early;
}

/* ---- Never set ----------------------------------------------------------------------------------
 */

/** What begins at the time 0 of the file, and what does not. */
typedef struct
{
  gint64 limit_ns;
  gsize n;
  gboolean is_exact; /* all of it begins at 0 itself */
  gint64 end_ns;
  gsize n_others;
  gint64 others_begin_ns;
  gint64 others_end_ns;
} Begin;

static gboolean
is_known (const LscTimeline *timeline, const LscLane *lane, guint32 slice)
{
  return lane->kind[slice] != LSC_SLICE_MISTIMED &&
         lsc_timeline_counts (timeline, lane->start_ns[slice], lsc_lane_get_end_ns (lane, slice));
}

static void
learn_row (Begin *self, const LscTimeline *timeline, const LscLane *lane, guint32 row)
{
  guint32 i = lane->row_begin[row], end = lane->row_begin[row + 1];

  for (; i < end && lane->start_ns[i] <= self->limit_ns; i++)
    if (is_known (timeline, lane, i))
      {
        self->n++;
        self->is_exact = self->is_exact && lane->start_ns[i] == timeline->zero_ns;
        self->end_ns = MAX (self->end_ns, lsc_lane_get_end_ns (lane, i));
      }
  while (i < end && !is_known (timeline, lane, i))
    i++;
  while (end > i && !is_known (timeline, lane, end - 1))
    end--;
  if (i == end)
    return;
  self->n_others += end - i;
  self->others_begin_ns = MIN (self->others_begin_ns, lane->start_ns[i]);
  self->others_end_ns = MAX (self->others_end_ns, lsc_lane_get_end_ns (lane, end - 1));
}

static Begin
learn_begin (const LscTimeline *timeline)
{
  Begin self = { .limit_ns = timeline->zero_ns + BEGIN_NS,
                 .is_exact = TRUE,
                 .end_ns = G_MININT64,
                 .others_begin_ns = G_MAXINT64,
                 .others_end_ns = G_MININT64 };

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, i)->lane;

      for (guint32 row = 0; lane && row < lane->n_rows; row++)
        learn_row (&self, timeline, lane, row);
    }
  return self;
}

static gboolean
is_unset (const Begin *self)
{
  double gap, extent;

  if (self->n == 0 || self->n_others < LEAST_OTHERS || self->others_begin_ns <= self->end_ns)
    return FALSE;
  gap = (double) self->others_begin_ns - (double) self->end_ns;
  extent = (double) self->others_end_ns - (double) self->others_begin_ns;
  return self->is_exact
             ? gap > extent
             : gap > FAR_TIMES * extent && self->n <= MAX (FEW, self->n_others * FEW_PERCENT / 100);
}

/* What the program computes itself, or what only tells where a lane of annotations is, keeps its
 * kind. */
static void
mark_lane (LscTimeline *timeline, guint32 node, gint64 limit_ns, LscSpots *found)
{
  const LscNode *about = lsc_timeline_get_node (timeline, node);
  const LscLane *lane = about->lane;
  gboolean is_copy = about->role == LSC_ROLE_COMM_GROUP && timeline->is_gpu;

  for (guint32 row = 0; lane && row < lane->n_rows; row++)
    for (guint32 i = lane->row_begin[row];
         i < lane->row_begin[row + 1] && lane->start_ns[i] <= limit_ns; i++)
      if (is_known (timeline, lane, i))
        {
          if (lane->kind[i] != LSC_SLICE_DEVICE_MARK)
            lane->kind[i] = LSC_SLICE_MISTIMED;
          if (!is_copy)
            lsc_spots_append (found, (LscSpot){ node, i });
        }
}

/**
 * lsc_mistimed_mark_unset:
 * @timeline: sealed, not yet shared, its stray slices are known
 * @found: receives the events
 *
 * Makes events at the time 0 of the file, far from all others, events of an impossible time. Steps
 * among them are steps no more.
 *
 * Cost: O(rows + events at 0).
 */
void
lsc_mistimed_mark_unset (LscTimeline *timeline, LscSpots *found)
{
  Begin begin;
  gsize n = 0;

  g_return_if_fail (timeline && found);
  begin = learn_begin (timeline);
  if (!is_unset (&begin))
    return;
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    mark_lane (timeline, i, begin.limit_ns, found);
  for (gsize i = 0; i < timeline->steps.n; i++)
    if (timeline->steps.items[i].start_ns > begin.limit_ns)
      timeline->steps.items[n++] = timeline->steps.items[i];
  timeline->steps.n = n;
}
