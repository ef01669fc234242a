/* lsc-cmd-overlap.c - overlap: computing, communication and free time of each rank and step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <locale.h>

#include "base/lsc-error.h"
#include "cli/lsc-cli-timeline.h"

typedef struct
{
  LscCliOptions common;
  LscCliFormat format;
} Options;

/* Figures that a recording may lack; a row without one is delivered in part. */
static const char *const figures[] = {
  "computing_ns",  "communication_ns", "communication_not_overlapped_ns",
  "overlapped_ns", "free_ns",          "free_extended_ns",
};

static const char *const shown[] = {
  "rank",
  "step",
  "computing_ns",
  "communication_ns",
  "communication_not_overlapped_ns",
  "overlapped_ns",
  "free_ns",
  "free_extended_ns",
  "reason",
  NULL,
};

static gboolean
lacks_figures (const LscTable *table)
{
  for (gsize i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      int column = lsc_table_find_column (table, figures[i]);

      for (gsize row = 0; column >= 0 && row < lsc_table_get_n_rows (table); row++)
        if (lsc_table_get (table, row, (guint) column).is_null)
          return TRUE;
    }
  return FALSE;
}

static LscTable *
collect (GPtrArray *timelines)
{
  LscTable *all = NULL;

  for (guint i = 0; i < timelines->len; i++)
    {
      LscTimeline *timeline = g_ptr_array_index (timelines, i);
      LscTable *table =
          lsc_overlap_get_table (timeline, lsc_timeline_get_analysis (timeline)->overlap);

      if (!all)
        {
          all = table;
          continue;
        }
      lsc_table_append_table (all, table);
      lsc_table_unref (table);
    }
  return all;
}

static LscExit
show (LscCliProject *project, const Options *options)
{
  g_autoptr (GPtrArray) timelines = lsc_cli_load_timelines (project, &options->common);
  g_autoptr (LscTable) table = NULL;
  g_autoptr (LscTable) picked = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_for_programs = options->format.is_json || options->format.is_csv;

  if (timelines->len == 0)
    return LSC_EXIT_NOTHING;
  if (is_for_programs || options->format.xlsx)
    setlocale (LC_MESSAGES, "C"); /* what programs read does not follow the language */
  table = collect (timelines);
  if (!is_for_programs && !options->format.xlsx)
    picked = lsc_cli_pick_columns (table, shown, NULL);
  if (!lsc_cli_deliver_table (picked ? picked : table, &options->format, project->job, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (project) || lacks_figures (table) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

static GOptionContext *
make_context (Options *options)
{
  GOptionContext *context = g_option_context_new ("PATH");
  g_autofree GOptionEntry *format = lsc_cli_format_entries (&options->format);
  g_autofree GOptionEntry *ranks = lsc_cli_rank_entries (&options->common);
  g_autofree GOptionEntry *common = lsc_cli_common_entries (&options->common);

  g_option_context_add_main_entries (context, format, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, ranks, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, common, GETTEXT_PACKAGE);
  g_option_context_set_summary (
      context,
      _ ("Tells for each rank and step how long the device computed, communicated and idled, and "
         "how much of the communication was hidden."));
  return context;
}

/**
 * lsc_cmd_overlap:
 * @argv: words of the command, the first being its name
 *
 * Returns: the exit code
 */
LscExit
lsc_cmd_overlap (char **argv)
{
  Options options = { 0 };
  LscCliProject project = { 0 };
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = g_strdupv (argv);
  LscExit code = LSC_EXIT_OK;

  if (!lsc_cli_parse (make_context (&options), &words, &code))
    ;
  else if (!words[1] || words[2])
    code = lsc_cli_usage (_ ("%s takes one folder or file"), "overlap");
  else if (!lsc_cli_format_check (&options.format, &error) ||
           !lsc_cli_options_check (&options.common, &error))
    code = lsc_cli_usage ("%s", error->message);
  else
    {
      options.common.path = g_strdup (words[1]);
      options.common.targets[0] = options.format.xlsx;
      code = lsc_cli_project_open (&project, &options.common);
      if (code == LSC_EXIT_OK)
        code = show (&project, &options);
    }
  lsc_cli_project_clear (&project);
  lsc_cli_options_clear (&options.common);
  lsc_cli_format_clear (&options.format);
  return code;
}
