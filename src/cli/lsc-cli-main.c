/* lsc-cli-main.c - the command line: which command
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include <string.h>

#include "cli/lsc-cli.h"

typedef LscExit (*Command) (char **argv);

static LscExit
print_help (void)
{
  static const char *const usages[] = {
    "[cluster] [-m MODE] -d DIR [-o OUT] [--export_type TYPE]",
    "info PATH [--json]",
    "tree PATH [--rank R] [--view VIEW] [--sort COLUMN] [--depth N]",
    "pp PATH [--group G] [--step S] [--out FILE] [--table FILE]",
    "schedule NAME --stages P --micro-batches M [--cost LIST] [--json] [--out FILE]",
    "overlap PATH [--json]",
    "dispatch PATH [--json]",
    "slices PATH [--name REGEX] [--range A:B] [--lanes LIST] [--json]",
    "timeline PATH --out FILE [--range A:B] [--lanes LIST]",
    "convert PATH --to db [--out FILE]",
    "query PATH SQL [--json] [--timeout S] [--max-rows N] [--max-memory SIZE]",
  };
  const char *const lines[] = {
    _ ("  -m        module_statistic, operator_mfu, pp_chart or all (default)"),
    _ ("  info      what a folder or file holds: ranks, levels, tables, steps, problems"),
    _ ("  tree      the tree of modules, ops and kernels"),
    _ ("  pp        the pipeline chart and its bubbles"),
    _ ("  schedule  an ideal pipeline schedule, drawn without any recording"),
    _ ("  overlap   computing, communication and free time of each rank and step"),
    _ ("  dispatch  why the device idled: gaps, launch latency, pipeline breaks"),
    _ ("  slices    events of the timeline, by name, lane and time"),
    _ ("  timeline  the lanes as a picture"),
    _ ("  convert   everything into a database of our own"),
    _ ("  query     read-only SQL over slices, links, gaps, modules and blocks"),
  };

  g_print ("%s\n\n%s\n",
           _ ("Tells where the time went in the profiles of large-model training and serving."),
           _ ("Usage:"));
  for (gsize i = 0; i < G_N_ELEMENTS (usages); i++)
    g_print ("  lanescope-cli %s\n", usages[i]);
  g_print ("\n");
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    g_print ("%s\n", lines[i]);
  g_print (
      "%s\n\n%s\n", _ ("  Every command explains its options with --help."),
      _ ("Exit codes: 0 delivered; 1 usage; 2 nothing delivered; 3 delivered in part; 4 reading "
         "or writing failed; 5 stopped by a budget."));
  return LSC_EXIT_OK;
}

static Command
find_command (const char *word)
{
  static const struct
  {
    const char *word;
    Command command;
  } commands[] = {
    { "info", lsc_cmd_info },       { "tree", lsc_cmd_tree },
    { "pp", lsc_cmd_pp },           { "schedule", lsc_cmd_schedule },
    { "overlap", lsc_cmd_overlap }, { "dispatch", lsc_cmd_dispatch },
    { "slices", lsc_cmd_slices },   { "timeline", lsc_cmd_timeline },
    { "convert", lsc_cmd_convert }, { "query", lsc_cmd_query },
    { "cluster", lsc_cmd_analyze },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].word, word) == 0)
      return commands[i].command;
  return NULL;
}

static LscExit
run (char **argv)
{
  const char *word = argv[1];
  Command command;

  if (!word || strcmp (word, "--help") == 0 || strcmp (word, "-h") == 0 ||
      strcmp (word, "help") == 0)
    return print_help ();
  if (strcmp (word, "--version") == 0)
    {
      g_print ("lanescope-cli %s\n", LSC_VERSION);
      return LSC_EXIT_OK;
    }
  command = find_command (word);
  if (command)
    {
      g_autofree char **rest = g_new0 (char *, g_strv_length (argv) + 1);

      for (guint i = 1; argv[i]; i++)
        rest[i - 1] = argv[i];
      if (command != lsc_cmd_analyze)
        {
          g_autofree char *name = g_strconcat ("lanescope-cli ", word, NULL);

          g_set_prgname (name); /* for the usage line of --help */
        }
      return command (rest);
    }
  if (*word == '-')
    return lsc_cmd_analyze (argv);
  return lsc_cli_usage (_ ("There is no command “%s”"), word);
}

int
main (int argc, char **argv)
{
  const char *locale = g_getenv ("LANESCOPE_LOCALEDIR"); /* set by ./dev run */
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C"); /* the workbook library prints numbers by the locale */
  bindtextdomain (GETTEXT_PACKAGE, locale ? locale : LSC_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("lanescope-cli");
  for (int i = 0; i < argc; i++)
    g_ptr_array_add (words, argv[i]);
  g_ptr_array_add (words, NULL);
  lsc_cli_stdout_begin ();
  return (int) lsc_cli_stdout_finish (run ((char **) words->pdata));
}
