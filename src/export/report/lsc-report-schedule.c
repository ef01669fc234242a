/* lsc-report-schedule.c - why a pipeline is idle, in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-schedule.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/theory/lsc-what-if.h"
#include "base/lsc-time.h"

#define LEAST_SHARE 0.01 /* of the window: what is told */

static char *
say_duration (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

static const LscPipelineStep *
get_step (const LscReportIdle *self)
{
  return &self->group->steps[self->step];
}

static gint64
get_window_ns (const LscReportIdle *self)
{
  return get_step (self)->t1_ns - get_step (self)->t0_ns;
}

/**
 * lsc_report_say_idle:
 *
 * Returns: (transfer full) (nullable): how much of the step's window the pipeline is idle; %NULL
 *   where clocks are not aligned
 */
char *
lsc_report_say_idle (const LscReportIdle *self)
{
  g_autofree char *share = NULL, *window = NULL, *name = NULL;

  g_return_val_if_fail (self && self->group, NULL);
  if (!lsc_pipeline_step_is_compared (get_step (self)))
    return NULL;
  name = lsc_report_name_pipeline (self->group);
  share = lsc_format_share (get_step (self)->bubble_ratio);
  window = say_duration (get_window_ns (self));
  return self->ranks && self->ranks->len == 1
             ? g_strdup_printf (_ ("The pipeline of rank %" PRId64 " is idle for %s of its %s"),
                                g_array_index (self->ranks, gint64, 0), share, window)
             : g_strdup_printf (_ ("Pipeline %s is idle for %s of its %s"), name, share, window);
}

/**
 * lsc_report_say_window:
 * @step_ns: length of a step, %LSC_INT_NULL = not known
 *
 * Returns: (transfer full) (nullable): why the axis of a pipeline ends before the step does
 */
char *
lsc_report_say_window (const LscReportIdle *self, gint64 step_ns)
{
  g_autofree char *window = NULL, *step = NULL;

  g_return_val_if_fail (self && self->group, NULL);
  if (step_ns == LSC_INT_NULL || step_ns <= get_window_ns (self) ||
      !lsc_pipeline_step_is_compared (get_step (self)))
    return NULL;
  window = say_duration (get_window_ns (self));
  step = say_duration (step_ns);
  return g_strdup_printf (_ ("The axis shows %s of the %s step: from the first block to the last. "
                             "The rest, such as the optimizer, is before and after."),
                          window, step);
}

/* ---- what makes it idle ---- */

/* What the order of the blocks alone costs, and which other one is predicted to cost less. */
static char *
say_schedule (const LscReportIdle *self, const LscStudy *study)
{
  for (guint i = 0; self->verdicts && i < self->verdicts->rows->len; i++)
    if (lsc_verdicts_get (self->verdicts, i)->cause == LSC_VERDICT_SCHEDULE)
      {
        g_autoptr (LscPhrase) whole = lsc_verdict_say_whole (lsc_verdicts_get (self->verdicts, i));

        return lsc_phrase_to_words (whole);
      }
  if (study->ideal_ratio < LEAST_SHARE)
    return NULL;
  g_autofree char *share = lsc_format_share (study->ideal_ratio);

  return g_strdup_printf (
      _ ("The schedule alone leaves %s of its window idle, even with equal stages."), share);
}

/* The row whose blocks take longest, if by more than the others differ; %NULL where none stands out
 */
static const LscPipelineRow *
find_longest (const LscPipelineStep *step)
{
  const LscPipelineRow *longest = NULL;
  gint64 second_ns = 0, least_ns = G_MAXINT64;

  for (gsize i = 0; i < step->n_rows; i++)
    {
      const LscPipelineRow *row = &step->rows[i];

      least_ns = MIN (least_ns, row->metrics.busy_ns);
      if (!longest || row->metrics.busy_ns > longest->metrics.busy_ns)
        {
          second_ns = longest ? longest->metrics.busy_ns : 0;
          longest = row;
        }
      else
        second_ns = MAX (second_ns, row->metrics.busy_ns);
    }
  return longest && longest->metrics.busy_ns - second_ns > second_ns - least_ns ? longest : NULL;
}

/* How the window of equal stages comes to the recorded one without what unequal ones add. */
static char *
say_even (const LscStudy *study)
{
  gint64 balanced = study->rungs[LSC_RUNG_BALANCED], stages = study->rungs[LSC_RUNG_STAGES];
  gint64 measured = study->rungs[LSC_RUNG_MEASURED];
  g_autofree char *even = say_duration (balanced);
  g_autofree char *rest = say_duration (ABS (measured - stages));

  if (measured < 0 || measured == stages)
    return g_strdup_printf (_ ("With the same work on every stage the window takes %s."), even);
  return g_strdup_printf (
      measured > stages
          ? _ ("With the same work on every stage the window takes %s; the remaining %s is jitter, "
               "messages and the host.")
          : _ ("With the same work on every stage the window takes %s; jitter between blocks "
               "shortens the recorded one by %s."),
      even, rest);
}

/* (nullable): why findings have another number for what seems the same */
static char *
say_gains (const LscReportIdle *self)
{
  for (guint i = 0; self->verdicts && i < self->verdicts->rows->len; i++)
    {
      LscVerdictCause cause = lsc_verdicts_get (self->verdicts, i)->cause;

      if (cause == LSC_VERDICT_SLOW_RANK || cause == LSC_VERDICT_LOW_CLOCK ||
          cause == LSC_VERDICT_HEAVY_STAGE)
        return g_strdup (_ ("The gain of a slow rank or stage is another figure: it takes away "
                            "what is too long, and does not spread it."));
    }
  return NULL;
}

/* What stages of different lengths add to the window of equal ones. */
static char *
say_imbalance (const LscReportIdle *self, const LscStudy *study)
{
  gint64 balanced = study->rungs[LSC_RUNG_BALANCED], stages = study->rungs[LSC_RUNG_STAGES];
  const LscPipelineRow *longest = find_longest (get_step (self));
  g_autofree char *more = NULL, *what = NULL, *even = NULL, *gains = NULL;

  if (balanced < 0 || stages < 0 ||
      (double) (stages - balanced) < LEAST_SHARE * (double) get_window_ns (self))
    return NULL;
  more = say_duration (stages - balanced);
  what = longest ? g_strdup_printf (_ ("Unequal stages add %s, the longest being that of rank "
                                       "%" PRId64 "."),
                                    more, longest->rank)
                 : g_strdup_printf (_ ("Unequal stages add %s."), more);
  even = say_even (study);
  gains = say_gains (self);
  return g_strjoin (" ", what, even, gains, NULL);
}

/* What twice as many micro-batches would bring, of which each takes as long as now. */
static char *
say_more_batches (const LscReportIdle *self, LscStudy *study)
{
  gsize n = study->plan->schedule.n_micro_batches;
  LscWhatIfTarget target = { .micro_batches = 2 * n };
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
  g_autoptr (LscWhatIf) what_if =
      n > 0 ? lsc_what_if_new (study, &target, 1, &inputs, NULL, NULL) : NULL;
  const LscWhatIfRow *row =
      what_if && what_if->rows->len > 1 ? g_ptr_array_index (what_if->rows, 1) : NULL;
  g_autofree char *idle = NULL, *before = NULL, *after = NULL;
  gint64 now_ns = n > 0 ? get_window_ns (self) / (gint64) n : 0, then_ns;

  if (!row || row->refusal)
    return NULL;
  then_ns = row->window_ns / (gint64) (2 * n);
  if (then_ns >= now_ns)
    return NULL;
  idle = lsc_format_share (row->ratio);
  before = say_duration (now_ns);
  after = say_duration (then_ns);
  return g_strdup_printf (
      _ ("With %zu micro-batches in place of %zu the pipeline is predicted to be "
         "idle for %s, and to take %s in place of %s per micro-batch."),
      2 * n, n, idle, after, before);
}

static void
take_line (GPtrArray *points, char *line)
{
  if (line)
    g_ptr_array_add (points, line);
}

/**
 * lsc_report_take_idle:
 *
 * Adds what the idle time of a step consists of: what its schedule costs with equal stages, what
 * unequal ones add, and what more micro-batches would bring. Nothing where the order of the blocks
 * is not known.
 */
void
lsc_report_take_idle (LscReportSection *section, const LscReportIdle *self)
{
  g_autoptr (LscStudy) study = NULL;
  GPtrArray *points;

  g_return_if_fail (section && self && self->group);
  if (!lsc_pipeline_step_is_compared (get_step (self)))
    return;
  study = lsc_study_new (self->pipeline, self->group, self->step, NULL, NULL);
  if (!study || study->refusal || study->missing || !study->plan)
    return;
  points = g_ptr_array_new_with_free_func (g_free);
  take_line (points, say_schedule (self, study));
  take_line (points, say_imbalance (self, study));
  take_line (points, say_more_batches (self, study));
  if (points->len > 0)
    lsc_report_take_points (section, points);
  else
    g_ptr_array_unref (points);
}
