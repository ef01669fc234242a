/* lsc-align-private.h - collectives of several ranks, matched
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-align.h"

G_BEGIN_DECLS

/**
 * LscCollective: a communication operator with its key (times.md#clock-collectives)
 * @group: quark-like number of the group's full name, the same for every rank
 * @operation: likewise, of the name without its numbers
 * @index: how many of the same group and operation ran before it on this rank
 * @rank: index of the timeline
 */
typedef struct
{
  guint32 group;
  guint32 operation;
  guint32 index;
  guint32 rank;
  gint64 start_ns;
  gint64 end_ns;
  LscSpot spot;
} LscCollective;

LSC_DEFINE_ARRAY (LscCollectives, lsc_collectives, LscCollective)

/** The operators of several ranks and the texts of their keys. */
typedef struct
{
  LscIntern *texts;
  LscCollectives items; /* by (group, operation, index, rank) */
} LscCollectiveSet;

void _lsc_collectives_init (LscCollectiveSet *self, LscTimeline *const *timelines, guint n);
void _lsc_collectives_clear (LscCollectiveSet *self);
gsize _lsc_collectives_run (const LscCollectiveSet *self, gsize begin);
char *_lsc_operation_of (const char *name);
gboolean _lsc_is_all_reduce_like (const char *operation);

G_END_DECLS
