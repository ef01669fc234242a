/* lsc-budget-events.c - what ran on the device, and who owns the time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/budget/lsc-budget-private.h"
#include "base/lsc-sort.h"
#include "model/lsc-comm-task-kind.h"

#define CHECK_EVERY 4096

typedef struct
{
  const LscTimeline *timeline;
  LscDeviceEvents *out;
  guint8 *task_kinds; /* 1 + LscCommTaskKind, by name */
  guint8 *is_p2p;     /* 1 + whether, by name */
} Collect;

/* Whether an operator moves something between two ranks: send, receive, batchSendRecv. */
static gboolean
is_point_to_point (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return strstr (lower, "send") || strstr (lower, "recv") || strstr (lower, "receive");
}

static LscCommTaskKind
get_task_kind (Collect *self, guint32 name)
{
  if (self->task_kinds[name] == 0)
    self->task_kinds[name] =
        (guint8) (1 + lsc_comm_task_find_kind (lsc_intern_text (self->timeline->strings, name)));
  return (LscCommTaskKind) (self->task_kinds[name] - 1);
}

static gboolean
get_is_p2p (Collect *self, guint32 name)
{
  if (self->is_p2p[name] == 0)
    self->is_p2p[name] = 1 + is_point_to_point (lsc_intern_text (self->timeline->strings, name));
  return self->is_p2p[name] == 2;
}

static LscBudgetCore
get_core (guint8 kind)
{
  switch (kind)
    {
    case LSC_SLICE_CUBE:
      return LSC_BUDGET_CUBE;
    case LSC_SLICE_VECTOR:
      return LSC_BUDGET_VECTOR;
    case LSC_SLICE_MIX:
      return LSC_BUDGET_MIX;
    case LSC_SLICE_AI_CPU:
      return LSC_BUDGET_AI_CPU;
    default:
      return LSC_BUDGET_OTHER_CORE;
    }
}

/* Returns the class of a slice of the device, LSC_DEVICE_N when it does not count. */
static LscDeviceClass
find_class (Collect *self, const LscNode *node, guint32 slice, guint8 *detail)
{
  const LscLane *lane = node->lane;
  guint8 kind = lane->kind[slice];

  *detail = 0;
  if (lsc_slice_kind_is_computing (kind) && node->role == LSC_ROLE_STREAM)
    {
      *detail = get_core (kind);
      return LSC_DEVICE_COMPUTE;
    }
  if (kind == LSC_SLICE_COMM_OP || (kind == LSC_SLICE_COMM_TASK && self->timeline->is_gpu))
    {
      *detail = get_is_p2p (self, lane->name[slice]);
      return LSC_DEVICE_COMM;
    }
  if (kind == LSC_SLICE_COMM_TASK || kind == LSC_SLICE_WAIT || kind == LSC_SLICE_DEVICE)
    switch (get_task_kind (self, lane->name[slice]))
      {
      case LSC_COMM_TASK_TRANSFER:
        return LSC_DEVICE_TRANSFER;
      case LSC_COMM_TASK_WAIT:
        return LSC_DEVICE_WAIT;
      default:
        return LSC_DEVICE_N;
      }
  return kind == LSC_SLICE_COPY && node->role == LSC_ROLE_STREAM ? LSC_DEVICE_COPY : LSC_DEVICE_N;
}

static void
take_slice (Collect *self, const LscNode *node, guint32 slice)
{
  const LscLane *lane = node->lane;
  gint64 begin_ns = lane->start_ns[slice], end_ns = lsc_lane_get_end_ns (lane, slice);
  guint8 detail;
  LscDeviceClass class = find_class (self, node, slice, &detail);

  if (class != LSC_DEVICE_N && end_ns > begin_ns &&
      lsc_timeline_counts (self->timeline, begin_ns, end_ns))
    lsc_owned_list_append (&self->out->events[class],
                           (LscOwned){ begin_ns, end_ns, node->first_id + slice, detail });
}

