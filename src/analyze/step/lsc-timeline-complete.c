/* lsc-timeline-complete.c - what is computed of a timeline before anybody sees it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-timeline-complete.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/extent/lsc-timeline-extent.h"
#include "analyze/step/lsc-device-marks.h"
#include "analyze/step/lsc-graph-tasks.h"
#include "analyze/step/lsc-step-marks.h"
#include "analyze/step/lsc-step-private.h"
#include "base/lsc-time.h"
#include "model/lsc-lane-row.h"

/* Names of computed lanes are part of paths (--lanes), so they are not translated. */

static void
free_analysis (gpointer data)
{
  LscTimelineAnalysis *self = data;

  lsc_overlap_free (self->overlap);
  lsc_dispatch_free (self->dispatch);
  g_free (self);
}

static void
add_slices (LscLaneRow *row, const LscInterval *intervals, gsize n, guint32 name, guint8 kind)
{
  for (gsize i = 0; i < n; i++)
    lsc_lane_row_add (row, intervals[i].begin_ns, intervals[i].end_ns, name, kind);
}

/* @edges: (nullable): before and after the intervals; in order of time, so that nothing is sorted
 */
static void
add_overlap_lane (LscTimeline *timeline, guint32 group, const char *name,
                  const LscIntervals *intervals, LscSliceKind kind, const LscIntervals *edges)
{
  guint32 text = lsc_intern_add (timeline->strings, name);
  gsize n_edges = edges ? edges->n : 0, n_before = 0;
  LscLaneRow row;

  lsc_lane_row_init (&row, intervals->n + n_edges);
  if (n_edges > 0 && (intervals->n == 0 || edges->items[0].begin_ns < intervals->items[0].begin_ns))
    n_before = 1;
  if (n_before > 0)
    add_slices (&row, edges->items, n_before, text, LSC_SLICE_FREE_EDGE);
  add_slices (&row, intervals->items, intervals->n, text, (guint8) kind);
  if (n_edges > n_before)
    add_slices (&row, edges->items + n_before, n_edges - n_before, text, LSC_SLICE_FREE_EDGE);
  lsc_timeline_add_lane (timeline, group, LSC_ROLE_OVERLAP_LANE, name, lsc_lane_row_finish (&row));
}

static void
add_overlap (LscTimeline *timeline, const LscOverlap *overlap)
{
  guint32 group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_OVERLAP, "Overlap Analysis");

  add_overlap_lane (timeline, group, "Computing", &overlap->computing, LSC_SLICE_COMPUTING, NULL);
  if (overlap->communication.n > 0) /* most recordings of one device have none */
    {
      add_overlap_lane (timeline, group, "Communication", &overlap->communication,
                        LSC_SLICE_COMMUNICATION, NULL);
      add_overlap_lane (timeline, group, "Communication(Not Overlapped)", &overlap->not_overlapped,
                        LSC_SLICE_NOT_OVERLAPPED, NULL);
    }
  add_overlap_lane (timeline, group, "Free", &overlap->free, LSC_SLICE_FREE, &overlap->edges);
}

/**
 * Names of gaps: by class, and by class and name of the cause
 * @first_launch_ns: %G_MAXINT64 where no launch was recorded
 */
typedef struct
{
  LscTimeline *timeline;
  gint64 first_launch_ns;
  GHashTable *with_cause;
} GapNames;

/* As in the legend. */
static const char *
gap_class_title (guint8 kind)
{
  switch (kind)
    {
    case LSC_SLICE_GAP_HOST_SYNC:
      return "Host waits";
    case LSC_SLICE_GAP_HOST:
      return "Host late";
    case LSC_SLICE_GAP_QUEUED_TASK:
      return "Behind a task";
    case LSC_SLICE_GAP_QUEUED_IDLE:
      return "Launched";
    default:
      return "Launch not recorded";
    }
}

/* Of a gap without a launch: which of them is missing. Kernels that run before the first launch of
 * the recording were launched before it. */
static const char *
gap_title (const GapNames *self, const LscGap *gap)
{
  if (gap->kind == LSC_SLICE_GAP_UNKNOWN && gap->end_ns <= self->first_launch_ns)
    return self->first_launch_ns < G_MAXINT64 ? "Launched before the recording"
                                              : "No launches recorded";
  return gap_class_title (gap->kind);
}

