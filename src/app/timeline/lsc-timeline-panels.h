/* lsc-timeline-panels.h - the panels below the lanes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/timeline/lsc-timeline-panel.h"

G_BEGIN_DECLS

/* A panel computes in a thread, and only while it is seen; what changes meanwhile makes it stale.
 *
 * Subclasses say in their class which signals of the page concern them, start work in @refresh and
 * take its result in @done. */

/** What a panel depends on. */
typedef enum
{
  LSC_PANEL_ON_RANGE = 1 << 0,
  LSC_PANEL_ON_SELECTION = 1 << 1,
  LSC_PANEL_ON_RANKS = 1 << 2,
  LSC_PANEL_ON_MARKS = 1 << 3,
  LSC_PANEL_ON_HITS = 1 << 4,
} LscPanelDepends;

#define LSC_TYPE_TIMELINE_PANEL (lsc_timeline_panel_get_type ())
G_DECLARE_DERIVABLE_TYPE (LscTimelinePanel, lsc_timeline_panel, LSC, TIMELINE_PANEL, GtkBox)

/**
 * LscTimelinePanelClass:
 * @depends: mask of #LscPanelDepends
 * @wants: (nullable): whether a change concerns it at all; called seen or not
 * @refresh: what is shown is not true any more and somebody looks
 * @done: (nullable): of the last work that was started; @result is borrowed, %NULL with @error
 */
struct _LscTimelinePanelClass
{
  GtkBoxClass parent_class;

  guint depends;
  gboolean (*wants) (LscTimelinePanel *self, LscPanelDepends what);
  void (*refresh) (LscTimelinePanel *self);
  void (*done) (LscTimelinePanel *self, gpointer result, const GError *error);
};

LscTimelinePage *lsc_timeline_panel_get_page (LscTimelinePanel *self);
gboolean lsc_timeline_panel_is_busy (LscTimelinePanel *self);
void lsc_timeline_panel_invalidate (LscTimelinePanel *self);
void lsc_timeline_panel_add_tool (LscTimelinePanel *self, GtkWidget *tool);
void lsc_timeline_panel_set_text (LscTimelinePanel *self, const char *text);

void lsc_timeline_panel_start (LscTimelinePanel *self, const LscTaskWork *work);
void lsc_timeline_panel_stop (LscTimelinePanel *self);

GtkWidget *lsc_timeline_panel_button (const char *icon, const char *text, GCallback callback,
                                      gpointer data);

/* ---- all of them ---- */
void lsc_timeline_panels_add (LscTimelinePage *page);
LscTimelinePanel *lsc_timeline_panels_get (LscTimelinePage *page, GType type);

#define LSC_TYPE_PANEL_RANGE (lsc_panel_range_get_type ())
#define LSC_TYPE_PANEL_FLAME (lsc_panel_flame_get_type ())
#define LSC_TYPE_PANEL_SLICES (lsc_panel_slices_get_type ())
#define LSC_TYPE_PANEL_DISPATCH (lsc_panel_dispatch_get_type ())
#define LSC_TYPE_PANEL_WAITS (lsc_panel_waits_get_type ())
#define LSC_TYPE_PANEL_MARKS (lsc_panel_marks_get_type ())
#define LSC_TYPE_PANEL_HITS (lsc_panel_hits_get_type ())
G_DECLARE_FINAL_TYPE (LscPanelRange, lsc_panel_range, LSC, PANEL_RANGE, LscTimelinePanel)
G_DECLARE_FINAL_TYPE (LscPanelFlame, lsc_panel_flame, LSC, PANEL_FLAME, LscTimelinePanel)
G_DECLARE_FINAL_TYPE (LscPanelSlices, lsc_panel_slices, LSC, PANEL_SLICES, LscTimelinePanel)
G_DECLARE_FINAL_TYPE (LscPanelDispatch, lsc_panel_dispatch, LSC, PANEL_DISPATCH, LscTimelinePanel)
G_DECLARE_FINAL_TYPE (LscPanelWaits, lsc_panel_waits, LSC, PANEL_WAITS, LscTimelinePanel)
G_DECLARE_FINAL_TYPE (LscPanelMarks, lsc_panel_marks, LSC, PANEL_MARKS, LscTimelinePanel)
G_DECLARE_FINAL_TYPE (LscPanelHits, lsc_panel_hits, LSC, PANEL_HITS, LscTimelinePanel)

void lsc_panel_slices_show_name (LscPanelSlices *self, const char *name, guint32 rank);

G_END_DECLS
