/* test-cli-memory.c - memory, as the command line tells it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"

#define MIB (1 << 20)

/* One event of a trace on thread 1; @ts in us. */
static void
add_event (GString *out, const char *text, gint64 ts)
{
  g_string_append_printf (out, "%s{\"pid\":1,\"tid\":1,\"ts\":%" G_GINT64_FORMAT ",%s}",
                          out->str[out->len - 1] == '[' ? "" : ",", ts, text);
}

static void
add_memory (GString *out, gint64 ts, gint64 address, gint64 mib, gint64 total_mib)
{
  g_autofree char *text = g_strdup_printf (
      "\"ph\":\"i\",\"s\":\"t\",\"cat\":\"cpu_instant_event\",\"name\":\"[memory]\",\"args\":{"
      "\"Device Type\":1,\"Device Id\":0,\"Addr\":%" G_GINT64_FORMAT ",\"Bytes\":%" G_GINT64_FORMAT
      ",\"Total Allocated\":%" G_GINT64_FORMAT ",\"Total Reserved\":1073741824}",
      address, mib * MIB, total_mib * MIB);

  add_event (out, text, ts);
}

/* Steps of 100 us: 50 MiB come and go in aten::mm, 32 MiB stay of aten::empty. Before the first
 * event 100 MiB are there; of these 10 MiB go in step 2. @more: aten::mm allocates another 4 MiB at
 * its begin, before all others */
static char *
make_trace_with (guint n_steps, gboolean more)
{
  GString *out = g_string_new ("{\"schemaVersion\":1,\"traceEvents\":[");
  gint64 total = 100;

  for (guint i = 0; i < n_steps; i++)
    {
      gint64 at = 1000 + i * 100;
      g_autofree char *step = g_strdup_printf (
          "\"ph\":\"X\",\"dur\":100,\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#%u\"",
          i + 1);

      add_event (out, step, at);
      add_event (out, "\"ph\":\"X\",\"dur\":20,\"cat\":\"cpu_op\",\"name\":\"aten::mm\"", at + 10);
      if (more)
        add_memory (out, at + 12, 500, 4, total += 4);
      add_memory (out, at + 15, 1000, 50, total += 50);
      add_memory (out, at + 40, 1000, -50, total -= 50);
      if (more)
        add_memory (out, at + 41, 500, -4, total -= 4);
      if (i == 1)
        add_memory (out, at + 50, 77, -10, total -= 10);
      add_event (out, "\"ph\":\"X\",\"dur\":5,\"cat\":\"cpu_op\",\"name\":\"aten::empty\"",
                 at + 60);
      add_memory (out, at + 62, 2000 + i, 32, total += 32);
      add_event (
          out,
          "\"ph\":\"X\",\"dur\":30,\"cat\":\"kernel\",\"name\":\"gemm\",\"args\":{\"device\":0,"
          "\"stream\":7}",
          at + 65);
    }
  g_string_append (out, "]}");
  return g_string_free (out, FALSE);
}

static char *
make_trace (guint n_steps)
{
  return make_trace_with (n_steps, FALSE);
}

static void
write_file (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static char *
write_trace (LscTestPlace *place, const char *text)
{
  char *path = g_build_filename (place->data, "trace.json", NULL);

  g_mkdir_with_parents (place->data, 0755);
  write_file (path, text);
  return path;
}

static GPtrArray *
list (LscTestPlace *place, const char *path, const char *which)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", path, which, "--json", NULL);

  return lsc_test_json_lines (output->out);
}

static gint64
get_int (const GPtrArray *lines, guint row, const char *key)
{
  return json_object_get_int_member (lines->pdata[row], key);
}

