/* lsc-rank-chart.h - where the parts of a chart of ranks stand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-palette.h"
#include "draw/lsc-viewport.h"
#include "draw/overview/lsc-rank-rows.h"

G_BEGIN_DECLS

/* Three pictures of the same ranks: a bar for each, a cell for each where they are too many, and
 * their steps as points. The axis is time in the first, or a billion for all of a step; members of
 * a group in the second and steps in the third, a million for each. */

typedef enum
{
  LSC_RANK_CHART_BARS, /* or cells */
  LSC_RANK_CHART_STEPS,
} LscRankChartKind;

/** What the colour of a cell stands for; a category of the budget is added to the last. */
typedef enum
{
  LSC_RANK_METRIC_LENGTH,
  LSC_RANK_METRIC_CAUSED,
  LSC_RANK_METRIC_WAITED,
  LSC_RANK_METRIC_CATEGORY,
} LscRankMetric;

#define LSC_RANK_CHART_NONE G_MAXUINT

/**
 * LscRankChart: what is shown
 * @rows: (nullable): borrowed
 * @is_share: bars are parts of the step instead of times
 * @metric: of cells
 * @left_out: (nullable): borrowed: what is said of ranks that are not among @rows
 * @is_dense: a group has no line of its own, its name stands in those of its ranks
 * @selected: index of a row, %LSC_RANK_CHART_NONE without one
 * @scale: pixels a px
 */
typedef struct
{
  LscRankChartKind kind;
  const LscRankRows *rows;
  gboolean is_share;
  guint metric;
  const char *left_out;
  gboolean is_dense;
  guint selected;
  guint hovered;
  LscViewport port;
  LscTheme theme;
  double scale;
} LscRankChart;

/** What is at a place: a rank, and of a bar the category, else -1. */
typedef struct
{
  guint row;
  int category;
} LscRankSpot;

#define LSC_RANK_CHART_RULER_PX 24.0
#define LSC_RANK_CHART_ALL_NS G_GINT64_CONSTANT (1000000000) /* of a step, as parts */
#define LSC_RANK_CHART_UNIT_NS G_GINT64_CONSTANT (1000000)   /* a member or a step */

void lsc_rank_chart_init (LscRankChart *self, const LscRankRows *rows);
gboolean lsc_rank_chart_has_cells (const LscRankChart *self);
gboolean lsc_rank_chart_is_empty (const LscRankChart *self);
LscViewLimits lsc_rank_chart_get_limits (const LscRankChart *self);
double lsc_rank_chart_content_height (const LscRankChart *self);
double lsc_rank_chart_room (const LscRankChart *self);
double lsc_rank_chart_most_height (const LscRankChart *self);
double lsc_rank_chart_least_height (const LscRankChart *self);
double lsc_rank_chart_group_px (const LscRankChart *self);
guint lsc_rank_chart_count_seen (const LscRankChart *self);
guint lsc_rank_chart_fit_paper (LscRankChart *self, double room);
void lsc_rank_chart_fit_rows (LscRankChart *self);
void lsc_rank_chart_fit (LscRankChart *self);

double lsc_rank_chart_row_y (const LscRankChart *self, guint row);
void lsc_rank_chart_row_box (const LscRankChart *self, guint row, double *x0, double *y0,
                             double *x1, double *y1);
double lsc_rank_chart_point_y (const LscRankChart *self, gint64 ns);
gboolean lsc_rank_chart_find (const LscRankChart *self, double x, double y, LscRankSpot *spot);
guint lsc_rank_chart_find_metric (const LscRankChart *self);
gint64 lsc_rank_chart_value (const LscRankChart *self, const LscRankRow *row);
guint lsc_rank_chart_find_index (const LscRankChart *self, gsize index);

G_END_DECLS
