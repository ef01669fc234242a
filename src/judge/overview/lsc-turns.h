/* lsc-turns.h - recordings that take turns on one device
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"

G_BEGIN_DECLS

/** @a, @b: indexes of ranks */
typedef struct
{
  gsize a;
  gsize b;
} LscTurn;

LSC_DEFINE_ARRAY (LscTurns, lsc_turns, LscTurn)

void lsc_turns_find (LscTurns *self, const LscRankDigest *const *digests, gsize n);
gint64 lsc_turns_get_other_ns (const LscTurns *self, const LscRankDigest *const *digests,
                               gsize index, gint64 begin_ns, gint64 end_ns);

G_END_DECLS
