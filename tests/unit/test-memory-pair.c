/* test-memory-pair.c - memory before and after, of logs that were made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/compare/lsc-memory-pair.h"

#define MIB G_GINT64_CONSTANT (1048576)
#define STEP_NS 1000

/* ---- logs ---- */

/* With a curve of what the blocks take and @base besides. */
static LscMemoryLog *
make_log (void)
{
  LscMemoryLog *log = lsc_memory_log_new (LSC_MEMORY_FROM_ASCEND);

  lsc_memory_pools_append (&log->pools,
                           (LscMemoryPool){ lsc_intern_add (log->texts, "PTA"), 0, G_MAXINT64 });
  log->has_blocks = TRUE;
  for (gint64 i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", (int) i + 5);

      lsc_memory_marks_append (&log->marks,
                               (LscMemoryMark){ lsc_intern_add (log->texts, name), i * STEP_NS,
                                                (i + 1) * STEP_NS, FALSE });
    }
  return log;
}

static void
add_life (LscMemoryLog *log, const char *op, gint64 bytes, gint64 begin_ns, gint64 end_ns)
{
  lsc_memory_lives_append (&log->lives, (LscMemoryLife){ .requested_bytes = bytes,
                                                         .size_bytes = bytes,
                                                         .begin_ns = begin_ns,
                                                         .end_ns = end_ns,
                                                         .active_end_ns = end_ns,
                                                         .stream = G_MAXINT64,
                                                         .name = lsc_intern_add (log->texts, op),
                                                         .stack = LSC_MEMORY_NONE,
                                                         .module = LSC_MEMORY_NONE,
                                                         .slice = LSC_MEMORY_NONE });
}

static int
compare_lives (gconstpointer a, gconstpointer b)
{
  const LscMemoryLife *x = a, *y = b;

  return (x->begin_ns > y->begin_ns) - (x->begin_ns < y->begin_ns);
}

/* What all lives take, with @base_bytes that are older, at each begin. */
static LscMemory *
finish (LscMemoryLog *log, gint64 base_bytes)
{
  LscMemoryCurve curve = { 0, LSC_MEMORY_ALLOCATED, { 0 } };
  LscMemory *memory;

  qsort (log->lives.items, log->lives.n, sizeof (LscMemoryLife), compare_lives);
  for (gsize i = 0; i < log->lives.n; i++)
    {
      gint64 at_ns = log->lives.items[i].begin_ns, bytes = base_bytes;

      for (gsize k = 0; k < log->lives.n; k++)
        if (log->lives.items[k].begin_ns <= at_ns && log->lives.items[k].end_ns > at_ns)
          bytes += log->lives.items[k].size_bytes;
      lsc_memory_points_append (&curve.points, (LscMemoryPoint){ at_ns, bytes });
    }
  g_array_append_val (log->curves, curve);
  memory = lsc_memory_new (log, NULL, NULL, NULL);
  g_assert_nonnull (memory);
  lsc_memory_log_unref (log);
  return memory;
}

static LscMemoryPair *
pair (LscMemory *before, LscMemory *after, gint64 step)
{
  LscMemoryPairInput input = { .memory = { before, after }, .step = { step, step } };
  LscMemoryPair *made = lsc_memory_pair_new (&input, NULL, NULL);

  g_assert_nonnull (made);
  lsc_memory_unref (before);
  lsc_memory_unref (after);
  return made;
}

static gint64
sum (const LscTable *table, const char *column)
{
  gint64 all = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    all += lsc_table_get_named (table, i, column).integer;
  return all;
}

static guint
count_states (const LscTable *table, const char *state)
{
  guint n = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    n += g_str_equal (lsc_table_get_named (table, i, "state").text, state);
  return n;
}

static void
check_says (const LscMemoryPair *made, const char *wanted)
{
  g_autofree char *words = lsc_phrase_to_words (made->text);

  g_test_message ("%s", words);
  g_assert_nonnull (strstr (words, wanted));
}

/* ---- cases ---- */

static LscMemoryLog *
make_usual (void)
{
  LscMemoryLog *log = make_log ();

  add_life (log, "aten::mm", 4 * MIB, STEP_NS + 10, STEP_NS + 200);
  add_life (log, "aten::mm", 4 * MIB, STEP_NS + 20, STEP_NS + 200);
  add_life (log, "aten::add", 2 * MIB, STEP_NS + 30, STEP_NS + 60);
  return log;
}

