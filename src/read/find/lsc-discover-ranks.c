/* lsc-discover-ranks.c - which recordings below one parent are ranks, which are recorded again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * formats.md#rank-names. Two recordings of the same rank may be one that was made again, of which
 * the newer counts; captures of one run, or its phases, which are recordings to choose from; or
 * ranks of several jobs that each count from 0, which stand beside each other under names.
 */
#include "config.h"

#include "read/find/lsc-discover-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "read/find/lsc-discover-words-private.h"
#include "read/find/lsc-recognise.h"

/* Jobs that are recorded so long after each other are runs of one place. */
#define LONG_AFTER_NS G_GINT64_CONSTANT (60000000000)

/** Recordings of one parent, or of a phase of them. @rows: the words of each */
typedef struct
{
  LscDiscovery *discovery;
  const char *path;
  const char *name;
  GPtrArray *sources;
  LscWords *rows;
} Folder;

typedef enum
{
  REPEATED, /* recorded again */
  CAPTURED, /* another time of the same run */
  BESIDE,   /* another job's */
} Relation;

/* How many recordings lie in each folder. */
static GHashTable *
count_folders (const GPtrArray *sources)
{
  GHashTable *counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (sources, i);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, source->folder));

      g_hash_table_insert (counts, source->folder, GUINT_TO_POINTER (n + 1));
    }
  return counts;
}

static void
folder_init (Folder *self, LscDiscovery *discovery, const char *path, const char *name,
             GPtrArray *sources)
{
  g_autoptr (GHashTable) counts = count_folders (sources);

  *self = (Folder){ discovery, path, name, sources, g_new0 (LscWords, sources->len + 1) };
  for (guint i = 0; i < sources->len; i++)
    {
      const LscSource *source = g_ptr_array_index (sources, i);

      _lsc_words_init (&self->rows[i], source, discovery->project->path,
                       source->is_loose ||
                           g_hash_table_lookup (counts, source->folder) != GUINT_TO_POINTER (1));
    }
}

