/* test-rank-names.c - what ranks without a number are called, and which collectives are the same
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "analyze/lsc-table.h"
#include "analyze/step/lsc-comm-pair.h"
#include "lsc-test-files.h"
#include "model/lsc-rank-name.h"
#include "read/lsc-open.h"

/* ---- names ---- */

static void
test_words (void)
{
  gint64 ten = lsc_rank_name_add ("dp10"), nine = lsc_rank_name_add ("dp9");
  const gint64 mixed[] = { nine, ten }, numbers[] = { 0, 2 }, unknown[] = { 0, LSC_RANK_UNKNOWN };
  g_autoptr (LscPhrase) names = lsc_rank_names_list (mixed, 2);
  g_autoptr (LscPhrase) list = lsc_rank_names_list (numbers, 2);
  g_autofree char *text = lsc_phrase_to_plain (names);
  g_autofree char *plain = lsc_phrase_to_plain (list);
  g_autofree char *title = lsc_rank_name_get_title (nine, NULL);
  gint64 rank;

  g_assert_cmpint (lsc_rank_name_add ("dp9"), ==, nine);
  g_assert_cmpint (nine, <, LSC_RANK_UNKNOWN);
  g_assert_cmpint (lsc_rank_compare (nine, ten), <, 0);
  g_assert_cmpint (lsc_rank_compare (ten, 0), <, 0);
  g_assert_cmpstr (text, ==, "dp9, dp10");
  g_assert_cmpstr (plain, ==, "ranks 0, 2");
  g_assert_cmpstr (title, ==, "dp9");
  g_assert_null (lsc_rank_names_list (unknown, 2));
  g_assert_true (lsc_rank_from_text ("dp10", &rank));
  g_assert_cmpint (rank, ==, ten);
  g_assert_true (lsc_rank_from_text ("3", &rank));
  g_assert_cmpint (rank, ==, 3);
  g_assert_false (lsc_rank_from_text ("nobody is called so", &rank));
  g_assert_cmpint (lsc_rank_to_number (ten), ==, LSC_RANK_UNKNOWN);
}

typedef struct
{
  gint64 rank;
} Row;

static const LscColumn columns[] = { LSC_COLUMN (Row, rank, "rank", "Rank", LSC_UNIT_ID, NULL,
                                                 NULL) };
static const LscTableInfo info = LSC_TABLE_INFO ("ranks", Row, columns);

/* A column of numbers has the name as a text. */
static void
test_cell (void)
{
  g_autoptr (LscTable) table = lsc_table_new_for (&info);
  g_autoptr (LscTable) copy = lsc_table_new_for (&info);
  g_autofree char *words = NULL;
  LscValue value;

  lsc_table_add (table, &(Row){ lsc_rank_or_null (lsc_rank_name_add ("node 1")) });
  lsc_table_add (table, &(Row){ lsc_rank_or_null (LSC_RANK_UNKNOWN) });
  lsc_table_append_table (copy, table);
  value = lsc_table_get (copy, 0, 0);
  words = lsc_table_get_words (copy, 0, 0);
  g_assert_false (value.is_null);
  g_assert_cmpint (value.type, ==, LSC_TYPE_TEXT);
  g_assert_cmpstr (value.text, ==, "node 1");
  g_assert_cmpstr (words, ==, "node 1");
  g_assert_true (lsc_table_get (copy, 1, 0).is_null);
}

/* ---- recordings ---- */

#define AT(ts)                                                                                     \
  "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": "       \
  "\"k\", "                                                                                        \
  "\"pid\": 0, \"tid\": 7, \"ts\": " ts ", \"dur\": 5}, {\"ph\": \"X\", \"cat\": \"kernel\", "     \
  "\"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": " ts "9.0, \"dur\": 5}]}"
#define EARLY AT ("1000")
#define LATE AT ("9000000")

