/* lsc-rank-likeness.c - whether two ranks run the same program
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#noise. Stages, heads and encoders run kernels that others do not, or other numbers of
 * them. With more samples the same kernels are longer, and as many. Worked example: 96 products, 24
 * norms and one softmax of the loss a step are not like 96 products and 24 norms.
 */
#include "config.h"

#include "judge/causes/lsc-rank-likeness.h"

#include <math.h>

#define LEAST_PART 0.003 /* of the time of kernels: less changes no level */
#define MOST_KERNELS 1.5 /* times those of the other: with more samples there are as many */
#define MOST_APART 0.005 /* of the number of kernels of a name: steps are cut somewhere */

static double
get_n (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  return kernel ? (double) kernel->n / (double) MAX (digest->counted.n, 1) : 0;
}

static const LscDigestKernel *
find_kernel (const LscRankDigest *digest, const char *name)
{
  for (gsize i = 0; i < digest->kernels.n; i++)
    if (g_strcmp0 (lsc_rank_digest_text (digest, digest->kernels.items[i].name), name) == 0)
      return &digest->kernels.items[i];
  return NULL;
}

/* Whether @other runs what takes time on @self as often. */
static gboolean
has_kernels_of (const LscRankDigest *other, const LscRankDigest *self)
{
  double all_ns = 0;

  for (gsize i = 0; i < self->kernels.n; i++)
    all_ns += (double) self->kernels.items[i].ns;
  for (gsize i = 0; i < self->kernels.n; i++)
    {
      const LscDigestKernel *kernel = &self->kernels.items[i];
      double n = get_n (self, kernel);

      if ((double) kernel->ns < LEAST_PART * all_ns)
        return TRUE; /* they are sorted */
      if (fabs (get_n (other, find_kernel (other, lsc_rank_digest_text (self, kernel->name))) - n) >
          MOST_APART * n)
        return FALSE;
    }
  return TRUE;
}

/** Returns: whether both run the same kernels as often in a step; how long these take is not looked
 * at */
gboolean
lsc_rank_likeness_is_given (const LscRankDigest *a, const LscRankDigest *b)
{
  g_return_val_if_fail (a && b, FALSE);
  return has_kernels_of (b, a) && has_kernels_of (a, b);
}

/**
 * lsc_rank_likeness_is_possible:
 *
 * Source: findings.md#like. Prefill beside ranks that decode is another program.
 *
 * Returns: whether both may run the same program, by how many kernels they have in a step; %TRUE
 *   where that is not known of one
 */
gboolean
lsc_rank_likeness_is_possible (const LscRankDigest *a, const LscRankDigest *b)
{
  double n, other;

  g_return_val_if_fail (a && b, FALSE);
  n = (double) a->n_kernels / (double) MAX (a->counted.n, 1);
  other = (double) b->n_kernels / (double) MAX (b->counted.n, 1);
  return n <= 0 || other <= 0 || MAX (n, other) <= MOST_KERNELS * MIN (n, other);
}
