/* test-trace-file.c - trace events: what a file says, and single events read again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>

#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "model/lsc-timeline.h"
#include "trace-helper.h"

static void
test_forms (void)
{
  static const struct
  {
    const char *text;
    gint64 base;
  } forms[] = {
    { "[" A "," B "]", 0 },
    { " \r\n\t[ " A " ,\n\n " B " ] \n", 0 },
    { "\xef\xbb\xbf[" A "," B "]", 0 },
    { "[" A "," B ",]", 0 },
    { "{\"traceEvents\":[" A "," B "]}", 0 },
    { "{\"a\":{\"traceEvents\":[1]},\"baseTimeNanoseconds\":17,\"traceEvents\":[" A "," B "]}",
      17 },
    { "{\"traceEvents\":[" A "," B "],\"baseTimeNanoseconds\": 1735632360000000000 , \"x\":null}",
      1735632360000000000 },
    { "{\"traceEvents\":[" A "], \"more\":[], \"traceEvents\" : [" B "]}", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (LscTraceFile) file = trace_read_text (forms[i].text);

      g_assert_cmpint (file->n_events, ==, 2);
      g_assert_cmpint (file->n_bad, ==, 0);
      g_assert_false (file->is_truncated);
      g_assert_cmpuint (file->tracks->len, ==, 1);
      g_assert_cmpint (trace_track (file, 0)->pid_number, ==, 1);
      g_assert_cmpint (trace_track (file, 0)->tid_number, ==, 2);
      g_assert_cmpstr (trace_name (file, 0, 1), ==, "b");
      g_assert_cmpint (trace_slice (file, 0, 1)->start_ns, ==, 5000);
      g_assert_cmpint (trace_slice (file, 0, 0)->detail, ==,
                       strstr (forms[i].text, A) - forms[i].text);
      g_assert_cmpint (file->has_base, ==, forms[i].base != 0);
      g_assert_cmpint (file->base_ns, ==, forms[i].base);
      g_assert_true (file->has_whole_us);
      g_assert_cmpuint (lsc_notices_get_count (file->notices), ==, 0);
    }
}

static void
test_top (void)
{
  g_autoptr (LscTraceFile) file = trace_read_text (
      "{\"schemaVersion\":1,\"n\\u0061me\":\"t\\\"x\",\"d\":{\"r\":[1,{}]},\"traceEvents\":[],"
      "\"displayTimeUnit\":\"ms\"}");

  g_assert_cmpstr (g_hash_table_lookup (file->top, "schemaVersion"), ==, "1");
  g_assert_cmpstr (g_hash_table_lookup (file->top, "name"), ==, "\"t\\\"x\"");
  g_assert_cmpstr (g_hash_table_lookup (file->top, "d"), ==, "{\"r\":[1,{}]}");
  g_assert_cmpstr (g_hash_table_lookup (file->top, "displayTimeUnit"), ==, "\"ms\"");
  g_assert_cmpuint (file->tracks->len, ==, 0);
}

static void
test_times (void)
{
  static const struct
  {
    const char *text;
    gint64 ns;
  } times[] = {
    { "0", 0 },
    { "7", 7000 },
    { "7.5", 7500 },
    { "\"7.05\"", 7050 },
    { "\"1736412474714258.990\"", 1736412474714258990 },
    { "\"1736412474714258.990\\t\"", -1 }, /* an escape is no blank */
    { "\"1736412474714258.990\t\"", 1736412474714258990 },
    { "\" 1736412474714258\r\n\"", 1736412474714258000 },
    { "4203669604595.407", 4203669604595407 },
    { "828.33653125", 828337 },
    { "828.3364999999999999999999", 828336 },
    { "0.0005", 1 },
    { "0.00049", 0 },
    { "1e3", 1000000 },
    { "1.5E+2", 150000 },
    { "25e-1", 2500 },
    { "123456789012345678e-9", 123456789012 },
    { "4323455642275676", 4323455642275676000 },
    { "4323455642275677", -1 },
    { "9223372036854776", -1 },
    { "99999999999999999999999999", -1 },
    { "1e400", -1 },
    { "\"\"", -1 },
    { "\"soon\"", -1 },
    { "null", -1 },
    { "[1]", -1 },
    { "true", -1 },
    { "NaN", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":2,\"ts\":%s,\"dur\":0}," B "]",
          times[i].text);
      g_autoptr (LscTraceFile) file = trace_read_text (text);

      g_test_message ("%s", times[i].text);
      g_assert_cmpint (file->n_events, ==, 2);
      g_assert_cmpint (file->n_bad, ==, times[i].ns < 0);
      g_assert_cmpint (trace_has_notice (file, "bad-event"), ==, times[i].ns < 0);
      if (times[i].ns >= 0)
        g_assert_cmpint (trace_slice (file, 0, 0)->start_ns, ==, times[i].ns);
      if (times[i].ns >= 0)
        g_assert_cmpint (file->has_whole_us, ==, times[i].ns % 1000 == 0);
    }
}

