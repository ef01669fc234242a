/* lsc-module-links.c - which op launched a kernel, and which ops are forward and backward of one
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

/* Three tables meet here (modules.md#connections, #join): a kernel carries a real connection id, a
 * link gives the local ids that own it, an op carries a local id. Links and kernels are ordered by
 * real id and merged; ops are found by an index of their local ids. */

#define MAX_JOIN (G_GUINT64_CONSTANT (1) << 26)

typedef struct
{
  const LscKernel *kernels;
} Keys;

static gint64
key_of_kernel (gsize index, gconstpointer data)
{
  return ((const Keys *) data)->kernels[index].connection_id;
}

static gint64
key_of_local (gsize index, gconstpointer data)
{
  return ((const guint32 *) data)[index];
}

/* Ids too far apart for an index of their own get the rank of the id among those that occur. */
static void
rank_local_ids (LscModuleBuild *build, const LscOps *ops, gsize n_linked)
{
  g_autofree guint32 *ids = g_new (guint32, n_linked + 1);
  g_autofree guint32 *order = NULL;
  gsize n = 0;

  for (gsize i = 0; i < ops->n; i++)
    if (ops->items[i].local_id != LSC_ID_NONE)
      ids[n++] = ops->items[i].local_id;
  order = lsc_sort_order (n, key_of_local, ids);
  build->local_ids = g_new (guint32, n + 1);
  build->n_locals = 0;
  for (gsize i = 0; i < n; i++)
    {
      guint32 id = ids[order ? order[i] : i];

      if (build->n_locals == 0 || build->local_ids[build->n_locals - 1] != id)
        build->local_ids[build->n_locals++] = id;
    }
}

static guint32
find_rank (const LscModuleBuild *build, guint32 local_id)
{
  gsize rank;

  if (!build->local_ids)
    return local_id < build->n_locals ? local_id : LSC_INDEX_NONE;
  rank = LSC_BISECT (i, 0, build->n_locals, build->local_ids[i] < local_id);
  return rank < build->n_locals && build->local_ids[rank] == local_id ? (guint32) rank
                                                                      : LSC_INDEX_NONE;
}

static inline guint32
first_op_of (const LscModuleBuild *build, guint32 local_id)
{
  guint32 rank = find_rank (build, local_id);

  return rank == LSC_INDEX_NONE ? LSC_INDEX_NONE : build->op_of_local[rank];
}

static inline guint32
next_op_of (const LscModuleBuild *build, guint32 op)
{
  return build->next_op ? build->next_op[op] : LSC_INDEX_NONE;
}

static void
note_thread (LscModuleBuild *build, const LscOp *op, guint8 *name_is_dequeue)
{
  guint8 *known = &name_is_dequeue[op->name];

  if (*known == 0)
    *known = g_ascii_strncasecmp (lsc_run_text (build->run, op->name), "Dequeue", 7) == 0 ? 2 : 1;
  build->thread_flags[op->thread] |= *known == 2 ? LSC_THREAD_HAS_DEQUEUE : LSC_THREAD_HAS_OPS;
}

/* One pass over the ops: how many are linked, their largest id, and which threads have ops. */
static void
survey_ops (LscModuleBuild *build, gsize *n_linked, guint32 *max_local)
{
  const LscOps *ops = &build->run->ops;
  gsize n_names = lsc_intern_size (build->run->strings);
  g_autofree guint8 *name_is_dequeue = g_new0 (guint8, n_names + 1);

  *n_linked = 0;
  *max_local = 0;
  for (gsize i = 0; i < ops->n; i++)
    {
      const LscOp *op = &ops->items[i];

      if (op->local_id == LSC_ID_NONE)
        continue;
      *max_local = MAX (*max_local, op->local_id);
      ++*n_linked;
      if (op->thread < build->run->threads.n && op->name < n_names)
        note_thread (build, op, name_is_dequeue);
    }
}

/**
 * _lsc_module_index_ops:
 *
 * Makes the index from local id to ops and notes which threads have ops.
 */
