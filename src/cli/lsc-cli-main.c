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

#include "base/lsc-array.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-log.h"
#include "cli/lsc-cli-report.h"

/* In the order of the list that --help prints. */
static const LscCliCommand *const commands[] = {
  &lsc_cmd_analyze,  &lsc_cmd_overview, &lsc_cmd_findings,      &lsc_cmd_info,
  &lsc_cmd_tree,     &lsc_cmd_pp,       &lsc_cmd_budget,        &lsc_cmd_compare,
  &lsc_cmd_check,    &lsc_cmd_schedule, &lsc_cmd_stragglers,    &lsc_cmd_overlap,
  &lsc_cmd_dispatch, &lsc_cmd_waits,    &lsc_cmd_communication, &lsc_cmd_operators,
  &lsc_cmd_memory,   &lsc_cmd_slices,   &lsc_cmd_timeline,      &lsc_cmd_convert,
  &lsc_cmd_query,    &lsc_cmd_report,   &lsc_cmd_roofline,      &lsc_cmd_mcp,
  &lsc_cmd_extract,  &lsc_cmd_merge,
};

static LscExit
print_help (void)
{
  g_print ("%s\n\n%s\n",
           _ ("Shows where the time goes in profiles of large-model training and serving."),
           _ ("Usage:"));
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_print ("  lanescope-cli %s%s%s\n", commands[i] == &lsc_cmd_analyze ? "" : commands[i]->name,
             commands[i] == &lsc_cmd_analyze ? "" : " ", commands[i]->usage);
  g_print ("\n");
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_print ("%s\n", _ (commands[i]->line));
  g_print (
      "%s\n\n%s\n", _ ("  Every command explains its options with --help."),
      _ ("Exit codes: 0 delivered; 1 usage; 2 nothing delivered; 3 delivered in part; 4 reading "
         "or writing failed; 5 a limit was exceeded; 6 not decidable (check --strict)."));
  return LSC_EXIT_OK;
}

static const LscCliCommand *
find_command (const char *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i]->name, word) == 0)
      return commands[i];
  return NULL;
}

/* A path by itself asks for the overview; anything else is a command that was misspelt, or a path
 * that does not exist. */
static LscExit
run_unknown (char **argv)
{
  const char *names[G_N_ELEMENTS (commands) + 1] = { NULL };
  const char *nearest;

  if (g_file_test (argv[1], G_FILE_TEST_EXISTS) || strchr (argv[1], G_DIR_SEPARATOR))
    return lsc_cli_command_run (&lsc_cmd_overview, argv);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i]->name;
  nearest = lsc_cli_find_nearest (argv[1], names);
  return nearest
             ? lsc_cli_usage (_ ("There is no command “%s”; did you mean “%s”?"), argv[1], nearest)
             : lsc_cli_usage (_ ("There is no command “%s”, and no file or folder"), argv[1]);
}

static LscExit
run (char **argv)
{
  const char *word = argv[1];
  const LscCliCommand *command;

  if (!word || strcmp (word, "--help") == 0 || strcmp (word, "-h") == 0 ||
      strcmp (word, "help") == 0)
    return print_help ();
  if (strcmp (word, "--version") == 0)
    {
      g_print ("lanescope-cli %s\n", LSC_VERSION);
      return LSC_EXIT_OK;
    }
  if (*word == '-')
    return lsc_cli_command_run (&lsc_cmd_analyze, argv);
  command = find_command (word);
  if (!command)
    return run_unknown (argv);
  if (command != &lsc_cmd_analyze)
    {
      g_autofree char *name = g_strconcat ("lanescope-cli ", word, NULL);

      g_set_prgname (name); /* for the usage line of --help */
    }
  return lsc_cli_command_run (command, argv + 1);
}

int
main (int argc, char **argv)
{
  const char *locale = g_getenv ("LANESCOPE_LOCALEDIR"); /* set by ./dev run */

  lsc_array_keep ();
  lsc_cli_log_begin ();
  signal (SIGXFSZ, SIG_IGN); /* beyond a limit of size a write fails, which is told */
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C"); /* the workbook library prints numbers by the locale */
  lsc_cli_choose_language (argv);
  bindtextdomain (GETTEXT_PACKAGE, locale ? locale : LSC_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("lanescope-cli");
  lsc_cli_stdout_begin ();
  return (int) lsc_cli_stdout_finish (run (argv));
}
