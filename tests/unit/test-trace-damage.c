/* test-trace-damage.c - traces that are damaged, cut off, hostile, or none
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdio.h>

#include "base/lsc-error.h"
#include "trace-helper.h"

static void
test_bad_events (void)
{
  static const struct
  {
    const char *bad;
    const char *code;
    int n_bad;
    int n_events;
  } cases[] = {
    { "{\"ph\":\"X\",\"pid\":309XX@@4,\"ts\":1,\"dur\":1}", "bad-json", 1, 3 },
    { "{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"args\":{\"a\":309XX@@4}}", "bad-json", 1, 3 },
    { "{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"args\":{\"a\":[1,2}}}", "bad-json", 1, 3 },
    { "{\"ph\" \"X\",\"ts\":1,\"dur\":1}", "bad-json", 1, 3 },
    { "{\"ph\":\"X\" \"ts\":1,\"dur\":1}", "bad-json", 1, 3 },
    { "{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"args\":{\"a\":nil}}", "bad-json", 1, 3 },
    { "{\"ph\":\"X\",\"ts\":1 2,\"dur\":1}", "bad-json", 1, 3 },
    { "{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"name\":\"lost quote}", "bad-json", 1, 3 },
    { "{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"name\":\"x\"\"}", "bad-json", 1, 3 },
    { "{\"ph\":\"X\",\"ts\":1}", "bad-event", 1, 3 },
    { "{\"ph\":\"X\",\"dur\":1}", "bad-event", 1, 3 },
    { "{\"ph\":\"X\",\"ts\":1,\"dur\":-1}", "bad-event", 1, 3 },
    { "{\"ph\":\"X\",\"ts\":9223372036854775,\"dur\":9223372036854775}", "bad-event", 1, 3 },
    { "{\"name\":\"no phase\"}", "bad-event", 1, 3 },
    { "{}", "bad-event", 1, 3 },
    { "17", "bad-json", 1, 2 },
    { "null", "bad-json", 1, 2 },
    { "[[1,\"]\"],{}]", "bad-json", 1, 2 },
    { "\"text\"", "bad-json", 1, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("[" A ", %s, " B "]", cases[i].bad);
      g_autoptr (LscTraceFile) file = trace_read_text (text);

      g_test_message ("%s", cases[i].bad);
      g_assert_true (trace_has_notice (file, cases[i].code));
      g_assert_cmpint (file->n_bad, ==, cases[i].n_bad);
      g_assert_cmpint (file->n_events, ==, cases[i].n_events);
      g_assert_false (file->is_truncated);
      g_assert_cmpuint (trace_track (file, 0)->slices.n, ==, 2);
      g_assert_cmpstr (trace_name (file, 0, 1), ==, "b");
    }
}

static void
test_no_traces (void)
{
  GString *deep = g_string_new ("[");

  trace_expect_error (" \n ", 3, LSC_ERROR_CORRUPT, "before the first complete event");
  trace_expect_error ("hello", 5, LSC_ERROR_CORRUPT, "not JSON");
  trace_expect_error ("[", 1, LSC_ERROR_CORRUPT, "before the first complete event");
  trace_expect_error ("[{\"ph\":\"X\",\"na", 13, LSC_ERROR_CORRUPT,
                      "before the first complete event");
  trace_expect_error ("{\"schema\":\"1\",\"nodes\":[{\"id\":1}]}", 33, LSC_ERROR_CORRUPT,
                      "traceEvents");
  trace_expect_error ("{\"traceEvents\":17}", 18, LSC_ERROR_CORRUPT, "traceEvents");
  trace_expect_error ("[1,2,3]", 7, LSC_ERROR_CORRUPT, "nothing in its array");
  trace_expect_error ("[{\"a\":1},{\"a\":2}]", 17, LSC_ERROR_CORRUPT, "nothing in its array");
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, '[');
  trace_expect_error (deep->str, deep->len, LSC_ERROR_CORRUPT, "before the first complete event");
  g_string_assign (deep, "[{\"ph\":\"X\",\"args\":{\"a\":");
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, i % 2 ? '[' : '{');
  trace_expect_error (deep->str, deep->len, LSC_ERROR_CORRUPT, "brackets");
  g_string_free (deep, TRUE);
}

static void
test_deep (void)
{
  static const guint depths[] = { 126, 127, 128, 129, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (depths); i++)
    {
      GString *text =
          g_string_new ("[" A ",{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":2,\"ts\":1,"
                        "\"dur\":2,\"args\":{\"x\":");
      gboolean is_deep = depths[i] > LSC_JSON_DEPTH;
      g_autoptr (LscTraceFile) file = NULL;

      for (guint j = 0; j < depths[i]; j++)
        g_string_append_c (text, '[');
      for (guint j = 0; j < depths[i]; j++)
        g_string_append_c (text, ']');
      g_string_append (text, "}}," B "]");
      file = trace_read_text (text->str);
      g_assert_cmpint (file->n_events, ==, 3);
      g_assert_cmpint (file->n_bad, ==, is_deep);
      g_assert_cmpint (trace_has_notice (file, "deep-event"), ==, is_deep);
      g_assert_cmpuint (trace_track (file, 0)->slices.n, ==, is_deep ? 2 : 3);
      g_string_free (text, TRUE);
    }
}

/* 100 MB: left out, what follows is read; 300 MB: reading stops. */
static void
test_long (void)
{
  static const gsize sizes[] = { (gsize) 20 << 20, 100000000, 300000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      GString *text = g_string_sized_new (sizes[i] + 1000);
      g_autoptr (LscTraceFile) file = NULL;

      g_string_append (text,
                       "[" A ",{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":3,\"dur\":0,\"name\":\"");
      g_string_set_size (text, text->len + sizes[i]);
      memset (text->str + text->len - sizes[i], 'x', sizes[i]);
      g_string_append (text, "\"}," B "]");
      file = trace_read_text (text->str);
      g_string_free (text, TRUE);
      g_assert_cmpint (trace_has_notice (file, "long-event"), ==, i > 0);
      g_assert_cmpint (trace_has_notice (file, "endless-event"), ==, i > 1);
      g_assert_cmpint (file->is_truncated, ==, i > 1);
      g_assert_cmpuint (trace_track (file, 0)->slices.n, ==, i == 0 ? 3 : i == 1 ? 2 : 1);
      if (i == 2)
        g_assert_cmpint (file->truncated_at, ==, strlen ("[" A ","));
    }
}

