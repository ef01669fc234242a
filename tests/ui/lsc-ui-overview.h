/* lsc-ui-overview.h - the Overview in the real window, for the tests of it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/overview/lsc-overview-page.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-table-view.h"
#include "lsc-ui-driver.h"

G_BEGIN_DECLS

LscUi *lsc_ui_start_on (const char *path);
gboolean lsc_ui_is_front (LscUi *self, const char *name);
void lsc_ui_go_to (LscUi *self, const char *name);
LscOverviewPage *lsc_ui_get_overview (LscUi *self);
LscTableView *lsc_ui_get_overview_table (LscUi *self, LscOverviewTab tab);

G_END_DECLS
