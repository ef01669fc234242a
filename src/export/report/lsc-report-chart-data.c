/* lsc-report-chart-data.c - the figures of charts that stand in no other table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-chart-data.h"

#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-info.h"
#include "draw/memory/lsc-memory-view.h"

#define CURVE_POINTS 400 /* of each curve: more than a page shows of it */

/* ---- a step of a pipeline ---- */

/** A block as it is drawn. */
typedef struct
{
  const char *recording;
  gint64 stage;
  gint64 rank;
  const char *name;
  int kind;
  gint64 micro_batch;
  gint64 offset_ns;
  gint64 dur_ns;
} BlockRow;

static const LscColumn block_columns[] = {
  LSC_COLUMN (BlockRow, recording, "recording", N_ ("Recording"), LSC_UNIT_NONE,
              "pipeline.md#words", N_ ("Which of the two recordings it belongs to.")),
  LSC_COLUMN (BlockRow, stage, "stage", N_ ("Stage"), LSC_UNIT_ID, "pipeline.md#stages",
              N_ ("Stage of the rank.")),
  LSC_COLUMN (BlockRow, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "pipeline.md#stages",
              N_ ("The rank.")),
  LSC_COLUMN (BlockRow, name, "name", N_ ("Name"), LSC_UNIT_NONE, "pipeline.md#ids",
              N_ ("Label of the block.")),
  LSC_CODES (BlockRow, kind, "kind", N_ ("Kind"), lsc_block_kind_words, "pipeline.md#kinds",
             N_ ("Kind of work in the block.")),
  LSC_COLUMN (BlockRow, micro_batch, "micro_batch", N_ ("Micro-batch"), LSC_UNIT_ID,
              "pipeline.md#ids", N_ ("Micro-batch of the block.")),
  LSC_COLUMN (BlockRow, offset_ns, "offset_ns", N_ ("Since First Block"), LSC_UNIT_NS,
              "pipeline.md#window",
              N_ ("From the start of the step's first block, which is 0 on the axis.")),
  LSC_COLUMN (BlockRow, dur_ns, "dur_ns", N_ ("Duration"), LSC_UNIT_NS, "pipeline.md#window",
              N_ ("Length of the block.")),
};

/** lsc_report_new_blocks_table: Returns: (transfer full): for the blocks of pipelines */
LscTable *
lsc_report_new_blocks_table (void)
{
  static const LscTableInfo info = LSC_TABLE_INFO ("PipelineBlocks", BlockRow, block_columns);

  return lsc_table_new_for (&info);
}

static gint64
get_micro_batch (const LscBlock *block)
{
  guint16 micro_batch = block->mb_f != LSC_MB_NONE ? block->mb_f : block->mb_b;

  return micro_batch != LSC_MB_NONE ? micro_batch : LSC_INT_NULL;
}

/**
 * lsc_report_blocks_add_step:
 * @name: (nullable): of the recording, where there are two
 *
 * Adds the blocks of a step as they are drawn, by the aligned clock.
 */
void
lsc_report_blocks_add_step (LscTable *table, const char *name, const LscPipeline *pipeline,
                            const LscPipelineStep *step)
{
  g_return_if_fail (table && pipeline && step);
  for (gsize i = 0; i < step->n_rows; i++)
    for (gsize k = 0; k < step->rows[i].n_blocks; k++)
      {
        const LscPipelineRow *row = &step->rows[i];
        const LscBlock *block = &row->blocks[k];

        lsc_table_add (table,
                       &(BlockRow){ .recording = name,
                                    .stage = lsc_int_or_null (row->stage),
                                    .rank = lsc_rank_or_null (row->rank),
                                    .name = lsc_intern_text (pipeline->strings, block->name),
                                    .kind = block->kind,
                                    .micro_batch = get_micro_batch (block),
                                    .offset_ns = lsc_int_subtract (block->start_ns, step->t0_ns),
                                    .dur_ns = lsc_int_subtract (block->end_ns, block->start_ns) });
      }
}

/* ---- shares ---- */

/** A bar of shares. */
typedef struct
{
  const char *name;
  double share;
  double cumulative;
} ShareRow;

static const LscColumn share_columns[] = {
  LSC_COLUMN (ShareRow, name, "name", N_ ("Group of kernels"), LSC_UNIT_NONE, "drawing.md#pareto",
              N_ ("The group, or all groups without a bar of their own.")),
  LSC_COLUMN (ShareRow, share, "share", N_ ("Share"), LSC_UNIT_SHARE, "drawing.md#pareto",
              N_ ("Share of the time of all kernels.")),
  LSC_COLUMN (ShareRow, cumulative, "cumulative", N_ ("Cumulative"), LSC_UNIT_SHARE,
              "drawing.md#pareto", N_ ("Sum of the shares up to this group.")),
};

/**
 * lsc_report_shares_table:
 * @plot: of shares
 *
 * Returns: (transfer full): a row each bar
 */
