/* lsc-rank-grid.c - ranks in their parallel layout: which cell each one has
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/grid/lsc-rank-grid.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-stats.h"

#define WANTED_SHAPE 2.0 /* cells across by cells down, as windows are wide */

const char *const lsc_grid_figure_titles[LSC_GRID_N_FIGURES] = {
  [LSC_GRID_STEP] = N_ ("Step Time"),
  [LSC_GRID_COMPUTING] = N_ ("Computing"),
  [LSC_GRID_EXPOSED] = N_ ("Exposed Communication"),
  [LSC_GRID_TRANSFER] = N_ ("Exposed Transfer"),
  [LSC_GRID_WAITED] = N_ ("Wait for Peers, Hidden or Not"),
  [LSC_GRID_CAUSED] = N_ ("Wait Caused, Sum of Ranks"),
  [LSC_GRID_BUBBLE] = N_ ("Exposed Send/Receive Wait"),
  [LSC_GRID_IDLE] = N_ ("Idle"),
};

/* ---- figures ---- */

static gint64
add_up (const gint64 *ns, const LscBudgetCategory *categories, gsize n)
{
  gint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    sum = lsc_int_add (sum, ns[categories[i]]);
  return sum;
}

/* Where recordings do not tell transfers from waiting, neither is known. */
static void
fill_figures (LscGridCell *cell, const LscRankRow *row)
{
  static const LscBudgetCategory exposed[] = { LSC_BUDGET_TRANSFER, LSC_BUDGET_WAIT,
                                               LSC_BUDGET_COMM_OTHER, LSC_BUDGET_COMM,
                                               LSC_BUDGET_BUBBLE };
  static const LscBudgetCategory idle[] = { LSC_BUDGET_PREPARE, LSC_BUDGET_FREE_HOST,
                                            LSC_BUDGET_FREE_DEVICE, LSC_BUDGET_FREE_UNLINKED,
                                            LSC_BUDGET_TAIL };
  gboolean is_split = row->has_ns && row->ns[LSC_BUDGET_COMM] == 0;

  for (guint i = 0; i < LSC_GRID_N_FIGURES; i++)
    cell->ns[i] = LSC_INT_NULL;
  cell->ns[LSC_GRID_STEP] = row->length_ns;
  cell->ns[LSC_GRID_WAITED] = row->waited_ns;
  cell->ns[LSC_GRID_CAUSED] = row->caused_ns;
  if (!row->has_ns)
    return;
  cell->ns[LSC_GRID_COMPUTING] = row->ns[LSC_BUDGET_COMPUTE];
  cell->ns[LSC_GRID_EXPOSED] = add_up (row->ns, exposed, G_N_ELEMENTS (exposed));
  cell->ns[LSC_GRID_IDLE] = add_up (row->ns, idle, G_N_ELEMENTS (idle));
  if (!is_split)
    return;
  cell->ns[LSC_GRID_TRANSFER] = row->ns[LSC_BUDGET_TRANSFER];
  cell->ns[LSC_GRID_BUBBLE] = row->ns[LSC_BUDGET_BUBBLE];
}

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const LscGridCell *x = a, *y = b;
  int order = lsc_rank_compare (x->rank, y->rank);

  return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

static void
cell_clear (gpointer cell)
{
  g_free (((LscGridCell *) cell)->label);
}

static void
add_cells (LscRankGrid *self, const LscOverview *overview, const LscRankRows *rows)
{
  for (guint i = 0; i < rows->rows->len; i++)
    {
      const LscRankRow *row = lsc_rank_rows_get (rows, i);
      const LscOverviewRank *rank = lsc_overview_get_rank (overview, row->index);
      LscGridCell cell = { .index = row->index,
                           .rank = row->rank,
                           .label = g_strdup (row->label),
                           .is_slow = row->is_slow };

      memcpy (cell.at, rank->place.at, sizeof cell.at);
      fill_figures (&cell, row);
      g_array_append_val (self->cells, cell);
    }
  g_array_sort (self->cells, compare_cells);
}

/* ---- axes ---- */

/* (transfer full) (element-type gint64): places of the ranks along a dimension; empty where it is
 * not known of one of them */
static GArray *
list_places (const LscRankGrid *self, LscDim dim)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n = 0;

  for (guint i = 0; i < self->cells->len; i++)
    {
      gint64 at = lsc_rank_grid_get (self, i)->at[dim];

      if (at < 0)
        {
          g_array_set_size (places, 0);
          return places;
        }
      g_array_append_val (places, at);
    }
  lsc_sort_int64s ((gint64 *) (gpointer) places->data, places->len);
  for (guint i = 0; i < places->len; i++)
    if (i == 0 || g_array_index (places, gint64, i) != g_array_index (places, gint64, n - 1))
      g_array_index (places, gint64, n++) = g_array_index (places, gint64, i);
  g_array_set_size (places, n);
  return places;
}

