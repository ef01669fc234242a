/* lsc-findings-inference.c - whether what was recorded serves, and trains nothing
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/findings/lsc-findings-private.h"

/* findings.md#inference. */

/* Kernels of a backward pass or an optimizer, in any case of letters. */
static const char *const words[] = { "backward", "grad",     "bwd",     "adam",
                                     "optim",    "momentum", "foreach", "multi_tensor" };

static gboolean
trains (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcasestr (name, words[i]))
      return TRUE;
  return FALSE;
}

/** Returns: whether no steps are marked, and no kernel is one of a backward pass or an optimizer */
gboolean
_lsc_judge_is_inference (const LscJudge *self)
{
  if (_lsc_judge_has_steps (self))
    return FALSE;
  for (gsize i = 0; i < self->n; i++)
    {
      const LscRankDigest *digest = self->ranks[i].digest;

      for (gsize k = 0; k < digest->kernels.n; k++)
        if (trains (lsc_rank_digest_text (digest, digest->kernels.items[k].name)))
          return FALSE;
    }
  return TRUE;
}
