/* lsc-naive-module.c - slow, plain second implementation of the module statistic rows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-naive-private.h"

#include "lsc-test-cases.h"

static guint
count_ops (NaiveData *data)
{
  guint n = 0;

  for (guint i = 0; i < data->ops->len; i++)
    n += g_array_index (data->ops, NaiveOp, i).n_kernels > 0;
  return n;
}

/**
 * lsc_naive_module_rows_full:
 * @db_path: a database of the framework profiler
 * @options: (nullable): %NULL for the defaults
 * @stats_out: (out) (optional): what was read
 * @error: return location
 *
 * Computes the default rows of the module statistic (modules.md#join, #nesting, #backward, #rows
 * with the decisions of exports.md#differences) without any cleverness: containment by looking at
 * every range, grouping by comparing with every group. Shares no code with the engine, so that both
 * can be compared. Reads only.
 *
 * Cost: quadratic. Thread: any.
 *
 * Returns: (transfer full) (element-type LscNaiveRow) (nullable): rows in output order; %NULL with
 *   @error when there are no module ranges, the step is unknown or the file cannot be read
 */
GPtrArray *
lsc_naive_module_rows_full (const char *db_path, const LscNaiveOptions *options,
                            LscNaiveStats *stats_out, GError **error)
{
  LscNaiveOptions defaults = { 0 };
  LscNaiveStats stats = { 0 };
  g_autoptr (NaiveData) data = NULL;
  g_autoptr (GArray) backward = NULL;
  g_autoptr (GArray) sorted = NULL;
  gboolean own_only;

  if (options == NULL)
    options = &defaults;
  data = _naive_data_load (db_path, options, error);
  if (data == NULL)
    return NULL;
  own_only = options->threads == LSC_NAIVE_THREADS_OWN;
  stats.n_ranges = data->ranges->len;
  stats.n_ops = count_ops (data);
  stats.n_kernels = data->kernels->len;
  stats.n_pairs = data->pairs->len;
  stats.from_trace = data->from_trace;
  stats.merged = data->merged;
  backward = _naive_backward_ranges (data, own_only, &stats);
  sorted = g_array_copy (data->ranges);
  g_array_append_vals (sorted, backward->data, backward->len);
  _naive_sort_ranges (data, sorted);
  _naive_nest (data, sorted, own_only);
  if (stats_out != NULL)
    *stats_out = stats;
  return _naive_rows (data, sorted, own_only);
}

/**
 * lsc_naive_module_rows:
 * @db_path: a database of the framework profiler
 * @options: (nullable): %NULL for the defaults
 * @error: return location
 *
 * As lsc_naive_module_rows_full() without the figures.
 *
 * Returns: (transfer full) (element-type LscNaiveRow) (nullable): rows in output order
 */
GPtrArray *
lsc_naive_module_rows (const char *db_path, const LscNaiveOptions *options, GError **error)
{
  return lsc_naive_module_rows_full (db_path, options, NULL, error);
}

/**
 * lsc_naive_row_free:
 * @row: (nullable): a row
 *
 * Frees @row.
 */
void
lsc_naive_row_free (LscNaiveRow *row)
{
  if (row == NULL)
    return;
  g_free (row->parent);
  g_free (row->module);
  g_free (row->op);
  g_free (row->kernels);
  g_free (row);
}

/**
 * lsc_naive_row_to_string:
 * @row: a row
 *
 * Returns: (transfer full): "parent|module|op|kernels|total|avg|count", the mean with up to three
 *   decimals, as in LscTestCase
 */
char *
lsc_naive_row_to_string (const LscNaiveRow *row)
{
  return lsc_test_case_row (row->parent, row->module, row->op, row->kernels, row->total_ns,
                            row->avg_ns, row->count);
}
