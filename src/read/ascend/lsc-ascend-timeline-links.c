/* lsc-ascend-timeline-links.c - which slice of a database caused which
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include <string.h>

/* A connection id is resolved by what it is found on: a call of CANN makes it a launch, two rows of
 * the task queue make it a hand-over, two ops make it forward and backward. The number itself says
 * nothing: older files count them all from the same start (formats.md#ids). */

/* ---- from connection to slice ---- */

/* The first slice with a connection. Connections of the exporter lie close together in a few ranges
 * far apart (queue rows have their own), so pages of a plain array hold them; ids strewn about go
 * to a hash table. */

#define PAGE_BITS 15
#define PAGE_SIZE ((gsize) 1 << PAGE_BITS)
#define N_PAGES ((gsize) 1 << (32 - PAGE_BITS))
#define NO_PAGE G_MAXUINT32
/* Pages may hold this many times as many places as there are keys. */
#define SPARSE_FACTOR 8
#define SPARSE_ALWAYS (16 * PAGE_SIZE)

/* The keys a map will hold. */
typedef struct
{
  gsize n;
  gsize n_pages;
  guint32 last_page;
  guint32 *pages; /* N_PAGES items: number of a page in use, NO_PAGE */
} Keys;

typedef struct
{
  guint32 key;
  guint32 value;
} Entry;

LSC_DEFINE_ARRAY (Entries, entries, Entry)

static inline guint64
hash_entry (const Entry *entry)
{
  return lsc_hash_mix (0, entry->key);
}

static inline gboolean
is_same_entry (const Entry *a, const Entry *b)
{
  return a->key == b->key;
}

LSC_DEFINE_HASH (index, Entry, hash_entry, is_same_entry)

typedef struct
{
  guint32 *pages; /* N_PAGES items: where a page begins in places, by PAGE_SIZE */
  guint32 *places;
  Entries entries; /* where there are no pages */
  LscHash index;
} Map;

static void
keys_clear (Keys *self)
{
  g_free (self->pages);
  memset (self, 0, sizeof *self);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Keys, keys_clear)

static void
keys_add_page (Keys *self, guint32 page)
{
  if (!self->pages)
    {
      self->pages = g_new (guint32, N_PAGES);
      memset (self->pages, 0xff, N_PAGES * sizeof *self->pages);
    }
  if (self->pages[page] == NO_PAGE)
    self->pages[page] = (guint32) self->n_pages++;
  self->last_page = page;
}

static inline void
keys_add (Keys *self, guint32 key)
{
  if (G_UNLIKELY (key >> PAGE_BITS != self->last_page || self->n == 0))
    keys_add_page (self, key >> PAGE_BITS);
  self->n++;
}

/* Empties @keys. */
static void
map_init (Map *self, Keys *keys)
{
  gsize n = keys->n;

  memset (self, 0, sizeof *self);
  if (n > 0 && keys->n_pages * PAGE_SIZE < SPARSE_FACTOR * n + SPARSE_ALWAYS)
    {
      self->pages = g_steal_pointer (&keys->pages);
      self->places = g_malloc_n (keys->n_pages * PAGE_SIZE, sizeof *self->places);
      memset (self->places, 0xff, keys->n_pages * PAGE_SIZE * sizeof *self->places);
    }
  else if (n > 0)
    entries_reserve (&self->entries, n);
  keys_clear (keys);
}

static void
map_clear (Map *self)
{
  g_free (self->pages);
  g_free (self->places);
  entries_clear (&self->entries);
  lsc_hash_clear (&self->index);
  memset (self, 0, sizeof *self);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Map, map_clear)

static inline gboolean
map_is_empty (const Map *self)
{
  return !self->pages && !self->entries.items;
}

/* LSC_SLICE_NONE if there is none. */
static inline guint32
map_get (const Map *self, guint32 key)
{
  Entry wanted = { key, LSC_SLICE_NONE };
  guint32 found;

  if (G_LIKELY (self->pages))
    {
      guint32 page = self->pages[key >> PAGE_BITS];

      return page != NO_PAGE ? self->places[page * PAGE_SIZE + key % PAGE_SIZE] : LSC_SLICE_NONE;
    }
  found = index_find (&self->index, self->entries.items, &wanted);
  return found != LSC_HASH_NONE ? self->entries.items[found].value : LSC_SLICE_NONE;
}