static void
test_growth (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *text = make_trace (5);
  g_autofree char *path = write_trace (place, text);
  g_autoptr (GPtrArray) growth = list (place, path, "--growth");
  g_autoptr (GPtrArray) steps = list (place, path, "--steps");
  g_autoptr (GPtrArray) live = list (place, path, "--by=op");
  g_autoptr (GPtrArray) blocks = list (place, path, "--blocks");
  g_autoptr (LscTestOutput) words =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", path, NULL);

  g_assert_cmpuint (growth->len, ==, 1);
  g_assert_cmpstr (json_object_get_string_member (growth->pdata[0], "op"), ==, "aten::empty");
  g_assert_cmpint (get_int (growth, 0, "bytes_per_step"), ==, 32 * MIB);
  g_assert_cmpstr (json_object_get_string_member (growth->pdata[0], "verdict"), ==, "grows");
  g_assert_cmpuint (steps->len, ==, 5);
  g_assert_cmpint (get_int (steps, 0, "min_allocated_bytes"), ==, 100 * MIB);
  g_assert_cmpint (get_int (steps, 4, "max_allocated_bytes"), ==, (100 - 10 + 4 * 32 + 50) * MIB);
  g_assert_cmpuint (live->len, ==, 3); /* the peak: of step 5, in aten::mm */
  g_assert_cmpint (get_int (live, 0, "bytes"), ==, 4 * 32 * MIB);
  g_assert_cmpint (get_int (live, 1, "bytes"), ==, 50 * MIB);
  g_assert_cmpint (get_int (live, 2, "bytes"), ==, 90 * MIB);
  g_assert_cmpuint (blocks->len, ==, 11); /* one of them is older than the recording */
  lsc_test_assert_contains (words->out, "aten::empty keeps most of it, 32.00 MiB a step");
}

/* People see sizes in MiB and times from the first event, which --at takes; programs see bytes and
 * absolute times. Sentences are whole. */
static void
test_readable (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *text = make_trace (5);
  g_autofree char *path = write_trace (place, text);
  g_autoptr (LscTestOutput) peaks =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", path, NULL);
  g_autoptr (LscTestOutput) hints =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", path, "--hints", NULL);
  g_autoptr (LscTestOutput) csv =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", path, "--csv", NULL);

  lsc_test_assert_contains (peaks->out, "Peak (MiB)");
  lsc_test_assert_contains (peaks->out, "\nallocated  GPU 0      268.00");
  lsc_test_assert_contains (peaks->out, "\nreserved   GPU 0     1024.00");
  lsc_test_assert_contains (peaks->out, "415.0 µs");
  lsc_test_assert_contains (peaks->out, "as --at takes them");
  lsc_test_assert_contains (hints->out,
                            "\nAllocated memory grows by 32.00 MiB a step, from 100.00 MiB "
                            "to 218.00 MiB over 5 steps.\n");
  lsc_test_assert_contains (csv->out, "281018368"); /* 268 MiB */
  lsc_test_assert_contains (csv->out, "1415000");
}

/* A moment by its time; blocks of a time before the recording are the rest of the total. */
static void
test_at (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *text = make_trace (2);
  g_autofree char *path = write_trace (place, text);
  g_autoptr (GPtrArray) live = list (place, path, "--at=20us");
  g_autoptr (GPtrArray) later = list (place, path, "--at=@1155000");

  g_assert_cmpuint (live->len, ==, 2);
  g_assert_cmpint (get_int (live, 1, "bytes"), ==, 100 * MIB);
  g_assert_cmpuint (later->len, ==, 2);
  g_assert_cmpint (get_int (later, 0, "bytes"), ==, 32 * MIB);
  g_assert_cmpint (get_int (later, 1, "bytes"), ==, 90 * MIB);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "memory", path, "--at=soon", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "memory", path, "--blocks", "--growth", NULL);
}

/* Without memory a sentence and nothing else; odd events do no harm. */
static void
test_nothing (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = write_trace (
      place, "{\"schemaVersion\":1,\"traceEvents\":[{\"ph\":\"X\",\"dur\":5,\"pid\":1,\"tid\":1,"
             "\"ts\":10,\"cat\":\"cpu_op\",\"name\":\"aten::mm\"}]}");
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_NOTHING, "memory", path, "--json", NULL);
  g_autoptr (LscTestOutput) bad = NULL;
  g_autoptr (GString) odd = g_string_new ("{\"schemaVersion\":1,\"traceEvents\":[");

  lsc_test_assert_contains (output->out, "{\"not_known\": [{\"code\": \"no_memory\", ");
  lsc_test_assert_contains (output->out, "profile_memory=True");
  add_memory (odd, 10, -5, G_MAXINT64 / MIB, G_MAXINT64 / MIB);
  add_memory (odd, 11, -5, G_MAXINT64 / MIB, 0);
  add_memory (odd, 11, 0, -(G_MAXINT64 / MIB), -7);
  g_string_append (odd, "]}");
  write_file (path, odd->str);
  bad = lsc_test_cli_output (place, EXIT_PART, "memory", path, "--blocks", NULL);
  lsc_test_assert_contains (bad->err, "2 rows of single blocks");
}