static void
test_durations (void)
{
  static const gint64 durations[] = { 0, 4294967294, 4294967295, 4294967296, 10000000000 };

  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":2,\"ts\":\"1\",\"dur\":"
                           "\"%" G_GINT64_FORMAT ".%03d\"}]",
                           durations[i] / 1000, (int) (durations[i] % 1000));
      g_autoptr (LscTraceFile) file = trace_read_text (text);

      g_assert_cmpint (trace_duration (file, 0, 0), ==, durations[i]);
    }
}

static void
test_names (void)
{
  static const struct
  {
    const char *written;
    const char *read;
  } names[] = {
    { "plain", "plain" },
    { "", "" },
    { "exactly 16 bytes", "exactly 16 bytes" },
    { "a \\\"quoted\\\" \\\\ back\\/slash\\\\", "a \"quoted\" \\ back/slash\\" },
    { "\\u00e9\\u4e2d\\ud83d\\ude00", "é中😀" },
    { "\\ud83d alone \\ude00 \\ud83d\\u0041", "\xef\xbf\xbd alone \xef\xbf\xbd \xef\xbf\xbd"
                                              "A" },
    { "\\u12", "\\u12" },
    { "raw \n\t\x01 control", "raw \n\t\x01 control" },
    { "bad \xff\xc3 bytes", "bad \xef\xbf\xbd\xef\xbf\xbd bytes" },
    { "\\u0000", "\xef\xbf\xbd" },
    { "\\q", "\\q" },
    { "中文名字", "中文名字" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("[{\"ph\":\"X\",\"name\":\"%s\",\"cat\":\"%s\","
                           "\"pid\":\"%s\",\"tid\":2,\"ts\":1,\"dur\":2}]",
                           names[i].written, names[i].written, names[i].written);
      g_autoptr (LscTraceFile) file = trace_read_text (text);

      g_assert_cmpstr (trace_name (file, 0, 0), ==, names[i].read);
      g_assert_cmpstr (g_ptr_array_index (file->categories, trace_slice (file, 0, 0)->category), ==,
                       names[i].read);
      g_assert_cmpstr (lsc_intern_text (file->strings, trace_track (file, 0)->pid), ==,
                       names[i].read);
      g_assert_cmpint (trace_track (file, 0)->pid_number, ==, -1);
    }
}

static void
test_tracks (void)
{
  g_autoptr (LscTraceFile) file = trace_read_text (
      "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":7,\"tid\":\"8\",\"ts\":1,\"dur\":2},"
      "{\"ph\":\"X\",\"name\":\"a\",\"pid\":\"7\",\"tid\":8,\"ts\":2,\"dur\":2},"
      "{\"ph\":\"X\",\"name\":\"a\",\"pid\":\"Spans\",\"tid\":-1,\"ts\":3,\"dur\":2},"
      "{\"ph\":\"X\",\"name\":\"a\",\"pid\":\"08\",\"tid\":20000000000000000000,\"ts\":3,\"dur\":2}"
      ","
      "{\"ph\":\"X\",\"name\":\"a\",\"ts\":3,\"dur\":2},"
      "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":7,\"tid\":0,\"args\":{\"name\":\"old\"}},"
      "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":7,\"args\":{\"name\":\"py\\u0074hon\"}},"
      "{\"args\":{\"labels\":\"NPU\"},\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":\"7\","
      "\"tid\":0},"
      "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":7,\"tid\":0,\"args\":{\"sort_index\":"
      "13}},"
      "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":7,\"tid\":8,\"args\":{\"name\":\"stream 7 "
      "\"}},"
      "{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":7,\"tid\":8,\"args\":{\"sort_index\":"
      "\"-2\"}}"
      "]");
  const LscTrack *track = trace_track (file, 0);

  g_assert_cmpuint (file->tracks->len, ==, 4);
  g_assert_cmpuint (track->slices.n, ==, 2);
  g_assert_cmpstr (lsc_intern_text (file->strings, track->pid), ==, "7");
  g_assert_cmpint (track->tid_number, ==, 8);
  g_assert_cmpstr (lsc_intern_text (file->strings, track->process_name), ==, "python");
  g_assert_cmpstr (lsc_intern_text (file->strings, track->process_labels), ==, "NPU");
  g_assert_cmpint (track->process_sort, ==, 13);
  g_assert_cmpstr (lsc_intern_text (file->strings, track->thread_name), ==, "stream 7 ");
  g_assert_cmpint (track->thread_sort, ==, -2);
  g_assert_cmpuint (trace_track (file, 1)->process_name, ==, LSC_STRING_NONE);
  g_assert_cmpint (trace_track (file, 1)->process_sort, ==, G_MAXINT64);
  g_assert_cmpint (trace_track (file, 1)->pid_number, ==, -1);
  g_assert_cmpint (trace_track (file, 1)->tid_number, ==, -1);
  g_assert_cmpstr (lsc_intern_text (file->strings, trace_track (file, 2)->pid), ==, "08");
  g_assert_cmpstr (lsc_intern_text (file->strings, trace_track (file, 2)->tid), ==,
                   "20000000000000000000");
  g_assert_cmpint (trace_track (file, 2)->tid_number, ==, -1);
  g_assert_cmpstr (lsc_intern_text (file->strings, trace_track (file, 3)->pid), ==, "");
}

#define E(ph, name, ts, more)                                                                      \
  "{\"ph\":\"" ph "\",\"name\":\"" name "\",\"pid\":1,\"tid\":1,\"ts\":" ts more "}"

static char *
join (const char *const *events, gsize n)
{
  GString *text = g_string_new ("[");

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i ? "," : "", events[i]);
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static void
test_begin_end (void)
{
  static const char *const events[] = {
    E ("B", "outer", "10", ""), E ("B", "inner", "11", ""), E ("E", "", "12.5", ""),
    E ("E", "", "5000020", ""), E ("E", "", "21", ""),      E ("B", "early", "22", ""),
    E ("E", "", "20", ""),      E ("B", "open", "30", ""),  E ("X", "last", "40", ",\"dur\":7"),
  };
  g_autofree char *text = join (events, G_N_ELEMENTS (events));

  for (guint parts = 1; parts <= 9; parts++)
    {
      g_autoptr (LscTraceFile) file =
          trace_try_bytes (text, strlen (text), LSC_TRACE_ASCEND, parts, NULL);

      g_assert_cmpuint (trace_track (file, 0)->slices.n, ==, 5);
      g_assert_cmpint (trace_duration (file, 0, 0), ==, 5000010000);
      g_assert_cmpint (trace_duration (file, 0, 1), ==, 1500);
      g_assert_cmpint (trace_duration (file, 0, 2), ==, 0);
      g_assert_cmpint (trace_duration (file, 0, 3), ==, 5000020000 - 30000);
      g_assert_cmpint (trace_slice (file, 0, 3)->flags, ==, LSC_TRACE_FLAG_OPEN);
      g_assert_cmpint (trace_slice (file, 0, 4)->flags, ==, 0);
      g_assert_cmpint (file->n_bad, ==, 1);
      g_assert_true (trace_has_notice (file, "end-without-begin"));
    }
}

static void
test_phases (void)
{
  static const char *const events[] = {
    E ("i", "mark", "1", ",\"s\":\"t\""),
    E ("I", "mark", "2", ""),
    E ("C", "HBM 0/Read", "3",
       ",\"args\":{\"Read(MB/s)\":12.5,\"n\":\"-7\",\"t\":\"x\",\"l\":[1]}"),
    E ("s", "HostToDevice1", "4", ",\"id\":12,\"cat\":\"HostToDevice\""),
    E ("t", "x", "5", ",\"id\":\"12\",\"cat\":\"HostToDevice\""),
    E ("f", "HostToDevice36", "6", ",\"id\":\"36893488147419107329\",\"bp\":\"e\""),
    E ("f", "y", "7", ",\"id\":36893488147419107329"),
    E ("N", "object", "8", ""),
    E ("N", "object", "9", ""),
    E ("nope", "z", "8", ""),
    E ("s", "no id", "8", ""),
  };
  g_autofree char *text = join (events, G_N_ELEMENTS (events));
  g_autoptr (LscTraceFile) file = trace_read_text (text);
  const LscFlow *flows = file->flows.items;

  g_assert_cmpint (file->n_events, ==, 11);
  g_assert_cmpuint (trace_track (file, 0)->slices.n, ==, 2);
  g_assert_cmpint (trace_slice (file, 0, 0)->flags, ==, LSC_TRACE_FLAG_INSTANT);
  g_assert_cmpint (trace_slice (file, 0, 1)->flags, ==, LSC_TRACE_FLAG_INSTANT);
  g_assert_cmpuint (file->samples.n, ==, 2);
  g_assert_cmpfloat (file->samples.items[0].value, ==, 12.5);
  g_assert_cmpfloat (file->samples.items[1].value, ==, -7);
  g_assert_cmpint (file->samples.items[1].time_ns, ==, 3000);
  g_assert_cmpstr (lsc_intern_text (file->strings, file->samples.items[0].name), ==, "HBM 0/Read");
  g_assert_cmpstr (lsc_intern_text (file->strings, file->samples.items[0].key), ==, "Read(MB/s)");
  g_assert_cmpuint (file->flows.n, ==, 4);
  g_assert_cmpuint (flows[0].id, ==, 12);
  g_assert_cmpuint (flows[1].id, ==, 12);
  g_assert_cmpint (flows[1].phase, ==, 't');
  g_assert_cmpuint (flows[2].id, >=, (guint64) 1 << 63);
  g_assert_cmpuint (flows[2].id, ==, flows[3].id);
  g_assert_cmpint (flows[0].category, ==, lsc_trace_file_find_category (file, "HostToDevice"));
  g_assert_cmpint (flows[3].category, ==, lsc_trace_file_find_category (file, ""));
  g_assert_cmpint (lsc_trace_file_find_category (file, "nowhere"), ==, -1);
  g_assert_cmpuint (lsc_intern_find (file->strings, "HostToDevice1"), ==, LSC_STRING_NONE);
  g_assert_cmpint (file->n_bad, ==, 1);
  g_assert_true (trace_has_notice (file, "unknown-phase"));
  g_assert_true (trace_has_notice (file, "bad-event"));
}

/* Of several begins with one id an end closes the innermost of its name, whatever thread it is on;
 * an id of one process alone is another one elsewhere. */
static void
test_asyncs (void)
{
#define ID(n) ",\"cat\":\"request\",\"id\":\"" n "\""
#define LOCAL ",\"cat\":\"x\",\"id2\":{\"local\":\"0x9\"}"
  static const char *const events[] = {
    E ("b", "outer", "1", ID ("7")),
    E ("b", "inner", "2", ID ("7")),
    E ("n", "token", "3", ID ("7")),
    E ("b", "other", "3", ID ("8")),
    "{\"ph\":\"e\",\"name\":\"outer\",\"pid\":1,\"tid\":5,\"ts\":4" ID ("7") "}",
    E ("e", "inner", "5", ID ("7")),
    E ("e", "other", "9", ID ("8")),
    E ("e", "never", "9", ID ("9")),
    E ("S", "old", "1", ",\"cat\":\"o\",\"id\":3"),
    E ("F", "old", "2", ",\"cat\":\"o\",\"id\":3"),
    E ("b", "mine", "1", LOCAL),
    "{\"ph\":\"b\",\"name\":\"mine\",\"pid\":2,\"tid\":1,\"ts\":1" LOCAL "}",
    "{\"ph\":\"e\",\"name\":\"mine\",\"pid\":2,\"tid\":1,\"ts\":3" LOCAL "}",
    E ("e", "mine", "7", LOCAL),
  };
#undef ID
#undef LOCAL
  g_autofree char *text = join (events, G_N_ELEMENTS (events));

  for (guint parts = 1; parts <= 3; parts++)
    {
      g_autoptr (LscTraceFile) file =
          trace_try_bytes (text, strlen (text), LSC_TRACE_KINETO, parts, NULL);
      g_autoptr (GString) found = g_string_new (NULL);

      for (guint i = 0; i < file->tracks->len; i++)
        for (gsize k = 0; trace_track (file, i)->is_async && k < trace_track (file, i)->slices.n;
             k++)
          g_string_append_printf (found, "%s %d+%d ", trace_name (file, i, k),
                                  (int) (trace_slice (file, i, k)->start_ns / 1000),
                                  (int) (trace_duration (file, i, k) / 1000));
      g_assert_cmpstr (found->str, ==,
                       "outer 1+3 inner 2+3 token 3+0 other 3+6 old 1+1 mine 1+6 mine 1+2 ");
      g_assert_cmpint (file->n_bad, ==, 1);
      g_assert_true (trace_has_notice (file, "end-without-begin"));
      g_assert_false (trace_has_notice (file, "unknown-phase"));
    }
}

/* Documents, lists and events behind each other are read as one, wherever parts are cut; what is no
 * event is counted. */
static void
test_joined (void)
{
#define OBJECT "{\"schemaVersion\":1,\"traceEvents\":[" A "," B "],\"z\":2}"
#define LIST "[" A "," B "]"
  static const struct
  {
    const char *text;
    gsize n_slices;
    gboolean has_rest;
  } cases[] = {
    { LIST LIST, 4, FALSE },
    { LIST ",\n" LIST, 4, FALSE },
    { OBJECT OBJECT, 4, FALSE },
    { OBJECT "\n" LIST OBJECT, 6, FALSE },
    { LIST "\n" OBJECT, 4, FALSE },
    { LIST "\n" A "\n" B "\n", 4, FALSE },
    { OBJECT "," A "," B, 4, FALSE },
    { A "\n" B "\n" A, 3, FALSE },
    { A "," B ",", 2, FALSE },
    { OBJECT "\nlog [1] {x}\n", 2, TRUE },
    { OBJECT "{\"a\":1}", 2, TRUE },
    { LIST "\n" A "\nlog", 3, TRUE },
    { LIST "\"dur\":2}," A "]", 2, TRUE },
    { "{\"baseTimeNanoseconds\":5,\"traceEvents\":[" A "]}"
      "{\"baseTimeNanoseconds\":6,\"traceEvents\":[" B "]}",
      1, TRUE },
    { "{\"baseTimeNanoseconds\":5,\"traceEvents\":[" A "]}"
      "{\"baseTimeNanoseconds\":5,\"traceEvents\":[" B "]}",
      2, FALSE },
  };
#undef OBJECT
#undef LIST

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint parts = 1; parts <= 3; parts++)
      {
        const char *text = cases[i].text;
        g_autoptr (LscTraceFile) file =
            trace_try_bytes (text, strlen (text), LSC_TRACE_KINETO, parts, NULL);

        g_test_message ("%s", text);
        g_assert_cmpuint (trace_track (file, 0)->slices.n, ==, cases[i].n_slices);
        g_assert_cmpint (file->n_bad, ==, 0);
        g_assert_false (file->is_truncated);
        g_assert_cmpint (trace_has_notice (file, "trailing-text"), ==, cases[i].has_rest);
        g_assert_cmpint (lsc_notices_have_loss (file->notices), ==, cases[i].has_rest);
      }
}

