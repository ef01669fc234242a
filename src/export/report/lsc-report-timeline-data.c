/* lsc-report-timeline-data.c - the figures of timelines in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-timeline-data.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "draw/lsc-viewport.h"

/* A page shows hardly more of a lane. Slices that share one of these parts are one row: a document
 * would otherwise hold every kernel of a step. */
#define N_PARTS 400

/** Slices as they are drawn. */
typedef struct
{
  const char *recording;
  const char *lane;
  gint64 row;
  const char *name;
  gint64 offset_ns;
  gint64 dur_ns;
  double covered;
} SliceRow;

static const LscColumn slice_columns[] = {
  LSC_COLUMN (SliceRow, recording, "recording", N_ ("Recording"), LSC_UNIT_NONE,
              "drawing.md#twin-timelines", N_ ("Which of the two recordings it belongs to.")),
  LSC_COLUMN (SliceRow, lane, "lane", N_ ("Lane"), LSC_UNIT_NONE, "lanes.md#nesting",
              N_ ("Where the lane is found in the timeline.")),
  LSC_COLUMN (SliceRow, row, "row", N_ ("Row"), LSC_UNIT_ID, "lanes.md#nesting",
              N_ ("Row of the lane, from 0; children stand in the next one.")),
  LSC_COLUMN (SliceRow, name, "name", N_ ("Name"), LSC_UNIT_NONE, "exports.md#report-json",
              N_ ("Name of the slice; of several within a 400th of the axis that of the longest.")),
  LSC_COLUMN (SliceRow, offset_ns, "offset_ns", N_ ("Since Axis Start"), LSC_UNIT_NS,
              "exports.md#report-json",
              N_ ("From the begin of what is shown: of a step, where that begins.")),
  LSC_COLUMN (SliceRow, dur_ns, "dur_ns", N_ ("Duration"), LSC_UNIT_NS, "exports.md#report-json",
              N_ ("Length of the slice, or of the parts of the axis that several share.")),
  LSC_COLUMN (SliceRow, covered, "covered", N_ ("Covered"), LSC_UNIT_SHARE,
              "exports.md#report-json",
              N_ ("How much of that time slices cover; a slice alone: all of it.")),
};

/** While the rows of a lane are added. @begin_ns: of what is shown, by the clock of the lane */
typedef struct
{
  LscTable *table;
  const LscTimeline *timeline;
  const LscLane *lane;
  const char *recording;
  const char *path;
  gint64 begin_ns;
  double part_ns;
} Pen;

static void
add_span (const Pen *self, gint64 row, const LscSpan *span)
{
  gboolean is_single = span->n == 1;
  gint64 part_ns = (gint64) (span->x0 * self->part_ns);

  lsc_table_add (
      self->table,
      &(SliceRow){ .recording = self->recording,
                   .lane = self->path,
                   .row = row,
                   .name = lsc_timeline_text (self->timeline, self->lane->name[span->slice]),
                   .offset_ns =
                       is_single ? lsc_ns_add (self->lane->start_ns[span->slice], -self->begin_ns)
                                 : part_ns,
                   .dur_ns = is_single ? lsc_lane_get_duration_ns (self->lane, span->slice)
                                       : (gint64) (span->x1 * self->part_ns) - part_ns,
                   .covered = is_single ? 1 : (double) span->share });
}

static void
add_row (const Pen *self, guint32 row)
{
  LscSpan spans[N_PARTS];
  gsize n = lsc_lane_get_spans (self->lane, row, self->begin_ns, self->part_ns, N_PARTS, spans);

  for (gsize i = 0; i < n; i++)
    add_span (self, row, &spans[i]);
}

/* (transfer full): where a lane is found below its recording: "Device/Stream 2" */
static char *
name_lane (const LscTimelineLayout *layout, guint32 rank, guint32 node)
{
  g_autofree char *path = lsc_timeline_layout_get_path (layout, rank, node);
  const char *below = path ? strchr (path, '/') : NULL;

  return g_strdup (below ? below + 1 : "");
}

static void
add_strip (LscTable *table, LscTimelineLayout *layout, gsize index, const LscInterval *shown)
{
  const LscStrip *strip = lsc_timeline_layout_get_strip (layout, index);
  Pen pen = { .table = table,
              .timeline = lsc_timeline_layout_get_timeline (layout, strip->rank),
              .recording = lsc_timeline_layout_get_label (layout, strip->rank),
              .part_ns = (double) (shown->end_ns - shown->begin_ns) / N_PARTS };

  for (guint i = 0; i < strip->n_rows; i++)
    {
      guint32 node, row;
      g_autofree char *path = NULL;

      if (!lsc_timeline_layout_get_row (layout, index, i, &node, &row))
        continue;
      pen.lane = lsc_timeline_get_node (pen.timeline, node)->lane;
      pen.begin_ns = lsc_ns_add (shown->begin_ns,
                                 lsc_timeline_layout_get_node_offset (layout, strip->rank, node));
      pen.path = path = name_lane (layout, strip->rank, node);
      if (pen.lane)
        add_row (&pen, row);
    }
}

/**
 * lsc_report_timeline_table:
 * @shown: of the axis; the step begins there
 *
 * Lists the slices of the lanes that are shown, single ones as recorded, several that share a 400th
 * of the axis as one.
 *
 * Returns: (transfer full): rows by lane, then by time
 */
LscTable *
lsc_report_timeline_table (LscTimelineLayout *layout, const LscInterval *shown)
{
  static const LscTableInfo info = LSC_TABLE_INFO ("TimelineSlices", SliceRow, slice_columns);
  LscTable *table = lsc_table_new_for (&info);

  g_return_val_if_fail (layout && shown && shown->end_ns > shown->begin_ns, table);
  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (layout); i++)
    add_strip (table, layout, i, shown);
  return table;
}