/* One allocation more, at the beginning: one row differs, and no other. */
static void
test_one_more (void)
{
  LscMemoryLog *after = make_usual ();
  g_autoptr (LscMemoryPair) made = NULL;

  add_life (after, "aten::empty", MIB, STEP_NS + 1, G_MAXINT64);
  made = pair (finish (make_usual (), 8 * MIB), finish (after, 8 * MIB), 6);
  g_assert_cmpint (made->peak[LSC_AFTER] - made->peak[LSC_BEFORE], ==, MIB);
  g_assert_cmpuint (lsc_table_get_n_rows (made->allocations), ==, 3);
  g_assert_cmpuint (count_states (made->allocations, "new"), ==, 1);
  g_assert_cmpuint (count_states (made->allocations, "equal"), ==, 2);
  g_assert_cmpstr (lsc_table_get_named (made->allocations, 0, "op").text, ==, "aten::empty");
  g_assert_cmpint (sum (made->allocations, "delta_bytes"), ==, MIB);
  g_assert_cmpint (sum (made->live[LSC_MEMORY_BY_OP], "delta_bytes"), ==, MIB);
  check_says (made, "Peak memory rises by 1.00 MiB (+5.56 %): 18.00 MiB → 19.00 MiB.");
  check_says (made, "aten::empty holds 1.00 MiB more at the peak.");
  check_says (made, "Allocations: 1 new, 0 gone.");
}

static void
test_same (void)
{
  g_autoptr (LscMemoryPair) made =
      pair (finish (make_usual (), MIB), finish (make_usual (), MIB), 6);

  check_says (made, "Peak memory is the same: 11.00 MiB. Allocations are the same.");
  g_assert_cmpint (sum (made->allocations, "delta_count"), ==, 0);
}

/* A step that a side does not have: the whole recordings, and that is said. */
static void
test_no_step (void)
{
  g_autoptr (LscMemoryPair) made =
      pair (finish (make_usual (), MIB), finish (make_usual (), MIB), 99);
  g_autofree char *note = NULL;

  g_assert_cmpint (made->step[LSC_BEFORE], ==, LSC_INT_NULL);
  g_assert_cmpuint (made->notes->len, ==, 1);
  note = lsc_phrase_to_words (made->notes->pdata[0]);
  g_assert_nonnull (strstr (note, "whole recordings"));
}

/* A side that recorded totals alone. */
static void
test_no_blocks (void)
{
  LscMemoryLog *after = make_usual ();
  g_autoptr (LscMemoryPair) made = NULL;
  g_autofree char *note = NULL;

  after->has_blocks = FALSE;
  made = pair (finish (make_usual (), MIB), finish (after, MIB), 6);
  g_assert_null (made->allocations);
  g_assert_null (made->live[LSC_MEMORY_BY_OP]);
  note = lsc_phrase_to_words (made->notes->pdata[0]);
  g_assert_cmpstr (note, ==,
                   "Who holds memory is not known, because the recording after has no blocks.");
  check_says (made, "Peak memory is the same");
}

/* ---- sums ---- */

static LscMemoryLog *
make_random (GRand *rand)
{
  static const char *const ops[] = { "aten::mm", "aten::add", "aten::mul", "aten::empty" };
  LscMemoryLog *log = make_log ();

  for (int i = g_rand_int_range (rand, 1, 60); i > 0; i--)
    {
      gint64 begin_ns = g_rand_int_range (rand, 0, 3 * STEP_NS);

      add_life (log, ops[g_rand_int_range (rand, 0, 4)], 512 * g_rand_int_range (rand, 1, 20),
                begin_ns, begin_ns + g_rand_int_range (rand, 1, STEP_NS));
    }
  return log;
}

static gint64
sum_allocated (const LscMemoryLog *log, gint64 begin_ns, gint64 end_ns)
{
  gint64 all = 0;

  for (gsize i = 0; i < log->lives.n; i++)
    if (log->lives.items[i].begin_ns >= begin_ns && log->lives.items[i].begin_ns < end_ns)
      all += log->lives.items[i].size_bytes;
  return all;
}

/* Differences add up to those of the peaks and of all that is allocated, to the byte. */
static void
test_sums (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (53);

  for (guint i = 0; i < 300; i++)
    {
      LscMemoryLog *before = make_random (rand), *after = make_random (rand);
      gint64 step = g_rand_int_range (rand, 5, 8), begin_ns = (step - 5) * STEP_NS;
      gint64 allocated = sum_allocated (after, begin_ns, begin_ns + STEP_NS) -
                         sum_allocated (before, begin_ns, begin_ns + STEP_NS);
      g_autoptr (LscMemoryPair) made =
          pair (finish (before, 512 * g_rand_int_range (rand, 0, 9)),
                finish (after, 512 * g_rand_int_range (rand, 0, 9)), step);
      gint64 peak = made->peak[LSC_AFTER] - made->peak[LSC_BEFORE];

      g_assert_cmpint (sum (made->live[LSC_MEMORY_BY_OP], "delta_bytes"), ==, peak);
      g_assert_cmpint (sum (made->live[LSC_MEMORY_BY_SIZE_CLASS], "delta_bytes"), ==, peak);
      g_assert_cmpint (sum (made->allocations, "delta_bytes"), ==, allocated);
      g_assert_cmpint (made->allocated[LSC_AFTER] - made->allocated[LSC_BEFORE], ==, allocated);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-pair/one-more", test_one_more);
  g_test_add_func ("/memory-pair/same", test_same);
  g_test_add_func ("/memory-pair/no-step", test_no_step);
  g_test_add_func ("/memory-pair/no-blocks", test_no_blocks);
  g_test_add_func ("/memory-pair/sums", test_sums);
  return g_test_run ();
}
