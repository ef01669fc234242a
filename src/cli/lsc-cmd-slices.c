/* lsc-cmd-slices.c - slices: events of the timeline by name, lane and time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-range-stats.h"
#include "analyze/step/lsc-slice-args.h"
#include "base/lsc-error.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-timeline.h"

#define BATCH 65536 /* rows of one table on their way to standard output */

typedef struct
{
  LscCliOptions common;
  char *name;
  char *lanes_text;
  gboolean with_args;
  GRegex *regex; /* (nullable) */
  LscCliRange range;
  GStrv lanes;
  gint64 begin_ns;
  gint64 end_ns;
  GArray *spots;      /* (nullable): LscSpot, of the rank that is being listed */
  LscSliceArgs *args; /* (nullable): of all that are listed */
} Options;

static const char *const columns[] = { "rank",   "lane",    "row",  "name", "start_ns",
                                       "dur_ns", "self_ns", "step", NULL };

/** Looking through the lanes of one rank. */
typedef struct
{
  const Options *options;
  guint8 *is_wanted; /* (nullable): by name id */
  GArray *spots;     /* LscSpot */
  LscJob *job;
} Scan;

/* Which names match: there are few thousand names to millions of slices. */
static guint8 *
match_names (const LscTimeline *timeline, GRegex *regex)
{
  gsize n = lsc_intern_size (timeline->strings);
  guint8 *is_wanted = g_new0 (guint8, n + 1);

  for (gsize i = 0; i < n; i++)
    is_wanted[i] =
        (guint8) g_regex_match (regex, lsc_timeline_text (timeline, (guint32) i), 0, NULL);
  return is_wanted;
}

/* Slices that touch [begin, end); a slice without length at begin touches it too. */
static gboolean
touches (const LscLane *lane, guint32 slice, const Scan *scan)
{
  gint64 start_ns = lane->start_ns[slice];
  gint64 end_ns = lsc_lane_get_end_ns (lane, slice);

  return start_ns < scan->options->end_ns &&
         (end_ns > scan->options->begin_ns || start_ns >= scan->options->begin_ns);
}

static void
scan_lane (LscTimeline *timeline, guint32 number, gpointer user_data)
{
  Scan *scan = user_data;
  const LscNode *node = lsc_timeline_get_node (timeline, number);
  const LscLane *lane = node->lane;

  if ((node->flags & LSC_NODE_HIDDEN) ||
      !lsc_cli_lanes_match (scan->options->lanes, timeline, number))
    return;
  for (guint32 slice = 0; slice < lane->n; slice++)
    {
      LscSpot spot = { number, slice };

      if (slice % BATCH == 0 && lsc_job_is_cancelled (scan->job))
        return;
      if ((!scan->is_wanted || scan->is_wanted[lane->name[slice]]) && touches (lane, slice, scan))
        g_array_append_val (scan->spots, spot);
    }
}

/* (element-type LscSpot): the slices asked for, by time */
static GArray *
find_slices (LscTimeline *timeline, const Options *options, LscJob *job)
{
  g_autofree guint8 *is_wanted = options->regex ? match_names (timeline, options->regex) : NULL;
  Scan scan = { options, is_wanted, g_array_new (FALSE, FALSE, sizeof (LscSpot)), job };

  lsc_timeline_foreach_lane (timeline, 0, scan_lane, &scan);
  lsc_lane_slices_sort (scan.spots, timeline);
  return scan.spots;
}

/* A side that is left open lists everything there is: the last marker, and stray events. */
static gboolean
place_range (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;

  if (!lsc_cli_lanes_check (options->lanes, run->timelines, options->lanes_text, error) ||
      !lsc_cli_range_place (&options->range, run->timelines, &options->begin_ns, &options->end_ns,
                            error))
    return FALSE;
  if (!options->range.has_begin)
    options->begin_ns = G_MININT64;
  if (!options->range.has_end)
    options->end_ns = G_MAXINT64;
  return TRUE;
}

