/* test-memory.c - memory: ends, what lives, who grows, hints
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/memory/lsc-memory.h"
#include "analyze/step/lsc-block-ends.h"

#define MIB G_GINT64_CONSTANT (1048576)
#define MS G_GINT64_CONSTANT (1000000)

/* ---- logs made by hand ---- */

static guint32
add_pool (LscMemoryLog *log, const char *name)
{
  lsc_memory_pools_append (&log->pools,
                           (LscMemoryPool){ lsc_intern_add (log->texts, name), 0, G_MAXINT64 });
  return (guint32) (log->pools.n - 1);
}

static void
add_curve (LscMemoryLog *log, guint32 pool, LscMemoryQuantity quantity,
           const LscMemoryPoint *points, gsize n)
{
  LscMemoryCurve curve = { pool, (guint8) quantity, { 0 } };

  for (gsize i = 0; i < n; i++)
    lsc_memory_points_append (&curve.points, points[i]);
  g_array_append_val (log->curves, curve);
}

static void
add_life (LscMemoryLog *log, const char *name, gint64 bytes, gint64 begin_ns, gint64 end_ns)
{
  lsc_memory_lives_append (&log->lives,
                           (LscMemoryLife){ .requested_bytes = bytes,
                                            .size_bytes = bytes,
                                            .begin_ns = begin_ns,
                                            .end_ns = end_ns,
                                            .active_end_ns = end_ns,
                                            .stream = G_MAXINT64,
                                            .name = lsc_intern_add (log->texts, name),
                                            .stack = LSC_MEMORY_NONE,
                                            .module = LSC_MEMORY_NONE,
                                            .slice = LSC_MEMORY_NONE,
                                            .end = end_ns != G_MAXINT64 ? LSC_MEMORY_END_RECORDED
                                                                        : LSC_MEMORY_END_NONE });
  log->has_blocks = TRUE;
}

static void
add_steps (LscMemoryLog *log, guint n, gint64 length_ns)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", i + 1);

      lsc_memory_marks_append (&log->marks,
                               (LscMemoryMark){ lsc_intern_add (log->texts, name), i * length_ns,
                                                (i + 1) * length_ns, FALSE });
    }
}

static LscMemory *
analyse (LscMemoryLog *log)
{
  g_autoptr (GError) error = NULL;
  LscMemory *memory = lsc_memory_new (log, NULL, NULL, &error);

  g_assert_no_error (error);
  return memory;
}

/* How often a hint is given. */
static guint
count_hints (LscMemoryLog *log, const char *hint)
{
  g_autoptr (LscMemory) memory = analyse (log);
  g_autoptr (LscTable) table = lsc_memory_get_table (memory, LSC_MEMORY_TABLE_HINTS);
  guint n = 0;

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    n += g_str_equal (lsc_table_get_named (table, row, "hint").text, hint);
  return n;
}

/* ---- ends ---- */

static LscMemoryBlocks *
make_blocks (const gint64 (*rows)[3], gsize n)
{
  LscMemoryBlocks *blocks = lsc_memory_blocks_new ();

  for (gsize i = 0; i < n; i++)
    lsc_memory_blocks_add (blocks, (LscMemoryBlock){ .size_bytes = rows[i][0],
                                                     .begin_ns = rows[i][1],
                                                     .end_ns = rows[i][2],
                                                     .active_end_ns = -1 });
  lsc_memory_blocks_seal (blocks);
  return blocks;
}

static LscCounter *
make_counter (const LscSample *samples, gsize n)
{
  LscCounter *counter = lsc_counter_new ("allocated", LSC_COUNTER_LINE, LSC_COUNTER_UNIT_BYTES);

  for (gsize i = 0; i < n; i++)
    lsc_samples_append (&counter->samples, samples[i]);
  lsc_counter_seal (counter);
  return counter;
}

