/* lsc-text-files.c - the files of a text export, in a folder or an archive
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-text-tables.h"

#include <string.h>

#include "base/lsc-text-input.h"
#include "read/find/lsc-recognise.h"

/**
 * lsc_text_files_new:
 *
 * Returns: (transfer full): what lies beside the file of @source
 */
LscTextFiles *
lsc_text_files_new (const LscSource *source)
{
  LscTextFiles *self = g_new0 (LscTextFiles, 1);
  g_autofree char *archive = NULL;
  g_autofree char *member = NULL;

  g_return_val_if_fail (source, NULL);
  if (lsc_archive_split (source->file, &archive, &member))
    {
      self->archive = g_steal_pointer (&archive);
      self->folder = g_path_get_dirname (member);
      self->members = lsc_archive_list (self->archive, NULL, NULL);
    }
  else
    self->folder = g_path_get_dirname (source->file);
  return self;
}

void
lsc_text_files_free (LscTextFiles *self)
{
  if (!self)
    return;
  g_free (self->archive);
  g_free (self->folder);
  g_strfreev (self->members);
  g_free (self);
}

static void
add_member (const LscTextFiles *self, const char *member, GPtrArray *names)
{
  g_autofree char *folder = g_path_get_dirname (member);

  if (strcmp (folder, self->folder) == 0)
    g_ptr_array_add (names, g_path_get_basename (member));
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * lsc_text_files_list:
 *
 * Returns: (transfer full) (element-type utf8): names of all files, sorted
 */
GPtrArray *
lsc_text_files_list (const LscTextFiles *self)
{
  g_return_val_if_fail (self, NULL);

  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = self->archive ? NULL : g_dir_open (self->folder, 0, NULL);
  const char *name;

  for (guint i = 0; self->members && self->members[i]; i++)
    add_member (self, self->members[i], names);
  while (dir && (name = g_dir_read_name (dir)))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

static char *
get_path (const LscTextFiles *self, const char *name)
{
  g_autofree char *member = NULL;

  if (!self->archive)
    return g_build_filename (self->folder, name, NULL);
  member = strcmp (self->folder, ".") == 0 ? g_strdup (name)
                                           : g_build_filename (self->folder, name, NULL);
  return lsc_archive_join (self->archive, member);
}

/**
 * lsc_text_files_find:
 * @name: of a file
 *
 * Returns: (transfer full) (nullable): its path, %NULL when it is not there
 */
char *
lsc_text_files_find (const LscTextFiles *self, const char *name)
{
  g_return_val_if_fail (self, NULL);

  g_autofree char *path = get_path (self, name);
  g_autoptr (GPtrArray) names = NULL;

  if (!self->archive)
    return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path) : NULL;
  names = lsc_text_files_list (self);
  return g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL) ? g_steal_pointer (&path)
                                                                           : NULL;
}

/**
 * lsc_text_files_find_newest:
 * @stem: begin of the name of a table that carries a time
 *
 * Returns: (transfer full) (nullable): path of the last by name, %NULL when there is none
 */
char *
lsc_text_files_find_newest (const LscTextFiles *self, const char *stem)
{
  g_return_val_if_fail (self && stem, NULL);

  g_autoptr (GPtrArray) names = lsc_text_files_list (self);

  for (guint i = names->len; i-- > 0;)
    {
      const char *name = g_ptr_array_index (names, i);

      if (g_str_has_prefix (name, stem) && g_str_has_suffix (name, ".csv"))
        return get_path (self, name);
    }
  return NULL;
}
