/* test-trace-parts.c - traces read in parts and from gzip are those read in one go
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-error.h"
#include "trace-helper.h"

static void
append_random_text (GString *text, GRand *rand)
{
  static const char *const pieces[] = {
    "a",   "::",      "}",  "{",     "[", "]", ",", "\\\"", "\\\\", " ", "}, {\\\"ph\\\":",
    "\\n", "\\u00e9", "中", "conv2d"
  };
  guint n = (guint) g_rand_int_range (rand, 0, 12);

  if (g_rand_int_range (rand, 0, 300) == 0)
    n = 5000; /* longer than the room in front of a block */
  for (guint i = 0; i < n; i++)
    g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
}

static void
append_random_event (GString *text, GRand *rand, gint64 time)
{
  static const char phases[] = "XXXXXXXBEiCsfM";
  char phase = phases[g_rand_int_range (rand, 0, (gint32) strlen (phases))];
  const char *gap = g_rand_boolean (rand) ? " " : g_rand_boolean (rand) ? "\n    " : "";

  g_string_append_printf (
      text,
      "{%s\"ph\":%s\"%c\", \"pid\": %d,%s\"tid\": \"%d\", \"ts\": \"%" G_GINT64_FORMAT
      ".%03d\",%s\"name\": \"",
      gap, gap, phase, g_rand_int_range (rand, 1, 4), gap, g_rand_int_range (rand, 1, 9), time,
      g_rand_int_range (rand, 0, 1000), gap);
  append_random_text (text, rand);
  g_string_append_printf (text, "\"%s,\"cat\":\"c%d\"", gap, g_rand_int_range (rand, 0, 5));
  if (phase == 'X')
    g_string_append_printf (text, ", \"dur\": %d.%d", g_rand_int_range (rand, 0, 100000000),
                            g_rand_int_range (rand, 0, 1000));
  if (phase == 's' || phase == 'f')
    g_string_append_printf (text, ", \"id\": %d", g_rand_int_range (rand, 0, 1000));
  g_string_append_printf (text, ", \"args\": {%s\"connection_id\": %s%d, \"name\": \"", gap,
                          g_rand_boolean (rand) ? "400000" : "", g_rand_int_range (rand, 0, 10000));
  append_random_text (text, rand);
  g_string_append_printf (text,
                          "\", \"Input Dims\": [[1,\"]\", {}], [%d]], \"Sequence number\":%d}}",
                          g_rand_int_range (rand, 0, 9), g_rand_int_range (rand, -1, 90));
}

/* What is said of processes, threads, groups and memory, and what is odd. */
static void
append_rare_event (GString *text, GRand *rand, gint64 time)
{
  static const char *const ends[] = {
    "\"ph\":\"M\",\"name\":\"process_name\",\"args\":{\"name\":\"P%d\"}}",
    "\"ph\":\"M\",\"name\":\"process_labels\",\"args\":{\"labels\":\"L%d\"}}",
    "\"ph\":\"M\",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":%d}}",
    "\"ph\":\"M\",\"name\":\"thread_name\",\"args\":{\"name\":\"T%d\"}}",
    "\"ph\":\"M\",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%d}}",
    "\"ph\":\"X\",\"dur\":3,\"name\":\"d\",\"args\":{\"domain\":\"D%d\"}}",
    "\"ph\":\"X\",\"dur\":3,\"args\":{\"Process Group Name\":\"G%d\","
    "\"Process Group Ranks\":\"[1]\"}}",
    "\"ph\":\"X\",\"dur\":3,\"args\":{\"Process Group Ranks\":\"[0, %d]\"}}",
    "\"ph\":\"i\",\"name\":\"[memory]\",\"args\":{\"Device Id\":1,\"Device Type\":2,"
    "\"Total Allocated\":%d}}",
    "\"ph\":\"i\",\"name\":\"[memory]\",\"args\":{\"Total Reserved\":%d}}",
    "\"ph\":\"s\",\"cat\":\"fwdbwd\",\"id\":\"a%d\"}",
    "\"ph\":\"X\",\"name\":\"without duration %d\"}",
    "\"ph\":\"Z\",\"name\":\"%d\"}",
    "\"name\":\"without phase %d\"}",
    "\"ph\":\"X\",\"dur\":1 2,\"name\":\"%d\"}",
  };
  const char *end = ends[g_rand_int_range (rand, 0, G_N_ELEMENTS (ends))];
  const char *place = strstr (end, "%d");

  g_string_append_printf (
      text, "{\"pid\": %d, \"tid\": \"%d\", \"ts\": \"%" G_GINT64_FORMAT "\", %.*s%d%s",
      g_rand_int_range (rand, 1, 4), g_rand_int_range (rand, 1, 9), time, (int) (place - end), end,
      g_rand_int_range (rand, 0, 4), place + 2);
}

