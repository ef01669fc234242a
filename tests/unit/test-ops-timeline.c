/* test-ops-timeline.c - op timelines are found, and their workers are ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline.h"
#include "analyze/step/lsc-overlap.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

#define MS G_GINT64_CONSTANT (1000000)

static char *
get_small (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "tests", "data",
                                            "ops", "timeline-small.json", NULL);
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static char *
replace (const char *text, const char *before, const char *after)
{
  g_auto (GStrv) parts = g_strsplit (text, before, -1);

  return g_strjoinv (after, parts);
}

static void
put (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static LscProject *
find (const char *path, const LscOpNames *names)
{
  g_autoptr (GError) error = NULL;
  LscProject *project = lsc_discover_named (path, names, NULL, &error);

  g_assert_no_error (error);
  return project;
}

static LscCluster *
get_cluster (const LscProject *project, guint index)
{
  return g_ptr_array_index (project->clusters, index);
}

static void
check_cluster (const LscCluster *cluster)
{
  g_assert_cmpuint (cluster->sources->len, ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      const LscSource *source = g_ptr_array_index (cluster->sources, i);
      const LscJobWorker *worker = lsc_source_get_worker (source);

      g_assert_cmpint (source->format, ==, LSC_FORMAT_OPS);
      g_assert_cmpint (source->rank, ==, i);
      g_assert_cmpint (worker->replica, ==, i % 2);
      g_assert_cmpint (worker->stage, ==, i / 2);
      /* all share what was read once */
      g_assert_true (source->ops == ((LscSource *) g_ptr_array_index (cluster->sources, 0))->ops);
    }
}

/* Whatever the file is called, and beside results of the study, which are none. */
static void
test_found (void)
{
  static const char *const names[] = { "timeline-small.json", "anything.json" };
  g_autofree char *small = get_small ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
      g_autoptr (LscProject) project = NULL;

      put (root, names[i], small);
      put (root, "result-small.json", "{\"job_meta\": {\"trial_name\": \"small\"}, \"step\": 1}");
      put (root, "mw-small.json", "{\n    \"trem\": 1.5\n}");
      put (root, "ideal-timeline-small.json", small);
      project = find (root, NULL);
      g_assert_cmpuint (project->clusters->len, ==, 1);
      check_cluster (get_cluster (project, 0));
      g_assert_null (get_cluster (project, 0)->name);
      g_assert_cmpuint (lsc_notices_get_count (project->notices), ==, 0);
    }
}

/* An ideal replay opens where it is named, and where nothing was recorded. */
static void
test_ideal (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *small = get_small ();
  g_autofree char *path = g_build_filename (root, "ideal-timeline-small.json", NULL);
  g_autofree char *nulls = replace (small, "\"model_chunk\":0", "\"model_chunk\":null");

  put (root, "ideal-timeline-small.json", nulls);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LscProject) project = find (i ? path : root, NULL);

      check_cluster (get_cluster (project, 0));
    }
}

/* Two jobs in one folder are two recordings, called as they are. */
static void
test_two_jobs (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *small = get_small ();
  g_autoptr (LscProject) project = NULL;

  put (root, "timeline-b.json", small);
  put (root, "timeline-a.json", small);
  project = find (root, NULL);
  g_assert_cmpuint (project->clusters->len, ==, 2);
  g_assert_cmpstr (get_cluster (project, 0)->name, ==, "a");
  g_assert_cmpstr (get_cluster (project, 1)->name, ==, "b");
  check_cluster (get_cluster (project, 0));
  check_cluster (get_cluster (project, 1));
}

/* Names of ops tell nothing of what the file is: args and names of threads do, and where args have
 * other keys the names of threads alone, wherever they stand. */
static void
test_renamed (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *small = get_small ();
  g_autofree char *renamed = replace (small, "-compute\"", "-work\"");
  g_autofree char *bare = replace (renamed, "\"seq_id\"", "\"nth\"");
  g_autofree char *barer = replace (bare, "\"mb_id\"", "\"mb\"");
  g_autofree char *barest = replace (barer, "\"model_chunk\"", "\"c\"");
  g_autoptr (LscOpNames) names =
      lsc_op_names_parse ("forward-w* forward-compute\nbackward-work=backward-compute", "x", NULL);
  const char *const texts[] = { renamed, barest };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LscProject) project = NULL;
      g_autoptr (LscProject) unnamed = NULL;

      put (root, "t.json", texts[i]);
      project = find (root, names);
      check_cluster (get_cluster (project, 0));
      unnamed = find (root, NULL);
      check_cluster (get_cluster (unnamed, 0));
      g_assert_cmpuint (lsc_notices_get_count (unnamed->notices), ==,
                        lsc_notices_get_count (project->notices) + 1);
    }
}

