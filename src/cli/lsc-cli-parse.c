/* lsc-cli-parse.c - the words of a command into its options
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "cli/lsc-cli-command.h"

/* Short options of any command that take a value. */
#define SHORT_WITH_VALUE "jmdogr"

/* Both spellings of a name are taken: --rank_list is --rank-list. */
static void
hyphenate (char **argv)
{
  for (int i = 1; argv[i]; i++)
    {
      if (strcmp (argv[i], "--") == 0)
        return;
      if (!g_str_has_prefix (argv[i], "--"))
        continue;
      for (char *p = argv[i]; *p && *p != '='; p++)
        if (*p == '_')
          *p = '-';
    }
}

/* -j2 is -j 2: the option parser wants a word of its own for the value of a short option. */
static char **
split_short_options (char **argv)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  gboolean is_option = TRUE;

  for (int i = 0; argv[i]; i++)
    {
      const char *word = argv[i];

      is_option = is_option && strcmp (word, "--") != 0;
      if (is_option && word[0] == '-' && word[1] && strchr (SHORT_WITH_VALUE, word[1]) && word[2])
        {
          g_ptr_array_add (words, g_strndup (word, 2));
          word += word[2] == '=' ? 3 : 2;
        }
      g_ptr_array_add (words, g_strdup (word));
    }
  g_ptr_array_add (words, NULL);
  g_strfreev (argv);
  return (char **) g_ptr_array_steal (words, NULL);
}

/* GLib's own --help ends the program with success, whether or not the text could be written. So its
 * text is taken, and the option is ours. Returns: (transfer full): the text */
static char *
take_help (GOptionContext *context, gboolean *is_asked)
{
  const GOptionEntry entries[] = {
    { "help", 'h', G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, is_asked, NULL, NULL },
    { "help-all", '?', G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, is_asked, NULL, NULL },
    { NULL },
  };
  char *text = g_option_context_get_help (context, TRUE, NULL);

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);
  return text;
}

/* An option of the command's own stands in for the shared one of the same name. */
static gboolean
has_own (const LscCliCommand *command, const char *name)
{
  for (const LscCliOption *own = command->entries; own && own->name; own++)
    if (strcmp (own->name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
add_options (GOptionContext *context, LscCliRun *run, const LscCliOption *options)
{
  gboolean is_shared = options != run->command->entries;
  g_autoptr (GArray) entries = g_array_new (TRUE, FALSE, sizeof (GOptionEntry));

  for (; options && options->name; options++)
    {
      GOptionEntry entry = { .long_name = options->name,
                             .short_name = options->letter,
                             .flags = (int) options->flags,
                             .arg = options->arg,
                             .arg_data = (char *) run->options + options->offset,
                             .description = options->help,
                             .arg_description = options->value };

      if (!is_shared || !has_own (run->command, options->name))
        g_array_append_val (entries, entry);
    }
  g_option_context_add_main_entries (context, (GOptionEntry *) (gpointer) entries->data,
                                     GETTEXT_PACKAGE);
}

static GOptionContext *
make_context (LscCliRun *run)
{
  GOptionContext *context = g_option_context_new (run->command->arguments);

  add_options (context, run, run->command->entries);
  for (guint group = 1; group < LSC_CLI_GROUP_END; group <<= 1)
    if (run->command->groups & group)
      add_options (context, run, lsc_cli_group_options ((LscCliGroups) group));
  g_option_context_set_summary (context, _ (run->command->summary));
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  return context;
}

/**
 * lsc_cli_parse:
 * @run: (inout): its words lose the options, its options get their values
 * @code: (inout): what to exit with when %FALSE; left as it is when only --help was asked for
 *
 * Returns: whether the command goes on
 */
gboolean
lsc_cli_parse (LscCliRun *run, LscExit *code)
{
  g_autoptr (GOptionContext) context = make_context (run);
  g_autoptr (GError) error = NULL;
  g_autofree char *help = NULL;
  gboolean is_help = FALSE;
  gboolean is_parsed;

  hyphenate (run->words);
  run->words = split_short_options (run->words);
  help = take_help (context, &is_help);
  is_parsed = g_option_context_parse_strv (context, &run->words, &error);
  if (!is_parsed)
    *code = lsc_cli_usage ("%s", error->message);
  else if (is_help)
    g_print ("%s", help);
  return is_parsed && !is_help;
}

static void
clear_texts (LscCliOptions *options, const LscCliOption *option)
{
  for (; option && option->name; option++)
    {
      gpointer field = (char *) options + option->offset;

      if (option->arg == G_OPTION_ARG_STRING || option->arg == G_OPTION_ARG_FILENAME)
        g_clear_pointer ((char **) field, g_free);
      else if (option->arg == G_OPTION_ARG_STRING_ARRAY)
        g_clear_pointer ((char ***) field, g_strfreev);
    }
}

/** Frees the texts that lsc_cli_parse() put into the options. */
void
lsc_cli_parse_clear (LscCliRun *run)
{
  clear_texts (run->options, run->command->entries);
  for (guint group = 1; group < LSC_CLI_GROUP_END; group <<= 1)
    if (run->command->groups & group)
      clear_texts (run->options, lsc_cli_group_options ((LscCliGroups) group));
}
