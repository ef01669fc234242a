/* lsc-communication-plots.c - tables of communication as plots of bars
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-communication-plots.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"

#define N_PARTS 4

/** A part of the length of an operator; the last one is all of it. @message_ink: of a send or
 * receive, whose waiting is the bubble of a pipeline */
static const struct
{
  const char *column;
  guint ink;
  guint message_ink;
  const char *title;
} parts[N_PARTS + 1] = {
  { "transfer_ns", LSC_PLOT_TRANSFER, LSC_PLOT_TRANSFER, N_ ("Transfer") },
  { "wait_recorded_ns", LSC_PLOT_WAIT, LSC_PLOT_MESSAGE, N_ ("Wait for Peers") },
  { "wait_unexplained_ns", LSC_PLOT_WAIT_OTHER, LSC_PLOT_MESSAGE_OTHER,
    N_ ("Wait, Cause Not Known") },
  { "other_ns", LSC_PLOT_OTHER, LSC_PLOT_OTHER, N_ ("Other") },
  { "length_ns", LSC_PLOT_WHOLE, LSC_PLOT_WHOLE, N_ ("Parts Not Known") },
};

/* %LSC_INT_NULL = not known */
static gint64
get_int (const LscTable *table, gsize row, const char *column)
{
  LscValue value = lsc_table_get_named (table, row, column);

  return value.is_null || value.type != LSC_TYPE_INT ? LSC_INT_NULL : value.integer;
}

static char *
get_rank (const LscTable *table, gsize row, const char *column)
{
  LscValue value = lsc_table_get_named (table, row, column);

  if (value.is_null)
    return g_strdup ("?");
  return value.type == LSC_TYPE_TEXT ? g_strdup (value.text)
                                     : g_strdup_printf ("%" PRId64, value.integer);
}

static void
append_time (GString *words, const char *title, gint64 ns)
{
  g_autofree char *time = ns == LSC_INT_NULL ? NULL : lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);

  if (time)
    g_string_append_printf (words, "\n%s %s", title, time);
}

/* ---- one operator over its ranks ---- */

/* Where some parts are not known the others may still be all of it. */
static gboolean
is_split (const LscTable *members, gsize row)
{
  gint64 sum_ns = 0;

  for (guint i = 0; i < N_PARTS; i++)
    sum_ns += lsc_int_or_zero (get_int (members, row, parts[i].column));
  return sum_ns == get_int (members, row, "length_ns");
}

/* What waits comes first, as what is waited for ends it. */
static guint
get_ink (guint part, gboolean is_message)
{
  return is_message ? parts[part].message_ink : parts[part].ink;
}

static void
add_parts (LscPlotBar *bar, const LscTable *members, gsize row, gboolean is_message, gboolean *has)
{
  static const guint order[N_PARTS] = { 1, 2, 0, 3 };

  if (!is_split (members, row))
    {
      lsc_plot_bar_add (bar, (double) get_int (members, row, "length_ns"), LSC_PLOT_WHOLE);
      has[N_PARTS] = TRUE;
      return;
    }
  for (guint i = 0; i < N_PARTS; i++)
    {
      gint64 ns = lsc_int_or_zero (get_int (members, row, parts[order[i]].column));

      lsc_plot_bar_add (bar, (double) ns, get_ink (order[i], is_message));
      has[order[i]] = has[order[i]] || ns > 0;
    }
}

static char *
describe_member (const LscTable *members, gsize row, const char *rank)
{
  GString *words = g_string_new (NULL);

  LscValue name = lsc_table_get_named (members, row, "name");

  g_string_append_printf (words, _ ("Rank %s"), rank);
  if (!name.is_null)
    g_string_append_printf (words, " · %s", name.text);
  append_time (words, _ ("Time"), get_int (members, row, "length_ns"));
  for (guint i = 0; i < N_PARTS; i++)
    append_time (words, _ (parts[i].title), get_int (members, row, parts[i].column));
  append_time (words, _ ("Arrives late by"), get_int (members, row, "late_ns"));
  return g_string_free (words, FALSE);
}

/** Extents of all members, ns. @is_message: they are a send and its receive */
typedef struct
{
  gint64 begin_ns;
  gint64 longest_ns;
  gboolean is_message;
} Extent;

