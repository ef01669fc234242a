/* lsc-job-replay-private.h - a recorded job, as it is replayed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "judge/causes/lsc-job-replay.h"

G_BEGIN_DECLS

/** What happens, in the order in which it happens at the same moment. */
typedef enum
{
  LSC_REPLAY_END,
  LSC_REPLAY_STEP_END,
  LSC_REPLAY_STEP_BEGIN,
  LSC_REPLAY_BEGIN,
} LscReplayEventKind;

/**
 * LscReplayEvent: an operator or a step begins or ends on a rank
 * @time_ns: as recorded, by the clock of the first rank that it is joined with, from the first
 *   event on
 * @index: of an LscReplayOp, or of a step of the rank
 */
typedef struct
{
  gint64 time_ns;
  guint32 rank;
  guint32 index;
  guint8 kind; /* LscReplayEventKind */
} LscReplayEvent;

/** A step begins or ends on a rank, as an LscReplayEvent. */
typedef struct
{
  guint32 rank;
  guint32 index;
  guint8 kind;
} LscReplayStepEvent;

LSC_DEFINE_ARRAY (LscReplaySteps, lsc_replay_steps, LscReplayStepEvent)

/**
 * LscReplayEvents: all events, numbered as they are listed at one moment: ends of the operators of
 * @by_rank, @steps, begins of these operators
 * @by_rank: (array length=n_ops): operators, rank after rank
 * @times_ns: (array length=n): LscReplayEvent.time_ns of each
 * @order: (array length=n) (nullable): by time; %NULL = as they are
 */
typedef struct
{
  guint32 *by_rank;
  gsize n_ops;
  LscReplaySteps steps;
  gint64 *times_ns;
  guint32 *order;
  gsize n;
} LscReplayEvents;

/* Two cache lines hold four moves: of the word of the rank five bits are flags. */
#define LSC_REPLAY_RANK_BITS 27

/**
 * LscReplayMove: an event, as a replay goes through it
 * @own_ns: what the rank had done itself by then
 * @lag_ns: of steps: from when it had come so far; of operators that begin as LscReplayOp, of those
 *   that end LscReplayOp.transfer_ns
 * @kind: #LscReplayEventKind
 * @has_before, @is_queued, @holds: as of LscReplayOp
 * @slot: of an operator that begins where it is told when what it takes is there, 0 = nowhere; of
 *   one that ends where that is told; of a step its index
 * @came: of an operator where it is told when the last of its members came
 * @other: of an operator that begins @slot of the one before it; of one that ends its joint
 *
 * Slots are counted in the order of time, so that a replay finds next to each other in memory what
 * happens at one time.
 */
typedef struct
{
  double own_ns;
  double lag_ns;
  guint32 rank : LSC_REPLAY_RANK_BITS;
  guint32 kind : 2;
  guint32 has_before : 1;
  guint32 is_queued : 1;
  guint32 holds : 1;
  guint32 slot;
  guint32 came;
  guint32 other;
} LscReplayMove;

/** How many slots there are of each sort, with the first one, 0, where nothing is told. */
typedef struct
{
  guint32 n_ready;
  guint32 n_ends;
  guint32 n_came;
} LscReplaySlots;

LSC_DEFINE_ARRAY (LscReplayMoves, lsc_replay_moves, LscReplayMove)
LSC_DEFINE_ARRAY (LscReplayOps, lsc_replay_ops, LscReplayOp)
LSC_DEFINE_ARRAY (LscReplayJoints, lsc_replay_joints, LscReplayJoint)
LSC_DEFINE_ARRAY (LscReplayMeets, lsc_replay_meets, LscReplayMeet)

/**
 * LscReplayPlace: what part of what a rank spends on something in a place is not there
 * @from_ns, @until_ns, @what, @kind: as LscReplayChange
 */
typedef struct
{
  gint64 from_ns;
  gint64 until_ns;
  guint8 what;
  guint8 kind;
  double part;
} LscReplayPlace;

LSC_DEFINE_ARRAY (LscReplayPlaces, lsc_replay_places, LscReplayPlace)

/** By when a rank had done so much itself that an operator could begin. @slot: LscReplayMove.slot
 */
typedef struct
{
  double own_ns;
  guint32 slot;
} LscReplayReady;

LSC_DEFINE_ARRAY (LscReplayReadies, lsc_replay_readies, LscReplayReady)

/**
 * LscReplayRank:
 * @digest: (transfer full)
 * @ready: of its operators that are queued, by that
 * @begin_ns: time of its first event
 * @shift_ns: to be added to its times for those of the first rank
 * @counts: of each step
 * @first_step, @end_step: those that are looked at, half-open
 * @busy_ns: a step that counts without what the rank waits, mean
 * @step_ns: a step that counts, mean
 * @transfer_ns: of a step that counts how long operators that move data hold it, mean
 * @hidable_ns: what of that could run beside what the rank does itself
 * @lone_ns: what of that is of operators whose other members are not known
 * @work_ns, @loss_ns: of its own in steps that count, means
 * @given: (nullable) (array): of each of LscRankDigest.own what part of it is waiting for others
 * @given_ns: of a step that counts, mean
 * @meets: what @given_ns consists of
 */
