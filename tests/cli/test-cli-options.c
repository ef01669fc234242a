/* test-cli-options.c - words of the command line: modes, ranks, steps, clusters, spellings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <string.h>

#include "lsc-test-cli.h"

/* The ranks, each once, in the order of the rows. */
static char *
ranks_of (const char *text)
{
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (text);
  GString *out = g_string_new (NULL);
  gint64 last = -2;

  for (guint i = 0; i < rows->len; i++)
    {
      gint64 rank = json_object_get_int_member (rows->pdata[i], "rankID");

      if (rank != last)
        g_string_append_printf (out, "%s%" G_GINT64_FORMAT, out->len > 0 ? "," : "", rank);
      last = rank;
    }
  return g_string_free (out, FALSE);
}

static void
assert_ranks (LscTestPlace *place, int code, const char *list, const char *expected)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, code, "-m", "module_statistic", "-d", place->data, "-o", "-",
                           "--export_type", "json", "--rank_list", list, NULL);
  g_autofree char *ranks = ranks_of (output->out);

  g_assert_cmpstr (ranks, ==, expected);
}

static void
test_rank_list (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_modules (place, 3);
  assert_ranks (place, EXIT_DELIVERED, "all", "0,1,2");
  assert_ranks (place, EXIT_DELIVERED, "2,0", "0,2");
  assert_ranks (place, EXIT_DELIVERED, " 1 , 1", "1");
  assert_ranks (place, EXIT_DELIVERED, "0-1", "0,1");
  assert_ranks (place, EXIT_DELIVERED, "2,0-1", "0,1,2");
  assert_ranks (place, EXIT_DELIVERED, "0-1, 1-2", "0,1,2");
  assert_ranks (place, EXIT_PART, "1,9", "1");
  assert_ranks (place, EXIT_PART, "1-9", "1,2");
  assert_ranks (place, EXIT_PART, "2-1,0", "0");
  assert_ranks (place, EXIT_NOTHING, "7-9", "");
  assert_ranks (place, EXIT_PART, "x,1", "1");
  assert_ranks (place, EXIT_NOTHING, "8,9", "");
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-m", "all", "-d", place->data, "--rank_list", "none",
                NULL);
  output = lsc_test_cli_output (place, EXIT_PART, "-m", "module_statistic", "-d", place->data, "-o",
                                place->out, "--rank-list", "0,9", NULL);
  lsc_test_assert_contains (output->err, "Rank 9");
}

/* More than ten ranks: ascending by number, not by text. */
static void
test_rank_order (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  for (int rank = 8; rank <= 11; rank++)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_module_profile (rank);

      g_free (lsc_test_write_rank (profile, place->data, rank));
    }
  assert_ranks (place, EXIT_DELIVERED, "all", "8,9,10,11");
}

static void
test_spellings (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) a = NULL;
  g_autoptr (LscTestOutput) b = NULL;
  g_autoptr (LscTestOutput) c = NULL;
  g_autofree char *mode = NULL;

  lsc_test_write_modules (place, 2);
  a = lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                           "-", "--export_type", "json", "--rank_list", "1", "-j2", NULL);
  b = lsc_test_cli_output (place, EXIT_DELIVERED, "cluster", "--mode=module-statistic",
                           "--profiling-path", place->data, "--output_path", "-",
                           "--export-type=json", "--rank-list=1", "-j", "1", NULL);
  mode = g_strconcat ("-d", place->data, NULL);
  c = lsc_test_cli_output (place, EXIT_DELIVERED, "-mmodule_statistic", mode, "-o-",
                           "--export_type=json", "--rank_list=1", "--jobs=1", "--force",
                           "--parallel_mode", "concurrency", NULL);
  g_assert_cmpstr (a->out, ==, b->out);
  g_assert_cmpstr (a->out, ==, c->out);
  g_assert_cmpint (*a->out, ==, '{');
}

