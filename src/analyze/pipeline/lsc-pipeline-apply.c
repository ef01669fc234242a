/* lsc-pipeline-apply.c - names of blocks by a schedule; what does not fit
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-apply.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/pipeline/lsc-pipeline-match.h"
#include "analyze/pipeline/lsc-pipeline-private.h"

typedef struct
{
  LscPipeline *pipeline;
  const LscSchedule *schedule;
  LscPipelineRow *row;
  gboolean ignore_ids;
  gsize at;
  gint64 n_ignored;
} Naming;

static void
set_peer_name (Naming *self, const LscBlock *block, LscBlockDetail *detail)
{
  if (self->schedule->type != LSC_SCHEDULE_DUALPIPEV)
    {
      _lsc_pipeline_set_peer_name (self->pipeline, detail, _lsc_pipeline_has_forward (block->kind));
      return;
    }
  if (detail->peer_name != LSC_STRING_NONE)
    return;
  detail->peer_name = block->name;
  detail->peer_type = block->type;
}

static gboolean
name_item (const LscScheduleItem *item, gpointer user_data)
{
  Naming *self = user_data;
  LscBlock *block;

  if (self->at >= self->row->n_blocks)
    return FALSE;
  block = &self->row->blocks[self->at];
  if (!lsc_schedule_kind_matches (item->kind, block->kind))
    return FALSE;
  if (!lsc_schedule_id_fits (self->schedule, block, item))
    {
      if (!self->ignore_ids)
        return FALSE;
      block->flags &= (guint8) ~LSC_BLOCK_ID_RECORDED;
      self->n_ignored++;
    }
  block->kind = item->kind;
  block->mb_f = (guint16) MIN (item->mb_f, LSC_MB_NONE);
  block->mb_b = (guint16) MIN (item->mb_b, LSC_MB_NONE);
  block->chunks = (guint8) (item->chunk_f | item->chunk_b << 4);
  block->type = self->schedule->type == LSC_SCHEDULE_DUALPIPEV ? item->phase : -1;
  block->name =
      lsc_intern_add_take (self->pipeline->strings, lsc_schedule_item_name (self->schedule, item));
  set_peer_name (self, block, &self->row->details[block->detail]);
  self->at++;
  return TRUE;
}

/**
 * lsc_schedule_name_row:
 * @ignore_ids: whether recorded micro-batches that do not fit are dropped
 *
 * Gives the blocks their kinds, ids and names as far as they agree with the schedule.
 *
 * Returns: number of blocks named
 */
gsize
lsc_schedule_name_row (LscPipeline *pipeline, const LscSchedule *schedule, LscPipelineRow *row,
                       gboolean ignore_ids)
{
  Naming naming = {
    .pipeline = pipeline, .schedule = schedule, .row = row, .ignore_ids = ignore_ids
  };

  if (row->stage >= 0)
    lsc_schedule_walk (schedule, (gsize) row->stage, name_item, &naming);
  if (naming.n_ignored > 0)
    _lsc_pipeline_note (
        pipeline, LSC_SEVERITY_WARNING, "pp-microbatch-ignored", NULL, naming.n_ignored,
        g_strdup (_ ("Recorded micro-batch numbers that repeat or are too large were "
                     "ignored.")),
        NULL, NULL);
  return naming.at;
}

typedef struct
{
  gsize position;
  int kind;
  gsize at;
} Expected;

static gboolean
find_expected (const LscScheduleItem *item, gpointer user_data)
{
  Expected *self = user_data;

  if (self->at++ == self->position)
    self->kind = item->kind;
  return self->at <= self->position;
}

/* (transfer full): what stands at @position instead of a block of kind @expected. */
static LscPhrase *
describe_found (const LscPipelineRow *row, gsize position, int expected)
{
  const char *name;

  if (position >= row->n_blocks)
    return lsc_phrase_new_text (N_ ("nothing"));
  name = lsc_block_kind_name (row->blocks[position].kind);
  if (expected < 0 || !lsc_schedule_kind_matches ((LscBlockKind) expected,
                                                  (LscBlockKind) row->blocks[position].kind))
    return lsc_phrase_new_verbatim (name);
  return lsc_phrase_new (N_ ("%s of another micro-batch or chunk"), name);
}

