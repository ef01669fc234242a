/* lsc-digest-run-places.c - whose the kernels are that one kernel could do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-compare-name.h"
#include "analyze/digest/lsc-digest-optimizers-private.h"
#include "analyze/digest/lsc-digest-parts-private.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"
#include "model/lsc-kernel-name.h"

/* findings.md#unfused. */

#define MOST_PLACES 5 /* that are kept */

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
  LscOptimizerSteps optimizers;
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

LscDigestRunTaker *
_lsc_digest_run_taker_new (LscRankDigest *digest, const LscTimeline *timeline)
{
  LscDigestRunTaker *self = g_new0 (LscDigestRunTaker, 1);

  self->digest = digest;
  self->timeline = timeline;
  lsc_origins_init (&self->origins, timeline, digest->texts, lsc_compare_name_module);
  _lsc_digest_optimizers_init (&self->optimizers, timeline);
  return self;
}

void
_lsc_digest_run_taker_free (LscDigestRunTaker *self)
{
  lsc_origins_clear (&self->origins);
  lsc_optimizer_steps_clear (&self->optimizers);
  lsc_hash_clear (&self->index);
  lsc_digest_run_places_clear (&self->places);
  g_free (self);
}

static guint32
add_text (const LscDigestRunTaker *self, guint32 name)
{
  return lsc_intern_add (self->digest->texts, lsc_timeline_text (self->timeline, name));
}

/* The module, without the numbers of layers; else the step of the optimizer, else the operator of
 * the framework; else the kernel. */
static LscDigestRunPlace
find_place (LscDigestRunTaker *self, guint32 slice, guint32 name)
{
  guint32 module = lsc_origins_find_plain (&self->origins, slice);
  guint32 op = module == LSC_STRING_NONE
                   ? _lsc_digest_optimizers_find (&self->optimizers, self->timeline,
                                                  lsc_origins_find_op (&self->origins, slice))
                   : LSC_STRING_NONE;
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
