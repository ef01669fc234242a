/* test-golden-pipeline.c - the pipeline of the sample profiles against reference tables and truth
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline.h"
#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "lsc-test-golden.h"
#include "read/lsc-open.h"

/* A sample with its pipeline. */
typedef struct
{
  char *folder;
  GPtrArray *runs;
  LscPipeline *pipeline;
} Sample;

static void
sample_clear (Sample *self)
{
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_pointer (&self->folder, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sample, sample_clear)

static gboolean
sample_open (Sample *self, const char *name)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;

  if (!samples)
    return FALSE;
  self->folder = g_build_filename (samples, name, NULL);
  project = lsc_discover (self->folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (project->clusters->len, ==, 1);
  self->runs = lsc_runs_load (((LscCluster *) g_ptr_array_index (project->clusters, 0))->sources,
                              LSC_LOAD_FOR_PIPELINE, 1, NULL, failures);
  g_assert_cmpuint (lsc_notices_get_count (failures), ==, 0);
  self->pipeline = lsc_pipeline_new (self->runs, NULL, NULL, &error);
  g_assert_no_error (error);
  return TRUE;
}

static char *
golden_path (const Sample *self, const char *table, gint64 rank)
{
  g_autofree char *name =
      g_strdup_printf ("pp_chart.%s.rank%" G_GINT64_FORMAT ".jsonl", table, rank);

  return g_build_filename (self->folder, "golden", name, NULL);
}

/* The rows of one rank, with the columns of the reference. */
static GPtrArray *
rows_of_rank (const LscTable *table, const LscTestGolden *golden, gint64 rank)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_test_row_free);
  int rank_column = lsc_table_find_column (table, "rankID");
  guint n_columns = g_strv_length (golden->columns);

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      LscTestRow *row;

      if (lsc_table_get (table, i, (guint) rank_column).integer != rank)
        continue;
      row = lsc_test_row_new (n_columns);
      row->row = rows->len;
      for (guint k = 0; k < n_columns; k++)
        {
          int column = lsc_table_find_column (table, golden->columns[k]);
          LscValue value;

          g_assert_cmpint (column, >=, 0);
          value = lsc_table_get (table, i, (guint) column);
          if (value.is_null)
            continue;
          if (value.type == LSC_TYPE_TEXT)
            lsc_test_row_set_text (row, k, value.text);
          else
            lsc_test_row_set_int (row, k, value.integer);
        }
      g_ptr_array_add (rows, row);
    }
  return rows;
}

static void
compare_table (const LscTable *table, const char *path, gint64 rank)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTestGolden) golden = lsc_test_golden_load (path, &error);
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *difference = NULL;

  g_assert_no_error (error);
  rows = rows_of_rank (table, golden, rank);
  if (!lsc_test_rows_equal (golden->rows, rows, &difference))
    g_error ("%s: %s", path, difference);
  g_assert_cmpuint (golden->rows->len, >, 0);
}

static void
compare_with_goldens (const Sample *self, gboolean has_pairs)
{
  g_autoptr (LscTable) tasks = lsc_pipeline_step_task_table (self->pipeline);
  g_autoptr (LscTable) pairs = lsc_pipeline_p2p_table (self->runs);

  for (guint i = 0; i < self->runs->len; i++)
    {
      gint64 rank = ((LscRun *) g_ptr_array_index (self->runs, i))->rank;
      g_autofree char *task_path = golden_path (self, "StepTaskInfo", rank);
      g_autofree char *pair_path = golden_path (self, "P2PPairs", rank);

      compare_table (tasks, task_path, rank);
      g_assert_cmpint (g_file_test (pair_path, G_FILE_TEST_EXISTS), ==, has_pairs);
      if (has_pairs)
        compare_table (pairs, pair_path, rank);
    }
}

static void
test_golden (gconstpointer data)
{
  g_auto (Sample) sample = { 0 };
  g_auto (GStrv) words = g_strsplit (data, " ", 2);

  if (sample_open (&sample, words[0]))
    compare_with_goldens (&sample, g_str_equal (words[1], "pairs"));
}

/* What is decided otherwise than by the reference */

