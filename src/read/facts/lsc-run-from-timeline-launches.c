/* lsc-run-from-timeline-launches.c - what the launches of kernels of GPU traces ask for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/facts/lsc-run-from-timeline-private.h"

#include <stdlib.h>
#include <string.h>

#include "base/lsc-hash.h"
#include "base/lsc-sort.h"
#include "read/kineto/lsc-kineto.h"

/* operators.md#launches: kernels of a Kineto trace have their occupancy and resources among their
 * arguments. A kernel is launched alike many times, so that what differs is little. */

/** What is asked of an event. @kernel: of the run */
typedef struct
{
  gint64 offset;
  guint32 kernel;
  guint32 reserved;
} Question;

LSC_DEFINE_ARRAY (Questions, questions, Question)

static const struct
{
  const char *key;
  LscLaunchFigure figure;
  double scale;
} figures[] = {
  { "\"est. achieved occupancy %\"", LSC_LAUNCH_OCCUPANCY, 0.01 },
  { "\"blocks per SM\"", LSC_LAUNCH_BLOCKS_PER_SM, 1 },
  { "\"warps per SM\"", LSC_LAUNCH_WARPS_PER_SM, 1 },
  { "\"registers per thread\"", LSC_LAUNCH_REGISTERS, 1 },
  { "\"shared memory\"", LSC_LAUNCH_SHARED_MEMORY, 1 },
};

static guint64
hash_launch (const LscKernelLaunch *launch)
{
  return lsc_hash_bytes ((const char *) launch, sizeof *launch);
}

static gboolean
is_same_launch (const LscKernelLaunch *a, const LscKernelLaunch *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

LSC_DEFINE_HASH (launches, LscKernelLaunch, hash_launch, is_same_launch)

typedef struct
{
  LscRun *run;
  Questions questions;
  LscHash index;
} Asker;

/* Negative numbers say that the driver did not know, and so does an occupancy of 0: a kernel that
 * ran had at least one warp, but Kineto writes 0 where its estimate failed. */
static gboolean
is_known (LscLaunchFigure figure, double value)
{
  return value >= 0 && value < 1e9 && (value > 0 || figure != LSC_LAUNCH_OCCUPANCY);
}

static LscKernelLaunch
read_launch (const char *text, gsize n)
{
  LscKernelLaunch launch;
  double value;

  lsc_kernel_launch_init (&launch);
  for (gsize i = 0; i < G_N_ELEMENTS (figures); i++)
    if (lsc_kineto_find_number (text, n, figures[i].key, &value) &&
        is_known (figures[i].figure, value))
      launch.values[figures[i].figure] = (float) (value * figures[i].scale);
  return launch;
}

static void
take_event (gsize index, const char *text, gsize n, gpointer user_data)
{
  Asker *self = user_data;
  LscRun *run = self->run;
  LscKernelLaunch launch;
  guint32 at;

  if (!text)
    return;
  launch = read_launch (text, n);
  if (!lsc_kernel_launch_has_any (&launch))
    return;
  at = launches_put (&self->index, run->launches.items, &launch, (guint32) run->launches.n);
  if (at == run->launches.n)
    lsc_kernel_launches_append (&run->launches, launch);
  run->launch_of[self->questions.items[index].kernel] = at;
}

/** Returns: the computing kernel that a slice is, %LSC_ID_NONE. They stand in the order of their
 * starts, ends and streams. */
guint32
_lsc_run_build_find_kernel (const LscRun *run, const LscLane *lane, guint32 slice, guint32 stream)
{
  const LscKernel *kernels = run->kernels.items;
  gint64 start_ns = lane->start_ns[slice], end_ns = lsc_lane_get_end_ns (lane, slice);
  gsize end = run->class_begin[LSC_KERNEL_COMPUTE + 1];
  gsize at = LSC_BISECT (i, 0, end,
                         kernels[i].start_ns < start_ns ||
                             (kernels[i].start_ns == start_ns && kernels[i].end_ns < end_ns));

  for (; at < end && kernels[at].start_ns == start_ns && kernels[at].end_ns == end_ns; at++)
    if (kernels[at].stream == stream)
      return (guint32) at;
  return LSC_ID_NONE;
}

static int
compare_questions (gconstpointer a, gconstpointer b)
{
  const Question *x = a, *y = b;

  return LSC_ORDER (x->offset, y->offset);
}

static void
collect_questions (const LscRunBuild *build, Questions *out)
{
  for (guint32 i = 0; i < build->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (build->timeline, i);

      if (node->type != LSC_NODE_LANE || node->role != LSC_ROLE_STREAM)
        continue;
      for (guint32 k = 0; k < node->lane->n; k++)
        {
          guint32 kernel =
              lsc_slice_kind_is_computing (node->lane->kind[k])
                  ? _lsc_run_build_find_kernel (build->run, node->lane, k, (guint32) node->tid)
                  : LSC_ID_NONE;

          if (kernel != LSC_ID_NONE)
            questions_append (out, (Question){ lsc_lane_get_detail (node->lane, k), kernel, 0 });
        }
    }
  if (out->n > 1)
    qsort (out->items, out->n, sizeof (Question), compare_questions);
}

static gboolean
ask (Asker *self, const LscTimeline *timeline, LscJob *job, GError **error)
{
  g_autofree gint64 *offsets = g_new (gint64, self->questions.n + 1);

  for (gsize i = 0; i < self->questions.n; i++)
    offsets[i] = self->questions.items[i].offset;
  return lsc_kineto_visit_again (timeline, offsets, self->questions.n, take_event, self, job,
                                 error);
}

/**
 * _lsc_run_build_launches:
 *
 * Fills LscRun.launches and launch_of of a Kineto trace. Needs kernels. Cost: that of reading the
 * events of the kernels again.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_run_build_launches (LscRunBuild *build, GError **error)
{
  LscRun *run = build->run;
  Asker asker = { .run = run };
  gboolean ok = TRUE;

  if (!lsc_kineto_has_events (build->timeline) || run->kernels.n == 0)
    return TRUE;
  collect_questions (build, &asker.questions);
  run->launch_of = g_new (guint32, run->kernels.n + 1);
  memset (run->launch_of, 0xff, (run->kernels.n + 1) * sizeof (guint32));
  if (asker.questions.n > 0)
    ok = ask (&asker, build->timeline, build->job, error);
  if (run->launches.n == 0)
    g_clear_pointer (&run->launch_of, g_free);
  questions_clear (&asker.questions);
  lsc_hash_clear (&asker.index);
  return ok;
}
