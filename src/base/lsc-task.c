/* lsc-task.c - work on a thread, and its result brought back
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-task.h"

#include "base/lsc-visible.h"
#include "base/lsc-watchdog.h"

/* Progress is told on the thread that works, under a lock; the properties change on the main loop
 * only, at most once for any number of tellings in between. Owner and slot are touched on the main
 * loop alone, and the thread holds no reference of the owner: widgets must not die there. */
struct _LscTask
{
  GObject parent_instance;

  LscTaskWork work;
  gpointer owner; /* (nullable): watched */
  LscTask **slot; /* (nullable): in the owner; it points here */
  gboolean is_wanted;

  char *title;
  char *what;
  double fraction;
  GCancellable *cancellable;
  LscJob *job;

  GMutex lock;
  char *told_what;
  double told_fraction;
  guint idle_id;
};

G_DEFINE_FINAL_TYPE (LscTask, lsc_task, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_WHAT,
  PROP_FRACTION,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static gboolean
on_idle_apply (gpointer user_data)
{
  LscTask *self = user_data;
  g_autofree char *what = NULL;
  double fraction;
  LSC_WATCH ("task: progress");

  g_mutex_lock (&self->lock);
  self->idle_id = 0;
  what = g_steal_pointer (&self->told_what);
  fraction = self->told_fraction;
  g_mutex_unlock (&self->lock);

  if (what && g_strcmp0 (what, self->what) != 0)
    {
      g_free (self->what);
      self->what = g_steal_pointer (&what);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WHAT]);
    }
  if (fraction != self->fraction)
    {
      self->fraction = fraction;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FRACTION]);
    }
  return G_SOURCE_REMOVE;
}

static void
on_progress (double share, const char *what, gpointer user_data)
{
  LscTask *self = user_data;

  g_mutex_lock (&self->lock);
  self->told_fraction = share;
  g_free (self->told_what);
  self->told_what = lsc_visible_line (what);
  if (self->idle_id == 0)
    self->idle_id = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_idle_apply, g_object_ref (self),
                                     g_object_unref);
  g_mutex_unlock (&self->lock);
}

static void
lsc_task_finalize (GObject *object)
{
  LscTask *self = LSC_TASK (object);

  lsc_job_free (self->job);
  g_clear_object (&self->cancellable);
  g_free (self->title);
  g_free (self->what);
  g_free (self->told_what);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (lsc_task_parent_class)->finalize (object);
}

static void
lsc_task_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LscTask *self = LSC_TASK (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_WHAT:
      g_value_set_string (value, self->what);
      break;
    case PROP_FRACTION:
      g_value_set_double (value, self->fraction);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lsc_task_class_init (LscTaskClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = lsc_task_finalize;
  object_class->get_property = lsc_task_get_property;
  properties[PROP_TITLE] =
      g_param_spec_string ("title", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_WHAT] =
      g_param_spec_string ("what", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_FRACTION] = g_param_spec_double ("fraction", NULL, NULL, 0.0, 1.0, 0.0,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
lsc_task_init (LscTask *self)
{
  g_mutex_init (&self->lock);
  self->cancellable = g_cancellable_new ();
  self->is_wanted = TRUE;
}

/* ---- running ---- */

static void
run_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  LscTask *self = task_data;
  GError *error = NULL;
  gpointer result = self->work.run (self->work.data, self->job, &error);

  if (error)
    {
      g_assert (result == NULL);
      g_task_return_error (task, error);
    }
  else
    g_task_return_pointer (task, result, self->work.free_result);
}

static void on_owner_gone (gpointer data, GObject *owner);

/* Nobody looks at this task any more. */
static void
leave_owner (LscTask *self)
{
  if (self->slot)
    *self->slot = NULL;
  self->slot = NULL;
  if (self->owner)
    g_object_weak_unref (self->owner, on_owner_gone, self);
  self->owner = NULL;
}

/* Told when the owner is disposed, while its memory is still there. */
static void
on_owner_gone (gpointer data, GObject *owner)
{
  LscTask *self = data;

  self->owner = NULL;
  self->is_wanted = FALSE;
  leave_owner (self);
  g_cancellable_cancel (self->cancellable);
}

static void
hide (LscTask *self)
{
  guint position;

  if (self->work.shown_in && g_list_store_find (self->work.shown_in, self, &position))
    g_list_store_remove (self->work.shown_in, position);
  g_clear_object (&self->work.shown_in);
}

static guint n_running; /* started and not told of yet; main thread */

static void
on_finished (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LscTask) self = user_data;
  g_autoptr (GObject) owner = self->owner ? g_object_ref (self->owner) : NULL;
  g_autoptr (GError) error = NULL;
  gpointer found = g_task_propagate_pointer (G_TASK (result), &error);
  LSC_WATCH (self->work.name);

  leave_owner (self);
  if (self->is_wanted && self->work.done)
    self->work.done (owner, found, self->work.data, error);
  else if (self->work.free_result)
    lsc_release_in_thread (found, self->work.free_result);
  if (self->work.free_data)
    lsc_release_in_thread (self->work.data, self->work.free_data);
  hide (self);
  n_running--;
}

/**
 * lsc_task_count_running:
 *
 * Thread: main.
 *
 * Returns: how many tasks of the program are on their way, also those that nobody waits for
 */
guint
lsc_task_count_running (void)
{
  return n_running;
}

/**
 * lsc_task_start:
 * @owner: (nullable): an object; once it is disposed nothing is told, and the work is cancelled
 * @slot: (nullable): a field of @owner; what it holds is stopped first. It holds the new task until
 *   that is done, stopped, or @owner is gone
 * @work: copied
 *
 * Runs work on a thread. Errors, that of a cancel by lsc_task_cancel() too, come to @done.
 *
 * Thread: main.
 *
 * Returns: (transfer none): the task
 */
LscTask *
lsc_task_start (gpointer owner, LscTask **slot, const LscTaskWork *work)
{
  LscTask *self = g_object_new (LSC_TYPE_TASK, NULL);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_finished, self);

  g_assert (work->run && work->name);
  self->work = *work;
  self->title = work->title ? lsc_visible_line (work->title) : NULL;
  self->job = lsc_job_new (self->cancellable, work->title ? on_progress : NULL, self);
  self->owner = owner;
  if (owner)
    g_object_weak_ref (owner, on_owner_gone, self);
  if (slot)
    {
      lsc_task_stop (slot);
      self->slot = slot;
      *slot = self;
    }
  if (work->shown_in)
    {
      g_object_ref (work->shown_in);
      g_list_store_append (work->shown_in, self);
    }
  g_task_set_name (task, work->name);
  g_task_set_priority (task, work->priority);
  g_task_set_task_data (task, g_object_ref (self), g_object_unref);
  n_running++;
  g_task_run_in_thread (task, run_thread);
  return self;
}