/* A second trace whose times may be of another base is not read, and nothing says that it has no
 * events. */
static void
test_apart (void)
{
#define FIRST "{\"baseTimeNanoseconds\":5,\"traceEvents\":[" A "]}"
  static const struct
  {
    const char *text;
    gboolean is_trace;
  } cases[] = {
    { FIRST "{\"traceEvents\":[" B "],\"baseTimeNanoseconds\":5}", TRUE },
    { FIRST "{\"traceEvents\":[" B "],\"baseTimeNanoseconds\":6}", TRUE },
    { FIRST "{\"baseTimeNanoseconds\":6,\"traceEvents\":[" B "]}", TRUE },
    { FIRST "{\"a\":1}", FALSE },
    { FIRST "\nlog [1] {x}\n", FALSE },
  };
#undef FIRST

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscTraceFile) file =
          trace_try_bytes (cases[i].text, strlen (cases[i].text), LSC_TRACE_KINETO, 1, NULL);
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (file->notices, 0);

      g_assert_cmpuint (trace_track (file, 0)->slices.n, ==, 1);
      g_assert_cmpstr (notice->code, ==, "trailing-text");
      g_assert_cmpint (strstr (notice->why, "are not events") == NULL, ==, cases[i].is_trace);
      g_assert_cmpint (strstr (notice->why, "Another trace") != NULL, ==, cases[i].is_trace);
    }
}

