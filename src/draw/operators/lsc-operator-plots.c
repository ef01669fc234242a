/* lsc-operator-plots.c - tables of operators as plots of bars
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/operators/lsc-operator-plots.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"

#define MOST_PARTS 15

static LscValue
get_value (const LscTable *table, gsize row, const char *column)
{
  int found = lsc_table_find_column (table, column);

  return found < 0 ? (LscValue){ .is_null = TRUE } : lsc_table_get (table, row, (guint) found);
}

static gint64
get_ns (const LscTable *table, gsize row, const char *column)
{
  LscValue value = get_value (table, row, column);

  return value.is_null ? 0 : value.type == LSC_TYPE_REAL ? (gint64) value.real : value.integer;
}

static double
get_share (const LscTable *table, gsize row, const char *column)
{
  LscValue value = get_value (table, row, column);

  return value.is_null ? 0 : value.real;
}

static char *
say_count (const LscTable *table, gsize row)
{
  return lsc_format_count (get_ns (table, row, "count"));
}

static char *
say_time (const LscTable *table, gsize row, const char *column)
{
  return lsc_format_duration (get_ns (table, row, column), LSC_TIME_UNIT_AUTO);
}

static void
append_kernels (GString *words, const LscTable *table, gsize row)
{
  g_autofree char *count = say_count (table, row);
  g_autofree char *mean = say_time (table, row, "mean_ns");

  g_string_append_printf (words,
                          g_dngettext (GETTEXT_PACKAGE, "\n%s kernel, mean %s",
                                       "\n%s kernels, mean %s",
                                       (gulong) get_ns (table, row, "count")),
                          count, mean);
}

/* (transfer full): the tool tip of a row */
static char *
describe (const LscTable *table, gsize row, const char *label)
{
  g_autofree char *total = say_time (table, row, "total_ns");
  g_autofree char *share = lsc_format_share (get_share (table, row, "share"));
  g_autofree char *mfu = lsc_operator_use (table, row, LSC_OPERATOR_MFU);
  g_autofree char *busy = lsc_operator_use (table, row, LSC_OPERATOR_BUSY);
  GString *words = g_string_new (label);

  g_string_append_printf (words, _ ("\n%s of the time: %s"), share, total);
  append_kernels (words, table, row);
  if (mfu)
    g_string_append_printf (words, _ ("\nMFU %s: of the peak of the chip"), mfu);
  if (busy)
    g_string_append_printf (words, _ ("\nBusy %s: of the time its busiest unit works"), busy);
  return g_string_free (words, FALSE);
}

/* Whether there is anything to show in a column of uses. */
static gboolean
has_use (const LscTable *table, const guint32 *rows, gsize n, LscOperatorUse which)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *use = lsc_operator_use (table, rows[i], which);

      if (use)
        return TRUE;
    }
  return FALSE;
}

/* The columns of uses that have figures. @notes: (array): of each use its column, or below 0 */
static void
add_uses (LscBarPlot *plot, const LscTable *table, const guint32 *rows, gsize n, int *notes)
{
  static const char *const titles[LSC_OPERATOR_N_USES] = {
    [LSC_OPERATOR_MFU] = N_ ("MFU"),
    [LSC_OPERATOR_BUSY] = N_ ("Busy"),
  };

  for (guint use = 0; use < LSC_OPERATOR_N_USES; use++)
    {
      notes[use] = -1;
      if (!has_use (table, rows, n, (LscOperatorUse) use))
        continue;
      notes[use] = (int) plot->n_notes;
      lsc_bar_plot_add_note (plot, _ (titles[use]));
    }
}

static void
note_uses (LscPlotBar *bar, const LscTable *table, guint32 row, const int *notes)
{
  for (guint use = 0; use < LSC_OPERATOR_N_USES; use++)
    if (notes[use] >= 0)
      bar->notes[notes[use]] = lsc_operator_use (table, row, (LscOperatorUse) use);
}

/* ---- shares of all ---- */

