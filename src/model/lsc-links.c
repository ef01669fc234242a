/* lsc-links.c - directed connections between slices, followed both ways
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-links.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-phrase.h"
#include "base/lsc-sort.h"

/* Both orders come from counting: links arrive in a few rising runs of one kind each, so that
 * counters and places are walked, not jumped about in. Numbers of slices much larger than the
 * number of links go through the general sort. */

#define MOST_COUNTERS_PER_LINK 8
#define COUNTERS_ALWAYS 65536

/* What is known of links before they are sorted by one of their ends, then kind. */
typedef struct
{
  gboolean is_sorted;
  guint32 least;
  guint32 most;
  guint32 kinds; /* bits */
} Survey;

static inline guint32
end_of (const LscLink *link, gboolean by_to)
{
  return by_to ? link->to : link->from;
}

G_STATIC_ASSERT (LSC_LINK_N_KINDS <= 8); /* three bits in the keys below */

static gint64
key_from (gsize index, gconstpointer data)
{
  const LscLink *links = data;

  /* With the kind in the key, links of one slice stand by kind without a second sort. */
  return (gint64) links[index].from << 3 | links[index].kind;
}

static gint64
key_to (gsize index, gconstpointer data)
{
  const LscLink *links = data;

  return (gint64) links[index].to << 3 | links[index].kind;
}

static Survey
survey (const LscLink *links, gsize n, gboolean by_to)
{
  Survey self = { TRUE, G_MAXUINT32, 0, 0 };
  gint64 last = G_MININT64;

  for (gsize i = 0; i < n; i++)
    {
      gint64 key = by_to ? key_to (i, links) : key_from (i, links);
      guint32 end = end_of (&links[i], by_to);

      self.is_sorted &= key >= last;
      last = key;
      self.least = MIN (self.least, end);
      self.most = MAX (self.most, end);
      self.kinds |= 1u << (links[i].kind & 31);
    }
  return self;
}

static gboolean
can_count (const Survey *self, gsize n)
{
  return n < G_MAXUINT32 && self->kinds < 1u << LSC_LINK_N_KINDS &&
         self->most - self->least < MOST_COUNTERS_PER_LINK * (guint64) n + COUNTERS_ALWAYS;
}

/* Where the links of each slice from the least on begin. */
static guint32 *
count_begins (const Survey *self, const LscLink *links, gsize n, gboolean by_to)
{
  gsize span = (gsize) (self->most - self->least) + 1;
  guint32 *begins = g_new0 (guint32, span + 1);

  for (gsize i = 0; i < n; i++)
    begins[end_of (&links[i], by_to) - self->least + 1]++;
  for (gsize id = 0; id < span; id++)
    begins[id + 1] += begins[id];
  g_assert (begins[span] == n);
  return begins;
}

static guint32 *
count_order (const Survey *self, const LscLink *links, gsize n, gboolean by_to)
{
  g_autofree guint32 *next = count_begins (self, links, n, by_to);
  guint32 *order = lsc_array_alloc (n, sizeof *order);

  for (guint32 kind = 0; kind < LSC_LINK_N_KINDS; kind++)
    for (gsize i = 0; self->kinds >> kind & 1 && i < n; i++)
      /* A pass for each kind keeps the counting sort stable by kind with one array of counters. */
      if (links[i].kind == kind)
        order[next[end_of (&links[i], by_to) - self->least]++] = (guint32) i;
  g_assert (next[self->most - self->least] == n);
  return order;
}

static void
sort_by_from (LscLinkList *list)
{
  Survey found = survey (list->items, list->n, FALSE);
  g_autofree guint32 *order = NULL;
  LscLink *sorted;

  if (found.is_sorted)
    return;
  order = can_count (&found, list->n) ? count_order (&found, list->items, list->n, FALSE)
                                      : lsc_sort_order (list->n, key_from, list->items);
  sorted = lsc_array_alloc (list->n, sizeof *sorted);
  for (gsize i = 0; i < list->n; i++)
    sorted[i] = list->items[order[i]];
  g_free (list->items);
  list->items = sorted;
  list->capacity = list->n;
}

static guint32 *
order_by_to (const LscLink *links, gsize n)
{
  Survey found = survey (links, n, TRUE);

  return !found.is_sorted && can_count (&found, n) ? count_order (&found, links, n, TRUE)
                                                   : lsc_sort_indexes (n, key_to, NULL, links);
}

/**
 * lsc_links_seal:
 * @self: links, perhaps sealed before
 * @list: (nullable): what to add, in any order; emptied
 *
 * Makes the links ready to be found. Links of one slice and kind keep the order of @list.
 *
 * Cost: O(n); meanwhile as much memory again as the links take, and four bytes for each link
 * and for each slice between the first and the last one linked.
 */
void
lsc_links_seal (LscLinks *self, LscLinkList *list)
{
  LscLinkList all = { self->items, self->n, self->n };

  g_return_if_fail (self);
  if (!list || list->n == 0)
    return;
  /* The usual case: the list itself becomes the links, without a copy. */
  if (self->n == 0)
    {
      g_free (self->items);
      all = *list;
      *list = (LscLinkList){ 0 };
    }
  for (gsize i = 0; i < list->n; i++)
    lsc_link_list_append (&all, list->items[i]);
  lsc_link_list_clear (list);
  g_free (self->by_to);

  g_assert (all.n >= self->n);
  sort_by_from (&all);
  self->n = all.n;
  self->items = g_renew (LscLink, all.items, all.n);
  self->by_to = order_by_to (self->items, self->n);
}

