/* lsc-timeline-painter.h - painting the timeline on any cairo surface
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <pango/pangocairo.h>

#include "draw/lsc-palette.h"
#include "draw/lsc-viewport.h"
#include "draw/timeline/lsc-timeline-layout.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_TIMELINE_COLOR_NAME,
  LSC_TIMELINE_COLOR_CORE,
  LSC_TIMELINE_COLOR_DURATION,
  LSC_TIMELINE_COLOR_STEP,
  LSC_TIMELINE_COLOR_MODULE,
} LscTimelineColor;

typedef enum
{
  LSC_TIMELINE_ARROWS_OFF,
  LSC_TIMELINE_ARROWS_SELECTION,
  LSC_TIMELINE_ARROWS_RANGE,
  LSC_TIMELINE_ARROWS_ALL, /* of the kinds in arrow_kinds, thinned */
} LscTimelineArrows;

/** A slice of a rank of the layout. */
typedef struct
{
  guint32 rank; /* LSC_SLICE_NONE = nothing */
  LscSpot spot;
} LscTimelineSpot;

#define LSC_TIMELINE_SPOT_NONE ((LscTimelineSpot){ LSC_SLICE_NONE, LSC_SPOT_NONE })

/** A note of the user's at a time, a range or a slice. Aligned times. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns; /* = begin_ns: a point */
  guint32 rgb;
  gboolean is_lasting; /* FALSE: gone with the next one */
  char *name;
  char *note;
  char *path; /* (nullable): of the lane of a slice */
} LscTimelineMark;

/** A time of a rank on the critical path of a pipeline, in its own clock. */
typedef struct
{
  gint64 rank;
  gint64 begin_ns;
  gint64 end_ns;
} LscTimelinePathRange;

/**
 * LscTimelineView: what of a layout is shown, and how. Sizes in user-space units (px at scale 1).
 *
 * From the top: ruler with marks, pinned strips, strips scrolled.
 *
 * @port: its axis is aligned time; at most 1000 px a ns
 * @range_*: the selected time range and, when @range_strips is set, the lanes it is restricted to
 * @path: (nullable) (element-type LscTimelinePathRange): by rank, then time; marked on the strips
 * @hits: (nullable) (element-type LscTimelineSpot): search results, by time
 */
typedef struct
{
  LscTimelineLayout *layout;
  LscViewport port;    /* aligned ns; headers of 180 px */
  double ruler_height; /* 28 */
  gint64 origin_ns;    /* zero of the ruler: first event of the project */
  gboolean absolute_time;

  LscTimelineColor color;
  LscTimelineArrows arrows;
  guint arrow_kinds; /* mask of 1 << LscLinkKind */

  LscTimelineSpot selected;
  LscTimelineSpot hovered;
  guint32 chosen_link; /* index among the links of the selection, LSC_SLICE_NONE */
  gboolean has_range;
  gint64 range_begin_ns;
  gint64 range_end_ns;
  const GArray *range_paths; /* (nullable) (element-type char *) */
  gsize focus_strip;         /* G_MAXSIZE = none */
  GArray *hits;
  gsize current_hit;         /* G_MAXSIZE = none */
  const char *same_name;     /* (nullable): slices of that name are outlined */
  GPtrArray *marks;          /* (nullable) (element-type LscTimelineMark) */
  GPtrArray *selected_paths; /* (nullable): selected lanes */
  const GArray *path;
  double hover_x; /* cursor line, negative = none */

  LscTheme theme;
  double scale; /* device pixels per unit */
} LscTimelineView;

#define LSC_TIMELINE_LEAST_SPAN_NS 1.0

typedef struct _LscTimelinePainter LscTimelinePainter;

LscTimelinePainter *lsc_timeline_painter_new (PangoContext *context);
void lsc_timeline_painter_free (LscTimelinePainter *self);
void lsc_timeline_painter_reset (LscTimelinePainter *self); /* font, theme or scale changed */

guint lsc_timeline_painter_get_n_labels (const LscTimelinePainter *self);

/* The body: every strip right of the headers, below the ruler. Image: RGB24, scale already set as
 * device scale by the caller's size: width*scale x height*scale pixels. */
void lsc_timeline_painter_paint_body (LscTimelinePainter *self, cairo_surface_t *image,
                                      const LscTimelineView *view);
void lsc_timeline_painter_paint_ruler (LscTimelinePainter *self, cairo_t *cr,
                                       const LscTimelineView *view);
