/* lsc-snapshot-private.h - the machine that both forms of a snapshot are read by
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-notice.h"
#include "read/snapshot/lsc-snapshot-events-private.h"
#include "read/snapshot/lsc-snapshot-input-private.h"
#include "read/snapshot/lsc-snapshot-memo-private.h"
#include "read/snapshot/lsc-snapshot-stacks-private.h"

G_BEGIN_DECLS

/* A pickle is a program for a machine with a stack; JSON is read as the same program. No object of
 * it is built: a dictionary becomes a row of one of the tables below at the moment when it is full,
 * and what is left of it on the stack is the number of that row. Rows of one table that follow each
 * other in a list are one item of the stack. */

/** Words that mean something, in the order of their ids in the pool of texts. */
typedef enum
{
  LSC_SNAPSHOT_WORD_SEGMENTS,
  LSC_SNAPSHOT_WORD_DEVICE_TRACES,
  LSC_SNAPSHOT_WORD_ALLOCATOR_SETTINGS,
  LSC_SNAPSHOT_WORD_EXTERNAL_ANNOTATIONS,
  LSC_SNAPSHOT_WORD_DEVICE,
  LSC_SNAPSHOT_WORD_ADDRESS,
  LSC_SNAPSHOT_WORD_TOTAL_SIZE,
  LSC_SNAPSHOT_WORD_STREAM,
  LSC_SNAPSHOT_WORD_SEGMENT_TYPE,
  LSC_SNAPSHOT_WORD_IS_EXPANDABLE,
  LSC_SNAPSHOT_WORD_FRAMES,
  LSC_SNAPSHOT_WORD_BLOCKS,
  LSC_SNAPSHOT_WORD_SIZE,
  LSC_SNAPSHOT_WORD_REQUESTED_SIZE,
  LSC_SNAPSHOT_WORD_STATE,
  LSC_SNAPSHOT_WORD_HISTORY,
  LSC_SNAPSHOT_WORD_ADDR,
  LSC_SNAPSHOT_WORD_REAL_SIZE,
  LSC_SNAPSHOT_WORD_ACTION,
  LSC_SNAPSHOT_WORD_DEVICE_FREE,
  LSC_SNAPSHOT_WORD_TIME_US,
  LSC_SNAPSHOT_WORD_NAME,
  LSC_SNAPSHOT_WORD_FILENAME,
  LSC_SNAPSHOT_WORD_LINE,
  LSC_SNAPSHOT_WORD_STAGE,
  LSC_SNAPSHOT_WORD_MAX_SPLIT_SIZE,
  LSC_SNAPSHOT_N_KEYS,
  LSC_SNAPSHOT_WORD_ALLOC = LSC_SNAPSHOT_N_KEYS, /* actions: as #LscSnapshotEventKind */
  LSC_SNAPSHOT_WORD_FREE_REQUESTED,
  LSC_SNAPSHOT_WORD_FREE_COMPLETED,
  LSC_SNAPSHOT_WORD_SEGMENT_ALLOC,
  LSC_SNAPSHOT_WORD_SEGMENT_FREE,
  LSC_SNAPSHOT_WORD_SEGMENT_MAP,
  LSC_SNAPSHOT_WORD_SEGMENT_UNMAP,
  LSC_SNAPSHOT_WORD_OOM,
  LSC_SNAPSHOT_WORD_ACTIVE_ALLOCATED,
  LSC_SNAPSHOT_WORD_ACTIVE_PENDING_FREE,
  LSC_SNAPSHOT_WORD_ACTIVE_AWAITING_FREE,
  LSC_SNAPSHOT_WORD_INACTIVE,
  LSC_SNAPSHOT_WORD_SMALL,
  LSC_SNAPSHOT_WORD_START,
  LSC_SNAPSHOT_WORD_END,
  LSC_SNAPSHOT_N_WORDS,
} LscSnapshotWord;

typedef enum
{
  LSC_SNAPSHOT_OTHER,  /* complete, and of no interest */
  LSC_SNAPSHOT_INT,    /* @n; of more than 63 bits: those 64 bits, @id = 1 */
  LSC_SNAPSHOT_FLAG,   /* @n = 0 or 1 */
  LSC_SNAPSHOT_TEXT,   /* @id in the pool */
  LSC_SNAPSHOT_DICT,   /* not full yet; its pairs so far: @n pairs from @id on */
  LSC_SNAPSHOT_LIST,   /* empty, as yet */
  LSC_SNAPSHOT_FRAME,  /* @id in LscSnapshotStacks */
  LSC_SNAPSHOT_STACK,  /* a list of frames: @id in LscMemoryLog.stacks; @n = 0: still scratch */
  LSC_SNAPSHOT_EVENTS, /* rows: @n from @id on, as the following */
  LSC_SNAPSHOT_SEGMENTS,
  LSC_SNAPSHOT_BLOCKS,
  LSC_SNAPSHOT_MARKS,
  LSC_SNAPSHOT_HISTORY,
  LSC_SNAPSHOT_TRACES,
  LSC_SNAPSHOT_ROOT,
  LSC_SNAPSHOT_N_TYPES,
} LscSnapshotType;

/** @is_list: a list of such rows; @memo: its entry in the memo, %LSC_MEMORY_NONE = none */
typedef struct
{
  gint64 n;
  guint32 id;
  guint32 memo;
  guint8 type;
  guint8 is_list;
} LscSnapshotValue;

/** @requested_bytes: -1 = not known; @state: 0 = free, 1 = allocated, 2 = waiting for its streams
 */
