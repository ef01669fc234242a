/* lsc-nsight-graphs.c - the ranges that were open when nodes of graphs were captured
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"
#include "read/text/lsc-cell.h"

#include <stdlib.h>

/* formats.md#nsight-graphs. The node of a kernel was made of that of a template, perhaps by way of
 * others, and the first of them at capture: the ranges around that moment name the kernel. */

/* From an executable graph to a template, and to what that was cloned from. */
#define MOST_LINKS 8

/** The making of a node. */
typedef struct
{
  gint64 pid;
  gint64 node;
  gint64 original; /* -1: made at capture */
  gint64 start_ns;
  gint64 thread;
  guint32 module; /* LSC_STRING_NONE */
  guint32 note;
} Made;

static guint
hash_made (gconstpointer item)
{
  const Made *self = item;
  guint64 hash = lsc_hash_mix (lsc_hash_mix (0, (guint64) self->pid), (guint64) self->node);

  return (guint) (hash ^ hash >> 32);
}

static gboolean
is_same_node (gconstpointer a, gconstpointer b)
{
  const Made *x = a, *y = b;

  return x->pid == y->pid && x->node == y->node;
}

static void
take_node (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  gint64 original = lsc_value_int64_or (cells[3], -1);
  Made made = { .original = original > 0 ? original : -1,
                .thread = -1,
                .module = LSC_STRING_NONE,
                .note = LSC_STRING_NONE };

  if (!lsc_value_int64 (cells[0], &made.start_ns) || !lsc_value_int64 (cells[1], &made.thread) ||
      !lsc_value_int64 (cells[2], &made.node) || made.node <= 0 || made.thread < 0)
    return; /* its kernels stay without a name */
  made.pid = _lsc_ns_pid (made.thread);
  if (_lsc_ns_is_wanted (self, made.pid) && !g_hash_table_contains (self->capture, &made))
    g_hash_table_add (self->capture, g_memdup2 (&made, sizeof made));
}

static int
compare_made (gconstpointer a, gconstpointer b)
{
  const Made *x = *(Made *const *) a, *y = *(Made *const *) b;

  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return (x->start_ns > y->start_ns) - (x->start_ns < y->start_ns);
}

/* The nodes that were made at capture, by thread and time. */
static GPtrArray *
list_captured (const LscNsReader *self)
{
  GPtrArray *list = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer made;

  g_hash_table_iter_init (&iter, self->capture);
  while (g_hash_table_iter_next (&iter, &made, NULL))
    if (((Made *) made)->original < 0)
      g_ptr_array_add (list, made);
  if (list->len > 1)
    qsort (list->pdata, list->len, sizeof (gpointer), compare_made);
  return list;
}

/* @open: indexes of ranges around @made, from outside. An annotation alone is no module: where a
 * program tells none, its annotations are the modules of what runs outside of graphs. */
static void
name_made (const LscNsReader *self, Made *made, const LscIndexes *open)
{
  for (gsize i = open->n; i-- > 0;)
    {
      const LscNsSpan *span = &self->spans.items[open->items[i]];

      if (span->what == LSC_NS_MODULE && made->module == LSC_STRING_NONE)
        made->module = span->name;
      else if (span->what == LSC_NS_ANNOTATION && made->note == LSC_STRING_NONE)
        made->note = span->name;
    }
  if (made->module == LSC_STRING_NONE)
    made->note = LSC_STRING_NONE;
}

/* Closes what ends before a time, and opens what begins until then. */
static void
move_to (const LscNsReader *self, gint64 thread, gint64 time_ns, gsize *next, LscIndexes *open)
{
  const LscNsSpan *spans = self->spans.items;
  gsize n = 0;

  for (; *next < self->spans.n &&
         (spans[*next].thread < thread ||
          (spans[*next].thread == thread && spans[*next].start_ns <= time_ns));
       ++*next)
    if (spans[*next].thread == thread && spans[*next].end_ns > time_ns && !spans[*next].is_far)
      lsc_indexes_append (open, (guint32) *next);
  for (gsize i = 0; i < open->n; i++)
    if (spans[open->items[i]].thread == thread && spans[open->items[i]].end_ns > time_ns)
      open->items[n++] = open->items[i];
  open->n = n;
}

/**
 * _lsc_ns_read_captures:
 * @self: with its ranges sorted
 *
 * Reads CUDA_GRAPH_NODE_EVENTS and finds the ranges around the making of each node.
 *
 * Cost: O((nodes + ranges) log n).
 */
void
_lsc_ns_read_captures (LscNsReader *self)
{
  static const char *const columns[] = { "start", "globalTid", "graphNodeId", "originalGraphNodeId",
                                         NULL };
  g_autoptr (GPtrArray) list = NULL;
  LscIndexes open = { 0 };
  gsize next = 0;

  self->capture = g_hash_table_new_full (hash_made, is_same_node, g_free, NULL);
  _lsc_ns_scan (self, "CUDA_GRAPH_NODE_EVENTS", columns, 3, take_node);
  list = list_captured (self);
  for (guint i = 0; i < list->len; i++)
    {
      Made *made = g_ptr_array_index (list, i);

      move_to (self, made->thread, made->start_ns, &next, &open);
      name_made (self, made, &open);
    }
  lsc_indexes_clear (&open);
}

/**
 * _lsc_ns_find_capture:
 * @node: graphNodeId of a task
 * @module: (out): text, %LSC_STRING_NONE
 * @note: (out): likewise: what the program called it
 *
 * Returns: whether the making of the node is known
 */
gboolean
_lsc_ns_find_capture (const LscNsReader *self, gint64 pid, gint64 node, guint32 *module,
                      guint32 *note)
{
  Made key = { .pid = pid, .node = node };

  for (guint i = 0; i < MOST_LINKS; i++)
    {
      const Made *made = g_hash_table_lookup (self->capture, &key);

      if (!made)
        return FALSE;
      if (made->original < 0)
        {
          *module = made->module;
          *note = made->note;
          return TRUE;
        }
      key.node = made->original;
    }
  return FALSE;
}
