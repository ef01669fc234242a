/* lsc-recent.c - the profiles opened last
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-recent.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"

#define KEY "recent-projects"

static void
store (GSettings *settings, const char *first, const char *left_out)
{
  g_auto (GStrv) old = g_settings_get_strv (settings, KEY);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) uris = NULL;
  guint count = 0;

  if (first)
    {
      g_strv_builder_add (builder, first);
      count++;
    }
  for (gsize i = 0; old[i] && count < LSC_RECENT_MAX; i++)
    {
      if (g_strcmp0 (old[i], first) == 0 || g_strcmp0 (old[i], left_out) == 0)
        continue;
      g_strv_builder_add (builder, old[i]);
      count++;
    }
  uris = g_strv_builder_end (builder);
  g_settings_set_strv (settings, KEY, (const char *const *) uris);
}

/**
 * lsc_recent_add:
 * @file: a profile that was opened
 *
 * Puts it first; the eleventh is forgotten.
 */
void
lsc_recent_add (GSettings *settings, GFile *file)
{
  g_autofree char *uri = NULL;

  g_return_if_fail (G_IS_SETTINGS (settings) && G_IS_FILE (file));
  uri = g_file_get_uri (file);
  store (settings, uri, NULL);
}

/**
 * lsc_recent_remove:
 * @uri: an entry
 */
void
lsc_recent_remove (GSettings *settings, const char *uri)
{
  g_return_if_fail (G_IS_SETTINGS (settings) && uri);
  store (settings, NULL, uri);
}

/**
 * lsc_recent_clear:
 *
 * Forgets all.
 */
void
lsc_recent_clear (GSettings *settings)
{
  g_settings_set_strv (settings, KEY, (const char *const[]){ NULL });
}

/**
 * lsc_path_to_display:
 *
 * Returns: (transfer full): the path for people, with ~ for the home folder
 */
char *
lsc_path_to_display (GFile *file)
{
  g_autofree char *path = NULL;
  g_autofree char *exact = NULL;
  g_autofree char *name = NULL;
  const char *home;
  gsize length;

  g_return_val_if_fail (G_IS_FILE (file), NULL);
  path = g_file_get_path (file);
  exact = path ? g_strdup (path) : g_file_get_uri (file);
  name = lsc_visible_line (exact);
  home = g_get_home_dir ();
  length = strlen (home);
  if (length > 1 && g_str_has_prefix (name, home) && (name[length] == '/' || name[length] == '\0'))
    return g_strconcat ("~", name + length, NULL);
  return g_steal_pointer (&name);
}

static char *
escape_underscores (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);

  return g_strjoinv ("__", parts);
}

/**
 * lsc_recent_to_menu:
 *
 * Returns: (transfer full): an item for each entry, with the action win.open-uri
 */
GMenuModel *
lsc_recent_to_menu (GSettings *settings)
{
  g_auto (GStrv) uris = NULL;
  GMenu *menu;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);
  uris = g_settings_get_strv (settings, KEY);
  menu = g_menu_new ();
  for (gsize i = 0; uris[i]; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_uri (uris[i]);
      g_autofree char *path = lsc_path_to_display (file);
      g_autofree char *label = escape_underscores (path);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.open-uri", "s", uris[i]);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}
