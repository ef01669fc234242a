/* lsc-report-pair-steps.c - lengths of the steps of two recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-pair-steps.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-time.h"
#include "base/lsc-words.h"
#include "draw/compare/lsc-steps-plot.h"
#include "export/report/lsc-report-private.h"

#define LEAST_P 0.001 /* smaller ones say no more */

static char *
say_duration (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

/** lsc_report_has_single_steps: Returns: whether nothing can be said of how steps spread */
gboolean
lsc_report_has_single_steps (const LscCompare *self)
{
  return self->steps[LSC_BEFORE].ns.n <= 1 && self->steps[LSC_AFTER].ns.n <= 1;
}

static char *
say_interval (const LscCompare *self)
{
  g_autofree char *low = NULL, *high = NULL, *p = NULL;

  if (self->low_ns == LSC_INT_NULL || self->high_ns == LSC_INT_NULL)
    return NULL;
  low = say_duration (self->low_ns);
  high = say_duration (self->high_ns);
  p = self->p < LEAST_P ? g_strdup ("p < 0.001") : g_strdup_printf ("p = %.2g", self->p);
  return g_strdup_printf (
      _ ("The difference of the medians is between %s and %s with 95 %% confidence (%s)."), low,
      high, p);
}

/* (transfer full): which steps are left out, and why; "" where none are */
static char *
say_left_out (const LscCompareSteps *steps)
{
  guint n_dropped = steps->dropped.n, n_unlike = steps->unlike.n;
  g_autofree char *dropped =
      g_strdup_printf (ngettext (" %u step is excluded as warm-up.",
                                 " %u steps are excluded as warm-up.", n_dropped),
                       n_dropped);
  g_autofree char *unlike = g_strdup_printf (
      ngettext (
          " %u step is excluded: it was not recorded completely, or is of another class.",
          " %u steps are excluded: they were not recorded completely, or are of another class.",
          n_unlike),
      n_unlike);

  return g_strconcat (n_dropped > 0 ? dropped : "", n_unlike > 0 ? unlike : "", NULL);
}

static char *
say_spread (const LscCompare *self, LscSide side)
{
  const LscCompareSteps *steps = &self->steps[side];
  g_autofree char *name = _lsc_report_side_name (self, side);
  g_autofree char *median = NULL, *spread = NULL, *text = NULL;
  g_autofree char *left_out = say_left_out (steps);
  guint n = steps->ns.n;

  if (n == 0)
    return NULL;
  median = say_duration (steps->median_ns);
  spread = say_duration (steps->mad_ns);
  text = n == 1
             ? g_strdup_printf (_ ("%s: %s, a single step."), name, median)
             : g_strdup_printf (_ ("%s: median %s, spread %s, %u steps."), name, median, spread, n);
  return g_strconcat (text, left_out, NULL);
}

/* (transfer full) (nullable): of both sides, in one paragraph: two would take the room of a table
 */
static char *
say_spreads (const LscCompare *self)
{
  g_autofree char *before = say_spread (self, LSC_BEFORE), *after = say_spread (self, LSC_AFTER);
  g_autoptr (GString) words = g_string_new (before);

  if (after)
    lsc_words_append (words, after);
  return words->len > 0 ? g_string_free (g_steal_pointer (&words), FALSE) : NULL;
}

static LscPage *
make_steps_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  return lsc_steps_plot_page (data, frame->width, frame->text_px, frame->theme, context);
}

static void
free_plot (gpointer plot)
{
  lsc_steps_plot_free (plot);
}

static void
add_plot (LscReportSection *section, const LscCompare *compare)
{
  g_autofree char *before = _lsc_report_side_name (compare, LSC_BEFORE);
  g_autofree char *after = _lsc_report_side_name (compare, LSC_AFTER);
  char *const names[LSC_N_SIDES] = { before, after };
  LscStepsPlot *plot =
      lsc_report_has_single_steps (compare) ? NULL : lsc_steps_plot_new (compare, names);
  LscReportItem *item;

  if (plot == NULL)
    return;
  item = lsc_report_add_chart (section, _ ("Each step is a dot, in their order from above"),
                               make_steps_page, plot, free_plot);
  item->text = g_strdup (
      plot->floor_ns > 0
          ? _ ("The lines are medians; the band is the noise floor around the median before. The "
               "axis does not begin at 0.")
          : _ ("The lines are medians. The axis does not begin at 0."));
  item->figures = "CompareStep";
  item->height_share = 0.2;
  item->fits_narrow = TRUE;
}

/* (transfer full) (nullable): between what the change lies */
static char *
say_shorter (const LscCompare *self)
{
  gboolean is_shorter = self->high_ns < 0;
  g_autofree char *least = NULL, *most = NULL;

  if (self->low_ns == LSC_INT_NULL || self->high_ns == LSC_INT_NULL)
    return NULL;
  if (self->low_ns <= 0 && self->high_ns >= 0)
    return g_strdup (_ ("The steps may be as long as before"));
  least = say_duration (is_shorter ? -self->high_ns : self->low_ns);
  most = say_duration (is_shorter ? -self->low_ns : self->high_ns);
  return g_strdup_printf (is_shorter ? _ ("The steps are %s to %s shorter (95 %% confidence)")
                                     : _ ("The steps are %s to %s longer (95 %% confidence)"),
                          least, most);
}

/**
 * lsc_report_add_step_lengths:
 *
 * Adds the chapter on the steps of two recordings: each as a dot, medians, spreads, and between
 * what the difference lies.
 */
void
lsc_report_add_step_lengths (LscReport *report, const LscCompare *compare)
{
  LscReportSection *section;
  guint n;

  g_return_if_fail (report && compare);
  section = lsc_report_add_section (report, "steps", _ ("Step by step"));

  add_plot (section, compare);
  lsc_report_take_text (section, say_spreads (compare));
  section->message = say_shorter (compare);
  n = section->items->len;
  lsc_report_take_text (section, say_interval (compare));
  if (section->message && section->items->len > n) /* the title says it, but for p */
    ((LscReportItem *) section->items->pdata[n])->is_extra = TRUE;
  lsc_report_take_table (section, _ ("Lengths of the steps, means over the paired ranks"),
                         lsc_compare_get_steps_table (compare), NULL)
      ->is_raw = TRUE;
}
