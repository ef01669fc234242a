/* lsc-pipeline-painter.h - painting the pipeline chart on any cairo surface
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <pango/pangocairo.h>

#include "analyze/theory/lsc-blame.h"
#include "judge/compare/lsc-pipeline-compare.h"
#include "draw/lsc-palette.h"
#include "draw/lsc-viewport.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_ARROWS_NONE,
  LSC_ARROWS_SELECTION,
  LSC_ARROWS_ALL,
} LscArrows;

typedef enum
{
  LSC_LABELS_AUTO,     /* the micro-batch, with its chunk where there are several and room */
  LSC_LABELS_MB_CHUNK, /* "3.1" */
  LSC_LABELS_NONE,
} LscLabels;

/** A place in the chart. */
typedef struct
{
  gsize step;       /* index into the group's steps */
  guint32 row;      /* index into its rows, G_MAXUINT32 = none */
  guint32 block;    /* G_MAXUINT32 = none */
  gboolean is_twin; /* of the second side: row and block are those of its step */
} LscPipelineSpot;

/** How a second side is shown (drawing.md#second-side). */
typedef enum
{
  LSC_TWIN_NONE,
  LSC_TWIN_BELOW,       /* all its rows below those of the first */
  LSC_TWIN_INTERLEAVED, /* each of its rows below the same stage of the first */
  LSC_TWIN_GHOST,       /* its boxes as outlines over those of the first */
} LscTwinMode;

/**
 * LscPipelineTwin: theory, a prediction, another step or another recording, in the same time scale.
 * Shown when the view shows one step. Everything is borrowed.
 * @offset_ns: its T0 lies so much after the T0 of the first side
 * @title: (nullable): what it is, such as "theory: zbh1, means of each stage"
 * @first_title: (nullable): what the first side is then called
 * @pairs: (nullable): for hover in pairs and the strip of differences
 * @show_delta: in each row a strip with the difference of the starts of paired blocks, this side
 *   minus its own start, both after T0
 */
typedef struct
{
  LscTwinMode mode;
  const LscPipeline *pipeline;
  const LscPipelineGroup *group;
  gsize step;
  gint64 offset_ns;
  const char *title;
  const char *first_title;
  const LscBlockPairs *pairs;
  gboolean show_delta;
} LscPipelineTwin;

/** A block of the critical path. */
typedef struct
{
  guint32 row;
  guint32 block;
  gboolean is_hop; /* its input came from the path block before, on another rank */
} LscPipelinePathBlock;

/* Bits of hidden kinds: an LscBlockKind each, and later chunks of forward, which have a colour. */
#define LSC_HIDDEN_LATER_CHUNK LSC_BLOCK_N_KINDS
#define LSC_N_HIDDEN_KINDS (LSC_HIDDEN_LATER_CHUNK + 1)

static inline gboolean
lsc_block_is_hidden (const LscBlock *block, guint hidden_kinds)
{
  guint chunk = lsc_block_chunk_f (block);

  if (block->kind == LSC_BLOCK_F && chunk != LSC_CHUNK_NONE && chunk >= 1)
    return hidden_kinds >> LSC_HIDDEN_LATER_CHUNK & 1;
  return hidden_kinds >> block->kind & 1;
}

/**
 * LscPipelineView: what of a group is shown, and how. Sizes are in user-space units (px at scale
 * 1).
 *
 * The axis counts from the T0 of the first step; with several steps side by side each step is
 * shifted so that its T0 follows the window before it: the layout maps recorded times step by step.
 * Vertical: axis on top, then brackets, then rows.
 */
typedef struct
{
  const LscPipeline *pipeline;
  const LscPipelineGroup *group;
  gsize first_step; /* steps shown: [first_step, first_step + n_steps) */
  gsize n_steps;
  gboolean side_by_side; /* several steps: each from its own T0, else on one axis */

  LscViewport port;      /* ns since the first T0; headers of 140 px, lanes of 22 */
  double minimap_height; /* strip under the axis, 0 = none */

  LscColorMode color_mode;
  LscArrows arrows;
  LscLabels labels;
  gboolean show_bubbles;
  gboolean show_p2p;
  gboolean show_brackets;
  gboolean show_phase_tint;
  gboolean show_grid;
  gboolean show_chunk_rows; /* one row per virtual stage */
  gboolean absolute_time;
  guint hidden_kinds; /* bit mask, see lsc_block_is_hidden() */

  LscPipelineSpot selected; /* row G_MAXUINT32 = none */
  LscPipelineSpot hovered;
  LscTheme theme;
  double scale; /* device pixels per unit */

  LscPipelineTwin twin;
  const LscPipelinePathBlock *path; /* (nullable) of the first side, in time order; borrowed */
  gsize n_path;
  /* (nullable) of the first side, by rank, then begin: bubbles are tinted by cause; borrowed */
  const LscBlamePiece *idle;
  gsize n_idle;
  guint32 blamed_row; /* of the first side: its header has a warning; G_MAXUINT32 = none */

  gboolean is_figure;     /* for a paper: outlined boxes with plain numbers, stage names alone, axis
                             below     the rows, a short legend */
  double least_label;     /* px: a figure whose numbers would be smaller has none; 0 = the usual */
  double units_per_ns;    /* times in units of their own, as of a theory without data; 0 = ns */
  const char *unit_label; /* (nullable): what the axis is then called, such as "time / F" */
} LscPipelineView;

