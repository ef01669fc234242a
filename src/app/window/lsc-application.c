/* lsc-application.c - the program
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-application.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-app.h"
#include "app/window/lsc-pages.h"
#include "app/window/lsc-preferences.h"
#include "base/lsc-watchdog.h"
#include "app/window/lsc-window.h"

struct _LscApplication
{
  AdwApplication parent_instance;

  GSettings *settings;
  gboolean compares; /* the recordings that it was started with */
};

G_DEFINE_FINAL_TYPE (LscApplication, lsc_application, ADW_TYPE_APPLICATION)

static const struct
{
  const char *action;
  const char *accels[4];
} keys[] = {
  { "win.open-folder", { "<Control>o" } },
  { "win.open-file", { "<Control><Shift>o" } },
  { "win.reload", { "F5" } },
  { "win.search", { "<Control>f" } },
  { "win.export-menu", { "<Control>e" } },
  { "win.pin", { "<Control>b" } },
  { "win.pins", { "<Control><Shift>b" } },
  { "win.next-pane", { "F6" } },
  { "win.previous-pane", { "<Shift>F6" } },
  { "win.show-sidebar", { "F9" } },
  { "win.show-details", { "<Control>i" } },
  { "window.close", { "<Control>w" } },
  { "app.new-window", { "<Control>n" } },
  { "app.preferences", { "<Control>comma" } },
  { "app.shortcuts", { "<Control>question", "<Control><Shift>question", "<Control>F1" } },
  { "app.quit", { "<Control>q" } },
};

/* ---- Actions ------------------------------------------------------------------------------- */

static LscWindow *
present_new_window (LscApplication *self)
{
  LscWindow *window = lsc_window_new (GTK_APPLICATION (self), self->settings);

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
new_window (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  present_new_window (user_data);
}

static void
preferences (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LscApplication *self = user_data;
  GtkWindow *parent = gtk_application_get_active_window (GTK_APPLICATION (self));

  gtk_window_present (GTK_WINDOW (lsc_preferences_new (parent, self->settings)));
}

static void
shortcuts (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkBuilder) builder =
      gtk_builder_new_from_resource (LSC_RESOURCES "/ui/help-overlay.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "help_overlay"));

  g_object_set (window, "section-name", "general", NULL); /* once its sections are there */
  gtk_window_set_transient_for (window, gtk_application_get_active_window (user_data));
  gtk_window_present (window);
}

static void
about (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  adw_show_about_window (gtk_application_get_active_window (user_data), "application-name",
                         _ ("Lanescope"), "application-icon", LSC_APP_ID, "version", LSC_VERSION,
                         "developer-name", _ ("The Lanescope Authors"), "copyright",
                         _ ("Copyright 2026 The Lanescope Authors"), "license-type",
                         GTK_LICENSE_APACHE_2_0, "comments",
                         _ ("See where the time of a training run goes, by module and by "
                            "pipeline stage."),
                         /* Translators: your name, one line for each translator */
                         "translator-credits", _ ("translator-credits"), NULL);
}

static void
quit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GList *windows = g_list_copy (gtk_application_get_windows (user_data));

  for (GList *item = windows; item; item = item->next)
    gtk_window_close (item->data);
  g_list_free (windows);
}

static const GActionEntry entries[] = {
  { .name = "new-window", .activate = new_window },
  { .name = "preferences", .activate = preferences },
  { .name = "shortcuts", .activate = shortcuts },
  { .name = "about", .activate = about },
  { .name = "quit", .activate = quit },
};

/* ---- Life ---------------------------------------------------------------------------------- */

static void
on_color_scheme_changed (GSettings *settings, const char *key, gpointer user_data)
{
  g_autofree char *name = g_settings_get_string (settings, "color-scheme");
  AdwColorScheme scheme = ADW_COLOR_SCHEME_DEFAULT;

  if (g_str_equal (name, "light"))
    scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (name, "dark"))
    scheme = ADW_COLOR_SCHEME_FORCE_DARK;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
}

/* Where LANGUAGE alone asks for Chinese, the glyphs would be those of Japanese fonts. */
static void
prefer_glyphs_of_language (void)
{
  const char *name = g_get_language_names ()[0];

  if (g_str_has_prefix (name, "zh"))
    g_setenv ("FC_LANG", g_str_has_prefix (name, "zh_TW") ? "zh-tw" : "zh-cn", FALSE);
}

