/* lsc-pipeline-replicas.h - which pipelines there are, to choose one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-options.h"
#include "analyze/pipeline/lsc-pipeline-types.h"

G_BEGIN_DECLS

/**
 * LscPipelineReplica: a pipeline whose blocks nobody has looked at yet
 * @label: "(0,4,8,12)", as that of its #LscPipelineGroup
 * @ranks: by stage if @has_stages
 */
typedef struct
{
  char *label;
  gint64 *ranks;
  gsize n_ranks;
  gboolean has_stages;
} LscPipelineReplica;

/** LscPipelineReplicas: all of a recording, lowest rank first; immutable, reference counted */
typedef struct
{
  gatomicrefcount refs;
  GPtrArray *list;     /* LscPipelineReplica */
  GHashTable *of_rank; /* gint64 * -> index + 1 */
} LscPipelineReplicas;

LscPipelineReplicas *lsc_pipeline_replicas_new (GPtrArray *ranks, const LscPipelineOptions *options,
                                                GError **error);
LscPipelineReplicas *lsc_pipeline_replicas_ref (LscPipelineReplicas *self);
void lsc_pipeline_replicas_unref (LscPipelineReplicas *self);
gsize lsc_pipeline_replicas_get_n (const LscPipelineReplicas *self);
const LscPipelineReplica *lsc_pipeline_replicas_get (const LscPipelineReplicas *self, gsize index);
gsize lsc_pipeline_replicas_find (const LscPipelineReplicas *self, gint64 rank);
GPtrArray *lsc_pipeline_replicas_pick (const LscPipelineReplicas *self, gsize index,
                                       GPtrArray *ranks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPipelineReplicas, lsc_pipeline_replicas_unref)

G_END_DECLS
