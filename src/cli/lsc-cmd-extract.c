/* lsc-cmd-extract.c - extract: what is needed of each rank, small enough to be carried
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "export/lsc-export-extract.h"
#include "session/lsc-session-extract.h"

typedef struct
{
  LscCliOptions common;
  char *folder;
  gboolean is_forced;
} Options;

/** Of a run: how many there are of each. */
typedef struct
{
  LscCliRun *run;
  const char *folder;
  gint n_written;
  gint n_fresh;
  gint n_failed;
  GMutex lock; /* of what is printed */
} Work;

/* One rank is one file; its name says which. */
static char *
make_path (const Work *work, const LscSource *source)
{
  g_autofree char *label = lsc_source_get_label (source);
  g_autofree char *name = source->rank >= 0 && !source->replica
                              ? g_strdup_printf ("rank_%05" PRId64 ".lscope", source->rank)
                              : g_strconcat (label, ".lscope", NULL);

  g_strdelimit (name, "/\\ \t\n", '_');
  return g_build_filename (work->folder, name, NULL);
}

/* Whether what is there was made of this very file by this version. */
static gboolean
is_fresh (const char *path, const char *fingerprint)
{
  g_autoptr (GPtrArray) entries = NULL;
  const LscExtractEntry *entry;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return FALSE;
  entries = lsc_session_list_extracts (path, NULL, NULL);
  if (!entries || entries->len != 1)
    return FALSE;
  entry = entries->pdata[0];
  return entry->digest == LSC_DIGEST_VERSION && g_str_equal (entry->fingerprint, fingerprint);
}

static void
fill_entry (LscExtractEntry *entry, const LscSource *source)
{
  entry->rank = source->rank;
  entry->own_rank = source->own_rank;
  entry->replica = g_strdup (source->replica);
  entry->device = g_strdup (source->device);
  entry->is_guessed = source->is_guessed;
  entry->is_loose = source->is_loose;
  entry->origin = g_canonicalize_filename (source->file, NULL);
  entry->folder = g_canonicalize_filename (source->folder ? source->folder : source->file, NULL);
  entry->format = g_strdup (lsc_format_word (source->format));
  entry->size_bytes = source->size_bytes;
  entry->digest = LSC_DIGEST_VERSION;
}

static gboolean
write_rank (Work *work, LscSource *source, LscExtractEntry *entry, const char *path, GError **error)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  g_autoptr (LscSession) session = NULL;
  g_autoptr (LscPack) pack = NULL;
  g_autoptr (LscExtractWriter) writer = NULL;
  LscSessionOptions options = { .n_threads = 1, .memory_bytes = work->run->options->memory_bytes };
  LscJob *job = work->run->project.job;

  g_ptr_array_add (sources, source);
  session = lsc_session_new (sources, &options);
  pack = lsc_session_pack_rank (session, source, job, error);
  if (!pack)
    return FALSE;
  entry->host = lsc_session_find_host (session, source);
  writer = lsc_extract_writer_new (path, job, error);
  return writer && lsc_extract_writer_add (writer, entry, pack, error) &&
         lsc_extract_writer_finish (writer, error);
}

static gboolean
extract_rank (Work *work, LscSource *source, GError **error)
{
  g_autoptr (LscExtractEntry) entry = g_new0 (LscExtractEntry, 1);
  g_autofree char *path = make_path (work, source);

  if (source->format == LSC_FORMAT_EXTRACT || source->format == LSC_FORMAT_OPS)
    return lsc_fail (error, LSC_ERROR_UNSUPPORTED, _ ("%s needs no extract: it is small. Open it."),
                     lsc_format_name (source->format));
  fill_entry (entry, source);
  entry->fingerprint = lsc_session_fingerprint (source, error);
  if (!entry->fingerprint)
    return FALSE;
  if (!((const Options *) work->run->options)->is_forced && is_fresh (path, entry->fingerprint))
    {
      g_atomic_int_inc (&work->n_fresh);
      return TRUE;
    }
  if (!write_rank (work, source, entry, path, error))
    return FALSE;
  g_atomic_int_inc (&work->n_written);
  return TRUE;
}

static void
extract_one (gsize index, gpointer user_data)
{
  Work *work = user_data;
  LscSource *source = g_ptr_array_index (work->run->project.sources, index);
  g_autoptr (GError) error = NULL;
  g_autofree char *label = NULL;
  g_autofree char *line = NULL;

  if (extract_rank (work, source, &error))
    return;
  g_atomic_int_inc (&work->n_failed);
  label = lsc_source_get_label (source);
  line = g_strdup_printf (_ ("%s was not extracted: %s"), label, error->message);
  g_mutex_lock (&work->lock);
  lsc_cli_end_progress ();
  g_printerr ("lanescope-cli: %s\n", line);
  g_mutex_unlock (&work->lock);
}

static LscExit
finish (const Work *work)
{
  lsc_cli_end_progress ();
  if (!work->run->options->quiet)
    g_print (_ ("%d ranks written, %d up to date, %d failed: %s\n"), work->n_written, work->n_fresh,
             work->n_failed, work->folder);
  if (work->n_failed == 0)
    return lsc_cli_project_is_part (&work->run->project) ? LSC_EXIT_PART : LSC_EXIT_OK;
  return work->n_written + work->n_fresh > 0 ? LSC_EXIT_PART : LSC_EXIT_NOTHING;
}

static LscExit
extract_all (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  Work work = { .run = run, .folder = options->folder };
  g_autoptr (GError) error = NULL;
  LscExit code;

  if (!lsc_output_make_folder (options->folder, 0, &error))
    return lsc_cli_fail (error);
  g_mutex_init (&work.lock);
  lsc_job_run_parallel (run->project.n_threads, run->project.sources->len, extract_one, &work);
  code = finish (&work);
  g_mutex_clear (&work.lock);
  return code;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  if (((const Options *) run->options)->folder)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                   _ ("extract needs -o DIR: the folder for a file of each rank"));
}

static const LscCliOption entries[] = {
  { "output-path", 'o', 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, folder),
    N_ ("Folder for the extracts, a file of each rank"), "DIR" },
  { "force", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_forced),
    N_ ("Extract ranks again that are up to date"), NULL },
  { NULL },
};

const LscCliCommand lsc_cmd_extract = {
  .name = "extract",
  .usage = "PATH -o DIR",
  .line = N_ ("  extract   what is needed of each rank, small enough to be carried"),
  .arguments = "PATH",
  .summary =
      N_ ("Writes a small file (.lscope) for each rank, with what overview, findings, pp, compare, "
          "check and report need of it. Ranks that are up to date are skipped; one that fails is "
          "named, and the others go on. See also merge."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .check = check,
  .run = extract_all,
};
