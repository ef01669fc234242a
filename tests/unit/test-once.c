/* test-once.c - results that are made once for all who ask
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-error.h"
#include "base/lsc-once.h"

#define N_ASKING 8

/** A result that counts its references. */
typedef struct
{
  gatomicrefcount refs;
  int *n_freed;
} Thing;

static gpointer
thing_ref (gpointer data)
{
  g_atomic_ref_count_inc (&((Thing *) data)->refs);
  return data;
}

static void
thing_unref (gpointer data)
{
  Thing *self = data;

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_atomic_int_inc (self->n_freed);
  g_free (self);
}

/** How a thing is made. @gate: making waits until it is opened, or the work is cancelled */
typedef struct
{
  LscOnce *once;
  int gate;
  int n_begun;
  int n_made;
  int n_freed;
  gboolean fails;
} Plan;

static gpointer
make (gpointer data, LscJob *job, GError **error)
{
  Plan *plan = data;
  Thing *thing;

  g_atomic_int_inc (&plan->n_begun);
  lsc_job_add_work (job, 10);
  while (!g_atomic_int_get (&plan->gate))
    {
      if (!lsc_job_check (job, error))
        return NULL;
      g_usleep (500);
    }
  lsc_job_did (job, 10);
  if (plan->fails)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT, "broken");
      return NULL;
    }
  g_atomic_int_inc (&plan->n_made);
  thing = g_new0 (Thing, 1);
  g_atomic_ref_count_init (&thing->refs);
  thing->n_freed = &plan->n_freed;
  return thing;
}

/** One who asks. */
typedef struct
{
  Plan *plan;
  GCancellable *cancellable;
  LscJob *job;
  GThread *thread;
  Thing *thing;
  GError *error;
  double share;
  char what[16];
} Asking;

static void
on_progress (double share, const char *what, gpointer user_data)
{
  Asking *self = user_data;

  self->share = share;
  g_strlcpy (self->what, what, sizeof self->what);
}

static gpointer
ask (gpointer data)
{
  Asking *self = data;

  self->thing = lsc_once_get (self->plan->once, make, self->plan, self->job, &self->error);
  return NULL;
}

static void
asking_start (Asking *self, Plan *plan)
{
  *self = (Asking){ .plan = plan, .cancellable = g_cancellable_new () };
  self->job = lsc_job_new (self->cancellable, on_progress, self);
  self->thread = g_thread_new ("asking", ask, self);
}

static void
asking_wait (Asking *self)
{
  g_clear_pointer (&self->thread, g_thread_join);
}

static void
asking_end (Asking *self)
{
  asking_wait (self);
  g_clear_pointer (&self->thing, thing_unref);
  g_clear_error (&self->error);
  lsc_job_free (self->job);
  g_object_unref (self->cancellable);
}

static void
wait_begun (Plan *plan, int n)
{
  while (g_atomic_int_get (&plan->n_begun) < n)
    g_usleep (200);
  g_usleep (30000); /* the others have come to wait */
}

static void
plan_init (Plan *plan)
{
  *plan = (Plan){ .once = lsc_once_new (thing_ref, thing_unref) };
}

static void
test_shared (void)
{
  Asking asking[N_ASKING];
  Plan plan;

  plan_init (&plan);
  for (guint i = 0; i < N_ASKING; i++)
    asking_start (&asking[i], &plan);
  wait_begun (&plan, 1);
  g_atomic_int_set (&plan.gate, 1);
  for (guint i = 0; i < N_ASKING; i++)
    asking_wait (&asking[i]);
  for (guint i = 0; i < N_ASKING; i++)
    {
      g_assert_no_error (asking[i].error);
      g_assert_nonnull (asking[i].thing);
      g_assert_true (asking[i].thing == asking[0].thing);
    }
  g_assert_cmpint (plan.n_begun, ==, 1);
  lsc_once_forget (plan.once);
  g_assert_cmpint (plan.n_freed, ==, 0); /* those who asked hold it */
  for (guint i = 0; i < N_ASKING; i++)
    asking_end (&asking[i]);
  g_assert_cmpint (plan.n_freed, ==, 1);
  lsc_once_free (plan.once);
}

