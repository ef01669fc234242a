/* lsc-mode-cann-api-sum.c - cann_api_sum: durations of the calls of the driver's library
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-stats.h"
#include "session/modes/lsc-mode-private.h"

/* modes.md#cann-api-sum */

static const LscColumn rank_columns[] = {
  LSC_MODE_TEXT ("name"),      LSC_MODE_REAL ("durationRatio"), LSC_MODE_INT ("totalTimeNs"),
  LSC_MODE_INT ("totalCount"), LSC_MODE_REAL ("averageNs"),     LSC_MODE_REAL ("minNs"),
  LSC_MODE_REAL ("Q1Ns"),      LSC_MODE_REAL ("medNs"),         LSC_MODE_REAL ("Q3Ns"),
  LSC_MODE_REAL ("maxNs"),     LSC_MODE_REAL ("stdev"),         LSC_MODE_INT ("rank"),
};
static const LscColumn all_columns[] = {
  LSC_MODE_TEXT ("name"),      LSC_MODE_REAL ("timeRatio"), LSC_MODE_INT ("totalTimeNs"),
  LSC_MODE_INT ("totalCount"), LSC_MODE_REAL ("averageNs"), LSC_MODE_REAL ("Q1Ns"),
  LSC_MODE_REAL ("medNs"),     LSC_MODE_REAL ("Q3Ns"),      LSC_MODE_REAL ("minNs"),
  LSC_MODE_REAL ("maxNs"),     LSC_MODE_REAL ("stdev"),     LSC_MODE_TEXT ("minRank"),
  LSC_MODE_TEXT ("maxRank"),
};

static const LscModeTable tables[] = {
  { "CannApiSum", "all_stats" },
  { "CannApiSumRank", "rank_stats" },
};

/** A row of CannApiSumRank, rounded as it is written. */
typedef struct
{
  const char *name;
  gint64 rank;
  double ratio;
  double total;
  LscModeFigures figures;
} Row;

/* As SQLite rounds: by its decimal digits, a half away from 0. */
static double
round_as_sql (double value, guint decimals)
{
  char *text = sqlite3_mprintf ("%.*f", decimals, value);
  double rounded = g_ascii_strtod (text, NULL);

  sqlite3_free (text);
  return rounded;
}

static void
round_figures (LscModeFigures *figures, double sd)
{
  double *const values[] = { &figures->mean,   &figures->min, &figures->q1,
                             &figures->median, &figures->q3,  &figures->max };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    *values[i] = round_as_sql (*values[i], 1);
  figures->sd = round_as_sql (sd, 1);
}

static void
add_row (GArray *rows, const LscModeGroup *group, gint64 rank, double all)
{
  Row row = { .name = group->key.texts[0], .rank = rank };
  double n, sd;

  _lsc_mode_describe (group->values, &row.figures);
  n = (double) row.figures.count;
  sd = row.figures.count > 1 ? row.figures.sd * sqrt ((n - 1) / n) : 0;
  row.total = row.figures.sum;
  row.ratio = all > 0 ? round_as_sql (100 * row.total / all, 2) : LSC_REAL_NULL;
  round_figures (&row.figures, sd);
  g_array_append_val (rows, row);
}

static void
read_rank (LscModeRank *rank, GArray *rows)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (rank, "SELECT name, startNs, endNs FROM CANN_API");
  LscModeGroups groups;
  double all = 0;

  _lsc_mode_groups_init (&groups);
  while (_lsc_mode_rank_next (rank, &stmt))
    {
      LscModeKey key = { .texts = { _lsc_mode_rank_get_text_at (rank, stmt, 0) } };
      gint64 start = sqlite3_column_int64 (stmt, 1);
      double duration = (double) (sqlite3_column_int64 (stmt, 2) - start);

      if (start < rank->begin || start > rank->end || !key.texts[0])
        continue;
      _lsc_mode_group_add (_lsc_mode_groups_get (&groups, &key), duration, rank->rank);
      all += duration;
    }
  for (guint i = 0; i < groups.list->len; i++)
    add_row (rows, groups.list->pdata[i], rank->rank, all);
  _lsc_mode_groups_clear (&groups);
}

static int
compare_ratios (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  return (x->ratio < y->ratio) - (x->ratio > y->ratio);
}

static void
write_ranks (LscTable *table, const GArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      const LscModeFigures *figures = &row->figures;
      const double values[] = { figures->mean, figures->min, figures->q1, figures->median,
                                figures->q3,   figures->max, figures->sd };
      LscModeRow out = _lsc_mode_row (table);

      _lsc_mode_put_text (&out, row->name);
      _lsc_mode_put_real (&out, row->ratio);
      _lsc_mode_put_int (&out, (gint64) row->total);
      _lsc_mode_put_int (&out, figures->count);
      for (gsize k = 0; k < G_N_ELEMENTS (values); k++)
        _lsc_mode_put_real (&out, values[k]);
      _lsc_mode_put_int (&out, row->rank);
    }
}

/** The rows of a name, of all ranks. */
typedef struct
{
  const char *name;
  GPtrArray *rows;
  double total;
  double count;
  double sd;
  double least;
  double most;
} Sum;

