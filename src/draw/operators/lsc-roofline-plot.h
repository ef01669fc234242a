/* lsc-roofline-plot.h - rows of a roofline as marks, and the groups of operators that they are of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/operators/lsc-roofline-view.h"

G_BEGIN_DECLS

/** Of a mark that none of the groups has. */
#define LSC_ROOFLINE_NO_GROUP (-1)

/**
 * LscRooflinePlot:
 * @names, @words: (owned): of each mark
 * @groups: the group that each is of, or %LSC_ROOFLINE_NO_GROUP
 */
typedef struct
{
  LscRoof roof;
  LscRooflineMark *marks;
  GPtrArray *names;
  GPtrArray *words;
  gint64 *groups;
  guint n_marks;
} LscRooflinePlot;

/**
 * LscRooflineJoin: which groups a plot is of
 * @groups: a table of groups
 * @shown: (array length=n_shown): its rows that are shown
 * @types: (nullable): groups of all kernels by type alone
 */
typedef struct
{
  const LscTable *groups;
  const guint32 *shown;
  gsize n_shown;
  const LscTable *types;
} LscRooflineJoin;

LscRooflinePlot *lsc_roofline_plot_new (const LscTable *table, const LscRoof *roof,
                                        const LscRooflineJoin *join);
void lsc_roofline_plot_free (LscRooflinePlot *self);
guint lsc_roofline_plot_find (const LscRooflinePlot *self, gint64 group);
const char *lsc_roofline_plot_get_words (const LscRooflinePlot *self, guint mark);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRooflinePlot, lsc_roofline_plot_free)

G_END_DECLS
