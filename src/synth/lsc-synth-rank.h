/* lsc-synth-rank.h - the rows of one rank while they are written
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-db.h"
#include "synth/lsc-synth-holder.h"
#include "synth/lsc-synth-json.h"
#include "synth/lsc-synth-plan.h"
#include "synth/lsc-synth-random.h"
#include "synth/lsc-synth-timeline.h"

G_BEGIN_DECLS

/* Real connection ids: CANN ids are small, framework and mstx ids have ranges of their own. */
#define LSC_SYNTH_FIRST_FRAMEWORK_LINK G_GINT64_CONSTANT (1342177280)
#define LSC_SYNTH_FIRST_MSTX_LINK G_GINT64_CONSTANT (4000000001)

#define LSC_SYNTH_COMPUTE_STREAM 2
#define LSC_SYNTH_COMM_STREAM 4
#define LSC_SYNTH_P2P_STREAM 10

/**
 * LscSynthGroup:
 * @id: name of the communicator as the driver knows it
 * @ranks: its ranks in order
 * @hash: the decimal hash of its name (formats.md#group-hash)
 * @n_ops: operators so far
 */
typedef struct
{
  guint id;
  GArray *ranks;
  guint my_index;
  guint64 hash;
  guint n_ops;
} LscSynthGroup;

/* What a module path owns directly. */
typedef struct
{
  gint64 total_ns;
  gint64 calls;
  gint64 ops;
  gint64 kernels;
} LscSynthTotals;

typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
} LscSynthSpan;

/* A range with a name on the host and, with @device, on the device. */
typedef struct
{
  guint name;
  LscSynthSpan host;
  LscSynthSpan device;
} LscSynthAnnotation;

#define LSC_SYNTH_RECORD_NS 1000 /* a message tells its other side that it is there */

/**
 * LscSynthTransfer:
 * @host_ns: when the host issues it
 * @begin_ns, @end_ns: of the operator
 * @peer_begin_ns: when that of the other side begins
 *
 * A message on the rank's clock.
 */
typedef struct
{
  gint64 host_ns;
  gint64 begin_ns;
  gint64 peer_begin_ns;
  gint64 end_ns;
} LscSynthTransfer;

/**
 * LscSynthRankStep:
 * @host: its mark
 * @device: from its first kernel that computes to the end of its last task
 *
 * A step on the rank's clock.
 */
typedef struct
{
  guint id;
  LscSynthSpan host;
  LscSynthSpan device;
} LscSynthRankStep;

/**
 * LscSynthRank:
 * @clock_ns: added to every time
 * @drift_ppb: what the clock gains besides, in ns of each second since the first step
 * @next_local: next CONNECTION_IDS.id
 * @totals: LscSynthTotals by name number of the path
 * @ops: what truth.json says about each op, open array
 * @compute: spans of this step
 * @last_kernel_ns: end of the last kernel
 * @last_task_ns: end of the last task of this step
 * @steps: LscSynthRankStep of each step that was written
 * @table_rows: rows of each table, known when the databases are complete
 * @holder: (nullable): what it allocates, where memory is wanted
 * @pace, @enter_ns, @moved_ns: where ranks wait for each other (--waits): what its kernels take of
 *   the time of the slowest of its team; when it begins the next pass, which the slowest begins
 *   later, 0 = with it; how long a collective moves data;
 *   when its last kernel ended
 */
typedef struct
{
  const LscSynthOptions *options;
  LscSynthHolder *holder;
  double pace;
  gint64 enter_ns;
  gint64 moved_ns;
  gint64 done_ns;
  const LscSynthTimeline *timeline;
  LscSynthDb *db;
  LscSynthDb *analysis;
  guint rank;
  guint stage;
  guint tp;
  guint dp;
  guint device;
  gint64 pid;
  gint64 main_tid;
  gint64 queue_tid;
  gint64 autograd_tid;
  gint64 clock_ns;
  gint64 drift_ppb;
  LscSynthRandom random;
  gint64 next_cann;
  gint64 next_link;
  gint64 next_local;
  gint64 next_task;
  gint64 next_mstx;
  gint64 next_comm_op;
  gint64 n_distinct;
  gint64 last_local;
  gint64 last_kernel_ns;
  gint64 last_host_ns;
  gint64 first_kernel_ns;
  gint64 last_task_ns;
  LscSynthGroup groups[LSC_SYNTH_N_GROUPS];
  gint64 *link_bases;
  GArray *totals;
  GArray *compute;
  GArray *communication;
  gint64 receive_ns;
  guint step_id;
  GArray *steps;
  LscSynthJson ops;
  gint64 table_rows[LSC_SYNTH_N_TABLES];
  GArray *annotations; /* LscSynthAnnotation: of GPU traces */
} LscSynthRank;

LscSynthRank *lsc_synth_rank_new (const LscSynthTimeline *timeline, guint rank);
void lsc_synth_rank_free (LscSynthRank *self);
gint64 lsc_synth_rank_shown (const LscSynthRank *self, gint64 local_ns);
gint64 lsc_synth_rank_add_task (LscSynthRank *self, gint64 begin_ns, gint64 end_ns,
                                gint64 connection, guint task_type, guint stream);
void lsc_synth_rank_add_connection (LscSynthRank *self, gint64 local, gint64 real);
gint64 lsc_synth_rank_add_launch (LscSynthRank *self, guint name, gint64 begin_ns, gboolean comm);
void lsc_synth_rank_emit_kernel (LscSynthRank *self, const LscSynthKernel *kernel,
                                 gint64 connection, gint64 begin_ns, gint64 end_ns);
void lsc_synth_rank_emit_p2p (LscSynthRank *self, gboolean send, guint peer, guint stream,
                              const LscSynthTransfer *times);
void lsc_synth_rank_emit_mstx (LscSynthRank *self, const char *domain, guint message,
                               guint event_type, gint64 begin_ns, gint64 end_ns,
                               gint64 device_begin_ns, gint64 device_end_ns);
void lsc_synth_rank_emit_plan (LscSynthRank *self, const LscSynthPlan *plan, gint64 host_ns,
                               gint64 begin_ns, gint64 end_ns, gint64 link_base);
void lsc_synth_rank_fill (LscSynthRank *self);
void lsc_synth_rank_emit_step (LscSynthRank *self, guint n_step);
void lsc_synth_rank_emit_step_summary (LscSynthRank *self, const LscSynthStep *step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSynthRank, lsc_synth_rank_free)

G_END_DECLS
