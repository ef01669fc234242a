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
#include "model/lsc-kernel-name.h"
#include "model/lsc-sched-names.h"

/* budget.md#host. */

#define CHECK_EVERY 4096
#define MOST_TRIES 1024 /* calls that may last in the meantime */
#define MOST_THREADS 64 /* of a process that are looked at */
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
  static const char *const loaders[] = { "DataLoader", "dataloader", "data_loader", NULL };
  static const char *const memory[] = {
    "aclrtMalloc", "aclrtFree",  "MallocMemInner", "FreePhysical", "MallocPhysical",
    "MapMem",      "cudaMalloc", "cudaFree",       "hipMalloc",    "hipFree",
    NULL
  };

  if (lsc_name_is_of_profiler (name))
    return LSC_BUDGET_HOST_PROFILER;
  if (holds (name, loaders))
    return LSC_BUDGET_HOST_DATA_LOADER;
  if (lsc_is_sync_call (name))
    return LSC_BUDGET_HOST_SYNC; /* the gaps know which of them the device waited for */
  if (lsc_name_compiles (name))
    return LSC_BUDGET_HOST_COMPILE;
  return holds (name, memory) ? LSC_BUDGET_HOST_MEMORY : LSC_BUDGET_N_HOST;
}

/* The profiler's own work stands among what belongs to no thread. */
static gboolean
is_of_host (const LscNode *node)
{
  return node->lane && (node->role == LSC_ROLE_HOST_THREAD || node->role == LSC_ROLE_CANN_THREAD ||
                        node->role == LSC_ROLE_MARK_LANE || node->role == LSC_ROLE_OTHER);
}

static LscBudgetHost
find_class (const LscTimeline *timeline, const LscNode *node, guint32 slice, guint8 *classes)
{
  const LscLane *lane = node->lane;
  gboolean is_other = node->role == LSC_ROLE_OTHER;
  guint32 name = lane->name[slice];

  if (lane->kind[slice] == LSC_SLICE_GC)
    return LSC_BUDGET_HOST_GC;
  if (lane->kind[slice] == LSC_SLICE_LAUNCH_ANCHOR || name == LSC_STRING_NONE)
    return LSC_BUDGET_N_HOST;
  if (classes[name] == UNKNOWN)
    classes[name] = classify (lsc_intern_text (timeline->strings, name));
  return is_other == (classes[name] == LSC_BUDGET_HOST_PROFILER) ? classes[name]
                                                                 : LSC_BUDGET_N_HOST;
}

/* ---- threads ---- */

static guint
hash_thread (gconstpointer data)
{
  const LscNode *node = data;

  return g_int64_hash (&node->pid) * 31 + g_int64_hash (&node->tid);
}

static gboolean
equal_threads (gconstpointer a, gconstpointer b)
{
  const LscNode *x = a, *y = b;

  return x->pid == y->pid && x->tid == y->tid;
}

/* @known: numbers of threads by a node of theirs, which the scheduler's lane is not. */
static void
find_scheds (LscHostCalls *self, GHashTable *known)
{
  const LscTimeline *timeline = self->timeline;

  for (guint32 i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      gpointer number;

      if (node->role == LSC_ROLE_OTHER && node->lane && g_str_equal (node->name, LSC_SCHED_LANE) &&
          g_hash_table_lookup_extended (known, lsc_timeline_get_node (timeline, node->parent), NULL,
                                        &number))
        g_array_index (self->scheds, guint32, GPOINTER_TO_UINT (number)) = i;
    }
}

/* Numbers the threads of the host; lanes of one thread have its number. */
static void
number_threads (LscHostCalls *self)
{
  const LscTimeline *timeline = self->timeline;
  g_autoptr (GHashTable) known = g_hash_table_new (hash_thread, equal_threads);

  self->thread_of = g_new (guint32, timeline->nodes->len + 1);
  self->stacks = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->scheds = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->pids = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      LscNode *node = lsc_timeline_get_node (timeline, i);
      const guint32 none = LSC_SLICE_NONE;
      gpointer number;

      self->thread_of[i] = LSC_SLICE_NONE;
      if (!is_of_host (node) && !(node->lane && node->role == LSC_ROLE_PYTHON_STACK))
        continue;
      if (!g_hash_table_lookup_extended (known, node, NULL, &number))
        {
          number = GUINT_TO_POINTER (self->pids->len);
          g_hash_table_insert (known, node, number);
          g_array_append_val (self->pids, node->pid);
          g_array_append_val (self->stacks, none);
          g_array_append_val (self->scheds, none);
        }
      self->thread_of[i] = GPOINTER_TO_UINT (number);
      if (node->role == LSC_ROLE_PYTHON_STACK)
        g_array_index (self->stacks, guint32, self->thread_of[i]) = i;
    }
  find_scheds (self, known);
}

