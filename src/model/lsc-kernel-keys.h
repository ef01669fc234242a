/* lsc-kernel-keys.h - what kernels of a recording are alike by: type and shapes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/**
 * LscKernelKey: of one kernel
 * @detail: LscLane.detail of its slice
 * @type, @shapes: ids of LscTimeline.strings, %LSC_STRING_NONE = not recorded
 */
typedef struct
{
  gint64 detail;
  guint32 type;
  guint32 shapes;
} LscKernelKey;

LSC_DEFINE_ARRAY (LscKernelKeys, lsc_kernel_keys, LscKernelKey)

void lsc_kernel_keys_seal (LscKernelKeys *self);
const LscKernelKey *lsc_kernel_keys_find (const LscKernelKeys *self, gint64 detail);

G_END_DECLS
