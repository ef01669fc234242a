/* lsc-communication-rates.c - how fast data moves, against what it could
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * communication.md#bandwidth. Worked example: transfers of 4 MB move 18.9 GB in a second over HCCS,
 * which can move 18: 105 % of it. Had any link moved 30 GB/s, what it can move would not be known.
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "judge/communication/lsc-communication-private.h"
#include "model/lsc-transfers.h"

/* What a link can do, in bytes a nanosecond: references of one family of chips. */
static const struct
{
  const char *transport;
  double rate;
} references[LSC_COMM_N_REFERENCES] = {
  { "RDMA", 12.5 },
  { "HCCS", 18 },
  { "PCIE", 20 },
};

#define MOST_OF_REFERENCE 1.1
#define LEAST_PART 0.01 /* of the time of all transfers: what takes less is not told */
#define SLOW_PART 0.8   /* of the rate of large transfers: what is slower is told */
#define MOST_PART 0.5   /* of the time of a transport: so much is told of its small transfers */

static const char *
get_transport (const LscRankLink *link)
{
  return lsc_transfer_get_carrier (link->first->transport, link->first->link);
}

/** Returns: whether its transfers are large enough for full speed (findings.md#packets) */
gboolean
_lsc_communication_is_large (const LscRankLink *link)
{
  double least = link->first->transport == LSC_TRANSPORT_RDMA ? 250e3 : 1e6;

  return link->n > 0 && link->bytes / link->n >= least;
}

/* ---- references ---- */

static gboolean
has_faster (const LscRankLinks *links, const char *transport, double rate)
{
  for (gsize i = 0; i < links->n; i++)
    if (strcmp (get_transport (&links->items[i]), transport) == 0 &&
        lsc_link_get_rate (&links->items[i]) > rate)
      return TRUE;
  return FALSE;
}

/* Where any link moves clearly more, the reference is that of other chips. */
static gboolean
is_exceeded (const LscCommunication *self, const char *transport, double rate)
{
  return has_faster (&self->links.links, transport, MOST_OF_REFERENCE * rate) ||
         has_faster (&self->local_links.links, transport, MOST_OF_REFERENCE * rate);
}

/** @rates: (array) (out caller-allocates): #LSC_COMM_N_REFERENCES of them */
void
_lsc_communication_find_references (const LscCommunication *self, double *rates)
{
  for (gsize i = 0; i < LSC_COMM_N_REFERENCES; i++)
    rates[i] = is_exceeded (self, references[i].transport, references[i].rate) ? LSC_REAL_NULL
                                                                               : references[i].rate;
}

/** Returns: what a transport can move, bytes a ns; %LSC_REAL_NULL */
double
_lsc_communication_get_reference (const double *rates, const char *transport)
{
  for (gsize i = 0; i < LSC_COMM_N_REFERENCES; i++)
    if (strcmp (references[i].transport, transport) == 0)
      return rates[i];
  return LSC_REAL_NULL;
}

/* ---- in words ---- */

/** All transfers of a transport. @is_summed: of some the sizes are not known, only their sum */
typedef struct
{
  const char *transport;
  double bytes;
  double ns;
  double large_bytes;
  double large_ns;
  gboolean is_summed;
} Carrier;

LSC_DEFINE_ARRAY (Carriers, carriers, Carrier)

static void
add_links (Carriers *to, const LscRankLinks *links)
{
  for (gsize i = 0; i < links->n; i++)
    {
      const LscRankLink *link = &links->items[i];
      const char *transport = get_transport (link);
      gsize at = 0;

      while (at < to->n && to->items[at].transport != transport)
        at++;
      if (at == to->n)
        carriers_append (to, (Carrier){ .transport = transport });
      to->items[at].bytes += link->bytes;
      to->items[at].ns += link->ns;
      to->items[at].is_summed = to->items[at].is_summed || link->n <= 0;
      if (!_lsc_communication_is_large (link))
        continue;
      to->items[at].large_bytes += link->bytes;
      to->items[at].large_ns += link->ns;
    }
}

static int
compare_carriers (const void *a, const void *b)
{
  const Carrier *x = a, *y = b;

  LSC_RETURN_ORDER (y->ns, x->ns);
  return strcmp (x->transport, y->transport);
}

