/* lsc-query-page.h - the page for SQL over what was recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "app/window/lsc-loader.h"
#include "app/parts/lsc-table-view.h"

G_BEGIN_DECLS

/* Signals:
 *
 * "show-slice" (timeline, id)                        gpointer LscTimeline, guint: the user chose a
 *                                                    row that is a slice of it
 * "show-timeline" (rank, start_ns, end_ns, name)     a row that has but times
 * "message" (text)                                   one translated sentence */

#define LSC_TYPE_QUERY_PAGE (lsc_query_page_get_type ())
G_DECLARE_FINAL_TYPE (LscQueryPage, lsc_query_page, LSC, QUERY_PAGE, GtkWidget)

GtkWidget *lsc_query_page_new (void);
void lsc_query_page_set_cluster (LscQueryPage *self, LscLoader *loader, LscCluster *cluster);
void lsc_query_page_set_text (LscQueryPage *self, const char *sql);
char *lsc_query_page_get_text (LscQueryPage *self);
void lsc_query_page_run (LscQueryPage *self);
void lsc_query_page_cancel (LscQueryPage *self);
gboolean lsc_query_page_is_busy (LscQueryPage *self);
LscTableView *lsc_query_page_get_view (LscQueryPage *self);
char *lsc_query_page_get_command (LscQueryPage *self);

G_END_DECLS
