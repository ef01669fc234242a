/* lsc-flops-recorded.c - FLOPs recorded while profiling, as ranges of the domain mfu_flops
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "analyze/module/lsc-flops-private.h"

/* A range says how many FLOPs the call inside it takes (flops.md#recorded). They belong to
 * the kernels of the ops in it that compute products, not to transposes beside them
 * (exports.md#q36); an op in several ranges counts for the innermost that holds all of it, else for
 * the latest (exports.md#q38). */

#define DOMAIN "mfu_flops"

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 flops;
  guint32 thread;
  guint32 message;
} Range;

/** A kernel of an op in a range. */
typedef struct
{
  guint32 range;
  guint32 op;
  guint32 kernel;
} Member;

LSC_DEFINE_ARRAY (Ranges, ranges, Range)
LSC_DEFINE_ARRAY (Members, members, Member)

static gboolean
parse_message (const char *text, gint64 *flops)
{
  gsize digits = strspn (text, "0123456789");

  return digits > 0 && text[digits] == '-' && text[digits + 1] != '\0' &&
         lsc_parse_int64 (text, digits, flops) == LSC_PARSE_OK && *flops > 0;
}

static gint64
key_of_range (gsize index, gconstpointer data)
{
  return ((const Range *) data)[index].start_ns;
}

static int
compare_ranges (guint32 a, guint32 b, gconstpointer data)
{
  const Range *ranges = data;

  LSC_RETURN_ORDER (ranges[b].end_ns, ranges[a].end_ns);
  return LSC_ORDER (a, b);
}

static void
sort_ranges (Ranges *list)
{
  g_autofree guint32 *order = lsc_sort_indexes (list->n, key_of_range, compare_ranges, list->items);

  lsc_sort_apply (list->items, sizeof *list->items, order, list->n);
}

static void
collect (LscFlops *self, Ranges *list)
{
  const LscRun *run = self->run;
  guint32 domain = lsc_intern_find (run->strings, DOMAIN);

  for (gsize i = 0; i < run->marks.n && domain != LSC_STRING_NONE; i++)
    {
      const LscMark *mark = &run->marks.items[i];
      Range range = { mark->start_ns, mark->end_ns, 0, mark->thread, mark->message };

      if (mark->domain != domain)
        continue;
      if (mark->end_ns > mark->start_ns &&
          parse_message (lsc_run_text (run, mark->message), &range.flops))
        ranges_append (list, range);
      else
        self->n_bad_recorded++;
    }
  sort_ranges (list);
}

/* Whether the ranges' threads are those of ops; if not, threads are not looked at. */
static gboolean
are_threads_known (const LscFlops *self, const Ranges *list)
{
  const LscRun *run = self->run;
  g_autofree guint8 *has_ops = g_new0 (guint8, run->threads.n + 1);

  for (gsize i = 0; i < self->data->ops.n; i++)
    {
      guint32 thread = run->ops.items[self->data->ops.items[i].op].thread;

      has_ops[MIN (thread, run->threads.n)] = TRUE;
    }
  for (gsize i = 0; i < list->n; i++)
    if (has_ops[MIN (list->items[i].thread, run->threads.n)])
      return TRUE;
  return FALSE;
}

/* A range that begins later and ends no earlier takes the place of those before it. */
static void
push (const Ranges *list, LscIndexes *stack, guint32 range)
{
  while (stack->n > 0 && list->items[stack->items[stack->n - 1]].end_ns < list->items[range].end_ns)
    stack->n--;
  lsc_indexes_append (stack, range);
}

static guint32
find_range (const Ranges *list, LscIndexes *stack, gint64 start_ns, gint64 end_ns)
{
  gsize n_around;

  while (stack->n > 0 && list->items[stack->items[stack->n - 1]].end_ns < start_ns)
    stack->n--;
  if (stack->n == 0)
    return G_MAXUINT32;
  n_around = LSC_BISECT (i, 0, stack->n, list->items[stack->items[i]].end_ns >= end_ns);
  return stack->items[n_around > 0 ? n_around - 1 : stack->n - 1];
}

static void
add_members (LscFlops *self, Members *members, guint32 range, guint32 op)
{
  const LscOpCall *call = &self->data->ops.items[op];

  for (guint32 i = 0; i < call->n_kernels; i++)
    {
      guint32 kernel = self->data->kernels.items[call->first_kernel + i];

      if (_lsc_flops_detail (self, kernel) && _lsc_flops_duration (self, kernel) > 0)
        members_append (members, (Member){ range, op, kernel });
    }
}

