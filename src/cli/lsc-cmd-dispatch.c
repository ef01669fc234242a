/* lsc-cmd-dispatch.c - dispatch: whether the host feeds the device, and where it does not
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "base/lsc-error.h"
#include "cli/lsc-cli-compat.h"
#include "cli/lsc-cli-dispatch.h"
#include "cli/lsc-cli-picture.h"
#include "cli/lsc-cli-text.h"
#include "base/lsc-visible.h"
#include "model/lsc-kernel-name.h"

typedef struct
{
  LscCliOptions common;
  gboolean is_of[LSC_CLI_DISPATCH_N_LISTS];
  gboolean is_compat; /* calls: the columns of api_statistic.csv */
} Options;

#define LEAST_BREAK_NS 50000 /* dispatch.md#breaks: shorter ones are not reported to people */
#define SHOWN_GAPS 10
#define MOST_RANKS 2 /* on a terminal */
#define MOST_OF_NAME 60
#define SHOWN_GAPS_OUTSIDE 3

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

/* ---- tables -------------------------------------------------------------------------------- */

static LscTable *
get_gaps (LscCliRun *run, LscTimeline *timeline, GError **error)
{
  return lsc_dispatch_get_gaps (timeline, get_dispatch (timeline));
}

static LscTable *
get_breaks (LscCliRun *run, LscTimeline *timeline, GError **error)
{
  return lsc_dispatch_get_breaks (timeline, get_dispatch (timeline));
}

static LscTable *
get_summary (LscCliRun *run, LscTimeline *timeline, GError **error)
{
  return lsc_dispatch_get_summary (timeline, get_dispatch (timeline));
}

static LscTable *
get_syncs (LscCliRun *run, LscTimeline *timeline, GError **error)
{
  return lsc_dispatch_get_syncs (timeline, get_dispatch (timeline));
}

static const LscCliTable tables[] = {
  { .get = get_gaps, .forms = LSC_CLI_JSON, .columns = gap_columns, .type = "gap" },
  { .get = get_breaks, .forms = LSC_CLI_JSON, .columns = break_columns, .type = "break" },
  { .get = get_summary,
    .forms = LSC_CLI_JSON,
    .columns = summary_columns,
    .type = "summary",
    .is_summary = TRUE },
  { .get = get_summary, .forms = LSC_CLI_XLSX },
  { .get = get_gaps, .forms = LSC_CLI_XLSX | LSC_CLI_CSV },
  { .get = get_breaks, .forms = LSC_CLI_XLSX },
  { .get = get_syncs, .forms = LSC_CLI_XLSX },
};

/* ---- text ---------------------------------------------------------------------------------- */

static const char *
gap_title (guint8 kind)
{
  static const char *const titles[] = {
    N_ ("not launched, the host waited for the device"),
    N_ ("not launched, the host was late"),
    N_ ("launched, behind another task"),
    N_ ("launched, nothing ran"),
    N_ ("launch not recorded"),
  };

  return _ (titles[kind - LSC_SLICE_GAP_HOST_SYNC]);
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
                         " of %zu within 50 µs; queue empty %s of the time, at most %" PRId64
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

  LSC_RETURN_ORDER (dy, dx);
  return LSC_ORDER (x->begin_ns, y->begin_ns);
}

/* (transfer full): templates of kernels without their arguments, where that would be a paragraph */
static char *
name_of (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot;
  const char *name;
  g_autofree char *brief = NULL;

  if (id == LSC_SLICE_NONE)
    return g_strdup ("-");
  spot = lsc_timeline_get_spot (timeline, id);
  name = lsc_timeline_text (timeline,
                            lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice]);
  brief = lsc_kernel_name_shorten (name);
  return lsc_visible_name (brief ? brief : name, MOST_OF_NAME);
}

