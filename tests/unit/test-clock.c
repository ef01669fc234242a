/* test-clock.c - clocks of ranks: a recording with known skews, collectives, contradictions
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-clock.h"
#include "analyze/pipeline/lsc-pipeline-legs.h"
#include "lsc-test-files.h"
#include "test-pipeline-support.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

static LscPipeline *
analyse (GPtrArray *runs, LscAlignMode mode, const char *groups)
{
  LscPipelineOptions options = { .align = mode, .groups = groups };
  g_autoptr (GError) error = NULL;
  LscPipeline *pipeline = lsc_pipeline_new (runs, &options, NULL, &error);

  g_assert_no_error (error);
  return pipeline;
}

static const LscPipelineClock *
clock_of (LscPipeline *pipeline, gsize group, gsize row)
{
  const LscPipelineGroup *found = lsc_pipeline_get_group (pipeline, group);

  g_assert_cmpuint (row, <, found->clocks.n_clocks);
  return &found->clocks.clocks[row];
}

/* ---- the worked example of pipeline chart 8.4 ---- */

/* The send and receive operators of a rank, as its table of communication has them. */
static void
add_operators (LscRun *run, JsonObject *operators)
{
  g_autoptr (GList) names = json_object_get_members (operators);

  for (GList *l = names; l; l = l->next)
    {
      const char *name = l->data, *at = strchr (name, '@');
      JsonObject *info;
      double start_us, length_ms;
      gint64 start_ns;
      LscCommOp *op;
      g_autofree char *plain = NULL;

      if (!strstr (name, "batchSendRecv") || !at)
        continue;
      info = json_object_get_object_member (json_object_get_object_member (operators, name),
                                            "Communication Time Info");
      start_us = json_object_get_double_member (info, "Start Timestamp(us)");
      length_ms = json_object_get_double_member (info, "Elapse Time(ms)");
      /* Doubles of that size step by a quarter of a microsecond; tenths were written. */
      start_ns = (gint64) floor (start_us) * 1000 +
                 (gint64) floor ((start_us - floor (start_us)) * 10 + 0.5) * 100;
      plain = g_strndup (name, (gsize) (at - name));
      op = lsc_comm_ops_add (&run->comm_ops);
      *op = (LscCommOp){ .op_id = (gint64) run->comm_ops.n,
                         .start_ns = start_ns,
                         .end_ns = start_ns + (gint64) floor (length_ms * 1e6 + 0.5),
                         .op_name = lsc_intern_add (run->strings, plain),
                         .op_type = lsc_intern_add (run->strings, "hcom_batchSendRecv_"),
                         .group = lsc_intern_add (run->strings, at + 1),
                         .op_connection_id = LSC_STRING_NONE };
    }
  g_assert_cmpuint (run->comm_ops.n, ==, 3);
}

