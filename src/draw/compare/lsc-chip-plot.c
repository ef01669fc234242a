/* lsc-chip-plot.c - two chips as bars: what each reaches of its own peak
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/compare/lsc-chip-plot.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-time.h"

#define MOST_ROWS 10
#define LAST_PARTS 2 /* of a path */
#define SPARE 1.05   /* of the longest bar */
#define TERA 1e12

static const char *const share_keys[LSC_N_SIDES] = { "before_peak_share", "after_peak_share" };
static const char *const time_keys[LSC_N_SIDES] = { "before_ns", "after_ns" };
static const char *const rate_keys[LSC_N_SIDES] = { "before_flops_per_s", "after_flops_per_s" };

/* A share, or at least that of one chip by that of the other */
static gboolean
has_share (const LscTable *table, gsize row)
{
  return !lsc_table_get_named (table, row, "peak_ratio").is_null ||
         !lsc_table_get_named (table, row, share_keys[LSC_BEFORE]).is_null ||
         !lsc_table_get_named (table, row, share_keys[LSC_AFTER]).is_null;
}

/* Of a path as many of its last modules as tell it apart; of an op its module, too. */
static char *
name_row (const LscTable *table, gsize row)
{
  int column = lsc_table_find_column (table, "name");
  g_autofree char *name = lsc_table_get_words (table, row, (guint) column);
  LscValue module = lsc_table_get_named (table, row, "module");
  const char *path = module.is_null ? name : module.text;
  const char *at = path + strlen (path);
  guint n = 0;

  while (at > path && (at[-1] != '/' || ++n < LAST_PARTS))
    at--;
  if (module.is_null)
    return at > path ? g_strconcat ("…/", at, NULL) : g_steal_pointer (&name);
  return g_strdup_printf ("%s, %s%s", name, at > path ? "…/" : "", at);
}

static char *
say_rate (LscValue rate)
{
  return rate.is_null ? g_strdup ("-") : g_strdup_printf ("%.3g", rate.real / TERA);
}

static char *
say_share (LscValue share)
{
  return share.is_null ? g_strdup (_ ("not known")) : lsc_format_share (share.real);
}

static char *
say_time (LscValue time)
{
  return time.is_null ? g_strdup ("-") : lsc_format_duration (time.integer, LSC_TIME_UNIT_AUTO);
}

static void
add_bar (LscBarPlot *plot, const LscTable *table, gsize row, guint side, const char *chip)
{
  g_autofree char *name = name_row (table, row);
  LscValue share = lsc_table_get_named (table, row, share_keys[side]);
  LscPlotBar *bar = lsc_bar_plot_add (plot, g_strdup (side == LSC_BEFORE ? name : ""), 0);

  bar->notes[0] = say_share (share);
  bar->notes[1] = say_rate (lsc_table_get_named (table, row, rate_keys[side]));
  bar->notes[2] = say_time (lsc_table_get_named (table, row, time_keys[side]));
  bar->words = share.is_null
                   ? g_strdup_printf (_ ("%s\n%s: share of its peak not known, %s per step"), name,
                                      chip, bar->notes[2])
                   : g_strdup_printf (_ ("%s\n%s: %s of its peak, %s TFLOP/s, %s per step"), name,
                                      chip, bar->notes[0], bar->notes[1], bar->notes[2]);
  bar->tag = (gint64) row;
  if (!share.is_null)
    lsc_plot_bar_add (bar, share.real, LSC_PLOT_FIRST_CYCLE + 1 + side);
}

static void
add_rows (LscBarPlot *plot, const LscTable *table, const char *const names[LSC_N_SIDES])
{
  guint n = 0;

  for (gsize row = 0; row < lsc_table_get_n_rows (table) && n < MOST_ROWS; row++)
    {
      if (!has_share (table, row))
        continue;
      n++;
      for (guint side = 0; side < LSC_N_SIDES; side++)
        add_bar (plot, table, row, side, names[side]);
    }
}

/**
 * lsc_chip_plot_new:
 * @table: of both chips: ChipKinds, ChipModules or ChipOps
 * @names: what the chips are called
 *
 * Of each row two bars, one for each chip: its share of its own peak (drawing.md#chip-bars). Rows
 * of which nothing is known are left out.
 *
 * Returns: (transfer full) (nullable): %NULL without such a row
 */
LscBarPlot *
lsc_chip_plot_new (const LscTable *table, const char *const names[LSC_N_SIDES], const char *caption)
{
  LscBarPlot *plot;

  g_return_val_if_fail (table && names && caption, NULL);
  plot = lsc_bar_plot_new (caption, LSC_PLOT_SHARE, FALSE);
  add_rows (plot, table, names);
  if (plot->bars->len == 0)
    {
      lsc_bar_plot_free (plot);
      return NULL;
    }
  plot->about = g_strdup (_ ("Share of the chip's own peak"));
  lsc_bar_plot_add_note (plot, _ ("Share of Peak"));
  lsc_bar_plot_add_note (plot, _ ("TFLOP/s"));
  lsc_bar_plot_add_note (plot, _ ("Time per Step"));
  for (guint side = 0; side < LSC_N_SIDES; side++)
    lsc_bar_plot_add_key (plot, LSC_PLOT_FIRST_CYCLE + 1 + side, names[side]);
  lsc_bar_plot_fit (plot);
  plot->high = MIN (plot->high * SPARE, MAX (plot->high, 1));
  return plot;
}