static Extent
find_extent (const LscTable *members)
{
  Extent extent = { G_MAXINT64, 0, FALSE };

  for (gsize i = 0; i < lsc_table_get_n_rows (members); i++)
    {
      gint64 begin_ns = get_int (members, i, "begin_ns"), length_ns;

      if (begin_ns == LSC_INT_NULL)
        continue;
      length_ns = get_int (members, i, "length_ns");
      extent.begin_ns = MIN (extent.begin_ns, begin_ns);
      extent.longest_ns = MAX (extent.longest_ns, length_ns);
    }
  return extent;
}

static void
add_member (LscBarPlot *plot, const LscTable *members, gsize row, LscPlotAlign align,
            const Extent *extent, gboolean *has)
{
  gint64 begin_ns = get_int (members, row, "begin_ns");
  gint64 length_ns = get_int (members, row, "length_ns"), from_ns = 0;
  g_autofree char *rank = get_rank (members, row, "rank");
  LscPlotBar *bar;

  if (length_ns == LSC_INT_NULL)
    return;
  if (align == LSC_PLOT_BY_END)
    from_ns = extent->longest_ns - length_ns;
  else if (align == LSC_PLOT_BY_CLOCK)
    from_ns = begin_ns - extent->begin_ns;
  bar = lsc_bar_plot_add (plot, g_strdup_printf (_ ("Rank %s"), rank), (double) from_ns);
  bar->words = describe_member (members, row, rank);
  bar->tag = (gint64) row;
  add_parts (bar, members, row, extent->is_message, has);
}

/* That of the member which takes longest: of a message that is received late the receive, which is
 * what the row is about, and not the send, which only begins first. */
static LscValue
find_name (const LscTable *members)
{
  LscValue name = { .is_null = TRUE };
  gint64 most_ns = G_MININT64;

  for (gsize i = 0; i < lsc_table_get_n_rows (members); i++)
    {
      gint64 length_ns = lsc_int_or_zero (get_int (members, i, "length_ns"));

      if (length_ns > most_ns)
        {
          most_ns = length_ns;
          name = lsc_table_get_named (members, i, "name");
        }
    }
  return name;
}

/**
 * lsc_plot_new_members:
 * @members: the table "communication_members" of one instance
 * @is_message: they are a send and its receive
 *
 * Plots one operator over its ranks (drawing.md#bar-plots). The tag of a bar is its row.
 *
 * Returns: (transfer full): empty without members
 */
LscBarPlot *
lsc_plot_new_members (const LscTable *members, LscPlotAlign align, gboolean is_message)
{
  static const char *const abouts[] = { N_ ("Aligned by their end"), N_ ("Aligned by their start"),
                                        N_ ("By the clock of each rank") };
  g_autofree char *caption = NULL;
  gboolean has[N_PARTS + 1] = { FALSE };
  LscValue name;
  LscBarPlot *plot;
  Extent extent;

  g_return_val_if_fail (members, NULL);
  name = find_name (members);
  caption = g_strdup_printf (_ ("%s over its ranks"), name.is_null ? "" : name.text);
  plot = lsc_bar_plot_new (caption, LSC_PLOT_TIME, FALSE);
  plot->about = g_strdup (_ (abouts[align]));
  extent = find_extent (members);
  extent.is_message = is_message;
  for (gsize i = 0; i < lsc_table_get_n_rows (members); i++)
    add_member (plot, members, i, align, &extent, has);
  for (guint i = 0; i <= N_PARTS; i++)
    if (has[i])
      lsc_bar_plot_add_key (plot, get_ink (i, is_message), _ (parts[i].title));
  lsc_bar_plot_fit (plot);
  return plot;
}

/* ---- arrivals ---- */

typedef struct
{
  gint64 rank;
  guint n;
} Late;

static gint
compare_lates (gconstpointer a, gconstpointer b)
{
  const Late *first = a, *second = b;

  if (first->n != second->n)
    return first->n > second->n ? -1 : 1;
  return (first->rank > second->rank) - (first->rank < second->rank);
}