static void
folder_clear (Folder *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    _lsc_words_clear (&self->rows[i]);
  g_free (self->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Folder, folder_clear)

static LscSource *
get_source (const Folder *self, guint index)
{
  return g_ptr_array_index (self->sources, index);
}

/* ---- recorded again ---- */

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
add_to_cluster (const Folder *self, LscCluster *cluster, GHashTable *by_rank, LscSource *source)
{
  LscSource *other = source->rank >= 0 ? g_hash_table_lookup (by_rank, source) : NULL;
  gboolean by_name, is_better;

  if (!other)
    {
      g_ptr_array_add (cluster->sources, lsc_source_ref (source));
      g_hash_table_add (by_rank, source);
      return;
    }
  is_better = is_newer (source, other, &by_name);
  if (says_more (source, other) || says_more (other, source))
    is_better = says_more (source, other);
  if (is_better)
    {
      report_superseded (self->discovery, other, source, by_name);
      g_ptr_array_add (cluster->superseded, lsc_source_ref (other));
      g_ptr_array_remove (cluster->sources, other);
      g_ptr_array_add (cluster->sources, lsc_source_ref (source));
      g_hash_table_replace (by_rank, source, source);
      return;
    }
  report_superseded (self->discovery, source, other, by_name);
  g_ptr_array_add (cluster->superseded, lsc_source_ref (source));
}

static void
make_cluster (const Folder *self)
{
  LscCluster *cluster = lsc_cluster_new (self->path);
  g_autoptr (GHashTable) by_rank = g_hash_table_new (hash_rank, equal_ranks);

  cluster->name = g_strdup (self->name);
  for (guint i = 0; i < self->sources->len; i++)
    add_to_cluster (self, cluster, by_rank, get_source (self, i));
  g_ptr_array_add (self->discovery->project->clusters, cluster);
}

/* ---- numbers and names ---- */

static void
report_guess (const Folder *self)
{
  LscNotice *notice = lsc_notice_new (
      LSC_SEVERITY_WARNING, "rank-guessed",
      _ ("No trace has a rank number: ranks 0 to %u are guessed from the file names."),
      self->sources->len - 1);

  lsc_notice_set_place (notice, LSC_RANK_NONE, self->path, NULL);
  lsc_notice_set_help (notice,
                       _ ("If the numbers in the names are no ranks, figures of ranks are those "
                          "of other files."),
                       _ ("Name the files rank0, rank1 and so on, or start the program with "
                          "torch.distributed, which records the rank."));
  lsc_notices_add (self->discovery->project->notices, notice);
}

/* Traces of a folder none of which knows its rank. */
static void
guess_numbers (const Folder *self)
{
  guint n = self->sources->len;
  g_autofree gint64 *numbers = g_new (gint64, n + 1);

  for (guint i = 0; i < n; i++)
    if (!lsc_format_is_gpu_trace (get_source (self, i)->format) || get_source (self, i)->rank >= 0)
      return;
  if (!_lsc_words_guess_numbers (self->rows, n, numbers))
    return;
  for (guint i = 0; i < n; i++)
    {
      get_source (self, i)->rank = numbers[i];
      get_source (self, i)->is_guessed = TRUE;
    }
  report_guess (self);
}

/* One recording alone is called by its folder or file. */
static void
name_unnumbered (const Folder *self)
{
  g_auto (GStrv) names = NULL;
  guint n = 0;

  for (guint i = 0; i < self->sources->len; i++)
    n += get_source (self, i)->rank == LSC_RANK_UNKNOWN;
  if (n == 0 || self->sources->len < 2)
    return;
  names = _lsc_words_name (self->rows, self->sources->len);
  for (guint i = 0; i < self->sources->len; i++)
    if (get_source (self, i)->rank == LSC_RANK_UNKNOWN)
      get_source (self, i)->rank = lsc_rank_name_add (names[i]);
}

/* ---- the same rank twice ---- */

static gboolean
find_windows (const Folder *self, guint a, guint b, LscInterval windows[2])
{
  LscJob *job = self->discovery->job;

  return lsc_recognise_window (get_source (self, a), job, &windows[0]) &&
         lsc_recognise_window (get_source (self, b), job, &windows[1]);
}

/* Ns between two windows, negative where they overlap. */
static gint64
get_distance_ns (const LscInterval windows[2])
{
  return MAX (windows[0].begin_ns, windows[1].begin_ns) -
         MIN (windows[0].end_ns, windows[1].end_ns);
}

/* Whether the names of the folders say that they began in other minutes: {…}{hhmm}{ss}{ms}. */
static gboolean
are_apart (const LscSource *a, const LscSource *b)
{
  gint64 first, second, minute = 100000;

  return lsc_recognise_folder_time (a->folder, &first) &&
         lsc_recognise_folder_time (b->folder, &second) && first / minute != second / minute;
}

static Relation
relate (const Folder *self, guint a, guint b)
{
  const LscSource *first = get_source (self, a), *second = get_source (self, b);
  gboolean is_place = _lsc_words_differ_in_place (&self->rows[a], &self->rows[b]);
  LscInterval windows[2];
  gboolean has_windows;

  if (says_more (first, second) || says_more (second, first) ||
      strcmp (self->rows[a].text, self->rows[b].text) == 0)
    return REPEATED;
  has_windows = find_windows (self, a, b, windows);
  if (is_place && (!has_windows || get_distance_ns (windows) < LONG_AFTER_NS))
    return BESIDE;
  if (has_windows && get_distance_ns (windows) < 0 && !are_apart (first, second))
    return BESIDE; /* one rank is not recorded twice at the same time */
  return _lsc_words_differ_in_number (&self->rows[a], &self->rows[b]) ? CAPTURED : REPEATED;
}

/* Indexes of the recordings of each rank that has a number, in their order. */
static GHashTable *
index_ranks (const Folder *self)
{
  GHashTable *ranks =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < self->sources->len; i++)
    {
      LscSource *source = get_source (self, i);
      GArray *list = g_hash_table_lookup (ranks, &source->rank);

      if (source->rank < 0)
        continue;
      if (!list)
        {
          list = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (ranks, &source->rank, list);
        }
      g_array_append_val (list, i);
    }
  return ranks;
}

/* What most tells of the recordings that share a rank. */
static Relation
relate_all (const Folder *self, GHashTable *ranks)
{
  Relation most = REPEATED;
  GHashTableIter iter;
  gpointer list;

  g_hash_table_iter_init (&iter, ranks);
  while (g_hash_table_iter_next (&iter, NULL, &list))
    for (guint i = 1; i < ((GArray *) list)->len; i++)
      {
        Relation relation = relate (self, g_array_index ((GArray *) list, guint, 0),
                                    g_array_index ((GArray *) list, guint, i));

        most = MAX (most, relation);
      }
  return most;
}

