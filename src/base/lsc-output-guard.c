/* lsc-output-guard.c - what is never written: the profiles of the user
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-output.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "base/lsc-output-private.h"

/* A profile is protected from the moment it is found until the process ends: by the real path of
 * its files, which need not be there any more, by their identity, which a second name shares, and
 * as a whole folder. Results of the reference tool lie in a folder of their own inside of it. */

#define RESULTS "cluster_analysis_output"
#define RESULTS_DATABASE "cluster_analysis.db"
#define MOST_LINKS 40

typedef struct
{
  dev_t device;
  ino_t inode;
} Identity;

typedef struct
{
  char *path;
  off_t size_bytes;
  struct timespec modified;
} Known;

static GMutex lock;
static GHashTable *files;      /* char *real path, as a set */
static GHashTable *identities; /* Identity * -> Known * */
static GHashTable *folders;    /* char *real path, as a set */

static guint
identity_hash (gconstpointer data)
{
  const Identity *self = data;

  return (guint) self->inode ^ (guint) (self->inode >> 32) ^ (guint) self->device;
}

static gboolean
identity_equal (gconstpointer a, gconstpointer b)
{
  const Identity *x = a, *y = b;

  return x->inode == y->inode && x->device == y->device;
}

static void
known_free (gpointer data)
{
  Known *self = data;

  g_free (self->path);
  g_free (self);
}

static void
make_sets (void)
{
  if (files)
    return;
  files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  identities = g_hash_table_new_full (identity_hash, identity_equal, g_free, known_free);
}

static void
add_identity (const char *real)
{
  struct stat info;
  Identity *identity;
  Known *known;

  if (stat (real, &info) != 0)
    return;
  identity = g_new (Identity, 1);
  *identity = (Identity){ info.st_dev, info.st_ino };
  known = g_new (Known, 1);
  *known = (Known){ g_strdup (real), info.st_size, info.st_mtim };
  g_hash_table_replace (identities, identity, known);
}

/**
 * lsc_output_protect_file:
 * @path: a file of a profile; need not be there
 *
 * From now on no output goes there, nor to another name of the same file, nor to the log or journal
 * that SQLite would look for beside it. Thread: any.
 */
void
lsc_output_protect_file (const char *path)
{
  g_return_if_fail (path);

  g_autofree char *real = _lsc_output_resolve (path);

  g_mutex_lock (&lock);
  make_sets ();
  add_identity (real);
  g_hash_table_add (files, g_steal_pointer (&real));
  g_mutex_unlock (&lock);
}

/**
 * lsc_output_release_file:
 * @path: a file that was read and is ours to replace, such as a baseline that moves on
 *
 * Takes lsc_output_protect_file() back. Who reads it still has the old one, as an output gets its
 * name when it is complete. Thread: any.
 */
void
lsc_output_release_file (const char *path)
{
  g_return_if_fail (path);

  g_autofree char *real = _lsc_output_resolve (path);
  struct stat info;

  g_mutex_lock (&lock);
  make_sets ();
  g_hash_table_remove (files, real);
  if (stat (real, &info) == 0)
    g_hash_table_remove (identities, &(Identity){ info.st_dev, info.st_ino });
  g_mutex_unlock (&lock);
}

/**
 * lsc_output_protect_folder:
 * @path: a folder with nothing in it but a profile
 *
 * From now on no output goes below it, but into its cluster_analysis_output. Thread: any.
 */
void
lsc_output_protect_folder (const char *path)
{
  g_return_if_fail (path);

  g_autofree char *real = _lsc_output_resolve (path);

  g_mutex_lock (&lock);
  make_sets ();
  g_hash_table_add (folders, g_steal_pointer (&real));
  g_mutex_unlock (&lock);
}

/* An inode is given to another file once its own is gone. It is still the same file when it has
 * kept its name, or, if it was moved, when nobody wrote it. */
static gboolean
is_same (const Known *known, const struct stat *info)
{
  struct stat now;

  if (stat (known->path, &now) == 0 && now.st_ino == info->st_ino && now.st_dev == info->st_dev)
    return TRUE;
  return known->size_bytes == info->st_size && known->modified.tv_sec == info->st_mtim.tv_sec &&
         known->modified.tv_nsec == info->st_mtim.tv_nsec;
}

