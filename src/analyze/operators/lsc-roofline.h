/* lsc-roofline.h - what limits kernels: the chip's arithmetic, or its memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/module/lsc-mfu.h"

G_BEGIN_DECLS

/** What a kernel cannot be faster than. */
typedef enum
{
  LSC_BOUND_UNKNOWN,
  LSC_BOUND_MEMORY,
  LSC_BOUND_COMPUTE,
  LSC_BOUND_N,
} LscBound;

extern const LscWord lsc_bound_words[LSC_BOUND_N];

/**
 * LscRoof: the limits of a chip; 0 = not known
 * @flops_per_s: FP16 peak
 * @bandwidth: of its memory, bytes/s
 */
typedef struct
{
  double flops_per_s;
  double bandwidth;
} LscRoof;

/** Returns: FLOP/byte from which on a chip is limited by its arithmetic; 0 = not known */
static inline double
lsc_roof_get_ridge (const LscRoof *self)
{
  return self->flops_per_s > 0 && self->bandwidth > 0 ? self->flops_per_s / self->bandwidth : 0;
}

double lsc_roof_get_limit (const LscRoof *self, double intensity);
LscBound lsc_roof_find_bound (const LscRoof *self, double intensity);

/** Kernels of all ranks whose FLOPs are known, by op type, shapes and data types. One thread. */
typedef struct _LscRoofline LscRoofline;

LscRoofline *lsc_roofline_new (void);
void lsc_roofline_free (LscRoofline *self);
gboolean lsc_roofline_add_rank (LscRoofline *self, LscModuleData *data,
                                const LscMfuOptions *options, const GArray *steps, LscJob *job,
                                GError **error);
LscRoof lsc_roofline_get_roof (const LscRoofline *self);
LscTable *lsc_roofline_get_table (const LscRoofline *self);
LscPhrase *lsc_roofline_get_headline (const LscRoofline *self);
GPtrArray *lsc_roofline_list_notes (const LscRoofline *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRoofline, lsc_roofline_free)

G_END_DECLS
