/* test-cli-stragglers.c - what slow ops cost a job, as the command line tells it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-cli.h"

/* The small case of stragglers.md#example as a file; its one step is number 7. */
static char *
copy_job (const LscTestPlace *place, const char *name)
{
  const char *source = g_getenv ("LANESCOPE_SOURCE_DIR");
  g_autofree char *from =
      g_build_filename (source, "tests", "data", "ops", "timeline-small.json", NULL);
  g_autofree char *file = g_strdup_printf ("timeline-%s.json", name);
  char *to = g_build_filename (place->data, file, NULL);

  g_mkdir_with_parents (place->data, 0755);
  lsc_test_copy (from, to);
  return to;
}

static double
get_in (JsonObject *object, const char *table, const char *name)
{
  JsonObject *members = json_object_get_object_member (object, table);

  if (!json_object_has_member (members, name))
    g_error ("%s: no %s", table, name);
  return json_object_get_double_member (members, name);
}

static void
assert_near (double value, double expected)
{
  g_assert_cmpfloat_with_epsilon (value, expected, 6e-8);
}

static void
assert_small (JsonObject *object)
{
  assert_near (json_object_get_double_member (object, "slowdown"), 1.0718954);
  assert_near (get_in (object, "by_step", "7"), 1.0718954);
  assert_near (get_in (object, "by_kind", "backward-compute"), 1.0544662);
  assert_near (get_in (object, "by_kind", "forward-compute"), 1.0174292);
  assert_near (get_in (object, "by_kind", "forward-pp-comm"), 1);
  assert_near (get_in (object, "by_stage", "0"), 1.0588235);
  assert_near (get_in (object, "by_stage", "1"), 1.0130719);
  assert_near (get_in (object, "by_replica", "0"), 1);
  assert_near (get_in (object, "by_replica", "1"), 1.0718954);
  assert_near (get_in (object, "by_worker", "1,0"), 1.0588235);
  assert_near (get_in (object, "by_worker", "1,1"), 1.0130719);
  assert_near (json_object_get_double_member (object, "m_w"), 0.8181818);
  assert_near (json_object_get_double_member (object, "m_s"), 0.1818182);
  assert_near (json_object_get_double_member (object, "replay_error"), 0);
  g_assert_true (json_object_get_null_member (object, "not_available"));
}

static void
test_json (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *file = copy_job (place, "small");
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "stragglers", file, "--json", NULL);
  g_autoptr (JsonObject) object = lsc_test_json_object (output->out);

  assert_small (object);
  lsc_test_assert_contains (output->out, "\"slowdown\":1.071895424836"); /* all digits */
}

static void
test_words (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *file = copy_job (place, "small");
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "stragglers", file, NULL);

  g_assert_true (g_str_has_prefix (output->out, "Replayed, a step takes 123.0 ms; with all ops of "
                                                "a kind alike it would take 114.8 ms: S = 1.0719"));
  lsc_test_assert_contains (output->out, "the slowest workers 81.8 % (M_W; replica, stage: (1,0))");
  lsc_test_assert_contains (output->out, "   1.0588  stage 0: a forward takes 10.00 ms");
}

static void
test_steps (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *file = copy_job (place, "small");
  g_autoptr (LscTestOutput) chosen = lsc_test_cli_output (place, EXIT_DELIVERED, "stragglers", file,
                                                          "--steps=1-3,5-9", "--json", NULL);
  g_autoptr (JsonObject) object = lsc_test_json_object (chosen->out);
  g_autoptr (LscTestOutput) none =
      lsc_test_cli_output (place, EXIT_WRONG_USAGE, "stragglers", file, "--steps=8", NULL);
  g_autoptr (LscTestOutput) wrong =
      lsc_test_cli_output (place, EXIT_WRONG_USAGE, "stragglers", file, "--steps=9-7", NULL);

  assert_small (object);
  lsc_test_assert_contains (none->err, "None of these steps was recorded");
  lsc_test_assert_contains (wrong->err, "is not a list of steps");
}

static void
test_tables (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *file = copy_job (place, "small");
  g_autofree char *database = g_build_filename (place->root, "study.db", NULL);
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (place, EXIT_DELIVERED, "stragglers", file,
                                                          "--csv", "--table", database, NULL);
  g_autofree char *steps =
      lsc_test_sql (database, "SELECT step, base_ns, ideal_ns FROM StragglerSteps");
  g_autofree char *kinds = lsc_test_sql (database, "SELECT count(*) FROM StragglerKinds");
  g_autofree char *worst = lsc_test_sql (
      database, "SELECT replica, stage, rank FROM StragglerWorkers ORDER BY slowdown DESC LIMIT 1");

  lsc_test_assert_contains (output->out, "replica,stage,rank,slowdown,excess");
  lsc_test_assert_contains (steps, "7|123000000|114750000");
  lsc_test_assert_contains (kinds, "11");
  lsc_test_assert_contains (worst, "1|0|1");
}

static void
test_jobs (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *first = copy_job (place, "first");
  g_autofree char *second = copy_job (place, "second");
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "stragglers", place->data, "--json", NULL);
  g_autoptr (JsonObject) object = lsc_test_json_object (output->out);
  JsonArray *jobs = json_object_get_array_member (object, "jobs");

  g_assert_cmpuint (json_array_get_length (jobs), ==, 2);
  for (guint i = 0; i < 2; i++)
    assert_small (json_array_get_object_element (jobs, i));
}

/* Of recordings rank by rank the pipelines are replicas; what is not replayed is told. */
static void
test_pipelines (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "recording",
                       "--preset=pipeline --pp=4 --dp=2 --steps=4 --micro-batches=8 "
                       "--straggler=2:1.5");
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "stragglers", folder, "--json", "-v", NULL);
  g_autoptr (JsonObject) object = lsc_test_json_object (output->out);

  g_assert_cmpuint (json_object_get_size (json_object_get_object_member (object, "by_stage")), ==,
                    4);
  g_assert_cmpuint (json_object_get_size (json_object_get_object_member (object, "by_worker")), ==,
                    8);
  g_assert_cmpfloat (json_object_get_double_member (object, "slowdown"), >, 1);
  lsc_test_assert_contains (output->err, "Collectives over replicas are not replayed");
}

static void
test_nothing (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record (place, "recording", "--preset=small");

  lsc_test_cli (place, EXIT_NOTHING, "stragglers", folder, "--json", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stragglers/json", test_json);
  g_test_add_func ("/stragglers/words", test_words);
  g_test_add_func ("/stragglers/steps", test_steps);
  g_test_add_func ("/stragglers/tables", test_tables);
  g_test_add_func ("/stragglers/jobs", test_jobs);
  g_test_add_func ("/stragglers/pipelines", test_pipelines);
  g_test_add_func ("/stragglers/nothing", test_nothing);
  return g_test_run ();
}
