/* lsc-graph-match.c - the calls of a capture and the tasks of a replay
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-naming-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* formats.md#graph-captures. Nodes are numbered in the order of the calls that made them. Where
 * they have no numbers, tasks of a stream begin in that order; on several streams each call is of
 * the one stream whose next task it fits. Example: calls mm, copy, mm; stream 1 runs mm, mm and
 * stream 2 copy: the copy is of stream 2. Had stream 2 run mm as well, nobody could tell. */

static const char *
kind_name (guint32 kind)
{
  static const char *const names[] = { N_ ("a kernel"), N_ ("a copy"), N_ ("a memory set") };

  return _ (names[kind]);
}

static gboolean
has_same_name (const LscGraphNaming *self, const LscCaptures *captures, const LscCaptureItem *item,
               const LscGraphReplayTask *task)
{
  return item->kernel == LSC_STRING_NONE || task->kind != LSC_GRAPH_KERNEL ||
         strcmp (lsc_intern_text (captures->texts, item->kernel),
                 lsc_timeline_text (self->timeline, task->name)) == 0;
}

static gboolean
fits (const LscGraphNaming *self, const LscCaptures *captures, const LscCaptureItem *item,
      const LscGraphReplayTask *task)
{
  return item->kind == task->kind && has_same_name (self, captures, item, task);
}

/* Tasks in the order of their nodes, or of one stream. */
static char *
match_in_order (const LscGraphNaming *self, const LscCaptures *captures,
                const LscGraphReplay *replay, const LscCapture *capture, guint32 *items)
{
  for (gsize i = 0; i < replay->n; i++)
    {
      const LscGraphReplayTask *task = &self->replays.tasks.items[replay->first + i];
      const LscCaptureItem *item = &captures->items.items[capture->first + i];

      if (item->kind != task->kind)
        return g_strdup_printf (
            _ ("call %zu of the capture makes %s, but the graph runs %s in that place"), i + 1,
            kind_name (item->kind), kind_name (task->kind));
      if (!has_same_name (self, captures, item, task))
        return g_strdup_printf (_ ("call %zu of the capture launches another kernel than the "
                                   "graph runs in that place"),
                                i + 1);
      items[i] = (guint32) (capture->first + i);
    }
  return NULL;
}

/** The tasks of a stream in their order: places in the replay. */
typedef struct
{
  LscIndexes tasks;
  gsize next;
  guint32 stream;
} Stream;

LSC_DEFINE_ARRAY (Streams, streams, Stream)

static void
collect_streams (const LscGraphNaming *self, const LscGraphReplay *replay, Streams *out)
{
  for (gsize i = 0; i < replay->n; i++)
    {
      guint32 stream = self->replays.tasks.items[replay->first + i].stream;
      gsize at = 0;

      while (at < out->n && out->items[at].stream != stream)
        at++;
      if (at == out->n)
        streams_append (out, (Stream){ .stream = stream });
      lsc_indexes_append (&out->items[at].tasks, (guint32) i);
    }
}

/* The stream whose next task is of the call; %NULL with *@n = 0 or more than 1 where none or
 * several are. */
static Stream *
find_stream (const LscGraphNaming *self, const LscCaptures *captures, const LscGraphReplay *replay,
             const LscCaptureItem *item, Streams *streams, guint *n)
{
  Stream *found = NULL;

  *n = 0;
  for (gsize i = 0; i < streams->n; i++)
    {
      Stream *stream = &streams->items[i];

      if (stream->next == stream->tasks.n ||
          !fits (self, captures, item,
                 &self->replays.tasks.items[replay->first + stream->tasks.items[stream->next]]))
        continue;
      found = stream;
      ++*n;
    }
  return *n == 1 ? found : NULL;
}

static char *
match_by_streams (const LscGraphNaming *self, const LscCaptures *captures,
                  const LscGraphReplay *replay, const LscCapture *capture, Streams *streams,
                  guint32 *items)
{
  for (gsize i = 0; i < capture->n; i++)
    {
      const LscCaptureItem *item = &captures->items.items[capture->first + i];
      guint n;
      Stream *stream = find_stream (self, captures, replay, item, streams, &n);

      if (!stream)
        return g_strdup_printf (
            n == 0 ? _ ("call %zu of the capture fits the next task of no stream")
                   : _ ("call %zu of the capture fits the next tasks of several streams, and the "
                        "trace does not number the nodes of its graphs"),
            i + 1);
      items[stream->tasks.items[stream->next++]] = (guint32) (capture->first + i);
    }
  return NULL;
}

/**
 * _lsc_graph_match:
 * @items: (out): for each task of the replay the item of the capture that made it
 *
 * Cost: O(tasks * streams).
 *
 * Returns: (transfer full) (nullable): why the capture is not of the graph
 */
char *
_lsc_graph_match (const LscGraphNaming *self, const LscCaptures *captures,
                  const LscGraphReplay *replay, const LscCapture *capture, guint32 *items)
{
  Streams streams = { 0 };
  char *why = NULL;

  if (capture->n != replay->n)
    return g_strdup_printf (_ ("the capture makes %zu nodes, but the graph ran %zu device tasks"),
                            capture->n, replay->n);
  if (!replay->has_nodes)
    collect_streams (self, replay, &streams);
  if (streams.n > 1)
    why = match_by_streams (self, captures, replay, capture, &streams, items);
  else
    why = match_in_order (self, captures, replay, capture, items);
  for (gsize i = 0; i < streams.n; i++)
    lsc_indexes_clear (&streams.items[i].tasks);
  streams_clear (&streams);
  return why;
}
