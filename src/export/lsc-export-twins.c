/* lsc-export-twins.c - pictures of two recordings below one another
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-twins.h"

#include <glib/gi18n-lib.h>

#include "judge/compare/lsc-pipeline-twins.h"
#include "base/lsc-error.h"
#include "draw/timeline/lsc-timeline-twin.h"

#define WIDTH_PX 1600.0
#define SPARE 0.02 /* of the longer step, at either side */

static LscTheme
get_theme (const LscPictureOptions *options)
{
  return options->page.keep_theme ? lsc_theme_dark () : lsc_theme_light ();
}

/* The title of a page is what both are called. */
static LscPictureOptions
name_both (const LscExportTwin sides[2], const LscPictureOptions *options, char **title)
{
  LscPictureOptions own = *options;

  *title = g_strdup_printf ("%s → %s", sides[0].name, sides[1].name);
  own.page.title = *title;
  return own;
}

/**
 * lsc_export_twin_timelines:
 * @options: its page is dark if it keeps the theme
 *
 * Writes the steps of median length of both, aligned at their begin.
 *
 * Returns: %FALSE with %LSC_ERROR_NOTHING where a side has no timeline, or as lsc_export_timeline()
 */
gboolean
lsc_export_twin_timelines (const LscExportTwin sides[2], const LscPictureOptions *options,
                           GError **error)
{
  LscTimelineTwinSide twins[2] = { { sides[0].timeline, sides[0].name, 0 },
                                   { sides[1].timeline, sides[1].name, 0 } };
  g_autofree char *title = NULL;
  LscPictureOptions own = name_both (sides, options, &title);
  LscTimelineLayout *layout;
  LscTimelineView view;
  gboolean is_written;
  gint64 span_ns;

  if (!sides[0].timeline || !sides[1].timeline)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                     _ ("A side has no rank whose timeline can be drawn"));
  layout = lsc_timeline_twin_new_steps (twins, &span_ns);
  lsc_timeline_view_init (&view, layout);
  view.theme = get_theme (options);
  view.port.width = WIDTH_PX;
  view.port.begin_ns = twins[0].origin_ns - (gint64) ((double) span_ns * SPARE);
  view.port.begin_fraction = 0;
  view.port.span_ns = (double) span_ns * (1 + 2 * SPARE);
  view.origin_ns = twins[0].origin_ns;
  is_written = lsc_export_timeline (&view, &own, error);
  lsc_timeline_layout_free (layout);
  return is_written;
}

/* The largest pair; %NULL without any */
static const LscPipelineTwins *
find_largest (const GArray *twins)
{
  const LscPipelineTwins *found = NULL;

  for (guint i = 0; i < twins->len; i++)
    {
      const LscPipelineTwins *pair = &g_array_index (twins, LscPipelineTwins, i);

      if (pair->before && pair->after && (!found || pair->before->n_ranks > found->before->n_ranks))
        found = pair;
    }
  return found;
}

/**
 * lsc_export_twin_pipelines:
 * @options: its page is dark if it keeps the theme
 *
 * Writes the step of median window of the pipelines with the most ranks.
 *
 * Returns: %FALSE with %LSC_ERROR_NOTHING where a side has no pipeline, or as lsc_export_chart()
 */
gboolean
lsc_export_twin_pipelines (const LscExportTwin sides[2], const LscPictureOptions *options,
                           GError **error)
{
  g_autoptr (GArray) twins = NULL;
  const LscPipelineTwins *pair;
  g_autoptr (LscBlockPairs) pairs = NULL;
  g_autofree char *title = NULL;
  LscPictureOptions own;
  LscPipelineView view;

  g_return_val_if_fail (options, FALSE); /* a side without a pipeline is told below */
  twins = lsc_pipeline_twins_new (sides[0].pipeline, sides[1].pipeline);
  pair = find_largest (twins);
  own = name_both (sides, options, &title);
  if (!pair)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("A side has no pipeline that was marked"));
  pairs = lsc_block_pairs_new (&pair->before->steps[pair->before->median_step],
                               &pair->after->steps[pair->after->median_step]);
  lsc_pipeline_view_init (&view, sides[0].pipeline, pair->before);
  view.theme = get_theme (options);
  view.port.width = WIDTH_PX;
  view.twin = (LscPipelineTwin){ .mode = LSC_TWIN_BELOW,
                                 .pipeline = sides[1].pipeline,
                                 .group = pair->after,
                                 .step = pair->after->median_step,
                                 .title = sides[1].name,
                                 .first_title = sides[0].name,
                                 .pairs = pairs };
  lsc_pipeline_view_fit (&view);
  return lsc_export_chart (&view, &own, error);
}
