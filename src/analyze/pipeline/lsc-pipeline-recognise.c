/* lsc-pipeline-recognise.c - which schedule explains the recorded order of blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "lsc-pipeline-metadata.h"
#include "lsc-pipeline-private.h"
#include "lsc-pipeline-recognise.h"

/* Pipeline chart 2.4, 7.3 and 7.4: the first schedule whose kinds and recorded ids equal those of
 * every stage of a step. */

typedef struct
{
  const LscSchedule *schedule;
  LscPipelineRow *row;
  gboolean with_ids;
  gsize at;
} Match;

/**
 * _lsc_schedule_id_fits:
 *
 * Returns: whether the recorded micro-batch of a forward is that of @item. Some frameworks count on
 *   over the chunks (ids >= M are chunk 1), some begin anew with each chunk.
 */
gboolean
_lsc_schedule_id_fits (const LscSchedule *schedule,
                       const LscBlock *block,
                       const LscScheduleItem *item)
{
  guint chunk = lsc_block_chunk_f (block);

  if (chunk != LSC_CHUNK_NONE && chunk != item->chunk_f)
    return FALSE;
  return block->mb_f == item->mb_f ||
         (chunk == LSC_CHUNK_NONE && schedule->n_chunks == 2 && item->chunk_f == 1 &&
          schedule->type != LSC_SCHEDULE_DUALPIPE &&
          block->mb_f == item->mb_f + schedule->n_micro_batches);
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
  if (self->with_ids && (block->flags & LSC_BLOCK_ID_RECORDED) &&
      _lsc_pipeline_has_forward (block->kind) &&
      !_lsc_schedule_id_fits (self->schedule, block, item))
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
_lsc_schedule_match_row (const LscSchedule *schedule,
                         LscPipelineRow *row,
                         gboolean with_ids,
                         gsize *prefix)
{
  Match match = { .schedule = schedule, .row = row, .with_ids = with_ids };
  gboolean all =
      row->stage >= 0 && lsc_schedule_walk (schedule, (gsize) row->stage, match_item, &match);

  *prefix = MIN (match.at, row->n_blocks);
  return all && match.at == row->n_blocks;
}

typedef struct
{
  LscPipelineBuild *build;
  LscPipelineGroup *group;
  char *told_type;
  gint64 told_micro_batches;
  gboolean is_model_graph;
  LscScheduleType forced;
  LscSchedule last; /* of the step before */
} Recogniser;

/* What a step looks like over all stages. */
typedef struct
{
  gsize n_forward; /* of most rows */
  gsize n_present;
  gboolean has_overlap;
  gboolean has_weights;
  gboolean has_stages;
  LscPipelineRow *highest; /* present row of the highest stage */
} Shape;

static gsize
count_forward (const LscPipelineRow *row)
{
  gsize n = 0;

  for (gsize i = 0; i < row->n_blocks; i++)
    n += _lsc_pipeline_has_forward (row->blocks[i].kind);
  return n;
}

static gsize
most_frequent (GArray *counts)
{
  gsize best = 0, best_n = 0;

  for (guint i = 0; i < counts->len; i++)
    {
      gsize n = 0;

      for (guint j = 0; j < counts->len && j < 4096; j++)
        n += g_array_index (counts, gsize, j) == g_array_index (counts, gsize, i);
      if (n > best_n)
        {
          best_n = n;
          best = g_array_index (counts, gsize, i);
        }
      if (best_n * 2 > counts->len)
        break;
    }
  return best;
}

static Shape
look_at_step (const LscPipelineStep *step)
{
  Shape shape = { .has_stages = TRUE };
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (gsize i = 0; i < step->n_rows; i++)
    {
      LscPipelineRow *row = &step->rows[i];
      gsize n = count_forward (row);

      if (row->n_blocks == 0)
        continue;
      shape.n_present++;
      shape.has_stages &= row->stage >= 0;
      shape.highest = row;
      g_array_append_val (counts, n);
      for (gsize k = 0; k < row->n_blocks; k++)
        {
          shape.has_overlap |= row->blocks[k].kind == LSC_BLOCK_X;
          shape.has_weights |= row->blocks[k].kind == LSC_BLOCK_W;
        }
    }
  shape.n_forward = most_frequent (counts);
  return shape;
}

static void
add_candidate (GArray *list, const Recogniser *self, LscSchedule schedule)
{
  schedule.n_stages = self->group->n_ranks;
  if (self->forced != LSC_SCHEDULE_NONE && self->forced != schedule.type)
    return;
  if (lsc_schedule_is_possible (&schedule))
    g_array_append_val (list, schedule);
}

static void
add_dualpipev (GArray *list, const Recogniser *self, const Shape *shape)
{
  for (guint variant = 0; variant < 8; variant++)
    {
      LscSchedule schedule = { .type = LSC_SCHEDULE_DUALPIPEV,
                               .n_micro_batches = shape->n_forward / 2,
                               .n_chunks = 2,
                               .no_overlap = (variant & 4) != 0,
                               .late_weights = (variant & 2) != 0,
                               .no_logits = (variant & 1) != 0 };

      if (shape->n_forward % 2 == 0 && !(schedule.no_overlap && schedule.no_logits))
        add_candidate (list, self, schedule);
    }
}

static void
add_simple (GArray *list, const Recogniser *self, LscScheduleType type, gsize n, guint chunks)
{
  add_candidate (
      list, self, (LscSchedule){ .type = type, .n_micro_batches = n, .n_chunks = chunks });
}

static void
add_two_chunk (GArray *list, const Recogniser *self, const Shape *shape, LscScheduleType type)
{
  LscSchedule schedule = { .type = type,
                           .n_chunks = 2,
                           .no_overlap = !shape->has_overlap,
                           .no_weights = !shape->has_weights };

  schedule.n_micro_batches =
      type == LSC_SCHEDULE_DUALPIPE ? shape->n_forward : shape->n_forward / 2;
  if (type == LSC_SCHEDULE_ZBV && (shape->n_forward % 2 != 0 || shape->has_overlap))
    return;
  schedule.no_overlap &= type == LSC_SCHEDULE_DUALPIPE;
  add_candidate (list, self, schedule);
}

/* With all but the last warm-up forward known, the length of a run follows from the number of
 * chunks: leading forwards - 1 = 2d + (v - 1)N. */
static void
add_interleaved_with (GArray *list, const Recogniser *self, const Shape *shape, guint v)
{
  gsize n = shape->n_forward / v, p = self->group->n_ranks;
  gsize late = (p - 1 - (gsize) shape->highest->stage) * 2;
  gsize leading = 0;
  LscSchedule schedule = { .type = LSC_SCHEDULE_INTERLEAVED, .n_micro_batches = n, .n_chunks = v };

  while (leading < shape->highest->n_blocks && shape->highest->blocks[leading].kind == LSC_BLOCK_F)
    leading++;
  if (leading >= shape->n_forward) /* all forwards first: the length cannot be seen */
    {
      schedule.run_length = p;
      add_candidate (list, self, schedule);
      schedule.run_length = n;
      if (n != p)
        add_candidate (list, self, schedule);
      return;
    }
  for (guint extra = 0; extra < 2; extra++)
    {
      if (leading < 1 + late + extra || (leading - 1 - late - extra) % (v - 1) != 0)
        continue;
      schedule.run_length = (leading - 1 - late - extra) / (v - 1);
      schedule.extra_warmup = (guint8) extra;
      add_candidate (list, self, schedule);
    }
}

static int
interleaved_order (const LscSchedule *a, const LscSchedule *b, const Recogniser *self)
{
  gboolean told_a = (gint64) a->n_micro_batches == self->told_micro_batches;
  gboolean told_b = (gint64) b->n_micro_batches == self->told_micro_batches;

  if (told_a != told_b)
    return told_a ? -1 : 1;
  if (a->extra_warmup != b->extra_warmup)
    return a->extra_warmup ? 1 : -1;
  if ((a->run_length == a->n_stages) != (b->run_length == b->n_stages))
    return a->run_length == a->n_stages ? -1 : 1;
  return a->n_chunks < b->n_chunks ? -1 : 1;
}

static int
compare_interleaved (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return interleaved_order (a, b, user_data);
}

static void
add_interleaved (GArray *list, const Recogniser *self, const Shape *shape)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (LscSchedule));

  if (shape->has_overlap || shape->has_weights)
    return;
  for (guint v = 2; v < LSC_CHUNK_NONE && v <= shape->n_forward; v++)
    if (shape->n_forward % v == 0)
      add_interleaved_with (found, self, shape, v);
  g_array_sort_with_data (found, compare_interleaved, (gpointer) self);
  if (found->len > 0)
    g_array_append_vals (list, found->data, found->len);
}

