/* lsc-budget-host.c - what the host did while the device waited for a launch
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/budget/lsc-budget-private.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "model/lsc-around.h"

/* budget.md#host. */

#define CHECK_EVERY 4096
#define MOST_TRIES 1024 /* calls that may last in the meantime */
#define UNKNOWN (LSC_BUDGET_N_HOST + 1)

static gboolean
holds (const char *name, const char *const *words)
{
  for (gsize i = 0; words[i]; i++)
    if (strstr (name, words[i]))
      return TRUE;
  return FALSE;
}

/* Returns the class of a name that explains a pause by itself, LSC_BUDGET_N_HOST for others. */
static LscBudgetHost
classify (const char *name)
{
  static const char *const compiles[] = { "ompile", NULL };
  static const char *const loaders[] = { "DataLoader", "dataloader", "data_loader", NULL };
  static const char *const memory[] = {
    "aclrtMalloc", "aclrtFree",  "MallocMemInner", "FreePhysical", "MallocPhysical",
    "MapMem",      "cudaMalloc", "cudaFree",       "hipMalloc",    "hipFree",
    NULL
  };

  if (holds (name, loaders))
    return LSC_BUDGET_HOST_DATA_LOADER;
  if (lsc_is_sync_call (name))
    return LSC_BUDGET_HOST_SYNC; /* the gaps know which of them the device waited for */
  if (holds (name, compiles))
    return LSC_BUDGET_HOST_COMPILE;
  return holds (name, memory) ? LSC_BUDGET_HOST_MEMORY : LSC_BUDGET_N_HOST;
}

static gboolean
is_of_host (const LscNode *node)
{
  return node->lane && (node->role == LSC_ROLE_HOST_THREAD || node->role == LSC_ROLE_CANN_THREAD ||
                        node->role == LSC_ROLE_MARK_LANE);
}

static LscBudgetHost
find_class (const LscTimeline *timeline, const LscLane *lane, guint32 slice, guint8 *classes)
{
  guint32 name = lane->name[slice];

  if (lane->kind[slice] == LSC_SLICE_GC)
    return LSC_BUDGET_HOST_GC;
  if (lane->kind[slice] == LSC_SLICE_LAUNCH_ANCHOR || name == LSC_STRING_NONE)
    return LSC_BUDGET_N_HOST;
  if (classes[name] == UNKNOWN)
    classes[name] = classify (lsc_intern_text (timeline->strings, name));
  return classes[name];
}

static gint64
begin_of (gsize index, gconstpointer data)
{
  return ((const LscHostCall *) data)[index].begin_ns;
}

static void
sort_calls (LscHostCallList *calls)
{
  gint64 reach_ns = G_MININT64;

  lsc_sort_items (calls->items, calls->n, sizeof (LscHostCall), begin_of);
  for (gsize i = 0; i < calls->n; i++)
    {
      reach_ns = MAX (reach_ns, calls->items[i].end_ns);
      calls->items[i].reach_ns = reach_ns;
    }
}

/* The median time from one launch to the next. */
static gint64
find_usual_ns (const LscDispatch *dispatch)
{
  const LscLaunches *launches = &dispatch->launches;
  g_autofree gint64 *ns = NULL;

  if (launches->n < 2)
    return LSC_INT_NULL;
  ns = g_new (gint64, launches->n - 1);
  for (gsize i = 1; i < launches->n; i++)
    ns[i - 1] = launches->items[i].launch_ns - launches->items[i - 1].launch_ns;
  return lsc_median_lower_int64 (ns, launches->n - 1);
}

static void
learn_dispatch (LscHostCalls *self, const LscTimelineAnalysis *analysis)
{
  self->usual_ns = LSC_INT_NULL;
  if (!analysis || !analysis->dispatch)
    return;
  self->gaps = &analysis->dispatch->gaps;
  self->skew_ns = analysis->dispatch->skew_ns;
  self->usual_ns = find_usual_ns (analysis->dispatch);
}