/* Cut anywhere: every event before the cut is kept, and the place is said. */
static void
test_truncated (void)
{
  static const char *const forms[] = { "[" A ", " B "," A "]",
                                       "{\"x\":{\"y\":1},\"traceEvents\":[" A ",\n" B "," A
                                       "],\"z\":2}" };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    for (gsize n = 1; n <= strlen (forms[i]); n++)
      for (guint parts = 1; parts <= 3; parts++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (LscTraceFile) file =
              trace_try_bytes (forms[i], n, LSC_TRACE_ASCEND, parts, &error);
          const char *first = strstr (forms[i], A) + strlen (A);
          const char *second = strstr (forms[i], B) + strlen (B);
          const char *third = strstr (second, A) + strlen (A);
          const char *cut = forms[i] + n;
          int n_events = (cut >= first) + (cut >= second) + (cut >= third);

          if (n_events == 0)
            {
              g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
              continue;
            }
          g_assert_no_error (error);
          g_assert_cmpint (file->n_events, ==, n_events);
          g_assert_cmpuint (trace_track (file, 0)->slices.n, ==, n_events);
          g_assert_cmpint (file->n_bad, ==, 0);
          g_assert_cmpint (file->is_truncated, ==, n < strlen (forms[i]));
          g_assert_cmpint (trace_has_notice (file, "truncated-file"), ==, n < strlen (forms[i]));
          if (file->is_truncated)
            g_assert_cmpint (file->truncated_at, <=, n);
          if (file->is_truncated && cut > first + 2 && cut < second)
            g_assert_cmpint (file->truncated_at, ==, strstr (forms[i], B) - forms[i]);
        }
}

/* Reads of the first bytes make the file grow. */
static void
grow_file (double share, const char *what, gpointer path)
{
  FILE *file = g_fopen (path, "ab");

  fputs (" ", file);
  fclose (file);
}

static void
test_changed (void)
{
  g_autofree char *path = g_build_filename (trace_dir, "trace.json", NULL);
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_KINETO, trace_dir, path);
  g_autoptr (LscJob) job = lsc_job_new (NULL, grow_file, path);
  g_autoptr (LscTraceFile) before = trace_read_text ("[" A "]");
  g_autoptr (LscTraceFile) file = lsc_trace_file_read (source, LSC_TRACE_ASCEND, 1, job, NULL);

  g_assert_false (trace_has_notice (before, "changed-file"));
  g_assert_cmpint (file->n_events, ==, 1);
  g_assert_true (trace_has_notice (file, "changed-file"));
  g_assert_false (lsc_notices_have_loss (before->notices));
  g_assert_true (lsc_notices_have_loss (file->notices));
}

void
trace_add_damage_tests (void)
{
  g_test_add_func ("/trace-file/bad-events", test_bad_events);
  g_test_add_func ("/trace-file/no-traces", test_no_traces);
  g_test_add_func ("/trace-file/deep", test_deep);
  g_test_add_func ("/trace-file/long", test_long);
  g_test_add_func ("/trace-file/truncated", test_truncated);
  g_test_add_func ("/trace-file/changed", test_changed);
}
