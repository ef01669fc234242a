/* lsc-pipeline-names.c - names and ids of blocks without a recognised schedule
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-info.h"

#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-private.h"

/* pipeline.md#not-recognised, #ids. With forward and backward only, the k-th of each is
 * micro-batch k; where weight gradients or overlapped pairs were recorded only recorded ids are
 * certain. */

typedef struct
{
  gsize forward;
  gsize backward;
  gsize other;
  gsize leading;
  gboolean is_early; /* a backward came before its forward */
} RowCounts;

static RowCounts
count_row (const LscPipelineRow *row)
{
  RowCounts counts = { 0 };

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      if (row->blocks[i].kind == LSC_BLOCK_F)
        {
          counts.leading += counts.leading == i;
          counts.forward++;
        }
      else if (row->blocks[i].kind == LSC_BLOCK_B)
        counts.is_early |= ++counts.backward > counts.forward;
      else
        counts.other++;
    }
  return counts;
}

static gboolean
is_usual (const RowCounts *counts, const LscPipelineGroup *group, int stage)
{
  gsize late, expected;

  if (counts->is_early || counts->forward != counts->backward)
    return FALSE;
  if (stage < 0 || (gsize) stage >= group->n_ranks)
    return TRUE;
  late = group->n_ranks - 1 - (gsize) stage;
  expected = MIN (late, counts->forward) + (counts->forward > late ? 1 : 0);
  return counts->leading == expected || counts->leading == counts->forward;
}

/* Name in the reference tool's table where its method does not work: FP or BP. */
void
_lsc_pipeline_set_peer_name (LscPipeline *pipeline, LscBlockDetail *detail, gboolean is_forward)
{
  if (detail->peer_name != LSC_STRING_NONE)
    return;
  detail->peer_name = lsc_intern_add (pipeline->strings, is_forward ? "FP" : "BP");
  detail->peer_type = is_forward ? 0 : 1;
}

static guint32
number_name (LscPipeline *pipeline, guint number)
{
  char text[16];

  g_snprintf (text, sizeof text, "%u", number);
  return lsc_intern_add (pipeline->strings, text);
}

/* @id counts on over two chunks of @two_chunk_size micro-batches, if that is known. */
static void
set_forward_id (LscBlock *block, gsize id, gsize two_chunk_size)
{
  guint chunk = 0;

  if (two_chunk_size > 0 && id >= two_chunk_size)
    {
      chunk = 1;
      id -= two_chunk_size;
    }
  if (lsc_block_chunk_f (block) == LSC_CHUNK_NONE)
    block->chunks = (guint8) ((block->chunks & 0xf0) | chunk);
  block->mb_f = id < LSC_MB_NONE ? (guint16) id : LSC_MB_NONE;
}

static void
name_block (LscPipeline *pipeline, LscPipelineRow *row, gsize index, gsize by_order,
            gsize chunk_size)
{
  LscBlock *block = &row->blocks[index];
  LscBlockDetail *detail = &row->details[block->detail];
  gboolean is_recorded = (block->flags & LSC_BLOCK_ID_RECORDED) != 0;
  gboolean is_forward = _lsc_pipeline_has_forward (block->kind);
  gsize shown = is_forward ? block->mb_f : block->mb_b;

  if (!is_recorded)
    shown = by_order;
  if (shown != G_MAXSIZE && is_forward)
    set_forward_id (block, shown, chunk_size);
  else if (shown != G_MAXSIZE)
    {
      block->mb_b = shown < LSC_MB_NONE ? (guint16) shown : LSC_MB_NONE;
      if (lsc_block_chunk_b (block) == LSC_CHUNK_NONE)
        block->chunks = (guint8) (block->chunks & 0x0f);
    }
  if (detail->peer_name != LSC_STRING_NONE)
    block->name = detail->peer_name;
  else if (shown != G_MAXSIZE)
    block->name = number_name (pipeline, (guint) shown);
  else
    block->name = lsc_intern_add (pipeline->strings, lsc_block_kind_name (block->kind));
  if (is_recorded && block->kind == LSC_BLOCK_F && detail->peer_name == LSC_STRING_NONE)
    {
      detail->peer_name = block->name;
      detail->peer_type = 0;
    }
  _lsc_pipeline_set_peer_name (pipeline, detail, is_forward);
}

/* Ids that occur twice or are larger than any can be are not believed. */
static void
drop_doubtful_ids (LscPipelineRow *row, const RowCounts *counts, gint64 *n_ignored)
{
  g_autofree guint8 *seen = g_malloc0 (G_MAXUINT16 + 1);
  gsize limit = 2 * MAX (counts->forward + counts->other, 1);

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      LscBlock *block = &row->blocks[i];

      if ((block->flags & LSC_BLOCK_ID_RECORDED) && block->kind == LSC_BLOCK_F &&
          seen[block->mb_f] < 2)
        seen[block->mb_f]++;
    }
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      LscBlock *block = &row->blocks[i];
      gboolean is_forward = _lsc_pipeline_has_forward (block->kind);
      guint16 *id = is_forward ? &block->mb_f : &block->mb_b;

      if (!(block->flags & LSC_BLOCK_ID_RECORDED) ||
          (*id < limit && (block->kind != LSC_BLOCK_F || seen[*id] < 2)))
        continue;
      *id = LSC_MB_NONE;
      block->flags &= (guint8) ~LSC_BLOCK_ID_RECORDED;
      ++*n_ignored;
    }
}

/**
 * _lsc_pipeline_name_by_order:
 * @first: block to begin with; those before have names
 * @two_chunk_size: M if recorded ids count over two chunks, else 0
 *
 * Names the blocks of a row whose order no schedule explains.
 */
void
_lsc_pipeline_name_by_order (LscPipeline *pipeline, const LscPipelineGroup *group,
                             LscPipelineStep *step, gsize row_index, gsize first,
                             gsize two_chunk_size)
{
  LscPipelineRow *row = &step->rows[row_index];
  RowCounts counts = count_row (row);
  gboolean by_order = counts.other == 0 && two_chunk_size == 0 && first == 0;
  gboolean usual = by_order && is_usual (&counts, group, row->stage);
  gsize forward = 0, backward = 0;
  gint64 n_ignored = 0;

  if (first == 0)
    drop_doubtful_ids (row, &counts, &n_ignored);
  for (gsize i = first; i < row->n_blocks; i++)
    {
      LscBlock *block = &row->blocks[i];
      gsize id = G_MAXSIZE;

      if (by_order)
        {
          id = block->kind == LSC_BLOCK_F ? forward++ : backward++;
          if (!usual && !step->is_forward_only)
            block->flags |= LSC_BLOCK_ID_UNUSUAL;
        }
      name_block (pipeline, row, i, id, two_chunk_size);
    }
  _lsc_pipeline_note (pipeline->notices, LSC_SEVERITY_WARNING, "pp-microbatch-ignored", NULL,
                      n_ignored,
                      _ ("Recorded micro-batch numbers that repeat or are too large were "
                         "ignored."),
                      NULL, NULL);
}