/* The example of memory.md#ends; what goes with an event is no fall, and a real leak stays one. */
static void
test_ends (void)
{
  const gint64 rows[][3] = { { 8, 10000, -1 }, { 4, 15000, 40000 }, { 6, 20000, -1 } };
  const LscSample samples[] = { { 1000, 10 },  { 10000, 18 }, { 15000, 22 },
                                { 20000, 28 }, { 30000, 20 }, { 40000, 16 } };
  g_autoptr (LscMemoryBlocks) blocks = make_blocks (rows, G_N_ELEMENTS (rows));
  g_autoptr (LscCounter) counter = make_counter (samples, G_N_ELEMENTS (samples));

  lsc_block_ends_infer (blocks, "PTA", counter);
  g_assert_cmpint (blocks->list.items[0].end_ns, ==, 30000);
  g_assert_true (blocks->list.items[0].is_inferred);
  g_assert_cmpint (blocks->list.items[1].end_ns, ==, 40000);
  g_assert_false (blocks->list.items[1].is_inferred);
  g_assert_cmpint (blocks->list.items[2].end_ns, ==, -1);
}

/* A release that is told a little late is no fall, and neither is the last event of all. */
static void
test_ends_late (void)
{
  const gint64 rows[][3] = { { 8, 10000, -1 }, { 8, 15000, 20000 }, { 8, 30000, 40000 } };
  const LscSample samples[] = { { 1000, 10 },  { 10000, 18 }, { 15000, 26 },
                                { 20500, 18 }, { 30000, 26 }, { 40000, 18 } };
  g_autoptr (LscMemoryBlocks) blocks = make_blocks (rows, G_N_ELEMENTS (rows));
  g_autoptr (LscCounter) counter = make_counter (samples, G_N_ELEMENTS (samples));

  lsc_block_ends_infer (blocks, "PTA", counter);
  g_assert_cmpint (blocks->list.items[0].end_ns, ==, -1);
}

/* What is older than the recording goes first; the block of just the size goes when that falls. */
static void
test_ends_exact (void)
{
  const gint64 rows[][3] = { { 8, 10000, -1 } };
  const LscSample samples[] = { { 1000, 20 }, { 10000, 28 }, { 20000, 18 }, { 30000, 10 } };
  g_autoptr (LscMemoryBlocks) blocks = make_blocks (rows, G_N_ELEMENTS (rows));
  g_autoptr (LscCounter) counter = make_counter (samples, G_N_ELEMENTS (samples));

  lsc_block_ends_infer (blocks, "PTA", counter);
  g_assert_cmpint (blocks->list.items[0].end_ns, ==, 30000);
}

/* ---- what lives ---- */

static gint64
sum_live (LscMemory *memory, gint64 time_ns, LscMemoryBy by)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTable) live = lsc_memory_list_live (memory, time_ns, by, NULL, &error);
  gint64 sum = 0;

  g_assert_no_error (error);
  for (gsize row = 0; row < lsc_table_get_n_rows (live); row++)
    sum += lsc_table_get_named (live, row, "bytes").integer;
  return sum;
}

/* The example of memory.md#live. */
static void
test_live (void)
{
  g_autoptr (LscMemoryLog) log = lsc_memory_log_new (LSC_MEMORY_FROM_ASCEND);
  const LscMemoryPoint points[] = { { 0, 10 }, { 10, 30 }, { 20, 10 } };
  g_autoptr (LscMemory) memory = NULL;
  g_autoptr (LscTable) live = NULL;

  add_curve (log, add_pool (log, "PTA"), LSC_MEMORY_ALLOCATED, points, G_N_ELEMENTS (points));
  add_life (log, "aten::mm", 12, 10, 20);
  add_life (log, "aten::mm", 8, 10, 20);
  memory = analyse (log);
  g_assert_cmpint (lsc_memory_get_peak_ns (memory), ==, 10);
  g_assert_cmpint (lsc_memory_get_peak_bytes (memory), ==, 30);
  live = lsc_memory_list_live (memory, 10, LSC_MEMORY_BY_OP, NULL, NULL);
  g_assert_cmpuint (lsc_table_get_n_rows (live), ==, 2);
  g_assert_cmpstr (lsc_table_get_named (live, 0, "op").text, ==, "aten::mm");
  g_assert_cmpint (lsc_table_get_named (live, 0, "count").integer, ==, 2);
  g_assert_cmpint (lsc_table_get_named (live, 0, "bytes").integer, ==, 20);
  g_assert_cmpint (lsc_table_get_named (live, 0, "largest_bytes").integer, ==, 12);
  g_assert_cmpint (lsc_table_get_named (live, 1, "bytes").integer, ==, 10);
  g_assert_cmpstr (lsc_table_get_named (live, 1, "held").text, ==, "before");
  g_assert_cmpint (sum_live (memory, 20, LSC_MEMORY_BY_OP), ==, 10); /* ends are exclusive */
}

