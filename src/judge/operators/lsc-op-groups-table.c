/* lsc-op-groups-table.c - groups of kernels as a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-stats.h"
#include "judge/operators/lsc-operators-private.h"

#define LEAST_KNOWN 0.5 /* of the time of a group: that its kernels with a figure take */

typedef struct
{
  const char *type;
  const char *core;
  const char *name;
  const char *shapes;
  const char *dtypes;
  const char *module;
  const char *op;
  gint64 stream;
  gint64 rank;
  gint64 step;
  int family;
  gint64 count;
  gint64 total_ns;
  gint64 per_step_ns;
  double share;
  double step_share;
  gint64 exposed_ns;
  gint64 mean_ns;
  gint64 median_ns;
  gint64 p95_ns;
  gint64 min_ns;
  gint64 max_ns;
  double cv;
  gint64 wait_ns;
  gint64 first_ns;
  gint64 last_ns;
  gint64 n_ranks;
  double imbalance;
  gint64 longest_rank;
  double counters[LSC_KERNEL_N_COUNTERS];
  gint64 blocks;
  double flops;
  double flops_per_s;
  double mfu;
  gint64 bytes;
  double intensity;
  double launches[LSC_LAUNCH_N_FIGURES];
  double tensor_core;
  gint64 recomputed_ns;
} Row;

#define COUNTER(counter, key, title, about)                                                        \
  LSC_COLUMN (Row, counters[counter], key, title, LSC_UNIT_SHARE, "operators.md#counters", about)

#define LAUNCH(figure, key, title, unit, about)                                                    \
  LSC_COLUMN (Row, launches[figure], key, title, unit, "operators.md#launches", about)

