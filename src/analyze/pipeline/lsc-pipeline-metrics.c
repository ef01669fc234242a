/* lsc-pipeline-metrics.c - what blocks hold, and busy and idle time of rows and steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-metrics.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-stats.h"
#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

/* pipeline.md#inside: compute = union of compute kernels, exposed communication = what
 * communication covers beyond that, idle = the rest. */

/* Blocks that were set aside are not of the step, unless nothing else is known of any. */
static gboolean
has_known_kinds (const LscPipelineStep *step)
{
  for (gsize i = 0; i < step->n_rows; i++)
    for (gsize k = 0; k < step->rows[i].n_blocks; k++)
      if (step->rows[i].blocks[k].kind != LSC_BLOCK_O)
        return TRUE;
  return FALSE;
}

static void
measure_row_inside (LscPipelineRow *row, gboolean leaves_others, const LscPipelineInside *inside)
{
  gint64 covered = G_MININT64;

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];
      LscBlockDetail *detail = &row->details[block->detail];
      const LscPipelineMoment *start = _lsc_pipeline_inside_find (inside, block->start_ns);
      const LscPipelineMoment *end = _lsc_pipeline_inside_find (inside, block->end_ns);
      gint64 touched = end->all_ns - start->all_ns;

      detail->compute_ns = end->compute_ns - start->compute_ns;
      detail->exposed_comm_ns = touched - detail->compute_ns;
      detail->idle_ns = block->end_ns - block->start_ns - touched;
      detail->collective_ns = end->no_messages_ns - start->no_messages_ns - detail->compute_ns;
      detail->n_kernels = end->n_kernels - start->n_kernels;
      if (block->end_ns <= covered || (leaves_others && block->kind == LSC_BLOCK_O))
        continue;
      if (covered > block->start_ns)
        start = _lsc_pipeline_inside_find (inside, covered);
      row->metrics.compute_ns += end->compute_ns - start->compute_ns;
      covered = block->end_ns;
    }
}

static void
measure_inside (LscPipelineGroup *group, gsize row, const LscPipelineInside *inside)
{
  for (gsize i = 0; i < group->n_steps; i++)
    {
      group->steps[i].rows[row].metrics.compute_ns = 0;
      measure_row_inside (&group->steps[i].rows[row], has_known_kinds (&group->steps[i]), inside);
    }
}

/** Measures the inside of all blocks; unknown (-1) without compute kernels or device time. */
void
_lsc_pipeline_measure_blocks (LscPipelineGroup *group, LscPipelineMember **ranks)
{
  for (gsize row = 0; row < group->n_ranks; row++)
    {
      for (gsize i = 0; i < group->n_steps; i++)
        group->steps[i].rows[row].metrics.compute_ns = -1;
      if (ranks[row] && ranks[row]->rank->inside.is_known && !ranks[row]->is_host_passes)
        measure_inside (group, row, &ranks[row]->rank->inside);
    }
}

/* pipeline.md#bubble, #phases. bubble = window - busy = ramp + gaps + tail = warm-up + steady +
 * cool-down part, exactly. */

/* No clock drifts by more than one part in so many. */
#define DRIFT_PARTS 2000
#define OUTLIER_BLOCK 1.3
#define OUTLIER_BLOCK_NS 1000000
#define OUTLIER_STEP 1.5

/* Adds [begin, end) of a row's idle time to its metrics. */
static void
add_idle (LscRowMetrics *metrics, gint64 begin_ns, gint64 end_ns)
{
  gint64 warmup = MAX (MIN (end_ns, metrics->warmup_end_ns) - begin_ns, 0);
  gint64 cooldown = MAX (end_ns - MAX (begin_ns, metrics->cooldown_begin_ns), 0);

  metrics->warmup_ns += warmup;
  metrics->cooldown_ns += cooldown;
  metrics->steady_ns += end_ns - begin_ns - warmup - cooldown;
}

