/* test-job-ops.c - op timelines of jobs: good, odd, cut and hostile ones
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "read/ops/lsc-job-ops-read.h"

#define MS G_GINT64_CONSTANT (1000000)

static LscJobOps *
try_text (const char *text, gssize n, const LscOpNames *names, GError **error)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (root, "any.json", NULL);

  g_assert_true (g_file_set_contents (path, text, n, NULL));
  return lsc_job_ops_read (path, names, NULL, error);
}

static LscJobOps *
read_text (const char *text, const LscOpNames *names)
{
  g_autoptr (GError) error = NULL;
  LscJobOps *ops = try_text (text, -1, names, &error);

  g_assert_no_error (error);
  return ops;
}

static char *
get_small_path (void)
{
  return g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "tests", "data", "ops",
                           "timeline-small.json", NULL);
}

static char *
get_small (void)
{
  g_autofree char *path = get_small_path ();
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static char *
replace (const char *text, const char *before, const char *after)
{
  g_auto (GStrv) parts = g_strsplit (text, before, -1);

  return g_strjoinv (after, parts);
}

/* An op of rank tid / 5 of replica 0. */
static void
add_op (GString *text, const char *name, gint64 tid, const char *ts, const char *dur,
        const char *args)
{
  g_string_append_printf (text,
                          "%s{\"name\":\"%s\",\"cat\":\"%s\",\"pid\":0,\"tid\":%" PRId64
                          ",\"ts\":%s,\"dur\":%s,\"ph\":\"X\",\"args\":{%s}}",
                          text->len == 0 ? "[" : ",", name, name, tid, ts, dur, args);
}

static gint64
count_notices (LscJobOps *ops, const char *code, gboolean is_loss)
{
  gint64 count = -2;

  for (gsize i = 0; i < lsc_notices_get_count (ops->notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (ops->notices, i);

      if (strcmp (notice->code, code) != 0)
        continue;
      g_assert_cmpint (notice->is_loss, ==, is_loss);
      g_assert_cmpint (count, ==, -2);
      count = notice->count;
    }
  return count;
}

static const LscJobOp *
find_op (const LscJobOps *ops, gsize worker, LscJobOpKind kind, guint32 number)
{
  gsize n;
  const LscJobOp *list = lsc_job_ops_get (ops, 0, worker, &n);

  for (gsize i = 0; i < n; i++)
    if (list[i].kind == kind && list[i].number == number)
      return &list[i];
  g_assert_not_reached ();
}

static void
check_small (LscJobOps *ops)
{
  const LscJobOp *op;
  gsize n;

  g_assert_cmpuint (ops->workers.n, ==, 4);
  for (gsize i = 0; i < 4; i++)
    {
      g_assert_cmpint (ops->workers.items[i].rank, ==, (gint64) i);
      g_assert_cmpint (ops->workers.items[i].replica, ==, (gint64) i % 2);
      g_assert_cmpint (ops->workers.items[i].stage, ==, (gint64) i / 2);
      g_assert_nonnull (lsc_job_ops_get (ops, 0, i, &n));
      g_assert_cmpuint (n, ==, 15);
    }
  g_assert_cmpuint (ops->ops.n, ==, 4 * 15);
  g_assert_cmpuint (ops->steps.n, ==, 1);
  g_assert_cmpint (ops->steps.items[0].number, ==, 7);
  g_assert_cmpint (ops->steps.items[0].begin_ns, ==, 0);
  g_assert_cmpint (ABS (ops->steps.items[0].length_ns - 123 * MS), <, 10);
  op = find_op (ops, 1, LSC_JOB_OP_BACKWARD_COMPUTE, 1);
  g_assert_cmpint (op->start_ns, ==, 82 * MS);
  g_assert_cmpint (op->length_ns, ==, 30 * MS);
  g_assert_cmpuint (op->micro_batch, ==, 1);
  g_assert_cmpuint (op->chunk, ==, 0);
  op = find_op (ops, 1, LSC_JOB_OP_GC, 0);
  g_assert_cmpuint (op->micro_batch, ==, LSC_JOB_NO_MICRO_BATCH);
  g_assert_cmpuint (op->chunk, ==, LSC_JOB_NO_CHUNK);
  g_assert_cmpuint (op->row, ==, LSC_JOB_ROW_COMPUTE);
  op = find_op (ops, 3, LSC_JOB_OP_BACKWARD_SEND, 1);
  g_assert_cmpint (op->start_ns, ==, 81 * MS);
  g_assert_cmpuint (op->row, ==, LSC_JOB_ROW_MESSAGES);
  g_assert_cmpstr (lsc_intern_text (ops->strings, op->name), ==, "backward-send");
}

static void
test_small (void)
{
  g_autofree char *path = get_small_path ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscJobOps) ops = lsc_job_ops_read (path, NULL, NULL, &error);

  g_assert_no_error (error);
  check_small (ops);
  g_assert_cmpstr (ops->name, ==, "small");
  g_assert_cmpint (ops->n_ranks, ==, 4);
  g_assert_cmpuint (lsc_notices_get_count (ops->notices), ==, 0);
}

