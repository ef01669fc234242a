/* lsc-timeline-painter-private.h - what the files of the timeline's painter share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-label-cache.h"
#include "draw/lsc-minimap.h"
#include "draw/lsc-paint.h"
#include "draw/lsc-raster.h"
#include "draw/lsc-ruler.h"
#include "draw/lsc-text.h"
#include "draw/timeline/lsc-timeline-layout-private.h"
#include "draw/timeline/lsc-timeline-painter.h"
#include "model/lsc-kernel-label.h"
#include "model/lsc-kernel-name.h"

G_BEGIN_DECLS

#define LSC_TIMELINE_LABEL_PX 11.0
#define LSC_TIMELINE_LEAST_DURATION_PX 46 /* beside a name */
#define LSC_TIMELINE_DURATION_GAP_PX 7
#define LSC_TIMELINE_LEAST_LABEL_PX 24.0 /* narrower blocks have no text */
#define LSC_TIMELINE_MOST_LABELS 3000u   /* of a frame */
#define LSC_TIMELINE_LEAST_SHARE 0.16f   /* so that a lone slice stays visible */
#define LSC_TIMELINE_ROW_GAP 1.0         /* px between two rows */
#define LSC_TIMELINE_HATCH_PX 6.0        /* from line to line */
#define LSC_TIMELINE_HATCH_RGB 0x6E6E6E
#define LSC_TIMELINE_LEAST_HOLLOW_PX 4 /* narrower blocks have no room inside */
#define LSC_TIMELINE_N_SHADES 8
#define LSC_TIMELINE_N_HEATS (60 * 16) /* colours of durations, sixteen an octave */
#define LSC_TIMELINE_HEADER_PAD 8.0
#define LSC_TIMELINE_INDENT 12.0
#define LSC_TIMELINE_EXPANDER 14.0
#define LSC_TIMELINE_SUMMARY_LANES 48u /* of a collapsed group: those with most slices */
#define LSC_TIMELINE_SAMPLE_BLOCK 64

/** Least and most of LSC_TIMELINE_SAMPLE_BLOCK samples of a series. */
typedef struct
{
  double least;
  double most;
} LscSampleBlock;

/** What the painter remembers of a timeline. It holds a reference, so that a pointer never means
 * two timelines. */
typedef struct
{
  LscTimeline *timeline;
  guint32 serial; /* of label keys */
  guint8 *shades; /* by name: 1 + shade inside the family, 0 = not looked at yet */
  gsize n_shades;
  guint8 *families;    /* by name: 1 + LscKernelFamily, 0 = not looked at yet */
  GHashTable *blocks;  /* LscCounter * -> LscSampleBlock array */
  GHashTable *summary; /* node -> GArray of lane nodes, by number of slices, falling */
  GHashTable *modules; /* LscLane * -> colours of its slices by module */
  guint32 fills[LSC_SLICE_N_KINDS][LSC_TIMELINE_N_SHADES];
  guint32 kernel_fills[LSC_N_FAMILIES][LSC_TIMELINE_N_SHADES];
  guint32 heats[LSC_TIMELINE_N_HEATS];
} LscTimelineMemory;

/** A search hit, by strip row: (rank, node, slice). */
typedef struct
{
  guint32 rank;
  guint32 node;
  guint32 slice;
  guint32 index; /* among the view's hits */
} LscHitRef;

struct _LscTimelinePainter
{
  LscText *text;
  LscLabelCache *labels;
  GPtrArray *memories; /* LscTimelineMemory */
  guint32 next_serial;
  LscSpan *spans;
  gsize n_spans; /* capacity */
  guint32 *line;
  guint32 *base_line;
  LscMix *columns;
  int n_columns; /* capacity of the three */

  GArray *hits;      /* LscHitRef by (rank, node, slice) */
  GArray *hit_times; /* gint64, aligned, rising */
  const GArray *hits_of;
  guint hits_len;
  guint hits_revision;

  LscMinimap minimap;
  guint n_labels;
};

/**
 * LscSummary: what a collapsed group's lanes do, to be mixed into the painter's columns
 * @scale: columns a px
 * @width: columns
 * @n_shares: the covered share is rounded to one of so many, to keep colours few; 0 = as it is
 * @is_plain: by the kinds of slices alone, and idle time is left out
 */
typedef struct
{
  guint32 rank;
  guint32 node;
  double scale;
  int width;
  int n_shares;
  gboolean is_plain;
} LscSummary;

/** A part of the body: device pixels. */
typedef struct
{
  LscTimelinePainter *painter;
  const LscTimelineView *view;
  LscRaster *raster;
  double scale;
  double px_per_ns; /* device px */
  int width;        /* device px of the body */
  int digit_height;
  guint32 last_fill; /* whose text colour is known */
  guint32 last_ink;
} LscTimelineBody;

/* ---- geometry ---- */

