/* lsc-pipeline-kineto.c - pipeline ranges as PyTorch names them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-kineto.h"

#include <string.h>

#include "analyze/pipeline/lsc-pipeline-rank-private.h"
#include "base/lsc-stats.h"

/* pipeline.md#gpu. The runtime schedules of torch.distributed.pipelining name every action:
 * `PP:2F1` is the forward of micro-batch 1 on stage 2, `PP:(0F3;7B2)OVERLAP_F_B` a forward and a
 * backward at a time. Single-stage schedules write `Forward 3`. */

#define MAX_NUMBER 1000000

static gboolean
scan_number (const char **at, gint64 *value)
{
  const char *begin = *at;

  *value = 0;
  for (; g_ascii_isdigit (**at) && *value < MAX_NUMBER; (*at)++)
    *value = *value * 10 + (**at - '0');
  return *at > begin && *value < MAX_NUMBER;
}

static gboolean
skip (const char **at, const char *text)
{
  if (!g_str_has_prefix (*at, text))
    return FALSE;
  *at += strlen (text);
  return TRUE;
}

static int
kind_of_letter (char letter)
{
  switch (letter)
    {
    case 'F':
      return LSC_BLOCK_F;
    case 'B':
      return LSC_BLOCK_B;
    case 'I':
      return LSC_BLOCK_I;
    case 'W':
      return LSC_BLOCK_W;
    default:
      return LSC_BLOCK_KIND_NONE;
    }
}

/* `2F1`; %FALSE for `2SEND_F1`, `2UNSHARD` and their like. */
static gboolean
scan_action (const char **at, LscPipelineAction *action)
{
  if (!scan_number (at, &action->stage))
    return FALSE;
  action->kind = kind_of_letter (**at);
  if (action->kind == LSC_BLOCK_KIND_NONE || !g_ascii_isdigit ((*at)[1]))
    return FALSE;
  ++*at;
  return scan_number (at, &action->micro_batch);
}

static gboolean
scan_overlap (const char **at, LscPipelineAction *action)
{
  LscPipelineAction other = { 0 };

  if (!skip (at, "(") || !scan_action (at, action) || !skip (at, ";") ||
      !scan_action (at, &other) || !skip (at, ")OVERLAP_F_B"))
    return FALSE;
  if (action->kind != LSC_BLOCK_F && other.kind == LSC_BLOCK_F)
    *action = other;
  action->kind = LSC_BLOCK_X;
  return TRUE;
}

static gboolean
parse_numbered (const char *text, LscPipelineAction *action)
{
  const char *at = text;

  action->kind = skip (&at, "Forward ")    ? LSC_BLOCK_F
                 : skip (&at, "Backward ") ? LSC_BLOCK_B
                                           : LSC_BLOCK_KIND_NONE;
  action->stage = -1;
  action->is_loop_index = TRUE;
  return action->kind != LSC_BLOCK_KIND_NONE && scan_number (&at, &action->micro_batch) &&
         *at == '\0';
}

/**
 * lsc_pipeline_parse_action:
 * @text: name of a range
 * @is_gpu: whether names of single-stage schedules count too
 * @action: (out): what it says
 *
 * Returns: whether the name is of one of PyTorch's forms; @action->kind is %LSC_BLOCK_KIND_NONE for
 *   sends, receives, sharding and other actions that are no blocks
 */
gboolean
lsc_pipeline_parse_action (const char *text, gboolean is_gpu, LscPipelineAction *action)
{
  g_return_val_if_fail (text && action, FALSE);

  const char *at = text;

  *action = (LscPipelineAction){ LSC_BLOCK_KIND_NONE, -1, -1, FALSE };
  if (!skip (&at, "PP:"))
    return is_gpu && parse_numbered (text, action);
  if ((*at == '(' ? !scan_overlap (&at, action) : !scan_action (&at, action)) || *at != '\0')
    action->kind = LSC_BLOCK_KIND_NONE;
  return TRUE;
}

static gsize
drop_equal (LscInt64s *sorted)
{
  gsize n = 0;

  for (gsize i = 0; i < sorted->n; i++)
    if (n == 0 || sorted->items[n - 1] != sorted->items[i])
      sorted->items[n++] = sorted->items[i];
  sorted->n = n;
  return n;
}

/* Numbers of loops: those of the forwards are micro-batches only if each of 0..M-1 occurs, and all
 * equally often. */
static gboolean
are_micro_batches (const LscBlockRanges *ranges, guint kind)
{
  LscInt64s numbers = { 0 };
  gsize n, n_distinct;
  gboolean ok;

  for (gsize i = 0; i < ranges->n; i++)
    if (ranges->items[i].is_loop_index && ranges->items[i].kind == kind)
      lsc_int64s_append (&numbers, (gint64) ranges->items[i].recorded);
  lsc_sort_int64s (numbers.items, numbers.n);
  n = numbers.n;
  n_distinct = drop_equal (&numbers);
  ok = n == 0 || (numbers.items[n_distinct - 1] == (gint64) n_distinct - 1 && n % n_distinct == 0);
  lsc_int64s_clear (&numbers);
  return ok;
}

static void
drop_loop_indexes (LscBlockRanges *ranges)
{
  if (are_micro_batches (ranges, LSC_BLOCK_F) && are_micro_batches (ranges, LSC_BLOCK_B))
    return;
  for (gsize i = 0; i < ranges->n; i++)
    if (ranges->items[i].is_loop_index)
      ranges->items[i].recorded = LSC_SCHEDULE_NO_ID;
}

/* The stages that a rank runs are its chunks, in their order: 1 and 5 of four ranks, or 1 and 6. */
static void
number_chunks (LscPipelineRank *rank)
{
  LscBlockRanges *ranges = &rank->ranges;
  LscInt64s stages = { 0 };

  for (gsize i = 0; i < ranges->n; i++)
    if (ranges->items[i].stage > 0)
      lsc_int64s_append (&stages, ranges->items[i].stage);
  lsc_sort_int64s (stages.items, stages.n);
  drop_equal (&stages);
  rank->stage = stages.n > 0 ? stages.items[0] : 0;
  for (gsize i = 0; i < ranges->n && stages.n > 1 && stages.n < LSC_CHUNK_NONE; i++)
    for (gsize k = 0; k < stages.n; k++)
      if (ranges->items[i].stage == stages.items[k])
        ranges->items[i].chunk = (guint8) k;
  lsc_int64s_clear (&stages);
}

/**
 * _lsc_pipeline_settle_actions:
 *
 * Turns stages into chunks of the rank, and forgets numbers that cannot be micro-batches.
 */
void
_lsc_pipeline_settle_actions (LscPipelineRank *rank)
{
  g_return_if_fail (rank);
  number_chunks (rank);
  drop_loop_indexes (&rank->ranges);
}
