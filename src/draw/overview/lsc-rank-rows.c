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
