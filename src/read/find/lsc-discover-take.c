/* lsc-discover-take.c - what a folder or file holds
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-discover-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lsc-output.h"
#include "base/lsc-text-input.h"
#include "read/find/lsc-foreign.h"
#include "read/find/lsc-metadata.h"
#include "read/find/lsc-recognise.h"

static void
add (LscDiscovery *self, LscFormat format, const char *folder, const LscListing *around,
     const char *file, const char *analysis_db)
{
  LscSource *source = lsc_source_new (format, folder, file);

  source->analysis_db = g_strdup (analysis_db);
  _lsc_discovery_add_source (self, source, around);
}

/* Adds the best file of a folder, with the other slices of the same export. */
static gboolean
add_chosen (LscDiscovery *self, const char *folder, const LscListing *around, const char *where,
            const LscListing *inside, const char *analysis_db)
{
  LscFormat format;
  const char *name = _lsc_listing_choose (inside, &format);
  g_autofree char *file = name ? g_build_filename (where, name, NULL) : NULL;
  LscSource *source;

  if (!name)
    return FALSE;
  source = lsc_source_new (format, folder, file);
  source->analysis_db = g_strdup (analysis_db);
  source->parts = _lsc_listing_get_parts (inside, where, name);
  _lsc_discovery_add_source (self, source, around);
  return TRUE;
}

/* What the msprof command of CANN 6 exported: tables and timelines of each device in its folder.
 * Returns: whether there are any */
static gboolean
add_by_device (LscDiscovery *self, const char *folder, const LscListing *around, const char *raw,
               const LscListing *inside)
{
  static const char *const exports[] = { "summary", "timeline" };
  gboolean has_any = FALSE;

  for (guint i = 0; i < inside->folders->len; i++)
    {
      const char *name = g_ptr_array_index (inside->folders, i);
      gboolean is_found = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (exports) && !is_found; k++)
        {
          g_autofree char *where = g_build_filename (raw, name, exports[k], NULL);
          g_auto (LscListing) export = { 0 };

          is_found = g_str_has_prefix (name, "device_") &&
                     g_file_test (where, G_FILE_TEST_IS_DIR) &&
                     _lsc_discovery_list (self, where, &export) &&
                     add_chosen (self, folder, around, where, &export, NULL);
        }
      has_any = has_any || is_found;
    }
  return has_any;
}

/* What the msprof command exported for a folder of raw data: a database, or traces. */
static gboolean
add_exported (LscDiscovery *self, const char *folder, const LscListing *around, const char *raw,
              const LscListing *inside)
{
  g_autofree char *exported = g_build_filename (raw, LSC_EXPORT_FOLDER, NULL);
  g_auto (LscListing) export = { 0 };

  if (add_chosen (self, folder, around, raw, inside, NULL))
    return TRUE;
  if (_lsc_listing_has (inside->folders, LSC_EXPORT_FOLDER) &&
      _lsc_discovery_list (self, exported, &export) &&
      add_chosen (self, folder, around, exported, &export, NULL))
    return TRUE;
  return add_by_device (self, folder, around, raw, inside);
}

/* The raw data beside an output folder without anything in it, or without one. */
static gboolean
add_raw_beside (LscDiscovery *self, const char *folder, const LscListing *around)
{
  for (guint i = around->folders->len; i-- > 0;)
    {
      const char *name = g_ptr_array_index (around->folders, i);
      g_autofree char *raw = g_build_filename (folder, name, NULL);
      g_auto (LscListing) inside = { 0 };

      if (g_str_has_prefix (name, "PROF_") && _lsc_discovery_list (self, raw, &inside) &&
          add_exported (self, folder, around, raw, &inside))
        return TRUE;
    }
  return FALSE;
}

/**
 * _lsc_discovery_take_result:
 * @folder: a result folder
 * @output: its folder of deliverables
 *
 * Every profiler database is a rank; without one the text is, and without that what msprof
 * exported.
 */
void
_lsc_discovery_take_result (LscDiscovery *self, const char *folder, const char *output)
{
  g_auto (LscListing) around = { 0 };
  g_auto (LscListing) inside = { 0 };
  g_autofree char *analysis = NULL;
  guint n_found = 0;

  lsc_output_protect_folder (folder);
  if (!_lsc_discovery_list (self, folder, &around) || !_lsc_discovery_list (self, output, &inside))
    return;
  if (_lsc_listing_has (inside.files, "analysis.db"))
    analysis = g_build_filename (output, "analysis.db", NULL);
  for (guint i = 0; i < inside.files->len; i++)
    {
      const char *name = g_ptr_array_index (inside.files, i);
      g_autofree char *file = g_build_filename (output, name, NULL);

      if (lsc_recognise_name (name) != LSC_FORMAT_ASCEND_DB)
        continue;
      add (self, LSC_FORMAT_ASCEND_DB, folder, &around, file, analysis);
      n_found++;
    }
  if (n_found == 0 && !add_chosen (self, folder, &around, output, &inside, analysis) &&
      !add_raw_beside (self, folder, &around))
    add (self, LSC_FORMAT_RAW, folder, &around, folder, NULL);
}