/* In the order in which they are tried. */
static GArray *
list_candidates (const Recogniser *self, const Shape *shape)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LscSchedule));
  gboolean dual_first =
      shape->has_overlap || self->is_model_graph || g_strcmp0 (self->told_type, "dualpipev") == 0;

  if (self->last.type != LSC_SCHEDULE_NONE)
    g_array_append_val (list, self->last);
  if (dual_first)
    add_dualpipev (list, self, shape);
  add_simple (list, self, LSC_SCHEDULE_1F1B, shape->n_forward, 1);
  add_interleaved (list, self, shape);
  if (!dual_first)
    add_dualpipev (list, self, shape);
  add_two_chunk (list, self, shape, LSC_SCHEDULE_DUALPIPE);
  if (shape->has_weights)
    add_simple (list, self, LSC_SCHEDULE_ZBH1, shape->n_forward, 1);
  add_two_chunk (list, self, shape, LSC_SCHEDULE_ZBV);
  add_simple (list, self, LSC_SCHEDULE_GPIPE, shape->n_forward, 1);
  return list;
}

/* How well a candidate does. */
typedef struct
{
  LscSchedule schedule;
  gsize n_matched; /* stages */
  gsize n_prefix;  /* blocks */
  gboolean with_ids;
} Score;

static Score
score_candidate (const LscSchedule *schedule, LscPipelineStep *step, gboolean with_ids)
{
  Score score = { .schedule = *schedule, .with_ids = with_ids };

  for (gsize i = 0; i < step->n_rows; i++)
    {
      gsize prefix;

      if (step->rows[i].n_blocks == 0)
        continue;
      score.n_matched += _lsc_schedule_match_row (schedule, &step->rows[i], with_ids, &prefix);
      score.n_prefix += prefix;
    }
  return score;
}

