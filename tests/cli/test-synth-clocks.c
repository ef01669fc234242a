/* test-synth-clocks.c - clocks, costs and variants of the profile writer, against SQL and
 * arithmetic
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <json-glib/json-glib.h>
#include <string.h>

#include "lsc-test-cli.h"

/* Nothing of the engine is used. */

#define BASE "--no-modules --schedule 1f1b --pp 3 -M 4 --steps 2 --schema 1.2"

/* (transfer full): what the writer says of a recording in the folder @name. */
static JsonParser *
record (const LscTestPlace *place, const char *name, const char *options)
{
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autofree char *folder = g_build_filename (place->root, name, NULL);
  g_autofree char *truth = g_build_filename (folder, "truth.json", NULL);
  g_autofree char *line = g_strdup_printf ("%s --out %s", options, folder);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (LscTestOutput) output = lsc_test_spawn (synth, words);
  JsonParser *parser = json_parser_new ();

  if (output->code != 0)
    g_error ("%s: %s", line, output->err);
  g_assert_true (json_parser_load_from_file (parser, truth, NULL));
  return parser;
}

static JsonObject *
root_of (JsonParser *parser)
{
  return json_node_get_object (json_parser_get_root (parser));
}

/* The wanted member of every block of the first step, in order, one after the other. */
static JsonArray *
items_of (JsonParser *parser, guint stage)
{
  JsonArray *steps = json_object_get_array_member (root_of (parser), "steps");
  JsonObject *step = json_array_get_object_element (steps, 0);
  JsonObject *replica =
      json_array_get_object_element (json_object_get_array_member (step, "replicas"), 0);
  JsonArray *stages = json_object_get_array_member (replica, "stages");

  return json_object_get_array_member (json_array_get_object_element (stages, stage), "items");
}

static char *
kinds_of (JsonParser *parser, guint stage)
{
  JsonArray *items = items_of (parser, stage);
  GString *kinds = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (items); i++)
    g_string_append (
        kinds, json_object_get_string_member (json_array_get_object_element (items, i), "kind"));
  return g_string_free (kinds, FALSE);
}

static char *
database_of (const LscTestPlace *place, const char *name, JsonParser *parser, guint rank)
{
  g_autofree char *key = g_strdup_printf ("%u", rank);
  g_autofree char *file = g_strdup_printf ("ascend_pytorch_profiler_%u.db", rank);
  const char *folder = json_object_get_string_member (
      json_object_get_object_member (root_of (parser), "ranks"), key);

  return g_build_filename (place->root, name, folder, "ASCEND_PROFILER_OUTPUT", file, NULL);
}

static gint64
member_of_rank (JsonParser *parser, const char *member, guint rank)
{
  g_autofree char *key = g_strdup_printf ("%u", rank);

  return json_object_get_int_member (json_object_get_object_member (root_of (parser), member), key);
}

/* Every column of a time. The session ends when the device has done all that it was asked for. */
static const char *const host_columns[] = {
  "SESSION_TIME_INFO.startTimeNs",
  "STEP_TIME.startNs",
  "STEP_TIME.endNs",
  "CANN_API.startNs",
  "CANN_API.endNs",
  "PYTORCH_API.startNs",
  "PYTORCH_API.endNs",
  "MSTX_EVENTS.startNs",
  "MSTX_EVENTS.endNs",
  NULL,
};
static const char *const device_columns[] = {
  "SESSION_TIME_INFO.endTimeNs",
  "TASK.startNs",
  "TASK.endNs",
  "COMMUNICATION_OP.startNs",
  "COMMUNICATION_OP.endNs",
  "AICORE_FREQ.timestampNs",
  NULL,
};