/** Collects the calls that explain pauses. Cost: O(slices of the host). */
gboolean
_lsc_host_calls_collect (LscHostCalls *self, const LscTimeline *timeline, LscJob *job,
                         GError **error)
{
  gsize n_names = lsc_intern_size (timeline->strings) + 1;
  g_autofree guint8 *classes = g_new (guint8, n_names);

  memset (classes, UNKNOWN, n_names);
  self->timeline = timeline;
  learn_dispatch (self, lsc_timeline_get_analysis (timeline));
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint32 k = 0; is_of_host (node) && k < node->lane->n; k++)
        {
          LscBudgetHost class = find_class (timeline, node->lane, k, classes);

          if (k % CHECK_EVERY == 0 && !lsc_job_check (job, error))
            return FALSE;
          if (class < LSC_BUDGET_N_HOST)
            lsc_host_call_list_append (&self->calls[class],
                                       (LscHostCall){ node->lane->start_ns[k],
                                                      lsc_lane_get_end_ns (node->lane, k), 0,
                                                      node->first_id + k });
        }
    }
  for (guint i = 0; i < LSC_BUDGET_N_HOST; i++)
    sort_calls (&self->calls[i]);
  return TRUE;
}

void
_lsc_host_calls_clear (LscHostCalls *self)
{
  for (guint i = 0; i < LSC_BUDGET_N_HOST; i++)
    lsc_host_call_list_clear (&self->calls[i]);
}

/* Time that a piece shares with [begin, end). */
static gint64
shared_ns (const LscBudgetPiece *piece, gint64 begin_ns, gint64 end_ns)
{
  return MIN (piece->end_ns, end_ns) - MAX (piece->begin_ns, begin_ns);
}

static gboolean
covers (const LscBudgetPiece *piece, gint64 begin_ns, gint64 end_ns)
{
  return shared_ns (piece, begin_ns, end_ns) * 2 >= piece->end_ns - piece->begin_ns;
}

/* A call that covers half of the piece or more began before its middle and ends after it: few stand
 * open there, and they are near. */
static guint32
find_cover (const LscHostCallList *calls, const LscBudgetPiece *piece)
{
  gint64 middle_ns = piece->begin_ns + (piece->end_ns - piece->begin_ns + 1) / 2;
  gsize at = LSC_BISECT (i, 0, calls->n, calls->items[i].begin_ns <= middle_ns);

  for (gsize tries = 0;
       at > 0 && calls->items[at - 1].reach_ns > piece->begin_ns && tries < MOST_TRIES;
       tries++, at--)
    if (covers (piece, calls->items[at - 1].begin_ns, calls->items[at - 1].end_ns))
      return calls->items[at - 1].slice;
  return LSC_SLICE_NONE;
}

static const LscGap *
find_gap (const LscHostCalls *self, const LscBudgetPiece *piece)
{
  gsize at;

  if (!self->gaps)
    return NULL;
  at = LSC_BISECT (i, 0, self->gaps->n, self->gaps->items[i].end_ns <= piece->begin_ns);
  return at < self->gaps->n && self->gaps->items[at].begin_ns < piece->end_ns
             ? &self->gaps->items[at]
             : NULL;
}

/* The innermost slice around the middle of the piece that covers half of it, on one thread. */
static guint32
climb (const LscTimeline *timeline, guint32 near, const LscBudgetPiece *piece)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, near);
  const LscNode *node;
  guint32 at;

  if (spot.node == LSC_SLICE_NONE)
    return LSC_SLICE_NONE;
  node = lsc_timeline_get_node (timeline, spot.node);
  at = lsc_lane_find_deepest (node->lane, piece->begin_ns + (piece->end_ns - piece->begin_ns) / 2);
  for (guint i = 0; at != LSC_SLICE_NONE && i < LSC_AROUND_MOST_LEVELS;
       i++, at = lsc_lane_get_parent (node->lane, at))
    if (node->lane->kind[at] != LSC_SLICE_STEP &&
        covers (piece, node->lane->start_ns[at], lsc_lane_get_end_ns (node->lane, at)))
      return node->first_id + at;
  return LSC_SLICE_NONE;
}

