/* test-synth-memory.c - memory of made-up profiles: totals replay, stage 0 holds most
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <json-glib/json-glib.h>

#include "lsc-test-cli.h"

#define PIPELINE "--preset pipeline --pp 3 --steps 3 --schema 1.2 --modules"

/* Changes of what is allocated, from the blocks, and what the records say of the same moments. */
#define REPLAY                                                                                     \
  "WITH changes AS (SELECT allocationTime AS at, size, allocationTotalAllocated AS total FROM "    \
  "OP_MEMORY UNION ALL SELECT releaseTime, -size, releaseTotalAllocated FROM OP_MEMORY WHERE "     \
  "releaseTime IS NOT NULL), counted AS (SELECT at, total, sum(size) OVER (ORDER BY at) AS held "  \
  "FROM changes), records AS (SELECT timestamp, totalAllocated, totalReserved FROM MEMORY_RECORD " \
  "JOIN STRING_IDS ON id = component WHERE value = 'PTA'), base AS (SELECT totalAllocated AS "     \
  "bytes FROM records ORDER BY timestamp LIMIT 1) "

/* (transfer full): what the writer says of a profile in the folder @name */
static JsonParser *
record (const LscTestPlace *place, const char *name, const char *options)
{
  g_autofree char *folder = lsc_test_record (place, name, options);
  g_autofree char *truth = g_build_filename (folder, "truth.json", NULL);
  JsonParser *parser = json_parser_new ();

  g_assert_true (json_parser_load_from_file (parser, truth, NULL));
  return parser;
}

static JsonObject *
member_of_rank (JsonParser *parser, const char *member, guint rank)
{
  g_autofree char *key = g_strdup_printf ("%u", rank);
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));

  return json_object_get_object_member (json_object_get_object_member (root, member), key);
}

static char *
database_of (const LscTestPlace *place, const char *name, JsonParser *parser, guint rank)
{
  g_autofree char *key = g_strdup_printf ("%u", rank);
  g_autofree char *file = g_strdup_printf ("ascend_pytorch_profiler_%u.db", rank);
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  const char *folder =
      json_object_get_string_member (json_object_get_object_member (root, "ranks"), key);

  return g_build_filename (place->root, name, folder, "ASCEND_PROFILER_OUTPUT", file, NULL);
}

static gint64
ask (const char *db, const char *sql)
{
  g_autofree char *found = lsc_test_sql (db, sql);

  return g_ascii_strtoll (found, NULL, 10);
}

/* One database: blocks, records and truth say the same. */
static void
assert_replays (const char *db, JsonObject *memory)
{
  const gint64 n = ask (db, "SELECT count(*) + count(releaseTime) FROM OP_MEMORY");

  g_assert_cmpint (n, >, 100);
  g_assert_cmpint (ask (db, REPLAY "SELECT sum(total = bytes + held) FROM counted, base"), ==, n);
  g_assert_cmpint (ask (db, REPLAY "SELECT count(*) FROM counted JOIN records ON timestamp = at "
                                   "AND totalAllocated = total AND totalReserved >= total"),
                   ==, n);
  g_assert_cmpint (ask (db, REPLAY "SELECT count(*) - 1 FROM records"), ==, n);
  g_assert_cmpint (ask (db, REPLAY "SELECT count(DISTINCT at) FROM counted"), ==, n);
  g_assert_cmpint (ask (db, REPLAY "SELECT max(totalAllocated) FROM records"), ==,
                   json_object_get_int_member (memory, "peak_bytes"));
  g_assert_cmpint (ask (db, REPLAY "SELECT bytes FROM base"), ==,
                   json_object_get_int_member (memory, "base_bytes"));
}

