/* lsc-timeline-layout.h - which strips of which ranks are shown, and where
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-row-map.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/* The layout knows ranks (timelines), what the user did to their nodes, and the strips that follow
 * from both. Node states are kept by path with rank ("Rank 0/Device/Stream 2"), so that they
 * outlive a reload and can be stored. Coordinates: y grows downwards from the top of the content;
 * pinned strips come first and do not scroll. Use from one thread. */

/** What a strip is. */
typedef enum
{
  LSC_STRIP_GROUP,   /* name of a group; collapsed: with a summary of what is in it */
  LSC_STRIP_LANE,    /* rows of a lane, or of several merged */
  LSC_STRIP_COUNTER, /* curves */
  LSC_STRIP_EMPTY,   /* a rank that is not loaded, or nothing in it: a sentence */
} LscStripType;

/**
 * LscStrip:
 * @rank: index of the rank in the layout
 * @node: of its timeline; the root for %LSC_STRIP_EMPTY
 * @depth: indentation
 * @y, @height: px; of pinned strips from the top of the view, else from the top of the content
 * @n_rows: rows shown; of a merged strip all rows of all its lanes one under another
 * @n_all_rows: rows there are; more than @n_rows when @is_cut
 * @row_height: px
 * @is_folded: of several rows the uppermost alone is shown
 * @is_cut: more rows than the largest height allows: scroll inside by LscStrip.first_row
 * @merged: (nullable) (element-type guint32): nodes drawn on this strip besides @node
 */
typedef struct
{
  LscStripType type;
  guint32 rank;
  guint32 node;
  guint depth;
  double y;
  double height;
  guint n_rows;
  guint n_all_rows;
  guint first_row;
  double row_height;
  gboolean is_pinned;
  gboolean is_expanded; /* groups, and lanes with children */
  gboolean has_children;
  gboolean is_folded;
  gboolean is_cut;
  GArray *merged;
} LscStrip;

typedef struct _LscTimelineLayout LscTimelineLayout;

LscTimelineLayout *lsc_timeline_layout_new (void);
void lsc_timeline_layout_free (LscTimelineLayout *self);

/* ---- ranks ---- */
guint32 lsc_timeline_layout_add_rank (LscTimelineLayout *self, gint64 rank, const char *label);
void lsc_timeline_layout_set_timeline (LscTimelineLayout *self, guint32 rank,
                                       LscTimeline *timeline);
void lsc_timeline_layout_set_message (LscTimelineLayout *self, guint32 rank, const char *message);
void lsc_timeline_layout_set_alias (LscTimelineLayout *self, guint32 rank, const char *alias);
void lsc_timeline_layout_set_offset (LscTimelineLayout *self, guint32 rank, gint64 offset_ns);
guint32 lsc_timeline_layout_get_n_ranks (const LscTimelineLayout *self);
LscTimeline *lsc_timeline_layout_get_timeline (const LscTimelineLayout *self, guint32 rank);
const char *lsc_timeline_layout_get_label (const LscTimelineLayout *self, guint32 rank);
const char *lsc_timeline_layout_get_host (const LscTimelineLayout *self, guint32 rank);
const char *lsc_timeline_layout_get_message (const LscTimelineLayout *self, guint32 rank);
gint64 lsc_timeline_layout_get_offset (const LscTimelineLayout *self, guint32 rank);
const LscRowStretch *lsc_timeline_layout_get_stretch (const LscTimelineLayout *self, guint32 rank);
gint64 lsc_timeline_layout_get_lane_offset (const LscTimelineLayout *self, guint32 rank,
                                            guint32 node);
gint64 lsc_timeline_layout_get_node_offset (const LscTimelineLayout *self, guint32 rank,
                                            guint32 node);
LscRowStretch lsc_timeline_layout_get_lane_stretch (const LscTimelineLayout *self, guint32 rank,
                                                    guint32 node);
gboolean lsc_timeline_layout_has_lane_offsets (const LscTimelineLayout *self, guint32 rank);
gboolean lsc_timeline_layout_get_extent (const LscTimelineLayout *self, gint64 *begin_ns,
                                         gint64 *end_ns);
gboolean lsc_timeline_layout_get_limits (const LscTimelineLayout *self, gint64 *begin_ns,
                                         gint64 *end_ns); /* aligned: local - offset */

