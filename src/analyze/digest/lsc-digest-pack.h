/* lsc-digest-pack.h - digests and kernels of a step as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-step-kernels.h"
#include "base/lsc-pack.h"

G_BEGIN_DECLS

void lsc_rank_digest_pack (const LscRankDigest *self, LscPack *pack);
LscRankDigest *lsc_rank_digest_unpack (const LscPack *pack, GError **error);
gint64 lsc_rank_digest_peek_world (const LscPack *pack);
void lsc_step_kernels_pack (const LscStepKernels *self, LscPack *pack);
LscStepKernels *lsc_step_kernels_unpack (const LscPack *pack, GError **error);

G_END_DECLS
