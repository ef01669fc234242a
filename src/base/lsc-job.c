/* lsc-job.c - progress and cancellation of long work, and a worker pool
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-job.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

#define TELL_INTERVAL_US (G_USEC_PER_SEC / 10)

struct _LscJob
{
  GCancellable *cancellable;
  LscJobProgressFunc progress;
  gpointer user_data;
  guint n_threads; /* 0 = one for each processor */
  GMutex lock;
  gint64 total;
  gint64 done;
  gint64 told_at_us;
  char *what;
  GPtrArray *members; /* (nullable) (element-type LscJob): jobs for which this one works, may be
                         %NULL each */
};

/**
 * lsc_job_new:
 * @cancellable: (nullable): stops the work when cancelled
 * @progress: (nullable): told how far the work is
 *
 * Returns: (transfer full): a job without work
 */
LscJob *
lsc_job_new (GCancellable *cancellable, LscJobProgressFunc progress, gpointer user_data)
{
  LscJob *self = g_new0 (LscJob, 1);

  g_set_object (&self->cancellable, cancellable);
  self->progress = progress;
  self->user_data = user_data;
  g_mutex_init (&self->lock);
  return self;
}

/**
 * lsc_job_new_joint:
 * @n_threads: that the work may use, 0 = one for each processor
 *
 * Work that several wait for: it tells all of them how far it is, and is cancelled when the last of
 * them has left or is cancelled.
 *
 * Returns: (transfer full): a job that nobody waits for yet, and so counts as cancelled
 */
LscJob *
lsc_job_new_joint (guint n_threads)
{
  LscJob *self = lsc_job_new (NULL, NULL, NULL);

  self->n_threads = n_threads;
  self->members = g_ptr_array_new ();
  return self;
}

/**
 * lsc_job_join:
 * @self: of lsc_job_new_joint()
 * @member: (nullable): job of one who waits; %NULL never cancels. It lives until it leaves
 *
 * Thread: any.
 */
void
lsc_job_join (LscJob *self, LscJob *member)
{
  g_return_if_fail (self && self->members && self != member);

  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->members, member);
  if (self->total > 0) /* what was done before counts for those who come later, too */
    lsc_job_add_work (member, self->total);
  if (self->done > 0)
    lsc_job_did (member, self->done);
  if (self->what)
    lsc_job_say (member, self->what);
  g_mutex_unlock (&self->lock);
}

/** lsc_job_leave: @member does not wait any more. Thread: any. */
void
lsc_job_leave (LscJob *self, LscJob *member)
{
  g_return_if_fail (self && self->members);

  g_mutex_lock (&self->lock);
  g_ptr_array_remove (self->members, member);
  g_mutex_unlock (&self->lock);
}

void
lsc_job_free (LscJob *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_clear_object (&self->cancellable);
  g_mutex_clear (&self->lock);
  g_free (self->what);
  g_free (self);
}

/**
 * lsc_job_set_n_threads:
 * @n_threads: that the work may use, the one it runs on included; 0 = one for each processor
 *
 * To be told before the job is shared.
 */
void
lsc_job_set_n_threads (LscJob *self, guint n_threads)
{
  self->n_threads = n_threads;
}

/**
 * lsc_job_get_n_threads:
 *
 * For what has a thread of its own to help it, however many it is told to read with.
 *
 * Returns: how many threads the work may use, 1 or more
 */
guint
lsc_job_get_n_threads (LscJob *self)
{
  return self && self->n_threads > 0 ? self->n_threads : g_get_num_processors ();
}

static void
tell (LscJob *self, gboolean always)
{
  gint64 now = g_get_monotonic_time ();

  /* Every listener redraws something: more often than this it would cost more than the work. */
  if (!self->progress || (!always && now - self->told_at_us < TELL_INTERVAL_US))
    return;
  self->told_at_us = now;
  self->progress (self->total > 0 ? CLAMP ((double) self->done / (double) self->total, 0.0, 1.0)
                                  : 0.0,
                  self->what ? self->what : "", self->user_data);
}

/**
 * lsc_job_add_work:
 * @units: more work that is known to lie ahead (rows, bytes; any unit, the same for all)
 */
void
lsc_job_add_work (LscJob *self, gint64 units)
{
  if (!self)
    return;
  g_mutex_lock (&self->lock);
  self->total += units;
  for (guint i = 0; self->members && i < self->members->len; i++)
    lsc_job_add_work (self->members->pdata[i], units);
  g_mutex_unlock (&self->lock);
}

/**
 * lsc_job_did:
 * @units: work done since the last call
 */
void
lsc_job_did (LscJob *self, gint64 units)
{
  if (!self)
    return;
  g_mutex_lock (&self->lock);
  self->done += units;
  tell (self, FALSE);
  for (guint i = 0; self->members && i < self->members->len; i++)
    lsc_job_did (self->members->pdata[i], units);
  g_mutex_unlock (&self->lock);
}

/**
 * lsc_job_say:
 * @what: a short translated phrase on what is being done now
 */
void
lsc_job_say (LscJob *self, const char *what)
{
  if (!self)
    return;
  g_mutex_lock (&self->lock);
  g_free (self->what);
  self->what = g_strdup (what);
  tell (self, TRUE);
  for (guint i = 0; self->members && i < self->members->len; i++)
    lsc_job_say (self->members->pdata[i], what);
  g_mutex_unlock (&self->lock);
}

/* Whether nobody waits for joint work any more. */
static gboolean
is_left (LscJob *self)
{
  gboolean is_wanted = FALSE;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->members->len && !is_wanted; i++)
    is_wanted = !lsc_job_is_cancelled (self->members->pdata[i]);
  g_mutex_unlock (&self->lock);
  return !is_wanted;
}

gboolean
lsc_job_is_cancelled (LscJob *self)
{
  if (!self)
    return FALSE;
  return self->members ? is_left (self)
                       : self->cancellable && g_cancellable_is_cancelled (self->cancellable);
}

/**
 * lsc_job_check:
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED when the work is to stop
 */
gboolean
lsc_job_check (LscJob *self, GError **error)
{
  if (!lsc_job_is_cancelled (self))
    return TRUE;
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_CANCELLED, _ ("Cancelled"));
  return FALSE;
}

typedef struct
{
  LscJobFunc func;
  gpointer user_data;
  gsize n;
  gsize next;
} Pool;

static gpointer
work (gpointer data)
{
  Pool *pool = data;

  for (;;)
    {
      gsize index = (gsize) g_atomic_pointer_add (&pool->next, 1);

      if (index >= pool->n)
        return NULL;
      pool->func (index, pool->user_data);
    }
}

/**
 * lsc_job_run_parallel:
 * @n_threads: threads to use, this one included; 0 = one for each processor
 * @n: pieces of work
 * @func: called once for each index below @n, in no order
 *
 * Returns when all pieces are done.
 */
void
lsc_job_run_parallel (guint n_threads, gsize n, LscJobFunc func, gpointer user_data)
{
  Pool pool = { func, user_data, n, 0 };
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  if (n_threads == 0)
    n_threads = g_get_num_processors ();
  /* This thread works too, so that without any other the work is done all the same. */
  for (guint i = 1; i < n_threads && i < n; i++)
    {
      /* A system that is out of threads makes the work slower; it does not end the program. */
      GThread *thread = g_thread_try_new ("lsc-worker", work, &pool, NULL);

      if (thread)
        g_ptr_array_add (threads, thread);
    }
  work (&pool);
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));
}
