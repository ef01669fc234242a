/* lsc-module-backward.c - backward calls, invented from the links of autograd
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "analyze/module/lsc-module-private.h"

/* Autograd runs outside the module calls, so backward calls are made up (modules.md#backward):
 * pairs whose forward ops lie in the same call and whose backward ops follow each other become one
 * call.
 * Example: forward A1, A2 in A and B1 in B; backward B1, A2, A1: one call of B, then one of A. */

/* Paths are as deep as the nesting: a hostile file could ask for gigabytes of joined text. */
#define MAX_PATH_BYTES ((gsize) 256 * 1024 * 1024)

typedef struct
{
  LscModuleBuild *build;
  LscNameLists *paths;
  guint32 *nodes;      /* path down to each forward call */
  guint32 *path_names; /* for each forward call the name of its children's path */
  gsize path_bytes;
} Maker;

static gint64
key_of_pair (gsize index, gconstpointer data)
{
  const LscModuleBuild *build = data;

  return build->run->ops.items[build->pairs.items[index].backward].start_ns;
}

/* Keeps the pairs inside modules, by backward start; those of equal start by real id. */
static void
sort_pairs (LscModuleBuild *build)
{
  g_autofree guint32 *order = NULL;
  gsize n = 0;

  for (gsize i = 0; i < build->pairs.n; i++)
    if (build->pairs.items[i].call != LSC_INDEX_NONE)
      build->pairs.items[n++] = build->pairs.items[i];
  build->pairs.n = build->data->n_pairs_inside = n;
  order = lsc_sort_order (n, key_of_pair, build);
  if (order)
    lsc_sort_apply (build->pairs.items, sizeof *build->pairs.items, order, n);
}

/* Whether two calls are the same instance: equal path, name and times. */
static gboolean
is_same_call (const Maker *maker, guint32 a, guint32 b)
{
  const LscCall *calls = maker->build->data->calls.items;

  return a == b || (calls[a].start_ns == calls[b].start_ns && calls[a].end_ns == calls[b].end_ns &&
                    calls[a].name == calls[b].name && maker->nodes[a] == maker->nodes[b]);
}

static guint32
thread_of (const LscModuleBuild *build, guint32 op)
{
  return build->merged ? 0 : build->run->ops.items[op].thread;
}

/* The end of the run of pairs that begins at @first. */
static gsize
end_of_run (const Maker *maker, gsize first)
{
  const LscModuleBuild *build = maker->build;
  const LscPassPair *pairs = build->pairs.items;
  gsize end = first + 1;

  while (end < build->pairs.n && is_same_call (maker, pairs[first].call, pairs[end].call) &&
         thread_of (build, pairs[first].backward) == thread_of (build, pairs[end].backward))
    end++;
  return end;
}

/* The joined path of the calls around a forward call, %LSC_STRING_NONE when there are none. */
static guint32
path_name (Maker *maker, guint32 above)
{
  g_autofree char *text = NULL;
  guint32 node;

  if (above == LSC_INDEX_NONE)
    return LSC_STRING_NONE;
  if (maker->path_names[above] != LSC_INDEX_NONE)
    return maker->path_names[above];
  node = _lsc_path_strip (maker->paths, maker->nodes[above]);
  if (node == LSC_TRIE_ROOT)
    return LSC_STRING_NONE;
  text = _lsc_name_lists_text (maker->paths, node);
  maker->path_bytes += strlen (text);
  maker->path_names[above] = _lsc_module_data_intern (maker->build->data, text, strlen (text));
  return maker->path_names[above];
}

