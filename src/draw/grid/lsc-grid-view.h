/* lsc-grid-view.h - a grid of ranks: what is shown, and where it stands
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/grid/lsc-rank-grid.h"
#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"

G_BEGIN_DECLS

/**
 * LscGridView: what is shown, and how large
 * @grid: (nullable): borrowed
 * @width, @height: px
 * @margin: px around everything
 * @text_px: size of the texts
 * @selected: index of a cell, %LSC_GRID_NONE without one
 * @hovered: likewise: its groups are marked; else those of @selected
 */
typedef struct
{
  const LscRankGrid *grid;
  LscGridFigure figure;
  double width;
  double height;
  double margin;
  double text_px;
  LscTheme theme;
  guint selected;
  guint hovered;
} LscGridView;

/** A part of the picture, px. */
typedef struct
{
  double x, y, width, height;
} LscGridBox;

/**
 * LscGridPlaces: where the parts stand
 * @map: all cells
 * @cell_width, @cell_height: px, from one to the next of a block
 * @gap_x, @gap_y: px between two blocks
 * @a_line: blocks in a line; where there is one row of blocks it is broken into lines of so many
 * @n_lines: of blocks
 * @row: px of a line of text
 * @caption_y: middle of the caption
 * @head_y: middle of the labels above the map
 * @legend: of its corner and room
 */
typedef struct
{
  LscGridBox map;
  double cell_width;
  double cell_height;
  double gap_x;
  double gap_y;
  guint a_line;
  guint n_lines;
  double row;
  double caption_y;
  double head_y;
  LscGridBox legend;
} LscGridPlaces;

/** lsc_grid_view_is_empty: Returns: whether there is nothing to paint */
static inline gboolean
lsc_grid_view_is_empty (const LscGridView *self)
{
  return !self->grid || self->grid->cells->len == 0;
}

LscGridPlaces lsc_grid_view_place (const LscGridView *self, LscText *text);
LscGridBox lsc_grid_view_get_box (const LscGridView *self, const LscGridPlaces *places, guint cell);
LscGridBox lsc_grid_view_get_spot (const LscGridView *self, const LscGridPlaces *places,
                                   const guint along[LSC_GRID_N_AXES]);
guint lsc_grid_view_find (const LscGridView *self, const LscGridPlaces *places, double x, double y);
guint lsc_grid_view_step (const LscGridView *self, const LscGridPlaces *places, int dx, int dy);

/* lsc-grid-legend.c */
void lsc_grid_view_outline (const LscGridView *self, cairo_t *cr, LscDim dim,
                            const LscGridBox *box);
double lsc_grid_view_paint_legend (const LscGridView *self, LscText *text, cairo_t *cr,
                                   double width);

/* lsc-grid-words.c */
char *lsc_grid_view_get_caption (const LscGridView *self);
char *lsc_grid_view_describe (const LscGridView *self, guint cell);
char *lsc_grid_view_sum_up (const LscGridView *self);
char *lsc_grid_view_label_axis (const LscGridView *self, LscGridAxisPlace where, guint from,
                                guint to);

G_END_DECLS