gboolean
_lsc_module_index_ops (LscModuleBuild *build, GError **error)
{
  const LscOps *ops = &build->run->ops;
  gsize n_linked;
  guint32 max_local;

  build->thread_flags = g_new0 (guint8, build->run->threads.n + 1);
  survey_ops (build, &n_linked, &max_local);
  /* An index by id may be eight times as long as needed; beyond that, ids are looked up. */
  if (max_local / 8 > n_linked + 1024)
    rank_local_ids (build, ops, n_linked);
  else
    build->n_locals = n_linked ? (gsize) max_local + 1 : 0;
  build->op_of_local = g_new (guint32, build->n_locals + 1);
  memset (build->op_of_local, 0xff, (build->n_locals + 1) * sizeof (guint32));
  /* from the last one, so that the chain of an id begins at its first op */
  for (gsize i = ops->n; i-- > 0;)
    {
      guint32 rank;

      if (ops->items[i].local_id == LSC_ID_NONE)
        continue;
      rank = find_rank (build, ops->items[i].local_id);
      /* Few recordings use an id twice: the others do without the chains. */
      if (build->op_of_local[rank] != LSC_INDEX_NONE && !build->next_op)
        {
          build->next_op = g_new (guint32, ops->n);
          memset (build->next_op, 0xff, ops->n * sizeof (guint32));
        }
      if (build->next_op)
        build->next_op[i] = build->op_of_local[rank];
      build->op_of_local[rank] = (guint32) i;
    }
  return lsc_job_check (build->job, error);
}

/**
 * _lsc_module_sort_links:
 *
 * Finds the rows of CONNECTION_IDS by (real id, local id), each pair once (exports.md#q22).
 */
void
_lsc_module_sort_links (LscModuleBuild *build)
{
  const LscRun *run = build->run;

  build->links = run->link_order;
  build->n_links = run->n_links;
  if (!build->links)
    build->links = build->own_links = lsc_connections_order (&run->connections, &build->n_links);
}

/* For each kernel the first of its links, LSC_INDEX_NONE without. */
static guint32 *
merge_kernels (LscModuleBuild *build, gsize n_kernels)
{
  const LscConnection *links = build->run->connections.items;
  const LscKernel *kernels = build->run->kernels.items;
  Keys keys = { kernels };
  g_autofree guint32 *order = lsc_sort_order (n_kernels, key_of_kernel, &keys);
  guint32 *first = g_new (guint32, n_kernels + 1);
  gsize at = 0;

  for (gsize i = 0; i < n_kernels; i++)
    {
      gsize k = order ? order[i] : i;
      gint64 id = kernels[k].connection_id;

      first[k] = LSC_INDEX_NONE;
      if (id < 0)
        continue;
      /* both are sorted by id: one pass over the links serves all kernels */
      while (at < build->n_links && links[build->links[at]].real_id < id)
        at++;
      if (at < build->n_links && links[build->links[at]].real_id == id)
        first[k] = (guint32) at;
    }
  return first;
}

typedef void (*KernelFunc) (LscModuleBuild *build, guint32 kernel, guint32 op, guint32 *counts);

static void
count_kernel (LscModuleBuild *build, guint32 kernel, guint32 op, guint32 *counts)
{
  counts[op]++;
  _lsc_module_learn_step (build, kernel, op);
}

static void
put_kernel (LscModuleBuild *build, guint32 kernel, guint32 op, guint32 *counts)
{
  if (counts[op] != LSC_INDEX_NONE)
    build->data->kernels.items[counts[op]++] = kernel;
}

/* Calls @func for every op of a kernel; returns how many there are. */
static inline guint32
for_each_op (LscModuleBuild *build, guint32 kernel, guint32 link, guint32 *counts, KernelFunc func)
{
  const LscConnection *links = build->run->connections.items;
  gint64 id = build->run->kernels.items[kernel].connection_id;
  guint32 n = 0;

  for (gsize i = link; i < build->n_links && links[build->links[i]].real_id == id;
       i++, build->n_steps++)
    for (guint32 op = first_op_of (build, links[build->links[i]].local_id); op != LSC_INDEX_NONE;
         op = next_op_of (build, op), n++, build->n_steps++)
      func (build, kernel, op, counts);
  return n;
}

static gboolean
is_in_step (const LscStep *step, gint64 time_ns)
{
  return !step || (time_ns >= step->start_ns && time_ns < step->end_ns);
}

/* Turns counts of kernels into places: of each op with kernels the first one in the list. */
static void
make_op_calls (LscModuleBuild *build, guint32 *counts, const LscStep *step)
{
  const LscOps *ops = &build->run->ops;
  LscModuleData *data = build->data;
  gsize n_ops = 0, n_kernels = 0;

  for (gsize i = 0; i < ops->n; i++)
    n_ops += counts[i] > 0;
  lsc_op_calls_reserve (&data->ops, n_ops);
  for (gsize i = 0; i < ops->n; i++)
    {
      guint32 n = counts[i];

      /* also of ops outside the step: put_kernel() then leaves their kernels out */
      counts[i] = LSC_INDEX_NONE;
      if (n == 0 || !is_in_step (step, ops->items[i].start_ns))
        continue;
      lsc_op_calls_append (&data->ops,
                           (LscOpCall){ (guint32) i, LSC_INDEX_NONE, (guint32) n_kernels, n });
      counts[i] = (guint32) n_kernels;
      n_kernels += n;
    }
  g_assert (data->ops.n <= n_ops);
  lsc_indexes_reserve (&data->kernels, n_kernels);
  data->kernels.n = n_kernels;
}

