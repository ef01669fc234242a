/* lsc-cli-drawn.h - what documents draw of a recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscCliDrawn: pipelines, what they are made of, and a timeline
 * @pipeline: (nullable): %NULL = there are none
 * @timeline: (nullable): of the rank that was asked for
 */
typedef struct
{
  GPtrArray *sources; /* LscSource */
  GPtrArray *runs;    /* LscRun */
  LscPipeline *pipeline;
  LscTimeline *timeline;
} LscCliDrawn;

void lsc_cli_drawn_find (LscCliDrawn *self, const LscCliProject *project, gboolean has_blocks,
                         gint64 rank);
void lsc_cli_drawn_clear (LscCliDrawn *self);

G_END_DECLS
