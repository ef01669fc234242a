/* lsc-sidebar.h - what is open, and how it can be looked at
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "app/window/lsc-open-project.h"
#include "app/window/lsc-rank-summary.h"

G_BEGIN_DECLS

#define LSC_TYPE_SIDEBAR (lsc_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (LscSidebar, lsc_sidebar, LSC, SIDEBAR, GtkWidget)

void lsc_sidebar_add_project (LscSidebar *self, LscOpenProject *project);
void lsc_sidebar_remove_project (LscSidebar *self, LscOpenProject *project);
void lsc_sidebar_select (LscSidebar *self, LscOpenProject *project, LscSource *source);
void lsc_sidebar_set_page (LscSidebar *self, const char *name);
void lsc_sidebar_show_summary (LscSidebar *self, const LscRankSummary *summary);
void lsc_sidebar_set_problems (LscSidebar *self, LscOpenProject *project);

G_END_DECLS