static guint32
find_op (const LscTimeline *timeline, guint32 launch)
{
  gsize first, n = lsc_links_find_to (&timeline->links, launch, &first);

  for (gsize i = 0; i < n; i++)
    {
      const LscLink *link = lsc_links_get_to (&timeline->links, first + i);

      if (link->kind == LSC_LINK_OP_LAUNCH)
        return link->from;
    }
  return LSC_SLICE_NONE;
}

/* What else the launching thread did, or the thread of its operator. */
static guint32
find_any (const LscHostCalls *self, const LscBudgetPiece *piece, guint32 launch)
{
  guint32 found = LSC_SLICE_NONE;

  if (launch != LSC_SLICE_NONE)
    {
      found = climb (self->timeline, launch, piece);
      if (found == LSC_SLICE_NONE)
        found = climb (self->timeline, find_op (self->timeline, launch), piece);
    }
  return found;
}

static LscBudgetHost
get_host_class (const LscTimeline *timeline, guint32 slice)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, slice);
  guint8 kind;

  if (spot.node == LSC_SLICE_NONE)
    return LSC_BUDGET_HOST_SILENT;
  kind = lsc_timeline_get_node (timeline, spot.node)->lane->kind[spot.slice];
  return lsc_slice_kind_is_launch (kind) ? LSC_BUDGET_HOST_CALL : LSC_BUDGET_HOST_OP;
}

/* Whether one thing that is seen to last in the meantime is why nothing was launched. */
static gboolean
explain_by_cover (const LscHostCalls *self, LscBudgetPiece *piece)
{
  static const LscBudgetHost order[] = { LSC_BUDGET_HOST_COMPILE, LSC_BUDGET_HOST_GC,
                                         LSC_BUDGET_HOST_DATA_LOADER, LSC_BUDGET_HOST_MEMORY };

  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    {
      piece->cause = find_cover (&self->calls[order[i]], piece);
      piece->detail = order[i];
      if (piece->cause != LSC_SLICE_NONE)
        return TRUE;
    }
  return FALSE;
}

/**
 * _lsc_host_calls_find_late_ns:
 * @piece: idle time for lack of a launch
 *
 * A call that emptied the queue costs until it returns, and what the host takes then as usual to
 * the next launch. From there on the host is late by itself, if that is as much again.
 *
 * Returns: where that begins, at the end of @piece if nowhere
 */
gint64
_lsc_host_calls_find_late_ns (const LscHostCalls *self, const LscBudgetPiece *piece)
{
  const LscHostCallList *syncs = &self->calls[LSC_BUDGET_HOST_SYNC];
  const LscGap *gap = find_gap (self, piece);
  gsize at = LSC_BISECT (i, 0, syncs->n, syncs->items[i].begin_ns + self->skew_ns < piece->end_ns);
  gint64 late_ns;

  if (at == 0 || !gap || gap->kind != LSC_SLICE_GAP_HOST_SYNC || self->usual_ns == LSC_INT_NULL)
    return piece->end_ns;
  late_ns = syncs->items[at - 1].reach_ns + self->skew_ns + self->usual_ns;
  return piece->end_ns - late_ns > self->usual_ns ? MAX (late_ns, piece->begin_ns) : piece->end_ns;
}

/**
 * _lsc_host_calls_explain:
 * @piece: idle time for lack of a launch; its detail and cause are set
 * @launch: of the task that ends it, %LSC_SLICE_NONE
 */
void
_lsc_host_calls_explain (const LscHostCalls *self, LscBudgetPiece *piece, guint32 launch)
{
  const LscGap *gap = find_gap (self, piece);

  if (explain_by_cover (self, piece))
    return;
  if (gap && gap->kind == LSC_SLICE_GAP_HOST_SYNC &&
      _lsc_host_calls_find_late_ns (self, piece) > piece->begin_ns)
    {
      piece->detail = LSC_BUDGET_HOST_SYNC;
      piece->cause = gap->cause;
      return;
    }
  piece->cause = gap && gap->kind == LSC_SLICE_GAP_HOST && gap->cause != LSC_SLICE_NONE
                     ? gap->cause
                     : find_any (self, piece, launch);
  piece->detail = get_host_class (self->timeline, piece->cause);
}