static gboolean
is_better (const Score *a, const Score *b)
{
  if (b->schedule.type == LSC_SCHEDULE_NONE || a->n_matched != b->n_matched)
    return b->schedule.type == LSC_SCHEDULE_NONE || a->n_matched > b->n_matched;
  return a->n_prefix > b->n_prefix;
}

/* Ids may only be left out of account where those that do not fit cannot be right. */
static gboolean
misfits_repeat (const LscSchedule *schedule, const LscPipelineStep *step)
{
  for (gsize i = 0; i < step->n_rows; i++)
    if (step->rows[i].n_blocks > 0 && !_lsc_row_misfits_repeat (schedule, &step->rows[i]))
      return FALSE;
  return TRUE;
}

static Score
find_best (const Recogniser *self, LscPipelineStep *step, const Shape *shape)
{
  g_autoptr (GArray) list = list_candidates (self, shape);
  Score best = { .schedule = { .type = LSC_SCHEDULE_NONE } };

  for (int with_ids = 1; with_ids >= 0; with_ids--)
    for (guint i = 0; i < list->len; i++)
      {
        Score score = score_candidate (&g_array_index (list, LscSchedule, i), step, with_ids != 0);

        if (score.n_matched == shape->n_present &&
            (with_ids || misfits_repeat (&score.schedule, step)))
          return score;
        if (with_ids && is_better (&score, &best))
          best = score;
      }
  return best;
}

static void
name_rest (Recogniser *self, LscPipelineStep *step, gsize row, gsize first, const Shape *shape)
{
  gboolean two_chunks =
      shape->has_overlap || self->is_model_graph || g_strcmp0 (self->told_type, "dualpipev") == 0;
  gsize size = 0;

  if (two_chunks)
    size = self->told_micro_batches > 0 ? (gsize) self->told_micro_batches
                                        : MAX (shape->n_forward / 2, 1);
  _lsc_pipeline_name_by_order (
      self->build->pipeline, self->group, step, row, first, step->is_forward_only ? 0 : size);
}

