/* lsc-ascend-timeline-lanes.c - slices of a database gathered by lane, and lanes made of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"
#include "read/lsc-overrun-notice.h"

#include <string.h>

/* A file that puts every row on a thread of its own must not cost a lane for each. */
#define MOST_LANES 4096

typedef LscRawLane *Lane;

static inline guint64
hash_lane (const Lane *lane)
{
  guint64 hash = lsc_hash_mix (lsc_hash_mix (0, (*lane)->class), (guint64) (*lane)->key);

  return lsc_hash_mix (hash, (guint64) (*lane)->key2);
}

static inline gboolean
is_same_lane (const Lane *a, const Lane *b)
{
  return (*a)->class == (*b)->class && (*a)->key == (*b)->key && (*a)->key2 == (*b)->key2;
}

LSC_DEFINE_HASH (index, Lane, hash_lane, is_same_lane)

static guint32
add_lane (LscRawLanes *self, const Lane *key)
{
  LscRawLane *lane = g_memdup2 (*key, sizeof **key);

  if (self->n == self->capacity)
    self->items = lsc_array_grow (self->items, &self->capacity, self->n + 1, sizeof *self->items);
  index_put (&self->index, self->items, key, (guint32) self->n);
  self->items[self->n] = lane;
  return (guint32) self->n++;
}

/** As lsc_raw_lanes_get(), for another lane than the last of its class. */
LscRawLane *
_lsc_raw_lanes_find (LscRawLanes *self, LscRawClass class, gint64 key, gint64 key2)
{
  LscRawLane lane = { .class = class, .key = key, .key2 = key2 };
  Lane wanted = &lane;
  guint32 found = index_find (&self->index, self->items, &wanted);

  /* The lane that takes the rest must be had even then. */
  if (found == LSC_HASH_NONE && self->n >= MOST_LANES && !(key == -1 && key2 == -1))
    {
      self->n_refused++;
      return _lsc_raw_lanes_find (self, class, -1, -1);
    }
  if (found == LSC_HASH_NONE)
    found = add_lane (self, &wanted);
  self->last[class] = found;
  return self->items[found];
}

static void
pad_op_ids (LscRawLane *lane)
{
  while (lane->op_ids.n < lane->raw.n)
    lsc_int64s_append (&lane->op_ids, -1);
}

static void
free_lane (LscRawLane *lane)
{
  lsc_raw_slices_clear (&lane->raw);
  lsc_int64s_clear (&lane->op_ids);
  g_clear_pointer (&lane->parts, g_ptr_array_unref);
  g_clear_pointer (&lane->lane, lsc_lane_free);
  g_free (lane->links);
  g_free (lane);
}

static void
take_part (LscRawLane *lane, LscRawLane *part)
{
  if (lane->op_ids.n > 0 || part->op_ids.n > 0)
    {
      /* Rows of collectives have operator ids, others none: from the first that has one all need
         one. */
      pad_op_ids (lane);
      pad_op_ids (part);
      lsc_int64s_reserve (&lane->op_ids, lane->op_ids.n + part->op_ids.n);
      if (part->op_ids.n > 0)
        memcpy (&lane->op_ids.items[lane->op_ids.n], part->op_ids.items,
                part->op_ids.n * sizeof *part->op_ids.items);
      lane->op_ids.n += part->op_ids.n;
    }
  g_assert (lane->op_ids.n == 0 || lane->op_ids.n == lane->raw.n + part->raw.n);
  lsc_raw_slices_append_all (&lane->raw, &part->raw);
}

static void
join_parts (LscRawLane *self)
{
  gsize n = self->raw.n + self->n_parts_slices;

  for (guint i = 0; self->parts && i < self->parts->len; i++)
    take_part (self, g_ptr_array_index (self->parts, i));
  g_assert (self->raw.n == n); /* nothing was lost between the threads */
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  self->n_parts_slices = 0;
}

/**
 * _lsc_raw_lanes_take:
 * @from: the slices that follow those of @self in the file; empty afterwards
 */
void
_lsc_raw_lanes_take (LscRawLanes *self, LscRawLanes *from)
{
  g_assert (self != from);
  for (gsize i = 0; i < from->n; i++)
    {
      LscRawLane *part = from->items[i];
      LscRawLane *lane = lsc_raw_lanes_get (self, part->class, part->key, part->key2);

      lane->flags |= part->flags;
      lane->n_parts_slices += part->raw.n;
      if (!lane->parts)
        lane->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) free_lane);
      g_ptr_array_add (lane->parts, part);
    }
  self->n_refused += from->n_refused;
  /* The lanes themselves have been taken over. */
  from->n = 0;
  _lsc_raw_lanes_clear (from);
}

