/* lsc-dispatch-remedies.c - what can be done about it, where there is reason to
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-time.h"
#include "analyze/step/lsc-dispatch-private.h"

/* dispatch.md#remedies. A remedy is offered only with what it is drawn from. */

#define COMPILE_LIMIT 0.1   /* share of Free under calls that compile */
#define VERTICAL_LIMIT 0.15 /* dispatch.md#queue */
#define EMPTY_LIMIT 0.10
#define SHORT_KERNEL_NS 20000

static void
offer (LscDispatchBuild *self, const char *code, const char *text, char *evidence, guint32 slice)
{
  LscRemedy *remedy = g_new (LscRemedy, 1);

  *remedy =
      (LscRemedy){ .code = code, .text = g_strdup (text), .evidence = evidence, .slice = slice };
  g_ptr_array_add (self->result->remedies, remedy);
}

/* The value of a variable in ENV_VARIABLES: an object of strings, or a string that holds one, whose
 * quotes are then escaped. Returns NULL when it is not named there. */
static char *
get_variable (const LscTimeline *timeline, const char *name)
{
  const char *text = lsc_timeline_metadata (timeline, "ENV_VARIABLES");
  gsize length = strlen (name);
  const char *at = text;

  while (at && (at = strstr (at, name)) != NULL)
    {
      const char *value = at + length;
      gboolean is_key = at > text && at[-1] == '"' && (*value == '"' || *value == '\\');

      at = value;
      if (!is_key)
        continue;
      value += strspn (value, "\\\"");
      value += strspn (value, " \t\r\n");
      if (*value != ':')
        continue;
      value++;
      value += strspn (value, " \t\r\n\\\"");
      return g_strndup (value, strcspn (value, "\\\",}"));
    }
  return NULL;
}

static gboolean
has_value (const LscTimeline *timeline, const char *name, const char *const *values)
{
  g_autofree char *value = get_variable (timeline, name);

  return value && g_strv_contains (values, g_strstrip (value));
}

/* "Free 21.5 %, 84 % of it waits for the host" */
static char *
describe_bound (const LscDispatchSummary *sums)
{
  gint64 host_ns = sums->gap_ns[0] + sums->gap_ns[LSC_SLICE_GAP_HOST - LSC_SLICE_GAP_HOST_SYNC];
  gint64 free_ns = 0;
  g_autofree char *share = lsc_format_share (sums->free_share);
  g_autofree char *host = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (sums->gap_ns); i++)
    free_ns += sums->gap_ns[i];
  host = lsc_format_share ((double) host_ns / (double) MAX (free_ns, 1));
  return g_strdup_printf (_ ("the device is free %s of the time, %s of that for lack of launches"),
                          share, host);
}

static char *
describe_variable (const LscDispatchSummary *sums, const LscTimeline *timeline, const char *name)
{
  g_autofree char *bound = describe_bound (sums);
  g_autofree char *value = get_variable (timeline, name);

  if (value && *value)
    return g_strdup_printf (_ ("%s; recorded is %s=%s"), bound, name, value);
  return g_strdup_printf (_ ("%s; %s is not recorded"), bound, name);
}

static void
offer_variables (LscDispatchBuild *self, guint32 slice)
{
  static const char *const queue_values[] = { "2", NULL };
  static const char *const affinity_values[] = { "1", "2", NULL };
  static const char *const on[] = { "1", "true", "True", NULL };
  const LscTimeline *timeline = self->timeline;
  const LscDispatchSummary *all = &self->result->all;
  const char *environment = lsc_timeline_metadata (timeline, "ENV_VARIABLES");

  if (!timeline->is_gpu && !has_value (timeline, "TASK_QUEUE_ENABLE", queue_values))
    offer (self, "task-queue",
           _ ("Set TASK_QUEUE_ENABLE=2: a second pipeline level takes work off the launching "
              "thread."),
           describe_variable (all, timeline, "TASK_QUEUE_ENABLE"), slice);
  if (!timeline->is_gpu && !has_value (timeline, "CPU_AFFINITY_CONF", affinity_values))
    offer (self, "cpu-affinity",
           _ ("Bind the threads to cores: CPU_AFFINITY_CONF=1 (coarse) or 2 (fine)."),
           describe_variable (all, timeline, "CPU_AFFINITY_CONF"), slice);
  if (environment && strstr (environment, "MINDIE_") &&
      !has_value (timeline, "MINDIE_ASYNC_SCHEDULING_ENABLE", on))
    offer (self, "async-scheduling",
           _ ("Let the serving engine schedule asynchronously: MINDIE_ASYNC_SCHEDULING_ENABLE=1."),
           describe_variable (all, timeline, "MINDIE_ASYNC_SCHEDULING_ENABLE"), slice);
  offer (self, "cpu-governor", _ ("Set the CPU governor to performance."), describe_bound (all),
         slice);
}

/* Whether more than half of the kernels are short. */
static gboolean
has_short_kernels (LscDispatchBuild *self)
{
  const LscLaunches *launches = &self->result->launches;
  gsize n = 0, n_short = 0;

  for (gsize i = 0; i < launches->n; i++)
    {
      LscFoundSlice found = _lsc_slice_map_find (&self->map, launches->items[i].device);

      if (!lsc_slice_kind_is_computing (_lsc_found_kind (&found)))
        continue;
      n++;
      n_short += _lsc_found_end (&found) - _lsc_found_start (&found) < SHORT_KERNEL_NS;
    }
  return n_short * 2 > n;
}

