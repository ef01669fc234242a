/* lsc-rank-rows.c - what a chart of ranks shows of each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/overview/lsc-rank-rows.h"

#define RANKS_A_ROW 64 /* of cells, where no groups are known */

static void
row_clear (gpointer data)
{
  LscRankRow *row = data;

  g_free (row->label);
  g_free (row->group);
  g_free (row->missing);
  g_clear_pointer (&row->points, g_array_unref);
}

/** lsc_rank_rows_new: Returns: (transfer full): without any */
LscRankRows *
lsc_rank_rows_new (void)
{
  LscRankRows *self = g_new0 (LscRankRows, 1);

  self->rows = g_array_new (FALSE, TRUE, sizeof (LscRankRow));
  g_array_set_clear_func (self->rows, row_clear);
  return self;
}

/**
 * lsc_rank_rows_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_rank_rows_free (LscRankRows *self)
{
  if (!self)
    return;
  g_array_unref (self->rows);
  g_free (self);
}

/**
 * lsc_rank_rows_add:
 *
 * Returns: (transfer none): a rank of which nothing is known, to be filled in; valid until the next
 *   one is added
 */
LscRankRow *
lsc_rank_rows_add (LscRankRows *self, gsize index, gint64 rank)
{
  LscRankRow row = { .index = index,
                     .rank = rank,
                     .length_ns = LSC_INT_NULL,
                     .least_ns = LSC_INT_NULL,
                     .most_ns = LSC_INT_NULL,
                     .host_ns = LSC_INT_NULL,
                     .caused_ns = LSC_INT_NULL,
                     .waited_ns = LSC_INT_NULL };

  g_return_val_if_fail (self, NULL);
  g_array_append_val (self->rows, row);
  return &g_array_index (self->rows, LscRankRow, self->rows->len - 1);
}

/** lsc_rank_rows_get: Returns: (transfer none): a rank, by its place in the chart */
const LscRankRow *
lsc_rank_rows_get (const LscRankRows *self, guint index)
{
  return &g_array_index (self->rows, LscRankRow, index);
}

static gboolean
begins_group (const LscRankRows *self, guint index)
{
  if (index == 0)
    return TRUE;
  if (self->has_groups)
    return g_strcmp0 (lsc_rank_rows_get (self, index - 1)->group,
                      lsc_rank_rows_get (self, index)->group) != 0;
  return self->rows->len > LSC_RANK_ROWS_MOST_BARS && index % RANKS_A_ROW == 0;
}

static void
take_points (LscRankRows *self, const LscRankRow *row)
{
  for (guint i = 0; row->points && i < row->points->len; i++)
    {
      const LscRankPoint *point = &g_array_index (row->points, LscRankPoint, i);

      self->first_step = self->has_points ? MIN (self->first_step, point->step) : point->step;
      self->last_step = self->has_points ? MAX (self->last_step, point->step) : point->step;
      self->least_point_ns = self->has_points ? MIN (self->least_point_ns, point->ns) : point->ns;
      self->most_point_ns = self->has_points ? MAX (self->most_point_ns, point->ns) : point->ns;
      self->has_points = TRUE;
    }
}

/** lsc_rank_rows_seal: all are added: finds groups and extents */
void
lsc_rank_rows_seal (LscRankRows *self)
{
  g_return_if_fail (self);
  for (guint i = 0; i < self->rows->len; i++)
    self->has_groups = self->has_groups || lsc_rank_rows_get (self, i)->group;
  for (guint i = 0, first = 0; i < self->rows->len; i++)
    {
      LscRankRow *row = &g_array_index (self->rows, LscRankRow, i);

      if (begins_group (self, i))
        {
          first = i;
          self->n_groups++;
        }
      row->group_index = self->n_groups - 1;
      row->member = i - first;
      self->most_members = MAX (self->most_members, row->member + 1);
      self->most_ns = MAX (self->most_ns, MAX (row->length_ns, MAX (row->most_ns, row->host_ns)));
      take_points (self, row);
    }
}

/* ---- some of them ---- */

static void
copy_row (LscRankRows *to, const LscRankRow *from)
{
  LscRankRow *row = lsc_rank_rows_add (to, from->index, from->rank);
  GArray *points = from->points ? g_array_ref (from->points) : NULL;

  *row = *from;
  row->label = g_strdup (from->label);
  row->group = g_strdup (from->group);
  row->missing = g_strdup (from->missing);
  row->points = points;
}

/* Marks the first rank of each group that is not marked yet. Returns: how many */
static guint
mark_one_a_group (const LscRankRows *self, gboolean *is_picked, guint most)
{
  guint last = G_MAXUINT, n = 0;

  for (guint i = 0; i < self->rows->len && n < most; i++)
    {
      guint group = lsc_rank_rows_get (self, i)->group_index;

      if (is_picked[i] || group == last)
        continue;
      is_picked[i] = TRUE;
      last = group;
      n++;
    }
  return n;
}

/**
 * lsc_rank_rows_pick:
 * @self: sealed
 * @n: how many are wanted
 *
 * Where there is no room for all: the slow ranks, however many there are, then the first of each
 * group, the second of each, and so on. They keep their order.
 *
 * Returns: (transfer full): sealed
 */
LscRankRows *
lsc_rank_rows_pick (const LscRankRows *self, guint n)
{
  g_autofree gboolean *is_picked = NULL;
  guint n_picked = 0, n_more = 1;
  LscRankRows *picked;

  g_return_val_if_fail (self, NULL);
  is_picked = g_new0 (gboolean, MAX (self->rows->len, 1));
  for (guint i = 0; i < self->rows->len; i++)
    {
      is_picked[i] = lsc_rank_rows_get (self, i)->is_slow;
      n_picked += is_picked[i] ? 1 : 0;
    }
  while (n_picked < n && n_more > 0)
    {
      n_more = mark_one_a_group (self, is_picked, n - n_picked);
      n_picked += n_more;
    }
  picked = lsc_rank_rows_new ();
  for (guint i = 0; i < self->rows->len; i++)
    if (is_picked[i])
      copy_row (picked, lsc_rank_rows_get (self, i));
  lsc_rank_rows_seal (picked);
  return picked;
}