static LscPhrase *
describe_row (const LscSchedule *best, const LscPipelineRow *row)
{
  gsize n_expected = lsc_schedule_count (best, (gsize) row->stage);
  Expected expected = { .kind = -1 };
  g_autoptr (LscPhrase) wanted = NULL, found = NULL;
  gsize prefix;

  if (lsc_schedule_match_row (best, (LscPipelineRow *) row, TRUE, &prefix))
    return lsc_phrase_new (N_ ("stage %d: %zu blocks, as expected"), row->stage, row->n_blocks);
  expected.position = prefix;
  lsc_schedule_walk (best, (gsize) row->stage, find_expected, &expected);
  found = describe_found (row, prefix, expected.kind);
  wanted = expected.kind < 0
               ? lsc_phrase_new_text (N_ ("nothing"))
               : lsc_phrase_new_verbatim (lsc_block_kind_name ((LscBlockKind) expected.kind));
  return lsc_phrase_new (N_ ("stage %d: %zu blocks expected, %zu found; first difference at block "
                             "%zu: %s expected, %s found"),
                         row->stage, n_expected, row->n_blocks, prefix + 1,
                         lsc_phrase_as_argument (wanted), lsc_phrase_as_argument (found));
}

static LscPhrase *
banner_without_candidate (const LscPipelineGroup *group, gsize n_forward, gboolean is_dual)
{
  if (is_dual && n_forward / 2 < 2 * group->n_ranks)
    return lsc_phrase_new (N_ ("DualPipeV needs at least two micro-batches for each stage, %zu "
                               "here; %zu were recorded."),
                           2 * group->n_ranks, n_forward / 2);
  return lsc_phrase_new_text (
      N_ ("No known schedule exists for this number of stages and micro-batches."));
}

/**
 * lsc_pipeline_make_banner:
 * @best: (nullable): the schedule that came closest
 *
 * Returns: (transfer full): why no schedule was recognised: for each stage expected and found
 *   count, the first differing position and both kinds there (pipeline.md#recognise)
 */
LscPhrase *
lsc_pipeline_make_banner (const LscPipelineGroup *group, const LscPipelineStep *step,
                          const LscSchedule *best, gsize n_forward, const char *told_type)
{
  g_autoptr (LscPhrase) label = step->has_id ? lsc_phrase_new (N_ ("step %" PRId64), step->id)
                                             : lsc_phrase_new_text (N_ ("no step"));
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  gboolean has_overlap = FALSE, has_stages = TRUE;

  for (gsize i = 0; i < step->n_rows; i++)
    {
      has_stages &= step->rows[i].stage >= 0;
      for (gsize k = 0; k < step->rows[i].n_blocks; k++)
        has_overlap |= step->rows[i].blocks[k].kind == LSC_BLOCK_X;
    }
  if (!has_stages)
    return lsc_phrase_new_text (N_ ("It is not known which rank runs which stage."));
  if (!best || ((has_overlap || g_strcmp0 (told_type, "dualpipev") == 0) &&
                n_forward / 2 < 2 * group->n_ranks))
    return banner_without_candidate (group, n_forward,
                                     has_overlap || g_strcmp0 (told_type, "dualpipev") == 0);
  g_ptr_array_add (lines,
                   lsc_phrase_new (N_ ("%s, compared with %s, %zu micro-batches:"),
                                   lsc_phrase_as_argument (label),
                                   lsc_schedule_type_name (best->type), best->n_micro_batches));
  for (gsize i = 0; i < step->n_rows; i++)
    if (step->rows[i].n_blocks > 0)
      g_ptr_array_add (lines, describe_row (best, &step->rows[i]));
  return lsc_phrase_new_joined ("\n", lines);
}
