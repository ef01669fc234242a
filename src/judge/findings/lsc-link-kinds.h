/* lsc-link-kinds.h - links between ranks, by their kind, and those that are slower than
 * their like
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"
#include "base/lsc-array.h"
#include "base/lsc-intern.h"

G_BEGIN_DECLS

#define LSC_LINK_NO_HOST G_MAXUINT

/**
 * LscRankLink: what all ranks recorded of the transfers of a group from one rank to another, of one
 * size
 * @first: one of them
 * @rank: index of the rank that recorded @first
 * @group: id in LscLinkKinds.texts: label of the group
 * @hosts: of source and target, ids in LscLinkKinds.texts, or %LSC_LINK_NO_HOST
 * @kind: which of them are alike
 * @n_alike: how many of its kind there are, itself one of them
 * @is_of_direction: those that go the other way, up or down the ranks, are another kind
 * @n: how many, 0 = not told
 * @usual: bytes per ns of its like, 0 = there are too few
 */
typedef struct
{
  const LscDigestLink *first;
  gsize rank;
  guint32 group;
  guint hosts[2];
  guint kind;
  gsize n_alike;
  gboolean is_of_direction;
  double n;
  double bytes;
  double ns;
  double usual;
  gboolean is_slow;
} LscRankLink;

LSC_DEFINE_ARRAY (LscRankLinks, lsc_rank_links, LscRankLink)

/**
 * LscLinkKinds: all links of a job
 * @links: by kind
 * @slow_hosts: hosts all of whose links are slow for one reason, ids in @texts: one, or all on a
 *   switch; @links of theirs to other hosts are slow then, and their usual rates those of the rest
 */
typedef struct
{
  LscIntern *texts;
  LscRankLinks links;
  LscIndexes slow_hosts;
} LscLinkKinds;

void lsc_link_kinds_init (LscLinkKinds *self, const LscRankDigest *const *digests, gsize n);
void lsc_link_kinds_init_local (LscLinkKinds *self, const LscRankDigest *const *digests, gsize n);
void lsc_link_kinds_clear (LscLinkKinds *self);
guint lsc_link_kinds_find_host (const LscLinkKinds *self, const LscRankDigest *digest);
gboolean lsc_link_kinds_is_slow_host (const LscLinkKinds *self, guint host);

/* -- lsc-link-hosts.c -- */
void lsc_link_kinds_judge_hosts (LscLinkKinds *self);

/* -- lsc-link-worst.c -- */
gboolean lsc_link_kinds_is_of_slow_host (const LscLinkKinds *self, const LscRankLink *link);
gboolean lsc_link_kinds_tells_hosts (const LscLinkKinds *self, const LscRankLink *link);
const LscRankLink *lsc_link_kinds_find_worst_pair (const LscLinkKinds *self);
const LscRankLink *lsc_link_kinds_find_worst_of_hosts (const LscLinkKinds *self);
gboolean lsc_link_kinds_is_sure (const LscLinkKinds *self, const LscRankLink *worst);
double lsc_link_get_excess_ns (const LscRankLink *link);
const LscRankLink *lsc_link_kinds_find_reverse (const LscLinkKinds *self, const LscRankLink *link);
LscPhrase *lsc_link_kinds_name_pair (const LscRankLink *worst);
LscPhrase *lsc_link_kinds_say_pair (const LscLinkKinds *self, const LscRankLink *worst);
LscPhrase *lsc_link_kinds_say_hosts (const LscLinkKinds *self, const LscRankLink *worst);

static inline gboolean
lsc_link_is_between (const LscRankLink *self)
{
  return self->hosts[0] != LSC_LINK_NO_HOST && self->hosts[1] != LSC_LINK_NO_HOST &&
         self->hosts[0] != self->hosts[1];
}

/** Returns: bytes per ns */
static inline double
lsc_link_get_rate (const LscRankLink *self)
{
  return self->bytes / self->ns;
}

/* What is steadier counts as that (findings.md#links). */
#define LSC_LINK_SLOW_SHARE 0.8       /* of the usual rate */
#define LSC_LINK_SLOW_DEVIATIONS 3.5  /* robust ones */
#define LSC_LINK_LEAST_DEVIATION 0.02 /* of the usual rate */
#define LSC_LINK_NORMAL 1.4826        /* standard deviations in a median absolute deviation */

G_END_DECLS
