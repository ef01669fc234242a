/* lsc-pipeline-painter-private.h - what the parts of the pipeline painter share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-label-cache.h"
#include "draw/pipeline/lsc-pipeline-painter.h"
#include "draw/lsc-minimap.h"
#include "draw/lsc-paint.h"
#include "draw/lsc-raster.h"
#include "draw/lsc-row-map.h"
#include "draw/lsc-text.h"

G_BEGIN_DECLS

#define BRACKET_HEIGHT 20.0
#define TOP_PAD 6.0
#define BOTTOM_PAD 6.0
#define LANE_GAP 2.0
#define P2P_HEIGHT 8.0
#define STRIP_BELOW_PX 3.0 /* mean width of a block below which rows become strips */
#define MAX_LABELS_PER_FRAME 1500
#define MAX_VECTOR_BOXES 20000
#define MAX_ARROWS 2000
#define DIM_SHARE 0.35
#define DELTA_HEIGHT 6.0
#define BAND_HEIGHT 22.0
#define CORNER_PX 5.0 /* figures: mark of a later chunk */

/* ---- layout ---- */

typedef struct
{
  double y; /* top of the first lane, px below the view's top, scrolled */
  double height;
  guint n_lanes;
} LscRowPlace;

/** Where a block stands: view coordinates. */
typedef struct
{
  double x0, x1, y0, y1;
} LscBlockBox;

/** Where everything of a view stands; filled for one paint or hit. The second side has a layout of
 * its own with a view of its own, so that what paints one side paints both. */
typedef struct _LscPipelineRows LscPipelineRows;

struct _LscPipelineRows
{
  const LscPipelineView *view;
  LscPipelineRows *twin;     /* (nullable) (owned): the second side */
  LscPipelineView *own_view; /* (nullable) (owned): @view of the second side */
  const LscBlock *selected;  /* (nullable): of either side */
  gboolean is_second;
  gboolean is_between; /* its rows stand between those of the first */
  gboolean is_ghost;   /* drawn as outlines where the first side has a row */
  gsize n_shared_rows; /* second side as ghost: rows that lie over those of the first */
  gsize first_step;
  gsize n_steps;
  LscRowMap map; /* a stretch for each shown step */
  LscRowPlace *rows;
  gsize n_rows;
  double px_per_ns;
  double body_top;
  double body_width;
  double body_height;
  double lane_height;
  double p2p_height; /* 0 = hidden */
  double row_gap;
  double delta_height;   /* strip of differences under the lanes, 0 = none */
  double bottom;         /* end of the last row of both sides, scrolled */
  double band_y[2];      /* top of the band with the title of each side, scrolled */
  double band_height[2]; /* 0 = none */
};

LscPipelineRows _lsc_pipeline_rows_new (const LscPipelineView *view);
void _lsc_pipeline_rows_clear (LscPipelineRows *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscPipelineRows, _lsc_pipeline_rows_clear)
const LscPipelineStep *_lsc_pipeline_rows_step (const LscPipelineRows *self, gsize index);
const LscPipelineRow *_lsc_pipeline_rows_row (const LscPipelineRows *self, gsize step, gsize row);
void _lsc_pipeline_rows_visible (const LscPipelineRows *self, gsize step, gsize row, gsize *first,
                                 gsize *end);
void _lsc_pipeline_rows_visible_legs (const LscPipelineRows *self, gsize step, gsize row,
                                      gsize *first, gsize *end);
void _lsc_pipeline_rows_block_lanes (const LscPipelineRows *self, gsize row,
                                     const LscPipelineRow *data, const LscBlock *block,
                                     guint *first, guint *end);
LscBlockBox _lsc_pipeline_rows_box (const LscPipelineRows *self, gsize step, gsize row,
                                    gsize block);
gboolean _lsc_pipeline_rows_find_box (const LscPipelineRows *self, const LscPipelineSpot *spot,
                                      LscBlockBox *box);
