/* test-pipeline-recognise.c - recognition of schedules and variants from recorded ranges
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "base/lsc-error.h"
#include "test-pipeline-support.h"

static PpPlan
plan_for (LscScheduleType type, gsize p, gsize m, guint chunks)
{
  return (PpPlan){ .schedule = { .type = type,
                                 .n_stages = p,
                                 .n_micro_batches = m,
                                 .n_chunks = chunks,
                                 .run_length = p },
                   .f = 100000,
                   .b = 200000,
                   .i = 100000,
                   .w = 90000,
                   .x = 260000,
                   .l = 30000,
                   .latency = 5000 };
}

/* What was recorded comes back: kinds, ids and chunks of every block. */
static void
check_blocks (const PpPlan *plan, const LscPipelineStep *step)
{
  g_autoptr (GPtrArray) rows = pp_replay (plan);

  for (gsize stage = 0; stage < step->n_rows; stage++)
    {
      const LscPipelineRow *row = &step->rows[stage];
      GArray *expected = g_ptr_array_index (rows, stage);

      g_assert_cmpuint (row->n_blocks, ==, expected->len);
      for (guint i = 0; i < expected->len; i++)
        {
          const LscScheduleItem *item = &g_array_index (expected, PpBlock, i).item;
          const LscBlock *block = &row->blocks[i];

          g_assert_cmpuint (block->kind, ==, item->kind);
          g_assert_cmpuint (block->mb_f, ==, MIN (item->mb_f, LSC_MB_NONE));
          g_assert_cmpuint (block->mb_b, ==, MIN (item->mb_b, LSC_MB_NONE));
          g_assert_cmpuint (lsc_block_chunk_f (block), ==, item->chunk_f);
          g_assert_cmpuint (lsc_block_chunk_b (block), ==, item->chunk_b);
        }
    }
}

static LscPipeline *
check_recognised (const PpPlan *plan)
{
  g_autoptr (GPtrArray) runs = pp_record (plan);
  LscPipeline *pipeline = pp_analyse (runs);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

  g_assert_cmpuint (pipeline->groups->len, ==, 1);
  g_assert_true (group->is_recognised);
  g_assert_null (group->banner);
  g_assert_cmpstr (group->schedule, ==, lsc_schedule_type_name (plan->schedule.type));
  g_assert_cmpuint (group->micro_batches, ==, plan->schedule.n_micro_batches);
  g_assert_cmpuint (group->n_chunks, ==, plan->schedule.n_chunks);
  for (gsize i = 0; i < group->n_steps; i++)
    {
      g_assert_true (group->steps[i].is_recognised);
      g_assert_false (group->steps[i].is_partial);
      check_blocks (plan, &group->steps[i]);
    }
  g_assert_cmpuint (group->n_steps, ==, MAX (plan->n_steps, 1));
  return pipeline;
}

/* Four variants of DualPipeV, with and without M in pp_info and recorded ids. */
static void
test_dualpipev_variants (void)
{
  for (guint variant = 0; variant < 16; variant++)
    for (gsize p = 2; p <= 4; p += 2)
      for (gsize m = 2 * p; m <= 2 * p + 3; m += 3)
        {
          PpPlan plan = plan_for (LSC_SCHEDULE_DUALPIPEV, p, m, 2);
          g_autoptr (LscPipeline) pipeline = NULL;

          plan.schedule.no_overlap = (variant & 1) != 0;
          plan.schedule.late_weights = (variant & 2) != 0;
          plan.schedule.no_logits = (variant & 4) != 0;
          plan.with_ids = (variant & 8) != 0;
          pipeline = check_recognised (&plan);
          g_assert_cmpint (pp_count_notices (pipeline, "pp-microbatch-ignored"), ==, 0);
        }
}

static void
test_simple_schedules (void)
{
  static const LscScheduleType types[] = { LSC_SCHEDULE_1F1B, LSC_SCHEDULE_GPIPE,
                                           LSC_SCHEDULE_ZBH1 };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    for (gsize p = 2; p <= 8; p *= 2)
      for (gsize m = p + 1; m <= 3 * p; m += p)
        {
          PpPlan plan = plan_for (types[i], p, m, 1);
          g_autoptr (LscPipeline) pipeline = NULL;

          plan.n_steps = (guint) (m % 3);
          pipeline = check_recognised (&plan);
        }
}

