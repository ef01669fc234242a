/* lsc-pipeline-recognise.c - which schedule explains the recorded order of blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-aside.h"
#include "analyze/pipeline/lsc-pipeline-candidates.h"
#include "analyze/pipeline/lsc-pipeline-private.h"

/* pipeline.md#recognise, #interleaved: the first schedule whose kinds and recorded ids equal those
 * of every stage of a step. */

typedef struct
{
  LscPipelineBuild *build;
  LscPipelineGroup *group;
  LscPipelineMember **ranks;
  const char *told_type; /* (nullable) */
  gint64 told_micro_batches;
  gboolean is_model_graph;
  gboolean is_single_stage;
  gboolean is_host_passes;
  LscScheduleType forced;
  LscSchedule last;   /* of the step before */
  GArray *candidates; /* LscSchedule: all that explain the shown step, the reported one first */
  LscAsides *asides;
  GArray *rivals; /* LscSchedule: of the last step, several if it could not be settled */
} Recogniser;

static GArray *
list_candidates (const Recogniser *self, const LscStepShape *shape)
{
  LscCandidateHints hints = { .n_stages = self->group->n_ranks,
                              .forced = self->forced,
                              .micro_batches = self->told_micro_batches,
                              .dual_first = self->is_model_graph ||
                                            g_strcmp0 (self->told_type, "dualpipev") == 0 };

  return lsc_schedule_candidates (shape, &hints);
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
  /* A stage that is explained wholly says more than long beginnings of several. */
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

/* Ends at the first row that does not fit. */
static gboolean
explains (const LscSchedule *schedule, LscPipelineStep *step, gboolean with_ids)
{
  for (gsize i = 0; i < step->n_rows; i++)
    {
      gsize prefix;

      if (step->rows[i].n_blocks > 0 &&
          !_lsc_schedule_match_row (schedule, &step->rows[i], with_ids, &prefix))
        return FALSE;
    }
  return with_ids || misfits_repeat (schedule, step);
}

static Score
find_closest (GArray *list, LscPipelineStep *step)
{
  Score best = { .schedule = { .type = LSC_SCHEDULE_NONE } };

  for (guint i = 0; i < list->len; i++)
    {
      Score score = score_candidate (&g_array_index (list, LscSchedule, i), step, TRUE);

      if (is_better (&score, &best))
        best = score;
    }
  return best;
}

/* The first candidate that explains every row, else the one that comes closest. */
static Score
find_best (const Recogniser *self, LscPipelineStep *step, const LscStepShape *shape)
{
  g_autoptr (GArray) list = list_candidates (self, shape);

  /* An order that explains the recorded numbers, too, beats all that explain kinds alone. */
  for (int with_ids = 1; with_ids >= 0; with_ids--)
    {
      /* A run keeps its schedule: that of the step before wins where several explain this one, so
       * that its steps can be compared. */
      if (self->last.type != LSC_SCHEDULE_NONE && explains (&self->last, step, with_ids != 0))
        return (Score){ self->last, shape->n_present, 0, with_ids != 0 };
      for (guint i = 0; i < list->len; i++)
        if (explains (&g_array_index (list, LscSchedule, i), step, with_ids != 0))
          return (Score){ g_array_index (list, LscSchedule, i), shape->n_present, 0,
                          with_ids != 0 };
    }
  return find_closest (list, step);
}

static gboolean
has_forwards_first (const LscSchedule *schedule)
{
  return schedule->type == LSC_SCHEDULE_GPIPE || schedule->type == LSC_SCHEDULE_GPIPE_REVERSED ||
         schedule->type == LSC_SCHEDULE_BREADTH_FIRST;
}

/* What explains the step as well as @best, whose forwards all come first; the two orders of GPipe
 * are one here. */
static void
list_rivals (Recogniser *self, LscPipelineStep *step, const Score *best, const LscStepShape *shape)
{
  g_autoptr (GArray) list = list_candidates (self, shape);

  g_array_set_size (self->rivals, 0);
  if (best->schedule.type != LSC_SCHEDULE_BREADTH_FIRST)
    g_array_append_val (self->rivals, best->schedule);
  for (guint i = 0; i < list->len; i++)
    {
      const LscSchedule *schedule = &g_array_index (list, LscSchedule, i);

      if (schedule->type == LSC_SCHEDULE_BREADTH_FIRST && !self->is_single_stage &&
          explains (schedule, step, best->with_ids))
        g_array_append_val (self->rivals, *schedule);
    }
}

/* Blocks alone do not tell how many chunks there are where all forwards come first. What was
 * recorded decides: M by pp_info, messages, waits. Returns FALSE if nothing does. */
static gboolean
settle (Recogniser *self, LscPipelineStep *step, Score *best, const LscStepShape *shape)
{
  gssize found = -1;

  if (!has_forwards_first (&best->schedule) || lsc_schedule_equal (&best->schedule, &self->last))
    return TRUE;
  list_rivals (self, step, best, shape);
  for (guint i = 0; i < self->rivals->len && found < 0; i++)
    if ((gint64) g_array_index (self->rivals, LscSchedule, i).n_micro_batches ==
        self->told_micro_batches)
      found = i;
  /* Messages and waits are read only where pp_info does not say it: they can be incomplete. */
  if (found < 0)
    found = _lsc_pipeline_settle (self->build, self->group, self->ranks,
                                  (gsize) (step - self->group->steps), self->rivals);
  if (found < 0)
    return FALSE;
  best->schedule = g_array_index (self->rivals, LscSchedule, found);
  g_array_set_size (self->rivals, 0);
  return TRUE;
}

/* pp_info decides between schedules that kinds alone cannot tell apart
 * (pipeline.md#interleaved). */
static gboolean
is_settled_against (const Recogniser *self, const LscSchedule *best, const LscSchedule *other)
{
  if (has_forwards_first (best) && has_forwards_first (other) &&
      best->n_micro_batches != other->n_micro_batches)
    return TRUE;
  return (gint64) best->n_micro_batches == self->told_micro_batches &&
         best->n_micro_batches != other->n_micro_batches;
}

/* Every schedule that explains the step as well as @best does, @best first. To be called before the
 * blocks are named: naming changes their kinds. */
static void
collect_candidates (Recogniser *self, LscPipelineStep *step, const Score *best,
                    const LscStepShape *shape)
{
  g_autoptr (GArray) list = list_candidates (self, shape);

  g_array_set_size (self->candidates, 0);
  g_array_append_val (self->candidates, best->schedule);
  for (guint i = 0; i < list->len; i++)
    {
      const LscSchedule *schedule = &g_array_index (list, LscSchedule, i);

      if (!lsc_schedule_equal (schedule, &best->schedule) &&
          !is_settled_against (self, &best->schedule, schedule) &&
          explains (schedule, step, best->with_ids))
        g_array_append_val (self->candidates, *schedule);
    }
}

static void
name_rest (Recogniser *self, LscPipelineStep *step, gsize row, gsize first,
           const LscStepShape *shape)
{
  gboolean two_chunks =
      shape->has_overlap || self->is_model_graph || g_strcmp0 (self->told_type, "dualpipev") == 0;
  gsize size = 0;

  if (two_chunks)
    size = self->told_micro_batches > 0 ? (gsize) self->told_micro_batches
                                        : MAX (shape->n_forward / 2, 1);
  _lsc_pipeline_name_by_order (self->build->pipeline, self->group, step, row, first,
                               step->is_forward_only ? 0 : size);
}

/* Names every row; returns the schedule by which ids can be followed. */
static LscSchedule
name_step (Recogniser *self, LscPipelineStep *step, const Score *best, const LscStepShape *shape)
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
        first = _lsc_schedule_name_row (self->build->pipeline, &best->schedule, row,
                                        step->is_recognised && !best->with_ids);
      if (first < row->n_blocks)
        name_rest (self, step, i, first, shape);
    }
  if (step->is_recognised || lone)
    return best->schedule;
  if (self->rivals->len > 0)
    return schedule; /* who needs whom depends on the chunks */
  if (shape->has_stages && !shape->has_overlap && !shape->has_weights && shape->n_forward > 0)
    {
      schedule.type = LSC_SCHEDULE_1F1B;
      schedule.n_stages = self->group->n_ranks;
      schedule.n_micro_batches = shape->n_forward;
      schedule.n_chunks = 1;
    }
  return schedule;
}