/* (transfer full) (element-type Late): who comes last, most often first */
static GArray *
list_lates (const LscTable *instances)
{
  GArray *lates = g_array_new (FALSE, TRUE, sizeof (Late));
  g_autoptr (GHashTable) at = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gint64 *keys = g_new (gint64, lsc_table_get_n_rows (instances) + 1);

  for (gsize i = 0; i < lsc_table_get_n_rows (instances); i++)
    {
      gpointer index;

      keys[i] = get_int (instances, i, "last_rank");
      if (keys[i] == LSC_INT_NULL)
        continue;
      if (!g_hash_table_lookup_extended (at, &keys[i], NULL, &index))
        {
          index = GUINT_TO_POINTER (lates->len);
          g_hash_table_insert (at, &keys[i], index);
          g_array_append_val (lates, ((Late){ keys[i], 0 }));
        }
      g_array_index (lates, Late, GPOINTER_TO_UINT (index)).n++;
    }
  g_array_sort (lates, compare_lates);
  return lates;
}

static guint
find_ink (const GArray *lates, gint64 rank)
{
  for (guint i = 0; i < MIN (lates->len, LSC_PLOT_N_CYCLE); i++)
    if (g_array_index (lates, Late, i).rank == rank)
      return LSC_PLOT_FIRST_CYCLE + i;
  return LSC_PLOT_REST;
}

static void
add_arrival (LscBarPlot *plot, const LscTable *instances, gsize row, const GArray *lates)
{
  gint64 spread_ns = get_int (instances, row, "spread_ns");
  gint64 step = get_int (instances, row, "step"), rank = get_int (instances, row, "last_rank");
  g_autofree char *spread = NULL, *last = NULL;
  GString *words;
  LscPlotBar *bar;

  if (spread_ns == LSC_INT_NULL)
    return;
  bar = lsc_bar_plot_add (
      plot, step == LSC_INT_NULL ? g_strdup ("") : g_strdup_printf ("%" PRId64, step), 0);
  bar->tag = get_int (instances, row, "instance");
  lsc_plot_bar_add (bar, (double) spread_ns, find_ink (lates, rank));
  spread = lsc_format_duration (spread_ns, LSC_TIME_UNIT_AUTO);
  words = g_string_new (NULL);
  if (step != LSC_INT_NULL)
    g_string_append_printf (words, _ ("Step %" PRId64 ": "), step);
  g_string_append_printf (words, _ ("the last rank arrives %s after the first"), spread);
  if (rank != LSC_INT_NULL)
    {
      last = get_rank (instances, row, "last_rank");
      g_string_append_printf (words, _ ("\nLast to arrive: rank %s"), last);
    }
  bar->words = g_string_free (words, FALSE);
}

/* Steps follow each other, whatever order their instances have. */
static void
keep_first_of_steps (LscBarPlot *plot)
{
  char *last = NULL;

  for (guint i = 0; i < plot->bars->len; i++)
    {
      LscPlotBar *bar = &g_array_index (plot->bars, LscPlotBar, i);

      if (last && g_str_equal (last, bar->label))
        *bar->label = '\0';
      else
        last = bar->label;
    }
}

static void
add_lates (LscBarPlot *plot, const GArray *lates)
{
  for (guint i = 0; i < MIN (lates->len, LSC_PLOT_N_CYCLE); i++)
    {
      const Late *late = &g_array_index (lates, Late, i);
      g_autofree char *rank = lsc_rank_to_text (late->rank);
      g_autofree char *text = g_strdup_printf (_ ("Rank %s last, %u×"), rank, late->n);

      lsc_bar_plot_add_key (plot, LSC_PLOT_FIRST_CYCLE + i, text);
    }
  if (lates->len > LSC_PLOT_N_CYCLE)
    lsc_bar_plot_add_key (plot, LSC_PLOT_REST, _ ("Other ranks last"));
}

/**
 * lsc_plot_new_arrivals:
 * @instances: the table "communication_instances" of an operator
 * @name: of the operator
 *
 * Plots how far arrivals are apart (drawing.md#bar-plots). The tag of a bar is its instance.
 *
 * Returns: (transfer full): empty where no arrivals are known
 */