#define LSC_PIPELINE_SPOT_NONE ((LscPipelineSpot){ 0, G_MAXUINT32, G_MAXUINT32, FALSE })

/** Height of the time axis, px; the minimap begins there. */
#define LSC_PIPELINE_AXIS_HEIGHT 26.0

/** Limits of the height of lanes. */
#define LSC_PIPELINE_LANE_LEAST 4.0
#define LSC_PIPELINE_LANE_MOST 112.0

/** Caches of glyph masks and widths; keep one for each widget. */
typedef struct _LscPipelinePainter LscPipelinePainter;

LscPipelinePainter *lsc_pipeline_painter_new (PangoContext *context);
void lsc_pipeline_painter_free (LscPipelinePainter *self);

void lsc_pipeline_view_init (LscPipelineView *view, const LscPipeline *pipeline,
                             const LscPipelineGroup *group);
void lsc_pipeline_view_fit (LscPipelineView *view);
LscViewLimits lsc_pipeline_view_get_limits (const LscPipelineView *view);
double lsc_pipeline_view_length_ns (const LscPipelineView *view);
double lsc_pipeline_view_content_height (const LscPipelineView *view);
double lsc_pipeline_view_body_top (const LscPipelineView *view);
void lsc_pipeline_view_minimap (const LscPipelineView *view, double width, LscPipelineView *whole);
double lsc_pipeline_view_begin (const LscPipelineView *view);
double lsc_pipeline_view_block_time (const LscPipelineView *view, gsize step, gint64 time_ns);
gsize lsc_pipeline_view_n_rows (const LscPipelineView *view);
gboolean lsc_pipeline_view_has_twin (const LscPipelineView *view);
const LscPipelineStep *lsc_pipeline_view_spot_step (const LscPipelineView *view,
                                                    const LscPipelineSpot *spot);
gboolean lsc_pipeline_view_pair (const LscPipelineView *view, const LscPipelineSpot *spot,
                                 LscPipelineSpot *other);
const LscBlock *lsc_pipeline_view_block (const LscPipelineView *view, const LscPipelineSpot *spot);
gboolean lsc_pipeline_view_block_box (const LscPipelineView *view, const LscPipelineSpot *spot,
                                      double *x0, double *x1, double *y0, double *y1);

/** What is under a point. */
typedef enum
{
  LSC_HIT_NOTHING,
  LSC_HIT_HEADER,
  LSC_HIT_AXIS,
  LSC_HIT_BLOCK,
  LSC_HIT_BUBBLE,
  LSC_HIT_LEG,
} LscHit;

LscHit lsc_pipeline_view_hit (const LscPipelineView *view, double x, double y,
                              LscPipelineSpot *spot, gint64 *bubble_begin_ns, gint64 *bubble_end_ns,
                              guint32 *leg);

void lsc_pipeline_painter_reset (LscPipelinePainter *self);
void lsc_pipeline_painter_paint (LscPipelinePainter *self, cairo_t *cr,
                                 const LscPipelineView *view);
void lsc_pipeline_painter_paint_body (LscPipelinePainter *self, cairo_surface_t *image,
                                      const LscPipelineView *view);
guint lsc_pipeline_painter_get_n_labels (const LscPipelinePainter *self);
double lsc_pipeline_painter_get_mean_ns (LscPipelinePainter *self, const LscPipelineView *view,
                                         guint32 row, const LscBlock *block);
void lsc_pipeline_painter_paint_axis (LscPipelinePainter *self, cairo_t *cr,
                                      const LscPipelineView *view);
double lsc_pipeline_painter_measure_header (LscPipelinePainter *self, const LscPipelineView *view);
void lsc_pipeline_painter_paint_header (LscPipelinePainter *self, cairo_t *cr,
                                        const LscPipelineView *view);
void lsc_pipeline_painter_paint_hover (LscPipelinePainter *self, cairo_t *cr,
                                       const LscPipelineView *view);
void lsc_pipeline_painter_paint_overlay (LscPipelinePainter *self, cairo_t *cr,
                                         const LscPipelineView *view);
void lsc_pipeline_painter_paint_minimap (LscPipelinePainter *self, cairo_t *cr,
                                         const LscPipelineView *view, double width, double height);
double lsc_pipeline_painter_paint_legend (LscPipelinePainter *self, cairo_t *cr,
                                          const LscPipelineView *view, double width,
                                          gboolean measure_only);
guint32 lsc_pipeline_cause_fill (guint cause, const LscTheme *theme);
guint32 lsc_pipeline_path_color (const LscTheme *theme);
const LscPipelineLink *lsc_pipeline_painter_link_hit (LscPipelinePainter *self,
                                                      const LscPipelineView *view, double x,
                                                      double y, gsize *step_out);
int lsc_pipeline_painter_legend_hit (LscPipelinePainter *self, const LscPipelineView *view,
                                     double width, double x, double y);

G_END_DECLS
