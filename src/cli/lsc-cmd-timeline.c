/* lsc-cmd-timeline.c - timeline: lanes over time as a picture
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-timeline.h"
#include "export/lsc-export-picture.h"

#define OUT_FAULT N_ ("--out takes a name that ends in .svg, .png or .pdf")
#define PICTURE_WIDTH 1600.0
#define LEAST_HEIGHT 200.0
#define MOST_HEIGHT 16000.0

typedef struct
{
  LscCliOptions common;
  char *out;
  char *lanes_text;
  double scale;
  double width;
  gboolean is_dark;
  LscCliRange range;
  GStrv lanes;
  LscTimelineColor mode;
} Options;

static const LscCliChoice colors[] = {
  { "name", LSC_TIMELINE_COLOR_NAME },         { "core", LSC_TIMELINE_COLOR_CORE },
  { "duration", LSC_TIMELINE_COLOR_DURATION }, { "step", LSC_TIMELINE_COLOR_STEP },
  { "module", LSC_TIMELINE_COLOR_MODULE },     { NULL, 0 }
};

/** Hiding what was not asked for. */
typedef struct
{
  LscTimelineLayout *layout;
  guint32 rank;
  const GStrv patterns;
} Choice;

static void
choose_node (LscTimeline *timeline, guint32 node, Choice *choice)
{
  g_autofree char *path = lsc_timeline_layout_get_path (choice->layout, choice->rank, node);
  gboolean is_wanted = lsc_cli_lanes_match (choice->patterns, timeline, node);

  if (is_wanted)
    lsc_timeline_layout_reveal (choice->layout, choice->rank, node);
  else
    lsc_timeline_layout_set_hidden (choice->layout, path, TRUE);
}

/* Marks a node and what is above it. */
static void
mark_needed (const LscTimeline *timeline, guint32 node, gboolean *is_needed)
{
  for (; node != LSC_SLICE_NONE && !is_needed[node];
       node = lsc_timeline_get_node (timeline, node)->parent)
    is_needed[node] = TRUE;
}

/* Groups of which no lane is shown need no heading. */
static void
hide_empty_groups (LscTimeline *timeline, const Choice *choice)
{
  guint n = timeline->nodes->len;
  g_autofree gboolean *is_needed = g_new0 (gboolean, n);

  for (guint32 node = 1; node < n; node++)
    if (lsc_timeline_get_node (timeline, node)->type != LSC_NODE_GROUP &&
        lsc_cli_lanes_match (choice->patterns, timeline, node))
      mark_needed (timeline, node, is_needed);
  for (guint32 node = 0; node < n; node++)
    if (lsc_timeline_get_node (timeline, node)->type == LSC_NODE_GROUP && !is_needed[node])
      {
        g_autofree char *path = lsc_timeline_layout_get_path (choice->layout, choice->rank, node);

        lsc_timeline_layout_set_hidden (choice->layout, path, TRUE);
      }
}

/* Shows the lanes asked for, wherever they stand, and nothing else. */
static void
choose_lanes (LscTimelineLayout *layout, GPtrArray *timelines, const GStrv patterns)
{
  Choice choice = { layout, 0, patterns };

  if (!patterns)
    return;
  for (guint i = 0; i < timelines->len; i++)
    {
      LscTimeline *timeline = g_ptr_array_index (timelines, i);

      choice.rank = i;
      for (guint32 node = 1; node < timeline->nodes->len; node++)
        if (lsc_timeline_get_node (timeline, node)->type != LSC_NODE_GROUP)
          choose_node (timeline, node, &choice);
      hide_empty_groups (timeline, &choice);
    }
}

static LscTimelineLayout *
make_layout (GPtrArray *timelines)
{
  LscTimelineLayout *layout = lsc_timeline_layout_new ();

  for (guint i = 0; i < timelines->len; i++)
    {
      LscTimeline *timeline = g_ptr_array_index (timelines, i);
      g_autofree char *label = lsc_timeline_get_label (timeline);
      guint32 rank = lsc_timeline_layout_add_rank (layout, timeline->rank, label);

      lsc_timeline_layout_set_timeline (layout, rank, timeline);
    }
  return layout;
}