/* What may be a recording and cannot be looked into is told, or it would be missing in silence. */
static void
tell_unreadable (LscDiscovery *self, const char *path, int code)
{
  _lsc_discovery_add_loss (self, "no-permission", path, g_strerror (code),
                           _ ("Whether it is a recording is not known."),
                           _ ("Make it readable for this user."));
}

static gboolean
may_be_snapshot (LscDiscovery *self, const char *name)
{
  static const char *const endings[] = { ".pickle", ".pkl", ".pickle.gz", ".pkl.gz" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]))
      return self->n_foreign++ < LSC_MOST_FOREIGN;
  return lsc_recognise_json_name (name) && self->n_sniffed <= LSC_MOST_SNIFFED;
}

/* Names of databases; a file that is named is looked into whatever it is called. */
static gboolean
is_database_name (const char *name)
{
  return g_str_has_suffix (name, ".db") || g_str_has_suffix (name, ".lscope") ||
         g_str_has_suffix (name, ".sqlite") || g_str_has_suffix (name, ".sqlite3");
}

static LscFormat
sniff (LscDiscovery *self, const char *path, const char *name)
{
  LscFormat format = lsc_recognise_name (name);

  if ((is_database_name (name) || lsc_recognise_json_name (name)) && access (path, R_OK) != 0 &&
      errno != ENOENT)
    {
      tell_unreadable (self, path, errno);
      return LSC_FORMAT_UNKNOWN;
    }
  /* PyTorch's users call their traces so, too. */
  if (format != LSC_FORMAT_UNKNOWN && strcmp (name, "trace.json") != 0)
    return format;
  if (is_database_name (name))
    return lsc_recognise_tables (path, self->job, NULL);
  if (lsc_recognise_json_name (name) && self->n_sniffed++ < LSC_MOST_SNIFFED)
    format = lsc_recognise_trace (path);
  if (format == LSC_FORMAT_UNKNOWN && may_be_snapshot (self, name) && lsc_recognise_snapshot (path))
    return LSC_FORMAT_SNAPSHOT;
  if (format == LSC_FORMAT_UNKNOWN && !lsc_recognise_json_name (name) &&
      !_lsc_is_archive_name (name) && lsc_recognise_perfetto (path))
    return LSC_FORMAT_PERFETTO;
  return format;
}

/* Whether a name promises something that might be opened. */
static gboolean
is_promising (const char *name)
{
  static const char *const endings[] = { ".json",    ".gz",      ".zst",      ".db",
                                         ".sqlite",  ".rocpd",   ".nsys-rep", ".qdrep",
                                         ".qdstrm",  ".ncu-rep", ".pickle",   ".pkl",
                                         ".pftrace", ".et",      ".otf2",     ".perfetto-trace" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]))
      return TRUE;
  return FALSE;
}

/* A report beside the database that was exported of it, as nsys does by itself. */
static gboolean
is_exported (const char *path)
{
  static const char ending[] = ".nsys-rep";
  g_autofree char *stem = NULL;
  g_autofree char *export = NULL;

  if (!g_str_has_suffix (path, ending))
    return FALSE;
  stem = g_strndup (path, strlen (path) - strlen (ending));
  export = g_strconcat (stem, ".sqlite", NULL);
  return g_file_test (export, G_FILE_TEST_IS_REGULAR);
}

/* @foreign: (nullable): what it is */
static void
take_foreign (LscDiscovery *self, const char *path, const LscForeign *foreign)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *what = NULL;

  if (!foreign)
    return;
  /* Translators: the name of a file, and what it is: "a.json is text in UTF-16" */
  what = g_strdup_printf (_ ("%s %s."), shown, _ (foreign->what));
  if (foreign->is_trace)
    _lsc_discovery_add_loss (self, "foreign-file", path, what, NULL, _ (foreign->remedy));
  else
    _lsc_discovery_add_notice (self, LSC_SEVERITY_NOTE, "foreign-file", path, what, NULL,
                               _ (foreign->remedy));
}

/**
 * _lsc_discovery_take_foreign:
 * @path: a file that was met in a folder and is no recording
 *
 * Tells what it is instead, where that is known; what may well be a trace is missing then.
 */
void
_lsc_discovery_take_foreign (LscDiscovery *self, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  if (is_promising (name) && !is_exported (path) && self->n_foreign++ < LSC_MOST_FOREIGN)
    take_foreign (self, path, lsc_foreign_find (path, self->job));
}