static guint
find_place (const GArray *places, gint64 at)
{
  for (guint i = 0; i < places->len; i++)
    if (g_array_index (places, gint64, i) == at)
      return i;
  return 0;
}

static void
set_axis (LscRankGrid *self, LscGridAxisPlace where, int dim)
{
  LscGridAxis *axis = &self->axes[where];

  g_clear_pointer (&axis->places, g_array_unref);
  axis->dim = dim;
  if (dim >= 0)
    axis->places = list_places (self, (LscDim) dim);
  for (guint i = 0; i < self->cells->len; i++)
    g_array_index (self->cells, LscGridCell, i).along[where] =
        dim >= 0 ? find_place (axis->places, lsc_rank_grid_get (self, i)->at[dim]) : 0;
  if (dim >= 0)
    return;
  axis->places = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_val (axis->places, ((gint64){ 0 }));
}

static double
get_shape (double across, double down)
{
  return fabs (log (across / down / WANTED_SHAPE));
}

/* In a block tensors are shared across and contexts down. Of stages and replicas those stand
 * across that make the grid fit a window better. @replicas: the dimension of these, or that of
 * experts in their place. */
static void
choose_axes (LscRankGrid *self, LscDim replicas)
{
  guint n[LSC_DIM_N];
  LscDim across = replicas, down = LSC_DIM_PP;

  for (LscDim dim = 0; dim < LSC_DIM_N; dim++)
    {
      g_autoptr (GArray) places = list_places (self, dim);

      n[dim] = MAX (places->len, 1);
    }
  if (get_shape (n[down] * n[LSC_DIM_TP], n[across] * n[LSC_DIM_CP]) <
      get_shape (n[across] * n[LSC_DIM_TP], n[down] * n[LSC_DIM_CP]))
    {
      across = down;
      down = replicas;
    }
  set_axis (self, LSC_GRID_BLOCKS_ACROSS, n[across] > 1 ? (int) across : -1);
  set_axis (self, LSC_GRID_BLOCKS_DOWN, n[down] > 1 ? (int) down : -1);
  set_axis (self, LSC_GRID_CELLS_ACROSS, n[LSC_DIM_TP] > 1 ? LSC_DIM_TP : -1);
  set_axis (self, LSC_GRID_CELLS_DOWN, n[LSC_DIM_CP] > 1 ? LSC_DIM_CP : -1);
}

static guint64
number_of (const LscRankGrid *self, const LscGridCell *cell)
{
  guint64 number = 0;

  for (guint i = 0; i < LSC_GRID_N_AXES; i++)
    number = number * self->axes[i].places->len + cell->along[i];
  return number;
}

/* Returns: %FALSE if no other rank has the same place */
static gboolean
find_shared (const LscRankGrid *self, const LscGridCell **a, const LscGridCell **b)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < self->cells->len; i++)
    {
      *b = lsc_rank_grid_get (self, i);
      guint64 number = number_of (self, *b);

      *a = g_hash_table_lookup (seen, &number);
      if (*a)
        return TRUE;
      g_hash_table_insert (seen, g_memdup2 (&number, sizeof number), (gpointer) *b);
    }
  return FALSE;
}

static gboolean
has_place (const LscGridCell *cell)
{
  for (LscDim dim = 0; dim < LSC_DIM_N; dim++)
    if (cell->at[dim] >= 0)
      return TRUE;
  return FALSE;
}

/* (transfer full) (nullable): why the axes do not hold all ranks */
static char *
find_reason (const LscRankGrid *self)
{
  const LscGridCell *a, *b, *nowhere = NULL;
  guint n_nowhere = 0;

  for (guint i = 0; i < self->cells->len; i++)
    if (!has_place (lsc_rank_grid_get (self, i)))
      {
        nowhere = nowhere ? nowhere : lsc_rank_grid_get (self, i);
        n_nowhere++;
      }
  if (self->cells->len < 2 || !find_shared (self, &a, &b))
    return NULL;
  if (n_nowhere == self->cells->len)
    return g_strdup (_ ("Ranks by number. The layout is not known, because no rank recorded "
                        "parallel groups or sizes: enter the sizes in the preferences."));
  if (nowhere)
    return g_strdup_printf (_ ("Ranks by number. The layout is not known, because %s recorded no "
                               "parallel groups or sizes: enter the sizes in the preferences."),
                            nowhere->label);
  return g_strdup_printf (_ ("Ranks by number. The layout is not known, because the recorded "
                             "groups put %s and %s in the same place: enter the sizes in the "
                             "preferences."),
                          a->label, b->label);
}

