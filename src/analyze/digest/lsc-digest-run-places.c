/* lsc-digest-run-places.c - whose the kernels are that one kernel could do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-compare-name.h"
#include "analyze/digest/lsc-digest-parts-private.h"
#include "analyze/step/lsc-origins.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"
#include "model/lsc-kernel-name.h"

/* findings.md#unfused. */

#define MOST_PLACES 5 /* that are kept */

/** The step of an optimizer, by the host's clock. @name: a string of the timeline */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 name;
} Optimizer;

LSC_DEFINE_ARRAY (Optimizers, optimizers, Optimizer)

/**
 * LscDigestRunTaker: while runs are looked for
 * @origins: where kernels come from
 * @optimizers: by begin
 * @index: of @places
 */
struct _LscDigestRunTaker
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  LscOrigins origins;
  Optimizers optimizers;
  LscHash index;
  LscDigestRunPlaces places;
};

static guint64
hash_place (const LscDigestRunPlace *place)
{
  return lsc_hash_mix (lsc_hash_mix (0, place->type), place->name);
}

static gboolean
is_same_place (const LscDigestRunPlace *a, const LscDigestRunPlace *b)
{
  return a->type == b->type && a->name == b->name;
}

LSC_DEFINE_HASH (places, LscDigestRunPlace, hash_place, is_same_place)

/* By falling time; equal ones by name, so that the answer is the same each time. */
static int
compare_places (gconstpointer a, gconstpointer b, gpointer texts)
{
  const LscDigestRunPlace *x = a, *y = b;

  LSC_RETURN_ORDER (y->ns, x->ns);
  LSC_RETURN_ORDER (x->type, y->type);
  return strcmp (lsc_intern_text (texts, x->name), lsc_intern_text (texts, y->name));
}

/* What torch.optim puts around the step of an optimizer is an annotation of its thread. */
static void
add_optimizers (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    if (lane->name[i] != LSC_STRING_NONE &&
        g_str_has_prefix (lsc_timeline_text (timeline, lane->name[i]), "Optimizer.step#"))
      optimizers_append (user_data, (Optimizer){ lane->start_ns[i], lsc_lane_get_end_ns (lane, i),
                                                 lane->name[i] });
}

static int
compare_optimizers (gconstpointer a, gconstpointer b)
{
  const Optimizer *x = a, *y = b;

  LSC_RETURN_ORDER (x->begin_ns, y->begin_ns);
  LSC_RETURN_ORDER (x->end_ns, y->end_ns);
  LSC_RETURN_ORDER (x->name, y->name);
  return 0;
}

LscDigestRunTaker *
_lsc_digest_run_taker_new (LscRankDigest *digest, const LscTimeline *timeline)
{
  LscDigestRunTaker *self = g_new0 (LscDigestRunTaker, 1);

  self->digest = digest;
  self->timeline = timeline;
  lsc_origins_init (&self->origins, timeline, digest->texts, lsc_compare_name_module);
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_MARK_LANE,
                             add_optimizers, &self->optimizers);
  if (self->optimizers.n > 0)
    qsort (self->optimizers.items, self->optimizers.n, sizeof *self->optimizers.items,
           compare_optimizers);
  return self;
}

void
_lsc_digest_run_taker_free (LscDigestRunTaker *self)
{
  lsc_origins_clear (&self->origins);
  optimizers_clear (&self->optimizers);
  lsc_hash_clear (&self->index);
  lsc_digest_run_places_clear (&self->places);
  g_free (self);
}

static guint32
add_text (const LscDigestRunTaker *self, guint32 name)
{
  return lsc_intern_add (self->digest->texts, lsc_timeline_text (self->timeline, name));
}

/* Returns: the name of the step of an optimizer in which the operator behind a slice begins, one
 * optimizer behind another one; %LSC_STRING_NONE without any */
static guint32
find_optimizer (LscDigestRunTaker *self, guint32 slice)
{
  const Optimizers *all = &self->optimizers;
  LscSpot op = all->n > 0 ? lsc_origins_find_op (&self->origins, slice) : LSC_SPOT_NONE;
  gint64 ns;
  gsize after;

  if (op.node == LSC_SLICE_NONE)
    return LSC_STRING_NONE;
  ns = lsc_timeline_get_node (self->timeline, op.node)->lane->start_ns[op.slice];
  after = LSC_BISECT (i, 0, all->n, all->items[i].begin_ns <= ns);
  return after > 0 && ns < all->items[after - 1].end_ns ? all->items[after - 1].name
                                                        : LSC_STRING_NONE;
}

/* The module, without the numbers of layers; else the step of the optimizer, else the operator of
 * the framework; else the kernel. */
static LscDigestRunPlace
find_place (LscDigestRunTaker *self, guint32 slice, guint32 name)
{
  guint32 module = lsc_origins_find_plain (&self->origins, slice);
  guint32 op = module == LSC_STRING_NONE ? find_optimizer (self, slice) : LSC_STRING_NONE;
  const char *kernel = lsc_timeline_text (self->timeline, name);
  g_autofree char *brief = NULL;

  if (module != LSC_STRING_NONE)
    return (LscDigestRunPlace){ .name = module, .type = LSC_OWNER_MODULE };
  if (op == LSC_STRING_NONE)
    op = lsc_origins_find_op_name (&self->origins, slice);
  if (op != LSC_STRING_NONE)
    return (LscDigestRunPlace){ .name = add_text (self, op), .type = LSC_OWNER_OP };
  brief = lsc_kernel_name_shorten (kernel);
  return (LscDigestRunPlace){ .name = lsc_intern_add (self->digest->texts, brief ? brief : kernel),
                              .type = LSC_OWNER_KERNEL };
}

/**
 * _lsc_digest_run_taker_take:
 * @slice, @name: a kernel that another one of its run could do as well
 * @ns: how long it takes
 */
void
_lsc_digest_run_taker_take (LscDigestRunTaker *self, guint32 slice, guint32 name, gint64 ns)
{
  LscDigestRunPlace key = find_place (self, slice, name);
  guint32 at = places_put (&self->index, self->places.items, &key, (guint32) self->places.n);

  if (at == self->places.n)
    lsc_digest_run_places_append (&self->places, key);
  self->places.items[at].n++;
  self->places.items[at].ns += ns;
}

/** Keeps the places with most time in the digest. */
void
_lsc_digest_run_taker_finish (LscDigestRunTaker *self)
{
  LscDigestRunPlaces *kept = &self->digest->run_places;

  if (self->places.n > 0)
    g_qsort_with_data (self->places.items, (gint) self->places.n, sizeof *self->places.items,
                       compare_places, self->digest->texts);
  for (gsize i = 0; i < MIN (self->places.n, MOST_PLACES); i++)
    lsc_digest_run_places_append (kept, self->places.items[i]);
}
