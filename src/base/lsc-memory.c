/* lsc-memory.c - how the process keeps its memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-memory.h"

#include <malloc.h>

/* Arrays of a rank are this large and larger, and many of them live for a moment only. */
#define LARGE_BYTES (1 << 20)

/**
 * lsc_memory_set_up:
 *
 * Lets large blocks go back to the system as soon as they are freed. The C library would do so only
 * until the first ones are freed, and then keep blocks of up to 32 MiB in the heap of each thread:
 * a tenth of the memory of a rank that two threads read. Thread: before there is another.
 */
void
lsc_memory_set_up (void)
{
#ifdef M_MMAP_THRESHOLD
  mallopt (M_MMAP_THRESHOLD, LARGE_BYTES);
#endif
}
