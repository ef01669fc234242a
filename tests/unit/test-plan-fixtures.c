/* test-plan-fixtures.c - orders and times against those of the reference generators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "analyze/theory/lsc-plan.h"

/* The files are those of tests/data/schedules; its README.md describes the lines. */

#define DIGEST_LENGTH 32

static char *
fixture_path (const char *name)
{
  return g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "tests", "data", "schedules", name,
                           NULL);
}

static GDataInputStream *
open_fixture (const char *name)
{
  g_autofree char *path = fixture_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = G_INPUT_STREAM (g_file_read (file, NULL, &error));
  g_autoptr (GConverter) gunzip = NULL;
  g_autoptr (GInputStream) plain = NULL;

  g_assert_no_error (error);
  if (!g_str_has_suffix (name, ".gz"))
    return g_data_input_stream_new (stream);
  gunzip = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  plain = g_converter_input_stream_new (stream, gunzip);
  return g_data_input_stream_new (plain);
}

static char *
next_line (GDataInputStream *stream)
{
  g_autoptr (GError) error = NULL;
  char *line = g_data_input_stream_read_line (stream, NULL, NULL, &error);

  g_assert_no_error (error);
  return line;
}

/* 0 to 999, as make-fixtures.py computes it. */
static gint64
hashed (guint32 seed, guint32 rank, guint32 seq)
{
  guint32 x = seed * 0x9E3779B1u + rank * 0x85EBCA77u + seq * 0xC2B2AE3Du;

  x ^= x >> 15;
  x *= 0x2C1B3C6Du;
  x ^= x >> 12;
  x *= 0x297A2D39u;
  x ^= x >> 15;
  return x % 1000;
}

/* "name P M v N flags", returns what follows. */
static const char *const *
parse_schedule (const char *const *words, LscSchedule *schedule)
{
  const char *flags = words[5];

  *schedule = (LscSchedule){
    .type = lsc_schedule_type_from_name (words[0]),
    .n_stages = (gsize) g_ascii_strtoull (words[1], NULL, 10),
    .n_micro_batches = (gsize) g_ascii_strtoull (words[2], NULL, 10),
    .n_chunks = (guint) g_ascii_strtoull (words[3], NULL, 10),
    .run_length = (gsize) g_ascii_strtoull (words[4], NULL, 10),
    .no_overlap = strchr (flags, 'o') != NULL,
    .late_weights = strchr (flags, 'w') != NULL,
    .fused_first = strchr (flags, 'f') != NULL,
    .fused_middle = strchr (flags, 'm') != NULL,
  };
  return words + 6;
}

static void
add_block_list (GChecksum *sum, const LscPlan *plan, const LscPlanTimes *times)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; i < plan->n_ops; i++)
    {
      const LscPlanOp *op = &plan->ops[i];

      g_string_append_printf (text, "%u %u %s", op->rank, i - plan->first[op->rank],
                              lsc_block_kind_name ((LscBlockKind) op->kind));
      for (guint j = 0; j < op->n_parts; j++)
        g_string_append_printf (text, " %u %u", op->parts[j].mb, op->parts[j].chunk);
      g_string_append_printf (text, " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                              times->start_ns[i], times->end_ns[i]);
    }
  g_checksum_update (sum, (const guchar *) text->str, (gssize) text->len);
}

static void
assert_digest (GChecksum *sum, const char *expected, const char *line)
{
  g_autofree char *digest = g_strndup (g_checksum_get_string (sum), DIGEST_LENGTH);

  if (strcmp (digest, expected) != 0)
    g_error ("digest %s of: %s", digest, line);
}

static gint64
to_int (const char *word)
{
  return g_ascii_strtoll (word, NULL, 10);
}

static void
assert_schedule_equals (const char *line)
{
  const LscPlanCosts costs = { .f = 1000, .b = 2100, .i = 900, .w = 1200, .x = 2900 };
  const gint64 latencies[] = { 0, 37 };
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  LscSchedule schedule;
  const char *const *rest = parse_schedule ((const char *const *) words, &schedule);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscPlan) plan = lsc_plan_new (&schedule, &error);
  g_autofree gint64 *durations = NULL;
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  g_assert_no_error (error);
  durations = g_new (gint64, plan->n_ops);
  lsc_plan_cost_ops (plan, &costs, durations);
  for (guint i = 0; i < G_N_ELEMENTS (latencies); i++)
    {
      LscPlanLatency latency = { .ns = latencies[i] };
      g_auto (LscPlanTimes) times = { 0 };

      g_assert_true (lsc_plan_replay (plan, durations, &latency, &times, &error));
      g_assert_cmpint (times.t0_ns, ==, 0);
      g_assert_cmpint (times.t1_ns, ==, to_int (rest[i]));
      add_block_list (sum, plan, &times);
    }
  assert_digest (sum, rest[2], line);
}

