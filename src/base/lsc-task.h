/* lsc-task.h - work on a thread, and its result brought back
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "base/lsc-job.h"

G_BEGIN_DECLS

/**
 * LscTask:
 *
 * A piece of work on its way. Whoever waits for it keeps a pointer, its slot, that is not %NULL for
 * as long as the work is wanted; another piece of work for the same slot takes its place.
 */
#define LSC_TYPE_TASK (lsc_task_get_type ())
G_DECLARE_FINAL_TYPE (LscTask, lsc_task, LSC, TASK, GObject)

/** Runs on a thread. Returns the result, which may be %NULL; sets the error if there is none. */
typedef gpointer (*LscTaskRun) (gpointer data, LscJob *job, GError **error);

/** Takes the result on the main loop: owns @result, %NULL with @error, and borrows the rest. */
typedef void (*LscTaskDone) (gpointer owner, gpointer result, gpointer data, const GError *error);

/**
 * LscTaskWork: what is to be done
 * @name: (transfer none): a constant, for logs and the watchdog
 * @title: (nullable): what users read, when the task is shown
 * @data: (transfer full): for @run and @done; freed after both, on any thread
 * @free_result: (nullable): frees, on any thread, what nobody wants any more
 * @done: (nullable): not called when the work was stopped, or when the owner is gone
 * @shown_in: (nullable): holds the task until it ends
 * @priority: against other tasks
 */
typedef struct
{
  const char *name;
  const char *title;
  LscTaskRun run;
  gpointer data;
  GDestroyNotify free_data;
  GDestroyNotify free_result;
  LscTaskDone done;
  GListStore *shown_in;
  int priority;
} LscTaskWork;

/**
 * LscTaskWish: who waits for work that somebody else describes
 * @slot: (nullable): of the owner
 * @data: (transfer full): for @done
 */
typedef struct
{
  gpointer owner;
  LscTask **slot;
  LscTaskDone done;
  gpointer data;
  GDestroyNotify free_data;
} LscTaskWish;

LscTask *lsc_task_start (gpointer owner, LscTask **slot, const LscTaskWork *work);
void lsc_task_stop (LscTask **slot);
void lsc_task_cancel (LscTask *self);
gboolean lsc_task_is_cancelled (LscTask *self);

guint lsc_task_count_running (void);

const char *lsc_task_get_title (LscTask *self);
const char *lsc_task_get_what (LscTask *self);
double lsc_task_get_fraction (LscTask *self);

void lsc_release_in_thread (gpointer data, GDestroyNotify release);

G_END_DECLS