gboolean _lsc_pipeline_rows_has_blocks (const LscPipelineRows *self, gsize step, gsize row);
gsize _lsc_pipeline_rows_marked_row (const LscPipelineRows *self);
void _lsc_pipeline_clip_body (cairo_t *cr, const LscPipelineRows *self);
gboolean _lsc_pipeline_rows_row_is_visible (const LscPipelineRows *self, gsize row);

double _lsc_pipeline_rows_row_height (const LscPipelineRows *self, gsize row);
void _lsc_pipeline_rows_init_side (LscPipelineRows *self, const LscPipelineView *view);
void _lsc_pipeline_rows_add_twin (LscPipelineRows *self);
double _lsc_pipeline_rows_place_sides (LscPipelineRows *self, double y);

/* Top of the strip of differences; the lane of send and receive follows. */
static inline double
_lsc_pipeline_rows_delta_y (const LscPipelineRows *self, gsize row)
{
  return self->rows[row].y + self->rows[row].n_lanes * (self->lane_height + LANE_GAP);
}

static inline double
_lsc_pipeline_rows_p2p_y (const LscPipelineRows *self, gsize row)
{
  return self->rows[row].y + self->rows[row].height - self->p2p_height;
}

static inline double
_lsc_pipeline_rows_x (const LscPipelineRows *self, gsize step, gint64 time_ns)
{
  const LscViewport *port = &self->view->port;

  return ((double) (time_ns - self->map.items[step].offset_ns - port->begin_ns) -
          port->begin_fraction) *
         self->px_per_ns;
}

static inline double
_lsc_pipeline_rows_lane_y (const LscPipelineRows *self, gsize row, guint lane)
{
  return self->rows[row].y + lane * (self->lane_height + LANE_GAP);
}

/* ---- colours of blocks ---- */

#define N_COLORS 64

/** Every block maps to a small index: the looks of a colour mode in tables. */
typedef struct
{
  LscColorMode mode;
  guint32 hidden_kinds;
  guint32 fill[N_COLORS];
  guint32 fill_right[N_COLORS]; /* of X */
  gboolean is_split[N_COLORS];
  gboolean white_label[N_COLORS];
  LscMix mix[N_COLORS];
  LscMix mix_dim[N_COLORS];
  guint32 dim_base;
  guint32 background;
  LscMix hidden_mix;
  guint8 insight_index[8];
  const double *means; /* (nullable): row * LSC_BLOCK_N_KINDS + kind, ns */
  gboolean has_selection;
  guint16 selected[2];
} LscBlockColors;

void _lsc_block_colors_init (LscBlockColors *self, LscPipelinePainter *painter,
                             const LscPipelineRows *layout);

static inline guint
_lsc_block_colors_index (const LscBlockColors *self, const LscBlock *block, gsize row)
{
  switch (self->mode)
    {
    case LSC_COLOR_BY_PHASE:
      return block->type >= 0 && block->type < 7 ? (guint) block->type : 7;
    case LSC_COLOR_BY_MICRO_BATCH:
      {
        guint16 mb = block->mb_f != LSC_MB_NONE ? block->mb_f : block->mb_b;

        return mb == LSC_MB_NONE ? 8 : mb % 8;
      }
    case LSC_COLOR_BY_DURATION:
      {
        double mean = self->means ? self->means[row * LSC_BLOCK_N_KINDS + block->kind] : 0;
        double relative = mean > 0 ? (double) (block->end_ns - block->start_ns) / mean - 1 : 0;

        return (guint) (CLAMP (relative, -0.5, 0.5) * 60 + 30.5);
      }
    case LSC_COLOR_INSIGHT:
      return self->insight_index[block->type >= 0 && block->type < 7 ? block->type : 7];
    case LSC_COLOR_BY_KIND:
    default:
      {
        guint chunk = lsc_block_chunk_f (block);

        return (guint) MIN (block->kind, LSC_BLOCK_O) * 2 + (chunk != LSC_CHUNK_NONE && chunk >= 1);
      }
    }
}