static void
put (const char *root, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (root, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Clusters as "name: rank, rank; ", "-" without a name. */
static void
expect (const char *root, const char *folder, const char *expected)
{
  g_autofree char *path = g_build_filename (root, folder, NULL);
  g_autoptr (LscProject) project = lsc_discover (path, NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (project);
  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *cluster = project->clusters->pdata[i];

      g_string_append_printf (text, "%s:", cluster->name ? cluster->name : "-");
      for (guint k = 0; k < cluster->sources->len; k++)
        {
          g_autofree char *rank =
              lsc_rank_to_text (((LscSource *) cluster->sources->pdata[k])->rank);

          g_string_append_printf (text, "%s %s", k > 0 ? "," : "", rank);
        }
      g_string_append (text, "; ");
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static guint
count_notices (const char *root, const char *folder, const char *code)
{
  g_autofree char *path = g_build_filename (root, folder, NULL);
  g_autoptr (LscProject) project = lsc_discover (path, NULL, NULL);
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (project->notices);
  guint n = 0;

  for (guint i = 0; i < list->len; i++)
    n += g_str_equal (((LscNotice *) list->pdata[i])->code, code);
  return n;
}

/* By the first words that tell all apart, a number with the word before it. */
static void
test_names (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();

  put (root, "hosts/web-a_17.3.pt.trace.json", EARLY);
  put (root, "hosts/web-b_18.4.pt.trace.json", EARLY);
  expect (root, "hosts", "-: a, b; ");
  put (root, "pids/job_17.json", EARLY);
  put (root, "pids/job_18.json", EARLY);
  expect (root, "pids", "-: job_17, job_18; ");
  put (root, "grid/dp0_tp0.json", EARLY);
  put (root, "grid/dp0_tp1.json", EARLY);
  put (root, "grid/dp1_tp0.json", EARLY);
  expect (root, "grid", "-: dp0_tp0, dp0_tp1, dp1_tp0; ");
  put (root, "uneven/run_api_server.json", EARLY);
  put (root, "uneven/run_w1.json", EARLY);
  expect (root, "uneven", "-: api_server, w1; ");
  put (root, "mixed/rank3.json", EARLY);
  put (root, "mixed/front.json", EARLY);
  expect (root, "mixed", "-: front, 3; ");
  put (root, "alone/x_5.json", EARLY);
  expect (root, "alone", "-: -1; ");
}

/* Only numbers from 0 on, and nothing else that differs, may be ranks; it is told. */
static void
test_guess (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();

  put (root, "all/t_0.json", EARLY);
  put (root, "all/t_1.json", EARLY);
  expect (root, "all", "-: 0, 1; ");
  g_assert_cmpuint (count_notices (root, "all", "rank-guessed"), ==, 1);
  put (root, "gap/t_0.json", EARLY);
  put (root, "gap/t_2.json", EARLY);
  expect (root, "gap", "-: t_0, t_2; ");
  g_assert_cmpuint (count_notices (root, "gap", "rank-guessed"), ==, 0);
}

/* The same rank twice: jobs of their own, phases, captures. */
static void
test_twice (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();

  put (root, "jobs/replica0_rank0.json", EARLY);
  put (root, "jobs/replica1_rank0.json", EARLY);
  expect (root, "jobs", "-: replica0, replica1; ");
  put (root, "phases/x_prefill_rank0.json", EARLY);
  put (root, "phases/x_decode_rank0.json", LATE);
  expect (root, "phases", "decode: 0; prefill: 0; ");
  put (root, "stages/TP-0-EXTEND.json", EARLY);
  put (root, "stages/TP-1-EXTEND.json", EARLY);
  put (root, "stages/TP-0-DECODE.json", EARLY);
  put (root, "stages/TP-1-DECODE.json", EARLY);
  expect (root, "stages", "DECODE: 0, 1; EXTEND: 0, 1; ");
  put (root, "captures/rank0.100.json", EARLY);
  put (root, "captures/rank1.100.json", EARLY);
  put (root, "captures/rank0.200.json", LATE);
  put (root, "captures/rank1.200.json", LATE);
  expect (root, "captures", "capture-1: 0, 1; capture-2: 0, 1; ");
  /* names of people are no place, but one rank is not recorded twice at once */
  put (root, "beside/anna_rank0.json", EARLY);
  put (root, "beside/bert_rank0.json", EARLY);
  expect (root, "beside", "-: anna, bert; ");
  put (root, "again/anna_rank0.json", EARLY);
  put (root, "again/bert_rank0.json", LATE);
  expect (root, "again", "-: 0; ");
  g_assert_cmpuint (count_notices (root, "again", "superseded"), ==, 1);
}

/* Each process with kernels is a device; one with a few copies of another is none. */
static void
test_devices (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (GString) text = g_string_new ("{\"schemaVersion\": 1, \"traceEvents\": [");

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text,
                            "%s{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": %u, "
                            "\"tid\": 7, \"ts\": %u.0, \"dur\": 5, \"args\": {\"device\": 0}}",
                            i > 0 ? ", " : "", i % 50 == 49 ? 5 : i % 2, 1000 + 10 * i);
  g_string_append (text, "]}");
  put (root, "two/a.json", text->str);
  expect (root, "two", "-: GPU 0, GPU 1; ");
}

/* A result that is a link to another place is one; a link to any other folder is not followed. */
static void
test_links (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_auto (LscTestTempDir) store = lsc_test_temp_dir_new ();
  g_autofree char *result = g_build_filename (store, "h_ascend_pt", NULL);
  g_autofree char *output = g_build_filename (result, "ASCEND_PROFILER_OUTPUT", NULL);
  g_autofree char *link = g_build_filename (root, "a_ascend_pt", NULL);
  g_autofree char *folder = g_build_filename (root, "b_ascend_pt", NULL);
  g_autofree char *inner = g_build_filename (folder, "ASCEND_PROFILER_OUTPUT", NULL);

  put (store, "h_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_4.db", "x");
  g_assert_cmpint (symlink (result, link), ==, 0);
  expect (root, ".", "-: 4; ");
  g_assert_cmpint (g_unlink (link), ==, 0);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (symlink (output, inner), ==, 0);
  expect (root, ".", "-: 4; ");
}

/* ---- collectives ---- */

/** One rank of a case: operators that end every @period_ns from @end_ns on. */
typedef struct
{
  gint64 end_ns;
  guint n;
  gint64 number; /* of the first, -1 = none */
  gint64 step;
} Ops;

#define PERIOD_NS 1000000

/* Pairs two ranks. Returns: of the operators of the first which index of the second is the same,
 * -1 = none, as text */
static char *
pair (const Ops *ranks, LscCommRule expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  LscCommItem items[64];
  gsize n = 0;

  for (guint32 rank = 0; rank < 2; rank++)
    for (guint i = 0; i < ranks[rank].n; i++)
      {
        gint64 end_ns = ranks[rank].end_ns + (gint64) i * PERIOD_NS;

        items[n++] = (LscCommItem){ .rank = rank,
                                    .tag = i,
                                    .begin_ns = end_ns - 100000 * (rank + 1),
                                    .end_ns = end_ns,
                                    .number = ranks[rank].number >= 0 ? ranks[rank].number + i : -1,
                                    .step = ranks[rank].step >= 0 ? ranks[rank].step + i : -1 };
      }
  g_assert_cmpint (lsc_comm_pair (items, n), ==, expected);
  for (gsize i = 0; i < ranks[0].n; i++)
    {
      int found = -1;

      for (gsize k = ranks[0].n; k < n; k++)
        if (items[k].key_step == items[i].key_step && items[k].ordinal == items[i].ordinal)
          found = (int) items[k].tag;
      g_string_append_printf (text, "%d ", found);
    }
  return g_strdup (text->str);
}

static void
expect_pairs (const Ops *ranks, LscCommRule rule, const char *expected)
{
  g_autofree char *text = pair (ranks, rule);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_pairs (void)
{
  const gint64 at = G_GINT64_CONSTANT (1700000000000000000);

  /* their numbers, whatever else says */
  expect_pairs ((Ops[]){ { at, 4, 100, 7 }, { at, 4, 101, 7 } }, LSC_COMM_BY_NUMBER, "-1 0 1 2 ");
  /* one begins an iteration later: by the steps, though both have as many */
  expect_pairs ((Ops[]){ { at, 4, -1, 100 }, { at + PERIOD_NS, 4, -1, 101 } }, LSC_COMM_BY_STEP,
                "-1 0 1 2 ");
  /* the same steps: the order, whatever the clocks are */
  expect_pairs ((Ops[]){ { at, 3, -1, 5 }, { at + 5 * PERIOD_NS, 3, -1, 5 } }, LSC_COMM_BY_ORDER,
                "0 1 2 ");
  /* steps that differ where all end together: one at a border is in the step before or behind */
  expect_pairs ((Ops[]){ { at, 4, -1, 3 }, { at + 2000, 4, -1, 4 } }, LSC_COMM_BY_ORDER,
                "0 1 2 3 ");
  /* no steps: by ends that agree */
  expect_pairs ((Ops[]){ { at, 6, -1, -1 }, { at + PERIOD_NS + 2000, 6, -1, -1 } },
                LSC_COMM_BY_TIME, "-1 0 1 2 3 4 ");
  expect_pairs ((Ops[]){ { at, 6, -1, -1 }, { at + PERIOD_NS - 2000, 5, -1, -1 } },
                LSC_COMM_BY_TIME, "-1 0 1 2 3 4 ");
  /* clocks of two hosts: as many are the same, if they can be */
  expect_pairs ((Ops[]){ { at, 3, -1, -1 }, { at + 400 * PERIOD_NS, 3, -1, -1 } },
                LSC_COMM_BY_ORDER, "0 1 2 ");
  expect_pairs ((Ops[]){ { at, 3, -1, -1 }, { at + 400 * PERIOD_NS, 4, -1, -1 } },
                LSC_COMM_BY_NOTHING, "-1 -1 -1 ");
  /* other iterations altogether */
  expect_pairs ((Ops[]){ { at, 3, -1, 0 }, { at + 10 * PERIOD_NS, 3, -1, 10 } },
                LSC_COMM_BY_NOTHING, "-1 -1 -1 ");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank-names/words", test_words);
  g_test_add_func ("/rank-names/cell", test_cell);
  g_test_add_func ("/rank-names/names", test_names);
  g_test_add_func ("/rank-names/guess", test_guess);
  g_test_add_func ("/rank-names/twice", test_twice);
  g_test_add_func ("/rank-names/devices", test_devices);
  g_test_add_func ("/rank-names/links", test_links);
  g_test_add_func ("/rank-names/pairs", test_pairs);
  return g_test_run ();
}
