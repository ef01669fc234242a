/* lsc-report-timeline.c - timelines in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-timeline.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/timeline/lsc-timeline-sheet.h"
#include "draw/timeline/lsc-timeline-twin.h"
#include "export/report/lsc-report-timeline-data.h"

#define MOST_ROWS_PX 330.0
#define AROUND_PX 125.0 /* ruler, legend, edges */
#define SPARE 0.02      /* of the longer step, at either side */

/** A step of each side. */
typedef struct
{
  LscTimelineLayout *layout;
  gint64 begin_ns; /* on the axis */
  gint64 span_ns;
} Chart;

static void
chart_free (gpointer data)
{
  Chart *self = data;

  lsc_timeline_layout_free (self->layout);
  g_free (self);
}

static void
set_view (LscTimelineView *view, const Chart *self, double width)
{
  lsc_timeline_view_init (view, self->layout);
  view->port.width = width;
  view->port.begin_ns = self->begin_ns - (gint64) ((double) self->span_ns * SPARE);
  view->port.begin_fraction = 0;
  view->port.span_ns = (double) self->span_ns * (1 + 2 * SPARE);
  view->origin_ns = self->begin_ns;
}

static LscPage *
make_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  LscPageOptions options = { .is_whole = TRUE, .is_figure = TRUE, .keep_theme = TRUE };
  LscTimelineView view;

  set_view (&view, data, frame->width);
  view.theme = frame->theme;
  return lsc_timeline_sheet_new (&view, &options, context);
}

static char *
say_what (guint n_left_out)
{
  const char *what = _ ("The steps of median length of the first pair of ranks: devices and "
                        "communication under one ruler.");
  g_autofree char *left_out = NULL;

  if (n_left_out == 0)
    return g_strdup (what);
  left_out = g_strdup_printf (
      ngettext ("%u less busy lane is not shown.", "%u less busy lanes are not shown.", n_left_out),
      n_left_out);
  return g_strdup_printf ("%s %s", what, left_out);
}

/**
 * lsc_report_add_timelines:
 *
 * Adds a step of median length of both recordings under one ruler, aligned at its begin: devices
 * and communication; nothing where a side has no timeline.
 */
void
lsc_report_add_timelines (LscReportSection *section, const LscReportTimeline *above,
                          const LscReportTimeline *below)
{
  LscTimelineTwinSide sides[] = { { above->timeline, above->name, 0 },
                                  { below->timeline, below->name, 0 } };
  LscReportItem *item;
  LscInterval shown;
  guint n_left_out;
  Chart *self;

  if (!above->timeline || !below->timeline)
    return;
  self = g_new0 (Chart, 1);
  self->layout = lsc_timeline_twin_new_steps (sides, &self->span_ns);
  self->begin_ns = sides[0].origin_ns;
  shown = (LscInterval){ self->begin_ns, lsc_ns_add (self->begin_ns, self->span_ns) };
  n_left_out = lsc_timeline_twin_fit (self->layout, &shown, MOST_ROWS_PX);
  item = lsc_report_add_chart (section, _ ("A step of each, aligned at its begin"), make_page, self,
                               chart_free);
  item->table = lsc_report_timeline_table (self->layout, &shown);
  item->text = say_what (n_left_out);
  item->height_share =
      (lsc_timeline_layout_get_content_height (self->layout) + AROUND_PX) / LSC_REPORT_CHART_WIDTH;
}
