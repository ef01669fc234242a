/* test-bad-pipeline.c - one test for each row of the bad input table of the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "lsc-test-profile.h"
#include "read/lsc-open.h"
#include "test-pipeline-support.h"

/* Row of the table -> test (of this file unless another is named)
 *
 *   no MSTX_EVENTS, no StepTaskInfo        no-ranges, nothing; /passes of test-pipeline-passes
 *   ranges without device rows             no-device-rows; /input/host-time
 *   never ended, end < start, zero length  never-ended, end-before-start, zero-length
 *   message unparsable, huge, not UTF-8    message-*; /input/hostile-messages
 *   micro-batch negative, repeated, > 2M   micro-batch-*; /recognise/impossible-ids
 *   F and B counts differ                  counts-differ, rank-empty; /input/partial-step
 *   stages disagree on M                   micro-batches-disagree; /input/stages-disagree
 *   a rank of the group missing            rank-missing; /candidates/missing-stages
 *   rank twice                             rank-twice; /input/rank-twice
 *   P = 1                                  small-sizes
 *   M = 1, M < P                           small-sizes; /recognise/few-micro-batches
 *   step with forward only                 forward-only; /input/forward-only
 *   same-stream overlap                    same-stream-overlap; /input/stream-overlap
 *   times of ranks do not intersect        times-apart; /input/clock-gap
 *   pp_info says other                     metadata-says-*; /recognise/pp-info
 *   metadata sizes make no sense           sizes-*; /layout/bad-sizes, /layout/world-mismatch
 *   StepTaskInfo with NULLs or text        step-tasks, step-tasks-unnamed
 *   cyclic or impossible order             impossible-order, deadlock
 *   too many blocks, file shrinks          test-bad-files
 *
 * Every case is a 1F1B of two stages and four micro-batches, FFBFBFBB and FBFBFBFB, written as two
 * databases of which the second has one defect, and read back. */

#define TID (G_GINT64_CONSTANT (77) << 32 | 1)
#define FIRST_DEVICE_NS 1000000
#define SHORT_NS 10000
#define LIST(...) ((const char *const[]){ __VA_ARGS__, NULL })

typedef struct
{
  const char *name;           /* of the row in pipeline.md#bad-input */
  const char *sql;            /* (nullable): done to rank 1 */
  const char *kinds;          /* of rank 1, joined over steps */
  const char *const *notices; /* "code|count" of the pipeline, or "rank:code|count" of rank 1 */
  int is_recognised;          /* -1 = the case does not say */
  const char *schedule;
} BadCase;

#define MESSAGE(rows, text)                                                                        \
  "INSERT INTO STRING_IDS VALUES (90001, " text "); UPDATE MSTX_EVENTS SET message = 90001 WHERE " \
  "rowid IN (" rows ")"
#define FORWARD(id) "'{''name'': ''forward_step'', ''current_microbatch'': " id "}'"
#define STEP_TASKS(rows)                                                                           \
  "DROP TABLE MSTX_EVENTS; CREATE TABLE StepTaskInfo (name TEXT, startNs, endNs, type INTEGER);"   \
  "INSERT INTO StepTaskInfo VALUES " rows

#define SIZES(pp)                                                                                  \
  "INSERT INTO META_DATA VALUES ('distributed_args', '{\"pipeline_model_parallel_size\": " pp      \
  ", \"world_size\": 2}')"

