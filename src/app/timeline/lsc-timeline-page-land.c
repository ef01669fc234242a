/* lsc-timeline-page-land.c - where a jump from another page lands
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/timeline/lsc-timeline-page-private.h"
#include "model/lsc-excerpt.h"

/* Whoever follows a figure wants to see what makes it: that slice is selected, its lane is in
 * sight, and it fills two thirds of the view. What is claimed of a time, such as that the device
 * idles, is seen in that time: then the time fills the view. */

/* Where slices of other pages are looked for first. */
#define DEVICE_ROLES                                                                               \
  (G_GUINT64_CONSTANT (1) << LSC_ROLE_STREAM | G_GUINT64_CONSTANT (1) << LSC_ROLE_COMM_GROUP)
/* Of a moment without a slice so much is shown. */
#define AROUND_NS (1000 * 1000)

static gboolean
is_found (LscSpot spot)
{
  return spot.slice != LSC_SLICE_NONE;
}

/* ---- which slice ---- */

/* The slice that the other page means, if this is still the recording that it read. */
static LscSpot
find_told (const LscTimelineWanted *wanted, const LscTimeline *timeline)
{
  LscSpot spot = wanted->slice != LSC_SLICE_NONE ? lsc_timeline_get_spot (timeline, wanted->slice)
                                                 : LSC_SPOT_NONE;
  const LscLane *lane = is_found (spot) ? lsc_timeline_get_node (timeline, spot.node)->lane : NULL;
  gint64 start_ns, end_ns;

  if (!lane || lsc_excerpt_is (timeline) ||
      (wanted->is_claim && wanted->name &&
       strcmp (lsc_timeline_text (timeline, lane->name[spot.slice]), wanted->name) != 0))
    return LSC_SPOT_NONE;
  start_ns = lane->start_ns[spot.slice];
  end_ns = lsc_lane_get_end_ns (lane, spot.slice);
  if (wanted->is_claim ? start_ns <= wanted->end_ns && end_ns >= wanted->start_ns
                       : start_ns == wanted->start_ns && end_ns == wanted->end_ns)
    return spot;
  return LSC_SPOT_NONE;
}

static LscSpot
find_exact (const LscTimelineWanted *wanted, const LscTimeline *timeline, const char *name)
{
  LscSpot spot =
      lsc_timeline_find_slice (timeline, DEVICE_ROLES, wanted->start_ns, wanted->end_ns, name);

  return is_found (spot)
             ? spot
             : lsc_timeline_find_slice (timeline, 0, wanted->start_ns, wanted->end_ns, name);
}

/* Exactly that time, else the longest of it in that time, else what runs then. */
static LscSpot
find_named (const LscTimelineWanted *wanted, const LscTimeline *timeline)
{
  static const guint64 roles[] = { DEVICE_ROLES, 0 };
  LscSpot spot = find_exact (wanted, timeline, wanted->name);

  for (guint i = 0; i < G_N_ELEMENTS (roles) && !is_found (spot); i++)
    spot = lsc_timeline_find_longest (timeline, roles[i], wanted->start_ns, wanted->end_ns,
                                      wanted->name);
  for (guint i = 0; i < G_N_ELEMENTS (roles) && !is_found (spot); i++)
    spot = lsc_timeline_find_around (timeline, roles[i], wanted->start_ns, wanted->name);
  return spot;
}

/* Of a time that is no slice, such as the blocks of a step, the device's longest slice. */
static LscSpot
find_within (const LscTimelineWanted *wanted, const LscTimeline *timeline)
{
  LscSpot spot =
      lsc_timeline_find_longest (timeline, DEVICE_ROLES, wanted->start_ns, wanted->end_ns, NULL);

  if (!is_found (spot))
    spot = lsc_timeline_find_around (timeline, DEVICE_ROLES, wanted->start_ns, NULL);
  return is_found (spot) ? spot : lsc_timeline_find_around (timeline, 0, wanted->start_ns, NULL);
}

/* @is_instance: (out): whether it is what was asked for, and not only a part of it */
static LscSpot
find_slice (const LscTimelineWanted *wanted, const LscTimeline *timeline, gboolean *is_instance)
{
  LscSpot spot = find_told (wanted, timeline);

  if (!is_found (spot) && wanted->name)
    spot = find_named (wanted, timeline);
  if (!is_found (spot))
    spot = find_exact (wanted, timeline, NULL);
  *is_instance = is_found (spot);
  return is_found (spot) ? spot : find_within (wanted, timeline);
}

/* ---- what is shown ---- */

