/* lsc-cmd-schedule.c - schedule: an ideal pipeline schedule without any data
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analyze/theory/lsc-closed-form.h"
#include "analyze/theory/lsc-plan-pipeline.h"
#include "analyze/theory/lsc-plan-stats.h"
#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-schedule-request.h"
#include "export/lsc-export-picture.h"

#define FIGURE_WIDTH 1100.0
#define PRINT_AT_ONCE (256 * 1024)

typedef struct
{
  LscCliOptions common;
  LscScheduleWords words;
  char *cost;
  char *latency;
  char *variant;
  char *out;
  char *title;
  double scale;
  double width;
  gboolean is_json;
  gboolean is_dark;
  LscScheduleRequest request;
} Options;

/* ---- blocks as JSON ---- */

static void
append_block (GString *out, const LscScheduleRequest *request, guint32 rank, guint32 seq)
{
  guint32 index = request->plan->first[rank] + seq;
  const LscPlanOp *op = &request->plan->ops[index];

  g_string_append_printf (out,
                          "{\"rank\": %u, \"seq\": %u, \"kind\": \"%s\", \"mb\": %u, "
                          "\"chunk\": %u",
                          rank, seq, lsc_block_kind_name ((LscBlockKind) op->kind), op->parts[0].mb,
                          op->parts[0].chunk);
  if (op->n_parts > 1)
    g_string_append_printf (out, ", \"mb_b\": %u, \"chunk_b\": %u", op->parts[1].mb,
                            op->parts[1].chunk);
  g_string_append (out, ", \"start\": ");
  lsc_schedule_request_append (request, out, request->times.start_ns[index]);
  g_string_append (out, ", \"end\": ");
  lsc_schedule_request_append (request, out, request->times.end_ns[index]);
  g_string_append (out, "}\n");
}

static gboolean
print_blocks (const LscScheduleRequest *request)
{
  g_autoptr (GString) out = g_string_sized_new (PRINT_AT_ONCE + 256);
  const LscPlan *plan = request->plan;

  for (guint32 rank = 0; rank < plan->n_ranks; rank++)
    for (guint32 seq = 0; plan->first[rank] + seq < plan->first[rank + 1]; seq++)
      {
        append_block (out, request, rank, seq);
        if (out->len < PRINT_AT_ONCE)
          continue;
        if (!lsc_cli_print (out->str, out->len))
          return FALSE;
        g_string_truncate (out, 0);
      }
  return lsc_cli_print (out->str, out->len);
}

/* ---- figures as text ---- */

static char *
to_text (const LscScheduleRequest *request, gint64 time)
{
  GString *text = g_string_new (NULL);

  lsc_schedule_request_append (request, text, time);
  return g_string_free (text, FALSE);
}

static void
append_closed_form (GString *out, const LscScheduleRequest *request)
{
  LscClosedForm form;
  g_autofree char *bubble = NULL;

  if (request->refill ||
      !lsc_closed_form (&request->plan->schedule, &request->costs, request->latency, &form))
    return;
  bubble = to_text (request, form.bubble_ns);
  if (form.is_every_rank)
    g_string_append_printf (out, _ ("closed form: the bubble of every rank is %s = %s\n"),
                            form.formula, bubble);
  else
    g_string_append_printf (out, _ ("closed form: the largest bubble is %s = %s\n"), form.formula,
                            bubble);
}

static void
append_ranks (GString *out, const LscScheduleRequest *request, const LscPlanRankStats *ranks)
{
  for (gsize i = 0; i < request->plan->n_ranks; i++)
    {
      g_autofree char *busy = to_text (request, ranks[i].busy_ns);
      g_autofree char *bubble = to_text (request, ranks[i].bubble_ns);
      g_autofree char *warmup = to_text (request, ranks[i].warmup_ns);
      g_autofree char *steady = to_text (request, ranks[i].steady_ns);
      g_autofree char *cooldown = to_text (request, ranks[i].cooldown_ns);

      g_string_append_printf (
          out,
          _ ("  stage %zu: %u blocks, busy %s, bubble %s (warm-up %s, steady %s, cool-down %s), "
             "activations held at most: %zu\n"),
          i, request->plan->first[i + 1] - request->plan->first[i], busy, bubble, warmup, steady,
          cooldown, ranks[i].peak);
    }
}

static char *
describe (const LscScheduleRequest *request)
{
  const LscSchedule *schedule = &request->plan->schedule;
  g_autofree char *variant = lsc_plan_describe_variant (request->plan);
  g_autofree char *sizes =
      lsc_schedule_describe_sizes (schedule->n_stages, schedule->n_micro_batches);

  return g_strdup_printf ("%s%s%s, %s", lsc_schedule_type_title (schedule->type),
                          variant ? ", " : "", variant ? variant : "", sizes);
}

static gboolean
print_figures (const LscScheduleRequest *request)
{
  double ratio = 0;
  g_autofree LscPlanRankStats *ranks = lsc_plan_rank_stats (request->plan, &request->times, &ratio);
  g_autofree char *head = describe (request);
  g_autofree char *window = to_text (request, request->times.t1_ns - request->times.t0_ns);
  g_autofree char *share = lsc_format_share (ratio);
  GString *out = g_string_new (NULL);
  g_autofree char *text = NULL;

  if (ratio >= 0)
    g_string_append_printf (out, _ ("%s: window %s, bubble %s of the window\n"), head, window,
                            share);
  else /* all costs are 0 */
    g_string_append_printf (out, _ ("%s: window %s\n"), head, window);
  append_closed_form (out, request);
  append_ranks (out, request, ranks);
  text = g_string_free (out, FALSE);
  return lsc_cli_print_text (text);
}

