/* lsc-reference-rows.h - two steps, summed up as the sheets of the reference tool have it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"
#include "judge/compare/lsc-reference-memory.h"
#include "judge/compare/lsc-reference-modules.h"

G_BEGIN_DECLS

/** What is summed up. */
typedef enum
{
  LSC_REFERENCE_KERNELS, /* of the whole recordings, by type and shapes */
  LSC_REFERENCE_TYPES,   /* kernels by type */
  LSC_REFERENCE_OPS,     /* operators, by name, with the time of their kernels */
  LSC_REFERENCE_COMMS,   /* communication of the whole recordings, by kind */
  LSC_REFERENCE_TASKS,   /* of that: by kind (name) and what the task does (detail) */
  LSC_REFERENCE_CALLS,   /* of the host, by name */
  LSC_REFERENCE_N,
} LscReferenceList;

/** Lengths of one side. @n: 0 = it has none; @total_us: of floating numbers one after the other, as
 * the reference tool adds, which decides how halves are rounded */
typedef struct
{
  gint64 n;
  gint64 total_ns;
  double total_us;
  gint64 most_ns;
  gint64 least_ns;
} LscReferenceSum;

/** @detail: shapes of a kernel, name of a task; empty where there are none */
typedef struct
{
  char *name;
  char *detail;
  LscReferenceSum sums[LSC_N_SIDES];
} LscReferenceRow;

/** An operator of one side. @name: (nullable): %NULL = it has no partner here */
typedef struct
{
  char *name;
  char *shapes;
  char *kernels;
  gint64 device_ns;
} LscReferenceOp;

/** Operators that belong together, in the order of their streams. */
typedef struct
{
  LscReferenceOp side[LSC_N_SIDES];
} LscReferencePair;

/**
 * LscReferenceRows: immutable after it was made; borrows nothing
 * @rank, @step: what is compared: the first pair of ranks, the steps of median length; each
 *   %LSC_INT_NULL where there is none or it has no number
 * @lists: LscReferenceRow; but for kernels and tasks by |after - before| of the totals, falling
 * @pairs: LscReferencePair
 * @modules: LscReferenceModule
 * @memories: what was allocated
 */
typedef struct
{
  gint64 rank[LSC_N_SIDES];
  gint64 step[LSC_N_SIDES];
  GPtrArray *lists[LSC_REFERENCE_N];
  GPtrArray *pairs;
  GPtrArray *modules;
  LscReferenceMemories *memories;
} LscReferenceRows;

LscReferenceRows *lsc_reference_rows_new (const LscCompare *compare, const LscCompareInput *before,
                                          const LscCompareInput *after);
void lsc_reference_rows_free (LscReferenceRows *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscReferenceRows, lsc_reference_rows_free)

G_END_DECLS