/* At any time, and however they are put together, what lives adds up to the total. */
static void
test_live_sums (void)
{
  g_autoptr (LscMemoryLog) log = lsc_memory_log_new (LSC_MEMORY_FROM_ASCEND);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint32 pool = add_pool (log, "PTA");
  LscMemoryPoint points[200];
  g_autoptr (LscMemory) memory = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      points[i] = (LscMemoryPoint){ i * 10, g_rand_int_range (rand, 0, 1 << 30) };
      add_life (log, i % 3 ? "a" : "b", g_rand_int_range (rand, 1, 1 << 24), i * 10,
                i % 5 ? i * 10 + g_rand_int_range (rand, 0, 900) : G_MAXINT64);
    }
  add_curve (log, pool, LSC_MEMORY_ALLOCATED, points, G_N_ELEMENTS (points));
  memory = analyse (log);
  for (gint64 time_ns = 0; time_ns < 2500; time_ns += 17)
    for (guint by = LSC_MEMORY_BY_OP; by <= LSC_MEMORY_BY_NOTHING; by++)
      g_assert_cmpint (sum_live (memory, time_ns, (LscMemoryBy) by), ==,
                       lsc_memory_get_total (memory, time_ns));
}

/* ---- growth ---- */

/* Each step keeps a block of so many MiB, under a peak of its own. */
static LscMemoryLog *
make_growing (guint n_steps, gint64 mib)
{
  LscMemoryLog *log = lsc_memory_log_new (LSC_MEMORY_FROM_TRACE);
  guint32 pool = add_pool (log, "GPU 0");
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (LscMemoryPoint));
  LscMemoryPoint point = { 0, 100 * MIB };

  g_array_append_val (points, point);
  add_steps (log, n_steps, 100 * MS);
  for (guint i = 0; i < n_steps; i++)
    {
      gint64 begin_ns = i * 100 * MS;
      gint64 held = (100 + i * mib) * MIB;
      const LscMemoryPoint step[] = { { begin_ns + 10 * MS, held + 50 * MIB },
                                      { begin_ns + 60 * MS, held },
                                      { begin_ns + 90 * MS, held + mib * MIB } };

      g_array_append_vals (points, step, G_N_ELEMENTS (step));
      add_life (log, "aten::mm", 50 * MIB, begin_ns + 10 * MS, begin_ns + 60 * MS);
      add_life (log, "aten::empty", mib * MIB, begin_ns + 90 * MS, G_MAXINT64);
    }
  add_curve (log, pool, LSC_MEMORY_ALLOCATED, (const LscMemoryPoint *) (gpointer) points->data,
             points->len);
  return log;
}

/* Blocks that are not among those of the log are not said to be older than it; at the peak none is
 * missing. */
