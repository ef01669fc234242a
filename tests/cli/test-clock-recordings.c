/* test-clock-recordings.c - aligned clocks against what the profile writer put in
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <json-glib/json-glib.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline.h"
#include "base/lsc-error.h"
#include "lsc-test-cli.h"
#include "read/lsc-open.h"

/* The writer's truth: a clock shows t + offset + drift x (t - origin) at the true time t. */

#define US G_GINT64_CONSTANT (1000)
#define EXACT_NS US

typedef struct
{
  LscTestPlace *place;
  GPtrArray *runs;
  LscPipeline *pipeline;
  LscPipelineGroup *group;
  JsonParser *truth;
} Recording;

/**
 * Case: a recording
 * @options: for the writer
 * @mode: how to align
 * @left_out: rank that is not loaded, -1 = none
 * @within_ns: the estimate must be that good, 0 = within its uncertainty
 * @source: of the last stage
 * @is_applied: whether times are to be shifted
 * @with_unknown: some clocks may stay unknown
 */
typedef struct
{
  const char *name;
  const char *options;
  LscAlignMode mode;
  gint64 left_out;
  gint64 within_ns;
  LscClockSource source;
  gboolean is_applied;
  gboolean with_unknown;
} Case;

static void
recording_clear (Recording *self)
{
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_object (&self->truth);
  g_clear_pointer (&self->place, lsc_test_place_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Recording, recording_clear)

static void
write_recording (Recording *self, const char *folder, const char *options)
{
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autofree char *line = g_strdup_printf ("--no-modules %s --out %s", options, folder);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (LscTestOutput) output = lsc_test_spawn (synth, words);
  g_autofree char *truth = g_build_filename (folder, "truth.json", NULL);

  if (output->code != 0)
    g_error ("%s: %s", line, output->err);
  self->truth = json_parser_new ();
  g_assert_true (json_parser_load_from_file (self->truth, truth, NULL));
}

static void
record (Recording *self, const char *options, gint64 left_out)
{
  g_autofree char *folder = NULL;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (GError) error = NULL;

  self->place = lsc_test_place_new ();
  folder = g_build_filename (self->place->root, "recording", NULL);
  write_recording (self, folder, options);
  project = lsc_discover (folder, NULL, &error);
  g_assert_no_error (error);
  self->runs = lsc_runs_load (((LscCluster *) g_ptr_array_index (project->clusters, 0))->sources,
                              LSC_LOAD_FOR_PIPELINE, 2, NULL, failures);
  for (guint i = self->runs->len; i > 0; i--)
    if (((LscRun *) g_ptr_array_index (self->runs, i - 1))->rank == left_out)
      g_ptr_array_remove_index (self->runs, i - 1);
}

static void
analyse (Recording *self, LscAlignMode mode, const char *offsets)
{
  LscPipelineOptions options = { .align = mode, .offsets = offsets };
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  self->pipeline = lsc_pipeline_new (self->runs, &options, NULL, &error);
  g_assert_no_error (error);
  self->group = lsc_pipeline_get_group (self->pipeline, 0);
}

static JsonObject *
truth_root (const Recording *self)
{
  return json_node_get_object (json_parser_get_root (self->truth));
}

static gint64
truth_of_rank (const Recording *self, const char *member, gint64 rank)
{
  g_autofree char *key = g_strdup_printf ("%" G_GINT64_FORMAT, rank);

  if (!json_object_has_member (truth_root (self), member))
    return 0;
  return json_object_get_int_member (json_object_get_object_member (truth_root (self), member),
                                     key);
}

/* What the clock of a rank shows at a true time. */
static gint64
shown_at (const Recording *self, gint64 rank, gint64 time_ns)
{
  gint64 origin = json_object_get_int_member_with_default (truth_root (self), "clock_origin_ns", 0);
  double gain = (double) truth_of_rank (self, "clock_drifts_ppb", rank) / 1e9;

  return time_ns + truth_of_rank (self, "clock_offsets_ns", rank) +
         (gint64) (gain * (double) (time_ns - origin));
}

static gint64
true_time (const Recording *self, gboolean last)
{
  JsonArray *steps = json_object_get_array_member (truth_root (self), "steps");
  guint n = json_array_get_length (steps);

  return json_object_get_int_member (json_array_get_object_element (steps, last ? n - 1 : 0),
                                     last ? "end" : "start");
}

/* Distance of a clock's aligned time from what the reference shows. */
static gint64
error_at (const Recording *self, const LscClock *clock, gint64 reference, gint64 time_ns)
{
  gint64 local = shown_at (self, clock->rank, time_ns);

  return ABS (local + lsc_clock_shift (clock, local) - shown_at (self, reference, time_ns));
}

static void
check_clock (const Recording *self, const LscClock *clock, gint64 reference, const Case *c)
{
  gint64 begin = true_time (self, FALSE), end = true_time (self, TRUE);

  for (guint i = 0; i <= 4; i++)
    {
      gint64 error = error_at (self, clock, reference, begin + (end - begin) / 4 * i);

      if (clock->uncertainty_ns >= 0 && error > clock->uncertainty_ns + 1)
        g_error ("%s: rank %" G_GINT64_FORMAT " is %" G_GINT64_FORMAT
                 " ns off, uncertainty %" G_GINT64_FORMAT,
                 c->options, clock->rank, error, clock->uncertainty_ns);
      if (c->within_ns > 0 && error > c->within_ns)
        g_error ("%s: rank %" G_GINT64_FORMAT " is %" G_GINT64_FORMAT " ns off", c->options,
                 clock->rank, error);
    }
}

static void
check_clocks (const Recording *self, const Case *c)
{
  const LscPipelineClocks *clocks = &self->group->clocks;
  gint64 reference = -1;

  g_assert_cmpuint (clocks->n_clocks, ==, self->group->n_ranks);
  for (gsize i = 0; i < clocks->n_clocks && reference < 0; i++)
    if (clocks->clocks[i].source == LSC_CLOCK_REFERENCE)
      reference = clocks->clocks[i].rank;
  g_assert_cmpint (reference, >=, 0);
  for (gsize i = 0; i < clocks->n_clocks; i++)
    {
      const LscClock *clock = &clocks->clocks[i];

      if (clock->source != LSC_CLOCK_UNKNOWN)
        check_clock (self, clock, reference, c);
      else
        g_assert_true (clock->rank == c->left_out || c->with_unknown);
    }
  g_assert_cmpint (clocks->is_applied, ==, c->is_applied);
  g_assert_cmpint (clocks->clocks[clocks->n_clocks - 1].source, ==, c->source);
  g_assert_nonnull (clocks->text);
}

/* Every shift can be taken back: the recorded times are those of an analysis without alignment. */
static void
check_recorded (Recording *self, const Case *c)
{
  G_GNUC_UNUSED g_autoptr (LscPipeline) kept = lsc_pipeline_ref (self->pipeline);
  const LscPipelineGroup *was = self->group;

  analyse (self, LSC_ALIGN_NONE, NULL);
  for (gsize s = 0; s < was->n_steps; s++)
    for (gsize r = 0; r < was->steps[s].n_rows; r++)
      {
        const LscPipelineRow *row = &was->steps[s].rows[r], *raw = &self->group->steps[s].rows[r];

        for (gsize i = 0; i < row->n_blocks; i++)
          {
            const LscBlock *block = &row->blocks[i], *recorded = &raw->blocks[i];
            const LscBlockDetail *detail = &row->details[block->detail];
            const LscBlockDetail *other = &raw->details[recorded->detail];

            g_assert_cmpint (block->start_ns - detail->shift_ns, ==,
                             recorded->start_ns - other->shift_ns);
            g_assert_cmpint (block->end_ns - detail->shift_ns - detail->stretch_ns, ==,
                             recorded->end_ns - other->shift_ns - other->stretch_ns);
            g_assert_true (i == 0 || block->start_ns >= row->blocks[i - 1].end_ns);
          }
        for (gsize i = 0; i < row->n_legs; i++)
          g_assert_cmpint (row->legs[i].end_ns - row->legs[i].shift_ns, ==,
                           raw->legs[i].end_ns - raw->legs[i].shift_ns);
      }
  g_assert_false (self->group->clocks.is_applied);
  (void) c;
}

static void
check_case (const Case *c)
{
  g_auto (Recording) recording = { 0 };

  record (&recording, c->options, c->left_out);
  analyse (&recording, c->mode, NULL);
  check_clocks (&recording, c);
  if (c->is_applied && c->within_ns > 0)
    g_assert_cmpuint (recording.group->clocks.n_left, ==, 0);
  check_recorded (&recording, c);
}

static void
test_case (gconstpointer data)
{
  check_case (data);
}

static const char *const schedules[] = {
  "gpipe", "1f1b", "interleaved", "zbh1", "dualpipe", "dualpipev", "zbv",
};

static void
test_schedules (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (schedules); i++)
    {
      g_autofree char *with = g_strdup_printf (
          "--schedule %s --host-offsets=0,50000000,-3000000,17 --jitter=0.02", schedules[i]);
      g_autofree char *without = g_strconcat (with, " --no-p2p", NULL);
      g_autofree char *one_way =
          g_strconcat (with, " --one-way-p2p --delay=3000 --delay-jitter=9000", NULL);

      check_case (&(Case){ .options = with,
                           .left_out = -1,
                           .within_ns = EXACT_NS,
                           .source = LSC_CLOCK_P2P,
                           .is_applied = TRUE });
      check_case (&(Case){
          .options = without, .left_out = -1, .source = LSC_CLOCK_BOUNDS, .is_applied = TRUE });
      check_case (&(Case){
          .options = one_way, .left_out = -1, .source = LSC_CLOCK_ONE_SIDED, .is_applied = TRUE });
    }
}

