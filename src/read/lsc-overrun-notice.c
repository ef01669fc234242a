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

/* Those that are cut, or those that are left out: how many, and the longest. */
static const LscOverrun *
find_worst (const LscOverruns *cut, gboolean is_left_out, gsize *n)
{
  const LscOverrun *worst = NULL;

  *n = 0;
  for (gsize i = 0; i < cut->n; i++)
    if ((cut->items[i].left_ns < 0) == is_left_out)
      {
        ++*n;
        if (!worst || cut->items[i].recorded_ns > worst->recorded_ns)
          worst = &cut->items[i];
      }
  return worst;
}

static void
take (LscTimeline *timeline, LscNotice *notice, gsize n)
{
  lsc_notice_set_help (
      notice, _ ("A stream does one task after the other, so such a length is wrong."), NULL);
  lsc_timeline_take_notice (timeline, notice, NULL, (gint64) n);
}

static void
tell_cut (LscTimeline *timeline, const LscOverruns *cut)
{
  gsize n;
  const LscOverrun *worst = find_worst (cut, FALSE, &n);
  g_autofree char *recorded = NULL, *left = NULL;

  if (!worst)
    return;
  recorded = lsc_format_duration (worst->recorded_ns, LSC_TIME_UNIT_AUTO);
  left = lsc_format_duration (worst->left_ns, LSC_TIME_UNIT_AUTO);
  take (timeline,
        lsc_notice_new (
            LSC_SEVERITY_WARNING, "task-overrun",
            ngettext (
                "%zu task of a stream ends long after the next one begins and is cut there: “%s” "
                "at %" PRId64 " ns, %s long, now %s",
                "%zu tasks of streams end long after the next one begins and are cut there; the "
                "longest, “%s” at %" PRId64 " ns, %s long, now %s",
                n),
            n, lsc_timeline_text (timeline, worst->name), worst->start_ns, recorded, left),
        n);
}

static void
tell_left_out (LscTimeline *timeline, const LscOverruns *cut)
{
  gsize n;
  const LscOverrun *worst = find_worst (cut, TRUE, &n);
  g_autofree char *recorded = NULL;

  if (!worst)
    return;
  recorded = lsc_format_duration (worst->recorded_ns, LSC_TIME_UNIT_AUTO);
  take (timeline,
        lsc_notice_new (
            LSC_SEVERITY_WARNING, "task-too-long",
            ngettext ("%zu task is more than a hundred times as long as others of its name, the "
                      "last of its stream, and was skipped: “%s” at %" PRId64 " ns, %s long",
                      "%zu tasks are more than a hundred times as long as others of their names, "
                      "the last of their streams, and were skipped; the longest, “%s” at %" PRId64
                      " ns, %s long",
                      n),
            n, lsc_timeline_text (timeline, worst->name), worst->start_ns, recorded),
        n);
}

/**
 * lsc_timeline_tell_overruns:
 * @cut: with names of the timeline
 *
 * Adds notices of tasks that were cut or left out as their length is impossible; none where there
 * are none.
 */
void
lsc_timeline_tell_overruns (LscTimeline *timeline, const LscOverruns *cut)
{
  g_return_if_fail (timeline && cut);
  tell_cut (timeline, cut);
  tell_left_out (timeline, cut);
}