/* The recordings of one rank are of as many jobs. */
static void
name_replicas (const Folder *self, const GArray *list)
{
  g_autofree LscWords *rows = g_new (LscWords, list->len + 1);
  g_auto (GStrv) names = NULL;

  for (guint i = 0; i < list->len; i++)
    rows[i] = self->rows[g_array_index (list, guint, i)];
  names = _lsc_words_name (rows, list->len);
  for (guint i = 0; i < list->len; i++)
    get_source (self, g_array_index (list, guint, i))->replica = g_strdup (names[i]);
}

/* No number tells a rank of several jobs from others. */
static void
set_beside (const Folder *self, GHashTable *ranks)
{
  GHashTableIter iter;
  gpointer list;

  g_hash_table_iter_init (&iter, ranks);
  while (g_hash_table_iter_next (&iter, NULL, &list))
    name_replicas (self, list);
  for (guint i = 0; i < self->sources->len; i++)
    {
      LscSource *source = get_source (self, i);

      source->own_rank = source->rank;
      source->rank = LSC_RANK_UNKNOWN;
    }
}

/* ---- recordings to choose from ---- */

static void resolve (LscDiscovery *discovery, const char *path, const char *name,
                     GPtrArray *sources);

/* The first capture of each rank is one recording, the second another. */
static void
split_captures (const Folder *self, GHashTable *ranks)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < self->sources->len; i++)
    {
      LscSource *source = get_source (self, i);
      GArray *list = g_hash_table_lookup (ranks, &source->rank);
      guint at = 0;

      while (list && g_array_index (list, guint, at) != i)
        at++;
      while (parts->len <= at)
        g_ptr_array_add (parts, g_ptr_array_new ());
      g_ptr_array_add (g_ptr_array_index (parts, at), source);
    }
  for (guint i = 0; i < parts->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%scapture-%u", self->name ? self->name : "",
                                               self->name ? "-" : "", i + 1);

      resolve (self->discovery, self->path, name, g_ptr_array_index (parts, i));
    }
}

/* Which rank a recording is of, whatever its phase. */
static char *
get_identity (const Folder *self, guint index)
{
  gint64 rank = get_source (self, index)->rank;

  return rank >= 0 ? g_strdup_printf ("%" PRId64, rank) : _lsc_words_join_rest (&self->rows[index]);
}

static char *
get_phase (const Folder *self, guint index)
{
  const char *phase = _lsc_words_find_phase (&self->rows[index]);

  return g_strdup (phase ? phase : "");
}

/* Whether some rank was recorded in more than one phase. */
static gboolean
has_phases (const Folder *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < self->sources->len; i++)
    {
      char *identity = get_identity (self, i), *phase = get_phase (self, i);
      const char *other = g_hash_table_lookup (seen, identity);

      if (other && strcmp (other, phase) != 0)
        {
          g_free (identity);
          g_free (phase);
          return TRUE;
        }
      g_hash_table_replace (seen, identity, phase);
    }
  return FALSE;
}

static void
split_phases (const Folder *self)
{
  g_autoptr (GHashTable) parts =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  GHashTableIter iter;
  gpointer name, sources;

  for (guint i = 0; i < self->sources->len; i++)
    {
      g_autofree char *phase = get_phase (self, i);
      GPtrArray *part = g_hash_table_lookup (parts, phase);

      if (!part)
        {
          part = g_ptr_array_new ();
          g_hash_table_insert (parts, g_steal_pointer (&phase), part);
        }
      g_ptr_array_add (part, get_source (self, i));
    }
  g_hash_table_iter_init (&iter, parts);
  while (g_hash_table_iter_next (&iter, &name, &sources))
    resolve (self->discovery, self->path, *(const char *) name ? name : "other", sources);
}

