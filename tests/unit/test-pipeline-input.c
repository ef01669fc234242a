/* test-pipeline-input.c - ranges to blocks, ranks to stages, odd and bad input
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-error.h"
#include "test-pipeline-support.h"

#define F "{'name': 'forward_step'}"
#define B "{'name': 'backward_step'}"
#define W "{'name': 'WeightGradStore.pop'}"
#define X "{'name': 'forward_backward_overlaping'}"

static LscPipeline *
analyse_one (LscRun *run)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();

  g_ptr_array_add (runs, lsc_run_ref (run));
  return pp_analyse (runs);
}

static const LscPipelineRow *
first_row (LscPipeline *pipeline)
{
  return &lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[0];
}

static void
check_kinds (LscPipeline *pipeline, const char *kinds)
{
  g_autofree char *text = pp_row_kinds (first_row (pipeline));

  g_assert_cmpstr (text, ==, kinds);
}

/* The example of pipeline.md#names. */
static void
test_example (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) table = NULL;
  const LscPipelineStep *step;

  pp_run_range (run, F, 0, 1, 1000, 1010);
  pp_run_range (run, F, 2, 3, 1010, 1020);
  pp_run_range (run, B, 4, 5, 1030, 1050);
  pipeline = analyse_one (run);
  check_kinds (pipeline, "FFB");
  step = &lsc_pipeline_get_group (pipeline, 0)->steps[0];
  g_assert_cmpint (step->t1_ns - step->t0_ns, ==, 50);
  g_assert_cmpint (step->rows[0].metrics.busy_ns, ==, 40);
  g_assert_cmpint (step->rows[0].metrics.inner_ns, ==, 10);
  g_assert_true (step->is_partial);
  g_assert_cmpuint (step->rows[0].blocks[1].mb_f, ==, 1);
  g_assert_cmpuint (step->rows[0].blocks[2].mb_b, ==, 0);
  table = lsc_pipeline_step_task_table (pipeline);
  g_assert_cmpstr (lsc_table_get (table, 2, 0).text, ==, "BP");
  g_assert_cmpint (lsc_table_get (table, 2, 3).integer, ==, 1);
}

static void
test_container (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;

  pp_run_range (run, X, 0, 100, 1000, 9000);
  pp_run_range (run, F, 1, 20, 1000, 2000);
  pp_run_range (run, X, 20, 50, 2000, 3000);
  pp_run_range (run, W, 30, 40, 2500, 2600);
  pp_run_range (run, B, 50, 70, 3000, 4000);
  pp_run_range (run, W, 70, 75, 4000, 5000);
  pipeline = analyse_one (run);
  check_kinds (pipeline, "FXBW");
  g_assert_cmpint (pp_count_notices (pipeline, "pp-container-range"), ==, 1);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-nested-range"), ==, 1);
}

/* Bug 15: of two that start together the outer one stays; other processes do not nest. */
static void
test_nesting (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;

  lsc_int64s_append (&run->threads, (G_GINT64_CONSTANT (77) << 32) + 2);
  lsc_int64s_append (&run->threads, (G_GINT64_CONSTANT (78) << 32) + 1);
  pp_run_range (run, W, 0, 4, 1000, 1400);
  pp_run_range (run, X, 0, 10, 1000, 2000);
  pp_run_range (run, W, 2, 3, 1100, 1200)->thread = 1;
  pp_run_range (run, B, 5, 6, 2000, 3000)->thread = 2;
  pp_run_range (run, F, 10, 20, 3000, 4000);
  pipeline = analyse_one (run);
  check_kinds (pipeline, "XBF");
  g_assert_cmpint (pp_count_notices (pipeline, "pp-nested-range"), ==, 2);
}

