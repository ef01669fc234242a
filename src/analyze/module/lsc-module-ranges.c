/* lsc-module-ranges.c - the module calls of a recording, from marks or from trace rows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-sort.h"
#include "analyze/module/lsc-module-private.h"

#define TRACE_PREFIX "nn.Module: "
#define DEFAULT_DOMAIN "Module"
#define GPU_DOMAIN "user_annotation"
#define US 1000

static void
add_call (LscModuleBuild *build, gint64 start_ns, gint64 end_ns, guint32 name, guint32 thread,
          guint32 number)
{
  LscCall *call;

  if (end_ns != 0 && end_ns < start_ns)
    {
      build->n_bad_calls++;
      return;
    }
  call = lsc_calls_add (&build->data->calls);
  *call = (LscCall){ .start_ns = start_ns,
                     .end_ns = end_ns,
                     .name = name,
                     .parent = LSC_INDEX_NONE,
                     .thread = thread,
                     .forward = LSC_INDEX_NONE,
                     .number = number,
                     .kind = LSC_CALL_FORWARD,
                     .flags = end_ns == 0 ? LSC_CALL_NEVER_ENDED : 0 };
  build->n_open_calls += end_ns == 0;
}

static gboolean
is_wanted_domain (const LscModuleBuild *build, guint32 domain)
{
  const char *const *wanted = build->options->domains;
  const char *text = lsc_run_text (build->run, domain);

  if (!wanted)
    return domain != LSC_STRING_NONE &&
           strcmp (text, build->run->is_gpu ? GPU_DOMAIN : DEFAULT_DOMAIN) == 0;
  for (; *wanted; wanted++)
    if (strcmp (*wanted, "*") == 0 || (domain != LSC_STRING_NONE && strcmp (*wanted, text) == 0))
      return TRUE;
  return FALSE;
}

/* Ranges that PyTorch itself records are no modules (modules.md#calls). */
static gboolean
is_framework_range (const char *text)
{
  return g_str_has_prefix (text, "nccl:") || g_str_has_prefix (text, "gloo:") ||
         g_str_has_prefix (text, "Optimizer.") ||
         strcmp (text, "DistributedDataParallel.forward") == 0 ||
         (g_str_has_prefix (text, "##") && g_str_has_suffix (text, "##"));
}

/* A range that is a step (steps.md#marks) is around all modules, and none itself. */
static gboolean
is_step (const LscRun *run, const LscMark *mark)
{
  const LscStep *steps = run->steps.items;
  gsize at = LSC_BISECT (i, 0, run->steps.n, steps[i].start_ns < mark->start_ns);

  return at < run->steps.n && steps[at].start_ns == mark->start_ns &&
         steps[at].end_ns == mark->end_ns;
}

static gboolean
is_wanted_mark (const LscModuleBuild *build, const LscMark *mark)
{
  return build->options->domains || !build->run->is_gpu ||
         (!is_framework_range (lsc_run_text (build->run, mark->message)) &&
          !is_step (build->run, mark));
}

static void
collect_marks (LscModuleBuild *build)
{
  const LscMarks *marks = &build->run->marks;
  guint types = build->options->event_types;
  guint32 last_domain = LSC_STRING_NONE;
  gboolean is_wanted = is_wanted_domain (build, LSC_STRING_NONE);

  if (types == 0)
    types = 1u << LSC_MSTX_START_END;
  for (gsize i = 0; i < marks->n; i++)
    {
      const LscMark *mark = &marks->items[i];

      if (mark->event_type < 0 || mark->event_type > 31 || !(types >> mark->event_type & 1))
        continue;
      if (mark->domain != last_domain)
        is_wanted = is_wanted_domain (build, mark->domain);
      last_domain = mark->domain;
      if (is_wanted && is_wanted_mark (build, mark))
        add_call (build, mark->start_ns, mark->end_ns, mark->message, mark->thread, LSC_INDEX_NONE);
    }
}

