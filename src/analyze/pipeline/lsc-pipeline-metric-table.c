/* lsc-pipeline-metric-table.c - the table of pipeline metrics
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-stats.h"
#include "analyze/lsc-table-list.h"
#include "analyze/pipeline/lsc-pipeline-private.h"

/* pipeline.md#tables, #bubble. A row without rank is about the whole group; names that end in
 * _median, _min and _max are over the whole steps of a group, without outliers. */

typedef struct
{
  gint64 group;
  gint64 step;
  gint64 rank;
  const char *name;
  double value;
  const char *unit;
  const LscPhrase *note;
} Row;

static const LscColumn metric_columns[] = {
  LSC_PIPELINE_COLUMN (Row),
  LSC_PIPELINE_STEP_COLUMN (Row),
  LSC_COLUMN (Row, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "rank",
              N_ ("Number of the rank; empty for figures of the whole pipeline.")),
  LSC_COLUMN (Row, name, "name", N_ ("Metric"), LSC_UNIT_NONE, "pipeline.md#bubble, #phases",
              N_ ("Stable name of the figure; _median, _min and _max are over the whole steps.")),
  LSC_COLUMN (Row, value, "value", N_ ("Value"), LSC_UNIT_NONE, "pipeline.md#bubble, #phases",
              N_ ("The figure, in its unit.")),
  LSC_COLUMN (Row, unit, "unit", N_ ("Unit"), LSC_UNIT_NONE, "ns, ratio or count",
              N_ ("Unit of the figure; a ratio of 1 is the whole.")),
  LSC_COLUMN (Row, note, "note", N_ ("Remark"), LSC_UNIT_NONE, "why there is no value",
              N_ ("Why there is no value.")),
};

const LscTableInfo lsc_pipeline_metric_table_info =
    LSC_TABLE_INFO ("PpMetric", Row, metric_columns);

/* Where a metric belongs. */
typedef struct
{
  LscTable *table;
  guint group;
  const LscPipelineStep *step; /* NULL: over the steps */
  const LscPipelineRow *row;   /* NULL: the whole group */
  const LscPhrase *unknown;    /* (nullable): why times of several ranks cannot be compared */
} Place;

static void
add (const Place *place, const char *name, double value, const char *unit)
{
  gboolean has_step = place->step && place->step->has_id;

  lsc_table_add (place->table, &(Row){ .group = place->group,
                                       .step = has_step ? place->step->id : LSC_INT_NULL,
                                       .rank = place->row ? place->row->rank : LSC_INT_NULL,
                                       .name = name,
                                       .value = value,
                                       .unit = unit });
}

static void
add_ns (const Place *place, const char *name, gint64 value)
{
  add (place, name, (double) value, "ns");
}

/* A figure that comes of times of several ranks. */
static void
add_compared (const Place *place, const char *name, double value, const char *unit)
{
  gboolean has_step = place->step && place->step->has_id;
  Row row;

  if (!place->unknown)
    {
      add (place, name, value, unit);
      return;
    }
  lsc_table_info_clear_row (&lsc_pipeline_metric_table_info, &row);
  row.group = place->group;
  row.step = has_step ? place->step->id : LSC_INT_NULL;
  row.rank = place->row ? place->row->rank : LSC_INT_NULL;
  row.name = name;
  row.unit = unit;
  row.note = place->unknown;
  lsc_table_add (place->table, &row);
}

static void
add_compared_ns (const Place *place, const char *name, gint64 value)
{
  add_compared (place, name, (double) value, "ns");
}

static void
add_row_metrics (const Place *place)
{
  const LscRowMetrics *metrics = &place->row->metrics;
  gint64 length = place->step->t1_ns - place->step->t0_ns;

  add_ns (place, "busy_ns", metrics->busy_ns);
  add_compared_ns (place, "bubble_ns", metrics->bubble_ns);
  add_compared (place, "bubble_ratio",
                length > 0 ? (double) metrics->bubble_ns / (double) length : 0, "ratio");
  add_compared_ns (place, "ramp_ns", metrics->ramp_ns);
  add_compared_ns (place, "tail_ns", metrics->tail_ns);
  add_ns (place, "inner_ns", metrics->inner_ns);
  add_compared_ns (place, "bubble_warmup_ns", metrics->warmup_ns);
  add_compared_ns (place, "bubble_steady_ns", metrics->steady_ns);
  add_compared_ns (place, "bubble_cooldown_ns", metrics->cooldown_ns);
  if (metrics->compute_ns >= 0)
    add_ns (place, "compute_ns", metrics->compute_ns);
  add (place, "n_blocks", (double) place->row->n_blocks, "count");
}

