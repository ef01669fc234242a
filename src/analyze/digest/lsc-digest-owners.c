/* lsc-digest-owners.c - who owns the time of a rank's steps: kernels, modules, operators, calls
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/digest/lsc-compare-name.h"
#include "analyze/digest/lsc-digest-private.h"

#define NOT_TAKEN G_MAXUINT32

const char *const lsc_owner_outside = N_ ("Outside modules");
const char *const lsc_owner_silent = N_ ("Nothing recorded on the host");

static guint64
hash_owner (const LscRankOwner *owner)
{
  guint64 kind = (guint64) owner->type << 8 | owner->category;

  return lsc_hash_mix (lsc_hash_mix (lsc_hash_mix (0, kind), owner->text), owner->plain);
}

static gboolean
is_same_owner (const LscRankOwner *a, const LscRankOwner *b)
{
  return a->type == b->type && a->category == b->category && a->text == b->text &&
         a->plain == b->plain;
}

LSC_DEFINE_HASH (owners, LscRankOwner, hash_owner, is_same_owner)

static gsize
get_owner (LscDigestOwners *self, const LscRankOwner *key)
{
  LscRankOwners *all = &self->digest->owners;
  guint32 at = owners_put (&self->index, all->items, key, (guint32) all->n);
  LscRankOwner *owner;

  if (at < all->n)
    return at;
  owner = lsc_rank_owners_add (all);
  *owner = *key;
  owner->slice = LSC_SLICE_NONE;
  owner->first_cell = owner->last_cell = LSC_SLICE_NONE;
  lsc_indexes_append (&self->last, LSC_SLICE_NONE);
  return at;
}

static LscOwnerCell *
get_cell (LscDigestOwners *self, LscRankOwner *owner)
{
  LscOwnerCells *cells = &self->digest->cells;

  if (owner->last_cell == LSC_SLICE_NONE || cells->items[owner->last_cell].step != self->step)
    {
      guint32 at = (guint32) cells->n;

      lsc_owner_cells_append (cells, (LscOwnerCell){ .step = self->step, .next = LSC_SLICE_NONE });
      if (owner->last_cell == LSC_SLICE_NONE)
        owner->first_cell = at;
      else
        cells->items[owner->last_cell].next = at;
      owner->last_cell = at;
    }
  return &cells->items[owner->last_cell];
}

/* A slice may own several pieces, of one name mostly behind each other; it is one instance. */
static void
add_time (LscDigestOwners *self, const LscRankOwner *key, guint32 id, gint64 ns)
{
  gsize at = get_owner (self, key);
  LscRankOwner *owner = &self->digest->owners.items[at];
  LscOwnerCell *cell = self->is_compared ? get_cell (self, owner) : NULL;
  gboolean is_new = id != LSC_SLICE_NONE && self->last.items[at] != id;
  const LscLane *lane;
  LscSpot spot;

  owner->ns += self->is_alike ? ns : 0;
  owner->n += is_new;
  if (cell)
    {
      cell->ns += ns;
      cell->n += is_new;
    }
  if (!is_new)
    return;
  self->last.items[at] = id;
  if (!self->is_alike)
    return;
  spot = lsc_timeline_get_spot (self->timeline, id);
  lane = lsc_timeline_get_node (self->timeline, spot.node)->lane;
  if (owner->slice != LSC_SLICE_NONE &&
      lsc_lane_get_duration_ns (lane, spot.slice) <= owner->end_ns - owner->begin_ns)
    return;
  owner->slice = id;
  owner->begin_ns = lane->start_ns[spot.slice];
  owner->end_ns = lsc_lane_get_end_ns (lane, spot.slice);
}

/* ---- names ---- */

static guint32
get_name (const LscDigestOwners *self, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (self->timeline, id);

  return lsc_timeline_get_node (self->timeline, spot.node)->lane->name[spot.slice];
}

