/* lsc-awaited.c - the member of a group that its collectives wait for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#awaited.
 */
#include "config.h"

#include "judge/overview/lsc-awaited.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/lsc-rank-name.h"

/* Of all that is waited in the group: less than that is for several. */
#define LEAST_SHARE 0.5

static const LscRankGroup *
find_same (const LscRankDigest *digest, const char *name)
{
  for (gsize i = 0; i < digest->groups.n; i++)
    if (strcmp (lsc_intern_text (digest->texts, digest->groups.items[i].name), name) == 0)
      return &digest->groups.items[i];
  return NULL;
}

/* Where the members were not recorded: whether several ranks have their own number as their place,
 * so that places are numbers of ranks. */
static gboolean
are_places_ranks (const LscRankDigest *const *digests, gsize n, const char *name)
{
  gsize n_same = 0;

  for (gsize i = 0; i < n; i++)
    {
      const LscRankGroup *group = find_same (digests[i], name);

      if (!group || group->awaited_sum_ns == 0)
        continue;
      if (digests[i]->rank != (gint64) group->own_place)
        return FALSE;
      n_same++;
    }
  return n_same > 1;
}

/**
 * lsc_awaited_find:
 * @digests: (array length=n): the ranks that are looked at
 * @index: of one of them
 * @group: of that
 * @awaited: (out): whom it waits for
 *
 * Returns: whether its collectives wait for one member more than for all others together
 */
gboolean
lsc_awaited_find (const LscRankDigest *const *digests, gsize n, gsize index,
                  const LscRankGroup *group, LscAwaited *awaited)
{
  const LscRankDigest *digest;

  g_return_val_if_fail (digests && index < n && group && awaited, FALSE);
  digest = digests[index];
  *awaited = (LscAwaited){ LSC_RANK_UNKNOWN, group->awaited_place, FALSE, group->awaited_ns };
  if (group->awaited_ns == 0 ||
      (double) group->awaited_ns < LEAST_SHARE * (double) group->awaited_sum_ns)
    return FALSE;
  if (group->awaited_place < group->ranks.n)
    awaited->rank = group->ranks.items[group->awaited_place];
  else if (group->ranks.n == 0 &&
           are_places_ranks (digests, n, lsc_intern_text (digest->texts, group->name)))
    awaited->rank = group->awaited_place;
  for (gsize i = 0; i < n; i++)
    awaited->is_recorded = awaited->is_recorded || digests[i]->rank == awaited->rank ||
                           digests[i]->rank < 0; /* it may be that one */
  return TRUE;
}

/** Returns: (transfer full): "rank 6", or "member 6 of the group" where its number is not known */
LscPhrase *
lsc_awaited_name (const LscAwaited *self)
{
  g_return_val_if_fail (self, NULL);
  return self->rank >= 0 ? lsc_rank_name_new (self->rank, NULL)
                         : lsc_phrase_new (N_ ("member %u of the group"), self->place);
}

/**
 * lsc_awaited_needs_group:
 * @group: of @digest
 *
 * A group of which the members were not recorded has a number for a name, which tells a reader
 * nothing; where it is the only one, nothing is left to tell apart.
 *
 * Returns: whether a sentence about waiting in it names it
 */
gboolean
lsc_awaited_needs_group (const LscRankDigest *digest, const LscRankGroup *group)
{
  g_return_val_if_fail (digest && group, FALSE);
  return group->ranks.n > 0 || digest->groups.n > 1;
}
