/* lsc-timeline-layout-private.h - what the files of the timeline's layout share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/timeline/lsc-timeline-layout.h"

G_BEGIN_DECLS

#define LSC_LAYOUT_GROUP_HEIGHT 24.0
#define LSC_LAYOUT_COUNTER_HEIGHT 44.0
#define LSC_LAYOUT_STRIP_PADDING 2.0 /* px above and below the rows of a lane */
#define LSC_LAYOUT_MOST_ROWS 20      /* of a strip that fits its height to its rows */
#define LSC_LAYOUT_FIXED_ROWS 3      /* of a strip that does not */

/** What the user did to a node. */
typedef struct
{
  int expanded; /* -1 = as it comes */
  int unfolded; /* all rows of a lane are shown; -1 = as it comes */
  gboolean is_hidden;
  guint first_row;
  gint64 offset_ns; /* the lane is shown so much earlier than its rank */
} LscNodeState;

/** A rank of the layout. @key begins the paths of its nodes. */
typedef struct
{
  gint64 rank;
  char *key;
  char *label;
  char *message; /* (nullable) */
  LscRowStretch stretch;
  LscTimeline *timeline; /* (nullable) */
  guint32 n_nodes;
  char **paths;        /* one for each node */
  GHashTable *by_path; /* path (borrowed) -> node + 1 */
  guint32 *leaders;    /* node on whose strip a node is drawn, LSC_SLICE_NONE = its own */
  guint8 *is_kept;     /* by the filter */
  gint64 *shifts;      /* (nullable): of each node, ns that it alone is shown earlier */
} LscLayoutRank;

struct _LscTimelineLayout
{
  GPtrArray *ranks;    /* LscLayoutRank */
  GHashTable *states;  /* char *path -> LscNodeState */
  GHashTable *aliases; /* char *rank key -> char *alias */
  GPtrArray *pinned;   /* char *path, in their order */
  GPtrArray *merges;   /* GPtrArray of char *path; the first gives the strip */
  char *filter;        /* (nullable): case folded */
  gboolean auto_height;
  gboolean show_stacks;
  gboolean folds_hosts;
  gboolean is_figure;
  double row_height;

  guint revision;
  gboolean is_stale; /* the rest is of an older revision */
  GArray *strips;    /* LscStrip: pinned ones, then the others */
  gsize n_pinned;
  double pinned_height;
  double content_height;
  guint n_hidden;
  GHashTable *places; /* guint64 rank << 32 | node -> index of strip + 1 */
};

void _lsc_layout_touch (LscTimelineLayout *self);
void _lsc_layout_update_shifts (LscTimelineLayout *self, LscLayoutRank *rank);
void _lsc_layout_build (LscTimelineLayout *self);
guint _lsc_layout_count_rows (const LscLayoutRank *rank, guint32 node);
gboolean _lsc_layout_is_foldable (const LscTimelineLayout *self, const LscLayoutRank *rank,
                                  guint32 node);
gboolean _lsc_layout_is_folded (const LscTimelineLayout *self, const LscLayoutRank *rank,
                                guint32 node);
LscLayoutRank *_lsc_layout_rank (const LscTimelineLayout *self, guint32 rank);
LscNodeState *_lsc_layout_state (LscTimelineLayout *self, const char *path);
const LscNodeState *_lsc_layout_peek_state (const LscTimelineLayout *self, const char *path);
gboolean _lsc_layout_find (const LscTimelineLayout *self, const char *path, guint32 *rank,
                           guint32 *node);
gboolean _lsc_layout_find_pinned (const LscTimelineLayout *self, const char *path, guint *index);

/* -- lsc-timeline-layout-hosts.c -- */
guint32 *_lsc_layout_order_ranks (const LscTimelineLayout *self);

G_END_DECLS
