/* lsc-operators.h - kernels of all ranks, grouped by what the user asks for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once
#include "analyze/lsc-table.h"
#include "analyze/operators/lsc-op-sheet.h" /* kernels of one rank in packed columns, its own texts */
#include "base/lsc-job.h"
#include "base/lsc-phrase.h"
#include "judge/findings/lsc-findings.h"

G_BEGIN_DECLS

/** What kernels are grouped by; any of them together, as bits. */
typedef enum
{
  LSC_OP_BY_TYPE = 1 << 0,   /* operator's type; on GPU traces the kernel's short name */
  LSC_OP_BY_CORE = 1 << 1,   /* AI_CORE, AI_VECTOR_CORE, MIX_..., AI_CPU */
  LSC_OP_BY_NAME = 1 << 2,   /* without what is of one run alone (compare.md#names) */
  LSC_OP_BY_SHAPES = 1 << 3, /* shapes and types of inputs */
  LSC_OP_BY_MODULE = 1 << 4, /* path of the module that launched it */
  LSC_OP_BY_OP = 1 << 5,     /* framework's operator */
  LSC_OP_BY_STREAM = 1 << 6,
  LSC_OP_BY_RANK = 1 << 7,
  LSC_OP_BY_STEP = 1 << 8,
  LSC_OP_BY_FAMILY =
      1 << 9, /* matrix, attention forward/backward, convolution, normalisation, elementwise,
                 reduction, copy, communication, other: sums to the device time */
} LscOpKeys;

/** What is left out; NULL or 0 or -1 = everything. @module: that path and all below it */
typedef struct
{
  const char *core;   /* comma separated */
  const char *type;   /* text that it contains, no case */
  const char *name;   /* likewise */
  const char *shapes; /* likewise */
  const char *module;
  gint64 stream;   /* -1 */
  gint64 least_ns; /* 0 */
  gint64 most_ns;  /* 0 = no limit */
  gboolean is_dynamic;
  gboolean is_ai_cpu;
  gboolean is_whole;  /* all that was recorded, of whatever step or of none; @steps do not matter */
  guint classes;      /* 1 << LscOpClass; 0 = what the keys ask for: by family all that the device
                         does, else computing alone */
  gboolean has_range; /* begin_ns, end_ns: kernels that start in it */
  gint64 begin_ns;
  gint64 end_ns;
  GArray *ranks; /* of gint64, NULL = all */
  GArray *steps; /* of gint64 (numbers), NULL = those that count */
} LscOpFilter;

typedef struct _LscOperators LscOperators; /* all ranks; immutable, reference counted */
typedef struct _LscOpGroups LscOpGroups;   /* the answer to one question; likewise */

LscOperators *lsc_operators_new (const GPtrArray *sheets, guint n_threads);
LscOperators *lsc_operators_new_judged (LscOperators *of, LscFindings *findings);
LscOperators *lsc_operators_ref (LscOperators *self);
void lsc_operators_unref (LscOperators *self);
guint lsc_operators_get_n_ranks (const LscOperators *self);
gboolean lsc_operators_get_extent (const LscOperators *self, gint64 *begin_ns, gint64 *end_ns);
/** Keys that this recording can be grouped by; why others cannot: lsc_operators_get_notes() */
LscOpKeys lsc_operators_get_keys (const LscOperators *self);
const GPtrArray *lsc_operators_get_notes (const LscOperators *self); /* of LscPhrase */

/** Errors: CANCELLED. Sums within 100 ms for 10^7 kernels; @quantiles: median and P95, exact,
 * within 1 s. */
LscOpGroups *lsc_operators_group (LscOperators *self, LscOpKeys keys, const LscOpFilter *filter,
                                  gboolean quantiles, LscJob *job, GError **error);

/** What is to blame and what it costs, where findings know it; which operator costs most, its
 * share, of what, its use of the chip. */
