/* lsc-pipeline-stats.c - counts, totals and means over the steps shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-time.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"

static void
count_row (LscPipelineStats *stats, const LscPipelineRow *row, gsize index, gsize *row_counts)
{
  double *means = stats->means + index * LSC_BLOCK_N_KINDS;

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];
      gint64 ns = block->end_ns - block->start_ns;
      guint chunk = lsc_block_chunk_f (block), kind = MIN (block->kind, LSC_BLOCK_O);
      guint slot = kind * 2 + (chunk != LSC_CHUNK_NONE && chunk >= 1);
      guint type = block->type >= 0 && block->type < 7 ? (guint) block->type : 7;

      stats->counts[slot]++;
      stats->total_ns[slot] += ns;
      stats->type_counts[type]++;
      stats->type_ns[type] += ns;
      means[kind] += (double) ns;
      row_counts[index * LSC_BLOCK_N_KINDS + kind]++;
    }
  for (gsize i = 0; i < row->n_legs; i++)
    if (row->legs[i].is_send)
      stats->n_sends++;
    else
      stats->n_receives++;
  stats->bubble_ns += row->metrics.bubble_ns;
}

/* Insight numbers its colours by the first sight of a type: rows from the top, blocks by time. */
static void
order_types (LscPipelineStats *stats, const LscPipelineRows *layout)
{
  guint n = 0, n_types = 0;

  for (guint i = 0; i < 8; i++)
    {
      stats->insight_index[i] = G_MAXUINT8;
      n_types += stats->type_counts[i] > 0;
    }
  for (gsize s = 0; s < layout->n_steps; s++)
    for (gsize r = 0; r < _lsc_pipeline_rows_step (layout, s)->n_rows; r++)
      {
        const LscPipelineRow *row = _lsc_pipeline_rows_row (layout, s, r);

        for (gsize i = 0; i < row->n_blocks && n < n_types; i++)
          {
            int type = row->blocks[i].type;
            guint8 *index = &stats->insight_index[type >= 0 && type < 7 ? type : 7];

            if (*index == G_MAXUINT8)
              *index = (guint8) n++;
          }
      }
  for (guint i = 0; i < 8; i++)
    if (stats->insight_index[i] == G_MAXUINT8)
      stats->insight_index[i] = (guint8) n++;
}

/* Counts, totals and means over the shown steps; made once for the same steps. */
const LscPipelineStats *
_lsc_painter_get_stats (LscPipelinePainter *self, const LscPipelineRows *layout)
{
  LscPipelineStats *stats = &self->stats[layout->is_second];
  gsize n = layout->n_rows * LSC_BLOCK_N_KINDS;
  g_autofree gsize *row_counts = NULL;

  if (stats->means && stats->group == layout->view->group &&
      stats->first_step == layout->first_step && stats->n_steps == layout->n_steps)
    return stats;
  g_free (stats->means);
  *stats = (LscPipelineStats){ .group = layout->view->group,
                               .first_step = layout->first_step,
                               .n_steps = layout->n_steps };
  stats->means = g_new0 (double, MAX (n, 1));
  row_counts = g_new0 (gsize, MAX (n, 1));
  for (gsize s = 0; s < layout->n_steps; s++)
    for (gsize r = 0; r < _lsc_pipeline_rows_step (layout, s)->n_rows; r++)
      count_row (stats, _lsc_pipeline_rows_row (layout, s, r), r, row_counts);
  for (gsize i = 0; i < n; i++)
    if (row_counts[i] > 0)
      stats->means[i] /= (double) row_counts[i];
  order_types (stats, layout);
  return stats;
}

/**
 * lsc_pipeline_painter_get_mean_ns:
 * @row: row of @block
 *
 * Returns: the mean duration of the block's kind in its row over the shown steps, 0 if unknown
 */
double
lsc_pipeline_painter_get_mean_ns (LscPipelinePainter *self, const LscPipelineView *view,
                                  guint32 row, const LscBlock *block)
{
  g_auto (LscPipelineRows) layout = { 0 };
  double mean = 0;

  g_return_val_if_fail (self && view && block, 0);
  layout = _lsc_pipeline_rows_new (view);
  if (row < layout.n_rows && block->kind < LSC_BLOCK_N_KINDS)
    mean = _lsc_painter_get_stats (self, &layout)->means[row * LSC_BLOCK_N_KINDS + block->kind];
  return mean;
}

/* Mean duration of the forwards of row 0: the unit of the column grid. */
double
_lsc_column_grid_ns (const LscPipelineRows *layout)
{
  const LscPipelineRow *row = layout->n_rows > 0 ? _lsc_pipeline_rows_row (layout, 0, 0) : NULL;
  double sum = 0;
  gsize n = 0;

  for (gsize i = 0; row && i < row->n_blocks && n < 4096; i++)
    if (row->blocks[i].kind == LSC_BLOCK_F)
      {
        sum += (double) (row->blocks[i].end_ns - row->blocks[i].start_ns);
        n++;
      }
  return n > 0 ? sum / (double) n : 0;
}

/* A length of time as the chart counts it. */
char *
_lsc_pipeline_duration (const LscPipelineView *view, gint64 ns)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (!(view->units_per_ns > 0))
    return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
  return g_strdup (
      g_ascii_formatd (number, sizeof number, "%.4g", (double) ns * view->units_per_ns));
}
