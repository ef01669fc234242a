/* lsc-timeline.h - every event of one rank: lanes in a tree, links, counters
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-intern.h"
#include "base/lsc-job.h"
#include "model/lsc-copies.h"
#include "model/lsc-counter.h"
#include "model/lsc-run-facts.h"
#include "model/lsc-kernel-keys.h"
#include "model/lsc-lane.h"
#include "model/lsc-links.h"
#include "model/lsc-memory-blocks.h"
#include "model/lsc-notice.h"
#include "model/lsc-run.h"
#include "model/lsc-source.h"
#include "model/lsc-transfers.h"

G_BEGIN_DECLS

/** What a node of the lane tree is. Groups hold nodes; the others are strips. */
typedef enum
{
  LSC_NODE_GROUP,
  LSC_NODE_LANE,    /* slices */
  LSC_NODE_COUNTER, /* one or more series on one strip */
} LscNodeType;

/** What a node shows (lanes.md#tree); of a rank, groups stand in this order. */
typedef enum
{
  LSC_ROLE_RANK, /* the root */
  LSC_ROLE_OVERLAP,
  LSC_ROLE_OVERLAP_LANE,
  LSC_ROLE_STEPS, /* a lane */
  LSC_ROLE_HOST,  /* group "Python" */
  LSC_ROLE_HOST_THREAD,
  LSC_ROLE_PYTHON_STACK, /* lane of frames, below its thread */
  LSC_ROLE_MARKS,        /* group "MSTX" or "Annotations" */
  LSC_ROLE_MARK_LANE,    /* one per domain */
  LSC_ROLE_CANN,         /* group "CANN" or "CUDA runtime" */
  LSC_ROLE_CANN_THREAD,
  LSC_ROLE_GAPS,  /* lane of gap classes */
  LSC_ROLE_QUEUE, /* the dispatch strip: queue depth, a counter */
  LSC_ROLE_DEVICE,
  LSC_ROLE_STREAM,
  LSC_ROLE_COMM,
  LSC_ROLE_COMM_GROUP, /* a lane; its planes are its children */
  LSC_ROLE_COMM_PLANE,
  LSC_ROLE_COUNTERS,
  LSC_ROLE_COUNTER,
  LSC_ROLE_MEMORY,
  LSC_ROLE_MEMORY_COUNTER,
  LSC_ROLE_OTHER,        /* processes that nobody knows, groups and lanes */
  LSC_ROLE_DEVICE_STEPS, /* lane below the device, of its steps: computed, in no file */
} LscNodeRole;

enum
{
  LSC_NODE_COLLAPSED = 1 << 0, /* collapsed until the user expands it */
  LSC_NODE_HIDDEN = 1 << 1,    /* anchors: never a strip of its own */
};

/**
 * LscNode:
 * @name: unique among its siblings, the timeline's own; what the user reads: "Stream 2",
 *   "tp [0, 1]"
 * @name_hash, @n_numbered: how siblings get names of their own: the hash of parent and name, and
 *   how many siblings got numbers because they were to have the same
 * @parent, @first_child, @last_child, @next: node numbers, %LSC_SLICE_NONE
 * @lane: %LSC_NODE_LANE: slices
 * @first_id: number of the lane's first slice in the timeline
 * @series: (element-type LscCounter): %LSC_NODE_COUNTER
 * @pid, @tid: of host threads; @tid is the stream of streams, the plane of planes; -1 = none
 * @text: (nullable): communication: full name of the group; marks: the domain
 */
typedef struct
{
  LscNodeType type;
  LscNodeRole role;
  guint flags;
  guint32 name_hash;
  const char *name;
  guint32 parent;
  guint32 first_child;
  guint32 last_child;
  guint32 next;
  LscLane *lane;
  guint32 first_id;
  guint32 n_numbered;
  GPtrArray *series;
  gint64 pid;
  gint64 tid;
  char *text;
} LscNode;

/**
 * What of a recording is asked for. Who asks for less may be given more: that is what stands in
 * LscTimeline.parts.
 */
typedef enum
{
  LSC_TIMELINE_COMM = 1 << 0,     /* communication operators by group, and steps */
  LSC_TIMELINE_DEVICE = 1 << 1,   /* what ran on the device, and the calls that launched it */
  LSC_TIMELINE_COUNTERS = 1 << 2, /* counters; transfers are of events */
  LSC_TIMELINE_HOST = 1 << 3,  /* what else ran on the host: ops, ranges, marks; needs the device */
  LSC_TIMELINE_DRAWN = 1 << 4, /* lanes that are computed of events, which only who shows lanes
                                  needs (lsc_timeline_complete()) */
  /* all that ran on host and device, its links, what a run needs */
  LSC_TIMELINE_EVENTS = LSC_TIMELINE_DEVICE | LSC_TIMELINE_HOST,
  LSC_TIMELINE_RECORDED = LSC_TIMELINE_COMM | LSC_TIMELINE_EVENTS | LSC_TIMELINE_COUNTERS,
  LSC_TIMELINE_WHOLE = LSC_TIMELINE_RECORDED | LSC_TIMELINE_DRAWN,
} LscTimelineParts;

