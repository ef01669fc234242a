/* lsc-stretch.c - which events of a recording belong together in time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-stretch.h"

/* A clock that was not set, or a field that was not filled, puts an event decades away from all
 * others. One such event must not stretch a picture or make idle time of half a century, and no
 * real event may ever be taken for one: a recording idles for minutes, holds steps that are hours
 * apart, or only a handful of events. So an event is a stray one only when all of this holds:
 *
 * 1. Its begin or its end is far away. Begins and ends that are no more than an hour apart form a
 *    cluster, whatever lane they are of. A cluster is far from the others when between them lies
 *    more than an hour and more than a hundred times what the others cover.
 * 2. Its cluster is small: it holds at most three events, such as a mark, the call in it and what
 *    that ran on the device, or at most 1 % of all.
 * 3. All that are so come to at most a tenth of the events and at most a hundred. More than that is
 *    no accident but how the recording is.
 *
 * Clusters that are not small always belong together, however far apart; small ones near to them
 * join, and what they join covers more, until none is near.
 *
 * A begin of exactly 0 is a time that nobody set once most events begin after the year 1970. Such
 * events are stray ones too, however many, as long as they are fewer than the others.
 *
 * Example. 1,000 events cover 0 s to 10 s of a recording of today, one lies 20 min later, one 2 h
 * later, one begins at 0 and one in 56 years. The first of the four belongs to the others: less
 * than an hour. Now they cover 1,210 s, so the second does as well: 2 h are less than 121,000 s.
 * Together they cover 2 h, and the other two are stray events. */

#define FAR_TIMES 100
#define FEW 3
#define FEW_PERCENT 1
#define MOST_PERCENT 10
#define MOST_STRAYS 100
#define YEAR_NS (G_GINT64_CONSTANT (365) * 86400 * 1000000000)

/** Stretches that lie no further apart than the reach. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gsize n;
  gsize first; /* stretches [first, last) */
  gsize last;
  gboolean belongs;
} Cluster;

LSC_DEFINE_ARRAY (Clusters, clusters, Cluster)

/** Returns: ns from one time to another that is not earlier, without overflow */
guint64
lsc_time_distance (gint64 from_ns, gint64 to_ns)
{
  return (guint64) to_ns - (guint64) from_ns;
}

/**
 * lsc_time_is_near:
 * @others: what other events cover
 *
 * Returns: whether events at @when are not far from the others, rule 1 above
 */
gboolean
lsc_time_is_near (const LscInterval *when, const LscInterval *others)
{
  guint64 length = lsc_time_distance (others->begin_ns, others->end_ns), distance = 0;

  if (when->begin_ns > others->end_ns)
    distance = lsc_time_distance (others->end_ns, when->begin_ns);
  else if (when->end_ns < others->begin_ns)
    distance = lsc_time_distance (when->end_ns, others->begin_ns);
  return distance <= LSC_STRETCH_REACH_NS || distance / FAR_TIMES <= length;
}

/**
 * lsc_stretches_add_event:
 * @list, @index: the event; those of a list come in any order
 * @end_ns: not before @begin_ns
 *
 * Adds an event, to the last stretch when it is of the same list and near.
 *
 * Cost: O(1).
 */
void
lsc_stretches_add_event (
    LscStretches *self, guint32 list, guint32 index, gint64 begin_ns, gint64 end_ns)
{
  LscStretch *last = self->n > 0 ? &self->items[self->n - 1] : NULL;
  LscStretch event = { begin_ns,     end_ns,         .n = 1,
                       .list = list, .first = index, .is_unset = begin_ns == 0 };

  if (lsc_time_distance (begin_ns, end_ns) > LSC_STRETCH_REACH_NS)
    {
      LscStretch end = { end_ns, end_ns, .n = 1, .list = list, .first = index, .is_end = TRUE };

      event.end_ns = begin_ns;
      lsc_stretches_append (self, event);
      lsc_stretches_append (self, end);
    }
  else if (last && last->list == list && !last->is_end && last->is_unset == event.is_unset &&
           lsc_time_distance (MIN (last->begin_ns, begin_ns), MAX (last->end_ns, end_ns)) <=
               LSC_STRETCH_REACH_NS)
    {
      last->begin_ns = MIN (last->begin_ns, begin_ns);
      last->end_ns = MAX (last->end_ns, end_ns);
      last->n++;
    }
  else
    lsc_stretches_append (self, event);
}

