/* test-pipeline-acceptance.c - pipelines end to end: written, read, understood, compared with truth
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Recordings are made by the profile writer, which has generators of its own, read by the command
 * line, and its tables are compared with the writer's truth. What is promised for pipelines, and
 * where it is shown (file: cases):
 *
 * The writer
 *   every schedule with its variants                   test-synth-clocks: variants, costs, refused
 *   offsets and drift of hosts and ranks               test-synth-clocks: times
 *   a straggler                                        test-synth-clocks: costs
 *   independent of the engine's generators             here: recognised (two programs agree)
 * Schedules
 *   blocks of P = 1..16, M to 4P equal the reference   test-plan-fixtures: digests
 *   full tables of 1,000 seeds, to the ns              test-plan-fixtures: tables, refills
 *   closed forms where they hold, and nowhere else     test-plan-forms: all
 *   deadlock, missing and doubled blocks are refused   test-plan: deadlock, missing, wrong-ops
 * Clocks
 *   both directions, equal delays: within 1 us         here: clocks; test-clock-recordings: all
 *   else within the shown uncertainty                  here: clocks; test-clock-recordings: random
 *   shown, taken back, never applied in silence        test-clock-recordings: offered, every case
 *   worked example of times.md#clock-messages          test-clock: worked-example
 * Metrics
 *   blame equal to the ns, ties as in the reference    test-blame-fixtures: thousand
 *   critical path and slack                            test-blame-fixtures: thousand;
 *                                                      test-critical-path: slack-is-exact
 *   causes add up to the bubble                        here: every recording; test-blame: pieces
 *   phases add up to the bubble                        here: every recording
 *   ladder from ideal to measured                      test-study: ladder; test-study-samples: all
 * What-if
 *   within 1 ns of the reference                       test-what-if: fixtures, example
 *   within 2 % of a recording; range contains it       test-what-if-recordings: 2, 4
 *   assumptions printed, not explained said            test-cli-pp: what-if, study
 * Recognition
 *   schedule, variant, P, M, chunks, every block       here: recognised
 *   all candidates where sequences coincide            here: recognised; test-pipeline-candidates
 *   interleaved from kinds alone                       here: recognised (--no-mb-ids)
 *   missing ids, steps, GPU traces, host passes        test-kineto-pipeline; test-pipeline-steps;
 *                                                      test-pipeline-passes
 * Straggler
 *   named in 99 of 100, nobody in 99 of 100            test-study: straggler;
 *                                                      test-study-recordings: all
 * Bad input
 *   a cut recording, a missing stage, clocks apart     here: cut, missing, clocks
 *   a schedule that nobody knows                       test-cli-pp: not-explained
 *   every row of pipeline.md#bad-input                test-pipeline-damage: all;
 *                                                      test-bad-pipeline: all
 * Command line
 *   theory, what-if, compare, align, json, pictures    test-cli-pp: all
 *   schedules without data                             test-cli-schedule: all
 * Window and pictures
 *   twin views, ghosts, matrix, path, what-if rows     test-twin: all; ui test-pipeline: all
 */
#include <glib/gstdio.h>
#include <string.h>

#include "lsc-test-cli.h"

#define US G_GINT64_CONSTANT (1000)

/**
 * Recording: one that the writer made, and what the command line said of it
 * @data: its folder
 * @tables: what pp wrote
 * @truth: what is in the folder
 */
typedef struct
{
  LscTestPlace *place;
  char *data;
  char *tables;
  JsonParser *truth;
  LscTestOutput *output;
} Recording;

static void
recording_clear (Recording *self)
{
  g_clear_object (&self->truth);
  g_clear_pointer (&self->output, lsc_test_output_free);
  g_clear_pointer (&self->tables, g_free);
  g_clear_pointer (&self->data, g_free);
  g_clear_pointer (&self->place, lsc_test_place_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Recording, recording_clear)

static LscTestOutput *
run (const char *program, const char *line)
{
  g_autofree char *path = lsc_test_program (program);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);

  return lsc_test_spawn (path, words);
}

static void
record (Recording *self, const char *options)
{
  g_autofree char *line = NULL;
  g_autofree char *truth = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  self->place = lsc_test_place_new ();
  self->data = g_build_filename (self->place->root, "recording", NULL);
  self->tables = g_build_filename (self->place->root, "tables.db", NULL);
  truth = g_build_filename (self->data, "truth.json", NULL);
  line = g_strdup_printf ("--no-modules --no-backward --layers=1 %s --out %s", options, self->data);
  output = run ("src/synth/lanescope-synth", line);
  if (output->code != EXIT_DELIVERED)
    g_error ("%s: %s", line, output->err);
  self->truth = json_parser_new ();
  g_assert_true (json_parser_load_from_file (self->truth, truth, NULL));
}

