/* test-search.c - finding slices by name and by figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/step/lsc-range-stats.h"
#include "base/lsc-error.h"

static void
add (LscTimeline *timeline, LscRawSlices *raw, gint64 start_ns, gint64 duration_ns, guint8 kind,
     const char *name)
{
  LscRawSlice *slice = lsc_raw_slices_add (raw, start_ns, start_ns + duration_ns);

  slice->name = lsc_intern_add (timeline->strings, name);
  slice->kind = kind;
}

static LscTimeline *
make_timeline (void)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "/a/folder", "/a/folder/x");
  LscTimeline *self = lsc_timeline_new (source);
  guint32 python, device, comm, group, hidden;
  LscRawSlices raw = { 0 };

  self->rank = 5;
  python = lsc_timeline_add_group (self, 0, LSC_ROLE_HOST, "Python");
  device = lsc_timeline_add_group (self, 0, LSC_ROLE_DEVICE, "Device");
  comm = lsc_timeline_add_group (self, 0, LSC_ROLE_COMM, "Communication");

  add (self, &raw, 1000, 500, LSC_SLICE_OP, "aten::add");
  add (self, &raw, 1100, 100, LSC_SLICE_OP, "aten::add_");
  add (self, &raw, 2000, 3000000, LSC_SLICE_OP, "aten::Addmm");
  add (self, &raw, 4000000, 0, LSC_SLICE_MARK,
       "f\xc3\xbc"
       "r \xc3\x84RGER");
  add (self, &raw, 5000000, 10, LSC_SLICE_OP, "broken \xff text");
  lsc_timeline_add_lane (self, python, LSC_ROLE_HOST_THREAD, "Thread 1",
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  add (self, &raw, 1000, 2000, LSC_SLICE_CUBE, "MatMul");
  add (self, &raw, 3000, 1100, LSC_SLICE_AI_CPU, "Add");
  add (self, &raw, 9000, 400, LSC_SLICE_COPY, "MEMCPY_ASYNC");
  lsc_timeline_add_lane (self, device, LSC_ROLE_STREAM, "Stream 2",
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  add (self, &raw, 500, 900, LSC_SLICE_COMM_OP, "hcom_allReduce_1");
  group = lsc_timeline_add_lane (self, comm, LSC_ROLE_COMM_GROUP, "tp [0, 1]",
                                 lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  lsc_timeline_get_node (self, group)->text = g_strdup ("10.0.0.1%eth0_60000_0");
  add (self, &raw, 600, 10, LSC_SLICE_COMM_TASK, "Memcpy");
  lsc_timeline_add_lane (self, group, LSC_ROLE_COMM_PLANE, "Plane 0",
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  add (self, &raw, 700, 10, LSC_SLICE_LAUNCH_ANCHOR, "aten::add");
  hidden = lsc_timeline_add_lane (self, python, LSC_ROLE_OTHER, "Anchors",
                                  lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  lsc_timeline_get_node (self, hidden)->flags = LSC_NODE_HIDDEN;
  lsc_timeline_seal (self, NULL);
  return self;
}

/* The names of the hits, in their order, with a bar between. */
static void
check (const LscTimeline *timeline, LscSearch search, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscSearchResult) result = lsc_search_run (timeline, &search, NULL, &error);
  g_autoptr (GString) names = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < result->hits->len; i++)
    {
      LscSpot spot = g_array_index (result->hits, LscSpot, i);
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;

      g_string_append_printf (names, "%s%s", i > 0 ? "|" : "",
                              lsc_timeline_text (timeline, lane->name[spot.slice]));
    }
  g_assert_cmpstr (names->str, ==, expected);
}

