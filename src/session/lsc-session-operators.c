/* lsc-session-operators.c - the kernels of all ranks of a session
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-error.h"
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
  const LscSource *extract = NULL;

  if (!facts)
    return NULL;
  sheets = g_ptr_array_new ();
  for (guint i = 0; i < facts->len; i++)
    {
      const LscSessionFacts *rank = facts->pdata[i];

      if (rank->sheet && is_asked (rank, facts))
        g_ptr_array_add (sheets, rank->sheet);
      else if (self->ranks[rank->index].source->format == LSC_FORMAT_EXTRACT && !extract)
        extract = self->ranks[rank->index].source;
    }
  if (sheets->len == 0 && extract)
    {
      _lsc_session_fail_extract (extract, error);
      return NULL;
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
  lsc_session_expect (self, LSC_SESSION_OPERATORS, FALSE);
  return lsc_once_get (self->operators, make_operators, self, job, error);
}

/* What findings say is of all steps. */
static gpointer
make_judged_operators (gpointer data, LscJob *job, GError **error)
{
  LscSession *self = data;
  g_autoptr (LscSessionOptions) options = lsc_session_copy_options (self);
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (LscFindings) findings = NULL;

  operators = lsc_session_get_operators (self, job, error);
  if (!operators || options->has_step || lsc_operators_get_n_ranks (operators) == 0)
    return g_steal_pointer (&operators);
  findings = lsc_session_get_findings (self, job, NULL);
  if (!findings)
    return lsc_job_check (job, error) ? g_steal_pointer (&operators) : NULL;
  return lsc_operators_new_judged (operators, findings);
}

/**
 * lsc_session_get_judged_operators:
 *
 * As lsc_session_get_operators(), where words are read: with what findings say is to blame. Cost:
 * as that and lsc_session_get_findings().
 *
 * Errors: those of lsc_session_get_operators().
 *
 * Returns: (transfer full) (nullable): the kernels of all ranks, of which groups say what is to
 * blame
 */
LscOperators *
lsc_session_get_judged_operators (LscSession *self, LscJob *job, GError **error)
{
  g_return_val_if_fail (self, NULL);
  lsc_session_expect (self, LSC_SESSION_OPERATORS | LSC_DIGEST_JUDGED, TRUE);
  return lsc_once_get (self->judged_operators, make_judged_operators, self, job, error);
}

/* ---- roofline ---- */

static gboolean
add_rank (LscSession *self, LscSource *source, const LscMfuOptions *mfu, const GArray *steps,
          LscJob *job, LscRoofline *roofline, GError **error)
{
  g_autoptr (LscSessionOptions) options = lsc_session_copy_options (self);
  g_autoptr (LscRun) run = lsc_session_get_run (self, source, LSC_LOAD_FOR_TREE, job, error);
  LscModuleOptions module = options->module;
  g_autoptr (LscModuleData) data = NULL;

  if (!run)
    return FALSE;
  module.allow_empty = TRUE; /* modules are not asked for */
  data = lsc_module_data_new (run, &module, job, error);
  return data && lsc_roofline_add_rank (roofline, data, mfu, steps, job, error);
}

static gboolean
is_wanted (const LscSource *source, const GArray *ranks)
{
  for (guint i = 0; ranks && i < ranks->len; i++)
    if (g_array_index (ranks, gint64, i) == source->rank)
      return TRUE;
  return !ranks;
}

/**
 * lsc_session_get_roofline:
 * @ranks: (nullable) (element-type gint64): %NULL = all
 * @steps: (nullable) (element-type gint64): %NULL = all that was recorded
 * @mfu: (nullable): chip, peak and bandwidth that the user gave
 *
 * A rank that cannot be read does not keep the others from being told. Cost: as the module trees of
 * all ranks, one after the other.
 *
 * Errors: those of reading the first rank if none can be read; CANCELLED.
 *
 * Returns: (transfer full) (nullable): the kernels with known FLOPs of all steps
 */
LscRoofline *
lsc_session_get_roofline (LscSession *self, const GArray *ranks, const GArray *steps,
                          const LscMfuOptions *mfu, LscJob *job, GError **error)
{
  g_autoptr (LscRoofline) roofline = lsc_roofline_new ();
  g_autoptr (GError) first = NULL;
  guint n = 0;

  g_return_val_if_fail (self, NULL);
  for (guint i = 0; i < self->sources->len; i++)
    {
      g_autoptr (GError) failure = NULL;

      if (!is_wanted (self->sources->pdata[i], ranks))
        continue;
      if (add_rank (self, self->sources->pdata[i], mfu, steps, job, roofline, &failure))
        n++;
      else if (g_error_matches (failure, LSC_ERROR, LSC_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return NULL;
        }
      else
        {
          lsc_session_tell_failure (self, self->sources->pdata[i], failure);
          if (!first)
            first = g_steal_pointer (&failure);
        }
    }
  if (n == 0 && first)
    {
      g_propagate_error (error, g_steal_pointer (&first));
      return NULL;
    }
  return g_steal_pointer (&roofline);
}
