/* lsc-ui-input.c - keys and the pointer of a user
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-ui-input.h"

#include <gdk/x11/gdkx.h>

/**
 * lsc_ui_has_xdotool:
 *
 * Returns: whether there are keys to press; the running test is marked as skipped where not
 */
gboolean
lsc_ui_has_xdotool (void)
{
  g_autofree char *path = g_find_program_in_path ("xdotool");

  if (path == NULL)
    g_test_skip ("no xdotool");
  return path != NULL;
}

/**
 * lsc_ui_xdotool:
 * @first: of the words of its command line, which end with %NULL
 *
 * Runs it, and the program until it has nothing more to do.
 */
void
lsc_ui_xdotool (const char *first, ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  va_list args;

  g_ptr_array_add (argv, (gpointer) "xdotool");
  va_start (args, first);
  for (const char *arg = first; arg != NULL; arg = va_arg (args, const char *))
    g_ptr_array_add (argv, (gpointer) arg);
  va_end (args);
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_newv ((const char *const *) argv->pdata, G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                               &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  lsc_ui_settle ();
}

/**
 * lsc_ui_focus_window:
 *
 * Gives the keyboard to the window, as a window manager does.
 */
void
lsc_ui_focus_window (LscUi *self)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self->window));
  g_autofree char *id = g_strdup_printf ("%lu", gdk_x11_surface_get_xid (surface));

  lsc_ui_xdotool ("windowfocus", id, NULL);
  lsc_ui_assert_soon (gtk_window_is_active (GTK_WINDOW (self->window)));
}

/**
 * lsc_ui_press:
 * @keys: as "ctrl+f"
 *
 * Presses and releases keys together.
 */
void
lsc_ui_press (LscUi *self, const char *keys)
{
  lsc_ui_xdotool ("key", "--delay", "40", keys, NULL);
}
