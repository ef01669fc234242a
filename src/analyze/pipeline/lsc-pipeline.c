/* lsc-pipeline.c - the measured pipeline: put together and looked up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-stats.h"
#include "base/lsc-time.h"
#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

/* Rows of all steps of one pipeline. */
#define MAX_ROWS ((gsize) 4000000)

static void
row_clear (LscPipelineRow *self)
{
  g_free (self->blocks);
  g_free (self->details);
  g_free (self->legs);
}

static void
step_clear (LscPipelineStep *self)
{
  for (gsize i = 0; i < self->n_rows; i++)
    row_clear (&self->rows[i]);
  g_free (self->rows);
  g_free (self->links);
  g_free (self->stray_links);
  g_free (self->label);
}

static void
group_free (LscPipelineGroup *self)
{
  for (gsize i = 0; i < self->n_steps; i++)
    step_clear (&self->steps[i]);
  g_free (self->steps);
  g_free (self->label);
  g_free (self->ranks);
  g_free (self->variant);
  lsc_phrase_free (self->banner);
  g_free (self->candidates);
  for (gsize i = 0; self->ops && i < self->n_ranks; i++)
    g_free (self->ops[i].items);
  g_free (self->ops);
  _lsc_pipeline_clocks_clear (&self->clocks);
  g_free (self);
}

LscPipeline *
lsc_pipeline_ref (LscPipeline *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_pipeline_unref (LscPipeline *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->groups);
  lsc_intern_unref (self->strings);
  lsc_notices_unref (self->notices);
  g_clear_pointer (&self->whole, lsc_pipeline_unref);
  g_free (self);
}

static void
member_free (gpointer data)
{
  LscPipelineMember *self = data;

  lsc_block_ranges_clear (&self->ranges);
  g_free (self->texts);
  g_free (self);
}

static LscPipelineMember *
member_new (LscPipelineBuild *build, const LscPipelineRank *rank)
{
  LscPipelineMember *self = g_new0 (LscPipelineMember, 1);

  self->rank = rank;
  self->recorded = &rank->ranges;
  self->texts = g_new (guint32, rank->n_messages + 1);
  for (guint32 i = 0; i < rank->n_messages; i++)
    self->texts[i] = lsc_intern_add (build->pipeline->strings, lsc_pipeline_rank_text (rank, i));
  lsc_notices_add_all (build->pipeline->notices, rank->notices);
  return self;
}

/* A rank that is there twice counts once. */
static void
add_members (LscPipelineBuild *build, GPtrArray *ranks)
{
  g_autoptr (GPtrArray) sorted = _lsc_pipeline_sort_ranks (ranks);

  for (guint i = 0; i < sorted->len; i++)
    {
      const LscPipelineRank *rank = g_ptr_array_index (sorted, i);
      const LscPipelineRank *before = i > 0 ? g_ptr_array_index (sorted, i - 1) : NULL;

      if (before && rank->rank >= 0 && before->rank == rank->rank)
        _lsc_pipeline_note (build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-rank-twice", rank,
                            1, _ ("This rank was given twice; the first one is used."), NULL, NULL);
      else
        g_ptr_array_add (build->members, member_new (build, rank));
    }
  _lsc_pipeline_take_passes (build);
}

static guint32
find_text (const LscPipelineMember *self, guint32 id)
{
  return id < self->rank->n_messages ? self->texts[id] : LSC_STRING_NONE;
}

/* Gives a member ranges of its own for the time in which its pipeline is built. */
static void
copy_ranges (LscPipelineMember *self)
{
  lsc_block_ranges_reserve (&self->ranges, self->recorded->n);
  for (gsize i = 0; i < self->recorded->n; i++)
    {
      LscBlockRange range = self->recorded->items[i];

      range.message = find_text (self, range.message);
      range.peer_name = find_text (self, range.peer_name);
      lsc_block_ranges_append (&self->ranges, range);
    }
}

/* Several ranks may be unknown (-1): each is taken once. */
static LscPipelineMember *
take_rank (LscPipelineBuild *build, gint64 rank)
{
  guint n = build->members->len;
  guint first = LSC_BISECT (i, 0, n, _lsc_pipeline_member (build, i)->rank->rank < rank);
  LscPipelineMember *member;
  gsize at;

  if (first == n)
    return NULL;
  at = first + _lsc_pipeline_member (build, first)->n_taken;
  if (at >= n || _lsc_pipeline_member (build, (guint) at)->rank->rank != rank)
    return NULL;
  _lsc_pipeline_member (build, first)->n_taken++;
  member = _lsc_pipeline_member (build, (guint) at);
  copy_ranges (member);
  return member;
}

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

