/* lsc-grid-words.c - a grid of ranks in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/grid/lsc-grid-view.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"

static void
append_dim (GString *text, const LscRankGrid *grid, LscGridAxisPlace where)
{
  if (grid->axes[where].dim >= 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                            lsc_dim_names[grid->axes[where].dim]);
}

/* (transfer full): what stands along the edges; empty without a layout */
static char *
name_axes (const LscRankGrid *grid)
{
  g_autoptr (GString) down = g_string_new (NULL), across = g_string_new (NULL);

  append_dim (down, grid, LSC_GRID_BLOCKS_DOWN);
  append_dim (down, grid, LSC_GRID_CELLS_DOWN);
  append_dim (across, grid, LSC_GRID_BLOCKS_ACROSS);
  append_dim (across, grid, LSC_GRID_CELLS_ACROSS);
  if (down->len > 0 && across->len > 0)
    return g_strdup_printf (_ (" · rows: %s · columns: %s"), down->str, across->str);
  if (across->len > 0)
    return g_strdup_printf (" · %s", across->str);
  return down->len > 0 ? g_strdup_printf (_ (" · rows: %s"), down->str) : g_strdup ("");
}

/** lsc_grid_view_get_caption: Returns: (transfer full): what the colours stand for, and the axes */
char *
lsc_grid_view_get_caption (const LscGridView *self)
{
  g_autofree char *axes = NULL, *when = NULL;

  g_return_val_if_fail (self, NULL);
  if (lsc_grid_view_is_empty (self))
    return g_strdup ("");
  axes = name_axes (self->grid);
  when = self->grid->step != LSC_INT_NULL ? g_strdup_printf (_ ("step %" PRId64), self->grid->step)
                                          : g_strdup (_ ("median step"));
  return g_strdup_printf (_ ("%s of each rank (%s)%s"), _ (lsc_grid_figure_titles[self->figure]),
                          when, axes);
}

/* (transfer full): "tp 0, pp 3"; empty where nothing is known */
static char *
name_place (const LscGridCell *cell)
{
  GString *text = g_string_new (NULL);

  for (LscDim dim = 0; dim < LSC_DIM_N; dim++)
    if (cell->at[dim] >= 0)
      g_string_append_printf (text, "%s%s %" PRId64, text->len > 0 ? ", " : "", lsc_dim_names[dim],
                              cell->at[dim]);
  return g_string_free (text, FALSE);
}

/** lsc_grid_view_describe: Returns: (transfer full) (nullable): a rank, its place and its figure */
char *
lsc_grid_view_describe (const LscGridView *self, guint index)
{
  const LscGridCell *cell;
  g_autofree char *place = NULL, *value = NULL;
  GString *text;

  g_return_val_if_fail (self, NULL);
  if (lsc_grid_view_is_empty (self) || index >= self->grid->cells->len)
    return NULL;
  cell = lsc_rank_grid_get (self->grid, index);
  place = name_place (cell);
  value = cell->ns[self->figure] != LSC_INT_NULL
              ? lsc_format_duration (cell->ns[self->figure], LSC_TIME_UNIT_AUTO)
              : g_strdup (_ ("not known"));
  text = g_string_new (cell->label);
  if (cell->is_slow)
    g_string_append (text, _ (", slow"));
  if (*place)
    g_string_append_printf (text, " (%s)", place);
  g_string_append_printf (text, "\n%s: %s", _ (lsc_grid_figure_titles[self->figure]), value);
  return g_string_free (text, FALSE);
}

/** lsc_grid_view_sum_up: Returns: (transfer full): the whole grid in one line */
char *
lsc_grid_view_sum_up (const LscGridView *self)
{
  GString *text;
  guint n;

  g_return_val_if_fail (self, NULL);
  if (lsc_grid_view_is_empty (self))
    return g_strdup ("");
  n = self->grid->cells->len;
  text = g_string_new (NULL);
  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "%u rank", "%u ranks", n), n);
  for (guint i = 0; i < LSC_GRID_N_AXES && !self->grid->why_plain; i++)
    if (self->grid->axes[i].dim >= 0)
      g_string_append_printf (text, " · %s %u", lsc_dim_names[self->grid->axes[i].dim],
                              self->grid->axes[i].places->len);
  return g_string_free (text, FALSE);
}

/**
 * lsc_grid_view_label_axis:
 * @from, @to: indexes in the places of the axis
 *
 * Returns: (transfer full): the label of those places: "pp 3", "dp 8–15", "16–31" of ranks
 */
char *
lsc_grid_view_label_axis (const LscGridView *self, LscGridAxisPlace where, guint from, guint to)
{
  const LscGridAxis *axis;
  gint64 first, last;
  const char *name;

  g_return_val_if_fail (self && self->grid && where < LSC_GRID_N_AXES, NULL);
  axis = &self->grid->axes[where];
  first = g_array_index (axis->places, gint64, MIN (from, axis->places->len - 1));
  last = g_array_index (axis->places, gint64, MIN (to, axis->places->len - 1));
  name = axis->dim >= 0 ? lsc_dim_names[axis->dim] : "";
  if (!lsc_rank_is_told (first) || !lsc_rank_is_told (last))
    return g_strdup ("");
  if (from == to)
    return g_strdup_printf ("%s%s%" PRId64, name, *name ? " " : "", first);
  return g_strdup_printf ("%s%s%" PRId64 "–%" PRId64, name, *name ? " " : "", first, last);
}
