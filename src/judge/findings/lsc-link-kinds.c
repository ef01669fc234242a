/* lsc-link-kinds.c - links between ranks, by their kind, and those that are slower than their like
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/findings/lsc-link-kinds.h"

#include <stdlib.h>

#include "base/lsc-hash.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

/* findings.md#links. */

#define LEAST_LINKS 3
#define ALIKE_SIZES 1.1 /* what a transfer takes to begin tells small ones from large ones */
/* Of how many messages a sum is made its exporter does not say: a small one tells of latency. */
#define LEAST_SUM_BYTES 1000000

static inline guint64
hash_link (const LscRankLink *link)
{
  guint64 hash =
      lsc_hash_mix (lsc_hash_mix (0, (guint64) link->first->source), (guint64) link->first->target);

  hash = lsc_hash_mix (lsc_hash_mix (hash, link->first->transport), link->first->link);
  return lsc_hash_mix (lsc_hash_mix (hash, link->first->magnitude), link->group);
}

static inline gboolean
are_one (const LscRankLink *a, const LscRankLink *b)
{
  return a->first->source == b->first->source && a->first->target == b->first->target &&
         a->first->transport == b->first->transport && a->first->link == b->first->link &&
         a->first->magnitude == b->first->magnitude && a->group == b->group;
}

LSC_DEFINE_HASH (index, LscRankLink, hash_link, are_one)

/* ---- what was recorded ---- */

/**
 * lsc_link_kinds_find_host:
 *
 * Returns: id of the host of a rank in the texts, %LSC_LINK_NO_HOST where it was not recorded
 */
guint
lsc_link_kinds_find_host (const LscLinkKinds *self, const LscRankDigest *digest)
{
  const char *host = lsc_rank_digest_text (digest, digest->host);

  return host ? lsc_intern_add (self->texts, host) : LSC_LINK_NO_HOST;
}

static guint
find_host_of (const LscLinkKinds *self, GHashTable *ranks, gint64 rank)
{
  const LscRankDigest *digest = g_hash_table_lookup (ranks, &rank);

  return digest ? lsc_link_kinds_find_host (self, digest) : LSC_LINK_NO_HOST;
}

static void
take_link (LscLinkKinds *self, LscHash *index, const LscRankLink *link)
{
  guint32 known = index_find (index, self->links.items, link);

  if (known == LSC_HASH_NONE)
    {
      index_put (index, self->links.items, link, (guint32) self->links.n);
      lsc_rank_links_append (&self->links, *link);
      return;
    }
  self->links.items[known].n += link->n;
  self->links.items[known].bytes += link->bytes;
  self->links.items[known].ns += link->ns;
}

/* @ranks: (nullable): digests by number, which tell hosts */
static void
list_rank (LscLinkKinds *self, LscHash *index, GHashTable *ranks, const LscRankDigest *digest,
           gsize rank)
{
  const LscDigestLinks *links = ranks ? &digest->links : &digest->local_links;

  for (gsize i = 0; i < links->n; i++)
    {
      const LscDigestLink *first = &links->items[i];
      const char *group = lsc_rank_digest_text (digest, first->group);
      LscRankLink link = { .first = first,
                           .rank = rank,
                           .group = lsc_intern_add (self->texts, group ? group : ""),
                           .hosts = { LSC_LINK_NO_HOST, LSC_LINK_NO_HOST },
                           .n = (double) first->n,
                           .bytes = (double) first->bytes,
                           .ns = (double) first->ns };

      if (ranks)
        {
          link.hosts[0] = find_host_of (self, ranks, first->source);
          link.hosts[1] = find_host_of (self, ranks, first->target);
        }
      if ((first->n > 0 || first->bytes >= LEAST_SUM_BYTES) && first->ns > 0)
        take_link (self, index, &link);
    }
}

static void
list_links (LscLinkKinds *self, const LscRankDigest *const *digests, gsize n, gboolean is_local)
{
  g_autoptr (GHashTable) ranks = g_hash_table_new (g_int64_hash, g_int64_equal);
  LscHash index = { 0 };

  for (gsize i = 0; i < n; i++)
    g_hash_table_insert (ranks, (gpointer) &digests[i]->rank, (gpointer) digests[i]);
  for (gsize i = 0; i < n; i++)
    list_rank (self, &index, is_local ? NULL : ranks, digests[i], i);
  lsc_hash_clear (&index);
}

