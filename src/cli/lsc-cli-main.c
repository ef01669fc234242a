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
  g_print (
      "%s\n\n%s\n  lanescope-cli [cluster] [-m MODE] -d DIR [-o OUT] [--export_type TYPE]\n"
      "  lanescope-cli info PATH [--json]\n"
      "  lanescope-cli tree PATH [--rank R] [--view VIEW] [--sort COLUMN] [--depth N]\n"
      "  lanescope-cli pp PATH [--group G] [--step S] [--out FILE] [--table "
      "FILE]\n\n%s\n%s\n%s\n%s\n"
      "%s\n\n%s\n",
      _ ("Tells where the time went in the profiles of large-model training and serving."),
      _ ("Usage:"),
      _ ("  -m     module_statistic, operator_mfu, pp_chart or all (default)"),
      _ ("  info   what a folder or file holds: ranks, levels, tables, steps, problems"),
      _ ("  tree   the tree of modules, ops and kernels"),
      _ ("  pp     the pipeline chart and its bubbles"),
      _ ("  Every command explains its options with --help."),
      _ ("Exit codes: 0 delivered; 1 usage; 2 nothing delivered; 3 delivered in part; 4 reading or "
         "writing failed."));
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
    { "info", lsc_cmd_info },
    { "tree", lsc_cmd_tree },
    { "pp", lsc_cmd_pp },
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
  return (int) run ((char **) words->pdata);
}
