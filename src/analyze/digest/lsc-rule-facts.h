/* lsc-rule-facts.h - what of a rank the rules of findings need
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/budget/lsc-budget.h"
#include "analyze/step/lsc-timeline-complete.h"

G_BEGIN_DECLS

/**
 * What a nanosecond of a step was lost to (findings.md#losses). Each belongs to one of them, so
 * that no rule counts what another one counts.
 */
typedef enum
{
  LSC_LOSS_SYNC,          /* idle for a synchronising call */
  LSC_LOSS_COMPILE,       /* idle while the host compiles */
  LSC_LOSS_GC,            /* idle in the garbage collector */
  LSC_LOSS_DATA_LOADER,   /* idle for the data loader */
  LSC_LOSS_MEMORY_CALLS,  /* idle while the host allocates or frees */
  LSC_LOSS_SILENT,        /* idle while no thread of the host does anything */
  LSC_LOSS_SMALL_KERNELS, /* idle between short kernels, for lack of launches */
  LSC_LOSS_HOST,          /* idle, the host launches too late for any other reason */
  LSC_LOSS_DEVICE,        /* idle, though launched */
  LSC_LOSS_UNLINKED,      /* idle, nobody knows when it was launched */
  LSC_LOSS_COPY,          /* copies that nothing hides */
  LSC_LOSS_TRANSFER,      /* transfers that nothing hides */
  LSC_LOSS_COMM,          /* communication that nothing hides and that cannot be split */
  LSC_LOSS_WAIT,          /* waits inside collectives that nothing hides */
  LSC_LOSS_BUBBLE,        /* waits for a message of another stage, or idle between blocks */
  LSC_LOSS_LEAD,      /* idle before the first block: of the first stage it waits for the host */
  LSC_LOSS_FREQUENCY, /* computing longer than at the usual frequency: part of computing */
  LSC_LOSS_N,
} LscLoss;

/** The longest time that was lost at once. @slice: what it is shown by, a slice id or NONE. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 slice;
  guint32 cause; /* the call of the host, a slice id or NONE */
} LscLossPlace;

/** A step of a rank. */
typedef struct
{
  gint64 step; /* LSC_INT_NULL: the recording has no steps */
  gint64 step_ns;
  gint64 compute_ns;
  gint64 hidden_ns; /* communication under computing */
  gint64 ns[LSC_LOSS_N];
  double cycles_mhz_ns; /* frequency, summed over computing; 0 = not recorded */
} LscRuleStep;

/** The least that was allocated in a step. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 bytes;
} LscRuleMemory;

/**
 * LscRulePeaks: memory when there was most of it; %LSC_INT_NULL = not recorded
 * @allocated_at_ns: when most was allocated; @reserved_bytes: of the framework's pool then
 * @process_at_ns: when the process held most; @pool_bytes: of the framework's pool then
 * @component: (nullable): what else holds most at its own peak; in LscRuleFacts.names
 */
typedef struct
{
  gint64 allocated_at_ns;
  gint64 allocated_bytes;
  gint64 reserved_bytes;
  gint64 process_at_ns;
  gint64 process_bytes;
  gint64 pool_bytes;
  const char *component;
  gint64 component_bytes;
} LscRulePeaks;

/**
 * LscRuleBlocks: blocks of memory that an operator of a module asked for (findings.md#blocks)
 * @name, @module: (nullable): in LscRuleFacts.names; no name = there are none
 * @n, @bytes: of all of them; of those that are kept bytes a step
 * @n_steps, @last_step: in how many steps and in which last
 * @most_bytes: of the largest; of late ones that of the one that is latest
 * @slice: the operator that asked for that one, a slice id or NONE
 * @begin_ns, @end_ns: its life, -1 = it was not released; of late ones the time that it is kept for
 */