static int
compare_stretches (gconstpointer a, gconstpointer b)
{
  const LscStretch *x = a, *y = b;

  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  if (x->list != y->list)
    return x->list < y->list ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/* Stretches by begin to clusters; those that are stray already are left out. */
static void
find_clusters (const LscStretches *self, Clusters *out)
{
  out->n = 0;
  for (gsize i = 0; i < self->n; i++)
    {
      const LscStretch *stretch = &self->items[i];
      Cluster *last = out->n > 0 ? &out->items[out->n - 1] : NULL;

      if (stretch->is_stray)
        continue;
      if (!last || (stretch->begin_ns > last->end_ns &&
                    lsc_time_distance (last->end_ns, stretch->begin_ns) > LSC_STRETCH_REACH_NS))
        {
          last = clusters_add (out);
          *last = (Cluster){ stretch->begin_ns, stretch->end_ns, 0, i, i, FALSE };
        }
      last->end_ns = MAX (last->end_ns, stretch->end_ns);
      last->n += stretch->n;
      last->last = i + 1;
    }
}

/* Events that begin at exactly 0 are stray ones when more others begin after 1970. */
static void
leave_out_unset (LscStretches *self)
{
  gsize n_unset = 0, n_dated = 0;

  for (gsize i = 0; i < self->n; i++)
    if (self->items[i].is_unset)
      n_unset += self->items[i].n;
    else if (self->items[i].begin_ns > YEAR_NS)
      n_dated += self->items[i].n;
  for (gsize i = 0; i < self->n; i++)
    self->items[i].is_stray = self->items[i].is_unset && n_unset < n_dated;
}

/* Adds a cluster to what belongs together. */
static void
join (Cluster *cluster, LscInterval *hull, gboolean *has_any)
{
  cluster->belongs = TRUE;
  hull->begin_ns = *has_any ? MIN (hull->begin_ns, cluster->begin_ns) : cluster->begin_ns;
  hull->end_ns = *has_any ? MAX (hull->end_ns, cluster->end_ns) : cluster->end_ns;
  *has_any = TRUE;
}

static gboolean
is_near (const Cluster *cluster, const LscInterval *hull)
{
  return lsc_time_is_near (&(LscInterval){ cluster->begin_ns, cluster->end_ns }, hull);
}

/* Outwards from what belongs together on both sides; each cluster is looked at once or twice. */
static void
join_near (Clusters *clusters, LscInterval *hull)
{
  gboolean has_any = TRUE, has_grown = TRUE;
  gsize low = 0, high = clusters->n;

  while (low < clusters->n && clusters->items[low].begin_ns < hull->begin_ns)
    low++;
  while (high > 0 && clusters->items[high - 1].end_ns > hull->end_ns)
    high--;
  for (gsize i = low; i < high; i++)
    clusters->items[i].belongs = TRUE;
  while (has_grown)
    {
      has_grown = FALSE;
      while (low > 0 && is_near (&clusters->items[low - 1], hull))
        {
          join (&clusters->items[--low], hull, &has_any);
          has_grown = TRUE;
        }
      while (high < clusters->n && is_near (&clusters->items[high], hull))
        {
          join (&clusters->items[high++], hull, &has_any);
          has_grown = TRUE;
        }
    }
}

/* Rules 1 to 3 of the head. Returns whether some cluster does not belong to the others. */
static gboolean
choose_clusters (Clusters *clusters, LscInterval *hull)
{
  gsize n_all = 0, n_strays = 0;
  gboolean has_any = FALSE;

  for (gsize i = 0; i < clusters->n; i++)
    n_all += clusters->items[i].n;
  for (gsize i = 0; i < clusters->n; i++)
    if (clusters->items[i].n > MAX (FEW, n_all * FEW_PERCENT / 100))
      join (&clusters->items[i], hull, &has_any);
  if (has_any)
    join_near (clusters, hull);
  for (gsize i = 0; i < clusters->n; i++)
    n_strays += clusters->items[i].belongs ? 0 : clusters->items[i].n;
  if (has_any && n_strays <= MOST_STRAYS && n_strays <= n_all * MOST_PERCENT / 100)
    return n_strays > 0;
  for (gsize i = 0; i < clusters->n; i++)
    join (&clusters->items[i], hull, &has_any);
  return FALSE;
}

/**
 * lsc_stretches_find_main:
 * @self: in any order; is sorted by time, and its stray ones are marked
 * @main_out: (out): what the others cover; not set when there are no stretches
 *
 * Tells stray events from those that belong together, see the head of this file.
 *
 * Cost: O(n log n) of stretches, of which there are few when events come in order of time.
 *
 * Returns: whether there are stray events
 */
gboolean
lsc_stretches_find_main (LscStretches *self, LscInterval *main_out)
{
  Clusters clusters = { 0 };
  gboolean has_strays = FALSE;

  if (self->n == 0)
    return FALSE;
  qsort (self->items, self->n, sizeof *self->items, compare_stretches);
  leave_out_unset (self);
  find_clusters (self, &clusters);
  choose_clusters (&clusters, main_out);
  for (gsize i = 0; i < clusters.n; i++)
    for (gsize k = clusters.items[i].first; k < clusters.items[i].last; k++)
      self->items[k].is_stray = self->items[k].is_stray || !clusters.items[i].belongs;
  for (gsize i = 0; i < self->n && !has_strays; i++)
    has_strays = self->items[i].is_stray;
  clusters_clear (&clusters);
  return has_strays;
}