/* Names every row; returns the schedule by which ids can be followed. */
static LscSchedule
name_step (Recogniser *self, LscPipelineStep *step, const Score *best, const Shape *shape)
{
  LscSchedule schedule = { .type = LSC_SCHEDULE_NONE };
  gboolean lone =
      !step->is_recognised && best->n_matched > 0 && best->n_matched + 1 == shape->n_present;

  for (gsize i = 0; i < step->n_rows; i++)
    {
      LscPipelineRow *row = &step->rows[i];
      gsize first = 0;

      if (row->n_blocks == 0)
        continue;
      if (step->is_recognised || lone)
        first = _lsc_schedule_name_row (
            self->build->pipeline, &best->schedule, row, step->is_recognised && !best->with_ids);
      if (first < row->n_blocks)
        name_rest (self, step, i, first, shape);
    }
  if (step->is_recognised || lone)
    return best->schedule;
  if (shape->has_stages && !shape->has_overlap && !shape->has_weights && shape->n_forward > 0)
    {
      schedule.type = LSC_SCHEDULE_1F1B;
      schedule.n_stages = self->group->n_ranks;
      schedule.n_micro_batches = shape->n_forward;
      schedule.n_chunks = 1;
    }
  return schedule;
}

static LscSchedule
recognise_step (Recogniser *self, LscPipelineStep *step)
{
  Shape shape = look_at_step (step);
  Score best = { .schedule = { .type = LSC_SCHEDULE_NONE } };

  if (shape.has_stages && shape.n_present > 0 && !step->is_forward_only)
    best = find_best (self, step, &shape);
  step->is_recognised = best.schedule.type != LSC_SCHEDULE_NONE && shape.n_present > 0 &&
                        best.n_matched == shape.n_present;
  if (!step->is_recognised && !step->is_forward_only && !self->group->banner)
    self->group->banner = _lsc_pipeline_make_banner (self->group,
                                                     step,
                                                     best.schedule.type ? &best.schedule : NULL,
                                                     shape.n_forward,
                                                     self->told_type);
  if (step->is_recognised)
    self->last = best.schedule;
  return name_step (self, step, &best, &shape);
}

/* A step is cut if forward and backward do not balance. The head's backward counts apart. */
static void
look_for_cuts (LscPipelineStep *step)
{
  gboolean has_backward = FALSE, has_forward = FALSE, is_cut = FALSE;

  for (gsize i = 0; i < step->n_rows; i++)
    {
      const LscPipelineRow *row = &step->rows[i];
      gsize forward = 0, backward = 0, overlapped = 0;

      for (gsize k = 0; k < row->n_blocks; k++)
        {
          forward += _lsc_pipeline_has_forward (row->blocks[k].kind);
          backward += _lsc_pipeline_has_backward (row->blocks[k].kind);
          overlapped += row->blocks[k].kind == LSC_BLOCK_X;
        }
      has_forward |= forward > 0;
      has_backward |= backward > 0;
      is_cut |= forward != backward &&
                !(overlapped > 0 && forward % 2 == 0 && backward == forward + forward / 2);
      is_cut |= row->is_recorded && row->n_blocks == 0;
    }
  step->is_forward_only = has_forward && !has_backward;
  step->is_partial = is_cut && !step->is_forward_only;
}

static void
tell_disagreement (Recogniser *self, LscPipelineStep *step)
{
  Shape shape = look_at_step (step);
  g_autoptr (GString) stages = g_string_new (NULL);
  gint64 n = 0;

  for (gsize i = 0; i < step->n_rows; i++)
    {
      gsize forward = count_forward (&step->rows[i]);

      if (step->rows[i].n_blocks == 0 || forward == shape.n_forward)
        continue;
      g_string_append_printf (
          stages, "%s%d (%" G_GSIZE_FORMAT ")", n > 0 ? ", " : "", step->rows[i].stage, forward);
      n++;
    }
  if (n > 0)
    _lsc_pipeline_note (
        self->build->pipeline,
        LSC_SEVERITY_WARNING,
        "pp-microbatches-disagree",
        NULL,
        n,
        g_strdup_printf (_ ("In %s most stages ran %zu forward passes, but not these: %s."),
                         step->label,
                         shape.n_forward,
                         stages->str),
        _ ("The step is left out of means."),
        NULL);
}