/* The two instants that divide the phases. */
static void
find_phases (LscPipelineRow *row, gint64 t1_ns)
{
  LscRowMetrics *metrics = &row->metrics;
  gint64 last_forward = G_MININT64;

  metrics->warmup_end_ns = t1_ns;
  for (gsize i = row->n_blocks; i > 0; i--)
    {
      const LscBlock *block = &row->blocks[i - 1];

      if (_lsc_pipeline_has_forward (block->kind))
        last_forward = MAX (last_forward, block->end_ns);
      else if (block->kind == LSC_BLOCK_O)
        continue;
      if (block->kind != LSC_BLOCK_F)
        metrics->warmup_end_ns = block->start_ns;
    }
  metrics->cooldown_begin_ns = MAX (last_forward, metrics->warmup_end_ns);
}

/**
 * lsc_row_metrics_add:
 * @self: has the two instants that divide the phases
 * @covered_ns: (inout): end of what was added, at first the begin of the window
 *
 * Adds a block; those of a row come by their start.
 */
void
lsc_row_metrics_add (LscRowMetrics *self, gint64 *covered_ns, gint64 start_ns, gint64 end_ns,
                     gboolean is_first)
{
  g_return_if_fail (self);
  if (start_ns > *covered_ns)
    {
      *(is_first ? &self->ramp_ns : &self->inner_ns) += start_ns - *covered_ns;
      add_idle (self, *covered_ns, start_ns);
    }
  self->busy_ns += MAX (0, end_ns - MAX (start_ns, *covered_ns));
  *covered_ns = MAX (*covered_ns, end_ns);
}

/** Adds what is left of the window after the last block, up to @t1_ns, and sums up the bubble. */
void
lsc_row_metrics_finish (LscRowMetrics *self, gint64 covered_ns, gint64 t1_ns)
{
  g_return_if_fail (self);
  self->tail_ns = t1_ns - covered_ns;
  add_idle (self, covered_ns, t1_ns);
  self->bubble_ns = self->ramp_ns + self->inner_ns + self->tail_ns;
}

static void
measure_row (const LscPipelineStep *step, LscPipelineRow *row, gboolean leaves_others)
{
  gint64 covered = step->t0_ns;
  gboolean is_first = TRUE;

  find_phases (row, step->t1_ns);
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      if (leaves_others && row->blocks[i].kind == LSC_BLOCK_O)
        continue;
      lsc_row_metrics_add (&row->metrics, &covered, row->blocks[i].start_ns, row->blocks[i].end_ns,
                           is_first);
      is_first = FALSE;
    }
  lsc_row_metrics_finish (&row->metrics, covered, step->t1_ns);
}

static void
find_window (LscPipelineStep *step, gboolean leaves_others)
{
  step->t0_ns = G_MAXINT64;
  step->t1_ns = G_MININT64;
  for (gsize i = 0; i < step->n_rows; i++)
    for (gsize k = 0; k < step->rows[i].n_blocks; k++)
      {
        if (leaves_others && step->rows[i].blocks[k].kind == LSC_BLOCK_O)
          continue;
        step->t0_ns = MIN (step->t0_ns, step->rows[i].blocks[k].start_ns);
        step->t1_ns = MAX (step->t1_ns, step->rows[i].blocks[k].end_ns);
      }
}

/* Never below 0, which says that it is not known. */
static double
ratio_of (gint64 busy_ns, gsize n_rows, double window_ns)
{
  return n_rows > 0 && window_ns > 0 ? MAX (1 - (double) busy_ns / ((double) n_rows * window_ns), 0)
                                     : 0;
}