/* @name: (nullable): of a part of what lies below @path */
static void
resolve (LscDiscovery *discovery, const char *path, const char *name, GPtrArray *sources)
{
  g_auto (Folder) self = { 0 };
  g_autoptr (GHashTable) ranks = NULL;
  Relation relation;

  folder_init (&self, discovery, path, name, sources);
  if (!name && has_phases (&self))
    {
      split_phases (&self);
      return;
    }
  guess_numbers (&self);
  ranks = index_ranks (&self);
  relation = relate_all (&self, ranks);
  if (relation == CAPTURED)
    {
      split_captures (&self, ranks);
      return;
    }
  if (relation == BESIDE)
    set_beside (&self, ranks);
  name_unnumbered (&self);
  make_cluster (&self);
}

/* ---- devices ---- */

/* Folders with more are ranks of their own, and looking into each takes long. */
#define MOST_LOOKED_AT 16

static char *
name_device (const LscSource *source, const char *process, gboolean is_alone)
{
  gboolean is_index = strspn (process, "0123456789") == strlen (process) && strlen (process) < 3;
  g_autofree char *device = g_strdup_printf (is_index ? "GPU %s" : "%s", process);
  g_autofree char *file = g_filename_display_basename (source->file);

  if (!is_index && process[strspn (process, "0123456789")] == '\0')
    {
      g_free (device);
      device = g_strdup_printf ("process %s", process);
    }
  g_strdelimit (device, ",", ' ');
  if (is_alone)
    return g_steal_pointer (&device);
  return source->rank >= 0 ? g_strdup_printf ("rank %" PRId64 " %s", source->rank, device)
                           : g_strdup_printf ("%s %s", file, device);
}

/* What a rank runs on the device of another is none of its own figures. */
static void
tell_small (LscDiscovery *self, const LscSource *source, const GPtrArray *small)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *what = NULL;

  for (guint i = 0; i < small->len; i++)
    {
      g_autofree char *name = name_device (source, small->pdata[i], TRUE);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  /* Translators: names of devices, such as "GPU 0, GPU 1" */
  what = g_strdup_printf (_ ("The trace also has a few kernels of %s."), names->str);
  _lsc_discovery_add_loss (self, "small-device", source->file, what,
                           _ ("They are fewer than one in 20 of the kernels of another device, and "
                              "excluded from its figures."),
                           _ ("Look for what this process runs on the wrong device; set its device "
                              "before anything else."));
}

/**
 * _lsc_discovery_split_devices:
 *
 * Makes a recording of each device of a trace that has several: each has figures of its own. What
 * has too few kernels for that is left out, and told.
 *
 * Source: formats.md#devices.
 */
void
_lsc_discovery_split_devices (LscDiscovery *self)
{
  guint n_traces = 0, n = self->sources->len;

  for (guint i = 0; i < n; i++)
    n_traces +=
        lsc_format_is_gpu_trace (((LscSource *) g_ptr_array_index (self->sources, i))->format);
  for (guint i = n; n_traces <= MOST_LOOKED_AT && i-- > 0;)
    {
      LscSource *source = g_ptr_array_index (self->sources, i);
      g_autoptr (GPtrArray) small = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) devices = NULL;

      if (!lsc_format_is_gpu_trace (source->format) || lsc_job_is_cancelled (self->job))
        continue;
      devices = lsc_recognise_devices (source, small);
      if (small->len > 0 && devices->len == 1)
        source->device = g_strdup (devices->pdata[0]);
      if (small->len > 0)
        tell_small (self, source, small);
      for (guint k = 0; devices->len > 1 && k < devices->len; k++)
        {
          LscSource *part = lsc_source_copy (source);
          g_autofree char *name = name_device (source, devices->pdata[k], n_traces == 1);

          part->device = g_strdup (devices->pdata[k]);
          part->own_rank = source->rank;
          part->rank = lsc_recognise_device_rank (source, part->device);
          if (part->rank < 0)
            part->rank = lsc_rank_name_add (name);
          g_ptr_array_add (self->sources, part);
        }
      if (devices->len > 1)
        g_ptr_array_remove_index (self->sources, i);
    }
}

/**
 * _lsc_discovery_sort_out:
 * @path: a parent of recordings
 * @sources: (element-type LscSource): the recordings below it
 *
 * Adds them to the project as one cluster, or as several of which only one can be looked at.
 *
 * Source: formats.md#rank-names.
 */
void
_lsc_discovery_sort_out (LscDiscovery *self, const char *path, GPtrArray *sources)
{
  g_return_if_fail (self && path && sources);
  resolve (self, path, NULL, sources);
}