static inline gboolean
_lsc_block_colors_is_dim (const LscBlockColors *self, const LscBlock *block)
{
  if (!self->has_selection)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    if (self->selected[i] != LSC_MB_NONE &&
        (block->mb_f == self->selected[i] || block->mb_b == self->selected[i]))
      return FALSE;
  return TRUE;
}

/* ---- boxes ---- */

enum
{
  BOX_SPLIT = 1 << 0,      /* X: left third and right part */
  BOX_HATCH = 1 << 1,      /* W */
  BOX_MARK = 1 << 2,       /* chunk bar at the left edge */
  BOX_MARK_RIGHT = 1 << 3, /* chunk bar at the left edge of the right part */
  BOX_DASHED = 1 << 4,     /* guessed id */
  BOX_OUTLIER = 1 << 5,
  BOX_DIM = 1 << 6,
  BOX_WHITE_LABEL = 1 << 7,
  BOX_HIDDEN = 1 << 9,   /* of a kind that is switched off: page, neither block nor idle */
  BOX_FRAME = 1 << 8,    /* pale fills: told from idle time by a frame */
  BOX_OUTLINE = 1 << 10, /* figures: a thin dark line all around */
};

/** A block in device px of the body. */
typedef struct
{
  double x0;
  double x1;
  guint32 fill;
  guint32 fill_right;
  const LscBlock *block;
  guint8 first_lane;
  guint8 end_lane;
  guint16 flags;
} LscBox;

typedef struct
{
  double x0;
  double x1;
  gboolean is_send;
} LscLegBox;

/** A text wanted inside a box. */
typedef struct
{
  guint64 key; /* of the text that fits */
  double x0;   /* visible room, device px of the body */
  double x1;
  double y0;
  double y1;
  const LscBlock *block;
  guint32 fill;
  guint16 flags;
  guint8 form;        /* that fits: 0 long, 1 short, 2 none */
  gboolean is_turned; /* read from below, where the short one has no room across */
} LscLabelWish;

typedef double (*LscLabelMeasure) (guint64 key, gpointer data);

double _lsc_row_mean_width (const LscPipelineRows *layout, gsize row, gsize *n_visible);
void _lsc_row_collect_boxes (const LscPipelineRows *layout, const LscBlockColors *colors, gsize row,
                             double scale, GArray *boxes);
void _lsc_row_collect_legs (const LscPipelineRows *layout, gsize row, double scale, GArray *legs);
void _lsc_row_wish_labels (const LscPipelineRows *layout, gsize row, const LscBox *boxes,
                           gsize n_boxes, double scale, double width, GArray *wishes);

/* ---- texts of blocks ---- */

enum
{
  TEXT_NAME,
  TEXT_NAME_SHORT,
  TEXT_MB,
  TEXT_MB_SHORT,
  TEXT_CHUNK,
  TEXT_CHUNK_SHORT,
};

guint64 _lsc_block_text_key (const LscPipelineView *view, const LscBlock *block, gboolean is_short);
void _lsc_block_text (guint64 key, gpointer pipeline, char *text, gsize size);

/* ---- painter ---- */

/** Counts over the shown steps of a group. */
typedef struct
{
  const LscPipelineGroup *group;
  gsize first_step;
  gsize n_steps;
  gsize counts[LSC_BLOCK_N_KINDS * 2]; /* kind * 2 + (forward chunk >= 1) */
  gint64 total_ns[LSC_BLOCK_N_KINDS * 2];
  gsize type_counts[8];
  gint64 type_ns[8];
  gint64 bubble_ns;
  guint8 insight_index[8]; /* by type + unknown: how many types were seen before it */
  gsize n_sends;
  gsize n_receives;
  double *means; /* row * LSC_BLOCK_N_KINDS + kind, ns */
} LscPipelineStats;

typedef struct
{
  const LscPipelineGroup *group;
  gsize first_step;
  gsize n_steps;
  LscArrows arrows;
  LscPipelineSpot selected;
} LscLinkKey;

