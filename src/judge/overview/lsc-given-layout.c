/* lsc-given-layout.c - parallel sizes that the user gives, where none were recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/overview/lsc-given-layout.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-error.h"

/* overview.md#layout. What was recorded comes first. The members of a group that nobody recorded
 * are the ranks that have operators in it, if these are all ranks of the world that differ in one
 * dimension alone: then none of them is missing. */

#define MOST_WORLD G_GINT64_CONSTANT (1000000)

static gboolean
fail_text (GError **error, const char *text)
{
  return lsc_fail (
      error, LSC_ERROR_USAGE,
      _ ("Parallel sizes are written as tp=2,pp=4,dp=8, of tp, cp, pp, dp and ep; this "
         "is none: %s"),
      text);
}

static gint64
get_world (const LscGivenLayout *self)
{
  gint64 world = 1;

  for (guint i = 0; i < LSC_DIM_EP; i++)
    world *= self->sizes[i];
  return world;
}

static gboolean
read_size (LscGivenLayout *self, const char *part)
{
  const char *sign = strchr (part, '=');
  gint64 size;

  for (guint i = 0; sign && i < LSC_DIM_N; i++)
    if (strlen (lsc_dim_names[i]) == (gsize) (sign - part) &&
        strncmp (part, lsc_dim_names[i], (gsize) (sign - part)) == 0 &&
        g_ascii_string_to_signed (sign + 1, 10, 1, MOST_WORLD, &size, NULL))
      {
        self->sizes[i] = size;
        return get_world (self) <= MOST_WORLD;
      }
  return FALSE;
}

/**
 * lsc_given_layout_parse:
 * @self: (out caller-allocates)
 * @text: such as "tp=2,pp=4,dp=8"
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE
 */
gboolean
lsc_given_layout_parse (LscGivenLayout *self, const char *text, GError **error)
{
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (self && text, FALSE);
  parts = g_strsplit (text, ",", -1);
  for (guint i = 0; i < LSC_DIM_N; i++)
    self->sizes[i] = 1;
  for (guint i = 0; parts[i]; i++)
    if (!read_size (self, g_strstrip (parts[i])))
      return fail_text (error, text);
  return parts[0] ? TRUE : fail_text (error, text);
}

/* ---- groups ---- */