static LscRun *
read_rank (const char *samples, gint64 rank)
{
  g_autofree char *folder = g_strdup_printf ("rank_%" G_GINT64_FORMAT "_ascend_pt", rank);
  g_autofree char *path = g_build_filename (samples, "ascend-4rank-pp2dp2", folder,
                                            "ASCEND_PROFILER_OUTPUT", "communication.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GList) steps = NULL;
  g_autoptr (GError) error = NULL;
  JsonObject *root;
  LscRun *run = pp_run_new (rank);
  gint64 begin_ns;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  root = json_node_get_object (json_parser_get_root (parser));
  steps = json_object_get_members (root);
  add_operators (run, json_object_get_object_member (
                          json_object_get_object_member (root, steps->data), "p2p"));
  begin_ns = run->comm_ops.items[0].start_ns;
  pp_run_range (run, "{'name': 'forward_step'}", begin_ns, begin_ns + 10, begin_ns,
                begin_ns + 1000);
  return run;
}

static void
check_close (gint64 found, gint64 wanted, gint64 within)
{
  if (ABS (found - wanted) > within)
    g_error ("%" G_GINT64_FORMAT " is not %" G_GINT64_FORMAT, found, wanted);
}

static void
test_worked_example (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscPipelineClock *clock;

  if (!samples)
    return;
  for (gint64 rank = 0; rank < 4; rank++)
    g_ptr_array_add (runs, read_rank (samples, rank));
  pipeline = analyse (runs, LSC_ALIGN_P2P, "0,2;1,3");
  clock = clock_of (pipeline, 0, 1);
  g_assert_cmpint (clock->rank, ==, 2);
  g_assert_cmpint (clock->source, ==, LSC_CLOCK_P2P);
  g_assert_cmpuint (clock->n_messages, ==, 3);
  check_close (clock->offset_ns, -24000, 150);
  check_close (clock->delay_ns, 27800, 150);
  check_close (clock->uncertainty_ns, 27800, 500);
  clock = clock_of (pipeline, 1, 1);
  g_assert_cmpint (clock->rank, ==, 3);
  check_close (clock->offset_ns, 1900, 150);
  check_close (clock->delay_ns, 27800, 150);
  g_assert_true (lsc_pipeline_get_group (pipeline, 0)->clocks.is_applied);
}

/* ---- made-up recordings ---- */

static PpPlan
plan_for (guint p, guint m)
{
  return (PpPlan){ .schedule = { .type = LSC_SCHEDULE_1F1B,
                                 .n_stages = p,
                                 .n_micro_batches = m,
                                 .n_chunks = 1,
                                 .run_length = p },
                   .f = 100000,
                   .b = 200000,
                   .latency = 5000 };
}

static void
put_on_hosts (GPtrArray *runs)
{
  for (guint i = 0; i < runs->len; i++)
    {
      LscRun *run = g_ptr_array_index (runs, i);

      g_free (run->host_uid);
      run->host_uid = g_strdup_printf ("host%u", i);
    }
}

static void
add_collective (LscRun *run, const char *name, gint64 end_ns)
{
  *lsc_comm_ops_add (&run->comm_ops) = (LscCommOp){
    .op_id = 1000 + (gint64) run->comm_ops.n,
    .start_ns = end_ns - 50,
    .end_ns = end_ns,
    .op_name = lsc_intern_add (run->strings, name),
    .op_type = lsc_intern_add (run->strings, "hcom_allReduce_"),
    .group = lsc_intern_add (run->strings, "world"),
    .op_connection_id = LSC_STRING_NONE,
  };
}

/* Nothing but two collectives joins ranks whose blocks have no order that is known; a third one is
 * decades away on one side. */
static void
test_collectives (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscPipelineClock *clock;

  for (gint64 rank = 0; rank < 2; rank++)
    {
      LscRun *run = pp_run_new (rank);
      gint64 skew = rank * 7 * SECOND;

      pp_run_blocks (run, rank == 0 ? "FFBFB" : "FBFFBB", SECOND + skew, 1000);
      add_collective (run, "hcom_allReduce__123_0_1", SECOND + skew + 500);
      add_collective (run, "hcom_allReduce__123_1_1", SECOND + skew + 900 + 30 * rank);
      add_collective (run, rank == 0 ? "hcom_allReduce__123_2_1" : "hcom_allReduce__123_3_1",
                      SECOND);
      add_collective (run, "hcom_allReduce__123_4_1", SECOND + skew + rank * 1800000000 * SECOND);
      g_ptr_array_add (runs, run);
    }
  put_on_hosts (runs);
  pipeline = analyse (runs, LSC_ALIGN_AUTO, "0,1");
  clock = clock_of (pipeline, 0, 1);
  g_assert_cmpint (clock->source, ==, LSC_CLOCK_COLLECTIVES);
  g_assert_cmpuint (clock->n_messages, ==, 2);
  check_close (clock->offset_ns, 7 * SECOND, clock->uncertainty_ns);
  g_assert_cmpint (clock->uncertainty_ns, <, 100);
  g_assert_true (lsc_pipeline_get_group (pipeline, 0)->clocks.is_applied);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-clock-gap"), ==, 0);
}

/* Hosts differ and nothing joins them: it is said, and each row begins at the first one's start. */
static void
test_nothing (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;

  for (gint64 rank = 0; rank < 2; rank++)
    {
      LscRun *run = pp_run_new (rank);

      pp_run_blocks (run, rank == 0 ? "FFBFB" : "FBFFBB", SECOND + rank * 7 * SECOND, 1000);
      g_ptr_array_add (runs, run);
    }
  put_on_hosts (runs);
  pipeline = analyse (runs, LSC_ALIGN_AUTO, "0,1");
  g_assert_cmpint (clock_of (pipeline, 0, 1)->source, ==, LSC_CLOCK_UNKNOWN);
  g_assert_cmpint (clock_of (pipeline, 0, 1)->uncertainty_ns, ==, -1);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-clock-unknown"), ==, 1);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-clock-gap"), ==, 1);
  g_assert_cmpstr (lsc_pipeline_get_group (pipeline, 0)->clocks.text, ==, "not aligned");
}