/* ---- kinds ---- */

static double
get_size (const LscRankLink *link)
{
  return link->n > 0 ? link->bytes / link->n : 0;
}

static int
compare_kinds (const LscRankLink *x, const LscRankLink *y)
{
  LSC_RETURN_ORDER (lsc_link_is_between (x), lsc_link_is_between (y));
  LSC_RETURN_ORDER (x->first->transport, y->first->transport);
  LSC_RETURN_ORDER (x->first->link, y->first->link);
  return LSC_ORDER (x->first->magnitude, y->first->magnitude);
}

static int
compare_links (const void *a, const void *b)
{
  const LscRankLink *x = a, *y = b;
  int order = compare_kinds (x, y);

  if (order)
    return order;
  LSC_RETURN_ORDER (get_size (x), get_size (y));
  LSC_RETURN_ORDER (x->first->source, y->first->source);
  LSC_RETURN_ORDER (x->first->target, y->first->target);
  return LSC_ORDER (x->group, y->group);
}

static void
number_kinds (LscLinkKinds *self)
{
  LscRankLink *links = self->links.items;

  if (self->links.n > 1)
    qsort (links, self->links.n, sizeof *links, compare_links);
  for (gsize i = 1; i < self->links.n; i++)
    links[i].kind =
        links[i - 1].kind + (compare_kinds (&links[i - 1], &links[i]) != 0 ||
                             get_size (&links[i]) > ALIKE_SIZES * get_size (&links[i - 1]));
}

/* ---- directions ---- */

static gboolean
goes_up (const LscRankLink *link)
{
  return link->first->source < link->first->target;
}

/** Rates of the links of a kind in one direction. */
typedef struct
{
  double *rates;
  gsize n;
  double least;
  double most;
} Direction;

static void
take_rate (Direction *self, double rate)
{
  self->least = self->n > 0 ? MIN (self->least, rate) : rate;
  self->most = self->n > 0 ? MAX (self->most, rate) : rate;
  self->rates[self->n++] = rate;
}

static int
compare_ends (const void *a, const void *b)
{
  const LscRankLink *x = *(const LscRankLink *const *) a, *y = *(const LscRankLink *const *) b;

  LSC_RETURN_ORDER (MIN (x->first->source, x->first->target),
                    MIN (y->first->source, y->first->target));
  return LSC_ORDER (MAX (x->first->source, x->first->target),
                    MAX (y->first->source, y->first->target));
}

/* Whether data goes both ways between all ranks of a kind: in a ring some only send on, and the way
 * back from its last rank to its first is no direction, but one link. */
static gboolean
is_both_ways (const LscRankLink *kind, gsize n)
{
  g_autofree const LscRankLink **links = g_new (const LscRankLink *, n);
  gboolean is_both = TRUE;
  gsize end;

  for (gsize i = 0; i < n; i++)
    links[i] = &kind[i];
  qsort (links, n, sizeof *links, compare_ends);
  for (gsize begin = 0; begin < n && is_both; begin = end)
    {
      gsize n_up = 0;

      for (end = begin; end < n && compare_ends (&links[begin], &links[end]) == 0; end++)
        n_up += goes_up (links[end]);
      is_both = n_up > 0 && n_up < end - begin;
    }
  return is_both;
}

/* Whether all links that go one way are faster than all others, by more than sizes explain. */
static gboolean
differs_by_direction (const LscRankLink *kind, gsize n, double *rates)
{
  Direction ways[2] = { { rates, 0, 0, 0 }, { NULL, 0, 0, 0 } };
  double usual[2];

  for (gsize i = 0; i < n; i++)
    if (!goes_up (&kind[i]))
      take_rate (&ways[0], lsc_link_get_rate (&kind[i]));
  ways[1].rates = rates + ways[0].n;
  for (gsize i = 0; i < n; i++)
    if (goes_up (&kind[i]))
      take_rate (&ways[1], lsc_link_get_rate (&kind[i]));
  if (ways[0].n < LEAST_LINKS || ways[1].n < LEAST_LINKS ||
      (ways[0].least <= ways[1].most && ways[1].least <= ways[0].most))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    usual[i] = lsc_median_mean_double (ways[i].rates, ways[i].n);
  return MAX (usual[0], usual[1]) > ALIKE_SIZES * MIN (usual[0], usual[1]) &&
         is_both_ways (kind, n);
}

