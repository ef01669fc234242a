/* lsc-loader.h - reading and analysing off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "analyze/pipeline/lsc-pipeline.h"
#include "app/parts/lsc-task.h"
#include "model/lsc-run.h"
#include "model/lsc-source.h"

G_BEGIN_DECLS

typedef struct _LscTimeline LscTimeline;

#define LSC_TYPE_LOADER (lsc_loader_get_type ())
G_DECLARE_FINAL_TYPE (LscLoader, lsc_loader, LSC, LOADER, GObject)

LscLoader *lsc_loader_new (void);
GListModel *lsc_loader_get_tasks (LscLoader *self);
void lsc_loader_cancel_all (LscLoader *self);

void lsc_loader_open_async (LscLoader *self, const char *path, GAsyncReadyCallback callback,
                            gpointer user_data);
LscProject *lsc_loader_open_finish (LscLoader *self, GAsyncResult *result, GError **error);

void lsc_loader_survey_async (LscLoader *self, LscProject *project, LscCluster *cluster,
                              GAsyncReadyCallback callback, gpointer user_data);
LscNotices *lsc_loader_survey_finish (LscLoader *self, GAsyncResult *result, GError **error);

void lsc_loader_load_rank_async (LscLoader *self, LscSource *source, GCancellable **cancellable_out,
                                 GAsyncReadyCallback callback, gpointer user_data);
LscRun *lsc_loader_load_rank_finish (LscLoader *self, GAsyncResult *result, GError **error);

void lsc_loader_load_pipeline_async (LscLoader *self, LscProject *project, LscCluster *cluster,
                                     gint64 rank, GCancellable **cancellable_out,
                                     GAsyncReadyCallback callback, gpointer user_data);
LscPipeline *lsc_loader_load_pipeline_finish (LscLoader *self, GAsyncResult *result,
                                              LscNotices **notices_out, GError **error);

void lsc_loader_load_timeline_async (LscLoader *self, LscSource *source, guint n_threads,
                                     GCancellable **cancellable_out, GAsyncReadyCallback callback,
                                     gpointer user_data);
LscTimeline *lsc_loader_load_timeline_finish (LscLoader *self, GAsyncResult *result,
                                              GError **error);
LscTimeline *lsc_loader_peek_timeline (LscLoader *self, LscSource *source);
void lsc_loader_drop_timeline (LscTimeline *timeline);
void lsc_loader_forget_timeline (LscLoader *self, LscSource *source);

void lsc_loader_forget_cluster (LscLoader *self, LscCluster *cluster);

void lsc_release_in_thread (gpointer data, GDestroyNotify release);

G_END_DECLS
