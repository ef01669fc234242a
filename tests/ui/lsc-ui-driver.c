/* lsc-ui-driver.c - driving the real window from a test
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-ui-driver.h"

#include <locale.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-lazy-cell.h"
#include "app/modules/lsc-modules-page.h"
#include "base/lsc-task.h"

#define PATIENCE_S 60.0

/**
 * lsc_ui_set_up_places:
 *
 * Makes settings and translations of the build known, before anything of GTK is used.
 */
void
lsc_ui_set_up_places (void)
{
  g_autofree char *data = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "data", NULL);
  g_autofree char *locale = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "po", NULL);

  g_setenv ("GSETTINGS_SCHEMA_DIR", data, TRUE);
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

static void
reset_settings (GSettings *settings)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (gsize i = 0; keys[i]; i++)
    g_settings_reset (settings, keys[i]);
}

/**
 * lsc_ui_start:
 *
 * With the settings of a first start.
 *
 * Returns: (transfer full): the program with a new, empty window
 */
LscUi *
lsc_ui_start (void)
{
  static LscApplication *application; /* a process can register but one */
  LscUi *self = g_new0 (LscUi, 1);
  g_autoptr (GError) error = NULL;

  if (!application)
    {
      application = lsc_application_new (G_APPLICATION_NON_UNIQUE);
      g_application_register (G_APPLICATION (application), NULL, &error);
      g_assert_no_error (error);
      g_application_hold (G_APPLICATION (application));
    }
  self->application = application;
  reset_settings (lsc_application_get_settings (application));
  self->window = lsc_window_new (GTK_APPLICATION (self->application),
                                 lsc_application_get_settings (self->application));
  g_object_add_weak_pointer (G_OBJECT (self->window), (gpointer *) &self->window);
  gtk_window_present (GTK_WINDOW (self->window));
  return self;
}

void
lsc_ui_stop (LscUi *self)
{
  if (self->window)
    gtk_window_close (GTK_WINDOW (self->window));
  lsc_ui_assert_soon (self->window == NULL);
  lsc_ui_settle ();
  g_clear_weak_pointer (&self->window);
  g_free (self);
}

static gboolean
on_timeout (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
on_tick (gpointer user_data)
{
  return G_SOURCE_CONTINUE; /* wakes the main loop, so that conditions are looked at */
}

/**
 * lsc_ui_wait_until:
 *
 * Runs the main loop until @condition holds.
 *
 * Returns: whether it came to hold within @timeout_s
 */
gboolean
lsc_ui_wait_until (LscUiCondition condition, gpointer user_data, double timeout_s)
{
  gboolean is_late = FALSE;
  guint timeout_id = g_timeout_add ((guint) (timeout_s * 1000.0), on_timeout, &is_late);
  guint tick_id = g_timeout_add (10, on_tick, NULL);
  gboolean is_met = FALSE;

  while (!(is_met = condition (user_data)) && !is_late)
    g_main_context_iteration (NULL, TRUE);
  if (!is_late)
    g_source_remove (timeout_id);
  g_source_remove (tick_id);
  return is_met;
}

/**
 * lsc_ui_run_until:
 *
 * Runs what the main loop has to do next, or waits a moment for it.
 *
 * Returns: whether the monotonic time is still below @limit_us
 */
gboolean
lsc_ui_run_until (gint64 limit_us)
{
  guint tick_id = g_timeout_add (10, on_tick, NULL);

  g_main_context_iteration (NULL, TRUE);
  g_source_remove (tick_id);
  return g_get_monotonic_time () < limit_us;
}

static void
on_after_paint (GdkFrameClock *clock, gpointer user_data)
{
  ++*(guint *) user_data;
}

/* The clock of a window that is shown, or %NULL. */
static GdkFrameClock *
find_clock (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (gtk_widget_get_mapped (window))
        return gtk_widget_get_frame_clock (window);
    }
  return NULL;
}

