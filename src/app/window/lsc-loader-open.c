/* lsc-loader-open.c - what can be read below a path, and what names the kernels of its graphs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-loader-private.h"
#include "session/lsc-session-find.h"

static gpointer
run_open (gpointer data, LscJob *job, GError **error)
{
  const LscLoaderWork *work = data;
  g_autoptr (LscOpNames) names = NULL;
  g_autoptr (LscProject) project = NULL;

  if (work->extra)
    {
      names = lsc_session_read_op_names (work->extra, error);
      if (!names)
        return NULL;
    }
  project = lsc_session_find_named (work->path, names, job, error);
  if (project && work->names &&
      !lsc_session_name_graphs (project, (const char *const *) work->names, error))
    return NULL;
  return g_steal_pointer (&project);
}

/**
 * lsc_loader_open:
 * @path: a folder or file
 * @wish: gets an #LscProject
 *
 * Looks what can be read below @path, without reading it.
 */
void
lsc_loader_open (LscLoader *self, const char *path, const LscTaskWish *wish)
{
  LscLoaderWork *work;
  g_autofree char *names = NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self) && path != NULL);
  work = _lsc_loader_work_new (self, wish);
  work->path = g_strdup (path);
  work->names = self->names ? g_strdupv (g_hash_table_lookup (self->names, path)) : NULL;
  names = g_settings_get_string (self->settings, "op-names");
  if (*g_strstrip (names))
    {
      work->extra = g_steal_pointer (&names);
      work->free_extra = g_free;
    }
  name = g_filename_display_basename (path);
  title = g_strdup_printf (_ ("Opening %s"), name);
  _lsc_loader_start (work, title, run_open, (GDestroyNotify) lsc_project_unref, _lsc_loader_tell);
}

/**
 * lsc_loader_add_names:
 * @path: of a project
 * @file: names the kernels of its graphs from when it is opened the next time
 */
void
lsc_loader_add_names (LscLoader *self, const char *path, const char *file)
{
  GStrv names;
  guint n;

  g_return_if_fail (LSC_IS_LOADER (self) && path != NULL && file != NULL);
  if (!self->names)
    self->names =
        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_strfreev);
  names = g_strdupv (g_hash_table_lookup (self->names, path));
  n = names ? g_strv_length (names) : 0;
  names = g_renew (char *, names, n + 2);
  names[n] = g_strdup (file);
  names[n + 1] = NULL;
  g_hash_table_replace (self->names, g_strdup (path), names);
}

/**
 * lsc_loader_get_names:
 * @path: of a project
 *
 * Returns: (nullable) (array zero-terminated=1) (transfer none): the files that were added
 */
const char *const *
lsc_loader_get_names (LscLoader *self, const char *path)
{
  g_return_val_if_fail (LSC_IS_LOADER (self) && path != NULL, NULL);
  return self->names ? g_hash_table_lookup (self->names, path) : NULL;
}

/** lsc_loader_forget_names: those of a project; those that lie beside its traces stay */
void
lsc_loader_forget_names (LscLoader *self, const char *path)
{
  g_return_if_fail (LSC_IS_LOADER (self) && path != NULL);
  if (self->names)
    g_hash_table_remove (self->names, path);
}

static gpointer
run_look (gpointer data, LscJob *job, GError **error)
{
  const LscLoaderWork *work = data;

  return GINT_TO_POINTER (lsc_session_is_names (work->path) ? 2 : 1);
}

/**
 * lsc_loader_look_at:
 * @path: a file
 * @wish: gets 2 as a pointer if it names the kernels of graphs, else 1
 *
 * Looks at the first bytes of a file.
 */
void
lsc_loader_look_at (LscLoader *self, const char *path, const LscTaskWish *wish)
{
  LscLoaderWork *work;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self) && path != NULL);
  work = _lsc_loader_work_new (self, wish);
  work->path = g_strdup (path);
  name = g_filename_display_basename (path);
  title = g_strdup_printf (_ ("Opening %s"), name);
  _lsc_loader_start (work, title, run_look, NULL, _lsc_loader_tell);
}