void
_lsc_raw_lanes_clear (LscRawLanes *self)
{
  for (gsize i = 0; i < self->n; i++)
    free_lane (self->items[i]);
  g_free (self->items);
  lsc_hash_clear (&self->index);
  memset (self, 0, sizeof *self);
}

/* What the lane will not remember. */
static guint32 *
copy_links (const LscRawSlices *raw)
{
  guint32 *links = g_new (guint32, raw->n);

  for (gsize i = 0; i < raw->n; i++)
    links[i] = raw->items[i].link;
  return links;
}

static gboolean
is_identity (const guint32 *position, gsize n)
{
  gsize n_moved = 0;

  for (gsize i = 0; i < n; i++)
    n_moved += position[i] != i;
  return n_moved == 0;
}

/* From the order of the file to that of the lane. */
static void
reorder_links (LscRawLane *self, const guint32 *position)
{
  gsize n = self->lane->n;

  /* Most lanes come in order: then nothing need be copied. */
  if (is_identity (position, n))
    return;
  if (self->op_ids.n > 0)
    {
      LscInt64s op_ids = { lsc_array_alloc (n, sizeof (gint64)), n, n };

      for (gsize i = 0; i < n; i++)
        op_ids.items[position[i]] = self->op_ids.items[i];
      lsc_int64s_clear (&self->op_ids);
      self->op_ids = op_ids;
    }
  if (self->links)
    {
      guint32 *links = lsc_array_alloc (n, sizeof *links);

      for (gsize i = 0; i < n; i++)
        links[position[i]] = self->links[i];
      g_free (self->links);
      self->links = links;
    }
}

/* Sums by which streams are ordered (lanes.md#tree). */
static void
sum_kinds (LscRawLane *self)
{
  const LscLane *lane = self->lane;

  for (gsize i = 0; i < lane->n; i++)
    if (lsc_slice_kind_is_computing (lane->kind[i]))
      self->computing_ns += lsc_lane_get_duration_ns (lane, (guint32) i);
    else if (lane->kind[i] == LSC_SLICE_COMM_TASK || lane->kind[i] == LSC_SLICE_SCHEDULE)
      self->communication_ns += lsc_lane_get_duration_ns (lane, (guint32) i);
}

static void
build_lane (gsize index, gpointer user_data)
{
  GPtrArray *by_size = user_data;
  LscRawLane *self = g_ptr_array_index (by_size, index);
  gboolean has_links = (self->flags & LSC_RAW_HAS_LINKS) != 0, has_op_ids;
  g_autofree guint32 *position = NULL;

  join_parts (self);
  has_op_ids = self->op_ids.n > 0;
  if (has_op_ids)
    pad_op_ids (self);
  if (has_links)
    self->links = copy_links (&self->raw);
  if (self->class == LSC_RAW_STREAM)
    lsc_raw_slices_cut_overruns (&self->raw, &self->cut);
  self->lane =
      lsc_lane_new (&self->raw, LSC_LANE_NESTED, has_links || has_op_ids ? &position : NULL);
  if (position)
    reorder_links (self, position);
  if (self->class == LSC_RAW_STREAM)
    sum_kinds (self);
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const LscRawLane *left = *(const LscRawLane *const *) a;
  const LscRawLane *right = *(const LscRawLane *const *) b;

  gsize n_left = left->raw.n + left->n_parts_slices, n_right = right->raw.n + right->n_parts_slices;

  return n_left > n_right ? -1 : n_left < n_right;
}

/** Makes lanes of all that was gathered, the largest first. */
void
_lsc_ascend_timeline_build_lanes (LscAscendTimeline *self)
{
  g_autoptr (GPtrArray) by_size = g_ptr_array_new ();
  LscOverruns cut = { 0 };

  for (gsize i = 0; i < self->lanes.n; i++)
    g_ptr_array_add (by_size, self->lanes.items[i]);
  /* A large lane begun last would leave the other threads idle. */
  g_ptr_array_sort (by_size, compare_sizes);
  lsc_job_run_parallel (self->n_threads, by_size->len, build_lane, by_size);
  for (gsize i = 0; i < self->lanes.n; i++)
    {
      LscRawLane *lane = self->lanes.items[i];

      for (gsize k = 0; k < lane->cut.n; k++)
        lsc_overruns_append (&cut, lane->cut.items[k]);
      lsc_overruns_clear (&lane->cut);
    }
  lsc_timeline_tell_overruns (self->timeline, &cut);
  lsc_overruns_clear (&cut);
}