/* Two frames: what the first one changes is laid out in the second. */
static void
wait_for_frames (void)
{
  GdkFrameClock *clock = find_clock ();
  guint n_painted = 0;
  gulong handler_id;

  if (!clock)
    return;
  g_object_ref (clock);
  handler_id = g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), &n_painted);
  for (guint n_wanted = 1; n_wanted <= 2; n_wanted++)
    {
      gint64 begin_us = g_get_monotonic_time ();

      gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
      /* a window that is closed meanwhile paints no more */
      while (n_painted < n_wanted && lsc_ui_run_until (begin_us + G_USEC_PER_SEC))
        ;
    }
  g_signal_handler_disconnect (clock, handler_id);
  g_object_unref (clock);
}

/**
 * lsc_ui_settle:
 *
 * Runs the main loop until the program has nothing more to do: all input was taken, no work is on a
 * thread, no source is ready and what changed has been drawn. What begins after a delay of the
 * program's own is not waited for.
 */
void
lsc_ui_settle (void)
{
  for (int round = 0; round < 2; round++)
    {
      gdk_display_sync (gdk_display_get_default ());
      lsc_ui_assert_soon (lsc_task_count_running () == 0);
      wait_for_frames ();
      while (g_main_context_pending (NULL))
        g_main_context_iteration (NULL, FALSE);
    }
}

static gboolean
is_ready (gpointer user_data)
{
  LscUi *self = user_data;
  GtkWidget *modules = lsc_window_get_page (self->window, "modules");

  return !lsc_window_is_busy (self->window) &&
         (!modules || !lsc_app_page_is_busy (LSC_APP_PAGE (modules)));
}

/**
 * lsc_ui_wait_ready:
 *
 * Returns: whether all background work ended in time
 */
gboolean
lsc_ui_wait_ready (LscUi *self)
{
  lsc_ui_settle ();
  return lsc_ui_wait_until (is_ready, self, PATIENCE_S);
}

/**
 * lsc_ui_open:
 *
 * Opens a profile and waits for it.
 */
gboolean
lsc_ui_open (LscUi *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  lsc_window_open_file (self->window, file);
  return lsc_ui_wait_ready (self);
}

/**
 * lsc_ui_activate:
 * @action: "win.search" and the like
 * @parameter: (nullable): consumed
 *
 * Activates an action of the window, as a menu or a key does.
 */
void
lsc_ui_activate (LscUi *self, const char *action, GVariant *parameter)
{
  gboolean is_found;

  if (parameter)
    g_variant_ref_sink (parameter);
  is_found = gtk_widget_activate_action_variant (GTK_WIDGET (self->window), action, parameter);
  g_clear_pointer (&parameter, g_variant_unref);
  g_assert_true (is_found);
}

/**
 * lsc_ui_find:
 * @name: (nullable): name of the widget; %NULL = any
 *
 * Returns: (transfer none) (nullable): the first mapped widget of that type below @root
 */