static guint32
name_of_cause (const LscTimeline *timeline, guint32 cause)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, cause);

  return lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice];
}

/* Class and cause: "Host late: aclopCompileAndExecute". */
static guint32
name_gap (GapNames *self, const LscGap *gap)
{
  LscIntern *strings = self->timeline->strings;
  g_autofree char *text = NULL;
  guint32 cause, id;
  gpointer key, known;

  if (gap->cause == LSC_SLICE_NONE)
    return lsc_intern_add (strings, gap_title (self, gap));
  cause = name_of_cause (self->timeline, gap->cause);
  key = GSIZE_TO_POINTER ((gsize) cause << 8 | gap->kind);
  if (g_hash_table_lookup_extended (self->with_cause, key, NULL, &known))
    return GPOINTER_TO_UINT (known);
  text = g_strdup_printf ("%s: %s", gap_class_title (gap->kind), lsc_intern_text (strings, cause));
  id = lsc_intern_add (strings, text);
  g_hash_table_insert (self->with_cause, key, GUINT_TO_POINTER (id));
  return id;
}

static gint64
find_first_launch (const LscDispatch *dispatch)
{
  gint64 first_ns = G_MAXINT64;

  for (gsize i = 0; i < dispatch->launches.n; i++)
    first_ns = MIN (first_ns, dispatch->launches.items[i].launch_ns + dispatch->skew_ns);
  return first_ns;
}

static LscLane *
make_gap_lane (LscTimeline *timeline, const LscDispatch *dispatch)
{
  g_autoptr (GHashTable) with_cause = g_hash_table_new (NULL, NULL);
  GapNames names = { timeline, find_first_launch (dispatch), with_cause };
  const LscGaps *gaps = &dispatch->gaps;
  LscLaneRow row;

  lsc_lane_row_init (&row, gaps->n);
  for (gsize i = 0; i < gaps->n; i++)
    {
      const LscGap *gap = &gaps->items[i];

      lsc_lane_row_add (&row, gap->begin_ns, gap->end_ns, name_gap (&names, gap), gap->kind);
    }
  return lsc_lane_row_finish (&row);
}

static gint
place_of (const LscNode *node)
{
  switch (node->role)
    {
    case LSC_ROLE_DEVICE_STEPS:
      return 0;
    case LSC_ROLE_GAPS:
      return 1;
    case LSC_ROLE_QUEUE:
      return 2;
    default:
      return 3;
    }
}

static gint
compare_places (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return place_of (a) - place_of (b);
}

static LscLane *
make_step_lane (LscTimeline *timeline, const LscDeviceSteps *steps)
{
  LscLaneRow row;

  lsc_lane_row_init (&row, steps->steps.n);
  for (gsize i = 0; i < steps->steps.n; i++)
    {
      const LscDeviceStep *step = &steps->steps.items[i];
      guint32 name = lsc_intern_add_take (
          timeline->strings, timeline->steps_mark
                                 ? g_strdup_printf ("Step %" PRId64, step->step)
                                 : g_strdup_printf ("ProfilerStep#%" PRId64, step->step));

      if (lsc_device_step_counts (step))
        lsc_lane_row_add (&row, step->begin_ns, step->end_ns, name, LSC_SLICE_STEP);
    }
  return lsc_lane_row_finish (&row);
}

/* Marks whose ends were rounded overlap, and one of them is in the second row. */
#define MOST_STEP_ROWS 2

/* Returns: the mark of a step, %LSC_SLICE_NONE */
static guint32
find_mark (const LscLane *lane, gint64 begin_ns)
{
  for (guint32 row = 0; row < MIN (lane->n_rows, MOST_STEP_ROWS); row++)
    {
      guint32 at = lsc_lane_find_start (lane, row, begin_ns);

      if (at < lane->row_begin[row + 1] && lane->start_ns[at] == begin_ns)
        return at;
    }
  return LSC_SLICE_NONE;
}