typedef struct
{
  gint64 leave_ns;
  guint32 step; /* index into the group's steps */
  guint32 link;
} LscLinkRef;

/** Links worth drawing, by the time they leave. */
typedef struct
{
  LscLinkKey key;
  GArray *refs; /* LscLinkRef */
  gint64 longest_ns;
} LscLinkCache;

/** What the scale of the differences was found for. */
typedef struct
{
  const LscBlockPairs *pairs;
  const LscPipelineStep *step;
  const LscPipelineStep *other;
} LscDeltaKey;

struct _LscPipelinePainter
{
  LscText *text; /* the few texts outside of the body */
  LscLabelCache *labels;
  GArray *boxes;  /* LscBox, scratch of one row */
  GArray *legs;   /* LscLegBox */
  GArray *wishes; /* LscLabelWish, of one frame */
  guint32 *line;  /* scratch scan lines */
  guint32 *base_line;
  LscMix *columns;
  guint8 *ticks;
  gsize line_capacity;
  guint n_labels; /* drawn in the last frame */

  /* Of the first and of the second side. */
  LscPipelineStats stats[2];
  LscLinkCache links[2];
  LscDeltaKey delta_key;
  gint64 delta_scale_ns;
  float *deltas;                     /* scratch: largest difference of each column */
  const LscPipeline *label_owner[2]; /* whose names the labels are */

  LscMinimap minimap;
};

typedef struct
{
  LscPipelinePainter *painter;
  const LscPipelineRows *layout;
  const LscBlockColors *colors;
  LscRaster *raster;
  double scale;
} LscBodyPaint;

void _lsc_body_clear_columns (LscPipelinePainter *self, int width);
void _lsc_body_reserve (LscPipelinePainter *self, int width);
void _lsc_body_base_line (LscBodyPaint *paint, gsize row, gboolean with_bubbles);
void _lsc_body_accumulate (LscBodyPaint *paint, gsize row, guint lane);
void _lsc_body_copy_columns (LscBodyPaint *paint, int y0, int y1);
void _lsc_body_paint_strip (LscBodyPaint *paint, gsize row);
void _lsc_body_paint_boxes (LscBodyPaint *paint, gsize row);
void _lsc_body_paint_p2p (LscBodyPaint *paint, gsize row);
void _lsc_body_paint_vector (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout);

void _lsc_body_paint_over (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout);
void _lsc_body_paint_path (cairo_t *cr, const LscPipelineRows *layout);
void _lsc_body_paint_delta (LscBodyPaint *paint, gsize row);
void _lsc_body_draw_deltas (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout);
void _lsc_body_paint_ghost (LscBodyPaint *paint, gsize row);
void _lsc_body_draw_ghost (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout);
gint64 _lsc_painter_get_delta_scale (LscPipelinePainter *self, const LscPipelineRows *layout);

/* Idle time by cause. */
typedef struct
{
  double x0, x1; /* px of the body */
  guint8 cause;
} LscIdleBox;

gboolean _lsc_pipeline_has_causes (const LscPipelineRows *layout);
void _lsc_row_idle_range (const LscPipelineRows *layout, gsize row, gsize *first, gsize *end);
LscIdleBox _lsc_row_idle_box (const LscPipelineRows *layout, gsize index, double scale);
gboolean _lsc_cause_mark (guint cause, int x, int y);
const char *_lsc_cause_title (guint cause);
char *_lsc_pipeline_duration (const LscPipelineView *view, gint64 ns);

const LscPipelineStats *_lsc_painter_get_stats (LscPipelinePainter *self,
                                                const LscPipelineRows *layout);
char *_lsc_pipeline_row_label (const LscPipelineRow *row, gboolean with_rank, gboolean with_host);
double _lsc_label_size (const LscPipelineRows *layout);
void _lsc_label_wishes_fit (GArray *wishes, const LscPipelineView *view, guint64 flag, double scale,
                            LscLabelMeasure measure, gpointer data);
double _lsc_column_grid_ns (const LscPipelineRows *layout);

G_END_DECLS
