/* lsc-task-row.c - a background job with its progress
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-task-row.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-template.h"

struct _LscTaskRow
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *title;
  GtkLabel *what;
  GtkProgressBar *progress;
  GtkWidget *cancel;

  LscTask *task;
  gulong notify_id;
};

G_DEFINE_FINAL_TYPE (LscTaskRow, lsc_task_row, GTK_TYPE_WIDGET)

/**
 * lsc_task_row_find_phase:
 * @task: a job
 *
 * All that is counted may be read long before a job is done: conclusions have no share.
 *
 * Returns: (transfer none) (nullable): what is being done after everything was read, in words;
 *   %NULL while a share tells more, and where it would be the title once more
 */
const char *
lsc_task_row_find_phase (LscTask *task)
{
  const char *what = lsc_task_get_what (task);

  if (lsc_task_get_fraction (task) < 1.0 || !what || !*what)
    return NULL;
  return g_strcmp0 (what, lsc_task_get_title (task)) == 0 ? NULL : what;
}

static void
show_progress (LscTaskRow *self)
{
  double fraction = lsc_task_get_fraction (self->task);
  const char *what = lsc_task_get_what (self->task);
  const char *phase = lsc_task_row_find_phase (self->task);
  g_autofree char *text = NULL;

  if (phase)
    text = g_strdup (phase);
  else if (fraction > 0.0)
    text = g_strdup_printf (_ ("%.0f %%"), fraction * 100.0);
  gtk_progress_bar_set_fraction (self->progress, fraction);
  gtk_label_set_label (self->title, lsc_task_get_title (self->task));
  gtk_label_set_label (self->what, text ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), what);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  lsc_task_get_title (self->task), -1);
}

static void
on_task_notify (LscTask *task, GParamSpec *pspec, LscTaskRow *self)
{
  show_progress (self);
}

static void
on_cancel_clicked (GtkButton *button, LscTaskRow *self)
{
  if (!self->task)
    return;
  lsc_task_cancel (self->task);
  gtk_widget_set_sensitive (self->cancel, FALSE);
}

/**
 * lsc_task_row_set_task:
 * @task: (nullable): what to show
 */
void
lsc_task_row_set_task (LscTaskRow *self, LscTask *task)
{
  g_return_if_fail (LSC_IS_TASK_ROW (self));
  if (task == self->task)
    return;
  g_clear_signal_handler (&self->notify_id, self->task);
  g_set_object (&self->task, task);
  if (!task)
    return;
  self->notify_id = g_signal_connect (task, "notify", G_CALLBACK (on_task_notify), self);
  gtk_widget_set_sensitive (self->cancel, !lsc_task_is_cancelled (task));
  show_progress (self);
}

static void
lsc_task_row_dispose (GObject *object)
{
  LscTaskRow *self = LSC_TASK_ROW (object);

  lsc_task_row_set_task (self, NULL);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (lsc_task_row_parent_class)->dispose (object);
}

static void
lsc_task_row_class_init (LscTaskRowClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscTaskRow, content), LSC_CHILD (LscTaskRow, title), LSC_CHILD (LscTaskRow, what),
    LSC_CHILD (LscTaskRow, progress), LSC_CHILD (LscTaskRow, cancel)
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_task_row_dispose;
  lsc_template_set (class, "lsc-task-row", children, G_N_ELEMENTS (children));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel_clicked);
}

static void
lsc_task_row_init (LscTaskRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * lsc_task_row_new:
 * @task: (nullable): what to show
 */
GtkWidget *
lsc_task_row_new (LscTask *task)
{
  LscTaskRow *self = g_object_new (LSC_TYPE_TASK_ROW, NULL);

  lsc_task_row_set_task (self, task);
  return GTK_WIDGET (self);
}
