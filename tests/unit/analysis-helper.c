/* analysis-helper.c - pipelines of which the reference generators wrote an analysis
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "analysis-helper.h"

/** Returns: a number from three, the same as mix() of make-analysis.py */
guint32
analysis_mix (guint32 seed, guint32 a, guint32 b)
{
  guint32 x = seed * 2654435761u + a * 40503u + b * 2246822519u + 374761393u;

  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  x *= 3266489917u;
  return x ^ x >> 16;
}

static gint64
length_of (guint32 seed, guint32 rank, guint32 position, guint8 kind)
{
  static const gint64 lengths[] = { [LSC_BLOCK_F] = 1000,
                                    [LSC_BLOCK_B] = 2100,
                                    [LSC_BLOCK_I] = 900,
                                    [LSC_BLOCK_W] = 1200,
                                    [LSC_BLOCK_X] = 2900 };
  guint32 h = analysis_mix (seed, rank, position);
  gint64 value = seed % 3 == 0 ? lengths[kind] : seed % 3 == 1 ? h % 4 : 500 + h % 1500;

  return seed % 5 == 0 && rank == seed % 7 ? value * 2 : value;
}

static gint64
gap_of (guint32 seed, guint32 rank, guint32 position)
{
  guint32 h = analysis_mix (seed + 7919, rank, position);

  if (seed % 2 == 0 || h % 3 != 0)
    return 0;
  return h / 3 % (seed % 3 == 1 ? 3 : 700);
}

static gint64
shift_of (guint32 seed, guint32 rank)
{
  if (seed % 4 != 3)
    return 0;
  return analysis_mix (seed + 104729, rank, 0) % (seed % 3 == 1 ? 4 : 1500);
}

/* A gap is the first part of an op while it is replayed, and is cut off again afterwards. */
static void
run (Analysed *self)
{
  const LscPlan *plan = self->plan;
  g_autofree gint64 *durations = g_new (gint64, plan->n_ops);

  for (guint32 i = 0; i < plan->n_ops; i++)
    {
      guint32 rank = plan->ops[i].rank, position = i - plan->first[rank];

      durations[i] = length_of (self->seed, rank, position, plan->ops[i].kind) +
                     gap_of (self->seed, rank, position);
    }
  analysis_replay (plan, durations, self->latency.ns, &self->times);
  for (guint32 i = 0; i < plan->n_ops; i++)
    {
      guint32 rank = plan->ops[i].rank;

      self->times.start_ns[i] +=
          gap_of (self->seed, rank, i - plan->first[rank]) + shift_of (self->seed, rank);
      self->times.end_ns[i] += shift_of (self->seed, rank);
    }
  lsc_plan_times_find_window (&self->times, plan);
}

static void
set_flags (LscSchedule *schedule, const char *flags)
{
  if (strlen (flags) != 4)
    return;
  schedule->no_overlap = flags[0] == '0';
  schedule->late_weights = flags[1] == '1';
  schedule->fused_first = flags[2] == '0';
  schedule->fused_middle = flags[3] == '0';
}

/** Reads a line "S seed schedule P M v N flags latency max_link". */
void
analysed_init (Analysed *self, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GError) error = NULL;
  LscSchedule schedule;

  g_assert_cmpuint (g_strv_length (words), ==, 10);
  *self = (Analysed){ .seed = (guint32) atoi (words[1]) };
  schedule = lsc_plan_default_schedule (lsc_schedule_type_from_name (words[2]),
                                        (gsize) atoi (words[3]), (gsize) atoi (words[4]));
  if (schedule.type == LSC_SCHEDULE_INTERLEAVED)
    {
      schedule.n_chunks = (guint) atoi (words[5]);
      schedule.run_length = (gsize) atoi (words[6]);
    }
  set_flags (&schedule, words[7]);
  self->latency.ns = atoi (words[8]);
  self->max_link_ns = atoi (words[9]);
  self->plan = lsc_plan_new (&schedule, &error);
  g_assert_no_error (error);
  self->max_link_of_op = g_new (gint64, self->plan->n_ops);
  for (gsize i = 0; i < self->plan->n_ops; i++)
    self->max_link_of_op[i] = self->max_link_ns;
  run (self);
}

void
analysed_clear (Analysed *self)
{
  lsc_plan_times_clear (&self->times);
  g_clear_pointer (&self->plan, lsc_plan_free);
  g_clear_pointer (&self->max_link_of_op, g_free);
}

/** Returns: (transfer full): the lines of analysis-1000.txt.gz */
char **
analysis_read_lines (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "tests", "data",
                                            "schedules", "analysis-1000.txt.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GZlibDecompressor) unpack = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GFileInputStream) packed = g_file_read (file, NULL, &error);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GOutputStream) text = g_memory_output_stream_new_resizable ();

  g_assert_no_error (error);
  stream = g_converter_input_stream_new (G_INPUT_STREAM (packed), G_CONVERTER (unpack));
  g_output_stream_splice (text, stream, G_OUTPUT_STREAM_SPLICE_NONE, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_write (text, "", 1, NULL, &error);
  g_assert_no_error (error);
  return g_strsplit (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (text)), "\n", -1);
}

/** Returns: (transfer full): the default variant of a schedule; @v counts for the interleaved one
 */
LscPlan *
analysis_plan_new (LscScheduleType type, gsize p, gsize m, guint v)
{
  LscSchedule schedule = lsc_plan_default_schedule (type, p, m);
  g_autoptr (GError) error = NULL;
  LscPlan *plan;

  if (type == LSC_SCHEDULE_INTERLEAVED)
    schedule.n_chunks = v;
  plan = lsc_plan_new (&schedule, &error);
  g_assert_no_error (error);
  return plan;
}

/** Replays @plan into @times, which is initialised here. */
void
analysis_replay (const LscPlan *plan, const gint64 *durations, gint64 latency_ns,
                 LscPlanTimes *times)
{
  LscPlanLatency latency = { latency_ns, NULL };
  g_autoptr (GError) error = NULL;

  g_assert_true (lsc_plan_times_init (times, plan));
  lsc_plan_replay (plan, durations, &latency, times, &error);
  g_assert_no_error (error);
}
