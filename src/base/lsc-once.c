/* lsc-once.c - a result that is made when it is first asked for, once for all who ask
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-once.h"

#include "base/lsc-error.h"

/* How often one who waits looks whether he is still wanted himself. */
#define LOOK_US (G_USEC_PER_SEC / 50)

/** The making of a result. Those who wait share it, so that it outlives the maker's look at it. */
typedef struct
{
  guint n_waiting; /* under the lock of the place */
  LscJob *job;     /* joint */
  gboolean is_done;
  gboolean is_stale; /* what it makes was forgotten meanwhile: it is for those who wait alone */
  gpointer result;   /* (nullable) */
  GError *error;     /* (nullable) */
} Making;

struct _LscOnce
{
  GMutex lock;
  GCond changed;
  LscOnceRef ref;
  GDestroyNotify unref;
  gpointer result; /* (nullable) */
  Making *making;  /* (nullable) */
};

/**
 * lsc_once_new:
 * @ref: gives another reference to a result
 * @unref: gives one back
 *
 * Returns: (transfer full): a place without a result
 */
LscOnce *
lsc_once_new (LscOnceRef ref, GDestroyNotify unref)
{
  LscOnce *self;

  g_return_val_if_fail (ref && unref, NULL);
  self = g_new0 (LscOnce, 1);
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->ref = ref;
  self->unref = unref;
  return self;
}

/** lsc_once_free: @self: (nullable): nobody asks it any more */
void
lsc_once_free (LscOnce *self)
{
  if (!self)
    return;
  g_assert (!self->making);
  if (self->result)
    self->unref (self->result);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self);
}

/* Gives up a hold of @making; the last one takes it down. Under the lock. */
static void
leave (LscOnce *self, Making *making, LscJob *job)
{
  lsc_job_leave (making->job, job);
  if (--making->n_waiting > 0)
    return;
  if (making->result)
    self->unref (making->result);
  g_clear_error (&making->error);
  lsc_job_free (making->job);
  g_free (making);
}

/* What came out, for one of those who waited. Under the lock. Returns whether it is an answer:
 * work that was cancelled because another one was alone with it is none. */
static gboolean
take (LscOnce *self, const Making *making, LscJob *job, gpointer *result, GError **error)
{
  if (!lsc_job_check (job, error))
    return TRUE;
  if (making->result)
    {
      *result = self->ref (making->result);
      return TRUE;
    }
  if (g_error_matches (making->error, LSC_ERROR, LSC_ERROR_CANCELLED))
    return FALSE;
  if (error && making->error)
    *error = g_error_copy (making->error);
  return TRUE;
}

/* Under the lock, which is let go while the work is done. */
static gboolean
make_it (LscOnce *self, LscOnceMake make, gpointer data, LscJob *job, gpointer *result,
         GError **error)
{
  Making *making = g_new0 (Making, 1);
  gboolean is_answer;

  making->n_waiting = 1;
  making->job = lsc_job_new_joint (lsc_job_get_n_threads (job));
  lsc_job_join (making->job, job);
  self->making = making;
  g_mutex_unlock (&self->lock);
  making->result = make (data, making->job, &making->error);
  g_mutex_lock (&self->lock);
  making->is_done = TRUE;
  if (self->making == making)
    self->making = NULL;
  if (making->result && !making->is_stale)
    self->result = self->ref (making->result);
  g_cond_broadcast (&self->changed);
  is_answer = take (self, making, job, result, error);
  leave (self, making, job);
  return is_answer;
}

/* Under the lock, which is let go while another one works. */
static gboolean
wait_for (LscOnce *self, LscJob *job, gpointer *result, GError **error)
{
  Making *making = self->making;
  gboolean is_answer;

  making->n_waiting++;
  lsc_job_join (making->job, job);
  while (!making->is_done && !lsc_job_is_cancelled (job))
    g_cond_wait_until (&self->changed, &self->lock, g_get_monotonic_time () + LOOK_US);
  is_answer = take (self, making, job, result, error);
  leave (self, making, job);
  return is_answer;
}

/**
 * lsc_once_get:
 * @make: makes the result of @data; it must not ask the same place
 * @job: (nullable): of the one who asks; progress of the work is told to it
 *
 * Errors: those of @make; %LSC_ERROR_CANCELLED when @job was cancelled.
 *
 * Returns: (transfer full) (nullable): the result, made now or before; %NULL with @error
 */
gpointer
lsc_once_get (LscOnce *self, LscOnceMake make, gpointer data, LscJob *job, GError **error)
{
  gpointer result = NULL;
  gboolean is_answer = FALSE;

  g_return_val_if_fail (self && make, NULL);
  g_mutex_lock (&self->lock);
  while (!is_answer)
    if (self->result)
      {
        result = self->ref (self->result);
        is_answer = TRUE;
      }
    else if (self->making)
      is_answer = wait_for (self, job, &result, error);
    else
      is_answer = !lsc_job_check (job, error) || make_it (self, make, data, job, &result, error);
  g_mutex_unlock (&self->lock);
  return result;
}

/** Returns: (transfer full) (nullable): the result if it is there */
gpointer
lsc_once_peek (LscOnce *self)
{
  gpointer result;

  g_return_val_if_fail (self, NULL);
  g_mutex_lock (&self->lock);
  result = self->result ? self->ref (self->result) : NULL;
  g_mutex_unlock (&self->lock);
  return result;
}

/**
 * lsc_once_forget:
 *
 * Lets go of the result, which lives on with those who have it. What is being made now is for those
 * alone who wait for it.
 */
void
lsc_once_forget (LscOnce *self)
{
  gpointer result;

  g_return_if_fail (self);
  g_mutex_lock (&self->lock);
  result = g_steal_pointer (&self->result);
  if (self->making)
    {
      self->making->is_stale = TRUE;
      self->making = NULL;
    }
  g_mutex_unlock (&self->lock);
  if (result)
    self->unref (result);
}