/**
 * _lsc_module_split_number:
 * @length: (inout): of the name; afterwards without the number
 *
 * `Conv2d_12` is call 12 of class `Conv2d`.
 *
 * Returns: the number, %LSC_INDEX_NONE
 */
guint32
_lsc_module_split_number (const char *text, gsize *length)
{
  gsize n = *length, digits = n;
  guint64 number = 0;

  while (digits > 0 && g_ascii_isdigit (text[digits - 1]))
    digits--;
  if (digits < 2 || digits == n || text[digits - 1] != '_')
    return LSC_INDEX_NONE;
  *length = digits - 1;
  for (gsize i = digits; i < n && number < LSC_INDEX_NONE; i++)
    number = number * 10 + (guint64) (text[i] - '0');
  return (guint32) MIN (number, (guint64) LSC_INDEX_NONE);
}

typedef struct
{
  guint32 name; /* LSC_STRING_NONE: not a module call */
  guint32 number;
} TraceName;

static TraceName
parse_trace_name (LscModuleBuild *build, guint32 id)
{
  TraceName parsed = { LSC_STRING_NONE, LSC_INDEX_NONE };
  const char *text = lsc_run_text (build->run, id);
  gsize length;

  if (!g_str_has_prefix (text, TRACE_PREFIX))
    return parsed;
  text += strlen (TRACE_PREFIX);
  length = strlen (text);
  parsed.number = _lsc_module_split_number (text, &length);
  parsed.name = _lsc_module_data_intern (build->data, text, length);
  return parsed;
}

/* Without the type column every row may be one: each name is looked at once. */
static void
collect_trace (LscModuleBuild *build)
{
  const LscOps *ops = &build->run->ops;
  gsize n_names = lsc_intern_size (build->run->strings);
  g_autofree guint8 *seen = g_new0 (guint8, n_names + 1);

  for (gsize i = 0; i < ops->n; i++)
    {
      const LscOp *op = &ops->items[i];
      TraceName parsed;

      if ((op->type != LSC_OP_TRACE && op->type != LSC_OP_UNTYPED) || op->name >= n_names ||
          seen[op->name])
        continue;
      parsed = parse_trace_name (build, op->name);
      if (parsed.name == LSC_STRING_NONE)
        seen[op->name] = TRUE;
      else
        add_call (build, op->start_ns, op->end_ns, parsed.name, op->thread, parsed.number);
    }
}

static gint64
key_of_call (gsize index, gconstpointer data)
{
  return ((const LscCall *) data)[index].start_ns;
}

static int
kind_rank (const LscCall *call)
{
  static const int ranks[] = {
    [LSC_CALL_FORWARD] = 0,
    [LSC_CALL_BACKWARD_PARENT] = 1,
    [LSC_CALL_BACKWARD] = 2,
  };

  return ranks[call->kind];
}

static int
compare_calls (guint32 a, guint32 b, gconstpointer data)
{
  const LscCall *calls = data;
  const LscCall *ca = &calls[a], *cb = &calls[b];

  LSC_RETURN_ORDER (cb->end_ns, ca->end_ns);
  LSC_RETURN_ORDER (kind_rank (ca), kind_rank (cb));
  return LSC_ORDER (a, b);
}

/**
 * _lsc_module_sort_calls:
 *
 * Sorts the calls by the key of modules.md#call-order and keeps what points to them.
 */
void
_lsc_module_sort_calls (LscModuleBuild *build)
{
  LscCalls *calls = &build->data->calls;
  gsize n = calls->n;
  g_autofree guint32 *order = lsc_sort_indexes (n, key_of_call, compare_calls, calls->items);
  g_autofree guint32 *new_index = g_new (guint32, n + 1);

  for (gsize i = 0; i < n; i++)
    new_index[order[i]] = (guint32) i;
  lsc_sort_apply (calls->items, sizeof *calls->items, order, n);
  for (gsize i = 0; i < n; i++)
    {
      LscCall *call = &calls->items[i];

      if (call->forward != LSC_INDEX_NONE)
        call->forward = new_index[call->forward];
      if (call->parent != LSC_INDEX_NONE)
        call->parent = new_index[call->parent];
    }
  for (gsize i = 0; i < build->data->ops.n; i++)
    if (build->data->ops.items[i].call != LSC_INDEX_NONE)
      build->data->ops.items[i].call = new_index[build->data->ops.items[i].call];
  for (gsize i = 0; i < build->pairs.n; i++)
    {
      LscPassPair *pair = &build->pairs.items[i];

      if (pair->call != LSC_INDEX_NONE)
        pair->call = new_index[pair->call];
      if (pair->made != LSC_INDEX_NONE)
        pair->made = new_index[pair->made];
    }
}

