/* lsc-discover-names.c - files that name the kernels of graphs, and whose they are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-discover-names-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "base/lsc-error.h"
#include "read/find/lsc-recognise.h"
#include "read/ftrace/lsc-ftrace.h"
#include "read/graphs/lsc-graph-notes.h"

/* formats.md#graph-files: annotations and stacks are known by what is in them, in the folder of the
 * trace; traces of captures by their folder and name, below it. They are no ranks. */

#define HEAD_BYTES ((gsize) 4096)
#define MOST_BYTES (G_GINT64_CONSTANT (256) << 20)

/* ---- what a file is ---- */

static gboolean
has_notes_name (const char *name)
{
  static const char *const endings[] = { ".json", ".pkl", ".pickle" };
  gsize n = strlen (name);

  if (g_str_has_suffix (name, ".gz"))
    n -= strlen (".gz");
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      gsize length = strlen (endings[i]);

      if (n > length && strncmp (name + n - length, endings[i], length) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_notes (const char *path)
{
  g_autofree char *head = g_malloc (HEAD_BYTES);
  gsize n = lsc_recognise_read_head (path, head, HEAD_BYTES);

  return lsc_graph_notes_recognise (head, n);
}

/* As tracefs and trace-cmd print it. */
static gboolean
is_sched (const char *path)
{
  return (g_str_has_suffix (path, ".txt") || g_str_has_suffix (path, ".txt.gz")) &&
         lsc_ftrace_recognise_file (path);
}

/** Returns: whether traces of captures are written to folders of that name */
static gboolean
is_capture_folder (const char *name)
{
  return strcmp (name, "capture_traces") == 0 || strcmp (name, "graph_capture_profile") == 0;
}

static gboolean
is_capture_name (const char *name)
{
  static const char *const words[] = { "graph_capture_rank_", "capture_trace_rank_",
                                       "cuda_graph_capture-" };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (name, words[i]))
      return TRUE;
  return (g_str_has_prefix (name, "bs_") || strstr (name, "_bs_")) && strstr (name, "_rank");
}

/**
 * _lsc_is_capture_path:
 *
 * Returns: whether a trace in that place is one of a capture, by its folder and its name
 */
gboolean
_lsc_is_capture_path (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *folder_name = g_path_get_basename (folder);
  g_autofree char *name = g_path_get_basename (path);

  return is_capture_folder (folder_name) && is_capture_name (name);
}

/* ---- what was met ---- */

static void
name_file_free (gpointer data)
{
  LscNameFile *file = data;

  g_free (file->path);
  g_free (file->folder);
  g_free (file);
}

/** Returns: (transfer full) (element-type LscNameFile): an empty list */
GPtrArray *
_lsc_name_files_new (void)
{
  return g_ptr_array_new_with_free_func (name_file_free);
}

/** Adds a file that names kernels of the traces in @folder. */
void
_lsc_name_files_add (GPtrArray *self, const char *path, const char *folder, gboolean is_capture)
{
  LscNameFile *file = g_new0 (LscNameFile, 1);

  file->path = g_strdup (path);
  file->folder = g_strdup (folder);
  file->is_capture = is_capture;
  g_ptr_array_add (self, file);
}

static void
add_sched (GPtrArray *files, const char *path, const char *folder)
{
  _lsc_name_files_add (files, path, folder, FALSE);
  ((LscNameFile *) g_ptr_array_index (files, files->len - 1))->is_of_host = TRUE;
}

/** Returns: whether GPU traces were found in a folder, or in an archive */
gboolean
_lsc_discovery_has_traces (const LscDiscovery *self, const char *folder)
{
  for (guint i = 0; i < self->sources->len; i++)
    {
      const LscSource *source = g_ptr_array_index (self->sources, i);

      if (lsc_format_is_gpu_trace (source->format) && strcmp (source->folder, folder) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * _lsc_discovery_take_capture:
 * @path: a file that was met; folders above it were visited before
 *
 * Returns: whether it is a trace of a capture that belongs to traces beside its folder
 */
gboolean
_lsc_discovery_take_capture (LscDiscovery *self, const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *above = g_path_get_dirname (folder);

  if (!_lsc_is_capture_path (path) || !_lsc_discovery_has_traces (self, above))
    return FALSE;
  _lsc_name_files_add (self->name_files, path, above, TRUE);
  return TRUE;
}

/**
 * _lsc_discovery_take_notes:
 * @path: a file that is no recording, or a member of an archive
 * @folder: of the traces that it may be of, or the archive
 *
 * Returns: whether it is annotations or stacks of nodes
 */
gboolean
_lsc_discovery_take_notes (LscDiscovery *self, const char *path, const char *folder)
{
  g_autofree char *name = g_path_get_basename (path);
  struct stat info;

  if (is_sched (path))
    {
      add_sched (self->name_files, path, folder);
      return TRUE;
    }
  if (!has_notes_name (name) || (stat (path, &info) == 0 && info.st_size > MOST_BYTES) ||
      !is_notes (path))
    return FALSE;
  _lsc_name_files_add (self->name_files, path, folder, FALSE);
  return TRUE;
}

static void
take_captures_below (LscDiscovery *self, const char *folder)
{
  g_auto (LscListing) inside = { 0 };

  if (!_lsc_discovery_list (self, folder, &inside))
    return;
  for (guint i = 0; i < inside.files->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, inside.files->pdata[i], NULL);

      if (lsc_recognise_json_name (inside.files->pdata[i]))
        _lsc_discovery_take_capture (self, path);
    }
}

/**
 * _lsc_discovery_find_names:
 * @path: a trace that was named itself
 * @around: what lies in its folder
 *
 * Takes what names its kernels, as would be met in the folder.
 */
void
_lsc_discovery_find_names (LscDiscovery *self, const char *path, const LscListing *around)
{
  g_autofree char *folder = g_path_get_dirname (path);
  gboolean has_others = FALSE;

  for (guint i = 0; i < around->files->len && i < LSC_MOST_FOREIGN; i++)
    {
      g_autofree char *file = g_build_filename (folder, around->files->pdata[i], NULL);

      if (strcmp (file, path) != 0 && !_lsc_discovery_take_notes (self, file, folder))
        has_others = has_others || lsc_recognise_perfetto (file) ||
                     (lsc_recognise_json_name (around->files->pdata[i]) &&
                      lsc_recognise_trace (file) == LSC_FORMAT_KINETO);
    }
  for (guint i = 0; i < around->folders->len; i++)
    {
      g_autofree char *below = g_build_filename (folder, around->folders->pdata[i], NULL);

      if (is_capture_folder (around->folders->pdata[i]))
        take_captures_below (self, below);
    }
  for (guint i = 0; i < self->name_files->len; i++)
    ((LscNameFile *) self->name_files->pdata[i])->is_strict = has_others;
}

/* ---- whose it is ---- */

/* The name before its first dot. */
static char *
get_stem (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_strndup (name, strcspn (name, "."));
}

static gboolean
has_same_stem (const char *a, const char *b)
{
  g_autofree char *first = get_stem (a), *second = get_stem (b);

  return strcmp (first, second) == 0;
}

/* The number behind a word: rank0, rank_0, TP-0. LSC_RANK_UNKNOWN without. */
static gint64
find_number (const char *path, const char *word)
{
  g_autofree char *name = g_path_get_basename (path);

  for (const char *at = strstr (name, word); at; at = strstr (at + 1, word))
    {
      const char *digits = at + strlen (word);

      digits += *digits == '_' || *digits == '-';
      if (g_ascii_isdigit (*digits))
        return (gint64) MIN (g_ascii_strtoull (digits, NULL, 10), G_MAXINT32);
    }
  return LSC_RANK_UNKNOWN;
}

/* Serving programs count captures by the place in tensor parallelism. */
static gboolean
has_same_number (const LscNameFile *file, const LscSource *source)
{
  gint64 number = find_number (file->path, "rank"), place = LSC_RANK_UNKNOWN;

  if (number == LSC_RANK_UNKNOWN && file->is_capture)
    number = find_number (file->path, "-TP");
  if (file->is_capture)
    place = find_number (source->file, "-TP");
  if (place == LSC_RANK_UNKNOWN)
    place = source->own_rank >= 0 ? source->own_rank : source->rank;
  if (place < 0)
    place = find_number (source->file, "rank");
  return number != LSC_RANK_UNKNOWN && number == place;
}

static void
add_to (GStrv *list, const char *path)
{
  guint n = *list ? g_strv_length (*list) : 0;

  *list = g_renew (char *, *list, n + 2);
  (*list)[n] = g_strdup (path);
  (*list)[n + 1] = NULL;
}

static void
give (const LscNameFile *file, LscSource *source)
{
  add_to (file->is_capture ? &source->capture_files : &source->note_files, file->path);
  _lsc_discovery_protect_source (source);
}

static gboolean
is_in_folder (const LscNameFile *file, const LscSource *source)
{
  return lsc_format_is_gpu_trace (source->format) &&
         (!file->folder || strcmp (source->folder, file->folder) == 0);
}

/**
 * _lsc_name_file_give:
 * @sources: (element-type LscSource): not shared yet
 *
 * Gives a file to the traces whose name it has, else to those of its number, else to the only one.
 *
 * Returns: whether it belongs to any
 */
gboolean
_lsc_name_file_give (const LscNameFile *self, const GPtrArray *sources)
{
  guint n_stem = 0, n_number = 0, n = 0;

  for (guint i = 0; i < sources->len; i++)
    {
      const LscSource *source = sources->pdata[i];

      if (!is_in_folder (self, source))
        continue;
      n++;
      n_stem += !self->is_capture && has_same_stem (self->path, source->file);
      n_number += has_same_number (self, source);
    }
  for (guint i = 0; i < sources->len; i++)
    {
      LscSource *source = sources->pdata[i];
      gboolean is_its = self->is_of_host ? TRUE
                        : n_stem > 0     ? has_same_stem (self->path, source->file)
                        : n_number > 0   ? has_same_number (self, source)
                                         : n == 1 && !self->is_strict;

      if (is_in_folder (self, source) && is_its)
        give (self, source);
    }
  return n_stem > 0 || n_number > 0 || (n == 1 && !self->is_strict) || (n > 0 && self->is_of_host);
}

static LscNotice *
new_left_notice (const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);
  LscNotice *notice = lsc_notice_new (
      LSC_SEVERITY_WARNING, "graph-names-left",
      _ ("%s names the kernels of graphs, but it is not known of which trace."), name);

  lsc_notice_set_place (notice, LSC_RANK_NONE, path, NULL);
  lsc_notice_set_help (
      notice, _ ("Its name has neither the name nor the rank of a GPU trace."),
      _ ("Begin its name with that of the trace: rank0.names.json for rank0.json.gz."));
  return notice;
}

/**
 * _lsc_discovery_give_names:
 *
 * Gives the files that were met to the traces that they are of, before those become ranks.
 */
void
_lsc_discovery_give_names (LscDiscovery *self)
{
  for (guint i = 0; i < self->name_files->len; i++)
    {
      const LscNameFile *file = self->name_files->pdata[i];

      if (!_lsc_name_file_give (file, self->sources) && !file->is_strict &&
          _lsc_discovery_has_traces (self, file->folder))
        lsc_notices_add (self->project->notices, new_left_notice (file->path));
    }
}

/* ---- files that the user names ---- */

/**
 * lsc_names_graphs:
 * @path: a file
 *
 * Returns: whether it names the kernels of graphs: by its first bytes, or as a trace of a capture
 *   by its folder and name
 */
gboolean
lsc_names_graphs (const char *path)
{
  g_return_val_if_fail (path, FALSE);
  return g_file_test (path, G_FILE_TEST_IS_REGULAR) &&
         (_lsc_is_capture_path (path) || is_notes (path) || is_sched (path));
}

static gboolean
add_named_file (GPtrArray *files, const char *path, gboolean is_asked, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && is_notes (path))
    _lsc_name_files_add (files, path, NULL, FALSE);
  else if (g_file_test (path, G_FILE_TEST_IS_REGULAR) &&
           lsc_recognise_trace (path) == LSC_FORMAT_KINETO)
    _lsc_name_files_add (files, path, NULL, TRUE);
  else if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && lsc_ftrace_recognise_file (path))
    add_sched (files, path, NULL);
  else if (is_asked)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("%s is neither a file of graph annotations, nor a trace of a capture or of "
                        "the scheduler."),
                     shown);
  return TRUE;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
