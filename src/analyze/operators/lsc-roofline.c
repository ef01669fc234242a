/* lsc-roofline.c - what limits kernels: the chip's arithmetic, or its memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/operators/lsc-roofline.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "analyze/operators/lsc-kernel-bytes.h"
#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "model/lsc-kernel-name.h"

/* A kernel takes at least FLOPs / peak and at least bytes / bandwidth (flops.md#roofline). Example:
 * 100 GFLOP and 1 GB on a chip of 100 TFLOP/s and 1 TB/s take 1 ms either way: that is the ridge,
 * 100 FLOP/byte. */

const LscWord lsc_bound_words[LSC_BOUND_N] = {
  [LSC_BOUND_UNKNOWN] = { "unknown", N_ ("Unknown") },
  [LSC_BOUND_MEMORY] = { "memory", N_ ("Memory") },
  [LSC_BOUND_COMPUTE] = { "compute", N_ ("Compute") },
};

typedef struct
{
  const char *name;
  const char *shapes;
  const char *dtypes;
  gint64 rank_count;
  gint64 count;
  gint64 time_ns;
  double share;
  double flops;
  gint64 moved_bytes;
  double intensity;
  double flops_per_s;
  double memory_rate;
  double roof_flops_per_s;
  double roof_share;
  int bound;
  const char *type;
} RoofRow;

