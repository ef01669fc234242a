/* lsc-replay-places.c - what is taken away of a rank in some places of a step alone
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "base/lsc-sort.h"
#include "judge/causes/lsc-job-replay-private.h"

/* replay.md#gain: a change may name a place, from one moment of the rank's own time to another. */

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const LscReplayPlace *x = a, *y = b;

  LSC_RETURN_ORDER (x->from_ns, y->from_ns);
  LSC_RETURN_ORDER (x->until_ns, y->until_ns);
  LSC_RETURN_ORDER (x->what, y->what);
  return LSC_ORDER (x->kind, y->kind);
}

static gboolean
is_of_kind (const LscReplayPlace *place, const LscDigestOwn *own)
{
  return (place->what == LSC_REPLAY_WORK ? own->work : own->loss) == place->kind;
}

/**
 * _lsc_replay_places_add:
 * @change: with a place
 *
 * To be sorted when all have been added.
 */
void
_lsc_replay_places_add (LscReplayPlaces *self, const LscRankDigest *digest,
                        const LscReplayChange *change)
{
  const LscDigestOwns *own = &digest->own;
  LscReplayPlace place = { .from_ns = change->from_ns,
                           .until_ns = change->until_ns,
                           .what = (guint8) change->what,
                           .kind = (guint8) change->kind };
  gsize first = LSC_BISECT (i, 0, own->n, own->items[i].own_ns <= place.from_ns);
  double there_ns = 0;

  for (gsize i = first; i < own->n && own->items[i].own_ns <= place.until_ns; i++)
    if (is_of_kind (&place, &own->items[i]))
      there_ns += (double) own->items[i].ns;
  if (there_ns <= 0)
    return;
  place.part = MIN (change->ns / there_ns, 1);
  if (place.part != 0)
    lsc_replay_places_append (self, place);
}

void
_lsc_replay_places_sort (LscReplayPlaces *self)
{
  if (self->n > 1)
    qsort (self->items, self->n, sizeof (LscReplayPlace), compare_places);
}

/**
 * _lsc_replay_places_get_part:
 * @self: sorted
 * @at: (inout): 0, or as it was left for what was asked for before
 * @own: each behind those before it
 *
 * Returns: what part of @own is not there
 */
double
_lsc_replay_places_get_part (const LscReplayPlaces *self, gsize *at, const LscDigestOwn *own)
{
  double part = 0;

  while (*at < self->n && self->items[*at].until_ns < own->own_ns)
    (*at)++;
  for (gsize i = *at; i < self->n && self->items[i].from_ns < own->own_ns; i++)
    if (self->items[i].until_ns >= own->own_ns && is_of_kind (&self->items[i], own))
      part += self->items[i].part;
  return part;
}
