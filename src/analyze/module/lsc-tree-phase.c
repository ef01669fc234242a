/* lsc-tree-phase.c - which module call, phase or outside group an op belongs to
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

#include <string.h>

#include "base/lsc-sort.h"

/* Ops outside modules are told apart by what encloses them on their thread. Few names matter
 * (optimizer, AccumulateGrad ...), so instead of nesting all ops the intervals of those few are
 * kept per thread with the running maximum of their ends: some interval encloses [s, e] exactly if
 * the maximum over those that start at or before s reaches e. */

typedef struct
{
  gint64 start_ns;
  gint64 end_ns; /* after sealing: the largest end so far in the thread */
  guint32 thread;
  guint32 reserved;
} Cover;

LSC_DEFINE_ARRAY (Covers, covers, Cover)

typedef enum
{
  MARK_OPTIMIZER,
  MARK_GRADIENT,
  MARK_BACKWARD,
  MARK_FORWARD,
  N_MARKS,
} Mark;

struct _LscAncestry
{
  const LscRun *run;
  guint8 *name_marks; /* by string id: bits of Mark, and KNOWN */
  Covers covers[N_MARKS];
};

#define KNOWN 0x80u

static guint8
find_name_marks (const char *name)
{
  guint8 marks = KNOWN;

  if (!name)
    return marks;
  if (strcasestr (name, "optimizer"))
    marks |= 1u << MARK_OPTIMIZER;
  if (strcasestr (name, "accumulategrad") || strcasestr (name, "reducer") ||
      strcasestr (name, "hook"))
    marks |= 1u << MARK_GRADIENT;
  if (strstr (name, "Backward") || g_str_has_prefix (name, "autograd::engine"))
    marks |= 1u << MARK_BACKWARD;
  return marks;
}

static guint8
get_op_marks (LscAncestry *self, const LscOp *op)
{
  guint8 marks = 0;

  if (op->type == LSC_OP_TRACE || op->type == LSC_OP_QUEUE)
    return 0;
  if (op->name != LSC_STRING_NONE && op->name < lsc_intern_size (self->run->strings))
    {
      if (!self->name_marks[op->name])
        self->name_marks[op->name] = find_name_marks (lsc_run_text (self->run, op->name));
      marks = self->name_marks[op->name] & (guint8) ~KNOWN;
    }
  if (op->fwd_role == LSC_FWD_BACKWARD)
    marks |= 1u << MARK_BACKWARD;
  if (op->fwd_role == LSC_FWD_FORWARD)
    marks |= 1u << MARK_FORWARD;
  return marks;
}

static int
compare_covers (gconstpointer a, gconstpointer b)
{
  const Cover *x = a;
  const Cover *y = b;

  LSC_RETURN_ORDER (x->thread, y->thread);
  return LSC_ORDER (x->start_ns, y->start_ns);
}

/* Ops mostly come in order of time: dealt out to their threads they are sorted. */
static void
deal_out (Covers *covers, gsize n_threads)
{
  g_autofree gsize *next = g_new0 (gsize, n_threads + 1);
  Cover *items = g_new (Cover, covers->n + 1);

  for (gsize i = 0; i < covers->n; i++)
    next[covers->items[i].thread + 1]++;
  for (gsize i = 1; i <= n_threads; i++)
    next[i] += next[i - 1];
  for (gsize i = 0; i < covers->n; i++)
    items[next[covers->items[i].thread]++] = covers->items[i];
  g_free (covers->items);
  covers->items = items;
  covers->capacity = covers->n + 1;
}

static void
seal_covers (Covers *covers, gsize n_threads)
{
  gboolean sorted = TRUE;

  deal_out (covers, n_threads);
  for (gsize i = 1; i < covers->n && sorted; i++)
    sorted = compare_covers (&covers->items[i - 1], &covers->items[i]) <= 0;
  if (!sorted)
    qsort (covers->items, covers->n, sizeof (Cover), compare_covers);
  for (gsize i = 1; i < covers->n; i++)
    if (covers->items[i].thread == covers->items[i - 1].thread)
      covers->items[i].end_ns = MAX (covers->items[i].end_ns, covers->items[i - 1].end_ns);
}

LscAncestry *
_lsc_ancestry_new (const LscRun *run)
{
  LscAncestry *self = g_new0 (LscAncestry, 1);

  self->run = run;
  self->name_marks = g_malloc0 (lsc_intern_size (run->strings) + 1);
  for (gsize i = 0; i < run->ops.n; i++)
    {
      const LscOp *op = &run->ops.items[i];
      guint8 marks = get_op_marks (self, op);

      for (guint m = 0; marks && m < N_MARKS; m++)
        if (marks & (1u << m))
          covers_append (&self->covers[m], (Cover){ op->start_ns, op->end_ns, op->thread, 0 });
    }
  for (guint m = 0; m < N_MARKS; m++)
    seal_covers (&self->covers[m], run->threads.n);
  return self;
}

void
_lsc_ancestry_free (LscAncestry *self)
{
  for (guint m = 0; m < N_MARKS; m++)
    covers_clear (&self->covers[m]);
  g_free (self->name_marks);
  g_free (self);
}

