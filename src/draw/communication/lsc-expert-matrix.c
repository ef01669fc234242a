/* lsc-expert-matrix.c - tokens of experts, as a matrix of ranks and steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-link-matrix-private.h"

#include "base/lsc-sort.h"

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (*(const gint64 *) a, *(const gint64 *) b);
}

/* A row that has a rank and a step; others have no place on the axes. */
static gboolean
get_place (const LscTable *load, gsize row, gint64 *rank, gint64 *step)
{
  LscValue rank_value = lsc_table_get_named (load, row, "rank");
  LscValue step_value = lsc_table_get_named (load, row, "step");

  *rank = rank_value.integer;
  *step = step_value.integer;
  return !rank_value.is_null && !step_value.is_null;
}

/* (transfer full) (array): numbers, each once, rising */
static gint64 *
list_numbers (const LscTable *load, gboolean is_steps, gsize *n_out)
{
  gsize n_rows = lsc_table_get_n_rows (load), n = 0, n_kept = 0;
  gint64 *numbers = g_new (gint64, n_rows + 1);

  for (gsize i = 0; i < n_rows; i++)
    {
      gint64 rank, step;

      if (get_place (load, i, &rank, &step))
        numbers[n++] = is_steps ? step : rank;
    }
  qsort (numbers, n, sizeof *numbers, compare_numbers);
  for (gsize i = 0; i < n; i++)
    if (n_kept == 0 || numbers[n_kept - 1] != numbers[i])
      numbers[n_kept++] = numbers[i];
  *n_out = n_kept;
  return numbers;
}

static guint32
find_number (const gint64 *numbers, gsize n, gint64 number)
{
  const gint64 *found = bsearch (&number, numbers, n, sizeof *numbers, compare_numbers);

  return (guint32) (found - numbers);
}

static LscMatrixCell
read_cell (const LscLinkMatrix *self, const LscTable *load, gsize row, gint64 rank, gint64 step)
{
  LscValue tokens = lsc_table_get_named (load, row, "tokens");
  LscValue of_mean = lsc_table_get_named (load, row, "of_mean");

  return (LscMatrixCell){ .src = find_number (self->ranks, self->n_ranks, rank),
                          .dst = find_number (self->columns, self->n_columns, step),
                          .size_bytes = LSC_INT_NULL,
                          .time_ns = LSC_INT_NULL,
                          .count = LSC_INT_NULL,
                          .of_kind = LSC_REAL_NULL,
                          .usual = LSC_REAL_NULL,
                          .tokens = tokens.is_null ? LSC_INT_NULL : tokens.integer,
                          .of_mean = of_mean.is_null ? LSC_REAL_NULL : of_mean.real,
                          .row = (guint32) row,
                          .n_rows = 1 };
}

/**
 * lsc_link_matrix_new_experts:
 * @load: the table "expert_load"
 *
 * Puts tokens where they stand in a matrix of ranks and steps. What is outside of all steps, or of
 * ranks without a number, is left out.
 *
 * Returns: (transfer full): of which @n_ranks may be 0
 */
LscLinkMatrix *
lsc_link_matrix_new_experts (const LscTable *load)
{
  LscLinkMatrix *self;

  g_return_val_if_fail (load, NULL);
  self = g_new0 (LscLinkMatrix, 1);
  self->is_of_experts = TRUE;
  self->ranks = list_numbers (load, FALSE, &self->n_ranks);
  self->columns = list_numbers (load, TRUE, &self->n_columns);
  self->transports = g_ptr_array_new_with_free_func (g_free);
  self->host_names = g_ptr_array_new_with_free_func (g_free);
  self->hosts = g_new (guint32, self->n_ranks + 1);
  for (gsize i = 0; i < self->n_ranks; i++)
    self->hosts[i] = LSC_MATRIX_NO_HOST;
  self->cells = g_array_new (FALSE, FALSE, sizeof (LscMatrixCell));
  for (gsize i = 0; i < lsc_table_get_n_rows (load); i++)
    {
      gint64 rank, step;

      if (get_place (load, i, &rank, &step))
        {
          LscMatrixCell cell = read_cell (self, load, i, rank, step);

          g_array_append_val (self->cells, cell);
        }
    }
  _lsc_link_matrix_sort (self);
  _lsc_link_matrix_index (self);
  return self;
}
