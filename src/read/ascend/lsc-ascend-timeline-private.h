/* lsc-ascend-timeline-private.h - shared by the parts of the reader of timelines from databases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-hash.h"
#include "read/ascend/lsc-ascend-private.h"
#include "read/lsc-comm-ends.h"
#include "read/lsc-counter-strip.h"
#include "read/text/lsc-cell.h"
#include "model/lsc-slice-cut.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** What a lane will be in the tree; the meaning of its keys. */
typedef enum
{
  LSC_RAW_STEPS,       /* - */
  LSC_RAW_OPS,         /* globalTid */
  LSC_RAW_FRAMES,      /* globalTid */
  LSC_RAW_OSRT,        /* globalTid */
  LSC_RAW_MARKS,       /* domain, globalTid */
  LSC_RAW_CANN,        /* globalTid */
  LSC_RAW_STREAM,      /* device, stream */
  LSC_RAW_DEVICE_MARK, /* device and stream, domain */
  LSC_RAW_COMM_GROUP,  /* group */
  LSC_RAW_COMM_PLANE,  /* group, plane */
  LSC_RAW_N_CLASSES,
} LscRawClass;

enum
{
  LSC_RAW_HAS_LINKS = 1 << 0,
  LSC_RAW_IS_MAIN = 1 << 1,
  LSC_RAW_IS_DEQUEUE = 1 << 2,
  LSC_RAW_IS_BACKWARD = 1 << 3,
};

/**
 * LscRawLane: slices of one lane, in file order until it is built
 * @op_ids: of the tasks and operators of collectives: opId by slice, -1 = none; else empty
 * @parts: (nullable): LscRawLane: what other pieces read of the lane, in file order; to be joined
 *   when it is built, which several threads do
 * @n_parts_slices: slices of @parts
 * @links: once built: LscRawSlice.link by slice of the lane; %NULL without %LSC_RAW_HAS_LINKS
 * @cut: once built: tasks of a stream whose length was impossible
 */
typedef struct
{
  LscRawClass class;
  guint flags;
  gint64 key;
  gint64 key2;
  LscRawSlices raw;
  LscInt64s op_ids;
  GPtrArray *parts;
  gsize n_parts_slices;

  LscLane *lane;
  guint32 *links;
  LscOverruns cut;
  gint64 computing_ns;
  gint64 communication_ns;
  guint32 node; /* in the tree; the lane is the tree's from then on */
} LscRawLane;

/** Lanes by class and keys. */
typedef struct
{
  LscRawLane **items;
  gsize n;
  gsize capacity;
  LscHash index;
  guint32 last[LSC_RAW_N_CLASSES];
  gint64 n_refused; /* slices of lanes beyond the most */
} LscRawLanes;

LscRawLane *_lsc_raw_lanes_find (LscRawLanes *self, LscRawClass class, gint64 key, gint64 key2);
void _lsc_raw_lanes_take (LscRawLanes *self, LscRawLanes *from);
void _lsc_raw_lanes_clear (LscRawLanes *self);

/** Returns: the lane, new or known; never %NULL */
static inline LscRawLane *
lsc_raw_lanes_get (LscRawLanes *self, LscRawClass class, gint64 key, gint64 key2)
{
  if (G_LIKELY (self->last[class] < self->n))
    {
      LscRawLane *lane = self->items[self->last[class]];

      if (lane->class == class && lane->key == key && lane->key2 == key2)
        return lane;
    }
  return _lsc_raw_lanes_find (self, class, key, key2);
}

/* Moves the items of an array to the end of another. */
#define LSC_TAKE_ARRAY(prefix, to, from)                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if ((to)->n == 0)                                                                              \
      {                                                                                            \
        prefix##_clear (to);                                                                       \
        *(to) = *(from);                                                                           \
        memset ((from), 0, sizeof *(from));                                                        \
      }                                                                                            \
    else if ((from)->n > 0)                                                                        \
      {                                                                                            \
        prefix##_reserve ((to), (to)->n + (from)->n);                                              \
        memcpy (&(to)->items[(to)->n], (from)->items, (from)->n * sizeof *(from)->items);          \
        (to)->n += (from)->n;                                                                      \
        prefix##_clear (from);                                                                     \
      }                                                                                            \
  }                                                                                                \
  G_STMT_END

