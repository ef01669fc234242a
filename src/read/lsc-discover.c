/* lsc-discover.c - from a folder or file to a project
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-discover-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/lsc-error.h"
#include "lsc-metadata.h"
#include "lsc-recognise.h"

/* A result folder is recognised by what is in it, since its name may be anything. Folders are
 * walked breadth first; below a result folder nothing else is looked for. */

#define MOST_DEPTH 8
#define MOST_ENTRIES 100000
#define MOST_SNIFFED 1000 /* JSON files of unknown name that are looked into */
#define OUTPUT_FOLDER "ASCEND_PROFILER_OUTPUT"

typedef struct
{
  char *path;
  int depth;
} Folder;

/* The entries of one folder. */
typedef struct
{
  GPtrArray *files;   /* char *, base names, sorted */
  GPtrArray *folders; /* the same */
} Listing;

static void
listing_clear (Listing *self)
{
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->folders, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Listing, listing_clear)

static void
folder_free (gpointer data)
{
  Folder *folder = data;

  g_free (folder->path);
  g_free (folder);
}

static void
add_notice (LscDiscovery *self,
            LscSeverity severity,
            const char *code,
            const char *file,
            const char *what,
            const char *why,
            const char *remedy)
{
  LscNotice *notice = lsc_notice_new (severity, code, "%s", what);

  lsc_notice_set_place (notice, LSC_RANK_NONE, file, NULL);
  lsc_notice_set_help (notice, why, remedy);
  lsc_notices_add (self->project->notices, notice);
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

static void
take_entry (LscDiscovery *self, const char *folder, const char *name, Listing *listing)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct stat info;

  if (name[0] == '.' || lstat (path, &info) != 0)
    return;
  if (S_ISLNK (info.st_mode))
    {
      if (!stays_inside (self, path))
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

/* Lists a folder; hidden entries and links that leave the root are not there. */
static gboolean
list_folder (LscDiscovery *self, const char *path, Listing *listing)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &error);
  const char *name;

  listing->files = g_ptr_array_new_with_free_func (g_free);
  listing->folders = g_ptr_array_new_with_free_func (g_free);
  if (!dir)
    {
      add_notice (self,
                  LSC_SEVERITY_WARNING,
                  "unreadable-folder",
                  path,
                  error->message,
                  _ ("What lies below it is not shown."),
                  _ ("Change its permissions to read it."));
      return FALSE;
    }
  while ((name = g_dir_read_name (dir)) && self->n_entries < MOST_ENTRIES)
    {
      self->n_entries++;
      take_entry (self, path, name, listing);
    }
  self->is_cut = self->is_cut || name;
  g_ptr_array_sort (listing->files, compare_names);
  g_ptr_array_sort (listing->folders, compare_names);
  return TRUE;
}

static gboolean
has_name (GPtrArray *names, const char *name)
{
  return g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL);
}

static void
set_times (LscSource *source)
{
  struct stat info;

  if (stat (source->file, &info) != 0)
    return;
  source->size_bytes = info.st_size;
  source->mtime_s = info.st_mtim.tv_sec;
}

/* Attaches the JSON files of a result folder and finds the rank (data formats 2.4). Only a database
 * whose name says nothing is opened for it. */
static void
set_rank (LscDiscovery *self, LscSource *source, const Listing *folder)
{
  for (guint i = 0; i < folder->files->len; i++)
    {
      const char *name = g_ptr_array_index (folder->files, i);

      if (strcmp (name, "profiler_metadata.json") == 0)
        source->metadata_json = g_build_filename (source->folder, name, NULL);
      else if (!source->info_json && g_str_has_prefix (name, "profiler_info") &&
               g_str_has_suffix (name, ".json"))
        source->info_json = g_build_filename (source->folder, name, NULL);
    }
  source->rank = lsc_recognise_rank (source->file);
  if (source->rank < 0 && source->format == LSC_FORMAT_ASCEND_DB)
    source->rank = lsc_recognise_map_rank (source->file, self->job);
  if (source->rank < 0)
    source->rank = lsc_profiler_info_get_rank (source->info_json);
  if (source->rank < 0)
    source->rank = lsc_profiler_metadata_get_rank (source->metadata_json);
}

