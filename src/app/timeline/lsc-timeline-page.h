/* lsc-timeline-page.h - the page with the timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

/* What panels of the page need, and signals for them, is in lsc-timeline-panel.h. */

#define LSC_TYPE_TIMELINE_PAGE (lsc_timeline_page_get_type ())
G_DECLARE_FINAL_TYPE (LscTimelinePage, lsc_timeline_page, LSC, TIMELINE_PAGE, LscAppPage)

void lsc_timeline_page_set_cluster (LscTimelinePage *self, LscLoader *loader, LscCluster *cluster,
                                    LscSource *reading, const char *title);
void lsc_timeline_page_take_timeline (LscTimelinePage *self, LscTimeline *timeline);
void lsc_timeline_page_show_rank (LscTimelinePage *self, LscSource *source);
void lsc_timeline_page_show_range (LscTimelinePage *self, LscSource *source, gint64 start_ns,
                                   gint64 end_ns, const char *name, gboolean with_range);
void lsc_timeline_page_export (LscTimelinePage *self, const char *path, double scale, gboolean all);

G_END_DECLS