double lsc_timeline_painter_measure_names (LscTimelinePainter *self, const LscTimelineView *view);
void lsc_timeline_painter_paint_headers (LscTimelinePainter *self, cairo_t *cr,
                                         const LscTimelineView *view);
void lsc_timeline_painter_paint_overlay (LscTimelinePainter *self, cairo_t *cr,
                                         const LscTimelineView *view);
void lsc_timeline_painter_paint_hover (LscTimelinePainter *self, cairo_t *cr,
                                       const LscTimelineView *view);
void lsc_timeline_painter_paint_minimap (LscTimelinePainter *self, cairo_t *cr,
                                         const LscTimelineView *view, double width, double height);
/* Everything: raster body where @as_raster, else vectors merged to columns (SVG, PDF). */
void lsc_timeline_painter_paint (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view,
                                 gboolean as_raster);

/** What is under a point. */
typedef enum
{
  LSC_TIMELINE_HIT_NOTHING,
  LSC_TIMELINE_HIT_RULER,
  LSC_TIMELINE_HIT_HEADER,
  LSC_TIMELINE_HIT_EXPANDER,
  LSC_TIMELINE_HIT_STRIP,  /* empty part of a strip */
  LSC_TIMELINE_HIT_SLICE,  /* one slice */
  LSC_TIMELINE_HIT_MERGED, /* several in a pixel: never clickable as one */
  LSC_TIMELINE_HIT_COUNTER,
  LSC_TIMELINE_HIT_RANGE_BEGIN, /* grip of 5 px */
  LSC_TIMELINE_HIT_RANGE_END,
  LSC_TIMELINE_HIT_MARK,
} LscTimelineHitType;

typedef struct
{
  LscTimelineHitType type;
  gsize strip;
  LscTimelineSpot spot; /* SLICE: it; MERGED: the longest */
  guint n_merged;
  gint64 time_ns; /* aligned */
  guint mark;
} LscTimelineHit;

LscTimelineHit lsc_timeline_view_hit (const LscTimelineView *view, double x, double y);
void lsc_timeline_view_init (LscTimelineView *view, LscTimelineLayout *layout);
void lsc_timeline_view_fit (LscTimelineView *view);
gboolean lsc_timeline_view_get_limits (const LscTimelineView *view, LscViewLimits *limits);
void lsc_timeline_view_clamp (LscTimelineView *view);
gboolean lsc_timeline_view_slice_box (const LscTimelineView *view, const LscTimelineSpot *spot,
                                      double *x0, double *y0, double *x1, double *y1);
const LscLane *lsc_timeline_view_get_lane (const LscTimelineView *view,
                                           const LscTimelineSpot *spot);
void lsc_timeline_view_minimap (const LscTimelineView *view, double width, LscTimelineView *whole);
void lsc_timeline_mark_free (LscTimelineMark *mark);
/** What occurs in a lane, as bits: kinds of slices, families of GPU kernels; at the first lane of a
 * recording also kinds of links, between whichever lanes. */
typedef struct
{
  guint64 kinds;
  guint32 families;
  guint32 links;
} LscTimelineHues;

/** In a colour of the legend: where its lines are told. */
#define LSC_TIMELINE_LEGEND_HATCH_SHIFT 24
/** In a colour of the legend: it is that of an edge. */
#define LSC_TIMELINE_LEGEND_HOLLOW 0x8000000u

/** Longer names of lanes are elided, until the user makes room. */
#define LSC_TIMELINE_WIDE_HEADER_PX 272.0

/**
 * LscTimelineMeaning: of a colour
 * @group: (nullable): what several have in common, translated
 * @name: (owned): translated, short where @group says a part of it
 * @rgb: 0xRRGGBB, with an #LscHatch above it, at %LSC_TIMELINE_LEGEND_HATCH_SHIFT, and perhaps
 *   %LSC_TIMELINE_LEGEND_HOLLOW
 * @arrow: 1 + a #LscLinkKind: it is an arrow's; 0 = a slice's
 */
typedef struct
{
  const char *group;
  char *name;
  guint32 rgb;
  guint32 arrow;
} LscTimelineMeaning;

guint32 lsc_timeline_palette_fill (const LscTimeline *timeline, const LscLane *lane, guint32 slice,
                                   LscTimelineColor color);
LscTimelineHues *lsc_timeline_hues_new (const LscTimeline *timeline, LscJob *job, GError **error);
guint32 lsc_timeline_legend_get_arrows (const LscTimelineView *view);
GArray *lsc_timeline_legend_list (const LscTimelineView *view, const LscTimelineHues *const *known);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTimelinePainter, lsc_timeline_painter_free)

G_END_DECLS
