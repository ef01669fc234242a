/* lsc-pipeline-idle.c - idle time by its cause: colour and pattern
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/theory/lsc-blame.h"
#include "base/lsc-sort.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"

/* Pale fills, so that blocks stay in front; each cause has a pattern of its own as well. */
static const guint32 light_fills[LSC_CAUSE_N] = {
  [LSC_CAUSE_WORK] = 0xEBEBEB,  [LSC_CAUSE_LINK] = 0xFBDCC6, [LSC_CAUSE_HOST] = 0xE6D3F0,
  [LSC_CAUSE_CLOCK] = 0xF9C6CA, [LSC_CAUSE_END] = 0xDDE9F5,  [LSC_CAUSE_UNKNOWN] = 0xFBFBFB,
};

static const guint32 dark_fills[LSC_CAUSE_N] = {
  [LSC_CAUSE_WORK] = 0x333333,  [LSC_CAUSE_LINK] = 0x5A3A22, [LSC_CAUSE_HOST] = 0x4A3560,
  [LSC_CAUSE_CLOCK] = 0x662B31, [LSC_CAUSE_END] = 0x27394A,  [LSC_CAUSE_UNKNOWN] = 0x262626,
};

/**
 * lsc_pipeline_cause_fill:
 * @cause: #LscCause
 *
 * Returns: the fill of idle time with that cause as 0xRRGGBB
 */
guint32
lsc_pipeline_cause_fill (guint cause, const LscTheme *theme)
{
  g_return_val_if_fail (theme, 0);
  cause = MIN (cause, LSC_CAUSE_UNKNOWN);
  return theme->is_dark ? dark_fills[cause] : light_fills[cause];
}

/* Returns: for people, translated */
const char *
_lsc_cause_title (guint cause)
{
  static const char *const titles[LSC_CAUSE_N] = {
    [LSC_CAUSE_WORK] = N_ ("Waited for another stage"),
    [LSC_CAUSE_LINK] = N_ ("Waited for a message"),
    [LSC_CAUSE_HOST] = N_ ("Waited for the host"),
    [LSC_CAUSE_CLOCK] = N_ ("Clocks disagree"),
    [LSC_CAUSE_END] = N_ ("After the last block"),
    [LSC_CAUSE_UNKNOWN] = N_ ("Cause not recorded"),
  };

  return _ (titles[MIN (cause, LSC_CAUSE_UNKNOWN)]);
}

/* Whether the pattern of a cause has ink at a pixel; at scale 1, the origin is the body's corner.
 */
gboolean
_lsc_cause_mark (guint cause, int x, int y)
{
  switch (cause)
    {
    case LSC_CAUSE_WORK: /* diagonals, as idle time has always had */
      return (x + y) % 8 == 0;
    case LSC_CAUSE_LINK: /* level lines: on its way */
      return y % 5 == 0;
    case LSC_CAUSE_HOST: /* diagonals the other way */
      return (x - y + 8000) % 5 == 0;
    case LSC_CAUSE_CLOCK: /* crossed */
      return (x + y) % 6 == 0 || (x - y + 6000) % 6 == 0;
    case LSC_CAUSE_UNKNOWN: /* dots */
      return x % 5 == 0 && y % 5 == 0;
    case LSC_CAUSE_END: /* plain */
    default:
      return FALSE;
    }
}

gboolean
_lsc_pipeline_has_causes (const LscPipelineRows *layout)
{
  return layout->view->n_idle > 0 && layout->view->idle && layout->n_steps == 1 &&
         layout->view->show_bubbles;
}

/* Idle intervals [first, end) of a row that may be seen. Those of a row do not overlap. */
void
_lsc_row_idle_range (const LscPipelineRows *layout, gsize row, gsize *first, gsize *end)
{
  const LscPipelineView *view = layout->view;
  const LscRowStretch *stretch = &layout->map.items[0];
  gint64 begin_ns = lsc_row_from_axis (stretch, view->port.begin_ns);
  gint64 end_ns = lsc_row_from_axis (stretch, lsc_viewport_end_ns (&view->port));

  *first = LSC_BISECT (i, 0, view->n_idle,
                       view->idle[i].rank < row ||
                           (view->idle[i].rank == row && view->idle[i].end_ns <= begin_ns));
  *end = *first;
  while (*end < view->n_idle && view->idle[*end].rank == row && view->idle[*end].begin_ns < end_ns)
    ++*end;
}

LscIdleBox
_lsc_row_idle_box (const LscPipelineRows *layout, gsize index, double scale)
{
  const LscBlamePiece *idle = &layout->view->idle[index];

  return (LscIdleBox){ _lsc_pipeline_rows_x (layout, 0, idle->begin_ns) * scale,
                       _lsc_pipeline_rows_x (layout, 0, idle->end_ns) * scale,
                       (guint8) MIN (idle->cause, LSC_CAUSE_UNKNOWN) };
}
