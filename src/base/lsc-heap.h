/* lsc-heap.h - which of many items is due next
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** An item and when it is due. */
typedef struct
{
  gint64 key;
  guint32 item;
} LscHeapEntry;

/**
 * LscHeap:
 *
 * The entry of the least key is the first of @items, of equal keys that of the least item. All
 * zeros is an empty heap; lsc_heap_clear() frees it.
 */
LSC_DEFINE_ARRAY (LscHeap, lsc_heap, LscHeapEntry)

void lsc_heap_push (LscHeap *self, gint64 key, guint32 item);
guint32 lsc_heap_pop (LscHeap *self);

G_END_DECLS
