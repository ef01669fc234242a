/* lsc-loader-memory.c - memory of a rank off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-loader-private.h"
#include "session/lsc-session.h"

static gpointer
run_load_memory (gpointer data, LscJob *job, GError **error)
{
  LscLoaderWork *work = data;

  return lsc_session_get_memory (work->session, work->source, job, error);
}

/**
 * lsc_loader_load_memory:
 * @source: a rank of a cluster that is open, or a memory snapshot
 * @wish: gets an #LscMemory, or the errors of lsc_session_get_memory()
 *
 * Reads how the memory of a rank was used, or takes that from memory.
 */
void
lsc_loader_load_memory (LscLoader *self, LscSource *source, const LscTaskWish *wish)
{
  g_autofree char *label = NULL, *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self) && source != NULL);
  label = lsc_source_get_label (source);
  title = g_strdup_printf (_ ("Reading the memory of %s"), label);
  _lsc_loader_start (_lsc_loader_work_on_rank (self, source, wish), title, run_load_memory,
                     (GDestroyNotify) lsc_memory_unref, _lsc_loader_tell);
}
