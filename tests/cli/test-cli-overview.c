/* test-cli-overview.c - ranks beside each other, as printed; words that are nearly a command
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-cli.h"
#include "lsc-test-files.h"

/* Four replicas of a pipeline with four stages, of which @word makes a rank slow. */
static char *
record (const LscTestPlace *place, const char *word)
{
  g_autofree char *options = g_strdup_printf ("--preset=pipeline --pp=4 --dp=4 --steps=4 %s", word);

  return lsc_test_record (place, "recording", options);
}

static void
test_slow (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "--straggler=5:1.4");
  g_autoptr (LscTestOutput) words =
      lsc_test_cli_output (place, EXIT_DELIVERED, "overview", folder, NULL);
  g_autoptr (LscTestOutput) bare = lsc_test_cli_output (place, EXIT_DELIVERED, folder, NULL);
  g_autoptr (LscTestOutput) json =
      lsc_test_cli_output (place, EXIT_DELIVERED, "overview", folder, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (json->out);

  g_assert_cmpstr (words->out, ==, bare->out);
  lsc_test_assert_contains (words->out, "Step time ");
  lsc_test_assert_contains (words->out, "Rank 5 is slow: it computes for ");
  g_assert_cmpuint (lines->len, ==, 16);
  for (guint i = 0; i < lines->len; i++)
    {
      g_assert_cmpint (json_object_get_int_member (lines->pdata[i], "rank"), ==, i);
      g_assert_cmpint (json_object_get_int_member (lines->pdata[i], "stage"), ==, i / 4);
      g_assert_cmpint (json_object_get_int_member (lines->pdata[i], "steps"), ==, 4);
      g_assert_cmpint (json_object_get_int_member (lines->pdata[i], "counted_steps"), ==, 3);
      g_assert_cmpint (json_object_get_boolean_member (lines->pdata[i], "slow"), ==, i == 5);
    }
}

/* A slow rank has the gain of the finding about it, though others wait for it for longer in sum. */
/* The tree is of the slow rank, and says so; a choice of ranks is named. */
static void
test_choice (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "--straggler=5:1.4");
  g_autofree char *picture = g_build_filename (place->root, "ranks.svg", NULL);
  g_autofree char *told = g_strdup_printf ("Written: %s\n", picture);
  g_autoptr (LscTestOutput) slow =
      lsc_test_cli_output (place, EXIT_DELIVERED, "tree", folder, "--depth=1", NULL);
  g_autoptr (LscTestOutput) first = lsc_test_cli_output (place, EXIT_DELIVERED, "tree", folder,
                                                         "--depth=1", "--rank-list=0", NULL);
  g_autoptr (LscTestOutput) some = lsc_test_cli_output (place, EXIT_DELIVERED, "overview", folder,
                                                        "--rank-list=0-2", "--out", picture, NULL);

  g_assert_true (g_regex_match_simple ("^Rank 5 of [0-9]+ ranks: the slowest\\.", slow->out, 0, 0));
  g_assert_true (g_str_has_prefix (first->out, "Name"));
  g_assert_true (
      g_regex_match_simple ("^3 of [0-9]+ ranks were chosen", some->out, G_REGEX_MULTILINE, 0));
  lsc_test_assert_lacks (some->out, "not recorded");
  lsc_test_assert_contains (some->err, told);
}

/* Lists of all ranks and steps begin with what they come to. */
static void
test_sums (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "--straggler=5:1.4");
  g_autoptr (LscTestOutput) budget =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", folder, NULL);
  g_autoptr (LscTestOutput) idle =
      lsc_test_cli_output (place, EXIT_DELIVERED, "dispatch", folder, NULL);

  g_assert_true (g_regex_match_simple ("^All steps and ranks: Computing [0-9.]+ %, .*\\.\n",
                                       budget->out, 0, 0));
  g_assert_true (g_regex_match_simple ("^Idle time of [0-9]+ ranks: [0-9.]+ ms in total, "
                                       "[0-9.]+ % of it: ",
                                       idle->out, 0, 0));
}

static void
test_gain (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "--straggler=5:1.4");
  g_autoptr (LscTestOutput) ranks =
      lsc_test_cli_output (place, EXIT_DELIVERED, "overview", folder, "--json", NULL);
  g_autoptr (LscTestOutput) findings =
      lsc_test_cli_output (place, EXIT_DELIVERED, "findings", folder, "--json", NULL);
  g_autoptr (LscTestOutput) words =
      lsc_test_cli_output (place, EXIT_DELIVERED, "overview", folder, NULL);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (ranks->out);
  g_autoptr (GPtrArray) found = lsc_test_json_lines (findings->out);
  gint64 gain_ns = json_object_get_int_member (found->pdata[0], "gain_ns");

  g_assert_cmpint (gain_ns, >, 0);
  g_assert_cmpint (json_object_get_int_member (rows->pdata[5], "gain_ns"), ==, gain_ns);
  g_assert_cmpint (json_object_get_int_member (rows->pdata[5], "caused_wait_ns"), >, gain_ns);
  g_assert_true (json_object_get_null_member (rows->pdata[4], "gain_ns"));
  lsc_test_assert_contains (words->out, "Wait Caused, Sum of Ranks");
  lsc_test_assert_contains (words->out, "Wait for Peers, Hidden or Not");
}