/* Every time of those columns: plain + offset + gain. */
static void
check_times (const char *const *columns, const char *plain, const char *shifted, gint64 offset,
             gint64 drift, gint64 origin)
{
  for (guint i = 0; columns[i]; i++)
    {
      g_auto (GStrv) parts = g_strsplit (columns[i], ".", 2);
      g_autofree char *sql = g_strdup_printf (
          "ATTACH '%s' AS plain;"
          "SELECT count(*) > 0, count(*) = (SELECT count(*) FROM plain.%s), sum(s != "
          "%" G_GINT64_FORMAT " + p + (p - %" G_GINT64_FORMAT ") / 1000000000 * %" G_GINT64_FORMAT
          " + (p - %" G_GINT64_FORMAT ") %% 1000000000 * %" G_GINT64_FORMAT " / 1000000000) FROM "
          "(SELECT CAST(a.%s AS INTEGER) AS s, CAST(b.%s AS INTEGER) AS p FROM main.%s AS a JOIN "
          "plain.%s AS b ON a.rowid = b.rowid)",
          plain, parts[0], offset, origin, drift, origin, drift, parts[1], parts[1], parts[0],
          parts[0]);
      g_autofree char *found = lsc_test_sql (shifted, sql);

      if (!g_str_equal (found, "1|1|0\n"))
        g_error ("%s: %s", columns[i], found);
    }
}

static void
test_times (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (JsonParser) plain = record (place, "plain", BASE " --hosts 3");
  g_autoptr (JsonParser) shifted =
      record (place, "shifted",
              BASE " --host-offsets=0,-7000000,900 --rank-offsets=2:55 --drift=1000,-12.5,0");
  gint64 origin = json_object_get_int_member (root_of (shifted), "clock_origin_ns");
  const gint64 offsets[] = { 0, -7000000, 955 }, drifts[] = { 1000000, -12500, 0 };

  for (guint rank = 0; rank < 3; rank++)
    {
      g_autofree char *was = database_of (place, "plain", plain, rank);
      g_autofree char *is = database_of (place, "shifted", shifted, rank);

      g_assert_cmpint (member_of_rank (shifted, "clock_offsets_ns", rank), ==, offsets[rank]);
      g_assert_cmpint (member_of_rank (shifted, "clock_drifts_ppb", rank), ==, drifts[rank]);
      check_times (host_columns, was, is, offsets[rank], drifts[rank], origin);
      check_times (device_columns, was, is, offsets[rank], drifts[rank], origin);
    }
  g_assert_false (json_object_has_member (root_of (plain), "clock_drifts_ppb"));
}

static JsonObject *
step_of (JsonParser *parser, guint n_step)
{
  return json_array_get_object_element (json_object_get_array_member (root_of (parser), "steps"),
                                        n_step);
}

/* What truth.json says of the steps of a rank on the device, a line each. */
static char *
told_steps (JsonParser *parser, guint rank)
{
  static const char *const members[] = { "step",     "start",         "end",        "host_start",
                                         "host_end", "lead_begin_ns", "lead_end_ns" };
  g_autofree char *key = g_strdup_printf ("%u", rank);
  JsonArray *steps = json_object_get_array_member (
      json_object_get_object_member (root_of (parser), "device_steps"), key);
  GString *lines = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (steps); i++)
    for (guint k = 0; k < G_N_ELEMENTS (members); k++)
      g_string_append_printf (
          lines, "%" G_GINT64_FORMAT "%c",
          json_object_get_int_member (json_array_get_object_element (steps, i), members[k]),
          k + 1 < G_N_ELEMENTS (members) ? '|' : '\n');
  return g_string_free (lines, FALSE);
}

/* The same from the rows: steps.md#device-step, by the launches inside the marks. */
static const char recorded_steps[] =
    "WITH done AS (SELECT s.id AS step, s.startNs AS mark, s.endNs AS mark_end, "
    "min(CASE WHEN k.globalTaskId IS NOT NULL THEN t.startNs END) AS first, max(t.endNs) AS last "
    "FROM STEP_TIME AS s JOIN CANN_API AS c ON c.startNs >= s.startNs AND c.startNs < s.endNs "
    "JOIN TASK AS t ON t.connectionId = c.connectionId "
    "LEFT JOIN COMPUTE_TASK_INFO AS k ON k.globalTaskId = t.globalTaskId GROUP BY s.id) "
    "SELECT step, first, coalesce(lead(first) OVER (ORDER BY step), last), mark, mark_end, "
    "first - mark, last - mark_end FROM done ORDER BY step";