static void
free_sum (gpointer data)
{
  Sum *self = data;

  g_ptr_array_unref (self->rows);
  g_free (self);
}

static GPtrArray *
list_sums (GArray *rows)
{
  GPtrArray *sums = g_ptr_array_new_with_free_func (free_sum);
  g_autoptr (GHashTable) index = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (guint i = 0; i < rows->len; i++)
    {
      Row *row = &g_array_index (rows, Row, i);
      Sum *sum = g_hash_table_lookup (index, row->name);

      if (!sum)
        {
          sum = g_new0 (Sum, 1);
          *sum = (Sum){ .name = row->name,
                        .rows = g_ptr_array_new (),
                        .least = row->figures.min,
                        .most = row->figures.max };
          g_hash_table_insert (index, (gpointer) row->name, sum);
          g_ptr_array_add (sums, sum);
        }
      g_ptr_array_add (sum->rows, row);
      sum->total += row->total;
      sum->count += (double) row->figures.count;
      sum->least = MIN (sum->least, row->figures.min);
      sum->most = MAX (sum->most, row->figures.max);
    }
  return sums;
}

/* The deviation of all from those of the ranks. */
static double
pool_deviation (const Sum *self)
{
  double within = 0, between = 0, mean = self->total / self->count;

  if (self->rows->len == 1)
    return ((const Row *) self->rows->pdata[0])->figures.sd;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscModeFigures *figures = &((const Row *) self->rows->pdata[i])->figures;
      double n = (double) figures->count;

      within += (n - 1) * figures->sd * figures->sd;
      between += n * (figures->mean - mean) * (figures->mean - mean);
    }
  return self->count > 1 ? sqrt ((within + between) / (self->count - 1)) : 0;
}

static char *
name_ranks (const Sum *self, gboolean is_most)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = self->rows->pdata[i];

      if (is_most ? row->figures.max == self->most : row->figures.min == self->least)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? ", " : "", row->rank);
    }
  return g_string_free (text, FALSE);
}

static int
compare_totals (gconstpointer a, gconstpointer b)
{
  double x = (*(Sum *const *) a)->total, y = (*(Sum *const *) b)->total;

  return (x < y) - (x > y);
}

static void
write_sum (LscTable *table, const Sum *sum, double all)
{
  g_autoptr (GArray) medians = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *least = name_ranks (sum, FALSE), *most = name_ranks (sum, TRUE);
  double q1 = G_MAXDOUBLE, q3 = -G_MAXDOUBLE;
  LscModeRow out = _lsc_mode_row (table);

  for (guint i = 0; i < sum->rows->len; i++)
    {
      const LscModeFigures *figures = &((const Row *) sum->rows->pdata[i])->figures;

      g_array_append_val (medians, figures->median);
      q1 = MIN (q1, figures->q1);
      q3 = MAX (q3, figures->q3);
    }
  lsc_sort_doubles ((double *) (gpointer) medians->data, medians->len);
  _lsc_mode_put_text (&out, sum->name);
  _lsc_mode_put_real (&out, all > 0 ? _lsc_mode_round (100 * sum->total / all, 1) : LSC_REAL_NULL);
  _lsc_mode_put_int (&out, (gint64) sum->total);
  _lsc_mode_put_int (&out, (gint64) sum->count);
  _lsc_mode_put_real (&out, _lsc_mode_round (sum->total / sum->count, 1));
  _lsc_mode_put_real (&out, _lsc_mode_round (q1, 1));
  _lsc_mode_put_real (&out, _lsc_mode_round (_lsc_mode_quantile (medians, 0.5), 1));
  _lsc_mode_put_real (&out, _lsc_mode_round (q3, 1));
  _lsc_mode_put_real (&out, _lsc_mode_round (sum->least, 1));
  _lsc_mode_put_real (&out, _lsc_mode_round (sum->most, 1));
  _lsc_mode_put_real (&out, _lsc_mode_round (pool_deviation (sum), 1));
  _lsc_mode_put_text (&out, least);
  _lsc_mode_put_text (&out, most);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "CANN_API", "STRING_IDS", NULL };
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autoptr (GPtrArray) sums = NULL;
  LscTable *table = _LSC_MODE_ADD_TABLE (self, tables[0].name, all_columns);
  LscModeRank rank;
  double all = 0;

  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        read_rank (&rank, rows);
        self->n_used++;
        _lsc_mode_rank_close (&rank);
      }
  sums = list_sums (rows);
  for (guint i = 0; i < sums->len; i++)
    all += ((const Sum *) sums->pdata[i])->total;
  g_ptr_array_sort (sums, compare_totals);
  for (guint i = 0; i < sums->len; i++)
    write_sum (table, sums->pdata[i], all);
  g_array_sort (rows, compare_ratios);
  write_ranks (_LSC_MODE_ADD_TABLE (self, tables[1].name, rank_columns), rows);
  return TRUE;
}

const LscMode _lsc_mode_cann_api_sum = {
  .name = "cann_api_sum",
  .folder = "CannApiSum",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .has_text = TRUE,
  .text_ns = 1000,
  .run = run_mode,
};