static double
get_match (GMatchInfo *match, int group)
{
  g_autofree char *text = g_match_info_fetch (match, group);

  return g_ascii_strtod (text, NULL);
}

/* Who divides the two times of the example gets its percentage; the kernel is the one that other
 * findings name; where the device is, and why the step gains less than the rank is slower. */
static void
test_example (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "recording",
                       "--preset=demo --pp=4 --tp=2 --dp=2 --hosts=2 --steps=4 --straggler=5:1.25 "
                       "--seed=9111");
  g_autoptr (LscTestOutput) json =
      lsc_test_cli_output (place, EXIT_DELIVERED, "findings", folder, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (json->out);
  const char *text = json_object_get_string_member (lines->pdata[0], "text");
  g_autoptr (GRegex) regex = g_regex_new ("MatMulV2 kernels of equal shapes take ([0-9.]+).µs each "
                                          "on rank \\d+, ([0-9.]+).% longer than "
                                          "on rank ([67]) \\(([0-9.]+).µs\\)",
                                          0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  g_assert_cmpstr (json_object_get_string_member (lines->pdata[0], "id"), ==, "slow_rank");
  if (!g_regex_match (regex, text, 0, &match))
    g_error ("no example in: %s", text);
  g_assert_cmpfloat_with_epsilon (get_match (match, 1) / get_match (match, 4),
                                  1 + get_match (match, 2) / 100, 1e-3);
  lsc_test_assert_contains (text, "ms that slower kernels cost rank ");
  lsc_test_assert_contains (text, "would become waiting for other ranks");
  lsc_test_assert_contains (json_object_get_string_member (lines->pdata[0], "remedy"),
                            "Run npu-smi info on node-00 (devices 4, 5).");
  g_assert_cmpstr (json_object_get_string_member (lines->pdata[1], "id"), ==, "G05");
  lsc_test_assert_contains (json_object_get_string_member (lines->pdata[1], "text"), "MatMulV2");
}

/* All shares are of one step, also where a verdict of the pipeline tells the gain. */
static void
test_shares (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "--straggler=5:1.4");
  g_autoptr (LscTestOutput) json =
      lsc_test_cli_output (place, EXIT_DELIVERED, "findings", folder, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (json->out);
  double step_ns = 0;
  guint n_shares = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      JsonObject *row = lines->pdata[i];
      double base_ns;

      if (json_object_get_null_member (row, "share"))
        continue;
      base_ns = (double) json_object_get_int_member (row, "gain_ns") /
                json_object_get_double_member (row, "share");
      step_ns = n_shares++ == 0 ? base_ns : step_ns;
      g_assert_cmpfloat_with_epsilon (base_ns / step_ns, 1, 1e-4);
    }
  g_assert_cmpuint (n_shares, >, 1);
  g_assert_cmpstr (json_object_get_string_member (lines->pdata[0], "id"), ==, "slow_rank");
  g_assert_null (strstr (json->out, "of the pipeline's window"));
}

/* What the samples are known for stands first: the rest is behind it, whatever it may cost. */
static void
test_samples (void)
{
  static const struct
  {
    const char *sample;
    const char *id;
    gint64 rank;
  } cases[] = {
    { "ascend-db-level1", "communication_wait", 0 },
    { "ascend-db-level2", "communication_wait", 0 },
    { "ascend-4rank-pp2dp2", "stage_imbalance", 2 },
    { "pp-1f1b-2x4-tp4-straggler", "slow_rank", 5 },
    { "faults/slowlink", "slow_link", 1 },
    { "faults/slowkernels", "stage_imbalance", 2 },
    { "msprof-db", "free_unlinked", -1 }, /* not known */
  };
  g_autofree char *root = lsc_test_require_samples ();

  for (gsize i = 0; root && i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (root, cases[i].sample, NULL);
      g_autoptr (LscTestOutput) json =
          lsc_test_cli_output (NULL, EXIT_DELIVERED, "findings", path, "--json", NULL);
      g_autoptr (GPtrArray) lines = lsc_test_json_lines (json->out);
      JsonArray *ranks = json_object_get_array_member (lines->pdata[0], "ranks");

      g_assert_cmpstr (json_object_get_string_member (lines->pdata[0], "id"), ==, cases[i].id);
      g_assert_cmpint (json_array_get_null_element (ranks, 0), ==, cases[i].rank < 0);
      if (cases[i].rank >= 0)
        g_assert_cmpint (json_array_get_int_element (ranks, 0), ==, cases[i].rank);
      else
        lsc_test_assert_contains (json->out, "has no rank number");
      g_assert_null (strstr (json->out, "\"rank\":-1"));
    }
}