/* What the user chose does not explain the step: says so, and what would. */
static LscPhrase *
make_forced_banner (const Recogniser *self, LscPipelineStep *step, const LscStepShape *shape,
                    const LscPhrase *reason)
{
  Recogniser free_hand = *self;
  g_autoptr (LscPhrase) other = NULL;
  Score best;

  /* Neither the choice of the user nor the step before may have a say in what would explain it. */
  free_hand.forced = LSC_SCHEDULE_NONE;
  free_hand.last.type = LSC_SCHEDULE_NONE;
  best = find_best (&free_hand, step, shape);
  if (best.schedule.type != LSC_SCHEDULE_NONE && best.n_matched == shape->n_present)
    other = lsc_schedule_describe (&best.schedule);
  if (other)
    return lsc_phrase_new (N_ ("The chosen schedule, %s, does not explain the recorded order; %s "
                               "does.\n%s"),
                           lsc_schedule_type_name (self->forced), lsc_phrase_as_argument (other),
                           lsc_phrase_as_argument (reason));
  return lsc_phrase_new (N_ ("The chosen schedule, %s, does not explain the recorded order.\n%s"),
                         lsc_schedule_type_name (self->forced), lsc_phrase_as_argument (reason));
}

/* Several schedules explain every block, and nothing that was recorded tells which one ran. */
static LscPhrase *
make_open_banner (const Recogniser *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  g_autoptr (LscPhrase) all = NULL;

  for (guint i = 0; i < self->rivals->len; i++)
    {
      const LscSchedule *schedule = &g_array_index (self->rivals, LscSchedule, i);
      g_autoptr (LscPhrase) name = lsc_schedule_describe (schedule);

      g_ptr_array_add (parts,
                       lsc_phrase_new (N_ ("%s with %zu micro-batches"),
                                       lsc_phrase_as_argument (name), schedule->n_micro_batches));
    }
  all = lsc_phrase_new_joined ("; ", parts);
  return lsc_phrase_new (N_ ("All forwards come first: several schedules have these blocks, and "
                             "the recording does not show which one ran: %s. Record micro-batch "
                             "and chunk, pp_info or messages, or choose one manually."),
                         lsc_phrase_as_argument (all));
}