const LscPhrase *lsc_op_groups_get_headline (const LscOpGroups *self);
const LscPhrase *lsc_op_groups_get_line (const LscOpGroups *self);
LscCertaintyWords lsc_op_groups_get_certainty (const LscOpGroups *self);
const LscPhrase *lsc_op_groups_get_rest (const LscOpGroups *self);
const LscPhrase *lsc_op_groups_get_guide (const LscOpGroups *self);
const char *lsc_op_groups_get_culprit (const LscOpGroups *self);
LscPhrase *lsc_op_groups_say_steps (const LscOpGroups *self);
LscPhrase *lsc_op_groups_say_most (const LscOpGroups *self);
LscPhrase *lsc_finding_say_deed (const LscFinding *row);
LscPhrase *lsc_findings_say_kernels (const LscFindings *findings, gint64 rank, LscPhrase **rest,
                                     LscCertaintyWords *certainty);
/** What 100 % is: "100 % = 8,900 us of computing in step 50 of rank 0". */
const LscPhrase *lsc_op_groups_get_base (const LscOpGroups *self);
gint64 lsc_op_groups_get_n_steps (const LscOpGroups *self);
const GPtrArray *lsc_op_groups_get_facts (const LscOpGroups *self);
/** Row i is group i, by total time, falling. Keys: columns of the keys that are asked for (type,
 * core, name, shapes, dtypes, module, op, stream, rank, step, family), count, total_ns,
 * per_step_ns (without rank and step as keys), share (of
 * all kernels of the same steps and ranks), step_share, exposed_ns, mean_ns, median_ns, p95_ns,
 * min_ns, max_ns, cv, wait_ns, first_ns, last_ns, n_ranks, imbalance, longest_rank, mac_ratio,
 * vec_ratio, mte1_ratio, mte2_ratio, mte3_ratio, fixpipe_ratio, scalar_ratio, icache_miss,
 * cube_utilisation, blocks, flops, flops_per_s, mfu, bytes, intensity,
 * occupancy, blocks_per_sm, warps_per_sm, registers, shared_memory, tensor_core, recomputed_ns */
LscTable *lsc_op_groups_get_table (LscOpGroups *self);
/** Every key alone, as users write them: "type", "core" and so on; ends with a NULL key. */
typedef struct
{
  const char *key;
  LscOpKeys by;
} LscOpKeyName;

extern const LscOpKeyName lsc_op_key_names[];

/** Where a row's longest instance is: rank, slice id, times; FALSE if none. */
gboolean lsc_op_groups_get_place (const LscOpGroups *self, gsize row, gint64 *rank, guint32 *slice,
                                  gint64 *begin_ns, gint64 *end_ns);
/** Instances of a row, longest first, at most @most: rank, step, begin_ns, duration_ns, wait_ns,
 * stream, name, type, shapes, dtypes, module, op, slice */
LscTable *lsc_op_groups_list_instances (LscOpGroups *self, gsize row, gsize most, LscJob *job,
                                        GError **error);
/** All durations of a row with their starts, for histogram and drift; (transfer full) parallel
 * arrays, by start */
typedef struct
{
  gint64 begin_ns;
  gint64 duration_ns;
  guint32 rank; /* index of the rank */
  guint32 slice;
} LscOpInstance;
LSC_DEFINE_ARRAY (LscOpInstances, lsc_op_instances, LscOpInstance)
gboolean lsc_op_groups_get_instances (LscOpGroups *self, gsize row, LscOpInstances *out,
                                      LscJob *job, GError **error);
/** Totals of a row by rank: rank, count, total_ns, mean_ns, deviation (from the median of the
 * ranks) */
LscTable *lsc_op_groups_list_ranks (LscOpGroups *self, gsize row, LscJob *job, GError **error);

/** How busy devices and their streams are: rank, stream (empty: the device), count, busy_ns, share,
 * idle_ns, alone_ns, overlapped. Errors: CANCELLED. */
LscTable *lsc_operators_list_streams (LscOperators *self, const LscOpFilter *filter, LscJob *job,
                                      GError **error);

LscOpGroups *lsc_op_groups_ref (LscOpGroups *self);
void lsc_op_groups_unref (LscOpGroups *self);
/* in the session: LscOperators *lsc_session_get_operators (LscSession *self, LscJob *job, GError
 * **error); */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOperators, lsc_operators_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOpGroups, lsc_op_groups_unref)
G_END_DECLS
