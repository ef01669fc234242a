/* lsc-synth-folder.h - the result folder of one rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-rank.h"

G_BEGIN_DECLS

char *lsc_synth_folder_name (const LscSynthRank *rank);
gboolean lsc_synth_folder_write (LscSynthRank *rank, const char *directory, GError **error);

G_END_DECLS
