/* lsc-pipeline-schedule.h - orders of blocks of the known pipeline schedules
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "lsc-pipeline.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_SCHEDULE_NONE,
  LSC_SCHEDULE_1F1B,
  LSC_SCHEDULE_INTERLEAVED,
  LSC_SCHEDULE_DUALPIPEV,
  LSC_SCHEDULE_DUALPIPE,
  LSC_SCHEDULE_ZBH1,
  LSC_SCHEDULE_ZBV,
  LSC_SCHEDULE_GPIPE,
  LSC_SCHEDULE_N_TYPES,
} LscScheduleType;

/**
 * LscSchedule: a schedule with its sizes
 * @n_stages: P
 * @n_micro_batches: M
 * @n_chunks: v, model chunks on each rank
 * @run_length: N, interleaved only: micro-batches run in a row
 * @no_overlap: forward and backward of a pair run one after the other (DualPipeV, DualPipe)
 * @late_weights: weight gradients of the cool-down are ranges of their own (DualPipeV)
 * @no_logits: the head's backward on stage 0 is not a range of its own (DualPipeV)
 * @extra_warmup: one more warm-up forward (interleaved with overlapped expert communication)
 * @no_weights: weight gradients were not recorded (DualPipe, ZB-V)
 */
typedef struct
{
  LscScheduleType type;
  gsize n_stages;
  gsize n_micro_batches;
  guint n_chunks;
  gsize run_length;
  guint8 no_overlap;
  guint8 late_weights;
  guint8 no_logits;
  guint8 extra_warmup;
  guint8 no_weights;
} LscSchedule;

#define LSC_SCHEDULE_NO_ID G_MAXUINT32

/**
 * LscScheduleItem: one block of the order
 * @kind: LscBlockKind
 * @phase: 0 to 6 as in pipeline chart 2.3, -1 where the schedule has no such types
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

gboolean lsc_schedule_is_possible (const LscSchedule *self);
gboolean
lsc_schedule_walk (const LscSchedule *self, gsize stage, LscScheduleFunc func, gpointer user_data);
gsize lsc_schedule_count (const LscSchedule *self, gsize stage);
gboolean lsc_schedule_kind_matches (LscBlockKind scheduled, LscBlockKind recorded);
char *lsc_schedule_item_name (const LscSchedule *self, const LscScheduleItem *item);

gsize lsc_schedule_chain_length (const LscSchedule *self);
gsize lsc_schedule_virtual_stage (const LscSchedule *self, gsize stage, guint chunk);
void lsc_schedule_place (
    const LscSchedule *self, gsize virtual_stage, guint chunk, gsize *stage_out, guint *chunk_out);

const char *lsc_schedule_type_name (LscScheduleType type);
LscScheduleType lsc_schedule_type_from_name (const char *name);
char *lsc_schedule_describe_variant (const LscSchedule *self);

G_END_DECLS
