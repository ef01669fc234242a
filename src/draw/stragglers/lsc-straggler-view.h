/* lsc-straggler-view.h - a map of stragglers: what is shown, and where it stands
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/stragglers/lsc-straggler-marks.h"
#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"

G_BEGIN_DECLS

/** Length of the legend's scale of colours, px. */
#define LSC_STRAGGLER_SCALE_PX 210.0

/** What a place of the picture is about. */
typedef enum
{
  LSC_STRAGGLER_NONE,
  LSC_STRAGGLER_WORKER,  /* @replica, @stage */
  LSC_STRAGGLER_STAGE,   /* @stage: its row's bar or label */
  LSC_STRAGGLER_REPLICA, /* @replica */
  LSC_STRAGGLER_STEP,    /* @step */
} LscStragglerSpotType;

/** A place of the picture; indexes into the study. */
typedef struct
{
  LscStragglerSpotType type;
  gsize replica;
  gsize stage;
  gsize step;
} LscStragglerSpot;

/**
 * LscStragglerView: what is shown, and how large
 * @study: (nullable): borrowed, as @marks, which are of it
 * @width, @height: px
 * @margin: px left and right of everything
 * @text_px: size of the texts
 */
typedef struct
{
  const LscStragglers *study;
  const LscStragglerMarks *marks;
  double width;
  double height;
  double margin;
  double text_px;
  LscTheme theme;
  LscStragglerSpot selected;
  LscStragglerSpot hovered;
} LscStragglerView;

/** A part of the picture, px. */
typedef struct
{
  double x, y, width, height;
} LscStragglerBox;

/**
 * LscStragglerPlaces: where the parts stand
 * @map: all cells
 * @by_stage, @by_replica: the bars beside the map and below it
 * @value_width: room for the values right of the bars of stages
 * @label_width: px left of the map
 * @row: px of a line of text
 * @caption_y: middle of the first line
 * @head_y: middle of the labels above map and curve
 * @curve: the plot without its labels; without width there is none
 * @legend_x, @legend_y: of the legend's corner
 * @is_compact: the legend stands right of the caption, and is shorter
 */
typedef struct
{
  LscStragglerBox map;
  LscStragglerBox by_stage;
  LscStragglerBox by_replica;
  LscStragglerBox curve;
  double value_width;
  double label_width;
  double row;
  double caption_y;
  double head_y;
  double legend_x;
  double legend_y;
  gboolean is_compact;
  double height;
} LscStragglerPlaces;

gboolean lsc_straggler_view_is_empty (const LscStragglerView *self);
gboolean lsc_straggler_view_has_unknown (const LscStragglerView *self);
LscStragglerPlaces lsc_straggler_view_place (const LscStragglerView *self, LscText *text);
double lsc_straggler_view_height (const LscStragglerView *self, LscText *text);
double lsc_straggler_view_usual_height (const LscStragglerView *self, LscText *text);
LscStragglerSpot lsc_straggler_view_find (const LscStragglerView *self,
                                          const LscStragglerPlaces *places, double x, double y);
LscStragglerBox lsc_straggler_view_get_box (const LscStragglerView *self,
                                            const LscStragglerPlaces *places,
                                            const LscStragglerSpot *spot);
double lsc_straggler_view_step_x (const LscStragglerView *self, const LscStragglerPlaces *places,
                                  gsize step);
gboolean lsc_straggler_spot_equal (const LscStragglerSpot *a, const LscStragglerSpot *b);
char *lsc_straggler_view_sum_up (const LscStragglerView *self);
char *lsc_straggler_view_describe (const LscStragglerView *self, const LscStragglerSpot *spot);

/** Returns: S of a worker, NAN = not known */
static inline double
lsc_straggler_view_get_slowdown (const LscStragglerView *self, gsize replica, gsize stage)
{
  return self->study->workers[replica * self->study->n_stages + stage].slowdown;
}

G_END_DECLS
