/* test-pipeline-links.c - links, pairs of send and receive, bubbles
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/pipeline/lsc-pipeline-legs.h"
#include "analyze/theory/lsc-study.h"
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
                   .latency = 5000,
                   .with_p2p = TRUE };
}

static gsize
count_measured (const LscPipelineStep *step)
{
  gsize n = 0;

  for (gsize i = 0; i < step->n_links; i++)
    n += step->links[i].is_measured;
  return n;
}

static guint
micro_batch (const LscBlock *block, gboolean is_backward)
{
  return is_backward ? block->mb_b : block->mb_f;
}

static void
check_link (const LscPipelineStep *step, const LscPipelineLink *link, gint64 latency)
{
  const LscBlock *src = &step->rows[link->src_row].blocks[link->src_block];
  const LscBlock *dst = &step->rows[link->dst_row].blocks[link->dst_block];

  g_assert_cmpuint (micro_batch (src, link->is_backward), ==, micro_batch (dst, link->is_backward));
  g_assert_cmpint (src->end_ns, <=, dst->start_ns);
  if (!link->is_measured)
    return;
  g_assert_cmpint (link->send_start_ns, ==, src->end_ns);
  g_assert_cmpint (link->send_end_ns, ==, src->end_ns + latency);
  g_assert_cmpint (link->recv_end_ns, ==, src->end_ns + latency);
  g_assert_cmpint (link->recv_end_ns, <=, dst->start_ns);
}

static void
check_schedule (PpPlan plan, gsize n_links)
{
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

  for (gsize s = 0; s < group->n_steps; s++)
    {
      const LscPipelineStep *step = &group->steps[s];

      g_assert_cmpuint (step->n_links, ==, n_links);
      g_assert_cmpuint (step->n_stray_links, ==, 0);
      g_assert_cmpuint (count_measured (step), ==, n_links);
      for (gsize i = 0; i < step->n_links; i++)
        check_link (step, &step->links[i], plan.latency);
    }
}

/* Every dependency between ranks is a link, and its send and receive are found. */
static void
test_all_schedules (void)
{
  PpPlan two_steps = plan_for (LSC_SCHEDULE_1F1B, 4, 8, 1);

  two_steps.n_steps = 2;
  check_schedule (plan_for (LSC_SCHEDULE_1F1B, 4, 8, 1), 2 * 3 * 8);
  check_schedule (two_steps, 2 * 3 * 8);
  check_schedule (plan_for (LSC_SCHEDULE_GPIPE, 3, 5, 1), 2 * 2 * 5);
  check_schedule (plan_for (LSC_SCHEDULE_ZBH1, 4, 8, 1), 2 * 3 * 8);
  check_schedule (plan_for (LSC_SCHEDULE_INTERLEAVED, 4, 8, 2), 2 * 7 * 8);
  check_schedule (plan_for (LSC_SCHEDULE_DUALPIPEV, 4, 10, 2), 2 * 6 * 10);
  check_schedule (plan_for (LSC_SCHEDULE_ZBV, 4, 10, 2), 2 * 6 * 10);
  check_schedule (plan_for (LSC_SCHEDULE_DUALPIPE, 4, 10, 2), 2 * 3 * 10);
}

/* Without operators links are derived. */
static void
test_derived (void)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_1F1B, 4, 8, 1);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) table = NULL;

  plan.with_p2p = FALSE;
  runs = pp_record (&plan);
  pipeline = pp_analyse (runs);
  g_assert_cmpuint (count_measured (&lsc_pipeline_get_group (pipeline, 0)->steps[0]), ==, 0);
  table = lsc_pipeline_link_table (pipeline);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 48);
  g_assert_cmpstr (lsc_table_get (table, 0, (guint) lsc_table_find_column (table, "source")).text,
                   ==, "derived");
  g_assert_true (
      lsc_table_get (table, 0, (guint) lsc_table_find_column (table, "send_start_ns")).is_null);
}