static LscPhrase *
make_banner (const Recogniser *self, LscPipelineStep *step, const Score *best,
             const LscStepShape *shape)
{
  g_autoptr (LscPhrase) reason = NULL;

  if (self->rivals->len > 0)
    return make_open_banner (self);
  reason =
      _lsc_pipeline_make_banner (self->group, step, best->schedule.type ? &best->schedule : NULL,
                                 shape->n_forward, self->told_type);
  if (self->forced == LSC_SCHEDULE_NONE || !shape->has_stages || shape->n_present == 0)
    return g_steal_pointer (&reason);
  return make_forced_banner (self, step, shape, reason);
}

static void
tell_disagreement (const Recogniser *self, const LscPipelineStep *step, const LscStepShape *shape)
{
  g_autoptr (GString) stages = g_string_new (NULL);
  gint64 n = 0;

  for (gsize i = 0; i < step->n_rows; i++)
    {
      gsize forward = lsc_row_count_forward (&step->rows[i]);

      if (step->rows[i].n_blocks == 0 || forward == shape->n_forward)
        continue;
      g_string_append_printf (stages, "%s%d (%" G_GSIZE_FORMAT ")", n > 0 ? ", " : "",
                              step->rows[i].stage, forward);
      n++;
    }
  _lsc_pipeline_note (
      self->build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-microbatches-disagree", NULL, n,
      _ ("In %s most stages ran %zu forward passes, but not these: %s."),
      _ ("The step is excluded from means."), NULL, step->label, shape->n_forward, stages->str);
}