static void
test_wrong_usage (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) mode = NULL;
  g_autoptr (LscTestOutput) type = NULL;
  g_autoptr (LscTestOutput) view = NULL;
  g_autoptr (LscTestOutput) sort = NULL;

  lsc_test_write_modules (place, 1);
  mode = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "-m", "fast_rank", "-d", place->data, NULL);
  lsc_test_assert_contains (mode->err, "fast_rank");
  lsc_test_assert_contains (
      mode->err, "module_statistic, operator_mfu, pp_chart, cluster_time_summary, slow_rank, all");
  type = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "-d", place->data, "--export_type",
                              "notebook", NULL);
  lsc_test_assert_contains (type->err, "--export_type db gives the tables");
  view = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "tree", place->data, "--view", "x", NULL);
  lsc_test_assert_contains (view->err, "path, call, variant, instance, class, op");
  sort = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "tree", place->data, "--sort", "x", NULL);
  lsc_test_assert_contains (sort->err, "total_ns");
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-m", "all", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-d", place->data, "--no-such-option", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-d", place->data, "stray", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-d", place->data, "-o", "-", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-d", place->data, "--mfu", "maybe", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-d", place->data, "--threads", "many", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-d", place->data, "--module-source", "x", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-d", place->data, "--module-event-types", "x", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-d", place->data, "--step_id", "first", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-d", place->data, "--slack", "-1", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-d", place->data, "-j", "x", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "nonsense", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "info", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "info", place->data, place->data, NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "tree", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "tree", place->data, "--rank", "0,1", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "tree", place->data, "--json", "--csv", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "pp", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "pp", place->data, "--out", "chart.gif", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "pp", place->data, "--table", "table.txt", NULL);
}

/* What users of the reference tool type, and what they get here in its place. */
static void
test_not_here (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) agent = NULL;
  g_autoptr (LscTestOutput) type = NULL;
  g_autoptr (LscTestOutput) book = NULL;

  lsc_test_write_modules (place, 1);
  agent = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "-d", place->data, "--agent", NULL);
  lsc_test_assert_contains (agent->err, "--export_type json -o -");
  book = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "-d", place->data, "--export_type",
                              "notebook", NULL);
  lsc_test_assert_contains (book->err, "Notebooks are not written; --export_type db");
  type = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "-d", place->data, "--export_type",
                              "parquet", NULL);
  lsc_test_assert_contains (type->err, "Invalid export type: parquet");
}