/** A slice: node and index in its lane. */
typedef struct
{
  guint32 node;
  guint32 slice;
} LscSpot;

#define LSC_SPOT_NONE ((LscSpot){ LSC_SLICE_NONE, LSC_SLICE_NONE })

typedef struct _LscTimeline LscTimeline;
typedef struct _LscChildNames LscChildNames;

/** One line of the details of a slice; both texts owned. */
typedef struct
{
  char *key;   /* as the file calls it */
  char *value; /* complete */
} LscDetail;

/**
 * LscDetailsFunc:
 *
 * Reads the rest of a slice again from its file. Thread: a worker's.
 *
 * Returns: (transfer full) (nullable) (element-type LscDetail): fields in file order
 */
typedef GPtrArray *(*LscDetailsFunc) (const LscTimeline *timeline, LscSpot spot, GError **error);

/**
 * LscBlocksFunc:
 *
 * Reads the blocks of memory, which a timeline does not hold, from its file. Thread: a worker's.
 *
 * Returns: (transfer full) (nullable): sealed; %NULL with @error
 */
typedef LscMemoryBlocks *(*LscBlocksFunc) (const LscTimeline *timeline, LscJob *job,
                                           GError **error);

/** Members of a communicator. */
typedef struct
{
  char *name;  /* full group name or hash, as the lanes' @text */
  char *label; /* "tp [0, 1]" */
  LscInt64s ranks;
  gboolean is_pipeline; /* group of pipeline stages: send and receive */
} LscCommGroup;

/** The partner of a message has many ranks, or another one than its group tells. */
#define LSC_PEER_MANY (-2)

/** With whom a send, a receive or a batch of them is: number of the rank, or %LSC_PEER_MANY. */
typedef struct
{
  guint32 slice; /* id */
  gint64 rank;
} LscCommPeer;

LSC_DEFINE_ARRAY (LscCommPeers, lsc_comm_peers, LscCommPeer)

/** How many collectives of its group went before one, by LscRawSlice.detail of its operator. */
typedef struct
{
  gint64 detail;
  gint64 number;
} LscCommNumber;

LSC_DEFINE_ARRAY (LscCommNumbers, lsc_comm_numbers, LscCommNumber)

/**
 * LscCommFact: what a database says of a communication operator beside its times
 * @detail: LscRawSlice.detail of its operator
 * @bytes, @moved_ns: what its tasks moved between ranks, and how long they took, added up; -1 = no
 *   task has a size
 * @algorithm: id of LscTimeline.strings, %LSC_STRING_NONE
 * @data_type: number of ENUM_HCCL_DATA_TYPE, %LSC_DATA_TYPE_UNKNOWN
 */
typedef struct
{
  gint64 detail;
  gint64 bytes;
  gint64 moved_ns;
  guint32 algorithm;
  guint32 data_type;
} LscCommFact;

LSC_DEFINE_ARRAY (LscCommFacts, lsc_comm_facts, LscCommFact)

#define LSC_DATA_TYPE_UNKNOWN G_MAXUINT32

/** A task of a collective waits for another member. Short ones are not kept. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 group; /* id of LscTimeline.strings: its full name */
  guint32 own;   /* places in the group */
  guint32 peer;
  guint32 reserved;
} LscCommWait;

LSC_DEFINE_ARRAY (LscCommWaits, lsc_comm_waits, LscCommWait)

/** At least so long is a wait that is kept; places beyond are none. */
#define LSC_LEAST_COMM_WAIT_NS 10000
#define LSC_MOST_COMM_PLACES (1U << 20)

/** Between which places of its group a task of a message is, the own one first. */
typedef struct
{
  guint32 slice; /* id, on a plane */
  guint32 op;    /* id of its operator */
  guint32 source;
  guint32 target;
} LscCommPair;

LSC_DEFINE_ARRAY (LscCommPairs, lsc_comm_pairs, LscCommPair)

/** Sums of a step that an exporter computed; -1 = not given. */
typedef struct
{
  gint64 step;
  gint64 computing_ns;
  gint64 communication_ns;
  gint64 not_overlapped_ns;
  gint64 overlapped_ns;
  gint64 free_ns;
} LscToldStep;

LSC_DEFINE_ARRAY (LscToldSteps, lsc_told_steps, LscToldStep)