/* Bug 3 and other things that are no pipeline ranges. */
static void
test_foreign_ranges (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;

  pp_run_range (run, F, 0, 10, 1000, 2000);
  pp_run_range (run, "FeedForward", 20, 30, 2000, 3000);
  pp_run_range (run, "forward", 40, 50, 3000, 4000)->domain =
      lsc_intern_add (run->strings, "Module");
  pp_run_range (run, F, 60, 60, 4000, 5000)->event_type = LSC_MSTX_MARKER;
  pp_run_range (run, B, 80, 90, 5000, 6000)->event_type = LSC_MSTX_PUSH_POP;
  pp_run_range (run, F, 100, 110, 6000, 7000)->message = LSC_STRING_NONE;
  pipeline = analyse_one (run);
  check_kinds (pipeline, "FB");
}

static void
test_bad_ranges (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;

  pp_run_range (run, F, 0, 10, 1000, 2000);
  pp_run_range (run, F, 20, 0, 2000, 3000);       /* never ended */
  pp_run_range (run, F, 30, 25, 3000, 4000);      /* host end before start */
  pp_run_range (run, F, 40, 50, 4000, 4000);      /* zero length */
  pp_run_range (run, F, 60, 70, 5000, 4500);      /* device end before start */
  pp_run_range (run, F, 80, 90, PP_NO_DEVICE, 0); /* no device row */
  pp_run_range (run, B, 100, 110, 6000, 7000);
  pp_run_range (run, B, 120, 130, 7000, 8000)->connection_id = G_GINT64_CONSTANT (4294967295);
  pipeline = analyse_one (run);
  check_kinds (pipeline, "FB");
  g_assert_cmpint (pp_count_notices (pipeline, "pp-bad-range"), ==, 4);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-range-without-device"), ==, 2);
}

static void
test_host_time (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;

  pp_run_range (run, F, 100, 110, PP_NO_DEVICE, 0);
  pp_run_range (run, B, 120, 150, PP_NO_DEVICE, 0);
  pipeline = analyse_one (run);
  check_kinds (pipeline, "FB");
  g_assert_true (first_row (pipeline)->blocks[0].flags & LSC_BLOCK_HOST_TIME);
  g_assert_cmpint (first_row (pipeline)->blocks[1].end_ns, ==, 150);
  g_assert_cmpint (first_row (pipeline)->details[0].compute_ns, ==, -1);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-host-time"), ==, 2);
}

static void
test_hostile_messages (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autofree char *huge = g_strnfill (100000, 'y');

  memcpy (huge, "forward_", 8);
  pp_run_range (run, huge, 0, 10, 1000, 2000);
  pp_run_range (run, "backward_\xff\xc0", 20, 30, 2000, 3000);
  pp_run_range (run, "{'name': 'forward", 40, 50, 3000, 4000);
  pipeline = analyse_one (run);
  check_kinds (pipeline, "FB");
  for (gsize i = 0; i < 2; i++)
    {
      const char *text =
          lsc_intern_text (pipeline->strings, first_row (pipeline)->details[i].message);

      g_assert_true (g_utf8_validate (text, -1, NULL));
      g_assert_cmpint (g_utf8_strlen (text, -1), <=, 64);
    }
}

/* Two cards in one database: the rows of the other one do not count. */
static void
test_two_devices (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;

  run->device = 0;
  pp_run_range (run, F, 0, 10, 1000, 2000);
  lsc_mark_tasks_append (
      &run->mark_tasks,
      (LscMarkTask){ .start_ns = 10, .end_ns = 20, .connection_id = 4000000001, .device = 1 });
  lsc_mark_tasks_append (
      &run->mark_tasks,
      (LscMarkTask){ .start_ns = 2000, .end_ns = 2500, .connection_id = 4000000001, .device = 0 });
  pipeline = analyse_one (run);
  g_assert_cmpint (first_row (pipeline)->blocks[0].start_ns, ==, 1000);
  g_assert_cmpint (first_row (pipeline)->blocks[0].end_ns, ==, 2500);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-several-device-rows"), ==, 1);
}