void
lsc_links_clear (LscLinks *self)
{
  g_return_if_fail (self);
  g_free (self->items);
  g_free (self->by_to);
  *self = (LscLinks){ 0 };
}

static inline guint32
get_end (const LscLinks *self, gsize index, gboolean by_to)
{
  return end_of (&self->items[by_to ? self->by_to[index] : index], by_to);
}

/* So many are counted one by one. */
#define MOST_LINKS 4

/* How many links from @low on have @id at their end. */
static gsize
count_equal (const LscLinks *self, guint32 id, gboolean by_to, gsize low)
{
  gsize first = low, step = 1, high;

  /* Most slices have a link or two, each a miss of the cache: none is read twice. */
  for (; low < self->n && low < first + MOST_LINKS; low++)
    if (get_end (self, low, by_to) != id)
      return low - first;
  while (step < self->n - low && get_end (self, low + step - 1, by_to) == id)
    {
      low += step;
      step *= 2;
    }
  high = MIN (low + step, self->n);
  return LSC_BISECT (i, low, high, get_end (self, i, by_to) == id) - first;
}

/* As lsc_links_find_from(), or lsc_links_find_to() when @by_to. */
static gsize
find (const LscLinks *self, guint32 id, gboolean by_to, gsize *first)
{
  *first = LSC_BISECT (i, 0, self->n, get_end (self, i, by_to) < id);
  return count_equal (self, id, by_to, *first);
}

/**
 * lsc_links_find_from:
 * @id: a slice
 * @first: (out): index in items of its first link
 *
 * Cost: O(log n).
 *
 * Returns: how many links lead away from it; they stand together, by kind
 */
gsize
lsc_links_find_from (const LscLinks *self, guint32 id, gsize *first)
{
  return find (self, id, FALSE, first);
}

/**
 * lsc_links_find_to:
 * @id: a slice
 * @first: (out): for lsc_links_get_to()
 *
 * Cost: O(log n).
 *
 * Returns: how many links lead to it; they stand together, by kind
 */
gsize
lsc_links_find_to (const LscLinks *self, guint32 id, gsize *first)
{
  return find (self, id, TRUE, first);
}

/**
 * lsc_links_find_to_near:
 * @hint: (inout): where the link of a neighbour was; 0 to begin with
 * @first: (out): for lsc_links_get_to()
 *
 * The same for one who asks for slices more or less in their order, such as those of a stream.
 *
 * Cost: O(log d), d the links between this one and the last.
 *
 * Returns: how many links lead to it; they stand together, by kind
 */
gsize
lsc_links_find_to_near (const LscLinks *self, guint32 id, gsize *hint, gsize *first)
{
  gsize low = MIN (*hint, self->n), high = low;

  for (gsize step = 1; low > 0 && get_end (self, low - 1, TRUE) >= id; step *= 2)
    {
      high = low;
      low -= MIN (step, low);
    }
  for (gsize step = 1; high < self->n && get_end (self, high, TRUE) < id; step *= 2)
    {
      low = high;
      high += MIN (step, self->n - high);
    }
  *hint = *first = LSC_BISECT (i, low, high, get_end (self, i, TRUE) < id);
  return count_equal (self, id, TRUE, *first);
}

/**
 * lsc_links_get_to:
 * @index: position in the order of targets, see lsc_links_find_to()
 *
 * Returns: (transfer none): the link
 */
const LscLink *
lsc_links_get_to (const LscLinks *self, gsize index)
{
  return &self->items[self->by_to[index]];
}

static const LscWord kind_words[LSC_LINK_N_KINDS] = {
  [LSC_LINK_MSTX] = { "MsTx", N_ ("Mark on the device") },
  [LSC_LINK_OP_LAUNCH] = { "op_launch", N_ ("Op to launch") },
  [LSC_LINK_LAUNCH] = { "HostToDevice", N_ ("Launch to device") },
  [LSC_LINK_OP_DEVICE] = { "async_npu", N_ ("Op to device") },
  [LSC_LINK_QUEUE] = { "async_task_queue", N_ ("Enqueue to dequeue") },
  [LSC_LINK_FWD_BWD] = { "fwdbwd", N_ ("Forward to backward") },
  [LSC_LINK_COMM_TASK] = { "communication_task", N_ ("Communication to its task") },
  [LSC_LINK_STEP] = { "step", N_ ("Step of the host to the device") },
};

/**
 * lsc_link_kind_name:
 *
 * Returns: (transfer none): the stable, untranslated name of a #LscLinkKind, as traces call it
 */
const char *
lsc_link_kind_name (guint32 kind)
{
  return kind < LSC_LINK_N_KINDS ? kind_words[kind].key : "unknown";
}

/**
 * lsc_link_kind_title:
 *
 * Returns: (transfer none): the translated name of a #LscLinkKind
 */
const char *
lsc_link_kind_title (guint32 kind)
{
  return kind < LSC_LINK_N_KINDS ? _ (kind_words[kind].title) : _ ("Unknown link");
}