typedef struct
{
  LscRankDigest *digest;
  LscReplayReadies ready;
  double begin_ns;
  gint64 shift_ns;
  guint8 *counts;
  guint first_step;
  guint end_step;
  double n_counted;
  double busy_ns;
  double step_ns;
  double transfer_ns;
  double hidable_ns;
  double lone_ns;
  double work_ns[LSC_WORK_N];
  double loss_ns[LSC_LOSS_N];
  double *given;
  double given_ns;
  LscReplayMeets meets;
} LscReplayRank;

/** Of a step of a rank what part of its own time is not there, by kind of work and loss. */
typedef struct
{
  double work[LSC_WORK_N + 1];
  double loss[LSC_LOSS_N + 1];
} LscReplayCut;

/**
 * LscReplayCuts: what is not there in a replay
 * @of_rank: (nullable): of each step of a rank, and last of what is in none
 * @places: of each rank, what is not there in places alone
 * @of_joint: (nullable): ns
 * @has_any: anything is not there, or more is
 */
typedef struct
{
  LscReplayCut **of_rank;
  LscReplayPlaces *places;
  double *of_joint;
  gsize n;
  gboolean has_any;
} LscReplayCuts;

/**
 * LscReplayTotal: what a replay takes
 * @step_ns: a step that counts of the longest rank, mean
 * @run_ns: from the begin of the first step to the end of the last
 */
typedef struct
{
  double step_ns;
  double run_ns;
} LscReplayTotal;

typedef struct _LscReplayMemo LscReplayMemo;

/**
 * LscJobReplay:
 * @ops: by joint
 * @came: (array): of each joint the first of those that begin as the last member of all of them
 *   comes (replay.md#meets): itself, where it is alone
 * @moves: all events, by time
 * @slots: of @moves
 * @error: by what share of its recorded length the longest step is replayed longer or shorter
 * @times: replayed unchanged
 * @memo: what was replayed before
 */
struct _LscJobReplay
{
  gatomicrefcount refs;
  LscReplayRank *ranks;
  gsize n;
  LscReplayOps ops;
  LscReplayJoints joints;
  guint32 *came;
  LscReplayMoves moves;
  LscReplaySlots slots;
  gboolean is_bound;
  double error;
  LscReplayTotal times;
  LscReplayMemo *memo;
};

/* -- lsc-replay-read.c -- */
void _lsc_replay_read_ops (LscJobReplay *self, const LscMatch *match);

/* -- lsc-replay-events.c -- */
void _lsc_replay_list_events (LscJobReplay *self, LscReplayEvents *events);
LscReplayEvent _lsc_replay_events_get (const LscReplayEvents *self, const LscJobReplay *replay,
                                       gsize place);
void _lsc_replay_events_clear (LscReplayEvents *self);

/* -- lsc-replay-moves.c -- */
void _lsc_replay_make_moves (LscJobReplay *self, const LscReplayEvents *events, LscIndexes *held);

/* -- lsc-replay-run.c -- */
LscReplayTotal _lsc_replay_run (const LscJobReplay *self, const LscReplayCuts *cuts);

/* -- lsc-replay-memo.c -- */
LscReplayMemo *_lsc_replay_memo_new (void);
void _lsc_replay_memo_free (LscReplayMemo *self);
gboolean _lsc_replay_memo_find (LscReplayMemo *self, const LscReplayChange *changes, gsize n,
                                LscReplayTotal *times);
void _lsc_replay_memo_keep (LscReplayMemo *self, const LscReplayChange *changes, gsize n,
                            const LscReplayTotal *times);

/* -- lsc-replay-places.c -- */
void _lsc_replay_places_add (LscReplayPlaces *self, const LscRankDigest *digest,
                             const LscReplayChange *change);
void _lsc_replay_places_sort (LscReplayPlaces *self);
double _lsc_replay_places_get_part (const LscReplayPlaces *self, gsize *at,
                                    const LscDigestOwn *own);

/* -- lsc-replay-cuts.c -- */
void _lsc_replay_cuts_init (LscReplayCuts *self, const LscJobReplay *replay,
                            const LscReplayChange *changes, gsize n);
void _lsc_replay_cuts_clear (LscReplayCuts *self);
gboolean _lsc_replay_cuts_have (const LscReplayCuts *self, guint32 rank);
double _lsc_replay_cuts_get_part (const LscReplayCuts *self, guint32 rank,
                                  const LscRankDigest *digest, const LscDigestOwn *own,
                                  guint32 *step, gsize *place);

/* -- lsc-replay-transfers.c -- */
void _lsc_replay_measure_transfers (LscJobReplay *self, const LscIndexes *held);

/* -- lsc-replay-meets.c -- */
void _lsc_replay_find_meets (LscJobReplay *self);
double _lsc_replay_get_given (const LscReplayRank *rank, gsize own);

/* -- lsc-replay-align.c -- */
void _lsc_replay_align (LscJobReplay *self);

static inline const LscRankOp *
_lsc_replay_get_rank_op (const LscJobReplay *self, const LscReplayOp *op)
{
  return &self->ranks[op->rank].digest->ops.items[op->op];
}

/* The first step from @from on that ends at or behind some own time of the rank. */
static inline guint32
_lsc_replay_find_step (const LscRankDigest *digest, guint32 from, gint64 own_ns)
{
  while (from < digest->own_steps.n && digest->own_steps.items[from].end_ns < own_ns)
    from++;
  return from;
}

static inline gboolean
_lsc_replay_is_in_step (const LscRankDigest *digest, guint32 step, gint64 own_ns)
{
  return step < digest->own_steps.n && digest->own_steps.items[step].begin_ns < own_ns;
}

G_END_DECLS
