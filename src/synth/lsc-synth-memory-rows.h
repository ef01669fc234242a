/* lsc-synth-memory-rows.h - the tables of a rank's memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-memory.h"
#include "synth/lsc-synth-rank.h"

G_BEGIN_DECLS

void lsc_synth_memory_rows_write (LscSynthRank *rank, const LscSynthMemory *memory,
                                  const LscSynthSpan *recording);

G_END_DECLS
