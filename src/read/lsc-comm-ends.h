/* lsc-comm-ends.h - whom a send or a receive is with, by the tasks that it is made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscCommEnd: between which two places of its group parts of an operator are
 * @is_clear: all of them between these two
 */
typedef struct
{
  gint64 op_id;
  guint32 low;
  guint32 high;
  gboolean is_clear;
} LscCommEnd;

LSC_DEFINE_ARRAY (LscCommEnds, lsc_comm_ends, LscCommEnd)

void lsc_comm_ends_add_part (LscCommEnds *self, gint64 op_id, guint32 source, guint32 target);
gint64 lsc_comm_end_get_peer (const LscCommEnd *self, const LscTimeline *timeline,
                              const LscCommGroup *group);
gboolean lsc_comm_name_is_message (const char *name);
void lsc_comm_peers_sort (LscCommPeers *self);

G_END_DECLS