static void
compare_with_exact (const char *quirk, gint64 shift_of_third)
{
  g_auto (Sample) sample = { 0 }, exact = { 0 };
  g_autoptr (LscTable) rows = NULL;
  g_autoptr (LscTable) expected = NULL;

  if (!sample_open (&sample, quirk) || !sample_open (&exact, "quirks/dualpipev-exact"))
    return;
  rows = lsc_pipeline_step_task_table (sample.pipeline);
  expected = lsc_pipeline_step_task_table (exact.pipeline);
  g_assert_cmpuint (lsc_table_get_n_rows (rows), ==, 18);
  for (gsize i = 0; i < 18; i++)
    {
      g_assert_cmpstr (lsc_table_get (rows, i, 0).text, ==, lsc_table_get (expected, i, 0).text);
      g_assert_cmpint (lsc_table_get (rows, i, 1).integer, ==,
                       lsc_table_get (expected, i, 1).integer - (i == 2 ? shift_of_third : 0));
      g_assert_cmpint (lsc_table_get (rows, i, 2).integer, ==,
                       lsc_table_get (expected, i, 2).integer);
      g_assert_cmpint (lsc_table_get (rows, i, 3).integer, ==,
                       lsc_table_get (expected, i, 3).integer);
    }
}

static void
test_one_ns_overlap (void)
{
  compare_with_exact ("quirks/dualpipev-1ns-overlap", 1);
}

static void
test_outside_step (void)
{
  compare_with_exact ("quirks/dualpipev-outside-step", 0);
}

/* Bugs 1 to 3: every range keeps its own step, and only real names count. */
static void
test_two_steps (void)
{
  g_auto (Sample) sample = { 0 };
  LscPipelineGroup *group;

  if (!sample_open (&sample, "quirks/pp-two-steps"))
    return;
  group = lsc_pipeline_get_group (sample.pipeline, 0);
  g_assert_cmpuint (group->n_steps, ==, 3);
  g_assert_cmpint (group->steps[0].id, ==, 1);
  g_assert_cmpuint (group->steps[0].rows[0].n_blocks, ==, 5);
  g_assert_false (group->steps[1].has_id);
  g_assert_cmpuint (group->steps[1].rows[0].n_blocks, ==, 1);
  g_assert_cmpint (group->steps[2].id, ==, 2);
  g_assert_cmpuint (group->steps[2].rows[0].n_blocks, ==, 2);
  g_assert_cmpint (group->steps[0].rows[0].blocks[3].kind, ==, LSC_BLOCK_W);
  g_assert_cmpint (group->steps[0].rows[0].blocks[4].kind, ==, LSC_BLOCK_W);
}

/* Against the truth of the writer */

static LscPipelineRow *
find_row (const Sample *self, gint64 rank, gint64 step_id, LscPipelineStep **step_out)
{
  for (guint g = 0; g < self->pipeline->groups->len; g++)
    {
      LscPipelineGroup *group = lsc_pipeline_get_group (self->pipeline, g);

      for (gsize s = 0; s < group->n_steps; s++)
        for (gsize r = 0; r < group->n_ranks; r++)
          if (group->steps[s].id == step_id && group->steps[s].rows[r].rank == rank)
            {
              *step_out = &group->steps[s];
              return &group->steps[s].rows[r];
            }
    }
  g_error ("no row of rank %" G_GINT64_FORMAT " in step %" G_GINT64_FORMAT, rank, step_id);
  return NULL;
}

static LscBlockKind
truth_kind (const char *text)
{
  if (g_str_equal (text, "FB"))
    return LSC_BLOCK_X;
  switch (text[0])
    {
    case 'F':
      return LSC_BLOCK_F;
    case 'B':
      return LSC_BLOCK_B;
    case 'b':
      return LSC_BLOCK_I;
    case 'W':
      return LSC_BLOCK_W;
    case 'L':
      return LSC_BLOCK_L;
    default:
      return LSC_BLOCK_O;
    }
}

static void
compare_ids (JsonObject *item, const char *key, guint mb, guint chunk)
{
  JsonArray *ids;

  if (json_object_get_null_member (item, key))
    {
      g_assert_cmpuint (mb, ==, LSC_MB_NONE);
      return;
    }
  ids = json_object_get_array_member (item, key);
  g_assert_cmpint (json_array_get_int_element (ids, 0), ==, chunk);
  g_assert_cmpint (json_array_get_int_element (ids, 1), ==, mb);
}

static void
compare_block (const Sample *self, JsonObject *item, const LscPipelineRow *row, guint index)
{
  const LscBlock *block = &row->blocks[index];
  const LscBlockDetail *detail = &row->details[block->detail];

  g_assert_cmpstr (lsc_intern_text (self->pipeline->strings, detail->peer_name), ==,
                   json_object_get_string_member (item, "label"));
  g_assert_cmpint (block->kind, ==, truth_kind (json_object_get_string_member (item, "kind")));
  g_assert_cmpint (detail->peer_type, ==, json_object_get_int_member (item, "phase"));
  g_assert_cmpint (block->start_ns, ==, json_object_get_int_member (item, "start"));
  g_assert_cmpint (block->end_ns, ==, json_object_get_int_member (item, "end"));
  compare_ids (item, "fwd", block->mb_f, lsc_block_chunk_f (block));
  compare_ids (item, "bwd", block->mb_b, lsc_block_chunk_b (block));
}

