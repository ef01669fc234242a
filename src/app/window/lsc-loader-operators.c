/* lsc-loader-operators.c - kernels of all ranks off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-loader-private.h"
#include "session/lsc-session.h"

static gpointer
run_load_operators (gpointer data, LscJob *job, GError **error)
{
  return lsc_session_get_judged_operators (((LscLoaderWork *) data)->session, job, error);
}

/**
 * lsc_loader_load_operators:
 * @wish: gets an #LscOperators, or the errors of lsc_session_get_judged_operators()
 *
 * Reads the kernels of all ranks of a cluster, or takes them from memory.
 */
void
lsc_loader_load_operators (LscLoader *self, LscCluster *cluster, const LscTaskWish *wish)
{
  LscLoaderWork *work;

  g_return_if_fail (LSC_IS_LOADER (self) && cluster != NULL);
  work = _lsc_loader_work_new (self, wish);
  work->session = lsc_session_ref (lsc_loader_get_session (self, cluster));
  _lsc_loader_start (work, _ ("Reading operators"), run_load_operators,
                     (GDestroyNotify) lsc_operators_unref, _lsc_loader_tell);
}