static const LscColumn columns[] = {
  LSC_COLUMN (Row, type, "type", N_ ("Type"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Type of the operator; on a GPU the short name of the kernel.")),
  LSC_COLUMN (Row, core, "core", N_ ("Core"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Core that runs the kernel, as recorded.")),
  LSC_COLUMN (Row, name, "name", N_ ("Name"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Name of the kernel, without what belongs to one run.")),
  LSC_COLUMN (Row, shapes, "shapes", N_ ("Input Shapes"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Shapes of the inputs.")),
  LSC_COLUMN (Row, dtypes, "dtypes", N_ ("Input Types"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Data types of the inputs.")),
  LSC_COLUMN (Row, module, "module", N_ ("Module"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Path of the module that launches the kernel.")),
  LSC_COLUMN (Row, op, "op", N_ ("Framework Operator"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Operator of the framework that launches the kernel.")),
  LSC_COLUMN (Row, stream, "stream", N_ ("Stream"), LSC_UNIT_ID, "operators.md#keys",
              N_ ("Stream of the device.")),
  LSC_RANK_COLUMN (Row),
  LSC_STEP_COLUMN (Row),
  LSC_CODES (Row, family, "family", N_ ("Kind of Work"), lsc_op_family_words,
             "operators.md#families", N_ ("What the kernel does.")),
  LSC_COLUMN (Row, count, "count", N_ ("Count"), LSC_UNIT_COUNT, "operators.md#sums",
              N_ ("Kernels of the group.")),
  LSC_COLUMN (Row, total_ns, "total_ns", N_ ("Total"), LSC_UNIT_NS, "operators.md#sums",
              N_ ("Sum of their durations.")),
  LSC_COLUMN (Row, per_step_ns, "per_step_ns", N_ ("Time per Step"), LSC_UNIT_NS,
              "operators.md#sums", N_ ("Total, mean of the steps and ranks that are asked for.")),
  LSC_COLUMN (Row, share, "share", N_ ("Share"), LSC_UNIT_SHARE, "operators.md#sums",
              N_ ("Total; all kernels of the same steps and ranks are 100 %.")),
  LSC_COLUMN (Row, step_share, "step_share", N_ ("Share of Step"), LSC_UNIT_SHARE,
              "operators.md#owned", N_ ("Exposed time; the steps are 100 %.")),
  LSC_COLUMN (Row, exposed_ns, "exposed_ns", N_ ("Exposed"), LSC_UNIT_NS, "operators.md#owned",
              N_ ("What the kernels own of the steps, where each moment has one owner.")),
  LSC_COLUMN (Row, mean_ns, "mean_ns", N_ ("Mean"), LSC_UNIT_NS, "operators.md#sums",
              N_ ("Mean duration.")),
  LSC_COLUMN (Row, median_ns, "median_ns", N_ ("Median"), LSC_UNIT_NS, "operators.md#sums",
              N_ ("Median duration, by nearest rank.")),
  LSC_COLUMN (Row, p95_ns, "p95_ns", N_ ("P95"), LSC_UNIT_NS, "operators.md#sums",
              N_ ("Duration that 95 of 100 kernels do not exceed, by nearest rank.")),
  LSC_COLUMN (Row, min_ns, "min_ns", N_ ("Minimum"), LSC_UNIT_NS, "operators.md#sums",
              N_ ("Shortest duration.")),
  LSC_COLUMN (Row, max_ns, "max_ns", N_ ("Maximum"), LSC_UNIT_NS, "operators.md#sums",
              N_ ("Longest duration.")),
  LSC_COLUMN (Row, cv, "cv", N_ ("Variation"), LSC_UNIT_SHARE, "operators.md#sums",
              N_ ("Standard deviation of the durations; their mean is 100 %.")),
  LSC_COLUMN (Row, wait_ns, "wait_ns", N_ ("Stream Idle Before"), LSC_UNIT_NS, "operators.md#wait",
              N_ ("How long their streams did no work before them, in all.")),
  LSC_COLUMN (Row, first_ns, "first_ns", N_ ("First Start"), LSC_UNIT_NS, "operators.md#sums",
              N_ ("Start of the first kernel, as recorded.")),
  LSC_COLUMN (Row, last_ns, "last_ns", N_ ("Last Start"), LSC_UNIT_NS, "operators.md#sums",
              N_ ("Start of the last kernel, as recorded.")),
  LSC_COLUMN (Row, n_ranks, "n_ranks", NC_ ("count", "Ranks"), LSC_UNIT_COUNT,
              "operators.md#imbalance", N_ ("Ranks in which the group occurs.")),
  LSC_COLUMN (
      Row, imbalance, "imbalance", N_ ("Imbalance"), LSC_UNIT_SHARE, "operators.md#imbalance",
      N_ ("Difference of the largest and smallest total of these ranks; their median is 100 %.")),
  LSC_COLUMN (Row, longest_rank, "longest_rank", N_ ("Longest Rank"), LSC_UNIT_ID,
              "operators.md#imbalance", N_ ("Rank with the largest total.")),
  COUNTER (LSC_KERNEL_MAC, "mac_ratio", N_ ("Cube"),
           N_ ("Part of the time, which is 100 %, in which the cube multiplies matrices.")),
  COUNTER (LSC_KERNEL_VECTOR, "vec_ratio", N_ ("Vector"),
           N_ ("Part of the time, which is 100 %, in which the vector unit computes.")),
  COUNTER (LSC_KERNEL_MTE1, "mte1_ratio", N_ ("MTE1"),
           N_ ("Part of the time, which is 100 %, in which data moves from L1 to L0.")),
  COUNTER (LSC_KERNEL_MTE2, "mte2_ratio", N_ ("MTE2"),
           N_ ("Part of the time, which is 100 %, in which data is loaded from memory.")),
  COUNTER (LSC_KERNEL_MTE3, "mte3_ratio", N_ ("MTE3"),
           N_ ("Part of the time, which is 100 %, in which data is stored to memory.")),
  COUNTER (LSC_KERNEL_FIXPIPE, "fixpipe_ratio", N_ ("FixPipe"),
           N_ ("Part of the time, which is 100 %, in which results of the cube are moved.")),
  COUNTER (LSC_KERNEL_SCALAR, "scalar_ratio", N_ ("Scalar"),
           N_ ("Part of the time, which is 100 %, in which the scalar unit computes.")),
  COUNTER (LSC_KERNEL_ICACHE_MISS, "icache_miss", N_ ("Instruction Cache Misses"),
           N_ ("Instruction fetches that miss the cache; all of them are 100 %.")),
  COUNTER (LSC_KERNEL_CUBE_UTILISATION, "cube_utilisation", N_ ("Cube Utilisation"),
           N_ ("Use of the cube as recorded by the profiler; its full use is 100 %.")),
  LSC_COLUMN (Row, blocks, "blocks", N_ ("Blocks"), LSC_UNIT_COUNT, "operators.md#counters",
              N_ ("The most cores that a kernel of the group uses.")),
  LSC_COLUMN (Row, flops, "flops", N_ ("FLOPs"), LSC_UNIT_FLOPS, "flops.md#mfu",
              N_ ("FLOPs of the kernels that carry some.")),
  LSC_COLUMN (Row, flops_per_s, "flops_per_s", N_ ("FLOP/s"), LSC_UNIT_FLOPS_PER_S, "flops.md#mfu",
              N_ ("FLOPs by the total.")),
  LSC_COLUMN (Row, mfu, "mfu", N_ ("MFU"), LSC_UNIT_SHARE, "flops.md#mfu",
              N_ ("FLOPs; what the chip could compute in the total is 100 %.")),
  LSC_COLUMN (Row, bytes, "bytes", N_ ("Bytes"), LSC_UNIT_BYTES, "flops.md#bytes",
              N_ ("Inputs and outputs of the kernels, each once; empty where a shape or a type of "
                  "one is not recorded.")),
  LSC_COLUMN (Row, intensity, "intensity", N_ ("FLOP/byte"), LSC_UNIT_NONE, "operators.md#bytes",
              N_ ("FLOPs by bytes of the kernels that carry FLOPs.")),
  LAUNCH (LSC_LAUNCH_OCCUPANCY, "occupancy", N_ ("Occupancy"), LSC_UNIT_SHARE,
          N_ ("Mean estimated occupancy of the GPU; all warps that it can hold are 100 %.")),
  LAUNCH (LSC_LAUNCH_BLOCKS_PER_SM, "blocks_per_sm", N_ ("Blocks per SM"), LSC_UNIT_NONE,
          N_ ("Mean blocks of the grid for each multiprocessor.")),
  LAUNCH (LSC_LAUNCH_WARPS_PER_SM, "warps_per_sm", N_ ("Warps per SM"), LSC_UNIT_NONE,
          N_ ("Mean warps of the grid for each multiprocessor.")),
  LAUNCH (LSC_LAUNCH_REGISTERS, "registers", N_ ("Registers per Thread"), LSC_UNIT_NONE,
          N_ ("Mean registers of a thread.")),
  LAUNCH (LSC_LAUNCH_SHARED_MEMORY, "shared_memory", N_ ("Shared Memory (bytes)"), LSC_UNIT_NONE,
          N_ ("Mean shared memory of a block.")),
  LSC_COLUMN (Row, tensor_core, "tensor_core", N_ ("Tensor Cores"), LSC_UNIT_SHARE,
              "operators.md#tensor-cores",
              N_ ("Time of kernels whose names show that they use Tensor Cores; the time of all "
                  "computing kernels of the group is 100 %.")),
  LSC_COLUMN (Row, recomputed_ns, "recomputed_ns", N_ ("Recomputed"), LSC_UNIT_NS,
              "operators.md#recomputed",
              N_ ("Total of kernels of a forward that runs again in the backward pass.")),
};

const LscTableInfo lsc_operators_table_info = LSC_TABLE_INFO ("operators", Row, columns);

/* ---- which columns ---- */

static LscOpKeys
get_key_of (const LscColumn *column)
{
  if (g_str_equal (column->name, "dtypes"))
    return LSC_OP_BY_SHAPES;
  for (gsize i = 0; lsc_op_key_names[i].key; i++)
    if (g_str_equal (lsc_op_key_names[i].key, column->name))
      return lsc_op_key_names[i].by;
  return (LscOpKeys) 0;
}

static LscTable *
make_empty (const LscOpGroups *self)
{
  g_autofree LscColumn *chosen = g_new (LscColumn, G_N_ELEMENTS (columns));
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      LscOpKeys key = get_key_of (&columns[i]);

      if (key == 0 || (self->by & key))
        chosen[n++] = columns[i];
    }
  return lsc_table_new (lsc_operators_table_info.name, chosen, n);
}

/* ---- rows ---- */

static const char *
get_text (const LscOpGroups *self, guint32 id)
{
  return id != LSC_OP_ANY && id != LSC_STRING_NONE ? lsc_intern_text (self->operators->texts, id)
                                                   : NULL;
}

static const LscOpSheet *
get_sheet (const LscOpGroups *self, guint32 rank)
{
  return self->operators->sheets->pdata[rank];
}

static gint64
get_rank (const LscOpGroups *self, guint32 rank)
{
  return rank == LSC_OP_ANY ? LSC_INT_NULL : lsc_rank_or_null (get_sheet (self, rank)->rank);
}

static gboolean
has_budget (const LscOpGroups *self)
{
  return self->step_ns > 0;
}

/* Of the population; exact but for the last root. */
static double
get_variation (const LscOpSums *sums)
{
  LscOpSquares total = (LscOpSquares) sums->total_ns;
  LscOpSquares spread;

  if (sums->n < 2 || sums->total_ns <= 0 || sums->total_ns > G_MAXINT64 / 2)
    return LSC_REAL_NULL;
  spread = (LscOpSquares) sums->n * sums->squares - total * total;
  return sqrt ((double) spread) / (double) sums->total_ns;
}

static void
take_ranks (const LscOpGroups *self, const LscOpGroup *group, Row *row)
{
  const LscOpRankSum *sums = &self->rank_sums.items[group->first_rank];
  g_autofree gint64 *totals = g_new (gint64, group->n_ranks + 1);
  gsize most = 0, least = 0;
  gint64 median_ns;

  row->n_ranks = (gint64) group->n_ranks;
  row->imbalance = LSC_REAL_NULL;
  row->longest_rank = LSC_INT_NULL;
  if (group->n_ranks < 2)
    return;
  for (gsize i = 0; i < group->n_ranks; i++)
    {
      totals[i] = sums[i].total_ns;
      most = totals[i] > totals[most] ? i : most;
      least = totals[i] < totals[least] ? i : least;
    }
  row->longest_rank = get_rank (self, sums[most].rank);
  median_ns = lsc_median_mean_int64 (totals, group->n_ranks);
  if (median_ns > 0)
    row->imbalance = (double) (sums[most].total_ns - sums[least].total_ns) / (double) median_ns;
}

static void
take_extras (const LscOpGroup *group, Row *row)
{
  const LscOpExtras *extras = &group->extras;
  gboolean has_flops = extras->flops > 0;

  for (guint i = 0; i < LSC_KERNEL_N_COUNTERS; i++)
    row->counters[i] =
        extras->weights_ns[i] > 0 ? extras->counters[i] / extras->weights_ns[i] : LSC_REAL_NULL;
  row->bytes = extras->n_with_bytes > 0 && extras->n_with_bytes == group->sums.n &&
                       extras->bytes < (double) G_MAXINT64
                   ? (gint64) extras->bytes
                   : LSC_INT_NULL;
  row->intensity = has_flops && extras->n_flops == extras->n_flops_bytes && extras->flops_bytes > 0
                       ? extras->flops / extras->flops_bytes
                       : LSC_REAL_NULL;
  for (guint i = 0; i < LSC_LAUNCH_N_FIGURES; i++)
    row->launches[i] = /* a mean of a few kernels would say nothing about the group */
        extras->launch_ns[i] > 0 &&
                extras->launch_ns[i] >= LEAST_KNOWN * (double) group->sums.total_ns
            ? extras->launches[i] / extras->launch_ns[i]
            : LSC_REAL_NULL;
  row->tensor_core =
      extras->tensor_ns + extras->no_tensor_ns > 0
          ? (double) extras->tensor_ns / (double) (extras->tensor_ns + extras->no_tensor_ns)
          : LSC_REAL_NULL;
  row->recomputed_ns = extras->recomputed_ns > 0 ? extras->recomputed_ns : LSC_INT_NULL;
  row->blocks = extras->blocks > 0 ? (gint64) extras->blocks : LSC_INT_NULL;
  row->flops = has_flops ? extras->flops : LSC_REAL_NULL;
  row->flops_per_s = has_flops && group->sums.total_ns > 0
                         ? extras->flops / ((double) group->sums.total_ns / 1e9)
                         : LSC_REAL_NULL;
  row->mfu = _lsc_op_group_get_mfu (group);
}

/** Returns: FLOPs by what the chip could do, %LSC_REAL_NULL where either is not known */
double
_lsc_op_group_get_mfu (const LscOpGroup *self)
{
  return self->extras.flops > 0 && self->extras.peak_work > 0
             ? self->extras.flops / self->extras.peak_work
             : LSC_REAL_NULL;
}

static gint64
round_mean (gint64 total_ns, gint64 n)
{
  return total_ns / n + (total_ns % n * 2 >= n);
}

/* A row of one rank or step is no mean over all of them, and a range is no step. */
static gint64
get_per_step_ns (const LscOpGroups *self, const LscOpSums *sums)
{
  return self->n_rank_steps > 0 && !self->filter.is_whole && !self->filter.has_range &&
                 !(self->by & (LSC_OP_BY_RANK | LSC_OP_BY_STEP))
             ? round_mean (sums->total_ns, self->n_rank_steps)
             : LSC_INT_NULL;
}

static void
take_sums (const LscOpGroups *self, const LscOpGroup *group, Row *row)
{
  const LscOpSums *sums = &group->sums;
  gboolean is_empty = sums->n == 0;

  row->count = sums->n;
  row->total_ns = sums->total_ns;
  row->per_step_ns = get_per_step_ns (self, sums);
  row->share = self->base_ns > 0 ? (double) sums->total_ns / (double) self->base_ns : LSC_REAL_NULL;
  row->exposed_ns = has_budget (self) ? sums->owned_ns : LSC_INT_NULL;
  row->step_share =
      has_budget (self) ? (double) sums->owned_ns / (double) self->step_ns : LSC_REAL_NULL;
  row->mean_ns = is_empty ? LSC_INT_NULL : round_mean (sums->total_ns, sums->n);
  row->median_ns = group->median_ns;
  row->p95_ns = group->p95_ns;
  row->min_ns = is_empty ? LSC_INT_NULL : sums->least_ns;
  row->max_ns = is_empty ? LSC_INT_NULL : sums->most_ns;
  row->cv = get_variation (sums);
  row->wait_ns = sums->wait_ns;
  row->first_ns = is_empty ? LSC_INT_NULL : sums->first_ns;
  row->last_ns = is_empty ? LSC_INT_NULL : sums->last_ns;
}

static Row
make_row (const LscOpGroups *self, const LscOpGroup *group)
{
  const LscOpGroupKey *key = &group->key;
  Row row = { .type = get_text (self, key->type),
              .core = get_text (self, key->core),
              .name = get_text (self, key->name),
              .shapes = get_text (self, key->shapes),
              .dtypes = get_text (self, key->dtypes),
              .module = get_text (self, key->module),
              .op = get_text (self, key->op),
              .stream = key->stream != LSC_OP_ANY ? (gint64) key->stream : LSC_INT_NULL,
              .rank = get_rank (self, key->rank),
              .step = key->step,
              .family = key->family != LSC_OP_ANY ? (int) key->family : LSC_CODE_NULL };

  take_sums (self, group, &row);
  take_ranks (self, group, &row);
  take_extras (group, &row);
  return row;
}

/** Returns: (transfer full): the table "operators", with the columns of the keys that are asked for
 */
LscTable *
_lsc_op_groups_make_table (const LscOpGroups *self)
{
  LscTable *table = make_empty (self);

  for (gsize i = 0; i < self->groups.n; i++)
    {
      Row row = make_row (self, &self->groups.items[i]);

      lsc_table_add (table, &row);
    }
  return table;
}

/** Returns: (transfer full): what a group is called in a sentence; texts as recorded */
char *
_lsc_op_groups_name_row (const LscOpGroups *self, const LscOpGroup *group)
{
  const guint32 texts[] = { group->key.type,   group->key.name, group->key.op,
                            group->key.module, group->key.core, group->key.shapes };
  g_autoptr (GString) name = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    if (get_text (self, texts[i]))
      g_string_append_printf (name, name->len > 0 ? ", %s" : "%s", get_text (self, texts[i]));
  return name->len > 0 ? g_string_free (g_steal_pointer (&name), FALSE) : NULL;
}