/* Every generator, variant and size up to P = 16, M = 4P. */
static void
test_digests (void)
{
  g_autoptr (GDataInputStream) stream = open_fixture ("digests.txt");
  gsize n = 0;

  for (char *line = next_line (stream); line; line = next_line (stream), n++)
    {
      assert_schedule_equals (line);
      g_free (line);
    }
  g_test_message ("%zu schedules with two latencies", n);
  g_assert_cmpuint (n, >, 4000);
}

static gint64 *
hashed_durations (const LscPlan *plan, guint32 seed)
{
  gint64 *durations = g_new (gint64, plan->n_ops);

  for (guint32 i = 0; i < plan->n_ops; i++)
    durations[i] = hashed (seed, plan->ops[i].rank, i - plan->first[plan->ops[i].rank]);
  return durations;
}

/* A line for each rank: the idle time before each op. With the durations it is start and end. */
static void
assert_gaps (GDataInputStream *stream, const LscPlan *plan, const gint64 *durations,
             const LscPlanTimes *times)
{
  for (guint32 r = 0; r < plan->n_ranks; r++)
    {
      g_autofree char *line = next_line (stream);
      const char *at = line;
      gint64 now = 0;

      g_assert_nonnull (line);
      for (guint32 i = plan->first[r]; i < plan->first[r + 1]; i++)
        {
          gint64 start = now + g_ascii_strtoll (at, (char **) &at, 10);

          now = start + durations[i];
          g_assert_cmpint (times->start_ns[i], ==, start);
          g_assert_cmpint (times->end_ns[i], ==, now);
        }
      g_assert_cmpstr (at, ==, "");
    }
}

/* 1,000 seeds: random schedule, sizes, latency, and a duration for every op. */
static void
test_tables (void)
{
  g_autoptr (GDataInputStream) stream = open_fixture ("tables-1000.txt.gz");
  gsize n = 0, n_blocks = 0;

  for (char *line = next_line (stream); line; line = next_line (stream), n++)
    {
      g_auto (GStrv) words = g_strsplit (line, " ", -1);
      LscSchedule schedule;
      const char *const *rest = parse_schedule ((const char *const *) words + 1, &schedule);
      LscPlanLatency latency = { .ns = to_int (rest[0]) };
      g_auto (LscPlanTimes) times = { 0 };
      g_autoptr (GError) error = NULL;
      g_autoptr (LscPlan) plan = lsc_plan_new (&schedule, &error);
      g_autofree gint64 *durations = NULL;
      g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

      g_assert_no_error (error);
      durations = hashed_durations (plan, (guint32) to_int (words[0]));
      g_assert_true (lsc_plan_replay (plan, durations, &latency, &times, &error));
      g_assert_cmpint (times.t1_ns - times.t0_ns, ==, to_int (rest[1]));
      assert_gaps (stream, plan, durations, &times);
      add_block_list (sum, plan, &times);
      assert_digest (sum, rest[2], line);
      n_blocks += plan->n_ops;
      g_free (line);
    }
  g_test_message ("%zu tables, %zu blocks", n, n_blocks);
  g_assert_cmpuint (n, ==, 1000);
}

static void
assert_refill_equals (const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  LscSchedule schedule;
  const char *const *rest = parse_schedule ((const char *const *) words + 1, &schedule);
  LscPlanLatency latency = { .ns = to_int (rest[0]) };
  gsize cap = (gsize) to_int (rest[1]);
  double fill = g_ascii_strtod (rest[2], NULL);
  g_auto (LscPlanTimes) times = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscPlan) plan = lsc_plan_new (&schedule, &error);
  g_autoptr (LscPlan) moved = NULL;
  g_autofree gint64 *durations = NULL;
  g_autofree gint64 *moved_durations = NULL;
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  g_assert_no_error (error);
  durations = hashed_durations (plan, (guint32) to_int (words[0]));
  moved = lsc_plan_refill_weights (plan, durations, &latency, cap, fill, &moved_durations, &error);
  g_assert_no_error (error);
  g_assert_true (lsc_plan_replay (moved, moved_durations, &latency, &times, &error));
  add_block_list (sum, moved, &times);
  assert_digest (sum, rest[4], line);
  g_assert_cmpint (times.t1_ns - times.t0_ns, ==, to_int (rest[3]));
}

static void
test_refills (void)
{
  g_autoptr (GDataInputStream) stream = open_fixture ("refill-400.txt");
  gsize n = 0;

  for (char *line = next_line (stream); line; line = next_line (stream), n++)
    {
      assert_refill_equals (line);
      g_free (line);
    }
  g_assert_cmpuint (n, ==, 400);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan-fixtures/digests", test_digests);
  g_test_add_func ("/plan-fixtures/tables", test_tables);
  g_test_add_func ("/plan-fixtures/refills", test_refills);
  return g_test_run ();
}
