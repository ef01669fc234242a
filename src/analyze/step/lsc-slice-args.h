/* lsc-slice-args.h - slices with everything that the file says of them, one column a key
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** Names of the columns of arguments begin with it: other columns have none of these names. */
#define LSC_SLICE_ARGS_PREFIX "args."

/**
 * LscSliceArgs: which arguments slices have
 *
 * What a file says of a slice is not in memory: it is read twice, first for the keys, and then for
 * the cells of as many rows as somebody takes at a time. Thread: one at a time.
 */
typedef struct _LscSliceArgs LscSliceArgs;

LscSliceArgs *lsc_slice_args_new (void);
void lsc_slice_args_free (LscSliceArgs *self);

gboolean lsc_slice_args_learn (LscSliceArgs *self, const LscTimeline *timeline,
                               const LscSpot *spots, gsize n, LscJob *job, GError **error);
LscTable *lsc_slice_args_get_table (LscSliceArgs *self, const LscTimeline *timeline,
                                    const LscSpot *spots, gsize n, LscJob *job, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSliceArgs, lsc_slice_args_free)

G_END_DECLS
