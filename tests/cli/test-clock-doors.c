/* test-clock-doors.c - timeline and pipeline of a recording show the same offsets
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-align.h"
#include "base/lsc-error.h"
#include "lsc-test-cli.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/** A recording through both doors. */
typedef struct
{
  LscTestPlace *place;
  GPtrArray *timelines;
  LscPipeline *pipeline; /* (nullable) */
} Recording;

static void
recording_clear (Recording *self)
{
  g_clear_pointer (&self->timelines, g_ptr_array_unref);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_clear_pointer (&self->place, lsc_test_place_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Recording, recording_clear)

static void
load (Recording *self, const char *path)
{
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (path, NULL, &error);
  const LscCluster *cluster;

  g_assert_no_error (error);
  cluster = g_ptr_array_index (project->clusters, 0);
  runs = lsc_runs_load (cluster->sources, LSC_LOAD_FOR_PIPELINE, 2, NULL, failures);
  self->pipeline = lsc_pipeline_new (runs, NULL, NULL, &error);
  if (!self->pipeline)
    g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_clear_error (&error);
  self->timelines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);
  for (guint i = 0; i < cluster->sources->len; i++)
    {
      g_ptr_array_add (self->timelines, lsc_timeline_load (g_ptr_array_index (cluster->sources, i),
                                                           1, NULL, &error));
      g_assert_no_error (error);
    }
}

static void
record (Recording *self, const char *options)
{
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autofree char *folder = NULL;
  g_autofree char *line = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  self->place = lsc_test_place_new ();
  folder = g_build_filename (self->place->root, "recording", NULL);
  line = g_strdup_printf ("%s --out %s", options, folder);
  words = g_strsplit (line, " ", -1);
  output = lsc_test_spawn (synth, words);
  if (output->code != 0)
    g_error ("%s: %s", line, output->err);
  load (self, folder);
}

static LscClocks *
align (const Recording *self, guint base)
{
  return lsc_align_ranks ((LscTimeline *const *) self->timelines->pdata, self->timelines->len, base,
                          self->pipeline);
}

static const LscClock *
find_clock (const LscClocks *clocks, gint64 rank)
{
  for (gsize i = 0; i < clocks->n_clocks; i++)
    if (clocks->clocks[i].rank == rank)
      return &clocks->clocks[i];
  g_error ("no rank %" G_GINT64_FORMAT, rank);
}

/* All that the pipeline's table says of a clock is what the timeline aligns by. */
static void
check_same (const LscClock *seen, const LscClock *told, gboolean is_reference)
{
  g_assert_cmpint (seen->source, ==, told->source);
  g_assert_cmpint (seen->offset_ns, ==, told->offset_ns);
  g_assert_cmpint (seen->uncertainty_ns, ==, told->uncertainty_ns);
  g_assert_cmpint (seen->drift_ppb, ==, told->drift_ppb);
  if (!is_reference)
    g_assert_cmpuint (seen->n_messages, ==, told->n_messages);
}

/* Against any other base the differences are the same, but for what clocks drift between the times
 * that their offsets are of. */
static void
check_differences (const Recording *self, const LscPipelineGroup *group)
{
  const LscPipelineClocks *told = &group->clocks;

  for (guint base = 0; base < self->timelines->len; base++)
    {
      g_autoptr (LscClocks) seen = align (self, base);
      const LscClock *first = find_clock (seen, told->clocks[0].rank);

      if (first->source == LSC_CLOCK_UNKNOWN)
        continue;
      for (gsize k = 1; k < told->n_clocks; k++)
        {
          const LscClock *clock = find_clock (seen, told->clocks[k].rank);
          gint64 within_ns = told->clocks[k].drift_ppb != 0 ? 100 * 1000 : 0;

          if (told->clocks[k].source == LSC_CLOCK_UNKNOWN)
            continue;
          g_assert_cmpint (ABS (clock->offset_ns - first->offset_ns - told->clocks[k].offset_ns),
                           <=, within_ns);
        }
    }
}

static gsize
check_pipelines (const Recording *self)
{
  gsize n_checked = 0;

  for (guint g = 0; self->pipeline && g < self->pipeline->groups->len; g++)
    {
      const LscPipelineGroup *group = lsc_pipeline_get_group (self->pipeline, g);

      for (guint base = 0; base < self->timelines->len; base++)
        if (((LscTimeline *) g_ptr_array_index (self->timelines, base))->rank == group->ranks[0])
          {
            g_autoptr (LscClocks) seen = align (self, base);

            for (gsize k = 0; k < group->clocks.n_clocks; k++, n_checked++)
              if (group->clocks.clocks[k].source != LSC_CLOCK_UNKNOWN)
                check_same (find_clock (seen, group->ranks[k]), &group->clocks.clocks[k], k == 0);
          }
      check_differences (self, group);
    }
  return n_checked;
}