/* Columns are known before the first row: the keys of all slices are read once before. */
static gboolean
learn_args (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;

  options->args = lsc_slice_args_new ();
  for (guint i = 0; i < run->timelines->len; i++)
    {
      LscTimeline *timeline = run->timelines->pdata[i];
      g_autoptr (GArray) spots = find_slices (timeline, options, run->project.job);

      if (!lsc_slice_args_learn (options->args, timeline, (const LscSpot *) (gpointer) spots->data,
                                 spots->len, run->project.job, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
prepare (LscCliRun *run, GError **error)
{
  return place_range (run, error) &&
         (!((Options *) run->options)->with_args || learn_args (run, error));
}

/* (transfer full): the columns that are delivered, those of arguments behind the others */
static LscTable *
pick (const LscTable *table)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; columns[i]; i++)
    g_ptr_array_add (names, (gpointer) columns[i]);
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const char *name = lsc_table_get_column (table, i)->name;

      if (g_str_has_prefix (name, LSC_SLICE_ARGS_PREFIX))
        g_ptr_array_add (names, (gpointer) name);
    }
  g_ptr_array_add (names, NULL);
  return lsc_cli_pick_columns (table, (const char *const *) names->pdata, NULL);
}

static LscTable *
get_slices (LscCliRun *run, LscTimeline *timeline, GError **error)
{
  Options *options = (Options *) run->options;
  g_autoptr (LscTable) table = NULL;
  gsize first = run->next_row;
  const LscSpot *spots;
  guint n;

  if (first == 0)
    {
      g_clear_pointer (&options->spots, g_array_unref);
      options->spots = find_slices (timeline, options, run->project.job);
      if (!lsc_job_check (run->project.job, error))
        return NULL;
    }
  n = (guint) MIN (BATCH, options->spots->len - first);
  run->next_row = first + n < options->spots->len ? first + n : 0;
  spots = (const LscSpot *) (gpointer) options->spots->data + first;
  table = options->args ? lsc_slice_args_get_table (options->args, timeline, spots, n,
                                                    run->project.job, error)
                        : lsc_slices_get_table (timeline, spots, n);
  return table ? pick (table) : NULL;
}

static const LscCliTable tables[] = { { .get = get_slices, .forms = LSC_CLI_FORMS } };

static gboolean
check (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;
  g_autoptr (GError) failure = NULL;

  options->lanes = lsc_cli_lanes_parse (options->lanes_text);
  if (!options->name)
    return TRUE;
  options->regex = g_regex_new (options->name, G_REGEX_OPTIMIZE, 0, &failure);
  if (!options->regex)
    g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE, _ ("--name is no regular expression: %s"),
                 failure->message);
  return options->regex != NULL;
}

static void
clear (gpointer data)
{
  Options *options = data;

  g_clear_pointer (&options->regex, g_regex_unref);
  g_clear_pointer (&options->spots, g_array_unref);
  g_clear_pointer (&options->args, lsc_slice_args_free);
  g_strfreev (options->lanes);
}

static const LscCliOption entries[] = {
  { "name", 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (Options, name),
    N_ ("Only slices whose name matches this regular expression"), "REGEX" },
  { "range", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, range),
    N_ ("Only slices that touch this range, from the first event: 1.2s:1.4s; @ = absolute ns"),
    "A:B", .read = lsc_cli_range_parse },
  { "lanes", 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (Options, lanes_text),
    N_ ("Only these lanes, by path, with * for any text: Device/*,Communication/*"), "LIST" },
  { "args", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, with_args),
    N_ ("With all that the file says of each slice: a column for each key") },
  { NULL },
};

const LscCliCommand lsc_cmd_slices = {
  .name = "slices",
  .usage = "PATH [--name REGEX] [--range A:B] [--lanes LIST] [--args] [--json]",
  .line = N_ ("  slices    events of the timeline, by name, lane and time"),
  .arguments = "PATH",
  .summary = N_ ("Lists slices of the timeline, by rank and time."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_TIMELINES,
  .parts = LSC_TIMELINE_COMM | LSC_TIMELINE_EVENTS | LSC_TIMELINE_DRAWN,
  .shows_events = TRUE,
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .check = check,
  .prepare = prepare,
  .clear = clear,
};
