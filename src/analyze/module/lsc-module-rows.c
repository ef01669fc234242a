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

#include "analyze/lsc-table-list.h"
#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "analyze/module/lsc-flops-private.h"
#include "analyze/module/lsc-module-groups.h"

#define GROUPING "modules.md#rows"

/* A row of both module tables, which have other names and another order. */
typedef struct
{
  const char *parent;
  const char *module;
  const char *op;
  const char *kernels;
  double total_ns;
  double average_ns;
  gint64 count;
  const char *mfu;
  gint64 rank;
} ModuleRow;

#define PARENT(name)                                                                               \
  LSC_COLUMN (ModuleRow, parent, name, N_ ("Parent Module"), LSC_UNIT_NONE, GROUPING,              \
              N_ ("The modules around it, from the outermost."))
#define MODULE(name)                                                                               \
  LSC_COLUMN (ModuleRow, module, name, N_ ("Module"), LSC_UNIT_NONE, GROUPING,                     \
              N_ ("The innermost module around the op."))
#define OP(name)                                                                                   \
  LSC_COLUMN (ModuleRow, op, name, N_ ("Op Name"), LSC_UNIT_NONE, "PYTORCH_API.name",              \
              N_ ("Name of the framework op."))
#define KERNELS(name)                                                                              \
  LSC_COLUMN (ModuleRow, kernels, name, N_ ("Kernel List"), LSC_UNIT_NONE,                         \
              "COMPUTE_TASK_INFO.name", N_ ("Names of the kernels that the op launched."))
#define TOTAL(name)                                                                                \
  LSC_COLUMN (ModuleRow, total_ns, name, N_ ("Total Kernel Duration(ns)"), LSC_UNIT_NS,            \
              "TASK.endNs - TASK.startNs",                                                         \
              N_ ("Sum of the kernel times of all such ops at this position."))
#define AVERAGE(name)                                                                              \
  LSC_COLUMN (ModuleRow, average_ns, name, N_ ("Avg Kernel Duration(ns)"), LSC_UNIT_NS,            \
              "TASK.endNs - TASK.startNs", N_ ("Mean kernel time of one such op."))
#define COUNT(name)                                                                                \
  LSC_COLUMN (ModuleRow, count, name, N_ ("Op Count"), LSC_UNIT_COUNT, GROUPING,                   \
              N_ ("How many such ops there were at this position."))
#define MFU(name)                                                                                  \
  LSC_COLUMN (ModuleRow, mfu, name, N_ ("Avg MFU"), LSC_UNIT_NONE, "flops.md#mfu-text",            \
              N_ ("Mean use of the chip's peak by each kernel that has FLOPs, which is 100 %."))
#define RANK(Row, name)                                                                            \
  LSC_COLUMN (Row, rank, name, N_ ("Rank ID"), LSC_UNIT_ID, NULL,                                  \
              N_ ("Number of the rank in the job."))

static const LscColumn statistic_columns[] = {
  PARENT ("parentModule"),
  MODULE ("module"),
  OP ("opName"),
  KERNELS ("kernelList"),
  TOTAL ("totalKernelDuration(ns)"),
  AVERAGE ("avgKernelDuration(ns)"),
  COUNT ("opCount"),
  MFU ("avgMFU"),
  RANK (ModuleRow, "rankID"),
};

static const LscColumn mfu_columns[] = {
  RANK (ModuleRow, "rank_id"),
  PARENT ("parent_module"),
  MODULE ("module"),
  OP ("op_name"),
  KERNELS ("kernel_list"),
  TOTAL ("total_kernel_duration(ns)"),
  AVERAGE ("avg_kernel_duration(ns)"),
  COUNT ("op_count"),
  MFU ("avg_mfu"),
};

const LscTableInfo lsc_module_statistic_table_info =
    LSC_TABLE_INFO ("ModuleStatistic", ModuleRow, statistic_columns);
const LscTableInfo lsc_module_mfu_table_info = LSC_TABLE_INFO ("ModuleMFU", ModuleRow, mfu_columns);

