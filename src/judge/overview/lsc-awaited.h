/* lsc-awaited.h - the member of a group that its collectives wait for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"

G_BEGIN_DECLS

/**
 * LscAwaited:
 * @rank: its number, %LSC_RANK_UNKNOWN where only its place in the group is known
 * @place: in the group, from 0
 * @is_recorded: it is among the ranks that are looked at
 * @ns: what is waited for it, of the steps that count
 */
typedef struct
{
  gint64 rank;
  guint32 place;
  gboolean is_recorded;
  gint64 ns;
} LscAwaited;

gboolean lsc_awaited_find (const LscRankDigest *const *digests, gsize n, gsize index,
                           const LscRankGroup *group, LscAwaited *awaited);
LscPhrase *lsc_awaited_name (const LscAwaited *self);

gboolean lsc_awaited_needs_group (const LscRankDigest *digest, const LscRankGroup *group);

G_END_DECLS
