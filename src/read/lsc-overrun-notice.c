/* lsc-overrun-notice.c - telling of tasks that were cut
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-overrun-notice.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"

/**
 * lsc_timeline_tell_overruns:
 * @cut: with names of the timeline
 *
 * Adds a notice of tasks that were cut as their length is impossible; none where there are none.
 */
void
lsc_timeline_tell_overruns (LscTimeline *timeline, const LscOverruns *cut)
{
  const LscOverrun *worst = cut->n > 0 ? &cut->items[0] : NULL;
  g_autofree char *recorded = NULL, *left = NULL;
  LscNotice *notice;

  g_return_if_fail (timeline && cut);
  if (!worst)
    return;
  for (gsize i = 1; i < cut->n; i++)
    if (cut->items[i].recorded_ns > worst->recorded_ns)
      worst = &cut->items[i];
  recorded = lsc_format_duration (worst->recorded_ns, LSC_TIME_UNIT_AUTO);
  left = lsc_format_duration (worst->left_ns, LSC_TIME_UNIT_AUTO);
  notice = lsc_notice_new (
      LSC_SEVERITY_WARNING, "task-overrun",
      ngettext ("%zu task of a stream ends long after the next one begins and is cut there: “%s” "
                "at %" PRId64 " ns, %s long, now %s",
                "%zu tasks of streams end long after the next one begins and are cut there; the "
                "longest, “%s” at %" PRId64 " ns, %s long, now %s",
                cut->n),
      cut->n, lsc_timeline_text (timeline, worst->name), worst->start_ns, recorded, left);
  lsc_notice_set_help (notice,
                       _ ("A stream does one task after the other, so such a length is wrong."),
                       NULL);
  lsc_timeline_take_notice (timeline, notice, NULL, (gint64) cut->n);
}