#define ROOF(member, title, unit, about)                                                           \
  LSC_COLUMN (RoofRow, member, #member, title, unit, "flops.md#roofline", about)

static const LscColumn roof_columns[] = {
  ROOF (name, N_ ("Name"), LSC_UNIT_NONE,
        N_ ("Op type of the kernels, or what their FLOPs were recorded for.")),
  ROOF (shapes, N_ ("Shapes"), LSC_UNIT_NONE, N_ ("Shapes of inputs, and of outputs behind ->.")),
  ROOF (dtypes, N_ ("Data Types"), LSC_UNIT_NONE, N_ ("Data types of the inputs.")),
  ROOF (rank_count, NC_ ("count", "Ranks"), LSC_UNIT_COUNT,
        N_ ("Number of ranks that run such kernels.")),
  ROOF (count, N_ ("Count"), LSC_UNIT_COUNT, N_ ("Number of kernels.")),
  ROOF (time_ns, N_ ("Total"), LSC_UNIT_NS, N_ ("Sum of their durations.")),
  ROOF (share, N_ ("Share"), LSC_UNIT_SHARE,
        N_ ("Part of the time of all kernels whose FLOPs are known, which is 100 %.")),
  ROOF (flops, N_ ("FLOPs"), LSC_UNIT_FLOPS, N_ ("FLOPs of all of them.")),
  ROOF (moved_bytes, N_ ("Bytes"), LSC_UNIT_BYTES,
        N_ ("Bytes of their inputs and outputs, each once; empty where a shape or a type is not "
            "known.")),
  ROOF (intensity, N_ ("FLOP/byte"), LSC_UNIT_NONE, N_ ("FLOPs by bytes.")),
  ROOF (flops_per_s, N_ ("FLOP/s"), LSC_UNIT_FLOPS_PER_S, N_ ("FLOPs by time.")),
  ROOF (memory_rate, N_ ("Memory (GB/s)"), LSC_UNIT_RATE, N_ ("Bytes by time.")),
  ROOF (roof_flops_per_s, N_ ("Roof (FLOP/s)"), LSC_UNIT_FLOPS_PER_S,
        N_ ("The most that the chip can at this intensity.")),
  ROOF (roof_share, N_ ("Share of Roof"), LSC_UNIT_SHARE,
        N_ ("Time that the chip needs at least; the time that it took is 100 %.")),
  LSC_CODES (RoofRow, bound, "bound", N_ ("Bound"), lsc_bound_words, "flops.md#roofline",
             N_ ("What the chip cannot be faster in: moving the bytes, or computing.")),
  ROOF (type, N_ ("Type"), LSC_UNIT_NONE,
        N_ ("Type of the kernels as in operators: on a GPU their short name.")),
};

const LscTableInfo lsc_roofline_table_info = LSC_TABLE_INFO ("roofline", RoofRow, roof_columns);

/* ---- the roof ---- */

/** Returns: FLOP/s that the chip can at most at @intensity, FLOP/byte; 0 = not known */
double
lsc_roof_get_limit (const LscRoof *self, double intensity)
{
  g_return_val_if_fail (self, 0);
  if (lsc_roof_get_ridge (self) == 0 || !(intensity > 0))
    return 0;
  return MIN (self->flops_per_s, intensity * self->bandwidth);
}

/** Returns: what limits work of @intensity, FLOP/byte; at the ridge it is the arithmetic */
LscBound
lsc_roof_find_bound (const LscRoof *self, double intensity)
{
  double ridge;

  g_return_val_if_fail (self, LSC_BOUND_UNKNOWN);
  ridge = lsc_roof_get_ridge (self);
  if (ridge == 0 || !(intensity > 0))
    return LSC_BOUND_UNKNOWN;
  return intensity < ridge ? LSC_BOUND_MEMORY : LSC_BOUND_COMPUTE;
}

/* ---- groups ---- */

/**
 * Group: kernels of one name, shapes and types
 * @compute_s, @memory_s: what the peaks allow at least, %LSC_REAL_NULL = some peak is not known
 * @least_s: the sum of the longer one of both for each kernel
 */
typedef struct
{
  char *name;
  char *shapes;
  char *dtypes;
  char *type;      /* (nullable) */
  guint last_rank; /* number of the rank that was added last, from 1 */
  gint64 n_ranks;
  gint64 n;
  gint64 time_ns;
  double flops;
  gint64 bytes; /* %LSC_INT_NULL = not known */
  double compute_s;
  double memory_s;
  double least_s;
} Group;

/** @by_key: key of all texts to a Group; @n_without_bytes: kernels */
struct _LscRoofline
{
  GPtrArray *groups;
  GHashTable *by_key;
  LscRoof roof;
  guint n_ranks;
  guint n_ranks_without_flops;
  guint n_ranks_without_peak;
  guint n_ranks_without_bandwidth;
  gint64 n_kernels;
  gint64 n_without_bytes;
};

static void
free_group (gpointer data)
{
  Group *group = data;

  g_free (group->name);
  g_free (group->shapes);
  g_free (group->dtypes);
  g_free (group->type);
  g_free (group);
}

/** Returns: (transfer full): one without ranks */
LscRoofline *
lsc_roofline_new (void)
{
  LscRoofline *self = g_new0 (LscRoofline, 1);

  self->groups = g_ptr_array_new_with_free_func (free_group);
  self->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
lsc_roofline_free (LscRoofline *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->by_key);
  g_ptr_array_unref (self->groups);
  g_free (self);
}

/* (transfer full): a text of the run without the quotes around it */
static char *
take_bare (const LscRun *run, guint32 id)
{
  const char *text = id == LSC_STRING_NONE ? "" : lsc_run_text (run, id);
  gsize n;

  text += strspn (text, "\"'");
  n = strlen (text);
  while (n > 0 && strchr ("\"'", text[n - 1]))
    n--;
  return g_strndup (text, n);
}

/* What a kernel is grouped by: ids of texts, so that most kernels need no text. */
typedef struct
{
  guint32 label;
  guint32 origin;
  guint32 inputs;
  guint32 types;
  guint32 outputs;
  guint32 output_types;
  guint32 type; /* what tells types apart: op type, on a GPU name of the kernel */
} Key;

/** Of one rank: which group a key is, and the bytes of one of its kernels */
typedef struct
{
  Key key;
  Group *group;
  gint64 bytes;
} Known;

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;
  guint hash = key->label;

  hash = hash * 31 + key->origin;
  hash = hash * 31 + key->inputs;
  hash = hash * 31 + key->types;
  hash = hash * 31 + key->outputs;
  hash = hash * 31 + key->output_types;
  return hash * 31 + key->type;
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Key)) == 0;
}

/* (transfer full) (nullable): as the type of operators */
static char *
find_type (const LscRun *run, const Key *key)
{
  char *brief;

  if (key->type == LSC_STRING_NONE)
    return NULL;
  if (!run->is_gpu)
    return take_bare (run, key->type);
  brief = lsc_kernel_name_shorten (lsc_run_text (run, key->type));
  return brief ? brief : g_strdup (lsc_run_text (run, key->type));
}

