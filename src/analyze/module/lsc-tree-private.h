/* lsc-tree-private.h - what the files of the tree share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/module/lsc-tree.h"
#include "base/lsc-hash.h"

G_BEGIN_DECLS

/* A *slot* is one launch of one kernel as seen by one op: index into LscModuleData.kernels, and
 * after those into LscModuleData.unlinked. Nodes are numbered depth first, so a subtree is a range
 * of ids, and the slots are put in that order too: those of a node are a range of places. */

#define LSC_TREE_TEXT_BIT 0x80000000u /* a name of LscTree.texts, not of the run */

enum
{
  LSC_TREE_NODE_REPLAY = 1 << 0, /* one recorded launch, several device tasks */
};

typedef struct
{
  guint32 parent;
  guint32 subtree_end; /* first id after the subtree */
  guint32 child_begin; /* into LscTree.children */
  guint32 n_children;
  guint32 name; /* id of the run's strings or, with the bit, of LscTree.texts */
  guint32 slot_begin;
  guint32 n_slots;
  guint32 calls;
  gint64 total_ns; /* without the schedule class */
  guint32 extra;   /* into LscTree.extras, LSC_INDEX_NONE */
  guint8 kind : 4; /* LscNodeKind */
  guint8 flags : 4;
  guint8 phase; /* LscPhase */
  guint16 depth;
} LscTreeNode;

/** Sums of a node that mixes phases or contains modules. */
typedef struct
{
  gint64 self_ns;
  gint64 phase_ns[5]; /* by LscPhase */
  double flops;
  double peak_flop;   /* sum of peak * duration of the kernels that carry FLOPs */
  gint64 flops_ns;    /* their durations */
  guint32 call_begin; /* calls of this node: places in LscTree.call_order */
  guint32 n_calls;
  gboolean has_flops;
} LscTreeExtra;

/** FLOPs of the slot at a place. */
typedef struct
{
  guint32 place;
  guint32 flags;
  double flops;
  double peak;
} LscTreeFlops;

/** Figures of one module call. */
typedef struct
{
  gint64 total_ns; /* with what it contains */
  gint64 self_ns;
  gint64 first_kernel_ns; /* start of the first forward kernel inside, G_MAXINT64 = none */
  gint64 host_ns;         /* its range and the ranges of its backward calls */
  gint64 host_self_ns;
} LscTreeCallSums;

/**
 * LscTreeEvents:
 *
 * Figures of a range of slots, computed when first asked for. Modules that contain nothing but
 * another module have the same slots, and share them.
 */
typedef struct
{
  guint32 known; /* bits of LscTreeHeavyKind */
  guint32 n_streams;
  guint32 n_devices;
  gint64 only_stream; /* -1 if several */
  gint64 only_device;
  gint64 span_ns;
  gint64 gap_ns;
  gint64 in_steps_ns; /* of the span, what lies between the first step and the last */
  gint64 class_ns[4];
  gint64 not_overlapped_ns;
  gint64 wait_ns; /* -1 = unknown */
  gint64 transfer_ns;
  gint64 other_ns;
  guint8 op_flags;    /* LscTreeOpFlags of any */
  guint8 flops_flags; /* LscFlopsFlags of any */
} LscTreeEvents;

/** A phrase, untranslated and in the user's language. */
typedef struct
{
  const char *phrase; /* as an argument */
  const char *plain;
  const char *words;
} LscTreeSaying;

/** Figures of a node, computed when first asked for. */
typedef struct
{
  guint32 known; /* bits of LscTreeHeavyKind */
  LscTreeEvents events;
  gint64 min_ns;
  gint64 max_ns;
  double p50_ns;
  double p95_ns;
  gint64 launch_delay_ns; /* 0 = unknown */
  gint64 host_ns;         /* -1 = unknown */
  gint64 host_self_ns;
  LscTreeSaying flags; /* NULL without any */
} LscTreeHeavy;

typedef enum
{
  LSC_HEAVY_SPAN = 1 << 0,  /* span, gap, streams, devices */
  LSC_HEAVY_CALLS = 1 << 1, /* min to p95 */
  LSC_HEAVY_CLASS = 1 << 2, /* class_ns */
  LSC_HEAVY_COMM = 1 << 3,  /* not overlapped, wait, transfer, other */
  LSC_HEAVY_HOST = 1 << 4,  /* host, host self, launch delay */
  LSC_HEAVY_FLAGS = 1 << 5, /* flags */
  LSC_HEAVY_OF_EVENTS = LSC_HEAVY_SPAN | LSC_HEAVY_CLASS | LSC_HEAVY_COMM | LSC_HEAVY_FLAGS,
} LscTreeHeavyKind;

/* Nodes with fewer kernels are computed each time; the others once. */
#define LSC_TREE_CACHE_FROM_SLOTS 64

/** Times of communication ops, made once for a tree (modules.md#comm-split). */
typedef struct
{
  gboolean ready;
  gint64 *wait_ns;     /* by index of LscRun.comm_ops, -1 = unknown */
  gint64 *transfer_ns; /* the same */
  GPtrArray *busy;     /* LscTreeBusy: when each device computes */
} LscTreeComm;

LSC_DEFINE_ARRAY (LscTreeNodes, lsc_tree_nodes, LscTreeNode)
LSC_DEFINE_ARRAY (LscTreeExtras, lsc_tree_extras, LscTreeExtra)
LSC_DEFINE_ARRAY (LscTreeFlopsList, lsc_tree_flops_list, LscTreeFlops)

