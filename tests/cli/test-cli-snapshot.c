/* test-cli-snapshot.c - memory snapshots, as the command line tells them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-cli.h"

#define MIB G_GINT64_CONSTANT (1048576)
#define BASE G_GINT64_CONSTANT (0x7f0000000000)
#define WORK (BASE + 64 * MIB)
#define FRAMES                                                                                     \
  "\"frames\":[{\"name\":\"malloc\",\"filename\":\"??\",\"line\":0},{\"name\":\"%s\",\"filename\"" \
  ":\"/job/train.py\",\"line\":7}]"

static void
add_event (GString *out, const char *action, gint64 address, gint64 mib, gint64 time_us,
           const char *function)
{
  g_string_append_printf (
      out,
      "%s{\"action\":\"%s\",\"addr\":%" G_GINT64_FORMAT ",\"size\":%" G_GINT64_FORMAT
      ",\"stream\":0,\"time_us\":%" G_GINT64_FORMAT "," FRAMES "}",
      g_str_has_suffix (out->str, "[") ? "" : ",", action, address, mib * MIB, time_us, function);
}

static void
add_mark (GString *out, const char *stage, gint64 step, gint64 time_us)
{
  g_string_append_printf (out,
                          "%s{\"stage\":\"%s\",\"name\":\"ProfilerStep#%" G_GINT64_FORMAT
                          "\",\"device\":0,\"time_us\":%" G_GINT64_FORMAT "}",
                          g_str_has_suffix (out->str, "[") ? "" : ",", stage, step, time_us);
}

static void
add_segment (GString *out, gint64 n_kept)
{
  g_string_append_printf (out,
                          "{\"device\":0,\"address\":%" G_GINT64_FORMAT
                          ",\"total_size\":%" G_GINT64_FORMAT
                          ",\"stream\":0,\"segment_type\":\"large\",\"frames\":[],\"blocks\":[",
                          BASE, 256 * MIB);
  for (gint64 i = 0; i <= n_kept; i++)
    g_string_append_printf (
        out,
        "%s{\"address\":%" G_GINT64_FORMAT ",\"size\":%" G_GINT64_FORMAT
        ",\"requested_size\":%" G_GINT64_FORMAT ",\"state\":\"%s\",\"frames\":[]}",
        i > 0 ? "," : "", BASE + i * 4 * MIB, i < n_kept ? 4 * MIB : (256 - n_kept * 4) * MIB,
        i < n_kept ? 4 * MIB : 0, i < n_kept ? "active_allocated" : "inactive");
  g_string_append (out, "]}");
}

/* Steps of 100 us: "work" has 16 MiB for a while, then "keep" takes 4 MiB and never releases. */
static char *
write_snapshot (LscTestPlace *place, const char *name, gint64 n_steps)
{
  g_autoptr (GString) out = g_string_new ("{\"segments\":[");
  g_autoptr (GString) marks = g_string_new ("[");
  char *path = g_build_filename (place->data, name, NULL);

  add_segment (out, n_steps);
  g_string_append (out, "],\"device_traces\":[[");
  add_event (out, "segment_alloc", BASE, 256, 999, "work");
  for (gint64 i = 0; i < n_steps; i++)
    {
      gint64 at = 1000 + i * 100;

      add_mark (marks, "START", i, at);
      add_event (out, "alloc", WORK, 16, at + 10, "work");
      add_event (out, "free_requested", WORK, 16, at + 20, "work");
      add_event (out, "free_completed", WORK, 16, at + 20, "work");
      add_event (out, "alloc", BASE + i * 4 * MIB, 4, at + 30, "keep");
      add_mark (marks, "END", i, at + 90);
    }
  g_string_append_printf (out, "]],\"external_annotations\":%s]}", marks->str);
  g_mkdir_with_parents (place->data, 0755);
  g_assert_true (g_file_set_contents (path, out->str, (gssize) out->len, NULL));
  return path;
}

static GPtrArray *
list (LscTestPlace *place, const char *path, const char *which, const char *value)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", path, "--json", which, value, NULL);

  return lsc_test_json_lines (output->out);
}

static const char *
get_text (const GPtrArray *lines, guint row, const char *key)
{
  return json_object_get_string_member (lines->pdata[row], key);
}

static gint64
get_int (const GPtrArray *lines, guint row, const char *key)
{
  return json_object_get_int_member (lines->pdata[row], key);
}

static void
test_tables (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = write_snapshot (place, "job.json", 4);
  g_autoptr (GPtrArray) growth = list (place, path, "--growth", NULL);
  g_autoptr (GPtrArray) live = list (place, path, "--by", "stack");
  g_autoptr (GPtrArray) steps = list (place, path, "--steps", NULL);
  g_autoptr (GPtrArray) segments = list (place, path, "--segments", NULL);
  g_autoptr (LscTestOutput) words =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", path, NULL);

  g_assert_cmpuint (growth->len, ==, 1);
  g_assert_cmpstr (get_text (growth, 0, "who"), ==, "keep (train.py:7)");
  g_assert_cmpstr (get_text (growth, 0, "keeps"), ==, "leak");
  g_assert_cmpint (get_int (growth, 0, "kept_step_bytes"), ==, 4 * MIB);
  g_assert_cmpstr (get_text (live, 0, "who"), ==, "work (train.py:7)");
  g_assert_cmpint (get_int (live, 0, "bytes"), ==, 16 * MIB);
  g_assert_cmpint (get_int (live, 1, "bytes"), ==, 12 * MIB);
  g_assert_cmpuint (steps->len, ==, 4);
  g_assert_cmpint (get_int (steps, 3, "max_allocated_bytes"), ==, 28 * MIB);
  g_assert_cmpuint (segments->len, ==, 1);
  g_assert_cmpint (get_int (segments, 0, "allocated_bytes"), ==, 16 * MIB);
  lsc_test_assert_contains (words->out, "work (train.py:7) holds most, 16.00\u00a0MiB");
  lsc_test_assert_contains (words->out,
                            "keep (train.py:7) leaks: it keeps 4.00\u00a0MiB more in every");
  g_assert_cmpstr (words->err, ==, ""); /* not that it has no timeline */
}

