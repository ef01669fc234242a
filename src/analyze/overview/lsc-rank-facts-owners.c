/* lsc-rank-facts-owners.c - which kernels, modules and calls a rank spends its steps on
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "analyze/overview/lsc-rank-facts-private.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"

#define CHECK_PIECES 4096
/* device -> launch -> operator -> queue -> operator */
#define MOST_HOPS 4

/** A lane with modules. */
typedef struct
{
  const LscLane *lane;
  LscLaneHints hints;
  guint32 *texts; /* of each slice: id of its path, LSC_STRING_NONE = not looked for */
} Modules;

/** What is known of an owner while it is being added up. */
typedef struct
{
  LscRankFacts *facts;
  const LscTimeline *timeline;
  guint32 *texts;  /* of each string of the timeline that of the facts, or LSC_STRING_NONE */
  LscHash rows;    /* of LscRankFacts.owners */
  GArray *modules; /* Modules */
  guint32 module_of;
  guint32 module; /* of the slice @module_of */
} Sums;

static guint64
hash_owner (const LscRankOwner *owner)
{
  return lsc_hash_mix (lsc_hash_mix (0, owner->type), owner->text);
}

static gboolean
is_same_owner (const LscRankOwner *a, const LscRankOwner *b)
{
  return a->type == b->type && a->text == b->text;
}

LSC_DEFINE_HASH (owners, LscRankOwner, hash_owner, is_same_owner)

static guint32
take_text (Sums *self, guint32 name)
{
  if (self->texts[name] == LSC_STRING_NONE)
    self->texts[name] =
        lsc_intern_add (self->facts->texts, lsc_timeline_text (self->timeline, name));
  return self->texts[name];
}

static void
add_modules (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;
  Modules modules = { .lane = lane };

  for (gsize i = 0; i < lane->n; i++)
    if (lane->kind[i] == LSC_SLICE_MODULE)
      {
        modules.texts = g_new (guint32, lane->n);
        for (gsize k = 0; k < lane->n; k++)
          modules.texts[k] = LSC_STRING_NONE;
        g_array_append_val ((GArray *) user_data, modules);
        return;
      }
}

static void
clear_modules (gpointer modules)
{
  g_free (((Modules *) modules)->texts);
}

/* Returns: the id of the path down to a slice of modules, LSC_STRING_NONE without any */
static guint32
get_path (Sums *self, Modules *modules, guint32 slice)
{
  g_autoptr (GString) path = g_string_new (NULL);
  guint32 first;

  while (slice != LSC_SLICE_NONE && modules->lane->kind[slice] != LSC_SLICE_MODULE)
    slice = modules->lane->parent[slice];
  if (slice == LSC_SLICE_NONE || modules->texts[slice] != LSC_STRING_NONE)
    return slice == LSC_SLICE_NONE ? LSC_STRING_NONE : modules->texts[slice];
  for (first = slice; slice != LSC_SLICE_NONE; slice = modules->lane->parent[slice])
    {
      if (modules->lane->kind[slice] != LSC_SLICE_MODULE)
        continue;
      if (path->len > 0)
        g_string_prepend_c (path, '/');
      g_string_prepend (path, lsc_timeline_text (self->timeline, modules->lane->name[slice]));
    }
  return modules->texts[first] = lsc_intern_add (self->facts->texts, path->str);
}

/* The host slice that a slice of the device comes from. */
static LscSpot
find_origin (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);

  for (guint hop = 0; hop < MOST_HOPS; hop++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
      gsize first;

      if (!lsc_slice_kind_is_device (lane->kind[spot.slice]) &&
          !lsc_slice_kind_is_launch (lane->kind[spot.slice]) &&
          lane->kind[spot.slice] != LSC_SLICE_DEQUEUE)
        break;
      if (lsc_links_find_to (&timeline->links, id, &first) == 0)
        break;
      id = lsc_links_get_to (&timeline->links, first)->from;
      spot = lsc_timeline_get_spot (timeline, id);
    }
  return spot;
}

static guint32
find_module (Sums *self, guint32 owner)
{
  LscSpot origin;
  gint64 time_ns;

  if (self->modules->len == 0 || self->module_of == owner)
    return self->modules->len == 0 ? LSC_STRING_NONE : self->module;
  origin = find_origin (self->timeline, owner);
  time_ns = lsc_timeline_get_node (self->timeline, origin.node)->lane->start_ns[origin.slice];
  self->module_of = owner;
  self->module = LSC_STRING_NONE;
  for (guint i = 0; i < self->modules->len && self->module == LSC_STRING_NONE; i++)
    {
      Modules *modules = &g_array_index (self->modules, Modules, i);

      self->module = get_path (
          self, modules, lsc_lane_find_deepest_near (modules->lane, time_ns, &modules->hints));
    }
  return self->module;
}