static void
set_up_view (LscTimelineView *view, LscTimelineLayout *layout, const Options *options)
{
  lsc_timeline_view_init (view, layout);
  view->port.width = options->width > 0 ? options->width : PICTURE_WIDTH;
  view->port.height = CLAMP (view->ruler_height + lsc_timeline_layout_get_pinned_height (layout) +
                                 lsc_timeline_layout_get_content_height (layout),
                             LEAST_HEIGHT, MOST_HEIGHT);
  view->color = options->mode;
  view->theme = options->is_dark ? lsc_theme_dark () : lsc_theme_light ();
  lsc_timeline_view_fit (view);
}

static gboolean
write_picture (LscCliRun *run, GError **error)
{
  const Options *options = (const Options *) run->options;
  g_autoptr (LscTimelineLayout) layout = make_layout (run->timelines);
  g_autofree char *title = lsc_project_get_title (run->project.project);
  g_autofree char *footer = g_strdup_printf ("Lanescope %s", LSC_VERSION);
  LscPictureOptions export = {
    .path = options->out,
    .scale = options->scale > 0 ? options->scale : 2.0,
    .is_outlined = run->options->picture.is_outlined,
    .page = { .is_whole = TRUE, .keep_theme = TRUE, .title = title, .footer = footer },
  };
  LscTimelineView view;
  gint64 begin_ns, end_ns;

  if (!lsc_cli_range_place (&options->range, run->timelines, &begin_ns, &end_ns, error))
    return FALSE;
  if (!lsc_cli_lanes_check (options->lanes, run->timelines, options->lanes_text, error))
    return FALSE;
  choose_lanes (layout, run->timelines, options->lanes);
  set_up_view (&view, layout, options);
  if (options->range.is_set)
    {
      view.port.begin_ns = begin_ns;
      view.port.begin_fraction = 0;
      view.port.span_ns = (double) (end_ns - begin_ns);
    }
  return lsc_export_timeline (&view, &export, error);
}

static gboolean
check (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;

  if (!options->out)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("timeline needs --out FILE: a name that ends in .svg, .png or .pdf"));
  options->lanes = lsc_cli_lanes_parse (options->lanes_text);
  return TRUE;
}

static void
clear (gpointer options)
{
  g_strfreev (((Options *) options)->lanes);
}

#define OPTION(field) G_STRUCT_OFFSET (Options, field)

static const LscCliOption entries[] = {
  { "out", 0, 0, G_OPTION_ARG_FILENAME, OPTION (out), N_ ("Write the picture: .svg, .png or .pdf"),
    "FILE", .endings = lsc_cli_picture_endings, .fault = OUT_FAULT },
  { "range", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (range),
    N_ ("The time shown, from the first event: 1.2s:1.4s; @ = absolute ns"), "A:B",
    .read = lsc_cli_range_parse },
  { "lanes", 0, 0, G_OPTION_ARG_STRING, OPTION (lanes_text),
    N_ ("Only these lanes, by path, with * for any text: Device/*,Communication/*"), "LIST" },
  { "color", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (mode),
    N_ ("Colour by name (default), core, duration, step or module"), "MODE", .choices = colors,
    .fault = N_ ("--color takes name, core, duration, step or module") },
  { "width", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (width), N_ ("Width of the picture (1600)"), "PX",
    .most = 30000, .fault = N_ ("--scale goes up to 8 and --width up to 30000"), .needs = "out",
    .is_positive = TRUE },
  { "scale", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (scale), N_ ("Pixels per unit of a PNG (2)"), "N",
    .most = 8, .fault = N_ ("--scale goes up to 8 and --width up to 30000"), .needs = "out",
    .is_positive = TRUE },
  { "dark", 0, 0, G_OPTION_ARG_NONE, OPTION (is_dark), N_ ("A dark page"), NULL, .needs = "out" },
  LSC_CLI_OUTLINES,
  { NULL },
};

const LscCliCommand lsc_cmd_timeline = {
  .name = "timeline",
  .usage = "PATH --out FILE [--range A:B] [--lanes LIST]",
  .line = N_ ("  timeline  the lanes as a picture"),
  .arguments = "PATH",
  .summary = N_ ("Draws the lanes of ranks over time."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_TIMELINES,
  .shows_events = TRUE,
  .check = check,
  .deliver = write_picture,
  .clear = clear,
};