static const BadCase cases[] = {
  { "good", NULL, "FBFBFBFB", LIST (NULL), TRUE, "1f1b" },
  { "no-ranges", "DROP TABLE MSTX_EVENTS", "", LIST ("rank:missing-table|-1"), -1, NULL },
  { "no-device-rows", "DELETE FROM TASK", "FBFBFBFB", LIST ("pp-host-time|8"), TRUE, "1f1b" },
  { "never-ended", "UPDATE MSTX_EVENTS SET endNs = 0 WHERE rowid = 8", "FBFBFBF",
    LIST ("pp-bad-range|1"), FALSE, NULL },
  { "end-before-start", "UPDATE TASK SET endNs = startNs - 1 WHERE rowid = 8", "FBFBFBF",
    LIST ("rank:negative-duration|1", "pp-range-without-device|1", "pp-cut-step|1"), FALSE, NULL },
  { "zero-length", "UPDATE TASK SET endNs = startNs WHERE rowid = 8", "FBFBFBF",
    LIST ("pp-bad-range|1"), FALSE, NULL },
  { "message-unparsable", MESSAGE ("1", "'{forward_step'"), "BFBFBFB", LIST (NULL), FALSE, NULL },
  { "message-huge", MESSAGE ("1", "'forward_step ' || hex (zeroblob (5000))"), "FBFBFBFB",
    LIST (NULL), TRUE, "1f1b" },
  { "message-not-utf8", MESSAGE ("1", "CAST (x'666f72776172645f73746570ff' AS TEXT)"), "FBFBFBFB",
    LIST ("rank:not-utf8|1"), TRUE, "1f1b" },
  { "micro-batch-negative", MESSAGE ("1", FORWARD ("-3")), "FBFBFBFB",
    LIST ("pp-microbatch-ignored|1"), TRUE, "1f1b" },
  { "micro-batch-repeated", MESSAGE ("1, 3", FORWARD ("0")), "FBFBFBFB",
    LIST ("pp-microbatch-ignored|1"), TRUE, "1f1b" },
  { "micro-batch-too-large", MESSAGE ("1", FORWARD ("900")), "FBFBFBFB",
    LIST ("pp-microbatch-ignored|1"), TRUE, "1f1b" },
  { "counts-differ", "DELETE FROM MSTX_EVENTS WHERE rowid = 8", "FBFBFBF", LIST ("pp-cut-step|1"),
    FALSE, NULL },
  { "micro-batches-disagree", "DELETE FROM MSTX_EVENTS WHERE rowid > 6", "FBFBFB",
    LIST ("pp-microbatches-disagree|1"), FALSE, NULL },
  { "forward-only",
    "DELETE FROM MSTX_EVENTS WHERE message IN (SELECT id FROM STRING_IDS WHERE value LIKE "
    "'%backward%')",
    "FFFF", LIST (NULL), FALSE, NULL },
  { "same-stream-overlap", "UPDATE TASK SET endNs = endNs + 5000 WHERE rowid = 1", "FBFBFBFB",
    LIST ("pp-stream-overlap|1"), TRUE, "1f1b" },
  { "times-apart", "UPDATE TASK SET startNs = startNs + 9000000000, endNs = endNs + 9000000000",
    "FBFBFBFB", LIST (NULL), TRUE, "1f1b" },
  { "metadata-says-other",
    "INSERT INTO META_DATA VALUES ('pp_info', '{\"pp_type\": \"dualpipev\", \"microbatch_num\": "
    "4}')",
    "FBFBFBFB", LIST ("pp-info-differs|1"), TRUE, "1f1b" },
  { "metadata-says-null",
    "INSERT INTO META_DATA VALUES ('pp_info', '\"{\\\"pp_type\\\": null, \\\"microbatch_num\\\": "
    "4}\"')",
    "FBFBFBFB", LIST (NULL), TRUE, "1f1b" },
  { "impossible-order",
    "UPDATE STRING_IDS SET value = CASE WHEN value LIKE '%forward%' THEN '{''name'': "
    "''backward_step''}' ELSE '{''name'': ''forward_step''}' END WHERE value LIKE '%ward_step%'",
    "BFBFBFBF", LIST (NULL), FALSE, NULL },
  { "step-tasks",
    STEP_TASKS ("('FP', 1736414119001010000, 1736414119001020000, 0),"
                "('BP', 1736414119001020000, 1736414119001040000, 1),"
                "('FP', NULL, 9, 0), ('BP', 'x', 9, 1), (NULL, 1, 9, 1)"),
    "FB", LIST ("rank:bad-step-task|3"), -1, NULL },
  { "step-tasks-unnamed",
    STEP_TASKS ("('', 1736414119001010000, 1736414119001020000, 0),"
                "('', 1736414119001020000, 1736414119001040000, 0)"),
    "OO", LIST ("pp-step-task-unnamed|2"), -1, NULL },
  /* stage 0 runs its last forward after a backward that waits for it */
  { "deadlock",
    "UPDATE MSTX_EVENTS SET message = (SELECT id FROM STRING_IDS WHERE value LIKE CASE WHEN "
    "MSTX_EVENTS.rowid <= 4 THEN '%forward_step%' ELSE '%backward_step%' END)",
    "FFFFBBBB", LIST ("pp-not-recognised|1"), FALSE, NULL },
  /* nothing is left of one rank */
  { "rank-empty", "DELETE FROM MSTX_EVENTS", "", LIST (NULL), -1, NULL },
  { "sizes-zero", SIZES ("0"), "FBFBFBFB", LIST (NULL), TRUE, "1f1b" },
  { "sizes-negative", SIZES ("-2"), "FBFBFBFB", LIST (NULL), TRUE, "1f1b" },
  { "sizes-text", SIZES ("\"two\""), "FBFBFBFB", LIST (NULL), TRUE, "1f1b" },
  { "sizes-list", SIZES ("[2]"), "FBFBFBFB", LIST (NULL), TRUE, "1f1b" },
  /* Section 9: names are strict, and pops in two spellings. */
  { "substring-name", MESSAGE ("1", "'FeedForward'"), "BFBFBFB", LIST (NULL), FALSE, NULL },
  { "any-letter-pop", MESSAGE ("1", "'WeightGradStoreXpop'"), "BFBFBFB", LIST (NULL), FALSE, NULL },
  { "module-range",
    "INSERT INTO STRING_IDS VALUES (90001, 'Module'); UPDATE MSTX_EVENTS SET domainId = 90001"
    " WHERE rowid = 1",
    "BFBFBFB", LIST (NULL), FALSE, NULL },
};

