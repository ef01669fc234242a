/* lsc-rank-match.h - operators of several ranks that are one and the same
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/overview/lsc-rank-set.h"

G_BEGIN_DECLS

/**
 * LscMatchItem: an operator on a rank, with the key that is the same on all members of its group
 * @key: of the operator, an id in LscMatch.texts
 * @base: the same without the running index that names have on NPUs
 * @step, @ordinal: tell equal keys apart: LscCommItem.key_step and ordinal
 * @is_pair: a message between the two ranks that @key names
 * @op: index of LscRankDigest.ops
 */
typedef struct
{
  gint64 step;
  gint64 ordinal;
  guint32 group;
  guint32 key;
  guint32 base;
  guint32 rank;
  guint32 op;
  gboolean is_pair;
} LscMatchItem;

LSC_DEFINE_ARRAY (LscMatchItems, lsc_match_items, LscMatchItem)

/** A group as all that know it say: the members that one of them recorded. */
typedef struct
{
  const LscInt64s *members; /* (nullable) */
  const char *label;        /* (nullable) */
  gsize n_loaded;           /* ranks that have it */
  guint n_messages;         /* sends, receives and batches */
  gboolean has_lost;        /* of some of them the partner is not known, or not one */
} LscMatchGroup;

/** @items: by group, key, step, ordinal, rank; @groups: LscMatchGroup by id of @texts */
typedef struct
{
  LscIntern *texts;
  LscMatchItems items;
  GArray *groups;
} LscMatch;

gboolean lsc_match_ranks (LscMatch *self, const LscRankSet *set, LscJob *job, GError **error);
gboolean lsc_match_is_whole (const LscMatch *self, const LscRankSet *set, const LscMatchItem *items,
                             gsize n);
void lsc_match_clear (LscMatch *self);

static inline gboolean
lsc_match_is_same (const LscMatchItem *a, const LscMatchItem *b)
{
  return a->group == b->group && a->key == b->key && a->step == b->step && a->ordinal == b->ordinal;
}

G_END_DECLS
