/* lsc-pipeline-rank.c - what is kept of a rank for its pipeline, without its recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-rank.h"

#include "analyze/extent/lsc-run-extent.h"
#include "analyze/pipeline/lsc-pipeline-rank-private.h"
#include "base/lsc-sort.h"

#include <string.h>

static LscPipelineRank *
rank_new (const LscRun *run)
{
  LscPipelineRank *self = g_new0 (LscPipelineRank, 1);

  g_atomic_ref_count_init (&self->refs);
  self->rank = run->rank;
  self->collection_end_ns = run->collection_end_ns;
  self->host_name = g_strdup (run->host_name);
  self->host_uid = g_strdup (run->host_uid);
  self->file = g_strdup (run->source->file);
  self->is_gpu = run->is_gpu;
  self->is_of_ops = run->is_of_ops;
  self->notices = lsc_notices_new ();
  return self;
}

/* Takes over what was read of texts. */
static void
pack_texts (LscPipelineTexts *self, const LscIntern *strings)
{
  gsize n_bytes = 0;

  self->n = (guint32) lsc_intern_size (strings);
  self->begins = g_new (gsize, self->n + 1);
  for (guint32 i = 0; i < self->n; i++)
    {
      self->begins[i] = n_bytes;
      n_bytes += lsc_intern_length (strings, i) + 1;
    }
  self->begins[self->n] = n_bytes;
  self->bytes = g_malloc (n_bytes + 1);
  for (guint32 i = 0; i < self->n; i++)
    memcpy (self->bytes + self->begins[i], lsc_intern_text (strings, i),
            lsc_intern_length (strings, i) + 1);
}

static void
reading_init (LscPipelineReading *self, const LscRun *run)
{
  *self = (LscPipelineReading){ .rank = rank_new (run),
                                .run = run,
                                .strings = lsc_intern_new (),
                                .types = lsc_p2p_list_types (run),
                                .metadata = run->metadata };
}

/* Returns: (transfer full): what was read */
static LscPipelineRank *
reading_finish (LscPipelineReading *self)
{
  pack_texts (&self->rank->texts, self->strings);
  lsc_intern_unref (self->strings);
  g_free (self->types);
  return self->rank;
}

static void
copy_steps (LscSteps *steps, const LscRun *run)
{
  if (run->steps.n == 0)
    return;
  lsc_steps_reserve (steps, run->steps.n);
  memcpy (steps->items, run->steps.items, run->steps.n * sizeof (LscStep));
  steps->n = run->steps.n;
}

/* A rank that marks nothing has no blocks, but may have passes, or messages for other ranks. */
static void
read_ranges (LscPipelineReading *reading, gboolean with_passes)
{
  LscPipelineRank *rank = reading->rank;
  const LscRun *run = reading->run;

  if (run->marks.n + run->step_tasks.n + run->comm_ops.n > 0 || with_passes)
    reading->has_strays = lsc_run_find_main (run, &reading->main);
  _lsc_pipeline_read_blocks (reading);
  _lsc_pipeline_settle_actions (rank);
  if (rank->ranges.n == 0 && run->step_tasks.n > 0)
    _lsc_pipeline_read_table (reading);
  _lsc_pipeline_place_blocks (reading, &rank->ranges, rank->notices);
  if (rank->ranges.n == 0)
    _lsc_pipeline_read_part_names (reading);
  if (rank->ranges.n == 0 && with_passes)
    _lsc_pipeline_read_passes (reading);
  rank->n_messages = (guint32) lsc_intern_size (reading->strings);
}

/**
 * lsc_pipeline_rank_new:
 * @run: loaded with %LSC_LOAD_FOR_PIPELINE; only read
 * @options: (nullable): its names of ranges, and whether passes of hosts count; %NULL = the
 *   defaults
 *
 * Keeps of a rank what its pipeline needs, so that the run can go: for a thousand ranks one run
 * need be in memory at a time, and several threads may read ranks.
 *
 * Cost: O(kernels log blocks + marks). Thread: any.
 * Source: MSTX_EVENTS, TASK, STEP_TIME, META_DATA, COMMUNICATION_OP; pipeline.md#input, #blocks.
 *
 * Returns: (transfer full) (nullable): the rank; %NULL with %LSC_ERROR_USAGE for names that cannot
 *   be read
 */
LscPipelineRank *
lsc_pipeline_rank_new (const LscRun *run, const LscPipelineOptions *options, GError **error)
{
  static const LscPipelineOptions defaults = { 0 };
  g_autoptr (LscPipelineWords) words = NULL;
  LscPipelineReading reading;

  g_return_val_if_fail (run, NULL);
  options = options ? options : &defaults;
  words = lsc_pipeline_words_new (options->names, options->loose_names, error);
  if (!words)
    return NULL;
  reading_init (&reading, run);
  reading.words = words;
  read_ranges (&reading, options->host_passes);
  copy_steps (&reading.rank->steps, run);
  _lsc_pipeline_told_init (&reading.rank->told, run->metadata, run->rank);
  _lsc_pipeline_read_messages (&reading);
  _lsc_pipeline_read_inside (&reading);
  return reading_finish (&reading);
}

