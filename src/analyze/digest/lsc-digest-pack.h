/* lsc-digest-pack.h - digests and kernels of a step as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-step-kernels.h"
#include "base/lsc-pack.h"

G_BEGIN_DECLS

/**
 * LscDigestPeek: what tells of which job a rank is
 * @record: what its metadata say of the layout
 * @begin_ns, @end_ns: of all its steps, if @has_steps
 */
typedef struct
{
  LscRankRecord record;
  gboolean has_steps;
  gint64 begin_ns;
  gint64 end_ns;
} LscDigestPeek;

void lsc_rank_digest_pack (const LscRankDigest *self, LscPack *pack);
LscRankDigest *lsc_rank_digest_unpack (const LscPack *pack, GError **error);
void lsc_rank_digest_peek (const LscPack *pack, LscDigestPeek *peek);
void lsc_step_kernels_pack (const LscStepKernels *self, LscPack *pack);
LscStepKernels *lsc_step_kernels_unpack (const LscPack *pack, GError **error);

G_END_DECLS
