/* lsc-run-from-timeline-dims.c - shapes of matrix products in GPU traces, from the dims of their
 * ops
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/facts/lsc-run-from-timeline-private.h"

#include <stdlib.h>
#include <string.h>

#include "read/lsc-id-map.h"
#include "read/kineto/lsc-kineto.h"

/* flops.md#gpu-shapes: kernels of a GPU trace have no shapes, but with record_shapes
 * their ops have Input Dims. The product that an op computes is written down as the shapes of its
 * longest kernel; the others are auxiliary. Example: aten::addmm of [[8], [4, 2], [2, 8]] becomes
 * 4,2;2,8 and 4,8. */

#define MAX_TENSORS 4
#define MAX_DIMS 8

typedef enum
{
  PRODUCT_MM,     /* matrices or batches of them, the second as it is */
  PRODUCT_LINEAR, /* the second is out x in */
} ProductKind;

static const struct
{
  const char *name;
  ProductKind kind;
  guint first; /* input that is the left factor */
} products[] = {
  { "aten::mm", PRODUCT_MM, 0 },     { "aten::addmm", PRODUCT_MM, 1 },
  { "aten::bmm", PRODUCT_MM, 0 },    { "aten::baddbmm", PRODUCT_MM, 1 },
  { "aten::matmul", PRODUCT_MM, 0 }, { "aten::linear", PRODUCT_LINEAR, 0 },
};

typedef struct
{
  gint64 offset;
  guint32 kernel;
  guint32 product; /* index into products */
} Question;

LSC_DEFINE_ARRAY (Questions, questions, Question)

typedef struct
{
  gint64 dims[MAX_DIMS];
  int n; /* -1 = no tensor */
} Tensor;

/* `[[512], [512, 1024], []]`; %FALSE for another form. */
static gboolean
parse_dims (const char *text, Tensor *tensors)
{
  guint n = 0;
  gsize depth = 0;

  for (guint i = 0; i < MAX_TENSORS; i++)
    tensors[i].n = -1;
  for (const char *at = text; *at; at++)
    if (*at == '[')
      {
        if (++depth == 2 && n < MAX_TENSORS)
          tensors[n].n = 0;
        else if (depth == 3 && n < MAX_TENSORS)
          tensors[n].n = -1; /* a list of tensors */
      }
    else if (*at == ']')
      {
        if (depth == 0)
          return FALSE;
        n += depth-- == 2;
      }
    else if (g_ascii_isdigit (*at))
      {
        char *end;
        gint64 value = g_ascii_strtoll (at, &end, 10);
        Tensor *tensor = depth == 2 && n < MAX_TENSORS ? &tensors[n] : NULL;

        if (tensor && tensor->n >= 0 && tensor->n < MAX_DIMS)
          tensor->dims[tensor->n++] = value;
        else if (tensor)
          tensor->n = -1;
        at = end - 1;
      }
  return depth == 0;
}

/* A product: @batch times m x k and k x n. */
typedef struct
{
  gint64 batch;
  gint64 m;
  gint64 k;
  gint64 n;
} Product;

/* The product of the dims before the last @n_last ones; %FALSE if it overflows. */
static gboolean
lead (const Tensor *tensor, int n_last, gint64 *value)
{
  *value = 1;
  for (int i = 0; i + n_last < tensor->n; i++)
    if (__builtin_mul_overflow (*value, tensor->dims[i], value))
      return FALSE;
  return TRUE;
}

static gboolean
find_product (const Tensor *a, const Tensor *b, ProductKind kind, Product *product)
{
  gint64 batch_b, inner;

  if (a->n < 2 || b->n < 2)
    return FALSE;
  product->batch = 1;
  product->k = a->dims[a->n - 1];
  if (b->n == 2)
    {
      gboolean is_linear = kind == PRODUCT_LINEAR;

      product->n = b->dims[is_linear ? 0 : 1];
      inner = b->dims[is_linear ? 1 : 0];
      return inner == product->k && lead (a, 1, &product->m);
    }
  product->m = a->dims[a->n - 2];
  product->n = b->dims[b->n - 1];
  return kind == PRODUCT_MM && b->dims[b->n - 2] == product->k && lead (a, 2, &product->batch) &&
         lead (b, 2, &batch_b) && batch_b == product->batch;
}

/* The name that FLOPs know a type by, NULL for one without a peak. `["float", "c10::Half"]` */
static const char *
find_type (const char *text, guint index)
{
  static const struct
  {
    const char *recorded;
    const char *name;
  } names[] = { { "c10::BFloat16", "DT_BF16" },
                { "c10::Half", "FLOAT16" },
                { "float", "FLOAT" },
                { "signed char", "INT8" } };
  g_auto (GStrv) parts = g_strsplit (text, "\"", -1);

  /* between the quotes: parts 1, 3, 5 */
  if (g_strv_length (parts) <= 2 * index + 1)
    return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].recorded, parts[2 * index + 1]) == 0)
      return names[i].name;
  return NULL;
}

static guint32
take_text (LscRunBuild *build, char *text)
{
  return lsc_intern_add_take (build->run->strings, text);
}

#define D G_GINT64_FORMAT