/* Whether @best explains every row there is. */
static gboolean
is_whole (const Score *best, const LscStepShape *shape)
{
  return best->schedule.type != LSC_SCHEDULE_NONE && shape->n_present > 0 &&
         best->n_matched == shape->n_present;
}

/* A step without some of its ranges. */
typedef struct
{
  Recogniser *recogniser;
  LscStepShape shape;
  Score best;
} Rest;

static gboolean
explains_rest (LscPipelineStep *step, gpointer user_data)
{
  Rest *self = user_data;
  const LscSchedule *last = &self->recogniser->last;

  self->shape = lsc_step_look (step);
  if (self->shape.n_forward == 0)
    return FALSE;
  self->best = find_best (self->recogniser, step, &self->shape);
  return is_whole (&self->best, &self->shape) &&
         (last->type == LSC_SCHEDULE_NONE || lsc_schedule_equal (last, &self->best.schedule));
}

/* Looks for ranges that do not belong to the order if all of them together are none. */
static void
recognise_rest (Recogniser *self, LscPipelineStep *step, Score *best, LscStepShape *shape)
{
  Rest rest = { .recogniser = self };

  if (is_whole (best, shape) || !shape->has_stages || shape->n_present == 0 ||
      step->is_forward_only ||
      !lsc_asides_look (self->asides, step, self->last.type != LSC_SCHEDULE_NONE, explains_rest,
                        &rest))
    return;
  *best = rest.best;
  *shape = lsc_step_look (step);
}

/* Names every row, and takes note of what blocks need where no schedule is recognised: of schedules
 * that cannot be told apart what they have in common, of one chunk a rank their numbers. */
static LscSchedule
name_and_assume (Recogniser *self, LscPipelineStep *step, const Score *best,
                 const LscStepShape *shape)
{
  LscSchedule followed = name_step (self, step, best, shape);
  gboolean is_open = self->rivals->len > 0;

  if (step->is_recognised)
    return followed;
  step->assumed = is_open ? g_array_index (self->rivals, LscSchedule, 0) : followed;
  if (step->assumed.n_chunks > 1)
    step->assumed.type = LSC_SCHEDULE_NONE;
  else if (step->assumed.type != LSC_SCHEDULE_NONE)
    step->assumed.type = is_open ? LSC_SCHEDULE_GPIPE : LSC_SCHEDULE_1F1B;
  return followed;
}

static LscSchedule
recognise_step (Recogniser *self, LscPipelineStep *step)
{
  LscStepShape shape = lsc_step_look (step);
  Score best = { .schedule = { .type = LSC_SCHEDULE_NONE } };

  g_array_set_size (self->rivals, 0);
  if (shape.has_stages && shape.n_present > 0 && !step->is_forward_only)
    best = find_best (self, step, &shape);
  recognise_rest (self, step, &best, &shape);
  step->is_recognised = is_whole (&best, &shape) && settle (self, step, &best, &shape);
  if (self->rivals->len > 0 && self->candidates->len == 0)
    g_array_append_vals (self->candidates, self->rivals->data, self->rivals->len);
  if (!step->is_recognised && !step->is_forward_only)
    {
      tell_disagreement (self, step, &shape);
      /* One banner for a group: that of its first step in which something is wrong. */
      if (!self->group->banner)
        self->group->banner = make_banner (self, step, &best, &shape);
    }
  if (step->is_recognised)
    {
      self->last = best.schedule;
      step->schedule = best.schedule;
      if (step == self->group->steps || !self->group->steps[0].is_recognised)
        collect_candidates (self, step, &best, &shape);
    }
  return name_and_assume (self, step, &best, &shape);
}

/* A step is cut if forward and backward do not balance, the head's backward counts apart; or if
 * nothing is left of it on a recorded rank. Returns whether the latter is so. */
