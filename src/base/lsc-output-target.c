/* lsc-output-target.c - where an output goes, and whether it may
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "base/lsc-output-private.h"

static gboolean
set_error (const char *path, const char *why, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("“%s” could not be written: %s. Choose another place."), name, why);
  return FALSE;
}

/** _lsc_output_fail: sets why @path could not be written; returns %FALSE */
gboolean
_lsc_output_fail (const char *path, int code, GError **error)
{
  return set_error (path, g_strerror (code), error);
}

static gboolean
is_empty (const char *path)
{
  struct stat info;

  return stat (path, &info) == 0 && info.st_size == 0;
}

static gboolean
refuse_foreign (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("“%s” is there already and was not made by “convert”, so it is left as it is. "
                  "Choose another name, or move it away."),
               name);
  return FALSE;
}

static gboolean
has_content (const char *path, const char *suffix)
{
  g_autofree char *name = g_strconcat (path, suffix, NULL);
  struct stat info;

  return stat (name, &info) == 0 && info.st_size > 0;
}

/**
 * lsc_output_check_log:
 * @path: where a file is to be written or replaced
 *
 * What is in a log beside it belongs to a database of that name, there or not: SQLite would write
 * it over whatever takes the name. Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_IO when there is one with something in it
 */
gboolean
lsc_output_check_log (const char *path, GError **error)
{
  g_return_val_if_fail (path, FALSE);

  g_autofree char *real = _lsc_output_resolve (path);

  if (!has_content (real, "-wal") && !has_content (real, "-journal"))
    return TRUE;
  return set_error (path, _ ("another program has not finished writing it"), error);
}

/**
 * lsc_output_check_edited:
 * @path: where something is to be written that users edit
 *
 * What %LSC_OUTPUT_EDITED checks, to tell it before long work. Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_IO when a file with something in it is there
 */
gboolean
lsc_output_check_edited (const char *path, GError **error)
{
  struct stat info;
  g_autofree char *name = NULL;

  g_return_val_if_fail (path, FALSE);
  if (stat (path, &info) != 0 || !S_ISREG (info.st_mode) || info.st_size == 0)
    return TRUE;
  name = g_filename_display_name (path);
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("“%s” is there already and may have been edited, so it is left as it is. Replace "
                  "it with --force, or choose another name."),
               name);
  return FALSE;
}

/**
 * _lsc_output_find_target:
 * @target: (out) (nullable): what @path leads to, to be made or replaced; %NULL when the result is
 *   to be copied into @path
 *
 * Returns: %FALSE with %LSC_ERROR_IO when nothing may be written there
 */
gboolean
_lsc_output_find_target (const char *path, LscOutputFlags flags, char **target, GError **error)
{
  g_autofree char *real = NULL;
  struct stat info, its;

  *target = NULL;
  if (*path == '\0')
    return _lsc_output_fail (path, ENOENT, error);
  if (!(flags & LSC_OUTPUT_INTO_PROFILE) && !lsc_output_check (path, error))
    return FALSE;
  real = _lsc_output_resolve (path);
  if (stat (path, &info) != 0)
    {
      if (errno != ENOENT || g_str_has_suffix (path, "/"))
        return _lsc_output_fail (path, errno, error);
      *target = g_steal_pointer (&real);
      return lsc_output_check_log (path, error);
    }
  if (S_ISDIR (info.st_mode))
    return _lsc_output_fail (path, EISDIR, error);
  if (S_ISSOCK (info.st_mode))
    return set_error (path, _ ("it is a socket"), error);
  /* A name below /proc stands for an open file, which may have no name of its own any more. */
  if (!S_ISREG (info.st_mode) || stat (real, &its) != 0 || its.st_ino != info.st_ino ||
      its.st_dev != info.st_dev)
    return TRUE;
  if (!lsc_output_check_log (path, error))
    return FALSE;
  if ((flags & LSC_OUTPUT_OWN_DATABASE) && !is_empty (real) &&
      _lsc_output_get_maker (real) != LSC_OUTPUT_MAKER_CONVERT)
    return refuse_foreign (path, error);
  if ((flags & LSC_OUTPUT_OWN_EXTRACT) && !is_empty (real) &&
      _lsc_output_get_maker (real) != LSC_OUTPUT_MAKER_EXTRACT)
    return refuse_foreign (path, error);
  if ((flags & LSC_OUTPUT_EDITED) && !lsc_output_check_edited (path, error))
    return FALSE;
  *target = g_steal_pointer (&real);
  return TRUE;
}