/* Cuts of 0 to 3 messages on either side are recovered (pipeline.md#shift). */
static void
test_shift (void)
{
  for (gsize cut = 0; cut <= 3; cut++)
    for (guint side = 0; side < 2; side++)
      {
        PpPlan plan = plan_for (LSC_SCHEDULE_1F1B, 4, 12, 1);
        g_autoptr (GPtrArray) rows = NULL;
        GArray *row;
        LscInt64s sends = { NULL, 0, 0 }, receives = { NULL, 0, 0 };
        gsize k = 0;

        rows = pp_replay (&plan);
        row = g_ptr_array_index (rows, 1);
        for (gint64 step = 0; step < 3; step++)
          for (guint i = 0; i < row->len; i++)
            {
              const PpBlock *block = &g_array_index (row, PpBlock, i);
              gint64 end = block->end_ns + step * 10000000 + (gint64) (k * k % 7) * 900;

              if (block->item.kind != LSC_BLOCK_F)
                continue;
              if (side == 0 || k >= cut)
                lsc_int64s_append (&sends, end);
              if (side == 1 || k >= cut)
                lsc_int64s_append (&receives, end + 20000 + (gint64) (k * 13 % 5) * 300 + 5000000);
              k++;
            }
        g_assert_cmpint (lsc_clock_find_shift (&sends, &receives), ==,
                         side ? (gssize) cut : -(gssize) cut);
        lsc_int64s_clear (&sends);
        lsc_int64s_clear (&receives);
      }
}

/* Bug 19: a capture that starts after the first send. */
static void
test_cut_capture (void)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_1F1B, 2, 12, 1);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscPipelineStep *step;

  plan.skip_sends = 1;
  runs = pp_record (&plan);
  pipeline = pp_analyse (runs);
  step = &lsc_pipeline_get_group (pipeline, 0)->steps[0];
  g_assert_cmpuint (step->n_links, ==, 24);
  g_assert_cmpuint (count_measured (step), ==, 22);
  for (gsize i = 0; i < step->n_links; i++)
    check_link (step, &step->links[i], plan.latency);
}

static LscRun *
simple_run (GPtrArray *runs, gint64 rank, const char *kinds)
{
  LscRun *run = pp_run_new (rank);
  g_autofree char *args = pp_args (1, 1, 1, 2, 2);

  pp_run_metadata (run, "distributed_args", args);
  pp_run_blocks (run, kinds, 1000000 + rank * 150000, 100000);
  g_ptr_array_add (runs, run);
  return run;
}

/* Bug 20: two groups whose three digits are the same stay apart. */
static void
test_group_by_name (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  LscRun *a = simple_run (runs, 0, "FFBB"), *b = simple_run (runs, 1, "FBFB");
  g_autoptr (LscPipeline) pipeline = NULL;
  LscLegRefs legs = { NULL, 0, 0 };
  LscLegPairs pairs;
  const LscPipelineStep *step;

  pp_run_p2p (a, "hcom_send__459_0_1", "one", 0, 1, 1100000, 1105000);
  pp_run_p2p (a, "hcom_send__459_0_1", "two", 0, 1, 1101000, 1106000);
  pp_run_p2p (b, "hcom_receive__459_0_1", "two", 0, 1, 1100500, 1106000);
  pp_run_p2p (b, "hcom_receive__459_0_1", "one", 0, 1, 1100900, 1105000);
  pipeline = pp_analyse (runs);
  step = &lsc_pipeline_get_group (pipeline, 0)->steps[0];
  for (gsize row = 0; row < 2; row++)
    for (gsize i = 0; i < step->rows[row].n_legs; i++)
      lsc_leg_refs_append (&legs, (LscLegRef){ .leg = step->rows[row].legs[i],
                                               .row = (guint32) row,
                                               .type = row == 0 ? 1 : 2 });
  g_assert_cmpuint (legs.n, ==, 4);
  pairs = lsc_legs_pair (&legs, lsc_pipeline_get_group (pipeline, 0));
  g_assert_cmpuint (pairs.n, ==, 2);
  for (gsize i = 0; i < 2; i++)
    g_assert_cmpint (legs.items[pairs.items[i].send].leg.end_ns, ==,
                     legs.items[pairs.items[i].receive].leg.end_ns);
  lsc_leg_refs_clear (&legs);
  lsc_leg_pairs_clear (&pairs);
}

static void
add_leg (LscLegRefs *legs, gboolean is_send, gint64 start_ns, gint64 end_ns)
{
  lsc_leg_refs_append (legs, (LscLegRef){ .row = !is_send,
                                          .type = is_send ? 1 : 2,
                                          .order_ns = start_ns,
                                          .leg = { .start_ns = start_ns,
                                                   .end_ns = end_ns,
                                                   .src_rank = 0,
                                                   .dst_rank = 1,
                                                   .is_send = is_send } });
}