static LscTestProfile *
build_stage (int stage, int n_stages, int n_micro_batches)
{
  LscTestProfile *p = lsc_test_profile_new ();
  g_autoptr (GString) ranks = g_string_new (NULL);
  g_autofree char *group = NULL;
  int n_leading = MIN (n_stages - 1 - stage, n_micro_batches);
  int n_forward = 0, n_backward = 0;
  gint64 host_ns = 1000, device_ns = FIRST_DEVICE_NS + stage * SHORT_NS;

  for (int i = 0; i < n_stages; i++)
    g_string_append_printf (ranks, "%s%d", i ? ", " : "", i);
  group = g_strdup_printf (
      "{\"g\": {\"group_name\": \"pp\", \"group_rank\": %d, \"global_ranks\": [%s]}}", stage,
      ranks->str);
  lsc_test_profile_metadata (p, "parallel_group_info", group);
  lsc_test_profile_step (p, 1, 0, 100000);
  while (n_backward < n_micro_batches)
    {
      gboolean is_forward = n_forward < n_micro_batches && n_forward <= n_leading + n_backward;
      gint64 length_ns = is_forward ? SHORT_NS : 2 * SHORT_NS;

      lsc_test_profile_mstx_task (p, "default", pp_message_of_kind (is_forward ? 'F' : 'B'),
                                  host_ns, host_ns + 50, TID, device_ns, device_ns + length_ns, 3);
      n_forward += is_forward;
      n_backward += !is_forward;
      host_ns += 100;
      device_ns += length_ns;
    }
  return p;
}

/* (transfer full): the runs of @n_stages ranks; @sql is done to rank 1, rank @left_out is not
 * there. */
static GPtrArray *
record (int n_stages, int n_micro_batches, const char *sql, int left_out)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *runs;

  for (int i = 0; i < n_stages; i++)
    {
      g_autoptr (LscTestProfile) p = build_stage (i, n_stages, n_micro_batches);
      g_autofree char *name = g_strdup_printf ("r%d", i);
      g_autofree char *folder = g_build_filename (root, name, NULL);

      if (i == left_out)
        continue;
      if (i == 1 && sql)
        lsc_test_profile_sql (p, sql);
      lsc_test_profile_write (p, folder, i, &error);
      g_assert_no_error (error);
    }
  before = lsc_test_tree_checksum (root, NULL);
  project = lsc_discover (root, NULL, &error);
  g_assert_no_error (error);
  runs = lsc_runs_load (((LscCluster *) project->clusters->pdata[0])->sources,
                        LSC_LOAD_FOR_PIPELINE, 2, NULL, failures);
  g_assert_cmpuint (lsc_notices_get_count (failures), ==, 0);
  after = lsc_test_tree_checksum (root, NULL);
  g_assert_cmpstr (before, ==, after);
  return runs;
}

static char *
kinds_of (const LscPipelineGroup *group, gsize row)
{
  g_autoptr (GString) kinds = g_string_new (NULL);

  for (gsize i = 0; i < group->n_steps; i++)
    {
      g_autofree char *more = pp_row_kinds (&group->steps[i].rows[row]);

      g_string_append (kinds, more);
    }
  return g_string_free (g_steal_pointer (&kinds), FALSE);
}