static LscSource *
add_source (LscDiscovery *self,
            LscFormat format,
            const char *folder,
            const Listing *folder_listing,
            const char *file,
            const char *analysis_db)
{
  LscSource *source = lsc_source_new (format, folder, file);

  source->analysis_db = g_strdup (analysis_db);
  set_times (source);
  set_rank (self, source, folder_listing);
  if (lsc_format_is_read (format))
    g_ptr_array_add (self->sources, source);
  else
    g_ptr_array_add (self->project->unread, source);
  return source;
}

/* The best of the files that are not read: a database says more than a trace, that more than
 * tables. */
static const char *
choose_unread (const Listing *output, LscFormat *format)
{
  static const LscFormat order[] = { LSC_FORMAT_MINDSPORE_DB,
                                     LSC_FORMAT_MSPROF_DB,
                                     LSC_FORMAT_TRACE_VIEW,
                                     LSC_FORMAT_ASCEND_TEXT,
                                     LSC_FORMAT_ANALYSIS_DB };

  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    for (guint j = 0; j < output->files->len; j++)
      {
        const char *name = g_ptr_array_index (output->files, j);

        if (lsc_recognise_name (name) == order[i])
          {
            *format = order[i];
            return name;
          }
      }
  return NULL;
}

static void
add_unread_result (LscDiscovery *self,
                   const char *folder,
                   const Listing *folder_listing,
                   const char *output,
                   const Listing *output_listing)
{
  LscFormat format = LSC_FORMAT_RAW;
  const char *name = choose_unread (output_listing, &format);
  g_autofree char *file = name ? g_build_filename (output, name, NULL) : g_strdup (folder);

  if (format == LSC_FORMAT_TRACE_VIEW || format == LSC_FORMAT_ANALYSIS_DB)
    format = LSC_FORMAT_ASCEND_TEXT;
  add_source (self, format, folder, folder_listing, file, NULL);
}

/* A result folder: every profiler database of its output folder is a rank. */
static void
take_result (LscDiscovery *self, const char *folder, const char *output)
{
  g_auto (Listing) around = { 0 };
  g_auto (Listing) inside = { 0 };
  g_autofree char *analysis = NULL;
  guint n_found = 0;

  if (!list_folder (self, folder, &around) || !list_folder (self, output, &inside))
    return;
  if (has_name (inside.files, "analysis.db"))
    analysis = g_build_filename (output, "analysis.db", NULL);
  for (guint i = 0; i < inside.files->len; i++)
    {
      const char *name = g_ptr_array_index (inside.files, i);
      g_autofree char *file = g_build_filename (output, name, NULL);

      if (lsc_recognise_name (name) != LSC_FORMAT_ASCEND_DB)
        continue;
      add_source (self, LSC_FORMAT_ASCEND_DB, folder, &around, file, analysis);
      n_found++;
    }
  if (n_found == 0)
    add_unread_result (self, folder, &around, output, &inside);
}

static LscFormat
sniff (LscDiscovery *self, const char *path, const char *name)
{
  LscFormat format = lsc_recognise_name (name);

  if (format != LSC_FORMAT_UNKNOWN)
    return format;
  if (g_str_has_suffix (name, ".db"))
    return lsc_recognise_tables (path, self->job, NULL);
  if ((g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".json.gz")) &&
      self->n_sniffed++ < MOST_SNIFFED && lsc_recognise_kineto (path))
    return LSC_FORMAT_KINETO;
  return LSC_FORMAT_UNKNOWN;
}

