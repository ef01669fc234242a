/* lsc-matrix-words.c - a matrix of links in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-matrix-view.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"

/* (nullable): the slowest one against its kind */
static const LscMatrixCell *
find_slowest (const LscLinkMatrix *matrix)
{
  const LscMatrixCell *slowest = NULL;

  for (guint i = 0; i < matrix->cells->len; i++)
    {
      const LscMatrixCell *cell = lsc_link_matrix_get (matrix, i);

      if (!isnan (cell->of_kind) && (!slowest || cell->of_kind < slowest->of_kind))
        slowest = cell;
    }
  return slowest;
}

/* Cells of one colour would leave open whether all links are well or none is known. */
static gboolean
has_no_slow_link (const LscLinkMatrix *matrix)
{
  const LscMatrixCell *slowest = find_slowest (matrix);

  return slowest && slowest->of_kind >= LSC_MATRIX_SLOW;
}

/** lsc_matrix_view_get_caption: Returns: (transfer full): what the colours stand for, and the axes
 */
char *
lsc_matrix_view_get_caption (const LscMatrixView *self)
{
  static const char *const captions[LSC_MATRIX_N_METRICS] = {
    [LSC_MATRIX_OF_KIND] = N_ ("Bandwidth ÷ median of its kind (row → column)"),
    [LSC_MATRIX_BANDWIDTH] = N_ ("Bandwidth (row → column)"),
    [LSC_MATRIX_SIZE] = N_ ("Size sent (row → column)"),
    [LSC_MATRIX_TIME] = N_ ("Transfer time (row → column)"),
    [LSC_MATRIX_TRANSPORT] = N_ ("Transport (row → column)"),
    [LSC_MATRIX_LOAD] = N_ ("Tokens ÷ mean of the expert group (rank, step)"),
  };

  g_return_val_if_fail (self, NULL);
  if (lsc_matrix_view_is_empty (self))
    return g_strdup ("");
  if (self->shades->metric == LSC_MATRIX_OF_KIND && has_no_slow_link (self->matrix))
    return g_strdup_printf (_ ("No slow link · %s"), _ (captions[LSC_MATRIX_OF_KIND]));
  return g_strdup (_ (captions[self->shades->metric]));
}

/* What a link is compared with: how many others, of which sizes, and how fast they are. */
static void
append_kind (GString *text, const LscMatrixCell *cell)
{
  static const char *const ways[] = {
    [LSC_MATRIX_BOTH_WAYS] = N_ ("of the same transport, place and transfer size"),
    [LSC_MATRIX_UP] = N_ ("of the same transport, place and transfer size to higher ranks"),
    [LSC_MATRIX_DOWN] = N_ ("of the same transport, place and transfer size to lower ranks"),
  };
  g_autofree char *usual = NULL;

  if (isnan (cell->usual) || cell->alike == 0)
    return;
  usual = lsc_matrix_value_text (LSC_MATRIX_BANDWIDTH, cell->usual);
  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, "\nIts kind: %u link %s, median %s",
                                       "\nIts kind: %u links %s, median %s", cell->alike),
                          cell->alike, _ (ways[cell->direction]), usual);
}

