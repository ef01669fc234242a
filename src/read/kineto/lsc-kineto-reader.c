/* lsc-kineto-reader.c - what a Kineto timeline keeps of its file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"
#include "read/kineto/lsc-kineto.h"

static void
free_reader (gpointer data)
{
  LscKinetoReader *self = data;

  g_clear_pointer (&self->input, lsc_text_input_close);
  lsc_trace_texts_clear (&self->texts);
  g_free (self->roles);
  lsc_kineto_blocks_clear (&self->blocks);
  g_free (self);
}

/**
 * lsc_kineto_has_events:
 *
 * Returns: whether events of @timeline can be visited again: it is a Kineto timeline
 */
gboolean
lsc_kineto_has_events (const LscTimeline *timeline)
{
  g_return_val_if_fail (timeline, FALSE);
  return timeline->free_reader == free_reader;
}

/**
 * lsc_kineto_visit_again:
 * @timeline: a Kineto timeline
 * @offsets: LscLane.detail of slices, ascending
 * @func: told of each event once, with %NULL where it could not be read again
 *
 * Reads the file anew: the timeline's own may be asked for details at the same time.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
lsc_kineto_visit_again (const LscTimeline *timeline, const gint64 *offsets, gsize n,
                        LscKinetoVisitFunc func, gpointer user_data, LscJob *job, GError **error)
{
  const LscKinetoReader *self = timeline->reader;
  g_autoptr (LscTextInput) input = NULL;

  g_return_val_if_fail (lsc_kineto_has_events (timeline), FALSE);
  if (self->texts.read)
    return self->texts.visit (self->texts.data, offsets, n, func, user_data, job, error);
  input = lsc_text_input_open (lsc_text_input_get_path (self->input), job, NULL);
  return !input || lsc_kineto_visit (input, offsets, n, func, user_data, job, error);
}

/**
 * lsc_kineto_get_role:
 * @id: number of a slice
 *
 * Returns: what args "Fwd thread id" of an op says, %LSC_FWD_UNKNOWN for another reader's timeline
 */
LscFwdRole
lsc_kineto_get_role (const LscTimeline *timeline, guint32 id)
{
  const LscKinetoReader *self = timeline->reader;

  if (timeline->free_reader != free_reader || !self->roles || id >= timeline->n_slices)
    return LSC_FWD_UNKNOWN;
  return (LscFwdRole) (self->roles[id / 4] >> (id % 4 * 2) & 3);
}

void
_lsc_kineto_set_role (LscKinetoReader *self, guint32 id, LscFwdRole role)
{
  self->roles[id / 4] =
      (guint8) ((self->roles[id / 4] & ~(3u << (id % 4 * 2))) | (guint) role << (id % 4 * 2));
}

static GPtrArray *
read_text_details (const LscKinetoReader *self, gint64 detail, GError **error)
{
  gsize n = 0;
  g_autofree char *text = self->texts.read (self->texts.data, detail, &n, error);

  return text ? lsc_trace_list_details (text, n) : NULL;
}

static GPtrArray *
read_details (const LscTimeline *timeline, LscSpot spot, GError **error)
{
  const LscKinetoReader *self = timeline->reader;
  const LscNode *node = lsc_timeline_get_node (timeline, spot.node);

  if (!node->lane || spot.slice >= node->lane->n)
    return NULL;
  if (lsc_lane_get_detail (node->lane, spot.slice) < 0) /* computed: the file says nothing of it */
    return g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_detail_free);
  return self->texts.read
             ? read_text_details (self, lsc_lane_get_detail (node->lane, spot.slice), error)
             : lsc_trace_read_event (self->input, lsc_lane_get_detail (node->lane, spot.slice),
                                     error);
}

/** Returns: (transfer none): what @timeline is to keep, nothing as yet */
LscKinetoReader *
_lsc_kineto_reader_new (LscTimeline *timeline)
{
  LscKinetoReader *self = g_new0 (LscKinetoReader, 1);

  timeline->reader = self;
  timeline->free_reader = free_reader;
  timeline->read_details = read_details;
  timeline->read_blocks = _lsc_kineto_read_blocks;
  return self;
}
