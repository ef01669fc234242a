/* lsc-cli-picture.c - charts as files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-picture.h"

#define WIDTH_PX 1280.0
#define TEXT_PX 13.0
#define SCALE 2.0

/**
 * lsc_cli_picture_get_options:
 * @title: (nullable): borrowed, as are the texts of @run
 *
 * Returns: what --out, --scale, --dark and --outlines ask for
 */
LscPictureOptions
lsc_cli_picture_get_options (const LscCliRun *run, const char *title)
{
  const LscCliPicture *picture;

  g_return_val_if_fail (run && run->options, (LscPictureOptions){ 0 });
  picture = &run->options->picture;
  return (LscPictureOptions){ .path = picture->path,
                              .scale = picture->scale > 0 ? picture->scale : SCALE,
                              .is_outlined = picture->is_outlined,
                              .page = { .is_whole = TRUE,
                                        .keep_theme = TRUE,
                                        .title = title,
                                        .footer = "Lanescope " LSC_VERSION } };
}

/** lsc_cli_picture_get_theme: Returns: the colours that --dark asks for */
LscTheme
lsc_cli_picture_get_theme (const LscCliRun *run)
{
  g_return_val_if_fail (run && run->options, lsc_theme_light ());
  return run->options->picture.is_dark ? lsc_theme_dark () : lsc_theme_light ();
}

/** lsc_cli_picture_get_width: Returns: px */
double
lsc_cli_picture_get_width (const LscCliRun *run)
{
  g_return_val_if_fail (run && run->options, WIDTH_PX);
  return run->options->picture.width > 0 ? run->options->picture.width : WIDTH_PX;
}

static LscBarPlot *
make_means (LscCliRun *run, LscMeanKind kind, LscCliRankTableFunc get)
{
  LscBarPlot *plot = lsc_mean_plot_new (kind);

  for (guint i = 0; i < run->timelines->len; i++)
    {
      LscTimeline *timeline = run->timelines->pdata[i];
      g_autoptr (LscTable) table = get (run, timeline, NULL);
      g_autofree char *label = lsc_timeline_get_label (timeline);

      lsc_mean_plot_add (plot, kind, table, label);
    }
  return plot;
}

/**
 * lsc_cli_picture_write_means:
 * @run: with the timelines
 * @get: returns the table of a rank, a row a step
 *
 * Writes the mean step of each rank, where a picture was asked for.
 *
 * Returns: %FALSE as lsc_export_bars()
 */
gboolean
lsc_cli_picture_write_means (LscCliRun *run, LscMeanKind kind, LscCliRankTableFunc get,
                             GError **error)
{
  g_autoptr (LscBarPlot) plot = NULL;
  g_autofree char *title = NULL;
  LscPictureOptions picture;
  LscBarView view;

  g_return_val_if_fail (run && run->timelines && get, FALSE);
  if (!run->options->picture.path)
    return TRUE;
  plot = make_means (run, kind, get);
  title = lsc_project_get_title (run->project.project);
  picture = lsc_cli_picture_get_options (run, title);
  view = (LscBarView){ .plot = plot,
                       .width = lsc_cli_picture_get_width (run),
                       .text_px = TEXT_PX,
                       .theme = lsc_cli_picture_get_theme (run) };
  return lsc_export_bars (&view, &picture, error);
}
