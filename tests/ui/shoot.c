/* shoot.c - a picture of a page of the real window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "app/parts/lsc-app-page.h"
#include "lsc-ui-driver.h"

/* shoot PROJECT PAGE THEME WIDTHxHEIGHT OUTPUT [ACTION...]
 *
 * PROJECT is a path, two with a + between them, "demo" or "none"; PAGE is timeline, modules,
 * pipeline, start, problems, pins, preferences or shortcuts; THEME is light or dark. Actions of the
 * visible page follow, such as modules.expand-hottest or "win.only-ranks(@ax [1])"; tab:5 shows the
 * tab of that place. Language as in LANGUAGE. */

static GtkWidget *
open_dialog (LscUi *ui, const char *action)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  if (g_str_has_prefix (action, "app."))
    g_action_group_activate_action (G_ACTION_GROUP (ui->application), action + strlen ("app."),
                                    NULL);
  else
    lsc_ui_activate (ui, action, NULL);
  lsc_ui_settle ();
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (window != GTK_WIDGET (ui->window) && gtk_widget_get_mapped (window))
        return window;
    }
  return NULL;
}

static GtkWidget *
get_target (LscUi *ui, const char *page)
{
  if (strcmp (page, "problems") == 0)
    return open_dialog (ui, "win.problems");
  if (strcmp (page, "pins") == 0)
    return open_dialog (ui, "win.pins");
  if (strcmp (page, "preferences") == 0)
    return open_dialog (ui, "app.preferences");
  if (strcmp (page, "shortcuts") == 0)
    return open_dialog (ui, "app.shortcuts");
  return GTK_WIDGET (ui->window);
}

static char *
find_project (const char *name, GError **error)
{
  g_autofree char *scratch = NULL;

  if (strcmp (name, "none") == 0)
    return NULL;
  if (strcmp (name, "demo") != 0)
    return g_strdup (name);
  scratch = g_dir_make_tmp ("lanescope-shoot-XXXXXX", error);
  return scratch ? lsc_ui_write_profile (scratch, "demo", error) : NULL;
}

/* A page that has just been shown instead of another may take its place a few frames later. */
static gboolean
shoot_when_drawn (GtkWidget *target, const char *path, GError **error)
{
  gint64 limit_us = g_get_monotonic_time () + 2 * G_USEC_PER_SEC;

  while (lsc_ui_run_until (limit_us))
    if (lsc_ui_shoot (target, path, NULL))
      return TRUE;
  return lsc_ui_shoot (target, path, error);
}

/* One is shown, the next ones are opened beside it. */
static void
open_all (LscUi *ui, const char *project, const char *page)
{
  g_auto (GStrv) paths = g_strsplit (project ? project : "", "+", -1);

  for (guint i = 0; paths[i]; i++)
    {
      if (i > 0)
        lsc_window_keep_page (ui->window, page);
      if (!lsc_ui_open (ui, paths[i]))
        g_printerr ("shoot: not ready in time\n");
    }
}

/* @word: an action of the page, or one of its tabs */
static gboolean
perform (LscUi *ui, GtkWidget *page, const char *word, GError **error)
{
  g_autofree char *action = NULL;
  g_autoptr (GVariant) parameter = NULL;

  if (g_str_has_prefix (word, "tab:"))
    lsc_app_page_show_panel (LSC_APP_PAGE (page),
                             (guint) g_ascii_strtoull (word + strlen ("tab:"), NULL, 10));
  else if (g_action_parse_detailed_name (word, &action, &parameter, error))
    gtk_widget_activate_action_variant (page, action, parameter);
  else
    return FALSE;
  (void) lsc_ui_wait_ready (ui);
  lsc_ui_settle ();
  return TRUE;
}

static gboolean
shoot (int argc, char **argv, GError **error)
{
  g_autoptr (LscUi) ui = NULL;
  g_autofree char *project = NULL;
  GSettings *settings;
  GtkWidget *page, *target;
  int width, height;

  if (sscanf (argv[4], "%dx%d", &width, &height) != 2)
    return FALSE;
  project = find_project (argv[1], error);
  if (error && *error)
    return FALSE;
  ui = lsc_ui_start ();
  /* a picture is of what comes to rest, not of one thing that fades into another */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  settings = lsc_application_get_settings (ui->application);
  g_settings_set_string (settings, "color-scheme", argv[3]);
  gtk_window_set_default_size (GTK_WINDOW (ui->window), width, height);
  lsc_window_show_page (ui->window, argv[2]);
  open_all (ui, project, argv[2]);
  lsc_ui_settle ();
  page = lsc_window_get_page (ui->window, argv[2]);
  for (int i = 6; page && i < argc; i++)
    if (!perform (ui, page, argv[i], error))
      return FALSE;
  target = get_target (ui, argv[2]);
  lsc_ui_settle ();
  return target && shoot_when_drawn (target, argv[5], error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc < 6)
    {
      g_printerr ("Usage: shoot PROJECT PAGE THEME WIDTHxHEIGHT OUTPUT [ACTION...]\n");
      return 2;
    }
  lsc_ui_set_up_places ();
  if (shoot (argc, argv, &error))
    return 0;
  g_printerr ("shoot: %s\n", error ? error->message : "failed");
  return 1;
}
