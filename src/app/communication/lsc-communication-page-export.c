/* lsc-communication-page-export.c - the charts of communication as pictures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/communication/lsc-communication-page-private.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-export-dialog.h"
#include "export/lsc-export-picture.h"

static LscPictureOptions
make_options (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  return (LscPictureOptions){ .path = path,
                              .scale = choice->scale,
                              .page.is_whole = choice->is_whole,
                              .page.title = lsc_app_page_get_source (LSC_APP_PAGE (page))->title,
                              .page.footer = "Lanescope " LSC_VERSION };
}

static void
tell_written (GtkWidget *page, gboolean is_written, const char *path, const GError *error)
{
  if (is_written)
    lsc_app_page_saved (LSC_APP_PAGE (page), path);
  else
    lsc_app_page_say (LSC_APP_PAGE (page), error->message);
}

static void
write_matrix (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscPictureOptions options = make_options (page, path, choice);
  g_autoptr (GError) error = NULL;
  gboolean is_written = lsc_export_matrix (
      lsc_matrix_chart_get_view (LSC_COMMUNICATION_PAGE (page)->matrix), &options, &error);

  tell_written (page, is_written, path, error);
}

static void
write_bars (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscPictureOptions options = make_options (page, path, choice);
  g_autoptr (GError) error = NULL;
  gboolean is_written = lsc_export_bars (
      lsc_bar_chart_get_view (LSC_COMMUNICATION_PAGE (page)->bars), &options, &error);

  tell_written (page, is_written, path, error);
}

static const LscPictureScope scopes[] = { { N_ ("All of it"), TRUE }, { N_ ("As shown"), FALSE } };

/** Asks where the matrix of links goes. */
void
_lsc_communication_page_export_matrix (LscCommunicationPage *self)
{
  static const LscExport picture = { N_ ("Export the Matrix of Links"), lsc_export_picture_kinds,
                                     scopes, write_matrix };

  lsc_export_ask (GTK_WIDGET (self), &picture, "links.svg");
}

/** Asks where the bars of an operator go. */
void
_lsc_communication_page_export_bars (LscCommunicationPage *self)
{
  static const LscExport picture = { N_ ("Export the Bars"), lsc_export_picture_kinds, scopes,
                                     write_bars };

  lsc_export_ask (GTK_WIDGET (self), &picture, "operator.svg");
}
