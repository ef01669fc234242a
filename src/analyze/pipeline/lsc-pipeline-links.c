/* lsc-pipeline-links.c - data dependencies between ranks, from the ids of blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-pipeline-private.h"

/* Pipeline chart 2.6: F(m, k) to F(m, k+1), B or I(m, k+1) to B or I(m, k), wherever the two
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

static void
link_part (Linker *self, gsize row, gsize block, guint chunk, guint mb, gboolean is_backward)
{
  gsize place = lsc_schedule_virtual_stage (self->schedule, row, chunk);
  gsize length = lsc_schedule_chain_length (self->schedule);
  gsize stage;
  guint other_chunk;
  guint32 other;

  if (!is_known (self, chunk, mb) || (is_backward ? place == 0 : place + 1 >= length))
    return;
  lsc_schedule_place (
      self->schedule, is_backward ? place - 1 : place + 1, chunk, &stage, &other_chunk);
  if (stage == row || stage >= self->step->n_rows || self->position[stage] == G_MAXSIZE ||
      !is_known (self, other_chunk, mb))
    return;
  other = (is_backward ? self->backward : self->forward)[slot (self, stage, other_chunk, mb)];
  if (other == G_MAXUINT32)
    return;
  links_array_append (&self->links,
                      (LscPipelineLink){ .src_row = (guint32) row,
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

/** Links the blocks of a step by their ids. Rows are stages. */
void
_lsc_pipeline_derive_links (LscPipelineStep *step, const LscSchedule *schedule)
{
  Linker self = { .step = step, .schedule = schedule };

  measure_sizes (&self);
  index_blocks (&self);
  for (gsize row = 0; row < step->n_rows; row++)
    for (gsize i = 0; i < step->rows[row].n_blocks; i++)
      {
        const LscBlock *block = &step->rows[row].blocks[i];

        if (_lsc_pipeline_has_forward (block->kind))
          link_part (&self, row, i, lsc_block_chunk_f (block), block->mb_f, FALSE);
        if (_lsc_pipeline_has_backward (block->kind))
          link_part (&self, row, i, lsc_block_chunk_b (block), block->mb_b, TRUE);
      }
  g_free (self.position);
  g_free (self.forward);
  g_free (self.backward);
  step->links = self.links.items;
  step->n_links = self.links.n;
}
