/* lsc-graph-batch.h - the batch that a launch was for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

#define LSC_GRAPH_NO_BATCH (-1)

gint64 lsc_graph_batch_parse (const char *mark);
gint64 lsc_graph_batch_find (const LscTimeline *timeline, guint32 launch, guint32 *mark);

G_END_DECLS