/* Whether most of the time without a launch ends with that of a graph. */
static gboolean
waits_for_graphs (const LscGaps *gaps)
{
  gint64 host_ns = 0, graph_ns = 0;

  for (gsize i = 0; i < gaps->n; i++)
    if (lsc_gap_is_of_host (&gaps->items[i]))
      {
        gint64 ns = gaps->items[i].end_ns - gaps->items[i].begin_ns;

        host_ns += ns;
        graph_ns += gaps->items[i].is_graph ? ns : 0;
      }
  return graph_ns > 0 && 2 * graph_ns >= host_ns;
}

/* Graph mode and fused operators: many short kernels, launched one by one. */
static void
offer_fewer_launches (LscDispatchBuild *self, guint32 slice)
{
  const LscDispatchSummary *all = &self->result->all;
  double vertical = (double) all->le50 / (double) MAX (all->n_launches, 1);
  g_autofree char *share = lsc_format_share (vertical);
  g_autofree char *empty = lsc_format_share (MAX (all->empty_share, 0));

  if ((vertical > VERTICAL_LIMIT || all->empty_share > EMPTY_LIMIT) &&
      !waits_for_graphs (&self->result->gaps))
    offer (self, "graph-mode",
           _ ("Capture the step as a graph, so that one call launches many kernels."),
           g_strdup_printf (_ ("%s of the launches start within 50 µs, the queue is empty %s of "
                               "the time"),
                            share, empty),
           slice);
  if (has_short_kernels (self))
    offer (self, "fused-operators", _ ("Use fused operators: longer kernels need fewer launches."),
           g_strdup (_ ("more than half of the kernels take less than 20 µs")), slice);
}

static gboolean
is_transfer_op (const char *name)
{
  static const char *const names[] = { "aten::item",    "aten::_local_scalar_dense",
                                       "aten::to",      "aten::_to_copy",
                                       "aten::copy_",   "aten::is_nonzero",
                                       "aten::nonzero", NULL };

  return g_strv_contains (names, name);
}

static void
offer_no_item (LscDispatchBuild *self)
{
  const LscSyncCalls *syncs = &self->result->syncs;
  const char *worst = NULL;
  guint32 slice = LSC_SLICE_NONE;
  gint64 free_ns = 0;
  gsize n = 0;

  for (gsize i = 0; i < syncs->n && syncs->items[i].free_ns > 0; i++)
    {
      LscFoundSlice op;
      const char *name;

      if (syncs->items[i].op == LSC_SLICE_NONE)
        continue;
      op = _lsc_slice_map_find (&self->map, syncs->items[i].op);
      name = lsc_intern_text (self->timeline->strings, op.node->lane->name[op.slice]);
      if (!is_transfer_op (name))
        continue;
      n++;
      free_ns += syncs->items[i].free_ns;
      if (!worst)
        slice = syncs->items[i].call;
      worst = worst ? worst : name;
    }
  if (n > 0)
    {
      g_autofree char *sum = lsc_format_duration (free_ns, LSC_TIME_UNIT_AUTO);

      offer (self, "no-item",
             _ ("Replace .item() and .to(\"cpu\") in the loop: they wait for the device."),
             g_strdup_printf (
                 _ ("such calls: %zu; the device is free for %s because of them, most in %s"), n,
                 sum, worst),
             slice);
    }
}

static void
offer_warm_up (LscDispatchBuild *self)
{
  const LscGaps *gaps = &self->result->gaps;
  gint64 compiling_ns = 0, longest_ns = 0;
  guint32 slice = LSC_SLICE_NONE;
  gsize n = 0;

  for (gsize i = 0; i < gaps->n; i++)
    {
      const LscGap *gap = &gaps->items[i];
      LscFoundSlice call;

      if (!gap->is_compiling)
        continue;
      call = _lsc_slice_map_find (&self->map, gap->cause);
      if (!strstr (lsc_intern_text (self->timeline->strings, call.node->lane->name[call.slice]),
                   "ompile"))
        continue;
      n++;
      compiling_ns += gap->end_ns - gap->begin_ns;
      if (gap->end_ns - gap->begin_ns > longest_ns)
        {
          longest_ns = gap->end_ns - gap->begin_ns;
          slice = gap->cause;
        }
    }
  if (n > 0 && (double) compiling_ns >= COMPILE_LIMIT * (double) self->overlap->all.free_ns)
    {
      g_autofree char *sum = lsc_format_duration (compiling_ns, LSC_TIME_UNIT_AUTO);

      offer (self, "warm-up",
             _ ("Warm up before profiling: operators are compiled at their first use."),
             g_strdup_printf (_ ("gaps inside calls that compile: %zu, %s in all"), n, sum), slice);
    }
}

/* The call to look at first: the cause of the longest gap that is the host's. */
static guint32
find_longest_gap (const LscGaps *gaps)
{
  const LscGap *longest = NULL;

  for (gsize i = 0; i < gaps->n; i++)
    {
      const LscGap *gap = &gaps->items[i];

      if ((gap->kind == LSC_SLICE_GAP_HOST || gap->kind == LSC_SLICE_GAP_HOST_SYNC) &&
          (!longest || gap->end_ns - gap->begin_ns > longest->end_ns - longest->begin_ns))
        longest = gap;
    }
  if (!longest)
    return LSC_SLICE_NONE;
  return longest->cause != LSC_SLICE_NONE ? longest->cause : longest->next;
}

/** Fills LscDispatch.remedies. Needs everything else. */
void
_lsc_dispatch_find_remedies (LscDispatchBuild *self)
{
  if (self->result->launches.n == 0)
    return;
  offer_no_item (self);
  offer_warm_up (self);
  if (!self->result->all.is_dispatch_bound)
    return;
  offer_variables (self, find_longest_gap (&self->result->gaps));
  offer_fewer_launches (self, find_longest_gap (&self->result->gaps));
}