/** Measures one step: its window, its rows, its ratios (pipeline.md#bubble, #phases). */
void
_lsc_pipeline_measure_step (LscPipelineStep *step)
{
  gint64 busy = 0, bubble = 0, compute = 0;
  gsize n = 0;
  gboolean knows_compute = TRUE;
  gboolean leaves_others = has_known_kinds (step);
  double length;

  find_window (step, leaves_others);
  length = (double) (step->t1_ns - step->t0_ns);
  for (gsize i = 0; i < step->n_rows; i++)
    {
      LscPipelineRow *row = &step->rows[i];

      if (row->n_blocks == 0)
        continue;
      measure_row (step, row, leaves_others);
      busy += row->metrics.busy_ns;
      bubble += row->metrics.bubble_ns;
      compute += row->metrics.compute_ns;
      knows_compute &= row->metrics.compute_ns >= 0;
      n++;
    }
  step->bubble_ratio = ratio_of (busy, n, length);
  step->bubble_low = step->bubble_high = step->bubble_ratio;
  step->bubble_over_work = busy > 0 ? (double) bubble / (double) busy : 0;
  /* A step without any compute kernel is one of which none was recorded. */
  step->net_ratio = n > 0 && length > 0 && knows_compute && compute > 0
                        ? 1 - (double) compute / ((double) n * length)
                        : -1;
}

/* What clocks that are aligned to an uncertainty leave open. */
typedef struct
{
  gint64 begin_ns[2]; /* earliest and latest that the window can begin */
  gint64 end_ns[2];
  gint64 longest_ns; /* of a row by its own clock */
  gint64 busy_ns;
  gint64 busy_slack_ns;
  gsize n_rows;
} Bounds;

/* Its first start and last end move by as much as its clock may be wrong; its work gets longer by
 * no more than both ends move, nor than any clock drifts. */
static void
bound_row (Bounds *self, const LscPipelineRow *row, gint64 within_ns)
{
  gint64 begin = row->blocks[0].start_ns, end = _lsc_pipeline_row_end (row);

  self->begin_ns[0] = MIN (self->begin_ns[0], begin - within_ns);
  self->begin_ns[1] = MIN (self->begin_ns[1], begin + within_ns);
  self->end_ns[0] = MAX (self->end_ns[0], end - within_ns);
  self->end_ns[1] = MAX (self->end_ns[1], end + within_ns);
  self->longest_ns = MAX (self->longest_ns, end - begin);
  self->busy_ns += row->metrics.busy_ns;
  self->busy_slack_ns += MIN (2 * within_ns, row->metrics.busy_ns / DRIFT_PARTS);
  self->n_rows++;
}

static void
bound_ratio (LscPipelineStep *step, const LscClock *clocks)
{
  Bounds bounds = { .begin_ns = { G_MAXINT64, G_MAXINT64 }, .end_ns = { G_MININT64, G_MININT64 } };

  for (gsize i = 0; i < step->n_rows; i++)
    if (step->rows[i].n_blocks > 0)
      bound_row (&bounds, &step->rows[i], MAX (clocks[i].uncertainty_ns, 0));
  if (bounds.n_rows == 0)
    return;
  step->bubble_low =
      ratio_of (bounds.busy_ns + bounds.busy_slack_ns, bounds.n_rows,
                (double) MAX (bounds.end_ns[0] - bounds.begin_ns[1], bounds.longest_ns));
  step->bubble_high = ratio_of (bounds.busy_ns - bounds.busy_slack_ns, bounds.n_rows,
                                (double) (bounds.end_ns[1] - bounds.begin_ns[0]));
}

/* What is said of several ranks depends on how their clocks stand (pipeline.md#bubble). */
static void
judge_by_clocks (LscPipelineStep *step, const LscPipelineClocks *clocks)
{
  if (clocks->unknown)
    step->bubble_ratio = step->bubble_low = step->bubble_high = step->bubble_over_work =
        step->net_ratio = -1;
  else if (clocks->is_applied)
    bound_ratio (step, clocks->clocks);
}

