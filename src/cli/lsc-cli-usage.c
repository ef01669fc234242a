/* lsc-cli-usage.c - what is wrong with a command, and how it is written instead
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"

/* Whose --help explains what is wrong: %NULL as long as no command is known. */
static const char *shown_command;

/**
 * lsc_cli_usage_set_command:
 * @name: (nullable) (transfer none): a static name
 *
 * Says whose --help usage errors point to from now on.
 */
void
lsc_cli_usage_set_command (const char *name)
{
  shown_command = name;
}

/**
 * lsc_cli_usage:
 *
 * Prints what is wrong with the command.
 *
 * Returns: %LSC_EXIT_USAGE
 */
LscExit
lsc_cli_usage (const char *format, ...)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *hint = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  shown = lsc_visible_line (text);
  lsc_cli_end_progress ();
  hint = g_strconcat ("lanescope-cli ", shown_command ? shown_command : "",
                      shown_command ? " " : "", "--help", NULL);
  g_printerr ("lanescope-cli: %s\n", shown);
  /* Translators: a command, such as lanescope-cli tree --help */
  g_printerr (_ ("Try “%s”."), hint);
  g_printerr ("\n");
  return LSC_EXIT_USAGE;
}

static LscExit
exit_of (const GError *error)
{
  if (error->domain != LSC_ERROR)
    return LSC_EXIT_IO;
  switch (error->code)
    {
    case LSC_ERROR_USAGE:
      return LSC_EXIT_USAGE;
    case LSC_ERROR_IO:
      return LSC_EXIT_IO;
    default:
      return LSC_EXIT_NOTHING;
    }
}

/**
 * lsc_cli_fail:
 *
 * Prints an error; one of standard output is told at the end.
 *
 * Returns: its exit code
 */
LscExit
lsc_cli_fail (const GError *error)
{
  g_autofree char *shown = NULL;

  g_return_val_if_fail (error, LSC_EXIT_IO);
  shown = lsc_visible_line (error->message);
  if (!lsc_cli_stdout_is_cause (error))
    {
      lsc_cli_end_progress ();
      g_printerr ("lanescope-cli: %s\n", shown);
    }
  return exit_of (error);
}

/* ---- options ------------------------------------------------------------------------------- */

/** The first word that the option parser cannot take. */
typedef enum
{
  FAULT_NONE,
  FAULT_UNKNOWN, /* there is no such option */
  FAULT_MISSING, /* its value */
  FAULT_NUMBER,  /* its value is none */
} FaultKind;

typedef struct
{
  FaultKind kind;
  char *name;                 /* as it was typed, with its hyphens */
  const LscCliOption *option; /* (nullable) */
  const char *value;          /* (nullable): what follows it */
} Fault;

static gboolean
is_number (const LscCliOption *option, const char *value)
{
  char *end = NULL;

  if (option->arg == G_OPTION_ARG_DOUBLE)
    g_ascii_strtod (value, &end);
  else if (option->arg == G_OPTION_ARG_INT || option->arg == G_OPTION_ARG_INT64)
    g_ascii_strtoll (value, &end, 0);
  else
    return TRUE;
  return end != value && *end == '\0';
}

static const LscCliOption *
find_letter (const LscCliRun *run, char letter)
{
  for (guint i = 0; i < run->known->len; i++)
    if (((const LscCliOption *) run->known->pdata[i])->letter == letter)
      return run->known->pdata[i];
  return NULL;
}

/* Looks at one option at @words; returns how many words it takes. */
static guint
look_at (const LscCliRun *run, char **words, Fault *fault)
{
  const char *word = words[0];
  gboolean is_long = word[1] == '-';
  const char *end = is_long ? strchrnul (word, '=') : word + strlen (word);
  g_autofree char *name = g_strndup (word, (gsize) (end - word));
  gboolean takes_value;

  fault->option = is_long ? lsc_cli_words_find (run, name + 2) : find_letter (run, word[1]);
  fault->value = *end ? end + 1 : words[1];
  takes_value = fault->option && fault->option->arg != G_OPTION_ARG_NONE;
  if (!fault->option)
    fault->kind = FAULT_UNKNOWN;
  else if (takes_value && !fault->value)
    fault->kind = FAULT_MISSING;
  else if (takes_value && !is_number (fault->option, fault->value))
    fault->kind = FAULT_NUMBER;
  if (fault->kind != FAULT_NONE)
    fault->name = g_steal_pointer (&name);
  return takes_value && !*end && fault->value ? 2 : 1;
}

