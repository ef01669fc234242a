/* lsc-cmd-extract.c - extract: what is needed of each rank, small enough to be carried
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <unistd.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-tar.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-extract.h"
#include "export/lsc-export-extract.h"
#include "session/lsc-session-extract.h"

typedef struct
{
  LscCliOptions common;
  char *folder;
  gboolean is_forced;
  LscCliDetail detail;
} Options;

/** Of a run: how many there are of each. @tar: (nullable): takes the files instead of @folder */
typedef struct
{
  LscCliRun *run;
  const char *folder;
  LscTar *tar;
  gint n_written;
  gint n_fresh;
  gint n_failed;
  GMutex lock; /* of what is printed, and of the archive */
} Work;

/* (transfer full): where it goes; in an archive, its name */
static char *
make_path (const Work *work, const LscSource *source)
{
  g_autofree char *name = lsc_cli_extract_name (source);

  return work->tar ? g_steal_pointer (&name) : g_build_filename (work->folder, name, NULL);
}

/* Whether what is there was made of this very file by this version, as it is wanted. */
static gboolean
is_fresh (const char *path, const char *fingerprint, LscCliDetail detail)
{
  g_autoptr (GPtrArray) entries = NULL;
  const LscExtractEntry *entry;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return FALSE;
  entries = lsc_session_list_extracts (path, NULL, NULL);
  if (!entries || entries->len != 1)
    return FALSE;
  entry = entries->pdata[0];
  return entry->digest == LSC_DIGEST_VERSION && g_str_equal (entry->fingerprint, fingerprint) &&
         lsc_session_has_excerpt (path, entry->id) == (detail == LSC_CLI_DETAIL_EXCERPT);
}

static gboolean
write_file (Work *work, const LscExtractEntry *entry, const LscPack *pack, const char *path,
            GError **error)
{
  g_autoptr (LscExtractWriter) writer =
      lsc_extract_writer_new (path, work->run->project.job, error);

  return writer && lsc_extract_writer_add (writer, entry, pack, error) &&
         lsc_extract_writer_finish (writer, error);
}

static gboolean
write_member (Work *work, const LscExtractEntry *entry, const LscPack *pack, const char *name,
              GError **error)
{
  g_autoptr (LscExtractWriter) writer =
      lsc_extract_writer_new_in_memory (work->run->project.job, error);
  g_autoptr (GBytes) bytes = NULL;
  gboolean is_added;

  if (writer && lsc_extract_writer_add (writer, entry, pack, error))
    bytes = lsc_extract_writer_finish_bytes (writer, error);
  if (!bytes)
    return FALSE;
  g_mutex_lock (&work->lock);
  is_added = lsc_tar_add (work->tar, name, bytes, error);
  g_mutex_unlock (&work->lock);
  return is_added;
}

static gboolean
write_rank (Work *work, LscSource *source, LscExtractEntry *entry, const char *path, GError **error)
{
  const Options *options = (const Options *) work->run->options;
  g_autoptr (LscPack) pack = lsc_cli_extract_pack (source, &options->common, options->detail, entry,
                                                   work->run->project.job, error);

  if (!pack)
    return FALSE;
  return work->tar ? write_member (work, entry, pack, path, error)
                   : write_file (work, entry, pack, path, error);
}

static gboolean
extract_rank (Work *work, LscSource *source, GError **error)
{
  const Options *options = (const Options *) work->run->options;
  g_autoptr (LscExtractEntry) entry = NULL;
  g_autofree char *path = make_path (work, source);

  if (source->format == LSC_FORMAT_EXTRACT || source->format == LSC_FORMAT_OPS)
    return lsc_fail (error, LSC_ERROR_UNSUPPORTED, _ ("%s needs no extract: it is small. Open it."),
                     lsc_format_name (source->format));
  entry = lsc_cli_extract_entry (source, error);
  if (!entry)
    return FALSE;
  if (!work->tar && !options->is_forced && is_fresh (path, entry->fingerprint, options->detail))
    {
      g_atomic_int_inc (&work->n_fresh);
      return TRUE;
    }
  if (!write_rank (work, source, entry, path, error))
    return FALSE;
  g_atomic_int_inc (&work->n_written);
  return TRUE;
}

/* What was extracted before stays, and merge would take it. */
static void
tell_stale (const Work *work, const LscSource *source)
{
  g_autofree char *path = work->tar ? NULL : make_path (work, source);

  if (path && source->format != LSC_FORMAT_EXTRACT && g_file_test (path, G_FILE_TEST_EXISTS))
    g_printerr (_ ("lanescope-cli: %s is from an earlier run and may be out of date. Remove it, or "
                   "repair the recording, before you merge.\n"),
                path);
}

