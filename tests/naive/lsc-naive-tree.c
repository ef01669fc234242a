/* lsc-naive-tree.c - who contains whom, by looking at everything (modules.md#nesting, #backward)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-naive-private.h"

#include <string.h>

#define RANGE(array, i) (&g_array_index ((array), NaiveRange, (i)))
#define OP(data, i) (&g_array_index ((data)->ops, NaiveOp, (i)))

static gint
compare_ranges (gconstpointer a, gconstpointer b)
{
  const NaiveRange *ra = a, *rb = b;

  if (ra->start_ns != rb->start_ns)
    return ra->start_ns < rb->start_ns ? -1 : 1;
  if (ra->end_ns != rb->end_ns)
    return ra->end_ns > rb->end_ns ? -1 : 1;
  if (ra->kind != rb->kind)
    return ra->kind < rb->kind ? -1 : 1;
  return ra->order < rb->order ? -1 : ra->order > rb->order;
}

/* List order is the order by start, and file order among equals (modules.md#calls); then the key of
 * modules.md#call-order. */
void
_naive_sort_ranges (NaiveData *data G_GNUC_UNUSED, GArray *ranges)
{
  g_array_sort (ranges, compare_ranges);
}

/* Ranges on other threads: the greater start, then the smaller end, then the later one. */
static gboolean
is_closer (const NaiveRange *range, const NaiveRange *best)
{
  if (range->start_ns != best->start_ns)
    return range->start_ns > best->start_ns;
  return range->end_ns <= best->end_ns;
}

/* The range that contains [start, end], of the first @n_before ones. Ranges closed early by one
 * that crosses their end (modules.md#nesting) need no care: the crossing one is later and contains
 * all that follows in them. */
guint
_naive_container (GArray *sorted, guint n_before, gint64 start_ns, gint64 end_ns, gint64 tid,
                  gboolean own_only)
{
  guint own = NAIVE_NONE, other = NAIVE_NONE;

  for (guint i = 0; i < n_before; i++)
    {
      const NaiveRange *range = RANGE (sorted, i);

      if (range->start_ns > start_ns || range->end_ns < end_ns)
        continue;
      if (range->tid == tid)
        own = i;
      else if (other == NAIVE_NONE || is_closer (range, RANGE (sorted, other)))
        other = i;
    }
  if (own != NAIVE_NONE || own_only)
    return own;
  return other;
}

guint
_naive_op_container (GArray *sorted, const NaiveOp *op, gboolean own_only)
{
  guint n_before = 0;

  while (n_before < sorted->len && (RANGE (sorted, n_before)->start_ns < op->start_ns ||
                                    (RANGE (sorted, n_before)->start_ns == op->start_ns &&
                                     RANGE (sorted, n_before)->end_ns >= op->end_ns)))
    n_before++;
  return _naive_container (sorted, n_before, op->start_ns, op->end_ns, op->tid, own_only);
}

static const char *
stripped (NaiveData *data, const char *text)
{
  g_autofree char *copy = NULL;

  text += strspn (text, "/");
  copy = g_strdup (text);
  for (gsize n = strlen (copy); n > 0 && copy[n - 1] == '/'; n--)
    copy[n - 1] = '\0';
  return g_string_chunk_insert (data->chunk, copy);
}

/* exports.md#q12: the invented parent stands for its whole forward path, so it is not put below a
 * wrapper that is already the beginning of that path. */
static gboolean
repeats_path (const char *enclosing, const char *forward_path)
{
  gsize n = strlen (enclosing);

  return strncmp (enclosing, forward_path, n) == 0 &&
         (n == 0 || forward_path[n] == '\0' || forward_path[n] == '/');
}

static void
nest_one (NaiveData *data, GArray *sorted, guint i, gboolean own_only)
{
  NaiveRange *range = RANGE (sorted, i);
  const NaiveRange *parent = NULL;
  g_autofree char *joined = NULL;

  range->parent =
      _naive_container (sorted, i, range->start_ns, range->end_ns, range->tid, own_only);
  range->backward = range->kind != NAIVE_FORWARD;
  range->path = "";
  range->full = range->name;
  if (range->parent == NAIVE_NONE)
    return;
  parent = RANGE (sorted, range->parent);
  range->backward = range->backward || parent->backward;
  range->path = stripped (data, parent->full);
  if (range->kind == NAIVE_BACKWARD_PARENT && repeats_path (range->path, range->name))
    return;
  joined = g_strjoin ("/", parent->full, range->name, NULL);
  range->full = g_string_chunk_insert (data->chunk, joined);
}

