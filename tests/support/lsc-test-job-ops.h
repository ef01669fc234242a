/* lsc-test-job-ops.h - op timelines that are made or changed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-job-ops.h"

G_BEGIN_DECLS

LscJobOps *lsc_test_job_ops_new (gsize n_replicas, gsize n_stages, gsize n_steps);
LscJobOp *lsc_test_job_ops_add (LscJobOps *self, gsize step, gsize worker, LscJobOpKind kind,
                                guint32 number, gint64 start_ns, gint64 length_ns);
void lsc_test_job_ops_seal (LscJobOps *self);
LscJobOps *lsc_test_job_ops_cut (const LscJobOps *self, gsize n_replicas, gsize n_steps);
LscJobOps *lsc_test_job_ops_repeat (const LscJobOps *self, gsize times);
LscJobOps *lsc_test_job_ops_small (gint64 unit_ns);
LscJobOps *lsc_test_job_ops_load_sample (const char *folder, const char *prefix, const char *name);

G_END_DECLS