static void
test_left_out (void)
{
  static const LscMemoryPoint points[] = { { 0, 10 }, { 10, 30 }, { 20, 50 }, { 30, 10 } };
  g_autoptr (LscMemoryLog) log = lsc_memory_log_new (LSC_MEMORY_FROM_SNAPSHOT);
  static const struct
  {
    gint64 time_ns;
    const char *held;
  } cases[] = { { 10, "left_out" }, { 20, "before" }, { 24, "left_out" }, { 30, "before" } };

  add_curve (log, add_pool (log, "device 0"), LSC_MEMORY_ALLOCATED, points, G_N_ELEMENTS (points));
  add_life (log, "cat", 40, 20, 30);
  log->n_left_out = 1;
  log->left_out_until_ns = 25;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscMemory) memory = analyse (log);
      g_autoptr (LscTable) live =
          lsc_memory_list_live (memory, cases[i].time_ns, LSC_MEMORY_BY_OP, NULL, NULL);
      gsize last = lsc_table_get_n_rows (live) - 1;

      g_assert_cmpstr (lsc_table_get_named (live, last, "held").text, ==, cases[i].held);
    }
}

static void
test_growth (void)
{
  g_autoptr (LscMemoryLog) log = make_growing (6, 16);
  g_autoptr (LscMemory) memory = analyse (log);
  g_autoptr (LscTable) growth = lsc_memory_get_table (memory, LSC_MEMORY_TABLE_GROWTH);
  g_autoptr (LscTable) steps = lsc_memory_get_table (memory, LSC_MEMORY_TABLE_STEPS);
  g_autofree char *headline = lsc_phrase_to_plain (lsc_memory_get_detail (memory));
  g_autofree char *line = lsc_phrase_to_plain (lsc_memory_get_headline (memory));

  g_assert_cmpfloat (lsc_memory_get_growth (memory), ==, 16 * MIB);
  g_assert_cmpuint (lsc_table_get_n_rows (growth), ==, 1);
  g_assert_cmpstr (lsc_table_get_named (growth, 0, "op").text, ==, "aten::empty");
  g_assert_cmpint (lsc_table_get_named (growth, 0, "n_steps").integer, ==, 3);
  g_assert_cmpint (lsc_table_get_named (growth, 0, "judged_steps").integer, ==, 3);
  g_assert_cmpint (lsc_table_get_named (growth, 0, "bytes_per_step").integer, ==, 16 * MIB);
  g_assert_cmpstr (lsc_table_get_named (growth, 0, "verdict").text, ==, "grows");
  g_assert_cmpuint (lsc_table_get_n_rows (steps), ==, 6);
  g_assert_cmpint (lsc_table_get_named (steps, 5, "step").integer, ==, 6);
  g_assert_cmpint (lsc_table_get_named (steps, 5, "min_allocated_bytes").integer, ==, 180 * MIB);
  g_assert_cmpint (lsc_table_get_named (steps, 5, "max_allocated_bytes").integer, ==, 230 * MIB);
  g_assert_cmpint (lsc_table_get_named (steps, 5, "growth_bytes").integer, ==, 16 * MIB);
  g_assert_nonnull (strstr (headline, "aten::empty keeps most of it"));
  g_assert_cmpstr (line, ==, "aten::empty keeps 16.00\302\240MiB more per step.");
  g_assert_cmpuint (count_hints (log, "growth"), ==, 1);
  g_assert_cmpuint (count_hints (log, "candidate"), ==, 1);
}

/* The peak of 230 MiB grows by 16 MiB a step: 1,024 MiB are full after 49.6 steps; of a pool of
 * 400 MiB after 39. */