/* Other forms of the same: blanks, a mark in front, texts for numbers, an object around it. */
static void
test_forms (void)
{
  g_autofree char *small = get_small ();
  g_autofree char *blanks = replace (small, ":", " : ");
  g_autofree char *marked = g_strconcat ("\xef\xbb\xbf\n", blanks, NULL);
  g_autofree char *quoted = replace (small, "\"pid\":1,", "\"pid\":\"1\",");
  g_autofree char *inside =
      g_strdup_printf ("{\"displayTimeUnit\":\"ms\",\"traceEvents\": %s}", small);
  const char *const texts[] = { small, marked, quoted, inside };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LscJobOps) ops = read_text (texts[i], NULL);

      check_small (ops);
      g_assert_cmpstr (ops->name, ==, "any");
      g_assert_cmpint (ops->n_ranks, ==, 0);
      g_assert_cmpuint (lsc_notices_get_count (ops->notices), ==, 0);
    }
}

/* Fractions to the ns, half up; negative lengths stay; exponents are numbers. */
static void
test_times (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LscJobOps) ops = NULL;

  add_op (text, "forward-compute", 0, "1053251.7433166504", "412401.79538726807",
          "\"step\":1,\"mb_id\":0,\"seq_id\":0");
  add_op (text, "forward-compute", 0, "2e6", "1.0005", "\"step\":1,\"mb_id\":70000,\"seq_id\":1");
  add_op (text, "optimizer-clip-main-grad", 3, "2000010", "-74.9995",
          "\"step\":1.0,\"mb_id\":3,\"seq_id\":0");
  g_string_append (text, "]");
  ops = read_text (text->str, NULL);
  g_assert_cmpint (ops->ops.items[0].start_ns, ==, 1053251743);
  g_assert_cmpint (ops->ops.items[0].length_ns, ==, 412401795);
  g_assert_cmpint (ops->ops.items[1].start_ns, ==, 2000000000);
  g_assert_cmpint (ops->ops.items[1].length_ns, ==, 1001);
  g_assert_cmpuint (ops->ops.items[1].micro_batch, ==, LSC_JOB_NO_MICRO_BATCH);
  g_assert_cmpint (ops->ops.items[2].length_ns, ==, -75000);
  g_assert_cmpuint (ops->ops.items[2].micro_batch, ==, LSC_JOB_NO_MICRO_BATCH);
  g_assert_cmpint (ops->steps.items[0].begin_ns, ==, 1053251743); /* the rule does not hold */
}

/* A second step begins 1.1 times the length of the first behind its begin, in single precision. */
static void
test_clock (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LscJobOps) ops = NULL;
  float second = 1.1f * 1.0f;

  add_op (text, "optimizer", 0, "1100500", "1099000", "\"step\":9");
  add_op (text, "optimizer", 0, "1000", "999000", "\"step\":2");
  g_string_append (text, "]");
  ops = read_text (text->str, NULL);
  g_assert_cmpuint (ops->steps.n, ==, 2);
  g_assert_cmpint (ops->steps.items[0].number, ==, 2);
  g_assert_cmpint (ops->steps.items[0].begin_ns, ==, 0);
  g_assert_cmpint (ops->steps.items[0].length_ns, ==, 1000 * MS);
  g_assert_cmpint (ops->steps.items[1].begin_ns, ==, (gint64) ((double) second * 1e9 + 0.5));
  g_assert_cmpint (ABS (ops->steps.items[1].length_ns - (2199500000 - 1100000024)), <, 100);
}