static gboolean
is_protected (const char *real)
{
  struct stat info;
  Identity identity;
  const Known *known;

  if (g_hash_table_contains (files, real))
    return TRUE;
  if (stat (real, &info) != 0)
    return FALSE;
  identity = (Identity){ info.st_dev, info.st_ino };
  known = g_hash_table_lookup (identities, &identity);
  return known && is_same (known, &info);
}

static gboolean
is_file_of_profile (const char *real)
{
  static const char *const suffixes[] = { "-wal", "-shm", "-journal" };
  gboolean is_found;

  g_mutex_lock (&lock);
  make_sets ();
  is_found = is_protected (real);
  for (gsize i = 0; !is_found && i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (real, suffixes[i]))
      {
        g_autofree char *database = g_strndup (real, strlen (real) - strlen (suffixes[i]));

        is_found = is_protected (database);
      }
  g_mutex_unlock (&lock);
  return is_found;
}

/* @is_result: it lies among results, which may be copies of profiles by their own names */
static gboolean
is_profile_folder (const char *path, gboolean is_result)
{
  g_autofree char *name = g_path_get_basename (path);
  gboolean is_found;

  if (!is_result && (g_str_has_suffix (name, "_ascend_pt") ||
                     g_str_has_suffix (name, "_ascend_ms") || g_str_has_prefix (name, "PROF_")))
    return TRUE;
  g_mutex_lock (&lock);
  make_sets ();
  is_found = g_hash_table_contains (folders, path);
  g_mutex_unlock (&lock);
  return is_found;
}

/* (transfer full) (nullable): the outermost profile that @real lies in, beside its results. */
static char *
find_profile (const char *real)
{
  gboolean is_result = FALSE;

  for (const char *slash = strchr (real + 1, '/'); slash; slash = strchr (slash + 1, '/'))
    {
      g_autofree char *folder = g_strndup (real, (gsize) (slash - real));
      gsize length = strlen (RESULTS);

      if (strncmp (slash + 1, RESULTS, length) == 0 &&
          (slash[1 + length] == '/' || slash[1 + length] == '\0'))
        continue;
      is_result |= g_str_has_suffix (folder, "/" RESULTS);
      if (is_profile_folder (folder, is_result))
        return g_steal_pointer (&folder);
    }
  return NULL;
}

static gboolean
refuse_folder (const char *path, const char *profile, GError **error)
{
  g_autofree char *parent = g_path_get_dirname (profile);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *place = g_build_filename (parent, name, NULL);
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *shown_profile = g_filename_display_name (profile);
  g_autofree char *shown_place = g_filename_display_name (place);

  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("“%s” is inside the profile “%s”, which is never written to. Choose a place "
                  "outside, such as “%s”."),
               shown, shown_profile, shown_place);
  return FALSE;
}

/* (transfer full): another name in the folder of @path, for display */
static char *
suggest (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *other = g_strconcat ("lanescope-", name, NULL);
  g_autofree char *place = g_build_filename (folder, other, NULL);

  return g_filename_display_name (place);
}

static gboolean
refuse_file (const char *path, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *place = suggest (path);

  g_set_error (
      error, LSC_ERROR, LSC_ERROR_IO,
      _ ("“%s” belongs to the profile that is read, which is never written. Choose another "
         "name, such as “%s”."),
      shown, place);
  return FALSE;
}

/* Where a mode of the reference tool replaces its own tables, as that tool does. */
static gboolean
is_results_database (const char *real)
{
  g_autofree char *folder = g_path_get_dirname (real);
  g_autofree char *parent = g_path_get_basename (folder);
  g_autofree char *name = g_path_get_basename (real);

  return g_str_equal (name, RESULTS_DATABASE) && g_str_equal (parent, RESULTS);
}

/* Whether what is there may be replaced or added to, by what is in it: anybody's recording is as
 * dear as the one that was opened. */
