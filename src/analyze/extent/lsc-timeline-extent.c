/* lsc-timeline-extent.c - stray slices and samples of a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/extent/lsc-timeline-extent.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/extent/lsc-mistimed.h"
#include "analyze/extent/lsc-stray-words.h"
#include "analyze/extent/lsc-stretch.h"

/* A row is sorted and free of overlaps, so that a run of slices of which the last ends soon after
 * the first begins is a stretch without looking at those between. */

/* Series with fewer samples are too short to tell one of them from the others. */
#define LEAST_SAMPLES 10

static gboolean
is_near (gint64 time_ns, const LscInterval *others)
{
  return lsc_time_is_near (&(LscInterval){ time_ns, time_ns }, others);
}

static void
add_run (LscStretches *stretches, const LscLane *lane, guint32 node, guint32 begin, guint32 end)
{
  gint64 end_ns;

  while (begin < end && lane->start_ns[begin] == 0)
    {
      lsc_stretches_add_event (stretches, node, begin, 0, lsc_lane_get_end_ns (lane, begin));
      begin++;
    }
  if (begin == end)
    return;
  end_ns = lsc_lane_get_end_ns (lane, end - 1);
  if (lsc_time_distance (lane->start_ns[begin], end_ns) <= LSC_STRETCH_REACH_NS)
    lsc_stretches_append (stretches, (LscStretch){ .begin_ns = lane->start_ns[begin],
                                                   .end_ns = end_ns,
                                                   .n = end - begin,
                                                   .list = node,
                                                   .first = begin });
  else if (end - begin == 1)
    lsc_stretches_add_event (stretches, node, begin, lane->start_ns[begin], end_ns);
  else
    {
      guint32 middle = begin + (end - begin) / 2;

      add_run (stretches, lane, node, begin, middle);
      add_run (stretches, lane, node, middle, end);
    }
}

static gboolean
is_device (LscNodeRole role)
{
  return role == LSC_ROLE_STREAM || role == LSC_ROLE_COMM_GROUP || role == LSC_ROLE_COMM_PLANE;
}

/* As add_run() where some of a row is left out already. */
static void
add_each (LscStretches *stretches, const LscLane *lane, guint32 node)
{
  for (guint32 i = 0; i < lane->n; i++)
    if (lane->kind[i] != LSC_SLICE_MISTIMED)
      lsc_stretches_add_event (stretches, node, i, lane->start_ns[i],
                               lsc_lane_get_end_ns (lane, i));
}

static void
collect (const LscTimeline *timeline, gboolean has_mistimed, LscStretches *stretches)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, i)->lane;

      gsize first = stretches->n;

      if (lane && has_mistimed)
        add_each (stretches, lane, i);
      for (guint32 row = 0; lane && !has_mistimed && row < lane->n_rows; row++)
        add_run (stretches, lane, i, lane->row_begin[row], lane->row_begin[row + 1]);
      for (gsize k = first; k < stretches->n; k++)
        stretches->items[k].is_device = is_device (lsc_timeline_get_node (timeline, i)->role);
    }
}

/* What all events but those of an impossible time cover. */
static LscInterval
find_hull (const LscTimeline *timeline)
{
  LscInterval hull = { G_MAXINT64, G_MININT64 };

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, i)->lane;

      for (guint32 k = 0; lane && k < lane->n; k++)
        if (lane->kind[k] != LSC_SLICE_MISTIMED)
          {
            hull.begin_ns = MIN (hull.begin_ns, lane->start_ns[k]);
            hull.end_ns = MAX (hull.end_ns, lsc_lane_get_end_ns (lane, k));
          }
    }
  if (hull.begin_ns > hull.end_ns)
    hull = (LscInterval){ timeline->begin_ns, timeline->end_ns };
  return hull;
}

static void
tell_unset (const LscTimeline *timeline, const LscSpots *unset, LscStrayWords *words)
{
  for (gsize i = 0; i < unset->n; i++)
    {
      const LscSpot spot = unset->items[i];
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
      g_autofree char *path = lsc_timeline_get_path (timeline, spot.node, TRUE);

      lsc_stray_words_add (
          words, &(LscStray){
                     .when = { lane->start_ns[spot.slice], lsc_lane_get_end_ns (lane, spot.slice) },
                     .name = lsc_timeline_text (timeline, lane->name[spot.slice]),
                     .place = path,
                     .n = 1 });
    }
}

static void
tell_slices (const LscTimeline *timeline, const LscStretches *stretches, LscStrayWords *words)
{
  for (gsize i = 0; i < stretches->n; i++)
    {
      const LscStretch *stretch = &stretches->items[i];
      const LscLane *lane = lsc_timeline_get_node (timeline, stretch->list)->lane;
      gint64 start_ns = lane->start_ns[stretch->first];
      gint64 end_ns = lsc_lane_get_end_ns (lane, stretch->first);
      g_autofree char *path = NULL;

      if (!stretch->is_stray ||
          (stretch->is_end && (start_ns < words->main.begin_ns || start_ns > words->main.end_ns)))
        continue; /* a long event is told of with its begin */
      path = lsc_timeline_get_path (timeline, stretch->list, TRUE);
      lsc_stray_words_add (
          words, &(LscStray){ .when = { start_ns, MAX (stretch->end_ns, end_ns) },
                              .name = lsc_timeline_text (timeline, lane->name[stretch->first]),
                              .place = path,
                              .n = stretch->n });
    }
}

/* How many of the first samples lie before the others, or of the last behind them: absurdly far, or
 * only far. */
