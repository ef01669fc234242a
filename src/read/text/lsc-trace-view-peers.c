/* lsc-trace-view-peers.c - whom sends and receives of a text export are with
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "model/lsc-comm-task-kind.h"
#include "read/lsc-comm-ends.h"
#include "read/text/lsc-trace-view-private.h"

/* The tasks of a plane say between which places of the group they are (formats.md#trace-view), but
 * not whose they are: a send and a receive may run side by side. Their stream tells, where the
 * tasks of the hardware were exported, which have connection and stream; else the time does. */

typedef struct
{
  LscView *view;
  LscCommEnds ends;   /* by the id of the operator's slice */
  guint8 *is_message; /* by name: 0 = not looked at, else 1 + whether it is one */
  gsize n_names;
  GHashTable
      *streams; /* connection of a message to 1 + the stream on which it runs, 0 = not known */
} Naming;

static gboolean
is_message (Naming *self, guint32 name)
{
  if (name >= self->n_names)
    return FALSE;
  if (self->is_message[name] == 0)
    self->is_message[name] =
        1 + (lsc_comm_name_is_message (lsc_timeline_text (self->view->timeline, name)) != FALSE);
  return self->is_message[name] == 2;
}

/* Returns whether there are messages at all: most groups only reduce and gather. */
static gboolean
list_messages (Naming *self)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      const LscViewLane *lane = g_ptr_array_index (self->view->lanes, i);

      for (guint32 k = 0; lane->class == LSC_VIEW_COMM_GROUP && lane->built && k < lane->built->n;
           k++)
        if (is_message (self, lane->built->name[k]))
          {
            has_any = TRUE;
            if (lane->links[k] != LSC_SLICE_NONE)
              g_hash_table_insert (self->streams, GUINT_TO_POINTER (lane->links[k]), NULL);
          }
    }
  return has_any;
}

static void
find_streams (Naming *self)
{
  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      const LscViewLane *lane = g_ptr_array_index (self->view->lanes, i);

      for (guint32 k = 0; lane->class == LSC_VIEW_STREAM && lane->built && k < lane->built->n; k++)
        if (lane->built->kind[k] == LSC_SLICE_COMM_TASK &&
            g_hash_table_contains (self->streams, GUINT_TO_POINTER (lane->links[k])))
          g_hash_table_insert (self->streams, GUINT_TO_POINTER (lane->links[k]),
                               GSIZE_TO_POINTER ((gsize) lane->tid + 1));
    }
}

/* How well an operator fits a task that begins in it. */
static int
get_merit (const Naming *self, const LscViewLane *group, guint32 op, gint64 end_ns, gint64 stream)
{
  gsize its =
      GPOINTER_TO_SIZE (g_hash_table_lookup (self->streams, GUINT_TO_POINTER (group->links[op])));

  return 2 * (its > 0 && (gint64) its - 1 == stream) +
         (lsc_lane_get_end_ns (group->built, op) >= end_ns);
}

/* The operator of a task, of several that fit as well the shortest. */
static guint32
find_op (const Naming *self, const LscViewLane *group, gint64 begin_ns, gint64 end_ns,
         gint64 stream)
{
  guint32 best = LSC_SLICE_NONE;
  int merit = -1;

  for (guint32 row = group->built->n_rows; row-- > 0;)
    {
      guint32 op = lsc_lane_find_at (group->built, row, begin_ns);
      int its = op != LSC_SLICE_NONE ? get_merit (self, group, op, end_ns, stream) : -1;

      if (its > merit)
        {
          best = op;
          merit = its;
        }
    }
  return best;
}

static const LscViewLane *
find_group (const LscView *view, guint32 node)
{
  for (guint i = 0; i < view->lanes->len; i++)
    {
      const LscViewLane *lane = g_ptr_array_index (view->lanes, i);

      if (lane->class == LSC_VIEW_COMM_GROUP && lane->built && lane->node == node)
        return lane;
    }
  return NULL;
}

static void
take_plane (Naming *self, const LscViewLane *plane)
{
  LscTimeline *timeline = self->view->timeline;
  const LscNode *node = lsc_timeline_get_node (timeline, plane->node);
  const LscViewLane *group = find_group (self->view, node->parent);
  guint32 first_id = group ? lsc_timeline_get_node (timeline, group->node)->first_id : 0;

  for (guint32 i = 0; group && i < node->lane->n; i++)
    {
      guint32 number = plane->links[i], op;
      const LscTracePair *pair;

      if (number == LSC_SLICE_NONE)
        continue;
      pair = &self->view->trace->pairs.items[number];
      op = find_op (self, group, node->lane->start_ns[i], lsc_lane_get_end_ns (node->lane, i),
                    pair->stream);
      if (op == LSC_SLICE_NONE || !is_message (self, group->built->name[op]))
        continue;
      lsc_comm_pairs_append (
          &timeline->comm_pairs,
          (LscCommPair){ node->first_id + i, first_id + op, pair->source, pair->target });
      lsc_comm_ends_add_part (&self->ends, (gint64) first_id + op, pair->source, pair->target);
    }
}

