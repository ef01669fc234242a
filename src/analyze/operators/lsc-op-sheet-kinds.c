/* lsc-op-sheet-kinds.c - what kernels are alike by, and their FLOPs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-compare-name.h"
#include "analyze/operators/lsc-bytes-cache.h"
#include "analyze/operators/lsc-op-sheet-private.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"
#include "model/lsc-kernel-name.h"
#include "model/lsc-tensor-core.h"

#define CHECK_EVERY 4096
#define NOT_RECORDED "N/A"
#define NOT_TAKEN (LSC_STRING_NONE - 1) /* a text that was not looked at yet */

static guint64
hash_kind (const LscOpVariant *kind)
{
  return lsc_hash_bytes ((const char *) kind, sizeof *kind);
}

static gboolean
is_same_kind (const LscOpVariant *a, const LscOpVariant *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

LSC_DEFINE_HASH (kinds, LscOpVariant, hash_kind, is_same_kind)

/** A name of the timeline as a kernel of a class: ids in the sheet's texts */
typedef struct
{
  guint32 name;
  guint32 type;
  LscOpTensorCore tensor_core;
} Name;

/**
 * Naming:
 * @op_of: of each row of the run the place in LscModuleData.ops, %LSC_INDEX_NONE
 * @again: of each of these ops whether it runs a forward again
 * @paths: of each call of a module its path
 * @names: of each name of the timeline, by class
 * @texts: of each text of the run its id in the sheet's texts
 * @families: of each text of the sheet: 1 + what it does as a type; @name_families: as a name
 */
typedef struct
{
  LscOpMaker *maker;
  LscModuleData *data;
  guint32 *op_of;
  guint8 *again;
  guint32 *paths;
  Name *names[LSC_OP_N_CLASSES];
  guint32 *texts;
  GHashTable *families;
  LscBytesCache *bytes;
  gboolean has_tensor_cores;
  LscHash index;
} Naming;

static LscIntern *
get_texts (const Naming *self)
{
  return self->maker->sheet->texts;
}

static guint32
add_plain (const Naming *self, const char *text)
{
  gsize n;

  text += strspn (text, "\"");
  n = strlen (text);
  while (n > 0 && text[n - 1] == '"')
    n--;
  return n == 0 || (n == strlen (NOT_RECORDED) && memcmp (text, NOT_RECORDED, n) == 0)
             ? LSC_STRING_NONE
             : lsc_intern_add_bytes (get_texts (self), text, n);
}

/* @id: of the run. What was not recorded has no text. */
static guint32
take_text (Naming *self, guint32 id)
{
  if (id == LSC_STRING_NONE)
    return LSC_STRING_NONE;
  if (self->texts[id] == NOT_TAKEN)
    self->texts[id] = add_plain (self, lsc_run_text (self->maker->run, id));
  return self->texts[id];
}

/* Of a GPU a kernel has no type but what it is called shortly. */
static Name
make_name (const Naming *self, guint32 id, LscOpClass class)
{
  const char *text = lsc_timeline_text (self->maker->timeline, id);
  gboolean is_gpu = self->maker->timeline->is_gpu;
  g_autofree char *plain = class == LSC_OP_COMMUNICATION ? lsc_compare_name_comm (text)
                                                         : lsc_compare_name_kernel (text, is_gpu);
  g_autofree char *brief = is_gpu ? lsc_kernel_name_shorten (text) : NULL;
  Name name = { lsc_intern_add (get_texts (self), plain), LSC_STRING_NONE,
                LSC_OP_TENSOR_CORE_UNKNOWN };

  if (class != LSC_OP_COMPUTING)
    name.type = name.name;
  else if (is_gpu)
    name.type = lsc_intern_add (get_texts (self), brief ? brief : text);
  if (class == LSC_OP_COMPUTING && self->has_tensor_cores)
    name.tensor_core =
        lsc_tensor_core_is_used_by (text) ? LSC_OP_TENSOR_CORE_USED : LSC_OP_TENSOR_CORE_UNUSED;
  return name;
}

static Name
take_name (Naming *self, guint32 id, LscOpClass class)
{
  Name *known = &self->names[class][id];

  if (known->name == NOT_TAKEN)
    *known = make_name (self, id, class);
  return *known;
}

/* Of GPUs the name as recorded tells more than a short one. */
static LscOpFamily
find_family (Naming *self, const LscOpRaw *raw, const LscOpVariant *kind)
{
  gboolean is_typed = !self->maker->timeline->is_gpu && kind->type != LSC_STRING_NONE;
  guint64 key = (guint64) raw->name << 32 | (is_typed ? kind->type : LSC_STRING_NONE);
  gpointer known;

  if (raw->class == LSC_OP_COMMUNICATION)
    return LSC_OP_FAMILY_COMMUNICATION;
  if (raw->class == LSC_OP_COPYING)
    return LSC_OP_FAMILY_COPY;
  known = g_hash_table_lookup (self->families, GSIZE_TO_POINTER (key));
  if (!known)
    {
      known = GUINT_TO_POINTER (
          1 + lsc_op_family_find (is_typed ? lsc_intern_text (get_texts (self), kind->type) : NULL,
                                  lsc_timeline_text (self->maker->timeline, raw->name)));
      g_hash_table_insert (self->families, GSIZE_TO_POINTER (key), known);
    }
  return (LscOpFamily) (GPOINTER_TO_UINT (known) - 1);
}

static void
describe_row (Naming *self, const LscKernel *row, guint32 index, LscOpVariant *kind)
{
  const LscRun *run = self->maker->run;
  guint32 op = self->op_of[index];

  if (row->kernel_class == LSC_KERNEL_COMPUTE && row->detail < run->kernel_details.n)
    {
      const LscKernelDetail *detail = &run->kernel_details.items[row->detail];
      guint32 type = take_text (self, detail->op_type);

      kind->type = type != LSC_STRING_NONE && !run->is_gpu ? type : kind->type;
      kind->core = take_text (self, detail->task_type);
      kind->shapes = take_text (self, detail->input_shapes);
      kind->dtypes = take_text (self, detail->input_types);
      kind->blocks = detail->core_count;
      kind->bytes = lsc_bytes_cache_find (self->bytes, detail);
      kind->is_dynamic = row->detail < run->kernel_counters.n &&
                         run->kernel_counters.items[row->detail].is_dynamic;
    }
  if (run->is_gpu && kind->stream == LSC_ID_NONE) /* of a collective */
    kind->stream = row->stream;
  if (run->launch_of)
    kind->launch = run->launch_of[index];
  if (op == LSC_INDEX_NONE)
    return;
  kind->is_recomputed = self->again[op];
  kind->op = take_text (self, run->ops.items[self->data->ops.items[op].op].name);
  if (self->data->ops.items[op].call != LSC_INDEX_NONE)
    kind->module = self->paths[self->data->ops.items[op].call];
}

static LscOpVariant
make_kind (Naming *self, const LscOpRaw *raw)
{
  const LscNode *node = lsc_timeline_get_node (self->maker->timeline, raw->node);
  Name name = take_name (self, raw->name, (LscOpClass) raw->class);
  LscOpVariant kind = { .type = name.type,
                        .core = LSC_STRING_NONE,
                        .name = name.name,
                        .shapes = LSC_STRING_NONE,
                        .dtypes = LSC_STRING_NONE,
                        .module = LSC_STRING_NONE,
                        .op = LSC_STRING_NONE,
                        .stream = node->role == LSC_ROLE_STREAM ? (guint32) node->tid : LSC_ID_NONE,
                        .launch = LSC_ID_NONE,
                        .class = raw->class,
                        .bytes = -1,
                        .tensor_core = (guint8) name.tensor_core };

  if (raw->row != LSC_ID_NONE)
    describe_row (self, &self->maker->run->kernels.items[raw->row], raw->row, &kind);
  kind.family = (guint8) find_family (self, raw, &kind);
  kind.is_ai_cpu = raw->slice_kind == LSC_SLICE_AI_CPU;
  return kind;
}

static gboolean
take_all (Naming *self, GError **error)
{
  LscOpMaker *maker = self->maker;
  LscOpVariants *all = &maker->sheet->kinds;

  for (gsize i = 0; i < maker->raws.n; i++)
    {
      LscOpVariant kind = make_kind (self, &maker->raws.items[i]);
      guint32 index = kinds_put (&self->index, all->items, &kind, (guint32) all->n);

      if (i % CHECK_EVERY == 0 && !lsc_job_check (maker->job, error))
        return FALSE;
      if (index == all->n)
        lsc_op_variants_append (all, kind);
      maker->sheet->kinds_of[i] = index;
    }
  return TRUE;
}

/* ---- FLOPs ---- */

static void
take_work (LscOpMaker *self, const LscKernelFlopsList *list)
{
  g_autofree guint32 *kernel_of = g_new (guint32, self->run->kernels.n + 1);

  for (gsize i = 0; i < self->run->kernels.n; i++)
    kernel_of[i] = LSC_ID_NONE;
  for (gsize i = 0; i < self->raws.n; i++)
    if (self->raws.items[i].row != LSC_ID_NONE)
      kernel_of[self->raws.items[i].row] = (guint32) i;
  for (gsize i = 0; i < list->n; i++)
    if (kernel_of[list->items[i].kernel] != LSC_ID_NONE)
      lsc_op_works_append (&self->sheet->works,
                           (LscOpWork){ .kernel = kernel_of[list->items[i].kernel],
                                        .flops = list->items[i].flops,
                                        .peak = list->items[i].peak });
}

static int
compare_works (gconstpointer a, gconstpointer b)
{
  const LscOpWork *x = a, *y = b;

  LSC_RETURN_ORDER (x->kernel, y->kernel);
  return LSC_ORDER (x->flops, y->flops);
}

static gboolean
find_work (Naming *self, GError **error)
{
  LscKernelFlopsList list = { 0 };
  LscOpSheet *sheet = self->maker->sheet;

  if (!lsc_mfu_compute (self->data, self->maker->recording->mfu, &sheet->peak, &list,
                        self->maker->job, error))
    return FALSE;
  take_work (self->maker, &list);
  lsc_kernel_flops_list_clear (&list);
  if (sheet->works.n > 1)
    qsort (sheet->works.items, sheet->works.n, sizeof (LscOpWork), compare_works);
  return TRUE;
}

/* ---- counters ---- */

static const LscKernelCounters *
find_counters (const LscOpMaker *self, const LscOpRaw *raw)
{
  const LscRun *run = self->run;
  const LscKernel *row = raw->row != LSC_ID_NONE ? &run->kernels.items[raw->row] : NULL;

  return row && row->kernel_class == LSC_KERNEL_COMPUTE && row->detail < run->kernel_counters.n
             ? &run->kernel_counters.items[row->detail]
             : NULL;
}

static gboolean
has_counters (const LscRun *run)
{
  for (gsize i = 0; i < run->kernel_counters.n; i++)
    if (lsc_kernel_counters_has_any (&run->kernel_counters.items[i]))
      return TRUE;
  return FALSE;
}

static void
take_counters (LscOpMaker *self)
{
  if (!has_counters (self->run))
    return;
  self->sheet->counters = g_new (LscKernelCounters, self->raws.n + 1);
  for (gsize i = 0; i < self->raws.n; i++)
    {
      const LscKernelCounters *found = find_counters (self, &self->raws.items[i]);

      lsc_kernel_counters_init (&self->sheet->counters[i]);
      if (found)
        self->sheet->counters[i] = *found;
    }
}

/* ---- all ---- */

static void
take_launches (LscOpMaker *self)
{
  for (gsize i = 0; i < self->run->launches.n; i++)
    lsc_kernel_launches_append (&self->sheet->launches, self->run->launches.items[i]);
}

static guint32 *
list_ops (const LscModuleData *data)
{
  guint32 *op_of = g_new (guint32, data->run->kernels.n + 1);

  for (gsize i = 0; i < data->run->kernels.n; i++)
    op_of[i] = LSC_INDEX_NONE;
  for (gsize i = 0; i < data->ops.n; i++)
    for (guint32 k = 0; k < data->ops.items[i].n_kernels; k++)
      op_of[data->kernels.items[data->ops.items[i].first_kernel + k]] = (guint32) i;
  return op_of;
}

/* Those of other makers have matrix units, too, but names do not show their use. */
static gboolean
has_tensor_cores (const LscTimeline *timeline)
{
  return timeline->is_gpu && timeline->chip_name && !g_str_has_prefix (timeline->chip_name, "AMD");
}

static void
init (Naming *self)
{
  gsize n_names = lsc_intern_size (self->maker->timeline->strings) + 1;
  gsize n_texts = lsc_intern_size (self->maker->run->strings) + 1;

  self->op_of = list_ops (self->data);
  self->again = _lsc_op_maker_find_again (self->maker, self->data);
  self->paths = lsc_module_data_list_paths (self->data, get_texts (self));
  self->families = g_hash_table_new (NULL, NULL);
  self->bytes = lsc_bytes_cache_new (self->maker->run);
  self->has_tensor_cores = has_tensor_cores (self->maker->timeline);
  for (guint class = 0; class < LSC_OP_N_CLASSES; class ++)
    {
      self->names[class] = g_new (Name, n_names);
      for (gsize i = 0; i < n_names; i++)
        self->names[class][i].name = NOT_TAKEN;
    }
  self->texts = g_new (guint32, n_texts);
  for (gsize i = 0; i < n_texts; i++)
    self->texts[i] = NOT_TAKEN;
}

static void
clear (Naming *self)
{
  g_free (self->op_of);
  g_free (self->again);
  g_free (self->paths);
  for (guint class = 0; class < LSC_OP_N_CLASSES; class ++)
    g_free (self->names[class]);
  g_free (self->texts);
  g_hash_table_unref (self->families);
  lsc_bytes_cache_free (self->bytes);
  lsc_hash_clear (&self->index);
  lsc_module_data_unref (self->data);
}

/** Fills LscOpSheet.kinds and works. Errors: those of lsc_module_data_new(). */
gboolean
_lsc_op_maker_take_kinds (LscOpMaker *self, GError **error)
{
  const LscModuleOptions *given = self->recording->module;
  LscModuleOptions options = given ? *given : (LscModuleOptions){ 0 };
  Naming naming = { .maker = self };
  gboolean ok;

  options.allow_empty = TRUE;
  options.has_step = FALSE;
  naming.data = lsc_module_data_new (self->run, &options, self->job, error);
  if (!naming.data)
    return FALSE;
  init (&naming);
  ok = take_all (&naming, error) && find_work (&naming, error);
  if (ok)
    {
      take_counters (self);
      take_launches (self);
    }
  clear (&naming);
  return ok;
}