/* ---- picture ---- */

static gboolean
write_picture (const LscScheduleRequest *request, const Options *options, GError **error)
{
  g_autofree char *label = describe (request);
  g_autoptr (LscPipeline) pipeline =
      lsc_plan_to_pipeline (request->plan, &request->times, NULL, label, error);
  LscPictureOptions export = { .path = options->out,
                               .scale = options->scale > 0 ? options->scale : 2.0,
                               .page = { .is_whole = TRUE,
                                         .is_figure = TRUE,
                                         .keep_theme = options->is_dark,
                                         .title = options->title } };
  LscPipelineView view;

  if (!pipeline)
    return FALSE;
  lsc_pipeline_view_init (&view, pipeline, lsc_pipeline_get_group (pipeline, 0));
  view.is_figure = TRUE;
  view.units_per_ns = pow (10, -(double) request->exponent);
  view.unit_label = _ ("time");
  view.port.width = options->width > 0 ? options->width : FIGURE_WIDTH;
  if (options->is_dark)
    view.theme = lsc_theme_dark ();
  view.port.height = lsc_pipeline_view_content_height (&view);
  lsc_pipeline_view_fit (&view);
  return lsc_export_chart (&view, &export, error);
}

/* ---- command ---- */

static gboolean
check (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;
  const char *what = NULL;

  if (options->out && !g_str_has_suffix (options->out, ".svg") &&
      !g_str_has_suffix (options->out, ".png") && !g_str_has_suffix (options->out, ".pdf"))
    what = _ ("--out takes a name that ends in .svg, .png or .pdf");
  else if (options->scale < 0 || options->scale > 3 || options->width < 0 || options->width > 30000)
    what = _ ("--scale goes up to 3 and --width up to 30000");
  if (what)
    g_set_error_literal (error, LSC_ERROR, LSC_ERROR_USAGE, what);
  if (what)
    return FALSE;
  options->words.name = run->words[1];
  options->words.cost = options->cost;
  options->words.latency = options->latency;
  options->words.variant = options->variant;
  return lsc_schedule_request_init (&options->request, &options->words, error);
}

static LscExit
deliver (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  g_autoptr (GError) error = NULL;

  if (options->out && !write_picture (&options->request, options, &error))
    return lsc_cli_fail (error);
  if (options->is_json ? !print_blocks (&options->request) : !print_figures (&options->request))
    return LSC_EXIT_IO;
  return LSC_EXIT_OK;
}

static void
set_defaults (gpointer options)
{
  ((Options *) options)->words.chunks = LSC_SCHEDULE_CHUNKS_NOT_GIVEN;
}

static void
clear (gpointer options)
{
  lsc_schedule_request_clear (&((Options *) options)->request);
}

#define OPTION(field) G_STRUCT_OFFSET (Options, field)

static const LscCliOption entries[] = {
  { "stages", 'P', 0, G_OPTION_ARG_INT64, OPTION (words.stages), N_ ("Stages, one on each rank"),
    "P" },
  { "micro-batches", 'M', 0, G_OPTION_ARG_INT64, OPTION (words.micro_batches),
    N_ ("Micro-batches of a step"), "M" },
  { "chunks", 0, 0, G_OPTION_ARG_INT64, OPTION (words.chunks),
    N_ ("Model chunks on each rank of the interleaved schedule (2)"), "V" },
  { "cost", 0, 0, G_OPTION_ARG_STRING, OPTION (cost),
    N_ ("Length of a block of each kind, that is of a chunk: F=10,B=20,I=10,W=10,X=28 "
        "(F=1, B=2F, I=W=B/2, X=F+B)"),
    "COSTS" },
  { "latency", 0, 0, G_OPTION_ARG_STRING, OPTION (latency),
    N_ ("Latency of a message between two ranks (0)"), "D" },
  { "variant", 0, 0, G_OPTION_ARG_STRING, OPTION (variant),
    N_ ("Variant: no-overlap, no-w-split, fused-first, fused-middle, refill"), "WORDS" },
  { "json", 0, 0, G_OPTION_ARG_NONE, OPTION (is_json), N_ ("Print the blocks as JSON"), NULL },
  { "out", 0, 0, G_OPTION_ARG_FILENAME, OPTION (out), N_ ("Write the chart: .svg, .png or .pdf"),
    "FILE" },
  { "title", 0, 0, G_OPTION_ARG_STRING, OPTION (title), N_ ("Title of the chart"), "TEXT" },
  { "width", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (width), N_ ("Width of the chart (1100)"), "PX" },
  { "scale", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (scale), N_ ("Pixels per unit of a PNG (2)"), "N" },
  { "dark", 0, 0, G_OPTION_ARG_NONE, OPTION (is_dark), N_ ("A dark page"), NULL },
  { NULL },
};

const LscCliCommand lsc_cmd_schedule = {
  .name = "schedule",
  .usage = "NAME --stages P --micro-batches M [--cost LIST] [--json] [--out FILE]",
  .line = N_ ("  schedule  an ideal pipeline schedule, drawn without any recording"),
  .arguments = "NAME",
  .summary = N_ ("Computes and draws an ideal pipeline schedule, without any recording: gpipe, "
                 "1f1b, interleaved, zbh1, zbv, dualpipe or dualpipev."),
  .n_words = 1,
  .takes = N_ ("schedule takes the name of one schedule"),
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_NOTHING,
  .set_defaults = set_defaults,
  .check = check,
  .run = deliver,
  .clear = clear,
};