static gboolean
is_covered (const LscAncestry *self, Mark mark, const LscOp *op)
{
  const Covers *covers = &self->covers[mark];
  Cover key = { op->start_ns, 0, op->thread, 0 };
  gsize n = LSC_BISECT (i, 0, covers->n, compare_covers (&covers->items[i], &key) <= 0);

  return n > 0 && covers->items[n - 1].thread == op->thread &&
         covers->items[n - 1].end_ns >= op->end_ns;
}

/**
 * _lsc_ancestry_find_group:
 *
 * Returns: the group of an op that no module contains (modules.md#tree)
 */
LscOutside
_lsc_ancestry_find_group (const LscAncestry *self, const LscOp *op)
{
  if (is_covered (self, MARK_OPTIMIZER, op))
    return LSC_OUTSIDE_OPTIMIZER;
  if (is_covered (self, MARK_GRADIENT, op))
    return LSC_OUTSIDE_GRADIENT;
  return LSC_OUTSIDE_OTHER;
}

static LscPhase
find_phase (const LscAncestry *self, const LscOp *op)
{
  if (is_covered (self, MARK_OPTIMIZER, op))
    return LSC_PHASE_OTHER;
  if (is_covered (self, MARK_GRADIENT, op) || is_covered (self, MARK_BACKWARD, op))
    return LSC_PHASE_BACKWARD;
  return is_covered (self, MARK_FORWARD, op) ? LSC_PHASE_FORWARD : LSC_PHASE_OTHER;
}

/* The instance that a call is shown as when it stands above another: a backward call is shown as
 * the forward call that it came from, the range around it as
 * the call that encloses that one. */
static guint32
get_shown_parent (const LscTree *self, guint32 call)
{
  const LscCalls *calls = &self->data->calls;
  guint32 parent = calls->items[call].parent;

  while (parent != LSC_INDEX_NONE && parent < call)
    {
      const LscCall *above = &calls->items[parent];

      if (above->kind != LSC_CALL_BACKWARD_PARENT)
        return self->call_instance[parent];
      if (above->forward < parent)
        return self->call_instance[above->forward];
      parent = above->parent;
    }
  return LSC_INDEX_NONE;
}

static gboolean
is_under_backward (const LscCalls *calls, const guint8 *call_phase, guint32 call)
{
  guint32 parent = calls->items[call].parent;

  return parent < call &&
         (call_phase[parent] == LSC_PHASE_BACKWARD || call_phase[parent] == LSC_PHASE_RECOMPUTE);
}

/**
 * _lsc_tree_find_instances:
 * @call_phase: (out caller-allocates): phase of each call
 *
 * Finds which forward call each call is shown as: forward and backward of a module call stand in
 * one node (modules.md#tree). Parents precede their children in the order of calls; where
 * damaged input says otherwise the call stands at the top.
 */
void
_lsc_tree_find_instances (LscTree *self, guint8 *call_phase)
{
  const LscCalls *calls = &self->data->calls;

  for (guint32 c = 0; c < calls->n; c++)
    {
      const LscCall *call = &calls->items[c];
      gboolean linked = call->forward < c && calls->items[call->forward].kind == LSC_CALL_FORWARD;

      if (call->kind != LSC_CALL_FORWARD)
        call_phase[c] = LSC_PHASE_BACKWARD;
      else if ((call->flags & LSC_CALL_RECOMPUTE) || is_under_backward (calls, call_phase, c))
        call_phase[c] = LSC_PHASE_RECOMPUTE;
      else
        call_phase[c] = LSC_PHASE_FORWARD;

      self->call_parent[c] = get_shown_parent (self, c);
      if (call->kind == LSC_CALL_BACKWARD_PARENT)
        self->call_instance[c] = linked ? self->call_instance[call->forward] : self->call_parent[c];
      else if (call->kind == LSC_CALL_BACKWARD && linked)
        self->call_instance[c] = self->call_instance[call->forward];
      else
        self->call_instance[c] = c;
    }
}

/**
 * _lsc_tree_find_phases:
 *
 * Fills LscTree.op_phase and LscTree.op_flags.
 */
void
_lsc_tree_find_phases (LscTree *self, const guint8 *call_phase, LscAncestry *ancestry)
{
  const LscModuleData *data = self->data;

  for (gsize i = 0; i < data->ops.n; i++)
    {
      const LscOpCall *op_call = &data->ops.items[i];
      const LscOp *op = &data->run->ops.items[op_call->op];
      guint8 flags = 0;

      if (op_call->call < data->calls.n)
        {
          self->op_phase[i] = call_phase[op_call->call];
          if (self->op_phase[i] == LSC_PHASE_RECOMPUTE)
            flags |= LSC_TREE_OP_RECOMPUTE;
          if (data->by_time_only && data->by_time_only[i])
            flags |= LSC_TREE_OP_BY_TIME_ONLY;
        }
      else
        self->op_phase[i] = (guint8) find_phase (ancestry, op);
      self->op_flags[i] = flags;
    }
}