/* Returns: what such links can move on one family of chips; 0 = nobody knows */
static double
find_listed (const char *transport)
{
  for (gsize i = 0; i < LSC_COMM_N_REFERENCES; i++)
    if (strcmp (references[i].transport, transport) == 0)
      return references[i].rate;
  return 0;
}

/* How fast it is where its transfers are large enough, and what it could be. */
static LscPhrase *
say_rate (const Carrier *self, double reference)
{
  double rate = self->is_summed ? self->bytes / self->ns : self->large_bytes / self->large_ns;
  double listed = find_listed (self->transport);
  g_autofree char *share = NULL;

  if (isnan (reference) && listed > 0)
    return lsc_phrase_new (self->is_summed
                               ? N_ ("%s reaches %.3g GB/s. No reference applies: links exceed the "
                                     "known one (%.3g GB/s).")
                               : N_ ("%s reaches %.3g GB/s in large transfers. No reference "
                                     "applies: links exceed the known one (%.3g GB/s)."),
                           self->transport, rate, listed);
  if (isnan (reference))
    return lsc_phrase_new (
        self->is_summed
            ? N_ ("%s reaches %.3g GB/s; its peak bandwidth is not known.")
            : N_ ("%s reaches %.3g GB/s in large transfers; its peak bandwidth is not known."),
        self->transport, rate);
  share = lsc_format_share (rate / reference);
  return lsc_phrase_new (
      self->is_summed
          ? N_ ("%s reaches %.3g GB/s, %s of its reference (%.3g GB/s).")
          : N_ ("%s reaches %.3g GB/s in large transfers, %s of its reference (%.3g GB/s)."),
      self->transport, rate, share, reference);
}

static void
say_carrier (GPtrArray *parts, const Carrier *self, double reference)
{
  double small_part = 1 - self->large_ns / self->ns;
  double small_rate = (self->bytes - self->large_bytes) / (self->ns - self->large_ns);
  g_autofree char *share = NULL;

  if (!self->is_summed && self->large_ns <= 0)
    {
      g_ptr_array_add (parts,
                       lsc_phrase_new (N_ ("All transfers over %s are too small for full speed: "
                                           "latency limits them, not bandwidth."),
                                       self->transport));
      return;
    }
  g_ptr_array_add (parts, say_rate (self, reference));
  if (self->is_summed || small_part < MOST_PART ||
      small_rate >= SLOW_PART * self->large_bytes / self->large_ns)
    return;
  share = lsc_format_share (small_part);
  g_ptr_array_add (
      parts, lsc_phrase_new (
                 N_ ("Smaller transfers take %s of the time: latency limits them, not bandwidth."),
                 share));
}

/* Whether links were compared, and none of them is slow. */
static gboolean
are_alike (const LscRankLinks *links)
{
  gboolean is_judged = FALSE;

  for (gsize i = 0; i < links->n; i++)
    {
      is_judged = is_judged || links->items[i].usual > 0;
      if (links->items[i].is_slow)
        return FALSE;
    }
  return is_judged;
}

/** Returns: (transfer full) (nullable): the bandwidth of each transport, the busiest first */
LscPhrase *
_lsc_communication_say_bandwidth (const LscCommunication *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  double rates[LSC_COMM_N_REFERENCES], all_ns = 0;
  Carriers all = { 0 };

  _lsc_communication_find_references (self, rates);
  add_links (&all, &self->links.links);
  add_links (&all, &self->local_links.links);
  if (all.n > 1)
    qsort (all.items, all.n, sizeof (Carrier), compare_carriers);
  for (gsize i = 0; i < all.n; i++)
    all_ns += all.items[i].ns;
  for (gsize i = 0; i < all.n; i++)
    if (all.items[i].ns >= LEAST_PART * all_ns && *all.items[i].transport)
      say_carrier (parts, &all.items[i],
                   _lsc_communication_get_reference (rates, all.items[i].transport));
  carriers_clear (&all);
  if (are_alike (&self->links.links))
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("No link is slower than similar links.")));
  return parts->len > 0 ? lsc_phrase_new_joined (" ", parts) : NULL;
}
