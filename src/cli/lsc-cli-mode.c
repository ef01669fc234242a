/* lsc-cli-mode.c - runs a mode that is a table of columns and a function, and writes what it made
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-mode.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-unknown.h"
#include "export/lsc-export-copy.h"

/**
 * lsc_cli_mode_check:
 *
 * Returns: whether its tables can be had in the form that was asked for; else %LSC_ERROR_USAGE
 */
gboolean
lsc_cli_mode_check (const LscCliMode *self, GError **error)
{
  g_return_val_if_fail (self, FALSE);
  return !self->mode || !self->is_text || self->mode->has_text ||
         lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("%s has no text form; --export-type takes db, xlsx, csv or json"),
                   self->mode->name);
}

static void
take_tables (LscResults *results, const LscCliMode *mode, const LscModeResult *made)
{
  for (guint i = 0; i < mode->mode->n_tables; i++)
    lsc_results_ask (results, mode->mode->tables[i].name);
  for (guint i = 0; i < made->tables->len; i++)
    {
      LscTable *table = made->tables->pdata[i];

      lsc_results_take_mode (results,
                             mode->is_text ? lsc_mode_to_text_form (mode->mode, table)
                                           : lsc_table_ref (table),
                             mode->mode);
    }
}

/* Where a database lies in the recording. */
static char *
name_copy (const LscCliProject *project, const LscCliMode *mode, const char *folder,
           const LscSource *source)
{
  g_autoptr (GFile) root = g_file_new_for_path (project->project->path);
  g_autoptr (GFile) file = g_file_new_for_path (source->file);
  g_autofree char *inside = g_file_get_relative_path (root, file);
  g_autofree char *name = g_path_get_basename (source->file);

  return g_build_filename (folder, mode->mode->folder, inside ? inside : name, NULL);
}

/* A rank that cannot be copied keeps no other from it. */
static void
tell_not_copied (LscCliProject *project, LscModeResult *made, gint64 rank, const GError *error)
{
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_ERROR, "mode-input", "%s", error->message);

  made->has_failed = TRUE;
  lsc_notice_set_place (notice, rank, NULL, NULL);
  lsc_notices_add (project->notices, notice);
}

/* The databases of the ranks, with their rows of the tables; %FALSE if there is none. */
static gboolean
write_copies (LscCliProject *project, const LscCliMode *mode, const char *folder,
              LscModeResult *made, GError **error)
{
  guint n_written = 0;

  for (guint i = 0; i < made->copied->len; i++)
    {
      const LscSource *source = made->copied->pdata[i];
      g_autofree char *path = name_copy (project, mode, folder, source);
      g_autoptr (GError) own_error = NULL;
      g_autoptr (GPtrArray) own = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_table_unref);

      for (guint k = 0; k < made->tables->len; k++)
        g_ptr_array_add (own, lsc_mode_pick_rank (made->tables->pdata[k], source->rank));
      if (lsc_export_copy_with_ops (source->file, path, (LscTable *const *) own->pdata, own->len,
                                    project->job, &own_error))
        n_written++;
      else if (g_error_matches (own_error, LSC_ERROR, LSC_ERROR_CANCELLED) ||
               (n_written == 0 && i + 1 == made->copied->len))
        {
          g_propagate_error (error, g_steal_pointer (&own_error));
          return FALSE;
        }
      else
        tell_not_copied (project, made, source->rank, own_error);
    }
  return TRUE;
}

static void
say_where (const LscCliOptions *options, const char *folder)
{
  g_autofree char *shown = lsc_visible_line (folder);

  if (!options->quiet)
    g_printerr (_ ("Results are in %s\n"), shown);
}

