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

/* Translations are looked up by LANGUAGE wherever the locale is not that of C; they are those of
 * the whole answer, so that its parts agree. */
static gboolean
set_language (const char *language, GError **error)
{
  gboolean is_chinese = g_str_has_prefix (language, "zh");
  const char *present = setlocale (LC_MESSAGES, NULL);

  if (!is_chinese && !g_str_has_prefix (language, "en"))
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("--lang takes en or zh, not “%s”"), language);
  if (present == NULL || strcmp (present, "C") == 0 || strcmp (present, "POSIX") == 0)
    {
      setlocale (LC_ALL, "C.UTF-8");
      setlocale (LC_NUMERIC, "C");
    }
  g_setenv ("LANGUAGE", is_chinese ? "zh_CN" : "en", TRUE);
  return TRUE;
}

/**
 * lsc_cli_check_report:
 *
 * Looks at the options of documents, and turns to their language. Called before anything is read,
 * from the only thread.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE
 */
gboolean
lsc_cli_check_report (LscCliRun *run, GError **error)
{
  const LscCliReport *self = &run->options->report;

  if (self->path == NULL && (self->title != NULL || self->author != NULL || self->language != NULL))
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--title, --author and --lang are for a report: give --report FILE"));
  return self->language == NULL || set_language (self->language, error);
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
  const char *path = run->options->report.path;
  g_autofree char *line = lsc_visible_line (path);
  g_autofree char *lower = g_ascii_strdown (path, -1);

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
