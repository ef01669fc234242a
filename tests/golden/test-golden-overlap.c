/* test-golden-overlap.c - the overlap analysis against the vendor's tables and the generator's
 * truth
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <math.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* checks.md#overlap, ns. */
typedef struct
{
  const char *folder;
  gint64 rank;
  gint64 computing;
  gint64 communication;
  gint64 not_overlapped;
  gint64 overlapped;
  gint64 free;
  gint64 free_extended;
} Reference;

static const Reference references[] = {
  { "ascend-db-level0", 0, 8843910, 89880576, 85881122, 3999454, 25900158, 30117602 },
  { "ascend-db-level0", 1, 8831637, 93993858, 90000781, 3993077, 26748231, 30926994 },
  { "ascend-db-level1", 0, 8903431, 102108100, 98071947, 4036153, 25258144, 30943917 },
  { "ascend-db-level1", 1, 8915634, 98590190, 94556050, 4034140, 25840499, 30555514 },
  { "ascend-db-level2", 0, 8900456, 94107521, 90080699, 4026822, 25238587, 30225247 },
  { "ascend-db-level2", 1, 8926368, 100357525, 96293920, 4063605, 25228138, 29887871 },
};

static GPtrArray *
load_ranks (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (path, NULL, &error);
  GPtrArray *timelines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);

  g_assert_no_error (error);
  for (guint c = 0; c < project->clusters->len; c++)
    {
      const LscCluster *cluster = g_ptr_array_index (project->clusters, c);

      for (guint i = 0; i < cluster->sources->len; i++)
        {
          LscTimeline *timeline =
              lsc_timeline_load (g_ptr_array_index (cluster->sources, i), 1, NULL, &error);

          g_assert_no_error (error);
          g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
          g_assert_no_error (error);
          g_ptr_array_add (timelines, timeline);
        }
    }
  return timelines;
}

static const LscOverlap *
get_overlap (const LscTimeline *timeline)
{
  return lsc_timeline_get_analysis (timeline)->overlap;
}

static const LscTimeline *
find_rank (GPtrArray *timelines, gint64 rank)
{
  for (guint i = 0; i < timelines->len; i++)
    if (((LscTimeline *) g_ptr_array_index (timelines, i))->rank == rank)
      return g_ptr_array_index (timelines, i);
  g_error ("rank %" G_GINT64_FORMAT " is missing", rank);
}

static void
check_lane_counts (const LscTimeline *timeline)
{
  static const struct
  {
    const char *path;
    gsize n;
  } lanes[] = {
    { "Overlap Analysis/Computing", 187 },
    { "Overlap Analysis/Communication", 4 },
    { "Overlap Analysis/Communication(Not Overlapped)", 101 },
    { "Overlap Analysis/Free", 91 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lanes); i++)
    {
      guint32 node = lsc_timeline_find_path (timeline, lanes[i].path);

      g_assert_cmpuint (node, !=, LSC_SLICE_NONE);
      g_assert_cmpuint (lsc_timeline_get_node (timeline, node)->lane->n, ==, lanes[i].n);
    }
}

static void
check_reference (const LscOverlapSums *sums, const Reference *reference)
{
  g_assert_cmpint (sums->computing_ns, ==, reference->computing);
  g_assert_cmpint (sums->communication_ns, ==, reference->communication);
  g_assert_cmpint (sums->not_overlapped_ns, ==, reference->not_overlapped);
  g_assert_cmpint (sums->overlapped_ns, ==, reference->overlapped);
  g_assert_cmpint (sums->free_ns, ==, reference->free);
  g_assert_true (sums->has_extended);
  g_assert_cmpint (sums->free_extended_ns, ==, reference->free_extended);
}

static void
test_references (void)
{
  g_autofree char *samples = lsc_test_require_samples ();

  if (!samples)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (references); i++)
    {
      const Reference *reference = &references[i];
      g_autofree char *path = g_build_filename (samples, reference->folder, NULL);
      g_autoptr (GPtrArray) timelines = load_ranks (path);
      const LscTimeline *timeline = find_rank (timelines, reference->rank);
      const LscOverlap *overlap = get_overlap (timeline);

      g_assert_cmpuint (overlap->steps.n, ==, 1);
      check_reference (&overlap->steps.items[0], reference);
      check_reference (&overlap->all, reference);
      check_lane_counts (timeline);
    }
}

/* The head that the extended rule adds to L1R0 (checks.md#overlap). */
static void
test_edge (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) timelines = NULL;
  const LscOverlap *overlap;

  if (!samples)
    return;
  path = g_build_filename (samples, "ascend-db-level1", NULL);
  timelines = load_ranks (path);
  overlap = get_overlap (find_rank (timelines, 0));
  g_assert_cmpuint (overlap->edges.n, ==, 1);
  g_assert_cmpint (overlap->edges.items[0].begin_ns, ==, G_GINT64_CONSTANT (1736410576398779630));
  g_assert_cmpint (overlap->edges.items[0].end_ns, ==, G_GINT64_CONSTANT (1736410576404465403));
}