/** What the text of a name says of its slice; bits. */
enum
{
  LSC_NAME_STEP = 1 << 0,      /* ProfilerStep# */
  LSC_NAME_ENQUEUE = 1 << 1,   /* Enqueue */
  LSC_NAME_DEQUEUE = 1 << 2,   /* Dequeue */
  LSC_NAME_MODULE = 1 << 3,    /* nn.Module: */
  LSC_NAME_SCHEDULE = 1 << 4,  /* a kernel that only drives communication (steps.md#sets) */
  LSC_NAME_ASKED = 1 << 5,     /* whether one of the next two is known, which only kernels need */
  LSC_NAME_EXCHANGES = 1 << 6, /* a kernel that communicates (formats.md#communication-names) */
  LSC_NAME_FUSED = 1 << 7,     /* a kernel that computes and communicates */
};

/** Of LscTaskName.extra of kernels, beside the kind of slice that their core makes them. */
#define LSC_EXTRA_EXCHANGES (1u << 8)
#define LSC_EXTRA_FUSED (1u << 9)

/** Operators made of kernels have numbers beyond those of the file. */
#define LSC_FIRST_EXCHANGE_OP (G_GINT64_CONSTANT (1) << 48)

/** A row of COMPUTE_TASK_INFO, COMMUNICATION_SCHEDULE_TASK_INFO or of MSTX_EVENTS (by connection).
 */
typedef struct
{
  gint64 id;
  guint32 name;
  guint32 extra; /* LscSliceKind and LSC_EXTRA_*; of marks: the domain */
  guint32 type;  /* of kernels, as is the next: %LSC_STRING_NONE */
  guint32 shapes;
} LscTaskName;

LSC_DEFINE_ARRAY (LscTaskNames, lsc_task_names, LscTaskName)

/* Of rows without an id: no task has this one. */
#define LSC_COMM_PART_NO_ID G_MININT64

/** A row of COMMUNICATION_TASK_INFO. */
typedef struct
{
  gint64 id;
  gint64 op_id;
  guint32 name;
  guint32 group;
  guint32 plane;
  guint16 transport;
  guint16 link;
  guint32 source; /* positions in the group, G_MAXUINT32 = none */
  guint32 target;
  gint64 bytes;
} LscCommPart;

LSC_DEFINE_ARRAY (LscCommParts, lsc_comm_parts, LscCommPart)

/** A row of CONNECTION_IDS. */
typedef struct
{
  guint32 local;
  guint32 real;
} LscIdPair;

LSC_DEFINE_ARRAY (LscIdPairs, lsc_id_pairs, LscIdPair)

/** Tables of kernels. */
enum
{
  LSC_COMPUTE_TABLE,
  LSC_SCHEDULE_TABLE,
  LSC_N_KERNEL_TABLES,
};

typedef struct _LscPiece LscPiece;
typedef struct _LscAscendTimeline LscAscendTimeline;

/**
 * LscTableReader: how one table is read
 * @parts: #LscTimelineParts, for any of which it is read
 * @may_split: whether a large table may be read in ranges of its rows
 * @about: of counters: their description
 * @run_columns: (nullable): columns whose absence a run tells
 * @run_rows: whether a run tells what is odd in rows as the timeline does
 */
typedef struct
{
  const char *table;
  gboolean (*read) (LscPiece *piece, GError **error);
  guint parts;
  gboolean may_split;
  gconstpointer about;
  const char *const *run_columns;
  gboolean run_rows;
} LscTableReader;

/** What a task moved for its operator. */
typedef struct
{
  gint64 op_id;
  gint64 bytes;
  gint64 ns;
} LscCommSize;

LSC_DEFINE_ARRAY (LscCommSizes, lsc_comm_sizes, LscCommSize)

/** Adds what is in a file, which may say anything. */
static inline void
_lsc_comm_size_add (LscCommSize *self, gint64 bytes, gint64 ns)
{
  if (__builtin_add_overflow (self->bytes, bytes, &self->bytes))
    self->bytes = G_MAXINT64;
  if (__builtin_add_overflow (self->ns, ns, &self->ns))
    self->ns = G_MAXINT64;
}

/**
 * LscPiece: a range of rows of one table, read by one thread
 *
 * @ascend: own connection, notices and made-up names; shares the texts of the file
 * @first_row, @last_row: numbers of its rows
 * @is_disordered: the table cannot be read in ranges, so that nothing of the piece counts
 * @told: rows that a run keeps, and its notices; texts and threads are those of the run of @ascend
 * @n_kernels: how often tasks have rows of COMPUTE_TASK_INFO, and of the other table of kernels
 * @run_times: odd times of the tasks that a run takes
 */