static void
add_run (Maker *maker, gsize first, gsize end)
{
  LscModuleBuild *build = maker->build;
  LscCalls *calls = &build->data->calls;
  LscPassPair *pairs = build->pairs.items;
  const LscOp *ops = build->run->ops.items;
  guint32 owner = pairs[first].call;
  guint32 above = calls->items[owner].parent;
  guint32 parent_name = path_name (maker, above);
  LscCall call = { .start_ns = ops[pairs[first].backward].start_ns,
                   .end_ns = ops[pairs[first].backward].end_ns,
                   .name = calls->items[owner].name,
                   .parent = LSC_INDEX_NONE,
                   .thread = ops[pairs[first].backward].thread,
                   .forward = owner,
                   .number = calls->items[owner].number,
                   .kind = LSC_CALL_BACKWARD };

  for (gsize i = first; i < end; i++)
    {
      call.end_ns = MAX (call.end_ns, ops[pairs[i].backward].end_ns);
      pairs[i].made = (guint32) calls->n;
    }
  lsc_calls_append (calls, call);
  if (parent_name == LSC_STRING_NONE)
    return;
  call.start_ns -= call.start_ns > G_MININT64;
  call.end_ns += call.end_ns < G_MAXINT64;
  call.name = parent_name;
  call.forward = above;
  call.number = LSC_INDEX_NONE;
  call.kind = LSC_CALL_BACKWARD_PARENT;
  lsc_calls_append (calls, call);
}

static gsize
count_runs (const Maker *maker)
{
  gsize n = 0;

  for (gsize i = 0; i < maker->build->pairs.n; i = end_of_run (maker, i))
    n++;
  return n;
}

static gboolean
make_runs (Maker *maker, GError **error)
{
  LscModuleBuild *build = maker->build;
  guint32 n_runs = 0;
  gsize end;

  lsc_calls_reserve (&build->data->calls, build->data->calls.n + 2 * count_runs (maker));
  for (gsize i = 0; i < build->pairs.n; i = end)
    {
      end = end_of_run (maker, i);
      add_run (maker, i, end);
      n_runs++;
      if (maker->path_bytes > MAX_PATH_BYTES)
        return lsc_fail (
            error, LSC_ERROR_LIMIT,
            _ ("%s: modules are nested so deeply that their paths need more than 256 MB. "
               "Check the ranges of the domain Module."),
            build->run->source->file);
      if ((n_runs & 4095) == 0 && !lsc_job_check (build->job, error))
        return FALSE;
    }
  build->data->n_backward_calls = n_runs;
  return TRUE;
}

/**
 * _lsc_module_add_backward:
 *
 * Adds the backward calls to those of the data and sorts all of them again. Parents are not set.
 */
gboolean
_lsc_module_add_backward (LscModuleBuild *build, GError **error)
{
  Maker maker = { build, NULL, NULL, NULL, 0 };
  gsize n = build->data->calls.n;
  gboolean ok;

  if (!_lsc_module_attribute_pairs (build, error))
    return FALSE;
  _lsc_module_mark_recompute (build);
  _lsc_module_graft (build);
  sort_pairs (build);
  maker.paths = _lsc_name_lists_new (build->data, "/");
  maker.nodes = _lsc_path_of_calls (maker.paths);
  maker.path_names = g_new (guint32, n + 1);
  memset (maker.path_names, 0xff, (n + 1) * sizeof (guint32));
  ok = make_runs (&maker, error);
  _lsc_name_lists_free (maker.paths);
  g_free (maker.nodes);
  g_free (maker.path_names);
  if (ok && build->data->n_backward_calls > 0)
    {
      _lsc_module_sort_calls (build);
      _lsc_module_assign_stacks (build);
    }
  return ok;
}

/* The start of the first backward op of each thread. */
static gint64 *
first_backward_starts (const LscModuleBuild *build)
{
  const LscOps *ops = &build->run->ops;
  gsize n = build->run->threads.n;
  gint64 *starts = g_new (gint64, n + 1);

  for (gsize i = 0; i <= n; i++)
    starts[i] = G_MAXINT64;
  for (gsize i = 0; i < build->pairs.n; i++)
    {
      const LscOp *op = &ops->items[build->pairs.items[i].backward];

      if (op->thread < n)
        starts[op->thread] = MIN (starts[op->thread], op->start_ns);
    }
  for (gsize i = 0; i < ops->n; i++)
    if (ops->items[i].fwd_role == LSC_FWD_BACKWARD && ops->items[i].thread < n)
      starts[ops->items[i].thread] = MIN (starts[ops->items[i].thread], ops->items[i].start_ns);
  return starts;
}

