/* lsc-rank-grid.h - ranks in their parallel layout: which cell each one has
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/overview/lsc-rank-rows.h"
#include "judge/overview/lsc-overview.h"

G_BEGIN_DECLS

/** What the colours stand for (overview.md#grid). */
typedef enum
{
  LSC_GRID_STEP,
  LSC_GRID_COMPUTING,
  LSC_GRID_EXPOSED,
  LSC_GRID_TRANSFER,
  LSC_GRID_WAITED,
  LSC_GRID_CAUSED,
  LSC_GRID_BUBBLE,
  LSC_GRID_IDLE,
  LSC_GRID_N_FIGURES
} LscGridFigure;

extern const char *const lsc_grid_figure_titles[LSC_GRID_N_FIGURES];

/** The edges of the grid: blocks of cells, and cells inside a block. */
typedef enum
{
  LSC_GRID_BLOCKS_ACROSS,
  LSC_GRID_BLOCKS_DOWN,
  LSC_GRID_CELLS_ACROSS,
  LSC_GRID_CELLS_DOWN,
  LSC_GRID_N_AXES
} LscGridAxisPlace;

/**
 * LscGridAxis: a dimension of the layout along an edge
 * @dim: #LscDim, -1 where only one place is along it
 * @places: (element-type gint64): along it, rising; of at least one
 */
typedef struct
{
  int dim;
  GArray *places;
} LscGridAxis;

/**
 * LscGridCell: a rank
 * @index: the caller's own number of it
 * @label: (owned): its name
 * @at: places by #LscDim, -1 = not known
 * @ns: by #LscGridFigure; %LSC_INT_NULL = not known
 * @along: indexes in the places of each axis
 */
typedef struct
{
  gsize index;
  gint64 rank;
  char *label;
  gboolean is_slow;
  gint64 at[LSC_DIM_N];
  gint64 ns[LSC_GRID_N_FIGURES];
  guint along[LSC_GRID_N_AXES];
} LscGridCell;

/**
 * LscRankGrid: immutable; borrows nothing
 * @cells: LscGridCell, by rank
 * @axes: without a layout all ranks are blocks of one cell, one after the other
 * @why_plain: (owned) (nullable): why the layout is not known
 * @experts: mask of the dimensions along which groups of experts run, 0 = not known
 * @step: number of the step that the figures are of, %LSC_INT_NULL = the median
 */
typedef struct
{
  GArray *cells;
  LscGridAxis axes[LSC_GRID_N_AXES];
  char *why_plain;
  guint experts;
  gint64 step;
} LscRankGrid;

LscRankGrid *lsc_rank_grid_new (const LscOverview *overview, const LscRankRows *rows,
                                const gint64 *step);
void lsc_rank_grid_free (LscRankGrid *self);
guint lsc_rank_grid_find_rank (const LscRankGrid *self, gint64 rank);
guint lsc_rank_grid_find_index (const LscRankGrid *self, gsize index);
gboolean lsc_rank_grid_has_dim (const LscRankGrid *self, LscDim dim);
gboolean lsc_rank_grid_has_figure (const LscRankGrid *self, LscGridFigure figure);

#define LSC_GRID_NONE G_MAXUINT

static inline const LscGridCell *
lsc_rank_grid_get (const LscRankGrid *self, guint cell)
{
  return &g_array_index (self->cells, LscGridCell, cell);
}

/* lsc-grid-peers.c */
guint lsc_rank_grid_find_experts (const LscRankGrid *self);
guint lsc_rank_grid_find_peering (const LscRankGrid *self, guint a, guint b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankGrid, lsc_rank_grid_free)

G_END_DECLS
