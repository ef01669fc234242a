/* lsc-task-strip.c - the background jobs at the bottom of the window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-task-strip.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-task-row.h"
#include "app/parts/lsc-template.h"
#include "base/lsc-watchdog.h"

/* Jobs shorter than this do not make the window jump. */
#define PATIENCE_MS 300

struct _LscTaskStrip
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  LscTaskRow *first;
  GtkMenuButton *more;
  GtkListBox *list;

  GListModel *tasks; /* but the one that is shown elsewhere */
  GtkFilter *filter;
  LscTask *shown_elsewhere; /* (nullable): weak */
  guint reveal_id;
};

G_DEFINE_FINAL_TYPE (LscTaskStrip, lsc_task_strip, GTK_TYPE_WIDGET)

static gboolean
on_patience_ended (gpointer user_data)
{
  LscTaskStrip *self = user_data;
  LSC_WATCH ("tasks: reveal");

  self->reveal_id = 0;
  gtk_revealer_set_reveal_child (self->revealer, g_list_model_get_n_items (self->tasks) > 0);
  return G_SOURCE_REMOVE;
}

static void
on_tasks_changed (GListModel *tasks, guint position, guint removed, guint added, LscTaskStrip *self)
{
  guint n = g_list_model_get_n_items (tasks);
  g_autoptr (LscTask) task = g_list_model_get_item (tasks, 0);
  g_autofree char *label = NULL;
  LSC_WATCH ("tasks: changed");

  if (n == 0)
    {
      g_clear_handle_id (&self->reveal_id, g_source_remove);
      gtk_revealer_set_reveal_child (self->revealer, FALSE);
    }
  else if (self->reveal_id == 0 && !gtk_revealer_get_reveal_child (self->revealer))
    self->reveal_id = g_timeout_add (PATIENCE_MS, on_patience_ended, self);
  if (task)
    lsc_task_row_set_task (self->first, task);
  gtk_widget_set_visible (GTK_WIDGET (self->more), n > 1);
  if (n > 1)
    {
      label = g_strdup_printf (_ ("%u More"), n - 1);
      gtk_menu_button_set_label (self->more, label);
    }
}

static GtkWidget *
create_row (gpointer item, gpointer user_data)
{
  GtkWidget *row = lsc_task_row_new (item);

  gtk_widget_set_size_request (row, 420, -1);
  return row;
}

/* The rows of the list exist only while it is open. */
static void
on_list_map (GtkWidget *list, LscTaskStrip *self)
{
  gtk_list_box_bind_model (self->list, self->tasks, create_row, NULL, NULL);
}

static void
on_list_unmap (GtkWidget *list, LscTaskStrip *self)
{
  gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
}

static gboolean
is_ours (gpointer task, gpointer user_data)
{
  return task != (gpointer) LSC_TASK_STRIP (user_data)->shown_elsewhere;
}

/**
 * lsc_task_strip_leave_out:
 * @task: (nullable): a job whose progress stands in the page: one bar is enough
 */
void
lsc_task_strip_leave_out (LscTaskStrip *self, LscTask *task)
{
  g_return_if_fail (LSC_IS_TASK_STRIP (self));
  if (g_set_weak_pointer (&self->shown_elsewhere, task) && self->filter)
    gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

/**
 * lsc_task_strip_set_tasks:
 * @tasks: (element-type LscTask): the jobs that run
 *
 * Called once.
 */
void
lsc_task_strip_set_tasks (LscTaskStrip *self, GListModel *tasks)
{
  g_return_if_fail (LSC_IS_TASK_STRIP (self));
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_ours, self, NULL));
  self->tasks = G_LIST_MODEL (gtk_filter_list_model_new (g_object_ref (tasks), self->filter));
  tasks = self->tasks;
  g_signal_connect_object (tasks, "items-changed", G_CALLBACK (on_tasks_changed), self, 0);
  on_tasks_changed (tasks, 0, 0, 0, self);
}

static void
lsc_task_strip_dispose (GObject *object)
{
  LscTaskStrip *self = LSC_TASK_STRIP (object);

  g_clear_handle_id (&self->reveal_id, g_source_remove);
  if (self->revealer)
    gtk_widget_unparent (GTK_WIDGET (self->revealer));
  self->revealer = NULL;
  self->filter = NULL; /* owned by the list */
  g_clear_weak_pointer (&self->shown_elsewhere);
  g_clear_object (&self->tasks);
  G_OBJECT_CLASS (lsc_task_strip_parent_class)->dispose (object);
}

static void
lsc_task_strip_class_init (LscTaskStripClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscTaskStrip, revealer),
                                               LSC_CHILD (LscTaskStrip, first),
                                               LSC_CHILD (LscTaskStrip, more),
                                               LSC_CHILD (LscTaskStrip, list) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_task_strip_dispose;
  g_type_ensure (LSC_TYPE_TASK_ROW);
  lsc_template_set (class, "lsc-task-strip", children, G_N_ELEMENTS (children));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_callback (widget_class, on_list_map);
  gtk_widget_class_bind_template_callback (widget_class, on_list_unmap);
}

static void
lsc_task_strip_init (LscTaskStrip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
