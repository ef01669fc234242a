/* lsc-rank-facts-owners.c - which kernels, modules and calls a rank spends its steps on
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "analyze/digest/lsc-rank-facts-private.h"
#include "analyze/step/lsc-origins.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"

#define CHECK_PIECES 4096
/** What is known of an owner while it is being added up. */
typedef struct
{
  LscRankFacts *facts;
  const LscTimeline *timeline;
  guint32 *texts; /* of each string of the timeline that of the facts, or LSC_STRING_NONE */
  LscHash rows;   /* of LscRankFacts.owners */
  LscOrigins origins;
} Sums;

static guint64
hash_owner (const LscRankOwner *owner)
{
  return lsc_hash_mix (lsc_hash_mix (0, owner->type), owner->text);
}

static gboolean
is_same_owner (const LscRankOwner *a, const LscRankOwner *b)
{
  return a->type == b->type && a->text == b->text;
}

LSC_DEFINE_HASH (owners, LscRankOwner, hash_owner, is_same_owner)

static guint32
take_text (Sums *self, guint32 name)
{
  if (self->texts[name] == LSC_STRING_NONE)
    self->texts[name] =
        lsc_intern_add (self->facts->texts, lsc_timeline_text (self->timeline, name));
  return self->texts[name];
}

static LscRankOwner *
get_row (Sums *self, LscOwnerType type, guint32 text)
{
  LscRankOwners *owners = &self->facts->owners;
  LscRankOwner key = { .text = text, .type = type };
  guint32 index = owners_put (&self->rows, owners->items, &key, (guint32) owners->n);

  if (index == owners->n)
    lsc_rank_owners_append (owners, key);
  return &owners->items[index];
}

static void
add_time (LscRankOwner *row, gint64 ns, guint32 id, const LscLane *lane, guint32 slice)
{
  gint64 begin_ns = lane->start_ns[slice], end_ns = lsc_lane_get_end_ns (lane, slice);

  /* A slice may own several pieces; those of one name mostly follow each other. */
  row->n += row->n == 0 || row->reserved != id;
  row->reserved = id;
  row->ns += ns;
  if (row->n > 1 && end_ns - begin_ns <= row->end_ns - row->begin_ns)
    return;
  row->slice = id;
  row->begin_ns = begin_ns;
  row->end_ns = end_ns;
}

static void
add_piece (Sums *self, const LscBudgetPiece *piece)
{
  gboolean is_compute = piece->category == LSC_BUDGET_COMPUTE;
  gboolean is_host =
      piece->category == LSC_BUDGET_FREE_HOST || piece->category == LSC_BUDGET_PREPARE;
  guint32 id = is_compute ? piece->owner : is_host ? piece->cause : LSC_SLICE_NONE;
  gint64 ns = piece->end_ns - piece->begin_ns;
  guint32 module = is_compute ? lsc_origins_find_module (&self->origins, id) : LSC_STRING_NONE;
  const LscLane *lane;
  LscSpot spot;

  if (id == LSC_SLICE_NONE)
    return;
  spot = lsc_timeline_get_spot (self->timeline, id);
  lane = lsc_timeline_get_node (self->timeline, spot.node)->lane;
  add_time (get_row (self, is_compute ? LSC_OWNER_KERNEL : LSC_OWNER_CALL,
                     take_text (self, lane->name[spot.slice])),
            ns, id, lane, spot.slice);
  if (module != LSC_STRING_NONE)
    add_time (get_row (self, LSC_OWNER_MODULE, module), ns, id, lane, spot.slice);
}

static int
compare_owners (const void *a, const void *b)
{
  const LscRankOwner *x = a, *y = b;

  LSC_RETURN_ORDER (x->type, y->type);
  LSC_RETURN_ORDER (y->ns, x->ns);
  return LSC_ORDER (x->text, y->text);
}

static gboolean
add_pieces (Sums *self, const LscBudget *budget, LscJob *job, GError **error)
{
  for (gsize i = 0; i < budget->pieces.n; i++)
    {
      if (i % CHECK_PIECES == 0 && !lsc_job_check (job, error))
        return FALSE;
      add_piece (self, &budget->pieces.items[i]);
    }
  return TRUE;
}

/**
 * lsc_rank_facts_find_owners:
 *
 * Fills LscRankFacts.owners: who owns the pieces of the steps (overview.md#why); for those who ask
 * why a rank is slow.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
lsc_rank_facts_find_owners (LscRankFacts *self, const LscTimeline *timeline,
                            const LscBudget *budget, LscJob *job, GError **error)
{
  gsize n_texts = lsc_intern_size (timeline->strings);
  g_autofree guint32 *texts = g_new (guint32, n_texts + 1);
  Sums sums = { .facts = self, .timeline = timeline, .texts = texts };
  gboolean is_done;

  if (self->is_told)
    return TRUE;
  lsc_origins_init (&sums.origins, timeline, self->texts, NULL);
  for (gsize i = 0; i < n_texts; i++)
    texts[i] = LSC_STRING_NONE;
  is_done = add_pieces (&sums, budget, job, error);
  lsc_hash_clear (&sums.rows);
  lsc_origins_clear (&sums.origins);
  if (self->owners.n > 1)
    qsort (self->owners.items, self->owners.n, sizeof (LscRankOwner), compare_owners);
  for (gsize i = 0; i < self->owners.n; i++)
    self->owners.items[i].reserved = 0;
  return is_done;
}