static int
compare_directions (const void *a, const void *b)
{
  const LscRankLink *x = a, *y = b;

  LSC_RETURN_ORDER (goes_up (x), goes_up (y));
  return compare_links (a, b);
}

/* Where directions differ each is a kind of its own. */
static void
part_directions (LscLinkKinds *self, double *rates)
{
  LscRankLink *links = self->links.items;
  guint n_more = 0;
  gsize end;

  for (gsize begin = 0; begin < self->links.n; begin = end)
    {
      gboolean is_parted;

      for (end = begin + 1; end < self->links.n && links[end].kind == links[begin].kind;)
        end++;
      is_parted = differs_by_direction (&links[begin], end - begin, rates);
      if (is_parted)
        qsort (&links[begin], end - begin, sizeof *links, compare_directions);
      for (gsize i = begin; i < end; i++)
        {
          links[i].is_of_direction = is_parted;
          links[i].kind += n_more + (is_parted && goes_up (&links[i]));
        }
      n_more += is_parted;
    }
}

/* ---- what is slow ---- */

/* Which links of a kind are slower than the others. */
static void
judge_kind (LscRankLink *kind, gsize n, double *rates)
{
  double usual, deviation;

  for (gsize i = 0; i < n; i++)
    {
      rates[i] = lsc_link_get_rate (&kind[i]);
      kind[i].n_alike = n;
    }
  if (n < LEAST_LINKS)
    return;
  usual = lsc_median_mean_double (rates, n);
  for (gsize i = 0; i < n; i++)
    rates[i] = ABS (rates[i] - usual);
  deviation =
      MAX (LSC_LINK_NORMAL * lsc_median_mean_double (rates, n), LSC_LINK_LEAST_DEVIATION * usual);
  for (gsize i = 0; i < n; i++)
    {
      double own = lsc_link_get_rate (&kind[i]);

      kind[i].usual = usual;
      kind[i].is_slow =
          own < LSC_LINK_SLOW_SHARE * usual && usual - own > LSC_LINK_SLOW_DEVIATIONS * deviation;
    }
}

static void
init (LscLinkKinds *self, const LscRankDigest *const *digests, gsize n, gboolean is_local)
{
  g_autofree double *rates = NULL;
  gsize end;

  *self = (LscLinkKinds){ .texts = lsc_intern_new () };
  list_links (self, digests, n, is_local);
  number_kinds (self);
  rates = g_new (double, self->links.n + 1);
  part_directions (self, rates);
  for (gsize begin = 0; begin < self->links.n; begin = end)
    {
      LscRankLink *links = self->links.items;

      for (end = begin + 1; end < self->links.n && links[end].kind == links[begin].kind;)
        end++;
      judge_kind (&links[begin], end - begin, rates);
    }
}

/**
 * lsc_link_kinds_init:
 * @self: (out caller-allocates): to be cleared with lsc_link_kinds_clear(); borrows the links of
 *   @digests
 * @digests: (array length=n): all ranks of a job
 *
 * Reads the links of all ranks, and judges each by itself; lsc_link_kinds_judge_hosts() looks for
 * what is slow for one reason.
 */
void
lsc_link_kinds_init (LscLinkKinds *self, const LscRankDigest *const *digests, gsize n)
{
  init (self, digests, n, FALSE);
}

/**
 * lsc_link_kinds_init_local:
 * @self: (out caller-allocates): as for lsc_link_kinds_init()
 * @digests: (array length=n): all ranks of a job
 *
 * The same of the groups whose members are not known: ends are places in the group, without hosts.
 */
void
lsc_link_kinds_init_local (LscLinkKinds *self, const LscRankDigest *const *digests, gsize n)
{
  init (self, digests, n, TRUE);
}

void
lsc_link_kinds_clear (LscLinkKinds *self)
{
  lsc_rank_links_clear (&self->links);
  lsc_indexes_clear (&self->slow_hosts);
  g_clear_pointer (&self->texts, lsc_intern_unref);
}

/** Returns: whether a host is one all of whose links are slow */
gboolean
lsc_link_kinds_is_slow_host (const LscLinkKinds *self, guint host)
{
  for (gsize i = 0; i < self->slow_hosts.n; i++)
    if (self->slow_hosts.items[i] == host)
      return TRUE;
  return FALSE;
}