static void
add_rest (LscBarPlot *plot, const LscTable *groups, double reached, guint n_shown)
{
  gsize n = lsc_table_get_n_rows (groups) - n_shown;
  g_autofree char *count = lsc_format_count ((gint64) n);
  g_autofree char *share = lsc_format_share (1 - reached);
  LscPlotBar *bar;

  if (n == 0)
    return;
  bar = lsc_bar_plot_add (
      plot, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s other", "%s others", n), count), 0);
  bar->words = g_strdup_printf ("%s\n%s", bar->label, share);
  bar->notes[plot->n_notes - 1] = g_strdup (share);
  bar->reached = 1;
  bar->tag = LSC_OPERATOR_REST;
  lsc_plot_bar_add (bar, MAX (1 - reached, 0), LSC_PLOT_REST);
  lsc_bar_plot_add_key (plot, LSC_PLOT_REST, _ ("All other groups"));
}

/* A name beside a bar is cut in its middle where it is long: what the core is called takes less of
 * it, and of kinds of elementwise kernels, which end alike, only what differs. */
static char *
shorten (const char *label)
{
  g_autoptr (GString) text = g_string_new (label);

  g_string_replace (text, " · AI_VECTOR_CORE", " · AIV", 0);
  g_string_replace (text, "vectorized_elementwise)", "vectorized)", 0);
  g_string_replace (text, "unrolled_elementwise)", "unrolled)", 0);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * lsc_plot_new_pareto:
 * @groups: the table of groups, by total, falling; its shares sum up to 1
 * @rows: rows of it that are shown
 * @most: bars at most, without that of the rest
 *
 * Plots which groups cost most (drawing.md#pareto): a bar each, the line of what they come to
 * together, and one bar for all that have none, so that the bars are 100 %. The tag of a bar is its
 * row, or %LSC_OPERATOR_REST.
 *
 * Returns: (transfer full): empty without rows
 */
LscBarPlot *
lsc_plot_new_pareto (const LscTable *groups, const guint32 *rows, gsize n, guint most)
{
  LscBarPlot *plot = lsc_bar_plot_new (_ ("Share of Time"), LSC_PLOT_SHARE, FALSE);
  guint n_shown = (guint) MIN (n, most);
  g_autoptr (LscTableLabels) labels = NULL;
  int uses[LSC_OPERATOR_N_USES];
  double reached = 0;

  g_return_val_if_fail (groups && (rows || n == 0), plot);
  labels = lsc_table_labels_new (groups);
  add_uses (plot, groups, rows, n_shown, uses);
  lsc_bar_plot_add_note (plot, _ ("Share")); /* what is last stays where there is little room */
  for (guint i = 0; i < n_shown; i++)
    {
      g_autofree char *words = lsc_operator_label (groups, rows[i]);
      g_autofree char *shown = lsc_operator_label_shown (labels, groups, rows[i]);
      g_autofree char *label = shorten (shown);
      double share = get_share (groups, rows[i], "share");
      LscPlotBar *bar = lsc_bar_plot_add (plot, g_strdup (label), 0);

      reached += share;
      bar->words = describe (groups, rows[i], words);
      bar->notes[plot->n_notes - 1] = lsc_format_share (share);
      note_uses (bar, groups, rows[i], uses);
      bar->reached = reached;
      bar->tag = rows[i];
      lsc_plot_bar_add (bar, share, LSC_PLOT_COMPUTE);
    }
  if (n_shown == 0)
    return plot;
  lsc_bar_plot_add_key (plot, LSC_PLOT_COMPUTE, _ ("Group of kernels"));
  add_rest (plot, groups, reached, n_shown);
  lsc_bar_plot_add_key (plot, LSC_PLOT_SUM, _ ("Cumulative"));
  plot->low = 0;
  plot->high = 1;
  return plot;
}

/* ---- what a group is made of ---- */

static void
add_other_parts (LscBarPlot *plot, const LscTable *parts, const guint32 *rows, gsize n)
{
  gint64 total_ns = 0;
  LscPlotBar *bar;
  g_autofree char *time = NULL;

  for (gsize i = MOST_PARTS; i < n; i++)
    total_ns += get_ns (parts, rows[i], "total_ns");
  if (n <= MOST_PARTS)
    return;
  bar = lsc_bar_plot_add (plot,
                          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u other", "%u others",
                                                        (guint) n - MOST_PARTS),
                                           (guint) n - MOST_PARTS),
                          0);
  time = lsc_format_duration (total_ns, LSC_TIME_UNIT_AUTO);
  bar->words = g_strdup_printf ("%s\n%s", bar->label, time);
  bar->notes[plot->n_notes - 1] = g_strdup (time);
  bar->tag = LSC_OPERATOR_REST;
  lsc_plot_bar_add (bar, (double) total_ns, LSC_PLOT_REST);
  lsc_bar_plot_add_key (plot, LSC_PLOT_REST, _ ("All others"));
}

/**
 * lsc_plot_new_split:
 * @parts: a table of groups that are finer
 * @rows: those of the group that is looked at, by total, falling
 * @column: what they differ in, such as "shapes"
 * @caption: what it shows
 *
 * Plots of what a group is made of: the time of each part, and beside it how long one of the
 * kernels takes, the time that is drawn, and how much of the chip it uses. The tag of a bar is its
 * row, or %LSC_OPERATOR_REST.
 *
 * Returns: (transfer full): empty without rows
 */
LscBarPlot *
lsc_plot_new_split (const LscTable *parts, const guint32 *rows, gsize n, const char *column,
                    const char *caption)
{
  LscBarPlot *plot = lsc_bar_plot_new (caption, LSC_PLOT_TIME, FALSE);
  g_autoptr (LscTableLabels) labels = NULL;
  int uses[LSC_OPERATOR_N_USES];

  g_return_val_if_fail (parts && (rows || n == 0) && column, plot);
  labels = lsc_table_labels_new (parts);
  lsc_bar_plot_add_note (plot, _ ("Mean"));
  add_uses (plot, parts, rows, MIN (n, MOST_PARTS), uses);
  lsc_bar_plot_add_note (plot, _ ("Total"));
  for (gsize i = 0; i < MIN (n, MOST_PARTS); i++)
    {
      g_autofree char *words = lsc_operator_key (parts, rows[i], column);
      const char *label = words ? words : _ ("Not known");
      int found = lsc_table_find_column (parts, column);
      char *shown = found >= 0 ? lsc_table_labels_get (labels, rows[i], (guint) found) : NULL;
      LscPlotBar *bar = lsc_bar_plot_add (plot, shown ? shown : g_strdup (label), 0);

      bar->words = describe (parts, rows[i], label);
      bar->notes[0] = say_time (parts, rows[i], "mean_ns");
      bar->notes[plot->n_notes - 1] = say_time (parts, rows[i], "total_ns");
      note_uses (bar, parts, rows[i], uses);
      bar->tag = rows[i];
      lsc_plot_bar_add (bar, (double) get_ns (parts, rows[i], "total_ns"), LSC_PLOT_COMPUTE);
    }
  if (n > 0)
    lsc_bar_plot_add_key (plot, LSC_PLOT_COMPUTE, _ ("Total time"));
  add_other_parts (plot, parts, rows, n);
  lsc_bar_plot_fit (plot);
  return plot;
}

/* ---- durations ---- */

/* As short as fits below a bar. */
static char *
say_short (gint64 ns)
{
  static const struct
  {
    double ns;
    const char *name;
  } units[] = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "µs" }, { 1, "ns" } };
  guint unit = 0;

  while (unit + 1 < G_N_ELEMENTS (units) && (double) ns < units[unit].ns)
    unit++;
  return g_strdup_printf ("%.3g %s", (double) ns / units[unit].ns, units[unit].name);
}