static void
test_room (void)
{
  g_autoptr (LscMemoryLog) log = make_growing (6, 16);
  g_autoptr (LscMemory) unknown = analyse (log);
  g_autofree char *before = lsc_phrase_to_plain (lsc_memory_get_detail (unknown));
  const LscMemoryPoint reserved = { 0, 400 * MIB };
  g_autoptr (LscMemory) memory = NULL, pooled = NULL;
  g_autofree char *detail = NULL;
  g_autofree char *line = NULL;

  g_assert_true (lsc_memory_leaks (unknown));
  g_assert_nonnull (strstr (before, "stays free is not known"));
  g_assert_null (strstr (before, "At this rate"));
  log->device_bytes = 1024 * MIB;
  memory = analyse (log);
  detail = lsc_phrase_to_plain (lsc_memory_get_detail (memory));
  g_assert_nonnull (strstr (detail, "At this rate allocated memory, 230.00\302\240MiB at most, "
                                    "fills the device's 1.0"));
  g_assert_nonnull (strstr (detail, "after about 49 more steps."));
  g_assert_nonnull (strstr (detail, "Record with with_stack=True to see which code calls it."));
  g_assert_nonnull (strstr (detail, "is judged by 3 of 6 steps (2–4)"));
  line = lsc_phrase_to_plain (lsc_memory_get_headline (memory));
  g_assert_cmpstr (line, ==,
                   "aten::empty adds 16.00\302\240MiB per step: device full after 49 "
                   "steps (allocated).");
  add_curve (log, 0, LSC_MEMORY_RESERVED, &reserved, 1);
  pooled = analyse (log);
  g_clear_pointer (&detail, g_free);
  detail = lsc_phrase_to_plain (lsc_memory_get_detail (pooled));
  g_assert_nonnull (strstr (detail, "At this rate reserved memory, 400.00\302\240MiB at most, "));
  g_assert_nonnull (strstr (detail, "after about 39 more steps."));
}

/* 2 steps are too few, and 40 MiB too little. */
static void
test_no_growth (void)
{
  g_autoptr (LscMemoryLog) few = make_growing (2, 100);
  g_autoptr (LscMemoryLog) little = make_growing (5, 8);

  g_assert_cmpuint (count_hints (few, "growth"), ==, 0);
  g_assert_cmpuint (count_hints (little, "growth"), ==, 0);
  g_assert_cmpuint (count_hints (little, "candidate"), ==, 0);
}

/* ---- the other hints ---- */

/* (transfer full): with plain blanks */
static char *
say (const LscPhrase *phrase)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *plain = lsc_phrase_to_plain (phrase);

  g_string_append (text, plain);
  g_string_replace (text, "\302\240", " ", 0);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static LscMemoryLog *
make_pool (gint64 allocated, gint64 reserved, gint64 process)
{
  LscMemoryLog *log = lsc_memory_log_new (LSC_MEMORY_FROM_ASCEND);
  guint32 pool = add_pool (log, "PTA"), app = add_pool (log, "APP"), hccl = add_pool (log, "HCCL");

  add_steps (log, 1, 1000 * MS);
  add_curve (log, pool, LSC_MEMORY_ALLOCATED,
             (LscMemoryPoint[]){ { 0, allocated / 2 }, { 100 * MS, allocated } }, 2);
  add_curve (log, pool, LSC_MEMORY_RESERVED, &(LscMemoryPoint){ 0, reserved }, 1);
  add_curve (log, app, LSC_MEMORY_PROCESS, &(LscMemoryPoint){ 0, process }, 1);
  add_curve (log, hccl, LSC_MEMORY_COMPONENT, &(LscMemoryPoint){ 0, process - reserved }, 1);
  return log;
}

static void
test_pool_hints (void)
{
  g_autoptr (LscMemoryLog) bad = make_pool (4000 * MIB, 6000 * MIB, 9000 * MIB);
  g_autoptr (LscMemoryLog) good = make_pool (5500 * MIB, 6000 * MIB, 6500 * MIB);
  static const char *const hints[] = { "fragmentation", "outside_pool", "near_limit" };

  bad->device_bytes = 9500 * MIB;
  good->device_bytes = 9500 * MIB;
  for (guint i = 0; i < G_N_ELEMENTS (hints); i++)
    {
      g_assert_cmpuint (count_hints (bad, hints[i]), ==, 1);
      g_assert_cmpuint (count_hints (good, hints[i]), ==, 0);
    }
}

/* The bold line is what weighs most; below it how much room is left, and what would lower the peak,
 * or why that is not known. */
