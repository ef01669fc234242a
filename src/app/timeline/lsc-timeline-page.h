/* lsc-timeline-page.h - the page with the timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

/* What panels of the page need is in lsc-timeline-panel.h. */

#define LSC_TYPE_TIMELINE_PAGE (lsc_timeline_page_get_type ())
G_DECLARE_FINAL_TYPE (LscTimelinePage, lsc_timeline_page, LSC, TIMELINE_PAGE, LscAppPage)

G_END_DECLS