static void
read_told (Recogniser *self, LscPipelineRank **ranks)
{
  for (gsize i = 0; i < self->group->n_ranks; i++)
    {
      if (!ranks[i])
        continue;
      self->is_model_graph |= ranks[i]->is_model_graph;
      if (self->told_type || self->told_micro_batches > 0)
        continue;
      g_clear_pointer (&self->told_type, g_free);
      _lsc_metadata_pp_info (ranks[i]->run->metadata, &self->told_type, &self->told_micro_batches);
    }
}

static void
compare_with_told (Recogniser *self)
{
  LscPipelineGroup *group = self->group;
  gboolean type_differs = self->told_type && group->schedule &&
                          lsc_schedule_type_from_name (self->told_type) != LSC_SCHEDULE_NONE &&
                          !g_str_equal (self->told_type, group->schedule);

  if (type_differs)
    _lsc_pipeline_note (self->build->pipeline,
                        LSC_SEVERITY_WARNING,
                        "pp-info-differs",
                        NULL,
                        1,
                        g_strdup_printf (_ ("pp_info says %s, but the ranges are those of %s."),
                                         self->told_type,
                                         group->schedule),
                        _ ("The ranges win."),
                        NULL);
  if (self->told_micro_batches > 0 && group->is_recognised &&
      (gsize) self->told_micro_batches != group->micro_batches)
    _lsc_pipeline_note (
        self->build->pipeline,
        LSC_SEVERITY_WARNING,
        "pp-info-differs",
        NULL,
        1,
        g_strdup_printf (_ ("pp_info says %" PRId64 " micro-batches, but %zu were recorded."),
                         self->told_micro_batches,
                         group->micro_batches),
        _ ("The recorded count wins."),
        NULL);
}

static void
describe_group (Recogniser *self, const LscSchedule *schedules)
{
  LscPipelineGroup *group = self->group;
  gsize n_recognised = 0, n_whole = 0;
  const LscSchedule *shown = NULL;

  for (gsize i = 0; i < group->n_steps; i++)
    {
      const LscPipelineStep *step = &group->steps[i];

      n_recognised += step->is_recognised;
      n_whole += !step->is_partial && !step->is_forward_only && !step->is_recognised;
      if (step->is_recognised && (!shown || !group->steps[0].is_recognised))
        shown = &schedules[i];
      if (!step->is_recognised && schedules[i].type != LSC_SCHEDULE_NONE &&
          group->micro_batches == 0)
        group->micro_batches = schedules[i].n_micro_batches;
    }
  group->is_recognised = n_recognised > 0 && n_whole == 0;
  if (shown)
    {
      group->schedule = lsc_schedule_type_name (shown->type);
      group->variant = lsc_schedule_describe_variant (shown);
      group->micro_batches = shown->n_micro_batches;
      group->n_chunks = shown->n_chunks;
    }
  else
    group->n_chunks = 1;
  if (group->is_recognised)
    g_clear_pointer (&group->banner, g_free);
}

/** Names all blocks of a group and says by which schedule. */
void
_lsc_pipeline_recognise (LscPipelineBuild *build,
                         LscPipelineGroup *group,
                         LscPipelineRank **ranks,
                         LscSchedule *schedules)
{
  Recogniser self = { .build = build, .group = group };

  if (build->options->schedule)
    self.forced = lsc_schedule_type_from_name (build->options->schedule);
  read_told (&self, ranks);
  for (gsize i = 0; i < group->n_steps; i++)
    {
      look_for_cuts (&group->steps[i]);
      tell_disagreement (&self, &group->steps[i]);
      schedules[i] = recognise_step (&self, &group->steps[i]);
      if (group->steps[i].is_recognised)
        group->steps[i].is_partial = FALSE;
    }
  describe_group (&self, schedules);
  compare_with_told (&self);
  if (group->banner)
    _lsc_pipeline_note (
        build->pipeline,
        LSC_SEVERITY_WARNING,
        "pp-not-recognised",
        NULL,
        1,
        g_strdup_printf (_ ("The schedule of pipeline %s was not recognised."), group->label),
        group->banner,
        NULL);
  g_free (self.told_type);
}