static void
test_saving (void)
{
  g_autoptr (LscMemoryLog) scattered = make_pool (4000 * MIB, 6000 * MIB, 7000 * MIB);
  g_autoptr (LscMemoryLog) full = make_pool (5500 * MIB, 6000 * MIB, 9000 * MIB);
  g_autoptr (LscMemoryLog) spiky = make_pool (4000 * MIB, 4000 * MIB, 4000 * MIB);
  g_autoptr (LscMemoryLog) failed = make_pool (4000 * MIB, 4100 * MIB, 4100 * MIB);
  g_autoptr (LscMemoryLog) calm = make_pool (4000 * MIB, 4000 * MIB, 4000 * MIB);
  g_autoptr (LscMemoryLog) older = make_pool (4000 * MIB, 4000 * MIB, 4000 * MIB);
  const struct
  {
    LscMemoryLog *log;
    const char *line;
    const char *detail;
  } cases[] = {
    { scattered, "Less fragmentation may free up to 1.95 GiB at the peak.",
      "Of the pool 1.95 GiB are in pieces at the peak" },
    { full, "Memory is nearly full: 8.79 GiB of the device's 9.28 GiB.",
      "The process holds up to 8.79 GiB; 500.00 MiB of the device (5.26 %) stay free." },
    { spiky, NULL,
      "Without a short-lived block of cat the peak may be up to 400.00 MiB (10.0 %) "
      "lower." },
    { failed, "An allocation of 64.00 MiB failed; the pool had 100.00 MiB in pieces.", NULL },
    { calm, NULL,
      "What could be saved is not known, because single memory blocks were not "
      "recorded." },
    { older, "Memory peaks at 3.91 GiB: 75.0 % from before recording, cat 25.0 %.",
      "To lower the peak, start with the largest holder: " },
  };

  full->device_bytes = 9500 * MIB;
  add_life (spiky, "cat", 400 * MIB, 100 * MS, 120 * MS);
  add_life (older, "cat", 1000 * MIB, 100 * MS, 2000 * MS);
  lsc_memory_failures_append (
      &failed->failures,
      (LscMemoryFailure){ 500 * MS, 64 * MIB, 32 * MIB, 0, LSC_MEMORY_NONE, 16 * MIB });
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscMemory) memory = analyse (cases[i].log);
      g_autofree char *line = say (lsc_memory_get_headline (memory));
      g_autofree char *detail = say (lsc_memory_get_detail (memory));

      if (cases[i].line)
        g_assert_cmpstr (line, ==, cases[i].line);
      else
        g_assert_true (g_str_has_prefix (line, "Memory peaks at ") ||
                       g_str_has_prefix (line, "Allocated memory peaks at "));
      if (cases[i].detail && !strstr (detail, cases[i].detail))
        g_error ("“%s” is not in “%s”", cases[i].detail, detail);
    }
}

/* What lives at the peak, listed as the headline is told, begins with the name in it: by module
 * where modules hold most, else by operator. */
static void
test_holder (void)
{
  for (guint has_modules = 0; has_modules < 2; has_modules++)
    {
      g_autoptr (LscMemoryLog) log = make_pool (4000 * MIB, 4000 * MIB, 4000 * MIB);
      g_autoptr (LscMemory) memory = NULL;
      g_autoptr (LscTable) live = NULL;
      LscMemoryBy by;

      add_life (log, "cat", 1000 * MIB, 100 * MS, 2000 * MS);
      log->has_modules = has_modules; /* but none of the block */
      memory = analyse (log);
      by = lsc_memory_get_holder_by (memory);
      g_assert_cmpint (by, ==, LSC_MEMORY_BY_OP);
      live = lsc_memory_list_live (memory, 500 * MS, by, NULL, NULL);
      g_assert_cmpstr (lsc_table_get_named (live, 0, "op").text, ==, "cat");
    }
}

