/* lsc-naive-budget.h - what a step was at each of its nanoseconds, asked one by one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define NAIVE_NOBODY G_MAXUINT32

typedef enum
{
  NAIVE_COMPUTE,
  NAIVE_COMM,
  NAIVE_TRANSFER,
  NAIVE_WAIT,
  NAIVE_COPY,
} NaiveClass;

/** @launched: when its launch ended, in the time of the device; G_MAXINT64 = not known */
typedef struct
{
  NaiveClass class;
  gint64 begin;
  gint64 end;
  gint64 launched;
  gboolean is_message; /* between two ranks */
} NaiveEvent;

typedef struct
{
  const NaiveEvent *events; /* of equal begin the first owns */
  guint n;
  gint64 begin; /* of the step */
  gint64 end;
  gboolean is_device; /* it ends with the first kernel of the next one: nothing prepares */
} NaiveStep;

const char *naive_budget_at (const NaiveStep *step, gint64 time, guint *owner);

G_END_DECLS