static char *
make_group_label (const LscPipelineGroup *group)
{
  g_autoptr (GString) text = g_string_new ("(");

  for (gsize i = 0; i < group->n_ranks; i++)
    if (group->ranks[i] < 0)
      g_string_append (text, i > 0 ? ",?" : "?");
    else
      g_string_append_printf (text, i > 0 ? ",%" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                              group->ranks[i]);
  g_string_append_c (text, ')');
  return g_string_free (g_steal_pointer (&text), FALSE);
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

static void
tell_missing_ranks (LscPipelineBuild *build, const LscPipelineGroup *group,
                    LscPipelineMember **ranks)
{
  g_autoptr (GString) missing = g_string_new (NULL);
  gint64 n = 0;

  for (gsize i = 0; i < group->n_ranks; i++)
    if (!ranks[i])
      g_string_append_printf (missing, n++ > 0 ? ", %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                              group->ranks[i]);
  _lsc_pipeline_note (build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-rank-missing", NULL, n,
                      _ ("Pipeline %s has ranks that were not loaded: %s."),
                      _ ("Their rows are empty; ratios are those of the others."),
                      _ ("Open the recordings of all ranks."), group->label, missing->str);
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
  group->label = make_group_label (group);
  group->n_steps = steps.n;
  group->steps = g_new0 (LscPipelineStep, steps.n);
  tell_missing_ranks (build, group, ranks);
  for (gsize i = 0; i < steps.n; i++)
    prepare_step (&group->steps[i], group, steps.items[i], layout->has_stages);
  for (gsize i = 0; i < n; i++)
    if (ranks[i])
      deal_ranges (group, i, ranks[i], &steps, keep_text (build, ranks[i]->rank->host_name));
  finish_group (build, group, ranks);
  lsc_int64s_clear (&steps);
  return group;
}

/* As build_group(); nobody needs the ranges of its members any more. */
static LscPipelineGroup *
take_group (LscPipelineBuild *build, const LscPipelineLayout *layout)
{
  gsize n = layout->ranks->len;
  g_autofree LscPipelineMember **ranks = g_new0 (LscPipelineMember *, n + 1);
  LscPipelineGroup *group;

  for (gsize i = 0; i < n; i++)
    ranks[i] = take_rank (build, g_array_index (layout->ranks, gint64, i));
  group = build_group (build, ranks, layout);
  for (gsize i = 0; i < n; i++)
    if (ranks[i])
      lsc_block_ranges_clear (&ranks[i]->ranges);
  return group;
}

static gint64
lowest_rank (const LscPipelineGroup *group)
{
  gint64 lowest = G_MAXINT64;

  for (gsize i = 0; i < group->n_ranks; i++)
    lowest = MIN (lowest, group->ranks[i]);
  return lowest;
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  gint64 x = lowest_rank (*(LscPipelineGroup *const *) a);
  gint64 y = lowest_rank (*(LscPipelineGroup *const *) b);

  return LSC_ORDER (x, y);
}

static gboolean
build_groups (LscPipelineBuild *build, GError **error)
{
  g_autoptr (GPtrArray) layouts = _lsc_pipeline_layouts (build);

  for (guint i = 0; i < layouts->len; i++)
    {
      LscPipelineGroup *group = take_group (build, g_ptr_array_index (layouts, i));

      if (group)
        g_ptr_array_add (build->pipeline->groups, group);
      if (!lsc_job_check (build->job, error))
        return FALSE;
    }
  g_ptr_array_sort (build->pipeline->groups, compare_groups);
  if (build->pipeline->groups->len > 0)
    return TRUE;
  _lsc_pipeline_set_nothing (build, error);
  return FALSE;
}

static gboolean
check_options (const LscPipelineOptions *options, GError **error)
{
  g_autofree char *names = NULL;

  if (!_lsc_pipeline_check_groups (options, error) || !_lsc_pipeline_check_offsets (options, error))
    return FALSE;
  if (!options->schedule || lsc_schedule_type_from_name (options->schedule) != LSC_SCHEDULE_NONE)
    return TRUE;
  names = lsc_schedule_list_names ();
  return lsc_fail (error, LSC_ERROR_USAGE, _ ("“%s” is no known schedule; known are %s"),
                   options->schedule, names);
}

/**
 * lsc_pipeline_options_check:
 *
 * Cost: none but reading the texts.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for options that lsc_pipeline_new() would not take
 */
gboolean
lsc_pipeline_options_check (const LscPipelineOptions *options, GError **error)
{
  g_autoptr (LscPipelineWords) words = NULL;

  g_return_val_if_fail (options, FALSE);
  if (!check_options (options, error))
    return FALSE;
  words = lsc_pipeline_words_new (options->names, options->loose_names, error);
  return words != NULL;
}

static LscPipeline *
pipeline_new (void)
{
  LscPipeline *self = g_new0 (LscPipeline, 1);

  g_atomic_ref_count_init (&self->refs);
  self->groups = g_ptr_array_new_with_free_func ((GDestroyNotify) group_free);
  self->strings = lsc_intern_new ();
  self->notices = lsc_notices_new ();
  return self;
}

/**
 * lsc_pipeline_new_from_ranks:
 * @ranks: (element-type LscPipelineRank): in any order; %NULL items do not count
 * @options: (nullable): %NULL = the defaults; those of which the ranks were made are not read again
 * @job: (nullable): to be cancelled
 *
 * Finds the pipelines of the recordings, their steps and blocks, names the blocks by the schedule
 * that explains their order, links and measures them. Worked example: ranges of forward_step at
 * 1000..1010 and 1010..1020 and of backward_step at 1030..1050 ns are F of micro-batches 0 and 1
 * and B of micro-batch 0; the window is 50 ns, 40 of them busy.
 *
 * Cost: O(blocks log blocks). Thread: any; the ranks are only read.
 * Source: pipeline.md#input, #blocks, #bubble, #phases.
 *
 * Returns: (transfer full): the pipelines, or %NULL with %LSC_ERROR_NOTHING without any pipeline
 *   range, %LSC_ERROR_USAGE for options that cannot be read, %LSC_ERROR_CANCELLED
 */
LscPipeline *
lsc_pipeline_new_from_ranks (GPtrArray *ranks, const LscPipelineOptions *options, LscJob *job,
                             GError **error)
{
  static const LscPipelineOptions defaults = { 0 };
  g_autoptr (LscPipeline) self = NULL;
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (member_free);
  LscPipelineBuild build = { .options = options ? options : &defaults,
                             .members = members,
                             .job = job };

  g_return_val_if_fail (ranks, NULL);
  if (!check_options (build.options, error))
    return NULL;
  self = build.pipeline = pipeline_new ();
  add_members (&build, ranks);
  if (!lsc_job_check (job, error) || !build_groups (&build, error))
    return NULL;
  _lsc_pipeline_tell_unused_offsets (&build);
  return g_steal_pointer (&self);
}

/**
 * lsc_pipeline_new:
 * @runs: (element-type LscRun): recordings loaded with %LSC_LOAD_FOR_PIPELINE
 *
 * lsc_pipeline_new_from_ranks() for recordings that are all loaded.
 *
 * Returns: (transfer full): the pipelines, or %NULL with the errors of
 *   lsc_pipeline_new_from_ranks()
 */
LscPipeline *
lsc_pipeline_new (GPtrArray *runs, const LscPipelineOptions *options, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) ranks =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_pipeline_rank_unref);

  g_return_val_if_fail (runs, NULL);
  if (options && !check_options (options, error))
    return NULL;
  for (guint i = 0; i < runs->len; i++)
    {
      LscPipelineRank *rank;

      if (!g_ptr_array_index (runs, i))
        continue;
      rank = lsc_job_check (job, error)
                 ? lsc_pipeline_rank_new (g_ptr_array_index (runs, i), options, error)
                 : NULL;
      if (!rank)
        return NULL;
      g_ptr_array_add (ranks, rank);
    }
  return lsc_pipeline_new_from_ranks (ranks, options, job, error);
}

