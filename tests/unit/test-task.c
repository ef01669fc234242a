/* test-task.c - work on threads: results, errors, what is stopped and what is cancelled
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-error.h"
#include "base/lsc-task.h"

/** Somebody who waits, and what he was told. */
typedef struct
{
  LscTask *slot;
  GObject *owner;
  int n_told;
  char *result;
  GError *error;
} Waiter;

static int n_freed; /* data and unwanted results; by any thread */

static void
note_freed (gpointer data)
{
  g_free (data);
  g_atomic_int_inc (&n_freed);
}

static gpointer
run_copy (gpointer data, LscJob *job, GError **error)
{
  lsc_job_add_work (job, 2);
  lsc_job_did (job, 1);
  return g_strdup (data);
}

static gpointer
run_fail (gpointer data, LscJob *job, GError **error)
{
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_NOTHING, data);
  return NULL;
}

/* Runs until it is cancelled, and has a result nevertheless if @data says so. */
static gpointer
run_long (gpointer data, LscJob *job, GError **error)
{
  while (!lsc_job_is_cancelled (job))
    g_usleep (100);
  if (g_str_equal (data, "stubborn"))
    return g_strdup (data);
  lsc_job_check (job, error);
  return NULL;
}

static void
take (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  Waiter *waiter = g_object_get_data (owner, "waiter");

  g_assert_null (waiter->slot);
  waiter->n_told++;
  g_free (waiter->result);
  waiter->result = result;
  g_clear_error (&waiter->error);
  waiter->error = error ? g_error_copy (error) : NULL;
}

static void
waiter_init (Waiter *self)
{
  *self = (Waiter){ .owner = g_object_new (G_TYPE_OBJECT, NULL) };
  g_object_set_data (self->owner, "waiter", self);
  n_freed = 0;
}

static void
waiter_clear (Waiter *self)
{
  g_clear_object (&self->owner);
  g_clear_error (&self->error);
  g_clear_pointer (&self->result, g_free);
}

static LscTask *
start (Waiter *self, LscTaskRun run, const char *text, GListStore *shown_in)
{
  return lsc_task_start (self->owner, &self->slot,
                         &(LscTaskWork){ .name = "test",
                                         .title = "Testing",
                                         .run = run,
                                         .data = g_strdup (text),
                                         .free_data = note_freed,
                                         .free_result = note_freed,
                                         .done = take,
                                         .shown_in = shown_in });
}

/* Until all was freed that should be. */
static void
wait_freed (int n)
{
  while (g_atomic_int_get (&n_freed) < n)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (100);
    }
}

static void
test_result (void)
{
  g_autoptr (GListStore) list = g_list_store_new (LSC_TYPE_TASK);
  Waiter waiter;
  LscTask *task;

  waiter_init (&waiter);
  task = start (&waiter, run_copy, "found", list);
  g_assert_true (waiter.slot == task);
  g_assert_cmpstr (lsc_task_get_title (task), ==, "Testing");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  wait_freed (1);
  g_assert_cmpint (waiter.n_told, ==, 1);
  g_assert_cmpstr (waiter.result, ==, "found");
  g_assert_null (waiter.slot);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  waiter_clear (&waiter);
}

static void
test_error (void)
{
  Waiter waiter;

  waiter_init (&waiter);
  start (&waiter, run_fail, "nothing there", NULL);
  wait_freed (1);
  g_assert_cmpint (waiter.n_told, ==, 1);
  g_assert_null (waiter.result);
  g_assert_error (waiter.error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_assert_cmpstr (waiter.error->message, ==, "nothing there");
  waiter_clear (&waiter);
}

/* What is cancelled from outside tells its owner; what is stopped tells nobody. */
static void
test_cancel (void)
{
  Waiter waiter;

  waiter_init (&waiter);
  lsc_task_cancel (start (&waiter, run_long, "willing", NULL));
  wait_freed (1);
  g_assert_cmpint (waiter.n_told, ==, 1);
  g_assert_error (waiter.error, LSC_ERROR, LSC_ERROR_CANCELLED);

  start (&waiter, run_long, "stubborn", NULL);
  lsc_task_stop (&waiter.slot);
  g_assert_null (waiter.slot);
  lsc_task_stop (&waiter.slot); /* nothing to do */
  wait_freed (3);               /* the unwanted result, too */
  g_assert_cmpint (waiter.n_told, ==, 1);
  waiter_clear (&waiter);
}

static void
test_newest (void)
{
  Waiter waiter;
  LscTask *second;

  waiter_init (&waiter);
  start (&waiter, run_long, "stubborn", NULL);
  second = start (&waiter, run_copy, "second", NULL);
  g_assert_true (waiter.slot == second);
  wait_freed (3);
  g_assert_cmpint (waiter.n_told, ==, 1);
  g_assert_cmpstr (waiter.result, ==, "second");
  waiter_clear (&waiter);
}

/* Without slots both are wanted. */
static void
test_side_by_side (void)
{
  Waiter waiter;

  waiter_init (&waiter);
  for (int i = 0; i < 2; i++)
    lsc_task_start (waiter.owner, NULL,
                    &(LscTaskWork){ .name = "test",
                                    .run = run_copy,
                                    .data = g_strdup ("one of two"),
                                    .free_data = note_freed,
                                    .done = take });
  wait_freed (2);
  g_assert_cmpint (waiter.n_told, ==, 2);
  waiter_clear (&waiter);
}

static void
test_owner_gone (void)
{
  Waiter waiter;

  waiter_init (&waiter);
  start (&waiter, run_long, "stubborn", NULL);
  g_clear_object (&waiter.owner);
  g_assert_null (waiter.slot);
  wait_freed (2);
  g_assert_cmpint (waiter.n_told, ==, 0);
  waiter_clear (&waiter);
}

/* An object that was disposed is as good as gone, though somebody still holds it. */
static void
test_owner_disposed (void)
{
  Waiter waiter;

  waiter_init (&waiter);
  start (&waiter, run_long, "stubborn", NULL);
  g_object_run_dispose (waiter.owner);
  g_assert_null (waiter.slot);
  wait_freed (2);
  g_assert_cmpint (waiter.n_told, ==, 0);
  waiter_clear (&waiter);
}

static void
on_fraction (LscTask *task, GParamSpec *pspec, double *most)
{
  *most = MAX (*most, lsc_task_get_fraction (task));
}

static void
test_progress (void)
{
  Waiter waiter;
  double most = 0.0;

  waiter_init (&waiter);
  g_signal_connect (start (&waiter, run_copy, "half", NULL), "notify::fraction",
                    G_CALLBACK (on_fraction), &most);
  wait_freed (1);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpfloat (most, ==, 0.5);
  waiter_clear (&waiter);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task/result", test_result);
  g_test_add_func ("/task/error", test_error);
  g_test_add_func ("/task/cancel", test_cancel);
  g_test_add_func ("/task/newest", test_newest);
  g_test_add_func ("/task/side-by-side", test_side_by_side);
  g_test_add_func ("/task/owner-gone", test_owner_gone);
  g_test_add_func ("/task/owner-disposed", test_owner_disposed);
  g_test_add_func ("/task/progress", test_progress);
  return g_test_run ();
}