static gboolean
look_for_cuts (LscPipelineStep *step)
{
  gboolean has_backward = FALSE, has_forward = FALSE, is_cut = FALSE, is_missing = FALSE;

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
      is_missing |= row->is_recorded && row->n_blocks == 0;
    }
  step->is_forward_only = has_forward && !has_backward;
  step->is_partial = (is_cut || is_missing) && !step->is_forward_only;
  return is_missing;
}

static void
read_told (Recogniser *self, LscPipelineMember **ranks)
{
  for (gsize i = 0; i < self->group->n_ranks; i++)
    {
      if (!ranks[i])
        continue;
      self->is_model_graph |= ranks[i]->rank->is_model_graph;
      self->is_single_stage |= ranks[i]->rank->is_single_stage;
      self->is_host_passes |= ranks[i]->is_host_passes;
      if (self->told_type || self->told_micro_batches > 0)
        continue;
      self->told_type = ranks[i]->rank->told.type;
      self->told_micro_batches = ranks[i]->rank->told.micro_batches;
    }
}

static void
compare_with_told (Recogniser *self)
{
  LscPipelineGroup *group = self->group;
  LscScheduleType told =
      self->told_type ? lsc_schedule_type_from_name (self->told_type) : LSC_SCHEDULE_NONE;
  gboolean type_differs =
      group->schedule && told != LSC_SCHEDULE_NONE &&
      !g_str_equal (lsc_schedule_type_name (lsc_schedule_family (told)), group->schedule);

  if (type_differs)
    _lsc_pipeline_note (self->build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-info-differs",
                        NULL, 1, _ ("pp_info says %s, but the ranges are those of %s."),
                        _ ("The ranges win."), NULL, self->told_type, group->schedule);
  if (self->told_micro_batches > 0 && group->is_recognised &&
      (gsize) self->told_micro_batches != group->micro_batches)
    _lsc_pipeline_note (
        self->build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-info-differs", NULL, 1,
        _ ("pp_info says %" PRId64 " micro-batches, but %zu were recorded."),
        _ ("The recorded count wins."), NULL, self->told_micro_batches, group->micro_batches);
}

/* A step that has not as many blocks as its schedule lacks some, if other steps say which one it
 * is. */
static gboolean
lacks_blocks (const LscPipelineStep *step, const LscSchedule *schedule)
{
  for (gsize i = 0; i < step->n_rows; i++)
    if (step->rows[i].n_blocks > 0 && step->rows[i].stage >= 0 &&
        step->rows[i].n_blocks < lsc_schedule_count (schedule, (gsize) step->rows[i].stage))
      return TRUE;
  return FALSE;
}

static void
describe_group (Recogniser *self, const LscSchedule *schedules)
{
  LscPipelineGroup *group = self->group;
  gsize n_recognised = 0, n_whole = 0;
  const LscSchedule *shown = NULL;

  for (gsize i = 0; i < group->n_steps; i++)
    {
      LscPipelineStep *step = &group->steps[i];

      n_recognised += step->is_recognised;
      if (!step->is_recognised && !step->is_partial && !step->is_forward_only &&
          self->last.type != LSC_SCHEDULE_NONE)
        step->is_partial = lacks_blocks (step, &self->last);
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
      group->schedule = lsc_schedule_type_name (lsc_schedule_family (shown->type));
      group->variant = lsc_schedule_describe_variant (shown);
      group->micro_batches = shown->n_micro_batches;
      group->n_chunks = shown->n_chunks;
    }
  else
    group->n_chunks = 1;
  group->n_candidates = self->candidates->len;
  if (group->n_candidates > 0)
    group->candidates =
        g_memdup2 (self->candidates->data, group->n_candidates * sizeof (LscSchedule));
  if (group->is_recognised)
    g_clear_pointer (&group->banner, lsc_phrase_free);
}