/**
 * lsc_pipeline_new_made:
 * @strings: (transfer full): pool of the names of its blocks
 * @group: (transfer full): one that no recording holds, such as an ideal schedule: ranks, label,
 *   steps with rows and named blocks; all of it allocated as lsc_pipeline_new() would. Steps with a
 *   schedule get their links, all their metrics.
 *
 * Cost: O(blocks). Thread: any.
 *
 * Returns: (transfer full): a pipeline of that group alone
 */
LscPipeline *
lsc_pipeline_new_made (LscIntern *strings, LscPipelineGroup *group)
{
  LscPipeline *self = pipeline_new ();

  g_return_val_if_fail (group, NULL);
  lsc_intern_unref (self->strings);
  self->strings = strings;
  g_ptr_array_add (self->groups, group);
  for (gsize i = 0; i < group->n_steps; i++)
    {
      LscPipelineStep *step = &group->steps[i];

      if (step->schedule.type != LSC_SCHEDULE_NONE)
        _lsc_pipeline_derive_links (step, &step->schedule);
      _lsc_pipeline_measure_step (step);
    }
  return self;
}

/* One that borrows all but the list of its steps. */
static void
free_picked (gpointer data)
{
  g_free (((LscPipelineGroup *) data)->steps);
  g_free (data);
}

