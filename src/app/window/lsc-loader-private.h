/* lsc-loader-private.h - what the parts of the loader share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/window/lsc-loader.h"

G_BEGIN_DECLS

struct _LscLoader
{
  GObject parent_instance;

  GListStore *tasks;
  GHashTable *runs;      /* LscSource* -> LscRun* */
  GQueue recent;         /* LscSource*, the one used last first */
  GHashTable *timelines; /* LscSource* -> LscTimeline*, of the clusters that are open */
  GHashTable *wholes;    /* LscCluster.sources -> LscRankSummary*, of the same */
  GHashTable *sides;     /* LscCluster.sources -> LscSideSet*, of those that were compared */

  GMutex lock;           /* of what follows: metadata of ranks that were looked at */
  GHashTable *summaries; /* LscSource* -> Summary* */
};

/* What a job works on, and who waits for it. */
typedef struct
{
  LscLoader *loader;
  LscTaskWish wish;
  LscProject *project;
  GPtrArray *sources; /* (element-type LscSource): of the cluster */
  LscSource *source;
  gint64 rank;
  guint n_threads;
  char *path;
  char *groups; /* (nullable): ranks of each pipeline */
  char *layout; /* (nullable): parallel sizes that are given */
  LscNotices *notices;
  GPtrArray *timelines; /* (element-type LscTimeline) */
  guint base;           /* index of one of them */
  gpointer cached;      /* (nullable): the result, which is in memory */
  gpointer extra;       /* (nullable): freed by @free_extra */
  GDestroyNotify free_extra;
} LscLoaderWork;

LscLoaderWork *_lsc_loader_work_new (LscLoader *self, const LscTaskWish *wish);
void _lsc_loader_start (LscLoaderWork *work, const char *title, LscTaskRun run,
                        GDestroyNotify free_result, LscTaskDone done);
void _lsc_loader_start_cached (LscLoaderWork *work, gpointer result, GDestroyNotify free_result);
void _lsc_loader_tell (gpointer owner, gpointer result, gpointer data, const GError *error);

G_END_DECLS