/* A figure that is none is missing; the event stays. */
static void
test_missing_figures (void)
{
  static const char *const figures[] = { "nan",  "-nan", "inf",       "-inf",  "NaN",
                                         "N/A",  "None", "Infinity",  "",      "-nan(ind)",
                                         "True", "NULL", "undefined", "1.#INF" };

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "[" A ",{\"ph\":\"X\",\"name\":\"b\",\"pid\":1,\"tid\":2,\"ts\":5,\"dur\":2,\"args\":{"
          "\"a\": %s, \"correlation\":%s ,\"l\":[1, %s],\"o\":{\"x\":%s},\"z\":%s}}]",
          figures[i], figures[i], figures[i], figures[i], figures[i]);
      g_autoptr (LscTraceFile) file =
          trace_try_bytes (text, strlen (text), LSC_TRACE_KINETO, 1, NULL);

      g_test_message ("%s", figures[i]);
      g_assert_cmpint (file->n_events, ==, 2);
      g_assert_cmpint (file->n_bad, ==, 0);
      g_assert_cmpuint (trace_track (file, 0)->slices.n, ==, 2);
      g_assert_cmpuint (trace_slice (file, 0, 1)->link, ==, LSC_SLICE_NONE);
    }
}

static void
test_links (void)
{
  const char *text = "[" E ("X", "a", "1", ",\"dur\":1,\"args\":{\"connection_id\":5,\"correlation\":6}") "," E (
      "X", "Enqueue", "1",
      ",\"dur\":1,\"args\":{\"correlation_id\":\"9\"}") "," E ("X", "Dequeue@x", "1",
                                                               ",\"args\":{\"x\":[{"
                                                               "\"connection_id\":1}],"
                                                               "\"correlation_id\":9},\"dur\":"
                                                               "1") "," E ("X", "other",
                                                                           "1", ",\"dur\":1,\"args\":{\"correlation_id\":9}") "," E ("X",
                                                                                                                                     "big",
                                                                                                                                     "1", ",\"dur\":1,\"args\":{\"connection_id\":4000000007}") "," E ("X", "huge", "1", ",\"dur\":1,\"args\":{\"connection_id\":8589934591}") "," E ("X",
                                                                                                                                                                                                                                                                                      "big again", "1", ",\"dur\":1,\"args\":{\"connection_id\":\"4000000007\"}") "," E ("X",
                                                                                                                                                                                                                                                                                                                                                                         "none",
                                                                                                                                                                                                                                                                                                                                                                         "1",
                                                                                                                                                                                                                                                                                                                                                                         ",\"dur\":1,\"args\":{\"connection_id\":4294967295}") "," E ("X",
                                                                                                                                                                                                                                                                                                                                                                                                                                      "minus",
                                                                                                                                                                                                                                                                                                                                                                                                                                      "1",
                                                                                                                                                                                                                                                                                                                                                                                                                                      ",\"dur\":1,\"args\":{\"connection_id\":-1}") "," E ("X",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "ops",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "1",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           ",\"dur\":1,\"args\":{\"Sequence number\":77,\"Fwd thread id\":0}") "," E ("X",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      "ops",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      "1",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      ",\"dur\":1,\"args\":{\"Sequence number\":\"77\",\"Fwd thread id\":3}") "," E ("X",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                     "ops",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                     "1",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                     ",\"dur\":1,\"args\":{\"Sequence number\":-1}") "]";
  static const gint64 links[] = { 5,          9,  9,  -1, 4000000007, 8589934591,
                                  4000000007, -1, -1, -1, -1,         -1 };

  for (guint parts = 1; parts <= 6; parts++)
    {
      g_autoptr (LscTraceFile) file =
          trace_try_bytes (text, strlen (text), LSC_TRACE_ASCEND, parts, NULL);

      for (guint i = 0; i < G_N_ELEMENTS (links); i++)
        g_assert_cmpint (lsc_trace_file_get_link (file, trace_slice (file, 0, i)->link), ==,
                         links[i]);
      g_assert_cmpuint (trace_slice (file, 0, 0)->link, ==, 5);
      g_assert_cmpuint (trace_slice (file, 0, 4)->link, ==, trace_slice (file, 0, 6)->link);
      g_assert_cmpuint (trace_slice (file, 0, 4)->link, !=, trace_slice (file, 0, 5)->link);
      g_assert_cmpuint (file->sequences.n, ==, 2);
      g_assert_cmpint (file->sequences.items[0].sequence, ==, 77);
      g_assert_cmpuint (file->sequences.items[1].index, ==, 10);
      g_assert_cmpint (trace_slice (file, 0, 9)->flags, ==, LSC_TRACE_FLAG_FORWARD);
      g_assert_cmpint (trace_slice (file, 0, 10)->flags, ==, LSC_TRACE_FLAG_BACKWARD);
      g_assert_cmpint (trace_slice (file, 0, 11)->flags, ==, 0);
    }
  {
    g_autoptr (LscTraceFile) file =
        trace_try_bytes (text, strlen (text), LSC_TRACE_KINETO, 1, NULL);

    g_assert_cmpuint (trace_slice (file, 0, 0)->link, ==, 6);
    g_assert_cmpuint (trace_slice (file, 0, 1)->link, ==, LSC_SLICE_NONE);
  }
}

