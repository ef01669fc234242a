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

/** A cluster while it is filled. */
typedef struct
{
  LscCluster *cluster;
  GHashTable *by_rank; /* the source of each rank, as a key by that rank */
} Filling;

static guint
hash_rank (gconstpointer source)
{
  return g_int64_hash (&((const LscSource *) source)->rank);
}

static gboolean
equal_ranks (gconstpointer a, gconstpointer b)
{
  return ((const LscSource *) a)->rank == ((const LscSource *) b)->rank;
}

static void
filling_free (gpointer data)
{
  Filling *self = data;

  g_hash_table_unref (self->by_rank);
  g_free (self);
}

static Filling *
find_cluster (LscProject *project, GHashTable *fillings, const char *path)
{
  Filling *filling = g_hash_table_lookup (fillings, path);

  if (filling)
    return filling;
  filling = g_new (Filling, 1);
  filling->cluster = lsc_cluster_new (path);
  filling->by_rank = g_hash_table_new (hash_rank, equal_ranks);
  g_ptr_array_add (project->clusters, filling->cluster);
  g_hash_table_insert (fillings, filling->cluster->path, filling);
  return filling;
}

/* Whether @a is to be preferred to @b, of the same rank, for saying more: its database to its
 * text. */
static gboolean
says_more (const LscSource *a, const LscSource *b)
{
  return lsc_format_is_database (a->format) && !lsc_format_is_database (b->format);
}

/* Whether @a is newer than @b: by the time in both folders' names, else by that of the files. */
static gboolean
is_newer (LscSource *a, LscSource *b, gboolean *by_name)
{
  gint64 a_time, b_time;

  *by_name = lsc_recognise_folder_time (a->folder, &a_time) &&
             lsc_recognise_folder_time (b->folder, &b_time);
  if (*by_name && a_time != b_time)
    return a_time > b_time;
  if (a->mtime_s != b->mtime_s)
    return a->mtime_s > b->mtime_s;
  return strcmp (a->file, b->file) > 0;
}

static void
report_superseded (LscDiscovery *self, LscSource *old, LscSource *newer, gboolean by_name)
{
  g_autofree char *shown = g_filename_display_name (newer->is_loose ? newer->file : newer->folder);
  LscNotice *notice;

  if (says_more (newer, old))
    notice = lsc_notice_new (
        LSC_SEVERITY_WARNING, "superseded",
        _ ("Rank %" PRId64 " is there as a database and as text; the database in %s is used."),
        old->rank, shown);
  else if (by_name)
    notice = lsc_notice_new (LSC_SEVERITY_WARNING, "superseded",
                             _ ("Rank %" PRId64 " was recorded again; the newer %s is used."),
                             old->rank, shown);
  else
    notice = lsc_notice_new (LSC_SEVERITY_WARNING, "superseded",
                             _ ("Rank %" PRId64 " was recorded again; by the times of the files "
                                "the newer is %s, which is used."),
                             old->rank, shown);
  lsc_notice_set_place (notice, old->rank, old->file, NULL);
  lsc_notice_set_help (notice, _ ("The other recording is not loaded."),
                       _ ("Open it alone to see it."));
  lsc_notices_add (self->project->notices, notice);
}

static void
add_to_cluster (LscDiscovery *self, Filling *filling, LscSource *source)
{
  LscCluster *cluster = filling->cluster;
  LscSource *other = source->rank >= 0 ? g_hash_table_lookup (filling->by_rank, source) : NULL;
  gboolean by_name, is_better;

  if (!other)
    {
      g_ptr_array_add (cluster->sources, lsc_source_ref (source));
      g_hash_table_add (filling->by_rank, source);
      return;
    }
  is_better = is_newer (source, other, &by_name);
  if (says_more (source, other) || says_more (other, source))
    is_better = says_more (source, other);
  if (is_better)
    {
      report_superseded (self, other, source, by_name);
      g_ptr_array_add (cluster->superseded, lsc_source_ref (other));
      g_ptr_array_remove (cluster->sources, other);
      g_ptr_array_add (cluster->sources, lsc_source_ref (source));
      g_hash_table_replace (filling->by_rank, source, source);
      return;
    }
  report_superseded (self, source, other, by_name);
  g_ptr_array_add (cluster->superseded, lsc_source_ref (source));
}