static GString *
make_random_trace (guint32 seed, gsize bytes, gboolean is_object)
{
  GString *text =
      g_string_new (is_object ? "{\"a\": [{\"b\": {}}, {\"c\": 1}],\"traceEvents\": [" : "[");
  GRand *rand = g_rand_new_with_seed (seed);
  gint64 time = 1736412474714258;

  while (text->len < bytes)
    {
      if (time > 1736412474714258)
        g_string_append (text, g_rand_boolean (rand) ? ", " : ",\n  ");
      if (g_rand_int_range (rand, 0, 5) == 0)
        append_rare_event (text, rand, time++);
      else
        append_random_event (text, rand, time++);
    }
  g_string_append (text, is_object ? "], \"baseTimeNanoseconds\": 5 }" : "]");
  g_rand_free (rand);
  return text;
}

static void
expect_same_text (const LscTraceFile *a, guint32 x, const LscTraceFile *b, guint32 y)
{
  g_assert_cmpint (x == LSC_STRING_NONE, ==, y == LSC_STRING_NONE);
  if (x != LSC_STRING_NONE)
    g_assert_cmpstr (lsc_intern_text (a->strings, x), ==, lsc_intern_text (b->strings, y));
}

static guint32
domain_at (const LscTrack *track, gsize slice)
{
  return track->domains && slice < track->domains->n ? track->domains->items[slice]
                                                     : LSC_STRING_NONE;
}

static void
expect_same_heads (const LscTraceFile *a, const LscTrack *x, const LscTraceFile *b,
                   const LscTrack *y)
{
  expect_same_text (a, x->process_name, b, y->process_name);
  expect_same_text (a, x->process_labels, b, y->process_labels);
  expect_same_text (a, x->thread_name, b, y->thread_name);
  g_assert_cmpint (x->process_sort, ==, y->process_sort);
  g_assert_cmpint (x->thread_sort, ==, y->thread_sort);
}

static void
expect_same_track (const LscTraceFile *a, const LscTraceFile *b, guint index)
{
  const LscTrack *x = trace_track (a, index);
  const LscTrack *y = NULL;
  guint place;

  for (place = 0; place < b->tracks->len; place++)
    {
      y = trace_track (b, place);
      if (x->pid_number == y->pid_number && x->tid_number == y->tid_number)
        break;
    }
  g_assert_cmpuint (place, ==, index); /* in order of first appearance */
  g_assert_cmpuint (x->slices.n, ==, y->slices.n);
  expect_same_heads (a, x, b, y);
  for (gsize i = 0; i < x->slices.n; i++)
    {
      const LscRawSlice *r = &x->slices.items[i], *s = &y->slices.items[i];

      g_assert_true (r->start_ns == s->start_ns && r->detail == s->detail && r->flags == s->flags);
      g_assert_true (r->duration == s->duration);
      g_assert_cmpint (lsc_trace_file_get_link (a, r->link), ==,
                       lsc_trace_file_get_link (b, s->link));
      g_assert_cmpstr (trace_name (a, index, i), ==, trace_name (b, index, i));
      g_assert_cmpstr (g_ptr_array_index (a->categories, r->category), ==,
                       g_ptr_array_index (b->categories, s->category));
      expect_same_text (a, domain_at (x, i), b, domain_at (y, i));
    }
  g_assert_cmpuint (x->slices.longs.n, ==, y->slices.longs.n);
  for (gsize i = 0; i < x->slices.longs.n; i++)
    {
      g_assert_cmpint (x->slices.longs.items[i].duration_ns, ==,
                       y->slices.longs.items[i].duration_ns);
      g_assert_cmpuint (x->slices.longs.items[i].index, ==, y->slices.longs.items[i].index);
    }
}