/* The lines of step_trace_time.csv without their last cell, which begins on the host. */
static char *
read_sums (const LscTestPlace *place, const char *name, JsonParser *parser, guint rank)
{
  g_autofree char *db = database_of (place, name, parser, rank);
  g_autofree char *folder = g_path_get_dirname (db);
  g_autofree char *path = g_build_filename (folder, "step_trace_time.csv", NULL);
  g_autofree char *text = lsc_test_read (path, NULL);
  g_autoptr (GRegex) last = g_regex_new (",[^,\n]*$", G_REGEX_MULTILINE, 0, NULL);

  return g_regex_replace_literal (last, text, -1, 0, "", 0, NULL);
}

static void
check_tables (const LscTestPlace *place, JsonParser *plain, JsonParser *ahead, guint rank)
{
  g_autofree char *was = database_of (place, "plain", plain, rank);
  g_autofree char *is = database_of (place, "ahead", ahead, rank);
  g_autofree char *was_folder = g_path_get_dirname (was);
  g_autofree char *is_folder = g_path_get_dirname (is);
  g_autofree char *was_kernels = g_build_filename (was_folder, "kernel_details.csv", NULL);
  g_autofree char *is_kernels = g_build_filename (is_folder, "kernel_details.csv", NULL);
  g_autofree char *kernels = lsc_test_read (was_kernels, NULL);
  g_autofree char *kernels_ahead = lsc_test_read (is_kernels, NULL);
  g_autofree char *sums = read_sums (place, "plain", plain, rank);
  g_autofree char *sums_ahead = read_sums (place, "ahead", ahead, rank);

  g_assert_cmpstr (kernels_ahead, ==, kernels);
  g_assert_cmpstr (sums_ahead, ==, sums);
}

/* The host does all of it two steps earlier, the device the same at the same times. Steps are of
 * different lengths. */
static void
test_lead (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (JsonParser) plain = record (place, "plain", BASE " --steps 4 --jitter 0.3 --text");
  g_autoptr (JsonParser) ahead =
      record (place, "ahead", BASE " --steps 4 --jitter 0.3 --text --lead 2");
  const gint64 distance_ns = (json_object_get_int_member (step_of (plain, 3), "start") -
                              json_object_get_int_member (step_of (plain, 0), "start")) /
                             3;

  g_assert_false (json_object_has_member (root_of (plain), "device_steps"));
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (json_object_get_int_member (step_of (ahead, i), "start"), ==,
                     json_object_get_int_member (step_of (plain, i), "start") - 2 * distance_ns);
  for (guint rank = 0; rank < 3; rank++)
    {
      g_autofree char *was = database_of (place, "plain", plain, rank);
      g_autofree char *is = database_of (place, "ahead", ahead, rank);
      g_autofree char *told = told_steps (ahead, rank);
      g_autofree char *recorded = lsc_test_sql (is, recorded_steps);

      check_times (host_columns, was, is, -2 * distance_ns, 0, 0);
      check_times (device_columns, was, is, 0, 0, 0);
      g_assert_cmpstr (told, ==, recorded);
      check_tables (place, plain, ahead, rank);
    }
}

static void
check_costs (JsonParser *parser, const char *kind, gint64 length_ns)
{
  guint n = 0;

  for (guint stage = 0; stage < 4; stage++)
    {
      JsonArray *items = items_of (parser, stage);

      for (guint i = 0; i < json_array_get_length (items); i++)
        {
          JsonObject *item = json_array_get_object_element (items, i);

          if (!g_str_equal (json_object_get_string_member (item, "kind"), kind))
            continue;
          g_assert_cmpint (json_object_get_int_member (item, "end") -
                               json_object_get_int_member (item, "start"),
                           ==, length_ns);
          n++;
        }
    }
  g_assert_cmpuint (n, >, 0);
}

