/* lsc-array.c - growable typed arrays with 64-bit counts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-array.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* What an array of small items begins with. */
#define FEWEST_BYTES 32
/* An array of so many doubles: it is copied half as often, and what it never fills is never
 * touched. */
#define MANY_BYTES 65536

/**
 * lsc_array_grow:
 * @items: (nullable): the present block
 * @capacity: (inout): items it holds; updated
 * @needed: items it must hold
 * @item_size: bytes of one item
 *
 * Makes room for at least @needed items, half as many again as before when that is more, and twice
 * as many in a large array: little at first, as there may be many arrays of one item. Aborts when
 * the size does not fit the address space, as g_realloc() does when memory is out.
 *
 * Returns: (transfer full): the block, perhaps moved
 */
gpointer
lsc_array_grow (gpointer items, gsize *capacity, gsize needed, gsize item_size)
{
  gsize more = *capacity < MANY_BYTES / item_size ? *capacity / 2 : *capacity;
  gsize grown = *capacity + more + MAX (1, FEWEST_BYTES / item_size);

  if (grown < needed)
    grown = needed;
  *capacity = grown;
  return g_realloc_n (items, grown, item_size);
}

/**
 * lsc_array_keep:
 *
 * Lets the allocator keep large blocks that are freed for those that follow. Else each goes back to
 * the system, and the next one costs a fault and a cleared page for each 4 KiB of it: a seventh of
 * the time of reading one rank after another. For programs that end soon; others call
 * lsc_array_give_back() after their work. Call it before the first thread.
 */
void
lsc_array_keep (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, G_MAXINT);
  mallopt (M_TRIM_THRESHOLD, G_MAXINT);
#endif
}

/**
 * lsc_array_give_back:
 *
 * Gives memory that was freed back to the system; for the end of work that needed much for a while.
 * Once a large block has been freed, the allocator keeps those that follow.
 */
void
lsc_array_give_back (void)
{
#ifdef __GLIBC__
  /* Where another allocator is in front of the library's (a sanitizer's, one that is preloaded),
   * the first call sets the library's up, and two first calls at once crash. */
  static GMutex one_at_a_time;

  g_mutex_lock (&one_at_a_time);
  malloc_trim (0);
  g_mutex_unlock (&one_at_a_time);
#endif
}
