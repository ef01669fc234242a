/* lsc-loader-visible.c - timelines to be looked at
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-loader-visible.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-loader-private.h"
#include "session/lsc-session-excerpt.h"

static gpointer
run_load_visible (gpointer data, LscJob *job, GError **error)
{
  LscLoaderWork *work = data;

  return lsc_session_get_visible (work->session, work->source, LSC_TIMELINE_WHOLE, job, error);
}

/**
 * lsc_loader_load_visible:
 * @wish: gets an #LscTimeline, or the errors of lsc_session_get_visible()
 *
 * As lsc_loader_load_timeline(), for the lanes: of an extract whose recording is not here it is an
 * excerpt.
 */
void
lsc_loader_load_visible (LscLoader *self, LscSource *source, const LscTaskWish *wish)
{
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self) && source != NULL);
  label = lsc_source_get_label (source);
  title = g_strdup_printf (_ ("Reading the timeline of %s"), label);
  _lsc_loader_start (_lsc_loader_work_on_rank (self, source, wish), title, run_load_visible,
                     (GDestroyNotify) lsc_timeline_unref, _lsc_loader_tell);
}