/* ---- calls ---- */

static gint64
begin_of (gsize index, gconstpointer data)
{
  return ((const LscHostCall *) data)[index].begin_ns;
}

/* By thread, and of a thread by begin. */
static void
sort_calls (LscHostThreads *self, guint n_threads)
{
  LscHostCallList *calls = &self->calls;
  LscHostCall *sorted = g_new (LscHostCall, calls->n + 1);
  g_autofree gsize *at = g_new0 (gsize, (gsize) n_threads + 1);

  self->first = g_new0 (gsize, (gsize) n_threads + 1);
  lsc_sort_items (calls->items, calls->n, sizeof (LscHostCall), begin_of);
  for (gsize i = 0; i < calls->n; i++)
    self->first[calls->items[i].thread + 1]++;
  for (guint i = 0; i < n_threads; i++)
    self->first[i + 1] += self->first[i];
  memcpy (at, self->first, ((gsize) n_threads + 1) * sizeof *at);
  for (gsize i = 0; i < calls->n; i++)
    {
      const LscHostCall *call = &calls->items[i];
      gsize to = at[call->thread]++;

      sorted[to] = *call;
      sorted[to].reach_ns = to > self->first[call->thread]
                                ? MAX (call->end_ns, sorted[to - 1].reach_ns)
                                : call->end_ns;
    }
  g_free (calls->items);
  calls->items = sorted;
  calls->capacity = calls->n;
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
  return lsc_median_lower_among_int64 (ns, launches->n - 1);
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

static void
learn_graphs (LscHostCalls *self)
{
  const LscIntern *strings = self->timeline->strings;

  self->is_graph = g_new0 (guint8, lsc_intern_size (strings) + 1);
  for (guint32 i = 0; i < lsc_intern_size (strings); i++)
    self->is_graph[i] = lsc_is_graph_launch (lsc_intern_text (strings, i));
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
  number_threads (self);
  learn_graphs (self);
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint32 k = 0; is_of_host (node) && k < node->lane->n; k++)
        {
          LscBudgetHost class = find_class (timeline, node, k, classes);

          if (k % CHECK_EVERY == 0 && !lsc_job_check (job, error))
            return FALSE;
          if (class < LSC_BUDGET_N_HOST)
            lsc_host_call_list_append (
                &self->threads[class].calls,
                (LscHostCall){ node->lane->start_ns[k] + self->skew_ns,
                               lsc_lane_get_end_ns (node->lane, k) + self->skew_ns, 0,
                               node->first_id + k, self->thread_of[i] });
        }
    }
  for (guint i = 0; i < LSC_BUDGET_N_HOST; i++)
    sort_calls (&self->threads[i], self->pids->len);
  return TRUE;
}

void
_lsc_host_calls_clear (LscHostCalls *self)
{
  for (guint i = 0; i < LSC_BUDGET_N_HOST; i++)
    {
      lsc_host_call_list_clear (&self->threads[i].calls);
      g_free (self->threads[i].first);
    }
  g_free (self->thread_of);
  g_free (self->is_graph);
  g_clear_pointer (&self->stacks, g_array_unref);
  g_clear_pointer (&self->scheds, g_array_unref);
  g_clear_pointer (&self->pids, g_array_unref);
}

