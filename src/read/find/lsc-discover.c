/* lsc-discover.c - from a folder or file to a project
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-discover-names-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lsc-error.h"

/* A result folder is recognised by what is in it, since its name may be anything. Folders are
 * walked breadth first; below a result folder nothing else is looked for. */

#define MOST_DEPTH 8

/* Entries of folders in which nothing is found: somebody opened his home, say. However many results
 * there are, all are taken. */
#define MOST_ENTRIES 100000

typedef struct
{
  char *path;
  int depth;
} Folder;

static void
folder_free (gpointer data)
{
  Folder *folder = data;

  g_free (folder->path);
  g_free (folder);
}

static gboolean
is_new_folder (LscDiscovery *self, const char *path)
{
  struct stat info;
  char key[64];

  if (stat (path, &info) != 0)
    return FALSE;
  g_snprintf (key, sizeof key, "%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, (guint64) info.st_dev,
              (guint64) info.st_ino);
  return g_hash_table_add (self->seen, g_strdup (key));
}

static void
enqueue (LscDiscovery *self, GQueue *queue, const Folder *folder, const LscListing *listing)
{
  if (folder->depth + 1 > MOST_DEPTH)
    {
      self->n_too_deep += listing->folders->len;
      return;
    }
  for (guint i = 0; i < listing->folders->len; i++)
    {
      const char *name = g_ptr_array_index (listing->folders, i);
      Folder *next;

      /* Our own results and those of the reference tool. */
      if (strcmp (name, LSC_RESULT_FOLDER) == 0)
        {
          g_autofree char *result = g_build_filename (folder->path, name, NULL);

          _lsc_discovery_note_result (self, result);
          continue;
        }
      next = g_new (Folder, 1);
      next->path = g_build_filename (folder->path, name, NULL);
      next->depth = folder->depth + 1;
      g_queue_push_tail (queue, next);
    }
}

static void
visit (LscDiscovery *self, GQueue *queue, const Folder *folder)
{
  g_auto (LscListing) listing = { 0 };
  g_autofree char *name = g_path_get_basename (folder->path);
  g_autofree char *output = g_build_filename (folder->path, LSC_OUTPUT_FOLDER, NULL);

  self->n_folders++;
  if (strcmp (name, LSC_RESULT_FOLDER) == 0)
    _lsc_discovery_note_result (self, folder->path);
  if (strcmp (name, LSC_OUTPUT_FOLDER) == 0)
    {
      g_autofree char *parent = g_path_get_dirname (folder->path);

      _lsc_discovery_take_result (self, parent, folder->path);
      return;
    }
  if (!_lsc_discovery_list (self, folder->path, &listing))
    return;
  if (_lsc_listing_has (listing.folders, LSC_OUTPUT_FOLDER))
    _lsc_discovery_take_result (self, folder->path, output);
  else if (!_lsc_discovery_take_raw (self, folder->path, &listing) &&
           _lsc_discovery_take_files (self, folder->path, &listing) == 0)
    enqueue (self, queue, folder, &listing);
}

/* What a folder with results lists, its own place in the folder above included, does not count. */
static void
visit_counted (LscDiscovery *self, GQueue *queue, const Folder *folder)
{
  guint n_found = self->sources->len + self->jobs->len + self->project->unread->len;
  guint n_entries = self->n_entries;

  visit (self, queue, folder);
  if (self->sources->len + self->jobs->len + self->project->unread->len > n_found)
    self->n_entries = n_entries > 0 ? n_entries - 1 : 0;
}

static gboolean
walk (LscDiscovery *self, const char *root, GError **error)
{
  g_autoptr (GQueue) queue = g_queue_new ();
  Folder *first = g_new (Folder, 1);

  first->path = g_strdup (root);
  first->depth = 0;
  g_queue_push_tail (queue, first);
  while (!g_queue_is_empty (queue) && self->n_entries < self->most_entries)
    {
      Folder *folder = g_queue_pop_head (queue);

      if (is_new_folder (self, folder->path))
        visit_counted (self, queue, folder);
      folder_free (folder);
      if (lsc_job_is_cancelled (self->job))
        break;
    }
  self->is_cut = self->is_cut || !g_queue_is_empty (queue);
  g_queue_clear_full (queue, folder_free);
  return lsc_job_check (self->job, error);
}

static void
report_walk (LscDiscovery *self)
{
  g_autofree char *cut = _lsc_discovery_describe_cut (self);
  g_autofree char *deep =
      g_strdup_printf (_ ("%u folders lie deeper than %d levels and were not looked at."),
                       self->n_too_deep, MOST_DEPTH);
  g_autofree char *left =
      g_strdup_printf (_ ("Of %u files with JSON only the first %u were looked into."),
                       self->n_sniffed, LSC_MOST_SNIFFED);
  g_autofree char *links = g_strdup_printf (
      _ ("%u links lead out of the folder and were not followed."), self->n_links_left);
  const char *remedy = _ ("Open the folder itself.");
  const char *closer = _ ("Open a folder closer to the recordings.");

  if (self->is_cut)
    _lsc_discovery_add_notice (self, LSC_SEVERITY_WARNING, "too-many-entries", self->project->path,
                               cut, NULL, closer);
  if (self->n_sniffed > LSC_MOST_SNIFFED)
    _lsc_discovery_add_loss (self, "files-left", self->project->path, left,
                             _ ("A trace among the others is not shown."),
                             _ ("Open a folder with fewer files in it."));
  if (self->n_too_deep > 0)
    _lsc_discovery_add_notice (self, LSC_SEVERITY_NOTE, "too-deep", self->project->path, deep, NULL,
                               remedy);
  if (self->n_links_left > 0)
    _lsc_discovery_add_notice (self, LSC_SEVERITY_NOTE, "link-outside", self->project->path, links,
                               NULL, remedy);
}