/* The end of the last op of each thread. */
static gint64 *
last_ends (const LscRun *run)
{
  gint64 *ends = g_new (gint64, run->threads.n + 1);

  for (gsize i = 0; i < run->threads.n; i++)
    ends[i] = G_MININT64;
  for (gsize i = 0; i < run->ops.n; i++)
    {
      const LscOp *op = &run->ops.items[i];

      if (op->local_id != LSC_ID_NONE && op->thread < run->threads.n)
        ends[op->thread] = MAX (ends[op->thread], op->end_ns);
    }
  return ends;
}

/* exports.md#q24: a range that was never closed ends with the range around it on its thread, else
 * with the last op of its thread. Sorted by start, with open ranges last among equal starts. */
static void
close_open_calls (LscModuleBuild *build)
{
  LscCalls *calls = &build->data->calls;
  gsize n_threads = build->run->threads.n;
  g_autofree gint64 *ends = NULL;
  g_autofree LscIndexes *stacks = NULL;

  if (build->n_open_calls == 0)
    return;
  ends = last_ends (build->run);
  stacks = g_new0 (LscIndexes, n_threads + 1);
  for (gsize i = 0; i < calls->n; i++)
    {
      LscCall *call = &calls->items[i];
      guint32 thread = (guint32) MIN (call->thread, n_threads);
      LscIndexes *stack = &stacks[thread];

      while (stack->n > 0 && calls->items[stack->items[stack->n - 1]].end_ns < call->start_ns)
        stack->n--;
      if (call->end_ns == 0 && stack->n > 0)
        call->end_ns = calls->items[stack->items[stack->n - 1]].end_ns;
      else if (call->end_ns == 0)
        call->end_ns = MAX (call->start_ns, thread < n_threads ? ends[thread] : call->start_ns);
      while (stack->n > 0 && calls->items[stack->items[stack->n - 1]].end_ns < call->end_ns)
        stack->n--;
      lsc_indexes_append (stack, (guint32) i);
    }
  for (gsize i = 0; i <= n_threads; i++)
    lsc_indexes_clear (&stacks[i]);
  _lsc_module_sort_calls (build);
}

/**
 * _lsc_module_collect_calls:
 *
 * Fills the calls of the data from the source that the options ask for (modules.md#calls).
 *
 * Returns: %FALSE if there are none and there must be
 */
gboolean
_lsc_module_collect_calls (LscModuleBuild *build, GError **error)
{
  LscModuleData *data = build->data;
  LscModuleSource source = build->options->source;

  data->source = LSC_MODULE_SOURCE_MSTX;
  if (source == LSC_MODULE_SOURCE_AUTO && build->run->is_gpu && !build->options->domains)
    collect_trace (build); /* there annotations are the last resort */
  if (data->calls.n > 0 || _lsc_module_has_graphs (build))
    data->source = LSC_MODULE_SOURCE_TRACE;
  else if (source != LSC_MODULE_SOURCE_TRACE)
    collect_marks (build);
  if (data->calls.n == 0 && source != LSC_MODULE_SOURCE_MSTX)
    {
      collect_trace (build);
      if (data->calls.n > 0 || source == LSC_MODULE_SOURCE_TRACE)
        data->source = LSC_MODULE_SOURCE_TRACE;
    }
  data->n_forward_calls = data->calls.n;
  if (data->calls.n == 0)
    return _lsc_module_has_graphs (build) || _lsc_module_no_calls (build, error);
  _lsc_module_sort_calls (build);
  close_open_calls (build);
  return TRUE;
}