static gboolean
is_of_device (const LscNode *node)
{
  return node->lane && (node->role == LSC_ROLE_STREAM || node->role == LSC_ROLE_COMM_GROUP ||
                        node->role == LSC_ROLE_COMM_PLANE);
}

static gboolean
take_lanes (Collect *self, LscJob *job, GError **error)
{
  for (guint i = 1; i < self->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self->timeline, i);

      for (guint32 k = 0; is_of_device (node) && k < node->lane->n; k++)
        {
          if (k % CHECK_EVERY == 0 && !lsc_job_check (job, error))
            return FALSE;
          take_slice (self, node, k);
        }
    }
  return TRUE;
}

static gint64
begin_of (gsize index, gconstpointer data)
{
  return ((const LscOwned *) data)[index].begin_ns;
}

/* How many of the events own time, and whether each owns all of its own. */
static gsize
count_owners (const LscOwnedList *events, gboolean *are_apart)
{
  gint64 done_ns = G_MININT64;
  gsize n = 0;

  *are_apart = TRUE;
  for (gsize i = 0; i < events->n; i++)
    {
      const LscOwned *event = &events->items[i];

      *are_apart = *are_apart && event->begin_ns >= done_ns;
      if (event->end_ns <= done_ns)
        continue;
      done_ns = event->end_ns;
      n++;
    }
  return n;
}

/* Of events that run at the same time the one that started first owns it: what is left of the
 * others begins where all earlier ones have ended. Where none do, as of most streams, the events
 * are the owners. */
static void
find_owners (const LscOwnedList *events, LscOwnedList *out)
{
  gint64 done_ns = G_MININT64;
  gboolean are_apart;
  gsize n = count_owners (events, &are_apart);

  if (are_apart)
    {
      *out = *events;
      return;
    }
  lsc_owned_list_reserve (out, n);
  for (gsize i = 0; i < events->n; i++)
    {
      LscOwned owned = events->items[i];

      if (owned.end_ns <= done_ns)
        continue;
      owned.begin_ns = MAX (owned.begin_ns, done_ns);
      done_ns = owned.end_ns;
      lsc_owned_list_append (out, owned);
    }
}

/* Of these classes nobody asks for more than the owners: what they are made of goes. */
static void
drop_events (LscDeviceEvents *self, LscDeviceClass class)
{
  if (self->owned[class].items == self->events[class].items)
    return;
  lsc_owned_list_clear (&self->events[class]);
  self->events[class] = self->owned[class];
}

/** Cost: O(n log n) of the slices of the device. */
gboolean
_lsc_device_events_collect (LscDeviceEvents *self, const LscTimeline *timeline, LscJob *job,
                            GError **error)
{
  gsize n_names = lsc_intern_size (timeline->strings) + 1;
  g_autofree guint8 *task_kinds = g_new0 (guint8, n_names);
  g_autofree guint8 *is_p2p = g_new0 (guint8, n_names);
  Collect collect = { timeline, self, task_kinds, is_p2p };

  if (!take_lanes (&collect, job, error))
    return FALSE;
  for (guint i = 0; i < LSC_DEVICE_N; i++)
    {
      lsc_sort_items (self->events[i].items, self->events[i].n, sizeof (LscOwned), begin_of);
      find_owners (&self->events[i], &self->owned[i]);
    }
  drop_events (self, LSC_DEVICE_TRANSFER);
  drop_events (self, LSC_DEVICE_WAIT);
  return lsc_job_check (job, error);
}

void
_lsc_device_events_clear (LscDeviceEvents *self)
{
  for (guint i = 0; i < LSC_DEVICE_N; i++)
    {
      if (self->owned[i].items != self->events[i].items)
        lsc_owned_list_clear (&self->owned[i]);
      lsc_owned_list_clear (&self->events[i]);
    }
}
