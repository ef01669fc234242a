/* test-golden-stragglers-pipelines.c - the study of sample recordings beside a second, naive one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "analyze/pipeline/lsc-pipeline.h"
#include "analyze/stragglers/lsc-stragglers.h"
#include "lsc-naive-stragglers.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"

/** @is_posted: whether receives are posted as 1F1B does */
typedef struct
{
  const char *folder;
  gsize n_replicas;
  gsize n_stages;
  gboolean is_posted;
} Sample;

static const Sample samples[] = {
  { "pp-1f1b-4x8", 1, 4, TRUE },
  { "pp-1f1b-2x4-dp2-schema12", 2, 2, TRUE },
  { "pp-1f1b-2x4-tp4-straggler", 4, 2, TRUE },
  { "pp-dualpipev-4x10", 1, 4, FALSE },
};

static LscPipeline *
load (const char *name)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *folder = root ? g_build_filename (root, name, NULL) : NULL;
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GError) error = NULL;
  LscPipeline *pipeline;

  if (!folder)
    return NULL;
  project = lsc_discover (folder, NULL, &error);
  g_assert_no_error (error);
  runs = lsc_runs_load (((LscCluster *) g_ptr_array_index (project->clusters, 0))->sources,
                        LSC_LOAD_FOR_PIPELINE, 1, NULL, failures);
  pipeline = lsc_pipeline_new (runs, NULL, NULL, &error);
  g_assert_no_error (error);
  return pipeline;
}

static double
compare (double ours, double naive)
{
  double difference = fabs (ours - naive) / MAX (fabs (naive), 0.1);

  g_assert_cmpfloat (difference, <=, 1e-5);
  return difference;
}

static double
compare_studies (const LscStragglers *self, const LscNaiveStudy *naive)
{
  double largest = compare (self->slowdown, naive->slowdown);

  g_assert_cmpuint (self->n_steps, ==, naive->n_steps);
  g_assert_cmpuint (self->n_kinds, ==, g_hash_table_size (naive->by_kind));
  for (gsize i = 0; i < self->n_steps; i++)
    largest = MAX (largest, compare (self->steps[i].slowdown, naive->by_step[i]));
  for (gsize i = 0; i < self->n_stages; i++)
    largest = MAX (largest, compare (self->stages[i].slowdown, naive->by_stage[i]));
  for (gsize i = 0; i < self->n_replicas; i++)
    largest = MAX (largest, compare (self->slowdown_of_replica[i], naive->by_replica[i]));
  for (gsize i = 0; i < self->n_kinds; i++)
    {
      const double *slowdown = g_hash_table_lookup (naive->by_kind, self->kinds[i].name);

      g_assert_nonnull (slowdown);
      largest = MAX (largest, compare (self->kinds[i].slowdown, *slowdown));
    }
  return largest;
}

static void
test_sample (gconstpointer data)
{
  const Sample *sample = data;
  g_autoptr (LscPipeline) pipeline = load (sample->folder);
  g_autoptr (LscNaiveStudy) naive = NULL;
  g_autoptr (LscStragglers) self = NULL;
  g_autoptr (GError) error = NULL;

  if (!pipeline)
    return;
  naive = lsc_naive_study_of_pipeline (pipeline, sample->is_posted);
  self = lsc_stragglers_new_from_pipelines (pipeline, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (self->refusal);
  g_assert_false (naive->is_refused);
  g_assert_cmpuint (self->n_replicas, ==, sample->n_replicas);
  g_assert_cmpuint (self->n_stages, ==, sample->n_stages);
  g_test_message ("%s: S %.4f, the replay is off by %.4f; the largest difference is %.2g",
                  sample->folder, self->slowdown, self->replay_error,
                  compare_studies (self, naive));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strconcat ("/stragglers/", samples[i].folder, NULL);

      g_test_add_data_func (path, &samples[i], test_sample);
    }
  return g_test_run ();
}
