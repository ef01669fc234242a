/* test-pipeline-passes.c - what is shown and said where no pipeline range was recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-error.h"
#include "kineto-helper.h"
#include "test-pipeline-support.h"

#define N_LAYERS 3
#define PASS_FLAGS (LSC_LOAD_FOR_PIPELINE | LSC_LOAD_LINKED_OPS | LSC_LOAD_LINKS)

/* -- Databases -----------------------------------------------------------------------------------
 */

static void
add_op (LscRun *run, gint64 start_ns, gint64 end_ns, LscFwdRole role, LscOpType type,
        gint64 real_id)
{
  guint32 local_id = (guint32) run->ops.n + 100;

  lsc_ops_append (&run->ops, (LscOp){ .start_ns = start_ns,
                                      .end_ns = end_ns,
                                      .name = lsc_intern_add (run->strings, "aten::mm"),
                                      .local_id = local_id,
                                      .type = (guint8) type,
                                      .fwd_role = (guint8) role });
  lsc_connections_append (&run->connections, (LscConnection){ real_id, local_id });
}

/* Layers of a forward or backward pass from @start_ns on, 80 of every 100 ns busy. */
static void
add_pass (LscRun *run, char kind, guint micro_batch, gint64 start_ns)
{
  for (guint i = 0; i < N_LAYERS; i++)
    {
      guint layer = kind == 'F' ? i : N_LAYERS - 1 - i;
      gint64 at = start_ns + 100 * (gint64) i;

      add_op (run, at, at + 80, kind == 'F' ? LSC_FWD_FORWARD : LSC_FWD_BACKWARD, LSC_OP_FRAMEWORK,
              1000 + micro_batch * N_LAYERS + layer);
    }
}

/* A 1F1B of the host: one pass for each letter, each 500 ns after the one before. */
static LscRun *
record_passes (gint64 rank, const char *kinds)
{
  LscRun *run = pp_run_new (rank);
  g_autofree char *args = pp_args (1, 1, 1, 2, 2);
  guint forward = 0, backward = 0;

  pp_run_metadata (run, "distributed_args", args);
  run->loaded = PASS_FLAGS;
  for (gsize i = 0; kinds[i]; i++)
    add_pass (run, kinds[i], kinds[i] == 'F' ? forward++ : backward++, 10000 + 500 * (gint64) i);
  /* what else owns ids: a launch through the queue, an op alone, one without a partner */
  add_op (run, 20, 30, LSC_FWD_UNKNOWN, LSC_OP_FRAMEWORK, 7);
  add_op (run, 40, 50, LSC_FWD_BACKWARD, LSC_OP_QUEUE, 7);
  add_op (run, 60, 70, LSC_FWD_FORWARD, LSC_OP_FRAMEWORK, 8);
  add_op (run, 90, 99, LSC_FWD_BACKWARD, LSC_OP_FRAMEWORK, 9);
  pp_run_step (run, 3, 0, 1000000);
  return run;
}

static LscPipeline *
analyse_passes (GPtrArray *runs)
{
  LscPipelineOptions options = { .host_passes = TRUE };
  g_autoptr (GError) error = NULL;
  LscPipeline *pipeline = lsc_pipeline_new (runs, &options, NULL, &error);

  g_assert_no_error (error);
  return pipeline;
}