static void
study (Recording *self, int code)
{
  g_autofree char *line = g_strdup_printf ("pp %s --table %s", self->data, self->tables);

  g_clear_pointer (&self->output, lsc_test_output_free);
  self->output = run ("src/cli/lanescope-cli", line);
  if (self->output->code != code)
    g_error ("%s: exit code %d\n%s%s", line, self->output->code, self->output->out,
             self->output->err);
}

static JsonObject *
root_of (const Recording *self)
{
  return json_node_get_object (json_parser_get_root (self->truth));
}

/* What the writer added to the clock of a rank. */
static gint64
offset_of (const Recording *self, gint64 rank)
{
  g_autofree char *key = g_strdup_printf ("%" G_GINT64_FORMAT, rank);

  return json_object_get_int_member (
      json_object_get_object_member (root_of (self), "clock_offsets_ns"), key);
}

static const char *
text_or_null (const char *text)
{
  return text ? text : "NULL";
}

/* "chunk, micro-batch" of the truth as "micro-batch|chunk". */
static char *
part_of (JsonObject *item, const char *member)
{
  JsonArray *part;

  if (json_object_get_null_member (item, member))
    return g_strdup ("NULL|NULL");
  part = json_object_get_array_member (item, member);
  return g_strdup_printf ("%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT,
                          json_array_get_int_element (part, 1),
                          json_array_get_int_element (part, 0));
}

/* ---- what must come out ---- */

typedef enum
{
  WANT_BLOCKS,  /* kinds and ids */
  WANT_STARTS,  /* true starts */
  WANT_BUBBLES, /* of each rank */
} Wanted;

/* Pops of an empty store are in the recording, but are no blocks. */
static gboolean
is_block (JsonObject *item)
{
  return strcmp (json_object_get_string_member (item, "kind"), "P") != 0;
}

static void
want_item (const Recording *self, GString *out, Wanted what, gint64 step, gint64 rank, guint seq,
           JsonObject *item)
{
  g_autofree char *forward = part_of (item, "fwd");
  g_autofree char *backward = part_of (item, "bwd");

  if (what == WANT_BLOCKS)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%u|%s|%s|%s\n", step,
                            rank, seq, json_object_get_string_member (item, "kind"), forward,
                            backward);
  else
    g_string_append_printf (
        out, "%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%u|%" G_GINT64_FORMAT "\n", step, rank, seq,
        json_object_get_int_member (item, "start") - offset_of (self, rank));
}

static void
want_stage (const Recording *self, GString *out, Wanted what, gint64 step, JsonObject *stage)
{
  JsonArray *items = json_object_get_array_member (stage, "items");
  gint64 rank = json_object_get_int_member (stage, "rank");
  guint seq = 0;

  if (what == WANT_BUBBLES)
    {
      g_string_append_printf (out,
                              "%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "\n",
                              step, rank, json_object_get_int_member (stage, "bubble_ns"));
      return;
    }
  for (guint i = 0; i < json_array_get_length (items); i++)
    {
      JsonObject *item = json_array_get_object_element (items, i);

      if (is_block (item))
        want_item (self, out, what, step, rank, seq++, item);
    }
}

/* (transfer full): lines of the first replica, by step, rank and place. */
static char *
want (const Recording *self, Wanted what)
{
  JsonArray *steps = json_object_get_array_member (root_of (self), "steps");
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonObject *step = json_array_get_object_element (steps, i);
      JsonArray *replicas = json_object_get_array_member (step, "replicas");
      JsonObject *replica = json_array_get_object_element (replicas, 0);
      JsonArray *stages = json_object_get_array_member (replica, "stages");

      for (guint k = 0; k < json_array_get_length (stages); k++)
        want_stage (self, out, what, json_object_get_int_member (step, "step"),
                    json_array_get_object_element (stages, k));
    }
  return g_string_free (out, FALSE);
}

/* ---- comparing ---- */

static void
assert_rows (const Recording *self, const char *options, const char *sql, const char *expected)
{
  g_autofree char *rows = lsc_test_sql (self->tables, sql);

  if (strcmp (rows, expected) != 0)
    g_error ("%s: %s\n%s\nbut expected\n%s", options, sql, rows, expected);
}