static int
compare_sources (gconstpointer a, gconstpointer b)
{
  const LscSource *left = *(LscSource *const *) a, *right = *(LscSource *const *) b;

  if (left->rank != right->rank)
    return left->rank < right->rank ? -1 : 1;
  return strcmp (left->file, right->file);
}

static int
compare_clusters (gconstpointer a, gconstpointer b)
{
  const LscCluster *left = *(LscCluster *const *) a, *right = *(LscCluster *const *) b;

  return strcmp (left->path, right->path);
}

static gboolean
shares_a_rank (LscProject *project)
{
  g_autoptr (GHashTable) ranks = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < project->clusters->len; i++)
    {
      LscCluster *cluster = g_ptr_array_index (project->clusters, i);

      for (guint k = 0; k < cluster->sources->len; k++)
        {
          LscSource *source = g_ptr_array_index (cluster->sources, k);

          if (!g_hash_table_add (ranks, &source->rank))
            return TRUE;
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

static int
compare_files (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(LscSource *const *) a)->file, (*(LscSource *const *) b)->file);
}

/* Traces of a folder none of which knows its rank are numbered by name (formats.md#rank). */
static void
number_traces (LscDiscovery *self)
{
  g_ptr_array_sort (self->sources, compare_files);
  for (guint i = 0; i < self->sources->len;)
    {
      LscSource *first = g_ptr_array_index (self->sources, i);
      gboolean is_needed = first->format == LSC_FORMAT_KINETO;
      guint n = 0;

      for (; i + n < self->sources->len; n++)
        {
          LscSource *source = g_ptr_array_index (self->sources, i + n);

          if (strcmp (source->folder, first->folder) != 0)
            break;
          is_needed = is_needed && source->format == LSC_FORMAT_KINETO && source->rank < 0;
        }
      for (guint k = 0; is_needed && n > 1 && k < n; k++)
        ((LscSource *) g_ptr_array_index (self->sources, i + k))->rank = (gint64) k;
      i += n;
    }
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
  g_autoptr (GHashTable) fillings =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, filling_free);

  number_traces (self);
  for (guint i = 0; i < self->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (self->sources, i);
      g_autofree char *path = get_cluster_path (source);

      add_to_cluster (self, find_cluster (project, fillings, path), source);
    }
  g_hash_table_remove_all (fillings);
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

/** Adds a notice "not-read" for each recording that this version does not read. */
void
_lsc_discovery_report_unread (LscDiscovery *self)
{
  for (guint i = 0; i < self->project->unread->len; i++)
    {
      LscSource *source = g_ptr_array_index (self->project->unread, i);
      gboolean is_raw = source->format == LSC_FORMAT_RAW;
      LscNotice *notice =
          lsc_notice_new (LSC_SEVERITY_WARNING, "not-read",
                          is_raw ? _ ("%s: not read by this version; parse it first.")
                                 : _ ("%s: not read by this version; export as db."),
                          lsc_format_name (source->format));

      lsc_notice_set_place (notice, source->rank >= 0 ? source->rank : LSC_RANK_NONE, source->file,
                            NULL);
      lsc_notice_set_help (
          notice, _ ("Module and pipeline analysis need the profiler's database."),
          source->format == LSC_FORMAT_KINETO ? NULL
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

  if (self->n_folders == 0 && access (self->project->path, R_OK) != 0)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_IO, "%s: %s", shown, g_strerror (errno));
      return;
    }
  if (self->n_folders == 0)
    g_string_printf (text, _ ("%s: is no profile."), shown);
  else
    g_string_printf (text,
                     ngettext ("%s: no profile found. Searched %u folder down to level %d for "
                               "ascend_pytorch_profiler_*.db, trace_view.json and other results.",
                               "%s: no profile found. Searched %u folders down to level %d for "
                               "ascend_pytorch_profiler_*.db, trace_view.json and other results.",
                               self->n_folders),
                     shown, self->n_folders, depth);
  append_others (text, self);
  if (self->n_results > 0)
    g_string_append_printf (text, " %s", _ ("There are results of an earlier analysis."));
  if (self->is_cut)
    {
      g_autofree char *cut = _lsc_discovery_describe_cut (self);

      g_string_append_printf (text, " %s", cut);
    }
  if (self->n_folders == 0)
    g_string_append_printf (text, " %s",
                            _ ("Open a database of the Ascend profiler, a trace_view.json or "
                               "another trace with traceEvents, or the folder of a result."));
  append_notices (text, self->project->notices);
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_NOTHING, text->str);
}