static guint32
take_text (LscDigestOwners *self, guint32 name)
{
  if (self->texts[name] == NOT_TAKEN)
    self->texts[name] =
        lsc_intern_add (self->digest->texts, lsc_timeline_text (self->timeline, name));
  return self->texts[name];
}

static guint32
take_plain (LscDigestOwners *self, guint32 name)
{
  if (!self->is_compared)
    return LSC_STRING_NONE;
  if (self->plains[name] == NOT_TAKEN)
    self->plains[name] = lsc_intern_add_take (
        self->digest->texts,
        lsc_compare_name_kernel (lsc_timeline_text (self->timeline, name), self->timeline->is_gpu));
  return self->plains[name];
}

/* "allReduce @ dp", "allReduce" where the kind of the group is not known. */
static guint32
take_comm (LscDigestOwners *self, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (self->timeline, id);
  const LscNode *node = lsc_timeline_get_node (self->timeline, spot.node);
  guint32 name = node->lane->name[spot.slice], text;
  gpointer key = GSIZE_TO_POINTER ((gsize) spot.node << 32 | name);
  gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->comms, key));
  g_autofree char *plain = NULL, *kind = NULL;
  const LscCommGroup *group;

  if (known > 0)
    return (guint32) (known - 1);
  group = node->text ? lsc_timeline_get_comm_group (self->timeline, node->text) : NULL;
  plain = lsc_compare_name_comm (lsc_timeline_text (self->timeline, name));
  kind = group ? lsc_compare_name_group (group->label) : NULL;
  text = lsc_intern_add_take (self->digest->texts,
                              g_strconcat (plain, kind ? " @ " : NULL, kind, NULL));
  g_hash_table_insert (self->comms, key, GSIZE_TO_POINTER ((gsize) text + 1));
  return text;
}

/* ---- pieces ---- */

/* Whose work it is, or what comes next; of nobody where there is none. */
static void
add_module (LscDigestOwners *self, const LscBudgetPiece *piece, gint64 ns)
{
  LscRankOwner key = { LSC_STRING_NONE, LSC_STRING_NONE, LSC_OWNER_MODULE, piece->category };

  if (piece->owner != LSC_SLICE_NONE)
    {
      key.text = lsc_origins_find_module (&self->origins, piece->owner);
      if (self->is_compared)
        key.plain = lsc_origins_find_plain (&self->origins, piece->owner);
    }
  if (self->is_compared || key.text != LSC_STRING_NONE)
    add_time (self, &key, piece->owner, ns);
}

/* Computing and copies: by kernel, and by the operator of the framework. */
static void
add_busy (LscDigestOwners *self, const LscBudgetPiece *piece, gint64 ns)
{
  guint32 name = get_name (self, piece->owner);
  LscRankOwner key = { take_text (self, name), take_plain (self, name), LSC_OWNER_KERNEL,
                       piece->category };

  add_time (self, &key, piece->owner, ns);
  if (!self->is_compared)
    return;
  name = lsc_origins_find_op_name (&self->origins, piece->owner);
  key = (LscRankOwner){ key.plain, key.plain, LSC_OWNER_OP, piece->category };
  if (name != LSC_STRING_NONE)
    {
      self->digest->has_framework_ops = TRUE;
      key.text = key.plain = take_text (self, name);
    }
  add_time (self, &key, piece->owner, ns);
}

static void
add_comm (LscDigestOwners *self, const LscBudgetPiece *piece, gint64 ns)
{
  guint32 text = take_comm (self, piece->owner);

  add_time (self, &(LscRankOwner){ text, text, LSC_OWNER_COMM, LSC_BUDGET_TRANSFER }, piece->owner,
            ns);
}