static LscRankOwner *
get_row (Sums *self, LscOwnerType type, guint32 text)
{
  LscRankOwners *owners = &self->facts->owners;
  LscRankOwner key = { .text = text, .type = type };
  guint32 index = owners_put (&self->rows, owners->items, &key, (guint32) owners->n);

  if (index == owners->n)
    lsc_rank_owners_append (owners, key);
  return &owners->items[index];
}

static void
add_time (LscRankOwner *row, gint64 ns, guint32 id, const LscLane *lane, guint32 slice)
{
  gint64 begin_ns = lane->start_ns[slice], end_ns = lsc_lane_get_end_ns (lane, slice);

  /* A slice may own several pieces; those of one name mostly follow each other. */
  row->n += row->n == 0 || row->reserved != id;
  row->reserved = id;
  row->ns += ns;
  if (row->n > 1 && end_ns - begin_ns <= row->end_ns - row->begin_ns)
    return;
  row->slice = id;
  row->begin_ns = begin_ns;
  row->end_ns = end_ns;
}

static void
add_piece (Sums *self, const LscBudgetPiece *piece)
{
  gboolean is_compute = piece->category == LSC_BUDGET_COMPUTE;
  gboolean is_host =
      piece->category == LSC_BUDGET_FREE_HOST || piece->category == LSC_BUDGET_PREPARE;
  guint32 id = is_compute ? piece->owner : is_host ? piece->cause : LSC_SLICE_NONE;
  gint64 ns = piece->end_ns - piece->begin_ns;
  guint32 module = is_compute ? find_module (self, id) : LSC_STRING_NONE;
  const LscLane *lane;
  LscSpot spot;

  if (id == LSC_SLICE_NONE)
    return;
  spot = lsc_timeline_get_spot (self->timeline, id);
  lane = lsc_timeline_get_node (self->timeline, spot.node)->lane;
  add_time (get_row (self, is_compute ? LSC_OWNER_KERNEL : LSC_OWNER_CALL,
                     take_text (self, lane->name[spot.slice])),
            ns, id, lane, spot.slice);
  if (module != LSC_STRING_NONE)
    add_time (get_row (self, LSC_OWNER_MODULE, module), ns, id, lane, spot.slice);
}

static int
compare_owners (const void *a, const void *b)
{
  const LscRankOwner *x = a, *y = b;

  LSC_RETURN_ORDER (x->type, y->type);
  LSC_RETURN_ORDER (y->ns, x->ns);
  return LSC_ORDER (x->text, y->text);
}

static gboolean
add_pieces (Sums *self, const LscBudget *budget, LscJob *job, GError **error)
{
  for (gsize i = 0; i < budget->pieces.n; i++)
    {
      if (i % CHECK_PIECES == 0 && !lsc_job_check (job, error))
        return FALSE;
      add_piece (self, &budget->pieces.items[i]);
    }
  return TRUE;
}

/**
 * _lsc_rank_facts_find_owners:
 *
 * Fills LscRankFacts.owners: who owns the pieces of the steps (overview.md#why).
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_rank_facts_find_owners (LscRankFacts *self, const LscTimeline *timeline,
                             const LscBudget *budget, LscJob *job, GError **error)
{
  gsize n_texts = lsc_intern_size (timeline->strings);
  g_autofree guint32 *texts = g_new (guint32, n_texts + 1);
  g_autoptr (GArray) modules = g_array_new (FALSE, FALSE, sizeof (Modules));
  Sums sums = { .facts = self, .timeline = timeline, .texts = texts, .modules = modules };
  gboolean is_done;

  g_array_set_clear_func (modules, clear_modules);
  sums.module_of = LSC_SLICE_NONE;
  for (gsize i = 0; i < n_texts; i++)
    texts[i] = LSC_STRING_NONE;
  lsc_timeline_foreach_lane ((LscTimeline *) timeline,
                             (guint64) 1 << LSC_ROLE_MARK_LANE | (guint64) 1
                                                                     << LSC_ROLE_PYTHON_STACK,
                             add_modules, modules);
  is_done = add_pieces (&sums, budget, job, error);
  lsc_hash_clear (&sums.rows);
  if (self->owners.n > 1)
    qsort (self->owners.items, self->owners.n, sizeof (LscRankOwner), compare_owners);
  for (gsize i = 0; i < self->owners.n; i++)
    self->owners.items[i].reserved = 0;
  return is_done;
}