static void
check_truth (const LscOverlapSums *sums, JsonObject *truth)
{
  g_assert_true (sums->has_step && sums->has_device);
  g_assert_cmpint (sums->step, ==, json_object_get_int_member (truth, "step"));
  g_assert_cmpint (sums->computing_ns, ==, json_object_get_int_member (truth, "computing_ns"));
  g_assert_cmpint (sums->communication_ns, ==,
                   json_object_get_int_member (truth, "communication_ns"));
  g_assert_cmpint (sums->not_overlapped_ns, ==,
                   json_object_get_int_member (truth, "communication_not_overlapped_ns"));
  g_assert_cmpint (sums->overlapped_ns, ==, json_object_get_int_member (truth, "overlapped_ns"));
  g_assert_cmpint (sums->free_ns, ==, json_object_get_int_member (truth, "free_ns"));
  g_assert_cmpint (sums->bubble_ns, ==, json_object_get_int_member (truth, "receive_ns"));
  g_assert_cmpint (sums->preparing_ns, ==, json_object_get_int_member (truth, "preparing_ns"));
}

static void
test_truth (gconstpointer data)
{
  const char *name = data;
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path = NULL, *truth_path = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) timelines = NULL;
  JsonObject *truth;

  if (!samples)
    return;
  path = g_build_filename (samples, name, NULL);
  truth_path = g_build_filename (path, "truth.json", NULL);
  json_parser_load_from_file (parser, truth_path, &error);
  g_assert_no_error (error);
  truth = json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)),
                                         "rank_steps");
  timelines = load_ranks (path);
  g_assert_cmpuint (timelines->len, ==, json_object_get_size (truth));
  for (guint i = 0; i < timelines->len; i++)
    {
      const LscTimeline *timeline = g_ptr_array_index (timelines, i);
      const LscOverlap *overlap = get_overlap (timeline);
      g_autofree char *rank = g_strdup_printf ("%" G_GINT64_FORMAT, timeline->rank);
      JsonArray *steps = json_object_get_array_member (truth, rank);

      g_assert_cmpuint (overlap->steps.n, ==, json_array_get_length (steps));
      for (guint k = 0; k < overlap->steps.n; k++)
        check_truth (&overlap->steps.items[k], json_array_get_object_element (steps, k));
    }
}

/* A row of step_trace_time.csv by column; the file has plain cells without quotes. */
static double
csv_value (char **header, char **cells, const char *name)
{
  for (guint i = 0; header[i] && cells[i]; i++)
    if (g_str_equal (g_strstrip (header[i]), name))
      return g_ascii_strtod (cells[i], NULL);
  g_error ("column %s is missing", name);
}

static void
check_near (gint64 ns, double us, double tolerance_ns)
{
  if (fabs ((double) ns - us * 1000.0) > tolerance_ns)
    g_error ("%" G_GINT64_FORMAT " ns, the table says %.3f us", ns, us);
}

static char **
find_step_row (char **lines, char **header, const LscOverlapSums *step)
{
  for (guint i = 1; lines[i]; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);

      if (g_strv_length (cells) < 9)
        continue;
      if (!step->has_step || (gint64) csv_value (header, cells, "Step") == step->step)
        return g_steal_pointer (&cells);
    }
  return NULL;
}

static void
check_csv (const LscTimeline *timeline)
{
  g_autofree char *path = NULL, *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) header = NULL;
  const LscOverlap *overlap = get_overlap (timeline);

  path = g_build_filename (timeline->source->folder, "ASCEND_PROFILER_OUTPUT",
                           "step_trace_time.csv", NULL);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (g_strstrip (text), "\n", -1);
  header = g_strsplit (lines[0], ",", -1);
  g_assert_cmpuint (overlap->steps.n, ==, g_strv_length (lines) - 1);
  for (guint i = 0; i < overlap->steps.n; i++)
    {
      const LscOverlapSums *step = &overlap->steps.items[i];
      g_auto (GStrv) cells = find_step_row (lines, header, step);

      g_assert_nonnull (cells);
      g_assert_true (step->has_device);
      check_near (step->computing_ns, csv_value (header, cells, "Computing"), 25);
      check_near (step->not_overlapped_ns,
                  csv_value (header, cells, "Communication(Not Overlapped)"), 25);
      check_near (step->overlapped_ns, csv_value (header, cells, "Overlapped"), 25);
      check_near (step->communication_ns, csv_value (header, cells, "Communication"), 25);
      check_near (step->free_ns, csv_value (header, cells, "Free"), 25);
      check_near (step->stage_ns, csv_value (header, cells, "Stage"), 250);
      check_near (step->bubble_ns, csv_value (header, cells, "Bubble"), 25);
      if (step->has_step)
        check_near (step->preparing_ns, csv_value (header, cells, "Preparing"), 250);
    }
}

static void
test_text (gconstpointer data)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) timelines = NULL;

  if (!samples)
    return;
  path = g_build_filename (samples, data, NULL);
  timelines = load_ranks (path);
  g_assert_cmpuint (timelines->len, ==, 2);
  for (guint i = 0; i < timelines->len; i++)
    check_csv (g_ptr_array_index (timelines, i));
}

