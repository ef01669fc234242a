/* lsc-synth-truth.h - truth.json: what the writer knows about the profile
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-rank.h"

G_BEGIN_DECLS

typedef struct _LscSynthTruth LscSynthTruth;

LscSynthTruth *lsc_synth_truth_new (const LscSynthTimeline *timeline);
void lsc_synth_truth_add_rank (LscSynthTruth *self, const LscSynthRank *rank);
gboolean lsc_synth_truth_write (LscSynthTruth *self, const char *directory, GError **error);
void lsc_synth_truth_free (LscSynthTruth *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSynthTruth, lsc_synth_truth_free)

G_END_DECLS
