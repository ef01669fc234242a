/* lsc-loader-private.h - what the parts of the loader share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/window/lsc-loader.h"

G_BEGIN_DECLS

/**
 * LscLoader:
 * @sessions: of LscCluster.sources its #LscSession: of the clusters that are open
 * @of_source: of an LscSource the session that it belongs to; borrowed of @sessions
 * @pairs: (element-type LoaderPair): those that were compared
 * @names: (nullable): of a path that was opened a %NULL-terminated list of files that name the
 *   kernels of its graphs
 */
struct _LscLoader
{
  GObject parent_instance;

  GListStore *tasks;
  GSettings *settings;
  GHashTable *sessions;
  GHashTable *of_source;
  GPtrArray *pairs;
  GHashTable *names;
};

/** What a job works on, and who waits for it. What there is none of is %NULL. */
typedef struct
{
  LscLoader *loader;
  LscTaskWish wish;
  LscSession *session;
  LscSessionPair *pair;
  LscSource *source;
  GPtrArray *sources;
  LscNotices *notices;  /* takes those of pipelines */
  GPtrArray *timelines; /* (element-type LscTimeline) */
  guint base;           /* index of one of them */
  char *path;
  GStrv names;    /* files */
  gpointer extra; /* freed by @free_extra */
  GDestroyNotify free_extra;
} LscLoaderWork;

LscLoaderWork *_lsc_loader_work_new (LscLoader *self, const LscTaskWish *wish);
LscLoaderWork *_lsc_loader_work_on_rank (LscLoader *self, LscSource *source,
                                         const LscTaskWish *wish);
void _lsc_loader_start (LscLoaderWork *work, const char *title, LscTaskRun run,
                        GDestroyNotify free_result, LscTaskDone done);
void _lsc_loader_tell (gpointer owner, gpointer result, gpointer data, const GError *error);
LscSessionPair *_lsc_loader_get_pair (LscLoader *self, LscCluster *const clusters[LSC_N_SIDES],
                                      const char *const names[LSC_N_SIDES]);

G_END_DECLS
