/* test-memory-stacks.c - who holds memory, who keeps more of it, and what changed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-stacks.h"

#define MIB (G_GINT64_CONSTANT (1) << 20)

/* A log of one device whose steps are 100 ns long. */
static LscMemoryLog *
make_log (gint64 n_steps)
{
  LscMemoryLog *log = lsc_memory_log_new (LSC_MEMORY_FROM_SNAPSHOT);

  lsc_memory_pools_append (
      &log->pools, (LscMemoryPool){ lsc_intern_add (log->texts, "device 0"), 0, G_MAXINT64 });
  for (gint64 i = 0; i < n_steps; i++)
    {
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%" G_GINT64_FORMAT, i);

      lsc_memory_marks_append (&log->marks, (LscMemoryMark){ lsc_intern_add (log->texts, name),
                                                             100 * i, 100 * i + 100, FALSE });
    }
  log->begin_ns = 0;
  log->end_ns = 1000;
  return log;
}

static void
add_frame (LscMemoryLog *log, const char *function, const char *file, guint32 line)
{
  lsc_memory_frames_append (&log->frames,
                            (LscMemoryFrame){ lsc_intern_add (log->texts, function),
                                              lsc_intern_add (log->texts, file), line });
}

/* Allocator, operator, a library and the user's function. */
static guint32
add_stack (LscMemoryLog *log, const char *function)
{
  lsc_memory_stacks_append (&log->stacks, (LscMemoryStack){ (guint32) log->frames.n, 4 });
  add_frame (log, "malloc", "??", 0);
  add_frame (log, "at::_ops::empty::call", "??", 0);
  add_frame (log, "forward", "/env/lib/python3.11/site-packages/torch/linear.py", 12);
  add_frame (log, function, "/train/train.py", 41);
  return (guint32) (log->stacks.n - 1);
}

static void
add_life (LscMemoryLog *log, guint32 stack, gint64 bytes, gint64 begin_ns, gint64 end_ns)
{
  lsc_memory_lives_append (&log->lives, (LscMemoryLife){ .requested_bytes = bytes,
                                                         .size_bytes = bytes + 512,
                                                         .begin_ns = begin_ns,
                                                         .end_ns = end_ns,
                                                         .active_end_ns = end_ns,
                                                         .name = LSC_MEMORY_NONE,
                                                         .stack = stack,
                                                         .module = LSC_MEMORY_NONE,
                                                         .slice = LSC_MEMORY_NONE });
}

static void
add_curve (LscMemoryLog *log, gint64 peak_ns)
{
  LscMemoryCurve curve = { .pool = 0, .quantity = LSC_MEMORY_ALLOCATED };

  lsc_memory_points_append (&curve.points, (LscMemoryPoint){ 0, 0 });
  lsc_memory_points_append (&curve.points, (LscMemoryPoint){ peak_ns, 100 });
  lsc_memory_points_append (&curve.points, (LscMemoryPoint){ peak_ns + 1, 50 });
  g_array_append_val (log->curves, curve);
}

static gint64
get_int (const LscTable *table, gsize row, const char *column)
{
  return lsc_table_get_named (table, row, column).integer;
}

static const char *
get_text (const LscTable *table, gsize row, const char *column)
{
  return lsc_table_get_named (table, row, column).text;
}

/* The row of @who, which there is once. */
static gsize
find (const LscTable *table, const char *who)
{
  gsize found = lsc_table_get_n_rows (table);

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    if (g_strcmp0 (get_text (table, i, "who"), who) == 0)
      found = i;
  g_assert_cmpuint (found, <, lsc_table_get_n_rows (table));
  return found;
}

static void
test_who (void)
{
  g_autoptr (LscMemoryLog) log = make_log (0);
  guint32 stack = add_stack (log, "step");
  g_autofree char *who = lsc_memory_describe_user_frame (log, stack);
  g_autofree char *op = NULL;
  g_autofree char *innermost = NULL;

  g_assert_cmpstr (who, ==, "step (train.py:41)");
  log->stacks.items[stack].n = 3;
  op = lsc_memory_describe_user_frame (log, stack);
  g_assert_cmpstr (op, ==, "at::_ops::empty::call");
  log->stacks.items[stack].n = 1;
  innermost = lsc_memory_describe_user_frame (log, stack);
  g_assert_cmpstr (innermost, ==, "malloc");
  g_assert_null (lsc_memory_describe_user_frame (log, LSC_MEMORY_NONE));
}

/* Ten steps: a leak that also has blocks of passage, an optimizer, a buffer that is replaced, a
 * queue of four, and one that keeps something in two steps by chance. */
static LscMemoryLog *
make_training (void)
{
  LscMemoryLog *log = make_log (10);
  guint32 leak = add_stack (log, "remember"), once = add_stack (log, "init_state");
  guint32 replaced = add_stack (log, "swap"), queue = add_stack (log, "enqueue");
  guint32 two = add_stack (log, "chance"), passing = add_stack (log, "forward");

  add_life (log, LSC_MEMORY_NONE, 64 * MIB, G_MININT64, G_MAXINT64);
  add_life (log, once, 32 * MIB, 50, G_MAXINT64);
  for (gint64 i = 0; i < 10; i++)
    {
      add_life (log, leak, 16 * MIB, 100 * i + 10, G_MAXINT64);
      add_life (log, leak, 4 * MIB, 100 * i + 11, 100 * i + 40);
      add_life (log, replaced, 8 * MIB, 100 * i + 20, i < 9 ? 100 * i + 125 : G_MAXINT64);
      add_life (log, queue, 1 * MIB, 100 * i + 30, i < 6 ? 100 * i + 430 : G_MAXINT64);
      add_life (log, two, 2 * MIB, 100 * i + 35, i == 3 || i == 5 ? G_MAXINT64 : 100 * i + 60);
      add_life (log, passing, 100 * MIB, 100 * i + 38, 100 * i + 39);
    }
  return log;
}

