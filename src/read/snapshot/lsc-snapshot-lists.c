/* lsc-snapshot-lists.c - what lists of a snapshot become
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "read/snapshot/lsc-snapshot-private.h"

#define MOST_FRAMES 20000
/* Picklers fill a list in portions of so many. A stack that grows otherwise would be kept anew with
 * each frame. */
#define PORTION 1000

static gboolean
is_row (const LscSnapshotValue *value)
{
  return value->type >= LSC_SNAPSHOT_EVENTS && value->type <= LSC_SNAPSHOT_HISTORY &&
         !value->is_list;
}

static gboolean
is_trace (const LscSnapshotValue *value)
{
  return value->type == LSC_SNAPSHOT_LIST || (value->type == LSC_SNAPSHOT_EVENTS && value->is_list);
}

static gboolean
take_frame (LscSnapshotMachine *self, LscSnapshotValue *list, const LscSnapshotValue *item)
{
  LscMemoryFrames *scratch = &self->stacks.scratch;

  if (list->type == LSC_SNAPSHOT_LIST)
    {
      list->type = LSC_SNAPSHOT_STACK;
      list->n = 0;
      scratch->n = 0;
    }
  else if (list->n == 1)
    {
      LscMemoryStack stack = self->log->stacks.items[list->id];

      if (stack.n % PORTION != 0)
        return _lsc_snapshot_fail (self, _ ("a list of frames in it is not filled in order"));
      scratch->n = 0;
      for (gsize i = 0; i < stack.n; i++)
        lsc_memory_frames_append (scratch, self->log->frames.items[stack.first + i]);
      list->n = 0;
    }
  if (scratch->n >= MOST_FRAMES)
    return _lsc_snapshot_fail (self, _ ("a stack in it has too many frames"));
  lsc_memory_frames_append (scratch, self->stacks.frames.items[item->id]);
  return TRUE;
}

static void
take_row (LscSnapshotValue *list, const LscSnapshotValue *item)
{
  if (list->type == LSC_SNAPSHOT_LIST)
    {
      list->type = item->type;
      list->is_list = TRUE;
      list->id = item->id;
      list->n = item->n;
    }
  else if (list->type == item->type && list->is_list && list->id + list->n == item->id)
    list->n += item->n;
  else
    list->type = LSC_SNAPSHOT_OTHER;
}

static void
take_trace (LscSnapshotMachine *self, LscSnapshotValue *list, const LscSnapshotValue *item)
{
  LscSnapshotTrace trace = { item->id, item->type == LSC_SNAPSHOT_LIST ? 0 : (guint32) item->n };

  if (list->type == LSC_SNAPSHOT_LIST)
    {
      list->type = LSC_SNAPSHOT_TRACES;
      list->is_list = TRUE;
      list->id = (guint32) self->traces.n;
      list->n = 0;
    }
  if (list->type == LSC_SNAPSHOT_TRACES && list->id + (gsize) list->n == self->traces.n)
    {
      _lsc_snapshot_traces_append (&self->traces, trace);
      list->n++;
    }
  else
    list->type = LSC_SNAPSHOT_OTHER;
}

/** Adds a complete value to a list. What is of no interest in it makes the list so. */
gboolean
_lsc_snapshot_take_item (LscSnapshotMachine *self, LscSnapshotValue *list,
                         const LscSnapshotValue *item)
{
  if (item->type == LSC_SNAPSHOT_FRAME &&
      (list->type == LSC_SNAPSHOT_LIST || list->type == LSC_SNAPSHOT_STACK))
    return take_frame (self, list, item);
  if (is_row (item))
    take_row (list, item);
  else if (is_trace (item) &&
           (list->type == LSC_SNAPSHOT_LIST || list->type == LSC_SNAPSHOT_TRACES))
    take_trace (self, list, item);
  else
    list->type = LSC_SNAPSHOT_OTHER;
  list->is_list = TRUE;
  return TRUE;
}

/** Ends a portion of items. */
gboolean
_lsc_snapshot_end_items (LscSnapshotMachine *self, LscSnapshotValue *list)
{
  if (list->type != LSC_SNAPSHOT_STACK || list->n == 1)
    return TRUE;
  list->id = _lsc_snapshot_stacks_add (&self->stacks);
  list->n = 1;
  if (list->id != LSC_MEMORY_NONE)
    return TRUE;
  return _lsc_snapshot_fail (self, _ ("its stacks have more frames than can be counted"));
}
