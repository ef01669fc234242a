/* lsc-discover-private.h - shared by the parts of discovery
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "lsc-open.h"

G_BEGIN_DECLS

/** One search. */
typedef struct
{
  LscProject *project;
  LscJob *job;
  GPtrArray *sources; /* LscSource: found and readable, not yet in a cluster */
  GHashTable *seen;   /* folders by device and inode */
  GHashTable *others; /* endings of files that are nothing of ours, with counts */
  char *real_root;
  guint n_entries;
  guint n_folders;
  guint n_sniffed;
  guint n_too_deep;
  guint n_links_left;
  guint n_results; /* folders of analysis results, passed over */
  gboolean is_cut;
} LscDiscovery;

void lsc_discovery_count_other (LscDiscovery *self, const char *name);
void lsc_discovery_drop_strays (LscDiscovery *self);
void lsc_discovery_make_clusters (LscDiscovery *self);
void lsc_discovery_report_unread (LscDiscovery *self);
void lsc_discovery_set_nothing (LscDiscovery *self, int depth, GError **error);

G_END_DECLS
