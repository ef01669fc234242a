/* lsc-stretch.c - which events of a recording belong together in time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/extent/lsc-stretch.h"
#include "base/lsc-sort.h"

/* A clock that was not set, or a field that was not filled, puts an event decades away from all
 * others. One such event must not stretch a picture or make idle time of half a century, and no
 * real event may ever be taken for one: a recording idles for minutes, holds steps that are hours
 * apart, or only a handful of events. But no recording idles for a month: what lies so far apart
 * was recorded at different times, or by clocks that have nothing to do with each other. So events
 * are stray ones when this holds:
 *
 * 1. Their begin or their end is far away. Begins and ends that are no more than an hour apart form
 *    a cluster, whatever lane they are of. A cluster is far from the others when between them lies
 *    more than an hour and more than a hundred times what the others cover.
 * 2. More than 30 days lie between them and the others, however many they are. The others are the
 *    part with the most events of the device, without which nothing can be said of it; of parts
 *    with equally many the one with the most events, then the first. A part that is small by the
 *    next rule is no choice, and without a choice all are one part. So they are when all of the
 *    device lies in parts of its own and either it or the host lies before 1971: one of the two
 *    clocks counts from the start of the machine, and neither is wrong.
 * 3. Or, nearer than that, their cluster is small: it holds at most three events, such as a mark,
 *    the call in it and what that ran on the device, or at most 1 % of all.
 * 4. All that are so by rule 3 come to at most a tenth of the events and at most a hundred. More
 *    than that is no accident but how the recording is.
 *
 * Clusters of a part that are not small always belong together, however far apart; those near to
 * them join, and what they join covers more, until none is near.
 *
 * A begin of exactly 0 is a time that nobody set once most events begin after the year 1970. Such
 * events are stray ones too, however many, as long as they are fewer than the others. They never
 * make a part the choice.
 *
 * Example. 1,000 events cover 0 s to 10 s of a recording of today, one lies 20 min later, one 2 h
 * later, one begins at 0, one in 56 years, and 400 marks lie 5 months later. The first of the four
 * belongs to the 1,000: less than an hour. Now they cover 1,210 s, so the second does as well: 2 h
 * are less than 121,000 s. Together they cover 2 h; the other two and all marks are stray events.
 */

#define FAR_TIMES 100
#define FEW 3
#define FEW_PERCENT 1
#define MOST_PERCENT 10
#define MOST_STRAYS 100
#define DAY_NS (G_GINT64_CONSTANT (86400) * 1000000000)
#define ABSURD_NS (30 * DAY_NS)
#define YEAR_NS (365 * DAY_NS)

/**
 * Cluster: stretches that lie no further apart than the reach
 * @n_set: events that do not begin at exactly 0
 * @n_device: those of them that are of the device
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gsize n;
  gsize n_set;
  gsize n_device;
  gsize first; /* stretches [first, last) */
  gsize last;
  gboolean belongs;
} Cluster;

LSC_DEFINE_ARRAY (Clusters, clusters, Cluster)

/** Clusters [first, last) of which none lies absurdly far from the one before. */
typedef struct
{
  gsize first;
  gsize last;
  gsize n;
  gsize n_set;
  gsize n_device;
} Part;

/** Returns: ns from one time to another that is not earlier, without overflow */
guint64
lsc_time_distance (gint64 from_ns, gint64 to_ns)
{
  return (guint64) to_ns - (guint64) from_ns;
}

/* From events to others, 0 when they overlap. */
static guint64
distance_to (const LscInterval *when, const LscInterval *others)
{
  if (when->begin_ns > others->end_ns)
    return lsc_time_distance (others->end_ns, when->begin_ns);
  return when->end_ns < others->begin_ns ? lsc_time_distance (when->end_ns, others->begin_ns) : 0;
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
  guint64 distance = distance_to (when, others);

  return distance <= LSC_STRETCH_REACH_NS ||
         distance / FAR_TIMES <= lsc_time_distance (others->begin_ns, others->end_ns);
}

/**
 * lsc_time_is_absurd:
 * @others: what other events cover
 *
 * Returns: whether events at @when, however many, do not belong to the others, rule 2 above
 */