static void
append_gaps (GString *out, const char *title, const LscTimeline *timeline, GPtrArray *gaps,
             guint n_shown)
{
  g_ptr_array_sort (gaps, compare_gaps);
  if (gaps->len > 0)
    lsc_cli_append (out, "  %s\n", title);
  for (guint i = 0; i < MIN (gaps->len, n_shown); i++)
    {
      const LscGap *gap = g_ptr_array_index (gaps, i);
      g_autofree char *length =
          lsc_format_duration (gap->end_ns - gap->begin_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *from =
          lsc_format_duration (gap->begin_ns - timeline->main_begin_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *next = name_of (timeline, gap->next);
      g_autofree char *cause = name_of (timeline, gap->cause);

      lsc_cli_append (out, _ ("    %s at %s before %s: %s, %s\n"), length, from, next,
                      gap_title (gap->kind), cause);
    }
}

/* What lies between steps is no matter of the loop: it stands apart. */
static void
append_largest_gaps (GString *out, const LscTimeline *timeline, const LscDispatch *dispatch)
{
  gboolean has_steps = timeline->steps.n > 0;
  g_autoptr (GPtrArray) inside = g_ptr_array_new ();
  g_autoptr (GPtrArray) outside = g_ptr_array_new ();

  for (gsize i = 0; i < dispatch->gaps.n; i++)
    {
      LscGap *gap = &dispatch->gaps.items[i];
      gint64 step;

      g_ptr_array_add (
          has_steps && !lsc_dispatch_find_step (dispatch, gap, &step) ? outside : inside, gap);
    }
  append_gaps (out, has_steps ? _ ("largest gaps inside steps:") : _ ("largest gaps:"), timeline,
               inside, SHOWN_GAPS);
  append_gaps (out, _ ("largest gaps outside steps:"), timeline, outside, SHOWN_GAPS_OUTSIDE);
}

/* Kernels that no step has. */
static void
append_outside (GString *out, const LscOverlap *overlap)
{
  g_autofree char *outside = lsc_format_duration (overlap->outside_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *busy =
      lsc_format_duration (lsc_overlap_sums_get_busy_ns (&overlap->all), LSC_TIME_UNIT_AUTO);

  if (overlap->outside_ns > 0)
    lsc_cli_append (out, _ ("  outside the steps: %s of %s of kernels\n"), outside, busy);
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

      lsc_cli_append (out, _ ("  pipeline breaks of 50 µs and more: %zu, %s idle\n"), n, sum);
    }
}

static void
add_gaps (gint64 sums[5], const LscDispatchSummary *summary)
{
  for (int i = 0; i < 5; i++)
    sums[i] = lsc_int_add (sums[i], summary->gap_ns[i]);
}

/* Why most of the idle time is, before all of it. */
static void
append_sum (GString *out, const GPtrArray *timelines)
{
  gint64 sums[5] = { 0 }, idle_ns = 0;
  int most = 0;
  g_autofree char *idle = NULL;
  g_autofree char *share = NULL;

  for (guint i = 0; i < timelines->len; i++)
    {
      const LscDispatch *dispatch = get_dispatch (timelines->pdata[i]);

      for (guint k = 0; k < dispatch->steps.n; k++)
        add_gaps (sums, &dispatch->steps.items[k]);
      if (dispatch->steps.n == 0)
        add_gaps (sums, &dispatch->all);
    }
  for (int i = 0; i < 5; i++)
    {
      idle_ns = lsc_int_add (idle_ns, sums[i]);
      most = sums[i] > sums[most] ? i : most;
    }
  if (idle_ns <= 0)
    return;
  idle = lsc_format_duration (idle_ns, LSC_TIME_UNIT_AUTO);
  share = lsc_format_share ((double) sums[most] / (double) idle_ns);
  lsc_cli_append (out,
                  ngettext ("Idle time of %u rank: %s in total, %s of it: %s.\n",
                            "Idle time of %u ranks: %s in total, %s of it: %s.\n", timelines->len),
                  timelines->len, idle, share,
                  gap_title ((guint8) (LSC_SLICE_GAP_HOST_SYNC + most)));
}

static char *
to_text (LscCliRun *run)
{
  GString *out = g_string_new (NULL);

  append_sum (out, run->timelines);
  for (guint i = 0; i < run->timelines->len; i++)
    {
      const LscTimeline *timeline = g_ptr_array_index (run->timelines, i);
      const LscDispatch *dispatch = get_dispatch (timeline);
      g_autofree char *reason = lsc_phrase_to_words (dispatch->reason);
      g_autofree char *label = lsc_timeline_get_label (timeline);

      if (i >= lsc_cli_stdout_get_most (MOST_RANKS))
        break;
      lsc_cli_append (out, "%s\n", label);
      if (reason)
        lsc_cli_append (out, "  %s\n", reason);
      for (guint k = 0; k < dispatch->steps.n; k++)
        append_summary (out, &dispatch->steps.items[k]);
      if (dispatch->steps.n == 0)
        append_summary (out, &dispatch->all);
      append_outside (out, lsc_timeline_get_analysis (timeline)->overlap);
      append_largest_gaps (out, timeline, dispatch);
      append_breaks (out, dispatch);
      for (guint k = 0; k < dispatch->remedies->len; k++)
        {
          const LscRemedy *remedy = g_ptr_array_index (dispatch->remedies, k);

          lsc_cli_append (out, "  %s %s (%s)\n", "→", remedy->text, remedy->evidence);
        }
    }
  lsc_cli_append_left_ranks (out, run->timelines->len, MOST_RANKS);
  return g_string_free (out, FALSE);
}

/* Index of the list that is asked for, %LSC_CLI_DISPATCH_N_LISTS = none. */
static guint
get_asked (LscCliRun *run)
{
  const Options *self = (const Options *) run->options;
  guint i = 0;

  while (i < LSC_CLI_DISPATCH_N_LISTS && !self->is_of[i])
    i++;
  return i;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  const Options *self = (const Options *) run->options;
  guint n = 0;

  for (guint i = 0; i < LSC_CLI_DISPATCH_N_LISTS; i++)
    n += self->is_of[i];
  if (self->is_compat && !lsc_cli_compat_check (run, n == 1 && self->is_of[LSC_CLI_DISPATCH_CALLS],
                                                "--calls --csv", "api_statistic.csv", error))
    return FALSE;
  if (n <= 1)
    return TRUE;
  lsc_fail (error, LSC_ERROR_USAGE, "%s",
            _ ("Only one of --ops, --calls, --copies, --compile and --sync can be given"));
  return FALSE;
}

static gboolean
deliver (LscCliRun *run, GError **error)
{
  guint list = get_asked (run);
  gboolean is_compat = ((const Options *) run->options)->is_compat;

  if (is_compat && !lsc_cli_compat_check_ranks (run, error))
    return FALSE;
  if (!lsc_cli_picture_write_means (run, LSC_MEAN_IDLE, get_summary, error))
    return FALSE;
  return list < LSC_CLI_DISPATCH_N_LISTS
             ? lsc_cli_dispatch_deliver (run, (LscCliDispatchList) list, is_compat, error)
             : lsc_cli_deliver_timelines (run, error);
}

/* Lists of what the host did need no launches. */
static gboolean
lacks_launches (LscCliRun *run)
{
  guint list = get_asked (run);

  if (list < LSC_CLI_DISPATCH_N_LISTS && list != LSC_CLI_DISPATCH_OPS)
    return run->is_part;
  for (guint i = 0; i < run->timelines->len; i++)
    {
      const LscDispatch *dispatch = get_dispatch (g_ptr_array_index (run->timelines, i));

      if (!dispatch || dispatch->launches.n == 0)
        return TRUE;
    }
  return FALSE;
}

#define WHICH(name, which, help)                                                                   \
  {                                                                                                \
    name, 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_of[which]), help, NULL             \
  }

static const LscCliOption entries[] = {
  WHICH ("ops", LSC_CLI_DISPATCH_OPS,
         N_ ("A row for each operator: framework, task queue, launch, stream, device")),
  WHICH ("calls", LSC_CLI_DISPATCH_CALLS, N_ ("A row for each call of CANN or the GPU's runtime")),
  WHICH ("copies", LSC_CLI_DISPATCH_COPIES, N_ ("A row for each direction of memory copies")),
  WHICH ("compile", LSC_CLI_DISPATCH_COMPILE, N_ ("Calls that compile operators")),
  WHICH ("sync", LSC_CLI_DISPATCH_SYNC, N_ ("Calls that wait for the device")),
  { "compat", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_compat),
    N_ ("With --calls --csv: the columns of api_statistic.csv, of one rank"), NULL },
  { NULL },
};

const LscCliCommand lsc_cmd_dispatch = {
  .name = "dispatch",
  .usage = "PATH [--ops|--calls|--copies|--compile|--sync] [--json] [--out FILE]",
  .line = N_ ("  dispatch  why the device idled: gaps, launch latency, pipeline breaks"),
  .arguments = "PATH",
  .summary = N_ ("Shows why the device idles: class and cause of every gap, launch latency and "
                 "queue depth, breaks of the launch pipeline."),
  .n_words = 1,
  .groups =
      LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_PICTURE | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_TIMELINES,
  .parts = LSC_TIMELINE_COMM | LSC_TIMELINE_EVENTS | LSC_TIMELINE_DRAWN,
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .to_text = to_text,
  .check = check,
  .deliver = deliver,
  .is_of_devices = TRUE,
  .is_part = lacks_launches,
};
