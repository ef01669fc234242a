/* lsc-module-strays.c - events of modules that lie far from all others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/extent/lsc-run-extent.h"
#include "analyze/module/lsc-module-private.h"

/* What such an event does to the sums depends on what is wrong with it. */
static const char *const meanings[LSC_RUN_N_STRAYS] = {
  [LSC_RUN_STRAY_HOST] = N_ ("Ops are found in modules by time, so that what these events launched "
                             "may be missing in its module; the other sums are unaffected."),
  [LSC_RUN_STRAY_DEVICE] = N_ ("Sums count each event by its own length and are unaffected; gaps "
                               "and launch delays leave these events out."),
  [LSC_RUN_STRAY_LONG] = N_ ("Sums count these events by their whole length, so that they are "
                             "affected: what holds them is far too long."),
};

/** Tells of the events that do not belong to the others, and whether the sums can be trusted. */
void
_lsc_module_note_strays (LscModuleBuild *build)
{
  const LscModuleData *data = build->data;

  for (guint what = 0; data->has_strays && what < LSC_RUN_N_STRAYS; what++)
    {
      LscStrayWords words = { .main = data->main };
      g_autoptr (GPtrArray) notices = NULL;

      lsc_run_list_strays (data->run, what, &words);
      notices = lsc_stray_words_finish (&words, _ (meanings[what]));
      for (guint i = 0; i < notices->len; i++)
        {
          LscNotice *notice = g_ptr_array_index (notices, i);

          lsc_notice_set_place (notice, data->run->rank, data->run->source->file, NULL);
          lsc_notices_add (data->notices, notice);
        }
    }
}

/** Returns: whether the time of an event tells how it lies to the others */
gboolean
_lsc_module_counts (const LscModuleData *data, gint64 start_ns, gint64 end_ns)
{
  return !data->has_strays || (start_ns >= data->main.begin_ns && end_ns <= data->main.end_ns);
}
