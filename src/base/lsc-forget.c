/* lsc-forget.c - memory that goes while it is used up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-forget.h"

#include <stdint.h>
#include <sys/mman.h>

#define LARGE_PAGE_BYTES ((uintptr_t) 2 << 20)

/**
 * lsc_forget:
 * @block: (nullable): of the heap; it stays where it is, and is to be freed as ever
 * @from_bytes: what stands before was forgotten already
 * @to_bytes: what stands before is never read again
 *
 * Gives that part of a large block back to the system, as far as it is whole large pages: of a part
 * of one nothing would be given back. For who uses up one array while another grows. What was
 * forgotten may read as anything.
 */
void
lsc_forget (gpointer block, gsize from_bytes, gsize to_bytes)
{
#ifdef MADV_DONTNEED
  uintptr_t first = (uintptr_t) block, mask = ~(LARGE_PAGE_BYTES - 1);
  uintptr_t least = (first + LARGE_PAGE_BYTES - 1) & mask;
  /* The page that the last call ended in is whole by now. */
  uintptr_t begin = MAX ((first + from_bytes) & mask, least), end = (first + to_bytes) & mask;

  if (block && end > begin)
    (void) madvise ((void *) begin, end - begin, MADV_DONTNEED); /* where it fails, it stays */
#endif
}