static void
extract_one (gsize index, gpointer user_data)
{
  Work *work = user_data;
  LscSource *source = g_ptr_array_index (work->run->project.sources, index);
  g_autoptr (GError) error = NULL;
  g_autofree char *label = NULL;

  if (extract_rank (work, source, &error))
    return;
  g_atomic_int_inc (&work->n_failed);
  if (lsc_cli_stdout_is_cause (error))
    return;
  label = lsc_source_get_label (source);
  g_mutex_lock (&work->lock);
  lsc_cli_extract_tell (label, error->message);
  tell_stale (work, source);
  g_mutex_unlock (&work->lock);
}

static LscExit
finish (const Work *work)
{
  g_autofree char *line =
      g_strdup_printf (_ ("%d ranks written, %d up to date, %d failed: %s\n"), work->n_written,
                       work->n_fresh, work->n_failed, work->folder);

  lsc_cli_end_progress ();
  if (!work->run->options->quiet)
    (work->tar ? g_printerr : g_print) ("%s", line);
  if (work->n_failed == 0)
    return lsc_cli_project_is_part (&work->run->project) ? LSC_EXIT_PART : LSC_EXIT_OK;
  return work->n_written + work->n_fresh > 0 ? LSC_EXIT_PART : LSC_EXIT_NOTHING;
}

static LscExit
extract_all (Work *work)
{
  const LscCliProject *project = &work->run->project;

  g_mutex_init (&work->lock);
  lsc_job_run_parallel (project->n_threads, project->sources->len, extract_one, work);
  g_mutex_clear (&work->lock);
  return finish (work);
}

static gboolean
is_stdout (const Options *options)
{
  return g_str_equal (options->folder, "-");
}

static LscExit
extract_found (LscCliRun *run, guint n_failed)
{
  const Options *options = (const Options *) run->options;
  Work work = { .run = run, .folder = options->folder, .n_failed = (gint) n_failed };
  g_autoptr (GError) error = NULL;
  g_autoptr (GOutputStream) out = NULL;
  g_autoptr (LscTar) tar = NULL;
  LscExit code;

  if (!is_stdout (options))
    return lsc_output_make_folder (options->folder, 0, &error) ? extract_all (&work)
                                                               : lsc_cli_fail (error);
  out = lsc_cli_stdout_open ();
  work.tar = tar = lsc_tar_new (out, &error);
  if (!tar)
    return lsc_cli_fail (error);
  work.folder = _ ("standard output");
  code = extract_all (&work);
  return lsc_tar_finish (tar, &error) ? code : lsc_cli_fail (error);
}

static LscExit
run_extract (LscCliRun *run)
{
  guint n_failed = 0;
  LscExit code = lsc_cli_extract_find (&run->project, run->options, run->words + 1, &n_failed);

  return code == LSC_EXIT_OK ? extract_found (run, n_failed) : code;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  const Options *options = (const Options *) run->options;

  if (!run->words[1])
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("extract takes recordings, or folders of them, and -o DIR"));
  if (!options->folder)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("extract needs -o DIR: the folder for a file of each rank"));
  if (is_stdout (options) && isatty (STDOUT_FILENO))
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("extract -o - writes a tar archive, which no terminal shows. Send it to a "
                        "program or a file: | tar -x, or > ranks.tar"));
  return TRUE;
}

static const LscCliChoice details[] = { { "0", LSC_CLI_DETAIL_NONE },
                                        { "1", LSC_CLI_DETAIL_EXCERPT },
                                        { NULL, 0 } };

static const LscCliOption entries[] = {
  { "output-path", 'o', 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, folder),
    N_ ("Folder for the extracts, a file of each rank; -: a tar archive to standard output"),
    "DIR" },
  { "force", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_forced),
    N_ ("Extract ranks again that are up to date"), NULL },
  { "detail", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, detail),
    N_ ("1 (default): with events around the largest instances, for the timeline; 0: without "
        "events"),
    "0|1", .choices = details, .fault = N_ ("--detail takes 0 or 1") },
  { NULL },
};

const LscCliCommand lsc_cmd_extract = {
  .name = "extract",
  .usage = "PATH… -o DIR",
  .line = N_ ("  extract   what is needed of each rank, small enough to be carried"),
  .arguments = "PATH…",
  .summary =
      N_ ("Writes a small file (.lscope) for each rank, with what overview, findings, pp, compare, "
          "check and report need of it. Ranks that are up to date are skipped; one that fails is "
          "named, and the others go on. See also merge."),
  .n_words = -1,
  .groups = LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_NOTHING,
  .makes_files = TRUE,
  .check = check,
  .run = run_extract,
};