/* The first one leaves; the work goes on for the second. */
static void
test_one_leaves (void)
{
  Asking first, second;
  Plan plan;

  plan_init (&plan);
  asking_start (&first, &plan);
  wait_begun (&plan, 1);
  asking_start (&second, &plan);
  g_usleep (30000);
  g_cancellable_cancel (first.cancellable);
  g_usleep (30000);
  g_atomic_int_set (&plan.gate, 1);
  asking_wait (&first);
  asking_wait (&second);
  g_assert_error (first.error, LSC_ERROR, LSC_ERROR_CANCELLED);
  g_assert_null (first.thing);
  g_assert_nonnull (second.thing);
  g_assert_cmpint (plan.n_begun, ==, 1);
  asking_end (&first);
  asking_end (&second);
  lsc_once_free (plan.once);
  g_assert_cmpint (plan.n_freed, ==, 1);
}

/* All leave; who comes later makes it anew. */
static void
test_all_leave (void)
{
  Asking first, second, third;
  Plan plan;

  plan_init (&plan);
  asking_start (&first, &plan);
  wait_begun (&plan, 1);
  asking_start (&second, &plan);
  g_usleep (30000);
  g_cancellable_cancel (second.cancellable);
  g_cancellable_cancel (first.cancellable);
  asking_end (&first);
  asking_end (&second);
  g_assert_cmpint (plan.n_made, ==, 0);
  g_atomic_int_set (&plan.gate, 1);
  asking_start (&third, &plan);
  asking_wait (&third);
  g_assert_nonnull (third.thing);
  g_assert_cmpint (plan.n_begun, ==, 2);
  asking_end (&third);
  lsc_once_free (plan.once);
}

/* A failure is told to all, and is not kept. */
static void
test_failure (void)
{
  Asking asking[N_ASKING], later;
  Plan plan;

  plan_init (&plan);
  plan.fails = TRUE;
  for (guint i = 0; i < N_ASKING; i++)
    asking_start (&asking[i], &plan);
  wait_begun (&plan, 1);
  g_atomic_int_set (&plan.gate, 1);
  for (guint i = 0; i < N_ASKING; i++)
    {
      asking_wait (&asking[i]);
      g_assert_error (asking[i].error, LSC_ERROR, LSC_ERROR_CORRUPT);
      asking_end (&asking[i]);
    }
  g_assert_null (lsc_once_peek (plan.once));
  plan.fails = FALSE;
  asking_start (&later, &plan);
  asking_wait (&later);
  g_assert_nonnull (later.thing);
  asking_end (&later);
  lsc_once_free (plan.once);
}

/* What is forgotten while it is made is for those who wait, and not for those who come later. */
static void
test_forget (void)
{
  Asking before, after;
  Plan plan;

  plan_init (&plan);
  asking_start (&before, &plan);
  wait_begun (&plan, 1);
  lsc_once_forget (plan.once);
  asking_start (&after, &plan);
  wait_begun (&plan, 2);
  g_atomic_int_set (&plan.gate, 1);
  asking_wait (&before);
  asking_wait (&after);
  g_assert_nonnull (before.thing);
  g_assert_nonnull (after.thing);
  g_assert_true (before.thing != after.thing);
  asking_end (&before);
  asking_end (&after);
  lsc_once_free (plan.once);
  g_assert_cmpint (plan.n_freed, ==, 2);
}

/* Who waits sees how far the work is, also what was done before he came. */
static void
test_progress (void)
{
  g_autoptr (LscJob) joint = lsc_job_new_joint (1);
  Asking early = { 0 }, late = { 0 };
  g_autoptr (LscJob) first = lsc_job_new (NULL, on_progress, &early);
  g_autoptr (LscJob) second = lsc_job_new (NULL, on_progress, &late);

  g_assert_true (lsc_job_is_cancelled (joint));
  lsc_job_join (joint, first);
  g_assert_false (lsc_job_is_cancelled (joint));
  lsc_job_add_work (joint, 100);
  lsc_job_did (joint, 50);
  lsc_job_say (joint, "half");
  lsc_job_join (joint, second);
  g_assert_cmpstr (early.what, ==, "half");
  g_assert_cmpstr (late.what, ==, "half");
  g_assert_cmpfloat (early.share, ==, 0.5);
  g_assert_cmpfloat (late.share, ==, 0.5);
  lsc_job_leave (joint, first);
  lsc_job_leave (joint, second);
  g_assert_true (lsc_job_is_cancelled (joint));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/once/shared", test_shared);
  g_test_add_func ("/once/one-leaves", test_one_leaves);
  g_test_add_func ("/once/all-leave", test_all_leave);
  g_test_add_func ("/once/failure", test_failure);
  g_test_add_func ("/once/forget", test_forget);
  g_test_add_func ("/once/progress", test_progress);
  return g_test_run ();
}
