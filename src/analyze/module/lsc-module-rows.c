/* lsc-module-rows.c - the module_statistic and operator_mfu tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-rows.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "analyze/module/lsc-flops-private.h"
#include "analyze/module/lsc-module-groups.h"

#define GROUPING "module statistic 7"

/* Columns of both module tables, under the names of each. */
enum
{
  MODULE_PARENT,
  MODULE_NAME,
  MODULE_OP,
  MODULE_KERNELS,
  MODULE_TOTAL,
  MODULE_AVG,
  MODULE_COUNT,
  MODULE_MFU,
  MODULE_RANK,
  MODULE_N_COLUMNS,
};

static const LscColumn statistic_columns[MODULE_N_COLUMNS] = {
  { "parentModule", N_ ("Parent Module"), LSC_TYPE_TEXT, LSC_UNIT_NONE, GROUPING },
  { "module", N_ ("Module"), LSC_TYPE_TEXT, LSC_UNIT_NONE, GROUPING },
  { "opName", N_ ("Op Name"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "PYTORCH_API.name" },
  { "kernelList", N_ ("Kernel List"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "COMPUTE_TASK_INFO.name" },
  { "totalKernelDuration(ns)", N_ ("Total Kernel Duration(ns)"), LSC_TYPE_REAL, LSC_UNIT_NS,
    "TASK.endNs - TASK.startNs" },
  { "avgKernelDuration(ns)", N_ ("Avg Kernel Duration(ns)"), LSC_TYPE_REAL, LSC_UNIT_NS,
    "TASK.endNs - TASK.startNs" },
  { "opCount", N_ ("Op Count"), LSC_TYPE_INT, LSC_UNIT_COUNT, GROUPING },
  { "avgMFU", N_ ("Avg MFU"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "module statistic 9.5" },
  { "rankID", N_ ("Rank ID"), LSC_TYPE_INT, LSC_UNIT_ID, NULL },
};

static const LscColumn mfu_columns[MODULE_N_COLUMNS] = {
  { "parent_module", N_ ("Parent Module"), LSC_TYPE_TEXT, LSC_UNIT_NONE, GROUPING },
  { "module", N_ ("Module"), LSC_TYPE_TEXT, LSC_UNIT_NONE, GROUPING },
  { "op_name", N_ ("Op Name"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "PYTORCH_API.name" },
  { "kernel_list", N_ ("Kernel List"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "COMPUTE_TASK_INFO.name" },
  { "total_kernel_duration(ns)", N_ ("Total Kernel Duration(ns)"), LSC_TYPE_REAL, LSC_UNIT_NS,
    "TASK.endNs - TASK.startNs" },
  { "avg_kernel_duration(ns)", N_ ("Avg Kernel Duration(ns)"), LSC_TYPE_REAL, LSC_UNIT_NS,
    "TASK.endNs - TASK.startNs" },
  { "op_count", N_ ("Op Count"), LSC_TYPE_INT, LSC_UNIT_COUNT, GROUPING },
  { "avg_mfu", N_ ("Avg MFU"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "module statistic 9.5" },
  { "rank_id", N_ ("Rank ID"), LSC_TYPE_INT, LSC_UNIT_ID, NULL },
};

static const guint8 statistic_order[MODULE_N_COLUMNS] = {
  MODULE_PARENT, MODULE_NAME,  MODULE_OP,  MODULE_KERNELS, MODULE_TOTAL,
  MODULE_AVG,    MODULE_COUNT, MODULE_MFU, MODULE_RANK,
};

static const guint8 mfu_order[MODULE_N_COLUMNS] = {
  MODULE_RANK,  MODULE_PARENT, MODULE_NAME,  MODULE_OP,  MODULE_KERNELS,
  MODULE_TOTAL, MODULE_AVG,    MODULE_COUNT, MODULE_MFU,
};

/* Bad bytes become U+FFFD here, after grouping by raw bytes. */
static void
set_text (LscTable *table, gsize row, int column, const char *text)
{
  if (g_utf8_validate (text, -1, NULL))
    lsc_table_set_text (table, row, (guint) column, text);
  else
    {
      g_autofree char *valid = g_utf8_make_valid (text, -1);

      lsc_table_set_text (table, row, (guint) column, valid);
    }
}

/* Rounds as the reference does (module statistic 8.3): to the nearest multiple, ties to even. */
static double
round_to (double value, double scale)
{
  return rint (value * scale) / scale;
}

/* `58.25%,46.6%`: positions without a value are left out (9.5, Q40). */
static char *
mfu_text (const LscModuleGroups *groups, const LscModuleGroup *group)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; groups->shares.n > 0 && i < group->n_shares; i++)
    {
      const LscMfuShare *share = &groups->shares.items[group->first_share + i];

      if (share->n == 0)
        continue;
      if (text->len > 0)
        g_string_append_c (text, ',');
      lsc_real_to_string (text, round_to (share->sum / (double) share->n * 100.0, 100.0));
      g_string_append_c (text, '%');
    }
  return g_string_free (text, FALSE);
}

static gboolean
has_mfu (const LscModuleGroups *groups)
{
  for (gsize i = 0; i < groups->shares.n; i++)
    if (groups->shares.items[i].n > 0)
      return TRUE;
  return FALSE;
}

static void
fill_row (LscTable *table, const int *place, const LscModuleGroups *groups, gsize index)
{
  const LscModuleGroup *group = &groups->groups.items[groups->order[index]];
  g_autofree char *kernels = _lsc_name_lists_text (groups->kernel_lists, group->kernels);
  const char *label = lsc_intern_text (groups->labels, group->label);
  g_autofree char *suffixed =
      group->suffix == LSC_INDEX_NONE ? NULL : g_strdup_printf ("%s_%u", label, group->suffix);
  gsize row = lsc_table_add_row (table);

  set_text (table, row, place[MODULE_PARENT], group->path_text);
  set_text (table, row, place[MODULE_NAME], suffixed ? suffixed : label);
  set_text (table, row, place[MODULE_OP], lsc_module_data_text (groups->data, group->op_name));
  set_text (table, row, place[MODULE_KERNELS], kernels);
  lsc_table_set_real (table, row, (guint) place[MODULE_TOTAL], (double) group->total_ns);
  lsc_table_set_real (table, row, (guint) place[MODULE_AVG],
                      (double) group->total_ns / (double) group->count);
  lsc_table_set_int (table, row, (guint) place[MODULE_COUNT], group->count);
  if (place[MODULE_MFU] >= 0)
    {
      g_autofree char *mfu = mfu_text (groups, group);

      set_text (table, row, place[MODULE_MFU], mfu);
    }
  lsc_table_set_int (table, row, (guint) place[MODULE_RANK], groups->data->run->rank);
}

static LscTable *
make_module_table (const char *name, const LscColumn *all, const guint8 *order,
                   const LscModuleGroups *groups)
{
  LscColumn columns[MODULE_N_COLUMNS];
  int place[MODULE_N_COLUMNS];
  gboolean with_mfu = has_mfu (groups);
  LscTable *table;
  guint n = 0;

  place[MODULE_MFU] = -1;
  for (guint i = 0; i < MODULE_N_COLUMNS; i++)
    if (order[i] != MODULE_MFU || with_mfu)
      {
        place[order[i]] = (int) n;
        columns[n++] = all[order[i]];
      }
  table = lsc_table_new (name, columns, n);
  for (gsize i = 0; i < groups->groups.n; i++)
    fill_row (table, place, groups, i);
  return table;
}

/* For each kernel of the data its MFU. */
static double *
spread_mfu (const LscModuleData *data, const LscKernelFlopsList *flops)
{
  double *mfu;

  if (flops->n == 0)
    return NULL;
  mfu = g_new0 (double, data->kernels.n + 1);
  for (gsize i = 0; i < flops->n; i++)
    {
      const LscKernelFlops *item = &flops->items[i];
      const LscOpCall *op = &data->ops.items[item->op];

      for (guint32 k = 0; k < op->n_kernels; k++)
        if (data->kernels.items[op->first_kernel + k] == item->kernel)
          mfu[op->first_kernel + k] = lsc_kernel_flops_mfu (data->run, item);
    }
  return mfu;
}

/**
 * lsc_module_statistic_table:
 * @mfu: (nullable): how to compute MFU; %NULL = none
 * @error: %LSC_ERROR_LIMIT, %LSC_ERROR_CANCELLED
 *
 * The rows of one rank (module statistic 7, 8.1): ops by module, position and kernels, with summed
 * and mean device time. With values for MFU there is a column avgMFU.
 *
 * Example: Model [0,1000] around Attn [10,300] with op mm [20,40] and kernels k1 of 10 ns and k2 of
 * 5 ns gives `Model|Attn|mm|k1, k2|15|15|1`.
 *
 * Returns: (transfer full) (nullable): the table ModuleStatistic
 */
LscTable *
lsc_module_statistic_table (LscModuleData *data, const LscMfuOptions *mfu, LscJob *job,
                            GError **error)
{
  g_autoptr (LscModuleGroups) groups = NULL;
  g_autofree double *values = NULL;

  if (mfu && mfu->mode != LSC_MFU_OFF)
    {
      LscKernelFlopsList flops = { 0 };
      LscPeak peak;

      if (!lsc_mfu_compute (data, mfu, &peak, &flops, job, error))
        return NULL;
      values = spread_mfu (data, &flops);
      lsc_kernel_flops_list_clear (&flops);
    }
  groups = lsc_module_groups_new (data, values, job, error);
  if (!groups)
    return NULL;
  return make_module_table ("ModuleStatistic", statistic_columns, statistic_order, groups);
}

enum
{
  OP_RANK,
  OP_NAME,
  OP_KERNEL,
  OP_START,
  OP_END,
  OP_DURATION,
  OP_MFU,
  OP_RATE,
  OP_PEAK,
  OP_FLOPS,
  OP_FLOPS_NAME,
  OP_INPUTS,
  OP_OUTPUTS,
  OP_N_COLUMNS,
};

static const LscColumn operator_columns[OP_N_COLUMNS] = {
  { "rank_id", N_ ("Rank ID"), LSC_TYPE_INT, LSC_UNIT_ID, NULL },
  { "op_name", N_ ("Op Name"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "PYTORCH_API.name" },
  { "kernel_name", N_ ("Kernel Name"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "COMPUTE_TASK_INFO.name" },
  { "kernel_start(ns)", N_ ("Kernel Start(ns)"), LSC_TYPE_INT, LSC_UNIT_NS, "TASK.startNs" },
  { "kernel_end(ns)", N_ ("Kernel End(ns)"), LSC_TYPE_INT, LSC_UNIT_NS, "TASK.endNs" },
  { "kernel_duration(ns)", N_ ("Kernel Duration(ns)"), LSC_TYPE_INT, LSC_UNIT_NS,
    "TASK.endNs - TASK.startNs" },
  { "mfu", N_ ("MFU"), LSC_TYPE_REAL, LSC_UNIT_SHARE, "module statistic 9" },
  { "actual_tflops", NULL, LSC_TYPE_REAL, LSC_UNIT_NONE, "module statistic 9" },
  { "chip_peak_tflops", NULL, LSC_TYPE_REAL, LSC_UNIT_NONE, "module statistic 9.1" },
  { "flops", NULL, LSC_TYPE_INT, LSC_UNIT_FLOPS, "module statistic 9.7" },
  { "flops_op_name", NULL, LSC_TYPE_TEXT, LSC_UNIT_NONE, "MSTX_EVENTS.message" },
  { "input_shapes", NULL, LSC_TYPE_TEXT, LSC_UNIT_NONE, "COMPUTE_TASK_INFO.inputShapes" },
  { "output_shapes", NULL, LSC_TYPE_TEXT, LSC_UNIT_NONE, "COMPUTE_TASK_INFO.outputShapes" },
};

static void
set_shape (LscTable *table, gsize row, int column, const LscRun *run, guint32 shape)
{
  g_autofree char *text = _lsc_shape_text (run, shape);

  set_text (table, row, column, text);
}

static void
fill_operator_row (LscTable *table, const LscModuleData *data, const LscKernelFlops *item)
{
  const LscRun *run = data->run;
  const LscKernel *kernel = &run->kernels.items[item->kernel];
  const LscKernelDetail *detail = &run->kernel_details.items[kernel->detail];
  gint64 duration_ns = kernel->end_ns - kernel->start_ns;
  guint32 op = data->ops.items[item->op].op;
  gsize row = lsc_table_add_row (table);

  lsc_table_set_int (table, row, OP_RANK, run->rank);
  set_text (table, row, OP_NAME, lsc_module_data_text (data, run->ops.items[op].name));
  set_text (table, row, OP_KERNEL, lsc_module_data_text (data, kernel->name));
  lsc_table_set_int (table, row, OP_START, kernel->start_ns);
  lsc_table_set_int (table, row, OP_END, kernel->end_ns);
  lsc_table_set_int (table, row, OP_DURATION, duration_ns);
  lsc_table_set_real (table, row, OP_MFU, round_to (lsc_kernel_flops_mfu (run, item), 1e4));
  lsc_table_set_real (table, row, OP_RATE,
                      round_to (item->flops / ((double) duration_ns / 1e9) / 1e12, 100.0));
  lsc_table_set_real (table, row, OP_PEAK, round_to (item->peak / 1e12, 100.0));
  lsc_table_set_int (table, row, OP_FLOPS,
                     item->flops < 9.2e18 ? (gint64) llrint (item->flops) : G_MAXINT64);
  set_text (table, row, OP_FLOPS_NAME, lsc_kernel_flops_label (run, item));
  set_shape (table, row, OP_INPUTS, run, detail->input_shapes);
  set_shape (table, row, OP_OUTPUTS, run, detail->output_shapes);
}

typedef struct
{
  const LscModuleData *data;
  const LscKernelFlops *items;
} FlopsKeys;

static gint64
key_of_flops (gsize index, gconstpointer user_data)
{
  const FlopsKeys *keys = user_data;

  return keys->data->run->ops.items[keys->data->ops.items[keys->items[index].op].op].start_ns;
}

/* Kernels in the order of the reference: by op start, then kernel start. */
static int
compare_flops (guint32 a, guint32 b, gconstpointer user_data)
{
  const FlopsKeys *keys = user_data;
  const LscKernel *kernels = keys->data->run->kernels.items;
  guint32 ka = keys->items[a].kernel, kb = keys->items[b].kernel;

  if (kernels[ka].start_ns != kernels[kb].start_ns)
    return kernels[ka].start_ns < kernels[kb].start_ns ? -1 : 1;
  return ka < kb ? -1 : ka > kb;
}

static LscTable *
make_operator_table (const LscModuleData *data, const LscKernelFlopsList *flops)
{
  LscTable *table = lsc_table_new ("OperatorMFU", operator_columns, OP_N_COLUMNS);
  FlopsKeys keys = { data, flops->items };
  g_autofree guint32 *order = g_new (guint32, flops->n + 1);
  g_autofree guint32 *sorted = lsc_sort_order (flops->n, key_of_flops, &keys);

  for (gsize i = 0; i < flops->n; i++)
    order[i] = sorted ? sorted[i] : (guint32) i;
  lsc_sort_ties (order, flops->n, key_of_flops, compare_flops, &keys);
  for (gsize i = 0; i < flops->n; i++)
    fill_operator_row (table, data, &flops->items[order[i]]);
  return table;
}

static gboolean
make_mfu_tables (LscModuleData *data, const LscMfuOptions *mfu, LscTable **operator_mfu,
                 LscTable **module_mfu, LscJob *job, GError **error)
{
  LscKernelFlopsList flops = { 0 };
  g_autoptr (LscModuleGroups) groups = NULL;
  g_autofree double *values = NULL;
  gboolean ok = FALSE;
  LscPeak peak;

  if (lsc_mfu_compute (data, mfu, &peak, &flops, job, error))
    {
      values = spread_mfu (data, &flops);
      groups = lsc_module_groups_new (data, values, job, error);
    }
  if (groups)
    {
      *module_mfu = make_module_table ("ModuleMFU", mfu_columns, mfu_order, groups);
      *operator_mfu = make_operator_table (data, &flops);
      ok = TRUE;
    }
  lsc_kernel_flops_list_clear (&flops);
  return ok;
}

static gboolean
has_notice (GPtrArray *list, const char *code)
{
  for (guint i = 0; i < list->len; i++)
    if (g_strcmp0 (((const LscNotice *) list->pdata[i])->code, code) == 0)
      return TRUE;
  return FALSE;
}

/* What concerns MFU; the rest is said by whoever makes the module rows. */
static void
copy_mfu_notices (LscRun *run, LscModuleData *data)
{
  g_autoptr (GPtrArray) known = lsc_notices_copy_list (run->notices);
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (data->notices);

  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *notice = list->pdata[i];

      if (g_str_has_prefix (notice->code, "mfu-") && !has_notice (known, notice->code))
        lsc_notices_add (run->notices, lsc_notice_copy (notice));
    }
}

/**
 * lsc_operator_mfu_tables:
 * @run: loaded with %LSC_LOAD_FOR_MODULES and %LSC_LOAD_SHAPES
 * @options: (nullable): which ranges are modules
 * @mfu: (nullable): where FLOPs come from, recorded ones by default; its backward adds backward
 *   modules
 * @operator_mfu: (out): one row a kernel that has FLOPs
 * @module_mfu: (out): the rows of module statistic 7; none without module ranges
 * @error: %LSC_ERROR_MISSING when no op has kernels or both tables would be empty, and the errors
 *   of lsc_module_data_new()
 *
 * The two tables of module statistic 8.3.
 *
 * Returns: whether the tables were made
 */
gboolean
lsc_operator_mfu_tables (LscRun *run, const LscModuleOptions *options, const LscMfuOptions *mfu,
                         LscTable **operator_mfu, LscTable **module_mfu, LscJob *job,
                         GError **error)
{
  LscModuleOptions module_options = { 0 };
  LscMfuOptions mfu_options = { 0 };
  g_autoptr (LscModuleData) data = NULL;

  *operator_mfu = *module_mfu = NULL;
  if (options)
    module_options = *options;
  if (mfu)
    mfu_options = *mfu;
  if (mfu_options.flops == LSC_FLOPS_DEFAULT)
    mfu_options.flops = LSC_FLOPS_RECORDED;
  module_options.without_backward = !mfu_options.backward;
  module_options.allow_empty = TRUE;
  data = lsc_module_data_new (run, &module_options, job, error);
  if (!data || !make_mfu_tables (data, &mfu_options, operator_mfu, module_mfu, job, error))
    return FALSE;
  copy_mfu_notices (run, data);
  if (lsc_table_get_n_rows (*operator_mfu) > 0 || lsc_table_get_n_rows (*module_mfu) > 0)
    return TRUE;
  g_clear_pointer (operator_mfu, lsc_table_unref);
  g_clear_pointer (module_mfu, lsc_table_unref);
  /* Nothing at all: say why in the words of the step that failed. */
  lsc_module_data_unref (g_steal_pointer (&data));
  module_options.allow_empty = FALSE;
  data = lsc_module_data_new (run, &module_options, job, error);
  if (data)
    g_set_error (error, LSC_ERROR, LSC_ERROR_MISSING,
                 _ ("%s: No module analysis result for rank %" PRId64 ", skipping dump data."),
                 run->source->file, run->rank);
  return FALSE;
}