/* A block of the peak, and one that comes back late; likewise with one figure too small. */
static void
test_block_hints (void)
{
  for (guint is_bad = 0; is_bad < 2; is_bad++)
    {
      g_autoptr (LscMemoryLog) log = make_pool (4000 * MIB, 4000 * MIB, 4000 * MIB);

      add_life (log, "late", 32 * MIB, 10 * MS, 20 * MS);
      log->lives.items[0].active_end_ns = 30 * MS + (is_bad ? 1 : 0);
      add_life (log, "spike", 200 * MIB, 100 * MS, 150 * MS - (is_bad ? 1 : 0));
      g_assert_cmpuint (count_hints (log, "late_release"), ==, is_bad);
      g_assert_cmpuint (count_hints (log, "spike"), ==, is_bad);
    }
}

/* An allocation that failed is a hint, and none is none. */
static void
test_failure_hint (void)
{
  g_autoptr (LscMemoryLog) bad = make_pool (4000 * MIB, 4000 * MIB, 4000 * MIB);
  g_autoptr (LscMemoryLog) good = make_pool (4000 * MIB, 4000 * MIB, 4000 * MIB);

  lsc_memory_failures_append (&bad->failures, (LscMemoryFailure){ 50 * MS, 64 * MIB, 32 * MIB, 0,
                                                                  LSC_MEMORY_NONE, 16 * MIB });
  g_assert_cmpuint (count_hints (bad, "out_of_memory"), ==, 1);
  g_assert_cmpuint (count_hints (good, "out_of_memory"), ==, 0);
}

/* ---- streams ---- */

static void
set_stream (LscMemoryLog *log, gint64 stream)
{
  log->lives.items[log->lives.n - 1].stream = stream;
}

static const LscMemoryCurve *
find_stream (const LscMemoryLog *log, gint64 stream)
{
  for (guint32 i = 0; i < log->pools.n; i++)
    if (log->pools.items[i].stream == stream)
      return lsc_memory_log_find_curve (log, i, LSC_MEMORY_ALLOCATED);
  return NULL;
}

static gint64
get_bytes (const LscMemoryCurve *curve, gint64 time_ns)
{
  gint64 bytes = 0;

  for (gsize i = 0; i < curve->points.n && curve->points.items[i].time_ns <= time_ns; i++)
    bytes = curve->points.items[i].bytes;
  return bytes;
}

/* The example of memory.md#streams; a pool with one stream has no curves but its own. */
static void
test_streams (void)
{
  const LscMemoryPoint points[] = { { 0, 20 }, { 10, 28 }, { 20, 32 }, { 30, 24 }, { 40, 20 } };

  for (guint n_streams = 1; n_streams <= 2; n_streams++)
    {
      g_autoptr (LscMemoryLog) log = lsc_memory_log_new (LSC_MEMORY_FROM_ASCEND);
      g_autoptr (LscMemory) memory = NULL;
      g_autoptr (LscTable) peaks = NULL;

      add_curve (log, add_pool (log, "PTA"), LSC_MEMORY_ALLOCATED, points, G_N_ELEMENTS (points));
      add_life (log, "a", 8, 10, 30);
      set_stream (log, 7);
      add_life (log, "b", 4, 20, 40);
      set_stream (log, n_streams == 2 ? 8 : 7);
      memory = analyse (log);
      lsc_memory_unref (analyse (log)); /* another look adds nothing */
      peaks = lsc_memory_get_table (memory, LSC_MEMORY_TABLE_PEAKS);
      g_assert_cmpuint (log->curves->len, ==, n_streams == 2 ? 3 : 1);
      g_assert_cmpuint (lsc_memory_get_main_pool (memory), ==, 0);
      g_assert_cmpuint (lsc_table_get_n_rows (peaks), ==, log->curves->len);
      if (n_streams == 1)
        continue;
      g_assert_true (lsc_table_get_named (peaks, 0, "stream").is_null);
      g_assert_cmpint (lsc_table_get_named (peaks, 1, "stream").integer, ==, 7);
      g_assert_cmpint (lsc_table_get_named (peaks, 2, "peak_bytes").integer, ==, 4);
      g_assert_cmpint (get_bytes (find_stream (log, 7), 29), ==, 8);
      g_assert_cmpint (get_bytes (find_stream (log, 7), 30), ==, 0);
      g_assert_cmpint (get_bytes (find_stream (log, 8), 39), ==, 4);
    }
}

