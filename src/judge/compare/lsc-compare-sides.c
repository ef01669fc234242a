/* lsc-compare-sides.c - what the sides of a comparison are called, and two ranks of one job
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "judge/compare/lsc-compare-private.h"

/* Of a step: what two ranks must compute differently to be told apart. */
#define LEAST_DIFFERENCE 0.02
/* Of that difference: what else must differ to be named. */
#define TELLING 0.1

static LscPhrase *
name_plain (const LscCompare *self, LscSide side)
{
  if (self->is_part[side])
    return lsc_phrase_new ("%s", self->names[side]);
  return self->names[side]
             ? lsc_phrase_new (N_ ("“%s”"), self->names[side])
             : lsc_phrase_new_text (side == LSC_BEFORE ? N_ ("Before") : N_ ("After"));
}

/**
 * _lsc_compare_name_side:
 *
 * Returns: (transfer full): "Rank 3" of a part, else the name in quotes, else Before or After
 */
LscPhrase *
_lsc_compare_name_side (const LscCompare *self, LscSide side)
{
  g_autoptr (LscPhrase) plain = name_plain (self, side);

  /* Where chips differ, which one a side ran on is said: the program may be the same. */
  return self->chips[side]
             ? lsc_phrase_new (N_ ("%s on %s"), lsc_phrase_as_argument (plain), self->chips[side])
             : lsc_phrase_copy (plain);
}

/**
 * _lsc_compare_name_columns:
 * @table: of the comparison
 *
 * Of parts of recordings neither is before or after the other: their columns have their names.
 */
void
_lsc_compare_name_columns (const LscCompare *self, LscTable *table)
{
  static const char *const names[LSC_N_SIDES] = { "before_ns", "after_ns" };

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      int column = lsc_table_find_column (table, names[side]);

      if (column >= 0 && self->names[side] &&
          (self->is_part[LSC_BEFORE] || self->is_part[LSC_AFTER]))
        lsc_table_set_title (table, (guint) column, self->names[side]);
    }
}

/**
 * _lsc_compare_are_beside:
 *
 * Returns: whether the sides are two ranks of one job in the same steps, whose lengths say little
 * as ranks wait for each other
 */
gboolean
_lsc_compare_are_beside (const LscCompare *self)
{
  const LscInt64s *before = &self->steps[LSC_BEFORE].steps, *after = &self->steps[LSC_AFTER].steps;
  const LscRankChange *ranks = self->ranks->len == 1 ? self->ranks->pdata[0] : NULL;
  const gint64 *recorded_ns = self->recorded_ns;

  if (!self->is_part[LSC_BEFORE] || !self->is_part[LSC_AFTER] || !ranks || before->n == 0 ||
      before->n != after->n || ranks->rank[LSC_BEFORE] == ranks->rank[LSC_AFTER])
    return FALSE;
  for (gsize i = 0; i < before->n; i++)
    if (before->items[i] != after->items[i])
      return FALSE;
  return recorded_ns[LSC_BEFORE] != LSC_INT_NULL && recorded_ns[LSC_AFTER] != LSC_INT_NULL &&
         ABS (recorded_ns[LSC_AFTER] - recorded_ns[LSC_BEFORE]) < self->total->step_ns[LSC_BEFORE];
}

/* The steps are the same, so the rank is enough of a name. */
static LscPhrase *
name_rank (const LscCompare *self, LscSide side)
{
  gint64 rank = ((const LscRankChange *) self->ranks->pdata[0])->rank[side];
  g_autofree char *title = lsc_rank_name_get_title (rank, self->names[side]);

  return lsc_phrase_new ("%s", title);
}

static const LscChange *
find_compute (const LscCompare *self)
{
  const GPtrArray *list = self->total->lists[LSC_COMPARE_CATEGORIES];

  for (guint i = 0; i < list->len; i++)
    if (((const LscChange *) list->pdata[i])->category == LSC_BUDGET_COMPUTE)
      return list->pdata[i];
  return NULL;
}

/* Which rank computes longer; the step is the same for both. */
static LscPhrase *
say_compute (const LscCompare *self, const LscChange *compute)
{
  LscSide more = compute->delta_ns < 0 ? LSC_BEFORE : LSC_AFTER;
  LscSide less = more == LSC_BEFORE ? LSC_AFTER : LSC_BEFORE;
  g_autoptr (LscPhrase) first = name_rank (self, more);
  g_autoptr (LscPhrase) second = name_rank (self, less);
  g_autofree char *difference = lsc_format_duration (ABS (compute->delta_ns), LSC_TIME_UNIT_AUTO);
  g_autofree char *most = lsc_format_duration (compute->ns[more], LSC_TIME_UNIT_AUTO);
  g_autofree char *least = lsc_format_duration (compute->ns[less], LSC_TIME_UNIT_AUTO);

  if ((double) ABS (compute->delta_ns) <
      LEAST_DIFFERENCE * (double) self->total->step_ns[LSC_BEFORE])
    return lsc_phrase_new (N_ ("%s and %s compute about equally long per step: %s and %s"),
                           lsc_phrase_as_argument (first), lsc_phrase_as_argument (second), most,
                           least);
  return lsc_phrase_new (N_ ("%s computes %s longer per step than %s: %s against %s"),
                         lsc_phrase_as_argument (first), difference,
                         lsc_phrase_as_argument (second), most, least);
}

/* The largest other difference: "Rank 4 has 26.35 ms more waiting in collectives". */
static LscPhrase *
say_other (const LscCompare *self, const LscChange *compute)
{
  const GPtrArray *list = self->total->lists[LSC_COMPARE_CATEGORIES];
  const LscChange *most = NULL;
  g_autoptr (LscPhrase) name = NULL;
  g_autoptr (LscPhrase) what = NULL;
  g_autofree char *ns = NULL;

  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];

      if (change != compute && (!most || ABS (change->delta_ns) > ABS (most->delta_ns)))
        most = change;
    }
  if (!most || (double) ABS (most->delta_ns) <
                   TELLING * LEAST_DIFFERENCE * (double) self->total->step_ns[LSC_BEFORE])
    return NULL;
  name = name_rank (self, most->delta_ns < 0 ? LSC_BEFORE : LSC_AFTER);
  what = lsc_phrase_new_text (lsc_budget_clauses[most->category]);
  ns = lsc_format_duration (ABS (most->delta_ns), LSC_TIME_UNIT_AUTO);
  return lsc_phrase_new (N_ ("%s has %s more %s"), lsc_phrase_as_argument (name), ns,
                         lsc_phrase_as_argument (what));
}

/**
 * _lsc_compare_say_beside:
 *
 * Sets the sentence and its parts of two ranks of one job (compare.md#parts).
 *
 * Returns: %FALSE where the sides are none, or do not tell what they compute
 */
gboolean
_lsc_compare_say_beside (LscCompare *self)
{
  const LscChange *compute = find_compute (self);

  if (!compute || !_lsc_compare_are_beside (self))
    return FALSE;
  self->head = say_compute (self, compute);
  self->why = say_other (self, compute);
  self->text = self->why ? lsc_phrase_new (N_ ("%s; %s."), lsc_phrase_as_argument (self->head),
                                           lsc_phrase_as_argument (self->why))
                         : lsc_phrase_new (N_ ("%s."), lsc_phrase_as_argument (self->head));
  self->answer = lsc_phrase_new (N_ ("%s."), lsc_phrase_as_argument (self->head));
  return TRUE;
}
