/* lsc-link-hosts.c - hosts all of whose links to other hosts are slow
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "judge/findings/lsc-link-kinds.h"

/* findings.md#links. Links of a kind between hosts are parted into fast and slow ones where their
 * rates lie farthest apart. Of which hosts are all links slow, to two other hosts or more, while
 * the rest has fast ones among itself? Slow links between hosts that have fast ones, too, are the
 * way between two switches, and no fault. */

/** A pair of hosts: what all ranks of one exchange with those of the other, by one kind. */
typedef struct
{
  guint hosts[2]; /* the lower first */
  double bytes;
  double ns;
  double rate;
} Pair;

LSC_DEFINE_ARRAY (Pairs, pairs, Pair)

static int
compare_rates (const void *a, const void *b)
{
  const Pair *x = a, *y = b;

  LSC_RETURN_ORDER (y->rate, x->rate);
  LSC_RETURN_ORDER (x->hosts[0], y->hosts[0]);
  return LSC_ORDER (x->hosts[1], y->hosts[1]);
}

static int
compare_hosts (const void *a, const void *b)
{
  const Pair *x = a, *y = b;

  LSC_RETURN_ORDER (x->hosts[0], y->hosts[0]);
  return LSC_ORDER (x->hosts[1], y->hosts[1]);
}

static void
take_pair (Pairs *pairs, const LscRankLink *link)
{
  guint low = MIN (link->hosts[0], link->hosts[1]), high = MAX (link->hosts[0], link->hosts[1]);

  pairs_append (pairs, (Pair){ { low, high }, link->bytes, link->ns, 0 });
}

/* One of those of the same hosts. */
static void
merge_pairs (Pairs *pairs)
{
  gsize n = 0;

  if (pairs->n > 1)
    qsort (pairs->items, pairs->n, sizeof (Pair), compare_hosts);
  for (gsize i = 0; i < pairs->n; i++)
    if (n > 0 && compare_hosts (&pairs->items[n - 1], &pairs->items[i]) == 0)
      {
        pairs->items[n - 1].bytes += pairs->items[i].bytes;
        pairs->items[n - 1].ns += pairs->items[i].ns;
      }
    else
      pairs->items[n++] = pairs->items[i];
  pairs->n = n;
}

/* The fastest first. */
static void
list_pairs (const LscLinkKinds *self, guint kind, Pairs *pairs)
{
  for (gsize i = 0; i < self->links.n; i++)
    if (self->links.items[i].kind == kind && lsc_link_is_between (&self->links.items[i]))
      take_pair (pairs, &self->links.items[i]);
  merge_pairs (pairs);
  for (gsize i = 0; i < pairs->n; i++)
    pairs->items[i].rate = pairs->items[i].bytes / pairs->items[i].ns;
  if (pairs->n > 1)
    qsort (pairs->items, pairs->n, sizeof (Pair), compare_rates);
}

/* The rate of the fast ones if the slow ones, from @n_fast on, are slow by what a link is; else 0.
 */
static double
find_usual (const Pairs *pairs, gsize n_fast)
{
  g_autofree double *values = g_new (double, n_fast + 1);
  double usual, deviation;

  for (gsize i = 0; i < n_fast; i++)
    values[i] = pairs->items[i].rate;
  usual = lsc_median_mean_double (values, n_fast);
  for (gsize i = 0; i < n_fast; i++)
    values[i] = ABS (pairs->items[i].rate - usual);
  deviation = MAX (LSC_LINK_NORMAL * lsc_median_mean_double (values, n_fast),
                   LSC_LINK_LEAST_DEVIATION * usual);
  return pairs->items[n_fast].rate < LSC_LINK_SLOW_SHARE * usual &&
                 usual - pairs->items[n_fast].rate > LSC_LINK_SLOW_DEVIATIONS * deviation
             ? usual
             : 0;
}

static gboolean
has_host (const Pair *pair, guint host)
{
  return pair->hosts[0] == host || pair->hosts[1] == host;
}

/* Whether no link of a host is fast, and it has some to two hosts or more. */
static gboolean
is_all_slow (const Pairs *pairs, gsize n_fast, guint host)
{
  gsize n = 0;

  for (gsize i = 0; i < pairs->n; i++)
    if (has_host (&pairs->items[i], host))
      {
        if (i < n_fast)
          return FALSE;
        n++;
      }
  return n >= 2;
}

static void
add_once (LscIndexes *hosts, guint host)
{
  for (gsize i = 0; i < hosts->n; i++)
    if (hosts->items[i] == host)
      return;
  lsc_indexes_append (hosts, host);
}

static gboolean
contains (const LscIndexes *hosts, guint host)
{
  for (gsize i = 0; i < hosts->n; i++)
    if (hosts->items[i] == host)
      return TRUE;
  return FALSE;
}

/* Whether hosts are joined by links among themselves: what is slow on all of them is one thing. */
static gboolean
are_joined (const Pairs *pairs, const LscIndexes *hosts)
{
  LscIndexes reached = { 0 };
  gboolean is_changed = hosts->n > 0, is_all;

  if (hosts->n > 0)
    lsc_indexes_append (&reached, hosts->items[0]);
  while (is_changed)
    {
      gsize before = reached.n;

      for (gsize i = 0; i < pairs->n; i++)
        for (guint k = 0; k < 2; k++)
          if (contains (&reached, pairs->items[i].hosts[k]) &&
              contains (hosts, pairs->items[i].hosts[1 - k]))
            add_once (&reached, pairs->items[i].hosts[1 - k]);
      is_changed = reached.n > before;
    }
  is_all = reached.n == hosts->n;
  lsc_indexes_clear (&reached);
  return is_all;
}