LscBarPlot *
lsc_plot_new_arrivals (const LscTable *instances, const char *name)
{
  g_autofree char *caption = NULL;
  g_autoptr (GArray) lates = NULL;
  LscBarPlot *plot;

  g_return_val_if_fail (instances && name, NULL);
  caption = g_strdup_printf (_ ("%s: spread of arrivals"), name);
  lates = list_lates (instances);
  plot = lsc_bar_plot_new (caption, LSC_PLOT_TIME, TRUE);
  plot->about = g_strdup (_ ("Step"));
  for (gsize i = 0; i < lsc_table_get_n_rows (instances); i++)
    add_arrival (plot, instances, i, lates);
  keep_first_of_steps (plot);
  add_lates (plot, lates);
  lsc_bar_plot_fit (plot);
  return plot;
}

/* ---- packets ---- */

static char *
say_size (gint64 bytes)
{
  return bytes >= 1 << 30   ? g_strdup_printf ("%" PRId64 " GiB", bytes >> 30)
         : bytes >= 1 << 20 ? g_strdup_printf ("%" PRId64 " MiB", bytes >> 20)
         : bytes >= 1 << 10 ? g_strdup_printf ("%" PRId64 " KiB", bytes >> 10)
                            : g_strdup_printf ("%" PRId64 " B", bytes);
}

static double
sum_column (const LscTable *packets, const char *column)
{
  double sum = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (packets); i++)
    sum += (double) lsc_int_or_zero (get_int (packets, i, column));
  return sum > 0 ? sum : 1;
}

static char *
describe_packets (const LscTable *packets, gsize row, const char *size)
{
  LscValue transport = lsc_table_get_named (packets, row, "transport");
  LscValue bandwidth = lsc_table_get_named (packets, row, "bandwidth");
  g_autofree char *count = lsc_format_count (lsc_int_or_zero (get_int (packets, row, "count")));
  GString *words = g_string_new (NULL);

  g_string_append_printf (words, _ ("%s from %s: %s transfers"),
                          transport.is_null ? "" : transport.text, size, count);
  append_time (words, _ ("Time"), get_int (packets, row, "time_ns"));
  if (!bandwidth.is_null)
    g_string_append_printf (words, "\n%.3g GB/s", bandwidth.real);
  return g_string_free (words, FALSE);
}

/* Two bars beside each other: how many, and how long. */
static void
add_packets (LscBarPlot *plot, const LscTable *packets, gsize row, double n, double ns)
{
  gint64 from_bytes = get_int (packets, row, "from_bytes");
  g_autofree char *size = say_size (lsc_int_or_zero (from_bytes));
  LscPlotBar *bar = lsc_bar_plot_add (plot, g_strdup (size), 0);

  bar->words = describe_packets (packets, row, size);
  bar->tag = (gint64) row;
  lsc_plot_bar_add (bar, (double) lsc_int_or_zero (get_int (packets, row, "count")) / n,
                    LSC_PLOT_REST);
  bar = lsc_bar_plot_add (plot, g_strdup (""), 0);
  bar->words = describe_packets (packets, row, size);
  bar->tag = (gint64) row;
  lsc_plot_bar_add (bar, (double) lsc_int_or_zero (get_int (packets, row, "time_ns")) / ns,
                    LSC_PLOT_TRANSFER);
}

/**
 * lsc_plot_new_packets:
 * @packets: the table "communication_packets"
 *
 * Plots which sizes transfers have, and which of them take the time (drawing.md#bar-plots). The tag
 * of a bar is its row.
 *
 * Returns: (transfer full): empty where no sizes were recorded
 */
LscBarPlot *
lsc_plot_new_packets (const LscTable *packets)
{
  LscBarPlot *plot;
  double n, ns;

  g_return_val_if_fail (packets, NULL);
  plot = lsc_bar_plot_new (_ ("Transfers by size"), LSC_PLOT_SHARE, TRUE);
  plot->about = g_strdup (_ ("Size of a transfer, from"));
  n = sum_column (packets, "count");
  ns = sum_column (packets, "time_ns");
  for (gsize i = 0; i < lsc_table_get_n_rows (packets); i++)
    add_packets (plot, packets, i, n, ns);
  lsc_bar_plot_add_key (plot, LSC_PLOT_REST, _ ("Share of Transfers"));
  lsc_bar_plot_add_key (plot, LSC_PLOT_TRANSFER, _ ("Share of Time"));
  lsc_bar_plot_fit (plot);
  return plot;
}
