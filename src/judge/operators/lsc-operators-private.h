/* lsc-operators-private.h - how kernels of all ranks become groups
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-hash.h"
#include "judge/findings/lsc-findings.h"
#include "judge/operators/lsc-operators.h"

G_BEGIN_DECLS

/** What is not asked for, of a group's key. */
#define LSC_OP_ANY G_MAXUINT32

/**
 * LscOperators:
 * @sheets: (element-type LscOpSheet): of ranks with kernels, by rank
 * @texts: of all ranks
 * @joint: of each sheet and each of its texts the id in @texts
 * @keys: what some kernel has
 * @findings: (nullable): of the same ranks
 */
struct _LscOperators
{
  gatomicrefcount refs;
  GPtrArray *sheets;
  LscIntern *texts;
  guint32 **joint;
  LscOpKeys keys;
  gint64 begin_ns; /* %LSC_INT_NULL: of no rank it is known */
  gint64 end_ns;
  GPtrArray *notes;
  guint n_threads;
  LscFindings *findings;
};

/** What a group has in common; %LSC_OP_ANY, %LSC_INT_NULL of what is not asked for. */
typedef struct
{
  guint32 type;
  guint32 core;
  guint32 name;
  guint32 shapes;
  guint32 dtypes;
  guint32 module;
  guint32 op;
  guint32 stream;
  guint32 family;
  guint32 rank; /* index in LscOperators.sheets */
  gint64 step;
} LscOpGroupKey;

__extension__ typedef unsigned __int128 LscOpSquares;

/**
 * LscOpSums: of kernels
 * @squares: exact sum of the squares of their durations
 * @longest: its place in the sheet of @longest_rank
 */
typedef struct
{
  gint64 n;
  gint64 total_ns;
  gint64 owned_ns;
  gint64 wait_ns;
  gint64 least_ns;
  gint64 most_ns;
  gint64 first_ns;
  gint64 last_ns;
  LscOpSquares squares;
  guint32 longest;
  guint32 longest_rank;
} LscOpSums;

/**
 * LscOpExtras: what some kernels have
 * @flops_ns: time of those with FLOPs
 * @peak_work: FLOPs that the chip could have done in the time of all: peak of those that are known,
 *   that of FP16 of the rest (flops.md#mfu); NaN = a peak is not known
 * @counters, @weights_ns: sums of counters times durations, and of these durations
 * @blocks: the most cores that one uses
 * @bytes: of the kernels whose bytes are known, @n_with_bytes of them; @flops_bytes: of those with
 *   FLOPs; @n_flops, @n_flops_bytes: kernels with FLOPs, and those of them with bytes
 * @launches, @launch_ns: sums of figures of launches times durations, and of these durations
 * @tensor_ns, @no_tensor_ns: time of kernels that use Tensor Cores, and of those that do not
 * @recomputed_ns: time of kernels that are run again
 */
typedef struct
{
  double flops;
  gint64 flops_ns;
  double peak_work;
  double counters[LSC_KERNEL_N_COUNTERS];
  double weights_ns[LSC_KERNEL_N_COUNTERS];
  guint32 blocks;
  guint32 reserved;
  double bytes;
  double flops_bytes;
  gint64 n_with_bytes;
  gint64 n_flops;
  gint64 n_flops_bytes;
  double launches[LSC_LAUNCH_N_FIGURES];
  double launch_ns[LSC_LAUNCH_N_FIGURES];
  gint64 tensor_ns;
  gint64 no_tensor_ns;
  gint64 recomputed_ns;
} LscOpExtras;

/** A group; @median_ns, @p95_ns: %LSC_INT_NULL = not asked for; @first_rank, @n_ranks: among
 * LscOpGroups.rank_sums */
typedef struct
{
  LscOpGroupKey key;
  LscOpSums sums;
  LscOpExtras extras;
  gint64 median_ns;
  gint64 p95_ns;
  gsize first_rank;
  gsize n_ranks;
} LscOpGroup;

LSC_DEFINE_ARRAY (LscOpGroupList, lsc_op_group_list, LscOpGroup)

/** What a rank has of a group. @rank: index in LscOperators.sheets */
typedef struct
{
  guint32 group;
  guint32 rank;
  gint64 n;
  gint64 total_ns;
} LscOpRankSum;

LSC_DEFINE_ARRAY (LscOpRankSums, lsc_op_rank_sums, LscOpRankSum)

/** A kernel that is too long for 32 bits. */
typedef struct
{
  guint32 group;
  guint32 reserved;
  gint64 ns;
} LscOpLong;

LSC_DEFINE_ARRAY (LscOpLongs, lsc_op_longs, LscOpLong)

/** Kernels of one kind. */
typedef struct
{
  gint64 n;
  gint64 ns;
} LscOpKindSum;

/**
 * LscOpScan: kernels of one rank while they are put into groups
 * @first_block, @end_block: which of them
 * @is_first: those of the rank that come first, with whom counts what the rank has once
 * @passes: of each kind #LscOpPass
 * @steps: of each step of the sheet, and at last of none, whether it is asked for
 * @map: of each step (of one for all, unless groups are of steps) and kind the local group
 * @kind_sums: (nullable): likewise its kernels, where kinds say something that is summed up
 * @keys, @sums, @extras: of local groups
 * @group_of: of each the group
 * @offset_ns: of the clock of the rank, from that of the range
 * @base_ns: total of what the step, rank, range and class let through
 * @base_owned_ns: what of it owns time of steps
 */