static Group *
get_group (LscRoofline *self, const LscRun *run, const LscKernelFlops *flops, const Key *key)
{
  g_autofree char *inputs = take_bare (run, key->inputs);
  g_autofree char *outputs = take_bare (run, key->outputs);
  g_autofree char *shapes = *inputs ? g_strdup_printf ("%s -> %s", inputs, outputs) : g_strdup ("");
  g_autofree char *types = take_bare (run, key->types);
  const char *name = lsc_kernel_flops_label (run, flops);
  g_autofree char *type = find_type (run, key);
  char *text = g_strdup_printf ("%s\n%s\n%s\n%s", name, shapes, types, type ? type : "");
  Group *group = g_hash_table_lookup (self->by_key, text);

  if (group)
    {
      g_free (text);
      return group;
    }
  group = g_new0 (Group, 1);
  group->name = g_strdup (name);
  group->shapes = g_steal_pointer (&shapes);
  group->dtypes = g_steal_pointer (&types);
  group->type = g_steal_pointer (&type);
  g_ptr_array_add (self->groups, group);
  g_hash_table_insert (self->by_key, text, group);
  return group;
}

static const char *
text_or_null (const LscRun *run, guint32 id)
{
  return id == LSC_STRING_NONE ? NULL : lsc_run_text (run, id);
}

static const Known *
find_known (LscRoofline *self, GHashTable *known, const LscRun *run, const LscKernelFlops *flops)
{
  guint32 at = run->kernels.items[flops->kernel].detail;
  const LscKernelDetail none = { .op_type = LSC_STRING_NONE,
                                 .task_type = LSC_STRING_NONE,
                                 .input_shapes = LSC_STRING_NONE,
                                 .input_types = LSC_STRING_NONE,
                                 .output_shapes = LSC_STRING_NONE,
                                 .output_types = LSC_STRING_NONE };
  const LscKernelDetail *detail =
      at < run->kernel_details.n ? &run->kernel_details.items[at] : &none;
  Key key = { flops->label,
              flops->origin,
              detail->input_shapes,
              detail->input_types,
              detail->output_shapes,
              detail->output_types,
              run->is_gpu ? run->kernels.items[flops->kernel].name : detail->op_type };
  Known *item = g_hash_table_lookup (known, &key);

  if (item)
    return item;
  item = g_new (Known, 1);
  *item = (Known){ key, get_group (self, run, flops, &key),
                   lsc_kernel_bytes (text_or_null (run, key.inputs), text_or_null (run, key.types),
                                     text_or_null (run, key.outputs),
                                     text_or_null (run, key.output_types)) };
  g_hash_table_add (known, item);
  return item;
}

static void
add_kernel (LscRoofline *self, const Known *known, const LscKernelFlops *flops, gint64 duration_ns,
            double bandwidth)
{
  Group *group = known->group;
  double compute_s = flops->peak > 0 ? flops->flops / flops->peak : LSC_REAL_NULL;
  double memory_s =
      known->bytes >= 0 && bandwidth > 0 ? (double) known->bytes / bandwidth : LSC_REAL_NULL;

  if (group->last_rank != self->n_ranks)
    group->n_ranks++;
  group->last_rank = self->n_ranks;
  group->n++;
  group->time_ns = lsc_int_add (group->time_ns, duration_ns);
  group->flops += flops->flops;
  group->bytes = lsc_int_add (group->bytes, known->bytes >= 0 ? known->bytes : LSC_INT_NULL);
  group->compute_s += compute_s;
  group->memory_s += memory_s;
  /* MAX of what is not known is not known. */
  group->least_s +=
      isnan (compute_s) || isnan (memory_s) ? LSC_REAL_NULL : MAX (compute_s, memory_s);
  self->n_kernels++;
  self->n_without_bytes += known->bytes < 0;
}

static gboolean
has_number (const GArray *steps, gint64 number)
{
  for (guint i = 0; i < steps->len; i++)
    if (g_array_index (steps, gint64, i) == number)
      return TRUE;
  return FALSE;
}

/* A kernel belongs to the step in which it begins. */
static gboolean
is_in_steps (const LscModuleData *data, gint64 start_ns, const GArray *steps)
{
  for (gsize i = 0; steps && i < data->steps.n; i++)
    if (start_ns >= data->steps.items[i].start_ns && start_ns < data->steps.items[i].end_ns)
      return has_number (steps, data->steps.items[i].id);
  return !steps;
}

