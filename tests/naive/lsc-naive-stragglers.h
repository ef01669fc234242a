/* lsc-naive-stragglers.h - the study of stragglers, slow and obviously right
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-types.h"
#include "model/lsc-job-ops.h"

G_BEGIN_DECLS

/**
 * LscNaiveStudy:
 * @is_refused: no study, for a cycle or what is not known; then all else is empty
 * @by_kind: (element-type double): by name, of new doubles
 */
typedef struct
{
  gboolean is_refused;
  double slowdown;
  double m_w;
  double m_s;
  gsize n_steps;
  gint64 *steps;
  double *by_step;
  gsize n_stages;
  double *by_stage;
  gsize n_replicas;
  double *by_replica;
  GHashTable *by_kind;
} LscNaiveStudy;

LscNaiveStudy *lsc_naive_study_of_ops (const LscJobOps *ops);
LscNaiveStudy *lsc_naive_study_of_pipeline (LscPipeline *pipeline, gboolean is_posted);
void lsc_naive_study_free (LscNaiveStudy *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscNaiveStudy, lsc_naive_study_free)

G_END_DECLS