static void
add_detail (LscRunBuild *build, guint32 kernel, const Product *p, const char *type)
{
  LscRun *run = build->run;
  gboolean is_batch = p->batch > 1;
  char *inputs, *outputs;

  run->kernels.items[kernel].detail = (guint32) run->kernel_details.n;
  if (is_batch)
    {
      inputs = g_strdup_printf ("%" D ",%" D ",%" D ";%" D ",%" D ",%" D, p->batch, p->m, p->k,
                                p->batch, p->k, p->n);
      outputs = g_strdup_printf ("%" D ",%" D ",%" D, p->batch, p->m, p->n);
    }
  else
    {
      inputs = g_strdup_printf ("%" D ",%" D ";%" D ",%" D, p->m, p->k, p->k, p->n);
      outputs = g_strdup_printf ("%" D ",%" D, p->m, p->n);
    }
  lsc_kernel_details_append (
      &run->kernel_details,
      (LscKernelDetail){ .global_task_id = kernel,
                         .op_type =
                             lsc_intern_add (run->strings, is_batch ? "BatchMatMul" : "MatMul"),
                         .task_type = LSC_STRING_NONE,
                         .input_shapes = take_text (build, inputs),
                         .input_types = take_text (build, g_strdup_printf ("%s;%s", type, type)),
                         .output_shapes = take_text (build, outputs),
                         .output_types = lsc_intern_add (run->strings, type),
                         .input_formats = LSC_STRING_NONE,
                         .output_formats = LSC_STRING_NONE });
}

typedef struct
{
  LscRunBuild *build;
  Questions questions;
} Asker;

static void
take_event (gsize index, const char *text, gsize n, gpointer user_data)
{
  Asker *self = user_data;
  const Question *question = &self->questions.items[index];
  ProductKind kind = products[question->product].kind;
  guint first = products[question->product].first;
  g_autofree char *dims = text ? lsc_kineto_find_text (text, n, "Input Dims") : NULL;
  g_autofree char *types = text ? lsc_kineto_find_text (text, n, "Input type") : NULL;
  const char *type = types ? find_type (types, first) : NULL;
  Tensor tensors[MAX_TENSORS];
  Product product;

  if (dims && type && parse_dims (dims, tensors) &&
      find_product (&tensors[first], &tensors[first + 1], kind, &product))
    add_detail (self->build, question->kernel, &product, type);
}

/* The longest computing kernel of each op, LSC_ID_NONE. */
static guint32 *
find_longest (const LscRun *run)
{
  guint32 *longest = g_new (guint32, run->ops.n + 1);
  LscIdMap map = { 0 };

  memset (longest, 0xff, (run->ops.n + 1) * sizeof (guint32));
  lsc_id_map_build (&map, run->connections.items, run->connections.n, sizeof (LscConnection));
  for (gsize i = 0; i < run->class_begin[LSC_KERNEL_COMPUTE + 1]; i++)
    {
      const LscKernel *kernels = run->kernels.items;
      guint32 connection = kernels[i].connection_id < 0
                               ? LSC_ID_MAP_NONE
                               : lsc_id_map_find (&map, kernels[i].connection_id);
      guint32 *best;

      if (connection == LSC_ID_MAP_NONE)
        continue;
      best = &longest[run->connections.items[connection].local_id];
      if (*best == LSC_ID_NONE ||
          kernels[i].end_ns - kernels[i].start_ns > kernels[*best].end_ns - kernels[*best].start_ns)
        *best = (guint32) i;
    }
  lsc_id_map_clear (&map);
  return longest;
}

/* Index into products of each string of the timeline, plus 1; 0 = none. */
static guint8 *
know_names (const LscTimeline *timeline, gsize n_names)
{
  guint8 *known = g_new0 (guint8, n_names + 1);

  for (gsize i = 0; i < G_N_ELEMENTS (products); i++)
    {
      guint32 id = lsc_intern_find (timeline->strings, products[i].name);

      if (id < n_names)
        known[id] = (guint8) (i + 1);
    }
  return known;
}

static int
compare_questions (gconstpointer a, gconstpointer b)
{
  const Question *x = a, *y = b;

  return (x->offset > y->offset) - (x->offset < y->offset);
}

static void
collect_questions (LscRunBuild *build, const guint32 *longest, Questions *out)
{
  g_autofree guint8 *known = know_names (build->timeline, build->n_names);

  for (guint32 i = 0; i < build->timeline->nodes->len; i++)
    {
      const LscLane *lane = lsc_timeline_get_node (build->timeline, i)->lane;
      guint32 first = build->first_op[i];

      for (guint32 k = 0; first != LSC_ID_NONE && k < lane->n; k++)
        if (lane->name[k] < build->n_names && known[lane->name[k]] > 0 &&
            longest[first + k] != LSC_ID_NONE)
          questions_append (out, (Question){ lsc_lane_get_detail (lane, k), longest[first + k],
                                             known[lane->name[k]] - 1u });
    }
  if (out->n > 1)
    qsort (out->items, out->n, sizeof (Question), compare_questions);
}

/**
 * _lsc_run_build_dims:
 *
 * Fills LscRun.kernel_details of a Kineto trace with the products that its ops compute. Needs ops,
 * connections and kernels. Cost: that of reading the events of the products again.
 */
gboolean
_lsc_run_build_dims (LscRunBuild *build, GError **error)
{
  g_autofree guint32 *longest = NULL;
  g_autofree gint64 *offsets = NULL;
  Asker asker = { build, { 0 } };
  gboolean ok = TRUE;

  if (!lsc_kineto_has_events (build->timeline) || build->run->connections.n == 0)
    return TRUE;
  longest = find_longest (build->run);
  collect_questions (build, longest, &asker.questions);
  offsets = g_new (gint64, asker.questions.n + 1);
  for (gsize i = 0; i < asker.questions.n; i++)
    offsets[i] = asker.questions.items[i].offset;
  if (asker.questions.n > 0)
    ok = lsc_kineto_visit_again (build->timeline, offsets, asker.questions.n, take_event, &asker,
                                 build->job, error);
  questions_clear (&asker.questions);
  return ok;
}
