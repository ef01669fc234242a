/* lsc-discover-archive.c - recordings inside of archives
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-discover-names-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/lsc-text-input.h"
#include "read/find/lsc-recognise.h"

/* Whatever is listed of a packed tar must be inflated: in folders only small ones are. */
#define MOST_BYTES_IN_PASSING (256 * 1024 * 1024)
/* To look into a member of a tar everything before it is read. */
#define MOST_SNIFFED_MEMBERS 1024U

/** Returns: whether a file of that name is an archive that can be read */
gboolean
_lsc_is_archive_name (const char *name)
{
  static const char *const endings[] = { ".zip",     ".tar",    ".tar.gz", ".tgz",
                                         ".tar.zst", ".tar.xz", ".tar.bz2" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]))
      return TRUE;
  return FALSE;
}

static LscFormat
recognise_member (const char *joined, const char *name, guint *n_sniffed)
{
  LscFormat format = lsc_recognise_name (name);

  if (format == LSC_FORMAT_TRACE_VIEW && strcmp (name, "trace.json") != 0)
    return format;
  if (g_str_has_suffix (name, ".pftrace") || g_str_has_suffix (name, ".perfetto-trace"))
    return (*n_sniffed)++ < MOST_SNIFFED_MEMBERS ? lsc_recognise_trace (joined)
                                                 : LSC_FORMAT_UNKNOWN;
  if (!lsc_recognise_json_name (name) || lsc_recognise_deliverable (name) ||
      g_str_has_prefix (name, "profiler_"))
    return LSC_FORMAT_UNKNOWN;
  if (g_str_has_suffix (name, ".pt.trace.json") || g_str_has_suffix (name, ".pt.trace.json.gz"))
    return LSC_FORMAT_KINETO;
  return (*n_sniffed)++ < MOST_SNIFFED_MEMBERS ? lsc_recognise_trace (joined) : LSC_FORMAT_UNKNOWN;
}

/* The result folder inside of the archive of a text export: its small files tell the rank. */
static void
attach (LscSource *source, const char *path, const char *member, GStrv members)
{
  g_autofree char *output = g_path_get_dirname (member);
  g_autofree char *base = g_path_get_basename (output);
  g_autofree char *result =
      strcmp (base, LSC_OUTPUT_FOLDER) == 0 ? g_path_get_dirname (output) : g_strdup (output);

  for (guint i = 0; members[i]; i++)
    {
      g_autofree char *folder = g_path_get_dirname (members[i]);
      g_autofree char *name = g_path_get_basename (members[i]);

      if (strcmp (folder, result) != 0 || !g_str_has_suffix (name, ".json"))
        continue;
      if (strcmp (name, "profiler_metadata.json") == 0 && !source->metadata_json)
        source->metadata_json = lsc_archive_join (path, members[i]);
      else if (g_str_has_prefix (name, "profiler_info") && !source->info_json)
        source->info_json = lsc_archive_join (path, members[i]);
    }
}

static void
report_left (LscDiscovery *self, const char *path, guint n_sniffed)
{
  g_autofree char *what = g_strdup_printf (
      _ ("Of %u files with JSON in the archive only the first %u were looked into."), n_sniffed,
      MOST_SNIFFED_MEMBERS);

  _lsc_discovery_add_loss (
      self, "members-left", path, what, _ ("A trace among the others is not shown."),
      _ ("Unpack the archive and open the trace, or give it a name that ends in .pt.trace.json."));
}

/* Returns: whether it is a recording */
static gboolean
take_member (LscDiscovery *self, const char *path, GStrv members, guint index, guint *n_sniffed)
{
  g_autofree char *name = g_path_get_basename (members[index]);
  g_autofree char *joined = lsc_archive_join (path, members[index]);
  LscFormat format = recognise_member (joined, name, n_sniffed);
  LscSource *source;

  if (format == LSC_FORMAT_UNKNOWN && *n_sniffed < MOST_SNIFFED_MEMBERS)
    _lsc_discovery_take_notes (self, joined, path);
  if (format == LSC_FORMAT_UNKNOWN)
    return FALSE;
  if (format == LSC_FORMAT_OPS)
    {
      _lsc_discovery_add_job (self, path, joined, NULL);
      return TRUE;
    }
  source = lsc_source_new (format, path, joined);
  source->is_loose = TRUE;
  attach (source, path, members[index], members);
  _lsc_discovery_add_source (self, source, NULL);
  return TRUE;
}