GtkWidget *
lsc_ui_find (GtkWidget *root, GType type, const char *name)
{
  GtkWidget *child, *found;

  if (gtk_widget_get_mapped (root) && g_type_is_a (G_OBJECT_TYPE (root), type) &&
      (!name || g_strcmp0 (gtk_widget_get_name (root), name) == 0))
    return root;
  for (child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    if ((found = lsc_ui_find (child, type, name)))
      return found;
  return NULL;
}

/**
 * lsc_ui_find_label:
 *
 * Returns: (transfer none) (nullable): the first mapped label, or cell of a table, below @root
 * whose text holds @text
 */
GtkWidget *
lsc_ui_find_label (GtkWidget *root, const char *text)
{
  GtkWidget *child, *found;
  const char *shown = NULL;

  if (GTK_IS_LABEL (root))
    shown = gtk_label_get_text (GTK_LABEL (root));
  else if (LSC_IS_LAZY_CELL (root))
    shown = lsc_lazy_cell_get_written (LSC_LAZY_CELL (root));
  if (shown != NULL && gtk_widget_get_mapped (root) && strstr (shown, text))
    return root;
  for (child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    if ((found = lsc_ui_find_label (child, text)))
      return found;
  return NULL;
}

/**
 * lsc_ui_is_folder_of:
 *
 * Returns: whether a file chooser has arrived in @folder, which it reads on its own
 */
gboolean
lsc_ui_is_folder_of (GtkWidget *chooser, GFile *folder)
{
  g_autoptr (GFile) current = gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (chooser));

  return current && g_file_equal (current, folder);
}

/**
 * lsc_ui_shoot:
 *
 * Writes a picture of a window as it is drawn, without the frame of a window manager.
 */
gboolean
lsc_ui_shoot (GtkWidget *window, const char *path, GError **error)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  /* With its border, so that nothing is scaled: lines of pixels would get lost. */
  int width = gdk_paintable_get_intrinsic_width (paintable);
  int height = gdk_paintable_get_intrinsic_height (paintable);
  graphene_rect_t viewport = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  if (!node)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "nothing was drawn");
      return FALSE;
    }
  texture =
      gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node, &viewport);
  if (!gdk_texture_save_to_png (texture, path))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s cannot be written", path);
      return FALSE;
    }
  return TRUE;
}

static char *
read_clipboard (GtkWidget *widget)
{
  GdkContentProvider *provider = gdk_clipboard_get_content (gtk_widget_get_clipboard (widget));
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (provider && gdk_content_provider_get_value (provider, &value, NULL));
  return g_value_dup_string (&value);
}

/**
 * lsc_ui_run_command:
 * @folder: where it runs: gets what it writes
 *
 * Copies the command line of the page that is shown, and runs it in a shell as a user does, with
 * the program of the build. It must succeed.
 *
 * Returns: (transfer full): what it says
 */
char *
lsc_ui_run_command (LscUi *self, const char *folder)
{
  g_autofree char *cli = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src", "cli", NULL);
  g_autofree char *path = g_strdup_printf ("%s:%s", cli, g_getenv ("PATH"));
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "PATH", path, TRUE);
  g_autofree char *command = NULL, *out = NULL, *problems = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  lsc_ui_activate (self, "win.copy-command", NULL);
  command = read_clipboard (GTK_WIDGET (self->window));
  g_test_message ("%s", command);
  g_spawn_sync (folder, (char *[]){ "sh", "-c", command, NULL }, environment, G_SPAWN_SEARCH_PATH,
                NULL, NULL, &out, &problems, &status, &error);
  g_assert_no_error (error);
  if (status != 0)
    g_error ("%s ended with %d: %s", command, status, problems);
  return g_steal_pointer (&out);
}

/**
 * lsc_ui_write_profile_of:
 * @parent: a folder
 * @name: of the folder in it that is written
 * @options: of the profile writer
 *
 * Returns: (transfer full) (nullable): the folder of the profile
 */
char *
lsc_ui_write_profile_of (const char *parent, const char *name, const char *const *options,
                         GError **error)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_build_filename (parent, name, NULL);
  int status;

  g_ptr_array_add (argv, g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src", "synth",
                                           "lanescope-synth", NULL));
  g_ptr_array_add (argv, g_strconcat ("--out=", folder, NULL));
  for (guint i = 0; options[i] != NULL; i++)
    g_ptr_array_add (argv, g_strdup (options[i]));
  g_ptr_array_add (argv, NULL);
  if (!g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                     NULL, NULL, &status, error) ||
      !g_spawn_check_wait_status (status, error))
    return NULL;
  return g_steal_pointer (&folder);
}

/**
 * lsc_ui_write_profile:
 * @parent: a folder
 * @preset: of the profile writer: "demo" has all that there is
 *
 * Returns: (transfer full) (nullable): the folder of the profile
 */
char *
lsc_ui_write_profile (const char *parent, const char *preset, GError **error)
{
  g_autofree char *option = g_strconcat ("--preset=", preset, NULL);
  const char *const options[] = { option, NULL };

  return lsc_ui_write_profile_of (parent, preset, options, error);
}
