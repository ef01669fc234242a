/* lsc-node-telling.c - lanes that show when a device works
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-node-telling.h"

static gboolean
has_kernels (const LscLane *lane)
{
  for (guint32 i = 0; i < lane->n; i++)
    if (lsc_slice_kind_is_computing (lane->kind[i]))
      return TRUE;
  return FALSE;
}

/**
 * lsc_node_is_telling:
 *
 * What a picture of two recordings draws, and so what of a timeline must be kept for it; a
 * #LscNodeFunc for lsc_timeline_pick().
 *
 * Cost: O(slices of the lane) at most. Thread: any.
 *
 * Returns: whether a lane shows when the device computes or communicates, or is that of the steps;
 *   the tasks of communication on streams show the same once more
 */
gboolean
lsc_node_is_telling (const LscNode *node)
{
  g_return_val_if_fail (node, FALSE);
  if (!node->lane || node->lane->n == 0)
    return FALSE;
  if (node->role == LSC_ROLE_STREAM)
    return has_kernels (node->lane);
  return node->role == LSC_ROLE_COMM_GROUP || node->role == LSC_ROLE_STEPS;
}
