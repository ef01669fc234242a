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
#include "cli/lsc-cli-mode.h"
#include "cli/lsc-cli-report.h"

#define LEAST_COMMIT 7 /* digits */
#define MOST_OF_TOPIC 8

/** What --help answers: a question, and the commands that answer it, the first first. */
typedef struct
{
  const char *question;
  const LscCliCommand *commands[MOST_OF_TOPIC];
} Topic;

static const Topic topics[] = {
  { N_ ("To begin with:"),
    { &lsc_cmd_overview, &lsc_cmd_findings, &lsc_cmd_compare, &lsc_cmd_report, &lsc_cmd_pp } },
  { N_ ("Where does a step go?"),
    { &lsc_cmd_budget, &lsc_cmd_tree, &lsc_cmd_overlap, &lsc_cmd_info } },
  { N_ ("Who is slow, and who waits?"),
    { &lsc_cmd_stragglers, &lsc_cmd_waits, &lsc_cmd_communication } },
  { N_ ("What does the device do, and why is it idle?"),
    { &lsc_cmd_operators, &lsc_cmd_roofline, &lsc_cmd_dispatch, &lsc_cmd_memory } },
  { N_ ("Single events and figures:"),
    { &lsc_cmd_timeline, &lsc_cmd_slices, &lsc_cmd_query, &lsc_cmd_convert } },
  { N_ ("Limits, clusters, programs:"),
    { &lsc_cmd_check, &lsc_cmd_extract, &lsc_cmd_merge, &lsc_cmd_mcp, &lsc_cmd_schedule,
      &lsc_cmd_analyze } },
};

/* "  pp  the pipeline chart": a name and a text, which is printed below the others'. */
static void
print_line (const char *line)
{
  const char *name = line + strspn (line, " ");
  const char *text = name + strcspn (name, " ");

  g_print ("  %-14.*s%s\n", (int) (text - name), name, text + strspn (text, " "));
}

static void
print_topic (const Topic *topic)
{
  g_print ("\n%s\n", _ (topic->question));
  for (gsize i = 0; i < MOST_OF_TOPIC && topic->commands[i]; i++)
    print_line (_ (topic->commands[i]->line));
}

static LscExit
print_help (void)
{
  g_print ("%s\n\n%s\n  lanescope-cli PATH\n  lanescope-cli %s\n",
           _ ("Shows where the time goes in profiles of large-model training and serving."),
           _ ("Usage:"), _ ("COMMAND PATH [OPTION…]"));
  for (gsize i = 0; i < G_N_ELEMENTS (topics); i++)
    print_topic (&topics[i]);
  g_print ("\n%s\n%s\n\n%s\n", _ ("PATH is a folder of results, one of them, or a file."),
           _ ("“lanescope-cli COMMAND --help” explains a command and its options."),
           _ ("Exit codes: 0 delivered; 1 usage; 2 nothing delivered; 3 delivered in part;\n"
              "4 reading or writing failed; 5 a limit was exceeded; 6 not decidable\n"
              "(check --strict)."));
  return LSC_EXIT_OK;
}

/* The next command of all topics; %NULL at the end. @topic, @place: (inout): 0 at first */
static const LscCliCommand *
next_command (gsize *topic, gsize *place)
{
  const LscCliCommand *command = NULL;

  while (*topic < G_N_ELEMENTS (topics) && !command)
    {
      command = *place < MOST_OF_TOPIC ? topics[*topic].commands[(*place)++] : NULL;
      if (!command)
        {
          (*topic)++;
          *place = 0;
        }
    }
  return command;
}

static const LscCliCommand *
find_command (const char *word)
{
  const LscCliCommand *command;
  gsize topic = 0, place = 0;

  while ((command = next_command (&topic, &place)) && strcmp (command->name, word) != 0)
    ;
  return command;
}

