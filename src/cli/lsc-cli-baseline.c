/* lsc-cli-baseline.c - recordings that checks compare with, by name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-baseline.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "cli/lsc-cli-extract.h"
#include "export/lsc-export-extract.h"

/* check.md#baselines. A baseline is a file of extracts, NAME.lscope: what is compared is in it, and
 * it stays when the recording goes. */

#define ENDING ".lscope"
#define NAME_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-"
#define MOST_NAMED 8 /* in a sentence */

static char *
get_folder (const char *folder)
{
  return folder ? g_canonicalize_filename (folder, NULL)
                : g_build_filename (g_get_user_data_dir (), "lanescope", "baselines", NULL);
}

static gboolean
is_name (const char *word)
{
  return *word && *word != '.' && *word != '-' && strspn (word, NAME_CHARACTERS) == strlen (word);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* (nullable) (transfer full): the names of those that were saved, for a sentence */
static char *
list_names (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, ENDING))
      g_ptr_array_add (names, g_strndup (name, strlen (name) - strlen (ENDING)));
  if (names->len == 0)
    return NULL;
  g_ptr_array_sort (names, compare_names);
  if (names->len > MOST_NAMED)
    {
      g_ptr_array_set_size (names, MOST_NAMED);
      g_ptr_array_add (names, g_strdup ("…"));
    }
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}

/**
 * lsc_cli_baseline_get_path:
 * @folder: (nullable): where baselines are kept; %NULL = in the user's data folder
 *
 * Errors: %LSC_ERROR_USAGE where @name is none.
 *
 * Returns: (transfer full) (nullable): the file of a baseline, which may not be there
 */
char *
lsc_cli_baseline_get_path (const char *name, const char *folder, GError **error)
{
  g_autofree char *place = NULL;
  g_autofree char *file = NULL;

  g_return_val_if_fail (name, NULL);
  if (!is_name (name))
    {
      lsc_fail (error, LSC_ERROR_USAGE,
                _ ("“%s” is no name of a baseline: letters, digits, “.”, “_” and “-” are"), name);
      return NULL;
    }
  place = get_folder (folder);
  file = g_strconcat (name, ENDING, NULL);
  return g_build_filename (place, file, NULL);
}

/**
 * lsc_cli_baseline_find:
 * @word: a folder or file, which comes first, or the name of a baseline; also PATH\@rank=3
 * @folder: (nullable): where baselines are kept
 *
 * Errors: %LSC_ERROR_USAGE where it is neither.
 *
 * Returns: (transfer full) (nullable): the path of a recording
 */
char *
lsc_cli_baseline_find (const char *word, const char *folder, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *place = NULL;
  g_autofree char *names = NULL;

  g_return_val_if_fail (word, NULL);
  if (g_file_test (word, G_FILE_TEST_EXISTS) || !is_name (word))
    return g_strdup (word); /* what is wrong with a path is told where it is opened */
  path = lsc_cli_baseline_get_path (word, folder, error);
  if (!path || g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);
  place = get_folder (folder);
  names = list_names (place);
  if (names)
    lsc_fail (error, LSC_ERROR_USAGE,
              _ ("There is no baseline “%s” in %s, and no such file or folder. Saved there: %s. "
                 "--baseline-dir names another folder"),
              word, place, names);
  else
    lsc_fail (
        error, LSC_ERROR_USAGE,
        _ ("There is no baseline “%s” in %s, and no such file or folder. None is saved there. "
           "--baseline-dir names another folder; “lanescope-cli check PATH --save-baseline "
           "%s” saves one"),
        word, place, word);
  return NULL;
}

static gboolean
is_inside (const char *path, const char *root)
{
  return g_str_has_prefix (path, root) &&
         (path[strlen (root)] == '\0' || path[strlen (root)] == G_DIR_SEPARATOR);
}

/* A file of ours in the folder of a recording would be one of its recordings. Looked at by its name
 * before the folder is made, and as what links lead to after that. */