struct _LscPiece
{
  LscAscendTimeline *whole;
  const LscTableReader *reader;
  LscAscend ascend;
  gint64 first_row;
  gint64 last_row;
  gboolean is_first; /* of its table */
  gboolean is_disordered;
  GError *error;

  LscRawLanes lanes;
  LscTaskNames names;
  LscCommParts parts;
  LscTransfers transfers;
  LscCommWaits waits;
  LscCommFacts op_facts;
  LscCommSizes sizes;
  LscKernelKeys kernel_keys;
  LscCopies copy_rows; /* LscCopy.detail is the id of the task */
  LscCopies copies;
  LscIdPairs pairs;
  GPtrArray *strips; /* LscCounterStrip */
  gint64 first_device;
  gboolean has_devices; /* several */
  gint64 extended_begin_ns;
  gint64 extended_end_ns;
  gint64 n_wide_ids; /* connection ids beyond 32 bits */
  gsize n_calls;     /* rows of CANN_API */
  gsize runtime_at;  /* how many of them before the first of the runtime, G_MAXSIZE = all */

  LscRun *told;
  LscOddKernels odd_kernels;
  gboolean has_exchange; /* among them are kernels that communicate */
  gint64 n_kernels[LSC_N_KERNEL_TABLES];
  LscTimeTallies run_times;
  LscKernels kernels[LSC_KERNEL_COPY + 1]; /* by class, as a run has them, where that is wanted */
};

/** Rows of a table joined to TASK by an id. */
typedef struct
{
  LscTaskNames rows;
  LscIdMap map;
  guint8 *seen;
} LscTaskInfo;

/** One loading of one database. */
struct _LscAscendTimeline
{
  LscAscend first; /* header and texts */
  LscTimeline *timeline;
  guint n_threads;
  GAsyncQueue *idle; /* LscDb: open connections that nobody uses */

  guint8 *name_classes; /* by id of a text */
  gsize n_name_classes;
  GHashTable *recorded;   /* (nullable): connections of operators + 1, where kernels communicate */
  guint32 exchange_group; /* text: whose the kernels that exchange tokens of experts are */
  gboolean has_compute_table;
  gint64 device; /* tasks of others are left out; -1 = of none */

  LscTaskInfo compute;
  LscTaskInfo schedule;
  LscTaskInfo marks; /* by connection */
  LscCommParts comm_parts;
  LscIdMap comm_map;
  LscCopies copy_rows; /* as those of the pieces */
  LscIdMap copy_map;
  LscCommFacts op_facts; /* moved_ns is the number of the operator until all is read */
  LscCommSizes comm_sizes;
  LscCommEnds comm_ends; /* of the parts, which go before the lanes are there */

  LscRawLanes lanes;
  LscIdPairs pairs;
  GPtrArray *strips;
  gint64 first_device;
  gboolean has_devices;
  gboolean calls_tell_level; /* whether it is 2 */
  gboolean has_runtime;      /* among the first calls */
  gsize n_calls;
  gboolean steps_are_rows;               /* the lane of steps shows STEP_TIME, not ops */
  gint64 n_kernels[LSC_N_KERNEL_TABLES]; /* as those of the pieces */

  LscAscend rows; /* makes the run of the operators; has none where nobody asked for that */
  LscKernels kernels[LSC_KERNEL_COPY + 1];
  guint32 copy_name; /* the type of tasks that are copies, as text */
};

/* Whether what a run of the operators has is kept while tables are read. */
static inline gboolean
lsc_piece_keeps_rows (const LscPiece *self)
{
  return G_UNLIKELY (self->whole->rows.run != NULL);
}

static inline guint
lsc_ascend_timeline_name_class (const LscAscendTimeline *self, guint32 name)
{
  return G_LIKELY (name < self->n_name_classes) ? self->name_classes[name] : 0;
}

/* Adds a slice without a link, valid until the next is added to the lane; inlined for short ones.
 */
static inline LscRawSlice *
lsc_raw_lane_add (LscRawLane *lane, gint64 start_ns, gint64 end_ns, guint8 kind, guint32 name,
                  gint64 row_id)
{
  LscRawSlices *raw = &lane->raw;
  LscRawSlice *slice;

  if (G_LIKELY (raw->n < raw->capacity && end_ns - start_ns < (gint64) LSC_DURATION_LONG))
    {
      slice = &raw->items[raw->n++];
      slice->start_ns = start_ns;
      slice->duration = (guint32) (end_ns - start_ns);
    }
  else
    slice = lsc_raw_slices_add (raw, start_ns, end_ns);
  slice->detail = row_id;
  slice->name = name;
  slice->link = LSC_SLICE_NONE;
  slice->category = 0;
  slice->kind = kind;
  slice->flags = 0;
  return slice;
}