/* From each step of the host to the same on the device. */
static void
link_steps (LscTimeline *timeline, const LscDeviceSteps *steps, guint32 first_id)
{
  guint32 node = lsc_timeline_find_child (timeline, 0, LSC_ROLE_STEPS);
  const LscNode *host = node != LSC_SLICE_NONE ? lsc_timeline_get_node (timeline, node) : NULL;
  guint32 id = first_id;
  LscLinkList links = { 0 };

  for (gsize i = 0; i < steps->steps.n; i++)
    {
      const LscDeviceStep *step = &steps->steps.items[i];
      guint32 at = host ? find_mark (host->lane, step->host_begin_ns) : LSC_SLICE_NONE;

      if (!lsc_device_step_counts (step))
        continue;
      if (at != LSC_SLICE_NONE)
        lsc_link_list_append (&links, (LscLink){ host->first_id + at, id, LSC_LINK_STEP });
      id++;
    }
  lsc_links_seal (&timeline->links, &links);
  lsc_link_list_clear (&links);
}

static void
add_steps (LscTimeline *timeline, guint32 device, const LscDeviceSteps *steps)
{
  guint32 node = lsc_timeline_add_lane (timeline, device, LSC_ROLE_DEVICE_STEPS, "Steps",
                                        make_step_lane (timeline, steps));

  link_steps (timeline, steps, lsc_timeline_get_node (timeline, node)->first_id);
}

static void
add_dispatch (LscTimeline *timeline, const LscDeviceSteps *steps, const LscDispatch *dispatch)
{
  guint32 device = lsc_timeline_find_child (timeline, 0, LSC_ROLE_DEVICE);
  guint32 node;

  if (dispatch->gaps.n == 0 && dispatch->launches.n == 0)
    return;
  if (device == LSC_SLICE_NONE)
    device = lsc_timeline_add_group (timeline, 0, LSC_ROLE_DEVICE, "Device");
  if (steps->rule == LSC_STEPS_BY_DEVICE)
    add_steps (timeline, device, steps);
  if (dispatch->gaps.n > 0)
    lsc_timeline_add_lane (timeline, device, LSC_ROLE_GAPS, "Idle by Cause",
                           make_gap_lane (timeline, dispatch));
  if (dispatch->launches.n > 0)
    {
      node = lsc_timeline_add_counter (timeline, device, LSC_ROLE_QUEUE, "Queue depth");
      g_ptr_array_add (lsc_timeline_get_node (timeline, node)->series,
                       lsc_dispatch_get_queue (dispatch));
    }
  lsc_timeline_order_children (timeline, device, compare_places, NULL);
}

static void
note_host_steps (LscTimeline *timeline)
{
  LscNotice *notice =
      lsc_notice_new (LSC_SEVERITY_NOTE, "steps-by-host", "%s",
                      _ ("Launches are not recorded, so device events belong to the step during "
                         "which they ran by the host's clock."));

  lsc_notice_set_help (notice,
                       _ ("A device that lags behind the host shifts work into the next step."),
                       _ ("Record with CPU activities as well."));
  lsc_timeline_take_notice (timeline, notice, NULL, -1);
}

/* Of the kernels' time: more is missed in the figures of the steps. */
#define MUCH_OUTSIDE_SHARE 0.1

/* What a host that is ahead had launched before the recording began. */
static void
note_before (LscTimeline *timeline, const LscOverlap *overlap)
{
  g_autofree char *before = lsc_format_duration (overlap->before_ns, LSC_TIME_UNIT_AUTO);
  LscNotice *notice;

  if (overlap->before_ns == 0)
    return;
  notice = lsc_notice_new (LSC_SEVERITY_NOTE, "launched-before-steps",
                           _ ("%s of kernels were launched before step %" PRId64
                              ", the first recorded step, and belong to no step."),
                           before, overlap->steps.items[0].step);
  lsc_notice_set_help (notice, _ ("The host was ahead of the device when the recording began."),
                       NULL);
  lsc_timeline_take_notice (timeline, notice, NULL, -1);
}

static void
note_cut (LscTimeline *timeline, const LscDeviceSteps *steps)
{
  const LscDeviceStep *last = steps->steps.n > 0 ? &steps->steps.items[steps->steps.n - 1] : NULL;
  LscNotice *notice;

  if (!last || !last->is_cut)
    return;
  notice = lsc_notice_new (
      LSC_SEVERITY_NOTE, "last-step-cut",
      _ ("Step %" PRId64
         " is excluded: the recording ends before the device finished the work launched in it."),
      last->step);
  lsc_notice_set_help (notice, NULL, _ ("Synchronise the device before the profiler is stopped."));
  lsc_timeline_take_notice (timeline, notice, NULL, -1);
}