static void
test_costs (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (JsonParser) shares =
      record (place, "shares",
              "--no-modules --schedule dualpipev --dw-detach --costs=F=1000001,B=2000000,L=500000 "
              "--w-share=0.3 --overlap-gain=0.1");
  g_autoptr (JsonParser) given =
      record (place, "given", "--no-modules --schedule zbv --costs=F=1000000,I=1234567,W=765432");

  check_costs (shares, "F", 1000001);
  check_costs (shares, "B", 2000000);
  check_costs (shares, "W", 600000);
  check_costs (shares, "I", 1400000);
  check_costs (shares, "X", 2700001);
  check_costs (shares, "L", 500000);
  check_costs (given, "I", 1234567);
  check_costs (given, "W", 765432);
}

static void
check_kinds (const char *options, guint stage, const char *wanted)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *line = g_strconcat ("--no-modules ", options, NULL);
  g_autoptr (JsonParser) parser = record (place, "variant", line);
  g_autofree char *kinds = kinds_of (parser, stage);

  g_assert_cmpstr (kinds, ==, wanted);
}

/* Written out by hand from pipeline.md#dualpipev, #recognise, theory.md#orders. */
static void
test_variants (void)
{
  check_kinds ("--schedule dualpipev --pp 2 -M 4", 1, "FFFFFBXXXBBBB");
  check_kinds ("--schedule dualpipev --pp 2 -M 4 --fused-first", 1, "FFFFXXXXBBBB");
  check_kinds ("--schedule dualpipev --pp 2 -M 4 --no-logits", 0, "FFFFIWFXXBXBBB");
  check_kinds ("--schedule dualpipev --pp 2 -M 4 --no-logits --fused-middle", 0, "FFFFBFXXBXBBB");
  check_kinds ("--schedule interleaved --pp 2 -M 4", 1, "FFFBFBFBFBFBFBBB");
  check_kinds ("--schedule interleaved --pp 2 -M 4 --extra-warmup", 1, "FFFFBFBFBFBFBBBB");
  check_kinds ("--schedule interleaved --pp 2 -M 4 --run-length=4", 1, "FFFFFBFBFBFBBBBB");
}

static void
check_refused (const char *options)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autofree char *folder = g_build_filename (place->root, "none", NULL);
  g_autofree char *line = g_strdup_printf ("--no-modules %s --out %s", options, folder);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (LscTestOutput) output = lsc_test_spawn (synth, words);

  if (output->code != 1 || !g_str_has_prefix (output->err, "lanescope-synth: "))
    g_error ("%s: %d: %s", options, output->code, output->err);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
}

