/* lsc-pipeline-candidates.c - which schedules a step could be
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-candidates.h"

#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

/* pipeline.md#recognise, theory.md#orders, pipeline.md#interleaved. Sizes follow from the recorded
 * counts; whether a candidate explains the order is for the comparison to say, so more are listed
 * than can be right. */

/** Returns: the number of forward passes in a row. */
gsize
lsc_row_count_forward (const LscPipelineRow *row)
{
  gsize n = 0;

  g_return_val_if_fail (row, 0);
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

/**
 * lsc_step_look:
 *
 * Cost: O(blocks). Returns: what the step looks like; @step keeps the row it points to
 */
LscStepShape
lsc_step_look (const LscPipelineStep *step)
{
  LscStepShape shape = { .has_stages = TRUE };
  g_autoptr (GArray) counts = NULL;

  g_return_val_if_fail (step, (LscStepShape){ 0 });
  counts = g_array_new (FALSE, FALSE, sizeof (gsize));
  for (gsize i = 0; i < step->n_rows; i++)
    {
      const LscPipelineRow *row = &step->rows[i];
      gsize n = lsc_row_count_forward (row);

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

typedef struct
{
  const LscStepShape *shape;
  const LscCandidateHints *hints;
  GArray *list; /* LscSchedule */
} Lister;

static void
add (Lister *self, LscSchedule schedule)
{
  schedule.n_stages = self->hints->n_stages;
  if (self->hints->forced != LSC_SCHEDULE_NONE && self->hints->forced != schedule.type &&
      self->hints->forced != lsc_schedule_family (schedule.type))
    return;
  if (lsc_schedule_is_possible (&schedule))
    g_array_append_val (self->list, schedule);
}

/* Bits of a variant of DualPipeV, the more unusual the higher. */
enum
{
  VARIANT_NO_LOGITS = 1,
  VARIANT_LATE_WEIGHTS = 2,
  VARIANT_NO_OVERLAP = 4,
  VARIANT_FUSED_FIRST = 8,
  VARIANT_FUSED_MIDDLE = 16,
  VARIANT_NO_WEIGHTS = 32,
  N_VARIANTS = 64,
};

/* Settings without effect beside others: there is one way to name each order. */
static gboolean
is_redundant (guint variant, gboolean has_weights)
{
  if ((variant & VARIANT_NO_OVERLAP) && (variant & (VARIANT_NO_LOGITS | VARIANT_FUSED_FIRST)))
    return TRUE;
  if (variant & VARIANT_NO_WEIGHTS)
    return has_weights || (variant & (VARIANT_LATE_WEIGHTS | VARIANT_FUSED_MIDDLE));
  return FALSE;
}

static void
add_dualpipev (Lister *self)
{
  for (guint variant = 0; variant < N_VARIANTS && self->shape->n_forward % 2 == 0; variant++)
    if (!is_redundant (variant, self->shape->has_weights))
      add (self, (LscSchedule){ .type = LSC_SCHEDULE_DUALPIPEV,
                                .n_micro_batches = self->shape->n_forward / 2,
                                .n_chunks = 2,
                                .no_overlap = (variant & VARIANT_NO_OVERLAP) != 0,
                                .late_weights = (variant & VARIANT_LATE_WEIGHTS) != 0,
                                .no_logits = (variant & VARIANT_NO_LOGITS) != 0,
                                .no_weights = (variant & VARIANT_NO_WEIGHTS) != 0,
                                .fused_first = (variant & VARIANT_FUSED_FIRST) != 0,
                                .fused_middle = (variant & VARIANT_FUSED_MIDDLE) != 0 });
}

static void
add_simple (Lister *self, LscScheduleType type, gboolean no_weights)
{
  add (self, (LscSchedule){ .type = type,
                            .n_micro_batches = self->shape->n_forward,
                            .n_chunks = 1,
                            .no_weights = (guint8) no_weights });
}

static void
add_dualpipe (Lister *self)
{
  for (guint fused = 0; fused < 2; fused++)
    if (!fused || self->shape->has_overlap)
      add (self, (LscSchedule){ .type = LSC_SCHEDULE_DUALPIPE,
                                .n_micro_batches = self->shape->n_forward,
                                .n_chunks = 2,
                                .no_overlap = !self->shape->has_overlap,
                                .no_weights = !self->shape->has_weights,
                                .fused_first = (guint8) fused });
}

static void
add_zbv (Lister *self, LscScheduleType type)
{
  if (self->shape->n_forward % 2 == 0 && !self->shape->has_overlap)
    add (self, (LscSchedule){ .type = type,
                              .n_micro_batches = self->shape->n_forward / 2,
                              .n_chunks = 2,
                              .no_weights = !self->shape->has_weights });
}

/* The rarer orders that split every backward are only looked for where they were recorded so:
 * without their weight gradients too much looks like one of them. */
static void
add_split (Lister *self)
{
  add_simple (self, LSC_SCHEDULE_ZBH1, !self->shape->has_weights);
  add_zbv (self, LSC_SCHEDULE_ZBV);
  if (!self->shape->has_weights && self->hints->forced == LSC_SCHEDULE_NONE)
    return;
  add_simple (self, LSC_SCHEDULE_ZBH2, !self->shape->has_weights);
  add_zbv (self, LSC_SCHEDULE_ZBV_PYTORCH);
  add_zbv (self, LSC_SCHEDULE_ZBV_GREEDY);
}

/* Everything whose forwards all come first: blocks alone do not tell them apart
 * (pipeline.md#all-forwards-first). */
static void
add_forwards_first (Lister *self)
{
  gsize n = self->shape->n_forward;

  add_simple (self, LSC_SCHEDULE_GPIPE, FALSE);
  if (n > 1)
    add_simple (self, LSC_SCHEDULE_GPIPE_REVERSED, FALSE);
  for (guint v = 2; v < LSC_CHUNK_NONE && v <= n; v++)
    if (n % v == 0)
      add (self, (LscSchedule){
                     .type = LSC_SCHEDULE_BREADTH_FIRST, .n_micro_batches = n / v, .n_chunks = v });
}

static gsize
count_leading (const LscPipelineRow *row)
{
  gsize n = 0;

  for (gsize i = 0; i < row->n_blocks; i++)
    if (row->blocks[i].kind == LSC_BLOCK_F)
      n++;
    else if (row->blocks[i].kind != LSC_BLOCK_O)
      break;
  return n;
}

/* With all but the last warm-up forward known, the length of a run follows from the number of
 * chunks: leading forwards - 1 = 2d + (v - 1)N. */
static void
add_interleaved_with (Lister *self, guint v, guint8 extra)
{
  const LscPipelineRow *highest = self->shape->highest;
  gsize fixed = (self->hints->n_stages - 1 - (gsize) highest->stage) * 2 + 1 + extra;
  gsize leading = count_leading (highest);
  LscSchedule schedule = { .type = LSC_SCHEDULE_INTERLEAVED,
                           .n_micro_batches = self->shape->n_forward / v,
                           .n_chunks = v,
                           .extra_warmup = extra };

  /* All forwards come first only where one run has all micro-batches and is short enough. */
  if (leading >= self->shape->n_forward && schedule.n_micro_batches <= fixed)
    schedule.run_length = schedule.n_micro_batches;
  else if (leading < self->shape->n_forward && leading > fixed && (leading - fixed) % (v - 1) == 0)
    schedule.run_length = (leading - fixed) / (v - 1);
  else
    return;
  add (self, schedule);
}

static int
compare_interleaved (gconstpointer first, gconstpointer second, gpointer user_data)
{
  const LscSchedule *a = first, *b = second;
  const LscCandidateHints *hints = user_data;
  gboolean told_a = (gint64) a->n_micro_batches == hints->micro_batches;
  gboolean told_b = (gint64) b->n_micro_batches == hints->micro_batches;

  if (told_a != told_b)
    return told_a ? -1 : 1;
  if ((a->run_length == a->n_stages) != (b->run_length == b->n_stages))
    return a->run_length == a->n_stages ? -1 : 1;
  LSC_RETURN_ORDER (a->n_chunks, b->n_chunks);
  return LSC_ORDER (a->run_length, b->run_length);
}

static void
add_interleaved (Lister *self, guint8 extra)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (LscSchedule));
  Lister inner = { self->shape, self->hints, found };

  if (self->shape->has_overlap || self->shape->has_weights || !self->shape->highest)
    return;
  for (guint v = 2; v < LSC_CHUNK_NONE && v <= self->shape->n_forward; v++)
    if (self->shape->n_forward % v == 0)
      add_interleaved_with (&inner, v, extra);
  g_array_sort_with_data (found, compare_interleaved, (gpointer) self->hints);
  g_array_append_vals (self->list, found->data, found->len);
}

/**
 * lsc_schedule_candidates:
 * @shape: of a step whose rows have stages
 *
 * Returns: (transfer full) (element-type LscSchedule): schedules that exist for the sizes of the
 *   step, each once, in the order in which they are to be tried: the usual before the rare
 */
GArray *
lsc_schedule_candidates (const LscStepShape *shape, const LscCandidateHints *hints)
{
  g_return_val_if_fail (shape && hints, NULL);

  Lister self = { shape, hints, g_array_new (FALSE, FALSE, sizeof (LscSchedule)) };
  gboolean dual_first = shape->has_overlap || hints->dual_first;
  /* plainer than an interleaved schedule of which only early stages were recorded */
  gboolean is_gpipe = shape->highest && count_leading (shape->highest) >= shape->n_forward;

  if (dual_first)
    add_dualpipev (&self);
  add_simple (&self, LSC_SCHEDULE_1F1B, FALSE);
  if (is_gpipe)
    add_forwards_first (&self);
  add_interleaved (&self, 0);
  if (!dual_first)
    add_dualpipev (&self);
  if (shape->n_forward > 1)
    add_simple (&self, LSC_SCHEDULE_EAGER_1F1B, FALSE);
  add_dualpipe (&self);
  add_split (&self);
  if (!is_gpipe)
    add_forwards_first (&self);
  add_interleaved (&self, 1);
  return self.list;
}

/** Returns: whether both are the same schedule of the same sizes and variant. */
gboolean
lsc_schedule_equal (const LscSchedule *a, const LscSchedule *b)
{
  g_return_val_if_fail (a && b, FALSE);
  return a->type == b->type && a->n_stages == b->n_stages &&
         a->n_micro_batches == b->n_micro_batches && a->n_chunks == b->n_chunks &&
         a->run_length == b->run_length && a->no_overlap == b->no_overlap &&
         a->late_weights == b->late_weights && a->no_logits == b->no_logits &&
         a->extra_warmup == b->extra_warmup && a->no_weights == b->no_weights &&
         a->fused_first == b->fused_first && a->fused_middle == b->fused_middle;
}

/**
 * lsc_schedule_describe:
 *
 * Returns: (transfer full): name and variant: "interleaved (2 chunks on each rank)"
 */
LscPhrase *
lsc_schedule_describe (const LscSchedule *self)
{
  g_return_val_if_fail (self, NULL);
  g_autoptr (LscPhrase) variant = lsc_schedule_make_variant (self);
  const char *name = lsc_schedule_type_name (self->type);

  return variant ? lsc_phrase_new ("%s (%s)", name, lsc_phrase_as_argument (variant))
                 : lsc_phrase_new_verbatim (name);
}

/**
 * lsc_pipeline_group_describe_others:
 *
 * Source: pipeline.md#interleaved.
 *
 * Returns: (transfer full) (nullable): the schedules beside the reported one that explain the
 *   recorded order just as well: "zbh1 (weight gradients not recorded); gpipe", %NULL for none
 */
char *
lsc_pipeline_group_describe_others (const LscPipelineGroup *group)
{
  g_return_val_if_fail (group, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 1; i < group->n_candidates; i++)
    {
      g_autoptr (LscPhrase) phrase = lsc_schedule_describe (&group->candidates[i]);
      g_autofree char *one = lsc_phrase_to_words (phrase);

      g_string_append_printf (text, i > 1 ? "; %s" : "%s", one);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