/**
 * lsc_roofline_add_rank:
 * @data: of a run loaded with %LSC_LOAD_SHAPES
 * @options: (nullable): sources of FLOPs, peak and bandwidth
 * @steps: (nullable) (element-type gint64): numbers; %NULL = all that was recorded
 *
 * Cost: as lsc_mfu_compute(). Source: flops.md#roofline.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
lsc_roofline_add_rank (LscRoofline *self, LscModuleData *data, const LscMfuOptions *options,
                       const GArray *steps, LscJob *job, GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  LscKernelFlopsList list = { 0 };
  LscPeak peak;

  g_return_val_if_fail (self && data, FALSE);
  if (!lsc_mfu_compute (data, options, &peak, &list, job, error))
    return FALSE;
  self->n_ranks++;
  self->n_ranks_without_flops += list.n == 0;
  self->n_ranks_without_peak += peak.fp16 <= 0;
  self->n_ranks_without_bandwidth += peak.bandwidth <= 0;
  self->roof.flops_per_s = MAX (self->roof.flops_per_s, peak.fp16);
  self->roof.bandwidth = MAX (self->roof.bandwidth, peak.bandwidth);
  for (gsize i = 0; i < list.n; i++)
    {
      const LscKernel *kernel = &data->run->kernels.items[list.items[i].kernel];

      if (!is_in_steps (data, kernel->start_ns, steps))
        continue;
      add_kernel (self, find_known (self, known, data->run, &list.items[i]), &list.items[i],
                  kernel->end_ns - kernel->start_ns, peak.bandwidth);
    }
  lsc_kernel_flops_list_clear (&list);
  return TRUE;
}

/** Returns: the limits of the chip; of ranks that differ the largest */
LscRoof
lsc_roofline_get_roof (const LscRoofline *self)
{
  g_return_val_if_fail (self, (LscRoof){ 0 });
  return self->roof;
}

/* ---- table ---- */

static double
divide (double value, double by)
{
  return by > 0 ? value / by : LSC_REAL_NULL;
}

static double
sum_time_s (const LscRoofline *self)
{
  double sum = 0;

  for (guint i = 0; i < self->groups->len; i++)
    sum += (double) lsc_int_or_zero (((const Group *) self->groups->pdata[i])->time_ns) / 1e9;
  return sum;
}

static LscBound
find_bound (const Group *group)
{
  if (isnan (group->compute_s) || isnan (group->memory_s))
    return LSC_BOUND_UNKNOWN;
  return group->memory_s > group->compute_s ? LSC_BOUND_MEMORY : LSC_BOUND_COMPUTE;
}

static void
add_group (LscTable *table, const Group *group, double all_s)
{
  double seconds = (double) lsc_int_or_zero (group->time_ns) / 1e9;
  double bytes = group->bytes == LSC_INT_NULL ? LSC_REAL_NULL : (double) group->bytes;
  RoofRow row = { .name = group->name,
                  .shapes = *group->shapes ? group->shapes : NULL,
                  .dtypes = *group->dtypes ? group->dtypes : NULL,
                  .rank_count = group->n_ranks,
                  .count = group->n,
                  .time_ns = group->time_ns,
                  .share = divide (seconds, all_s),
                  .flops = group->flops,
                  .moved_bytes = group->bytes,
                  .intensity = divide (group->flops, bytes),
                  .flops_per_s = divide (group->flops, seconds),
                  .memory_rate = divide (bytes / 1e9, seconds),
                  .roof_flops_per_s = divide (group->flops, group->least_s),
                  .roof_share = divide (group->least_s, seconds),
                  .bound = (int) find_bound (group),
                  .type = group->type };

  lsc_table_add (table, &row);
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = *(Group *const *) a, *y = *(Group *const *) b;
  int order;

  LSC_RETURN_ORDER (y->time_ns, x->time_ns);
  order = strcmp (x->name, y->name);
  return order ? order : strcmp (x->shapes, y->shapes);
}

/* (transfer container): by time, falling */
static GPtrArray *
sort_groups (const LscRoofline *self)
{
  GPtrArray *sorted = g_ptr_array_new ();

  for (guint i = 0; i < self->groups->len; i++)
    g_ptr_array_add (sorted, self->groups->pdata[i]);
  g_ptr_array_sort (sorted, compare_groups);
  return sorted;
}

/**
 * lsc_roofline_get_table:
 *
 * Returns: (transfer full): the table "roofline": kernels of one name, shapes and types of all
 *   ranks, the longest time first
 */
LscTable *
lsc_roofline_get_table (const LscRoofline *self)
{
  LscTable *table = lsc_table_new_for (&lsc_roofline_table_info);
  g_autoptr (GPtrArray) sorted = NULL;
  double all_s;

  g_return_val_if_fail (self, table);
  sorted = sort_groups (self);
  all_s = sum_time_s (self);
  for (guint i = 0; i < sorted->len; i++)
    add_group (table, sorted->pdata[i], all_s);
  return table;
}

