/* lsc-pipeline-schedule.h - orders of blocks of the known pipeline schedules
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-types.h"

G_BEGIN_DECLS

/**
 * LscScheduleItem: one block of the order
 * @kind: LscBlockKind
 * @phase: 0 to 6 as in pipeline.md#dualpipev, -1 where the schedule has no such types
 * @mb_f: micro-batch of the forward part, %LSC_SCHEDULE_NO_ID without one
 * @mb_b: of the backward part
 */
typedef struct
{
  guint8 kind;
  gint8 phase;
  guint8 chunk_f;
  guint8 chunk_b;
  guint32 mb_f;
  guint32 mb_b;
} LscScheduleItem;

/** Returns %FALSE to stop. */
typedef gboolean (*LscScheduleFunc) (const LscScheduleItem *item, gpointer user_data);

LscPhrase *lsc_schedule_make_refusal (const LscSchedule *self);
gboolean lsc_schedule_is_possible (const LscSchedule *self);
gboolean lsc_schedule_walk (const LscSchedule *self, gsize stage, LscScheduleFunc func,
                            gpointer user_data);
gsize lsc_schedule_count (const LscSchedule *self, gsize stage);
gboolean lsc_schedule_kind_matches (LscBlockKind scheduled, LscBlockKind recorded);
char *lsc_schedule_item_name (const LscSchedule *self, const LscScheduleItem *item);

gsize lsc_schedule_chain_length (const LscSchedule *self);
gsize lsc_schedule_virtual_stage (const LscSchedule *self, gsize stage, guint chunk);
void lsc_schedule_place (const LscSchedule *self, gsize virtual_stage, guint chunk,
                         gsize *stage_out, guint *chunk_out);

const char *lsc_schedule_type_name (LscScheduleType type);
LscScheduleType lsc_schedule_family (LscScheduleType type);
gboolean lsc_schedule_splits_weights (LscScheduleType type);
char *lsc_schedule_list_names (void);
char *lsc_schedule_describe_sizes (gsize n_stages, gsize n_micro_batches);
const char *lsc_schedule_type_title (LscScheduleType type);
const char *lsc_schedule_type_message (LscScheduleType type);
LscScheduleType lsc_schedule_type_from_name (const char *name);
LscPhrase *lsc_schedule_make_variant (const LscSchedule *self);
char *lsc_schedule_describe_variant (const LscSchedule *self);

G_END_DECLS
