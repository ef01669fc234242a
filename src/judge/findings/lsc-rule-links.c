/* lsc-rule-links.c - links that are slower than others of their kind
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"
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
  gboolean is_slow;
} Link;

LSC_DEFINE_ARRAY (Links, links, Link)

static gboolean
is_same (const LscDigestLink *a, const LscDigestLink *b)
{
  return a->source == b->source && a->target == b->target && a->transport == b->transport &&
         a->link == b->link && a->magnitude == b->magnitude;
}

static inline guint64
hash_link (const Link *link)
{
  guint64 hash =
      lsc_hash_mix (lsc_hash_mix (0, (guint64) link->first->source), (guint64) link->first->target);

  hash = lsc_hash_mix (lsc_hash_mix (hash, link->first->transport), link->first->link);
  return lsc_hash_mix (hash, link->first->magnitude);
}

static inline gboolean
are_one (const Link *a, const Link *b)
{
  return is_same (a->first, b->first);
}

LSC_DEFINE_HASH (index, Link, hash_link, are_one)

static void
take_link (Links *links, LscHash *index, const LscDigestLink *link, gsize rank)
{
  Link sum = { link, rank, (double) link->bytes, (double) link->ns, 0, FALSE };
  guint32 known = index_find (index, links->items, &sum);

  if (known == LSC_HASH_NONE)
    {
      index_put (index, links->items, &sum, (guint32) links->n);
      links_append (links, sum);
      return;
    }
  links->items[known].bytes += sum.bytes;
  links->items[known].ns += sum.ns;
}

/* Of how many messages a sum is made its exporter does not say: a small one tells of latency. */
#define LEAST_SUM_BYTES 1000000

static void
list_links (const LscJudge *self, Links *links)
{
  LscHash index = { 0 };

  for (gsize i = 0; i < self->n; i++)
    for (gsize k = 0; k < self->ranks[i].digest->links.n; k++)
      {
        const LscDigestLink *link = &self->ranks[i].digest->links.items[k];

        if (link->n > 0 || link->bytes >= LEAST_SUM_BYTES)
          take_link (links, &index, link, i);
      }
  lsc_hash_clear (&index);
}

static int
compare_kinds (gconstpointer a, gconstpointer b)
{
  const LscDigestLink *x = (*(const Link *const *) a)->first;
  const LscDigestLink *y = (*(const Link *const *) b)->first;

  LSC_RETURN_ORDER (x->transport, y->transport);
  LSC_RETURN_ORDER (x->link, y->link);
  return LSC_ORDER (x->magnitude, y->magnitude);
}

/* Which of the links of the same transport and sizes are slower than the others. */
static void
judge_kind (Link **kind, gsize n, double *speeds)
{
  double usual, deviation;

  if (n < LEAST_LINKS)
    return;
  for (gsize i = 0; i < n; i++)
    speeds[i] = kind[i]->bytes / kind[i]->ns;
  usual = lsc_median_mean_double (speeds, n);
  for (gsize i = 0; i < n; i++)
    speeds[i] = ABS (speeds[i] - usual);
  deviation = MAX (NORMAL * lsc_median_mean_double (speeds, n), LEAST_DEVIATION * usual);
  for (gsize i = 0; i < n; i++)
    {
      double own = kind[i]->bytes / kind[i]->ns;

      kind[i]->usual = usual;
      kind[i]->is_slow = own < SLOW_SHARE * usual && usual - own > SLOW_DEVIATIONS * deviation;
    }
}

static void
judge_links (Links *links)
{
  g_autofree Link **kinds = g_new (Link *, links->n + 1);
  g_autofree double *speeds = g_new (double, links->n + 1);
  gsize end;

  for (gsize i = 0; i < links->n; i++)
    kinds[i] = &links->items[i];
  if (links->n > 1)
    qsort (kinds, links->n, sizeof *kinds, compare_kinds);
  for (gsize begin = 0; begin < links->n; begin = end)
    {
      for (end = begin + 1; end < links->n && compare_kinds (&kinds[begin], &kinds[end]) == 0;)
        end++;
      judge_kind (&kinds[begin], end - begin, speeds);
    }
}

/* Of several that cost as much the first. */
static const Link *
find_slowest (const Links *links)
{
  const Link *worst = NULL;
  double most_ns = 0;

  for (gsize i = 0; i < links->n; i++)
    {
      const Link *link = &links->items[i];

      if (!link->is_slow || link->ns - link->bytes / link->usual <= most_ns)
        continue;
      most_ns = link->ns - link->bytes / link->usual;
      worst = link;
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
  LscEvidencePlace *place;

  if (link->first->n == 0) /* summed up by the exporter: there is no task to show */
    return;
  place = g_new0 (LscEvidencePlace, 1);
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
  Links links = { 0 };
  const Link *worst;

  list_links (self, &links);
  judge_links (&links);
  worst = find_slowest (&links);
  if (worst)
    add_link (self, worst);
  links_clear (&links);
}