/* ---- words ---- */

/* Time of the kernels that memory limits, and what all could take at least; FALSE where some group
 * is not known. */
static gboolean
sum_up (const LscRoofline *self, double *memory_s, double *least_s)
{
  *memory_s = *least_s = 0;
  for (guint i = 0; i < self->groups->len; i++)
    {
      const Group *group = self->groups->pdata[i];
      LscBound bound = find_bound (group);

      if (bound == LSC_BOUND_UNKNOWN)
        return FALSE;
      if (bound == LSC_BOUND_MEMORY)
        *memory_s += (double) lsc_int_or_zero (group->time_ns) / 1e9;
      *least_s += group->least_s;
    }
  return self->groups->len > 0;
}

/**
 * lsc_roofline_get_headline:
 *
 * Returns: (transfer full): how close kernels are to the roof and what limits them, in one sentence
 */
LscPhrase *
lsc_roofline_get_headline (const LscRoofline *self)
{
  double memory_s, least_s, all_s;
  g_autofree char *roof = NULL;
  g_autofree char *memory = NULL;

  g_return_val_if_fail (self, NULL);
  all_s = sum_time_s (self);
  if (self->groups->len == 0)
    return lsc_phrase_new_text (N_ ("No kernel has known FLOPs."));
  if (!sum_up (self, &memory_s, &least_s) || !(all_s > 0))
    return lsc_phrase_new_text (N_ ("How close kernels are to the limits of the chip is not known "
                                    "for all of them."));
  roof = lsc_format_share (least_s / all_s);
  memory = lsc_format_share (memory_s / all_s);
  if (memory_s == 0)
    return lsc_phrase_new (N_ ("Kernels with known FLOPs reach %s of what the chip allows; its "
                               "arithmetic limits all of them."),
                           roof);
  if (memory_s >= all_s)
    return lsc_phrase_new (N_ ("Kernels with known FLOPs reach %s of what the chip allows; its "
                               "memory limits all of them."),
                           roof);
  return lsc_phrase_new (N_ ("Kernels with known FLOPs reach %s of what the chip allows; memory "
                             "limits %s of their time."),
                         roof, memory);
}

/* Kernels that move their bytes faster than the memory can. */
static guint
count_above (const LscRoofline *self)
{
  guint n = 0;

  for (guint i = 0; i < self->groups->len; i++)
    {
      const Group *group = self->groups->pdata[i];

      n += group->memory_s * 1e9 > (double) lsc_int_or_zero (group->time_ns);
    }
  return n;
}

/**
 * lsc_roofline_list_notes:
 *
 * Returns: (transfer full) (element-type LscPhrase): what is not known, and why
 */
GPtrArray *
lsc_roofline_list_notes (const LscRoofline *self)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  g_return_val_if_fail (self, notes);
  if (self->n_ranks > 0 && self->n_ranks_without_flops == self->n_ranks)
    g_ptr_array_add (
        notes, lsc_phrase_new_text (N_ ("FLOPs are not known, because no kernel has shapes of a "
                                        "matrix product or recorded FLOPs. Record shapes: profiler "
                                        "level 1, or record_shapes=True of PyTorch.")));
  if (self->n_ranks_without_peak > 0)
    g_ptr_array_add (notes,
                     lsc_phrase_new_text (N_ ("The peak of the chip is not known, because the "
                                              "recording does not tell which one it is. Name it "
                                              "with --chip, or its peak with --peak-tflops.")));
  if (self->n_ranks_without_bandwidth > 0)
    g_ptr_array_add (
        notes, lsc_phrase_new_text (N_ ("The bandwidth of the memory is not known, because the "
                                        "recording does not tell it and the list of chips has none "
                                        "for this one. Give it with --peak-bandwidth.")));
  if (self->n_without_bytes > 0)
    g_ptr_array_add (notes, lsc_phrase_new (N_ ("Bytes are not known of %" PRId64 " of %" PRId64
                                                " kernels, because a shape or a data type is not "
                                                "recorded."),
                                            self->n_without_bytes, self->n_kernels));
  if (count_above (self) > 0)
    g_ptr_array_add (
        notes, lsc_phrase_new_plural (count_above (self),
                                      "%u row moves its bytes faster than the memory can: caches "
                                      "hold part of them, or the bandwidth is too low.",
                                      "%u rows move their bytes faster than the memory can: caches "
                                      "hold part of them, or the bandwidth is too low.",
                                      count_above (self)));
  return notes;
}