static void
compare_stage (const Sample *self, JsonObject *stage, gint64 step_id, gint64 replica_length)
{
  LscPipelineStep *step;
  LscPipelineRow *row = find_row (self, json_object_get_int_member (stage, "rank"), step_id, &step);
  JsonArray *items = json_object_get_array_member (stage, "items");
  gint64 busy = json_object_get_int_member (stage, "busy_ns");
  gint64 length = step->t1_ns - step->t0_ns;

  g_assert_cmpint (row->stage, ==, json_object_get_int_member (stage, "stage"));
  g_assert_cmpuint (row->n_blocks, ==, json_array_get_length (items));
  for (guint i = 0; i < row->n_blocks; i++)
    compare_block (self, json_array_get_object_element (items, i), row, i);
  g_assert_cmpint (row->metrics.busy_ns, ==, busy);
  g_assert_cmpint (row->metrics.bubble_ns, ==, length - busy);
  /* the truth's window is that of all tensor-parallel ranks */
  g_assert_cmpint (row->metrics.bubble_ns + (replica_length - length), ==,
                   json_object_get_int_member (stage, "bubble_ns"));
  g_assert_true (lsc_test_real_equal ((double) (row->metrics.bubble_ns + replica_length - length) /
                                          (double) replica_length,
                                      json_object_get_double_member (stage, "bubble_ratio")));
  g_assert_cmpint (row->metrics.ramp_ns + row->metrics.inner_ns + row->metrics.tail_ns, ==,
                   length - busy);
  g_assert_cmpint (row->metrics.warmup_ns + row->metrics.steady_ns + row->metrics.cooldown_ns, ==,
                   length - busy);
}

static const LscLeg *
find_leg (const Sample *self, const LscPipelineRow *row, const char *name)
{
  for (gsize i = 0; i < row->n_legs; i++)
    if (g_str_equal (lsc_intern_text (self->pipeline->strings, row->legs[i].name), name))
      return &row->legs[i];
  g_error ("no operator %s", name);
  return NULL;
}

static gboolean
is_transfer (const LscPipelineLink *link, const LscPipelineStep *step, JsonObject *transfer,
             const LscLeg *send, const LscLeg *receive)
{
  const LscBlock *block = &step->rows[link->src_row].blocks[link->src_block];
  gboolean is_backward = json_object_get_string_member (transfer, "what")[0] == 'B';

  return link->is_measured && link->is_backward == is_backward &&
         link->src_row == json_object_get_int_member (transfer, "src") &&
         link->dst_row == json_object_get_int_member (transfer, "dst") &&
         (is_backward ? block->mb_b : block->mb_f) == json_object_get_int_member (transfer, "mb") &&
         (is_backward ? lsc_block_chunk_b (block) : lsc_block_chunk_f (block)) ==
             json_object_get_int_member (transfer, "chunk") &&
         link->send_start_ns == send->start_ns && link->send_end_ns == send->end_ns &&
         link->recv_start_ns == receive->start_ns && link->recv_end_ns == receive->end_ns;
}

static void
compare_transfer (const Sample *self, JsonObject *transfer, LscPipelineStep *step, guint replica)
{
  gint64 src = json_object_get_int_member (transfer, "src");
  gint64 dst = json_object_get_int_member (transfer, "dst");
  const LscLeg *send = find_leg (
      self, &step->rows[src],
      json_array_get_string_element (json_object_get_array_member (transfer, "send_op"), replica));
  const LscLeg *receive = find_leg (
      self, &step->rows[dst],
      json_array_get_string_element (json_object_get_array_member (transfer, "recv_op"), replica));
  guint n = 0;

  g_assert_true (send->is_send);
  g_assert_false (receive->is_send);
  for (gsize i = 0; i < step->n_links; i++)
    n += is_transfer (&step->links[i], step, transfer, send, receive);
  g_assert_cmpuint (n, ==, 1);
}

