/* lsc-cmd-dispatch.c - dispatch: whether the host feeds the device, and where it does not
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "cli/lsc-cli-timeline.h"
#include "export/lsc-export-table.h"

#define LEAST_BREAK_NS 50000 /* timeline 12.5: shorter ones are not reported to people */
#define SHOWN_GAPS 10

typedef struct
{
  LscCliOptions common;
  LscCliFormat format;
} Options;

static const char *const gap_columns[] = { "rank",  "step",  "start_ns", "dur_ns",
                                           "class", "cause", "next",     NULL };
static const char *const break_columns[] = { "rank", "start_ns", "idle_ns", "cause", NULL };
static const char *const summary_columns[] = {
  "rank", "step",  "p10",    "p50",       "p90",         "max",        "le20",
  "le50", "le100", "depth0", "max_depth", "empty_share", "free_share", NULL,
};

static const LscDispatch *
get_dispatch (const LscTimeline *timeline)
{
  return lsc_timeline_get_analysis (timeline)->dispatch;
}

static gboolean
has_launches (GPtrArray *timelines)
{
  for (guint i = 0; i < timelines->len; i++)
    {
      const LscDispatch *dispatch = get_dispatch (g_ptr_array_index (timelines, i));

      if (!dispatch || dispatch->launches.n == 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_json (const LscTable *table, const char *const *columns, const char *type, GOutputStream *out,
            LscJob *job, GError **error)
{
  g_autoptr (LscTable) picked = lsc_cli_pick_columns (table, columns, type);

  return lsc_export_json_lines (picked, NULL, out, job, error);
}

static gboolean
write_rank_json (const LscTimeline *timeline, GOutputStream *out, LscJob *job, GError **error)
{
  const LscDispatch *dispatch = get_dispatch (timeline);
  g_autoptr (LscTable) gaps = lsc_dispatch_get_gaps (timeline, dispatch);
  g_autoptr (LscTable) breaks = lsc_dispatch_get_breaks (timeline, dispatch);
  g_autoptr (LscTable) summary = lsc_dispatch_get_summary (timeline, dispatch);

  return write_json (gaps, gap_columns, "gap", out, job, error) &&
         write_json (breaks, break_columns, "break", out, job, error) &&
         write_json (summary, summary_columns, "summary", out, job, error);
}

static gboolean
write_all_json (GPtrArray *timelines, LscJob *job, GError **error)
{
  g_autoptr (GOutputStream) out = lsc_cli_stdout_open ();

  for (guint i = 0; i < timelines->len; i++)
    if (!write_rank_json (g_ptr_array_index (timelines, i), out, job, error))
      return FALSE;
  return TRUE;
}

/* ---- workbook and csv ---------------------------------------------------------------------- */

typedef LscTable *(*GetTable) (const LscTimeline *timeline, const LscDispatch *dispatch);

static LscTable *
collect (GPtrArray *timelines, GetTable get)
{
  LscTable *all = NULL;

  for (guint i = 0; i < timelines->len; i++)
    {
      const LscTimeline *timeline = g_ptr_array_index (timelines, i);
      LscTable *table = get (timeline, get_dispatch (timeline));

      if (!all)
        {
          all = table;
          continue;
        }
      lsc_table_append_table (all, table);
      lsc_table_unref (table);
    }
  return all;
}

static gboolean
write_book (GPtrArray *timelines, const char *path, LscJob *job, GError **error)
{
  LscTable *tables[] = {
    collect (timelines, lsc_dispatch_get_summary),
    collect (timelines, lsc_dispatch_get_gaps),
    collect (timelines, lsc_dispatch_get_breaks),
    collect (timelines, lsc_dispatch_get_syncs),
  };
  gboolean is_written = lsc_export_xlsx_file (tables, G_N_ELEMENTS (tables), path, 0, job, error);

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    lsc_table_unref (tables[i]);
  return is_written;
}

/* ---- text ---------------------------------------------------------------------------------- */

static const char *
gap_title (guint8 kind)
{
  switch (kind)
    {
    case LSC_SLICE_GAP_HOST_SYNC:
      return _ ("the host waited for the device");
    case LSC_SLICE_GAP_HOST:
      return _ ("the host launched too late");
    case LSC_SLICE_GAP_QUEUED_TASK:
      return _ ("queued behind another task");
    case LSC_SLICE_GAP_QUEUED_IDLE:
      return _ ("queued, nothing ran");
    default:
      return _ ("no launch known");
    }
}

static void
append_summary (GString *out, const LscDispatchSummary *summary)
{
  g_autofree char *share = lsc_format_share (summary->free_share);
  gint64 free_ns = 0;

  if (summary->has_step)
    lsc_cli_append (out, _ ("  step %" PRId64 ": "), summary->step);
  else
    lsc_cli_append (out, "  %s: ", _ ("whole recording"));
  if (summary->free_share >= 0)
    lsc_cli_append (out, "%s %s%s\n", _ ("free"), share,
                    summary->is_dispatch_bound ? _ (", dispatch-bound") : "");
  else
    lsc_cli_append (out, "%s\n", _ ("no device events"));
  for (int i = 0; i < 5; i++)
    free_ns += summary->gap_ns[i];
  for (int i = 0; i < 5 && free_ns > 0; i++)
    {
      g_autofree char *sum = lsc_format_duration (summary->gap_ns[i], LSC_TIME_UNIT_AUTO);
      g_autofree char *part = lsc_format_share ((double) summary->gap_ns[i] / (double) free_ns);

      if (summary->n_gaps[i] > 0)
        lsc_cli_append (
            out,
            g_dngettext (GETTEXT_PACKAGE, "    %s: %s in %" PRId64 " gap, %s of free time\n",
                         "    %s: %s in %" PRId64 " gaps, %s of free time\n",
                         (gulong) summary->n_gaps[i]),
            gap_title ((guint8) (LSC_SLICE_GAP_HOST_SYNC + i)), sum, summary->n_gaps[i], part);
    }
  if (summary->has_launches)
    {
      g_autofree char *p50 = lsc_format_duration (summary->p50_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *p90 = lsc_format_duration (summary->p90_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *empty = lsc_format_share (summary->empty_share);

      lsc_cli_append (out,
                      _ ("    launch to start: median %s, p90 %s; %" PRId64
                         " of %zu within 50 us; queue empty %s of the time, at most %" PRId64
                         " deep\n"),
                      p50, p90, summary->le50, summary->n_launches, empty, summary->max_depth);
    }
}

static int
compare_gaps (gconstpointer a, gconstpointer b)
{
  const LscGap *x = *(LscGap *const *) a;
  const LscGap *y = *(LscGap *const *) b;
  gint64 dx = x->end_ns - x->begin_ns, dy = y->end_ns - y->begin_ns;

  return dx != dy ? (dx > dy ? -1 : 1) : (x->begin_ns > y->begin_ns) - (x->begin_ns < y->begin_ns);
}

static const char *
name_of (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot;

  if (id == LSC_SLICE_NONE)
    return "-";
  spot = lsc_timeline_get_spot (timeline, id);
  return lsc_timeline_text (timeline,
                            lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice]);
}

static void
append_largest_gaps (GString *out, const LscTimeline *timeline, const LscDispatch *dispatch)
{
  g_autoptr (GPtrArray) gaps = g_ptr_array_new ();

  for (gsize i = 0; i < dispatch->gaps.n; i++)
    g_ptr_array_add (gaps, &dispatch->gaps.items[i]);
  g_ptr_array_sort (gaps, compare_gaps);
  if (gaps->len > 0)
    lsc_cli_append (out, "  %s\n", _ ("largest gaps:"));
  for (guint i = 0; i < MIN (gaps->len, SHOWN_GAPS); i++)
    {
      const LscGap *gap = g_ptr_array_index (gaps, i);
      g_autofree char *length =
          lsc_format_duration (gap->end_ns - gap->begin_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *from =
          lsc_format_duration (gap->begin_ns - timeline->main_begin_ns, LSC_TIME_UNIT_AUTO);

      lsc_cli_append (out, _ ("    %s at %s before %s: %s, %s\n"), length, from,
                      name_of (timeline, gap->next), gap_title (gap->kind),
                      name_of (timeline, gap->cause));
    }
}

static void
append_breaks (GString *out, const LscDispatch *dispatch)
{
  gsize n = 0;
  gint64 idle_ns = 0;

  for (gsize i = 0; i < dispatch->breaks.n; i++)
    if (dispatch->breaks.items[i].idle_ns >= LEAST_BREAK_NS)
      {
        n++;
        idle_ns += dispatch->breaks.items[i].idle_ns;
      }
  if (n > 0)
    {
      g_autofree char *sum = lsc_format_duration (idle_ns, LSC_TIME_UNIT_AUTO);

      lsc_cli_append (out, _ ("  pipeline breaks of 50 us and more: %zu, %s idle\n"), n, sum);
    }
}

static char *
to_text (GPtrArray *timelines)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < timelines->len; i++)
    {
      const LscTimeline *timeline = g_ptr_array_index (timelines, i);
      const LscDispatch *dispatch = get_dispatch (timeline);
      g_autofree char *label = lsc_timeline_get_label (timeline);

      lsc_cli_append (out, "%s\n", label);
      if (dispatch->reason)
        lsc_cli_append (out, "  %s\n", dispatch->reason);
      for (guint k = 0; k < dispatch->steps->len; k++)
        append_summary (out, &g_array_index (dispatch->steps, LscDispatchSummary, k));
      if (dispatch->steps->len == 0)
        append_summary (out, &dispatch->all);
      append_largest_gaps (out, timeline, dispatch);
      append_breaks (out, dispatch);
      for (guint k = 0; k < dispatch->remedies->len; k++)
        {
          const LscRemedy *remedy = g_ptr_array_index (dispatch->remedies, k);

          lsc_cli_append (out, "  %s %s (%s)\n", "→", remedy->text, remedy->evidence);
        }
    }
  return g_string_free (out, FALSE);
}

static gboolean
deliver (GPtrArray *timelines, const Options *options, LscJob *job, GError **error)
{
  g_autofree char *text = NULL;

  if (options->format.is_json || options->format.is_csv || options->format.xlsx)
    setlocale (LC_MESSAGES, "C"); /* what programs read does not follow the language */
  lsc_cli_end_progress ();
  if (options->format.is_json)
    return write_all_json (timelines, job, error);
  if (options->format.xlsx)
    return write_book (timelines, options->format.xlsx, job, error);
  if (options->format.is_csv)
    {
      g_autoptr (LscTable) gaps = collect (timelines, lsc_dispatch_get_gaps);

      return lsc_cli_deliver_table (gaps, &options->format, job, error);
    }
  text = to_text (timelines);
  return lsc_cli_print_text (text);
}

static LscExit
show (LscCliProject *project, const Options *options)
{
  g_autoptr (GPtrArray) timelines = lsc_cli_load_timelines (project, &options->common);
  g_autoptr (GError) error = NULL;

  if (timelines->len == 0)
    return LSC_EXIT_NOTHING;
  if (!deliver (timelines, options, project->job, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (project) || !has_launches (timelines) ? LSC_EXIT_PART
                                                                        : LSC_EXIT_OK;
}

static GOptionContext *
make_context (Options *options)
{
  GOptionContext *context = g_option_context_new ("PATH");
  g_autofree GOptionEntry *format = lsc_cli_format_entries (&options->format);
  g_autofree GOptionEntry *ranks = lsc_cli_rank_entries (&options->common);
  g_autofree GOptionEntry *common = lsc_cli_common_entries (&options->common);

  g_option_context_add_main_entries (context, format, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, ranks, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, common, GETTEXT_PACKAGE);
  g_option_context_set_summary (
      context,
      _ ("Tells why the device idled: the class and cause of every gap, launch latency and queue "
         "depth, breaks of the launch pipeline."));
  return context;
}

/**
 * lsc_cmd_dispatch:
 * @argv: words of the command, the first being its name
 *
 * Returns: the exit code
 */
LscExit
lsc_cmd_dispatch (char **argv)
{
  Options options = { 0 };
  LscCliProject project = { 0 };
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = g_strdupv (argv);
  LscExit code = LSC_EXIT_OK;

  if (!lsc_cli_parse (make_context (&options), &words, &code))
    ;
  else if (!words[1] || words[2])
    code = lsc_cli_usage (_ ("%s takes one folder or file"), "dispatch");
  else if (!lsc_cli_format_check (&options.format, &error) ||
           !lsc_cli_options_check (&options.common, &error))
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
  return code;
}
