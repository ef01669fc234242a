/* test-pipeline-random.c - any input gives blocks in order and bubbles that add up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study.h"
#include "test-pipeline-support.h"

static const char *const names[] = { "forward_step",
                                     "backward_step",
                                     "WeightGradStore.pop",
                                     "forward_backward_overlaping",
                                     "backward_input",
                                     "forward_step_with_model_graph",
                                     "optimizer" };

static void
add_range (GRand *random, LscRun *run, gint64 span)
{
  gint64 host = g_rand_int_range (random, 0, (gint32) span);
  gint64 device = host + g_rand_int_range (random, -10, 1000);
  g_autofree char *message = NULL;
  const char *name = names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))];
  LscMark *mark;

  if (g_rand_int_range (random, 0, 4) == 0)
    message =
        g_strdup_printf ("{'name': '%s', 'current_microbatch': %d, 'chunk': %d}", name,
                         g_rand_int_range (random, -3, 70000), g_rand_int_range (random, -2, 20));
  else
    message = g_strdup_printf ("{'name': '%s'}", name);
  mark = pp_run_range (run, message, host, host + g_rand_int_range (random, -2, 3000),
                       g_rand_int_range (random, 0, 10) == 0 ? PP_NO_DEVICE : device,
                       device + g_rand_int_range (random, -5, 6000));
  if (run->mark_tasks.n > 0)
    run->mark_tasks.items[run->mark_tasks.n - 1].stream = (guint) g_rand_int_range (random, 0, 3);
  if (g_rand_int_range (random, 0, 20) == 0)
    mark->connection_id = g_rand_int_range (random, -1, 5);
}

static LscRun *
random_run (GRand *random, gint64 rank)
{
  static const char *const groups[] = { "pp", "embd", "other" };
  LscRun *run = pp_run_new (rank);
  gint64 span = g_rand_int_range (random, 10, 200000);
  guint n = (guint) g_rand_int_range (random, 0, 120);
  g_autofree char *args =
      pp_args (1, (guint) g_rand_int_range (random, 0, 3), 1,
               (guint) g_rand_int_range (random, 0, 6), (guint) g_rand_int_range (random, 0, 9));

  for (guint i = 0; i < n; i++)
    add_range (random, run, span);
  for (guint i = (guint) g_rand_int_range (random, 0, 4); i > 0; i--)
    pp_run_step (run, i, span / 5 * (4 - i), span / 5 * (5 - i));
  for (guint i = (guint) g_rand_int_range (random, 0, 30); i > 0; i--)
    {
      gint64 start = g_rand_int_range (random, 0, (gint32) span);

      pp_run_p2p (run,
                  i % 3 == 0   ? "hcom_send__1_2_3"
                  : i % 3 == 1 ? "hcom_receive__1_2_3"
                               : "hcom_batchSendRecv__1_2_3",
                  groups[i % 2], (guint) g_rand_int_range (random, 0, 5),
                  (guint) g_rand_int_range (random, 0, 5), start,
                  start + g_rand_int_range (random, -5, 500));
    }
  if (g_rand_boolean (random))
    pp_run_metadata (run, "distributed_args", args);
  if (g_rand_int_range (random, 0, 5) == 0)
    pp_run_metadata (run, "parallel_group_info",
                     "{\"pp\": {\"group_name\": \"pp\", \"global_ranks\": [2, 0, 1, 7]}}");
  if (g_rand_int_range (random, 0, 3) == 0)
    pp_run_metadata (run, "pp_info", "{\"pp_type\": \"dualpipev\", \"microbatch_num\": 5}");
  return run;
}

static void
check_row (LscPipeline *pipeline, const LscPipelineStep *step, const LscPipelineRow *row)
{
  const LscRowMetrics *m = &row->metrics;

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      g_assert_cmpint (row->blocks[i].start_ns, <, row->blocks[i].end_ns);
      /* what was set aside need not lie in the window */
      g_assert_true (row->blocks[i].start_ns >= step->t0_ns || row->blocks[i].kind == LSC_BLOCK_O);
      g_assert_true (row->blocks[i].end_ns <= step->t1_ns || row->blocks[i].kind == LSC_BLOCK_O);
      g_assert_true (i == 0 || row->blocks[i - 1].start_ns <= row->blocks[i].start_ns);
      g_assert_nonnull (lsc_intern_text (pipeline->strings, row->blocks[i].name));
      g_assert_cmpuint (row->details[row->blocks[i].detail].sublane, <, row->n_sublanes);
    }
  if (row->n_blocks == 0)
    return;
  g_assert_cmpint (m->busy_ns + m->bubble_ns, ==, step->t1_ns - step->t0_ns);
  g_assert_cmpint (m->bubble_ns, ==, m->ramp_ns + m->inner_ns + m->tail_ns);
  g_assert_cmpint (m->bubble_ns, ==, m->warmup_ns + m->steady_ns + m->cooldown_ns);
  g_assert_cmpint (MIN (m->warmup_ns, MIN (m->steady_ns, m->cooldown_ns)), >=, 0);
}

