/* test-pipeline-layout.c - which ranks form a pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-error.h"
#include "test-pipeline-support.h"

static const LscPipelineRow *
first_row (LscPipeline *pipeline)
{
  return &lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[0];
}

static void
check_groups (GPtrArray *runs, const LscPipelineOptions *options, const char *labels)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscPipeline) pipeline = lsc_pipeline_new (runs, options, NULL, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < pipeline->groups->len; i++)
    g_string_append (text, lsc_pipeline_get_group (pipeline, i)->label);
  g_assert_cmpstr (text->str, ==, labels);
}

static GPtrArray *
make_ranks (guint n, const char *args_of, const char *args)
{
  GPtrArray *runs = pp_runs_new ();

  for (guint rank = 0; rank < n; rank++)
    {
      LscRun *run = pp_run_new (rank);

      pp_run_blocks (run, "FBFB", 1000000, 100000);
      if (!args_of || args_of[rank] == '1')
        pp_run_metadata (run, "distributed_args", args);
      g_ptr_array_add (runs, run);
    }
  return runs;
}

/* A host that is not there lacks in many pipelines, and is told once. */
static void
test_missing_together (void)
{
  g_autofree char *args = pp_args (1, 1, 4, 2, 8);
  g_autoptr (GPtrArray) runs = make_ranks (4, NULL, args);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (pipeline->notices);
  const LscNotice *told = NULL;

  g_assert_cmpuint (pipeline->groups->len, ==, 4);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-rank-missing"), ==, 4); /* ranks */
  for (guint i = 0; i < notices->len; i++)
    if (g_str_equal (((const LscNotice *) notices->pdata[i])->code, "pp-rank-missing"))
      {
        g_assert_null (told);
        told = notices->pdata[i];
      }
  g_assert_nonnull (told);
  g_assert_cmpstr (told->what, ==, "4 of 4 pipelines have ranks that were not loaded: 4-7.");
}

/* pipeline.md#stages, rule 3. */
static void
test_layout_by_sizes (void)
{
  g_autofree char *context = pp_args (1, 2, 1, 2, 4);
  g_autofree char *with_context = pp_args (1, 2, 4, 2, 8);
  g_autofree char *plain = pp_args (2, 1, 1, 2, 4);
  g_autoptr (GPtrArray) a = make_ranks (4, NULL, context);
  g_autoptr (GPtrArray) b = make_ranks (4, "0010", plain);
  g_autoptr (GPtrArray) c = make_ranks (8, NULL, with_context);
  LscPipelineOptions order = { .order = "tp-cp-pp-ep-dp" };
  LscPipelineOptions vllm = { .order = "tp-pp-dp-ep" };

  check_groups (a, NULL, "(0,2)(1,3)");
  check_groups (b, NULL, "(0,2)(1,3)");
  /* dp was written with cp in it: 4 = 2 x 2 */
  check_groups (c, NULL, "(0,4)(1,5)(2,6)(3,7)");
  check_groups (c, &order, "(0,2)(1,3)(4,6)(5,7)");
  check_groups (c, &vllm, "(0,1)(2,3)(4,5)(6,7)");
}

/* Sizes that the user gives stand for those that were not recorded, and for no others. */
static void
test_layout_given (void)
{
  g_autofree char *recorded = pp_args (2, 1, 1, 2, 4);
  g_autoptr (GPtrArray) bare = make_ranks (4, "0000", recorded);
  g_autoptr (GPtrArray) told = make_ranks (4, NULL, recorded);
  LscPipelineOptions given = { .given = {
                                   .tp = 1, .pp = 4, .dp = 1, .cp = 1, .ep = 1, .world = 4 } };
  LscPipelineOptions halves = { .given = {
                                    .tp = 1, .pp = 2, .dp = 2, .cp = 1, .ep = 1, .world = 4 } };

  check_groups (bare, &given, "(0,1,2,3)");
  check_groups (bare, &halves, "(0,2)(1,3)");
  check_groups (told, &given, "(0,2)(1,3)");
}

/* Example of pipeline.md#stages: tp 2, cp 2, dp 2, pp 4. */
static void
test_layout_example (void)
{
  g_autofree char *args = pp_args (2, 2, 2, 4, 32);
  LscPipelineOptions other = { .order = "tp-cp-pp-ep-dp" };
  g_autoptr (GHashTable) all = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (LscMetadata) metadata = lsc_metadata_new ();
  gint64 key = 8;
  g_autoptr (GPtrArray) ranks = NULL;
  g_autoptr (GPtrArray) with_order = NULL;

  lsc_metadata_set (metadata, "distributed_args", args);
  g_hash_table_insert (all, &key, metadata);
  ranks = lsc_pipeline_group_ranks (all, NULL, 8);
  with_order = lsc_pipeline_group_ranks (all, &other, 8);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpint (*(gint64 *) g_ptr_array_index (ranks, i), ==, 8 * i);
      g_assert_cmpint (*(gint64 *) g_ptr_array_index (with_order, i), ==, 4 * i);
    }
  g_assert_null (lsc_pipeline_group_ranks (all, NULL, 9999));
}

