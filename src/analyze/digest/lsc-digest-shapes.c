/* lsc-digest-shapes.c - kernels of a rank that do the same work: of one name and of equal shapes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-compare-name.h"
#include "analyze/digest/lsc-digest-private.h"
#include "analyze/digest/lsc-digest-parts-private.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"

/* Between ranks and steps only the same work is compared (findings.md#like): what a kernel is
 * called does not tell how much it does, its shapes do. */

#define NOT_RECORDED "N/A"

/** Kernels of a step that stand behind each other on a stream. @key: index of a shape */
typedef struct
{
  guint32 key;
  guint32 step;
  guint32 n;
  gint64 ns;
} Part;

LSC_DEFINE_ARRAY (Parts, parts, Part)

static inline guint64
hash_shape (const LscDigestShape *shape)
{
  return lsc_hash_mix (lsc_hash_mix (0, (guint64) shape->name << 32 | shape->shapes),
                       shape->launch);
}

static inline gboolean
is_same_shape (const LscDigestShape *a, const LscDigestShape *b)
{
  return a->name == b->name && a->shapes == b->shapes && a->launch == b->launch;
}

LSC_DEFINE_HASH (shape_index, LscDigestShape, hash_shape, is_same_shape)

/* A recording may have a shape for each kernel, of which few are kept: until these are known ids
 * are those of the timeline, and of plain names that it does not have those of a pool behind it. */

/**
 * @names: of each string of the timeline its plain name, or %LSC_STRING_NONE; @plain: those that
 * are no string of the timeline, whose ids begin at @n_texts; @by_key: of the three ids to 1 + an
 * index; @last: of each shape its last part; @empty, @unknown: strings that say nothing of shapes
 */
typedef struct
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  LscHash by_key;
  guint32 *names;
  LscIntern *plain;
  guint32 n_texts;
  guint32 empty;
  guint32 unknown;
  LscIndexes last;
  Parts parts;
} Listing;

/* Returns: index of the step that counts, %LSC_SLICE_NONE */
static guint32
find_step (const Listing *self, gint64 time_ns)
{
  guint32 at = lsc_rank_digest_find_step (self->digest, time_ns);

  return at != LSC_SLICE_NONE &&
                 lsc_budget_step_is_typical (lsc_rank_digest_get_step (self->digest, at))
             ? at
             : LSC_SLICE_NONE;
}

static guint32
find_name (Listing *self, guint32 name)
{
  const char *text = lsc_timeline_text (self->timeline, name);
  g_autofree char *plain = lsc_compare_name_kernel (text, self->timeline->is_gpu);
  guint32 found;

  if (g_str_equal (plain, text))
    return name;
  found = lsc_intern_find (self->timeline->strings, plain);
  return found != LSC_STRING_NONE ? found : self->n_texts + lsc_intern_add (self->plain, plain);
}

static guint32
take_name (Listing *self, guint32 name)
{
  if (self->names[name] == LSC_STRING_NONE)
    self->names[name] = find_name (self, name);
  return self->names[name];
}

static guint32
take_shapes (const Listing *self, const LscKernelKeys *keys, gint64 detail)
{
  const LscKernelKey *key = keys->n > 0 ? lsc_kernel_keys_find (keys, detail) : NULL;

  return key && key->shapes != self->empty && key->shapes != self->unknown ? key->shapes
                                                                           : LSC_STRING_NONE;
}

/* Returns: the digest's id of an id of the listing */
static guint32
keep_text (Listing *self, guint32 id)
{
  const char *text = id < self->n_texts || id == LSC_STRING_NONE
                         ? lsc_timeline_text (self->timeline, id)
                         : lsc_intern_text (self->plain, id - self->n_texts);

  return id != LSC_STRING_NONE ? lsc_intern_add (self->digest->texts, text) : LSC_STRING_NONE;
}

static guint32
get_shape (Listing *self, const LscDigestShape *like)
{
  LscDigestShapes *all = &self->digest->shapes;
  guint32 index = shape_index_put (&self->by_key, all->items, like, (guint32) all->n);

  if (index == all->n)
    {
      lsc_digest_shapes_append (all, *like);
      lsc_indexes_append (&self->last, LSC_SLICE_NONE);
    }
  self->digest->has_shapes |= like->shapes != LSC_STRING_NONE;
  return index;
}

/* Of a stream a shape has one part in a step, as slices come by time. */
static void
add_part (Listing *self, guint32 key, guint32 step, gint64 ns)
{
  guint32 *last = &self->last.items[key];
  Part *part = *last != LSC_SLICE_NONE ? &self->parts.items[*last] : NULL;

  if (part && part->step == step)
    {
      part->n++;
      part->ns += ns;
      return;
    }
  *last = (guint32) self->parts.n;
  parts_append (&self->parts, (Part){ key, step, 1, ns });
}

static void
list_lane (Listing *self, const LscLane *lane)
{
  for (guint32 i = 0; i < lane->n; i++)
    {
      gint64 ns = lsc_lane_get_duration_ns (lane, i);
      guint32 step = ns > 0 && lsc_slice_kind_is_computing (lane->kind[i])
                         ? find_step (self, lane->start_ns[i])
                         : LSC_SLICE_NONE;
      gint64 detail = lsc_lane_get_detail (lane, i);
      LscDigestShape like = { 0 }, *shape;
      guint32 at;

      if (step == LSC_SLICE_NONE)
        continue;
      like.name = take_name (self, lane->name[i]);
      like.shapes = take_shapes (self, &self->timeline->kernel_keys, detail);
      like.launch = take_shapes (self, &self->timeline->launch_keys, detail);
      at = get_shape (self, &like);
      shape = &self->digest->shapes.items[at];
      shape->n++;
      shape->ns += ns;
      add_part (self, at, step, ns);
    }
}