/** A communication operator of which only an exporter's table tells. Texts are ids of strings. */
typedef struct
{
  guint32 group; /* full name, that of an LscCommGroup */
  guint32 name;  /* hcom_allReduce__271_0_1 */
  gint64 step;
  gint64 start_ns;
  gint64 duration_ns;
} LscToldComm;

LSC_DEFINE_ARRAY (LscToldComms, lsc_told_comms, LscToldComm)

/**
 * LscTimeline:
 *
 * One rank. Filled by a reader, completed by lsc_timeline_complete(), sealed, then shared by
 * threads without locks. Times are as recorded; offsets of ranks are the viewer's.
 *
 * @parts: what was read; of the others nothing is there, and nothing is said of them
 * @origin_file: the recording; of a database of our own what that was made of
 * @origin_format: its format, lsc_format_word()
 * @zero_ns: what the time 0 of the file is on the clock of the slices: where times stand that
 * nobody set
 * @begin_ns, @end_ns: of all slices
 * @lasting_end_ns: likewise without what has no length and comes after all that has; what is shown
 * at first ends there
 * @has_strays: some slices lie so far from all others that pictures and sums leave them out
 * @main_begin_ns, @main_end_ns: of the slices that belong together; of all without stray ones
 * @has_extended: whether @extended_begin_ns, @extended_end_ns are known: device extent of the
 *   extended rule of steps.md#free-extended (tasks without the types named there); else
 *   @extended_reason
 * @steps_mark: (nullable): names of the ranges that are the steps, where the profiler recorded none
 * @steps_unnumbered: these have no numbers: those of @steps count them in this recording alone
 * @placed_steps: where a table of kernels tells the step of each and launches are not recorded: of
 * each of @steps from the begin of its first kernel to that of its last; else empty
 * @told_steps: sums of the exporter's; only where the events themselves were not exported
 * @told_comms: likewise operators, as the exporter lists them
 * @far_launches: ids of calls that launched what only another device of the same trace did
 * @reader: what a reader keeps for @read_details and @read_blocks; freed by @free_reader
 */
struct _LscTimeline
{
  gatomicrefcount refs;
  LscTimelineParts parts;
  LscSource *source;
  char *origin_file;
  char *origin_format;
  gint64 rank;
  gint64 device; /* -1 unknown */
  char *host_name;
  char *host_uid;
  char *chip_name; /* (nullable) */
  int level;       /* 0, 1, 2; -1 unknown or a GPU trace */
  gboolean is_gpu;
  LscMetadata *metadata;

  LscIntern *strings;
  GArray *nodes;              /* LscNode; node 0 is the rank */
  LscChildNames *child_names; /* of the files of the timeline: which names siblings have */
  guint32 n_slices;
  LscLinks links;
  LscIndexes far_launches; /* ascending */
  LscSteps steps;          /* host extents, by start */
  char *steps_mark;
  gboolean steps_unnumbered;
  LscSteps placed_steps;
  LscToldSteps told_steps;
  LscToldComms told_comms;
  GPtrArray *comm_groups;      /* LscCommGroup */
  LscCommWaits comm_waits;     /* in no order */
  LscCommNumbers comm_numbers; /* by detail; where they are recorded */
  LscCommFacts comm_facts;     /* by detail; of a profiler database */
  LscCommPeers comm_peers;   /* by slice; of messages whose partner is not recorded there is none */
  LscCommPairs comm_pairs;   /* by slice; kept where runs are made of the timeline */
  LscTransfers transfers;    /* over links, by kind */
  LscCopies copies;          /* by detail; of those that say what they moved */
  LscGraphTasks graph_tasks; /* by id; of those that a graph started, where that is recorded */
  LscGraphNames graph_names; /* by id; as far as modules of them are known */
  LscKernelKeys kernel_keys; /* empty = types and shapes are not recorded */
  LscKernelKeys launch_keys; /* likewise: as shapes the grid and block of a launch; empty unless the
                                clock of the device is recorded, which they are compared at */
  LscRunFacts *facts;        /* (nullable): of a profiler database */
  gint64 zero_ns;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 lasting_end_ns;
  gboolean has_strays;
  gint64 main_begin_ns;
  gint64 main_end_ns;
  gboolean has_extended;
  gint64 extended_begin_ns;
  gint64 extended_end_ns;
  LscPhrase *extended_reason; /* (nullable) */
  LscPhrase *launch_reason;   /* (nullable): why there are no launches */
  char *counter_reason;       /* (nullable): translated: why there are no counters */

  LscDetailsFunc read_details; /* (nullable) */
  LscBlocksFunc read_blocks;   /* (nullable): the format has none */
  gpointer reader;
  GDestroyNotify free_reader;