static char *
describe_cell (const LscLinkMatrix *matrix, const LscMatrixCell *cell)
{
  const char *transport = g_ptr_array_index (matrix->transports, cell->transport);
  double bandwidth = lsc_matrix_cell_get_bandwidth (cell);
  GString *text = g_string_new (NULL);

  if (*transport)
    g_string_append_printf (text, " (%s)", transport);
  if (!isnan (bandwidth))
    {
      g_autofree char *value = lsc_matrix_value_text (LSC_MATRIX_BANDWIDTH, bandwidth);

      g_string_append_printf (text, ": %s", value);
    }
  if (!isnan (cell->of_kind))
    g_string_append_printf (text, _ (", %.2f of the median of its kind"), cell->of_kind);
  if (cell->size_bytes != LSC_INT_NULL && cell->time_ns != LSC_INT_NULL)
    {
      g_autofree char *size = lsc_matrix_value_text (LSC_MATRIX_SIZE, (double) cell->size_bytes);
      g_autofree char *time = lsc_matrix_value_text (LSC_MATRIX_TIME, (double) cell->time_ns);

      g_string_append_printf (text, _ ("\n%s in %s"), size, time);
    }
  if (cell->count != LSC_INT_NULL && cell->count > 0 && cell->size_bytes != LSC_INT_NULL)
    {
      g_autofree char *mean =
          lsc_matrix_value_text (LSC_MATRIX_SIZE, (double) cell->size_bytes / (double) cell->count);

      g_string_append_printf (text, _ (", %s per transfer"), mean);
    }
  append_kind (text, cell);
  return g_string_free (text, FALSE);
}

/* ---- experts ---- */

static char *
tokens_text (gint64 tokens)
{
  return tokens == LSC_INT_NULL
             ? g_strdup (_ ("an unknown number of tokens"))
             : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%" PRId64 " token",
                                             "%" PRId64 " tokens", (gulong) tokens),
                                tokens);
}

static char *
describe_load (const LscLinkMatrix *matrix, const LscMatrixSpot *spot)
{
  const LscMatrixCell *cell = lsc_link_matrix_find (matrix, spot->src, spot->dst);
  gint64 rank = matrix->ranks[spot->src], step = matrix->columns[spot->dst];
  g_autofree char *tokens = cell ? tokens_text (cell->tokens) : NULL, *share = NULL;

  if (!cell)
    return g_strdup_printf (_ ("Rank %" PRId64 ", step %" PRId64 ": no kernels of experts"), rank,
                            step);
  if (isnan (cell->of_mean))
    return g_strdup_printf (_ ("Rank %" PRId64 ", step %" PRId64 ": %s"), rank, step, tokens);
  share = lsc_format_share (cell->of_mean);
  return g_strdup_printf (
      _ ("Rank %" PRId64 ", step %" PRId64 ": %s, %s of the mean of its expert group"), rank, step,
      tokens, share);
}

/* All tokens of a rank, or of a step. */
static char *
describe_line (const LscLinkMatrix *matrix, const LscMatrixSpot *spot)
{
  gboolean is_rank = spot->type == LSC_MATRIX_SRC;
  gint64 sum = 0;
  g_autofree char *tokens = NULL;

  for (guint i = 0; i < matrix->cells->len; i++)
    {
      const LscMatrixCell *cell = lsc_link_matrix_get (matrix, i);

      if (is_rank ? cell->src == spot->src : cell->dst == spot->dst)
        sum = lsc_int_add (sum, cell->tokens);
    }
  tokens = tokens_text (sum);
  return is_rank ? g_strdup_printf (_ ("Rank %" PRId64 ": %s in all steps"),
                                    matrix->ranks[spot->src], tokens)
                 : g_strdup_printf (_ ("Step %" PRId64 ": %s on all ranks"),
                                    matrix->columns[spot->dst], tokens);
}

static char *
sum_up_experts (const LscLinkMatrix *matrix)
{
  const LscMatrixCell *most = NULL;
  LscMatrixSpot spot = { LSC_MATRIX_CELL, 0, 0 };

  for (guint i = 0; i < matrix->cells->len; i++)
    {
      const LscMatrixCell *cell = lsc_link_matrix_get (matrix, i);

      if (!isnan (cell->of_mean) && (!most || cell->of_mean > most->of_mean))
        most = cell;
    }
  if (!most)
    return g_strdup ("");
  spot.src = most->src;
  spot.dst = most->dst;
  return describe_load (matrix, &spot);
}

/* ---- links ---- */