static void
check_blocks (const Recording *self, const char *options)
{
  g_autofree char *blocks = want (self, WANT_BLOCKS);

  assert_rows (self, options,
               "SELECT step, rank, seq, kind, mb_f, chunk_f, mb_b, chunk_b FROM PpBlock"
               " WHERE group_id = 0 ORDER BY step, rank, seq",
               blocks);
}

/* Bubbles equal the truth; causes and phases add up to them, and lie where no block is. */
static void
check_bubbles (const Recording *self, const char *options)
{
  g_autofree char *bubbles = want (self, WANT_BUBBLES);

  assert_rows (
      self, options,
      "SELECT step, rank, CAST(value AS INTEGER) FROM PpMetric WHERE group_id = 0 AND name "
      "= 'bubble_ns' AND step IS NOT NULL AND rank IS NOT NULL ORDER BY step, rank",
      bubbles);
  assert_rows (
      self, options,
      "SELECT m.step, m.rank, (SELECT COALESCE(SUM(end_ns - start_ns), 0) FROM PpBubble b "
      "WHERE b.group_id = 0 AND b.step = m.step AND b.rank = m.rank) FROM PpMetric m WHERE "
      "m.group_id = 0 AND name = 'bubble_ns' AND step IS NOT NULL AND rank IS NOT NULL "
      "ORDER BY m.step, m.rank",
      bubbles);
  assert_rows (
      self, options,
      "SELECT m.step, m.rank, CAST((SELECT SUM(value) FROM PpMetric p WHERE p.group_id = 0 "
      "AND p.step = m.step AND p.rank = m.rank AND p.name IN ('bubble_warmup_ns', "
      "'bubble_steady_ns', 'bubble_cooldown_ns')) AS INTEGER) FROM PpMetric m WHERE "
      "m.group_id = 0 AND name = 'bubble_ns' AND step IS NOT NULL AND rank IS NOT NULL "
      "ORDER BY m.step, m.rank",
      bubbles);
  assert_rows (
      self, options,
      "SELECT COUNT(*) FROM PpBubble b JOIN PpBlock k ON k.group_id = b.group_id AND k.step "
      "= b.step AND k.rank = b.rank WHERE b.start_ns < k.aligned_start_ns + k.end_ns - "
      "k.start_ns AND k.aligned_start_ns < b.end_ns",
      "0\n");
}

/* ---- recognised ---- */

/**
 * Known: a schedule that the writer makes, and what must be said of it
 * @options: for the writer
 * @schedule: recognised
 * @variant: (nullable): recognised, for people
 * @chunks: of each rank
 * @others: (nullable): further schedules of the same order
 */
typedef struct
{
  const char *options;
  const char *schedule;
  const char *variant;
  guint chunks;
  const char *others;
} Known;

#define UNSPLIT "weight gradients not split off before the pairs"
#define UNRECORDED "weight gradients not recorded"

static const Known known[] = {
  { "--schedule=gpipe", "gpipe", NULL, 1, "gpipe-reversed|NULL\n" },
  { "--schedule=1f1b", "1f1b", NULL, 1, "zbh1|" UNRECORDED "\n" },
  { "--schedule=interleaved --chunks=2", "interleaved", "2 chunks on each rank", 2, NULL },
  { "--schedule=interleaved --chunks=3", "interleaved", "3 chunks on each rank", 3, NULL },
  { "--schedule=zbh1", "zbh1", NULL, 1, NULL },
  { "--schedule=zbv", "zbv", NULL, 2, NULL },
  { "--schedule=dualpipe", "dualpipe", NULL, 2, NULL },
  { "--schedule=dualpipe --fused-first", "dualpipe", "first pair of the last stage overlapped", 2,
    NULL },
  { "--schedule=dualpipev", "dualpipev", NULL, 2, NULL },
  { "--schedule=dualpipev --empty-pops", "dualpipev", NULL, 2, NULL },
  { "--schedule=dualpipev --no-logits", "dualpipev", "without separate head backward", 2, NULL },
  { "--schedule=dualpipev --dw-detach", "dualpipev", "detached weight gradients", 2, NULL },
  { "--schedule=dualpipev --dw-detach --no-logits", "dualpipev",
    "detached weight gradients, without separate head backward", 2, NULL },
  { "--schedule=dualpipev --no-overlap", "dualpipev", "without overlapped forward and backward", 2,
    NULL },
  { "--schedule=dualpipev --no-overlap --dw-detach", "dualpipev",
    "without overlapped forward and backward, detached weight gradients", 2, NULL },
  { "--schedule=dualpipev --fused-first", "dualpipev", "first pair of the last stage overlapped", 2,
    NULL },
  { "--schedule=dualpipev --fused-middle", "dualpipev", UNSPLIT, 2, "dualpipev|" UNRECORDED "\n" },
};

