/* lsc-cli-report.c - writing documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-report.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "export/report/lsc-report-pins.h"

static gboolean
is_known_language (const char *language)
{
  return g_str_has_prefix (language, "zh") || g_str_has_prefix (language, "en");
}

/* (nullable): what --lang asks for, wherever it stands */
static const char *
find_language (char *const *argv)
{
  const char *found = NULL;

  for (guint i = 1; argv[0] && argv[i]; i++)
    if (g_str_has_prefix (argv[i], "--lang="))
      found = argv[i] + strlen ("--lang=");
    else if (g_str_equal (argv[i], "--lang") && argv[i + 1])
      found = argv[i + 1];
  return found;
}

/* Whether texts may stay English in a locale: newer C libraries translate none in C.UTF-8. */
static gboolean
is_plain_locale (const char *name)
{
  return !name || strcmp (name, "C") == 0 || strcmp (name, "POSIX") == 0 ||
         g_str_has_prefix (name, "C.");
}

/**
 * lsc_cli_choose_language:
 *
 * Turns to the language of --lang. Called before the first text is looked up: GLib decides then
 * whether it translates at all. Translations are looked up by LANGUAGE wherever the locale is not
 * that of C, so that where it is, messages take one that is installed; they are those of the whole
 * answer, so that its parts agree.
 */
void
lsc_cli_choose_language (char *const *argv)
{
  static const char *const others[] = { "zh_CN.UTF-8", "en_US.UTF-8" };
  const char *language = find_language (argv);
  const char *present = setlocale (LC_MESSAGES, NULL);

  if (!language || !is_known_language (language))
    return;
  if (!present || strcmp (present, "C") == 0 || strcmp (present, "POSIX") == 0)
    {
      setlocale (LC_ALL, "C.UTF-8");
      setlocale (LC_NUMERIC, "C");
    }
  for (gsize i = 0; i < G_N_ELEMENTS (others) && is_plain_locale (setlocale (LC_MESSAGES, NULL));
       i++)
    setlocale (LC_MESSAGES, others[i]);
  g_setenv ("LANGUAGE", g_str_has_prefix (language, "zh") ? "zh_CN" : "en", TRUE);
}

/**
 * lsc_cli_check_report:
 *
 * Looks at the options of documents.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE
 */
gboolean
lsc_cli_check_report (LscCliRun *run, GError **error)
{
  const LscCliReport *self;

  g_return_val_if_fail (run && run->options, FALSE);
  self = &run->options->report;
  if (!self->path && (self->title || self->author || self->language || self->pins ||
                      self->is_pins_only || self->is_full || self->is_reproducible))
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--title, --author, --lang, --pins, --full and --reproducible are for a "
                        "report: give --report FILE"));
  if (self->is_pins_only && !self->pins)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s", _ ("--pins-only needs --pins FILE"));
  if (self->language && !is_known_language (self->language))
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("--lang takes en or zh, not “%s”"), self->language);
  return TRUE;
}

/* What is written, and how much of it says the document itself. */
static gboolean
is_of_output (const char *word)
{
  static const char *const names[] = { "--report", "--full", "--reproducible", "-q", "--quiet" };
  gsize length;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      length = strlen (names[i]);
      if (strncmp (word, names[i], length) == 0 && (word[length] == '\0' || word[length] == '='))
        return TRUE;
    }
  return FALSE;
}

/* (transfer full): a word, its path as a name: where files lie is nobody's business */
static char *
name_word (const char *word)
{
  const char *value = *word == '-' ? strchr (word, '=') : NULL;
  const char *begin = value ? value + 1 : word;
  g_autofree char *name = NULL, *whole = NULL;

  if (!strchr (begin, '/'))
    return strpbrk (word, " \t\"'\\$") ? g_shell_quote (word) : g_strdup (word);
  name = g_path_get_basename (begin);
  whole = g_strdup_printf ("%.*s%s", (int) (begin - word), word, name);
  return strpbrk (whole, " \t\"'\\$") ? g_shell_quote (whole) : g_steal_pointer (&whole);
}

/**
 * lsc_cli_say_command:
 *
 * Returns: (transfer full): what was typed, with names in place of paths, and without what it
 * writes
 */
char *
lsc_cli_say_command (const LscCliRun *run)
{
  GString *out = g_string_new ("lanescope-cli");

  g_return_val_if_fail (run && run->typed, g_string_free (out, FALSE));
  for (guint i = 0; run->typed[i]; i++)
    {
      g_autofree char *name = NULL;

      if (is_of_output (run->typed[i]))
        {
          i += g_str_equal (run->typed[i], "--report") && run->typed[i + 1];
          continue;
        }
      name = name_word (run->typed[i]);
      g_string_append_printf (out, " %s", name);
    }
  return g_string_free (out, FALSE);
}

/** lsc_cli_get_wish: Returns: what the options want of a document; borrows @command */
LscReportWish
lsc_cli_get_wish (const LscCliRun *run, const char *command)
{
  const LscCliReport *self = &run->options->report;

  return (LscReportWish){ .title = self->title,
                          .author = self->author,
                          .command = command,
                          .written_ns = self->is_reproducible ? 0 : g_get_real_time () * 1000,
                          .is_full = self->is_full };
}

/**
 * lsc_cli_add_pins:
 *
 * Adds what the file of pins asks for, if there is one. What cannot be made is told, and @run
 * delivers in part.
 *
 * Returns: %FALSE when the file cannot be read
 */
gboolean
lsc_cli_add_pins (LscCliRun *run, LscReport *report, LscPinMaker *maker, GError **error)
{
  const LscCliReport *self;
  g_autoptr (GPtrArray) pins = NULL;
  guint n_failed;

  g_return_val_if_fail (run && report && maker, FALSE);
  self = &run->options->report;
  if (!self->pins)
    return TRUE;
  pins = lsc_pins_load (self->pins, error);
  if (!pins)
    return FALSE;
  n_failed = lsc_report_add_pins (report, pins, maker);
  if (n_failed > 0)
    {
      run->is_part = TRUE;
      g_printerr (ngettext ("%u pin could not be made whole; the report says why\n",
                            "%u pins could not be made whole; the report says why\n", n_failed),
                  n_failed);
    }
  if (self->is_pins_only)
    lsc_report_keep_pins_only (report);
  return TRUE;
}

/**
 * lsc_cli_write_report:
 *
 * Writes the document to the file that the options name, and says so. Where letters of its language
 * are missing in a PDF, that is told, and @run delivers in part.
 *
 * Returns: %FALSE when it could not be written
 */
gboolean
lsc_cli_write_report (LscCliRun *run, const LscReport *report, GError **error)
{
  const char *path;
  g_autofree char *line = NULL;
  g_autofree char *lower = NULL;

  g_return_val_if_fail (run && report && run->options->report.path, FALSE);
  path = run->options->report.path;
  line = lsc_visible_line (path);
  lower = g_ascii_strdown (path, -1);
  if (!lsc_report_write (report, path, run->project.job, error))
    return FALSE;
  if (g_str_has_suffix (lower, ".pdf") && lsc_report_lacks_fonts (report))
    {
      run->is_part = TRUE;
      g_printerr (_ ("%s: letters of this language are missing in the fonts of this machine; "
                     "install fonts-noto-cjk and write the report again\n"),
                  line);
    }
  if (!run->options->quiet)
    g_printerr (_ ("The report is in %s\n"), line);
  return TRUE;
}
