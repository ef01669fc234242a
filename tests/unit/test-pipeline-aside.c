/* test-pipeline-aside.c - ranges that do not belong to the order; schedules whose blocks look alike
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "test-pipeline-support.h"

#define MS G_GINT64_CONSTANT (1000000)
#define START (G_GINT64_CONSTANT (1760000000000) * MS)

/* Two stages, each with its blocks one after the other from @starts on. */
static GPtrArray *
record (const char *const kinds[2])
{
  GPtrArray *runs = pp_runs_new ();
  g_autofree char *args = pp_args (1, 1, 1, 2, 2);

  for (gint64 rank = 0; rank < 2; rank++)
    {
      LscRun *run = pp_run_new (rank);

      pp_run_metadata (run, "distributed_args", args);
      pp_run_blocks (run, kinds[rank], START, MS);
      g_ptr_array_add (runs, run);
    }
  return runs;
}

static void
rename_range (GPtrArray *runs, guint rank, gsize index, const char *name)
{
  LscRun *run = g_ptr_array_index (runs, rank);

  run->marks.items[index].message = lsc_intern_add (run->strings, name);
}

static void
check_kinds (LscPipeline *pipeline, gsize row, const char *expected)
{
  g_autofree char *kinds = pp_row_kinds (&lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[row]);

  g_assert_cmpstr (kinds, ==, expected);
}

static void
check_schedule (LscPipeline *pipeline, const char *schedule, gsize micro_batches, guint chunks)
{
  const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

  g_assert_true (group->is_recognised);
  g_assert_null (group->banner);
  g_assert_cmpstr (group->schedule, ==, schedule);
  g_assert_cmpuint (group->micro_batches, ==, micro_batches);
  g_assert_cmpuint (group->n_chunks, ==, chunks);
}

/* A range of another name stays as a block of its own kind, without number, and is told. */
static void
test_other_name (void)
{
  static const char *const kinds[] = { "FFBFBB", "FBFBFBF" };
  g_autoptr (GPtrArray) runs = record (kinds);
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscPipelineRow *row;
  g_autofree char *names = NULL;

  rename_range (runs, 1, 6, "forward_loss");
  pipeline = pp_analyse (runs);
  check_schedule (pipeline, "1f1b", 3, 1);
  check_kinds (pipeline, 0, "FFBFBB");
  check_kinds (pipeline, 1, "FBFBFBO");
  row = &lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[1];
  names = pp_row_names (pipeline, row);
  g_assert_cmpstr (names, ==, "0 0 1 1 2 2 forward_loss");
  g_assert_cmpuint (row->blocks[6].mb_f, ==, LSC_MB_NONE);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-set-aside"), ==, 1);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-microbatches-disagree"), ==, 0);
  g_assert_false (lsc_pipeline_get_group (pipeline, 0)->steps[0].is_partial);
}

/* The backward of an embedding once for each micro-batch, and a loss once. */
static void
test_two_names (void)
{
  static const char *const kinds[] = { "FFBBFBBBB", "FBFBFBF" };
  static const gsize embedding[] = { 3, 6, 8 };
  g_autoptr (GPtrArray) runs = record (kinds);
  g_autoptr (LscPipeline) pipeline = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (embedding); i++)
    rename_range (runs, 0, embedding[i], "backward_embedding");
  rename_range (runs, 1, 6, "forward_loss");
  pipeline = pp_analyse (runs);
  check_schedule (pipeline, "1f1b", 3, 1);
  check_kinds (pipeline, 0, "FFBOFBOBO");
  check_kinds (pipeline, 1, "FBFBFBO");
  g_assert_cmpint (pp_count_notices (pipeline, "pp-set-aside"), ==, 4);
}

/* A forward that is run again is the begin of its backward. */
static void
test_recomputation (void)
{
  static const char *const kinds[] = { "FFFBFFBFB", "FFBFFBFFB" };
  g_autoptr (GPtrArray) runs = record (kinds);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  const LscPipelineRow *row = &lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[0];

  check_schedule (pipeline, "1f1b", 3, 1);
  check_kinds (pipeline, 0, "FFBFBB");
  check_kinds (pipeline, 1, "FBFBFB");
  g_assert_cmpint (row->blocks[2].start_ns, ==, START + 2 * MS);
  g_assert_cmpint (row->blocks[2].end_ns, ==, START + 4 * MS);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-recomputation"), ==, 6);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-set-aside"), ==, 0);
}

/* An evaluation before the training of the same step, and a range of the usual name at its end. */
static void
test_surplus (void)
{
  static const char *const evaluation[] = { "FFFFBFBB", "FFFBFBFB" };
  static const char *const once[] = { "FFBFBBF", "FBFBFB" };
  g_autoptr (GPtrArray) before = record (evaluation);
  g_autoptr (GPtrArray) after = record (once);
  g_autoptr (LscPipeline) first = pp_analyse (before);
  g_autoptr (LscPipeline) second = pp_analyse (after);

  check_schedule (first, "1f1b", 3, 1);
  check_kinds (first, 0, "OOFFBFBB");
  check_kinds (first, 1, "OOFBFBFB");
  g_assert_cmpint (pp_count_notices (first, "pp-set-aside"), ==, 4);
  /* the evaluation is not of the window */
  g_assert_cmpint (lsc_pipeline_get_group (first, 0)->steps[0].t0_ns, ==, START + 2 * MS);
  g_assert_cmpint (lsc_pipeline_get_group (first, 0)->steps[0].rows[0].metrics.busy_ns, ==, 6 * MS);
  check_schedule (second, "1f1b", 3, 1);
  check_kinds (second, 0, "FFBFBBO");
  g_assert_cmpint (pp_count_notices (second, "pp-set-aside"), ==, 1);
}