typedef struct
{
  const char *name;
  const char *module;
  gint64 n;
  gint64 bytes;
  gint64 n_steps;
  guint last_step;
  gint64 most_bytes;
  guint32 slice;
  gint64 begin_ns;
  gint64 end_ns;
} LscRuleBlocks;

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
 * @name: in LscRuleFacts.names
 * @kind: #LscSliceKind
 * @longest: slice id; of those that take most time it tells the rest (findings.md#counters):
 * @n_cores: on how many it ran, 0 = not recorded
 * @is_odd: the inner axis of an input is no multiple of 256
 * @has_state, @is_dynamic: whether the file tells if it is made for any shape, and that it is
 * @has_types: whether data types of its inputs are known
 * @slow_types: (nullable): those of them that the cores compute with in few operators, "DOUBLE,
 *   INT64"; in LscRuleFacts.names
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
 * @names: types of the operators; in LscRuleFacts.names
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

/**
 * LscRuleGroup: communication of a group of ranks that nothing hides
 * @label: as the timeline shows it
 * @members: ranks; empty = not recorded
 */
typedef struct
{
  char *label;
  LscInt64s members;
  gint64 wait_ns;
  gint64 bubble_ns;
  gint64 transfer_ns;
  LscLossPlace wait;
  LscLossPlace transfer;
} LscRuleGroup;

/**
 * LscRuleLink: what moved from one rank to another, of sizes alike
 * @transport, @link, @magnitude, @is_odd: as LscTransfer
 * @group: label of the group
 */
typedef struct
{
  gint64 source;
  gint64 target;
  guint32 transport;
  guint32 link;
  guint32 magnitude;
  gboolean is_odd;
  gint64 n;
  gint64 bytes;
  gint64 ns;
  gint64 begin_ns; /* of the longest */
  gint64 end_ns;
  char *group;
} LscRuleLink;

/**
 * LscRuleContention: large transfers that are slower beside matrix products than without
 * @excess_ns: what they take longer, of @ns
 * @begin_ns, @end_ns: of the longest
 */
typedef struct
{
  double bytes;
  double ns;
  double excess_ns;
  gint64 begin_ns;
  gint64 end_ns;
} LscRuleContention;

/**
 * LscRuleFacts: immutable after it was made; borrows nothing, so that the timeline can go
 * @steps: LscRuleStep: those that count (findings.md#steps)
 * @kernels: LscRuleKernel by name, inside these steps, by time, falling
 * @sequences: LscRuleSequence of these steps
 * @groups: LscRuleGroup of the steps that count
 * @links: LscRuleLink of the whole recording; empty = not recorded
 * @memory: LscRuleMemory of every step; empty = not recorded
 * @lacks_blocks: blocks were asked for, and are not recorded
 * @blocks_error: (nullable): why they could not be read
 * @n_bad_blocks: rows of them that were left out
 * @kept: LscRuleBlocks that stay from step to step, by bytes, falling
 * @late: those released long before the device has done with them; @late_ns: at most so long
 * @spike: the largest that makes the peak and lives shortly
 * @calls: (element-type char*): of each loss the call of the host that takes most of it, or NULL
 * @usual_mhz: what the device computes at, -1 = not recorded
 * @n_cores: of the cube, 0 = not known
 * @variables: (element-type utf8 utf8): environment of the process, as recorded; empty = not
 */
typedef struct
{
  gint64 rank;
  char *label;
  gboolean is_gpu;
  gboolean is_split;   /* communication into transfers and waits */
  gboolean has_blocks; /* the program marks the blocks of a pipeline */
  GArray *steps;
  GArray *kernels;
  GArray *sequences;
  GArray *groups;
  GArray *links;
  LscRuleContention contention;
  GArray *memory;
  LscRulePeaks peaks;
  gboolean lacks_blocks;
  char *blocks_error;
  gint64 n_bad_blocks;
  GArray *kept;
  LscRuleBlocks late;
  gint64 late_ns;
  LscRuleBlocks spike;
  gint64 n_kernels;
  gint64 n_short;
  LscLossPlace longest[LSC_LOSS_N];
  gint64 n_places[LSC_LOSS_N];
  char *calls[LSC_LOSS_N];
  double usual_mhz;
  double n_cores;
  GHashTable *variables;
  GStringChunk *names;
} LscRuleFacts;

#define LSC_GROWTH_LEAST_STEPS 3 /* with fewer, growth of memory is not judged */

double lsc_rule_facts_find_growth (const LscRuleFacts *self);
gboolean lsc_rule_facts_find_blocks (const LscTimeline *timeline);
LscRuleFacts *lsc_rule_facts_new (const LscTimeline *timeline, const LscBudget *budget, LscJob *job,
                                  GError **error);
void lsc_rule_facts_free (LscRuleFacts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRuleFacts, lsc_rule_facts_free)

G_END_DECLS