static void
mark_outlier_blocks (LscPipelineRow *row)
{
  LscInt64s lengths[LSC_BLOCK_N_KINDS] = { { NULL, 0, 0 } };
  gint64 medians[LSC_BLOCK_N_KINDS];

  for (gsize i = 0; i < row->n_blocks; i++)
    lsc_int64s_append (&lengths[row->blocks[i].kind],
                       row->blocks[i].end_ns - row->blocks[i].start_ns);
  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    {
      medians[kind] = lsc_median_lower_int64 (lengths[kind].items, lengths[kind].n);
      lsc_int64s_clear (&lengths[kind]);
    }
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      LscBlock *block = &row->blocks[i];
      gint64 length = block->end_ns - block->start_ns;

      if (length > OUTLIER_BLOCK_NS &&
          (double) length > OUTLIER_BLOCK * (double) medians[block->kind])
        block->flags |= LSC_BLOCK_OUTLIER;
    }
}

/* Steps that count into means: whole ones. */
static gboolean
is_whole (const LscPipelineStep *step)
{
  return !step->is_partial && !step->is_forward_only;
}

static gboolean
is_counted (const LscPipelineStep *step, const LscInt64s *counted)
{
  gboolean found = FALSE;

  for (gsize i = 0; counted && step->has_id && i < counted->n && !found; i++)
    found = counted->items[i] == step->id;
  return found;
}

/* What a median is of: of whole steps those that count, else all whole ones, else all. */
static gboolean
is_of_median (const LscPipelineStep *step, gboolean is_any_whole, gboolean is_any_counted,
              const LscInt64s *counted)
{
  return (!is_any_whole || is_whole (step)) && (!is_any_counted || is_counted (step, counted));
}

/* @counted: (nullable): as for lsc_pipeline_count_steps()
 *
 * Returns: the lower median of the windows */
static gint64
choose_median_step (LscPipelineGroup *group, const LscInt64s *counted)
{
  LscInt64s lengths = { NULL, 0, 0 };
  gint64 median;
  gboolean any = FALSE, any_counted = FALSE;

  for (gsize i = 0; i < group->n_steps; i++)
    any |= is_whole (&group->steps[i]);
  for (gsize i = 0; i < group->n_steps; i++)
    any_counted |= (!any || is_whole (&group->steps[i])) && is_counted (&group->steps[i], counted);
  for (gsize i = 0; i < group->n_steps; i++)
    if (is_of_median (&group->steps[i], any, any_counted, counted))
      lsc_int64s_append (&lengths, group->steps[i].t1_ns - group->steps[i].t0_ns);
  median = lsc_median_lower_int64 (lengths.items, lengths.n);
  lsc_int64s_clear (&lengths);
  for (gsize i = group->n_steps; i > 0; i--)
    if (is_of_median (&group->steps[i - 1], any, any_counted, counted) &&
        group->steps[i - 1].t1_ns - group->steps[i - 1].t0_ns == median)
      group->median_step = i - 1;
  return median;
}

static void
mark_outlier_steps (LscPipelineGroup *group, gint64 median_ns)
{
  gboolean any = FALSE;

  for (gsize i = 0; i < group->n_steps; i++)
    any |= is_whole (&group->steps[i]);
  for (gsize i = 0; i < group->n_steps; i++)
    if (!any || is_whole (&group->steps[i]))
      group->steps[i].is_outlier = (double) (group->steps[i].t1_ns - group->steps[i].t0_ns) >
                                   OUTLIER_STEP * (double) median_ns;
}

/**
 * lsc_pipeline_count_steps:
 * @self: that nobody else has yet
 * @counted: numbers of the steps that count (steps.md#typical)
 *
 * The step of median length that stands for a pipeline becomes one of those that count, so that all
 * views show the same. A pipeline none of whose whole steps counts keeps its own.
 */