/* What is waited for in another order than it is sent in meets by its end, whatever the clocks. */
static void
test_crossed (void)
{
  static const gint64 ahead_ns = 7000000;
  static const gint64 sends[] = { 1000, 2000, 9000, 12000 }; /* each takes 50 */
  static const gint64 waits[][2] = {
    { 500, 2050 }, { 900, 1050 }, { 8000, 9050 }, { 11000, 12050 }
  };
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;
  LscLegRefs legs = { NULL, 0, 0 };
  LscLegPairs pairs;

  simple_run (runs, 0, "FFBB");
  simple_run (runs, 1, "FBFB");
  pipeline = pp_analyse (runs);
  for (gsize i = 0; i < G_N_ELEMENTS (sends); i++)
    {
      add_leg (&legs, TRUE, sends[i], sends[i] + 50);
      add_leg (&legs, FALSE, waits[i][0] + ahead_ns, waits[i][1] + ahead_ns);
    }
  pairs = lsc_legs_pair (&legs, lsc_pipeline_get_group (pipeline, 0));
  g_assert_cmpuint (pairs.n, ==, G_N_ELEMENTS (sends));
  for (gsize i = 0; i < pairs.n; i++)
    g_assert_cmpint (legs.items[pairs.items[i].send].leg.end_ns + ahead_ns, ==,
                     legs.items[pairs.items[i].receive].leg.end_ns);
  lsc_leg_refs_clear (&legs);
  lsc_leg_pairs_clear (&pairs);
}

/* Bug 21: a batch pairs by its name; who waited longer received. */
static void
test_batch (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  LscRun *a = simple_run (runs, 0, "FFBB"), *b = simple_run (runs, 1, "FBFB");
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscPipelineStep *step;

  pp_run_p2p (a, "hcom_batchSendRecv__459_0_1", "pp", 0, 1, 1100000, 1110000);
  pp_run_p2p (b, "hcom_batchSendRecv__459_0_1", "pp", 0, 1, 1000000, 1110100);
  a->comm_tasks.n = b->comm_tasks.n = 0;
  pipeline = pp_analyse (runs);
  step = &lsc_pipeline_get_group (pipeline, 0)->steps[0];
  g_assert_cmpuint (count_measured (step), ==, 1);
  g_assert_true (step->links[0].is_measured);
  g_assert_cmpint (step->links[0].send_start_ns, ==, 1100000);
  g_assert_cmpint (step->links[0].recv_end_ns, ==, 1110100);
  g_assert_cmpuint (step->links[0].src_row, ==, 0);
  g_assert_true (step->rows[0].legs[0].is_send);
  g_assert_false (step->rows[1].legs[0].is_send);
}

/* Bug 22: ids by operator, also for two of one name; one whose tasks name two pairs has none. */
static void
test_peer_pairs (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  LscRun *run = simple_run (runs, 0, "FB");
  g_autoptr (LscTable) table = NULL;
  static const char *const ids[] = { "849_0_1_0", "849_0_1_1", "849_1_0_0", NULL };

  pp_run_p2p (run, "hcom_send__849_0_1", "g", 0, 1, 1000, 2000);
  pp_run_p2p (run, "hcom_send__849_0_1", "g", 0, 1, 3000, 4000);
  pp_run_p2p (run, "hcom_receive__849_1_1", "g", 1, 0, 2000, 3000);
  pp_run_p2p (run, "hcom_Send__849_2_1", "g", 0, 1, 5000, 6000);
  run->comm_tasks.items[run->comm_tasks.n - 1].dst_rank = 3;
  pp_run_p2p (run, "hcom_allReduce__849_3_1", "g", 0, 1, 7000, 8000);
  pp_run_p2p (run, "hcom_batchSendRecv__849_4_1", "g", 0, 1, 8000, 9000);
  table = lsc_pipeline_p2p_table (runs);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 4);
  for (gsize i = 0; i < 4; i++)
    g_assert_cmpstr (lsc_table_get (table, i, 3).text, ==, ids[i]);
}

/* A pair that fits no two blocks is listed, not drawn. */
static void
test_stray (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  LscRun *a = simple_run (runs, 0, "FFBB"), *b = simple_run (runs, 1, "FBFB");
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) table = NULL;
  const LscPipelineStep *step;

  pp_run_p2p (a, "hcom_send__459_0_1", "pp", 0, 1, 1000, 2000); /* before any block ends */
  pp_run_p2p (b, "hcom_receive__459_0_1", "pp", 0, 1, 1000, 2000);
  pipeline = pp_analyse (runs);
  step = &lsc_pipeline_get_group (pipeline, 0)->steps[0];
  g_assert_cmpuint (count_measured (step), ==, 0);
  g_assert_cmpuint (step->n_stray_links, ==, 1);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-leg-contradicts"), ==, 1);
  table = lsc_pipeline_link_table (pipeline);
  g_assert_true (lsc_table_get (table, lsc_table_get_n_rows (table) - 1, 4).is_null);
}