/* ---- Details ------------------------------------------------------------------------------ */

static void
expect_detail (GPtrArray *details, guint index, const char *key, const char *value)
{
  LscDetail *detail = g_ptr_array_index (details, index);

  g_assert_cmpstr (detail->key, ==, key);
  g_assert_cmpstr (detail->value, ==, value);
}

static void
test_details (void)
{
  GString *text = g_string_new (
      "[" A ",{\"ph\":\"X\",\"name\":\"\\u00e9\",\"pid\":1,\"tid\":2,\"ts\":\"1.500\","
      "\"dur\":2,\"args\":{\"stream\":7,\"Input Dims\":[[1, 2],[]],"
      "\"Call stack\":\"a;\\r\\nb\",\"long\":\"");
  g_autofree char *path = g_build_filename (trace_dir, "trace.json", NULL);

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (text, 'y');
  g_string_append (text, "\"},\"cat\":\"cpu_op\"}]");
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *packed = trace_write_gzip (text->str, text->len);
      g_autoptr (LscTraceFile) file =
          i ? trace_try_file (packed, LSC_TRACE_ASCEND, 1, NULL) : trace_read_text (text->str);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) details =
          lsc_trace_read_event (file->input, trace_slice (file, 0, 1)->detail, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (details->len, ==, 11);
      expect_detail (details, 1, "name", "é");
      expect_detail (details, 4, "ts", "1.500");
      expect_detail (details, 6, "stream", "7");
      expect_detail (details, 7, "Input Dims", "[[1, 2],[]]");
      expect_detail (details, 8, "Call stack", "a;\r\nb");
      expect_detail (details, 10, "cat", "cpu_op");
      g_assert_cmpuint (strlen (((LscDetail *) g_ptr_array_index (details, 9))->value), ==, 100000);

      g_assert_null (lsc_trace_read_event (file->input, 3, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
      g_clear_error (&error);
      if (i == 0)
        {
          g_assert_true (g_file_set_contents (path, "changed", 7, NULL));
          g_assert_null (lsc_trace_read_event (file->input, 1, &error));
          g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
          g_assert_nonnull (strstr (error->message, "changed"));
        }
    }
  g_string_free (text, TRUE);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  trace_dir = lsc_test_temp_dir_new ();
  g_test_add_func ("/trace-file/asyncs", test_asyncs);
  g_test_add_func ("/trace-file/joined", test_joined);
  g_test_add_func ("/trace-file/apart", test_apart);
  g_test_add_func ("/trace-file/missing-figures", test_missing_figures);
  g_test_add_func ("/trace-file/forms", test_forms);
  g_test_add_func ("/trace-file/top", test_top);
  g_test_add_func ("/trace-file/times", test_times);
  g_test_add_func ("/trace-file/durations", test_durations);
  g_test_add_func ("/trace-file/names", test_names);
  g_test_add_func ("/trace-file/tracks", test_tracks);
  g_test_add_func ("/trace-file/begin-end", test_begin_end);
  g_test_add_func ("/trace-file/phases", test_phases);
  g_test_add_func ("/trace-file/links", test_links);
  g_test_add_func ("/trace-file/details", test_details);
  trace_add_damage_tests ();
  trace_add_part_tests ();
  trace_add_oracle_tests ();
  status = g_test_run ();
  lsc_test_remove_tree (trace_dir);
  g_free (trace_dir);
  return status;
}
