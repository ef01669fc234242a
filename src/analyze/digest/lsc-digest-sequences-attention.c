/* lsc-digest-sequences-attention.c - attention of GPUs that is not fused
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-digest-sequences-private.h"

/* findings.md#sequences. */

#define MOST_BETWEEN 6 /* kernels between a product and its softmax */

/** Returns: what a kernel of that name does in it; the logarithm of softmax is that of a loss */
LscInAttention
_lsc_sequences_find_in_attention (const char *text)
{
  switch (lsc_kernel_name_family (text))
    {
    case LSC_FAMILY_MATRIX:
      return LSC_IN_PRODUCT;
    case LSC_FAMILY_ELEMENTWISE:
    case LSC_FAMILY_COPY:
      return LSC_IN_BETWEEN;
    case LSC_FAMILY_REDUCTION:
      if (!strcasestr (text, "softmax") || strcasestr (text, "logsoftmax"))
        return LSC_IN_NONE;
      return strcasestr (text, "backward") ? LSC_IN_SOFTMAX_BACKWARD : LSC_IN_SOFTMAX;
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
pass (const LscSequenceBuild *self, gsize at, LscInAttention what, gsize most)
{
  gsize end = at;

  while (end < at + most && _lsc_sequences_go_on (self, end) && _lsc_sequences_get_op (self, end)->in_attention == what)
    end++;
  return end;
}

/* Products of queries and keys, and of weights and values, around a softmax; the backward pass has
 * two on either side. Returns how many kernels from @first on are that, 0 = none */
static gsize
fit_attention (const LscSequenceBuild *self, gsize first)
{
  gsize at = pass (self, first, LSC_IN_PRODUCT, 2), softmax = pass (self, at, LSC_IN_BETWEEN, MOST_BETWEEN);
  gboolean is_forward = pass (self, softmax, LSC_IN_SOFTMAX, 1) > softmax;
  gsize n_products = is_forward ? 1 : 2;
  gsize after = pass (self, softmax + 1, LSC_IN_BETWEEN, MOST_BETWEEN), end;

  if (!is_forward && pass (self, softmax, LSC_IN_SOFTMAX_BACKWARD, 1) == softmax)
    return 0;
  end = pass (self, after, LSC_IN_PRODUCT, n_products);
  return at - first == n_products && end - after == n_products ? end - first : 0;
}

/** Adds attention of GPUs that is not fused. */
void
_lsc_sequences_find_attention (LscSequenceBuild *self)
{
  for (gsize i = 0; i < self->kernels.n;)
    {
      const LscSequenceOp *op = _lsc_sequences_get_op (self, i);
      gsize n = op && op->in_attention == LSC_IN_PRODUCT ? fit_attention (self, i) : 0;
      LscDigestSequence *sequence = n > 0 ? _lsc_sequences_get_sequence (self, LSC_FUSED_ATTENTION) : NULL;

      if (sequence)
        {
          _lsc_sequences_note_longest (sequence, self, i, n);
          if (sequence->names == LSC_STRING_NONE)
            sequence->names = _lsc_sequences_name_run (self, i, n);
          sequence->n++;
          sequence->saved_ns += _lsc_sequences_get_saved_ns (self, i, n);
        }
      i += MAX (n, 1);
    }
}