static void
test_overlap_on_one_stream (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscPipelineRow *row;

  pp_run_range (run, F, 0, 10, 100000, 200000);
  pp_run_range (run, B, 20, 30, 150000, 300000); /* cut */
  pp_run_range (run, F, 40, 50, 299500, 400000); /* rounding: 500 ns */
  pp_run_range (run, B, 60, 70, 310000, 390000); /* nothing left */
  pipeline = analyse_one (run);
  check_kinds (pipeline, "FBF");
  row = first_row (pipeline);
  g_assert_cmpint (row->blocks[1].start_ns, ==, 200000);
  g_assert_true (row->blocks[0].flags & LSC_BLOCK_CUT);
  g_assert_true (row->blocks[1].flags & LSC_BLOCK_CUT);
  g_assert_cmpint (row->blocks[2].start_ns, ==, 299500);
  g_assert_cmpuint (row->n_sublanes, ==, 1);
  g_assert_cmpint (row->metrics.busy_ns, ==, 300000);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-stream-overlap"), ==, 2);
}

static void
test_sublanes (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscPipelineRow *row;

  pp_run_range (run, F, 0, 10, 100000, 200000);
  pp_run_range (run, B, 20, 30, 150000, 300000);
  pp_run_range (run, F, 40, 50, 210000, 280000);
  run->mark_tasks.items[1].stream = 8;
  pipeline = analyse_one (run);
  row = first_row (pipeline);
  g_assert_cmpuint (row->n_blocks, ==, 3);
  g_assert_cmpuint (row->n_sublanes, ==, 2);
  g_assert_cmpuint (row->details[0].sublane, ==, 0);
  g_assert_cmpuint (row->details[1].sublane, ==, 1);
  g_assert_cmpuint (row->details[2].sublane, ==, 0);
  g_assert_cmpint (row->metrics.busy_ns, ==, 200000);
}

/* Bugs 13 and 14: a range outside every step stays, and every block knows its step. */
static void
test_steps (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) table = NULL;
  LscPipelineGroup *group;

  pp_run_step (run, 3, 100, 200);
  pp_run_step (run, 4, 200, 300);
  pp_run_range (run, F, 10, 20, 1000, 2000);   /* outside */
  pp_run_range (run, F, 190, 199, 2000, 3000); /* holds the start */
  pp_run_range (run, B, 90, 150, 3000, 4000);  /* overlaps most */
  pp_run_range (run, F, 200, 210, 4000, 5000); /* the border belongs to the later one */
  pipeline = analyse_one (run);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_cmpuint (group->n_steps, ==, 3);
  g_assert_false (group->steps[0].has_id);
  g_assert_true (group->steps[0].is_forward_only);
  g_assert_cmpint (group->steps[1].id, ==, 3);
  g_assert_cmpuint (group->steps[1].rows[0].n_blocks, ==, 2);
  g_assert_cmpint (group->steps[2].id, ==, 4);
  table = lsc_pipeline_block_table (pipeline);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 4);
  g_assert_true (lsc_table_get (table, 0, (guint) lsc_table_find_column (table, "step")).is_null);
  g_assert_cmpint (lsc_table_get (table, 3, (guint) lsc_table_find_column (table, "step")).integer,
                   ==, 4);
}

/* Bug 1: asked for one step, nothing of another one is shown. */
static void
test_pick_step (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL, picked = NULL, none = NULL;
  g_autoptr (LscTable) table = NULL, all = NULL;

  pp_run_step (run, 1, 0, 100);
  pp_run_step (run, 2, 100, 200);
  pp_run_range (run, F, 10, 20, 1000, 2000);
  pp_run_range (run, F, 110, 120, 2000, 3000);
  pp_run_range (run, W, 130, 140, 3000, 4000);
  pp_run_range (run, W, 30, 40, 4000, 5000);
  pipeline = analyse_one (run);
  picked = lsc_pipeline_pick_step (pipeline, 2);
  none = lsc_pipeline_pick_step (pipeline, 9);
  all = lsc_pipeline_step_task_table (pipeline);
  g_assert_cmpuint (lsc_table_get_n_rows (all), ==, 4); /* it stays whole */
  g_clear_pointer (&pipeline, lsc_pipeline_unref);
  g_assert_cmpuint (picked->groups->len, ==, 1);
  table = lsc_pipeline_step_task_table (picked);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  g_assert_cmpint (lsc_table_get (table, 0, 1).integer, ==, 2000);
  g_assert_cmpint (lsc_table_get (table, 1, 1).integer, ==, 3000);
  g_assert_cmpuint (none->groups->len, ==, 0);
}

