/* lsc-discover-source.c - a recording that was found
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "read/find/lsc-discover-private.h"

#include <string.h>
#include <sys/stat.h>

#include "base/lsc-error.h"
#include "base/lsc-text-input.h"
#include "read/find/lsc-metadata.h"
#include "read/find/lsc-recognise.h"
#include "read/extract/lsc-extract-file.h"
#include "read/own/lsc-own-db.h"

static void
set_times (LscSource *source)
{
  g_autofree char *archive = NULL;
  g_autofree char *member = NULL;
  struct stat info;

  if (!lsc_archive_split (source->file, &archive, &member))
    archive = g_strdup (source->file);
  if (stat (archive, &info) == 0)
    {
      source->size_bytes = info.st_size;
      source->mtime_s = info.st_mtim.tv_sec;
    }
  for (guint i = 1; source->parts && source->parts[i]; i++)
    if (stat (source->parts[i], &info) == 0)
      source->size_bytes += info.st_size;
}

/* Finds the rank (formats.md#rank). Only a database whose name says nothing is opened for it. */
static gint64
find_rank (LscDiscovery *self, const LscSource *source)
{
  gint64 rank = lsc_recognise_rank (source->file);

  if (lsc_format_is_gpu_trace (source->format))
    {
      rank = lsc_recognise_trace_rank (source->file);
      return rank >= 0 ? rank : lsc_recognise_device_rank (source, NULL);
    }
  if (rank < 0 && lsc_format_is_database (source->format))
    rank = lsc_recognise_map_rank (source->file, self->job);
  if (rank < 0)
    rank = lsc_profiler_info_get_rank (source->info_json);
  if (rank < 0)
    rank = lsc_profiler_metadata_get_rank (source->metadata_json);
  return rank;
}

/**
 * _lsc_discovery_add_source:
 * @source: (transfer full): what was found; its rank is set here
 * @folder: (nullable): what lies in its folder: the JSON files of a result are attached
 */
void
_lsc_discovery_add_source (LscDiscovery *self, LscSource *source, const LscListing *folder)
{
  for (guint i = 0; folder && i < folder->files->len; i++)
    {
      const char *name = g_ptr_array_index (folder->files, i);

      if (strcmp (name, "profiler_metadata.json") == 0)
        source->metadata_json = g_build_filename (source->folder, name, NULL);
      else if (!source->info_json && g_str_has_prefix (name, "profiler_info") &&
               g_str_has_suffix (name, ".json"))
        source->info_json = g_build_filename (source->folder, name, NULL);
    }
  _lsc_discovery_protect_source (source);
  set_times (source);
  source->rank = find_rank (self, source);
  g_ptr_array_add (lsc_format_is_read (source->format) ? self->sources : self->project->unread,
                   source);
}

/* (nullable): what to do with a file whose recordings cannot be listed. One of another layout and a
 * damaged one stay so, and what is said of them ends with it; one that fails now may well answer
 * later. */
static const char *
get_remedy (const GError *failure, gboolean is_extract)
{
  if (g_error_matches (failure, LSC_ERROR, LSC_ERROR_UNSUPPORTED) ||
      g_error_matches (failure, LSC_ERROR, LSC_ERROR_CORRUPT))
    return NULL;
  return is_extract ? _ ("Open it again; if that does not help, extract the ranks again.")
                    : _ ("Open it again; if that does not help, convert it anew.");
}

/* Reading the file alone would not tell of this, where it answers then. */
static void
report_unlisted (LscDiscovery *self, const char *file, const GError *failure, gboolean is_extract)
{
  LscNotice *notice = lsc_notice_mark_loss (
      lsc_notice_new (LSC_SEVERITY_WARNING, "unlisted-recordings", "%s", failure->message));

  lsc_notice_set_place (notice, LSC_RANK_NONE, file, NULL);
  lsc_notice_set_help (notice,
                       is_extract ? _ ("None of its ranks is shown.")
                                  : _ ("Of its recordings at most the first one is shown."),
                       get_remedy (failure, is_extract));
  lsc_notices_add (self->project->notices, notice);
}

/**
 * _lsc_discovery_add_own:
 * @file: a database of our own
 *
 * Adds every recording in it. A file that cannot be listed is a recording all the same: reading it
 * says why not.
 */
void
_lsc_discovery_add_own (LscDiscovery *self, const char *folder, const char *file)
{
  LscInt64s ids = { 0 }, ranks = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean is_listed = lsc_own_db_list_ranks (file, &ids, &ranks, self->job, &error);

  if (!is_listed && !lsc_job_is_cancelled (self->job))
    report_unlisted (self, file, error, FALSE);
  for (gsize i = 0; i < (is_listed ? ids.n : 1); i++)
    {
      LscSource *source = lsc_source_new (LSC_FORMAT_OWN_DB, folder, file);

      source->is_loose = TRUE;
      source->part = is_listed ? (guint32) ids.items[i] : 0;
      _lsc_discovery_protect_source (source);
      set_times (source);
      source->rank = is_listed ? ranks.items[i] : LSC_RANK_UNKNOWN;
      g_ptr_array_add (self->sources, source);
    }
  lsc_int64s_clear (&ids);
  lsc_int64s_clear (&ranks);
}

static LscSource *
make_extracted (const char *folder, const char *file, const LscExtractEntry *entry)
{
  LscSource *source = lsc_source_new (LSC_FORMAT_EXTRACT, folder, file);

  source->is_loose = TRUE;
  source->part = (guint32) entry->id;
  source->rank = entry->rank;
  source->own_rank = entry->own_rank;
  source->replica = g_strdup (entry->replica);
  source->device = g_strdup (entry->device);
  source->is_guessed = entry->is_guessed;
  source->origin = g_strdup (entry->folder);
  source->origin_host = g_strdup (entry->host);
  return source;
}

/**
 * _lsc_discovery_add_extract:
 * @file: of extracts
 *
 * Adds every rank in it, as _lsc_discovery_add_own().
 */
void
_lsc_discovery_add_extract (LscDiscovery *self, const char *folder, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = lsc_extract_list (file, self->job, &error);

  if (!entries && !lsc_job_is_cancelled (self->job))
    report_unlisted (self, file, error, TRUE);
  for (guint i = 0; entries && i < entries->len; i++)
    {
      LscSource *source = make_extracted (folder, file, entries->pdata[i]);

      _lsc_discovery_protect_source (source);
      set_times (source);
      g_ptr_array_add (self->sources, source);
    }
}
