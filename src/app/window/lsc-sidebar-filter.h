/* lsc-sidebar-filter.h - which ranks of the sidebar are shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "app/window/lsc-sidebar-item.h"

G_BEGIN_DECLS

/** Ranks that are seen at once, so that nobody has to look for one. */
#define LSC_SIDEBAR_FEW_RANKS 12

/* One filter for all levels of the tree; the entry above it says what is looked for. */

typedef struct _LscSidebarFilter LscSidebarFilter;

LscSidebarFilter *lsc_sidebar_filter_new (GtkSearchEntry *entry, GtkLabel *nothing);
void lsc_sidebar_filter_free (LscSidebarFilter *self);
GListModel *lsc_sidebar_filter_wrap (LscSidebarFilter *self, GListModel *items);
void lsc_sidebar_filter_update (LscSidebarFilter *self, GListModel *projects);

G_END_DECLS
