/* lsc-run-extent.c - the time in which the events of a run belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/extent/lsc-run-extent.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/extent/lsc-stretch.h"

/* Tables whose events are a list each. Kernels of communication are the operators. */
enum
{
  LIST_STEPS,
  LIST_OPS,
  LIST_MARKS,
  LIST_KERNELS,
  LIST_COMM_OPS,
  LIST_MARK_TASKS,
  N_LISTS,
};

static gboolean
is_device (guint32 list)
{
  return list >= LIST_KERNELS;
}

static gsize
get_count (const LscRun *run, guint32 list)
{
  const gsize counts[N_LISTS] = { run->steps.n,   run->ops.n,      run->marks.n,
                                  run->kernels.n, run->comm_ops.n, run->mark_tasks.n };

  return counts[list];
}

/* A mark that never ended has the end 0. */
static LscInterval
make_interval (gint64 start_ns, gint64 end_ns)
{
  return (LscInterval){ start_ns, MAX (start_ns, end_ns) };
}

/* Returns FALSE for a kernel that another list holds. */
static gboolean
get_event (const LscRun *run, guint32 list, gsize i, LscInterval *when)
{
  switch (list)
    {
    case LIST_STEPS:
      *when = make_interval (run->steps.items[i].start_ns, run->steps.items[i].end_ns);
      return TRUE;
    case LIST_OPS:
      *when = make_interval (run->ops.items[i].start_ns, run->ops.items[i].end_ns);
      return TRUE;
    case LIST_MARKS:
      *when = make_interval (run->marks.items[i].start_ns, run->marks.items[i].end_ns);
      return TRUE;
    case LIST_KERNELS:
      *when = make_interval (run->kernels.items[i].start_ns, run->kernels.items[i].end_ns);
      return run->kernels.items[i].kernel_class != LSC_KERNEL_COMMUNICATION;
    case LIST_COMM_OPS:
      *when = make_interval (run->comm_ops.items[i].start_ns, run->comm_ops.items[i].end_ns);
      return TRUE;
    default:
      *when = make_interval (run->mark_tasks.items[i].start_ns, run->mark_tasks.items[i].end_ns);
      return TRUE;
    }
}

/* What ran on the device for a range has the name of its mark. */
static const char *
find_mark_name (const LscRun *run, gint64 connection_id)
{
  for (gsize i = 0; i < run->marks.n; i++)
    if (run->marks.items[i].connection_id == connection_id)
      return lsc_run_text (run, run->marks.items[i].message);
  return "";
}

/* (transfer full): "" when it was not loaded */
static char *
get_name (const LscRun *run, guint32 list, gsize i)
{
  switch (list)
    {
    case LIST_STEPS:
      return g_strdup_printf (_ ("step %" PRId64), run->steps.items[i].id);
    case LIST_OPS:
      return g_strdup (lsc_run_text (run, run->ops.items[i].name));
    case LIST_MARKS:
      return g_strdup (lsc_run_text (run, run->marks.items[i].message));
    case LIST_KERNELS:
      return g_strdup (lsc_run_text (run, run->kernels.items[i].name));
    case LIST_COMM_OPS:
      return g_strdup (lsc_run_text (run, run->comm_ops.items[i].op_name));
    default:
      return g_strdup (find_mark_name (run, run->mark_tasks.items[i].connection_id));
    }
}

/**
 * lsc_run_find_main:
 * @run: loaded; what was not loaded does not count
 * @main_out: (out): what belongs together; not set when there are no stray events
 *
 * Applies the rule of lsc-stretch.c to a run: its steps, ops, kernels, operators of communication,
 * marks and their device rows.
 *
 * Cost: O(events) when they come roughly by time.
 *
 * Returns: whether some events do not belong to the others
 */
gboolean
lsc_run_find_main (const LscRun *run, LscInterval *main_out)
{
  LscStretches stretches = { 0 };
  LscInterval main, when;
  gboolean has_strays;

  g_return_val_if_fail (run && main_out, FALSE);
  for (guint32 list = 0; list < N_LISTS; list++)
    for (gsize i = 0; i < get_count (run, list); i++)
      if (get_event (run, list, i, &when))
        lsc_stretches_add_event (&stretches, list, (guint32) i, when.begin_ns, when.end_ns);
  for (gsize i = 0; i < stretches.n; i++)
    stretches.items[i].is_device = is_device (stretches.items[i].list);
  has_strays = lsc_stretches_find_main (&stretches, &main);
  if (has_strays)
    *main_out = main;
  lsc_stretches_clear (&stretches);
  return has_strays;
}

static LscRunStray
classify (guint32 list, const LscInterval *when)
{
  if (lsc_time_distance (when->begin_ns, when->end_ns) > LSC_STRETCH_REACH_NS)
    return LSC_RUN_STRAY_LONG;
  return is_device (list) ? LSC_RUN_STRAY_DEVICE : LSC_RUN_STRAY_HOST;
}

/**
 * lsc_run_list_strays:
 * @what: those that are so
 * @words: with what lsc_run_find_main() found; receives the others
 *
 * Cost: O(events).
 */
void
lsc_run_list_strays (const LscRun *run, LscRunStray what, LscStrayWords *words)
{
  g_autofree char *label = NULL;
  LscInterval when;

  g_return_if_fail (run && words);
  label = lsc_run_get_label (run);
  for (guint32 list = 0; list < N_LISTS; list++)
    for (gsize i = 0; i < get_count (run, list); i++)
      if (get_event (run, list, i, &when) && !lsc_stray_words_holds (words, &when) &&
          classify (list, &when) == what)
        {
          g_autofree char *name = get_name (run, list, i);

          lsc_stray_words_add (words,
                               &(LscStray){ .when = when, .name = name, .place = label, .n = 1 });
        }
}