/**
 * _lsc_discovery_take_own:
 *
 * Takes the databases of our own that were met on the way, unless there is anything else: beside
 * what they were made of they are results, which may be written again.
 */
void
_lsc_discovery_take_own (LscDiscovery *self)
{
  if (self->sources->len > 0)
    return;
  for (guint i = 0; i < self->own_files->len && !lsc_job_is_cancelled (self->job); i++)
    {
      const char *file = g_ptr_array_index (self->own_files, i);
      g_autofree char *folder = g_path_get_dirname (file);

      _lsc_discovery_add_own (self, folder, file);
    }
}

static void
add_loose (LscDiscovery *self, LscFormat format, const char *folder, const LscListing *listing,
           const char *name)
{
  g_autofree char *file = g_build_filename (folder, name, NULL);
  LscSource *source = lsc_source_new (format, folder, file);

  source->is_loose = !lsc_format_is_database (format);
  if (format == LSC_FORMAT_TRACE_VIEW)
    source->parts = _lsc_listing_get_parts (listing, folder, name);
  _lsc_discovery_add_source (self, source, listing);
}

static void
add_job (LscDiscovery *self, const char *folder, const char *name)
{
  g_autofree char *file = g_build_filename (folder, name, NULL);

  _lsc_discovery_add_job (self, folder, file, NULL);
}

/* Whether @name is a slice of an export of which another is the first. */
static gboolean
is_later_part (const LscListing *listing, const char *folder, const char *name)
{
  g_auto (GStrv) parts = _lsc_listing_get_parts (listing, folder, name);
  g_autofree char *file = g_build_filename (folder, name, NULL);

  return parts && strcmp (parts[0], file) != 0;
}

/**
 * _lsc_discovery_take_files:
 *
 * Takes the files that lie in a folder without the layout of a result. Beside a profiler's database
 * its text export is no recording of its own, and beside a trace its tables are none.
 *
 * Returns: number of profiler databases
 */
guint
_lsc_discovery_take_files (LscDiscovery *self, const char *folder, const LscListing *listing)
{
  g_autofree LscFormat *formats = g_new (LscFormat, listing->files->len + 1);
  guint n_of[LSC_FORMAT_UNKNOWN + 1] = { 0 };
  LscFormat ignored;
  const char *tables = _lsc_listing_choose (listing, &ignored);

  _lsc_discovery_protect_files (folder, listing);
  for (guint i = 0; i < listing->files->len && !lsc_job_is_cancelled (self->job); i++)
    {
      const char *name = g_ptr_array_index (listing->files, i);
      g_autofree char *file = g_build_filename (folder, name, NULL);

      gboolean is_capture = _lsc_discovery_take_capture (self, file);

      formats[i] = is_capture ? LSC_FORMAT_UNKNOWN : sniff (self, file, name);
      n_of[formats[i]]++;
      if (formats[i] == LSC_FORMAT_EXTRACT)
        _lsc_discovery_add_extract (self, folder, file);
      else if (formats[i] == LSC_FORMAT_OWN_DB)
        g_ptr_array_add (self->own_files, g_steal_pointer (&file));
      else if (formats[i] == LSC_FORMAT_CLUSTER_DB)
        _lsc_discovery_note_result (self, folder);
      else if (formats[i] == LSC_FORMAT_UNKNOWN && _lsc_is_archive_name (name))
        _lsc_discovery_take_archive (self, file, NULL);
      else if (formats[i] == LSC_FORMAT_UNKNOWN && !is_capture &&
               !_lsc_discovery_take_notes (self, file, folder))
        {
          _lsc_discovery_count_other (self, name);
          _lsc_discovery_take_foreign (self, file);
        }
    }
  for (guint i = 0; i < listing->files->len && !lsc_job_is_cancelled (self->job); i++)
    {
      const char *name = g_ptr_array_index (listing->files, i);
      LscFormat format = formats[i];
      gboolean is_result = format != LSC_FORMAT_UNKNOWN && format != LSC_FORMAT_CLUSTER_DB &&
                           format != LSC_FORMAT_ANALYSIS_DB && format != LSC_FORMAT_OWN_DB &&
                           format != LSC_FORMAT_EXTRACT;

      if (format == LSC_FORMAT_TRACE_VIEW)
        is_result = n_of[LSC_FORMAT_ASCEND_DB] == 0 && !is_later_part (listing, folder, name);
      else if (format == LSC_FORMAT_ASCEND_TEXT)
        is_result = n_of[LSC_FORMAT_ASCEND_DB] + n_of[LSC_FORMAT_MSPROF_DB] +
                            n_of[LSC_FORMAT_TRACE_VIEW] + n_of[LSC_FORMAT_KINETO] ==
                        0 &&
                    g_strcmp0 (name, tables) == 0;
      if (is_result && format == LSC_FORMAT_OPS)
        add_job (self, folder, name);
      else if (is_result)
        add_loose (self, format, folder, listing, name);
    }
  return n_of[LSC_FORMAT_ASCEND_DB];
}