/* All that one rank sends, or that it receives. */
static char *
describe_rank (const LscLinkMatrix *matrix, const LscMatrixSpot *spot)
{
  gboolean is_src = spot->type == LSC_MATRIX_SRC;
  gsize rank = is_src ? spot->src : spot->dst;
  gint64 size = 0;
  guint n = 0;
  g_autofree char *name = g_strdup_printf ("%" PRId64, matrix->ranks[rank]), *sum = NULL;

  for (guint i = is_src ? matrix->first[rank] : 0;
       i < (is_src ? matrix->first[rank + 1] : matrix->cells->len); i++)
    if (is_src || matrix->dsts[i] == rank)
      {
        size = lsc_int_add (size, lsc_link_matrix_get (matrix, i)->size_bytes);
        n++;
      }
  sum = size == LSC_INT_NULL ? g_strdup (_ ("an unknown size"))
                             : lsc_matrix_value_text (LSC_MATRIX_SIZE, (double) size);
  return is_src ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Rank %s sends %s to %u rank",
                                                "Rank %s sends %s to %u ranks", n),
                                   name, sum, n)
                : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Rank %s receives %s from %u rank",
                                                "Rank %s receives %s from %u ranks", n),
                                   name, sum, n);
}

/** lsc_matrix_view_describe: Returns: (transfer full) (nullable): what is at a place */
char *
lsc_matrix_view_describe (const LscMatrixView *self, const LscMatrixSpot *spot)
{
  const LscLinkMatrix *matrix;
  const LscMatrixCell *cell;
  g_autofree char *ends = NULL, *figures = NULL;

  g_return_val_if_fail (self && spot, NULL);
  if (lsc_matrix_view_is_empty (self) || spot->type == LSC_MATRIX_NONE)
    return NULL;
  matrix = self->matrix;
  if (matrix->is_of_experts)
    return spot->type == LSC_MATRIX_CELL ? describe_load (matrix, spot)
                                         : describe_line (matrix, spot);
  if (spot->type != LSC_MATRIX_CELL)
    return describe_rank (matrix, spot);
  ends = g_strdup_printf (_ ("Rank %" PRId64 " → rank %" PRId64), matrix->ranks[spot->src],
                          matrix->ranks[spot->dst]);
  cell = lsc_link_matrix_find (matrix, spot->src, spot->dst);
  figures = cell ? describe_cell (matrix, cell) : g_strdup (_ (": no transfer recorded"));
  return g_strconcat (ends, figures, NULL);
}

/* Rates and sizes; what it is compared with is told where it is pointed at. */
static void
keep_two_lines (char *text)
{
  char *end = strchr (text, '\n');

  end = end ? strchr (end + 1, '\n') : NULL;
  if (end)
    *end = '\0';
  g_strdelimit (text, "\n", ' ');
}

/** lsc_matrix_view_sum_up: Returns: (transfer full): the whole matrix in one line */
char *
lsc_matrix_view_sum_up (const LscMatrixView *self)
{
  const LscMatrixCell *slowest;
  g_autofree char *ranks = NULL, *links = NULL, *slow = NULL;
  LscMatrixSpot spot;

  g_return_val_if_fail (self, NULL);
  if (lsc_matrix_view_is_empty (self))
    return g_strdup ("");
  if (self->matrix->is_of_experts)
    return sum_up_experts (self->matrix);
  ranks = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u rank", "%u ranks", (gulong) self->matrix->n_ranks),
      (guint) self->matrix->n_ranks);
  links = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u pair with transfers",
                                        "%u pairs with transfers", self->matrix->cells->len),
                           self->matrix->cells->len);
  slowest = find_slowest (self->matrix);
  if (!slowest || slowest->of_kind >= LSC_MATRIX_SLOW)
    return g_strconcat (ranks, " · ", links, slowest ? " · " : "",
                        slowest ? _ ("no slow link") : "", NULL);
  spot = (LscMatrixSpot){ LSC_MATRIX_CELL, slowest->src, slowest->dst };
  slow = lsc_matrix_view_describe (self, &spot);
  keep_two_lines (slow);
  return g_strconcat (ranks, " · ", links, " · ", slow, NULL);
}
