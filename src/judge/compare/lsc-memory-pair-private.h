/* lsc-memory-pair-private.h - the tables of memory before and after
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-memory-pair.h"

G_BEGIN_DECLS

/* -- lsc-memory-pair-live.c -- */
LscTable *_lsc_memory_pair_list_live (LscTable *const live[LSC_N_SIDES], LscMemoryBy by);

/* -- lsc-memory-pair-allocations.c -- */
LscTable *_lsc_memory_pair_list_allocations (const LscMemoryAllocations sides[LSC_N_SIDES]);

/* -- lsc-memory-pair-words.c -- */
LscMemoryBy _lsc_memory_pair_choose_by (const LscMemoryPair *self);
void _lsc_memory_pair_say (LscMemoryPair *self);

G_END_DECLS