static gboolean
knows_members (const LscRankDigest *rank, guint32 name)
{
  for (guint i = 0; i < rank->groups.n; i++)
    {
      const LscRankGroup *group = &rank->groups.items[i];

      if (group->name == name && group->ranks.n > 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
differ_in_one (const LscRankPlace *a, const LscRankPlace *b, LscDim *dim)
{
  guint n = 0;

  for (guint i = 0; i < LSC_DIM_EP; i++)
    if (a->at[i] != b->at[i])
      {
        *dim = i;
        n++;
      }
  return n == 1;
}

/* Returns: whether these are all ranks along one dimension */
static gboolean
find_dim (const LscGivenLayout *self, const GArray *members, LscDim *dim)
{
  LscRankPlace first, place;

  if (members->len < 2 || !lsc_order_place (LSC_ORDER_MEGATRON, self->sizes,
                                            g_array_index (members, gint64, 0), &first))
    return FALSE;
  for (guint i = 1; i < members->len; i++)
    {
      LscDim found = LSC_DIM_N;

      if (!lsc_order_place (LSC_ORDER_MEGATRON, self->sizes, g_array_index (members, gint64, i),
                            &place) ||
          !differ_in_one (&first, &place, &found) || (i > 1 && found != *dim))
        return FALSE;
      *dim = found;
    }
  return (gint64) members->len == self->sizes[*dim];
}

static LscGivenGroup *
make_group (const char *name, LscDim dim, const GArray *members)
{
  LscGivenGroup *self = g_new0 (LscGivenGroup, 1);
  g_autoptr (GString) list = g_string_new (NULL);

  self->name = g_strdup (name);
  for (guint i = 0; i < members->len; i++)
    {
      lsc_int64s_append (&self->ranks, g_array_index (members, gint64, i));
      g_string_append_printf (list, "%s%" PRId64, i > 0 ? ", " : "", self->ranks.items[i]);
    }
  self->label = g_strdup_printf ("%s [%s]", lsc_dim_names[dim], list->str);
  return self;
}

static void
free_group (gpointer data)
{
  LscGivenGroup *self = data;

  g_free (self->name);
  g_free (self->label);
  lsc_int64s_clear (&self->ranks);
  g_free (self);
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static void
add_member (GHashTable *groups, const char *name, gint64 rank)
{
  GArray *members = g_hash_table_lookup (groups, name);

  if (!members)
    {
      members = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_hash_table_insert (groups, g_strdup (name), members);
    }
  if (members->len == 0 || g_array_index (members, gint64, members->len - 1) != rank)
    g_array_append_val (members, rank);
}

/* (transfer full): of each group without known members the ranks that have operators in it */
static GHashTable *
collect_groups (const LscRankDigest *const *ranks, gsize n)
{
  GHashTable *groups =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);

  for (gsize i = 0; i < n; i++)
    {
      guint32 last = LSC_STRING_NONE;

      for (gsize k = 0; k < ranks[i]->ops.n; k++)
        {
          guint32 name = ranks[i]->ops.items[k].group;

          if (name != last && !knows_members (ranks[i], name))
            add_member (groups, lsc_intern_text (ranks[i]->texts, name), ranks[i]->rank);
          last = name;
        }
    }
  return groups;
}

/* A group goes to each of the ranks that are its members. */
static void
hand_out (LscGivenGroups *self, LscGivenGroup *group, const LscRankDigest *const *ranks)
{
  const LscInt64s *members = &group->ranks;

  g_ptr_array_add (self->all, group);
  for (gsize i = 0; i < self->n; i++)
    if (bsearch (&ranks[i]->rank, members->items, members->n, sizeof (gint64), compare_ranks))
      g_ptr_array_add (self->of_rank[i], group);
}

/**
 * lsc_given_groups_new:
 * @ranks: (array length=n): digests of ranks that have a place in @layout
 *
 * Finds the groups that are all ranks along one dimension of @layout.
 *
 * Cost: O(operators), and O(n log n) for each group found. Thread: any.
 *
 * Returns: (transfer full): the groups, which borrow nothing
 */
LscGivenGroups *
lsc_given_groups_new (const LscGivenLayout *layout, const LscRankDigest *const *ranks, gsize n)
{
  g_autoptr (GHashTable) groups = NULL;
  LscGivenGroups *self;
  GHashTableIter iter;
  gpointer name, value;

  g_return_val_if_fail (layout && (ranks || n == 0), NULL);
  self = g_new0 (LscGivenGroups, 1);
  self->n = n;
  self->all = g_ptr_array_new_with_free_func (free_group);
  self->of_rank = g_new (GPtrArray *, n + 1);
  for (gsize i = 0; i < n; i++)
    self->of_rank[i] = g_ptr_array_new ();
  groups = collect_groups (ranks, n);
  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      GArray *members = value;
      LscDim dim = LSC_DIM_N;

      g_array_sort (members, compare_ranks);
      if (find_dim (layout, members, &dim))
        hand_out (self, make_group (name, dim, members), ranks);
    }
  return self;
}

void
lsc_given_groups_free (LscGivenGroups *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < self->n; i++)
    g_ptr_array_unref (self->of_rank[i]);
  g_free (self->of_rank);
  g_ptr_array_unref (self->all);
  g_free (self);
}

/* ---- sizes ---- */

static gboolean
has_record (const LscRankRecord *record)
{
  for (guint i = 0; i < LSC_DIM_N; i++)
    if (record->group_places[i] >= 0)
      return TRUE;
  return record->has_sizes;
}

/**
 * lsc_given_layout_has_rank:
 * @label: what the rank is called
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE if a rank has no place in it
 */
gboolean
lsc_given_layout_has_rank (const LscGivenLayout *self, gint64 rank, const char *label,
                           GError **error)
{
  LscRankPlace place;

  g_return_val_if_fail (self && label, FALSE);
  if (lsc_order_place (LSC_ORDER_MEGATRON, self->sizes, rank, &place))
    return TRUE;
  return lsc_fail (
      error, LSC_ERROR_USAGE,
      _ ("The parallel sizes that are given make %" PRId64 " ranks; %s has no place among them"),
      get_world (self), label);
}

static gboolean
has_place (const LscGivenLayout *self, const LscRankDigest *digest, GError **error)
{
  g_autofree char *title = lsc_rank_digest_get_title (digest);

  return lsc_given_layout_has_rank (self, digest->rank, title, error);
}

/**
 * lsc_given_layout_check:
 * @ranks: (array length=n): digests of the ranks
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE if a rank that recorded nothing of its place has none in it
 */
gboolean
lsc_given_layout_check (const LscGivenLayout *self, const LscRankDigest *const *ranks, gsize n,
                        GError **error)
{
  g_return_val_if_fail (self && (ranks || n == 0), FALSE);
  for (gsize i = 0; i < n; i++)
    if (!has_record (&ranks[i]->record) && !has_place (self, ranks[i], error))
      return FALSE;
  return TRUE;
}

/** Returns: whether some rank recorded nothing of its place. @ranks: (array length=n): digests */
gboolean
lsc_given_layout_is_needed (const LscRankDigest *const *ranks, gsize n)
{
  g_return_val_if_fail (ranks || n == 0, FALSE);
  for (gsize i = 0; i < n; i++)
    if (!has_record (&ranks[i]->record))
      return TRUE;
  return n == 0;
}

/** Returns: the sizes as those that recordings tell */
LscParallelSizes
lsc_given_layout_get_sizes (const LscGivenLayout *self)
{
  static const LscParallelSizes none = { 0 };

  g_return_val_if_fail (self, none);
  return (LscParallelSizes){ .tp = self->sizes[LSC_DIM_TP],
                             .pp = self->sizes[LSC_DIM_PP],
                             .dp = self->sizes[LSC_DIM_DP],
                             .cp = self->sizes[LSC_DIM_CP],
                             .ep = self->sizes[LSC_DIM_EP],
                             .world = get_world (self) };
}

/**
 * lsc_given_layout_complete:
 * @self: (nullable): the sizes that the user gives
 * @record: what a rank recorded
 *
 * Returns: @record, or the given sizes if it says nothing of the layout
 */
LscRankRecord
lsc_given_layout_complete (const LscGivenLayout *self, const LscRankRecord *record)
{
  LscRankRecord completed;

  g_return_val_if_fail (record, (LscRankRecord){ 0 });
  completed = *record;
  if (!self || has_record (record))
    return completed;
  memcpy (completed.sizes, self->sizes, sizeof completed.sizes);
  completed.world = get_world (self);
  completed.has_sizes = TRUE;
  return completed;
}