/* Of many ranks one is told of in words, each in a row. */
static void
test_many_ranks (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = lsc_test_record (
      place, "recording", "--preset=small --ranks=4 --steps=6 --memory --leak=50000000");
  g_autoptr (LscTestOutput) words =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", path, NULL);
  g_autoptr (LscTestOutput) one =
      lsc_test_cli_output (place, EXIT_DELIVERED, "memory", path, "--rank-list=1,2", NULL);
  g_autoptr (GPtrArray) rows = list (place, path, "--ranks");
  const char *sentence = strstr (words->out, " more per step.");

  g_assert_cmpuint (rows->len, ==, 8);
  g_assert_nonnull (sentence);
  g_assert_null (strstr (sentence + 1, " more per step."));
  lsc_test_assert_contains (words->out, "the rank with the highest peak");
  lsc_test_assert_contains (words->out, "47.68"); /* each step keeps that */
  lsc_test_assert_contains (one->out, "Rank 1: ");
  lsc_test_assert_contains (one->out, "Rank 2: ");
}

/* ---- two recordings ---- */

/* Each step of the leak keeps 16 MiB of aten::empty, and nothing else differs. */
static void
test_compare (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *before = NULL, *after = NULL, *without = NULL, *snapshot = NULL;
  g_autoptr (LscTestOutput) changed = NULL, same = NULL, rows = NULL, missing = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  JsonObject *first;

  if (!root)
    return;
  before = g_build_filename (root, "h100", "memory.json.gz", NULL);
  after = g_build_filename (root, "h100", "leak.json.gz", NULL);
  without = g_build_filename (root, "h100", "base-1.json.gz", NULL);
  changed = lsc_test_cli_output (place, EXIT_DELIVERED, "memory", before, "--compare", after, NULL);
  lsc_test_assert_contains (changed->out, "Peak memory rises by 144.0");
  lsc_test_assert_contains (changed->out, "aten::empty holds 64.0");
  lsc_test_assert_contains (changed->out, "Allocations: 1 new, 0 gone.");
  rows = lsc_test_cli_output (place, EXIT_DELIVERED, "memory", before, "--compare", after,
                              "--blocks", "--json", NULL);
  lines = lsc_test_json_lines (rows->out);
  first = lines->pdata[0];
  g_assert_cmpstr (json_object_get_string_member (first, "op"), ==, "aten::empty");
  g_assert_cmpint (json_object_get_int_member (first, "delta_bytes"), ==, 16777216);
  g_assert_cmpstr (json_object_get_string_member (first, "state"), ==, "new");
  same = lsc_test_cli_output (place, EXIT_DELIVERED, "memory", after, "--compare", after, NULL);
  g_assert_cmpstr (same->out, ==, "Both sides are the same recording: memory does not differ.\n");
  snapshot = g_build_filename (root, "h100", "snapshot-leak.pickle", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "memory", after, "--compare", snapshot, NULL);
  missing = lsc_test_cli_output (place, EXIT_NOTHING, "memory", without, "--compare", after, NULL);
  lsc_test_assert_contains (missing->err, "because the recording before has none");
}

/* One allocation more in a step is one row that differs: blocks are paired by operator and size,
 * not by their place in the list, where all that come later would have moved. */
static void
test_one_more (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *text = make_trace (3);
  g_autofree char *more = make_trace_with (3, TRUE);
  g_autofree char *before = write_trace (place, text);
  g_autofree char *after = g_build_filename (place->data, "more.json", NULL);
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  guint n_changed = 0;

  write_file (after, more);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "memory", before, "--compare", after,
                                "--blocks", "--json", NULL);
  rows = lsc_test_json_lines (output->out);
  g_assert_cmpuint (rows->len, ==, 3);
  for (guint i = 0; i < rows->len; i++)
    if (get_int (rows, i, "delta_count") != 0 || get_int (rows, i, "delta_bytes") != 0)
      {
        g_assert_cmpstr (json_object_get_string_member (rows->pdata[i], "op"), ==, "aten::mm");
        g_assert_cmpint (get_int (rows, i, "delta_count"), ==, 1);
        g_assert_cmpint (get_int (rows, i, "delta_bytes"), ==, 4 * MIB);
        n_changed++;
      }
  g_assert_cmpuint (n_changed, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-memory/growth", test_growth);
  g_test_add_func ("/cli-memory/readable", test_readable);
  g_test_add_func ("/cli-memory/at", test_at);
  g_test_add_func ("/cli-memory/nothing", test_nothing);
  g_test_add_func ("/cli-memory/many-ranks", test_many_ranks);
  g_test_add_func ("/cli-memory/compare", test_compare);
  g_test_add_func ("/cli-memory/one-more", test_one_more);
  return g_test_run ();
}
