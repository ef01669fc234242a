/* lsc-tree-kernels.c - the kernels of a node
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

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
  gsize bound[2];

  for (guint i = 0; i < 2; i++)
    {
      guint32 place = node->slot_begin + (i ? node->n_slots : 0);
      gsize low = 0;
      gsize high = self->flops.n;

      while (low < high)
        {
          gsize mid = low + (high - low) / 2;

          if (self->flops.items[mid].place < place)
            low = mid + 1;
          else
            high = mid;
        }
      bound[i] = low;
    }
  *n = bound[1] - bound[0];
  return self->flops.items + bound[0];
}