gboolean
lsc_time_is_absurd (const LscInterval *when, const LscInterval *others)
{
  return distance_to (when, others) > ABSURD_NS && !lsc_time_is_near (when, others);
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
lsc_stretches_add_event (LscStretches *self, guint32 list, guint32 index, gint64 begin_ns,
                         gint64 end_ns)
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

  LSC_RETURN_ORDER (x->begin_ns, y->begin_ns);
  LSC_RETURN_ORDER (x->list, y->list);
  return LSC_ORDER (x->first, y->first);
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
          *last = (Cluster){ .begin_ns = stretch->begin_ns, .end_ns = stretch->end_ns, .first = i };
        }
      last->end_ns = MAX (last->end_ns, stretch->end_ns);
      last->n += stretch->n;
      last->n_set += stretch->is_unset ? 0 : stretch->n;
      last->n_device += stretch->is_unset || !stretch->is_device ? 0 : stretch->n;
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

static gsize
get_few (gsize n_all)
{
  return MAX (FEW, n_all * FEW_PERCENT / 100);
}

enum
{
  KIND_HOST = 1,
  KIND_DEVICE = 2,
};

/* Bits of the kinds of events that lie before and after the year 1970. */
typedef struct
{
  guint before;
  guint after;
} Clocks;

static void
note_clock (Clocks *self, const Part *part, gint64 begin_ns)
{
  guint *kinds = begin_ns > YEAR_NS ? &self->after : &self->before;

  if (part->n_device > 0)
    *kinds |= KIND_DEVICE;
  if (part->n_device < part->n_set)
    *kinds |= KIND_HOST;
}

static gboolean
are_two_clocks (const Clocks *self)
{
  return (self->before == KIND_HOST && self->after == KIND_DEVICE) ||
         (self->before == KIND_DEVICE && self->after == KIND_HOST);
}

static Part
find_part (const Clusters *clusters, gsize first)
{
  Part part = { .first = first, .last = first };

  do
    {
      part.n += clusters->items[part.last].n;
      part.n_set += clusters->items[part.last].n_set;
      part.n_device += clusters->items[part.last].n_device;
      part.last++;
    }
  while (part.last < clusters->n &&
         lsc_time_distance (clusters->items[part.last - 1].end_ns,
                            clusters->items[part.last].begin_ns) <= ABSURD_NS);
  return part;
}

/* Rule 2 of the head. */
static Part
choose_part (const Clusters *clusters)
{
  Part all = { .last = clusters->n }, best = { 0 }, part;
  Clocks clocks = { 0 };

  for (gsize i = 0; i < clusters->n; i++)
    all.n += clusters->items[i].n;
  for (gsize i = 0; i < clusters->n; i = part.last)
    {
      part = find_part (clusters, i);
      if (part.n_set <= get_few (all.n))
        continue;
      note_clock (&clocks, &part, clusters->items[i].begin_ns);
      if (best.last == 0 || part.n_device > best.n_device ||
          (part.n_device == best.n_device && part.n_set > best.n_set))
        best = part;
    }
  return best.last > 0 && !are_two_clocks (&clocks) ? best : all;
}

/* Rules 3 and 4 of the head, in a part; then what is near to it joins. */
static void
choose_clusters (Clusters *clusters, const Part *part, LscInterval *hull)
{
  gsize n_strays = 0;
  gboolean has_any = FALSE;

  for (gsize i = part->first; i < part->last; i++)
    if (clusters->items[i].n > get_few (part->n))
      join (&clusters->items[i], hull, &has_any);
  if (has_any)
    join_near (clusters, hull);
  for (gsize i = part->first; i < part->last; i++)
    n_strays += clusters->items[i].belongs ? 0 : clusters->items[i].n;
  if (has_any && n_strays <= MOST_STRAYS && n_strays <= part->n * MOST_PERCENT / 100)
    return;
  for (gsize i = part->first; i < part->last; i++)
    join (&clusters->items[i], hull, &has_any);
  join_near (clusters, hull);
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
  Part part;

  g_return_val_if_fail (self, FALSE);
  if (self->n == 0)
    return FALSE;
  qsort (self->items, self->n, sizeof *self->items, compare_stretches);
  leave_out_unset (self);
  find_clusters (self, &clusters);
  part = choose_part (&clusters);
  choose_clusters (&clusters, &part, main_out);
  for (gsize i = 0; i < clusters.n; i++)
    for (gsize k = clusters.items[i].first; k < clusters.items[i].last; k++)
      self->items[k].is_stray = self->items[k].is_stray || !clusters.items[i].belongs;
  for (gsize i = 0; i < self->n && !has_strays; i++)
    has_strays = self->items[i].is_stray;
  clusters_clear (&clusters);
  return has_strays;
}