static gsize
count_far (const LscSamples *samples, const LscInterval *others, gboolean is_after,
           gboolean is_absurd)
{
  gsize n = 0;

  for (; n < samples->n; n++)
    {
      gint64 time_ns = samples->items[is_after ? samples->n - 1 - n : n].time_ns;
      LscInterval when = { time_ns, time_ns };

      if ((is_after ? time_ns <= others->end_ns : time_ns >= others->begin_ns) ||
          (is_absurd ? !lsc_time_is_absurd (&when, others) : lsc_time_is_near (&when, others)))
        break;
    }
  return n;
}

/* Samples do not say where a recording begins or ends, so that they stretch nothing; but whoever
 * looks for them, or reads the first or the last of them, should know. */
static void
tell_series (const LscTimeline *timeline, guint32 node, const LscCounter *series,
             LscStrayWords *words)
{
  const LscSamples *samples = &series->samples;
  gsize before = count_far (samples, &words->main, FALSE, FALSE);
  gsize after = count_far (samples, &words->main, TRUE, FALSE);
  g_autofree char *path = NULL;
  LscStray stray = { .name = series->name, .is_sample = TRUE };

  if (before + after > MAX (1, samples->n / 100) || samples->n < LEAST_SAMPLES)
    {
      before = count_far (samples, &words->main, FALSE, TRUE);
      after = count_far (samples, &words->main, TRUE, TRUE);
    }
  if (before + after == 0)
    return;
  stray.place = path = lsc_timeline_get_path (timeline, node, TRUE);
  if (before > 0)
    {
      stray.n = before;
      stray.when = (LscInterval){ samples->items[0].time_ns, samples->items[before - 1].time_ns };
      lsc_stray_words_add (words, &stray);
    }
  if (after > 0)
    {
      stray.n = after;
      stray.when = (LscInterval){ samples->items[samples->n - after].time_ns,
                                  samples->items[samples->n - 1].time_ns };
      lsc_stray_words_add (words, &stray);
    }
}

/* Steps that a table of their own tells; the others are slices. */
static void
tell_steps (const LscTimeline *timeline, LscStrayWords *words)
{
  for (gsize i = 0; i < timeline->steps.n; i++)
    {
      const LscStep *step = &timeline->steps.items[i];
      g_autofree char *name = NULL;
      g_autofree char *label = NULL;

      if ((is_near (step->start_ns, &words->main) && is_near (step->end_ns, &words->main)) ||
          lsc_timeline_find_slice (timeline, 0, step->start_ns, step->end_ns, NULL).node !=
              LSC_SLICE_NONE)
        continue;
      name = g_strdup_printf (_ ("step %" PRId64), step->id);
      label = lsc_timeline_get_label (timeline);
      lsc_stray_words_add (words, &(LscStray){ .when = { step->start_ns, step->end_ns },
                                               .name = name,
                                               .place = label,
                                               .n = 1 });
    }
}

static void
tell_samples (const LscTimeline *timeline, LscStrayWords *words)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint k = 0; node->series && k < node->series->len; k++)
        tell_series (timeline, i, g_ptr_array_index (node->series, k), words);
    }
}

/* By the rule of lsc-stretch.c. */
static void
find_far (LscTimeline *timeline, gboolean has_mistimed, LscStretches *stretches, LscInterval *main)
{
  stretches->n = 0;
  if (lsc_time_distance (main->begin_ns, main->end_ns) > LSC_STRETCH_REACH_NS)
    {
      collect (timeline, has_mistimed, stretches);
      if (lsc_stretches_find_main (stretches, main))
        timeline->has_strays = TRUE;
    }
  timeline->main_begin_ns = main->begin_ns;
  timeline->main_end_ns = main->end_ns;
}

static void
tell (LscTimeline *timeline, const LscStretches *stretches, const LscSpots *unset,
      LscStrayWords *words)
{
  g_autoptr (GPtrArray) notices = NULL;

  tell_slices (timeline, stretches, words);
  tell_unset (timeline, unset, words);
  tell_steps (timeline, words);
  tell_samples (timeline, words);
  notices = lsc_stray_words_finish (words, NULL);
  for (guint i = 0; i < notices->len; i++)
    {
      LscNotice *notice = g_ptr_array_index (notices, i);

      lsc_timeline_take_notice (timeline, notice, NULL, notice->count);
    }
}

/**
 * lsc_timeline_find_strays:
 * @timeline: sealed by its reader, nothing computed yet
 *
 * Finds the slices and samples that lie absurdly far from all others, by the rule of lsc-stretch.c,
 * and the events whose times cannot be (lsc-mistimed.c). Sets what belongs together, and adds
 * problems that name the others.
 *
 * Cost: O(rows * log rows + lanes + links) for recordings without long pauses; log n more for each
 * hour.
 */
void
lsc_timeline_find_strays (LscTimeline *timeline)
{
  g_return_if_fail (timeline);

  LscStrayWords words = { .main = { timeline->begin_ns, timeline->end_ns } };
  LscStretches stretches = { 0 };
  LscSpots unset = { 0 };
  gsize n_early;

  if (timeline->n_slices == 0)
    return;
  find_far (timeline, FALSE, &stretches, &words.main);
  n_early = lsc_mistimed_mark_early (timeline);
  lsc_mistimed_mark_unset (timeline, &unset);
  if (n_early + unset.n > 0) /* without them others may be far */
    {
      words.main = find_hull (timeline);
      timeline->has_strays =
          words.main.begin_ns > timeline->begin_ns || words.main.end_ns < timeline->end_ns;
      find_far (timeline, TRUE, &stretches, &words.main);
    }
  tell (timeline, &stretches, &unset, &words);
  lsc_stretches_clear (&stretches);
  lsc_spots_clear (&unset);
}
