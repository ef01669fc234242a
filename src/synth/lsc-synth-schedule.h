/* lsc-synth-schedule.h - pipeline schedules: order of blocks, and when they run
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-options.h"

G_BEGIN_DECLS

/* Kinds of blocks, as in pipeline.md#kinds. A pop is a recorded range without work. */
#define LSC_SYNTH_KIND_F 'F'
#define LSC_SYNTH_KIND_B 'B'
#define LSC_SYNTH_KIND_I 'I'
#define LSC_SYNTH_KIND_W 'W'
#define LSC_SYNTH_KIND_X 'X'
#define LSC_SYNTH_KIND_L 'L'
#define LSC_SYNTH_KIND_POP 'P'

/**
 * LscSynthPart:
 * @role: F, B, I or W
 * @chunk: model chunk of the rank
 * @mb: micro-batch
 */
typedef struct
{
  char role;
  guint8 chunk;
  guint32 mb;
} LscSynthPart;

/**
 * LscSynthBlock:
 * @phase: DualPipeV: group 0 to 6 of pipeline.md#dualpipev; else 0 forward, 1 the rest
 * @cost_ns: how long it takes
 * @begin_ns: device time, filled by the replay
 * @host_begin_ns: when the host begins to issue it
 */
typedef struct
{
  char kind;
  guint8 phase;
  guint8 n_parts;
  guint8 n_receives;
  guint8 n_sends;
  LscSynthPart parts[2];
  gint64 cost_ns;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 host_begin_ns;
  gint64 host_end_ns;
} LscSynthBlock;

/**
 * LscSynthMessage:
 * @role: F (activations) or B (gradients)
 * @chunk: chunk of the sender
 *
 * One transfer between two stages; the times are device times of the two operators.
 */
typedef struct
{
  guint src;
  guint src_block;
  guint dst;
  guint dst_block;
  char role;
  guint8 chunk;
  guint32 mb;
  gint64 send_begin_ns;
  gint64 send_end_ns;
  gint64 recv_begin_ns;
  gint64 recv_end_ns;
} LscSynthMessage;

/**
 * LscSynthSchedule:
 * @rows: for each stage the blocks in order, without times
 * @chain_length: virtual stages that a micro-batch walks through
 */
typedef struct
{
  LscSynthScheduleKind kind;
  guint n_stages;
  guint n_micro_batches;
  guint n_chunks;
  guint chain_length;
  GPtrArray *rows;
} LscSynthSchedule;

LscSynthSchedule *lsc_synth_schedule_new (const LscSynthOptions *options, GError **error);
void lsc_synth_schedule_free (LscSynthSchedule *self);
guint lsc_synth_schedule_stage_of (const LscSynthSchedule *self, guint rank, guint chunk);
GPtrArray *lsc_synth_schedule_copy_rows (const LscSynthSchedule *self);
gboolean lsc_synth_schedule_replay (const LscSynthSchedule *self, GPtrArray *rows, gint64 begin_ns,
                                    gint64 latency_ns, GArray *messages, GError **error);
char *lsc_synth_schedule_label (const LscSynthSchedule *self, const LscSynthBlock *block);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSynthSchedule, lsc_synth_schedule_free)

G_END_DECLS
