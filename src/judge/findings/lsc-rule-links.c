/* lsc-rule-links.c - links that are slower than others of their kind
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-stats.h"

/* findings.md#links. */

#define LEAST_LINKS 3
#define SLOW_SHARE 0.8       /* of the median */
#define SLOW_DEVIATIONS 3.5  /* robust ones */
#define LEAST_DEVIATION 0.02 /* of the median: what is steadier counts as that */
#define NORMAL 1.4826        /* standard deviations in a median absolute deviation */

/** What all ranks recorded of a link for sizes alike. */
typedef struct
{
  const LscDigestLink *first;
  gsize rank; /* index of the one that recorded @first */
  double bytes;
  double ns;
  double usual; /* bytes per ns of its like */
} Link;

static gboolean
is_same (const LscDigestLink *a, const LscDigestLink *b)
{
  return a->source == b->source && a->target == b->target && a->transport == b->transport &&
         a->link == b->link && a->magnitude == b->magnitude;
}

static void
take_link (GArray *links, const LscDigestLink *link, gsize rank)
{
  Link sum = { link, rank, (double) link->bytes, (double) link->ns, 0 };

  for (guint i = 0; i < links->len; i++)
    {
      Link *known = &g_array_index (links, Link, i);

      if (!is_same (known->first, link))
        continue;
      known->bytes += sum.bytes;
      known->ns += sum.ns;
      return;
    }
  g_array_append_val (links, sum);
}

static GArray *
list_links (const LscJudge *self)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (Link));

  for (gsize i = 0; i < self->n; i++)
    for (gsize k = 0; k < self->ranks[i].digest->links.n; k++)
      take_link (links, &self->ranks[i].digest->links.items[k], i);
  return links;
}

static gboolean
are_alike (const Link *a, const Link *b)
{
  return a->first->transport == b->first->transport && a->first->link == b->first->link &&
         a->first->magnitude == b->first->magnitude;
}

/* Whether a link is slower than those of the same transport and sizes, and by how much. */
static gboolean
is_slow (const GArray *links, Link *link)
{
  g_autofree double *speeds = g_new (double, links->len);
  gsize n = 0;
  double deviation, own = link->bytes / link->ns;

  for (guint i = 0; i < links->len; i++)
    {
      const Link *other = &g_array_index (links, Link, i);

      if (are_alike (link, other))
        speeds[n++] = other->bytes / other->ns;
    }
  if (n < LEAST_LINKS)
    return FALSE;
  link->usual = lsc_median_mean_double (speeds, n);
  for (gsize i = 0; i < n; i++)
    speeds[i] = ABS (speeds[i] - link->usual);
  deviation = MAX (NORMAL * lsc_median_mean_double (speeds, n), LEAST_DEVIATION * link->usual);
  return own < SLOW_SHARE * link->usual && link->usual - own > SLOW_DEVIATIONS * deviation;
}

static Link *
find_slowest (GArray *links)
{
  Link *worst = NULL;
  double most_ns = 0;

  for (guint i = 0; i < links->len; i++)
    {
      Link *link = &g_array_index (links, Link, i);

      if (!is_slow (links, link))
        continue;
      if (link->ns - link->bytes / link->usual > most_ns)
        {
          most_ns = link->ns - link->bytes / link->usual;
          worst = link;
        }
    }
  return worst;
}

static LscPhrase *
say_link (const Link *link)
{
  return lsc_phrase_new (N_ ("The link from rank %" PRId64 " to rank %" PRId64 " moves %.1f GB/s, "
                             "others of its kind %.1f GB/s."),
                         link->first->source, link->first->target, link->bytes / link->ns,
                         link->usual);
}

static void
name_ends (LscFinding *row, const LscDigestLink *link)
{
  gint64 ends[] = { MIN (link->source, link->target), MAX (link->source, link->target) };

  g_array_set_size (row->ranks, 0);
  g_array_append_vals (row->ranks, ends, 2);
}

static void
show_link (LscFinding *row, const LscJudge *self, const Link *link)
{
  const LscRankDigest *digest = self->ranks[link->rank].digest;
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);

  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = link->first->begin_ns,
    .end_ns = link->first->end_ns,
    .slice = LSC_SLICE_NONE,
    .name = g_strdup (lsc_rank_digest_text (digest, link->first->group)),
    .is_title = TRUE,
    .text = lsc_phrase_new_text (N_ ("The longest transfer on it")),
  };
  g_ptr_array_add (row->places, place);
}

/* What a step would be shorter by: the part of what the rank at the link moves, and nothing hides,
 * that is more than usual. The others of its group wait meanwhile. */
static void
add_link (LscJudge *self, const Link *link)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  LscJudgedRank *rank = &self->ranks[link->rank];
  double excess_ns = link->ns - link->bytes / link->usual;
  LscFinding *row;

  rank->slow_link_ns = MIN (excess_ns / (double) MAX (rank->digest->counted.n, 1),
                            rank->ns[LSC_LOSS_TRANSFER] * excess_ns / link->ns);
  lost_ns[link->rank] = rank->slow_link_ns;
  row = _lsc_judge_add (self, (LscFound){
                                  .rule = LSC_RULE_SLOW_LINK,
                                  .lost_ns = lost_ns,
                                  .gain_ns = _lsc_judge_gain (self, lost_ns),
                                  .text = say_link (link),
                                  .remedy = lsc_phrase_new_text (
                                      N_ ("Look at the link: cable, port, driver, or other "
                                          "traffic on it.")),
                              });
  name_ends (row, link->first);
  show_link (row, self, link);
}

/** slow_link: slower than others of the same transport, for sizes alike. */
void
_lsc_rule_slow_link (LscJudge *self, LscRule rule)
{
  g_autoptr (GArray) links = list_links (self);
  Link *worst = find_slowest (links);

  if (worst)
    add_link (self, worst);
}
