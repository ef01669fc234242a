/* lsc-discover-clusters.c - found recordings put in order
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-discover-private.h"

#include <errno.h>
#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "read/find/lsc-recognise.h"

/* Notices that follow “no profile found”. */
#define MOST_TOLD 5U
#define NO_ENDING "" /* of the names of other files */

/** Remembers a file that is nothing of ours, for the message when nothing else is found. */
void
_lsc_discovery_count_other (LscDiscovery *self, const char *name)
{
  const char *dot = strrchr (name, '.');
  char *ending = g_strdup (dot && strlen (dot) <= 12 ? dot : NO_ENDING);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->others, ending));

  g_hash_table_replace (self->others, ending, GUINT_TO_POINTER (n + 1));
}

/** Returns: (transfer full): that the search ended at the limit */
char *
_lsc_discovery_describe_cut (const LscDiscovery *self)
{
  return g_strdup_printf (_ ("The search ended after %u files and folders that belong to no "
                             "recording: there may be more recordings."),
                          self->most_entries);
}

/* Notes all folders above one, as far as the root of the search. */
static void
add_ancestors (const LscDiscovery *self, const char *folder, GHashTable *ancestors)
{
  g_autofree char *above = g_path_get_dirname (folder);

  while (strlen (above) >= strlen (self->project->path) &&
         !g_hash_table_contains (ancestors, above))
    {
      char *next = g_path_get_dirname (above);

      g_hash_table_add (ancestors, above);
      above = next;
    }
}

/* Folders below which there are sources, or only those with the layout of a result and
 * databases. */
static GHashTable *
list_ancestors (const LscDiscovery *self, gboolean with_loose)
{
  GHashTable *ancestors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->sources->len; i++)
    {
      const LscSource *source = g_ptr_array_index (self->sources, i);

      if (with_loose || !source->is_loose)
        add_ancestors (self, source->folder, ancestors);
    }
  return ancestors;
}

/**
 * _lsc_discovery_drop_strays:
 *
 * Forgets single files that lie above results: a folder that holds both is the results'
 * (formats.md#discovery). Cost: O(sources * depth).
 */
void
_lsc_discovery_drop_strays (LscDiscovery *self)
{
  GPtrArray *unread = self->project->unread;
  g_autoptr (GHashTable) above_results = list_ancestors (self, FALSE);
  g_autoptr (GHashTable) above_all = NULL;

  for (guint i = self->sources->len; i-- > 0;)
    {
      const LscSource *source = g_ptr_array_index (self->sources, i);

      if (source->is_loose && g_hash_table_contains (above_results, source->folder))
        g_ptr_array_remove_index (self->sources, i);
    }
  above_all = list_ancestors (self, TRUE);
  for (guint i = unread->len; i-- > 0;)
    if (g_hash_table_contains (above_all, ((LscSource *) g_ptr_array_index (unread, i))->folder))
      g_ptr_array_remove_index (unread, i);
}

/* The cluster of a result folder is its parent; a file outside of one is in its own folder's, and a
 * member of an archive in that. */
static char *
get_cluster_path (LscSource *source)
{
  g_autofree char *folder = g_path_get_dirname (source->file);

  if (source->is_loose)
    return g_strdup (source->folder);
  return strcmp (folder, source->folder) == 0 ? g_strdup (folder)
                                              : g_path_get_dirname (source->folder);
}

static int
compare_sources (gconstpointer a, gconstpointer b)
{
  const LscSource *left = *(LscSource *const *) a, *right = *(LscSource *const *) b;

  int order = lsc_rank_compare (left->rank, right->rank);

  return order != 0 ? order : strcmp (left->file, right->file);
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(LscSource *const *) a)->file, (*(LscSource *const *) b)->file);
}

static int
compare_clusters (gconstpointer a, gconstpointer b)
{
  const LscCluster *left = *(LscCluster *const *) a, *right = *(LscCluster *const *) b;

  int order = strcmp (left->path, right->path);

  return order != 0 ? order : g_strcmp0 (left->name, right->name);
}

