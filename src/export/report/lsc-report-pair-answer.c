/* lsc-report-pair-answer.c - the chapter of the first page of a comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-pair-answer.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "export/report/lsc-report-pair-ranks.h"
#include "export/report/lsc-report-pair-steps.h"
#include "export/report/lsc-report-private.h"
#include "export/report/lsc-report-waterfall.h"

static char *
say_duration (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

/* All of a recording counts as one step where none are marked. */
static gboolean
has_no_marks (const LscCompareSteps *steps)
{
  return steps->steps.n == 1 && steps->steps.items[0] == LSC_INT_NULL;
}

static void
take_unmarked (GPtrArray *points, const LscCompare *self)
{
  for (LscSide side = LSC_BEFORE; side < LSC_N_SIDES; side++)
    {
      g_autofree char *name = _lsc_report_side_name (self, side);

      if (has_no_marks (&self->steps[side]))
        g_ptr_array_add (
            points,
            g_strdup_printf (_ ("%s marks no steps: all of it counts as a single one."), name));
    }
}

static char *
say_steps (const LscCompare *self)
{
  const LscCompareSteps *before = &self->steps[LSC_BEFORE], *after = &self->steps[LSC_AFTER];
  g_autofree char *a = NULL, *b = NULL;

  if (before->ns.n == 0 || after->ns.n == 0)
    return g_strdup (_ ("Steps: not known, because steps were not recorded."));
  a = say_duration (before->median_ns);
  b = say_duration (after->median_ns);
  if (lsc_report_has_single_steps (self))
    return g_strdup_printf (
        _ ("Steps: %s → %s, a single one on each side; means over the paired ranks."), a, b);
  return g_strdup_printf (
      _ ("Medians of the steps: %s → %s, of %u and %u steps. Other times are means per step and "
         "rank."),
      a, b, (guint) before->ns.n, (guint) after->ns.n);
}

/* (nullable): the change of the list that is largest and has a name of its own */
static const LscChange *
find_largest (const LscCompare *self, LscCompareList list)
{
  const GPtrArray *changes = self->total->lists[list];

  for (guint i = 0; i < changes->len; i++)
    {
      const LscChange *change = changes->pdata[i];

      if (!change->is_word && change->delta_ns != 0)
        return change;
    }
  return NULL;
}

/**
 * lsc_report_say_largest:
 * @list: of modules or ops
 *
 * Returns: (transfer full) (nullable): which of them changed most, as the title of their page
 */
char *
lsc_report_say_largest (const LscCompare *compare, LscCompareList list)
{
  const LscChange *change;
  g_autofree char *name = NULL, *before = NULL, *after = NULL;

  g_return_val_if_fail (compare, NULL);
  change = find_largest (compare, list);
  if (!change)
    return NULL;
  name = _lsc_report_short_name (change->name);
  before = say_duration (change->ns[LSC_BEFORE]);
  after = say_duration (change->ns[LSC_AFTER]);
  return g_strdup_printf (_ ("%s changed most: %s → %s per step and rank"), name, before, after);
}

/* An op of communication lasts while it waits, so that it can change by more than its transfer. */
static const char *
get_format (const LscChange *change, LscCompareList list)
{
  if (list == LSC_COMPARE_MODULES)
    return _ ("The module that changes most: %s, %s → %s a step.");
  return change->category >= LSC_BUDGET_TRANSFER && change->category <= LSC_BUDGET_BUBBLE
             ? _ ("The op that changes most, with its waiting: %s, %s → %s a step.")
             : _ ("The op that changes most: %s, %s → %s a step.");
}

static void
take_largest (GPtrArray *points, const LscCompare *self, LscCompareList list)
{
  const LscChange *change = find_largest (self, list);
  g_autofree char *name = NULL, *before = NULL, *after = NULL;

  if (change == NULL)
    return;
  name = _lsc_report_short_name (change->name);
  before = say_duration (change->ns[LSC_BEFORE]);
  after = say_duration (change->ns[LSC_AFTER]);
  g_ptr_array_add (points, g_strdup_printf (get_format (change, list), name, before, after));
}

static void
take_hidden (GPtrArray *points, const LscCompare *self)
{
  const gint64 *hidden = self->total->hidden_ns;
  g_autofree char *before = NULL, *after = NULL;

  if (hidden[LSC_BEFORE] == LSC_INT_NULL || hidden[LSC_AFTER] == LSC_INT_NULL ||
      hidden[LSC_BEFORE] + hidden[LSC_AFTER] == 0)
    return;
  before = say_duration (hidden[LSC_BEFORE]);
  after = say_duration (hidden[LSC_AFTER]);
  g_ptr_array_add (
      points,
      g_strdup_printf (_ ("Communication that computing hides, not in the bars: %s → %s a step."),
                       before, after));
}

static char *
say_comparable (const LscCompare *self)
{
  g_autofree char *share = lsc_format_share (self->score);

  if (self->score >= 1.0)
    return g_strdup (self->reasons->len == 0 ? _ ("Comparable without reservations.")
                                             : _ ("Comparable, with limits listed at the end."));
  return g_strdup_printf (_ ("Comparability %s; the reasons are listed at the end."), share);
}

/**
 * lsc_report_add_change_section:
 *
 * Adds the chapter of the first page: the bars of the ranks, else those of the change, and in short
 * what changes most.
 */
void
lsc_report_add_change_section (LscReport *report, const LscCompare *compare)
{
  LscReportSection *section;
  GPtrArray *points;

  g_return_if_fail (report && compare);
  section = lsc_report_add_section (report, "verdict", NULL);
  points = g_ptr_array_new_with_free_func (g_free);
  lsc_report_add_rank_changes (section, compare);
  if (compare->ranks->len < 2) /* else their chapter has the bars */
    lsc_report_add_waterfall (section, compare, LSC_COMPARE_CATEGORIES,
                              _ ("A step before and after, and what its change consists of"));
  g_ptr_array_add (points, say_steps (compare));
  take_unmarked (points, compare);
  take_largest (points, compare, LSC_COMPARE_MODULES);
  take_largest (points, compare, LSC_COMPARE_OPS);
  take_hidden (points, compare);
  g_ptr_array_add (points, say_comparable (compare));
  lsc_report_take_points (section, points)->is_extra = TRUE; /* their chapters have them */
}
