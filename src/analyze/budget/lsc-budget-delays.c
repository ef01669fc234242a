/* lsc-budget-delays.c - what keeps a host from launching
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/budget/lsc-budget-private.h"
#include "base/lsc-sort.h"

/* findings.md#debts. */

#define MOST_LAUNCHES 4096 /* that are asked for their threads */

static guint32
get_thread (const LscHostCalls *self, guint32 slice)
{
  LscSpot spot = slice == LSC_SLICE_NONE ? (LscSpot){ LSC_SLICE_NONE, LSC_SLICE_NONE }
                                         : lsc_timeline_get_spot (self->timeline, slice);

  return spot.node == LSC_SLICE_NONE ? LSC_SLICE_NONE : self->thread_of[spot.node];
}

/* The operator that asked for a launch may stand on another thread. */
static guint32
find_op (const LscTimeline *timeline, guint32 launch)
{
  gsize first, n = lsc_links_find_to (&timeline->links, launch, &first);

  for (gsize i = 0; i < n; i++)
    if (lsc_links_get_to (&timeline->links, first + i)->kind == LSC_LINK_OP_LAUNCH)
      return lsc_links_get_to (&timeline->links, first + i)->from;
  return LSC_SLICE_NONE;
}

/* Whether each thread launches, or asks for launches. */
static gboolean *
find_launching (const LscHostCalls *self)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (self->timeline);
  const LscLaunches *launches =
      analysis && analysis->dispatch ? &analysis->dispatch->launches : NULL;
  gboolean *launching = g_new0 (gboolean, self->pids->len + 1);
  gsize stride = launches ? launches->n / MOST_LAUNCHES + 1 : 1;

  for (gsize i = 0; launches && i < launches->n; i += stride)
    {
      guint32 thread = get_thread (self, launches->items[i].launch);
      guint32 other = get_thread (self, find_op (self->timeline, launches->items[i].launch));

      if (thread != LSC_SLICE_NONE)
        launching[thread] = TRUE;
      if (other != LSC_SLICE_NONE)
        launching[other] = TRUE;
    }
  return launching;
}

static void
list_class (const LscHostCalls *self, LscBudgetHost class, const gboolean *launching,
            LscHostDelays *out)
{
  const LscHostThreads *threads = &self->threads[class];

  for (guint thread = 0; thread < self->pids->len; thread++)
    {
      gint64 done_ns = G_MININT64;

      /* The collector stops all threads of its process. */
      if (!launching[thread] && class != LSC_BUDGET_HOST_GC)
        continue;
      for (gsize i = threads->first[thread]; i < threads->first[thread + 1]; i++)
        {
          const LscHostCall *call = &threads->calls.items[i];

          if (call->end_ns <= done_ns)
            continue;
          lsc_host_delays_append (out, (LscHostDelay){ MAX (call->begin_ns, done_ns), call->end_ns,
                                                       call->slice, (guint8) class });
          done_ns = call->end_ns;
        }
    }
}

static gint64
end_of (gsize index, gconstpointer data)
{
  return ((const LscHostDelay *) data)[index].end_ns;
}

/** Lists what keeps threads that launch from launching. Cost: O(n log n) of the calls. */
void
_lsc_host_calls_list_delays (const LscHostCalls *self, LscHostDelays *out)
{
  static const LscBudgetHost classes[] = { LSC_BUDGET_HOST_SYNC, LSC_BUDGET_HOST_COMPILE,
                                           LSC_BUDGET_HOST_GC, LSC_BUDGET_HOST_DATA_LOADER,
                                           LSC_BUDGET_HOST_MEMORY };
  g_autofree gboolean *launching = find_launching (self);

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    list_class (self, classes[i], launching, out);
  lsc_sort_items (out->items, out->n, sizeof (LscHostDelay), end_of);
}
