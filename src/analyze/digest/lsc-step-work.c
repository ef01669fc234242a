/* lsc-step-work.c - how much work the steps of a rank do, by what was recorded of their kernels
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "analyze/digest/lsc-step-work.h"

#include <string.h>

#define MOST_DIMS 8

/** A tensor's dimensions. @n: 0 = none; more than are kept: not known */
typedef struct
{
  guint n;
  double dims[MOST_DIMS];
} Tensor;

/* Reads a tensor of `"4096,1024;1024,512"`. Returns: what follows it, NULL where it is none */
static const char *
read_tensor (const char *text, Tensor *out)
{
  out->n = 0;
  for (;;)
    {
      char *end;
      guint64 value;

      text += strspn (text, " \"'");
      value = g_ascii_strtoull (text, &end, 10);
      if (end == text || out->n == MOST_DIMS)
        return NULL;
      out->dims[out->n++] = (double) value;
      text = end + strspn (end, " \"'");
      if (*text != ',')
        return *text == ';' ? text + 1 : *text == '\0' ? text : NULL;
      text++;
    }
}

/* As rows and columns: blocks of 16 (NZ) as what they hold, batches of rows as more rows. */
static void
flatten (Tensor *self)
{
  double rows = 1, columns = self->dims[self->n - 1];

  if (self->n == 4 && self->dims[3] == 16)
    {
      rows = self->dims[1] * self->dims[2];
      columns = self->dims[0] * self->dims[3];
    }
  else
    for (guint i = 0; i + 1 < self->n; i++)
      rows *= self->dims[i];
  *self = (Tensor){ 2, { rows, columns } };
}

/* Groups of weights: each row meets those of its own group. */
static double
find_grouped (const Tensor *a, const Tensor *b)
{
  double rows = a->dims[0], inner = a->dims[1];

  return inner == b->dims[1]   ? 2 * rows * inner * b->dims[2]
         : inner == b->dims[2] ? 2 * rows * inner * b->dims[1]
                               : 0;
}

/**
 * lsc_product_find_flops:
 * @shapes: (nullable): of the inputs, as recorded: tensors by `;`, dimensions by `,`
 *
 * The dimension that both factors have is the inner one, whichever of them is transposed. Example:
 * `4,2;2,8` has 2 x 4 x 2 x 8 = 128 FLOPs.
 *
 * Source: COMPUTE_TASK_INFO.inputShapes.
 *
 * Returns: FLOPs of the product of the first two; 0 = the shapes do not tell
 */
double
lsc_product_find_flops (const char *shapes)
{
  Tensor a, b;
  const char *rest = shapes ? read_tensor (shapes, &a) : NULL;

  if (!rest || !*rest || !read_tensor (rest, &b) || a.n < 2 || b.n < 2)
    return 0;
  if (a.n == 2 && b.n == 3)
    return find_grouped (&a, &b);
  flatten (&a);
  flatten (&b);
  for (guint i = 0; i < 4; i++)
    {
      /* as they are, the first one transposed, the second one, both */
      double inner = a.dims[i == 0 || i == 2 ? 1 : 0], other = b.dims[i < 2 ? 0 : 1];

      if (inner == other && inner > 0)
        return 2 * a.dims[0] * a.dims[1] * b.dims[0] * b.dims[1] / inner;
    }
  return 0;
}

/**
 * lsc_product_is_of_weights:
 * @type: (nullable): of a kernel that multiplies matrices, as recorded; %NULL = not recorded
 *
 * Batched products are left out: they are what attention consists of where it is not one kernel, so
 * that steps that differ in that would seem to differ in their work.
 *
 * Returns: whether it multiplies activations or their gradients by weights or each other
 */
gboolean
lsc_product_is_of_weights (const char *type)
{
  return !type || ((strstr (type, "MatMul") || strstr (type, "Matmul")) &&
                   !g_str_has_prefix (type, "BatchMatMul"));
}
