/* lsc-pipeline-metrics.c - busy and idle time of rows, windows of steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-stats.h"
#include "analyze/pipeline/lsc-pipeline-clock.h"

/* pipeline.md#bubble, #phases. bubble = window - busy = ramp + gaps + tail = warm-up + steady +
 * cool-down part, exactly. */

#define OUTLIER_BLOCK 1.3
#define OUTLIER_BLOCK_NS 1000000
#define OUTLIER_STEP 1.5

/* Adds [begin, end) of a row's idle time to its metrics. */
static void
add_idle (LscRowMetrics *metrics, gint64 begin_ns, gint64 end_ns)
{
  gint64 warmup = MIN (end_ns, metrics->warmup_end_ns) - begin_ns;
  gint64 cooldown = end_ns - MAX (begin_ns, metrics->cooldown_begin_ns);

  warmup = MAX (warmup, 0);
  cooldown = MAX (cooldown, 0);
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

static void
measure_row (LscPipelineRow *row, gint64 t0_ns, gint64 t1_ns)
{
  LscRowMetrics *metrics = &row->metrics;
  gint64 covered = t0_ns;

  find_phases (row, t1_ns);
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];

      if (block->start_ns > covered)
        {
          *(i == 0 ? &metrics->ramp_ns : &metrics->inner_ns) += block->start_ns - covered;
          add_idle (metrics, covered, block->start_ns);
        }
      metrics->busy_ns += MAX (0, block->end_ns - MAX (block->start_ns, covered));
      covered = MAX (covered, block->end_ns);
    }
  metrics->tail_ns = t1_ns - covered;
  add_idle (metrics, covered, t1_ns);
  metrics->bubble_ns = metrics->ramp_ns + metrics->inner_ns + metrics->tail_ns;
}

static void
find_window (LscPipelineStep *step)
{
  step->t0_ns = G_MAXINT64;
  step->t1_ns = G_MININT64;
  for (gsize i = 0; i < step->n_rows; i++)
    for (gsize k = 0; k < step->rows[i].n_blocks; k++)
      {
        step->t0_ns = MIN (step->t0_ns, step->rows[i].blocks[k].start_ns);
        step->t1_ns = MAX (step->t1_ns, step->rows[i].blocks[k].end_ns);
      }
}

/** Measures one step: its window, its rows, its ratios (pipeline.md#bubble, #phases). */
void
_lsc_pipeline_measure_step (LscPipelineStep *step)
{
  gint64 busy = 0, bubble = 0, compute = 0;
  gsize n = 0;
  gboolean knows_compute = TRUE;
  double length;

  find_window (step);
  length = (double) (step->t1_ns - step->t0_ns);
  for (gsize i = 0; i < step->n_rows; i++)
    {
      LscPipelineRow *row = &step->rows[i];

      if (row->n_blocks == 0)
        continue;
      measure_row (row, step->t0_ns, step->t1_ns);
      busy += row->metrics.busy_ns;
      bubble += row->metrics.bubble_ns;
      compute += row->metrics.compute_ns;
      knows_compute &= row->metrics.compute_ns >= 0;
      n++;
    }
  step->bubble_ratio = n > 0 && length > 0 ? 1 - (double) busy / ((double) n * length) : 0;
  step->bubble_over_work = busy > 0 ? (double) bubble / (double) busy : 0;
  step->net_ratio =
      n > 0 && length > 0 && knows_compute ? 1 - (double) compute / ((double) n * length) : -1;
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

static void
choose_median_step (LscPipelineGroup *group)
{
  LscInt64s lengths = { NULL, 0, 0 };
  gint64 median;
  gboolean any = FALSE;

  for (gsize i = 0; i < group->n_steps; i++)
    any |= is_whole (&group->steps[i]);
  for (gsize i = 0; i < group->n_steps; i++)
    if (!any || is_whole (&group->steps[i]))
      lsc_int64s_append (&lengths, group->steps[i].t1_ns - group->steps[i].t0_ns);
  median = lsc_median_lower_int64 (lengths.items, lengths.n);
  lsc_int64s_clear (&lengths);
  for (gsize i = group->n_steps; i > 0; i--)
    {
      LscPipelineStep *step = &group->steps[i - 1];

      if (any && !is_whole (step))
        continue;
      if (step->t1_ns - step->t0_ns == median)
        group->median_step = i - 1;
      step->is_outlier = (double) (step->t1_ns - step->t0_ns) > OUTLIER_STEP * (double) median;
    }
}

/* @shifts are those of the rows. */
static void
shift_links (LscPipelineLink *links, gsize n, const gint64 *shifts)
{
  for (gsize i = 0; i < n; i++)
    {
      gint64 src_shift = shifts[links[i].src_row];
      gint64 dst_shift = shifts[links[i].dst_row];

      if (!links[i].is_measured)
        continue;
      links[i].send_start_ns += src_shift;
      links[i].send_end_ns += src_shift;
      links[i].send_shift_ns += src_shift;
      links[i].recv_start_ns += dst_shift;
      links[i].recv_end_ns += dst_shift;
      links[i].recv_shift_ns += dst_shift;
    }
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const LscPipelineRow *x = *(LscPipelineRow *const *) a, *y = *(LscPipelineRow *const *) b;
  gint64 s = x->blocks[0].start_ns, t = y->blocks[0].start_ns;

  return (s > t) - (s < t);
}

static gint64
row_end (const LscPipelineRow *row)
{
  gint64 end = G_MININT64;

  for (gsize i = 0; i < row->n_blocks; i++)
    end = MAX (end, row->blocks[i].end_ns);
  return end;
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
      covered = i == 0 ? row_end (rows[0]) : MAX (covered, row_end (rows[i]));
    }
  return gap;
}