static gboolean
check_content (const char *path, const char *real, GError **error)
{
  struct stat info;
  g_autofree char *shown = NULL;
  g_autofree char *place = NULL;

  if (stat (real, &info) != 0 || !S_ISREG (info.st_mode) || info.st_size == 0)
    return TRUE;
  shown = g_filename_display_name (path);
  place = suggest (path);
  if (_lsc_output_get_maker (real) == LSC_OUTPUT_MAKER_OTHERS && !is_results_database (real))
    g_set_error (
        error, LSC_ERROR, LSC_ERROR_IO,
        _ ("“%s” is a database that Lanescope did not make, so it is left as it is. Choose "
           "another name, such as “%s”."),
        shown, place);
  else if (_lsc_output_is_recording (real))
    g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
                 _ ("“%s” is a recording, which is never replaced. Choose another name, such as "
                    "“%s”."),
                 shown, place);
  else
    return TRUE;
  return FALSE;
}

/* The deepest folder of @path that is there, without links, and the rest of @path as it is. */
static char *
resolve_folder (const char *path)
{
  g_autofree char *parent = NULL;
  g_autofree char *name = NULL;
  g_autofree char *real_parent = NULL;
  char *real = realpath (path, NULL);

  if (real)
    {
      char *copy = g_strdup (real);

      free (real);
      return copy;
    }
  parent = g_path_get_dirname (path);
  if (strcmp (parent, path) == 0)
    return g_strdup (path);
  name = g_path_get_basename (path);
  real_parent = resolve_folder (parent);
  return g_build_filename (real_parent, name, NULL);
}

/* The name itself stays: it may be a link. */
static char *
resolve_parent (const char *path)
{
  g_autofree char *plain = g_strdup (path);
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *real = NULL;

  for (gsize n = strlen (plain); n > 1 && plain[n - 1] == '/'; n--)
    plain[n - 1] = '\0';
  folder = g_path_get_dirname (plain);
  name = g_path_get_basename (plain);
  real = resolve_folder (folder);
  return g_build_filename (real, name, NULL);
}

/* Goes on to where @at leads, if it is a link. */
static gboolean
follow (char **at)
{
  g_autofree char *target = g_file_read_link (*at, NULL);
  g_autofree char *folder = g_path_get_dirname (*at);
  g_autofree char *next = NULL;

  if (!target)
    return FALSE;
  next = g_path_is_absolute (target) ? g_steal_pointer (&target)
                                     : g_build_filename (folder, target, NULL);
  g_free (*at);
  *at = resolve_parent (next);
  return TRUE;
}

/* (transfer full): what @path leads to, with all links followed; neither it nor its folder need be
 * there. */
char *
_lsc_output_resolve (const char *path)
{
  char *at = resolve_parent (path);

  for (int i = 0; i < MOST_LINKS && follow (&at); i++)
    ;
  return at;
}

/**
 * lsc_output_check:
 * @path: where something is to be written, a file or a folder
 *
 * Looks at each name on the way: a link in a profile may lead out of it, and one outside into it;
 * and into what is there: a recording is never replaced, a database only if it is ours. Called by
 * lsc_output_new(); before long work it tells early. Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_IO when @path belongs to a profile, or is a recording
 */
gboolean
lsc_output_check (const char *path, GError **error)
{
  g_return_val_if_fail (path, FALSE);

  g_autofree char *at = resolve_parent (path);
  int n = 0;

  do
    {
      g_autofree char *profile = find_profile (at);

      if (profile)
        return refuse_folder (path, profile, error);
      if (is_file_of_profile (at))
        return refuse_file (path, error);
    }
  while (n++ < MOST_LINKS && follow (&at));
  return check_content (path, at, error);
}

/**
 * lsc_output_check_open:
 * @fd: what somebody else opened, such as standard output
 *
 * Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_IO when it is a file of a profile
 */
gboolean
lsc_output_check_open (int fd, GError **error)
{
  struct stat info;
  const Known *known = NULL;
  g_autofree char *path = NULL;

  if (fstat (fd, &info) != 0 || !S_ISREG (info.st_mode))
    return TRUE;
  g_mutex_lock (&lock);
  make_sets ();
  known = g_hash_table_lookup (identities, &(Identity){ info.st_dev, info.st_ino });
  if (known && is_same (known, &info))
    path = g_strdup (known->path);
  g_mutex_unlock (&lock);
  return !path || refuse_file (path, error);
}