static gboolean
set_missing (const char *path, int code, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, LSC_ERROR, code == ENOENT || code == ENOTDIR ? LSC_ERROR_USAGE : LSC_ERROR_IO,
               "%s: %s", shown, g_strerror (code));
  return FALSE;
}

/* GLib would take the root of the file system for a current folder that was removed, and the
 * current folder for a name that is empty, as that of a variable that was never set. */
static gboolean
check_start (const char *path, GError **error)
{
  char *folder = g_path_is_absolute (path) ? NULL : getcwd (NULL, 0);
  gboolean is_there = g_path_is_absolute (path) || (folder && *path);
  int code = folder ? ENOENT : errno;

  free (folder);
  return is_there || set_missing (path, code, error);
}

static gboolean
set_root (LscDiscovery *self, const char *path, struct stat *info, GError **error)
{
  char *real = realpath (path, NULL);

  if (!real || stat (path, info) != 0)
    {
      int code = errno;

      free (real);
      return set_missing (path, code, error);
    }
  if (S_ISDIR (info->st_mode))
    self->real_root = g_strdup (real);
  else
    self->real_root = g_path_get_dirname (real);
  free (real);
  return TRUE;
}

static void
clear (LscDiscovery *self)
{
  g_clear_pointer (&self->project, lsc_project_unref);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_clear_pointer (&self->jobs, g_ptr_array_unref);
  g_clear_pointer (&self->own_files, g_ptr_array_unref);
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_clear_pointer (&self->name_files, g_ptr_array_unref);
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_clear_pointer (&self->others, g_hash_table_unref);
  g_free (self->real_root);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscDiscovery, clear)

/** As lsc_discover(), which ends after @most_entries entries of folders in which nothing is. */
LscProject *
_lsc_discovery_run (const char *path, guint most_entries, const LscOpNames *names, LscJob *job,
                    GError **error)
{
  g_auto (LscDiscovery) self = { .job = job, .most_entries = most_entries, .names = names };
  g_autofree char *root = g_canonicalize_filename (path, NULL);
  struct stat info;

  if (!check_start (path, error))
    return NULL;
  self.project = lsc_project_new (root);
  self.sources = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  self.jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_cluster_free);
  self.results = g_ptr_array_new_with_free_func (g_free);
  self.own_files = g_ptr_array_new_with_free_func (g_free);
  self.name_files = _lsc_name_files_new ();
  self.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!set_root (&self, root, &info, error))
    return NULL;
  if (!S_ISDIR (info.st_mode) && !S_ISREG (info.st_mode))
    {
      _lsc_discovery_set_nothing (&self, MOST_DEPTH,
                                  error); /* a pipe would block whoever reads it */
      return NULL;
    }
  if (S_ISDIR (info.st_mode) ? !walk (&self, root, error)
                             : !_lsc_discovery_take_file (&self, root, error))
    return NULL;
  report_walk (&self);
  _lsc_discovery_take_own (&self);
  _lsc_discovery_give_names (&self);
  _lsc_discovery_drop_strays (&self);
  _lsc_discovery_make_clusters (&self);
  _lsc_discovery_take_jobs (&self);
  _lsc_discovery_report_unread (&self);
  if (self.project->clusters->len == 0 && self.project->unread->len == 0)
    {
      _lsc_discovery_set_nothing (&self, MOST_DEPTH, error);
      return NULL;
    }
  return g_steal_pointer (&self.project);
}

/**
 * lsc_discover:
 * @path: a file, a folder with results anywhere below, a result folder or its output folder
 * @job: (nullable): cancellation
 *
 * Finds recordings. Reads no events and writes nothing.
 *
 * A project may hold nothing but recordings that this version does not read
 * (LscProject.unread, each with a notice "not-read"): that is no error here.
 *
 * Errors: %LSC_ERROR_USAGE (no such file), %LSC_ERROR_IO (not readable), %LSC_ERROR_NOTHING (no
 * recording found; the message says what was searched and what was there),
 * %LSC_ERROR_CORRUPT (a single .db that cannot be opened), %LSC_ERROR_CANCELLED.
 *
 * Source: formats.md#discovery.
 *
 * Returns: (transfer full) (nullable): the project
 */
LscProject *
lsc_discover (const char *path, LscJob *job, GError **error)
{
  return lsc_discover_named (path, NULL, job, error);
}

/**
 * lsc_discover_named:
 * @names: (nullable): names of ops that the user adds to those that are known
 *
 * As lsc_discover(), which reads all of an op timeline: its workers are told by the whole file.
 *
 * Returns: (transfer full) (nullable): the project
 */
LscProject *
lsc_discover_named (const char *path, const LscOpNames *names, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);
  return _lsc_discovery_run (path, MOST_ENTRIES, names, job, error);
}