static void
test_layout_by_group (void)
{
  g_autofree char *args = pp_args (2, 1, 1, 2, 4);
  g_autoptr (GPtrArray) runs = make_ranks (4, NULL, args);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineOptions user = { .groups = "3,0" };
  LscPipelineOptions twice = { .groups = "0,1;1,2" };
  g_autoptr (GError) error = NULL;

  /* against distributed_args: the pipelines are (1,0) and (3,2); a nested string, and a group embd
   */
  pp_run_metadata (
      g_ptr_array_index (runs, 0), "parallel_group_info",
      "\"{\\\"g1\\\": {\\\"group_name\\\": \\\"embd\\\", \\\"global_ranks\\\": [0, 3]}, "
      "\\\"g2\\\": {\\\"group_name\\\": \\\"pp\\\", \\\"global_ranks\\\": [1, 0]}}\"");
  pp_run_metadata (g_ptr_array_index (runs, 2), "parallel_group_info",
                   "{\"g3\": {\"group_name\": \"pp\", \"global_ranks\": [3, 2]}}");
  check_groups (runs, NULL, "(1,0)(3,2)");
  pipeline = pp_analyse (runs);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-stages-disagree"), >, 0);
  g_assert_true (lsc_pipeline_find_group (pipeline, "3,2") == lsc_pipeline_get_group (pipeline, 1));
  g_assert_true (lsc_pipeline_find_group (pipeline, "(1, 0)") ==
                 lsc_pipeline_get_group (pipeline, 0));
  g_assert_true (lsc_pipeline_find_group (pipeline, "1") == lsc_pipeline_get_group (pipeline, 1));
  g_assert_null (lsc_pipeline_find_group (pipeline, "7"));
  check_groups (runs, &user, "(3,0)(1,2)");
  g_assert_null (lsc_pipeline_new (runs, &twice, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

static void
test_bad_sizes (void)
{
  static const char *const bad[] = {
    "{\"pipeline_model_parallel_size\": 0, \"world_size\": 2}",
    "{\"pipeline_model_parallel_size\": -2, \"world_size\": 2}",
    "{\"pipeline_model_parallel_size\": \"2\", \"world_size\": 2}",
    "{\"pipeline_model_parallel_size\": 2, \"world_size\": 3}",
    "{\"pipeline_model_parallel_size\": 1000000000, \"world_size\": 2}",
    "{\"pipeline_model_parallel_size\": 2, \"tensor_model_parallel_size\": 0}",
    "[1, 2]",
    "nonsense",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GPtrArray) runs = pp_runs_new ();
      g_autoptr (LscPipeline) pipeline = NULL;

      for (gint64 rank = 0; rank < 2; rank++)
        {
          LscRun *run = pp_run_new (rank);

          pp_run_blocks (run, rank == 0 ? "FFBB" : "FBFB", 1000000, 100000);
          pp_run_metadata (run, "distributed_args", bad[i]);
          g_ptr_array_add (runs, run);
        }
      pipeline = pp_analyse (runs);
      /* leading forwards tell the stages */
      g_assert_cmpstr (lsc_pipeline_get_group (pipeline, 0)->label, ==, "(0,1)");
      g_assert_cmpint (first_row (pipeline)->stage, ==, 0);
      g_assert_cmpint (pp_count_notices (pipeline, "pp-metadata-ignored"), ==, i < 6 ? 2 : 0);
    }
}

static void
test_world_mismatch (void)
{
  g_autofree char *args = pp_args (3, 1, 1, 2, 4);
  g_autoptr (GPtrArray) runs = make_ranks (4, NULL, args);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);

  g_assert_cmpstr (lsc_pipeline_get_group (pipeline, 0)->label, ==, "(0,2)");
  g_assert_cmpint (pp_count_notices (pipeline, "pp-world-size"), >, 0);
}

static void
test_no_stages (void)
{
  g_autoptr (GPtrArray) runs = make_ranks (3, "000", NULL);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

  g_assert_cmpstr (group->label, ==, "(0,1,2)");
  g_assert_cmpint (first_row (pipeline)->stage, ==, -1);
  g_assert_false (group->is_recognised);
  g_assert_nonnull (group->banner);
  g_assert_cmpuint (group->steps[0].n_links, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layout/sizes", test_layout_by_sizes);
  g_test_add_func ("/pipeline/layout/missing-together", test_missing_together);
  g_test_add_func ("/layout/given", test_layout_given);
  g_test_add_func ("/layout/example", test_layout_example);
  g_test_add_func ("/layout/group", test_layout_by_group);
  g_test_add_func ("/layout/bad-sizes", test_bad_sizes);
  g_test_add_func ("/layout/world-mismatch", test_world_mismatch);
  g_test_add_func ("/layout/no-stages", test_no_stages);
  return g_test_run ();
}
