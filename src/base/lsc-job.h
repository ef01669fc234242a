/* lsc-job.h - progress and cancellation of long work, and a worker pool
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * LscJob:
 *
 * What a long function is given by whoever waits for it: a place to report progress and a way to be
 * stopped. One job may be shared by several threads. Every function that takes a job accepts %NULL.
 */
typedef struct _LscJob LscJob;

/** Told at most ten times a second, on the thread that works. */
typedef void (*LscJobProgressFunc) (double share, const char *what, gpointer user_data);

/** One of n independent pieces of work, run on some thread. */
typedef void (*LscJobFunc) (gsize index, gpointer user_data);

LscJob *lsc_job_new (GCancellable *cancellable, LscJobProgressFunc progress, gpointer user_data);
LscJob *lsc_job_new_joint (guint n_threads);
void lsc_job_join (LscJob *self, LscJob *member);
void lsc_job_leave (LscJob *self, LscJob *member);
void lsc_job_free (LscJob *self);
void lsc_job_set_n_threads (LscJob *self, guint n_threads);
guint lsc_job_get_n_threads (LscJob *self);

void lsc_job_add_work (LscJob *self, gint64 units);
void lsc_job_did (LscJob *self, gint64 units);
void lsc_job_say (LscJob *self, const char *what);
gboolean lsc_job_is_cancelled (LscJob *self);
gboolean lsc_job_check (LscJob *self, GError **error);

void lsc_job_run_parallel (guint n_threads, gsize n, LscJobFunc func, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscJob, lsc_job_free)

G_END_DECLS