/* Anything at a time: whatever the delays, the true skew is inside the uncertainty. Without
 * messages a clock that drifts much may stay unknown, but is never wrong in silence. */
static void
test_random (void)
{
  for (int i = 0; i < 40; i++)
    {
      GRand *rand = g_rand_new_with_seed ((guint32) i);
      static const char *const ways[] = { "--no-mb-ids", "--one-way-p2p", "--no-p2p" };
      const char *way = ways[i % G_N_ELEMENTS (ways)];
      g_autofree char *options = g_strdup_printf (
          "--schedule %s --pp 4 -M 8 --seed %d --host-offsets=0,%d,%d "
          "--rank-offsets=1:%d,3:%d --delay=%d,%d --delay-jitter=%d --jitter=0.05 "
          "--steps 3 --unit %d --drift=0,%d,%d %s",
          schedules[g_rand_int_range (rand, 0, G_N_ELEMENTS (schedules))], i,
          g_rand_int_range (rand, -50000000, 50000000),
          g_rand_int_range (rand, -50000000, 50000000), g_rand_int_range (rand, -30000, 30000),
          g_rand_int_range (rand, -900, 900), g_rand_int_range (rand, 0, 9000),
          g_rand_int_range (rand, 0, 9000), g_rand_int_range (rand, 0, 9000),
          g_rand_int_range (rand, 200, 20000), g_rand_int_range (rand, -100, 100),
          g_rand_int_range (rand, -100, 100), way);
      g_auto (Recording) recording = { 0 };
      Case c = { .options = options, .left_out = -1, .is_applied = TRUE };

      record (&recording, options, -1);
      for (LscAlignMode mode = LSC_ALIGN_AUTO; mode <= LSC_ALIGN_P2P; mode += LSC_ALIGN_P2P)
        {
          analyse (&recording, mode, NULL);
          c.source = recording.group->clocks.clocks[3].source;
          c.is_applied = recording.group->clocks.is_applied;
          c.with_unknown = g_str_equal (way, "--no-p2p");
          g_assert_true (c.is_applied || c.with_unknown);
          check_clocks (&recording, &c);
        }
      g_rand_free (rand);
    }
}

