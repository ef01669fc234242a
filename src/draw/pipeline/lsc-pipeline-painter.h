/* lsc-pipeline-painter.h - painting the pipeline chart on any cairo surface
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <pango/pangocairo.h>

#include "analyze/theory/lsc-blame.h"
#include "analyze/theory/lsc-pipeline-compare.h"
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
  LSC_LABELS_AUTO,     /* MindSpeed ids for two chunks, else the micro-batch */
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
} LscChartSpot;

/** How a second side is shown (drawing.md#second-side). */
typedef enum
{
  LSC_TWIN_NONE,
  LSC_TWIN_BELOW,       /* all its rows below those of the first */
  LSC_TWIN_INTERLEAVED, /* each of its rows below the same stage of the first */
  LSC_TWIN_GHOST,       /* its boxes as outlines over those of the first */
} LscTwinMode;

/**
 * LscChartTwin: theory, a prediction, another step or another recording, in the same time scale.
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
} LscChartTwin;

/** A block of the critical path. */
typedef struct
{
  guint32 row;
  guint32 block;
  gboolean is_hop; /* its input came from the path block before, on another rank */
} LscChartPathBlock;

/**
 * LscChartView: what of a group is shown, and how. Sizes are in user-space units (px at scale 1).
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
  guint hidden_kinds; /* bit mask of LscBlockKind */

  LscChartSpot selected; /* row G_MAXUINT32 = none */
  LscChartSpot hovered;
  LscTheme theme;
  double scale; /* device pixels per unit */

  LscChartTwin twin;
  const LscChartPathBlock *path; /* (nullable) of the first side, in time order; borrowed */
  gsize n_path;
  /* (nullable) of the first side, by rank, then begin: bubbles are tinted by cause; borrowed */
  const LscBlamePiece *idle;
  gsize n_idle;

  gboolean is_figure;     /* for a paper: outlined boxes with plain numbers, stage names alone, axis
                             below     the rows, a short legend */
  double units_per_ns;    /* times in units of their own, as of a theory without data; 0 = ns */
  const char *unit_label; /* (nullable): what the axis is then called, such as "time / F" */
} LscChartView;

#define LSC_CHART_SPOT_NONE ((LscChartSpot){ 0, G_MAXUINT32, G_MAXUINT32, FALSE })

/** Limits of the height of lanes. */
#define LSC_CHART_LANE_LEAST 4.0
#define LSC_CHART_LANE_MOST 48.0

/** Caches of glyph masks and widths; keep one for each widget. */
typedef struct _LscChartPainter LscChartPainter;

LscChartPainter *lsc_chart_painter_new (PangoContext *context);
void lsc_chart_painter_free (LscChartPainter *self);

void lsc_chart_view_init (LscChartView *view, const LscPipeline *pipeline,
                          const LscPipelineGroup *group);
void lsc_chart_view_fit (LscChartView *view);
LscViewLimits lsc_chart_view_get_limits (const LscChartView *view);
double lsc_chart_view_length_ns (const LscChartView *view);
double lsc_chart_view_content_height (const LscChartView *view);
double lsc_chart_view_axis_height (const LscChartView *view);
double lsc_chart_view_body_top (const LscChartView *view);
double lsc_chart_view_begin (const LscChartView *view);
double lsc_chart_view_time_to_x (const LscChartView *view, double chart_ns);
double lsc_chart_view_x_to_time (const LscChartView *view, double x);
double lsc_chart_view_block_time (const LscChartView *view, gsize step, gint64 time_ns);
gint64 lsc_chart_view_chart_to_time (const LscChartView *view, double chart_ns, gsize *step_out);
gsize lsc_chart_view_n_rows (const LscChartView *view);
gboolean lsc_chart_view_has_twin (const LscChartView *view);
const LscPipelineStep *lsc_chart_view_spot_step (const LscChartView *view,
                                                 const LscChartSpot *spot);
double lsc_chart_view_spot_time (const LscChartView *view, const LscChartSpot *spot,
                                 gint64 time_ns);
gboolean lsc_chart_view_pair (const LscChartView *view, const LscChartSpot *spot,
                              LscChartSpot *other);
const LscBlock *lsc_chart_view_block (const LscChartView *view, const LscChartSpot *spot);
gboolean lsc_chart_view_block_box (const LscChartView *view, const LscChartSpot *spot, double *x0,
                                   double *x1, double *y0, double *y1);
void lsc_chart_view_row_extent (const LscChartView *view, guint32 row, double *y, double *height);

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

LscHit lsc_chart_view_hit (const LscChartView *view, double x, double y, LscChartSpot *spot,
                           gint64 *bubble_begin_ns, gint64 *bubble_end_ns, guint32 *leg);

void lsc_chart_painter_reset (LscChartPainter *self);
void lsc_chart_painter_paint (LscChartPainter *self, cairo_t *cr, const LscChartView *view);
void lsc_chart_painter_paint_body (LscChartPainter *self, cairo_surface_t *image,
                                   const LscChartView *view);
guint lsc_chart_painter_get_n_labels (const LscChartPainter *self);
double lsc_chart_painter_get_mean_ns (LscChartPainter *self, const LscChartView *view, guint32 row,
                                      const LscBlock *block);
void lsc_chart_painter_paint_frame (LscChartPainter *self, cairo_t *cr, const LscChartView *view);
void lsc_chart_painter_paint_axis (LscChartPainter *self, cairo_t *cr, const LscChartView *view);
void lsc_chart_painter_paint_header (LscChartPainter *self, cairo_t *cr, const LscChartView *view);
void lsc_chart_painter_paint_links (LscChartPainter *self, cairo_t *cr, const LscChartView *view);
void lsc_chart_painter_paint_selection (LscChartPainter *self, cairo_t *cr,
                                        const LscChartView *view);
void lsc_chart_painter_paint_hover (LscChartPainter *self, cairo_t *cr, const LscChartView *view);
void lsc_chart_painter_paint_overlay (LscChartPainter *self, cairo_t *cr, const LscChartView *view);
void lsc_chart_painter_paint_minimap (LscChartPainter *self, cairo_t *cr, const LscChartView *view,
                                      double width, double height);
double lsc_chart_painter_paint_legend (LscChartPainter *self, cairo_t *cr, const LscChartView *view,
                                       double width, gboolean measure_only);
guint32 lsc_chart_cause_fill (guint cause, const LscTheme *theme);
guint32 lsc_chart_path_color (const LscTheme *theme);
const LscPipelineLink *lsc_chart_painter_link_hit (LscChartPainter *self, const LscChartView *view,
                                                   double x, double y, gsize *step_out);
int lsc_chart_painter_legend_hit (LscChartPainter *self, const LscChartView *view, double width,
                                  double x, double y);

G_END_DECLS