void
lsc_pipeline_count_steps (LscPipeline *self, const LscInt64s *counted)
{
  g_return_if_fail (self && counted);
  for (guint i = 0; i < self->groups->len; i++)
    choose_median_step (g_ptr_array_index (self->groups, i), counted);
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const LscPipelineRow *x = *(LscPipelineRow *const *) a, *y = *(LscPipelineRow *const *) b;
  gint64 s = x->blocks[0].start_ns, t = y->blocks[0].start_ns;

  return LSC_ORDER (s, t);
}

/* The stages of a step run at the same time. Returns the largest span in which none did. */
static gint64
find_clock_gap (LscPipelineStep *step)
{
  g_autofree LscPipelineRow **rows = g_new (LscPipelineRow *, step->n_rows);
  gint64 covered = G_MAXINT64, gap = 0;
  gsize n = 0;

  for (gsize i = 0; i < step->n_rows; i++)
    if (step->rows[i].n_blocks > 0)
      rows[n++] = &step->rows[i];
  if (n > 1)
    qsort (rows, n, sizeof (LscPipelineRow *), compare_spans);
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0)
        gap = MAX (gap, rows[i]->blocks[0].start_ns - covered);
      covered =
          i == 0 ? _lsc_pipeline_row_end (rows[0]) : MAX (covered, _lsc_pipeline_row_end (rows[i]));
    }
  return gap;
}

/* Rows that do not meet in time are laid so that each begins at the start of the first
 * (pipeline.md#bad-input). Rows whose clocks were aligned stay where they are. Returns whether some
 * were laid. */
static gboolean
lay_together (LscPipelineBuild *build, const LscPipelineGroup *group, LscPipelineStep *step)
{
  const LscPipelineClocks *clocks = &group->clocks;
  gint64 gap = step->is_forward_only ? 0 : find_clock_gap (step);
  g_autofree LscClock *shifts = g_new0 (LscClock, step->n_rows);
  g_autofree char *text = NULL;
  const LscPipelineRow *first = NULL;
  gsize n_laid = 0;

  if (gap <= 0)
    return FALSE;
  for (gsize i = 0; i < step->n_rows; i++)
    {
      const LscPipelineRow *row = &step->rows[i];

      if (row->n_blocks == 0)
        continue;
      if (first && !(clocks->is_applied && clocks->clocks[i].source != LSC_CLOCK_UNKNOWN))
        {
          shifts[i].offset_ns = row->blocks[0].start_ns - first->blocks[0].start_ns;
          n_laid++;
        }
      first = first ? first : row;
    }
  if (n_laid == 0)
    return FALSE;
  _lsc_pipeline_shift_step (step, shifts);
  text = g_strdup_printf ("%.3f ms", (double) gap / 1e6);
  _lsc_pipeline_note (
      build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-clock-gap", NULL, 1,
      _ ("In %s the times of the ranks do not meet: clocks differ by "
         "at least %s."),
      _ ("Each row begins at its own first block; waiting times between ranks mean "
         "nothing."),
      _ ("Align the clocks by messages or give the offsets, or synchronise the clocks of the "
         "hosts."),
      step->label, text);
  return TRUE;
}

/** Measures all steps of a group. */
void
_lsc_pipeline_measure_steps (LscPipelineBuild *build, LscPipelineGroup *group)
{
  gboolean is_laid = FALSE;

  for (gsize i = 0; i < group->n_steps; i++)
    if (group->steps[i].n_rows > 0 && group->steps[i].rows[0].stage >= 0)
      is_laid |= lay_together (build, group, &group->steps[i]);
  if (is_laid)
    _lsc_pipeline_tell_apart (&group->clocks);
  for (gsize i = 0; i < group->n_steps; i++)
    {
      LscPipelineStep *step = &group->steps[i];

      _lsc_pipeline_measure_step (step);
      judge_by_clocks (step, &group->clocks);
      for (gsize k = 0; k < step->n_rows; k++)
        mark_outlier_blocks (&step->rows[k]);
    }
  mark_outlier_steps (group, choose_median_step (group, NULL));
}