/* Named, a file without any op is an error; met in passing, a loss that is told. */
static void
test_none (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *small = get_small ();
  g_autofree char *bad = replace (small, "\"ts\"", "\"tz\"");
  g_autofree char *path = g_build_filename (root, "bad.json", NULL);
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;

  put (root, "bad.json", bad);
  g_assert_null (lsc_discover (path, NULL, &error));
  g_assert_nonnull (strstr (error->message, "is no op timeline"));
  put (root, "good.json", small);
  project = find (root, NULL);
  g_assert_cmpuint (project->clusters->len, ==, 1);
  g_assert_true (lsc_notices_have_loss (project->notices));
}

static LscTimeline *
load (guint index)
{
  g_autofree char *path = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "tests", "data",
                                            "ops", "timeline-small.json", NULL);
  g_autoptr (LscProject) project = find (path, NULL);
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline =
      lsc_timeline_load (get_cluster (project, 0)->sources->pdata[index], 1, NULL, &error);

  g_assert_no_error (error);
  return timeline;
}

static const LscLane *
get_lane (const LscTimeline *timeline, const char *path, gsize n)
{
  guint32 node = lsc_timeline_find_path (timeline, path);
  const LscLane *lane;

  g_assert_cmpuint (node, !=, LSC_SLICE_NONE);
  lane = lsc_timeline_get_node (timeline, node)->lane;
  g_assert_cmpuint (lane->n, ==, n);
  return lane;
}

static void
test_lanes (void)
{
  g_autoptr (LscTimeline) timeline = load (1);
  const LscLane *lane;

  g_assert_true (lsc_timeline_is_of_ops (timeline));
  g_assert_cmpuint (timeline->steps.n, ==, 1);
  g_assert_cmpint (timeline->steps.items[0].id, ==, 7);
  lane = get_lane (timeline, "Ops/compute", 5);
  g_assert_cmpuint (lane->kind[0], ==, LSC_SLICE_COMPUTE);
  lane = get_lane (timeline, "Host/gc", 1);
  g_assert_cmpuint (lane->kind[0], ==, LSC_SLICE_GC);
  g_assert_cmpint (lane->start_ns[0], ==, 112 * MS);
  g_assert_cmpint (lsc_lane_get_duration_ns (lane, 0), ==, 0);
  lane = get_lane (timeline, "Communication/pp-comm: pp [1, 3]", 4);
  g_assert_cmpuint (lane->kind[0], ==, LSC_SLICE_COMM_OP);
  get_lane (timeline, "Communication/dp-comm: dp [0, 1]", 2);
  get_lane (timeline, "Communication/dp-comm: embedding [1, 3]", 1);
  get_lane (timeline, "Communication/dp-comm: all", 1);
  get_lane (timeline, "Communication/dp-comm: layernorm", 1);
  get_lane (timeline, "Steps", 1);
}

/* Rank 1 is stage 0 of replica 1: it sends to rank 3 and receives of it. */
static void
test_peers (void)
{
  g_autoptr (LscTimeline) timeline = load (1);

  g_assert_cmpuint (timeline->comm_peers.n, ==, 4);
  for (gsize i = 0; i < 4; i++)
    g_assert_cmpint (timeline->comm_peers.items[i].rank, ==, 3);
}

static const char *
find_detail (GPtrArray *details, const char *key)
{
  for (guint i = 0; i < details->len; i++)
    {
      const LscDetail *detail = g_ptr_array_index (details, i);

      if (strcmp (detail->key, key) == 0)
        return detail->value;
    }
  return NULL;
}

static void
test_details (void)
{
  g_autoptr (LscTimeline) timeline = load (1);
  guint32 node = lsc_timeline_find_path (timeline, "Ops/compute");
  g_autoptr (GPtrArray) details = lsc_timeline_read_details (timeline, (LscSpot){ node, 3 }, NULL);
  g_autoptr (GPtrArray) none = lsc_timeline_read_details (
      timeline, (LscSpot){ lsc_timeline_find_path (timeline, "Steps"), 0 }, NULL);

  g_assert_cmpstr (find_detail (details, "name"), ==, "backward-compute");
  g_assert_cmpstr (find_detail (details, "step"), ==, "7");
  g_assert_cmpstr (find_detail (details, "mb_id"), ==, "1");
  g_assert_cmpstr (find_detail (details, "model_chunk"), ==, "0");
  g_assert_cmpstr (find_detail (details, "seq_id"), ==, "1");
  g_assert_null (find_detail (details, "dur"));
  g_assert_true (!none || none->len == 0);
}

