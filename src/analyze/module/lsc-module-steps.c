/* lsc-module-steps.c - the steps of a tree of modules, where the device does them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-private.h"
#include "base/lsc-sort.h"

/* modules.md#share-step: by the rule of steps.md#device-step, from what the join of kernels and ops
 * passes anyway. A kernel is of the step in which its op began; if one ends behind the host's mark,
 * the host is ahead, and a step lasts from its first kernel to that of the next one. */

/**
 * LscStepWork: what was launched in a step
 * @first_compute_ns, @first_busy_ns: begin of the first kernel that computes, or communicates as
 *   well; %G_MAXINT64 = none
 * @end_ns: of the last device event; %G_MININT64 = none
 */
struct _LscStepWork
{
  gint64 first_compute_ns;
  gint64 first_busy_ns;
  gint64 end_ns;
};

/* Marks inside one another have no order that could be followed. */
static gboolean
are_apart (const LscSteps *steps)
{
  for (gsize i = 1; i < steps->n; i++)
    if (steps->items[i].start_ns < steps->items[i - 1].end_ns)
      return FALSE;
  return steps->n > 0;
}

/** Prepares _lsc_module_learn_step(), where the run has steps that can be placed. */
void
_lsc_module_begin_steps (LscModuleBuild *build)
{
  gsize n = build->run->steps.n;

  if (!are_apart (&build->run->steps))
    return;
  build->work = g_new (LscStepWork, n);
  for (gsize i = 0; i < n; i++)
    build->work[i] = (LscStepWork){ G_MAXINT64, G_MAXINT64, G_MININT64 };
  build->learned = LSC_INDEX_NONE;
}

/* Ops come nearly in their order, so that the step of the last one is tried first. */
static LscStepWork *
find_work (LscModuleBuild *build, gint64 time_ns)
{
  const LscSteps *steps = &build->run->steps;
  const LscStep *last = &steps->items[build->work_at];

  if (time_ns < last->start_ns || time_ns >= last->end_ns)
    {
      gsize next = LSC_BISECT (i, 0, steps->n, steps->items[i].start_ns <= time_ns);

      if (next == 0 || time_ns >= steps->items[next - 1].end_ns)
        return NULL;
      build->work_at = next - 1;
    }
  return &build->work[build->work_at];
}

/* A time that cannot be says nothing of the host. */
static gboolean
is_stray (const LscModuleData *data, const LscKernel *kernel)
{
  return data->has_strays &&
         (kernel->start_ns < data->main.begin_ns || kernel->end_ns > data->main.end_ns);
}

/**
 * _lsc_module_learn_step:
 *
 * Takes a kernel into the step of its first op.
 */
void
_lsc_module_learn_step (LscModuleBuild *build, guint32 kernel, guint32 op)
{
  const LscKernel *about = &build->run->kernels.items[kernel];
  LscStepWork *work;

  if (!build->work || build->learned == kernel || is_stray (build->data, about))
    return;
  build->learned = kernel;
  work = find_work (build, build->run->ops.items[op].start_ns);
  if (!work)
    return;
  work->end_ns = MAX (work->end_ns, about->end_ns);
  if (about->kernel_class == LSC_KERNEL_COMPUTE)
    work->first_compute_ns = MIN (work->first_compute_ns, about->start_ns);
  if (about->kernel_class <= LSC_KERNEL_COMMUNICATION)
    work->first_busy_ns = MIN (work->first_busy_ns, about->start_ns);
}

static gboolean
is_host_ahead (const LscModuleBuild *build)
{
  for (gsize i = 0; build->work && i < build->run->steps.n; i++)
    if (build->work[i].end_ns > build->run->steps.items[i].end_ns)
      return TRUE;
  return FALSE;
}

/* A step for which the device did nothing takes no time of it. */
static void
place_steps (const LscModuleBuild *build, LscSteps *steps)
{
  gint64 next_ns = G_MAXINT64;

  for (gsize i = steps->n; i-- > 0;)
    {
      const LscStepWork *work = &build->work[i];
      LscStep *step = &steps->items[i];
      gint64 begin_ns =
          work->first_compute_ns < G_MAXINT64 ? work->first_compute_ns : work->first_busy_ns;

      if (begin_ns == G_MAXINT64)
        {
          step->start_ns = step->end_ns = next_ns < G_MAXINT64 ? next_ns : step->end_ns;
          continue;
        }
      step->start_ns = MIN (begin_ns, next_ns);
      step->end_ns = next_ns < G_MAXINT64 ? next_ns : MAX (work->end_ns, begin_ns);
      next_ns = step->start_ns;
    }
}

/** Fills LscModuleData.steps. */
void
_lsc_module_end_steps (LscModuleBuild *build)
{
  LscSteps *steps = &build->data->steps;

  for (gsize i = 0; i < build->run->steps.n; i++)
    lsc_steps_append (steps, build->run->steps.items[i]);
  if (is_host_ahead (build))
    place_steps (build, steps);
  g_clear_pointer (&build->work, g_free);
}