/* What is left of a step that was cut is not taken for a shorter one. */
static void
test_cut (void)
{
  static const char *const kinds[] = { "BFBFBB", "BFBFB" };
  g_autoptr (GPtrArray) runs = record (kinds);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);

  g_assert_false (lsc_pipeline_get_group (pipeline, 0)->is_recognised);
  g_assert_true (lsc_pipeline_get_group (pipeline, 0)->steps[0].is_partial);
  check_kinds (pipeline, 0, "BFBFBB");
  g_assert_cmpint (pp_count_notices (pipeline, "pp-set-aside"), ==, 0);
}

/* A step without one of its weight gradients is cut, also if forwards and backwards balance. */
static void
test_lost_weights (void)
{
  PpPlan plan = {
    .schedule = { .type = LSC_SCHEDULE_ZBH2, .n_stages = 4, .n_micro_batches = 8, .n_chunks = 1 },
    .f = MS,
    .b = 2 * MS,
    .i = MS,
    .w = MS,
    .x = 3 * MS,
    .latency = MS / 50,
    .n_steps = 2
  };
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscRun *run = g_ptr_array_index (runs, 2);
  const LscPipelineGroup *group;

  run->marks.n--; /* the last one of a stage is of weights */
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  check_schedule (pipeline, "zbh2", 8, 1);
  g_assert_true (group->steps[0].is_recognised);
  g_assert_false (group->steps[0].is_partial);
  g_assert_false (group->steps[1].is_recognised);
  g_assert_true (group->steps[1].is_partial);
}

/* ---- all forwards first ---- */

static PpPlan
plan_of (LscScheduleType type, gsize p, gsize m, guint chunks)
{
  return (PpPlan){
    .schedule = { .type = type, .n_stages = p, .n_micro_batches = m, .n_chunks = chunks },
    .f = MS,
    .b = 2 * MS,
    .latency = MS / 50,
    .with_p2p = TRUE,
    .n_steps = 2,
  };
}

/* Times are equal; the messages from the last stage to the first one tell. */
static void
test_messages (void)
{
  for (gsize p = 2; p <= 4; p += 2)
    for (guint v = 2; v <= 3; v++)
      {
        PpPlan breadth = plan_of (LSC_SCHEDULE_BREADTH_FIRST, p, 2 * p, v);
        PpPlan gpipe = plan_of (LSC_SCHEDULE_GPIPE, p, 2 * p * v, 1);
        g_autoptr (GPtrArray) a = pp_record (&breadth);
        g_autoptr (GPtrArray) b = pp_record (&gpipe);
        g_autoptr (LscPipeline) first = pp_analyse (a);
        g_autoptr (LscPipeline) second = pp_analyse (b);

        check_schedule (first, "interleaved", 2 * p, v);
        g_assert_nonnull (strstr (lsc_pipeline_get_group (first, 0)->variant, "all warm-up"));
        check_schedule (second, "gpipe", 2 * p * v, 1);
      }
}

/* What pp_info says of the type does not settle it, but M does. */
static void
test_told (void)
{
  PpPlan plan = plan_of (LSC_SCHEDULE_BREADTH_FIRST, 4, 8, 2);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;

  plan.with_p2p = FALSE;
  runs = pp_record (&plan);
  for (guint i = 0; i < runs->len; i++)
    pp_run_metadata (g_ptr_array_index (runs, i), "pp_info",
                     "{\"pp_type\": \"gpipe\", \"microbatch_num\": 8}");
  pipeline = pp_analyse (runs);
  check_schedule (pipeline, "interleaved", 8, 2);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-info-differs"), ==, 1);
}

/* A schedule that is chosen by hand needs no proof. */
static void
test_chosen (void)
{
  PpPlan plan = plan_of (LSC_SCHEDULE_BREADTH_FIRST, 4, 8, 2);
  LscPipelineOptions options = { .schedule = "gpipe" };
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) open = NULL;
  g_autoptr (LscPipeline) chosen = NULL;

  plan.with_p2p = FALSE;
  runs = pp_record (&plan);
  open = pp_analyse (runs);
  g_assert_false (lsc_pipeline_get_group (open, 0)->is_recognised);
  chosen = lsc_pipeline_new (runs, &options, NULL, NULL);
  check_schedule (chosen, "gpipe", 16, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aside/other-name", test_other_name);
  g_test_add_func ("/aside/two-names", test_two_names);
  g_test_add_func ("/aside/recomputation", test_recomputation);
  g_test_add_func ("/aside/surplus", test_surplus);
  g_test_add_func ("/aside/cut", test_cut);
  g_test_add_func ("/aside/lost-weights", test_lost_weights);
  g_test_add_func ("/aside/messages", test_messages);
  g_test_add_func ("/aside/told", test_told);
  g_test_add_func ("/aside/chosen", test_chosen);
  return g_test_run ();
}