static gint64
count_notices (const Recording *self, const char *code)
{
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (self->pipeline->notices);
  gint64 n = 0;

  for (guint i = 0; i < notices->len; i++)
    {
      const LscNotice *notice = g_ptr_array_index (notices, i);

      n += g_str_equal (notice->code, code) ? notice->count : 0;
    }
  return n;
}

static void
assert_text (const LscPipelineClocks *clocks, const char *text)
{
  g_autofree char *plain = lsc_phrase_to_plain (clocks->text);

  if (!g_str_has_prefix (plain, text))
    g_error ("“%s” is not “%s…”", plain, text);
}

static void
forget_hosts (Recording *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      LscRun *run = g_ptr_array_index (self->runs, i);

      g_clear_pointer (&run->host_uid, g_free);
      g_clear_pointer (&run->host_name, g_free);
    }
}

/* Nothing is said of bubbles, neither in a row of a step nor in one of a rank. */
static void
check_untold (const Recording *self)
{
  const LscPipelineStep *step = &self->group->steps[0];
  g_autoptr (LscTable) table = lsc_pipeline_metric_table (self->pipeline);
  int name = lsc_table_find_column (table, "name"), value = lsc_table_find_column (table, "value");
  int note = lsc_table_find_column (table, "note");
  gsize n = 0;

  g_assert_nonnull (self->group->clocks.unknown);
  g_assert_nonnull (self->group->clocks.advice);
  g_assert_false (lsc_pipeline_step_is_compared (step));
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      g_autofree char *words = lsc_table_get_words (table, i, (guint) note);

      if (!strstr (lsc_table_get (table, i, (guint) name).text, "bubble"))
        continue;
      g_assert_true (lsc_table_get (table, i, (guint) value).is_null);
      g_assert_nonnull (words);
      n++;
    }
  g_assert_cmpuint (n, >, 8);
}