/* (P, M, v) that kinds alone identify (pipeline.md#interleaved). */
static void
test_interleaved (void)
{
  static const struct
  {
    guint p, m, v, n;
  } cases[] = { { 4, 8, 2, 4 },  { 4, 12, 2, 4 }, { 4, 12, 3, 4 }, { 2, 8, 2, 2 },
                { 8, 16, 2, 8 }, { 4, 24, 2, 4 }, { 4, 12, 2, 6 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint with_ids = 0; with_ids < 2; with_ids++)
      {
        PpPlan plan = plan_for (LSC_SCHEDULE_INTERLEAVED, cases[i].p, cases[i].m, cases[i].v);
        g_autoptr (LscPipeline) pipeline = NULL;

        plan.schedule.run_length = cases[i].n;
        plan.with_ids = with_ids;
        pipeline = check_recognised (&plan);
      }
}

static void
test_extra_warmup (void)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_INTERLEAVED, 4, 8, 2);
  g_autoptr (LscPipeline) pipeline = NULL;

  plan.schedule.extra_warmup = 1;
  pipeline = check_recognised (&plan);
  g_assert_nonnull (lsc_pipeline_get_group (pipeline, 0)->variant);
}

static void
test_two_chunk_schedules (void)
{
  for (guint no_weights = 0; no_weights < 2; no_weights++)
    {
      PpPlan zbv = plan_for (LSC_SCHEDULE_ZBV, 4, 10, 2);
      PpPlan dual = plan_for (LSC_SCHEDULE_DUALPIPE, 4, 10, 2);
      g_autoptr (LscPipeline) a = NULL;
      g_autoptr (LscPipeline) b = NULL;

      zbv.schedule.no_weights = dual.schedule.no_weights = (guint8) no_weights;
      a = check_recognised (&zbv);
      b = check_recognised (&dual);
    }
}

static void
check_example (gsize stage, const char *names)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_DUALPIPEV, 4, 10, 2);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  g_autofree char *text =
      pp_row_names (pipeline, &lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[stage]);

  g_assert_cmpstr (text, ==, names);
}

static void
test_names (void)
{
  check_example (2, "0 1 2 10 3 11 4 12 10b 10w 13 5F+11B 14F+0B 6F+12B 15F+1B 7F+13B 16F+2B "
                    "8F+14B 17F+3B 9F+15B 18F+4B 16B 19F+5B 17B 6B 18B 7B 19B 8B 9B");
  check_example (3, "0 10 1 11 2 12 3 13 4F 10B 14F+0B 5F+11B 15F+1B 6F+12B 16F+2B 7F+13B 17F+3B "
                    "8F+14B 18F+4B 9F+15B 19F+5B 16B 6B 17B 7B 18B 8B 19B 9B");
}

static void
set_message (LscRun *run, gsize index, const char *message)
{
  run->marks.items[index].message = lsc_intern_add (run->strings, message);
}

/* An id that contradicts the order and could be right rejects the match ... */
static void
test_wrong_id (void)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_1F1B, 4, 8, 1);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;

  plan.with_ids = TRUE;
  runs = pp_record (&plan);
  set_message (g_ptr_array_index (runs, 0), 0, "{'name': 'forward_step', 'current_microbatch': 1}");
  set_message (g_ptr_array_index (runs, 0), 1, "{'name': 'forward_step', 'current_microbatch': 0}");
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_false (group->is_recognised);
  g_assert_nonnull (group->banner);
  g_assert_nonnull (strstr (pp_banner (group), "stage 0"));
  g_assert_nonnull (
      strstr (pp_banner (group), "F expected, F of another micro-batch or chunk found"));
}

/* ... one that cannot be right is ignored and counted. */
static void
test_impossible_ids (void)
{
  static const char *const messages[] = {
    "{'name': 'forward_step', 'current_microbatch': 0}",  /* repeated */
    "{'name': 'forward_step', 'current_microbatch': -2}", /* negative */
    "{'name': 'forward_step', 'current_microbatch': 17}", /* above 2M */
    "{'name': 'forward_step', 'current_microbatch': 99999999999}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (messages); i++)
    {
      PpPlan plan = plan_for (LSC_SCHEDULE_1F1B, 4, 8, 1);
      g_autoptr (GPtrArray) runs = NULL;
      g_autoptr (LscPipeline) pipeline = NULL;
      LscPipelineGroup *group;

      plan.with_ids = TRUE;
      runs = pp_record (&plan);
      set_message (g_ptr_array_index (runs, 0), 1, messages[i]);
      pipeline = pp_analyse (runs);
      group = lsc_pipeline_get_group (pipeline, 0);
      g_assert_true (group->is_recognised);
      check_blocks (&plan, &group->steps[0]);
      g_assert_cmpint (pp_count_notices (pipeline, "pp-microbatch-ignored"), ==, 1);
      g_assert_false (group->steps[0].rows[0].blocks[1].flags & LSC_BLOCK_ID_RECORDED);
      g_assert_true (group->steps[0].rows[0].blocks[2].flags & LSC_BLOCK_ID_RECORDED);
    }
}

/* Bug 4: pops of an empty cache. Stage 1 of P = 4, M = 10 records 36 ranges, 32 are blocks. */
static void
test_empty_pops (void)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_DUALPIPEV, 4, 10, 2);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscRun *run = g_ptr_array_index (runs, 1);
  gsize n = run->marks.n;

  g_assert_cmpuint (n, ==, 32);
  for (gsize i = 0; i < 4; i++)
    {
      gint64 host = run->marks.items[n - 4 + i].end_ns;
      gint64 device = run->mark_tasks.items[n - 4 + i].end_ns;

      /* right after each of the last four blocks, shorter than 1 % of a backward */
      pp_run_range (run, "{'name': 'WeightGradStore.pop'}", host, host + 1, device, device + 500);
      for (gsize k = n - 4 + i + 1; k < n; k++)
        {
          run->mark_tasks.items[k].start_ns += 500;
          run->mark_tasks.items[k].end_ns += 500;
        }
    }
  pipeline = pp_analyse (runs);
  g_assert_true (lsc_pipeline_get_group (pipeline, 0)->is_recognised);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-empty-pop"), ==, 4);
  check_blocks (&plan, &lsc_pipeline_get_group (pipeline, 0)->steps[0]);
}