static PpPlan
small_plan (gsize p, gsize m)
{
  return (PpPlan){
    .schedule = { .type = LSC_SCHEDULE_1F1B, .n_stages = p, .n_micro_batches = m, .n_chunks = 1 },
    .f = 100000,
    .b = 200000,
    .latency = 5000
  };
}

/* pipeline.md#steps: steps by counting, with and without stage 0. */
static void
test_steps_by_count (void)
{
  for (guint missing = 0; missing < 2; missing++)
    {
      PpPlan plan = small_plan (3, 6);
      g_autoptr (GPtrArray) runs = NULL;
      g_autoptr (LscPipeline) pipeline = NULL;
      LscPipelineGroup *group;

      plan.n_steps = 3;
      runs = pp_record (&plan);
      for (guint i = 0; i < runs->len; i++)
        ((LscRun *) g_ptr_array_index (runs, i))->steps.n = 0;
      if (missing)
        g_ptr_array_remove_index (runs, 0);
      pipeline = pp_analyse (runs);
      group = lsc_pipeline_get_group (pipeline, 0);
      g_assert_cmpuint (group->n_steps, ==, 3);
      for (gsize i = 0; i < 3; i++)
        {
          g_assert_cmpint (group->steps[i].id, ==, (gint64) i + 1);
          g_assert_cmpuint (group->steps[i].rows[1].n_blocks, ==, 12);
          g_assert_true (group->steps[i].is_recognised);
        }
      g_assert_cmpint (pp_count_notices (pipeline, "pp-steps-by-count"), ==, 3);
    }
}

static void
test_borrowed_steps (void)
{
  PpPlan plan = small_plan (2, 4);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;

  plan.n_steps = 2;
  runs = pp_record (&plan);
  ((LscRun *) g_ptr_array_index (runs, 1))->steps.n = 0;
  pipeline = pp_analyse (runs);
  g_assert_cmpuint (lsc_pipeline_get_group (pipeline, 0)->n_steps, ==, 2);
  g_assert_true (lsc_pipeline_get_group (pipeline, 0)->is_recognised);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-steps-borrowed"), ==, 1);
}

static void
test_missing_rank (void)
{
  PpPlan plan = small_plan (4, 8);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;

  g_ptr_array_remove_index (runs, 2);
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_cmpuint (group->n_ranks, ==, 4);
  g_assert_false (group->steps[0].rows[2].is_recorded);
  g_assert_cmpuint (group->steps[0].rows[2].n_blocks, ==, 0);
  g_assert_true (group->is_recognised);
  /* links between stages 0 and 1 only */
  g_assert_cmpuint (group->steps[0].n_links, ==, 16);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-rank-missing"), ==, 1);
  g_assert_cmpfloat (group->steps[0].bubble_ratio, <, 0.5);
}

static void
test_rank_twice (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;

  for (guint i = 0; i < 2; i++)
    {
      LscRun *run = pp_run_new (5);

      pp_run_blocks (run, "FB", 1000000, 100000);
      g_ptr_array_add (runs, run);
    }
  pipeline = pp_analyse (runs);
  g_assert_cmpuint (pipeline->groups->len, ==, 1);
  g_assert_cmpstr (lsc_pipeline_get_group (pipeline, 0)->label, ==, "(5)");
  g_assert_cmpint (pp_count_notices (pipeline, "pp-rank-twice"), ==, 1);
}