/* The name that @word was probably meant to be. */
static const char *
find_nearest (const char *word)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const LscCliCommand *command;
  gsize topic = 0, place = 0;

  while ((command = next_command (&topic, &place)))
    g_ptr_array_add (names, (gpointer) command->name);
  g_ptr_array_add (names, NULL);
  return lsc_cli_find_nearest (word, (const char *const *) names->pdata);
}

/* A path by itself asks for the overview; anything else is a command that was misspelt, or a path
 * that does not exist. */
static LscExit
run_unknown (char **argv)
{
  const char *nearest;

  g_autoptr (GError) error = NULL;

  if (g_file_test (argv[1], G_FILE_TEST_EXISTS) || strchr (argv[1], G_DIR_SEPARATOR) ||
      g_strcmp0 (argv[1], "--") == 0)
    return lsc_cli_command_run (&lsc_cmd_overview, argv);
  if (lsc_cli_is_mode (argv[1]))
    return lsc_cli_usage (_ ("%s is a mode: lanescope-cli -m %s -d %s"), argv[1], argv[1],
                          argv[2] ? argv[2] : "DIR");
  if (lsc_cli_is_advisor (argv[1]))
    return lsc_cli_usage (
        _ ("The command findings gives the advice of “%s”: lanescope-cli findings %s"), argv[1],
        argv[2] && argv[2][0] != '-' ? argv[2] : "PATH");
  if (!lsc_cli_check_path (argv[1], &error))
    return lsc_cli_usage ("%s", error->message);
  nearest = find_nearest (argv[1]);
  return nearest
             ? lsc_cli_usage (_ ("There is no command “%s”; did you mean “%s”?"), argv[1], nearest)
             : lsc_cli_usage (_ ("There is no command “%s”, and no file or folder"), argv[1]);
}

static LscExit
run_command (const LscCliCommand *command, char **argv)
{
  if (command != &lsc_cmd_analyze)
    {
      g_autofree char *name = g_strconcat ("lanescope-cli ", command->name, NULL);

      g_set_prgname (name); /* for the usage line of --help */
    }
  return lsc_cli_command_run (command, argv);
}

/* help tree is tree --help. */
static LscExit
run_help (const char *word)
{
  const LscCliCommand *command = word ? find_command (word) : NULL;
  const char *nearest = word && !command ? find_nearest (word) : NULL;
  char *words[] = { (char *) word, (char *) "--help", NULL };

  if (!word)
    return print_help ();
  if (command)
    return run_command (command, words);
  return nearest ? lsc_cli_usage (_ ("There is no command “%s”; did you mean “%s”?"), word, nearest)
                 : lsc_cli_usage (_ ("There is no command “%s”"), word);
}

/* (nullable): the option of the program that @word was probably meant to be */
static const char *
find_own_option (const char *word)
{
  static const char *const own[] = { "version", "help", NULL };

  return g_str_has_prefix (word, "--") ? lsc_cli_find_nearest (word + 2, own) : NULL;
}

static LscExit
run (char **argv)
{
  const char *word = argv[1];
  const LscCliCommand *command;

  if (!word || strcmp (word, "--help") == 0 || strcmp (word, "-h") == 0)
    return print_help ();
  if (strcmp (word, "help") == 0)
    return run_help (argv[2]);
  if (strcmp (word, "--version") == 0)
    {
      /* Where there is no git, the build system has its own word for it. */
      g_print (strspn (lsc_cli_commit, "0123456789abcdef") >= LEAST_COMMIT
                   ? "lanescope-cli %s (%s)\n"
                   : "lanescope-cli %s\n",
               LSC_VERSION, lsc_cli_commit);
      return LSC_EXIT_OK;
    }
  if (!argv[2] && find_own_option (word))
    return lsc_cli_usage (_ ("There is no option %s; did you mean --%s?"), word,
                          find_own_option (word));
  if (*word == '-' && strcmp (word, "--") != 0)
    return lsc_cli_command_run (&lsc_cmd_analyze, argv);
  command = find_command (word);
  if (!command)
    return run_unknown (argv);
  return run_command (command, argv + 1);
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
