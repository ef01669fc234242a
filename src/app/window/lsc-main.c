/* lsc-main.c - where the window begins
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "app/window/lsc-application.h"
#include "base/lsc-watchdog.h"

/* The folder of the build that this program lies in, if it was not installed. */
static char *
find_build_dir (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program ? g_path_get_dirname (program) : NULL;
  g_autofree char *build = folder ? g_build_filename (folder, "..", "..", NULL) : NULL;
  g_autofree char *schemas =
      build ? g_build_filename (build, "data", "gschemas.compiled", NULL) : NULL;

  return schemas && g_file_test (schemas, G_FILE_TEST_EXISTS) ? g_steal_pointer (&build) : NULL;
}

static void
set_up_places (void)
{
  g_autofree char *build = find_build_dir ();
  g_autofree char *data = build ? g_build_filename (build, "data", NULL) : NULL;
  g_autofree char *built = build ? g_build_filename (build, "po", NULL) : NULL;
  const char *locale = g_getenv ("LANESCOPE_LOCALEDIR");

  if (data)
    g_setenv ("GSETTINGS_SCHEMA_DIR", data, FALSE);
  setlocale (LC_ALL, "");
  if (!locale)
    locale = built ? built : LSC_LOCALEDIR;
  bindtextdomain (GETTEXT_PACKAGE, locale);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

static gboolean
has_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
      source ? g_settings_schema_source_lookup (source, LSC_APP_ID, TRUE) : NULL;

  return schema != NULL;
}

/* GTK reads the renderer's name before it looks at any option. */
static void
choose_renderer (int argc, char **argv)
{
  g_autofree char *name = NULL;

  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    {
      const char *value = NULL;

      if (g_str_has_prefix (argv[i], "--renderer="))
        value = argv[i] + strlen ("--renderer=");
      else if (strcmp (argv[i], "--renderer") == 0 && i + 1 < argc)
        value = argv[i + 1];
      if (value)
        {
          g_free (name);
          name = g_strdup (value);
        }
    }
  if (name)
    {
      g_setenv ("GSK_RENDERER", name, TRUE);
      return;
    }
  if (!g_getenv ("GSK_RENDERER"))
    {
      g_autoptr (GSettings) settings = g_settings_new (LSC_APP_ID);

      name = g_settings_get_string (settings, "renderer");
      if (strcmp (name, "auto") != 0)
        g_setenv ("GSK_RENDERER", name, TRUE);
    }
}

/* Whether the words ask for a text, for which no display is needed. */
static gboolean
asks_for_text (int argc, char **argv)
{
  static const char *const words[] = {
    "-h", "--help", "--help-all", "--help-gapplication", "--help-gtk", "--version", NULL
  };

  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (g_strv_contains (words, argv[i]))
      return TRUE;
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (LscApplication) application = NULL;
  int status;

  signal (SIGXFSZ, SIG_IGN); /* beyond a limit of size a write fails, which is told */
  set_up_places ();
  if (!has_settings ())
    {
      g_printerr ("lanescope: %s\n",
                  _ ("The settings schema of this program is not installed. Install it, or set "
                     "GSETTINGS_SCHEMA_DIR to the folder that holds gschemas.compiled."));
      return 1;
    }
  choose_renderer (argc, argv);
  g_set_application_name (_ ("Lanescope"));
  /* Help is of what was typed. */
  g_set_prgname (asks_for_text (argc, argv) ? "lanescope" : LSC_APP_ID);
  if (!asks_for_text (argc, argv) && !gtk_init_check ())
    {
      g_printerr ("lanescope: %s\n",
                  _ ("There is no display to open a window on. Without one: lanescope-cli PATH"));
      return 1;
    }
  application = lsc_application_new (0);
  status = g_application_run (G_APPLICATION (application), argc, argv);
  lsc_watchdog_report ();
  return status;
}