/* The place of @key, one of those the map was made for, until the next is asked for; LSC_SLICE_NONE
 * until something is put there. */
static inline guint32 *
map_place (Map *self, guint32 key)
{
  Entry wanted = { key, LSC_SLICE_NONE };
  guint32 found;

  if (G_LIKELY (self->pages))
    return &self->places[self->pages[key >> PAGE_BITS] * PAGE_SIZE + key % PAGE_SIZE];
  found = index_put (&self->index, self->entries.items, &wanted, (guint32) self->entries.n);
  if (found == self->entries.n)
    entries_append (&self->entries, wanted);
  return &self->entries.items[found].value;
}

/* ---- lanes ---- */

/* What is known of many slices that mostly follow each other. */
typedef struct
{
  const LscTimeline *timeline;
  const LscNode *node; /* the last one asked for */
} Finder;

static inline const LscNode *
node_of (Finder *self, guint32 id)
{
  const LscNode *node = self->node;

  if (G_UNLIKELY (!node || id < node->first_id || id - node->first_id >= node->lane->n))
    self->node = node =
        lsc_timeline_get_node (self->timeline, lsc_timeline_get_spot (self->timeline, id).node);
  return node;
}

static inline guint8
kind_of (Finder *self, guint32 id)
{
  const LscNode *node = node_of (self, id);

  return node->lane->kind[id - node->first_id];
}

static inline gint64
start_of (Finder *self, guint32 id)
{
  const LscNode *node = node_of (self, id);

  return node->lane->start_ns[id - node->first_id];
}

typedef struct
{
  gsize n;
  const guint32 *links;
  const LscInt64s *op_ids;
  guint32 first_id;
} Linked;

/* What the file said of a lane's slices; %FALSE for lanes without links. */
static gboolean
get_linked (LscAscendTimeline *self, gsize index, guint classes, Linked *out)
{
  LscRawLane *lane = self->lanes.items[index];
  const LscNode *node;

  if (!(classes & (1u << lane->class)) || !lane->links || lane->node == LSC_SLICE_NONE)
    return FALSE;
  node = lsc_timeline_get_node (self->timeline, lane->node);
  *out = (Linked){ node->lane->n, lane->links, &lane->op_ids, node->first_id };
  return TRUE;
}

/* The least slice of those classes for each connection. */
static void
index_lanes (LscAscendTimeline *self, guint classes, Map *map)
{
  g_auto (Keys) keys = { 0 };
  Linked lane;

  for (gsize k = 0; k < self->lanes.n; k++)
    if (get_linked (self, k, classes, &lane))
      for (gsize i = 0; i < lane.n; i++)
        if (lane.links[i] != LSC_SLICE_NONE)
          keys_add (&keys, lane.links[i]);
  map_init (map, &keys);
  for (gsize k = 0; k < self->lanes.n; k++)
    if (get_linked (self, k, classes, &lane))
      for (gsize i = 0; i < lane.n; i++)
        if (lane.links[i] != LSC_SLICE_NONE)
          {
            guint32 *place = map_place (map, lane.links[i]);

            *place = MIN (*place, lane.first_id + (guint32) i);
          }
}

static inline void
add_link (LscLinkList *links, guint32 from, guint32 to, LscLinkKind kind)
{
  lsc_link_list_append (links, (LscLink){ from, to, kind });
}

/* ---- ops ---- */

typedef struct
{
  LscAscendTimeline *whole;
  LscLinkList *links;
  Map launches; /* connection to call of CANN */
  Map ops;      /* list of connections to op */
  Map queue;    /* connection to the first enqueueing row with it */
  Finder ops_finder;
  Finder first_finder;
  Map pairs; /* connection that no call of CANN has, to the first op with it */
} Ops;