static void
expect_same_lists (const LscTraceFile *a, const LscTraceFile *b)
{
  g_assert_cmpuint (a->groups.n, ==, b->groups.n);
  for (gsize i = 0; i < a->groups.n; i++)
    {
      const LscTraceGroup *x = &a->groups.items[i], *y = &b->groups.items[i];

      g_assert_cmpuint (x->track, ==, y->track);
      g_assert_cmpuint (x->index, ==, y->index);
      expect_same_text (a, x->name, b, y->name);
      expect_same_text (a, x->ranks, b, y->ranks);
    }
  g_assert_cmpuint (a->memories.n, ==, b->memories.n);
  for (gsize i = 0; i < a->memories.n; i++)
    g_assert_cmpmem (&a->memories.items[i], sizeof (LscTraceMemory), &b->memories.items[i],
                     sizeof (LscTraceMemory));
}

/* Each says where the first of its kind is, counted from the begin of the whole text. */
static void
expect_same_notices (const LscTraceFile *a, const LscTraceFile *b)
{
  g_assert_cmpuint (lsc_notices_get_count (a->notices), ==, lsc_notices_get_count (b->notices));
  for (gsize i = 0; i < lsc_notices_get_count (a->notices); i++)
    {
      g_autoptr (LscNotice) x = lsc_notices_copy_nth (a->notices, i);
      g_autoptr (LscNotice) y = lsc_notices_copy_nth (b->notices, i);

      g_assert_cmpstr (x->code, ==, y->code);
      g_assert_cmpstr (x->what, ==, y->what);
    }
}

static void
expect_same (const LscTraceFile *a, const LscTraceFile *b)
{
  g_assert_cmpint (a->n_events, ==, b->n_events);
  g_assert_cmpint (a->n_bad, ==, b->n_bad);
  g_assert_cmpint (a->text_bytes, ==, b->text_bytes);
  g_assert_cmpint (a->is_truncated, ==, b->is_truncated);
  g_assert_cmpint (a->truncated_at, ==, b->truncated_at);
  g_assert_cmpint (a->has_base, ==, b->has_base);
  g_assert_cmpint (a->base_ns, ==, b->base_ns);
  g_assert_cmpint (a->has_whole_us, ==, b->has_whole_us);
  expect_same_notices (a, b);
  expect_same_lists (a, b);
  g_assert_cmpuint (a->tracks->len, ==, b->tracks->len);
  g_assert_cmpuint (a->categories->len, ==, b->categories->len);
  for (guint i = 0; i < a->tracks->len; i++)
    expect_same_track (a, b, i);
  g_assert_cmpuint (a->flows.n, ==, b->flows.n);
  for (gsize i = 0; i < a->flows.n; i++)
    {
      g_assert_cmpint (a->flows.items[i].time_ns, ==, b->flows.items[i].time_ns);
      g_assert_cmpuint (a->flows.items[i].id, ==, b->flows.items[i].id);
      g_assert_cmpuint (a->flows.items[i].track, ==, b->flows.items[i].track);
    }
  g_assert_cmpuint (a->samples.n, ==, b->samples.n);
  for (gsize i = 0; i < a->samples.n; i++)
    {
      g_assert_cmpint (a->samples.items[i].time_ns, ==, b->samples.items[i].time_ns);
      g_assert_cmpstr (lsc_intern_text (a->strings, a->samples.items[i].key), ==,
                       lsc_intern_text (b->strings, b->samples.items[i].key));
    }
  g_assert_cmpuint (a->sequences.n, ==, b->sequences.n);
  for (gsize i = 0; i < a->sequences.n; i++)
    {
      g_assert_cmpint (a->sequences.items[i].sequence, ==, b->sequences.items[i].sequence);
      g_assert_cmpuint (a->sequences.items[i].track, ==, b->sequences.items[i].track);
      g_assert_cmpuint (a->sequences.items[i].index, ==, b->sequences.items[i].index);
    }
}

static void
test_parts (void)
{
  for (guint32 seed = 1; seed <= 6; seed++)
    {
      GString *text = make_random_trace (seed, seed <= 3 ? 30000 : 1500000, seed % 2);
      LscTraceDialect dialect = seed % 3 ? LSC_TRACE_ASCEND : LSC_TRACE_KINETO;
      g_autofree char *packed = trace_write_gzip (text->str, text->len);
      g_autoptr (LscTraceFile) whole = trace_try_bytes (text->str, text->len, dialect, 1, NULL);
      g_autoptr (LscTraceFile) inflated = trace_try_file (packed, dialect, 2, NULL);

      g_assert_nonnull (whole);
      g_assert_cmpint (whole->has_base, ==, seed % 2);
      expect_same (whole, inflated);
      for (guint parts = 2; parts <= 9; parts++)
        {
          g_autoptr (LscTraceFile) cut =
              trace_try_bytes (text->str, text->len, dialect, parts, NULL);

          expect_same (whole, cut);
        }
      g_string_free (text, TRUE);
    }
}

