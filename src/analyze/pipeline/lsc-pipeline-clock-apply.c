/* lsc-pipeline-clock-apply.c - shifts the times of a pipeline by the clocks of its ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-clock.h"

/* A measured link points left only beyond what rounding and drift inside a message can do. */
#define LEFT_TOLERANCE_NS 1000

/** lsc_pipeline_clock_shift_row: moves all of a row. */
void
lsc_pipeline_clock_shift_row (LscPipelineRow *row, gint64 shift_ns)
{
  row->shift_ns += shift_ns;
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      row->blocks[i].start_ns += shift_ns;
      row->blocks[i].end_ns += shift_ns;
      row->details[row->blocks[i].detail].shift_ns += shift_ns;
    }
  for (gsize i = 0; i < row->n_legs; i++)
    {
      row->legs[i].start_ns += shift_ns;
      row->legs[i].end_ns += shift_ns;
      row->legs[i].shift_ns += shift_ns;
    }
}

static void
apply_to_row (LscPipelineRow *row, const LscClock *clock)
{
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      LscBlock *block = &row->blocks[i];
      LscBlockDetail *detail = &row->details[block->detail];
      gint64 start = lsc_clock_shift (clock, block->start_ns);
      gint64 end = lsc_clock_shift (clock, block->end_ns);

      if (i == 0)
        row->shift_ns += start;
      block->start_ns += start;
      block->end_ns += end;
      detail->shift_ns += start;
      detail->stretch_ns += end - start;
    }
  for (gsize i = 0; i < row->n_legs; i++)
    {
      LscLeg *leg = &row->legs[i];
      gint64 shift = lsc_clock_shift (clock, leg->end_ns);

      leg->start_ns += shift;
      leg->end_ns += shift;
      leg->shift_ns += shift;
    }
}

static void
apply_to_links (LscPipelineLink *links, gsize n, const LscClock *clocks)
{
  for (gsize i = 0; i < n; i++)
    {
      LscPipelineLink *link = &links[i];
      gint64 send, receive;

      if (!link->is_measured)
        continue;
      send = lsc_clock_shift (&clocks[link->src_row], link->send_end_ns);
      receive = lsc_clock_shift (&clocks[link->dst_row], link->recv_end_ns);
      link->send_start_ns += send;
      link->send_end_ns += send;
      link->send_shift_ns += send;
      link->recv_start_ns += receive;
      link->recv_end_ns += receive;
      link->recv_shift_ns += receive;
    }
}

/**
 * lsc_pipeline_clock_shift_group:
 * @group: with clocks
 *
 * Moves blocks, legs and measured links from the clocks of their ranks to the reference. A clock of
 * unknown source has offset 0 and moves nothing.
 */
void
lsc_pipeline_clock_shift_group (LscPipelineGroup *group)
{
  const LscClock *clocks = group->clocks.clocks;

  for (gsize i = 0; i < group->n_steps; i++)
    {
      LscPipelineStep *step = &group->steps[i];

      for (gsize k = 0; k < step->n_rows; k++)
        apply_to_row (&step->rows[k], &clocks[k]);
      apply_to_links (step->links, step->n_links, clocks);
      apply_to_links (step->stray_links, step->n_stray_links, clocks);
    }
}

/**
 * lsc_pipeline_clock_count_left:
 * @group: a pipeline
 * @n_links: (out): all its links
 *
 * Returns: number of links that point left: the block that needs starts before the one that gives
 *   ends, or a receive ends before its send
 */
gsize
lsc_pipeline_clock_count_left (const LscPipelineGroup *group, gsize *n_links)
{
  gsize n_left = 0;

  *n_links = 0;
  for (gsize i = 0; i < group->n_steps; i++)
    {
      const LscPipelineStep *step = &group->steps[i];

      for (gsize k = 0; k < step->n_links; k++)
        {
          const LscPipelineLink *link = &step->links[k];
          const LscBlock *src = &step->rows[link->src_row].blocks[link->src_block];
          const LscBlock *dst = &step->rows[link->dst_row].blocks[link->dst_block];

          n_left +=
              dst->start_ns < src->end_ns ||
              (link->is_measured && link->recv_end_ns + LEFT_TOLERANCE_NS < link->send_end_ns);
        }
      *n_links += step->n_links;
    }
  return n_left;
}
