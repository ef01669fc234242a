/* lsc-kernel-keys.c - what kernels of a recording are alike by: type and shapes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/lsc-kernel-keys.h"

#include <stdlib.h>

#include "base/lsc-sort.h"

static int
compare_keys (const void *a, const void *b)
{
  return LSC_ORDER (((const LscKernelKey *) a)->detail, ((const LscKernelKey *) b)->detail);
}

/** Puts them in order, so that they can be found. Tables are read in that order mostly. */
void
lsc_kernel_keys_seal (LscKernelKeys *self)
{
  g_return_if_fail (self);
  for (gsize i = 1; i < self->n; i++)
    if (self->items[i - 1].detail > self->items[i].detail)
      {
        qsort (self->items, self->n, sizeof *self->items, compare_keys);
        return;
      }
}

/** Returns: (transfer none) (nullable): of the slice with that LscLane.detail. Cost: O(log n). */
const LscKernelKey *
lsc_kernel_keys_find (const LscKernelKeys *self, gint64 detail)
{
  gsize at = LSC_BISECT (i, 0, self->n, self->items[i].detail < detail);

  return at < self->n && self->items[at].detail == detail ? &self->items[at] : NULL;
}
