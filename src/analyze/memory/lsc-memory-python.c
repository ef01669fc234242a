/* lsc-memory-python.c - which Python asked for a block, of traces that record Python frames
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-python.h"

#include <string.h>

/* memory.md#python. Example: remember() of metrics.py calls aten::empty, which allocates: the stack
 * of the block is "metrics.py(41): remember", and what called that. */

#define MOST_FRAMES 64

/** lsc_memory_python_init: @log: stacks are added to it */
void
lsc_memory_python_init (LscMemoryPython *self, LscMemoryLog *log, const LscTimeline *timeline)
{
  *self = (LscMemoryPython){ .log = log, .timeline = timeline };
  self->stacks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->frames = g_hash_table_new (NULL, NULL);
  self->lanes = g_hash_table_new (NULL, NULL);
}

void
lsc_memory_python_clear (LscMemoryPython *self)
{
  g_clear_pointer (&self->stacks, g_hash_table_unref);
  g_clear_pointer (&self->frames, g_hash_table_unref);
  g_clear_pointer (&self->lanes, g_hash_table_unref);
  lsc_memory_frames_clear (&self->parsed);
}

/* "file.py(41): name", as Kineto writes it; built-in functions have no file */
static LscMemoryFrame
read_frame (LscIntern *texts, const char *text)
{
  const char *colon = strstr (text, "): ");
  const char *bracket = colon;
  gint64 line;
  g_autofree char *file = NULL;

  while (bracket && bracket > text && *bracket != '(')
    bracket--;
  if (!colon || bracket == text)
    return (LscMemoryFrame){ lsc_intern_add (texts, text), lsc_intern_add (texts, ""), 0 };
  file = g_strndup (text, (gsize) (bracket - text));
  line = g_ascii_strtoll (bracket + 1, NULL, 10);
  return (LscMemoryFrame){ lsc_intern_add (texts, colon + strlen ("): ")),
                           lsc_intern_add (texts, file),
                           (guint32) CLAMP (line, 0, G_MAXUINT32 - 1) };
}

/* Of each name once. Returns: its place in LscMemoryPython.parsed, + 1 */
static guint
find_frame (LscMemoryPython *self, guint32 name)
{
  gpointer key = GUINT_TO_POINTER (name + 1), known = g_hash_table_lookup (self->frames, key);

  if (!known)
    {
      lsc_memory_frames_append (
          &self->parsed, read_frame (self->log->texts, lsc_timeline_text (self->timeline, name)));
      known = GUINT_TO_POINTER ((guint) self->parsed.n);
      g_hash_table_insert (self->frames, key, known);
    }
  return GPOINTER_TO_UINT (known);
}

/* (nullable): the frames of the thread of a lane */
static const LscLane *
find_stack (LscMemoryPython *self, guint32 node)
{
  gpointer key = GUINT_TO_POINTER (node + 1), known;
  const LscNode *thread = lsc_timeline_get_node (self->timeline, node);

  if (g_hash_table_lookup_extended (self->lanes, key, NULL, &known))
    return known;
  known = NULL;
  for (guint i = 1; i < self->timeline->nodes->len && !known; i++)
    {
      const LscNode *other = lsc_timeline_get_node (self->timeline, i);

      if (other->role == LSC_ROLE_PYTHON_STACK && other->lane && other->pid == thread->pid &&
          other->tid == thread->tid)
        known = other->lane;
    }
  g_hash_table_insert (self->lanes, key, known);
  return known;
}

/* Returns: how many frames the thread of an operator was in when it began; @frames: (out) (array):
 * of find_frame() */
static guint32
list_frames (LscMemoryPython *self, LscSpot spot, guint *frames)
{
  const LscNode *thread = lsc_timeline_get_node (self->timeline, spot.node);
  const LscLane *lane = find_stack (self, spot.node);
  guint32 slice, n = 0;

  if (!lane)
    return 0;
  slice = lsc_lane_find_deepest (lane, thread->lane->start_ns[spot.slice]);
  for (; slice != LSC_SLICE_NONE && n < MOST_FRAMES; slice = lsc_lane_get_parent (lane, slice))
    if (lane->kind[slice] == LSC_SLICE_PYTHON)
      frames[n++] = find_frame (self, lane->name[slice]);
  return n;
}

/**
 * lsc_memory_python_find:
 * @slice: id of the operator that asked, or %LSC_SLICE_NONE
 *
 * Stacks with the same frames are one, so that blocks of one place in the program belong together.
 *
 * Cost: O(depth).
 *
 * Returns: index in LscMemoryLog.stacks, %LSC_MEMORY_NONE where no Python frame is around it
 */
guint32
lsc_memory_python_find (LscMemoryPython *self, guint32 slice)
{
  guint frames[MOST_FRAMES];
  guint32 n;
  g_autoptr (GString) key = NULL;
  gpointer known;

  if (slice == LSC_SLICE_NONE)
    return LSC_MEMORY_NONE;
  n = list_frames (self, lsc_timeline_get_spot (self->timeline, slice), frames);
  if (n == 0)
    return LSC_MEMORY_NONE;
  key = g_string_new (NULL);
  for (guint32 i = 0; i < n; i++)
    g_string_append_printf (key, "%u ", frames[i]);
  known = g_hash_table_lookup (self->stacks, key->str);
  if (known)
    return GPOINTER_TO_UINT (known) - 1;
  lsc_memory_stacks_append (&self->log->stacks,
                            (LscMemoryStack){ (guint32) self->log->frames.n, n });
  for (guint32 i = 0; i < n; i++)
    lsc_memory_frames_append (&self->log->frames, self->parsed.items[frames[i] - 1]);
  g_hash_table_insert (self->stacks, g_strdup (key->str),
                       GUINT_TO_POINTER ((guint) self->log->stacks.n));
  return (guint32) (self->log->stacks.n - 1);
}