/* At any time the curves of streams are what is known to live. */
static void
test_stream_sums (void)
{
  g_autoptr (LscMemoryLog) log = lsc_memory_log_new (LSC_MEMORY_FROM_ASCEND);
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  g_autoptr (LscMemory) memory = NULL;

  add_curve (log, add_pool (log, "PTA"), LSC_MEMORY_ALLOCATED, &(LscMemoryPoint){ 0, 1 << 30 }, 1);
  for (guint i = 0; i < 300; i++)
    {
      add_life (log, "a", g_rand_int_range (rand, 1, 1 << 20), i * 5,
                i % 4 ? i * 5 + g_rand_int_range (rand, 0, 700) : G_MAXINT64);
      set_stream (log, g_rand_int_range (rand, 0, 5));
    }
  memory = analyse (log);
  for (gint64 time_ns = 0; time_ns < 2500; time_ns += 13)
    {
      gint64 expected = 0, sum = 0;

      for (gsize i = 0; i < log->lives.n; i++)
        if (log->lives.items[i].begin_ns <= time_ns && log->lives.items[i].end_ns > time_ns)
          expected += log->lives.items[i].size_bytes;
      for (gint64 stream = 0; stream < 5; stream++)
        sum += get_bytes (find_stream (log, stream), time_ns);
      g_assert_cmpint (sum, ==, expected);
    }
}

/* Nothing but the process is known; a log of nothing says so and does not fail. */
static void
test_little (void)
{
  g_autoptr (LscMemoryLog) log = lsc_memory_log_new (LSC_MEMORY_FROM_ASCEND);
  g_autoptr (LscMemory) memory = analyse (log);

  g_assert_cmpuint (lsc_memory_get_main_pool (memory), ==, LSC_MEMORY_NONE);
  g_assert_cmpint (lsc_memory_get_peak_bytes (memory), ==, LSC_INT_NULL);
  for (guint i = 0; i < LSC_MEMORY_N_TABLES; i++)
    {
      g_autoptr (LscTable) table = lsc_memory_get_table (memory, (LscMemoryTable) i);

      g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 0);
    }
  g_assert_cmpint (sum_live (memory, 0, LSC_MEMORY_BY_OP), ==, 0);
  g_assert_cmpint (lsc_memory_read_step ("step 12"), ==, 12);
  g_assert_cmpint (lsc_memory_read_step ("forward"), ==, LSC_INT_NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/ends", test_ends);
  g_test_add_func ("/memory/ends-late", test_ends_late);
  g_test_add_func ("/memory/ends-exact", test_ends_exact);
  g_test_add_func ("/memory/live", test_live);
  g_test_add_func ("/memory/live-sums", test_live_sums);
  g_test_add_func ("/memory/left-out", test_left_out);
  g_test_add_func ("/memory/growth", test_growth);
  g_test_add_func ("/memory/room", test_room);
  g_test_add_func ("/memory/no-growth", test_no_growth);
  g_test_add_func ("/memory/pool-hints", test_pool_hints);
  g_test_add_func ("/memory/saving", test_saving);
  g_test_add_func ("/memory/holder", test_holder);
  g_test_add_func ("/memory/block-hints", test_block_hints);
  g_test_add_func ("/memory/failure-hint", test_failure_hint);
  g_test_add_func ("/memory/streams", test_streams);
  g_test_add_func ("/memory/stream-sums", test_stream_sums);
  g_test_add_func ("/memory/little", test_little);
  return g_test_run ();
}