/* How a value of TASK.taskType or COMPUTE_TASK_INFO.taskType reads, by string id. */
#define LSC_TASK_TYPES 64

typedef struct
{
  gint64 id;
  guint32 text;        /* LSC_STRING_NONE */
  guint8 kind;         /* of a task without any info */
  guint8 core;         /* of a kernel */
  gboolean is_outside; /* no part of the extended extent (steps.md#free-extended) */
} LscTaskType;

typedef struct
{
  LscTaskType items[LSC_TASK_TYPES];
} LscTaskTypes;

/* A link of the file as it fits into LscRawSlice.link. */
static inline guint32
lsc_piece_link (LscPiece *self, gint64 connection_id)
{
  if (G_LIKELY (connection_id >= 0 && connection_id < LSC_SLICE_NONE))
    return (guint32) connection_id;
  self->n_wide_ids += connection_id >= 0;
  return LSC_SLICE_NONE;
}

/* What nearly all rows have in the first two columns: two integers that make sense. */
static inline gboolean
lsc_cells_have_usual_times (LscCell **cells, gint64 *start_ns, gint64 *end_ns)
{
  if (G_UNLIKELY (lsc_cell_get_type (cells[0]) != SQLITE_INTEGER ||
                  lsc_cell_get_type (cells[1]) != SQLITE_INTEGER))
    return FALSE;
  *start_ns = lsc_cell_get_int64 (cells[0]);
  *end_ns = lsc_cell_get_int64 (cells[1]);
  return *start_ns >= 0 && *end_ns >= *start_ns && *end_ns > 0 &&
         *end_ns - *start_ns <= LSC_MOST_DURATION_NS && *end_ns < LSC_MOST_TIME_NS;
}

/* _lsc_ascend_keep_times(), inlined for usual times. */
static inline gboolean
lsc_piece_times (LscPiece *self, LscScan *scan, LscCell **cells, gint64 *start_ns, gint64 *end_ns,
                 gboolean needs_end)
{
  return G_LIKELY (lsc_cells_have_usual_times (cells, start_ns, end_ns)) ||
         _lsc_ascend_keep_times (&self->ascend, scan, cells, start_ns, end_ns, needs_end);
}

/* The link in a cell as lsc_value_connection() reads it. */
static inline guint32
lsc_piece_value_link (LscPiece *self, LscCell *cell)
{
  gint64 id = lsc_value_id (cell, -1);

  return lsc_piece_link (self, id == G_MAXUINT32 ? -1 : id);
}

/* _lsc_ascend_value_name(), inlined for names that the file has. */
static inline guint32
lsc_piece_value_name (LscPiece *self, LscScan *scan, LscCell *cell)
{
  gint64 id = lsc_cell_get_int64 (cell);
  guint32 text = lsc_ascend_find_string (&self->ascend.strings, id);

  return G_LIKELY (text != LSC_STRING_ABSENT && id != 0) /* NULL reads as 0, too */
             ? text
             : _lsc_ascend_value_name (&self->ascend, scan, cell);
}

/* _lsc_ascend_value_text(), inlined for texts that the file has. */
static inline guint32
lsc_piece_value_text (LscPiece *self, LscCell *cell)
{
  gint64 id = lsc_cell_get_int64 (cell);
  guint32 text = lsc_ascend_find_string (&self->ascend.strings, id);

  return G_LIKELY (text != LSC_STRING_ABSENT && id != 0 && text != self->ascend.strings.unnamed)
             ? text
             : _lsc_ascend_value_text (&self->ascend, cell);
}

/**
 * LscPieceRowFunc:
 * @cells: in the order of the columns that were asked for
 *
 * Takes a row of @piece.
 */
typedef void (*LscPieceRowFunc) (LscPiece *piece, LscScan *scan, LscCell **cells,
                                 gpointer user_data);

gboolean _lsc_piece_read (LscPiece *self, const char *const *columns, guint n_needed,
                          LscPieceRowFunc take, gpointer user_data, GError **error);
void _lsc_piece_report_no_id (LscPiece *self, const LscTally *no_id);
guint32 _lsc_piece_adopt_name (LscPiece *self, guint32 name);
void _lsc_piece_tell_run (LscPiece *self, gsize n_before);
LscAscend _lsc_piece_get_teller (LscPiece *self);

