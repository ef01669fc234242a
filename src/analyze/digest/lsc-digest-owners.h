/* lsc-digest-owners.h - who takes the time of a rank: kernels, modules, operators, calls of the
 * host
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-intern.h"

G_BEGIN_DECLS

/** What an owner of time is. Each nanosecond of a step has one owner in each set of types below. */
typedef enum
{
  LSC_OWNER_KERNEL,    /* computing and copies, by the name of the kernel or copy */
  LSC_OWNER_OP,        /* the same, by the framework's operator, else by the kernel */
  LSC_OWNER_COMM,      /* communication, by operation and kind of group */
  LSC_OWNER_CALL,      /* waiting for the host, by the name of the call or operator there */
  LSC_OWNER_IDLE,      /* other idle time: it has no name but its category */
  LSC_OWNER_MODULE,    /* all time, by the path of the module whose work it is or ends it */
  LSC_OWNER_INSTANCES, /* no time: how many instances of a module begin in steps */
} LscOwnerType;

#define LSC_OWNER_BIT(type) (1u << (type))

/* Sets of owners that together own each moment once (compare.md#lists). */
#define LSC_OWNERS_BY_KERNEL                                                                       \
  (LSC_OWNER_BIT (LSC_OWNER_KERNEL) | LSC_OWNER_BIT (LSC_OWNER_COMM) |                             \
   LSC_OWNER_BIT (LSC_OWNER_CALL) | LSC_OWNER_BIT (LSC_OWNER_IDLE))
#define LSC_OWNERS_BY_OP                                                                           \
  (LSC_OWNER_BIT (LSC_OWNER_OP) | LSC_OWNER_BIT (LSC_OWNER_COMM) |                                 \
   LSC_OWNER_BIT (LSC_OWNER_CALL) | LSC_OWNER_BIT (LSC_OWNER_IDLE))
#define LSC_OWNERS_BY_MODULE LSC_OWNER_BIT (LSC_OWNER_MODULE)

/** Names of owners without text. */
extern const char *const lsc_owner_outside; /* a module: of all modules */
extern const char *const lsc_owner_silent;  /* a call: the host did nothing that was recorded */

/**
 * LscRankOwner: who owns how much time, over all steps
 * @text: id in LscRankDigest.texts: its name as recorded, a path; %LSC_STRING_NONE: nobody is
 * known, or its category says it
 * @plain: likewise, without what is of one run alone (compare.md#names); %LSC_STRING_NONE but of
 *   #LSC_DIGEST_COMPARED
 * @type: #LscOwnerType
 * @category: #LscBudgetCategory; of communication the first, of waiting for the host
 *   %LSC_BUDGET_FREE_HOST
 * @slice, @begin_ns, @end_ns: the longest of its slices; %LSC_SLICE_NONE
 * @ns: what it owns
 * @n: how many slices own that
 * @first_cell, @last_cell: its steps in LscRankDigest.cells, %LSC_SLICE_NONE
 */
typedef struct
{
  guint32 text;
  guint32 plain;
  guint8 type;
  guint8 category;
  guint32 slice;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 ns;
  gint64 n;
  guint32 first_cell;
  guint32 last_cell;
} LscRankOwner;

LSC_DEFINE_ARRAY (LscRankOwners, lsc_rank_owners, LscRankOwner)

/** What an owner owns of a step. @step: index of LscRankDigest.steps; @next: of the same owner */
typedef struct
{
  guint32 step;
  guint32 next;
  gint64 ns;
  gint64 n;
} LscOwnerCell;

LSC_DEFINE_ARRAY (LscOwnerCells, lsc_owner_cells, LscOwnerCell)

/** Parts of a core that work beside each other, by what the profiler counts. */
typedef enum
{
  LSC_PIPE_MAC, /* matrix products */
  LSC_PIPE_VECTOR,
  LSC_PIPE_LOAD,    /* mte2: from memory */
  LSC_PIPE_STORE,   /* mte3: to memory */
  LSC_PIPE_FIXPIPE, /* out of the cube */
  LSC_PIPE_OTHER,
  LSC_PIPE_N,
} LscPipe;

/**
 * LscDigestKernel: kernels of one name
 * @name: id in LscRankDigest.texts
 * @kind: #LscSliceKind
 * @longest: slice id; of those that take most time it tells the rest (findings.md#counters):
 * @n_cores: on how many it ran, 0 = not recorded
 * @is_odd: the inner axis of an input is no multiple of 256
 * @has_state, @is_dynamic: whether the file tells if it is made for any shape, and that it is
 * @has_types: whether data types of its inputs are known
 * @slow_types: those of them that the cores compute with in few operators, "DOUBLE, INT64"; id in
 *   LscRankDigest.texts, %LSC_STRING_NONE
 * @has_pipes: whether @pipes is known
 * @pipes: share of its time in which each works
 */