/* Two hosts, 5 ms apart, of which one drifts: the timeline found no collective that all members
 * leave together on both, and refused what the pipeline showed. */
static void
test_two_hosts (void)
{
  g_auto (Recording) recording = { 0 };
  g_autoptr (LscClocks) clocks = NULL;

  record (&recording,
          "--preset pipeline --pp=2 --dp=2 --hosts=2 --host-offsets=0,5000000 --latency=300000 "
          "--delay=20000,200000 --drift=0,30");
  g_assert_cmpuint (recording.pipeline->groups->len, ==, 2);
  g_assert_cmpuint (check_pipelines (&recording), ==, 4);
  clocks = align (&recording, 0);
  g_assert_cmpint (find_clock (clocks, 0)->source, ==, LSC_CLOCK_REFERENCE);
  g_assert_cmpint (find_clock (clocks, 1)->source, ==, LSC_CLOCK_SAME_HOST);
  g_assert_cmpint (find_clock (clocks, 1)->offset_ns, ==, 0);
  for (gint64 rank = 2; rank < 4; rank++)
    {
      g_assert_cmpint (find_clock (clocks, rank)->source, ==, LSC_CLOCK_P2P);
      g_assert_cmpint (ABS (find_clock (clocks, rank)->offset_ns - 5000000), <=,
                       find_clock (clocks, rank)->uncertainty_ns);
      g_assert_cmpint (find_clock (clocks, rank)->uncertainty_ns, <, 120000);
    }
}

/* Without what the pipeline knows nothing but the host joins them, as it is with one rank. */
static void
test_without_pipeline (void)
{
  g_auto (Recording) recording = { 0 };
  g_autoptr (LscClocks) clocks = NULL;

  record (&recording, "--preset pipeline --pp=2 --dp=2 --hosts=2 --host-offsets=0,5000000");
  g_clear_pointer (&recording.pipeline, lsc_pipeline_unref);
  clocks = align (&recording, 0);
  g_assert_cmpint (find_clock (clocks, 1)->source, ==, LSC_CLOCK_SAME_HOST);
  for (gint64 rank = 2; rank < 4; rank++)
    {
      g_assert_cmpint (find_clock (clocks, rank)->source, ==, LSC_CLOCK_UNKNOWN);
      g_assert_cmpint (find_clock (clocks, rank)->refusal, ==, LSC_CLOCK_TOO_FEW);
    }
  g_clear_pointer (&clocks, lsc_clocks_free);
  g_ptr_array_set_size (recording.timelines, 1);
  clocks = align (&recording, 0);
  g_assert_cmpuint (clocks->n_clocks, ==, 1);
  g_assert_cmpint (clocks->clocks[0].source, ==, LSC_CLOCK_REFERENCE);
}

static void
test_preset (gconstpointer options)
{
  g_auto (Recording) recording = { 0 };

  record (&recording, options);
  g_assert_cmpuint (check_pipelines (&recording), >, 0);
}

static void
test_sample (gconstpointer name)
{
  g_auto (Recording) recording = { 0 };
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path = samples ? g_build_filename (samples, name, NULL) : NULL;

  if (!samples)
    return;
  load (&recording, path);
  check_pipelines (&recording);
}

int
main (int argc, char **argv)
{
  static const char *const presets[][2] = {
    { "one-host", "--schedule 1f1b" },
    { "hosts", "--schedule 1f1b --host-offsets=0,0,5000000,5000000 --delay=7000" },
    { "drift", "--schedule 1f1b --pp 4 -M 8 --unit 100000 --steps 4 --delay=5000 "
               "--host-offsets=0,50000000,3,9 --drift=0,50,-80.5,12" },
    { "bounds", "--schedule 1f1b --no-p2p --host-offsets=0,600000000000,-120000000000" },
    { "one-way", "--schedule 1f1b --host-offsets=0,4000000 --one-way-p2p" },
    { "groups", "--schedule 1f1b --dp 2 --tp 2 --host-offsets=0,4000000,9000000,-80000" },
    { "kineto", "--schedule 1f1b --kineto --no-db --rank-offsets=1:4000000,2:-9000000" },
    { "single", "--schedule 1f1b --pp 1" },
  };
  static const char *const samples[] = {
    "ascend-4rank-pp2dp2", "ascend-db-level1",          "pp-1f1b-2x4-dp2-schema12",
    "pp-1f1b-4x8",         "pp-1f1b-2x4-tp4-straggler", "pp-level-none",
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock-doors/two-hosts", test_two_hosts);
  g_test_add_func ("/clock-doors/without-pipeline", test_without_pipeline);
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autofree char *path = g_strconcat ("/clock-doors/", presets[i][0], NULL);

      g_test_add_data_func (path, presets[i][1], test_preset);
    }
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strconcat ("/clock-doors/samples/", samples[i], NULL);

      g_test_add_data_func (path, samples[i], test_sample);
    }
  return g_test_run ();
}