/* One host whose messages contradict, or hosts that are not known: treated like several hosts. */
static void
test_same_host (void)
{
  g_auto (Recording) recording = { 0 };
  const LscPipelineClocks *clocks;

  record (&recording, "--schedule 1f1b --rank-offsets=1:70000,3:-2000000", -1);
  for (guint hosts = 1; hosts != G_MAXUINT; hosts--)
    {
      if (hosts == 0)
        forget_hosts (&recording);
      analyse (&recording, LSC_ALIGN_AUTO, NULL);
      clocks = &recording.group->clocks;
      g_assert_cmpuint (clocks->n_hosts, ==, hosts);
      g_assert_true (clocks->is_refuted);
      g_assert_true (clocks->is_applied);
      g_assert_null (clocks->unknown);
      g_assert_null (clocks->advice);
      assert_text (clocks, "aligned by p2p");
      g_assert_cmpuint (clocks->n_left_before, >, 0);
      g_assert_cmpuint (clocks->n_left, ==, 0);
      g_assert_cmpint (clocks->clocks[3].offset_ns, ==, -2000000);
    }
  analyse (&recording, LSC_ALIGN_NONE, NULL);
  assert_text (&recording.group->clocks, "not aligned");
  check_untold (&recording);
  analyse (&recording, LSC_ALIGN_GIVEN, "1=70000;3=-2000000");
  clocks = &recording.group->clocks;
  g_assert_true (clocks->is_applied);
  g_assert_cmpuint (clocks->n_left, ==, 0);
  g_assert_cmpuint (clocks->n_left_before, >, 0);
  g_assert_null (clocks->unknown);
  g_assert_cmpint (count_notices (&recording, "pp-clock-given"), ==, 0);

  /* A wrong offset is said, and so is a rank that is not there. */
  analyse (&recording, LSC_ALIGN_GIVEN, "1=70000; 3=4000000;77=1;");
  g_assert_cmpint (count_notices (&recording, "pp-clock-given"), ==, 1);
  g_assert_cmpint (count_notices (&recording, "pp-clock-left"), >, 0);
  check_untold (&recording);
}

static void
test_quiet (void)
{
  g_auto (Recording) recording = { 0 };
  const LscPipelineClocks *clocks;
  g_autoptr (LscTable) table = NULL;

  record (&recording, "--schedule 1f1b", -1);
  analyse (&recording, LSC_ALIGN_AUTO, NULL);
  clocks = &recording.group->clocks;
  g_assert_false (clocks->is_applied);
  g_assert_cmpuint (clocks->n_left, ==, 0);
  g_assert_null (clocks->advice);
  table = lsc_pipeline_clock_table (recording.pipeline);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 4);
}