/* Evidence with a name is a row of the table of slices that has the same length. */
static gboolean
is_in_slices (const char *path, JsonObject *place)
{
  g_autofree char *rank =
      g_strdup_printf ("%" G_GINT64_FORMAT, json_object_get_int_member (place, "rank"));
  const char *name = json_object_get_string_member (place, "name");
  g_autoptr (LscTestOutput) slices = lsc_test_cli_output (
      NULL, EXIT_DELIVERED, "slices", path, "--rank-list", rank, "--name", name, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (slices->out);

  for (guint i = 0; i < lines->len; i++)
    if (json_object_get_int_member (lines->pdata[i], "start_ns") ==
            json_object_get_int_member (place, "start_ns") &&
        json_object_get_int_member (lines->pdata[i], "dur_ns") ==
            json_object_get_int_member (place, "dur_ns"))
      return TRUE;
  return FALSE;
}

/* Each sample has a finding; what costs less than 2 % is minor; the figures of evidence are those
 * of the table that it leads to. */
static void
test_evidence (void)
{
  static const char *const samples[] = { "ascend-db-level0", "ascend-db-level1", "ascend-db-level2",
                                         "ascend-4rank-pp2dp2" };
  g_autofree char *root = lsc_test_require_samples ();

  for (gsize i = 0; root && i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_build_filename (root, samples[i], NULL);
      g_autoptr (LscTestOutput) json =
          lsc_test_cli_output (NULL, EXIT_DELIVERED, "findings", path, "--json", NULL);
      g_autoptr (GPtrArray) lines = lsc_test_json_lines (json->out);
      guint n_checked = 0;

      for (guint k = 0; k < lines->len; k++)
        {
          JsonObject *row = lines->pdata[k];
          JsonArray *places = json_object_get_array_member (row, "evidence");
          JsonObject *place =
              json_array_get_length (places) > 0 ? json_array_get_object_element (places, 0) : NULL;

          if (g_str_equal (json_object_get_string_member (row, "severity"), "major") &&
              !json_object_get_null_member (row, "share"))
            g_assert_cmpfloat (json_object_get_double_member (row, "share"), >=, 0.02);
          if (!place || json_object_get_null_member (place, "name"))
            continue;
          n_checked += is_in_slices (path, place);
        }
      g_test_message ("%s: %u of %u findings", samples[i], n_checked, lines->len);
      g_assert_cmpuint (lines->len, >, 0);
      g_assert_cmpuint (n_checked, >, 0);
    }
}

static JsonObject *
find_line (const GPtrArray *lines, const char *id)
{
  for (guint i = 0; i < lines->len; i++)
    if (g_str_equal (json_object_get_string_member (lines->pdata[i], "id"), id))
      return lines->pdata[i];
  return NULL;
}

/* A stage takes longer because the device of its rank is slow: that is said of the rank, and of no
 * stage, by the overview and the findings in the same words. */
static void
test_one_conclusion (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autofree char *folder = g_build_filename (place->root, "middle", NULL);
  const char *words[] = { "--preset",  "pipeline", "--pp=4", "--micro-batches=8",
                          "--steps=4", "--out",    folder,   "--straggler=1:1.3",
                          NULL };
  g_autoptr (LscTestOutput) written = lsc_test_spawn (synth, (char **) words);
  g_autoptr (LscTestOutput) overview =
      lsc_test_cli_output (place, EXIT_DELIVERED, "overview", folder, NULL);
  g_autoptr (LscTestOutput) findings =
      lsc_test_cli_output (place, EXIT_DELIVERED, "findings", folder, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (findings->out);

  g_assert_cmpint (written->code, ==, 0);
  g_assert_null (find_line (lines, "stage_imbalance"));
  g_assert_nonnull (find_line (lines, "slow_rank"));
  lsc_test_assert_contains (overview->out,
                            json_object_get_string_member (find_line (lines, "slow_rank"), "text"));
  lsc_test_assert_contains (overview->out, "Rank 1 is slow");
}

/* Each command that tells of ranks beside each other takes a layout, or says that it is none. */
static void
test_layout (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "--straggler=5:1.4");
  g_autofree char *path = g_build_filename (place->root, "report.json", NULL);
  const char *const fits[] = { "pp=4,dp=4", "pp=x" };

  for (guint i = 0; i < G_N_ELEMENTS (fits); i++)
    {
      int code = i == 0 ? EXIT_DELIVERED : EXIT_WRONG_USAGE;

      lsc_test_cli (place, code, "check", folder, "--init", "--layout", fits[i], NULL);
      lsc_test_cli (place, code, "report", folder, "--report", path, "--layout", fits[i], NULL);
      lsc_test_cli (place, code, "-m", "slow_rank", "-d", folder, "-o", place->out, "--layout",
                    fits[i], NULL);
    }
}

static void
test_one (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "--seed=3");
  g_autoptr (LscTestOutput) words =
      lsc_test_cli_output (place, EXIT_DELIVERED, "overview", folder, "--rank-list", "0", NULL);
  g_autoptr (LscTestOutput) json = lsc_test_cli_output (place, EXIT_DELIVERED, "overview", folder,
                                                        "--rank-list", "0", "--json", NULL);

  lsc_test_assert_contains (words->out, "only one rank was opened");
  lsc_test_assert_contains (json->out, "\"slow\": null");
  lsc_test_assert_contains (json->out, "\"caused_wait_ns\": null");
}