/**
 * _lsc_discovery_take_raw:
 *
 * Takes what msprof collected and perhaps exported, or a result that was never parsed.
 *
 * Returns: %FALSE when the folder is none of these
 */
gboolean
_lsc_discovery_take_raw (LscDiscovery *self, const char *folder, const LscListing *listing)
{
  g_autofree char *name = g_path_get_basename (folder);

  if (!g_str_has_prefix (name, "PROF_") &&
      !_lsc_listing_has (listing->folders, LSC_EXPORT_FOLDER) &&
      !_lsc_listing_has (listing->folders, "FRAMEWORK") && !g_str_has_suffix (name, "_ascend_pt") &&
      !g_str_has_suffix (name, "_ascend_ms"))
    return FALSE;
  lsc_output_protect_folder (folder);
  if (!add_exported (self, folder, listing, folder, listing) &&
      !add_raw_beside (self, folder, listing))
    add (self, LSC_FORMAT_RAW, folder, listing, folder, NULL);
  return TRUE;
}

/**
 * _lsc_discovery_take_file:
 * @path: a file of any name; what lies beside and above it is attached
 *
 * Errors: %LSC_ERROR_CORRUPT (a .db that cannot be opened, a damaged archive)
 */
gboolean
_lsc_discovery_take_file (LscDiscovery *self, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *folder_name = g_path_get_basename (folder);
  g_autofree char *result = g_path_get_dirname (folder);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *analysis = g_build_filename (folder, "analysis.db", NULL);
  gboolean is_output =
      strcmp (folder_name, LSC_OUTPUT_FOLDER) == 0 || strcmp (folder_name, LSC_EXPORT_FOLDER) == 0;
  g_auto (LscListing) around = { 0 };
  g_auto (LscListing) beside = { 0 };
  LscFormat format = lsc_recognise_name (name);
  g_autoptr (GError) local = NULL;
  LscSource *source;

  if (format == LSC_FORMAT_UNKNOWN && (is_database_name (name) || lsc_recognise_database (path)))
    format = lsc_recognise_tables (path, self->job, &local);
  if (format == LSC_FORMAT_UNKNOWN && _lsc_is_archive_name (name))
    return _lsc_discovery_take_archive (self, path, error);
  if (local)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (format == LSC_FORMAT_UNKNOWN || strcmp (name, "trace.json") == 0)
    format = sniff (self, path, name);
  if (format == LSC_FORMAT_UNKNOWN && lsc_recognise_snapshot (path))
    format = LSC_FORMAT_SNAPSHOT;
  if (format == LSC_FORMAT_UNKNOWN && !lsc_recognise_json_name (name))
    format = lsc_recognise_trace (path); /* whatever it is called */
  if (format == LSC_FORMAT_UNKNOWN)
    {
      _lsc_discovery_count_other (self, name);
      take_foreign (self, path, lsc_foreign_find (path, self->job));
      return TRUE;
    }
  if (format == LSC_FORMAT_EXTRACT)
    {
      _lsc_discovery_add_extract (self, folder, path);
      return TRUE;
    }
  if (format == LSC_FORMAT_OWN_DB)
    {
      _lsc_discovery_add_own (self, folder, path);
      return TRUE;
    }
  if (format == LSC_FORMAT_OPS)
    return _lsc_discovery_add_job (self, folder, path, error);
  if (format == LSC_FORMAT_CLUSTER_DB)
    {
      _lsc_discovery_note_result (self, path);
      return TRUE;
    }
  source = lsc_source_new (format, is_output ? result : folder, path);
  source->is_loose = !is_output && !lsc_format_is_database (format);
  if (g_file_test (analysis, G_FILE_TEST_IS_REGULAR))
    source->analysis_db = g_steal_pointer (&analysis);
  if (format == LSC_FORMAT_TRACE_VIEW && _lsc_discovery_list (self, folder, &beside))
    source->parts = _lsc_listing_get_parts (&beside, folder, name);
  _lsc_discovery_list (self, source->folder, &around);
  if (is_output)
    lsc_output_protect_folder (result);
  else
    _lsc_discovery_protect_files (folder, &around);
  _lsc_discovery_add_source (self, source, &around);
  if (lsc_format_is_gpu_trace (format) && around.files)
    _lsc_discovery_find_names (self, path, &around);
  return TRUE;
}