static const char *const id_options[] = { "", "--no-mb-ids", "--chunk-mb-ids" };

/* @reported: as rows say it; schedule, variant, P, M and chunks. */
static void
check_schedule (const Recording *self, const char *options, const char *reported,
                const char *others)
{
  assert_rows (self, options,
               "SELECT schedule, variant, stages, micro_batches, chunks FROM PpSchedule WHERE "
               "group_id = 0 AND is_reported",
               reported);
  assert_rows (self, options,
               "SELECT schedule, variant FROM PpSchedule WHERE group_id = 0 AND NOT is_reported "
               "ORDER BY schedule, variant",
               others ? others : "");
}

static void
check_known (const Known *about, guint p, guint m, guint seed)
{
  g_auto (Recording) recording = { 0 };
  g_autofree char *options = g_strdup_printf (
      "%s --pp=%u -M %u --steps=2 --jitter=0.02 --level=0 "
      "--seed=%u%s%s",
      about->options, p, m, seed, *id_options[seed % 3] ? " " : "", id_options[seed % 3]);
  g_autofree char *reported = g_strdup_printf ("%s|%s|%u|%u|%u\n", about->schedule,
                                               text_or_null (about->variant), p, m, about->chunks);

  record (&recording, options);
  study (&recording, EXIT_DELIVERED);
  check_schedule (&recording, options, reported, about->others);
  check_blocks (&recording, options);
  check_bubbles (&recording, options);
}

static void
test_recognised (gconstpointer data)
{
  const Known *about = data;
  guint seed = (guint) (about - known);

  for (guint p = 2; p <= 4; p += 2)
    for (guint m = 2 * p; m <= 3 * p; m += p)
      check_known (about, p, m, seed++);
  check_known (about, 8, 16, seed);
}

