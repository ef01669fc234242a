/* lsc-mean-plot.c - the mean step of each rank as a bar: overlap, and idle time by cause
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/overview/lsc-mean-plot.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"

/**
 * Part: a part of the bar of a rank
 * @key: column of its length
 * @less: (nullable): column that is taken from it
 */
typedef struct
{
  const char *key;
  const char *less;
  guint ink;
  const char *title;
} Part;

/**
 * Kind: a plot
 * @parts: up to the first without a key
 * @part, @whole: (nullable): columns whose quotient stands beside the bar
 */
typedef struct
{
  const char *caption;
  const char *caption_of_all;
  Part parts[LSC_PLOT_MOST_PARTS + 1];
  const char *note;
  const char *part;
  const char *whole;
} Kind;

static const Kind of_overlap = {
  N_ ("Mean step from its first to its last kernel"),
  N_ ("Whole recording from its first to its last kernel"),
  { { "computing_ns", "overlapped_ns", LSC_PLOT_COMPUTE, N_ ("Computation alone") },
    { "overlapped_ns", NULL, LSC_PLOT_FIRST_CYCLE + 2, N_ ("Computation and communication") },
    { "communication_not_overlapped_ns", NULL, LSC_PLOT_TRANSFER, N_ ("Exposed communication") },
    { "free_ns", NULL, LSC_PLOT_REST, N_ ("Idle") } },
  N_ ("Overlapped"),
  "overlapped_ns",
  "communication_ns",
};

static const Kind of_idle = {
  N_ ("Idle time of the mean step by cause"),
  N_ ("Idle time of the whole recording by cause"),
  { { "host_sync_ns", NULL, LSC_PLOT_FIRST_CYCLE,
      N_ ("not launched, the host waited for the device") },
    { "host_ns", NULL, LSC_PLOT_FIRST_CYCLE + 4, N_ ("not launched, the host was late") },
    { "queued_task_ns", NULL, LSC_PLOT_FIRST_CYCLE + 1, N_ ("launched, behind another task") },
    { "queued_idle_ns", NULL, LSC_PLOT_FIRST_CYCLE + 5, N_ ("launched, nothing ran") },
    { "unknown_ns", NULL, LSC_PLOT_REST, N_ ("launch not recorded") } },
  NULL,
  NULL,
  NULL,
};

/* Returns: the mean of a column, %LSC_INT_NULL where it is not known of a step */
static gint64
get_mean (const LscTable *table, const char *key)
{
  gsize n = lsc_table_get_n_rows (table);
  gint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      LscValue value = lsc_table_get_named (table, i, key);

      sum = lsc_int_add (sum, value.is_null ? LSC_INT_NULL : value.integer);
    }
  return lsc_int_divide (sum, (gint64) n);
}

static gint64
get_part (const LscTable *table, const Part *part)
{
  gint64 ns = get_mean (table, part->key);

  return part->less ? lsc_int_subtract (ns, get_mean (table, part->less)) : ns;
}

static void
append_part (GString *words, const char *title, gint64 ns)
{
  g_autofree char *time = ns == LSC_INT_NULL ? g_strdup (_ ("not known"))
                                             : lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);

  g_string_append_printf (words, "\n%s: %s", title, time);
}

/* A part that is not known leaves the bar without all of them: the others would stand in its
 * place. */
static void
add_parts (LscPlotBar *bar, const LscTable *table, const Kind *kind, GString *words)
{
  gint64 ns[LSC_PLOT_MOST_PARTS];
  gboolean is_known = TRUE;
  guint n;

  for (n = 0; n < LSC_PLOT_MOST_PARTS && kind->parts[n].key; n++)
    {
      ns[n] = get_part (table, &kind->parts[n]);
      is_known = is_known && ns[n] != LSC_INT_NULL;
      append_part (words, _ (kind->parts[n].title), ns[n]);
    }
  for (guint i = 0; i < n && is_known; i++)
    lsc_plot_bar_add (bar, (double) ns[i], kind->parts[i].ink);
}

static char *
say_quotient (const LscTable *table, const Kind *kind)
{
  gint64 part = get_mean (table, kind->part), whole = get_mean (table, kind->whole);

  return part == LSC_INT_NULL || whole == LSC_INT_NULL || whole <= 0
             ? g_strdup ("-")
             : lsc_format_share ((double) part / (double) whole);
}

static const Kind *
get_kind (LscMeanKind kind)
{
  return kind == LSC_MEAN_OVERLAP ? &of_overlap : &of_idle;
}

/**
 * lsc_mean_plot_new:
 *
 * Returns: (transfer full): a plot without bars (drawing.md#mean-bars)
 */
LscBarPlot *
lsc_mean_plot_new (LscMeanKind kind)
{
  const Kind *about = get_kind (kind);
  LscBarPlot *plot = lsc_bar_plot_new (_ (about->caption), LSC_PLOT_TIME, FALSE);

  if (about->note)
    lsc_bar_plot_add_note (plot, _ (about->note));
  for (guint i = 0; i < LSC_PLOT_MOST_PARTS && about->parts[i].key; i++)
    lsc_bar_plot_add_key (plot, about->parts[i].ink, _ (about->parts[i].title));
  return plot;
}

/**
 * lsc_mean_plot_add:
 * @table: of a rank: of lsc_overlap_get_table() or lsc_dispatch_get_summary(), a row a step, or one
 *   for the whole recording
 * @title: name of the rank
 *
 * Adds the bar of a rank: the means of the steps. Where a part is not known, there is no bar, only
 * its words.
 */
void
lsc_mean_plot_add (LscBarPlot *self, LscMeanKind kind, const LscTable *table, const char *title)
{
  const Kind *about = get_kind (kind);
  g_autoptr (GString) words = g_string_new (title);
  LscPlotBar *bar;

  g_return_if_fail (self && table && title);
  if (lsc_table_get_n_rows (table) == 0)
    return;
  if (self->bars->len == 0 && lsc_table_get_named (table, 0, "step").is_null)
    {
      g_free (self->caption);
      self->caption = g_strdup (_ (about->caption_of_all));
    }
  bar = lsc_bar_plot_add (self, g_strdup (title), 0);
  add_parts (bar, table, about, words);
  bar->words = g_strdup (words->str);
  if (about->note)
    bar->notes[0] = say_quotient (table, about);
  bar->tag = self->bars->len - 1;
  lsc_bar_plot_fit (self);
}
