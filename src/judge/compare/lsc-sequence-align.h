/* lsc-sequence-align.h - which items of two sequences belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

#define LSC_ALIGN_NONE G_MAXUINT32

void lsc_sequence_align (const guint64 *before, guint32 n_before, const guint64 *after,
                         guint32 n_after, guint32 *partners);

/** Told a pair: %LSC_ALIGN_NONE where an item has no partner */
typedef void (*LscAlignFunc) (guint32 before, guint32 after, gpointer user_data);
void lsc_sequence_foreach_pair (const GArray *before, const GArray *after, gsize offset,
                                LscAlignFunc func, gpointer user_data);

G_END_DECLS
