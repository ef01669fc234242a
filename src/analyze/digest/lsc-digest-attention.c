/* lsc-digest-attention.c - attention of GPUs that is not fused
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-attention-private.h"

#include <string.h>

#include "model/lsc-kernel-name.h"

/* findings.md#sequences. */

#define MOST_BETWEEN 6  /* kernels between a product and its softmax */
#define MOST_PRODUCTS 2 /* on either side */
G_STATIC_ASSERT (LSC_ATTENTION_MOST == 2 * MOST_PRODUCTS + 2 * MOST_BETWEEN + 1);

/** Returns: what a kernel of that name does in it; the logarithm of softmax is that of a loss */
LscInAttention
_lsc_attention_find (const char *name)
{
  switch (lsc_kernel_name_family (name))
    {
    case LSC_FAMILY_MATRIX:
      return LSC_IN_PRODUCT;
    case LSC_FAMILY_ELEMENTWISE:
    case LSC_FAMILY_COPY:
      return LSC_IN_BETWEEN;
    case LSC_FAMILY_REDUCTION:
      if (!strcasestr (name, "softmax") || strcasestr (name, "logsoftmax"))
        return LSC_IN_NONE;
      return strcasestr (name, "backward") ? LSC_IN_SOFTMAX_BACKWARD : LSC_IN_SOFTMAX;
    case LSC_FAMILY_ATTENTION:
    case LSC_FAMILY_NORM:
    case LSC_FAMILY_COMMUNICATION:
    case LSC_FAMILY_OTHER:
    case LSC_N_FAMILIES:
    default:
      return LSC_IN_NONE;
    }
}

/* Returns: where kernels of a kind end that begin at @at, of at most @most */
static gsize
pass (const guint8 *what, gsize n, gsize at, LscInAttention kind, gsize most)
{
  gsize end = at;

  while (end < MIN (at + most, n) && what[end] == kind)
    end++;
  return end;
}

/**
 * _lsc_attention_fit:
 * @what: (array length=n): #LscInAttention of kernels that follow one another
 *
 * Products of queries and keys, and of weights and values, around a softmax; the backward pass has
 * two on either side.
 *
 * Returns: how many from the first on are that, 0 = none
 */
gsize
_lsc_attention_fit (const guint8 *what, gsize n)
{
  gsize products = pass (what, n, 0, LSC_IN_PRODUCT, MOST_PRODUCTS);
  gsize softmax = pass (what, n, products, LSC_IN_BETWEEN, MOST_BETWEEN), after, end, n_products;

  if (softmax >= n || (what[softmax] != LSC_IN_SOFTMAX && what[softmax] != LSC_IN_SOFTMAX_BACKWARD))
    return 0;
  n_products = what[softmax] == LSC_IN_SOFTMAX ? 1 : MOST_PRODUCTS;
  after = pass (what, n, softmax + 1, LSC_IN_BETWEEN, MOST_BETWEEN);
  end = pass (what, n, after, LSC_IN_PRODUCT, n_products);
  return products == n_products && end - after == n_products ? end : 0;
}