/* Ranks of which there are no kernels say so; the others equal their table. */
static void
test_tables_only (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) timelines = NULL;

  if (!samples)
    return;
  path = g_build_filename (samples, "ascend-4rank-pp2dp2", NULL);
  timelines = load_ranks (path);
  for (gint64 rank = 0; rank <= 2; rank += 2)
    {
      const LscOverlap *overlap = get_overlap (find_rank (timelines, rank));
      const LscOverlapSums *sums = &overlap->steps.items[0];

      check_near (sums->computing_ns, rank == 0 ? 231290.10 : 400448.26, 25);
      check_near (sums->communication_ns, rank == 0 ? 420174.26 : 277649.66, 25);
      check_near (sums->free_ns, rank == 0 ? 158558.00 : 131705.28, 25);
      check_near (sums->end_ns - sums->begin_ns, rank == 0 ? 810022.36 : 809803.20, 25);
      check_near (sums->pp_send_receive_ns, rank == 0 ? 313900 : 72700, 50000);
    }
}

/* Of the other two ranks there are sums of the exporter only (steps.md#waits). */
static void
test_told_sums (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) timelines = NULL;

  if (!samples)
    return;
  path = g_build_filename (samples, "ascend-4rank-pp2dp2", NULL);
  timelines = load_ranks (path);
  for (gint64 rank = 1; rank <= 3; rank += 2)
    {
      const LscTimeline *timeline = find_rank (timelines, rank);
      g_autoptr (LscTable) table = lsc_overlap_get_table (timeline, get_overlap (timeline));
      struct
      {
        const char *column;
        gint64 ns;
      } expected[] = {
        { "step", 13 },
        { "computing_ns", rank == 1 ? 230903720 : 401131700 },
        { "communication_ns", rank == 1 ? 441708380 : 261498440 },
        { "communication_not_overlapped_ns", rank == 1 ? 441708380 : 261498440 },
        { "overlapped_ns", 0 },
        { "free_ns", rank == 1 ? 136819560 : 147520200 },
      };

      g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 1);
      for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
        g_assert_cmpint (
            lsc_table_get (table, 0, (guint) lsc_table_find_column (table, expected[i].column))
                .integer,
            ==, expected[i].ns);
      g_assert_true (
          lsc_table_get (table, 0, (guint) lsc_table_find_column (table, "free_extended_ns"))
              .is_null);
      g_assert_nonnull (
          strstr (lsc_table_get (table, 0, (guint) lsc_table_find_column (table, "reason")).text,
                  "step_trace_time.csv"));
    }
}

/* Only marks were recorded: every figure is missing, with a reason, and no lane pretends. */
static void
test_level_none (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) timelines = NULL;

  if (!samples)
    return;
  path = g_build_filename (samples, "pp-level-none", NULL);
  timelines = load_ranks (path);
  for (guint i = 0; i < timelines->len; i++)
    {
      const LscTimeline *timeline = g_ptr_array_index (timelines, i);
      g_autoptr (LscTable) table = lsc_overlap_get_table (timeline, get_overlap (timeline));
      guint reason = (guint) lsc_table_find_column (table, "reason");
      guint computing = (guint) lsc_table_find_column (table, "computing_ns");

      g_assert_cmpuint (lsc_table_get_n_rows (table), >, 0);
      for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
        {
          g_assert_true (lsc_table_get (table, row, computing).is_null);
          g_assert_false (lsc_table_get (table, row, reason).is_null);
        }
      g_assert_cmpuint (lsc_timeline_find_child (timeline, 0, LSC_ROLE_OVERLAP), ==,
                        LSC_SLICE_NONE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden-overlap/references", test_references);
  g_test_add_func ("/golden-overlap/edge", test_edge);
  g_test_add_data_func ("/golden-overlap/truth/module-small", "module-small", test_truth);
  g_test_add_data_func ("/golden-overlap/truth/1f1b", "pp-1f1b-4x8", test_truth);
  g_test_add_data_func ("/golden-overlap/truth/dualpipev", "pp-dualpipev-4x10", test_truth);
  g_test_add_data_func ("/golden-overlap/truth/straggler", "pp-1f1b-2x4-tp4-straggler", test_truth);
  g_test_add_data_func ("/golden-overlap/truth/schema12", "pp-1f1b-2x4-dp2-schema12", test_truth);
  g_test_add_data_func ("/golden-overlap/text/level0", "ascend-text-level0", test_text);
  g_test_add_data_func ("/golden-overlap/text/level1", "ascend-text-level1", test_text);
  g_test_add_data_func ("/golden-overlap/text/level2", "ascend-text-level2", test_text);
  g_test_add_func ("/golden-overlap/tables-only", test_tables_only);
  g_test_add_func ("/golden-overlap/told-sums", test_told_sums);
  g_test_add_func ("/golden-overlap/level-none", test_level_none);
  return g_test_run ();
}