/**
 * lsc_pipeline_pick_step:
 * @id: id of a step
 *
 * Picks a step, and the groups that have it, so that all tables are about that step. Marks of
 * outliers stay as they are among all steps. Cost: O(steps); rows and blocks are shared.
 *
 * Returns: (transfer full): a pipeline of that step alone, which holds a reference to @self
 */
LscPipeline *
lsc_pipeline_pick_step (LscPipeline *self, gint64 id)
{
  LscPipeline *picked;

  g_return_val_if_fail (self, NULL);
  picked = g_new0 (LscPipeline, 1);
  g_atomic_ref_count_init (&picked->refs);
  picked->whole = lsc_pipeline_ref (self);
  picked->strings = lsc_intern_ref (self->strings);
  picked->notices = lsc_notices_ref (self->notices);
  picked->groups = g_ptr_array_new_with_free_func (free_picked);
  for (guint i = 0; i < self->groups->len; i++)
    {
      LscPipelineGroup *group = g_memdup2 (self->groups->pdata[i], sizeof *group);
      const LscPipelineStep *steps = group->steps;
      gsize n = 0;

      group->steps = g_new (LscPipelineStep, group->n_steps + 1);
      for (gsize k = 0; k < group->n_steps; k++)
        if (steps[k].has_id && steps[k].id == id)
          group->steps[n++] = steps[k];
      group->n_steps = n;
      group->median_step = 0;
      if (n > 0)
        g_ptr_array_add (picked->groups, group);
      else
        free_picked (group);
    }
  return picked;
}

/** Returns: (transfer none) (nullable): the group at @index. */
LscPipelineGroup *
lsc_pipeline_get_group (const LscPipeline *self, gsize index)
{
  g_return_val_if_fail (self, NULL);
  return index < self->groups->len ? g_ptr_array_index (self->groups, index) : NULL;
}

static gboolean
has_ranks (const LscPipelineGroup *group, const char *text)
{
  g_autofree char *label = g_strdup_printf ("(%s)", text);

  return g_str_equal (group->label, text) || g_str_equal (group->label, label);
}

/**
 * lsc_pipeline_find_group:
 * @text: an index such as "1", or the ranks such as "0,4,8,12"
 *
 * Returns: (transfer none) (nullable): the group
 */
LscPipelineGroup *
lsc_pipeline_find_group (const LscPipeline *self, const char *text)
{
  g_autofree char *plain = g_strdelimit (g_strdup (text), " ", '\t');
  g_auto (GStrv) words = g_strsplit (plain, "\t", -1);
  g_autofree char *joined = g_strjoinv ("", words);
  gint64 index;

  g_return_val_if_fail (self, NULL);
  for (guint i = 0; i < self->groups->len; i++)
    if (strchr (joined, ',') && has_ranks (g_ptr_array_index (self->groups, i), joined))
      return g_ptr_array_index (self->groups, i);
  if (lsc_parse_int64 (joined, strlen (joined), &index) == LSC_PARSE_OK && index >= 0)
    return lsc_pipeline_get_group (self, (gsize) index);
  for (guint i = 0; i < self->groups->len; i++)
    if (has_ranks (g_ptr_array_index (self->groups, i), joined))
      return g_ptr_array_index (self->groups, i);
  return NULL;
}
