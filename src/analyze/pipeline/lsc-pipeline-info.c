/* lsc-pipeline-info.c - words for blocks, and their neighbours
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-info.h"

#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

#define KIND_WORDS                                                                                 \
  [LSC_BLOCK_F] = { "F", N_ ("Forward") }, [LSC_BLOCK_B] = { "B", N_ ("Backward") },               \
  [LSC_BLOCK_I] = { "I", N_ ("Backward for inputs") },                                             \
  [LSC_BLOCK_W] = { "W", N_ ("Backward for weights") },                                            \
  [LSC_BLOCK_X] = { "X", N_ ("Overlapped forward and backward") },                                 \
  [LSC_BLOCK_L] = { "L", N_ ("Loss and head backward") }, [LSC_BLOCK_O] = { "O", N_ ("Other") }

const LscWord lsc_block_kind_words[LSC_BLOCK_N_KINDS] = { KIND_WORDS };

const LscWord lsc_block_figure_words[LSC_N_BLOCK_FIGURES] = {
  KIND_WORDS,
  [LSC_FIGURE_FORWARD_BACKWARD] = { "F+B", N_ ("Forward and backward") },
  [LSC_FIGURE_BUBBLE] = { "bubble", N_ ("Idle") },
  [LSC_FIGURE_WINDOW] = { "window", N_ ("Whole step") },
};

/** Returns: the letter of a kind: F, B, I, W, X, L or O. */
const char *
lsc_block_kind_name (LscBlockKind kind)
{
  return lsc_block_kind_words[kind < LSC_BLOCK_N_KINDS ? kind : LSC_BLOCK_O].key;
}

/** Returns: a kind for people, translated. */
const char *
lsc_block_kind_title (LscBlockKind kind)
{
  return _ (lsc_block_kind_words[kind < LSC_BLOCK_N_KINDS ? kind : LSC_BLOCK_O].title);
}

gboolean
_lsc_pipeline_has_forward (guint kind)
{
  return kind == LSC_BLOCK_F || kind == LSC_BLOCK_X;
}

gboolean
_lsc_pipeline_has_backward (guint kind)
{
  return kind == LSC_BLOCK_B || kind == LSC_BLOCK_I || kind == LSC_BLOCK_X;
}

/**
 * lsc_block_describe_phase:
 *
 * Returns: (transfer full) (nullable): the phase of a DualPipeV block (pipeline.md#dualpipev),
 * %NULL if its schedule has no such phases
 */
char *
lsc_block_describe_phase (const LscBlock *block)
{
  g_return_val_if_fail (block, NULL);
  switch (block->type)
    {
    case 0:
      return g_strdup (_ ("warm-up forward"));
    case 1:
      return g_strdup (_ ("interleaved forward"));
    case 2:
      return g_strdup (_ ("backward, weights, forward"));
    case 3:
      return g_strdup (_ ("overlapped"));
    case 4:
      return g_strdup (_ ("backward, overlapped"));
    case 5:
      return g_strdup (_ ("interleaved backward"));
    case 6:
      return g_strdup (_ ("cool-down backward"));
    default:
      return NULL;
    }
}

static gboolean
group_schedule (const LscPipelineGroup *group, LscSchedule *schedule)
{
  *schedule = (LscSchedule){ .type = LSC_SCHEDULE_1F1B,
                             .n_stages = group->n_ranks,
                             .n_micro_batches = MAX (group->micro_batches, 1),
                             .n_chunks = MAX (group->n_chunks, 1) };
  if (group->schedule)
    schedule->type = lsc_schedule_type_from_name (group->schedule);
  return schedule->type != LSC_SCHEDULE_NONE;
}

static guint32
find_part (const LscPipelineRow *row, gboolean forward, guint mb, guint chunk, guint kind)
{
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];

      if (forward ? block->mb_f == mb && lsc_block_chunk_f (block) == chunk
                  : block->mb_b == mb && lsc_block_chunk_b (block) == chunk &&
                        block->kind != LSC_BLOCK_L &&
                        (block->kind == LSC_BLOCK_W) == (kind == LSC_BLOCK_W))
        return (guint32) i;
    }
  return G_MAXUINT32;
}

/**
 * lsc_pipeline_neighbour_stage:
 * @row: row of the block
 * @block: its index there
 * @direction: -1 for the virtual stage before, +1 for the one after
 * @block_out: (out): the block found
 *
 * Finds the block of the same micro-batch on the neighbouring virtual stage, of an overlapped pair
 * that of its forward part.
 *
 * Cost: O(blocks of a row).
 *
 * Returns: the row, %G_MAXUINT32 if there is none
 */
guint32
lsc_pipeline_neighbour_stage (const LscPipelineGroup *group, const LscPipelineStep *step,
                              guint32 row, guint32 block, int direction, guint32 *block_out)
{
  g_return_val_if_fail (group && step && row < step->n_rows && block < step->rows[row].n_blocks,
                        G_MAXUINT32);

  const LscPipelineRow *from = &step->rows[row];
  const LscBlock *at = &from->blocks[block];
  gboolean forward = at->mb_f != LSC_MB_NONE;
  guint mb = forward ? at->mb_f : at->mb_b;
  guint chunk = forward ? lsc_block_chunk_f (at) : lsc_block_chunk_b (at);
  LscSchedule schedule;
  gsize place, stage;

  *block_out = G_MAXUINT32;
  if (mb == LSC_MB_NONE || chunk == LSC_CHUNK_NONE || from->stage < 0 ||
      !group_schedule (group, &schedule))
    return G_MAXUINT32;
  place = lsc_schedule_virtual_stage (&schedule, (gsize) from->stage, chunk);
  if ((direction < 0 && place == 0) ||
      (direction > 0 && place + 1 >= lsc_schedule_chain_length (&schedule)))
    return G_MAXUINT32;
  lsc_schedule_place (&schedule, direction < 0 ? place - 1 : place + 1, chunk, &stage, &chunk);
  for (gsize i = 0; i < step->n_rows; i++)
    if (step->rows[i].stage == (int) stage)
      {
        *block_out = find_part (&step->rows[i], forward, mb, chunk, at->kind);
        return *block_out == G_MAXUINT32 ? G_MAXUINT32 : (guint32) i;
      }
  return G_MAXUINT32;
}

/** Returns: the latest end of the blocks of a row, %G_MININT64 without any */
gint64
_lsc_pipeline_row_end (const LscPipelineRow *row)
{
  gint64 end = G_MININT64;

  for (gsize i = 0; i < row->n_blocks; i++)
    end = MAX (end, row->blocks[i].end_ns);
  return end;
}
