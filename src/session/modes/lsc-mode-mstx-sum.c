/* lsc-mode-mstx-sum.c - mstx_sum: durations of the marks and ranges that programs set
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "session/modes/lsc-mode-mstx-private.h"
#include "session/modes/lsc-mode-private.h"

/* modes.md#mstx-sum */

static const LscColumn mark_columns[] = {
  LSC_MODE_INT ("index"),
  LSC_MODE_TEXT ("Name"),
  LSC_MODE_REAL ("FrameworkDurationNs"),
  LSC_MODE_REAL ("FrameworkDurationRatio(%)"),
  LSC_MODE_REAL ("CannDurationNs"),
  LSC_MODE_REAL ("CannDurationRatio(%)"),
  LSC_MODE_REAL ("DeviceDurationNs"),
  LSC_MODE_REAL ("DeviceDurationRatio(%)"),
  LSC_MODE_INT ("Rank"),
  LSC_MODE_INT ("StepId"),
};
static const LscColumn sum_columns[] = {
  LSC_MODE_TEXT ("Name"),          LSC_MODE_REAL ("Count"),    LSC_MODE_REAL ("MeanNs"),
  LSC_MODE_REAL ("StdNs"),         LSC_MODE_REAL ("MinNs"),    LSC_MODE_INT ("MinRank"),
  LSC_MODE_REAL ("Q1Ns"),          LSC_MODE_REAL ("MedianNs"), LSC_MODE_REAL ("Q3Ns"),
  LSC_MODE_REAL ("MaxNs"),         LSC_MODE_INT ("MaxRank"),   LSC_MODE_REAL ("SumNs"),
  LSC_MODE_REAL ("Dispersion(%)"), LSC_MODE_INT ("StepId"),
};

static const LscModeTable tables[] = {
  { "MSTXMarkStats", "mark_stats" },
  { "MSTXAllFrameworkStats", "all_fwk_stats" },
  { "MSTXAllCannStats", "all_cann_stats" },
  { "MSTXAllDeviceStats", "all_device_stats" },
};

static int
compare_cann_ratios (gconstpointer a, gconstpointer b)
{
  double x = ((const LscModeMark *) a)->ratios[LSC_MODE_CANN];
  double y = ((const LscModeMark *) b)->ratios[LSC_MODE_CANN];

  return (x < y) - (x > y);
}

static void
write_marks (LscTable *table, GArray *marks)
{
  g_array_sort (marks, compare_cann_ratios);
  for (guint i = 0; i < marks->len; i++)
    {
      const LscModeMark *mark = &g_array_index (marks, LscModeMark, i);
      LscModeRow out = _lsc_mode_row (table);

      _lsc_mode_put_int (&out, i);
      _lsc_mode_put_text (&out, mark->name);
      for (guint k = 0; k < LSC_MODE_N_SIDES; k++)
        {
          _lsc_mode_put_real (&out, mark->durations[k]);
          _lsc_mode_put_real (&out, mark->ratios[k]);
        }
      _lsc_mode_put_int (&out, mark->rank);
      _lsc_mode_put_int (&out, mark->step);
    }
}

/** A row of the sums at work. */
typedef struct
{
  const LscModeGroup *group;
  LscModeFigures figures;
  double dispersion;
} Sum;

static int
compare_sums (gconstpointer a, gconstpointer b)
{
  const Sum *x = a, *y = b;

  if (x->group->key.number != y->group->key.number)
    return x->group->key.number < y->group->key.number ? -1 : 1;
  return (x->dispersion < y->dispersion) - (x->dispersion > y->dispersion);
}

static void
write_sum (LscTable *table, const Sum *sum)
{
  const LscModeFigures *figures = &sum->figures;
  gboolean has_any = figures->count > 0;
  gboolean is_zero = has_any && figures->min == 0 && figures->max == 0;
  LscModeRow out = _lsc_mode_row (table);

  _lsc_mode_put_text (&out, sum->group->key.texts[0]);
  _lsc_mode_put_real (&out, (double) figures->count);
  _lsc_mode_put_real (&out, figures->mean);
  _lsc_mode_put_real (&out, figures->sd);
  _lsc_mode_put_real (&out, figures->min);
  _lsc_mode_put_int (&out, is_zero ? 0 : has_any ? sum->group->least_rank : LSC_INT_NULL);
  _lsc_mode_put_real (&out, figures->q1);
  _lsc_mode_put_real (&out, figures->median);
  _lsc_mode_put_real (&out, figures->q3);
  _lsc_mode_put_real (&out, figures->max);
  _lsc_mode_put_int (&out, is_zero ? 0 : has_any ? sum->group->most_rank : LSC_INT_NULL);
  _lsc_mode_put_real (&out, figures->sum);
  _lsc_mode_put_real (&out, sum->dispersion);
  _lsc_mode_put_int (&out, sum->group->key.number);
}

static void
write_sums (LscTable *table, const GArray *marks, LscModeSide side)
{
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (Sum));
  LscModeGroups groups;

  _lsc_mode_groups_init (&groups);
  for (guint i = 0; i < marks->len; i++)
    {
      const LscModeMark *mark = &g_array_index (marks, LscModeMark, i);
      LscModeKey key = { .texts = { mark->name }, .number = mark->step };
      LscModeGroup *group = _lsc_mode_groups_get (&groups, &key);

      if (!isnan (mark->durations[side]))
        _lsc_mode_group_add (group, mark->durations[side], mark->rank);
    }
  for (guint i = 0; i < groups.list->len; i++)
    {
      Sum sum = { .group = groups.list->pdata[i] };

      _lsc_mode_describe (sum.group->values, &sum.figures);
      if (sum.figures.sum != 0)
        sum.dispersion = 100 * (sum.figures.max - sum.figures.q3) / sum.figures.sum;
      g_array_append_val (sums, sum);
    }
  g_array_sort (sums, compare_sums);
  for (guint i = 0; i < sums->len; i++)
    write_sum (table, &g_array_index (sums, Sum, i));
  _lsc_mode_groups_clear (&groups);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "MSTX_EVENTS", "TASK", "STRING_IDS", NULL };
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (LscModeMark));
  LscTable *all[G_N_ELEMENTS (tables)] = {
    _LSC_MODE_ADD_TABLE (self, tables[0].name, mark_columns),
    _LSC_MODE_ADD_TABLE (self, tables[1].name, sum_columns),
    _LSC_MODE_ADD_TABLE (self, tables[2].name, sum_columns),
    _LSC_MODE_ADD_TABLE (self, tables[3].name, sum_columns),
  };
  LscModeRank rank;

  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        self->n_used += _lsc_mode_rank_list_marks (&rank, marks);
        _lsc_mode_rank_close (&rank);
      }
  for (LscModeSide side = 0; side < LSC_MODE_N_SIDES; side++)
    write_sums (all[1 + side], marks, side);
  write_marks (all[0], marks);
  return TRUE;
}

const LscMode _lsc_mode_mstx_sum = {
  .name = "mstx_sum",
  .folder = "MstxSum",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .has_text = TRUE,
  .text_ns = 1000000,
  .run = run_mode,
};
