/* lsc-array.c - growable typed arrays with 64-bit counts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-array.h"

#include <stdint.h>
#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* What an array of small items begins with. */
#define FEWEST_BYTES 32
/* An array of so many doubles: it is copied half as often, and what it never fills is never
 * touched. */
#define MANY_BYTES 65536
/* A block of so many is worth large pages: of the last one up to 2 MiB may stay unused. */
#define LARGE_BYTES ((gsize) 4 << 20)
#define PAGE_BYTES ((uintptr_t) 4096)

/* Asks for pages of 2 MiB for a large block that is not yet written to; where the system has none
 * to give, nothing happens. Its first use then costs one fault instead of 512. Whole pages are
 * asked for, so that a block with pages of its own stays one piece for the system, which moves it
 * as a whole when it grows. */
static void
want_large_pages (gpointer block, gsize n_bytes)
{
#ifdef MADV_HUGEPAGE
  uintptr_t begin = (uintptr_t) block & ~(PAGE_BYTES - 1);
  uintptr_t end = ((uintptr_t) block + n_bytes + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);

  if (n_bytes >= LARGE_BYTES)
    (void) madvise ((void *) begin, end - begin, MADV_HUGEPAGE); /* a wish, no more */
#endif
}

/**
 * lsc_array_alloc:
 *
 * Returns: (transfer full): a block for @n items, as g_malloc_n(), with large pages when it is
 * large
 */
gpointer
lsc_array_alloc (gsize n, gsize item_size)
{
  gpointer block = g_malloc_n (n, item_size);

  want_large_pages (block, n * item_size);
  return block;
}

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
  items = g_realloc_n (items, grown, item_size);
  want_large_pages (items, grown * item_size);
  return items;
}

/* Less than this is no matter of what a file asks for. */
#define TRIED_BYTES ((gsize) 16 << 20)

/**
 * lsc_array_try:
 *
 * For a number of items that a file says: where they need much, the caller can refuse them with a
 * sentence. Where there is no room even for little the program ends, as with g_malloc_n().
 *
 * Returns: (transfer full) (nullable): a block of zeros for @n items; %NULL when there is no room
 */
gpointer
lsc_array_try (gsize n, gsize item_size)
{
  g_return_val_if_fail (item_size > 0, NULL);
  return n > TRIED_BYTES / item_size ? g_try_malloc0_n (n, item_size) : g_malloc0_n (n, item_size);
}

/**
 * lsc_array_keep:
 *
 * Lets the allocator keep blocks that are freed for those that follow. Else each goes back to the
 * system, and the next one costs a fault and a cleared page for each 4 KiB of it: a seventh of the
 * time of reading one small rank after another. Blocks worth large pages are the system's: their
 * faults are few, they grow without a copy, and what large ranks let go leaves no holes, which were
 * a fifth of their memory. For programs that end soon; others call lsc_array_give_back() after
 * their work. Call it before the first thread.
 */
void
lsc_array_keep (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, LARGE_BYTES);
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
