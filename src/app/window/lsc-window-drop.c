/* lsc-window-drop.c - folders and files dropped on the window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-watchdog.h"
#include "app/window/lsc-window-private.h"

static GdkDragAction
on_enter (GtkDropTarget *target, double x, double y, LscWindow *self)
{
  gtk_revealer_set_reveal_child (self->drop_hint, TRUE);
  gtk_widget_add_css_class (self->drop_area, "drop-here");
  return GDK_ACTION_COPY;
}

static void
on_leave (GtkDropTarget *target, LscWindow *self)
{
  gtk_revealer_set_reveal_child (self->drop_hint, FALSE);
  gtk_widget_remove_css_class (self->drop_area, "drop-here");
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, LscWindow *self)
{
  GdkFileList *list = g_value_get_boxed (value);
  g_autoptr (GSList) files = gdk_file_list_get_files (list);
  LSC_WATCH ("window: drop");

  on_leave (target, self);
  for (GSList *item = files; item; item = item->next)
    _lsc_window_take_file (self, item->data);
  return files != NULL;
}

/**
 * _lsc_window_init_drop:
 *
 * Called once, from the instance's initialisation.
 */
void
_lsc_window_init_drop (LscWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect (target, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (self->drop_area, GTK_EVENT_CONTROLLER (target));
}
