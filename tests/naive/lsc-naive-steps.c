/* lsc-naive-steps.c - the device's steps, asked one by one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-naive-steps.h"

/* The mark in which something was asked for; in a pause the number of marks. */
static gsize
find_mark (const NaiveDevice *device, gint64 asked)
{
  gsize last = device->n_marks - 1;

  for (gsize i = last; i-- > 1;)
    if (device->marks[i].begin <= asked && asked < device->marks[i].end)
      return i;
  if (last == 1 || asked < device->marks[1].begin)
    return 0;
  return asked >= device->marks[last - 1].end ? last : device->n_marks;
}

/** Returns: index of the mark; 0 and the last where it is of no step; the number of marks where it
 *   is of nobody */
gsize
naive_owner_of (const NaiveDevice *device, const NaiveTask *task)
{
  const NaiveTask *around = NULL;

  if (task->asked != NAIVE_NOT_ASKED)
    return find_mark (device, task->asked);
  if (task->type == NAIVE_TASK_OTHER)
    return device->n_marks;
  for (gsize i = 0; i < device->n_tasks; i++)
    {
      const NaiveTask *other = &device->tasks[i];

      if (other->stream == task->stream && other->asked != NAIVE_NOT_ASKED &&
          other->begin <= task->begin && (!around || other->begin >= around->begin))
        around = other;
    }
  return around ? find_mark (device, around->asked) : 0;
}

/** Returns: whether a task runs beyond the mark in which it was asked for */
gboolean
naive_is_ahead (const NaiveDevice *device)
{
  for (gsize i = 0; i < device->n_tasks; i++)
    {
      gsize mark = naive_owner_of (device, &device->tasks[i]);

      if (mark > 0 && mark + 1 < device->n_marks &&
          device->tasks[i].end > device->marks[mark].end + device->skew)
        return TRUE;
    }
  return FALSE;
}

static gint64
find_first (const NaiveDevice *device, gsize mark, NaiveTaskType type)
{
  gint64 first = G_MAXINT64;

  for (gsize i = 0; i < device->n_tasks; i++)
    if (device->tasks[i].type == type && naive_owner_of (device, &device->tasks[i]) == mark)
      first = MIN (first, device->tasks[i].begin);
  return first;
}

static void
count (const NaiveDevice *device)
{
  for (gsize i = 0; i < device->n_marks; i++)
    {
      NaiveMark *mark = &device->marks[i];

      mark->last_end = G_MININT64;
      for (gsize k = 0; k < device->n_tasks; k++)
        {
          const NaiveTask *task = &device->tasks[k];

          if (naive_owner_of (device, task) != i)
            continue;
          mark->last_end = MAX (mark->last_end, task->end);
          if (task->type != NAIVE_TASK_OTHER)
            mark->n[task->type]++;
        }
    }
}

/** Where the steps are on the device, if the host is ahead, else where the host has them. */
void
naive_place_steps (const NaiveDevice *device)
{
  gboolean is_ahead = naive_is_ahead (device);
  gint64 next = G_MAXINT64;

  count (device);
  for (gsize i = device->n_marks - 1; i-- > 1;)
    {
      NaiveMark *mark = &device->marks[i];
      gint64 begin = find_first (device, i, NAIVE_TASK_KERNEL);

      if (begin == G_MAXINT64)
        begin = find_first (device, i, NAIVE_TASK_COMM);
      if (!is_ahead)
        {
          mark->device_begin = mark->begin;
          mark->device_end = mark->end;
        }
      else if (begin == G_MAXINT64)
        mark->device_begin = mark->device_end = next == G_MAXINT64 ? mark->end : next;
      else
        {
          mark->device_begin = MIN (begin, next);
          mark->device_end = next == G_MAXINT64 ? MAX (mark->last_end, begin) : next;
          next = mark->device_begin;
        }
    }
}