static gboolean
check_place (const LscCliProject *project, const char *folder, GError **error)
{
  g_autofree char *root = g_canonicalize_filename (project->project->path, NULL);
  g_autofree char *name = g_canonicalize_filename (folder, NULL);
  char *real_root = realpath (root, NULL);
  char *real_name = realpath (name, NULL);
  gboolean is_refused =
      is_inside (name, root) || (real_root && real_name && is_inside (real_name, real_root));

  free (real_root);
  free (real_name);
  return !is_refused || lsc_fail (error, LSC_ERROR_IO,
                                  _ ("%s is in the folder of the recording, where nothing is "
                                     "written. Name another --baseline-dir"),
                                  folder);
}

/* An extract is copied: it was packed once. */
static LscPack *
pack_extract (const LscSource *source, LscExtractEntry **entry, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) entries = lsc_session_list_extracts (source->file, job, error);

  for (guint i = 0; entries && i < entries->len; i++)
    if (((LscExtractEntry *) entries->pdata[i])->id == (gint64) source->part)
      {
        *entry = entries->pdata[i];
        entries->pdata[i] = NULL;
        return lsc_session_read_pack (source->file, (*entry)->id, job, error);
      }
  if (entries)
    lsc_fail (error, LSC_ERROR_CORRUPT, _ ("%s has changed while it was read"), source->file);
  return NULL;
}

static gboolean
add_rank (LscExtractWriter *writer, const LscCliProject *project, const LscCliOptions *options,
          LscSource *source, GError **error)
{
  g_autoptr (LscExtractEntry) entry = NULL;
  g_autoptr (LscPack) pack = NULL;

  if (source->format == LSC_FORMAT_EXTRACT)
    pack = pack_extract (source, &entry, project->job, error);
  else if ((entry = lsc_cli_extract_entry (source, error)))
    pack = lsc_cli_extract_pack (source, options, LSC_CLI_DETAIL_NONE, entry, project->job, error);
  return pack && lsc_extract_writer_add (writer, entry, pack, error);
}

/* A baseline that a recording was compared with may move on to it; the recording itself is never
 * replaced. */
static void
release (const LscCliProject *project, const char *path)
{
  char *real = realpath (path, NULL);
  gboolean is_read = FALSE;

  for (guint i = 0; real && i < project->sources->len && !is_read; i++)
    {
      char *file = realpath (((const LscSource *) project->sources->pdata[i])->file, NULL);

      is_read = file && strcmp (file, real) == 0;
      free (file);
    }
  free (real);
  if (!is_read)
    lsc_output_release_file (path);
}

/**
 * lsc_cli_baseline_save:
 * @path: of lsc_cli_baseline_get_path()
 * @is_forced: one of that name is replaced
 *
 * Writes what comparisons need of the ranks of @project. Cost: reads them anew.
 *
 * Errors: %LSC_ERROR_IO, also where the place is one of a profile, and those of reading.
 *
 * Returns: whether it is written
 */
gboolean
lsc_cli_baseline_save (const LscCliProject *project, const LscCliOptions *options, const char *path,
                       gboolean is_forced, GError **error)
{
  g_autofree char *folder = NULL;
  g_autoptr (LscExtractWriter) writer = NULL;

  g_return_val_if_fail (project && project->sources && options && path, FALSE);
  if (!is_forced && g_file_test (path, G_FILE_TEST_EXISTS))
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("There is a baseline of that name: %s. --force replaces it"), path);
  folder = g_path_get_dirname (path);
  if (!check_place (project, folder, error) || !lsc_output_make_folder (folder, 0, error) ||
      !check_place (project, folder, error))
    return FALSE;
  if (is_forced)
    release (project, path);
  writer = lsc_extract_writer_new (path, project->job, error);
  for (guint i = 0; writer && i < project->sources->len; i++)
    if (!add_rank (writer, project, options, project->sources->pdata[i], error))
      return FALSE;
  return writer && lsc_extract_writer_finish (writer, error);
}