/* Keeps the earliest slice of a connection. */
static void
put_earliest (Ops *self, Map *map, guint32 real, guint32 op)
{
  guint32 *place = map_place (map, real);

  if (*place == LSC_SLICE_NONE ||
      (*place != op && start_of (&self->ops_finder, op) < start_of (&self->first_finder, *place)))
    *place = op;
}

static gboolean
is_of_queue (Ops *self, guint32 op)
{
  guint8 kind = kind_of (&self->ops_finder, op);

  return kind == LSC_SLICE_ENQUEUE || kind == LSC_SLICE_DEQUEUE;
}

/* Links ops to their launches. What is left of the pairs, which then hold slices in place of lists,
 * are rows of the task queue and ops that share a connection with others. */
static void
link_launches (Ops *self, Keys *queue, Keys *shared)
{
  LscIdPairs *pairs = &self->whole->pairs;
  gsize n = 0;

  for (gsize i = 0; i < pairs->n; i++)
    {
      LscIdPair pair = pairs->items[i];
      guint32 op = map_get (&self->ops, pair.local), launch;

      if (op == LSC_SLICE_NONE)
        continue;
      if (is_of_queue (self, op))
        keys_add (queue, pair.real);
      else if ((launch = map_get (&self->launches, pair.real)) != LSC_SLICE_NONE)
        {
          add_link (self->links, op, launch, LSC_LINK_OP_LAUNCH);
          continue;
        }
      else
        keys_add (shared, pair.real);
      pairs->items[n++] = (LscIdPair){ op, pair.real };
    }
  pairs->n = n;
}

static void
put_first (Ops *self, guint32 op, guint32 real)
{
  guint8 kind = kind_of (&self->ops_finder, op);

  if (kind == LSC_SLICE_ENQUEUE)
    put_earliest (self, &self->queue, real, op);
  else if (kind != LSC_SLICE_DEQUEUE)
    put_earliest (self, &self->pairs, real, op);
}

static void
link_to_first (Ops *self, guint32 op, guint32 real)
{
  guint8 kind = kind_of (&self->ops_finder, op);
  guint32 first;

  if (kind == LSC_SLICE_ENQUEUE)
    return;
  first = map_get (kind == LSC_SLICE_DEQUEUE ? &self->queue : &self->pairs, real);
  if (first != LSC_SLICE_NONE && first != op)
    add_link (self->links, first, op,
              kind == LSC_SLICE_DEQUEUE ? LSC_LINK_QUEUE : LSC_LINK_FWD_BWD);
}

/* Nothing depends on which row comes first. */
static void
link_ops (Ops *self)
{
  const LscIdPairs *pairs = &self->whole->pairs;
  g_auto (Keys) queue = { 0 }, shared = { 0 };

  link_launches (self, &queue, &shared);
  map_init (&self->queue, &queue);
  map_init (&self->pairs, &shared);
  for (gsize i = 0; i < pairs->n; i++)
    put_first (self, pairs->items[i].local, pairs->items[i].real);
  for (gsize i = 0; i < pairs->n; i++)
    link_to_first (self, pairs->items[i].local, pairs->items[i].real);
}

/* ---- device ---- */

/* Every device event hangs on the call that launched it, or on the op where no call is recorded. */
static void
link_device (Ops *self)
{
  guint classes = 1u << LSC_RAW_STREAM | 1u << LSC_RAW_COMM_GROUP;
  gboolean has_launches = !map_is_empty (&self->launches);
  LscAscendTimeline *whole = self->whole;
  Linked lane;

  for (gsize k = 0; k < whole->lanes.n; k++)
    {
      if (!get_linked (whole, k, classes, &lane))
        continue;
      for (gsize i = 0; i < lane.n; i++)
        {
          guint32 id = lane.first_id + (guint32) i, from = map_get (&self->launches, lane.links[i]);

          if (from != LSC_SLICE_NONE)
            add_link (self->links, from, id, LSC_LINK_LAUNCH);
          else if (!has_launches && lane.links[i] != LSC_SLICE_NONE &&
                   (from = map_get (&self->pairs, lane.links[i])) != LSC_SLICE_NONE)
            add_link (self->links, from, id, LSC_LINK_OP_DEVICE);
        }
    }
}