/* Rule 4 of pipeline.md#stages: without metadata sends and receives tell the order of stages. */
static void
test_chain (void)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_1F1B, 4, 8, 1);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = NULL;
  static const gint64 new_ranks[] = { 7, 2, 9, 4 };

  for (guint i = 0; i < 4; i++)
    {
      LscRun *run = g_ptr_array_index (runs, i);

      lsc_metadata_unref (run->metadata);
      run->metadata = lsc_metadata_new ();
      run->rank = new_ranks[i];
    }
  pipeline = pp_analyse (runs);
  g_assert_cmpstr (lsc_pipeline_get_group (pipeline, 0)->label, ==, "(7,2,9,4)");
  g_assert_true (lsc_pipeline_get_group (pipeline, 0)->is_recognised);
}

/* bubble = ramp + gaps + tail = sum over phases = sum of PpBubble; ideal 1F1B has (P-1)/(M+P-1). */
static void
test_bubbles (void)
{
  static const LscScheduleType types[] = { LSC_SCHEDULE_1F1B, LSC_SCHEDULE_DUALPIPEV,
                                           LSC_SCHEDULE_ZBV };

  for (gsize t = 0; t < G_N_ELEMENTS (types); t++)
    {
      PpPlan plan = plan_for (types[t], 4, 8, types[t] == LSC_SCHEDULE_1F1B ? 1 : 2);
      g_autoptr (GPtrArray) runs = NULL;
      g_autoptr (LscPipeline) pipeline = NULL;
      g_autoptr (GPtrArray) studies = NULL;
      const LscTable *table;
      const LscPipelineStep *step;
      gint64 listed = 0, bubble = 0;

      plan.latency = 0;
      runs = pp_record (&plan);
      pipeline = pp_analyse (runs);
      step = &lsc_pipeline_get_group (pipeline, 0)->steps[0];
      for (gsize i = 0; i < 4; i++)
        {
          const LscRowMetrics *m = &step->rows[i].metrics;

          g_assert_cmpint (m->bubble_ns, ==, step->t1_ns - step->t0_ns - m->busy_ns);
          g_assert_cmpint (m->bubble_ns, ==, m->ramp_ns + m->inner_ns + m->tail_ns);
          g_assert_cmpint (m->bubble_ns, ==, m->warmup_ns + m->steady_ns + m->cooldown_ns);
          bubble += m->bubble_ns;
        }
      studies = lsc_study_collect_tables (pipeline, NULL, NULL);
      table = g_ptr_array_index (studies, 0);
      for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
        listed += lsc_table_get (table, i, 4).integer - lsc_table_get (table, i, 3).integer;
      g_assert_cmpint (listed, ==, bubble);
      if (t == 0)
        {
          g_assert_cmpfloat_with_epsilon (step->bubble_ratio, 3.0 / 11, 1e-12);
          g_assert_cmpfloat_with_epsilon (step->bubble_over_work, 3.0 / 8, 1e-12);
        }
    }
}

static void
add_kernel (LscRun *run, LscKernelClass kernel_class, gint64 start_ns, gint64 end_ns)
{
  lsc_kernels_append (
      &run->kernels,
      (LscKernel){ .start_ns = start_ns, .end_ns = end_ns, .kernel_class = kernel_class });
  for (guint i = kernel_class + 1; i < 5; i++)
    run->class_begin[i] = run->kernels.n;
}