static void
tell_cuts (const Recogniser *self)
{
  gint64 n = 0;

  for (gsize i = 0; i < self->group->n_steps; i++)
    n += self->group->steps[i].is_partial;
  _lsc_pipeline_note (self->build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-cut-step", NULL, n,
                      _ ("Steps of pipeline %s are incomplete: forward and "
                         "backward passes do not balance, or a rank has none."),
                      _ ("The recording was cut there. They are drawn, but excluded from means, "
                         "and there is no theory for them."),
                      _ ("Record whole steps on all ranks."), self->group->label);
}

/* Every plain 1F1B could be a ZB-H1 whose weight gradients were not recorded, and every GPipe one
 * that goes back from the last micro-batch: that is listed, but no odd thing to be told. */
static gboolean
are_twins (const LscPipelineGroup *group)
{
  for (gsize i = 1; i < group->n_candidates; i++)
    if ((group->candidates[i].type != LSC_SCHEDULE_ZBH1 || !group->candidates[i].no_weights) &&
        group->candidates[i].type != LSC_SCHEDULE_GPIPE_REVERSED)
      return FALSE;
  return TRUE;
}

static void
tell_others (const Recogniser *self)
{
  g_autofree char *others = lsc_pipeline_group_describe_others (self->group);

  if (others && self->group->schedule && !are_twins (self->group))
    _lsc_pipeline_note (self->build->pipeline->notices, LSC_SEVERITY_NOTE, "pp-several-schedules",
                        NULL, (gint64) self->group->n_candidates - 1,
                        _ ("The order of blocks of pipeline %s is that of %s. Also possible: %s."),
                        _ ("Their orders of recorded blocks are the same."),
                        _ ("Choose the schedule by hand, or record micro-batch and chunk."),
                        self->group->label, self->group->schedule, others);
}

/* Passes of the host are numbered, no more (pipeline.md#host-passes). */
static void
name_host_passes (Recogniser *self)
{
  for (gsize i = 0; i < self->group->n_steps; i++)
    {
      LscPipelineStep *step = &self->group->steps[i];

      look_for_cuts (step);
      for (gsize k = 0; k < step->n_rows; k++)
        if (step->rows[k].n_blocks > 0)
          _lsc_pipeline_name_by_order (self->build->pipeline, self->group, step, k, 0, 0);
    }
  self->group->n_chunks = 1;
  self->group->banner = lsc_phrase_new_text (
      N_ ("Host time, approximate: passes found by links between forward and backward ops "
          "because no pipeline ranges were recorded. No schedule, theory or what-if."));
}

/** Names all blocks of a group and says by which schedule. */
void
_lsc_pipeline_recognise (LscPipelineBuild *build, LscPipelineGroup *group,
                         LscPipelineMember **ranks, LscSchedule *schedules)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (LscSchedule));
  g_autoptr (GArray) rivals = g_array_new (FALSE, FALSE, sizeof (LscSchedule));
  g_autoptr (LscAsides) asides = lsc_asides_new (build->pipeline);
  g_autofree char *banner = NULL;
  Recogniser self = { .build = build,
                      .group = group,
                      .ranks = ranks,
                      .candidates = candidates,
                      .rivals = rivals,
                      .asides = asides };

  if (build->options->schedule)
    self.forced = lsc_schedule_type_from_name (build->options->schedule);
  read_told (&self, ranks);
  if (self.is_host_passes)
    {
      name_host_passes (&self);
      return;
    }
  for (gsize i = 0; i < group->n_steps; i++)
    {
      gboolean is_missing = look_for_cuts (&group->steps[i]);

      schedules[i] = recognise_step (&self, &group->steps[i]);
      if (group->steps[i].is_recognised && !is_missing)
        group->steps[i].is_partial = FALSE;
    }
  describe_group (&self, schedules);
  compare_with_told (&self);
  tell_cuts (&self);
  lsc_asides_tell (asides, group);
  tell_others (&self);
  banner = lsc_phrase_to_words (group->banner);
  if (banner)
    _lsc_pipeline_note (build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-not-recognised", NULL,
                        1, _ ("The schedule of pipeline %s was not recognised."), banner, NULL,
                        group->label);
}