static LscExit
deliver (LscCliRun *run, const LscCliMode *mode, LscExportType type, LscModeResult *made,
         GError **error)
{
  LscCliProject *project = &run->project;
  const LscCliOptions *options = run->options;
  gboolean is_csv = mode->is_text || (mode->mode->is_by_rank && type == LSC_EXPORT_DB);
  gboolean is_stdout = g_strcmp0 (options->output, "-") == 0;
  g_autofree char *folder = is_stdout ? NULL : lsc_cli_output_folder (project, options);
  LscResults results;
  gboolean is_written;

  if (folder && !lsc_output_check (folder, error))
    return LSC_EXIT_IO;
  if (folder && mode->mode->is_copy && type == LSC_EXPORT_DB)
    {
      if (!write_copies (project, mode, folder, made, error))
        return LSC_EXIT_IO;
      if (made->copied->len > 0)
        say_where (options, folder);
      return LSC_EXIT_OK;
    }
  lsc_results_init (&results);
  take_tables (&results, mode, made);
  lsc_results_take_documents (&results, made->documents);
  lsc_cli_note_results (run, &results);
  is_written =
      made->tables->len == 0 ||
      lsc_results_write (&results, is_csv ? LSC_EXPORT_CSV : type, folder, project->job, error);
  if (is_written && folder && type == LSC_EXPORT_DB && !is_csv)
    lsc_results_warn_of_old_tables (&results, folder, project->notices);
  lsc_results_clear (&results);
  if (is_written && made->tables->len > 0 && folder)
    say_where (options, folder);
  return is_written ? LSC_EXIT_OK : LSC_EXIT_IO;
}

/* What it came to, for people and for programs. */
static LscExit
judge (const LscCliProject *project, const LscCliOptions *options, const LscCliMode *mode,
       const LscModeResult *made)
{
  if (made->n_used == 0)
    {
      g_printerr ("lanescope-cli: %s\n", _ ("Nothing could be delivered."));
      return LSC_EXIT_NOTHING;
    }
  if (made->tables->len == 0 && made->copied->len == 0 && !options->quiet)
    g_printerr (_ ("%s: its input was recorded, and it found nothing.\n"), mode->mode->name);
  return made->n_used < made->n_ranks || made->has_failed || lsc_cli_project_is_part (project)
             ? LSC_EXIT_PART
             : LSC_EXIT_OK;
}

/* Why a rank is missing is worth telling, not only to those who ask for more words. */
static LscSeverity
find_severity (const LscCliOptions *options, const LscModeResult *made)
{
  gboolean lacks_ranks = made->n_used < made->n_ranks && !options->quiet;

  return made->n_used == 0 || lacks_ranks ? LSC_SEVERITY_NOTE : lsc_cli_least_severity (options);
}

/**
 * lsc_cli_run_mode:
 * @type: of what is written, but for LscCliMode.is_text
 *
 * Returns: %LSC_EXIT_NOTHING where no rank has what the mode needs, and %LSC_EXIT_OK where all have
 *   it, with or without rows
 */
LscExit
lsc_cli_run_mode (LscCliRun *run, const LscCliMode *mode, LscExportType type)
{
  LscCliProject *project = &run->project;
  const LscCliOptions *options = run->options;
  LscCliOptions plain = *options;
  g_autofree char *results = NULL;
  LscModeOptions own = { .top_num = mode->top_num,
                         .leaves_out_op_names = mode->leaves_out_op_names,
                         .parallel_types = mode->parallel_types,
                         .rank = mode->rank,
                         .base = mode->base,
                         .has_step = options->has_step,
                         .step = options->step_id };
  LscModeResult made = { 0 };
  g_autoptr (GError) error = NULL;
  LscExit code = LSC_EXIT_OK;

  g_return_val_if_fail (run && mode && mode->mode, LSC_EXIT_USAGE);
  plain.output = NULL; /* where earlier results are, which may not be where these go */
  results = lsc_cli_output_folder (project, &plain);
  own.results = results;
  if (!lsc_session_run_mode (project->session, mode->mode, &own, &made, project->job, &error))
    return lsc_cli_fail (error);
  code = deliver (run, mode, type, &made, &error);
  lsc_cli_print_notices (project->notices, find_severity (options, &made));
  code = error                 ? lsc_cli_fail (error)
         : code == LSC_EXIT_OK ? judge (project, options, mode, &made)
                               : code;
  if (made.n_used == 0)
    run->own_lacks = made.lacks;
  lsc_mode_result_clear (&made);
  return code;
}