static void
test_host_passes (void)
{
  static const char *const kinds[] = { "FFBFBB", "FBFBFB" };
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;

  for (gint64 rank = 0; rank < 2; rank++)
    g_ptr_array_add (runs, record_passes (rank, kinds[rank]));
  pipeline = analyse_passes (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_cmpuint (pipeline->groups->len, ==, 1);
  g_assert_cmpuint (group->n_steps, ==, 1);
  g_assert_cmpint (group->steps[0].id, ==, 3);
  g_assert_false (group->is_recognised);
  g_assert_null (group->schedule);
  g_assert_cmpint (group->steps[0].schedule.type, ==, LSC_SCHEDULE_NONE);
  g_assert_cmpuint (group->n_candidates, ==, 0);
  g_assert_cmpuint (group->steps[0].n_links, ==, 0);
  g_assert_nonnull (strstr (pp_banner (group), "Host time, approximate"));
  g_assert_cmpint (pp_count_notices (pipeline, "pp-host-passes"), ==, 12);
  for (gsize r = 0; r < 2; r++)
    {
      const LscPipelineRow *row = &group->steps[0].rows[r];
      g_autofree char *found = pp_row_kinds (row);

      g_assert_cmpstr (found, ==, kinds[r]);
      for (gsize i = 0; i < row->n_blocks; i++)
        {
          g_assert_true (row->blocks[i].flags & LSC_BLOCK_HOST_TIME);
          g_assert_cmpint (row->blocks[i].start_ns, ==, 10000 + 500 * (gint64) i);
          g_assert_cmpint (row->blocks[i].end_ns, ==, 10280 + 500 * (gint64) i);
        }
      g_assert_cmpuint (row->blocks[row->n_blocks - 1].mb_b, ==, 2);
    }
}

/* Ranges win: ops are not looked at. */
static void
test_ranges_win (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  LscRun *run = record_passes (0, "FB");
  g_autoptr (LscPipeline) pipeline = NULL;

  pp_run_blocks (run, "FFBB", 200000, 1000);
  g_ptr_array_add (runs, run);
  pipeline = analyse_passes (runs);
  g_assert_cmpuint (lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[0].n_blocks, ==, 4);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-host-passes"), ==, 0);
}

static char *
fail (GPtrArray *runs)
{
  LscPipelineOptions options = { .host_passes = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscPipeline) pipeline = lsc_pipeline_new (runs, &options, NULL, &error);

  g_assert_null (pipeline);
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  return g_strdup (error->message);
}

/* Passes are only shown on demand. */
static void
test_not_asked (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (runs, record_passes (0, "FFBFBB"));
  g_assert_null (lsc_pipeline_new (runs, NULL, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
}

/* Links that make no pass are not shown. */
static void
test_no_pairs (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autofree char *message = NULL;

  g_ptr_array_add (runs, record_passes (0, ""));
  message = fail (runs);
  g_assert_nonnull (strstr (message, "forward_step"));
}

/* -- Traces --------------------------------------------------------------------------------------
 */

static LscRun *
load (const KtTrace *trace, LscLoadFlags flags)
{
  g_autoptr (LscTimeline) timeline = kt_load (trace);
  g_autoptr (GError) error = NULL;
  LscRun *run = lsc_run_new_from_timeline (timeline, flags, NULL, &error);

  g_assert_no_error (error);
  return run;
}

/* Two micro-batches, one after the other; the backward ops run in autograd's thread. */
static void
test_trace_passes (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (GPtrArray) blind = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autofree char *message = NULL;
  const LscPipelineRow *row;
  g_autofree char *kinds = NULL;

  for (guint mb = 0; mb < 2; mb++)
    for (guint i = 0; i < N_LAYERS; i++)
      {
        gint64 forward = 1000000 + 2000000 * (gint64) mb + 100000 * (gint64) i;
        gint64 backward = 2500000 + 2000000 * (gint64) mb - 100000 * (gint64) i;

        kt_op (trace, "aten::mm", 100, forward, forward + 80000);
        kt_op (trace, "autograd::engine::evaluate_function: MmBackward0", 200, backward,
               backward + 80000);
        kt_flow (trace, "fwdbwd", 's', 100, forward, mb * N_LAYERS + i + 1);
        kt_flow (trace, "fwdbwd", 'f', 200, backward, mb * N_LAYERS + i + 1);
      }
  g_ptr_array_add (blind, load (trace, LSC_LOAD_FOR_PIPELINE));
  message = fail (blind); /* not loaded */
  g_ptr_array_add (runs, load (trace, PASS_FLAGS));
  pipeline = analyse_passes (runs);
  row = &lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[0];
  kinds = pp_row_kinds (row);
  g_assert_cmpstr (kinds, ==, "FBFB");
  g_assert_cmpint (row->blocks[0].end_ns - row->blocks[0].start_ns, ==, 280000);
  g_assert_cmpint (row->blocks[1].end_ns - row->blocks[1].start_ns, ==, 280000);
  g_assert_cmpint (row->blocks[1].start_ns - row->blocks[0].start_ns, ==, 1300000);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-host-passes"), ==, 4);
}

/* One rank with a range "1F1B" and parts of blocks: no chart, but a reason. */
static void
test_parts_only (void)
{
  static const char *const parts[] = { "attn(F)", "dispatch(F)", "mlp(B)", "mlp(W)", "combine(B)" };
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autofree char *message = NULL;

  kt_mark (trace, "1F1B", 100, 1000, 900000);
  for (gsize i = 0; i < 4 * G_N_ELEMENTS (parts); i++)
    kt_mark (trace, parts[i % G_N_ELEMENTS (parts)], 100, 2000 + 10000 * (gint64) i,
             9000 + 10000 * (gint64) i);
  g_ptr_array_add (runs, load (trace, LSC_LOAD_FOR_PIPELINE));
  message = fail (runs);
  g_assert_nonnull (strstr (message, "attn(F), dispatch(F), mlp(B)"));
  g_assert_nonnull (strstr (message, "no chart"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/passes/host", test_host_passes);
  g_test_add_func ("/passes/ranges-win", test_ranges_win);
  g_test_add_func ("/passes/not-asked", test_not_asked);
  g_test_add_func ("/passes/no-pairs", test_no_pairs);
  g_test_add_func ("/passes/trace", test_trace_passes);
  g_test_add_func ("/passes/parts-only", test_parts_only);
  return g_test_run ();
}