/* Events in another order, without numbers, twice, and two of one number. */
static void
test_numbers (void)
{
  g_autofree char *small = get_small ();
  g_autofree char *unnumbered = replace (small, ",\"seq_id\":", ",\"other\":");
  g_autofree char *same = replace (small, ",\"seq_id\":1}", ",\"seq_id\":0}");
  g_auto (GStrv) lines = g_strsplit (small, ",\n", -1);
  g_autoptr (GString) twice = g_string_new (small);
  g_autoptr (GString) turned = g_string_new ("[");
  g_autoptr (LscJobOps) ops = read_text (unnumbered, NULL);
  guint n = g_strv_length (lines);

  check_small (ops);
  g_assert_cmpint (count_notices (ops, "numbered-ops", FALSE), >, 0);
  lsc_job_ops_unref (ops);
  ops = read_text (same, NULL);
  check_small (ops);
  g_assert_cmpint (count_notices (ops, "numbered-ops", FALSE), >, 0);
  lsc_job_ops_unref (ops);
  for (guint i = n; i-- > 0;)
    {
      g_autofree char *whole = i == n - 1 ? replace (lines[i], "\"}}]", "\"}}") : NULL;

      g_string_append_printf (turned, "%s%s", i < n - 1 ? "," : "",
                              i == 0  ? lines[i] + 1
                              : whole ? whole
                                      : lines[i]);
    }
  g_string_append (turned, "]");
  ops = read_text (turned->str, NULL);
  check_small (ops);
  g_assert_cmpuint (lsc_notices_get_count (ops->notices), ==, 0);
  lsc_job_ops_unref (ops);
  g_string_truncate (twice, (gsize) (strrchr (twice->str, ']') - twice->str));
  g_string_append_printf (twice, ",%s,%s]", lines[3], lines[4]);
  ops = read_text (twice->str, NULL);
  check_small (ops);
  g_assert_cmpint (count_notices (ops, "double-event", TRUE), ==, 2);
}

/* Names by a table of the user; those that nobody knows are told once. */
static void
test_names (void)
{
  g_autofree char *small = get_small ();
  g_autofree char *renamed = replace (small, "\"forward-compute\"", "\"Fwd step of B 7\"");
  g_autofree char *other = replace (renamed, "\"optimizer\"", "\"opt\"");
  g_autoptr (GError) error = NULL;
  g_autoptr (LscOpNames) names = lsc_op_names_parse ("# mine\n\nFwd step*\tforward-compute\r\n"
                                                     "\"opt\" = optimizer\nx, other\n",
                                                     "names", &error);
  g_autoptr (LscJobOps) ops = NULL;
  g_autoptr (LscNotice) notice = NULL;

  g_assert_no_error (error);
  ops = read_text (other, names);
  check_small (ops);
  g_assert_cmpuint (lsc_notices_get_count (ops->notices), ==, 0);
  lsc_job_ops_unref (ops);
  ops = read_text (other, NULL);
  g_assert_cmpuint (ops->ops.n, ==, 4 * 15);
  g_assert_cmpint (count_notices (ops, "unknown-op", FALSE), ==, 12);
  notice = lsc_notices_copy_nth (ops->notices, 0);
  g_assert_nonnull (strstr (notice->what, "Fwd step of B 7 (8), opt (4)"));
}

