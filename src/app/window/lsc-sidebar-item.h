/* lsc-sidebar-item.h - a project, cluster, host or rank in the sidebar
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "app/window/lsc-open-project.h"
#include "app/window/lsc-rank-summary.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_SIDEBAR_PROJECT,
  LSC_SIDEBAR_CLUSTER,
  LSC_SIDEBAR_SLOW, /* the slow ranks of a cluster, once more */
  LSC_SIDEBAR_HOST, /* of a cluster whose ranks ran on several */
  LSC_SIDEBAR_RANK,
  LSC_SIDEBAR_UNREAD, /* recognised, but not read by this version */
} LscSidebarKind;

#define LSC_TYPE_SIDEBAR_ITEM (lsc_sidebar_item_get_type ())
G_DECLARE_FINAL_TYPE (LscSidebarItem, lsc_sidebar_item, LSC, SIDEBAR_ITEM, GObject)

LscSidebarItem *lsc_sidebar_item_new_project (LscOpenProject *open_project);
LscSidebarKind lsc_sidebar_item_get_kind (LscSidebarItem *self);
LscOpenProject *lsc_sidebar_item_get_open_project (LscSidebarItem *self);
LscCluster *lsc_sidebar_item_get_cluster (LscSidebarItem *self);
LscSource *lsc_sidebar_item_get_source (LscSidebarItem *self);
void lsc_sidebar_item_name (LscSidebarItem *self, const char *const *others);
const char *lsc_sidebar_item_get_detail (LscSidebarItem *self);
GListModel *lsc_sidebar_item_get_children (LscSidebarItem *self);
void lsc_sidebar_item_update (LscSidebarItem *self);
gboolean lsc_sidebar_item_take_hosts (LscSidebarItem *self, const LscRankSummary *summary);
gboolean lsc_sidebar_item_matches (LscSidebarItem *self, const char *wanted);
guint lsc_sidebar_item_count_ranks (LscSidebarItem *self);
void lsc_sidebar_item_take_summary (LscSidebarItem *self, const LscRankSummary *summary);
gboolean lsc_sidebar_item_gather_slow (LscSidebarItem *self, guint n_few);

G_END_DECLS
