/* lsc-task.c - one background job as the window shows it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-task.h"

#include "base/lsc-visible.h"
#include "app/window/lsc-watchdog.h"

/* Progress is told on the thread that works, under a lock; the properties change on the main loop
 * only, at most once for any number of tellings in between. */
struct _LscTask
{
  GObject parent_instance;

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
  self->job = lsc_job_new (self->cancellable, on_progress, self);
}

/**
 * lsc_task_new:
 * @title: what the job does, translated: "Reading Rank 3"
 *
 * Returns: (transfer full): a task without progress
 */
LscTask *
lsc_task_new (const char *title)
{
  LscTask *self = g_object_new (LSC_TYPE_TASK, NULL);

  self->title = lsc_visible_line (title);
  return self;
}

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

/**
 * lsc_task_get_job:
 *
 * The job may be used by any thread as long as it holds a reference of the task.
 *
 * Returns: (transfer none): what long functions report to
 */
LscJob *
lsc_task_get_job (LscTask *self)
{
  g_return_val_if_fail (LSC_IS_TASK (self), NULL);
  return self->job;
}

/**
 * lsc_task_get_cancellable:
 *
 * Returns: (transfer none): stops the job
 */
GCancellable *
lsc_task_get_cancellable (LscTask *self)
{
  g_return_val_if_fail (LSC_IS_TASK (self), NULL);
  return self->cancellable;
}

/**
 * lsc_task_cancel:
 *
 * Asks the job to stop; it does so within a few thousand rows.
 */
void
lsc_task_cancel (LscTask *self)
{
  g_return_if_fail (LSC_IS_TASK (self));
  g_cancellable_cancel (self->cancellable);
}
