/* test-what-if-recordings.c - predictions against recordings that the profile writer made
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "analyze/theory/lsc-what-if.h"
#include "lsc-test-cli.h"
#include "read/lsc-open.h"

/* One 1F1B recording is read, studied and asked what every other schedule would take; the answers
 * are compared with recordings of those schedules, of the same costs. */

#define FORWARD_NS 6000000
#define BACKWARD_NS 12000000
#define SHARE 0.4
#define GAIN 0.1

typedef struct
{
  const char *schedule; /* for the writer */
  const char *option;   /* (nullable): for the writer */
  const char *target;   /* with its variant */
  const char *name;     /* without */
  int chunks;           /* parts of a stage */
} Recording;

static const Recording recordings[] = {
  { "gpipe", NULL, "gpipe", "gpipe", 1 },
  { "zbh1", NULL, "zbh1", "zbh1", 1 },
  { "interleaved", "--chunks=2", "interleaved:2", "interleaved", 2 },
  { "interleaved", "--chunks=3", "interleaved:3", "interleaved:3", 3 },
  { "zbv", NULL, "zbv", "zbv", 2 },
  { "dualpipe", NULL, "dualpipe", "dualpipe", 1 },
  { "dualpipev", NULL, "dualpipev:no-w-split:overlap", "dualpipev", 2 },
  { "dualpipev", "--dw-detach", "dualpipev:w-split:overlap", "dualpipev", 2 },
  { "dualpipev", "--no-overlap", "dualpipev:no-w-split:no-overlap", "dualpipev", 2 },
};

static LscStudy *
study_folder (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (folder, NULL, &error);
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineOptions options = { 0 };
  LscPipelineGroup *group;
  LscStudy *study;

  g_assert_no_error (error);
  runs = lsc_runs_load (((LscCluster *) g_ptr_array_index (project->clusters, 0))->sources,
                        LSC_LOAD_FOR_PIPELINE, 2, NULL, failures);
  pipeline = lsc_pipeline_new (runs, &options, NULL, &error);
  g_assert_no_error (error);
  group = lsc_pipeline_get_group (pipeline, 0);
  study = lsc_study_new (pipeline, group, group->median_step, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (study->refusal);
  return study;
}

/* (transfer full): a recording of @p stages and @m micro-batches. */
static LscStudy *
record (const LscTestPlace *place, const Recording *about, int p, int m, int seed)
{
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autofree char *folder = g_strdup_printf ("%s/%s-%d", place->root, about->schedule, seed);
  g_autofree char *sizes = g_strdup_printf (
      "--preset=pipeline --steps=1 --tp=1 --pp=%d --micro-batches=%d --seed=%d", p, m, seed);
  g_autofree char *costs =
      g_strdup_printf ("--costs=F=%d,B=%d --w-share=%.3f --overlap-gain=%.3f --jitter=0.01 "
                       "--latency=30000 --no-logits --schedule=%s %s",
                       FORWARD_NS / about->chunks, BACKWARD_NS / about->chunks, SHARE, GAIN,
                       about->schedule, about->option ? about->option : "--no-logits");
  g_autofree char *line = g_strdup_printf ("%s %s --out %s", sizes, costs, folder);
  g_auto (GStrv) words = g_strsplit_set (line, " ", -1);
  g_autoptr (LscTestOutput) output = lsc_test_spawn (synth, words);

  if (output->code != 0)
    g_error ("%s: %s", line, output->err);
  return study_folder (folder);
}

static LscWhatIf *
predict (LscStudy *study, const char *text, const LscWhatIfInputs *inputs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) targets = NULL;
  LscWhatIf *result;

  g_assert_true (lsc_what_if_parse (text, study->group, &targets, &error));
  result = lsc_what_if_new (study, (LscWhatIfTarget *) targets->data, 1, inputs, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static void
check (LscStudy *study, LscStudy *truth, const Recording *about)
{
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
  g_autoptr (LscWhatIf) told = NULL;
  g_autoptr (LscWhatIf) guessed = predict (study, about->name, NULL);
  const LscWhatIfRow *row;
  gint64 length = truth->rungs[LSC_RUNG_MEASURED];

  inputs.w_share = SHARE;
  inputs.overlap_gain = GAIN;
  told = predict (study, about->target, &inputs);
  row = g_ptr_array_index (told->rows, 1);
  g_assert_null (row->refusal);
  g_test_message ("%s: %.3f %%", about->target, 100 * ((double) row->window_ns / length - 1));
  g_assert_cmpfloat (fabs ((double) row->window_ns / (double) length - 1), <, 0.02);
  row = g_ptr_array_index (guessed->rows, 1);
  g_assert_cmpint (row->range.low_ns, <=, length);
  g_assert_cmpint (row->range.high_ns, >=, length);
}

static void
test_sizes (gconstpointer data)
{
  int p = GPOINTER_TO_INT (data), m = 3 * p;
  static const Recording plain = { "1f1b", NULL, "1f1b", "1f1b", 1 };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscStudy) study = record (place, &plain, p, m, 1);

  for (guint i = 0; i < G_N_ELEMENTS (recordings); i++)
    {
      g_autoptr (LscStudy) truth = record (place, &recordings[i], p, m, 2 + (int) i);

      check (study, truth, &recordings[i]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/what-if-recordings/2", GINT_TO_POINTER (2), test_sizes);
  g_test_add_data_func ("/what-if-recordings/4", GINT_TO_POINTER (4), test_sizes);
  return g_test_run ();
}
