/* lsc-modules-page.h - the page of the module tree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "analyze/module/lsc-tree.h"
#include "app/parts/lsc-app-page.h"
#include "model/lsc-run.h"

G_BEGIN_DECLS

#define LSC_TYPE_MODULES_PAGE (lsc_modules_page_get_type ())
G_DECLARE_FINAL_TYPE (LscModulesPage, lsc_modules_page, LSC, MODULES_PAGE, LscAppPage)

void lsc_modules_page_set_run (LscModulesPage *self, LscRun *run);
void lsc_modules_page_select_range (LscModulesPage *self, gint64 start_ns, gint64 end_ns);
gboolean lsc_modules_page_select_step (LscModulesPage *self, gint64 step_id);
void lsc_modules_page_set_view (LscModulesPage *self, LscTreeView view);

gboolean lsc_modules_page_is_loading (LscModulesPage *self);
LscModuleData *lsc_modules_page_get_data (LscModulesPage *self);
LscTree *lsc_modules_page_get_tree (LscModulesPage *self);
guint32 lsc_modules_page_get_selected (LscModulesPage *self);

G_END_DECLS