/* Of a parting, the hosts that are slow for one reason. @hosts: (out): empty = none */
static void
find_hosts (const Pairs *pairs, gsize n_fast, LscIndexes *hosts)
{
  hosts->n = 0;
  for (gsize i = n_fast; i < pairs->n; i++)
    for (guint k = 0; k < 2; k++)
      if (is_all_slow (pairs, n_fast, pairs->items[i].hosts[k]))
        add_once (hosts, pairs->items[i].hosts[k]);
  if (!are_joined (pairs, hosts))
    hosts->n = 0;
}

#define MOST_PARTINGS 8 /* that are tried: kinds of links are few */

/* From the widest gap between rates down, but only where those below it are slow. */
static gsize
find_parting (const Pairs *pairs, LscIndexes *hosts)
{
  g_autofree gboolean *is_tried = g_new0 (gboolean, pairs->n + 1);

  for (guint round = 0; round < MOST_PARTINGS; round++)
    {
      gsize best = 0;
      double widest = 1;

      for (gsize i = 1; i < pairs->n; i++)
        if (!is_tried[i] && pairs->items[i - 1].rate / pairs->items[i].rate > widest)
          {
            widest = pairs->items[i - 1].rate / pairs->items[i].rate;
            best = i;
          }
      if (best == 0)
        return 0;
      is_tried[best] = TRUE;
      if (find_usual (pairs, best) <= 0)
        continue;
      find_hosts (pairs, best, hosts);
      if (hosts->n > 0)
        return best;
    }
  return 0;
}

/* What slow hosts lose by a kind: ns beyond what their bytes take at the usual rate. */
static double
find_slow (const LscLinkKinds *self, guint kind, LscIndexes *hosts)
{
  Pairs pairs = { 0 };
  gsize n_fast;
  double excess_ns = 0;

  list_pairs (self, kind, &pairs);
  n_fast = find_parting (&pairs, hosts);
  for (gsize i = n_fast; n_fast > 0 && i < pairs.n; i++)
    excess_ns += pairs.items[i].ns - pairs.items[i].bytes / find_usual (&pairs, n_fast);
  pairs_clear (&pairs);
  return excess_ns;
}

/* The links of a kind that belong to slow hosts are slow, and no others: their usual rate is that
 * of the rest, those between two hosts that are not slow. */
static void
mark (LscLinkKinds *self, guint kind)
{
  g_autofree double *rates = g_new (double, self->links.n + 1);
  double usual = 0;
  gsize n = 0;

  for (guint is_second = 0; is_second < 2; is_second++)
    {
      for (gsize i = 0; i < self->links.n; i++)
        {
          LscRankLink *link = &self->links.items[i];
          gboolean is_theirs = lsc_link_kinds_is_slow_host (self, link->hosts[0]) ||
                               lsc_link_kinds_is_slow_host (self, link->hosts[1]);

          if (link->kind != kind || !lsc_link_is_between (link))
            continue;
          if (!is_second && !is_theirs)
            rates[n++] = lsc_link_get_rate (link);
          if (is_second)
            {
              link->usual = usual;
              link->is_slow =
                  is_theirs && usual > 0 && lsc_link_get_rate (link) < LSC_LINK_SLOW_SHARE * usual;
            }
        }
      usual = n > 0 ? lsc_median_mean_double (rates, n) : 0;
    }
}

/* Whether those of a kind that are clearly faster than a link reach all hosts of the kind. */
static gboolean
is_avoidable (const LscLinkKinds *self, const LscRankLink *slow)
{
  double least = sqrt (slow->usual * lsc_link_get_rate (slow));
  LscIndexes hosts = { 0 };
  Pairs fast = { 0 };
  gboolean is_joined;

  for (gsize i = 0; i < self->links.n; i++)
    {
      const LscRankLink *link = &self->links.items[i];

      if (link->kind != slow->kind || !lsc_link_is_between (link))
        continue;
      add_once (&hosts, link->hosts[0]);
      add_once (&hosts, link->hosts[1]);
      if (lsc_link_get_rate (link) > least)
        take_pair (&fast, link);
    }
  merge_pairs (&fast);
  is_joined = are_joined (&fast, &hosts);
  pairs_clear (&fast);
  lsc_indexes_clear (&hosts);
  return is_joined;
}

/* Single links between hosts that have fast ones, too: where links as slow as that are the only way
 * from some hosts to the others, they are the way between two switches. */
static void
forgive_ways (LscLinkKinds *self, guint kind)
{
  for (gsize i = 0; i < self->links.n; i++)
    {
      LscRankLink *link = &self->links.items[i];

      if (link->kind == kind && link->is_slow && lsc_link_is_between (link))
        link->is_slow = is_avoidable (self, link);
    }
}

/**
 * lsc_link_kinds_judge_hosts:
 * @self: with links and their kinds
 *
 * Finds the hosts that lose most by slow links to all others, and marks their links.
 */
void
lsc_link_kinds_judge_hosts (LscLinkKinds *self)
{
  guint n_kinds = self->links.n > 0 ? self->links.items[self->links.n - 1].kind + 1 : 0;
  LscIndexes hosts = { 0 };
  double most_ns = 0;

  for (guint kind = 0; kind < n_kinds; kind++)
    {
      double excess_ns = find_slow (self, kind, &hosts);

      if (excess_ns <= most_ns)
        continue;
      most_ns = excess_ns;
      self->slow_hosts.n = 0;
      for (gsize i = 0; i < hosts.n; i++)
        lsc_indexes_append (&self->slow_hosts, hosts.items[i]);
    }
  for (guint kind = 0; kind < n_kinds; kind++)
    if (self->slow_hosts.n > 0)
      mark (self, kind);
    else
      forgive_ways (self, kind);
  lsc_indexes_clear (&hosts);
}