/* Returns: recorded times */
static LscInterval
choose_frame (const LscTimelineWanted *wanted, const LscTimeline *timeline, LscSpot spot,
              gboolean is_instance)
{
  LscInterval frame = { wanted->start_ns, wanted->end_ns };
  const LscLane *lane = is_found (spot) ? lsc_timeline_get_node (timeline, spot.node)->lane : NULL;
  gboolean is_moment = frame.end_ns - frame.begin_ns <= 1;

  if (lane && (is_moment || (is_instance && !wanted->is_claim)))
    frame = (LscInterval){ lane->start_ns[spot.slice], lsc_lane_get_end_ns (lane, spot.slice) };
  else if (is_moment)
    frame = (LscInterval){ lsc_ns_add (frame.begin_ns, -AROUND_NS / 2),
                           lsc_ns_add (frame.begin_ns, AROUND_NS / 2) };
  return frame;
}

/* What is not there cannot be seen: an empty lane would say that nothing ran. */
static void
say_left_out (LscTimelinePage *self, const LscTimelineWanted *wanted, const LscTimeline *timeline)
{
  gint64 end_ns = MAX (wanted->end_ns, lsc_ns_add (wanted->start_ns, 1));

  if (lsc_excerpt_is (timeline) && !lsc_excerpt_holds (timeline, wanted->start_ns, end_ns))
    lsc_timeline_page_say (self, _ ("Not all events of this time are in the extract."));
}

/* Memory lives before and after what is recorded of the device. */
static void
say_outside (LscTimelinePage *self, LscInterval aligned)
{
  gint64 begin_ns, end_ns;

  if (lsc_timeline_layout_get_limits (lsc_timeline_page_get_layout (self), &begin_ns, &end_ns) &&
      (aligned.end_ns < begin_ns || aligned.begin_ns > end_ns))
    lsc_timeline_page_say (self, _ ("Nothing was recorded at this time."));
}

static void
land (LscTimelinePage *self, const LscTimelineWanted *wanted, guint32 rank, LscTimeline *timeline)
{
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (self);
  gboolean is_instance;
  LscTimelineSpot spot = { rank, find_slice (wanted, timeline, &is_instance) };
  gint64 offset = is_found (spot.spot)
                      ? lsc_timeline_layout_get_node_offset (layout, rank, spot.spot.node)
                      : lsc_timeline_layout_get_offset (layout, rank);
  LscInterval frame = choose_frame (wanted, timeline, spot.spot, is_instance);

  lsc_timeline_chart_select (self->chart, is_instance || !wanted->with_range ? &spot : NULL);
  if (wanted->with_range || !is_found (spot.spot))
    lsc_timeline_chart_set_range (self->chart, wanted->start_ns - offset, wanted->end_ns - offset,
                                  NULL);
  lsc_timeline_chart_land (self->chart, &spot, frame.begin_ns - offset, frame.end_ns - offset);
  say_left_out (self, wanted, timeline);
  say_outside (self, (LscInterval){ frame.begin_ns - offset, frame.end_ns - offset });
}

/* ---- when ---- */

static void
clear_wanted (LscTimelineWanted *self)
{
  g_clear_pointer (&self->source, lsc_source_unref);
  g_clear_pointer (&self->name, g_free);
}

void
_lsc_timeline_page_clear_wanted (LscTimelinePage *self)
{
  clear_wanted (&self->wanted);
}

/* Shows what another page asked for, once its rank is there and a first view was chosen: that would
 * replace it. */
void
_lsc_timeline_page_try_wanted (LscTimelinePage *self)
{
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (self);
  LscTimelineWanted wanted = self->wanted;
  guint32 rank =
      wanted.source ? _lsc_timeline_page_find_source (self, wanted.source) : LSC_SLICE_NONE;
  LscTimeline *timeline =
      rank != LSC_SLICE_NONE ? lsc_timeline_layout_get_timeline (layout, rank) : NULL;

  if (!timeline || !lsc_chart_is_fitted (LSC_CHART (self->chart)))
    return;
  self->wanted = (LscTimelineWanted){ NULL }; /* the view changes below */
  land (self, &wanted, rank, timeline);
  clear_wanted (&wanted);
}

/** Shows what another page asks for, once the rank is loaded. */
void
_lsc_timeline_page_show_jump (LscAppPage *page, const LscJump *jump)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (page);
  LscSource *source = lsc_app_page_get_source (page)->source;
  guint32 rank = _lsc_timeline_page_find_source (self, source);

  _lsc_timeline_page_clear_wanted (self);
  self->wanted = (LscTimelineWanted){ .source = lsc_source_ref (source),
                                      .start_ns = jump->begin_ns,
                                      .end_ns = MAX (jump->end_ns, jump->begin_ns),
                                      .name = g_strdup (jump->name),
                                      .slice = jump->has_slice ? jump->slice : LSC_SLICE_NONE,
                                      .with_range = jump->with_range,
                                      .is_claim = jump->is_claim };
  if (rank == LSC_SLICE_NONE)
    return;
  _lsc_timeline_page_load (self, rank, FALSE);
  _lsc_timeline_page_try_wanted (self);
}