/** Returns: whether a launch is that of a captured graph */
gboolean
_lsc_host_calls_is_graph (const LscHostCalls *self, guint32 launch)
{
  LscSpot spot = lsc_timeline_get_spot (self->timeline, launch);
  guint32 name = lsc_timeline_get_node (self->timeline, spot.node)->lane->name[spot.slice];

  return name != LSC_STRING_NONE && self->is_graph[name];
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
find_one_cover (const LscHostThreads *self, guint32 thread, const LscBudgetPiece *piece)
{
  const LscHostCall *calls = self->calls.items;
  gint64 middle_ns = piece->begin_ns + (piece->end_ns - piece->begin_ns + 1) / 2;
  gsize first = self->first[thread];
  gsize at = LSC_BISECT (i, first, self->first[thread + 1], calls[i].begin_ns <= middle_ns);

  for (gsize tries = 0;
       at > first && calls[at - 1].reach_ns > piece->begin_ns && tries < MOST_TRIES; tries++, at--)
    if (covers (piece, calls[at - 1].begin_ns, calls[at - 1].end_ns))
      return calls[at - 1].slice;
  return LSC_SLICE_NONE;
}

/* Several calls that cover half of the piece together, as where an allocator frees and asks again
 * and again. Returns: the one with most of it */
static guint32
find_covers (const LscHostThreads *self, guint32 thread, const LscBudgetPiece *piece)
{
  const LscHostCall *calls = self->calls.items;
  gsize first = self->first[thread], end = self->first[thread + 1];
  gsize at = LSC_BISECT (i, first, end, calls[i].reach_ns <= piece->begin_ns);
  gint64 sum_ns = 0, most_ns = 0, told_ns = piece->begin_ns; /* a call may stand inside another */
  guint32 most = LSC_SLICE_NONE;

  for (; at < end && calls[at].begin_ns < piece->end_ns; at++)
    {
      gint64 begin_ns = MAX (calls[at].begin_ns, told_ns);
      gint64 ns = MIN (calls[at].end_ns, piece->end_ns) - begin_ns;

      if (ns <= 0)
        continue;
      told_ns = begin_ns + ns;
      sum_ns += ns;
      if (ns > most_ns)
        {
          most_ns = ns;
          most = calls[at].slice;
        }
    }
  return sum_ns * 2 >= piece->end_ns - piece->begin_ns ? most : LSC_SLICE_NONE;
}

static guint32
find_cover (const LscHostThreads *self, guint32 thread, const LscBudgetPiece *piece)
{
  guint32 one = find_one_cover (self, thread, piece);

  return one != LSC_SLICE_NONE ? one : find_covers (self, thread, piece);
}

/* The same on any thread of a process; the profiler's work is of none, and holds up all. */
static guint32
find_cover_in_process (const LscHostCalls *self, LscBudgetHost class, gint64 pid,
                       const LscBudgetPiece *piece)
{
  gboolean is_any = class == LSC_BUDGET_HOST_PROFILER;
  const LscHostThreads *threads = &self->threads[class];
  guint32 found = LSC_SLICE_NONE;

  for (guint32 i = 0, n = 0;
       i < self->pids->len && n < MOST_THREADS && found == LSC_SLICE_NONE && threads->calls.n > 0;
       i++)
    if ((is_any || g_array_index (self->pids, gint64, i) == pid) &&
        threads->first[i + 1] > threads->first[i])
      {
        found = find_cover (threads, i, piece);
        n++;
      }
  return found;
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

/* The innermost slice around the middle of the piece that covers half of it, in one lane. */
static guint32
climb_lane (const LscHostCalls *self, guint32 node_index, const LscBudgetPiece *piece)
{
  const LscNode *node = lsc_timeline_get_node (self->timeline, node_index);
  gint64 middle_ns = piece->begin_ns + (piece->end_ns - piece->begin_ns) / 2;
  guint32 at = lsc_lane_find_deepest (node->lane, middle_ns - self->skew_ns);

  for (guint i = 0; at != LSC_SLICE_NONE && i < LSC_AROUND_MOST_LEVELS;
       i++, at = lsc_lane_get_parent (node->lane, at))
    if (node->lane->kind[at] != LSC_SLICE_STEP &&
        covers (piece, node->lane->start_ns[at] + self->skew_ns,
                lsc_lane_get_end_ns (node->lane, at) + self->skew_ns))
      return node->first_id + at;
  return LSC_SLICE_NONE;
}

static guint32
climb (const LscHostCalls *self, guint32 near, const LscBudgetPiece *piece)
{
  LscSpot spot = lsc_timeline_get_spot (self->timeline, near);

  return spot.node == LSC_SLICE_NONE ? LSC_SLICE_NONE : climb_lane (self, spot.node, piece);
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

/* The thread that launches, and the one that asked for the launch, perhaps the same. */
typedef struct
{
  guint32 at[2];
} Launchers;

static guint32
get_thread (const LscHostCalls *self, guint32 slice)
{
  LscSpot spot = lsc_timeline_get_spot (self->timeline, slice);

  return spot.node == LSC_SLICE_NONE ? LSC_SLICE_NONE : self->thread_of[spot.node];
}

static Launchers
find_launchers (const LscHostCalls *self, guint32 launch)
{
  Launchers found = { { LSC_SLICE_NONE, LSC_SLICE_NONE } };

  if (launch == LSC_SLICE_NONE)
    return found;
  found.at[0] = get_thread (self, launch);
  found.at[1] = get_thread (self, find_op (self->timeline, launch));
  if (found.at[1] == found.at[0])
    found.at[1] = LSC_SLICE_NONE;
  return found;
}

/* The innermost frame of Python of a thread that covers half of the piece. */
static guint32
find_frame (const LscHostCalls *self, guint32 thread, const LscBudgetPiece *piece)
{
  guint32 stack =
      thread == LSC_SLICE_NONE ? LSC_SLICE_NONE : g_array_index (self->stacks, guint32, thread);

  return stack == LSC_SLICE_NONE ? LSC_SLICE_NONE : climb_lane (self, stack, piece);
}

/* What else the launching thread did, or the thread of its operator: a call or an operator, or what
 * Python did between them. */
static guint32
find_any (const LscHostCalls *self, const LscBudgetPiece *piece, guint32 launch)
{
  Launchers launchers = find_launchers (self, launch);
  guint32 found = LSC_SLICE_NONE;

  if (launch != LSC_SLICE_NONE)
    {
      found = climb (self, launch, piece);
      if (found == LSC_SLICE_NONE)
        found = climb (self, find_op (self->timeline, launch), piece);
    }
  for (guint i = 0; i < G_N_ELEMENTS (launchers.at) && found == LSC_SLICE_NONE; i++)
    found = find_frame (self, launchers.at[i], piece);
  return found;
}

/* Whether the thread waits for another one all the time, by its Python frames. */
static gboolean
waits_for_thread (const LscHostCalls *self, guint32 thread, const LscBudgetPiece *piece)
{
  static const char *const waits[] = { "threading.py(",
                                       "queue.py(",
                                       "of '_thread.lock'",
                                       "concurrent/futures/_base.py(",
                                       "multiprocessing/connection.py(",
                                       NULL };
  guint32 frame = find_frame (self, thread, piece);
  LscSpot spot;

  if (frame == LSC_SLICE_NONE)
    return FALSE;
  spot = lsc_timeline_get_spot (self->timeline, frame);
  return holds (
      lsc_timeline_text (self->timeline,
                         lsc_timeline_get_node (self->timeline, spot.node)->lane->name[spot.slice]),
      waits);
}

/* What lasts meanwhile on a thread that launches or asks for launches; the collector stops all
 * threads of its process, and what another thread does counts while one of them waits for it. */
static guint32
find_cause (const LscHostCalls *self, LscBudgetHost class, const Launchers *launchers,
            const LscBudgetPiece *piece)
{
  guint32 found = LSC_SLICE_NONE;

  for (guint i = 0; i < 2 && found == LSC_SLICE_NONE; i++)
    {
      guint32 thread = launchers->at[i];

      if (thread == LSC_SLICE_NONE || self->threads[class].calls.n == 0)
        continue;
      found = find_cover (&self->threads[class], thread, piece);
      if (found == LSC_SLICE_NONE &&
          (class == LSC_BUDGET_HOST_GC || class == LSC_BUDGET_HOST_PROFILER ||
           waits_for_thread (self, thread, piece)))
        found =
            find_cover_in_process (self, class, g_array_index (self->pids, gint64, thread), piece);
    }
  return found;
}

/* Whether one thing that is seen to last in the meantime is why nothing was launched. */
static gboolean
explain_by_cover (const LscHostCalls *self, LscBudgetPiece *piece, guint32 launch)
{
  static const LscBudgetHost order[] = { LSC_BUDGET_HOST_PROFILER, LSC_BUDGET_HOST_COMPILE,
                                         LSC_BUDGET_HOST_GC, LSC_BUDGET_HOST_DATA_LOADER,
                                         LSC_BUDGET_HOST_MEMORY };
  Launchers launchers = find_launchers (self, launch);

  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    {
      piece->cause = find_cause (self, order[i], &launchers, piece);
      piece->detail = order[i];
      if (piece->cause != LSC_SLICE_NONE)
        return TRUE;
    }
  return FALSE;
}

/* When the calls of a thread that synchronise and began before a moment have all returned. */
static gint64
find_sync_end_ns (const LscHostCalls *self, guint32 thread, gint64 time_ns)
{
  const LscHostThreads *syncs = &self->threads[LSC_BUDGET_HOST_SYNC];
  gsize first, at;

  if (thread == LSC_SLICE_NONE)
    return G_MININT64;
  first = syncs->first[thread];
  at = LSC_BISECT (i, first, syncs->first[thread + 1], syncs->calls.items[i].begin_ns < time_ns);
  return at > first ? syncs->calls.items[at - 1].reach_ns : G_MININT64;
}

/**
 * _lsc_host_calls_find_late_ns:
 * @piece: idle time for lack of a launch
 * @launch: of the task that ends it
 *
 * A call that emptied the queue costs until it returns, and what the host takes then as usual to
 * the next launch. From there on the host is late by itself, if that is as much again.
 *
 * Returns: where that begins, at the end of @piece if nowhere
 */
gint64
_lsc_host_calls_find_late_ns (const LscHostCalls *self, const LscBudgetPiece *piece, guint32 launch)
{
  const LscGap *gap = find_gap (self, piece);
  Launchers launchers;
  gint64 late_ns = G_MININT64;

  if (!gap || gap->kind != LSC_SLICE_GAP_HOST_SYNC || self->usual_ns == LSC_INT_NULL)
    return piece->end_ns;
  launchers = find_launchers (self, launch);
  for (guint i = 0; i < 2; i++)
    late_ns = MAX (late_ns, find_sync_end_ns (self, launchers.at[i], piece->end_ns));
  if (late_ns == G_MININT64)
    return piece->end_ns;
  late_ns += self->usual_ns;
  return piece->end_ns - late_ns > self->usual_ns ? MAX (late_ns, piece->begin_ns) : piece->end_ns;
}

/* Who had the processor of a thread that launches or asks for launches says more than the call in
 * which that was. */
static void
take_preempted (const LscHostCalls *self, LscBudgetPiece *piece, guint32 launch)
{
  Launchers launchers = find_launchers (self, launch);

  for (guint i = 0; i < 2; i++)
    {
      guint32 found = launchers.at[i] == LSC_SLICE_NONE
                          ? LSC_SLICE_NONE
                          : _lsc_host_calls_find_preempted (self, launchers.at[i], piece);

      if (found == LSC_SLICE_NONE)
        continue;
      piece->cause = found;
      return;
    }
}

/**
 * _lsc_host_calls_explain_tail:
 * @piece: idle time behind the last work of a step; its detail and cause are set
 * @launch: of that work, %LSC_SLICE_NONE
 */
void
_lsc_host_calls_explain_tail (const LscHostCalls *self, LscBudgetPiece *piece, guint32 launch)
{
  if (explain_by_cover (self, piece, launch))
    return;
  piece->cause = find_any (self, piece, launch);
  piece->detail = get_host_class (self->timeline, piece->cause);
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

  if (explain_by_cover (self, piece, launch))
    return;
  if (gap && gap->kind == LSC_SLICE_GAP_HOST_SYNC &&
      _lsc_host_calls_find_late_ns (self, piece, launch) > piece->begin_ns)
    {
      piece->detail = LSC_BUDGET_HOST_SYNC;
      piece->cause = gap->cause;
      return;
    }
  piece->cause = gap && gap->kind == LSC_SLICE_GAP_HOST && gap->cause != LSC_SLICE_NONE
                     ? gap->cause
                     : find_any (self, piece, launch);
  piece->detail = get_host_class (self->timeline, piece->cause);
  take_preempted (self, piece, launch);
}