/* Bugs 6 and 7: numbers of ranges of the variants. */
static void
test_variant_counts (void)
{
  static const gsize plain[] = { 44, 32, 30, 29 };
  static const gsize unpaired[] = { 43, 42, 41, 40 };
  static const gsize detached[] = { 48, 36, 34, 33 };

  for (gsize r = 0; r < 4; r++)
    {
      LscSchedule schedule = plan_for (LSC_SCHEDULE_DUALPIPEV, 4, 10, 2).schedule;

      g_assert_cmpuint (lsc_schedule_count (&schedule, r), ==, plain[r]);
      schedule.late_weights = 1;
      g_assert_cmpuint (lsc_schedule_count (&schedule, r), ==, detached[r]);
      schedule.late_weights = 0;
      schedule.no_overlap = 1;
      g_assert_cmpuint (lsc_schedule_count (&schedule, r), ==, unpaired[r]);
    }
}

/* Bug 8: 43 of 44 ranges. Nothing is blanked; the other stages keep their names. */
static void
test_count_mismatch (void)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_DUALPIPEV, 4, 10, 2);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;
  g_autofree char *names = NULL;
  g_autofree char *other = NULL;

  ((LscRun *) g_ptr_array_index (runs, 0))->marks.n--;
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_false (group->is_recognised);
  g_assert_nonnull (strstr (pp_banner (group), "44"));
  g_assert_nonnull (strstr (pp_banner (group), "43"));
  g_assert_cmpint (pp_count_notices (pipeline, "pp-not-recognised"), ==, 1);
  names = pp_row_names (pipeline, &group->steps[0].rows[0]);
  other = pp_row_names (pipeline, &group->steps[0].rows[1]);
  g_assert_true (g_str_has_prefix (names, "0 1 2 3 4 5 6 10 logits 10b 10w 11"));
  g_assert_true (g_str_has_suffix (names, "6B 7B 8B"));
  g_assert_true (g_str_has_suffix (other, "19B 7B 8B 9B"));
}

/* Bug 9: M < 2P. Kinds are right, the reason is given. */
static void
test_too_few_micro_batches (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autofree char *args = pp_args (1, 1, 1, 4, 4);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;
  g_autofree char *kinds = NULL;

  for (gint64 rank = 0; rank < 4; rank++)
    {
      LscRun *run = pp_run_new (rank);

      pp_run_metadata (run, "distributed_args", args);
      pp_run_blocks (run, "FFFFFFFXXXXXXXBBBBBBB", 1000000 * (rank + 1), 1000000);
      g_ptr_array_add (runs, run);
    }
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_false (group->is_recognised);
  g_assert_nonnull (strstr (pp_banner (group), "8"));
  g_assert_nonnull (strstr (pp_banner (group), "7"));
  kinds = pp_row_kinds (&group->steps[0].rows[0]);
  g_assert_cmpstr (kinds, ==, "FFFFFFFXXXXXXXBBBBBBB");
}

