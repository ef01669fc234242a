/* lsc-loader-runs.c - comparing sets of runs off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-loader-private.h"
#include "session/lsc-session-set.h"

/** Sets that are wanted compared. @sessions: LscSession, one of each run */
typedef struct
{
  GPtrArray *sessions[LSC_N_SIDES];
  char *names[LSC_N_SIDES];
  char **run_names[LSC_N_SIDES];
} Runs;

static void
runs_free (gpointer data)
{
  Runs *self = data;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_ptr_array_unref (self->sessions[side]);
      g_free (self->names[side]);
      g_strfreev (self->run_names[side]);
    }
  g_free (self);
}

static gpointer
run_runs (gpointer data, LscJob *job, GError **error)
{
  const Runs *self = ((LscLoaderWork *) data)->extra;
  LscSessionSet sets[LSC_N_SIDES];
  g_autoptr (LscSessionPair) pair = NULL;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    sets[side] = (LscSessionSet){ (LscSession *const *) self->sessions[side]->pdata,
                                  self->sessions[side]->len, self->names[side],
                                  (const char *const *) self->run_names[side] };
  pair = lsc_session_sets_pair (sets, NULL, job, error);
  return pair ? lsc_comparison_new (pair, job, error) : NULL;
}

/**
 * lsc_loader_load_runs:
 * @what: runs of both sides, one or more each
 * @wish: gets an #LscComparison, or the errors of lsc_session_sets_pair()
 *
 * Compares sets of runs; what is known of their ranks is taken from memory.
 */
void
lsc_loader_load_runs (LscLoader *self, const LscRunsOf *what, const LscTaskWish *wish)
{
  LscLoaderWork *work;
  Runs *runs;

  g_return_if_fail (LSC_IS_LOADER (self) && what != NULL);
  work = _lsc_loader_work_new (self, wish);
  runs = g_new0 (Runs, 1);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      GPtrArray *clusters = what->clusters[side];

      runs->sessions[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_session_unref);
      for (guint i = 0; i < clusters->len; i++)
        g_ptr_array_add (runs->sessions[side],
                         lsc_session_ref (lsc_loader_get_session (self, clusters->pdata[i])));
      runs->names[side] = g_strdup (what->names[side]);
      runs->run_names[side] = g_strdupv ((char **) what->run_names[side]);
    }
  work->extra = runs;
  work->free_extra = runs_free;
  _lsc_loader_start (work, _ ("Comparing sets of runs"), run_runs,
                     (GDestroyNotify) lsc_comparison_unref, _lsc_loader_tell);
}
