/* test-study-samples.c - steps of the sample profiles explained, against what is known of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "analyze/theory/lsc-study.h"
#include "judge/verdict/lsc-verdict.h"
#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"

typedef struct
{
  GPtrArray *runs;
  LscPipeline *pipeline;
  JsonParser *truth;
} Sample;

static void
sample_clear (Sample *self)
{
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_object (&self->truth);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sample, sample_clear)

static gboolean
sample_open (Sample *self, const char *name)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *folder = NULL, *truth = NULL;
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;

  if (!samples)
    return FALSE;
  folder = g_build_filename (samples, name, NULL);
  truth = g_build_filename (folder, "truth.json", NULL);
  project = lsc_discover (folder, NULL, &error);
  g_assert_no_error (error);
  self->runs = lsc_runs_load (((LscCluster *) g_ptr_array_index (project->clusters, 0))->sources,
                              LSC_LOAD_FOR_PIPELINE, 1, NULL, failures);
  self->pipeline = lsc_pipeline_new (self->runs, NULL, NULL, &error);
  g_assert_no_error (error);
  self->truth = json_parser_new ();
  g_assert_true (json_parser_load_from_file (self->truth, truth, &error));
  return TRUE;
}

/* What the generator says of a rank in a step: ns. */
static gint64
truth_of (const Sample *self, gint64 step_id, gint64 rank, const char *member)
{
  JsonObject *root = json_node_get_object (json_parser_get_root (self->truth));
  JsonArray *steps = json_object_get_array_member (root, "steps");

  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonObject *step = json_array_get_object_element (steps, i);
      JsonArray *replicas = json_object_get_array_member (step, "replicas");

      if (json_object_get_int_member (step, "step") != step_id)
        continue;
      for (guint k = 0; k < json_array_get_length (replicas); k++)
        {
          JsonArray *stages =
              json_object_get_array_member (json_array_get_object_element (replicas, k), "stages");

          for (guint j = 0; j < json_array_get_length (stages); j++)
            {
              JsonObject *stage = json_array_get_object_element (stages, j);

              if (json_object_get_int_member (stage, "rank") == rank)
                return json_object_get_int_member (stage, member);
            }
        }
    }
  g_assert_not_reached ();
}

/* The causes of a rank's bubble add up to what the generator left idle. */
static void
check_rows (const Sample *self, const LscStudy *study, gboolean has_own_window)
{
  const LscPipelineStep *step = lsc_study_get_step (study);
  g_autoptr (LscTable) bubbles = lsc_study_bubble_table (study);

  for (gsize r = 0; r < step->n_rows; r++)
    {
      const LscPipelineRow *row = &step->rows[r];
      gint64 busy = truth_of (self, step->id, row->rank, "busy_ns"), listed = 0;

      g_assert_cmpint (row->metrics.busy_ns, ==, busy);
      g_assert_cmpint (lsc_blame_sum (study->wait, r), ==, step->t1_ns - step->t0_ns - busy);
      if (!has_own_window)
        g_assert_cmpint (lsc_blame_sum (study->wait, r), ==,
                         truth_of (self, step->id, row->rank, "bubble_ns"));
      for (gsize i = 0; i < lsc_table_get_n_rows (bubbles); i++)
        if (lsc_table_get (bubbles, i, 2).integer == row->rank)
          listed += lsc_table_get (bubbles, i, 4).integer - lsc_table_get (bubbles, i, 3).integer;
      g_assert_cmpint (listed, ==, row->metrics.bubble_ns);
    }
}

static void
tell (const LscStudy *study)
{
  g_autoptr (LscTable) summary = lsc_study_summary_table (study);

  for (gsize i = 0; i < lsc_table_get_n_rows (summary); i++)
    {
      LscValue rank = lsc_table_get (summary, i, 4);
      LscValue text = lsc_table_get (summary, i, 5), note = lsc_table_get (summary, i, 8);

      g_test_message ("%s%s%" G_GINT64_FORMAT ": %s (%s)", lsc_table_get (summary, i, 3).text,
                      rank.is_null ? "" : " rank ", rank.is_null ? 0 : rank.integer,
                      text.is_null ? "-" : text.text, note.is_null ? "" : note.text);
    }
}

