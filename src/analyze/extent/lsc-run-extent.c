/* lsc-run-extent.c - the time in which the events of a run belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-run-extent.h"

#include "lsc-stretch.h"

/* Tables whose events are a list each. */
enum
{
  LIST_STEPS,
  LIST_OPS,
  LIST_KERNELS, /* but for those of communication, which are the operators below */
  LIST_COMM_OPS,
  LIST_MARKS,
  LIST_MARK_TASKS,
};

/* A mark that never ended has the end 0. */
static void
add (LscStretches *stretches, guint32 list, gsize index, gint64 start_ns, gint64 end_ns)
{
  lsc_stretches_add_event (stretches, list, (guint32) index, start_ns, MAX (start_ns, end_ns));
}

static gboolean
is_device (guint32 list)
{
  return list == LIST_KERNELS || list == LIST_COMM_OPS || list == LIST_MARK_TASKS;
}

/**
 * lsc_run_find_main:
 * @run: loaded; what was not loaded does not count
 * @main_out: (out): what belongs together; not set when there are no stray events
 *
 * Applies the rule of lsc-stretch.c to a run: its steps, ops, kernels, operators of
 * communication, marks and their device rows.
 *
 * Cost: O(events) when they come roughly by time.
 *
 * Returns: whether some events do not belong to the others
 */
gboolean
lsc_run_find_main (const LscRun *run, LscInterval *main_out)
{
  LscStretches stretches = { 0 };
  LscInterval main;
  gboolean has_strays;

  for (gsize i = 0; i < run->steps.n; i++)
    add (&stretches, LIST_STEPS, i, run->steps.items[i].start_ns, run->steps.items[i].end_ns);
  for (gsize i = 0; i < run->ops.n; i++)
    add (&stretches, LIST_OPS, i, run->ops.items[i].start_ns, run->ops.items[i].end_ns);
  for (gsize i = 0; i < run->kernels.n; i++)
    if (run->kernels.items[i].kernel_class != LSC_KERNEL_COMMUNICATION)
      add (&stretches,
           LIST_KERNELS,
           i,
           run->kernels.items[i].start_ns,
           run->kernels.items[i].end_ns);
  for (gsize i = 0; i < run->comm_ops.n; i++)
    add (&stretches,
         LIST_COMM_OPS,
         i,
         run->comm_ops.items[i].start_ns,
         run->comm_ops.items[i].end_ns);
  for (gsize i = 0; i < run->marks.n; i++)
    add (&stretches, LIST_MARKS, i, run->marks.items[i].start_ns, run->marks.items[i].end_ns);
  for (gsize i = 0; i < run->mark_tasks.n; i++)
    add (&stretches,
         LIST_MARK_TASKS,
         i,
         run->mark_tasks.items[i].start_ns,
         run->mark_tasks.items[i].end_ns);
  for (gsize i = 0; i < stretches.n; i++)
    stretches.items[i].is_device = is_device (stretches.items[i].list);
  has_strays = lsc_stretches_find_main (&stretches, &main);
  if (has_strays)
    *main_out = main;
  lsc_stretches_clear (&stretches);
  return has_strays;
}
