/* lsc-flops-shapes.c - FLOPs told by the shapes of a kernel
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-flops-private.h"

/* A product of m x k and k x n takes 2 * m * n * k FLOPs (flops.md#shapes, #sources). m and n are
 * read from the output, k is the dimension of the first input that is not m. */

#define GRAD_SHARE 2.5 /* of the forward attention */

/* A tensor as a matrix: as it is, or from blocks (NZ), padding included. */
static gboolean
as_matrix (const LscShape *shape, double *rows, double *columns)
{
  const gint64 *d = shape->dims;

  if (shape->n_dims == 2)
    {
      *rows = (double) d[0];
      *columns = (double) d[1];
      return TRUE;
    }
  if (shape->n_dims != 4)
    return FALSE;
  *rows = (double) d[1] * (double) d[2];
  *columns = (double) d[0] * (double) d[3];
  return TRUE;
}

/* The last two dimensions, and the product of those before. */
static gboolean
as_batch (const LscShape *shape, double *batch, double *rows, double *columns)
{
  guint n = shape->n_dims;

  if (n < 2)
    return FALSE;
  *batch = 1;
  for (guint i = 0; i + 2 < n; i++)
    *batch *= (double) shape->dims[i];
  *rows = (double) shape->dims[n - 2];
  *columns = (double) shape->dims[n - 1];
  return TRUE;
}

static guint
count_outputs (const LscShapes *outputs, gboolean is_peer)
{
  guint n = outputs->n;

  /* A list that ends in `;` has an empty last tensor (exports.md#q47). */
  while (!is_peer && n > 1 && n <= LSC_MAX_TENSORS && outputs->tensors[n - 1].n_dims == 0)
    n--;
  return n;
}

static double
matmul_flops (const LscShapes *inputs, const LscShapes *outputs, gboolean is_peer)
{
  const LscShape *a = &inputs->tensors[0], *b = &inputs->tensors[1], *c = &outputs->tensors[0];
  double m, n, a_rows, a_columns, b_rows, b_columns;

  if (is_peer && (a->n_dims != c->n_dims || b->n_dims != c->n_dims))
    return 0;
  if (!as_matrix (a, &a_rows, &a_columns) || !as_matrix (b, &b_rows, &b_columns) ||
      !as_matrix (c, &m, &n))
    return 0;
  return 2 * m * n * (a_rows != m ? a_rows : a_columns);
}

static double
batch_flops (const LscShapes *inputs, const LscShapes *outputs)
{
  double batch, a_batch, m, n, a_rows, a_columns;

  if (!as_batch (&inputs->tensors[0], &a_batch, &a_rows, &a_columns) ||
      !as_batch (&outputs->tensors[0], &batch, &m, &n))
    return 0;
  return 2 * batch * m * n * (a_rows != m ? a_rows : a_columns);
}

static gboolean
is_peer_matmul (const LscRun *run, const LscKernelDetail *detail)
{
  const char *type = lsc_run_text (run, detail->op_type);

  return strcmp (type, "MatMulV2") == 0 || strcmp (type, "MatMulV3") == 0;
}

static double
compute_flops (LscFlops *self, const LscKernelDetail *detail, LscOpKind kind)
{
  LscShapes inputs, outputs;

  if (self->is_peer && !is_peer_matmul (self->run, detail))
    return 0;
  if (!_lsc_shapes_parse (self->run, detail->input_shapes, &inputs) ||
      !_lsc_shapes_parse (self->run, detail->output_shapes, &outputs) || inputs.n < 2 ||
      count_outputs (&outputs, self->is_peer) != 1 ||
      !_lsc_dtypes_equal (self->run, detail->input_types, 2))
    return 0;
  return kind == LSC_OP_KIND_MATMUL ? matmul_flops (&inputs, &outputs, self->is_peer)
                                    : batch_flops (&inputs, &outputs);
}

/* What the same texts gave before: a recording has few shapes and many kernels. */
#define N_REMEMBERED 1024

typedef struct
{
  guint32 op_type;
  guint32 inputs;
  guint32 outputs;
  guint32 types;
  double flops;
  gboolean is_set;
} Remembered;

