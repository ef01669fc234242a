/* lsc-cmd-convert.c - convert: everything into a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "export/lsc-export-convert.h"

typedef struct
{
  LscCliOptions common;
  char *to;
  char *out;
} Options;

/* What kernels are; of a trace of a GPU the ops that launched them tell their shapes. */
#define KERNEL_PARTS                                                                               \
  ((LscLoadFlags) (LSC_LOAD_FOR_MODULES | LSC_LOAD_ALL_OPS | LSC_LOAD_SHAPES | LSC_LOAD_COUNTERS))

/* Reads and adds one rank. A rank that cannot be read is a notice; FALSE: writing failed. */
static gboolean
add_rank (LscConvert *convert, LscCliProject *project, LscSource *source, gsize *n_added,
          GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (LscTimeline) timeline = lsc_session_get_timeline (
      project->session, source, LSC_TIMELINE_WHOLE, project->job, &failure);

  g_autoptr (LscRun) run = NULL;

  if (!timeline)
    {
      lsc_session_tell_failure (project->session, source, failure);
      return lsc_job_check (project->job, error);
    }
  run = lsc_session_get_run (project->session, source, KERNEL_PARTS, project->job, &failure);
  if (!run)
    lsc_session_tell_failure (project->session, source, failure);
  lsc_session_forget_rank (project->session, source);
  if (!lsc_job_check (project->job, error) ||
      !lsc_convert_add (convert, timeline, run, project->job, error))
    return FALSE;
  (*n_added)++;
  return TRUE;
}

static char *
default_name (const LscCliProject *project)
{
  g_autofree char *title = lsc_project_get_title (project->project);

  g_strdelimit (title, "/\\", '_');
  return g_strconcat (title, ".lanescope.db", NULL);
}

static LscExit
convert_all (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  LscCliProject *project = &run->project;
  g_autofree char *name = options->out ? g_strdup (options->out) : default_name (project);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscConvert) convert = lsc_convert_new (name, &error);
  gsize n_added = 0;

  for (guint i = 0; convert && i < project->sources->len; i++)
    if (!add_rank (convert, project, g_ptr_array_index (project->sources, i), &n_added, &error))
      break;
  lsc_cli_print_notices (project->notices, lsc_cli_least_severity (&options->common));
  if (error)
    return lsc_cli_fail (error);
  if (n_added == 0)
    return LSC_EXIT_NOTHING;
  if (!lsc_convert_finish (convert, &error))
    return lsc_cli_fail (error);
  if (!options->common.quiet)
    {
      g_autofree char *shown = isatty (STDOUT_FILENO) ? lsc_visible_line (name) : g_strdup (name);

      lsc_cli_end_progress ();
      g_print ("%s\n", shown); /* exactly for programs, which open it */
    }
  return lsc_cli_project_is_part (project) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  const Options *options = (const Options *) run->options;

  if (options->to && strcmp (options->to, "db") != 0)
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("--to takes db, not “%s”"), options->to);
  return g_strcmp0 (options->out, "-") != 0 ||
         lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("A database cannot go to standard output: --out takes a file. “./-” is a "
                      "file of that name"));
}

#define OPTION(field) G_STRUCT_OFFSET (Options, field)

static const LscCliOption entries[] = {
  { "to", 0, 0, G_OPTION_ARG_STRING, OPTION (to), N_ ("What to write: db (default)"), "FORMAT" },
  { "out", 0, 0, G_OPTION_ARG_FILENAME, OPTION (out),
    N_ ("File to write; without it NAME.lanescope.db in the current folder"), "FILE" },
  { NULL },
};

const LscCliCommand lsc_cmd_convert = {
  .name = "convert",
  .usage = "PATH [--out FILE]",
  .line = N_ ("  convert   everything into a database of our own"),
  .arguments = "PATH",
  .summary = N_ ("Writes slices, links, counters, gaps and figures of all ranks into one SQLite "
                 "database; its table “about” explains it."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .check = check,
  .run = convert_all,
};