/* A clock that jumps between two steps: the bounds contradict each other. */
static void
test_contradiction (void)
{
  PpPlan plan = plan_for (2, 4);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  LscRun *run;

  plan.n_steps = 2;
  runs = pp_record (&plan);
  put_on_hosts (runs);
  run = g_ptr_array_index (runs, 1);
  for (gsize i = run->marks.n / 2; i < run->marks.n; i++)
    {
      run->mark_tasks.items[i].start_ns += 300000;
      run->mark_tasks.items[i].end_ns += 300000;
    }
  pipeline = analyse (runs, LSC_ALIGN_AUTO, NULL);
  g_assert_cmpint (clock_of (pipeline, 0, 1)->source, ==, LSC_CLOCK_UNKNOWN);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-clock-unknown"), ==, 1);
  g_assert_false (lsc_pipeline_get_group (pipeline, 0)->clocks.is_applied);
}

/* As the reference generators do it: upper medians, half the difference. */
static void
test_medians (void)
{
  LscClockEdge edge = { .a = 0, .b = 1 };
  const gint64 up[] = { 40, 10, 30, 20 }, down[] = { 7, 90, 5 };

  for (guint i = 0; i < 4; i++)
    lsc_clock_points_append (&edge.messages[LSC_CLOCK_UP], (LscClockPoint){ i * 10, up[i] });
  for (guint i = 0; i < 3; i++)
    lsc_clock_points_append (&edge.messages[LSC_CLOCK_DOWN], (LscClockPoint){ i * 10, down[i] });
  g_assert_true (lsc_clock_edge_measure (&edge, TRUE));
  g_assert_cmpint (edge.theta_ns, ==, 12); /* (30 - 7) / 2, rounded */
  g_assert_cmpint (edge.delta_ns, ==, 19);
  g_assert_cmpint (edge.low_ns, ==, -5);
  g_assert_cmpint (edge.high_ns, ==, 10);
  g_assert_cmpint (edge.uncertainty_ns, >=, 17);
  lsc_clock_points_clear (&edge.messages[LSC_CLOCK_DOWN]);
  g_assert_true (lsc_clock_edge_measure (&edge, TRUE));
  g_assert_cmpint (edge.source, ==, LSC_CLOCK_ONE_SIDED);
  g_assert_cmpint (edge.theta_ns, ==, 10);
  g_assert_cmpint (edge.delta_ns, ==, 0);
  g_assert_cmpint (edge.uncertainty_ns, ==, -1);
  lsc_clock_points_clear (&edge.messages[LSC_CLOCK_UP]);
  g_assert_false (lsc_clock_edge_measure (&edge, TRUE));
}

/* Shifts of a drifting clock: far from its origin, and not more than the time between. */
static void
test_shift (void)
{
  const LscPipelineClock clock = { .offset_ns = 5, .drift_ppb = 1000000, .at_ns = SECOND };

  g_assert_cmpint (lsc_clock_shift (&clock, SECOND), ==, -5);
  g_assert_cmpint (lsc_clock_shift (&clock, 2 * SECOND), ==, -5 - 1000000);
  g_assert_cmpint (lsc_clock_shift (&clock, SECOND / 2), ==, -5 + 500000);
  g_assert_cmpint (lsc_clock_shift (&clock, 1770000000 * SECOND), ==,
                   -5 - 1769999999 * G_GINT64_CONSTANT (1000000));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/worked-example", test_worked_example);
  g_test_add_func ("/clock/collectives", test_collectives);
  g_test_add_func ("/clock/nothing", test_nothing);
  g_test_add_func ("/clock/contradiction", test_contradiction);
  g_test_add_func ("/clock/medians", test_medians);
  g_test_add_func ("/clock/shift", test_shift);
  return g_test_run ();
}
