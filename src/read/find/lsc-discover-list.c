/* lsc-discover-list.c - the entries of a folder, and what is odd about them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-discover-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "read/find/lsc-recognise.h"

void
_lsc_listing_clear (LscListing *self)
{
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->folders, g_ptr_array_unref);
}

/** Returns: whether @name is among @names */
gboolean
_lsc_listing_has (GPtrArray *names, const char *name)
{
  return g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL);
}

void
_lsc_discovery_add_notice (LscDiscovery *self, LscSeverity severity, const char *code,
                           const char *file, const char *what, const char *why, const char *remedy)
{
  LscNotice *notice = lsc_notice_new (severity, code, "%s", what);

  lsc_notice_set_place (notice, LSC_RANK_NONE, file, NULL);
  lsc_notice_set_help (notice, why, remedy);
  lsc_notices_add (self->project->notices, notice);
}

/** As _lsc_discovery_add_notice(), of something that is not shown. */
void
_lsc_discovery_add_loss (LscDiscovery *self, const char *code, const char *file, const char *what,
                         const char *why, const char *remedy)
{
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_WARNING, code, "%s", what);

  lsc_notice_set_place (notice, LSC_RANK_NONE, file, NULL);
  lsc_notice_set_help (notice, why, remedy);
  lsc_notices_add (self->project->notices, lsc_notice_mark_loss (notice));
}

static gboolean
stays_inside (LscDiscovery *self, const char *path)
{
  char *target = realpath (path, NULL);
  gsize length = strlen (self->real_root);
  gboolean inside;

  if (!target)
    return FALSE;
  inside = strncmp (target, self->real_root, length) == 0 &&
           (target[length] == '/' || target[length] == '\0' || self->real_root[length - 1] == '/');
  free (target);
  return inside;
}

static gboolean
has_folder (const char *path, const char *name)
{
  g_autofree char *inside = g_build_filename (path, name, NULL);

  return g_file_test (inside, G_FILE_TEST_IS_DIR);
}

/* Whether a link that leaves the root leads to a recording: people gather results so. Links to
 * anything else may lead to all of a disk. */
static gboolean
leads_to_recording (const char *path, const char *name)
{
  g_autofree char *target = realpath (path, NULL);
  g_autofree char *base = target ? g_path_get_basename (target) : NULL;

  if (!target)
    return FALSE;
  if (!g_file_test (target, G_FILE_TEST_IS_DIR))
    return lsc_recognise_name (name) != LSC_FORMAT_UNKNOWN || lsc_recognise_json_name (name) ||
           g_str_has_suffix (name, ".db") || g_str_has_suffix (name, ".lscope") ||
           g_str_has_suffix (name, ".sqlite") || g_str_has_suffix (name, ".sqlite3");
  return strcmp (name, LSC_OUTPUT_FOLDER) == 0 || strcmp (name, LSC_EXPORT_FOLDER) == 0 ||
         strcmp (base, LSC_OUTPUT_FOLDER) == 0 || has_folder (target, LSC_OUTPUT_FOLDER) ||
         has_folder (target, LSC_EXPORT_FOLDER) || g_str_has_suffix (base, "_ascend_pt") ||
         g_str_has_suffix (base, "_ascend_ms") || g_str_has_prefix (base, "PROF_");
}

static void
take_entry (LscDiscovery *self, const char *folder, const char *name, LscListing *listing)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct stat info;

  if (name[0] == '.' || lstat (path, &info) != 0)
    return;
  if (S_ISLNK (info.st_mode))
    {
      if (!stays_inside (self, path) && !leads_to_recording (path, name))
        {
          self->n_links_left++;
          return;
        }
      if (stat (path, &info) != 0)
        return;
    }
  if (S_ISDIR (info.st_mode))
    g_ptr_array_add (listing->folders, g_strdup (name));
  else if (S_ISREG (info.st_mode))
    g_ptr_array_add (listing->files, g_strdup (name));
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
report_unreadable (LscDiscovery *self, const char *path, const char *why)
{
  LscNotice *notice =
      lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, "unreadable-folder", "%s", why));

  lsc_notice_set_place (notice, LSC_RANK_NONE, path, NULL);
  lsc_notice_set_help (notice, _ ("Everything below it is not shown."),
                       _ ("Change its permissions to read it."));
  lsc_notices_add (self->project->notices, notice);
}

/** Lists a folder; hidden entries are not there, and links that leave the root only where they lead
 * to a recording. */
gboolean
_lsc_discovery_list (LscDiscovery *self, const char *path, LscListing *listing)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &error);
  const char *name;

  listing->files = g_ptr_array_new_with_free_func (g_free);
  listing->folders = g_ptr_array_new_with_free_func (g_free);
  if (!dir)
    {
      report_unreadable (self, path, error->message);
      return FALSE;
    }
  while ((name = g_dir_read_name (dir)) && self->n_entries < self->most_entries)
    {
      self->n_entries++;
      take_entry (self, path, name, listing);
    }
  self->is_cut = self->is_cut || name;
  g_ptr_array_sort (listing->files, compare_names);
  g_ptr_array_sort (listing->folders, compare_names);
  return TRUE;
}
