/* test-kineto-passes.c - forward and backward ops are linked as a plain search links them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "kineto-helper.h"

#define N_THREADS 3
#define N_PLACES 120
#define N_FLOWS 150

typedef struct
{
  gint64 tid;
  gint64 start_ns;
  gint64 end_ns;
  gboolean is_told; /* autograd numbered it */
} Op;

/* One end of a flow. */
typedef struct
{
  guint id;
  char phase;
  gint64 tid;
  gint64 time_ns;
} End;

static void
add_op (GArray *ops, gint64 tid, gint64 start_ns, gint64 end_ns)
{
  Op op = { tid, start_ns, end_ns, ops->len % 3 == 0 };

  g_array_append_val (ops, op);
}

/* Ops in ops, some of which begin with the one that contains them, some without a length. */
static GArray *
make_ops (GRand *random)
{
  GArray *ops = g_array_new (FALSE, FALSE, sizeof (Op));

  for (gint64 tid = 1; tid <= N_THREADS; tid++)
    for (gint64 at = 0; at < N_PLACES * 1000; at += 1000)
      {
        int shape = g_rand_int_range (random, 0, 5);

        if (shape == 0)
          continue;
        add_op (ops, tid, at, at + 900);
        if (shape >= 2)
          add_op (ops, tid, at + (shape == 2 ? 0 : 200), at + 600);
        if (shape == 3)
          add_op (ops, tid, at, at);
        if (shape == 4)
          add_op (ops, tid, at + 300, at + 400);
      }
  return ops;
}

/* In no order at all; an id has two to four ends, most of them where an op begins. */
static GArray *
make_ends (GRand *random)
{
  static const gint64 starts[] = { 0, 0, 0, 0, 0, 200, 200, 300, 1 };
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (End));

  for (guint i = 0; i < N_FLOWS; i++)
    for (int k = g_rand_int_range (random, 2, 5); k > 0; k--)
      {
        End end = { i % 2 ? i : G_MAXUINT32 - i, g_rand_boolean (random) ? 's' : 'f',
                    g_rand_int_range (random, 1, N_THREADS + 1),
                    g_rand_int_range (random, 0, N_PLACES) * 1000 };

        end.time_ns += starts[g_rand_int_range (random, 0, G_N_ELEMENTS (starts))];
        g_array_insert_val (ends, (guint) g_rand_int_range (random, 0, (gint32) ends->len + 1),
                            end);
      }
  return ends;
}

static gboolean
is_better (const Op *a, const Op *b)
{
  return a->is_told != b->is_told ? a->is_told : a->end_ns > b->end_ns;
}

/* The op of the thread that begins exactly then, -1: one with a number, else the longest. */
static int
find_op (GArray *ops, const End *end)
{
  int found = -1;

  for (guint i = 0; i < ops->len; i++)
    {
      const Op *op = &g_array_index (ops, Op, i);

      if (op->tid == end->tid && op->start_ns == end->time_ns &&
          (found < 0 || is_better (op, &g_array_index (ops, Op, found))))
        found = (int) i;
    }
  return found;
}

static gboolean
is_before (const End *a, const End *b)
{
  return a->time_ns < b->time_ns ||
         (a->time_ns == b->time_ns && a->phase == 's' && b->phase == 'f');
}

/* The end of the same id that comes next in time. */
static const End *
find_next (GArray *ends, const End *end)
{
  const End *next = NULL;

  for (guint i = 0; i < ends->len; i++)
    {
      const End *other = &g_array_index (ends, End, i);

      if (other->id == end->id && is_before (end, other) && (!next || is_before (other, next)))
        next = other;
    }
  return next;
}

/* Two starts of an id at the same time say nothing of their order. */
static gboolean
is_clear (GArray *ends, const End *end)
{
  for (guint i = 0; i < ends->len; i++)
    {
      const End *other = &g_array_index (ends, End, i);

      if (other != end && other->id == end->id && other->time_ns == end->time_ns &&
          other->phase == end->phase)
        return FALSE;
    }
  return TRUE;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(char *const *) a, *(char *const *) b);
}

static char *
join (GPtrArray *links)
{
  g_ptr_array_sort (links, compare_texts);
  g_ptr_array_add (links, NULL);
  return g_strjoinv (" ", (char **) links->pdata);
}

static char *
list_naive (GArray *ops, GArray *ends)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ends->len; i++)
    {
      const End *end = &g_array_index (ends, End, i);
      const End *next = find_next (ends, end);
      int from, to;

      if (end->phase != 's' || !next || next->phase != 'f')
        continue;
      from = find_op (ops, end);
      to = find_op (ops, next);
      if (from >= 0 && to >= 0 && from != to)
        g_ptr_array_add (links, g_strdup_printf ("%d>%d", from, to));
    }
  return join (links);
}

static const char *
name_of (LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);

  return lsc_timeline_text (timeline,
                            lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice]);
}

static char *
list_links (LscTimeline *timeline)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < timeline->links.n; i++)
    if (timeline->links.items[i].kind == LSC_LINK_FWD_BWD)
      g_ptr_array_add (links,
                       g_strdup_printf ("%s>%s", name_of (timeline, timeline->links.items[i].from),
                                        name_of (timeline, timeline->links.items[i].to)));
  return join (links);
}

static void
test_flows (void)
{
  for (guint32 seed = 1; seed <= 20; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (GArray) ops = make_ops (random);
      g_autoptr (GArray) ends = make_ends (random);
      g_autoptr (KtTrace) trace = kt_trace_new ();
      g_autoptr (LscTimeline) timeline = NULL;
      g_autofree char *expected = NULL;
      g_autofree char *links = NULL;

      for (guint i = ends->len; i-- > 0;)
        if (!is_clear (ends, &g_array_index (ends, End, i)))
          g_array_remove_index (ends, i);
      for (guint i = 0; i < ops->len; i++)
        {
          const Op *op = &g_array_index (ops, Op, i);
          g_autofree char *name = g_strdup_printf ("%u", i);

          kt_slice (trace, "cpu_op", name, KT_PID, op->tid, op->start_ns, op->end_ns,
                    op->is_told ? "\"Sequence number\": 0, \"Fwd thread id\": 0" : NULL);
        }
      for (guint i = 0; i < ends->len; i++)
        {
          const End *end = &g_array_index (ends, End, i);

          kt_flow (trace, "fwdbwd", end->phase, end->tid, end->time_ns, end->id);
        }
      timeline = kt_load (trace);
      expected = list_naive (ops, ends);
      links = list_links (timeline);
      g_assert_cmpuint (strlen (expected), >, 50);
      g_assert_cmpstr (links, ==, expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kineto/passes/random-flows", test_flows);
  return g_test_run ();
}