/** Returns: (transfer full): a rank with nothing but its messages */
LscPipelineRank *
_lsc_pipeline_rank_new_of_messages (const LscRun *run)
{
  LscPipelineReading reading;

  reading_init (&reading, run);
  reading.has_strays = lsc_run_find_main (run, &reading.main);
  _lsc_pipeline_read_messages (&reading);
  return reading_finish (&reading);
}

LscPipelineRank *
lsc_pipeline_rank_ref (LscPipelineRank *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

static void
rank_free (LscPipelineRank *self)
{
  for (gsize i = 0; i < self->groups.n; i++)
    lsc_members_clear (&self->groups.items[i].members);
  lsc_pipeline_comm_groups_clear (&self->groups);
  lsc_block_ranges_clear (&self->ranges);
  lsc_block_ranges_clear (&self->passes);
  lsc_steps_clear (&self->steps);
  lsc_rank_messages_clear (&self->messages);
  lsc_pipeline_collectives_clear (&self->collectives);
  _lsc_pipeline_inside_clear (&self->inside);
  _lsc_pipeline_told_clear (&self->told);
  g_clear_pointer (&self->part_names, g_ptr_array_unref);
  g_clear_pointer (&self->pass_notices, lsc_notices_unref);
  lsc_notices_unref (self->notices);
  g_free (self->texts.bytes);
  g_free (self->texts.begins);
  g_free (self->host_name);
  g_free (self->host_uid);
  g_free (self->file);
  g_free (self);
}

/** Takes a reference from @self and frees it with the last one; from any thread. */
void
lsc_pipeline_rank_unref (LscPipelineRank *self)
{
  g_return_if_fail (self);
  if (g_atomic_ref_count_dec (&self->refs))
    rank_free (self);
}

/** Returns: its number, %LSC_RANK_UNKNOWN */
gint64
lsc_pipeline_rank_get_rank (const LscPipelineRank *self)
{
  g_return_val_if_fail (self, LSC_RANK_UNKNOWN);
  return self->rank;
}

/** Returns: whether its recording tells where it stands, by a group of stages or by sizes */
gboolean
lsc_pipeline_rank_tells_place (const LscPipelineRank *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->told.pp || self->told.has_sizes;
}

/** Returns: when the profiler stopped, ns; 0 = not recorded */
gint64
lsc_pipeline_rank_get_collection_end_ns (const LscPipelineRank *self)
{
  g_return_val_if_fail (self, 0);
  return self->collection_end_ns;
}

/**
 * lsc_pipeline_rank_has_blocks:
 *
 * The one answer to whether a recording has pipelines: it has if one of its ranks has blocks.
 *
 * Returns: whether ranges of the rank are blocks of a pipeline, in whatever format they were
 *   recorded; passes of the host are none
 */
gboolean
lsc_pipeline_rank_has_blocks (const LscPipelineRank *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->ranges.n > 0;
}

/**
 * lsc_pipeline_rank_list_blocks:
 * @out: empty; gets what the blocks cover by the clock of the rank, merged: time of the device, of
 *   the host where no block has any
 *
 * Cost: O(blocks).
 */
void
lsc_pipeline_rank_list_blocks (const LscPipelineRank *self, LscIntervals *out)
{
  g_return_if_fail (self && out);
  lsc_intervals_reserve (out, self->ranges.n);
  for (gsize i = 0; i < self->ranges.n; i++)
    lsc_intervals_append (
        out, (LscInterval){ self->ranges.items[i].start_ns, self->ranges.items[i].end_ns });
  lsc_intervals_merge (out);
}

/** Returns: about how much memory it takes, to be counted in a budget */
gsize
lsc_pipeline_rank_get_bytes (const LscPipelineRank *self)
{
  gsize bytes;

  g_return_val_if_fail (self, 0);
  bytes = sizeof *self + self->texts.begins[self->texts.n] + self->texts.n * sizeof (gsize);
  bytes += (self->ranges.capacity + self->passes.capacity) * sizeof (LscBlockRange);
  bytes += self->messages.capacity * sizeof (LscRankMessage);
  bytes += self->collectives.capacity * sizeof (LscPipelineCollective);
  bytes += self->steps.capacity * sizeof (LscStep);
  bytes += self->inside.n_moments * sizeof (LscPipelineMoment) + self->inside.n_ops_bytes;
  for (gsize i = 0; i < self->groups.n; i++)
    bytes += sizeof (LscPipelineCommGroup) +
             self->groups.items[i].members.n_runs * sizeof (LscMemberRun);
  return bytes;
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const LscPipelineRank *x = *(LscPipelineRank *const *) a, *y = *(LscPipelineRank *const *) b;

  return LSC_ORDER (x->rank, y->rank);
}

/** Returns: (transfer container): the ranks that there are, borrowed, ascending; equal ones in the
 * order given */
GPtrArray *
_lsc_pipeline_sort_ranks (GPtrArray *ranks)
{
  GPtrArray *sorted = g_ptr_array_sized_new (ranks->len);

  for (guint i = 0; i < ranks->len; i++)
    if (g_ptr_array_index (ranks, i))
      g_ptr_array_add (sorted, g_ptr_array_index (ranks, i));
  g_ptr_array_sort (sorted, compare_ranks);
  return sorted;
}