/* Files that lie in a folder without the layout of a result. Tables of a text export count once. */
static guint
take_files (LscDiscovery *self, const char *folder, const Listing *listing)
{
  guint n_databases = 0;
  gboolean has_text = FALSE;

  for (guint i = 0; i < listing->files->len && !lsc_job_is_cancelled (self->job); i++)
    {
      const char *name = g_ptr_array_index (listing->files, i);
      g_autofree char *file = g_build_filename (folder, name, NULL);
      LscFormat format = sniff (self, file, name);
      gboolean is_text = format == LSC_FORMAT_ASCEND_TEXT;

      if (format == LSC_FORMAT_UNKNOWN)
        lsc_discovery_count_other (self, name);
      if (format == LSC_FORMAT_UNKNOWN || format == LSC_FORMAT_CLUSTER_DB ||
          format == LSC_FORMAT_ANALYSIS_DB || (is_text && has_text))
        continue;
      has_text = has_text || is_text;
      add_source (self, format, folder, listing, file, NULL);
      n_databases += format == LSC_FORMAT_ASCEND_DB;
    }
  return n_databases;
}

#define EXPORT_FOLDER "mindstudio_profiler_output"

/* What msprof collected and perhaps exported, or a result that was never parsed. */
static gboolean
take_raw (LscDiscovery *self, const char *folder, const Listing *listing)
{
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *exported = g_build_filename (folder, EXPORT_FOLDER, NULL);
  gboolean has_export = has_name (listing->folders, EXPORT_FOLDER);
  g_auto (Listing) inside = { 0 };
  LscFormat format = LSC_FORMAT_RAW;
  const char *where = folder;
  const char *chosen;
  g_autofree char *file = NULL;

  if (!g_str_has_prefix (name, "PROF_") && !has_export &&
      !has_name (listing->folders, "FRAMEWORK") && !g_str_has_suffix (name, "_ascend_pt") &&
      !g_str_has_suffix (name, "_ascend_ms"))
    return FALSE;
  chosen = choose_unread (listing, &format);
  if (!chosen && has_export && list_folder (self, exported, &inside))
    {
      where = exported;
      chosen = choose_unread (&inside, &format);
    }
  file = chosen ? g_build_filename (where, chosen, NULL) : g_strdup (folder);
  add_source (self, format, folder, listing, file, NULL);
  return TRUE;
}

static gboolean
is_new_folder (LscDiscovery *self, const char *path)
{
  struct stat info;
  char key[64];

  if (stat (path, &info) != 0)
    return FALSE;
  g_snprintf (key,
              sizeof key,
              "%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT,
              (guint64) info.st_dev,
              (guint64) info.st_ino);
  return g_hash_table_add (self->seen, g_strdup (key));
}

static void
enqueue (LscDiscovery *self, GQueue *queue, const Folder *folder, const Listing *listing)
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
      if (strcmp (name, "cluster_analysis_output") == 0)
        {
          self->n_results++;
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
  g_auto (Listing) listing = { 0 };
  g_autofree char *name = g_path_get_basename (folder->path);
  g_autofree char *output = g_build_filename (folder->path, OUTPUT_FOLDER, NULL);

  self->n_folders++;
  if (strcmp (name, OUTPUT_FOLDER) == 0)
    {
      g_autofree char *parent = g_path_get_dirname (folder->path);

      take_result (self, parent, folder->path);
      return;
    }
  if (!list_folder (self, folder->path, &listing))
    return;
  if (has_name (listing.folders, OUTPUT_FOLDER))
    take_result (self, folder->path, output);
  else if (!take_raw (self, folder->path, &listing) &&
           take_files (self, folder->path, &listing) == 0)
    enqueue (self, queue, folder, &listing);
}