/* What the ratio may be, where aligned clocks leave that open. */
static void
add_range (const Place *place, double low, double high)
{
  if (place->unknown || high <= low)
    return;
  add (place, "bubble_ratio_low", low, "ratio");
  add (place, "bubble_ratio_high", high, "ratio");
}

static void
add_step_metrics (const Place *place)
{
  const LscPipelineStep *step = place->step;
  gint64 busy = 0, bubble = 0;
  gsize n_blocks = 0, n_rows = 0;

  for (gsize i = 0; i < step->n_rows; i++)
    {
      busy += step->rows[i].metrics.busy_ns;
      bubble += step->rows[i].metrics.bubble_ns;
      n_blocks += step->rows[i].n_blocks;
      n_rows += step->rows[i].n_blocks > 0;
    }
  add_compared_ns (place, "window_ns", step->t1_ns - step->t0_ns);
  add_ns (place, "busy_ns", busy);
  add_compared_ns (place, "bubble_ns", bubble);
  add_compared (place, "bubble_ratio", step->bubble_ratio, "ratio");
  add_range (place, step->bubble_low, step->bubble_high);
  add_compared (place, "bubble_over_work", step->bubble_over_work, "ratio");
  if (step->net_ratio >= 0)
    add (place, "net_ratio", step->net_ratio, "ratio");
  add (place, "n_blocks", (double) n_blocks, "count");
  add (place, "n_ranks", (double) n_rows, "count");
  add (place, "n_links", (double) step->n_links, "count");
  add (place, "is_partial", step->is_partial, "count");
  add (place, "is_forward_only", step->is_forward_only, "count");
  add (place, "is_outlier", step->is_outlier, "count");
}

static void
add_spread (const Place *place, const char *median, const char *least, const char *most,
            GArray *values, const char *unit)
{
  double *items = (double *) values->data;
  gsize n = values->len;

  if (n == 0)
    return;
  add_compared (place, median, lsc_median_lower_double (items, n), unit);
  add_compared (place, least, items[0], unit); /* sorted by now */
  add_compared (place, most, items[n - 1], unit);
}

static void
add_group_metrics (const Place *place, const LscPipelineGroup *group)
{
  g_autoptr (GArray) windows = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) ratios = g_array_new (FALSE, FALSE, sizeof (double));
  double low = G_MAXDOUBLE, high = -1;

  for (gsize i = 0; i < group->n_steps; i++)
    {
      const LscPipelineStep *step = &group->steps[i];
      double window = (double) (step->t1_ns - step->t0_ns);

      if (step->is_partial || step->is_forward_only || step->is_outlier)
        continue;
      g_array_append_val (windows, window);
      g_array_append_val (ratios, step->bubble_ratio);
      low = MIN (low, step->bubble_low);
      high = MAX (high, step->bubble_high);
    }
  add (place, "n_stages", (double) group->n_ranks, "count");
  if (group->micro_batches > 0)
    add (place, "n_micro_batches", (double) group->micro_batches, "count");
  add (place, "n_steps", (double) group->n_steps, "count");
  add (place, "n_whole_steps", (double) windows->len, "count");
  add_spread (place, "window_ns_median", "window_ns_min", "window_ns_max", windows, "ns");
  add_spread (place, "bubble_ratio_median", "bubble_ratio_min", "bubble_ratio_max", ratios,
              "ratio");
  if (group->clocks.is_applied)
    add_range (place, low, high);
}

/** Returns: (transfer full): table PpMetric: metrics of groups, steps and ranks. What compares
 * times of ranks whose clocks are not known has a note and no value. */
LscTable *
lsc_pipeline_metric_table (LscPipeline *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_pipeline_metric_table_info);

  for (guint i = 0; i < self->groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (self->groups, i);
      Place place = { .table = table, .group = i, .unknown = group->clocks.unknown };

      add_group_metrics (&place, group);
      for (gsize k = 0; k < group->n_steps; k++)
        {
          place.step = &group->steps[k];
          place.row = NULL;
          add_step_metrics (&place);
          for (gsize r = 0; r < group->steps[k].n_rows; r++)
            if (group->steps[k].rows[r].n_blocks > 0)
              {
                place.row = &group->steps[k].rows[r];
                add_row_metrics (&place);
              }
        }
    }
  return table;
}
