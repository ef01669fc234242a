/* lsc-pipeline-group.c - one pipeline: the blocks of its ranks, step by step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

/* Rows of all steps of one pipeline. */
#define MAX_ROWS ((gsize) 4000000)

/* The distinct steps of the ranges, ascending, "-" first. */
static LscInt64s
list_steps (LscPipelineMember **ranks, gsize n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  LscInt64s steps = { NULL, 0, 0 };

  for (gsize i = 0; i < n; i++)
    for (gsize k = 0; ranks[i] && k < ranks[i]->ranges.n; k++)
      {
        const LscBlockRange *range = &ranks[i]->ranges.items[k];

        if (k > 0 && range->step == range[-1].step)
          continue;
        if (g_hash_table_add (seen, g_memdup2 (&range->step, sizeof range->step)))
          lsc_int64s_append (&steps, range->step);
      }
  lsc_sort_int64s (steps.items, steps.n);
  return steps;
}

static void
fill_block (LscPipelineRow *row, gsize index, const LscBlockRange *range)
{
  LscBlock *block = &row->blocks[index];
  LscBlockDetail *detail = &row->details[index];
  gboolean is_forward = _lsc_pipeline_has_forward (range->kind);

  *block = (LscBlock){ .start_ns = range->start_ns,
                       .end_ns = range->end_ns,
                       .mb_f = LSC_MB_NONE,
                       .mb_b = LSC_MB_NONE,
                       .kind = range->kind,
                       .chunks = LSC_CHUNK_NONE | LSC_CHUNK_NONE << 4,
                       .type = -1,
                       .flags = range->flags,
                       .name = LSC_STRING_NONE,
                       .detail = (guint32) index };
  if (range->recorded != LSC_SCHEDULE_NO_ID)
    {
      block->flags |= LSC_BLOCK_ID_RECORDED;
      *(is_forward ? &block->mb_f : &block->mb_b) = (guint16) range->recorded;
    }
  if (range->chunk != LSC_CHUNK_NONE)
    block->chunks = (guint8) (is_forward ? range->chunk | LSC_CHUNK_NONE << 4
                                         : LSC_CHUNK_NONE | range->chunk << 4);
  *detail = (LscBlockDetail){ .host_start_ns = range->host_start_ns,
                              .host_end_ns = range->host_end_ns,
                              .compute_ns = -1,
                              .exposed_comm_ns = -1,
                              .idle_ns = -1,
                              .collective_ns = -1,
                              .n_kernels = -1,
                              .stream = range->stream,
                              .message = range->message,
                              .peer_name = range->peer_name,
                              .peer_type = range->peer_type,
                              .sublane = range->sublane };
  row->n_sublanes = MAX (row->n_sublanes, range->sublane + 1);
}

static char *
make_step_label (const LscPipelineStep *step)
{
  return step->has_id ? g_strdup_printf (_ ("step %" PRId64), step->id) : g_strdup (_ ("no step"));
}

static void
prepare_step (LscPipelineStep *step, const LscPipelineGroup *group, gint64 id, gboolean has_stages)
{
  step->has_id = id != LSC_STEP_NONE;
  step->id = step->has_id ? id : 0;
  step->label = make_step_label (step);
  step->n_rows = group->n_ranks;
  step->rows = g_new0 (LscPipelineRow, step->n_rows);
  for (gsize i = 0; i < step->n_rows; i++)
    {
      step->rows[i].rank = group->ranks[i];
      step->rows[i].stage = has_stages ? (int) i : -1;
      step->rows[i].n_sublanes = 1;
    }
}

static gsize
find_step (const LscInt64s *steps, gint64 id)
{
  return LSC_BISECT (i, 0, steps->n, steps->items[i] < id);
}

/* Deals the ranges of a rank out to its rows; @steps are those of group->steps. */
static void
deal_ranges (LscPipelineGroup *group, gsize row_index, const LscPipelineMember *rank,
             const LscInt64s *steps, const char *host)
{
  for (gsize i = 0; i < rank->ranges.n; i++)
    group->steps[find_step (steps, rank->ranges.items[i].step)].rows[row_index].n_blocks++;
  for (gsize i = 0; i < group->n_steps; i++)
    {
      LscPipelineRow *row = &group->steps[i].rows[row_index];

      row->is_recorded = rank->ranges.n > 0; /* a rank without ranges tells nothing of its time */
      row->host = host;
      row->blocks = g_new (LscBlock, row->n_blocks);
      row->details = g_new (LscBlockDetail, row->n_blocks);
      row->n_blocks = 0;
    }
  for (gsize i = 0; i < rank->ranges.n; i++)
    {
      const LscBlockRange *range = &rank->ranges.items[i];
      LscPipelineRow *row = &group->steps[find_step (steps, range->step)].rows[row_index];

      fill_block (row, row->n_blocks++, range);
    }
}

static int
compare_step_time (gconstpointer a, gconstpointer b)
{
  const LscPipelineStep *x = a, *y = b;

  LSC_RETURN_ORDER (x->t0_ns, y->t0_ns);
  return LSC_ORDER (x->id, y->id);
}

/* Provisional windows, to order steps. */
static void
order_steps (LscPipelineGroup *group)
{
  for (gsize i = 0; i < group->n_steps; i++)
    {
      LscPipelineStep *step = &group->steps[i];

      step->t0_ns = G_MAXINT64;
      for (gsize k = 0; k < step->n_rows; k++)
        if (step->rows[k].n_blocks > 0)
          step->t0_ns = MIN (step->t0_ns, step->rows[k].blocks[0].start_ns);
    }
  qsort (group->steps, group->n_steps, sizeof (LscPipelineStep), compare_step_time);
}