  gpointer analysis; /* of lsc_timeline_complete(), which says what it is */
  GDestroyNotify free_analysis;

  LscNotices *notices;
};

LscTimeline *lsc_timeline_new (LscSource *source);
LscTimeline *lsc_timeline_ref (LscTimeline *self);
void lsc_timeline_unref (LscTimeline *self);

/* ---- building: one thread ---- */
void lsc_timeline_reserve_nodes (LscTimeline *self, guint n);
guint32 lsc_timeline_add_group (LscTimeline *self, guint32 parent, LscNodeRole role,
                                const char *name);
guint32 lsc_timeline_add_lane (LscTimeline *self, guint32 parent, LscNodeRole role,
                               const char *name, LscLane *lane);
guint32 lsc_timeline_add_counter (LscTimeline *self, guint32 parent, LscNodeRole role,
                                  const char *name);
gboolean lsc_timeline_has_child (const LscTimeline *self, guint32 parent, const char *name);
guint32 lsc_timeline_find_child (const LscTimeline *self, guint32 parent, LscNodeRole role);
void lsc_timeline_order_children (LscTimeline *self, guint32 parent, GCompareDataFunc compare,
                                  gpointer user_data);
void lsc_timeline_seal (LscTimeline *self, LscLinkList *links);
void lsc_timeline_take_notice (LscTimeline *self, LscNotice *notice, const char *table,
                               gint64 count);

/* ---- reading: any thread ---- */
static inline LscNode *
lsc_timeline_get_node (const LscTimeline *self, guint32 node)
{
  return &((LscNode *) (gpointer) self->nodes->data)[node];
}

static inline guint32
lsc_timeline_get_id (const LscTimeline *self, LscSpot spot)
{
  return lsc_timeline_get_node (self, spot.node)->first_id + spot.slice;
}

/** Returns: whether pictures and sums count what runs at that time: it is no stray event */
static inline gboolean
lsc_timeline_counts (const LscTimeline *self, gint64 start_ns, gint64 end_ns)
{
  return !self->has_strays || (start_ns >= self->main_begin_ns && end_ns <= self->main_end_ns);
}

LscSpot lsc_timeline_get_spot (const LscTimeline *self, guint32 id);
char *lsc_timeline_get_path (const LscTimeline *self, guint32 node, gboolean with_rank);
guint32 lsc_timeline_find_path (const LscTimeline *self, const char *path);
const char *lsc_timeline_text (const LscTimeline *self, guint32 id);
char *lsc_timeline_get_label (const LscTimeline *self);
gboolean lsc_timeline_is_of_ops (const LscTimeline *self);
LscSpot lsc_timeline_find_slice (const LscTimeline *self, guint64 roles, gint64 start_ns,
                                 gint64 end_ns, const char *name);
LscSpot lsc_timeline_find_longest (const LscTimeline *self, guint64 roles, gint64 begin_ns,
                                   gint64 end_ns, const char *name);
LscSpot lsc_timeline_find_around (const LscTimeline *self, guint64 roles, gint64 time_ns,
                                  const char *name);
const LscCommFact *lsc_timeline_find_comm_fact (const LscTimeline *self, const LscLane *lane,
                                                guint32 slice);
const char *lsc_data_type_name (guint32 data_type);
gint64 lsc_timeline_get_comm_number (const LscTimeline *self, const LscLane *lane, guint32 slice);
gint64 lsc_timeline_get_peer (const LscTimeline *self, guint32 slice);
const LscGraphName *lsc_timeline_find_graph_name (const LscTimeline *self, guint32 id);
LscCommGroup *lsc_timeline_get_comm_group (const LscTimeline *self, const char *name);
GPtrArray *lsc_timeline_read_details (const LscTimeline *self, LscSpot spot, GError **error);
LscMemoryBlocks *lsc_timeline_read_blocks (const LscTimeline *self, LscJob *job, GError **error);
const char *lsc_timeline_metadata (const LscTimeline *self, const char *key);
gsize lsc_timeline_get_memory_bytes (const LscTimeline *self);

/** Calls @func for every lane of the tree in its order; a @roles mask of 1 << LscNodeRole, 0 = all.
 */
typedef void (*LscLaneFunc) (LscTimeline *timeline, guint32 node, gpointer user_data);
void lsc_timeline_foreach_lane (LscTimeline *self, guint64 roles, LscLaneFunc func,
                                gpointer user_data);

/** Returns: whether a lane is wanted. */
typedef gboolean (*LscNodeFunc) (const LscNode *node);
LscTimeline *lsc_timeline_pick (const LscTimeline *self, LscNodeFunc is_wanted);

void lsc_detail_free (LscDetail *self);
void lsc_comm_group_free (LscCommGroup *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTimeline, lsc_timeline_unref)

G_END_DECLS