LscTable *
lsc_report_shares_table (const LscBarPlot *plot)
{
  static const LscTableInfo info = LSC_TABLE_INFO ("Pareto", ShareRow, share_columns);
  LscTable *table;

  g_return_val_if_fail (plot, NULL);
  table = lsc_table_new_for (&info);
  for (guint i = 0; i < plot->bars->len; i++)
    {
      const LscPlotBar *bar = lsc_bar_plot_get (plot, i);

      lsc_table_add (table, &(ShareRow){ bar->label, bar->n_parts > 0 ? bar->parts[0].length : 0,
                                         bar->reached });
    }
  return table;
}

/* ---- a roofline ---- */

/** A mark. */
typedef struct
{
  const char *name;
  double intensity;
  double flops_per_s;
  gint64 total_ns;
} MarkRow;

static const LscColumn mark_columns[] = {
  LSC_COLUMN (MarkRow, name, "name", N_ ("Group of kernels"), LSC_UNIT_NONE, "flops.md#roofline",
              N_ ("The group of a mark.")),
  LSC_COLUMN (MarkRow, intensity, "intensity", N_ ("FLOPs per Byte"), LSC_UNIT_NONE,
              "flops.md#roofline", N_ ("Position of the mark on the horizontal axis.")),
  LSC_COLUMN (MarkRow, flops_per_s, "flops_per_s", N_ ("FLOPs per Second"), LSC_UNIT_FLOPS_PER_S,
              "flops.md#roofline", N_ ("Position of the mark on the vertical axis.")),
  LSC_COLUMN (MarkRow, total_ns, "total_ns", N_ ("Total"), LSC_UNIT_NS, "flops.md#roofline",
              N_ ("Time that the size of the mark shows.")),
};

/** lsc_report_marks_table: Returns: (transfer full): the marks of a roofline that are drawn */
LscTable *
lsc_report_marks_table (const LscRooflineMark *marks, gsize n_marks)
{
  static const LscTableInfo info = LSC_TABLE_INFO ("RooflineMarks", MarkRow, mark_columns);
  LscTable *table = lsc_table_new_for (&info);

  g_return_val_if_fail (marks || n_marks == 0, table);
  for (gsize i = 0; i < n_marks; i++)
    if (lsc_roofline_mark_is_shown (&marks[i]))
      lsc_table_add (table, &(MarkRow){ marks[i].name, marks[i].intensity, marks[i].flops_per_s,
                                        marks[i].time_ns });
  return table;
}

/* ---- curves of memory ---- */

/** A point of a curve. */
typedef struct
{
  const char *curve;
  gint64 offset_ns;
  gint64 size_bytes;
} CurveRow;

static const LscColumn curve_columns[] = {
  LSC_COLUMN (CurveRow, curve, "curve", N_ ("Curve"), LSC_UNIT_NONE, "memory.md#curves",
              N_ ("Which part of the memory the curve shows.")),
  LSC_COLUMN (CurveRow, offset_ns, "offset_ns", N_ ("After the Recording's Begin"), LSC_UNIT_NS,
              "memory.md#curves", N_ ("From the begin of the axis.")),
  LSC_COLUMN (CurveRow, size_bytes, "size_bytes", N_ ("Size"), LSC_UNIT_BYTES, "memory.md#curves",
              N_ ("Largest value from here to the next point.")),
};

/* The most of each of some hundred parts of the axis, so that no peak is lost. */
static void
add_curve (LscTable *table, const LscMemoryPlot *plot, const LscMemorySeries *series,
           const char *name)
{
  gint64 span_ns = MAX (plot->end_ns - plot->begin_ns, 1);
  gint64 part_ns = MAX ((span_ns + CURVE_POINTS - 1) / CURVE_POINTS, 1);
  gsize near_point = 0;

  for (gint64 at_ns = 0; at_ns < span_ns; at_ns += part_ns)
    {
      LscMemoryColumn column;
      gint64 begin_ns = plot->begin_ns + at_ns;

      if (lsc_memory_series_get_column (series, begin_ns, begin_ns + part_ns, &near_point, &column))
        lsc_table_add (table, &(CurveRow){ name, at_ns, column.most_bytes });
    }
}

/** lsc_report_curves_table: Returns: (transfer full): the curves of a plot, by some hundred points
 * each, of which each is the most of its time */
LscTable *
lsc_report_curves_table (const LscMemoryPlot *plot)
{
  static const LscTableInfo info = LSC_TABLE_INFO ("MemoryCurves", CurveRow, curve_columns);
  LscTable *table;

  g_return_val_if_fail (plot, NULL);
  table = lsc_table_new_for (&info);
  for (guint i = 0; i < plot->series->len; i++)
    {
      const LscMemorySeries *series = lsc_memory_plot_get (plot, i);

      add_curve (table, plot, series, lsc_memory_series_get_title (series));
    }
  return table;
}