static inline gboolean
is_kernel_before (const LscKernel *kernels, guint32 a, guint32 b)
{
  if (kernels[a].kernel_class != kernels[b].kernel_class)
    return kernels[a].kernel_class < kernels[b].kernel_class;
  if (kernels[a].start_ns != kernels[b].start_ns)
    return kernels[a].start_ns < kernels[b].start_ns;
  return a < b;
}

static int
compare_kernels (gconstpointer a, gconstpointer b, gpointer user_data)
{
  guint32 ka = *(const guint32 *) a, kb = *(const guint32 *) b;

  return is_kernel_before (user_data, ka, kb) ? -1 : ka != kb;
}

/* The kernels of one op come in file order: nearly always right already. */
static void
sort_kernels_of_ops (LscModuleBuild *build)
{
  LscModuleData *data = build->data;
  LscKernel *kernels = build->run->kernels.items;

  for (gsize i = 0; i < data->ops.n; i++)
    {
      guint32 *list = data->kernels.items + data->ops.items[i].first_kernel;
      guint32 n = data->ops.items[i].n_kernels;

      for (guint32 k = 1; k < n; k++)
        if (is_kernel_before (kernels, list[k], list[k - 1]))
          {
            g_qsort_with_data (list, (gint) n, sizeof *list, compare_kernels, kernels);
            break;
          }
    }
}

typedef struct
{
  const LscOp *ops;
  const LscOpCall *calls;
  const guint32 *lists;
  const LscKernel *kernels;
} OpKeys;

static gint64
key_of_op (gsize index, gconstpointer data)
{
  const OpKeys *keys = data;

  return keys->ops[keys->calls[index].op].start_ns;
}

/* The order number of modules.md#join: first appearance in the three kernel tables. */
static int
compare_ops (guint32 a, guint32 b, gconstpointer data)
{
  const OpKeys *keys = data;
  const LscOpCall *ca = &keys->calls[a], *cb = &keys->calls[b];
  guint32 ka = keys->lists[ca->first_kernel], kb = keys->lists[cb->first_kernel];
  const LscOp *oa = &keys->ops[ca->op], *ob = &keys->ops[cb->op];

  /* modules.md#call-order: an op stands where its first kernel does */
  if (ka != kb)
    return is_kernel_before (keys->kernels, ka, kb) ? -1 : 1;
  LSC_RETURN_ORDER (oa->local_id, ob->local_id);
  return LSC_ORDER (ca->op, cb->op);
}

static void
sort_op_calls (LscModuleBuild *build)
{
  LscModuleData *data = build->data;
  OpKeys keys = { build->run->ops.items, data->ops.items, data->kernels.items,
                  build->run->kernels.items };
  g_autofree guint32 *order = lsc_sort_indexes (data->ops.n, key_of_op, compare_ops, &keys);

  lsc_sort_apply (data->ops.items, sizeof *data->ops.items, order, data->ops.n);
}

static const LscStep *
find_step (const LscModuleBuild *build)
{
  const LscSteps *steps = &build->run->steps;

  for (gsize i = 0; build->options->has_step && i < steps->n; i++)
    if (steps->items[i].id == build->options->step_id)
      return &steps->items[i];
  return NULL;
}

static void
list_unlinked (LscModuleBuild *build, const guint32 *n_ops_of, gsize n_kernels, const LscStep *step)
{
  const LscKernels *kernels = &build->run->kernels;

  for (gsize i = 0; i < kernels->n; i++)
    {
      gboolean is_linked = i < n_kernels && n_ops_of[i] > 0;

      build->n_linked_kernels += is_linked;
      build->n_shared_ids += is_linked && n_ops_of[i] > 1;
      if (!is_linked && is_in_step (step, kernels->items[i].start_ns))
        lsc_indexes_append (&build->data->unlinked, (guint32) i);
    }
}

/* One id on many kernels and many ops multiplies: as the reference does, but not without end. */
static gboolean
count_kernels (LscModuleBuild *build, const guint32 *link_of, gsize n_kernels, guint32 *counts,
               GError **error)
{
  guint64 most = MAX_JOIN + 16 * (guint64) n_kernels;

  build->n_steps = 0;
  for (gsize i = 0; i < n_kernels; i++)
    {
      if (link_of[i] != LSC_INDEX_NONE)
        for_each_op (build, (guint32) i, link_of[i], counts, count_kernel);
      if (build->n_steps < most)
        continue;
      return lsc_fail (
          error, LSC_ERROR_LIMIT,
          _ ("%s: CONNECTION_IDS links so many ops to the same kernels that they cannot be "
             "joined. The table is damaged."),
          build->run->source->file);
    }
  return TRUE;
}