static void
test_inside (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  LscRun *run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscPipelineStep *step;
  const LscPipelineRow *row;

  pp_run_range (run, pp_message_of_kind ('F'), 0, 10, 1000, 2000);
  pp_run_range (run, pp_message_of_kind ('B'), 20, 30, 3000, 4000);
  add_kernel (run, LSC_KERNEL_COMPUTE, 900, 1100);
  add_kernel (run, LSC_KERNEL_COMPUTE, 1050, 1300);
  add_kernel (run, LSC_KERNEL_COMPUTE, 2500, 3200);
  add_kernel (run, LSC_KERNEL_COMMUNICATION, 1200, 1500);
  add_kernel (run, LSC_KERNEL_COMMUNICATION, 2000, 2600);
  g_ptr_array_add (runs, run);
  pipeline = pp_analyse (runs);
  step = &lsc_pipeline_get_group (pipeline, 0)->steps[0];
  row = &step->rows[0];
  g_assert_cmpint (row->details[0].compute_ns, ==, 300);
  g_assert_cmpint (row->details[0].exposed_comm_ns, ==, 200);
  g_assert_cmpint (row->details[0].idle_ns, ==, 500);
  g_assert_cmpint (row->details[1].compute_ns, ==, 200);
  g_assert_cmpint (row->details[1].idle_ns, ==, 800);
  g_assert_cmpint (row->metrics.compute_ns, ==, 500);
  g_assert_cmpfloat_with_epsilon (step->net_ratio, 1 - 500.0 / 3000, 1e-12);
}

/* Messages are kernels too, but say nothing of what blocks compute. */
static void
test_inside_unknown (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  LscRun *run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) metrics = NULL;
  const LscPipelineStep *step;

  pp_run_range (run, pp_message_of_kind ('F'), 0, 10, 1000, 2000);
  pp_run_range (run, pp_message_of_kind ('B'), 20, 30, 3000, 4000);
  add_kernel (run, LSC_KERNEL_COMMUNICATION, 1200, 1500);
  add_kernel (run, LSC_KERNEL_COMMUNICATION, 2000, 2600);
  g_ptr_array_add (runs, run);
  pipeline = pp_analyse (runs);
  step = &lsc_pipeline_get_group (pipeline, 0)->steps[0];
  g_assert_cmpint (step->rows[0].metrics.compute_ns, ==, -1);
  g_assert_cmpint (step->rows[0].details[0].compute_ns, ==, -1);
  g_assert_cmpint (step->rows[0].details[0].exposed_comm_ns, ==, -1);
  g_assert_cmpint (step->rows[0].details[0].idle_ns, ==, -1);
  g_assert_cmpfloat (step->net_ratio, <, 0);
  metrics = lsc_pipeline_metric_table (pipeline);
  for (gsize i = 0; i < lsc_table_get_n_rows (metrics); i++)
    g_assert_cmpstr (lsc_table_get_named (metrics, i, "name").text, !=, "net_ratio");
}

/* pipeline.md#balance, #bubble: outlier blocks and steps; the step that stands for the others is
 * one of those that count. */
static void
test_outliers (void)
{
  LscInt64s counted = { NULL, 0, 0 };
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  LscRun *run = pp_run_new (0);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;

  for (gint64 step = 0; step < 4; step++)
    {
      gint64 base = step * 100000000;
      gint64 slow = step == 2 ? 9000000 : 2000000;

      pp_run_step (run, step, base, base + 90000000);
      for (gint64 i = 0; i < 3; i++)
        {
          gint64 at = base + i * 2 * slow;

          pp_run_range (run, pp_message_of_kind ('F'), at, at + 1, at, at + slow);
          pp_run_range (run, pp_message_of_kind ('B'), at + 2, at + 3, at + slow, at + 2 * slow);
        }
    }
  run->mark_tasks.items[5].end_ns += 800000; /* last B of step 0 */
  run->mark_tasks.items[11].end_ns += 400000;
  g_ptr_array_add (runs, run);
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_cmpuint (group->n_steps, ==, 4);
  g_assert_true (group->steps[0].rows[0].blocks[5].flags & LSC_BLOCK_OUTLIER);
  g_assert_false (group->steps[0].rows[0].blocks[3].flags & LSC_BLOCK_OUTLIER);
  g_assert_false (group->steps[1].rows[0].blocks[5].flags & LSC_BLOCK_OUTLIER);
  g_assert_true (group->steps[2].is_outlier);
  g_assert_false (group->steps[0].is_outlier);
  g_assert_cmpuint (group->median_step, ==, 1);
  for (gsize i = 0; i < 4; i++)
    lsc_int64s_append (&counted, group->steps[i].id);
  lsc_pipeline_count_steps (pipeline, &(LscInt64s){ counted.items + 2, 2, 2 });
  g_assert_cmpuint (group->median_step, ==, 3);
  g_assert_true (group->steps[2].is_outlier); /* against all of them, as before */
  lsc_pipeline_count_steps (pipeline, &(LscInt64s){ NULL, 0, 0 });
  g_assert_cmpuint (group->median_step, ==, 1);
  lsc_int64s_clear (&counted);
}