/* Orders that more than one schedule explains: all are said. */
static void
test_coincidences (void)
{
  static const struct
  {
    const char *options;
    const char *reported;
    const char *others;
  } cases[] = {
    { "--schedule=gpipe --pp=4 -M 1", "1f1b|NULL|4|1|1\n", "gpipe|NULL\nzbh1|" UNRECORDED "\n" },
    { "--schedule=1f1b --pp=2 -M 1", "1f1b|NULL|2|1|1\n", "gpipe|NULL\nzbh1|" UNRECORDED "\n" },
    { "--schedule=zbh1 --pp=4 -M 8 --record-no-weights", "1f1b|NULL|4|8|1\n",
      "zbh1|" UNRECORDED "\n" },
    { "--schedule=zbh1 --pp=2 -M 4 --record-no-weights", "1f1b|NULL|2|4|1\n",
      "zbh1|" UNRECORDED "\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Recording) recording = { 0 };

      record (&recording, cases[i].options);
      study (&recording, EXIT_DELIVERED);
      check_schedule (&recording, cases[i].options, cases[i].reported, cases[i].others);
      if (strstr (cases[i].options, "gpipe"))
        lsc_test_assert_contains (recording.output->out, "also possible: gpipe");
    }
}

/* ---- clocks ---- */

/**
 * Clock: a recording of hosts whose clocks differ
 * @options: for the writer
 * @within_ns: the estimate must be that good, 0 = within its uncertainty
 * @source: of the last rank's offset
 */
typedef struct
{
  const char *name;
  const char *options;
  gint64 within_ns;
  const char *source;
} Clock;

#define MILLISECONDS "--host-offsets=0,5000000,-5000000,5000000"
#define MINUTES "--host-offsets=0,40000000000,-40000000000,5"

static const Clock clocks[] = {
  { "milliseconds", MILLISECONDS " --delay=8000", US, "p2p" },
  { "minutes", MINUTES " --delay=8000", US, "p2p" },
  { "unequal", MILLISECONDS " --delay=8000,20000 --delay-jitter=3000", 0, "p2p" },
  { "one-way", MINUTES " --one-way-p2p --delay=8000 --delay-jitter=9000", 0, "one-sided" },
  { "no-p2p", MINUTES " --no-p2p", 0, "bounds" },
};

static const char *const clock_schedules[] = { "gpipe", "1f1b",     "interleaved", "zbh1",
                                               "zbv",   "dualpipe", "dualpipev" };

/* (transfer full): what the clock of each rank may be off, by rank. */
static gint64 *
tolerances (const Recording *self, gint64 within_ns, guint n)
{
  g_autofree char *rows =
      lsc_test_sql (self->tables, "SELECT uncertainty_ns FROM PpClock WHERE group_id = 0");
  g_auto (GStrv) lines = g_strsplit (rows, "\n", -1);
  gint64 *values = g_new (gint64, n);

  g_assert_cmpuint (g_strv_length (lines), ==, n + 1);
  for (guint i = 0; i < n; i++)
    {
      values[i] = g_ascii_strtoll (lines[i], NULL, 10) + 1;
      if (within_ns > 0)
        values[i] = MIN (values[i], within_ns);
    }
  return values;
}

/* Aligned starts of all blocks are those of true time, as the reference's clock shows it. */
static void
check_starts (const Recording *self, const char *options, gint64 within_ns, guint n)
{
  g_autofree char *wanted = want (self, WANT_STARTS);
  g_autofree char *rows =
      lsc_test_sql (self->tables, "SELECT step, rank, seq, aligned_start_ns FROM PpBlock WHERE "
                                  "group_id = 0 ORDER BY step, rank, seq");
  g_auto (GStrv) a = g_strsplit (wanted, "\n", -1);
  g_auto (GStrv) b = g_strsplit (rows, "\n", -1);
  g_autofree gint64 *may = tolerances (self, within_ns, n);

  g_assert_cmpuint (g_strv_length (a), ==, g_strv_length (b));
  g_assert_cmpuint (g_strv_length (a), >, n);
  for (guint i = 0; *a[i]; i++)
    {
      gsize split = (gsize) (strrchr (a[i], '|') - a[i]);
      gint64 rank = g_ascii_strtoll (strchr (a[i], '|') + 1, NULL, 10);
      gint64 off = g_ascii_strtoll (a[i] + split + 1, NULL, 10) -
                   g_ascii_strtoll (strrchr (b[i], '|') + 1, NULL, 10);

      g_assert_true (strncmp (a[i], b[i], split + 1) == 0);
      if (ABS (off) > may[rank])
        g_error ("%s: %s is off by %" G_GINT64_FORMAT " ns", options, b[i], off);
    }
}

static void
test_clock (gconstpointer data)
{
  const Clock *about = data;
  g_autofree char *source = g_strconcat (about->source, "\n", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (clock_schedules); i++)
    {
      g_auto (Recording) recording = { 0 };
      g_autofree char *options =
          g_strdup_printf ("--schedule=%s --pp=4 -M 8 --steps=2 --level=1 --hosts=4 --jitter=0.02 "
                           "--latency=60000 %s",
                           clock_schedules[i], about->options);

      record (&recording, options);
      study (&recording, EXIT_DELIVERED);
      assert_rows (&recording, options,
                   "SELECT source FROM PpClock WHERE group_id = 0 AND rank = 3", source);
      assert_rows (&recording, options, "SELECT COUNT(*) FROM PpClock WHERE NOT applied AND rank",
                   "0\n");
      check_blocks (&recording, options);
      check_starts (&recording, options, about->within_ns, 4);
      lsc_test_assert_contains (recording.output->out, "clocks: aligned by ");
    }
}

/* ---- what is not there ---- */

static char *
folder_of (const Recording *self, const char *rank)
{
  JsonObject *ranks = json_object_get_object_member (root_of (self), "ranks");

  return g_build_filename (self->data, json_object_get_string_member (ranks, rank), NULL);
}

/* A rank that was not recorded is an empty row; the others keep their blocks and ids. */
static void
test_missing (gconstpointer data)
{
  g_auto (Recording) recording = { 0 };
  g_autofree char *options =
      g_strdup_printf ("--schedule=%s --pp=4 -M 8 --steps=2 --level=1", (const char *) data);
  g_autofree char *gone = NULL;
  g_autofree char *line = NULL;
  g_autoptr (LscTestOutput) theory = NULL;

  record (&recording, options);
  study (&recording, EXIT_DELIVERED);
  g_assert_cmpint (g_rename (recording.tables, recording.place->out), ==, 0);
  gone = folder_of (&recording, "1");
  lsc_test_remove_tree (gone);
  study (&recording, EXIT_DELIVERED);
  lsc_test_assert_contains (recording.output->out, "stage 1, rank 1: not recorded");
  lsc_test_assert_contains (recording.output->err, "not loaded: 1.");
  {
    static const char sql[] =
        "SELECT step, rank, seq, kind, mb_f, chunk_f, mb_b, chunk_b, start_ns "
        "FROM PpBlock WHERE rank <> 1 ORDER BY step, rank, seq";
    g_autofree char *whole = lsc_test_sql (recording.place->out, sql);

    assert_rows (&recording, options, sql, whole);
  }
  assert_rows (&recording, options, "SELECT COUNT(*) FROM PpBlock WHERE rank = 1", "0\n");
  /* Waiting on what was not seen is unknown, and still adds up. */
  assert_rows (&recording, options,
               "SELECT COUNT(*) FROM PpMetric m WHERE name = 'bubble_ns' AND step IS NOT NULL AND "
               "rank IS NOT NULL AND value <> (SELECT SUM(end_ns - start_ns) FROM PpBubble b WHERE "
               "b.step = m.step AND b.rank = m.rank)",
               "0\n");
  assert_rows (&recording, options, "SELECT COUNT(*) > 0 FROM PpBubble WHERE cause = 'unknown'",
               "1\n");
  line = g_strdup_printf ("pp %s --theory stage --json", recording.data);
  theory = run ("src/cli/lanescope-cli", line);
  g_assert_cmpint (theory->code, ==, EXIT_DELIVERED);
  lsc_test_assert_contains (theory->out, "\"PpDelta\"");
}

/* The end of one rank is not there: what is cut is drawn, and has no theory. */
static void
test_cut (gconstpointer data)
{
  g_auto (Recording) recording = { 0 };
  g_autofree char *options =
      g_strdup_printf ("--schedule=%s --pp=4 -M 8 --steps=3 --level=1", (const char *) data);
  g_autofree char *folder = NULL;
  g_autofree char *db = NULL;
  g_autofree char *line = NULL;
  g_autoptr (LscTestOutput) last = NULL;

  record (&recording, options);
  folder = folder_of (&recording, "2");
  db = lsc_test_profile_db_path (folder, 2);
  lsc_test_sql_run (db,
                    "DELETE FROM MSTX_EVENTS WHERE startNs > (SELECT startNs FROM MSTX_EVENTS ORDER"
                    " BY startNs LIMIT 1 OFFSET (SELECT COUNT(*) * 5 / 6 FROM MSTX_EVENTS))");
  study (&recording, EXIT_DELIVERED);
  lsc_test_assert_contains (recording.output->err, "[pp-cut-step]");
  assert_rows (&recording, options,
               "SELECT step, CAST(value AS INTEGER) FROM PpMetric WHERE name = 'is_partial' "
               "ORDER BY step",
               "7|0\n8|0\n9|1\n");
  assert_rows (&recording, options, "SELECT COUNT(DISTINCT rank) FROM PpBlock WHERE step = 9",
               "4\n");
  line = g_strdup_printf ("pp %s --step 9 --theory stage", recording.data);
  last = run ("src/cli/lanescope-cli", line);
  g_assert_cmpint (last->code, ==, EXIT_PART);
  lsc_test_assert_contains (last->err, "There is no theory for this step");
  lsc_test_assert_contains (last->out, "recording cut");
}

static void
add_each (const char *prefix, GTestDataFunc test)
{
  static const char *const names[] = { "1f1b", "zbh1", "interleaved", "dualpipev" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat (prefix, names[i], NULL);

      g_test_add_data_func (path, names[i], test);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *path = g_strdup_printf ("/pipeline-acceptance/recognised/%s",
                                               known[i].options + strlen ("--schedule="));

      g_strdelimit (path, " =", '-');
      g_test_add_data_func (path, &known[i], test_recognised);
    }
  g_test_add_func ("/pipeline-acceptance/coincidences", test_coincidences);
  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      g_autofree char *path = g_strconcat ("/pipeline-acceptance/clocks/", clocks[i].name, NULL);

      g_test_add_data_func (path, &clocks[i], test_clock);
    }
  add_each ("/pipeline-acceptance/missing/", test_missing);
  add_each ("/pipeline-acceptance/cut/", test_cut);
  return g_test_run ();
}