static void
set_page_keys (GtkApplication *application)
{
  guint n;
  const LscPageKind *pages = lsc_pages_list (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.show-page::%s", pages[i].name);
      g_autofree char *key = lsc_pages_accelerator (&pages[i]);

      gtk_application_set_accels_for_action (application, action,
                                             (const char *const[]){ key, NULL });
    }
}

static void
set_up (LscApplication *self)
{
  LSC_WATCH ("application: startup");

  gtk_window_set_default_icon_name (LSC_APP_ID);
  /* a headline that gets the focus as the first of its page shall not look as if it was chosen */
  g_object_set (gtk_settings_get_default (), "gtk-label-select-on-focus", FALSE, NULL);
  self->settings = g_settings_new (LSC_APP_ID);
  g_signal_connect_object (self->settings, "changed::color-scheme",
                           G_CALLBACK (on_color_scheme_changed), self, 0);
  on_color_scheme_changed (self->settings, NULL, self);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), keys[i].action, keys[i].accels);
  set_page_keys (GTK_APPLICATION (self));
}

static void
lsc_application_startup (GApplication *application)
{
  prefer_glyphs_of_language ();
  G_APPLICATION_CLASS (lsc_application_parent_class)->startup (application);
  set_up (LSC_APPLICATION (application));
}

static void
lsc_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window)
    gtk_window_present (window);
  else
    present_new_window (LSC_APPLICATION (application));
}

static void
lsc_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (application));
  LscWindow *window = LSC_IS_WINDOW (active) ? LSC_WINDOW (active)
                                             : present_new_window (LSC_APPLICATION (application));

  for (int i = 0; i < n_files; i++)
    lsc_window_open_file (window, files[i]);
  if (LSC_APPLICATION (application)->compares)
    lsc_window_keep_page (window, "compare");
  gtk_window_present (GTK_WINDOW (window));
}

static void
lsc_application_dispose (GObject *object)
{
  g_clear_object (&LSC_APPLICATION (object)->settings);
  G_OBJECT_CLASS (lsc_application_parent_class)->dispose (object);
}

static int
lsc_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (g_variant_dict_contains (options, "compare")) /* a window of its own, whatever is open */
    {
      LSC_APPLICATION (application)->compares = TRUE;
      g_application_set_flags (application,
                               g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
    }
  if (!g_variant_dict_contains (options, "version"))
    return -1;
  g_print ("lanescope %s\n", LSC_VERSION);
  return 0;
}

static void
lsc_application_class_init (LscApplicationClass *class)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_application_dispose;
  application_class->startup = lsc_application_startup;
  application_class->activate = lsc_application_activate;
  application_class->open = lsc_application_open;
  application_class->handle_local_options = lsc_application_handle_local_options;
}

static void
lsc_application_init (LscApplication *self)
{
  static const GOptionEntry options[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version"), NULL },
    { "compare", 0, 0, G_OPTION_ARG_NONE, NULL,
      N_ ("Compare two recordings: the one before, then the one after"), NULL },
    { "renderer", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("How the window is drawn: cairo (on the processor) or gl"), N_ ("NAME") },
    { NULL },
  };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[PATH…]"));
  g_application_set_option_context_summary (
      G_APPLICATION (self),
      _ ("Opens profiles of training and serving: folders with the results of the Ascend PyTorch\n"
         "Profiler, traces and memory snapshots of PyTorch, extracts of a cluster.\n"
         "Without a display: lanescope-cli."));
}

/**
 * lsc_application_new:
 * @flags: added to %G_APPLICATION_HANDLES_OPEN
 *
 * Returns: (transfer full): the program
 */
LscApplication *
lsc_application_new (GApplicationFlags flags)
{
  return g_object_new (LSC_TYPE_APPLICATION, "application-id", LSC_APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN | flags, NULL);
}

/**
 * lsc_application_get_settings:
 *
 * Returns: (transfer none) (nullable): preferences, once it has started
 */
GSettings *
lsc_application_get_settings (LscApplication *self)
{
  g_return_val_if_fail (LSC_IS_APPLICATION (self), NULL);
  return self->settings;
}
