/* lsc-module-sweep.c - which call contains a call or an op
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "analyze/module/lsc-module-private.h"

/* Calls and ops are met in order of start. Every thread has a stack of open calls. A call that
 * reaches beyond the end of open calls of its thread takes their place, so the ends on a stack
 * never grow from bottom to top and the innermost container is found by bisection. An op closes
 * nothing (modules.md#nesting, #threads). Example: M [0,100], C [90,150]: from 90 on everything
 * belongs to C. */

#define SMALL_OVERHANG_NS 2000

typedef struct
{
  LscIndexes open;
  guint32 upcoming; /* next call of this stack that has not begun */
} Stack;

typedef struct
{
  LscModuleBuild *build;
  LscCalls *calls;
  gsize next; /* first call that has not begun */
  Stack *stacks;
  guint n_stacks;
  Stack all;              /* of every thread */
  guint32 *next_of_stack; /* for each call */
} Nest;

static inline guint32
stack_of (const LscModuleBuild *build, guint32 thread)
{
  if (build->merged)
    return 0;
  return thread < build->run->threads.n ? build->stack_of_thread[thread] : LSC_INDEX_NONE;
}

/* Returns: (transfer full): the state of a sweep over the calls of @build, at the beginning of time
 */
static Nest *
nest_new (LscModuleBuild *build)
{
  Nest *self = g_new0 (Nest, 1);

  self->build = build;
  self->calls = &build->data->calls;
  self->n_stacks = build->n_stacks;
  self->stacks = g_new0 (Stack, self->n_stacks + 1);
  self->next_of_stack = g_new (guint32, self->calls->n + 1);
  for (guint i = 0; i < self->n_stacks; i++)
    self->stacks[i].upcoming = LSC_INDEX_NONE;
  for (gsize i = self->calls->n; i-- > 0;)
    {
      guint32 stack = stack_of (build, self->calls->items[i].thread);

      if (stack == LSC_INDEX_NONE)
        continue;
      self->next_of_stack[i] = self->stacks[stack].upcoming;
      self->stacks[stack].upcoming = (guint32) i;
    }
  build->n_crossings = 0;
  return self;
}

static void
nest_free (Nest *self)
{
  if (!self)
    return;
  for (guint i = 0; i < self->n_stacks; i++)
    lsc_indexes_clear (&self->stacks[i].open);
  lsc_indexes_clear (&self->all.open);
  g_free (self->stacks);
  g_free (self->next_of_stack);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Nest, nest_free)

/* The topmost call of a stack that ends at @end_ns or later. */
static inline guint32
innermost (const Nest *self, const Stack *stack, gint64 end_ns)
{
  const LscCall *calls = self->calls->items;
  const LscIndexes *open = &stack->open;
  gsize n_around;

  if (open->n > 0 && calls[open->items[open->n - 1]].end_ns >= end_ns)
    return open->items[open->n - 1];
  n_around = LSC_BISECT (i, 0, open->n, calls[open->items[i]].end_ns >= end_ns);
  return n_around > 0 ? open->items[n_around - 1] : LSC_INDEX_NONE;
}

/* Own thread first, then the closest of the others: greatest start, smallest end, latest in order.
 */
static guint32
container (const Nest *self, guint32 own, gint64 end_ns)
{
  guint32 call = LSC_INDEX_NONE;

  if (own != LSC_INDEX_NONE)
    call = innermost (self, &self->stacks[own], end_ns);
  if (call != LSC_INDEX_NONE || self->build->options->threads == LSC_THREADS_OWN)
    return call;
  return innermost (self, &self->all, end_ns);
}

static void
note_crossing (Nest *self, guint32 closed, guint32 by)
{
  LscModuleBuild *build = self->build;
  const LscCall *calls = self->calls->items;

  if (calls[closed].end_ns <= calls[by].start_ns || calls[by].kind != LSC_CALL_FORWARD ||
      calls[closed].kind != LSC_CALL_FORWARD)
    return;
  if (build->n_crossings++ == 0)
    {
      build->crossing[0] = calls[closed].name;
      build->crossing[1] = calls[by].name;
    }
}

static void
begin_call (Nest *self, guint32 index)
{
  LscCall *calls = self->calls->items;
  LscCall *call = &calls[index];
  guint32 own = stack_of (self->build, call->thread);
  Stack *stack;
  guint depth;

  if (own == LSC_INDEX_NONE)
    return;
  stack = &self->stacks[own];
  stack->upcoming = self->next_of_stack[index];
  while (stack->open.n > 0 && calls[stack->open.items[stack->open.n - 1]].end_ns < call->end_ns)
    note_crossing (self, stack->open.items[--stack->open.n], index);
  call->parent = container (self, own, call->end_ns);
  depth = call->parent == LSC_INDEX_NONE ? 0 : calls[call->parent].depth + 1u;
  call->depth = (guint16) MIN (depth, (guint) G_MAXUINT16);
  lsc_indexes_append (&stack->open, index);
  stack = &self->all;
  while (stack->open.n > 0 && calls[stack->open.items[stack->open.n - 1]].end_ns < call->end_ns)
    stack->open.n--;
  lsc_indexes_append (&stack->open, index);
}

static void
begin_until (Nest *self, gint64 time_ns)
{
  while (self->next < self->calls->n && self->calls->items[self->next].start_ns <= time_ns)
    begin_call (self, (guint32) self->next++);
}

