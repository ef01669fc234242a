/* lsc-report-file.c - documents as files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"

typedef enum
{
  FORM_PDF,
  FORM_HTML,
  FORM_XLSX,
  FORM_MARKDOWN,
  FORM_JSON,
  N_FORMS,
} Form;

static Form
form_of (const char *path)
{
  static const char *const endings[N_FORMS] = { ".pdf", ".html", ".xlsx", ".md", ".json" };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (Form form = 0; form < N_FORMS; form++)
    if (g_str_has_suffix (lower, endings[form]))
      return form;
  return N_FORMS;
}

static char *
make_text (const LscReport *report, Form form, GError **error)
{
  switch (form)
    {
    case FORM_HTML:
      return lsc_report_to_html (report);
    case FORM_MARKDOWN:
      return lsc_report_to_markdown (report);
    default:
      return lsc_report_to_json (report, error);
    }
}

static gboolean
write_pdf (const LscReport *report, const char *path, GError **error)
{
  g_autoptr (GByteArray) bytes = lsc_report_to_pdf (report, error);

  return bytes && lsc_output_write_file (path, LSC_OUTPUT_PLAIN, bytes->data, bytes->len, error);
}

/**
 * lsc_report_write:
 * @path: its ending chooses the form: .pdf .html .xlsx .md .json
 * @job: (nullable): stops it
 *
 * Writes the document. The file appears whole or not at all; the same document gives the same
 * bytes with the same fonts.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for another ending, %LSC_ERROR_IO, %LSC_ERROR_CANCELLED
 */
gboolean
lsc_report_write (const LscReport *report, const char *path, LscJob *job, GError **error)
{
  Form form;
  g_autofree char *text = NULL;

  g_return_val_if_fail (report && path, FALSE);
  form = form_of (path);
  if (form == N_FORMS)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("%s: unknown kind of report; end the name with .pdf, .html, .xlsx, .md or "
                        ".json"),
                     path);
  if (!lsc_output_check (path, error))
    return FALSE;
  if (form == FORM_PDF)
    return write_pdf (report, path, error);
  if (form == FORM_XLSX)
    return lsc_report_to_workbook (report, path, job, error);
  text = make_text (report, form, error);
  return text && lsc_output_write_file (path, LSC_OUTPUT_PLAIN, text, strlen (text), error);
}