/* They are told together: a host that is not there lacks in many pipelines. */
static void
note_missing_ranks (LscPipelineBuild *build, const LscPipelineGroup *group,
                    LscPipelineMember **ranks)
{
  gsize n_before = build->missing.n;

  for (gsize i = 0; i < group->n_ranks; i++)
    if (!ranks[i])
      lsc_int64s_append (&build->missing, group->ranks[i]);
  if (build->missing.n == n_before)
    return;
  build->n_lacking++;
  if (!build->lacking_label)
    build->lacking_label = g_strdup (group->label);
}

/* Beside the window stands the time of the whole step (pipeline.md#bubble). */
static void
measure_step_times (LscPipelineGroup *group, LscPipelineMember **ranks)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (gsize i = 0; i < group->n_steps; i++)
    if (group->steps[i].has_id)
      g_hash_table_insert (by_id, &group->steps[i].id, &group->steps[i]);
  for (gsize k = 0; k < group->n_ranks; k++)
    for (gsize n = 0; ranks[k] && n < ranks[k]->rank->steps.n; n++)
      {
        const LscStep *about = &ranks[k]->rank->steps.items[n];
        gint64 id = about->id;
        LscPipelineStep *step = g_hash_table_lookup (by_id, &id);

        if (step)
          step->step_time_ns = MAX (step->step_time_ns, about->end_ns - about->start_ns);
      }
}

/* Ranks that wait for each other inside of blocks, by the metadata. Teams of other stages have
 * other numbers. */
static gint64
find_team (const LscPipelineGroup *group, LscPipelineMember **ranks)
{
  const LscPipelineTold *told = ranks[0] ? &ranks[0]->rank->told : NULL;

  if (!told)
    return -1;
  if (told->lowest_tp >= 0)
    return told->lowest_tp;
  return told->has_sizes && told->sizes.tp <= 1 ? group->ranks[0] : -1;
}

static void
finish_group (LscPipelineBuild *build, LscPipelineGroup *group, LscPipelineMember **ranks)
{
  g_autofree LscSchedule *schedules = g_new0 (LscSchedule, group->n_steps);
  LscClockSamples samples = { NULL, 0, 0 };

  group->team = find_team (group, ranks);
  order_steps (group);
  measure_step_times (group, ranks);
  _lsc_pipeline_recognise (build, group, ranks, schedules);
  for (gsize i = 0; i < group->n_steps; i++)
    if (schedules[i].type != LSC_SCHEDULE_NONE)
      _lsc_pipeline_derive_links (&group->steps[i], &schedules[i]);
  _lsc_pipeline_measure_links (build, group, ranks, schedules, &samples);
  _lsc_pipeline_measure_blocks (group, ranks);
  _lsc_pipeline_measure_ops (build->pipeline, group, ranks);
  _lsc_pipeline_align (build, group, ranks, &samples);
  lsc_clock_samples_clear (&samples);
  _lsc_pipeline_measure_steps (build, group);
}

static const char *
keep_text (LscPipelineBuild *build, const char *text)
{
  LscIntern *strings = build->pipeline->strings;

  return lsc_intern_text (strings, lsc_intern_add (strings, text));
}

/* Returns NULL for a pipeline without a block. */
static LscPipelineGroup *
build_group (LscPipelineBuild *build, LscPipelineMember **ranks, const LscPipelineLayout *layout)
{
  LscPipelineGroup *group;
  gsize n = layout->ranks->len;
  LscInt64s steps;

  _lsc_pipeline_find_steps (build, ranks, n, layout->has_stages);
  steps = list_steps (ranks, n);
  if (steps.n > 0 && steps.n > MAX_ROWS / n)
    _lsc_pipeline_note (build->pipeline->notices, LSC_SEVERITY_ERROR, "pp-too-large", NULL,
                        (gint64) steps.n,
                        _ ("A pipeline has more steps and ranks than can be shown."), NULL, NULL);
  if (steps.n == 0 || steps.n > MAX_ROWS / n)
    {
      lsc_int64s_clear (&steps);
      return NULL;
    }
  group = g_new0 (LscPipelineGroup, 1);
  group->n_ranks = n;
  group->ranks = g_memdup2 (layout->ranks->data, n * sizeof (gint64));
  group->label = _lsc_pipeline_make_label (group->ranks, n);
  group->n_steps = steps.n;
  group->steps = g_new0 (LscPipelineStep, steps.n);
  note_missing_ranks (build, group, ranks);
  for (gsize i = 0; i < steps.n; i++)
    prepare_step (&group->steps[i], group, steps.items[i], layout->has_stages);
  for (gsize i = 0; i < n; i++)
    if (ranks[i])
      {
        group->has_no_host |= ranks[i]->rank->is_of_ops;
        deal_ranges (group, i, ranks[i], &steps, keep_text (build, ranks[i]->rank->host_name));
      }
  finish_group (build, group, ranks);
  lsc_int64s_clear (&steps);
  return group;
}

/** Returns: (transfer full) (nullable): the pipeline of a layout; %NULL for one without a block */
LscPipelineGroup *
_lsc_pipeline_build_group (LscPipelineBuild *build, const LscPipelineLayout *layout)
{
  gsize n = layout->ranks->len;
  g_autofree LscPipelineMember **ranks = g_new0 (LscPipelineMember *, n + 1);
  LscPipelineGroup *group;

  for (gsize i = 0; i < n; i++)
    ranks[i] = _lsc_pipeline_take_member (build, g_array_index (layout->ranks, gint64, i));
  group = build_group (build, ranks, layout);
  for (gsize i = 0; i < n; i++)
    _lsc_pipeline_leave_member (ranks[i]);
  return group;
}