/* Rows that do not meet in time are laid so that each begins at the start of the first
 * (pipeline.md#bad-input). Rows whose clocks were aligned stay where they are. */
static void
lay_together (LscPipelineBuild *build, const LscPipelineGroup *group, LscPipelineStep *step)
{
  const LscPipelineClocks *clocks = &group->clocks;
  gint64 gap = step->is_forward_only ? 0 : find_clock_gap (step);
  g_autofree gint64 *shifts = g_new0 (gint64, step->n_rows);
  g_autofree char *text = NULL;
  const LscPipelineRow *first = NULL;
  gsize n_laid = 0;

  if (gap <= 0)
    return;
  for (gsize i = 0; i < step->n_rows; i++)
    {
      LscPipelineRow *row = &step->rows[i];

      if (row->n_blocks == 0)
        continue;
      if (first && !(clocks->is_applied && clocks->clocks[i].source != LSC_CLOCK_UNKNOWN))
        {
          shifts[i] = first->blocks[0].start_ns - row->blocks[0].start_ns;
          lsc_pipeline_clock_shift_row (row, shifts[i]);
          n_laid++;
        }
      first = first ? first : row;
    }
  if (n_laid == 0)
    return;
  shift_links (step->links, step->n_links, shifts);
  shift_links (step->stray_links, step->n_stray_links, shifts);
  text = g_strdup_printf ("%.3f ms", (double) gap / 1e6);
  _lsc_pipeline_note (
      build->pipeline, LSC_SEVERITY_WARNING, "pp-clock-gap", NULL, 1,
      g_strdup_printf (_ ("In %s the times of the ranks do not meet: clocks differ by "
                          "at least %s."),
                       step->label, text),
      _ ("Each row begins at its own first block; waiting times between ranks mean "
         "nothing."),
      _ ("Align the clocks by messages or give the offsets, or synchronise the clocks of the "
         "hosts."));
}

/** Measures all steps of a group. */
void
_lsc_pipeline_measure_steps (LscPipelineBuild *build, LscPipelineGroup *group)
{
  for (gsize i = 0; i < group->n_steps; i++)
    {
      LscPipelineStep *step = &group->steps[i];

      if (step->n_rows > 0 && step->rows[0].stage >= 0)
        lay_together (build, group, step);
      _lsc_pipeline_measure_step (step);
      for (gsize k = 0; k < step->n_rows; k++)
        mark_outlier_blocks (&step->rows[k]);
    }
  choose_median_step (group);
}
