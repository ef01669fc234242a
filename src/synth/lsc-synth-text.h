/* lsc-synth-text.h - the text result of a rank: trace_view.json and tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-rank.h"
#include "synth/lsc-synth-trace.h"

G_BEGIN_DECLS

gboolean lsc_synth_text_write (const LscSynthRank *rank, const LscSynthRows *rows,
                               const char *output, GError **error);
gboolean lsc_synth_text_write_tables (const LscSynthRows *rows, const char *output, GError **error);
gboolean lsc_synth_kineto_write (const LscSynthRank *rank, const LscSynthRows *rows,
                                 const char *path, gboolean gzip, GError **error);

G_END_DECLS
