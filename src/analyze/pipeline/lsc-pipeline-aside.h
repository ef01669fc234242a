/* lsc-pipeline-aside.h - ranges of a step that do not belong to the order of its schedule
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-types.h"

G_BEGIN_DECLS

/** LscAsides: what was set aside in the steps of a pipeline */
typedef struct _LscAsides LscAsides;

/** Returns whether the blocks of @step that are not of kind O are those of a schedule. */
typedef gboolean (*LscAsideTest) (LscPipelineStep *step, gpointer user_data);

LscAsides *lsc_asides_new (LscPipeline *pipeline);
void lsc_asides_free (LscAsides *self);
gboolean lsc_asides_look (LscAsides *self, LscPipelineStep *step, gboolean is_known,
                          LscAsideTest test, gpointer user_data);
void lsc_asides_tell (LscAsides *self, const LscPipelineGroup *group);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscAsides, lsc_asides_free)

G_END_DECLS
