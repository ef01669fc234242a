/* lsc-matrix-view.h - a matrix of links: what is shown, and where it stands
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/communication/lsc-matrix-shades.h"
#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"

G_BEGIN_DECLS

/** What a place of the picture is about. */
typedef enum
{
  LSC_MATRIX_NONE,
  LSC_MATRIX_CELL, /* @src to @dst */
  LSC_MATRIX_SRC,  /* a row's label */
  LSC_MATRIX_DST,  /* a column's label */
} LscMatrixSpotType;

/** A place of the picture; indexes of ranks. */
typedef struct
{
  LscMatrixSpotType type;
  gsize src;
  gsize dst;
} LscMatrixSpot;

/**
 * LscMatrixView: what is shown, and how large
 * @matrix: (nullable): borrowed, as @shades, which are of it
 * @width, @height: px
 * @margin: px around everything
 * @text_px: size of the texts
 * @scale: pixels a px, for what is painted as an image
 * @n_shown: ranks that the window shows of each axis; 0 = all
 * @first_src, @first_dst: ranks above and left of it
 */
typedef struct
{
  const LscLinkMatrix *matrix;
  const LscMatrixShades *shades;
  double width;
  double height;
  double margin;
  double text_px;
  double scale;
  LscTheme theme;
  double n_shown;
  double first_src;
  double first_dst;
  LscMatrixSpot selected;
  LscMatrixSpot hovered;
} LscMatrixView;

/** A part of the picture, px. */
typedef struct
{
  double x, y, width, height;
} LscMatrixBox;

/**
 * LscMatrixPlaces: where the parts stand
 * @map: all cells that are seen
 * @cell_width, @cell_height: px, may be below 1
 * @n, @n_columns: rows and columns that are seen
 * @row: px of a line of text
 * @caption_y: middle of the caption
 * @head_y: middle of the labels above the map
 * @has_hosts: the names of hosts stand above and left of the labels
 * @host_x, @host_y: middle of these
 * @legend: of its corner and room
 * @is_beside: the legend stands right of the map, its scale upright
 */
typedef struct
{
  LscMatrixBox map;
  double cell_width;
  double cell_height;
  double n;
  double n_columns;
  double first_src;
  double first_dst;
  double row;
  double caption_y;
  double head_y;
  gboolean has_hosts;
  double host_x;
  double host_y;
  LscMatrixBox legend;
  gboolean is_beside;
} LscMatrixPlaces;

gboolean lsc_matrix_view_is_empty (const LscMatrixView *self);
LscMatrixPlaces lsc_matrix_view_place (const LscMatrixView *self, LscText *text);
LscMatrixSpot lsc_matrix_view_find (const LscMatrixView *self, const LscMatrixPlaces *places,
                                    double x, double y);
LscMatrixBox lsc_matrix_view_get_box (const LscMatrixView *self, const LscMatrixPlaces *places,
                                      const LscMatrixSpot *spot);
void lsc_matrix_view_zoom (LscMatrixView *self, LscText *text, double factor, double x, double y);
void lsc_matrix_view_move (LscMatrixView *self, double by_src, double by_dst);
void lsc_matrix_view_reveal (LscMatrixView *self, const LscMatrixSpot *spot);
gboolean lsc_matrix_spot_equal (const LscMatrixSpot *a, const LscMatrixSpot *b);

/* lsc-matrix-words.c */
char *lsc_matrix_view_get_caption (const LscMatrixView *self);
char *lsc_matrix_view_describe (const LscMatrixView *self, const LscMatrixSpot *spot);
char *lsc_matrix_view_sum_up (const LscMatrixView *self);

G_END_DECLS
