/* lsc-naive-job.h - ops that wait for each other, replayed by asking each when it ends
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "lsc-naive-stragglers.h"

G_BEGIN_DECLS

/**
 * LscNaiveOp: an op of one replica
 * @kind: name, static
 * @is_mean: whether its ideal length is the mean
 * @needs: (element-type guint): indexes of ops
 * @group: those with the same number begin together
 * @lengths: by step
 */
typedef struct
{
  const char *kind;
  gboolean is_mean;
  gsize replica;
  gsize stage;
  GArray *needs;
  guint group;
  GArray *lengths;
} LscNaiveOp;

/** LscNaiveJob: @ops: (element-type LscNaiveOp); @steps: (element-type gint64) */
typedef struct
{
  GPtrArray *ops;
  GArray *steps;
  gsize n_stages;
  gsize n_replicas;
} LscNaiveJob;

LscNaiveJob *lsc_naive_job_new (gsize n_stages, gsize n_replicas);
LscNaiveOp *lsc_naive_job_add (LscNaiveJob *self, const char *kind, gboolean is_mean, gsize replica,
                               gsize stage);
void lsc_naive_job_free (LscNaiveJob *self);
LscNaiveStudy *lsc_naive_job_study (const LscNaiveJob *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscNaiveJob, lsc_naive_job_free)

G_END_DECLS