static void
note_outside (LscTimeline *timeline, const LscOverlap *overlap)
{
  gint64 busy_ns = lsc_overlap_sums_get_busy_ns (&overlap->all);
  gint64 outside_ns = overlap->outside_ns - overlap->before_ns;
  double share = busy_ns > 0 ? (double) outside_ns / (double) busy_ns : 0;
  g_autofree char *outside = lsc_format_duration (outside_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *busy = lsc_format_duration (busy_ns, LSC_TIME_UNIT_AUTO);
  LscNotice *notice;

  if (outside_ns <= 0)
    return;
  notice = lsc_notice_new (share < MUCH_OUTSIDE_SHARE ? LSC_SEVERITY_NOTE : LSC_SEVERITY_WARNING,
                           "kernels-outside-steps",
                           _ ("%s of %s of kernels are outside the steps."), outside, busy);
  lsc_notice_set_help (notice, _ ("Figures of steps do not count them."),
                       _ ("Begin the recording with a step and end it with one."));
  lsc_timeline_take_notice (timeline, notice, NULL, -1);
}

/* What the first step does in front of its first kernel, such as receiving from the stage before.
 */
static void
note_front (LscTimeline *timeline, const LscDeviceSteps *steps)
{
  g_autofree char *front = NULL;
  LscNotice *notice;

  if (steps->front_ns == 0)
    return;
  front = lsc_format_duration (steps->front_ns, LSC_TIME_UNIT_AUTO);
  notice = lsc_notice_new (LSC_SEVERITY_NOTE, "work-before-first-kernel",
                           _ ("%s of communication and copies of step %" PRId64
                              ", the first one recorded, run before its first kernel and belong to "
                              "no step."),
                           front, steps->steps.items[0].step);
  lsc_notice_set_help (notice,
                       _ ("Where the host is ahead, a step begins with its first kernel, and what "
                          "comes before it is of the step before."),
                       NULL);
  lsc_timeline_take_notice (timeline, notice, NULL, -1);
}

/* Of the device's own marks: what they tell otherwise than launches, or the host's marks. */
static void
note_marks (LscTimeline *timeline, const LscDeviceSteps *steps)
{
  LscDeviceMarks marks = lsc_device_marks_compare (timeline, steps);
  gboolean is_linked = steps->rule != LSC_STEPS_UNLINKED;
  g_autofree char *apart = lsc_format_duration (ABS (marks.apart_ns), LSC_TIME_UNIT_AUTO);
  LscNotice *notice;

  if (marks.n_apart == 0)
    return;
  notice = lsc_notice_new (
      LSC_SEVERITY_WARNING, "device-marks-apart",
      marks.apart_ns > 0
          ? _ ("The device's own marks of %zu of %zu steps begin with another kernel than the "
               "step: that of step %" PRId64 ", the farthest, begins %s later.")
          : _ ("The device's own marks of %zu of %zu steps begin with another kernel than the "
               "step: that of step %" PRId64 ", the farthest, begins %s earlier."),
      marks.n_apart, marks.n_steps, marks.step, apart);
  lsc_notice_set_help (
      notice,
      is_linked
          ? _ ("A step here is what any thread launched in it, a mark what one thread did.")
          : _ ("Launches are not recorded, so steps here are the host's marks, and the device "
               "comes to its work later."),
      is_linked ? _ ("Compare the steps of both lanes on the Timeline.")
                : _ ("Record launches as well (CPU activities)."));
  lsc_timeline_take_notice (timeline, notice, NULL, -1);
}

/* Steps at the ends of the recording that are no whole ones. */
static void
note_stubs (LscTimeline *timeline, const LscDeviceSteps *steps)
{
  static const char *const texts[LSC_STEP_N_STANDINGS] = {
    [LSC_STEP_IDLE] = N_ (
        "Step %" PRId64 " is excluded from lengths, spread and gains: nothing was launched in it."),
    [LSC_STEP_STUB] = N_ ("Step %" PRId64 " is excluded from lengths, spread and gains: it has "
                          "less than half the work and length of the others."),
    [LSC_STEP_FAR] = N_ ("Step %" PRId64
                         " is excluded from lengths, spread and gains: its length is an outlier."),
    [LSC_STEP_STALLED] =
        N_ ("Step %" PRId64
            " is excluded from lengths, spread and gains: the profiler itself stalls it."),
    [LSC_STEP_OPEN] =
        N_ ("Step %" PRId64 ", the last one, is excluded from lengths, spread and gains: the pause "
            "before the next step was not recorded."),
  };

  for (gsize i = 0; i < steps->steps.n; i++)
    {
      const LscDeviceStep *step = &steps->steps.items[i];
      const char *text = lsc_device_step_counts (step) ? texts[step->standing] : NULL;

      if (text && step->standing == LSC_STEP_IDLE && steps->rule == LSC_STEPS_UNLINKED)
        text = N_ ("Step %" PRId64
                   " is excluded from lengths, spread and gains: the device did nothing in it.");
      if (text)
        lsc_timeline_take_notice (
            timeline, lsc_notice_new (LSC_SEVERITY_NOTE, "step-left-out", _ (text), step->step),
            NULL, -1);
    }
}

/**
 * lsc_timeline_check_times:
 * @timeline: sealed by its reader, not yet shared
 *
 * Leaves out events whose times cannot be, and finds the steps that the program marks where the
 * profiler recorded none. For runs that are made of a timeline that nobody completes.
 *
 * Cost: O(links + slices of host threads).
 */
void
lsc_timeline_check_times (LscTimeline *timeline)
{
  g_return_if_fail (timeline);
  lsc_timeline_find_strays (timeline);
  lsc_timeline_find_marked_steps (timeline);
}

/**
 * lsc_timeline_complete:
 * @timeline: sealed by its reader, not yet shared
 * @job: (nullable): stops it
 *
 * Looks for stray events first, so that nothing after it counts them. Analyses overlap and
 * dispatch, keeps both as LscTimeline.analysis, and adds, with #LSC_TIMELINE_DRAWN, what they draw:
 * the group "Overlap Analysis", and a lane of gaps and the queue depth under "Device": with links
 * to them a fifth of the memory of a recording. One without device
 * events gets no such lanes, but an analysis that says so. Of communication alone that analysis
 * says nothing that is so of the whole. Without #LSC_TIMELINE_HOST there is no analysis of dispatch
 * and no lane.
 *
 * Returns: whether it was not cancelled; the timeline is of no use then
 */
gboolean
lsc_timeline_complete (LscTimeline *timeline, LscJob *job, GError **error)
{
  g_return_val_if_fail (timeline, FALSE);

  g_autoptr (LscOverlap) overlap = NULL;
  g_autoptr (LscDispatch) dispatch = NULL;
  LscTimelineAnalysis *analysis;
  guint32 first_node = timeline->nodes->len;
  gboolean has_host = (timeline->parts & LSC_TIMELINE_HOST) != 0;
  gboolean is_drawn = has_host && (timeline->parts & LSC_TIMELINE_DRAWN) != 0;

  lsc_timeline_check_times (timeline);
  overlap = lsc_overlap_new (timeline, job, error);
  if (!overlap)
    return FALSE;
  if (has_host && !(dispatch = lsc_dispatch_new (timeline, overlap, job, error)))
    return FALSE;
  if (overlap->all.has_device && (timeline->parts & LSC_TIMELINE_EVENTS))
    {
      if (is_drawn)
        add_overlap (timeline, overlap);
      lsc_intervals_clear (&overlap->free); /* as many bytes again as its lane */
      /* ops have no launches that gaps could be told by */
      if (is_drawn && !lsc_timeline_is_of_ops (timeline))
        add_dispatch (timeline, overlap->device, dispatch);
      if (overlap->device->rule == LSC_STEPS_UNLINKED && !lsc_timeline_is_of_ops (timeline))
        note_host_steps (timeline);
      note_before (timeline, overlap);
      note_front (timeline, overlap->device);
      note_cut (timeline, overlap->device);
      note_marks (timeline, overlap->device);
      note_stubs (timeline, overlap->device);
      note_outside (timeline, overlap);
      if (has_host)
        lsc_timeline_note_graphs (timeline);
    }
  if (dispatch)
    g_clear_pointer (&dispatch->starts, g_free);
  if (!(timeline->parts & LSC_TIMELINE_DRAWN)) /* so that nobody asks for sums of a range */
    lsc_overlap_forget_ranges (overlap);
  analysis = g_new (LscTimelineAnalysis, 1);
  analysis->overlap = g_steal_pointer (&overlap);
  analysis->dispatch = g_steal_pointer (&dispatch);
  analysis->first_node = first_node;
  timeline->analysis = analysis;
  timeline->free_analysis = free_analysis;
  return TRUE;
}
