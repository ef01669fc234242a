/* lsc-app-page-report.c - what a page is about, written as a document
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-app-page-private.h"
#include "app/parts/lsc-export-dialog.h"
#include "app/window/lsc-pin-book.h"
#include "base/lsc-error.h"

static void
on_report_written (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  if (!error)
    lsc_app_page_saved (owner, result);
  else if (!g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    lsc_app_page_say (owner, error->message);
}

/** lsc_app_page_get_report: Returns: %FALSE where there is nothing to report yet */
gboolean
lsc_app_page_get_report (LscAppPage *self, LscReportOf *what)
{
  LscAppPageClass *class;

  g_return_val_if_fail (LSC_IS_APP_PAGE (self) && what, FALSE);
  class = LSC_APP_PAGE_GET_CLASS (self);
  *what = (LscReportOf){ .path = NULL };
  if (class->get_report)
    return class->get_report (self, what);
  what->clusters[LSC_BEFORE] = lsc_app_page_get_source (self)->cluster;
  return what->clusters[LSC_BEFORE] != NULL;
}

/**
 * lsc_app_page_write_report:
 * @is_pins_only: nothing but what is pinned
 *
 * Writes what the page is about as a document, with what is pinned, off the main loop.
 */
void
lsc_app_page_write_report (LscAppPage *self, const char *path, gboolean is_pins_only)
{
  LscTaskWish wish;
  g_autoptr (GPtrArray) book = NULL, pins = NULL;
  g_autoptr (GError) error = NULL;
  LscReportOf what;

  g_return_if_fail (LSC_IS_APP_PAGE (self) && path);
  wish = (LscTaskWish){ .owner = self,
                        .slot = _lsc_app_page_get_report_slot (self),
                        .done = on_report_written };
  if (!lsc_app_page_get_report (self, &what))
    return;
  book = lsc_pin_book_open (&what, &error);
  if (error)
    lsc_app_page_say (self, error->message);
  pins = lsc_pin_book_collect (book);
  what.path = path;
  what.pins = pins;
  what.is_pins_only = is_pins_only;
  lsc_loader_write_report (lsc_app_page_get_source (self)->loader, &what, &wish);
}

static void
write_report (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  lsc_app_page_write_report (LSC_APP_PAGE (page), path, FALSE);
}

static void
write_pins (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  lsc_app_page_write_report (LSC_APP_PAGE (page), path, TRUE);
}

/** lsc_app_page_ask_report: asks where to write what the page is about as a document */
void
lsc_app_page_ask_report (LscAppPage *self, gboolean is_pins_only)
{
  static const LscExportKind kinds[] = {
    { N_ ("PDF pages, for a screen"), "pdf" },
    { N_ ("HTML page"), "html" },
    { N_ ("Workbook with all tables"), "xlsx" },
    { N_ ("Markdown, for a review"), "md" },
    { N_ ("JSON"), "json" },
    { NULL },
  };
  static const LscExport report = { N_ ("Write a Report"), kinds, NULL, write_report };
  static const LscExport pins = { N_ ("Write a Report of the Pins"), kinds, NULL, write_pins };
  LscReportOf what;

  g_return_if_fail (LSC_IS_APP_PAGE (self));
  if (lsc_app_page_get_report (self, &what))
    lsc_export_ask (GTK_WIDGET (self), is_pins_only ? &pins : &report,
                    is_pins_only ? "pins.pdf" : "report.pdf");
  else
    lsc_app_page_say (self, _ ("There is nothing to report yet: open two recordings to compare "
                               "them"));
}