void
_naive_nest (NaiveData *data, GArray *sorted, gboolean own_only)
{
  for (guint i = 0; i < sorted->len; i++)
    nest_one (data, sorted, i, own_only);
}

static gint
compare_pairs (gconstpointer a, gconstpointer b, gpointer user_data)
{
  NaiveData *data = user_data;
  const NaivePair *const *pa = a, *const *pb = b;
  gint64 sa = OP (data, (*pa)->backward)->start_ns, sb = OP (data, (*pb)->backward)->start_ns;

  if (sa != sb)
    return sa < sb ? -1 : 1;
  return *pa < *pb ? -1 : *pa > *pb;
}

static gboolean
same_run (NaiveData *data, GArray *sorted, const NaivePair *a, const NaivePair *b)
{
  const NaiveRange *ra = RANGE (sorted, a->owner), *rb = RANGE (sorted, b->owner);

  return g_str_equal (ra->path, rb->path) && g_str_equal (ra->name, rb->name) &&
         ra->start_ns == rb->start_ns && ra->end_ns == rb->end_ns &&
         OP (data, a->backward)->tid == OP (data, b->backward)->tid;
}

/* Pairs whose forward op is in a module, sorted by backward start; ties in pair order. */
static GPtrArray *
owned_pairs (NaiveData *data, GArray *sorted, gboolean own_only)
{
  GPtrArray *pairs = g_ptr_array_new ();

  for (guint i = 0; i < data->pairs->len; i++)
    {
      NaivePair *pair = &g_array_index (data->pairs, NaivePair, i);

      pair->owner = _naive_op_container (sorted, OP (data, pair->forward), own_only);
      if (pair->owner != NAIVE_NONE)
        g_ptr_array_add (pairs, pair);
    }
  g_ptr_array_sort_with_data (pairs, compare_pairs, data);
  return pairs;
}

/* modules.md#made-calls: the ranges of one run. */
static void
add_run (GArray *out, const NaiveRange *owner, gint64 start_ns, gint64 end_ns, gint64 tid, guint n)
{
  NaiveRange child = { .name = owner->name, .kind = NAIVE_BACKWARD, .order = n };
  NaiveRange parent = { .name = owner->path, .kind = NAIVE_BACKWARD_PARENT, .order = n };

  child.tid = parent.tid = tid;
  child.start_ns = start_ns;
  child.end_ns = end_ns;
  parent.start_ns = start_ns - 1;
  parent.end_ns = end_ns + 1;
  g_array_append_val (out, child);
  if (owner->path[0] != '\0')
    g_array_append_val (out, parent);
}

/* The ranges of modules.md#backward in no order. */
GArray *
_naive_backward_ranges (NaiveData *data, gboolean own_only, LscNaiveStats *stats)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (NaiveRange));
  g_autoptr (GArray) sorted = g_array_copy (data->ranges);
  g_autoptr (GPtrArray) pairs = NULL;
  guint next;

  _naive_sort_ranges (data, sorted);
  _naive_nest (data, sorted, own_only);
  pairs = owned_pairs (data, sorted, own_only);
  for (guint i = 0; i < pairs->len; i = next)
    {
      const NaivePair *first = pairs->pdata[i];
      const NaiveOp *op = OP (data, first->backward);
      gint64 end_ns = op->end_ns;

      for (next = i + 1; next < pairs->len && same_run (data, sorted, first, pairs->pdata[next]);
           next++)
        {
          const NaivePair *pair = pairs->pdata[next];

          end_ns = MAX (end_ns, OP (data, pair->backward)->end_ns);
        }
      add_run (out, RANGE (sorted, first->owner), op->start_ns, end_ns, op->tid, stats->n_runs++);
    }
  stats->n_pairs_in = pairs->len;
  return out;
}