typedef struct
{
  guint32 name;
  guint8 kind;
  gboolean is_odd;
  gboolean has_state;
  gboolean is_dynamic;
  gboolean has_types;
  guint32 slow_types;
  gboolean has_pipes;
  gint64 n;
  gint64 ns;
  guint32 longest;
  gint64 longest_ns;
  gint64 longest_begin_ns;
  gint64 n_cores;
  double pipes[LSC_PIPE_N];
} LscDigestKernel;

LSC_DEFINE_ARRAY (LscDigestKernels, lsc_digest_kernels, LscDigestKernel)

/**
 * LscDigestShape: kernels that do the same work: of one name, with inputs and outputs of the same
 * shapes
 * @name: without what is of one run alone (compare.md#names); id in LscRankDigest.texts
 * @shapes: as recorded, likewise; %LSC_STRING_NONE = not recorded
 * @launch: of a GPU its grid and block, likewise. Kernels of one grid may do different work: they
 *   are compared only between clocks, where the factor tells
 * @n, @ns: in the steps that count
 * @first_cell, @n_cells: of each of these steps that has any, in LscRankDigest.shape_cells
 */
typedef struct
{
  guint32 name;
  guint32 shapes;
  guint32 launch;
  gint64 n;
  gint64 ns;
  guint32 first_cell;
  guint32 n_cells;
} LscDigestShape;

LSC_DEFINE_ARRAY (LscDigestShapes, lsc_digest_shapes, LscDigestShape)

/** Kernels of a shape in a step. @step: index of LscRankDigest.steps */
typedef struct
{
  guint32 step;
  guint32 n;
  gint64 ns;
} LscDigestShapeCell;

LSC_DEFINE_ARRAY (LscDigestShapeCells, lsc_digest_shape_cells, LscDigestShapeCell)

#define LSC_DIGEST_MOST_SHAPES 1024 /* that take most time; the rest of kernels is short */

/** Calls that do in one kernel what several do. */
typedef enum
{
  LSC_FUSED_NONE, /* nothing does: they merely repeat */
  LSC_FUSED_ATTENTION,
  LSC_FUSED_RMS_NORM,
  LSC_FUSED_GELU,
  LSC_FUSED_ROTARY,
  LSC_FUSED_MASKED_SOFTMAX,
  LSC_FUSED_GROUP_NORM_SILU,
  LSC_FUSED_SWIGLU,
  LSC_FUSED_ADD_RMS_NORM,
  LSC_FUSED_ADD_LAYER_NORM,
  LSC_FUSED_RUN,       /* a compiler, or a kernel written for it: any simple ones of a GPU */
  LSC_FUSED_OPTIMIZER, /* of an NPU: a fused optimizer */
  LSC_FUSED_N,
} LscFused;

/** Their names in programs; %NULL of the first and the last two */
extern const char *const lsc_fused_calls[LSC_FUSED_N];

/**
 * LscDigestSequence: kernels that run behind each other on a stream (findings.md#sequences)
 * @names: types of the operators; id in LscRankDigest.texts
 * @fused: #LscFused
 * @n: how often
 * @saved_ns: what that costs at most
 * @begin_ns, @end_ns: of the longest
 * @slice: its first kernel
 * @n_kernels: of the longest; of %LSC_FUSED_RUN, else 0
 * @first, @last: likewise short names of its first and last kernel; ids in LscRankDigest.texts
 */
typedef struct
{
  guint32 names;
  guint32 fused;
  gint64 n;
  gint64 saved_ns;
  gint64 begin_ns;
  gint64 end_ns;
  guint32 slice;
  guint32 n_kernels;
  guint32 first;
  guint32 last;
} LscDigestSequence;

LSC_DEFINE_ARRAY (LscDigestSequences, lsc_digest_sequences, LscDigestSequence)

/**
 * LscDigestRunPlace: whose the kernels are that the sequences of %LSC_FUSED_RUN could do without
 * @name: plain path of the module, name of the operator of the framework outside of all, or short
 *   name of the kernel where no operator is known; id in LscRankDigest.texts
 * @type: #LscOwnerType: which of these
 * @n: kernels of it
 * @ns: how long they take; those of all places together %LscDigestSequence.saved_ns
 */
typedef struct
{
  guint32 name;
  guint32 type;
  gint64 n;
  gint64 ns;
} LscDigestRunPlace;

LSC_DEFINE_ARRAY (LscDigestRunPlaces, lsc_digest_run_places, LscDigestRunPlace)

G_END_DECLS