static LscStudy *
study_step (const Sample *self, gsize group, gsize step)
{
  g_autoptr (GError) error = NULL;
  LscStudy *study = lsc_study_new (self->pipeline, lsc_pipeline_get_group (self->pipeline, group),
                                   step, NULL, &error);

  g_assert_no_error (error);
  g_assert_null (study->refusal);
  g_assert_null (study->missing);
  tell (study);
  return study;
}

static void
test_1f1b (void)
{
  g_auto (Sample) sample = { NULL };

  if (!sample_open (&sample, "pp-1f1b-4x8"))
    return;
  for (gsize i = 0; i < 2; i++)
    {
      g_autoptr (LscStudy) study = study_step (&sample, 0, i);

      check_rows (&sample, study, FALSE);
      /* A message takes 60 us; stage 3 holds the head. */
      g_assert_cmpint (study->latency_ns, >=, 60000);
      g_assert_cmpint (study->latency_ns, <, 62500);
      g_assert_false (study->is_unexplained);
      for (gsize r = 0; r < 4; r++)
        g_assert_cmpint (lsc_blame_get (study->wait, 0, r, LSC_CAUSE_CLOCK), ==, 0);
    }
}

/* Heads are joined to the blocks after them; the time between the two stays idle. */
static void
test_dualpipev (void)
{
  g_auto (Sample) sample = { NULL };
  g_autoptr (LscStudy) study = NULL;

  if (!sample_open (&sample, "pp-dualpipev-4x10"))
    return;
  study = study_step (&sample, 0, 0);
  check_rows (&sample, study, FALSE);
  g_assert_cmpuint (study->plan->first[1], ==, 34); /* 44 ranges, 10 of them heads */
  g_assert_cmpuint (lsc_study_op_of_block (study, 0, 8), ==, 8);
  g_assert_cmpuint (lsc_study_op_of_block (study, 0, 9), ==, 8);
  g_assert_cmpint (study->durations[8], ==, 67797 + 405345);
  g_assert_cmpint (study->times.start_ns[8], ==, G_GINT64_CONSTANT (1760000031004108426));
  g_assert_false (study->is_unexplained);
}

/* Rank 5 is slow, and one all-reduce of stage 0 takes long; the head of stage 1 is no fault. */
static void
test_straggler (void)
{
  g_auto (Sample) sample = { NULL };
  g_autoptr (LscVerdicts) verdicts = NULL;

  if (!sample_open (&sample, "pp-1f1b-2x4-tp4-straggler"))
    return;
  for (gsize i = 0; i < 4; i++)
    {
      g_autoptr (LscStudy) study = study_step (&sample, i, 0);

      check_rows (&sample, study, TRUE);
    }
  verdicts = lsc_verdicts_new (sample.pipeline, NULL, NULL);
  g_assert_cmpint (lsc_verdicts_get (verdicts, 0)->cause, ==, LSC_VERDICT_SLOW_RANK);
  g_assert_cmpint (lsc_verdicts_get (verdicts, 0)->rank, ==, 5);
  g_assert_cmpint (lsc_verdicts_get (verdicts, 1)->cause, ==, LSC_VERDICT_SLOW_COLLECTIVE);
  g_assert_cmpint (lsc_verdicts_get (verdicts, 1)->stage, ==, 0);
  for (guint i = 2; i < verdicts->rows->len; i++)
    g_assert_true (lsc_verdicts_get (verdicts, i)->certainty != LSC_CERTAINTY_SURE ||
                   lsc_verdicts_get (verdicts, i)->cause == LSC_VERDICT_SCHEDULE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study/samples/1f1b", test_1f1b);
  g_test_add_func ("/study/samples/dualpipev", test_dualpipev);
  g_test_add_func ("/study/samples/straggler", test_straggler);
  return g_test_run ();
}