static void
compare_replica (const Sample *self, JsonObject *replica, gint64 step_id, gboolean has_legs)
{
  JsonArray *stages = json_object_get_array_member (replica, "stages");
  JsonArray *transfers = json_object_get_array_member (replica, "transfers");
  gint64 t0 = G_MAXINT64, t1 = G_MININT64;
  LscPipelineStep *step = NULL;

  for (guint i = 0; i < json_array_get_length (stages); i++)
    {
      find_row (self,
                json_object_get_int_member (json_array_get_object_element (stages, i), "rank"),
                step_id, &step);
      t0 = MIN (t0, step->t0_ns);
      t1 = MAX (t1, step->t1_ns);
    }
  for (guint i = 0; i < json_array_get_length (stages); i++)
    {
      JsonObject *stage = json_array_get_object_element (stages, i);

      compare_stage (self, stage, step_id, t1 - t0);
      if (json_object_get_int_member (stage, "stage") != 0)
        continue;
      find_row (self, json_object_get_int_member (stage, "rank"), step_id, &step);
      g_assert_cmpuint (step->n_links, ==, json_array_get_length (transfers));
      g_assert_cmpuint (step->n_stray_links, ==, 0);
      for (guint k = 0; has_legs && k < json_array_get_length (transfers); k++)
        compare_transfer (self, json_array_get_object_element (transfers, k), step,
                          (guint) json_object_get_int_member (stage, "tp"));
    }
}

static void
test_truth (gconstpointer data)
{
  g_auto (Sample) sample = { 0 };
  g_auto (GStrv) words = g_strsplit (data, " ", 2);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  JsonArray *steps;

  if (!sample_open (&sample, words[0]))
    return;
  path = g_build_filename (sample.folder, "truth.json", NULL);
  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  steps =
      json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "steps");
  g_assert_cmpuint (json_array_get_length (steps), >, 0);
  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonObject *step = json_array_get_object_element (steps, i);
      JsonArray *replicas = json_object_get_array_member (step, "replicas");

      for (guint k = 0; k < json_array_get_length (replicas); k++)
        compare_replica (&sample, json_array_get_object_element (replicas, k),
                         json_object_get_int_member (step, "step"), g_str_equal (words[1], "legs"));
    }
}

/* Real profiles hold no pipeline ranges: an error that says what to record. */
static void
test_no_ranges (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  g_autofree char *folder = NULL;

  if (!samples)
    return;
  folder = g_build_filename (samples, "ascend-db-level1", NULL);
  project = lsc_discover (folder, NULL, &error);
  g_assert_no_error (error);
  runs = lsc_runs_load (((LscCluster *) g_ptr_array_index (project->clusters, 0))->sources,
                        LSC_LOAD_FOR_PIPELINE, 1, NULL, failures);
  g_assert_null (lsc_pipeline_new (runs, NULL, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_assert_nonnull (strstr (error->message, "range_start"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/pipeline/golden/1f1b-4x8", "pp-1f1b-4x8 pairs", test_golden);
  g_test_add_data_func ("/pipeline/golden/dualpipev-4x10", "pp-dualpipev-4x10 pairs", test_golden);
  g_test_add_data_func ("/pipeline/golden/tp4-straggler", "pp-1f1b-2x4-tp4-straggler pairs",
                        test_golden);
  g_test_add_data_func ("/pipeline/golden/dp2-schema12", "pp-1f1b-2x4-dp2-schema12 pairs",
                        test_golden);
  g_test_add_data_func ("/pipeline/golden/level-none", "pp-level-none none", test_golden);
  g_test_add_data_func ("/pipeline/golden/dualpipev-exact", "quirks/dualpipev-exact none",
                        test_golden);
  g_test_add_data_func ("/pipeline/golden/two-steps", "quirks/pp-two-steps none", test_golden);
  g_test_add_func ("/pipeline/golden/one-ns-overlap", test_one_ns_overlap);
  g_test_add_func ("/pipeline/golden/outside-step", test_outside_step);
  g_test_add_func ("/pipeline/golden/two-steps/steps", test_two_steps);
  g_test_add_data_func ("/pipeline/truth/1f1b-4x8", "pp-1f1b-4x8 legs", test_truth);
  g_test_add_data_func ("/pipeline/truth/dualpipev-4x10", "pp-dualpipev-4x10 legs", test_truth);
  g_test_add_data_func ("/pipeline/truth/tp4-straggler", "pp-1f1b-2x4-tp4-straggler legs",
                        test_truth);
  g_test_add_data_func ("/pipeline/truth/dp2-schema12", "pp-1f1b-2x4-dp2-schema12 legs",
                        test_truth);
  g_test_add_data_func ("/pipeline/truth/level-none", "pp-level-none none", test_truth);
  g_test_add_func ("/pipeline/no-ranges", test_no_ranges);
  return g_test_run ();
}