static void
test_names (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();

  check (timeline, (LscSearch){ .text = "add" }, "aten::add|aten::add_|aten::Addmm|Add");
  check (timeline, (LscSearch){ .text = "aten add" }, "aten::add|aten::add_|aten::Addmm");
  check (timeline, (LscSearch){ .text = "add", .is_case_sensitive = TRUE }, "aten::add|aten::add_");
  check (timeline, (LscSearch){ .text = "add", .is_whole_word = TRUE }, "aten::add|Add");
  check (timeline, (LscSearch){ .text = "ADD", .is_exact = TRUE }, "Add");
  check (timeline, (LscSearch){ .text = "ADD", .is_exact = TRUE, .is_case_sensitive = TRUE }, "");
  check (timeline, (LscSearch){ .text = "F\xc3\x9cR" },
         "f\xc3\xbc"
         "r \xc3\x84RGER");
  check (timeline, (LscSearch){ .text = "\xc3\xa4rger", .is_whole_word = TRUE },
         "f\xc3\xbc"
         "r \xc3\x84RGER");
  check (timeline, (LscSearch){ .text = "broken" }, "broken \xff text");
  check (timeline, (LscSearch){ .text = "nothing like it" }, "");
  check (timeline, (LscSearch){ .text = "" }, "");
  check (timeline, (LscSearch){ .text = "  " }, "");
  check (timeline, (LscSearch){ .text = "\"r \xc3\x84\"" },
         "f\xc3\xbc"
         "r \xc3\x84RGER");
  check (timeline, (LscSearch){ .text = "\"add aten\"" }, "");
}