/* Bad bytes become U+FFFD here, after grouping by raw bytes. */
static const char *
make_valid (const char *text, char **owned)
{
  if (!text || g_utf8_validate (text, -1, NULL))
    return text;
  return *owned = g_utf8_make_valid (text, -1);
}

/* Rounds as the reference does (flops.md#operator-mfu): to the nearest multiple, ties to even. */
static double
round_to (double value, double scale)
{
  return rint (value * scale) / scale;
}

/* `58.25%,46.6%`: positions without a value are left out (flops.md#mfu-text, exports.md#q40). */
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
add_module_row (LscTable *table, const LscModuleGroups *groups, gsize index)
{
  const LscModuleGroup *group = &groups->groups.items[groups->order[index]];
  const char *label = lsc_intern_text (groups->labels, group->label);
  g_autofree char *kernels = _lsc_name_lists_text (groups->kernel_lists, group->kernels);
  g_autofree char *suffixed =
      group->suffix == LSC_INDEX_NONE ? NULL : g_strdup_printf ("%s_%u", label, group->suffix);
  g_autofree char *mfu = mfu_text (groups, group);
  g_autofree char *parent = NULL, *module = NULL, *op = NULL, *list = NULL;

  lsc_table_add (
      table,
      &(ModuleRow){ .parent = make_valid (group->path_text, &parent),
                    .module = make_valid (suffixed ? suffixed : label, &module),
                    .op = make_valid (lsc_module_data_text (groups->data, group->op_name), &op),
                    .kernels = make_valid (kernels, &list),
                    .total_ns = (double) group->total_ns,
                    .average_ns = (double) group->total_ns / (double) group->count,
                    .count = group->count,
                    .mfu = mfu,
                    .rank = groups->data->run->rank });
}

/* Without the column of MFU where no kernel has any. */
static LscTable *
make_module_table (const LscTableInfo *info, const LscModuleGroups *groups)
{
  g_autofree LscColumn *columns = g_new (LscColumn, info->n_columns);
  gboolean with_mfu = has_mfu (groups);
  LscTable *table;
  guint n = 0;

  for (guint i = 0; i < info->n_columns; i++)
    if (with_mfu || info->columns[i].offset != offsetof (ModuleRow, mfu))
      columns[n++] = info->columns[i];
  table = lsc_table_new (info->name, columns, n);
  for (gsize i = 0; i < groups->groups.n; i++)
    add_module_row (table, groups, i);
  return table;
}

