/* lsc-bar-plot.h - bars made of parts: an op over its ranks, arrivals, sizes, shares of a whole
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#include "analyze/lsc-table.h"

G_BEGIN_DECLS

#define LSC_PLOT_MOST_PARTS 5
#define LSC_PLOT_N_CYCLE 6
#define LSC_PLOT_MOST_NOTES 4

/** What a part is of; says its colour and hatch. */
typedef enum
{
  LSC_PLOT_TRANSFER,
  LSC_PLOT_WAIT,          /* in a collective, for a peer that was recorded */
  LSC_PLOT_WAIT_OTHER,    /* for what was not */
  LSC_PLOT_MESSAGE,       /* the same of sends and receives */
  LSC_PLOT_MESSAGE_OTHER, /* likewise */
  LSC_PLOT_OTHER,
  LSC_PLOT_WHOLE, /* of which the parts are not known */
  LSC_PLOT_REST,  /* all that have no colour of their own */
  LSC_PLOT_COMPUTE,
  LSC_PLOT_SUM,         /* the line of what is reached, no part of a bar */
  LSC_PLOT_FIRST_CYCLE, /* the first of LSC_PLOT_N_CYCLE that are told apart */
} LscPlotInk;

typedef enum
{
  LSC_PLOT_TIME,  /* ns */
  LSC_PLOT_SHARE, /* 0 to 1 */
  LSC_PLOT_COUNT,
} LscPlotScale;

typedef struct
{
  double length;
  guint ink;
} LscPlotPart;

/**
 * LscPlotBar:
 * @label: (owned):
 * @words: (owned): its tooltip
 * @from: where it begins on the scale
 * @reached: of the bars up to this one, on the same scale; the line through these is drawn where it
 *   is above 0
 * @notes: (owned) (nullable): figures beside it, see LscBarPlot.note_titles
 * @tag: of the caller
 */
typedef struct
{
  char *label;
  char *words;
  double from;
  LscPlotPart parts[LSC_PLOT_MOST_PARTS];
  guint n_parts;
  double reached;
  char *notes[LSC_PLOT_MOST_NOTES];
  gint64 tag;
} LscPlotBar;

typedef struct
{
  guint ink;
  char *text; /* (owned) */
} LscPlotKey;

/**
 * LscBarPlot:
 * @caption: (owned):
 * @about: (owned) (nullable): what stands along the bars
 * @is_upright: bars stand side by side, else they lie one below the other
 * @low, @high: ends of the scale
 * @bars: (element-type LscPlotBar)
 * @keys: (element-type LscPlotKey)
 * @note_titles: (owned): heads of the columns of figures at the right of lying bars; where there is
 *   too little room the first ones go
 * @n_notes: how many of these there are
 */
typedef struct
{
  char *caption;
  char *about;
  gboolean is_upright;
  LscPlotScale scale;
  double low;
  double high;
  GArray *bars;
  GArray *keys;
  char *note_titles[LSC_PLOT_MOST_NOTES];
  guint n_notes;
} LscBarPlot;

LscBarPlot *lsc_bar_plot_new (const char *caption, LscPlotScale scale, gboolean is_upright);
void lsc_bar_plot_free (LscBarPlot *self);
LscPlotBar *lsc_bar_plot_add (LscBarPlot *self, char *label, double from);
void lsc_plot_bar_add (LscPlotBar *self, double length, guint ink);
void lsc_bar_plot_add_key (LscBarPlot *self, guint ink, const char *text);
void lsc_bar_plot_add_note (LscBarPlot *self, const char *title);
void lsc_bar_plot_fit (LscBarPlot *self);
double lsc_plot_bar_get_end (const LscPlotBar *self);

/** Returns: bar @index */
static inline const LscPlotBar *
lsc_bar_plot_get (const LscBarPlot *self, guint index)
{
  return &g_array_index (self->bars, LscPlotBar, index);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscBarPlot, lsc_bar_plot_free)

G_END_DECLS