static void
expect_same_in_parts (const GString *text, LscTraceDialect dialect, const LscTraceFile *whole)
{
  for (guint parts = 2; parts <= 8; parts++)
    {
      g_autoptr (LscTraceFile) cut = trace_try_bytes (text->str, text->len, dialect, parts, NULL);

      expect_same (whole, cut);
    }
}

/* Most of the file looks like events and is none: every guess is wrong. */
static void
test_wrong_guesses (void)
{
  GString *text = g_string_new ("{\"decoys\":[");
  g_autoptr (LscTraceFile) whole = NULL;

  for (guint i = 0; i < 500; i++)
    g_string_append (text, i ? ", " B : B);
  g_string_append (text, "],\"traceEvents\":[" A "," B "],\"more\":[");
  for (guint i = 0; i < 500; i++)
    g_string_append (text, i ? ", " A : A);
  g_string_append (text, "]}");
  whole = trace_try_bytes (text->str, text->len, LSC_TRACE_ASCEND, 1, NULL);
  g_assert_cmpint (whole->n_events, ==, 2);
  expect_same_in_parts (text, LSC_TRACE_ASCEND, whole);
  g_string_free (text, TRUE);
}

/* Links are seen first behind flows, and again in each part: of all flows only those from forward
 * to backward are kept, wherever they stand. */
static void
test_flows_in_parts (void)
{
  static const char flow[] =
      ",\n{\"ph\":\"%c\",\"id\":%u,\"pid\":1,\"tid\":2,\"ts\":%u,\"cat\":\"%s\"}";
  GString *text = g_string_new ("{\"traceEvents\":[" A);
  g_autoptr (LscTraceFile) whole = NULL;

  for (guint i = 0; i < 40; i++)
    {
      g_string_append_printf (text, flow, 's', i, i, i % 4 ? "ac2g" : "fwdbwd");
      g_string_append_printf (text, flow, 'f', i, i, i % 4 ? "ac2g" : "fwdbwd");
      if (i % 10 == 5)
        g_string_append (text, ",\n{\"ph\":\"X\",\"name\":\"k\",\"pid\":1,\"tid\":2,\"ts\":1,"
                               "\"dur\":2,\"args\":{\"correlation\":7}}");
    }
  g_string_append (text, "]}");
  whole = trace_try_bytes (text->str, text->len, LSC_TRACE_KINETO, 1, NULL);
  g_assert_cmpuint (whole->flows.n, ==, 20);
  expect_same_in_parts (text, LSC_TRACE_KINETO, whole);
  g_string_free (text, TRUE);
}

/* What stands in front of the events of the first document decides what becomes of a second one,
 * which another part than the first comes to. */
static void
test_joined_in_parts (void)
{
  static const char *const seconds[] = {
    "{\"baseTimeNanoseconds\":5,\"traceEvents\":[" B "]}",
    "{\"baseTimeNanoseconds\":6,\"traceEvents\":[" B "]}",
    "{\"traceEvents\":[" B "],\"baseTimeNanoseconds\":5}",
    "{\"baseTimeNanoseconds\":5,\"distributedInfo\":{\"rank\":1},\"traceEvents\":[" B
    "],\"baseTimeNanoseconds\":6}",
  };
  static const gint64 n_events[] = { 51, 50, 50, 51 };

  for (guint i = 0; i < G_N_ELEMENTS (seconds); i++)
    {
      GString *text = g_string_new ("{\"baseTimeNanoseconds\":5,\"distributedInfo\":{\"rank\":0},"
                                    "\"traceEvents\":[" A);
      g_autoptr (LscTraceFile) whole = NULL;

      for (guint j = 1; j < 50; j++)
        g_string_append (text, ", " A);
      g_string_append (text, "]}\n");
      g_string_append (text, seconds[i]);
      whole = trace_try_bytes (text->str, text->len, LSC_TRACE_KINETO, 1, NULL);
      g_assert_cmpint (whole->n_events, ==, n_events[i]);
      g_assert_cmpint (whole->base_ns, ==, 5);
      expect_same_in_parts (text, LSC_TRACE_KINETO, whole);
      g_string_free (text, TRUE);
    }
}