static void
test_regex (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (GError) error = NULL;

  check (timeline, (LscSearch){ .text = "^aten::add.?$", .is_regex = TRUE },
         "aten::add|aten::add_");
  check (timeline, (LscSearch){ .text = "add.?", .is_regex = TRUE, .is_exact = TRUE }, "Add");
  check (timeline, (LscSearch){ .text = "add", .is_regex = TRUE, .is_whole_word = TRUE },
         "aten::add|Add");
  check (timeline, (LscSearch){ .text = "^b.*t$", .is_regex = TRUE }, "broken \xff text");
  check (timeline, (LscSearch){ .text = "mul$ core:cube", .is_regex = TRUE }, "MatMul");

  g_assert_null (
      lsc_search_run (timeline, &(LscSearch){ .text = "a(b", .is_regex = TRUE }, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

/* A pattern that would backtrack for years ends at once, with a sentence. */
static void
test_regex_limit (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscSearchResult) result = NULL;
  gint64 begin = g_get_monotonic_time ();
  LscRawSlices raw = { 0 };

  add (timeline, &raw, 0, 1, 0, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
  lsc_timeline_add_lane (timeline, 0, LSC_ROLE_OTHER, "x",
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  result = lsc_search_run (timeline, &(LscSearch){ .text = "^(a+|aa)+$", .is_regex = TRUE }, NULL,
                           &error);
  if (!result)
    g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 10 * G_USEC_PER_SEC);
}

static void
test_fields (void)
{
  static const char *const bad[] = {
    "dur>fast", "dur>", "dur>1parsec", "core:quantum", "kind:unheard-of", "step:x", "shape:4096",
  };
  g_autoptr (LscTimeline) timeline = make_timeline ();

  check (timeline, (LscSearch){ .text = "dur>1ms" }, "aten::Addmm");
  check (timeline, (LscSearch){ .text = "dur>=2us" }, "MatMul|aten::Addmm");
  check (timeline, (LscSearch){ .text = "dur>2us" }, "aten::Addmm");
  check (timeline, (LscSearch){ .text = "dur:1.1us" }, "Add");
  check (timeline, (LscSearch){ .text = "dur<10" },
         "f\xc3\xbc"
         "r \xc3\x84RGER");
  check (timeline, (LscSearch){ .text = "dur<=100ns add" }, "aten::add_");
  check (timeline, (LscSearch){ .text = "core:AI_CPU" }, "Add");
  check (timeline, (LscSearch){ .text = "core:ai_core" }, "MatMul");
  check (timeline, (LscSearch){ .text = "core:cube core:vector" }, "");
  check (timeline, (LscSearch){ .text = "kind:copy" }, "MEMCPY_ASYNC");
  check (timeline, (LscSearch){ .text = "kind:kernel" }, "MatMul|Add");
  check (timeline, (LscSearch){ .text = "lane:stream" }, "MatMul|Add|MEMCPY_ASYNC");
  check (timeline, (LscSearch){ .text = "lane:\"Stream 2\" mat" }, "MatMul");
  check (timeline, (LscSearch){ .text = "group:tp" }, "hcom_allReduce_1|Memcpy");
  check (timeline, (LscSearch){ .text = "group:eth0 kind:communication-task" }, "Memcpy");
  check (timeline, (LscSearch){ .text = "core::x" }, "");
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (lsc_search_run (timeline, &(LscSearch){ .text = bad[i] }, NULL, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
    }
}

static void
test_range (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (LscSearchResult) cut = NULL;
  LscSearch search = { .text = "a", .has_range = TRUE, .begin_ns = 1200, .end_ns = 3000 };

  check (timeline, search, "hcom_allReduce_1|aten::add|MatMul|aten::Addmm");
  search.begin_ns = search.end_ns;
  check (timeline, search, "");
  search = (LscSearch){ .text = "a", .most = 2 };
  check (timeline, search, "hcom_allReduce_1|aten::add");
  cut = lsc_search_run (timeline, &search, NULL, NULL);
  g_assert_true (cut->is_cut);
}

/* By time whatever the lanes and rows. */
static void
test_order (void)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "/a", "/a/x");
  g_autoptr (LscTimeline) timeline = lsc_timeline_new (source);
  g_autoptr (LscSearchResult) result = NULL;
  gint64 last = G_MININT64;

  for (int k = 0; k < 5; k++)
    {
      LscRawSlices raw = { 0 };

      for (int i = 0; i < 1000; i++)
        {
          const char *name = i % 3 ? "x" : "y";

          add (timeline, &raw, g_test_rand_int_range (0, 100000), g_test_rand_int_range (0, 900), 1,
               name);
        }
      lsc_timeline_add_lane (timeline, 0, LSC_ROLE_OTHER, "l",
                             lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
    }
  result = lsc_search_run (timeline, &(LscSearch){ .text = "x" }, NULL, NULL);
  g_assert_cmpuint (result->hits->len, ==, 5 * 666);
  for (guint i = 0; i < result->hits->len; i++)
    {
      LscSpot spot = g_array_index (result->hits, LscSpot, i);
      gint64 start = lsc_timeline_get_node (timeline, spot.node)->lane->start_ns[spot.slice];

      g_assert_cmpint (start, >=, last);
      last = start;
    }
}

static void
test_table (void)
{
  static const char *const names[] = { "rank",   "lane",    "row",  "name", "start_ns",
                                       "dur_ns", "self_ns", "step", "id",   "parent" };
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (LscSearchResult) result =
      lsc_search_run (timeline, &(LscSearch){ .text = "aten::add" }, NULL, NULL);
  g_autoptr (LscTable) table = lsc_slices_get_table (
      timeline, (const LscSpot *) (gpointer) result->hits->data, result->hits->len);

  g_assert_cmpuint (lsc_table_get_n_columns (table), ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (lsc_table_get_column (table, i)->name, ==, names[i]);
  g_assert_cmpint (lsc_table_get (table, 0, 0).integer, ==, 5);
  g_assert_cmpstr (lsc_table_get (table, 0, 1).text, ==, "Python/Thread 1");
  g_assert_cmpint (lsc_table_get (table, 0, 6).integer, ==, 400);
  g_assert_true (lsc_table_get (table, 0, 7).is_null);
  g_assert_true (lsc_table_get (table, 0, 9).is_null);
  g_assert_cmpint (lsc_table_get (table, 1, 2).integer, ==, 1);
  g_assert_cmpint (lsc_table_get (table, 1, 9).integer, ==, lsc_table_get (table, 0, 8).integer);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/names", test_names);
  g_test_add_func ("/search/regex", test_regex);
  g_test_add_func ("/search/regex-limit", test_regex_limit);
  g_test_add_func ("/search/fields", test_fields);
  g_test_add_func ("/search/range", test_range);
  g_test_add_func ("/search/order", test_order);
  g_test_add_func ("/search/table", test_table);
  return g_test_run ();
}