static Fault
find_fault (const LscCliRun *run)
{
  Fault fault = { 0 };

  for (guint i = 1; run->words[i] && fault.kind == FAULT_NONE;)
    {
      const char *word = run->words[i];

      if (strcmp (word, "--") == 0)
        break;
      i += word[0] == '-' && word[1] ? look_at (run, run->words + i, &fault) : 1;
    }
  return fault;
}

/**
 * lsc_cli_usage_list_given:
 * @run: before its words are parsed
 *
 * Returns: (transfer container) (element-type LscCliOption): the options among them, each as often
 *   as it is given
 */
GPtrArray *
lsc_cli_usage_list_given (const LscCliRun *run)
{
  GPtrArray *given = g_ptr_array_new ();
  Fault fault = { 0 };

  g_return_val_if_fail (run && run->known, given);
  for (guint i = 1; run->words[i] && fault.kind == FAULT_NONE && strcmp (run->words[i], "--") != 0;)
    {
      const char *word = run->words[i];
      gboolean is_option = word[0] == '-' && word[1];

      i += is_option ? look_at (run, run->words + i, &fault) : 1;
      if (is_option && fault.option)
        g_ptr_array_add (given, (gpointer) fault.option);
    }
  g_free (fault.name);
  return given;
}

static gboolean
is_given (const LscCliRun *run, const char *name, gsize length)
{
  for (guint i = 0; i < run->given->len; i++)
    {
      const char *given = ((const LscCliOption *) run->given->pdata[i])->name;

      if (strlen (given) == length && strncmp (given, name, length) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether one of the options is given without which @option does nothing. */
static gboolean
has_needs (const LscCliRun *run, const LscCliOption *option)
{
  for (const char *name = option->needs; name && *name;)
    {
      gsize length = strcspn (name, " ");

      if (is_given (run, name, length))
        return TRUE;
      name += length + strspn (name + length, " ");
    }
  return !option->needs;
}

static gboolean
refuse_needs (const LscCliOption *option, GError **error)
{
  g_auto (GStrv) names = g_strsplit (option->needs, " ", -1);
  g_autofree char *list = g_strjoinv (", --", names);

  return names[1] ? lsc_fail (error, LSC_ERROR_USAGE, _ ("--%s does nothing without one of --%s"),
                              option->name, list)
                  : lsc_fail (error, LSC_ERROR_USAGE, _ ("--%s does nothing without --%s"),
                              option->name, list);
}

static double
get_number (const LscCliRun *run, const LscCliOption *option)
{
  const char *field = (const char *) run->options + option->offset;

  switch (option->arg)
    {
    case G_OPTION_ARG_INT:
      return *(const int *) (gconstpointer) field;
    case G_OPTION_ARG_INT64:
      return (double) *(const gint64 *) (gconstpointer) field;
    case G_OPTION_ARG_DOUBLE:
      return *(const double *) (gconstpointer) field;
    default:
      return 1;
    }
}

/* Its last value would count, and the first be lost in silence. */
static gboolean
is_lost (const LscCliRun *run, guint index)
{
  const LscCliOption *option = run->given->pdata[index];
  gboolean adds_up = option->arg == G_OPTION_ARG_NONE || option->arg == G_OPTION_ARG_STRING_ARRAY ||
                     option->arg == G_OPTION_ARG_FILENAME_ARRAY ||
                     (option->arg == G_OPTION_ARG_CALLBACK && !option->choices);

  for (guint i = 0; i < index && !adds_up; i++)
    if (run->given->pdata[i] == option)
      return TRUE;
  return FALSE;
}

/**
 * lsc_cli_usage_check_given:
 * @run: after its words were parsed
 *
 * Refuses options that could not act: given twice, without what they are about, or with a number
 * that means nothing.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE
 */
gboolean
lsc_cli_usage_check_given (const LscCliRun *run, GError **error)
{
  g_return_val_if_fail (run && run->given, FALSE);
  for (guint i = 0; i < run->given->len; i++)
    {
      const LscCliOption *option = run->given->pdata[i];
      double number = get_number (run, option);
      g_autofree char *name = option->letter && strlen (option->name) > 1
                                  ? g_strdup_printf ("-%c, --%s", option->letter, option->name)
                                  : g_strconcat ("--", option->name, NULL);

      if (is_lost (run, i))
        return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s is given twice"), name);
      if (number < 0)
        return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s takes a number that is not negative"),
                         name);
      if (option->is_positive && !(number > 0))
        return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s takes a number above 0"), name);
      if (!has_needs (run, option))
        return refuse_needs (option, error);
    }
  return TRUE;
}

static const char *
find_option_like (const LscCliRun *run, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < run->known->len; i++)
    {
      const LscCliOption *option = run->known->pdata[i];

      if (!(option->flags & G_OPTION_FLAG_HIDDEN))
        g_ptr_array_add (names, (gpointer) option->name);
    }
  g_ptr_array_add (names, NULL);
  return lsc_cli_find_nearest (name, (const char *const *) names->pdata);
}

static LscExit
refuse_unknown (const LscCliRun *run, const Fault *fault)
{
  const char *command = run->command->name;
  const char *name = fault->name + strspn (fault->name, "-");
  const char *nearest;

  if (strcmp (name, "d") == 0 || strcmp (name, "profiling-path") == 0)
    return lsc_cli_usage (_ ("%s takes the folder or file without %s: lanescope-cli %s %s"),
                          command, fault->name, command, fault->value ? fault->value : "PATH");
  if (lsc_cli_words_find (run, "report") &&
      (strcmp (name, "json") == 0 || strcmp (name, "xlsx") == 0))
    return lsc_cli_usage (_ ("%s writes that with --report FILE.%s"), command, name);
  nearest = fault->name[1] == '-' ? find_option_like (run, name) : NULL;
  return nearest ? lsc_cli_usage (_ ("%s has no option %s; did you mean --%s?"), command,
                                  fault->name, nearest)
                 : lsc_cli_usage (_ ("%s has no option %s"), command, fault->name);
}

static const char *
get_placeholder (const LscCliOption *option)
{
  return option->value ? option->value : "VALUE";
}

/**
 * lsc_cli_usage_of_words:
 * @error: of the option parser, which says what it stumbled upon, not what to write instead
 *
 * Prints what is wrong with the options of a command.
 *
 * Returns: %LSC_EXIT_USAGE
 */
LscExit
lsc_cli_usage_of_words (const LscCliRun *run, const GError *error)
{
  Fault fault;
  g_autofree char *name = NULL;
  gboolean is_count;

  g_return_val_if_fail (run && run->known && error, LSC_EXIT_USAGE);
  if (error->domain != G_OPTION_ERROR) /* of an option that reads its value itself */
    return lsc_cli_usage ("%s", error->message);
  fault = find_fault (run);
  name = fault.name;
  is_count = fault.option &&
             (fault.option->arg == G_OPTION_ARG_INT || fault.option->arg == G_OPTION_ARG_INT64 ||
              fault.option->arg == G_OPTION_ARG_DOUBLE);
  switch (fault.kind)
    {
    case FAULT_UNKNOWN:
      return refuse_unknown (run, &fault);
    case FAULT_MISSING:
      return is_count ? lsc_cli_usage (_ ("%s takes a number: %s %s"), name, name,
                                       get_placeholder (fault.option))
                      : lsc_cli_usage (_ ("%s takes a value: %s %s"), name, name,
                                       get_placeholder (fault.option));
    case FAULT_NUMBER:
      return lsc_cli_usage (_ ("%s takes a number without a unit: %s %s, not “%s”"), name, name,
                            get_placeholder (fault.option), fault.value);
    default:
      return lsc_cli_usage ("%s", error->message);
    }
}

/* ---- words that are no options ------------------------------------------------------------- */

static gboolean
exists (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/**
 * lsc_cli_usage_get_parent:
 * @paths: (array zero-terminated=1)
 *
 * Returns: (transfer full) (nullable): the folder in which all of @paths lie, as a shell writes
 * them for folder/\*; %NULL unless there are two at least that exist
 */
char *
lsc_cli_usage_get_parent (char **paths)
{
  g_autofree char *parent = NULL;

  g_return_val_if_fail (paths, NULL);
  for (guint i = 0; paths[i]; i++)
    {
      g_autofree char *above = g_path_get_dirname (paths[i]);

      if (!exists (paths[i]) || (parent && strcmp (parent, above) != 0))
        return NULL;
      if (!parent)
        parent = g_steal_pointer (&above);
    }
  return g_strv_length (paths) > 1 ? g_steal_pointer (&parent) : NULL;
}

/* A document of both is written by the command that compares. */
static LscExit
refuse_two (const LscCliRun *run, char **paths)
{
  const char *command = run->command->name;
  const char *report = run->options->report.path;

  if (strcmp (command, "report") == 0)
    return lsc_cli_usage (_ ("report takes one folder or file, not two. To report what changed: "
                             "lanescope-cli compare %s %s --report %s"),
                          paths[0], paths[1], report ? report : "FILE");
  return lsc_cli_usage (_ ("%s takes one folder or file, not two. To compare them: "
                           "lanescope-cli compare %s %s"),
                        command, paths[0], paths[1]);
}

/* (nullable): the first of several that does not exist, where others do: probably misspelt */
static const char *
find_missing (char **paths)
{
  const char *missing = NULL;
  gboolean has_some = FALSE;

  for (guint i = 0; paths[i]; i++)
    if (exists (paths[i]))
      has_some = TRUE;
    else if (!missing)
      missing = paths[i];
  return has_some ? missing : NULL;
}

/**
 * lsc_cli_usage_of_paths:
 *
 * Prints that a command takes one path, and what was probably meant.
 *
 * Returns: %LSC_EXIT_USAGE
 */
LscExit
lsc_cli_usage_of_paths (const LscCliRun *run)
{
  char **paths;
  const char *command;
  g_autofree char *parent = NULL;
  const char *missing;
  guint n;

  g_return_val_if_fail (run && run->words && run->words[0], LSC_EXIT_USAGE);
  paths = run->words + 1;
  command = run->command->name;
  n = g_strv_length (paths);
  if (n == 0 && g_file_test (command, G_FILE_TEST_IS_DIR))
    return lsc_cli_usage (_ ("%s takes one folder or file; the folder of that name is ./%s"),
                          command, command);
  if (n == 0)
    return lsc_cli_usage (_ ("%s takes one folder or file: lanescope-cli %s PATH"), command,
                          command);
  missing = find_missing (paths);
  if (missing)
    return lsc_cli_usage (_ ("%s takes one folder or file, and there is no “%s”"), command,
                          missing);
  if (n == 2 && exists (paths[0]))
    return refuse_two (run, paths);
  parent = lsc_cli_usage_get_parent (paths);
  return parent ? lsc_cli_usage (_ ("%s takes one folder or file, not %u. Name the folder that "
                                    "holds them: lanescope-cli %s %s"),
                                 command, n, command, parent)
                : lsc_cli_usage (_ ("%s takes one folder or file, not %u"), command, n);
}

/**
 * lsc_cli_check_path:
 * @path: what was typed for a folder or file
 *
 * Looks at how it is written where nothing of that name exists: not opened by a shell, or of
 * another machine.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE where it cannot be the name of anything here
 */
gboolean
lsc_cli_check_path (const char *path, GError **error)
{
  const char *colon;

  g_return_val_if_fail (path, FALSE);
  if (!*path)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("The path is empty. Name the folder or file to read"));
  if (exists (path))
    return TRUE;
  if (*path == '~')
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("%s: the shell did not expand ~. Write it without quotes, or $HOME"), path);
  if (g_ascii_isalpha (path[0]) && path[1] == ':' && (path[2] == '\\' || path[2] == '/'))
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("%s is a Windows path. Name the folder as this system sees it, such as "
                        "/mnt/c/data"),
                     path);
  if (g_str_has_prefix (path, "file://"))
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s is an address. Name the file itself: %s"), path,
                     path + strlen ("file://"));
  if (strstr (path, "://"))
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("%s is an address. Only local files are read: download it first"), path);
  colon = strchr (path, ':');
  if (colon && colon > path && strcspn (path, "/") > (gsize) (colon - path) && colon[1] == '/')
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("%s is on another machine. Only local files are read: copy it here, or run "
                        "“lanescope-cli extract” there"),
                     path);
  return TRUE;
}
