/* lsc-memory-limits.h - from when on memory is worth a word (memory.md#hints)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

/* Digests, findings and the page of memory judge by the same ones. */

/** Growth of the least that is allocated in a step: of the median a step, and in all. */
#define LSC_MEMORY_LEAST_SLOPE 0.005
#define LSC_MEMORY_LEAST_GROWTH_BYTES (64 << 20)

/** A block that is alive so many steps later is kept (LSC_STEPS_KEPT). */
#define LSC_MEMORY_KEPT_STEPS 2

/** Of what is reserved when most is allocated, and in bytes. */
#define LSC_MEMORY_LEAST_UNUSED 0.2
#define LSC_MEMORY_LEAST_UNUSED_BYTES (1 << 30)

/** A block that comes back late: its size, and how late. */
#define LSC_MEMORY_LEAST_LATE_BYTES (32 << 20)
#define LSC_MEMORY_LEAST_LATE_NS 10000000

/** A block of the peak that lives shortly: of what is allocated then, and of that step. */
#define LSC_MEMORY_LEAST_SPIKE 0.05
#define LSC_MEMORY_MOST_SPIKE 0.05

/** Outside of the pool, of what the process holds. */
#define LSC_MEMORY_LEAST_OUTSIDE 0.15

/** Near the limit: of the memory of the device. */
#define LSC_MEMORY_LEAST_FULL 0.92
