/* lsc-tree-kernels.c - the kernels of a node
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"
#include "base/lsc-sort.h"

const LscKernel *
_lsc_tree_slot_kernel (const LscTree *self, guint32 slot)
{
  const LscModuleData *data = self->data;
  guint32 kernel = slot < data->kernels.n ? data->kernels.items[slot]
                                          : data->unlinked.items[slot - data->kernels.n];

  return &data->run->kernels.items[kernel];
}

const LscKernel *
_lsc_tree_kernel_at (const LscTree *self, gsize place)
{
  return _lsc_tree_slot_kernel (self, self->slots[place]);
}

/**
 * _lsc_tree_node_flops:
 *
 * Returns: (transfer none): the @n kernels of the node that carry FLOPs
 */
const LscTreeFlops *
_lsc_tree_node_flops (const LscTree *self, const LscTreeNode *node, gsize *n)
{
  const LscTreeFlops *flops = self->flops.items;
  guint32 slot_end = node->slot_begin + node->n_slots;
  gsize begin = LSC_BISECT (i, 0, self->flops.n, flops[i].place < node->slot_begin);

  *n = LSC_BISECT (i, begin, self->flops.n, flops[i].place < slot_end) - begin;
  return flops + begin;
}