static void
test_refused (void)
{
  static const char *const options[] = {
    "--schedule 1f1b --costs=F=5",
    "--schedule 1f1b --costs=F=2000",
    "--schedule 1f1b --costs=Z=2000000",
    "--schedule 1f1b --costs=F",
    "--schedule 1f1b --w-share=2",
    "--schedule 1f1b --delay=90000",
    "--schedule 1f1b --delay=-1",
    "--schedule 1f1b --delay=1,2,3",
    "--schedule 1f1b --drift=5000",
    "--schedule 1f1b --drift=x",
    "--schedule 1f1b --host-offsets=0,1,2,3,4,5",
    "--schedule 1f1b --host-offsets=1e300",
    "--schedule 1f1b --rank-offsets=9:1",
    "--schedule 1f1b --rank-offsets=1",
    "--schedule interleaved --run-length=3",
    "--schedule interleaved --run-length=0",
    "--lead=1001",
    "--lead=0.5",
    "--costs=F=10000000000 -M 10000 --lead=1000",
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    check_refused (options[i]);
}

/* What one number of SQL over two ranks says: the slow one is "main", its peer is "peer". */
static gint64
ask_pair (const LscTestPlace *place, JsonParser *parser, guint rank, guint peer, const char *sql)
{
  g_autofree char *db = database_of (place, "waits", parser, rank);
  g_autofree char *other = database_of (place, "waits", parser, peer);
  g_autofree char *whole = g_strdup_printf ("ATTACH '%s' AS peer; %s", other, sql);
  g_autofree char *found = lsc_test_sql (db, whole);

  return g_ascii_strtoll (found, NULL, 10);
}

#define JOINT                                                                                      \
  "FROM main.COMMUNICATION_OP AS a JOIN main.STRING_IDS AS n ON n.id = a.opName JOIN "             \
  "peer.STRING_IDS AS m ON m.value = n.value JOIN peer.COMMUNICATION_OP AS b ON b.opName = m.id "  \
  "JOIN main.STRING_IDS AS g ON g.id = a.groupName JOIN peer.STRING_IDS AS h ON "                  \
  "h.id = b.groupName AND h.value = g.value "
#define COMPUTE(side)                                                                              \
  "(SELECT sum(t.endNs - t.startNs) FROM " side ".TASK AS t JOIN " side                            \
  ".COMPUTE_TASK_INFO AS c ON c.globalTaskId = t.globalTaskId)"

/* With --waits collectives end together, the slow rank of a team enters them last and computes
 * longer, a rank of another replica waits for the gradients; nothing overlaps on the streams. */
static void
test_waits (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (JsonParser) parser =
      record (place, "waits",
              "--preset small --schedule 1f1b --pp 2 --tp 2 --dp 2 -M 4 --steps 2 --schema 1.2 "
              "--straggler 4:1.5 --waits");
  gint64 n = ask_pair (place, parser, 4, 5, "SELECT count(*) " JOINT);
  gint64 more;

  g_assert_cmpint (n, >, 20);
  g_assert_cmpint (ask_pair (place, parser, 4, 5, "SELECT sum(a.endNs = b.endNs) " JOINT), ==, n);
  g_assert_cmpint (ask_pair (place, parser, 4, 5, "SELECT sum(a.startNs >= b.startNs) " JOINT), ==,
                   n);
  more = ask_pair (place, parser, 4, 5, "SELECT 1000 * " COMPUTE ("main") " / " COMPUTE ("peer"));
  g_assert_cmpint (more, >, 1400);
  g_assert_cmpint (more, <, 1550);
  n = ask_pair (place, parser, 4, 6, "SELECT count(*) " JOINT);
  g_assert_cmpint (n, >, 0);
  g_assert_cmpint (ask_pair (place, parser, 4, 6,
                             "SELECT sum(a.endNs = b.endNs AND a.startNs > b.startNs) " JOINT),
                   ==, n);
  g_assert_cmpint (ask_pair (place, parser, 4, 5,
                             "SELECT count(*) FROM peer.TASK AS a JOIN peer.TASK AS b ON "
                             "a.streamId = b.streamId AND a.rowid < b.rowid AND a.startNs < "
                             "b.endNs AND b.startNs < a.endNs JOIN peer.COMPUTE_TASK_INFO AS c ON "
                             "c.globalTaskId = a.globalTaskId JOIN peer.COMPUTE_TASK_INFO AS d ON "
                             "d.globalTaskId = b.globalTaskId"),
                   ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/synth-clocks/times", test_times);
  g_test_add_func ("/synth-clocks/lead", test_lead);
  g_test_add_func ("/synth-clocks/costs", test_costs);
  g_test_add_func ("/synth-clocks/variants", test_variants);
  g_test_add_func ("/synth-clocks/waits", test_waits);
  g_test_add_func ("/synth-clocks/refused", test_refused);
  return g_test_run ();
}
