/* lsc-bytes-cache.h - what kernels of a run have to move, found once for shapes that are alike
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-run.h"

G_BEGIN_DECLS

typedef struct _LscBytesCache LscBytesCache;

LscBytesCache *lsc_bytes_cache_new (const LscRun *run);
void lsc_bytes_cache_free (LscBytesCache *self);
gint64 lsc_bytes_cache_find (LscBytesCache *self, const LscKernelDetail *detail);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscBytesCache, lsc_bytes_cache_free)

G_END_DECLS
