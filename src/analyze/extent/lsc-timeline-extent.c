/* lsc-timeline-extent.c - stray slices and samples of a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-timeline-extent.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "lsc-stray-words.h"
#include "lsc-stretch.h"

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
    lsc_stretches_append (stretches,
                          (LscStretch){ .begin_ns = lane->start_ns[begin],
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

static void
collect (const LscTimeline *timeline, LscStretches *stretches)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, i)->lane;

      gsize first = stretches->n;

      for (guint32 row = 0; lane && row < lane->n_rows; row++)
        add_run (stretches, lane, i, lane->row_begin[row], lane->row_begin[row + 1]);
      for (gsize k = first; k < stretches->n; k++)
        stretches->items[k].is_device = is_device (lsc_timeline_get_node (timeline, i)->role);
    }
}

static void
tell_slice (const LscTimeline *timeline, LscStrayWords *words, LscSpot spot)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
  g_autofree char *path = lsc_timeline_get_path (timeline, spot.node, TRUE);
  LscInterval when = { lane->start_ns[spot.slice], lsc_lane_get_end_ns (lane, spot.slice) };

  lsc_stray_words_add (words, lsc_timeline_text (timeline, lane->name[spot.slice]), path, &when);
}

static void
tell_slices (const LscTimeline *timeline, const LscStretches *stretches, LscStrayWords *words)
{
  for (gsize i = 0; i < stretches->n; i++)
    {
      const LscStretch *stretch = &stretches->items[i];
      const LscLane *lane = lsc_timeline_get_node (timeline, stretch->list)->lane;
      gint64 start_ns = lane->start_ns[stretch->first];

      if (!stretch->is_stray ||
          (stretch->is_end && (start_ns < words->main.begin_ns || start_ns > words->main.end_ns)))
        continue; /* a long event was told of with its begin */
      tell_slice (timeline, words, (LscSpot){ stretch->list, stretch->first });
      lsc_stray_words_count (words, stretch->n - 1);
    }
}

/* Samples do not say where a recording begins or ends, so that they stretch nothing; but whoever
 * reads the first or the last of them should know. */
static void
tell_samples (const LscTimeline *timeline, const LscNode *node, guint32 index, LscStrayWords *words)
{
  for (guint i = 0; i < node->series->len; i++)
    {
      const LscCounter *series = g_ptr_array_index (node->series, i);
      const LscSample *samples = series->samples.items;
      gsize n = series->samples.n, few = MAX (1, n / 100), low = 0, high = n, n_far;
      gint64 far_ns;
      g_autofree char *path = NULL;

      if (n < LEAST_SAMPLES)
        continue;
      while (low <= few && !is_near (samples[low].time_ns, &words->main))
        low++;
      while (n - high <= few && !is_near (samples[high - 1].time_ns, &words->main))
        high--;
      n_far = low + (n - high);
      if (n_far == 0 || n_far > few)
        continue;
      path = lsc_timeline_get_path (timeline, index, TRUE);
      far_ns = samples[low > 0 ? 0 : high].time_ns;
      lsc_stray_words_add (words, series->name, path, &(LscInterval){ far_ns, far_ns });
      lsc_stray_words_count (words, n_far - 1);
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
      lsc_stray_words_add (words, name, label, &(LscInterval){ step->start_ns, step->end_ns });
    }
}

static void
tell_all_samples (const LscTimeline *timeline, LscStrayWords *words)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->series)
        tell_samples (timeline, node, i, words);
    }
}

/**
 * lsc_timeline_find_strays:
 * @timeline: sealed by its reader, nothing computed yet
 *
 * Finds the slices and samples that lie absurdly far from all others, by the rule of
 * lsc-stretch.c. Sets what belongs together, and adds a problem that names the others.
 *
 * Cost: O(rows * log rows + lanes) for recordings without long pauses; log n more for each hour.
 */
void
lsc_timeline_find_strays (LscTimeline *timeline)
{
  LscStrayWords words = { .main = { timeline->begin_ns, timeline->end_ns } };
  LscNotice *notice;

  if (timeline->n_slices == 0)
    return;
  if (lsc_time_distance (timeline->begin_ns, timeline->end_ns) > LSC_STRETCH_REACH_NS)
    {
      LscStretches stretches = { 0 };

      collect (timeline, &stretches);
      timeline->has_strays = lsc_stretches_find_main (&stretches, &words.main);
      timeline->main_begin_ns = words.main.begin_ns;
      timeline->main_end_ns = words.main.end_ns;
      tell_slices (timeline, &stretches, &words);
      lsc_stretches_clear (&stretches);
    }
  tell_steps (timeline, &words);
  tell_all_samples (timeline, &words);
  notice = lsc_stray_words_finish (&words);
  if (notice)
    lsc_timeline_take_notice (timeline, notice, NULL, (gint64) words.n);
}
