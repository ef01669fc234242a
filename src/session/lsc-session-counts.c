/* lsc-session-counts.c - how much is in a recording whose header does not tell it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-counts.h"

#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-sort.h"
#include "model/lsc-kernel-name.h"
#include "read/lsc-timeline-read.h"
#include "read/text/lsc-told-sums.h"
#include "session/lsc-session-private.h"

static void
count_lane (LscTimeline *timeline, guint32 node, gpointer n)
{
  (*(gint64 *) n)++;
}

/* ---- names that are not known ---- */

#define MOST_UNKNOWN 5

static void
clear_name (gpointer data)
{
  g_free (((LscSessionName *) data)->name);
}

static void
add_lane (LscTimeline *timeline, guint32 index, gpointer sums)
{
  const LscNode *node = lsc_timeline_get_node (timeline, index);

  for (guint32 i = 0; node->role == LSC_ROLE_STREAM && i < node->lane->n; i++)
    if (lsc_slice_kind_is_computing (node->lane->kind[i]))
      ((gint64 *) sums)[node->lane->name[i]] += lsc_lane_get_duration_ns (node->lane, i);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const LscSessionName *x = a, *y = b;

  LSC_RETURN_ORDER (y->ns, x->ns);
  return strcmp (x->name, y->name);
}

static GArray *
list_unknown (LscTimeline *timeline)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LscSessionName));
  gsize n = lsc_intern_size (timeline->strings);
  g_autofree gint64 *sums = g_new0 (gint64, n + 1);

  g_array_set_clear_func (list, clear_name);
  if (timeline->is_gpu)
    lsc_timeline_foreach_lane (timeline, 0, add_lane, sums);
  for (gsize i = 0; i < n; i++)
    {
      const char *text = lsc_intern_text (timeline->strings, (guint32) i);
      LscSessionName name;

      if (sums[i] == 0 || lsc_kernel_name_family (text) != LSC_FAMILY_OTHER)
        continue;
      name = (LscSessionName){ g_strdup (text), sums[i] };
      g_array_append_val (list, name);
    }
  g_array_sort (list, compare_names);
  if (list->len > MOST_UNKNOWN)
    g_array_set_size (list, MOST_UNKNOWN);
  return list;
}

static LscSessionCounts *
count (LscTimeline *timeline)
{
  LscSessionCounts *self = g_new0 (LscSessionCounts, 1);

  lsc_timeline_check_times (timeline);
  self->device = timeline->device;
  self->chip = g_strdup (timeline->chip_name);
  self->is_gpu = timeline->is_gpu;
  self->duration_ns = timeline->has_strays ? timeline->main_end_ns - timeline->main_begin_ns
                                           : timeline->end_ns - timeline->begin_ns;
  self->n_events = timeline->n_slices;
  lsc_timeline_foreach_lane (timeline, 0, count_lane, &self->n_lanes);
  for (gsize i = 0; i < timeline->steps.n; i++)
    lsc_steps_append (&self->steps, timeline->steps.items[i]);
  self->unknown = list_unknown (timeline);
  return self;
}

/**
 * lsc_session_count_events:
 * @source: of the session
 *
 * Reads all events on this thread, counts them and lets them go. What was odd is a notice of the
 * session, unless it was told before; so is where sums of the exporter differ from the events.
 *
 * Errors: those of lsc_session_get_timeline().
 *
 * Returns: (transfer full) (nullable): how much there is
 */
LscSessionCounts *
lsc_session_count_events (LscSession *self, LscSource *source, LscJob *job, GError **error)
{
  g_autoptr (LscTimeline) timeline = NULL;
  LscSessionRank *rank;
  LscSessionCounts *found;
  guint64 bytes;

  g_return_val_if_fail (self && source, NULL);
  rank = _lsc_session_find (self, source);
  g_return_val_if_fail (rank, NULL);
  bytes = (guint64) MAX (source->size_bytes, 0);
  if (!lsc_session_memory_enter (&self->memory, bytes, 0, job, error))
    return NULL;
  timeline = lsc_timeline_load (source, 1, job, error);
  found = timeline ? count (timeline) : NULL;
  if (timeline)
    lsc_told_sums_compare (timeline, job);
  if (timeline)
    _lsc_session_tell_timeline (self, rank, timeline);
  g_clear_pointer (&timeline, lsc_timeline_unref);
  lsc_session_memory_leave (&self->memory, bytes);
  return found;
}

/**
 * lsc_session_compare_sums:
 * @source: of the session
 * @is_thorough: also the many operators of a large database
 * @job: (nullable): cancellation
 *
 * Holds what the exporter summed up, where such tables lie beside a recording, against its events,
 * of which as many are read as that needs. Differences are notices of the session. What cannot be
 * read is not compared.
 */
void
lsc_session_compare_sums (LscSession *self, LscSource *source, gboolean is_thorough, LscJob *job)
{
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscNotices) read = NULL;
  LscToldNeeds needs;
  guint64 bytes;

  g_return_if_fail (self && source);
  needs = lsc_told_sums_need (source);
  bytes = (guint64) MAX (source->size_bytes, 0);
  if (needs == LSC_TOLD_COMM)
    lsc_told_sums_compare_ops (source, is_thorough, self->notices, job);
  if (needs != LSC_TOLD_EVENTS || !lsc_session_memory_enter (&self->memory, bytes, 0, job, NULL))
    return;
  timeline = lsc_timeline_load (source, 1, job, NULL);
  if (timeline)
    {
      read = timeline->notices; /* told by the header, or by who reads the events */
      timeline->notices = lsc_notices_new ();
      lsc_told_sums_compare (timeline, job);
      lsc_notices_add_all (self->notices, timeline->notices);
    }
  g_clear_pointer (&timeline, lsc_timeline_unref);
  lsc_session_memory_leave (&self->memory, bytes);
}

/** lsc_session_counts_free: @self: (nullable): */
void
lsc_session_counts_free (LscSessionCounts *self)
{
  if (!self)
    return;
  g_free (self->chip);
  lsc_steps_clear (&self->steps);
  g_clear_pointer (&self->unknown, g_array_unref);
  g_free (self);
}
