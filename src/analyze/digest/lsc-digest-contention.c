/* lsc-digest-contention.c - how fast data moves beside matrix products, and without them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-parts-private.h"

/* findings.md#packets. */

#define MOST_KINDS 256      /* of transport, link and size */
#define LEAST_TASKS 3       /* with and without, to compare them */
#define LEAST_BESIDE 0.5    /* of a transfer runs beside matrix products */
#define MOST_ALONE 0.1      /* of one that runs without them */
#define CONTENDED_SPEED 0.8 /* of what moves without them */

/** Transfers of sizes alike. */
typedef struct
{
  gint64 n;
  double bytes;
  double ns;
  const LscLargeTransfer *longest;
} Sum;

typedef struct
{
  guint key;
  Sum beside;
  Sum alone;
} Kind;

static void
list_products (const LscTimeline *timeline, LscIntervals *out)
{
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint32 k = 0; node->role == LSC_ROLE_STREAM && node->lane && k < node->lane->n; k++)
        if (node->lane->kind[k] == LSC_SLICE_CUBE)
          lsc_intervals_append (
              out, (LscInterval){ node->lane->start_ns[k], lsc_lane_get_end_ns (node->lane, k) });
    }
  lsc_intervals_merge (out);
}

static double
get_share_beside (const LscIntervals *products, const LscLargeTransfer *transfer)
{
  gint64 ns = 0;

  for (gsize i = lsc_intervals_find (products, transfer->begin_ns);
       i < products->n && products->items[i].begin_ns < transfer->end_ns; i++)
    ns += MIN (products->items[i].end_ns, transfer->end_ns) -
          MAX (products->items[i].begin_ns, transfer->begin_ns);
  return (double) ns / (double) MAX (transfer->end_ns - transfer->begin_ns, 1);
}

static Kind *
get_kind (GArray *kinds, const LscLargeTransfer *transfer)
{
  guint key = transfer->transport << 24 | (transfer->link & 0xffff) << 8 |
              g_bit_storage ((gulong) transfer->bytes) / 2;
  Kind kind = { .key = key };

  for (guint i = 0; i < kinds->len; i++)
    if (g_array_index (kinds, Kind, i).key == key)
      return &g_array_index (kinds, Kind, i);
  if (kinds->len == MOST_KINDS)
    return NULL;
  g_array_append_val (kinds, kind);
  return &g_array_index (kinds, Kind, kinds->len - 1);
}

static void
add (Sum *self, const LscLargeTransfer *transfer)
{
  gint64 ns = transfer->end_ns - transfer->begin_ns;

  self->n++;
  self->bytes += (double) transfer->bytes;
  self->ns += (double) ns;
  if (!self->longest || ns > self->longest->end_ns - self->longest->begin_ns)
    self->longest = transfer;
}

static void
take_kind (LscDigestContention *self, const Kind *kind)
{
  double usual = kind->alone.bytes / MAX (kind->alone.ns, 1), excess_ns;
  const LscLargeTransfer *longest = kind->beside.longest;

  if (kind->beside.n < LEAST_TASKS || kind->alone.n < LEAST_TASKS ||
      kind->beside.bytes >= CONTENDED_SPEED * usual * kind->beside.ns)
    return;
  excess_ns = kind->beside.ns - kind->beside.bytes / usual;
  self->bytes += kind->beside.bytes;
  self->ns += kind->beside.ns;
  self->excess_ns += excess_ns;
  if (longest->end_ns - longest->begin_ns > self->end_ns - self->begin_ns)
    {
      self->begin_ns = longest->begin_ns;
      self->end_ns = longest->end_ns;
    }
}

/**
 * _lsc_digest_take_contention:
 *
 * Compares large transfers over SDMA beside matrix products with those without, of the same link
 * and sizes alike.
 */
void
_lsc_digest_take_contention (LscRankDigest *self, const LscTimeline *timeline)
{
  const LscTransfers *transfers = &timeline->transfers;
  g_autoptr (GArray) kinds = g_array_new (FALSE, FALSE, sizeof (Kind));
  LscIntervals products = { 0 };

  if (lsc_transfers_get_n_large (transfers) == 0)
    return;
  list_products (timeline, &products);
  for (guint i = 0; i < lsc_transfers_get_n_large (transfers); i++)
    {
      const LscLargeTransfer *transfer = lsc_transfers_get_large (transfers, i);
      double share = get_share_beside (&products, transfer);
      Kind *kind = transfer->transport == LSC_TRANSPORT_SDMA ? get_kind (kinds, transfer) : NULL;

      if (kind && share >= LEAST_BESIDE)
        add (&kind->beside, transfer);
      else if (kind && share < MOST_ALONE)
        add (&kind->alone, transfer);
    }
  for (guint i = 0; i < kinds->len; i++)
    take_kind (&self->contention, &g_array_index (kinds, Kind, i));
  lsc_intervals_clear (&products);
}
