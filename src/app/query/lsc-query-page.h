/* lsc-query-page.h - the page for SQL over what was recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "app/parts/lsc-app-page.h"
#include "app/parts/lsc-table-view.h"

G_BEGIN_DECLS

#define LSC_TYPE_QUERY_PAGE (lsc_query_page_get_type ())
G_DECLARE_FINAL_TYPE (LscQueryPage, lsc_query_page, LSC, QUERY_PAGE, LscAppPage)

void lsc_query_page_set_text (LscQueryPage *self, const char *sql);
char *lsc_query_page_get_text (LscQueryPage *self);
void lsc_query_page_run (LscQueryPage *self);
void lsc_query_page_cancel (LscQueryPage *self);
LscTableView *lsc_query_page_get_view (LscQueryPage *self);

G_END_DECLS
