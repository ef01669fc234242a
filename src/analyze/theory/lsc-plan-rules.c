/* lsc-plan-rules.c - which sizes the schedules allow, and their usual variants
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-plan.h"

#include <glib/gi18n-lib.h>

/**
 * lsc_plan_default_schedule:
 * @type: not %LSC_SCHEDULE_NONE
 *
 * The variant that is meant when only a schedule's name is given: DualPipeV as it was published
 * (overlap, detached weight gradients), interleaved with two chunks and as many micro-batches in a
 * row as stages.
 *
 * Returns: the schedule; whether it exists is for lsc_schedule_is_possible()
 */
LscSchedule
lsc_plan_default_schedule (LscScheduleType type, gsize n_stages, gsize n_micro_batches)
{
  LscSchedule result = {
    .type = type, .n_stages = n_stages, .n_micro_batches = n_micro_batches, .n_chunks = 1
  };

  switch (type)
    {
    case LSC_SCHEDULE_INTERLEAVED:
      result.n_chunks = 2;
      result.run_length = n_stages;
      break;
    case LSC_SCHEDULE_DUALPIPEV:
      result.n_chunks = 2;
      result.late_weights = TRUE;
      result.no_logits = TRUE;
      break;
    case LSC_SCHEDULE_DUALPIPE:
    case LSC_SCHEDULE_ZBV:
      result.n_chunks = 2;
      break;
    default:
      break;
    }
  return result;
}

static const char *
title (LscScheduleType type)
{
  switch (type)
    {
    case LSC_SCHEDULE_DUALPIPEV:
      return "DualPipeV";
    case LSC_SCHEDULE_DUALPIPE:
      return "DualPipe";
    default:
      return "ZB-V";
    }
}

static LscPhrase *
explain_two_chunks (const LscSchedule *self)
{
  gsize p = self->n_stages, m = self->n_micro_batches;
  const char *name = title (self->type);

  if (self->type == LSC_SCHEDULE_DUALPIPE && p % 2 != 0)
    return lsc_phrase_new (N_ ("%s needs an even number of stages, not P = %zu"), name, p);
  if (m < 2 * p)
    return lsc_phrase_new (N_ ("%s needs at least two micro-batches for each stage: M >= %zu for "
                               "P = %zu, not %zu"),
                           name, 2 * p, p, m);
  if (self->type == LSC_SCHEDULE_DUALPIPE && m % 2 != 0)
    return lsc_phrase_new (N_ ("%s needs an even number of micro-batches, not M = %zu"), name, m);
  return NULL;
}

static LscPhrase *
explain_interleaved (const LscSchedule *self)
{
  gsize p = self->n_stages, m = self->n_micro_batches, n = self->run_length;

  if (self->n_chunks < 1 || self->n_chunks >= LSC_CHUNK_NONE)
    return lsc_phrase_new (
        N_ ("The interleaved schedule takes 1 to %u chunks on each rank, not %u"),
        LSC_CHUNK_NONE - 1, self->n_chunks);
  if (n < p)
    return lsc_phrase_new (N_ ("The interleaved schedule runs at least as many micro-batches in a "
                               "row as there are stages: N >= %zu, not %zu"),
                           p, n);
  if (n > m)
    return lsc_phrase_new (N_ ("The interleaved schedule needs at least as many micro-batches as "
                               "run in a row: M >= %zu, not %zu"),
                           n, m);
  if (m % n != 0 && m % n < p)
    return lsc_phrase_new (N_ ("The last group of the interleaved schedule has to be full or at "
                               "least as long as there are stages: M = %zu in groups of %zu leaves "
                               "%zu for P = %zu"),
                           m, n, m % n, p);
  return NULL;
}

/**
 * lsc_schedule_make_refusal:
 *
 * Returns: (transfer full) (nullable): the rule of theory.md#orders that these sizes
 *   break, with the numbers; %NULL if the schedule exists
 */
LscPhrase *
lsc_schedule_make_refusal (const LscSchedule *self)
{
  g_return_val_if_fail (self, NULL);

  gsize p = self->n_stages, m = self->n_micro_batches;

  if (self->type <= LSC_SCHEDULE_NONE || self->type >= LSC_SCHEDULE_N_TYPES)
    return lsc_phrase_new_text (N_ ("There is no order without a known schedule"));
  if (p == 0 || m == 0)
    return lsc_phrase_new (N_ ("A schedule needs at least one stage and one micro-batch, not "
                               "P = %zu and M = %zu"),
                           p, m);
  if (m > G_MAXUINT32 / 4 || p > G_MAXUINT32 / 4)
    return lsc_phrase_new (N_ ("P = %zu and M = %zu are too large; at most %u each"), p, m,
                           G_MAXUINT32 / 4);
  switch (self->type)
    {
    case LSC_SCHEDULE_INTERLEAVED:
      return explain_interleaved (self);
    case LSC_SCHEDULE_DUALPIPEV:
    case LSC_SCHEDULE_DUALPIPE:
    case LSC_SCHEDULE_ZBV:
      return explain_two_chunks (self);
    default:
      return NULL;
    }
}
