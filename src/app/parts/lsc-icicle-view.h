/* lsc-icicle-view.h - the slices of a range as a tree of names, widths are times
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "analyze/step/lsc-range-stats.h"

G_BEGIN_DECLS

/* Signals, with the number of a node (guint):
 *
 * "focused"  another node has the focus, %LSC_SLICE_NONE = none
 * "zoomed"   another node takes the whole width, %LSC_SLICE_NONE = everything */

#define LSC_TYPE_ICICLE_VIEW (lsc_icicle_view_get_type ())
G_DECLARE_FINAL_TYPE (LscIcicleView, lsc_icicle_view, LSC, ICICLE_VIEW, GtkWidget)

void lsc_icicle_view_take (LscIcicleView *self, LscIcicle *icicle, LscTimeline *const *timelines,
                           gsize n);
const LscIcicle *lsc_icicle_view_get (LscIcicleView *self);
const char *lsc_icicle_view_get_name (LscIcicleView *self, guint32 node);
guint32 lsc_icicle_view_get_focus (LscIcicleView *self);
guint32 lsc_icicle_view_get_zoom (LscIcicleView *self);
void lsc_icicle_view_zoom (LscIcicleView *self, guint32 node);
char *lsc_icicle_view_describe (LscIcicleView *self, guint32 node);
gboolean lsc_icicle_view_get_box (LscIcicleView *self, guint32 node, graphene_rect_t *box);

G_END_DECLS