/* Traces of captures come last: whether they are of other traces shows what those are. */
static guint
take_members (LscDiscovery *self, const char *path, GStrv members)
{
  guint n_sniffed = 0, n_found = 0;

  for (guint i = 0; members[i] && !lsc_job_is_cancelled (self->job); i++)
    if (!_lsc_is_capture_path (members[i]))
      n_found += take_member (self, path, members, i, &n_sniffed);
  for (guint i = 0; members[i] && !lsc_job_is_cancelled (self->job); i++)
    if (_lsc_is_capture_path (members[i]) && _lsc_discovery_has_traces (self, path))
      {
        g_autofree char *joined = lsc_archive_join (path, members[i]);

        _lsc_name_files_add (self->name_files, joined, path, TRUE);
      }
    else if (_lsc_is_capture_path (members[i]))
      n_found += take_member (self, path, members, i, &n_sniffed);
  if (n_sniffed > MOST_SNIFFED_MEMBERS)
    report_left (self, path, n_sniffed);
  return n_found;
}

static void
report_empty (LscDiscovery *self, const char *path, GStrv members)
{
  for (guint i = 0; members[i]; i++)
    if (g_str_has_suffix (members[i], ".db"))
      {
        _lsc_discovery_add_notice (self, LSC_SEVERITY_WARNING, "packed-database", path,
                                   _ ("A database inside of an archive cannot be read."),
                                   _ ("What it holds is not shown."),
                                   _ ("Unpack the archive and open the folder."));
        return;
      }
}

/* A damaged archive that lies among recordings and holds none is no loss. */
static void
report_cut (LscDiscovery *self, const char *path, const char *cut, gboolean is_loss)
{
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_WARNING, "archive-cut", "%s", cut);

  lsc_notice_set_place (notice, LSC_RANK_NONE, path, NULL);
  lsc_notice_set_help (notice, _ ("What it holds may be incomplete or wrong."),
                       _ ("Copy it again, or unpack it and open the folder."));
  lsc_notices_add (self->project->notices, is_loss ? lsc_notice_mark_loss (notice) : notice);
}

/**
 * _lsc_discovery_take_archive:
 * @path: an archive
 * @error: %NULL when it was met in passing: then a damaged one is a notice
 *
 * Takes the traces inside of an archive.
 *
 * Errors: those of lsc_archive_list()
 */
gboolean
_lsc_discovery_take_archive (LscDiscovery *self, const char *path, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_auto (GStrv) members = NULL;
  g_autofree char *cut = NULL;
  struct stat info;
  guint n_found;

  if (!error && (stat (path, &info) != 0 || info.st_size > MOST_BYTES_IN_PASSING))
    {
      _lsc_discovery_add_notice (self, LSC_SEVERITY_NOTE, "archive-left", path,
                                 _ ("A large archive was not looked into."), NULL,
                                 _ ("Open the archive itself."));
      return TRUE;
    }
  members = lsc_archive_list (path, &cut, &local);
  if (!members && error)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (!members)
    {
      _lsc_discovery_add_notice (self, LSC_SEVERITY_WARNING, "bad-archive", path, local->message,
                                 _ ("What it holds is not shown."), NULL);
      return TRUE;
    }
  n_found = take_members (self, path, members);
  if (cut)
    report_cut (self, path, cut, error || n_found > 0);
  if (n_found == 0)
    {
      g_autofree char *name = g_path_get_basename (path);

      report_empty (self, path, members);
      _lsc_discovery_count_other (self, name);
    }
  return TRUE;
}