/* Bug 16: outside DualPipeV a pop is W and a pair X; ids of forwards only where recorded. */
static void
test_unrecognised (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  LscRun *run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autofree char *kinds = NULL;
  static const char *const names[] = { "5", "FP", "BP", "FP", "BP" };

  pp_run_range (run, "{'name': 'forward_step', 'current_microbatch': 5}", 0, 10, 1000, 2000);
  pp_run_range (run, "{'name': 'forward_step'}", 20, 30, 2000, 3000);
  pp_run_range (run, "{'name': 'WeightGradStore.pop'}", 40, 50, 3000, 4000);
  pp_run_range (run, "{'name': 'forward_backward_overlapping'}", 60, 70, 4000, 5000);
  pp_run_range (run, "{'name': 'backward_step'}", 80, 90, 5000, 6000);
  g_ptr_array_add (runs, run);
  pipeline = pp_analyse (runs);
  kinds = pp_row_kinds (&lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[0]);
  g_assert_cmpstr (kinds, ==, "FFWXB");
  table = lsc_pipeline_step_task_table (pipeline);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 5);
  for (gsize i = 0; i < 5; i++)
    g_assert_cmpstr (lsc_table_get (table, i, 0).text, ==, names[i]);
}

/* Bug 17: JSON in a JSON string, a null type; ranges win over pp_info. */
static void
test_pp_info (void)
{
  static const struct
  {
    const char *info;
    gint64 n_differ;
  } cases[] = {
    { "\"{\\\"pp_type\\\": \\\"1f1b\\\", \\\"microbatch_num\\\": 8}\"", 0 },
    { "{\"pp_type\": null, \"microbatch_num\": 8}", 0 },
    { "{\"pp_type\": \"dualpipev\", \"microbatch_num\": 8}", 1 },
    { "\"{\\\"pp_type\\\": \\\"dualpipev\\\", \\\"microbatch_num\\\": 9}\"", 2 },
    { "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 0 },
    { "{\"pp_type\": 7, \"microbatch_num\": \"x\"}", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      PpPlan plan = plan_for (LSC_SCHEDULE_1F1B, 4, 8, 1);
      g_autoptr (GPtrArray) runs = pp_record (&plan);
      g_autoptr (LscPipeline) pipeline = NULL;

      pp_run_metadata (g_ptr_array_index (runs, 0), "pp_info", cases[i].info);
      pipeline = pp_analyse (runs);
      g_assert_cmpstr (lsc_pipeline_get_group (pipeline, 0)->schedule, ==, "1f1b");
      g_assert_cmpint (pp_count_notices (pipeline, "pp-info-differs"), ==, cases[i].n_differ);
    }
}

static void
test_forced_schedule (void)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_1F1B, 4, 8, 1);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (GError) error = NULL;
  LscPipelineOptions options = { .schedule = "gpipe" };
  LscPipelineOptions unknown = { .schedule = "fifo" };
  g_autoptr (LscPipeline) pipeline = lsc_pipeline_new (runs, &options, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (lsc_pipeline_get_group (pipeline, 0)->is_recognised);
  g_assert_null (lsc_pipeline_new (runs, &unknown, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

static void
test_neighbours (void)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_DUALPIPEV, 4, 10, 2);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  const LscPipelineStep *step = &group->steps[0];
  guint32 row = 0, block = 0, n = 0;

  /* micro-batch 0 runs down through chunk 0 and back up through chunk 1 */
  while (row != G_MAXUINT32)
    {
      const LscBlock *at = &step->rows[row].blocks[block];

      g_assert_cmpuint (at->mb_f, ==, 0);
      g_assert_cmpuint (lsc_block_chunk_f (at), ==, n < 4 ? 0 : 1);
      g_assert_cmpuint (row, ==, n < 4 ? n : 7 - n);
      n++;
      row = lsc_pipeline_neighbour_stage (group, step, row, block, 1, &block);
    }
  g_assert_cmpuint (n, ==, 8);
  g_assert_cmpuint (lsc_pipeline_neighbour_stage (group, step, 0, 0, -1, &block), ==, G_MAXUINT32);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recognise/dualpipev", test_dualpipev_variants);
  g_test_add_func ("/recognise/simple", test_simple_schedules);
  g_test_add_func ("/recognise/interleaved", test_interleaved);
  g_test_add_func ("/recognise/extra-warmup", test_extra_warmup);
  g_test_add_func ("/recognise/two-chunks", test_two_chunk_schedules);
  g_test_add_func ("/recognise/names", test_names);
  g_test_add_func ("/recognise/wrong-id", test_wrong_id);
  g_test_add_func ("/recognise/impossible-ids", test_impossible_ids);
  g_test_add_func ("/recognise/empty-pops", test_empty_pops);
  g_test_add_func ("/recognise/variant-counts", test_variant_counts);
  g_test_add_func ("/recognise/count-mismatch", test_count_mismatch);
  g_test_add_func ("/recognise/few-micro-batches", test_too_few_micro_batches);
  g_test_add_func ("/recognise/unrecognised", test_unrecognised);
  g_test_add_func ("/recognise/pp-info", test_pp_info);
  g_test_add_func ("/recognise/forced", test_forced_schedule);
  g_test_add_func ("/recognise/neighbours", test_neighbours);
  return g_test_run ();
}