/**
 * lsc_task_stop:
 * @slot: a field that holds a task, or %NULL, which it holds afterwards
 *
 * What was started is not wanted any more: it is cancelled, and nothing is told of it.
 */
void
lsc_task_stop (LscTask **slot)
{
  g_return_if_fail (slot);

  LscTask *self = *slot;

  if (!self)
    return;
  self->is_wanted = FALSE;
  leave_owner (self);
  g_cancellable_cancel (self->cancellable);
}

/**
 * lsc_task_cancel:
 *
 * Asks the work to stop, which it does within a few thousand rows; its owner is told.
 */
void
lsc_task_cancel (LscTask *self)
{
  g_return_if_fail (LSC_IS_TASK (self));
  g_cancellable_cancel (self->cancellable);
}

/** lsc_task_is_cancelled: whether it was asked to stop */
gboolean
lsc_task_is_cancelled (LscTask *self)
{
  g_return_val_if_fail (LSC_IS_TASK (self), FALSE);
  return g_cancellable_is_cancelled (self->cancellable);
}

/* ---- freeing ---- */

typedef struct
{
  gpointer data;
  GDestroyNotify release;
} Release;

static void
release_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Release *what = task_data;

  what->release (what->data);
  g_task_return_boolean (task, TRUE);
}

/**
 * lsc_release_in_thread:
 * @data: (nullable) (transfer full): something big
 * @release: frees it, on any thread
 *
 * Frees what would hold up the main loop.
 */
void
lsc_release_in_thread (gpointer data, GDestroyNotify release)
{
  g_autoptr (GTask) task = NULL;
  Release *what;

  if (!data)
    return;
  what = g_new (Release, 1);
  *what = (Release){ data, release };
  task = g_task_new (NULL, NULL, NULL, NULL);
  g_task_set_task_data (task, what, g_free);
  g_task_run_in_thread (task, release_thread);
}

/* ---- what is shown of it ---- */

/** lsc_task_get_title: Returns: (transfer none) (nullable): what users read */
const char *
lsc_task_get_title (LscTask *self)
{
  g_return_val_if_fail (LSC_IS_TASK (self), NULL);
  return self->title;
}

/**
 * lsc_task_get_what:
 *
 * Returns: (transfer none) (nullable): what it is doing now
 */
const char *
lsc_task_get_what (LscTask *self)
{
  g_return_val_if_fail (LSC_IS_TASK (self), NULL);
  return self->what;
}

/**
 * lsc_task_get_fraction:
 *
 * Returns: 0 to 1; 0 also when the amount of work is not known yet
 */
double
lsc_task_get_fraction (LscTask *self)
{
  g_return_val_if_fail (LSC_IS_TASK (self), 0.0);
  return self->fraction;
}