static void
test_metric_table (void)
{
  PpPlan plan = plan_for (LSC_SCHEDULE_1F1B, 2, 4, 1);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) table = NULL;
  gsize n_ratio = 0, n_window = 0;

  plan.n_steps = 2;
  runs = pp_record (&plan);
  pipeline = pp_analyse (runs);
  table = lsc_pipeline_metric_table (pipeline);
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      const char *name = lsc_table_get (table, i, 3).text;

      n_ratio += g_str_equal (name, "bubble_ratio");
      n_window += g_str_equal (name, "window_ns_median");
      if (g_str_equal (name, "bubble_ratio"))
        g_assert_cmpstr (lsc_table_get (table, i, 5).text, ==, "ratio");
    }
  g_assert_cmpuint (n_ratio, ==, 2 * 3);
  g_assert_cmpuint (n_window, ==, 1);
}

static gint64
get_named (const LscTable *table, gsize row, const char *name)
{
  LscValue value = lsc_table_get_named (table, row, name);

  return value.is_null ? LSC_INT_NULL : value.integer;
}

/* The clocks of all pipelines; what is not known of one is empty. */
static void
test_clock_table (void)
{
  LscClock first[] = {
    { .rank = 4, .host = "a", .source = LSC_CLOCK_REFERENCE, .delay_ns = -1 },
    { .rank = 5,
      .host = "b",
      .source = LSC_CLOCK_P2P,
      .offset_ns = -70,
      .uncertainty_ns = 3,
      .drift_ppb = 11,
      .at_ns = 1000,
      .delay_ns = 20,
      .n_messages = 8 },
  };
  LscClock second[] = {
    { .rank = 6, .source = LSC_CLOCK_UNKNOWN, .offset_ns = 9, .uncertainty_ns = 9, .delay_ns = -1 },
  };
  LscPipelineGroup groups[] = {
    { .clocks = { .clocks = first, .n_clocks = G_N_ELEMENTS (first), .is_applied = TRUE } },
    { .clocks = { .clocks = second, .n_clocks = G_N_ELEMENTS (second), .is_applied = TRUE } },
  };
  static const struct
  {
    const char *column;
    gint64 expected[3];
  } cases[] = {
    { "rank", { 4, 5, 6 } },
    { "offset_ns", { 0, -70, LSC_INT_NULL } },
    { "uncertainty_ns", { 0, 3, LSC_INT_NULL } },
    { "drift_ppb", { 0, 11, LSC_INT_NULL } },
    { "at_ns", { LSC_INT_NULL, 1000, LSC_INT_NULL } },
    { "messages", { 0, 8, 0 } },
    { "delay_ns", { LSC_INT_NULL, 20, LSC_INT_NULL } },
    { "applied", { 1, 1, 0 } },
  };
  LscPipeline pipeline = { .groups = g_ptr_array_new () };
  g_autoptr (LscTable) table = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    g_ptr_array_add (pipeline.groups, &groups[i]);
  table = lsc_pipeline_clock_table (&pipeline);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 3);
  for (gsize row = 0; row < 3; row++)
    {
      g_assert_cmpint (lsc_table_get (table, row, 0).integer, ==, row / 2);
      for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
        g_assert_cmpint (get_named (table, row, cases[i].column), ==, cases[i].expected[row]);
    }
  g_assert_cmpstr (lsc_table_get_named (table, 1, "source").text, ==, "p2p");
  g_ptr_array_unref (pipeline.groups);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/links/all-schedules", test_all_schedules);
  g_test_add_func ("/links/derived", test_derived);
  g_test_add_func ("/links/shift", test_shift);
  g_test_add_func ("/links/cut-capture", test_cut_capture);
  g_test_add_func ("/links/group-by-name", test_group_by_name);
  g_test_add_func ("/links/crossed", test_crossed);
  g_test_add_func ("/links/batch", test_batch);
  g_test_add_func ("/links/peer-pairs", test_peer_pairs);
  g_test_add_func ("/links/stray", test_stray);
  g_test_add_func ("/links/chain", test_chain);
  g_test_add_func ("/metrics/bubbles", test_bubbles);
  g_test_add_func ("/metrics/inside", test_inside);
  g_test_add_func ("/metrics/inside-unknown", test_inside_unknown);
  g_test_add_func ("/metrics/outliers", test_outliers);
  g_test_add_func ("/metrics/table", test_metric_table);
  g_test_add_func ("/metrics/clocks", test_clock_table);
  return g_test_run ();
}