gboolean _lsc_piece_read_compute (LscPiece *self, GError **error);
gboolean _lsc_piece_read_schedule (LscPiece *self, GError **error);
gboolean _lsc_piece_read_copies (LscPiece *self, GError **error);
gboolean _lsc_piece_read_comm_parts (LscPiece *self, GError **error);
gboolean _lsc_piece_read_tasks (LscPiece *self, GError **error);
void _lsc_ascend_timeline_end_comm (LscAscendTimeline *self);
void _lsc_ascend_timeline_read_reported (LscAscendTimeline *self);
gboolean _lsc_piece_read_comm_ops (LscPiece *self, GError **error);
gboolean _lsc_piece_read_ops (LscPiece *self, GError **error);
gboolean _lsc_piece_read_pairs (LscPiece *self, GError **error);
gboolean _lsc_piece_read_cann (LscPiece *self, GError **error);
gboolean _lsc_piece_read_marks (LscPiece *self, GError **error);
gboolean _lsc_piece_read_gc (LscPiece *self, GError **error);
gboolean _lsc_piece_read_osrt (LscPiece *self, GError **error);
gboolean _lsc_piece_read_counters (LscPiece *self, GError **error);

void _lsc_ascend_timeline_set_split_rows (gint64 n_rows);

const LscTableReader *_lsc_ascend_counter_tables (gsize *n);
void _lsc_ascend_timeline_add_counters (LscAscendTimeline *self);
void _lsc_ascend_timeline_build_lanes (LscAscendTimeline *self);
void _lsc_ascend_timeline_build_tree (LscAscendTimeline *self);
void _lsc_ascend_timeline_link (LscAscendTimeline *self, LscLinkList *links);

/* -- lsc-ascend-timeline-names.c -- */
void _lsc_ascend_timeline_classify_names (LscAscendTimeline *self);
gboolean _lsc_ascend_timeline_read_recorded (LscAscendTimeline *self, GError **error);

/* -- lsc-ascend-timeline-facts.c -- */

/** Where a run tells something: before and after what it tells of its tables. */
typedef enum
{
  LSC_TELL_HEADER,
  LSC_TELL_LEVEL,
  LSC_TELL_MISSING,
  LSC_TELL_STRINGS,
  LSC_TELL_TABLES,
  LSC_TELL_LAST = LSC_TELL_TABLES + 100,
} LscTellOrder;

void _lsc_ascend_timeline_tell_run (LscAscendTimeline *self, gsize n_before, LscTellOrder order);
void _lsc_ascend_timeline_open_facts (LscAscendTimeline *self);
gboolean _lsc_ascend_timeline_read_step_tasks (LscAscendTimeline *self, GError **error);
void _lsc_ascend_timeline_join_facts (LscAscendTimeline *self, LscPiece *piece);
void _lsc_ascend_timeline_find_facts (LscAscendTimeline *self);
void _lsc_ascend_timeline_seal_facts (LscAscendTimeline *self, gsize n_notices);

/* -- lsc-ascend-timeline-rows.c -- */
void _lsc_ascend_timeline_open_rows (LscAscendTimeline *self);
void _lsc_piece_reserve_ops (LscPiece *self);
void _lsc_piece_reserve_links (LscPiece *self);
void _lsc_piece_reserve_kernels (LscPiece *self);
void _lsc_piece_reserve_details (LscPiece *self);
void _lsc_piece_keep_op (LscPiece *self, LscCell **cells, LscOp op);
void _lsc_piece_keep_kernels (LscPiece *self, LscScan *scan, LscCell **cells, guint32 type);
void _lsc_ascend_timeline_join_rows (LscAscendTimeline *self, LscPiece *piece);
gboolean _lsc_ascend_timeline_end_rows (LscAscendTimeline *self, GError **error);
LscRun *_lsc_ascend_timeline_take_rows (LscAscendTimeline *self);
void _lsc_ascend_timeline_clear_rows (LscAscendTimeline *self);

/* -- lsc-ascend-timeline-peers.c -- */
void _lsc_ascend_timeline_keep_ends (LscAscendTimeline *self);
void _lsc_ascend_timeline_name_peers (LscAscendTimeline *self);
void _lsc_ascend_timeline_init_details (LscAscendTimeline *self);
LscMemoryBlocks *_lsc_ascend_read_blocks (const LscTimeline *timeline, LscJob *job, GError **error);
gboolean _lsc_ascend_find_rows (LscDb *db, const char *table, const char *column, gint64 id,
                                LscInt64s *rows);
GPtrArray *_lsc_ascend_timeline_read_details (const LscTimeline *timeline, LscSpot spot,
                                              GError **error);

G_END_DECLS