typedef struct
{
  guint64 address;
  gint64 size_bytes;
  gint64 requested_bytes;
  guint32 stack;
  guint8 state;
} LscSnapshotBlock;

/** The last use of a block, in snapshots from before blocks had a stack. */
typedef struct
{
  guint64 address;
  gint64 requested_bytes;
  guint32 stack;
} LscSnapshotUse;

/** @first, @n: its blocks */
typedef struct
{
  guint64 address;
  gint64 size_bytes;
  gint64 stream;
  guint32 device;
  guint32 stack;
  guint32 first;
  guint32 n;
  guint8 is_small;
  guint8 is_expandable;
} LscSnapshotSegment;

/** A begin or an end that the program marked. */
typedef struct
{
  gint64 time_us;
  guint32 name;
  guint32 device;
  guint8 is_end;
} LscSnapshotMark;

/** The events of a device: @n from @first on. */
typedef struct
{
  guint32 first;
  guint32 n;
} LscSnapshotTrace;

LSC_DEFINE_ARRAY (LscSnapshotValues, _lsc_snapshot_values, LscSnapshotValue)
LSC_DEFINE_ARRAY (LscSnapshotBlocks, _lsc_snapshot_blocks, LscSnapshotBlock)
LSC_DEFINE_ARRAY (LscSnapshotUses, _lsc_snapshot_uses, LscSnapshotUse)
LSC_DEFINE_ARRAY (LscSnapshotSegments, _lsc_snapshot_segments, LscSnapshotSegment)
LSC_DEFINE_ARRAY (LscSnapshotMarks, _lsc_snapshot_marks, LscSnapshotMark)
LSC_DEFINE_ARRAY (LscSnapshotTraces, _lsc_snapshot_traces, LscSnapshotTrace)

/**
 * LscSnapshotMachine:
 * @values: the stack
 * @bottoms: where each mark stands in it
 * @pairs: of dictionaries that are filled pair by pair
 * @segments, @blocks, @uses, @annotations, @traces: rows, of which @root_… are those of the
 * snapshot
 * @max_split_bytes: blocks from so much on are never split, 0 = there is no such limit
 * @n_untimed: events without a time, which is their number instead
 * @most_lives, @most_points: other limits than the usual ones, 0 = the usual ones
 * @problem: (nullable): why reading has stopped
 */
typedef struct
{
  LscSnapshotInput input;
  LscMemoryLog *log;
  LscSnapshotValues values;
  LscInt64s bottoms;
  LscSnapshotValues pairs;
  LscSnapshotMemo *memo;
  LscSnapshotStacks stacks;
  LscSnapshotEvents events;
  LscSnapshotSegments segments;
  LscSnapshotBlocks blocks;
  LscSnapshotUses uses;
  LscSnapshotMarks annotations;
  LscSnapshotTraces traces;
  LscSnapshotValue root_segments;
  LscSnapshotValue root_traces;
  gsize text_bytes;
  gint64 max_split_bytes;
  gint64 n_events;
  gint64 n_untimed;
  gint64 n_other_actions;
  gint64 n_texts_left;
  gsize most_lives;
  gsize most_points;
  char *problem;
} LscSnapshotMachine;

/* the machine */
void _lsc_snapshot_machine_init (LscSnapshotMachine *self);
void _lsc_snapshot_machine_clear (LscSnapshotMachine *self);
gboolean _lsc_snapshot_fail (LscSnapshotMachine *self, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
gboolean _lsc_snapshot_push (LscSnapshotMachine *self, LscSnapshotType type, guint32 id, gint64 n);
gboolean _lsc_snapshot_push_text (LscSnapshotMachine *self, const char *text, gsize n);
gboolean _lsc_snapshot_mark (LscSnapshotMachine *self);
gboolean _lsc_snapshot_set_items (LscSnapshotMachine *self);
gboolean _lsc_snapshot_set_item (LscSnapshotMachine *self);
gboolean _lsc_snapshot_append_items (LscSnapshotMachine *self);
gboolean _lsc_snapshot_append_item (LscSnapshotMachine *self);
gboolean _lsc_snapshot_make_tuple (LscSnapshotMachine *self, gsize n);
gboolean _lsc_snapshot_make_marked_tuple (LscSnapshotMachine *self);
gboolean _lsc_snapshot_store (LscSnapshotMachine *self, guint64 index);
gboolean _lsc_snapshot_fetch (LscSnapshotMachine *self, guint64 index);
gboolean _lsc_snapshot_finish (LscSnapshotMachine *self);

/* what dictionaries and lists become */
gboolean _lsc_snapshot_take_dict (LscSnapshotMachine *self, LscSnapshotValue *dict,
                                  const LscSnapshotValue *pairs, gsize n_pairs);
gboolean _lsc_snapshot_take_item (LscSnapshotMachine *self, LscSnapshotValue *list,
                                  const LscSnapshotValue *item);
gboolean _lsc_snapshot_end_items (LscSnapshotMachine *self, LscSnapshotValue *list);
const char *_lsc_snapshot_get_word (LscSnapshotWord word);

/* the two forms */
gboolean _lsc_snapshot_read_pickle (LscSnapshotMachine *self);
gboolean _lsc_snapshot_read_json (LscSnapshotMachine *self);

/* both of it, by what the file begins with */
LscMemoryLog *_lsc_snapshot_run (LscSnapshotMachine *self, const char *path, LscNotices *notices,
                                 LscJob *job, GError **error);

/* from rows to curves and blocks */
gboolean _lsc_snapshot_replay (LscSnapshotMachine *self, LscNotices *notices, const char *path,
                               LscJob *job, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscSnapshotMachine, _lsc_snapshot_machine_clear)

G_END_DECLS