static void
test_sizes (void)
{
  static const gsize sizes[][2] = { { 1, 1 }, { 1, 5 }, { 4, 1 }, { 8, 3 } };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      PpPlan plan = small_plan (sizes[i][0], sizes[i][1]);
      g_autoptr (GPtrArray) runs = pp_record (&plan);
      g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
      LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

      g_assert_true (group->is_recognised);
      g_assert_cmpuint (group->micro_batches, ==, sizes[i][1]);
      g_assert_cmpuint (group->steps[0].n_links, ==, 2 * (sizes[i][0] - 1) * sizes[i][1]);
    }
}

static void
test_forward_only (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscPipelineStep *step;

  pp_run_blocks (run, "FFFF", 1000000, 100000);
  pipeline = analyse_one (run);
  step = &lsc_pipeline_get_group (pipeline, 0)->steps[0];
  g_assert_true (step->is_forward_only);
  g_assert_false (step->is_partial);
  g_assert_cmpuint (step->rows[0].blocks[3].mb_f, ==, 3);
  g_assert_false (step->rows[0].blocks[3].flags & LSC_BLOCK_ID_UNUSUAL);
}

/* A recording that was cut: partial, left out of means; ids stay, marked. */
static void
test_partial_step (void)
{
  PpPlan plan = small_plan (2, 4);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;

  plan.n_steps = 3;
  runs = pp_record (&plan);
  ((LscRun *) g_ptr_array_index (runs, 0))->marks.n -= 2;
  ((LscRun *) g_ptr_array_index (runs, 1))->marks.n -= 3;
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_cmpuint (group->n_steps, ==, 3);
  g_assert_false (group->steps[0].is_partial);
  g_assert_true (group->steps[2].is_partial);
  g_assert_false (group->steps[2].is_recognised);
  g_assert_true (group->is_recognised);
  g_assert_cmpuint (group->median_step, <, 2);
}

static void
test_stages_disagree (void)
{
  g_autofree char *args = pp_args (1, 1, 1, 3, 3);
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autofree char *banner = NULL;
  static const char *const kinds[] = { "FFFBFBFBBB", "FFBFBFBFBB", "FBFBFB" };

  for (gint64 rank = 0; rank < 3; rank++)
    {
      LscRun *run = pp_run_new (rank);

      pp_run_metadata (run, "distributed_args", args);
      pp_run_blocks (run, kinds[rank], 1000000, 100000);
      g_ptr_array_add (runs, run);
    }
  pipeline = pp_analyse (runs);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-microbatches-disagree"), ==, 1);
  g_assert_false (lsc_pipeline_get_group (pipeline, 0)->is_recognised);
  banner = lsc_phrase_to_plain (lsc_pipeline_get_group (pipeline, 0)->banner);
  g_assert_nonnull (strstr (banner, "stage 2"));
}

/* Ranks of an hour apart, not to be aligned: each row begins at its own first block, recorded times
 * stay in tables. */
static void
test_clock_gap (void)
{
  PpPlan plan = small_plan (2, 4);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) table = NULL;
  LscPipelineOptions options = { .align = LSC_ALIGN_NONE };
  const LscPipelineStep *step;
  gsize last;

  plan.n_steps = 1;
  plan.clock_step_ns = G_GINT64_CONSTANT (3600000000000);
  runs = pp_record (&plan);
  pipeline = lsc_pipeline_new (runs, &options, NULL, NULL);
  step = &lsc_pipeline_get_group (pipeline, 0)->steps[0];
  g_assert_cmpint (pp_count_notices (pipeline, "pp-clock-gap"), ==, 1);
  g_assert_cmpint (step->rows[1].blocks[0].start_ns, ==, step->t0_ns);
  g_assert_cmpint (step->t1_ns - step->t0_ns, <, 10000000);
  table = lsc_pipeline_step_task_table (pipeline);
  last = lsc_table_get_n_rows (table) - 1;
  g_assert_cmpint (lsc_table_get (table, last, 1).integer - lsc_table_get (table, 0, 1).integer, >,
                   plan.clock_step_ns);
}