/**
 * _lsc_module_join_kernels:
 *
 * Gives every op its kernels (modules.md#join): by class, then start, then file order; ops by
 * start.
 *
 * Cost: O(n), but for the sorting of what is not in order.
 */
gboolean
_lsc_module_join_kernels (LscModuleBuild *build, GError **error)
{
  gsize n_kernels = _lsc_module_n_joined (build->run);
  const LscStep *step = find_step (build);
  g_autofree guint32 *link_of = NULL;
  g_autofree guint32 *counts = NULL;

  link_of = merge_kernels (build, n_kernels);
  counts = g_new0 (guint32, build->run->ops.n + 1);
  _lsc_module_begin_steps (build);
  if (!count_kernels (build, link_of, n_kernels, counts, error))
    return FALSE;
  _lsc_module_end_steps (build);
  make_op_calls (build, counts, step);
  for (gsize i = 0; i < n_kernels; i++)
    {
      guint32 link = link_of[i];

      link_of[i] = 0;
      if (link != LSC_INDEX_NONE)
        link_of[i] = for_each_op (build, (guint32) i, link, counts, put_kernel);
    }
  list_unlinked (build, link_of, n_kernels, step);
  sort_kernels_of_ops (build);
  sort_op_calls (build);
  return lsc_job_check (build->job, error);
}

static gboolean
is_known_name (const LscRun *run, guint32 name)
{
  const char *text = lsc_run_text (run, name);

  return name != LSC_STRING_NONE && !g_str_has_prefix (text, "<string ") &&
         strcmp (text, "<unnamed>") != 0;
}

static gboolean
may_be_forward (const LscRun *run, guint32 name, guint8 *known)
{
  const char *text;

  if (name >= lsc_intern_size (run->strings))
    return FALSE;
  if (known[name] == 0)
    {
      text = lsc_run_text (run, name);
      known[name] = is_known_name (run, name) && g_ascii_strncasecmp (text, "Enqueue", 7) != 0 &&
                            g_ascii_strncasecmp (text, "Dequeue", 7) != 0
                        ? 2
                        : 1;
    }
  return known[name] == 2;
}

/* The ops of the smallest and the largest local id; which is the forward one says fwdThreadId where
 * both have it, else the smaller id (exports.md#q16). */
static void
add_pair (LscModuleBuild *build, guint32 low, guint32 high, guint8 *known)
{
  const LscOp *ops = build->run->ops.items;
  LscPassPair pair = { first_op_of (build, low), first_op_of (build, high), LSC_INDEX_NONE,
                       LSC_INDEX_NONE };

  if (pair.forward == LSC_INDEX_NONE || pair.backward == LSC_INDEX_NONE)
    {
      build->n_half_pairs += pair.forward != LSC_INDEX_NONE &&
                             may_be_forward (build->run, ops[pair.forward].name, known);
      return;
    }
  if (ops[pair.forward].fwd_role == LSC_FWD_BACKWARD &&
      ops[pair.backward].fwd_role == LSC_FWD_FORWARD)
    {
      guint32 swap = pair.forward;

      pair.forward = pair.backward;
      pair.backward = swap;
    }
  if (may_be_forward (build->run, ops[pair.forward].name, known))
    lsc_pass_pairs_append (&build->pairs, pair);
}

/**
 * _lsc_module_find_pairs:
 *
 * Real ids with several local ids connect a forward op and its backward op (modules.md#pairs).
 */
void
_lsc_module_find_pairs (LscModuleBuild *build)
{
  const LscConnection *links = build->run->connections.items;
  g_autofree guint8 *known = g_new0 (guint8, lsc_intern_size (build->run->strings) + 1);
  gsize next;

  for (gsize i = 0; i < build->n_links; i = next)
    {
      gint64 id = links[build->links[i]].real_id;

      for (next = i + 1; next < build->n_links && links[build->links[next]].real_id == id;)
        next++;
      if (next - i > 1)
        add_pair (build, links[build->links[i]].local_id, links[build->links[next - 1]].local_id,
                  known);
    }
  build->data->n_pairs = build->pairs.n;
}

/**
 * _lsc_module_free_links:
 *
 * Frees the index of ops and the sorted links, and those of the run if nobody will need them.
 */
void
_lsc_module_free_links (LscModuleBuild *build)
{
  g_clear_pointer (&build->own_links, g_free);
  g_clear_pointer (&build->op_of_local, g_free);
  g_clear_pointer (&build->next_op, g_free);
  g_clear_pointer (&build->local_ids, g_free);
  if (build->options->drops_links)
    lsc_run_drop_links (build->run);
}
