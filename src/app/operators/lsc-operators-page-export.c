/* lsc-operators-page-export.c - the charts of operators as pictures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/operators/lsc-operators-page-private.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-export-dialog.h"
#include "export/lsc-export-picture.h"

static LscPictureOptions
make_options (LscOperatorsPage *self, const char *path, const LscExportChoice *choice)
{
  return (LscPictureOptions){ .path = path,
                              .scale = choice->scale,
                              .page.is_whole = choice->is_whole,
                              .page.title = lsc_app_page_get_source (LSC_APP_PAGE (self))->title,
                              .page.footer = "Lanescope " LSC_VERSION };
}

static void
tell_written (LscOperatorsPage *self, gboolean is_written, const char *path, const GError *error)
{
  if (is_written)
    lsc_app_page_saved (LSC_APP_PAGE (self), path);
  else
    lsc_app_page_say (LSC_APP_PAGE (self), error->message);
}

static void
write_shares (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscOperatorsPage *self = LSC_OPERATORS_PAGE (page);
  LscPictureOptions options = make_options (self, path, choice);
  g_autoptr (GError) error = NULL;
  gboolean is_written = lsc_export_bars (lsc_bar_chart_get_view (self->shares), &options, &error);

  tell_written (self, is_written, path, error);
}

static void
write_parts (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscOperatorsPage *self = LSC_OPERATORS_PAGE (page);
  LscPictureOptions options = make_options (self, path, choice);
  g_autoptr (GError) error = NULL;
  guint chart = gtk_drop_down_get_selected (self->chart_choice);
  gboolean is_written =
      chart == LSC_OPERATORS_CHART_DRIFT
          ? lsc_export_scatter (lsc_scatter_chart_get_view (self->scatter), &options, &error)
      : chart == LSC_OPERATORS_CHART_ROOFLINE
          ? lsc_export_roofline (lsc_roofline_chart_get_view (self->roofline_chart), &options,
                                 &error)
          : lsc_export_bars (lsc_bar_chart_get_view (self->bars), &options, &error);

  tell_written (self, is_written, path, error);
}

static const LscPictureScope scopes[] = { { N_ ("All of it"), TRUE }, { N_ ("As shown"), FALSE } };

/** Asks where the shares of the groups go. */
void
_lsc_operators_page_export_shares (LscOperatorsPage *self)
{
  static const LscExport picture = { N_ ("Export the Shares"), lsc_export_picture_kinds, scopes,
                                     write_shares };

  lsc_export_ask (GTK_WIDGET (self), &picture, "operators.svg");
}

/** Asks where the chart of the chosen group goes. */
void
_lsc_operators_page_export_parts (LscOperatorsPage *self)
{
  static const LscExport picture = { N_ ("Export the Chart of the Group"), lsc_export_picture_kinds,
                                     scopes, write_parts };

  lsc_export_ask (GTK_WIDGET (self), &picture, "operator.svg");
}