static gboolean
list_kernels (Listing *self, LscJob *job, GError **error)
{
  for (guint i = 1; i < self->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self->timeline, i);

      if (node->role != LSC_ROLE_STREAM || !node->lane)
        continue;
      if (!lsc_job_check (job, error))
        return FALSE;
      list_lane (self, node->lane);
    }
  return TRUE;
}

/* ---- those that take most time, with their cells ---- */

static gint64
key_shape (gsize index, gconstpointer data)
{
  return -((const LscDigestShape *) data)[index].ns; /* what takes most stands first */
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const Part *x = a, *y = b;

  LSC_RETURN_ORDER (x->key, y->key);
  return LSC_ORDER (x->step, y->step);
}

/* Puts the shapes in order and lets go of all but the first. Returns: (transfer full): of each old
 * index the new one, %LSC_SLICE_NONE */
static guint32 *
sort_shapes (LscRankDigest *digest)
{
  LscDigestShapes *all = &digest->shapes;
  g_autofree guint32 *order = lsc_sort_indexes (all->n, key_shape, NULL, all->items);
  guint32 *places = g_new (guint32, all->n + 1);
  LscDigestShapes kept = { 0 };

  for (gsize i = 0; i < all->n; i++)
    places[order[i]] = i < LSC_DIGEST_MOST_SHAPES ? (guint32) i : LSC_SLICE_NONE;
  lsc_digest_shapes_reserve (&kept, MIN (all->n, LSC_DIGEST_MOST_SHAPES));
  for (gsize i = 0; i < MIN (all->n, LSC_DIGEST_MOST_SHAPES); i++)
    lsc_digest_shapes_append (&kept, all->items[order[i]]);
  lsc_digest_shapes_clear (all);
  *all = kept;
  return places;
}

/* Leaves the parts of those shapes, which have new indexes now. */
static void
pick_parts (Parts *self, const guint32 *places)
{
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      Part part = self->items[i];

      part.key = places[part.key];
      if (part.key != LSC_SLICE_NONE)
        self->items[n++] = part;
    }
  self->n = n;
}

static void
add_cell (LscRankDigest *digest, const Part *part, gboolean is_same)
{
  LscDigestShapeCells *cells = &digest->shape_cells;
  LscDigestShape *shape = &digest->shapes.items[part->key];

  if (!is_same)
    {
      if (shape->n_cells++ == 0)
        shape->first_cell = (guint32) cells->n;
      lsc_digest_shape_cells_append (cells, (LscDigestShapeCell){ .step = part->step });
    }
  cells->items[cells->n - 1].n += part->n;
  cells->items[cells->n - 1].ns += part->ns;
}

/* Of those that are kept. */
static void
keep_texts (Listing *self)
{
  LscDigestShapes *all = &self->digest->shapes;

  for (gsize i = 0; i < all->n; i++)
    {
      LscDigestShape *shape = &all->items[i];

      shape->name = keep_text (self, shape->name);
      shape->shapes = keep_text (self, shape->shapes);
      shape->launch = keep_text (self, shape->launch);
    }
}

static void
make_cells (Listing *self)
{
  g_autofree guint32 *places = sort_shapes (self->digest);
  Parts *parts = &self->parts;

  pick_parts (parts, places);
  if (parts->n > 1)
    qsort (parts->items, parts->n, sizeof (Part), compare_parts);
  for (gsize i = 0; i < parts->n; i++)
    add_cell (self->digest, &parts->items[i],
              i > 0 && parts->items[i].key == parts->items[i - 1].key &&
                  parts->items[i].step == parts->items[i - 1].step);
}

/**
 * _lsc_digest_take_shapes:
 * @self: with steps
 *
 * Fills LscRankDigest.shapes.
 *
 * Cost: O(n log n) of the kernels in the steps that count.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_digest_take_shapes (LscRankDigest *self, const LscTimeline *timeline, LscJob *job,
                         GError **error)
{
  gsize n_texts = lsc_intern_size (timeline->strings);
  g_autofree guint32 *names = g_new (guint32, n_texts + 1);
  Listing listing = { .digest = self,
                      .timeline = timeline,
                      .names = names,
                      .plain = lsc_intern_new (),
                      .n_texts = (guint32) n_texts,
                      .empty = lsc_intern_find (timeline->strings, ""),
                      .unknown = lsc_intern_find (timeline->strings, NOT_RECORDED) };
  gboolean is_done;

  for (gsize i = 0; i < n_texts; i++)
    names[i] = LSC_STRING_NONE;
  is_done = list_kernels (&listing, job, error);
  if (is_done)
    {
      make_cells (&listing);
      keep_texts (&listing);
    }
  lsc_intern_unref (listing.plain);
  parts_clear (&listing.parts);
  lsc_indexes_clear (&listing.last);
  lsc_hash_clear (&listing.by_key);
  return is_done;
}