typedef struct
{
  const LscOperators *operators;
  const LscOpFilter *filter;
  LscOpKeys by;
  guint rank;
  const LscOpSheet *sheet;
  gsize first_block;
  gsize end_block;
  gboolean is_first;
  guint8 *passes;
  guint8 *steps;
  guint32 *map;
  LscOpKindSum *kind_sums;
  LscHash index;
  LscOpGroupKey *keys;
  LscOpSums *sums;
  LscOpExtras *extras;
  guint32 *group_of;
  gsize n;
  gsize capacity;
  gint64 offset_ns;
  gint64 base_ns;
  gint64 step_ns;
  gint64 n_steps;
  gint64 only_step; /* number of the last that is asked for */
  gboolean has_steps;
} LscOpScan;

typedef enum
{
  LSC_OP_OTHER_CLASS, /* not looked at */
  LSC_OP_LEFT_OUT,    /* part of what 100 % is, but of no group */
  LSC_OP_TAKEN,
} LscOpPass;

/**
 * LscOpGroups:
 * @filter: what it points to is owned
 * @offsets: (nullable) (element-type gint64): of each rank of the filter how far its clock is ahead
 * of that of the range
 * @groups: by time, falling
 * @rank_sums: by group, then by rank
 * @base_ns: what 100 % is
 * @step_ns: length of the steps, over the ranks; 0 = not known
 */
struct _LscOpGroups
{
  gatomicrefcount refs;
  LscOperators *operators;
  LscOpKeys by;
  LscOpFilter filter;
  GArray *offsets;
  guint classes;
  LscOpGroupList groups;
  LscOpRankSums rank_sums;
  gint64 base_ns;
  gint64 step_ns;
  gint64 n_steps;
  gint64 n_rank_steps; /* of each rank those that are asked for, added up */
  gint64 only_step;
  guint n_ranks;
  guint only_rank;
  LscPhrase *headline;
  LscPhrase *line;             /* its first sentence */
  LscCertaintyWords certainty; /* of @line, where that is a finding */
  LscPhrase *rest;             /* (nullable): the others */
  LscPhrase *guide;            /* (nullable): @rest, with what to do first */
  LscPhrase *base;
  char *culprit;    /* (nullable): the kernel that @headline is about, as recorded */
  GPtrArray *facts; /* (element-type LscPhrase) */
  LscTable *table;
};

/* -- lsc-op-filter.c -- */
void _lsc_op_filter_copy (LscOpFilter *self, const LscOpFilter *from);
void _lsc_op_filter_clear (LscOpFilter *self);
gboolean _lsc_op_filter_has_rank (const LscOpFilter *self, gint64 rank);
gboolean _lsc_op_filter_has_step (const LscOpFilter *self, const LscOpSheet *sheet, guint32 step);
LscOpPass _lsc_op_filter_pass_kind (const LscOpFilter *self, guint classes, const LscOpSheet *sheet,
                                    const LscOpVariant *kind);
guint _lsc_op_filter_get_classes (const LscOpFilter *self, LscOpKeys by);

static inline gboolean
_lsc_op_filter_limits_kernels (const LscOpFilter *self)
{
  return self->least_ns > 0 || self->most_ns > 0 || self->has_range;
}

static inline gboolean
_lsc_op_filter_has_length (const LscOpFilter *self, gint64 duration_ns)
{
  return duration_ns >= self->least_ns && (self->most_ns <= 0 || duration_ns <= self->most_ns);
}

static inline gboolean
_lsc_op_filter_has_time (const LscOpFilter *self, gint64 offset_ns, gint64 start_ns)
{
  return !self->has_range ||
         (start_ns - offset_ns >= self->begin_ns && start_ns - offset_ns < self->end_ns);
}

/* -- lsc-op-scan.c -- */
void _lsc_op_scan_init (LscOpScan *self, const LscOpGroups *groups, guint rank);
void _lsc_op_scan_run (LscOpScan *self);
void _lsc_op_scan_clear (LscOpScan *self);
void _lsc_op_scan_gather (const LscOpScan *self, const gsize *places, guint32 *durations,
                          LscOpLongs *longs);
LscOpGroupKey _lsc_op_scan_make_key (const LscOpScan *self, const LscOpVariant *kind, guint32 step);

/* -- lsc-op-groups-merge.c -- */
void _lsc_op_groups_merge (LscOpGroups *self, LscOpScan *scans, guint n_scans);

/* -- lsc-op-quantiles.c -- */
gboolean _lsc_op_groups_find_quantiles (LscOpGroups *self, LscOpScan *scans, guint n_scans,
                                        LscJob *job, GError **error);

/* -- lsc-op-groups-table.c -- */
LscTable *_lsc_op_groups_make_table (const LscOpGroups *self);
char *_lsc_op_groups_name_row (const LscOpGroups *self, const LscOpGroup *group);
double _lsc_op_group_get_mfu (const LscOpGroup *self);

/* -- lsc-op-blame.c -- */
LscPhrase *_lsc_op_groups_say_gain (const LscOpGroups *self, const LscFinding **finding);
const char *_lsc_op_groups_find_culprit (const LscFinding *finding);
LscPhrase *_lsc_op_groups_say_culprit (const LscFinding *finding);
const LscFinding *_lsc_op_groups_find_about (const LscOpGroups *self, const LscFinding *finding);
LscPhrase *_lsc_op_groups_say_elsewhere (const LscOpGroups *self);

/* -- lsc-op-groups-words.c -- */
void _lsc_op_groups_say (LscOpGroups *self);

G_END_DECLS