static void
test_bad_offsets (void)
{
  static const char *const texts[] = {
    "", "4", "4=", "=4", "a=4", "4=5;;", "-1=4", "4=1e3", "4=99999999999999999999"
  };
  g_auto (Recording) recording = { 0 };

  record (&recording, "--schedule 1f1b --pp 2 -M 2", -1);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      LscPipelineOptions options = { .align = LSC_ALIGN_GIVEN, .offsets = texts[i] };
      g_autoptr (GError) error = NULL;

      g_assert_null (lsc_pipeline_new (recording.runs, &options, NULL, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
    }
}

#define PLAIN .left_out = -1

static const Case cases[] = {
  { "same", "--schedule 1f1b --hosts=4", PLAIN, .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P,
    .is_applied = TRUE },
  { "delay", "--schedule 1f1b --host-offsets=0,0,5000000,5000000 --delay=7000", PLAIN,
    .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "two-hosts", "--schedule 1f1b --host-offsets=4000,5000000 --delay=7000", PLAIN,
    .within_ns = EXACT_NS, .source = LSC_CLOCK_SAME_HOST, .is_applied = TRUE },
  { "unequal-delays", "--schedule zbv --host-offsets=0,5000000 --delay=19000,1000", PLAIN,
    .source = LSC_CLOCK_SAME_HOST, .is_applied = TRUE },
  { "rank-offsets", "--schedule 1f1b --host-offsets=0,5000000 --rank-offsets=1:-40000,3:9000",
    PLAIN, .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "rank-offsets-p2p", "--schedule 1f1b --rank-offsets=1:-40000,3:9000 --delay=12000",
    .mode = LSC_ALIGN_P2P, PLAIN, .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P,
    .is_applied = TRUE },
  { "small-rank-offsets",
    "--schedule 1f1b --host-offsets=0,5000000 --rank-offsets=1:-4000,3:9000 --delay=10000", PLAIN,
    .source = LSC_CLOCK_SAME_HOST, .is_applied = TRUE },
  { "minutes", "--schedule dualpipev --host-offsets=0,600000000000,-120000000000 --steps 2", PLAIN,
    .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "minutes-no-p2p",
    "--schedule 1f1b --no-p2p --host-offsets=0,600000000000,-120000000000 --steps 2", PLAIN,
    .source = LSC_CLOCK_BOUNDS, .is_applied = TRUE },
  { "drift",
    "--schedule 1f1b --pp 4 -M 8 --unit 100000 --steps 4 --host-offsets=0,50000000,3,9 "
    "--drift=0,50,-80.5,12 --delay=5000",
    PLAIN, .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "drift-reference",
    "--schedule zbh1 --pp 2 -M 8 --unit 100000 --steps 5 --host-offsets=7,50000000 --drift=30,-20",
    PLAIN, .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "drift-minutes",
    "--schedule 1f1b --pp 3 -M 8 --unit 100000 --steps 5 --host-offsets=0,60000000000,900000000000 "
    "--drift=0,90,-70",
    PLAIN, .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "drift-unequal",
    "--schedule 1f1b --pp 2 -M 8 --unit 100000 --steps 5 --host-offsets=0,77 --drift=0,40 "
    "--delay=1000,15000 --delay-jitter=3000",
    PLAIN, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "drift-short",
    "--schedule 1f1b --pp 2 -M 8 --unit 20000 --steps 5 --host-offsets=0,77 --drift=0,40 "
    "--delay=1000",
    PLAIN, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "drift-one-way",
    "--schedule 1f1b --pp 2 -M 8 --unit 100000 --steps 5 --host-offsets=0,77 --drift=0,40 "
    "--delay=1000 --one-way-p2p",
    PLAIN, .source = LSC_CLOCK_ONE_SIDED, .is_applied = TRUE },
  { "missing-stage", "--schedule 1f1b --host-offsets=0,4000000,9000000,-80000", .left_out = 1,
    .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "missing-first", "--schedule 1f1b --host-offsets=0,4000000,9000000,-80000", .left_out = 0,
    .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "missing-v", "--schedule dualpipev --host-offsets=0,4000000", .left_out = 2,
    .source = LSC_CLOCK_BOUNDS, .is_applied = TRUE },
  { "two-groups", "--schedule 1f1b --dp 2 --tp 1 --host-offsets=0,4000000,9000000,-80000", PLAIN,
    .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "no-ids", "--schedule interleaved --no-mb-ids --host-offsets=0,4000000,9000000,-80000", PLAIN,
    .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P, .is_applied = TRUE },
  { "kineto", "--schedule 1f1b --kineto --no-db --rank-offsets=1:4000000,2:-9000000,3:100000",
    .mode = LSC_ALIGN_P2P, PLAIN, .within_ns = EXACT_NS, .source = LSC_CLOCK_P2P,
    .is_applied = TRUE },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/clock-recordings/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/clock-recordings/schedules", test_schedules);
  g_test_add_func ("/clock-recordings/random", test_random);
  g_test_add_func ("/clock-recordings/same-host", test_same_host);
  g_test_add_func ("/clock-recordings/quiet", test_quiet);
  g_test_add_func ("/clock-recordings/bad-offsets", test_bad_offsets);
  return g_test_run ();
}
