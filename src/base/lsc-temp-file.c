/* lsc-temp-file.c - results under a temporary name, renamed when complete
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-temp-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lsc-error.h"

static void
set_write_error (const char *path, int code, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error,
               LSC_ERROR,
               LSC_ERROR_IO,
               _ ("“%s” could not be written: %s. Name another place with -o."),
               name,
               g_strerror (code));
}

/**
 * lsc_temp_file_create:
 * @path: the file to be written in the end
 *
 * Creates an empty file beside @path, with the permissions that @path would get.
 *
 * Returns: (transfer full) (nullable): its name; %NULL with %LSC_ERROR_IO
 */
char *
lsc_temp_file_create (const char *path, GError **error)
{
  g_autofree char *name = g_strdup_printf ("%s.XXXXXX.part", path);
  int fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0666);

  if (fd < 0)
    {
      set_write_error (path, errno, error);
      return NULL;
    }
  close (fd);
  return g_steal_pointer (&name);
}

/**
 * lsc_temp_file_commit:
 * @temp_path: (transfer full): a name from lsc_temp_file_create()
 * @path: its final name; an older file of that name is replaced
 *
 * Returns: %FALSE with %LSC_ERROR_IO; the temporary file is gone either way
 */
gboolean
lsc_temp_file_commit (char *temp_path, const char *path, GError **error)
{
  if (g_rename (temp_path, path) != 0)
    {
      set_write_error (path, errno, error);
      lsc_temp_file_discard (temp_path);
      return FALSE;
    }
  g_free (temp_path);
  return TRUE;
}

/**
 * lsc_temp_file_discard:
 * @temp_path: (transfer full) (nullable): a temporary file to remove
 */
void
lsc_temp_file_discard (char *temp_path)
{
  if (!temp_path)
    return;
  g_unlink (temp_path);
  g_free (temp_path);
}

/**
 * lsc_make_folder:
 * @path: a folder, made with its parents (mode 0750) unless it is there
 *
 * Returns: %FALSE with %LSC_ERROR_IO
 */
gboolean
lsc_make_folder (const char *path, GError **error)
{
  if (g_mkdir_with_parents (path, 0750) == 0)
    return TRUE;
  set_write_error (path, errno, error);
  return FALSE;
}