/* Begins the calls that no op was asked for, so that they too have parents. */
static void
nest_finish (Nest *self)
{
  begin_until (self, G_MAXINT64);
}

static void
add_overhang (LscOverhang *overhang, gint64 by_ns, gboolean is_lost)
{
  overhang->n_stick_out++;
  overhang->n_lost += is_lost;
  overhang->n_small += by_ns < SMALL_OVERHANG_NS;
  overhang->max_overhang_ns = MAX (overhang->max_overhang_ns, by_ns);
}

/* An op that begins in a call and ends after it, or begins before a call and ends in it. */
static void
measure_overhang (Nest *self, Stack *stack, gint64 start_ns, gint64 end_ns, guint32 found,
                  LscOverhang *overhang)
{
  const LscCall *calls = self->calls->items;
  const LscCall *call;

  if (stack->open.n > 0 && stack->open.items[stack->open.n - 1] != found)
    {
      call = &calls[stack->open.items[stack->open.n - 1]];
      if (call->kind == LSC_CALL_FORWARD && call->end_ns > start_ns)
        {
          add_overhang (overhang, end_ns - call->end_ns, found == LSC_INDEX_NONE);
          overhang->n_overlapping++;
          return;
        }
    }
  if (stack->upcoming != LSC_INDEX_NONE)
    {
      call = &calls[stack->upcoming];
      if (call->kind == LSC_CALL_FORWARD && call->start_ns < end_ns && call->end_ns > end_ns)
        {
          add_overhang (overhang, call->start_ns - start_ns, found == LSC_INDEX_NONE);
          overhang->n_overlapping++;
          return;
        }
    }
  overhang->n_overlapping += found != LSC_INDEX_NONE;
}

/*
 * @start_ns: not before that of the last question
 * @overhang: (nullable): where to count ops that stick out
 *
 * Returns: the innermost call that contains the interval, both ends included, or %LSC_INDEX_NONE
 */
static guint32
nest_find (Nest *self, gint64 start_ns, gint64 end_ns, guint32 thread, LscOverhang *overhang)
{
  const LscCall *calls = self->calls->items;
  guint32 own = stack_of (self->build, thread);
  guint32 found;
  Stack *stack;

  begin_until (self, start_ns);
  if (own != LSC_INDEX_NONE)
    {
      stack = &self->stacks[own];
      while (stack->open.n > 0 && calls[stack->open.items[stack->open.n - 1]].end_ns < start_ns)
        stack->open.n--;
    }
  found = container (self, own, end_ns);
  if (overhang && own != LSC_INDEX_NONE)
    measure_overhang (self, &self->stacks[own], start_ns, end_ns, found, overhang);
  return found;
}

/* Narrows an op by the tolerance on both sides, at most to its middle: the narrowed op is contained
 * exactly when the op is within the tolerance. */
static void
shrink (const LscModuleBuild *build, gint64 *start_ns, gint64 *end_ns)
{
  gint64 by = MIN (build->slack_ns, (*end_ns - *start_ns) / 2);

  if (by > 0)
    {
      *start_ns += by;
      *end_ns -= by;
    }
}

typedef struct
{
  const LscModuleBuild *build;
  gboolean of_pairs;
} Events;

static const LscOp *
event_op (const Events *events, gsize index)
{
  const LscModuleBuild *build = events->build;

  if (events->of_pairs)
    return &build->run->ops.items[build->pairs.items[index].forward];
  return &build->run->ops.items[build->data->ops.items[index].op];
}

static gint64
key_of_event (gsize index, gconstpointer data)
{
  const Events *events = data;
  const LscOp *op = event_op (events, index);
  gint64 start_ns = op->start_ns, end_ns = op->end_ns;

  shrink (events->build, &start_ns, &end_ns);
  return start_ns;
}

static gboolean
sweep (LscModuleBuild *build, gboolean of_pairs, LscOverhang *overhang, GError **error)
{
  Events events = { build, of_pairs };
  gsize n = of_pairs ? build->pairs.n : build->data->ops.n;
  g_autofree guint32 *order = lsc_sort_order (n, key_of_event, &events);
  g_autoptr (Nest) nest = nest_new (build);

  for (gsize i = 0; i < n; i++)
    {
      gsize index = order ? order[i] : i;
      const LscOp *op = event_op (&events, index);
      gint64 start_ns = op->start_ns, end_ns = op->end_ns;
      guint32 call;

      if ((i & 4095) == 0 && !lsc_job_check (build->job, error))
        return FALSE;
      shrink (build, &start_ns, &end_ns);
      call = nest_find (nest, start_ns, end_ns, op->thread, overhang);
      if (of_pairs)
        build->pairs.items[index].call = call;
      else
        build->data->ops.items[index].call = call;
    }
  nest_finish (nest);
  return TRUE;
}

/**
 * _lsc_module_attribute_ops:
 *
 * Finds the parent of every call and the call of every op.
 */
gboolean
_lsc_module_attribute_ops (LscModuleBuild *build, GError **error)
{
  return sweep (build, FALSE, &build->overhang, error);
}

/**
 * _lsc_module_attribute_pairs:
 *
 * Finds the parent of every call and the call of every pair's forward op (modules.md#backward).
 */
gboolean
_lsc_module_attribute_pairs (LscModuleBuild *build, GError **error)
{
  return sweep (build, TRUE, NULL, error);
}