static void
link_marks (LscAscendTimeline *self, LscLinkList *links)
{
  g_auto (Map) marks = { 0 };
  Linked lane;

  index_lanes (self, 1u << LSC_RAW_MARKS, &marks);
  for (gsize k = 0; k < self->lanes.n; k++)
    {
      if (!get_linked (self, k, 1u << LSC_RAW_DEVICE_MARK, &lane))
        continue;
      for (gsize i = 0; i < lane.n; i++)
        {
          guint32 mark = map_get (&marks, lane.links[i]);

          if (mark != LSC_SLICE_NONE)
            add_link (links, mark, lane.first_id + (guint32) i, LSC_LINK_MSTX);
        }
    }
}

/* ---- parts of collectives ---- */

static void
list_comm_ops (LscAscendTimeline *self, LscInt64s *ids, LscIndexes *slices)
{
  Linked lane;

  for (gsize k = 0; k < self->lanes.n; k++)
    if (get_linked (self, k, 1u << LSC_RAW_COMM_GROUP, &lane) && lane.op_ids->n > 0)
      for (gsize i = 0; i < lane.n; i++)
        if (lane.op_ids->items[i] >= 0)
          {
            lsc_int64s_append (ids, lane.op_ids->items[i]);
            lsc_indexes_append (slices, lane.first_id + (guint32) i);
          }
}

static gsize
count_parts (LscAscendTimeline *self)
{
  gsize n = 0;
  Linked lane;

  for (gsize k = 0; k < self->lanes.n; k++)
    if (get_linked (self, k, 1u << LSC_RAW_STREAM, &lane) && lane.op_ids->n > 0)
      for (gsize i = 0; i < lane.n; i++)
        n += lane.op_ids->items[i] >= 0;
  return n;
}

/* One link more for each part: left out where there would be more links than slices. */
static void
link_parts (LscAscendTimeline *self, LscLinkList *links)
{
  LscIndexes slices = { 0 };
  LscInt64s ids = { 0 };
  LscIdMap map = { 0 };
  Linked lane;

  if (links->n + count_parts (self) > self->timeline->n_slices)
    return;
  list_comm_ops (self, &ids, &slices);
  lsc_id_map_build (&map, ids.items, ids.n, sizeof *ids.items);
  for (gsize k = 0; k < self->lanes.n; k++)
    {
      if (!get_linked (self, k, 1u << LSC_RAW_STREAM, &lane) || lane.op_ids->n == 0)
        continue;
      for (gsize i = 0; i < lane.n; i++)
        {
          guint32 op = lane.op_ids->items[i] >= 0 ? lsc_id_map_find (&map, lane.op_ids->items[i])
                                                  : LSC_ID_MAP_NONE;

          if (op != LSC_ID_MAP_NONE)
            add_link (links, slices.items[op], lane.first_id + (guint32) i, LSC_LINK_COMM_TASK);
        }
    }
  lsc_id_map_clear (&map);
  lsc_indexes_clear (&slices);
  lsc_int64s_clear (&ids);
}

/**
 * _lsc_ascend_timeline_link:
 * @links: (inout): receives the links
 *
 * Finds what caused what, when all lanes are in the tree.
 *
 * Source: lanes.md#links.
 */
void
_lsc_ascend_timeline_link (LscAscendTimeline *self, LscLinkList *links)
{
  Ops ops = { .whole = self,
              .links = links,
              .ops_finder = { .timeline = self->timeline },
              .first_finder = { .timeline = self->timeline } };

  index_lanes (self, 1u << LSC_RAW_CANN, &ops.launches);
  index_lanes (self, 1u << LSC_RAW_OPS | 1u << LSC_RAW_FRAMES, &ops.ops);
  link_ops (&ops);
  link_device (&ops);
  map_clear (&ops.launches);
  map_clear (&ops.ops);
  map_clear (&ops.queue);
  map_clear (&ops.pairs);
  link_marks (self, links);
  link_parts (self, links);
}
