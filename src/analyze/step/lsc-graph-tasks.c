/* lsc-graph-tasks.c - kernels of graphs whose launches are in no recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-graph-tasks.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* dispatch.md#graph-tasks. What launched a kernel of a graph is the call that captured it: where
 * that was before the recording, the replay is all that is recorded of the host. */

/* Fewer may be what any recording cuts off at its ends, as may be a smaller part of all. */
#define LEAST_KERNELS 10
#define LEAST_PERCENT 1

/* Calls that run a graph or a model that was loaded or captured before. */
static gboolean
runs_graph (const char *name)
{
  static const char *const words[] = { "mdlRIExecute", "aclmdlExecute", "ModelExecute",
                                       "ModelTaskExecute" };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (name, words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
may_run_graphs (const LscTimeline *timeline)
{
  gsize n = lsc_intern_size (timeline->strings);

  for (gsize i = 0; i < n; i++)
    if (runs_graph (lsc_intern_text (timeline->strings, (guint32) i)))
      return TRUE;
  return FALSE;
}

static void
find_runs (LscTimeline *timeline, guint32 node, gpointer found)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  for (guint32 i = 0; i < lane->n && !*(gboolean *) found; i++)
    *(gboolean *) found = runs_graph (lsc_timeline_text (timeline, lane->name[i]));
}

static void
count_kernels (LscTimeline *timeline, guint32 node, gpointer n)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    *(gint64 *) n += lsc_slice_kind_is_computing (lane->kind[i]);
}

static gint64
count_launched (const LscTimeline *timeline)
{
  gint64 n = 0;

  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];
      LscSpot spot = link->kind == LSC_LINK_LAUNCH ? lsc_timeline_get_spot (timeline, link->to)
                                                   : LSC_SPOT_NONE;
      const LscNode *node =
          spot.node != LSC_SLICE_NONE ? lsc_timeline_get_node (timeline, spot.node) : NULL;

      n += node && node->role == LSC_ROLE_STREAM &&
           lsc_slice_kind_is_computing (node->lane->kind[spot.slice]);
    }
  return n;
}

/**
 * lsc_timeline_note_graphs:
 * @timeline: sealed
 *
 * Tells of kernels without a launch beside calls that run graphs.
 *
 * Cost: O(names); where there are such calls O(links * log lanes + slices of the device).
 *
 * Source: dispatch.md#graph-tasks.
 */
void
lsc_timeline_note_graphs (LscTimeline *timeline)
{
  gboolean has_runs = FALSE;
  gint64 n_kernels = 0, n_launched;
  LscNotice *notice;

  g_return_if_fail (timeline);
  if (timeline->is_gpu || !may_run_graphs (timeline))
    return;
  lsc_timeline_foreach_lane (timeline, (guint64) 1 << LSC_ROLE_CANN_THREAD, find_runs, &has_runs);
  lsc_timeline_foreach_lane (timeline, (guint64) 1 << LSC_ROLE_STREAM, count_kernels, &n_kernels);
  n_launched = has_runs ? count_launched (timeline) : 0;
  if (n_launched == 0 || n_kernels - n_launched < LEAST_KERNELS ||
      n_kernels - n_launched < n_kernels * LEAST_PERCENT / 100)
    return;
  notice = lsc_notice_new (
      LSC_SEVERITY_WARNING, "graph-launches",
      _ ("%" PRId64 " kernels have no launch, %" PRId64 " others have one, and the host runs "
         "graphs: these were captured before the profiler started, so the calls that launched "
         "their kernels are not in the recording."),
      n_kernels - n_launched, n_launched);
  lsc_notice_set_help (
      notice,
      _ ("Idle time before them cannot be split into host and device. The profiler's own analysis "
         "reports “Fail to get acl to npu flow events” for such recordings."),
      _ ("Start the profiler before the graphs are captured, or record the same step without "
         "graphs."));
  lsc_timeline_take_notice (timeline, notice, NULL, n_kernels - n_launched);
}