/**
 * _lsc_module_mark_recompute:
 *
 * Marks forward calls inside backward ones, and those on a thread of autograd
 * (modules.md#recompute): a thread whose first backward op comes before its first call, so that one
 * which runs forward and backward in turn is not taken for it.
 */
void
_lsc_module_mark_recompute (LscModuleBuild *build)
{
  LscCalls *calls = &build->data->calls;
  gsize n = build->run->threads.n;
  g_autofree gint64 *starts = NULL;
  g_autofree guint8 *autograd = g_new0 (guint8, n + 1); /* 0 unknown, 1 no, 2 yes */

  starts = first_backward_starts (build);
  for (gsize i = 0; i < calls->n; i++)
    {
      LscCall *call = &calls->items[i];
      const LscCall *parent;

      if (call->kind != LSC_CALL_FORWARD)
        continue;
      parent = call->parent == LSC_INDEX_NONE ? NULL : &calls->items[call->parent];
      if (call->thread < n && autograd[call->thread] == 0)
        autograd[call->thread] = starts[call->thread] <= call->start_ns ? 2 : 1;
      if ((call->thread < n && autograd[call->thread] == 2 && !build->merged) ||
          (parent && (parent->kind != LSC_CALL_FORWARD || (parent->flags & LSC_CALL_RECOMPUTE))))
        call->flags |= LSC_CALL_RECOMPUTE;
    }
}

/* For each pair the latest end of the pairs of its run up to it. */
static gint64 *
running_ends (const LscModuleBuild *build)
{
  gint64 *ends = g_new (gint64, build->pairs.n + 1);

  for (gsize i = 0; i < build->pairs.n; i++)
    {
      const LscPassPair *pair = &build->pairs.items[i];

      ends[i] = build->run->ops.items[pair->backward].end_ns;
      if (i > 0 && build->pairs.items[i - 1].made == pair->made)
        ends[i] = MAX (ends[i], ends[i - 1]);
    }
  return ends;
}

/* Whether one of the pairs from @first on, all of one call, contains an op. */
static gboolean
is_in_pair (const LscModuleBuild *build, gsize first, const gint64 *ends, const LscOp *op)
{
  const LscPassPair *pairs = build->pairs.items;
  gsize end =
      LSC_BISECT (i, first, build->pairs.n,
                  pairs[i].made == pairs[first].made && key_of_pair (i, build) <= op->start_ns);

  return end > first && ends[end - 1] >= op->end_ns;
}

/**
 * _lsc_module_mark_by_time:
 *
 * Marks the ops of backward calls that no linked backward op of the call contains (exports.md#q14).
 */
void
_lsc_module_mark_by_time (LscModuleBuild *build)
{
  LscModuleData *data = build->data;
  g_autofree gint64 *ends = NULL;
  g_autofree guint32 *first_pair = NULL;

  if (data->n_backward_calls == 0)
    return;
  ends = running_ends (build);
  first_pair = g_new (guint32, data->calls.n);
  for (gsize i = build->pairs.n; i-- > 0;)
    first_pair[build->pairs.items[i].made] = (guint32) i;
  data->by_time_only = g_new0 (guint8, data->ops.n + 1);
  for (gsize i = 0; i < data->ops.n; i++)
    {
      guint32 call = data->ops.items[i].call;
      const LscOp *op = &build->run->ops.items[data->ops.items[i].op];

      if (call != LSC_INDEX_NONE && data->calls.items[call].kind == LSC_CALL_BACKWARD)
        data->by_time_only[i] = !is_in_pair (build, first_pair[call], ends, op);
    }
}
