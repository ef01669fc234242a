/* lsc-cli-words.c - words of the command line as the option parser wants them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "cli/lsc-cli-command.h"

/* Short options of any command that take a value. */
#define SHORT_WITH_VALUE "jmdogr"

/* The reference tool's short name of two letters, which the option parser would take for two. */
static void
lengthen (char **argv)
{
  for (int i = 1; argv[i] && strcmp (argv[i], "--") != 0; i++)
    if (strcmp (argv[i], "-bp") == 0)
      {
        g_free (argv[i]);
        argv[i] = g_strdup ("--benchmark-profiling-path");
      }
}

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

static gboolean
takes_several (const LscCliRun *run, const char *word)
{
  for (guint i = 0; i < run->known->len; i++)
    {
      const LscCliOption *option = run->known->pdata[i];

      if (option->arg == G_OPTION_ARG_FILENAME_ARRAY && g_str_has_prefix (word, "--") &&
          g_str_equal (option->name, word + 2))
        return TRUE;
    }
  return FALSE;
}

/* Lists of files are one option: --before A B is --before A --before B. */
static char **
repeat_lists (const LscCliRun *run, char **argv)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  const char *list = NULL;

  for (int i = 0; argv[i]; i++)
    {
      gboolean is_option = argv[i][0] == '-' && argv[i][1];

      if (is_option)
        list = takes_several (run, argv[i]) ? argv[i] : NULL;
      else if (list)
        g_ptr_array_add (words, g_strdup (list));
      if (!is_option || !list)
        g_ptr_array_add (words, g_strdup (argv[i]));
    }
  g_ptr_array_add (words, NULL);
  g_strfreev (argv);
  return (char **) g_ptr_array_steal (words, NULL);
}

/** What some commands once called an option, and what all of them call it now. */
static const struct
{
  const char *old;
  const char *name;
} old_names[] = {
  { "rank", "rank-list" },  { "ranks", "rank-list" }, { "step", "step-id" },
  { "steps", "step-id" },   { "table", "xlsx" },      { "xlsx", "table" },
  { "out", "output-path" }, { "output-path", "out" }, { "output", "out" },
};

/**
 * lsc_cli_words_find:
 * @name: without hyphens
 *
 * Returns: (nullable) (transfer none): the option of the command that has that name
 */
const LscCliOption *
lsc_cli_words_find (const LscCliRun *run, const char *name)
{
  g_return_val_if_fail (run && name, NULL);
  for (guint i = 0; i < run->known->len; i++)
    if (strcmp (((const LscCliOption *) run->known->pdata[i])->name, name) == 0)
      return run->known->pdata[i];
  return NULL;
}

/* --rank 3 is --rank-list 3 where the command has only that: one thing has one name. */
static void
rename_old (const LscCliRun *run, char **argv)
{
  for (int i = 1; argv[i] && strcmp (argv[i], "--") != 0; i++)
    {
      const char *end = strchrnul (argv[i], '=');
      g_autofree char *name = NULL;

      if (!g_str_has_prefix (argv[i], "--"))
        continue;
      name = g_strndup (argv[i] + 2, (gsize) (end - argv[i] - 2));
      for (gsize k = 0; k < G_N_ELEMENTS (old_names) && !lsc_cli_words_find (run, name); k++)
        if (strcmp (old_names[k].old, name) == 0 && lsc_cli_words_find (run, old_names[k].name))
          {
            char *renamed = g_strconcat ("--", old_names[k].name, end, NULL);

            g_free (argv[i]);
            argv[i] = renamed;
            break;
          }
    }
}

/**
 * lsc_cli_words_prepare:
 * @run: (inout): with the options that it takes
 *
 * Writes its words as the option parser reads them: names with hyphens and as they are today, short
 * options apart from their values, lists as repeated options.
 */
void
lsc_cli_words_prepare (LscCliRun *run)
{
  g_return_if_fail (run && run->known);
  lengthen (run->words);
  hyphenate (run->words);
  rename_old (run, run->words);
  run->words = repeat_lists (run, split_short_options (run->words));
}