/* Two replicas of two stages, which the order of their blocks shows to be 1F1B. */
static void
test_pipeline (void)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_run_unref);
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (LscTimeline) timeline = load (i);

      g_ptr_array_add (runs,
                       lsc_run_new_from_timeline (timeline, LSC_LOAD_FOR_PIPELINE, NULL, &error));
      g_assert_no_error (error);
    }
  pipeline = lsc_pipeline_new (runs, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (pipeline->groups->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, i);
      const LscPipelineStep *step = &group->steps[0];

      g_assert_cmpstr (group->label, ==, i == 0 ? "(0,2)" : "(1,3)");
      g_assert_cmpstr (group->schedule, ==, "1f1b");
      g_assert_cmpuint (group->micro_batches, ==, 2);
      g_assert_cmpuint (group->n_steps, ==, 1);
      g_assert_cmpint (step->id, ==, 7);
      g_assert_true (group->has_no_host);
      g_assert_true (group->clocks.is_joint && !group->clocks.is_applied);
      g_assert_cmpuint (step->n_links, ==, 4);
      for (gsize k = 0; k < step->n_links; k++)
        g_assert_true (step->links[k].is_measured);
      g_assert_cmpuint (step->rows[0].n_blocks, ==, 4);
      g_assert_cmpint (step->rows[0].blocks[3].end_ns - step->rows[0].blocks[3].start_ns, ==,
                       (i == 0 ? 20 : 30) * MS);
    }
}

static void
test_no_kernels (void)
{
  g_autoptr (LscTimeline) timeline = load (0);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscRun) run = lsc_run_new_from_timeline (timeline, LSC_LOAD_EVERYTHING, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (run->is_of_ops);
  g_assert_cmpuint (run->kernels.n, ==, 0);
}

/* Between steps there is no free time: two steps of one op each, of 10 and 11 ms, 11 ms apart. */
static void
test_no_time (void)
{
  static const char text[] =
      "[{\"name\":\"forward-compute\",\"pid\":0,\"tid\":0,\"ts\":0,\"dur\":4000,\"ph\":\"X\","
      "\"args\":{\"step\":1,\"seq_id\":0,\"mb_id\":0}},"
      "{\"name\":\"optimizer\",\"pid\":0,\"tid\":0,\"ts\":6000,\"dur\":4000,\"ph\":\"X\","
      "\"args\":{\"step\":1,\"seq_id\":0}},"
      "{\"name\":\"optimizer\",\"pid\":0,\"tid\":0,\"ts\":11000.1,\"dur\":10999.9,\"ph\":\"X\","
      "\"args\":{\"step\":5,\"seq_id\":0}}]";
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (GError) error = NULL;
  const LscOverlap *overlap;
  LscOverlapSums sums;

  put (root, "t.json", text);
  project = find (root, NULL);
  timeline = lsc_timeline_load (get_cluster (project, 0)->sources->pdata[0], 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
  overlap = lsc_timeline_get_analysis (timeline)->overlap;
  g_assert_cmpint (overlap->all.free_ns, ==, 2 * MS + 100);
  sums = lsc_overlap_sum_range (overlap, 5 * MS, 12 * MS);
  g_assert_cmpint (sums.free_ns, ==, MS + 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops-timeline/found", test_found);
  g_test_add_func ("/ops-timeline/ideal", test_ideal);
  g_test_add_func ("/ops-timeline/two-jobs", test_two_jobs);
  g_test_add_func ("/ops-timeline/renamed", test_renamed);
  g_test_add_func ("/ops-timeline/none", test_none);
  g_test_add_func ("/ops-timeline/lanes", test_lanes);
  g_test_add_func ("/ops-timeline/peers", test_peers);
  g_test_add_func ("/ops-timeline/details", test_details);
  g_test_add_func ("/ops-timeline/pipeline", test_pipeline);
  g_test_add_func ("/ops-timeline/no-kernels", test_no_kernels);
  g_test_add_func ("/ops-timeline/no-time", test_no_time);
  return g_test_run ();
}