static void
test_tables (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "--seed=3");
  g_autofree char *db = g_build_filename (place->root, "overview.db", NULL);
  g_autofree char *names = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "overview", folder, "--table", db, NULL);
  names = lsc_test_sql (db, "SELECT count(*), sum(rank) FROM overview");
  g_assert_cmpstr (names, ==, "16|120\n");
  g_clear_pointer (&names, g_free);
  names = lsc_test_sql (db, "SELECT count(*) FROM overview_steps");
  g_assert_cmpstr (names, ==, "64\n");
  g_clear_pointer (&names, g_free); /* messages among four stages are known by their partner */
  names = lsc_test_sql (db, "SELECT DISTINCT members, operators, \"left\", state FROM "
                            "overview_groups WHERE \"group\" LIKE 'pp %'");
  g_assert_cmpstr (names, ==, "4|192|0|complete\n");
}

/* What was nearly written is named; a file is not taken for a command, nor the other way round. */
static void
test_nearest (void)
{
  static const struct
  {
    const char *word;
    const char *answer;
  } cases[] = {
    { "overveiw", "did you mean “overview”?" }, { "overlp", "did you mean “overlap”?" },
    { "wait", "did you mean “waits”?" },        { "frobnicate", "and no file or folder" },
    { "x", "and no file or folder" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (NULL, EXIT_WRONG_USAGE, cases[i].word, NULL);

      lsc_test_assert_contains (output->err, cases[i].answer);
    }
}

static void
test_nearest_mode (void)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (NULL, EXIT_WRONG_USAGE, "-m", "slowrank", "-d", "/nowhere", NULL);

  lsc_test_assert_contains (output->err, "did you mean “slow_rank”?");
}

static void
test_recipes (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "--straggler=5:1.4");
  g_autofree char *db =
      g_build_filename (place->out, "cluster_analysis_output", "cluster_analysis.db", NULL);
  g_autofree char *slow = NULL;
  g_autofree char *steps = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "-m", "slow_rank", "-d", folder, "-o", place->out, NULL);
  slow = lsc_test_sql (db, "SELECT count(*) > 0 FROM sqlite_master WHERE name = 'SlowOpStats'");
  g_assert_cmpstr (slow, ==, "1\n");
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "cluster_time_summary", "-d", folder, "-o", place->out,
                "--step_id", "8", NULL);
  steps = lsc_test_sql (db, "SELECT DISTINCT step FROM ClusterTimeSummary");
  g_assert_cmpstr (steps, ==, "8\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-overview/slow", test_slow);
  g_test_add_func ("/cli-overview/choice", test_choice);
  g_test_add_func ("/cli-overview/sums", test_sums);
  g_test_add_func ("/cli-overview/gain", test_gain);
  g_test_add_func ("/cli-overview/example", test_example);
  g_test_add_func ("/cli-overview/shares", test_shares);
  g_test_add_func ("/cli-overview/samples", test_samples);
  g_test_add_func ("/cli-overview/evidence", test_evidence);
  g_test_add_func ("/cli-overview/one-conclusion", test_one_conclusion);
  g_test_add_func ("/cli-overview/layout", test_layout);
  g_test_add_func ("/cli-overview/one", test_one);
  g_test_add_func ("/cli-overview/tables", test_tables);
  g_test_add_func ("/cli-overview/nearest", test_nearest);
  g_test_add_func ("/cli-overview/nearest-mode", test_nearest_mode);
  g_test_add_func ("/cli-overview/recipes", test_recipes);
  return g_test_run ();
}