/* Each word means a way of its own to count FLOPs. */
static void
test_mfu_modes (void)
{
  static const char *const modes[] = { "off", "auto", "peer" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  const char *samples = g_getenv ("LANESCOPE_SAMPLES");
  g_autofree char *data = NULL;
  char *texts[G_N_ELEMENTS (modes)] = { NULL };

  if (!samples)
    {
      g_test_skip ("LANESCOPE_SAMPLES is not set");
      return;
    }
  data = g_build_filename (samples, "module-small", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (place, 0, "-d", data, "-m", "operator_mfu", "--mfu", modes[i],
                               "--export_type", "json", "-o", "-", NULL);

      texts[i] = g_strdup (output->out);
      for (guint k = 0; k < i; k++)
        g_assert_cmpstr (texts[i], !=, texts[k]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    g_free (texts[i]);
}

static void
test_help (void)
{
  static const char *const commands[] = { "info",     "tree",   "pp",       "cluster", "overlap",
                                          "dispatch", "slices", "timeline", "convert", "query" };
  g_autoptr (LscTestOutput) all = lsc_test_cli_output (NULL, EXIT_DELIVERED, "--help", NULL);
  g_autoptr (LscTestOutput) none = lsc_test_cli_output (NULL, EXIT_DELIVERED, NULL);
  g_autoptr (LscTestOutput) version = lsc_test_cli_output (NULL, EXIT_DELIVERED, "--version", NULL);

  g_assert_cmpstr (all->out, ==, none->out);
  g_assert_true (g_str_has_prefix (version->out, "lanescope-cli "));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (LscTestOutput) help =
          lsc_test_cli_output (NULL, EXIT_DELIVERED, commands[i], "--help", NULL);

      lsc_test_assert_contains (help->out, "--jobs");
    }
}

/* Every option that --help shows is in the manual page and in the three completions. */
static void
test_documented (void)
{
  static const char *const commands[] = { "info",     "tree",   "pp",         "schedule",
                                          "cluster",  "budget", "compare",    "check",
                                          "overlap",  "waits",  "dispatch",   "overview",
                                          "findings", "report", "slices",     "timeline",
                                          "convert",  "query",  "stragglers", "memory" };
  static const char *const files[] = { "lanescope-cli.1", "completions/lanescope-cli.bash",
                                       "completions/lanescope-cli.zsh",
                                       "completions/lanescope-cli.fish" };
  const char *source = g_getenv ("LANESCOPE_SOURCE_DIR");
  g_autoptr (GRegex) option = g_regex_new ("--([a-z][a-z-]*)", 0, 0, NULL);

  for (guint k = 0; k < G_N_ELEMENTS (files); k++)
    {
      g_autofree char *path = g_build_filename (source, "data", files[k], NULL);
      g_autofree char *raw = lsc_test_read (path, NULL);
      g_auto (GStrv) pieces = g_strsplit (raw, "\\-", -1);
      g_autofree char *text = g_strdelimit (g_strjoinv ("-", pieces), "_", '-');

      for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
        {
          g_autoptr (LscTestOutput) help =
              lsc_test_cli_output (NULL, EXIT_DELIVERED, commands[i], "--help", NULL);
          g_autoptr (GMatchInfo) match = NULL;

          for (g_regex_match (option, help->out, 0, &match); g_match_info_matches (match);
               g_match_info_next (match, NULL))
            {
              g_autofree char *name = g_match_info_fetch (match, 1);
              g_autofree char *pattern = g_strdup_printf ("(--|-l )%s(?![a-z-])", name);

              if (!g_regex_match_simple (pattern, text, 0, 0))
                g_error ("--%s of %s is not in %s", name, commands[i], files[k]);
            }
        }
    }
}

/* What bash offers behind the name of a command. */
static char *
complete (const char *path, const char *command)
{
  g_autofree char *script = g_strdup_printf (
      "compopt () { :; }; complete () { :; }; source '%s'; "
      "COMP_WORDS=(lanescope-cli %s --); COMP_CWORD=2; _lanescope_cli; echo \"${COMPREPLY[@]}\"",
      path, command);
  char *words[] = { (char *) "-c", script, NULL };
  g_autofree char *bash = g_find_program_in_path ("bash");
  g_autoptr (LscTestOutput) output = bash ? lsc_test_spawn (bash, words) : NULL;

  return output ? g_strconcat (" ", g_strchomp (output->out), " ", NULL) : NULL;
}

/* Each command is offered its own options, all of them and no others. */
static void
test_completion (void)
{
  static const char *const commands[] = {
    "info",    "tree",     "pp",         "schedule", "budget",        "compare",
    "check",   "overlap",  "waits",      "dispatch", "overview",      "findings",
    "report",  "slices",   "convert",    "timeline", "query",         "memory",
    "extract", "roofline", "stragglers", "merge",    "communication", "operators",
  };
  const char *source = g_getenv ("LANESCOPE_SOURCE_DIR");
  g_autofree char *path =
      g_build_filename (source, "data", "completions", "lanescope-cli.bash", NULL);
  g_autoptr (GRegex) option = g_regex_new ("^  (?:-., )?(--[a-z-]+)", G_REGEX_MULTILINE, 0, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *offered = complete (path, commands[i]);
      g_autoptr (LscTestOutput) help =
          lsc_test_cli_output (NULL, EXIT_DELIVERED, "help", commands[i], NULL);
      g_autoptr (GMatchInfo) match = NULL;
      g_auto (GStrv) words = NULL;

      if (!offered)
        {
          g_test_skip ("there is no bash");
          return;
        }
      for (g_regex_match (option, help->out, 0, &match); g_match_info_matches (match);
           g_match_info_next (match, NULL))
        {
          g_autofree char *name = g_match_info_fetch (match, 1);
          g_autofree char *word = g_strconcat (" ", name, " ", NULL);

          if (strcmp (name, "--help-all") != 0 && !strstr (offered, word))
            g_error ("bash is not offered %s of %s: %s", name, commands[i], offered);
        }
      words = g_strsplit (g_strstrip (offered), " ", -1);
      for (guint k = 0; words[k]; k++)
        if (!strstr (help->out, words[k]))
          g_error ("bash is offered %s, which %s does not have", words[k], commands[i]);
    }
}

/* ---- steps ---- */

static void
test_steps (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank1 = lsc_test_rank_dir (place->data, 1);
  g_autofree char *db1 = lsc_test_profile_db_path (rank1, 1);
  g_autoptr (LscTestOutput) one = NULL;
  g_autoptr (LscTestOutput) part = NULL;
  g_autoptr (LscTestOutput) none = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *ranks = NULL;

  lsc_test_write_modules (place, 2);
  one = lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data,
                             "-o", "-", "--export_type", "json", "--step_id", "8", NULL);
  rows = lsc_test_json_lines (one->out);
  g_assert_cmpuint (rows->len, ==, 14);
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpint (json_object_get_int_member (rows->pdata[i], "opCount"), ==, 1);
  none = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "-m", "module_statistic", "-d", place->data,
                              "--step_id", "9", NULL);
  lsc_test_assert_contains (none->err, "7, 8");
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, "--step_id", "-1", NULL);
  lsc_test_sql_run (db1, "DELETE FROM STEP_TIME WHERE id = 8");
  part = lsc_test_cli_output (place, EXIT_PART, "-m", "module_statistic", "-d", place->data, "-o",
                              "-", "--export_type", "json", "--step_id", "8", NULL);
  ranks = ranks_of (part->out);
  g_assert_cmpstr (ranks, ==, "0");
  lsc_test_assert_contains (part->err, "Rank 1 has no step 8");
  lsc_test_sql_run (db1, "DROP TABLE STEP_TIME");
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-m", "module_statistic", "-d", place->data, "--rank_list",
                "1", "--step_id", "8", NULL);
}