static void
check_step (LscPipeline *pipeline, const LscPipelineGroup *group, const LscPipelineStep *step)
{
  for (gsize i = 0; i < step->n_rows; i++)
    check_row (pipeline, step, &step->rows[i]);
  for (gsize i = 0; i < step->n_links; i++)
    {
      const LscPipelineLink *link = &step->links[i];
      guint32 block;

      g_assert_cmpuint (link->src_row, <, step->n_rows);
      g_assert_cmpuint (link->dst_row, <, step->n_rows);
      g_assert_cmpuint (link->src_block, <, step->rows[link->src_row].n_blocks);
      g_assert_cmpuint (link->dst_block, <, step->rows[link->dst_row].n_blocks);
      lsc_pipeline_neighbour_stage (group, step, link->src_row, link->src_block, 1, &block);
    }
}

static void
check_tables (LscPipeline *pipeline, GPtrArray *runs)
{
  g_autoptr (LscTable) tasks = lsc_pipeline_step_task_table (pipeline);
  g_autoptr (LscTable) blocks = lsc_pipeline_block_table (pipeline);
  g_autoptr (LscTable) links = lsc_pipeline_link_table (pipeline);
  g_autoptr (LscTable) metrics = lsc_pipeline_metric_table (pipeline);
  g_autoptr (GPtrArray) studies = lsc_study_collect_tables (pipeline, NULL, NULL);
  g_autoptr (LscTable) pairs = lsc_pipeline_p2p_table (runs);

  g_assert_nonnull (studies);
  g_assert_cmpuint (lsc_table_get_n_rows (tasks), ==, lsc_table_get_n_rows (blocks));
  for (gsize i = 0; i < lsc_table_get_n_rows (tasks); i++)
    {
      g_assert_false (lsc_table_get (tasks, i, 0).is_null);
      g_assert_cmpstr (lsc_table_get (tasks, i, 0).text, !=, "");
    }
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20260101);
  guint n_analysed = 0;

  for (guint round = 0; round < 400; round++)
    {
      g_autoptr (GPtrArray) runs = pp_runs_new ();
      g_autoptr (LscPipeline) pipeline = NULL;
      guint n = (guint) g_rand_int_range (random, 1, 6);

      for (guint i = 0; i < n; i++)
        g_ptr_array_add (
            runs, random_run (random, g_rand_int_range (random, 0, 8) == 0 ? -1 : (gint64) i));
      pipeline = lsc_pipeline_new (runs, NULL, NULL, NULL);
      if (!pipeline)
        continue;
      n_analysed++;
      for (guint g = 0; g < pipeline->groups->len; g++)
        {
          const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, g);

          for (gsize i = 0; i < group->n_steps; i++)
            check_step (pipeline, group, &group->steps[i]);
        }
      check_tables (pipeline, runs);
    }
  g_assert_cmpuint (n_analysed, >, 300);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline/random", test_random);
  return g_test_run ();
}
