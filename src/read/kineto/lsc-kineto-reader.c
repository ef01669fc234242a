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
  g_free (self->roles);
  lsc_kineto_blocks_clear (&self->blocks);
  g_free (self);
}

/**
 * lsc_kineto_get_input:
 *
 * Returns: (transfer none) (nullable): the text of a Kineto timeline, %NULL for another reader's
 */
LscTextInput *
lsc_kineto_get_input (const LscTimeline *timeline)
{
  g_return_val_if_fail (timeline, NULL);

  const LscKinetoReader *self = timeline->reader;

  return timeline->free_reader == free_reader ? self->input : NULL;
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
read_details (const LscTimeline *timeline, LscSpot spot, GError **error)
{
  const LscKinetoReader *self = timeline->reader;
  const LscNode *node = lsc_timeline_get_node (timeline, spot.node);

  if (!node->lane || spot.slice >= node->lane->n)
    return NULL;
  if (lsc_lane_get_detail (node->lane, spot.slice) < 0) /* computed: the file says nothing of it */
    return g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_detail_free);
  return lsc_trace_read_event (self->input, lsc_lane_get_detail (node->lane, spot.slice), error);
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