/* Waiting for the host, by what it did, as far as that is known. */
static void
add_host (LscDigestOwners *self, const LscBudgetPiece *piece, gint64 ns)
{
  LscRankOwner key = { LSC_STRING_NONE, LSC_STRING_NONE, LSC_OWNER_CALL, LSC_BUDGET_FREE_HOST };

  if (piece->cause != LSC_SLICE_NONE)
    key.text = take_text (self, get_name (self, piece->cause));
  if (self->is_compared)
    key.plain = key.text;
  if (self->is_compared || piece->cause != LSC_SLICE_NONE)
    add_time (self, &key, piece->cause, ns);
}

static void
add_idle (LscDigestOwners *self, LscBudgetCategory category, gint64 ns)
{
  add_time (self,
            &(LscRankOwner){ LSC_STRING_NONE, LSC_STRING_NONE, LSC_OWNER_IDLE, (guint8) category },
            LSC_SLICE_NONE, ns);
}

/* What of preparing lies behind the launch is no waiting for the host. */
static void
add_prepare (LscDigestOwners *self, const LscBudgetPiece *piece, gint64 ns)
{
  if (piece->side == LSC_BUDGET_NOT_LAUNCHED)
    add_host (self, piece, ns);
  else if (self->is_compared)
    add_idle (
        self,
        piece->side == LSC_BUDGET_LAUNCHED ? LSC_BUDGET_FREE_DEVICE : LSC_BUDGET_FREE_UNLINKED, ns);
}

/** Adds a piece of step @step to its owners. */
void
_lsc_digest_owners_take (LscDigestOwners *self, const LscBudgetPiece *piece, guint32 step)
{
  gint64 ns = piece->end_ns - piece->begin_ns;
  gboolean is_compute = piece->category == LSC_BUDGET_COMPUTE;

  self->step = step;
  self->is_alike = lsc_budget_step_is_alike (lsc_rank_digest_get_step (self->digest, step));
  if (self->is_compared || is_compute)
    add_module (self, piece, ns);
  switch ((LscBudgetCategory) piece->category)
    {
    case LSC_BUDGET_COMPUTE:
      add_busy (self, piece, ns);
      break;
    case LSC_BUDGET_PREPARE:
      add_prepare (self, piece, ns);
      break;
    case LSC_BUDGET_FREE_HOST:
      add_host (self, piece, ns);
      break;
    case LSC_BUDGET_MEMCPY:
      if (self->is_compared)
        add_busy (self, piece, ns);
      break;
    case LSC_BUDGET_FREE_DEVICE:
    case LSC_BUDGET_FREE_UNLINKED:
    case LSC_BUDGET_TAIL:
      if (self->is_compared)
        add_idle (self, piece->category, ns);
      break;
    default:
      if (self->is_compared)
        add_comm (self, piece, ns);
      break;
    }
}

/* ---- instances of modules ---- */

/* Lanes beyond these share bits: then modules are rather taken to be on the same one. */
#define LANE_BITS (8 * sizeof (gsize) - 1)

static void
mark_lane (LscDigestOwners *self, guint32 path, guint lane)
{
  gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->lanes, GUINT_TO_POINTER (path)));
  gsize bit = (gsize) 1 << lane % LANE_BITS;

  if (!(known & bit))
    g_hash_table_insert (self->lanes, GUINT_TO_POINTER (path), GSIZE_TO_POINTER (known | bit));
}

/* Instances of modules that begin in a step of the host, which runs them. */
static void
count_module (guint32 path, guint lane, gint64 start_ns, gpointer user_data)
{
  LscDigestOwners *self = user_data;
  LscRankDigest *digest = self->digest;
  gsize next = LSC_BISECT (i, 0, digest->steps.n,
                           lsc_rank_digest_get_step (digest, i)->host_begin_ns <= start_ns);
  LscRankOwner key = { path, path, LSC_OWNER_INSTANCES, LSC_BUDGET_COMPUTE };

  mark_lane (self, path, lane);
  if (next > 0 && start_ns < lsc_rank_digest_get_step (digest, next - 1)->host_end_ns)
    {
      gsize at = get_owner (self, &key); /* which may move them */

      digest->owners.items[at].n++;
    }
}