static void
make_plain (LscRankGrid *self)
{
  LscGridAxis *axis = &self->axes[LSC_GRID_BLOCKS_ACROSS];

  for (guint i = 0; i < LSC_GRID_N_AXES; i++)
    set_axis (self, (LscGridAxisPlace) i, -1);
  g_array_set_size (axis->places, 0);
  for (guint i = 0; i < self->cells->len; i++)
    {
      LscGridCell *cell = &g_array_index (self->cells, LscGridCell, i);

      cell->along[LSC_GRID_BLOCKS_ACROSS] = i;
      g_array_append_val (axis->places, cell->rank);
    }
}

/**
 * lsc_rank_grid_new:
 * @rows: of @overview, in any order: their figures are shown
 * @step: (nullable): the step that these are of, %NULL = the median
 *
 * Puts each rank where it stands in the layout (overview.md#grid).
 *
 * Returns: (transfer full):
 */
LscRankGrid *
lsc_rank_grid_new (const LscOverview *overview, const LscRankRows *rows, const gint64 *step)
{
  LscRankGrid *self;

  g_return_val_if_fail (overview && rows, NULL);
  self = g_new0 (LscRankGrid, 1);
  self->cells = g_array_new (FALSE, FALSE, sizeof (LscGridCell));
  g_array_set_clear_func (self->cells, cell_clear);
  self->step = step ? *step : LSC_INT_NULL;
  add_cells (self, overview, rows);
  choose_axes (self, LSC_DIM_DP);
  self->why_plain = find_reason (self);
  if (self->why_plain && self->axes[LSC_GRID_BLOCKS_ACROSS].dim != LSC_DIM_DP &&
      self->axes[LSC_GRID_BLOCKS_DOWN].dim != LSC_DIM_DP)
    {
      choose_axes (self, LSC_DIM_EP); /* which the places along the others do not tell here */
      g_free (self->why_plain);
      self->why_plain = find_reason (self);
    }
  if (self->why_plain)
    make_plain (self);
  else
    self->experts = lsc_rank_grid_find_experts (self);
  return self;
}

/** lsc_rank_grid_free: @self: (nullable) (transfer full): */
void
lsc_rank_grid_free (LscRankGrid *self)
{
  if (!self)
    return;
  for (guint i = 0; i < LSC_GRID_N_AXES; i++)
    g_clear_pointer (&self->axes[i].places, g_array_unref);
  g_array_unref (self->cells);
  g_free (self->why_plain);
  g_free (self);
}

/** lsc_rank_grid_find_rank: Returns: the cell of a rank, %LSC_GRID_NONE without one */
guint
lsc_rank_grid_find_rank (const LscRankGrid *self, gint64 rank)
{
  for (guint i = 0; self && i < self->cells->len; i++)
    if (lsc_rank_grid_get (self, i)->rank == rank)
      return i;
  return LSC_GRID_NONE;
}

/** lsc_rank_grid_find_index: Returns: the cell of the caller's rank, %LSC_GRID_NONE without one */
guint
lsc_rank_grid_find_index (const LscRankGrid *self, gsize index)
{
  for (guint i = 0; self && i < self->cells->len; i++)
    if (lsc_rank_grid_get (self, i)->index == index)
      return i;
  return LSC_GRID_NONE;
}

/** lsc_rank_grid_has_dim: Returns: whether ranks have different places along a dimension, all of
 * them known */
gboolean
lsc_rank_grid_has_dim (const LscRankGrid *self, LscDim dim)
{
  g_autoptr (GArray) places = NULL;

  g_return_val_if_fail (self && dim < LSC_DIM_N, FALSE);
  if (self->why_plain)
    return FALSE;
  places = list_places (self, dim);
  return places->len > 1;
}

/** lsc_rank_grid_has_figure: Returns: whether a figure is known of any rank */
gboolean
lsc_rank_grid_has_figure (const LscRankGrid *self, LscGridFigure figure)
{
  g_return_val_if_fail (self && figure < LSC_GRID_N_FIGURES, FALSE);
  for (guint i = 0; i < self->cells->len; i++)
    if (lsc_rank_grid_get (self, i)->ns[figure] != LSC_INT_NULL)
      return TRUE;
  return FALSE;
}
