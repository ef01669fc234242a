/* lsc-pipeline-links.c - data dependencies between ranks, from the ids of blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-private.h"

/* pipeline.md#links: F(m, k) to F(m, k+1), B or I(m, k+1) to B or I(m, k), wherever the two
 * virtual stages lie on different ranks. */

LSC_DEFINE_ARRAY (Links, links_array, LscPipelineLink)

typedef struct
{
  LscPipelineStep *step;
  const LscSchedule *schedule;
  guint n_chunks;
  gsize n_micro_batches;
  gsize *position;  /* of each row among those with blocks, G_MAXSIZE */
  guint32 *forward; /* block of (row, chunk, micro-batch), G_MAXUINT32 */
  guint32 *backward;
  gboolean is_through; /* only links through stages that were not recorded */
  Links links;
} Linker;

static gsize
slot (const Linker *self, gsize row, guint chunk, guint mb)
{
  return (self->position[row] * self->n_chunks + chunk) * self->n_micro_batches + mb;
}

static gboolean
is_known (const Linker *self, guint chunk, guint mb)
{
  return mb != LSC_MB_NONE && chunk < self->n_chunks && mb < self->n_micro_batches;
}

static void
index_blocks (Linker *self)
{
  gsize n = 0;

  self->position = g_new (gsize, self->step->n_rows);
  for (gsize row = 0; row < self->step->n_rows; row++)
    self->position[row] = self->step->rows[row].n_blocks > 0 ? n++ : G_MAXSIZE;
  n *= self->n_chunks * self->n_micro_batches;
  self->forward = g_new (guint32, n);
  self->backward = g_new (guint32, n);
  for (gsize i = 0; i < n; i++)
    self->forward[i] = self->backward[i] = G_MAXUINT32;
  for (gsize row = 0; row < self->step->n_rows; row++)
    for (gsize i = 0; i < self->step->rows[row].n_blocks; i++)
      {
        const LscBlock *block = &self->step->rows[row].blocks[i];
        guint f = lsc_block_chunk_f (block), b = lsc_block_chunk_b (block);

        if (_lsc_pipeline_has_forward (block->kind) && is_known (self, f, block->mb_f))
          self->forward[slot (self, row, f, block->mb_f)] = (guint32) i;
        if (_lsc_pipeline_has_backward (block->kind) && is_known (self, b, block->mb_b))
          self->backward[slot (self, row, b, block->mb_b)] = (guint32) i;
      }
}

/* The next virtual stage that was recorded, on the way of a forward or backward. Returns FALSE at
 * the end of the chain. @is_far: a stage that was not recorded lies between. */
static gboolean
next_place (const Linker *self, gsize place, guint chunk, gboolean is_backward, gsize *stage,
            guint *other_chunk, gboolean *is_far)
{
  gsize length = lsc_schedule_chain_length (self->schedule);

  *is_far = FALSE;
  while (is_backward ? place > 0 : place + 1 < length)
    {
      place = is_backward ? place - 1 : place + 1;
      lsc_schedule_place (self->schedule, place, chunk, stage, other_chunk);
      if (*stage < self->step->n_rows && self->position[*stage] != G_MAXSIZE)
        return TRUE;
      if (!self->is_through)
        return FALSE;
      *is_far = TRUE;
    }
  return FALSE;
}

static void
link_part (Linker *self, gsize row, gsize block, guint chunk, guint mb, gboolean is_backward)
{
  gsize place = lsc_schedule_virtual_stage (self->schedule, row, chunk);
  gsize stage;
  guint other_chunk;
  guint32 other;
  gboolean is_far;

  if (!is_known (self, chunk, mb) ||
      !next_place (self, place, chunk, is_backward, &stage, &other_chunk, &is_far) ||
      is_far != self->is_through || stage == row || !is_known (self, other_chunk, mb))
    return;
  other = (is_backward ? self->backward : self->forward)[slot (self, stage, other_chunk, mb)];
  if (other == G_MAXUINT32)
    return;
  links_array_append (&self->links, (LscPipelineLink){ .src_row = (guint32) row,
                                                       .dst_row = (guint32) stage,
                                                       .src_block = (guint32) block,
                                                       .dst_block = other,
                                                       .is_backward = is_backward });
}

static void
measure_sizes (Linker *self)
{
  self->n_chunks = MAX (self->schedule->n_chunks, 1);
  for (gsize row = 0; row < self->step->n_rows; row++)
    for (gsize i = 0; i < self->step->rows[row].n_blocks; i++)
      {
        const LscBlock *block = &self->step->rows[row].blocks[i];

        if (block->mb_f != LSC_MB_NONE)
          self->n_micro_batches = MAX (self->n_micro_batches, (gsize) block->mb_f + 1);
        if (block->mb_b != LSC_MB_NONE)
          self->n_micro_batches = MAX (self->n_micro_batches, (gsize) block->mb_b + 1);
      }
}

static void
link_blocks (Linker *self)
{
  LscPipelineStep *step = self->step;

  measure_sizes (self);
  index_blocks (self);
  for (gsize row = 0; row < step->n_rows; row++)
    for (gsize i = 0; i < step->rows[row].n_blocks; i++)
      {
        const LscBlock *block = &step->rows[row].blocks[i];

        if (_lsc_pipeline_has_forward (block->kind))
          link_part (self, row, i, lsc_block_chunk_f (block), block->mb_f, FALSE);
        if (_lsc_pipeline_has_backward (block->kind))
          link_part (self, row, i, lsc_block_chunk_b (block), block->mb_b, TRUE);
      }
  g_free (self->position);
  g_free (self->forward);
  g_free (self->backward);
}

/** Links the blocks of a step by their ids. Rows are stages. */
void
_lsc_pipeline_derive_links (LscPipelineStep *step, const LscSchedule *schedule)
{
  Linker self = { .step = step, .schedule = schedule };

  link_blocks (&self);
  step->links = self.links.items;
  step->n_links = self.links.n;
}

/**
 * _lsc_pipeline_links_through:
 * @step: a step with a schedule
 * @n: (out): number of links
 *
 * Dependencies between blocks whose chain goes through stages that were not recorded: they hold,
 * but the time between the two blocks has those stages' work in it.
 *
 * Returns: (transfer full) (nullable): the links
 */
LscPipelineLink *
_lsc_pipeline_links_through (LscPipelineStep *step, gsize *n)
{
  Linker self = { .step = step, .schedule = &step->schedule, .is_through = TRUE };

  link_blocks (&self);
  *n = self.links.n;
  return self.links.items;
}