/* Which of the calls' threads are also threads of ops; by the lower half of the id where whole ids
 * never agree, since name spaces of processes may change the upper half. */
static gboolean
threads_agree (LscModuleBuild *build, gint64 mask)
{
  const LscInt64s *threads = &build->run->threads;
  g_autoptr (GHashTable) ops = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gint64 *ids = g_new (gint64, threads->n + 1);

  for (gsize i = 0; i < threads->n; i++)
    {
      ids[i] = threads->items[i] & mask;
      if (build->thread_flags[i] & LSC_THREAD_HAS_OPS)
        g_hash_table_add (ops, &ids[i]);
    }
  for (gsize i = 0; i < threads->n; i++)
    if ((build->thread_flags[i] & LSC_THREAD_HAS_CALLS) && g_hash_table_contains (ops, &ids[i]))
      return TRUE;
  return FALSE;
}

static void
mark_call_threads (LscModuleBuild *build)
{
  for (gsize i = 0; i < build->data->calls.n; i++)
    if (build->data->calls.items[i].thread < build->run->threads.n)
      build->thread_flags[build->data->calls.items[i].thread] |= LSC_THREAD_HAS_CALLS;
}

/**
 * _lsc_module_assign_stacks:
 *
 * Gives each thread that has calls a stack of open calls.
 */
void
_lsc_module_assign_stacks (LscModuleBuild *build)
{
  const LscInt64s *threads = &build->run->threads;
  g_autoptr (GHashTable) stacks = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gint64 *ids = g_new (gint64, threads->n + 1);

  mark_call_threads (build);
  build->n_stacks = build->merged ? 1 : 0;
  for (guint round = 1; round <= 2 && !build->merged; round++)
    for (gsize i = 0; i < threads->n; i++)
      {
        gboolean has_calls = build->thread_flags[i] & LSC_THREAD_HAS_CALLS;
        gpointer found;

        ids[i] = threads->items[i] & build->thread_mask;
        found = g_hash_table_lookup (stacks, &ids[i]);
        if (round == 1 && has_calls && !found)
          {
            found = GUINT_TO_POINTER (++build->n_stacks);
            g_hash_table_insert (stacks, &ids[i], found);
          }
        build->stack_of_thread[i] = found ? GPOINTER_TO_UINT (found) - 1 : LSC_INDEX_NONE;
      }
}

/**
 * _lsc_module_map_threads:
 *
 * Decides which threads share a stack of open calls (modules.md#threads): each its own, or one
 * for all when the user says so or the ids of calls and ops cannot be compared.
 */
void
_lsc_module_map_threads (LscModuleBuild *build)
{
  gboolean agree;

  mark_call_threads (build);
  build->stack_of_thread = g_new0 (guint32, build->run->threads.n + 1);
  build->thread_mask = -1;
  agree = threads_agree (build, build->thread_mask);
  if (!agree && threads_agree (build, 0xffffffff))
    {
      build->thread_mask = 0xffffffff;
      agree = TRUE;
    }
  build->merged = build->options->threads == LSC_THREADS_MERGED || !agree;
  build->disagree = !agree;
  _lsc_module_assign_stacks (build);
}

/**
 * _lsc_module_find_slack:
 *
 * Sets the tolerance of containment: what the user asked for, but at least one microsecond in GPU
 * traces that record whole ones, since truncation makes ends cross there (modules.md#calls).
 */
void
_lsc_module_find_slack (LscModuleBuild *build)
{
  const LscOps *ops = &build->run->ops;
  gboolean is_whole = build->run->is_gpu && ops->n > 0;

  for (gsize i = 0; i < ops->n && is_whole; i++)
    is_whole = ops->items[i].start_ns % US == 0 && ops->items[i].end_ns % US == 0;
  build->slack_ns = MAX (build->options->slack_ns, is_whole ? US : 0);
}