static void
add_bin (LscBarPlot *plot, const LscHistogramBin *bin, guint index)
{
  g_autofree char *begin = lsc_format_duration (bin->begin_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *end = lsc_format_duration (bin->end_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *sum = lsc_format_duration (bin->sum_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *count = lsc_format_count ((gint64) bin->n);
  LscPlotBar *bar = lsc_bar_plot_add (plot, say_short (bin->begin_ns), 0);

  bar->words = g_strdup_printf (_ ("%s to %s: %s kernels, %s in all"), begin, end, count, sum);
  bar->tag = index;
  lsc_plot_bar_add (bar, (double) bin->n, LSC_PLOT_COMPUTE);
}

/**
 * lsc_plot_new_durations:
 * @histogram: of the kernels of a group
 * @name: of the group
 *
 * Plots how long kernels take: a bar for each quarter of an octave. The tag of a bar is its bin.
 *
 * Returns: (transfer full): empty without kernels
 */
LscBarPlot *
lsc_plot_new_durations (const LscHistogram *histogram, const char *name)
{
  g_autofree char *caption = g_strdup_printf (_ ("Durations of %s"), name);
  LscBarPlot *plot = lsc_bar_plot_new (caption, LSC_PLOT_COUNT, TRUE);
  g_autofree char *count = NULL, *median = NULL, *most = NULL;

  g_return_val_if_fail (histogram, plot);
  for (guint i = 0; i < histogram->bins->len; i++)
    add_bin (plot, &g_array_index (histogram->bins, LscHistogramBin, i), i);
  if (plot->bars->len == 0)
    return plot;
  count = lsc_format_count ((gint64) histogram->n);
  median = lsc_format_duration (histogram->percentile_ns[2], LSC_TIME_UNIT_AUTO);
  most = lsc_format_duration (histogram->percentile_ns[5], LSC_TIME_UNIT_AUTO);
  plot->about = g_strdup_printf (_ ("Duration, from; median %s, 99 %% below %s"), median, most);
  lsc_bar_plot_add_key (plot, LSC_PLOT_COMPUTE, _ ("Number of kernels"));
  lsc_bar_plot_fit (plot);
  return plot;
}

/* ---- ranks ---- */

static gsize
find_longest (const LscTable *ranks)
{
  gsize longest = 0;

  for (gsize i = 1; i < lsc_table_get_n_rows (ranks); i++)
    if (get_ns (ranks, i, "total_ns") > get_ns (ranks, longest, "total_ns"))
      longest = i;
  return longest;
}

static char *
describe_rank (const LscTable *ranks, gsize row, const char *label)
{
  g_autofree char *total = say_time (ranks, row, "total_ns");
  LscValue deviation = get_value (ranks, row, "deviation");
  GString *words = g_string_new (NULL);

  g_string_append_printf (words, "%s: %s", label, total);
  append_kernels (words, ranks, row);
  if (!deviation.is_null && deviation.type == LSC_TYPE_REAL)
    g_string_append_printf (words, _ ("\n%+.1f %% from the median of the ranks"),
                            deviation.real * 100);
  return g_string_free (words, FALSE);
}

/**
 * lsc_plot_new_totals:
 * @ranks: the totals of a group by rank
 * @name: of the group
 *
 * Plots how long the kernels of a group take on each rank. The tag of a bar is its row.
 *
 * Returns: (transfer full): empty without ranks
 */
LscBarPlot *
lsc_plot_new_totals (const LscTable *ranks, const char *name)
{
  g_autofree char *caption = g_strdup_printf (_ ("%s by Rank"), name);
  LscBarPlot *plot = lsc_bar_plot_new (caption, LSC_PLOT_TIME, FALSE);
  gsize n, longest;

  g_return_val_if_fail (ranks, plot);
  n = lsc_table_get_n_rows (ranks);
  longest = find_longest (ranks);
  lsc_bar_plot_add_note (plot, _ ("Mean"));
  lsc_bar_plot_add_note (plot, _ ("Total"));
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *rank = lsc_operator_key (ranks, i, "rank");
      LscPlotBar *bar =
          lsc_bar_plot_add (plot, g_strdup_printf (_ ("Rank %s"), rank ? rank : "?"), 0);

      bar->words = describe_rank (ranks, i, bar->label);
      bar->notes[0] = say_time (ranks, i, "mean_ns");
      bar->notes[1] = say_time (ranks, i, "total_ns");
      bar->tag = (gint64) i;
      lsc_plot_bar_add (bar, (double) get_ns (ranks, i, "total_ns"),
                        n > 1 && i == longest ? LSC_PLOT_FIRST_CYCLE : LSC_PLOT_COMPUTE);
    }
  if (n > 1)
    lsc_bar_plot_add_key (plot, LSC_PLOT_FIRST_CYCLE, _ ("Longest"));
  if (n > 0)
    lsc_bar_plot_add_key (plot, LSC_PLOT_COMPUTE, n > 1 ? _ ("Other ranks") : _ ("Total time"));
  lsc_bar_plot_fit (plot);
  return plot;
}
