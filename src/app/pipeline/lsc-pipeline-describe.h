/* lsc-pipeline-describe.h - blocks, idle times and operators of a pipeline in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study.h"
#include "draw/pipeline/lsc-pipeline-painter.h"

G_BEGIN_DECLS

/* Facts are those of app/parts/lsc-facts.h. */
GPtrArray *lsc_describe_block (LscPipelinePainter *painter, const LscPipelineView *view,
                               const LscPipelineSpot *spot);
GPtrArray *lsc_describe_block_tip (LscPipelinePainter *painter, const LscPipelineView *view,
                                   const LscPipelineSpot *spot, LscStudy *study);
void lsc_describe_predecessors (GPtrArray *facts, const LscPipelineView *view,
                                const LscPipelineSpot *spot);
GPtrArray *lsc_describe_bubble (const LscPipelineView *view, const LscPipelineSpot *spot,
                                gint64 begin_ns, gint64 end_ns);
void lsc_describe_causes (GPtrArray *facts, LscStudy *study, guint32 row, gint64 begin_ns,
                          gint64 end_ns);
void lsc_describe_study (GPtrArray *facts, const LscPipelineView *view, const LscPipelineSpot *spot,
                         LscStudy *study);
GPtrArray *lsc_describe_leg (const LscPipelineView *view, const LscPipelineSpot *spot, guint32 leg);
GPtrArray *lsc_describe_link (const LscPipelineView *view, gsize step, const LscPipelineLink *link);
GPtrArray *lsc_describe_row (const LscPipelineView *view, const LscPipelineSpot *spot);
char *lsc_describe_block_briefly (const LscPipelineView *view, const LscPipelineSpot *spot);

G_END_DECLS