static gboolean
walk (LscDiscovery *self, const char *root, GError **error)
{
  g_autoptr (GQueue) queue = g_queue_new ();
  Folder *first = g_new (Folder, 1);

  first->path = g_strdup (root);
  first->depth = 0;
  g_queue_push_tail (queue, first);
  while (!g_queue_is_empty (queue) && self->n_entries < MOST_ENTRIES)
    {
      Folder *folder = g_queue_pop_head (queue);

      if (is_new_folder (self, folder->path))
        visit (self, queue, folder);
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
  g_autofree char *cut = g_strdup_printf (
      _ ("Only the first %d entries below the folder were looked at."), MOST_ENTRIES);
  g_autofree char *deep =
      g_strdup_printf (_ ("%u folders lie deeper than %d levels and were not looked at."),
                       self->n_too_deep,
                       MOST_DEPTH);
  g_autofree char *links = g_strdup_printf (
      _ ("%u links lead out of the folder and were not followed."), self->n_links_left);
  const char *remedy = _ ("Open the folder itself.");

  if (self->is_cut)
    add_notice (
        self, LSC_SEVERITY_WARNING, "too-many-entries", self->project->path, cut, NULL, remedy);
  if (self->n_too_deep > 0)
    add_notice (self, LSC_SEVERITY_NOTE, "too-deep", self->project->path, deep, NULL, remedy);
  if (self->n_links_left > 0)
    add_notice (self, LSC_SEVERITY_NOTE, "link-outside", self->project->path, links, NULL, remedy);
}

/* A file of any name: what lies beside and above it is attached. */
static gboolean
take_file (LscDiscovery *self, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *folder_name = g_path_get_basename (folder);
  g_autofree char *result = g_path_get_dirname (folder);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *analysis = g_build_filename (folder, "analysis.db", NULL);
  gboolean is_output = strcmp (folder_name, OUTPUT_FOLDER) == 0;
  g_auto (Listing) listing = { 0 };
  LscFormat format = lsc_recognise_name (name);

  if (format == LSC_FORMAT_UNKNOWN && g_str_has_suffix (name, ".db"))
    {
      g_autoptr (GError) local = NULL;

      format = lsc_recognise_tables (path, self->job, &local);
      if (local)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
    }
  if (format == LSC_FORMAT_UNKNOWN)
    format = sniff (self, path, name);
  if (format == LSC_FORMAT_UNKNOWN)
    {
      lsc_discovery_count_other (self, name);
      return TRUE;
    }
  list_folder (self, is_output ? result : folder, &listing);
  add_source (self,
              format,
              is_output ? result : folder,
              &listing,
              path,
              g_file_test (analysis, G_FILE_TEST_IS_REGULAR) ? analysis : NULL);
  return TRUE;
}

static gboolean
set_root (LscDiscovery *self, const char *path, struct stat *info, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  char *real = realpath (path, NULL);

  if (!real || stat (path, info) != 0)
    {
      int code = errno;

      free (real);
      g_set_error (error,
                   LSC_ERROR,
                   code == ENOENT || code == ENOTDIR ? LSC_ERROR_USAGE : LSC_ERROR_IO,
                   "%s: %s",
                   shown,
                   g_strerror (code));
      return FALSE;
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
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_clear_pointer (&self->others, g_hash_table_unref);
  g_free (self->real_root);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscDiscovery, clear)

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
 * Source: data formats 2.
 *
 * Returns: (transfer full) (nullable): the project
 */
LscProject *
lsc_discover (const char *path, LscJob *job, GError **error)
{
  g_auto (LscDiscovery) self = { .job = job };
  g_autofree char *root = g_canonicalize_filename (path, NULL);
  struct stat info;

  self.project = lsc_project_new (root);
  self.sources = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  self.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!set_root (&self, root, &info, error))
    return NULL;
  if (!S_ISDIR (info.st_mode) && !S_ISREG (info.st_mode))
    {
      lsc_discovery_set_nothing (
          &self, MOST_DEPTH, error); /* a pipe would block whoever reads it */
      return NULL;
    }
  if (S_ISDIR (info.st_mode) ? !walk (&self, root, error) : !take_file (&self, root, error))
    return NULL;
  report_walk (&self);
  lsc_discovery_drop_strays (&self);
  lsc_discovery_make_clusters (&self);
  lsc_discovery_report_unread (&self);
  if (self.project->clusters->len == 0 && self.project->unread->len == 0)
    {
      lsc_discovery_set_nothing (&self, MOST_DEPTH, error);
      return NULL;
    }
  return g_steal_pointer (&self.project);
}