/* For each kernel of the data its MFU; NULL where none is known, as without a peak. */
static double *
spread_mfu (const LscModuleData *data, const LscKernelFlopsList *flops)
{
  double *mfu;

  if (flops->n == 0 || !(flops->items[0].peak > 0))
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

/** What a table of modules is made of. Neither half needs the other. */
enum
{
  HALF_MFU,
  HALF_GROUPS,
  N_HALVES,
};

typedef struct
{
  LscModuleData *data;
  const LscMfuOptions *mfu;
  LscJob *job;
  LscModuleGroups *groups; /* (nullable) */
  double *values;          /* (nullable) */
  LscKernelFlopsList flops;
  GError *errors[N_HALVES];
} Halves;

static void
halves_clear (Halves *self)
{
  g_clear_pointer (&self->groups, lsc_module_groups_free);
  g_free (self->values);
  lsc_kernel_flops_list_clear (&self->flops);
  for (gsize i = 0; i < N_HALVES; i++)
    g_clear_error (&self->errors[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Halves, halves_clear)

static void
make_half (gsize half, gpointer user_data)
{
  Halves *self = user_data;
  LscPeak peak;

  if (half == HALF_GROUPS)
    self->groups = lsc_module_groups_new (self->data, self->job, &self->errors[half]);
  else if (self->mfu && self->mfu->mode != LSC_MFU_OFF &&
           lsc_mfu_compute (self->data, self->mfu, &peak, &self->flops, self->job,
                            &self->errors[half]))
    self->values = spread_mfu (self->data, &self->flops);
}

/* Errors are told in the order in which one thread meets them. */
static gboolean
make_halves (Halves *self, GError **error)
{
  lsc_job_run_parallel (self->data->n_threads, N_HALVES, make_half, self);
  for (gsize i = 0; i < N_HALVES; i++)
    if (self->errors[i])
      {
        g_propagate_error (error, g_steal_pointer (&self->errors[i]));
        return FALSE;
      }
  if (self->values)
    lsc_module_groups_add_mfu (self->groups, self->values);
  return TRUE;
}

/**
 * lsc_module_statistic_table:
 * @mfu: (nullable): how to compute MFU; %NULL = none
 * @error: %LSC_ERROR_LIMIT, %LSC_ERROR_CANCELLED
 *
 * The rows of one rank (modules.md#rows, exports.md#module-statistic): ops by module, position and
 * kernels, with summed and mean device time. With values for MFU there is a column avgMFU.
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
  g_auto (Halves) halves = { .data = data, .mfu = mfu, .job = job };

  g_return_val_if_fail (data, NULL);
  if (!make_halves (&halves, error))
    return NULL;
  lsc_kernel_flops_list_clear (&halves.flops);
  return make_module_table (&lsc_module_statistic_table_info, halves.groups);
}

typedef struct
{
  gint64 rank;
  const char *op;
  const char *kernel;
  gint64 start_ns;
  gint64 end_ns;
  double duration_ns; /* real numbers, as in the reference */
  double mfu;
  double rate;
  double peak;
  double flops;
  const char *flops_name;
  const char *inputs;
  const char *outputs;
} OperatorRow;

#define OPERATOR(member, name, title, unit, source, about)                                         \
  LSC_COLUMN (OperatorRow, member, name, title, unit, source, about)

static const LscColumn operator_columns[] = {
  RANK (OperatorRow, "rank_id"),
  OPERATOR (op, "op_name", N_ ("Op Name"), LSC_UNIT_NONE, "PYTORCH_API.name",
            N_ ("Name of the framework op.")),
  OPERATOR (kernel, "kernel_name", N_ ("Kernel Name"), LSC_UNIT_NONE, "COMPUTE_TASK_INFO.name",
            N_ ("Name of the kernel.")),
  OPERATOR (start_ns, "kernel_start(ns)", N_ ("Kernel Start(ns)"), LSC_UNIT_NS, "TASK.startNs",
            N_ ("When the kernel starts, as recorded.")),
  OPERATOR (end_ns, "kernel_end(ns)", N_ ("Kernel End(ns)"), LSC_UNIT_NS, "TASK.endNs",
            N_ ("When the kernel ends, as recorded.")),
  OPERATOR (duration_ns, "kernel_duration(ns)", N_ ("Kernel Duration(ns)"), LSC_UNIT_NS,
            "TASK.endNs - TASK.startNs", N_ ("From the start to the end of the kernel.")),
  OPERATOR (mfu, "mfu", N_ ("MFU"), LSC_UNIT_SHARE, "flops.md#mfu",
            N_ ("Operations done of those that the chip can do in the time of the kernel, which "
                "are 100 %.")),
  OPERATOR (rate, "actual_tflops", N_ ("Actual TFLOP/s"), LSC_UNIT_NONE, "flops.md#mfu",
            N_ ("10^12 floating-point operations per second that the kernel did.")),
  OPERATOR (peak, "chip_peak_tflops", N_ ("Chip Peak TFLOP/s"), LSC_UNIT_NONE, "flops.md#peak",
            N_ ("10^12 floating-point operations per second that the chip can do.")),
  OPERATOR (flops, "flops", N_ ("FLOPs"), LSC_UNIT_FLOPS, "flops.md#sources",
            N_ ("Floating-point operations of the kernel.")),
  OPERATOR (flops_name, "flops_op_name", N_ ("FLOPs Op Name"), LSC_UNIT_NONE, "MSTX_EVENTS.message",
            N_ ("The op by which the operations were counted.")),
  OPERATOR (inputs, "input_shapes", N_ ("Input Shapes"), LSC_UNIT_NONE,
            "COMPUTE_TASK_INFO.inputShapes", N_ ("Shapes of what the kernel reads.")),
  OPERATOR (outputs, "output_shapes", N_ ("Output Shapes"), LSC_UNIT_NONE,
            "COMPUTE_TASK_INFO.outputShapes", N_ ("Shapes of what the kernel writes.")),
};

const LscTableInfo lsc_operator_mfu_table_info =
    LSC_TABLE_INFO ("OperatorMFU", OperatorRow, operator_columns);

static void
add_operator_row (LscTable *table, const LscModuleData *data, const LscKernelFlops *item)
{
  const LscRun *run = data->run;
  const LscKernel *kernel = &run->kernels.items[item->kernel];
  const LscKernelDetail *detail = &run->kernel_details.items[kernel->detail];
  gint64 duration_ns = kernel->end_ns - kernel->start_ns;
  guint32 op = run->ops.items[data->ops.items[item->op].op].name;
  g_autofree char *inputs = _lsc_shape_text (run, detail->input_shapes);
  g_autofree char *outputs = _lsc_shape_text (run, detail->output_shapes);
  g_autofree char *a = NULL, *b = NULL, *c = NULL, *d = NULL, *e = NULL;

  lsc_table_add (
      table,
      &(OperatorRow){ .rank = run->rank,
                      .op = make_valid (lsc_module_data_text (data, op), &a),
                      .kernel = make_valid (lsc_module_data_text (data, kernel->name), &b),
                      .start_ns = kernel->start_ns,
                      .end_ns = kernel->end_ns,
                      .duration_ns = (double) duration_ns,
                      .mfu = round_to (lsc_kernel_flops_mfu (run, item), 1e4),
                      .rate = round_to (item->flops / ((double) duration_ns / 1e9) / 1e12, 100.0),
                      .peak = round_to (item->peak / 1e12, 100.0),
                      .flops = rint (item->flops),
                      .flops_name = make_valid (lsc_kernel_flops_label (run, item), &c),
                      .inputs = make_valid (inputs, &d),
                      .outputs = make_valid (outputs, &e) });
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

  LSC_RETURN_ORDER (kernels[ka].start_ns, kernels[kb].start_ns);
  return LSC_ORDER (ka, kb);
}

static LscTable *
make_operator_table (const LscModuleData *data, const LscKernelFlopsList *flops)
{
  LscTable *table = lsc_table_new_for (&lsc_operator_mfu_table_info);
  FlopsKeys keys = { data, flops->items };
  g_autofree guint32 *order = lsc_sort_indexes (flops->n, key_of_flops, compare_flops, &keys);

  for (gsize i = 0; i < flops->n; i++)
    add_operator_row (table, data, &flops->items[order[i]]);
  return table;
}

static gboolean
make_mfu_tables (LscModuleData *data, const LscMfuOptions *mfu, LscTable **operator_mfu,
                 LscTable **module_mfu, LscJob *job, GError **error)
{
  g_auto (Halves) halves = { .data = data, .mfu = mfu, .job = job };

  if (!make_halves (&halves, error))
    return FALSE;
  if (!halves.values)
    lsc_kernel_flops_list_clear (&halves.flops); /* the table is one of MFU */
  *module_mfu = make_module_table (&lsc_module_mfu_table_info, halves.groups);
  *operator_mfu = make_operator_table (data, &halves.flops);
  return TRUE;
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
 * @module_mfu: (out): the rows of modules.md#rows; none without module ranges
 * @error: %LSC_ERROR_MISSING when no op has kernels or both tables would be empty, and the errors
 *   of lsc_module_data_new()
 *
 * The two tables of flops.md#operator-mfu.
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

  g_return_val_if_fail (run && operator_mfu && module_mfu, FALSE);
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
  return data &&
         lsc_fail (error, LSC_ERROR_MISSING,
                   _ ("%s: No module analysis result for rank %" PRId64 ", skipping dump data."),
                   run->source->file, lsc_rank_to_number (run->rank));
}
