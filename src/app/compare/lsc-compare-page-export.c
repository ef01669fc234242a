/* lsc-compare-page-export.c - pictures of the views, and the verdict as text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/compare/lsc-compare-page-private.h"
#include "app/parts/lsc-export-dialog.h"
#include "export/lsc-export-picture.h"

/* What both recordings are called, "before → after". */
static char *
make_title (LscComparePage *self)
{
  g_autofree char *before = _lsc_compare_page_get_title (self, LSC_BEFORE);
  g_autofree char *after = _lsc_compare_page_get_title (self, LSC_AFTER);

  return g_strdup_printf ("%s → %s", before, after);
}

static LscPictureOptions
make_options (const char *path, const LscExportChoice *choice, const char *title)
{
  return (LscPictureOptions){
    .path = path,
    .scale = choice->scale,
    .page = { .is_whole = choice->is_whole, .title = title, .footer = "Lanescope " LSC_VERSION }
  };
}

static void
say_written (GtkWidget *page, const char *path, const GError *error)
{
  if (!error)
    lsc_app_page_saved (LSC_APP_PAGE (page), path);
  else
    lsc_app_page_say (LSC_APP_PAGE (page), error->message);
}

static void
write_bars (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscComparePage *self = LSC_COMPARE_PAGE (page);
  LscPictureOptions options = make_options (path, choice, NULL);
  LscWaterfallView view = *lsc_waterfall_chart_get_view (self->chart);
  g_autoptr (GError) error = NULL;

  if (self->operators.changes && _lsc_compare_page_draws_operators (self))
    lsc_export_op_changes (self->operators.changes, &view, &options, &error);
  else
    lsc_export_waterfall (self->comparison->compare, &view, &options, &error);
  say_written (page, path, error);
}

static void
write_chips (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscComparePage *self = LSC_COMPARE_PAGE (page);
  g_autofree char *title = make_title (self);
  LscPictureOptions options = make_options (path, choice, title);
  g_autoptr (GError) error = NULL;

  _lsc_compare_page_write_chips (self, &options, &error);
  say_written (page, path, error);
}

static void
write_timelines (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscComparePage *self = LSC_COMPARE_PAGE (page);
  g_autofree char *title = make_title (self);
  LscPictureOptions options = make_options (path, choice, title);
  g_autoptr (GError) error = NULL;

  lsc_export_timeline (lsc_timeline_chart_get_view (self->twin), &options, &error);
  say_written (page, path, error);
}

static void
write_pipelines (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscComparePage *self = LSC_COMPARE_PAGE (page);
  g_autofree char *title = make_title (self);
  LscPictureOptions options = make_options (path, choice, title);
  g_autoptr (GError) error = NULL;

  lsc_export_chart (lsc_pipeline_chart_get_chart (self->pipes_chart), &options, &error);
  say_written (page, path, error);
}

/** Asks for a file and writes the view that is above the tables. */
void
_lsc_compare_page_export_picture (LscComparePage *self)
{
  static const LscPictureScope all_bars[] = { { N_ ("All bars"), TRUE } };
  static const LscPictureScope lanes[] = { { N_ ("Visible lanes"), FALSE },
                                           { N_ ("All lanes of the list"), TRUE } };
  static const LscPictureScope steps[] = { { N_ ("Whole step"), TRUE },
                                           { N_ ("Visible time"), FALSE } };
  static const LscExport bars = { N_ ("Export the Change of a Step"), lsc_export_picture_kinds,
                                  all_bars, write_bars };
  static const LscExport chips = { N_ ("Export Both Chips"), lsc_export_picture_kinds, all_bars,
                                   write_chips };
  static const LscExport timelines = { N_ ("Export Both Timelines"), lsc_export_picture_kinds,
                                       lanes, write_timelines };
  static const LscExport pipelines = { N_ ("Export Both Pipelines"), lsc_export_picture_kinds,
                                       steps, write_pipelines };

  if (!self->comparison)
    return;
  if (_lsc_compare_page_shows (self, "timelines") && self->twin_is_filled)
    lsc_export_ask (GTK_WIDGET (self), &timelines, "timelines.svg");
  else if (_lsc_compare_page_shows (self, "pipelines") &&
           lsc_pipeline_chart_get_chart (self->pipes_chart)->group != NULL)
    lsc_export_ask (GTK_WIDGET (self), &pipelines, "pipelines.svg");
  else if (_lsc_compare_page_shows (self, "chips") && self->comparison->chips)
    lsc_export_ask (GTK_WIDGET (self), &chips, "chips.svg");
  else if (_lsc_compare_page_shows (self, "bars"))
    lsc_export_ask (GTK_WIDGET (self), &bars, "compare.svg");
  else
    lsc_app_page_say (LSC_APP_PAGE (self), _ ("Nothing is drawn here yet"));
}

/** Puts the verdict on the clipboard. */
void
_lsc_compare_page_copy_verdict (LscComparePage *self)
{
  g_autofree char *words =
      self->comparison ? lsc_phrase_to_words (self->comparison->compare->text) : NULL;

  if (!words)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), words);
  lsc_app_page_say (LSC_APP_PAGE (self), _ ("Verdict copied"));
}