/** A row of a lane; @lane may be %NULL, which has nothing in any row. */
typedef struct
{
  guint32 rank;
  guint32 node;
  const LscLane *lane;
  guint32 row;
} LscViewRow;

/** Walks over the strips in the window: those that scroll, then the pinned ones. Begins with @view
 * alone. */
typedef struct
{
  const LscTimelineView *view;
  const LscStrip *strip;
  gsize index; /* of @strip in the layout */
  gsize end;
  guint n_parts; /* begun of the two */
} LscStripWalk;

gboolean _lsc_strip_walk_next (LscStripWalk *self);
double _lsc_view_strip_top (const LscTimelineView *view, const LscStrip *strip);
void _lsc_view_visible (const LscTimelineView *view, gboolean pinned, gsize *first, gsize *end);
double _lsc_view_row_top (const LscStrip *strip, guint row);
const LscLane *_lsc_view_row_lane (const LscTimelineView *view, gsize strip, guint row,
                                   guint32 *node, guint32 *lane_row);
gsize _lsc_view_row_spans (const LscTimelineView *view, const LscViewRow *row, double scale,
                           guint width, LscSpan *spans);
gboolean _lsc_view_place (const LscTimelineView *view, const LscTimelineSpot *spot,
                          gboolean or_group, double *y0, double *y1);
gsize _lsc_row_lower_bound (const LscLane *lane, guint32 row, gint64 start_ns);

/* ---- memory ---- */
void _lsc_timeline_memory_free (gpointer data);
LscTimelineMemory *_lsc_painter_memory (LscTimelinePainter *self, LscTimeline *timeline);
void _lsc_painter_forget_others (LscTimelinePainter *self, LscTimelineLayout *layout);
void _lsc_painter_reserve (LscTimelinePainter *self, int width);
const GArray *_lsc_painter_summary (LscTimelineMemory *memory, guint32 node);
void _lsc_painter_mix_summary (LscTimelinePainter *self, const LscTimelineView *view,
                               const LscSummary *summary);
const LscSampleBlock *_lsc_painter_blocks (LscTimelineMemory *memory, LscCounter *counter);

/* ---- colours ---- */
/** Of what a way to colour slices says nothing of. */
#define LSC_TIMELINE_NEUTRAL_RGB 0x8E8E93u

guint32 _lsc_palette_color (LscTimelineMemory *memory, const LscLane *lane, guint32 slice,
                            LscTimelineColor color);
void _lsc_palette_fill_shades (LscTimelineMemory *memory);
gboolean _lsc_palette_has_family (const LscTimeline *timeline, guint8 kind);
LscKernelFamily _lsc_palette_kernel_family (const LscTimeline *timeline, guint32 name);
guint32 _lsc_palette_kernels (LscKernelFamily family);
guint32 _lsc_palette_core (guint8 kind);
guint32 _lsc_palette_duration (gint64 duration_ns);
guint32 _lsc_palette_series (guint index);
guint32 _lsc_palette_link (guint32 kind);
guint32 _lsc_palette_family (guint8 kind);
LscHatch _lsc_palette_hatch (guint8 kind);
gboolean _lsc_palette_is_hollow (guint8 kind);
const char *_lsc_timeline_legend_families (void);
const char *_lsc_timeline_legend_arrows (void);
const char *_lsc_timeline_legend_words (guint8 kind, const char **group);
guint32 _lsc_palette_strip (const LscTheme *theme, const LscStrip *strip);

/* ---- parts ---- */
void _lsc_arrow_set_style (cairo_t *cr, guint32 kind, gboolean is_dark, double alpha);
void _lsc_body_paint_counter (LscTimelineBody *body, const LscStrip *strip, int top);
void _lsc_counter_range (const LscNode *node, double *low, double *high);
gboolean _lsc_counter_column (const LscCounter *counter, const LscSampleBlock *blocks,
                              gint64 begin_ns, gint64 end_ns, double *least, double *most);
void _lsc_timeline_paint_vector (LscTimelinePainter *self, cairo_t *cr,
                                 const LscTimelineView *view);
void _lsc_timeline_paint_path (cairo_t *cr, const LscTimelineView *view);
void _lsc_timeline_paint_arrows (LscTimelinePainter *self, cairo_t *cr,
                                 const LscTimelineView *view);
void _lsc_timeline_paint_marks (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view);
void _lsc_timeline_paint_hits (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view);
void _lsc_timeline_collect_hits (LscTimelinePainter *self, const LscTimelineView *view);
void _lsc_timeline_clip_body (cairo_t *cr, const LscTimelineView *view);
void _lsc_timeline_clip_strips (cairo_t *cr, const LscTimelineView *view, gboolean pinned);
void _lsc_timeline_text_of_name (const LscTimelineMemory *memory, guint32 name, gboolean is_own,
                                 char *text, gsize size);
LscRuler _lsc_timeline_ruler (const LscTimelineView *view);

G_END_DECLS