static void
add_step_task (LscRun *run, const char *name, gint64 start_ns, gint64 end_ns, gint32 type)
{
  lsc_step_tasks_append (
      &run->step_tasks,
      (LscStepTask){ start_ns, end_ns, lsc_intern_add (run->strings, name), type });
}

/* pipeline.md#step-task-info. */
static void
test_step_task_info (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) table = NULL;
  const LscPipelineRow *row;

  add_step_task (run, "7F+13B", 3000, 4000, 3);
  add_step_task (run, "0", 1000, 2000, 0);
  add_step_task (run, "12b", 2000, 2500, 2);
  add_step_task (run, "12w", 2500, 3000, 2);
  add_step_task (run, "logits", 4000, 4100, 3);
  add_step_task (run, "3", 5000, 5000, 0); /* no length */
  add_step_task (run, "what", 6000, 7000, 0);
  pipeline = analyse_one (run);
  check_kinds (pipeline, "FBWXBO");
  row = first_row (pipeline);
  g_assert_cmpuint (row->blocks[0].mb_f, ==, 0);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-bad-step-task"), ==, 1);
  table = lsc_pipeline_step_task_table (pipeline);
  g_assert_cmpstr (lsc_table_get (table, 3, 0).text, ==, "7F+13B");
  g_assert_cmpint (lsc_table_get (table, 3, 3).integer, ==, 3);
}

static void
test_unnamed_step_tasks (void)
{
  g_autoptr (LscRun) run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;

  add_step_task (run, "", 1000, 2000, 0);
  add_step_task (run, "", 2000, 3000, 0);
  pipeline = analyse_one (run);
  check_kinds (pipeline, "OO");
  g_assert_cmpint (pp_count_notices (pipeline, "pp-step-task-unnamed"), ==, 2);
}

static void
test_nothing (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (lsc_pipeline_new (runs, NULL, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_clear_error (&error);
  g_ptr_array_add (runs, pp_run_new (0));
  g_assert_null (lsc_pipeline_new (runs, NULL, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_assert_nonnull (strstr (error->message, "mstx=True"));
}

static void
test_cancel (void)
{
  PpPlan plan = small_plan (2, 4);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_pipeline_new (runs, NULL, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/input/example", test_example);
  g_test_add_func ("/input/container", test_container);
  g_test_add_func ("/input/nesting", test_nesting);
  g_test_add_func ("/input/foreign-ranges", test_foreign_ranges);
  g_test_add_func ("/input/bad-ranges", test_bad_ranges);
  g_test_add_func ("/input/host-time", test_host_time);
  g_test_add_func ("/input/hostile-messages", test_hostile_messages);
  g_test_add_func ("/input/two-devices", test_two_devices);
  g_test_add_func ("/input/stream-overlap", test_overlap_on_one_stream);
  g_test_add_func ("/input/sublanes", test_sublanes);
  g_test_add_func ("/input/steps", test_steps);
  g_test_add_func ("/input/pick-step", test_pick_step);
  g_test_add_func ("/input/steps-by-count", test_steps_by_count);
  g_test_add_func ("/input/borrowed-steps", test_borrowed_steps);
  g_test_add_func ("/input/missing-rank", test_missing_rank);
  g_test_add_func ("/input/rank-twice", test_rank_twice);
  g_test_add_func ("/input/sizes", test_sizes);
  g_test_add_func ("/input/forward-only", test_forward_only);
  g_test_add_func ("/input/partial-step", test_partial_step);
  g_test_add_func ("/input/stages-disagree", test_stages_disagree);
  g_test_add_func ("/input/clock-gap", test_clock_gap);
  g_test_add_func ("/input/step-task-info", test_step_task_info);
  g_test_add_func ("/input/unnamed-step-tasks", test_unnamed_step_tasks);
  g_test_add_func ("/input/nothing", test_nothing);
  g_test_add_func ("/input/cancel", test_cancel);
  return g_test_run ();
}