static void
test_tree_step (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_modules (place, 1);
  lsc_test_cli (place, EXIT_DELIVERED, "tree", place->data, "--step-id", "7", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "tree", place->data, "--step_id", "70", NULL);
  lsc_test_cli (place, EXIT_NOTHING, "tree", place->data, "--rank", "3", NULL);
}

/* ---- clusters ---- */

static void
write_cluster (LscTestPlace *place, const char *name, int rank)
{
  g_autofree char *folder = g_build_filename (place->data, name, NULL);
  g_autoptr (LscTestProfile) profile = lsc_test_module_profile (rank);

  g_free (lsc_test_write_rank (profile, folder, rank));
}

static void
test_two_clusters (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = g_build_filename (place->data, "before", NULL);
  g_autofree char *after = g_build_filename (place->data, "after", NULL);
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (LscTestOutput) info = NULL;
  g_autoptr (JsonObject) document = NULL;

  write_cluster (place, "before", 0);
  write_cluster (place, "after", 0);
  output = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "-d", place->data, NULL);
  lsc_test_assert_contains (output->err, before);
  lsc_test_assert_contains (output->err, after);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "tree", place->data, NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "pp", place->data, NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", before, "-o", place->out,
                NULL);
  info = lsc_test_cli_output (place, EXIT_DELIVERED, "info", place->data, "--json", NULL);
  document = lsc_test_json_object (info->out);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (document, "clusters")), ==,
                    2);
}

/* Different ranks on two hosts are one job. */
static void
test_hosts (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  write_cluster (place, "host-a", 0);
  write_cluster (place, "host-b", 1);
  assert_ranks (place, EXIT_DELIVERED, "all", "0,1");
}

/* The newest recording of a rank wins inside one parent, and the other is named. */
static void
test_two_runs (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *old = g_build_filename (place->data, "n_1_20240101000000000_ascend_pt", NULL);
  g_autoptr (LscTestProfile) profile = lsc_test_module_profile (500);
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (LscTestOutput) both = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) all = NULL;

  lsc_test_write_modules (place, 1);
  g_assert_true (lsc_test_profile_write (profile, old, 0, NULL));
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data,
                                "-o", "-", "--export_type", "json", "-v", NULL);
  rows = lsc_test_json_lines (output->out);
  g_assert_cmpuint (rows->len, ==, 7);
  lsc_test_assert_contains (output->out, "\"totalKernelDuration(ns)\": 62.0");
  lsc_test_assert_contains (output->err, "n_1_20240101000000000_ascend_pt");
  both = lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data,
                              "-o", "-", "--export_type", "json", "--all-runs", NULL);
  all = lsc_test_json_lines (both->out);
  g_assert_cmpuint (all->len, ==, 14);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/options/rank-list", test_rank_list);
  g_test_add_func ("/cli/options/rank-order", test_rank_order);
  g_test_add_func ("/cli/options/spellings", test_spellings);
  g_test_add_func ("/cli/options/wrong-usage", test_wrong_usage);
  g_test_add_func ("/cli/options/not-here", test_not_here);
  g_test_add_func ("/cli/options/mfu-modes", test_mfu_modes);
  g_test_add_func ("/cli/options/help", test_help);
  g_test_add_func ("/cli/options/documented", test_documented);
  g_test_add_func ("/cli/options/completion", test_completion);
  g_test_add_func ("/cli/options/steps", test_steps);
  g_test_add_func ("/cli/options/tree-step", test_tree_step);
  g_test_add_func ("/cli/options/two-clusters", test_two_clusters);
  g_test_add_func ("/cli/options/hosts", test_hosts);
  g_test_add_func ("/cli/options/two-runs", test_two_runs);
  return g_test_run ();
}