static void
take_planes (Naming *self)
{
  find_streams (self);
  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      const LscViewLane *lane = g_ptr_array_index (self->view->lanes, i);

      if (lane->has_pairs && lane->links && lane->node != LSC_SLICE_NONE)
        take_plane (self, lane);
    }
}

static gint64
key_of_pair (gsize index, gconstpointer pairs)
{
  return ((const LscCommPair *) pairs)[index].slice;
}

static gint64
key_of_end (gsize index, gconstpointer ends)
{
  return ((const LscCommEnd *) ends)[index].op_id;
}

/* Tasks of collectives that wait for a member, long enough for somebody to ask who is late. */
static void
take_waits (const LscView *view, const LscViewLane *plane)
{
  LscTimeline *timeline = view->timeline;
  const LscNode *node = lsc_timeline_get_node (timeline, plane->node);
  const LscNode *group = lsc_timeline_get_node (timeline, node->parent);
  guint32 name = lsc_intern_add (timeline->strings, group->text ? group->text : group->name);

  for (guint32 i = 0; i < node->lane->n; i++)
    {
      const LscTracePair *pair;

      if (plane->links[i] == LSC_SLICE_NONE ||
          lsc_lane_get_duration_ns (node->lane, i) < LSC_LEAST_COMM_WAIT_NS ||
          lsc_comm_task_find_kind (lsc_timeline_text (timeline, node->lane->name[i])) !=
              LSC_COMM_TASK_WAIT)
        continue;
      pair = &view->trace->pairs.items[plane->links[i]];
      if (pair->source != pair->target && pair->source < LSC_MOST_COMM_PLACES &&
          pair->target < LSC_MOST_COMM_PLACES)
        lsc_comm_waits_append (&timeline->comm_waits,
                               (LscCommWait){ .begin_ns = node->lane->start_ns[i],
                                              .end_ns = lsc_lane_get_end_ns (node->lane, i),
                                              .group = name,
                                              .own = pair->source,
                                              .peer = pair->target });
    }
}

/* Of an operator with parts on several planes all must name the same partner. */
static void
name_peers (Naming *self)
{
  LscTimeline *timeline = self->view->timeline;
  LscCommPeers *peers = &timeline->comm_peers;

  lsc_sort_items (self->ends.items, self->ends.n, sizeof *self->ends.items, key_of_end);
  for (gsize i = 0; i < self->ends.n; i++)
    {
      guint32 slice = (guint32) self->ends.items[i].op_id;
      const LscNode *node =
          lsc_timeline_get_node (timeline, lsc_timeline_get_spot (timeline, slice).node);
      gint64 rank = lsc_comm_end_get_peer (&self->ends.items[i], timeline,
                                           lsc_timeline_get_comm_group (timeline, node->text));
      LscCommPeer *last = peers->n > 0 ? &peers->items[peers->n - 1] : NULL;

      if (!last || last->slice != slice)
        lsc_comm_peers_append (peers, (LscCommPeer){ .slice = slice, .rank = rank });
      else if (last->rank != rank)
        last->rank = LSC_PEER_MANY;
    }
}

/**
 * _lsc_view_name_peers:
 *
 * Keeps between whom the tasks of messages are, and finds the partners of messages, when all lanes
 * are in the tree.
 *
 * Source: lanes.md#links.
 */
void
_lsc_view_name_peers (LscView *self)
{
  Naming naming = { .view = self };
  LscCommPairs *pairs = &self->timeline->comm_pairs;

  if (!self->trace || self->trace->pairs.n == 0)
    return;
  naming.n_names = lsc_intern_size (self->timeline->strings);
  naming.is_message = g_new0 (guint8, naming.n_names + 1);
  naming.streams = g_hash_table_new (NULL, NULL);
  if (list_messages (&naming))
    take_planes (&naming);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const LscViewLane *lane = g_ptr_array_index (self->lanes, i);

      if (lane->has_pairs && lane->links && lane->node != LSC_SLICE_NONE)
        take_waits (self, lane);
    }
  lsc_sort_items (pairs->items, pairs->n, sizeof *pairs->items, key_of_pair);
  name_peers (&naming);
  g_hash_table_unref (naming.streams);
  g_free (naming.is_message);
  lsc_comm_ends_clear (&naming.ends);
}