static void
test_truncated_gzip (void)
{
  GString *text = make_random_trace (9, 1000000, FALSE);
  g_autofree char *path = trace_write_gzip (text->str, text->len);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTraceFile) file = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n / 2, NULL));
  file = trace_try_file (path, LSC_TRACE_ASCEND, 1, &error);
  g_assert_no_error (error);
  g_assert_true (file->is_truncated);
  g_assert_cmpint (file->n_events, >, 100);
  g_assert_cmpint (file->truncated_at, >, 1000);
  g_assert_true (text->str[file->truncated_at] == '{');
  g_assert_true (trace_has_notice (file, "truncated-file"));
  g_string_free (text, TRUE);
}

static void
test_cancel (void)
{
  GString *text = make_random_trace (3, 3000000, FALSE);
  g_autofree char *path = g_build_filename (trace_dir, "trace.json", NULL);
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_KINETO, trace_dir, path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);

  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  g_cancellable_cancel (cancellable);
  for (guint parts = 1; parts <= 3; parts++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (_lsc_trace_file_read_parts (source, LSC_TRACE_ASCEND, parts, 1, job, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
    }
  g_string_free (text, TRUE);
}

static void
cancel_now (double share, const char *what, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

/* Who stops in the middle is not given the half that was read. */
static void
test_cancel_later (void)
{
  GString *text = make_random_trace (3, 3000000, FALSE);
  g_autofree char *path = g_build_filename (trace_dir, "trace.json", NULL);
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_KINETO, trace_dir, path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, cancel_now, cancellable);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  g_assert_null (_lsc_trace_file_read_parts (source, LSC_TRACE_ASCEND, 1, 1, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
  g_string_free (text, TRUE);
}

/* Nothing can be unpacked: what is wrong with the packing is said, not that there is no event. */
static void
test_bad_gzip (void)
{
  static const char bytes[] =
      "\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
  g_autofree char *path = g_build_filename (trace_dir, "trace.json.gz", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, bytes, sizeof bytes - 1, NULL));
  g_assert_null (trace_try_file (path, LSC_TRACE_ASCEND, 1, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_assert_nonnull (strstr (error->message, "is damaged at byte"));
}

/* One process more than can be shown, found in the first part or when two parts come together. */
static void
test_many_tracks (void)
{
  GString *text = g_string_new ("[" A);

  for (guint i = 0; i < LSC_TRACE_MOST_TRACKS + 10; i++)
    g_string_append_printf (text,
                            ",\n{\"ph\":\"X\",\"pid\":%u,\"tid\":9,\"ts\":1,\"dur\":1,"
                            "\"args\":{\"Sequence number\":%u}}",
                            i, i);
  g_string_append_c (text, ']');
  for (guint parts = 1; parts <= 2; parts++)
    {
      g_autoptr (LscTraceFile) file =
          trace_try_bytes (text->str, text->len, LSC_TRACE_ASCEND, parts, NULL);
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (file->notices, 0);

      g_assert_cmpuint (file->tracks->len, ==, LSC_TRACE_MOST_TRACKS);
      g_assert_cmpint (file->n_events, ==, LSC_TRACE_MOST_TRACKS + 11);
      g_assert_cmpuint (file->sequences.n, ==, LSC_TRACE_MOST_TRACKS - 1);
      g_assert_cmpstr (notice->code, ==, "many-tracks");
      g_assert_true (g_str_has_prefix (notice->what, "11 events "));
    }
  g_string_free (text, TRUE);
}

void
trace_add_part_tests (void)
{
  g_test_add_func ("/trace-file/parts", test_parts);
  g_test_add_func ("/trace-file/wrong-guesses", test_wrong_guesses);
  g_test_add_func ("/trace-file/flows-in-parts", test_flows_in_parts);
  g_test_add_func ("/trace-file/joined-in-parts", test_joined_in_parts);
  g_test_add_func ("/trace-file/truncated-gzip", test_truncated_gzip);
  g_test_add_func ("/trace-file/cancel", test_cancel);
  g_test_add_func ("/trace-file/cancel-later", test_cancel_later);
  g_test_add_func ("/trace-file/bad-gzip", test_bad_gzip);
  g_test_add_func ("/trace-file/many-tracks", test_many_tracks);
}
