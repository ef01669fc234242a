/* lsc-digest-owners.h - who takes the time of a rank: kernels, modules, operators, calls of the
 * host
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** What an owner of time is. */
typedef enum
{
  LSC_OWNER_KERNEL, /* computing, by the name of the kernel */
  LSC_OWNER_MODULE, /* computing, by the path of the module */
  LSC_OWNER_CALL,   /* waiting for the host, by the name of the call or operator there */
} LscOwnerType;

/**
 * LscRankOwner: who takes how much time, over all steps
 * @text: id in LscRankDigest.texts
 * @n: how many slices
 * @slice, @begin_ns, @end_ns: the longest of them
 */
typedef struct
{
  guint32 text;
  guint32 type; /* LscOwnerType */
  guint32 slice;
  guint32 reserved;
  gint64 ns;
  gint64 n;
  gint64 begin_ns;
  gint64 end_ns;
} LscRankOwner;

LSC_DEFINE_ARRAY (LscRankOwners, lsc_rank_owners, LscRankOwner)

/** What a part of the steps of a rank is. */
typedef enum
{
  LSC_PART_MODULE, /* path of the module, backward with its forward */
  LSC_PART_OP,     /* the framework's operator, else the kernel; idle time by what the host did */
  LSC_PART_KERNEL, /* the same by the names of kernels */
} LscPartType;

/** Names of what the owner of the time has none for; LscSidePart.is_word */
extern const char *const lsc_part_outside; /* of all modules */
extern const char *const lsc_part_silent;  /* the host did nothing that was recorded */

/**
 * LscSidePart: who owns how much time
 * @text: id in LscRankDigest.texts: its name without the counters of a run
 * @is_word: the name is the program's own
 * @n: instances over all steps: of the slice, of a module of the module
 * @slice, @begin_ns, @end_ns: the longest of them; %LSC_SLICE_NONE
 * @first_cell, @last_cell: its steps in LscRankDigest.cells, %LSC_SLICE_NONE
 */
typedef struct
{
  guint32 text;
  guint8 type;     /* LscPartType */
  guint8 category; /* LscBudgetCategory: of a module and of communication the first; of waiting for
                      the host LSC_BUDGET_FREE_HOST */
  gboolean is_word;
  gint64 n;
  guint32 slice;
  guint32 first_cell;
  guint32 last_cell;
  gint64 begin_ns;
  gint64 end_ns;
} LscSidePart;

LSC_DEFINE_ARRAY (LscSideParts, lsc_side_parts, LscSidePart)

/** The time of a part in a step. @step: index of LscRankDigest.steps; @next: of the same part */
typedef struct
{
  guint32 step;
  guint32 next;
  gint64 ns;
  gint64 n;
} LscSideCell;

LSC_DEFINE_ARRAY (LscSideCells, lsc_side_cells, LscSideCell)

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
 * LscRuleKernel: kernels of one name
 * @name: id in LscRankDigest.texts
 * @kind: #LscSliceKind
 * @longest: slice id; of those that take most time it tells the rest (findings.md#counters):
 * @n_cores: on how many it ran, 0 = not recorded
 * @is_odd: the inner axis of an input is no multiple of 256
 * @has_state, @is_dynamic: whether the file tells if it is made for any shape, and that it is
 * @has_types: whether data types of its inputs are known
 * @slow_types: (nullable): those of them that the cores compute with in few operators, "DOUBLE,
 *   INT64"; id in LscRankDigest.texts
 * @has_pipes: whether @pipes is known
 * @pipes: share of its time in which each works
 */
typedef struct
{
  const char *name;
  guint8 kind;
  gboolean is_odd;
  gboolean has_state;
  gboolean is_dynamic;
  gboolean has_types;
  const char *slow_types;
  gboolean has_pipes;
  gint64 n;
  gint64 ns;
  guint32 longest;
  gint64 longest_ns;
  gint64 longest_begin_ns;
  gint64 n_cores;
  double pipes[LSC_PIPE_N];
} LscRuleKernel;

/**
 * LscRuleSequence: kernels that run behind each other on a stream (findings.md#sequences)
 * @names: types of the operators; id in LscRankDigest.texts
 * @fused: (nullable): the call that does all in one kernel; static; %NULL: they merely repeat
 * @n: how often
 * @saved_ns: what that costs at most
 * @begin_ns, @end_ns: of the longest
 * @slice: its first kernel
 */
typedef struct
{
  const char *names;
  const char *fused;
  gint64 n;
  gint64 saved_ns;
  gint64 begin_ns;
  gint64 end_ns;
  guint32 slice;
} LscRuleSequence;

G_END_DECLS