static void
test_compare (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = write_snapshot (place, "before.json", 3);
  g_autofree char *after = write_snapshot (place, "after.json", 5);
  g_autoptr (GPtrArray) change = list (place, before, "--compare", after);
  g_autoptr (GPtrArray) same = list (place, before, "--compare", before);
  g_autoptr (LscTestOutput) words =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", after, "--compare", before, NULL);

  g_assert_cmpuint (change->len, ==, 1);
  g_assert_cmpstr (get_text (change, 0, "who"), ==, "keep (train.py:7)");
  g_assert_cmpint (get_int (change, 0, "live_before_count"), ==, 3);
  g_assert_cmpint (get_int (change, 0, "live_after_count"), ==, 5);
  g_assert_cmpint (get_int (change, 0, "change_bytes"), ==, 8 * MIB);
  g_assert_cmpuint (same->len, ==, 0);
  lsc_test_assert_contains (words->out, "The second snapshot holds 8.00\u00a0MiB less at its end.");
  lsc_test_cli (place, EXIT_WRONG_USAGE, "memory", before, "--compare", after, "--growth", NULL);
}

/* Several are no ranks of one job; other commands have no use for one; a broken one is told. */
static void
test_refused (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = write_snapshot (place, "one.json", 3);
  g_autofree char *other = write_snapshot (place, "two.json", 3);
  g_autoptr (LscTestOutput) several =
      lsc_test_cli_output (place, EXIT_WRONG_USAGE, "memory", place->data, NULL);
  g_autoptr (LscTestOutput) overview =
      lsc_test_cli_output (place, EXIT_NOTHING, "overview", path, NULL);
  g_autoptr (LscTestOutput) broken = NULL;
  g_autofree char *text = NULL;

  lsc_test_assert_contains (several->err, "several memory snapshots");
  lsc_test_assert_contains (several->err, "two.json");
  lsc_test_assert_contains (overview->err, "it has no timeline");
  g_assert_true (g_file_get_contents (other, &text, NULL, NULL));
  g_assert_true (g_file_set_contents (other, text, 2000, NULL));
  broken = lsc_test_cli_output (place, EXIT_NOTHING, "memory", other, "--json", NULL);
  lsc_test_assert_contains (broken->out, "{\"not_known\": [{\"code\": \"unreadable\", ");
  lsc_test_assert_contains (broken->err, "two.json");
  lsc_test_cli (place, EXIT_WRONG_USAGE, "memory", path, "--compare", place->data, NULL);
}

/* A report of a snapshot has what its page has; no other command takes one. */
static void
test_report (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = write_snapshot (place, "one.json", 3);
  g_autofree char *file = g_build_filename (place->root, "report.md", NULL);
  g_autofree char *picture = g_build_filename (place->root, "report.html", NULL);
  g_autofree char *text = NULL, *page = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "report", path, "--report", file, NULL);
  text = lsc_test_read (file, NULL);
  lsc_test_assert_contains (text, "### keep (train.py:7) leaks ");
  lsc_test_assert_contains (text, "What Is Allocated at the Peak");
  lsc_test_assert_contains (text, "\nSegments\n");
  lsc_test_assert_contains (text, "one.json");
  lsc_test_assert_lacks (text, "Where the step goes");
  lsc_test_cli (place, EXIT_DELIVERED, "report", path, "--report", picture, NULL);
  page = lsc_test_read (picture, NULL);
  lsc_test_assert_contains (page, "<svg");
}

/* Of a recorded run it is known who leaks. */
static void
check_sample (const char *root)
{
  g_autofree char *path = g_build_filename (root, "h100", "snapshot-leak.pickle", NULL);
  g_autofree char *before = g_build_filename (root, "snapshots", "train.pickle", NULL);
  g_autofree char *after = g_build_filename (root, "snapshots", "train-after.pickle", NULL);
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (GPtrArray) growth = list (place, path, "--growth", NULL);
  g_autoptr (GPtrArray) change = list (place, before, "--compare", after);
  g_autoptr (LscTestOutput) words =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", path, NULL);

  g_assert_cmpstr (get_text (growth, 0, "who"), ==, "remember (metrics.py:41)");
  g_assert_cmpint (get_int (growth, 0, "kept_step_bytes"), ==, 16777216);
  lsc_test_assert_contains (words->out,
                            "remember (metrics.py:41) leaks: it keeps 16.00\u00a0MiB more");
  g_assert_cmpuint (change->len, ==, 2);
  g_assert_cmpint (get_int (change, 0, "change_bytes"), ==, -33554432);
  g_assert_cmpint (get_int (change, 1, "change_bytes"), ==, 25166336);
}

static void
test_sample (void)
{
  g_autofree char *root = lsc_test_require_samples ();

  if (root)
    check_sample (root);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-snapshot/tables", test_tables);
  g_test_add_func ("/cli-snapshot/compare", test_compare);
  g_test_add_func ("/cli-snapshot/refused", test_refused);
  g_test_add_func ("/cli-snapshot/report", test_report);
  g_test_add_func ("/cli-snapshot/sample", test_sample);
  return g_test_run ();
}
