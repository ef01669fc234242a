/* lsc-link-worst.c - which link, or whose links, are the slowest against their like
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#links. Whoever tells of slow links asks here, so that all say the same.
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/findings/lsc-link-kinds.h"

#define LEAST_ALIKE 8 /* links of a kind: the spread of fewer is not known well */

/** Returns: what a slow link takes longer than its like; 0 of others */
double
lsc_link_get_excess_ns (const LscRankLink *link)
{
  return link->is_slow ? link->ns - link->bytes / link->usual : 0;
}

/** Returns: whether one of its ends is on a host all of whose links are slow */
gboolean
lsc_link_kinds_is_of_slow_host (const LscLinkKinds *self, const LscRankLink *link)
{
  return lsc_link_kinds_is_slow_host (self, link->hosts[0]) ||
         lsc_link_kinds_is_slow_host (self, link->hosts[1]);
}

/**
 * lsc_link_kinds_tells_hosts:
 *
 * Links on a switch tell how slow it is; those that leave it may be slower anyway.
 *
 * Returns: whether the rate of a link tells how slow the slow hosts are
 */
gboolean
lsc_link_kinds_tells_hosts (const LscLinkKinds *self, const LscRankLink *link)
{
  return link->is_slow && lsc_link_kinds_is_of_slow_host (self, link) &&
         (self->slow_hosts.n == 1 || (lsc_link_kinds_is_slow_host (self, link->hosts[0]) &&
                                      lsc_link_kinds_is_slow_host (self, link->hosts[1])));
}

/**
 * lsc_link_kinds_find_worst_pair:
 * @self: with hosts judged
 *
 * Returns: (transfer none) (nullable): of the slow links that no slow host explains the one that
 *   loses most; of several that lose as much the first; %NULL: there is none
 */
const LscRankLink *
lsc_link_kinds_find_worst_pair (const LscLinkKinds *self)
{
  const LscRankLink *worst = NULL;

  for (gsize i = 0; i < self->links.n; i++)
    {
      const LscRankLink *link = &self->links.items[i];

      if (!(self->slow_hosts.n > 0 && lsc_link_is_between (link)) &&
          lsc_link_get_excess_ns (link) > (worst ? lsc_link_get_excess_ns (worst) : 0))
        worst = link;
    }
  return worst;
}

/**
 * lsc_link_kinds_find_worst_of_hosts:
 * @self: with hosts judged
 *
 * Returns: (transfer none) (nullable): of the links of slow hosts the one that loses most; %NULL:
 *   no host is slow
 */
const LscRankLink *
lsc_link_kinds_find_worst_of_hosts (const LscLinkKinds *self)
{
  const LscRankLink *worst = NULL;
  double most_ns = 0;

  for (gsize i = 0; self->slow_hosts.n > 0 && i < self->links.n; i++)
    {
      const LscRankLink *link = &self->links.items[i];

      if (!lsc_link_kinds_tells_hosts (self, link) || lsc_link_get_excess_ns (link) <= most_ns)
        continue;
      most_ns = lsc_link_get_excess_ns (link);
      worst = link;
    }
  return worst;
}

/**
 * lsc_link_kinds_is_sure:
 *
 * Between hosts the network may be built so, which nobody recorded.
 *
 * Returns: whether it is sure, and not only likely, that a link is slow
 */
gboolean
lsc_link_kinds_is_sure (const LscLinkKinds *self, const LscRankLink *worst)
{
  gsize n = 0;

  for (gsize i = 0; i < self->links.n; i++)
    n += self->links.items[i].kind == worst->kind;
  return n >= LEAST_ALIKE && !lsc_link_is_between (worst);
}

/* Rate of slow ones and the usual one of the kind in which most is lost: bytes per ns. */
static void
sum_rates (const LscLinkKinds *self, const LscRankLink *like, double *own, double *usual)
{
  double bytes = 0, ns = 0;

  for (gsize i = 0; i < self->links.n; i++)
    {
      const LscRankLink *link = &self->links.items[i];

      if (link->kind != like->kind || !lsc_link_kinds_tells_hosts (self, link))
        continue;
      bytes += link->bytes;
      ns += link->ns;
    }
  *own = bytes / ns;
  *usual = like->usual;
}

/**
 * lsc_link_kinds_find_reverse:
 *
 * Returns: (transfer none) (nullable): the slowest of the slow links that go back between the ranks
 *   of a link, by its transport
 */
const LscRankLink *
lsc_link_kinds_find_reverse (const LscLinkKinds *self, const LscRankLink *link)
{
  const LscRankLink *slowest = NULL;

  for (gsize i = 0; i < self->links.n; i++)
    {
      const LscRankLink *other = &self->links.items[i];

      if (other->is_slow && other->first->source == link->first->target &&
          other->first->target == link->first->source &&
          other->first->transport == link->first->transport &&
          other->first->link == link->first->link &&
          (!slowest || lsc_link_get_rate (other) < lsc_link_get_rate (slowest)))
        slowest = other;
    }
  return slowest;
}

/** Returns: (transfer full): a slow link in a few words, with its ends (findings.md#line) */
LscPhrase *
lsc_link_kinds_name_pair (const LscRankLink *worst)
{
  gint64 source, target;

  g_return_val_if_fail (worst, NULL);
  source = worst->first->source;
  target = worst->first->target;
  return lsc_phrase_new (N_ ("Slow link between ranks %" PRId64 " and %" PRId64),
                         MIN (source, target), MAX (source, target));
}

/**
 * lsc_link_kinds_say_pair:
 * @worst: a slow link
 *
 * Returns: (transfer full): that it is slower than its like, in both directions if that is so
 */
LscPhrase *
lsc_link_kinds_say_pair (const LscLinkKinds *self, const LscRankLink *worst)
{
  gint64 source = worst->first->source, target = worst->first->target;
  double rate = lsc_link_get_rate (worst);

  if (lsc_link_kinds_find_reverse (self, worst))
    return lsc_phrase_new (
        N_ ("The link between ranks %" PRId64 " and %" PRId64
            " is slow in both directions: %.3g GB/s, similar links reach %.3g GB/s."),
        MIN (source, target), MAX (source, target), rate, worst->usual);
  return lsc_phrase_new (N_ ("The link from rank %" PRId64 " to rank %" PRId64
                             " is slow: %.3g GB/s, similar links reach %.3g GB/s."),
                         source, target, rate, worst->usual);
}

/** Returns: (transfer full): that all links of the slow hosts are */
LscPhrase *
lsc_link_kinds_say_hosts (const LscLinkKinds *self, const LscRankLink *worst)
{
  const LscIndexes *hosts = &self->slow_hosts;
  g_autoptr (GString) names = g_string_new (NULL);
  double own, usual;

  sum_rates (self, worst, &own, &usual);
  for (gsize i = 0; i < hosts->n; i++)
    g_string_append_printf (names, i > 0 ? ", %s" : "%s",
                            lsc_intern_text (self->texts, hosts->items[i]));
  if (hosts->n == 1)
    return lsc_phrase_new (
        N_ ("The network of %s is probably slow: its messages to other hosts take %.2f× as long as "
            "between other hosts (%.3g instead of %.3g GB/s)."),
        names->str, usual / own, own, usual);
  return lsc_phrase_new (N_ ("The hosts %s probably share a slow switch: their messages take %.2f× "
                             "as long as between other hosts (%.3g instead of %.3g GB/s)."),
                         names->str, usual / own, own, usual);
}