static gboolean
shares_a_rank (LscProject *project)
{
  g_autoptr (GHashTable) ranks = g_hash_table_new (g_int64_hash, g_int64_equal);
  const LscCluster *has_unknown = NULL;

  for (guint i = 0; i < project->clusters->len; i++)
    {
      LscCluster *cluster = g_ptr_array_index (project->clusters, i);

      for (guint k = 0; k < cluster->sources->len; k++)
        {
          LscSource *source = g_ptr_array_index (cluster->sources, k);

          if (source->rank < 0 ? has_unknown && has_unknown != cluster
                               : !g_hash_table_add (ranks, &source->rank))
            return TRUE;
          if (source->rank < 0)
            has_unknown = cluster;
        }
    }
  return FALSE;
}

/* Folders by host, say, hold different ranks of one run: only ranks that occur under two parents
 * tell that there are two runs. */
static void
join_clusters (LscProject *project)
{
  g_autoptr (LscCluster) joined = NULL;

  if (project->clusters->len < 2 || shares_a_rank (project))
    return;
  joined = lsc_cluster_new (project->path);
  for (guint i = 0; i < project->clusters->len; i++)
    {
      LscCluster *cluster = g_ptr_array_index (project->clusters, i);

      g_ptr_array_extend (joined->sources, cluster->sources,
                          (GCopyFunc) (void (*) (void)) lsc_source_ref, NULL);
      g_ptr_array_extend (joined->superseded, cluster->superseded,
                          (GCopyFunc) (void (*) (void)) lsc_source_ref, NULL);
    }
  g_ptr_array_set_size (project->clusters, 0);
  g_ptr_array_add (project->clusters, g_steal_pointer (&joined));
}

/**
 * _lsc_discovery_make_clusters:
 *
 * Puts the recordings under one parent together, ascending by rank, the newest of each rank
 * (formats.md#discovery, #rank). Several parents are one cluster unless they share a rank.
 */
void
_lsc_discovery_make_clusters (LscDiscovery *self)
{
  LscProject *project = self->project;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) folders =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);

  _lsc_discovery_split_devices (self);
  g_ptr_array_sort (self->sources, compare_files);
  for (guint i = 0; i < self->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (self->sources, i);
      char *path = get_cluster_path (source);
      GPtrArray *sources = g_hash_table_lookup (folders, path);

      g_ptr_array_add (paths, path);
      if (!sources)
        {
          sources = g_ptr_array_new ();
          g_hash_table_insert (folders, path, sources);
        }
      g_ptr_array_add (sources, source);
    }
  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      GPtrArray *sources = g_hash_table_lookup (folders, path);

      if (sources->len > 0)
        _lsc_discovery_sort_out (self, path, sources);
      g_ptr_array_set_size (sources, 0);
    }
  join_clusters (project);
  for (guint i = 0; i < project->clusters->len; i++)
    {
      LscCluster *cluster = g_ptr_array_index (project->clusters, i);

      g_ptr_array_sort (cluster->sources, compare_sources);
      g_ptr_array_sort (cluster->superseded, compare_sources);
    }
  g_ptr_array_sort (project->clusters, compare_clusters);
  g_ptr_array_sort (project->unread, compare_sources);
}

static void
report_snapshot (LscDiscovery *self, const LscSource *source)
{
  g_autofree char *name = g_filename_display_basename (source->file);
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_NOTE, "snapshot",
                                      _ ("%s is a memory snapshot: it has no timeline."), name);

  lsc_notice_set_place (notice, LSC_RANK_NONE, source->file, NULL);
  lsc_notice_set_help (notice, NULL, _ ("Run \"lanescope-cli memory FILE\" to see what is in it."));
  lsc_notice_set_window_remedy (notice, _ ("Open it alone to see what is in it."));
  lsc_notices_add (self->project->notices, notice);
}

