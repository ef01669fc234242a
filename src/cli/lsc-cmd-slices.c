/* lsc-cmd-slices.c - slices: events of the timeline by name, lane and time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <locale.h>

#include "analyze/step/lsc-range-stats.h"
#include "base/lsc-error.h"
#include "cli/lsc-cli-timeline.h"
#include "export/lsc-export-table.h"

#define BATCH 65536 /* rows of one table on their way to standard output */

typedef struct
{
  LscCliOptions common;
  LscCliFormat format;
  char *name;
  char *range_text;
  char *lanes_text;
  GRegex *regex; /* (nullable) */
  LscCliRange range;
  GStrv lanes;
} Options;

static const char *const columns[] = { "rank",   "lane",    "row",  "name", "start_ns",
                                       "dur_ns", "self_ns", "step", NULL };

/** Looking through the lanes of one rank. */
typedef struct
{
  const Options *options;
  gint64 begin_ns;
  gint64 end_ns;
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

  return start_ns < scan->end_ns && (end_ns > scan->begin_ns || start_ns >= scan->begin_ns);
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

static int
compare_spots (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscSpot *x = a, *y = b;
  const LscTimeline *timeline = user_data;
  gint64 s = lsc_timeline_get_node (timeline, x->node)->lane->start_ns[x->slice];
  gint64 t = lsc_timeline_get_node (timeline, y->node)->lane->start_ns[y->slice];

  if (s != t)
    return s < t ? -1 : 1;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return (x->slice > y->slice) - (x->slice < y->slice);
}

/* (element-type LscSpot): the slices asked for, by time */
static GArray *
find_slices (LscTimeline *timeline, const Options *options, gint64 begin, gint64 end, LscJob *job)
{
  g_autofree guint8 *is_wanted = options->regex ? match_names (timeline, options->regex) : NULL;
  Scan scan = { options, begin, end, is_wanted, g_array_new (FALSE, FALSE, sizeof (LscSpot)), job };

  lsc_timeline_foreach_lane (timeline, 0, scan_lane, &scan);
  g_array_sort_with_data (scan.spots, compare_spots, timeline);
  return scan.spots;
}

static gboolean
write_json (const LscTimeline *timeline, const GArray *spots, GOutputStream *out, LscJob *job,
            GError **error)
{
  for (guint i = 0; i < spots->len; i += BATCH)
    {
      g_autoptr (LscTable) table = lsc_slices_get_table (
          timeline, &g_array_index (spots, LscSpot, i), MIN (BATCH, spots->len - i));
      g_autoptr (LscTable) picked = lsc_cli_pick_columns (table, columns, NULL);

      if (!lsc_export_json_lines (picked, NULL, out, job, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
deliver (GPtrArray *timelines, const Options *options, LscJob *job, GError **error)
{
  g_autoptr (GOutputStream) out = lsc_cli_stdout_open ();
  g_autoptr (LscTable) all = NULL;
  gint64 begin_ns, end_ns;

  if (!lsc_cli_range_place (&options->range, timelines, &begin_ns, &end_ns, error))
    return FALSE;
  /* a side that is left open lists everything there is: the last marker, and stray events */
  if (!options->range.has_begin)
    begin_ns = G_MININT64;
  if (!options->range.has_end)
    end_ns = G_MAXINT64;
  lsc_cli_end_progress ();
  for (guint i = 0; i < timelines->len; i++)
    {
      LscTimeline *timeline = g_ptr_array_index (timelines, i);
      g_autoptr (GArray) spots = find_slices (timeline, options, begin_ns, end_ns, job);
      g_autoptr (LscTable) table = NULL;
      g_autoptr (LscTable) picked = NULL;

      if (!lsc_job_check (job, error))
        return FALSE;
      if (options->format.is_json)
        {
          if (!write_json (timeline, spots, out, job, error))
            return FALSE;
          continue;
        }
      table = lsc_slices_get_table (timeline, (const LscSpot *) (gpointer) spots->data, spots->len);
      picked = lsc_cli_pick_columns (table, columns, NULL);
      if (all)
        lsc_table_append_table (all, picked);
      else
        all = g_steal_pointer (&picked);
    }
  return !all || lsc_cli_deliver_table (all, &options->format, job, error);
}

static LscExit
show (LscCliProject *project, const Options *options)
{
  g_autoptr (GPtrArray) timelines = lsc_cli_load_timelines (project, &options->common);
  g_autoptr (GError) error = NULL;

  if (timelines->len == 0)
    return LSC_EXIT_NOTHING;
  if (options->format.is_json || options->format.is_csv || options->format.xlsx)
    setlocale (LC_MESSAGES, "C"); /* what programs read does not follow the language */
  if (!deliver (timelines, options, project->job, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (project) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

static gboolean
check (Options *options, GError **error)
{
  g_autoptr (GError) failure = NULL;

  if (!lsc_cli_format_check (&options->format, error) ||
      !lsc_cli_range_parse (options->range_text, &options->range, error) ||
      !lsc_cli_options_check (&options->common, error))
    return FALSE;
  options->lanes = lsc_cli_lanes_parse (options->lanes_text);
  if (!options->name)
    return TRUE;
  options->regex = g_regex_new (options->name, G_REGEX_OPTIMIZE, 0, &failure);
  if (!options->regex)
    g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE, _ ("--name is no regular expression: %s"),
                 failure->message);
  return options->regex != NULL;
}

static GOptionContext *
make_context (Options *options)
{
  GOptionContext *context = g_option_context_new ("PATH");
  const GOptionEntry entries[] = {
    { "name", 0, 0, G_OPTION_ARG_STRING, &options->name,
      N_ ("Only slices whose name matches this regular expression"), "REGEX" },
    { "range", 0, 0, G_OPTION_ARG_STRING, &options->range_text,
      N_ ("Only slices that touch this range, from the first event: 1.2s:1.4s; @ = absolute ns"),
      "A:B" },
    { "lanes", 0, 0, G_OPTION_ARG_STRING, &options->lanes_text,
      N_ ("Only these lanes, by path, with * for any text: Device/*,Communication/*"), "LIST" },
    { NULL },
  };
  g_autofree GOptionEntry *format = lsc_cli_format_entries (&options->format);
  g_autofree GOptionEntry *ranks = lsc_cli_rank_entries (&options->common);
  g_autofree GOptionEntry *common = lsc_cli_common_entries (&options->common);

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, format, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, ranks, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, common, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _ ("Lists slices of the timeline, by rank and time."));
  return context;
}

/**
 * lsc_cmd_slices:
 * @argv: words of the command, the first being its name
 *
 * Returns: the exit code
 */
LscExit
lsc_cmd_slices (char **argv)
{
  Options options = { 0 };
  LscCliProject project = { 0 };
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = g_strdupv (argv);
  LscExit code = LSC_EXIT_OK;

  if (!lsc_cli_parse (make_context (&options), &words, &code))
    ;
  else if (!words[1] || words[2])
    code = lsc_cli_usage (_ ("%s takes one folder or file"), "slices");
  else if (!check (&options, &error))
    code = lsc_cli_usage ("%s", error->message);
  else
    {
      options.common.path = g_strdup (words[1]);
      options.common.targets[0] = options.format.xlsx;
      code = lsc_cli_project_open (&project, &options.common);
      if (code == LSC_EXIT_OK)
        code = show (&project, &options);
    }
  lsc_cli_project_clear (&project);
  lsc_cli_options_clear (&options.common);
  lsc_cli_format_clear (&options.format);
  g_free (options.name);
  g_free (options.range_text);
  g_free (options.lanes_text);
  g_clear_pointer (&options.regex, g_regex_unref);
  g_strfreev (options.lanes);
  return code;
}
