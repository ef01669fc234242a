/* lsc-naive-budget.c - what a step was at each of its nanoseconds, asked one by one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-naive-budget.h"

/* The event of a class that runs and started first. */
static guint
find_running (const NaiveStep *step, NaiveClass class, gint64 time)
{
  guint found = NAIVE_NOBODY;

  for (guint i = 0; i < step->n; i++)
    if (step->events[i].class == class && step->events[i].begin <= time &&
        time < step->events[i].end &&
        (found == NAIVE_NOBODY || step->events[i].begin < step->events[found].begin))
      found = i;
  return found;
}

/* Of two that start together what is no copy comes first, then what has a launch. */
static gboolean
is_before (const NaiveEvent *a, const NaiveEvent *b)
{
  if (a->begin != b->begin)
    return a->begin < b->begin;
  if (a->class == NAIVE_COPY || b->class == NAIVE_COPY)
    return FALSE;
  return a->launched != G_MAXINT64 && b->launched == G_MAXINT64;
}

/* The next to start that owns time; of those that start together one with a launch, a kernel before
 * an operator before a copy. */
static guint
find_next (const NaiveStep *step, gint64 time)
{
  static const NaiveClass classes[] = { NAIVE_COMPUTE, NAIVE_COMM, NAIVE_COPY };
  guint found = NAIVE_NOBODY;

  for (guint k = 0; k < G_N_ELEMENTS (classes); k++)
    for (guint i = 0; i < step->n; i++)
      if (step->events[i].class == classes[k] && step->events[i].begin > time &&
          step->events[i].end > step->events[i].begin &&
          (found == NAIVE_NOBODY || is_before (&step->events[i], &step->events[found])))
        found = i;
  return found;
}

/* Whether any kernel or operator that begins in the step does so at @time or earlier, or ends after
 * it. */
static gboolean
has_work (const NaiveStep *step, gint64 time, gboolean is_before)
{
  for (guint i = 0; i < step->n; i++)
    {
      const NaiveEvent *event = &step->events[i];

      if ((event->class == NAIVE_COMPUTE || event->class == NAIVE_COMM) &&
          event->end > event->begin && event->begin >= step->begin && event->begin < step->end &&
          (is_before ? event->begin <= time : event->end > time))
        return TRUE;
    }
  return FALSE;
}

static const char *
tell_idle (const NaiveStep *step, gint64 time, guint *owner)
{
  *owner = find_next (step, time);
  if (!step->is_device && !has_work (step, time, TRUE))
    return "prepare";
  if (!step->is_device && !has_work (step, time, FALSE))
    {
      *owner = NAIVE_NOBODY;
      return "tail";
    }
  if (*owner == NAIVE_NOBODY || step->events[*owner].launched == G_MAXINT64)
    return "free_unlinked";
  return time < step->events[*owner].launched ? "free_host" : "free_device";
}

/** Returns: the category of a nanosecond, and who owns it */
const char *
naive_budget_at (const NaiveStep *step, gint64 time, guint *owner)
{
  *owner = find_running (step, NAIVE_COMPUTE, time);
  if (*owner != NAIVE_NOBODY)
    return "compute";
  *owner = find_running (step, NAIVE_COMM, time);
  if (*owner != NAIVE_NOBODY)
    {
      if (find_running (step, NAIVE_TRANSFER, time) != NAIVE_NOBODY)
        return "comm_transfer";
      if (find_running (step, NAIVE_WAIT, time) == NAIVE_NOBODY)
        return "comm_other";
      return step->events[*owner].is_message ? "bubble" : "comm_wait";
    }
  *owner = find_running (step, NAIVE_COPY, time);
  return *owner != NAIVE_NOBODY ? "memcpy" : tell_idle (step, time, owner);
}