static void
test_bad_names (void)
{
  static const char *const texts[] = { "forward", "a gc\nc forwards\n", "=optimizer", "\xff gc" };
  static const char *const words[] = { "line 1", "line 2", "line 1", "UTF-8" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (lsc_op_names_parse (texts[i], "names.txt", &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
      g_assert_nonnull (strstr (error->message, "names.txt"));
      g_assert_nonnull (strstr (error->message, i == 1 ? "forwards" : words[i]));
    }
}

/* Kinds that the study does not replay are known all the same. */
static void
test_known_names (void)
{
  LscOpMeaning meaning;

  g_assert_true (lsc_op_names_find (NULL, "tp-allgather", &meaning));
  g_assert_cmpint (meaning.kind, ==, LSC_JOB_OP_OTHER);
  g_assert_cmpint (meaning.row, ==, LSC_JOB_ROW_TENSOR);
  for (guint i = 0; i < LSC_JOB_N_OP_KINDS; i++)
    {
      g_assert_true (lsc_op_names_find (NULL, lsc_job_op_kind_name (i), &meaning));
      g_assert_cmpint (meaning.kind, ==, i);
    }
  g_assert_false (lsc_op_names_find (NULL, "forward", &meaning));
  g_assert_cmpint (meaning.kind, ==, LSC_JOB_OP_OTHER);
}

/* Cut anywhere: what was complete is kept, and the loss is told. */
static void
test_cut (void)
{
  g_autofree char *small = get_small ();
  gsize n = strlen (small);

  for (gsize cut = 0; cut < n; cut += 37)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LscJobOps) ops = try_text (small, (gssize) cut, NULL, &error);

      if (!ops)
        {
          g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
          g_assert_cmpuint (cut, <, 200);
          continue;
        }
      g_assert_cmpint (count_notices (ops, "truncated-file", TRUE), ==, -1);
    }
}

/* Without the names of threads stages follow from the order of ranks in a replica. */
static void
test_no_metadata (void)
{
  g_autofree char *small = get_small ();
  g_autofree char *bare = replace (small, "\"thread_name\"", "\"thread\"");
  g_autoptr (LscJobOps) ops = read_text (bare, NULL);

  check_small (ops);
  g_assert_cmpint (count_notices (ops, "counted-stages", FALSE), ==, 4);
}

static void
test_odd_values (void)
{
  static const char *const bad[][2] = {
    { "\"ts\":48000", "\"ts\":NaN" },
    { "\"ts\":48000", "\"ts\":1e300" },
    { "\"ts\":48000", "\"ts\":null" },
    { "\"dur\":30000", "\"dur\":-Infinity" },
    { "\"dur\":30000", "\"dur\":1e18" },
    { "\"pid\":0,\"tid\":0,\"ts\":2000,", "\"ts\":2000," },
    { "\"step\":7,\"model_chunk\":0,\"mb_id\":1", "\"model_chunk\":0,\"mb_id\":1" },
    { "\"ts\":48000,", "\"ts\":}{48000," },
    { "\"ts\":48000,", "\"ts\":48000 \"x\"," },
  };
  g_autofree char *small = get_small ();

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = replace (small, bad[i][0], bad[i][1]);
      g_autoptr (LscJobOps) ops = read_text (text, NULL);

      g_assert_cmpstr (text, !=, small);
      g_assert_cmpuint (ops->ops.n, <, 4 * 15);
      g_assert_cmpuint (ops->ops.n, >=, 4 * 15 - 8);
      g_assert_true (lsc_notices_have_loss (ops->notices));
    }
}

/* Millions of threads and steps with hardly an op for each are refused in a sentence. */
static void
test_hostile (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *args = g_strdup_printf ("\"step\":%u", i);

      add_op (text, "optimizer", i * 5, "1", "1", args);
    }
  g_string_append (text, "]");
  g_assert_null (try_text (text->str, -1, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_clear_error (&error);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 140000; i++)
    add_op (text, "optimizer", (gint64) i * 5, "1", "1", "\"step\":1");
  g_string_append (text, "]");
  g_assert_null (try_text (text->str, -1, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_null (try_text ("[]", -1, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_clear_error (&error);
  g_assert_null (lsc_job_ops_read ("/nowhere/x.json", NULL, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/job-ops/small", test_small);
  g_test_add_func ("/job-ops/forms", test_forms);
  g_test_add_func ("/job-ops/times", test_times);
  g_test_add_func ("/job-ops/clock", test_clock);
  g_test_add_func ("/job-ops/numbers", test_numbers);
  g_test_add_func ("/job-ops/names", test_names);
  g_test_add_func ("/job-ops/bad-names", test_bad_names);
  g_test_add_func ("/job-ops/known-names", test_known_names);
  g_test_add_func ("/job-ops/cut", test_cut);
  g_test_add_func ("/job-ops/no-metadata", test_no_metadata);
  g_test_add_func ("/job-ops/odd-values", test_odd_values);
  g_test_add_func ("/job-ops/hostile", test_hostile);
  return g_test_run ();
}
