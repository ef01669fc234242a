/* lsc-ui-driver.h - driving the real window from a test
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/window/lsc-application.h"
#include "app/window/lsc-window.h"

G_BEGIN_DECLS

typedef gboolean (*LscUiCondition) (gpointer user_data);

/** The program in this process, with one window. */
typedef struct
{
  LscApplication *application;
  LscWindow *window;
} LscUi;

void lsc_ui_set_up_places (void);
LscUi *lsc_ui_start (void);
void lsc_ui_stop (LscUi *self);

gboolean lsc_ui_wait_until (LscUiCondition condition, gpointer user_data, double timeout_s);
void lsc_ui_settle (void);
gboolean lsc_ui_wait_ready (LscUi *self);
gboolean lsc_ui_open (LscUi *self, const char *path);
void lsc_ui_activate (LscUi *self, const char *action, GVariant *parameter);

GtkWidget *lsc_ui_find (GtkWidget *root, GType type, const char *name);
GtkWidget *lsc_ui_find_label (GtkWidget *root, const char *text);
gboolean lsc_ui_is_folder_of (GtkWidget *chooser, GFile *folder);
gboolean lsc_ui_shoot (GtkWidget *window, const char *path, GError **error);
char *lsc_ui_run_command (LscUi *self, const char *folder);
char *lsc_ui_write_profile_of (const char *parent, const char *name, const char *const *options,
                               GError **error);
char *lsc_ui_write_profile (const char *parent, const char *preset, GError **error);

/** Runs the main loop until @expression holds; on a slow machine that may take its time. */
#define lsc_ui_assert_soon(expression)                                                             \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 lsc_ui_begin_us = g_get_monotonic_time ();                                              \
                                                                                                   \
    while (!(expression))                                                                          \
      if (!lsc_ui_run_until (lsc_ui_begin_us + 60 * G_USEC_PER_SEC))                               \
        g_error ("%s:%d: still not: %s", __FILE__, __LINE__, #expression);                         \
  }                                                                                                \
  G_STMT_END

gboolean lsc_ui_run_until (gint64 limit_us);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscUi, lsc_ui_stop)

G_END_DECLS