/* Finds the range of every op: both are in order of start. */
static void
match (LscFlops *self, const Ranges *list, Members *members)
{
  const LscRun *run = self->run;
  gboolean by_thread = are_threads_known (self, list);
  gsize n_stacks = by_thread ? run->threads.n + 1 : 1;
  g_autofree LscIndexes *stacks = g_new0 (LscIndexes, n_stacks);
  gsize next = 0;

  for (gsize i = 0; i < self->data->ops.n; i++)
    {
      const LscOp *op = &run->ops.items[self->data->ops.items[i].op];
      guint32 range;

      for (; next < list->n && list->items[next].start_ns <= op->start_ns; next++)
        push (list, &stacks[by_thread ? MIN (list->items[next].thread, run->threads.n) : 0],
              (guint32) next);
      range = find_range (list, &stacks[by_thread ? MIN (op->thread, run->threads.n) : 0],
                          op->start_ns, op->end_ns);
      if (range != G_MAXUINT32)
        add_members (self, members, range, (guint32) i);
    }
  for (gsize i = 0; i < n_stacks; i++)
    lsc_indexes_clear (&stacks[i]);
}

static gint64
key_of_member (gsize index, gconstpointer data)
{
  return ((const Member *) data)[index].range;
}

static gboolean
runs_on_cube (const LscFlops *self, guint32 kernel)
{
  const LscKernelDetail *detail = _lsc_flops_detail (self, kernel);
  const char *task_type = lsc_run_text (self->run, detail->task_type);

  return strcmp (task_type, "AI_CORE") == 0 || strcmp (task_type, "MIX_AIC") == 0;
}

/* Splits FLOPs over the kernels that compute products, in proportion to their time. */
static gboolean
split (LscFlops *self, const Range *range, const Members *members, const guint32 *list, gsize n)
{
  double total = 0;

  for (gsize i = 0; i < n; i++)
    if (_lsc_flops_kind (self, members->items[list[i]].kernel) != LSC_OP_KIND_OTHER)
      total += (double) _lsc_flops_duration (self, members->items[list[i]].kernel);
  for (gsize i = 0; i < n; i++)
    {
      const Member *member = &members->items[list[i]];
      double duration = (double) _lsc_flops_duration (self, member->kernel);

      self->op_done[member->op] = TRUE;
      if (_lsc_flops_kind (self, member->kernel) != LSC_OP_KIND_OTHER)
        _lsc_flops_add (self, member->op, member->kernel,
                        duration < total ? (double) range->flops * (duration / total)
                                         : (double) range->flops,
                        LSC_FLOPS_RECORDED, range->message, 0);
    }
  return total > 0;
}

/* exports.md#q36: the reference gives all FLOPs to each kernel. */
static void
give_to_each (LscFlops *self, const Range *range, const Members *members, const guint32 *list,
              gsize n)
{
  for (gsize i = 0; i < n; i++)
    _lsc_flops_add (self, members->items[list[i]].op, members->items[list[i]].kernel,
                    (double) range->flops, LSC_FLOPS_RECORDED, range->message, 0);
}

static void
give_to_longest (LscFlops *self, const Range *range, const Members *members, const guint32 *list,
                 gsize n)
{
  const Member *longest = NULL;

  for (gsize i = 0; i < n; i++)
    {
      const Member *member = &members->items[list[i]];

      if (runs_on_cube (self, member->kernel) &&
          (!longest || _lsc_flops_duration (self, member->kernel) >
                           _lsc_flops_duration (self, longest->kernel)))
        longest = member;
    }
  if (longest)
    _lsc_flops_add (self, longest->op, longest->kernel, (double) range->flops, LSC_FLOPS_RECORDED,
                    range->message, 0);
}

/**
 * _lsc_flops_from_ranges:
 *
 * Rule 1 of flops.md#sources; in reference mode flops.md#reference-mode.
 */
gboolean
_lsc_flops_from_ranges (LscFlops *self, GError **error)
{
  Ranges list = { 0 };
  Members members = { 0 };
  g_autofree guint32 *order = NULL;
  gsize end;

  collect (self, &list);
  if (list.n > 0)
    match (self, &list, &members);
  order = lsc_sort_indexes (members.n, key_of_member, NULL, members.items);
  for (gsize begin = 0; begin < members.n; begin = end)
    {
      guint32 range = members.items[order[begin]].range;

      for (end = begin + 1; end < members.n && members.items[order[end]].range == range;)
        end++;
      if (self->is_peer)
        give_to_each (self, &list.items[range], &members, order + begin, end - begin);
      else if (!split (self, &list.items[range], &members, order + begin, end - begin))
        give_to_longest (self, &list.items[range], &members, order + begin, end - begin);
    }
  ranges_clear (&list);
  members_clear (&members);
  return lsc_job_check (self->job, error);
}