add_named (GPtrArray *files, const char *path, GError **error)
{
  g_autoptr (GDir) folder = NULL;
  g_autoptr (GPtrArray) names = NULL;
  const char *name;
  guint n = files->len;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return add_named_file (files, path, TRUE, error);
  folder = g_dir_open (path, 0, error);
  names = g_ptr_array_new_with_free_func (g_free);
  while (folder && (name = g_dir_read_name (folder)))
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_texts);
  for (guint i = 0; i < names->len; i++)
    add_named_file (files, names->pdata[i], FALSE, NULL);
  return folder && (files->len > n || add_named_file (files, path, TRUE, error));
}

static GPtrArray *
list_sources (const LscProject *project)
{
  GPtrArray *sources = g_ptr_array_new ();

  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *cluster = project->clusters->pdata[i];

      for (guint k = 0; k < cluster->sources->len; k++)
        g_ptr_array_add (sources, cluster->sources->pdata[k]);
    }
  return sources;
}

/**
 * lsc_project_name_graphs:
 * @self: not shared yet
 * @paths: files that name kernels of graphs, or folders of traces of captures; %NULL at the end
 * @error: %LSC_ERROR_USAGE for what is none
 *
 * Adds them to the traces of the project: to those whose name or number they have, else to the only
 * one. What belongs to none is a notice of the project.
 *
 * Returns: %FALSE with @error
 */
gboolean
lsc_project_name_graphs (LscProject *self, const char *const *paths, GError **error)
{
  g_autoptr (GPtrArray) files = _lsc_name_files_new ();
  g_autoptr (GPtrArray) sources = NULL;

  g_return_val_if_fail (self && paths, FALSE);
  sources = list_sources (self);
  for (; *paths; paths++)
    if (!add_named (files, *paths, error))
      return FALSE;
  for (guint i = 0; i < files->len; i++)
    {
      const LscNameFile *file = files->pdata[i];

      if (!_lsc_name_file_give (file, sources))
        lsc_notices_add (self->notices, new_left_notice (file->path));
    }
  return TRUE;
}