/** Adds a notice "not-read" for each recording that this version does not read. */
void
_lsc_discovery_report_unread (LscDiscovery *self)
{
  for (guint i = 0; i < self->project->unread->len; i++)
    {
      LscSource *source = g_ptr_array_index (self->project->unread, i);
      gboolean is_raw = source->format == LSC_FORMAT_RAW;
      LscNotice *notice;

      if (source->format == LSC_FORMAT_SNAPSHOT)
        {
          report_snapshot (self, source);
          continue;
        }
      notice = lsc_notice_new (LSC_SEVERITY_WARNING, "not-read",
                               is_raw ? _ ("%s: not read by this version; parse it first.")
                                      : _ ("%s: not read by this version; export as db."),
                               lsc_format_name (source->format));

      lsc_notice_set_place (notice, source->rank >= 0 ? source->rank : LSC_RANK_NONE, source->file,
                            NULL);
      lsc_notice_set_help (
          notice, _ ("Module and pipeline analysis need the profiler's database."),
          lsc_format_is_gpu_trace (source->format) ? NULL
          : source->format == LSC_FORMAT_ANALYSIS_DB && self->n_folders == 0
              ? _ ("Open the folder that contains it, which has the profiler's database, too.")
          : is_raw ? _ ("Parse the folder with torch_npu.profiler.profiler.analyse(), with the "
                        "export type db.")
                   : _ ("Add Db to export_type when collecting, or parse the raw data again with "
                        "it."));
      lsc_notices_add (self->project->notices, notice);
    }
}

/* What was odd on the way may be why nothing was found. */
static void
append_notices (GString *text, LscNotices *notices)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (notices);

  for (guint i = 0; i < MIN (list->len, MOST_TOLD); i++)
    {
      g_autofree char *sentence = lsc_notice_to_text (g_ptr_array_index (list, i));

      g_string_append_printf (text, " %s", sentence);
    }
}

/* By their endings; of a file that was named there is nothing to tell. */
static void
append_others (GString *text, const LscDiscovery *self)
{
  g_autoptr (GList) endings =
      g_list_sort (g_hash_table_get_keys (self->others), (GCompareFunc) (void (*) (void)) strcmp);
  const char *separator = " ";

  if (!endings || self->n_folders == 0)
    return;
  g_string_append_printf (text, " %s", _ ("Found instead:"));
  for (GList *item = endings; item; item = item->next)
    {
      const char *ending = item->data;

      g_string_append_printf (text, "%s%u %s", separator,
                              GPOINTER_TO_UINT (g_hash_table_lookup (self->others, ending)),
                              g_str_equal (ending, NO_ENDING) ? _ ("without an ending") : ending);
      separator = ", ";
    }
  g_string_append (text, ".");
}

/** Sets %LSC_ERROR_NOTHING: what was searched and what was found instead. */
void
_lsc_discovery_set_nothing (LscDiscovery *self, int depth, GError **error)
{
  g_autofree char *shown = g_filename_display_name (self->project->path);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *results = _lsc_discovery_describe_results (self);

  if (self->n_folders == 0 && access (self->project->path, R_OK) != 0)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_IO, "%s: %s", shown, g_strerror (errno));
      return;
    }
  if (results)
    g_string_printf (text, "%s: %s", shown, results);
  else if (self->n_folders == 0 && lsc_notices_get_count (self->project->notices) > 0)
    g_string_printf (text, _ ("%s cannot be opened."), shown); /* the reason follows */
  else if (self->n_folders == 0)
    g_string_printf (text, _ ("%s: is no profile."), shown);
  else
    g_string_printf (text,
                     ngettext ("%s: no profile found. Searched %u folder down to level %d for "
                               "ascend_pytorch_profiler_*.db, trace_view.json and other results.",
                               "%s: no profile found. Searched %u folders down to level %d for "
                               "ascend_pytorch_profiler_*.db, trace_view.json and other results.",
                               self->n_folders),
                     shown, self->n_folders, depth);
  if (!results)
    append_others (text, self);
  if (self->is_cut)
    {
      g_autofree char *cut = _lsc_discovery_describe_cut (self);

      g_string_append_printf (text, " %s", cut);
    }
  if (self->n_folders == 0 && !results && lsc_notices_get_count (self->project->notices) == 0)
    g_string_append_printf (text, " %s",
                            _ ("Open a database of the Ascend profiler, a trace_view.json or "
                               "another trace with traceEvents, or the folder of a result."));
  append_notices (text, self->project->notices);
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_NOTHING, text->str);
}
