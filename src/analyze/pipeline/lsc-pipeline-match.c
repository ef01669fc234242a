/* lsc-pipeline-match.c - whether a schedule explains the recorded order of a row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-match.h"

#include "analyze/pipeline/lsc-pipeline-private.h"

typedef struct
{
  const LscSchedule *schedule;
  LscPipelineRow *row;
  gboolean with_ids;
  gsize at;
} Match;

static gboolean
fits (const LscSchedule *schedule, guint recorded, guint32 mb, guint chunk)
{
  if (mb == LSC_SCHEDULE_NO_ID || recorded == mb)
    return TRUE;
  return schedule->n_chunks > 1 && schedule->type != LSC_SCHEDULE_DUALPIPE &&
         recorded == mb + chunk * schedule->n_micro_batches;
}

/**
 * lsc_schedule_id_fits:
 *
 * Returns: whether what was recorded of a block, micro-batch or chunk, is that of @item. Some
 *   frameworks count on over the chunks (ids >= M are chunk 1), some begin anew with each chunk.
 *   The head's backward is not asked: it shares the number of the backward that it belongs to
 */
gboolean
lsc_schedule_id_fits (const LscSchedule *schedule, const LscBlock *block,
                      const LscScheduleItem *item)
{
  gboolean is_forward = _lsc_pipeline_has_forward (block->kind);
  guint chunk = is_forward ? lsc_block_chunk_f (block) : lsc_block_chunk_b (block);
  guint item_chunk = is_forward ? item->chunk_f : item->chunk_b;

  if (item->kind == LSC_BLOCK_L)
    return TRUE;
  if (chunk != LSC_CHUNK_NONE && chunk != item_chunk && chunk < schedule->n_chunks)
    return FALSE;
  if (!(block->flags & LSC_BLOCK_ID_RECORDED))
    return TRUE;
  return fits (schedule, is_forward ? block->mb_f : block->mb_b,
               is_forward ? item->mb_f : item->mb_b, item_chunk);
}

static gboolean
match_item (const LscScheduleItem *item, gpointer user_data)
{
  Match *self = user_data;
  const LscBlock *block;

  if (self->at >= self->row->n_blocks)
    {
      self->at++; /* more blocks expected: no match */
      return FALSE;
    }
  block = &self->row->blocks[self->at];
  if (!lsc_schedule_kind_matches (item->kind, block->kind))
    return FALSE;
  if (self->with_ids && !lsc_schedule_id_fits (self->schedule, block, item))
    return FALSE;
  self->at++;
  return TRUE;
}

/**
 * lsc_schedule_match_row:
 * @with_ids: whether recorded micro-batches have to fit
 * @prefix: (out): number of leading blocks that fit
 *
 * Cost: O(prefix). Returns: whether the schedule explains all blocks of the row.
 */
gboolean
lsc_schedule_match_row (const LscSchedule *schedule, LscPipelineRow *row, gboolean with_ids,
                        gsize *prefix)
{
  Match match = { .schedule = schedule, .row = row, .with_ids = with_ids };
  gboolean all =
      row->stage >= 0 && lsc_schedule_walk (schedule, (gsize) row->stage, match_item, &match);

  *prefix = MIN (match.at, row->n_blocks);
  return all && match.at == row->n_blocks;
}

/* How often each micro-batch was recorded in a row: of forward passes, backward passes and weight
 * gradients, which share the numbers. */
typedef struct
{
  guint8 *seen;  /* 3 x (G_MAXUINT16 + 1) */
  guint allowed; /* as often as chunks begin anew with 0 */
} Occurrences;

typedef struct
{
  const LscSchedule *schedule;
  const LscPipelineRow *row;
  const Occurrences *occurrences;
  gsize at;
  gboolean is_wrong;
} Misfits;

static guint8 *
occurrences_of (const Occurrences *self, const LscBlock *block)
{
  gboolean is_forward = _lsc_pipeline_has_forward (block->kind);
  gsize role = is_forward ? 0 : block->kind == LSC_BLOCK_W ? 2 : 1;

  return &self->seen[role * (G_MAXUINT16 + 1) + (is_forward ? block->mb_f : block->mb_b)];
}

static Occurrences
count_occurrences (const LscSchedule *schedule, const LscPipelineRow *row)
{
  Occurrences self = { g_malloc0 (3 * (G_MAXUINT16 + 1)), 1 };
  gsize m = schedule->n_micro_batches;
  gboolean counts_on = FALSE;

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];
      gboolean is_forward = _lsc_pipeline_has_forward (block->kind);
      gsize id = is_forward ? block->mb_f : block->mb_b;

      if (!(block->flags & LSC_BLOCK_ID_RECORDED))
        continue;
      counts_on |= id >= m && id < m * schedule->n_chunks;
      if (*occurrences_of (&self, block) < G_MAXUINT8)
        ++*occurrences_of (&self, block);
    }
  if (!counts_on && schedule->type != LSC_SCHEDULE_DUALPIPE)
    self.allowed = schedule->n_chunks;
  return self;
}

static gboolean
check_misfit (const LscScheduleItem *item, gpointer user_data)
{
  Misfits *self = user_data;
  const LscBlock *block;
  gsize id;

  if (self->at >= self->row->n_blocks)
    return FALSE;
  block = &self->row->blocks[self->at++];
  if (lsc_schedule_id_fits (self->schedule, block, item))
    return TRUE;
  id = _lsc_pipeline_has_forward (block->kind) ? block->mb_f : block->mb_b;
  self->is_wrong = !(block->flags & LSC_BLOCK_ID_RECORDED) || /* it is the chunk that differs */
                   (*occurrences_of (self->occurrences, block) <= self->occurrences->allowed &&
                    id < MAX (2, self->schedule->n_chunks) * self->schedule->n_micro_batches);
  return !self->is_wrong;
}

/**
 * lsc_row_misfits_repeat:
 *
 * Returns: whether every recorded micro-batch that contradicts the schedule is one that cannot be
 *   right: it occurs more often in the row than there are chunks or is above 2M
 *   (pipeline.md#bad-input)
 */
gboolean
lsc_row_misfits_repeat (const LscSchedule *schedule, const LscPipelineRow *row)
{
  Occurrences occurrences = count_occurrences (schedule, row);
  Misfits misfits = { .schedule = schedule, .row = row, .occurrences = &occurrences };

  if (row->stage >= 0)
    lsc_schedule_walk (schedule, (gsize) row->stage, check_misfit, &misfits);
  g_free (occurrences.seen);
  return !misfits.is_wrong;
}
