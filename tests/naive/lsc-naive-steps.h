/* lsc-naive-steps.h - the device's steps, asked one by one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define NAIVE_NOT_ASKED G_MAXINT64

typedef enum
{
  NAIVE_TASK_KERNEL,
  NAIVE_TASK_COMM,
  NAIVE_TASK_COPY,
  NAIVE_TASK_OTHER, /* never the work of a step by itself */
} NaiveTaskType;

/** @asked: when the host asked for it; %NAIVE_NOT_ASKED = not recorded */
typedef struct
{
  NaiveTaskType type;
  guint stream;
  gint64 begin;
  gint64 end;
  gint64 asked;
} NaiveTask;

/** @begin, @end: the host's; what is found of the device stands behind them. */
typedef struct
{
  gint64 begin;
  gint64 end;
  gint64 device_begin;
  gint64 device_end;
  gint64 last_end; /* %G_MININT64 = no task */
  gint64 n[NAIVE_TASK_OTHER];
} NaiveMark;

/** @marks: by begin; item 0 and the last are no marks: what was asked for before and after them;
 * @skew: how much a task starts before it was asked for at most, 0 or less */
typedef struct
{
  const NaiveTask *tasks;
  gsize n_tasks;
  NaiveMark *marks;
  gsize n_marks;
  gint64 skew;
} NaiveDevice;

gsize naive_owner_of (const NaiveDevice *device, const NaiveTask *task);
gboolean naive_is_ahead (const NaiveDevice *device);
void naive_place_steps (const NaiveDevice *device);

G_END_DECLS