static double
flops_of (LscFlops *self, guint32 kernel, Remembered *memory)
{
  LscOpKind kind = _lsc_flops_kind (self, kernel);
  const LscKernelDetail *detail;
  Remembered *item;

  if (kind != LSC_OP_KIND_MATMUL && kind != LSC_OP_KIND_BATCH_MATMUL)
    return 0;
  detail = _lsc_flops_detail (self, kernel);
  if (!detail)
    return 0;
  item = &memory[(detail->input_shapes * 31u + detail->output_shapes) % N_REMEMBERED];
  if (!item->is_set || item->op_type != detail->op_type || item->inputs != detail->input_shapes ||
      item->outputs != detail->output_shapes || item->types != detail->input_types)
    *item = (Remembered){ detail->op_type,
                          detail->input_shapes,
                          detail->output_shapes,
                          detail->input_types,
                          compute_flops (self, detail, kind),
                          TRUE };
  return item->flops;
}

/**
 * _lsc_flops_from_shapes:
 *
 * Rule 3 of flops.md#sources for products; in reference mode flops.md#reference-mode.
 */
gboolean
_lsc_flops_from_shapes (LscFlops *self, GError **error)
{
  g_autofree Remembered *memory = g_new0 (Remembered, N_REMEMBERED);

  for (gsize i = 0; i < self->data->ops.n; i++)
    {
      const LscOpCall *op = &self->data->ops.items[i];

      if ((i & 4095) == 0 && !lsc_job_check (self->job, error))
        return FALSE;
      /* Each kernel has shapes of its own, so one that a mark told of does not stand for others. */
      if (self->op_done[i] && !self->is_peer)
        continue;
      for (guint32 k = 0; k < op->n_kernels; k++)
        {
          guint32 kernel = self->data->kernels.items[op->first_kernel + k];
          double flops = flops_of (self, kernel, memory);

          if (flops > 0)
            _lsc_flops_add (self, (guint32) i, kernel, flops, LSC_FLOPS_SHAPES,
                            _lsc_flops_detail (self, kernel)->op_type, 0);
        }
    }
  return TRUE;
}

/* `q;k` of an attention kernel: its first two tensors. */
static char *
attention_key (const LscFlops *self, guint32 kernel)
{
  const LscKernelDetail *detail = _lsc_flops_detail (self, kernel);
  g_autofree char *text = detail ? _lsc_shape_text (self->run, detail->input_shapes) : NULL;
  char *first = text ? strchr (text, ';') : NULL;
  char *second = first ? strchr (first + 1, ';') : NULL;

  if (!first)
    return NULL;
  return second ? g_strndup (text, (gsize) (second - text)) : g_strdup (text);
}

static void
learn_forward (LscFlops *self, GHashTable *flops_of_key)
{
  for (gsize i = 0; i < self->out->n; i++)
    {
      const LscKernelFlops *item = &self->out->items[i];
      char *key;

      if (_lsc_flops_kind (self, item->kernel) != LSC_OP_KIND_ATTENTION)
        continue;
      key = attention_key (self, item->kernel);
      if (key && !g_hash_table_contains (flops_of_key, key))
        g_hash_table_insert (flops_of_key, key, g_memdup2 (&item->flops, sizeof item->flops));
      else
        g_free (key);
    }
}

static void
add_grad (LscFlops *self, guint32 op, guint32 kernel, GHashTable *flops_of_key)
{
  g_autofree char *key = NULL;
  const double *forward;

  if (_lsc_flops_kind (self, kernel) != LSC_OP_KIND_ATTENTION_GRAD)
    return;
  key = attention_key (self, kernel);
  forward = key ? g_hash_table_lookup (flops_of_key, key) : NULL;
  if (forward)
    _lsc_flops_add (self, op, kernel, *forward * GRAD_SHARE, LSC_FLOPS_SHAPES,
                    _lsc_flops_detail (self, kernel)->op_type, LSC_FLOPS_ESTIMATED);
}

/**
 * _lsc_flops_from_grads:
 *
 * Attention backward: two and a half times the forward attention of the same shapes, where one is
 * known; marked as an estimate (flops.md#sources).
 */
gboolean
_lsc_flops_from_grads (LscFlops *self, GError **error)
{
  g_autoptr (GHashTable) flops_of_key =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  learn_forward (self, flops_of_key);
  if (g_hash_table_size (flops_of_key) == 0)
    return TRUE;
  for (gsize i = 0; i < self->data->ops.n; i++)
    {
      const LscOpCall *op = &self->data->ops.items[i];
      gboolean is_done = self->op_done[i];

      if ((i & 4095) == 0 && !lsc_job_check (self->job, error))
        return FALSE;
      for (guint32 k = 0; k < op->n_kernels && !is_done; k++)
        add_grad (self, (guint32) i, self->data->kernels.items[op->first_kernel + k], flops_of_key);
    }
  return TRUE;
}