/* ---- modules that run again ---- */

static gsize
get_lanes (const LscDigestOwners *self, guint32 path)
{
  return GPOINTER_TO_SIZE (g_hash_table_lookup (self->lanes, GUINT_TO_POINTER (path)));
}

static gboolean
is_end_of (const char *part, const char *path)
{
  gsize n = strlen (part), whole = strlen (path);

  return whole > n && path[whole - n - 1] == '/' && strcmp (path + whole - n, part) == 0;
}

/* The only path on other lanes that a path is the end of; without such a one itself. */
static guint32
find_whole (const LscDigestOwners *self, guint32 path)
{
  const char *text = lsc_intern_text (self->digest->texts, path);
  guint32 found = path;
  GHashTableIter iter;
  gpointer other;

  g_hash_table_iter_init (&iter, self->lanes);
  while (g_hash_table_iter_next (&iter, &other, NULL))
    {
      guint32 id = GPOINTER_TO_UINT (other);

      if (!is_end_of (text, lsc_intern_text (self->digest->texts, id)))
        continue;
      if (found != path || (get_lanes (self, id) & get_lanes (self, path)) != 0)
        return path;
      found = id;
    }
  return found;
}

/* Names of many modules are no model's. */
#define MOST_PATHS 4096

/* A module that is computed again for the backward pass has nobody around it on that thread: it is
 * the one of the same name of the forward pass (compare.md#names). */
static void
join_repeated (LscDigestOwners *self)
{
  LscRankOwners *all = &self->digest->owners;

  if (g_hash_table_size (self->lanes) > MOST_PATHS)
    return;
  for (gsize i = 0; i < all->n; i++)
    {
      LscRankOwner *owner = &all->items[i];

      if ((owner->type == LSC_OWNER_MODULE || owner->type == LSC_OWNER_INSTANCES) &&
          owner->plain != LSC_STRING_NONE)
        owner->plain = find_whole (self, owner->plain);
    }
}

/* ---- all ---- */

static guint32 *
make_names (gsize n)
{
  guint32 *names = g_new (guint32, n);

  for (gsize i = 0; i < n; i++)
    names[i] = NOT_TAKEN;
  return names;
}

/**
 * _lsc_digest_owners_init:
 * @self: (out caller-allocates): to be cleared with _lsc_digest_owners_clear()
 * @digest: with steps; gets the owners
 */
void
_lsc_digest_owners_init (LscDigestOwners *self, LscRankDigest *digest, const LscTimeline *timeline)
{
  gsize n_names = lsc_intern_size (timeline->strings) + 1;

  *self = (LscDigestOwners){ .digest = digest,
                             .timeline = timeline,
                             .is_compared = (digest->parts & LSC_DIGEST_COMPARED) != 0,
                             .texts = make_names (n_names),
                             .plains = make_names (n_names),
                             .comms = g_hash_table_new (NULL, NULL),
                             .lanes = g_hash_table_new (NULL, NULL) };
  lsc_origins_init (&self->origins, timeline, digest->texts, lsc_compare_name_module);
}

/** Counts what is counted when all pieces have been taken. */
void
_lsc_digest_owners_finish (LscDigestOwners *self)
{
  if (!self->is_compared)
    return;
  self->digest->has_modules = lsc_origins_has_modules (&self->origins);
  lsc_origins_foreach_module (&self->origins, count_module, self);
  join_repeated (self);
}

void
_lsc_digest_owners_clear (LscDigestOwners *self)
{
  lsc_origins_clear (&self->origins);
  lsc_hash_clear (&self->index);
  lsc_indexes_clear (&self->last);
  g_free (self->texts);
  g_free (self->plains);
  g_hash_table_unref (self->comms);
  g_hash_table_unref (self->lanes);
}