static void
test_keepers (void)
{
  g_autoptr (LscMemoryLog) log = make_training ();
  g_autoptr (LscTable) table = lsc_memory_list_keepers (log);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 5);
  g_assert_cmpstr (get_text (table, 0, "who"), ==, "remember (train.py:41)");
  g_assert_cmpstr (get_text (table, 0, "keeps"), ==, "leak");
  g_assert_cmpint (get_int (table, 0, "kept_bytes"), ==, 160 * MIB);
  g_assert_cmpint (get_int (table, 0, "kept_step_bytes"), ==, 16 * MIB);
  g_assert_cmpint (get_int (table, 0, "kept_steps"), ==, 10);
  g_assert_cmpint (get_int (table, 0, "recorded_steps"), ==, 10);
  g_assert_cmpstr (get_text (table, find (table, "init_state (train.py:41)"), "keeps"), ==, "once");
  g_assert_cmpstr (get_text (table, find (table, "swap (train.py:41)"), "keeps"), ==, "replaced");
  g_assert_cmpstr (get_text (table, find (table, "enqueue (train.py:41)"), "keeps"), ==,
                   "replaced");
  g_assert_cmpstr (get_text (table, find (table, "chance (train.py:41)"), "keeps"), ==, "replaced");
}

/* Without steps, equal parts of the recording tell the same. */
static void
test_no_steps (void)
{
  g_autoptr (LscMemoryLog) log = make_training ();
  g_autoptr (LscTable) table = NULL;

  log->marks.n = 0;
  table = lsc_memory_list_keepers (log);
  g_assert_cmpint (get_int (table, 0, "recorded_steps"), ==, 8);
  g_assert_cmpstr (get_text (table, 0, "who"), ==, "remember (train.py:41)");
  g_assert_cmpstr (get_text (table, 0, "keeps"), ==, "leak");
  for (gsize i = 1; i < lsc_table_get_n_rows (table); i++)
    g_assert_cmpstr (get_text (table, i, "keeps"), !=, "leak");
}

/* The columns add up to what lives. */
static void
test_stacks (void)
{
  g_autoptr (LscMemoryLog) log = make_training ();
  g_autoptr (LscTable) table = NULL;
  gint64 n_peak = 0, n_end = 0, n_bytes = 0, n_live = 0, bytes = 0;

  add_curve (log, 538);
  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];

      n_live += life->end_ns == G_MAXINT64;
      if (life->begin_ns <= 538 && life->end_ns > 538)
        bytes += life->size_bytes;
    }
  table = lsc_memory_list_stacks (log);
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      n_peak += get_int (table, i, "at_peak_count");
      n_bytes += get_int (table, i, "at_peak_bytes");
      n_end += get_int (table, i, "at_end_count");
      if (i > 0)
        g_assert_cmpint (get_int (table, i - 1, "at_peak_bytes"), >=,
                         get_int (table, i, "at_peak_bytes"));
    }
  g_assert_cmpint (n_bytes, ==, bytes);
  g_assert_cmpint (n_end, ==, n_live);
  /* older, init_state, remember (six, and one of passage), swap, enqueue, chance, forward */
  g_assert_cmpint (n_peak, ==, 1 + 1 + 6 + 1 + 1 + 4 + 2 + 1);
  g_assert_null (get_text (table, find (table, NULL), "stack"));
}

/* A file against itself has no row; what was added is one row, whatever the ids of its stack. */
static void
test_change (void)
{
  g_autoptr (LscMemoryLog) before = make_training ();
  g_autoptr (LscMemoryLog) after = make_log (10);
  g_autoptr (LscTable) same = lsc_memory_compare_stacks (before, before, TRUE);
  g_autoptr (LscTable) table = NULL;
  guint32 added;

  g_assert_cmpuint (lsc_table_get_n_rows (same), ==, 0);
  lsc_intern_add (after->texts, "shifts all ids");
  added = add_stack (after, "init_state");
  add_life (after, added, 32 * MIB, 50, G_MAXINT64);
  add_life (after, added, 48 * MIB, 51, G_MAXINT64);
  table = lsc_memory_compare_stacks (before, after, TRUE);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 6);
  g_assert_cmpstr (get_text (table, 0, "who"), ==, "remember (train.py:41)");
  g_assert_cmpint (get_int (table, 0, "change_bytes"), ==, -(160 * MIB + 10 * 512));
  g_assert_cmpint (get_int (table, 0, "live_before_count"), ==, 10);
  g_assert_cmpint (get_int (table, find (table, "init_state (train.py:41)"), "change_bytes"), ==,
                   48 * MIB + 512);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-stacks/who", test_who);
  g_test_add_func ("/memory-stacks/keepers", test_keepers);
  g_test_add_func ("/memory-stacks/no-steps", test_no_steps);
  g_test_add_func ("/memory-stacks/stacks", test_stacks);
  g_test_add_func ("/memory-stacks/change", test_change);
  return g_test_run ();
}