/* ---- what the user does; @path with the rank, see lsc_timeline_get_path() ---- */
char *lsc_timeline_layout_get_path (const LscTimelineLayout *self, guint32 rank, guint32 node);
gboolean lsc_timeline_layout_find_path (const LscTimelineLayout *self, const char *path,
                                        guint32 *rank, guint32 *node);
void lsc_timeline_layout_set_expanded (LscTimelineLayout *self, const char *path,
                                       gboolean expanded);
void lsc_timeline_layout_set_all_expanded (LscTimelineLayout *self, gboolean expanded);
void lsc_timeline_layout_set_folds_hosts (LscTimelineLayout *self, gboolean folds);
void lsc_timeline_layout_unfold (LscTimelineLayout *self, guint32 rank, guint32 node);
void lsc_timeline_layout_reveal (LscTimelineLayout *self, guint32 rank, guint32 node);
void lsc_timeline_layout_set_lane_offset (LscTimelineLayout *self, const char *path,
                                          gint64 offset_ns);
void lsc_timeline_layout_clear_lane_offsets (LscTimelineLayout *self);
GHashTable *lsc_timeline_layout_dup_lane_offsets (const LscTimelineLayout *self);
void lsc_timeline_layout_set_lane_offsets (LscTimelineLayout *self, GHashTable *offsets);
void lsc_timeline_layout_set_pinned (LscTimelineLayout *self, const char *path, gboolean pinned);
gboolean lsc_timeline_layout_is_pinned (const LscTimelineLayout *self, const char *path);
void lsc_timeline_layout_move_pinned (LscTimelineLayout *self, const char *path, int by);
void lsc_timeline_layout_pin_same_named (LscTimelineLayout *self, const char *path,
                                         gboolean pinned);
void lsc_timeline_layout_unpin_all (LscTimelineLayout *self);
void lsc_timeline_layout_set_hidden (LscTimelineLayout *self, const char *path, gboolean hidden);
void lsc_timeline_layout_show_all (LscTimelineLayout *self);
guint lsc_timeline_layout_get_n_hidden (const LscTimelineLayout *self);
gboolean lsc_timeline_layout_merge (LscTimelineLayout *self, GStrv paths); /* lanes of one rank */
void lsc_timeline_layout_unmerge (LscTimelineLayout *self, const char *path);
void lsc_timeline_layout_merge_computing (LscTimelineLayout *self, guint32 rank);
void lsc_timeline_layout_set_filter (LscTimelineLayout *self, const char *text); /* of the names */
void lsc_timeline_layout_set_auto_height (LscTimelineLayout *self, gboolean auto_height);
void lsc_timeline_layout_set_show_stacks (LscTimelineLayout *self, gboolean show);
void lsc_timeline_layout_set_row_height (LscTimelineLayout *self, double row_height); /* 20 px */
void lsc_timeline_layout_set_figure (LscTimelineLayout *self, gboolean is_figure);
gboolean lsc_timeline_layout_is_figure (const LscTimelineLayout *self);
double lsc_timeline_layout_get_row_height (const LscTimelineLayout *self);
void lsc_timeline_layout_scroll_rows (LscTimelineLayout *self, gsize strip, int rows);
char *lsc_timeline_layout_save (const LscTimelineLayout *self); /* json text of the states */
void lsc_timeline_layout_restore (LscTimelineLayout *self, const char *json);

/* ---- strips; valid until the next change ---- */
gsize lsc_timeline_layout_get_n_strips (LscTimelineLayout *self);
const LscStrip *lsc_timeline_layout_get_strip (LscTimelineLayout *self, gsize strip);
gsize lsc_timeline_layout_find_strip (LscTimelineLayout *self, guint32 rank, guint32 node);
double lsc_timeline_layout_get_content_height (LscTimelineLayout *self);
double lsc_timeline_layout_get_pinned_height (LscTimelineLayout *self);
gsize lsc_timeline_layout_get_n_pinned (LscTimelineLayout *self);
gsize lsc_timeline_layout_strip_at (LscTimelineLayout *self, double y, double scroll_y);
guint lsc_timeline_layout_get_revision (const LscTimelineLayout *self); /* rises at every change */

/* A row of a strip: which lane, which of its rows. Merged strips stack their lanes. */
gboolean lsc_timeline_layout_get_row (LscTimelineLayout *self, gsize strip, guint row,
                                      guint32 *node, guint32 *lane_row);
gboolean lsc_timeline_layout_find_row (LscTimelineLayout *self, gsize strip, guint32 node,
                                       guint32 lane_row, guint *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTimelineLayout, lsc_timeline_layout_free)

G_END_DECLS
