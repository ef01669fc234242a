/* lsc-pipeline-match.c - a row of blocks against a schedule: does it fit, names by it, differences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-info.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

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
  /* numbers that count on where all forwards come first are those of GPipe */
  return schedule->n_chunks > 1 && schedule->type != LSC_SCHEDULE_DUALPIPE &&
         schedule->type != LSC_SCHEDULE_BREADTH_FIRST &&
         recorded == mb + chunk * schedule->n_micro_batches;
}

/**
 * id_fits:
 *
 * Returns: whether what was recorded of a block, micro-batch or chunk, is that of @item. Some
 *   frameworks count on over the chunks (ids >= M are chunk 1), some begin anew with each chunk.
 *   The head's backward is not asked: it shares the number of the backward that it belongs to
 */
static gboolean
id_fits (const LscSchedule *schedule, const LscBlock *block, const LscScheduleItem *item)
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

/* The first block from @at on that was not set aside. */
static gsize
skip_others (const LscPipelineRow *row, gsize at)
{
  while (at < row->n_blocks && row->blocks[at].kind == LSC_BLOCK_O)
    at++;
  return at;
}

static gboolean
match_item (const LscScheduleItem *item, gpointer user_data)
{
  Match *self = user_data;
  const LscBlock *block;

  self->at = skip_others (self->row, self->at);
  if (self->at >= self->row->n_blocks)
    {
      self->at++; /* more blocks expected: no match */
      return FALSE;
    }
  block = &self->row->blocks[self->at];
  if (!lsc_schedule_kind_matches (item->kind, block->kind))
    return FALSE;
  if (self->with_ids && !id_fits (self->schedule, block, item))
    return FALSE;
  self->at++;
  return TRUE;
}

/**
 * _lsc_schedule_match_row:
 * @with_ids: whether recorded micro-batches have to fit
 * @prefix: (out): number of leading blocks that fit
 *
 * Cost: O(prefix). Returns: whether the schedule explains all blocks of the row.
 */
gboolean
_lsc_schedule_match_row (const LscSchedule *schedule, LscPipelineRow *row, gboolean with_ids,
                         gsize *prefix)
{
  Match match = { .schedule = schedule, .row = row, .with_ids = with_ids };
  gboolean all =
      row->stage >= 0 && lsc_schedule_walk (schedule, (gsize) row->stage, match_item, &match);

  match.at = skip_others (row, match.at);
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

  self->at = skip_others (self->row, self->at);
  if (self->at >= self->row->n_blocks)
    return FALSE;
  block = &self->row->blocks[self->at++];
  if (id_fits (self->schedule, block, item))
    return TRUE;
  id = _lsc_pipeline_has_forward (block->kind) ? block->mb_f : block->mb_b;
  self->is_wrong = !(block->flags & LSC_BLOCK_ID_RECORDED) || /* it is the chunk that differs */
                   (*occurrences_of (self->occurrences, block) <= self->occurrences->allowed &&
                    id < MAX (2, self->schedule->n_chunks) * self->schedule->n_micro_batches);
  return !self->is_wrong;
}

/**
 * _lsc_row_misfits_repeat:
 *
 * Returns: whether every recorded micro-batch that contradicts the schedule is one that cannot be
 *   right: it occurs more often in the row than there are chunks or is above 2M
 *   (pipeline.md#bad-input)
 */
gboolean
_lsc_row_misfits_repeat (const LscSchedule *schedule, const LscPipelineRow *row)
{
  Occurrences occurrences = count_occurrences (schedule, row);
  Misfits misfits = { .schedule = schedule, .row = row, .occurrences = &occurrences };

  if (row->stage >= 0)
    lsc_schedule_walk (schedule, (gsize) row->stage, check_misfit, &misfits);
  g_free (occurrences.seen);
  return !misfits.is_wrong;
}

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

  self->at = skip_others (self->row, self->at);
  if (self->at >= self->row->n_blocks)
    return FALSE;
  block = &self->row->blocks[self->at];
  if (!lsc_schedule_kind_matches (item->kind, block->kind))
    return FALSE;
  if (!id_fits (self->schedule, block, item))
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
 * _lsc_schedule_name_row:
 * @ignore_ids: whether recorded micro-batches that do not fit are dropped
 *
 * Gives the blocks their kinds, ids and names as far as they agree with the schedule.
 *
 * Returns: number of blocks named
 */
gsize
_lsc_schedule_name_row (LscPipeline *pipeline, const LscSchedule *schedule, LscPipelineRow *row,
                        gboolean ignore_ids)
{
  Naming naming = {
    .pipeline = pipeline, .schedule = schedule, .row = row, .ignore_ids = ignore_ids
  };

  if (row->stage >= 0)
    lsc_schedule_walk (schedule, (gsize) row->stage, name_item, &naming);
  _lsc_pipeline_note (pipeline->notices, LSC_SEVERITY_WARNING, "pp-microbatch-ignored", NULL,
                      naming.n_ignored,
                      _ ("Recorded micro-batch numbers that repeat or are too large were "
                         "ignored."),
                      NULL, NULL);
  return skip_others (row, naming.at);
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

  if (_lsc_schedule_match_row (best, (LscPipelineRow *) row, TRUE, &prefix))
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
 * _lsc_pipeline_make_banner:
 * @best: (nullable): the schedule that came closest
 *
 * Returns: (transfer full): why no schedule was recognised: for each stage expected and found
 *   count, the first differing position and both kinds there (pipeline.md#recognise)
 */
LscPhrase *
_lsc_pipeline_make_banner (const LscPipelineGroup *group, const LscPipelineStep *step,
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