static void
expect_notice (LscNotices *notices, const char *wanted)
{
  g_auto (GStrv) parts = g_strsplit (wanted, "|", 2);
  gint64 count = g_ascii_strtoll (parts[1], NULL, 10);

  for (gsize i = 0; i < lsc_notices_get_count (notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (notices, i);

      if (strcmp (notice->code, parts[0]) == 0 && notice->count == count)
        return;
    }
  for (gsize i = 0; i < lsc_notices_get_count (notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (notices, i);

      g_test_message ("there is %s|%" G_GINT64_FORMAT, notice->code, notice->count);
    }
  g_error ("no notice %s", wanted);
}

static void
test_case (gconstpointer user_data)
{
  const BadCase *bad = user_data;
  g_autoptr (GPtrArray) runs = record (2, 4, bad->sql, -1);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  g_autofree char *kinds = kinds_of (group, 1);
  g_autofree char *good = kinds_of (group, 0);

  g_assert_cmpstr (group->label, ==, "(0,1)");
  g_assert_cmpstr (good, ==, "FFBFBFBB");
  g_assert_cmpstr (kinds, ==, bad->kinds);
  for (gsize i = 0; bad->notices[i]; i++)
    if (g_str_has_prefix (bad->notices[i], "rank:"))
      expect_notice (((LscRun *) runs->pdata[1])->notices, bad->notices[i] + strlen ("rank:"));
    else
      expect_notice (pipeline->notices, bad->notices[i]);
  for (gsize i = 0; i < group->n_steps; i++)
    g_assert_cmpint (group->steps[i].schedule.type != LSC_SCHEDULE_NONE, ==,
                     group->steps[i].is_recognised);
  if (bad->is_recognised == 0) /* never without a reason */
    g_assert_true (group->banner != NULL || group->steps[0].is_partial ||
                   group->steps[0].is_forward_only);
  if (bad->is_recognised == 0)
    g_assert_cmpuint (group->n_candidates, ==, 0);
  if (bad->is_recognised >= 0)
    g_assert_cmpint (group->is_recognised, ==, bad->is_recognised);
  if (bad->is_recognised > 0)
    g_assert_cmpstr (group->schedule, ==, bad->schedule);
}

static void
test_rank_missing (void)
{
  g_autoptr (GPtrArray) runs = record (3, 4, NULL, 1);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

  g_assert_cmpuint (group->n_ranks, ==, 3);
  g_assert_false (group->steps[0].rows[1].is_recorded);
  g_assert_cmpuint (group->steps[0].rows[2].n_blocks, ==, 8);
  expect_notice (pipeline->notices, "pp-rank-missing|1");
  g_assert_true (group->is_recognised);
  g_assert_cmpstr (group->schedule, ==, "1f1b");
  g_assert_false (group->steps[0].is_partial);
  g_assert_cmpuint (group->steps[0].n_links, ==, 0); /* all lead through the missing rank */
}

static void
write_cluster_groups (const char *root, const char *sql)
{
  g_autofree char *folder = g_build_filename (root, "cluster_analysis_output", NULL);
  g_autofree char *path = g_build_filename (folder, "cluster_analysis.db", NULL);
  sqlite3 *db = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  if (!sql)
    {
      g_assert_true (g_file_set_contents (path, "no database", -1, NULL));
      return;
    }
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* Ranks that look alike and say nothing of their stage; the cluster analysis beside them does. */
static void
test_cluster_groups (void)
{
  static const struct
  {
    const char *sql;
    int stage; /* of rank 0 */
    gint64 n_notices;
  } groups[] = {
    { "CREATE TABLE CommunicationGroupMapping (type, rank_set, group_name, group_id, pg_name);"
      "INSERT INTO CommunicationGroupMapping VALUES ('collective', '(0,1)', '11', 'a', 'tp'),"
      "('p2p', '(1, 0)', '12', 'b', 'pp'), ('p2p', '(2,x)', '13', 'c', 'pp'), (1, 2, 3, 4, 5)",
      1, 0 },
    { "CREATE TABLE CommunicationGroupMapping (type, rank_set, group_name, group_id)", -1, 0 },
    { "CREATE TABLE Other (a)", -1, 0 },
    { NULL, -1, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
      g_autoptr (LscNotices) failures = lsc_notices_new ();
      g_autoptr (LscProject) project = NULL;
      g_autoptr (GPtrArray) runs = NULL;
      g_autoptr (LscPipeline) pipeline = NULL;
      g_autoptr (GError) error = NULL;
      const LscPipelineGroup *group;
      gint64 n_notices = 0;

      write_cluster_groups (root, groups[i].sql);
      for (int rank = 0; rank < 2; rank++)
        {
          g_autoptr (LscTestProfile) p = build_stage (rank, 2, 1);
          g_autofree char *name = g_strdup_printf ("r%d_ascend_pt", rank);
          g_autofree char *folder = g_build_filename (root, name, NULL);
          g_autofree char *json = g_build_filename (folder, "profiler_metadata.json", NULL);

          lsc_test_profile_sql (p, "DELETE FROM META_DATA");
          lsc_test_profile_write (p, folder, rank, &error);
          g_assert_no_error (error);
          g_assert_cmpint (g_remove (json), ==, 0);
        }
      project = lsc_discover (root, NULL, &error);
      g_assert_no_error (error);
      runs = lsc_runs_load (((LscCluster *) project->clusters->pdata[0])->sources,
                            LSC_LOAD_FOR_PIPELINE, 1, NULL, failures);
      g_assert_cmpuint (runs->len, ==, 2);
      for (guint rank = 0; rank < 2; rank++)
        {
          LscNotices *notices = ((LscRun *) runs->pdata[rank])->notices;

          for (gsize k = 0; k < lsc_notices_get_count (notices); k++)
            {
              g_autoptr (LscNotice) notice = lsc_notices_copy_nth (notices, k);

              n_notices += strcmp (notice->code, "bad-cluster-groups") == 0;
            }
        }
      g_assert_cmpint (n_notices, ==, 2 * groups[i].n_notices);
      pipeline = pp_analyse (runs);
      group = lsc_pipeline_get_group (pipeline, 0);
      g_assert_cmpstr (group->label, ==, groups[i].stage == 1 ? "(1,0)" : "(0,1)");
      for (gsize row = 0; row < 2; row++)
        g_assert_cmpint (group->steps[0].rows[row].stage, ==, groups[i].stage < 0 ? -1 : (int) row);
    }
}

static void
test_rank_twice (void)
{
  g_autoptr (GPtrArray) runs = record (2, 4, NULL, -1);
  g_autoptr (LscPipeline) pipeline = NULL;

  g_ptr_array_add (runs, lsc_run_ref (runs->pdata[1]));
  pipeline = pp_analyse (runs);
  g_assert_true (lsc_pipeline_get_group (pipeline, 0)->is_recognised);
  g_assert_cmpuint (lsc_pipeline_get_group (pipeline, 0)->n_ranks, ==, 2);
  expect_notice (pipeline->notices, "pp-rank-twice|1");
}

static void
test_sizes (void)
{
  static const int sizes[][2] = { { 1, 4 }, { 1, 1 }, { 2, 1 }, { 4, 2 } };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GPtrArray) runs = record (sizes[i][0], sizes[i][1], NULL, -1);
      g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
      const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

      g_assert_true (group->is_recognised);
      g_assert_cmpuint (group->micro_batches, ==, sizes[i][1]);
      for (gsize row = 0; row < group->n_ranks; row++)
        g_assert_cmpuint (group->steps[0].rows[row].n_blocks, ==, 2 * sizes[i][1]);
    }
}

static void
test_nothing (void)
{
  g_autoptr (GPtrArray) runs = record (1, 4, NULL, -1);
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GError) error = NULL;

  ((LscRun *) runs->pdata[0])->marks.n = 0;
  g_assert_null (lsc_pipeline_new (runs, NULL, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_assert_nonnull (strstr (error->message, "forward_step"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/bad/pipeline/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/bad/pipeline/rank-missing", test_rank_missing);
  g_test_add_func ("/bad/pipeline/cluster-groups", test_cluster_groups);
  g_test_add_func ("/bad/pipeline/rank-twice", test_rank_twice);
  g_test_add_func ("/bad/pipeline/small-sizes", test_sizes);
  g_test_add_func ("/bad/pipeline/nothing", test_nothing);
  return g_test_run ();
}