static void
test_replay (void)
{
  static const char *const schedules[] = { "1f1b", "zbh1", "interleaved", "dualpipev", "zbv" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  for (guint i = 0; i < G_N_ELEMENTS (schedules); i++)
    {
      g_autofree char *options = g_strdup_printf (
          PIPELINE " --schedule %s --micro-batches 6 --drift 5 --memory", schedules[i]);
      g_autoptr (JsonParser) parser = record (place, schedules[i], options);
      g_autofree char *db = database_of (place, schedules[i], parser, 0);

      assert_replays (db, member_of_rank (parser, "memory", 0));
      /* Between steps nothing is left. */
      g_assert_cmpint (ask (db, "SELECT count(*) FROM OP_MEMORY WHERE releaseTime IS NULL"), ==, 0);
      g_assert_cmpint (ask (db, "SELECT count(*) FROM OP_MEMORY, STEP_TIME WHERE allocationTime < "
                                "startNs AND releaseTime > startNs"),
                       ==, 0);
    }
}

/* Counted by hand. Without modules a stage has a norm of 1,024 weights and a product of 1,024 x
 * 3,072; a micro-batch of 2,048 tokens keeps both outputs. Stage s of four has 4 - s of them in
 * flight, and at its peak the gradients of a first one. A weight takes 14 bytes with the
 * optimizer's state. */
static void
test_stages (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (JsonParser) whole = record (place, "whole", PIPELINE " --memory");
  g_autoptr (JsonParser) plain = record (place, "plain", "--preset pipeline --memory");
  const gint64 weights = 1024 + 1024 * 3072, kept = 2048 * (1024 + 3072);
  gint64 peaks[3];

  for (guint stage = 0; stage < 4; stage++)
    {
      JsonObject *memory = member_of_rank (plain, "memory", stage);

      g_assert_cmpint (json_object_get_int_member (memory, "base_bytes"), ==, weights * 14);
      g_assert_cmpint (json_object_get_int_member (memory, "peak_bytes"), ==,
                       weights * (14 + 2) + (4 - stage) * kept * 2);
    }
  for (guint stage = 0; stage < 3; stage++)
    peaks[stage] =
        json_object_get_int_member (member_of_rank (whole, "memory", stage), "peak_bytes");
  g_assert_cmpint (peaks[0], >, peaks[1]);
  g_assert_cmpint (peaks[0], >, peaks[2]);
}

/* The command finds the peaks that were put in, and the modules that allocate. */
static void
test_command (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record (place, "in", PIPELINE " --memory");
  g_autofree char *truth = g_build_filename (folder, "truth.json", NULL);
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autoptr (JsonParser) parser = json_parser_new ();
  const char *words[] = { "memory", folder, "--ranks", "--json", NULL };
  const char *live[] = { "memory", folder, "--at", "peak", "--by", "module", NULL };
  g_autoptr (LscTestOutput) output = lsc_test_spawn (program, (char **) words);
  g_autoptr (LscTestOutput) modules = lsc_test_spawn (program, (char **) live);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (output->out);

  g_assert_true (json_parser_load_from_file (parser, truth, NULL));
  g_assert_cmpuint (lines->len, ==, 3);
  for (guint rank = 0; rank < 3; rank++)
    {
      JsonObject *memory = member_of_rank (parser, "memory", rank);

      g_assert_cmpint (json_object_get_int_member (lines->pdata[rank], "peak_bytes"), ==,
                       json_object_get_int_member (memory, "peak_bytes"));
      g_assert_cmpint (json_object_get_int_member (lines->pdata[rank], "time_ns"), ==,
                       json_object_get_int_member (memory, "peak_ns"));
    }
  lsc_test_assert_contains (modules->out, "TransformerLayer/MLP");
}

/* Each step keeps one block, rounded up as the allocator does; memory grows by it. */
static void
test_leak (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (JsonParser) parser = record (place, "data", PIPELINE " --memory --leak 100000001");
  g_autofree char *db = database_of (place, "data", parser, 1);

  g_assert_cmpint (ask (db, "SELECT count(*) FROM OP_MEMORY WHERE releaseTime IS NULL AND size = "
                            "100000256"),
                   ==, 3);
  g_assert_cmpint (ask (db, "SELECT count(*) FROM OP_MEMORY WHERE releaseTime IS NULL"), ==, 3);
  assert_replays (db, member_of_rank (parser, "memory", 1));
}

/* What the device says is the pool and all else, and a profile without the option has no table. */
static void
test_device (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (JsonParser) parser = record (place, "data", PIPELINE " --memory");
  g_autoptr (JsonParser) none = record (place, "none", PIPELINE);
  g_autofree char *db = database_of (place, "data", parser, 0);
  g_autofree char *plain = database_of (place, "none", none, 0);

  g_assert_cmpint (ask (db, "SELECT count(*) FROM NPU_MEM"), >, 1);
  g_assert_cmpint (ask (db, "SELECT min(hbm) FROM NPU_MEM") -
                       ask (db, "SELECT sum(totalReserved) FROM (SELECT DISTINCT moduleId, "
                                "totalReserved FROM NPU_MODULE_MEM)"),
                   ==, ask (db, REPLAY "SELECT min(totalReserved) FROM records"));
  g_assert_cmpint (ask (plain, "SELECT count(*) FROM sqlite_master WHERE name LIKE '%MEM%'"), ==,
                   0);
}

static void
test_refused (void)
{
  static const char *const lines[] = { "--leak 5", "--memory --leak -2",
                                       "--memory --leak 1000000000001", "--memory --no-db --text" };
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *line = g_strdup_printf ("%s /nowhere", lines[i]);
      g_auto (GStrv) words = g_strsplit (line, " ", -1);
      g_autoptr (LscTestOutput) output = lsc_test_spawn (synth, words);

      g_assert_cmpint (output->code, ==, EXIT_WRONG_USAGE);
      lsc_test_assert_contains (output->err, "Option --");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/synth-memory/replay", test_replay);
  g_test_add_func ("/synth-memory/stages", test_stages);
  g_test_add_func ("/synth-memory/command", test_command);
  g_test_add_func ("/synth-memory/leak", test_leak);
  g_test_add_func ("/synth-memory/device", test_device);
  g_test_add_func ("/synth-memory/refused", test_refused);
  return g_test_run ();
}
