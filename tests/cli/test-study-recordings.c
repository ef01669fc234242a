/* test-study-recordings.c - who is named in recordings whose slow rank is known
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "analyze/theory/lsc-study.h"
#include "judge/verdict/lsc-verdict.h"
#include "base/lsc-error.h"
#include "lsc-test-cli.h"
#include "read/lsc-open.h"

#define N_STEPS 6

/**
 * Case: recordings of one schedule; equal stages, 2 % jitter
 * @options: for the writer
 * @n_stages: ranks
 */
typedef struct
{
  const char *name;
  const char *options;
  guint n_stages;
} Case;

static const Case cases[] = {
  { "1f1b", "--schedule=1f1b --pp=3 -M 6", 3 },
  { "interleaved", "--schedule=interleaved --pp=4 -M 8", 4 },
  { "zbh1", "--schedule=zbh1 --pp=4 -M 8", 4 },
  { "zbv", "--schedule=zbv --pp=4 -M 8", 4 },
  { "dualpipe", "--schedule=dualpipe --pp=4 -M 8", 4 },
  { "dualpipev", "--schedule=dualpipev --pp=4 -M 8", 4 },
  { "dualpipev-plain", "--schedule=dualpipev --pp=3 -M 7 --no-overlap --dw-detach", 3 },
  { "gpipe", "--schedule=gpipe --pp=4 -M 8", 4 },
  { "1f1b-many", "--schedule=1f1b --pp=8 -M 16", 8 },
};

static LscPipeline *
record (const char *options)
{
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = g_build_filename (place->root, "recording", NULL);
  g_autofree char *line = g_strdup_printf (
      "--no-modules --no-backward --costs=F=2000000,B=4000000 --jitter=0.02 --steps=%d %s --out %s",
      N_STEPS, options, folder);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (LscTestOutput) output = lsc_test_spawn (synth, words);
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GError) error = NULL;
  LscPipeline *pipeline;

  if (output->code != 0)
    g_error ("%s: %s", line, output->err);
  project = lsc_discover (folder, NULL, &error);
  g_assert_no_error (error);
  runs = lsc_runs_load (((LscCluster *) g_ptr_array_index (project->clusters, 0))->sources,
                        LSC_LOAD_FOR_PIPELINE, 2, NULL, failures);
  pipeline = lsc_pipeline_new (runs, NULL, NULL, &error);
  g_assert_no_error (error);
  return pipeline;
}

/* Each idle time has a cause, and the model explains the step. */
static void
check_steps (LscPipeline *pipeline)
{
  const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

  g_assert_cmpuint (group->n_steps, ==, N_STEPS);
  for (gsize i = 0; i < group->n_steps; i++)
    {
      g_autoptr (LscStudy) study = lsc_study_new (pipeline, group, i, NULL, NULL);

      g_assert_nonnull (study);
      g_assert_null (study->refusal);
      for (gsize r = 0; r < group->n_ranks; r++)
        g_assert_cmpint (lsc_blame_sum (study->wait, r), ==,
                         group->steps[i].rows[r].metrics.bubble_ns);
      g_assert_false (study->is_unexplained);
    }
}

/* The rank that is blamed first; -1 = nobody. */
static gint64
named_rank (LscPipeline *pipeline)
{
  g_autoptr (LscVerdicts) verdicts = lsc_verdicts_new (pipeline, NULL, NULL);
  const LscVerdict *first = lsc_verdicts_get_first (verdicts);

  check_steps (pipeline);
  if (first)
    g_assert_cmpint (first->cause, ==, LSC_VERDICT_HEAVY_STAGE);
  return first ? first->rank : -1;
}

static void
test_named (gconstpointer data)
{
  const Case *about = data;
  static const char *const factors[] = { "1.1", "1.25", "1.5" };
  g_autofree char *quiet = g_strdup_printf ("%s --seed=7", about->options);
  g_autoptr (LscPipeline) even = record (quiet);

  g_assert_cmpint (named_rank (even), ==, -1);
  for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
    {
      guint rank = (3 * i + 1) % about->n_stages;
      g_autofree char *options = g_strdup_printf ("%s --seed=%u --straggler=%u:%s", about->options,
                                                  i + 20, rank, factors[i]);
      g_autoptr (LscPipeline) pipeline = record (options);

      g_assert_cmpint (named_rank (pipeline), ==, rank);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/study/recordings/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_named);
    }
  return g_test_run ();
}
