/* lsc-run-from-timeline-own.c - types, shapes and counters of kernels, from a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/facts/lsc-run-from-timeline-private.h"

#include <string.h>

#include "read/own/lsc-own-kernels.h"

/** Fills in by what the peak of the chip is found, where the file has it. */
void
_lsc_run_build_own_chip (LscRunBuild *build)
{
  const LscOwnKernels *kernels = lsc_own_timeline_get_kernels (build->timeline);
  LscRun *run = build->run;

  if (!kernels)
    return;
  run->ai_core_count = kernels->ai_core_count;
  run->ai_core_mhz = kernels->ai_core_mhz;
  run->max_freq_mhz = kernels->max_freq_mhz;
  run->max_core_count = kernels->max_core_count;
}

static guint32
take_text (LscRunBuild *build, guint32 text)
{
  return text == LSC_STRING_NONE ? LSC_STRING_NONE : _lsc_run_build_name (build, text);
}

static void
take_detail (LscRunBuild *build, LscKernel *kernel, const LscOwnKernel *own)
{
  LscRun *run = build->run;
  LscKernelDetail detail = *own->detail;

  kernel->detail = (guint32) run->kernel_details.n;
  detail.global_task_id = kernel->detail;
  detail.op_type = take_text (build, detail.op_type);
  detail.task_type = take_text (build, detail.task_type);
  detail.input_shapes = take_text (build, detail.input_shapes);
  detail.input_types = take_text (build, detail.input_types);
  detail.input_formats = take_text (build, detail.input_formats);
  detail.output_shapes = take_text (build, detail.output_shapes);
  detail.output_types = take_text (build, detail.output_types);
  detail.output_formats = take_text (build, detail.output_formats);
  lsc_kernel_details_append (&run->kernel_details, detail);
  if (build->flags & LSC_LOAD_COUNTERS)
    lsc_kernel_counter_list_append (&run->kernel_counters, *own->counters);
}

/* Of a kernel of which nothing but its launch is known, there is no detail. */
static gboolean
has_detail (const LscKernelDetail *detail)
{
  return detail->op_type != LSC_STRING_NONE || detail->task_type != LSC_STRING_NONE ||
         detail->input_shapes != LSC_STRING_NONE || detail->output_shapes != LSC_STRING_NONE;
}

static void
take_launch (LscRunBuild *build, guint32 kernel, const LscOwnKernels *kernels,
             const LscOwnKernel *own)
{
  LscRun *run = build->run;

  if (!(build->flags & LSC_LOAD_COUNTERS) || !lsc_kernel_launch_has_any (own->launch))
    return;
  if (!run->launch_of)
    {
      run->launch_of = g_new (guint32, run->kernels.n + 1);
      memset (run->launch_of, 0xff, (run->kernels.n + 1) * sizeof (guint32));
      for (gsize i = 0; i < kernels->launches.n; i++)
        lsc_kernel_launches_append (&run->launches, kernels->launches.items[i]);
    }
  run->launch_of[kernel] = (guint32) (own->launch - kernels->launches.items);
}

static void
take_lane (LscRunBuild *build, const LscNode *node, const LscOwnKernels *kernels)
{
  for (guint32 i = 0; i < node->lane->n; i++)
    {
      LscOwnKernel own;
      guint32 kernel;

      if (!lsc_slice_kind_is_computing (node->lane->kind[i]) ||
          !lsc_own_kernels_find (kernels, lsc_lane_get_detail (node->lane, i), &own))
        continue;
      kernel = _lsc_run_build_find_kernel (build->run, node->lane, i, (guint32) node->tid);
      if (kernel == LSC_ID_NONE)
        continue;
      if (has_detail (own.detail))
        take_detail (build, &build->run->kernels.items[kernel], &own);
      take_launch (build, kernel, kernels, &own);
    }
}

/** Fills LscRun.kernel_details and, where they are wanted, counters and launches. Needs kernels. */
gboolean
_lsc_run_build_own_kernels (LscRunBuild *build, GError **error)
{
  const LscTimeline *timeline = build->timeline;
  const LscOwnKernels *kernels = lsc_own_timeline_get_kernels (timeline);

  for (guint32 i = 0; kernels && i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->type == LSC_NODE_LANE && node->role == LSC_ROLE_STREAM)
        take_lane (build, node, kernels);
    }
  return lsc_job_check (build->job, error);
}
