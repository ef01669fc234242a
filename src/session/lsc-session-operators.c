/* lsc-session-operators.c - the kernels of all ranks of a session
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-private.h"

/* Op timelines have no kernels, and processes beside the ranks are none of them. */
static gboolean
is_asked (const LscSessionFacts *facts, const GPtrArray *all)
{
  guint n_beside = 0;

  for (guint i = 0; i < all->len; i++)
    n_beside += _lsc_session_is_beside (((const LscSessionFacts *) all->pdata[i])->digest);
  return n_beside == all->len || !_lsc_session_is_beside (facts->digest);
}

static gpointer
make_operators (gpointer data, LscJob *job, GError **error)
{
  LscSession *self = data;
  g_autoptr (GPtrArray) facts =
      _lsc_session_get_facts (self, LSC_SESSION_DIGEST | LSC_SESSION_OPERATORS, FALSE, job, error);
  g_autoptr (GPtrArray) sheets = NULL;

  if (!facts)
    return NULL;
  sheets = g_ptr_array_new ();
  for (guint i = 0; i < facts->len; i++)
    {
      const LscSessionFacts *rank = facts->pdata[i];

      if (rank->sheet && is_asked (rank, facts))
        g_ptr_array_add (sheets, rank->sheet);
    }
  return lsc_operators_new (sheets, self->n_threads);
}

/**
 * lsc_session_get_operators:
 *
 * Who will ask says so by lsc_session_expect() with #LSC_SESSION_OPERATORS, and each rank is read
 * once; else its recording is read again.
 *
 * Errors: those of reading the first rank if none can be read.
 *
 * Returns: (transfer full) (nullable): the kernels of all ranks
 */
LscOperators *
lsc_session_get_operators (LscSession *self, LscJob *job, GError **error)
{
  g_return_val_if_fail (self, NULL);
  return lsc_once_get (self->operators, make_operators, self, job, error);
}