struct _LscTree
{
  gatomicrefcount refs;
  LscModuleData *data;
  LscTreeView view;
  gboolean has_range; /* only events that start in @range */
  LscInterval range;
  LscPeak peak;
  LscIntern *texts;
  GHashTable *says; /* of the phrases in @texts: id to LscTreeSaying */
  gint64 module_total_ns;

  LscTreeNodes nodes;
  guint32 *children;
  guint32 *slots; /* by place */
  gsize n_slots;  /* places */
  LscTreeExtras extras;
  LscTreeFlopsList flops; /* by place */
  guint32 *slot_op;       /* by slot: index into data->ops, LSC_INDEX_NONE */
  guint8 *op_phase;       /* by data->ops */
  guint8 *op_flags;       /* by data->ops: LscTreeOpFlags */
  guint32 *call_instance; /* by call: the forward call it is an instance of */
  guint32 *call_parent;   /* by instance: the instance above it, LSC_INDEX_NONE */
  guint32 *call_order;    /* instances by node */
  gsize n_call_order;

  GMutex lock;               /* guards the next three */
  GHashTable *heavy;         /* node -> LscTreeHeavy * */
  GHashTable *events;        /* first slot << 32 | number of slots -> LscTreeEvents * */
  GHashTable *kernel_events; /* the same, of kernels */
  GMutex once_lock;          /* guards the making of what follows, read-only once made */
  gboolean has_call_sums;
  LscTreeCallSums *call_sums;
  LscTreeComm comm;
};

typedef enum
{
  LSC_TREE_OP_RECOMPUTE = 1 << 0,
  LSC_TREE_OP_BY_TIME_ONLY = 1 << 1,
} LscTreeOpFlags;

/* -- lsc-tree-phase.c: where ops belong ----------------------------------------------------------
 */

typedef enum
{
  LSC_OUTSIDE_OPTIMIZER,
  LSC_OUTSIDE_GRADIENT,
  LSC_OUTSIDE_OTHER,
} LscOutside;

typedef struct _LscAncestry LscAncestry;

void _lsc_tree_find_instances (LscTree *self, guint8 *call_phase);
void _lsc_tree_find_phases (LscTree *self, const guint8 *call_phase, LscAncestry *ancestry);
LscAncestry *_lsc_ancestry_new (const LscRun *run);
void _lsc_ancestry_free (LscAncestry *self);
LscOutside _lsc_ancestry_find_group (const LscAncestry *self, const LscOp *op);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscAncestry, _lsc_ancestry_free)

/* -- lsc-tree-build.c: nodes in the order in which they are met, then depth first ----------------
 */

/** A node while the tree is built. */
typedef struct
{
  gint64 first_ns;
  guint32 parent;
  guint32 name;
  guint32 key;
  guint32 calls;
  guint8 kind;
  guint8 phase;
  guint8 flags;
  guint8 last; /* groups that stand below the modules */
  guint32 variants;
} LscDraftNode;

LSC_DEFINE_ARRAY (LscDraftNodes, lsc_draft_nodes, LscDraftNode)

typedef struct
{
  LscTree *tree;
  LscDraftNodes nodes;
  LscHash index;      /* of those that are to be found again */
  guint32 *slot_leaf; /* by slot */
  guint32 *call_node; /* by call: node of an instance, LSC_INDEX_NONE */
} LscTreeDraft;

void _lsc_draft_init (LscTreeDraft *self, LscTree *tree);
void _lsc_draft_clear (LscTreeDraft *self);
guint32 _lsc_draft_add (LscTreeDraft *self, guint32 parent, LscNodeKind kind, LscPhase phase,
                        guint32 name, gint64 first_ns);
guint32 _lsc_draft_get (LscTreeDraft *self, guint32 parent, LscNodeKind kind, LscPhase phase,
                        guint32 name, guint32 key, gint64 first_ns);
gboolean _lsc_draft_finish (LscTreeDraft *self, LscJob *job, GError **error);

/* -- lsc-tree-view.c -----------------------------------------------------------------------------
 */

gboolean _lsc_tree_place (LscTreeDraft *draft, LscJob *job, GError **error);

/* -- lsc-tree-class.c ----------------------------------------------------------------------------
 */

void _lsc_tree_widen_classes (LscTree *self);

/* -- lsc-tree-node.c -----------------------------------------------------------------------------
 */

const LscKernel *_lsc_tree_slot_kernel (const LscTree *self, guint32 slot);
gsize _lsc_tree_count_slots (const LscTree *self);
gboolean _lsc_tree_shows_slot (const LscTree *self, guint32 slot);
const LscKernel *_lsc_tree_kernel_at (const LscTree *self, gsize place);
const LscTreeFlops *_lsc_tree_node_flops (const LscTree *self, const LscTreeNode *node, gsize *n);

/* -- lsc-tree-stats.c, lsc-tree-events.c ---------------------------------------------------------
 */

LscTreeHeavy _lsc_tree_heavy (LscTree *self, guint32 node, guint32 wanted);
LscTreeEvents _lsc_tree_events (LscTree *self, const LscTreeNode *node, guint32 wanted);
void _lsc_tree_ensure_call_sums (LscTree *self);
void _lsc_tree_ensure_comm (LscTree *self);
void _lsc_tree_comm_clear (LscTreeComm *comm);

LscTreeSaying _lsc_tree_saying_new (const LscPhrase *phrase);
const LscTreeSaying *_lsc_tree_find_saying (const LscTree *self, guint32 node);
const char *_lsc_tree_plain_name (const LscTree *self, guint32 node);
const char *_lsc_tree_plain_text (LscTree *self, guint32 node, LscTreeColumn column);

G_END_DECLS
